"""Payments on a made-up game: who pays whom, what multiplies, and who pays in the place of others."""

import pytest

import tilegames
from tilegames.core.payments import Factor, Payment, Redirect
from tilegames.core.seats import Seats
from tilegames.core.table import GROUPS, Table

GAME = """\
tilegames: 1
game: demo
about: {title: Demo, family: trick-taking, source: made up for a test}
players: {count: 3}
set: {cards: {ranks: [9, 10, J, Q, K, A], suits: [H, S]}}
tiles: {suits: printed, rank_in_suit: order}
patterns: {single: {size: 1}, pair: {size: 2, same: rank}}
deal: {each: 4}
phases:
  group_tricks: {leader: dealer, groups: {single: {}, pair: {}}}
scoring:
  payments:
    pairs: {at: trick_end, when: trick.pattern == 'pair', each_other_pays: 3}
    end: {at: round_end, each_other_pays: 2 - payer.columns}
match: {first_dealer: random, next_dealer: winner, until: {rounds: 2}}
"""
HANDS = [["9H", "10H", "JH", "9S"], ["KS", "KH", "AH", "QS"], ["10S", "JS", "QH", "AS"]]


def table(columns, dealer=0, leader=1, streak=1):
    made = Table(None, 3, GROUPS)
    made.clear(3, 3)
    made.round, made.points, made.dealer, made.leader, made.streak = 0, list(columns), dealer, leader, streak
    return made


def paid(row, made, winner, **facts):
    """What each side gets by a row."""
    row.pay(Seats(3), made, winner, facts)
    return list(made.scores)


def by(number):
    return lambda facts: number


# Rows by themselves

def test_each_other_pays_and_below_nothing_is_paid():
    """Two less the columns: 2 from who has none, and 3 to who has five."""
    row = Payment("row", "round_end", lambda facts: 2 - facts["payer.columns"])
    made = table([5, 3, 0])
    assert paid(row, made, 1) == [3, -1, -2]
    events = []
    while made.score_chain:
        made.score_chain, event = made.score_chain
        events.insert(0, (event.side, event.amount, event.rule))
    assert events == [(0, 3, "row"), (1, -3, "row"), (2, -2, "row"), (1, 2, "row")]


def test_factors_multiply_one_another():
    """Two and three make six, for those of whom both hold."""
    row = Payment("row", "round_end", by(5), times=(
        Factor("dealer", lambda facts: facts["payer.dealer"] or facts["winner.dealer"], by(2)),
        Factor("always", None, by(3)),
        Factor("none", lambda facts: facts["payer.columns"] == 0, lambda facts: facts["dealer.streak"])))
    assert paid(row, table([1, 0, 0], dealer=0, streak=4), 1) == [-30, 90, -60]


def test_a_factor_may_spare_what_the_winner_pays():
    """``only: positive``; and a condition sees the amount before all factors."""
    row = Payment("row", "round_end", lambda facts: 2 - facts["payer.columns"], times=(
        Factor("gain", None, by(10), positive=True), Factor("small", lambda facts: facts["amount"] == 2, by(7))))
    assert paid(row, table([5, 3, 0]), 1) == [3, 137, -140]


def test_a_row_that_does_not_hold_pays_nothing():
    """Its condition knows the winner."""
    row = Payment("row", "round_end", by(5), when=lambda facts: facts["winner.columns"] > 3)
    assert paid(row, table([0, 3, 0]), 1) == [0, 0, 0]
    assert paid(row, table([0, 4, 0]), 1) == [-5, 10, -5]


@pytest.mark.parametrize(("redirect", "winner", "columns", "scores"), [
    (Redirect("positive", None), 2, [0, 1, 0], [0, -3, 3]),
    (Redirect("positive", None), 2, [5, 1, 0], [3, -1, -2]),
    (Redirect("all", None, positive=False), 2, [5, 1, 0], [0, 2, -2]),
    (Redirect("dealer", None, to_leader=False), 2, [1, 0, 0], [-3, 0, 3]),
    (Redirect("last", lambda facts: facts["trick.last"]), 2, [0, 1, 0], [-2, -1, 3]),
    (Redirect("winner", None), 1, [0, 0, 1], [-2, 3, -1]),
])
def test_somebody_pays_for_the_others(redirect, winner, columns, scores):
    """The leader (seat 1) or the dealer (seat 0); nobody does if that is the winner, or if it does not hold.

    Everybody owes two less the columns.
    """
    row = Payment("row", "round_end", lambda facts: 2 - facts["payer.columns"], redirects=(redirect,))
    assert paid(row, table(columns), winner, **{"trick.last": False}) == scores


def test_the_first_redirect_that_holds_counts():
    """And factors may ask whether one does."""
    row = Payment("row", "round_end", by(5), redirects=(
        Redirect("never", lambda facts: False, to_leader=False), Redirect("leader", None),
        Redirect("dealer", None, to_leader=False)), times=(Factor("moved", lambda facts: facts["redirected"], by(2)),))
    assert paid(row, table([0, 0, 0]), 2) == [0, -20, 20]


# In a game

def test_payments_after_a_trick_and_at_the_end():
    """Rules by name tell the two ledgers apart; a row's factors touch no other row."""
    game = tilegames.loads(GAME)
    state = game.new_state(deal=[game.deal(hands=HANDS, dealer=1)] * 2)
    assert state.turn == 1
    for text in ("KS KH", "JS 10S down", "9S 9H down"):
        state = state.play(text)
    assert state.scores == (-3, 6, -3)
    assert [(line.rule, line.side, line.amount) for line in state.score_events] == [
        ("pairs", 0, -3), ("pairs", 1, 3), ("pairs", 2, -3), ("pairs", 1, 3)]
    assert [event.text for event in state.events if event.kind == "score"] == [
        "side 0 pays 3 to side 1 (pairs)", "side 1 gets 3 from side 0 (pairs)",
        "side 2 pays 3 to side 1 (pairs)", "side 1 gets 3 from side 2 (pairs)"]
    for text in ("AH", "QH down", "JH down", "QS", "AS", "10H down"):
        state = state.play(text)
    # Columns 0, 3, 1: seat 2 wins the last trick, has 2 from seat 0 and pays 1 to seat 1.
    assert state.scores == (-3 - 2, 6 + 1, -3 + 1)
    assert (state.round, state._table.dealer, state.turn, state._table.streak) == (1, 2, 2, 1)


def test_a_dealer_who_goes_on_has_a_streak():
    """It counts the rounds in a row, and is in the view."""
    game = tilegames.loads(GAME.replace("rounds: 2", "rounds: 3"))
    state = game.new_state(deal=[game.deal(hands=HANDS, dealer=1)] * 3)
    for streak in (1, 2, 3):
        assert (state._table.dealer, state.view(0).streak) == (1, streak)
        for text in ("QS", "AS", "10H down", "QH", "9H down", "KH", "AH", "10S down", "JH down", "KS", "JS down",
                     "9S down"):
            state = state.play(text)
    assert state.is_over


def test_a_score_reached_by_a_payment_ends_the_match_at_once():
    """``until.checked: at_once``."""
    game = tilegames.loads(GAME.replace("{rounds: 2}", "{reach: 6, checked: at_once}"))
    state = game.new_state(deal=game.deal(hands=HANDS, dealer=1))
    for text in ("KS KH", "JS 10S down", "9S 9H down"):
        state = state.play(text)
    assert state.is_over
    assert state.outcome.ending == "stopped"
    assert state.outcome.winners == (1,)


def test_teams_pay_as_sides():
    """The other side pays once."""
    game = tilegames.loads(GAME.replace("{count: 3}", "{count: 4, teams: across}").replace("each: 4", "each: 3")
                           .replace("dealer, groups", "dealer, conceded: face_up, groups"))
    state = game.position(dealer=0, turn=0, hands=[["KS", "KH", "9S"], [], [], []])
    for _ in range(4):
        state = state.play(str(state.legal_moves[-1])) if state.turn else state.play("KS KH")
    assert state.scores == (3, -3)
    assert state.view(0).points == (2, 0)
