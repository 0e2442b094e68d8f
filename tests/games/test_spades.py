"""Spades: what the examples of the spec cannot say."""

import itertools
import json
import pickle

import pytest

import tilegames
from tilegames.testing import check_match

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def suit(letter):
    return [rank + letter for rank in RANKS]


def played(state, texts):
    for text in texts.split():
        state = state.play(text)
    return state


def lines(state):
    return [(event.side, event.amount, event.rule) for event in state.score_events if event.rule != "carried"]


@pytest.fixture(scope="module")
def game():
    return tilegames.load("spades")


@pytest.fixture
def one_suit_each(game):
    """Seat 0 deals and holds all spades; seat 1 has hearts, 2 diamonds, 3 clubs."""
    return game.new_state(deal=game.deal(hands=[suit("S"), suit("H"), suit("D"), suit("C")], dealer=0), seed=1)


def test_a_hand_played_to_its_end(one_suit_each):
    """Three nils and a bid of thirteen, all made: 130 and 100 for the one side, 100 and 100 for the other."""
    state = played(one_suit_each, "nil nil nil 13")
    assert (state.turn, state.phase, state.view(2).bids) == (
        1, "tricks", ((1, "nil"), (2, "nil"), (3, "nil"), (0, "13")))
    state = played(state, "AH AD AC 2S")
    assert (state.turn, state.view(None).tricks) == (0, (1, 0))
    for spade, other in zip(RANKS[1:], RANKS, strict=False):
        state = played(state, f"{spade}S {other}H {other}D {other}C")
    assert lines(state) == [(1, 100, "nil"), (0, 100, "nil"), (1, 100, "nil"), (0, 130, "made")]
    assert (state.scores, state.is_over, state.round, state.view(None).counters) == (
        (230, 200), False, 1, (("bags", (0, 0)),))


def test_the_two_words_for_a_bid_of_nothing(one_suit_each):
    """Nil and 0 are one bid; it is written as nil."""
    assert {str(one_suit_each.parse_move(text)) for text in ("nil", "0", "Nil")} == {"nil"}
    assert one_suit_each.play("0").events[0].value == 0


def test_all_hear_a_bid_when_it_is_made(one_suit_each):
    state = played(one_suit_each, "4 nil")
    assert [state.view(seat).bids for seat in (0, 1, 2, 3, None)] == [((1, "4"), (2, "nil"))] * 5


def test_bids_may_not_be_made_out_of_turn_or_twice(one_suit_each):
    with pytest.raises(tilegames.MoveError):
        one_suit_each.play("3", by=2)
    state = played(one_suit_each, "1 1 1 1")
    with pytest.raises(tilegames.MoveError):
        state.play("1")


def test_a_failed_nil_beside_a_failed_bid(game):
    """Nil takes one, the partner's two bid gets one: 100 and 20 are lost, and one bag is left."""
    state = game.position(dealer=0, called=[0, 5, 2, 5], tricks=[1, 6, 1, 5])
    assert lines(state) == [(0, -100, "nil"), (1, 100, "made"), (0, -20, "set"), (1, 1, "overtricks")]
    assert (state.scores, state.view(None).counters) == ((-120, 101), (("bags", (1, 1)),))


@pytest.mark.parametrize(("failed_nil", "score", "bags"), [("bags", -47, 3), ("helps", -47, 3), ("nothing", -49, 1)])
def test_what_becomes_of_two_tricks_of_a_failed_nil(failed_nil, score, bags):
    """The partner's bid of five is made with one over: -100, 50 and the overtricks that count."""
    state = tilegames.load("spades", failed_nil=failed_nil).position(
        dealer=0, called=[0, 3, 5, 3], tricks=[2, 2, 6, 3])
    assert state.scores == (score, -60)
    assert state.view(None).counters == (("bags", (bags, 0)),)


def every_hand():
    """Bids of one side, the tricks of its two players, and whether there are such."""
    for one, two in itertools.product((0, 1, 3, 6), repeat=2):
        for mine, partner in itertools.product(range(6), repeat=2):
            yield one, two, mine, partner


def test_every_way_to_make_or_miss_a_bid(game):
    """576 hands of one side against the sentences of the rules."""
    count = 0
    for one, two, mine, partner in every_hand():
        rest = 13 - mine - partner
        state = game.position(dealer=0, called=[one, 1, two, 1], tricks=[mine, rest, partner, 0])
        expected = sum(100 if got == 0 else -100 for bid, got in ((one, mine), (two, partner)) if bid == 0)
        counting = (mine if one else 0) + (partner if two else 0)
        if counting < one + two:
            expected -= 10 * (one + two)
            bags = mine + partner - counting
        else:
            bags = mine + partner - one - two
            expected += 10 * (one + two) + bags
        tens, bags = divmod(bags, 10)
        assert state.scores[0] == expected - 100 * tens, (one, two, mine, partner)
        assert dict(state.view(None).counters)["bags"][0] == bags
        count += 1
    assert count == 576


def test_bags_go_on_from_hand_to_hand(game):
    """Seats 0 and 2 bid ten and take thirteen in every hand: three bags, six, nine, and of twelve two are left."""
    deals = [game.deal(hands=[suit("S"), suit("H"), suit("D"), suit("C")], dealer=0)] * 4
    state = tilegames.load("spades", target=1000).new_state(deal=deals, seed=1)
    for number, (bags, score) in enumerate([(3, 103), (6, 206), (9, 309), (2, 312)]):
        for step in range(4):
            state = state.play({0: "9", 1: "1", 2: "1", 3: "nil"}[(number + 1 + step) % 4])
        while state.round == number and not state.is_over:
            state = state.play(state.legal_moves[0])
        assert dict(state.view(None).counters)["bags"] == (bags, 0)
        assert state.scores == (score, 90 * (number + 1))


def test_a_spade_in_a_trick_lets_spades_be_led(game):
    """Seat 1 trumps a heart, and may lead its other spade at once."""
    hands = [["AS", "3D"], ["2S", "4S", "5C"], ["8H", "4D", "5D"], ["6H", "7C", "8C"]]
    state = game.position(called=[3, 3, 3, 3], led=["9H"], hands=hands)
    state = played(state, "2S 8H 6H")
    assert {str(move) for move in state.legal_moves} == {"4S", "5C"}
    state = played(state, "5C 4D 8C AS")
    assert (state.turn, [str(move) for move in state.legal_moves]) == (0, ["3D"])


def test_counters_and_broken_spades_are_saved(game):
    state = game.position(round=4, called=[3, 3, 3, 3], broken=True, counters={"bags": [3, 8]}, turn=2,
                          hand=["AS", "2H"])
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.view(0).counters == (("bags", (3, 8)),)
    assert {str(move) for move in again.legal_moves} == {"AS", "2H"}


def test_what_others_hold_is_not_told_by_a_view(game):
    one = [suit("S"), suit("H"), suit("D"), suit("C")]
    other = [suit("S"), suit("H"), ["2C", *suit("D")[1:]], ["2D", *suit("C")[1:]]]
    first, second = (game.new_state(deal=game.deal(hands=hands, dealer=0)) for hands in (one, other))
    for moves in ("", "4", "4 3"):
        here, there = played(first, moves), played(second, moves)
        for seat in (0, 1, None):
            assert json.dumps(here.view(seat).to_dict()) == json.dumps(there.view(seat).to_dict())


@pytest.mark.parametrize(("scores", "over", "winners"), [
    ([440, 460], True, (1, 3)), ([460, 440], True, (0, 2)), ([440, 450], False, None), ([440, 100], True, (0, 2))])
def test_past_500(game, scores, over, winners):
    """70 and 60 are added; the higher wins, and 510 to 510 is played on."""
    state = game.position(round=9, scores=scores, called=[4, 3, 3, 3], tricks=[4, 3, 3, 3])
    assert state.is_over is over
    assert (state.outcome and state.outcome.winners) == winners


def test_both_sides_lost(game):
    """Two failed nils take 100 from each, and bids of one are made: the one with more has won; level, they share."""
    for before, winners in (([-150, -140], (1, 3)), ([-140, -150], (0, 2)), ([-150, -150], (0, 1, 2, 3))):
        state = game.position(round=5, scores=before, called=[0, 0, 7, 7], tricks=[1, 1, 6, 5])
        assert state.scores == tuple(score - 170 for score in before)
        assert (state.outcome.termination, state.outcome.winners) == ("fallen", winners)


@pytest.mark.parametrize("options", [
    {"failed_nil": "helps", "bags": "free"}, {"failed_nil": "nothing", "bags": "five_cost_50"},
    {"failed_nil": "helps", "set_costs": "nothing"}, {"nil": "none", "all_bids": "not_thirteen", "target": 100},
    {"first_lead": "two_of_clubs", "spades_lead": "free", "first_bid": "dealer"}, {"lost_at": 1000, "target": 1000}])
def test_options_together(options):
    """They load together, and a random match holds all invariants."""
    _, faults = check_match(tilegames.load("spades", **options), seed=3)
    assert not faults


@pytest.mark.parametrize("target", [99, 1001, "five"])
def test_targets_that_cannot_be(target):
    with pytest.raises(tilegames.OptionError):
        tilegames.load("spades", target=target)
