"""Suits as a relation between a piece and the contract, compiled to tables.

For each choice of trump there is one :class:`SuitTable`: which pieces belong to each suit (to follow), which suit each
piece asks for when it is led, and how strong each piece is when a suit was led. A piece can belong to several suits;
trumps can leave their other suits. Cards, dominoes in two suits and bowers all have this shape.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs

from tilegames.core.pieces import PieceSet

__all__ = ["SuitTable", "Suits"]

#: The rank of a piece within a suit: (kind, suit) -> anything that can be compared; equal means a tie.
RankInSuit = Callable[[int, int], tuple[int, ...]]


@attrs.frozen(eq=False, repr=False)
class SuitTable:
    """The suits under one choice of trump.

    Attributes:
        name: the trump, or ``none``.
        trump: its number, or -1.
        lead: for each piece, the number of the suit it asks for when led.
        follow: for each suit, the mask of the pieces that belong to it; the last one, of no suit, is empty.
        strength: for each suit led and each piece, how strong the piece is in the trick; 0 cannot win.
    """

    name: str
    trump: int
    lead: tuple[int, ...]
    follow: tuple[int, ...]
    strength: tuple[tuple[int, ...], ...]


class Suits:
    """The suits of a set and what a trump does to them.

    Args:
        pieces: the set.
        members: for each suit that can be led, its name and the mask of its pieces.
        callable_members: suits that exist only when somebody names them trump.
        rank: the rank of a kind in a suit (numbered as in ``members``, callable ones after them).
        lead: for each kind, the suit it asks for when led and no trump; -1 for a piece of no suit, which asks for
            nothing.
        exclusive: whether a trump belongs to no other suit.
    """

    def __init__(self, pieces: PieceSet, members: Mapping[str, int], callable_members: Mapping[str, int], *,
                 rank: RankInSuit, lead: Sequence[int], exclusive: bool) -> None:
        self.pieces = pieces
        self.names: tuple[str, ...] = (*members, *callable_members)
        self.natural = len(members)
        self.masks: tuple[int, ...] = (*members.values(), *callable_members.values())
        self.rank = rank
        # Behind the real suits stands one without pieces: a piece of no suit asks for it, and nobody can follow.
        self.natural_lead = tuple(suit if suit >= 0 else len(self.masks) for suit in lead)
        self.exclusive = exclusive

    def table(self, trump: int = -1) -> SuitTable:
        """The suits when a suit is trump; -1 for none."""
        trumps = self.masks[trump] if trump >= 0 else 0
        follow = [mask & ~trumps if self.exclusive and suit != trump else mask
                  for suit, mask in enumerate(self.masks)]
        for suit in range(self.natural, len(self.masks)):
            if suit != trump:
                follow[suit] = 0
        kinds = self.pieces.kind_of
        lead = tuple(trump if trumps >> piece & 1 else self.natural_lead[kinds[piece]]
                     for piece in range(len(kinds)))
        own = self._places(trump) if trump >= 0 else {}
        strength = []
        for suit in range(len(self.masks) + 1):
            row = [0] * len(kinds)
            for piece, place in self._places(suit).items() if suit < len(self.masks) else ():
                if follow[suit] >> piece & 1:
                    row[piece] = 1 + place
            if trump >= 0:
                for piece, place in own.items():
                    row[piece] = 1 + len(kinds) + place
            strength.append(tuple(row))
        follow.append(0)
        return SuitTable(self.names[trump] if trump >= 0 else "none", trump, lead, tuple(follow), tuple(strength))

    def _places(self, suit: int) -> dict[int, int]:
        """The place of each piece of a suit in its order, lowest 0; pieces of equal rank share one."""
        kinds = self.pieces.kind_of
        ranks = {piece: self.rank(kinds[piece], suit) for piece in self.pieces.pieces_of(self.masks[suit])}
        places = {rank: place for place, rank in enumerate(sorted(set(ranks.values())))}
        return {piece: places[rank] for piece, rank in ranks.items()}
