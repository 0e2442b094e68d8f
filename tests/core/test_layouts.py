"""Lines of tiles in made-up games: joining by a sum, opening, passing, blocked rounds; cases A02 and A03."""

from collections.abc import Callable

import pytest

import tilegames
from tilegames import State

#: Two players share the ten tiles of a double-three set; touching numbers add up to three.
MATADOR = """
tilegames: 1
game: made-up-matador
about: {title: Made-up matador, family: layout, source: made up for this test}
players: {count: 2}
set: {dominoes: double-3}
deal: {each: 5}
phases:
  layout:
    opener:
      again: {when: {after_tie: yes}, seat: {holder_of: 3-3}, piece: 3-3}
      dealt: {seat: left_of_dealer}
    joins: {sum: 3}
    cannot_play: pass
    blocked: {lowest: player, credit: player}
scoring: {round_won: 1}
match: {first_dealer: random, until: {rounds: 2}, ties: nobody}
"""

#: Two players with seven tiles each of a double-six set; the others are out of play.
BLOCK = """
tilegames: 1
game: made-up-block
about: {title: Made-up block, family: layout, source: made up for this test}
players: {count: 2}
set: {dominoes: double-6}
deal: {each: 7, rest: aside}
phases:
  layout:
    opener: {dealt: {seat: left_of_dealer}}
    joins: equal_ends
scoring: {hand_left: {to: winner}}
match: {first_dealer: random, until: {rounds: 1}}
"""


def texts(state: State) -> set[str]:
    """The legal moves as text; each stands there once."""
    found = [str(move) for move in state.legal_moves]
    assert len(set(found)) == len(found)
    return set(found)


def after(state: State, moves: str) -> State:
    """Makes moves in turn, written one after the other with commas."""
    for move in moves.split(","):
        state = state.play(move.strip())
    return state


def code(state: State, move: str) -> str | None:
    """The code of the reason why a move is illegal; None if it is legal."""
    reason = state.why_illegal(move)
    return None if reason is None else reason.code


def matador(text: str = MATADOR) -> State:
    """Seat 0 starts with 16 pips in hand, seat 1 has 14; a second deal is like it."""
    game = tilegames.loads(text)
    hands = [["3-3", "3-2", "2-1", "1-1", "0-0"], ["3-1", "3-0", "2-2", "2-0", "1-0"]]
    return game.new_state(deal=[game.deal(hands=hands, dealer=1), game.deal(hands=hands, dealer=1)])


# Joining


def test_the_first_tile_may_be_any() -> None:
    """On the empty layout each tile is one move without an end; passing is not possible."""
    state = matador()
    assert (state.turn, state.phase) == (0, "layout")
    assert texts(state) == {"3-3", "3-2", "2-1", "1-1", "0-0"}
    assert [code(state, move) for move in ("pass", "2-1 left", "3-1")] == [
        "must-play-if-able", "no-ends-yet", "not-in-hand"]


def test_numbers_that_add_up_to_three_join() -> None:
    """The ends 1 and 2 want a 2 and a 1: two tiles with a two go left, two tiles with a one go right."""
    state = matador().play("2-1")
    assert (state.turn, state.view(1).layout) == (1, ((1, 2),))
    assert texts(state) == {"2-0 left", "2-2 left", "3-1 right", "1-0 right"}
    assert [code(state, move) for move in ("3-0", "2-0 right", "3-1 left", "pass", "3-3", "2-0")] == [
        "must-join-an-end", "must-join-an-end", "must-join-an-end", "must-play-if-able", "not-in-hand", None]
    assert state.why_illegal("3-0 left").place.line == 13
    assert state.why_illegal("pass").place.line == 14
    assert state.why_illegal("3-1 left").sentence == "3-1 does not fit the left end (1)"
    assert state.why_illegal("2-0 right").sentence == "2-0 does not fit the right end (2)"


def test_the_other_number_becomes_the_new_end() -> None:
    """The 3-1 joins the 2 with its one and shows its three; a three wants a nought, a nought a three."""
    state = after(matador(), "2-1, 3-1 right")
    assert state.view(0).layout == ((1, 2), (1, 3))
    assert texts(state) == {"3-2 left", "0-0 right"}
    state = after(state, "0-0 right, 2-0 left")
    assert state.view(0).layout == ((0, 2), (1, 2), (1, 3), (0, 0))
    assert texts(state) == {"3-3 left", "3-3 right", "3-2 left", "3-2 right"}


def test_a_number_that_nothing_can_join_is_a_dead_end() -> None:
    """Where five is wanted a double-three set has nothing to join to a nought or a one."""
    game = tilegames.loads(MATADOR.replace("{sum: 3}", "{sum: 5}"))
    state = game.new_state(deal=game.deal(hands=[["1-0", "3-2"], ["3-3", "2-2"]], dealer=1)).play("1-0")
    assert texts(state) == {"pass"}


#: The round above played on until nobody can: seat 0 keeps 1-1 and seat 1 keeps 2-2.
BLOCKED = "2-1, 3-1 right, 0-0 right, 2-0 left, 3-2 left, 3-0 right, 3-3 right, 1-0 left"


def test_who_cannot_play_passes_and_must_not_before() -> None:
    """Ends 0 and 3 want a three and a nought; the 1-1 has neither, so pass is the only move, and then the 2-2's."""
    state = after(matador(), BLOCKED)
    assert [state.view(0).layout[0][0], state.view(0).layout[-1][1]] == [0, 3]
    assert (state.turn, state.view(0).hand, texts(state)) == (0, ("1-1",), {"pass"})
    state = state.play("pass")
    assert (state.turn, state.view(1).hand, texts(state)) == (1, ("2-2",), {"pass"})


def test_a_blocked_round_goes_to_the_lower_hand() -> None:
    """Two against four: seat 0 has won the round; the other can still play after one pass."""
    state = after(matador(), BLOCKED + ", pass, pass")
    assert (state.round, state.scores) == (1, (1, 0))
    assert any(event.kind == "round" and "blocked" in event.text and event.seat == 0 for event in state.events)


def test_a_pass_is_forgotten_when_somebody_plays() -> None:
    """Only passes of all seats in a row block the layout: pass, play, play, pass is not the end."""
    game = tilegames.loads(BLOCK)
    state = game.position(layout=["6-2", "2-1", "1-6"], hands=[["4-0", "3-0"], ["6-4", "2-2"]], turn=0)
    state = after(state, "pass, 6-4 left, 4-0 left, pass")
    assert (state.is_over, state.turn) == (False, 0)
    state = state.play("3-0 left")
    assert (state.outcome.ending, state.outcome.winners, state.scores) == ("out", (0,), (4, 0))


def test_a_shared_least_is_a_tie() -> None:
    """1-1 and 2-0 are both two pips, and their holders are rivals: nobody wins the blocked round."""
    state = tilegames.loads(MATADOR).position(hands_left=[["1-1"], ["2-0"]])
    assert (state.round, state.scores) == (1, (0, 0))
    assert (state.turn, texts(state)) in [(0, {"3-3"}), (1, {"3-3"})]


def test_after_a_tie_the_row_for_ties_opens() -> None:
    """The holder of the 3-3 must then start with it; after a round that was won the seat left of the dealer does."""
    game = tilegames.loads(MATADOR)
    state = game.position(round=2, after="tie", hands=[["0-0", "1-0"], ["3-3", "3-2"]], dealer=1)
    assert (state.turn, texts(state)) == (1, {"3-3"})
    reason = state.why_illegal("3-2")
    assert (reason.code, reason.place.line) == ("must-open-with", 11)
    state = game.position(round=2, after="win", hands=[["0-0", "1-0"], ["3-3", "3-2"]], dealer=1)
    assert (state.turn, len(texts(state))) == (0, 5)


TEAMS = BLOCK.replace("{count: 2}", "{count: 4, teams: across}").replace("each: 7, rest: aside", "each: 7").replace(
    "joins: equal_ends", "joins: equal_ends\n    blocked: {lowest: player, credit: side}").replace(
    "hand_left: {to: winner}", "round_won: 1")


@pytest.mark.parametrize(("credit", "hands", "scores"), [
    # The lowest single hand wins for its side, though the side's total is higher (P8).
    ("side", [["5-5", "5-3"], ["2-2"], ["1-1"], ["5-2", "3-2"]], (1, 0)),
    # Partners share the least: their side wins, or nobody does.
    ("side", [["1-1"], ["3-0"], ["2-0"], ["5-0"]], (1, 0)),
    ("player", [["1-1"], ["3-0"], ["2-0"], ["5-0"]], (0, 0)),
    # Opponents share the least: nobody wins either way.
    ("side", [["1-1"], ["2-0"], ["5-0"], ["6-0"]], (0, 0)),
    ("player", [["1-1"], ["2-0"], ["5-0"], ["6-0"]], (0, 0)),
    ("side", [["5-0"], ["4-1"], ["3-2"], ["6-6"]], (0, 0)),
])
def test_who_wins_a_blocked_round_of_partners(credit: str, hands: list[list[str]], scores: tuple[int, int]) -> None:
    """The least in one hand decides for a side; what is shared by both sides is a tie."""
    game = tilegames.loads(TEAMS.replace("credit: side", f"credit: {credit}").replace("rounds: 1", "rounds: 2"))
    assert game.position(hands_left=hands).scores == scores


def test_what_a_hand_counts_follows_the_values_of_the_tiles() -> None:
    """With 0-0 at fifty, it is no longer the lowest hand."""
    game = tilegames.loads(BLOCK.replace("deal:", "tiles: {values: {default: pips, 50: [0-0]}}\ndeal:"))
    assert game.position(hands_left=[["0-0"], ["6-6"]]).scores == (0, 50)
    assert tilegames.loads(BLOCK).position(hands_left=[["0-0"], ["6-6"]]).scores == (12, 0)


# Case A02


def test_an_empty_layout_offers_each_tile_once() -> None:
    """A02: seven tiles in hand are seven plays, without a choice of left and right."""
    game = tilegames.loads(BLOCK)
    hand = ["6-6", "6-5", "5-5", "3-1", "2-0", "1-1", "0-0"]
    state = game.new_state(deal=game.deal(hands=[[], hand], dealer=0))
    assert (state.turn, [str(move) for move in state.legal_moves]) == (
        1, ["0-0", "1-1", "2-0", "3-1", "5-5", "6-5", "6-6"])
    assert [move.where for move in state.legal_moves] == [None] * 7


def test_a_tile_that_fits_both_ends_is_two_plays() -> None:
    """A02: ends 3 and 5, 3-5 in hand: played left the ends are 5 and 5, played right 3 and 3."""
    game = tilegames.loads(BLOCK)
    state = game.position(layout=["3-6", "6-5"], hands=[["3-5", "0-0"], ["1-1"]], turn=0)
    assert texts(state) == {"5-3 left", "5-3 right"}
    left, right = (state.play(f"3-5 {where}").view(0).layout for where in ("left", "right"))
    assert left == ((5, 3), (3, 6), (6, 5))
    assert right == ((3, 6), (6, 5), (5, 3))


def test_a_piece_alone_names_the_one_move_that_uses_it() -> None:
    """Where a tile fits one end the end need not be said; where it fits both, the two choices are told."""
    game = tilegames.loads(BLOCK)
    state = game.position(layout=["3-6", "6-5"], hands=[["3-5", "3-1", "0-0"], ["1-1"]], turn=0)
    assert str(state.parse_move("1-3")) == "3-1 left"
    assert state.is_legal("3-1")
    assert code(state, "0-0") == "must-join-an-end"
    with pytest.raises(tilegames.AmbiguousMoveError, match="5-3 left or 5-3 right") as caught:
        state.play("3-5")
    assert caught.value.choices == ("5-3 left", "5-3 right")


def test_a_double_fits_an_end_once() -> None:
    """A double has its number twice and is still one play at an end."""
    game = tilegames.loads(BLOCK)
    state = game.position(layout=["3-6", "6-5"], hands=[["3-3", "5-5", "6-6"], ["1-1"]], turn=0)
    assert texts(state) == {"3-3 left", "5-5 right"}


def test_equal_ends_of_a_line_are_two_places() -> None:
    """P4: ends 4 and 4, hand 4-1: the player names the end."""
    game = tilegames.loads(BLOCK)
    state = game.position(layout=["4-6", "6-5", "5-4"], hands=[["4-1"], ["1-1"]], turn=0)
    assert texts(state) == {"4-1 left", "4-1 right"}


# Case A03


def test_a_dead_layout_ends_by_passes_and_never_without_a_move() -> None:
    """A03: all seven sixes are used and both ends are six; pass is the only move of each, then 2 beats 14."""
    game = tilegames.loads(BLOCK)
    state = game.position(layout=["6-1", "1-2", "2-6", "6-6", "6-3", "3-4", "4-6", "6-5", "5-0", "0-6"],
                          hands=[["0-0", "1-1"], ["2-3", "4-5"]], turn=0)
    assert (state.turn, texts(state)) == (0, {"pass"})
    assert code(state, "1-1") == "must-join-an-end"
    state = state.play("pass")
    assert not state.is_over
    assert (state.turn, texts(state)) == (1, {"pass"})
    state = state.play("pass")
    assert state.is_over
    assert (state.outcome.ending, state.outcome.winners) == ("blocked", (0,))
    assert state.scores == (14, 0)


# Going out


def test_going_out_ends_the_round_even_if_it_blocks() -> None:
    """The last tile is played and nobody could follow: that is a win, not a block."""
    game = tilegames.loads(BLOCK)
    state = game.position(layout=["6-1"], hands=[["6-6"], ["2-2", "3-3"]], turn=0).play("6-6 left")
    assert (state.outcome.ending, state.scores) == ("out", (10, 0))


#: The six tiles of a double-two set, and a round whose score tells the facts of its last tile.
FACTS = BLOCK.replace("double-6", "double-2").replace("each: 7, rest: aside", "each: 3").replace(
    "scoring: {hand_left: {to: winner}}", """scoring:
  round_won:
    scores: 1
    bonus:
      only: {when: out.only_fit, scores: 10}
      both: {when: out.fits == 2, scores: 100}
      double: {when: out.double, scores: 1000}""")


@pytest.mark.parametrize(("layout", "last", "others", "score"), [
    # Ends 2 and 1: the 2-1 fits both, and of the rest only the 0-0 is left, which fits neither.
    (["2-2", "2-0", "0-1", "1-1"], "2-1 left", ["0-0"], 111),
    (["2-2", "2-0", "0-1", "1-1"], "2-1 right", ["0-0"], 111),
    # The same ends, but the 2-2 and the 1-1 would fit too.
    (["2-0", "0-1"], "2-1 left", ["2-2", "1-1", "0-0"], 101),
    # Ends 2 and 0: the 1-0 fits one of them, and so would others.
    (["2-0"], "1-0 right", ["2-2", "1-1"], 1),
    # Both ends show a one: the 1-1 is the only tile that fits, and fits one number, and is a double.
    (["1-0", "0-2", "2-1"], "1-1 right", ["0-0", "2-2"], 1011),
    # Both ends show a two: the double is not the only one, for 2-1 is unplayed.
    (["2-0"], "2-2 left", ["2-1"], 1001),
])
def test_the_facts_of_going_out(layout: list[str], last: str, others: list[str], score: int) -> None:
    """Whether the last tile was the only unplayed one that fitted, how many ends it fitted, whether it is a double."""
    game = tilegames.loads(FACTS)
    state = game.position(layout=layout, hands=[[last.split()[0]], others], turn=0)
    assert state.play(last).scores == (score, 0)


@pytest.mark.parametrize(("tile", "score"), [("1-1", 1001), ("1-0", 1)])
def test_the_facts_of_going_out_with_the_first_tile(tile: str, score: int) -> None:
    """On an empty layout nothing had to fit."""
    game = tilegames.loads(FACTS.replace("each: 3", "each: 1, rest: aside"))
    state = game.new_state(deal=game.deal(hands=[[tile]], dealer=1)).play(tile)
    assert state.scores == (score, 0)


@pytest.mark.parametrize("rest", ["stock", "aside"])
def test_a_tile_out_of_play_is_unplayed_too(rest: str) -> None:
    """Ends 2 and 1; the 2-2 lies face down, so the 2-1 is not the only unplayed tile that fits."""
    game = tilegames.loads(FACTS.replace("each: 3", f"each: 2, rest: {rest}"))
    state = game.position(layout=["2-0", "0-1", "1-1"], hands=[["2-1"], ["0-0"]], turn=0)
    assert state.play("2-1 left").scores == (101, 0)


@pytest.mark.parametrize("text", [
    MATADOR, BLOCK, TEAMS, FACTS,
    MATADOR.replace("{sum: 3}", "{sum: 4}"), MATADOR.replace("{sum: 3}", "{sum: 0}"),
    BLOCK.replace("{count: 2}", "{count: 3}"),
    BLOCK.replace("{dominoes: double-6}", "{chinese_dominoes: 1}"),
    BLOCK.replace("each: 7, rest: aside", "each: 1, rest: stock"),
], ids=["matador", "block", "teams", "facts", "sum-4", "sum-0", "three", "chinese", "one-each"])
def test_random_matches(text: str, play_random: Callable[..., list[State]]) -> None:
    """50 matches: each round ends by an empty hand or by passes of all."""
    endings = {end.outcome.ending for end in play_random(tilegames.loads(text))}
    assert endings <= {"out", "blocked"}
