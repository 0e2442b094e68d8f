"""From the result of a round to lines of the account, on made-up games of one move a round."""

from collections.abc import Callable, Mapping, Sequence

import pytest

import tilegames
from tilegames import Game, State, hook
from tilegames.core.scoring import rank_sides

#: Each of three players holds one tile; whoever is drawn to start plays it and has won the round.
RACE = """
tilegames: 1
game: made-up-race
about: {title: Made-up race, family: layout, source: made up for this test}
players: {count: 3}
set: {dominoes: double-2}
deal: {each: 1, rest: aside}
phases: {layout: {opener: {drawn: {seat: starter}}}}
scoring: {round_won: 1}
match: {starter: random, until: {rounds: 100}}
"""

#: Four tiles for two players. Seat 0 starts: with 1-1 nobody can go on, and it is a tie at seven pips; with 4-3 seat 0
#: has two pips left against seven.
TIE = """
tilegames: 1
game: made-up-tie
about: {title: Made-up tie, family: layout, source: made up for this test}
players: {count: 2}
set: {pieces: [1-1, 4-3, 5-2, 0-0]}
deal: {each: 2}
phases: {layout: {opener: {drawn: {seat: starter}}}}
scoring: {round_won: 1}
match: {starter: random, until: {rounds: 100}}
"""
TIED, WON = ("1-1", "pass", "pass"), ("4-3", "pass", "pass")


def lines(state: State) -> list[tuple[int, int, int, str]]:
    """The account: round, side, amount and rule of each line."""
    return [(event.round, event.side, event.amount, event.rule) for event in state.score_events]


def race(scoring: str, starters: Sequence[int], *, hands: Sequence[Sequence[str]] = (), players: str = "",
         rules: Mapping[str, str] | None = None) -> State:
    """Rounds won by some seats in turn."""
    text = RACE.replace("scoring: {round_won: 1}", f"scoring: {scoring}")
    if players:
        text = text.replace("players: {count: 3}", f"players: {players}")
    for old, new in (rules or {}).items():
        text = text.replace(old, new)
    game = tilegames.loads(text)
    deals = [game.deal(hands=hands, starter=seat) for seat in starters]
    state = game.new_state(deal=[*deals, game.deal(starter=0)])
    for seat in starters:
        assert state.turn == seat
        assert len(state.legal_moves) == 1
        state = state.play(state.legal_moves[0])
    return state


def ties(scoring: str, *rounds: Sequence[str]) -> State:
    """Rounds of the game of four tiles, each tied or won by seat 0."""
    game = tilegames.loads(TIE.replace("scoring: {round_won: 1}", f"scoring: {scoring}"))
    deal = game.deal(hands=[["1-1", "4-3"], ["5-2", "0-0"]], starter=0)
    state = game.new_state(deal=[deal] * (len(rounds) + 1))
    for moves in rounds:
        for move in moves:
            state = state.play(move)
    return state


# The winner of a round


def test_the_winner_of_a_round_scores() -> None:
    """Seats 2, 0 and 2 win: 1, 0 and 2 points."""
    state = race("{round_won: 1}", [2, 0, 2])
    assert state.scores == (1, 0, 2)
    assert lines(state) == [(0, 2, 1, "round_won"), (1, 0, 1, "round_won"), (2, 2, 1, "round_won")]


def test_an_amount_can_be_an_expression() -> None:
    """Ten more each round, and the number of the round counts from one."""
    assert race("{round_won: 10 * round.number}", [0, 1, 0]).scores == (40, 20, 0)


def test_a_bonus_is_a_line_of_its_own() -> None:
    """Seat 1 goes out with a double: one point, and five by the rule of that name, at its line."""
    state = race("{round_won: {scores: 1, bonus: {twin: {when: out.double, scores: 5}}}}", [1, 1],
                 hands=[[], ["2-2"], []])
    assert lines(state) == [(0, 1, 1, "round_won"), (0, 1, 5, "twin"), (1, 1, 1, "round_won"), (1, 1, 5, "twin")]
    assert [event.place.line for event in state.score_events] == [9, 9, 9, 9]
    assert race("{round_won: {scores: 1, bonus: {twin: {when: out.double, scores: 5}}}}", [1],
                hands=[[], ["2-1"], []]).scores == (0, 1, 0)


def test_a_tie_scores_nothing_and_is_counted() -> None:
    """Two ties, then a round worth one more for each; the count begins anew after it."""
    state = ties("{round_won: 1 + round.ties}", TIED, TIED, WON, WON)
    assert lines(state) == [(2, 0, 3, "round_won"), (3, 0, 1, "round_won")]


def test_partners_score_together() -> None:
    """Seats 0 and 2 are one side, 1 and 3 the other."""
    state = race("{round_won: 1}", [2, 3, 0, 1, 0], players="{count: 4, teams: across}")
    assert state.scores == (3, 2)
    assert state.game.sides == ((0, 2), (1, 3))


# What is left in hand


def test_what_is_left_counts_against_its_holder() -> None:
    """Seat 1 goes out; seats 0 and 2 keep 2-2 and 1-0: four and one."""
    state = race("{hand_left: {to: holder}}", [1], hands=[["2-2"], ["0-0"], ["1-0"]])
    assert lines(state) == [(0, 0, 4, "hand_left"), (0, 2, 1, "hand_left")]
    assert state.scores == (4, 0, 1)


def test_what_is_left_counts_for_the_winner() -> None:
    """The same hands: five for seat 1."""
    assert race("{hand_left: {to: winner}}", [1], hands=[["2-2"], ["0-0"], ["1-0"]]).scores == (0, 5, 0)


def test_what_a_partner_holds_is_not_scored_against_oneself() -> None:
    """Seat 0 goes out; its partner's 2-2 counts nothing, the others' 2-1 and 1-1 five."""
    state = race("{hand_left: {to: winner}}", [0], hands=[["0-0"], ["2-1"], ["2-2"], ["1-1"]],
                 players="{count: 4, teams: across}")
    assert state.scores == (5, 0)


def test_what_is_left_is_worth_its_value() -> None:
    """The 0-0 is fifty, and the default is an expression over the tile."""
    state = race("{hand_left: {to: holder}}", [1], hands=[["0-0"], ["2-2"], ["2-1"]],
                 rules={"deal:": "tiles: {values: {default: 10 * high + low, 50: [0-0]}}\ndeal:"})
    assert state.scores == (50, 0, 21)


def test_a_tie_gives_the_hands_to_nobody_and_against_everybody() -> None:
    """For the winner there is none; for the holders seven each."""
    assert ties("{hand_left: {to: winner}}", TIED).scores == (0, 0)
    assert ties("{hand_left: {to: holder}}", TIED).scores == (7, 7)
    assert ties("{hand_left: {to: holder}}", WON).scores == (2, 7)
    assert ties("{hand_left: {to: winner}}", WON).scores == (7, 0)


def test_rows_come_in_the_order_of_the_reference() -> None:
    """What is left, then what was won, then the pot, however the spec orders them; the antes before all of them."""
    state = race("{pot: {ante: 2}, round_won: 1, hand_left: {to: winner}}", [1], hands=[["2-2"], ["0-0"], ["1-0"]])
    assert [line for line in lines(state) if line[0] == 0] == [
        (0, 0, -2, "ante"), (0, 1, -2, "ante"), (0, 2, -2, "ante"), (0, 1, 4, "hand_left"), (0, 1, 1, "hand_left"),
        (0, 1, 1, "round_won"), (0, 1, 6, "pot")]


# Love


def love(winners: Sequence[int], *, one_all: str = "reset", players: str = "{count: 2}") -> State:
    """Rounds won in turn under a love ledger."""
    return race(f"{{round_won: 1, love: {{one_all: {one_all}}}}}", winners, players=players,
                rules={"{rounds: 100}": "{reach: 6}"})


@pytest.mark.parametrize(("winners", "scores"), [
    ([1], (0, 1)), ([0, 0, 0], (3, 0)), ([0, 0, 0, 1], (0, 0)), ([0, 1], (0, 0)), ([0, 1, 1], (0, 1)),
    ([0, 1, 1, 0, 0], (1, 0))])
def test_a_side_scores_only_while_the_other_has_nothing(winners: list[int], scores: tuple[int, int]) -> None:
    """P15, P16: a win by the side at nothing sets both to nothing, and the breaker gets nothing either."""
    assert love(winners).scores == scores


def test_the_lines_of_a_reset() -> None:
    """What is lost is a line of the account, so that the scores stay its sum."""
    assert lines(love([0, 0, 1])) == [(0, 0, 1, "round_won"), (1, 0, 1, "round_won"), (2, 0, -2, "love")]


def test_love_among_three() -> None:
    """A win by anybody at nothing sets everybody back."""
    assert love([0, 0, 2], players="{count: 3}").scores == (0, 0, 0)
    assert love([0, 0, 2, 1, 1], players="{count: 3}").scores == (0, 2, 0)


@pytest.mark.parametrize(("winners", "scores"), [
    ([0, 1], (1, 1)), ([0, 1, 1], (0, 2)), ([0, 1, 0], (2, 0)), ([0, 1, 0, 0], (3, 0)), ([0, 0, 1], (0, 0)),
    ([0, 1, 1, 0], (0, 0))])
def test_one_all_is_played_off(winners: list[int], scores: tuple[int, int]) -> None:
    """P18: at one to nothing the other side draws level, and the winner of the next round stands at two to nothing."""
    assert love(winners, one_all="play_off").scores == scores


def test_one_all_among_three() -> None:
    """Whoever wins the round after a level score stands at two to nothing, also who was at nothing."""
    for winner, scores in enumerate([(2, 0, 0), (0, 2, 0), (0, 0, 2)]):
        assert love([0, 1, winner], one_all="play_off", players="{count: 3}").scores == scores


def test_six_in_a_row_win() -> None:
    """The first side at six has won, and the other has nothing; five and a loss are no six."""
    state = love([1, 1, 1, 1, 1, 0])
    assert (state.scores, state.is_over) == ((0, 0), False)
    state = love([1, 1, 1, 1, 1, 1])
    assert (state.scores, state.is_over, state.outcome.winners) == ((0, 6), True, (1,))
    assert state.outcome.termination == "reached"


# Pots


def total(state: State) -> int:
    """Scores, pot and house together."""
    return sum(state.scores) + sum(state.pots)


def test_everybody_pays_and_the_winner_takes_the_pot() -> None:
    """Three antes of five: the winner is ten up, the others five down; then the next antes are paid."""
    state = race("{pot: {ante: 5}}", [2])
    assert lines(state)[:4] == [(0, 0, -5, "ante"), (0, 1, -5, "ante"), (0, 2, -5, "ante"), (0, 2, 15, "pot")]
    assert (state.scores, state.pots, total(state)) == ((-10, -10, 5), (15, 0), 0)


def test_the_house_keeps_its_part_rounded_down() -> None:
    """Ten percent of fifteen is one; the winner gets fourteen. K19 in cents: 5 % of 1000 are 50."""
    state = race("{pot: {ante: 5, rake: 10}}", [0])
    assert (state.scores, state.pots, total(state)) == ((4, -10, -10), (15, 1), 0)
    state = race("{pot: {ante: 200, rake: 5}}", [1], players="{count: 5}")
    assert lines(state)[5] == (0, 1, 950, "pot")
    assert (state.pots, total(state)) == ((1000, 50), 0)


def test_the_house_s_part_adds_up() -> None:
    """One of each pot of fifteen: after three rounds the house has three."""
    state = race("{pot: {ante: 5, rake: 10}}", [0, 0, 1])
    assert (state.pots[1], total(state)) == (3, 0)


def test_the_winner_keeps_something_of_the_pot() -> None:
    """At ninety-nine percent, the most there is, the house has 14 of 15 and the winner one: so there is a winner.

    Five more from each for the next round: 1 - 10 and -10, and 15 in the pot again.
    """
    state = race("{pot: {ante: 5, rake: 99}}", [0])
    assert (state.scores, state.pots, total(state)) == ((-9, -10, -10), (15, 14), 0)


def test_a_pot_that_nobody_wins_stays() -> None:
    """Carried twice, a pot of two times five is thirty when seat 0 takes it."""
    state = ties("{pot: {ante: 5}}", TIED)
    assert (state.scores, state.pots) == ((-10, -10), (20, 0))
    state = ties("{pot: {ante: 5}}", TIED, TIED, WON)
    assert lines(state)[6] == (2, 0, 30, "pot")
    assert (state.scores, state.pots, total(state)) == ((10, -20), (10, 0), 0)


def test_a_pot_that_nobody_wins_may_be_paid_back() -> None:
    """Each gets its ante back, so nothing is carried."""
    state = ties("{pot: {ante: 5, nobody_wins: refund}}", TIED)
    assert lines(state)[2:4] == [(0, 0, 5, "refund"), (0, 1, 5, "refund")]
    assert (state.scores, state.pots, total(state)) == ((-5, -5), (10, 0), 0)
    state = ties("{pot: {ante: 5, nobody_wins: refund}}", TIED, WON)
    assert (state.scores, state.pots) == ((0, -10), (10, 0))


#: Nobody need bid, and then the cards are dealt anew.
VOID = """
tilegames: 1
game: made-up-void
about: {title: Made-up void, family: layout, source: made up for this test}
players: {count: 2}
set: {dominoes: double-2}
deal: {each: 1, rest: aside}
phases:
  auction: {bids: {one: {range: 1}}}
  layout: {opener: {winner: {seat: auction_winner}}}
scoring: {pot: {ante: 5, nobody_wins: refund}}
match: {first_dealer: random, until: {rounds: 100}}
"""


@pytest.mark.parametrize(("nobody_wins", "scores", "pot"), [("refund", (-5, -5), 10), ("carry", (-10, -10), 20)])
def test_a_round_without_a_bid_is_a_round_that_nobody_wins(nobody_wins: str, scores: tuple[int, int], pot: int) -> None:
    """All pass: the antes go back, or stay in the pot, as they do when a round is tied."""
    game = tilegames.loads(VOID.replace("refund", nobody_wins))
    state = game.new_state(deal=[game.deal(dealer=0), game.deal()]).play("pass").play("pass")
    assert (state.round, state.scores, state.pots) == (1, scores, (pot, 0))


def test_the_outcome_tells_what_stayed_in_the_pot() -> None:
    """A match of one tied round: the antes are still there, and belong to nobody."""
    game = tilegames.loads(TIE.replace("round_won: 1", "pot: {ante: 5}").replace("rounds: 100", "rounds: 1"))
    state = game.new_state(deal=game.deal(hands=[["1-1", "4-3"], ["5-2", "0-0"]], starter=0))
    for move in TIED:
        state = state.play(move)
    assert (state.outcome.scores, state.outcome.pots) == ((-5, -5), (10, 0))


# The facts of a round


def facts(text: str, moves: Sequence[str], **deal: object) -> dict[str, object]:
    """What an expression, or a hook for points, is told of the first round."""
    told: list[dict[str, object]] = []

    @hook("points")
    def listen(result, default, options):  # type: ignore[no-untyped-def]  # the slot gives the types
        told.append(dict(result))
        return dict(default)

    game = tilegames.loads(f"{text}hooks: {{points: test_scoring.listen}}\n", hooks=[listen])
    state = game.new_state(deal=[game.deal(**deal), game.deal()])  # type: ignore[arg-type]  # a test's short way
    for move in moves:
        state = state.play(move)
    return told[0]


#: Three tricks for two; whoever bids leads.
CONTRACT = """
tilegames: 1
game: made-up-contract
about: {title: Made-up contract, family: trick-taking, source: made up for this test}
players: {count: 2}
set: {cards: {ranks: [Q, K, A], suits: [H, S]}}
tiles: {suits: printed, values: {default: 0, 5: [QS], 3: [KH]}}
deal: {each: 3}
phases:
  auction: {bids: {low: {range: 1..2, target: amount + 1, stake: 10 * amount}}, turns: one_each}
  tricks: {leader: auction_winner}
scoring: {points: {per_trick: 2, per_tile: value}, taken: yes}
match: {first_dealer: random, until: {rounds: 2}}
"""


@pytest.mark.parametrize(("dealer", "declarer"), [(1, 0), (0, 1)])
def test_the_facts_of_a_contract(dealer: int, declarer: int) -> None:
    """The first speaker bids two and leads three aces and kings: two tricks with the king of hearts, one without.

    It holds AH KH QS against QH AS KS: AH takes QH and KH takes KS (2 + 2 + 3 = 7), then QS falls to AS (2 + 5 = 7).
    """
    hands: list[list[str]] = [["QH", "AS", "KS"], ["QH", "AS", "KS"]]
    hands[declarer] = ["AH", "KH", "QS"]
    found = facts(CONTRACT, ["2 low", "pass", "AH", "QH", "KH", "KS", "QS", "AS"], hands=hands, dealer=dealer)
    assert found == {
        "round.number": 1, "round.ties": 0, "bid.kind": "low", "bid.amount": 2, "bid.target": 3, "bid.stake": 20,
        "declarers.points": 7, "declarers.tricks": 2, "opponents.points": 7, "opponents.tricks": 1,
        "out.only_fit": False, "out.fits": 0, "out.double": False}


def test_the_facts_where_nothing_was_bid_or_taken() -> None:
    """There is no bid, no declarer and nobody against one; a double went out on an empty layout."""
    assert facts(RACE, ["1-1"], hands=[["2-0"], ["1-1"], ["0-0"]], starter=1) == {
        "round.number": 1, "round.ties": 0, "bid.kind": "none", "bid.amount": 0, "bid.target": 0, "bid.stake": 0,
        "declarers.points": 0, "declarers.tricks": 0, "opponents.points": 0, "opponents.tricks": 0,
        "out.only_fit": False, "out.fits": 0, "out.double": True}


# Ranking


@pytest.mark.parametrize(("scores", "highest", "places"), [
    ([3, 7, 3], True, [[1], [0, 2]]), ([3, 7, 3], False, [[0, 2], [1]]), ([5], True, [[0]]), ([2, 2], False, [[0, 1]]),
    ([-1, 0, -2], True, [[1], [0], [2]])])
def test_sides_are_ranked_by_score(scores: list[int], highest: bool, places: list[list[int]]) -> None:
    """Best first; who is level shares a place."""
    assert rank_sides(scores, highest=highest) == places


def test_score_events_speak_for_the_scores_at_every_move() -> None:
    """A line is entered by the move that causes it, and events tell of it."""
    state = race("{pot: {ante: 5, rake: 10}, hand_left: {to: holder}}", [0, 1, 2, 0, 0])
    assert [sum(line[2] for line in lines(state) if line[1] == side) for side in range(3)] == list(state.scores)
    assert [event.value for event in state.events if event.kind == "score"] == [
        line[2] for line in lines(state)[-len([e for e in state.events if e.kind == "score"]):]]


SCORINGS = ["{round_won: 1}", "{round_won: 1, pot: {ante: 3, rake: 7}}", "{hand_left: {to: winner}, pot: {ante: 1}}",
            "{hand_left: {}, round_won: {scores: -5, bonus: {b: {when: out.double, scores: 1 - round.number}}}}",
            "{pot: {ante: 3, nobody_wins: refund}}"]


@pytest.mark.parametrize("scoring", SCORINGS)
@pytest.mark.parametrize("text", [RACE, TIE, VOID], ids=["race", "tie", "void"])
def test_random_matches(text: str, scoring: str, play_random: Callable[..., list[State]]) -> None:
    """50 matches; where there is a pot and nothing else, accounts, pot and house together are always nothing."""
    game: Game = tilegames.loads(text.replace("{round_won: 1}", scoring).replace(
        "{pot: {ante: 5, nobody_wins: refund}}", scoring).replace("rounds: 100", "rounds: 7"))
    for end in play_random(game):
        if scoring.startswith("{pot"):
            assert total(end) == 0
