"""Auctions: a ladder of bids, who must speak, and what happens when nobody does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import attrs

from tilegames.core.moves import Event, Move, Reason
from tilegames.core.phases import Phase, Role
from tilegames.core.pieces import PieceSet
from tilegames.core.seats import Seats
from tilegames.core.table import Table
from tilegames.errors import HookError, Span

__all__ = ["PASS", "Auction", "Bid"]

PASS = Move("pass", "pass")


@attrs.frozen
class Bid:
    """One rung of the ladder.

    Attributes:
        text: how it is said, such as ``30`` or ``2 marks``.
        kind: the name of its kind in the spec.
        amount: its number within the kind.
        target, stake: what the contract needs, and what it is worth.
        free: whether one may jump to it; else only the bid just below it opens it.
        words: other ways to say it.
        place: the spec line of its kind.
        rung: its place on the ladder, from 0.
    """

    text: str
    kind: str
    amount: int
    target: int
    stake: int
    free: bool = True
    words: tuple[str, ...] = ()
    place: Span | None = None
    rung: int = 0


#: A hook's say in whether a bid may be made: (bid, table, default) -> allowed.
MayBid = Callable[[Bid, Table, bool], bool]


class Auction(Phase):
    """Players pass or raise in turn; the highest bid wins.

    Args:
        ladder: the bids from low to high.
        first: who speaks first.
        once: whether everybody has exactly one turn; otherwise it goes round until all others have passed, and who has
            passed is out.
        dealer: who must speak last when nobody has bid.
        all_pass: ``redeal``, ``must_bid`` (the dealer may not pass) or a rung (the dealer's only bid).
    """

    kind = "auction"

    def __init__(self, name: str, pieces: PieceSet, seats: Seats, place: Span | None, *, ladder: Sequence[Bid],
                 first: Role, once: bool, dealer: Role, all_pass: str | int, all_pass_place: Span | None = None,
                 may_bid: MayBid | None = None, hook_place: Span | None = None) -> None:
        super().__init__(name, pieces, seats, place)
        self.ladder = tuple(attrs.evolve(bid, rung=rung) for rung, bid in enumerate(ladder))
        self.first = first
        self.once = once
        self.dealer = dealer
        self.all_pass = all_pass
        self.all_pass_place = all_pass_place or place
        self.may_bid = may_bid
        self.hook_place = hook_place
        self.others = seats.count - 1
        self.moves = tuple(Move("bid", bid.text, value=bid.amount, number=rung)
                           for rung, bid in enumerate(self.ladder))
        #: What may be said over each rung (and, last, over nothing): the raises, and the raises with a pass before.
        self.raises = tuple(tuple(move for move in self.moves[rung + 1:] if self.ladder[move.number].free
                                  or move.number == rung + 1) for rung in (*range(len(self.ladder)), -1))
        self.with_pass = tuple((PASS, *moves) for moves in self.raises)

    def enter(self, table: Table) -> None:
        table.bids = []
        table.passes = 0
        table.bidder = -1
        table.bid = None
        table.turn = self.first(table)

    def high(self, table: Table) -> int:
        """The rung of the highest bid so far, or -1."""
        return table.bid.rung if table.bid is not None else -1

    def _last_chance(self, table: Table) -> bool:
        """Whether it is up to the dealer: all others have passed and nobody has bid."""
        return (len(table.bids) >= self.others and table.bid is None and self.all_pass != "redeal"
                and table.turn == self.dealer(table))

    def legal(self, table: Table) -> Sequence[Move]:
        bid = table.bid
        if bid is None and self._last_chance(table):
            if isinstance(self.all_pass, int):
                return self._asked(table, (self.moves[self.all_pass],))
            if self.all_pass == "must_bid":
                return self._asked(table, self.raises[-1])
        moves = self.with_pass[-1 if bid is None else bid.rung]
        return moves if self.may_bid is None else self._asked(table, moves)

    def _asked(self, table: Table, moves: Sequence[Move]) -> Sequence[Move]:
        ask = self.may_bid
        if ask is None:
            return moves
        asked = tuple(move for move in moves if move is PASS or ask(self.ladder[move.number], table, True))
        if not asked:
            raise HookError(f"the hook may_bid leaves seat {table.turn} without a legal move", self.hook_place,
                            "dead-end")
        return asked

    def apply(self, table: Table, move: Move) -> None:
        seat = table.turn
        table.bids.append((seat, move.number))
        if move.number >= 0:
            table.bidder = seat
            table.bid = self.ladder[move.number]
        else:
            table.passes |= 1 << seat
        if table.log is not None:
            text = f"seat {seat} bids {move.text}" if move.number >= 0 else f"seat {seat} passes"
            self.say(table, Event("bid" if move.number >= 0 else "pass", text, seat, value=move.value))
        count = self.seats.count
        if self.once:
            if len(table.bids) < count:
                table.turn = self.seats.next[seat]
                return
        else:
            out = table.passes.bit_count()
            if out < count - 1 or (out == count - 1 and table.bidder < 0):
                turn = self.seats.next[seat]
                while table.passes >> turn & 1:
                    turn = self.seats.next[turn]
                table.turn = turn
                return
        if table.bidder < 0 and self.all_pass != "redeal":
            # The dealer passed before the others did, and is asked again.
            table.turn = self.dealer(table)
            return
        table.passes = 0
        if table.bidder < 0:
            self.flow.end_round(table, "void", -1)
        else:
            self.done(table)

    def refuse(self, table: Table, move: Move) -> Reason:
        if table.bidder < 0 and self._last_chance(table) and not isinstance(self.all_pass, str):
            return Reason("forced-bid", f"all others passed: the dealer must bid {self.moves[self.all_pass]}",
                          self.all_pass_place)
        if move.number < 0:
            return Reason("must-bid", "all others passed: the dealer must bid", self.all_pass_place)
        high = self.high(table)
        bid = self.ladder[move.number]
        if move.number <= high:
            return Reason("must-raise", f"a bid must be higher than {self.ladder[high].text}", bid.place)
        if not bid.free and move.number != high + 1:
            return Reason("jump-too-high", f"{bid.text} may be bid only over {self.ladder[move.number - 1].text}",
                          bid.place)
        return Reason("hook-may-bid", "the hook may_bid forbids this bid", self.hook_place)

    def vocabulary(self) -> Iterable[tuple[str, Move]]:
        yield "pass", PASS
        for move, bid in zip(self.moves, self.ladder, strict=True):
            for word in (bid.text, *bid.words):
                yield word, move
