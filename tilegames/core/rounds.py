"""The flow of a match: deal, phases, settlement, the next round, the end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

import attrs

from tilegames.core.arrangements import Arranger
from tilegames.core.auctions import Auction, Bid
from tilegames.core.biddings import Bidding
from tilegames.core.contracts import Contract
from tilegames.core.deals import Deal, DealSource, Draw, Packets
from tilegames.core.declarations import Declare
from tilegames.core.groups import GroupTricks
from tilegames.core.layouts import Layout
from tilegames.core.melding import Melding
from tilegames.core.moves import Event, Move
from tilegames.core.phases import Phase
from tilegames.core.pieces import PieceSet
from tilegames.core.scoring import Scoring, rank_sides, tie_breaks
from tilegames.core.seats import Seats
from tilegames.core.showdowns import Showdown
from tilegames.core.suits import SuitTable
from tilegames.core.table import Finish, Table, unroll
from tilegames.core.tricks import Tricks
from tilegames.core.trumps import Trump
from tilegames.core.turns import Turns
from tilegames.core.zones import viewers
from tilegames.errors import DealError

__all__ = ["Flow", "MatchRules"]

P = TypeVar("P", bound=Phase)

#: After so many rounds in a row without a decision a match is taken to be without an end.
_IDLE_ROUNDS = 1000


@attrs.frozen(eq=False, repr=False)
class MatchRules:
    """When a match ends, and who has won it.

    Attributes:
        reach: the score that ends it, or None.
        fall: the low score that ends it, or None.
        rounds: the number of rounds that ends it, or None.
        highest: whether the highest score wins; else the lowest.
        play_on: whether a tie at the top lets the match go on past a reached score.
        shared: whether sides level at the top all win; else nobody does.
        next_dealer: from the dealer of a round and its winner (or -1) to the next dealer.
        at_once: whether the score that ends it does so in the middle of a round.
        round_winner: whether in a match of one round its winner wins, whatever the scores.
        tie_breaks: what parts sides of equal score, in this order: see :data:`tilegames.core.scoring.TIE_BREAKS`.
    """

    reach: int | None
    rounds: int | None
    highest: bool
    play_on: bool
    shared: bool
    next_dealer: Callable[[int, int], int]
    at_once: bool = False
    tie_breaks: tuple[str, ...] = ()
    fall: int | None = None
    round_winner: bool = False


class Flow:
    """Leads a table through a match. Compiled once for each game; holds no situation.

    Args:
        pieces, seats: the set and the table.
        phases: the phases of a round in order.
        packets: how the pack is handed out.
        draws: the named draws; ``dealer`` and ``starter`` are known here.
        scoring, match: the rules of those.
        contracts: every contract that can come into force.
        somebody_gets: from a round's number to the mask of pieces of which one must be dealt to somebody, or the pack
            is shuffled again; None if any deal will do.
        left_out: from a round's number to the piece that is not dealt but lies on the table at once; None for none.
        schedule: how the pack is handed out in each round where that changes, over and over again; ``packets`` is then
            that of the first round.
        trump: what makes a suit trump when a round opens; None if nothing does.
        blind_round: the number of the round in which nobody sees their own hand; -1 for none.
        not_turned: the pieces that are not turned up after the deal, as a mask; they go to the bottom of the stock.
        notes_turned: whether the rules ask later which piece was turned up first.
    """

    def __init__(self, pieces: PieceSet, seats: Seats, phases: Sequence[Phase], packets: Packets,
                 draws: Sequence[Draw], scoring: Scoring, match: MatchRules, *, contracts: Sequence[Contract] = (),
                 somebody_gets: Callable[[int], int] | None = None,
                 left_out: Callable[[int], int] | None = None, schedule: Sequence[Packets] = (),
                 trump: Trump | None = None, blind_round: int = -1, not_turned: int = 0,
                 notes_turned: bool = False) -> None:
        self.pieces = pieces
        self.seats = seats
        self.phases = tuple(phases)
        self.packets = packets
        self.draws = tuple(draws)
        self.draw_of = {draw.name: draw for draw in draws}
        self.draws_again = any(draw.every_round for draw in draws)
        self.scoring = scoring
        self.match = match
        self.layout = self.phase_of(Layout)
        self.groups = self.phase_of(GroupTricks)
        self.auction = self.phase_of(Auction)
        self.bidding = self.phase_of(Bidding)
        self.somebody_gets = somebody_gets
        self.left_out = left_out
        #: The parts of a table that the phases use.
        self.parts = 0
        for phase in self.phases:
            self.parts |= phase.parts
        self.contracts = {contract.name: contract for contract in contracts}
        self.schedule = tuple(schedule)
        self.trump = trump
        self.blind_round = blind_round
        self.not_turned = not_turned
        self.notes_turned = notes_turned
        for phase, following in zip(self.phases, (*self.phases[1:], None), strict=True):
            self._take_in(phase, following)
            for contract in contracts:
                if phase.name in contract.phases:
                    self._take_in(contract.phases[phase.name], following)

    def _take_in(self, phase: Phase, following: Phase | None) -> None:
        phase.flow = self
        phase.next = following
        if isinstance(phase, Tricks):
            phase.prepare()

    @cached_property
    def all_phases(self) -> dict[str, Phase]:
        """Every phase that a table can be in, by its identity: also those of contracts and of seats that sit out."""
        found = [*self.phases, *(phase for contract in self.contracts.values() for phase in contract.phases.values())]
        found += [other for phase in found if isinstance(phase, Tricks) for other in phase.without]
        return {phase.ident: phase for phase in found}

    def won_is_hidden(self, table: Table) -> bool:
        """Whether the tricks taken lie face down."""
        tricks = self.phase_of(Tricks)
        if tricks is None:
            return False
        if table.contract is not None:
            tricks = table.contract.instead_of(tricks)
        return tricks.won_down is not None and tricks.won_down(table)

    @cached_property
    def melding(self) -> Melding | None:
        """What has to do with melds: of the turns, else of the showdown."""
        turns, showdown = self.phase_of(Turns), self.phase_of(Showdown)
        if turns is not None and turns.melding is not None:
            return turns.melding
        return None if showdown is None else showdown.melding

    @cached_property
    def takes(self) -> str | None:
        """Which discards may be taken; None in a game without turns."""
        turns = self.phase_of(Turns)
        return None if turns is None else turns.pile.takes

    @cached_property
    def arranger(self) -> Arranger | None:
        """What finds the least that can be left outside melds; None where nobody knocks."""
        showdown = self.phase_of(Showdown)
        return None if showdown is None else showdown.arranger

    @cached_property
    def suit_tables(self) -> dict[str, SuitTable]:
        """Every suit table that a phase can bring into force, by name."""
        tables: dict[str, SuitTable] = {}
        for phase in self.phases:
            if isinstance(phase, Declare):
                tables |= {choice.suits.name: choice.suits for choice in phase.choices if choice.contract is None}
            elif isinstance(phase, Tricks):
                tables |= {table.name: table for table in (*phase.undeclared, phase.suits)}
        if self.trump is not None:
            tables |= {table.name: table for table in self.trump.tables}
        return tables

    @cached_property
    def ladder(self) -> tuple[Bid, ...]:
        """The bids of the auction, low to high; empty without an auction."""
        return self.auction.ladder if self.auction is not None else ()

    @cached_property
    def _moves(self) -> dict[tuple[str, str], Move]:
        return {(move.action, move.text): move for phase in self.all_phases.values() for _, move in phase.vocabulary()}

    def move(self, action: str, text: str) -> Move:
        """The move of this game with this verb and text.

        Raises:
            KeyError: there is none.
        """
        for phase in self.all_phases.values():
            found = phase.move(action, text)
            if found is not None:
                return found
        raise KeyError(action, text)

    def packets_of(self, number: int) -> Packets:
        """How the pack is handed out in a round (from 0)."""
        return self.schedule[number % len(self.schedule)] if self.schedule else self.packets

    @property
    def counters(self) -> tuple[str, ...]:
        """The names of the counters that each side keeps for the match."""
        return self.scoring.counters

    def counted(self, table: Table) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Each counter with what every side has in it."""
        sides = len(self.seats.sides)
        return tuple((name, tuple(table.counters[number * sides:(number + 1) * sides]))
                     for number, name in enumerate(self.counters))

    def bids_said(self, table: Table, seat: int | None = None) -> list[tuple[int, str]]:
        """What was bid in this round, as far as a seat may know it: who, and the bid's text or ``pass``."""
        if self.bidding is not None:
            return self.bidding.said(table, seat)
        return [(seat, self.ladder[rung].text if rung >= 0 else "pass") for seat, rung in table.bids]

    def phase_of(self, kind: type[P]) -> P | None:
        """The first phase of a kind; None if the game has none."""
        return next((phase for phase in self.phases if isinstance(phase, kind)), None)

    def phase(self, name: str) -> Phase:
        """The phase of a name.

        Raises:
            KeyError: there is none.
        """
        return next(phase for phase in self.phases if phase.name == name)

    def pack(self, table: Table) -> dict[str, Any]:
        """A table as plain values that name what is compiled, so that it can be pickled without its game."""
        packed = {slot: getattr(table, slot) for slot in Table.__slots__ if hasattr(table, slot)}
        packed["phase"] = table.phase.ident
        packed["contract"] = table.contract.name if table.contract is not None else None
        packed["suits"] = table.suits.name if table.suits is not None else None
        packed["bid"] = table.bid.rung if table.bid is not None else None
        packed["source"] = (table.source.given, table.source.seed, table.source.start)
        packed["score_chain"] = unroll(table.score_chain)
        packed["deal_chain"] = unroll(table.deal_chain)
        packed["log"] = None
        return packed

    def unpack(self, packed: Mapping[str, Any]) -> Table:
        """The table that :meth:`pack` packed."""
        table = Table.__new__(Table)
        for slot, value in packed.items():
            setattr(table, slot, value)
        given, seed, start = packed["source"]
        table.contract = None if packed["contract"] is None else self.contracts[packed["contract"]]
        table.suits = None if packed["suits"] is None else self.suits_of(table, packed["suits"])
        table.bid = None if packed["bid"] is None else self.ladder[packed["bid"]]
        table.source = self.source(given=given, seed=seed, start=start)
        table.score_chain = table.deal_chain = None
        for event in packed["score_chain"]:
            table.score_chain = (table.score_chain, event)
        for deal in packed["deal_chain"]:
            table.deal_chain = (table.deal_chain, deal)
        phase = self.all_phases[packed["phase"]]
        table.phase = phase.at_stage(table) if isinstance(phase, Tricks) else phase
        return table

    def suits_of(self, table: Table, name: str) -> SuitTable:
        """The suits under the table's contract with this trump."""
        contract: Contract | None = table.contract
        return self.suit_tables[name] if contract is None else contract.tables.get(name) or self.suit_tables[name]

    def source(self, *, given: Sequence[Deal] = (), seed: int | None = None, start: int = 0) -> DealSource:
        """A source of deals for this game; see :class:`DealSource`."""
        return DealSource(self.pieces.kind_of, self.draws, given=given, seed=seed, start=start, accepts=self.accepts)

    @property
    def accepts(self) -> Callable[[Sequence[int], int], bool] | None:
        """Whether an order of the pack will do in a round; None if any will."""
        return None if self.somebody_gets is None else self._will_do

    def _will_do(self, order: Sequence[int], number: int) -> bool:
        assert self.somebody_gets is not None
        wanted = self.somebody_gets(number)
        packets = self.packets_of(number)
        dealt = packets.each * self.seats.count + packets.extra
        return any(wanted >> piece & 1 for piece in order[:dealt])

    def start(self, source: DealSource, log: list[Event] | None = None) -> Table:
        """A table at the first decision of a match."""
        table = Table(source, len(self.seats.sides), self.parts)
        table.counters = (0,) * (len(self.counters) * len(self.seats.sides))
        table.log = log
        if self.scoring.stakes is not None:
            self.scoring.stakes.collect(self.scoring, table)
        self.begin_round(table)
        return table

    def begin_round(self, table: Table) -> None:
        """Deals the next round and enters its first phase; if that round is over at once, the one after it."""
        self._open_round(table)
        if table.ended is not None:
            how, seat = table.ended
            self.end_round(table, how, seat)

    def _open_round(self, table: Table) -> None:
        table.ended = None
        table.round += 1
        deal = table.source.deal(table.round)
        if deal is None:
            raise DealError(f"there is no deal for round {table.round} of the match: give one more, or a seed")
        table.dealt(deal)
        count = self.seats.count
        table.clear(count, len(self.seats.sides))
        if table.round == 0 or self.draws_again:
            self._draw(table, deal)
        if table.first < 0:
            table.first = self.seats.next[table.dealer] if table.dealer >= 0 else 0
        table.blind = table.round == self.blind_round
        packets = self.packets_of(table.round) if self.schedule else self.packets
        rest = self._hand_out(table, deal, packets)
        up = packets.turn_up
        if self.not_turned:
            rest = self._turn_up(rest, up)
        if self.trump is not None and self.trump.how == "turned_up":
            table.aside |= self.pieces.bit[table.turned]
        else:
            table.discards = list(rest[:up])
            if self.notes_turned:
                table.turned = rest[0]
        if packets.rest:
            table.stock = tuple(rest[up:])
        else:
            left = self.pieces.full
            for hand in table.hands:
                left &= ~hand
            for piece in table.discards:
                left ^= self.pieces.bit[piece]
            table.aside |= left
        if self.scoring.pot is not None:
            self.scoring.pot.collect(self.scoring, table)
        table.phase = self.phases[0]
        # A round may be over before anybody could choose; then whoever called this goes on with the next one.
        table.entering = True
        table.phase.enter(table)
        table.entering = False

    def _turn_up(self, rest: Sequence[int], up: int) -> Sequence[int]:
        """The pieces left after the deal, so many of them to be turned up: others go to the bottom instead."""
        bad = self.not_turned
        turned = [piece for piece in rest if not bad >> piece & 1][:up]
        last = rest.index(turned[-1]) if turned else 0
        return [*turned, *rest[last + 1:], *(piece for piece in rest[:last] if bad >> piece & 1)]

    def _draw(self, table: Table, deal: Deal) -> None:
        """Finds the seats that are drawn by lot: some once a match, some in every round."""
        for name, draw in self.draw_of.items():
            result = deal.draw(name)
            if result is None or not (draw.every_round or table.round == 0):
                continue
            seat = draw.seat(result)
            assert seat is not None
            if name == "dealer":
                table.dealer = seat
            else:
                table.first = seat
            if name == "dealer" or self.layout is None or self.packets.extra:
                self.tell_draw(table, name, seat)

    def tell_draw(self, table: Table, name: str, seat: int) -> None:
        """Tells who was drawn by lot. A layout does so itself, in rounds in which the lot decides something."""
        if table.log is not None and table.deal_chain is not None:
            result = table.deal_chain[1].draw(name)
            if result is not None:
                drawn = () if isinstance(result, int) else tuple(map(self.pieces.name, result))
                table.log.append(Event(f"draw for {name}", f"seat {seat} is the {name}", seat, drawn))

    def _hand_out(self, table: Table, deal: Deal, how: Packets) -> Sequence[int]:
        """Gives the seats their packets, and shows what makes trumps; returns what is left."""
        order: Sequence[int] = deal.order
        if self.left_out is not None:
            first = self.left_out(table.round)
            order = [piece for piece in order if piece != first]
            table.aside |= self.pieces.bit[first]
        packets, rest = how.hand_out(order, self.seats.count, table.first)
        bit = self.pieces.bit.__getitem__
        hands = table.hands = [sum(map(bit, packet)) for packet in packets]
        if table.log is not None:
            for seat, hand in enumerate(hands):
                table.log.append(Event("deal", f"seat {seat} gets {hand.bit_count()} pieces", seat,
                                       self.pieces.names_of(hand), seen_by=viewers(
                                           "hand", seat, blind=table.blind, seats=self.seats.count)))
        if self.trump is not None:
            self.trump.open(self.pieces, table, packets, rest)
        return rest

    def end_round(self, table: Table, how: str, seat: int) -> None:
        """Settles a round, then begins the next one or ends the match.

        Args:
            table: the table as the last move left it.
            how: ``out``, ``blocked``, ``played``, ``exhausted``, ``dealt`` or ``void``.
            seat: who won the round, or -1.
        """
        if table.entering:
            table.ended = how, seat
            return
        for _ in range(_IDLE_ROUNDS):
            self._settle(table, how, seat)
            termination = self.is_over(table)
            if termination:
                self._finish(table, termination, how)
                return
            if table.dealer >= 0:
                dealer = self.match.next_dealer(table.dealer, seat)
                table.streak = table.streak + 1 if dealer == table.dealer else 1
                table.dealer = dealer
            self._open_round(table)
            if table.ended is None:
                return
            how, seat = table.ended
        raise DealError(f"{_IDLE_ROUNDS} rounds in a row were over before anybody could choose")

    def _settle(self, table: Table, how: str, seat: int) -> None:
        table.turn = -1
        if table.log is not None:
            winner = f", seat {seat} wins it" if seat >= 0 else ""
            table.log.append(Event("round", f"round {table.round + 1} is over ({how}){winner}",
                                   seat if seat >= 0 else None))
        table.previous = self.scoring.settle(table, how, seat)
        if self.scoring.stakes is not None:
            self.scoring.stakes.share_out(self.scoring, table, seat)

    @property
    def has_stock(self) -> bool:
        """Whether the deal leaves a stock to draw from."""
        least = min(packets.needed(self.seats.count) for packets in self.schedule or (self.packets,))
        dealt = least + (self.left_out is not None)
        return self.packets.rest and len(self.pieces) > dealt

    def is_over(self, table: Table) -> str:
        """Why the match is over after the round that was just settled; "" if it goes on."""
        match = self.match
        if self._reached(table):
            return "reached"
        if match.fall is not None and min(table.scores) <= match.fall:
            return "fallen"
        if match.rounds is not None and table.round + 1 >= match.rounds:
            return "rounds"
        return ""

    def _reached(self, table: Table) -> bool:
        match = self.match
        if match.reach is None or max(table.scores) < match.reach:
            return False
        return not match.play_on or len(rank_sides(table.scores, highest=match.highest)[0]) == 1

    def stop_if_reached(self, table: Table) -> bool:
        """Ends the match in the middle of a round if a score was reached and the rules say so; says whether it did."""
        if not self.match.at_once or not self._reached(table):
            return False
        table.turn = -1
        self._finish(table, "reached", "stopped")
        return True

    def _finish(self, table: Table, termination: str, how: str) -> None:
        sides = self.seats.sides
        breaks = tie_breaks(self.match.tie_breaks, table, self.seats)
        ranked = rank_sides(table.scores, highest=self.match.highest, breaks=breaks)
        if self.match.round_winner and self.match.rounds == 1 and table.previous.seat >= 0:
            first = self.seats.side_of[table.previous.seat]
            ranked = [[first], *(others for place in ranked if (others := [side for side in place if side != first]))]
        ranking = tuple(tuple(sorted(seat for side in place for seat in sides[side])) for place in ranked)
        winners = ranking[0] if len(ranked[0]) == 1 or self.match.shared else ()
        for at_end in (self.scoring.final, self.scoring.stakes):
            if at_end is not None:
                at_end.settle(self.scoring, table, ranked[0] if winners else ())
        table.finish = Finish(termination, ranking, winners, how)
        if table.log is not None:
            names = ", ".join(map(str, winners))
            table.log.append(Event("match", f"the match is over ({termination}); winners: {names or 'nobody'}"))
