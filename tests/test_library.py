"""Finding and loading: what ``load`` and ``loads`` refuse, and how."""

import copy
import pickle
import sys

import pytest

import tilegames
from tilegames import DealError, HookError, OptionError, SaveError, SpecError, hook

CHILD = "tilegames: 1\ngame: child\nextends: jamaican-partner\nabout: {title: A child}\n"


def test_a_file_is_called_like_its_game(tmp_path):
    """Records and children find a game by its id, so the file must have that name."""
    path = tmp_path / "other.yaml"
    path.write_text(CHILD, encoding="utf-8")
    with pytest.raises(SpecError) as error:
        tilegames.load(path)
    problem, = error.value.problems
    assert (problem.code, problem.span.line, problem.hint) == ("file-name", 2, "call the file child.yaml")
    (tmp_path / "child.yaml").write_text(CHILD, encoding="utf-8")
    assert tilegames.load(tmp_path / "child.yaml").name == "child"


@pytest.mark.parametrize("name", ["players", "variants", "hooks", "specs", "text", "name_or_path"])
def test_an_option_is_not_called_like_an_argument(name):
    """It could never be set."""
    options = f"options:\n  {name}: {{default: a, values: {{a: {{}}, b: {{match: {{until: {{reach: 4}}}}}}}}}}\n"
    with pytest.raises(SpecError) as error:
        tilegames.loads(CHILD + options)
    assert [(problem.code, problem.span.line) for problem in error.value.problems] == [("bad-name", 6)]


@pytest.mark.parametrize(("arguments", "message"), [
    ({"text": None}, "a spec is a text"),
    ({"specs": {"q": None}}, "specs maps ids to the texts"),
    ({"specs": "x"}, "specs maps ids to the texts"),
    ({"variants": None}, "variants is a list"),
    ({"variants": "plunge"}, r"variants=\['plunge'\]"),
    ({"variants": [[]]}, "named by a text"),
    ({"hooks": sys}, "hooks is a list"),
    ({"players": True}, "is for 4 players"),
    ({"players": "4"}, "is for 4 players"),
    ({"target": 0}, "must be a whole number in 1..10"),
    ({"target": "4.0"}, "must be a whole number in 1..10"),
    ({"sporting": 7}, "cannot be"),
    ({"sportin": "yes"}, 'did you mean "sporting"'),
])
def test_wrong_arguments_are_one_clear_error(arguments, message):
    """An OptionError with a way out, never a Python error from inside."""
    arguments = dict(arguments)
    text = arguments.pop("text", CHILD)
    with pytest.raises(OptionError, match=message):
        tilegames.loads(text, **arguments)


def test_what_is_no_hook_is_refused():
    """A function without the mark, or a number, would be ignored in silence."""
    for item in (len, 1, lambda tile, default, options: default):
        with pytest.raises(HookError, match="is no hook"):
            tilegames.loads(CHILD, hooks=[item])


def test_options_that_do_not_go_with_the_players_are_a_wrong_request():
    """The spec is sound; one Chinese set is too little for twenty."""
    with pytest.raises(OptionError, match="sets=1 does not go with 20 players"):
        tilegames.load("kap-tai-shap", players=20, sets=1)


def test_games_of_the_same_rules_are_equal():
    """Loaded twice, pickled or copied; another option, player count or variant is another game."""
    game = tilegames.load("kap-tai-shap", players=3)
    again = tilegames.load("kap-tai-shap", players=3, pairings="sum")
    assert game == again == pickle.loads(pickle.dumps(game)) == copy.deepcopy(game)
    assert len({game, again}) == 1
    assert game != tilegames.load("kap-tai-shap", players=4)
    assert game != tilegames.load("kap-tai-shap", players=3, pairings="celko")
    assert game != 7


def test_what_is_no_file_is_refused(tmp_path):
    """A folder, and a name that is not there."""
    (tmp_path / "child.yaml").mkdir()
    with pytest.raises(OptionError, match="is no file"):
        tilegames.load(tmp_path / "child.yaml")
    with pytest.raises(OptionError, match="cannot be read"):
        tilegames.load(tmp_path / "none.yaml")
    with pytest.raises(OptionError, match="is no path"):
        tilegames.load("./nothing\0.yaml")


@pytest.mark.parametrize("words", [{"hands": None}, {"hands": [None]}, {"hands": "6-6"}, {"stock": None},
                                   {"dealer": 9}])
def test_a_wrong_deal_is_a_deal_error(words):
    """Whatever is wrong with it."""
    with pytest.raises(DealError):
        tilegames.load("texas-42").deal(**words)


def test_other_wrong_arguments():
    """A seat, a bound, a record, a seed."""
    game = tilegames.load("texas-42")
    for seat in (9, -1, "0"):
        with pytest.raises(OptionError, match="there is no seat"):
            game.side_of(seat)
    for bound in ("x", 2.5, -1, True):
        with pytest.raises(OptionError, match="max_moves"):
            game.playout(max_moves=bound)
    with pytest.raises(SaveError, match="a playthrough is a text"):
        tilegames.Playthrough.parse(None)
    deal = game.deal(dealer=1)
    assert game.playout(seed=None, deal=[deal], max_moves=5).deals == (deal,)


@hook("tile_value")
def doubled(tile, default, options):
    return 2 * default


def test_a_hook_that_is_not_passed_is_told_how():
    """The message says how to pass one's own."""
    text = CHILD + "hooks: {tile_value: test_library.doubled}\n"
    with pytest.raises(HookError, match=r"hooks=\[module\]"):
        tilegames.loads(text)
    assert max(tilegames.loads(text, hooks=[doubled]).values) == 24


def test_a_match_without_an_end_is_cut_off():
    """Bids that are worth nothing never reach a score: the playout stops where it is told to, without an outcome."""
    text = ("tilegames: 1\ngame: nothing-42\nextends: texas-42\nabout: {title: Nothing}\n"
            "phases: {auction: {bids: {points: {stake: 0}, marks: {stake: 0}}}}\n")
    played = tilegames.loads(text).playout(seed=1, max_moves=5_000)
    assert (len(played), played.outcome) == (5_000, None)


def test_tiles_may_be_typed_as_they_are_drawn():
    """The table of the command line shows [6|4]; whoever types that means the 6-4."""
    state = tilegames.load("texas-42").position(trump="fours", turn=0, hand=["6-4", "2-2"])
    assert str(state.parse_move("[6|4]")) == str(state.parse_move("4|6")) == "6-4"


def test_no_trump_may_be_said_as_the_spec_says_it():
    """``none`` is the word of the spec and of positions."""
    state = tilegames.load("texas-42").position(bid="31", declarer=0)
    assert str(state.parse_move("none")) == "no trump"


def test_a_large_hand_does_not_take_long():
    """Groups of any size among twenty tiles would take for ever: such a spec is refused."""
    text = ("tilegames: 1\ngame: large\nextends: kap-tai-shap\nabout: {title: Large}\n"
            "players: {min: ~, max: ~, best: ~, count: 2}\nset: {chinese_dominoes: 8}\n"
            "patterns: {tens: {size: 2..9, total: [10, 20, 30]}, complete_hand: {made_of: {tens: 3}}}\n"
            "deal: {each: 19, starter: 20}\n")
    with pytest.raises(SpecError, match="too-many-ways"):
        tilegames.loads(text)


@pytest.mark.parametrize(("name", "chosen", "option", "value"), [
    ("oh-hell", {"bidding": "at_once"}, "hook", "off"), ("devils-bridge", {"schedule": "up"}, "last_hand", "seen"),
    ("oh-hell", {}, "hook", "dealer_cannot_balance"),
    ("texas-42", {"variants": ["nel-o"], "nello": "forced_shaker_only"}, "all_pass", "at_least_30")])
def test_an_option_says_what_is_in_force(name, chosen, option, value):
    """Also where another option has brought it."""
    game = tilegames.load(name, **chosen)
    assert game.options[option] == value


@pytest.mark.parametrize("number", ["x", None, -1, 19, True])
def test_a_deal_is_for_a_round_of_the_match(number):
    """Nineteen rounds, from 0 to 18."""
    with pytest.raises(tilegames.DealError, match="from 0 to 18"):
        tilegames.load("devils-bridge", players=4).deal(of_round=number)


def test_a_policy_is_a_function():
    """A number is none."""
    with pytest.raises(tilegames.OptionError, match="policy is a function"):
        tilegames.load("texas-42").playout(policy=5)
