"""Text pictures: what is shown, where it stands, and that nothing is wider than asked."""

from __future__ import annotations

import re

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilegames
from tilegames.render.text import (
    columns,
    event_line,
    face,
    faces,
    fill,
    paragraphs,
    picture,
    round_summary,
    side_name,
    to_you,
)


def rows(text: str) -> dict[str, str]:
    """The rows of a picture by their names."""
    found: dict[str, str] = {}
    last = ""
    for line in text.splitlines()[1:]:
        last = line[:11].strip() or last
        found[last] = f"{found[last]}\n{line[11:]}" if last in found else line[11:]
    return found


def test_pieces() -> None:
    assert faces(["6-4", "12-11", "QS", "joker=2S"]) == "[6|4] [12|11] [QS] [joker=2S]"


@pytest.mark.parametrize(("seats", "me", "name"), [
    ((0, 2), None, "seats 0 and 2"), ((0, 2), 0, "you and seat 2"), ((1,), 1, "you"), ((1,), 0, "seat 1"),
    ((0, 2, 4), None, "seats 0, 2 and 4"), ((0, 2, 4), 2, "you, seats 0 and 4")])
def test_names_of_sides(seats: tuple[int, ...], me: int | None, name: str) -> None:
    assert side_name(seats, me) == name


@pytest.mark.parametrize(("text", "told"), [
    ("seat 1 passes", "you pass"), ("seat 1 bids 30", "you bid 30"), ("seat 1 goes out", "you go out"),
    ("it must be seat 1 or 3", "it must be you or seat 3"), ("it must be seat 0 or 2", "it must be seat 0 or seat 2"),
    ("seat 1 is the dealer", "you are the dealer"), ("seat 1 will be the poser", "you will be the poser"),
    ("seat 1 does not hold 6-4", "you do not hold 6-4"), ("seat 11 passes", "seat 11 passes")])
def test_what_a_seat_is_told_about_itself(text: str, told: str) -> None:
    assert to_you(text, 1) == told


@given(st.lists(st.text("abc", min_size=1, max_size=12), max_size=40), st.integers(12, 100))
def test_columns_keep_every_item_and_the_width(items: list[str], width: int) -> None:
    lines = columns(items, width)
    assert all(len(line) <= width for line in lines)
    assert sorted(word for line in lines for word in line.split()) == sorted(items)


@given(st.lists(st.text("abc", min_size=1, max_size=12), max_size=40), st.integers(12, 100))
def test_fill_keeps_order_and_width(items: list[str], width: int) -> None:
    lines = fill(items, width)
    assert all(len(line) <= width for line in lines)
    assert [word for line in lines for word in line.split()] == items


@given(st.lists(st.text("ab -", max_size=40), max_size=6), st.integers(20, 60))
def test_paragraphs_keep_words_and_width(lines: list[str], width: int) -> None:
    wrapped = paragraphs("\n".join(lines), width)
    assert all(len(line) <= width or not line.strip().count(" ") for line in wrapped)
    assert " ".join(wrapped).split() == " ".join(lines).split()


def test_what_belongs_to_an_item_stays_under_it() -> None:
    assert paragraphs("# A\n\n- one two three four\n  x    one two three", 16) == [
        "# A", "", "- one two three", "  four", "  x    one two", "       three"]


def test_the_picture_of_a_trick() -> None:
    game = tilegames.load("texas-42")
    state = game.position(trump="fours", trick=["6-5", "6-6"], leader=3, hand=["6-4", "3-3"])
    assert state.turn == 1
    text = picture(state.view(1), sides=game.sides, title=game.title)
    assert text.splitlines()[0] == "Texas 42, round 1, tricks: your turn"
    shown = rows(text)
    assert shown["trick"] == "seat 3 led [6|5]   seat 0 [6|6]"
    assert shown["your hand"] == "[3|3] [6|4]"
    assert "trump: fours" in shown["contract"]
    assert shown["scores"] == "seats 0 and 2: 0   you and seat 3: 0"


def test_the_picture_of_a_layout() -> None:
    game = tilegames.load("jamaican-partner")
    state = game.position(layout=["6-6", "6-3"], hand=["3-1", "6-2"])
    shown = rows(picture(state.view(state.turn), sides=game.sides))
    assert shown["layout"] == "left 6 < [6|6][6|3] > right 3"


def test_the_picture_of_an_auction_tells_bids_but_no_contract() -> None:
    view = tilegames.load("texas-42").position(dealer=1, bids=["31", "pass"]).view(0)
    assert view.contract is None
    shown = rows(picture(view))
    assert shown["bids"] == "seat 2: 31   seat 3: pass"
    assert "contract" not in shown
    assert shown["hands"] == "seat 1: 7   seat 2: 7   seat 3: 7"


def test_the_summary_of_a_round() -> None:
    game = tilegames.load("texas-42")
    view = game.position(bid="31", declarer=1, trump="fours", hand=["6-4"]).view(0)
    assert round_summary(view, sides=game.sides) == []
    view = attrs.evolve(view, tricks=(5, 2), points=(31, 11))
    assert round_summary(view, sides=game.sides) == [
        "contract   seat 1: 31   trump: fours", "taken      you and seat 2: 5 tricks, 31 points",
        "           seats 1 and 3: 2 tricks, 11 points"]
    assert len(round_summary(view, sides=game.sides, width=100)) == 2


def test_a_declared_contract_and_who_sits_out() -> None:
    game = tilegames.load("texas-42", variants=["nel-o"])
    state = game.position(bid="2 marks", declarer=1, declared="nel-o", leader=1, trick=["6-4"])
    assert rows(picture(state.view(0)))["contract"] == "seat 1: 2 marks   nel-o   seat 3 sits out"
    assert rows(picture(state.view(3)))["contract"] == "seat 1: 2 marks   nel-o   you sit out"


def test_a_contract_that_the_bid_says_is_named_once() -> None:
    game = tilegames.load("texas-42", variants=["plunge"])
    view = game.position(bid="plunge", declarer=1, trump="fours", leader=3, trick=["6-2"]).view(0)
    assert rows(picture(view))["contract"] == "seat 1: plunge   trump: fours"


def test_tricks_that_are_worth_nothing_are_only_counted() -> None:
    """No word of points or of trumps where there are none."""
    spades = tilegames.load("spades")
    view = attrs.evolve(spades.new_state(seed=1).view(0), tricks=(2, 1), points=(0, 0))
    assert rows(picture(view, sides=spades.sides))["taken"] == "you and seat 2: 2 tricks   seats 1 and 3: 1 trick"
    taken = tilegames.Event("trick", "seat 1 takes the trick with KS", 1, ("QS", "KS"), 0)
    assert event_line(taken) == "seat 1 takes the trick with [KS] ([QS] [KS])"
    hearts = tilegames.load("hearts").position(leader=1, trick=["6C"], tricks=[0, 1, 0, 0]).view(2)
    assert "contract" not in rows(picture(hearts))


def test_what_is_given_to_you() -> None:
    given = tilegames.Event("exchange", "seat 1 gives 3 to seat 2", 1, ("QS", "2C", "9D"), seen_by=(1, 2))
    assert event_line(given.for_seat(2), 2) == "seat 1 gives 3 to you: [QS] [2C] [9D]"
    assert event_line(given.for_seat(1), 1) == "you give 3 to seat 2: [QS] [2C] [9D]"
    assert event_line(given.for_seat(0), 0) == "seat 1 gives 3 to seat 2"


def test_face_up_discards_are_grouped_and_sorted() -> None:
    game = tilegames.load("kap-tai-shap", players=3)
    view = attrs.evolve(game.new_state(seed=1).view(0), discards=("6-4", "1-1", "6-4", "2-1"))
    shown = rows(picture(view))
    assert shown["face up"] == "[1|1]  [2|1]  [6|4] x2  (newest: [2|1])"
    assert shown["pot"] == "3"
    assert shown["scores"] == "you: -1   seat 1: -1   seat 2: -1"


def test_an_onlooker_sees_no_hand() -> None:
    state = tilegames.load("texas-42").new_state(seed=5)
    text = picture(state.view(None))
    assert "your" not in text
    assert not any(face(name) in text for seat in range(4) for name in state.view(seat).hand)


def test_the_picture_after_the_end() -> None:
    game = tilegames.load("kap-tai-shap", players=3)
    assert "the match is over" in picture(game.playout(seed=1).replay().view(0))


def test_events_show_pieces_only_to_who_may_see_them() -> None:
    drawn = tilegames.Event("draw", "seat 3 draws", 3, ("5-1",), seen_by=(3,))
    assert event_line(drawn.for_seat(3), 3) == "you draw: [5|1]"
    assert event_line(drawn.for_seat(0), 0) == "seat 3 draws"


@pytest.mark.parametrize(("how", "seat", "me", "told"), [
    ("out", 1, 0, "seat 1 goes out and wins it"), ("out", 1, 1, "you go out and win it"),
    ("blocked", 2, 0, "nobody can play; seat 2 has the least in hand and wins it"),
    ("blocked", 2, 2, "nobody can play; you have the least in hand and win it"),
    ("blocked", None, 2, "nobody can play; nobody wins it"),
    ("played", None, 0, "no more tricks are played"), ("exhausted", None, 0, "the stock is empty"),
    ("void", None, 0, "nobody has made a bid"), ("otherwise", 3, None, "otherwise; seat 3 wins it")])
def test_how_a_round_ended(how: str, seat: int | None, me: int | None, told: str) -> None:
    wins = "" if seat is None else f", seat {seat} wins it"
    event = tilegames.Event("round", f"round 3 is over ({how}){wins}", seat)
    assert event_line(event, me) == f"round 3 is over: {told}"


@pytest.mark.parametrize("name", tilegames.names())
def test_every_end_of_a_round_is_told_in_words(name: str) -> None:
    """What the engine says about the end of a round is what these words are made from."""
    for state in tilegames.load(name).playout(seed=2).states():
        for event in state.events:
            if event.kind == "round":
                assert re.fullmatch(r"round \d+ is over: [a-z].*", event_line(event, 0))
                assert "(" not in event_line(event, 0)


def test_what_was_drawn_for_the_dealer() -> None:
    drawn = tilegames.Event("draw for dealer", "seat 1 is the dealer", 1, ("5-5", "6-4", "2-1", "4-4"))
    assert event_line(drawn, 1) == "you are the dealer (drawn: [5|5] [6|4] [2|1] [4|4])"
    assert event_line(drawn, 1, ((0, 2), (1, 3))) == (
        "you are the dealer (drawn: seat 0 [5|5], you [6|4], seat 2 [2|1], seat 3 [4|4])")
    again = attrs.evolve(drawn, pieces=(*drawn.pieces, "1-0", "2-0"))
    assert event_line(again, 0, ((0, 2), (1, 3))).endswith("seat 3 [4|4]; level ones again: [1|0] [2|0])")
    lot = tilegames.Event("draw for starter", "seat 1 is the starter", 1)
    assert event_line(lot, 1) == "you are the starter"


def test_events_name_pieces_as_pictures_and_sides_by_their_seats() -> None:
    trick = tilegames.Event("trick", "seat 0 takes the trick with 4-4", 0, ("4-2", "4-4"), 16)
    assert event_line(trick, 1) == "seat 0 takes the trick with [4|4] ([4|2] [4|4], 16 points)"
    score = tilegames.Event("score", "side 1 scores +2 (made)", value=2)
    assert event_line(score, 1, ((0, 2), (1, 3))) == "you and seat 3: +2 (made)"


@pytest.mark.parametrize("name", tilegames.names())
@pytest.mark.parametrize("width", [60, 100])
def test_pictures_of_whole_matches_keep_to_the_width(name: str, width: int) -> None:
    game = tilegames.load(name)
    for state in game.playout(seed=3, max_moves=150).states():
        for seat in range(game.players):
            text = picture(state.view(seat), sides=game.sides, width=width)
            assert all(len(line) <= width for line in text.splitlines()[1:])


def test_payments_between_sides() -> None:
    """Both lines of a payment, as each side is told them."""
    pays = tilegames.Event("score", "side 0 pays 4 to side 1 (last_trick)", value=-4)
    gets = tilegames.Event("score", "side 1 gets 4 from side 0 (last_trick)", value=4)
    alone, teams = ((0,), (1,)), ((0, 2), (1, 3))
    assert event_line(pays, 1, alone) == "seat 0 pays 4 to you (last trick)"
    assert event_line(gets, 1, alone) == "you get 4 from seat 0 (last trick)"
    assert event_line(gets, 0, teams) == "seats 1 and 3 get 4 from you and seat 2 (last trick)"


def test_tricks_of_groups() -> None:
    """Columns, what was conceded as far as a seat may see it, and the plays of the trick."""
    game = tilegames.load("tien-gow")
    state = game.position(dealer=0, turn=1, columns=[0, 2, 1, 2], hands=[
        ["6-6", "5-5", "1-1"], ["2-1", "4-2", "6-3"], ["4-4", "3-3", "2-2"], ["3-1", "6-5", "5-1"]])
    after = state.play("6-3").play("4-4 down")
    own = "  ".join(map(face, after.view(1).conceded[1]))
    assert own.count("[") == 3
    assert picture(after.view(1), sides=game.sides).splitlines()[3:] == [
        "taken      seat 0: 0 columns   you: 2 columns   seat 2: 1 column",
        "           seat 3: 2 columns",
        f"conceded   seat 0: 5  you: {own}  seat 2: 5  seat 3: 3",
        "hands      seat 0: 3   seat 2: 2   seat 3: 3",
        "trick      you led [6|3]   seat 2 face down",
        "your hand  [2|1] [4|2]"]
    told = [event_line(event.for_seat(2), 2, game.sides) for event in after.events]
    assert told == ["you concede 1 face down: [4|4]"]
    last = after.play("6-5 down").play("6-6 down").events
    assert [event_line(event.for_seat(1), 1, game.sides) for event in last] == [
        "seat 0 concedes 1 face down", "you take the trick with [6|3] for 1 column ([6|3])"]
