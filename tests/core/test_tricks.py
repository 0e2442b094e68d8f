"""Tricks in made-up card and tile games: following, who wins, what is taken; and effective suits (case A05)."""

from collections.abc import Callable
from itertools import pairwise

import pytest

import tilegames
from tilegames import State

#: Three players, twelve cards, no trumps at all.
PLAIN = """
tilegames: 1
game: made-up-tricks
about: {title: Made-up tricks, family: trick-taking, source: made up for this test}
players: {count: 3}
set: {cards: {ranks: [J, Q, K, A], suits: [D, H, S]}}
tiles: {suits: printed, values: {default: 0, 1: [JD, JH, JS], 5: [QS]}}
deal: {each: 4}
phases:
  tricks: {leader: left_of_dealer, follow: must_if_able}
scoring: {points: {per_trick: 1}, taken: yes}
match: {first_dealer: random, until: {rounds: 1}}
"""
FREE = PLAIN.replace("must_if_able", "free")
VALUED = PLAIN.replace("per_trick: 1", "per_trick: 2, per_tile: value")


def texts(state: State) -> set[str]:
    """The legal moves as text; each stands there once."""
    found = [str(move) for move in state.legal_moves]
    assert len(set(found)) == len(found)
    return set(found)


def start(text: str = PLAIN) -> State:
    """Seat 2 deals, so seat 0 leads."""
    game = tilegames.loads(text)
    hands = [["AH", "KH", "JS", "QD"], ["QH", "JH", "AS", "KD"], ["KS", "QS", "AD", "JD"]]
    return game.new_state(deal=game.deal(hands=hands, dealer=2))


def after(state: State, cards: str) -> State:
    """Plays cards in turn."""
    for card in cards.split():
        state = state.play(card)
    return state


# Following


def test_a_leader_may_play_anything() -> None:
    """All four cards, in the order of the set."""
    state = start()
    assert (state.turn, state.phase) == (0, "tricks")
    assert [str(move) for move in state.legal_moves] == ["QD", "KH", "AH", "JS"]


def test_who_can_follow_must() -> None:
    """Seat 1 holds two hearts; a spade and a diamond are refused with the rule and its line."""
    state = after(start(), "KH")
    assert texts(state) == {"QH", "JH"}
    for card in ("AS", "KD"):
        reason = state.why_illegal(card)
        assert (reason.code, reason.place.line, reason.place.column) == ("must-follow", 10, 36)
    with pytest.raises(tilegames.IllegalMoveError, match="must-follow"):
        state.play("AS")


def test_who_cannot_follow_may_play_anything() -> None:
    """Seat 2 holds no heart."""
    assert texts(after(start(), "KH QH")) == {"KS", "QS", "AD", "JD"}


def test_a_card_that_is_not_held() -> None:
    """A card of another seat, and one that was played, are refused for that, not for its suit."""
    state = after(start(), "KH")
    assert state.why_illegal("AD").code == "not-in-hand"
    assert state.why_illegal("KH").code == "not-in-hand"
    assert state.why_illegal("AH").code == "not-in-hand"
    assert "seat 1" in state.why_illegal("AH").sentence


def test_following_can_be_free() -> None:
    """Under ``follow: free`` nothing is taken away."""
    assert texts(after(start(FREE), "KH")) == {"QH", "JH", "AS", "KD"}


# Who wins


def test_the_highest_card_of_the_suit_led_takes_the_trick() -> None:
    """The ace of diamonds is of another suit, so the king of hearts wins; then the king of diamonds does."""
    state = after(start(), "KH QH AD")
    assert (state.turn, state.view(None).tricks) == (0, (1, 0, 0))
    state = after(state, "QD KD")
    assert texts(state) == {"JD"}
    state = after(state, "JD")
    assert (state.turn, state.view(None).tricks) == (1, (1, 1, 0))


def test_a_whole_round() -> None:
    """The four tricks of the hands above go to seats 0, 1, 1 and 0, worked out by hand."""
    state = after(start(), "KH QH AD  QD KD JD  AS QS JS  JH KS AH")
    assert state.is_over
    assert state.scores == (2, 2, 0)
    lines = [(event.side, event.amount, event.rule) for event in state.score_events]
    assert lines == [(0, 2, "taken"), (1, 2, "taken")]
    assert (state.outcome.termination, state.outcome.ending) == ("rounds", "played")
    assert (state.outcome.ranking, state.outcome.winners) == (((0, 1), (2,)), (0, 1))


def test_a_revoke_when_following_is_free() -> None:
    """Seat 1 throws the ace of spades on the king of hearts and still has its hearts; seat 0 takes the trick."""
    state = after(start(FREE), "KH AS KS")
    assert (state.turn, state.view(None).tricks) == (0, (1, 0, 0))
    assert state.view(1).hand == ("KD", "JH", "QH")


def test_what_a_trick_is_worth() -> None:
    """Two for each trick, one for each jack, five for the queen of spades: 8 + 3 + 5 = 16 in all."""
    state = after(start(VALUED), "KH QH AD")
    assert state.view(None).points == (2, 0, 0)
    state = after(state, "QD KD JD")
    assert state.view(None).points == (2, 3, 0)
    state = after(state, "AS QS JS")
    assert state.view(None).points == (2, 11, 0)
    state = after(state, "JH KS AH")
    assert state.scores == (5, 11, 0)


def test_the_events_of_a_trick() -> None:
    """The last card of a trick is played, then the trick is taken, then the round is over and scored."""
    state = after(start(VALUED), "KH QH AD  QD KD JD  AS QS")
    assert [(event.kind, event.seat, event.pieces) for event in state.events] == [("play", 2, ("QS",))]
    state = state.play("JS")
    assert [(event.kind, event.seat, event.pieces, event.value) for event in state.events] == [
        ("play", 0, ("JS",), None), ("trick", 1, ("AS", "QS", "JS"), 8)]
    state = after(state, "JH KS AH")
    assert [event.kind for event in state.events] == ["play", "trick", "round", "score", "score", "match"]


def test_the_order_of_the_ranks_is_the_spec_s() -> None:
    """A06: ranks are ordered by ``order``, not by their place in the pack; here the jack is highest."""
    state = after(start(PLAIN.replace("suits: printed,", "suits: printed, order: [Q, K, A, J],")), "AH JH AD")
    assert state.turn == 1


def test_low_cards_can_be_trump_by_a_map_of_suits() -> None:
    """Suits can be made from printed ones: two colours, of which a heart led asks for diamonds too."""
    text = PLAIN.replace("suits: printed", "suits: {red: [{suit: [hearts, diamonds]}], black: [{suit: spades}]}")
    state = after(start(text), "KH")
    assert texts(state) == {"QH", "JH", "KD"}
    state = state.play("KD")
    assert texts(state) == {"AD", "JD"}
    # The ace of diamonds is now the highest red card.
    assert state.play("AD").turn == 2


def test_of_equal_cards_the_first_played_wins() -> None:
    """In a doubled pack the second ace does not beat the first."""
    text = PLAIN.replace("{ranks: [J, Q, K, A], suits: [D, H, S]}", "{packs: 2, ranks: [K, A], suits: [H, S]}").replace(
        "{count: 3}", "{count: 2}").replace("values: {default: 0, 1: [JD, JH, JS], 5: [QS]}", "values: {default: 0}")
    game = tilegames.loads(text)
    state = game.new_state(deal=game.deal(hands=[["AH", "KH", "AS", "KS"]], dealer=0))
    assert after(state, "AH AH").turn == 1
    assert after(state, "KH AH").turn == 0


def test_pieces_without_suits_rank_in_the_order_of_the_set() -> None:
    """Without ``tiles.suits`` all pieces are one suit, ranked as the set lists them."""
    text = PLAIN.replace("{cards: {ranks: [J, Q, K, A], suits: [D, H, S]}}", "{pieces: [mouse, cat, dog]}").replace(
        "tiles: {suits: printed, values: {default: 0, 1: [JD, JH, JS], 5: [QS]}}\n", "").replace("each: 4", "each: 1")
    game = tilegames.loads(text)
    state = game.new_state(deal=game.deal(hands=[["cat"], ["dog"], ["mouse"]], dealer=2))
    state = after(state, "cat dog mouse")
    assert state.scores == (0, 1, 0)


# Dominoes in tricks

DOMINOES = """
tilegames: 1
game: made-up-moon
about: {title: Made-up moon, family: trick-taking, source: made up for this test}
players: {count: 2}
set: {dominoes: double-3}
tiles: {suits: ends, lead_suit: high_end, rank_in_suit: [double, other_end]}
deal: {each: 5}
phases: {tricks: {leader: left_of_dealer}}
scoring: {points: {per_trick: 1}, taken: yes}
match: {first_dealer: random, until: {rounds: 1}}
"""


def dominoes(text: str = DOMINOES) -> State:
    """Seat 0 leads."""
    game = tilegames.loads(text)
    hands = [["3-1", "2-0", "0-0", "2-2", "1-0"], ["3-2", "3-0", "1-1", "3-3", "2-1"]]
    return game.new_state(deal=game.deal(hands=hands, dealer=1))


def test_a_tile_led_asks_for_its_high_end() -> None:
    """The 3-1 asks for threes; the other side has three of them, the double highest."""
    state = after(dominoes(), "3-1")
    assert texts(state) == {"3-2", "3-0", "3-3"}
    assert [after(state, tile).turn for tile in ("3-2", "3-0", "3-3")] == [1, 0, 1]


def test_a_tile_led_may_ask_for_its_low_end() -> None:
    """Under low_end the 3-1 asks for ones, of which the double is highest."""
    state = after(dominoes(DOMINOES.replace("high_end", "low_end")), "3-1")
    assert texts(state) == {"1-1", "2-1"}
    assert [after(state, tile).turn for tile in ("1-1", "2-1")] == [1, 0]


def test_rank_by_pips() -> None:
    """Ranked by pips alone, the 3-1 is higher than the 3-0 and lower than the 3-2 and the double three."""
    state = after(dominoes(DOMINOES.replace("[double, other_end]", "pips")), "3-1")
    assert [after(state, tile).turn for tile in ("3-2", "3-0", "3-3")] == [1, 0, 1]
    # Twos: with pips 2-2 is the highest; as a plain tile ranked by the other end it lies between 2-3 and 2-1.
    low_double = dominoes(DOMINOES.replace("[double, other_end]", "other_end"))
    assert after(low_double, "2-2 3-2").turn == 1
    assert after(low_double, "2-2 2-1").turn == 0


# Case A05: the effective suit in Texas 42


def test_a_trump_is_not_a_six() -> None:
    """A05 (a): trump fours, 6-2 led, hand 6-1 6-4 2-2: only the 6-1 follows."""
    game = tilegames.load("texas-42")
    state = game.position(trump="fours", led=["6-2"], hand=["6-1", "6-4", "2-2"])
    assert texts(state) == {"6-1"}
    assert [state.why_illegal(tile).code for tile in ("6-4", "2-2")] == ["must-follow", "must-follow"]


def test_who_holds_no_suit_led_may_trump_or_not() -> None:
    """A05 (b): trump fours, 6-2 led, hand 6-4 2-2: both; the low end of the tile led asks for nothing."""
    game = tilegames.load("texas-42")
    assert texts(game.position(trump="fours", led=["6-2"], hand=["6-4", "2-2"])) == {"6-4", "2-2"}


def test_a_trump_takes_the_trick() -> None:
    """A05 (c): trump fours, trick 6-2, 6-6, 6-4, 2-2: the 6-4 wins, which is worth 1 + 10."""
    state = tilegames.load("texas-42").position(trump="fours", trick=["6-2", "6-6", "6-4", "2-2"])
    trick = next(event for event in state.events if event.kind == "trick")
    assert (trick.seat, trick.value) == (2, 11)


def test_the_order_of_trumps() -> None:
    """A05: 4-4 > 6-4 > 5-4 > 4-3 > 4-2 > 4-1 > 4-0, each of which beats any other tile."""
    game = tilegames.load("texas-42")
    order = ["4-4", "6-4", "5-4", "4-3", "4-2", "4-1", "4-0"]
    for higher, lower in pairwise(order):
        state = game.position(trump="fours", trick=["6-6", lower, higher, "6-5"])
        assert next(event for event in state.events if event.kind == "trick").seat == 2


def test_a_round_of_42_is_42_points() -> None:
    """A05 (d): 35 count and 7 tricks, whoever takes them."""
    game = tilegames.load("texas-42")
    for seed in range(10):
        taken = None
        for state in game.playout(seed=seed, max_moves=60).states():
            if state.round > 0 or state.is_over:
                break
            taken = state
        rest = sum(game.flow.phases[2].values[piece] for hand in taken._table.hands
                   for piece in game.pieces.pieces_of(hand))
        rest += sum(game.flow.phases[2].values[piece] for piece in taken._table.trick)
        assert sum(taken.view(None).points) + 1 + rest == 42


# Sets in which texts could go astray


@pytest.mark.parametrize("pieces", ["[sun, Sun, moon, Moon, star, Star]", "['red 1', 'red 2', 'red 3']",
                                    "['a=1', 'b=2', 'c,d', '# e', 'f: g', h]", "[pass, end, deal, '0', '1', game]"])
def test_odd_names_of_pieces_survive_text(pieces: str) -> None:
    """A set by a list may name its pieces as it likes: moves are read back, and so is a playthrough."""
    text = f"""
tilegames: 1
game: odd-names
about: {{title: Odd names, family: trick-taking, source: made up for this test}}
players: {{count: 3}}
set: {{pieces: {pieces}}}
deal: {{each: {1 if pieces.count(",") == 2 else 2}}}
phases: {{tricks: {{leader: left_of_dealer}}}}
scoring: {{points: {{per_trick: 1}}, taken: yes}}
match: {{first_dealer: random, until: {{rounds: 2}}}}
"""
    try:
        game = tilegames.loads(text)
    except tilegames.SpecError:
        return
    played = game.playout(seed=1)
    for state in played.states():
        assert [state.parse_move(str(move)) for move in state.legal_moves] == list(state.legal_moves)
    assert tilegames.Playthrough.parse(str(played), game=game) == played


@pytest.mark.parametrize("text", [
    PLAIN, FREE, VALUED, DOMINOES, DOMINOES.replace("high_end", "low_end"),
    PLAIN.replace("{ranks: [J, Q, K, A], suits: [D, H, S]}", "{packs: 2, ranks: [J, Q, K, A], jokers: 4}"),
    DOMINOES.replace("suits: ends, lead_suit: high_end", "suits: {doubles: [{double: yes}]}")],
    ids=["plain", "free", "valued", "dominoes", "low-end", "two-packs-and-jokers", "one-suit"])
def test_random_matches(text: str, play_random: Callable[..., list[State]]) -> None:
    """50 matches: as many tricks are taken as pieces were dealt to each."""
    tricks = 5 if "double-3" in text else 4
    for end in play_random(tilegames.loads(text)):
        assert sum(end.view(None).tricks) == tricks
