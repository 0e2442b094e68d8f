"""The nodes that a spec consists of: texts, maps and lists, each with its place in the file."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

import attrs

from tilegames.errors import Problem, Span

__all__ = ["Mapping", "Node", "Plain", "Scalar", "Sequence", "from_plain", "in_order", "is_null", "to_plain"]

Plain: TypeAlias = "str | list[Plain] | dict[str, Plain] | None"


@attrs.frozen
class Scalar:
    """A piece of text.

    Attributes:
        text: the text as written, without quotes.
        quoted: whether it stood in quotes or in a block (``|``, ``>``).
        span: its place.
    """

    text: str
    quoted: bool
    span: Span


@attrs.frozen
class Mapping:
    """A map, in file order.

    Attributes:
        entries: pairs of key and value.
        span: the place of its first key or its opening brace.
    """

    entries: tuple[tuple[Scalar, Node], ...]
    span: Span

    def get(self, key: str) -> Node | None:
        """Return the value under the key; None if there is no such key."""
        for known, value in self.entries:
            if known.text == key:
                return value
        return None

    def keys(self) -> tuple[str, ...]:
        """Return the keys in file order."""
        return tuple(key.text for key, _ in self.entries)

    def key_span(self, key: str) -> Span:
        """Return the place where the key is written; the map's own place if it is not."""
        for known, _ in self.entries:
            if known.text == key:
                return known.span
        return self.span


@attrs.frozen
class Sequence:
    """A list, in file order."""

    items: tuple[Node, ...]
    span: Span


Node: TypeAlias = "Scalar | Mapping | Sequence"


def is_null(node: Node) -> bool:
    """Tell whether the node says "nothing": ``~``, ``null`` or an empty value, without quotes.

    Example:
        >>> from tilegames.spec.source import parse
        >>> spec = parse("a: ~\\nb:\\nc: ''", file="demo.yaml")
        >>> [is_null(value) for _, value in spec.entries]
        [True, True, False]
    """
    return isinstance(node, Scalar) and not node.quoted and node.text in ("", "~", "null")


def to_plain(node: Node) -> Plain:
    """Return the node as dicts, lists and strings, without places; nothing becomes None.

    Example:
        >>> from tilegames.spec.source import parse
        >>> to_plain(parse("deal: {each: 7, rest: ~}\\ntiles: [6:6, no]", file="demo.yaml"))
        {'deal': {'each': '7', 'rest': None}, 'tiles': ['6:6', 'no']}
    """
    if isinstance(node, Mapping):
        return {key.text: to_plain(value) for key, value in node.entries}
    if isinstance(node, Sequence):
        return [to_plain(item) for item in node.items]
    return None if is_null(node) else node.text


def from_plain(data: object, *, file: str = "<data>") -> Node:
    """Return nodes for dicts, lists, strings, integers, booleans and None that come from Python, not from a file.

    Args:
        data: the data; booleans become ``yes`` and ``no``.
        file: the name that errors show.

    Raises:
        TypeError: if there is something else in it.

    Example:
        >>> to_plain(from_plain({"each": 7, "shown": True}))
        {'each': '7', 'shown': 'yes'}
    """
    span = Span(file, 1, 1)
    if data is None:
        return Scalar("", False, span)
    if isinstance(data, bool):
        return Scalar("yes" if data else "no", False, span)
    if isinstance(data, int):
        return Scalar(str(data), False, span)
    if isinstance(data, str):
        return Scalar(data, data in ("", "~", "null"), span)
    if isinstance(data, dict):
        return Mapping(tuple((Scalar(str(key), False, span), from_plain(value, file=file))
                             for key, value in data.items()), span)
    if isinstance(data, (list, tuple)):
        return Sequence(tuple(from_plain(item, file=file) for item in data), span)
    raise TypeError(f"a spec cannot hold a {type(data).__name__}")


def in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Sort problems by place: file by file as they first appear, then line and column; those without a place first."""
    found = tuple(problems)
    files = {name: rank for rank, name in enumerate(dict.fromkeys(p.span.file for p in found if p.span), start=1)}

    def place(problem: Problem) -> tuple[int, int, int]:
        span = problem.span
        return (0, 0, 0) if span is None else (files[span.file], span.line, span.column)

    return tuple(sorted(found, key=place))
