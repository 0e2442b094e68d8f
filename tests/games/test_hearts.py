"""Hearts: what the examples of the spec cannot say."""

import itertools
import json
import os
import pickle
import random

import pytest

import tilegames
from tilegames.testing import check_match

DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"
DEALS = 20_000 if DEEP else 120

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def suit(letter):
    return [rank + letter for rank in RANKS]


def one_suit_each(letters="CDSH"):
    return [suit(letter) for letter in letters]


def played(state, texts):
    for text in texts.split():
        state = state.play(text)
    return state


def given(state, texts):
    for text in texts.split():
        state = state.play(f"give {text}")
    return state


def said(state):
    return {str(move) for move in state.legal_moves}


def seen(state, seat):
    """All that a seat can see, as bytes."""
    return json.dumps(state.view(seat).to_dict()).encode()


def lines(state):
    return [(event.side, event.amount, event.rule) for event in state.score_events if event.rule != "carried"]


@pytest.fixture(scope="module")
def game():
    return tilegames.load("hearts", players=4)


# Random deals


def followed(state, rng, *, strong=None):
    """The states of one round, with moves at random, or with a seat that takes all it can."""
    begun = state.round
    while not state.is_over and state.round == begun:
        yield state
        moves = state.legal_moves
        if strong is None or state.phase == "exchange":
            move = rng.choice(moves)
        else:
            move = (max if state.turn == strong else min)(moves, key=lambda move: RANKS.index(move.piece[:-1]))
        state = state.play(move)
    yield state


SUMS = [
    (4, {}, {26, 78}), (3, {}, {26, 52}), (5, {}, {26, 104}),
    (4, {"moon": "taker_minus_26"}, {26, -26}), (5, {"moon": "not_played"}, {26}),
    (4, {"jack": "minus_ten"}, {16, 68}), (3, {"jack": "ten_minus_ten", "moon": "taker_minus_26"}, {16, -36}),
]


@pytest.mark.parametrize(("players", "options", "sums"), SUMS)
def test_all_points_are_taken_in_every_round(players, options, sums):
    """26 among all, or what a moon makes of it; ten less with a diamond that counts. Every second deal has a moon."""
    game = tilegames.load("hearts", players=players, target=1, passing="none", opening_lead="left_of_dealer", **options)
    rng = random.Random(players)
    found = set()
    for number in range(DEALS // len(SUMS) + 1):
        if number % 2:
            state = game.new_state(seed=number)
            strong = None
        else:
            # The dealer's neighbour has the highest cards, and all others play their lowest.
            cards = sorted(game.pieces.names, key=lambda card: (-RANKS.index(card[:-1]), rng.random()))
            state = game.new_state(deal=game.deal(hands=[[], cards[:len(cards) // players]], dealer=0), seed=0)
            strong = 1
        *before, last = followed(state, rng, strong=strong)
        assert sum(last.scores) in sums
        assert sum(before[-1].view(None).tricks) == len(game.pieces) // players - 1
        found.add(sum(last.scores))
    assert found == sums


@pytest.mark.parametrize("players", [3, 4, 5])
def test_nobody_ever_must_do_two_things_at_once(players):
    """Case A08: no state refuses cards both because of the first lead and because of the suit led, nor a play while
    cards are passed; whoever is to move has a move, and the holder of the lowest club only that one.
    """
    game = tilegames.load("hearts", players=players)
    lowest = "3C" if players == 5 else "2C"
    rng = random.Random(players)
    for number in range(DEALS // 12 if DEEP else 6):
        for state in followed(game.position(round=1 + number % 5, dealer=number % players), rng):
            if state.is_over:
                continue
            hand = state.view(state.turn).hand
            codes = {reason.code for card in hand if (reason := state.why_illegal(card)) is not None}
            if state.phase == "exchange":
                assert codes == {"wrong-phase"}
                assert said(state) == {f"give {card}" for card in hand} - {
                    f"give {card}" for card in state.view(state.turn).giving}
                continue
            assert not {"must-open-with", "must-follow"} <= codes
            if "must-open-with" in codes:
                assert (said(state), state.view(None).trick) == ({lowest}, ())
                assert sum(state.view(None).tricks) == 0
            if "must-follow" in codes:
                assert state.view(None).trick
            assert said(state) <= set(hand)
            assert said(state)


@pytest.mark.parametrize(("dealer", "holder"), [*itertools.product(range(4), range(4))])
def test_without_passing_the_two_of_clubs_is_led_at_once(game, dealer, holder):
    """Case A08: the fourth round passes nothing; whoever deals, the holder leads, and nobody else is asked first."""
    hands = [[] for _ in range(4)]
    hands[holder] = ["2C"]
    state = game.position(round=4, dealer=dealer, hands=hands)
    assert (state.phase, state.turn, said(state)) == ("tricks", holder, {"2C"})
    assert {state.why_illegal(card).code for card in state.view(holder).hand if card != "2C"} == {"must-open-with"}


@pytest.mark.parametrize(("players", "direction"), [(3, "usual"), (4, "usual"), (5, "always_right"), (4, "no_hold")])
def test_matches_are_sound(players, direction):
    check_match(tilegames.load("hearts", players=players, passing=direction, target=30), seed=players)


# Three cards are passed, and nobody sees them


def test_a_choice_cannot_be_seen_before_all_have_chosen(game):
    """After each of the first eleven choices all other seats, and an onlooker, see the same whatever it was."""
    start = game.new_state(deal=game.deal(hands=one_suit_each(), dealer=3))
    one = other = start
    for number in range(11):
        seat, letter = number // 3, "CDSH"[number // 3]
        one = one.play(f"give {RANKS[number % 3]}{letter}")
        other = other.play(f"give {RANKS[9 + number % 3]}{letter}")
        for watcher in (0, 1, 2, 3, None):
            same = seen(one, watcher) == seen(other, watcher)
            # Who has chosen sees the own choice, from the first card of it on.
            assert same == (watcher is None or watcher > seat), (number, watcher)
        assert one.view((seat + 2) % 4).legal_moves == () or one.turn == (seat + 2) % 4


def test_a_choice_of_one_seat_is_seen_by_that_seat_alone(game):
    """Only seat 1 chooses otherwise: seats 0, 2 and 3 see the same until the cards change hands."""
    start = given(game.new_state(deal=game.deal(hands=one_suit_each(), dealer=3)), "2C 3C 4C")
    one, other = given(start, "2D 3D 4D 2S 3S 4S 2H 3H"), given(start, "AD KD QD 2S 3S 4S 2H 3H")
    assert [seen(one, seat) == seen(other, seat) for seat in (0, 1, 2, 3, None)] == [True, False, True, True, True]
    assert (one.view(1).giving, other.view(1).giving, one.view(2).giving) == (
        ("2D", "3D", "4D"), ("QD", "KD", "AD"), ("2S", "3S", "4S"))
    one, other = one.play("give 4H"), other.play("give 4H")
    # Seat 2 got the cards; seats 0 and 3 still know nothing of them.
    assert [seen(one, seat) == seen(other, seat) for seat in (0, 1, 2, 3, None)] == [True, False, False, True, True]


def test_the_order_of_a_choice_is_nothing(game):
    start = game.new_state(deal=game.deal(hands=one_suit_each(), dealer=3))
    states = {given(start, " ".join(order)) for order in itertools.permutations(["2C", "9C", "AC"])}
    assert len(states) == 1


def test_giver_and_receiver_know_what_was_passed(game):
    """To the left: seat 0 gives seat 1 three clubs; seats 2 and 3 are told that it did, and no more."""
    start = game.new_state(deal=game.deal(hands=one_suit_each(), dealer=3))
    state = given(start, "2C 3C 4C 2D 3D 4D 2S 3S 4S 2H 3H 4H")
    told = {seat: {event.seat: event.pieces for event in state.view(seat).events if event.kind == "exchange"}
            for seat in range(4)}
    own = {0: ("2C", "3C", "4C"), 1: ("2D", "3D", "4D"), 2: ("2S", "3S", "4S"), 3: ("2H", "3H", "4H")}
    for seat in range(4):
        for giver in range(4):
            assert told[seat][giver] == (own[giver] if seat in (giver, (giver + 1) % 4) else ())
    onlooker = [event.pieces for event in state.view(None).events if event.kind == "exchange"]
    assert onlooker == [(), (), (), ()]
    assert [state.view(seat).giving for seat in range(4)] == [(), (), (), ()]
    assert set(state.view(1).hand) == {*suit("D")[3:], "2C", "3C", "4C"}
    assert set(state.view(0).hand) == {*suit("C")[3:], "2H", "3H", "4H"}


def test_cards_received_cannot_be_passed_on(game):
    """They come when all have chosen: seat 1 never can give what seat 0 has chosen for it."""
    start = given(game.new_state(deal=game.deal(hands=one_suit_each(), dealer=3)), "2C 3C 4C")
    assert start.turn == 1
    assert start.why_illegal("give 2C").code == "not-in-hand"
    assert said(start) == {f"give {card}" for card in suit("D")}


def test_every_choice_is_the_same_to_the_others(game):
    """Any card of seat 0 as the first one: thirteen states, one view for each of the others."""
    start = game.new_state(deal=game.deal(hands=one_suit_each(), dealer=3))
    states = [start.play(move) for move in start.legal_moves]
    assert len(states) == 13
    for seat, views in ((0, 13), (1, 1), (2, 1), (3, 1), (None, 1)):
        assert len({seen(state, seat) for state in states}) == views


def test_two_unseen_cards_can_change_places(game):
    """Two cards of seats 1 and 2 exchanged in the deal: seat 0 sees the same, before and while cards are passed."""
    hands, twins = one_suit_each(), one_suit_each()
    twins[1][12], twins[2][12] = "AS", "AD"
    one, other = (game.new_state(deal=game.deal(hands=each, dealer=3)) for each in (hands, twins))
    for text in ("2C", "3C", "4C", "2D", "3D", "4D", "2S"):
        one, other = given(one, text), given(other, text)
        for seat in (0, 3, None):
            assert seen(one, seat) == seen(other, seat)


def test_a_choice_is_saved(game):
    state = given(game.new_state(deal=game.deal(hands=one_suit_each(), dealer=3)), "2C 3C 4C AD")
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.view(1).giving == ("AD",)
    assert given(again, "KD") == given(state, "KD")


@pytest.mark.parametrize(("players", "rounds"), [
    (3, [1, 2, None] * 2), (4, [1, 3, 2, None] * 2), (5, [1, 4, 2, 3, None] * 2)])
def test_to_whom_cards_go_round_by_round(players, rounds):
    """So many seats to the left, whoever deals: left, right, across; for five the second ones; and nobody."""
    game = tilegames.load("hearts", players=players)
    for number, step in enumerate(rounds, start=1):
        dealer = (3 * number) % players
        state = game.position(round=number, dealer=dealer)
        if step is None:
            assert state.phase == "tricks"
            continue
        before = [set(state.view(seat).hand) for seat in range(players)]
        chosen = [set() for _ in range(players)]
        assert state.turn == (dealer + 1) % players
        while state.phase == "exchange":
            move = state.legal_moves[len(chosen[state.turn])]
            chosen[state.turn].add(move.piece)
            state = state.play(move)
        for seat in range(players):
            assert set(state.view(seat).hand) == before[seat] - chosen[seat] | chosen[(seat - step) % players]


# Whole hands told by hand


def test_a_moon_played_to_its_end(game):
    """Seat 0 has all clubs: it leads thirteen times. Each of the others has 26, and the deal goes on to the left."""
    state = game.position(round=4, dealer=3, hands=one_suit_each())
    state = played(state, "2C 2D 2S 2H")
    assert (state.turn, state.view(None).points) == (0, (1, 0, 0, 0))
    for rank in RANKS[1:]:
        state = played(state, f"{rank}C {rank}D {rank}S {rank}H")
    assert lines(state) == [(1, 26, "all_taken"), (2, 26, "all_taken"), (3, 26, "all_taken")]
    assert (state.scores, state.is_over, state.round, state.turn) == ((0, 26, 26, 26), False, 4, 1)


def test_in_the_first_trick_points_only_from_who_has_nothing_else(game):
    """Seat 2 has other spades than the queen, seat 3 nothing but hearts."""
    state = played(game.position(round=4, dealer=3, hands=one_suit_each()), "2C 2D")
    assert said(state) == set(suit("S")) - {"QS"}
    assert state.why_illegal("QS").code == "barred"
    assert "first_trick" in state.why_illegal("QS").place.text
    state = state.play("2S")
    assert said(state) == set(suit("H"))


def test_the_queen_among_twelve_hearts(game):
    """With nothing but points in the hand all of them may be played, the queen and any heart."""
    hands = [suit("C"), ["QS", *suit("H")[:12]]]
    state = game.position(round=4, dealer=3, hands=hands).play("2C")
    assert said(state) == set(hands[1])


def test_a_heart_in_the_first_trick_breaks_hearts(game):
    """Seat 1 has points only and throws a heart; seat 2, which takes the trick, may lead its own."""
    hands = [["2C", "KD", *suit("D")[:11]], ["2H", *suit("H")[2:], "QS"], [*suit("C")[1:], "3H"]]
    state = played(game.position(round=4, dealer=3, hands=hands), "2C AH AC AS")
    assert (state.turn, said(state)) == (2, {*suit("C")[1:12], "3H"})
    # Had it been the queen, hearts would not be broken.
    state = played(game.position(round=4, dealer=3, hands=hands), "2C QS AC AS")
    assert (state.turn, said(state)) == (2, set(suit("C")[1:12]))


def test_hearts_are_whole_again_in_the_next_round():
    """Broken in one round, they are barred at the next one's leads."""
    game = tilegames.load("hearts", players=4, passing="none")
    deals = [game.deal(hands=one_suit_each(), dealer=3),
             game.deal(hands=[["2C", "AC", *suit("H")[:11]], ["3C", "4C", *suit("D")[:11]],
                              ["5C", "6C", *suit("S")[:11]]], dealer=0)]
    state = played(game.new_state(deal=deals, seed=0), " ".join(
        f"{rank}C {rank}D {rank}S {rank}H" for rank in RANKS))
    assert (state.round, state.turn, said(state)) == (1, 0, {"2C"})
    state = played(state, "2C 3C 5C 7C")
    assert set(state.view(3).hand) - said(state) == {"KH", "AH"}
    assert said(state) == {"8C", "9C", "10C", "JC", "QC", "KC", "KD", "AD", "KS", "AS"}


@pytest.mark.parametrize("tricks", [1, 5, 12])
def test_a_lead_of_hearts_lapses_only_with_nothing_else(game, tricks):
    """Case A09 at every length of a hand: one other card bars all hearts, none frees them."""
    hearts = suit("H")[:13 - tricks]
    assert said(game.position(turn=0, hand=hearts)) == set(hearts)
    if len(hearts) > 1:
        assert said(game.position(turn=0, hand=[*hearts[1:], "AS"])) == {"AS"}
        assert said(game.position(turn=0, hand=[*hearts[1:], "AS"], broken=True)) == {*hearts[1:], "AS"}


@pytest.mark.parametrize(("queen", "legal"), [("no", {"3D"}), ("yes", {"3D", "5H"})])
def test_the_queen_led_breaks_like_the_queen_thrown(queen, legal):
    game = tilegames.load("hearts", players=4, queen_breaks_hearts=queen)
    state = game.position(trick=["QS", "KS", "2S", "3S"], hands=[[], ["5H", "3D"]])
    assert (state.turn, said(state)) == (1, legal)


@pytest.mark.parametrize(("options", "scores"), [
    ({}, (0, 26, 26, 26)), ({"moon": "taker_minus_26"}, (-26, 0, 0, 0)), ({"moon": "not_played"}, (26, 0, 0, 0)),
    ({"jack": "minus_ten"}, (-10, 26, 26, 26)), ({"jack": "minus_ten", "moon": "not_played"}, (16, 0, 0, 0)),
    ({"jack": "ten_minus_ten", "moon": "taker_minus_26"}, (-36, 0, 0, 0)),
])
def test_a_moon_under_every_settlement(options, scores):
    game = tilegames.load("hearts", players=4, passing="none", **options)
    state = game.position(dealer=3, hands=one_suit_each())
    assert played(state, " ".join(f"{rank}C {rank}D {rank}S {rank}H" for rank in RANKS)).scores == scores


@pytest.mark.parametrize("taker", [1, 2, 3])
def test_a_moon_needs_every_single_heart(game, taker):
    """Seat 0 has taken all but the last heart, which goes to another seat: 25 to 1."""
    cards = ["2D", "3D", "3D", "3D"]
    cards[taker] = "AD"
    cards[1 + taker % 3] = "5H"
    cards[1 + (taker + 1) % 3] = "4D"
    state = game.position(turn=0, tricks=[12, 0, 0, 0], hands=[[card] for card in cards])
    assert played(state, " ".join(cards)).scores == tuple({0: 25, taker: 1}.get(seat, 0) for seat in range(4))


def test_options_that_contradict_one_another():
    """What need not be broken cannot be broken by the queen."""
    with pytest.raises(tilegames.OptionError, match="contradict"):
        tilegames.load("hearts", hearts_lead="free", queen_breaks_hearts="yes")


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 6}, {"target": 0}, {"moon": "choice"},
                                     {"passing": "across"}])
def test_options_that_there_are_not(options):
    with pytest.raises(tilegames.OptionError):
        tilegames.load("hearts", **options)
