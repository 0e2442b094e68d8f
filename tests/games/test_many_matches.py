"""Many random matches in place: pieces conserved at every move, scores equal to their events, whatever the workers.

A short run by default; ``HYPOTHESIS_PROFILE=deep`` plays ten thousand matches of each game over all player counts.
"""

import os
import random

import pytest

import tilegames
from tilegames.compile import player_counts
from tilegames.core.table import unroll
from tilegames.simulate import simulate

DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"
MATCHES = 10_000 if DEEP else 100
#: Games whose matches take random players thousands of moves.
FEWER = {} if DEEP else {"gin-rummy": 6, "rummy-500": 21, "cap-it": 15}


def loaded(name):
    return [tilegames.load(name, players=players) for players in player_counts(tilegames.load(name).spec.players)]


def play(game, seed):
    """Plays a match move by move in place and checks the table after each move; returns how many moves it took."""
    flow, pieces = game.flow, game.pieces
    whole = (len(pieces), pieces.full)
    table = flow.start(flow.source(seed=seed))
    rnd = random.Random(seed).random
    moves = 0
    while table.turn >= 0:
        assert table.census() == whole, (game, seed, moves)
        legal = table.phase.legal(table)
        assert legal, (game, seed, moves)
        table.phase.apply(table, legal[int(rnd() * len(legal))])
        moves += 1
        assert moves < 100_000, (game, seed)
    assert table.census() == whole
    sums = [0] * len(game.sides)
    for event in unroll(table.score_chain):
        sums[event.side] += event.amount
    assert tuple(sums) == table.scores, (game, seed)
    if game.spec.scoring.pot is not None:
        assert sum(table.scores) + sum(table.pots) == 0
    assert table.finish is not None
    return moves


@pytest.mark.slow
@pytest.mark.parametrize("name", tilegames.names())
def test_matches_end_and_lose_nothing(name):
    """Over all player counts in turn."""
    games = loaded(name)
    for number in range(FEWER.get(name, MATCHES)):
        assert play(games[number % len(games)], number) > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", tilegames.names())
def test_results_do_not_depend_on_the_workers(name):
    """One worker and two count the same, whatever chunk each match came in."""
    for game in loaded(name)[:: 1 if DEEP else 10]:
        games = MATCHES // len(loaded(name)) + 1 if DEEP else min(30, FEWER.get(name, 30))
        one = simulate(game, games=games, seed=11, workers=1)
        two = simulate(game, games=games, seed=11, workers=2)
        assert one == two
        assert one.games == games
        assert sum(one.endings.values()) == games
