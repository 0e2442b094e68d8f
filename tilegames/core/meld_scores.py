"""What melds and knocks score: what was melded, the difference after a knock, and what the end of a match adds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

import attrs

from tilegames.core.contracts import Facts
from tilegames.core.moves import Event
from tilegames.core.scoring import Scoring
from tilegames.core.table import Table, replaced, unroll
from tilegames.errors import Span

__all__ = ["STAKES", "Final", "KnockRow", "MeldedRow", "Stakes"]

#: The rules of the lines that a knock enters.
_KNOCK = ("knock", "gin", "whole hand", "undercut")
#: The name of the counter of money.
STAKES = "money"


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
    """

    asks: ClassVar[bool] = False

    worth: Callable[[int], int]
    gin: int = 0
    whole_hand: int = 0
    undercut: int = 0
    doubled_by: int = 0
    place: Span | None = None

    def settle(self, scoring: Scoring, table: Table, facts: Facts, seat: int) -> str | None:
        knock = table.knock
        if knock is None or seat < 0:
            return None
        left = list(map(self.worth, table.hands))
        times = 2 if table.turned >= 0 and self.doubled_by >> table.turned & 1 else 1
        side = scoring.seats.side_of[seat]
        if seat == knock.seat:
            lines = [(sum(left) - len(left) * left[seat], "knock")]
            if left[seat] == 0:
                lines.append((self.whole_hand, "whole hand") if knock.whole else (self.gin, "gin"))
        else:
            lines = [(left[knock.seat] - left[seat], "knock"), (self.undercut, "undercut")]
        for amount, rule in lines:
            scoring.enter(table, side, times * amount, rule, self.place)
        return None


@attrs.frozen(eq=False, repr=False)
class Final:
    """What is scored when the match is over.

    Attributes:
        winner: for its winner.
        shutout: for its winner besides, if no other has won a round.
        each_round: for every round won.
    """

    winner: int = 0
    shutout: int = 0
    each_round: int = 0
    place: Span | None = None

    def settle(self, scoring: Scoring, table: Table, winners: Sequence[int]) -> None:
        """Enters the lines; who has won the match is decided already.

        Args:
            winners: the sides that have won.
        """
        sides = len(scoring.seats.sides)
        won = [0] * sides
        for number, side in dict.fromkeys(
                (event.round, event.side) for event in unroll(table.score_chain)
                if event.rule in _KNOCK and event.amount > 0):
            won[side] += number >= 0
        for side in winners:
            scoring.enter(table, side, self.winner, "game", self.place)
            if not any(number for other, number in enumerate(won) if other != side):
                scoring.enter(table, side, self.shutout, "shutout", self.place)
        for side, number in enumerate(won):
            scoring.enter(table, side, number * self.each_round, "rounds won", self.place)


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
            table.counters = replaced(table.counters, self.at + side, table.counters[self.at + side] + amount)
            if table.log is not None:
                table.log.append(Event("counter", f"side {side} has {table.counters[self.at + side]} ({STAKES})",
                                       value=table.counters[self.at + side]))
