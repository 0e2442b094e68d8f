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
        "bid.forced": False,
        "declarers.points": 7, "declarers.tricks": 2, "opponents.points": 7, "opponents.tricks": 1,
        "out.only_fit": False, "out.fits": 0, "out.double": False}


def test_the_facts_where_nothing_was_bid_or_taken() -> None:
    """There is no bid, no declarer and nobody against one; a double went out on an empty layout."""
    assert facts(RACE, ["1-1"], hands=[["2-0"], ["1-1"], ["0-0"]], starter=1) == {
        "round.number": 1, "round.ties": 0, "bid.kind": "none", "bid.amount": 0, "bid.target": 0, "bid.stake": 0,
        "bid.forced": False,
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


# What is left in hand, for the winner in other ways


def left(row: str, *, teams: str = "", hands: Sequence[Sequence[str]] = (), rest: str = "aside",
         stock: Sequence[str] = (), starter: int = 1) -> State:
    """Seat 1 goes out at once with its one tile (or another starter); what else is left counts by the row."""
    text = RACE.replace("scoring: {round_won: 1}", f"scoring: {{hand_left: {row}}}").replace(
        "rest: aside", f"rest: {rest}").replace("{count: 3}", teams or "{count: 3}").replace("rounds: 100", "rounds: 1")
    game = tilegames.loads(text)
    state = game.new_state(deal=game.deal(hands=hands, stock=stock, starter=starter))
    return state.play(state.legal_moves[0])


SEVEN = [["2-2"], ["0-0"], ["2-1"]]


def test_the_stock_may_count_for_the_winner() -> None:
    """Four and three are held; 1-0, 1-1 and 2-0 lie in the stock: one, two and two more."""
    state = left("{to: winner, stock: yes}", hands=SEVEN, rest="stock")
    assert state.scores == (0, 12, 0)
    assert sorted(amount for _, _, amount, _ in lines(state)) == [3, 4, 5]
    assert left("{to: winner, stock: no}", hands=SEVEN, rest="stock").scores == (0, 7, 0)


@pytest.mark.parametrize(("counts", "score"), [("others", 5), ("others_minus_own", 5), ("everybody", 9)])
def test_whose_hands_count_when_a_partner_holds_something(counts: str, score: int) -> None:
    """Seat 0 is out; its partner holds 2-2, the others 2-1 and 1-1: only with everybody the partner's four count."""
    state = left(f"{{to: winner, counts: {counts}}}", teams="{count: 4, teams: across}", starter=0,
                 hands=[["0-0"], ["2-1"], ["2-2"], ["1-1"]])
    assert state.scores == (score, 0)


@pytest.mark.parametrize(("counts", "score"), [("others", 7), ("others_minus_own", 5), ("everybody", 9)])
def test_what_the_winner_of_a_blocked_round_holds(counts: str, score: int) -> None:
    """Seat 0 keeps two pips against seven: left out, taken off, or counted too."""
    assert ties(f"{{hand_left: {{to: winner, counts: {counts}}}}}", WON).scores == (score, 0)


@pytest.mark.parametrize(("lowest", "scores"), [("side", (16, 0)), ("player", (19, 0)), ("nobody", (0, 0))])
def test_what_partners_hold_after_a_block(lowest: str, scores: tuple[int, int]) -> None:
    """Seats 0 and 2 keep 1-1 and 2-1, seats 1 and 3 keep 6-3 and 6-6: 21 against 5 by sides.

    If sides are compared the five of both partners are taken off: 16. If single hands are, only the two of seat 0, who
    has the least: 19. If nobody wins, nobody scores.
    """
    text = RACE.replace("{count: 3}", "{count: 4, teams: across}").replace("double-2", "double-6").replace(
        "{layout: {opener:", f"{{layout: {{blocked: {{lowest: {lowest}}}, opener:")
    game = tilegames.loads(text.replace("{round_won: 1}", "{hand_left: {to: winner, counts: others_minus_own}}"))
    state = game.position(hands_left=[["1-1"], ["6-3"], ["2-1"], ["6-6"]])
    assert state.scores == scores


@pytest.mark.parametrize(("row", "score"), [
    ("{to: winner, round_to: 5}", 5),                      # 7 is nearer to 5
    ("{to: winner, round_to: 5, rounded: each_hand}", 10),  # 4 and 3 are each nearer to 5
    ("{to: winner, round_to: 10}", 10),                    # 7
    ("{to: winner, round_to: 10, rounded: each_hand}", 0),  # 4 and 3
    ("{to: winner, round_to: 2}", 8),                      # 7 is in the middle
    ("{to: winner, round_to: 2, rounded: each_hand}", 8),  # 4 and 3, which is in the middle
    ("{to: winner, round_to: 14}", 14),                    # 7 is in the middle
    ("{to: winner, round_to: 15}", 0),                     # 7 is nearer to nothing
    ("{to: winner, round_to: 1}", 7),
    ("{to: winner, scores: total // 5}", 1),
    ("{to: winner, round_to: 5, scores: total // 5}", 1),
    ("{to: winner, round_to: 5, rounded: each_hand, scores: total // 5}", 2),
    ("{to: winner, scores: 2 * total + 1}", 15),
])
def test_rounding_for_the_winner(row: str, score: int) -> None:
    """Four and three pips are left: to the nearest multiple, the middle up, together or hand by hand."""
    assert left(row, hands=SEVEN).scores == (0, score, 0)


@pytest.mark.parametrize(("row", "scores"), [
    ("{to: holder, round_to: 5}", (5, 0, 5)), ("{to: holder, round_to: 10}", (0, 0, 0)),
    ("{to: holder, round_to: 2}", (4, 0, 4)), ("{to: holder, scores: total * total}", (16, 0, 9)),
])
def test_rounding_for_the_holders(row: str, scores: tuple[int, int, int]) -> None:
    """Each holder's own amount: four, nothing and three."""
    assert left(row, hands=SEVEN).scores == scores


def test_an_amount_for_nobody() -> None:
    """A tied round: no line of the account, whatever the row says."""
    assert lines(ties("{hand_left: {to: winner, counts: everybody, scores: total + 100}}", TIED)) == []


# Open ends

#: Two players; what the ends add up to counts at once if it is a multiple of five.
ENDS = """
tilegames: 1
game: made-up-ends
about: {title: Made-up ends, family: layout, source: made up for this test}
players: {count: 2}
set: {dominoes: double-6}
deal: {each: 7}
phases:
  layout:
    opener: {drawn: {seat: starter}}
    spinner: first_double
scoring:
  open_ends: {when: total % 5 == 0, scores: total}
match: {starter: random, until: {rounds: 1}}
"""


def ends(moves: str, text: str = ENDS) -> State:
    """Moves in turn from seat 0, whose tiles and seat 1's are made to hold them."""
    game = tilegames.loads(text)
    played = [move.split("@")[0].split()[0] for move in moves.split(", ")]
    state = game.new_state(deal=game.deal(hands=[played[::2], played[1::2]], starter=0))
    for move in moves.split(", "):
        state = state.play(move)
    return state


@pytest.mark.parametrize(("moves", "amounts"), [
    # The first tile counts: a lone double both halves, once.
    ("5-5", [10]), ("6-4", [10]), ("3-2", [5]), ("6-6", []), ("5-0", [5]),
    # One side of the spinner is joined, so it still counts both halves: 12 + 3, and 10 + 0.
    ("6-6, 6-3", [15]), ("5-5, 5-0@5-5", [10, 10]), ("5-5, 5-1", [10]),
    # Joined on both sides in line it counts nothing: 3 + 2; the arms across count from their first tile.
    ("6-6, 6-3, 6-2", [15, 5]), ("6-6, 6-1, 6-3, 6-4", []), ("6-6, 6-1, 6-3, 6-0, 1-1@6-1", [5]),
    ("6-6, 6-4, 6-1, 6-0, 6-5", [5, 5, 10]),
    # A later double at an end counts both halves until it is joined: 6 + 4, then 6 + 1.
    ("6-2, 2-2", [10]), ("6-2, 2-2, 2-1@2-2", [10]), ("6-2, 2-2, 2-4@2-2", [10, 10]),
])
def test_the_sum_of_the_open_ends(moves: str, amounts: list[int]) -> None:
    """After each play, for whoever has played."""
    state = ends(moves)
    assert [amount for _, _, amount, _ in lines(state)] == amounts
    assert {rule for *_, rule in lines(state)} <= {"open_ends"}
    assert {event.place.line for event in state.score_events} <= {13}


def test_who_scores_the_open_ends() -> None:
    """Seat 0 lays 5-5 and has ten, seat 1 the 5-0 and has ten too; then 0 + 4 count nothing for seat 0."""
    state = ends("5-5, 5-0@5-5, 5-4@5-5")
    assert lines(state) == [(0, 0, 10, "open_ends"), (0, 1, 10, "open_ends")]


def test_open_ends_without_a_spinner() -> None:
    """In a line: 6-6 and 6-3 count twelve and three; then 3 and 2."""
    text = ENDS.replace("    spinner: first_double\n", "")
    assert ends("6-6, 6-3 right, 6-2 left", text).scores == (5, 15)
    assert ends("6-2, 2-2 left", text).scores == (0, 10)


@pytest.mark.parametrize(("moves", "words", "amounts"), [
    ("5-5", "lone_double: once", [5]), ("5-5", "doubles: once", [10]),
    ("5-5, 5-0@5-5", "doubles: once", [10, 5]), ("6-2, 2-2", "doubles: once", []),
    ("6-4, 4-4", "doubles: once, lone_double: once", [10, 10]),
    ("6-4, 4-4", "doubles: twice, lone_double: once", [10]),
])
def test_how_often_a_double_counts(moves: str, words: str, amounts: list[int]) -> None:
    """Once or twice, at an end and when it lies alone."""
    state = ends(moves, ENDS.replace("scores: total}", f"scores: total, {words}}}"))
    assert [amount for _, _, amount, _ in lines(state)] == amounts


@pytest.mark.parametrize(("row", "score"), [
    ("{when: total % 5 == 0, scores: total // 5}", 2), ("{when: total > 9, scores: 1}", 1),
    ("{when: total > 10, scores: 1}", 0), ("{when: total == 10, scores: -total}", -10)])
def test_which_sums_score_and_how_much(row: str, score: int) -> None:
    """The 5-5 alone: a total of ten."""
    text = ENDS.replace("{when: total % 5 == 0, scores: total}", row)
    assert ends("5-5", text).scores == (score, 0)


def test_every_double_counts_until_it_is_joined_in_line() -> None:
    """Five Up: 6-6, 6-1, 1-1: twelve and two; with 1-0 on it the 1-1 counts nothing, and its sides across are open."""
    text = ENDS.replace("first_double", "every_double").replace("total % 5 == 0", "total > 0")
    state = ends("6-6, 6-1, 1-1@6-1, 1-0@1-1, 2-1@1-1", text)
    assert [amount for _, _, amount, _ in lines(state)] == [12, 13, 14, 12, 14]


@pytest.mark.parametrize(("checked", "over"), [("at_once", True), ("after_round", False)])
def test_a_score_may_end_the_match_at_once(checked: str, over: bool) -> None:
    """Ten are reached by the first tile: the match is over in the middle of the round, or goes on to its end."""
    text = ENDS.replace("{rounds: 1}", f"{{reach: 10, checked: {checked}}}")
    state = ends("5-5", text)
    assert state.is_over is over
    if over:
        assert (state.outcome.termination, state.outcome.ending, state.outcome.winners, state.scores) == (
            "reached", "stopped", (0,), (10, 0))
        assert state.legal_moves == ()


# A ledger in which somebody must have nothing


def nil(winners: Sequence[int], players: str = "{count: 2}") -> State:
    """Rounds won in turn under the ledger in which every side collects."""
    return race("{round_won: 1, love: {rule: nil_someone}}", winners, players=players,
                rules={"{rounds: 100}": "{reach: 6}"})


@pytest.mark.parametrize(("winners", "players", "scores"), [
    ([0, 0, 0], 2, (3, 0)), ([0, 0, 1], 2, (0, 0)), ([0, 0, 1, 1], 2, (0, 1)),
    ([0, 0, 1], 3, (2, 1, 0)), ([0, 0, 1, 2], 3, (0, 0, 0)), ([0, 1, 0, 1, 0], 3, (3, 2, 0)),
    ([2, 0, 1, 1], 3, (0, 1, 0)), ([0, 1, 2, 0], 4, (2, 1, 1, 0)), ([0, 1, 2, 0, 3], 4, (0, 0, 0, 0)),
])
def test_all_scores_go_back_when_nobody_has_nothing(winners: list[int], players: int, scores: tuple[int, ...]) -> None:
    """Every player collects; with the point that leaves nobody at nothing all go back."""
    assert nil(winners, f"{{count: {players}}}").scores == scores


def test_the_lines_of_going_back() -> None:
    """The point is entered first, and then taken with the others'."""
    assert lines(nil([0, 0, 1])) == [
        (0, 0, 1, "round_won"), (1, 0, 1, "round_won"), (2, 1, 1, "round_won"), (2, 0, -2, "love"), (2, 1, -1, "love")]


def test_six_win_as_long_as_somebody_has_nothing() -> None:
    """Seat 0 has six, seat 1 one, seat 2 nothing; with two players six in a row it is."""
    state = nil([0, 1, 0, 0, 0, 0, 0], "{count: 3}")
    assert (state.is_over, state.scores, state.outcome.winners) == (True, (6, 1, 0), (0,))
    state = nil([0, 0, 0, 0, 0, 1])
    assert (state.is_over, state.scores) == (False, (0, 0))


# Level at the end


def level(words: str, before: Sequence[Sequence[int]], hands: Sequence[str]) -> State:
    """The last of three rounds, which seat 2 ends; what seats 0 and 1 hold counts against them.

    The 1-1 counts one and the 2-0 nothing, so that two seats can hold equal amounts.
    """
    text = RACE.replace("deal:", "tiles: {values: {default: pips, 1: [1-1], 0: [2-0]}}\ndeal:").replace(
        "{round_won: 1}", "{hand_left: {to: holder}}").replace(
        "until: {rounds: 100}", f"until: {{rounds: 3}}, winner: lowest, ties: {words}")
    state = tilegames.loads(text).position(round=3, round_scores=before, starter=2, hands=[[hand] for hand in hands])
    return state.play(state.legal_moves[0])


@pytest.mark.parametrize(("words", "before", "hands", "winners"), [
    # 12 each: seat 1 has a round without a point, seat 0 has none (F18).
    ("[most_zero_rounds, shared]", [[5, 0, 20], [6, 11, 20]], ["1-0", "1-1", "2-2"], (1,)),
    # One round without a point each: the lowest of the others are 5 and 4 (F19).
    ("[most_zero_rounds, lowest_round_above_zero, shared]", [[5, 4, 20], [7, 8, 20]], ["0-0", "2-0", "2-2"], (1,)),
    # The first word comes first: seat 0 has the lower single round, seat 1 more rounds without a point.
    ("[most_zero_rounds, lowest_round_above_zero, shared]", [[1, 12, 20], [11, 0, 20]], ["0-0", "2-0", "2-2"], (1,)),
    ("[lowest_round_above_zero, most_zero_rounds, shared]", [[1, 12, 20], [11, 0, 20]], ["0-0", "2-0", "2-2"], (0,)),
    # Level in everything: shared, or nobody's.
    ("[most_zero_rounds, lowest_round_above_zero, shared]", [[5, 7, 20], [7, 5, 20]], ["0-0", "2-0", "2-2"], (0, 1)),
    ("[most_zero_rounds, lowest_round_above_zero, nobody]", [[5, 7, 20], [7, 5, 20]], ["0-0", "2-0", "2-2"], ()),
    # Without a word for it nothing parts them.
    ("shared", [[5, 0, 20], [6, 11, 20]], ["1-0", "1-1", "2-2"], (0, 1)),
    # What parts equals does not help against a better score.
    ("[most_zero_rounds, shared]", [[5, 0, 20], [5, 12, 20]], ["1-0", "1-1", "2-2"], (0,)),
])
def test_what_parts_players_who_are_level(words: str, before: list[list[int]], hands: list[str],
                                          winners: tuple[int, ...]) -> None:
    """More rounds without a point, then the lowest round above nothing, in the order of the spec."""
    state = level(words, before, hands)
    assert (state.is_over, state.outcome.winners) == (True, winners)


def test_places_behind_the_first_are_parted_too() -> None:
    """Seats 1 and 2 have as many; seat 2 has the round without a point and stands before seat 1."""
    ranked = rank_sides([3, 12, 12], highest=False, breaks=[[0, 0, -1]])
    assert ranked == [[0], [2], [1]]


# Who has taken all of some pieces, and who has lost so much


#: Seat 0 leads; hearts are a point each. Seat 1 can take them all, and leaves the last trick to seat 0.
HEARTS = """
tilegames: 1
game: made-up-hearts
about: {title: Made-up hearts, family: trick-taking, source: made up for this test}
players: {count: 3}
set: {cards: {ranks: [J, Q, K, A], suits: [D, H, S]}}
tiles: {suits: printed, values: {default: 0, 1: [{suit: hearts}]}}
deal: {each: 4}
phases: {tricks: {leader: left_of_dealer}}
scoring: {points: {per_tile: value}, taken: yes, all_taken: {pieces: {suit: hearts}, taker: 0, others: 4}}
match: {first_dealer: random, until: {rounds: 1}}
"""
ALL_FOUR = "JH AH AD  KH KD AS  QH QD KS  JS JD QS"
THREE_AND_ONE = "AS JS AD  KS QH KD  JH AH QD  KH JD QS"


def hearts(plays: str, text: str = HEARTS) -> State:
    """A whole round of it."""
    game = tilegames.loads(text)
    hands = [["JH", "AS", "KS", "QS"], ["AH", "KH", "QH", "JS"], ["AD", "KD", "QD", "JD"]]
    state = game.new_state(deal=game.deal(hands=hands, dealer=2))
    for card in plays.split():
        state = state.play(card)
    return state


def test_who_takes_all_of_them_leaves_the_points_to_the_others() -> None:
    """Not all tricks are needed, only all hearts."""
    state = hearts(ALL_FOUR)
    assert lines(state) == [(0, 0, 4, "all_taken"), (0, 2, 4, "all_taken")]
    assert (state.scores, state.view(None).tricks) == ((4, 0, 4), (1, 3, 0))


def test_who_takes_all_but_one_scores_them() -> None:
    """Seat 0 has one heart, seat 1 three."""
    state = hearts(THREE_AND_ONE)
    assert lines(state) == [(0, 0, 1, "taken"), (0, 1, 3, "taken")]


@pytest.mark.parametrize(("row", "scores"), [
    ("taker: -4", (0, -4, 0)), ("taker: -2, others: 3", (3, -2, 3)), ("taker: 26", (0, 26, 0))])
def test_what_all_of_them_are_worth(row: str, scores: tuple[int, ...]) -> None:
    """For who has taken them, and for the others."""
    assert hearts(ALL_FOUR, HEARTS.replace("taker: 0, others: 4", row)).scores == scores


@pytest.mark.parametrize(("beside", "points", "scores"), [
    ("nothing", "per_tile: value", (4, 0, 4)), ("taken", "per_tile: value", (-6, 0, 4)),
    ("nothing", "per_tile: value, per_trick: 1", (4, 0, 4)), ("taken", "per_tile: value, per_trick: 1", (-5, 3, 4))])
def test_what_counts_beside_all_of_them(beside: str, points: str, scores: tuple[int, ...]) -> None:
    """The jack of diamonds, ten less, falls to seat 0 with the last trick; seat 1 takes the other three."""
    text = HEARTS.replace("{suit: hearts}]}}", "{suit: hearts}], -10: [JD]}}").replace("per_tile: value", points)
    assert hearts(ALL_FOUR, text.replace("others: 4", f"others: 4, beside: {beside}")).scores == scores


def test_partners_take_them_together() -> None:
    """Two hearts fall to seat 2 and two to seat 0, so their side has all; it might have been one player."""
    text = HEARTS.replace("{count: 3}", "{count: 4, teams: across}").replace(", suits: [D, H, S]}}", "}}")
    game = tilegames.loads(text)
    hands = [["AH", "JH", "JC", "QC"], ["AS", "KS", "QS", "JS"], ["KH", "QH", "AC", "KC"], ["AD", "KD", "QD", "JD"]]
    state = game.new_state(deal=game.deal(hands=hands, dealer=3))
    for card in "JH AS KH AD  QH KD AH KS  JC QS KC QD  AC JD QC JS".split():  # noqa: SIM905  four tricks
        state = state.play(card)
    assert state.scores == (0, 4)


FALLING = HEARTS.replace("scoring: {points: {per_tile: value}, taken: yes, all_taken: "
                         "{pieces: {suit: hearts}, taker: 0, others: 4}}",
                         "scoring: {each_seat: {taken: {scores: -1 * tricks}, last: {when: tricks == 0, scores: 5}}}")


@pytest.mark.parametrize(("until", "before", "tricks", "scores", "ended"), [
    ("reach: 50, fall_to: -10", (-6, 0, 0), (4, 0, 0), (-10, 5, 5), ("fallen", (1, 2))),
    ("reach: 50, fall_to: -10", (-5, 0, 0), (4, 0, 0), (-9, 5, 5), None),
    ("reach: 50, fall_to: -10", (-9, -8, -8), (2, 1, 1), (-11, -9, -9), ("fallen", (1, 2))),
    ("reach: 50, fall_to: -10", (-9, -9, 0), (2, 2, 0), (-11, -11, 5), ("fallen", (2,))),
    ("reach: 10, fall_to: -10", (-8, 6, 0), (4, 0, 0), (-12, 11, 5), ("reached", (1,))),
    ("rounds: 9, fall_to: -10", (-8, 6, 0), (4, 0, 0), (-12, 11, 5), ("fallen", (1,))),
    ("rounds: 2, fall_to: -50", (-8, 6, 0), (4, 0, 0), (-12, 11, 5), ("rounds", (1,))),
])
def test_a_side_that_has_lost_so_much_ends_the_match(
        until: str, before: Sequence[int], tricks: Sequence[int], scores: Sequence[int],
        ended: tuple[str, tuple[int, ...]] | None) -> None:
    """So much or more, after the round; the highest score has won, as always, and one that is reached comes first."""
    game = tilegames.loads(FALLING.replace("rounds: 1", until))
    state = game.position(round=2, scores=before, tricks=tricks, dealer=0)
    assert state.scores == tuple(scores)
    assert (state.outcome and (state.outcome.termination, state.outcome.winners)) == ended


def test_level_at_the_top_is_not_played_on_when_somebody_has_fallen() -> None:
    """Two are level past ten, which alone would be played on; the third has lost ten."""
    text = FALLING.replace("rounds: 1}", "reach: 10, fall_to: -10}, ties: [play_on, shared]")
    for before, ended in (((-8, 6, 6), ("fallen", (1, 2))), ((-2, 6, 6), None)):
        state = tilegames.loads(text).position(round=2, scores=before, tricks=(4, 0, 0), dealer=0)
        assert (state.outcome and (state.outcome.termination, state.outcome.winners)) == ended
