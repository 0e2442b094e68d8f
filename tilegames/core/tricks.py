"""Tricks: one piece from each seat, the best takes them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter

import attrs

from tilegames.core.moves import Event, Move, Reason
from tilegames.core.phases import MaskRule, Phase, Role, kind_moves, narrowing, refusal
from tilegames.core.pieces import PieceSet
from tilegames.core.seats import Seats
from tilegames.core.suits import SuitTable
from tilegames.core.table import Table
from tilegames.core.zones import UNSEEN
from tilegames.errors import Span

__all__ = ["Staged", "Tricks", "follow_suit"]


def follow_suit(place: Span | None) -> MaskRule:
    """The duty to follow the suit led if one can."""
    return MaskRule("must-follow", "a piece of the suit led must be played by who has one", place,
                    attrgetter("follow"))


@attrs.frozen(eq=False, repr=False)
class Staged:
    """A restriction, when it is asked, and until when it holds.

    Attributes:
        rule: the restriction.
        leading, following: whether it is asked for a lead, and for what is played to one.
        over: asked after each trick: whether the rule holds no longer this round; None if it always holds.
    """

    rule: MaskRule
    leading: bool = True
    following: bool = True
    over: Callable[[Table], bool] | None = None


#: How many masks of pieces of a suit are kept with their moves.
_REMEMBERED = 1 << 15

#: Which of several equally good pieces takes a trick: the seats that played them, in order, and the table -> the seat.
TieRule = Callable[[Sequence[int], Table], int]


class Tricks(Phase):
    """Tricks until all hands are empty.

    Restrictions that hold for a while only are dropped between tricks: the table then goes on in a copy of the phase
    without them, so that a play never asks whether they still hold.

    Args:
        leader: who leads the first trick.
        rules: the restrictions on what may be played, in order.
        suits: the suits where no declaration decides them.
        undeclared: for each suit, the table that holds when a lead of it makes it trump.
        silent: the suits that a lead is of while nothing has been declared; None for ``suits``.
        fixed: whether ``suits`` hold whatever is trump.
        trick_points: points for a trick.
        values: points for each piece.
        sits_out: who does not play; None if all do.
        tie: who takes a trick with several best pieces; None for the one that was played first.
        other_end: whether a leader may call the other suit of a piece: ``never``, ``first_trick`` or ``always``.
        suit_names: the names of the suits, for what a leader calls.
        stop: asked after each trick: whether the round ends there.
        won_down: whether tricks taken lie face down; None if they never do.
        blind: whether there are rounds in which nobody sees their own hand, which then has one piece.
    """

    kind = "tricks"

    def __init__(self, name: str, pieces: PieceSet, seats: Seats, place: Span | None, *, leader: Role,
                 rules: Sequence[Staged], suits: SuitTable, undeclared: Sequence[SuitTable] = (),
                 silent: SuitTable | None = None, fixed: bool = False, trick_points: int = 0,
                 values: Sequence[int] = (), sits_out: Role | None = None,
                 tie: TieRule | None = None, other_end: str = "never", other_end_place: Span | None = None,
                 suit_names: Sequence[str] = (), stop: Callable[[Table], bool] | None = None,
                 won_down: Callable[[Table], bool] | None = None, blind: bool = False) -> None:
        super().__init__(name, pieces, seats, place)
        self.leader = leader
        self.side_of = seats.side_of
        self.suits = suits
        self.undeclared = tuple(undeclared)
        self.silent = suits if silent is None else silent
        self.fixed = fixed
        self.trick_points = trick_points
        self.values = tuple(values) or (0,) * len(pieces)
        self.sits_out = sits_out
        self.tie = tie
        self.other_end = other_end
        self.other_end_place = other_end_place
        self.suit_names = tuple(suit_names)
        self.stop = stop
        self.won_down = won_down
        self.moves, self.of = kind_moves(pieces, "play")
        #: The moves of masks that followed suit, met before.
        self.suited: dict[int, tuple[Move, ...]] = {}
        self.bit = pieces.bit
        self.copied = pieces.has_copies
        #: The only move of a hand that its owner does not see: its one piece, named by its place.
        self.unseen = (Move("play", UNSEEN, mask=pieces.full),) if blind else ()
        #: The seat that sits out, or -1; and the phases without each seat, if one does.
        self.out = -1
        self.without: tuple[Tricks, ...] = ()
        self._seat_all()
        self.all_rules = tuple(rules)
        self._obey(self.all_rules, other_end != "never")
        self._call_ends()

    def _seat_all(self) -> None:
        """Who plays after whom, and from each leader the seats in order."""
        after = list(self.seats.next)
        if self.out >= 0:
            after[self.out - 1 if self.out else self.seats.count - 1] = self.seats.next[self.out]
        self.next_seat = tuple(after)
        self.count = self.seats.count - (self.out >= 0)
        orders = []
        for leader in range(self.seats.count):
            order = [leader]
            while len(order) < self.count:
                order.append(after[order[-1]])
            orders.append(tuple(order))
        self.order = tuple(orders)

    def _obey(self, rules: Sequence[Staged], calls: bool) -> None:
        """Takes some of the rules into force; ``calls`` says whether a leader may call the other end."""
        self.staged = tuple(rules)
        self.expiring = tuple(staged for staged in rules if staged.over is not None)
        self.lead_rules = tuple(staged.rule for staged in rules if staged.leading)
        self.follow_rules = tuple(staged.rule for staged in rules if staged.following)
        self.narrow_lead = narrowing(self.lead_rules) if self.lead_rules else None
        self.narrow_follow = narrowing(self.follow_rules)
        #: The usual case, without a call: only the suit must be followed.
        self.plain = len(self.follow_rules) == 1 and self.follow_rules[0].code == "must-follow"
        self.calls = calls
        self._later: dict[tuple[Staged, ...], Tricks] = {}

    def _call_ends(self) -> None:
        """The moves that lead a piece by its other suit, where that is allowed at all."""
        self.calling: dict[tuple[int, int], Move] = {}
        if self.other_end == "never":
            return
        tables = (*self.undeclared, self.suits, self.silent)
        names = self.suit_names
        for kind in self.pieces.kinds:
            mask = self.pieces.kind_masks[kind.index]
            piece = mask.bit_length() - 1
            for suit in sorted({table.other_lead[piece] for table in tables} - {-1}):
                self.calling[kind.index, suit] = Move("play", f"{kind.name} as {names[suit]}", piece=kind.name,
                                                      where=names[suit], number=kind.index, mask=mask)

    def seated_without(self, out: int) -> Tricks:
        """The same phase in which one seat does not play."""
        other = copy.copy(self)
        other.out = out
        other.sits_out = None
        other.ident = f"{self.ident} without {out}"
        other._seat_all()
        other._obey(self.all_rules, self.other_end != "never")
        return other

    def prepare(self) -> None:
        """Makes the phases that stand in for this one when a seat sits out; the flow calls it once it is linked."""
        if self.sits_out is not None:
            self.without = tuple(map(self.seated_without, range(self.seats.count)))

    def enter(self, table: Table) -> None:
        if self.sits_out is not None:
            table.phase = self.without[self.sits_out(table)]
            table.phase.enter(table)
            return
        if self.fixed or (table.suits is None and not self.undeclared):
            table.suits = self.suits
        table.trick = []
        table.follow = -1
        table.led = -1
        leader = self.leader(table)
        # Who sits out leaves the lead to the next player.
        table.leader = table.turn = leader if leader != self.out else self.seats.next[leader]
        if self.out >= 0 and table.log is not None:
            self.say(table, Event("sit out", f"seat {self.out} sits out", self.out))

    def legal(self, table: Table) -> Sequence[Move]:
        if self.unseen and table.blind:
            return self.unseen
        hand = table.hands[table.turn]
        if table.trick:
            if self.plain:
                suit = hand & table.follow
                # What follows suit is one of few masks, so that it is found faster whole.
                return self.suited.get(suit) or self._remember(suit) if suit else self.of(hand)
            return self.of(self.narrow_follow(table, hand))
        if self.narrow_lead is not None:
            hand = self.narrow_lead(table, hand)
        return self.of(hand) if not self.calls else (*self.of(hand), *self._called(table, hand))

    def _remember(self, mask: int) -> tuple[Move, ...]:
        found = self.of(mask)
        if len(self.suited) < _REMEMBERED:
            self.suited[mask] = found
        return found

    def narrow(self, table: Table, mask: int) -> int:
        """What the restrictions leave of some pieces of the seat to move."""
        if table.trick:
            return self.narrow_follow(table, mask)
        return mask if self.narrow_lead is None else self.narrow_lead(table, mask)

    def _called(self, table: Table, hand: int) -> list[Move]:
        """The pieces of a hand led by their other suit."""
        kinds = dict.fromkeys(self.pieces.kinds_of(hand))
        return [self.calling[kind, suit] for kind in kinds if (suit := self._other_suit(table, kind)) >= 0]

    def _other_suit(self, table: Table, kind: int) -> int:
        """The suit other than its own that a kind may be led as; -1 for none."""
        suits = table.suits if table.suits is not None else self.silent
        return suits.other_lead[self.pieces.kind_masks[kind].bit_length() - 1]

    def apply(self, table: Table, move: Move) -> None:
        seat = table.turn
        hands = table.hands
        piece = move.number
        if self.copied or piece < 0:
            held = hands[seat] & move.mask
            held &= -held
            piece = held.bit_length() - 1
            hands[seat] ^= held
        else:
            # Without copies a kind is a piece.
            hands[seat] ^= move.mask
        trick = table.trick
        if not trick:
            self._lead(table, piece, move)
        trick.append(piece)
        if table.log is not None:
            self.say(table, Event("play", f"seat {seat} plays {self.pieces.name(piece)}", seat,
                                  (self.pieces.name(piece),)))
        if len(trick) < self.count:
            table.turn = self.next_seat[seat]
            return
        # One walk over the trick for all that is asked of it: this is the hottest loop of all.
        strength = table.suits.strength[table.led]  # type: ignore[union-attr]  # the lead has set it
        values, bit = self.values, self.bit
        points, won, top, best = self.trick_points, 0, -1, -1
        for one in trick:
            points += values[one]
            won |= bit[one]
            if strength[one] > top:
                top = strength[one]
                best = one
        order = self.order[table.leader]
        if self.tie is None or not top:
            # Where nothing can win, the lead does.
            winner = order[trick.index(best)]
        else:
            winner = self.tie([order[at] for at, one in enumerate(trick) if strength[one] == top], table)
            best = trick[order.index(winner)]
        side = self.side_of[winner]
        table.take(side, winner, points, won)
        if table.log is not None:
            names = tuple(map(self.pieces.name, trick))
            self.say(table, Event("trick", f"seat {winner} takes the trick with {self.pieces.name(best)}", winner,
                                  names, points))
        table.trick = []
        table.follow = -1
        table.led = -1
        table.leader = table.turn = winner
        if not hands[winner]:
            self.done(table)
        elif self.stop is not None and self.stop(table):
            if table.log is not None:
                self.say(table, Event("stop", "the round is decided and ends"))
            self.done(table)
        elif self.expiring or self.calls:
            table.phase = self.at_stage(table)

    def at_stage(self, table: Table) -> Tricks:
        """The phase that goes on after some tricks: without the restrictions that hold no longer."""
        rules = tuple(staged for staged in self.staged if staged.over is None or not staged.over(table))
        calls = self.calls and (self.other_end == "always" or not (table.begun or any(table.tricks)))
        if len(rules) == len(self.staged) and calls == self.calls:
            return self
        later = self._later.get(rules)
        if later is None:
            later = copy.copy(self)
            later._obey(rules, calls)
            self._later[rules] = later
        return later

    def _lead(self, table: Table, piece: int, move: Move) -> None:
        suits = table.suits
        if suits is None:
            led = self.silent.lead[piece] if move.where is None else self._other_suit(table, move.number)
            table.suits = suits = self.undeclared[led]
            if table.log is not None:
                self.say(table, Event("trump", f"the lead makes {suits.name} trump", table.turn))
            led = suits.lead[piece]
        else:
            led = suits.lead[piece] if move.where is None else suits.other_lead[piece]
        table.led = led
        table.follow = suits.follow[led]

    def refuse(self, table: Table, move: Move) -> Reason:
        if table.blind:
            # The same whatever is held: an answer must not tell the owner what others see.
            return Reason("unseen-hand", f"nobody sees their own hand in this round: say {UNSEEN}", self.place)
        if move in self.unseen:
            return Reason("seen-hand", "the hand is seen: say which piece", self.place)
        hand = table.hands[table.turn]
        if not hand & move.mask:
            return Reason("not-in-hand", f"seat {table.turn} does not hold {move.piece}", self.place)
        if move.where is not None:
            if table.trick or not self.calls:
                when = "only who leads calls a suit" if table.trick else "a lead asks for its own suit here"
                return Reason("no-call", when, self.other_end_place)
            if self.calling.get((move.number, self._other_suit(table, move.number))) != move:
                return Reason("no-call", f"{move.piece} is no piece of the {move.where} now", self.other_end_place)
        rules = self.follow_rules if table.trick else self.lead_rules
        return refusal(rules, table, hand, move.mask) or Reason("not-allowed", "not allowed here", self.place)

    def vocabulary(self) -> Iterable[tuple[str, Move]]:
        yield from ((move.text, move) for move in (*self.moves, *self.unseen, *self.calling.values()))
