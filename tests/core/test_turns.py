"""Turns in steps, in a made-up rummy with cards: drawing, taking, discarding, going out, and the end of the stock."""

from collections.abc import Callable, Mapping

import pytest

import tilegames
from tilegames import Game, State

#: Two players; five cards each, one turned up, five in the stock. Who has two sets of three ranks goes out.
RUMMY = """
tilegames: 1
game: made-up-rummy
about: {title: Made-up rummy, family: rummy, source: made up for this test}
players: {count: 2}
set: {cards: {ranks: [J, Q, K, A]}}
tiles: {values: {default: rank}, order: [J, Q, K, A]}
patterns:
  three: {size: 3, same: rank}
  two_sets: {made_of: {three: 2}}
deal: {each: 5, turn_up: 1, rest: stock}
phases:
  turns:
    first: left_of_dealer
    steps:
      - {must: [draw_stock, take_discard], then: [go_out, discard]}
    takes: top
    go_out: {with: two_sets}
    discard: {kind_taken: refused}
    empty_stock: ends_round
    at_most: 1000
scoring: {hand_left: {to: winner}, round_won: 10}
match: {first_dealer: random, until: {rounds: 1}}
"""

ONE_STEP = "      - {must: [draw_stock, take_discard], then: [go_out, discard]}\n"

#: The same, with the take as a step of its own before the draw.
TAKE_FIRST = RUMMY.replace(ONE_STEP + "    takes: top\n", """      - {may: take_discard, then: [go_out, discard]}
      - {must: draw_stock, then: [go_out, discard]}
    takes: any
""")

#: The same, with every verb in a step of its own.
STEPS = RUMMY.replace(ONE_STEP, """      - {must: [draw_stock, take_discard]}
      - {may: go_out}
      - {must: discard}
""")

#: Who draws may keep what was drawn: the second step can be passed over, and the stock runs out.
HOARD = RUMMY.replace(ONE_STEP, """      - {must: draw_stock}
      - {may: [take_discard, discard]}
""").replace("    go_out: {with: two_sets}\n", "").replace("ends_round", "{play_on_for: 10}")

HANDS: Mapping[str, list[list[str]] | list[str]] = {
    "hands": [["JC", "JD", "JH", "QC", "QD"], ["KC", "KD", "KH", "AC", "AD"]],
    # The first of these is turned up.
    "stock": ["AS", "JS", "QS", "KS", "QH", "AH"],
}


def texts(state: State) -> list[str]:
    """The legal moves as text; each stands there once."""
    found = [str(move) for move in state.legal_moves]
    assert len(set(found)) == len(found), found
    return found


def start(text: str = RUMMY) -> State:
    """Seat 1 deals, so seat 0 has the first turn."""
    game = tilegames.loads(text)
    return game.new_state(deal=game.deal(**HANDS, dealer=1))


def after(state: State, *moves: str) -> State:
    """Makes moves in turn."""
    for move in moves:
        state = state.play(move)
    return state


def code(state: State, move: str) -> str | None:
    """The code of the reason why a move is illegal; None if it is legal."""
    reason = state.why_illegal(move)
    return None if reason is None else reason.code


# Drawing, taking, discarding


def test_a_turn_begins_with_a_draw_or_a_take() -> None:
    """The card turned up may be taken, or one drawn unseen; nothing can be put down before."""
    state = start()
    assert (state.turn, state.phase) == (0, "turns")
    assert texts(state) == ["draw", "take AS"]
    assert (state.view(0).discards, state.view(0).stock) == (("AS",), 5)
    assert [code(state, move) for move in ("discard JC", "go out", "pass", "take JS")] == [
        "not-this-step", "not-this-step", "not-this-step", "not-face-up"]


def test_after_a_draw_a_card_must_be_put_down() -> None:
    """Six cards, of which each may go; the hand is not complete, and nothing more can be drawn."""
    state = start().play("draw")
    assert state.turn == 0
    assert texts(state) == ["discard JC", "discard QC", "discard JD", "discard QD", "discard JH", "discard JS"]
    assert [code(state, move) for move in ("go out", "draw", "take AS", "discard AS", "pass")] == [
        "hand-not-complete", "not-this-step", "not-this-step", "not-in-hand", "not-this-step"]
    state = state.play("discard JS")
    assert (state.turn, texts(state)) == (1, ["draw", "take JS"])
    assert state.view(0).hand_sizes == (5, 5)


def test_the_place_of_the_reason() -> None:
    """What is refused is told with the line of the spec that says so."""
    state = start().play("draw")
    assert state.why_illegal("go out").place.line == 18
    state = after(state, "discard JC", "take JC")
    reason = state.why_illegal("discard JC")
    assert (reason.code, reason.place.line) == ("not-the-kind-taken", 19)


def test_only_the_newest_discard_may_be_taken() -> None:
    """Under ``takes: top`` the card below is out of reach, and the reason says why."""
    state = after(start(), "draw", "discard JS")
    reason = state.why_illegal("take AS")
    assert reason.code == "may-not-take"
    assert "only the newest" in reason.sentence


def test_any_discard_may_be_taken_where_the_spec_says_so() -> None:
    """Under ``takes: any`` both are on offer, in the order of the set."""
    state = after(start(RUMMY.replace("takes: top", "takes: any")), "draw", "discard JS")
    assert texts(state) == ["draw", "take JS", "take AS"]
    assert state.play("take AS").view(None).discards == ("JS",)


def test_a_piece_alone_is_enough_where_one_move_uses_it() -> None:
    """"AS" is to take it before, and "JC" to put it down after."""
    state = start()
    assert str(state.parse_move("as")) == "take AS"
    assert str(state.play("draw").parse_move("jc")) == "discard JC"


def test_the_card_taken_may_not_go_straight_back() -> None:
    """The ace just taken stays; after a draw anything may go, the very card drawn too."""
    state = start().play("take AS")
    assert texts(state) == ["discard JC", "discard QC", "discard JD", "discard QD", "discard JH"]
    assert code(state, "discard AS") == "not-the-kind-taken"
    assert code(start().play("draw"), "discard JS") is None


def test_the_card_taken_may_go_straight_back_where_it_is_allowed() -> None:
    """Under ``kind_taken: allowed``."""
    state = start(RUMMY.replace("kind_taken: refused", "kind_taken: allowed")).play("take AS")
    assert "discard AS" in texts(state)


def test_the_twin_of_the_card_taken_may_not_go_either_unless_nothing_else_is_held() -> None:
    """K18 in small: of two like cards neither may go; but who holds nothing else may put one down."""
    text = RUMMY.replace("{cards: {ranks: [J, Q, K, A]}}", "{pieces: [sun, sun, sun, moon, moon, moon]}").replace(
        "each: 5", "each: 1").replace("tiles: {values: {default: rank}, order: [J, Q, K, A]}\n", "")
    game = tilegames.loads(text.replace("same: rank", "same: piece"))
    state = game.new_state(deal=game.deal(hands=[["sun"], ["moon"]], stock=["sun", "moon", "moon", "sun"], dealer=1))
    assert texts(state.play("take sun")) == ["discard sun"]
    state = after(state, "draw", "discard moon")
    assert texts(state.play("take moon")) == ["discard moon"]
    # Seat 1 draws a moon beside its own and puts one down; seat 0 takes it and must part with its sun.
    state = after(state, "draw", "discard moon", "take moon")
    assert texts(state) == ["discard sun"]
    assert code(state, "discard moon") == "not-the-kind-taken"


def test_only_the_card_drawn_may_go() -> None:
    """Under ``drawn: must_go`` a draw changes the hand only to complete it; a take still exchanges."""
    text = RUMMY.replace("{kind_taken: refused}", "{drawn: must_go}")
    state = start(text).play("draw")
    assert texts(state) == ["discard JS"]
    assert code(state, "discard JC") == "only-the-kind-drawn"
    assert len(texts(start(text).play("take AS"))) == 6


# Going out


def complete(text: str = RUMMY) -> State:
    """Seat 0 has taken the queen of spades that seat 1 put down, and holds three jacks and three queens."""
    return after(start(text), "draw", "discard JS", "draw", "discard QS", "take QS")


def test_who_has_two_sets_may_go_out_or_not() -> None:
    """Going out is a right: the discards stand beside it, but for the queen just taken and nothing else."""
    state = complete()
    assert texts(state) == ["go out", "discard JC", "discard QC", "discard JD", "discard QD", "discard JH"]
    state = state.play("discard JC")
    assert state.turn == 1
    assert state.view(0).hand_sizes == (5, 5)


def test_going_out_ends_the_round_and_is_scored() -> None:
    """Ten for the round, and what the other holds: three kings at 3 and two aces at 4, together 17."""
    state = complete().play("go out")
    assert state.is_over
    assert state.scores == (27, 0)
    assert [(event.side, event.amount, event.rule) for event in state.score_events] == [
        (0, 17, "hand_left"), (0, 10, "round_won")]
    assert (state.outcome.ending, state.outcome.winners) == ("out", (0,))
    assert [(event.kind, event.seat) for event in state.events][:2] == [("show", 0), ("round", 0)]
    assert state.events[0].pieces == ("JC", "QC", "JD", "QD", "JH", "QS")


def test_an_almost_complete_hand_may_not_go_out() -> None:
    """Four jacks and two queens are six cards, and no two sets of three."""
    state = start().play("draw")
    assert state.view(0).hand == ("JC", "QC", "JD", "QD", "JH", "JS")
    assert code(state, "go out") == "hand-not-complete"


def test_hidden_and_open_events() -> None:
    """A drawn card is its owner's to see; taken and discarded ones are everybody's."""
    (drawn,) = start().play("draw").events
    assert drawn.kind == "draw"
    assert [drawn.for_seat(seat).pieces for seat in (0, 1, None)] == [("JS",), (), ()]
    assert start().play("take AS").events[0].for_seat(1).pieces == ("AS",)


# Turns of more than one step


def test_a_step_that_may_be_passed_over() -> None:
    """Take first or draw at once; who has taken and put down must still draw."""
    state = start(TAKE_FIRST)
    assert texts(state) == ["take AS", "draw"]
    state = state.play("take AS")
    assert texts(state) == ["discard JC", "discard QC", "discard JD", "discard QD", "discard JH"]
    state = state.play("discard JC")
    assert (state.turn, texts(state)) == (0, ["draw"])
    assert code(state, "take JC") == "not-this-step"
    state = state.play("draw")
    assert (state.turn, len(texts(state))) == (0, 6)
    assert state.play("discard AS").turn == 1


def test_who_draws_at_once_has_passed_over_the_take() -> None:
    """Steps are in order: there is no take after the draw."""
    state = after(start(TAKE_FIRST), "draw")
    assert all(move.startswith("discard") for move in texts(state))
    assert state.play("discard JS").turn == 1


def test_every_verb_can_be_a_step() -> None:
    """Draw or take; then going out is offered if the hand is complete; then one card must be put down."""
    state = start(STEPS)
    assert texts(state) == ["draw", "take AS"]
    state = state.play("draw")
    assert texts(state) == ["discard JC", "discard QC", "discard JD", "discard QD", "discard JH", "discard JS"]
    assert code(state, "go out") == "hand-not-complete"
    state = after(state, "discard JS", "draw", "discard QS", "take QS")
    assert texts(state)[0] == "go out"
    assert state.play("go out").scores == (27, 0)
    assert state.play("discard JC").turn == 1


def test_the_card_taken_may_not_go_back_in_a_later_step_of_the_turn_either() -> None:
    """``kind_taken: refused`` speaks of the turn, however its steps are written."""
    state = start(STEPS).play("take AS")
    assert "discard AS" not in texts(state)
    assert code(state, "discard AS") == "not-the-kind-taken"


def test_only_the_card_drawn_may_go_in_a_later_step_of_the_turn_either() -> None:
    """``drawn: must_go`` speaks of the turn, however its steps are written."""
    state = start(STEPS.replace("{kind_taken: refused}", "{drawn: must_go}")).play("draw")
    assert texts(state) == ["discard JS"]


def test_a_verb_that_two_open_steps_offer_is_offered_once() -> None:
    """A take may come first, and may stand in for the draw: it is one move while both steps are open."""
    text = RUMMY.replace(ONE_STEP, """      - {may: take_discard, then: [discard]}
      - {must: [take_discard, draw_stock], then: [go_out, discard]}
""")
    assert sorted(texts(start(text))) == ["draw", "take AS"]


def test_the_first_turn_has_steps_of_its_own() -> None:
    """The starter is dealt a card more and does not draw; from then on everybody does."""
    text = RUMMY.replace("    steps:", "    first_turn: [{must: [go_out, discard]}]\n    steps:").replace(
        "each: 5, turn_up: 1", "each: 5, starter: 6")
    game = tilegames.loads(text)
    state = game.new_state(deal=game.deal(hands=[["JC", "JD", "JH", "QC", "QD", "QH"], []], dealer=1))
    assert texts(state)[0] == "go out"
    assert len(texts(state)) == 7
    state = state.play("discard QH")
    assert (state.turn, texts(state)) == (1, ["draw", "take QH"])
    state = after(state, "draw", "discard AC")
    assert (state.turn, texts(state)) == (0, ["draw", "take AC"])


# The end of the stock


def test_a_draw_from_an_empty_stock_ends_the_round() -> None:
    """Five cards are drawn; a sixth cannot be. While the newest discard may be taken the choice remains."""
    state = start()
    for card in ("JS", "QS", "KS", "QH", "AH"):
        state = after(state, "draw", f"discard {card}")
    assert (state.turn, state.view(0).stock) == (1, 0)
    assert texts(state) == ["draw", "take AH"]
    state = state.play("draw")
    assert state.is_over
    assert (state.outcome.ending, state.scores, state.outcome.winners) == ("exhausted", (0, 0), (0, 1))


def test_a_turn_that_can_only_draw_is_over_when_the_stock_is() -> None:
    """Where nothing but the draw is possible and the stock is empty, the round ends by itself."""
    text = RUMMY.replace("[draw_stock, take_discard]", "[draw_stock]")
    state = start(text)
    for number in range(5):
        assert not state.is_over, number
        state = state.play("draw")
        state = state.play(state.legal_moves[-1])
    assert (state.is_over, state.outcome.ending) == (True, "exhausted")


def test_play_on_without_a_stock() -> None:
    """With play_on_for: 1 each seat has one turn after the last card is drawn, and then the round is over."""
    state = start(RUMMY.replace("ends_round", "{play_on_for: 1}").replace("kind_taken: refused", "kind_taken: allowed"))
    for card in ("JS", "QS", "KS", "QH", "AH"):
        state = after(state, "draw", f"discard {card}")
    assert (state.turn, texts(state)) == (1, ["take AH", "pass"])
    assert code(state, "draw") == "not-this-step"
    state = after(state, "take AH", "discard KC")
    assert (state.turn, texts(state)) == (0, ["take KC", "pass"])
    state = after(state, "take KC", "discard KC")
    assert (state.is_over, state.outcome.ending) == (True, "exhausted")


def test_play_without_a_stock_ends_when_all_pass_in_a_row() -> None:
    """Two passes in a row end it, a take between them does not count as a pass."""
    state = start(RUMMY.replace("ends_round", "{play_on_for: 10}"))
    for card in ("JS", "QS", "KS", "QH", "AH"):
        state = after(state, "draw", f"discard {card}")
    state = after(state, "pass", "take AH", "discard JC", "pass")
    assert not state.is_over
    state = state.play("pass")
    assert (state.is_over, state.outcome.ending) == (True, "exhausted")


def test_passes_with_a_stock_are_no_passes_without_one() -> None:
    """Both have kept what they drew. When the stock is gone, the next turn is the first without it, not the end."""
    state = start(HOARD)
    for number in range(5):
        assert texts(state) == ["draw"], number
        state = state.play("draw")
        assert texts(state)[-1] == "pass"
        state = state.play("pass")
    assert not state.is_over
    assert (state.turn, state.view(0).stock) == (1, 0)
    state = after(state, "discard KC", "pass")
    assert not state.is_over
    assert state.play("pass").is_over


def test_a_discard_between_two_passes_breaks_the_row() -> None:
    """All must pass in a row: pass, discard, pass is not the end."""
    state = start(HOARD)
    for card in ("JS", "QS", "KS", "QH", "AH"):
        state = after(state, "draw", f"discard {card}")
    assert (state.turn, state.view(0).stock) == (1, 0)
    state = after(state, "pass", "discard JC", "pass")
    assert not state.is_over
    assert state.play("pass").is_over


# Whole hands




def rummy_with(patterns: str, order: str = "") -> Game:
    """The rummy with other patterns, a bigger pack, and hands of six that may go out after any draw."""
    text = RUMMY.replace("""  three: {size: 3, same: rank}
  two_sets: {made_of: {three: 2}}
""", patterns).replace("{cards: {ranks: [J, Q, K, A]}}", "{cards: {packs: 2}}").replace(
        "tiles: {values: {default: rank}, order: [J, Q, K, A]}", "tiles: {values: {default: rank}}")
    return tilegames.loads(text)


@pytest.mark.parametrize(("patterns", "hand", "out"), [
    ("  two_sets: {made_of: {three: 2}}\n  three: {size: 3, same: rank}\n", "9C 9C 9D 4S 4S 4D", True),
    ("  two_sets: {made_of: {three: 2}}\n  three: {size: 3, same: rank}\n", "9C 9C 9D 9S 4S 4D", False),
    ("  two_sets: {made_of: {three: 1, pair: 1}}\n  three: {size: 3, same: rank}\n  pair: {size: 2, same: piece}\n",
     "9C 9C 9D 9D 9S", True),
    ("  two_sets: {made_of: {three: 1, pair: 1}}\n  three: {size: 3, same: rank}\n  pair: {size: 2, same: piece}\n",
     "9C 9D 9H 9S 9S", True),
    ("  two_sets: {made_of: {three: 1, pair: 1}}\n  three: {size: 3, same: rank}\n  pair: {size: 2, same: piece}\n",
     "9C 9C 9D 4S 4D", False),
    ("  two_sets: {made_of: {any: 2}}\n  any: {size: 2..4, same: suit}\n", "9C 8C 7C 6C 4S 4S", True),
    ("  two_sets: {made_of: {any: 2}}\n  any: {size: 2..4, same: suit}\n", "9C 8C 7C 6C 5C 4S", False),
    ("  two_sets: {size: 6, same: suit}\n", "9C 8C 7C 6C 5C 4C", True),
    ("  two_sets: {made_of: {tens: 3}}\n  tens: {size: 2, total: 10}\n", "2C 10D 3C 9D 4C 8H", True),
    ("  two_sets: {made_of: {tens: 3}}\n  tens: {size: 2, total: 10, not: [[4C, 8H]]}\n", "2C 10D 3C 9D 4C 8H", False),
    ("  two_sets: {made_of: {those: 2}}\n  those: {only: [[2C, 3C, 4C], [2D, 3D, 4D]]}\n", "2C 2D 3C 3D 4C 4D", True),
    ("  two_sets: {made_of: {those: 2}}\n  those: {only: [[2C, 3C, 4C], [2D, 3D, 4D]]}\n", "2C 2C 3C 3C 4C 4C", True),
    ("  two_sets: {made_of: {those: 2}}\n  those: {only: [[2C, 3C, 4C], [2D, 3D, 4D]]}\n", "2C 2C 3C 3D 4C 4D", False),
])
def test_which_hands_are_complete(patterns: str, hand: str, out: bool) -> None:
    """A hand is parted into groups, every card in exactly one, and no choice of a first group may spoil it (A12)."""
    game = rummy_with(patterns)
    pieces = game.pieces
    kinds = [pieces.find(name) for name in hand.split()]
    for turn in range(len(kinds)):
        assert game.flow.phases[0].complete([*kinds[turn:], *kinds[:turn]]) is out


def test_an_eye_of_two_like_cards_is_not_two_of_one_rank() -> None:
    """``same: piece`` wants copies, ``same: rank`` only the rank; a hand of one short or one over is never complete."""
    game = rummy_with("  two_sets: {made_of: {eye: 3}}\n  eye: {size: 2, same: piece}\n")
    find = game.pieces.find
    complete_hand = game.flow.phases[0].complete
    whole = [find(name) for name in ("9C", "9C", "4D", "4D", "AS", "AS")]
    assert complete_hand(whole)
    assert not complete_hand([*whole[:5], find("AH")])
    assert not complete_hand(whole[:4])
    assert not complete_hand([*whole, find("2C"), find("2C")])


@pytest.mark.parametrize("text", [
    RUMMY, TAKE_FIRST, STEPS, HOARD,
    RUMMY.replace("ends_round", "{play_on_for: 3}"), TAKE_FIRST.replace("ends_round", "{play_on_for: 2}"),
    STEPS.replace("ends_round", "{play_on_for: 2}"),
    RUMMY.replace("{kind_taken: refused}", "{drawn: must_go}"),
    RUMMY.replace("{count: 2}", "{count: 3}").replace("rounds: 1", "rounds: 4").replace("each: 5", "each: 4").replace(
        "size: 3", "size: 2..3"),
    RUMMY.replace("{ranks: [J, Q, K, A]}", "{packs: 2, ranks: [J, Q, K, A], jokers: 1}").replace("top", "any"),
], ids=["rummy", "take-first", "steps", "hoard", "play-on", "take-first-play-on", "steps-play-on", "must-go",
        "three-players", "two-packs"])
def test_random_matches(text: str, play_random: Callable[..., list[State]]) -> None:
    """50 matches: every one comes to its end by going out or by the stock."""
    endings = {end.outcome.ending for end in play_random(tilegames.loads(text))}
    assert endings <= {"out", "exhausted"}


# A bound on turns


def test_a_round_ends_after_so_many_rounds_of_turns() -> None:
    """At most two rounds of turns for two players: after four turns the round is over and nobody has won it."""
    state = start(RUMMY.replace("at_most: 1000", "at_most: 2"))
    for turn in range(4):
        assert not state.is_over, turn
        state = state.play("draw")
        state = state.play(next(move for move in state.legal_moves if move.action == "discard"))
    assert state.is_over
    assert state.outcome.ending == "exhausted"
