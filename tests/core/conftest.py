"""What the tests of the core share: playing made-up games at random under the invariants of every game."""

import random
from collections.abc import Callable

import pytest

from tilegames import Game, State


def check(state: State) -> None:
    """The claims that hold for every state of every game."""
    pieces = state.game.flow.pieces
    assert state._table.census() == (len(pieces), pieces.full), "no piece is lost and none is there twice"
    legal = state.legal_moves
    assert bool(legal) == (not state.is_over), "a live state has a legal move, a finished one has none"
    assert (state.outcome is None) == (not state.is_over), "a match is over when it has an outcome"
    assert len(set(legal)) == len(legal), f"each legal move stands once in {list(map(str, legal))}"
    for move in legal:
        assert state.parse_move(str(move)) == move, "a move's text names the move"
        assert state.why_illegal(move) is None
    totals = [0] * len(state.scores)
    for event in state.score_events:
        totals[event.side] += event.amount
    assert tuple(totals) == state.scores, "the scores are the sum of their lines"


def play(game: Game, *, matches: int = 50, most: int = 3000) -> list[State]:
    """Plays matches at random, checks every state, and returns the last states."""
    ends = []
    for seed in range(matches):
        rng = random.Random(seed)
        state = game.new_state(seed=seed)
        check(state)
        for _ in range(most):
            if state.is_over:
                break
            state = state.play(rng.choice(state.legal_moves))
            check(state)
        assert state.is_over, f"a match of {game} does not end within {most} moves"
        ends.append(state)
    return ends


@pytest.fixture
def play_random() -> Callable[..., list[State]]:
    """50 random matches of a game, every state checked; gives the last states."""
    return play
