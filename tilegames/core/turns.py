"""Turns in steps: draw, take, meld, discard, go out, in the order and with the duties that a game gives them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from tilegames.core.arrangements import Arranger
from tilegames.core.auctions import PASS
from tilegames.core.melding import Melding
from tilegames.core.moves import Event, Move, Reason
from tilegames.core.phases import MaskRule, Phase, Role, kind_moves, narrowing
from tilegames.core.pieces import PieceSet, tidy
from tilegames.core.seats import Seats
from tilegames.core.table import MELDS, TURNS, Duty, Knock, Table
from tilegames.core.turn_parts import (
    ACTIONS,
    CHOOSING,
    DRAW,
    GO_OUT,
    LAST,
    MUST_DRAW,
    MUST_KNOCK,
    OFFER,
    PUSH,
    STAGE_VERBS,
    THEN,
    USUAL_PILE,
    Knocking,
    Pile,
    Step,
)
from tilegames.core.turn_refusals import refuse_turn
from tilegames.core.zones import viewers
from tilegames.errors import Span

__all__ = ["Turns"]


class Turns(Phase):
    """Players take turns of several steps until one goes out or the stock fails.

    Args:
        first: who has the first turn.
        steps: the steps of a turn.
        first_turn: the steps of the very first turn, if they differ.
        complete: whether a hand, given by its kinds, may go out.
        discard_rules: restrictions on what may be put down.
        may_take: a hook's say in what may be taken from the discards.
        pile: what the discards may be used for.
        melding: what has to do with melds; None if the turns have no melds.
        knocking: when a player may knock; None for never.
        whole: whether a hand of nothing but melds may go out.
        play_on: 0 if a draw from an empty stock ends the round; else play goes on without drawing until everybody has
            passed in a row, or at most for so many rounds of turns.
        at_most: after how many rounds of turns the round ends anyway; 0 for never.
        go_out_place: the spec line on going out.
    """

    kind = "turns"

    def __init__(self, name: str, pieces: PieceSet, seats: Seats, place: Span | None, *, first: Role,
                 steps: Sequence[Step], first_turn: Sequence[Step] = (),
                 complete: Callable[[Sequence[int]], bool] | None = None, discard_rules: Sequence[MaskRule] = (),
                 may_take: Callable[[int, Table, bool], bool] | None = None, play_on: int = 0,
                 pile: Pile = USUAL_PILE, melding: Melding | None = None,
                 knocking: Knocking | None = None, whole: Arranger | None = None,
                 at_most: int = 0, hook_place: Span | None = None, go_out_place: Span | None = None) -> None:
        super().__init__(name, pieces, seats, place)
        self.first = first
        self.pile = pile
        self.melding = melding
        self.knocking = knocking
        self.whole = whole
        # The parts with melds, if any verb needs them.
        with_melds = melding or knocking or whole or pile.returned or pile.most
        self.parts = TURNS | MELDS if with_melds else TURNS
        self.steps: tuple[Step, ...] = (*first_turn, *steps)
        self.begin = len(first_turn)
        self.complete = complete
        self.rules = tuple(discard_rules)
        self.narrow = narrowing(discard_rules)
        self.may_take = may_take
        self.play_on = play_on
        self.most_turns = at_most * seats.count
        self.hook_place = hook_place
        self.go_out_place = go_out_place or place
        self.takes, _ = kind_moves(pieces, "take", "take {}")
        self.discards, self.discards_of = kind_moves(pieces, "discard", "discard {}")
        self.knocks, self.knocks_of = kind_moves(pieces, "knock", "knock {}")
        self._deep: dict[tuple[int, int], Move] = {}

    def enter(self, table: Table) -> None:
        table.passes = 0
        table.idle = 0
        table.turns = 0
        table.turn = self.first(table)
        if self.pile.offered and table.discards:
            table.stage = OFFER
        else:
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
        if verb == "discard":
            return self.discards_of(self.narrow(table, table.hands[table.turn]))
        if verb == "take_discard":
            return self._takes(table)
        if verb == "push":
            return (PUSH,) if table.discards else ()
        if verb == "go_out":
            return (GO_OUT,) if self.may_go_out(table) else ()
        if verb == "knock":
            return self.knocks_of(self._knockable(table))
        assert self.melding is not None
        if verb == "meld":
            return self.melding.openings(table)
        if not self.melding.is_down(table):
            return ()
        return self.melding.lay_offs(table) if verb == "lay_off" else self.melding.swaps(table)

    def _takes(self, table: Table) -> Sequence[Move]:
        """What may be taken from the discards."""
        pile = table.discards
        if table.stage == LAST:
            return self._last_takes(table)
        if self.pile.takes == "within":
            return self._takes_within(table)
        top = self.pile.takes == "top"
        if not pile:
            return ()
        kinds = [self.pieces.kind_of[pile[-1]]] if top else sorted({self.pieces.kind_of[piece] for piece in pile})
        ask = self.may_take
        return [self.takes[kind] for kind in kinds if (ask is None or ask(kind, table, True)) and (
            self.pile.must_use != "always" or self._alone_usable(table, kind))]

    def _alone_usable(self, table: Table, kind: int) -> bool:
        """Whether a discard, taken by itself, could go into a meld at once."""
        assert self.melding is not None
        after = table.copy()
        at = max(place for place, piece in enumerate(after.discards) if self.pieces.kind_of[piece] == kind)
        after.hands[after.turn] |= 1 << after.discards.pop(at)
        return self.melding.usable(after, Duty(kind, -1, self.pile.new_meld))

    def _takes_within(self, table: Table) -> list[Move]:
        """The discards that may be taken with all that lie on them, newest first."""
        found = []
        seen: set[int] = set()
        ask = self.may_take
        for depth, piece in enumerate(reversed(table.discards), 1):
            kind = self.pieces.kind_of[piece]
            if (ask is None or ask(kind, table, True)) and (
                    self._free(depth) or self._usable(table, depth)):
                found.append(self._deeper(kind, depth) if kind in seen else self.takes[kind])
            seen.add(kind)
        return found

    def _free(self, depth: int) -> bool:
        """Whether so many discards may be taken without a duty."""
        return self.pile.must_use == "never" or (self.pile.must_use == "several" and depth == 1)

    def _deeper(self, kind: int, depth: int) -> Move:
        """Taking a piece of a kind that lies higher up in the discards, too: with so many pieces in all."""
        move = self._deep.get((kind, depth))
        if move is None:
            plain = self.takes[kind]
            move = self._deep.setdefault((kind, depth), Move(
                "take", f"{plain.text} with {depth - 1}", plain.piece, value=depth, number=kind, mask=plain.mask))
        return move

    def _usable(self, table: Table, depth: int) -> bool:
        """Whether a discard, taken with those on it, could go into a meld at once."""
        assert self.melding is not None
        after = table.copy()
        kind = self._pick_up(after, depth)
        return self.melding.usable(after, Duty(kind, -1, self.pile.new_meld))

    def _pick_up(self, table: Table, depth: int) -> int:
        """Moves the newest discards into the mover's hand; says the kind of the lowest."""
        taken = table.discards[-depth:]
        del table.discards[-depth:]
        for piece in taken:
            table.hands[table.turn] |= 1 << piece
        return self.pieces.kind_of[taken[0]]

    def _last_takes(self, table: Table) -> Sequence[Move]:
        """The last discard, for who could knock with it."""
        after = table.copy()
        after.stage = MUST_KNOCK
        kind = after.taken = self._pick_up(after, 1)
        return (self.takes[kind],) if self._knockable(after) or self.may_go_out(after) else ()

    def _knockable(self, table: Table) -> int:
        """The pieces with whose discard the mover may knock."""
        assert self.knocking is not None
        found = self.knocking.arranger.may_drop(table.hands[table.turn], self.knocking.limit(table))
        return found and self._narrowed(table, found)

    def _narrowed(self, table: Table, wanted: int) -> int:
        """Those of some pieces that may be discarded; copies of a kind count as one."""
        allowed = self.narrow(table, table.hands[table.turn])
        kept = 0
        for piece in self.pieces.pieces_of(wanted):
            if allowed & self.pieces.kind_masks[self.pieces.kind_of[piece]]:
                kept |= 1 << piece
        return kept

    def may_go_out(self, table: Table) -> bool:
        """Whether the mover's hand is complete."""
        hand = table.hands[table.turn]
        if self.whole is not None:
            return self.whole.covers(hand)
        return self.complete is not None and self.complete(self.pieces.kinds_of(hand))

    def legal(self, table: Table) -> Sequence[Move]:
        melding = self.melding
        if melding is not None:
            if table.building is not None:
                return melding.adds(table)
            if table.duty is not None:
                return [*melding.uses(table, table.duty), *melding.openings(table)]
            if table.due:
                return melding.openings(table)
        moves: list[Move] = []
        for verb in self.verbs_now(table):
            moves += self._offers(table, verb)
        if table.stage in (OFFER, LAST) or (table.stage == CHOOSING and self._open(table)[1]):
            moves.append(PASS)
        return moves

    # What a move does

    def apply(self, table: Table, move: Move) -> None:
        seat = table.turn
        action = move.action
        if table.stage == CHOOSING and action not in ("pass", "add", "done"):
            table.step = self._step_of(table, action)
        if action == "draw":
            self._draw(table, seat)
        elif action == "take":
            self._take(table, seat, move)
        elif action == "push":
            self._push(table, seat)
        elif action == "discard":
            self._discard(table, seat, move)
        elif action == "knock":
            self._knock(table, seat, move)
        elif action == "pass":
            self._pass(table, seat)
        elif action == "go out":
            self._go_out(table, seat)
        else:
            self._meld(table, action, move)

    def _meld(self, table: Table, action: str, move: Move) -> None:
        assert self.melding is not None
        due = table.duty
        do = {"meld": self.melding.begin, "lay off": self.melding.lay, "swap": self.melding.swap}
        do.get(action, self.melding.add)(table, move)
        if table.building is not None or table.duty is not None or table.due:
            return
        table.passes = 0
        if due is not None and due.barred < 0:
            # What was taken has been used; its twins were never taken.
            table.taken = -1
        if not table.hands[table.turn]:
            self.flow.end_round(table, "out", table.turn)
        elif not self.steps[table.step].repeat:
            self._advance(table)

    def _discard(self, table: Table, seat: int, move: Move) -> None:
        piece = self.take_from_hand(table, move.mask)
        table.discards.append(piece)
        table.passes = 0
        if table.log is not None:
            self.say(table, Event("discard", f"seat {seat} discards {move.piece}", seat, (move.piece or "",)))
        if self.pile.returned:
            table.returned = table.returned + 1 if move.number == table.taken else 0
            if table.returned == self.pile.returned:
                self.flow.end_round(table, "exhausted", -1)
                return
        table.taken = table.got = -1
        if not table.hands[seat]:
            self.flow.end_round(table, "out", seat)
        else:
            self._advance(table)

    def _pass(self, table: Table, seat: int) -> None:
        table.passes += 1
        if table.log is not None:
            self.say(table, Event("pass", f"seat {seat} passes", seat))
        if table.stage == LAST:
            self.flow.end_round(table, "exhausted", -1)
        elif table.stage == OFFER:
            table.turn = self.seats.next[seat]
            if table.passes == self.seats.count:
                table.passes = 0
                table.stage = MUST_DRAW
        else:
            self._next_seat(table)

    def _knock(self, table: Table, seat: int, move: Move) -> None:
        assert self.knocking is not None
        limit = self.knocking.limit(table)
        piece = self.take_from_hand(table, move.mask)
        table.discards.append(piece)
        if table.log is not None:
            self.say(table, Event("knock", f"seat {seat} discards {move.piece} and knocks", seat, (move.piece or "",)))
        self._lay_down(table, Knock(seat, limit, whole=False))

    def _go_out(self, table: Table, seat: int) -> None:
        if table.log is not None:
            self.say(table, Event("show", f"seat {seat} goes out", seat, self.pieces.names_of(table.hands[seat])))
        if self.whole is not None:
            self._lay_down(table, Knock(seat, 0, whole=True))
            return
        # The hand is laid down: it is not left in hand when the round is scored.
        table.aside |= table.hands[seat]
        table.hands[seat] = 0
        self.flow.end_round(table, "out", seat)

    def _lay_down(self, table: Table, knock: Knock) -> None:
        """Ends the turns: the hand is shown, and the next phase settles it."""
        table.knock = knock
        table.shown |= 1 << knock.seat
        table.taken = table.got = -1
        table.stage = CHOOSING
        self.done(table)

    def _step_of(self, table: Table, action: str) -> int:
        """The first open step that offers an action."""
        for number in self._open(table)[0]:
            if any(ACTIONS[verb] == action for verb in self.steps[number].verbs):
                return number
        return table.step

    def _draw(self, table: Table, seat: int) -> None:
        if self._empty(table):
            self.flow.end_round(table, "exhausted", -1)
            return
        piece = self._from_stock(table)
        table.hands[seat] |= 1 << piece
        table.got = self.pieces.kind_of[piece]
        table.passes = 0
        if table.log is not None:
            self.say(table, Event("draw", f"seat {seat} draws", seat, (self.pieces.name(piece),),
                                  seen_by=viewers("hand", seat)))
        self._begin_turn(table, "draw")
        self._then(table)

    def _from_stock(self, table: Table) -> int:
        piece = table.stock[table.drawn]
        table.drawn += 1
        return piece

    def _begin_turn(self, table: Table, action: str) -> None:
        """After the offer of the first card the turn goes on as if it had begun with this."""
        if table.stage in (OFFER, MUST_DRAW):
            table.stage = CHOOSING
            table.step = self.begin
            table.step = self._step_of(table, action)

    def _push(self, table: Table, seat: int) -> None:
        """The newest discard and a piece of the stock go to the left neighbour, then one is drawn."""
        if self._empty(table):
            self.flow.end_round(table, "exhausted", -1)
            return
        left = self.seats.left_of(seat)
        known, hidden = table.discards.pop(), self._from_stock(table)
        table.hands[left] |= 1 << known | 1 << hidden
        if table.log is not None:
            names = self.pieces.name(known), self.pieces.name(hidden)
            self.say(table, Event("push", f"seat {seat} pushes {names[0]} and a piece of the stock to seat {left}",
                                  left, names[1:], seen_by=viewers("hand", left)))
        self._draw(table, seat)

    def _take(self, table: Table, seat: int, move: Move) -> None:
        if self.pile.most and table.stage == CHOOSING:
            table.takes += 1
            if table.takes == self.pile.most:
                self.flow.end_round(table, "exhausted", -1)
                return
        places = [place for place, piece in enumerate(table.discards) if move.mask >> piece & 1]
        at = len(table.discards) - move.value if move.value else places[-1]
        if self.pile.takes == "within":
            taken = table.discards[at:]
            del table.discards[at:]
        else:
            taken = [table.discards.pop(at)]
        for piece in taken:
            table.hands[seat] |= 1 << piece
        table.taken = move.number
        table.passes = 0
        if self.melding is not None and not self._free(len(taken)):
            table.duty = Duty(move.number, -1, self.pile.new_meld)
        if table.log is not None:
            with_more = f" and {len(taken) - 1} more" if len(taken) > 1 else ""
            self.say(table, Event("take", f"seat {seat} takes {move.piece}{with_more}", seat,
                                  tuple(map(self.pieces.name, taken))))
        if table.stage == LAST:
            table.stage = MUST_KNOCK
            return
        self._begin_turn(table, "take")
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
        if self.melding is not None and table.duty is not None:
            return
        open_steps, may_end = self._open(table)
        # What is quickly found out is asked first.
        if any(self._possible(table, verb) for number in reversed(open_steps) for verb in self.steps[number].verbs):
            return
        if not may_end:
            self.flow.end_round(table, "exhausted", -1)
        elif begun:
            self._next_seat(table)

    def _possible(self, table: Table, verb: str) -> bool:
        """Whether a verb can be done now."""
        if verb in ("draw_stock", "push"):
            return not self._empty(table) and (verb == "draw_stock" or bool(table.discards))
        if verb == "discard":
            return table.hands[table.turn] != 0
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
        pile = self.pile
        table.turn = self.seats.next[table.turn]
        table.taken = table.got = -1
        if pile.reserve >= 0 and len(table.stock) - table.drawn <= pile.reserve:
            if pile.last:
                table.stage = LAST
            else:
                self.flow.end_round(table, "exhausted", -1)
            return
        self._arrive(table, self.begin, begun=False)

    def refuse(self, table: Table, move: Move) -> Reason:
        return refuse_turn(self, table, move)

    def verbs_now(self, table: Table) -> Sequence[str]:
        """The verbs among which the mover may choose, each once."""
        if table.stage == CHOOSING:
            return list(dict.fromkeys(verb for number in self._open(table)[0] for verb in self.steps[number].verbs))
        if table.stage == THEN:
            return self.steps[table.step].then
        return [verb for verb in STAGE_VERBS[table.stage]
                if not (verb == "knock" and self.knocking is None)]

    def vocabulary(self) -> Iterable[tuple[str, Move]]:
        words: list[Move] = [PASS, DRAW, GO_OUT, *self.takes, *self.discards]
        if any("push" in step.verbs for step in self.steps):
            words.append(PUSH)
        if self.knocking is not None:
            words += self.knocks
        for move in words:
            yield move.text, move
            if move.piece:
                yield move.piece, move
        if self.melding is not None:
            yield from self.melding.vocabulary()

    def named(self, text: str) -> Move | None:
        """The moves that there could be any number of: onto a meld, and from deep within the discards."""
        found = re.fullmatch(r"(take .*\S) with (\d{1,3})", tidy(text), re.IGNORECASE)
        if found is not None and self.pile.takes == "within":
            plain = next((move for move in self.takes if move.text.lower() == found[1].lower()), None)
            return None if plain is None else self._deeper(plain.number, int(found[2]) + 1)
        return None if self.melding is None else self.melding.named(text)
