"""Views: what one seat may know of a State, and nothing else."""

from __future__ import annotations

from typing import Any

import attrs

from tilegames.core.auctions import Auction
from tilegames.core.layouts import Layout
from tilegames.core.melding import Melding
from tilegames.core.moves import Event, Move
from tilegames.core.rounds import Flow
from tilegames.core.table import MELDS, Table
from tilegames.core.tricks import Tricks
from tilegames.core.zones import UNSEEN, sees

__all__ = ["Arm", "LaidMeld", "OpenEnd", "View", "make_view"]


@attrs.frozen
class OpenEnd:
    """An open end of a layout.

    Attributes:
        number: what shows there.
        piece: the name of the tile that has it.
        place: the place of that tile in the order laid, from 0.
        where: how moves name the end.
        free: how many sides of it can be joined now.
    """

    number: int
    piece: str
    place: int
    where: str
    free: int


@attrs.frozen
class Arm:
    """A train of a layout.

    Attributes:
        name: as moves name it.
        owner: the seat whose train it is; None if it is everybody's.
        open: whether it is open to all.
    """

    name: str
    owner: int | None
    open: bool


@attrs.frozen
class LaidMeld:
    """A meld on the table.

    Attributes:
        number: how moves name it, from 1.
        shape: the name of its pattern.
        owner: the seat that laid it.
        pieces: its pieces: those of a run in order, of a group wild ones last.
        stands_for: what each counts as; a wild piece of a group, which counts as any that is missing, as itself.
    """

    number: int
    shape: str
    owner: int
    pieces: tuple[str, ...]
    stands_for: tuple[str, ...]


@attrs.frozen
class View:
    """What one seat may know.

    Visibility follows from where a piece lies and whose it is: a hand is its owner's, the stock nobody's, everything on
    the table all's. The seed and coming deals are never in a view.

    Attributes:
        seat: whose view this is; None for an onlooker.
        game: the game's name.
        turn, phase, round, dealer: as in the State (dealer None if there is none).
        hand: the pieces in this seat's own hand; one that it may not see itself is named by its place, ``card 1``.
        hands: for each seat the pieces of its hand, or None where this seat may not see them.
        hand_sizes: how many pieces each seat holds.
        stock: how many pieces the stock still has.
        discards: the pieces lying face up, oldest first.
        trick: the pieces of the current trick in the order played; the first was led by ``leader``.
        leader: who led the trick, or None.
        trump: the trump named, or None.
        turned: the piece that was turned up or shown for trumps, or None.
        bids: what was bid so far this round, by seat, in order; of bids made at once only the own one until all are
            made.
        giving: what this seat has chosen to give away, until all have chosen.
        contract: who won the auction and with what; None before that.
        tricks, points: tricks and points taken by each side this round.
        declared: the contract that the bid or the declaration has brought, or None.
        sits_out: who does not play this round, or None.
        won: the pieces in the tricks that each side has taken this round, as far as they lie face up.
        layout: the tiles on the table, each as its two numbers: a line as it lies, left to right; any other layout in
            the order laid, the number joined first.
        joined: for each tile of a layout that is no line, the place in ``layout`` of the one it lies on; -1 for the
            first. Empty for a line.
        ends: the open ends of the layout.
        due: the tiles on the table that must be filled before anything else is played, the next one first.
        arms: the trains, if there are any.
        plays: in tricks of groups what was played to the trick in the order of play: the pieces of each group, none
            for a concession.
        conceded: in tricks of groups for each seat what it has conceded this round, or None where this seat may not
            see it. When the match is over all is shown.
        conceded_sizes: how many pieces that is.
        takes: which discards may be taken: ``any``, ``top`` or ``within``; None in a game without turns.
        melds: the melds on the table in the order laid.
        under_way: the pieces so far of a meld that is being laid.
        down: the seats that have laid their contract, where there are contracts.
        must_use: the piece that must go into a meld at once, or None.
        knocked: who has knocked, or None.
        streak: how many rounds in a row the dealer has dealt, with this one.
        scores, pots, counters: as in the State.
        legal_moves: this seat's legal moves; empty unless it is its turn.
        events: what the last move caused, as this seat may see it.
    """

    seat: int | None
    game: str
    turn: int | None
    phase: str | None
    round: int
    dealer: int | None
    hand: tuple[str, ...]
    hands: tuple[tuple[str, ...] | None, ...]
    hand_sizes: tuple[int, ...]
    stock: int
    discards: tuple[str, ...]
    trick: tuple[str, ...]
    leader: int | None
    trump: str | None
    turned: str | None
    bids: tuple[tuple[int, str], ...]
    giving: tuple[str, ...]
    contract: tuple[int, str] | None
    tricks: tuple[int, ...]
    points: tuple[int, ...]
    declared: str | None
    sits_out: int | None
    won: tuple[tuple[str, ...], ...]
    layout: tuple[tuple[int, int], ...]
    joined: tuple[int, ...]
    ends: tuple[OpenEnd, ...]
    due: tuple[str, ...]
    arms: tuple[Arm, ...]
    plays: tuple[tuple[str, ...], ...]
    conceded: tuple[tuple[str, ...] | None, ...]
    conceded_sizes: tuple[int, ...]
    takes: str | None
    melds: tuple[LaidMeld, ...]
    under_way: tuple[str, ...]
    down: tuple[int, ...]
    must_use: str | None
    knocked: int | None
    streak: int
    scores: tuple[int, ...]
    pots: tuple[int, int]
    counters: tuple[tuple[str, tuple[int, ...]], ...]
    legal_moves: tuple[Move, ...]
    events: tuple[Event, ...]

    def to_dict(self) -> dict[str, Any]:
        """A JSON-ready map with the same keys."""
        plain: dict[str, Any] = {}
        for field in attrs.fields(type(self)):
            plain[field.name] = _plain(getattr(self, field.name))
        return plain


def _plain(value: Any) -> Any:
    if isinstance(value, Move | Event):
        return value.to_dict()
    if isinstance(value, LaidMeld):
        return attrs.asdict(value) | {"pieces": list(value.pieces), "stands_for": list(value.stands_for)}
    if isinstance(value, OpenEnd | Arm):
        return attrs.asdict(value)
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def _ends(layout: Layout, table: Table) -> tuple[OpenEnd, ...]:
    return tuple(OpenEnd(end[0], layout.pieces.name(table.placed[end[2]][0]), end[2], layout.tree.label(end[1]),
                         layout.tree.free_now(table, end)) for end in table.ends)


def _melds(melding: Melding, table: Table) -> tuple[LaidMeld, ...]:
    names = melding.pieces.names
    found = []
    for number, meld in enumerate(table.melds, 1):
        places = list(melding.rules.places(meld))
        laid = tuple(melding.pieces.name(place.piece) for place in places)
        meant = tuple(names[place.stands_for] if place.stands_for >= 0 else name
                      for place, name in zip(places, laid, strict=True))
        found.append(LaidMeld(number, melding.rules.shapes[meld.shape].name, meld.owner, laid, meant))
    return tuple(found)


def _own(hand: tuple[str, ...] | None, table: Table, seat: int) -> tuple[str, ...]:
    """A seat's own hand: by the names of its pieces, or what it may not see by its place."""
    return (UNSEEN,) * table.hands[seat].bit_count() if hand is None else hand


def make_view(flow: Flow, name: str, table: Table, seat: int | None, legal: tuple[Move, ...],
              events: tuple[Event, ...]) -> View:
    """Builds the view of a seat; who sees a zone is asked of ``core.zones``.

    Args:
        flow, name: the compiled game and its name.
        table: the situation.
        seat: whose view; None for an onlooker.
        legal: that seat's legal moves.
        events: what the last move caused, already as the seat may see it.
    """
    pieces, count = flow.pieces, flow.seats.count
    layout = flow.layout
    groups = flow.groups
    over = table.turn < 0
    melding = flow.melding
    shown = table.shown if table.parts & MELDS else 0
    hands = tuple(pieces.names_of(hand) if shown >> owner & 1 or sees("hand", owner, seat, blind=table.blind) else None
                  for owner, hand in enumerate(table.hands))
    pot, house = table.pots
    bidding = isinstance(table.phase, Auction)
    hidden = flow.won_is_hidden(table)
    return View(
        seat=seat,
        game=name,
        turn=None if over else table.turn,
        phase=None if over else table.phase.name,
        round=table.round,
        dealer=table.dealer if table.dealer >= 0 else None,
        hand=() if seat is None else _own(hands[seat], table, seat),
        hands=hands,
        hand_sizes=tuple(table.hands[other].bit_count() for other in range(count)),
        stock=len(table.stock) - table.drawn,
        discards=tuple(map(pieces.name, table.discards)),
        trick=tuple(map(pieces.name, table.trick)),
        leader=table.leader if table.leader >= 0 else None,
        trump=table.suits.name if table.suits is not None else None,
        turned=pieces.name(table.turned) if table.turned >= 0 else None,
        bids=tuple(flow.bids_said(table, seat)),
        giving=() if seat is None else pieces.names_of(table.given[seat]),
        contract=(table.bidder, table.bid.text) if table.bid is not None and not bidding else None,
        declared=table.contract.name if table.contract is not None and not bidding else None,
        sits_out=table.phase.out if not over and isinstance(table.phase, Tricks) and table.phase.out >= 0 else None,
        tricks=tuple(table.tricks),
        points=tuple(table.points),
        won=tuple(pieces.names_of(won) if sees("won face down" if hidden else "won", side, seat) else ()
                  for side, won in enumerate(table.won)),
        layout=tuple(layout.tree.row(table)) if layout is not None else (),
        joined=() if layout is None or layout.tree.is_line else tuple(node for _, node, _ in table.placed),
        ends=() if layout is None else _ends(layout, table),
        due=() if layout is None else layout.due(table),
        arms=() if layout is None or layout.trains is None else tuple(
            Arm(name, arm if arm < count else None, bool((layout.trains.public | table.marked) >> arm & 1))
            for arm, name in enumerate(layout.tree.arms)),
        plays=() if groups is None else groups.plays_of(table),
        conceded=() if groups is None else tuple(
            pieces.names_of(mask) if over or not groups.hidden or sees("conceded", owner, seat) else None
            for owner, mask in enumerate(table.conceded)),
        conceded_sizes=() if groups is None else tuple(mask.bit_count() for mask in table.conceded),
        takes=flow.takes,
        melds=() if melding is None else _melds(melding, table),
        under_way=() if melding is None or table.building is None else tuple(map(pieces.name, table.building.cards)),
        down=() if melding is None or not melding.contracts else tuple(
            other for other in range(count) if table.down >> other & 1),
        must_use=None if melding is None or table.duty is None else pieces.names[table.duty.kind],
        knocked=table.knock.seat if table.parts & MELDS and table.knock is not None else None,
        streak=table.streak,
        scores=tuple(table.scores),
        pots=(pot, house),
        counters=flow.counted(table),
        legal_moves=legal,
        events=events,
    )
