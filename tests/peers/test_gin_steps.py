"""How steps of OpenSpiel's gin_rummy map to ours, and the rules in which both differ; needs no peer."""

import copy
import importlib.util
from collections import Counter
from pathlib import Path

import pytest

import tilegames

#: Player 0 has three melds and the king of diamonds; player 1 lays off and melds in many ways.
MELDS = ["AS 2S 3S", "4C 4D 4H", "7S 8S 9S"]
FIRST = ["AS", "2S", "3S", "4D", "4H", "4C", "7S", "8S", "9S", "KD"]
SECOND = ["4S", "5S", "10S", "JS", "5C", "5D", "5H", "6H", "QD", "KH"]
FIVES = ["5C 5D 5H", "5S 5D 5H", "5S 5C 5H", "5S 5C 5D", "5S 5C 5D 5H"]
#: One hand without any meld; one that needs the 9S, the 6S or a jack to knock.
POOR = ["JS", "JH", "6S", "KC", "QD", "9C", "7D", "5C", "3D", "2H"]
NEAR = ["AS", "2S", "3S", "4D", "4H", "4C", "7S", "8S", "JD", "JC"]


@pytest.fixture(scope="module")
def compare():
    place = Path(__file__).with_name("compare_gin.py")
    spec = importlib.util.spec_from_file_location("compare_gin", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def plain(compare):
    return compare.Setting()


def step(player, stage, legal, taken, knocks=()):
    legal = list(legal)
    return [player, stage, legal, legal.index(taken), list(knocks)]


def drop(step, action):
    step[2].remove(action)
    step[3] = 0


def refused():
    """Both refuse the first upcard, player 0 draws."""
    return [step(0, "offer", ["upcard", "pass"], "pass"), step(1, "offer", ["upcard", "pass"], "pass"),
            step(0, "offer", ["stock"], "stock")]


@pytest.fixture
def knocked():
    """Player 0 draws the queen of clubs, discards the king and knocks with ten; all three melds must be laid for that.

    Player 1 lays off three cards, keeps the five of spades that would fit, lays three fives, and has 5+6+10+10 left.
    """
    return {
        "seed": 0,
        "hands": [FIRST, SECOND],
        "stock": ["QH", "QC", "3D"],
        "steps": [
            *refused(),
            step(0, "discard", [*FIRST, "QC", "knock"], "knock", ["KD", "QC"]),
            step(0, "knock", ["KD", "QC"], "KD"),
            step(0, "lay", MELDS, "4C 4D 4H"),
            step(0, "lay", ["AS 2S 3S", "7S 8S 9S"], "AS 2S 3S"),
            step(0, "lay", ["7S 8S 9S"], "7S 8S 9S"),
            step(0, "lay", ["pass"], "pass"),
            step(1, "off", ["pass", "4S", "10S"], "10S"),
            step(1, "off", ["pass", "4S", "JS"], "JS"),
            step(1, "off", ["pass", "4S"], "4S"),
            step(1, "off", ["pass", "5S"], "pass"),
            step(1, "meld", ["pass", *FIVES], "5C 5D 5H"),
            step(1, "meld", ["pass"], "pass"),
        ],
        "deadwood": [10, 31],
        "returns": [21, -21],
    }


def gin_told(*, limit=10, upcard="QH", returns=(74, -74)):
    """Player 0 draws the ten of spades, and has nothing left: nobody lays off. Player 1 keeps 4+9+10+6+10+10."""
    second = ["9D" if card == "10S" else card for card in SECOND]
    strict = ["AS 2S 3S", "4C 4D 4H", "7S 8S 9S 10S"]
    loose = [*strict, "7S 8S 9S", "8S 9S 10S"] if limit == 10 else strict
    knocks = ["KD", "7S", "10S"] if limit == 10 else ["KD"]
    low = ["pass"] if limit == 10 else []
    return {
        "seed": 0,
        "hands": [FIRST, second],
        "stock": [upcard, "10S", "3D"],
        "steps": [
            *refused(),
            step(0, "discard", [*FIRST, "10S", "knock"], "knock", knocks),
            step(0, "knock", knocks, "KD"),
            step(0, "lay", loose, "7S 8S 9S 10S"),
            step(0, "lay", ["AS 2S 3S", "4C 4D 4H"], "4C 4D 4H"),
            # Six points are left.
            step(0, "lay", [*low, "AS 2S 3S"], "AS 2S 3S"),
            step(0, "lay", ["pass"], "pass"),
            step(1, "meld", ["pass", *FIVES], "5S 5C 5D 5H"),
            step(1, "meld", ["pass"], "pass"),
        ],
        "deadwood": [0, 49],
        "returns": list(returns),
    }


def close_told(last, returns):
    """Player 0 knocks with ten. Player 1 lays off nothing, melds seven cards, and keeps AD, 3D and another one."""
    run = "8D 9D 10D"
    return {
        "seed": 0,
        "hands": [FIRST, ["5S", "5C", "5D", "5H", "8D", "9D", "10D", "AD", "3D", last]],
        "stock": ["QH", "QC", "6D"],
        "steps": [
            *refused(),
            step(0, "discard", [*FIRST, "QC", "knock"], "knock", ["KD", "QC"]),
            step(0, "knock", ["KD", "QC"], "KD"),
            step(0, "lay", MELDS, "4C 4D 4H"),
            step(0, "lay", ["AS 2S 3S", "7S 8S 9S"], "7S 8S 9S"),
            step(0, "lay", ["AS 2S 3S"], "AS 2S 3S"),
            step(0, "lay", ["pass"], "pass"),
            step(1, "off", ["pass"], "pass"),
            step(1, "meld", ["pass", *FIVES, run], "5S 5C 5D 5H"),
            step(1, "meld", ["pass", run], run),
            step(1, "meld", ["pass"], "pass"),
        ],
        "deadwood": [10, 10],
        "returns": returns,
    }


@pytest.fixture
def tied():
    return close_told("6C", [0, 0])


def wall_told(last):
    """Both put down what they draw, until two cards are left: player 0's last discard is the nine of spades.

    With it player 1 could discard one jack and knock with the other.
    """
    used = {*POOR, *NEAR, "KH", "9S"}
    others = [rank + suit for suit in "CDHS" for rank in ("A", *map(str, range(2, 11)), *"JQK")
              if rank + suit not in used]
    stock = ["KH", *others[:28], "9S", *others[28:]]
    steps = refused()
    for number, card in enumerate(stock[1:30]):
        player = number % 2
        if number:
            steps.append(step(player, "draw", ["upcard", "stock"], "stock"))
        steps.append(step(player, "discard", [*(POOR, NEAR)[player], card], card))
    steps.append(step(1, "wall", ["pass", "knock"], last, ["JD", "JC"]))
    told = {"seed": 0, "hands": [POOR, NEAR], "stock": stock, "steps": steps, "deadwood": [72, 25], "returns": [0, 0]}
    if last == "pass":
        return told
    steps += [
        step(1, "knock", ["JD", "JC"], "JD"),
        step(1, "lay", MELDS, "4C 4D 4H"),
        step(1, "lay", ["AS 2S 3S", "7S 8S 9S"], "7S 8S 9S"),
        step(1, "lay", ["AS 2S 3S"], "AS 2S 3S"),
        step(1, "lay", ["pass"], "pass"),
        step(0, "off", ["pass", "6S"], "6S"),
        step(0, "off", ["pass"], "pass"),
        step(0, "meld", ["pass"], "pass"),
    ]
    # 72 less the six that was laid off, against ten.
    return {**told, "deadwood": [66, 10], "returns": [-56, 56]}


@pytest.fixture
def returned():
    """Both take the king of hearts and put it back."""
    return {
        "seed": 0,
        "hands": [POOR, NEAR],
        "stock": ["KH", "4S"],
        "steps": [
            step(0, "offer", ["upcard", "pass"], "upcard"),
            step(0, "discard", [*POOR, "KH"], "KH"),
            step(1, "draw", ["upcard", "stock"], "upcard"),
            step(1, "discard", [*NEAR, "KH"], "KH"),
        ],
        "deadwood": [72, 35],
        "returns": [0, 0],
    }


def taken_told(takes):
    """A king, a queen and a jack go round: each takes one and puts down another, so often after the first upcard."""
    hands, spare, up = [set(POOR), set(NEAR)], ["QD", "JD"], "KH"
    steps = []
    for number in range(takes + 1):
        player = number % 2
        words = ["upcard", "stock"] if number else ["upcard", "pass"]
        steps.append(step(player, "draw" if number else "offer", words, "upcard"))
        if number == takes:
            break
        hands[player].add(up)
        steps.append(step(player, "discard", sorted(hands[player]), spare[player]))
        hands[player].remove(spare[player])
        spare[player], up = up, spare[player]
    return {"seed": 0, "hands": [POOR, NEAR], "stock": ["KH", "4S"], "steps": steps, "deadwood": [72, 35],
            "returns": [0, 0]}


def test_a_knock_told_by_hand_is_followed_to_its_end(compare, plain, knocked):
    notes = Counter()
    assert compare.follow(plain, knocked, notes=notes) == ""
    assert compare.ending(knocked) == "won knocks"
    assert +notes == {}


def test_other_ends_told_by_hand_are_followed(compare, plain, tied, returned):
    """Gin; a tie; a knock at the wall, and none; two turns that change nothing; the fiftieth taking."""
    for told, word in ((gin_told(), "gins"), (tied, "ties"), (wall_told("knock"), "won knocks"),
                       (wall_told("pass"), "ended at the wall"), (returned, "ended by returns"),
                       (taken_told(50), "ended by takes")):
        assert compare.follow(plain, told) == ""
        assert compare.ending(told) == word


@pytest.mark.parametrize(("at", "change", "word"), [
    (0, lambda step: step.__setitem__(0, 1), "mover"),
    (0, lambda step: drop(step, "upcard"), "moves"),
    (2, lambda step: step[2].append("pass"), "moves"),
    (3, lambda step: step.__setitem__(1, "lay"), "phase"),
    (3, lambda step: drop(step, "QC"), "moves"),
    (3, lambda step: step[4].remove("QC"), "moves"),
    (3, lambda step: step[4].append("AS"), "moves"),
    (4, lambda step: step[2].append("AS"), "moves"),
    (5, lambda step: step[2].append("pass"), "moves"),
    (5, lambda step: drop(step, "7S 8S 9S"), "moves"),
    (6, lambda step: step[2].append("1S 2S 3S"), "moves"),
    (8, lambda step: step.__setitem__(2, ["pass", "4S 5S 6S"]), "mover"),
    (9, lambda step: step[2].append("5S"), "moves"),
    (9, lambda step: drop(step, "4S"), "moves"),
    (12, lambda step: drop(step, "5S"), "moves"),
    (13, lambda step: step[2].pop(), "moves"),
    (14, lambda step: step[2].append("5S 6S 7S"), "moves"),
])
def test_a_step_that_differs_is_told(compare, plain, knocked, at, change, word):
    """Another mover, another phase, a move too many or too few."""
    told = copy.deepcopy(knocked)
    change(told["steps"][at])
    assert compare.follow(plain, told).partition(":")[0] == word


def test_a_knock_that_is_missing_is_told(compare, plain, knocked):
    """Their own measure of this hand is ten: they would offer it."""
    knocked["steps"][3] = step(0, "discard", [*FIRST, "QC"], "KD")
    assert compare.follow(plain, knocked).startswith("moves: step 3, discard: only with us: ['knock KD', 'knock QC']")
    wall = wall_told("pass")
    wall["steps"][-1] = step(1, "wall", ["pass"], "pass")
    assert compare.follow(plain, wall).startswith("moves")


def test_an_end_that_differs_is_told(compare, plain, knocked):
    """Other returns; an end that comes too early or too late."""
    assert compare.follow(plain, {**knocked, "returns": [46, -46]}) == "returns: [21, -21] with us, [46, -46] with them"
    assert compare.follow(plain, {**knocked, "steps": knocked["steps"][:-1]}).startswith("end")
    assert compare.follow(plain, {**knocked, "steps": [*knocked["steps"], *refused()]}).startswith("end")
    assert compare.follow(plain, taken_told(49)).startswith("end")
    assert compare.follow(plain, taken_told(51)).startswith("end")


def test_lay_offs_after_gin_are_told(compare, plain):
    """With them the other goes on with melds at once; here as if after a knock with ten."""
    told = gin_told()
    told["steps"].insert(-2, step(1, "off", ["pass", "4S", "JS"], "pass"))
    assert compare.follow(plain, told).startswith("moves")


def test_who_moves_first_is_an_outcome_of_the_deal(compare, plain, knocked):
    state = compare.begin(compare.load(plain), knocked)
    assert (state.turn, set(map(str, state.legal_moves))) == (0, {"take QH", "pass"})
    assert set(state.view(0).hand) == set(FIRST)
    assert set(state.view(1).hand) == set(SECOND)


def laying(compare, setting, hand, draws, knock):
    """Our state after a knock of player 0."""
    state = compare.begin(compare.load(setting), {"hands": [hand, []], "stock": ["QH", draws]})
    for move in ("pass", "pass", "draw", f"knock {knock}"):
        state = state.play(move)
    return state


def test_long_runs_are_sums_of_theirs(compare):
    """For gin: seven spades as one run, or as three and four; the nines."""
    setting = compare.Setting((("knock_card", 0),))
    hand = ["2S", "3S", "4S", "5S", "6S", "7S", "8S", "9D", "9H", "9C"]
    ways = compare.melds_of(laying(compare, setting, hand, "KD", "KD"))
    assert {" ".join(sorted(meld)): [str(move) for move in way] for meld, way in ways.items()} == {
        "2S 3S 4S 5S 6S 7S 8S": ["meld run 2S-8S"],
        "2S 3S 4S": ["meld run 2S-4S"], "5S 6S 7S 8S": ["meld run 5S-8S"],
        "2S 3S 4S 5S": ["meld run 2S-5S"], "6S 7S 8S": ["meld run 6S-8S"],
        "9C 9D 9H": ["meld set 9"],
    }
    assert compare.is_sum(hand[:7], [frozenset(hand[:3]), frozenset(hand[3:7])])
    assert not compare.is_sum(hand[:7], [frozenset(hand[:3]), frozenset(hand[4:7])])


def test_every_set_of_four_cards_is_found(compare, plain):
    """Four fours, and three of them in four ways; ten may be left beside."""
    hand = ["4S", "4C", "4D", "4H", "7S", "8S", "9S", "AD", "2D", "3D"]
    ways = compare.melds_of(laying(compare, plain, hand, "KD", "KD"))
    assert {" ".join(sorted(meld)) for meld in ways} == {
        "4C 4D 4H 4S", "4C 4D 4H", "4C 4D 4S", "4C 4H 4S", "4D 4H 4S", "7S 8S 9S", "2D 3D AD", "2D 3D 4D",
        "2D 3D 4D AD"}


# The rules: each with the option and without it.


def test_there_are_at_most_five_rules(compare):
    """Each is options that are not the defaults; the last is where they do not follow their own rules."""
    ours = tilegames.load("gin-rummy").options
    assert [(option, value, ours[option]) for rule in compare.RULES for option, value in rule.options.items()] == [
        ("put_back", "allowed", "refused"), ("returned", "2", "none"), ("wall", "knock", "draw"),
        ("ties", "nobody", "undercut"), ("length", "one_deal", "match"), ("final", "none", "bonuses"),
        ("big_gin", "off", "on")]
    assert len(compare.RULES) == 5
    assert [bool(rule.options) for rule in compare.RULES] == [True, True, True, True, False]
    assert set().union(*(control.options for control in compare.CONTROLS)) == set(compare.OPTIONS)


@pytest.mark.parametrize(("without", "difference"), [
    ((), ""),
    (("put_back", "returned"), "moves: step 1, discard: only with us: [], only with them: ['discard KH']"),
    (("returned",), "end: over with them, seat 0 is to move with us"),
])
def test_the_card_taken_is_put_back(compare, plain, returned, without, difference):
    """put_back, returned: whether it may be, and whether the second time ends the game."""
    assert compare.follow(plain, returned, without) == difference


@pytest.mark.parametrize("last", ["knock", "pass"])
def test_without_the_wall_the_last_discard_is_dead(compare, plain, last):
    """wall: with us the game is over once player 0 has put down the nine, the 29th card drawn."""
    assert compare.follow(plain, wall_told(last), ("wall",)) == (
        "end: step 60: over with us, player 1 is to move with them")


def test_without_the_ties_it_is_an_undercut(compare, plain, tied):
    """ties: ten to ten."""
    assert compare.follow(plain, tied, ("ties",)) == "returns: [-25, 25] with us, [0, 0] with them"


def test_without_the_length_the_game_goes_on(compare, plain, knocked):
    """length: 21 points are far from a hundred."""
    assert compare.follow(plain, knocked, ("length", "final")).startswith("end: over with them")


def test_without_the_end_of_a_match_nothing_is_added(compare, plain, knocked):
    """final: the winner of a match has a bonus."""
    assert compare.follow(plain, knocked, ("final",)).startswith("returns")


@pytest.mark.parametrize(("without", "legal"), [((), False), (("big_gin",), True)])
def test_eleven_melded_cards(compare, plain, without, legal):
    """big_gin: a run of five after the jack of spades, and two melds."""
    hands = [["10S" if card == "KD" else card for card in FIRST]]
    state = compare.begin(compare.load(plain, frozenset(without)), {"hands": hands, "stock": ["QH", "JS"]})
    for move in ("pass", "pass", "draw"):
        state = state.play(move)
    assert state.is_legal("go out") == legal


def test_knocks_that_they_do_not_offer(compare):
    """Aces, twos and threes are gin without the 4C. As eleven cards the runs leave least, AD and 2D, so they see 1."""
    hand = ["AS", "2S", "3S", "2C", "3C", "AD", "2D", "AH", "2H", "3H"]
    assert compare.their_measure([*hand, "4C"]) == 1
    assert {card for card in [*hand, "4C"] if compare.least({*hand, "4C"} - {card}) == 0} == {"4C"}
    told = {"seed": 0, "hands": [hand, ["KD", "QD", "9C"]], "stock": ["QH", "4C"], "returns": [0, 0],
            "steps": [*refused(), step(0, "discard", [*hand, "4C"], "4C")]}
    notes = Counter()
    setting = compare.Setting((("knock_card", 0),))
    # Only the end of the game is missing.
    assert compare.follow(setting, told, notes=notes) == "end: over with them, seat 1 is to move with us"
    assert +notes == {"knocks that they do not offer": 1}
    # At one they do offer it.
    assert compare.follow(compare.Setting((("knock_card", 1),)), told).startswith("moves: step 3")


def test_lay_offs_that_they_do_not_offer(compare, plain, knocked):
    """After the ten and the jack the queen of spades fits as well; with them it does not."""
    told = copy.deepcopy(knocked)
    told["hands"][1][SECOND.index("QD")] = "QS"
    notes = Counter()
    assert compare.follow(plain, told, notes=notes) == ""
    # It is held in both steps that follow.
    assert +notes == {"lay-offs that they do not offer": 2}
    told["steps"][9][2].append("QS")
    assert compare.follow(plain, told).startswith("moves: step 9")


@pytest.mark.parametrize(("laid", "unseen"), [
    ([], set()), (["10S"], set()), (["10S", "JS"], {"QS"}), (["6S", "5S"], {"4S"}), (["6S", "10S"], set()),
    (["10S", "JS", "QS", "KS"], set()), (["10D", "JD"], set()),
])
def test_what_is_out_of_their_sight(compare, laid, unseen):
    assert compare.out_of_sight([("7S", "8S", "9S"), ("9C", "9D", "9H")], laid) == unseen


@pytest.mark.parametrize(("hand", "left"), [
    ("AS 2S 3S 4D 4H 4C 7S 8S 9S KD", 10), ("4S 4H 4D 5D 6D KC", 18), ("6H QH QC 5H KD KH 7H KC 4H QD", 0),
    ("5S 4H 6S 10H 3H JH 5H 9H 2H 4S", 0), ("2S 3S 4S 5S 6S 7S", 0), ("AS QS KS", 21), ("", 0),
])
def test_what_is_left_at_the_least(compare, hand, left):
    """Six spades are two runs; the four fours would leave 21 of the second hand; no run goes round the corner."""
    assert compare.least(hand.split()) == left


# Their parameters: each with the option and without it.


def test_every_parameter_is_an_option_with_another_value(compare):
    assert compare.Setting((("oklahoma", True),)).variants == ["oklahoma"]
    for name, values in compare.PARAMETERS.items():
        for value, (option, ours) in values.items():
            setting = compare.Setting(((name, value),))
            usual = tilegames.load("gin-rummy", variants=setting.variants).options
            assert usual[option] != ours
            assert compare.load(setting).options[option] == ours
            assert setting.params == {name: value}


def knocks(compare, changed, hand, draws, upcard="QH"):
    """The knocks on offer once a card is drawn."""
    game = compare.load(compare.Setting(changed))
    state = compare.begin(game, {"hands": [hand, []], "stock": [upcard, draws]})
    for move in ("pass", "pass", "draw"):
        state = state.play(move)
    return {move.piece for move in state.legal_moves if move.action == "knock"}


@pytest.mark.parametrize(("changed", "draws", "expected"), [
    ((), "QC", {"KD", "QC"}), ((("knock_card", 7),), "QC", set()), ((("knock_card", 7),), "7D", {"KD"}),
    ((("knock_card", 5),), "7D", set()), ((("knock_card", 5),), "5D", {"KD"}), ((("knock_card", 1),), "5D", set()),
    ((("knock_card", 1),), "AD", {"KD"}), ((("knock_card", 0),), "AD", set()), ((("knock_card", 0),), "10S", {"KD"}),
])
def test_the_knock_card(compare, changed, draws, expected):
    """knock: three melds, the king of diamonds, and the card drawn."""
    assert knocks(compare, changed, FIRST, draws) == expected


@pytest.mark.parametrize(("upcard", "draws", "expected"), [
    ("QH", "QC", {"KD", "QC"}), ("5H", "6D", set()), ("5H", "5D", {"KD"}), ("AH", "AD", set()), ("AH", "10S", {"KD"}),
])
def test_the_upcard_tells_the_knock_card(compare, upcard, draws, expected):
    """oklahoma: a queen counts ten; with an ace one goes for gin."""
    changed = (("oklahoma", True),)
    assert knocks(compare, changed, FIRST, draws, upcard) == expected
    assert compare.Setting(changed).limit(upcard) == {"QH": 10, "5H": 5, "AH": 0}[upcard]


def test_gin_with_an_ace_turned_up_is_followed(compare):
    told = gin_told(limit=0, upcard="AH")
    assert compare.follow(compare.Setting((("oklahoma", True),)), told) == ""
    assert compare.follow(compare.Setting((("knock_card", 0),)), told) == ""
    assert compare.follow(compare.Setting(), told).startswith("moves")


@pytest.mark.parametrize(("changed", "returns"), [((), 74), ((("gin_bonus", 20),), 69), ((("gin_bonus", 0),), 49)])
def test_the_bonus_for_gin(compare, changed, returns):
    """gin: 49 are left to the other."""
    assert compare.follow(compare.Setting(changed), gin_told(returns=(returns, -returns))) == ""


@pytest.mark.parametrize(("changed", "returns"), [
    ((), 29), ((("undercut_bonus", 10),), 14), ((("undercut_bonus", 0),), 4)])
def test_the_bonus_for_an_undercut(compare, changed, returns):
    """undercut: 1+3+2 against ten."""
    assert compare.follow(compare.Setting(changed), close_told("2H", [-returns, returns])) == ""


def test_the_settings_of_a_run(compare):
    """Every value of every parameter is met alone, every parameter beside others; 80 batches are 2,000 games."""
    found = compare.settings(0, 80)
    for name, values in compare.PARAMETERS.items():
        for value in values:
            assert compare.Setting(((name, value),)) in found
        assert any(name in setting.params and len(setting.changed) > 1 for setting in found)
    assert compare.Setting() in found
    assert not any("oklahoma" in setting.params and "knock_card" in setting.params for setting in found)
