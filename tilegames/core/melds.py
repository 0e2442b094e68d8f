"""Melds: groups and runs of pieces on the table, in which wild pieces stand for others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

import attrs

from tilegames.core.pieces import PieceSet

__all__ = ["Meld", "MeldPattern", "MeldRules", "Place", "Shape", "gatherer"]


def gatherer(bits: Sequence[int]) -> Callable[[int], int]:
    """From the mask of some pieces to the union of what each of them stands for, by table look-up.

    Args:
        bits: for each piece a mask.

    Example:
        >>> bin(gatherer([0b1, 0b1, 0b10, 0b100])(0b1011))
        '0b101'
    """
    tables = []
    for low in range(0, len(bits), 8):
        table = [0]
        for bit in bits[low:low + 8]:
            table += [known | bit for known in table]
        tables.append(table)

    def of(mask: int) -> int:
        union = 0
        for table in tables:
            if not mask:
                break
            union |= table[mask & 255]
            mask >>= 8
        return union

    return of


@attrs.frozen(eq=False, repr=False)
class Shape:
    """A shape of melds: groups of pieces that share something, or runs in a row of pieces.

    Attributes:
        name: its name in the spec.
        run: whether its melds are runs; else they are groups.
        rows: the kinds that a meld is made of. For runs each row stands in order, and a kind that counts at both ends
            stands there twice; for groups each row holds what shares a rank. What a wild piece can only be as itself
            (a two where twos are wild) stands in rows of runs, never in rows of groups.
        names: for each row of a group what its pieces share, as moves say it; for a run its suit.
        low, high: the least and greatest number of pieces. No meld is longer than ``high``.
        naturals: how many pieces at least must be what they show.
        distinct: whether a group has no kind twice; its wild pieces stand for kinds that are missing then.

    Example:
        >>> from tilegames.core.pieces import cards
        >>> pack = cards(ranks="A23")
        >>> Shape("run", True, ((0, 1, 2), (3, 4, 5)), ("clubs", "diamonds"), 3, 3).rows[1]
        (3, 4, 5)
    """

    name: str
    run: bool
    rows: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    low: int
    high: int
    naturals: int = 0
    distinct: bool = False


class Meld(NamedTuple):
    """A meld that lies on the table.

    Attributes:
        shape: the number of its shape.
        row: the number of its row in the shape.
        start: for a run, the place in the row of its first piece; 0 for a group.
        cards: its pieces: those of a run in order, those of a group by kind, wild ones last.
        owner: the seat that laid it.
    """

    shape: int
    row: int
    start: int
    cards: tuple[int, ...]
    owner: int


class Place(NamedTuple):
    """What a piece is in a meld.

    Attributes:
        piece: the piece.
        stands_for: the kind that it counts as; -1 for a wild piece of a group, which counts as any that is missing.
        wild: whether it stands for something that it is not.
        fixed: whether it cannot be replaced: it is what it shows, or a wild piece in the place of its own rank.
    """

    piece: int
    stands_for: int
    wild: bool
    fixed: bool


class MeldRules:
    """What melds there are in a game, whoever lays them.

    Args:
        pieces: the set.
        shapes: the shapes of melds.
        wild: the kinds that may stand for any other.
        values: what each kind counts.
        low_end: what a kind that counts at both ends of a row counts at the low end; None for what it always counts.
        wild_own: whether a wild piece in a meld counts what it is; else what it stands for.
    """

    def __init__(self, pieces: PieceSet, shapes: Sequence[Shape], wild: Iterable[int], values: Sequence[int],
                 low_end: int | None = None, *, wild_own: bool = False) -> None:
        self.pieces = pieces
        self.shapes = tuple(shapes)
        self.wild = frozenset(wild)
        self.values = tuple(values)
        self.low_end = low_end
        self.wild_own = wild_own
        self.wild_mask = sum(pieces.kind_masks[kind] for kind in self.wild)
        #: From the mask of some pieces to the mask of their kinds.
        self.kinds_in = gatherer([1 << kind for kind in pieces.kind_of])

    def fits(self, number: int, kinds: Sequence[int]) -> bool:
        """Whether some pieces, in whatever order, can be laid as a meld of a shape."""
        if any(kinds.count(kind) > self.pieces.copies[kind] for kind in kinds):
            return False
        free = {kind: self.pieces.pieces_of(self.pieces.kind_masks[kind]) for kind in kinds}
        pieces = [free[kind].pop(0) for kind in kinds]
        return any(shape == number and self.is_meld(Meld(shape, row, start, tuple(pieces[at] for at in order), -1))
                   for shape, row, start, order in self.read(kinds, [None] * len(kinds)))

    def places(self, meld: Meld) -> Iterator[Place]:
        """What each piece of a meld is."""
        shape = self.shapes[meld.shape]
        kinds = self.pieces.kinds
        row = shape.rows[meld.row]
        for at, piece in enumerate(meld.cards):
            kind = self.pieces.kind_of[piece]
            if not shape.run:
                wild = kind in self.wild
                yield Place(piece, -1 if wild else kind, wild, not wild)
                continue
            stands_for = row[meld.start + at]
            wild = kind != stands_for
            yield Place(piece, stands_for, wild, not wild or kinds[kind].rank == kinds[stands_for].rank is not None)

    def value(self, meld: Meld, at: int) -> int:
        """What one piece of a meld counts."""
        if self.wild_own and self.pieces.kind_of[meld.cards[at]] in self.wild:
            return self.values[self.pieces.kind_of[meld.cards[at]]]
        shape = self.shapes[meld.shape]
        row = shape.rows[meld.row]
        if not shape.run:
            return self.values[row[0]]
        place = meld.start + at
        if place == 0 and self.low_end is not None and row[0] in row[1:]:
            return self.low_end
        return self.values[row[place]]

    def is_meld(self, meld: Meld) -> bool:
        """Whether pieces laid like this are a meld."""
        shape = self.shapes[meld.shape]
        row = shape.rows[meld.row]
        places = list(self.places(meld)) if meld.start + len(meld.cards) <= len(row) or not shape.run else []
        if not shape.low <= len(places) <= shape.high or len(set(meld.cards)) < len(places):
            return False
        naturals = [place.stands_for for place in places if not place.wild]
        if len(naturals) < shape.naturals or any(
                place.wild and self.pieces.kind_of[place.piece] not in self.wild for place in places):
            return False
        if shape.run:
            return True
        return set(naturals) <= set(row) and not (
            shape.distinct and (len(set(naturals)) < len(naturals) or len(places) > len(row)))

    def read(self, kinds: Sequence[int],
             stands_for: Sequence[int | None]) -> list[tuple[int, int, int, tuple[int, ...]]]:
        """Every way to see some pieces as a meld: shape, row, start, and the order of the pieces.

        Args:
            kinds: the kinds of the pieces.
            stands_for: for each what it is said to stand for; None if nothing is said.
        """
        found = []
        for number, shape in enumerate(self.shapes):
            for row_number, row in enumerate(shape.rows):
                found += [(number, row_number, *way) for way in (
                    self._as_run(row, kinds, stands_for) if shape.run else self._as_group(row, kinds, stands_for))]
        return found

    def _as_run(self, row: Sequence[int], kinds: Sequence[int],
                stands_for: Sequence[int | None]) -> Iterator[tuple[int, tuple[int, ...]]]:
        size = len(kinds)
        for start in range(len(row) - size + 1):
            wanted = row[start:start + size]
            # In the order written if that fits; else each in its own place and the free wild ones in order.
            if all(self._fits(kind, said, place) for kind, said, place in zip(kinds, stands_for, wanted, strict=True)):
                yield start, tuple(range(size))
                continue
            order: list[int] = [-1] * size
            free = []
            for at, (kind, said) in enumerate(zip(kinds, stands_for, strict=True)):
                own = kind if said is None else said
                spot = next((p for p in range(size) if wanted[p] == own and order[p] < 0), -1)
                if spot >= 0:
                    order[spot] = at
                elif said is None and kind in self.wild:
                    free.append(at)
            order = [at if at >= 0 else free.pop(0) if free else -1 for at in order]
            if min(order) >= 0 and len(set(order)) == size:
                yield start, tuple(order)

    def _fits(self, kind: int, said: int | None, place: int) -> bool:
        return said in (None, place) and (kind == place or kind in self.wild)

    def _as_group(self, row: Sequence[int], kinds: Sequence[int],
                  stands_for: Sequence[int | None]) -> Iterator[tuple[int, tuple[int, ...]]]:
        if all(said is None or said in row for said in stands_for) and all(
                kind in row or kind in self.wild for kind in kinds):
            yield 0, tuple(sorted(range(len(kinds)), key=lambda at: (kinds[at] in self.wild, kinds[at])))


@attrs.frozen(eq=False, repr=False)
class MeldPattern:
    """A shape of melds, asked like any other pattern.

    Attributes:
        rules: the melds of the game.
        number: the number of the shape.
    """

    rules: MeldRules
    number: int

    def matches(self, kinds: Iterable[int]) -> bool:
        """Whether a group, given by its kinds in any order, is such a meld."""
        return self.rules.fits(self.number, list(kinds))
