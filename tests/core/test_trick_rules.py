"""Restrictions on what may be played to a trick, in made-up games: alone, together, and beside a second reading."""

import os
import random
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, ClassVar

import pytest

import tilegames
from tilegames import Game, State
from tilegames.core.moves import Reason

#: Rounds that are played beside a second reading, for each part of the tests at the end.
ROUNDS = 1000 if os.environ.get("HYPOTHESIS_PROFILE") == "deep" else 20
#: Four players and 36 cards; what stands behind ``tricks`` is the point of each test.
BASE = """
tilegames: 1
game: made-up-rules
about: {title: Made-up rules, family: trick-taking, source: made up for this test}
players: {count: 4}
set: {cards: {ranks: [6, 7, 8, 9, 10, J, Q, K, A]}}
tiles: {suits: printed}
deal: {each: 9}
phases:
  tricks: {leader: left_of_dealer}
scoring: {points: {per_trick: 1}, taken: yes}
match: {first_dealer: random, until: {rounds: 1}}
"""
#: The same with tiles that are in two suits; doubles are a suit of their own if ``{own_suits: [doubles]}`` is added.
TILES = """
tilegames: 1
game: made-up-tiles
about: {title: Made-up tiles, family: trick-taking, source: made up for this test}
players: {count: 3}
set: {dominoes: double-6}
tiles: {suits: ends, callable_suits: {doubles: {double: yes}}, trump_leaves_other_suits: yes}
deal: {each: 9, rest: aside}
phases:
  tricks: {leader: left_of_dealer}
scoring: {points: {per_trick: 1}, taken: yes}
match: {first_dealer: random, until: {rounds: 1}}
"""
OWN = TILES.replace("suits: yes}", "suits: yes, without_trump: {own_suits: [doubles]}}")
#: An auction, for what depends on who declares.
AUCTION = BASE.replace("{count: 4}", "{count: 4, teams: across}").replace(
    "  tricks:", "  auction: {turns: one_each, bids: {tricks: {range: 1..9, stake: amount}}, all_pass: redeal}\n"
    "  tricks:").replace("{points: {per_trick: 1}, taken: yes}",
                         "{contract: {made_if: declarers.tricks >= bid.target, made: {declarers: 1}}}")
#: Jass: the trump order, the duty to follow or trump, and no lower trump on a higher one.
JASS = BASE.replace("suits: printed", 'suits: printed, trump_order: ["6", "7", "8", "10", Q, K, A, "9", J]')
JASS_WORDS = "trump: diamonds, follow: or_trump, undertrump: barred"
#: Pinochle and Belote: who cannot follow must trump, and who can must beat what lies there.
STRICT_WORDS = "trump: diamonds, cannot_follow: must_trump, head: if_able"


def made(words: str = "", text: str = BASE) -> Game:
    """A game with some words about its tricks."""
    return tilegames.loads(text.replace("leader: left_of_dealer", "leader: left_of_dealer" + (words and f", {words}")))


def texts(state: State) -> set[str]:
    """The legal moves; each stands there once."""
    found = [str(move) for move in state.legal_moves]
    assert len(set(found)) == len(found)
    return set(found)


def legal(game: Game, led: str, hand: str, **more: Any) -> set[str]:
    """What may be played from a hand to some pieces, all written in a row."""
    return texts(game.position(hand=hand.split(), **({"led": led.split()} if led else {}), **more))


def codes(game: Game, led: str, hand: str, **more: Any) -> dict[str, str]:
    """The code for each piece of a hand that may not be played."""
    state = game.position(hand=hand.split(), **({"led": led.split()} if led else {}), **more)
    reasons = {piece: state.why_illegal(piece) for piece in hand.split()}
    return {piece: reason.code for piece, reason in reasons.items() if reason is not None}


def code(state: State, move: str) -> str | None:
    """The code of the reason why a move is illegal; None if it is legal."""
    reason = state.why_illegal(move)
    return None if reason is None else reason.code


def taker(game: Game, trick: str, **more: Any) -> int:
    """Who takes a trick that seat 0 has led."""
    return next(event for event in game.position(trick=trick.split(), **more).events if event.kind == "trick").seat


def word(state: State, piece: str) -> str:
    """The word of the spec at which a piece is refused."""
    reason = state.why_illegal(piece)
    assert isinstance(reason, Reason)
    assert reason.place is not None
    return reason.place.text[reason.place.column - 1:].split(":")[0]


# What must be played to a lead


@pytest.mark.parametrize(("follow", "hand", "expected"), [
    ("must_if_able", "6H KH AD 7S", "6H KH"), ("must_if_able", "AD 7S", "AD 7S"),
    ("or_trump", "6H KH AD 7S", "6H KH AD"), ("or_trump", "AD 7S", "AD 7S"), ("or_trump", "6H 7S", "6H"),
    ("free", "6H KH AD 7S", "6H KH AD 7S"),
])
def test_following_a_suit(follow: str, hand: str, expected: str) -> None:
    """Hearts are led and diamonds are trump."""
    assert legal(made(f"trump: diamonds, follow: {follow}"), "9H", hand) == set(expected.split())


def test_when_trumps_are_led_or_trump_asks_for_trumps() -> None:
    """There is then no other suit to follow."""
    game = made("trump: diamonds, follow: or_trump")
    assert legal(game, "9D", "6D AD 7S") == {"6D", "AD"}
    assert legal(game, "9D", "7S KH") == {"7S", "KH"}


def test_or_trump_without_a_trump_is_following() -> None:
    """No suit is trump, so only the suit led is left."""
    assert legal(made("follow: or_trump"), "9H", "6H AD 7S") == {"6H"}


def test_or_trump_has_a_code_of_its_own() -> None:
    """The place is the word."""
    game = made("trump: diamonds, follow: or_trump")
    assert codes(game, "9H", "6H KH AD 7S") == {"7S": "must-follow-or-trump"}
    assert word(game.position(led=["9H"], hand=["6H", "7S"]), "7S") == "follow"


@pytest.mark.parametrize(("led", "hand", "expected"), [
    ("9H", "6D AD 7S", "6D AD"), ("9H", "6H AD 7S", "6H"), ("9H", "7S KC", "7S KC"), ("9D", "7S KC", "7S KC"),
])
def test_who_cannot_follow_must_trump(led: str, hand: str, expected: str) -> None:
    """But who has the suit follows, and who has no trump plays anything."""
    assert legal(made("trump: diamonds, cannot_follow: must_trump"), led, hand) == set(expected.split())


def test_not_trumping_is_refused_at_its_word() -> None:
    game = made("trump: diamonds, cannot_follow: must_trump")
    assert codes(game, "9H", "6D AD 7S") == {"7S": "must-trump"}
    assert word(game.position(led=["9H"], hand=["6D", "7S"]), "7S") == "cannot_follow"


def test_without_a_trump_nobody_must_trump() -> None:
    assert legal(made("cannot_follow: must_trump"), "9H", "6D AD 7S") == {"6D", "AD", "7S"}


@pytest.mark.parametrize(("led", "hand", "expected"), [
    ("9H", "6H 10H AH 7S", "10H AH"),       # who can beats the nine
    ("9H QH", "6H 10H AH 7S", "AH"),        # and the queen
    ("9H AH", "6H 10H KH 7S", "6H 10H KH"),  # who cannot follows with anything
    ("9H 6D", "7H AH 7D", "7H AH"),         # a trump lies there, which a heart does not beat
    ("9H", "6D 7S", "6D"),                  # a trump beats it
    ("9H 8D", "6D 10D 7S", "10D"), ("9H KD", "6D 10D 7S", "6D 10D 7S"), ("9H", "7S AC", "7S AC"),
])
def test_who_can_must_head(led: str, hand: str, expected: str) -> None:
    """Under must_if_able and trumps diamonds: first the suit, then the duty to beat."""
    assert legal(made("trump: diamonds, head: if_able"), led, hand) == set(expected.split())


def test_not_heading_is_refused_at_its_word() -> None:
    """Who holds the suit and plays another is told of the suit, not of heading."""
    game = made("trump: diamonds, head: if_able")
    assert codes(game, "9H", "6H 10H 7S") == {"6H": "must-head", "7S": "must-follow"}
    assert word(game.position(led=["9H"], hand=["6H", "10H"]), "6H") == "head"


def test_heading_where_following_is_free() -> None:
    """Then a trump beats as well as a heart; a spade beats nothing."""
    assert legal(made("trump: diamonds, follow: free, head: if_able"), "9H", "6H 10H 6D AS") == {"10H", "6D"}



@pytest.mark.parametrize(("led", "hand", "expected"), [
    ("6C 10D", "JD 6D 7S", "JD 7S"),        # only the six would be lower
    ("6C 10D", "7C 6D", "7C"),              # who has the suit follows
    ("6C 7C", "6D 7S", "6D 7S"),            # no trump lies there
    ("10D KD", "6D QD 7S", "6D QD"),        # trumps were led: any of them follows
    ("6C QD 8D", "KD 9D 7S", "KD 7S"),      # the highest trump counts, not the last one
    ("6C QD", "6D 7D", "6D 7D"),            # nothing but lower trumps
    ("6C QD", "6D KD", "6D KD"),            # nothing but trumps, one of them higher
])
def test_a_lower_trump_is_barred(led: str, hand: str, expected: str) -> None:
    """Trumps rank here like the other suits. Who has nothing but trumps may play any of them (see A06)."""
    assert legal(made("trump: diamonds, undertrump: barred"), led, hand) == set(expected.split())


def test_a_lower_trump_is_refused_at_its_word() -> None:
    game = made("trump: diamonds, undertrump: barred")
    assert codes(game, "6C 10D", "JD 6D 7S") == {"6D": "no-undertrump"}
    assert word(game.position(led=["6C", "10D"], hand=["6D", "7S"]), "6D") == "undertrump"


# A06: Jass


@pytest.mark.parametrize(("led", "hand", "expected"), [
    ("6C JD 10D", "AD 9D 6D 10S", "10S"), ("6C JD 10D", "AD 9D 6D", "AD 9D 6D"),
    ("6C AD", "9D KD 10S", "9D 10S"),       # in trumps the nine beats the ace
    ("6C 9D", "JD AD 10S", "JD 10S"),       # and the jack the nine
    ("6C 9D", "7C AD JD", "7C JD"),         # who can follow may only trump higher
    ("6C 9D", "7C AD", "7C"),
    ("6C AD", "KD 9D", "KD 9D"),            # only trumps in hand: higher or lower
    ("6D", "JD 7D 10S", "JD 7D"),
])
def test_jass(led: str, hand: str, expected: str) -> None:
    """A06: the order of trumps is J 9 A K Q 10 8 7 6, and a lower one is barred unless the hand is all trumps."""
    assert legal(made(JASS_WORDS, JASS), led, hand) == set(expected.split())


def test_the_order_of_trumps_in_jass() -> None:
    """A06: each takes the trick from the next one, and the six from the ace of another suit."""
    game = made(JASS_WORDS, JASS)
    order = ["JD", "9D", "AD", "KD", "QD", "10D", "8D", "7D", "6D", "AC"]
    for higher, lower in pairwise(order):
        assert taker(game, f"6C {lower} {higher} 7C") == 2
        assert taker(game, f"6C {higher} {lower} 7C") == 1
    assert taker(game, "9C 10C JC 6S") == 2, "in other suits the ten beats the nine, and the jack the ten"
    assert taker(game, "9C JC AC KC") == 2


# Words together: who is bound by which, and in what order they are asked


@pytest.mark.parametrize(("led", "hand", "expected"), [
    ("9H", "6H 10H 6D", "10H"), ("9H 8D", "7H AH 10D", "7H AH"), ("9H 8D", "6D 10D 7S", "10D"),
    ("9H 8D", "6D 7D 7S", "6D 7D"),         # must trump though no trump beats
    ("9H 8D", "7S AC", "7S AC"), ("9D", "6D 10D 7S", "10D"), ("AD", "6D 10D 7S", "6D 10D"), ("9H", "7S 6D 8D", "6D 8D"),
])
def test_must_trump_and_must_head(led: str, hand: str, expected: str) -> None:
    """As in Pinochle: follow, and higher if one can; else trump, and higher if one can; else anything."""
    assert legal(made(STRICT_WORDS), led, hand) == set(expected.split())


@pytest.mark.parametrize(("words", "hand", "expected"), [
    ("undertrump: barred, head: if_able", "6D 10D 7S", "10D"),
    ("undertrump: barred, cannot_follow: must_trump", "6D 7D 7S", "6D 7D"),
    ("undertrump: barred, cannot_follow: must_trump", "6D 10D 7S", "10D"),
    ("undertrump: barred, follow: free", "6H 6D 10D 7S", "6H 10D 7S"),
    ("undertrump: barred, follow: or_trump", "6H 6D 10D 7S", "6H 10D"),
    ("head: if_able, follow: or_trump", "6H 6D 10D 7S", "10D"),
    ("head: if_able, follow: or_trump", "6H 6D 7S", "6H 6D"),
    ("cannot_follow: must_trump, follow: or_trump", "6H 6D 7S", "6H 6D"),
    ("cannot_follow: must_trump, follow: free", "6H 6D 7S", "6H 6D 7S"),
    ("cannot_follow: must_trump, follow: free", "6S 6D 7S", "6D"),
])
def test_two_words(words: str, hand: str, expected: str) -> None:
    """On nine of hearts and a trump eight. A word that would leave nothing is passed over, and the next one asked."""
    assert legal(made(f"trump: diamonds, {words}"), "9H 8D", hand) == set(expected.split())


def test_the_first_word_that_forbids_a_piece_is_named() -> None:
    """A spade is no trump; the low trump is one, and does not beat; under a bar it is too low before that."""
    assert codes(made(STRICT_WORDS), "9H 8D", "6D 10D 7S") == {"6D": "must-head", "7S": "must-trump"}
    game = made("trump: diamonds, undertrump: barred, head: if_able")
    assert codes(game, "9H 8D", "6D 10D 7S") == {"6D": "no-undertrump", "7S": "must-head"}


def test_a_word_that_lapses_is_no_reason() -> None:
    """Without a heart the duty to follow binds nobody; what is left is refused for what it is."""
    assert codes(made(STRICT_WORDS), "9H", "7S 6D") == {"7S": "must-trump"}
    assert codes(made("trump: diamonds"), "9H", "7S 6D") == {}


# One of the best by a formula

SEVENS = "follow: best_formula, wins: formula, formula: -abs(pips - 7)"


def test_the_best_by_the_formula_must_be_played() -> None:
    """Seven pips are best, then six and eight, which are equal; who leads is bound as well."""
    game = made(SEVENS, TILES)
    assert legal(game, "", "4-3 6-2 5-2 0-0") == {"4-3", "5-2"}
    assert legal(game, "6-5", "6-2 5-1 0-0") == {"6-2", "5-1"}
    assert legal(game, "6-5", "0-0 6-6") == {"6-6"}, "five pips off beats seven off"
    assert codes(game, "6-5", "6-2 5-1 0-0") == {"0-0": "must-play-best"}
    assert word(game.position(led=["6-5"], hand=["6-2", "0-0"]), "0-0") == "follow"


@pytest.mark.parametrize(("ties", "trick", "winner"), [
    ("first_played", "6-2 5-1 3-3", 0), ("last_played", "6-2 5-1 3-3", 2), ("first_played", "6-2 4-3 5-2", 1),
    ("last_played", "6-2 4-3 5-2", 2), ("last_played", "4-3 0-0 6-2", 0),
])
def test_a_formula_decides_who_takes_a_trick(ties: str, trick: str, winner: int) -> None:
    """What is nearest to seven, whatever was led; of equals the first or the last."""
    assert taker(made(f"wins: formula, follow: free, formula: -abs(pips - 7), ties: {ties}", TILES), trick) == winner


def test_a_formula_may_decide_what_is_played_and_not_who_wins() -> None:
    """The lowest rank must be played, and the highest card of the suit led wins."""
    game = made("follow: best_formula, formula: -1 * rank")
    assert legal(game, "9H", "AH 8S 8C 10H") == {"8S", "8C"}
    assert taker(game, "9H 10H AS 6H") == 1


@pytest.mark.parametrize(("words", "key"), [
    ("trump: diamonds", "trump"), ("cannot_follow: must_trump", "cannot_follow"), ("undertrump: barred", "undertrump"),
    ("follow: must_if_able", "follow"), ("follow: or_trump", "follow")])
def test_words_about_suits_mean_nothing_where_a_formula_decides(words: str, key: str) -> None:
    """Each is refused at its own place."""
    follow = "" if key == "follow" else "follow: free, "
    with pytest.raises(tilegames.SpecError) as caught:
        made(f"{follow}{words}, wins: formula, formula: rank")
    problem, = caught.value.problems
    assert (problem.code, problem.span.text[problem.span.column - 1:].split(":")[0]) == ("no-effect", key)


def test_the_usual_duty_to_follow_means_nothing_there_either() -> None:
    """Not written, it is refused at the word that asks for the formula."""
    with pytest.raises(tilegames.SpecError) as caught:
        made("wins: formula, formula: rank")
    problem, = caught.value.problems
    assert (problem.code, problem.span.text[problem.span.column - 1:].split(":")[0]) == ("no-effect", "wins")


def test_heading_by_the_formula() -> None:
    """Who can must play what the formula puts above all that lies there."""
    game = made("follow: free, head: if_able, wins: formula, formula: rank")
    assert legal(game, "9H QS", "10H KC AD 6S") == {"KC", "AD"}
    assert legal(game, "9H AS", "10H KC 6S") == {"10H", "KC", "6S"}


# Doubles led


def test_who_cannot_follow_a_double_plays_its_number() -> None:
    """Doubles are a suit: 3-3 is led, and there is no double in hand."""
    game = made("double_led: then_number", OWN)
    assert legal(game, "3-3", "6-3 3-2 6-5") == {"6-3", "3-2"}
    assert legal(game, "3-3", "6-3 6-5 0-0") == {"0-0"}
    assert legal(game, "3-3", "6-5 4-1") == {"6-5", "4-1"}
    assert legal(game, "6-3", "3-3 6-5 4-1") == {"6-5"}, "a plain tile asks for its high end, and a double is no six"
    assert codes(game, "3-3", "6-3 6-5") == {"6-5": "must-follow-number"}
    assert word(game.position(led=["3-3"], hand=["6-3", "6-5"]), "6-5") == "double_led"


def test_else_who_cannot_follow_a_double_plays_anything() -> None:
    assert legal(made("double_led: own_suit", OWN), "3-3", "6-3 3-2 6-5") == {"6-3", "3-2", "6-5"}


def test_a_double_that_is_no_suit_of_its_own_asks_for_its_number_at_once() -> None:
    """Doubles are trump in the one game; in the other threes are, of which 3-3 is one."""
    trumps = made("double_led: then_number, trump: doubles", TILES)
    assert legal(trumps, "3-3", "6-3 0-0 6-5") == {"0-0"}
    assert legal(trumps, "3-3", "6-3 6-5") == {"6-3"}
    threes = made("double_led: then_number, trump: threes", TILES)
    assert legal(threes, "3-3", "6-3 6-6 6-5") == {"6-3"}
    assert legal(threes, "6-6", "6-3 6-5 4-1") == {"6-5"}, "the 6-3 is a trump and no six"


# Pieces that are barred for a while


SPADES = ["6S", "7S", "8S", "10S", "JS", "QS", "KS"]


def barring(when: str, until: str, more: str = "", pieces: str = "{suit: hearts}") -> Game:
    return made(f"trump: diamonds, barred: {{row: {{pieces: {pieces}, when: {when}, until: {until}{more}}}}}")


@pytest.mark.parametrize(("when", "leading", "following"), [
    ("leading", "9S", "6H 9S"), ("following", "6H 9S", "9S"), ("any_time", "9S", "9S")])
@pytest.mark.parametrize("until", ["end", "broken", "second_trick"])
def test_when_pieces_are_barred(when: str, until: str, leading: str, following: str) -> None:
    """In the first trick all three words for the end mean the same."""
    game = barring(when, until)
    start = game.position(hands=[["6H", "9S", *SPADES]], dealer=3)
    assert ("6H" in texts(start)) == ("6H" in leading)
    assert "9S" in texts(start)
    led = game.position(led=["6C"], hand=["6H", "9S", *SPADES])
    assert ("6H" in texts(led)) == ("6H" in following)


@pytest.mark.parametrize(("until", "broken", "free"), [
    ("end", False, False), ("broken", False, False), ("broken", True, True), ("second_trick", False, True)])
def test_until_when_pieces_are_barred(until: str, broken: bool, free: bool) -> None:
    """After some tricks."""
    game = barring("leading", until)
    words = {"broken": True} if broken else {}
    assert legal(game, "", "6H 9S 10C", **words) == ({"6H", "9S", "10C"} if free else {"9S", "10C"})


@pytest.mark.parametrize(("until", "after"), [
    ("broken", {"7H", "8S"}), ("end", {"8S"}), ("second_trick", {"7H", "8S"})])
def test_pieces_are_broken_by_being_played(until: str, after: set[str]) -> None:
    """Seat 1 has no club and discards the six of hearts; seat 3 takes the trick and leads."""
    game = barring("leading", until)
    hands = [["9C", "9S"], ["6H", "9H", "6S"], ["7C", "10C", "10S"], ["KC", "7H", "8S"]]
    state = game.position(led=["6C"], hands=hands)
    for card in ("6H", "7C", "KC"):
        state = state.play(card)
    assert (state.turn, texts(state)) == (3, after)


def test_a_trick_without_them_does_not_break_them() -> None:
    game = barring("leading", "broken")
    hands = [["9C", "9S"], ["8C", "9H", "6S"], ["7C", "10C", "10S"], ["KC", "7H", "8S"]]
    state = game.position(led=["6C"], hands=hands)
    for card in ("8C", "7C", "KC"):
        state = state.play(card)
    assert (state.turn, texts(state)) == (3, {"8S"})


def test_other_pieces_can_break_them() -> None:
    """The queen of spades, played to a trick, lets hearts be led; the king does not."""
    game = barring("leading", "broken", ", broken_by: QS")
    for spade, after in (("QS", {"7H", "8C"}), ("KS", {"8C"})):
        hands = [["9C", "9S"], [spade, "9H", "6S"], ["7C", "10C", "10S"], ["KC", "7H", "8C"]]
        state = game.position(led=["6C"], hands=hands)
        for card in (spade, "7C", "KC"):
            state = state.play(card)
        assert (state.turn, texts(state)) == (3, after)


def test_who_has_nothing_else_may_play_what_is_barred() -> None:
    game = barring("any_time", "end")
    assert legal(game, "", "6H 9H") == {"6H", "9H"}
    assert legal(game, "6C", "6H 9H") == {"6H", "9H"}
    assert legal(game, "8H", "6H 9H KS") == {"6H", "9H"}, "hearts are led: following comes first"


def test_a_barred_piece_is_refused_with_its_sentence_and_row() -> None:
    """The sentence is the spec's; without one the row's name makes it."""
    state = barring("leading", "broken", ", say: hearts must be broken").position(hand=["6H", "9S"])
    reason = state.why_illegal("6H")
    assert reason is not None
    assert (reason.code, reason.sentence) == ("barred", "hearts must be broken")
    assert word(state, "6H") == "row"
    plain = barring("leading", "broken").position(hand=["6H", "9S"]).why_illegal("6H")
    assert plain is not None
    assert plain.sentence == "row: this piece may not be played yet by who has others"


def test_two_rows_of_barred_pieces() -> None:
    """The second row gives way when the first has left nothing but its pieces."""
    game = made("barred: {one: {pieces: {suit: hearts}}, two: {pieces: {suit: spades}}}")
    assert legal(game, "", "6H 6S 6C") == {"6C"}
    assert legal(game, "", "6H 6S") == {"6S"}
    assert codes(game, "", "6H 6S 6C") == {"6H": "barred", "6S": "barred"}


def test_a_list_of_barred_pieces() -> None:
    game = barring("following", "second_trick", pieces="[{suit: hearts}, QS]")
    hand = ["6H", "QS", "7S", "8S", "9S", "10S", "JS", "KS", "AS"]
    assert texts(game.position(led=["6C"], hand=hand)) == set(hand) - {"6H", "QS"}


# Who leads, and with what


OPENER = BASE.replace("{count: 4}", "{min: 4, max: 5}").replace("each: 9", "each: {4: 9, 5: 7}").replace(
    "Q, K, A]}}", "Q, K, A]}, remove: {4: [], 5: [6C]}}").replace(
    "leader: left_of_dealer", "leader: {holder_of: [6C, 7C]}, open_with: held")


@pytest.mark.parametrize(("players", "card"), [(4, "6C"), (5, "7C")])
def test_the_first_lead_is_what_the_leader_is_named_by(players: int, card: str) -> None:
    """For five the six of clubs is out of the pack, and the seven counts."""
    game = tilegames.loads(OPENER, players=players)
    for seat in range(players):
        state = game.new_state(deal=game.deal(hands=[[]] * seat + [[card]], dealer=0))
        assert (state.turn, texts(state)) == (seat, {card})
        other = next(name for name in state.view(seat).hand if name != card)
        assert state.why_illegal(other).code == "must-open-with"
        assert state.why_illegal(other).sentence == f"the first lead must be {card}"
        assert word(state, other) == "open_with"
        assert len(texts(state.play(card))) >= 1


def test_only_the_first_lead_is_bound() -> None:
    """The other seats follow suit to it, and the next lead is free."""
    game = tilegames.loads(OPENER, players=4)
    state = game.new_state(deal=game.deal(hands=[["6C", "9C"], ["7C"], ["8C"], ["KC"]], dealer=0))
    for card in ("6C", "7C", "8C", "KC"):
        state = state.play(card)
    assert (state.turn, len(texts(state))) == (3, 8)


def test_an_opening_piece_that_is_barred_is_led_all_the_same() -> None:
    """The first lead comes first: no other card is left for the bar to leave."""
    text = OPENER.replace("open_with: held", "open_with: held, barred: {clubs: {pieces: {suit: clubs}}}")
    game = tilegames.loads(text, players=4)
    state = game.new_state(deal=game.deal(hands=[["6C"]], dealer=0))
    assert (state.turn, texts(state)) == (0, {"6C"})


# Who takes the trick: copies, and pieces of no suit


PACKS = BASE.replace("{count: 4}", "{count: 4, teams: across}").replace(
    "{cards: {ranks", "{cards: {packs: 2, ranks").replace("each: 9", "each: 18")
TWO_PACKS = AUCTION.replace("{cards: {ranks", "{cards: {packs: 2, ranks").replace("each: 9", "each: 18")


@pytest.mark.parametrize(("ties", "trick", "winner"), [
    ("first_played", "9H AH 7H AH", 1), ("last_played", "9H AH 7H AH", 3), ("last_played", "AH 9H 7H 6H", 0),
    ("first_played", "9H 9D 7H 9D", 1), ("last_played", "9H 9D 7H 9D", 3), ("last_played", "9H 9D AH AH", 1),
])
def test_of_equal_pieces(ties: str, trick: str, winner: int) -> None:
    """In a double pack; diamonds are trump."""
    assert taker(made(f"trump: diamonds, ties: {ties}", PACKS), trick) == winner


@pytest.mark.parametrize(("declarer", "trick", "winner"), [
    (0, "9H AH AH 7H", 2), (1, "9H AH AH 7H", 1), (2, "AH AH 9H 7H", 0), (3, "AH AH 9H 7H", 1), (0, "9H AH 7H 6H", 1),
    (1, "AH 9H AH 7H", 0),
])
def test_of_equal_pieces_the_declarers(declarer: int, trick: str, winner: int) -> None:
    """The first one of their side; if none of them is theirs, the first one."""
    game = made("ties: declarers", TWO_PACKS)
    assert taker(game, trick, bid="3 tricks", declarer=declarer) == winner


JOKERS = BASE.replace("Q, K, A]}", "Q, K, A], jokers: 4}").replace("each: 9", "each: 10")


def test_a_piece_of_no_suit_asks_for_nothing() -> None:
    """A joker led: anything goes, no plain card beats it, and a trump does."""
    game = made("trump: diamonds", JOKERS)
    assert legal(game, "joker", "6H 7S 8D") == {"6H", "7S", "8D"}
    assert taker(game, "joker AH AS joker") == 0
    assert taker(game, "joker AH 6D 7D") == 3
    assert taker(game, "6H joker AS 7H") == 3
    assert legal(game, "6H", "7H joker") == {"7H"}


def test_a_led_piece_of_no_suit_is_beaten_by_trumps_only() -> None:
    """Also where of equal pieces the last one wins: what does not follow it is not equal to it."""
    game = made("trump: diamonds, ties: last_played", JOKERS)
    assert taker(game, "joker AH AS 7S") == 0
    assert taker(game, "joker AH 6D 7S") == 2
    assert taker(made("ties: last_played", JOKERS), "joker AH AS KD") == 0


# Leading the other end


def test_a_leader_may_call_the_other_end() -> None:
    """6-4 as fours: the others follow with fours; doubles and trumps have no other end."""
    game = made("other_end: always, trump: twos", TILES)
    state = game.position(hand=["6-4", "3-3", "5-2"])
    assert texts(state) == {"6-4", "6-4 as fours", "3-3", "5-2"}
    state = game.position(turn=0, hands=[["6-4", "1-0"], ["4-1", "6-0"], ["6-5", "4-3"]]).play("6-4 as fours")
    assert texts(state) == {"4-1"}
    assert code(state, "6-0") == "must-follow"
    state = state.play("4-1")
    assert texts(state) == {"4-3"}
    assert state.play("4-3").turn == 0, "of the fours the 6-4 is the highest"


def test_calling_only_in_the_first_trick() -> None:
    game = made("other_end: first_trick", TILES)
    first = game.new_state(seed=3)
    assert any(" as " in text for text in texts(first))
    later = game.position(hand=["6-4", "5-3"])
    assert texts(later) == {"6-4", "5-3"}
    assert code(later, "6-4 as fours") == "no-call"


def test_calling_what_cannot_be_called() -> None:
    """Not to a lead, not a double, not the end it has anyway."""
    game = made("other_end: always", TILES)
    assert code(game.position(led=["6-5"], hand=["6-4", "5-3"]), "6-4 as fours") == "no-call"
    assert code(game.position(hand=["5-3", "1-0"]), "6-4 as fours") == "not-in-hand"
    assert word(game.position(led=["6-5"], hand=["6-4", "5-3"]), "6-4 as fours") == "other_end"


def test_a_trump_has_no_other_end_to_call() -> None:
    state = made("other_end: always, trump: fours", TILES).position(hand=["6-4", "5-3"])
    assert texts(state) == {"6-4", "5-3", "5-3 as threes"}
    assert code(state, "6-4 as fours") == "no-call"


def test_a_barred_piece_cannot_be_called_either() -> None:
    game = made("other_end: always, barred: {low: {pieces: 6-4, when: leading}}", TILES)
    assert texts(game.position(hand=["6-4", "5-3"])) == {"5-3", "5-3 as threes"}
    assert code(game.position(hand=["6-4", "5-3"]), "6-4 as fours") == "barred"


# Who does not play


def test_who_sits_out_keeps_the_hand() -> None:
    """Seat 1 has bid, seat 3 is its partner: three cards make a trick, and seat 2 is followed by seat 0."""
    game = made("sits_out: partner_of_auction_winner", AUCTION)
    state = game.position(bid="3 tricks", declarer=1, turn=1, trump="none")
    assert [state.turn] == [1]
    seats = []
    while not state.is_over and len(seats) < 27:
        seats.append(state.turn)
        state = state.play(state.legal_moves[0])
    assert {seat: seats.count(seat) for seat in set(seats)} == {0: 9, 1: 9, 2: 9}
    assert {tuple(seats[at:at + 3]) for at in range(0, 27, 3)} <= {(0, 1, 2), (1, 2, 0), (2, 0, 1)}


@pytest.mark.parametrize(("winner", "leader"), [(0, 1), (1, 1), (2, 1), (3, 2)])
def test_who_sits_out_does_not_lead(winner: int, leader: int) -> None:
    """Seat 0 has dealt, so seat 1 would lead; if it sits out, the next seat does."""
    game = made("sits_out: partner_of_auction_winner", AUCTION)
    state = game.new_state(deal=game.deal(dealer=0))
    for seat in (1, 2, 3, 0):
        state = state.play("1 tricks" if seat == winner else "pass")
    assert (state.turn, state.view(None).sits_out) == (leader, (winner + 2) % 4)


def test_who_sits_out_does_not_lead_by_what_is_held() -> None:
    """Seat 3 holds the six of clubs, its partner has bid: seat 0 leads."""
    game = tilegames.loads(AUCTION.replace("leader: left_of_dealer", "leader: {holder_of: 6C}, sits_out: "
                                           "partner_of_auction_winner"))
    state = game.new_state(deal=game.deal(hands=[[], [], [], ["6C"]], dealer=0))
    for text in ("1 tricks", "pass", "pass", "pass"):
        state = state.play(text)
    assert (state.turn, state.view(None).sits_out) == (0, 3)


# Tricks face down


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_tricks_taken_lie_face_up_or_down(seat: int | None) -> None:
    """Face down nobody can look at them; the trick of this moment is open all the same."""
    trick = ["9H", "10H", "AH", "6H"]
    up, down = (made(words).position(trick=trick).view(seat) for words in ("won: face_up", "won: face_down"))
    assert up.won == ((), (), ("6H", "9H", "10H", "AH"), ())
    assert down.won == ((), (), (), ())
    assert up.tricks == down.tricks == (0, 0, 1, 0)
    assert made("won: face_down").position(led=["9H", "10H"]).view(seat).trick == ("9H", "10H")


def test_tricks_face_down_under_some_bids() -> None:
    game = made("won: {down_if: bid.amount >= 5}", AUCTION)
    for bid, won in (("4 tricks", (("6H", "9H", "10H", "AH"), ())), ("5 tricks", ((), ()))):
        assert game.position(bid=bid, declarer=1, trick=["9H", "10H", "AH", "6H"]).view(0).won == won


# Trumps that nobody names


def test_a_fixed_trump() -> None:
    game = made("trump: diamonds")
    assert (game.new_state(seed=1).view(0).trump, taker(game, "AH KH 6D QH")) == ("diamonds", 2)
    assert taker(made(), "AH KH 6D QH") == 0
    assert taker(made("trump: none"), "AH KH 6D QH") == 0


def test_a_trump_turned_up_stays_out_of_play() -> None:
    text = BASE.replace("each: 9", "each: 8, turn_up: 1, rest: aside")
    game = made("trump: turned_up", text)
    state = game.new_state(deal=game.deal(stock=["9S"], dealer=3))
    assert [(view.trump, view.turned) for view in map(state.view, (0, 1, 2, 3, None))] == [("spades", "9S")] * 5
    assert all("9S" not in state.view(seat).hand for seat in range(4))
    assert taker(game, "AH KH 6S QH", turned="9S") == 2


@pytest.mark.parametrize("dealer", range(4))
def test_the_last_card_dealt_makes_trumps_and_is_the_dealer_s(dealer: int) -> None:
    """Whoever deals, it is the last card of the whole pack in that order, and is in the dealer's hand."""
    game = made("trump: last_dealt")
    hands: list[list[str]] = [[]] * 4
    hands[dealer] = ["6C", "7C", "8C", "9C", "10C", "JC", "QC", "KC", "6H"]
    state = game.new_state(deal=game.deal(hands=hands, dealer=dealer))
    assert [(view.trump, view.turned) for view in map(state.view, (0, 1, 2, 3, None))] == [("hearts", "6H")] * 5
    assert "6H" in state.view(dealer).hand
    assert state.turn == (dealer + 1) % 4


def test_a_trump_order_is_for_trumps_only() -> None:
    """The nine is highest of trumps and in its place elsewhere."""
    text = BASE.replace("suits: printed", 'suits: printed, trump_order: ["6", "7", "8", "10", J, Q, K, A, "9"]')
    game = made("trump: spades", text)
    assert taker(game, "AS KS 9S 10S") == 2
    assert taker(game, "AH KH 9H 10H") == 0


# By definition: every combination of words, beside a second reading


class Second:
    """What may be played and who takes the trick, written once more: the words in order, each passed over that leaves
    nothing."""

    def __init__(self, words: dict[str, Any]) -> None:
        self.words = words
        self.tricks: list[list[str]] = []

    def suits(self, piece: str) -> set[str]:
        raise NotImplementedError

    def lead(self, piece: str) -> str:
        raise NotImplementedError

    def strength(self, piece: str, led: str) -> tuple[int, ...]:
        raise NotImplementedError

    def worth(self, piece: str, led: str) -> tuple[int, ...]:
        """What decides the trick."""
        return (self.formula(piece),) if self.words["wins"] == "formula" else self.strength(piece, led)

    def formula(self, piece: str) -> int:
        raise NotImplementedError

    def number(self, piece: str) -> str | None:
        """The number of a double, as a suit."""
        return None

    def legal(self, hand: Sequence[str], trick: Sequence[str], led: str) -> set[str]:
        words, trump = self.words, self.words["trump"]
        left = set(hand)
        tests = []
        if words["follow"] == "best_formula":
            best = max(map(self.formula, hand))
            tests.append(lambda piece: self.formula(piece) == best)
        if trick:
            top = max(self.worth(piece, led) for piece in trick)
            can = any(led in self.suits(piece) for piece in hand)
            beats = {piece for piece in hand if self.worth(piece, led) > top}
            trumps = {piece for piece in hand if trump in self.suits(piece)}
            if words["follow"] == "must_if_able":
                tests.append(lambda piece: led in self.suits(piece))
            if words["follow"] == "or_trump" and can:
                tests.append(lambda piece: led in self.suits(piece) or piece in trumps)
            number = self.number(trick[0])
            if words.get("double_led") == "then_number" and number is not None and led != number and not can:
                tests.append(lambda piece: number in self.suits(piece))
            if words["cannot_follow"] == "must_trump" and not can:
                tests.append(lambda piece: piece in trumps)
            if words["undertrump"] == "barred" and led != trump and set(hand) - trumps and any(
                    trump in self.suits(piece) for piece in trick):
                tests.append(lambda piece: piece not in trumps or piece in beats)
            if words["head"] == "if_able":
                tests.append(lambda piece: piece in beats)
        for pieces, when, until, breakers in words["barred"]:
            played = {piece for one in self.tricks for piece in one}
            over = (until == "broken" and played & (pieces | breakers)) or (until == "second_trick" and self.tricks)
            if not over and when in ("any_time", "following" if trick else "leading"):
                tests.append(lambda piece, pieces=pieces: piece not in pieces)
        for test in tests:
            left = set(filter(test, left)) or left
        return left

    def taker(self, trick: Sequence[str], led: str) -> int:
        """Which of the pieces, in the order played, takes the trick."""
        worth = [self.worth(piece, led) for piece in trick]
        best = [at for at, one in enumerate(worth) if one == max(worth)]
        return best[-1] if self.words["ties"] == "last_played" else best[0]


class SecondCards(Second):
    """Cards, each in its suit."""

    LETTERS: ClassVar = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}

    def suits(self, piece: str) -> set[str]:
        return {next(suit for suit, letter in self.LETTERS.items() if letter == piece[-1])}

    def lead(self, piece: str) -> str:
        return next(iter(self.suits(piece)))

    def strength(self, piece: str, led: str) -> tuple[int, ...]:
        if self.words["trump"] in self.suits(piece):
            return 2, self.words["trump_order"].index(piece[:-1])
        return (1, self.words["order"].index(piece[:-1])) if led in self.suits(piece) else (0,)

    def formula(self, piece: str) -> int:
        return -abs(self.words["order"].index(piece[:-1]) + 1 - 4)


class SecondTiles(Second):
    """Tiles, each in the suits of both its ends."""

    NUMBERS = ("blanks", "ones", "twos", "threes", "fours", "fives", "sixes")

    def ends(self, piece: str) -> tuple[int, int]:
        return int(piece[0]), int(piece[2])

    def suits(self, piece: str) -> set[str]:
        ends = {self.NUMBERS[end] for end in self.ends(piece)}
        if self.words["trump"] in ends:
            return {self.words["trump"]}
        if len(ends) == 1 and self.words["doubles"]:
            return {"doubles"}
        return ends

    def lead(self, piece: str) -> str:
        suits = self.suits(piece)
        return next(iter(suits)) if len(suits) == 1 else self.NUMBERS[self.ends(piece)[0]]

    def strength(self, piece: str, led: str) -> tuple[int, ...]:
        high, low = self.ends(piece)
        for place, suit in ((2, self.words["trump"]), (1, led)):
            if suit is not None and suit in self.suits(piece):
                own = high if suit == "doubles" else self.NUMBERS.index(suit)
                return place, int(high == low), high + low - own
        return (0,)

    def formula(self, piece: str) -> int:
        return -abs(sum(self.ends(piece)) - 7)

    def number(self, piece: str) -> str | None:
        high, low = self.ends(piece)
        return self.NUMBERS[high] if high == low else None


RANKS = ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def spec_of(words: dict[str, Any], formula: str, rows: Sequence[str]) -> str:
    """The words as a spec writes them."""
    keys = ["follow", "head", "ties", "wins", "double_led", "other_end"]
    if words["wins"] == "highest":
        keys += ["cannot_follow", "undertrump"]
    said = [f"{key}: {words[key]}" for key in keys if key in words]
    if words["trump"] is not None:
        said.append(f"trump: {words['trump']}")
    if "formula" in (words["wins"], words["follow"].removeprefix("best_")):
        said.append(f"formula: {formula}")
    if rows:
        said.append("barred: {" + ", ".join(f"row{number}: {row}" for number, row in enumerate(rows)) + "}")
    return ", ".join(said)


def random_words(rng: random.Random, trumps: Sequence[str | None]) -> dict[str, Any]:
    """Any words; tricks go by a formula only where no suit means anything."""
    words: dict[str, Any] = {
        "trump": rng.choice(trumps), "follow": rng.choice(["must_if_able", "or_trump", "free", "best_formula"]),
        "cannot_follow": rng.choice(["anything", "must_trump"]), "undertrump": rng.choice(["allowed", "barred"]),
        "head": rng.choice(["never", "if_able"]), "ties": rng.choice(["first_played", "last_played"]),
        "wins": "highest", "barred": []}
    if words["trump"] is None and words["follow"] in ("free", "best_formula") and rng.random() < 0.4:
        words |= {"wins": "formula", "cannot_follow": "anything", "undertrump": "allowed"}
    return words


def random_rows(rng: random.Random, filters: dict[str, set[str]]) -> tuple[list[str], list[tuple[Any, ...]]]:
    """Rows of barred pieces as written, and as sets of names."""
    rows, sets = [], []
    for _ in range(rng.choice([0, 0, 1, 2])):
        wanted, breaker = rng.sample(sorted(filters), 2)
        when, until = rng.choice(["leading", "following", "any_time"]), rng.choice(["end", "broken", "second_trick"])
        by = until == "broken" and rng.random() < 0.5
        more = f", broken_by: {breaker}" if by else ""
        rows.append(f"{{pieces: {wanted}, when: {when}, until: {until}{more}}}")
        sets.append((filters[wanted], when, until, filters[breaker] if by else set()))
    return rows, sets


def beside(game: Game, second: Second, seed: int) -> tuple[int, int]:
    """Plays a round beside the second reading; says how many moves there were, and how many were bound."""
    rng = random.Random(seed)
    state = game.new_state(seed=seed)
    count = len(state.view(None).hand_sizes)
    trick: list[str] = []
    led, leader, moves, bound = "", state.turn, 0, 0
    while not state.is_over:
        hand = state.view(state.turn).hand
        found = texts(state)
        plain = {text.split(" as ")[0] for text in found}
        assert plain, "somebody has nothing to play"
        assert plain == second.legal(hand, trick, led), (second.words, hand, trick)
        if second.words.get("other_end") == "always" and not trick:
            called = {f"{piece} as {suit}" for piece in plain for suit in second.suits(piece) - {second.lead(piece)}}
            assert found - plain == called
        for piece in set(hand) - plain:
            assert state.why_illegal(piece) is not None
        moves, bound = moves + 1, bound + (plain != set(hand))
        text = rng.choice(sorted(found))
        piece, _, suit = text.partition(" as ")
        if not trick:
            led, leader = suit or second.lead(piece), state.turn
        trick.append(piece)
        state = state.play(text)
        if len(trick) == count:
            winner = (leader + second.taker(trick, led)) % count
            assert next(event for event in state.events if event.kind == "trick").seat == winner
            second.tricks.append(trick)
            trick = []
    return moves, bound


@pytest.mark.parametrize("part", range(4))
def test_cards_under_any_words(part: int) -> None:
    """Single and double packs, any order of ranks: the legal cards and the takers are those of the second reading."""
    bound = 0
    for number in range(ROUNDS):
        rng = random.Random(part * 100_000 + number)
        words = random_words(rng, [None, "clubs", "diamonds", "hearts", "spades"])
        words["order"], words["trump_order"] = rng.sample(RANKS, 9), rng.sample(RANKS, 9)
        second = SecondCards(words)
        names = [rank + suit for rank in RANKS for suit in "CDHS"]
        filters = {f"{{suit: {suit}}}": {name for name in names if name[-1] == letter}
                   for suit, letter in second.LETTERS.items()}
        filters |= {f'{{rank: ["{rank}"]}}': {name for name in names if name[:-1] == rank} for rank in RANKS}
        filters |= {"QS": {"QS"}, "[JD, AC]": {"JD", "AC"}}
        rows, words["barred"] = random_rows(rng, filters)
        order, trump_order = (str(words[key]).replace("'", '"') for key in ("order", "trump_order"))
        text = (PACKS if rng.random() < 0.3 else BASE).replace(
            "suits: printed", f"suits: printed, order: {order}, trump_order: {trump_order}")
        bound += beside(made(spec_of(words, "-abs(rank - 4)", rows), text), second, number)[1]
    assert bound > ROUNDS


@pytest.mark.parametrize("part", range(4))
def test_tiles_under_any_words(part: int) -> None:
    """Tiles in two suits, with doubles as they are, as trumps or as a suit of their own."""
    bound = 0
    for number in range(ROUNDS):
        rng = random.Random(part * 100_000 + number)
        words = random_words(rng, [None, None, "doubles", *SecondTiles.NUMBERS])
        words["doubles"] = words["trump"] == "doubles" or (words["trump"] is None and rng.random() < 0.5)
        if words["wins"] == "highest":
            words["double_led"] = rng.choice(["own_suit", "then_number"])
            words["other_end"] = rng.choice(["never", "always"])
        names = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]
        filters = {f"{{has_end: {end}}}": {name for name in names if str(end) in name} for end in range(7)}
        filters |= {"{double: yes}": {name for name in names if name[0] == name[2]}, "6-4": {"6-4"}}
        rows, words["barred"] = random_rows(rng, filters)
        text = OWN if words["doubles"] and words["trump"] is None else TILES
        bound += beside(made(spec_of(words, "-abs(pips - 7)", rows), text), SecondTiles(words), number)[1]
    assert bound > ROUNDS
