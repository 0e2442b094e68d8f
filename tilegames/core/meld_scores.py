"""What melds and knocks score: what was melded, the difference after a knock, and what the end of a match adds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

import attrs

from tilegames.core.contracts import Facts
from tilegames.core.moves import Event
from tilegames.core.scoring import Scoring
from tilegames.core.table import Table, replaced
from tilegames.errors import Span

__all__ = ["BOXES", "STAKES", "Final", "KnockRow", "MeldedRow", "Stakes"]

#: The names of the counters of money and of rounds won.
STAKES, BOXES = "money", "boxes"


@attrs.frozen(eq=False, repr=False)
class MeldedRow:
    """Everybody scores what they have melded and laid off."""

    asks: ClassVar[bool] = False

    place: Span | None = None

    def settle(self, scoring: Scoring, table: Table, facts: Facts, seat: int) -> str | None:
        for one, amount in enumerate(table.credit):
            scoring.enter(table, scoring.seats.side_of[one], amount, "melded", self.place)
        return None


@attrs.frozen(eq=False, repr=False)
class KnockRow:
    """The winner of a showdown scores the difference of what is left, and extras.

    Attributes:
        worth: from the mask of some pieces to what they count together.
        gin: for a knocker with nothing left.
        whole_hand: the same where nothing was discarded.
        undercut: for another who wins.
        doubled_by: the pieces that double all of it when they are turned up first.
        counts: how many rounds a round counts for that a knocker has won with nothing left, by the whole hand without
            a discard, or another.
        boxes: where the counters of rounds won begin; -1 if nobody asks for them.
    """

    asks: ClassVar[bool] = False

    worth: Callable[[int], int]
    gin: int = 0
    whole_hand: int = 0
    undercut: int = 0
    doubled_by: int = 0
    counts: tuple[int, int, int] = (1, 1, 1)
    boxes: int = -1
    place: Span | None = None

    def settle(self, scoring: Scoring, table: Table, facts: Facts, seat: int) -> str | None:
        knock = table.knock
        if knock is None or seat < 0:
            return None
        left = list(map(self.worth, table.hands))
        times = 2 if table.turned >= 0 and self.doubled_by >> table.turned & 1 else 1
        side = scoring.seats.side_of[seat]
        rounds = 1
        if seat == knock.seat:
            lines = [(sum(left) - len(left) * left[seat], "knock")]
            if left[seat] == 0:
                lines.append((self.whole_hand, "whole hand") if knock.whole else (self.gin, "gin"))
                rounds = self.counts[knock.whole]
        else:
            lines = [(left[knock.seat] - left[seat], "knock"), (self.undercut, "undercut")]
            rounds = self.counts[2]
        for amount, rule in lines:
            scoring.enter(table, side, times * amount, rule, self.place)
        if self.boxes >= 0:
            add_to_counter(table, self.boxes + side, side, rounds, BOXES)
        return None


@attrs.frozen(eq=False, repr=False)
class Final:
    """What is scored when the match is over.

    Attributes:
        winner: for its winner.
        shutout: for its winner besides, if no other has scored anything; -1 for as much again.
        each_round: for every round won.
        boxes: where the counters of rounds won begin.
    """

    winner: int = 0
    shutout: int = 0
    each_round: int = 0
    boxes: int = -1
    place: Span | None = None

    def settle(self, scoring: Scoring, table: Table, winners: Sequence[int]) -> None:
        """Enters the lines; who has won the match is decided already.

        Args:
            winners: the sides that have won.
        """
        before = table.scores
        for side in winners:
            scoring.enter(table, side, self.winner, "game", self.place)
            if not any(score for other, score in enumerate(before) if other != side):
                amount = table.scores[side] if self.shutout < 0 else self.shutout
                scoring.enter(table, side, amount, "shutout", self.place)
        for side in range(len(before)):
            if self.each_round:
                scoring.enter(table, side, table.counters[self.boxes + side] * self.each_round, BOXES, self.place)


def add_to_counter(table: Table, at: int, side: int, amount: int, name: str) -> None:
    """Changes what a side has in a counter, and tells of it."""
    table.counters = replaced(table.counters, at, table.counters[at] + amount)
    if table.log is not None:
        table.log.append(Event("counter", f"side {side} has {table.counters[at]} ({name})", value=table.counters[at]))


@attrs.frozen(eq=False, repr=False)
class Stakes:
    """Money beside the score, in a counter: what the sides have won or lost. The pot holds the rest.

    Attributes:
        ante: what each seat pays at the start of the match.
        share: what the winner of a round takes, as long as there is so much.
        at: where the counters of money begin.
    """

    ante: int
    share: int
    at: int
    place: Span | None = None

    def collect(self, scoring: Scoring, table: Table) -> None:
        """Takes the antes."""
        for seat in range(scoring.seats.count):
            self._pay(scoring, table, scoring.seats.side_of[seat], -self.ante)
        table.pots = table.pots[0] + self.ante * scoring.seats.count, table.pots[1]

    def check(self, table: Table) -> str:
        """What is wrong with the pot and the money of a position; "" if nothing is."""
        money = table.counters[self.at:]
        whole = sum(money) + table.pots[0]
        return f"money and pot: together they must be nothing, not {whole}" if whole else ""

    def share_out(self, scoring: Scoring, table: Table, seat: int) -> None:
        """Pays the winner of a round."""
        if seat >= 0:
            self._from_pot(scoring, table, scoring.seats.side_of[seat], min(self.share, table.pots[0]))

    def settle(self, scoring: Scoring, table: Table, winners: Sequence[int]) -> None:
        """Pays the rest to the winners of the match; what cannot be parted stays in the pot."""
        part = table.pots[0] // len(winners) if winners else 0
        for side in winners:
            self._from_pot(scoring, table, side, part)

    def _from_pot(self, scoring: Scoring, table: Table, side: int, amount: int) -> None:
        table.pots = table.pots[0] - amount, table.pots[1]
        self._pay(scoring, table, side, amount)

    def _pay(self, scoring: Scoring, table: Table, side: int, amount: int) -> None:
        if amount:
            add_to_counter(table, self.at + side, side, amount, STAKES)
