"""Mass play: many matches of one game, counted.

Match ``i`` of a simulation is played with a seed that depends on the simulation's seed and on ``i`` alone, and only
whole numbers are added up. So the counts are the same however many workers share the work, and in whatever order.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import pickle
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from typing import Any

import attrs

from tilegames.core.deals import SEEDS
from tilegames.errors import OptionError
from tilegames.game import Game, Policy

__all__ = ["Progress", "Report", "match_seed", "simulate"]

#: Told how many matches are done, how many are wanted, and what is going on.
Progress = Callable[[int, int, str], None]

#: Where a match is cut off if nothing else is said.
MAX_MOVES = 100_000
#: The most matches that a worker plays before it reports.
_CHUNK = 200
_MASK = SEEDS - 1


def _mix(number: int) -> int:
    """The finaliser of SplitMix64: one to one on 64 bits, and every bit of the result depends on all bits."""
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    number = (number ^ number >> 27) * 0x94D049BB133111EB & _MASK
    return number ^ number >> 31


def match_seed(seed: int, number: int) -> int:
    """The seed of match ``number`` (from 0) of a simulation: from 0 to 2**64 - 1, never twice under one seed.

    Example:
        >>> match_seed(0, 0) == match_seed(0, 0), match_seed(0, 1) == match_seed(1, 0)
        (True, False)
    """
    return _mix(_mix(seed + 0x9E3779B97F4A7C15 & _MASK) ^ _mix(number + 0xD1B54A32D192ED03 & _MASK))


@attrs.frozen
class Report:
    """What came of a simulation. Two reports are equal when everything but the time is.

    Attributes:
        game, title, players, variants, options: what was played (every option with its value).
        sides: the seats of each side.
        seed: the simulation's seed.
        games: how many matches were played.
        rounds, moves: how many rounds were begun and moves made in them, all together.
        shortest, longest: the moves of the shortest and of the longest match.
        wins: for each seat, the matches it won; partners win together.
        draws: the finished matches that nobody won.
        scores: for each side, the sum of its scores over the finished matches.
        endings: how many matches ended by each termination (``reached``, ``rounds``).
        round_endings: how the last round of the finished matches ended (``out``, ``blocked``, ...).
        truncated: the matches cut off at the most moves allowed; they count nowhere but in games, rounds and moves.
        seconds: how long it took, by the clock.
    """

    game: str
    title: str
    players: int
    variants: tuple[str, ...]
    options: dict[str, str]
    sides: tuple[tuple[int, ...], ...]
    seed: int
    games: int
    rounds: int
    moves: int
    shortest: int
    longest: int
    wins: tuple[int, ...]
    draws: int
    scores: tuple[int, ...]
    endings: dict[str, int]
    round_endings: dict[str, int]
    truncated: int
    seconds: float = attrs.field(eq=False)

    @property
    def finished(self) -> int:
        """The matches that were played to their end."""
        return self.games - self.truncated

    @property
    def mean_scores(self) -> tuple[float, ...]:
        """For each side, the mean of its scores over the finished matches; empty if none was finished."""
        return tuple(total / self.finished for total in self.scores) if self.finished else ()

    @property
    def moves_per_game(self) -> float:
        """The mean number of moves in a match."""
        return self.moves / self.games

    @property
    def rounds_per_game(self) -> float:
        """The mean number of rounds in a match."""
        return self.rounds / self.games

    @property
    def moves_per_second(self) -> float:
        """Moves by seconds, over all workers."""
        return self.moves / self.seconds if self.seconds else 0.0

    @property
    def rounds_per_second(self) -> float:
        """Rounds by seconds, over all workers."""
        return self.rounds / self.seconds if self.seconds else 0.0

    def to_dict(self) -> dict[str, Any]:
        """A JSON-ready map with the fields and the means."""
        plain: dict[str, Any] = {}
        for field in attrs.fields(type(self)):
            value = getattr(self, field.name)
            plain[field.name] = list(value) if isinstance(value, tuple) else value
        plain["sides"] = [list(seats) for seats in self.sides]
        del plain["scores"]
        return plain | {
            "mean_scores": list(self.mean_scores),
            "moves_per_game": self.moves_per_game,
            "rounds_per_game": self.rounds_per_game,
            "moves_per_second": self.moves_per_second,
            "rounds_per_second": self.rounds_per_second,
        }


@attrs.define
class _Tally:
    """The counts of some matches. Adding tallies is exact, so their order does not matter."""

    wins: list[int]
    scores: list[int]
    games: int = 0
    rounds: int = 0
    moves: int = 0
    shortest: int | None = None
    longest: int = 0
    draws: int = 0
    truncated: int = 0
    endings: Counter[str] = attrs.Factory(Counter)
    round_endings: Counter[str] = attrs.Factory(Counter)

    @classmethod
    def empty(cls, game: Game) -> _Tally:
        return cls([0] * game.players, [0] * len(game.sides))

    def add(self, other: _Tally) -> None:
        self.wins = [one + two for one, two in zip(self.wins, other.wins, strict=True)]
        self.scores = [one + two for one, two in zip(self.scores, other.scores, strict=True)]
        self.games += other.games
        self.rounds += other.rounds
        self.moves += other.moves
        self.longest = max(self.longest, other.longest)
        known = [least for least in (self.shortest, other.shortest) if least is not None]
        self.shortest = min(known, default=None)
        self.draws += other.draws
        self.truncated += other.truncated
        self.endings += other.endings
        self.round_endings += other.round_endings


def _play(game: Game, policy: Policy | None, seed: int, chunk: range, max_moves: int) -> _Tally:
    """Plays the matches of a chunk."""
    tally = _Tally.empty(game)
    for number in chunk:
        played = game.playout(seed=match_seed(seed, number), policy=policy, max_moves=max_moves)
        length = len(played.moves)
        tally.games += 1
        tally.rounds += len(played.deals)
        tally.moves += length
        tally.longest = max(tally.longest, length)
        tally.shortest = length if tally.shortest is None else min(tally.shortest, length)
        outcome = played.outcome
        if outcome is None:
            tally.truncated += 1
            continue
        for seat in outcome.winners:
            tally.wins[seat] += 1
        if not outcome.winners:
            tally.draws += 1
        for side, score in enumerate(outcome.scores):
            tally.scores[side] += score
        tally.endings[outcome.termination] += 1
        tally.round_endings[outcome.ending] += 1
    return tally


# Workers: each is given the game once, when it starts.

_job: list[tuple[Game, Policy | None]] = []


def _begin_worker(packed: bytes) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asked for the work
    _job[:] = [pickle.loads(packed)]


def _work(seed: int, chunk: range, max_moves: int) -> _Tally:
    game, policy = _job[0]
    return _play(game, policy, seed, chunk, max_moves)


def _chunks(games: int, workers: int) -> list[range]:
    size = max(1, min(_CHUNK, games // (workers * 4)))
    return [range(start, min(start + size, games)) for start in range(0, games, size)]


@contextlib.contextmanager
def _ctrl_c_held() -> Iterator[None]:
    """Holds Ctrl-C back while processes start: they begin with it held back, so it cannot break them off half-made."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _in_workers(game: Game, policy: Policy | None, seed: int, chunks: list[range], max_moves: int,
                workers: int) -> Iterator[_Tally]:
    try:
        packed = pickle.dumps((game, policy))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise OptionError("several workers need a policy, and hooks, that can be pickled: functions of a module "
                          f"({error})") from error
    pool = ProcessPoolExecutor(min(workers, len(chunks)), multiprocessing.get_context("spawn"), _begin_worker,
                               (packed,))
    waiting: list[Future[_Tally]] = []
    try:
        with _ctrl_c_held():
            waiting = [pool.submit(_work, seed, chunk, max_moves) for chunk in chunks]
        for done in as_completed(waiting):
            yield done.result()
    finally:
        pool.shutdown(cancel_futures=True)


def simulate(game: Game, *, games: int, seed: int = 0, policy: Policy | None = None, workers: int = 1,
             progress: Progress | None = None, max_moves: int = MAX_MOVES) -> Report:
    """Plays many matches and counts what came of them.

    Args:
        game: what to play.
        games: how many matches.
        seed: decides every match; the same seed gives the same counts with any number of workers.
        policy: who chooses for all seats; None plays uniformly at random, in place and fast.
        workers: how many processes share the work. With more than one, a script must start its own work under
            ``if __name__ == "__main__":``, because the processes import it again.
        progress: told from time to time how far it is.
        max_moves: where a match is cut off; it then counts as truncated.

    Raises:
        OptionError: a number is out of its range, or the work cannot be given to other processes.

    Example:
        >>> import tilegames
        >>> report = simulate(tilegames.load("texas-42"), games=20, seed=1)
        >>> report.games, report.wins[0] + report.wins[1], report.truncated
        (20, 20, 0)
    """
    for name, value in (("games", games), ("workers", workers), ("max_moves", max_moves)):
        if type(value) is not int or value < 1:
            raise OptionError(f"{name} is a whole number from 1, not {value!r}")
    if type(seed) is not int or not 0 <= seed < SEEDS:
        raise OptionError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}")
    began = time.perf_counter()
    chunks = _chunks(games, workers)
    parts = (_in_workers(game, policy, seed, chunks, max_moves, workers) if workers > 1 and len(chunks) > 1
             else (_play(game, policy, seed, chunk, max_moves) for chunk in chunks))
    total = _Tally.empty(game)
    for part in parts:
        total.add(part)
        if progress is not None:
            progress(total.games, games, game.title)
    return Report(
        game=game.name, title=game.title, players=game.players, variants=game.variants, options=dict(game.options),
        sides=game.sides, seed=seed, games=total.games, rounds=total.rounds, moves=total.moves,
        shortest=total.shortest or 0, longest=total.longest, wins=tuple(total.wins), draws=total.draws,
        scores=tuple(total.scores), endings=dict(sorted(total.endings.items())),
        round_endings=dict(sorted(total.round_endings.items())), truncated=total.truncated,
        seconds=time.perf_counter() - began)
