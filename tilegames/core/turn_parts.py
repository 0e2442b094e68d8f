"""What turns are made of: verbs, steps, the rules of the discards, knocks."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from tilegames.core.arrangements import Arranger
from tilegames.core.moves import Move
from tilegames.core.phases import MaskRule
from tilegames.core.pieces import PieceSet
from tilegames.core.table import Table
from tilegames.errors import Span

__all__ = ["ACTIONS", "CHOOSING", "DRAW", "GO_OUT", "LAST", "MUST_DRAW", "MUST_KNOCK", "OFFER", "PUSH", "STAGE_VERBS",
           "THEN", "USUAL_PILE", "VERBS", "Knocking", "Pile", "Step", "not_the_kind_taken", "only_the_kind_drawn"]

#: The verbs of a step.
VERBS = ("draw_stock", "take_discard", "push", "meld", "lay_off", "swap_wild", "discard", "knock", "go_out")
DRAW = Move("draw", "draw")
PUSH = Move("push", "push")
GO_OUT = Move("go out", "go out")
#: Stages of a step: about to choose, or having to do what follows. Before the first turn: the card turned up is on
#: offer, or the first player has to draw. At the end of the stock: a last discard can be knocked with, or has to be.
CHOOSING, THEN, OFFER, MUST_DRAW, LAST, MUST_KNOCK = range(6)
#: The verbs of the stages that are no step of a turn.
STAGE_VERBS: dict[int, tuple[str, ...]] = {
    OFFER: ("take_discard",), MUST_DRAW: ("draw_stock",), LAST: ("take_discard",), MUST_KNOCK: ("knock", "go_out")}
#: What each verb's moves do.
ACTIONS = {"draw_stock": "draw", "take_discard": "take", "push": "push", "meld": "meld", "lay_off": "lay off",
            "swap_wild": "swap", "discard": "discard", "knock": "knock", "go_out": "go out"}


@attrs.frozen(eq=False, repr=False)
class Step:
    """One step of a turn.

    Attributes:
        must: whether one of the verbs must be chosen; else the step may be passed over.
        verbs: what may be chosen.
        then: what must follow at once, one of these; empty for nothing.
        place: the spec line.
        repeat: whether it can be done again and again.
    """

    must: bool
    verbs: tuple[str, ...]
    then: tuple[str, ...] = ()
    place: Span | None = None
    repeat: bool = False


@attrs.frozen(eq=False, repr=False)
class Pile:
    """What the discards may be used for.

    Attributes:
        takes: which may be taken: ``any``, the newest (``top``), or any with all that lie on it (``within``).
        must_use: when what was taken (the lowest of several) must go into a meld at once: ``never``, ``several``,
            ``always``.
        offered: whether the card turned up is offered to everybody before the first turn; if nobody takes it, the
            first player draws.
        returned: after how many turns in a row that put back what they took the round ends; 0 for never.
        most: with which taking of a discard the round ends before it is taken; 0 for never.
        reserve: with how many pieces in the stock, after a turn, the round ends; -1 for never.
        last: whether the last discard may then be taken by who can knock with it.
        new_meld: whether what must go into a meld must go into a new one.
    """

    takes: str = "any"
    must_use: str = "never"
    offered: bool = False
    returned: int = 0
    most: int = 0
    reserve: int = -1
    last: bool = False
    new_meld: bool = False


#: Any discard may be taken, and nothing follows from it.
USUAL_PILE = Pile()


@attrs.frozen(eq=False, repr=False)
class Knocking:
    """When a player may end the turns by laying the hand down.

    Attributes:
        arranger: finds what is left in hand at the least.
        limit: what may be left after the discard, from the table.
        place: the spec line.
    """

    arranger: Arranger
    limit: Callable[[Table], int]
    place: Span | None = None


def not_the_kind_taken(pieces: PieceSet, place: Span | None) -> MaskRule:
    """A piece just taken from the discards, or its twin, may not go straight back unless nothing else is held."""
    return MaskRule("not-the-kind-taken", "the piece just taken, or one like it, may not be put down again", place,
                    lambda table: ~pieces.kind_masks[table.taken] if table.taken >= 0 else -1)


def only_the_kind_drawn(pieces: PieceSet, place: Span | None) -> MaskRule:
    """Who keeps the hand as it was must put down the very piece drawn."""
    return MaskRule("only-the-kind-drawn", "only the piece just drawn may be put down", place,
                    lambda table: pieces.kind_masks[table.got] if table.got >= 0 else -1)
