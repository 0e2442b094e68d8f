"""Declarations and choices: naming trumps or a contract, and naming a seat for a role."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import attrs

from tilegames.core.contracts import Contract, Facts, bid_facts
from tilegames.core.moves import Event, Move, Reason
from tilegames.core.phases import Phase, Role
from tilegames.core.pieces import PieceSet
from tilegames.core.seats import Seats
from tilegames.core.suits import SuitTable
from tilegames.core.table import Table
from tilegames.errors import Span

__all__ = ["Choice", "Choose", "Declare"]


@attrs.frozen(eq=False, repr=False)
class Choice:
    """What may be declared.

    Attributes:
        text: how it is said.
        suits: the suits that follow from it.
        contract: the contract that it brings, or None.
        needs: from the facts of the bid to whether it may be declared; None if it always may.
        forced_only: whether it may be declared only by who was forced to bid.
        place: the spec line.
    """

    text: str
    suits: SuitTable
    contract: Contract | None = None
    needs: Callable[[Facts], bool] | None = None
    forced_only: bool = False
    place: Span | None = None


class Declare(Phase):
    """One seat names trumps or a contract, or says nothing and lets the first lead decide.

    Args:
        by: who declares.
        choices: what may be named.
        may_be_silent: whether the first lead may decide instead.
    """

    kind = "declare"

    def __init__(self, name: str, pieces: PieceSet, seats: Seats, place: Span | None, *, by: Role,
                 choices: Sequence[Choice], may_be_silent: bool) -> None:
        super().__init__(name, pieces, seats, place)
        self.by = by
        self.may_be_silent = may_be_silent
        self.choices: tuple[Choice, ...] = ()
        self.offer(choices)

    def offer(self, choices: Sequence[Choice]) -> None:
        """Adds what may be named; for the time before the first round only."""
        self.choices += tuple(choices)
        self.moves: tuple[Move, ...] = tuple(Move("declare", choice.text, number=number)
                                             for number, choice in enumerate(self.choices))
        if self.may_be_silent:
            self.moves += (Move("declare", "undeclared"),)
        #: Whether what may be named depends on the bid.
        self.depends = any(choice.needs is not None or choice.forced_only for choice in self.choices)

    def enter(self, table: Table) -> None:
        table.suits = None
        table.turn = table.declarer = self.by(table)

    def legal(self, table: Table) -> Sequence[Move]:
        if not self.depends:
            return self.moves
        facts = bid_facts(table)
        return tuple(move for move in self.moves if move.number < 0 or self._may(self.choices[move.number], facts))

    @staticmethod
    def _may(choice: Choice, facts: Facts) -> bool:
        return (choice.needs is None or choice.needs(facts)) and (not choice.forced_only or bool(facts["bid.forced"]))

    def apply(self, table: Table, move: Move) -> None:
        if move.number >= 0:
            choice = self.choices[move.number]
            table.suits = choice.suits
            if choice.contract is not None:
                table.contract = choice.contract
        if table.log is not None:
            text = f"seat {table.turn} declares {move.text}" if move.number >= 0 else (
                f"seat {table.turn} leaves trumps to the first lead")
            self.say(table, Event("declare", text, table.turn))
        self.done(table)

    def refuse(self, table: Table, move: Move) -> Reason:
        choice = self.choices[move.number]
        facts = bid_facts(table)
        if choice.needs is not None and not choice.needs(facts):
            bid = table.bid.text if table.bid is not None else "nothing"
            return Reason("bid-too-low", f"the bid of {bid} does not allow {choice.text}", choice.place)
        return Reason("not-forced", f"{choice.text} may be declared only by who was forced to bid", choice.place)

    def vocabulary(self) -> Iterable[tuple[str, Move]]:
        for move in self.moves:
            yield move.text, move
            if move.number >= 0 and self.choices[move.number].contract is None \
                    and self.choices[move.number].suits.trump < 0:
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
        table.chosen = (*table.chosen, (self.role, move.number))
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
