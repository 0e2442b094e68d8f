"""Declarations and choices: naming trumps, and naming a seat for a role."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tilegames.core.moves import Event, Move, Reason
from tilegames.core.phases import Phase, Role
from tilegames.core.pieces import PieceSet
from tilegames.core.seats import Seats
from tilegames.core.suits import SuitTable
from tilegames.core.table import Table
from tilegames.errors import Span

__all__ = ["Choose", "Declare"]


class Declare(Phase):
    """One seat names trumps, or says nothing and lets the first lead decide.

    Args:
        by: who declares.
        choices: what may be named: its text and the suits that follow from it.
        may_be_silent: whether the first lead may decide instead.
    """

    kind = "declare"

    def __init__(self, name: str, pieces: PieceSet, seats: Seats, place: Span | None, *, by: Role,
                 choices: Sequence[tuple[str, SuitTable]], may_be_silent: bool) -> None:
        super().__init__(name, pieces, seats, place)
        self.by = by
        self.tables = [table for _, table in choices]
        self.moves: tuple[Move, ...] = tuple(Move("declare", text, number=number)
                                             for number, (text, _) in enumerate(choices))
        if may_be_silent:
            self.moves += (Move("declare", "undeclared"),)

    def enter(self, table: Table) -> None:
        table.suits = None
        table.turn = self.by(table)

    def legal(self, table: Table) -> Sequence[Move]:
        return self.moves

    def apply(self, table: Table, move: Move) -> None:
        if move.number >= 0:
            table.suits = self.tables[move.number]
        if table.log is not None:
            text = f"seat {table.turn} declares {move.text}" if move.number >= 0 else (
                f"seat {table.turn} leaves trumps to the first lead")
            self.say(table, Event("declare", text, table.turn))
        self.done(table)

    def refuse(self, table: Table, move: Move) -> Reason:
        return Reason("no-such-declaration", "this may not be declared here", self.place)

    def vocabulary(self) -> Iterable[tuple[str, Move]]:
        for move in self.moves:
            yield move.text, move
            if move.number >= 0 and self.tables[move.number].trump < 0:
                yield "none", move


class Choose(Phase):
    """One seat names a seat of a side for a role, such as who of the winners starts.

    Args:
        role: the name of the role.
        by: who chooses.
        among: the seats that may be named, given who chooses.
        needed: whether the choice is needed at all this round; else the phase is skipped.
    """

    kind = "choose"

    def __init__(self, name: str, pieces: PieceSet, seats: Seats, place: Span | None, *, role: str, by: Role,
                 among: Callable[[int], Sequence[int]], needed: Callable[[Table], bool] | None = None) -> None:
        super().__init__(name, pieces, seats, place)
        self.role = role
        self.by = by
        self.among = among
        self.needed = needed
        self.moves = tuple(Move("choose", f"seat {seat}", value=seat, number=seat) for seat in range(seats.count))
        self.offers = tuple(tuple(self.moves[seat] for seat in sorted(among(by_seat)))
                            for by_seat in range(seats.count))

    def enter(self, table: Table) -> None:
        if self.needed is not None and not self.needed(table):
            self.done(table)
        else:
            table.turn = self.by(table)

    def legal(self, table: Table) -> Sequence[Move]:
        return self.offers[table.turn]

    def apply(self, table: Table, move: Move) -> None:
        table.chosen[self.role] = move.number
        if table.log is not None:
            self.say(table, Event("choose", f"seat {move.number} will be the {self.role}", table.turn,
                                  value=move.number))
        self.done(table)

    def refuse(self, table: Table, move: Move) -> Reason:
        offered = " or ".join(str(seat) for seat in sorted(self.among(table.turn)))
        return Reason("not-to-choose", f"the {self.role} must be seat {offered}", self.place)

    def vocabulary(self) -> Iterable[tuple[str, Move]]:
        for move in self.moves:
            yield move.text, move
            yield str(move.number), move
