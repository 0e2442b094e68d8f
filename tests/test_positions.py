"""Positions: what the words mean, and that words which cannot be true together are refused."""

import pytest

import tilegames
from tilegames import PositionError

WINS = ["5-5", "5-5", "6-6", "6-2", "5-3", "1-1", "6-1", "4-2", "3-3", "2-2"]


@pytest.fixture(scope="module")
def texas():
    return tilegames.load("texas-42")


@pytest.fixture(scope="module")
def partner():
    return tilegames.load("jamaican-partner")


@pytest.fixture(scope="module")
def kap():
    return tilegames.load("kap-tai-shap", players=3)


SEVEN = ["6-6", "5-5", "4-4", "3-3", "2-2", "1-1", "0-0"]


def test_the_hand_is_that_of_the_seat_to_move(texas):
    """In the auction after one bid seat 2 moves (seat 1 speaks first); in the declaration the declarer does."""
    bidding = texas.position(bids=["30"], hand=SEVEN)
    assert (bidding.turn, sorted(bidding.view(2).hand)) == (2, sorted(SEVEN))
    declaring = texas.position(bid="31", declarer=2, hand=SEVEN)
    assert (declaring.phase, declaring.turn, sorted(declaring.view(2).hand)) == ("declare", 2, sorted(SEVEN))
    assert declaring.view(None).hand_sizes == (7, 7, 7, 7)


def test_tricks_taken_before_count(texas):
    """Six tricks and the seventh: the declarers have all 42, so one mark is made."""
    state = texas.position(bid="1 mark", trump="fours", tricks=[6, 0], trick=["4-4", "6-4", "5-5", "5-4"])
    assert state.scores == (1, 0)


def test_tricks_taken_lie_in_piles(texas):
    """Three tricks each side: twelve tiles each, one tile left in each hand, and 42 points less the last trick's."""
    view = texas.position(bid="30", trump="fours", tricks=[3, 3]).view(0)
    assert [len(pile) for pile in view.won] == [12, 12]
    assert view.hand_sizes == (1, 1, 1, 1)
    worth = {"5-5": 10, "6-4": 10, "5-0": 5, "4-1": 5, "3-2": 5}
    assert view.points == tuple(3 + sum(worth.get(name, 0) for name in pile) for pile in view.won)


def test_a_later_round_of_partners(partner):
    """Round two, in the middle of the line: nobody asks who was named to begin."""
    state = partner.position(round=2, layout=["6-6"], hand=["6-1"])
    assert [str(move) for move in state.legal_moves] == ["6-1 right"]


def test_a_round_that_has_not_begun(partner):
    """Without a layout the opener decides: the 6-6 in round one, the seat named in round two."""
    assert [str(move) for move in partner.position(turn=2, hand=["6-6", "5-4"]).legal_moves] == ["6-6"]
    with pytest.raises(PositionError, match="it is seat 2 that moves there"):
        partner.position(turn=1, hands=[[], ["5-4"], ["6-6"]])


def test_stakes_are_paid_in_the_middle_of_a_round(kap):
    """Three antes lie in the pot, so who goes out wins two."""
    state = kap.position(hand=WINS)
    assert (state.scores, state.pots) == ((-1, -1, -1), (3, 0))
    won = state.play("go out")
    assert (won.outcome.winners, won.scores) == ((0,), (2, -1, -1))


def test_the_pot_can_be_told_from_the_scores(kap):
    """Scores and pot together are nothing."""
    assert kap.position(turn=0, scores=[-2, -2, -2]).pots == (6, 0)
    with pytest.raises(PositionError, match="together they must be nothing"):
        kap.position(turn=0, scores=[-2, -2, -2], pot=5)


@pytest.mark.parametrize(("name", "words", "message"), [
    ("texas-42", {"turn": 2, "bid": "30"}, "it is seat 0 that moves there"),
    ("texas-42", {"bids": ["30"], "bid": "31"}, "do not belong together"),
    ("texas-42", {"bids": ["30", "30"]}, "cannot be said there"),
    ("texas-42", {"bids": ["30", "pass", "pass", "pass", "pass"]}, "the auction is over"),
    ("texas-42", {"scores": [7, 0]}, "the match is over"),
    ("texas-42", {"bid": "30", "taken": [50, 50]}, "all together is 42, not 100"),
    ("texas-42", {"bid": "30", "taken": [30, 12], "tricks": [9, 9]}, "there are 7, not 18"),
    ("texas-42", {"trump": "fours", "tricks": [9, 9]}, "tricks: there are 7, not 18"),
    ("texas-42", {"trump": "fours", "tricks": [3, 4]}, "would have no move"),
    ("texas-42", {"trump": "fours", "hands": [["6-6", "6-5"], ["5-5"]]}, "seat 1 holds 2 pieces there, not 1"),
    ("texas-42", {"trump": "none", "trick": ["6-4", "5-0"], "hands": [[], ["6-3"]]}, "could not play 5-0"),
    ("texas-42", {"stock": ["6-6"]}, "stock: this game has none"),
    ("texas-42", {"bid": "99"}, "no move of the phase"),
    ("texas-42", {"bid": "pass"}, "a pass wins no auction"),
    ("texas-42", {"hands": [["6-6"], ["6-6"]]}, "named too often"),
    ("texas-42", {"trump": "sevens"}, 'there is no trump "sevens"'),
    ("texas-42", {"discards": ["6-6"]}, "no phase that the word belongs to"),
    ("texas-42", {"hand": ["6-6"] * 2}, "more often than in the set"),
    ("texas-42", {"hand": [*SEVEN, "6-5"], "trump": "fours"}, "seat 0 holds 7 pieces there, not more"),
    ("texas-42", {"round": 5, "after": "first_round"}, "does not come after this"),
    ("texas-42", {"pot": 3}, "pot: this game has none"),
    ("texas-42", {"turn": 1.0}, "whole numbers"),
    ("texas-42", {"scores": {1, 2}}, "whole numbers"),
    ("texas-42", {"hands": 7}, "wrong-shape"),
    ("texas-42", {"tunr": 1}, "unknown-key"),
    ("jamaican-partner", {"hand": ["5-4", "3-3"], "turn": 0}, "it is seat 3 that moves there, not seat 0"),
    ("jamaican-partner", {"scores": [3, 3]}, "not more than one side"),
    ("jamaican-partner", {"scores": [6, 0]}, "the match is over"),
    ("jamaican-partner", {"dealer": 1}, "dealer: this game has none"),
    ("jamaican-partner", {"stock": ["6-6"]}, "stock: this game has none"),
    ("jamaican-partner", {"layout": ["6-6", "6-5"], "hands_left": [[], ["5-5"], ["5-4"], ["5-3"]]},
     "do not belong together"),
    ("kap-tai-shap", {"layout": ["6-6"]}, "no phase that the word belongs to"),
    ("kap-tai-shap", {"stock": ["6-4"], "stock_empty": True}, "contradict"),
    ("kap-tai-shap", {"starter": 1, "turn": 2, "hand": WINS}, "is not the starter"),
    ("kap-tai-shap", {"hand": ["6-6"] * 3}, "holds 9 pieces"),
])
def test_what_cannot_be_is_refused(name, words, message):
    """One clear PositionError, whatever the words; the bundled games stay as they are."""
    with pytest.raises(PositionError, match=message):
        tilegames.load(name).position(**words)


def test_words_that_hold_themselves(texas):
    """A list inside itself is no position."""
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(PositionError):
        texas.position(hands=endless)


def test_a_deal_names_its_pieces_by_text(texas):
    """Numbers are no pieces, and a stock needs a stock."""
    with pytest.raises(tilegames.DealError, match="named by texts"):
        texas.deal(hands=[[6]])
    with pytest.raises(tilegames.DealError, match="too little for the hands"):
        texas.deal(stock=["6-6"])


def test_bids_that_lead_to_a_new_deal():
    """Four passes under reshake: round two has been dealt, every tile lies in one place, and no hand can be named."""
    game = tilegames.load("texas-42", all_pass="reshake")
    state = game.position(bids=["pass"] * 4)
    assert (state.round, state.turn, state.view(None).dealer) == (1, 2, 1)
    assert state._table.census() == (28, game.pieces.full)
    with pytest.raises(PositionError, match="dealt anew"):
        game.position(bids=["pass"] * 4, hand=SEVEN)


@pytest.mark.parametrize(("name", "words"), [
    ("texas-42", {}), ("texas-42", {"bids": ["30"]}), ("texas-42", {"bid": "30"}), ("texas-42", {"trump": "fours"}),
    ("texas-42", {"bids": ["30", "pass", "31", "pass"]}), ("texas-42", {"trick": ["6-4"], "trump": "none"}),
    ("texas-42", {"tricks": [2, 1], "trump": "ones"}), ("texas-42", {"bid": "30", "taken": [30, 12]}),
    ("jamaican-partner", {"layout": ["6-6"], "hand": ["6-1"]}), ("jamaican-partner", {"turn": 2, "hand": ["6-6"]}),
    ("jamaican-partner", {"hands_left": [[], ["5-5"], ["4-4"], ["3-3"]]}),
    ("kap-tai-shap", {"turn": 1}), ("kap-tai-shap", {"hand": WINS}), ("kap-tai-shap", {"stock": ["6-6"], "turn": 0}),
    ("kap-tai-shap", {"stock_empty": True, "discards": ["6-6"]}),
])
def test_every_piece_of_a_position_lies_in_one_place(name, words):
    """Whatever the words, none is lost and none is there twice."""
    game = tilegames.load(name)
    assert game.position(**words)._table.census() == (len(game.pieces), game.pieces.full)


def test_positions_of_a_game_with_stakes_have_their_antes():
    """Ten from each of four lie in the pot, or are somebody's; pot and money together are nothing."""
    game = tilegames.load("cap-it", variants=["stakes"])
    state = game.position()
    assert (state.pots, dict(state.counters)["money"]) == ((40, 0), (-10, -10, -10, -10))
    state = game.position(counters={"money": [-10, -6, -10, -10]})
    assert (state.pots[0], game.position(counters={"money": [-10, -6, -10, -10]}, pot=36).pots[0]) == (36, 36)
    with pytest.raises(PositionError, match="together they must be nothing"):
        game.position(counters={"money": [-10, -6, -10, -10]}, pot=30)


@pytest.mark.parametrize(("name", "words", "message"), [
    ("tien-gow", {"turn": 2, "leader": 1}, "its leader moves, seat 1"),
    ("tien-gow", {"round": 2}, "there is no round 2"),
    ("devils-bridge", {"round": 500}, "the match has")])
def test_words_that_contradict_the_match_are_refused(name, words, message):
    """A leader who does not lead, and rounds that are never played."""
    with pytest.raises(PositionError, match=message):
        tilegames.load(name).position(**words)
