"""Lays the pieces of a layout as the words of a position name them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from tilegames.core.layouts import Layout
from tilegames.core.pieces import tidy
from tilegames.core.table import RIGHT, End, Table
from tilegames.errors import PositionError
from tilegames.spec.examples import Given
from tilegames.spec.schema import Located

__all__ = ["lay_pieces"]

#: A piece, and the end it lies at: ``4-1``, ``4-1@9-9``, ``3-1@6-4/6``, ``5-2 train 0``.
_LAID = re.compile(r"(?P<piece>[^\s@]+)(?:\s*@\s*(?P<on>\S+)|\s+(?P<arm>.+))?")


class Box(Protocol):
    """Where the pieces of a position come from."""

    given: Given

    def take(self, names: Sequence[Located[str]], word: str) -> list[int]: ...


def lay_pieces(box: Box, table: Table, phase: Layout) -> None:
    """Lays the pieces that ``given.layout`` names.

    Raises:
        PositionError: they cannot lie like this.
    """
    table.placed, table.ends, table.passes = [], [], 0
    names = box.given.layout
    if phase.tree.is_line:
        _line(box, table, phase, names)
        return
    for name in names:
        found = _LAID.fullmatch(tidy(name.value))
        if found is None:
            raise PositionError(f'layout: "{name.value}" is not a piece and its end')
        piece = box.take([Located(found["piece"], name.span)], "layout")[0]
        if not table.placed:
            if found["on"] or found["arm"]:
                raise PositionError(f'layout: the first piece lies at no end, so "{name.value}" cannot be it')
            if phase.trains is not None and not phase.tree.double[piece]:
                raise PositionError(f"layout: trains begin at a double, not at {name.value}")
            phase.lay(table, piece, None)
            continue
        phase.lay(table, piece, _end(table, phase, piece, name.value, found["on"] or found["arm"]))


def _end(table: Table, phase: Layout, piece: int, text: str, where: str | None) -> End:
    """The one end that a piece can lie at."""
    tree = phase.tree
    moves = {end: tree.move(phase.pieces.kind_of[piece], end[1]) for end in tree.distinct(table, phase.due_ends(table))
             if tree.fits[end[0]] >> piece & 1}
    if where is not None:
        wanted = where.lower()
        moves = {end: move for end, move in moves.items()
                 if wanted in ((move.where or "").lower(), move.text.partition("@")[2].lower())}
    if not moves:
        raise PositionError(f"layout: {text} does not fit any end that is open there")
    if len(moves) > 1:
        raise PositionError(f"layout: {text} could lie at several ends; say which: "
                            + " or ".join(move.text for move in moves.values()))
    return next(iter(moves))


def _line(box: Box, table: Table, phase: Layout, names: Sequence[Located[str]]) -> None:
    tree = phase.tree
    line = box.take(names, "layout")
    kind = phase.pieces.kinds[phase.pieces.kind_of[line[0]]]
    # As written, unless only the other way round joins the second tile.
    turned = tuple(map(int, re.findall(r"[0-9]+", names[0].value))) == kind.ends
    if len(line) > 1 and not tree.fits[kind.low if turned else kind.high] >> line[1] & 1:
        turned = not turned
    tree.start(table, line[0], turned=turned)
    for piece, name in zip(line[1:], names[1:], strict=True):
        right = tree.open_numbers(table)[-1]
        if not tree.fits[right] >> piece & 1:
            raise PositionError(f"layout: {name.value} does not join the end {right}")
        tree.join(table, piece, RIGHT)
