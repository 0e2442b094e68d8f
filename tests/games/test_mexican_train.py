"""Mexican Train: what the examples of the spec cannot say, with values worked out from the rules by hand."""

from pathlib import Path

import pytest

import tilegames
from tilegames.compile import player_counts

SPECS = Path(__file__).parents[2] / "specs"
#: All fives but the double: three on train 0, nine on the Mexican train, which both end in a five.
ALL_FIVES = ["12-12", "12-5 train 0", "5-0 train 0", "0-1 train 0", "1-5 train 0", "12-2 mexican", "2-5 mexican",
             "5-3 mexican", "3-4 mexican", "4-5 mexican", "5-6 mexican", "6-7 mexican", "7-5 mexican", "5-8 mexican",
             "8-9 mexican", "9-5 mexican", "5-10 mexican", "10-11 mexican", "11-5 mexican"]


@pytest.fixture(scope="module")
def game():
    return tilegames.load("mexican-train")


def texts(state):
    return sorted(str(move) for move in state.legal_moves)


def marked(state):
    return [arm.owner for arm in state.view(None).arms if arm.open and arm.owner is not None]


def test_the_set(game):
    """Double twelve: 91 tiles, every number fourteen times, 1092 pips."""
    ends = [end for kind in game.pieces.kinds for end in kind.ends]
    assert len(game.pieces) == 91
    assert [ends.count(number) for number in range(13)] == [14] * 13
    assert sum(ends) == 1092


@pytest.mark.parametrize(("players", "each", "stock"), [
    (2, 15, 61), (3, 15, 46), (4, 15, 31), (5, 12, 31), (6, 12, 19), (7, 10, 21), (8, 10, 11)])
def test_the_deal(players, each, stock):
    """Fifteen for two to four, twelve for five and six, ten for seven and eight."""
    game = tilegames.load("mexican-train", players=players)
    assert player_counts(game.spec.players) == range(2, 9)
    view = game.new_state(deal=game.deal(hands=[["12-12"]]), seed=0).view(None)
    assert (view.hand_sizes, view.stock) == ((each,) * players, stock)


def engines(**options):
    """The first tile of each round of a match, and how the match ended."""
    played = tilegames.load("mexican-train", **options).playout(seed=4)
    first = {state.round: state.view(None).layout[0] for state in played.states() if state.view(None).layout}
    return [first[number] for number in sorted(first)], played.outcome.termination


@pytest.mark.parametrize("find", ["draw_in_turn", "all_draw_together", "preplaced", "reshuffle"])
def test_thirteen_rounds_from_the_double_twelve_to_the_double_blank(find):
    """Every double opens one round, whoever has it; after 0-0 the match is over."""
    assert engines(find=find) == ([(number, number) for number in range(12, -1, -1)], "rounds")


@pytest.mark.parametrize("find", ["next_lower", "highest_held"])
def test_thirteen_rounds_with_whatever_double_is_held(find):
    """Thirteen rounds, each opened by some double; four hands of fifteen hold the highest three or so every time."""
    opened, termination = engines(find=find)
    assert (len(opened), termination) == (13, "rounds")
    assert all(high == low for high, low in opened)
    if find == "highest_held":
        assert min(opened) >= (8, 8)


def test_fewer_rounds_stop_at_a_higher_double():
    """Seven rounds: 12-12 down to 6-6."""
    assert engines(rounds=7) == ([(number, number) for number in range(12, 5, -1)], "rounds")


def test_the_engine_set_aside_is_in_no_hand():
    """It lies on the table before anybody plays, every train shows its number, and the lead goes round."""
    game = tilegames.load("mexican-train", find="preplaced", players=3)
    state = game.new_state(deal=game.deal(starter=2), seed=1)
    view = state.view(None)
    assert (view.layout, view.stock, view.hand_sizes) == (((12, 12),), 45, (15, 15, 15))
    assert [(end.number, end.where) for end in view.ends] == [
        (12, "train 0"), (12, "train 1"), (12, "train 2"), (12, "mexican")]
    assert state.turn == 2
    leads = [game.position(round=number, last_opener=opener).turn for number, opener in ((2, 2), (3, 0), (4, 1))]
    assert leads == [0, 1, 2]


def test_the_search_goes_round_until_the_engine_turns_up():
    """Five draws from seat 1 on: seats 1, 2, 3, 0 and 1, who has drawn two and opens."""
    game = tilegames.load("mexican-train")
    hands = [["11-11"], ["10-10"], ["9-9"], ["8-8"]]
    deal = game.deal(hands=hands, stock=["1-0", "2-0", "3-0", "4-0", "12-12"], starter=1)
    state = game.new_state(deal=deal, seed=0)
    assert (state.turn, texts(state), state.view(None).hand_sizes) == (1, ["12-12"], (16, 17, 16, 16))
    assert {"2-0"} <= set(state.view(2).hand)


def test_the_engine_has_no_end_named(game):
    """The first move is the engine alone; to name a train is refused."""
    state = game.new_state(deal=game.deal(hands=[["12-12"]]), seed=0)
    assert texts(state) == ["12-12"]
    assert {state.why_illegal(move).code for move in ("12-12 mexican", "12-12 train 0")} <= {
        "no-ends-yet", "no-such-move"}


def test_a_tile_that_fits_two_trains_has_two_moves(game):
    """Equal ends of two trains are told apart, and lead to two layouts."""
    state = game.position(layout=["12-12", "12-5 train 0", "5-3 train 0", "12-6 mexican", "6-3 mexican"],
                          hand=["3-1", "9-9"])
    assert texts(state) == ["3-1 mexican", "3-1 train 0"]
    assert len({state.play(move) for move in state.legal_moves}) == 2


def test_the_view_shows_whose_train_is_open(game):
    """Each player has a train, closed until it is marked; the Mexican train is nobody's and always open."""
    state = game.position(layout=["12-12", "12-5 train 0"], marked=[2], hand=["5-1", "5-2"])
    shown = [(arm.name, arm.owner, arm.open) for arm in state.view(1).arms]
    assert shown == [("train 0", 0, False), ("train 1", 1, False), ("train 2", 2, True), ("train 3", 3, False),
                     ("mexican", None, True)]
    assert state.view(1).due == ()


def test_whoever_cannot_play_draws_one_tile_and_no_more(game):
    """A tile that does not fit ends the turn at once, with the train marked."""
    state = game.position(layout=["12-12", "12-5 train 0"], hand=["4-1", "3-1"], stock=["9-9", "5-5"])
    after = state.play("draw")
    assert (after.turn, marked(after), after.view(None).hand_sizes[0]) == (1, [0], 3)
    assert [event.kind for event in after.events] == ["draw", "mark"]


def test_a_train_that_was_not_begun_can_be_marked(game):
    """The marker lies at its empty place; anybody may begin it then with the engine's number."""
    state = game.position(layout=["12-12", "12-5 train 0", "12-6 mexican"], turn=1, hand=["4-1"], stock=["9-9"])
    after = state.play("draw")
    assert (after.turn, marked(after)) == (2, [1])
    after = game.position(layout=["12-12", "12-5 train 0", "12-6 mexican"], turn=2, marked=[1], hand=["12-3", "8-8"])
    assert texts(after) == ["12-3 train 1", "12-3 train 2"]


def test_a_marker_stays_until_its_owner_plays_there(game):
    """Seat 1 plays on the marked train of seat 0; it stays open, until seat 0 plays on it."""
    hands = [["4-2", "8-8"], ["5-4", "9-9"], ["12-3", "9-8"], ["12-2", "10-9"]]
    state = game.position(layout=["12-12", "12-5 train 0"], marked=[0], turn=1, hands=hands).play("5-4 train 0")
    assert marked(state) == [0]
    for move in ("12-3 mexican", "12-2 train 3", "stop"):
        state = state.play(move)
    assert (state.turn, marked(state)) == (0, [0])
    state = state.play("4-2 train 0")
    assert (state.turn, marked(state)) == (1, [])


def test_an_uncovered_double_goes_round_until_it_is_covered(game):
    """Three players in turn draw in vain and mark their trains; seat 3 covers it, and no mark is lost by that."""
    hands = [["5-5", "12-1"], ["12-2"], ["12-3"], ["5-4", "12-4"]]
    state = game.position(layout=["12-12", "12-5 train 0"], hands=hands, stock=["7-1", "7-2", "7-3"])
    state = state.play("5-5 train 0").play("draw").play("draw").play("draw")
    assert (state.turn, marked(state), state.view(None).due) == (3, [0, 1, 2], ("5-5",))
    assert texts(state) == ["5-4 train 0"]
    state = state.play("5-4 train 0")
    assert (state.turn, marked(state), state.view(None).due) == (0, [0, 1, 2], ())


def test_a_double_on_ones_own_train_takes_the_marker_away(game):
    """The owner has played there; when no cover is found the train is marked again."""
    state = game.position(layout=["12-12", "12-5 train 0"], marked=[0], hand=["5-5", "9-8"], stock=["7-1"])
    state = state.play("5-5 train 0")
    assert (state.turn, marked(state)) == (0, [])
    state = state.play("draw")
    assert (state.turn, marked(state)) == (1, [0])


def test_a_dead_double_need_not_be_covered(game):
    """The other twelve fives lie on the table: nothing is due, whoever laid it plays or draws."""
    state = game.position(layout=ALL_FIVES, marked=[1], hand=["5-5", "12-1", "9-7"]).play("5-5 train 0")
    assert (state.turn, state.view(None).due, texts(state)) == (0, (), ["12-1 train 1"])
    state = game.position(layout=ALL_FIVES, hand=["5-5", "9-7"], stock=["12-1"]).play("5-5 train 0")
    assert texts(state) == ["draw"]


def test_a_double_dies_when_its_last_tile_is_laid_elsewhere():
    """5-5 lies open on train 0; the last other five, 11-5, goes to the Mexican train: nothing is due any more."""
    game = tilegames.load("mexican-train", extra_tile="anywhere")
    state = game.position(layout=ALL_FIVES[:-1], hand=["5-5", "11-5", "9-7"]).play("5-5 train 0")
    assert state.view(None).due == ("5-5",)
    assert texts(state) == ["11-5 mexican", "11-5 train 0"]
    state = state.play("11-5 mexican")
    assert (state.turn, state.view(None).due) == (1, ())


def test_three_doubles_are_covered_in_the_order_laid():
    """Laid 5, 6, 7; each of the next three players covers one: first to last, or last to first."""
    layout = ["12-12", "12-5 train 0", "12-6 mexican", "12-7 train 1"]
    hands = [["5-5", "6-6", "7-7", "9-8"], ["5-1", "6-1", "7-1"], ["5-2", "6-2", "7-2"], ["5-3", "6-3", "7-3"]]
    for order, due, covers in (("oldest", ("5-5", "6-6", "7-7"), ["5-1 train 0", "6-2 mexican", "7-3 train 1"]),
                               ("newest", ("7-7", "6-6", "5-5"), ["7-1 train 1", "6-2 mexican", "5-3 train 0"])):
        game = tilegames.load("mexican-train", extra_tile="anywhere", cover_order=order)
        state = game.position(layout=layout, marked=[1], hands=hands, stock=["4-4"])
        for move in ("5-5 train 0", "6-6 mexican", "7-7 train 1", "draw"):
            state = state.play(move)
        assert state.view(None).due == due
        for cover in covers:
            assert texts(state) == [cover]
            state = state.play(cover)
        assert (state.turn, state.view(None).due) == (0, ())


def test_a_double_in_the_opening_chain_is_covered_before_the_chain_goes_on(game):
    """No stopping at the double; after the cover the chain may go on, or stop."""
    hand = ["12-12", "12-5", "5-5", "5-3", "3-1", "9-8", "9-7", "9-6", "9-4", "8-7", "8-6", "8-4", "7-6", "7-4", "6-4"]
    state = game.new_state(deal=game.deal(hands=[hand]), seed=0).play("12-12").play("12-5 train 0")
    assert texts(state) == ["5-3 train 0", "5-5 train 0", "stop"]
    state = state.play("5-5 train 0")
    assert (texts(state), state.view(None).due) == (["5-3 train 0"], ("5-5",))
    state = state.play("5-3 train 0")
    assert (texts(state), state.view(None).due) == (["3-1 train 0", "stop"], ())
    assert state.play("stop").turn == 1


def test_the_chain_is_for_every_players_first_turn_alone():
    """Two players: both have a chain, then each lays one tile a turn, also who began the own train later."""
    game = tilegames.load("mexican-train", players=2)
    filler = ["9-8", "9-7", "9-6", "8-7", "8-6", "7-6", "10-9", "10-8", "10-7"]
    one = ["12-12", "12-5", "5-3", "3-2", "2-0", "12-1", *filler]
    two = ["12-4", "4-3", "3-1", "1-0", "0-0", "11-10", "11-9", "11-8", "11-7", "11-6", "10-6", "10-10", "9-9", "8-8",
           "7-7"]
    state = game.new_state(deal=game.deal(hands=[one, two]), seed=0)
    state = state.play("12-12").play("12-1 mexican")
    assert state.turn == 1
    state = state.play("12-4 train 1").play("4-3 train 1")
    assert texts(state) == ["3-1 train 1", "stop"]
    state = state.play("stop").play("12-5 train 0")
    assert state.turn == 1
    assert state.play("3-1 train 1").turn == 0


def test_a_double_as_the_last_tile():
    """It ends the round; or it has to be covered from the stock; with nothing to draw it ends the round, too."""
    hands = [["5-5"], ["1-1"], ["2-2"], ["3-3"]]
    layout = ["12-12", "12-5 train 0"]
    ends = tilegames.load("mexican-train").position(layout=layout, hands=hands).play("5-5 train 0")
    assert (ends.round, ends.scores) == (1, (0, 2, 4, 6))
    game = tilegames.load("mexican-train", last_double="plays_on")
    drawn = game.position(layout=layout, hands=hands, stock=["5-4"]).play("5-5 train 0")
    assert (drawn.round, drawn.turn, texts(drawn)) == (0, 0, ["draw"])
    drawn = drawn.play("draw").play("5-4 train 0")
    assert (drawn.round, drawn.scores) == (1, (0, 2, 4, 6))
    empty = game.position(layout=layout, hands=hands, stock_empty=True).play("5-5 train 0")
    assert (empty.round, empty.scores) == (1, (0, 2, 4, 6))


def test_a_dead_double_as_the_last_tile_ends_the_round():
    """Only a double that is still to be covered keeps a round going; all other fives lie on the table."""
    game = tilegames.load("mexican-train", last_double="plays_on")
    hands = [["5-5"], ["1-1"], ["2-2"], ["3-3"]]
    state = game.position(layout=ALL_FIVES, hands=hands, stock=["9-9"]).play("5-5 train 0")
    assert (state.round, state.scores) == (1, (0, 2, 4, 6))


def test_whoever_drew_a_double_draws_to_cover_it(game):
    """One draw to play at all, and one more for the double that came of it; then the train is marked."""
    state = game.position(layout=["12-12", "12-5 train 0"], hand=["4-1"], stock=["5-5", "9-9"])
    state = state.play("draw").play("5-5 train 0")
    assert (state.turn, texts(state)) == (0, ["draw"])
    state = state.play("draw")
    assert (state.turn, marked(state), state.view(None).due) == (1, [0], ("5-5",))


def test_keeping_a_drawn_tile_marks_the_train():
    """Where it may be kept: played, nothing is marked; kept, the train is open."""
    game = tilegames.load("mexican-train", drawn_must_play="no")
    state = game.position(layout=["12-12", "12-5 train 0"], hand=["4-1"], stock=["12-2"]).play("draw")
    assert texts(state) == ["12-2 mexican", "pass"]
    assert (marked(state.play("12-2 mexican")), marked(state.play("pass"))) == ([], [0])


@pytest.mark.parametrize(("options", "score"), [
    ({}, 6), ({"double_blank": "25"}, 31), ({"double_blank": "50"}, 56), ({"blanks": "25"}, 81),
    ({"blanks": "25", "double_blank": "25"}, 56)])
def test_what_the_blanks_count(options, score):
    """0-0 and 6-0 left: 0 + 6; 25 or 50 for the 0-0; 25 for each blank half, 50 + 31, or 25 + 31."""
    game = tilegames.load("mexican-train", players=2, **options)
    assert game.position(hands_left=[[], ["0-0", "6-0"]]).scores == (0, score)


def test_a_blocked_round_has_no_winner_and_everybody_scores(game):
    """Stock empty, nothing fits anywhere: all hands count, the least one too."""
    hands = [["5-1", "9-9"], ["3-3"], ["4-4"], ["8-8"]]
    state = game.position(layout=["12-12", "12-5 train 0"], hands=hands, stock_empty=True).play("5-1 train 0")
    assert (state.round, state.scores) == (1, (18, 6, 8, 16))
    assert [event.text for event in state.events if event.kind == "round"] == ["round 1 is over (blocked)"]


def test_a_double_that_only_a_hand_can_cover_is_no_block(game):
    """Stock empty, 5-5 open: seats 1 and 2 must pass although they could play elsewhere; seat 3 covers it."""
    hands = [["5-5", "9-9"], ["12-1"], ["12-2"], ["5-3", "8-8"]]
    state = game.position(layout=["12-12", "12-5 train 0"], hands=hands, stock_empty=True).play("5-5 train 0")
    for seat in (0, 1, 2):
        assert (state.turn, texts(state)) == (seat, ["pass"])
        state = state.play("pass")
    assert (state.turn, texts(state), marked(state)) == (3, ["5-3 train 0"], [0, 1, 2])


CASES = {
    "a closed train": ({}, "12-1 train 2", "not-your-train", "trains"),
    "no such number there": ({}, "4-3 train 0", "must-join-an-end", "joins"),
    "another's tile": ({}, "12-11 mexican", "not-in-hand", "layout"),
    "passing": ({}, "pass", "must-play-if-able", "cannot_play"),
    "drawing": ({}, "draw", "must-play-if-able", "cannot_play"),
    "stopping": ({}, "stop", "nothing-to-stop", "trains"),
    "a double first": ({"layout": ["12-12", "12-5 train 0", "5-5 train 0"]}, "12-1 mexican", "must-fill", "must_fill"),
    "nothing fits": ({"hand": ["4-3"]}, "pass", "must-draw", "cannot_play"),
}


@pytest.mark.parametrize("case", CASES)
def test_illegal_moves_have_a_reason_and_a_place(game, case):
    """Why not, and the line of a spec that says so."""
    given, move, code, key = CASES[case]
    given = {"layout": ["12-12", "12-5 train 0"], "hand": ["5-1", "12-1", "4-3"], **given}
    reason = game.position(**given).why_illegal(move)
    assert reason.code == code
    lines = (SPECS / Path(reason.place.file).name).read_text(encoding="utf-8").splitlines()
    assert key in lines[reason.place.line - 1]


def test_only_the_own_train_goes_on_in_a_chain(game):
    """In the middle of a chain no other train is played on, nor is a tile drawn."""
    hand = ["12-12", "12-5", "12-6", "5-3", "9-8", "9-7", "9-6", "9-4", "9-2", "8-7", "8-6", "8-4", "8-2", "7-6", "7-4"]
    state = game.new_state(deal=game.deal(hands=[hand]), seed=0).play("12-12").play("12-5 train 0")
    assert state.why_illegal("12-6 mexican").code == "own-train-only"
    assert state.why_illegal("draw").code == "own-train-only"
    assert state.why_illegal("pass").code == "own-train-only"


def test_the_own_train_first(game):
    """Where that is the rule its line is named; afterwards the Mexican train is open as ever."""
    game = tilegames.load("mexican-train", own_train_first="yes")
    state = game.position(layout=["12-12", "12-6 mexican"], turn=1, hand=["6-1", "12-2", "9-9"])
    assert state.why_illegal("6-1 mexican").code == "own-train-first"
    state = game.position(layout=["12-12", "12-6 mexican", "12-3 train 1"], turn=1, hand=["6-1", "12-2", "9-9"])
    assert texts(state) == ["6-1 mexican"]


def test_what_is_drawn_is_seen_by_the_player_alone(game):
    """Also while the engine is looked for."""
    deal = game.deal(stock=["1-0", "12-12"], starter=0)
    state = game.new_state(deal=deal, seed=0)
    drawn = {seat: [event.pieces for event in state.view(seat).events if event.kind == "draw"] for seat in (0, 1, 2)}
    assert drawn == {0: [("1-0",), ()], 1: [(), ("12-12",)], 2: [(), ()]}


def test_the_spec_has_no_hook_and_is_short(game):
    """All of it is said in the language, in less than seventy lines beside its examples."""
    assert not game.spec.hooks
    rules = (SPECS / "mexican-train.yaml").read_text(encoding="utf-8").split("\ndrop_examples:")[0]
    assert len([line for line in rules.splitlines() if line.strip()]) < 70
