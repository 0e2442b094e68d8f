"""Rounds, dealers and the end of a match, on made-up games of one move a round."""

from collections.abc import Callable, Sequence

import pytest

import tilegames
from tilegames import DealError, Game, State
from tilegames.core.seats import Seats

#: Each player holds one tile; whoever is drawn to start plays it and has won the round.
RACE = """
tilegames: 1
game: made-up-race
about: {title: Made-up race, family: layout, source: made up for this test}
players: {count: 3}
set: {dominoes: double-2}
deal: {each: 1, rest: aside}
phases: {layout: {opener: {drawn: {seat: starter}}}}
scoring: {round_won: 1}
match: {starter: random, until: {rounds: 4}}
"""

#: The dealer names who starts, and so who wins the round.
DEALERS = """
tilegames: 1
game: made-up-dealers
about: {title: Made-up dealers, family: layout, source: made up for this test}
players: {count: 3}
set: {dominoes: double-2}
deal: {each: 1, rest: aside}
phases:
  choose: {role: poser, by: dealer, among: all}
  layout: {opener: {named: {seat: {chosen: poser}}}}
scoring: {round_won: 1}
match: {first_dealer: random, until: {rounds: 100}}
"""


def race(match: str, winners: Sequence[int], *, scoring: str = "{round_won: 1}", players: str = "{count: 3}") -> State:
    """Rounds won by some seats in turn, under some rules of the match; there is one more deal."""
    game = tilegames.loads(RACE.replace("{starter: random, until: {rounds: 4}}", match).replace(
        "{round_won: 1}", scoring).replace("{count: 3}", players))
    state = game.new_state(deal=[game.deal(starter=seat) for seat in (*winners, 0)])
    for seat in winners:
        assert state.turn == seat
        state = state.play(state.legal_moves[0])
    return state


# The end


def test_a_match_ends_after_so_many_rounds() -> None:
    """Three rounds do not end it, the fourth does; the ranking is by score, best first."""
    assert not race("{starter: random, until: {rounds: 4}}", [2, 0, 2]).is_over
    state = race("{starter: random, until: {rounds: 4}}", [2, 0, 2, 2])
    assert (state.is_over, state.turn, state.phase, state.legal_moves) == (True, None, None, ())
    outcome = state.outcome
    assert (outcome.termination, outcome.scores, outcome.ranking, outcome.winners, outcome.ending) == (
        "rounds", (1, 0, 3), ((2,), (0,), (1,)), (2,), "out")
    assert str(outcome) == "seat 2 won (rounds), scores 1 to 0 to 3"
    assert outcome.to_dict() == {"termination": "rounds", "scores": [1, 0, 3], "ranking": [[2], [0], [1]],
                                 "winners": [2], "ending": "out", "pots": [0, 0]}


def test_a_match_ends_when_a_score_is_reached() -> None:
    """Three points end it, two do not."""
    assert not race("{starter: random, until: {reach: 3}}", [1, 2, 1, 2]).is_over
    state = race("{starter: random, until: {reach: 3}}", [1, 2, 1, 2, 1])
    assert (state.outcome.termination, state.outcome.winners) == ("reached", (1,))


def test_a_score_may_be_passed() -> None:
    """Five points a round: ten is past eight."""
    state = race("{starter: random, until: {reach: 8}}", [1, 1], scoring="{round_won: 5}")
    assert (state.outcome.termination, state.scores) == ("reached", (0, 10, 0))


def test_whichever_comes_first() -> None:
    """Three points or four rounds."""
    rules = "{starter: random, until: {reach: 3, rounds: 4}}"
    assert race(rules, [1, 1, 1]).outcome.termination == "reached"
    assert race(rules, [1, 1, 2, 2]).outcome.termination == "rounds"
    assert race(rules, [1, 1, 2, 1]).outcome.termination == "reached"


def test_the_lowest_score_may_win() -> None:
    """Whoever reaches three ends the match and has lost it."""
    state = race("{starter: random, until: {reach: 3}, winner: lowest}", [1, 2, 1, 1])
    assert (state.outcome.ranking, state.outcome.winners) == (((0,), (2,), (1,)), (0,))


def test_after_the_end_nothing_can_be_played() -> None:
    """Every move is refused with the reason, whoever makes it."""
    state = race("{starter: random, until: {rounds: 1}}", [1])
    for move in ("0-0", "pass", "nonsense"):
        assert state.why_illegal(move).code == "match-over"
    with pytest.raises(tilegames.IllegalMoveError, match="match-over"):
        state.play("0-0", by=2)


# Ties


def test_a_shared_victory() -> None:
    """Level at the top: both have won, and share the first place."""
    state = race("{starter: random, until: {rounds: 4}, ties: shared}", [1, 2, 2, 1])
    assert (state.outcome.ranking, state.outcome.winners) == (((1, 2), (0,)), (1, 2))
    assert str(state.outcome) == "seat 1 and seat 2 won (rounds), scores 0 to 2 to 2"


def test_nobody_s_victory() -> None:
    """The same scores, and nobody has won; a tie below the top is none."""
    state = race("{starter: random, until: {rounds: 4}, ties: nobody}", [1, 2, 2, 1])
    assert (state.outcome.ranking, state.outcome.winners) == (((1, 2), (0,)), ())
    assert str(state.outcome) == "nobody won (rounds), scores 0 to 2 to 2"
    assert race("{starter: random, until: {rounds: 2}, ties: nobody}", [1, 1]).outcome.winners == (1,)


#: Everybody scores what is left in hand, so that two can reach a score together.
BOTH = "{hand_left: {to: holder}}"


def both(match: str, rounds: int) -> State:
    """Seat 2 wins every round; seats 0 and 1 are left with one and two pips, then with two and one."""
    game = tilegames.loads(RACE.replace("{starter: random, until: {rounds: 4}}", match).replace("{round_won: 1}", BOTH))
    one = game.deal(hands=[["1-0"], ["2-0"], ["0-0"]], starter=2)
    other = game.deal(hands=[["2-0"], ["1-0"], ["0-0"]], starter=2)
    state = game.new_state(deal=[one, other] * 4)
    for _ in range(rounds):
        state = state.play("0-0")
    return state


def test_a_tie_at_the_top_is_played_on() -> None:
    """Three each after two rounds: on; four and five after three: seat 1 has won."""
    rules = "{starter: random, until: {reach: 3}, ties: play_on}"
    assert (both(rules, 2).scores, both(rules, 2).is_over) == ((3, 3, 0), False)
    state = both(rules, 3)
    assert (state.scores, state.outcome.termination, state.outcome.winners) == ((4, 5, 0), "reached", (1,))


def test_a_tie_at_the_top_ends_a_match_that_is_not_played_on() -> None:
    """The same scores without play_on: both have won after two rounds, or nobody."""
    assert both("{starter: random, until: {reach: 3}}", 2).outcome.winners == (0, 1)
    assert both("{starter: random, until: {reach: 3}, ties: nobody}", 2).outcome.winners == ()


def test_the_rounds_end_a_tie_that_is_played_on() -> None:
    """Whichever comes first: after two rounds the match is over, level or not; shared, or nobody's."""
    rules = "{starter: random, until: {reach: 3, rounds: 2}, ties: [play_on, nobody]}"
    state = both(rules, 2)
    assert (state.outcome.termination, state.outcome.winners) == ("rounds", ())
    assert both(rules.replace("nobody", "shared"), 2).outcome.winners == (0, 1)


def test_where_the_lowest_wins_a_tie_is_one_at_the_bottom() -> None:
    """Seat 2 has nothing and seats 0 and 1 have three each: that is no tie, for seat 2 alone is lowest."""
    state = both("{starter: random, until: {reach: 3}, winner: lowest, ties: play_on}", 2)
    assert (state.outcome.termination, state.outcome.winners) == ("reached", (2,))


# Dealers


def dealers(next_dealer: str, *, winners: Sequence[int], players: str = "{count: 3}", first: int = 1) -> list[int]:
    """Who deals the rounds, when some seats win them in turn."""
    game = tilegames.loads(DEALERS.replace("random, until", f"random, next_dealer: {next_dealer}, until").replace(
        "{count: 3}", players))
    deal = game.deal(dealer=first)
    state = game.new_state(deal=[deal, *[tilegames.Deal(deal.order)] * len(winners)])
    found = [state.view(None).dealer]
    for seat in winners:
        assert state.turn == found[-1]
        state = state.play(f"seat {seat}")
        state = state.play(state.legal_moves[0])
        found.append(state.view(None).dealer)
    return found


@pytest.mark.parametrize(("next_dealer", "players", "found"), [
    ("left", "{count: 3}", [1, 2, 0, 1, 2]),
    ("right", "{count: 3}", [1, 0, 2, 1, 0]),
    ("same", "{count: 3}", [1, 1, 1, 1, 1]),
    ("winner", "{count: 3}", [1, 0, 0, 2, 1]),
    ("left", "{count: 3, turn: counterclockwise}", [1, 0, 2, 1, 0]),
    ("right", "{count: 3, turn: counterclockwise}", [1, 2, 0, 1, 2]),
    ("left", "{count: 4, teams: across}", [1, 2, 3, 0, 1]),
])
def test_who_deals_next(next_dealer: str, players: str, found: list[int]) -> None:
    """Left and right follow the direction of play, in whose order the seats are numbered."""
    assert dealers(next_dealer, winners=[0, 0, 2, 1], players=players) == found


@pytest.mark.parametrize(("tile", "dealer"), [("1-1", 1), ("4-3", 0)])
def test_a_round_that_nobody_wins_leaves_the_deal_where_it_is(tile: str, dealer: int) -> None:
    """Under ``winner``: opened with 1-1 nobody can go on, at seven pips each; with 4-3 seat 0 has two and has won."""
    game = tilegames.loads(DEALERS.replace("random, until", "random, next_dealer: winner, until").replace(
        "{count: 3}", "{count: 2}").replace("{dominoes: double-2}", "{pieces: [1-1, 4-3, 5-2, 0-0]}").replace(
        "{each: 1, rest: aside}", "{each: 2}"))
    first = game.deal(hands=[["1-1", "4-3"], ["5-2", "0-0"]], dealer=1)
    state = game.new_state(deal=[first, tilegames.Deal(first.order)])
    for move in ("seat 0", tile, "pass", "pass"):
        state = state.play(move)
    assert (state.round, state.view(None).dealer) == (1, dealer)


# Redeals


VOID = """
tilegames: 1
game: made-up-void
about: {title: Made-up void, family: layout, source: made up for this test}
players: {count: 2}
set: {dominoes: double-2}
deal: {each: 1, rest: aside}
phases:
  auction: {bids: {one: {range: 1}}}
  layout: {opener: {again: {when: {after_redeal: yes}, seat: dealer}, winner: {seat: auction_winner}}}
scoring: {round_won: 1}
match: {first_dealer: random, until: {rounds: 2}}
"""


def test_after_a_redeal_the_row_for_redeals_opens() -> None:
    """All pass, then seat 0 bids: the dealer of the new deal, seat 1, starts by that row."""
    game = tilegames.loads(VOID.replace("rounds: 2", "rounds: 20"))
    order = game.deal().order
    state = game.new_state(deal=[game.deal(dealer=0), tilegames.Deal(order), tilegames.Deal(order)])
    assert state.turn == 1
    state = state.play("pass").play("pass")
    assert (state.turn, state.view(None).dealer) == (0, 1)
    state = state.play("1 one").play("pass")
    assert (state.phase, state.turn) == ("layout", 1)


def test_a_round_before_which_nobody_bid_comes_after_a_redeal_only() -> None:
    """The round after a round that was played is opened by the other row."""
    game = tilegames.loads(VOID.replace("rounds: 2", "rounds: 20"))
    order = game.deal().order
    state = game.new_state(deal=[game.deal(dealer=0), *[tilegames.Deal(order)] * 2])
    state = state.play("1 one").play("pass")
    assert (state.phase, state.turn) == ("layout", 1)
    state = state.play(state.legal_moves[0]).play("1 one").play("pass")
    assert (state.phase, state.turn, state.round) == ("layout", 0, 1)


# Deals


def test_past_the_last_deal_there_is_an_error_or_the_seed() -> None:
    """Two deals last for two rounds; with a seed the third round has the seed's third deal."""
    game = tilegames.loads(RACE)
    deals = [game.deal(starter=1), game.deal(starter=2)]
    state = game.new_state(deal=deals)
    state = state.play(state.legal_moves[0])
    with pytest.raises(DealError, match="round 2"):
        state.play(state.legal_moves[0])
    assert state.turn == 2
    seeded = game.new_state(deal=deals, seed=9)
    while seeded.round < 2:
        seeded = seeded.play(seeded.legal_moves[0])
    other = game.new_state(seed=9)
    while other.round < 2:
        other = other.play(other.legal_moves[0])
    assert [seeded.view(seat).hand for seat in range(3)] == [other.view(seat).hand for seat in range(3)]


def test_each_round_of_a_seed_is_dealt_the_same_whatever_was_played_before() -> None:
    """The hands of round 2 depend on the seed alone."""
    game = tilegames.loads(TRICKS)
    found = set()
    for pick in (0, -1):
        state = game.new_state(seed=4)
        while state.round < 2:
            state = state.play(state.legal_moves[pick])
        found.add(tuple(state.view(seat).hand for seat in range(2)))
    assert len(found) == 1


TRICKS = """
tilegames: 1
game: made-up-few
about: {title: Made-up few, family: trick-taking, source: made up for this test}
players: {count: 2}
set: {cards: {ranks: [K, A]}}
tiles: {suits: printed}
deal: {each: 3, rest: aside}
phases: {tricks: {leader: left_of_dealer, follow: free}}
scoring: {points: {per_trick: 1}, taken: yes}
match: {first_dealer: random, until: {rounds: 5}}
"""


@pytest.mark.parametrize("seed", [-1, 2**64, True, 1.0, "7"])
def test_what_is_no_seed(seed: object) -> None:
    """Whole numbers from nought to 2**64 - 1 only, so that a seed can be written down anywhere."""
    with pytest.raises(DealError, match="seed"):
        tilegames.loads(RACE).new_state(seed=seed)  # type: ignore[arg-type]  # that is the point


def test_the_greatest_seed() -> None:
    """2**64 - 1 is one, and nought too; they are not the same."""
    game: Game = tilegames.loads(TRICKS)
    assert game.new_state(seed=2**64 - 1) != game.new_state(seed=0)


# Seats


def test_seats_and_sides() -> None:
    """Teams of two and three; who sits left and right, and who is whose partner."""
    table = Seats(4, teams=[(0, 2), (1, 3)])
    assert [table.partner_of(seat) for seat in range(4)] == [2, 3, 0, 1]
    assert ([table.left_of(seat) for seat in range(4)], [table.right_of(seat) for seat in range(4)]) == (
        [1, 2, 3, 0], [3, 0, 1, 2])
    assert [Seats(4, clockwise=False).left_of(seat) for seat in range(4)] == [3, 0, 1, 2]
    assert [Seats(4, clockwise=False).after(seat) for seat in range(4)] == [1, 2, 3, 0]
    six = Seats(6, teams=[(0, 2, 4), (1, 3, 5)])
    assert ([six.partner_of(seat) for seat in (0, 2, 4)], six.side_of) == ([2, 4, 0], (0, 1, 0, 1, 0, 1))
    assert (Seats(3).sides, Seats(3).partner_of(1)) == (((0,), (1,), (2,)), 1)


@pytest.mark.parametrize("text", [
    RACE, DEALERS.replace("rounds: 100", "rounds: 9, reach: 3"), VOID, TRICKS,
    RACE.replace("{rounds: 4}", "{reach: 3}").replace("{round_won: 1}", "{hand_left: {}}").replace(
        "until", "ties: play_on, winner: lowest, until"),
    RACE.replace("starter: random", "starter: highest_draw"), RACE.replace("starter: random", "starter: dice"),
    DEALERS.replace("first_dealer: random", "first_dealer: highest_draw, next_dealer: winner").replace("100", "5"),
], ids=["race", "dealers", "void", "tricks", "play-on", "highest", "dice", "winner-deals"])
def test_random_matches(text: str, play_random: Callable[..., list[State]]) -> None:
    """50 matches, each with an end that says why."""
    assert {end.outcome.termination for end in play_random(tilegames.loads(text))} <= {"rounds", "reached"}
