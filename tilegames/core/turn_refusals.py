"""Why a move of a turn is not legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilegames.core.moves import Move, Reason
from tilegames.core.phases import refusal
from tilegames.core.table import Table
from tilegames.core.turn_parts import ACTIONS, LAST

if TYPE_CHECKING:
    from tilegames.core.turns import Turns

__all__ = ["refuse_turn"]


def refuse_turn(turns: Turns, table: Table, move: Move) -> Reason:
    """Why a move of turns that is not legal now is not."""
    hand = table.hands[table.turn]
    melding = turns.melding
    busy = melding is not None and (table.building is not None or table.duty is not None or bool(table.due))
    verbs = turns.verbs_now(table)
    actions = [ACTIONS[verb] for verb in verbs]
    if melding is not None and (busy or move.action in actions):
        reason = melding.refuse(table, move)
        if reason is not None:
            return reason
    if not busy and move.action in actions:
        reason = _refuse(turns, table, move, hand)
        if reason is not None:
            return reason
    now = ", ".join(dict.fromkeys(str(legal.action) for legal in turns.legal(table)))
    return Reason("not-this-step", f"{move.action} is not possible now, only: {now}",
                  turns.steps[table.step].place or turns.place)


def _refuse(turns: Turns, table: Table, move: Move, hand: int) -> Reason | None:
    """Why a verb that could be chosen now may not be done with this piece."""
    if move.action == "go out":
        return Reason("hand-not-complete", "the hand is not complete", turns.go_out_place)
    if move.action in ("discard", "knock"):
        if not hand & move.mask:
            return Reason("not-in-hand", f"seat {table.turn} does not hold {move.piece}", turns.place)
        reason = refusal(turns.rules, table, hand, move.mask)
        if reason is not None or turns.knocking is None:
            return reason
        held = hand & move.mask
        least = turns.knocking.arranger.least(hand & ~(held & -held))
        return Reason("deadwood-too-high", f"without {move.piece} at least {least} would be left outside melds, "
                      f"who knocks may have {turns.knocking.limit(table)}", turns.knocking.place)
    if move.action == "take":
        if not any(move.mask >> piece & 1 for piece in table.discards):
            return Reason("not-face-up", f"{move.piece} does not lie face up", turns.place)
        if turns.pile.takes == "top" and move.number != turns.pieces.kind_of[table.discards[-1]]:
            return Reason("may-not-take", "only the newest discard may be taken", turns.place)
        if table.stage == LAST:
            return Reason("cannot-knock", f"the last discard is for who can knock with it, and with {move.piece} "
                          f"seat {table.turn} could not", turns.place)
        if turns.melding is not None and turns.pile.must_use != "never":
            return Reason("cannot-use", f"{move.piece} could not be used in a meld at once", turns.place)
        return Reason("hook-may-take", f"the hook may_take forbids taking {move.piece}", turns.hook_place)
    return None
