"""Plays matches under invariants, over every player count, variant and option value of a spec."""

from __future__ import annotations

import contextlib
import itertools
import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs

from tilegames.compile import player_counts
from tilegames.core.deals import Deal
from tilegames.core.moves import ScoreEvent
from tilegames.core.table import Table, unroll
from tilegames.errors import HookError, OptionError, SpecError, TileGamesError
from tilegames.game import Game
from tilegames.library import audit_spec, load
from tilegames.playthrough import Playthrough
from tilegames.spec.schema import CountRange
from tilegames.state import State
from tilegames.testing.examples import run_example
from tilegames.testing.faults import Fault

__all__ = ["CheckReport", "check_game", "check_match", "check_spec"]

#: A match longer than this is taken to be without an end.
LONGEST = 100_000
#: Called with (done, total, text) on the way.
Progress = Callable[[int, int, str], None]


@attrs.frozen
class CheckReport:
    """What a check did and found.

    Attributes:
        game: the game's name.
        examples: how many examples ran.
        configurations: under how many settings (players, variants, options) it was played.
        matches, moves: how much was played.
        faults: what was found.
    """

    game: str
    examples: int
    configurations: int
    matches: int
    moves: int
    faults: tuple[Fault, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.faults


def check_spec(name_or_path: str | Path, *, games: int = 2, seed: int = 0, hooks: tuple[Any, ...] = (),
               pairs: bool = False, rounds: int | None = None, progress: Progress | None = None) -> CheckReport:
    """Checks a spec whole: variants and options, examples, and random matches under all invariants.

    Every player count is played with no variant and with each variant; every value of every option is played with one
    player count. A fault ends the setting in which it was found.

    Args:
        name_or_path: a bundled game's name or the path of a spec.
        games: how many matches in each setting, 0 or more.
        seed: decides the matches.
        hooks: modules with hooks, or hooks, for specs that name some of yours.
        pairs: whether every two values of two options are played together, too, unless they contradict one another.
        rounds: after how many rounds to stop a match, for games in which random players take long; None to play it
            out.
        progress: is told how far it is.

    Raises:
        SpecError, OptionError, HookError: the spec cannot be used at all.

    Example:
        >>> report = check_spec("jamaican-partner", games=1)
        >>> report.ok, report.game
        (True, 'jamaican-partner')
    """
    def loader(**how: Any) -> Game:
        return load(name_or_path, hooks=hooks, **how)

    game = loader()
    faults: list[Fault] = []
    try:
        audit_spec(name_or_path)
    except SpecError as error:
        faults += [Fault(problem.code, problem.message, problem.span) for problem in error.problems]
    known: dict[tuple[Any, ...], Game] = {}

    def remembered(**how: Any) -> Game:
        key = tuple(sorted((name, str(value)) for name, value in how.items()))
        if key not in known:
            known[key] = loader(**how)
        return known[key]

    names: set[str] = set()
    for example in game.examples:
        if example.name.value in names:
            faults.append(Fault("example", f'two examples are called "{example.name.value}"', example.name.span))
        names.add(example.name.value)
        faults += run_example(example, remembered)
    settings = list(_settings(game, loader, faults))
    if pairs:
        settings += _pairs(game, loader)
    matches = moves = 0
    for number, setting in enumerate(settings):
        if progress is not None:
            progress(number, len(settings), _named(game.name, setting))
        try:
            played = loader(**setting)
        except TileGamesError as error:
            faults.append(Fault("setting", f"{_named(game.name, setting)} cannot be loaded: {error}",
                                game.spec.place("variants")))
            continue
        for match in range(games):
            count, found = check_match(played, seed=seed + match, rounds=rounds)
            matches += 1
            moves += count
            # The same fault under other settings is told once.
            faults += [fault for fault in found if (fault.code, fault.message, fault.place) not in
                       [(known.code, known.message, known.place) for known in faults]]
            if found:
                break
        if any(fault.code == "endless" for fault in faults):
            break
    if progress is not None:
        progress(len(settings), len(settings), game.name)
    return CheckReport(game.name, len(game.examples), len(settings), matches, moves, tuple(faults))


def _settings(game: Game, loader: Callable[..., Game], faults: list[Fault]) -> Iterator[dict[str, Any]]:
    """What to play; a variant that cannot be loaded at all is a fault."""
    for players in player_counts(game.spec.players):
        yield {"players": players}
    for variant in game.spec.variants:
        # A variant may be for other player counts than its base.
        try:
            played = loader(variants=(variant,))
            counts = player_counts(played.spec.players)
        except SpecError as error:
            found = [Fault(problem.code, problem.message, problem.span) for problem in error.problems]
            faults += [fault for fault in found if fault not in faults]
            continue
        for players in counts:
            yield {"players": players, "variants": (variant,)}
        # Options that exist only with the variant.
        for name, value, _ in _values(played):
            if name not in game.options:
                yield {"variants": (variant,), name: value}
    for name, value, sure in _values(game):
        if sure:
            yield {name: value}
        else:
            # An end of a range may not go with this number of players; then loading says so.
            with contextlib.suppress(OptionError):
                loader(**{name: value})
                yield {name: value}


def _values(game: Game) -> Iterator[tuple[str, Any, bool]]:
    """Every value of every option but the defaults, of a range both ends; and whether it must load."""
    for name, option in game.spec.options.items():
        if isinstance(option.allowed, CountRange):
            for number in sorted({option.allowed.low, option.allowed.high or option.allowed.low}):
                yield name, number, False
        else:
            for value in option.values or option.allowed or ():
                if value != game.options[name]:
                    yield name, value, bool(option.values)


def _pairs(game: Game, loader: Callable[..., Game]) -> Iterator[dict[str, Any]]:
    """Every two variants, and every two values of two options, that go together."""
    for two_variants in itertools.combinations(game.spec.variants, 2):
        with contextlib.suppress(OptionError):
            loader(variants=two_variants)
            yield {"variants": two_variants}
    for variant in game.spec.variants:
        with contextlib.suppress(OptionError):
            yield from _pairs_with(game, variant, loader)
    for (one, first, _), (two, second, _) in itertools.combinations(_values(game), 2):
        if one != two:
            with contextlib.suppress(OptionError):
                loader(**{one: first, two: second})
                yield {one: first, two: second}


def _pairs_with(game: Game, variant: str, loader: Callable[..., Game]) -> Iterator[dict[str, Any]]:
    """A variant with every option value, and with every two of which one is its own."""
    values = list(_values(loader(variants=(variant,))))
    for name, value, _ in values:
        if name in game.options:
            with contextlib.suppress(OptionError):
                loader(variants=(variant,), **{name: value})
                yield {"variants": (variant,), name: value}
    for (one, first, _), (two, second, _) in itertools.combinations(values, 2):
        if one != two and not (one in game.options and two in game.options):
            with contextlib.suppress(OptionError):
                loader(variants=(variant,), **{one: first, two: second})
                yield {"variants": (variant,), one: first, two: second}


def _named(name: str, setting: Mapping[str, Any]) -> str:
    parts = [f"{key}={','.join(value) if isinstance(value, tuple) else value}" for key, value in setting.items()
             if value != ()]
    return " ".join([name, *parts])


def check_game(game: Game, *, games: int = 10, seed: int = 0) -> list[Fault]:
    """Plays random matches of one game under all invariants.

    Args:
        game: what to play.
        games: how many matches.
        seed: the first seed; the next matches have the next ones.

    Returns:
        What was found; empty if nothing.
    """
    return [fault for match in range(games) for fault in check_match(game, seed=seed + match)[1]]


def check_match(game: Game, *, seed: int, deal: Deal | None = None,
                rounds: int | None = None) -> tuple[int, list[Fault]]:
    """Plays one random match and checks every state of it.

    Args:
        game: what to play.
        seed: decides the moves and the deals.
        deal: the deal of the first round, if the seed is not to decide it.
        rounds: after how many rounds to stop, if the match has not ended before; None to play it out.

    The invariants: every piece lies in exactly one place; only the seat to move has moves, each once, and has at least
    one; a move's text names that move; making a move leaves the old state as it was; a move that is not offered is
    refused with a reason; scores are the sum of their events, and with the pots of a game played for stakes they sum to
    zero; the match ends; its record replays to the same end.

    Returns:
        How many moves were made, and what was found (the first fault ends the match).
    """
    rng = random.Random(seed)
    state = game.new_state(seed=seed, deal=deal)
    count = 0
    try:
        while True:
            fault = _check_state(game, state, rng)
            if fault is not None:
                return count, [attrs.evolve(fault, how=_how(game, seed, count))]
            if state.is_over or state.round == rounds:
                break
            if count >= LONGEST:
                return count, [Fault("endless", f"the match has not ended after {LONGEST} moves",
                                     game.spec.match.place("until"), _how(game, seed, count))]
            move = state.legal_moves[int(rng.random() * len(state.legal_moves))]
            was = _snapshot(state._table)
            after = state.play(move)
            if _snapshot(state._table) != was:
                return count, [Fault("state-changed", f"making the move {move} changed the state it was made in",
                                     state._table.phase.place, _how(game, seed, count))]
            state = after
            count += 1
    except HookError as error:
        return count, [Fault(error.code, error.message, error.place, _how(game, seed, count))]
    except TileGamesError as error:
        return count, [Fault("engine", f"{type(error).__name__}: {error}", state._table.phase.place,
                             _how(game, seed, count))]
    played = Playthrough(game, tuple(unroll(state._table.deal_chain)), state.history, state.outcome)
    if played.replay() != state:
        return count, [Fault("replay", "the record replays to another state", game.spec.span, _how(game, seed, count))]
    return count, []


def _snapshot(table: Table) -> list[Any]:
    """Everything on a table, to the letter; lists and maps are copied, so that a change to them shows."""
    return [list(value) if isinstance(value, list) else dict(value) if isinstance(value, dict) else value
            for value in (getattr(table, slot, None) for slot in Table.__slots__)]


def _how(game: Game, seed: int, count: int) -> str:
    setting = _named(game.name, {"players": game.players, "variants": game.variants, **game.chosen_options})
    return f"{setting}, seed {seed}, after {count} moves"


def _check_state(game: Game, state: State, rng: random.Random) -> Fault | None:
    table = state._table
    where = table.phase.place
    pieces = game.pieces
    census = table.census()
    if census != (len(pieces), pieces.full):
        gone = pieces.names_of(pieces.full & ~census[1])
        what = f"lost: {', '.join(gone)}" if gone else f"{census[0] - len(pieces)} too many"
        return Fault("lost-piece", f"not every piece lies in exactly one place ({what})", where)
    fault = _check_account(game, state)
    if fault is not None:
        return fault
    legal = state.legal_moves
    if state.is_over:
        if legal or state.outcome is None:
            return Fault("dead-end", "the match is over, but there are moves or no outcome", where)
        return None
    if not legal:
        return Fault("dead-end", f"seat {state.turn} has no legal move in the phase {state.phase}", where)
    if len({str(move) for move in legal}) != len(legal):
        return Fault("move-text", f"two legal moves have the same text: {', '.join(map(str, legal))}", where)
    move = legal[int(rng.random() * len(legal))]
    if state.parse_move(str(move)) is not move:
        return Fault("move-text", f'the text "{move}" does not name its move', where)
    other = rng.choice(list(game.flow._moves.values()))
    if state.is_legal(other) != (other in legal):
        return Fault("move-text", f'whether "{other}" is legal is answered in two ways', where)
    if rng.random() < 0.1:
        for seat in {state.turn, rng.randrange(game.players)}:
            if bool(state.view(seat).legal_moves) != (seat == state.turn):
                return Fault("two-movers", f"seat {seat} has moves although it is seat {state.turn}'s turn", where)
    return None


def _check_account(game: Game, state: State) -> Fault | None:
    sums = [0] * len(game.sides)
    events: tuple[ScoreEvent, ...] = state.score_events
    for event in events:
        sums[event.side] += event.amount
    place = game.spec.place("scoring")
    if tuple(sums) != state.scores:
        return Fault("wrong-score", f"the scores are {state.scores}, but their events sum to {tuple(sums)}", place)
    if game.spec.scoring.pot is not None and sum(state.scores) + sum(state.pots) != 0:
        return Fault("wrong-score", f"scores {state.scores} and pots {state.pots} do not sum to zero", place)
    return None
