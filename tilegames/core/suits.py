"""Suits as a relation between a piece and the contract, compiled to tables.

For each choice of trump there is one :class:`SuitTable`: which pieces belong to each suit (to follow), which suit each
piece asks for when it is led, and how strong each piece is when a suit was led. A piece can belong to several suits;
trumps can leave their other suits. Cards, dominoes in two suits and bowers all have this shape.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs

from tilegames.core.pieces import PieceSet

__all__ = ["RankInSuit", "SuitTable", "Suits", "ranked"]

#: The rank of a piece within a suit: (kind, suit, whether the suit is trump) -> anything that can be compared; equal
#: means a tie.
RankInSuit = Callable[[int, int, bool], tuple[int, ...]]


@attrs.frozen(eq=False, repr=False)
class SuitTable:
    """The suits under one choice of trump.

    Attributes:
        name: the trump, or ``none``.
        trump: its number, or -1.
        lead: for each piece, the number of the suit it asks for when led.
        follow: for each suit, the mask of the pieces that belong to it; the last one, of no suit, is empty.
        strength: for each suit led and each piece, how strong the piece is in the trick; 0 cannot win.
        trumps: the mask of the trumps.
        other_lead: for each piece, the other suit that it could ask for when led, where there is one; else -1.
    """

    name: str
    trump: int
    lead: tuple[int, ...]
    follow: tuple[int, ...]
    strength: tuple[tuple[int, ...], ...]
    trumps: int = 0
    other_lead: tuple[int, ...] = ()
    _above: dict[tuple[int, int], int] = attrs.field(factory=dict, init=False)

    def above(self, led: int, strength: int) -> int:
        """The mask of the pieces that are stronger than this when a suit was led."""
        found = self._above.get((led, strength))
        if found is None:
            found = sum(1 << piece for piece, own in enumerate(self.strength[led]) if own > strength)
            self._above[led, strength] = found
        return found


class Suits:
    """The suits of a set and what a trump does to them.

    Args:
        pieces: the set.
        members: for each suit that can be led, its name and the mask of its pieces.
        callable_members: suits that exist only when somebody names them trump, or a contract makes them suits.
        rank: the rank of a kind in a suit (numbered as in ``members``, callable ones after them).
        lead: for each kind, the suit it asks for when led and no trump; -1 for a piece of no suit, which asks for
            nothing.
        exclusive: whether a trump belongs to no other suit.
        own: the callable suits (by number) that are suits of their own without being trump; their pieces belong to no
            other suit but trump.
    """

    def __init__(self, pieces: PieceSet, members: Mapping[str, int], callable_members: Mapping[str, int], *,
                 rank: RankInSuit, lead: Sequence[int], exclusive: bool, own: Sequence[int] = ()) -> None:
        self.pieces = pieces
        self.names: tuple[str, ...] = (*members, *callable_members)
        self.natural = len(members)
        self.masks: tuple[int, ...] = (*members.values(), *callable_members.values())
        self.rank = rank
        # Behind the real suits stands one without pieces: a piece of no suit asks for it, and nobody can follow.
        self.natural_lead = tuple(suit if suit >= 0 else len(self.masks) for suit in lead)
        self.exclusive = exclusive
        self.own = tuple(own)
        self._made: dict[int, SuitTable] = {}

    def table(self, trump: int = -1) -> SuitTable:
        """The suits when a suit is trump; -1 for none. Made once: declarations, contracts and tricks share them."""
        if trump not in self._made:
            self._made[trump] = self._make(trump)
        return self._made[trump]

    def _make(self, trump: int) -> SuitTable:
        count = len(self.pieces)
        trumps = self.masks[trump] if trump >= 0 else 0
        # Which suits take pieces away from the others: first trumps, then each suit of its own.
        takers = ([trump] if trump >= 0 and self.exclusive else []) + [suit for suit in self.own if suit != trump]
        follow = [0] * (len(self.masks) + 1)
        taken = 0
        for suit in takers:
            follow[suit] = self.masks[suit] & ~taken
            taken |= self.masks[suit]
        for suit in range(self.natural):
            if suit not in takers:
                follow[suit] = self.masks[suit] & ~taken
        if trump >= 0:
            follow[trump] = trumps
        lead = tuple(self._leads(piece, trump, trumps, takers) for piece in range(count))
        own = self._places(trump, trump) if trump >= 0 else {}
        strength = []
        for suit in range(len(self.masks) + 1):
            row = [0] * count
            for piece, place in self._places(suit, trump).items() if suit < len(self.masks) else ():
                if follow[suit] >> piece & 1:
                    row[piece] = 1 + place
            if trump >= 0:
                for piece, place in own.items():
                    row[piece] = 1 + count + place
            strength.append(tuple(row))
        other = tuple(self._other_lead(piece, lead[piece], follow, taken | trumps) for piece in range(count))
        return SuitTable(self.names[trump] if trump >= 0 else "none", trump, lead, tuple(follow), tuple(strength),
                         trumps, other)

    def _leads(self, piece: int, trump: int, trumps: int, takers: Sequence[int]) -> int:
        """The suit that a piece asks for when led."""
        if trumps >> piece & 1:
            return trump
        taker = next((suit for suit in takers if self.masks[suit] >> piece & 1), None)
        return self.natural_lead[self.pieces.kind_of[piece]] if taker is None else taker

    def _other_lead(self, piece: int, lead: int, follow: Sequence[int], taken: int) -> int:
        """The other natural suit of a piece that is in no suit of trumps or of its own; -1 if there is none."""
        if taken >> piece & 1:
            return -1
        return next((suit for suit in range(self.natural) if suit != lead and follow[suit] >> piece & 1), -1)

    def _places(self, suit: int, trump: int) -> dict[int, int]:
        """The place of each piece of a suit in its order, lowest 0; pieces of equal rank share one."""
        kinds = self.pieces.kind_of
        ranks = {piece: self.rank(kinds[piece], suit, suit == trump)
                 for piece in self.pieces.pieces_of(self.masks[suit])}
        places = {rank: place for place, rank in enumerate(sorted(set(ranks.values())))}
        return {piece: places[rank] for piece, rank in ranks.items()}


def ranked(pieces: PieceSet, worth: Sequence[int]) -> SuitTable:
    """One suit of everything in which a number decides: for tricks that go to the best by a formula.

    Args:
        pieces: the set.
        worth: the number of each kind; the highest wins, equal ones tie.

    Example:
        >>> from tilegames.core.pieces import dominoes
        >>> ranked(dominoes(1), [0, 5, 5]).strength[0]
        (1, 2, 2)
    """
    return Suits(pieces, {"all": pieces.full}, {}, rank=lambda kind, suit, trump: (worth[kind],),
                 lead=[0] * len(pieces.kinds), exclusive=False).table()
