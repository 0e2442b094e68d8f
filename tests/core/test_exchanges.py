"""Exchanges: everybody gives pieces away at once, and nobody sees what another has chosen before."""

import json
import pickle

import pytest

import tilegames
from tilegames import State
from tilegames.testing import check_game

PASSING = """
tilegames: 1
game: made-up-exchange
about: {title: Made-up exchange, family: trick-taking, source: made up for this test}
players: {min: 3, max: 4}
set: {cards: {ranks: [J, Q, K, A]}}
tiles: {suits: printed}
deal: {each: 4, rest: aside}
phases:
  exchange: {give: 2, to: {4: [left, right, across, nobody], 3: right}}
  tricks: {leader: left_of_dealer}
scoring: {each_seat: {all: tricks}}
match: {first_dealer: random, until: {rounds: 5}}
"""
HANDS = [["JC", "QC", "KC", "AC"], ["JD", "QD", "KD", "AD"], ["JH", "QH", "KH", "AH"], ["JS", "QS", "KS", "AS"]]


def start(round_: int = 1) -> State:
    """Seat 3 deals, so seat 0 chooses first."""
    return tilegames.loads(PASSING, players=4).position(round=round_, dealer=3, hands=HANDS)


def give(state: State, names: str) -> State:
    for name in names.split():
        state = state.play(f"give {name}")
    return state


def test_each_seat_chooses_one_by_one_in_turn() -> None:
    state = start()
    assert (state.turn, state.phase) == (0, "exchange")
    assert [str(move) for move in state.legal_moves] == ["give JC", "give QC", "give KC", "give AC"]
    state = give(state, "QC")
    assert state.turn == 0
    assert [str(move) for move in state.legal_moves] == ["give JC", "give KC", "give AC"]
    assert give(state, "AC").turn == 1


@pytest.mark.parametrize(("round_", "giver"), [(1, [3, 0, 1, 2]), (2, [1, 2, 3, 0]), (3, [2, 3, 0, 1]),
                                               (5, [3, 0, 1, 2])])
def test_who_gets_what(round_: int, giver: list[int]) -> None:
    """Left, right, across, and in the fifth round left again: each has two of its own and two of the giver's."""
    state = give(start(round_), "JC QC JD QD JH QH JS QS")
    assert state.phase == "tricks"
    for seat in range(4):
        assert set(state.view(seat).hand) == {*HANDS[seat][2:], *HANDS[giver[seat]][:2]}


def test_in_a_round_of_nobody_nothing_is_given() -> None:
    state = start(4)
    assert state.phase == "tricks"
    assert set(state.view(0).hand) == set(HANDS[0])


def test_every_other_view_is_the_same_whatever_was_chosen() -> None:
    """And nothing has moved; the giver sees the own choice."""
    before, one, other = start(), give(start(), "JC"), give(start(), "AC")
    for state in (one, give(one, "QC")):
        twin = other if state is one else give(other, "KC")
        for seat in (1, 2, 3, None):
            view = state.view(seat).to_dict()
            assert json.dumps(view) == json.dumps(twin.view(seat).to_dict())
            assert {key for key, value in before.view(seat).to_dict().items() if value != view[key]} <= {
                "turn", "events", "legal_moves"}
            assert not {"JC", "QC", "KC", "AC"} & set(json.dumps(view).replace('"', " ").split())
    assert one.view(0).giving == ("JC",)
    assert one.view(1).giving == ()
    assert set(one.view(0).hand) == set(HANDS[0])
    assert one != other


def test_only_giver_and_receiver_see_what_was_given() -> None:
    state = give(start(), "JC QC JD QD JH QH JS QS")
    told = {event.seat: event for event in state.events if event.kind == "exchange"}
    assert told[0].pieces == ("JC", "QC")
    assert (told[0].for_seat(0).pieces, told[0].for_seat(1).pieces) == (("JC", "QC"), ("JC", "QC"))
    assert [told[0].for_seat(seat).pieces for seat in (2, 3, None)] == [(), (), ()]
    assert (told[0].text, told[0].value) == ("seat 0 gives 2 to seat 1", 1)
    assert state.view(2).giving == ()
    assert [event.pieces for event in state.view(2).events if event.kind == "exchange"] == [
        (), ("JD", "QD"), ("JH", "QH"), ()]


def test_what_is_chosen_is_chosen() -> None:
    state = give(start(), "JC")
    for move, code in (("give JC", "already-chosen"), ("give JD", "not-in-hand"), ("JC", "wrong-phase")):
        reason = state.why_illegal(move)
        assert reason is not None
        assert reason.code == code


def test_the_order_of_choosing_does_not_matter() -> None:
    assert give(start(), "JC QC") == give(start(), "QC JC")
    assert pickle.loads(pickle.dumps(give(start(), "JC"))) == give(start(), "JC")


def test_three_players_give_to_the_right() -> None:
    game = tilegames.loads(PASSING, players=3)
    state = give(game.position(dealer=2, hands=HANDS[:3]), "JC QC JD QD JH QH")
    assert set(state.view(0).hand) == {"KC", "AC", "JD", "QD"}
    assert set(state.view(2).hand) == {"KH", "AH", "JC", "QC"}


def test_a_position_in_the_middle_of_it() -> None:
    game = tilegames.loads(PASSING, players=4)
    state = game.position(dealer=3, giving=[["JC", "QC"], ["KD"]], hand=["JD", "QD", "KD", "AD"])
    assert (state.turn, state.view(1).giving) == (1, ("KD",))
    assert [str(move) for move in state.legal_moves] == ["give JD", "give QD", "give AD"]
    with pytest.raises(tilegames.PositionError, match="nothing is given in round 4"):
        game.position(round=4, giving=[["JC"]])
    with pytest.raises(tilegames.PositionError, match="seat 1 does not choose JD there"):
        game.position(dealer=3, giving=[["JC"], ["JD"]])


def test_copies_go_lowest_first() -> None:
    """Three packs: one of two equal cards can be chosen after the other."""
    text = PASSING.replace("ranks: [J, Q, K, A]", "packs: 3, ranks: [Q, K], suits: [H, S]")
    text = text.replace("each: 4", "each: 3")
    game = tilegames.loads(text.replace("min: 3, max: 4", "count: 3"))
    state = game.position(dealer=2, hands=[["QH", "QH", "KS"]])
    state = state.play("give QH")
    assert [str(move) for move in state.legal_moves] == ["give QH", "give KS"]
    assert state.play("give QH").turn == 1


@pytest.mark.parametrize("players", [3, 4])
def test_matches_keep_the_invariants(players: int) -> None:
    assert check_game(tilegames.loads(PASSING, players=players), games=5) == []
