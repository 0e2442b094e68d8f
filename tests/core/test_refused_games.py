"""Games that could not be played are refused when they are loaded; what is loaded never comes to a dead end."""

import random
from itertools import count
from typing import Any

import pytest

import tilegames
from tilegames import SpecError, State
from tilegames.core import deals

SPEC = """
tilegames: 1
game: made-up
about: {title: Made up, family: rummy, source: made up for this test}
players: {count: 4}
set: {cards: {packs: 1}}
tiles: {suits: printed}
deal: {each: 13}
phases: {tricks: {leader: left_of_dealer}}
scoring: {points: {per_trick: 1}, taken: yes}
match: {first_dealer: random, until: {rounds: 1}}
"""

RUMMY = SPEC.replace("phases: {tricks: {leader: left_of_dealer}}", """
phases:
  turns:
    at_most: 1000
    steps: [{must: [draw_stock, take_discard], then: discard}]
""".strip()).replace("{points: {per_trick: 1}, taken: yes}", "{hand_left: {}}")


def changed(text: str, **changes: str) -> str:
    """The text with whole lines replaced, by their keys."""
    lines = text.splitlines()
    for key, value in changes.items():
        name = {"pieces": "set"}.get(key, key)
        place = next(number for number, line in enumerate(lines) if line.startswith(f"{name}:"))
        lines[place] = f"{name}: {value}"
    return "\n".join(lines) + "\n"


def codes(text: str, **keywords: Any) -> list[tuple[int, str]]:
    """The lines and codes of what is wrong with a spec; [] if it loads."""
    try:
        tilegames.loads(text, **keywords)
    except SpecError as error:
        return [(problem.span.line if problem.span else 0, problem.code) for problem in error.problems]
    return []


# Case A24: the arithmetic of a spec


def test_four_times_fourteen_of_a_pack() -> None:
    """A24 (a): 56 cards are more than 52, which is an error at the deal and says both numbers."""
    text = changed(SPEC, deal="{each: 14}")
    assert codes(text) == [(8, "deal-too-large")]
    with pytest.raises(SpecError, match="56 > 52"):
        tilegames.loads(text)


def test_four_times_eight_of_a_double_six() -> None:
    """A24 (b): 32 tiles are more than 28."""
    text = changed(SPEC, pieces="{dominoes: double-6}", deal="{each: 8}", tiles="{suits: ends}")
    assert codes(text) == [(8, "deal-too-large")]
    with pytest.raises(SpecError, match="32 > 28"):
        tilegames.loads(text)


def test_two_times_ten_and_an_upcard_of_twenty() -> None:
    """A24 (c): five ranks in four suits are 20 cards; 20 and the card turned up are 21."""
    text = changed(RUMMY, players="{count: 2}", pieces="{cards: {ranks: [2, 3, 4, 5, 6]}}",
                   deal="{each: 10, turn_up: 1}")
    assert (8, "deal-too-large") in codes(text)
    with pytest.raises(SpecError, match="21 > 20"):
        tilegames.loads(text)


def test_four_times_thirteen_of_a_pack() -> None:
    """A24 (d): loads, and deals the whole pack."""
    game = tilegames.loads(SPEC)
    state = game.new_state(seed=1)
    assert [len(state.view(seat).hand) for seat in range(4)] == [13] * 4
    assert state.view(0).stock == 0


def test_the_deal_is_compared_with_the_set_for_every_number_of_players() -> None:
    """Five players would need 65 cards, also when the game is loaded for four."""
    text = changed(SPEC, players="{min: 2, max: 6, best: 4}", deal="{each: {2..3: 13, 4..5: 13, 6: 8}}")
    with pytest.raises(SpecError, match="65 > 52") as caught:
        tilegames.loads(text)
    assert len(caught.value.problems) == 1


def test_what_is_removed_counts() -> None:
    """51 cards for four times 13."""
    with pytest.raises(SpecError, match="52 > 51"):
        tilegames.loads(changed(SPEC, pieces="{cards: {}, remove: [2C]}"))
    assert codes(changed(SPEC, pieces="{cards: {}, remove: {3: [2C]}}")) == []


# Draws that could never decide


@pytest.mark.parametrize("pieces", ["{cards: {}}", "{pieces: [3-1, 2-2, 4-0, 3-1, a, b]}", "{dominoes: double-0}"])
@pytest.mark.parametrize("match", ["first_dealer: highest_draw", "first_dealer: random, starter: highest_draw"])
def test_a_draw_that_never_decides_is_refused_or_comes_to_an_end(pieces: str, match: str,
                                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no piece is worth more than another, a draw for the most pips would go on for ever."""
    text = changed(SPEC, pieces=pieces, players="{count: 2}" if "cards" in pieces else "{count: 1}", deal="{each: 1}",
                   match=f"{{{match}, until: {{rounds: 1}}}}").replace("tiles: {suits: printed}\n", "")
    if "dominoes" in pieces:
        text = text.replace("tricks: {leader: left_of_dealer}", "layout: {opener: {dealt: {seat: dealer}}}").replace(
            "{points: {per_trick: 1}, taken: yes}", "{round_won: 1}")
    try:
        game = tilegames.loads(text)
    except SpecError:
        return
    calls, real = count(), deals.shuffled

    def limited(number: int, rng: random.Random) -> list[int]:
        assert next(calls) < 1000, "the draw does not come to an end"
        return real(number, rng)

    monkeypatch.setattr(deals, "shuffled", limited)
    for seed in range(10):
        assert game.new_state(seed=seed).legal_moves


# Seats that nobody has named yet


@pytest.mark.parametrize("phases", [
    "{declare: {choose: {trump: [any_suit]}}, auction: {bids: {one: {range: 1}}}, tricks: {leader: left_of_dealer}}",
    "{declare: {by: {chosen: judge}, choose: {trump: [any_suit]}}, choose: {role: judge, by: dealer}, tricks: {}}",
    "{auction: {first: auction_winner, bids: {one: {range: 1}}}, tricks: {leader: left_of_dealer}}",
    "{auction: {first: partner_of_auction_winner, bids: {one: {range: 1}}}, tricks: {}}",
    "{choose: {role: judge, by: {chosen: judge}}, tricks: {leader: left_of_dealer}}",
    "{tricks: {leader: {chosen: judge}}, choose: {role: judge, by: dealer}}",
])
def test_a_seat_that_is_named_later_is_refused(phases: str) -> None:
    """Who wins the auction, or is chosen, is known after that phase and not before or in it."""
    assert {"no-such-seat", "unknown-role"} & {code for _, code in codes(changed(SPEC, phases=phases))}


def test_a_live_match_is_never_taken_for_a_finished_one() -> None:
    """Whatever loads has a seat to move at its start, or an outcome."""
    for phases in ("{declare: {by: dealer, choose: {trump: [any_suit]}}, tricks: {}}",
                   "{auction: {bids: {one: {range: 1}}}, declare: {choose: {trump: [none]}}, tricks: {}}",
                   "{choose: {role: judge, by: last_winner}, tricks: {leader: {chosen: judge}}}"):
        state = tilegames.loads(changed(SPEC, phases=phases)).new_state(seed=3)
        assert (state.turn in range(4), state.is_over, state.outcome) == (True, False, None)


# Phases that nothing leads out of, or into


@pytest.mark.parametrize(("phases", "tiles"), [
    ("{tricks: {}, more: {kind: tricks}}", False),
    ("{tricks: {}, turns: {steps: [{must: draw_stock}]}}", False),
    ("{layout: {opener: {dealt: {seat: dealer}}}, more: {kind: layout, opener: {dealt: {seat: dealer}}}}", True),
    ("{tricks: {}, layout: {opener: {dealt: {seat: dealer}}}}", True),
    ("{turns: {steps: [{must: draw_stock, then: discard}]}, tricks: {}}", True),
    ("{tricks: {}, auction: {bids: {one: {range: 1}}}, more: {kind: tricks}}", False),
])
def test_a_phase_after_the_one_in_which_all_is_played_is_refused(phases: str, tiles: bool) -> None:
    """Tricks, turns and layouts end with empty hands or with the round: nothing can be played after them."""
    text = changed(SPEC, phases=phases)
    if tiles:
        text = changed(text, pieces="{dominoes: double-6}", deal="{each: 3}", tiles="{suits: ends}")
    assert codes(text)


# Turns without a stock


@pytest.mark.parametrize(("deal", "match"), [
    ("{each: 13}", "{rounds: 10000}"), ("{each: 13}", "{reach: 100}"), ("{each: 13, rest: aside}", "{rounds: 3000}"),
    ("{each: 12, rest: aside}", "{rounds: 3000}")])
def test_turns_need_something_to_draw(deal: str, match: str) -> None:
    """A round in which nobody can draw, take or discard is over at once; thousands of them must not be a crash."""
    text = changed(RUMMY, deal=deal, match=f"{{first_dealer: random, until: {match}}}")
    found = codes(text)
    if not found:
        assert tilegames.loads(text).playout(seed=1, max_moves=10) is not None
    assert all(code in ("nothing-to-draw", "endless-match") for _, code in found)


# Too few to choose from


@pytest.mark.parametrize("among", ["others", "own_side", "all"])
def test_somebody_can_always_be_named(among: str) -> None:
    """One player alone has no others: refused, or never without a move."""
    text = changed(SPEC, players="{count: 1}",
                   phases=f"{{choose: {{role: judge, by: dealer, among: {among}}}, tricks: {{}}}}")
    if not codes(text):
        assert tilegames.loads(text).new_state(seed=1).legal_moves


# Keys that the engine would not obey


@pytest.mark.parametrize("scoring", [
    "{round_won: 5}", "{pot: {ante: 5}}", "{taken: yes, round_won: 5}", "{taken: yes, pot: {ante: 5}}",
    "{hand_left: {to: winner}}", "{hand_left: {}}"])
def test_what_can_never_be_scored_is_refused(scoring: str) -> None:
    """Nobody goes out of a round of tricks and nothing is left in hand: such a row is an error, or it scores."""
    text = changed(SPEC, scoring=scoring.replace("{taken", "{points: {per_trick: 1}, taken"),
                   match="{first_dealer: random, until: {rounds: 5}}")
    if codes(text):
        return
    played = tilegames.loads(text).playout(seed=1).replay()
    paid = {event.rule for event in played.score_events}
    assert {"round_won", "pot", "hand_left"} & paid


@pytest.mark.parametrize(("scoring", "phases"), [
    ("{points: {per_trick: 1}, taken: yes}", "{layout: {opener: {dealt: {seat: dealer}}}}"),
    ("{points: {per_trick: 1}, taken: yes}", "{turns: {steps: [{must: draw_stock, then: discard}]}}"),
    ("{points: {per_trick: 1}}", "{tricks: {}}"),
    ("{points: {per_tile: value}, round_won: 1}", "{tricks: {}}"),
    ("{taken: yes}", "{tricks: {}}"),
])
def test_points_that_go_nowhere_are_refused(scoring: str, phases: str) -> None:
    """Points of tricks without tricks, tricks' points that nobody is credited with, credit without points."""
    assert codes(changed(SPEC, pieces="{dominoes: double-6}", deal="{each: 3}", tiles="{suits: ends}", scoring=scoring,
                         phases=phases))


def test_a_next_dealer_who_wins_needs_rounds_that_are_won() -> None:
    """In tricks nobody wins the round: the winner cannot deal the next one."""
    text = changed(SPEC, match="{first_dealer: random, next_dealer: winner, until: {rounds: 9}}")
    if codes(text):
        return
    played = tilegames.loads(text).playout(seed=1)
    assert len({state.view(None).dealer for state in played.states()}) > 1


def test_whatever_loads_can_be_played() -> None:
    """Small changes of a spec either are refused or make a game of which a state always has a move."""
    rng = random.Random(20)
    choices = {
        "players": ["{count: 1}", "{count: 2}", "{count: 3}", "{count: 4, teams: across}",
                    "{count: 6, teams: across}"],
        "pieces": ["{dominoes: double-3}", "{dominoes: double-0}", "{cards: {ranks: [K, A]}}", "{pieces: [a, b, c, d]}",
                   "{cards: {ranks: [A], suits: [S], jokers: 6}}", "{chinese_dominoes: 1}",
                   "{pieces: [1-1, 1-1, 2-1]}"],
        "tiles": ["{suits: printed}", "{suits: ends}", "{}", "{suits: {few: [{double: yes}]}}",
                  "{suits: {none: [{has_end: 9}]}}"],
        "deal": ["{each: 1}", "{each: 2}", "{each: 1, turn_up: 1}", "{each: 2, rest: aside}", "{each: 1, starter: 2}"],
        "phases": ["{tricks: {leader: left_of_dealer}}", "{tricks: {leader: starter}}",
                   "{layout: {opener: {dealt: {seat: starter}}}}",
                   "{layout: {opener: {dealt: {seat: left_of_dealer}}, joins: {sum: 2}}}",
                   "{turns: {first: starter, at_most: 9, steps: [{must: [draw_stock, take_discard], then: discard}]}}",
                   "{turns: {steps: [{must: draw_stock}, {may: discard}], empty_stock: {play_on_for: 2}}}",
                   "{turns: {steps: [{may: take_discard}, {must: draw_stock}, {must: discard}]}}",
                   "{turns: {first_turn: [{must: discard}], steps: [{must: draw_stock, then: discard}]}}",
                   "{auction: {bids: {one: {range: 1..2}}, all_pass: dealer_must_bid}, tricks: {}}",
                   "{choose: {role: judge, by: dealer, among: others}, tricks: {leader: {chosen: judge}}}",
                   "{declare: {by: dealer, choose: {trump: [any_suit, none]}}, tricks: {}}",
                   "{choose: {role: a, by: last_winner}, layout: {opener: {x: {seat: {chosen: a}}}}}"],
        "scoring": ["{points: {per_trick: 1}, taken: yes}", "{round_won: 1}", "{hand_left: {}}", "{pot: {ante: 1}}"],
        "match": ["{first_dealer: random, until: {rounds: 2}}",
                  "{first_dealer: random, starter: random, until: {rounds: 2}}",
                  "{starter: random, until: {rounds: 2}}"],
    }
    loaded = 0
    for number in range(1500):
        picked = {key: rng.choice(values) for key, values in choices.items()}
        try:
            game = tilegames.loads(changed(SPEC, **picked))
        except SpecError:
            continue
        loaded += 1
        state: State = game.new_state(seed=number)
        for _ in range(2000):
            assert (state.turn is None) == (state.outcome is not None), picked
            if state.is_over:
                break
            assert state.legal_moves, picked
            assert len(set(state.legal_moves)) == len(state.legal_moves), picked
            state = state.play(rng.choice(state.legal_moves))
            assert state._table.census() == (len(game.pieces), game.pieces.full), picked
        assert state.is_over, picked
    assert loaded > 100
