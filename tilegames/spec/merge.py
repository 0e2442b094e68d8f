"""One rule for ``extends``, variants, contracts and options: maps merge by key, ``~`` deletes, all else replaces."""

from __future__ import annotations

import json
from collections.abc import Iterable
from collections.abc import Sequence as SequenceABC
from typing import TypeAlias

import attrs

from tilegames.errors import Span, closest
from tilegames.spec.blocks import Problems
from tilegames.spec.nodes import Mapping, Node, Plain, is_null, to_plain

__all__ = ["Conflict", "Path", "canonical", "conflicts", "get_path", "merge", "same", "set_path", "show_path"]

Path: TypeAlias = tuple[str, ...]


@attrs.frozen
class Conflict:
    """Two patches that write different values at one path."""

    path: Path
    first: str
    first_span: Span
    second: str
    second_span: Span


def show_path(path: Path) -> str:
    """Return the path with dots.

    Example:
        >>> show_path(("deal", "each"))
        'deal.each'
    """
    return ".".join(path)


def merge(base: Node, patch: Node, problems: Problems | None = None, *, must_change: bool = False,
          path: Path = (), before: Node | None = None) -> Node:
    """Lay a patch over a base. Every value keeps the place where it was written.

    Args:
        base: what is there.
        patch: what changes: a map merges into a map key by key, ``~`` deletes a key, anything else replaces.
        problems: takes ``nothing-to-delete`` (a ``~`` for a key that the base lacks) and ``patch-changes-nothing``.
        must_change: whether a patch that leaves the base as it is counts as a problem.
        path: where the base stands in the spec, for messages.
        before: the base as it was before other patches: what one of them has deleted already may be deleted again.

    Returns:
        The merged node: the keys of the base in their order, then new ones.

    Example:
        >>> from tilegames.spec.source import parse
        >>> base = parse("deal: {each: 7, rest: stock}", file="base.yaml")
        >>> to_plain(merge(base, parse("deal: {each: 5, rest: ~}", file="patch.yaml")))
        {'deal': {'each': '5'}}
    """
    found = Problems() if problems is None else problems
    merged = _merge(base, patch, path, found, before)
    if must_change and same(base, merged):
        found.add("patch-changes-nothing", "this changes nothing: every value is already so", patch.span,
                  "delete it, or correct what it was meant to change")
    return merged


def _merge(base: Node, patch: Node, path: Path, problems: Problems, before: Node | None = None) -> Node:
    if not isinstance(base, Mapping) or not isinstance(patch, Mapping):
        return patch
    entries = {key.text: (key, value) for key, value in base.entries}
    for key, value in patch.entries:
        below = (*path, key.text)
        old = entries.get(key.text)
        if is_null(value):
            if old is None and not (isinstance(before, Mapping) and before.get(key.text) is not None):
                problems.add("nothing-to-delete", f"there is no {show_path(below)} to delete", key.span,
                             closest(key.text, base.keys()))
            else:
                entries.pop(key.text, None)
        elif old is None:
            # Kept as written, with any ~ inside: it may itself be a patch, such as a new variant.
            entries[key.text] = (key, value)
        else:
            # The key's place moves to the patch only with the whole value: a merged map is still where it began.
            both = isinstance(old[1], Mapping) and isinstance(value, Mapping)
            entries[key.text] = (old[0] if both else key, _merge(
                old[1], value, below, problems, before.get(key.text) if isinstance(before, Mapping) else None))
    return Mapping(tuple(entries.values()), base.span)


def same(first: Node, second: Node) -> bool:
    """Tell whether two nodes say the same: places, quotes and the order of keys do not count.

    Example:
        >>> from tilegames.spec.source import parse
        >>> same(parse("{a: 1, b: 2}", file="x"), parse("b: '2'\\na: 1", file="y"))
        True
    """
    return to_plain(first) == to_plain(second)


def get_path(node: Node, path: str | Path) -> Node | None:
    """Return the node at a dotted path; None if there is none.

    Example:
        >>> from tilegames.spec.source import parse
        >>> get_path(parse("deal: {each: 7}", file="x"), "deal.each").text
        '7'
    """
    here: Node | None = node
    for step in _steps(path):
        here = here.get(step) if isinstance(here, Mapping) else None
    return here


def set_path(node: Node, path: str | Path, value: Node, problems: Problems | None = None, *,
             span: Span | None = None) -> Node:
    """Return the node with another value at a dotted path that it already has.

    Args:
        node: the spec.
        path: such as ``scoring.hand_left.special.0-0``.
        value: what to put there.
        problems: takes ``unknown-path``; the node is then returned as it is.
        span: where the path is written; else the problem stands where the path is lost.

    Example:
        >>> from tilegames.spec.source import from_plain, parse
        >>> to_plain(set_path(parse("deal: {each: 7}", file="x"), "deal.each", from_plain(5)))
        {'deal': {'each': '5'}}
    """
    steps = _steps(path)
    here: Node = node
    for depth, step in enumerate(steps):
        below = here.get(step) if isinstance(here, Mapping) else None
        if below is None:
            if problems is not None:
                known = here.keys() if isinstance(here, Mapping) else ()
                problems.add("unknown-path", f'there is no "{show_path(steps[:depth + 1])}"',
                             here.span if span is None else span, closest(step, known))
            return node
        here = below
    return _replace(node, steps, value)


def _replace(node: Node, steps: Path, value: Node) -> Node:
    if not steps:
        return value
    assert isinstance(node, Mapping)
    return Mapping(tuple((key, _replace(old, steps[1:], value) if key.text == steps[0] else old)
                         for key, old in node.entries), node.span)


def _steps(path: str | Path) -> Path:
    return tuple(path.split(".")) if isinstance(path, str) else path


def conflicts(patches: SequenceABC[tuple[str, Node]]) -> list[Conflict]:
    """Find the paths that two patches write with different values, so that their order would matter.

    A patch that replaces or deletes a whole map is at odds with one that writes inside it.

    Args:
        patches: names and maps, in the order in which they are to be laid on.

    Example:
        >>> from tilegames.spec.source import parse
        >>> short, long = parse("deal: {each: 5}", file="x"), parse("deal: {each: 9}", file="x")
        >>> [show_path(clash.path) for clash in conflicts([("short", short), ("long", long)])]
        ['deal.each']
    """
    found: list[Conflict] = []
    for place, (first, one) in enumerate(patches):
        for second, two in patches[place + 1:]:
            _clash(one, two, (), one.span, two.span, first, second, found)
    return found


def _clash(one: Node, two: Node, path: Path, one_span: Span, two_span: Span, first: str, second: str,
           found: list[Conflict]) -> None:
    if isinstance(one, Mapping) and isinstance(two, Mapping):
        for key, value in one.entries:
            other = two.get(key.text)
            if other is not None:
                _clash(value, other, (*path, key.text), key.span, two.key_span(key.text), first, second, found)
    elif not same(one, two):
        found.append(Conflict(path, first, one_span, second, two_span))


def canonical(node: Node, *, without: Iterable[str] = ()) -> str:
    """Return a text that is equal for specs that say the same, to be hashed.

    Args:
        node: a merged spec.
        without: top-level keys to leave out, such as ``examples``.

    Example:
        >>> from tilegames.spec.source import parse
        >>> canonical(parse("b: [6:6, ~]  # a tile\\na: 'x'\\nabout: y", file="x"), without=["about"])
        '{"a":"x","b":["6:6",null]}'
    """
    left_out = set(without)
    if isinstance(node, Mapping):
        node = Mapping(tuple(entry for entry in node.entries if entry[0].text not in left_out), node.span)
    plain: Plain = to_plain(node)
    return json.dumps(plain, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
