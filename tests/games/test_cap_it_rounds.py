"""Cap-It beside a second reading of its rules (``cap_it_oracle.py``), move by move at random.

A short run by default; ``HYPOTHESIS_PROFILE=deep`` plays many more matches.
"""

import importlib.util
import os
import random
from collections import Counter
from pathlib import Path

import pytest

import tilegames


def _oracle():
    spec = importlib.util.spec_from_file_location("cap_it_oracle", Path(__file__).with_name("cap_it_oracle.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


told_by = _oracle()
CARDS, JOKER, RANKS, wild = told_by.CARDS, told_by.JOKER, told_by.RANKS, told_by.wild
DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"
MATCHES = 5_000 if DEEP else 28
PARTS = 8 if DEEP else 2
HANDS = 40_000 if DEEP else 700
OPTIONS = {
    "ace": ["high", "high_or_low"], "sets": ["one_of_a_suit", "any_suits"], "naturals": ["one", "all_wild_ok"],
    "r5": list(told_by.FIFTH), "two": ["15", "20"], "discard_taken": ["refused", "allowed"],
    "round_limit": [100, 3, 10, 25],
}
DEFAULTS = {name: values[0] for name, values in OPTIONS.items()}


def near(card, hand):
    """How much a card has to do with the others of a hand."""
    if wild(card):
        return 3
    at = RANKS.index(card[:-1])
    return sum(other != card and (other[:-1] == card[:-1] or (
        other[-1] == card[-1] and other != JOKER and abs(RANKS.index(other[:-1]) - at) <= 2)) for other in hand)


def a_choice(rng, told, texts, temper):
    """Whatever lays most and keeps what belongs together, more or less; sometimes anything."""
    if rng.random() < 0.05:
        return rng.choice(texts)
    weights = {"meld": 9, "lay": 9, "swap": 20, "add": 3, "done": 3} if rng.random() < temper else {}
    laying = [text for text in texts if text.split()[0] in weights]
    if laying:
        return rng.choices(laying, [weights[text.split()[0]] * (4 if "run 2" in text else 1) for text in laying])[0]
    if "push" in texts:
        taken = told.discards[-1]
        keen = near(taken, told.hand) > 1 or (told.turn in told.down and len(told.lay_offs([taken])) > 0)
        return f"take {taken}" if rng.random() < (0.7 if keen else 0.25) else "push"
    cards = [text for text in texts if text.startswith("discard ")]
    return min(cards, key=lambda text: (near(text.split()[1], told.hand), rng.random())) if cards else rng.choice(texts)


def same(state, told, number):
    """Asserts that everything that can be seen is as told."""
    assert (state.round, state.turn, state.phase) == (number, told.turn, "turns")
    view = state.view(told.turn)
    assert sorted(view.hand) == sorted(told.hand)
    assert view.hand_sizes == tuple(map(len, told.hands))
    assert (view.discards, view.stock) == (tuple(told.discards), len(told.stock))
    assert view.down == tuple(sorted(told.down))
    assert view.must_use == (told.duty[0] if told.duty else None)
    assert view.under_way == (() if told.building is None else told.building[1])
    same_melds(view, told)


def same_melds(view, told):
    assert [(meld.shape, meld.owner, list(meld.pieces), list(meld.stands_for)) for meld in view.melds] == [
        (meld.kind, meld.owner, meld.cards, meld.meant()) for meld in told.melds]


def only_its_own(state, told):
    """Asserts that a seat sees no other hand, no stock and no moves of others."""
    for seat in {(told.turn + 1) % told.players, (told.turn + 2) % told.players}:
        view = state.view(seat)
        assert view.legal_moves == ()
        assert [hand is None for hand in view.hands] == [other != seat for other in range(told.players)]
        assert sorted(view.hands[seat]) == sorted(told.hands[seat])


def refused(rng, state, told, legal):
    """Asserts of some moves that are not legal that they are refused, and where it is plain, why."""
    for text in rng.sample(WORDS, 3):
        if text not in legal:
            assert state.why_illegal(text) is not None
    if told.building or told.duty or told.served:
        return
    card = rng.choice(CARDS)
    if not told.drawn:
        assert state.why_illegal(f"discard {card}").code == "not-this-step"
        if card not in told.discards:
            assert state.why_illegal(f"take {card}").code == "not-face-up"
        return
    assert state.why_illegal("push").code == "not-this-step"
    if card not in told.hand:
        assert state.why_illegal(f"discard {card}").code == "not-in-hand"
    if told.taken in told.hand and f"discard {told.taken}" not in legal:
        assert state.why_illegal(f"discard {told.taken}").code == "not-the-kind-taken"
    for number, meld in enumerate(told.melds):
        for text in meld.swaps(set(told.hand)):
            if f"{text} on {number + 1}" not in legal:
                assert state.why_illegal(f"{text} on {number + 1}").code == (
                    "not-reusable" if told.turn in told.down else "contract-first")
        for text in () if told.turn in told.down else meld.lay_offs(told.hand):
            assert state.why_illegal(f"{text} on {number + 1}").code == "contract-first"
    if told.turn not in told.down:
        for begun in list(told.rules.begins(told.hand))[:2]:
            text = told.rules.text(begun)
            if text not in legal and any(told.rules.endings(begun, (), tuple(told.hand))):
                assert state.why_illegal(text).code == "contract-first"


WORDS = [text for card in [*CARDS, JOKER] for text in (f"discard {card}", f"take {card}", f"lay {card} on 1")] + [
    f"meld set {rank}" for rank in RANKS[1:]] + ["push", "done"]


def a_match(seed, options, players, stakes, seen):
    """Plays a match beside the second reading; says how many moves that took."""
    rng = random.Random(seed)
    temper = rng.choice([1, 1, 1, 0.9, 0.5, 0.05])
    packs = 2 if players == 4 else 3
    asked = {name: value for name, value in options.items() if value != DEFAULTS[name]}
    if options["r5"] == "set3_set7":
        options = options | {"sets": "any_suits"}
    money = told_by.Money(players, *stakes) if stakes else None
    game = tilegames.load("cap-it", players=players, variants=["stakes"] if stakes else [], **asked, **(
        {"ante": stakes[0], "round_share": stakes[1]} if stakes else {}))
    rules = told_by.Rules(options)
    dealer = rng.randrange(players)
    dealt = [rng.sample(pack, len(pack)) for pack in [CARDS * packs + [JOKER] * 2 * packs] * 5]
    state = game.new_state(deal=[game.deal(
        hands=[pack[seat * 10:seat * 10 + 10] for seat in range(players)], stock=pack[players * 10:], dealer=dealer)
        for pack in dealt])
    totals, moves = [0] * players, 0
    for number, pack in enumerate(dealt):
        told = told_by.Round(rules, options, number, [pack[seat * 10:seat * 10 + 10] for seat in range(players)],
                     pack[players * 10:], dealer)
        assert (state.view(None).dealer, len(told.stock)) == (dealer, {4: 67, 5: 111, 6: 101}[players])
        while told.ending is None:
            same(state, told, number)
            if moves % 16 == 0:
                only_its_own(state, told)
            texts = [str(move) for move in state.legal_moves]
            legal = told.legal()
            assert len(set(texts)) == len(texts)
            assert set(texts) == legal
            refused(rng, state, told, legal)
            text = a_choice(rng, told, sorted(legal), temper)
            state = state.play(text)
            told.play(text)
            moves += 1
        totals = [total + count for total, count in zip(totals, told.account(), strict=True)]
        assert state.scores == tuple(totals)
        ended = next(event for event in state.events if event.kind == "round")
        assert (ended.seat, f"({told.ending})" in ended.text) == (told.winner, True)
        if money is not None and told.winner is not None:
            money.pay([told.winner], min(money.share, money.pot))
        seen.update(told.seen)
        dealer = (dealer + 1) % players
    best = tuple(seat for seat, total in enumerate(totals) if total == min(totals))
    assert state.is_over
    assert state.outcome.winners == best
    seen["shared"] += len(best) > 1
    if money is not None:
        money.pay(best, money.pot // len(best))
        assert state.pots[0] == money.pot
        assert dict(state.counters)["money"] == tuple(money.won)
    return moves


def plan(seed):
    """What a match is played with: every third by the rules as they stand, the others by random ones."""
    rng = random.Random(seed)
    options = DEFAULTS if seed % 3 == 0 else {name: rng.choice(values) for name, values in OPTIONS.items()}
    return options, 4 + seed % 3 if seed % 2 else 4, (rng.randint(1, 9), rng.randint(0, 9)) if seed % 4 == 0 else ()


FIRES = [
    "contract set3 set3", "contract set3 run4", "contract run4 run4", "contract set3 set3 set3", "push", "take",
    "contract run3 run7", "new meld of a freed card",
    "new set", "new run", "lay low", "lay high", "lay set", "lay wild low", "lay wild high", "lay wild set",
    "lay on another's", "swap in a run", "swap in a set", "lay a freed card", "natural two",
    "larger than asked for", "not straight back", "discard wild", "wild card under the stock", "out by meld",
    "out by lay", "out by discard", "push at stock 1", "round limit", "add", "done",
]
#: What takes more matches to come about.
RARE = ["swap a joker for a two", "all wild", "low ace", "lay low ace", "shared",
        "contract set3 run7", "contract set3 set7", "contract run5 run5"]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_random_matches(part):
    """Legal moves, hands, melds, endings, scores and money; a third by the plain rules, else by random options."""
    seen = Counter()
    for number in range(MATCHES // PARTS):
        seed = number * PARTS + part
        options, players, stakes = plan(seed)
        a_match(seed, options, players, stakes, seen)
    assert "push at stock 0" not in seen  # an odd stock loses two cards at a time: only a position has none left
    missing = [rule for rule in [*FIRES, *(RARE if DEEP else ())] if not seen[rule]]
    assert not missing, f"these never came about: {missing}; {sorted(seen.items())}"


def some_cards(rng, pack, number, share):
    """Takes cards out of a pack: so large a share of them wild, the others of few suits and neighboring ranks."""
    suits, low = rng.sample("CDHS", rng.choice([1, 2, 3])), rng.randrange(1, 9)
    close = [card for card in pack if not wild(card) and card[-1] in suits and low <= RANKS.index(card[:-1]) < low + 6]
    wilds = [card for card in pack if wild(card)]
    wanted = min(len(wilds), sum(rng.random() < share for _ in range(number)))
    cards = rng.sample(wilds, wanted) + rng.sample(close, min(len(close), number - wanted))
    for card in cards:
        pack.remove(card)
    return cards


def some_melds(rng, rules, pack):
    """Melds of the cards of a pack, as they could lie on the table; sometimes with a joker for a two."""
    if rng.random() < 0.15:
        suit = rng.choice("CDHS")
        cards = [JOKER, f"3{suit}", f"4{suit}"]
        pack[:] = told_by.without(pack, cards)
        yield told_by.Meld(rules, ("run", suit, rules.line.index("2"), 3), cards, 1)
    for _ in range(rng.randint(1, 3)):
        hand = some_cards(rng, pack, 6, 0.4)
        begun = rng.choice(list(rules.begins(hand)) or [None])
        ways = list(rules.endings(begun, (), tuple(hand))) if begun else []
        if not ways:
            continue
        cards = list(rng.choice(ways))
        if begun[0] == "run":
            own = [place for place in rules.places(begun) if place in cards]
            others = rng.sample(rest := told_by.without(cards, own), len(rest))
            cards = [place if place in own else others.pop() for place in rules.places(begun)]
        yield told_by.Meld(rules, begun, cards, rng.choice([0, 1]))


def a_turn(seed, seen):
    """A turn with a hand that is hard to see through: compares it to its end, move by move."""
    rng = random.Random(seed)
    options = {name: rng.choice(values) for name, values in OPTIONS.items() if name != "round_limit"} | {
        "round_limit": 100}
    asked = {name: value for name, value in options.items() if value != DEFAULTS[name]}
    if options["r5"] == "set3_set7":
        options = options | {"sets": "any_suits"}
    game, rules, number = tilegames.load("cap-it", **asked), told_by.Rules(options), rng.randrange(5)
    pack = CARDS * 2 + [JOKER] * 4
    melds = list(some_melds(rng, rules, pack)) if seed % 2 else []
    hand = some_cards(rng, pack, rng.randint(6, 13), rng.choice([0.2, 0.4, 0.6]))
    # What a wild card at an end of a run stands for is held more often than by chance, above all the two.
    hand += [place for meld in melds if meld.kind == "run" and meld.cards[0] == JOKER
             for place in meld.meant()[:1] if place in pack]
    told = told_by.Round(rules, options, number, [hand, [], [], []], ["3C"], 3)
    told.discards, told.drawn, told.melds = [], True, melds
    told.down = {0, 1} if melds else set()
    words = [[f"{card}={meld.name}S" if meld.kind == "set" and wild(card) else card if card == place else
              f"{card}={place}" for card, place in zip(meld.cards, meld.meant(), strict=True)] for meld in melds]
    state = game.position(round=number + 1, turn=0, hand=hand, drawn=True, melds=words,
                          meld_owners=[meld.owner for meld in melds], down=sorted(told.down))
    while told.turn == 0 and told.ending is None:
        assert sorted(state.view(0).hand) == sorted(told.hand)
        same_melds(state.view(0), told)
        texts = [str(move) for move in state.legal_moves]
        legal = told.legal()
        assert len(set(texts)) == len(texts)
        assert set(texts) == legal
        refused(rng, state, told, legal)
        text = rng.choice(sorted(text for text in legal if not text.startswith("discard")) or sorted(legal))
        state = state.play(text)
        told.play(text)
    seen.update(told.seen)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_turns_with_many_wild_cards(part):
    """Every meld that may be begun, and each card that may go on with it, where wild cards and needs are many."""
    seen = Counter()
    for number in range(HANDS // PARTS):
        a_turn(number * PARTS + part, seen)
    wanted = ["contract " + contract for contract in (
        "set3 set3", "set3 run4", "run4 run4", "set3 set3 set3", "run3 run7", "set3 run7", "set3 set7", "run5 run5")]
    # A joker that stands for a two at the end of a run, and the two in hand, come up once in some hundred hands.
    rare = ["swap a joker for a two"] if DEEP else []
    missing = [rule for rule in [*wanted, *rare, "all wild", "low ace", "natural two", "new meld of a freed card",
                                 "lay a freed card"] if not seen[rule]]
    assert not missing, f"these never came about: {missing}; {sorted(seen.items())}"
