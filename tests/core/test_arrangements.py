"""Arrangements: named hands with numbers worked out by hand, and generated hands against a plain judge.

``HYPOTHESIS_PROFILE=deep`` asks a hundred times as many generated hands.
"""

import importlib.util
import os
import random
from pathlib import Path

import pytest

from tilegames.core.arrangements import Arranger
from tilegames.core.melds import Meld, MeldRules, Shape
from tilegames.core.pieces import PieceSet, cards, explicit

# Tests are no package: the judge next to this file is loaded from its path.
_SPEC = importlib.util.spec_from_file_location("arrangement_oracle", Path(__file__).with_name("arrangement_oracle.py"))
oracle = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(oracle)

DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"
GAMES = 8000 if DEEP else 80
HANDS = 25
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
COUNTS = {rank: min(place + 1, 10) for place, rank in enumerate(RANKS)}


def rules_of(pieces: PieceSet, ranks=RANKS, suits="CDHS", *, low=3, group_low=3, group_high=None, naturals=0,
             group_naturals=None, distinct=True, both_ends=False, wild=(), counts=None, shapes="gr", run_high=None):
    """Groups of a rank and runs of a suit in a set of cards."""
    counts = COUNTS | {None: 20} if counts is None else counts
    wild = frozenset(kind.index for kind in pieces.kinds if kind.rank in wild or kind.name in wild)
    made = []
    if "g" in shapes:
        rows = tuple(tuple(pieces.find(rank + suit) for suit in suits)
                     for rank in ranks if pieces.find(rank + suits[0]) not in wild)
        high = group_high or (len(suits) if distinct else len(pieces))
        made.append(Shape("group", False, rows, tuple(ranks), group_low, high,
                          naturals if group_naturals is None else group_naturals, distinct))
    if "r" in shapes:
        rows = tuple(tuple(pieces.find(rank + suit) for rank in [*ranks, *ranks[:both_ends]]) for suit in suits)
        made.append(Shape("run", True, rows, tuple(suits), low, run_high or len(ranks), naturals))
    return MeldRules(pieces, made, wild, [counts[kind.rank] for kind in pieces.kinds])


def judged(rules: MeldRules, hand: int):
    """What the plain judge says: the least by value, the least number of pieces, and the least without each kind."""
    kinds = rules.pieces.kinds_of(hand)
    least = oracle.least_of_all(rules, kinds, rules.values)
    number = oracle.least_of_all(rules, kinds, [1] * len(rules.values))
    full = len(least) - 1
    return least[full], number[full], {kind: least[full ^ 1 << at] for at, kind in enumerate(kinds)}


def checked(arranger: Arranger, hand: int) -> int:
    """The least of a hand, after its arrangement was counted again."""
    rules = arranger.rules
    least, melds = arranger.best(hand)
    left = hand
    for meld in melds:
        assert rules.is_meld(meld), (meld, rules.pieces.names_of(hand))
        assert meld.owner == -1
        for piece in meld.cards:
            assert left >> piece & 1, "no piece is used twice"
            left ^= 1 << piece
        if not rules.shapes[meld.shape].run:
            kinds = [rules.pieces.kind_of[piece] for piece in meld.cards]
            assert kinds == sorted(kinds, key=lambda kind: (kind in rules.wild, kind)), "wild ones last"
    assert sum(rules.values[kind] for kind in rules.pieces.kinds_of(left)) == least == arranger.least(hand)
    assert arranger.best(hand) == (least, melds)
    return least


GIN = cards(ranks=RANKS)
GIN_ARRANGER = Arranger(rules_of(GIN))
PACKS = cards(2, jokers=4, ranks=RANKS)
JOKERS = Arranger(rules_of(PACKS, both_ends=True, wild=("joker",), naturals=1))
LOOSE = Arranger(rules_of(PACKS, wild=("joker",)))
TWOS = Arranger(rules_of(PACKS, wild=("joker", "2"), naturals=2, distinct=False))
NUMBERS = tuple(map(str, range(1, 14)))
TILES = explicit([f"{colour}-{number}" for colour in ("red", "orange", "black", "blue") for number in NUMBERS] * 2
                 + ["joker"] * 2)
RUMMIKUB = Arranger(MeldRules(
    TILES,
    [Shape("group", False, tuple(tuple(range(n, 52, 13)) for n in range(13)), NUMBERS, 3, 4, 0, True),
     Shape("run", True, tuple(tuple(range(13 * c, 13 * c + 13)) for c in range(4)), ("r", "o", "b", "u"), 3, 13)],
    [52], [int(name.partition("-")[2] or 30) for name in TILES.names]))


@pytest.mark.parametrize(("hand", "least"), [
    # 4H-5H-6H-7H, three queens, three kings: no other way takes all (7H is only in the run).
    ("6H QH QC 5H KD KH 7H KC 4H QD", 0),
    # 2H to 6H, 9H to JH, 4S to 6S.
    ("5S 4H 6S TH 3H JH 5H 9H 2H 4S", 0),
    # Three fours leave 5D 6D K, 21; 4D-5D-6D leaves 4S 4H K, 18.
    ("4S 4H 4D 5D 6D KC", 18),
    # A run does not go round the king, and an ace is low only.
    ("QS KS AS", 21),
    ("KS AS 2S", 13),
    ("AS 2S 3S", 0),
    # The fourth five can go to the run, since three are left; of three none can be spared: 5D 5H left, or 6C 7C.
    ("5C 5D 5H 5S 6C 7C", 0),
    ("5C 5D 5H 6C 7C", 10),
    ("", 0),
    ("KS", 10),
    ("AS AH AD AC", 0),
    ("7C 8C 9C 10C JC QC KC 7D 7H", 0),
    ("7C 8C 9C 7D 8D 9D 7H 8H 9H", 0),
])
def test_one_pack_without_wild_cards(hand: str, least: int) -> None:
    """Every number was found by hand, and is the same by the plain judge."""
    mask = GIN.mask_of(hand.split())
    assert checked(GIN_ARRANGER, mask) == least
    assert judged(GIN_ARRANGER.rules, mask)[0] == least
    assert GIN_ARRANGER.covers(mask) == (least == 0)
    assert GIN_ARRANGER.within(mask, least)
    assert not GIN_ARRANGER.within(mask, least - 1)


@pytest.mark.parametrize(("arranger", "hand", "least"), [
    # The ace is high or low, and never both.
    (JOKERS, "QS KS AS", 0),
    (JOKERS, "KS AS 2S", 13),
    (JOKERS, "KS AS 2S joker", 2),
    # A joker for the missing card, at either end, and one that no meld has room for.
    (JOKERS, "5S 7S joker", 0),
    (JOKERS, "5S joker joker", 0),
    (JOKERS, "joker joker joker", 60),
    (LOOSE, "joker joker joker", 0),
    (LOOSE, "joker joker", 40),
    # Two fives and two jokers leave a joker, 20; a five and three jokers, as a run, leave the other five.
    (JOKERS, "5S 5H joker joker joker", 5),
    # Two fives of hearts are not two of a group that differs: a joker helps one of them.
    (JOKERS, "5H 5H 5S joker", 5),
    # Two naturals at least: a two in its own place is one, anywhere else it is wild.
    (TWOS, "3S joker 2H", 25),
    (TWOS, "3S 2S joker", 0),
    (TWOS, "2S 2S joker", 24),
    (TWOS, "2S 3S 4S 2H 9D 9D", 0),
    (TWOS, "9D 9D 9S", 0),
    (TWOS, "9D 9D joker joker joker joker", 0),
])
def test_wild_cards(arranger: Arranger, hand: str, least: int) -> None:
    """Jokers, and twos that are wild but natural in their own place."""
    mask = PACKS.mask_of(hand.split())
    assert judged(arranger.rules, mask)[0] == least
    assert checked(arranger, mask) == least


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1), (1, 3, 0, 2)])
def test_one_of_two_equal_tiles_is_left(order: tuple[int, ...]) -> None:
    """Red, orange and black thirteen are a group; the second black one is left, whichever copies there are."""
    names = ["red-13", "orange-13", "black-13", "black-13"]
    hand = TILES.mask_of(names[at] for at in order)
    assert checked(RUMMIKUB, hand) == 13
    (meld,) = RUMMIKUB.best(hand)[1]
    assert len(meld.cards) == 3
    assert RUMMIKUB.may_drop(hand, 0) == TILES.mask_of(["black-13"])
    assert not RUMMIKUB.covers(hand)


def test_what_may_be_dropped() -> None:
    """One piece of each kind, the lowest copy, without which the rest is within the limit."""
    hand = GIN.mask_of(["4C", "5C", "6C", "7C", "9D", "9H", "9S", "2D", "3H", "AS", "KD"])
    assert GIN_ARRANGER.least(hand) == 16
    assert GIN.names_of(GIN_ARRANGER.may_drop(hand, 10)) == ("KD",)
    # Without the seven or the four the run still stands, and the king is left over with the three others.
    assert GIN.names_of(GIN_ARRANGER.may_drop(hand, 16)) == ("4C", "7C", "2D", "KD", "3H", "AS")
    two = PACKS.mask_of(["5S", "5S", "6S", "7S"])
    assert JOKERS.may_drop(two, 0) == PACKS.mask_of(["5S"])
    two = PACKS.mask_of(["5S", "6S", "7S", "8S", "8S"])
    assert JOKERS.may_drop(two, 7) == PACKS.mask_of(["8S"])
    assert JOKERS.may_drop(two, 8) == PACKS.mask_of(["5S", "8S"])


def test_a_hand_whose_rest_counts_nothing_is_not_whole() -> None:
    """Pieces that count nothing are left over all the same."""
    rules = rules_of(GIN, counts=COUNTS | {"K": 0})
    hand = GIN.mask_of(["AS", "2S", "3S", "KD"])
    assert Arranger(rules).least(hand) == 0
    assert not Arranger(rules).covers(hand)
    with_jokers = Arranger(rules_of(PACKS, wild=("joker",), counts=COUNTS | {"K": 0, None: 0}, naturals=1))
    assert not with_jokers.covers(PACKS.mask_of(["AS", "2S", "3S", "KD"]))
    assert with_jokers.covers(PACKS.mask_of(["AS", "2S", "3S", "KD", "KS", "joker"]))
    assert not with_jokers.covers(PACKS.mask_of(["joker"]))


def made_up(rng: random.Random) -> MeldRules:
    """Some rules: packs, jokers, wild twos, ends, sizes, naturals."""
    packs = rng.choice((1, 1, 2, 3))
    jokers = rng.choice((0, 0, 2, 4))
    ranks = RANKS[:rng.choice((4, 6, 8, 13))]
    suits = "CDHS"[:rng.choice((2, 3, 4))] if rng.random() < 0.5 else "CDHS"
    pieces = cards(packs, jokers=jokers, ranks=ranks, suits=suits)
    wild = [name for name in ("joker", "2") if rng.random() < 0.6]
    if rng.random() < 0.1:
        wild.append("3")
    counts = {rank: rng.choice((COUNTS[rank], rng.randrange(16))) for rank in ranks}
    counts[None] = rng.choice((0, 5, 20, 50))
    return rules_of(
        pieces, ranks, suits, low=rng.choice((3, 3, 4)), group_low=rng.choice((3, 3, 4)),
        group_high=rng.choice((None, None, 3, 4)), naturals=rng.randrange(3), group_naturals=rng.randrange(3),
        distinct=rng.random() < 0.6, both_ends=rng.random() < 0.5, wild=wild, counts=counts,
        shapes=rng.choice(("gr", "gr", "gr", "g", "r")), run_high=rng.choice((None, None, None, 3, 4, 5)))


def dealt(rng: random.Random, rules: MeldRules, most: int) -> int:
    """A hand: at random, or drawn to a few ranks, suits and wild pieces, where melds compete."""
    pieces = rules.pieces
    pool = list(range(len(pieces)))
    if rng.random() < 0.7:
        ranks = rng.sample(sorted({kind.rank for kind in pieces.kinds if kind.rank}), rng.randrange(2, 5))
        suit = rng.choice([kind.suit for kind in pieces.kinds if kind.suit])
        near = [piece for piece in pool if pieces.kinds[pieces.kind_of[piece]].rank in ranks
                or pieces.kinds[pieces.kind_of[piece]].suit == suit or pieces.kind_of[piece] in rules.wild]
        pool = near if len(near) >= 4 else pool
    return sum(1 << piece for piece in rng.sample(pool, min(len(pool), rng.randrange(1, most + 1))))


@pytest.mark.parametrize("part", range(20))
def test_generated_hands(part: int) -> None:
    """Every answer is the judge's answer, and the arrangement that is given reaches it."""
    for number in range(part, GAMES, 20):
        rng = random.Random(number)
        rules = made_up(rng)
        arranger = Arranger(rules)
        for size in [9] * (HANDS - 1) + [9 if number % 4 else 12]:
            hand = dealt(rng, rules, size)
            least, number_left, without = judged(rules, hand)
            told = (number, rules.pieces.names_of(hand))
            limit = rng.choice((0, 5, 10, least, least - 1, max(0, least - 10)))
            # Each question is asked first of an arranger that has not met the hand.
            assert Arranger(rules).within(hand, limit) == (least <= limit), told
            dropped = 0
            for kind, rest in without.items():
                if rest <= limit:
                    lowest = hand & rules.pieces.kind_masks[kind]
                    dropped |= lowest & -lowest
            assert arranger.may_drop(hand, limit) == dropped, (told, limit)
            assert checked(arranger, hand) == least, told
            assert arranger.within(hand, limit) == (least <= limit), told
            assert arranger.covers(hand) == (number_left == 0), told


@pytest.mark.parametrize("seed", range(10))
def test_which_copies_a_hand_has_changes_nothing(seed: int) -> None:
    """Other copies of the same kinds: the same numbers, and melds of the same kinds."""
    rng = random.Random(seed)
    rules = made_up(rng)
    while not rules.pieces.has_copies:
        rules = made_up(rng)
    pieces = rules.pieces
    arranger = Arranger(rules)
    for _ in range(50):
        hand = dealt(rng, rules, 14)
        other = 0
        for kind in pieces.kinds_of(hand):
            free = pieces.pieces_of(pieces.kind_masks[kind] & ~other)
            other |= 1 << rng.choice(free)
        assert pieces.kinds_of(other) == pieces.kinds_of(hand)
        assert checked(arranger, other) == checked(arranger, hand)
        assert arranger.covers(other) == arranger.covers(hand)
        assert pieces.kinds_of(arranger.may_drop(other, 10)) == pieces.kinds_of(arranger.may_drop(hand, 10))

        def seen(melds: tuple[Meld, ...]) -> list[tuple[int, int, int, list[int]]]:
            return [(meld.shape, meld.row, meld.start, [pieces.kind_of[piece] for piece in meld.cards])
                    for meld in melds]

        assert seen(arranger.best(other)[1]) == seen(arranger.best(hand)[1])
