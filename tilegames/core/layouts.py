"""Layouts: pieces joined end to end on the table. Here the line, with two ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from tilegames.core.auctions import PASS
from tilegames.core.moves import Event, Move, MoveTable, Reason
from tilegames.core.phases import Phase, Role
from tilegames.core.pieces import PieceSet
from tilegames.core.seats import Seats
from tilegames.core.table import LEFT, RIGHT, START, TURNED, Table
from tilegames.errors import Span

__all__ = ["Layout", "Opener"]

_WHERE = {LEFT: "left", RIGHT: "right"}
_PASS_ONLY = (PASS,)


@attrs.frozen(eq=False, repr=False)
class Opener:
    """Who starts the layout, and with what.

    Attributes:
        name: its name in the spec.
        when: the ways the round before may have ended (see ``Ending.how``) for this row to hold; empty for always.
        seat: who starts.
        pieces: the mask of the pieces that may be played first.
        needs_choice: whether the seat is one that a choose phase names.
        place: the spec line.
    """

    name: str
    when: frozenset[str]
    seat: Role
    pieces: int
    needs_choice: bool = False
    place: Span | None = None


class Layout(Phase):
    """A line of pieces: each new one joins one of its two ends; who cannot play passes.

    The round ends when a hand is empty, or when all seats have passed in a row.

    Args:
        openers: rows of which the first that holds decides the start.
        joins: for each number at an end, the number that may be joined to it (-1 for none).
        weights: what each piece counts in a hand when the layout is blocked.
        credit_side: whether a blocked round is a tie only between sides (partners who share the lowest hand win).
        pass_place, join_place: the spec lines of those rules.
    """

    kind = "layout"

    def __init__(self, name: str, pieces: PieceSet, seats: Seats, place: Span | None, *, openers: Sequence[Opener],
                 joins: Sequence[int], weights: Sequence[int], credit_side: bool = True,
                 join_place: Span | None = None, pass_place: Span | None = None) -> None:
        super().__init__(name, pieces, seats, place)
        self.openers = tuple(openers)
        self.joins = tuple(joins)
        self.weights = tuple(weights)
        self.credit_side = credit_side
        self.join_place = join_place or place
        self.pass_place = pass_place or place
        self.fits = tuple(pieces.with_number[other] if other >= 0 else 0 for other in joins)
        self.sums = tuple(pieces.kinds[kind].pips for kind in pieces.kind_of)
        self.first = [self._move(kind, START) for kind in range(len(pieces.kinds))]
        self.left = [self._move(kind, LEFT) for kind in range(len(pieces.kinds))]
        self.right = [self._move(kind, RIGHT) for kind in range(len(pieces.kinds))]
        self.first_of = MoveTable(self.first, pieces.kind_of).of
        self.left_of = MoveTable(self.left, pieces.kind_of).of
        self.right_of = MoveTable(self.right, pieces.kind_of).of

    def _move(self, kind: int, where: int) -> Move:
        name = self.pieces.names[kind]
        side = _WHERE.get(where)
        return Move("play", f"{name} {side}" if side else name, piece=name, where=side, number=where,
                    mask=self.pieces.kind_masks[kind])

    def opener(self, table: Table) -> Opener:
        """The row that decides the start of this round."""
        how = table.previous.how
        for row in self.openers:
            if not row.when or how in row.when:
                return row
        return self.openers[-1]

    def enter(self, table: Table) -> None:
        row = self.opener(table)
        table.line = []
        table.ends = (-1, -1)
        table.passes = 0
        table.turn = row.seat(table)

    def legal(self, table: Table) -> Sequence[Move]:
        hand = table.hands[table.turn]
        left, right = table.ends
        if left < 0:
            return self.first_of(hand & self.opener(table).pieces)
        if left == right and len(table.line) == 1:
            # The two ends of a lone double are the same end.
            return self.right_of(hand & self.fits[right]) or _PASS_ONLY
        return self.left_of(hand & self.fits[left]) + self.right_of(hand & self.fits[right]) or _PASS_ONLY

    def apply(self, table: Table, move: Move) -> None:
        seat = table.turn
        if move.number < 0:
            self._pass(table, seat)
            return
        piece = self.take_from_hand(table, move.mask)
        left, right = ends = table.ends
        where = move.number
        if where == LEFT:
            table.ends = (self.sums[piece] - self.joins[left], right)
        elif where == RIGHT:
            table.ends = (left, self.sums[piece] - self.joins[right])
        else:
            kind = self.pieces.kinds[self.pieces.kind_of[piece]]
            table.ends = (kind.low, kind.high)
        table.line.append((piece, where))
        table.passes = 0
        if table.log is not None:
            self.say(table, Event("play", f"seat {seat} plays {move.text}", seat, (move.piece or "",)))
        if table.hands[seat]:
            table.turn = self.seats.next[seat]
        else:
            table.out_facts = self._out_facts(table, piece, ends)
            self.flow.end_round(table, "out", seat)

    def _pass(self, table: Table, seat: int) -> None:
        table.passes += 1
        if table.log is not None:
            self.say(table, Event("pass", f"seat {seat} passes", seat))
        table.turn = self.seats.next[seat]
        if table.passes == self.seats.count:
            self.flow.end_round(table, "blocked", self.lowest(table))

    def _out_facts(self, table: Table, piece: int, ends: tuple[int, int]) -> tuple[bool, int, bool]:
        """Of the piece that emptied a hand: was it the only unplayed one that fitted, how many ends did it fit, is it
        a double."""
        bit = 1 << piece
        double = self.pieces.kinds[self.pieces.kind_of[piece]].double
        if ends[0] < 0:
            return False, 0, double
        unplayed = bit
        for hand in table.hands:
            unplayed |= hand
        unplayed |= table.aside
        for drawn in table.stock[table.drawn:]:
            unplayed |= 1 << drawn
        fits = [self.fits[end] for end in set(ends)]
        fitting = 0
        for mask in fits:
            fitting |= unplayed & mask
        return fitting == bit, sum(mask >> piece & 1 for mask in fits), double

    def weight(self, mask: int) -> int:
        """What the pieces of a mask count together."""
        return sum(self.weights[kind] for kind in self.pieces.kinds_of(mask))

    def lowest(self, table: Table) -> int:
        """Who wins a blocked round: the seat with the least in hand; -1 if that is a tie.

        Of partners who share the least, the first in the order of play from the seat to move is taken.
        """
        count = self.seats.count
        order = [(table.turn + step) % count for step in range(count)]
        weights = {seat: self.weight(table.hands[seat]) for seat in order}
        least = [seat for seat in order if weights[seat] == min(weights.values())]
        rivals = {self.seats.side_of[seat] for seat in least} if self.credit_side else set(least)
        return least[0] if len(rivals) == 1 else -1

    def refuse(self, table: Table, move: Move) -> Reason:
        if move.number < 0:
            return Reason("must-play-if-able", "who can play must play", self.pass_place)
        hand = table.hands[table.turn]
        if not hand & move.mask:
            return Reason("not-in-hand", f"seat {table.turn} does not hold {move.piece}", self.place)
        left, right = table.ends
        if left < 0:
            row = self.opener(table)
            if move.number != START:
                return Reason("no-ends-yet", "the layout is empty: name the piece alone", self.place)
            wanted = ", ".join(self.pieces.names_of(row.pieces))
            return Reason("must-open-with", f"the layout starts with {wanted}", row.place)
        if move.number == START:
            return Reason("must-join-an-end", f"{move.piece} fits neither end ({left} and {right})", self.join_place)
        if move.number == LEFT and left == right and len(table.line) == 1 and hand & move.mask & self.fits[left]:
            return Reason("same-end", f"both ends of a lone double are one: say {move.piece} right", self.join_place)
        end = left if move.number == LEFT else right
        return Reason("must-join-an-end", f"{move.piece} does not fit the {move.where} end ({end})", self.join_place)

    def vocabulary(self) -> Iterable[tuple[str, Move]]:
        yield "pass", PASS
        for moves in (self.first, self.left, self.right):
            for move in moves:
                yield move.text, move
                yield move.piece or "", move

    def parse(self, table: Table, text: str) -> Move:
        move = super().parse(table, text)
        if move.number == LEFT and table.ends[0] == table.ends[1] and len(table.line) == 1:
            return self.right[self.pieces.kind_of[move.mask.bit_length() - 1]]
        return move

    def row(self, table: Table) -> list[tuple[int, int]]:
        """The line as it lies, from left to right: each piece's two numbers in that order."""
        row: list[tuple[int, int]] = []
        left = right = -1
        for piece, where in table.line:
            kind = self.pieces.kinds[self.pieces.kind_of[piece]]
            if where == LEFT:
                joined = self.joins[left]
                left = kind.pips - joined
                row.insert(0, (left, joined))
            elif where == RIGHT:
                joined = self.joins[right]
                right = kind.pips - joined
                row.append((joined, right))
            else:
                left, right = (kind.high, kind.low) if where == TURNED else (kind.low, kind.high)
                row.append((left, right))
        return row
