"""Lays a table as the words of a position say; what they leave open is as the rules leave it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tilegames.core.auctions import Auction
from tilegames.core.biddings import Bidding
from tilegames.core.deals import Deal
from tilegames.core.declarations import Choose, Declare
from tilegames.core.exchanges import Exchange
from tilegames.core.groups import GroupTricks
from tilegames.core.layouts import Layout
from tilegames.core.moves import Event, ScoreEvent
from tilegames.core.phases import Phase
from tilegames.core.rounds import Flow
from tilegames.core.scoring import CARRIED, Staked, WinRow
from tilegames.core.table import MELDS, Ending, Table
from tilegames.core.trick_rules import BEGUN, BROKEN
from tilegames.core.tricks import Tricks
from tilegames.core.turn_parts import CHOOSING
from tilegames.core.turns import Turns
from tilegames.errors import DealError, MoveError, PositionError, closest
from tilegames.positions.bids import (
    bid_so_far,
    fill_counters,
    give_so_far,
    show_last,
    tricks_of_seats,
    turn_up,
)
from tilegames.positions.deals import wanted_deal
from tilegames.positions.groups import lay_group_tricks
from tilegames.positions.layouts import lay_pieces
from tilegames.positions.melds import lay_turns
from tilegames.positions.words import check_words, find_phase, read_words
from tilegames.spec.examples import Given
from tilegames.spec.schema import Located

__all__ = ["Placer", "place"]

_ENDINGS = {"first_round": "first", "win": "won", "tie": "tied", "reset": "reset", "level": "level", "redeal": "void",
            "block": "won"}


def place(flow: Flow, words: Mapping[str, Any] | Given, log: list[Event] | None = None) -> Table:
    """A table in the situation that the words describe.

    Args:
        flow: the compiled game.
        words: the words, or what ``read_words`` made of them.
        log: takes the events from the position on.

    Raises:
        PositionError: the words describe no situation of this game.
    """
    given = words if isinstance(words, Given) else read_words(words)
    check_words(flow, given)
    try:
        return Placer(flow, given).table(log)
    except (DealError, MoveError) as error:
        raise PositionError(str(error)) from error


class Placer:
    """What is laid where, while a table is being laid.

    Attributes:
        flow, given: the compiled game, and the words.
        pieces, count: its set, and how many seats there are.
        used: the pieces that lie somewhere already.
        each: how many pieces a hand has in this round.
    """

    def __init__(self, flow: Flow, given: Given) -> None:
        self.flow = flow
        self.given = given
        self.pieces = flow.pieces
        self.count = flow.seats.count
        self.used = 0
        self.each = flow.packets_of(self._round()).each

    def table(self, log: list[Event] | None) -> Table:
        given = self.given
        phase = find_phase(self.flow, given)
        started = phase is None
        deal = self._deal() if started else None
        number = self._round()
        source = self.flow.source(given=[deal] if deal else [], seed=0, start=number)
        table = Table(source, len(self.flow.seats.sides), self.flow.parts)
        table.clear(self.count, len(self.flow.seats.sides))
        table.round = number
        table.dealer = given.dealer if given.dealer is not None else 0 if "dealer" in self.flow.draw_of else -1
        table.streak = given.streak
        how = _ENDINGS[given.after] if given.after else "won" if number else "first"
        won = how in ("won", "reset", "level")
        by = "blocked" if given.after in ("block", "tie") else ""
        table.previous = Ending(how, (given.last_winner or 0) if won else -1, given.ties, by)
        table.opened = given.last_opener if given.last_opener is not None else -1
        self._accounts(table, started)
        if phase is None:
            table.round -= 1
            table.log = log
            self.flow.begin_round(table)
        else:
            table.first = given.starter if given.starter is not None else (
                self.flow.seats.next[table.dealer] if table.dealer >= 0 else 0)
            table.phase = phase
            table.blind = number == self.flow.blind_round
            self._middle(table, phase, log)
        table.log = None
        return table

    def _round(self) -> int:
        if self.given.round is not None:
            return self.given.round - 1
        if self.given.round_scores:
            return len(self.given.round_scores)
        return 0 if self.given.after in (None, "first_round") else 1

    def _accounts(self, table: Table, started: bool) -> None:
        given, pot = self.given, self.flow.scoring.pot
        fill_counters(self, table)
        stakes = self.flow.scoring.stakes
        if stakes is not None:
            self._stakes(table, stakes)
        for side, score in enumerate(given.scores):
            if score:
                table.score(ScoreEvent(table.round, side, score, CARRIED, None))
        if given.round_scores and len(given.round_scores) != table.round:
            raise PositionError(f"round_scores: {len(given.round_scores)} rounds do not come before round "
                                f"{table.round + 1}")
        for number, amounts in enumerate(given.round_scores):
            for side, amount in enumerate(amounts):
                if amount:
                    table.score(ScoreEvent(number, side, amount, "earlier", None))
        if pot is not None:
            table.pots = given.pot if given.pot is not None else -sum(given.scores), table.pots[1]
            if sum(table.scores) + table.pots[0] != 0:
                raise PositionError(f"scores and pot: together they must be nothing, not "
                                    f"{sum(table.scores) + table.pots[0]}")
            if not started and not given.scores and given.pot is None:
                pot.collect(self.flow.scoring, table)
        ledger = next((row.ledger for row in self.flow.scoring.rows if isinstance(row, WinRow)), None)
        if ledger is not None and not ledger.possible(table.scores):
            raise PositionError("scores: not all sides can have points" if ledger.lenient else
                                "scores: not more than one side can have points")
        table.round -= 1
        if (given.scores or given.round_scores) and self.flow.is_over(table):
            raise PositionError("scores: the match is over with them")
        table.round += 1

    def _stakes(self, table: Table, stakes: Staked) -> None:
        """The antes are paid already: they lie in the pot, or are somebody's."""
        if self.flow.counters[-1] not in self.given.counters:
            stakes.collect(self.flow.scoring, table)
            paid = table.pots[0]
        else:
            paid = -sum(table.counters[-self.count:])
        table.pots = paid if self.given.pot is None else self.given.pot, table.pots[1]
        wrong = stakes.check(table)
        if wrong:
            raise PositionError(wrong)

    def _deal(self) -> Deal:
        given = self.given
        draws = {name: (given.dealer if name == "dealer" else given.starter) or 0 for name in self.flow.draw_of}
        names = [[name.value for name in hand] for hand in given.hands]
        stock = [name.value for name in given.stock]
        trump = self.flow.trump
        if given.turned is not None and trump is None:
            stock = [given.turned.value, *stock]
        elif given.turned is not None and trump is not None:
            if trump.how == "last_dealt":
                raise PositionError("turned: at the start of a round it is the last piece of the dealer's whole hand")
            stock = [given.turned.value, *stock]
        return wanted_deal(self.flow, names, stock, draws, self._round())

    # The middle of a round

    def _middle(self, table: Table, phase: Phase, log: list[Event] | None) -> None:
        given = self.given
        table.turn = given.turn or 0
        self._contract(table)
        if table.contract is not None:
            table.phase = phase = table.contract.instead_of(phase)
        # What all tricks together were worth must be said, unless only their number counts.
        over = isinstance(phase, Tricks) and not any(phase.values) and sum(given.tricks) == self.each and not (
            given.hand or given.hands or given.trick or given.led)
        if given.taken or given.hands_left or over:
            self._finished(table, phase, log)
            return
        if isinstance(phase, Auction):
            self._auction(table, phase, log)
        elif isinstance(phase, Bidding):
            bid_so_far(self, table, phase, log)
        elif isinstance(phase, Exchange):
            give_so_far(self, table, phase, log)
        elif isinstance(phase, Declare):
            self.named(table)
            phase.enter(table)
            self._fill(table, self.each)
        elif isinstance(phase, Tricks):
            self._tricks(table, phase, log)
        elif isinstance(phase, GroupTricks):
            lay_group_tricks(self, table, phase, log)
        elif isinstance(phase, Layout):
            self._layout(table, phase)
        elif isinstance(phase, Turns):
            self._turns(table, phase)
        if given.turn is not None and table.turn != given.turn and len(given.trick or given.led) < self.count:
            raise PositionError(f"turn: it is seat {table.turn} that moves there, not seat {given.turn}")
        if table.turn >= 0 and not table.phase.legal(table):
            what = "what is in its hand, and what lies on the discards?" if isinstance(phase, Turns) else (
                "what is in its hand?")
            raise PositionError(f"seat {table.turn} would have no move there: {what}")

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

    def named_hands(self, table: Table) -> list[bool]:
        """Lays down all hands that are named; says which seats have one."""
        named = self.named(table)
        self.mover_hand(table, named)
        return named

    def named(self, table: Table) -> list[bool]:
        """Lays down the hands that are named by seat; says which seats have one."""
        named = [False] * self.count
        for seat, names in enumerate(self.given.hands):
            for piece in self.take(names, "hands"):
                table.hands[seat] |= 1 << piece
            named[seat] = bool(names)
        return named

    def mover_hand(self, table: Table, named: list[bool]) -> None:
        """Lays down the hand of the seat to move."""
        if not self.given.hand:
            return
        if named[table.turn]:
            raise PositionError(f"hand and hands both name the pieces of seat {table.turn}")
        for piece in self.take(self.given.hand, "hand"):
            table.hands[table.turn] |= 1 << piece
        named[table.turn] = True

    def unseen(self) -> list[int]:
        return self.pieces.pieces_of(self.pieces.full & ~self.used)

    def _fill(self, table: Table, size: int) -> None:
        """Before the first play: whatever is named is filled up to what was dealt."""
        named = [False] * self.count
        self.mover_hand(table, named)
        self.deal_out(table, [size] * self.count)

    def _exact(self, table: Table, named: Sequence[bool], sizes: Sequence[int]) -> None:
        """In the middle of a round a hand that is named is named whole."""
        for seat, size in enumerate(sizes):
            if named[seat] and table.hands[seat].bit_count() != size:
                raise PositionError(f"seat {seat} holds {size} pieces there, not {table.hands[seat].bit_count()}")

    def deal_out(self, table: Table, sizes: Sequence[int]) -> None:
        """Fills hands up to sizes from the unseen pieces; the rest is the stock, or set aside."""
        unseen = self.unseen()
        for seat, size in enumerate(sizes):
            if table.hands[seat].bit_count() > size:
                raise PositionError(f"seat {seat} holds {size} pieces there, not {table.hands[seat].bit_count()}")
            while table.hands[seat].bit_count() < size:
                if not unseen:
                    raise PositionError("there are not enough pieces left for the other hands")
                piece = unseen.pop(0)
                self.used |= 1 << piece
                table.hands[seat] |= 1 << piece
        if self.flow.has_stock and not self.given.stock_empty:
            table.stock = (*table.stock, *unseen)
        else:
            for piece in unseen:
                table.aside |= 1 << piece

    def _contract(self, table: Table) -> None:
        given = self.given
        auction = self.flow.auction
        if auction is not None and not given.bids:
            table.bidder = given.declarer or 0
            table.bid = auction.ladder[0]
            if given.bid is not None:
                move = auction.parse(table, given.bid.value)
                if move.number < 0:
                    raise PositionError("bid: a pass wins no auction")
                table.bid = auction.ladder[move.number]
            table.declarer = table.bidder
            table.contract = auction.contracts.get(table.bid.kind)
        self._declared(table)
        if given.trump is not None:
            name = "none" if given.trump.value == "no trump" else given.trump.value
            tables = self.flow.suit_tables
            if name not in tables:
                raise PositionError(f'trump: there is no trump "{name}"; {closest(name, tables)}')
            table.suits = self.flow.suits_of(table, name)

    def _declared(self, table: Table) -> None:
        """Who declares, and the contract that was declared."""
        declare = self.flow.phase_of(Declare)
        if declare is None:
            return
        if table.contract is not None:
            declare = table.contract.instead_of(declare)
        if table.bid is not None or "declarer" in self.given.places:
            table.declarer = declare.by(table)
        if self.given.declared is not None:
            name = self.given.declared.value
            offered = {choice.text: choice for choice in declare.choices if choice.contract is not None}
            offered |= {choice.contract.name: choice for choice in offered.values() if choice.contract is not None}
            if name not in offered:
                raise PositionError(f'declared: there is no contract "{name}" there; {closest(name, offered)}')
            table.contract, table.suits = offered[name].contract, offered[name].suits

    def _auction(self, table: Table, phase: Auction, log: list[Event] | None) -> None:
        self.named(table)
        phase.enter(table)
        table.log = log
        needy = []
        for text in self.given.bids:
            if table.phase is not phase:
                raise PositionError(f'bids: the auction is over before "{text.value}"')
            move = phase.parse(table, text.value)
            if not phase.could_say(table, move):
                raise PositionError(f'bids: "{text.value}" cannot be said there')
            needy.append((table.turn, move))
            phase.apply(table, move)
        if table.round == self._round():
            self._fill(table, self.each)
            for seat, move in needy:
                if not phase.hand_allows(table, seat, move):
                    raise PositionError(f"bids: the hand of seat {seat} does not allow {move.text}; name one in hands")
        elif self.given.hand or self.given.hands:
            raise PositionError("hands: after these bids the pieces are dealt anew")

    def _tricks(self, table: Table, phase: Tricks, log: list[Event] | None) -> None:
        given, count = self.given, self.count
        played = given.trick or given.led
        suits = table.suits
        phase.enter(table)
        # A seat may sit out.
        assert isinstance(table.phase, Tricks)
        phase, count = table.phase, table.phase.count
        if len(played) > count:
            raise PositionError(f"trick: {len(played)} pieces were played by {count} seats")
        default = table.suits
        table.suits = suits if suits is not None or self.flow.trump is not None else default
        table.leader = given.leader if played or given.turn is None else given.turn
        if phase.out in (table.leader, given.turn):
            raise PositionError(f"leader: seat {phase.out} sits out")
        whole = len(played) == count
        table.turn = table.leader if whole else phase.order[table.leader][len(played)]
        table.called = given.called or table.called
        trick = self.take(played, "trick")
        named = self.named(table)
        self.mover_hand(table, named)
        turn_up(self, table)
        sizes = self._sizes(table, phase, named, len(trick))
        self._exact(table, named, sizes)
        self.deal_out(table, sizes)
        show_last(self, table)
        table.suits = default if table.suits is None else table.suits
        self._tricks_before(table, phase)
        first = next(seat for seat in range(self.count) if seat != phase.out)
        begun = sizes[first] + (first in phase.order[table.leader][:len(trick)]) < self.each
        table.begun = (BEGUN if begun else 0) | (BROKEN if given.broken else 0)
        table.phase = phase = phase.at_stage(table)
        table.turn = table.leader
        table.log = log
        for piece in trick:
            if named[table.turn] and not phase.narrow(table, table.hands[table.turn] | 1 << piece) >> piece & 1:
                raise PositionError(f"trick: seat {table.turn} could not play {self.pieces.name(piece)} from that hand")
            table.hands[table.turn] |= 1 << piece
            phase.apply(table, phase.moves[self.pieces.kind_of[piece]])

    def _sizes(self, table: Table, phase: Tricks, named: Sequence[bool], played: int) -> list[int]:
        """How many pieces each seat holds in the middle of a trick, beside those that it has played to it."""
        done = sum(self.given.tricks)
        if done > self.each:
            raise PositionError(f"tricks: there are {self.each}, not {done}")
        behind = phase.order[table.leader][:played]
        if self.given.tricks:
            before = self.each - done
        else:
            # Of a named hand that is short, the rest was played in tricks that nobody speaks of.
            seat = next((seat for seat in range(self.count) if named[seat] and seat != phase.out), None)
            before = self.each if seat is None else table.hands[seat].bit_count() + (seat in behind)
            if before > self.each:
                raise PositionError(f"seat {seat} holds {self.each} pieces there, not more")
        return [self.each if seat == phase.out else before - (seat in behind) for seat in range(self.count)]

    def _tricks_before(self, table: Table, phase: Tricks) -> None:
        """The tricks that each seat has taken: of the pieces that are nowhere else, in the order of the set."""
        up = self.pieces.bit[table.turned] if table.turned >= 0 else 0
        rest = self.pieces.pieces_of(table.aside & ~up)
        table.seat_tricks = tricks_of_seats(self)
        for seat, tricks in enumerate(table.seat_tricks):
            side = self.flow.seats.side_of[seat]
            pile = rest[:tricks * phase.count]
            if len(pile) < tricks * phase.count:
                raise PositionError("tricks: there are not so many pieces left")
            rest = rest[len(pile):]
            for piece in pile:
                table.aside ^= 1 << piece
                table.won[side] |= 1 << piece
            table.tricks[side] += tricks
            table.points[side] += tricks * phase.trick_points + sum(phase.values[piece] for piece in pile)

    def _layout(self, table: Table, phase: Layout) -> None:
        given = self.given
        if not given.layout:
            # Nobody has played yet: the opener decides who begins, if need be the seat that was named for it.
            left_out = self.flow.left_out
            if left_out is not None:
                self.used |= 1 << left_out(table.round)
                table.aside |= 1 << left_out(table.round)
            named = self.named(table)
            table.chosen = tuple((choose.role, given.turn or 0) for choose in self.flow.phases
                                 if isinstance(choose, Choose))
            if given.hand:
                table.turn = given.turn or 0
                self.mover_hand(table, named)
            table.stock = tuple(self.take(given.stock, "stock"))
            self.deal_out(table, [self.each] * self.count)
            phase.enter(table)
            return
        lay_pieces(self, table, phase)
        named = self.named(table)
        self.mover_hand(table, named)
        table.stock = tuple(self.take(given.stock, "stock"))
        for seat in given.marked:
            if seat >= self.count:
                raise PositionError(f"marked: there is no seat {seat}, seats are 0 to {self.count - 1}")
            table.marked |= 1 << seat
        phase.take_as_begun(table)
        held = table.hands[table.turn].bit_count() if named[table.turn] else self.each
        if self.flow.has_stock:
            self.deal_out(table, [table.hands[seat].bit_count() if named[seat] else held
                                   for seat in range(self.count)])
            return
        # Everything was dealt, so what is unseen is in the hands that are not named, as far as they reach.
        others = [seat for seat in range(self.count) if not named[seat]]
        unseen = self.unseen()
        room = self.each * len(others)
        for number, piece in enumerate(unseen[:room]):
            table.hands[others[number % len(others)]] |= 1 << piece
        for piece in unseen[room:]:
            table.aside |= 1 << piece

    def _turns(self, table: Table, phase: Turns) -> None:
        if phase.parts & MELDS:
            lay_turns(self, table, phase)
            return
        given = self.given
        for word in ("melds", "meld_owners", "melded", "down", "drawn"):
            if word in given.places:
                raise PositionError(f"{word}: nothing is melded in this game")
        mover, extra = table.turn, self.flow.packets.extra
        table.discards = self.take(given.discards, "discards")
        named = self.named(table)
        self.mover_hand(table, named)
        table.stock = tuple(self.take(given.stock, "stock"))
        held = table.hands[mover].bit_count() if named[mover] else self.each
        if held not in (self.each, self.each + extra):
            raise PositionError(f"hand: seat {mover} holds {self.each} pieces, or {self.each + extra} before its first "
                                f"discard, not {held}")
        opening = extra > 0 and held == self.each + extra
        if opening and given.starter not in (None, mover):
            raise PositionError(f"hand: seat {mover} is not the starter and holds {self.each} pieces")
        table.first = mover if opening else table.first
        table.step = 0 if opening else phase.begin
        table.stage = CHOOSING
        sizes = [held if seat == mover else self.each for seat in range(self.count)]
        self._exact(table, named, sizes)
        self.deal_out(table, sizes)

    def _all_to_one(self, table: Table, phase: Tricks) -> None:
        """If one side has taken all that counts, it has the pieces that count; else nobody can say who has which."""
        worth = [value for value in phase.values if value]
        if not phase.trick_points and worth and min(worth) > 0 and sum(worth) in table.points:
            counting = self.pieces.pieces_of(self.pieces.full & ~self.used)
            table.won[table.points.index(sum(worth))] = sum(1 << piece for piece in counting if phase.values[piece])
            self.used |= sum(table.won)

    def _finished(self, table: Table, phase: Phase, log: list[Event] | None) -> None:
        """Settles a round that the words say is over."""
        given = self.given
        table.log = log
        if isinstance(phase, Tricks):
            whole = phase.trick_points * self.each + sum(phase.values)
            if given.taken and self.each * self.count == len(self.pieces) and sum(given.taken) != whole:
                raise PositionError(f"taken: all together is {whole}, not {sum(given.taken)}")
            if given.tricks and sum(given.tricks) != self.each:
                raise PositionError(f"tricks: there are {self.each}, not {sum(given.tricks)}")
            table.called = given.called or table.called
            table.seat_tricks = tricks_of_seats(self)
            table.tricks = [sum(table.seat_tricks[seat] for seat in side) for side in self.flow.seats.sides]
            table.points = list(given.taken) or [phase.trick_points * tricks for tricks in table.tricks]
            self._all_to_one(table, phase)
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
        for piece in self.unseen():
            table.aside |= 1 << piece
