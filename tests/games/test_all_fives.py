"""All Fives: what the examples of the spec cannot say, with values worked out from the rules by hand."""

from pathlib import Path

import pytest

import tilegames

SPEC = Path(__file__).parents[2] / "specs" / "all-fives.yaml"


@pytest.fixture(scope="module")
def game():
    return tilegames.load("all-fives")


def texts(state):
    return [str(move) for move in state.legal_moves]


def spinner_played(**options):
    """Five double; five blank on a side, five three on the other, five two on an end of the spinner."""
    game = tilegames.load("all-fives", **options)
    state = game.new_state(deal=game.deal(hands=[["5-5", "5-3"], ["5-0", "5-2"]], starter=0), seed=0)
    scored = []
    for move in ("5-5", "5-0@5-5", "5-3@5-5", "5-2@5-5"):
        before = len(state.score_events)
        state = state.play(move)
        scored.append([(event.side, event.amount, event.rule) for event in state.score_events[before:]])
    return scored


def test_the_spinner_is_an_end_until_both_sides_are_covered():
    """Ends 10 (the double once), 10 (both halves and a blank), 3 (blank and three), 5 (and a two)."""
    assert spinner_played() == [[(0, 10, "open_ends")], [(1, 10, "open_ends")], [], [(1, 5, "open_ends")]]


def test_a_lone_double_can_count_one_half():
    """The same with the lone double as one five; joined on one side it counts both halves as before."""
    assert spinner_played(lone_double="one_half") == [
        [(0, 5, "open_ends")], [(1, 10, "open_ends")], [], [(1, 5, "open_ends")]]


@pytest.mark.parametrize(("options", "scoring"), [
    ({}, {"5-5": 10, "6-4": 10, "5-0": 5, "4-1": 5, "3-2": 5}),
    ({"lone_double": "one_half"}, {"5-5": 5, "6-4": 10, "5-0": 5, "4-1": 5, "3-2": 5}),
    ({"unit": "fives"}, {"5-5": 2, "6-4": 2, "5-0": 1, "4-1": 1, "3-2": 1}),
    ({"doubles": "muggins"}, {"5-5": 10, "6-4": 10, "5-0": 5, "4-1": 5, "3-2": 5}),
])
def test_which_tiles_score_when_they_lead(options, scoring):
    """The sum of the first tile, if it is a multiple of five and not nothing; all other tiles score nothing."""
    game = tilegames.load("all-fives", **options)
    for tile in game.pieces.names:
        state = game.new_state(deal=game.deal(hands=[[tile]], starter=0), seed=0).play(tile)
        assert state.scores == (scoring.get(tile, 0), 0), tile


def test_the_highest_score_of_one_play(game):
    """Doubles six, five and four at three ends and a five at the fourth: 12 + 10 + 8 + 5 = 35."""
    layout = ["3-3", "6-3", "5-3", "4-3@3-3", "3-2@3-3", "6-6", "4-4", "5-2@3-2"]
    state = game.position(layout=layout, hand=["5-5", "1-0"]).play("5-5@5-3")
    assert state.scores == (35, 0)


def test_the_highest_score_of_one_play_in_muggins():
    """Doubles six and four at the two ends: 12 + 8 = 20."""
    game = tilegames.load("all-fives", doubles="muggins")
    assert game.position(layout=["6-6", "6-4"], hand=["4-4", "1-0"]).play("4-4 right").scores == (20, 0)


@pytest.mark.parametrize(("left", "scored"), [
    (["0-0"], 0), (["1-0"], 0), (["1-1"], 0), (["2-1"], 5), (["2-2"], 5), (["4-1"], 5), (["5-1"], 5), (["6-1"], 5),
    (["6-2"], 10), (["5-4"], 10), (["5-5"], 10), (["6-5"], 10), (["6-6"], 10), (["6-6", "1-0"], 15),
    (["6-6", "5-5"], 20), (["6-6", "5-5", "1-0"], 25)])
def test_leftovers_are_rounded_to_the_nearest_five(game, left, scored):
    """One and two down, three and four up: 7 is 5, 8 is 10, 12 is 10, 13 is 15, 22 is 20, 23 is 25."""
    assert game.position(hands_left=[[], left]).scores == (scored, 0)


@pytest.mark.parametrize(("options", "scored"), [
    ({}, 25), ({"leftovers": "each_hand"}, 30), ({"leftovers": "exact"}, 24), ({"unit": "fives"}, 5),
    ({"unit": "fives", "leftovers": "each_hand"}, 6), ({"unit": "fives", "leftovers": "exact"}, 4)])
def test_three_hands_of_eight(options, scored):
    """24 together: rounded once 25, each by itself 3 x 10, exact 24; in fives 5, 6, and the 4 whole fives of 24."""
    game = tilegames.load("all-fives", players=4, **options)
    state = game.position(hands_left=[[], ["6-2"], ["5-3"], ["4-4"]])
    assert state.scores == (scored, 0, 0, 0)


@pytest.mark.parametrize(("options", "scored"), [
    ({}, 20), ({"leftovers": "each_hand"}, 15), ({"own_pips": "subtracted"}, 15),
    ({"own_pips": "subtracted", "leftovers": "each_hand"}, 10), ({"own_pips": "subtracted", "leftovers": "exact"}, 14)])
def test_a_block_of_three(options, scored):
    """The winner holds 4, the others 7 and 11, 18 together: 20, by hands 5 + 10; less the own four 14, by hands - 5."""
    game = tilegames.load("all-fives", players=3, **options)
    state = game.position(hands_left=[["4-0"], ["6-1"], ["6-5"]])
    assert state.scores == (scored, 0, 0)


def test_the_sides_of_one_double_are_one_move(game):
    """Whichever of its free sides a tile lies at, the layout is the same."""
    for layout in (["5-5"], ["5-5", "5-0"], ["5-5", "5-0", "5-3"], ["5-5", "5-0", "5-3", "5-4"]):
        state = game.position(layout=layout, hand=["5-2", "6-1"])
        assert texts(state) == ["5-2@5-5"], layout


def test_equal_ends_on_two_tiles_are_two_moves(game):
    """Sixes at the ends of three tiles: three moves; the layouts they lead to differ."""
    state = game.position(layout=["5-5", "6-5", "5-1", "6-1@5-1", "5-3@5-5", "6-3@5-3"], hand=["6-2", "4-4"])
    assert sorted(texts(state)) == ["6-2@6-1", "6-2@6-3", "6-2@6-5"]
    assert len({state.play(move) for move in state.legal_moves}) == 3


def test_the_first_tile_has_no_end(game):
    """Nine tiles, nine moves, none of which names an end."""
    state = game.new_state(deal=game.deal(starter=0), seed=3)
    assert len(state.legal_moves) == 9
    assert {move.where for move in state.legal_moves} == {None}


@pytest.mark.parametrize(("layout", "free"), [
    (["5-5"], [("5-5", 2)]), (["5-5", "5-0"], [("5-0", 1), ("5-5", 1)]),
    (["5-5", "5-0", "5-3"], [("5-0", 1), ("5-3", 1), ("5-5", 2)]),
    (["5-5", "5-0", "5-3", "5-2@5-5", "5-1@5-5"], [("5-0", 1), ("5-1", 1), ("5-2", 1), ("5-3", 1)])])
def test_the_view_shows_how_many_sides_are_free_now(game, layout, free):
    """Two long sides, the last long side, then the two short ones; with four arms the double is no end."""
    view = game.position(layout=layout, hand=["5-4", "6-6"]).view(None)
    assert sorted((end.piece, end.free) for end in view.ends) == free


def test_the_view_tells_what_lies_on_what(game):
    """The tiles in the order laid, the joined number first, and the place of the tile each lies on."""
    view = game.position(layout=["6-4", "4-4", "4-3@4-4", "4-1@4-4", "6-2"], hand=["5-5"]).view(0)
    assert view.layout == ((6, 4), (4, 4), (4, 3), (4, 1), (6, 2))
    assert view.joined == (-1, 0, 1, 1, 0)
    assert view.arms == ()


@pytest.mark.parametrize(("move", "code", "key"), [
    ("6-4", "must-join-an-end", "joins"), ("5-4@5-5", "no-such-end", "joins"), ("3-1@5-3", "not-in-hand", "layout"),
    ("pass", "must-play-if-able", "cannot_play"), ("draw", "must-play-if-able", "cannot_play")])
def test_illegal_moves_have_a_reason_and_a_place(game, move, code, key):
    """Why not, and the line of a spec that says so."""
    layout = ["5-5", "5-0", "5-3", "5-2@5-5", "5-1@5-5"]
    reason = game.position(layout=layout, hand=["6-4", "5-4", "6-3"]).why_illegal(move)
    lines = (SPEC.parent / Path(reason.place.file).name).read_text(encoding="utf-8").splitlines()
    assert (reason.code, key in lines[reason.place.line - 1]) == (code, True)


def test_a_tile_that_fits_one_end_needs_no_end_named(game):
    """5-4 fits the double alone; 6-1 fits the one of 5-1 and that of 2-1, so the end must be said."""
    state = game.position(layout=["5-5", "5-1", "5-2", "2-1@5-2"], hand=["6-1", "5-4", "6-3"])
    assert state.parse_move("5-4").text == "5-4@5-5"
    with pytest.raises(tilegames.errors.AmbiguousMoveError):
        state.parse_move("6-1")


def test_a_player_draws_until_a_tile_fits_and_plays_it(game):
    """The tiles that do not fit stay in hand; the one that fits must be played, and nothing more is drawn."""
    state = game.position(layout=["6-4"], hand=["5-5", "3-3"], stock=["2-2", "1-1", "6-2", "6-1"])
    for size in (3, 4, 5):
        assert texts(state) == ["draw"]
        state = state.play("draw")
        assert (state.turn, state.view(0).hand_sizes[0]) == (0, size)
    assert texts(state) == ["6-2@6-4"]
    assert state.play("6-2").turn == 1


def test_what_is_drawn_is_seen_by_the_player_alone(game):
    """The others see that somebody draws, not what."""
    state = game.position(layout=["6-4"], hand=["5-5", "3-3"], stock=["2-2"]).play("draw")
    drawn = {seat: [event.pieces for event in state.view(seat).events if event.kind == "draw"] for seat in (0, 1, None)}
    assert drawn == {0: [("2-2",)], 1: [()], None: [()]}


def test_partners_share_a_score():
    """Four in two sides: what seat 2 scores is its side's, and going out leaves the partner's tiles uncounted."""
    game = tilegames.load("all-fives", players=4, variants=["partners"])
    assert game.position(turn=2, layout=["5-0"], hand=["5-5", "1-0"]).play("5-5").scores == (10, 0)
    state = game.position(turn=2, layout=["5-0"], hands=[["6-6"], ["6-5"], ["5-5"], ["1-0"]]).play("5-5")
    assert state.scores == (20, 0)


def test_the_spec_has_no_hook_and_is_short(game):
    """All of it is said in the language, in about sixty lines beside its examples."""
    assert not game.spec.hooks
    rules = SPEC.read_text(encoding="utf-8").split("\ndrop_examples:")[0]
    assert len([line for line in rules.splitlines() if line.strip()]) <= 64
