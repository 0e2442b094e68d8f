"""Naming trumps, and naming a seat for a role, in made-up card games."""

from collections.abc import Callable

import pytest

import tilegames
from tilegames import State

#: The seat left of the dealer must name a suit, or no trump, and leads.
TRUMPS = """
tilegames: 1
game: made-up-trumps
about: {title: Made-up trumps, family: trick-taking, source: made up for this test}
players: {count: 3}
set: {cards: {ranks: [J, Q, K, A], suits: [D, H, S]}}
tiles: {suits: printed, callable_suits: {jacks: [{rank: J}]}, trump_leaves_other_suits: yes}
deal: {each: 4}
phases:
  declare:
    by: left_of_dealer
    choose: {trump: [any_suit, jacks, none]}
  tricks: {leader: left_of_dealer}
scoring: {points: {per_trick: 1}, taken: yes}
match: {first_dealer: random, until: {rounds: 2}}
"""

#: The dealer names somebody else to lead the first trick.
LEADER = """
tilegames: 1
game: made-up-leader
about: {title: Made-up leader, family: trick-taking, source: made up for this test}
players: {count: 4, teams: across}
set: {cards: {ranks: [J, Q, K, A]}}
tiles: {suits: printed}
deal: {each: 4}
phases:
  choose: {role: leader, by: dealer, among: others}
  tricks: {leader: {chosen: leader}}
scoring: {points: {per_trick: 1}, taken: yes}
match: {first_dealer: random, next_dealer: right, until: {rounds: 2}}
"""


def texts(state: State) -> list[str]:
    """The legal moves as text."""
    return [str(move) for move in state.legal_moves]


def trumps(text: str = TRUMPS) -> State:
    """Seat 1 declares, and holds the jack of hearts, the king of hearts and two spades."""
    game = tilegames.loads(text)
    hands = [["QH", "AH", "JD", "QD"], ["JH", "KH", "QS", "KS"], ["JS", "AS", "KD", "AD"]]
    return game.new_state(deal=[game.deal(hands=hands, dealer=0), game.deal()])


# Declare


def test_who_declares_and_what() -> None:
    """Seat 1, left of the dealer, names a suit (in the order of the set), the jacks, or no trump; not nothing."""
    state = trumps()
    assert (state.turn, state.phase) == (1, "declare")
    assert texts(state) == ["diamonds", "hearts", "spades", "jacks", "no trump"]
    for said in ("undeclared", "pass", "clubs", ""):
        with pytest.raises(tilegames.InvalidMoveError, match="no-such-move"):
            state.play(said)


def test_a_card_is_of_no_use_before_trumps_are_named() -> None:
    """Playing a card is a move of another phase; and naming trumps is one when cards are played."""
    state = trumps()
    assert state.why_illegal("KH").code == "wrong-phase"
    assert state.play("hearts").why_illegal("hearts").code == "wrong-phase"


def test_the_named_suit_beats_the_suit_led() -> None:
    """Diamonds are trump: the king of hearts is led, seat 2 has no heart and trumps it, seat 0 follows with the ace."""
    state = trumps().play("diamonds")
    assert (state.phase, state.turn, state.view(None).trump) == ("tricks", 1, "diamonds")
    state = state.play("KH").play("KD").play("AH")
    assert (state.turn, state.view(None).tricks) == (2, (0, 0, 1))


def test_without_trumps_the_suit_led_wins() -> None:
    """The same cards under no trump: the ace of hearts takes them."""
    state = trumps().play("no trump").play("KH").play("KD").play("AH")
    assert (state.turn, state.view(None).trump) == (0, "none")


def test_a_suit_that_exists_only_as_trump_leaves_the_others() -> None:
    """Jacks are trump: the jack of hearts is no heart, so who holds only it may play anything to a heart."""
    state = trumps().play("jacks").play("KH").play("JS")
    assert texts(state) == ["QH", "AH"]
    state = state.play("AH")
    assert state.turn == 2
    # Seat 2 leads a diamond; seat 0 must follow with the queen, for its jack of diamonds is a trump and no diamond.
    state = state.play("AD")
    assert texts(state) == ["QD"]
    assert state.why_illegal("JD").code == "must-follow"
    # Seat 1 has no diamond and may play its jack.
    assert texts(state.play("QD")) == ["JH", "QS", "KS"]


def test_a_jack_led_asks_for_jacks() -> None:
    """Under jacks a jack led asks for jacks; without trumps it asks for its printed suit."""
    state = trumps().play("jacks").play("JH")
    assert texts(state) == ["JS"]
    assert texts(trumps().play("no trump").play("JH")) == ["KD", "AD", "JS", "AS"]


def test_what_may_not_be_named_is_no_move() -> None:
    """Only what the spec lists can be named."""
    state = trumps(TRUMPS.replace("[any_suit, jacks, none]", "[hearts, none]"))
    assert texts(state) == ["hearts", "no trump"]
    with pytest.raises(tilegames.InvalidMoveError):
        state.parse_move("spades")


def test_a_suit_that_is_listed_twice_is_offered_once() -> None:
    """A suit that any_suit already names is no second choice (A02: no duplicate in the list of legal moves)."""
    try:
        state = trumps(TRUMPS.replace("[any_suit, jacks, none]", "[hearts, any_suit, hearts]"))
    except tilegames.SpecError:
        return
    assert sorted(texts(state)) == ["diamonds", "hearts", "spades"]


def test_silence_leaves_trumps_to_the_first_lead() -> None:
    """With if_silent there is one more move; the suit of the first card led is then trump, also in later tricks."""
    state = trumps(TRUMPS.replace("choose: {trump", "if_silent: suit_of_first_lead\n    choose: {trump"))
    assert texts(state)[-1] == "undeclared"
    state = state.play("undeclared")
    assert state.view(None).trump is None
    state = state.play("KS")
    assert state.view(None).trump == "spades"
    state = state.play("AS").play("QD")
    # Seat 2 leads the ace of diamonds and seat 0 follows; seat 1 has no diamond and trumps with its last spade.
    state = state.play("AD").play("JD").play("QS")
    assert (state.turn, state.view(None).tricks) == (1, (0, 1, 1))


def test_a_first_lead_without_a_suit_makes_nothing_trump() -> None:
    """Where the first lead decides and is a joker, which belongs to no suit, there is no trump in that round."""
    text = TRUMPS.replace("suits: [D, H, S]}}", "suits: [D, H, S], jokers: 1}}").replace(
        "choose: {trump", "if_silent: suit_of_first_lead\n    choose: {trump").replace(
        "{each: 4}", "{each: 4, rest: aside}")
    try:
        game = tilegames.loads(text)
    except tilegames.SpecError:
        return
    hands = [["QH", "AH", "JD", "QD"], ["joker", "KH", "QS", "KS"], ["JS", "AS", "KD", "AD"]]
    state = game.new_state(deal=[game.deal(hands=hands, dealer=0), game.deal()])
    state = state.play("undeclared").play("joker")
    assert (state.turn, state.view(None).trump) == (2, "none")
    assert texts(state) == ["KD", "AD", "JS", "AS"]
    while state.round == 0:
        state = state.play(state.legal_moves[0])


def test_each_round_is_declared_anew() -> None:
    """The trumps of a round end with it; the next declarer sits left of the next dealer."""
    state = trumps().play("hearts")
    while state.round == 0:
        state = state.play(state.legal_moves[0])
    assert (state.phase, state.turn, state.view(None).trump) == ("declare", 2, None)


# Choose


def leader(among: str = "others", dealer: int = 0) -> State:
    """A match in which a seat deals and so names the leader."""
    game = tilegames.loads(LEADER.replace("among: others", f"among: {among}"))
    return game.new_state(deal=[game.deal(dealer=dealer), game.deal()])


@pytest.mark.parametrize(("among", "dealer", "seats"), [
    ("others", 0, [1, 2, 3]), ("others", 2, [0, 1, 3]), ("all", 3, [0, 1, 2, 3]), ("own_side", 1, [1, 3]),
    ("own_side", 2, [0, 2])])
def test_who_may_be_named(among: str, dealer: int, seats: list[int]) -> None:
    """All others, all, or the two of one's own side; in the order of the seats."""
    state = leader(among, dealer)
    assert (state.turn, state.phase) == (dealer, "choose")
    assert texts(state) == [f"seat {seat}" for seat in seats]
    assert [move.value for move in state.legal_moves] == seats


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_who_is_named_leads(seat: int) -> None:
    """The chosen seat begins the tricks; "seat 2" can be written "2"."""
    state = leader().play(str(seat))
    assert (state.phase, state.turn) == ("tricks", seat)
    assert state.history[0].value == seat


def test_who_may_not_be_named() -> None:
    """Oneself, where others must be named; a seat that there is not is no move at all."""
    state = leader(dealer=2)
    reason = state.why_illegal("seat 2")
    assert (reason.code, reason.place.line) == ("not-to-choose", 10)
    assert "seat 0 or 1 or 3" in reason.sentence
    assert state.why_illegal("seat 4").code == "no-such-move"
    assert leader("own_side").why_illegal("seat 1").code == "not-to-choose"


def test_two_roles_are_two_seats() -> None:
    """Two choices in a row: each role keeps its own seat, whoever is named for the other."""
    text = LEADER.replace("  tricks:", "  judge: {kind: choose, role: judge, by: dealer, among: all}\n  tricks:")
    game = tilegames.loads(text)
    state = game.new_state(deal=game.deal(dealer=0)).play("seat 3")
    assert state.phase == "judge"
    assert state.play("seat 1").turn == 3
    other = tilegames.loads(text.replace("{chosen: leader}", "{chosen: judge}"))
    assert other.new_state(deal=other.deal(dealer=0)).play("seat 3").play("seat 1").turn == 1


def test_the_chooser_is_the_dealer_of_each_round() -> None:
    """The deal goes to the right here: seat 0, then seat 3."""
    state = leader().play("seat 1")
    while state.round == 0:
        state = state.play(state.legal_moves[0])
    assert (state.phase, state.turn) == ("choose", 3)


@pytest.mark.parametrize("text", [
    TRUMPS, TRUMPS.replace("choose: {trump", "if_silent: suit_of_first_lead\n    choose: {trump"),
    TRUMPS.replace("trump_leaves_other_suits: yes", "trump_leaves_other_suits: no"),
    LEADER, LEADER.replace("among: others", "among: own_side")], ids=["trumps", "silent", "stays", "leader", "side"])
def test_random_matches(text: str, play_random: Callable[..., list[State]]) -> None:
    """50 matches; every trick is won by somebody, so two rounds of four tricks are eight points."""
    for end in play_random(tilegames.loads(text)):
        assert sum(end.scores) == 8


# What only some bids allow

#: Three players; the highest bidder names trumps or one of two contracts.
CONTRACTS = """
tilegames: 1
game: made-up-choices
about: {title: Made-up choices, family: trick-taking, source: made up for this test}
players: {count: 3}
set: {cards: {ranks: [J, Q, K, A], suits: [D, H, S]}}
tiles: {suits: printed, callable_suits: {jacks: [{rank: J}]}, trump_leaves_other_suits: yes}
deal: {each: 4}
phases:
  auction:
    bids: {tricks: {range: 1..3, stake: amount}, solo: {range: 4, say: solo, stake: 8}}
    turns: one_each
    all_pass: dealer_must_bid
  declare: {by: auction_winner, choose: {trump: [hearts, none]}, if_silent: suit_of_first_lead}
  tricks: {leader: declarer}
contracts:
  own: {needs: bid.stake > 1 and bid.kind == 'tricks', tiles: {own_suits: [jacks]}}
  all: {needs: bid.target == 4 or bid.forced, say: all or nothing, made_if: declarers.tricks == 4}
scoring: {contract: {made_if: declarers.tricks >= bid.target, made: {declarers: bid.stake}}}
match: {first_dealer: random, until: {rounds: 1}}
"""


def won(*bids: str) -> State:
    """Seat 0 deals, so seat 1 speaks first; some bids are made."""
    game = tilegames.loads(CONTRACTS)
    state = game.new_state(deal=game.deal(dealer=0), seed=0)
    for bid in bids:
        state = state.play(bid)
    assert state.phase == "declare"
    return state


@pytest.mark.parametrize(("bids", "offered"), [
    (("1 tricks", "pass", "pass"), set()),
    (("2 tricks", "pass", "pass"), {"own"}),
    (("2 tricks", "3 tricks", "pass"), {"own"}),
    (("pass", "pass", "1 tricks"), {"all or nothing"}),
    (("pass", "pass", "2 tricks"), {"own", "all or nothing"}),
    (("pass", "1 tricks", "2 tricks"), {"own"}),
    (("pass", "solo", "pass"), {"all or nothing"}),
    (("pass", "1 tricks", "pass"), set()),
])
def test_which_contracts_a_bid_allows(bids: tuple[str, ...], offered: set[str]) -> None:
    """By its stake and kind, by its target, and by whether it was forced; trumps and silence are always there."""
    assert set(texts(won(*bids))) == {"hearts", "no trump", "undeclared"} | offered


def test_what_a_bid_does_not_allow_is_refused_with_the_bid() -> None:
    """The reason names the bid and what was wanted; what is no contract is no move."""
    state = won("1 tricks", "pass", "pass")
    reason = state.why_illegal("all or nothing")
    assert (reason.code, reason.sentence) == ("bid-too-low", "the bid of 1 tricks does not allow all or nothing")
    for said in ("all", "spades", "jacks"):
        with pytest.raises(tilegames.InvalidMoveError):
            state.play(said)


def test_a_contract_is_declared_and_stands() -> None:
    """The event tells everybody, the view has it by its name, and the next trump is that of no trump."""
    state = won("pass", "solo", "pass").play("all or nothing")
    assert (state.turn, state.view(None).declared, state.view(None).trump) == (2, "all", "none")
    assert [event.kind for event in state.view(0).events] == ["declare"]


def test_a_silent_lead_brings_no_contract() -> None:
    """Undeclared: the lead's suit is trump, and nothing special is in force; a jack is of its printed suit."""
    state = won("3 tricks", "pass", "pass").play("undeclared")
    assert (state.view(None).declared, state.view(None).trump) == (None, None)
    card = str(state.legal_moves[0])
    state = state.play(card)
    assert state.view(None).trump == {"D": "diamonds", "H": "hearts", "S": "spades"}[card[-1]]


def test_random_matches_with_contracts(play_random: Callable[..., list[State]]) -> None:
    """50 matches under the invariants of every game."""
    play_random(tilegames.loads(CONTRACTS))
