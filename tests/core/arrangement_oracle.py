"""A slow and plain judge of arrangements: every subset of a hand is asked whether it is a meld, and every disjoint
family of those that are is weighed. It shares no code with the library and knows the rules as they are written."""

from collections.abc import Sequence

from tilegames.core.melds import MeldRules, Shape


def is_group(shape: Shape, row: Sequence[int], kinds: Sequence[int], wild: frozenset[int]) -> bool:
    """Whether pieces are a group: naturals of one row, no kind twice if they must differ, and wild ones."""
    naturals = [kind for kind in kinds if kind not in wild]
    if any(kind not in row for kind in naturals):
        return False
    if shape.distinct and (len(set(naturals)) != len(naturals) or len(kinds) > len(row)):
        return False
    return len(naturals) >= shape.naturals


def is_run(shape: Shape, row: Sequence[int], kinds: Sequence[int], wild: frozenset[int]) -> bool:
    """Whether pieces can fill consecutive places of a row, each by its own kind or else by a wild one."""
    for start in range(len(row) - len(kinds) + 1):
        pool = list(kinds)
        naturals = 0
        for place in row[start:start + len(kinds)]:
            if place in pool:
                pool.remove(place)
                naturals += 1
        # What is left fills the places that are empty: there are as many.
        if all(kind in wild for kind in pool) and naturals >= shape.naturals:
            return True
    return False


def is_meld(rules: MeldRules, kinds: Sequence[int]) -> bool:
    """Whether pieces of these kinds can be laid as one meld."""
    for shape in rules.shapes:
        if shape.low <= len(kinds) <= shape.high:
            judge = is_run if shape.run else is_group
            if any(judge(shape, row, kinds, rules.wild) for row in shape.rows):
                return True
    return False


def least_of_all(rules: MeldRules, kinds: Sequence[int], values: Sequence[int]) -> list[int]:
    """For every subset of some pieces, as a mask of their places: the least that is left over of it."""
    size = len(kinds)
    melds: list[list[int]] = [[] for _ in range(size)]
    for mask in range(1, 1 << size):
        if is_meld(rules, [kinds[at] for at in range(size) if mask >> at & 1]):
            melds[mask.bit_length() - 1].append(mask)
    least = [0] * (1 << size)
    for mask in range(1, 1 << size):
        highest = mask.bit_length() - 1
        least[mask] = min([values[kinds[highest]] + least[mask ^ 1 << highest],
                           *(least[mask ^ meld] for meld in melds[highest] if meld & mask == meld)])
    return least
