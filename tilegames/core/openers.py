"""How a layout is opened: who starts it, and with what."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import attrs

from tilegames.core.moves import Event
from tilegames.core.table import Table
from tilegames.core.zones import viewers
from tilegames.errors import Span

if TYPE_CHECKING:
    from tilegames.core.layouts import Layout
    from tilegames.core.phases import Role

__all__ = ["Opener", "Search"]

#: From the table, masks of pieces, the most wanted first.
Wanted = Callable[[Table], Sequence[int]]


def never(table: Table) -> bool:
    """No lot."""
    return False


@attrs.frozen(eq=False, repr=False)
class Search:
    """Players draw from the stock until one has drawn a wanted piece; what they draw they keep.

    Attributes:
        first: who draws first.
        together: whether all draw before anybody looks; else it stops with the piece that is wanted.
        by_lot: from the table, whether the lot has decided who draws first.
    """

    first: Role
    together: bool = False
    by_lot: Callable[[Table], bool] = never


@attrs.frozen(eq=False, repr=False)
class Opener:
    """Who starts the layout, and with what.

    Attributes:
        name: its name in the spec.
        when: the ways the round before may have ended (see ``Ending``) for this row to hold; empty for always.
        unless: the ways it must not have ended.
        seat: who starts; None if it is the holder of a wanted piece.
        wanted: the pieces whose holder starts, the most wanted first; the row holds only if somebody holds one.
        pieces: the mask of the pieces that may be played first; None for the very piece that was wanted.
        search: what is done if nobody holds a wanted piece; None if the next row is to decide.
        own_best: whether the seat that starts must begin with its own most wanted piece, if it has one.
        by_lot: from the table, whether the lot has decided who starts.
        laid: whether the wanted piece lies on the table before anybody plays; it was not dealt.
        needs_choice: whether the seat is one that a choose phase names.
        place: the spec line.
    """

    name: str
    seat: Role | None
    pieces: int | None
    when: frozenset[str] = frozenset()
    unless: frozenset[str] = frozenset()
    wanted: Wanted | None = None
    search: Search | None = None
    own_best: bool = False
    by_lot: Callable[[Table], bool] = never
    laid: bool = False
    needs_choice: bool = False
    place: Span | None = None

    def in_time(self, table: Table) -> bool:
        """Whether the row is for a round like this one."""
        how, by = table.previous.how, table.previous.by
        if self.when and how not in self.when and by not in self.when:
            return False
        return how not in self.unless and by not in self.unless

    def holds(self, table: Table) -> bool:
        """Whether the row says who starts."""
        return self.in_time(table) and (self.seat is not None or self._holder(table) is not None)

    def starter(self, table: Table) -> int:
        """The seat that starts by a row that holds."""
        if self.seat is not None:
            return self.seat(table)
        found = self._holder(table)
        return table.first if found is None else found[0]

    def allowed(self, table: Table) -> int:
        """The mask of what the seat to move may play first by a row that holds."""
        if self.own_best and self.wanted is not None:
            hand = table.hands[table.turn]
            return next((hand & mask for mask in self.wanted(table) if hand & mask), -1)
        if self.pieces is not None:
            return self.pieces
        if self.seat is None:
            found = self._holder(table)
            return -1 if found is None else found[1]
        return self.wanted(table)[0] if self.wanted is not None else -1

    def _holder(self, table: Table) -> tuple[int, int] | None:
        """Who holds the most wanted piece that anybody holds, and that piece's mask."""
        assert self.wanted is not None
        for mask in self.wanted(table):
            for seat, hand in enumerate(table.hands):
                if hand & mask:
                    return seat, mask
        return None

    def look_for(self, layout: Layout, table: Table) -> bool:
        """Lets the players draw until one of them has a wanted piece, if there is one in the stock; says whether one
        has."""
        search, wanted = self.search, self.wanted
        if search is None or wanted is None or not self.in_time(table):
            return False
        mask = 0
        for one in wanted(table):
            mask |= one
        if not any(mask >> piece & 1 for piece in table.stock[table.drawn:]):
            return False
        seat, drew = search.first(table), 0
        if search.by_lot(table):
            layout.flow.tell_draw(table, "starter", seat)
        while True:
            piece = table.stock[table.drawn]
            table.drawn += 1
            table.hands[seat] |= 1 << piece
            drew += 1
            if table.log is not None:
                table.log.append(Event("draw", f"seat {seat} draws, looking for the first piece", seat,
                                       (layout.pieces.name(piece),), seen_by=viewers("hand", seat)))
            around = drew % layout.seats.count == 0 or table.drawn == len(table.stock)
            if any(hand & mask for hand in table.hands) and (around or not search.together):
                return True
            seat = layout.seats.next[seat]
