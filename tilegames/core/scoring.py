"""Scoring: rows that turn the result of a round into lines of the account, pots, ledgers, ranking and ties."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Protocol

import attrs

from tilegames.core.contracts import BID_FACTS, Facts, Pays, bid_facts
from tilegames.core.moves import Event, ScoreEvent
from tilegames.core.seats import Seats
from tilegames.core.table import LAYOUT, Ending, Table, unroll
from tilegames.errors import Span

__all__ = [
    "LAST_WINNER",
    "RESULT_FACTS",
    "TIE_BREAKS",
    "AllTakenRow",
    "Amount",
    "Bonus",
    "ContractRow",
    "Facts",
    "HandLeftRow",
    "Love",
    "OpenEnds",
    "Pot",
    "Scoring",
    "Staked",
    "TakenRow",
    "Test",
    "WinRow",
    "facts_of",
    "rank_sides",
    "tie_breaks",
]

Amount = Callable[[Facts], int]
Test = Callable[[Facts], bool]

#: The rule of the lines that a position brings in: what was scored in rounds that nobody speaks of.
CARRIED = "carried"

#: What an expression about a finished round may name, and its type ("int", "bool" or "word").
RESULT_FACTS: dict[str, str] = {
    "round.number": "int",
    "round.ties": "int",
    **BID_FACTS,
    "declarers.points": "int",
    "declarers.tricks": "int",
    "opponents.points": "int",
    "opponents.tricks": "int",
    "out.only_fit": "bool",
    "out.fits": "int",
    "out.double": "bool",
}


def facts_of(table: Table, seats: Seats) -> dict[str, int | bool | str]:
    """The facts of a finished round that expressions may name."""
    side = seats.side_of[table.bidder] if table.bidder >= 0 else -1
    only_fit, fits, double = table.out_facts if table.parts & LAYOUT else (False, 0, False)
    return {
        "round.number": table.round + 1,
        "round.ties": table.previous.ties,
        **bid_facts(table),
        "declarers.points": table.points[side] if side >= 0 else 0,
        "declarers.tricks": table.tricks[side] if side >= 0 else 0,
        "opponents.points": sum(table.points) - table.points[side] if side >= 0 else sum(table.points),
        "opponents.tricks": sum(table.tricks) - table.tricks[side] if side >= 0 else sum(table.tricks),
        "out.only_fit": only_fit,
        "out.fits": fits,
        "out.double": double,
    }


class Row(Protocol):
    """One rule of scoring, applied when a round has ended; ``asks`` says whether it needs the facts of the round."""

    asks: ClassVar[bool]

    def settle(self, scoring: Scoring, table: Table, facts: Facts, seat: int) -> str | None:
        """Enters its lines; may say how the round ended for the match (``reset``, ``level``)."""
        ...


class AtEnd(Protocol):
    """What happens when a match is over and its winners are known."""

    def settle(self, scoring: Scoring, table: Table, winners: Sequence[int]) -> None:
        """Enters its lines; the winners are sides."""
        ...


class Staked(AtEnd, Protocol):
    """Money beside the score."""

    def collect(self, scoring: Scoring, table: Table) -> None:
        """Takes the antes of the match."""
        ...

    def check(self, table: Table) -> str:
        """What is wrong with the pot and the money of a position; "" if nothing is."""
        ...

    def share_out(self, scoring: Scoring, table: Table, seat: int) -> None:
        """Pays the winner of a round, or nobody (-1)."""
        ...


@attrs.frozen(eq=False, repr=False)
class ContractRow:
    """The contract of an auction: made or failed, and what each side scores for it."""

    asks: ClassVar[bool] = True

    made_if: Test
    made: Pays
    failed: Pays
    made_place: Span | None = None
    failed_place: Span | None = None

    def settle(self, scoring: Scoring, table: Table, facts: Facts, seat: int) -> str | None:
        # A contract that changes the rules may have its own condition and its own amounts.
        special = table.contract
        made = ((special and special.made_if) or self.made_if)(facts)
        declarers = scoring.seats.side_of[table.bidder]
        if made:
            rule, amounts, place = "made", self.made, self.made_place
            if special is not None and special.made is not None:
                amounts, place = special.made, special.made_place
        else:
            rule, amounts, place = "failed", self.failed, self.failed_place
            if special is not None and special.failed is not None:
                amounts, place = special.failed, special.failed_place
        for side in range(len(scoring.seats.sides)):
            amount = amounts[0] if side == declarers else amounts[1]
            if amount is not None:
                scoring.enter(table, side, amount(facts), rule, place)
        return None


@attrs.frozen(eq=False, repr=False)
class TakenRow:
    """Every side scores the points it has taken."""

    asks: ClassVar[bool] = False

    place: Span | None = None

    def settle(self, scoring: Scoring, table: Table, facts: Facts, seat: int) -> str | None:
        for side, points in enumerate(table.points):
            scoring.enter(table, side, points, "taken", self.place)
        return None


@attrs.frozen(eq=False, repr=False)
class AllTakenRow:
    """Every side scores the points it has taken, unless one side has taken all of some pieces.

    Attributes:
        pieces: the mask of those pieces.
        taker, others: what is scored then.
        beside: what each piece of the set still counts then; None if nothing else does.
        per_trick: what each trick still counts then.
    """

    asks: ClassVar[bool] = False

    pieces: int
    taker: int
    others: int
    beside: Callable[[int], int] | None = None
    per_trick: int = 0
    place: Span | None = None
    taken_place: Span | None = None

    def settle(self, scoring: Scoring, table: Table, facts: Facts, seat: int) -> str | None:
        taker = next((side for side, won in enumerate(table.won) if won & self.pieces == self.pieces), None)
        if taker is None:
            return TakenRow(self.taken_place).settle(scoring, table, facts, seat)
        for side, won in enumerate(table.won):
            scoring.enter(table, side, self.taker if side == taker else self.others, "all_taken", self.place)
            if self.beside is not None:
                scoring.enter(table, side, self.beside(won) + self.per_trick * table.tricks[side], "taken",
                              self.taken_place)
        return None


@attrs.frozen(eq=False, repr=False)
class HandLeftRow:
    """What is left in hand counts: against its holder, or for the winner of the round.

    Attributes:
        worth: from the mask of some pieces to what they count together.
        to_winner: whether the winner's side scores what the other sides hold.
        less_own: whether the winner's own pieces are taken off (those of its whole side, if sides are compared).
        both: whether the winner's own side's pieces count for it, too.
        stock: whether the pieces left in the stock count for the winner, too.
        by_side: whether a blocked round compares sides.
        round_to: amounts are rounded to the nearest multiple of this, the middle upwards.
        each_hand: whether every hand is rounded by itself; else their sum is.
        scores: from the amount (as ``total``) to what is scored; None for the amount itself.
    """

    asks: ClassVar[bool] = False

    worth: Callable[[int], int]
    to_winner: bool = False
    less_own: bool = False
    both: bool = False
    stock: bool = False
    by_side: bool = False
    round_to: int = 1
    each_hand: bool = False
    scores: Amount | None = None
    place: Span | None = None

    def settle(self, scoring: Scoring, table: Table, facts: Facts, seat: int) -> str | None:
        side_of = scoring.seats.side_of
        hands = list(map(self.worth, table.hands))
        if not self.to_winner:
            for holder, amount in enumerate(hands):
                scoring.enter(table, side_of[holder], self._amount(amount), "hand_left", self.place)
        elif seat >= 0:
            self._credit(scoring, table, seat, hands)
        return None

    def _credit(self, scoring: Scoring, table: Table, seat: int, hands: Sequence[int]) -> None:
        side = scoring.seats.side_of[seat]
        counted = [amount for holder, amount in enumerate(hands)
                   if self.both or scoring.seats.side_of[holder] != side]
        if self.stock:
            counted.append(self.worth(sum(1 << piece for piece in table.stock[table.drawn:])))
        own = scoring.seats.sides[side] if self.by_side else (seat,)
        taken_off = [hands[member] for member in own] if self.less_own and table.hands[seat] else []
        if self.each_hand:
            counted, taken_off = list(map(self._rounded, counted)), list(map(self._rounded, taken_off))
        counted += [-amount for amount in taken_off]
        # One line a hand, as long as their sum is what is scored.
        by_hand = self.scores is None and (self.each_hand or self.round_to == 1)
        for amount in counted if by_hand else [self._amount(sum(counted))]:
            scoring.enter(table, side, amount, "hand_left", self.place)

    def _rounded(self, amount: int) -> int:
        return (2 * amount + self.round_to) // (2 * self.round_to) * self.round_to

    def _amount(self, amount: int) -> int:
        amount = self._rounded(amount)
        return amount if self.scores is None else self.scores({"total": amount})


@attrs.frozen(eq=False, repr=False)
class OpenEnds:
    """What the open ends of a layout score for whoever has just played.

    Attributes:
        when, scores: from the sum of the ends (as ``total``) to whether and how much.
        doubles: how many times a double at an end counts its number.
        lone: the same for a double that lies alone.
    """

    when: Test
    scores: Amount
    doubles: int = 2
    lone: int = 2
    place: Span | None = None

    def score(self, scoring: Scoring, table: Table, seat: int, total: int) -> None:
        """Enters what a play has scored."""
        facts = {"total": total}
        if self.when(facts):
            scoring.enter(table, scoring.seats.side_of[seat], self.scores(facts), "open_ends", self.place)


@attrs.frozen(eq=False, repr=False)
class Bonus:
    """An extra amount for the winner of a round under a condition."""

    name: str
    when: Test
    amount: Amount
    place: Span | None = None


@attrs.frozen(eq=False, repr=False)
class Love:
    """A ledger in which others must have nothing.

    Strict: a side scores only while all others have nothing. When a side beats one that has points, all go back to
    nothing and the breaker gets nothing either. Lenient: every side collects; when all have points, all go back to
    nothing.

    Attributes:
        play_off: (strict) at one to nothing the breaker draws level instead, and the winner of the next round that is
            not tied stands at two to nothing.
        lenient: which of the two.
    """

    play_off: bool = False
    lenient: bool = False
    place: Span | None = None

    def possible(self, scores: Sequence[int]) -> bool:
        """Whether these scores can stand in the ledger."""
        points = [score for score in scores if score]
        if self.lenient:
            return len(points) < len(scores)
        return len(points) < 2 or (self.play_off and set(points) == {1})

    def credit(self, scoring: Scoring, table: Table, side: int, lines: Sequence[tuple[int, str, Span | None]]) -> str:
        """Enters a won round; says ``won``, ``reset`` or ``level``."""
        rivals = [other for other, score in enumerate(table.scores) if other != side and score > 0]
        own = table.scores[side]
        if self.lenient or not rivals:
            for amount, rule, place in lines:
                scoring.enter(table, side, amount, rule, place)
            if not self.lenient or not all(table.scores):
                return "won"
            for other, score in enumerate(list(table.scores)):
                scoring.enter(table, other, -score, "love", self.place)
            return "reset"
        played_off = self.play_off and len(rivals) + (own > 0) > 1
        if played_off:
            scoring.enter(table, side, 2 - own, "play_off", self.place)
        elif self.play_off and all(table.scores[other] == 1 for other in rivals):
            scoring.enter(table, side, 1, "level", self.place)
            return "level"
        for other in rivals:
            scoring.enter(table, other, -table.scores[other], "play_off" if played_off else "love", self.place)
        return "won" if played_off else "reset"


@attrs.frozen(eq=False, repr=False)
class WinRow:
    """The winner of a round scores, with bonuses, straight or by a ledger."""

    asks: ClassVar[bool] = True

    amount: Amount
    bonuses: tuple[Bonus, ...] = ()
    ledger: Love | None = None
    place: Span | None = None

    def settle(self, scoring: Scoring, table: Table, facts: Facts, seat: int) -> str | None:
        if seat < 0:
            return None
        side = scoring.seats.side_of[seat]
        lines = [(self.amount(facts), "round_won", self.place)]
        lines += [(bonus.amount(facts), bonus.name, bonus.place) for bonus in self.bonuses if bonus.when(facts)]
        if self.ledger is not None:
            return self.ledger.credit(scoring, table, side, lines)
        for amount, rule, place in lines:
            scoring.enter(table, side, amount, rule, place)
        return None


@attrs.frozen(eq=False, repr=False)
class Pot:
    """An ante from everybody before each round, and who gets it.

    Accounts: the sides' scores, the pot and the house together sum to zero.

    Attributes:
        ante: what each seat pays.
        rake: how many percent of the pot the house keeps when it is paid out, rounded down.
        refund: whether the antes go back when nobody wins; else they stay in the pot for the next round.
    """

    asks: ClassVar[bool] = False

    ante: int
    rake: int = 0
    refund: bool = False
    place: Span | None = None

    def collect(self, scoring: Scoring, table: Table) -> None:
        """Takes the antes."""
        for side in scoring.seats.side_of:
            scoring.enter(table, side, -self.ante, "ante", self.place)
        pot, house = table.pots
        table.pots = pot + self.ante * scoring.seats.count, house

    def settle(self, scoring: Scoring, table: Table, facts: Facts, seat: int) -> str | None:
        if seat >= 0:
            pot = table.pots[0]
            kept = pot * self.rake // 100
            scoring.enter(table, scoring.seats.side_of[seat], pot - kept, "pot", self.place)
            table.pots = 0, table.pots[1] + kept
        elif self.refund:
            for side in scoring.seats.side_of:
                scoring.enter(table, side, self.ante, "refund", self.place)
            pot, house = table.pots
            table.pots = pot - self.ante * scoring.seats.count, house
        return None


class Scoring:
    """The rows of a game's scoring.

    Args:
        seats: the table.
        rows: applied in order when a round ends.
        pot: the pot, if there is one.
        hook: a hook's say in what the sides score for a round: (facts, what each scored) -> what each scores.
        can_tie: whether a blocked round that nobody wins is a tie.
        counters: the names of the counters that each side keeps for the match.
        final: what is scored when the match is over.
        stakes: money beside the score.
    """

    def __init__(self, seats: Seats, rows: Sequence[Row], *, pot: Pot | None = None, can_tie: bool = True,
                 hook: Callable[[Facts, Mapping[int, int]], Mapping[int, int]] | None = None,
                 hook_place: Span | None = None, counters: Sequence[str] = (), final: AtEnd | None = None,
                 stakes: Staked | None = None) -> None:
        self.seats = seats
        self.final = final
        self.stakes = stakes
        self.counters = tuple(counters)
        self.rows: tuple[Row, ...] = (*rows, pot) if pot else tuple(rows)
        self.pot = pot
        self.can_tie = can_tie
        self.hook = hook
        self.hook_place = hook_place
        #: Whether anything asks for the facts of the round.
        self.asks = hook is not None or any(row.asks for row in rows)

    def enter(self, table: Table, side: int, amount: int, rule: str, place: Span | None) -> None:
        """Enters one line of the account; a line of nothing is left out."""
        if amount:
            event = ScoreEvent(table.round, side, amount, rule, place)
            table.score(event)
            if table.log is not None:
                table.log.append(Event("score", f"side {side} scores {amount:+d} ({rule})", value=amount))

    def settle(self, table: Table, how: str, seat: int) -> Ending:
        """Scores a finished round.

        Args:
            table: the table as the round left it.
            how: ``out``, ``blocked``, ``played``, ``exhausted`` or ``void``.
            seat: who won it, or -1.

        Returns:
            How it ended for the match.
        """
        facts: Facts = facts_of(table, self.seats) if self.asks else {}
        if how == "void":
            if self.pot is not None:
                self.pot.settle(self, table, facts, -1)
            return Ending("void", -1, table.previous.ties, how)
        before = list(table.scores) if self.hook is not None else ()
        word: str | None = None
        for row in self.rows:
            word = row.settle(self, table, facts, seat) or word
        if self.hook is not None:
            given = {side: score - before[side] for side, score in enumerate(table.scores)}
            for side, amount in self.hook(facts, given).items():
                self.enter(table, side, amount - given[side], "points", self.hook_place)
        if seat >= 0:
            return Ending(word or "won", seat, 0, how)
        if how == "blocked" and self.can_tie:
            return Ending("tied", -1, table.previous.ties + 1, how)
        return Ending("none", -1, 0, how)


def rank_sides(scores: Sequence[int], *, highest: bool, breaks: Sequence[Sequence[int]] = ()) -> list[list[int]]:
    """The sides from best to worst; sides of equal score share a place.

    Args:
        scores: the score of each side.
        highest: whether the highest is best.
        breaks: for each tie-break a number for each side, of which the lowest is best.

    Example:
        >>> rank_sides([3, 7, 3], highest=True)
        [[1], [0, 2]]
        >>> rank_sides([3, 7, 3], highest=True, breaks=[[5, 0, 4]])
        [[1], [2], [0]]
    """
    if not breaks:
        return [[side for side, score in enumerate(scores) if score == place]
                for place in sorted(set(scores), reverse=highest)]
    keys = [(-score if highest else score, *(numbers[side] for numbers in breaks))
            for side, score in enumerate(scores)]
    return [[side for side, key in enumerate(keys) if key == place] for place in sorted(set(keys))]


def _rounds_of(table: Table, sides: int) -> list[list[int]]:
    """What each side has scored in each round that was scored, oldest first."""
    rounds: dict[int, list[int]] = {number: [0] * sides for number in range(table.round + 1)}
    for event in unroll(table.score_chain):
        if event.rule != CARRIED:
            rounds.setdefault(event.round, [0] * sides)[event.side] += event.amount
    return [rounds[number] for number in sorted(rounds)]


def _most_zero_rounds(rounds: Sequence[Sequence[int]], side: int) -> int:
    return -sum(scores[side] == 0 for scores in rounds)


def _lowest_round_above_zero(rounds: Sequence[Sequence[int]], side: int) -> int:
    return min((scores[side] for scores in rounds if scores[side] > 0), default=0)


#: What can part sides of equal score at the end of a match: from the scores of all rounds and a side to a number, of
#: which the lowest is best.
TIE_BREAKS: dict[str, Callable[[Sequence[Sequence[int]], int], int]] = {
    "most_zero_rounds": _most_zero_rounds,
    "lowest_round_above_zero": _lowest_round_above_zero,
}


#: The tie-break that asks for more than scores: who has won the last round.
LAST_WINNER = "last_round_winner"


def tie_breaks(names: Sequence[str], table: Table, seats: Seats) -> list[list[int]]:
    """For each tie-break a number for each side, of which the lowest is best."""
    if not names:
        return []
    sides = range(len(seats.sides))
    rounds = _rounds_of(table, len(sides))
    last = table.previous.seat
    winner = seats.side_of[last] if last >= 0 else -1
    return [[int(side != winner) if name == LAST_WINNER else TIE_BREAKS[name](rounds, side) for side in sides]
            for name in names]
