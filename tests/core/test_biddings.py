"""Bids that all stand (case A10), trumps that nobody names, hand sizes by round, the hand its owner does not see."""

import json
from typing import Any

import pytest

import tilegames
from tilegames import MoveError, State
from tilegames.testing import check_game

HEAD = """
tilegames: 1
game: made-up-bids
about: {title: Made-up bids, family: trick-taking, source: made up for this test}
players: {count: 3}
set: {cards: {ranks: [9, 10, J, Q, K, A]}}
tiles: {suits: printed}
"""
BIDS = HEAD + """
deal: {each: 3, rest: aside}
phases:
  bidding: {first: left_of_dealer, say: {0: nil}, also: {zero: 0}}
  tricks: {leader: left_of_dealer}
scoring: {each_seat: {hit: {when: tricks == bid, scores: 1}}}
match: {first_dealer: random, until: {rounds: 1}}
"""
AT_ONCE = BIDS.replace("{first: left_of_dealer", "{first: left_of_dealer, at_once: yes")
HOOK = BIDS.replace("{first: left_of_dealer", "{first: left_of_dealer, last_bid: must_not_balance")
TURNED = BIDS.replace("rest: aside", "turn_up: 1, rest: aside").replace(
    "tricks: {leader: left_of_dealer}", "tricks: {leader: left_of_dealer, trump: turned_up}")
LAST = TURNED.replace("turn_up: 1, ", "").replace("turned_up", "last_dealt")
BLIND = TURNED.replace("each: 3", "each: {schedule: down, to: 2}, visible: {last_round: others}").replace(
    "rounds: 1", "rounds: schedule")
HANDS = [["AS", "KS", "9H"], ["AH", "KH", "9S"], ["AD", "KD", "10S"]]


def start(text: str = BIDS, **how: Any) -> State:
    """Seat 2 deals, so seat 0 speaks first."""
    game = tilegames.loads(text)
    return game.new_state(deal=game.deal(hands=how.pop("hands", HANDS), dealer=2, **how))


def texts(state: State) -> list[str]:
    return [str(move) for move in state.legal_moves]


def after(state: State, *moves: str) -> State:
    for move in moves:
        state = state.play(move)
    return state


def refusal(state: State, move: str) -> str:
    with pytest.raises(MoveError) as caught:
        state.play(move)
    return caught.value.code


# Bids


def test_everybody_bids_once_in_turn_and_all_bids_stand() -> None:
    """Nobody need raise; who bid first leads."""
    state = start()
    assert (state.turn, state.phase, texts(state)) == (0, "bidding", ["nil", "1", "2", "3"])
    state = after(state, "3", "1")
    assert (state.turn, texts(state)) == (2, ["nil", "1", "2", "3"])
    state = after(state, "nil")
    assert (state.turn, state.phase) == (0, "tricks")
    for seat in (0, 1, 2, None):
        assert state.view(seat).bids == ((0, "3"), (1, "1"), (2, "nil"))


def test_a_bid_has_several_words() -> None:
    """Its text, its number, and what `also` says."""
    state = start()
    assert {str(state.parse_move(text)) for text in ("nil", "0", "zero", " NIL ")} == {"nil"}
    assert state.parse_move("2").value == 2


def test_a_bid_out_of_range_is_refused_at_its_line() -> None:
    text = BIDS.replace("say: {0: nil}, also: {zero: 0}", "from: 1, to: 2")
    state = start(text)
    assert texts(state) == ["1", "2"]
    reason = state.why_illegal("0")
    assert reason is not None
    assert (reason.code, reason.sentence) == ("bid-out-of-range", "a bid is a number from 1 to 2")
    assert state.is_legal("1")


@pytest.mark.parametrize(("bids", "legal"), [
    (("1", "1"), ["nil", "2", "3"]), (("nil", "nil"), ["nil", "1", "2"]), (("3", "nil"), ["1", "2", "3"]),
    (("3", "1"), ["nil", "1", "2", "3"]), (("1",), ["nil", "1", "2", "3"]), ((), ["nil", "1", "2", "3"]),
])
def test_the_last_bidder_may_not_balance(bids: tuple[str, ...], legal: list[str]) -> None:
    """Three tricks: what is left of three is forbidden, but only to the last bidder (case A10)."""
    assert texts(after(start(HOOK), *bids)) == legal


def test_a_balancing_bid_is_refused_with_a_reason() -> None:
    state = after(start(HOOK), "1", "1")
    reason = state.why_illegal("1")
    assert reason is not None
    assert (reason.code, reason.sentence) == ("bids-balance", "the bids may not add up to 3, the number of tricks")
    assert reason.place is not None
    assert "last_bid" in reason.place.text


# Bids at once


def test_bids_at_once_are_hidden_until_all_are_made() -> None:
    """Every other view is the same whatever was bid, and shows only whose turn it is."""
    one, other = after(start(AT_ONCE), "nil"), after(start(AT_ONCE), "3")
    for seat in (1, 2, None):
        assert json.dumps(one.view(seat).to_dict()) == json.dumps(other.view(seat).to_dict())
        assert one.view(seat).bids == ()
    assert one.view(0).bids == ((0, "nil"),)
    assert one != other
    one, other = after(one, "1"), after(other, "1")
    assert json.dumps(one.view(2).to_dict()) == json.dumps(other.view(2).to_dict())
    assert one.view(1).bids == ((1, "1"),)


def test_bids_at_once_are_shown_together() -> None:
    state = after(start(AT_ONCE), "nil", "1", "2")
    assert state.view(None).bids == ((0, "nil"), (1, "1"), (2, "2"))
    assert [(event.seat, event.value) for event in state.events if event.value is not None] == [(0, 0), (1, 1), (2, 2)]


def test_a_pending_bid_leaves_every_other_view_but_the_turn() -> None:
    before, later = start(AT_ONCE), after(start(AT_ONCE), "2")
    for seat in (2, None):
        old, new = before.view(seat).to_dict(), later.view(seat).to_dict()
        assert {key for key in old if old[key] != new[key]} <= {"turn", "events"}


# Trumps that nobody names


def test_the_piece_turned_up_makes_trumps_and_is_out_of_play() -> None:
    """Everybody sees it, the bidders before they bid; nobody can play it."""
    state = start(TURNED, stock=["QC"])
    for seat in (0, 1, 2, None):
        assert (state.view(seat).turned, state.view(seat).trump) == ("QC", "clubs")
    assert state.view(None).discards == ()
    assert [event.pieces for event in state.events if event.kind == "trump"] == [("QC",)]
    state = after(state, "1", "1", "1")
    assert refusal(state, "QC") == "not-in-hand"


def test_a_turned_up_trump_wins() -> None:
    """Hearts are trump: seat 1 trumps the ace of spades with a low heart, having no spade."""
    state = start(TURNED, stock=["QH"], hands=[["AS", "KS", "9C"], ["9H", "KD", "9D"], ["AD", "10D", "10S"]])
    state = after(state, "1", "1", "1", "AS", "9H", "10S")
    assert state.turn == 1


def test_a_joker_turned_up_makes_no_trump() -> None:
    text = TURNED.replace("{cards: {ranks: [9, 10, J, Q, K, A]}}", "{cards: {ranks: [9, 10, J, Q, K, A], jokers: 1}}")
    game = tilegames.loads(text)
    joker = game.pieces.names[-1]
    state = game.new_state(deal=game.deal(hands=HANDS, stock=[joker], dealer=2))
    assert (state.view(0).turned, state.view(0).trump) == (joker, "none")


def test_the_last_piece_dealt_is_shown_and_played() -> None:
    """Seat 2 deals, and its last card is the 10S: all see it, and it stays in the hand."""
    state = start(LAST)
    assert (state.view(1).turned, state.view(1).trump) == ("10S", "spades")
    assert state.view(1).hands[2] is None
    assert "10S" in state.view(2).hand
    state = after(state, "1", "1", "1", "KS", "9S")
    assert texts(state) == ["10S"]


def test_a_suit_can_be_fixed() -> None:
    """In every round, whatever is dealt: the nine of diamonds takes the ace of spades."""
    state = start(TURNED.replace("turn_up: 1, ", "").replace("turned_up", "diamonds"),
                  hands=[["AS", "KS", "9C"], ["9D", "KH", "9H"], ["AH", "10H", "10S"]])
    assert (state.view(0).trump, state.view(0).turned) == ("diamonds", None)
    assert after(state, "1", "1", "1", "AS", "9D", "10S").turn == 1


# Hand sizes by round


@pytest.mark.parametrize(("word", "sizes"), [
    ("up", [1, 2, 3]), ("down", [3, 2, 1]), ("up_down", [1, 2, 3, 2, 1]), ("down_up", [3, 2, 1, 2, 3]),
])
def test_hand_sizes_follow_the_schedule(word: str, sizes: list[int]) -> None:
    """The turning point comes once; the match is as long as the schedule."""
    text = BIDS.replace("each: 3", f"each: {{schedule: {word}, to: 3}}").replace("rounds: 1", "rounds: schedule")
    game = tilegames.loads(text)
    found = []
    state = game.new_state(seed=5)
    while not state.is_over:
        if not state.view(None).bids and state.phase == "bidding":
            found.append(state.view(None).hand_sizes)
        state = state.play(state.legal_moves[-1])
    assert found == [(size,) * 3 for size in sizes]


def test_past_the_last_size_they_begin_again() -> None:
    text = BIDS.replace("each: 3", "each: {schedule: down, from: 2, to: 3}").replace("rounds: 1", "rounds: 4")
    game = tilegames.loads(text)
    assert [game.position(round=number).view(None).hand_sizes[0] for number in (1, 2, 3, 4)] == [3, 2, 3, 2]


# The hand that its owner does not see


def blind(*hands: str, turned: str = "9C") -> State:
    """The last of two rounds; seat 2 deals."""
    return tilegames.loads(BLIND).position(round=2, dealer=2, hands=[[hand] for hand in hands], turned=turned)


def test_all_see_a_blind_hand_but_its_owner() -> None:
    state = blind("AS", "KH", "QD")
    assert state.view(0).hands == (None, ("KH",), ("QD",))
    assert state.view(1).hands == (("AS",), None, ("QD",))
    assert state.view(0).hand == ("card 1",)
    assert state.view(None).hands == (None, None, None)
    assert state.view(2).turned == "9C"
    assert texts(state) == ["nil", "1"]


def test_an_unseen_card_can_be_any_to_its_owner() -> None:
    """The own card changed for one that nobody holds: the same view to the byte, the same moves and refusals."""
    one, other = blind("AS", "KH", "QD"), blind("10C", "KH", "QD")
    for moves in ((), ("1",), ("1", "nil"), ("1", "nil", "nil")):
        here, there = after(one, *moves), after(other, *moves)
        assert json.dumps(here.view(0).to_dict()) == json.dumps(there.view(0).to_dict())
        assert texts(here) == texts(there)
        for text in ("AS", "10C", "KH", "9C", "card 1", "card 2"):
            answers = {str(state.why_illegal(text)) for state in (here, there)}
            assert len(answers) == 1


def test_a_blind_card_is_played_by_its_place_and_then_seen() -> None:
    state = after(blind("AS", "KH", "QD"), "1", "nil", "nil")
    assert texts(state) == ["card 1"]
    assert {refusal(state, text) for text in ("AS", "10C", "KH")} == {"unseen-hand"}
    state = state.play("card 1")
    assert state.view(1).trick == ("AS",)
    assert [event.pieces for event in state.events] == [("AS",)]
    assert (state.turn, texts(state)) == (1, ["card 1"])
    state = after(state, "card 1", "card 1")
    assert (state.is_over, state.scores) == (True, (1, 1, 1))


def test_only_the_last_round_is_blind() -> None:
    state = tilegames.loads(BLIND).new_state(seed=1)
    assert state.view(0).hands[1:] == (None, None)
    state = after(state, "1", "1", "1")
    assert refusal(state, "card 1") == "seen-hand"


def test_what_is_dealt_blind_is_told_to_the_others() -> None:
    """The deal's own events hide each hand from its owner."""
    state = blind("AS", "KH", "QD")
    deals = [event for event in state.events if event.kind == "deal"]
    assert [event.for_seat(0).pieces for event in deals] == [(), ("KH",), ("QD",)]
    assert [event.for_seat(None).pieces for event in deals] == [(), (), ()]


# Everything together


@pytest.mark.parametrize("text", [BIDS, AT_ONCE, HOOK, TURNED, LAST, BLIND], ids=[
    "bids", "at-once", "hook", "turned", "last", "blind"])
def test_matches_keep_the_invariants(text: str) -> None:
    assert check_game(tilegames.loads(text), games=5) == []


@pytest.mark.parametrize(("words", "bids", "turn"), [
    ({"bids": []}, (), 0), ({"bids": ["1", "nil"], "turn": 2, "hand": ["AS", "KS", "QS"]}, ((0, "1"), (1, "nil")), 2),
    ({"called": [2, 0, 1], "tricks": [1, 0, 0]}, ((0, "2"), (1, "nil"), (2, "1")), 0),
])
def test_positions_have_words_for_bids(words: dict[str, Any], bids: tuple[Any, ...], turn: int) -> None:
    state = tilegames.loads(BIDS).position(dealer=2, **words)
    assert (state.view(None).bids, state.turn) == (bids, turn)


@pytest.mark.parametrize(("words", "message"), [
    ({"bids": ["1", "1", "1", "1"]}, "all have bid"), ({"bids": ["4"]}, "no move of the phase"),
    ({"called": [1, 2]}, "one bid for each of the 3 seats"), ({"turned": "AS"}, "turned: this game has none"),
    ({"counters": {"bags": [1]}}, "counters: this game has none"), ({"tricks": [1, 1]}, "one number for each"),
])
def test_positions_that_cannot_be(words: dict[str, Any], message: str) -> None:
    with pytest.raises(tilegames.PositionError, match=message):
        tilegames.loads(BIDS).position(dealer=2, **words)


def test_a_position_has_one_trump() -> None:
    game = tilegames.loads(TURNED)
    assert game.position(turned="QC", led=["AH"]).view(0).trump == "clubs"
    assert game.position(trump="hearts", led=["AH"]).view(0).turned in {"9H", "10H", "JH", "QH", "KH"}
    with pytest.raises(tilegames.PositionError, match="makes clubs trump, not hearts"):
        game.position(turned="QC", trump="hearts", led=["AH"])
