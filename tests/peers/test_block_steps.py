"""How steps of OpenSpiel's block dominoes map to ours, and the rules in which both differ; needs no peer."""

import importlib.util
from pathlib import Path

import pytest

import tilegames


@pytest.fixture(scope="module")
def compare():
    place = Path(__file__).with_name("compare_block.py")
    spec = importlib.util.spec_from_file_location("compare_block", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def game(compare):
    return compare.load()


@pytest.fixture
def theirs():
    """A whole game as the peer tells it: 6-5, 5-5, 5-1; player 1 has no one and no six and is passed over; 1-6, and
    neither has another six.
    """
    return {
        "seed": 0,
        "hands": [[[5, 6], [1, 6], [1, 5], [0, 0], [0, 1], [0, 2], [1, 1]],
                  [[5, 5], [2, 2], [2, 3], [2, 4], [3, 3], [3, 4], [4, 4]]],
        "steps": [
            [0, [], [[[0, 0], None], [[0, 1], None], [[0, 2], None], [[1, 1], None], [[1, 5], None], [[1, 6], None],
                     [[5, 6], None]], 6],
            [1, [5, 6], [[[5, 5], 5]], 0],
            [0, [5, 6], [[[1, 5], 5], [[1, 6], 6]], 0],
            [0, [1, 6], [[[0, 1], 1], [[1, 1], 1], [[1, 6], 1], [[1, 6], 6]], 2],
        ],
        "left": [[[0, 0], [0, 1], [0, 2], [1, 1]], [[2, 2], [2, 3], [2, 4], [3, 3], [3, 4], [4, 4]]],
        "returns": [36, -36],
    }


def test_a_game_told_by_hand_is_followed_to_its_end(compare, game, theirs):
    """Player 1 is passed over after the second tile of player 0; 4+5+6+6+7+8 pips are left against 0+1+2+2."""
    assert compare.follow(game, theirs) == ""


@pytest.mark.parametrize(("at", "change", "word"), [
    (1, lambda step: step.__setitem__(0, 0), "mover"),
    (1, lambda step: step.__setitem__(1, [6, 6]), "ends"),
    (2, lambda step: step[2].pop(), "moves"),
    (3, lambda step: step[2].append([[0, 2], 1]), "moves"),
])
def test_a_step_that_differs_is_told(compare, game, theirs, at, change, word):
    """Another mover, other ends, a move too few or too many."""
    change(theirs["steps"][at])
    assert compare.follow(game, theirs).partition(":")[0] == word


@pytest.mark.parametrize(("key", "value", "word"), [
    ("returns", [31, -31], "returns"),
    ("left", [[[0, 0], [0, 1], [1, 1], [1, 2]], [[2, 2], [2, 3], [2, 4], [3, 3], [3, 4], [4, 4]]], "hands"),
])
def test_an_end_that_differs_is_told(compare, game, theirs, key, value, word):
    """Other pips, other tiles in hand."""
    theirs[key] = value
    assert compare.follow(game, theirs).partition(":")[0] == word


def test_a_game_that_ends_too_early_is_told(compare, game, theirs):
    """They are over while somebody can still play."""
    del theirs["steps"][-1]
    assert compare.follow(game, theirs) == "end: over with them, seat 1 is to move with us"


def test_equal_ends_are_two_moves_and_one_action(compare, game):
    """4-1 to either of two fours."""
    moves = game.position(layout=["4-0", "0-2", "2-4"], hand=["4-1"]).legal_moves
    assert {action: [str(move) for move in found]
            for action, found in compare.actions(moves, {"left": 4, "right": 4}).items()} == {
        ((1, 4), 4): ["4-1 left", "4-1 right"]}


def test_a_tile_that_fits_both_ends_is_two_actions(compare, game):
    """5-3 to a three or to a five."""
    moves = game.position(layout=["3-6", "6-5"], hand=["5-3"]).legal_moves
    assert {action: [str(move) for move in found]
            for action, found in compare.actions(moves, {"left": 3, "right": 5}).items()} == {
        ((3, 5), 3): ["5-3 left"], ((3, 5), 5): ["5-3 right"]}


# The rules: a position for each, with the option and without it.

BLOCKED = [["0-0", "1-1"], ["3-2", "5-4"]]
DEAD = ["6-1", "1-2", "2-6", "6-6", "6-3", "3-4", "4-6", "6-5", "5-0"]


def test_there_are_at_most_five_rules(compare):
    """Each is an option of the spec, or an outcome of its deal."""
    options = tilegames.load("block").options
    assert [(rule.option, rule.value, options[rule.option]) for rule in compare.RULES] == [
        ("own_pips", "kept", "subtracted"), ("block_test", "at_once", "all_pass"), ("rounds", "1", "none"),
        ("lead", "lot", "lot")]


@pytest.mark.parametrize(("value", "returns"), [("kept", [14, -14]), ("subtracted", [12, -12])])
def test_the_own_pips_of_the_winner(compare, value, returns):
    """own_pips: two pips win against fourteen; they count 14, by our default it is 12."""
    state = tilegames.load("block", own_pips=value).position(hands_left=BLOCKED)
    assert compare.payoff(state.scores) == returns


@pytest.mark.parametrize(("value", "over", "legal"), [("at_once", True, []), ("all_pass", False, ["pass"])])
def test_the_passes_before_a_block(value, over, legal):
    """block_test: with the seventh six laid they are over; by our default both have to pass."""
    game = tilegames.load("block", block_test=value, rounds=1)
    state = game.position(layout=DEAD, hands=[["6-0", *BLOCKED[0]], BLOCKED[1]]).play("6-0 right")
    assert (state.is_over, [str(move) for move in state.legal_moves]) == (over, legal)


@pytest.mark.parametrize(("options", "over"), [({"rounds": 1}, True), ({}, False)])
def test_the_rounds_of_a_game(options, over):
    """rounds: after one they are over; by our default the match goes on to a hundred."""
    assert tilegames.load("block", **options).position(hands_left=BLOCKED).is_over is over


@pytest.mark.parametrize("starter", [0, 1])
def test_the_seat_that_leads(game, starter):
    """lead: with them it is player 0, as with us if the lot falls on seat 0."""
    assert game.new_state(deal=game.deal(starter=starter), seed=0).turn == starter
