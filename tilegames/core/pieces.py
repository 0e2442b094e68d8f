"""Pieces: sets, kinds, copies, notation, and masks over them.

A *kind* is what copies share (``6-4``, ``QS``); a *piece* is one physical tile or card. Pieces are small integers,
numbered so that copies of a kind stand together, and a group of pieces is an integer used as a bit mask.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial

import attrs

__all__ = [
    "CHINESE_CIVIL",
    "CHINESE_MILITARY",
    "NUMBER_NAMES",
    "SUITS",
    "Kind",
    "PieceSet",
    "cards",
    "chinese_dominoes",
    "dominoes",
    "explicit",
    "weigher",
]

#: The plural names of domino suits, as players say them.
NUMBER_NAMES = (
    "blanks", "ones", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "elevens",
    "twelves", "thirteens", "fourteens", "fifteens", "sixteens", "seventeens", "eighteens",
)
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
#: Chinese dominoes (Culin 1895): the civil suit, two copies of each tile in a set, from high to low ...
CHINESE_CIVIL = ((6, 6), (1, 1), (4, 4), (3, 1), (5, 5), (3, 3), (2, 2), (6, 5), (6, 4), (6, 1), (5, 1))
#: ... and the military suit, one copy of each.
CHINESE_MILITARY = ((6, 3), (5, 4), (6, 2), (5, 3), (5, 2), (4, 3), (4, 2), (4, 1), (3, 2), (2, 1))

_TILE = re.compile(r"\[?(?<!\d)(\d{1,2})\s*[-:/|]\s*(\d{1,2})(?!\d)\]?")
_CARD = re.compile(r"(?<![\w])(10|[2-9TJQKA])([CDHS♣♦♥♠])(?![\w])", re.IGNORECASE)
#: Name, ends, suit, rank, copies.
_Row = tuple[str, tuple[int, int] | None, str | None, str | None, int]
_SYMBOLS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}


@attrs.frozen
class Kind:
    """What copies of a piece share.

    Attributes:
        index: its place in the set, from 0.
        name: its canonical text, such as ``6-4`` (higher end first), ``10H`` or ``joker``.
        ends: the two numbers of a tile, higher first; None for a card.
        suit: a card's printed suit (``hearts``) or a Chinese tile's (``civil``, ``military``); None otherwise.
        rank: a card's printed rank (``Q``); None otherwise.
    """

    index: int
    name: str
    ends: tuple[int, int] | None = None
    suit: str | None = None
    rank: str | None = None

    @property
    def double(self) -> bool:
        """Whether this is a tile with two equal ends."""
        return self.ends is not None and self.ends[0] == self.ends[1]

    @property
    def high(self) -> int:
        """The higher end of a tile; 0 for a card."""
        return self.ends[0] if self.ends else 0

    @property
    def low(self) -> int:
        """The lower end of a tile; 0 for a card."""
        return self.ends[1] if self.ends else 0

    @property
    def pips(self) -> int:
        """The sum of a tile's ends; 0 for a card."""
        return self.high + self.low

    def has_end(self, number: int) -> bool:
        """Whether one of the ends shows this number."""
        return self.ends is not None and number in self.ends


class PieceSet:
    """All pieces of a game.

    Args:
        kinds: the kinds in their fixed order.
        copies: how many pieces of each kind there are, each at least 1.

    Example:
        >>> tiles = dominoes(6)
        >>> len(tiles), tiles.names[:3]
        (28, ('0-0', '1-0', '1-1'))
        >>> tiles.names_of(tiles.mask_of(["6-4", "0-3"]))
        ('3-0', '6-4')
    """

    def __init__(self, kinds: Sequence[Kind], copies: Sequence[int]) -> None:
        self.kinds: tuple[Kind, ...] = tuple(kinds)
        self.copies: tuple[int, ...] = tuple(copies)
        self.kind_of: tuple[int, ...] = tuple(k for k, n in enumerate(self.copies) for _ in range(n))
        self.bit: tuple[int, ...] = tuple(1 << p for p in range(len(self.kind_of)))
        masks = [0] * len(self.kinds)
        for piece, kind in enumerate(self.kind_of):
            masks[kind] |= 1 << piece
        self.kind_masks: tuple[int, ...] = tuple(masks)
        self.full: int = (1 << len(self.kind_of)) - 1
        self.names: tuple[str, ...] = tuple(kind.name for kind in self.kinds)
        self.has_copies: bool = any(n > 1 for n in self.copies)

    def __len__(self) -> int:
        return len(self.kind_of)

    @cached_property
    def _by_text(self) -> dict[str, int]:
        return {kind.name.lower(): kind.index for kind in self.kinds}

    @cached_property
    def highest_number(self) -> int:
        """The highest number on any tile; -1 in a set without tiles."""
        return max((kind.high for kind in self.kinds if kind.ends), default=-1)

    @cached_property
    def with_number(self) -> tuple[int, ...]:
        """For each number 0..highest: the mask of all pieces with that number on an end."""
        return tuple(self.select(partial(Kind.has_end, number=n)) for n in range(self.highest_number + 1))

    def find(self, text: str) -> int | None:
        """The kind that a text names, either way round and in any of the usual notations; None if there is none."""
        return self._by_text.get(tidy(text).lower())

    def select(self, test: Callable[[Kind], bool]) -> int:
        """The mask of all pieces whose kind passes a test."""
        mask = 0
        for kind in self.kinds:
            if test(kind):
                mask |= self.kind_masks[kind.index]
        return mask

    def mask_of(self, names: Iterable[str]) -> int:
        """The mask of one piece for each name; copies are taken in order.

        Raises:
            KeyError: a name is no piece of this set, or is named more often than it has copies.
        """
        mask = 0
        for name in names:
            kind = self.find(name)
            free = 0 if kind is None else self.kind_masks[kind] & ~mask
            if not free:
                raise KeyError(name)
            mask |= free & -free
        return mask

    def pieces_of(self, mask: int) -> list[int]:
        """The pieces of a mask, lowest first."""
        found = []
        while mask:
            low = mask & -mask
            found.append(low.bit_length() - 1)
            mask ^= low
        return found

    def kinds_of(self, mask: int) -> list[int]:
        """The kinds of the pieces of a mask, one entry a piece, in the order of the set."""
        return [self.kind_of[piece] for piece in self.pieces_of(mask)]

    def names_of(self, mask: int) -> tuple[str, ...]:
        """The names of the pieces of a mask, one a piece, in the order of the set."""
        return tuple(self.names[kind] for kind in self.kinds_of(mask))

    def name(self, piece: int) -> str:
        """The name of one piece."""
        return self.names[self.kind_of[piece]]


def weigher(weights: Sequence[int]) -> Callable[[int], int]:
    """From the mask of some pieces to what they count together, by table look-up.

    Args:
        weights: what each piece counts.

    Example:
        >>> weigher([1, 2, 4, 8, 0, 0, 0, 0, 16])(0b1_0000_0101)
        21
    """
    tables = []
    for low in range(0, len(weights), 8):
        table = [0]
        for weight in weights[low:low + 8]:
            table += [sum_of + weight for sum_of in table]
        tables.append(table)

    def of(mask: int) -> int:
        total = 0
        for table in tables:
            if not mask:
                break
            total += table[mask & 255]
            mask >>= 8
        return total

    return of


def usual_rank(rank: str) -> str:
    """A card's rank as this library writes it: ``10`` for ``T``, capital letters for the usual ranks.

    Example:
        >>> usual_rank("t"), usual_rank("q"), usual_rank("7")
        ('10', 'Q', '7')
    """
    usual = rank.upper().replace("T", "10") if len(rank) == 1 else rank
    return usual if usual in RANKS else rank


def tidy(text: str) -> str:
    """Writes every piece in a text in its canonical notation and folds white space.

    Example:
        >>> tidy(" 4:6  left"), tidy("th"), tidy("Q♠")
        ('6-4 left', '10H', 'QS')
    """
    def tile(match: re.Match[str]) -> str:
        one, other = int(match[1]), int(match[2])
        return f"{max(one, other)}-{min(one, other)}"

    def card(match: re.Match[str]) -> str:
        rank = match[1].upper().replace("T", "10")
        return rank + _SYMBOLS.get(match[2], match[2].upper())

    return " ".join(_CARD.sub(card, _TILE.sub(tile, text)).split())


def _tile_name(ends: tuple[int, int]) -> str:
    return f"{ends[0]}-{ends[1]}"


def dominoes(highest: int, *, copies: int = 1, removed: Iterable[str] = ()) -> PieceSet:
    """A double-n set: every unordered pair of the numbers 0..n once (times ``copies``).

    Args:
        highest: the highest number, 0 or more.
        copies: how many whole sets, 1 or more.
        removed: names of kinds that stay in the box.

    Example:
        >>> [len(dominoes(n)) for n in (6, 9, 12, 15, 18)]
        [28, 55, 91, 136, 190]
    """
    ends = [(high, low) for high in range(highest + 1) for low in range(high + 1)]
    return _build([(_tile_name(pair), pair, None, None, copies) for pair in ends], removed)


def chinese_dominoes(sets: int = 1, *, removed: Iterable[str] = ()) -> PieceSet:
    """Chinese dominoes: 11 civil tiles twice and 10 military tiles once in each set, no blanks.

    Example:
        >>> one = chinese_dominoes()
        >>> len(one), sum(one.kinds[k].pips for k in one.kind_of)
        (32, 227)
    """
    copies = dict.fromkeys(CHINESE_CIVIL, 2 * sets) | dict.fromkeys(CHINESE_MILITARY, sets)
    rows: list[_Row] = [(_tile_name(pair), pair, "civil" if pair in CHINESE_CIVIL else "military", None, copies[pair])
                        for pair in sorted(copies)]
    return _build(rows, removed)


def cards(packs: int = 1, *, jokers: int = 0, ranks: Sequence[str] = RANKS, suits: Sequence[str] = tuple(SUITS),
          removed: Iterable[str] = ()) -> PieceSet:
    """Playing cards.

    Args:
        packs: how many packs, 1 or more.
        jokers: jokers in all (not in each pack).
        ranks: the ranks of a pack, low to high.
        suits: suit letters.
        removed: names of kinds that stay in the box.

    Example:
        >>> len(cards()), len(cards(2, jokers=4)), cards().find("th") == cards().find("10H")
        (52, 108, True)
    """
    ranks = [usual_rank(rank) for rank in ranks]
    rows: list[_Row] = [
        (rank + suit, None, SUITS[suit], rank, packs) for suit in suits for rank in ranks]
    if jokers:
        rows.append(("joker", None, None, None, jokers))
    return _build(rows, removed)


def explicit(names: Sequence[str], *, removed: Iterable[str] = ()) -> PieceSet:
    """A set given by its list of pieces. Names such as ``6-4`` are tiles, ``QS`` cards.

    A repeated name is a copy, in whatever letter case: players do not tell ``sun`` from ``Sun``.
    """
    spelt: dict[str, str] = {}
    counts: dict[str, int] = {}
    for name in map(tidy, names):
        first = spelt.setdefault(name.lower(), name)
        counts[first] = counts.get(first, 0) + 1
    rows: list[_Row] = []
    for name, copies in counts.items():
        tile, card = _TILE.fullmatch(name), _CARD.fullmatch(name)
        ends = (int(tile[1]), int(tile[2])) if tile else None
        suit, rank = (SUITS[card[2]], card[1]) if card else (None, None)
        rows.append((name, ends, suit, rank, copies))
    return _build(rows, removed)


def _build(rows: Sequence[_Row], removed: Iterable[str]) -> PieceSet:
    out = {tidy(name).lower() for name in removed}
    kept = [row for row in rows if row[0].lower() not in out]
    kinds = [Kind(index, name, ends, suit, rank) for index, (name, ends, suit, rank, _) in enumerate(kept)]
    return PieceSet(kinds, [row[4] for row in kept])
