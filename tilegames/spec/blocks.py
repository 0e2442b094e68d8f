"""Nodes to attrs objects: the machinery that the spec language is described with.

A block of the language is an attrs class; each of its keys says how its value is read, what it defaults to and what
it means. From that one description come the reader, its error messages and the reference pages. Readers collect every
problem of a spec and never stop at the first.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from collections.abc import Mapping as MappingABC
from typing import Any, Final, Generic, TypeVar, dataclass_transform, final

import attrs

from tilegames.errors import Problem, Span, SpecError, closest
from tilegames.spec.nodes import Mapping, Node, Scalar, Sequence, in_order, is_null
from tilegames.spec.syntax import shown

__all__ = [
    "MISSING", "Block", "Field", "Missing", "Problems", "Reader", "block", "fields_of", "key", "kinds", "laid_over",
    "language", "read_document", "walk", "what_is",
]

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
B = TypeVar("B", bound="Block")


class Problems:
    """Collects what is wrong, so that a spec's author sees everything at once.

    Example:
        >>> problems = Problems()
        >>> problems.add("unknown-key", "unknown key", Span("a.yaml", 2, 1))
        >>> len(problems), problems.items[0].code
        (1, 'unknown-key')
    """

    def __init__(self) -> None:
        self._found: dict[Problem, None] = {}

    def add(self, code: str, message: str, span: Span | None, hint: str = "") -> None:
        """Add a problem; the same one twice counts once."""
        self.take(Problem(code, message, span, hint))

    def take(self, *problems: Problem) -> None:
        """Add problems that were found elsewhere."""
        self._found.update(dict.fromkeys(problems))

    def __len__(self) -> int:
        return len(self._found)

    @property
    def items(self) -> tuple[Problem, ...]:
        """The problems in file order."""
        return in_order(self._found)

    def raise_if_any(self) -> None:
        """Raise a SpecError with all problems if there are any."""
        if self._found:
            raise SpecError(self.items)


@final
class Missing:
    """The type of :data:`MISSING`."""

    def __repr__(self) -> str:
        return "MISSING"

    def __bool__(self) -> bool:
        return False


MISSING: Final = Missing()
"""What a reader returns for a node that it could not read; the reason is among the problems."""


class Reader(ABC, Generic[T_co]):
    """Turns one node into a value."""

    @abstractmethod
    def read(self, node: Node, problems: Problems) -> T_co | Missing:
        """Return the value, or MISSING after adding at least one problem."""

    def read_entry(self, key: Scalar, node: Node, problems: Problems) -> T_co | Missing:
        """Return the value of an entry of a table; some values depend on the entry's key."""
        return self.read(node, problems)

    @abstractmethod
    def describe(self) -> str:
        """Return what is expected, as a short phrase for messages and the reference."""

    def children(self) -> tuple[type[Block], ...]:
        """Return the blocks that can stand inside the value."""
        return ()

    def fits(self, node: Node) -> bool:
        """Tell whether the node has the right shape (text, list or map), whatever it says."""
        return isinstance(node, Scalar)

    def wrong_shape(self, node: Node, problems: Problems) -> Missing:
        """Report that the node has another shape."""
        problems.add("wrong-shape", f"expected {self.describe()}, found {what_is(node)}", node.span)
        return MISSING


def what_is(node: Node) -> str:
    """Return what a node is, in words.

    Example:
        >>> from tilegames.spec.nodes import from_plain
        >>> what_is(from_plain([1, 2])), what_is(from_plain("hearts"))
        ('a list', '"hearts"')
    """
    if isinstance(node, Mapping):
        return "a map"
    if isinstance(node, Sequence):
        return "a list"
    return "nothing" if is_null(node) else f'"{shown(node.text)}"'


@attrs.frozen(kw_only=True, init=False, repr=False, eq=False)
class Block:
    """The base of every block of the language.

    Attributes:
        span: where the block is written.
        places: where each key that is written stands, by its name in the spec.
    """

    span: Span = attrs.field(default=Span("<none>", 1, 1), eq=False, repr=False)
    places: MappingABC[str, Span] = attrs.field(factory=dict, eq=False, repr=False)

    # Written once here: generating these methods for each of the many blocks would slow the import down.
    def __init__(self, **values: Any) -> None:
        for attribute in attrs.fields(type(self)):
            if attribute.name in values:
                value = values.pop(attribute.name)
            elif isinstance(attribute.default, attrs.Factory):  # type: ignore[arg-type]  # a class to Python
                value = attribute.default.factory()
            elif attribute.default is attrs.NOTHING:
                raise TypeError(f"{type(self).__name__} needs {attribute.name}")
            else:
                value = attribute.default
            object.__setattr__(self, attribute.name, value)
        if values:
            raise TypeError(f"{type(self).__name__} has no {', '.join(values)}")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, field.attribute) == getattr(other, field.attribute) for field in fields_of(type(self)))

    __hash__ = None  # type: ignore[assignment]  # a block may hold maps

    def __repr__(self) -> str:
        written = (f"{field.attribute}={getattr(self, field.attribute)!r}" for field in fields_of(type(self)))
        return f"{type(self).__name__}({', '.join(written)})"

    def place(self, key: str) -> Span:
        """Return where the key is written; the block's own place if it is not."""
        return self.places.get(key, self.span)


@attrs.frozen
class Field:
    """One key of a block, for readers and for the reference.

    Attributes:
        name: the key in the spec.
        attribute: the name in Python.
        reader: how its value is read.
        required: whether it must be written.
        default: the default as text; "" if there is none to show.
        doc: what it means.
        example: a value as it is written in a spec, or "".
    """

    name: str
    attribute: str
    reader: Reader[Any]
    required: bool
    default: str
    doc: str
    example: str

    @property
    def expects(self) -> str:
        """What the value is, in words."""
        return self.reader.describe()

    @property
    def blocks(self) -> tuple[type[Block], ...]:
        """The blocks that can stand inside the value."""
        return self.reader.children()


_KEY: Final = "tilegames.key"


def key(reader: Reader[Any] | Callable[[], Reader[Any]], *, doc: str, default: Any = attrs.NOTHING,
        required: bool = False, name: str | None = None, example: str = "") -> Any:
    """Declare a key of a block.

    Args:
        reader: how its value is read; a function without arguments if the reader needs a class defined later.
        doc: what it means, in one or two sentences: the reference shows it.
        default: its value when it is not written, or an ``attrs.Factory``; None if neither this nor ``required`` is
            given.
        required: whether it must be written. To a type checker a key without ``default`` is required too, so write
            ``default=None`` for blocks that Python code makes.
        name: its name in the spec, where that differs from the attribute's.
        example: a value as it is written in a spec.
    """
    if required and default is not attrs.NOTHING:
        raise TypeError("a required key has no default")
    about = {"reader": reader, "doc": doc, "name": name, "example": example, "required": required}
    if not required and default is attrs.NOTHING:
        default = None
    return attrs.field(default=default, kw_only=True, metadata={_KEY: about})


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(key, attrs.field))
def language(cls: type[T]) -> type[T]:
    """Make a class a block of the language: frozen, keyword-only, with its docstring as its reference page.

    Example:
        >>> from tilegames.spec.readers import integer, word
        >>> @language
        ... class Deal(Block):
        ...     '''How the pack is dealt.'''
        ...     each: int = key(integer(1, 99), required=True, doc="pieces for each player")
        ...     rest: str | None = key(word("stock", "boneyard"), doc="what the others become")
        >>> from tilegames.spec.source import parse
        >>> deal = read_document(block(Deal), parse("each: 7", file="demo.yaml"))
        >>> deal.each, deal.rest, str(deal.place("each"))
        (7, None, 'demo.yaml:1:1')
    """
    if not issubclass(cls, Block):
        raise TypeError(f"{cls.__name__} must be a subclass of Block")
    return attrs.frozen(kw_only=True, init=False, repr=False, eq=False)(cls)


def laid_over(base: B, patch: Block) -> B:
    """Return a block with what another one says; keys that are blocks in both are laid over one another, too.

    Args:
        base: what is there.
        patch: what changes: a block whose keys are all keys of the base.
    """
    changes: dict[str, Any] = {"places": {**base.places, **patch.places}}
    for field in fields_of(type(patch)):
        if field.name in patch.places:
            old, new = getattr(base, field.attribute), getattr(patch, field.attribute)
            changes[field.attribute] = laid_over(old, new) if isinstance(old, Block) and type(old) is type(new) else new
    return attrs.evolve(base, **changes)


_FIELDS: Final[dict[type, tuple[Field, ...]]] = {}


def fields_of(cls: type[Block]) -> tuple[Field, ...]:
    """Return the keys of a block in the order of their declaration."""
    known = _FIELDS.get(cls)
    if known is None:
        known = _FIELDS[cls] = tuple(_field(attribute) for attribute in attrs.fields(cls) if _KEY in attribute.metadata)
    return known


def _field(attribute: attrs.Attribute[Any]) -> Field:
    about = attribute.metadata[_KEY]
    reader = about["reader"] if isinstance(about["reader"], Reader) else about["reader"]()
    return Field(about["name"] or attribute.name, attribute.name, reader, about["required"],
                 "" if about["required"] else _default_text(attribute.default), about["doc"], about["example"])


def _default_text(default: Any) -> str:
    if isinstance(default, attrs.Factory):  # type: ignore[arg-type]  # a function to the type checker, a class to Python
        if default.takes_self:
            return ""
        default = default.factory()
    if default is None or isinstance(default, Block):
        return ""
    if isinstance(default, bool):
        return "yes" if default else "no"
    if isinstance(default, (tuple, list)):
        return "[" + ", ".join(map(_default_text, default)) + "]"
    if isinstance(default, MappingABC):
        return "{" + ", ".join(f"{name}: {_default_text(value)}" for name, value in default.items()) + "}"
    return str(default)


def walk(cls: type[Block]) -> Iterator[type[Block]]:
    """Yield the block and every block that can stand inside it, each once, in order of first mention."""
    seen: dict[type[Block], None] = {}
    waiting = [cls]
    while waiting:
        here = waiting.pop(0)
        if here in seen:
            continue
        seen[here] = None
        yield here
        waiting.extend(child for field in fields_of(here) for child in field.blocks)


def block(cls: type[B], *, short: str | None = None) -> Reader[B]:
    """Read a map as a block.

    Problems: ``unknown-key``, ``missing-key``, ``wrong-shape``, and those of the values. A key whose value is ``~``
    counts as not written.

    Args:
        cls: a class made with :func:`language`.
        short: a key that a plain text or a list stands for, for blocks with a one-word form.
    """
    return _BlockReader(cls, short)


class _BlockReader(Reader[B]):
    def __init__(self, cls: type[B], short: str | None) -> None:
        self.cls = cls
        self.short = short
        self._by_name: dict[str, Field] | None = None

    @property
    def by_name(self) -> dict[str, Field]:
        # Not before the first use: blocks may contain one another.
        if self._by_name is None:
            self._by_name = {field.name: field for field in fields_of(self.cls)}
        return self._by_name

    def describe(self) -> str:
        title = "".join(" " + letter.lower() if letter.isupper() else letter for letter in self.cls.__name__).strip()
        whole = f"{'an' if title[0] in 'aeiou' else 'a'} {title} block"
        return whole if self.short is None else f"{self.by_name[self.short].reader.describe()}, or {whole}"

    def children(self) -> tuple[type[Block], ...]:
        return (self.cls,)

    def fits(self, node: Node) -> bool:
        return isinstance(node, Mapping) or (self.short is not None and self.by_name[self.short].reader.fits(node))

    def wrong_shape(self, node: Node, problems: Problems) -> Missing:
        problems.add("wrong-shape", f"expected {self.describe()}, found {what_is(node)}", node.span,
                     f"a block is a map with some of the keys {', '.join(self.by_name)}")
        return MISSING

    def read(self, node: Node, problems: Problems) -> B | Missing:
        return self.read_keys(node, problems, known={})

    def read_keys(self, node: Node, problems: Problems, *, known: MappingABC[str, str]) -> B | Missing:
        """Read the map; ``known`` names further keys that belong to whoever holds the block."""
        if self.short is not None and not isinstance(node, Mapping) and not is_null(node):
            node = Mapping(((Scalar(self.short, False, node.span), node),), node.span)
        if not isinstance(node, Mapping):
            return self.wrong_shape(node, problems)
        values: dict[str, Any] = {}
        places: dict[str, Span] = {}
        whole = True
        for name, value in node.entries:
            field = self.by_name.get(name.text)
            if field is None:
                if name.text not in known:
                    problems.add("unknown-key", f'unknown key "{shown(name.text)}"', name.span,
                                 closest(name.text, [*self.by_name, *known]))
                    whole = False
                continue
            if is_null(value):
                continue
            places[name.text] = name.span
            found = field.reader.read_entry(name, value, problems)
            if found is MISSING:
                whole = False
            else:
                values[field.attribute] = found
        for field in self.by_name.values():
            if field.required and field.name not in places:
                problems.add("missing-key", f'the key "{field.name}" is missing', node.span,
                             f"it is {field.expects}: {field.doc}")
                whole = False
        if not whole:
            return MISSING
        return self.cls(span=node.span, places=places, **values)


def kinds(mapping: MappingABC[str, type[Block]], *, key: str = "kind") -> Reader[Block]:
    """Read one of several blocks; which one is said by a key of the map, or else by the name that the map stands under.

    So ``phases: {tricks: {...}}`` needs no kind, and ``phases: {last_trick: {kind: tricks, ...}}`` does. The blocks'
    classes may have a key of that name themselves; it is then read as any other.

    Args:
        mapping: the block's class for each kind.
        key: the key that says the kind.
    """
    return _KindReader(mapping, key)


class _KindReader(Reader[Block]):
    def __init__(self, mapping: MappingABC[str, type[Block]], key: str) -> None:
        self.key = key
        self.readers = {name: _BlockReader(cls, None) for name, cls in mapping.items()}

    def describe(self) -> str:
        return "a block of one of the kinds " + ", ".join(self.readers)

    def children(self) -> tuple[type[Block], ...]:
        return tuple(dict.fromkeys(reader.cls for reader in self.readers.values()))

    def fits(self, node: Node) -> bool:
        return isinstance(node, Mapping)

    def read(self, node: Node, problems: Problems) -> Block | Missing:
        return self._read(None, node, problems)

    def read_entry(self, key: Scalar, node: Node, problems: Problems) -> Block | Missing:
        return self._read(key, node, problems)

    def _read(self, key: Scalar | None, node: Node, problems: Problems) -> Block | Missing:
        if not isinstance(node, Mapping):
            return self.wrong_shape(node, problems)
        said = node.get(self.key)
        if said is None or is_null(said):
            if key is not None and key.text in self.readers:
                return self.readers[key.text].read_keys(node, problems, known={self.key: ""})
            what = "this block" if key is None else f'"{shown(key.text)}"'
            problems.add("missing-key", f'{what} does not say its "{self.key}"', node.span if key is None else key.span,
                         "one of " + ", ".join(self.readers))
            return MISSING
        if not isinstance(said, Scalar):
            problems.add("wrong-shape", f"expected a kind, found {what_is(said)}", said.span)
            return MISSING
        reader = self.readers.get(said.text)
        if reader is None:
            problems.add("unknown-word", f'unknown {self.key} "{shown(said.text)}"', said.span,
                         closest(said.text, self.readers))
            return MISSING
        return reader.read_keys(node, problems, known={self.key: ""})


def read_document(reader: Reader[T], node: Node) -> T:
    """Read a whole document.

    Raises:
        SpecError: with every problem, in file order.
    """
    problems = Problems()
    value = reader.read(node, problems)
    problems.raise_if_any()
    assert not isinstance(value, Missing)  # a reader that returns MISSING has added a problem
    return value
