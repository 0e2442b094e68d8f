"""Auctions of made-up card games: who speaks, what may be said, who wins, and what happens when nobody bids."""

import pickle
from collections.abc import Callable, Mapping

import pytest

import tilegames
from tilegames import Game, State

#: Three players, five cards each of a pack of sixteen; the highest bidder must take so many tricks.
WHIST = """
tilegames: 1
game: made-up-whist
about: {title: Made-up whist, family: trick-taking, source: made up for this test}
players: {count: 3}
set: {cards: {ranks: [J, Q, K, A]}}
tiles: {suits: printed}
deal: {each: 5, rest: aside}
phases:
  auction:
    turns: until_others_pass
    bids:
      tricks: {range: 2..3, stake: amount}
      slam: {range: 5, stake: 10, say: slam}
    all_pass: redeal
  tricks: {leader: auction_winner, follow: must_if_able}
scoring:
  contract:
    made_if: declarers.tricks >= bid.target
    made: {declarers: bid.stake}
    failed: {declarers: -bid.stake, opponents: 1}
match: {first_dealer: random, until: {rounds: 3}}
"""

#: One turn each, and bids that may only be topped by one.
LADDER = (WHIST.replace("until_others_pass", "one_each")
          .replace("tricks: {range: 2..3, stake: amount}", "tricks: {range: 1..2, then: +1, stake: amount}")
          .replace("      slam: {range: 5, stake: 10, say: slam}\n", ""))


def texts(state: State) -> list[str]:
    """The legal moves as text."""
    return [str(move) for move in state.legal_moves]


def say(state: State, *bids: str) -> State:
    """Makes some bids, one seat after the other."""
    for bid in bids:
        state = state.play(bid)
    return state


def code(state: State, move: str) -> str | None:
    """The code of the reason why a move is illegal; None if it is legal."""
    reason = state.why_illegal(move)
    return None if reason is None else reason.code


def dealt(text: str = WHIST, *, dealer: int = 0, rounds: int = 1) -> State:
    """A match of a game in which a seat deals first."""
    game = tilegames.loads(text)
    return game.new_state(deal=[game.deal(dealer=dealer)] * rounds)


# Round and round until all others have passed


def test_the_seat_left_of_the_dealer_speaks_first_and_may_say_anything() -> None:
    """Play goes clockwise, so seat 1 sits to the left of seat 0; a slam may be jumped to."""
    state = dealt(dealer=0)
    assert (state.turn, state.phase) == (1, "auction")
    assert texts(state) == ["pass", "2 tricks", "3 tricks", "slam"]
    assert [move.value for move in state.legal_moves] == [None, 2, 3, 5]


def test_left_of_the_dealer_when_play_goes_counterclockwise() -> None:
    """Seats are numbered in the order of play: who sits to the left of seat 0 then is the one before, seat 2."""
    state = dealt(WHIST.replace("players: {count: 3}", "players: {count: 3, turn: counterclockwise}"), dealer=0)
    assert state.turn == 2


def test_only_higher_bids_are_left_over_a_bid() -> None:
    """After 3 tricks only the slam is higher; the kinds of bids stand in the order written."""
    state = say(dealt(), "2 tricks")
    assert (state.turn, texts(state)) == (2, ["pass", "3 tricks", "slam"])
    assert code(state, "2 tricks") == "must-raise"
    state = state.play("3 tricks")
    assert (state.turn, texts(state)) == (0, ["pass", "slam"])
    assert [code(state, bid) for bid in ("2 tricks", "3 tricks")] == ["must-raise", "must-raise"]
    assert "higher than 3 tricks" in state.why_illegal("2 tricks").sentence


def test_who_has_passed_is_out_and_the_auction_ends_when_all_others_have() -> None:
    """Seat 2 passes; then only 1 and 0 raise one another, until 1 passes; 0 has won it and leads."""
    state = say(dealt(), "2 tricks", "pass", "3 tricks")
    assert (state.turn, state.phase) == (1, "auction")
    state = state.play("pass")
    assert (state.phase, state.turn) == ("tricks", 0)
    assert state.view(None).contract == (0, "3 tricks")
    assert state.view(None).bids == ((1, "2 tricks"), (2, "pass"), (0, "3 tricks"), (1, "pass"))


def test_who_has_bid_must_be_overbid_before_the_turn_comes_again() -> None:
    """A bid, then two passes: nobody is left to raise, and the bidder is not asked again."""
    state = say(dealt(), "2 tricks", "pass", "pass")
    assert (state.phase, state.turn) == ("tricks", 1)


def test_the_last_seat_may_still_bid_when_all_before_it_have_passed() -> None:
    """Two passes do not end an auction without a bid."""
    state = say(dealt(), "pass", "pass")
    assert (state.turn, texts(state)) == (0, ["pass", "2 tricks", "3 tricks", "slam"])
    state = state.play("2 tricks")
    assert (state.phase, state.turn) == ("tricks", 0)


def test_nothing_is_higher_than_the_top_of_the_ladder() -> None:
    """Over the slam everybody can only pass."""
    state = say(dealt(), "slam")
    assert texts(state) == ["pass"]
    assert (state := state.play("pass")).turn == 0
    assert texts(state) == ["pass"]


def test_other_words_for_a_bid() -> None:
    """The amount with its kind, the kind's first letter, or without its s; never ambiguous."""
    state = dealt()
    assert [str(state.parse_move(said)) for said in ("3 tricks", "3t", "3 trick", "3 TRICKS", "5 slam", "SLAM")] == [
        "3 tricks", "3 tricks", "3 tricks", "3 tricks", "slam", "slam"]
    for said in ("4 tricks", "tricks", "", "3"):
        with pytest.raises(tilegames.InvalidMoveError, match="no-such-move"):
            state.parse_move(said)


def test_a_card_cannot_be_played_while_the_auction_goes_on() -> None:
    """A move of another phase is told as that, with its phase."""
    state = dealt()
    reason = state.why_illegal("AS")
    assert reason.code == "wrong-phase"
    assert "tricks" in reason.sentence


def test_a_bid_that_looks_like_a_tile_is_read_back() -> None:
    """The text of every legal bid names that bid, even where it could be a tile or a card."""
    for shape in ("'{amount}-5'", "'{amount}/9 of it'", "'bid:  {amount}'", "'{amount}s'"):
        state = dealt(WHIST.replace("tricks: {range: 2..3, stake: amount}",
                                    f"tricks: {{range: 2..3, stake: amount, say: {shape}}}"))
        assert [state.parse_move(str(move)) for move in state.legal_moves] == list(state.legal_moves)


# Nobody bids


def test_all_pass_and_the_next_dealer_deals() -> None:
    """Nothing is scored; the cards are dealt anew and the deal has moved to the left."""
    game = tilegames.loads(WHIST)
    second = game.deal(hands=[["AS", "KS", "QS", "JS", "AH"]])
    state = game.new_state(deal=[game.deal(dealer=1), second])
    assert state.turn == 2
    state = say(state, "pass", "pass", "pass")
    assert (state.round, state.phase, state.turn, state.scores) == (1, "auction", 0, (0, 0, 0))
    assert state.view(0).dealer == 2
    assert state.view(0).hand == ("AH", "JS", "QS", "KS", "AS")
    assert state.score_events == ()
    assert [event.kind for event in state.events][:2] == ["pass", "round"]


def test_the_dealer_must_bid_something() -> None:
    """With dealer_must_bid a pass is taken away from the dealer when all others have passed, and from nobody else."""
    state = say(dealt(WHIST.replace("all_pass: redeal", "all_pass: dealer_must_bid")), "pass")
    assert "pass" in texts(state)
    state = state.play("pass")
    assert (state.turn, texts(state)) == (0, ["2 tricks", "3 tricks", "slam"])
    reason = state.why_illegal("pass")
    assert (reason.code, reason.place.line) == ("must-bid", 15)
    assert state.play("2 tricks").phase == "tricks"


def test_the_dealer_may_pass_when_somebody_has_bid() -> None:
    """The duty is only that of the last one."""
    state = say(dealt(WHIST.replace("all_pass: redeal", "all_pass: dealer_must_bid")), "pass", "2 tricks")
    assert texts(state) == ["pass", "3 tricks", "slam"]


@pytest.mark.parametrize("all_pass", ["dealer_must_bid", "{dealer_bids: {tricks: 3}}"])
@pytest.mark.parametrize("bidder", [0, 1, 2])
def test_the_duty_of_the_dealer_is_no_reason_when_somebody_has_bid(all_pass: str, bidder: int) -> None:
    """Whoever has bid, seat 0 too: the dealer may pass, and a bid too low is refused for that."""
    state = dealt(WHIST.replace("all_pass: redeal", f"all_pass: {all_pass}"), dealer=(bidder + 2) % 3)
    assert state.turn == bidder
    state = say(state, "3 tricks", "pass")
    assert state.turn == (bidder + 2) % 3
    assert texts(state) == ["pass", "slam"]
    assert [code(state, said) for said in ("2 tricks", "3 tricks")] == ["must-raise", "must-raise"]


@pytest.mark.parametrize("turns", ["one_each", "until_others_pass"])
def test_the_dealer_must_bid_just_this(turns: str) -> None:
    """With dealer_bids there is one bid, and every other move has the reason."""
    text = WHIST.replace("all_pass: redeal", "all_pass: {dealer_bids: {tricks: 3}}").replace("until_others_pass", turns)
    state = say(dealt(text), "pass", "pass")
    assert (state.turn, texts(state)) == (0, ["3 tricks"])
    assert [code(state, said) for said in ("pass", "2 tricks", "slam", "3 tricks")] == [
        "forced-bid", "forced-bid", "forced-bid", None]
    assert "must bid 3 tricks" in state.why_illegal("pass").sentence
    assert state.play("3 tricks").view(None).contract == (0, "3 tricks")


@pytest.mark.parametrize("turns", ["one_each", "until_others_pass"])
@pytest.mark.parametrize(("first", "way"), [
    ("dealer", "clockwise"), ("right_of_dealer", "clockwise"), ("left_of_dealer", "counterclockwise")])
def test_the_dealer_must_bid_wherever_the_bidding_began(first: str, way: str, turns: str) -> None:
    """If nobody bids, the dealer must, also where the dealer has spoken before others: nobody's pass ends the round."""
    text = WHIST.replace("    turns: until_others_pass", f"    first: {first}\n    turns: {turns}").replace(
        "all_pass: redeal", "all_pass: dealer_must_bid").replace("{count: 3}", f"{{count: 3, turn: {way}}}")
    try:
        state = dealt(text, rounds=2)
    except tilegames.SpecError:
        return
    for _ in range(3):
        if "pass" in texts(state):
            state = state.play("pass")
    assert (state.round, state.turn) == (0, 0)
    assert texts(state) == ["2 tricks", "3 tricks", "slam"]


# One turn each


def test_one_turn_each_ends_after_the_last_seat() -> None:
    """Seat 0, the dealer, speaks last; then the auction is over, whoever has bid."""
    state = say(dealt(LADDER), "1 tricks", "2 tricks")
    assert state.turn == 0
    state = state.play("pass")
    assert (state.phase, state.turn) == ("tricks", 2)


def test_above_the_range_only_one_more_than_the_bid_before() -> None:
    """1 and 2 can be said at any time, 3 only over 2, 4 only over 3."""
    state = dealt(LADDER)
    assert texts(state) == ["pass", "1 tricks", "2 tricks"]
    assert [code(state, said) for said in ("3 tricks", "4 tricks")] == ["jump-too-high", "jump-too-high"]
    after_one = state.play("1 tricks")
    assert texts(after_one) == ["pass", "2 tricks"]
    assert code(after_one, "3 tricks") == "jump-too-high"
    assert code(after_one, "1 tricks") == "must-raise"
    after_two = state.play("2 tricks")
    assert texts(after_two) == ["pass", "3 tricks"]
    assert texts(after_two.play("3 tricks")) == ["pass", "4 tricks"]
    assert "only over 2 tricks" in after_one.why_illegal("3 tricks").sentence


def test_the_ladder_goes_as_high_as_all_seats_can_raise_it() -> None:
    """Three seats can go past the range twice: 2, 3, 4, and there is no 5."""
    state = say(dealt(LADDER), "2 tricks", "3 tricks", "4 tricks")
    assert state.view(None).contract == (0, "4 tricks")
    with pytest.raises(tilegames.InvalidMoveError):
        dealt(LADDER).parse_move("5 tricks")


def test_two_auctions_in_a_round() -> None:
    """Refused, or each has its ladder: what was said and won in the second is told in the words of the second."""
    text = WHIST.replace("  tricks: {leader", """  second: {kind: auction, bids: {points: {range: 1..9}}}
  tricks: {leader""")
    try:
        state = dealt(text, dealer=2)
    except tilegames.SpecError:
        return
    state = say(state, "2 tricks", "pass", "pass")
    assert (state.phase, state.turn) == ("second", 0)
    state = say(state, "9 points", "pass", "pass")
    assert state.phase == "tricks"
    view = state.view(0)
    assert (view.contract, view.bids) == ((0, "9 points"), ((0, "9 points"), (1, "pass"), (2, "pass")))
    assert pickle.loads(pickle.dumps(state)).view(0) == view


# The contract


def hands() -> Mapping[str, object]:
    """Seat 1 holds the four aces and the king of spades and takes all five tricks when it leads."""
    return {"hands": [["KC", "QC", "JC", "KD", "QD"], ["AC", "AD", "AH", "AS", "KS"], ["JD", "KH", "QH", "JH", "QS"]]}


def finish(state: State) -> State:
    """Plays a round's cards, each time the first that is legal."""
    number = state.round
    while not state.is_over and state.round == number:
        state = state.play(state.legal_moves[0])
    return state


def match_of(game: Game) -> State:
    """A match whose first deal is that of ``hands``, dealt by seat 0, with two more deals."""
    return game.new_state(deal=[game.deal(**hands(), dealer=0), game.deal(), game.deal()])


def test_a_made_contract_is_scored_by_its_stake() -> None:
    """Seat 1 bids the slam and takes five tricks: ten points, and nothing for the others."""
    state = finish(say(match_of(tilegames.loads(WHIST)), "slam", "pass", "pass"))
    assert state.scores == (0, 10, 0)
    assert [(event.side, event.amount, event.rule) for event in state.score_events] == [(1, 10, "made")]


def test_a_failed_contract_costs_the_bidder_and_pays_the_others() -> None:
    """Seat 2 bids 3 tricks, leads the queen of spades and finds both spades above it with seat 1."""
    state = say(match_of(tilegames.loads(WHIST)), "pass", "3 tricks", "pass")
    assert state.turn == 2
    for card in ("QS", "KC", "AS", "KS", "JD", "KD", "AC", "KH", "QC", "AD", "JH", "QD"):
        state = state.play(card)
    assert state.scores == (0, 0, 0)
    state = finish(state)
    assert state.scores == (1, 1, -3)
    assert {event.rule for event in state.score_events} == {"failed"}


@pytest.mark.parametrize("text", [
    WHIST,
    LADDER,
    WHIST.replace("all_pass: redeal", "all_pass: dealer_must_bid"),
    WHIST.replace("all_pass: redeal", "all_pass: {dealer_bids: {tricks: 2}}"),
    LADDER.replace("all_pass: redeal", "all_pass: dealer_must_bid"),
    WHIST.replace("players: {count: 3}", "players: {count: 4, teams: across}").replace("each: 5", "each: 4"),
], ids=["whist", "ladder", "must-bid", "bids-2", "ladder-must-bid", "teams"])
def test_random_matches(text: str, play_random: Callable[..., list[State]]) -> None:
    """50 matches: no card is lost, every state has a move, every text is read back, the scores are sums."""
    for end in play_random(tilegames.loads(text)):
        assert end.outcome.termination == "rounds"
        assert end.round == 2


# Bids that are level with others, come first of all, or need a hand

#: Four players, four cards each of sixteen. "slam" and "grand" are level with tricks of the same amount.
LEVELS = """
tilegames: 1
game: made-up-levels
about: {title: Made-up levels, family: trick-taking, source: made up for this test}
players: {count: 4, teams: across}
set: {cards: {ranks: [J, Q, K, A], suits: [C, D, H, S]}}
tiles: {suits: printed, values: {default: 0, 4: [AC, AD, AH, AS], 1: [JC]}}
deal: {each: 4}
phases:
  auction:
    turns: one_each
    bids:
      tricks: {range: 1..2, then: +1, target: 2 * amount, stake: 10 * amount}
      slam: {range: 3..3, level_of: tricks, only: before_any_bid, needs: hand.value >= 8, say: slam}
      grand: {range: 2..3, level_of: tricks, needs: hand.value == 16, stake: 100}
    all_pass: redeal
  tricks: {leader: auction_winner}
scoring: {contract: {made_if: declarers.tricks >= bid.target, made: {declarers: bid.stake}}}
match: {first_dealer: random, until: {rounds: 1}}
"""
ACES = [["AC", "AD", "AH", "AS"], ["KC", "KD", "KH", "KS"], ["QC", "QD", "QH", "QS"], ["JC", "JD", "JH", "JS"]]
TWO = [["AC", "AD", "JH", "JS"], ["KC", "KD", "KH", "KS"], ["AH", "AS", "QC", "QD"], ["JC", "JD", "QH", "QS"]]


def at(text: str, hands: list[list[str]], *bids: str, dealer: int = 3) -> State:
    """A match in which the seat after the dealer speaks first, with some hands."""
    game = tilegames.loads(text)
    return say(game.new_state(deal=game.deal(hands=hands, dealer=dealer)), *bids)


def test_a_bid_may_need_a_hand() -> None:
    """Seat 0 with four aces may say all; seat 1 without any may not, and hears why."""
    state = at(LEVELS, ACES)
    assert texts(state) == ["pass", "1 tricks", "2 tricks", "slam", "2 grand", "3 grand"]
    state = state.play("pass")
    assert texts(state) == ["pass", "1 tricks", "2 tricks"]
    assert [code(state, bid) for bid in ("slam", "2 grand")] == ["hand-too-weak", "hand-too-weak"]
    assert state.why_illegal("slam").sentence == "this hand may not bid slam"


def test_the_answer_about_a_hand_is_about_the_hand_of_who_asks() -> None:
    """Two aces are eight: enough for a slam, not for a grand; the hands of others say nothing."""
    one, two = at(LEVELS, TWO), at(LEVELS, [TWO[0], TWO[2], TWO[1], TWO[3]])
    assert texts(one) == texts(two) == ["pass", "1 tricks", "2 tricks", "slam"]
    assert code(one, "3 grand") == "hand-too-weak"
    assert str(one.why_illegal("3 grand")) == str(two.why_illegal("3 grand"))


def test_a_bid_that_opens_only() -> None:
    """Before anybody has bid: passes do not count, any bid does."""
    assert "slam" in texts(at(LEVELS, TWO, "pass", "pass"))
    state = at(LEVELS, TWO, "1 tricks", "pass")
    assert (state.turn, texts(state)) == (2, ["pass", "2 tricks"])
    assert code(state, "slam") == "opening-only"
    assert "only before anybody has bid" in state.why_illegal("slam").sentence


def test_level_bids_do_not_top_one_another() -> None:
    """A slam is as high as three tricks: four tricks top it, three tricks and three grand do not."""
    state = at(LEVELS, TWO, "slam")
    assert texts(state) == ["pass", "4 tricks"]
    assert [code(state, bid) for bid in ("3 tricks", "3 grand", "2 tricks", "5 tricks")] == [
        "must-raise", "must-raise", "must-raise", "jump-too-high"]
    state = at(LEVELS, [ACES[1], ACES[0], ACES[2], ACES[3]], "2 tricks")
    assert texts(state) == ["pass", "3 tricks", "3 grand"]
    assert code(state, "2 grand") == "must-raise"


def test_a_level_bid_has_the_worth_of_the_other_unless_it_says_its_own() -> None:
    """A slam is worth what three tricks are; a grand says its own stake, and has the target of its tricks."""
    ladder = {bid.text: (bid.target, bid.stake, bid.kind, bid.amount)
              for bid in tilegames.loads(LEVELS).flow.phases[0].ladder}
    assert ladder["3 tricks"] == (6, 30, "tricks", 3)
    assert ladder["slam"] == (6, 30, "slam", 3)
    assert ladder["2 grand"] == (4, 100, "grand", 2)
    assert ladder["3 grand"] == (6, 100, "grand", 3)


def test_the_ladder_reaches_above_level_bids() -> None:
    """A slam of three can be topped three times by the other seats: 4, 5, 6."""
    state = at(LEVELS, TWO, "slam", "4 tricks", "5 tricks")
    assert texts(state) == ["pass", "6 tricks"]


def test_twice_as_much() -> None:
    """then: x2: over two come four, over four eight; and nothing between."""
    text = LEVELS.replace("then: +1", "then: x2")
    state = at(text, TWO, "2 tricks")
    assert texts(state) == ["pass", "4 tricks"]
    assert code(state, "8 tricks") == "jump-too-high"
    assert texts(state.play("4 tricks")) == ["pass", "8 tricks"]
    assert texts(at(text, TWO, "1 tricks")) == ["pass", "2 tricks"]
    # Over a slam of three, four are the next that there are.
    assert texts(at(text, TWO, "slam")) == ["pass", "4 tricks"]


def test_two_words_for_a_bid() -> None:
    """also: names of single amounts; the usual words stay."""
    text = LEVELS.replace("stake: 10 * amount}", "stake: 10 * amount, also: {couple: 2, three: 3}}")
    assert at(text, TWO, "couple").view(1).bids == ((0, "2 tricks"),)
    assert at(text, TWO, "2 tricks", "three").view(1).bids == ((0, "2 tricks"), (1, "3 tricks"))


def test_a_position_whose_bids_the_hands_do_not_allow() -> None:
    """The seat that has said slam must hold the hand for it."""
    game = tilegames.loads(LEVELS)
    with pytest.raises(tilegames.PositionError, match="does not allow slam"):
        game.position(dealer=3, bids=["slam"], hands=[["KC", "KD", "KH", "KS"]])
    with pytest.raises(tilegames.PositionError, match="cannot be said"):
        game.position(dealer=3, bids=["1 tricks", "slam"])
    assert game.position(dealer=3, bids=["slam"], hands=[TWO[0]]).turn == 1


@pytest.mark.parametrize(("old", "new", "wanted"), [
    ("level_of: tricks, only", "level_of: trick, only", "unknown-bid"),
    ("level_of: tricks, only", "level_of: slam, only", "unknown-bid"),
    ("level_of: tricks, only", "level_of: grand, only", "unknown-bid"),
    ("hand.value >= 8", "hand.values >= 8", "unknown-name"),
    ("hand.value >= 8", "hand.value", "wrong-type"),
    ("range: 2..3, level_of: tricks,", "range: 2..3, say: grand, level_of: tricks,", "same-words"),
    ("say: slam", "say: 2 tricks", "same-words"),
    ("say: slam", "say: pass", "same-words"),
    ("all_pass: redeal", "all_pass: {dealer_bids: {slam: 3}}", "unknown-bid"),
    ("all_pass: redeal", "all_pass: {dealer_bids: {tricks: 9}}", "unknown-bid"),
    ("turns: one_each", "turns: until_others_pass", "endless-auction"),
])
def test_bids_that_cannot_be(old: str, new: str, wanted: str) -> None:
    """Each is refused at load."""
    with pytest.raises(tilegames.SpecError) as raised:
        tilegames.loads(LEVELS.replace(old, new))
    assert {problem.code for problem in raised.value.problems} == {wanted}


def test_a_dealer_must_have_something_to_bid() -> None:
    """dealer_must_bid with nothing but bids that need a hand would be a dead end."""
    tricks = "      tricks: {range: 1..2, then: +1, target: 2 * amount, stake: 10 * amount}\n"
    text = LEVELS.replace(tricks, "").replace("range: 3..3, level_of: tricks, only: before_any_bid,", "range: 3..3,")
    text = text.replace("level_of: tricks, ", "").replace("all_pass: redeal", "all_pass: dealer_must_bid")
    with pytest.raises(tilegames.SpecError) as raised:
        tilegames.loads(text)
    assert {problem.code for problem in raised.value.problems} == {"unknown-bid"}


@pytest.mark.parametrize("text", [
    LEVELS, LEVELS.replace("then: +1", "then: x2"), LEVELS.replace("all_pass: redeal", "all_pass: dealer_must_bid"),
    LEVELS.replace("hand.value >= 8", "hand.size == 4").replace("hand.value == 16", "hand.value >= 4")])
def test_random_matches_with_levels(text: str, play_random: Callable[..., list[State]]) -> None:
    """50 matches under the invariants of every game."""
    play_random(tilegames.loads(text))
