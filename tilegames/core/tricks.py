"""Tricks: one piece from each seat, the best takes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import attrgetter

from tilegames.core.moves import Event, Move, MoveTable, Reason
from tilegames.core.phases import MaskRule, Phase, Role, narrowing, refusal
from tilegames.core.pieces import PieceSet
from tilegames.core.seats import Seats
from tilegames.core.suits import SuitTable
from tilegames.core.table import Table
from tilegames.core.zones import UNSEEN
from tilegames.errors import Span

__all__ = ["Tricks", "follow_suit"]


def follow_suit(place: Span | None) -> MaskRule:
    """The duty to follow the suit led if one can."""
    return MaskRule("must-follow", "a piece of the suit led must be played by who has one", place,
                    attrgetter("follow"))


class Tricks(Phase):
    """Tricks until all hands are empty.

    Args:
        leader: who leads the first trick.
        rules: the restrictions on what may be played, in order.
        suits: the suits where no declaration decides them.
        undeclared: for each suit, the table that holds when a lead of it makes it trump.
        trick_points: points for a trick.
        values: points for each piece.
        blind: whether there are rounds in which nobody sees their own hand, which then has one piece.
    """

    kind = "tricks"

    def __init__(self, name: str, pieces: PieceSet, seats: Seats, place: Span | None, *, leader: Role,
                 rules: Sequence[MaskRule], suits: SuitTable, undeclared: Sequence[SuitTable] = (),
                 trick_points: int = 0, values: Sequence[int] = (), blind: bool = False) -> None:
        super().__init__(name, pieces, seats, place)
        self.leader = leader
        self.rules = tuple(rules)
        self.narrow = narrowing(rules)
        self.count = seats.count
        self.next_seat = seats.next
        self.side_of = seats.side_of
        self.suits = suits
        self.undeclared = tuple(undeclared)
        self.trick_points = trick_points
        self.values = tuple(values) or (0,) * len(pieces)
        self.moves = tuple(Move("play", kind.name, piece=kind.name, number=kind.index,
                                mask=pieces.kind_masks[kind.index]) for kind in pieces.kinds)
        self.of = MoveTable(self.moves, pieces.kind_of).of
        self.bit = pieces.bit
        #: The only move of a hand that its owner does not see: its one piece, named by its place.
        self.unseen = (Move("play", UNSEEN, mask=pieces.full),) if blind else ()

    def enter(self, table: Table) -> None:
        if table.suits is None and not self.undeclared:
            table.suits = self.suits
        table.trick = []
        table.follow = -1
        table.led = -1
        table.leader = table.turn = self.leader(table)

    def legal(self, table: Table) -> Sequence[Move]:
        if table.blind:
            return self.unseen
        return self.of(self.narrow(table, table.hands[table.turn]))

    def apply(self, table: Table, move: Move) -> None:
        seat = table.turn
        hands = table.hands
        held = hands[seat] & move.mask
        held &= -held
        hands[seat] ^= held
        piece = held.bit_length() - 1
        trick = table.trick
        if not trick:
            self._lead(table, piece)
        trick.append(piece)
        if table.log is not None:
            self.say(table, Event("play", f"seat {seat} plays {self.pieces.name(piece)}", seat,
                                  (self.pieces.name(piece),)))
        if len(trick) < self.count:
            table.turn = self.next_seat[seat]
            return
        suits = table.suits
        assert suits is not None
        strength = suits.strength[table.led]
        best = max(trick, key=strength.__getitem__)
        winner = (table.leader + trick.index(best)) % self.count
        side = self.side_of[winner]
        points = self.trick_points + sum(map(self.values.__getitem__, trick))
        table.points[side] += points
        table.tricks[side] += 1
        table.seat_tricks[winner] += 1
        table.won[side] |= sum(map(self.bit.__getitem__, trick))
        if table.log is not None:
            names = tuple(map(self.pieces.name, trick))
            self.say(table, Event("trick", f"seat {winner} takes the trick with {self.pieces.name(best)}", winner,
                                  names, points))
        table.trick = []
        table.follow = -1
        table.led = -1
        table.leader = table.turn = winner
        if not table.hands[winner]:
            self.done(table)

    def _lead(self, table: Table, piece: int) -> None:
        suits = table.suits
        if suits is None:
            table.suits = suits = self.undeclared[self.suits.lead[piece]]
            if table.log is not None:
                self.say(table, Event("trump", f"the lead makes {suits.name} trump", table.turn))
        table.led = suits.lead[piece]
        table.follow = suits.follow[table.led]

    def refuse(self, table: Table, move: Move) -> Reason:
        if table.blind:
            # The same whatever is held: an answer must not tell the owner what others see.
            return Reason("unseen-hand", f"nobody sees their own hand in this round: say {UNSEEN}", self.place)
        if move in self.unseen:
            return Reason("seen-hand", "the hand is seen: say which piece", self.place)
        hand = table.hands[table.turn]
        if not hand & move.mask:
            return Reason("not-in-hand", f"seat {table.turn} does not hold {move.text}", self.place)
        return refusal(self.rules, table, hand, move.mask) or Reason("not-allowed", "not allowed here", self.place)

    def vocabulary(self) -> Iterable[tuple[str, Move]]:
        return ((move.text, move) for move in (*self.moves, *self.unseen))
