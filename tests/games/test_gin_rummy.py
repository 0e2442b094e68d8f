"""Gin Rummy: what the examples of the spec cannot say."""

import pickle
import re

import pytest

import tilegames
from tilegames.testing import check_match

#: Leaves a two behind three melds and the king; and ten cards of which the seven, the four and the nine fit them.
KNOCKER = ["AS", "2S", "3S", "4H", "5H", "6H", "9D", "9H", "9C", "2D", "KD"]
OTHER = ["QS", "QH", "QD", "7H", "7C", "KS", "KC", "4S", "JC", "9S"]
LAID = "knock KD, meld run AS-3S, meld run 4H-6H, meld set 9"
#: Ten cards in melds, and the king.
GIN = ["AS", "2S", "3S", "4H", "5H", "6H", "7H", "9D", "9H", "9C", "KD"]


def played(state, texts):
    for text in texts.split(", "):
        state = state.play(text)
    return state


def knocked(game, hands=(KNOCKER, OTHER), **given):
    return game.position(dealer=1, turn=0, drawn=True, hands=[list(hand) for hand in hands], **given)


def lines(state):
    return [(event.side, event.amount, event.rule) for event in state.score_events if event.rule != "carried"]


def cards(state):
    """Every card on the table, in hands and on the discards, and how many are left beside."""
    view, hands = state.view(None), [state.view(seat).hand for seat in (0, 1)]
    return [*view.discards, *(card for meld in view.melds for card in meld.pieces), *hands[0], *hands[1]], view.stock


@pytest.fixture(scope="module")
def game():
    return tilegames.load("gin-rummy")


@pytest.fixture
def laying_off(game):
    """Seat 0 has knocked and laid three melds; seat 1 is to lay off."""
    return played(knocked(game), LAID)


# What is seen


def test_who_has_knocked_sees_nothing_of_the_other_hand(laying_off):
    """The own card left over, the own melds, and how many cards the other has."""
    view = laying_off.view(0)
    assert (view.hand, view.hands, view.hand_sizes) == (("2D",), (("2D",), None), (1, 10))
    assert [(meld.shape, meld.owner, meld.pieces) for meld in view.melds] == [
        ("run", 0, ("AS", "2S", "3S")), ("run", 0, ("4H", "5H", "6H")), ("set", 0, ("9C", "9D", "9H"))]
    assert (view.turn, view.phase, view.knocked, view.legal_moves) == (1, "showdown", 0, ())
    assert not [card for card in OTHER if card in re.findall(r"\w+", repr(view))]


def test_who_lays_off_sees_all_of_the_knocker(laying_off):
    """The melds, and what is left."""
    view = laying_off.view(1)
    assert (set(view.hand), view.hands[0], view.hand_sizes, len(view.melds)) == (set(OTHER), ("2D",), (1, 10), 3)
    assert set(view.legal_moves) == {laying_off.parse_move(text) for text in
                                     ("lay 4S on 1", "lay 7H on 2", "lay 9S on 3", "meld set Q", "done")}


def test_a_knock_shows_the_whole_hand_at_once(game):
    """Not only the melds as they are laid; who looks on sees it, too."""
    state = knocked(game).play("knock KD")
    assert set(state.view(1).hands[0]) == set(state.view(None).hands[0]) == set(KNOCKER) - {"KD"}
    assert state.view(0).hands[1] is None
    assert knocked(game).view(1).hands[0] is None


def test_two_worlds_that_the_knocker_cannot_tell_apart(game):
    """Another hand that cannot be told from the first: the same view, to the letter, at every step of the knocker."""
    others = [card for card in OTHER if card != "JC"] + ["8D"]
    first, second = knocked(game), knocked(game, (KNOCKER, others))
    for text in LAID.split(", "):
        first, second = first.play(text), second.play(text)
        assert first.view(0) == second.view(0)
        assert first.view(None) == second.view(None)


def test_after_the_round_both_see_what_was_left(laying_off):
    """It was counted: all of them may look at it."""
    state = played(laying_off, "lay 7H on 2, meld set Q, done")
    left = {"7C", "KS", "KC", "4S", "JC", "9S"}
    for seat in (0, 1, None):
        shown = [event for event in state.view(seat).events if event.kind == "show" and event.seat == 1]
        assert [set(event.pieces) for event in shown] == [left]


def test_a_round_without_a_score_shows_nothing():
    """Nobody has knocked: what was held is nobody else's business."""
    game = tilegames.load("gin-rummy", takes=1)
    state = played(game.position(dealer=1, turn=0, discards=["KD"], hands=[KNOCKER[:10], OTHER]), "take KD")
    assert (state.round, state.scores) == (1, (0, 0))
    assert not [event for event in state.view(0).events if event.kind == "show"]


def test_a_draw_is_hidden_and_a_take_is_not(game):
    """Who draws sees the card; who takes shows it."""
    state = game.position(turn=0, stock=["8C"], discards=["KH"], hands=[KNOCKER[:10], OTHER])
    assert [state.play("draw").view(seat).events[-1].pieces for seat in (0, 1, None)] == [("8C",), (), ()]
    assert [state.play("take KH").view(seat).events[-1].pieces for seat in (0, 1)] == [("KH",), ("KH",)]


# Laying down


def test_each_lay_off_changes_the_meld_for_the_next(game):
    """The eight only after the seven, and the three below."""
    state = played(knocked(game, (KNOCKER, ["QS", "QH", "QD", "7H", "8H", "3H", "KC", "4S", "5S", "9S"])), LAID)
    assert not state.is_legal("lay 8H on 2")
    assert state.why_illegal("lay 8H on 2").code == "does-not-fit"
    state = played(state, "lay 7H on 2, lay 8H on 2, lay 3H on 2, lay 4S on 1, lay 5S on 1, lay 9S on 3")
    assert [meld.pieces for meld in state.view(None).melds] == [
        ("AS", "2S", "3S", "4S", "5S"), ("3H", "4H", "5H", "6H", "7H", "8H"), ("9C", "9D", "9H", "9S")]
    assert lines(state.play("meld set Q")) == [(0, 8, "knock")]


def test_a_card_is_used_once(laying_off):
    """A second time, from the same state or the one after, it is not in the hand; all 52 cards are there once."""
    after = laying_off.play("lay 7H on 2")
    again = laying_off.play("lay 7H on 2")
    assert after == again
    for text in ("lay 7H on 2", "lay 7H on 1"):
        with pytest.raises(tilegames.IllegalMoveError) as refusal:
            after.play(text)
        assert refusal.value.code == "not-in-hand"
    for state in (laying_off, after, after.play("meld set Q")):
        seen, unseen = cards(state)
        assert (len(seen), len(set(seen)), len(seen) + unseen) == (52 - unseen, 52 - unseen, 52)


def test_a_card_of_a_meld_is_in_no_other(game):
    """The four of hearts is in the run or in the set, not in both."""
    hand = ["4S", "4H", "4D", "5H", "6H", "9D", "9H", "9C", "AS", "AD", "KD"]
    state = played(knocked(game, (hand, OTHER[:3])), "knock KD, meld set 9")
    assert [str(move) for move in state.legal_moves] == ["meld run 4H-6H"]
    assert state.why_illegal("meld set 4").code == "deadwood-too-high"
    state = state.play("meld run 4H-6H")
    assert state.turn == 1
    assert [meld.pieces for meld in state.view(None).melds] == [("9C", "9D", "9H"), ("4H", "5H", "6H")]


def test_a_set_of_four_is_chosen_card_by_card(game):
    """Four fours, of which one may stay for a run: only where there is a choice."""
    hand = ["4S", "4H", "4D", "4C", "5H", "6H", "9D", "9H", "9C", "2S", "KD"]
    state = knocked(game, (hand, OTHER[:3])).play("knock KD")
    # With all four of them 5, 6 and 2 are left, 13: too many. Without the four of hearts the run takes two of these.
    state = state.play("meld set 4")
    assert [str(move) for move in state.legal_moves] == ["meld set 9", "meld run 4H-6H"]
    assert [meld.pieces for meld in state.view(None).melds] == [("4C", "4D", "4S")]


def test_the_other_chooses_three_or_four_of_a_rank(game):
    """Nothing binds who has not knocked."""
    other = ["KS", "KH", "KC", "QD", "QS", "QH", "QC", "2H", "8C", "8H"]
    state = played(knocked(game, (KNOCKER, other)), LAID).play("meld set Q")
    assert [str(move) for move in state.legal_moves] == ["add QC", "add QD"]
    state = state.play("add QC")
    assert [str(move) for move in state.legal_moves] == ["add QD", "add QH"]
    state = played(state, "add QD, add QH")
    assert [str(move) for move in state.legal_moves] == ["add QS", "done"]
    assert [meld.pieces for meld in state.play("done").view(None).melds[3:]] == [("QC", "QD", "QH")]
    assert [meld.pieces for meld in state.play("add QS").view(None).melds[3:]] == [("QC", "QD", "QH", "QS")]


def test_the_knocker_lays_nothing_off(game):
    """Neither before the other lays down nor afterwards is it the knocker's turn."""
    state = knocked(game).play("knock KD")
    assert state.why_illegal("lay 2D on 1").code in ("no-lay-off", "no-such-meld")
    state = played(state, "meld run AS-3S, meld run 4H-6H")
    assert state.why_illegal("lay 2D on 1").code == "no-lay-off"


def test_nothing_is_laid_off_on_ones_own_melds(game):
    """They are no melds of who has knocked; a card that fits must be melded with the others."""
    other = ["10C", "JC", "QC", "KC", "KH", "KS", "8S", "7D", "4D", "2H"]
    state = played(knocked(game, (KNOCKER, other)), f"{LAID}, meld run 10C-QC")
    assert state.why_illegal("lay KC on 4").code == "no-lay-off"
    assert [str(move) for move in state.legal_moves] == ["meld set K", "done"]


# What it comes to


def test_every_line_of_an_account(game):
    """A gin: 57 left to the other, 25; the game is over at 100, with 100 for it and 25 for each round won."""
    other = ["QS", "QH", "QD", "8H", "7C", "KS", "KC", "4C", "JC", "8D"]
    state = played(knocked(game, (GIN, other), scores=[30, 20], counters={"boxes": [1, 1]}),
                   "knock KD, meld run AS-3S, meld run 4H-7H, meld set 9, meld set Q")
    assert lines(state) == [(0, 57, "knock"), (0, 25, "gin"), (0, 100, "game"), (0, 50, "boxes"), (1, 25, "boxes")]
    assert (state.scores, state.outcome.winners, state.outcome.termination) == ((262, 45), (0,), "reached")


def test_a_winner_may_have_fewer_points_in_the_end(game):
    """The game is won by who reaches 100, whatever the rounds won bring the other."""
    state = played(knocked(game, scores=[70, 99], counters={"boxes": [1, 20]}), f"{LAID}, done")
    assert lines(state) == [(0, 85, "knock"), (0, 100, "game"), (0, 50, "boxes"), (1, 500, "boxes")]
    assert (state.scores, state.outcome.winners) == ((305, 599), (0,))


def test_a_match_keeps_its_account(game):
    """A knock for 85, an undercut for 25, and again a knock for 85: 110 and the bonuses. The loser deals each time."""
    undercutter = ["QS", "QH", "QD", "KS", "KC", "KH", "5C", "6C", "7C", "2C"]
    hands = [(KNOCKER[:10], OTHER), (KNOCKER[:10], undercutter), (OTHER, KNOCKER[:10])]
    deals = [game.deal(hands=dealt, stock=["10D", "KD"], dealer=1) for dealt in hands]
    state = played(game.new_state(deal=deals, seed=3), f"pass, pass, draw, {LAID}, done")
    assert (state.scores, state.round, state.view(None).dealer, state.turn) == ((85, 0), 1, 1, 0)
    assert (lines(state), state.view(None).counters) == ([(0, 85, "knock")], (("boxes", (1, 0)),))
    state = played(state, f"pass, pass, draw, {LAID}, meld set Q, meld set K, meld run 5C-7C")
    assert (state.scores, state.round, state.view(None).dealer, state.turn) == ((85, 25), 2, 0, 1)
    state = played(state, f"pass, pass, draw, {LAID}, done")
    assert lines(state) == [(0, 85, "knock"), (1, 25, "undercut"), (1, 85, "knock"), (1, 100, "game"),
                            (0, 25, "boxes"), (1, 50, "boxes")]
    assert (state.scores, state.outcome.winners, state.is_over) == ((110, 260), (1,), True)


def test_a_capped_match_can_be_nobodys(game):
    """The hundredth round without a score, and both have as much: nobody has won, and nothing is added."""
    long = tilegames.load("gin-rummy", takes=1)
    given = {"dealer": 1, "turn": 0, "discards": ["KD"], "hands": [KNOCKER[:10], OTHER], "round": 100}
    state = long.position(**given, scores=[50, 50]).play("take KD")
    assert (state.is_over, state.outcome.winners, state.scores) == (True, (), (50, 50))
    state = long.position(**given, scores=[50, 51], counters={"boxes": [2, 1]}).play("take KD")
    assert (state.outcome.winners, state.scores) == ((1,), (100, 176))


# Options


@pytest.mark.parametrize(("option", "values"), [
    ("put_back", ("refused", "allowed")), ("wall", ("draw", "knock")), ("returned", ("none", "2")),
    ("takes", ("50",)), ("ties", ("undercut", "nobody", "knocker")), ("knock", ("10",)), ("gin", ("25",)),
    ("undercut", ("25",)), ("whole_hand", ("31", "50", "as_gin")), ("big_gin", ("on", "off")), ("target", ("100",)),
    ("length", ("match", "one_deal")), ("lay_off", ("unless_gin", "always", "never")), ("boxes", ("25",)),
    ("shutout", ("100", "none", "doubled")), ("next_dealer", ("loser", "winner", "in_turn")),
])
def test_the_options_and_their_defaults(game, option, values):
    """The first value is the default, and each is taken."""
    assert game.options[option] == values[0]
    for value in values:
        assert tilegames.load("gin-rummy", **{option: value}).options[option] == value


@pytest.mark.parametrize(("options", "variants"), [
    ({"big_gin": "off", "whole_hand": "50"}, ()), ({"final": "none", "boxes": 20}, ()),
    ({"length": "one_deal", "target": 200}, ()), ({"knock": 5}, ("oklahoma",)), ({"knock": 5}, ("straight",)),
    ({"ace": "nothing"}, ()), ({"knock": 101}, ()), ({}, ("oklahoma", "straight")),
])
def test_what_contradicts_itself_is_refused(options, variants):
    """A bonus for what is not played, a limit that something else sets, two limits."""
    with pytest.raises(tilegames.OptionError):
        tilegames.load("gin-rummy", variants=variants, **options)


def test_straight_gin_and_a_limit_of_nothing_are_the_same_game():
    """One match of each, by the same seed."""
    straight = tilegames.load("gin-rummy", variants=["straight"]).playout(seed=11, max_moves=3000)
    nothing = tilegames.load("gin-rummy", knock=0).playout(seed=11, max_moves=3000)
    assert [str(move) for move in straight.moves] == [str(move) for move in nothing.moves]


def test_the_limit_of_oklahoma_is_public(game):
    """Long after the card was taken everybody knows what it was."""
    oklahoma = tilegames.load("gin-rummy", variants=["oklahoma"])
    state = oklahoma.new_state(deal=oklahoma.deal(hands=[KNOCKER[:10], OTHER], stock=["6S"], dealer=1), seed=1)
    state = played(state, "take 6S, discard 2D, draw")
    assert [state.view(seat).turned for seat in (0, 1, None)] == ["6S", "6S", "6S"]


def test_classic_bonuses_together():
    """An undercut 10, gin 20, rounds won 20, and eleven cards are nothing special."""
    classic = tilegames.load("gin-rummy", gin=20, undercut=10, boxes=20, big_gin="off")
    other = ["QS", "QH", "QD", "8H", "7C", "KS", "KC", "4C", "JC", "8D"]
    state = played(knocked(classic, (GIN, other), scores=[30, 20], counters={"boxes": [1, 1]}),
                   "knock KD, meld run AS-3S, meld run 4H-7H, meld set 9, meld set Q")
    assert lines(state) == [(0, 57, "knock"), (0, 20, "gin"), (0, 100, "game"), (0, 40, "boxes"), (1, 20, "boxes")]


# Records


def test_a_state_in_the_showdown_can_be_sent(game, laying_off):
    """As a pickle, with a meld under way as well."""
    hands = KNOCKER, ["KS", "KH", "KC", "QD", "QS", "QH", "QC", "2H", "8C", "8H"]
    under_way = played(knocked(game, hands), f"{LAID}, meld set Q, add QC")
    for state in (laying_off, under_way):
        again = pickle.loads(pickle.dumps(state))
        assert (again, again.legal_moves, again.view(0)) == (state, state.legal_moves, state.view(0))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("variants", [(), ("oklahoma",)])
def test_random_matches_keep_the_invariants(variants, seed):
    """Every card is in one place, whatever happens."""
    count, faults = check_match(tilegames.load("gin-rummy", variants=variants, target=1), seed=seed, rounds=12)
    assert not faults, faults[0]
    assert count > 10
