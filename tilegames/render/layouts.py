"""Text pictures of what lies on the table in a layout: lines, trees and trains, with their open ends.

A person reads from them where a piece can go: every open end stands behind the tile that moves name, as ``> 4``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilegames.views import OpenEnd, View

__all__ = ["layout_lines", "layout_row"]


#: What is said of an end that comes before all others.
_DUE = ", must be filled first"


def layout_row(row: Sequence[tuple[int, int]], width: int = 80) -> list[str]:
    """A line of tiles as it lies, read like text; its open ends are marked.

    Args:
        row: the tiles from left to right, each as its two numbers in that order.
        width: the most characters in a line of text.

    Example:
        >>> layout_row([(3, 6), (6, 6)])
        ['left 3 < [3|6][6|6] > right 6']
    """
    if not row:
        return []
    head = f"left {row[0][0]} < "
    return _wrapped(head, [*map(_tile, row[:-1]), f"{_tile(row[-1])} > right {row[-1][1]}"], width, " " * len(head))


def layout_lines(view: View, width: int = 80) -> list[str]:
    """What lies on the table, whatever its shape; nothing before the first piece.

    Args:
        view: what a seat knows.
        width: the most characters in a line of text.

    Example:
        >>> import tilegames
        >>> state = tilegames.load("chicken-foot").position(layout=["9-9", "9-1", "9-4", "9-7", "9-0", "4-4", "4-2"])
        >>> print("\\n".join(layout_lines(state.view(0))))
        [9|9]
        +-[9|1] > 1
        +-[9|4][4|4]
        | +-[4|2] > 2
        | +- > 4 (2 sides), must be filled first
        +-[9|7] > 7
        +-[9|0] > 0
    """
    if not view.layout:
        return []
    if not view.joined:
        return layout_row(view.layout, width)
    if view.arms:
        return _trains(view, width)
    return _branch(view, _children(view), 0, width, "")


def _tile(ends: tuple[int, int]) -> str:
    return f"[{ends[0]}|{ends[1]}]"


def _wrapped(head: str, items: Iterable[str], width: int, indent: str) -> list[str]:
    """Items behind a heading, in lines of at most a width; an item is never cut."""
    lines = [head]
    for item in items:
        if len(lines[-1]) + len(item) > width and lines[-1].strip(" |+-") and lines[-1] != indent:
            lines.append(indent)
            item = item.removeprefix(",").lstrip()
        lines[-1] += item
    return lines


def _children(view: View) -> list[list[int]]:
    found: list[list[int]] = [[] for _ in view.layout]
    for place, under in enumerate(view.joined):
        if under >= 0:
            found[under].append(place)
    return found


def _open(view: View, place: int) -> list[str]:
    """The open ends of a tile in words."""
    return [_end(view, end) for end in view.ends if end.place == place]


def _end(view: View, end: OpenEnd) -> str:
    sides = f" ({end.free} sides)" if end.free > 1 else ""
    first = bool(view.due) and view.due[0] == end.piece
    return f" > {end.number}{sides}{_DUE if first else ''}"


def _branch(view: View, children: Sequence[Sequence[int]], place: int, width: int, indent: str) -> list[str]:
    """A tile and all that lies on it; what goes on in one way only stays in one line."""
    run = [_tile(view.layout[place])]
    ends = _open(view, place)
    while len(children[place]) + len(ends) == 1 and not ends:
        place = children[place][0]
        run.append(_tile(view.layout[place]))
        ends = _open(view, place)
    if len(ends) == 1 and not children[place]:
        run[-1] += ends.pop()
    lines = _wrapped("", run, width - len(indent), "  ")
    parts = [_branch(view, children, child, width, f"{indent}  ") for child in children[place]]
    parts += [[end] for end in ends]
    for number, part in enumerate(parts):
        rest = "  " if number == len(parts) - 1 else "| "
        lines += [("+-" if at == 0 else rest) + line for at, line in enumerate(part)]
    return lines


def _trains(view: View, width: int) -> list[str]:
    """The piece that starts, and one line for each train with its name, its owner and its end."""
    lines = [f"{_tile(view.layout[0])} in the middle"]
    heads = []
    for arm in view.arms:
        mine = " (yours)" if arm.owner is not None and arm.owner == view.seat else ""
        heads.append(f"{arm.name}{mine}{', open' if arm.open else ''}")
    room = max(map(len, heads)) + 2
    last = {end.where: end for end in view.ends}
    for arm, head in zip(view.arms, heads, strict=True):
        end = last[arm.name]
        run: list[str] = []
        place = end.place
        while place > 0:
            run.insert(0, _tile(view.layout[place]))
            place = view.joined[place]
        due = bool(view.due) and end.place > 0 and view.due[0] == end.piece
        run += [f"{' ' if run else ''}> {end.number}", *[_DUE] * due]
        lines += _wrapped(head.ljust(room), run, width, " " * room)
    return lines
