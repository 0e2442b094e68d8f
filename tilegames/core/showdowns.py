"""The showdown after a knock: the hand of who knocked is laid out in melds, then those of the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tilegames.core.arrangements import Arranger
from tilegames.core.melding import DONE, Melding
from tilegames.core.moves import Event, Move, Reason
from tilegames.core.phases import Phase
from tilegames.core.pieces import PieceSet
from tilegames.core.seats import Seats
from tilegames.core.table import MELDS, Table
from tilegames.errors import Span

__all__ = ["Showdown"]


class Showdown(Phase):
    """Who has knocked lays melds until little enough is left; then each other seat lays melds and lays off.

    A seat that can do nothing but finish is passed over. What is left in each hand counts in the scoring.

    Args:
        melding: what has to do with melds; it lays off on the melds of others.
        arranger: finds what is left in hand at the least.
        worth: from the mask of some pieces to what they count.
        lay_off: ``always``, ``never``, or ``unless_gin``: not when nothing is left in the hand of who knocked.
        ties: who wins when as little is left to another as to who knocked: ``undercut`` (the other), ``knocker`` or
            ``nobody``.
    """

    kind = "showdown"
    parts = MELDS

    def __init__(self, name: str, pieces: PieceSet, seats: Seats, place: Span | None, *, melding: Melding,
                 arranger: Arranger, worth: Callable[[int], int], lay_off: str = "unless_gin",
                 ties: str = "undercut") -> None:
        super().__init__(name, pieces, seats, place)
        self.melding = melding
        self.arranger = arranger
        self.worth = worth
        self.lay_off = lay_off
        self.ties = ties

    def enter(self, table: Table) -> None:
        assert table.knock is not None
        table.turn = table.knock.seat
        self._go_on(table)

    def _go_on(self, table: Table) -> None:
        """Passes over seats that have no choice; ends the round when all have laid down."""
        assert table.knock is not None
        while True:
            moves = self.legal(table)
            if len(moves) > 1 or moves[0] is not DONE:
                return
            table.turn = self.seats.next[table.turn]
            if table.turn == table.knock.seat:
                self._end(table)
                return

    def _end(self, table: Table) -> None:
        """Shows what is left in all hands, and ends the round."""
        table.shown = (1 << self.seats.count) - 1
        if table.log is not None:
            for seat, hand in enumerate(table.hands):
                names = self.pieces.names_of(hand)
                if names:
                    self.say(table, Event("show", f"seat {seat} has {' '.join(names)} left", seat, names))
        self.flow.end_round(table, "knock", self._winner(table))

    def _winner(self, table: Table) -> int:
        """Who wins: who knocked, unless another has less left."""
        assert table.knock is not None
        knocker = table.knock.seat
        own = self.worth(table.hands[knocker])
        order = [(knocker + step) % self.seats.count for step in range(1, self.seats.count)]
        best = min(order, key=lambda seat: self.worth(table.hands[seat]))
        other = self.worth(table.hands[best])
        if own == 0 or own < other:
            return knocker
        if own > other:
            return best
        return {"undercut": best, "knocker": knocker}.get(self.ties, -1)

    def legal(self, table: Table) -> Sequence[Move]:
        assert table.knock is not None
        hand = table.hands[table.turn]
        melding = self.melding
        if table.turn == table.knock.seat:
            limit = table.knock.limit
            if table.building is not None:
                return [move for move in melding.adds(table) if self._stays_within(table, move, limit)]
            moves = [move for move in melding.openings(table) if self._stays_within(table, move, limit)]
            return [*moves, DONE] if self.worth(hand) <= limit else moves
        if table.building is not None:
            return melding.adds(table)
        lay_offs = melding.lay_offs(table) if self._may_lay_off(table) else []
        return [*lay_offs, *melding.openings(table), DONE]

    def _may_lay_off(self, table: Table) -> bool:
        assert table.knock is not None
        if self.lay_off == "unless_gin":
            return self.worth(table.hands[table.knock.seat]) > 0
        return self.lay_off == "always"

    def _stays_within(self, table: Table, move: Move, limit: int) -> bool:
        """Whether after a move little enough could still be left in hand."""
        after = table.copy()
        (self.melding.begin if move.action == "meld" else self.melding.add)(after, move)
        if after.building is None:
            return self.arranger.within(after.hands[after.turn], limit)
        return any(self._stays_within(after, following, limit) for following in self.melding.adds(after))

    def apply(self, table: Table, move: Move) -> None:
        if move == DONE and table.building is None:
            if table.log is not None:
                self.say(table, Event("done", f"seat {table.turn} lays down no more", table.turn))
            assert table.knock is not None
            table.turn = self.seats.next[table.turn]
            if table.turn == table.knock.seat:
                self._end(table)
                return
        elif move.action == "lay off":
            self.melding.lay(table, move)
        else:
            (self.melding.begin if move.action == "meld" else self.melding.add)(table, move)
            # Little enough must be left; where that leaves one piece only, it goes in by itself.
            while table.building is not None and len(choices := self.legal(table)) == 1:
                self.melding.add(table, choices[0])
        if table.building is None:
            self._go_on(table)

    def refuse(self, table: Table, move: Move) -> Reason:
        assert table.knock is not None
        knocker = table.turn == table.knock.seat
        if move.action == "lay off" and (knocker or not self._may_lay_off(table)):
            return Reason("no-lay-off", "who has knocked lays nothing off" if knocker else
                          "nothing is laid off on a hand with nothing left over", self.place)
        if knocker and table.building is None and move == DONE:
            return Reason("deadwood-too-high", f"{self.worth(table.hands[table.turn])} would be left outside melds, "
                          f"who knocked may have {table.knock.limit}", self.place)
        if knocker and move in (self.melding.openings(table) if table.building is None else self.melding.adds(table)):
            return Reason("deadwood-too-high", f"with it more than {table.knock.limit} would be left outside melds",
                          self.place)
        return self.melding.refuse(table, move) or Reason(
            "not-this-step", f"{move.action} is not possible now", self.place)

    def vocabulary(self) -> Iterable[tuple[str, Move]]:
        return self.melding.vocabulary()

    def named(self, text: str) -> Move | None:
        return self.melding.named(text)
