"""Payments: what each of the others pays the winner of a trick or of a round, with factors and redirected debts.

Every payment is between two sides, so a ledger of payments always sums to zero. A row knows nothing of the other rows:
its factors multiply its own amounts only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import attrs

from tilegames.core.moves import Event, ScoreEvent
from tilegames.core.scoring import Amount, Facts, Scoring, Test
from tilegames.core.seats import Seats
from tilegames.core.table import Table
from tilegames.errors import Span

if TYPE_CHECKING:
    from tilegames.core.groups import GroupTricks

__all__ = ["BEFORE_LAST", "DEALT", "DEALT_FACTS", "PAYMENT_FACTS", "ROUND_END", "TRICK_END", "Factor", "Payment",
           "Redirect", "Settlement"]

#: When a row pays.
TRICK_END, BEFORE_LAST, ROUND_END, DEALT = "trick_end", "trick_end_before_last", "round_end", "dealt_win"

#: What an expression about any payment may name, and its type; those about the others belong to one payment.
DEALT_FACTS: dict[str, str] = {
    "winner.hand": "word",
    "winner.dealer": "bool",
    "payer.dealer": "bool",
    "dealer.streak": "int",
    "amount": "int",
    "redirected": "bool",
}
#: The same for a payment after a trick, or for the last trick at the end of a round.
PAYMENT_FACTS: dict[str, str] = {
    "trick.size": "int",
    "trick.pattern": "word",
    "trick.led": "word",
    "trick.top": "word",
    "trick.last": "bool",
    "trick.beaten": "bool",
    "winner.columns": "int",
    "winner.dealer": "bool",
    "payer.columns": "int",
    "payer.dealer": "bool",
    "payer.leader": "bool",
    "dealer.streak": "int",
    "amount": "int",
    "redirected": "bool",
}


@attrs.frozen(eq=False, repr=False)
class Factor:
    """What multiplies a payment.

    Attributes:
        name: what it is called.
        when: the condition; None for always.
        by: how much.
        positive: whether it leaves alone what the winner pays.
    """

    name: str
    when: Test | None
    by: Amount
    positive: bool = False


@attrs.frozen(eq=False, repr=False)
class Redirect:
    """Somebody who takes over what the others owe.

    Attributes:
        name: what it is called.
        when: whether it happens.
        positive: whether only what is owed is taken over, and not what others get.
        to_leader: whether the leader of the trick takes it over; else the dealer.
        place: the spec line.
    """

    name: str
    when: Test | None
    positive: bool = True
    to_leader: bool = True
    place: Span | None = None


@attrs.frozen(eq=False, repr=False)
class Payment:
    """One row: what each other side pays the winner; below nothing, the winner pays.

    Attributes:
        name: the rule that its lines of the account name.
        at: when it pays.
        amount: from the facts of one payment to what is paid.
        when: whether the row pays at all; None for always.
        times: what multiplies a payment, in order.
        redirects: who pays in the place of others; the first that happens counts.
        place: the spec line.
    """

    name: str
    at: str
    amount: Amount
    when: Test | None = None
    times: tuple[Factor, ...] = ()
    redirects: tuple[Redirect, ...] = ()
    place: Span | None = None

    def pay(self, seats: Seats, table: Table, winner: int, facts: Facts) -> bool:
        """Enters what is paid to the side of a seat; says whether anything is.

        Args:
            seats: the sides.
            table: the account.
            winner: the seat that is paid.
            facts: what is known of the trick or of the hand.
        """
        side = seats.side_of[winner]
        dealer = seats.side_of[table.dealer] if table.dealer >= 0 else -1
        leader = seats.side_of[table.leader] if table.leader >= 0 else -1
        known = {**facts, "winner.columns": table.points[side], "winner.dealer": side == dealer,
                 "dealer.streak": table.streak}
        if self.when is not None and not self.when(known):
            return False
        moved = next((row for row in self.redirects if row.when is None or row.when(known)), None)
        known["redirected"] = moved is not None
        debts: list[tuple[int, int]] = []
        for other in range(len(seats.sides)):
            if other != side:
                known["payer.columns"] = table.points[other]
                known["payer.dealer"] = other == dealer
                known["payer.leader"] = other == leader
                known["amount"] = amount = self.amount(known)
                for factor in self.times:
                    if (amount > 0 or not factor.positive) and (factor.when is None or factor.when(known)):
                        amount *= factor.by(known)
                debts.append((other, amount))
        stand_in = -1 if moved is None else leader if moved.to_leader else dealer
        paid = False
        for other, amount in debts:
            place = self.place
            if moved is not None and stand_in not in (side, -1, other) and (amount > 0 or not moved.positive):
                other, place = stand_in, moved.place
            if amount:
                _transfer(table, other, side, amount, self.name, place)
                paid = True
        return paid


def _transfer(table: Table, payer: int, to: int, amount: int, rule: str, place: Span | None) -> None:
    for side, other, got in ((payer, to, -amount), (to, payer, amount)):
        table.score(ScoreEvent(table.round, side, got, rule, place))
        if table.log is not None:
            what = f"gets {got} from" if got > 0 else f"pays {-got} to"
            table.log.append(Event("score", f"side {side} {what} side {other} ({rule})", value=got))


class Settlement:
    """The rows that pay at the end of a round: for the last trick, or for a hand that has won as it was dealt.

    Args:
        phase: whose tricks they are about.
    """

    asks: ClassVar[bool] = False

    def __init__(self, phase: GroupTricks) -> None:
        self.phase = phase

    def settle(self, scoring: Scoring, table: Table, facts: Facts, seat: int) -> str | None:
        phase = self.phase
        if table.dealt_win:
            for row in phase.at_deal:
                row.pay(phase.seats, table, seat, {"winner.hand": table.dealt_win})
        else:
            about = phase.trick_facts(table, table.hands[seat])
            for row in phase.at_round_end:
                row.pay(phase.seats, table, seat, about)
        return None
