"""Auctions: a ladder of bids, who must speak, and what happens when nobody does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import attrs

from tilegames.core.contracts import Contract, Facts
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
        level: how high it is; a bid must be higher than the one before. Bids of different kinds can be level.
        below: the level of the bid of its kind just below it, which opens it if it is not free.
        opening: whether it may be made only before anybody has bid.
        needs: from the facts of the bidder's hand to whether it may be made; None if any hand may.
        rung: its place in the list of bids, from 0.
    """

    text: str
    kind: str
    amount: int
    target: int
    stake: int
    free: bool = True
    words: tuple[str, ...] = ()
    place: Span | None = None
    level: int = 0
    below: int = -1
    opening: bool = False
    needs: Callable[[Facts], bool] | None = None
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
        hand_facts: from the table to the facts of the hand of the seat to move.
        all_pass: ``redeal``, ``must_bid`` (the dealer may not pass) or a rung (the dealer's only bid).
    """

    kind = "auction"

    def __init__(self, name: str, pieces: PieceSet, seats: Seats, place: Span | None, *, ladder: Sequence[Bid],
                 first: Role, once: bool, dealer: Role, all_pass: str | int, all_pass_place: Span | None = None,
                 hand_facts: Callable[[Table], Facts] | None = None, may_bid: MayBid | None = None,
                 hook_place: Span | None = None) -> None:
        super().__init__(name, pieces, seats, place)
        self.ladder = tuple(attrs.evolve(bid, rung=rung) for rung, bid in enumerate(ladder))
        #: The contracts that a kind of bid brings.
        self.contracts: dict[str, Contract] = {}
        self.hand_facts = hand_facts
        self.needy = any(bid.needs is not None for bid in ladder)
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
        self.raises = tuple(tuple(move for move in self.moves if self._raises(self.ladder[move.number], high))
                            for high in (*self.ladder, None))
        self.with_pass = tuple((PASS, *moves) for moves in self.raises)

    @staticmethod
    def _raises(bid: Bid, high: Bid | None) -> bool:
        """Whether a bid may be made over the highest so far, as far as the ladder goes."""
        if high is None:
            return bid.free
        return bid.level > high.level and not bid.opening and (bid.free or bid.below <= high.level)

    def enter(self, table: Table) -> None:
        table.bids = ()
        table.passes = 0
        table.bidder = -1
        table.bid = None
        table.turn = self.first(table)

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
        return moves if self.may_bid is None and not self.needy else self._asked(table, moves)

    def _asked(self, table: Table, moves: Sequence[Move]) -> Sequence[Move]:
        """The bids that the mover's hand and the hook allow."""
        if self.needy:
            assert self.hand_facts is not None
            facts = self.hand_facts(table)
            moves = tuple(move for move in moves if move is PASS or (needs := self.ladder[move.number].needs) is None
                          or needs(facts))
        ask = self.may_bid
        if ask is None:
            return moves
        asked = tuple(move for move in moves if move is PASS or ask(self.ladder[move.number], table, True))
        if not asked:
            raise HookError(f"the hook may_bid leaves seat {table.turn} without a legal move", self.hook_place,
                            "dead-end")
        return asked

    def could_say(self, table: Table, move: Move) -> bool:
        """Whether a bid is legal for some hand of the seat to move."""
        if table.bid is None and self._last_chance(table):
            return move.number == self.all_pass if isinstance(self.all_pass, int) else move in self.raises[-1]
        return move in self.with_pass[-1 if table.bid is None else table.bid.rung]

    def hand_allows(self, table: Table, seat: int, move: Move) -> bool:
        """Whether the hand of a seat is one that may make this bid."""
        needs = self.ladder[move.number].needs if move.number >= 0 else None
        if needs is None or self.hand_facts is None:
            return True
        turn, table.turn = table.turn, seat
        facts = self.hand_facts(table)
        table.turn = turn
        return needs(facts)

    def apply(self, table: Table, move: Move) -> None:
        seat = table.turn
        table.bids = (*table.bids, (seat, move.number))
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
            table.declarer = table.bidder
            assert table.bid is not None
            table.contract = self.contracts.get(table.bid.kind)
            self.done(table)

    def refuse(self, table: Table, move: Move) -> Reason:
        if table.bidder < 0 and self._last_chance(table) and not isinstance(self.all_pass, str):
            return Reason("forced-bid", f"all others passed: the dealer must bid {self.moves[self.all_pass]}",
                          self.all_pass_place)
        if move.number < 0:
            return Reason("must-bid", "all others passed: the dealer must bid", self.all_pass_place)
        high = table.bid
        bid = self.ladder[move.number]
        if high is not None and bid.level <= high.level:
            return Reason("must-raise", f"a bid must be higher than {high.text}", bid.place)
        if high is not None and bid.opening:
            return Reason("opening-only", f"{bid.text} may be bid only before anybody has bid", bid.place)
        if not self._raises(bid, high):
            below = next((one.text for one in self.ladder if one.level == bid.below), "another bid")
            return Reason("jump-too-high", f"{bid.text} may be bid only over {below}", bid.place)
        if bid.needs is not None and self.hand_facts is not None and not bid.needs(self.hand_facts(table)):
            return Reason("hand-too-weak", f"this hand may not bid {bid.text}", bid.place)
        return Reason("hook-may-bid", "the hook may_bid forbids this bid", self.hook_place)

    def vocabulary(self) -> Iterable[tuple[str, Move]]:
        yield "pass", PASS
        for move, bid in zip(self.moves, self.ladder, strict=True):
            for word in (bid.text, *bid.words):
                yield word, move
