"""Which melds a hand has the pieces for, by table look-up."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tilegames.core.meld_words import Opening
from tilegames.core.melds import MeldRules, Shape, gatherer

__all__ = ["Reach"]

#: How many answers about spans a game keeps at most.
_KEPT = 1 << 16


class Reach:
    """Finds the melds that a hand has the pieces for, whatever else is asked of them.

    Args:
        rules: the melds of the game.
    """

    def __init__(self, rules: MeldRules) -> None:
        self.rules = rules
        self.pieces = rules.pieces
        self._presence, self._offsets = _presence(rules)
        self._row_masks = [[sum(rules.pieces.kind_masks[kind] for kind in row) for row in shape.rows]
                           for shape in rules.shapes]
        self._known_spans: dict[tuple[int, int, int, int, int], tuple[tuple[int, int], ...]] = {}

    def _spans(self, shape: int, row: int, bits: int, wild: int, own: int) -> tuple[tuple[int, int], ...]:
        """The runs (start, size) in a row for which the hand has the pieces.

        Args:
            bits: the places of the row for which it holds the natural piece, not counting wild ones.
            wild: how many wild pieces it holds.
            own: the places for which it holds a wild piece that would be natural there.
        """
        key = (shape, row, bits, wild, own)
        found = self._known_spans.get(key)
        if found is None:
            rule = self.rules.shapes[shape]
            length = len(rule.rows[row])
            spans = []
            for start in range(length - rule.low + 1):
                for size in range(rule.low, min(rule.high, length - start) + 1):
                    part = (1 << size) - 1
                    held = (bits >> start & part).bit_count()
                    if size - held <= wild and held + (own >> start & part).bit_count() >= rule.naturals:
                        spans.append((start, size))
            found = tuple(spans)
            if len(self._known_spans) < _KEPT:
                self._known_spans[key] = found
        return found

    def _own_places(self, shape: Shape, row: int, hand: int) -> int:
        masks = self.pieces.kind_masks
        return sum(1 << at for at, kind in enumerate(shape.rows[row])
                   if kind in self.rules.wild and hand & masks[kind])

    def of(self, hand: int) -> Iterator[Opening]:
        """Every meld for which a hand, a mask of pieces, has what it needs; in a fixed order."""
        wild = (hand & self.rules.wild_mask).bit_count()
        wide = self._presence(hand)
        for number, shape in enumerate(self.rules.shapes):
            offsets = self._offsets[number]
            for row, kinds in enumerate(shape.rows):
                bits = wide >> offsets[row] & (1 << len(kinds)) - 1
                count = bits.bit_count()
                if shape.run:
                    if count + wild < shape.low or (not wild and not _three(bits)):
                        continue
                    own = self._own_places(shape, row, hand) if wild else 0
                    for start, size in self._spans(number, row, bits, wild, own):
                        yield Opening(number, row, start, size)
                    continue
                if not shape.distinct:
                    count = (hand & self._row_masks[number][row]).bit_count()
                if count >= shape.naturals and count + wild >= shape.low:
                    yield Opening(number, row, 0, 0)


def _three(bits: int) -> int:
    return bits & bits >> 1


def _presence(rules: MeldRules) -> tuple[Callable[[int], int], list[list[int]]]:
    """From a hand to one wide number with a bit for each place of each row whose natural piece is held.

    Wild kinds have no bits. Also tells where the bits of each row begin, by shape.
    """
    pieces = rules.pieces
    offsets: list[list[int]] = []
    at = 0
    bits = [0] * len(pieces)
    for shape in rules.shapes:
        row_offsets = []
        for row in shape.rows:
            row_offsets.append(at)
            for place, kind in enumerate(row):
                if kind not in rules.wild:
                    for piece in pieces.pieces_of(pieces.kind_masks[kind]):
                        bits[piece] |= 1 << at + place
            at += len(row)
        offsets.append(row_offsets)
    return gatherer(bits), offsets
