"""Exchanges: everybody chooses pieces to give away, hidden, and then all of them change hands at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilegames.core.moves import Event, Move, Reason
from tilegames.core.phases import Phase, kind_moves
from tilegames.core.pieces import PieceSet
from tilegames.core.seats import Seats
from tilegames.core.table import Table, replaced
from tilegames.errors import Span

__all__ = ["Exchange"]


class Exchange(Phase):
    """Each seat in turn chooses pieces one by one; when all have chosen, the pieces change hands.

    Until then they stay where they are, so that nobody can see what another one has chosen, or that it has.

    Args:
        give: how many pieces each seat gives.
        to: to whom, round by round, and from the start again: ``left``, ``right``, ``across``, ``second_left``,
            ``second_right``, or ``nobody`` for a round without.
    """

    kind = "exchange"

    def __init__(self, name: str, pieces: PieceSet, seats: Seats, place: Span | None, *, give: int,
                 to: Sequence[str]) -> None:
        super().__init__(name, pieces, seats, place)
        self.give = give
        self.to = tuple(to)
        everybody = range(seats.count)
        receivers = {"left": [seats.left_of(seat) for seat in everybody],
                     "right": [seats.right_of(seat) for seat in everybody],
                     "across": [(seat + seats.count // 2) % seats.count for seat in everybody],
                     "second_left": [seats.left_of(seats.left_of(seat)) for seat in everybody],
                     "second_right": [seats.right_of(seats.right_of(seat)) for seat in everybody]}
        #: For each round of the cycle who gets the pieces of each seat; None when nothing is given.
        self.receivers: tuple[tuple[int, ...] | None, ...] = tuple(
            tuple(receivers[word]) if word in receivers else None for word in self.to)
        self.moves, self.of = kind_moves(pieces, "give", "give {}")

    def receivers_of(self, number: int) -> tuple[int, ...] | None:
        """Who gets the pieces of each seat in a round (from 0); None if nothing is given."""
        return self.receivers[number % len(self.receivers)]

    def enter(self, table: Table) -> None:
        table.given = (0,) * self.seats.count
        if self.receivers_of(table.round) is None:
            self.done(table)
        else:
            table.turn = table.first

    def legal(self, table: Table) -> Sequence[Move]:
        return self.of(table.hands[table.turn] & ~table.given[table.turn])

    def apply(self, table: Table, move: Move) -> None:
        seat = table.turn
        chosen = table.hands[seat] & ~table.given[seat] & move.mask
        table.given = replaced(table.given, seat, table.given[seat] | chosen & -chosen)
        if table.log is not None:
            self.say(table, Event("give", f"seat {seat} chooses a piece to give", seat, (move.piece or "",),
                                  seen_by=(seat,)))
        if table.given[seat].bit_count() < self.give:
            return
        following = self.seats.next[seat]
        if not table.given[following]:
            table.turn = following
            return
        self._change_hands(table)
        self.done(table)

    def _change_hands(self, table: Table) -> None:
        receivers = self.receivers_of(table.round)
        assert receivers is not None
        given = table.given
        for seat, mask in enumerate(given):
            table.hands[seat] ^= mask
        for seat, mask in enumerate(given):
            to = receivers[seat]
            table.hands[to] |= mask
            if table.log is not None:
                self.say(table, Event("exchange", f"seat {seat} gives {self.give} to seat {to}", seat,
                                      self.pieces.names_of(mask), to, seen_by=(seat, to)))
        table.given = (0,) * self.seats.count

    def refuse(self, table: Table, move: Move) -> Reason:
        if table.hands[table.turn] & move.mask:
            return Reason("already-chosen", f"{move.piece} is already chosen", self.place)
        return Reason("not-in-hand", f"seat {table.turn} does not hold {move.piece}", self.place)

    def vocabulary(self) -> Iterable[tuple[str, Move]]:
        # Always with the verb: a piece alone could be meant for a trick.
        return ((move.text, move) for move in self.moves)
