"""Who opens a layout, and with what, in made-up games: holders, searches by drawing, tiles that lie on the table."""

import random

import pytest

import tilegames
from tilegames import Game, State

#: Three players with two tiles each of a double-three set; four are in the stock.
OPENING = """
tilegames: 1
game: made-up-opening
about: {title: Made-up opening, family: layout, source: made up for this test}
players: {count: 3}
set: {dominoes: double-3}
deal: {each: 2}
phases:
  layout:
    opener:
      centre: {seat: {holder_of: 3-3}, piece: held, if_nobody: draw_in_turn, first_drawer: starter}
    cannot_play: {draw: 1}
    blocked: {when: nobody_can_play}
scoring: {hand_left: {to: holder}}
match: {starter: random, until: {rounds: 20}}
"""
ROW = "centre: {seat: {holder_of: 3-3}, piece: held, if_nobody: draw_in_turn, first_drawer: starter}"
#: Nobody holds a three-three; neither is there one among the first two of the stock.
HANDS = [["0-0", "1-0"], ["1-1", "2-0"], ["2-1", "2-2"]]


def opening(*rows: str, **changes: str) -> Game:
    """The game with other rows, and with some words in place of others."""
    text = OPENING.replace(ROW, "\n      ".join(rows)) if rows else OPENING
    for old, new in changes.items():
        text = text.replace({"match": "{starter: random, until: {rounds: 20}}", "deal": "{each: 2}",
                             "rounds": "{rounds: 20}", "players": "{count: 3}"}[old], new)
    return tilegames.loads(text)


def texts(state: State) -> set[str]:
    """The legal moves as text."""
    return {str(move) for move in state.legal_moves}


def begin(game: Game, stock: list[str], *, starter: int = 1) -> State:
    """A first round with these hands and this stock."""
    return game.new_state(deal=game.deal(hands=HANDS, stock=stock, starter=starter))


# Searching by drawing


def test_players_draw_in_turn_until_somebody_has_it() -> None:
    """F5: seats 1 and 2 draw other tiles and keep them, seat 0 draws the 3-3 and must start with it."""
    state = begin(opening(), ["3-0", "3-1", "3-3", "3-2"])
    assert (state.turn, texts(state)) == (0, {"3-3"})
    assert (state.view(0).hand_sizes, state.view(0).stock) == ((3, 3, 3), 1)
    assert state.view(1).hand == ("1-1", "2-0", "3-0")
    assert state.view(2).hand == ("2-1", "2-2", "3-1")


def test_the_search_stops_with_the_piece() -> None:
    """The first who draws has it: nobody else draws."""
    state = begin(opening(), ["3-3", "3-0", "3-1", "3-2"])
    assert (state.turn, state.view(0).hand_sizes, state.view(0).stock) == (1, (2, 3, 2), 3)


def test_all_draw_before_anybody_looks() -> None:
    """``all_draw``: everybody has drawn when the piece is found; a new lap ends with the stock."""
    game = opening(ROW.replace("draw_in_turn", "all_draw"))
    state = begin(game, ["3-3", "3-0", "3-1", "3-2"])
    assert (state.turn, state.view(0).hand_sizes, state.view(0).stock) == (1, (3, 3, 3), 1)
    state = begin(game, ["3-0", "3-1", "3-2", "3-3"], starter=2)
    assert (state.turn, state.view(0).hand_sizes, state.view(0).stock) == (2, (3, 3, 4), 0)


def test_nobody_draws_when_somebody_holds_it() -> None:
    """The holder starts, wherever the lot fell."""
    game = opening()
    deal = game.deal(hands=[["0-0", "1-0"], ["1-1", "2-0"], ["3-3", "2-2"]], starter=0)
    state = game.new_state(deal=deal)
    assert (state.turn, state.view(0).hand_sizes, texts(state)) == (2, (2, 2, 2), {"3-3"})
    assert state.why_illegal("2-2").code == "must-open-with"


def test_what_is_drawn_in_the_search_is_its_drawer_s_secret() -> None:
    """The others see that a tile was drawn."""
    state = begin(opening(), ["3-0", "3-1", "3-3", "3-2"])
    for seat, own in ((0, ["3-3"]), (1, ["3-0"]), (2, ["3-1"])):
        drawn = [event for event in state.view(seat).events if "looking for the first piece" in event.text]
        assert [event.seat for event in drawn] == [1, 2, 0]
        assert [piece for event in drawn for piece in event.pieces] == own


def test_who_draws_first_in_later_rounds() -> None:
    """``after_last_opener``: seat 1 opened the first round, so seat 2 draws first; the holder it finds starts."""
    game = opening(ROW.replace("first_drawer: starter", "first_drawer: after_last_opener"))
    deal = game.deal(hands=HANDS, stock=["3-0", "3-3"], starter=2)
    state = game.position(round=2, last_opener=1, starter=0, hands=HANDS, stock=["3-0", "3-3"])
    assert (state.turn, state.view(0).hand_sizes) == (0, (3, 2, 3))
    state = game.new_state(deal=deal)
    assert (state.turn, state.view(0).hand_sizes) == (0, (3, 2, 3)), "in the first round it is the starter"


def test_each_row_searches_for_itself() -> None:
    """The first round is for the 3-3, later ones for the 2-2: when the 3-3 is found, nobody looks for the 2-2."""
    game = opening("first: {when: {first_round: yes}, seat: {holder_of: 3-3}, piece: held, if_nobody: draw_in_turn, "
                   "first_drawer: starter}",
                   "later: {seat: {holder_of: 2-2}, piece: held, if_nobody: draw_in_turn, first_drawer: starter}")
    hands = [["0-0", "1-0"], ["1-1", "2-0"], ["2-1", "3-0"]]
    deal = game.deal(hands=hands, stock=["3-3", "3-1", "2-2", "3-2"], starter=1)
    state = game.new_state(deal=deal)
    assert (state.turn, texts(state), state.view(0).stock) == (1, {"3-3"}, 3)
    state = game.position(round=2, starter=1, hands=hands, stock=["3-3", "3-1", "2-2", "3-2"])
    assert (state.turn, texts(state), state.view(0).stock) == (0, {"2-2"}, 1)


def test_the_pack_is_dealt_again_until_somebody_holds_it() -> None:
    """``deal_again``: in each of forty deals somebody holds the 3-3, and nobody has drawn."""
    game = opening("centre: {seat: {holder_of: 3-3}, piece: held, if_nobody: deal_again}")
    for seed in range(40):
        state = game.new_state(seed=seed)
        assert texts(state) == {"3-3"}
        assert state.view(0).hand_sizes == (2, 2, 2)
        assert "3-3" in state.view(state.turn).hand


# Lists and words


HELD = "centre: {{seat: {{holder_of: {}}}, piece: held, if_nobody: draw_in_turn}}"


@pytest.mark.parametrize(("asked", "hands", "turn", "piece"), [
    # A list: the first that somebody holds counts, whoever it is.
    ("[3-3, 2-2, 1-1]", [["0-0", "1-1"], ["2-2", "2-0"], ["3-0", "3-1"]], 1, "2-2"),
    ("[3-3, 2-2, 1-1]", [["0-0", "1-1"], ["3-2", "2-0"], ["3-0", "3-1"]], 0, "1-1"),
    ("[1-0, heaviest]", [["0-0", "1-1"], ["3-2", "1-0"], ["3-3", "3-1"]], 1, "1-0"),
    # The highest double that anybody holds; without any, the heaviest tile.
    ("highest_double", [["0-0", "1-0"], ["2-0", "2-1"], ["1-1", "3-2"]], 2, "1-1"),
    ("[highest_double, heaviest]", [["2-0", "1-0"], ["3-0", "2-1"], ["3-1", "3-2"]], 2, "3-2"),
    # Three pips each: the 3-0 has the higher end.
    ("heaviest", [["2-1", "1-0"], ["3-0", "0-0"], ["1-1", "2-0"]], 1, "3-0"),
    # Six pips before five, though a double of two is held.
    ("heaviest", [["2-2", "1-0"], ["3-2", "0-0"], ["1-1", "2-0"]], 1, "3-2"),
])
def test_whose_piece_starts(asked: str, hands: list[list[str]], turn: int, piece: str) -> None:
    """``piece: held``: the very piece that was asked for."""
    game = opening(HELD.format(asked))
    state = game.new_state(deal=game.deal(hands=hands, starter=0))
    assert (state.turn, texts(state)) == (turn, {piece})


def test_the_holder_may_start_with_any_piece() -> None:
    """``piece: any``: the holder is the starter, the piece is free."""
    game = opening("centre: {seat: {holder_of: heaviest}, piece: any}")
    state = game.new_state(deal=game.deal(hands=[["2-1", "1-0"], ["3-2", "0-0"], ["1-1", "2-0"]], starter=0))
    assert (state.turn, texts(state)) == (1, {"3-2", "0-0"})


def test_drawing_for_any_of_a_list() -> None:
    """Nobody holds a double: seat 0 draws the 3-2, seat 1 the 1-1, which is one of those asked for."""
    game = opening(HELD.format("highest_double").replace("draw_in_turn", "draw_in_turn, first_drawer: starter"))
    hands = [["1-0", "2-0"], ["2-1", "3-0"], ["3-1", "3-2"]]
    state = game.new_state(deal=game.deal(hands=hands, stock=["1-1", "3-3", "2-2", "0-0"], starter=2))
    assert (state.turn, texts(state), state.view(0).hand_sizes) == (2, {"1-1"}, (2, 2, 3))


# The double of the round

ALL_DOUBLES = [["3-3", "2-2", "1-1", "0-0", "1-0"], []]
DOWN = "centre: {seat: {holder_of: round_double}, piece: held, if_nobody: draw_in_turn}"


def two(row: str, *, more: str = "", rounds: str = "{rounds: 20}") -> Game:
    """Two players with five tiles each: nothing is left over."""
    return opening(row + more, players="{count: 2}", deal="{each: 5}", rounds=rounds)


@pytest.mark.parametrize(("way", "doubles"), [
    ("down", "3-3 2-2 1-1 0-0 3-3 2-2 1-1 0-0 3-3"),
    ("down_and_up", "3-3 2-2 1-1 0-0 1-1 2-2 3-3 2-2 1-1"),
])
def test_each_round_has_its_double(way: str, doubles: str) -> None:
    """Down from the highest to the blank, and again; or down and up, the ends once each time."""
    game = two(DOWN, more=f"\n    round_doubles: {way}")
    for number, double in enumerate(doubles.split(), start=1):
        state = game.position(round=number, hands=ALL_DOUBLES, starter=1)
        assert (state.turn, texts(state)) == (0, {double})


@pytest.mark.parametrize(("way", "rounds"), [("down", 4), ("down_and_up", 7)])
def test_a_match_of_every_double(way: str, rounds: int) -> None:
    """Four doubles are four rounds; down and up again seven, for the blank comes once."""
    game = two(DOWN, more=f"\n    round_doubles: {way}", rounds="{rounds: every_double}")
    state = game.new_state(seed=5)
    rng = random.Random(5)
    opened = []
    while not state.is_over:
        before = state
        state = state.play(rng.choice(state.legal_moves))
        if not before.view(None).layout:
            opened.append(str(before.legal_moves[0]))
    assert opened == ["3-3", "2-2", "1-1", "0-0", "1-1", "2-2", "3-3"][:rounds]
    assert (state.round + 1, state.outcome.termination) == (rounds, "rounds")


@pytest.mark.parametrize(("number", "hands", "turn", "piece"), [
    # The double of round two is the 2-2; below it come 1-1 and 0-0, and then the 3-3.
    (2, [["3-3", "1-0"], ["0-0", "2-0"], ["2-1", "3-0"]], 1, "0-0"),
    (2, [["3-3", "1-0"], ["0-0", "2-0"], ["1-1", "3-0"]], 2, "1-1"),
    (2, [["3-3", "1-0"], ["3-1", "2-0"], ["2-1", "3-0"]], 0, "3-3"),
    (2, [["3-3", "1-0"], ["2-2", "2-0"], ["1-1", "3-0"]], 1, "2-2"),
    # In round four the 0-0 is wanted, then down from the top.
    (4, [["1-1", "1-0"], ["2-2", "2-0"], ["2-1", "3-0"]], 1, "2-2"),
])
def test_the_next_lower_double_that_is_held(number: int, hands: list[list[str]], turn: int, piece: str) -> None:
    """``lower_double``: after the blank from the top again."""
    game = opening(HELD.format("[round_double, lower_double]"))
    state = game.position(round=number, hands=hands)
    assert (state.turn, texts(state)) == (turn, {piece})


# A piece that lies on the table


def test_a_piece_on_the_table_is_not_dealt() -> None:
    """Ten tiles, six dealt, one on the table: three in the stock; the seat plays to it as if it had been laid."""
    game = opening("centre: {seat: after_last_opener, on_table: round_double}")
    for starter in range(3):
        state = game.new_state(deal=game.deal(hands=[["3-0", "3-1"], ["3-2", "0-0"], ["1-1", "1-0"]], starter=starter))
        assert (state.turn, state.view(None).layout, state.view(None).stock) == (starter, ((3, 3),), 3)
        assert all("3-3" not in state.view(seat).hand for seat in range(3))
    assert texts(state) == {"draw"}
    assert texts(state.play("draw")) <= {"3-0 right", "3-1 right", "draw"}


def test_who_plays_to_it_next_time() -> None:
    """Seat 2 opened round two; in round three it is seat 0, and the 1-1 lies there."""
    game = opening("centre: {seat: after_last_opener, on_table: round_double}")
    state = game.position(round=3, last_opener=2)
    assert (state.turn, state.view(None).layout) == (0, ((1, 1),))


def test_a_deal_may_not_need_the_piece_on_the_table() -> None:
    """Two players with five tiles each need all ten, and one lies on the table: refused."""
    with pytest.raises(tilegames.SpecError, match="deal-too-large"):
        opening("centre: {seat: after_last_opener, on_table: round_double}", players="{count: 2}", deal="{each: 5}")


# How the round before ended


ROWS = ("first: {when: {after_block: yes}, seat: starter}", "later: {seat: last_winner}")


@pytest.mark.parametrize(("after", "turn"), [("block", 2), ("win", 1)])
def test_after_a_blocked_round(after: str, turn: int) -> None:
    """``after_block``: whoever won it; after another win the winner starts."""
    assert opening(*ROWS).position(round=2, after=after, last_winner=1, starter=2).turn == turn


@pytest.mark.parametrize(("after", "turn"), [("block", 1), ("win", 2)])
def test_not_after_a_blocked_round(after: str, turn: int) -> None:
    """``after_block: no``: the row is for every other round."""
    game = opening("first: {when: {after_block: no}, seat: starter}", "later: {seat: last_winner}")
    assert game.position(round=2, after=after, last_winner=1, starter=2).turn == turn


@pytest.mark.parametrize(("after", "turn"), [("block", 1), ("win", 2), ("tie", 1)])
def test_after_a_win_that_was_no_block(after: str, turn: int) -> None:
    """Yes and no together: after a win, but not a blocked one."""
    game = opening("first: {when: {after_win: yes, after_block: no}, seat: starter}",
                   "later: {seat: after_last_opener}")
    assert game.position(round=2, after=after, last_winner=0, last_opener=0, starter=2).turn == turn


def test_after_the_last_opener() -> None:
    """The seat after the one who opened, whoever won; in the first round the one that the lot named."""
    game = opening("only: {seat: after_last_opener}")
    assert game.position(round=2, after="win", last_winner=0, last_opener=1).turn == 2
    assert game.position(round=2, after="win", last_winner=1, last_opener=2).turn == 0
    assert begin(game, [], starter=2).turn == 2


def test_who_opened_is_known_in_the_next_round() -> None:
    """Seat 1 opens; the round is played out at random, and seat 2 opens the next one."""
    game = opening("only: {seat: after_last_opener}")
    for seed in range(10):
        state = game.new_state(seed=seed)
        rng = random.Random(seed)
        opener = state.turn
        while state.round == 0:
            state = state.play(rng.choice(state.legal_moves))
        assert state.turn == (opener + 1) % 3
