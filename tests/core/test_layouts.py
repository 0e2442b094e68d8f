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


# What must be filled, and every other reason why not

#: Three toes on the first double, two on every later one; who cannot play draws one tile, and two tiles always stay.
TOES = """
tilegames: 1
game: made-up-toes
about: {title: Made-up toes, family: layout, source: made up for this test}
players: {count: 3}
set: {dominoes: double-6}
deal: {each: 5}
phases:
  layout:
    opener: {dealt: {seat: left_of_dealer}}
    joins: equal_ends
    must_fill: {start: 3, double: 2}
    cannot_play: {draw: 1, then: may_play, reserve: 2}
    blocked: {when: nobody_can_play, lowest: nobody}
scoring: {hand_left: {to: holder}}
match: {first_dealer: random, until: {rounds: 1}}
"""

#: Three trains and one for all, around the double six; a double must be covered, and who lays it plays again.
TRAINS = """
tilegames: 1
game: made-up-trains
about: {title: Made-up trains, family: layout, source: made up for this test}
players: {count: 3}
set: {dominoes: double-6}
deal: {each: 5}
phases:
  layout:
    opener: {hub: {seat: {holder_of: 6-6}, piece: held, if_nobody: draw_in_turn}}
    joins: equal_ends
    must_fill: {double: 1}
    trains: {public: [mexican], first_turn: chain}
    again: [start, double]
    cannot_play: {draw: 1, then: must_play}
    blocked: {when: nobody_can_play, lowest: nobody}
scoring: {hand_left: {to: holder}}
match: {starter: random, until: {rounds: 1}}
"""

#: A line with a stock of fourteen; what happens to who cannot play is put in by each test.
BONES = """
tilegames: 1
game: made-up-bones
about: {title: Made-up bones, family: layout, source: made up for this test}
players: {count: 2}
set: {dominoes: double-6}
deal: {each: 7}
phases:
  layout:
    opener: {dealt: {seat: left_of_dealer}}
    cannot_play: pass
scoring: {hand_left: {to: winner}}
match: {first_dealer: random, until: {rounds: 1}}
"""


def bones(cannot_play: str, *more: str) -> tilegames.Game:
    """The line with a stock under a rule for who cannot play, and further keys of the layout."""
    return tilegames.loads(BONES.replace("cannot_play: pass", "\n    ".join([f"cannot_play: {cannot_play}", *more])))


def says(state: State, move: str) -> tuple[str, str, int]:
    """Why a move is illegal: the code, the sentence and the line of the spec."""
    reason = state.why_illegal(move)
    assert reason is not None, f"{move} is legal"
    assert reason.place is not None
    return reason.code, reason.sentence, reason.place.line


def toes(**words: object) -> State:
    """The double six with one of its three toes; seat 0 moves."""
    return tilegames.loads(TOES).position(layout=["6-6", "6-1"], turn=0, **words)


def test_another_piece_comes_first() -> None:
    """Two toes are missing on the 6-6, so the 1-0 must wait although the one is open."""
    state = toes(hand=["1-0", "6-2"])
    assert texts(state) == {"6-2@6-6"}
    assert says(state, "1-0@6-1") == ("must-fill", "6-6 must be filled first: 2 more there", 12)
    assert says(state, "1-0") == ("must-fill", "6-6 must be filled first: 2 more there", 12)


def test_who_cannot_play_must_draw() -> None:
    """A duty does not lapse: the 1-0 fits the 6-1, but not where something is due."""
    state = toes(hand=["1-0", "2-0"])
    assert texts(state) == {"draw"}
    assert says(state, "pass") == ("must-draw", "who cannot play must draw", 13)


def test_two_pieces_stay_in_the_stock() -> None:
    """With nothing to draw the turn is passed."""
    state = toes(hand=["1-0", "2-0"], hands=[[], ["3-0"], ["4-0"]], stock_empty=True)
    assert texts(state) == {"pass"}
    assert says(state, "draw") == ("nothing-to-draw", "there is nothing to draw from the stock: 2 stay in it", 13)


def test_no_more_than_the_limit_is_drawn() -> None:
    """One tile is drawn, it fits, and it may be kept."""
    state = toes(hand=["1-0", "2-0"], stock=["6-3"]).play("draw")
    assert texts(state) == {"6-3@6-6", "pass"}
    assert says(state, "draw") == ("nothing-to-draw", "no more may be drawn in this turn", 13)


def test_who_can_play_may_not_draw() -> None:
    """Drawing is for who cannot play."""
    assert says(toes(hand=["1-0", "6-2"]), "draw") == ("must-play-if-able", "who can play must play", 13)


def test_nobody_draws_where_nothing_is_drawn() -> None:
    """In a game without drawing the word is known, and refused in a sentence."""
    state = tilegames.loads(BLOCK).position(layout=["6-5"], hand=["1-0"], turn=0)
    assert code(state, "draw") == "no-drawing"


def test_an_end_that_is_not_there() -> None:
    """The 5-5 is not on the table; of the 6-1 only the one is open, for its six is joined."""
    state = tilegames.loads(TOES).position(layout=["6-6", "6-1", "6-2", "6-3"], hand=["5-0", "6-4"], turn=0)
    assert says(state, "5-0@5-5") == ("no-such-end", "there is no end on 5-5 that is open", 11)
    assert says(state, "6-4@6-1") == ("must-join-an-end", "6-4 does not fit the end on 6-1 (1)", 11)


def test_a_piece_that_fits_no_open_end() -> None:
    """Ends one, two and three: the 5-0 alone names no end."""
    state = tilegames.loads(TOES).position(layout=["6-6", "6-1", "6-2", "6-3"], hand=["5-0", "1-0"], turn=0)
    assert says(state, "5-0") == ("must-join-an-end", "5-0 fits no open end (1, 2, 3)", 11)


def trains(text: str = TRAINS, **words: object) -> State:
    """The double six, and a 6-1 on the train of seat 0, which is to move."""
    return tilegames.loads(text).position(layout=["6-6", "6-1 train 0"], turn=0, **words)


def test_another_s_train() -> None:
    """Trains 1 and 2 are closed: seat 0 plays on its own and on the Mexican one."""
    state = trains(hand=["6-2", "1-0"])
    assert texts(state) == {"1-0 train 0", "6-2 mexican"}
    assert says(state, "6-2 train 1") == ("not-your-train", "train 1 is not open to seat 0", 13)
    assert says(state, "6-2 train 0") == ("must-join-an-end", "6-2 does not fit the end of train 0 (1)", 11)
    assert says(state, "stop") == ("nothing-to-stop", "there is nothing to stop now", 13)


def test_a_train_that_is_open_to_all() -> None:
    """The mark opens train 2, and no other."""
    state = trains(hand=["6-2", "1-0"], marked=[2])
    assert texts(state) == {"1-0 train 0", "6-2 mexican", "6-2 train 2"}
    assert code(state, "6-2 train 1") == "not-your-train"


def test_a_double_on_another_s_train_is_covered_first() -> None:
    """The 1-1 on train 0: seat 1 must cover it, although the train is closed to it, and may play nowhere else."""
    state = tilegames.loads(TRAINS).position(layout=["6-6", "6-1 train 0", "1-1 train 0"], turn=1,
                                             hand=["2-1", "6-3"])
    assert texts(state) == {"2-1 train 0"}
    assert says(state, "6-3 train 1") == ("must-fill", "1-1 must be filled first: 1 more there", 12)


def test_the_own_train_comes_first() -> None:
    """Seat 0 has no tile on its train yet, so the Mexican train is closed to it."""
    game = tilegames.loads(TRAINS.replace("{double: 1}", "{double: 1, own_train: yes}"))
    state = game.position(layout=["6-6", "6-1 train 1"], turn=0, hand=["6-2", "5-0"])
    assert texts(state) == {"6-2 train 0"}
    assert says(state, "6-2 mexican") == ("own-train-first", "seat 0 must first play on train 0", 12)
    state = game.position(layout=["6-6", "6-1 train 0"], turn=0, hand=["6-2", "5-0"])
    assert texts(state) == {"6-2 mexican"}


def chain() -> State:
    """Seat 0 has laid the double six and, as it plays again, the 6-1 on its own train."""
    game = tilegames.loads(TRAINS)
    deal = game.deal(hands=[["6-6", "6-1", "2-1", "6-3", "4-0"], ["6-2", "5-0", "5-1", "5-2", "5-3"],
                            ["6-4", "4-1", "4-2", "4-3", "4-4"]], starter=2)
    return after(game.new_state(deal=deal), "6-6, 6-1 train 0")


def test_a_chain_goes_on_on_one_s_own_train() -> None:
    """In its first turn seat 0 may lay on, or stop; the 6-3 fits elsewhere and must wait."""
    state = chain()
    assert (state.turn, texts(state)) == (0, {"2-1 train 0", "stop"})
    assert says(state, "6-3 mexican") == (
        "own-train-only", "the first turn goes on only on one's own train; or stop", 13)
    assert state.play("stop").turn == 1
    state = state.play("2-1 train 0")
    assert (state.turn, texts(state)) == (0, {"stop"}), "that nothing fits the two is not told by the turn"
    state = state.play("stop")
    assert texts(state) == {"6-2 train 1", "6-2 mexican"}


def test_every_seat_has_a_first_turn() -> None:
    """Seat 1 chains too; a first play on the Mexican train is a turn of one tile; there is one chain for each seat."""
    state = after(chain(), "stop, 6-2 train 1")
    assert (state.turn, texts(state)) == (1, {"5-2 train 1", "stop"})
    state = after(state, "5-2 train 1")
    assert (state.turn, texts(state)) == (1, {"5-0 train 1", "5-1 train 1", "5-3 train 1", "stop"})
    state = after(state, "stop, 6-4 mexican")
    assert (state.turn, texts(state)) == (0, {"2-1 train 0", "4-0 mexican"})
    state = state.play("2-1 train 0")
    assert state.turn == 1


ANNOUNCED = "announce_last: yes"


def last_two(**words: object) -> State:
    """Seat 0 has two tiles in a line where the last one must be announced."""
    return bones("{draw: 1}", ANNOUNCED).position(layout=["6-5"], turn=0, hands=[["6-1", "2-2"], ["5-5", "4-4", "3-3"]],
                                                  **words)


def test_the_last_piece_is_announced() -> None:
    """After the last but one the same seat says so, and then it is the other's turn."""
    state = last_two(stock=["0-0"])
    assert says(state, "announce") == ("nothing-to-announce", "there is nothing to announce now", 12)
    state = state.play("6-1 left")
    assert (state.turn, texts(state)) == (0, {"announce", "say nothing"})
    for move in ("pass", "draw", "2-2 left"):
        assert says(state, move) == ("must-announce", "first say whether you announce your last piece", 12)
    assert (state.play("announce").turn, state.play("announce").view(0).hand_sizes) == (1, (1, 3))


def test_who_says_nothing_draws_one() -> None:
    """The penalty is the next tile of the stock."""
    state = after(last_two(stock=["0-0"]), "6-1 left, say nothing")
    assert (state.turn, state.view(0).hand) == (1, ("0-0", "2-2"))


def test_who_says_nothing_without_a_stock_misses_a_turn() -> None:
    """Seat 1 plays twice, once; the missed turn is an event."""
    state = after(last_two(stock_empty=True), "6-1 left, say nothing, 5-5 right")
    assert state.turn == 1
    assert [event.text for event in state.events if event.kind == "miss"] == ["seat 0 misses a turn"]
    assert texts(state) == {"pass"}
    state = state.play("pass")
    assert (state.turn, state.is_over) == (0, False)


# Drawing


def stuck(game: tilegames.Game, stock: list[str], *, own: list[str] | None = None) -> State:
    """Ends six and five; seat 0 holds 1-0 and 0-0, which fit neither; the stock begins as said."""
    return game.position(layout=["6-5"], turn=0, hands=[own or ["1-0", "0-0"], ["3-3", "3-2"]], stock=stock)


def test_one_piece_is_drawn_and_does_not_fit() -> None:
    """The turn is over without a pass."""
    state = stuck(bones("{draw: 1}"), ["2-1", "6-1"])
    assert texts(state) == {"draw"}
    state = state.play("draw")
    assert (state.turn, state.view(0).hand) == (1, ("0-0", "1-0", "2-1"))


def test_up_to_two_pieces_are_drawn() -> None:
    """The second fits and must be played; if neither fits the turn is over."""
    state = stuck(bones("{draw: 2}"), ["2-1", "6-1", "5-1"]).play("draw")
    assert (state.turn, texts(state)) == (0, {"draw"})
    state = state.play("draw")
    assert (state.turn, texts(state)) == (0, {"6-1 left"})
    state = after(stuck(bones("{draw: 2}"), ["2-1", "3-1", "5-1"]), "draw, draw")
    assert (state.turn, state.view(0).hand_sizes) == (1, (4, 2))


@pytest.mark.parametrize("rule", ["until_playable", "{draw: until_playable, then: must_play}"])
def test_drawing_goes_on_until_a_piece_fits(rule: str) -> None:
    """The fourth tile fits; the first that does must be played."""
    game = bones("{draw: until_playable}" if rule == "until_playable" else rule)
    state = after(stuck(game, ["2-1", "3-1", "4-1", "6-1", "5-1"]), "draw, draw, draw")
    assert texts(state) == {"draw"}
    state = state.play("draw")
    assert texts(state) == {"6-1 left"}
    assert code(state, "pass") == "must-play-if-able"


def test_a_drawn_piece_may_be_kept() -> None:
    """``then: may_play``: the turn is over with a pass, and the tile stays in the hand."""
    state = stuck(bones("{draw: 1, then: may_play}"), ["6-1"]).play("draw")
    assert texts(state) == {"6-1 left", "pass"}
    state = state.play("pass")
    assert (state.turn, state.view(0).hand) == (1, ("0-0", "1-0", "6-1"))


def test_a_draw_ends_the_turn() -> None:
    """``then: turn_ends``: although the tile fits."""
    state = stuck(bones("{draw: 1, then: turn_ends}"), ["6-1"]).play("draw")
    assert (state.turn, state.view(0).hand) == (1, ("0-0", "1-0", "6-1"))


def test_the_reserve_is_not_drawn() -> None:
    """Ten tiles of a double-three set, three each, four in the stock, of which two stay.

    Seat 0 plays 3-3; seat 1 has no three and draws 2-0 and 1-0, which are of no use; then nothing may be drawn. Seat 0
    plays 3-0, and seat 1 can play again.
    """
    text = BONES.replace("double-6", "double-3").replace("each: 7", "each: 3")
    game = tilegames.loads(text.replace("pass", "{draw: until_playable, reserve: 2}"))
    hands = [["3-3", "3-0", "0-0"], ["2-2", "2-1", "1-1"]]
    state = game.new_state(deal=game.deal(hands=hands, stock=["2-0", "1-0", "3-2", "3-1"], dealer=1))
    state = after(state, "3-3, draw, draw")
    assert (state.turn, state.view(0).stock, state.view(1).hand_sizes) == (0, 2, (2, 5))
    state = state.play("3-0 right")
    assert texts(state) == {"2-0 right", "1-0 right"}


def test_who_can_play_may_draw_where_that_is_free() -> None:
    """``voluntary``: two at the most, and then one of them or another must be played."""
    game = bones("{draw: 2, voluntary: yes}")
    state = stuck(game, ["2-1", "5-1", "4-1"], own=["6-1", "0-0"])
    assert texts(state) == {"6-1 left", "draw"}
    state = state.play("draw")
    assert texts(state) == {"6-1 left", "draw"}
    state = state.play("draw")
    assert texts(state) == {"6-1 left", "5-1 right"}


def test_who_is_stuck_opens_the_own_train() -> None:
    """A draw that does not fit ends the turn and opens the train; the owner's next play there closes it."""
    state = trains(hands=[["4-0", "1-0"], ["2-0", "3-1"], ["5-0", "6-5"]], marked=[], stock=["4-3"])
    state = after(state, "1-0 train 0, draw")
    assert (state.turn, [arm.open for arm in state.view(0).arms]) == (2, [False, True, False, True])
    assert texts(state) == {"6-5 train 1", "6-5 train 2", "6-5 mexican"}
    state = state.play("6-5 train 1")
    assert [arm.open for arm in state.view(0).arms] == [False, True, False, True]


def test_a_mark_goes_when_the_owner_plays_there() -> None:
    """Seat 0's train is open; a play of its own elsewhere leaves it open, one on the train closes it."""
    state = trains(hand=["6-2", "1-0", "3-3"], marked=[0])
    assert state.play("6-2 mexican").view(0).arms[0].open
    assert not state.play("1-0 train 0").view(0).arms[0].open


# Again, and the last double


def test_who_lays_a_double_plays_again() -> None:
    """``again: double``: any double but the first tile; without it the turn passes on."""
    hands = [["5-5", "5-1", "0-0"], ["3-3", "3-2"]]
    state = bones("pass", "again: double").position(layout=["6-5"], turn=0, hands=hands).play("5-5 right")
    assert (state.turn, texts(state)) == (0, {"5-1 right"})
    assert state.play("5-1 right").turn == 1
    assert bones("pass").position(layout=["6-5"], turn=0, hands=hands).play("5-5 right").turn == 1


@pytest.mark.parametrize(("again", "turns"), [("start", (1, 1)), ("double", (0, 0)), ("[start, double]", (1, 1))])
def test_who_starts_may_play_again(again: str, turns: tuple[int, int]) -> None:
    """``again: start``: whatever the first tile is; a double that starts is no later double."""
    game = bones("pass", f"again: {again}")
    for tile, turn in zip(("6-6", "6-1"), turns, strict=True):
        deal = game.deal(hands=[[], ["6-6", "6-1"]], dealer=0)
        assert game.new_state(deal=deal).play(tile).turn == turn


def test_the_last_double_ends_the_round() -> None:
    """``last_double: ends_round``: an empty hand is out, whatever was laid."""
    game = bones("{draw: 1}", "again: double")
    state = game.position(layout=["6-5"], turn=0, hands=[["6-6"], ["4-4", "3-3"]], stock=["6-1"]).play("6-6 left")
    assert (state.outcome.ending, state.scores) == ("out", (14, 0))


def test_the_last_double_plays_on() -> None:
    """``last_double: plays_on``: its player draws to go on; without a stock the round is over."""
    game = bones("{draw: 1}", "again: double", "last_double: plays_on")
    hands = [["6-6"], ["4-4", "3-3"]]
    state = game.position(layout=["6-5"], turn=0, hands=hands, stock=["6-1"]).play("6-6 left")
    assert (state.is_over, state.turn, texts(state)) == (False, 0, {"draw"})
    state = state.play("draw")
    assert texts(state) == {"6-1 left"}
    assert state.play("6-1 left").outcome.ending == "out"
    state = after(game.position(layout=["6-5"], turn=0, hands=hands, stock=["0-0"]), "6-6 left, draw")
    assert (state.turn, state.view(0).hand) == (1, ("0-0",))
    state = game.position(layout=["6-5"], turn=0, hands=hands, stock_empty=True).play("6-6 left")
    assert state.outcome.ending == "out"


def test_who_plays_again_may_first_play_elsewhere() -> None:
    """``may_wait``: the 5-5 wants two toes; its player may lay that one tile anywhere, and the next must fill."""
    text = BONES.replace("cannot_play: pass", "again: double\n    must_fill: {double: 2, may_wait: yes}")
    hands = [["5-5", "6-2", "5-1", "0-0"], ["5-2", "6-3", "4-4"]]
    state = tilegames.loads(text).position(layout=["6-5"], turn=0, hands=hands).play("5-5@6-5")
    assert (state.turn, texts(state)) == (0, {"5-1@5-5", "6-2@6-5"})
    state = state.play("6-2@6-5")
    assert (state.turn, texts(state)) == (1, {"5-2@5-5"})
    strict = tilegames.loads(text.replace(", may_wait: yes", ""))
    state = strict.position(layout=["6-5"], turn=0, hands=hands).play("5-5@6-5")
    assert (state.turn, texts(state)) == (0, {"5-1@5-5"})


# When a round is blocked

#: All tiles with a nought or a one of a double-three set make a line that nobody can go on with: ends nought and one.
DEAD = ["0-2", "2-1", "1-1", "1-0", "0-0", "0-3"]


def dying(when: str, *, reserve: int = 0, lowest: str = "player") -> State:
    """Seat 0 is to lay the last tile with a one; then 2-2 and 3-2 are held, and the 3-3 lies in the stock."""
    text = BONES.replace("double-6", "double-3").replace("each: 7", "each: 3").replace(
        "pass", f"{{draw: 1, reserve: {reserve}}}\n    blocked: {{when: {when}, lowest: {lowest}}}")
    return tilegames.loads(text).position(layout=DEAD, turn=0, hands=[["3-1", "2-2"], ["3-2"]], stock=["3-3"]).play(
        "3-1 right")


def test_a_round_is_blocked_when_all_have_passed() -> None:
    """Seat 1 draws the 3-3, which does not fit; then both pass: four against eleven."""
    state = dying("all_pass")
    assert (state.turn, texts(state)) == (1, {"draw"})
    state = state.play("draw")
    assert (state.turn, texts(state)) == (0, {"pass"})
    state = state.play("pass")
    assert (state.is_over, state.turn) == (False, 1)
    state = state.play("pass")
    assert (state.outcome.ending, state.scores) == ("blocked", (11, 0))


def test_a_round_is_blocked_when_nobody_can_play_or_draw() -> None:
    """As long as there is something to draw it goes on; with the last draw it is over."""
    state = dying("nobody_can_play")
    assert (state.is_over, state.turn) == (False, 1)
    state = state.play("draw")
    assert (state.outcome.ending, state.scores) == ("blocked", (11, 0))
    assert dying("nobody_can_play", reserve=1).scores == (5, 0), "the reserve cannot be drawn"


def test_a_round_is_blocked_when_nothing_fits() -> None:
    """At once, although the 3-3 could be drawn: four against five."""
    state = dying("nothing_fits")
    assert (state.outcome.ending, state.scores) == ("blocked", (5, 0))


def test_nothing_fits_looks_into_the_stock() -> None:
    """A tile that fits, wherever it is, keeps the round alive."""
    text = BONES.replace("pass", "{draw: 1}\n    blocked: {when: nothing_fits}")
    state = stuck(tilegames.loads(text), ["2-1"])
    assert not state.play("draw").is_over


def test_a_round_is_blocked_when_the_seat_to_move_is_stuck() -> None:
    """Seat 1 can draw, so it does; seat 0 can neither play nor draw, and the round is over."""
    state = dying("first_stuck")
    assert (state.is_over, state.turn) == (False, 1)
    assert state.play("draw").outcome.ending == "blocked"
    assert dying("first_stuck", reserve=1).outcome.ending == "blocked"


def test_one_seat_that_is_stuck_is_enough() -> None:
    """Ends six and five: seat 1 has neither and there is no stock, although seat 0 could go on."""
    text = BONES.replace("each: 7", "each: 7, rest: aside").replace("cannot_play: pass", "blocked: {when: first_stuck}")
    state = tilegames.loads(text).position(layout=["6-5"], turn=0, hands=[["6-1", "5-1"], ["3-3", "3-2"]])
    assert state.play("6-1 left").outcome.ending == "blocked"
    text = text.replace("first_stuck", "nobody_can_play")
    state = tilegames.loads(text).position(layout=["6-5"], turn=0, hands=[["6-1", "5-1"], ["3-3", "3-2"]])
    assert not state.play("6-1 left").is_over


@pytest.mark.parametrize(("lowest", "hands", "scores"), [
    # The sums are 12 and 16: the side with less wins, though the least single hand is the others' in the second line.
    ("side", [["5-5"], ["2-2"], ["1-1"], ["5-2", "3-2"]], (1, 0)),
    ("side", [["5-5"], ["0-0"], ["4-4"], ["5-2", "3-2"]], (0, 1)),
    ("side", [["5-5"], ["2-2"], ["1-1"], ["4-4"]], (0, 0)),
    ("player", [["5-5"], ["2-2"], ["1-1"], ["4-4"]], (1, 0)),
    ("nobody", [["5-5"], ["2-2"], ["1-1"], ["4-4"]], (0, 0)),
])
def test_whose_hands_are_compared(lowest: str, hands: list[list[str]], scores: tuple[int, int]) -> None:
    """Of partners: the side's hands together, the least single hand, or none."""
    text = TEAMS.replace("lowest: player", f"lowest: {lowest}").replace("rounds: 1", "rounds: 2")
    assert tilegames.loads(text).position(hands_left=hands).scores == scores


def test_a_block_that_nobody_can_win_is_no_tie() -> None:
    """``lowest: nobody``: the row for ties does not hold in the next round."""
    state = tilegames.loads(MATADOR.replace("lowest: player, credit: player", "lowest: nobody")).position(
        hands_left=[["1-1"], ["2-2"]])
    assert (state.round, state.scores, len(texts(state))) == (1, (0, 0), 5)


@pytest.mark.parametrize("text", [
    TOES, TRAINS, TOES.replace("start: 3, double: 2", "start: 4, double: 3, order: newest_first, if_dead: dropped"),
    TRAINS.replace("first_turn: chain", "marked_when_stuck: no").replace("double: 1", "own_train: yes"),
    TRAINS.replace("again: [start, double]", "again: [start, double]\n    last_double: plays_on\n    "
                   "announce_last: yes"),
    TRAINS.replace("{double: 1}", "{double: 1, may_wait: yes, order: newest_first}").replace("must_play", "may_play"),
    BONES.replace("pass", "{draw: until_playable, voluntary: yes, reserve: 2}\n    blocked: {when: nothing_fits}"),
    BONES.replace("pass", "{draw: 3, then: may_play}\n    announce_last: yes\n    blocked: {when: first_stuck}"),
    BONES.replace("pass", "{draw: 1, then: turn_ends, voluntary: yes}\n    spinner: every_double"),
    BONES.replace("pass", "pass\n    spinner: first_double\n    again: double\n    announce_last: yes"),
], ids=["toes", "trains", "dropped", "closed", "last", "wait", "free", "announce", "spinners", "spinner"])
def test_random_matches_of_trees(text: str, play_random: Callable[..., list[State]]) -> None:
    """Ten matches each under the claims that hold for every state."""
    assert len(play_random(tilegames.loads(text), matches=10)) == 10


# Found by trying to break it

def test_an_announcement_blocks_no_round_that_goes_on() -> None:
    """In a first turn only the own train goes on; the 5-3 fits the mole, where seat 0 plays it in its next turn."""
    game = tilegames.loads("""\
tilegames: 1
game: announced
about: {title: Announced, family: layout, source: made up}
players: {count: 2}
set: {dominoes: double-6}
deal: {each: 7, rest: aside}
phases:
  layout:
    opener:
      hub: {seat: {holder_of: highest_double}, piece: held, if_nobody: deal_again}
    trains: {public: [mole], marked_when_stuck: no, first_turn: chain}
    announce_last: yes
    blocked: {when: nobody_can_play, lowest: player}
scoring: {hand_left: {to: holder}}
match: {until: {rounds: 2}, winner: lowest}
""")
    state = game.position(layout=["6-6", "6-5 mole"], hands=[["6-1", "2-1", "5-3"], ["4-4", "3-3", "0-0"]])
    state = state.play("6-1 train 0").play("2-1 train 0")
    assert (state.round, texts(state)) == (0, {"announce", "say nothing"})
    state = state.play("announce").play("stop").play("pass")
    assert (state.round, texts(state)) == (0, {"5-3 mole"})


def test_a_first_piece_is_dead_only_if_neither_of_its_numbers_is_fitted() -> None:
    """Both sides of a 2-1 must be filled: there is no other two, but a 1-0 is left, so the duty stays."""
    game = tilegames.loads("""\
tilegames: 1
game: half-dead
about: {title: Half dead, family: layout, source: made up}
players: {count: 2}
set: {pieces: [2-1, 1-0, 0-0, 3-3]}
deal: {each: 2, rest: aside}
phases:
  layout:
    opener:
      first: {seat: {holder_of: 2-1}, piece: held, if_nobody: deal_again}
    must_fill: {start: 2, if_dead: dropped}
scoring: {hand_left: {to: holder}}
match: {until: {rounds: 1}, winner: lowest}
""")
    state = game.new_state(deal=game.deal(hands=[["2-1", "3-3"], ["1-0", "0-0"]])).play("2-1")
    assert state.view(1).due == ("2-1",)
    assert texts(state) == {"1-0@2-1"}


def test_a_seat_of_many_digits_in_a_record_is_a_broken_record() -> None:
    """The line is named, and no number is made of it."""
    game = tilegames.load("block")
    text = str(game.playout(seed=1, max_moves=4))
    with pytest.raises(tilegames.SaveError, match="line 6: unknown line"):
        tilegames.Playthrough.parse(text.replace("\n0: ", "\n" + "9" * 5000 + ": ", 1).replace(
            "\n1: ", "\n" + "9" * 5000 + ": ", 1))


def test_who_is_stuck_after_others_drew_by_choice_may_keep_a_tile() -> None:
    """A draw by choice obliges its own player only, and that turn only."""
    state = tilegames.loads(BONES.replace("pass", "{draw: until_playable, then: may_play, voluntary: yes}")).position(
        layout=["6-6", "6-5"], hands=[["5-1", "4-4"], ["3-3", "2-2"]], stock=["4-3", "5-2", "1-0"], turn=0)
    assert texts(state) == {"5-1 right", "draw"}
    state = state.play("draw")
    assert texts(state) == {"5-1 right", "draw"}, "who could play must"
    state = state.play("5-1 right")
    assert (state.turn, texts(state)) == (1, {"draw"})
    state = state.play("draw").play("draw")
    assert "pass" in texts(state)
