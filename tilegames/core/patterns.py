"""Patterns: shapes of groups of pieces, and whole hands covered exactly by them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb

import attrs

from tilegames.core.pieces import PieceSet

__all__ = ["Cover", "Pattern"]


@attrs.frozen(eq=False, repr=False)
class Pattern:
    """A shape that a group of pieces can have.

    Attributes:
        name: its name in the spec.
        pieces: the set.
        low, high: the least and greatest size.
        same: what all its pieces share: ``piece``, ``rank``, ``suit``, ``pips``, or None.
        totals: the sums of values it may have; None for any.
        values: the value of each kind.
        listed: if not None, the groups that are meant, and no others (each a sorted tuple of kinds).
        excepted: groups that are not meant although they fit.
        within: the kinds that it is made of; None for any.
        parts: how many of its pieces are of some kinds: the kinds, the least and the greatest number. If there are
            parts, each piece is of one of them.
        families: sets of kinds of which all its pieces are of one; from high to low. Empty for any.

    Example:
        >>> from tilegames.core.pieces import dominoes
        >>> tiles = dominoes(6)
        >>> tens = Pattern("tens", tiles, 2, 2, totals=(10,), values=tuple(kind.pips for kind in tiles.kinds))
        >>> [tens.matches([tiles.find(a), tiles.find(b)]) for a, b in (("6-4", "0-0"), ("6-3", "1-1"))]
        [True, False]
    """

    name: str
    pieces: PieceSet
    low: int
    high: int
    same: str | None = None
    totals: tuple[int, ...] | None = None
    values: tuple[int, ...] = ()
    listed: frozenset[tuple[int, ...]] | None = None
    excepted: frozenset[tuple[int, ...]] = frozenset()
    within: frozenset[int] | None = None
    parts: tuple[tuple[frozenset[int], int, int], ...] = ()
    families: tuple[frozenset[int], ...] = ()
    _known: dict[tuple[int, ...], bool] = attrs.field(factory=dict, init=False, repr=False)

    def matches(self, kinds: Iterable[int]) -> bool:
        """Whether a group, given by its kinds, has this shape. Whether the set has so many copies is not asked."""
        group = tuple(sorted(kinds))
        known = self._known.get(group)
        if known is None:
            known = self._judge(group)
            if len(self._known) < 1 << 16:
                self._known[group] = known
        return known

    def _judge(self, group: tuple[int, ...]) -> bool:
        if not self.low <= len(group) <= self.high or group in self.excepted:
            return False
        if self.listed is not None and group not in self.listed:
            return False
        if self.same is not None and len({self._shared(kind) for kind in group}) > 1:
            return False
        if self.within is not None and not self.within.issuperset(group):
            return False
        if self.families and self.family_of(group) < 0:
            return False
        if self.parts and not self._parted(group):
            return False
        return self.totals is None or sum(self.values[kind] for kind in group) in self.totals

    def _shared(self, kind: int) -> object:
        if self.same == "piece":
            return kind
        return getattr(self.pieces.kinds[kind], self.same or "")

    def _parted(self, group: Sequence[int]) -> bool:
        counts = [sum(kind in kinds for kind in group) for kinds, _, _ in self.parts]
        return (all(any(kind in kinds for kinds, _, _ in self.parts) for kind in group)
                and all(low <= count <= high for count, (_, low, high) in zip(counts, self.parts, strict=True)))

    def family_of(self, kinds: Iterable[int]) -> int:
        """The place of the first family that all of some kinds belong to, 0 for the highest; -1 if there is none."""
        group = tuple(kinds)
        return next((place for place, family in enumerate(self.families) if family.issuperset(group)), -1)

    def _pools(self) -> Iterator[tuple[int, ...]]:
        """Sets of kinds of which each group is made of one."""
        kinds = range(len(self.pieces.kinds)) if self.within is None else sorted(self.within)
        for family in self.families or (frozenset(kinds),):
            pool = [kind for kind in kinds if kind in family]
            if self.same is None:
                yield tuple(pool)
            else:
                for shared in dict.fromkeys(map(self._shared, pool)):
                    yield tuple(kind for kind in pool if self._shared(kind) == shared)

    @property
    def effort(self) -> int:
        """How many groups there are to look at when all are listed, at the most."""
        if self.listed is not None:
            return len(self.listed)
        return sum(comb(len(pool) + size - 1, size) for pool in self._pools() for size in range(self.low, self.high + 1)
                   if pool)

    def groups(self) -> list[tuple[int, ...]]:
        """Every group of this shape that the set has pieces for, by its sorted kinds."""
        found = self.listed if self.listed is not None else (
            group for pool in self._pools() for size in range(self.low, self.high + 1)
            for group in combinations_with_replacement(pool, size))
        copies = self.pieces.copies
        return [group for group in dict.fromkeys(sorted(found))
                if self.matches(group) and all(group.count(kind) <= copies[kind] for kind in group)]


class Cover:
    """Whole hands made of patterns: so many groups of each, every piece in exactly one group.

    The partition is searched, never greedily: whether a hand is complete does not depend on how one begins. Each hand
    is first asked whether every piece has some partner at all, which most have not; only then the search starts, always
    with the first piece that is left.

    Args:
        parts: the patterns and how many groups of each.

    Example:
        >>> from tilegames.core.pieces import dominoes
        >>> tiles = dominoes(6)
        >>> pips = tuple(kind.pips for kind in tiles.kinds)
        >>> sixes = Pattern("six", tiles, 2, 2, totals=(6,), values=pips)
        >>> hand = [tiles.find(name) for name in ("6-0", "0-0", "1-0", "5-0", "4-2", "2-1")]
        >>> Cover([(sixes, 2)]).complete(hand[:4]), Cover([(sixes, 2)]).complete(hand[:2] + hand[4:])
        (True, False)
    """

    def __init__(self, parts: Sequence[tuple[Pattern, int]]) -> None:
        self.parts = tuple(parts)
        self.low = sum(pattern.low * count for pattern, count in parts)
        self.high = sum(pattern.high * count for pattern, count in parts)
        self.pairs_only = all(pattern.low == pattern.high == 2 for pattern, _ in parts)
        kinds = range(len(parts[0][0].pieces.kinds))
        #: For each kind, the mask of the kinds it can be paired with by any of the patterns.
        self.partners = tuple(
            sum(1 << other for other in kinds if any(p.matches((kind, other)) for p, _ in parts)) for kind in kinds
        ) if self.pairs_only else ()

    def complete(self, kinds: Sequence[int]) -> bool:
        """Whether these pieces, given by their kinds, can be parted into exactly the wanted groups."""
        if not self.low <= len(kinds) <= self.high:
            return False
        if self.pairs_only:
            once = twice = 0
            for kind in kinds:
                twice |= once & 1 << kind
                once |= 1 << kind
            for kind in kinds:
                if not self.partners[kind] & (once & ~(1 << kind) | twice & 1 << kind):
                    return False
        return self._search(tuple(sorted(kinds)), tuple(count for _, count in self.parts), set())

    @property
    def effort(self) -> int:
        """How many groups there are to try for one piece, at the most: a measure to refuse what would take too long."""
        return sum(comb(self.high - 1, size - 1) for pattern, _ in self.parts
                   for size in range(pattern.low, min(pattern.high, self.high) + 1))

    def _search(self, left: tuple[int, ...], wanted: tuple[int, ...],
                failed: set[tuple[tuple[int, ...], tuple[int, ...]]]) -> bool:
        if not left:
            return not any(wanted)
        if (left, wanted) in failed:
            return False
        first, rest = left[0], left[1:]
        for number, (pattern, _) in enumerate(self.parts):
            if not wanted[number]:
                continue
            fewer = (*wanted[:number], wanted[number] - 1, *wanted[number + 1:])
            for size in range(pattern.low, min(pattern.high, len(left)) + 1):
                tried: set[tuple[int, ...]] = set()
                for places in combinations(range(len(rest)), size - 1):
                    others = tuple(rest[place] for place in places)
                    if others in tried:
                        continue
                    tried.add(others)
                    if pattern.matches((first, *others)):
                        remaining = tuple(kind for place, kind in enumerate(rest) if place not in places)
                        if self._search(remaining, fewer, failed):
                            return True
        failed.add((left, wanted))
        return False
