"""Tien Gow: the vectors that the words of examples cannot say, and what holds for whole deals.

TG-n are the rows of the rules' table of vectors; those that are not here are examples of the spec.
"""

import itertools
import random

import pytest

import tilegames
from tilegames.errors import OptionError
from tilegames.testing import check_game


@pytest.fixture(scope="module")
def game():
    return tilegames.load("tien-gow")


def played(state, *texts):
    for text in texts:
        state = state.play(text)
    return state


def by_rule(state, rule):
    sums = [0] * 4
    for event in state.score_events:
        if event.rule == rule:
            sums[event.side] += event.amount
    return sums


def test_the_groups(game):
    """TG-01: 84 sets of tiles in 49 classes; by kinds, since copies are alike, 61."""
    book = game.flow.groups.book
    sets = {}
    for mask, number in book.leads:
        group = book.groups[number]
        sets.setdefault((book.patterns[group.pattern], len(group.kinds)), set()).add(mask)
    assert {shape: len(masks) for shape, masks in sets.items()} == {
        ("single", 1): 22 + 10, ("civil_pair", 2): 11, ("military_pair", 2): 4, ("supreme", 2): 1,
        ("mixed", 2): 16, ("mixed", 3): 8 + 8, ("mixed", 4): 4}
    assert len({mask for mask, _ in book.leads}) == 84
    assert len({(group.shape, group.rank) for group in book.groups}) == 49
    assert len(book.groups) == 61
    assert len(game.flow.groups.book.sizes) == 9


def test_no_more_than_seventy_concessions(game):
    """Eight different tiles and four led: 70 ways, and never more."""
    hand = ["6-6", "1-1", "4-4", "5-5", "3-3", "2-2", "6-5", "6-4"]
    state = game.position(leader=0, led=["3-1 3-1 4-1 3-2"], hand=hand)
    assert len(state.legal_moves) == 70
    for seed in range(20):
        state = game.new_state(seed=seed)
        rng = random.Random(seed)
        while not state.is_over:
            assert len(state.legal_moves) <= 71
            state = state.play(rng.choice(state.legal_moves))


def test_the_banker_of_the_deal_counts(game):
    """TG-21 and 1.6: who becomes the next banker doubles nothing in this deal."""
    state = played(tilegames.load("tien-gow", deals=2).position(
        dealer=0, turn=1, columns=[2, 2, 0, 3], hands=[["2-2"], ["6-3"], ["3-3"], ["5-5"]]),
        "6-3", "3-3 down", "5-5 down", "2-2 down")
    assert state._table.dealer == 1
    assert state.scores == (-4, 10, -5, -1)


def test_the_streak_of_a_banker_over_deals():
    """``streak_plus_1``: twice, three times, four times while the same banker wins; a new one begins anew."""
    game = tilegames.load("tien-gow", deals=4, banker_multiplier="streak_plus_1")
    # Seat 0 has every civil pair from 6-6 to 4-4 and two Geese: it wins all with four pairs.
    hands = [["6-6", "6-6", "1-1", "1-1", "4-4", "4-4", "3-1", "3-1"],
             ["5-5", "5-5", "3-3", "3-3", "2-2", "2-2", "6-5", "6-5"],
             ["6-4", "6-4", "6-1", "6-1", "5-1", "5-1", "4-2", "4-1"],
             ["6-3", "5-4", "6-2", "5-3", "5-2", "4-3", "3-2", "2-1"]]
    other = [hands[1], hands[0], hands[2], hands[3]]
    deals = [game.deal(hands=hands, dealer=0)] * 2 + [game.deal(hands=other, dealer=0)] * 2
    state = game.new_state(deal=deals)
    before = (0, 0, 0, 0)
    gains = []
    for number in range(4):
        while state.round == number and not state.is_over:
            up = [move for move in state.legal_moves if not str(move).endswith("down") and " " in str(move)
                  and move.action == "play"]
            mine = state.turn == (0 if number < 2 else 1)
            # Whoever is meant to win plays pairs; the others concede, and lead what is beaten.
            state = state.play(up[-1] if mine and up else state.legal_moves[-1])
        gains.append(tuple(now - was for now, was in zip(state.scores, before, strict=True)))
        before = state.scores
    # Sweeps by the banker: 5 x 2 (sweep) x 2, then x 3.
    assert gains[0] == (60, -20, -20, -20)
    assert gains[1] == (90, -30, -30, -30)
    assert state._table.round == 3
    assert sum(state.scores) == 0


def test_views_and_events_hide_what_was_conceded(game):
    """1.5: owner only until the deal ends."""
    rng = random.Random(5)
    for seed in range(10):
        state = game.new_state(seed=seed)
        while not state.is_over:
            hidden = [set(state.view(seat).conceded[seat]) for seat in range(4)]
            for seat in range(4):
                view = state.view(seat)
                assert [view.conceded[other] for other in range(4) if other != seat] == [None] * 3
                shown = {piece for event in view.events if event.kind == "concede" and event.seat != seat
                         for piece in event.pieces}
                assert not shown
                assert hidden[seat] == set(view.conceded[seat])
            state = state.play(rng.choice(state.legal_moves))
        turned_up = {event.seat for event in state.events if event.kind == "show"}
        assert turned_up == {seat for seat in range(4) if state._table.conceded[seat]}


@pytest.mark.parametrize("seed", range(12))
def test_columns_and_ledgers_of_a_deal(game, seed):
    """Columns sum to eight, both ledgers to nothing; the winner of a single last trick had a column before it."""
    rng = random.Random(seed)
    state = game.new_state(seed=seed)
    while not state.is_over:
        before = state
        state = state.play(rng.choice(state.legal_moves))
    assert sum(state.view(0).points) == 8
    assert sum(by_rule(state, "settlement")) == 0
    assert sum(by_rule(state, "supreme")) + sum(by_rule(state, "four")) == 0
    winner = state._table.previous.seat
    if len(before.view(0).plays[0]) == 1:
        assert before.view(0).points[winner] > 0
    assert state.view(0).points[winner] > 0


def test_the_text_of_a_record_replays():
    """Groups and concessions stand in a record as they are written."""
    for options in ({"deals": 3}, {"civil_supreme": "capturable", "supreme": "top_pair"}):
        record = tilegames.load("tien-gow", **options).playout(seed=3)
        again = tilegames.Playthrough.parse(str(record))
        assert again.replay().outcome == record.outcome


def test_all_values_of_options_go_together():
    """No two values write to one place."""
    options = tilegames.load("tien-gow").spec.options
    values = [(name, value) for name, option in options.items() for value in option.values]
    for (one, first), (two, second) in itertools.combinations(values, 2):
        if one != two:
            tilegames.load("tien-gow", **{one: first, two: second})
    with pytest.raises(OptionError):
        tilegames.load("tien-gow", deals=0)


def test_the_invariants_of_all_games_with_everything_switched():
    """Every option away from its default at once."""
    options = {name: list(option.values)[-1] for name, option in tilegames.load("tien-gow").spec.options.items()
               if option.values}
    assert check_game(tilegames.load("tien-gow", deals=3, **options), games=5) == []
