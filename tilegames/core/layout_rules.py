"""What a game can choose about its layout: drawing, duties, arms with owners, who goes again, when it is blocked."""

from __future__ import annotations

import attrs

from tilegames.errors import Span

__all__ = ["AGAIN", "FRESH", "RUNNING", "TELLING", "Again", "Block", "Drawing", "MustFill", "Trains"]

#: Stages of a turn: the first play; may go on or stop; has to go on; says whether one piece is left.
FRESH, RUNNING, AGAIN, TELLING = range(4)


@attrs.frozen(eq=False, repr=False)
class Drawing:
    """What a player who cannot play does before passing.

    Attributes:
        limit: how many pieces may be drawn in a turn; 0 for as many as it takes.
        reserve: how many pieces always stay in the stock.
        may_play: whether a piece drawn that fits may be kept; else it must be played.
        ends_turn: whether a draw ends the turn, whatever it was.
        freely: whether who can play may draw all the same.
        place: the spec line.
    """

    limit: int = 0
    reserve: int = 0
    may_play: bool = False
    ends_turn: bool = False
    freely: bool = False
    place: Span | None = None


@attrs.frozen(eq=False, repr=False)
class MustFill:
    """Duties: sides of a piece that must all be taken before anything else may be played, by whoever is to move.

    Attributes:
        first: for each kind, how many sides of it must be filled when it starts the layout.
        later: the same when it is joined to another piece.
        own_arm: what is closed to a seat until its own arm has a piece: nothing (""), the arms that are everybody's
            (``public``), or all others (``all``).
        newest: whether of several duties the newest comes first; else the oldest.
        released: whether a duty is dropped when no unplayed piece fits it.
        may_wait: whether the player who has another turn for the piece may first play elsewhere.
        place: the spec line.
    """

    first: tuple[int, ...]
    later: tuple[int, ...]
    own_arm: str = ""
    newest: bool = False
    released: bool = False
    may_wait: bool = False
    place: Span | None = None

    @property
    def needed(self) -> bool:
        """Whether there are any duties at all."""
        return any(self.first) or any(self.later) or bool(self.own_arm)


@attrs.frozen(eq=False, repr=False)
class Trains:
    """Arms that begin at the first piece and have owners: one for each seat, and some for everybody.

    A seat plays on its own arm, on those for everybody, and on those that are marked. An arm is marked when its owner's
    turn ends without what it should have played, until the owner plays on it.

    Attributes:
        public: the mask of the arms that are everybody's.
        marked: whether arms are marked at all.
        chain: whether a seat may lay any number of pieces on its own arm in its first turn.
        place: the spec line.
    """

    public: int
    marked: bool = True
    chain: bool = False
    place: Span | None = None


@attrs.frozen(eq=False, repr=False)
class Again:
    """Who has another turn at once: who starts the layout, who lays a double.

    Attributes:
        start, double: which.
        last: whether a double that empties the hand does not end the round, as long as a piece can be drawn.
        place: the spec line.
    """

    start: bool = False
    double: bool = False
    last: bool = False
    place: Span | None = None


@attrs.frozen(eq=False, repr=False)
class Block:
    """When a round is blocked, and who has won it then.

    Attributes:
        when: ``all_pass`` (all have passed in a row), ``nobody_can_play`` (no hand has a piece that fits, and nothing
            can be drawn), ``nothing_fits`` (that, or no unplayed piece fits, wherever it is) or ``first_stuck`` (the
            seat to move can neither play nor draw).
        lowest: whose pieces are compared: ``player``, ``side``, or ``nobody`` if nobody wins.
        credit_side: whether partners who share the least win; else any shared least is a tie.
        place: the spec line.
    """

    when: str = "all_pass"
    lowest: str = "player"
    credit_side: bool = True
    place: Span | None = None
