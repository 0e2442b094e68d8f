"""Whether several melds can be made of one hand at once: an exact answer, without listing the melds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilegames.core.melds import MeldRules, Shape

__all__ = ["Demand", "Hand", "Item", "Plans"]

#: What a contract asks for: the number of a shape, and how many pieces at least.
Item = tuple[int, int]


class Demand(NamedTuple):
    """What a meld still needs to be one.

    Attributes:
        kinds: the kinds that can go into it as what they show, wild ones not counted, as a mask of kinds.
        size: how many pieces it still needs.
        naturals: how many of them must be what they show.
        once: whether each kind can go into it only once.
        own: the wild kinds that would be what they show there, as a mask of kinds.
    """

    kinds: int
    size: int
    naturals: int
    once: bool = True
    own: int = 0


class Hand:
    """What a hand holds, as far as plans ask.

    Attributes:
        kinds: the kinds held that are not wild, as a mask of kinds.
        wild: how many wild pieces.
    """

    __slots__ = ("_candidates", "_copies", "_mask", "_rules", "_wild_copies", "kinds", "wild")

    def __init__(self, rules: MeldRules, mask: int) -> None:
        wild = mask & rules.wild_mask
        self.wild = wild.bit_count()
        self.kinds = rules.kinds_in(mask ^ wild)
        self._rules = rules
        self._mask = mask
        # What is seldom asked for is counted when it is.
        self._copies: dict[int, int] | None = None
        self._wild_copies: dict[int, int] | None = None
        self._candidates: dict[Item, list[tuple[int, Demand]]] = {}

    def copies(self) -> dict[int, int]:
        """How many of each kind that is not wild, by kind."""
        if self._copies is None:
            self._copies = _counted(self._rules, self._mask & ~self._rules.wild_mask)
        return self._copies

    def wild_copies(self) -> dict[int, int]:
        """How many of each wild kind."""
        if self._wild_copies is None:
            self._wild_copies = _counted(self._rules, self._mask & self._rules.wild_mask)
        return self._wild_copies

    def count(self, demand: Demand) -> int:
        """How many pieces that are not wild could go into a meld, if nothing else wanted them."""
        held = demand.kinds & self.kinds
        if demand.once:
            return held.bit_count()
        return sum(number for kind, number in self.copies().items() if held >> kind & 1)


def _counted(rules: MeldRules, mask: int) -> dict[int, int]:
    counts: dict[int, int] = {}
    for kind in rules.pieces.kinds_of(mask):
        counts[kind] = counts.get(kind, 0) + 1
    return counts


class Plans:
    """Answers whether demands can be met together, and contracts with them.

    Args:
        rules: the melds of the game.
    """

    def __init__(self, rules: MeldRules) -> None:
        self.rules = rules
        self._demands: dict[Item, tuple[Demand, ...]] = {}

    def demand(self, shape: Shape, row: int, start: int, size: int) -> Demand:
        """What a meld of a row needs from nothing; for a run its place, for a group its least size."""
        wild = self.rules.wild
        kinds = shape.rows[row]
        if shape.run:
            kinds = kinds[start:start + size]
        mask = own = 0
        for kind in kinds:
            if kind in wild:
                own |= 1 << kind
            else:
                mask |= 1 << kind
        return Demand(mask, size, shape.naturals, shape.run or shape.distinct, own)

    def possible(self, hand: Hand, fixed: Sequence[Demand], items: Sequence[Item], wild: int | None = None) -> bool:
        """Whether a hand can meet some demands and a contract, every piece used once.

        Args:
            hand: what is held.
            fixed: the demands.
            items: what the contract asks for beside them.
            wild: how many wild pieces may be used; all of the hand, if not said.
        """
        free = hand.wild if wild is None else wild
        used = sum(max(0, demand.size - hand.count(demand)) for demand in fixed)
        if used > free:
            return False
        if not items:
            return self._together(hand, fixed, free)
        lists = {item: self._candidates(hand, item) for item in set(items)}
        if not all(row and row[0][0] <= free - used for row in lists.values()):
            return False
        order = sorted(items, key=lambda item: (len(lists[item]), item))
        return self._choose(hand, list(fixed), order, lists, free, used, 0)

    def _choose(self, hand: Hand, chosen: list[Demand], items: Sequence[Item],
                lists: dict[Item, list[tuple[int, Demand]]], free: int, used: int, begin: int) -> bool:
        if not items:
            return self._together(hand, chosen, free)
        item, rest = items[0], items[1:]
        row = lists[item]
        for at in range(begin, len(row)):
            need, demand = row[at]
            if used + need > free:
                break
            chosen.append(demand)
            # Two of the same item are chosen in order; which is which does not matter.
            again = at if rest and rest[0] == item else 0
            if (not rest or self._together(hand, chosen, free)) and self._choose(
                    hand, chosen, rest, lists, free, used + need, again):
                return True
            chosen.pop()
        return False

    def _candidates(self, hand: Hand, item: Item) -> list[tuple[int, Demand]]:
        """The melds of the least size that serve an item, with the wild pieces each needs, fewest first."""
        known = hand._candidates.get(item)
        if known is not None:
            return known
        size = item[1]
        found = []
        for demand in self._least(item):
            count = hand.count(demand)
            need = max(0, size - count)
            if need <= hand.wild and (count >= demand.naturals or _owned(hand, demand) >= demand.naturals - count):
                found.append((need, demand))
        found.sort(key=lambda pair: pair[0])
        hand._candidates[item] = found
        return found

    def _least(self, item: Item) -> tuple[Demand, ...]:
        """The melds of the least size that serve an item, whatever is held."""
        known = self._demands.get(item)
        if known is None:
            number, size = item
            shape = self.rules.shapes[number]
            known = self._demands[item] = tuple(
                self.demand(shape, row, start, size) for row, kinds in enumerate(shape.rows)
                if shape.run or not shape.distinct or size <= len(kinds)
                for start in (range(len(kinds) - size + 1) if shape.run else (0,)))
        return known

    def _together(self, hand: Hand, demands: Sequence[Demand], free: int) -> bool:
        """Whether the demands can be met with so many wild pieces."""
        once = twice = thrice = 0
        repeated = False
        for demand in demands:
            thrice |= twice & demand.kinds
            twice |= once & demand.kinds
            once |= demand.kinds
            repeated |= not demand.once
        if twice & hand.kinds and (repeated or self._short(hand, twice, thrice, len(demands))):
            counts = _shared(hand.copies(), demands)
        else:
            counts = [min(demand.size, hand.count(demand)) for demand in demands]
        need = 0
        owned: list[Demand] = []
        for demand, count in zip(demands, counts, strict=True):
            need += demand.size - count
            short = demand.naturals - count
            if short > 0:
                # Wild pieces in their own places make up for what is missing.
                if short > demand.size - count or short > _owned(hand, demand):
                    return False
                owned.append(Demand(demand.own, short, short))
        if len(owned) > 1 and _shared(hand.wild_copies(), owned) != [demand.size for demand in owned]:
            return False
        return need <= free


    @staticmethod
    def _short(hand: Hand, twice: int, thrice: int, most: int) -> bool:
        """Whether of a kind that several melds could use there is too little for all."""
        return any((twice >> kind & 1 and number < 2) or (thrice >> kind & 1 and number < most)
                   for kind, number in hand.copies().items())


def _owned(hand: Hand, demand: Demand) -> int:
    """How many wild pieces could be what they show in a meld."""
    return sum(demand.own >> kind & 1 for kind in hand.wild_copies()) if demand.own else 0


def _shared(copies: dict[int, int], demands: Sequence[Demand]) -> list[int]:
    """How many natural pieces each of several melds gets, as many as possible in all, the needed ones first.

    A piece goes to one meld; pieces are moved from one meld to another along chains where that frees one, so what is
    found is the most there is. A meld never loses by that what it has.
    """
    left = dict(copies)
    given: list[dict[int, int]] = [{} for _ in demands]

    def find(at: int, seen: set[int]) -> bool:
        demand = demands[at]
        kinds = [kind for kind in left if demand.kinds >> kind & 1]
        for kind in kinds:
            if kind in seen or (demand.once and given[at].get(kind)):
                continue
            seen.add(kind)
            if left[kind]:
                left[kind] -= 1
                given[at][kind] = given[at].get(kind, 0) + 1
                return True
            for other in range(len(demands)):
                if other != at and given[other].get(kind):
                    given[other][kind] -= 1
                    if find(other, seen):
                        given[at][kind] = given[at].get(kind, 0) + 1
                        return True
                    given[other][kind] += 1
        return False

    for limit in ([demand.naturals for demand in demands], [demand.size for demand in demands]):
        for at, most in enumerate(limit):
            while sum(given[at].values()) < most and find(at, set()):
                pass
    return [sum(row.values()) for row in given]
