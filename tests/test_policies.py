"""Policies: what they are given, and what they cannot find out."""

import random

import pytest

import tilegames


def test_a_policy_sees_what_the_last_move_caused():
    """From the second move on there are events, and none names a piece that the seat may not see."""
    seen = []

    def policy(view, rng):
        seen.append(view)
        return view.legal_moves[0]

    game = tilegames.load("kap-tai-shap", players=3)
    game.playout(seed=3, policy=policy, max_moves=40)
    assert seen[0].events == ()
    assert all(view.events for view in seen[1:])
    drawn = [(view.seat, event) for view in seen for event in view.events if event.kind == "draw"]
    assert drawn
    assert all(bool(event.pieces) == (event.seat == seat) for seat, event in drawn)


def test_each_seat_has_its_own_random_numbers():
    """Two seats' generators differ, and the same seat keeps its own."""
    first = {}

    def policy(view, rng):
        first.setdefault(view.seat, (rng, rng.getstate()))
        assert first[view.seat][0] is rng
        return view.legal_moves[0]

    tilegames.load("texas-42").playout(seed=1, policy=policy, max_moves=30)
    assert len({state for _, state in first.values()}) == 4


@pytest.mark.parametrize("seed", [0, 1, 4242])
def test_the_seed_cannot_be_tried_out(seed):
    """No generator that is started from the seed in a plain way is the one that a policy gets."""
    states = []

    def policy(view, rng):
        states.append(rng.getstate())
        return view.legal_moves[0]

    tilegames.load("texas-42").playout(seed=seed, policy=policy, max_moves=1)
    plain = [seed, seed << 32, (seed << 32) | 0xFFFFFFFF, str(seed), seed.to_bytes(8, "little")]
    assert states[0] not in [random.Random(start).getstate() for start in plain]


def test_the_same_seed_plays_the_same():
    """Deals and random numbers are a function of the seed."""
    game = tilegames.load("jamaican-partner")

    def policy(view, rng):
        return rng.choice(view.legal_moves)

    assert game.playout(seed=8, policy=policy) == game.playout(seed=8, policy=policy)
    assert game.playout(seed=8, policy=policy).moves != game.playout(seed=9, policy=policy).moves


def test_an_illegal_choice_is_refused():
    """A policy's move must be one of the view's."""
    game = tilegames.load("texas-42")
    with pytest.raises(tilegames.IllegalMoveError, match="chose a move that is not legal"):
        game.playout(seed=1, policy=lambda view, rng: tilegames.Move("play", "6-6"))
