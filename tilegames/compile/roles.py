"""Compiles who is meant: seats named by their part in the game or by what they hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilegames.compile.context import Compiler
from tilegames.compile.schedules import hand_sizes
from tilegames.core.phases import Role
from tilegames.core.pieces import tidy
from tilegames.core.table import Table
from tilegames.errors import Span, closest
from tilegames.spec import model
from tilegames.spec.schema import Located

__all__ = ["place_of", "role"]


def place_of(compiler: Compiler, name: str) -> Span:
    """Where a phase stands: its name, not the first of its keys."""
    return compiler.spec.phases.places[name]


def role(compiler: Compiler, wanted: Any, place: Span) -> Role:
    """The seat that a word, a held piece or a chosen role means."""
    spec, seats = compiler.spec, compiler.seats
    if isinstance(wanted, model.HolderOf):
        return _holder(compiler, wanted)
    if isinstance(wanted, model.NamedSeat):
        named = wanted.chosen.value
        roles = [phase.role for phase in compiler.before if isinstance(phase, model.Choose)]
        if named not in roles:
            compiler.add("unknown-role", f'no phase before this one chooses the "{named}"', wanted.chosen.span,
                         closest(named, roles))
        return lambda table: table.chosen[named]
    needs = {"dealer": spec.match.first_dealer != "nobody", "starter": spec.match.starter is not None,
             "auction": any(isinstance(phase, model.Auction) for phase in compiler.before),
             "declarer": any(isinstance(phase, model.Auction | model.Declare) for phase in compiler.before)}
    for part, there in needs.items():
        if part in wanted and not there:
            how = {"dealer": "match.first_dealer", "starter": "match.starter", "auction": "an auction before",
                   "declarer": "an auction or a declaration before"}[part]
            compiler.add("no-such-seat", f'"{wanted}" means nobody in this game', place, f"it needs {how}")
    roles_of: dict[str, Role] = {
        "dealer": lambda table: table.dealer,
        "left_of_dealer": lambda table: seats.left_of(table.dealer),
        "right_of_dealer": lambda table: seats.right_of(table.dealer),
        "starter": lambda table: table.first,
        "auction_winner": lambda table: table.bidder,
        "partner_of_auction_winner": lambda table: seats.partner_of(table.bidder),
        "declarer": lambda table: table.declarer,
        "partner_of_declarer": lambda table: seats.partner_of(table.declarer),
        # Nobody has won before the first round; then it is the first seat that was dealt to.
        "last_winner": lambda table: table.previous.seat if table.previous.seat >= 0 else table.first,
        # The same for who opened a layout.
        "after_last_opener": lambda table: seats.next[table.opened] if table.opened >= 0 else table.first,
    }
    return roles_of[wanted]


def _may_be_missing(compiler: Compiler, names: Sequence[Located[str]]) -> bool:
    """Whether all but the last of some pieces are taken out of the set for some player count."""
    removed = compiler.spec.equipment.remove
    out = {tidy(one.value) for _, row in (removed.rows if removed is not None else ()) for one in row}
    return all(tidy(name.value) in out for name in names[:-1])


def _holder(compiler: Compiler, wanted: model.HolderOf) -> Role:
    name = next((one for one in wanted.holder_of if compiler.pieces.find(one.value) is not None), wanted.holder_of[0])
    if name.value in model.WANTED or (len(wanted.holder_of) > 1 and not _may_be_missing(compiler, wanted.holder_of)):
        compiler.add("nobody-may-hold", "here the holder is asked for one piece by its name", name.span,
                     "words such as highest_double are for the opener of a layout; a list is for pieces of which some "
                     "are taken out of the set")
        return lambda table: 0
    kind = compiler.kind(name)
    if kind is None:
        return lambda table: 0
    mask = compiler.pieces.kind_masks[kind]
    each = min(hand_sizes(compiler.spec.deal, compiler.players), default=0)
    if mask.bit_count() > 1 or each * compiler.players < len(compiler.pieces):
        compiler.add("nobody-may-hold", f"it is not sure that just one player holds {name.value}", name.span,
                     "all pieces must be dealt, and it must be the only one of its kind")

    def holder(table: Table) -> int:
        return next((seat for seat, hand in enumerate(table.hands) if hand & mask), 0)

    return holder
