"""Contracts: what a bid or a declaration changes for the rest of the round, and rounds that end early.

A contract is compiled once, when the game is loaded: it holds its own phases, so that nothing is looked up or merged
while it is played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any, TypeVar, cast

import attrs

from tilegames.core.table import Table
from tilegames.errors import Span

if TYPE_CHECKING:
    from tilegames.core.phases import Phase
    from tilegames.core.suits import SuitTable

__all__ = ["BID_FACTS", "Contract", "Decided", "Facts", "Pays", "bid_facts"]

P = TypeVar("P", bound="Phase")

Facts = Mapping[str, int | bool | str]
#: What the declarers and their opponents score, from the facts of the round; None for nothing.
Pays = tuple[Callable[[Facts], int] | None, Callable[[Facts], int] | None]


#: What an expression may name of the bid that has won the auction, and its type.
BID_FACTS: dict[str, str] = {
    "bid.kind": "word",
    "bid.amount": "int",
    "bid.target": "int",
    "bid.stake": "int",
    "bid.forced": "bool",
}


def bid_facts(table: Table) -> dict[str, int | bool | str]:
    """The facts of the bid that has won, or is the highest so far."""
    bid = table.bid
    return {
        "bid.kind": bid.kind if bid else "none",
        "bid.amount": bid.amount if bid else 0,
        "bid.target": bid.target if bid else 0,
        "bid.stake": bid.stake if bid else 0,
        "bid.forced": table.forced,
    }


@attrs.define(eq=False, repr=False)
class Contract:
    """A contract in force.

    Attributes:
        name: as the spec and a declaration name it; of two at once both, such as ``plunge, nel-o``.
        phases: the phases that it changes, by name.
        tables: the suits under it by the name of the trump; those of the game if it changes none.
        made_if, made, failed: what it changes in the scoring of the contract.
        made_place, failed_place: the spec lines of those.
        declared: the contracts that can be declared under it, by name.
    """

    name: str
    phases: dict[str, Phase] = attrs.Factory(dict)
    tables: Mapping[str, SuitTable] = attrs.Factory(dict)
    made_if: Callable[[Facts], bool] | None = None
    made: Pays | None = None
    failed: Pays | None = None
    made_place: Span | None = None
    failed_place: Span | None = None
    declared: dict[str, Contract] = attrs.Factory(dict)

    def instead_of(self, phase: P) -> P:
        """The phase that stands in for one of the game under this contract; that one itself if it changes nothing."""
        return cast("P", self.phases.get(phase.name, phase))


class Decided:
    """Whether a contract is made or failed whatever the tricks to come bring.

    It tries every way in which the points and tricks that are still to come can be shared, so that it is right for any
    condition; answers are kept.

    Args:
        made_if: the condition.
        names: the facts that it uses.
        facts_of: from a table to the facts of the round as it stands.
        all_points: what all tricks together are worth at the most.
        all_tricks: from the table to how many tricks a round has.
    """

    _SHARED = ("declarers.points", "opponents.points", "declarers.tricks", "opponents.tricks")

    def __init__(self, made_if: Callable[[Facts], bool], names: Sequence[str],
                 facts_of: Callable[[Table], dict[str, Any]], all_points: int,
                 all_tricks: Callable[[Table], int]) -> None:
        self.made_if = made_if
        self.names = frozenset(names)
        self.facts_of = facts_of
        self.all_points = all_points
        self.all_tricks = all_tricks
        self._known: dict[tuple[Any, ...], bool] = {}

    def __call__(self, table: Table) -> bool:
        facts = self.facts_of(table)
        tricks = self.all_tricks(table)
        key = (tricks, *(facts[name] for name in sorted(self.names)), *(facts[name] for name in self._SHARED))
        found = self._known.get(key)
        if found is None:
            if len(self._known) > 20_000:
                self._known.clear()
            self._known[key] = found = self._work_out(facts, tricks)
        return found

    def _work_out(self, facts: dict[str, Any], all_tricks: int) -> bool:
        points = self.all_points - sum(facts[name] for name in self._SHARED[:2])
        tricks = all_tricks - sum(facts[name] for name in self._SHARED[2:])
        # What the condition does not name need not be tried.
        points = points if self.names & set(self._SHARED[:2]) else 0
        tricks = tricks if self.names & set(self._SHARED[2:]) else 0
        answers = set()
        for more, won in product(range(points + 1), range(tricks + 1)):
            shares = (more, points - more, won, tricks - won)
            answers.add(bool(self.made_if({**facts, **{name: facts[name] + share for name, share in
                                                       zip(self._SHARED, shares, strict=True)}})))
            if len(answers) > 1:
                return False
        return True
