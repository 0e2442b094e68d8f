"""Melds step by step against a plain judge, and faults that engines with melds really had.

``HYPOTHESIS_PROFILE=deep`` asks 250,000 hands.
"""

import importlib.util
import os
import random
from collections import Counter
from pathlib import Path

import pytest

import tilegames
from tilegames.core.melding import DONE
from tilegames.core.melds import Meld, MeldRules, Shape
from tilegames.core.pieces import explicit
from tilegames.errors import IllegalMoveError

# Tests are no package: the judge next to this file is loaded from its path.
_SPEC = importlib.util.spec_from_file_location("meld_oracle", Path(__file__).with_name("meld_oracle.py"))
oracle = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(oracle)

DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"
HANDS, HANDFULS = (10_000, 40_000) if DEEP else (60, 400)
ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
LOW_ACE = ["A", *ORDER[:-1]]

SPEC = """
tilegames: 1
game: made-up
about: {{title: Made up, family: rummy, source: none}}
players: {{count: 2}}
set: {{cards: {{packs: {packs}, jokers: {jokers}}}}}
tiles:
  order: [{order}]
  {wild}
  values: {{default: 5}}
patterns:
  set: {{{set}}}
  run: {{{run}}}
melds: [set, run]
deal: {{each: 10, rest: stock, turn_up: 1}}
phases:
  turns:
    first: left_of_dealer
    steps:
      - must: draw_stock
      - {{may: [meld, lay_off{swap}], repeat: yes}}
      - must: discard
    {melding}
scoring: {{hand_left: {{to: holder}}}}
match: {{first_dealer: random, until: {{rounds: 2}}, winner: lowest}}
"""

#: packs, jokers, order, wild, set, run, the judge's words
GAMES = {
    "one pack": (1, 0, LOW_ACE, "", "size: 3..4, same: rank, distinct: suit", "", {}),
    "ace high or low": (1, 0, ORDER, "", "size: 3..4, same: rank, distinct: suit", "either_end: A",
                        {"either_end": True}),
    "ace low or high": (1, 2, LOW_ACE, "wild: joker", "size: 3..4, same: rank, distinct: suit", "either_end: A",
                        {"either_end": "first", "wild": ["joker"]}),
    "jokers": (2, 4, ORDER, "wild: joker", "size: 3+, same: rank, distinct: suit, naturals: 2", "naturals: 2",
               {"wild": ["joker"], "naturals": 2}),
    "twos": (2, 4, ORDER, "wild: [joker, {rank: 2}]", "size: 3+, same: rank, distinct: suit, naturals: 1",
             "naturals: 1", {"wild": ["joker", "2"], "naturals": 1}),
    "three packs": (3, 6, ORDER, "wild: [joker, {rank: 2}]", "size: 3+, same: rank, distinct: suit, naturals: 1",
                    "naturals: 1", {"wild": ["joker", "2"], "naturals": 1}),
    "two wild ranks": (2, 4, ORDER, "wild: [joker, {rank: [2, 3]}]",
                       "size: 3+, same: rank, distinct: suit, naturals: 2", "naturals: 2",
                       {"wild": ["joker", "2", "3"], "naturals": 2}),
    "any suits": (3, 6, ORDER, "wild: [joker, {rank: 2}]", "size: 3..8, same: rank, naturals: 1", "naturals: 1",
                  {"wild": ["joker", "2"], "naturals": 1, "distinct": False, "set_high": 8}),
    "no natural needed": (2, 4, ORDER, "wild: [joker, {rank: 2}]", "size: 3+, same: rank, distinct: suit", "",
                          {"wild": ["joker", "2"]}),
    "fours": (2, 2, ORDER, "wild: joker", "size: 4..6, same: rank", "", {"wild": ["joker"], "low": 4, "distinct": False,
                                                                          "set_high": 6}),
}
CONTRACTS = [[("set", 3), ("set", 3)], [("run", 4), ("set", 3)], [("run", 4), ("run", 4)], [("run", 3), ("run", 5)],
             [("set", 3), ("set", 3), ("set", 3)]]


def made_up(name, contract=()):
    packs, jokers, order, wild, sets, runs, words = GAMES[name]
    low = words.get("low", 3)
    run = f"size: {low}+, same: suit, consecutive: yes" + (f", {runs}" if runs else "")
    items = ", ".join(f"{kind} {size}" for kind, size in contract)
    text = SPEC.format(packs=packs, jokers=jokers, order=", ".join(order), wild=wild, set=sets, run=run,
                       swap=", swap_wild" if wild else "",
                       melding=f"melding: {{contracts: [[{items}]]}}" if contract else "")
    return tilegames.loads(text), oracle.Rules(order, **words)


def some_hand(game, rng, size, wild_share):
    """Cards that lie near one another, so that there are melds; now and then more wild ones."""
    pieces = game.pieces
    ranks = rng.sample(range(13), rng.randint(3, 6))
    start = rng.randrange(9)
    near = [piece for piece in range(len(pieces)) if (kind := pieces.kinds[pieces.kind_of[piece]]).rank is None
            or ORDER.index(kind.rank) in ranks or start <= ORDER.index(kind.rank) < start + 5]
    wild = [piece for piece in range(len(pieces)) if game.flow.melding.rules.wild_mask >> piece & 1]
    picked = set(rng.sample(near, min(size, len(near))))
    if wild:
        # Few wild pieces: the judge tries all of them everywhere.
        picked -= set(wild)
        picked |= set(rng.sample(wild, min(wild_share, len(wild))))
    return sum(1 << piece for piece in picked)


def table_with(game, hand):
    table = game.position(turn=0, drawn=True)._table.copy()
    table.hands[0] = hand
    return table


def reached(game, table):
    """Every meld that the steps lead to, each with how often."""
    melding = game.flow.melding
    found = []
    waiting = []
    for move in melding.openings(table):
        after = table.copy()
        melding.begin(after, move)
        waiting.append(after)
    while waiting:
        table = waiting.pop()
        if table.building is None:
            meld = table.melds[-1]
            shape = melding.rules.shapes[meld.shape]
            names = game.pieces.names
            cards = tuple((game.pieces.name(place.piece), names[place.stands_for] if place.stands_for >= 0 else "")
                          for place in melding.rules.places(meld))
            which = (meld.start, cards[0][1][-1]) if shape.run else shape.names[meld.row]
            assert melding.rules.is_meld(meld)
            found.append((shape.name, which, cards))
            continue
        moves = melding.adds(table)
        assert len(moves) > 1, "what has no choice goes by itself"
        for move in moves:
            after = table.copy()
            melding.add(after, move)
            waiting.append(after)
    return found


def plain(found):
    """Melds as the judge writes them: in a set the order of the cards does not count."""
    return Counter((kind, which, tuple(sorted(cards)) if kind == "set" else cards) for kind, which, cards in found)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_steps_lead_to_every_meld_and_to_each_in_one_way(name):
    """Against trying everything: no meld is missing, none is wrong, none can be reached twice."""
    game, judge = made_up(name)
    rng = random.Random(name)
    melds = 0
    for _ in range(HANDS):
        hand = some_hand(game, rng, rng.randint(5, 12), rng.choice((0, 1, 1, 2, 3)))
        found = plain(reached(game, table_with(game, hand)))
        wanted = plain(judge.melds(list(game.pieces.names_of(hand))))
        assert found == wanted, game.pieces.names_of(hand)
        melds += len(found)
    assert melds > HANDS // 2


@pytest.mark.slow
@pytest.mark.parametrize("name", ["twos", "three packs", "any suits", "jokers", "one pack", "two wild ranks"])
@pytest.mark.parametrize("contract", CONTRACTS, ids=str)
def test_a_contract_is_offered_when_it_can_be_laid(name, contract):
    """The first melds offered are those after which the rest can be laid; nothing is offered if it cannot."""
    game, judge = made_up(name, contract)
    rng = random.Random(f"{name} {contract}")
    outcomes = Counter()
    for _ in range(max(6, HANDS // 20)):
        hand = some_hand(game, rng, rng.randint(8, 11), rng.choice((0, 1, 2, 2)))
        names = list(game.pieces.names_of(hand))
        table = table_with(game, hand)
        table.down = 0
        possible = judge.contract(names, contract)
        first = {(kind, which, tuple(sorted(cards)) if kind == "set" else cards)
                 for kind, which, cards in reached(game, table)}
        wanted = set()
        for kind, which, cards in judge.melds(names) if possible else ():
            for at, (asked, size) in enumerate(contract):
                if asked == kind and len(cards) >= size:
                    left = list((Counter(names) - Counter(card for card, _ in cards)).elements())
                    if judge.contract(left, contract[:at] + contract[at + 1:]):
                        wanted.add((kind, which, tuple(sorted(cards)) if kind == "set" else cards))
        assert first == wanted, names
        outcomes[possible] += 1
    assert sum(outcomes.values()) >= 6


@pytest.mark.slow
@pytest.mark.parametrize("name", ["twos", "any suits", "ace high or low", "no natural needed", "two wild ranks"])
def test_groups_of_cards_are_judged_as_the_judge_does(name):
    """Any handful of cards: a pattern fits it exactly if the judge can make a meld of all of them."""
    game, judge = made_up(name)
    rng = random.Random(name)
    yes = 0
    for number in range(HANDFULS):
        hand = some_hand(game, rng, rng.randint(3, 5), rng.choice((0, 0, 1, 2)))
        if number % 2:
            # Few handfuls are melds; every other one is a meld, perhaps with a card too much.
            many = some_hand(game, rng, 12, rng.choice((0, 1, 2)))
            melds = sorted(judge.melds(list(game.pieces.names_of(many))), key=str)
            if melds:
                cards = [card for card, _ in rng.choice(melds)[2]]
                hand = game.pieces.mask_of(cards)
                hand |= rng.choice((0, 0, 1 << rng.randrange(len(game.pieces))))
        names = sorted(game.pieces.names_of(hand))
        kinds = game.pieces.kinds_of(hand)
        for kind, made in (("set", judge.sets(names)), ("run", judge.runs(names))):
            wanted = any(len(cards) == len(names) for _, _, cards in made)
            assert game.patterns[kind].matches(kinds) == wanted, (kind, names)
            yes += wanted
    assert yes > HANDFULS // 10


# Faults that engines really had

def numbers(extra=()):
    """Tiles as in a game of numbers and colours: two of each, and jokers."""
    colours = "black", "blue", "orange", "red"
    pieces = explicit([f"{colour}{number}" for number in range(1, 14) for colour in colours for _ in range(2)]
                      + ["joker", "joker"])
    rows = tuple(tuple(pieces.find(f"{colour}{number}") for colour in colours) for number in range(1, 14))
    runs = tuple(tuple(pieces.find(f"{colour}{number}") for number in range(1, 14)) for colour in colours)
    values = [0 if kind.name == "joker" else int(kind.name.strip("abcdeglnorku")) for kind in pieces.kinds]
    shapes = [Shape("group", False, rows, tuple(map(str, range(1, 14))), 3, 4, 0, distinct=True),
              Shape("run", True, runs, colours, 3, 13)]
    return MeldRules(pieces, shapes, [pieces.find("joker")], values)


@pytest.mark.parametrize("order", [
    ["red13", "orange13", "black13", "black13"], ["black13", "red13", "black13", "orange13"],
    ["black13", "black13", "orange13", "red13"]])
def test_a13_two_alike_are_no_group_of_four(order):
    """Red, orange, black and black 13: no group of four in any order; without one black it is a group of three."""
    rules = numbers()
    kinds = [rules.pieces.find(name) for name in order]
    assert not rules.fits(0, kinds)
    kinds.remove(rules.pieces.find("black13"))
    assert rules.fits(0, kinds)


@pytest.mark.parametrize(("names", "row", "start", "value"), [
    (["black10", "blue10", "joker"], 9, 0, 30), (["black10", "joker", "black12"], 0, 9, 33),
    (["black9", "blue9", "joker"], 8, 0, 27)])
def test_a14_a_wild_piece_counts_as_what_it_stands_for(names, row, start, value):
    """10, 10 and a joker count 30; 10, joker, 12 in a row 33; 9, 9 and a joker 27: not enough for 30."""
    rules = numbers()
    cards = tuple(rules.pieces.pieces_of(rules.pieces.kind_masks[rules.pieces.find(name)])[0] for name in names)
    meld = Meld(int(start > 0), row, start, cards, 0)
    assert rules.is_meld(meld)
    assert sum(rules.value(meld, at) for at in range(3)) == value


def test_a11_each_lay_off_is_judged_by_the_run_as_it_is_then():
    """7-8-9 of hearts: the 5 does not fit before the 6 does; then the run is 5 to 9."""
    game, _ = made_up("one pack")
    state = game.position(melds=[["7H", "8H", "9H"]], hand=["5H", "6H", "KC"], turn=0, drawn=True)
    assert state.why_illegal("lay 5H on 1").code == "does-not-fit"
    state = state.play("lay 6H on 1").play("lay 5H on 1")
    assert state.view(0).melds[0].pieces == ("5H", "6H", "7H", "8H", "9H")


def test_a16_a_card_is_used_once():
    """One wild card, laid on a run twice, also by two requests made from the same state: the second is refused."""
    game, _ = made_up("jokers")
    state = game.position(melds=[["7H", "8H", "9H"], ["KC", "KD", "KH"]], hand=["joker", "3C", "4D"], turn=0,
                          drawn=True)
    moves = [move for move in state.legal_moves if move.piece == "joker" and move.action == "lay off"]
    assert list(map(str, moves)) == ["lay joker=6H on 1", "lay joker=10H on 1", "lay joker on 2"]
    after = state.play(moves[0])
    for move in moves:
        with pytest.raises(IllegalMoveError):
            after.play(move)
    assert after._table.census() == (len(game.pieces), game.pieces.full)
    assert state.view(0).hand == ("3C", "4D", "joker"), "the state before is as it was"


def test_a_choice_of_cards_is_offered_in_one_order():
    """Four sevens: three of them or all; the clubs come first, and three of four can be had in four ways."""
    game, _ = made_up("one pack")
    state = game.position(hand=["7C", "7D", "7H", "7S", "KC"], turn=0, drawn=True)
    state = state.play("meld set 7")
    assert list(map(str, state.legal_moves)) == ["add 7C", "add 7D"]
    assert [list(map(str, state.play("add 7C").legal_moves)), str(state.play("add 7D").view(0).melds[0].pieces)] == [
        ["add 7D", "add 7H"], "('7D', '7H', '7S')"]
    state = state.play("7C").play("7D").play("7H")
    assert list(map(str, state.legal_moves)) == ["add 7S", "done"]
    assert state.play(DONE).view(0).melds[0].pieces == ("7C", "7D", "7H")


def test_what_is_under_way_is_seen_by_all_and_lost_by_nobody():
    """Between two steps the cards lie on the table: in every view, and in no hand."""
    game, _ = made_up("twos")
    state = game.position(hand=["7C", "7D", "7H", "joker", "2S", "KC"], turn=0, drawn=True)
    state = state.play("meld set 7").play("7C")
    assert state.view(1).under_way == ("7C",) and state.view(1).hand_sizes[0] == 5
    assert state._table.census() == (len(game.pieces), game.pieces.full)
