"""Biddings: every seat says a number once, and all the numbers stand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tilegames.core.moves import Event, Move, Reason
from tilegames.core.phases import Phase, Role
from tilegames.core.pieces import PieceSet
from tilegames.core.seats import Seats
from tilegames.core.table import Table, replaced
from tilegames.errors import Span

__all__ = ["Bidding"]


class Bidding(Phase):
    """Everybody bids once; nobody raises, and every bid stands to the end of the round.

    Args:
        first: who speaks first.
        low: the least bid.
        high: the greatest bid; None for the number of pieces in the bidder's hand.
        most: the greatest bid that there can ever be, so that the moves can be made once.
        unbalanced: whether the last bid may not make the sum of all the number of pieces in a hand.
        at_once: whether the bids are hidden until all have been made.
        say: how some bids are said, in place of the number.
        also: other words for some bids.
        places: the spec lines of the keys ``from``, ``to`` and ``last_bid``.
    """

    kind = "bidding"

    def __init__(self, name: str, pieces: PieceSet, seats: Seats, place: Span | None, *, first: Role, low: int,
                 high: int | None, most: int, unbalanced: bool = False, at_once: bool = False,
                 say: Mapping[int, str] | None = None, also: Mapping[str, int] | None = None,
                 places: Mapping[str, Span | None] | None = None) -> None:
        super().__init__(name, pieces, seats, place)
        self.first = first
        self.low = low
        self.high = high
        self.unbalanced = unbalanced
        self.at_once = at_once
        self.places = dict(places or {})
        said = dict(say or {})
        self.moves = tuple(Move("bid", said.get(amount, str(amount)), value=amount, number=amount)
                           for amount in range(most + 1))
        self.also = dict(also or {})
        #: What may be said by the greatest bid and the one that is forbidden (-1 for none), made when first asked for.
        self._offers: dict[tuple[int, int], tuple[Move, ...]] = {}

    def enter(self, table: Table) -> None:
        table.called = (-1,) * self.seats.count
        table.turn = self.first(table)

    def limit(self, table: Table) -> int:
        """The greatest bid of the seat to move."""
        return table.hands[table.turn].bit_count() if self.high is None else self.high

    def forbidden(self, table: Table) -> int:
        """The bid that would make the sum the number of pieces in a hand, if it is forbidden; else -1."""
        if not self.unbalanced or table.called.count(-1) > 1:
            return -1
        return max(-1, table.hands[table.turn].bit_count() - sum(table.called) - 1)

    def legal(self, table: Table) -> Sequence[Move]:
        key = self.limit(table), self.forbidden(table)
        offer = self._offers.get(key)
        if offer is None:
            limit, forbidden = key
            self._offers[key] = offer = tuple(move for move in self.moves[self.low:limit + 1]
                                              if move.number != forbidden)
        return offer

    def apply(self, table: Table, move: Move) -> None:
        seat = table.turn
        table.called = replaced(table.called, seat, move.number)
        if table.log is not None:
            if self.at_once:
                self.say(table, Event("bid", f"seat {seat} has chosen a bid", seat))
            else:
                self._tell(table, seat)
        following = self.seats.next[seat]
        if table.called[following] < 0:
            table.turn = following
            return
        if table.log is not None and self.at_once:
            for other in self.order(table):
                self._tell(table, other)
        self.done(table)

    def _tell(self, table: Table, seat: int) -> None:
        amount = table.called[seat]
        self.say(table, Event("bid", f"seat {seat} bids {self.moves[amount].text}", seat, value=amount))

    def order(self, table: Table) -> list[int]:
        """The seats in the order in which they bid."""
        first = self.first(table)
        return [(first + turn) % self.seats.count for turn in range(self.seats.count)]

    def said(self, table: Table, seat: int | None) -> list[tuple[int, str]]:
        """What has been bid, as far as a seat may know it: who and what, in the order of speaking.

        Args:
            table: the situation.
            seat: who asks; None for an onlooker.
        """
        hidden = self.at_once and table.phase is self and table.turn >= 0
        return [(other, self.moves[table.called[other]].text) for other in self.order(table)
                if table.called[other] >= 0 and (not hidden or other == seat)]

    def refuse(self, table: Table, move: Move) -> Reason:
        limit = self.limit(table)
        if not self.low <= move.number <= limit:
            end = "from" if move.number < self.low else "to"
            return Reason("bid-out-of-range", f"a bid is a number from {self.low} to {limit}",
                          self.places.get(end) or self.place)
        size = table.hands[table.turn].bit_count()
        return Reason("bids-balance", f"the bids may not add up to {size}, the number of tricks",
                      self.places.get("last_bid") or self.place)

    def vocabulary(self) -> Iterable[tuple[str, Move]]:
        for move in self.moves:
            yield move.text, move
            yield str(move.number), move
        for word, amount in self.also.items():
            if amount < len(self.moves):
                yield word, self.moves[amount]
