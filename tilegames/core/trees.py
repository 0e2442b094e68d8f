"""Trees of pieces joined end to end: where a piece may go, how it is said, and what it leaves open.

A line is a tree with two ends; a piece with more open sides (a double with toes, a spinner, a hub with trains) makes it
branch. A :class:`Tree` holds the geometry of a game and no situation; the pieces laid and the open ends are on the
Table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from tilegames.core.moves import Move
from tilegames.core.pieces import PieceSet
from tilegames.core.table import FIRST_KEY, LEFT, RIGHT, START, TURNED, End, Table

__all__ = ["EndMoves", "Spinner", "Tree"]

#: The sides across a spinner, which are taken after those in line with it.
ACROSS = 2


@attrs.frozen
class Spinner:
    """Which doubles can be joined across, too.

    Attributes:
        every: every double; else only the first one laid.
    """

    every: bool = False


class EndMoves(dict[int, tuple[Move, ...]]):
    """The moves to one end by the mask of the pieces that fit it, each made when first asked for."""

    __slots__ = ("key", "tree")
    #: So that the memory is bounded whatever is asked.
    MOST = 1 << 13

    def __init__(self, tree: Tree, key: int) -> None:
        self.tree = tree
        self.key = key

    def __missing__(self, mask: int) -> tuple[Move, ...]:
        tree = self.tree
        found = tuple(tree.move(kind, self.key) for kind in dict.fromkeys(tree.pieces.kinds_of(mask)))
        if len(self) < self.MOST:
            self[mask] = found
        return found


class _ByKey(dict[int, EndMoves]):
    """The tables of moves by the key of an end."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree

    def __missing__(self, key: int) -> EndMoves:
        self[key] = made = EndMoves(self.tree, key)
        return made


class Tree:
    """How pieces are joined in a game.

    Args:
        pieces: the set.
        joins: for each number at an end, the number that may be joined to it (-1 for none).
        sides: for each kind, how many sides it leaves open when it is joined to another piece.
        first_sides: the same for the piece that starts; one with two different numbers has one side for each.
        spinner: which doubles can be joined across; None if none can.
        arms: the names of the arms, if they all begin at the piece that starts and are told apart by owner; then an end
            is named by its arm. Else a line's ends are left and right, and those of a tree are named by their pieces.
        line: whether what never has more than two ends is a line at all; with duties the order of laying counts.
    """

    def __init__(self, pieces: PieceSet, joins: Sequence[int], *, sides: Sequence[int], first_sides: Sequence[int],
                 spinner: Spinner | None = None, arms: Sequence[str] = (), line: bool = True) -> None:
        self.pieces = pieces
        self.joins = tuple(joins)
        self.sides = tuple(sides)
        self.first_sides = tuple(first_sides)
        self.spinner = spinner
        self.arms = tuple(arms)
        kinds = pieces.kinds
        #: Whether there are never more than two ends.
        self.is_line = (line and not arms and spinner is None and max(self.sides) == 1
                        and max(self.first_sides) <= 2)
        self.base = len(joins)
        self.fits = tuple(pieces.with_number[other] if other >= 0 else 0 for other in joins)
        self.double = tuple(pieces.kinds[kind].double for kind in pieces.kind_of)
        self._sums = tuple(kind.pips for kind in kinds)
        #: By piece, for laying: its pips, its kind, and how many sides it leaves open.
        self._shape = tuple((kinds[kind].pips, kind, self.sides[kind]) for kind in pieces.kind_of)
        self._named_by_piece = not (self.is_line or arms)
        self._made: dict[tuple[int, int], Move] = {}
        #: From the key of an end to its table of moves.
        self.of = _ByKey(self)

    # Names

    def key_of(self, kind: int, number: int) -> int:
        """The key of an end of a tree: the piece's kind and the number that shows."""
        return FIRST_KEY + kind * self.base + number

    def _target(self, key: int) -> tuple[int, int]:
        return divmod(key - FIRST_KEY, self.base)

    def label(self, key: int) -> str:
        """What an end is called: a side of a line, an arm, or the piece that has it."""
        if key in (LEFT, RIGHT):
            return "left" if key == LEFT else "right"
        if self.arms:
            return self.arms[key - FIRST_KEY]
        return self.pieces.names[self._target(key)[0]]

    def phrase(self, move: Move) -> str:
        """A move to an end in words: the piece and where it goes."""
        if move.number == START:
            return move.piece or ""
        where = move.where or ""
        if self.arms and not where.startswith("train "):
            where = f"the {where} train"
        return f"{move.piece} {where}" if self.is_line else f"{move.piece} on {where}"

    def move(self, kind: int, key: int) -> Move:
        """The move of a piece to an end, made once; START stands for the first piece."""
        made = self._made.get((kind, key))
        if made is None:
            self._made[kind, key] = made = self._make(kind, key)
        return made

    def _make(self, kind: int, key: int) -> Move:
        name = self.pieces.names[kind]
        where = None if key == START else self.label(key)
        if where is None:
            text = name
        elif self.is_line or self.arms:
            text = f"{name} {where}"
        else:
            text = f"{name}@{where}{self._which(kind, key)}"
        return Move("play", text, piece=name, where=where, number=key, mask=self.pieces.kind_masks[kind])

    def _which(self, kind: int, key: int) -> str:
        """The number of an end, where a piece could join either number of the one that it lies on."""
        target, number = self._target(key)
        other = self._sums[target] - number
        mask = self.pieces.kind_masks[kind]
        both = other != number and self.fits[other] & mask and self.fits[number] & mask
        return f"/{number}" if both else ""

    def vocabulary(self) -> Iterator[Move]:
        """Every move to an end, and every move that starts."""
        kinds = range(len(self.pieces.kinds))
        for kind in kinds:
            yield self.move(kind, START)
        if self.is_line or self.arms:
            keys = [LEFT, RIGHT] if self.is_line else [FIRST_KEY + arm for arm in range(len(self.arms))]
            for kind in kinds:
                for key in keys:
                    yield self.move(kind, key)
            return
        for target, piece in enumerate(self.pieces.kinds):
            for number in dict.fromkeys((piece.high, piece.low)):
                for kind in dict.fromkeys(self.pieces.kinds_of(self.fits[number])):
                    yield self.move(kind, self.key_of(target, number))

    # Laying pieces

    def start(self, table: Table, piece: int, *, turned: bool = False) -> None:
        """Lays the first piece.

        Args:
            piece: the piece.
            turned: in a line, whether its higher number is to the left.
        """
        kind = self.pieces.kind_of[piece]
        shape = self.pieces.kinds[kind]
        table.placed = [(piece, -1, TURNED if turned else START)]
        low, high = shape.low, shape.high
        if self.arms:
            table.ends = [(low, FIRST_KEY + arm, 0, 1) for arm in range(len(self.arms))]
            return
        if low == high:
            key = RIGHT if self.is_line else self.key_of(kind, low)
            table.ends = [(low, key, 0, self.first_sides[kind] + self._across(table, piece, 0))]
            return
        left, right = (high, low) if turned else (low, high)
        keys = (LEFT, RIGHT) if self.is_line else (self.key_of(kind, left), self.key_of(kind, right))
        table.ends = [(left, keys[0], 0, 1), (right, keys[1], 0, 1)]

    def join(self, table: Table, piece: int, key: int, under: int = -1) -> None:
        """Lays a piece at the first end of a key; it must fit.

        Args:
            piece: the piece.
            key: the end.
            under: the place of the piece that has the end, where copies could have ends of the same key.
        """
        ends = table.ends
        at = 0
        while ends[at][1] != key or (under >= 0 and ends[at][2] != under):
            at += 1
        number, _, node, free = ends[at]
        placed = table.placed
        pips, kind, sides = self._shape[piece]
        outer = pips - self.joins[number]
        new = len(placed)
        placed.append((piece, node, key))
        if self.spinner is not None:
            sides += self._across(table, piece, new)
        end = (outer, FIRST_KEY + kind * self.base + outer if self._named_by_piece else key, new, sides)
        if free == 1:
            ends[at] = end
        elif self.is_line:
            # The other end of a lone double is the one to the left.
            ends[at:at + 1] = [(number, LEFT, node, free - 1), end]
        else:
            ends[at:at + 1] = [end, (number, key, node, free - 1)]

    def _across(self, table: Table, piece: int, node: int) -> int:
        """How many sides a piece has across, where it is laid as a spinner."""
        if self.spinner is None or not self.double[piece] or (table.spinner >= 0 and not self.spinner.every):
            return 0
        table.spinner = node
        return ACROSS

    # What is open

    def path(self, table: Table, node: int) -> tuple[tuple[int, int], ...]:
        """From the first piece to a laid one: kinds and the ends they were joined to, so that copies can be put in an
        order that does not depend on which was laid first."""
        steps: list[tuple[int, int]] = []
        while node >= 0:
            piece, node, key = table.placed[node]
            steps.append((self.pieces.kind_of[piece], key))
        return tuple(reversed(steps))

    def across(self, table: Table, node: int) -> int:
        """How many sides across a laid piece was given."""
        if self.spinner is None:
            return 0
        spins = self.double[table.placed[node][0]] if self.spinner.every else node == table.spinner
        return ACROSS if spins else 0

    def distinct(self, table: Table, ends: Sequence[End]) -> list[End]:
        """Of ends with one key only one: copies are not told apart. Whichever was laid first, it is the same one."""
        ends = sorted(ends, key=lambda end: (end[1], self.path(table, end[2]), end[3]))
        return list({end[1]: end for end in reversed(ends)}.values())[::-1]

    def open_numbers(self, table: Table) -> list[int]:
        """The number of every side that can be joined now, sides across only after those in line."""
        return [end[0] for end in table.ends for _ in range(self.free_now(table, end))]

    def free_now(self, table: Table, end: End) -> int:
        """How many sides of an end can be joined now: those across only after those in line."""
        in_line = end[3] - self.across(table, end[2])
        return in_line if in_line > 0 else end[3]

    def total(self, table: Table, *, doubles: int, lone: int) -> int:
        """The sum of the ends.

        Args:
            doubles: how many times a double at an end counts its number: 2 for both halves.
            lone: the same for a double that lies alone.
        """
        total = 0
        times = lone if len(table.placed) == 1 else doubles
        for number, _, node, free in table.ends:
            if not self.double[table.placed[node][0]]:
                total += number
            elif free > self.across(table, node):
                total += number * times
        return total

    def row(self, table: Table) -> list[tuple[int, int]]:
        """The pieces as they lie, each as its two numbers: a line from left to right; of a tree in the order laid, the
        number that was joined first."""
        if not self.is_line:
            return self._as_laid(table)
        row: list[tuple[int, int]] = []
        left = right = -1
        for piece, _, key in table.placed:
            kind = self.pieces.kinds[self.pieces.kind_of[piece]]
            if key == LEFT:
                joined = self.joins[left]
                left = kind.pips - joined
                row.insert(0, (left, joined))
            elif key == RIGHT:
                joined = self.joins[right]
                right = kind.pips - joined
                row.append((joined, right))
            else:
                left, right = (kind.high, kind.low) if key == TURNED else (kind.low, kind.high)
                row.append((left, right))
        return row

    def _as_laid(self, table: Table) -> list[tuple[int, int]]:
        """The pieces of a tree in the order laid, the number joined first; of the first one the higher."""
        row: list[tuple[int, int]] = []
        for piece, node, key in table.placed:
            pips, kind, _ = self._shape[piece]
            if node < 0:
                joined = self.pieces.kinds[kind].high
            else:
                # An arm goes on where it ended; elsewhere the key tells the number.
                joined = self.joins[row[node][1] if self.arms else self._target(key)[1]]
            row.append((joined, pips - joined))
        return row

    def fitting(self, ends: Sequence[End]) -> int:
        """The mask of all pieces that fit one of some ends."""
        mask = 0
        for end in ends:
            mask |= self.fits[end[0]]
        return mask
