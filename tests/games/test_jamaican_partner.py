"""Jamaican Partner Dominoes: what the examples of the spec cannot say (rules reference, section 2)."""

import itertools

import pytest

import tilegames


@pytest.fixture(scope="module")
def game():
    return tilegames.load("jamaican-partner")


def test_the_set(game):
    """Section 2.1: 28 tiles, 168 pips, every number eight times."""
    ends = [end for kind in game.pieces.kinds for end in kind.ends]
    assert len(game.pieces) == 28
    assert sum(ends) == 168
    assert [ends.count(number) for number in range(7)] == [8] * 7


@pytest.mark.parametrize("seat", range(4))
def test_whoever_holds_the_double_six_starts_the_match(game, seat):
    """P1: the only legal move of the match's start is 6-6 by its holder."""
    hands = [[] for _ in range(4)]
    hands[seat] = ["6-6"]
    state = game.new_state(deal=game.deal(hands=hands), seed=0)
    assert (state.turn, [str(move) for move in state.legal_moves]) == (seat, ["6-6"])


def test_play_goes_on_in_seat_order(game):
    """Section 2.1: after the start the turn goes round by one seat."""
    state = game.new_state(deal=game.deal(hands=[[], ["6-6"]]), seed=0)
    assert [state.turn, state.play("6-6").turn] == [1, 2]


def test_the_direction_decides_only_who_is_left(game):
    """Section 2.1: anticlockwise; seats are numbered in the order of play."""
    assert game.spec.players.turn == "counterclockwise"
    assert game.flow.seats.left_of(0) == 3
    assert game.flow.seats.after(0) == 1


def test_a_match_ends_with_the_others_at_nothing(game):
    """Section 2.1: six love."""
    for seed in range(30):
        outcome = game.playout(seed=seed).outcome
        assert sorted(score == 0 for score in outcome.scores) == [False, True]
        assert max(outcome.scores) in (6, 7)
        assert outcome.winners in ((0, 2), (1, 3))


def test_what_random_play_looks_like(game):
    """Section 2.1: about a quarter of the hands block, few are tied (loose bounds, 100 matches)."""
    rounds = blocked = ties = 0
    for seed in range(100):
        for state in game.playout(seed=seed).states():
            for event in state.events:
                if event.kind == "round":
                    rounds += 1
                    blocked += "blocked" in event.text
                    ties += "blocked" in event.text and event.seat is None
    assert 0.20 < blocked / rounds < 0.30
    assert 0.005 < ties / rounds < 0.03


def test_the_poser_is_chosen_by_the_winner_of_the_last_round(game):
    """P2: after a win one of the winning side is named; the named seat then plays any tile."""
    state = game.position(round=2, after="win", last_winner=3)
    assert (state.phase, state.turn, [str(move) for move in state.legal_moves]) == (
        "choose", 3, ["seat 1", "seat 3"])
    after = state.play("seat 1")
    assert (after.phase, after.turn, len(after.legal_moves)) == ("layout", 1, 7)


OPTIONS = {"key_bone": ["on", "off"], "sporting": ["no", "yes"], "one_all": ["reset", "playoff"],
           "tie": ["replay", "replay_stacking"], "reset_lead": ["winner", "double_six"], "target": ["1", "4", "6"]}


@pytest.mark.parametrize("values", list(itertools.product(*OPTIONS.values())))
def test_all_options_combine(values):
    """Section 2.2: every combination of options plays to an end."""
    chosen = dict(zip(OPTIONS, values, strict=True))
    game = tilegames.load("jamaican-partner", **chosen)
    outcome = game.playout(seed=5).outcome
    assert max(outcome.scores) >= int(chosen["target"])
    assert min(outcome.scores) == 0
