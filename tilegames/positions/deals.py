"""Deals that give the seats the wanted pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilegames.core.deals import Deal, wall
from tilegames.core.rounds import Flow
from tilegames.errors import DealError

__all__ = ["wanted_deal"]


def wanted_deal(flow: Flow, hands: Sequence[Sequence[str]], stock: Sequence[str], draws: Mapping[str, int],
                number: int = 0) -> Deal:
    """A deal that gives the seats the wanted pieces; see :meth:`tilegames.game.Game.deal`."""
    for listed in (hands, stock):
        if isinstance(listed, str) or not isinstance(listed, Sequence):
            raise DealError(f"hands and stock are lists of names, not {listed!r}")
    known = {draw.name for draw in flow.draws}
    for name, seat in draws.items():
        if name not in known:
            raise DealError(f'this game has no draw "{name}", only: {", ".join(sorted(known)) or "none"}')
        if not (type(seat) is int and 0 <= seat < flow.seats.count):
            raise DealError(f"there is no seat {seat!r}: seats are 0 to {flow.seats.count - 1}")
    pieces, count = flow.pieces, flow.seats.count
    if len(hands) > count:
        raise DealError(f"there are {len(hands)} hands for {count} seats")
    used = 0
    picked: list[list[int]] = []
    for names in [*hands, *([()] * (count - len(hands))), stock]:
        mine = []
        if isinstance(names, str) or not isinstance(names, Sequence):
            raise DealError(f"a hand is a list of names, not {names!r}")
        for name in names:
            if not isinstance(name, str):
                raise DealError(f"pieces are named by texts, such as {pieces.names[0]}, not by {name!r}")
            kind = pieces.find(name)
            free = 0 if kind is None else pieces.kind_masks[kind] & ~used
            if not free:
                raise DealError(f'"{name}" is no piece of this set, or is named too often')
            used |= free & -free
            mine.append((free & -free).bit_length() - 1)
        picked.append(mine)
    rest = pieces.pieces_of(pieces.full & ~used)
    starter = draws.get("starter", 0)
    first = starter if "starter" in known else (draws.get("dealer", 0) + 1) % count if "dealer" in known else 0
    order: list[int] = []
    for seat, size in flow.packets_of(number).sizes(count, first):
        mine = picked[seat]
        if len(mine) > size:
            raise DealError(f"seat {seat} gets {size} pieces, not {len(mine)}")
        while len(mine) < size:
            if not rest:
                raise DealError("the stock is named, but what is left of the set is too little for the hands")
            mine.append(rest.pop(0))
        order += mine
    order += [*picked[count], *rest]
    if flow.packets.height:
        # Build the wall so that taking it down gives this order.
        built = [0] * len(order)
        for piece, at in zip(order, wall(range(len(order)), count, flow.packets.height), strict=True):
            built[at] = piece
        order = built
    results: list[tuple[str, int | tuple[int, ...]]] = [(draw.name, draws.get(draw.name, 0)) for draw in flow.draws]
    return Deal(tuple(order), tuple(results))
