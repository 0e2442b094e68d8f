"""Why a move with melds is not legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilegames.core.meld_words import Opening
from tilegames.core.moves import Move, Reason
from tilegames.core.table import Table

if TYPE_CHECKING:
    from tilegames.core.melding import Melding

__all__ = ["refuse_melding"]


def refuse_melding(melding: Melding, table: Table, move: Move) -> Reason | None:
    """Why a move with melds is not legal; None if it has nothing to do with them."""
    hand = table.hands[table.turn]
    if table.building is not None and move.action in ("meld", "lay off", "swap"):
        return Reason("not-this-step", "the meld that was begun must be finished first", melding.place)
    if move.action == "meld":
        return _refuse_meld(melding, table, melding.words.openings[move], hand, move)
    if move.action == "add" and table.building is not None:
        if not hand & move.mask:
            return Reason("not-in-hand", f"seat {table.turn} does not hold {move.piece}", melding.place)
        return Reason("breaks-meld", f"with {move.text.removeprefix('add ')} next the meld, or what must follow "
                      "it, could not be finished", melding.place)
    if move.action == "done" and table.building is not None:
        return Reason("meld-not-complete", "the meld is not complete, or what must follow could not be laid",
                      melding.place)
    if move.action in ("lay off", "swap"):
        return _refuse_target(melding, table, move, hand)
    return None


def _refuse_meld(melding: Melding, table: Table, opening: Opening, hand: int, move: Move) -> Reason:
    what = move.text.removeprefix("meld ")
    if opening not in melding.reach.of(hand):
        return Reason("no-such-meld", f"seat {table.turn} has not the pieces of {what}", melding.place)
    if melding.due(table):
        return Reason("contract-first", f"with {what} the contract ({melding.contract_text(melding.due(table))}) "
                      "could not be laid from this hand in this turn", melding.contract_place)
    return _refuse_duty(melding, table, f"{what} would not use it") or Reason(
        "must-keep-one", "the last piece must be discarded", melding.place)


def _refuse_duty(melding: Melding, table: Table, why: str) -> Reason | None:
    if table.duty is None:
        return None
    return Reason("must-use", f"{melding.pieces.names[table.duty.kind]} must be used in a meld at once: {why}",
                  melding.place)


def _refuse_target(melding: Melding, table: Table, move: Move, hand: int) -> Reason:
    number = (move.value or 1) - 1
    if number >= len(table.melds):
        return Reason("no-such-meld", f"there is no meld {number + 1} on the table", melding.place)
    if not melding.is_down(table):
        return Reason("contract-first", "nothing is laid off or swapped before the own contract "
                      f"({melding.contract_text(melding.due(table))}) lies on the table", melding.contract_place)
    if not hand & move.mask:
        return Reason("not-in-hand", f"seat {table.turn} does not hold {move.piece}", melding.place)
    if move.action == "swap":
        text = move.text.rpartition(" on ")[0]
        if melding.words.swaps[text] in melding.replaceable(table.melds[number], hand) and table.duty is None:
            return Reason("not-reusable", f"{move.where} could not be used in another meld at once", melding.place)
        return _refuse_duty(melding, table, "nothing is swapped before") or Reason(
            "does-not-fit", f"{move.piece} cannot replace {move.where} in meld {number + 1}", melding.place)
    if hand.bit_count() <= melding.keep:
        return Reason("must-keep-one", "the last piece must be discarded", melding.place)
    reason = None
    if table.duty is not None and (table.duty.kind != move.number or table.duty.barred == number):
        reason = _refuse_duty(melding, table, "not in the meld that it came from" if table.duty.kind == move.number
                                   else f"{move.piece} is another")
    elif table.duty is not None and table.duty.new_meld:
        reason = _refuse_duty(melding, table, "in a new one")
    if reason is None and not melding.open_to(table, table.melds[number]):
        return Reason("no-lay-off", "nothing is laid off on the melds of others" if melding.lay_off == "own" else
                      "pieces are laid off on the melds of who knocked", melding.lay_off_place)
    return reason or Reason("does-not-fit", f"{move.text.removeprefix('lay ').rpartition(' on ')[0]} does not fit "
                            f"meld {number + 1}", melding.place)
