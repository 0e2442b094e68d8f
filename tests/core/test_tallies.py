"""What each seat and each side scores by its own bid and tricks, and counters that are kept for the match."""

import pickle
from typing import Any

import pytest

import tilegames
from tilegames.testing import check_game

SEATS = """
tilegames: 1
game: made-up-tallies
about: {title: Made-up tallies, family: trick-taking, source: made up for this test}
players: {count: 3}
set: {cards: {ranks: [J, Q, K, A]}}
tiles: {suits: printed}
deal: {each: 4, rest: aside}
phases: {bidding: {}, tricks: {}}
scoring:
  each_seat:
    hit: {when: tricks == bid, scores: 10 + tricks}
    all: {when: tricks == hand.size, scores: 50}
    late: {when: round.number > 1 and score >= 20, scores: -1}
    each: tricks
match: {first_dealer: random, until: {rounds: 3}}
"""
SIDES = SEATS.replace("count: 3", "count: 4, teams: across").replace(
    SEATS[SEATS.index("scoring:"):SEATS.index("match:")], """\
scoring:
  each_seat:
    nil: {when: bid == 0, scores: 100 if tricks == 0 else -100}
  each_side:
    made: {when: bid > 0 and tricks - nil_tricks >= bid, scores: 10 * bid}
    set: {when: bid > 0 and tricks - nil_tricks < bid, scores: -10 * bid}
    two: {when: nil_bids == 2, scores: 1}
  counters:
    bags: {adds: "max(tricks - bid, 0)", at: 3, scores: -30}
    tricks: {adds: tricks}
""")


def settled(text: str, **words: Any) -> tilegames.State:
    return tilegames.loads(text).position(dealer=0, **words)


def test_rows_are_asked_for_each_seat() -> None:
    """Seat 0 bid and took all four: 14, 50 and 4; seat 1 bid and took none: 10; seat 2 bid one: nothing."""
    state = settled(SEATS, called=[4, 0, 1], tricks=[4, 0, 0])
    assert state.scores == (68, 10, 0)
    assert [(event.side, event.rule, event.amount) for event in state.score_events] == [
        (0, "hit", 14), (1, "hit", 10), (0, "all", 50), (0, "each", 4)]


def test_the_score_is_the_one_before_the_round() -> None:
    """Seat 0 had 20, seat 1 has 20 only now, seat 2 had 19."""
    state = settled(SEATS, round=2, scores=[20, 10, 19], called=[1, 0, 3], tricks=[2, 0, 2])
    assert state.scores == (20 - 1 + 2, 10 + 10, 19 + 2)


@pytest.mark.parametrize(("called", "tricks", "scores", "bags"), [
    # both nil bidders take nothing; 2 of 2 and 2 of 2
    ([0, 2, 2, 0], [0, 2, 2, 0], (100 + 20, 100 + 20), (0, 0)),
    # seat 0 fails at nil with one trick, and its partner has only one of two
    ([0, 1, 2, 1], [1, 1, 1, 1], (-100 - 20, 20), (0, 0)),
    # side 0 bids one and takes three: two bags
    ([1, 1, 0, 0], [3, 1, 0, 0], (100 + 10, 100 + 10), (2, 0)),
    # side 0 bids one and takes four: three bags turn over at once
    ([1, 0, 0, 0], [4, 0, 0, 0], (100 + 10 - 30, 200 + 1), (0, 0)),
])
def test_rows_for_sides_add_their_members_up(called: list[int], tricks: list[int], scores: tuple[int, int],
                                             bags: tuple[int, int]) -> None:
    state = settled(SIDES, called=called, tricks=tricks)
    assert state.scores == scores
    assert dict(state.counters)["bags"] == bags
    assert dict(state.counters)["tricks"] == (tricks[0] + tricks[2], tricks[1] + tricks[3])


def test_counters_are_kept_from_round_to_round() -> None:
    """Two bags and two more make four: three turn over, one stays."""
    state = settled(SIDES, round=2, counters={"bags": [2, 1], "tricks": [3, 1]}, called=[1, 1, 1, 0],
                    tricks=[4, 0, 0, 0])
    assert dict(state.counters) == {"bags": (1, 1), "tricks": (7, 1)}
    assert state.scores == (20 - 30, -10 + 100)
    assert state.view(3).counters == (("bags", (1, 1)), ("tricks", (7, 1)))
    assert [event.rule for event in state.score_events] == ["nil", "made", "set", "bags"]


def test_a_counter_can_turn_over_twice() -> None:
    state = settled(SIDES.replace("at: 3", "at: 2"), counters={"bags": [1, 0]}, called=[1, 0, 0, 0],
                    tricks=[4, 0, 0, 0])
    assert dict(state.counters)["bags"] == (0, 0)
    assert [event.amount for event in state.score_events if event.rule == "bags"] == [-60]


def test_counters_are_part_of_a_state() -> None:
    game = tilegames.loads(SIDES)
    one, other = (game.position(dealer=0, counters={"bags": bags}) for bags in ([0, 0], [1, 0]))
    assert one != other
    assert dict(pickle.loads(pickle.dumps(other)).counters)["bags"] == (1, 0)


@pytest.mark.parametrize(("words", "message"), [
    ({"counters": {"bag": [1, 1]}}, 'there is no counter "bag"'), ({"counters": {"bags": [1]}}, "one number for each"),
])
def test_counters_that_cannot_be(words: dict[str, Any], message: str) -> None:
    with pytest.raises(tilegames.PositionError, match=message):
        settled(SIDES, **words)


def test_played_tricks_count_for_who_took_them() -> None:
    """Seat 1 bids nothing and takes one, its partner the other three: the nil fails, and three of one are made."""
    game = tilegames.loads(SIDES)
    hands = [["JC", "QC", "KC", "JD"], ["AC", "QD", "QH", "QS"], ["JH", "KH", "JS", "KS"], ["AD", "KD", "AH", "AS"]]
    state = game.new_state(deal=game.deal(hands=hands, dealer=3), seed=0)
    for move in "0 0 0 1 JC AC JH KD QD JS AD JD AH KC QH KH AS QC QS KS".split():  # noqa: SIM905  # easier to read
        state = state.play(move)
    assert [(event.side, event.rule, event.amount) for event in state.score_events] == [
        (0, "nil", 100), (1, "nil", -100), (0, "nil", 100), (1, "made", 10), (0, "two", 1), (1, "bags", -30)]


@pytest.mark.parametrize("text", [SEATS, SIDES], ids=["seats", "sides"])
def test_matches_keep_the_invariants(text: str) -> None:
    assert check_game(tilegames.loads(text), games=5) == []
