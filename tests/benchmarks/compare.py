"""Measures playouts beside two peers in one run, and prints ratios.

    python tests/benchmarks/compare.py --peers VENV/bin/python [--quick]

VENV is an environment with ``open-spiel==2.0.2`` and ``dominoes==6.1.0``; this file runs itself there for the peers,
so that both sides are timed by the same code. Nothing here asserts a time: machines differ, ratios are for people.

A move is one decision of a player. OpenSpiel's chance nodes and the passes that both dominoes make by themselves are no
moves, but their time counts. The peer and tilegames alternate; each pair of rows is from one spell of the machine.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import time
from functools import partial


def sample(outcomes: list[tuple[int, float]], at: float) -> int:
    """The outcome of a chance node that a number from 0 to 1 picks."""
    for action, chance in outcomes:
        at -= chance
        if at < 0:
            return action
    return outcomes[-1][0]


def openspiel(name: str, seconds: float) -> tuple[int, float]:
    """A game of OpenSpiel, driven state by state from Python."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng = random.Random(1)
    rnd = rng.random
    moves = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(sample(state.chance_outcomes(), rnd()))
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(rnd() * len(legal))])
                moves += 1
        state.returns()
    return moves, time.perf_counter() - start


def openspiel_hearts(seconds: float) -> tuple[int, float]:
    """OpenSpiel's hearts, a game that is written in C++."""
    return openspiel("hearts", seconds)


def openspiel_oh_hell(seconds: float) -> tuple[int, float]:
    """OpenSpiel's oh hell, written in C++: one round of ten cards for three."""
    return openspiel("oh_hell(num_tricks_fixed=10,players=3)", seconds)


def openspiel_gin(seconds: float) -> tuple[int, float]:
    """OpenSpiel's gin rummy, written in C++: single deals."""
    return openspiel("gin_rummy", seconds)


def dominoes_game(seconds: float) -> tuple[int, float]:
    """The ``dominoes`` package: hands of four players in two sides, its fast board."""
    import dominoes

    rng = random.Random(1)
    rnd = rng.random
    random.seed(1)
    moves = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        game = dominoes.Game.new(starting_player=0)
        game.skinny_board()
        while game.result is None:
            legal = game.valid_moves
            game.make_move(*legal[int(rnd() * len(legal))])
            moves += 1
    return moves, time.perf_counter() - start


def openspiel_block(seconds: float) -> tuple[int, float]:
    """OpenSpiel's block dominoes, a game that is written in Python: rounds of two players."""
    from open_spiel.python.games import block_dominoes  # noqa: F401  importing it makes the game known

    return openspiel("python_block_dominoes", seconds)


def playouts(name: str, seconds: float, *, forced: bool = True, **how: object) -> tuple[int, float]:
    """Random matches of a bundled game; ``forced=False`` leaves passes and draws out of the count."""
    import tilegames

    game = tilegames.load(name, **how)
    moves = seed = 0
    for warm in range(30):
        game.playout(seed=10**6 + warm)
    spent = 0.0
    while spent < seconds:
        start = time.perf_counter()
        played = game.playout(seed=seed)
        spent += time.perf_counter() - start
        seed += 1
        moves += len(played) if forced else sum(move.action not in ("pass", "draw") for move in played.moves)
    return moves, spent


def states(name: str, seconds: float, **how: object) -> tuple[int, float]:
    """Random matches over frozen states."""
    import tilegames

    game = tilegames.load(name, **how)
    rnd = random.Random(1).random
    moves = seed = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = game.new_state(seed=seed)
        seed += 1
        while not state.is_over:
            legal = state.legal_moves
            state = state.play(legal[int(rnd() * len(legal))])
            moves += 1
    return moves, time.perf_counter() - start


def win_test(seconds: float) -> tuple[int, float]:
    """The time that the test for a complete hand takes in random play of Kap Tai Shap, 20 players and 8 sets."""
    import tilegames

    game = tilegames.load("kap-tai-shap", players=20)
    turns = game.flow.phases[0]
    hands: list[list[int]] = []
    real = turns.complete
    turns.complete = lambda kinds: hands.append(list(kinds)) or real(kinds)
    seed = 0
    while len(hands) < 20_000:
        game.playout(seed=seed)
        seed += 1
    turns.complete = real
    tests = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        for hand in hands:
            real(hand)
        tests += len(hands)
    return tests, time.perf_counter() - start


PEERS = {"openspiel_hearts": openspiel_hearts, "openspiel_oh_hell": openspiel_oh_hell,
         "openspiel_gin": openspiel_gin,
         "openspiel_block": openspiel_block, "dominoes_game": dominoes_game}


def peer(python: str, name: str, seconds: float) -> float:
    """Moves a second of a peer, measured in its own environment."""
    found = subprocess.run([python, __file__, "--measure", name, "--seconds", str(seconds)], check=True,
                           capture_output=True, text=True)
    moves, spent = json.loads(found.stdout)
    return float(moves / spent)


def rate(measured: tuple[int, float]) -> float:
    """Moves a second."""
    return measured[0] / measured[1]


def two_players(name: str, seconds: float, forced: bool) -> float:
    """Moves a second of a bundled game with two players."""
    return rate(playouts(name, seconds, forced=forced, players=2))


def main() -> None:
    """Prints a table of medians and ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", help="the Python of an environment with both peers; without it only tilegames runs")
    parser.add_argument("--quick", action="store_true", help="short spells, for a first look")
    parser.add_argument("--seconds", type=float, default=None, help="seconds of each spell (default 2, quick 0.5)")
    parser.add_argument("--repeats", type=int, default=None, help="spells of each row (default 5, quick 2)")
    parser.add_argument("--measure", choices=PEERS, help=argparse.SUPPRESS)
    args = parser.parse_args()
    seconds = args.seconds or (0.5 if args.quick else 2.0)
    if args.measure:
        print(json.dumps(PEERS[args.measure](seconds)))
        return
    repeats = args.repeats or (2 if args.quick else 5)
    # Under the options of the peer, and one round a match: a deal beside a deal.
    hearts = {"queen_breaks_hearts": "yes", "target": 1}
    oh_hell = {"players": 3, "least": 10, "most": 10}
    gin = {"length": "one_deal", "put_back": "allowed", "returned": 2, "takes": 50, "wall": "knock", "ties": "nobody",
           "big_gin": "off"}
    rows = [
        ("hearts, playout", lambda: rate(playouts("hearts", seconds, **hearts)), "openspiel_hearts"),
        ("hearts, frozen states", lambda: rate(states("hearts", seconds, **hearts)), "openspiel_hearts"),
        ("hearts, matches to 100, playout", lambda: rate(playouts("hearts", seconds)), "openspiel_hearts"),
        ("oh-hell, playout", lambda: rate(playouts("oh-hell", seconds, **oh_hell)), "openspiel_oh_hell"),
        ("oh-hell, frozen states", lambda: rate(states("oh-hell", seconds, **oh_hell)), "openspiel_oh_hell"),
        ("gin-rummy, playout", lambda: rate(playouts("gin-rummy", seconds, **gin)), "openspiel_gin"),
        ("gin-rummy, frozen states", lambda: rate(states("gin-rummy", seconds, **gin)), "openspiel_gin"),
        ("texas-42, playout", lambda: rate(playouts("texas-42", seconds)), "openspiel_hearts"),
        ("texas-42, frozen states", lambda: rate(states("texas-42", seconds)), "openspiel_hearts"),
        ("jamaican-partner, playout", lambda: rate(playouts("jamaican-partner", seconds)), "dominoes_game"),
        ("jamaican-partner, passes not counted", lambda: rate(playouts("jamaican-partner", seconds, forced=False)),
         "dominoes_game"),
    ]
    # Both peers pass by themselves, and none of them draws.
    rows += [(f"{name}, 2 players, {what}", partial(two_players, name, seconds, forced), theirs)
             for name, less in (("block", "passes"), ("draw", "passes and draws"))
             for what, forced in (("playout", True), (f"{less} not counted", False))
             for theirs in ("dominoes_game", "openspiel_block")]
    print(f"{'':44} {'moves/s':>10} {'peer':>10} {'ratio':>7}  (median of {repeats} spells of {seconds} s)")
    for title, ours, theirs in rows:
        pairs = [(ours(), peer(args.peers, theirs, seconds) if args.peers else 0.0) for _ in range(repeats)]
        mine, other = (statistics.median(column) for column in zip(*pairs, strict=True))
        ratio = statistics.median(a / b for a, b in pairs) if args.peers else float("nan")
        print(f"{title:44} {mine:10,.0f} {other:10,.0f} {ratio:7.2f}  {theirs}", flush=True)
    for players in (4, 20):
        print(f"{f'kap-tai-shap, {players} players, playout':44} "
              f"{rate(playouts('kap-tai-shap', seconds, players=players)):10,.0f}", flush=True)
    tests, spent = win_test(seconds)
    print(f"{'kap-tai-shap, 20 players, win test':44} {1e6 * spent / tests:10.2f} microseconds")


if __name__ == "__main__":
    sys.exit(main())
