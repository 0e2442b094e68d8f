"""Trumps that nobody names: a suit fixed by the rules, or that of a piece shown after the deal."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from tilegames.core.moves import Event
from tilegames.core.pieces import PieceSet
from tilegames.core.suits import SuitTable
from tilegames.core.table import Table

__all__ = ["Trump"]


@attrs.frozen(eq=False, repr=False)
class Trump:
    """What makes a suit trump when a round opens, before anybody bids.

    Attributes:
        how: ``fixed`` (a suit, or none), ``turned_up`` (the piece turned up after the deal, which stays out of play) or
            ``last_dealt`` (the last piece that the dealer gets, which is shown and then played like the others).
        by_piece: for each piece the suits that hold when it is the one shown; for ``fixed`` the same for all.
    """

    how: str
    by_piece: tuple[SuitTable, ...]

    @property
    def tables(self) -> tuple[SuitTable, ...]:
        """Every suit table that can come into force."""
        return tuple({table.name: table for table in self.by_piece}.values())

    def open(self, pieces: PieceSet, table: Table, packets: Sequence[Sequence[int]], rest: Sequence[int]) -> None:
        """Brings the trumps of a round into force.

        Args:
            pieces: the set.
            table: the table, with the hands dealt.
            packets: what each seat was dealt, in the order dealt.
            rest: what was left of the pack, next first.
        """
        if self.how == "fixed":
            table.suits = self.by_piece[0]
            return
        self.show(pieces, table, rest[0] if self.how == "turned_up" else packets[table.dealer][-1])

    def show(self, pieces: PieceSet, table: Table, piece: int) -> None:
        """Makes the suit of a piece trump, and tells all."""
        table.turned = piece
        table.suits = suits = self.by_piece[piece]
        if table.log is not None:
            name = pieces.name(piece)
            made = f"{suits.name} are trump" if suits.trump >= 0 else "there is no trump"
            table.log.append(Event("trump", f"{name} is turned up: {made}", None, (name,)))
