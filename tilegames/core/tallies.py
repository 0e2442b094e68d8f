"""Tallies: what each seat or each side scores for a round by its own bid and tricks, and counters kept for a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

import attrs

from tilegames.core.moves import Event
from tilegames.core.scoring import CARRIED, Amount, Facts, Scoring, Test
from tilegames.core.table import Table, replaced
from tilegames.errors import Span

__all__ = ["SEAT_FACTS", "SIDE_FACTS", "Counter", "Tally", "TallyRow"]

#: What a row about each seat may name, and its type.
SEAT_FACTS: dict[str, str] = {"bid": "int", "tricks": "int", "points": "int", "score": "int", "hand.size": "int",
                              "round.number": "int"}
#: The same for a row about each side.
SIDE_FACTS: dict[str, str] = {**SEAT_FACTS, "nil_bids": "int", "nil_tricks": "int"}


@attrs.frozen(eq=False, repr=False)
class Tally:
    """One named row: under a condition so much.

    Attributes:
        name: the rule of the lines of the account.
        when: the condition; None for always.
        scores: how much.
    """

    name: str
    when: Test | None
    scores: Amount
    place: Span | None = None


@attrs.frozen(eq=False, repr=False)
class Counter:
    """A number that each side keeps for the whole match.

    Attributes:
        name: its name, and the rule of the lines of the account.
        adds: what a round adds to it.
        at: where it turns over: it drops by so much, as often as it can; 0 for never.
        scores: what is scored whenever it does.
    """

    name: str
    adds: Amount
    at: int = 0
    scores: int = 0
    place: Span | None = None


@attrs.frozen(eq=False, repr=False)
class TallyRow:
    """Tallies of all seats, of all sides, then the counters.

    Attributes:
        seats, sides: the rows, each in order.
        counters: the counters, each kept for all sides.
        sizes: how many pieces a hand has, from the number of a round (from 0).
    """

    asks: ClassVar[bool] = False

    seats: tuple[Tally, ...]
    sides: tuple[Tally, ...]
    counters: tuple[Counter, ...]
    sizes: Callable[[int], int]

    def settle(self, scoring: Scoring, table: Table, facts: Facts, seat: int) -> str | None:
        seats = scoring.seats
        before = _scores_before(table)
        common = {"hand.size": self.sizes(table.round), "round.number": table.round + 1}
        by_seat = [{"bid": max(0, table.called[one]), "tricks": table.seat_tricks[one],
                    "points": table.points[side], "score": before[side], **common}
                   for one, side in enumerate(seats.side_of)]
        for row in self.seats:
            for one, own in enumerate(by_seat):
                self._enter(scoring, table, seats.side_of[one], row, own)
        if not (self.sides or self.counters):
            return None
        by_side = [self._side_facts(table, members, by_seat) for members in seats.sides]
        for row in self.sides:
            for side, own in enumerate(by_side):
                self._enter(scoring, table, side, row, own)
        for number, counter in enumerate(self.counters):
            for side, own in enumerate(by_side):
                self._count(scoring, table, number, counter, side, own)
        return None

    @staticmethod
    def _enter(scoring: Scoring, table: Table, side: int, row: Tally, own: Mapping[str, int]) -> None:
        if row.when is None or row.when(own):
            scoring.enter(table, side, row.scores(own), row.name, row.place)

    @staticmethod
    def _side_facts(table: Table, members: Sequence[int], by_seat: Sequence[Mapping[str, int]]) -> dict[str, int]:
        nil = [one for one in members if table.called[one] == 0]
        return {**by_seat[members[0]], "bid": sum(by_seat[one]["bid"] for one in members),
                "tricks": sum(table.seat_tricks[one] for one in members), "nil_bids": len(nil),
                "nil_tricks": sum(table.seat_tricks[one] for one in nil)}

    @staticmethod
    def _count(scoring: Scoring, table: Table, number: int, counter: Counter, side: int,
               own: Mapping[str, int]) -> None:
        at = number * len(scoring.seats.sides) + side
        added = counter.adds(own)
        now = table.counters[at] + added
        turns = max(0, now // counter.at) if counter.at else 0
        now -= turns * counter.at
        table.counters = replaced(table.counters, at, now)
        if turns:
            scoring.enter(table, side, turns * counter.scores, counter.name, counter.place)
        if added and table.log is not None:
            table.log.append(Event("counter", f"side {side} has {now} ({counter.name})", value=now))


def _scores_before(table: Table) -> list[int]:
    """The scores as they were before anything was scored in this round."""
    scores = list(table.scores)
    chain = table.score_chain
    while chain is not None:
        chain, event = chain
        if event.round < table.round:
            break
        if event.rule != CARRIED:
            scores[event.side] -= event.amount
    return scores
