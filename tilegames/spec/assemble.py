"""From a spec's text to the spec that is played: ``extends``, variants and options laid on by the one merge rule."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

import attrs

from tilegames.errors import OptionError, SpecError, closest
from tilegames.spec.examples import Example
from tilegames.spec.merge import canonical, conflicts, merge, same, set_path, show_path
from tilegames.spec.model import Document, Option, Spec
from tilegames.spec.nodes import Mapping as MapNode
from tilegames.spec.nodes import Node, Scalar, from_plain
from tilegames.spec.nodes import Sequence as ListNode
from tilegames.spec.schema import CountRange, Problems, Reader, block, read_document
from tilegames.spec.source import parse

__all__ = ["RULES_VERSION", "Assembled", "Find", "assemble", "audit", "read_base", "read_examples"]

#: The version of the engine's reading of specs; part of every rules hash, raised when the same spec plays otherwise.
RULES_VERSION = 1

#: Finds a parent spec: (id, the file that names it) -> (text, file). Raises KeyError if there is none.
Find = Callable[[str, str], tuple[str | bytes, str]]

_DEEPEST = 3
_RESERVED = ("hooks", "name_or_path", "players", "specs", "text", "variants")
#: The keys of a variant that speak of other variants.
_ABOUT_VARIANTS = ("after", "includes")
_NOT_RULES = ("about", "examples", "variants", "options", "extends", "tilegames", "drop_examples")


@attrs.frozen(eq=False)
class Assembled:
    """A spec with everything laid on.

    Attributes:
        spec: the parsed form.
        node: the merged text, each value with its place.
        base: the merged text before variants and options.
        variants: those laid on, in order.
        options: the value of every option.
        chosen: the options that the caller gave.
        rules_hash: equal for specs whose rules say the same, whatever their comments, examples and unused variants.
    """

    spec: Spec
    node: Node
    base: Node
    variants: tuple[str, ...]
    options: Mapping[str, str]
    chosen: Mapping[str, str]
    rules_hash: str


_EXAMPLES = re.compile(r"^examples:.*\n(?:(?:(?:[ #]|- ).*|[ \t\r]*)(?:\n|\Z))*", re.MULTILINE)


@lru_cache(maxsize=64)
def _parsed(text: str | bytes, file: str) -> MapNode:
    """The nodes of a text. They never change, and one spec is often loaded with other variants and options."""
    return parse(text, file=file)


@lru_cache(maxsize=64)
def _parse_rules(text: str | bytes, file: str) -> MapNode:
    """Parses a spec but for its examples, which take longer than all the rest.

    The lines of the examples are blanked, so that the places stay right. If what is left cannot be parsed, the whole
    text is, so that a fault anywhere is told as it stands.
    """
    if isinstance(text, bytes):
        return _parsed(text, file)
    found = _EXAMPLES.search(text)
    if found is None:
        return _parsed(text, file)
    try:
        return parse(text[:found.start()] + "\n" * found[0].count("\n") + text[found.end():], file=file)
    except SpecError:
        return _parsed(text, file)


def read_base(text: str | bytes, file: str, find: Find, *, examples: bool = False) -> MapNode:
    """Reads a spec and lays it over its parents.

    Args:
        text, file: the spec, and how to name it in messages.
        find: finds parents.
        examples: whether to read the examples too.

    Raises:
        SpecError: with every problem of the stage that failed.
    """
    read = _parsed if examples else _parse_rules
    node = read(text, file)
    problems = Problems()
    chain = [node]
    seen = [_id_of(node)]
    while (parent := chain[-1].get("extends")) is not None:
        if not isinstance(parent, Scalar):
            problems.add("wrong-shape", "extends names one game", parent.span)
        elif parent.text in seen:
            problems.add("extends-itself", f'"{parent.text}" comes to extend itself', parent.span)
        elif len(chain) > _DEEPEST:
            problems.add("extends-too-deep", f"no more than {_DEEPEST} specs may extend one another", parent.span)
        else:
            try:
                above, above_file = find(parent.text, chain[-1].span.file)
            except KeyError as error:
                problems.add("unknown-parent", f'there is no game "{parent.text}" to extend', parent.span,
                             str(error.args[0]) if error.args else "")
            else:
                chain.append(read(above, above_file))
                seen.append(parent.text)
                continue
        problems.raise_if_any()
    merged = chain.pop()
    while chain:
        merged = _extend(merged, chain.pop(), problems, examples)
    problems.raise_if_any()
    return merged


def _id_of(node: MapNode) -> str:
    game = node.get("game")
    return game.text if isinstance(game, Scalar) else ""


def _without(node: MapNode, *keys: str) -> MapNode:
    return MapNode(tuple(entry for entry in node.entries if entry[0].text not in keys), node.span)


def _extend(parent: MapNode, child: MapNode, problems: Problems, examples: bool) -> MapNode:
    """Lays a child over its parent.

    Examples are inherited by name; ``drop_examples`` names those no longer true, or says ``all``.
    """
    inherited = _named_examples(parent)
    dropped = child.get("drop_examples")
    if isinstance(dropped, Scalar) and dropped.text == "all":
        inherited = {}
    elif dropped is not None and not isinstance(dropped, ListNode):
        problems.add("wrong-shape", "drop_examples is a list of names, or all", dropped.span)
    for name in dropped.items if examples and isinstance(dropped, ListNode) else ():
        if not isinstance(name, Scalar) or inherited.pop(name.text, None) is None:
            problems.add("nothing-to-drop", "there is no inherited example of this name", name.span,
                         closest(name.text if isinstance(name, Scalar) else "", inherited))
    inherited |= _named_examples(child)
    merged = merge(_without(parent, "examples", "extends"), _without(child, "examples", "extends", "drop_examples"),
                   problems)
    assert isinstance(merged, MapNode)
    own = child.get("examples")
    if own is None and not inherited:
        return merged
    # What is no list is kept, to be refused when it is read.
    listed = own if own is not None and not isinstance(own, ListNode) else ListNode(
        tuple(inherited.values()), own.span if own is not None else parent.span)
    return MapNode((*merged.entries, (Scalar("examples", False, listed.span), listed)), merged.span)


def _named_examples(node: MapNode) -> dict[str, Node]:
    listed = node.get("examples")
    found: dict[str, Node] = {}
    for number, item in enumerate(listed.items if isinstance(listed, ListNode) else ()):
        name = item.get("name") if isinstance(item, MapNode) else None
        found[name.text if isinstance(name, Scalar) else f"#{number}"] = item
    return found


def assemble(text: str | bytes, file: str, find: Find, *, variants: Sequence[str] = (),
             options: Mapping[str, object] | None = None) -> Assembled:
    """Reads a spec and lays on variants and options.

    Raises:
        SpecError: the spec is wrong, by itself or with these variants and options.
        OptionError: there is no such variant, option or value, or two of them contradict one another.
    """
    base = read_base(text, file, find)
    spec = read_document(_rules_reader(base), base)
    node: Node = base
    named = _variants_in_order(base, variants)
    problems = Problems()
    for _, patch in named:
        if patch.entries:
            merge(base, patch, problems, must_change=True)
        node = merge(node, patch, before=base)
    problems.raise_if_any()
    if named:
        spec = read_document(_rules_reader(node), node)
    _check_options(spec, problems)
    problems.raise_if_any()
    chosen = {name: _value_text(spec, name, value) for name, value in (options or {}).items()}
    before = _defaults(base)
    laid: list[tuple[str, Node]] = []
    values: dict[str, str] = {}
    for name, option in spec.options.items():
        value = chosen.get(name)
        default = option.default if option.values else _at(node, option)
        if value is None and option.values and default != before.get(name):
            value = default
        values[name] = value if value is not None else default or ""
        if value is not None:
            laid.append((name, _patch(option, value)))
    for clash in conflicts(laid):
        raise OptionError(f"the options {clash.first}={values[clash.first]} and {clash.second}={values[clash.second]} "
                          f"contradict one another at {show_path(clash.path)}")
    unchanged = node
    for _, option_patch in laid:
        node = merge(node, option_patch, problems, before=unchanged)
    problems.raise_if_any()
    if laid:
        spec = read_document(_rules_reader(node), node)
        values |= {name: in_force for name, option in spec.options.items() if name not in chosen
                   and (in_force := _in_force(node, option, values[name])) is not None}
    rules = canonical(node, without=_NOT_RULES)
    digest = hashlib.sha256(f"{RULES_VERSION}\n{rules}".encode()).hexdigest()[:16]
    return Assembled(spec, node, base, tuple(name for name, _ in named if name in variants), values, chosen, digest)


def _in_force(node: Node, option: Option, value: str) -> str | None:
    """The value of an option that other options have set beside their own; None if it has the value that it says."""
    if not option.values:
        return _at(node, option)

    def holds(one: str) -> bool:
        patch = option.values[one]
        return isinstance(patch, MapNode) and bool(patch.entries) and same(node, merge(node, patch))

    return None if value not in option.values or holds(value) else next(filter(holds, option.values), None)


def _rules_reader(node: Node) -> Reader[Spec]:
    """How to read a spec: with its examples if they are there."""
    return block(Document if isinstance(node, MapNode) and node.get("examples") is not None else Spec)


def read_examples(text: str | bytes, file: str, find: Find) -> tuple[Example, ...]:
    """The examples of a spec, with those that it inherits.

    Raises:
        SpecError: with every problem of the stage that failed.
    """
    base = read_base(text, file, find, examples=True)
    return read_document(block(Document), base).examples


def _defaults(base: MapNode) -> dict[str, str]:
    listed = base.get("options")
    found: dict[str, str] = {}
    for key, option in listed.entries if isinstance(listed, MapNode) else ():
        default = option.get("default") if isinstance(option, MapNode) else None
        if isinstance(default, Scalar):
            found[key.text] = default.text
    return found


def _variants_in_order(base: MapNode, wanted: Sequence[str]) -> list[tuple[str, MapNode]]:
    """The patches of the wanted variants, each after those it says it comes after."""
    listed = base.get("variants")
    known = {key.text: patch for key, patch in listed.entries} if isinstance(listed, MapNode) else {}
    if isinstance(wanted, str):
        raise OptionError(f'variants is a list of names: write variants=["{wanted}"]')
    patches: list[tuple[str, MapNode]] = []
    after: dict[str, tuple[str, ...]] = {}
    for name in _with_included(wanted, known):
        patch = known.get(name)
        if not isinstance(patch, MapNode):
            hint = closest(str(name), known) or "this game has no variants"
            raise OptionError(f'there is no variant "{name}"; {hint}')
        if name in after:
            raise OptionError(f'the variant "{name}" is named twice')
        after[name] = _words_of(patch, "after")
        patches.append((name, _without(patch, *_ABOUT_VARIANTS)))
    for clash in conflicts(patches):
        if clash.first not in after[clash.second] and clash.second not in after[clash.first]:
            raise OptionError(f"the variants {clash.first} and {clash.second} contradict one another at "
                              f"{show_path(clash.path)} ({clash.first_span} and {clash.second_span}); "
                              'one of them has to say "after:" the other')
    ordered: list[tuple[str, MapNode]] = []
    while patches:
        waiting = {name for name, _ in patches}
        ready = next((pair for pair in patches if not waiting & set(after[pair[0]])), None)
        if ready is None:
            raise OptionError(f"the variants {', '.join(sorted(waiting))} each say they come after another")
        patches.remove(ready)
        ordered.append(ready)
    return ordered


def _words_of(patch: MapNode, key: str) -> tuple[str, ...]:
    """The words under a key that says something about a variant itself."""
    said = patch.get(key)
    return tuple(item.text for item in (said.items if isinstance(said, ListNode) else (said,))
                 if isinstance(item, Scalar))


def _with_included(wanted: Sequence[str], known: Mapping[str, Node]) -> list[str]:
    """The wanted variants and those that they include, which come before them.

    Raises:
        OptionError: a variant comes to include itself, or one that there is not.
    """
    found: list[str] = []

    def add(name: str, above: tuple[str, ...]) -> None:
        patch = known.get(name)
        for other in _words_of(patch, "includes") if isinstance(patch, MapNode) else ():
            if other in (*above, name):
                raise OptionError(f'the variant "{name}" comes to include itself')
            if other not in known:
                raise OptionError(f'the variant "{name}" includes "{other}", which there is not; '
                                  f"{closest(other, known)}")
            if other not in found:
                add(other, (*above, name))
        if not above or name not in found:
            found.append(name)

    for name in wanted:
        add(name, ())
    return found


def _value_text(spec: Spec, name: str, value: object) -> str:
    option = spec.options.get(name)
    if option is None:
        raise OptionError(f'there is no option "{name}"; {closest(name, spec.options) or "this game has no options"}')
    words = list(option.values) if option.values else list(option.allowed) if isinstance(option.allowed, tuple) else []
    written = str(value)
    if isinstance(value, bool):
        written = next((word for word in words if word in (("yes", "on") if value else ("no", "off"))), written)
    if words and written not in words:
        raise OptionError(f'the option {name} cannot be "{written}"; {closest(written, words)}')
    if isinstance(option.allowed, CountRange):
        number = int(written) if re.fullmatch(r"0|[1-9][0-9]{0,8}", written) else None
        if number not in option.allowed:
            raise OptionError(f"the option {name} must be a whole number in {option.allowed}, not {written!r}")
    return written


def _patch(option: Option, value: str) -> Node:
    if option.values:
        return option.values[value]
    assert option.sets is not None
    # What the option sets is said to stand where the option does.
    span = option.sets.span
    node: Node = Scalar(value, False, span)
    for step in reversed(option.sets.value.split(".")):
        node = MapNode(((Scalar(step, False, span), node),), span)
    return node


def _at(node: Node, option: Option) -> str:
    found: Node | None = node
    for step in option.sets.value.split(".") if option.sets else ():
        found = found.get(step) if isinstance(found, MapNode) else None
    if isinstance(found, Scalar):
        return found.text
    return "by players" if found is not None else "none"


def _check_options(spec: Spec, problems: Problems) -> None:
    for name, option in spec.options.items():
        place = spec.options.places[name]
        if name in _RESERVED:
            problems.add("bad-name", f'an option cannot be called "{name}": load has an argument of that name', place)
        if bool(option.values) == (option.sets is not None):
            problems.add("option-shape", f'the option "{name}" needs either values or sets', place)
        elif option.sets is not None and option.allowed is None:
            problems.add("option-shape", f'the option "{name}" does not say what is allowed', place)


def _check_path(base: MapNode, option: Option, problems: Problems) -> None:
    """Reports a path that the spec does not have and could not have."""
    assert option.sets is not None
    lost = Problems()
    set_path(base, option.sets.value, from_plain("0"), lost, span=option.sets.span)
    if lost:
        sample = option.allowed[0] if isinstance(option.allowed, tuple) else str(option.allowed.low)
        try:
            read_document(_rules_reader(base), merge(base, _patch(option, sample)))
        except SpecError:
            problems.take(*lost.items)


def audit(base: MapNode) -> None:
    """Checks everything about variants and options that a single load does not need.

    Raises:
        SpecError: a variant or an option's value changes nothing, a default is not what the spec says, or a path is
            unknown; with every problem.
    """
    problems = Problems()
    spec = read_document(_rules_reader(base), base)
    _check_options(spec, problems)
    problems.raise_if_any()
    for patch in spec.variants.values():
        assert isinstance(patch, MapNode)
        own = _without(patch, *_ABOUT_VARIANTS)
        if own.entries or patch.get("includes") is None:
            merge(base, own, problems, must_change=True)
    for name in spec.options:
        _audit_option(base, spec, name, problems)
    for variant in spec.variants:
        node: MapNode = base
        for _, patch in _variants_in_order(base, (variant,)):
            merged = merge(node, patch, before=base)
            assert isinstance(merged, MapNode)
            node = merged
        with_it = read_document(_rules_reader(node), node)
        _check_options(with_it, problems)
        problems.raise_if_any()
        for name in with_it.options:
            if name not in spec.options:
                _audit_option(node, with_it, name, problems)
    problems.raise_if_any()


def _audit_option(node: MapNode, spec: Spec, name: str, problems: Problems) -> None:
    """Reports an option whose default is not what the spec says, or of which a value changes nothing."""
    option, place = spec.options[name], spec.options.places[name]
    if option.sets is not None:
        _check_path(node, option, problems)
    elif option.default not in option.values:
        problems.add("option-default", f'the default of the option "{name}" is none of its values', place,
                     closest(option.default or "", option.values))
    else:
        for value, patch in option.values.items():
            merged = merge(node, patch, problems)
            if (value == option.default) != same(node, merged):
                what = "is not what the spec says without it" if value == option.default else "changes nothing"
                problems.add("option-default", f"{name}: {value} {what}", option.values.places[value])
