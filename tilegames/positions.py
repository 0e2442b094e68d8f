"""Positions: any mid-game situation, built from the words of examples."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tilegames.core.auctions import Auction
from tilegames.core.deals import Deal, wall
from tilegames.core.declarations import Declare
from tilegames.core.layouts import Layout
from tilegames.core.moves import Event, ScoreEvent
from tilegames.core.phases import Phase
from tilegames.core.rounds import Flow
from tilegames.core.table import RIGHT, START, TURNED, Ending, Table
from tilegames.core.tricks import Tricks
from tilegames.core.turns import CHOOSING, Turns
from tilegames.errors import DealError, InvalidMoveError, OptionError, PositionError, closest
from tilegames.spec.examples import Given
from tilegames.spec.nodes import from_plain
from tilegames.spec.schema import Located, Problems, block

__all__ = ["place", "read_words", "wanted_deal"]

_ENDINGS = {"first_round": "first", "win": "won", "tie": "tied", "reset": "reset", "level": "level", "redeal": "void"}
#: The words that put a position into the middle of a round.
_MIDDLE = ("turn", "hand", "discards", "bids", "bid", "declarer", "trump", "trick", "led", "layout", "taken", "tricks",
           "hands_left", "stock_empty")


def read_words(words: Mapping[str, Any]) -> Given:
    """The words of a position given in Python, checked like those of a spec.

    Raises:
        PositionError: a word is unknown or has the wrong shape.
    """
    problems = Problems()
    given = block(Given).read(from_plain(words, file="<position>"), problems)
    if len(problems) or not isinstance(given, Given):
        raise PositionError("; ".join(f"{p.message} [{p.code}]" + (f" ({p.hint})" if p.hint else "")
                                      for p in problems.items))
    return given


def place(flow: Flow, words: Mapping[str, Any] | Given, log: list[Event] | None = None) -> Table:
    """A table in the situation that the words describe.

    Args:
        flow: the compiled game.
        words: the words, or what :func:`read_words` made of them.
        log: takes the events from the position on.

    Raises:
        PositionError: the words describe no situation of this game.
    """
    given = words if isinstance(words, Given) else read_words(words)
    return _Placer(flow, given).table(log)


class _Placer:
    def __init__(self, flow: Flow, given: Given) -> None:
        self.flow = flow
        self.given = given
        self.pieces = flow.pieces
        self.count = flow.seats.count
        self.used = 0

    def table(self, log: list[Event] | None) -> Table:
        given = self.given
        self._check_seats()
        started = not any(word in given.places for word in _MIDDLE)
        deal = self._deal() if started else None
        number = (given.round or 1) - 1
        source = self.flow.source(given=[deal] if deal else [], seed=0, start=number)
        table = Table(source, self.count, len(self.flow.seats.sides))
        table.round = number - 1
        table.dealer = self._dealer(number)
        how = "first" if number == 0 else "won"
        table.previous = Ending(_ENDINGS[given.after] if given.after else how,
                                -1 if given.last_winner is None else given.last_winner, given.ties)
        self._accounts(table)
        if started:
            table.log = log
            self.flow.begin_round(table)
        else:
            table.round = number
            if given.starter is not None:
                table.first = given.starter
            else:
                table.first = self.flow.seats.next[table.dealer] if table.dealer >= 0 else 0
            self._middle(table, log)
        table.log = None
        return table

    def _check_seats(self) -> None:
        given = self.given
        for word in ("dealer", "starter", "turn", "last_winner", "declarer", "leader"):
            seat = getattr(given, word)
            if seat is not None and seat >= self.count:
                raise PositionError(f"{word}: there is no seat {seat}, seats are 0 to {self.count - 1}")
        for word in ("hands", "hands_left"):
            if len(getattr(given, word)) > self.count:
                raise PositionError(f"{word}: there are {len(getattr(given, word))} hands for {self.count} seats")
        sides = len(self.flow.seats.sides)
        for word in ("scores", "taken", "tricks"):
            if getattr(given, word) and len(getattr(given, word)) != sides:
                raise PositionError(f"{word}: one number for each of the {sides} sides")
        if given.trick and given.led:
            raise PositionError("trick and led say the same: give one")

    def _dealer(self, number: int) -> int:
        if self.given.dealer is not None:
            return self.given.dealer
        return 0 if "dealer" in self.flow.draw_of else -1

    def _accounts(self, table: Table) -> None:
        for side, score in enumerate(self.given.scores):
            if score:
                table.score(ScoreEvent(table.round, side, score, "carried", None))
        table.pots[0] = self.given.pot or 0

    def _deal(self) -> Deal:
        given = self.given
        draws: dict[str, int] = {}
        for name in self.flow.draw_of:
            seat = given.dealer if name == "dealer" else given.starter
            draws[name] = seat or 0
        names = [[name.value for name in hand] for hand in given.hands]
        return wanted_deal(self.flow, names, [name.value for name in given.stock], draws)

    # The middle of a round

    def take(self, names: Iterable[Located[str]], word: str) -> list[int]:
        """The pieces of some names, each used once in the whole position."""
        found = []
        for name in names:
            kind = self.pieces.find(name.value)
            if kind is None:
                raise PositionError(f'{word}: "{name.value}" is no piece of this set; '
                                    + closest(name.value, self.pieces.names))
            free = self.pieces.kind_masks[kind] & ~self.used
            if not free:
                raise PositionError(f"{word}: {name.value} is in the position more often than in the set")
            self.used |= free & -free
            found.append((free & -free).bit_length() - 1)
        return found

    def _phase(self) -> Phase:
        """The phase that the words belong to."""
        given = self.given
        wanted: tuple[type[Phase], ...]
        if given.bids:
            wanted = (Auction,)
        elif given.layout or given.hands_left:
            wanted = (Layout, Turns)
        elif given.trump or given.trick or given.led or given.taken or given.tricks:
            wanted = (Tricks,)
        elif given.bid is not None or given.declarer is not None:
            wanted = (Declare, Tricks)
        elif given.discards or given.stock_empty:
            wanted = (Turns,)
        else:
            wanted = (Tricks, Layout, Turns)
        for phase in self.flow.phases:
            if isinstance(phase, wanted):
                return phase
        raise PositionError("these words belong to a kind of phase that this game does not have")

    def _middle(self, table: Table, log: list[Event] | None) -> None:
        given = self.given
        table.phase = phase = self._phase()
        if given.bids:
            self._auction(table, log)
            return
        table.turn = given.turn or 0
        self._contract(table)
        if given.taken or given.hands_left:
            self._finished(table, phase, log)
        elif isinstance(phase, Tricks):
            self._tricks(table, phase, log)
        elif isinstance(phase, Declare):
            self._fill(table, self.flow.packets.each)
            phase.enter(table)
        elif isinstance(phase, Layout):
            self._layout(table, phase)
        elif isinstance(phase, Turns):
            self._turns(table, phase)

    def _hands(self, table: Table, mover: int) -> list[bool]:
        """Lays down the named hands; says which seats have one."""
        named = [False] * self.count
        for seat, names in enumerate(self.given.hands):
            if names or seat != mover:
                for piece in self.take(names, "hands"):
                    table.hands[seat] |= 1 << piece
                named[seat] = bool(names)
        if self.given.hand:
            if named[mover]:
                raise PositionError(f"hand and hands both name the pieces of seat {mover}")
            for piece in self.take(self.given.hand, "hand"):
                table.hands[mover] |= 1 << piece
            named[mover] = True
        return named

    def _unseen(self) -> list[int]:
        return self.pieces.pieces_of(self.pieces.full & ~self.used)

    def _deal_out(self, table: Table, sizes: Sequence[int]) -> None:
        """Fills hands up to sizes from the unseen pieces; the rest is the stock, or set aside."""
        unseen = self._unseen()
        for seat, size in enumerate(sizes):
            while table.hands[seat].bit_count() < size and unseen:
                table.hands[seat] |= 1 << unseen.pop(0)
        self._leave(table, unseen)

    def _leave(self, table: Table, unseen: Sequence[int]) -> None:
        if self.flow.packets.rest and not self.given.stock_empty:
            table.stock = (*table.stock, *unseen)
        else:
            for piece in unseen:
                table.aside |= 1 << piece

    def _fill(self, table: Table, size: int) -> None:
        named = self._hands(table, table.turn)
        table.stock = tuple(self.take(self.given.stock, "stock"))
        self._deal_out(table, [0 if named[seat] else size for seat in range(self.count)])

    def _auction(self, table: Table, log: list[Event] | None) -> None:
        self._fill(table, self.flow.packets.each)
        table.phase.enter(table)
        table.log = log
        for text in self.given.bids:
            legal = table.phase.legal(table)
            try:
                move = table.phase.parse(table, text.value)
            except InvalidMoveError as error:
                raise PositionError(f"bids: {error}") from error
            if move not in legal or table.phase.name != self._phase().name:
                raise PositionError(f'bids: "{text.value}" cannot be said there')
            table.phase.apply(table, move)

    def _contract(self, table: Table) -> None:
        given = self.given
        auction = next((phase for phase in self.flow.phases if isinstance(phase, Auction)), None)
        if auction is not None:
            table.bidder = given.declarer or 0
            table.bid = auction.ladder[0]
            if given.bid is not None:
                move = auction.parse(table, given.bid.value)
                if move.number < 0:
                    raise PositionError("bid: a pass wins no auction")
                table.bid = auction.ladder[move.number]
        elif given.bid is not None or given.declarer is not None:
            raise PositionError("bid and declarer: this game has no auction")
        if given.trump is not None:
            name = "none" if given.trump.value == "no trump" else given.trump.value
            tables = self.flow.suit_tables
            if name not in tables:
                raise PositionError(f'trump: there is no trump "{name}"; {closest(name, tables)}')
            table.suits = tables[name]

    def _tricks(self, table: Table, phase: Tricks, log: list[Event] | None) -> None:
        given = self.given
        played = given.trick or given.led
        if len(played) > self.count:
            raise PositionError(f"trick: {len(played)} pieces were played by {self.count} seats")
        suits = table.suits
        phase.enter(table)
        table.suits = suits if suits is not None else table.suits
        table.leader = given.leader if played else given.turn if given.turn is not None else given.leader
        table.turn = mover = (table.leader + len(played)) % self.count
        if given.turn is not None and given.turn != mover:
            raise PositionError(f"turn: seat {mover} is to move after {len(played)} pieces led by {table.leader}")
        trick = self.take(played, "trick")
        named = self._hands(table, mover)
        done = sum(given.tricks)
        table.tricks = list(given.tricks) or table.tricks
        size = table.hands[mover].bit_count() if named[mover] else self.flow.packets.each - done
        if len(trick) == self.count:
            size -= 1
        sizes = [0 if named[seat] else size for seat in range(self.count)]
        for step in range(len(trick)):
            seat = (table.leader + step) % self.count
            if not named[seat] and len(trick) < self.count:
                sizes[seat] = max(0, size - 1)
        self._deal_out(table, sizes)
        table.turn = table.leader
        for piece in trick:
            table.hands[table.turn] |= 1 << piece
            table.log = log
            phase.apply(table, phase.moves[self.pieces.kind_of[piece]])

    def _layout(self, table: Table, phase: Layout) -> None:
        phase.enter(table)
        table.turn = self.given.turn or 0
        self._line(table, phase)
        named = self._hands(table, table.turn)
        unseen = self._unseen()
        if self.flow.packets.rest and len(self.pieces) > self.flow.packets.needed(self.count):
            size = table.hands[table.turn].bit_count()
            table.stock = tuple(self.take(self.given.stock, "stock"))
            self._deal_out(table, [0 if named[seat] else size for seat in range(self.count)])
            return
        # Everything was dealt, so what is unseen is in the hands that are not named, as far as they reach.
        others = [seat for seat in range(self.count) if not named[seat]]
        room = self.flow.packets.each * len(others)
        for number, piece in enumerate(unseen[:room]):
            table.hands[others[number % len(others)]] |= 1 << piece
        for piece in unseen[room:]:
            table.aside |= 1 << piece

    def _line(self, table: Table, phase: Layout) -> None:
        names = self.given.layout
        line = self.take(names, "layout")
        if not line:
            return
        kind = self.pieces.kinds[self.pieces.kind_of[line[0]]]
        # As written, unless only the other way round joins the second tile.
        turned = _written(names[0].value) == kind.ends
        if len(line) > 1 and not phase.fits[kind.low if turned else kind.high] >> line[1] & 1:
            turned = not turned
        table.line.append((line[0], TURNED if turned else START))
        table.ends = (kind.high, kind.low) if turned else (kind.low, kind.high)
        for piece, name in zip(line[1:], names[1:], strict=True):
            left, right = table.ends
            if not phase.fits[right] >> piece & 1:
                raise PositionError(f"layout: {name.value} does not join the end {right}")
            table.ends = (left, phase.sums[piece] - phase.joins[right])
            table.line.append((piece, RIGHT))

    def _turns(self, table: Table, phase: Turns) -> None:
        given = self.given
        mover = table.turn
        table.discards = self.take(given.discards, "discards")
        named = self._hands(table, mover)
        table.stock = tuple(self.take(given.stock, "stock"))
        each, extra = self.flow.packets.each, self.flow.packets.extra
        held = table.hands[mover].bit_count() if named[mover] else each
        if held not in (each, each + extra):
            raise PositionError(f"hand: seat {mover} holds {each} pieces, or {each + extra} before its first discard, "
                                f"not {held}")
        opening = extra > 0 and held == each + extra
        table.first = mover if opening else table.first
        table.step = 0 if opening else phase.begin
        table.stage = CHOOSING
        self._deal_out(table, [0 if named[seat] else each for seat in range(self.count)])

    def _finished(self, table: Table, phase: Phase, log: list[Event] | None) -> None:
        """Settles a round that the words say is over."""
        given = self.given
        table.log = log
        if given.taken:
            table.points = list(given.taken)
            table.tricks = list(given.tricks) or table.tricks
            self._leave_aside(table)
            self.flow.end_round(table, "played", -1)
            return
        if len(given.hands_left) != self.count:
            raise PositionError(f"hands_left: one hand for each of the {self.count} seats")
        for seat, names in enumerate(given.hands_left):
            for piece in self.take(names, "hands_left"):
                table.hands[seat] |= 1 << piece
        self._leave_aside(table)
        empty = [seat for seat in range(self.count) if not table.hands[seat]]
        if len(empty) > 1:
            raise PositionError("hands_left: only one hand can be empty")
        if empty:
            self.flow.end_round(table, "out", empty[0])
        elif isinstance(phase, Layout):
            self.flow.end_round(table, "blocked", phase.lowest(table))
        else:
            self.flow.end_round(table, "exhausted", -1)

    def _leave_aside(self, table: Table) -> None:
        for piece in self._unseen():
            table.aside |= 1 << piece


def _written(text: str) -> tuple[int, ...]:
    """The numbers of a tile in the order in which they are written."""
    return tuple(map(int, re.findall(r"[0-9]+", text)))


def wanted_deal(flow: Flow, hands: Sequence[Sequence[str]], stock: Sequence[str], draws: Mapping[str, int]) -> Deal:
    """A deal that gives the seats the wanted pieces; see :meth:`tilegames.game.Game.deal`."""
    known = {draw.name for draw in flow.draws}
    for name, seat in draws.items():
        if name not in known:
            raise DealError(f'this game has no draw "{name}", only: {", ".join(sorted(known)) or "none"}')
        if not (type(seat) is int and 0 <= seat < flow.seats.count):
            raise OptionError(f"there is no seat {seat!r}: seats are 0 to {flow.seats.count - 1}")
    pieces, count = flow.pieces, flow.seats.count
    if len(hands) > count:
        raise DealError(f"there are {len(hands)} hands for {count} seats")
    used = 0
    picked: list[list[int]] = []
    for names in [*hands, *([()] * (count - len(hands))), stock]:
        mine = []
        for name in names:
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
    for seat, size in flow.packets.sizes(count, first):
        mine = picked[seat]
        if len(mine) > size:
            raise DealError(f"seat {seat} gets {size} pieces, not {len(mine)}")
        while len(mine) < size:
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
