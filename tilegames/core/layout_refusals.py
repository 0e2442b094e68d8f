"""Why a move of a layout is refused, in a sentence that names what stands in its way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilegames.core.layout_rules import RUNNING
from tilegames.core.moves import Move, Reason
from tilegames.core.table import FIRST_KEY, LEFT, START, Table

if TYPE_CHECKING:
    from tilegames.core.layouts import Layout

__all__ = ["refuse"]


_CHAIN = "the first turn goes on only on one's own train; or stop"


def refuse(layout: Layout, table: Table, move: Move) -> Reason:
    """Why a move of a layout that is not legal now is not."""
    legal = layout.legal(table)
    if legal[0].action == "announce":
        return Reason("must-announce", "first say whether you announce your last piece", layout.announce)
    if move.number < 0:
        return _refuse_other(layout, table, move, legal)
    hand, seat = table.hands[table.turn], table.turn
    if not hand & move.mask:
        return Reason("not-in-hand", f"seat {seat} does not hold {move.piece}", layout.place)
    if not table.ends:
        if move.number != START:
            return Reason("no-ends-yet", "the layout is empty: name the piece alone", layout.place)
        first = ", ".join(layout.pieces.names_of(table.opening & hand))
        return Reason("must-open-with", f"the layout starts with {first}", layout.opener(table).place)
    if move.number == START:
        meant = next((end[1] for end in table.ends if layout.tree.fits[end[0]] & move.mask), None)
        if meant is None:
            return Reason("must-join-an-end", f"{move.piece} {_misfit(layout, table)}", layout.join_place)
        move = layout.tree.move(layout.pieces.kind_of[move.mask.bit_length() - 1], meant)
        if move in legal:
            return Reason("must-join-an-end", f"say where it goes, such as {move}", layout.join_place)
    if layout.tree.is_line and move.number == LEFT and len(table.ends) == 1:
        return Reason("same-end", f"both ends of a lone double are one: say {move.piece} right", layout.join_place)
    return _refuse_end(layout, table, move)


def _refuse_end(layout: Layout, table: Table, move: Move) -> Reason:
    """Why a piece in hand may not go to an end of the layout."""
    there = [end for end in table.ends if layout.tree.label(end[1]) == move.where]
    if not there:
        return Reason("no-such-end", f"there is no {_end(layout, move.where)} that is open", layout.join_place)
    if not any(layout.tree.fits[end[0]] & move.mask for end in there if end[1] == move.number):
        return Reason("must-join-an-end",
                      f"{move.piece} does not fit the {_end(layout, move.where)} ({there[0][0]})",
                      layout.join_place)
    must, trains = layout.must_fill, layout.trains
    if trains is not None and table.stage == RUNNING:
        return Reason("own-train-only", _CHAIN, trains.place)
    begins = layout.must_begin(table, table.turn)
    public = trains is not None and trains.public >> (move.number - FIRST_KEY) & 1
    if must is not None and (begins == "all" or (begins and public and not table.duties)):
        return Reason("own-train-first", f"seat {table.turn} must first play on {layout.tree.arms[table.turn]}",
                      must.place)
    if must is not None and table.duties:
        node, left = table.duties[-1 if must.newest else 0]
        return Reason("must-fill", f"{layout.pieces.name(table.placed[node][0])} must be filled first: "
                      f"{left} more there", must.place)
    return Reason("not-your-train", f"{move.where} is not open to seat {table.turn}",
                  trains.place if trains is not None else layout.place)


def _end(layout: Layout, where: str | None) -> str:
    """An end in words."""
    return f"{where} end" if layout.tree.is_line else f"end {'of' if layout.tree.arms else 'on'} {where}"


def _misfit(layout: Layout, table: Table) -> str:
    if layout.tree.is_line:
        numbers = layout.tree.open_numbers(table)
        return f"fits neither end ({numbers[0]} and {numbers[-1]})"
    return f"fits no open end ({', '.join(map(str, sorted(set(layout.tree.open_numbers(table)))))})"


def _refuse_other(layout: Layout, table: Table, move: Move, legal: Sequence[Move]) -> Reason:
    """Why something that is no play may not be done."""
    if layout.trains is not None and table.stage == RUNNING and move.action in ("pass", "draw"):
        return Reason("own-train-only", _CHAIN, layout.trains.place)
    if move.action == "pass":
        if legal[0].action == "draw":
            return Reason("must-draw", "who cannot play must draw", layout.pass_place)
        return Reason("must-play-if-able", "who can play must play", layout.pass_place)
    if move.action == "draw":
        if layout.drawing is None:
            return Reason("no-drawing", "nobody draws in this game", layout.pass_place)
        if legal[0].action == "pass" or not layout.can_draw(table):
            kept = f": {layout.drawing.reserve} stay in it" if layout.drawing.reserve else ""
            left = len(table.stock) - table.drawn - layout.drawing.reserve
            return Reason("nothing-to-draw", "no more may be drawn in this turn" if left > 0 else
                          f"there is nothing to draw from the stock{kept}", layout.drawing.place)
        return Reason("must-play-if-able", "who can play must play", layout.pass_place)
    if move.action == "announce":
        return Reason("nothing-to-announce", "there is nothing to announce now", layout.announce or layout.place)
    return Reason("nothing-to-stop", "there is nothing to stop now",
                  layout.trains.place if layout.trains is not None else layout.place)
