"""Hooks: every slot is asked, what a hook may see and say, and what is told when it is wrong."""

import pickle
import random
from collections.abc import Callable
from types import MappingProxyType, ModuleType
from typing import Any

import attrs
import pytest

import tilegames
from tilegames import Game, HookError, SpecError, State, View, hook
from tilegames.core.pieces import Kind
from tilegames.hooks import SLOTS
from tilegames.hooks import kap_tai_shap as bundled

HEAD = """
tilegames: 1
game: made-up
about: {title: Made up, family: rummy, source: made up for this test}
"""

#: Cards in tricks after an auction.
TRICKS = HEAD + """
players: {count: 3}
set: {cards: {ranks: [J, Q, K, A], suits: [D, H, S]}}
tiles: {suits: printed}
deal: {each: 4}
phases:
  auction: {bids: {tricks: {range: 1..3}}, all_pass: dealer_must_bid}
  tricks: {leader: auction_winner}
scoring: {points: {per_trick: 1}, taken: yes}
match: {first_dealer: random, until: {rounds: 2}}
hooks:
"""

#: Cards drawn and put down.
RUMMY = HEAD + """
players: {count: 2}
set: {cards: {ranks: [J, Q, K, A]}}
patterns: {three: {size: 3, same: rank}}
deal: {each: 2, turn_up: 1, rest: stock}
phases:
  turns:
    at_most: 1000
    steps: [{must: [draw_stock, take_discard], then: [go_out, discard]}]
    takes: any
    go_out: {with: three}
scoring: {round_won: 1}
match: {first_dealer: random, until: {rounds: 2}}
hooks:
"""


#: Tiles of a double-one set joined end to end: 0-0, 1-0 and 1-1.
LAYOUT = HEAD + """
players: {count: 2}
set: {dominoes: double-1}
deal: {each: 1, rest: aside}
phases:
  layout:
    opener: {dealt: {seat: left_of_dealer}}
    must_fill: {start: 3, double: 2}
scoring: {hand_left: {}}
match: {first_dealer: random, until: {rounds: 1}}
hooks:
"""


def made(function: Callable[..., Any], slot: str) -> Callable[..., Any]:
    """The function as a hook of this name."""
    function.__name__ = "quirk"
    return hook(slot)(function)


def load(text: str, function: Callable[..., Any], slot: str, given: str = "") -> Game:
    """A game with a hook in a slot."""
    extra = f", with: {given}" if given else ""
    return tilegames.loads(f"{text}  {slot}: {{use: test_hooks.quirk{extra}}}\n", hooks=[made(function, slot)])


def tricks(game: Game) -> State:
    """Seat 1 speaks first."""
    hands = [["AH", "KH", "JS", "QD"], ["QH", "JH", "AS", "KD"], ["KS", "QS", "AD", "JD"]]
    return game.new_state(deal=[game.deal(hands=hands, dealer=0), game.deal(hands=hands)])


#: A round from there: seat 1 takes the first two tricks, seat 0 the other two.
ROUND = ["1 tricks", "pass", "pass", "KD", "JD", "QD", "AS", "KS", "JS", "QH", "AD", "AH", "KH", "JH", "QS"]


def rummy(game: Game) -> State:
    """Seat 0 has the first turn."""
    return game.new_state(deal=[game.deal(hands=[["JC", "QD"], ["KH", "AS"]], stock=["KC", "JD", "JH"], dealer=1),
                                game.deal()])


def texts(state: State) -> list[str]:
    """The legal moves as text."""
    return [str(move) for move in state.legal_moves]


# Every slot is asked


def test_the_slots() -> None:
    """What the engine asks; last come the spec's own answer and the map from the spec."""
    assert set(SLOTS) == {"tile_value", "hand_complete", "may_bid", "may_lead", "may_follow", "must_fill", "may_take",
                          "points"}
    assert all(slot.parameters[-2:] == ("default", "options") for slot in SLOTS.values())
    assert all(slot.doc and slot.signature.startswith(name + "(") for name, slot in SLOTS.items())


def test_tile_value() -> None:
    """Asked once for each kind with the spec's value; what it says is what the tile is worth."""
    asked = []

    def value(tile: Kind, default: int, options: Any) -> int:
        asked.append((tile.name, default))
        return 10 * default + options["more"]

    text = HEAD + """
players: {count: 2}
set: {dominoes: double-1}
tiles: {values: {default: pips, 7: [1-0]}}
deal: {each: 1, rest: aside}
phases: {layout: {opener: {dealt: {seat: left_of_dealer}}}}
scoring: {hand_left: {}}
match: {first_dealer: random, until: {rounds: 1}}
hooks:
"""
    game = load(text, value, "tile_value", "{more: 3}")
    assert asked == [("0-0", 0), ("1-0", 7), ("1-1", 2)]
    state = game.new_state(deal=game.deal(hands=[["0-0"], ["1-0"]], dealer=1)).play("0-0")
    assert state.scores == (0, 73)
    assert len(asked) == 3


def test_may_bid() -> None:
    """Asked for each bid of the ladder; what it forbids is no legal move and has its reason, with the hook's line."""
    asked = []

    def bid(bid: Any, view: View, default: bool, options: Any) -> bool:
        asked.append((bid.kind, bid.amount, view.seat, default))
        return bid.amount != options["never"]

    state = tricks(load(TRICKS, bid, "may_bid", "{never: 2}"))
    assert texts(state) == ["pass", "1 tricks", "3 tricks"]
    assert asked == [("tricks", 1, 1, True), ("tricks", 2, 1, True), ("tricks", 3, 1, True)]
    reason = state.why_illegal("2 tricks")
    assert (reason.code, reason.place.line) == ("hook-may-bid", 16)
    state = state.play("1 tricks")
    assert texts(state) == ["pass", "3 tricks"]
    assert state.why_illegal("1 tricks").code == "must-raise"


def test_may_lead() -> None:
    """Asked for each piece that might be led, and for none that follows."""
    asked = []

    def lead(tile: Kind, view: View, default: bool, options: Any) -> bool:
        asked.append((tile.name, view.seat, default))
        return tile.suit != options["not_first"]

    state = tricks(load(TRICKS, lead, "may_lead", "{not_first: hearts}")).play("1 tricks").play("pass").play("pass")
    assert texts(state) == ["KD", "AS"]
    assert sorted(asked) == [("AS", 1, True), ("JH", 1, True), ("KD", 1, True), ("QH", 1, True)]
    reason = state.why_illegal("QH")
    assert (reason.code, reason.place.line) == ("hook-may-lead", 16)
    state = state.play("KD")
    asked.clear()
    assert texts(state) == ["JD", "AD"]
    assert asked == []


def test_may_follow() -> None:
    """Asked after the duty to follow suit, for what that leaves."""
    asked = []

    def follow(tile: Kind, view: View, default: bool, options: Any) -> bool:
        asked.append((tile.name, view.seat, view.trick))
        return tile.rank != "A"

    state = tricks(load(TRICKS, follow, "may_follow")).play("1 tricks").play("pass").play("pass").play("KD")
    assert texts(state) == ["JD"]
    assert sorted(asked) == [("AD", 2, ("KD",)), ("JD", 2, ("KD",))]
    assert (state.why_illegal("AD").code, state.why_illegal("AD").place.line) == ("hook-may-follow", 16)
    assert state.why_illegal("KS").code == "must-follow"


def test_must_fill() -> None:
    """Asked once for each kind as the first piece, then for each as a later one, with the spec's number.

    The spec gives a double three sides at the start and two later; what starts and is no double has two sides.
    """
    asked = []

    def sides(tile: Kind, first: bool, default: int, options: Any) -> int:
        asked.append((tile.name, first, default))
        return options["more"] + default if tile.double else default

    game = load(LAYOUT, sides, "must_fill", "{more: 2}")
    assert asked == [("0-0", True, 3), ("1-0", True, 2), ("1-1", True, 3),
                     ("0-0", False, 2), ("1-0", False, 0), ("1-1", False, 2)]
    state = game.new_state(deal=game.deal(hands=[["1-1"], ["1-0"]], dealer=0)).play("1-0")
    assert len(asked) == 6
    assert state.is_over
    state = game.position(layout=["1-1"], hands=[["1-0"], ["0-0"]], turn=0)
    assert [(end.number, end.free) for end in state.view(0).ends] == [(1, 5)]
    assert state.view(0).due == ("1-1",)


def test_a_double_that_must_be_filled_by_a_hook() -> None:
    """The hook gives the 4-4 alone two toes: the 4-1 and the 4-0 must go there; the reason has the hook's line.

    Its answer for the first tile is no duty, so the 6-5 stands with two free sides.
    """
    def toes(tile: Kind, first: bool, default: int, options: Any) -> int:
        return 2 if tile.name == options["tile"] and not first else 0

    text = LAYOUT.replace("double-1", "double-6").replace("each: 1", "each: 3").replace(
        "    must_fill: {start: 3, double: 2}\n", "")
    game = load(text, toes, "must_fill", "{tile: 4-4}")
    state = game.position(layout=["6-4", "4-4"], hands=[["4-1", "6-1", "2-2"], ["4-0", "6-0"]], turn=0)
    assert (state.view(0).due, texts(state)) == (("4-4",), ["4-1@4-4"])
    reason = state.why_illegal("6-1@6-4")
    assert (reason.code, reason.sentence) == ("must-fill", "4-4 must be filled first: 2 more there")
    assert reason.place.text == "  must_fill: {use: test_hooks.quirk, with: {tile: 4-4}}"
    state = state.play("4-1@4-4")
    assert texts(state) == ["4-0@4-4"]
    assert state.play("4-0@4-4").view(0).due == ()


def test_may_take() -> None:
    """Asked for each kind among the discards."""
    asked = []

    def take(tile: Kind, view: View, default: bool, options: Any) -> bool:
        asked.append((tile.name, view.seat, default))
        return tile.rank != "K"

    game = load(RUMMY, take, "may_take")
    state = rummy(game)
    assert texts(state) == ["draw"]
    assert asked == [("KC", 0, True)]
    reason = state.why_illegal("take KC")
    assert (reason.code, reason.place.line) == ("hook-may-take", 19)
    state = state.play("draw").play("discard QD")
    assert texts(state) == ["draw", "take QD"]


def test_hand_complete() -> None:
    """Asked with the pieces in hand and what the pattern says; here a pair beside any third card is enough."""
    asked = []

    def complete(tiles: tuple[Kind, ...], default: bool, options: Any) -> bool:
        asked.append((sorted(tile.name for tile in tiles), default))
        return len({tile.rank for tile in tiles}) < len(tiles)

    state = rummy(load(RUMMY, complete, "hand_complete")).play("draw")
    assert texts(state) == ["go out", "discard JC", "discard JD", "discard QD"]
    assert (["JC", "JD", "QD"], False) in asked
    assert state.play("go out").scores == (1, 0)


def test_points() -> None:
    """Asked once a round with the facts of the result and what each side scored; its answer is what they score."""
    asked = []

    def points(result: Any, default: Any, options: Any) -> dict[int, int]:
        asked.append((dict(result), dict(default)))
        return {side: 10 * amount for side, amount in default.items()}

    state = tricks(load(TRICKS, points, "points"))
    for move in ROUND:
        state = state.play(move)
    assert state.scores == (20, 20, 0)
    assert len(asked) >= 1
    result, default = asked[0]
    assert default == {0: 2, 1: 2, 2: 0}
    assert (result["round.number"], result["bid.amount"], result["declarers.tricks"], result["opponents.tricks"]) == (
        1, 1, 2, 2)
    assert {(event.side, event.amount, event.rule) for event in state.score_events} == {
        (0, 2, "taken"), (1, 2, "taken"), (0, 18, "points"), (1, 18, "points")}
    assert next(event for event in state.score_events if event.rule == "points").place.line == 16


@pytest.mark.parametrize("answer", [lambda default: default, dict, lambda default: {}, lambda default: {1: 2}])
def test_points_that_change_nothing(answer: Callable[[Any], Any]) -> None:
    """The answer by the spec may be given back as it came; sides that are left out score what they did."""
    state = tricks(load(TRICKS, lambda result, default, options: answer(default), "points"))
    for move in ROUND:
        state = state.play(move)
    assert state.scores == (2, 2, 0)


def test_a_hook_that_gives_its_default_back_changes_nothing() -> None:
    """In every slot the spec's own answer comes as ``default``: with it a match goes as without the hook."""
    functions = {
        "tile_value": lambda tile, default, options: default,
        "hand_complete": lambda tiles, default, options: default,
        "may_bid": lambda bid, view, default, options: default,
        "may_lead": lambda tile, view, default, options: default,
        "may_follow": lambda tile, view, default, options: default,
        "must_fill": lambda tile, first, default, options: default,
        "may_take": lambda tile, view, default, options: default,
        "points": lambda result, default, options: default,
    }
    assert functions.keys() == SLOTS.keys()
    for slot, function in functions.items():
        text = RUMMY if slot in ("hand_complete", "may_take") else LAYOUT.replace("double-1", "double-6").replace(
            "each: 1", "each: 7") if slot == "must_fill" else TRICKS
        hooked, plain = load(text, function, slot), tilegames.loads(text.removesuffix("hooks:\n"))
        for seed in range(10):
            one, other = hooked.playout(seed=seed), plain.playout(seed=seed)
            assert (one.deals, one.moves, one.outcome) == (other.deals, other.moves, other.outcome), slot


# What a hook may see


@pytest.mark.parametrize("slot", ["may_bid", "may_lead", "may_follow", "may_take"])
def test_a_hook_sees_what_the_asking_seat_may_know(slot: str) -> None:
    """Its own hand by name, and of the others only how many pieces they hold; the same as ``state.view`` shows."""
    seen: list[View] = []

    def look(thing: Any, view: View, default: bool, options: Any) -> bool:
        seen.append(view)
        return True

    function = (lambda bid, view, default, options: look(bid, view, default, options)) if slot == "may_bid" else (
        lambda tile, view, default, options: look(tile, view, default, options))
    state = rummy(load(RUMMY, function, slot)) if slot == "may_take" else tricks(load(TRICKS, function, slot))
    rng = random.Random(1)
    while state.round == 0 and not state.is_over:
        seen.clear()
        legal = state.legal_moves
        for view in seen:
            shown = state.view(state.turn)
            assert (view.seat, view.hand, view.hand_sizes, view.turn) == (
                state.turn, shown.hand, shown.hand_sizes, shown.turn)
            others = {name for seat in range(state.game.players) for name in state.view(seat).hand if seat != view.seat}
            open_pieces = {*view.hand, *view.discards, *view.trick}
            assert not (others - open_pieces) & set(str(view.to_dict()).replace("'", " ").split())
        state = state.play(rng.choice(legal))


def test_a_hook_cannot_change_what_it_sees() -> None:
    """Views, kinds and the map from the spec are frozen; the result and the default of points are read-only maps."""
    failed = []

    def tamper(tile: Kind, view: View, default: bool, options: Any) -> bool:
        for change in (lambda: setattr(view, "hand", ()), lambda: setattr(tile, "name", "AS"),
                       lambda: options.__setitem__("x", 1), lambda: view.legal_moves.append(1)):
            with pytest.raises((AttributeError, TypeError, attrs.exceptions.FrozenInstanceError)):
                change()
            failed.append(change)
        return True

    state = tricks(load(TRICKS, tamper, "may_lead", "{a: 1}")).play("1 tricks").play("pass").play("pass")
    assert state.legal_moves
    assert len(failed) >= 16

    def cheat(result: Any, default: Any, options: Any) -> dict[int, int]:
        assert isinstance(result, MappingProxyType)
        with pytest.raises(TypeError):
            default[0] = 100
        return dict(default)

    assert sum(load(TRICKS, cheat, "points").playout(seed=1).outcome.scores) == 8


def test_numbers_and_words_for_a_hook() -> None:
    """What stands under ``with``: whole numbers are numbers, everything else is text."""
    seen = {}

    def value(tile: Kind, default: int, options: Any) -> int:
        seen.update(options)
        return default

    load(RUMMY, value, "tile_value", "{a: 3, b: -4, c: hearts, d: 4-2, e: '7', f: 1.5, g: yes}")
    assert [seen[name] for name in "abcdfg"] == [3, -4, "hearts", "4-2", "1.5", "yes"]


# Finding hooks


def module(**functions: Callable[..., Any]) -> ModuleType:
    """A module of somebody's own with hooks in it."""
    made_up = ModuleType("my_rules")
    for name, function in functions.items():
        function.__name__ = name
        function.__module__ = "my_rules"
        setattr(made_up, name, function)
    return made_up


def test_a_module_of_one_s_own() -> None:
    """Hooks are passed as functions or as the module that holds them; other things in it are no hooks."""
    double = hook("tile_value")(lambda tile, default, options: 2)
    mine = module(double=double, helper=lambda: None)
    game = tilegames.loads(RUMMY + "  tile_value: my_rules.double\n", hooks=[mine])
    assert set(game.values) == {2}
    with pytest.raises(HookError, match=r'there is no hook "my_rules.helper"'):
        tilegames.loads(RUMMY + "  tile_value: my_rules.helper\n", hooks=[mine])


def test_an_unknown_hook() -> None:
    """It is told with the spec's line and the nearest that there is."""
    with pytest.raises(HookError, match="counts_as") as caught:
        tilegames.loads(RUMMY + "  tile_value: kap_tai_shap.count_as\n")
    assert 'there is no hook "kap_tai_shap.count_as"' in str(caught.value)
    assert caught.value.place.line == 19


@pytest.mark.parametrize("use", ["os.system", "tilegames.hooks.registry.hook", "registry.hook", "kap_tai_shap.hook",
                                 "kap_tai_shap.__name__", "builtins.eval", "counts_as", "", "..kap_tai_shap.counts_as"])
def test_a_spec_cannot_reach_other_functions(use: str) -> None:
    """Only what is marked as a hook, among the bundled ones and what the caller passed in."""
    with pytest.raises((HookError, SpecError)):
        tilegames.loads(RUMMY + f"  tile_value: '{use}'\n")


def test_a_hook_for_another_slot() -> None:
    """A hook fills the slot that it was made for."""
    with pytest.raises(HookError, match="for the slot tile_value, not for may_take") as caught:
        tilegames.loads(RUMMY + "  may_take: kap_tai_shap.counts_as\n")
    assert caught.value.place.line == 19


def test_an_unknown_slot() -> None:
    """A problem of the spec, with the nearest that there is."""
    with pytest.raises(SpecError, match="unknown-slot") as caught:
        tilegames.loads(RUMMY + "  tile_valeu: kap_tai_shap.counts_as\n")
    (problem,) = caught.value.problems
    assert (problem.span.line, problem.hint) == (19, 'did you mean "tile_value"?')
    with pytest.raises(HookError, match=r'there is no slot "tile_valeu"; did you mean "tile_value"\?'):
        hook("tile_valeu")(lambda tile, default, options: default)


@pytest.mark.parametrize("function", [
    lambda tile, default: default, lambda tile, options, default: default, lambda default, tile, options: default,
    lambda kind, default, options: default, lambda tile, default, options, more: default, lambda *args: 1,
    lambda **keywords: 1, lambda tile, default, options, more=1: default, lambda tile, default, *options: default,
    lambda tile, default, *, options: default])
def test_a_wrong_signature(function: Callable[..., Any]) -> None:
    """A hook has exactly the slot's parameters, in order and by name, so that its line says what it gets."""
    with pytest.raises(HookError, match=r"must have the parameters \(tile, default, options\)"):
        hook("tile_value")(function)


# Hooks that fail


def test_a_hook_that_raises() -> None:
    """The error names the slot, the reason and the spec's line, and keeps the hook's own error."""
    def value(tile: Kind, default: int, options: Any) -> int:
        raise KeyError("no such thing")

    with pytest.raises(HookError, match="tile_value failed: KeyError: 'no such thing'") as caught:
        load(RUMMY, value, "tile_value")
    assert caught.value.place.line == 19
    assert isinstance(caught.value.__cause__, KeyError)


def test_a_hook_that_raises_in_the_middle_of_a_match() -> None:
    """The state before is as it was, and can be asked again."""
    broken = []

    def lead(tile: Kind, view: View, default: bool, options: Any) -> bool:
        if broken:
            raise RuntimeError("out of order")
        return True

    state = tricks(load(TRICKS, lead, "may_lead")).play("1 tricks").play("pass").play("pass")
    key = state._key()
    broken.append(True)
    with pytest.raises(HookError, match="out of order"):
        state.legal_moves
    assert state._key() == key
    broken.clear()
    assert len(state.legal_moves) == 4


@pytest.mark.parametrize("answer", [1.5, "3", None, True, [3]])
def test_a_value_of_the_wrong_type(answer: object) -> None:
    """A value is a whole number; True is none, whatever Python says."""
    with pytest.raises(HookError, match=f"must return int, it returned {type(answer).__name__}"):
        load(RUMMY, lambda tile, default, options: answer, "tile_value")


@pytest.mark.parametrize("answer", [1.5, "3", None, True, [3]])
def test_sides_of_the_wrong_type(answer: object) -> None:
    """A number of sides is a whole number."""
    with pytest.raises(HookError, match=f"must return int, it returned {type(answer).__name__}"):
        load(LAYOUT, lambda tile, first, default, options: answer, "must_fill")


@pytest.mark.parametrize("answer", [-1, 13, 1000])
@pytest.mark.parametrize("when", [True, False])
def test_a_wrong_number_of_sides(answer: int, when: bool) -> None:
    """None to twelve sides, for the first piece as for later ones; the error says the number and the spec's line."""
    with pytest.raises(HookError, match=f"must_fill must return 0 to 12, it returned {answer}") as caught:
        load(LAYOUT, lambda tile, first, default, options: answer if first is when else 1, "must_fill")
    assert caught.value.place.text == "  must_fill: {use: test_hooks.quirk}"


@pytest.mark.parametrize("answer", [0, 12])
def test_the_least_and_the_most_sides(answer: int) -> None:
    """Both are fine: a tile with twelve sides leaves as many open."""
    game = load(LAYOUT, lambda tile, first, default, options: answer, "must_fill")
    state = game.position(layout=["1-1"], hands=[["1-0"], ["0-0"]], turn=0)
    assert [end.free for end in state.view(0).ends] == [max(2, answer)]


@pytest.mark.parametrize("answer", [1, "yes", None, [], 0])
@pytest.mark.parametrize("slot", ["may_bid", "may_take", "hand_complete"])
def test_a_condition_of_the_wrong_type(slot: str, answer: object) -> None:
    """Yes or no, never something that is taken for it."""
    functions = {"may_bid": lambda bid, view, default, options: answer,
                 "may_take": lambda tile, view, default, options: answer,
                 "hand_complete": lambda tiles, default, options: answer}
    game = load(TRICKS if slot == "may_bid" else RUMMY, functions[slot], slot)
    state = tricks(game) if slot == "may_bid" else rummy(game)
    with pytest.raises(HookError, match="must return bool"):
        (state.play("draw") if slot == "hand_complete" else state).legal_moves


@pytest.mark.parametrize("answer", [None, [], 5, {0: 1.5}, {"a": 1}, {0: True}, {0: "1"}, {7: 1}, {-1: 3}])
def test_points_of_the_wrong_type(answer: object) -> None:
    """A map from sides that there are to whole numbers."""
    state = tricks(load(TRICKS, lambda result, default, options: answer, "points"))
    for move in ROUND[:-1]:
        state = state.play(move)
    with pytest.raises(HookError):
        state.play("QS")
    assert state.scores == (0, 0, 0)


def first_to_last(state: State) -> None:
    """Plays a match with the first legal move each time."""
    while not state.is_over:
        assert state.legal_moves
        state = state.play(state.legal_moves[0])


@pytest.mark.parametrize("slot", ["may_lead", "may_follow", "may_bid"])
def test_a_hook_that_forbids_everything(slot: str) -> None:
    """A live state always has a legal move: a hook that leaves none is told as broken, not met with an empty list."""
    functions = {"may_bid": lambda bid, view, default, options: False,
                 "may_lead": lambda tile, view, default, options: False,
                 "may_follow": lambda tile, view, default, options: False}
    game = load(TRICKS, functions[slot], slot)
    with pytest.raises(HookError):
        game.playout(seed=1)
    with pytest.raises(HookError):
        first_to_last(tricks(game))


# The bundled hook


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_bundled_hook_says_what_a_table_can_say(players: int) -> None:
    """The 4-2 that counts three, by the hook or as ``values: {3: [4-2]}``: same values, same matches for 20 seeds."""
    table = tilegames.loads("""
tilegames: 1
game: kap-by-table
extends: kap-tai-shap
tiles: {values: {3: [4-2]}}
hooks: {tile_value: ~}
""", players=players)
    hooked = tilegames.load("kap-tai-shap", players=players)
    assert table.spec.hooks == {}
    assert table.values == hooked.values
    assert table.values[table.pieces.find("4-2")] == 3
    assert sum(table.values[kind] for kind in table.pieces.kind_of) % 224 == 0
    for seed in range(20):
        one, other = hooked.playout(seed=seed), table.playout(seed=seed)
        assert (one.deals, one.moves, one.outcome) == (other.deals, other.moves, other.outcome)


def test_a_game_with_hooks_can_be_pickled() -> None:
    """A module of hooks is sent by its name, and looked up again on the other side."""
    text = RUMMY + "  tile_value: {use: kap_tai_shap.counts_as, with: {JC: 9}}\n"
    for hooks in ([bundled], [bundled.counts_as]):
        game = tilegames.loads(text, hooks=hooks)
        assert pickle.loads(pickle.dumps(game)).values == game.values
        state = game.new_state(seed=1)
        assert pickle.loads(pickle.dumps(state)) == state
