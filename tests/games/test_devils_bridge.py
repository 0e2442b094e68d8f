"""Devil's Bridge: what the examples of the spec cannot say (rules reference, section 3); every move is compared in
``test_oh_hell.py``.
"""

import json
from pathlib import Path

import pytest

import tilegames
from tilegames.testing import check_spec

SIZES = {3: 10, 4: 10, 5: 10, 6: 8, 7: 7}
HANDS = {3: 19, 4: 19, 5: 19, 6: 15, 7: 13}


@pytest.mark.parametrize("players", range(3, 8))
def test_the_schedule_db_01(players):
    """Up to ten, eight or seven cards and back to one: 19, 15 or 13 hands."""
    game = tilegames.load("devils-bridge", players=players, target="none")
    sizes = []
    state = game.new_state(seed=players)
    while not state.is_over:
        if state.round == len(sizes):
            sizes.append(state.view(None).hand_sizes[0])
        state = state.play(state.legal_moves[0])
    top = SIZES[players]
    assert sizes == [*range(1, top + 1), *range(top - 1, 0, -1)]
    assert len(sizes) == HANDS[players]


@pytest.mark.parametrize("players", [2, 8])
def test_three_to_seven_play_db_02(players):
    with pytest.raises(tilegames.OptionError):
        tilegames.load("devils-bridge", players=players)


def last(*hands):
    return tilegames.load("devils-bridge").position(round=19, dealer=2, hands=[[hand] for hand in hands], turned="9C")


def test_the_last_hand_db_12():
    """A sees the cards of B and C and the card turned up, and not its own; they bid in turn."""
    state = last("AS", "KH", "QD")
    view = state.view(0)
    assert view.hands == (None, ("KH",), ("QD",))
    assert (view.hand, view.turned, view.trump) == (("card 1",), "9C", "clubs")
    assert "AS" not in json.dumps(view.to_dict())
    assert state.turn == 0
    state = state.play("1")
    assert (state.turn, state.view(0).bids) == (1, ((0, "1"),))


def test_the_own_card_of_the_last_hand_could_be_any():
    """With another card in its place, A's views are the same to the byte until A has played it."""
    one, other = last("AS", "KH", "QD"), last("2H", "KH", "QD")
    for move in ("1", "0", "0"):
        one, other = one.play(move), other.play(move)
        assert json.dumps(one.view(0).to_dict()) == json.dumps(other.view(0).to_dict())
    for text in ("AS", "2H", "3D"):
        assert str(one.why_illegal(text)) == str(other.why_illegal(text))
    assert one.play("card 1").view(0).trick == ("AS",)
    assert other.play("card 1").view(0).trick == ("2H",)


def test_the_deal_goes_round_db_15():
    """B deals: C bids first and leads, B bids last; then C deals."""
    game = tilegames.load("devils-bridge", players=4)
    state = game.position(dealer=1, hands=[["2C"], ["3C"], ["4C"], ["5C"]], turned="9S")
    turns = []
    for move in ("0", "0", "0", "0", "4C", "5C", "2C", "3C"):
        turns.append(state.turn)
        state = state.play(move)
    assert turns == [2, 3, 0, 1, 2, 3, 0, 1]
    assert (state.view(None).dealer, state.turn, state.scores) == (2, 3, (10, 10, 10, 0))


def test_the_turned_card_is_out_of_play():
    """Everybody sees it, and it is in no hand: 10 x 5 + 1 cards are all but one."""
    state = tilegames.load("devils-bridge", players=5).position(round=10, dealer=4)
    turned = state.view(None).turned
    assert turned is not None
    assert all(turned not in state.view(seat).hand for seat in range(5))
    assert sum(state.view(None).hand_sizes) == 50


def test_with_the_hook_somebody_misses():
    """The sum of the bids is never the number of tricks."""
    played = tilegames.load("devils-bridge", players=4, hook="dealer_cannot_balance").playout(seed=3)
    bids = {}
    for state in played.states():
        if state.phase == "tricks":
            bids[state.round] = (sum(int(bid) for _, bid in state.view(None).bids), state.view(None).hand_sizes)
    assert len(bids) > 3
    firsts = {}
    for state in played.states():
        if state.phase == "tricks" and state.round not in firsts:
            firsts[state.round] = state.view(None).hand_sizes[0]
    assert all(total != firsts[number] for number, (total, _) in bids.items())


def test_what_is_unclear_is_said():
    about = tilegames.load("devils-bridge").spec.about
    assert about.status.startswith("reconstructed")
    assert len(about.unclear) == 8
    assert "reconstructed" in tilegames.load("devils-bridge").rules()


def test_the_golden_match_is_played_again():
    golden = Path(__file__).parent / "golden" / "devils-bridge.txt"
    assert str(tilegames.load("devils-bridge").playout(seed=42)) == golden.read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_spec_is_sound():
    report = check_spec("devils-bridge", games=1)
    assert not report.faults, "\n".join(map(str, report.faults))
