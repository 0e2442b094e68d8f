"""Cap-It: what the examples of the spec cannot say (rules reference, section 5), and a player who wants to go out."""

import json
import random
from collections import Counter

import pytest

import tilegames
from tilegames import MoveError, OptionError
from tilegames.testing import check_match

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
#: What a whole pack counts: fours of aces, twos, four tens and seven fives; and a joker.
PACK, JOKER = 4 * (15 + 15 + 4 * 10 + 7 * 5), 20


def played(state, texts):
    for text in texts.split(", "):
        state = state.play(text)
    return state


def worth(cards):
    values = {"A": 15, "2": 15, "joke": 20, "10": 10, "J": 10, "Q": 10, "K": 10}
    return sum(values.get(card[:-1], 5) for card in cards)


def discards(state):
    return [str(move) for move in state.legal_moves if move.action == "discard"]


def the_ended_round(state):
    return next(event.text for event in state.events if event.kind == "round")


@pytest.fixture(scope="module")
def game():
    return tilegames.load("cap-it")


@pytest.mark.parametrize(("players", "packs", "jokers", "stock"), [(4, 2, 4, 67), (5, 3, 6, 111), (6, 3, 6, 101)])
def test_cards_and_deal(players, packs, jokers, stock):
    """C1: two packs and four jokers for four, three packs and six jokers for five and six; ten cards each."""
    game = tilegames.load("cap-it", players=players)
    assert Counter(game.pieces.names[kind] for kind in game.pieces.kind_of) == Counter(
        {**{rank + suit: packs for rank in RANKS for suit in "CDHS"}, "joker": jokers})
    view = game.new_state(seed=3).view(None)
    assert (view.hand_sizes, view.stock, len(view.discards)) == ((10,) * players, stock, 1)


def test_wild_cards_turned_up_go_under_the_stock(game):
    """C2: a joker, then a two, then the nine: the nine lies face up, the others are the last of the stock."""
    state = game.new_state(deal=game.deal(stock=["joker", "2C", "9H", "5C"], dealer=0), seed=1)
    table = state._table
    names = [game.pieces.name(piece) for piece in table.stock]
    assert (state.view(None).discards, len(names), names[0], names[-2:]) == (("9H",), 67, "5C", ["joker", "2C"])


@pytest.mark.parametrize("players", [4, 5, 6])
def test_the_first_dealer_is_drawn_and_the_deal_passes_left(players):
    """Section 5.2: five rounds, dealers in order of play, and the left neighbor of each begins."""
    game = tilegames.load("cap-it", players=players, round_limit=1)
    state = game.new_state(seed=players)
    first, dealers = state.view(None).dealer, []
    while not state.is_over:
        if len(dealers) <= state.round:
            dealers.append(state.view(None).dealer)
            assert state.turn == (dealers[-1] + 1) % players
        state = state.play("push" if "push" in map(str, state.legal_moves) else discards(state)[0])
    assert dealers == [(first + number) % players for number in range(5)]


# Melds


def test_there_is_no_run_round_the_corner_and_no_set_of_twos(game):
    """C4: king, ace, two is not even a move, nor is a set of twos."""
    state = game.position(turn=0, hand=["KH", "AH", "2H", "3H", "2C", "2D"], melds=[["9H", "9D", "9C"]], drawn=True)
    for text in ("meld run KH-2H", "meld run AH-3H", "meld set 2"):
        with pytest.raises(MoveError):
            state.play(text)
        assert state.why_illegal(text).code == "no-such-move"


def test_an_ace_at_either_end_makes_no_longer_run():
    """Section 5.3, option ace: thirteen cards are the longest run, with the ace at one end only."""
    game = tilegames.load("cap-it", ace="high_or_low")
    long = [f"{rank}H" for rank in RANKS[1:]]
    state = game.position(turn=0, hand=["AH", "2H", "3C"], melds=[long[:-1]], drawn=True)
    assert sorted(map(str, state.legal_moves)) == [
        "discard 2H", "discard 3C", "discard AH", "lay 2H on 1", "lay 2H=AH on 1", "lay AH on 1"]
    state = played(state, "lay AH on 1, lay 2H on 1")
    assert state.view(None).melds[0].pieces == ("2H", *long)
    assert sorted(map(str, state.legal_moves)) == ["discard 3C"]


def test_the_kind_taken_is_refused_even_when_the_card_itself_is_melded(game):
    """Section 5.5: by kind, so that a twin is no way round."""
    state = game.position(turn=0, hand=["9H", "9C", "9D", "KC"], melds=[["3H", "4H", "5H"]], discards=["9H"])
    state = played(state, "take 9H, meld set 9")
    assert state.view(0).hand == ("KC", "9H")
    assert state.why_illegal("discard 9H").code == "not-the-kind-taken"
    state = played(state, "discard KC")
    assert state.turn == 1


def test_a_natural_two_cannot_be_replaced(game):
    """C15: a joker there could be, a two cannot; it is called not to fit, whatever two lies there."""
    for melds in ([["2S", "3S", "4S"]], [["2D=2S", "3S", "4S"]]):
        state = game.position(turn=0, hand=["2S", "9C", "9H", "KC"], melds=melds, drawn=True)
        assert not any(move.action == "swap" for move in state.legal_moves)


def test_a_freed_card_must_be_used_before_anything_else(game):
    """Section 5.5: everybody sees what must be used; only melds with it and other melds will do."""
    state = game.position(turn=0, hand=["6S", "9H", "9C", "KD", "KH", "KS"], melds=[["5S", "joker=6S", "7S"],
                          ["10H", "JH", "QH"]], meld_owners=[1, 0], drawn=True)
    state = state.play("swap 6S for joker on 1")
    assert state.view(2).must_use == "joker"
    assert sorted(map(str, state.legal_moves)) == [
        "lay joker=9H on 2", "lay joker=KH on 2", "meld set 9", "meld set K"]


# Drawing


def test_a_push_shows_each_what_it_may_know(game):
    """Section 5.5: all have seen the discard; a card of the stock only who gets it sees."""
    state = game.new_state(deal=game.deal(stock=["9H", "5C", "6D"], dealer=0), seed=1).play("push")
    seen = {seat: [event.pieces for event in state.view(seat).events] for seat in (0, 1, 2, 3, None)}
    assert seen == {0: [(), ()], 1: [(), ("6D",)], 2: [("5C",), ()], 3: [(), ()], None: [(), ()]}
    assert state.view(0).events[0].text == "seat 1 pushes 9H and a piece of the stock to seat 2"
    assert [state.view(0).hands[seat] is None for seat in range(4)] == [False, True, True, True]
    assert {"9H", "5C"} <= set(state.view(2).hand)
    assert "6D" in state.view(1).hand
    assert "5C" not in json.dumps([event.text for event in state.events])


def test_pushing_to_the_end_of_the_stock(game):
    """C18: 67 cards are 33 pushes; the 34th gives the neighbor two cards and ends the round, and all hands count."""
    state = game.new_state(deal=game.deal(dealer=3), seed=5)
    for number in range(33):
        assert (state.turn, state.view(None).stock) == (number % 4, 67 - 2 * number)
        state = state.play("push")
        state = state.play(discards(state)[0])
    before = [worth(state.view(seat).hand) for seat in range(4)]
    (last,) = state._table.stock[state._table.drawn:]
    given = worth([*state.view(None).discards, game.pieces.name(last)])
    assert (state.turn, state.view(None).stock) == (1, 1)
    state = state.play("push")
    assert the_ended_round(state) == "round 1 is over (exhausted)"
    assert state.scores == (before[0], before[1], before[2] + given, before[3])
    assert sum(state.scores) == 2 * PACK + 4 * JOKER == 920


def test_a_push_without_a_stock_moves_nothing(game):
    """Section 5.6: with an empty stock a push ends the round; the discard stays where it is."""
    state = game.position(turn=0, hands=[["AS"], ["3C", "4C"], ["3D"], ["KC", "joker"]], discards=["9H"],
                          stock_empty=True)
    assert sorted(map(str, state.legal_moves)) == ["push", "take 9H"]
    state = state.play("push")
    assert "push" not in [event.kind for event in state.events]
    assert state.scores == (15, 10, 5, 30)


@pytest.mark.parametrize("players", [4, 5, 6])
def test_there_is_never_anything_to_shuffle_again(players):
    """Section 5.5: one discard lies there whenever somebody draws; and the stock, always odd, never is just empty."""
    state = tilegames.load("cap-it", players=players).new_state(seed=players)
    rng = random.Random(players)
    draws = 0
    while not state.is_over:
        if "push" in map(str, state.legal_moves):
            draws += 1
            assert (len(state.view(None).discards), state.view(None).stock % 2) == (1, 1)
        else:
            assert state.view(None).discards == ()
        state = state.play(rng.choice(state.legal_moves))
    assert draws > 100


@pytest.mark.parametrize(("options", "rounds"), [({}, 100), ({"round_limit": 7}, 7)])
def test_a_round_in_which_nobody_pushes_ends(options, rounds):
    """No rule makes anybody push: after a hundred rounds of turns, or so many as are said, nobody has won."""
    state = tilegames.load("cap-it", **options).new_state(seed=2)
    turns = 0
    while state.round == 0:
        turns += 1
        state = state.play(next(move for move in state.legal_moves if move.action == "take"))
        state = state.play(discards(state)[0])
    assert turns == 4 * rounds
    assert the_ended_round(state) == "round 1 is over (exhausted)"


# Options


def test_a_set_of_seven_needs_any_suits():
    """Section 5.4: r5=set3_set7 brings any suits with it, agrees with them and contradicts one of a suit."""
    for more in ({}, {"sets": "any_suits"}):
        game = tilegames.load("cap-it", r5="set3_set7", **more)
        assert game.patterns["set"].matches(
            [game.pieces.find(name) for name in ("7C", "7C", "7D", "7D", "7H", "7H", "7S")])
    with pytest.raises(OptionError, match="sets=one_of_a_suit and r5=set3_set7 contradict one another"):
        tilegames.load("cap-it", r5="set3_set7", sets="one_of_a_suit")


@pytest.mark.parametrize(("r5", "last"), [
    ("run3_run7", "run 3, run 7"), ("set3_run7", "set 3, run 7"), ("set3_set7", "set 3, set 7"),
    ("run5_run5", "run 5, run 5")])
def test_the_contracts_of_the_rounds(r5, last):
    """Section 5.4: who may not lay a meld yet is told what is to be laid first."""
    game = tilegames.load("cap-it", r5=r5)
    wanted = ["set 3, set 3", "set 3, run 4", "run 4, run 4", "set 3, set 3, set 3", last]
    for number, contract in enumerate(wanted, 1):
        state = game.position(round=number, turn=0, hand=["7C", "7D", "7H", "QS"], drawn=True)
        assert f"the contract ({contract})" in state.why_illegal("meld set 7").sentence


# Stakes


def test_money_is_neither_made_nor_lost():
    """Section 5.6: antes and what is won sum to nothing with the pot; a share is paid as long as there is so much."""
    game = tilegames.load("cap-it", players=4, variants=["stakes"], ante=2, round_share=3)
    for seed in range(3):
        state = game.new_state(seed=seed)
        rng = random.Random(seed)
        winners = []
        while not state.is_over:
            state = state.play(greedy(state.view(state.turn), rng))
            ended = [event.seat for event in state.events if event.kind == "round"]
            winners += ended
            money = dict(state.counters)["money"]
            assert sum(money) + state.pots[0] == 0
            if ended and len(winners) < 5:
                won = len([seat for seat in winners if seat is not None])
                assert state.pots[0] == max(0, 8 - 3 * won)
        assert state.pots[0] < len(state.outcome.winners)


def test_what_cannot_be_parted_stays_in_the_pot():
    """Section 5.6: tied winners split the rest; of 21 each gets ten."""
    game = tilegames.load("cap-it", variants=["stakes"])
    state = game.position(round=5, turn=1, scores=[110, 95, 90, 130], counters={"money": [-6, -6, -6, -7]},
                          hands=[["KC"], ["3H"], ["3C"], ["KH"]], drawn=True).play("discard 3H")
    assert state.scores == (120, 95, 95, 140)
    assert (state.outcome.winners, state.pots[0]) == ((1, 2), 1)
    assert dict(state.counters)["money"] == (-6, 8, 4, -7)


# A player who lays what can be laid


def near(card, hand):
    """How many cards of a hand could be in one meld with this one."""
    if card == "joker" or card[:-1] == "2":
        return 9
    at = RANKS.index(card[:-1])
    others = [other for other in hand if other not in (card, "joker")]
    return sum(other[:-1] == card[:-1] or (other[-1] == card[-1] and abs(RANKS.index(other[:-1]) - at) <= 3)
               for other in others)


def greedy(view, rng):
    """Lays what can be laid; else takes or pushes at random, and discards what is dear and has no company."""
    laying = [move for move in view.legal_moves if move.action in ("meld", "add", "lay off", "swap")]
    if laying:
        return rng.choice(laying)
    putting = [move for move in view.legal_moves if move.action == "discard"]
    if putting:
        return min(putting, key=lambda move: (near(move.piece, view.hand), -worth([move.piece])))
    return rng.choice(view.legal_moves)


def watched(game, seed, seen):
    """A match of such players; counts by rule what came about."""
    state = game.new_state(seed=seed)
    rng = random.Random(seed)
    while not state.is_over:
        before = state
        move = greedy(state.view(state.turn), rng)
        state = state.play(move)
        seen[move.action] += 1
        if move.action == "lay off":
            seen["lay off wild"] += "=" in move.text
            seen["lay off on another's"] += before.view(None).melds[move.value - 1].owner != before.turn
        ended = [event for event in state.events if event.kind == "round"]
        for event in ended:
            how = "exhausted" if event.seat is None else f"out by {move.action}"
            seen[how] += 1
        down = () if ended else set(state.view(None).down) - set(before.view(None).down)
        seen[f"contract {state.round + 1}"] += len(down)
        seen["lay in the turn of the contract"] += move.action == "lay off" and before.turn == seen["just down"] - 1
        if move.action == "discard" or ended:
            seen["just down"] = 0
        elif down:
            seen["just down"] = before.turn + 1
    return seen


@pytest.mark.parametrize("players", [4, 5, 6])
def test_a_greedy_player_lays_all_five_contracts(players):
    """Sections 5.4 and 5.5: within three matches each contract is laid, wild cards are freed and rounds are won."""
    game = tilegames.load("cap-it", players=players)
    seen = Counter()
    for seed in range(3):
        watched(game, seed, seen)
    for rule in (*(f"contract {number}" for number in range(1, 6)), "swap", "lay off wild", "lay off on another's",
                 "lay in the turn of the contract", "out by discard", "push", "take", "add"):
        assert seen[rule], f"{rule}: {seen}"


@pytest.mark.parametrize("players", [4, 5, 6])
def test_whole_matches_under_the_invariants(players):
    """Pieces are conserved, only the mover has moves, what is refused has a reason, scores are their events."""
    count, faults = check_match(tilegames.load("cap-it", players=players), seed=players)
    assert not faults, faults[0]
    assert count > 300
