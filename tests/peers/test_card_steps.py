"""How steps of OpenSpiel's hearts and oh_hell map to ours, and the rules in which both differ; needs no peer."""

import importlib.util
from pathlib import Path

import pytest

import tilegames

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
#: The numbers of the rules.
QUEEN, DEAL, FIRST, MISS, SIZE = range(5)


def suit(letter):
    return [rank + letter for rank in RANKS]


@pytest.fixture(scope="module")
def compare():
    place = Path(__file__).with_name("compare_cards.py")
    spec = importlib.util.spec_from_file_location("compare_cards", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def moon():
    """Hearts without passing: all clubs are with player 0, diamonds, spades and hearts with the next ones.

    Player 0 leads all clubs, from the lowest up, and takes all points. In the first trick player 2 may not play the
    queen; player 3 has nothing but points and plays any. All others play their lowest, player 2 the queen first.
    """
    hands = [suit("C"), suit("D"), suit("S"), suit("H")]
    left = [list(hand) for hand in hands]
    steps = []
    for trick in range(13):
        for player in range(4):
            legal = left[player]
            if trick == 0 and player == 0:
                legal = ["2C"]
            elif trick == 0 and player == 2:
                legal = [card for card in legal if card != "QS"]
            taken = legal.index("QS") if trick == 1 and player == 2 else 0
            steps.append([player, "play", list(legal), taken])
            left[player] = [card for card in left[player] if card != legal[taken]]
    return {"seed": 0, "hands": hands, "chance": [0], "steps": steps, "returns": [26, 0, 0, 0]}


@pytest.fixture
def small():
    """Oh Hell with two cards; diamonds are trump, player 1 deals.

    The jack of hearts takes the first trick, the ten of diamonds the second. Player 2 wanted one trick, player 0 two,
    player 1 none; one, one and none they get.
    """
    return {
        "seed": 0,
        "hands": [["10D", "3H"], ["9D", "5C"], ["JH", "QS"]],
        "chance": [1, "3D"],
        "steps": [
            [2, "bid", ["0", "1", "2"], 1], [0, "bid", ["0", "1", "2"], 2], [1, "bid", ["0", "1", "2"], 0],
            [2, "play", ["JH", "QS"], 0], [0, "play", ["3H"], 0], [1, "play", ["5C", "9D"], 0],
            [2, "play", ["QS"], 0], [0, "play", ["10D"], 0], [1, "play", ["9D"], 0],
        ],
        "returns": [1, 10, 11],
    }


@pytest.fixture
def two(compare):
    return compare.Setting("oh_hell", 3, 2)


@pytest.fixture
def plain(compare):
    return compare.Setting("hearts")


def test_a_game_of_hearts_told_by_hand_is_followed_to_its_end(compare, plain, moon):
    assert compare.follow(plain, moon) == ""


def test_a_game_of_oh_hell_told_by_hand_is_followed_to_its_end(compare, two, small):
    """Player 1 bids last; two and one are more than the tricks already, so that nothing is barred."""
    assert compare.follow(two, small) == ""


@pytest.mark.parametrize(("at", "change", "word"), [
    (0, lambda step: step.__setitem__(0, 1), "mover"),
    (0, lambda step: step.__setitem__(1, "pass"), "phase"),
    (0, lambda step: step[2].append("3C"), "moves"),
    (2, lambda step: step[2].append("QS"), "moves"),
    (3, lambda step: step[2].pop(), "moves"),
])
def test_a_step_of_hearts_that_differs_is_told(compare, plain, moon, at, change, word):
    """Another mover, another phase, a move too many or too few."""
    change(moon["steps"][at])
    assert compare.follow(plain, moon).partition(":")[0] == word


@pytest.mark.parametrize(("at", "change", "word"), [
    (0, lambda step: step.__setitem__(0, 0), "mover"),
    (2, lambda step: step[2].pop(), "moves"),
    (3, lambda step: step.__setitem__(1, "bid"), "phase"),
    (4, lambda step: step[2].append("10D"), "moves"),
])
def test_a_step_of_oh_hell_that_differs_is_told(compare, two, small, at, change, word):
    change(small["steps"][at])
    assert compare.follow(two, small).partition(":")[0] == word


def test_an_end_that_differs_is_told(compare, plain, moon, two, small):
    """Other returns; an end that comes too early or too late."""
    assert compare.follow(plain, {**moon, "returns": [0, 26, 26, 26]}).startswith("returns")
    assert compare.follow(two, {**small, "returns": [0, 10, 11]}).startswith("returns")
    assert compare.follow(plain, {**moon, "steps": moon["steps"][:-1]}).startswith("end")
    assert compare.follow(two, {**small, "steps": small["steps"] + small["steps"][-1:]}).startswith("end")


@pytest.mark.parametrize(("direction", "givers"), [(1, [3, 0, 1, 2]), (2, [2, 3, 0, 1]), (3, [1, 2, 3, 0])])
def test_a_direction_of_passing_is_a_round(compare, plain, direction, givers):
    """To the left, across, to the right: from whom each player gets the three lowest cards of a suit."""
    hands = [suit(letter) for letter in "CDHS"]
    state = compare.begin(compare.load(plain), plain, {"hands": hands, "chance": [direction]})
    for player in range(4):
        for rank in "234":
            assert (state.turn, state.phase) == (player, "exchange")
            state = state.play(compare.our_move("pass", rank + "CDHS"[player]))
    for player, giver in enumerate(givers):
        assert set(state.view(player).hand) == set(suit("CDHS"[player])[3:]) | {
            rank + "CDHS"[giver] for rank in "234"}
    assert (state.phase, state.turn, list(map(str, state.legal_moves))) == ("tricks", givers.index(0), ["2C"])


def test_without_a_direction_the_two_of_clubs_is_led_at_once(compare, plain):
    hands = [suit(letter) for letter in "DCHS"]
    state = compare.begin(compare.load(plain), plain, {"hands": hands, "chance": [0]})
    assert (state.phase, state.turn, list(map(str, state.legal_moves))) == ("tricks", 1, ["2C"])


# The rules: each with the option and without it.


def test_there_are_at_most_five_rules(compare):
    """Each is options of the spec that are not its defaults, or an outcome of its deal."""
    ours = {"hearts": tilegames.load("hearts").options, "oh_hell": tilegames.load("oh-hell").options}
    found = [(rule.game, option, value, ours[rule.game][option]) for rule in compare.RULES
             for option, value in rule.options.items()]
    assert found == [
        ("hearts", "queen_breaks_hearts", "yes", "no"), ("hearts", "target", "1", "100"),
        ("oh_hell", "scoring", "tricks_plus_10", "exact"), ("oh_hell", "schedule", "up", "up_down"),
        ("oh_hell", "least", "{size}", "1"), ("oh_hell", "most", "{size}", "by players")]
    assert len(compare.RULES) == 5
    assert [number for number, rule in enumerate(compare.RULES) if not rule.options] == [FIRST]


@pytest.mark.parametrize(("without", "legal"), [(None, {"5H", "3D"}), (QUEEN, {"3D"})])
def test_the_queen_breaks_hearts(compare, plain, without, legal):
    """queen_breaks_hearts: the queen of spades was thrown on clubs, no heart has been played; may the 5 be led?"""
    state = compare.load(plain, without).position(trick=["9C", "AC", "QS", "4C"], hands=[[], ["5H", "3D"]])
    assert (state.turn, set(map(str, state.legal_moves))) == (1, legal)


def test_without_the_target_the_game_goes_on(compare, plain, moon):
    """target: the others have 26 each, far from a hundred."""
    assert compare.follow(plain, moon, DEAL).startswith("end")


@pytest.mark.parametrize(("without", "turn"), [(None, 0), (FIRST, 1)])
def test_the_seat_that_passes_first(compare, plain, moon, without, turn):
    """The lot: player 0 with them; with us the seat to the left of the dealer."""
    assert compare.begin(compare.load(plain, without), plain, {**moon, "chance": [1]}, without).turn == turn


def test_without_the_scoring_a_miss_is_nothing(compare, two, small):
    """scoring: player 0 wanted two tricks and took one."""
    assert compare.follow(two, small, MISS) == "returns: [0, 10, 11] with us, [1, 10, 11] with them"


def test_without_the_size_the_game_goes_on(compare, two, small):
    """schedule, least, most: the second round of nineteen has two cards, too."""
    assert compare.follow(two, small, SIZE).startswith("end")


def test_a_rule_is_left_out_only_where_it_decides_something(compare, plain):
    """Where a parameter has the same option, where hearts need not be broken, and past our usual number of cards."""
    assert [number for number in range(5) if compare.applies(number, plain)] == [QUEEN, DEAL, FIRST]
    assert not compare.applies(QUEEN, compare.Setting("hearts", changed=("qs_breaks_hearts",)))
    assert not compare.applies(QUEEN, compare.Setting("hearts", changed=("must_break_hearts",)))
    assert [number for number in range(5) if compare.applies(number, compare.Setting("oh_hell", 4, 10))] == [MISS, SIZE]
    assert [number for number in range(5) if compare.applies(number, compare.Setting("oh_hell", 4, 11))] == [MISS]
    assert [number for number in range(5) if compare.applies(
        number, compare.Setting("oh_hell", 6, 8, ("off_bid_penalty",)))] == [SIZE]


# Their parameters: each with the option and without it.


def test_every_parameter_is_an_option_with_another_value(compare):
    for game, parameters in compare.PARAMETERS.items():
        size = 13 if game == "hearts" else 12
        usual = compare.load(compare.Setting(game, size=size)).options
        for name, (_, option, value) in parameters.items():
            setting = compare.Setting(game, size=size, changed=(name,))
            assert usual[option] != value
            assert compare.load(setting).options[option] == value


def legal(compare, changed, **words):
    state = compare.load(compare.Setting("hearts", changed=changed)).position(**words)
    return {str(move) for move in state.legal_moves}


POINTS = ["5H", *suit("D")[:11], "QS"]


@pytest.mark.parametrize(("changed", "expected"), [((), set(suit("D")[:11])),
                                                   (("no_pts_on_first_trick",), set(POINTS))])
def test_points_in_the_first_trick(compare, changed, expected):
    """first_trick: eleven diamonds, a heart and the queen of spades, clubs are led."""
    hands = [suit("C"), POINTS]
    state = compare.load(compare.Setting("hearts", changed=changed)).position(round=4, dealer=3, hands=hands)
    assert {str(move) for move in state.play("2C").legal_moves} == expected


@pytest.mark.parametrize(("changed", "expected"), [((), {"2C"}), (("can_lead_any_club",), {"2C", "9C"})])
def test_the_first_lead(compare, changed, expected):
    """opening_lead: any club of who holds the two, but no other suit."""
    assert legal(compare, changed, round=4, dealer=3, hands=[["2C", "9C", *suit("D")[:11]]]) == expected


@pytest.mark.parametrize(("changed", "expected"), [((), {"3D"}), (("must_break_hearts",), {"5H", "3D"}),
                                                   (("must_break_hearts", "qs_breaks_hearts"), {"5H", "3D"})])
def test_hearts_led_before_one_was_played(compare, changed, expected):
    """hearts_lead: at any time, or not."""
    assert legal(compare, changed, turn=0, hand=["5H", "3D"]) == expected


def test_hearts_that_the_queen_does_not_break(compare):
    """queen_breaks_hearts: as without the rule."""
    assert legal(compare, ("qs_breaks_hearts",), trick=["9C", "AC", "QS", "4C"], hands=[[], ["5H", "3D"]]) == {"3D"}


@pytest.mark.parametrize(("changed", "returns"), [((), [26, 0, 0, 0]), (("jd_bonus",), [36, 0, 0, 0])])
def test_the_jack_of_diamonds(compare, moon, changed, returns):
    """jack: ten points off, also for who has shot the moon with it."""
    assert compare.follow(compare.Setting("hearts", changed=changed), {**moon, "returns": returns}) == ""


@pytest.mark.parametrize(("changed", "phase"), [((), "exchange"), (("pass_cards",), "tricks")])
def test_a_game_without_passing(compare, moon, changed, phase):
    """passing: in the first round with us it is to the left."""
    assert compare.load(compare.Setting("hearts", changed=changed)).position(
        dealer=3, hands=moon["hands"]).phase == phase


@pytest.mark.parametrize(("changed", "returns"), [((), [1, 10, 11]), (("off_bid_penalty",), [-1, 10, 11])])
def test_the_penalty_for_a_miss(compare, small, changed, returns):
    """scoring: player 0 is one trick off."""
    assert compare.follow(compare.Setting("oh_hell", 3, 2, changed), {**small, "returns": returns}) == ""


def test_the_settings_of_a_run(compare):
    """Every parameter is met alone and beside others, every number of players, the greatest number of tricks too."""
    hearts = compare.settings("hearts", 0, 200)
    for name in compare.PARAMETERS["hearts"]:
        assert any(setting.changed == (name,) for setting in hearts)
        assert any(len(setting.changed) > 1 and name in setting.changed for setting in hearts)
    hell = compare.settings("oh_hell", 0, 200)
    assert {setting.players for setting in hell} == {3, 4, 5, 6, 7}
    assert {(setting.players, setting.size) for setting in hell} == {
        (players, size) for players, most in ((3, 17), (4, 12), (5, 10), (6, 8), (7, 7)) for size in range(1, most + 1)}
    assert hell[0].params == {"players": hell[0].players, "num_tricks_fixed": hell[0].size}
    assert compare.Setting("hearts", changed=("jd_bonus", "pass_cards")).params == {
        "jd_bonus": True, "pass_cards": False}


def test_what_is_rare_is_told(compare, plain, moon, two, small):
    assert compare.rarities(plain, moon) == ["moons", "hands of points only in the first trick"]
    assert compare.rarities(two, small) == []
    small["steps"][2][2].pop()
    assert compare.rarities(two, small) == ["the last bidder was bound"]
