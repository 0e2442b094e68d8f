"""K'ap Tai Shap: what the examples of the spec cannot say (rules reference, section 1)."""

import pytest

import tilegames

SETS = {2: 1, 3: 2, 4: 2, 5: 2, 6: 3, 7: 3, 8: 4, 9: 4, 10: 4, 11: 5, 12: 5, 13: 6, 14: 6, 15: 6, 16: 7, 17: 7, 18: 8,
        19: 8, 20: 8}
PRINTED = """6-6 6-2, 6-6 5-3, 6-6 4-4, 6-4 6-4, 5-5 5-5, 6-2 1-1, 6-1 2-1, 6-1 4-2, 5-3 1-1, 5-2 2-1, 5-2 4-2,
5-1 3-1, 5-1 2-2, 4-4 1-1, 4-3 2-1, 4-3 4-2, 4-1 3-2, 4-1 4-1, 3-3 3-1, 3-3 2-2, 3-2 3-2"""
MISSING = "6-5 6-3, 6-5 5-4, 6-4 5-5"
WINS = ["5-5", "5-5", "6-6", "6-2", "5-3", "1-1", "6-1", "4-2", "3-3", "2-2"]


def pairs(text):
    return {tuple(sorted(pair.split())) for pair in text.replace("\n", " ").split(", ")}


def pairs_of(game):
    names, tens = game.pieces.names, game.patterns["tens"]
    return {tuple(sorted((names[a], names[b]))) for a in range(len(names)) for b in range(a + 1)
            if tens.matches((a, b))}


def test_the_pairs_by_sum_are_the_printed_ones_and_three_more():
    """Section 1.4: 24 pairs by sum, 21 of them printed."""
    assert pairs_of(tilegames.load("kap-tai-shap")) == pairs(PRINTED) | pairs(MISSING)
    assert len(pairs(PRINTED)) == 21


def test_the_listed_pairs_are_the_printed_ones():
    """Section 1.4, option pairings=listed: literally the printed list, by variant and by option."""
    assert pairs_of(tilegames.load("kap-tai-shap", variants=["listed"])) == pairs(PRINTED)
    assert pairs_of(tilegames.load("kap-tai-shap", pairings="listed")) == pairs(PRINTED)


@pytest.mark.parametrize(("players", "sets"), SETS.items())
def test_sets_and_deal_by_player_count(players, sets):
    """Section 1.3: two sets for five players, rounded up; ten tiles for the starter, nine for the others."""
    game = tilegames.load("kap-tai-shap", players=players)
    assert len(game.pieces) == 32 * sets
    state = game.new_state(seed=players)
    assert sorted(state.view(None).hand_sizes) == [9] * (players - 1) + [10]
    assert state.view(None).hand_sizes[state.turn] == 10
    assert state.view(None).stock == 32 * sets - 9 * players - 1


@pytest.mark.parametrize(("players", "sets", "left"), [(3, 1, 4), (6, 2, 9)])
def test_a_thin_stock_is_refused_unless_allowed(players, sets, left):
    """Section 1.3: at least two tiles for each player must be left after the deal."""
    with pytest.raises(tilegames.OptionError, match=f"sets={sets} does not go with {players} players") as error:
        tilegames.load("kap-tai-shap", players=players, sets=sets)
    assert f"{players} players leave {left} pieces, 2 for each player must be left" in str(error.value)


def test_a_thin_stock_may_be_allowed():
    """Section 1.3, option thin_stock: three players can share one set."""
    game = tilegames.load("kap-tai-shap", players=3, sets=1, thin_stock="allowed")
    assert game.new_state(seed=1).view(None).stock == 4


def test_the_wall_moves_the_tops_of_the_third_and_fifth_stack():
    """K15: 3 players, 64 tiles in twelve stacks of five and one of four; tiles 14 and 24 (from 0) go to the end."""
    game = tilegames.load("kap-tai-shap", players=3, deal="wall")
    order = list(range(64))
    deal = tilegames.Deal(tuple(order), (("starter", 0),))
    table = game.new_state(deal=deal)._table
    assert table.hands[0] == sum(1 << piece for piece in range(10))
    assert table.hands[1] == sum(1 << piece for piece in [10, 11, 12, 13, 15, 16, 17, 18, 19])
    assert table.hands[2] == sum(1 << piece for piece in [20, 21, 22, 23, 25, 26, 27, 28, 29])
    assert list(table.stock) == [*range(30, 64), 14, 24]


def test_a_hand_dealt_complete_need_not_go_out():
    """K16: the first player may declare at once; else he discards, holds nine and has not drawn."""
    game = tilegames.load("kap-tai-shap", players=5)
    state = game.new_state(deal=game.deal(hands=[WINS], starter=0), seed=1)
    assert "go out" in map(str, state.legal_moves)
    after = state.play("discard 2-2")
    assert after.view(0).hand_sizes[0] == 9
    assert after.view(0).stock == 18
    won = state.play("go out")
    assert won.outcome.winners == (0,)
    assert won.scores == (4, -1, -1, -1, -1)


def test_an_account_of_a_won_game_sums_to_zero():
    """K19: with five players and an ante of two the winner is eight up and the others two down each."""
    game = tilegames.load("kap-tai-shap", players=5, ante=2)
    won = game.new_state(deal=game.deal(hands=[WINS], starter=0)).play("go out")
    assert won.scores == (8, -2, -2, -2, -2)
    assert [(event.rule, event.amount) for event in won.score_events if event.side == 0] == [("ante", -2), ("pot", 10)]


def test_taking_leaves_the_twin_no_way_round():
    """K18: who takes a 6-6 may discard neither it nor a twin in hand; who holds nothing else may."""
    game = tilegames.load("kap-tai-shap", players=3)
    hand = ["6-6", "5-5", "6-2", "5-3", "1-1", "6-1", "4-3", "3-3", "2-2"]
    state = game.position(turn=0, hand=hand, discards=["6-6"]).play("take 6-6")
    assert state.why_illegal("discard 6-6").code == "not-the-kind-taken"
    assert len(state.legal_moves) == 8


def test_when_nothing_else_is_held_the_piece_taken_may_go_back():
    """K18: the rule lapses when the hand holds only that face (twenty players have sixteen copies of it)."""
    game = tilegames.load("kap-tai-shap", players=20)
    state = game.position(turn=0, hand=["6-6"] * 9, discards=["6-6"]).play("take 6-6")
    assert [str(move) for move in state.legal_moves] == ["discard 6-6"]


def test_other_seats_do_not_see_what_is_drawn():
    """Section 1.5: hands are private, discards public."""
    game = tilegames.load("kap-tai-shap", players=3)
    hand = ["6-6", "5-5", "6-2", "5-3", "1-1", "6-1", "4-3", "3-3", "2-2"]
    state = game.position(turn=0, hand=hand, stock=["6-4"]).play("draw")
    assert state.view(0).events[-1].pieces == ("6-4",)
    assert state.view(1).events[-1].pieces == ()
    assert "6-4" in state.view(0).hand
    assert state.view(1).hand_sizes == (10, 9, 9)
