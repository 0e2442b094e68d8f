"""Contracts of made-up games: brought by a bid, declared, or both; what they change; rounds that end early."""

import pickle
import random
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any, cast

import pytest

import tilegames
from tilegames import SpecError, State
from tilegames.core.contracts import Decided
from tilegames.core.table import Table

#: Sixteen cards and four players, partners across. A bid of tricks, or the bid "misere" for none without one's partner;
#: and contracts that are declared in place of a trump.
BASE = """
tilegames: 1
game: made-up-contracts
about: {title: Made-up contracts, family: trick-taking, source: made up for this test}
players: {count: 4, teams: across}
set: {cards: {ranks: [J, Q, K, A], suits: [C, D, H, S]}}
tiles: {suits: printed, trump_leaves_other_suits: yes, callable_suits: {jacks: [{rank: J}]}}
deal: {each: 4}
phases:
  auction:
    turns: one_each
    bids:
      tricks: {range: 1..4, stake: amount}
      misere: {range: 5, stake: 5, say: misere}
    all_pass: redeal
  declare: {by: auction_winner, choose: {trump: [any_suit, none]}}
  tricks: {leader: declarer}
contracts:
  misere:
    bid: misere
    tricks: {sits_out: partner_of_auction_winner, leader: auction_winner}
    made_if: declarers.tricks == 0
    stop_if: declarers.tricks > 0
  jacks: {needs: bid.amount >= 2, tiles: {own_suits: [jacks]}}
  low: {say: upside down, tricks: {follow: free, wins: formula, formula: -rank}}
scoring:
  contract:
    made_if: declarers.tricks >= bid.target
    made: {declarers: bid.stake}
    failed: {opponents: bid.stake}
match: {first_dealer: random, until: {rounds: 2}}
"""
HANDS = [["AC", "KD", "QH", "JS"], ["AD", "KC", "QS", "JH"], ["AH", "KS", "QC", "JD"], ["AS", "KH", "QD", "JC"]]

#: Two of three cards of a suit are played by those who do not sit out.
SMALL = """
tilegames: 1
game: made-up-seats
about: {title: Made-up seats, family: trick-taking, source: made up for this test}
players: {count: COUNT}
set: {cards: {ranks: [9, 10, J, Q, K, A], suits: [C, D]}}
tiles: {suits: printed}
deal: {each: 3}
phases:
  tricks: {leader: LEADER, sits_out: OUT}
scoring: {points: {per_trick: 1}, taken: yes}
match: {first_dealer: random, until: {rounds: 1}}
"""


def dealt(text: str = BASE, *moves: str) -> State:
    """A match in which seat 0 speaks first and the hands are ``HANDS``; some moves are made."""
    game = tilegames.loads(text)
    state = game.new_state(deal=[game.deal(hands=HANDS, dealer=3), game.deal()])
    for move in moves:
        state = state.play(move)
    return state


def texts(state: State) -> list[str]:
    """The legal moves as text."""
    return [str(move) for move in state.legal_moves]


def bid(amount: str, *moves: str, text: str = BASE) -> State:
    """Seat 0 wins the auction with a bid; then some moves are made."""
    return dealt(text, amount, "pass", "pass", "pass", *moves)


def with_low(words: str) -> str:
    """The game with another contract "low"."""
    return BASE.replace("{follow: free, wins: formula, formula: -rank}", words)


# Brought by a bid


def test_a_bid_brings_its_contract() -> None:
    """Seat 0 bids misere: seat 2 sits out, and 0, 1 and 3 play; a trick of the others goes on, an own one ends it."""
    state = bid("misere")
    assert (state.phase, state.turn, state.view(None).declared) == ("declare", 0, "misere")
    state = state.play("no trump")
    assert (state.phase, state.turn, state.view(None).sits_out) == ("tricks", 0, 2)
    state = state.play("JS").play("QS")
    assert state.turn == 3
    state = state.play("AS")
    assert (state.turn, state.view(None).tricks) == (3, (0, 1))
    state = state.play("JC")
    assert texts(state) == ["AC"]
    assert [len(state.view(seat).hand) for seat in range(4)] == [3, 3, 4, 2]
    state = state.play("AC").play("KC")
    # Seat 0 took it: the round is over at once, and the others score the five.
    assert (state.round, state.scores) == (1, (0, 5))


def test_the_usual_test_does_not_hold_beside_that_of_the_contract() -> None:
    """A misere is made with no trick, though none is not the five that the bid would need."""
    game = tilegames.loads(BASE)
    state = game.position(bid="misere", trump="none", turn=0, tricks=[0, 3], hands=[["JS"], ["QS"], [], ["AS"]])
    state = state.play("JS").play("QS")
    assert state.turn == 3
    state = state.play("AS")
    assert (state.round, state.scores) == (1, (5, 0))


def test_a_contract_of_a_bid_that_was_outbid_is_not_in_force() -> None:
    """Three tricks over two: no contract; a misere over them brings its own."""
    plain = dealt(BASE, "2 tricks", "3 tricks", "pass", "pass")
    assert (plain.view(None).declared, plain.view(None).contract) == (None, (1, "3 tricks"))
    over = dealt(BASE, "2 tricks", "misere", "pass", "pass")
    assert (over.view(None).declared, over.turn) == ("misere", 1)
    assert over.play("no trump").view(None).sits_out == 3


def test_nothing_is_in_force_in_the_auction() -> None:
    """A bid that may yet be outbid is no contract, and the next round begins without one."""
    assert dealt(BASE, "misere").view(None).declared is None
    state = bid("misere", "no trump")
    while state.round == 0:
        state = state.play(state.legal_moves[0])
    assert (state.view(None).declared, state.view(None).sits_out) == (None, None)


# Declared


def test_a_contract_is_declared_in_place_of_a_trump() -> None:
    """Jacks are a suit of their own without being trump: a jack led asks for jacks, and no jack follows its suit."""
    state = bid("2 tricks")
    assert texts(state) == ["clubs", "diamonds", "hearts", "spades", "no trump", "jacks", "upside down"]
    state = state.play("jacks")
    assert (state.view(None).declared, state.view(None).trump, state.turn) == ("jacks", "none", 0)
    led = state.play("JS")
    assert texts(led) == ["JH"]
    assert texts(led.play("JH")) == ["JD"]
    # Equal jacks: the first one takes the trick.
    assert led.play("JH").play("JD").play("JC").turn == 0
    diamonds = state.play("KD").play("AD")
    assert sorted(texts(diamonds)) == ["AH", "JD", "KS", "QC"]
    assert diamonds.play("JD").play("QD").turn == 1


def test_a_contract_needs_its_bid() -> None:
    """One trick does not allow jacks; the refusal names the bid and the line."""
    state = bid("1 tricks")
    assert texts(state) == ["clubs", "diamonds", "hearts", "spades", "no trump", "upside down"]
    reason = state.why_illegal("jacks")
    assert reason is not None
    assert (reason.code, reason.sentence) == ("bid-too-low", "the bid of 1 tricks does not allow jacks")
    assert reason.place is not None
    assert BASE.splitlines()[reason.place.line - 1].strip().startswith("jacks:")


def test_only_who_had_to_bid() -> None:
    """only: forced_bidder: all others passed before, and the last one could not."""
    text = BASE.replace("all_pass: redeal", "all_pass: dealer_must_bid").replace(
        "jacks: {needs: bid.amount >= 2,", "jacks: {only: forced_bidder,")
    free = bid("2 tricks", text=text)
    reason = free.why_illegal("jacks")
    assert reason is not None
    assert reason.code == "not-forced"
    over = dealt(text, "pass", "pass", "1 tricks", "2 tricks")
    assert "jacks" not in texts(over)
    forced = dealt(text, "pass", "pass", "pass", "2 tricks")
    assert (forced.turn, "jacks" in texts(forced)) == (3, True)


def test_nobody_is_forced_where_all_may_pass() -> None:
    """With a redeal the last one bids of its own free will."""
    state = dealt(BASE.replace("jacks: {needs: bid.amount >= 2,", "jacks: {only: forced_bidder,"),
                  "pass", "pass", "pass", "2 tricks")
    assert "jacks" not in texts(state)


def test_a_contract_without_say_is_declared_by_its_name() -> None:
    """The name stands in views, what is said in moves."""
    state = bid("1 tricks", "upside down")
    assert (state.view(None).declared, str(state.history[-1])) == ("low", "upside down")
    assert "upside down" in state.events[0].text


def test_a_contract_like_another() -> None:
    """What is not said is as there: the need, the suits; what is said goes over it."""
    text = BASE.replace("  low:", "  more: {like: jacks, say: more jacks, tricks: {leader: auction_winner}}\n  low:")
    assert "more jacks" not in texts(bid("1 tricks", text=text))
    state = bid("3 tricks", "more jacks", text=text)
    assert state.view(None).declared == "more"
    assert texts(state.play("JS")) == ["JH"]


# Both at once


def test_a_bid_and_a_declaration_bring_two_contracts() -> None:
    """Misere with jacks as a suit: who sits out and when it is made from the one, the suits from the other."""
    state = bid("misere", "jacks")
    assert (state.view(None).declared, state.view(None).sits_out) == ("misere, jacks", 2)
    state = state.play("JS")
    assert texts(state) == ["JH"]
    state = state.play("JH").play("JC")
    assert (state.round, state.scores) == (1, (0, 5))


def test_what_is_declared_goes_over_what_the_bid_brought() -> None:
    """Both say who leads and what is scored: the declaration's words count, the rest stands."""
    text = BASE.replace("jacks: {needs: bid.amount >= 2,",
                        "jacks: {tricks: {leader: left_of_dealer}, failed: {opponents: 7, declarers: -1},")
    text = text.replace("    made_if: declarers.tricks == 0\n",
                        "    made_if: declarers.tricks == 0\n    failed: {opponents: 6}\n    made: {declarers: 9}\n")
    alone = dealt(text, "pass", "misere", "pass", "pass", "no trump")
    assert (alone.turn, alone.view(None).sits_out) == (1, 3)
    both = dealt(text, "pass", "misere", "pass", "pass", "jacks")
    assert (both.turn, both.view(None).sits_out) == (0, 3)
    # Seat 1 follows the ace of clubs low and then takes the queen of hearts' trick or another: play on until it ends.
    while both.round == 0:
        both = both.play(both.legal_moves[0])
    assert both.scores in ((7, -1), (0, 9))


@pytest.mark.parametrize(("may", "offered"), [("trump_only", False), ("anything", True)])
def test_a_bid_may_leave_only_trumps_to_declare(may: str, offered: bool) -> None:
    """may_name: what can be declared beside trumps under the contract of the bid."""
    text = BASE.replace("    bid: misere\n",
                        f"    bid: misere\n    declare: {{by: partner_of_auction_winner, may_name: {may}}}\n")
    state = bid("misere", text=text)
    assert (state.turn, state.phase) == (2, "declare")
    assert ("jacks" in texts(state)) is offered
    assert "hearts" in texts(state)
    # The bid of tricks leaves the bidder to declare, and everything.
    usual = bid("2 tricks", text=text)
    assert (usual.turn, "jacks" in texts(usual)) == (0, True)


def test_the_partner_declares_and_is_the_declarer() -> None:
    """declarer is who declares, auction_winner who has bid: the misere is then played by the partner."""
    text = BASE.replace("    bid: misere\n", "    bid: misere\n    declare: {by: partner_of_auction_winner}\n").replace(
        "{sits_out: partner_of_auction_winner, leader: auction_winner}", "{sits_out: partner_of_declarer}")
    state = bid("misere", "hearts", text=text)
    assert (state.turn, state.view(None).sits_out, state.view(None).contract) == (2, 0, (0, "misere"))


# Who sits out


@pytest.mark.parametrize("count", [3, 4])
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("leader", ["dealer", "left_of_dealer", "right_of_dealer"])
def test_who_sits_out_never_plays(count: int, dealer: int, leader: str) -> None:
    """The dealer sits out: the others play in turn, from the leader or, if that is the dealer, the next seat."""
    if dealer >= count:
        dealer -= count
    text = SMALL.replace("COUNT", str(count)).replace("LEADER", leader).replace("OUT", "dealer")
    text = text.replace("{each: 3}", "{each: 3, rest: aside}")
    game = tilegames.loads(text)
    state = game.new_state(deal=game.deal(dealer=dealer), seed=1)
    step = {"dealer": 1, "left_of_dealer": 1, "right_of_dealer": -1}[leader]
    seat = (dealer + step) % count
    for _ in range(3):
        for place in range(count - 1):
            assert (state.turn, state.view(dealer).legal_moves) == (seat, ())
            state = state.play(state.legal_moves[0])
            if place < count - 2:
                seat = (seat + 1) % count
                seat = (seat + 1) % count if seat == dealer else seat
        if state.is_over:
            break
        assert state.turn is not None
        seat = state.turn
        assert seat != dealer
    assert state.is_over
    assert sum(state.scores) == 3
    assert state.scores[dealer] == 0


def test_the_hand_of_who_sits_out_is_hidden() -> None:
    """Nobody else sees it; two deals that differ there and among unplayed cards alone look alike to others."""
    game = tilegames.loads(BASE)
    other = [HANDS[0], HANDS[1], ["AH", "KS", "QC", "QD"], ["AS", "KH", "JD", "JC"]]
    one, two = (game.new_state(deal=[game.deal(hands=hands, dealer=3), game.deal()]) for hands in (HANDS, other))
    for move in ("misere", "pass", "pass", "pass", "no trump", "JS", "QS", "AS"):
        one, two = one.play(move), two.play(move)
        for seat in (0, 1, None):
            assert one.view(seat) == two.view(seat)


def test_of_two_players_nobody_sits_out() -> None:
    """It is refused at load."""
    text = SMALL.replace("COUNT", "2").replace("LEADER", "dealer").replace("OUT", "left_of_dealer").replace(
        "{each: 3}", "{each: 3, rest: aside}")
    assert problems(text) == ["no-such-seat"]


# A formula, and ties


@pytest.mark.parametrize(("ties", "bidder", "winner"), [
    ("first_played", 0, 0), ("last_played", 0, 2), ("declarers", 0, 0), ("declarers", 1, 1), ("first_played", 1, 1),
    ("last_played", 1, 0), ("declarers", 2, 2), ("declarers", 3, 1), ("first_played", 3, 0), ("last_played", 3, 2)])
def test_which_of_equal_cards_takes_the_trick(ties: str, bidder: int, winner: int) -> None:
    """Upside down the jacks are best. Seats 0, 1 and 2 play jacks, seat 3 an ace; who has bid leads."""
    text = with_low(f"{{follow: free, wins: formula, formula: -rank, ties: {ties}}}")
    passes = ["pass"] * 3
    passes.insert(bidder, "1 tricks")
    state = dealt(text, *passes, "upside down")
    assert state.turn == bidder
    cards = {0: "JS", 1: "JH", 2: "JD", 3: "AS"}
    for step in range(4):
        state = state.play(cards[(bidder + step) % 4])
    assert state.turn == winner


def test_the_best_by_the_formula_must_be_played() -> None:
    """best_formula: the lowest card in hand, lead or not; a suit means nothing."""
    state = bid("1 tricks", "upside down",
                text=with_low("{follow: best_formula, wins: formula, formula: -rank}"))
    assert texts(state) == ["JS"]
    reason = state.why_illegal("AC")
    assert reason is not None
    assert reason.code == "must-play-best"
    state = state.play("JS").play("JH").play("JD").play("JC")
    assert (state.turn, texts(state)) == (0, ["QH"])


def test_a_formula_decides_without_a_duty() -> None:
    """free: any card; the ace wins by rank, whatever was led and whatever trump could be."""
    state = bid("1 tricks", "upside down", text=with_low("{follow: free, wins: formula, formula: rank}"))
    state = state.play("KD")
    assert sorted(texts(state)) == ["AD", "JH", "KC", "QS"]
    assert state.play("QS").play("AH").play("AS").turn == 2


def test_the_formula_is_asked_only_under_its_contract() -> None:
    """In the other contracts of the game suits decide."""
    state = bid("1 tricks", "no trump", "KD")
    assert texts(state) == ["AD"]
    assert state.play("AD").play("JD").play("QD").turn == 1


# Rounds that end early


def decided(made_if: Callable[[Mapping[str, Any]], bool], names: list[str], facts: Mapping[str, int], *, points: int,
            tricks: int) -> bool:
    """What Decided says of some facts."""
    test = Decided(made_if, names, lambda table: dict(facts), points, lambda table: tricks)
    return test(cast("Table", None))


SHARED = ["declarers.points", "opponents.points", "declarers.tricks", "opponents.tricks"]


@pytest.mark.parametrize(("own", "others", "known"), [
    (0, 0, False), (29, 0, False), (30, 0, True), (30, 12, True), (0, 12, False), (0, 13, True), (29, 13, True),
    (29, 12, False)])
def test_when_thirty_points_of_forty_two_are_decided(own: int, others: int, known: bool) -> None:
    """At thirty, or as soon as the others have thirteen."""
    facts = dict(zip(SHARED, (own, others, 0, 0), strict=True))
    assert decided(lambda all_: all_["declarers.points"] >= 30, ["declarers.points"], facts, points=42,
                   tricks=7) is known


def test_what_tricks_cannot_change_is_decided_at_once() -> None:
    """A condition about the bid alone is known before the first trick."""
    facts = {**dict.fromkeys(SHARED, 0), "bid.amount": 3}
    assert decided(lambda all_: all_["bid.amount"] >= 3, ["bid.amount"], facts, points=10, tricks=5)


CONDITIONS: list[tuple[Callable[[Mapping[str, Any]], bool], list[str]]] = [
    (lambda all_: all_["declarers.tricks"] == 0, ["declarers.tricks"]),
    (lambda all_: all_["opponents.tricks"] == 0, ["opponents.tricks"]),
    (lambda all_: all_["declarers.tricks"] % 2 == 0, ["declarers.tricks"]),
    (lambda all_: all_["declarers.points"] > all_["opponents.points"], ["declarers.points", "opponents.points"]),
    (lambda all_: all_["declarers.points"] >= 4 and all_["opponents.tricks"] <= 1,
     ["declarers.points", "opponents.tricks"]),
    (lambda all_: all_["declarers.points"] in (2, 3) or all_["declarers.tricks"] == 3,
     ["declarers.points", "declarers.tricks"]),
]


@pytest.mark.parametrize(("condition", "names"), CONDITIONS)
def test_a_round_is_decided_when_no_rest_changes_it(condition: Callable[[Mapping[str, Any]], bool],
                                                    names: list[str]) -> None:
    """Beside a plain enumeration of every way to share six points and three tricks."""
    seen = set()
    for own, others, won, lost in product(range(7), range(7), range(4), range(4)):
        if own + others > 6 or won + lost > 3:
            continue
        facts = dict(zip(SHARED, (own, others, won, lost), strict=True))
        ends = {condition(dict(zip(SHARED, (own + more, 6 - own - more, won + take, 3 - won - take), strict=True)))
                for more in range(7 - own - others) for take in range(4 - won - lost)}
        seen.add(len(ends) == 1)
        assert decided(condition, names, facts, points=6, tricks=3) is (len(ends) == 1), facts
    assert seen == {True, False}


def test_a_round_ends_when_its_contract_is_decided() -> None:
    """One trick is enough for a bid of one; one lost trick for a bid of four."""
    text = BASE.replace("tricks: {leader: declarer}\n", "tricks: {leader: declarer, stop: when_decided}\n", 1)
    state = bid("1 tricks", "no trump", "AC", "KC", "QC", text=text)
    assert state.round == 0
    state = state.play("JC")
    assert (state.round, state.scores) == (1, (1, 0))
    assert [event.kind for event in state.events][:3] == ["play", "trick", "stop"]
    state = bid("4 tricks", "no trump", "KD", "AD", "JD", "QD", text=text)
    assert (state.round, state.scores) == (1, (0, 4))
    state = bid("2 tricks", "no trump", "AC", "KC", "QC", "JC", text=text)
    assert (state.round, state.turn) == (0, 0)


def test_under_a_contract_its_own_test_decides() -> None:
    """A declared contract with a test of its own: it must lose all four tricks, and ends with the first one won."""
    text = BASE.replace("tricks: {leader: declarer}\n", "tricks: {leader: declarer, stop: when_decided}\n", 1).replace(
        "jacks: {needs: bid.amount >= 2,", "jacks: {made_if: opponents.tricks == 4,")
    state = bid("1 tricks", "jacks", "AC", "KC", "QC", text=text)
    assert state.round == 0
    state = state.play("AS")
    assert (state.round, state.scores) == (1, (0, 1))


def test_ending_early_changes_no_score() -> None:
    """The same cards and moves, once to the last card and once until decided."""
    brief = tilegames.loads(BASE.replace("tricks: {leader: declarer}\n",
                                         "tricks: {leader: declarer, stop: when_decided}\n", 1))
    whole = tilegames.loads(BASE)
    stopped = 0
    for seed in range(150):
        rng = random.Random(seed)
        long, short = whole.new_state(seed=seed), brief.new_state(seed=seed)
        while long.round == 0:
            move = str(rng.choice(long.legal_moves))
            long = long.play(move)
            short = short.play(move) if short.round == 0 else short
            stopped += short.round == 1 and long.round == 0
        assert (short.scores, short.round) == (long.scores, long.round)
    assert stopped > 50


# What is scored


def test_a_contract_pays_its_own() -> None:
    """made and failed of a contract stand in place of the usual ones."""
    text = BASE.replace("low: {", "low: {made: {declarers: 10, opponents: -1}, failed: {declarers: -3}, ")
    made = bid("1 tricks", "upside down", "JS", "AD", "AH", "AS", "QH", "QS", "QC", "QD", "KD", "KC", "KS", "KH",
               "AC", "JH", "JD", "JC", text=text)
    assert made.scores == (10, -1)
    assert made.score_events[0].place is not None
    assert text.splitlines()[made.score_events[0].place.line - 1].strip().startswith("low:")
    failed = bid("4 tricks", "upside down", "AC", "JH", "AH", "AS", text=text)
    while failed.round == 0:
        failed = failed.play(failed.legal_moves[0])
    assert failed.scores == (-3, 0)
    # Without the contract it is as usual.
    usual = bid("4 tricks", "no trump", "KD", "AD", "JD", "QD", text=text)
    while usual.round == 0:
        usual = usual.play(usual.legal_moves[0])
    assert usual.scores == (0, 4)


# In the middle of a round


@pytest.mark.parametrize("moves", [
    ("misere",), ("misere", "hearts"), ("misere", "jacks", "JS"), ("2 tricks", "jacks", "KD", "AD"),
    ("1 tricks", "upside down", "JS", "JH", "JD", "JC")])
def test_a_copy_plays_on(moves: tuple[str, ...]) -> None:
    """A state pickled under a contract goes on as it would have."""
    state = bid(*moves)
    copy = pickle.loads(pickle.dumps(state))
    assert copy == state
    assert [copy.view(seat) for seat in range(4)] == [state.view(seat) for seat in range(4)]
    while not state.is_over:
        assert texts(copy) == texts(state)
        move = state.legal_moves[-1]
        state, copy = state.play(move), copy.play(str(move))
    assert copy.scores == state.scores


def test_positions_under_a_contract() -> None:
    """bid brings its contract, declared the other; both together are the pair."""
    game = tilegames.loads(BASE)
    state = game.position(bid="misere", declared="jacks", leader=0, trick=["JS"], hand=["JH", "AD"])
    assert (state.turn, texts(state), state.view(None).declared) == (1, ["JH"], "misere, jacks")
    state = game.position(bid="2 tricks", declared="upside down", turn=0, hand=["AC", "JS"])
    assert (sorted(texts(state)), state.view(None).declared) == (["AC", "JS"], "low")
    best = tilegames.loads(with_low("{follow: best_formula, wins: formula, formula: -rank}"))
    assert texts(best.position(bid="2 tricks", declared="low", turn=0, hand=["AC", "JS"])) == ["JS"]


def test_random_matches(play_random: Callable[..., list[State]]) -> None:
    """Every contract of these games under the invariants of every game."""
    play_random(tilegames.loads(BASE))
    play_random(tilegames.loads(BASE.replace("tricks: {leader: declarer}\n",
                                             "tricks: {leader: declarer, stop: when_decided}\n", 1)))


# What is refused at load


def problems(text: str) -> list[str]:
    """The codes of what is wrong with a spec."""
    try:
        tilegames.loads(text)
    except SpecError as error:
        return [problem.code for problem in error.problems]
    return []


NO_DECLARE = BASE.replace("  declare: {by: auction_winner, choose: {trump: [any_suit, none]}}\n", "").replace(
    "  jacks: {needs: bid.amount >= 2, tiles: {own_suits: [jacks]}}\n", "").replace(
    "  low: {say: upside down, tricks: {follow: free, wins: formula, formula: -rank}}\n", "").replace(
    "leader: declarer", "leader: auction_winner")


def test_a_game_without_a_declaration_can_have_contracts_of_bids() -> None:
    """The misere needs none: the bidder leads at once."""
    state = bid("misere", text=NO_DECLARE)
    assert (state.phase, state.turn, state.view(None).sits_out) == ("tricks", 0, 2)


@pytest.mark.parametrize(("text", "wanted"), [
    (BASE, []),
    (BASE.replace("    bid: misere\n", "    bid: miseres\n"), ["unknown-bid"]),
    (BASE.replace("    bid: misere\n", "    bid: misere\n    say: nothing\n"), ["no-effect"]),
    (BASE.replace("    bid: misere\n", "    bid: misere\n    needs: bid.amount > 1\n"), ["no-effect"]),
    (BASE.replace("    bid: misere\n", "    bid: misere\n    only: forced_bidder\n"), ["no-effect"]),
    (BASE.replace("jacks: {needs", "jacks: {declare: {by: dealer}, needs"), ["no-effect"]),
    (BASE.replace("jacks: {needs: bid.amount >= 2, tiles: {own_suits: [jacks]}}", "jacks: {needs: bid.amount >= 2}"),
     ["no-effect"]),
    (BASE.replace("own_suits: [jacks]", "own_suits: [jack]"), ["unknown-suit"]),
    (BASE.replace("own_suits: [jacks]", "own_suits: [hearts]"), ["unknown-suit"]),
    (BASE.replace("upside down", "hearts"), ["same-words"]),
    (BASE.replace("upside down", "jacks"), ["same-words"]),
    (BASE.replace("upside down", "no trump"), ["same-words"]),
    (BASE.replace("upside down", "undeclared"), ["same-words"]),
    (BASE.replace(", formula: -rank", ""), ["missing-key"]),
    (BASE.replace("{follow: free, wins: formula, formula: -rank}", "{formula: -rank}"), ["no-effect"]),
    (BASE.replace("bid.amount >= 2", "bid.amounts >= 2"), ["unknown-name"]),
    (BASE.replace("made_if: declarers.tricks == 0", "made_if: declarers.trick == 0"), ["unknown-name"]),
    (BASE.replace("stop_if: declarers.tricks > 0", "stop_if: declarers.tricks"), ["wrong-type"]),
    (BASE.replace("jacks: {needs", "jacks: {like: jack, needs"), ["unknown-contract"]),
    (BASE.replace("jacks: {needs", "jacks: {like: jacks, needs"), ["extends-itself"]),
    (NO_DECLARE, []),
    (NO_DECLARE.replace("contracts:\n", "contracts:\n  jacks: {tiles: {own_suits: [jacks]}}\n"), ["no-declare"]),
    (NO_DECLARE.replace("    bid: misere\n", "    bid: misere\n    declare: {by: dealer}\n"), ["no-declare"]),
    (BASE.replace("leader: declarer}\n", "leader: declarer, stop: when_decided}\n").replace(
        "made: {declarers: bid.stake}", "made: {declarers: declarers.tricks}"), ["stop-changes-score"]),
    (BASE.replace("leader: declarer}\n", "leader: declarer, stop: when_decided}\n").replace(
        "low: {", "low: {failed: {opponents: opponents.tricks}, "), ["stop-changes-score"]),
    (BASE.replace("leader: declarer}\n", "leader: declarer, stop: when_decided}\n").replace(
        "scoring:\n", "scoring:\n  points: {per_trick: 1}\n  taken: yes\n"), ["stop-changes-score"]),
])
def test_contracts_that_mean_nothing(text: str, wanted: list[str]) -> None:
    """Each at the line where it is written, and nothing else."""
    found = problems(text)
    assert sorted(set(found)) == wanted


def test_without_a_contract_nothing_is_decided() -> None:
    """stop: when_decided asks for a scoring that has a contract."""
    text = SMALL.replace("COUNT", "3").replace("LEADER", "dealer, stop: when_decided").replace(", sits_out: OUT", "")
    assert set(problems(text.replace("{each: 3}", "{each: 3, rest: aside}"))) == {"no-effect"}


def test_made_means_nothing_without_a_contract_in_the_scoring() -> None:
    """made_if, made and failed change the scoring of a contract, and there must be one."""
    scoring, match = BASE.index("scoring:"), BASE.index("match:")
    text = BASE[:scoring] + "scoring: {points: {per_trick: 1}, taken: yes}\n" + BASE[match:]
    assert set(problems(text)) == {"no-effect"}
    assert problems(text.replace("    made_if: declarers.tricks == 0\n", "")) == []
