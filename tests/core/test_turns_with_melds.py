"""Turns with melds in a made-up rummy: taking with a duty, pushing, offers, keeping a card, knocks and their ends."""

import pytest

import tilegames
from tilegames import SpecError

RUMMY = """
tilegames: 1
game: made-up-rummy
about: {title: Made-up rummy, family: rummy, source: made up for this test}
players: {min: 2, max: 3}
set: {cards: {packs: 2, jokers: 4}}
tiles:
  order: [2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K, A]
  wild: joker
  values: {default: rank + 1, 10: [{rank: [J, Q, K]}], 15: [{rank: A}], 20: [joker]}
patterns:
  set: {size: 3+, same: rank, distinct: suit, naturals: 1}
  run: {size: 3+, same: suit, consecutive: yes, either_end: A}
melds: {patterns: [set, run], low_end: 1}
deal: {each: 5, turn_up: 1, rest: stock}
phases:
  turns:
    first: left_of_dealer
    steps:
      - must: [draw_stock, take_discard]
      - {may: [meld, lay_off, swap_wild], repeat: yes}
      - must: discard
    takes: top
    at_most: 200
scoring: {melded: yes, hand_left: {to: holder, scores: 0 - total}}
match: {first_dealer: random, until: {rounds: 2}, ties: [last_round_winner, shared]}
"""

STEPS = "    takes: top\n"


def game(*changes, players=2, source=RUMMY):
    for old, new in changes:
        assert source.count(old) == 1, old
        source = source.replace(old, new)
    return tilegames.loads(source, players=players)


def texts(state):
    return sorted(map(str, state.legal_moves))


# Taking

def test_what_is_taken_must_be_used_at_once_always():
    """Any of the discards may be taken if it can be melded or laid off; nothing else may be done before."""
    rummy = game((STEPS, "    takes: any\n    must_use: always\n"))
    state = rummy.position(turn=0, hand=["7C", "7D", "KC", "3S", "4S"], discards=["9D", "7H", "5S", "QH"])
    assert texts(state) == ["draw", "take 5S", "take 7H"]
    assert state.why_illegal("take QH").code == "cannot-use"
    state = state.play("take 7H")
    assert texts(state) == ["meld set 7"]
    assert state.why_illegal("discard KC").code == "not-this-step"
    assert state.why_illegal("meld run 3S-5S").code == "no-such-meld"
    assert state.view(1).must_use == "7H"
    state = state.play("meld set 7")
    assert texts(state) == ["discard 3S", "discard 4S", "discard KC"]


def test_of_several_the_lowest_must_be_used_and_one_alone_is_free():
    """Within: a card with all on it; the newest may be kept."""
    rummy = game((STEPS, "    takes: within\n    must_use: several\n"))
    state = rummy.position(turn=0, hand=["7C", "7D", "KC", "3S", "4S"], discards=["9D", "7H", "5H", "QH"])
    assert texts(state) == ["draw", "take 7H", "take QH"]
    after = state.play("take 7H")
    assert (after.view(0).hand_sizes[0], after.view(1).discards, texts(after)) == (8, ("9D",), ["meld set 7"])
    assert after.events[0].pieces == ("7H", "5H", "QH")
    free = state.play("take QH")
    assert free.view(0).must_use is None and "discard QH" in texts(free)


def test_a_deeper_copy_is_taken_with_more_cards():
    """Of two alike among the discards the newer is taken by its name, the older with so many more."""
    rummy = game((STEPS, "    takes: within\n    must_use: several\n"))
    state = rummy.position(turn=0, hand=["7C", "7D", "KC", "3S", "4S"], discards=["7H", "5H", "7H", "QH"])
    assert texts(state) == ["draw", "take 7H", "take 7H with 3", "take QH"]
    assert state.play("take 7H with 3").view(0).discards == ()
    assert state.play("take 7h").view(0).discards == ("7H", "5H")
    assert state.why_illegal("take 5H with 2").code in ("cannot-use", "not-face-up")


def test_in_a_new_meld_only():
    """What must go into a new meld may not be laid off."""
    both = [(STEPS, "    takes: within\n    must_use: always\n    use_in: new_meld\n")]
    words = {"turn": 0, "hand": ["7C", "KC", "3S", "4S", "9C"], "discards": ["6H"], "melds": [["7H", "8H", "9H"]]}
    assert "take 6H" not in texts(game(*both).position(**words))
    assert "take 6H" in texts(game((both[0][0], both[0][1].replace("new_meld", "any_meld"))).position(**words))


def test_a_card_that_was_used_binds_no_longer():
    """The kind taken may not go back; a twin held before may, when the one taken has been used."""
    rummy = game((STEPS, "    takes: top\n    must_use: always\n    discard: {kind_taken: refused}\n"))
    state = rummy.position(turn=0, hand=["7C", "7D", "7H", "KC"], discards=["7H"])
    state = state.play("take 7H").play("meld set 7")
    assert "discard 7H" in texts(state)


# Laying

def test_the_last_card_goes_to_the_discards():
    """Where it must, no meld and no lay-off may use up the hand."""
    rummy = game((STEPS, "    takes: top\n    melding: {last_piece: discarded}\n"))
    state = rummy.position(turn=0, drawn=True, hand=["7C", "7D", "7H"])
    assert texts(state) == ["discard 7C", "discard 7D", "discard 7H"]
    assert state.why_illegal("meld set 7").code == "must-keep-one"
    state = rummy.position(turn=0, drawn=True, hand=["7C", "7D", "7H", "7S"])
    state = state.play("meld set 7")
    assert [texts(state.play(first)) for first in ("add 7C", "add 7D")] == [["add 7D", "add 7H"], ["discard 7C"]]
    state = rummy.position(turn=0, drawn=True, hand=["10H"], melds=[["7H", "8H", "9H"]])
    assert texts(state) == ["discard 10H"]


def test_on_own_melds_only():
    """Lay-offs on the melds of one's own side; swaps as everywhere."""
    rummy = game((STEPS, "    takes: top\n    melding: {lay_off: own_melds}\n"))
    melds = [["7H", "8H", "9H"], ["7S", "8S", "9S"]]
    state = rummy.position(turn=0, drawn=True, hand=["10H", "10S", "KC"], melds=melds, meld_owners=[0, 1])
    assert texts(state) == ["discard 10H", "discard 10S", "discard KC", "lay 10H on 1"]
    assert state.why_illegal("lay 10S on 2").code == "no-lay-off"


def test_an_ace_counts_at_either_end_and_by_its_place():
    """Low it is worth 1, high 15; a run from ace to king takes no second ace."""
    rummy = game()
    low = rummy.position(turn=0, drawn=True, hands=[["AS", "2S", "3S"], ["KC"]]).play("meld run AS-3S")
    high = rummy.position(turn=0, drawn=True, hands=[["QS", "KS", "AS"], ["KC"]]).play("meld run QS-AS")
    assert (low.score_events[0].amount, high.score_events[0].amount) == (1 + 2 + 3, 10 + 10 + 15)
    state = rummy.position(turn=0, drawn=True, hand=["AS", "AS", "KC"], melds=[[f"{rank}S" for rank in range(2, 11)] + [
        "JS", "QS", "KS"]])
    assert texts(state) == ["discard AS", "discard KC", "lay AS on 1", "lay low AS on 1"]
    for move, first in (("lay AS on 1", "2S"), ("lay low AS on 1", "AS")):
        after = state.play(move)
        assert after.view(0).melds[0].pieces[0] == first
        assert texts(after) == ["discard AS", "discard KC"], "thirteen cards are the most"


@pytest.mark.parametrize(("counts", "score"), [("as_stood_for", 3 * 13), ("own", 2 * 13 + 20)])
def test_what_a_wild_card_counts_in_a_meld(counts, score):
    """Two threes and a joker: nothing but the joker's own worth differs. (A three counts 13 here, as rank + 11.)"""
    rummy = game(("low_end: 1}", f"low_end: 1, wild_counts: {counts}}}"), ("default: rank + 1", "default: rank + 11"))
    state = rummy.position(turn=0, drawn=True, hands=[["3C", "3D", "joker"], ["KC"]]).play("meld set 3")
    assert state.score_events[0].amount == score


# Pushing, offers, the end of the stock

PUSH = RUMMY.replace("must: [draw_stock, take_discard]", "must: [push, take_discard]")


def test_a_push_gives_two_cards_away():
    """The newest discard and a card of the stock go to the left; the pusher draws; only the neighbour sees the card."""
    rummy = game(players=3, source=PUSH)
    state = rummy.position(turn=0, hand=["7C", "7D", "KC", "3S", "4S"], discards=["9D"], stock=["QH", "2C", "5D"])
    after = state.play("push")
    views = [after.view(seat) for seat in (0, 1, 2)]
    assert views[0].hand_sizes == (6, 7, 5)
    assert {"9D", "QH"} <= set(views[1].hand) and "2C" in views[0].hand
    assert views[0].discards == () and texts(after)[0] == "discard 2C"
    pushed = [[event.pieces for event in view.events if event.kind == "push"] for view in views]
    assert pushed == [[()], [("QH",)], [()]]
    drawn = [[event.pieces for event in view.events if event.kind == "draw"] for view in views]
    assert drawn == [[("2C",)], [()], [()]]


@pytest.mark.parametrize(("stock", "sizes"), [([], (5, 5)), (["QH"], (5, 7))])
def test_a_push_that_cannot_be_made_ends_the_round(stock, sizes):
    """Without a stock nothing moves; with one card the neighbour gets both, and the draw fails."""
    rummy = game(source=PUSH)
    state = rummy.position(turn=0, hand=["7C", "7D", "KC", "3S", "4S"], discards=["9D"], stock_empty=True)
    table = state._table.copy()
    kinds = rummy.pieces
    for name in stock:
        piece = next(p for p in kinds.pieces_of(table.aside) if kinds.name(p) == name)
        table.aside ^= 1 << piece
        table.stock = (piece,)
    table.log = []
    before = table.round
    table.phase.apply(table, table.phase.legal(table)[0])
    assert table.round == before + 1 and table.previous.by == "exhausted" and table.previous.seat == -1
    told = [event for event in table.log if event.kind == "push"]
    assert len(told) == (sizes[1] == 7)


def test_the_first_card_is_offered_to_all_and_then_one_must_draw():
    """Who takes it has the first turn; if all pass, the first player draws."""
    rummy = game((STEPS, "    takes: top\n    turn_up_offered: yes\n"), players=3)
    deal = rummy.deal(hands=[["7C"], ["7D"], ["7H"]], stock=["9D", "QH"], dealer=2)
    state = rummy.new_state(deal=deal)
    assert (state.turn, texts(state)) == (0, ["pass", "take 9D"])
    taken = state.play("pass").play("take 9D")
    assert (taken.turn, taken.view(1).hand_sizes[1]) == (1, 6)
    assert taken.play("discard 9D").turn == 2
    drawn = state.play("pass").play("pass").play("pass")
    assert (drawn.turn, texts(drawn)) == (0, ["draw"])
    assert "QH" in drawn.play("draw").view(0).hand


def test_cards_that_are_not_turned_up_go_to_the_bottom():
    """A joker comes up first, then a two: both go to the bottom of the stock in that order, the nine is turned up."""
    rummy = game(("turn_up: 1,", "turn_up: 1, turn_up_not: [joker, {rank: 2}],"))
    state = rummy.new_state(deal=rummy.deal(stock=["joker", "2C", "9H", "5D"], dealer=0))
    assert state.view(0).discards == ("9H",)
    names = [rummy.pieces.name(piece) for piece in state._table.stock]
    assert (names[0], names[-2:], len(names)) == ("5D", ["joker", "2C"], 108 - 10 - 1)


@pytest.mark.parametrize(("stalemate", "most"), [("{returned: 2, takes: 99}", 2), ("{takes: 3}", 3)])
def test_turns_that_lead_nowhere_end(stalemate, most):
    """Two turns in a row that put back what they took, or the third taking: the round ends without a winner."""
    rummy = game(("    at_most: 200\n", f"    stalemate: {stalemate}\n"))
    state = rummy.position(turn=0, hands=[["7C", "KC"], ["8D", "3S"]], discards=["9D"])
    for number in range(most):
        assert state.round == 0
        state = state.play("take 9D")
        if number == 2:
            break
        state = state.play("discard 9D")
    assert state.round == 1 and any("exhausted" in event.text for event in state.events)


def test_a_meld_under_way_comes_first():
    """Neither another meld nor a lay-off nor a swap before it is finished; and that is what the refusal says."""
    state = game().position(turn=0, drawn=True, hand=["7C", "7D", "7H", "7S", "6S", "9C", "joker"],
                            melds=[["5S", "joker=6S", "7S"], ["QH", "KH", "AH"]]).play("meld set 7")
    for text in ("meld run 5S-7S", "lay joker=8S on 1", "swap 6S for joker on 1"):
        reason = state.why_illegal(text)
        assert (reason.code, reason.sentence) == ("not-this-step", "the meld that was begun must be finished first")


def test_a_hand_of_nothing_has_no_turn():
    """A position with an empty hand to move is refused."""
    with pytest.raises(tilegames.PositionError, match="has no turn"):
        game().position(turn=0, drawn=True, hand=[])


# Ends of a match

def test_level_at_the_top_the_winner_of_the_last_round_wins():
    """After two rounds 9 to 9: seat 1 went out last and wins."""
    rummy = game()
    state = rummy.position(round=2, scores=[9, 15], turn=1, drawn=True, hands=[["9C"], ["3C"]],
                           melds=[["7S", "8S", "9S"]], melded=[9, 0]).play("discard 3C")
    assert state.scores == (9 + 9 - 9, 15)
    state = rummy.position(round=2, scores=[15, 15], turn=1, drawn=True, hands=[["9C"], ["3C"]],
                           melds=[["7S", "8S", "9S"]], melded=[9, 0]).play("discard 3C")
    assert (state.scores, state.outcome.winners) == ((15, 15), (1,))


@pytest.mark.parametrize(("old", "new", "code"), [
    (STEPS, "    takes: top\n    must_use: several\n", "no-effect"),
    (STEPS, "    takes: top\n    use_in: new_meld\n", "no-effect"),
    (STEPS, "    takes: top\n    last_discard: for_a_knock\n", "no-effect"),
    (STEPS, "    takes: top\n    knock: 10\n", "missing-key"),
    (STEPS, "    takes: top\n    melding: {contracts: [[set 3, pair 2]]}\n", "bad-contract"),
    (STEPS, "    takes: top\n    melding: {contracts: [[set 5]]}\n", "bad-contract"),
    (STEPS, "    takes: top\n    melding: {contracts: [[set 3, run 4, run 5, run 7]]}\n", "bad-contract"),
    (STEPS, "    takes: top\n    melding: {contracts: [[set 99]]}\n", "bad-contract"),
    ("set: {size: 3+, same: rank", "set: {size: 5, same: rank", "not-a-meld"),
    ("naturals: 1}", "naturals: 7}", "not-a-meld"),
    ("set: {size: 3+, same: rank", "set: {size: 3+, same: piece", "not-a-meld"),
    ("      - must: [draw_stock, take_discard]\n      - {may: [meld, lay_off, swap_wild], repeat: yes}\n",
     "      - {may: [meld, lay_off, swap_wild], repeat: yes}\n      - must: [draw_stock, take_discard]\n",
     "step-shape"),
    ("wild: joker", "wild: [9-9]", "unknown-piece"),
    ("naturals: 1", "naturals: 1, total: 30", "not-a-meld"),
    ("either_end: A", "either_end: 7", "unknown-rank"),
    ("scoring: {melded: yes, ", "scoring: {final: {each_round: 5}, ", "no-effect"),
    ("melds: {patterns: [set, run], low_end: 1}\n", "", "missing-key"),
])
def test_words_that_do_not_go_together_are_refused(old, new, code):
    """Each with its code."""
    with pytest.raises(SpecError) as refused:
        game((old, new))
    assert code in [problem.code for problem in refused.value.problems]
