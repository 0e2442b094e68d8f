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
        own: a wild kind that would be what it shows there, or -1.
    """

    kinds: int
    size: int
    naturals: int
    once: bool = True
    own: int = -1


class Hand:
    """What a hand holds, as far as plans ask.

    Attributes:
        copies: how many of each kind that is not wild, by kind.
        least: for 1, 2, ... the mask of the kinds that are held so many times at least; wild kinds are not counted.
        wild: how many wild pieces.
        wild_copies: how many of each wild kind.
    """

    __slots__ = ("copies", "least", "wild", "wild_copies")

    def __init__(self, rules: MeldRules, mask: int) -> None:
        copies: dict[int, int] = {}
        wild_copies: dict[int, int] = {}
        kind_of = rules.pieces.kind_of
        wild = mask & rules.wild_mask
        self.wild = wild.bit_count()
        mask ^= wild
        while wild:
            low = wild & -wild
            kind = kind_of[low.bit_length() - 1]
            wild_copies[kind] = wild_copies.get(kind, 0) + 1
            wild ^= low
        self.wild_copies = wild_copies
        least = [0]
        while mask:
            low = mask & -mask
            kind = kind_of[low.bit_length() - 1]
            number = copies.get(kind, 0)
            copies[kind] = number + 1
            if number == len(least):
                least.append(0)
            least[number] |= 1 << kind
            mask ^= low
        self.copies = copies
        self.least = least

    def count(self, demand: Demand) -> int:
        """How many pieces that are not wild could go into a meld, if nothing else wanted them."""
        if demand.once:
            return (demand.kinds & self.least[0]).bit_count()
        return sum((demand.kinds & row).bit_count() for row in self.least)


class Plans:
    """Answers whether demands can be met together, and contracts with them.

    Args:
        rules: the melds of the game.
    """

    def __init__(self, rules: MeldRules) -> None:
        self.rules = rules

    def demand(self, shape: Shape, row: int, start: int, size: int) -> Demand:
        """What a meld of a row needs from nothing; for a run its place, for a group its least size."""
        wild = self.rules.wild
        kinds = shape.rows[row]
        if shape.run:
            kinds = kinds[start:start + size]
        mask = 0
        own = -1
        for kind in kinds:
            if kind in wild:
                own = kind
            else:
                mask |= 1 << kind
        return Demand(mask, size, min(shape.naturals, size), shape.run or shape.distinct, own)

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
        lists = {item: self._candidates(hand, item, free - used) for item in set(items)}
        if not all(lists.values()):
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

    def _candidates(self, hand: Hand, item: Item, free: int) -> list[tuple[int, Demand]]:
        """The melds of the least size that serve an item, with the wild pieces each needs, fewest first."""
        number, size = item
        shape = self.rules.shapes[number]
        found = []
        for row, kinds in enumerate(shape.rows):
            if not shape.run and shape.distinct and size > len(kinds):
                continue
            for start in range(len(kinds) - size + 1) if shape.run else (0,):
                demand = self.demand(shape, row, start, size)
                count = hand.count(demand)
                need = max(0, size - count)
                if need <= free and (count >= demand.naturals or demand.own in hand.wild_copies):
                    found.append((need, demand))
        found.sort(key=lambda pair: pair[0])
        return found

    def _together(self, hand: Hand, demands: Sequence[Demand], free: int) -> bool:
        """Whether the demands can be met with so many wild pieces."""
        once = twice = thrice = 0
        repeated = False
        for demand in demands:
            thrice |= twice & demand.kinds
            twice |= once & demand.kinds
            once |= demand.kinds
            repeated |= not demand.once
        least = hand.least
        short = twice & least[0] & ~(least[1] if len(least) > 1 else 0)
        short |= thrice & least[0] & ~(least[len(demands) - 1] if len(least) >= len(demands) else 0)
        if short or (repeated and twice):
            counts = _shared(hand.copies, demands)
        else:
            counts = [min(demand.size, hand.count(demand)) for demand in demands]
        need = 0
        own: list[int] = []
        for demand, count in zip(demands, counts, strict=True):
            need += demand.size - count
            if count < demand.naturals:
                # A wild piece in its own place makes up for one.
                own.append(demand.own)
                if demand.naturals - count > 1 or demand.size == count or (
                        own.count(demand.own) > hand.wild_copies.get(demand.own, 0)):
                    return False
        return need <= free


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
