"""Lays the middle of a round of tricks of groups as the words of a position say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from tilegames.core.group_book import GroupMove
from tilegames.core.groups import GroupTricks
from tilegames.core.moves import Event
from tilegames.core.pieces import PieceSet
from tilegames.core.table import Table, replaced
from tilegames.errors import PositionError
from tilegames.spec.examples import Given
from tilegames.spec.schema import Located

__all__ = ["lay_group_tricks"]


class Placer(Protocol):
    """What the laying of a table offers here."""

    given: Given
    pieces: PieceSet
    count: int
    each: int
    used: int

    def take(self, names: Iterable[Located[str]], word: str) -> list[int]: ...

    def named_hands(self, table: Table) -> list[bool]: ...


def lay_group_tricks(placer: Placer, table: Table, phase: GroupTricks, log: list[Event] | None) -> None:
    """Lays hands, columns, what was conceded before, and the plays of the trick."""
    given, count = placer.given, placer.count
    played = given.trick or given.led
    if not played and {"leader", "turn"} <= set(given.places) and given.leader != given.turn:
        raise PositionError(f"turn: nothing lies in the trick, so its leader moves, seat {given.leader}")
    leader = given.leader if played or given.turn is None else given.turn
    seats = [(leader + step) % count for step in range(len(played))]
    if len(played) >= count:
        raise PositionError(f"trick: {len(played)} of {count} plays make a whole trick; play the last one as a move")
    moves = _moves(placer, table, phase, played)
    size = len(moves[0].takes) if moves else 0
    pieces = [placer.take([Located(placer.pieces.name((kind & -kind).bit_length() - 1), text.span)
                           for kind in move.takes], "trick") for move, text in zip(moves, played, strict=True)]
    table.turn = (leader + len(played)) % count
    named = placer.named_hands(table)
    before = _dealt_size(placer, table, named, seats, size)
    for seat in range(count):
        wanted = before - (size if seat in seats else 0)
        if named[seat] and table.hands[seat].bit_count() != wanted:
            raise PositionError(f"seat {seat} holds {wanted} pieces there, not {table.hands[seat].bit_count()}")
    _fill(placer, table, [before - (size if seat in seats else 0) for seat in range(count)])
    _earlier(placer, table, phase, before, leader)
    table.trick, table.plays, table.high = [], (), None
    table.leader = table.turn = leader
    table.log = log
    for seat, move, taken, text in zip(seats, moves, pieces, played, strict=True):
        table.hands[seat] |= sum(1 << piece for piece in taken)
        if move not in phase.legal(table):
            raise PositionError(f'trick: seat {seat} cannot play "{text.value}": '
                                f"{phase.refuse(table, move).sentence}")
        phase.apply(table, move)


def _moves(placer: Placer, table: Table, phase: GroupTricks, played: Sequence[Located[str]]) -> list[GroupMove]:
    found = []
    for text in played:
        move = phase.parse(table, text.value)
        assert isinstance(move, GroupMove)
        found.append(move)
    if found and found[0].number < 0:
        raise PositionError(f'trick: it is led with a group face up, not with "{played[0].value}"')
    return found


def _dealt_size(placer: Placer, table: Table, named: Sequence[bool], played: Sequence[int], size: int) -> int:
    """How many pieces each seat held before this trick."""
    seat = next((seat for seat in range(placer.count) if named[seat]), None)
    before = placer.each if seat is None else table.hands[seat].bit_count() + (size if seat in played else 0)
    columns = placer.given.columns
    if seat is None and columns:
        before = placer.each - sum(columns)
    if not size <= before <= placer.each or before < 1:
        raise PositionError(f"hands: nobody can hold {before} pieces there")
    return before


def _fill(placer: Placer, table: Table, sizes: Sequence[int]) -> None:
    unseen = _unseen(placer, table)
    for seat, size in enumerate(sizes):
        while table.hands[seat].bit_count() < size:
            table.hands[seat] |= 1 << unseen.pop(0)


def _unseen(placer: Placer, table: Table) -> list[int]:
    """The pieces that lie nowhere yet: not in a hand, nor in this trick."""
    return placer.pieces.pieces_of(placer.pieces.full & ~(placer.used | sum(table.hands)))


def _earlier(placer: Placer, table: Table, phase: GroupTricks, before: int, leader: int) -> None:
    """The tricks before this one: who has the columns, and what lies where."""
    sides = phase.seats.sides
    gone = placer.each - before
    columns = list(placer.given.columns)
    if not columns:
        # Who leads has taken the trick before.
        columns = [0] * len(sides)
        columns[phase.seats.side_of[leader]] = gone
    if (sum(columns) != gone if phase.per_piece else sum(columns) > gone):
        raise PositionError(f"columns: {gone} pieces of each seat are gone, so there are "
                            f"{'' if phase.per_piece else 'at most '}{gone} columns, not {sum(columns)}")
    table.points = columns
    unseen = _unseen(placer, table)
    for side, number in enumerate(columns):
        if number:
            table.tricks[side] = 1
        for member, seat in enumerate(sides[side]):
            own = unseen[:gone]
            unseen = unseen[gone:]
            taken = number if member == 0 else 0
            table.won[side] |= sum(1 << piece for piece in own[:taken])
            conceded = table.conceded[seat] | sum(1 << piece for piece in own[taken:])
            table.conceded = replaced(table.conceded, seat, conceded)
    table.aside |= sum(1 << piece for piece in unseen)
