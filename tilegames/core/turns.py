"""Turns in steps: draw, take, discard, go out, in the order and with the duties that a game gives them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import attrs

from tilegames.core.auctions import PASS
from tilegames.core.moves import Event, Move, Reason
from tilegames.core.phases import MaskRule, Phase, Role, kind_moves, narrowing, refusal
from tilegames.core.pieces import PieceSet
from tilegames.core.seats import Seats
from tilegames.core.table import TURNS, Table
from tilegames.core.zones import viewers
from tilegames.errors import Span

__all__ = ["DRAW", "GO_OUT", "VERBS", "Step", "Turns", "not_the_kind_taken", "only_the_kind_drawn"]

#: The verbs of a step.
VERBS = ("draw_stock", "take_discard", "discard", "go_out")
DRAW = Move("draw", "draw")
GO_OUT = Move("go out", "go out")
#: Stages of a step: about to choose, or having to do what follows.
CHOOSING, THEN = 0, 1


@attrs.frozen(eq=False, repr=False)
class Step:
    """One step of a turn.

    Attributes:
        must: whether one of the verbs must be chosen; else the step may be passed over.
        verbs: what may be chosen.
        then: what must follow at once, one of these; empty for nothing.
        place: the spec line.
    """

    must: bool
    verbs: tuple[str, ...]
    then: tuple[str, ...] = ()
    place: Span | None = None


def not_the_kind_taken(pieces: PieceSet, place: Span | None) -> MaskRule:
    """A piece just taken from the discards, or its twin, may not go straight back unless nothing else is held."""
    return MaskRule("not-the-kind-taken", "the piece just taken, or one like it, may not be put down again", place,
                    lambda table: ~pieces.kind_masks[table.taken] if table.taken >= 0 else -1)


def only_the_kind_drawn(pieces: PieceSet, place: Span | None) -> MaskRule:
    """Who keeps the hand as it was must put down the very piece drawn."""
    return MaskRule("only-the-kind-drawn", "only the piece just drawn may be put down", place,
                    lambda table: pieces.kind_masks[table.got] if table.got >= 0 else -1)


class Turns(Phase):
    """Players take turns of several steps until one goes out or the stock fails.

    Args:
        first: who has the first turn.
        steps: the steps of a turn.
        first_turn: the steps of the very first turn, if they differ.
        complete: whether a hand, given by its kinds, may go out.
        discard_rules: restrictions on what may be put down.
        may_take: a hook's say in what may be taken from the discards.
        play_on: 0 if a draw from an empty stock ends the round; else play goes on without drawing until everybody has
            passed in a row, or at most for so many rounds of turns.
        take_top: whether only the newest discard may be taken.
        at_most: after how many rounds of turns the round ends anyway; 0 for never.
        go_out_place: the spec line on going out.
    """

    kind = "turns"
    parts = TURNS

    def __init__(self, name: str, pieces: PieceSet, seats: Seats, place: Span | None, *, first: Role,
                 steps: Sequence[Step], first_turn: Sequence[Step] = (),
                 complete: Callable[[Sequence[int]], bool] | None = None, discard_rules: Sequence[MaskRule] = (),
                 may_take: Callable[[int, Table, bool], bool] | None = None, play_on: int = 0,
                 take_top: bool = False, at_most: int = 0, hook_place: Span | None = None,
                 go_out_place: Span | None = None) -> None:
        super().__init__(name, pieces, seats, place)
        self.first = first
        self.steps: tuple[Step, ...] = (*first_turn, *steps)
        self.begin = len(first_turn)
        self.complete = complete
        self.rules = tuple(discard_rules)
        self.narrow = narrowing(discard_rules)
        self.may_take = may_take
        self.play_on = play_on
        self.take_top = take_top
        self.most_turns = at_most * seats.count
        self.hook_place = hook_place
        self.go_out_place = go_out_place or place
        self.takes, _ = kind_moves(pieces, "take", "take {}")
        self.discards, self.discards_of = kind_moves(pieces, "discard", "discard {}")

    def enter(self, table: Table) -> None:
        table.passes = 0
        table.idle = 0
        table.turns = 0
        table.turn = self.first(table)
        self._arrive(table, 0, begun=False)

    # What is on offer

    def _last(self, step: int) -> int:
        """The end of the turn that a step belongs to."""
        return self.begin if step < self.begin else len(self.steps)

    def _open(self, table: Table) -> tuple[list[int], bool]:
        """The steps from which the mover may choose now, and whether the turn may simply end."""
        open_steps = []
        for number in range(table.step, self._last(table.step)):
            open_steps.append(number)
            if self._must(table, self.steps[number]):
                return open_steps, False
        return open_steps, True

    def _must(self, table: Table, step: Step) -> bool:
        """Whether a step must be taken: a compulsory draw is not, when play goes on without a stock."""
        return step.must and not (self.play_on and "draw_stock" in step.verbs and self._empty(table))

    def _empty(self, table: Table) -> bool:
        return table.drawn >= len(table.stock)

    def _offers(self, table: Table, verb: str) -> Sequence[Move]:
        if verb == "draw_stock":
            return () if self.play_on and self._empty(table) else (DRAW,)
        if verb == "go_out":
            return (GO_OUT,) if self.may_go_out(table) else ()
        if verb == "discard":
            return self.discards_of(self.narrow(table, table.hands[table.turn]))
        pile = table.discards[-1:] if self.take_top else table.discards
        kinds = sorted({self.pieces.kind_of[piece] for piece in pile})
        ask = self.may_take
        return [self.takes[kind] for kind in kinds if ask is None or ask(kind, table, True)]

    def may_go_out(self, table: Table) -> bool:
        """Whether the mover's hand is complete."""
        return self.complete is not None and self.complete(self.pieces.kinds_of(table.hands[table.turn]))

    def legal(self, table: Table) -> Sequence[Move]:
        moves: list[Move] = []
        for verb in self._verbs_now(table):
            moves += self._offers(table, verb)
        if table.stage == CHOOSING and self._open(table)[1]:
            moves.append(PASS)
        return moves

    # What a move does

    def apply(self, table: Table, move: Move) -> None:
        seat = table.turn
        action = move.action
        if table.stage == CHOOSING and action != "pass":
            table.step = self._step_of(table, action)
        if action == "draw":
            self._draw(table, seat)
        elif action == "take":
            self._take(table, seat, move)
        elif action == "discard":
            piece = self.take_from_hand(table, move.mask)
            table.discards.append(piece)
            table.passes = 0
            table.taken = table.got = -1
            if table.log is not None:
                self.say(table, Event("discard", f"seat {seat} discards {move.piece}", seat, (move.piece or "",)))
            self._advance(table)
        elif action == "pass":
            table.passes += 1
            if table.log is not None:
                self.say(table, Event("pass", f"seat {seat} passes", seat))
            self._next_seat(table)
        else:
            if table.log is not None:
                self.say(table, Event("show", f"seat {seat} goes out", seat,
                                      self.pieces.names_of(table.hands[seat])))
            # The hand is laid down: it is not left in hand when the round is scored.
            table.aside |= table.hands[seat]
            table.hands[seat] = 0
            self.flow.end_round(table, "out", seat)

    def _step_of(self, table: Table, action: str) -> int:
        """The first open step that offers an action."""
        for number in self._open(table)[0]:
            if any(verb.replace("_", " ").startswith(action) for verb in self.steps[number].verbs):
                return number
        return table.step

    def _draw(self, table: Table, seat: int) -> None:
        if self._empty(table):
            self.flow.end_round(table, "exhausted", -1)
            return
        piece = table.stock[table.drawn]
        table.drawn += 1
        table.hands[seat] |= 1 << piece
        table.got = self.pieces.kind_of[piece]
        table.passes = 0
        if table.log is not None:
            self.say(table, Event("draw", f"seat {seat} draws", seat, (self.pieces.name(piece),),
                                  seen_by=viewers("hand", seat)))
        self._then(table)

    def _take(self, table: Table, seat: int, move: Move) -> None:
        at = max(place for place, piece in enumerate(table.discards) if move.mask >> piece & 1)
        piece = table.discards.pop(at)
        table.hands[seat] |= 1 << piece
        table.taken = move.number
        table.passes = 0
        if table.log is not None:
            self.say(table, Event("take", f"seat {seat} takes {move.piece}", seat, (move.piece or "",)))
        self._then(table)

    def _then(self, table: Table) -> None:
        if self.steps[table.step].then:
            table.stage = THEN
        else:
            self._advance(table)

    def _advance(self, table: Table) -> None:
        """Goes on after a finished step: to the next one, or to the next seat."""
        if table.step + 1 == self._last(table.step):
            self._next_seat(table)
        else:
            self._arrive(table, table.step + 1, begun=True)

    def _arrive(self, table: Table, step: int, *, begun: bool) -> None:
        """Goes to a step. With nothing left to do a turn is over; one that cannot even be begun ends the round."""
        table.stage = CHOOSING
        table.step = step
        open_steps, may_end = self._open(table)
        if any(self._possible(table, verb) for number in open_steps for verb in self.steps[number].verbs):
            return
        if not may_end:
            self.flow.end_round(table, "exhausted", -1)
        elif begun:
            self._next_seat(table)

    def _possible(self, table: Table, verb: str) -> bool:
        """Whether a verb can be done now."""
        if verb == "draw_stock":
            return not self._empty(table)
        return bool(self._offers(table, verb))

    def _next_seat(self, table: Table) -> None:
        table.turns += 1
        if table.turns == self.most_turns:
            self.flow.end_round(table, "exhausted", -1)
            return
        if self.play_on and self._empty(table):
            table.idle += 1
            if table.passes >= self.seats.count or table.idle > self.play_on * self.seats.count:
                self.flow.end_round(table, "exhausted", -1)
                return
        table.turn = self.seats.next[table.turn]
        table.taken = table.got = -1
        self._arrive(table, self.begin, begun=False)

    # Why not, and in what words

    def refuse(self, table: Table, move: Move) -> Reason:
        hand = table.hands[table.turn]
        if move.action == "go out" and "go_out" in self._verbs_now(table):
            return Reason("hand-not-complete", "the hand is not complete", self.go_out_place)
        if move.action == "discard" and "discard" in self._verbs_now(table):
            if not hand & move.mask:
                return Reason("not-in-hand", f"seat {table.turn} does not hold {move.piece}", self.place)
            reason = refusal(self.rules, table, hand, move.mask)
            if reason:
                return reason
        if move.action == "take" and any(verb.startswith("take") for verb in self._verbs_now(table)):
            if not any(move.mask >> piece & 1 for piece in table.discards):
                return Reason("not-face-up", f"{move.piece} does not lie face up", self.place)
            if self.take_top and move.number != self.pieces.kind_of[table.discards[-1]]:
                return Reason("may-not-take", "only the newest discard may be taken", self.place)
            return Reason("hook-may-take", f"the hook may_take forbids taking {move.piece}", self.hook_place)
        now = ", ".join(dict.fromkeys(str(legal.action) for legal in self.legal(table)))
        return Reason("not-this-step", f"{move.action} is not possible now, only: {now}",
                      self.steps[table.step].place or self.place)

    def _verbs_now(self, table: Table) -> Sequence[str]:
        """The verbs among which the mover may choose, each once."""
        if table.stage != CHOOSING:
            return self.steps[table.step].then
        return list(dict.fromkeys(verb for number in self._open(table)[0] for verb in self.steps[number].verbs))

    def vocabulary(self) -> Iterable[tuple[str, Move]]:
        for move in (PASS, DRAW, GO_OUT, *self.takes, *self.discards):
            yield move.text, move
            if move.piece:
                yield move.piece, move
