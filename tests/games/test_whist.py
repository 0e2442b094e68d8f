"""Whist: what the examples of the spec cannot say."""

import json

import pytest

import tilegames

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def suit(letter):
    return [rank + letter for rank in RANKS]


def played(state, texts):
    for text in texts.split():
        state = state.play(text)
    return state


@pytest.fixture(scope="module")
def game():
    return tilegames.load("whist")


@pytest.fixture
def one_suit_each(game):
    """Seat 3 deals and holds all hearts, so hearts are trump; seat 0 leads clubs, 1 has diamonds, 2 spades."""
    hands = [suit("C"), suit("D"), suit("S"), suit("H")]
    return game.new_state(deal=game.deal(hands=hands, dealer=3))


def test_all_see_the_card_that_makes_trumps(one_suit_each):
    """It is the last one of the dealer's hand, the ace of hearts; nobody else's hand is seen."""
    for seat in (0, 1, 2, 3, None):
        view = one_suit_each.view(seat)
        assert (view.turned, view.trump, view.dealer) == ("AH", "hearts", 3)
        assert [other for other in range(4) if view.hands[other] is not None] == ([] if seat is None else [seat])
    told = [event for event in one_suit_each.events if event.kind == "trump"]
    assert [(event.pieces, event.for_seat(1).pieces) for event in told] == [(("AH",), ("AH",))]
    assert one_suit_each.view(3).hand.count("AH") == 1


def test_a_hand_played_to_its_end(one_suit_each):
    """Seat 3 trumps a club and then leads trumps that nobody has: thirteen tricks, seven points, and the game."""
    state = played(one_suit_each, "AC AD AS 2H")
    assert (state.turn, state.view(None).tricks) == (3, (0, 1))
    for heart, others in zip(RANKS[1:], range(12), strict=True):
        state = played(state, f"{heart}H {RANKS[others]}C {RANKS[others]}D {RANKS[others]}S")
    assert (state.is_over, state.scores) == (True, (0, 7))
    assert [(event.side, event.amount, event.rule) for event in state.score_events] == [(1, 7, "odd_tricks")]
    assert (state.outcome.termination, state.outcome.winners, state.outcome.ranking) == (
        "reached", (1, 3), ((1, 3), (0, 2)))


@pytest.mark.parametrize(("game_of", "over"), [(5, True), (7, True), (10, False)])
def test_seven_points_at_once(game_of, over):
    """A slam wins a game of five or seven, and not one of ten."""
    state = tilegames.load("whist", game=game_of).position(dealer=0, tricks=[0, 13])
    assert (state.scores, state.is_over) == ((0, 7), over)


def test_whoever_deals_shows_a_card_of_the_own_hand(game):
    """In every round of some matches: the dealer holds it, its suit is trump, and the seat behind the dealer leads."""
    names = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
    for seed in range(5):
        dealer = None
        for state in game.playout(seed=seed).states():
            view = state.view(None)
            if state.is_over or view.trick or sum(view.tricks):
                continue
            assert dealer is None or view.dealer == (dealer + 1) % 4, "the deal goes to the left"
            dealer = view.dealer
            assert view.turned in state.view(dealer).hand
            assert view.trump == names[view.turned[-1]]
            assert (state.turn, view.hand_sizes) == ((dealer + 1) % 4, (13, 13, 13, 13))


def test_tricks_that_have_been_taken_cannot_be_looked_at(one_suit_each):
    """After the second trick no view, and no word of one, names a card of the first: not for who took it, either."""
    state = played(one_suit_each, "AC AD AS 2H  3H KC KD KS")
    for seat in (0, 1, 2, 3, None):
        view = state.view(seat)
        assert (view.won, view.tricks) == (((), ()), (0, 2))
        text = json.dumps(view.to_dict())
        assert not [card for card in ("AC", "AD", "AS", "2H") if f'"{card}"' in text]


def test_if_so_agreed_they_can():
    game = tilegames.load("whist", quitted="face_up")
    state = game.new_state(deal=game.deal(hands=[suit("C"), suit("D"), suit("S"), suit("H")], dealer=3))
    state = played(state, "AC AD AS 2H")
    assert [set(won) for won in state.view(0).won] == [set(), {"AC", "AD", "AS", "2H"}]


def test_what_others_hold_is_not_told_by_a_view(game):
    """Two unseen cards change places between seats 1 and 2: seat 0's view and moves are the same, byte for byte."""
    one = [suit("C"), suit("D"), suit("S"), suit("H")]
    other = [suit("C"), ["2S", *suit("D")[1:]], ["2D", *suit("S")[1:]], suit("H")]
    first, second = (game.new_state(deal=game.deal(hands=hands, dealer=3)) for hands in (one, other))
    for seat in (0, 3, None):
        assert json.dumps(first.view(seat).to_dict()) == json.dumps(second.view(seat).to_dict())
    assert first.legal_moves == second.legal_moves
    assert json.dumps(first.view(1).to_dict()) != json.dumps(second.view(1).to_dict())


def test_a_revoke_is_refused_at_the_line_of_the_rule(game):
    state = game.position(dealer=3, turned="4H", led=["9S"], hand=["2S", "5H"])
    reason = state.why_illegal("5H")
    assert (reason.code, "follow: must_if_able" in reason.place.text) == ("must-follow", True)


def test_only_one_side_scores_in_a_hand(game):
    """Of thirteen tricks one side has seven or more: all fourteen ways to part them."""
    for mine in range(14):
        state = game.position(dealer=0, tricks=[mine, 13 - mine])
        assert state.scores == ((mine - 6, 0) if mine > 6 else (0, 7 - mine))


@pytest.mark.parametrize("options", [{"game": 6}, {"game": "rubber"}, {"honours": "on"}, {"quitted": "last"}])
def test_options_that_there_are_not(options):
    with pytest.raises(tilegames.OptionError):
        tilegames.load("whist", **options)
