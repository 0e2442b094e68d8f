"""Lays a table in the middle of a bidding or an exchange, and shows the piece that makes trumps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilegames.core.biddings import Bidding
from tilegames.core.exchanges import Exchange
from tilegames.core.moves import Event
from tilegames.core.table import Table
from tilegames.errors import PositionError, closest

if TYPE_CHECKING:
    from tilegames.positions.placer import Placer

__all__ = ["bid_so_far", "fill_counters", "give_so_far", "show_last", "tricks_of_seats", "turn_up"]


def bid_so_far(placer: Placer, table: Table, phase: Bidding, log: list[Event] | None) -> None:
    """The middle of a bidding: hands whole, and the bids made one after another."""
    bids = placer.given.bids
    named = placer.named(table)
    if len(bids) < placer.count:
        table.turn = (phase.first(table) + len(bids)) % placer.count
        placer.mover_hand(table, named)
    _enter(placer, table, phase, log)
    for text in bids:
        if table.phase is not phase:
            raise PositionError(f'bids: all have bid before "{text.value}"')
        move = phase.parse(table, text.value)
        if move not in phase.legal(table):
            raise PositionError(f'bids: "{text.value}" cannot be said there')
        phase.apply(table, move)


def _enter(placer: Placer, table: Table, phase: Bidding | Exchange, log: list[Event] | None) -> None:
    """Fills the hands up, shows what makes trumps, and begins the phase."""
    turn_up(placer, table)
    placer.deal_out(table, [placer.each] * placer.count)
    show_last(placer, table)
    phase.enter(table)
    table.log = log


def give_so_far(placer: Placer, table: Table, phase: Exchange, log: list[Event] | None) -> None:
    """The middle of an exchange: hands whole, and the pieces chosen one after another."""
    giving = placer.given.giving
    if len(giving) > placer.count:
        raise PositionError(f"giving: {len(giving)} seats give, there are {placer.count}")
    if phase.receivers_of(table.round) is None:
        raise PositionError(f"giving: nothing is given in round {table.round + 1}")
    order = [(table.first + turn) % placer.count for turn in range(placer.count)]
    chosen = {seat: giving[seat] if seat < len(giving) else () for seat in order}
    named = placer.named(table)
    mover = next((seat for seat in order if len(chosen[seat]) < phase.give), None)
    if mover is not None:
        table.turn = mover
        placer.mover_hand(table, named)
    for seat in order:
        if not named[seat]:
            for piece in placer.take(chosen[seat], "giving"):
                table.hands[seat] |= 1 << piece
    _enter(placer, table, phase, log)
    for seat in order:
        for name in chosen[seat]:
            if table.phase is not phase or table.turn != seat:
                raise PositionError(f"giving: seat {seat} does not choose {name.value} there")
            move = phase.parse(table, f"give {name.value}")
            if move not in phase.legal(table):
                raise PositionError(f"giving: seat {seat} cannot give {name.value}")
            phase.apply(table, move)


def turn_up(placer: Placer, table: Table) -> None:
    """Shows the piece that makes trumps, before hands are filled up; without a name one that fits the trump named."""
    trump, given = placer.flow.trump, placer.given
    if trump is None:
        return
    if trump.how == "fixed":
        if table.suits is None:
            table.suits = trump.by_piece[0]
        return
    piece = -1
    if given.turned is not None:
        held = table.hands[table.dealer] if trump.how == "last_dealt" else 0
        kind = placer.pieces.find(given.turned.value)
        # The last piece dealt can have been played since.
        names = [name.value for name in (given.trick or given.led)] if trump.how == "last_dealt" else []
        if kind is not None and kind in map(placer.pieces.find, names):
            held |= placer.used
        mine = held & placer.pieces.kind_masks[kind] if kind is not None else 0
        piece = (mine & -mine).bit_length() - 1 if mine else placer.take((given.turned,), "turned")[0]
        if trump.how == "last_dealt" and not held:
            table.hands[table.dealer] |= 1 << piece
        elif not mine:
            table.aside |= 1 << piece
    elif trump.how == "turned_up":
        wanted = [one for one in placer.unseen()
                  if table.suits is None or trump.by_piece[one].name == table.suits.name]
        if not wanted:
            raise PositionError("trump: every piece that could be turned up for it is somewhere else")
        piece = wanted[-1]
        placer.used |= 1 << piece
        table.aside |= 1 << piece
    if piece >= 0:
        _show(placer, table, piece)


def show_last(placer: Placer, table: Table) -> None:
    """Shows a piece of the dealer's whole hand, if its last one makes trumps and nobody has said which that is."""
    trump = placer.flow.trump
    if trump is not None and trump.how == "last_dealt" and table.turned < 0:
        wanted = [one for one in placer.pieces.pieces_of(table.hands[table.dealer])
                  if table.suits is None or trump.by_piece[one].name == table.suits.name]
        if wanted:
            _show(placer, table, wanted[-1])


def _show(placer: Placer, table: Table, piece: int) -> None:
    trump = placer.flow.trump
    assert trump is not None
    suits = trump.by_piece[piece]
    if table.suits is not None and table.suits.name != suits.name:
        raise PositionError(f"trump: the {placer.pieces.name(piece)} makes {suits.name} trump, not {table.suits.name}")
    table.turned = piece
    table.suits = suits


def tricks_of_seats(placer: Placer) -> list[int]:
    """How many tricks each seat has taken. Of a side it is its first seat that has, unless seats are named."""
    tricks, seats = list(placer.given.tricks), placer.flow.seats
    if len(tricks) == seats.count:
        return tricks
    found = [0] * seats.count
    for members, number in zip(seats.sides, tricks, strict=False):
        found[members[0]] = number
    return found


def fill_counters(placer: Placer, table: Table) -> None:
    """What is in the counters that are kept for the match."""
    names, sides = placer.flow.counters, len(placer.flow.seats.sides)
    found = [0] * (len(names) * sides)
    for name, amounts in placer.given.counters.items():
        if name not in names:
            raise PositionError(f'counters: there is no counter "{name}"; {closest(name, names)}')
        if len(amounts) != sides:
            raise PositionError(f"counters: one number for each of the {sides} sides")
        at = names.index(name) * sides
        found[at:at + sides] = amounts
    table.counters = tuple(found)
