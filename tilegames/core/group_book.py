"""Every group of pieces that can be played to a trick, and what beats it, worked out once for a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, product
from math import comb

import attrs

from tilegames.core.moves import Move
from tilegames.core.patterns import Pattern
from tilegames.core.pieces import PieceSet

__all__ = ["Group", "GroupBook", "GroupMove", "concessions"]


def concessions(kinds: int, sizes: Iterable[int]) -> int:
    """How many ways there are to concede so many pieces out of so many kinds, at the most.

    Example:
        >>> concessions(21, [1, 2])
        252
    """
    return sum(comb(kinds + size - 1, size) for size in sizes)


@attrs.frozen(eq=False, repr=False)
class GroupMove(Move):
    """A move with several pieces.

    Attributes:
        takes: for each piece the mask of its kind.
    """

    takes: tuple[int, ...] = ()


@attrs.frozen(eq=False, repr=False)
class Group:
    """A group that can be played face up.

    Attributes:
        number: its place among the groups.
        text: its pieces, as moves write them.
        pattern: the number of its pattern; those that may be led come first.
        kinds: its kinds, highest first.
        shape: the number of its shape: groups of one shape have one pattern and as many pieces of each suit.
        rank: its rank within the shape, lowest 1.
    """

    number: int
    text: str
    pattern: int
    kinds: tuple[int, ...]
    shape: int
    rank: int


class GroupBook:
    """Every group that can be led, what beats it, and the groups that can only beat others.

    Args:
        pieces: the set.
        led: the patterns that may be led; a group that fits several is of the first.
        beaten_by: for each of them the patterns whose groups beat it, too, whatever their rank; later ones beat
            earlier ones.
        suit_of: the suit of each kind.
        rank_of: the rank of each kind in its suit.
    """

    def __init__(self, pieces: PieceSet, led: Sequence[Pattern], beaten_by: Sequence[Sequence[Pattern]],
                 suit_of: Sequence[int], rank_of: Sequence[tuple[int, ...]]) -> None:
        self.pieces = pieces
        names = {pattern.name for pattern in led}
        above = {pattern.name: pattern for others in beaten_by for pattern in others if pattern.name not in names}
        patterns = (*led, *above.values())
        self.patterns = tuple(pattern.name for pattern in patterns)
        self.suit_of = tuple(suit_of)
        self.rank_of = tuple(rank_of)
        known: dict[tuple[int, ...], int] = {}
        for number, pattern in enumerate(patterns):
            for kinds in pattern.groups():
                known.setdefault(kinds[::-1], number)
        shapes: dict[tuple[int, tuple[tuple[int, int], ...]], dict[tuple[int, ...], tuple[tuple[int, ...], ...]]] = {}
        for kinds, number in known.items():
            suits = tuple(sorted(Counter(map(self.suit_of.__getitem__, kinds)).items()))
            shapes.setdefault((number, suits), {})[kinds] = self._strength(patterns[number], kinds)
        found: list[Group] = []
        for shape_number, members in enumerate(shapes.values()):
            places = {rank: place for place, rank in enumerate(sorted(set(members.values())), 1)}
            for kinds, rank in members.items():
                found.append(Group(len(found), self.text(kinds), known[kinds], kinds, shape_number, places[rank]))
        self.groups: tuple[Group, ...] = tuple(found)
        self.by_kinds = {group.kinds: group for group in found}
        self.moves: tuple[GroupMove, ...] = tuple(
            GroupMove("play", group.text, number=group.number, takes=self.takes(group.kinds)) for group in found)
        self.sizes: tuple[int, ...] = tuple(len(next(iter(members))) for members in shapes.values())
        #: For each shape the strength of each group that can win a trick in which it was led.
        self.strengths: tuple[dict[int, int], ...] = tuple(
            self._strengths(shape, beaten_by) for shape in range(len(self.sizes)))
        #: Every choice of pieces that makes a group, with the group's number.
        self.leads = tuple((mask, group.number) for group in found if group.pattern < len(led)
                           for mask in self._masks(group.kinds))
        #: For each shape and strength the same of the groups that beat it.
        self.answers: dict[tuple[int, int], tuple[tuple[int, int], ...]] = {}
        for shape, strengths in enumerate(self.strengths):
            for high in set(strengths.values()):
                self.answers[shape, high] = tuple(
                    (mask, number) for number, strength in strengths.items() if strength > high
                    for mask in self._masks(found[number].kinds))

    def text(self, kinds: Sequence[int]) -> str:
        """The pieces of some kinds as moves write them."""
        return " ".join(map(self.pieces.names.__getitem__, kinds))

    def takes(self, kinds: Sequence[int]) -> tuple[int, ...]:
        """For each of some kinds the mask of its pieces."""
        return tuple(map(self.pieces.kind_masks.__getitem__, kinds))

    def _strength(self, pattern: Pattern, kinds: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """What a group is compared by within its shape: its family, or else its pieces from the highest down."""
        if pattern.families:
            return ((-pattern.family_of(kinds),),)
        return tuple(sorted((self.rank_of[kind] for kind in kinds), reverse=True))

    def _strengths(self, shape: int, beaten_by: Sequence[Sequence[Pattern]]) -> dict[int, int]:
        own = {group.number: group.rank for group in self.groups if group.shape == shape}
        top = max(own.values())
        pattern = self.groups[next(iter(own))].pattern
        if pattern >= len(beaten_by):
            return own  # it is never led
        for above, others in enumerate(beaten_by[pattern], 1):
            for group in self.groups:
                if group.shape != shape and len(group.kinds) == self.sizes[shape] and others.matches(group.kinds):
                    own[group.number] = top + above
        return own

    def _masks(self, kinds: Sequence[int]) -> list[int]:
        """Every choice of pieces of these kinds."""
        choices = []
        for kind, count in Counter(kinds).items():
            bits = [1 << piece for piece in self.pieces.pieces_of(self.pieces.kind_masks[kind])]
            choices.append([sum(chosen) for chosen in combinations(bits, count)])
        return [sum(chosen) for chosen in product(*choices)]
