"""Lays melds as the words of a position name them, and the hands of games in which hands have no fixed size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilegames.core.melding import Melding
from tilegames.core.melds import Meld
from tilegames.core.table import Table
from tilegames.core.turn_parts import CHOOSING
from tilegames.core.turns import Turns
from tilegames.errors import PositionError, closest
from tilegames.spec.schema import Located

if TYPE_CHECKING:
    from tilegames.positions.placer import Placer

__all__ = ["lay_melds", "lay_turns"]


def lay_turns(placer: Placer, table: Table, phase: Turns) -> None:
    """The middle of turns in which pieces are melded, or taken by the handful.

    A hand that is named is named whole, whatever its size; the others have as many pieces as were dealt.
    """
    given = placer.given
    table.discards = placer.take(given.discards, "discards")
    if phase.melding is not None:
        lay_melds(placer, table, phase.melding)
    elif given.melds or given.melded:
        raise PositionError("melds: nothing is melded in these turns")
    if given.turned is not None:
        _turn_up(placer, table)
    named = placer.named_hands(table)
    table.stock = tuple(placer.take(given.stock, "stock"))
    table.stage = CHOOSING
    table.step = phase.begin + (_drawing_step(phase) + 1 if given.drawn else 0)
    if table.step >= len(phase.steps):
        raise PositionError("drawn: the turn is over with the draw")
    sizes = [table.hands[seat].bit_count() if named[seat] else
             placer.each + (given.drawn and seat == table.turn) for seat in range(placer.count)]
    placer.deal_out(table, sizes)


def _drawing_step(phase: Turns) -> int:
    return next((number for number, step in enumerate(phase.steps[phase.begin:])
                 if {"draw_stock", "take_discard", "push"} & {*step.verbs}), 0)


def _turn_up(placer: Placer, table: Table) -> None:
    """The piece that was turned up first, wherever it lies by now."""
    assert placer.given.turned is not None
    name = placer.given.turned.value
    kind = placer.pieces.find(name)
    if kind is None:
        raise PositionError(f'turned: "{name}" is no piece of this set; {closest(name, placer.pieces.names)}')
    table.turned = (placer.pieces.kind_masks[kind] & -placer.pieces.kind_masks[kind]).bit_length() - 1


def lay_melds(placer: Placer, table: Table, melding: Melding) -> None:
    """Lays the melds that are named, and says who has met the contract.

    Raises:
        PositionError: some pieces are no meld, or could be several.
    """
    given = placer.given
    owners = given.meld_owners or (0,) * len(given.melds)
    if len(owners) != len(given.melds):
        raise PositionError(f"meld_owners: one seat for each of the {len(given.melds)} melds")
    for names, owner in zip(given.melds, owners, strict=True):
        if owner >= placer.count:
            raise PositionError(f"meld_owners: there is no seat {owner}, seats are 0 to {placer.count - 1}")
        meld = _meld(placer, melding, names, owner)
        table.melds = (*table.melds, meld)
        melding.credit(table, owner, sum(melding.rules.value(meld, at) for at in range(len(meld.cards))))
    if given.melded:
        if len(given.melded) != placer.count:
            raise PositionError(f"melded: one number for each of the {placer.count} seats")
        table.credit = given.melded
    down = set(owners) if given.melds and "down" not in given.places else set(given.down)
    if given.down and not melding.contracts:
        raise PositionError("down: there is no contract in this game")
    if any(seat >= placer.count for seat in down):
        raise PositionError(f"down: there is no seat {max(down)}, seats are 0 to {placer.count - 1}")
    table.down = sum(1 << seat for seat in down)


def _meld(placer: Placer, melding: Melding, names: Sequence[Located[str]], owner: int) -> Meld:
    pieces = placer.pieces
    parts = [(name.value.partition("="), name) for name in names]
    taken = placer.take([Located(name, whole.span) for (name, _, _), whole in parts], "melds")
    kinds = [pieces.kind_of[piece] for piece in taken]
    said: list[int | None] = []
    for (_, sign, meant), _ in parts:
        kind = pieces.find(meant) if sign else None
        if sign and kind is None:
            raise PositionError(f'melds: "{meant}" is no piece of this set; {closest(meant, pieces.names)}')
        said.append(kind)
    shown = " ".join(name.value for name in names)
    ways: dict[tuple[int, int, int], Meld] = {}
    in_order = set()
    for shape, row, start, order in melding.rules.read(kinds, said):
        meld = Meld(shape, row, start, tuple(taken[at] for at in order), owner)
        if melding.rules.is_meld(meld):
            ways[shape, row, start] = meld
            if not melding.rules.shapes[shape].run or order == tuple(range(len(order))):
                in_order.add((shape, row, start))
    # A run is read as it is written, if it can be.
    ways = {way: meld for way, meld in ways.items() if not in_order or way in in_order}
    if not ways:
        raise PositionError(f"melds: {shown} is no meld")
    if len(ways) > 1:
        raise PositionError(f"melds: {shown} could be "
                            + " or ".join(melding.describe(meld) for meld in ways.values())
                            + "; say what wild pieces stand for, such as joker=5S")
    return next(iter(ways.values()))
