"""Plays OpenSpiel's Python block dominoes at random and tells every step: the peer's half of ``compare_block.py``.

It runs in an environment with ``open-spiel`` and without tilegames. Each line of stdin asks for some games,
``{"seed": 7, "games": 100}``; the answer is one line, a list of games. The game of seed s is dealt and played by
``random.Random(s)`` alone, so that any game can be seen again by itself:

    hands    both hands as dealt; a tile is a pair of numbers, the lower one first
    steps    for each decision: the player, the open edges, the legal actions as [tile, edge] (the edge is null on an
             empty table), and which of them was taken
    left     both hands at the end
    returns  what the game says that both have won
"""

from __future__ import annotations

import json
import random
import sys


def tiles(hand) -> list[list[int]]:
    """A hand as plain numbers; the game has them as floats."""
    return [[int(low), int(high)] for low, high in hand]


def shown(action) -> list:
    """An action as [tile, edge]."""
    return [*tiles([action.tile]), None if action.edge is None else int(action.edge)]


def played(game, actions, seed: int) -> dict:
    """One random game; ``actions`` are all there are, by number."""
    rnd = random.Random(seed).random
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        state.apply_action(outcomes[int(rnd() * len(outcomes))][0])
    hands = [tiles(hand) for hand in state.hands]
    steps = []
    while not state.is_terminal():
        legal = state.legal_actions()
        taken = int(rnd() * len(legal))
        steps.append([state.current_player(), [int(edge) for edge in state.open_edges],
                      [shown(actions[action]) for action in legal], taken])
        state.apply_action(legal[taken])
    return {"seed": seed, "hands": hands, "steps": steps, "left": [tiles(hand) for hand in state.hands],
            "returns": [int(amount) for amount in state.returns()]}


def main() -> None:
    """Answers requests until stdin is closed."""
    # Here, so that whoever only reads this file needs no peer.
    import pyspiel
    from open_spiel.python.games import block_dominoes

    game = pyspiel.load_game("python_block_dominoes")
    for line in sys.stdin:
        asked = json.loads(line)
        seeds = range(asked["seed"], asked["seed"] + asked["games"])
        games = [played(game, block_dominoes._ACTIONS, seed) for seed in seeds]
        print(json.dumps(games, separators=(",", ":")), flush=True)


if __name__ == "__main__":
    main()
