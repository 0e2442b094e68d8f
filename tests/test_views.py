"""Views: what lies where decides who sees it."""

import pytest

import tilegames

HANDS = [["6-4", "5-5"], ["3-3", "2-2"], ["1-1", "0-0"], ["6-0", "5-0"]]


def names_in(plain):
    """Every text anywhere in a JSON-ready value."""
    if isinstance(plain, dict):
        return {name for value in plain.values() for name in names_in(value)}
    if isinstance(plain, list):
        return {name for value in plain for name in names_in(value)}
    return {plain} if isinstance(plain, str) else set()


@pytest.fixture(scope="module")
def state():
    return tilegames.load("texas-42").position(trump="fours", turn=0, hands=HANDS)


@pytest.mark.parametrize("seat", range(4))
def test_a_seat_sees_its_own_hand_and_no_other(state, seat):
    """A hand is its owner's; of the others only the number of pieces is known."""
    view = state.view(seat)
    assert sorted(view.hand) == sorted(HANDS[seat])
    assert [hand is not None for hand in view.hands] == [other == seat for other in range(4)]
    assert view.hand_sizes == (2, 2, 2, 2)
    others = {name for other in range(4) if other != seat for name in HANDS[other]}
    assert not names_in(view.to_dict()) & others


def test_an_onlooker_sees_no_hand(state):
    """Nobody's hand is an onlooker's."""
    assert state.view(None).hands == (None,) * 4
    assert state.view(None).hand == ()


def test_tricks_taken_lie_face_up():
    """Texas 42, stacking: the won tricks can be seen by all; here seat 2 takes one with the 6-4."""
    state = tilegames.load("texas-42").position(trump="fours", trick=["6-2", "6-6", "6-4"], hand=["2-2", "1-1"])
    after = state.play("2-2")
    for seat in (0, 1, 2, 3, None):
        assert sorted(after.view(seat).won[0]) == ["2-2", "6-2", "6-4", "6-6"]
        assert after.view(seat).tricks == (1, 0)
        assert after.view(seat).points == (11, 0)


def test_views_do_not_change_when_unseen_pieces_are_swapped():
    """Two pieces that a seat cannot see change places: its view, byte for byte, does not."""
    game = tilegames.load("kap-tai-shap", players=3)
    one = game.new_state(deal=game.deal(hands=[["6-6"], ["5-5"]], stock=["4-4"], starter=0), seed=1)
    other = game.new_state(deal=game.deal(hands=[["6-6"], ["4-4"]], stock=["5-5"], starter=0), seed=2)
    assert one != other
    assert one.view(0).to_dict() == other.view(0).to_dict()
    assert one.view(1).to_dict() != other.view(1).to_dict()


@pytest.mark.parametrize("seat", [-1, 4, "0", 1.5])
def test_there_is_no_such_seat(state, seat):
    """A seat is a whole number from 0 to the number of players less one."""
    with pytest.raises(tilegames.OptionError, match="there is no seat"):
        state.view(seat)
