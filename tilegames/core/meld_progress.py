"""A meld under way: what it still needs, and whether it and what must follow it can be finished."""

from __future__ import annotations

from collections.abc import Sequence

from tilegames.core.contract_plans import Demand, Hand, Item, Plans
from tilegames.core.meld_words import Opening
from tilegames.core.melds import MeldRules
from tilegames.core.table import Building, Duty

__all__ = ["Progress", "without"]

#: How many hands a game keeps at most, with what was found out about them.
_HANDS = 1 << 9


class Progress:
    """Answers whether a meld under way can be finished.

    Args:
        rules: the melds of the game.
        keep: how many pieces must stay in hand.
    """

    def __init__(self, rules: MeldRules, keep: int) -> None:
        self.rules = rules
        self.pieces = rules.pieces
        self.wild = sorted(rules.wild)
        self.keep = keep
        self.plans = Plans(rules)
        self._hands: dict[int, Hand] = {}

    def contract(self, hand: int, items: Sequence[Item]) -> bool:
        """Whether a contract can be laid from a hand."""
        return self.plans.possible(self._hand(hand), (), items)

    def begun(self, opening: Opening, due: Sequence[Item]) -> Building:
        """A meld of which nothing lies yet, as part of what must be laid first."""
        least = opening.size or self.rules.shapes[opening.shape].low
        if due and not opening.size:
            least = min((size for shape, size in due if shape == opening.shape), default=least)
        return Building(opening.shape, opening.row, opening.start, opening.size, (), least)

    def continues(self, building: Building, hand: int, due: Sequence[Item], duty: Duty | None) -> bool:
        """Whether a meld under way may stand like this."""
        if not due:
            return self._can_finish(building, hand, (), duty)
        for item in dict.fromkeys(due):
            if item[0] != building.shape or 0 < building.size < item[1]:
                continue
            rest = list(due)
            rest.remove(item)
            if self._can_finish(building._replace(least=max(building.least, item[1])), hand, rest, duty):
                return True
        return False

    def _hand(self, mask: int) -> Hand:
        """A hand as plans see it; the same hand is asked about again and again within a turn."""
        known = self._hands.get(mask)
        if known is None:
            if len(self._hands) >= _HANDS:
                self._hands.clear()
            known = self._hands[mask] = Hand(self.rules, mask)
        return known

    def _rest(self, building: Building, hand: int) -> tuple[Demand, int]:
        """What a meld under way still needs, and how many wild pieces may still go into it."""
        shape = self.rules.shapes[building.shape]
        row = shape.rows[building.row]
        laid = [self.pieces.kind_of[piece] for piece in building.cards]
        wild = self.rules.wild
        if shape.run:
            at = building.start + len(laid)
            rest = self.plans.demand(shape, building.row, at, building.start + building.size - at)
            natural = sum(kind == row[building.start + place] for place, kind in enumerate(laid))
            return rest._replace(naturals=max(0, shape.naturals - natural)), hand.bit_count()
        naturals = [kind for kind in laid if kind not in wild]
        kinds = 0
        if len(naturals) == len(laid):
            last = naturals[-1] if naturals else -1
            kinds = sum(1 << kind for kind in row if kind > last or (kind == last and not shape.distinct))
            usable = self.rules.wild_mask
        else:
            usable = sum(self.pieces.kind_masks[kind] for kind in self.wild if kind >= laid[-1])
        wanted = max(0, shape.naturals - len(naturals))
        return (Demand(kinds, max(wanted, building.least - len(laid)), wanted, shape.distinct),
                (hand & usable).bit_count())

    def most(self, building: Building) -> int:
        """How many pieces a meld can have."""
        shape = self.rules.shapes[building.shape]
        if shape.run:
            return building.size
        return min(shape.high, len(shape.rows[building.row])) if shape.distinct else shape.high

    def _can_finish(self, building: Building, hand: int, items: Sequence[Item], duty: Duty | None) -> bool:
        """Whether a meld under way can be finished, with what must be laid after it and what it must hold.

        Args:
            building: the meld so far.
            hand: what is left in hand.
            items: what the contract asks for beside this meld.
            duty: what must go into it; None for nothing.
        """
        rest, usable = self._rest(building, hand)
        held = self._hand(hand)
        laid = len(building.cards)
        if hand.bit_count() < rest.size + sum(size for _, size in items) + self.keep:
            return False
        if duty is not None and all(self.pieces.kind_of[piece] != duty.kind for piece in building.cards):
            return self._with_duty(building, hand, rest, usable, duty, items)
        if rest.size and not rest.kinds and not self.rules.shapes[building.shape].run and rest.size > usable:
            return False
        return laid + rest.size <= self.most(building) and self.plans.possible(held, (rest,), items)

    def _with_duty(self, building: Building, hand: int, rest: Demand, usable: int, duty: Duty,
                   items: Sequence[Item]) -> bool:
        """The same where a piece must still go into the meld: it is put there first."""
        shape = self.rules.shapes[building.shape]
        row = shape.rows[building.row]
        piece = hand & self.pieces.kind_masks[duty.kind]
        if not piece:
            return False
        left = self._hand(hand & ~(piece & -piece))
        wild = duty.kind in self.rules.wild
        if not shape.run:
            laid = [self.pieces.kind_of[card] for card in building.cards]
            begun = bool(laid) and laid[-1] in self.rules.wild
            if (begun and not (wild and laid[-1] <= duty.kind)) or not (wild or rest.kinds >> duty.kind & 1):
                return False
            kinds = rest.kinds & ~(1 << duty.kind) if shape.distinct else rest.kinds
            wanted = max(0, rest.naturals - (not wild))
            after = Demand(kinds, max(wanted, rest.size - 1), wanted, rest.once)
            return (len(laid) + 1 + after.size <= self.most(building) and not (begun and after.size > usable - 1)
                    and self.plans.possible(left, (after,), items))
        at = building.start + len(building.cards)
        for place in range(at, building.start + building.size):
            if row[place] != duty.kind and not wild:
                continue
            natural = row[place] == duty.kind
            own = rest.own & ~(1 << row[place])
            after = Demand(rest.kinds & ~(1 << row[place]), rest.size - 1, max(0, rest.naturals - natural), True, own)
            if self.plans.possible(left, (after,), items):
                return True
        return False

    def may_stop(self, building: Building, hand: int, due: Sequence[Item], duty: Duty | None) -> bool:
        """Whether a group under way may stay as it is."""
        shape = self.rules.shapes[building.shape]
        size = len(building.cards)
        naturals = sum(self.pieces.kind_of[piece] not in self.rules.wild for piece in building.cards)
        if size < building.least or naturals < shape.naturals or hand.bit_count() < self.keep:
            return False
        if duty is not None and all(self.pieces.kind_of[piece] != duty.kind for piece in building.cards):
            return False
        if not due:
            return True
        rest = without(due, building.shape, size)
        return rest is not None and hand.bit_count() >= sum(s for _, s in rest) + self.keep and (
            self.plans.possible(self._hand(hand), (), rest))


def without(due: Sequence[Item], shape: int, size: int) -> tuple[Item, ...] | None:
    """A contract without the largest item that a meld serves; None if it serves none.

    What a larger meld could serve a smaller one cannot, so taking the largest leaves the easiest rest.
    """
    served = [item for item in due if item[0] == shape and item[1] <= size]
    if not served:
        return None
    rest = list(due)
    rest.remove(max(served))
    return tuple(rest)
