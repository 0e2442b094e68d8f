"""How long the legal moves of games with melds take: in random play, and in the worst hands that we could think of.

    python tests/benchmarks/melds.py [--games 20]

Times are processor time of one process. ``usual`` is every decision of random matches; ``worst`` are positions made to
be slow: many wild pieces, three packs, a full table. Prints milliseconds.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time

import tilegames
from tilegames import State


def usual(game: tilegames.Game, games: int) -> list[float]:
    """The time of the legal moves at every decision of random matches."""
    taken = []
    for seed in range(games):
        state = game.new_state(seed=seed)
        rng = random.Random(seed)
        while not state.is_over:
            start = time.process_time_ns()
            legal = state.legal_moves
            taken.append((time.process_time_ns() - start) / 1e6)
            state = state.play(rng.choice(legal))
    return taken


def walk(state: State, rng: random.Random) -> tuple[float, int]:
    """The slowest legal moves on a walk of melding moves from a position, and the most moves on offer."""
    slowest, most = 0.0, 0
    for _ in range(40):
        start = time.process_time_ns()
        legal = state.legal_moves
        slowest = max(slowest, (time.process_time_ns() - start) / 1e6)
        most = max(most, len(legal))
        laying = [move for move in legal if move.action in ("meld", "add", "done", "lay off", "swap")]
        if not laying or state.is_over:
            break
        state = state.play(rng.choice(laying))
    return slowest, most


#: Melds that fill the table of three packs: long and short runs with wild pieces, sets with wild pieces.
FULL = [
    ["3C", "4C", "5C", "joker", "7C"], ["8D", "9D", "2C=10D", "JD"], ["10H", "JH", "QH", "KH"],
    ["3S", "joker", "5S"], ["9C", "10C", "JC", "2D=QC"], ["4H", "5H", "6H"], ["7S", "8S", "9S", "joker"],
    ["KC", "KD", "joker"], ["QC", "QD", "2H"], ["5C", "5D", "5H"], ["8C", "8H", "2S"], ["AC", "AD", "AH"],
    ["3H", "3D", "3C"], ["6C", "6D", "6S"], ["JS", "JH", "JC"],
]


def worst(game: tilegames.Game, games: int) -> dict[str, tuple[float, int]]:
    """By kind of position: the slowest legal moves, and the most of them."""
    wild = ["joker"] * 2 + ["2C", "2D", "2H", "2S"] * 2
    ranks = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
    naturals = [rank + suit for suit in "CDHS" for rank in ranks]
    found: dict[str, tuple[float, int]] = {}
    rng = random.Random(5)
    for _ in range(games):
        for held in (10, 16, 24):
            for wilds in (0, 2, 3, 4, 6, 8, 10):
                hand = rng.sample(wild, min(wilds, held - 3)) + rng.sample(naturals, held - min(wilds, held - 3))
                for round_number in range(1, 6):
                    name = f"contract {round_number}"
                    state = game.position(round=round_number, hand=hand, turn=0, drawn=True)
                    found[name] = max(found.get(name, (0.0, 0)), walk(state, rng))
                state = game.position(melds=FULL, down=[0], hand=hand[:18], turn=0, drawn=True)
                found["full table"] = max(found.get("full table", (0.0, 0)), walk(state, rng))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10)
    games = parser.parse_args().games
    for name, players in (("cap-it", 4), ("cap-it", 6), ("rummy-500", 3), ("gin-rummy", 2)):
        taken = usual(tilegames.load(name, players=players), max(1, games // 5))
        cuts = statistics.quantiles(taken, n=100)
        print(f"{name}, {players} players, usual: median {statistics.median(taken):.3f} ms, mean "
              f"{statistics.mean(taken):.3f}, 90 % {cuts[89]:.3f}, 99 % {cuts[98]:.3f}, most {max(taken):.2f} "
              f"({len(taken)} decisions)")
    for name, (slowest, most) in worst(tilegames.load("cap-it", players=6), games).items():
        print(f"cap-it, 6 players, {name}: at most {slowest:.1f} ms, {most} moves")


if __name__ == "__main__":
    main()
