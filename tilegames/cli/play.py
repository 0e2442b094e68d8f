"""``tilegames play``: a person against bots in the terminal."""

from __future__ import annotations

import random
import secrets
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

import attrs
import click

from tilegames import Event, Game, Move, MoveError, OptionError, Reason, ScoreEvent, State
from tilegames.bots import random_policy
from tilegames.cli.common import INTERRUPTED, SEED, game_options, load_game, table
from tilegames.core.declarations import Choose, Declare
from tilegames.render.text import (
    columns,
    event_line,
    paragraphs,
    picture,
    round_summary,
    side_name,
    side_names,
    to_you,
)
from tilegames.simulate import match_seed

__all__ = ["Sitting", "play_command"]

HELP = """\
Type a move as it is written in the list, or its number if the list has numbers. Tiles may be written either way round.
  Enter       the only move, when there is just one
  ? MOVE      why a move is not possible now, and the line of the spec that says so
  h           what has happened in this round
  r           the rules of this game
  u           take back: to your decision before this one
  q           stop"""

#: A line typed by the person, without its end; None when there are no more.
Read = Callable[[str], str | None]


@click.command("play")
@game_options
@click.option("--seat", type=click.IntRange(0), default=0, show_default=True, metavar="N", help="Where you sit.")
@click.option("--seed", type=SEED, metavar="S", help="Decides the deals and the bots; a new one if not given.")
@click.pass_context
def play_command(ctx: click.Context, game: str, players: int | None, variants: Sequence[str],
                 options: Sequence[tuple[str, str]], hooks: Sequence[str], seat: int, seed: int | None) -> None:
    """Play GAME against random bots."""
    loaded = load_game(game, players, variants, options, hooks)
    if seat >= loaded.players:
        raise OptionError(f"there is no seat {seat}: seats are 0 to {loaded.players - 1}")
    chosen = secrets.randbelow(2 ** 32) if seed is None else seed
    again = ["tilegames", "play", game, "--players", str(loaded.players), "--seat", str(seat), "--seed", str(chosen)]
    again += [word for variant in variants for word in ("--variant", variant)]
    again += [word for name, value in options for word in ("--option", f"{name}={value}")]
    again += [word for hook in hooks for word in ("--hook", hook)]
    sitting = Sitting(loaded, seat, chosen, click.echo, _read, click.echo_via_pager)
    code = 0
    try:
        sitting.run()
    except KeyboardInterrupt:
        click.echo("\nstopped")
        code = INTERRUPTED
    click.echo(f"the same match again: {shlex.join(again)}")
    ctx.exit(code)


def _read(prompt: str) -> str | None:
    """Asks for a line. What is piped in is shown, as a terminal shows what is typed."""
    if sys.stdin is None:
        return None  # a closed stdin says no more than an empty one
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401  # input() then has line editing and a history
    try:
        line = input(prompt)
    except EOFError:
        click.echo("")
        return None
    if not sys.stdin.isatty():
        click.echo(line)
    return line.strip()


def _width() -> int:
    """How wide lines may be here."""
    return max(shutil.get_terminal_size().columns - 1, 40)


class Sitting:
    """A person at one seat of a match, bots at the others.

    The bots' random numbers depend on the seed and on how many moves were made, so the same moves of the person always
    meet the same answers: after a take-back too.

    Args:
        game, seat, seed: what is played, where the person sits, what decides the rest.
        say: prints a text.
        read: asks for a line.
        show_long: prints a text that is longer than a screen; as ``say`` does if not given.
    """

    def __init__(self, game: Game, seat: int, seed: int, say: Callable[[str], object], read: Read,
                 show_long: Callable[[str], object] | None = None) -> None:
        self.game = game
        self.seat = seat
        self.seed = seed
        self.say = say
        self.read = read
        self.show_long = show_long
        self.states = [game.new_state(seed=seed)]
        #: Where in ``states`` the person had to decide.
        self.decisions: list[int] = []
        #: What has just come to its end, a trick or a round, so that what is told next stands apart; else "".
        self._ended = ""

    @property
    def state(self) -> State:
        """The situation now."""
        return self.states[-1]

    def run(self) -> None:
        """Plays until the match is over or the person stops."""
        game = self.game
        partners = [other for other in game.sides[game.side_of(self.seat)] if other != self.seat]
        beside = f" with {side_name(partners)}" if partners else ""
        self.say(f"{game.title}: {game.players} players, you are seat {self.seat}{beside}. "
                 f"Seed {self.seed}; ? for help.")
        self._tell(self.state, None)
        while not self.state.is_over:
            if self.state.turn != self.seat:
                self._move(self._bot())
            elif not self._decide():
                return
        self._tell_end()

    def _bot(self) -> Move:
        state = self.state
        rng = random.Random(match_seed(self.seed, len(state.history)))
        return random_policy(state.view(state.turn), rng)

    def _move(self, move: Move) -> None:
        before = self.state
        self.states.append(before.play(move))
        self._tell(self.state, before)

    # The person's turn

    def _decide(self) -> bool:
        """Asks until there is a move or a take-back; False to stop."""
        menu = _Menu.of(self.state)
        self._show(menu)
        while True:
            line = self.read(menu.prompt)
            if line is None:
                return False
            move = menu.pick(line)
            if move is not None:
                self.decisions.append(len(self.states) - 1)
                self._move(move)
                return True
            word = line.lower()
            if word in ("q", "quit"):
                return False
            if word in ("u", "undo"):
                if self._take_back():
                    return True
            elif word in ("h", "history", "log"):
                self._tell_round()
                self._show(menu)
            elif word in ("r", "rules"):
                (self.show_long or self.say)("\n".join(paragraphs(self.game.rules(), _width())))
                self._show(menu)
            elif word in ("?", "help"):
                self.say("\n".join(paragraphs(HELP, _width())))
            elif word.startswith("?"):
                self._explain(line[1:].strip(), menu)
            elif not word:
                self.say("type a move, or ? for help")
            else:
                self._refuse(line)

    def _show(self, menu: _Menu) -> None:
        width = _width()
        view = self.state.view(self.seat)
        head, *rows = picture(view, sides=self.game.sides, title=self.game.title, width=width).splitlines()
        moves = ("  " + line for line in columns(menu.lines, width - 2))
        self._ended = ""
        self.say("\n".join(["", click.style(head, bold=True), *rows, "", *moves]))

    def _take_back(self) -> bool:
        if not self.decisions:
            self.say("there is nothing to take back")
            return False
        del self.states[self.decisions.pop() + 1:]
        self.say("taken back")
        return True

    def _explain(self, text: str, menu: _Menu) -> None:
        """Why a move is not possible."""
        move = menu.pick(text)
        reason = None if move is not None else self.state.why_illegal(text)
        if reason is None:
            self.say(f"{text if move is None else move} is possible")
        else:
            self.say(self._reason(text, reason))

    def _refuse(self, text: str) -> None:
        reason = self.state.why_illegal(text)
        if text.isdigit() and reason is not None and reason.code == "no-such-move":
            self.say(f"the list has no {text}: type a move or its number, or ? for help")
        elif reason is not None:
            self.say(self._reason(text, reason))

    def _reason(self, text: str, reason: Reason) -> str:
        said = f'"{text}" is not possible: {to_you(reason.sentence, self.seat)} [{reason.code}]'
        lines = paragraphs(said, _width())
        if reason.place is not None:
            lines.append(f"  {reason.place}")
            if reason.place.text.strip():
                lines.append(f"    {reason.place.text.strip()}")
        return "\n".join(lines)

    # What happens

    def _tell(self, state: State, before: State | None) -> None:
        """Prints what the last move caused, as far as the person may know it."""
        account: list[ScoreEvent] = []
        events = state.events
        fresh: Iterator[ScoreEvent] = iter(())
        if any(event.kind == "score" for event in events):
            fresh = iter(state.score_events[0 if before is None else len(before.score_events):])
        for event in events:
            if event.kind == "score":
                account.append(next(fresh))
                continue
            self._tell_account(account)
            account = []
            line = self._line(event)
            if not line:
                continue
            if self._ended or event.kind == "round":
                self.say("")
            self.say(line)
            if event.kind == "round" and self._ended != "round":
                self._tell_taken(before, events)
            self._ended = event.kind if event.kind in ("trick", "round") else ""
        self._tell_account(account)

    def _line(self, event: Event) -> str:
        """An event in a line; nothing for what the picture shows better."""
        if event.kind in ("deal", "match") or (event.kind == "give" and event.seat != self.seat):
            return ""
        line = event_line(event.for_seat(self.seat), self.seat, self.game.sides)
        return "\n  ".join(paragraphs(line, _width() - 2))

    def _tell_taken(self, before: State | None, events: Sequence[Event]) -> None:
        """What the sides took in a round that is over: what they had before, and the last trick."""
        if before is None:
            return
        view = before.view(self.seat)
        tricks, points = list(view.tricks), list(view.points)
        last = next((event for event in events if event.kind == "trick"), None)
        if last is not None and last.seat is not None:
            tricks[self.game.side_of(last.seat)] += 1
            points[self.game.side_of(last.seat)] += last.value or 0
        view = attrs.evolve(view, tricks=tuple(tricks), points=tuple(points))
        for line in round_summary(view, sides=self.game.sides, width=_width() - 2):
            self.say(f"  {line}")

    def _tell_account(self, account: Sequence[ScoreEvent]) -> None:
        """What was scored, and by which rule; equal lines of several sides become one."""
        groups: dict[tuple[int, str, str], list[int]] = {}
        for line in account:
            groups.setdefault((line.amount, line.rule, str(line.place or "")), []).append(line.side)
        rows = []
        for (amount, rule, place), sides in groups.items():
            everybody = len(sides) > 1 and sorted(sides) == list(range(len(self.game.sides)))
            seats = [seat for side in sides for seat in self.game.sides[side]]
            name = "everybody" if everybody else side_name(seats, self.seat)
            rows.append((f"  {name}", f"{amount:+d}", rule.replace("_", " "), place))
        if rows:
            self.say("\n".join(table(("",) * 4, rows, right=(1,))[1:]))

    def _tell_round(self) -> None:
        """All that has happened in this round."""
        events: list[Event] = []
        for state in reversed(self.states):
            events[:0] = state.events
            if any(event.kind == "round" for event in state.events):
                break
        start = max((number for number, event in enumerate(events, 1) if event.kind == "round"), default=0)
        while start and events[start].kind == "score":  # the account of the round before comes right after its end
            start += 1
        self.say(f"round {self.state.round + 1} so far:")
        for event in events[start:]:
            if event.kind != "deal" or event.seat == self.seat:
                line = event_line(event.for_seat(self.seat), self.seat, self.game.sides)
                self.say("  " + "\n    ".join(paragraphs(line, _width() - 4)))

    def _tell_end(self) -> None:
        outcome = self.state.outcome
        assert outcome is not None
        names = side_names(self.game.sides, outcome.scores, self.seat)
        won = side_name(outcome.winners, self.seat) if outcome.winners else "nobody"
        how = {"reached": "a side has the score that ends it", "rounds": "all rounds are played",
               "fallen": "a side has lost so much that it ends"}
        self.say(f"\nThe match is over: {how.get(outcome.termination, outcome.termination)}. Won by: {won}.")
        rows = [(f"  {name}", str(score)) for name, score in zip(names, outcome.scores, strict=True)]
        pot, house = self.state.pots
        rows += [(f"  {what}", str(amount)) for what, amount in (("left in the pot", pot), ("kept by the house", house))
                 if amount]
        self.say("\n".join(table(("", ""), rows, right=(1,))[1:]))


@attrs.frozen
class _Menu:
    """The legal moves as a person is offered them."""

    state: State
    moves: tuple[Move, ...]
    #: Whether a number names a place in the list; not where numbers are moves themselves, such as bids.
    numbered: bool

    @classmethod
    def of(cls, state: State) -> _Menu:
        moves = state.legal_moves
        unclear = any(_means_other(state, str(number), move) for number, move in enumerate(moves, 1))
        return cls(state, moves, not unclear)

    @property
    def lines(self) -> list[str]:
        """What is printed for each move."""
        texts = [f"{move} (you)" if move.action == "choose" and move.value == self.state.turn else str(move)
                 for move in self.moves]
        if not self.numbered:
            return texts
        wide = len(str(len(texts)))
        return [f"{number:>{wide}}) {text}" for number, text in enumerate(texts, 1)]

    @property
    def prompt(self) -> str:
        """What is asked."""
        if len(self.moves) == 1:
            return f"your move (Enter: {self.moves[0]}): "
        phase = self.state.game.flow.phase(self.state.phase or "")
        if isinstance(phase, Choose):
            return f"who will be the {phase.role}? "
        return "name the trump: " if isinstance(phase, Declare) else "your move: "

    def pick(self, text: str) -> Move | None:
        """The move that a text or a number names; None if it names no legal one."""
        if not text:
            return self.moves[0] if len(self.moves) == 1 else None
        if self.numbered and text.isascii() and text.isdigit() and 1 <= int(text) <= len(self.moves):
            return self.moves[int(text) - 1]
        try:
            return self.state.parse_move(text)
        except MoveError:
            return None


def _means_other(state: State, text: str, move: Move) -> bool:
    """Whether a text already names another legal move than this one, or several, or a bid that is not legal now."""
    reason = state.why_illegal(text)
    if reason is None:
        return state.parse_move(text) != move
    known = state.game.flow.phase(state.phase or "").known
    return reason.code == "ambiguous-move" or ("bid", text) in known
