"""Patterns of groups and covers of whole hands, against a plain search over all partitions."""

import random
from collections.abc import Iterator, Sequence

import pytest

from tilegames.core.patterns import Cover, Pattern
from tilegames.core.pieces import chinese_dominoes, dominoes

TILES = dominoes(6)
PIPS = tuple(kind.pips for kind in TILES.kinds)


def kinds(text: str) -> list[int]:
    """The kinds of some tiles."""
    return [TILES.names.index(name) for name in text.split()]


def pattern(low: int, high: int, **words: object) -> Pattern:
    """A pattern of the double-six set."""
    return Pattern("made-up", TILES, low, high, values=PIPS, **words)  # type: ignore[arg-type]  # a test's short way


@pytest.mark.parametrize(("words", "group", "fits"), [
    ({"same": "pips"}, "6-0 5-1 3-3", True),
    ({"same": "pips"}, "6-0 5-1 4-1", False),
    ({"same": "piece"}, "6-0 6-0 6-0", True),
    ({"same": "piece"}, "6-0 5-1 5-1", False),
    ({"totals": (10, 20)}, "6-4 0-0 0-0", True),
    ({"totals": (10, 20)}, "6-6 2-0 5-1", True),
    ({"totals": (10, 20)}, "6-6 2-0 5-0", False),
    ({"same": "pips", "totals": (18,)}, "6-0 5-1 3-3", True),
    ({"listed": frozenset([tuple(sorted(kinds("6-6 5-5 4-4")))])}, "4-4 6-6 5-5", True),
    ({"listed": frozenset([tuple(sorted(kinds("6-6 5-5 4-4")))])}, "4-4 6-6 3-3", False),
    ({"excepted": frozenset([tuple(sorted(kinds("6-6 5-5 4-4")))])}, "4-4 6-6 5-5", False),
    ({"excepted": frozenset([tuple(sorted(kinds("6-6 5-5 4-4")))])}, "4-4 6-6 3-3", True),
])
def test_the_shapes_of_a_group(words: dict[str, object], group: str, fits: bool) -> None:
    """What all share, what they add up to, what is listed and what is excepted; in whatever order they are named."""
    made = pattern(3, 3, **words)
    assert made.matches(kinds(group)) is fits
    assert made.matches(reversed(kinds(group))) is fits


@pytest.mark.parametrize(("size", "fits"), [(0, False), (1, False), (2, True), (3, True), (4, False)])
def test_the_size_of_a_group(size: int, fits: bool) -> None:
    """From two to three pieces."""
    assert pattern(2, 3).matches(range(size)) is fits


def partitions(hand: tuple[int, ...]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to part a hand into groups, in no clever way."""
    if not hand:
        yield []
        return
    first, rest = hand[0], hand[1:]
    for mask in range(1 << len(rest)):
        group = (first, *(piece for place, piece in enumerate(rest) if mask >> place & 1))
        left = tuple(piece for place, piece in enumerate(rest) if not mask >> place & 1)
        for others in partitions(left):
            yield [group, *others]


def assigned(groups: Sequence[tuple[int, ...]], wanted: Sequence[tuple[Pattern, int]]) -> bool:
    """Whether the groups can be told off to the wanted patterns, each to one."""
    slots = [shape for shape, count in wanted for _ in range(count)]
    if len(slots) != len(groups):
        return False
    if not groups:
        return True
    return any(shape.matches(groups[0]) and assigned(
        groups[1:], [(other, 1) for place, other in enumerate(slots) if place != number])
        for number, shape in enumerate(slots))


COVERS = {
    "pairs of one sum and an eye": [(pattern(2, 2, same="piece"), 1), (pattern(2, 2, totals=(6, 10)), 2)],
    "threes": [(pattern(3, 3, totals=(9, 12, 15, 18)), 2)],
    "any sizes": [(pattern(1, 4, same="pips"), 2), (pattern(2, 3, totals=(7, 14)), 1)],
    "overlapping": [(pattern(2, 3, totals=(8, 12)), 1), (pattern(2, 2, totals=(8,)), 1), (pattern(1, 2), 1)],
}


@pytest.mark.parametrize("wanted", COVERS.values(), ids=COVERS.keys())
def test_a_hand_is_complete_exactly_if_some_partition_is(wanted: list[tuple[Pattern, int]]) -> None:
    """The quick search and the slow one agree on random hands, of which some are complete and some are not."""
    rng = random.Random(3)
    cover = Cover(wanted)
    found = []
    for _ in range(400):
        hand = tuple(rng.choice(range(0, 28, 2)) for _ in range(rng.choice([5, 6])))
        slow = any(assigned(groups, wanted) for groups in partitions(hand))
        assert cover.complete(hand) is slow
        assert cover.complete(tuple(reversed(hand))) is slow
        found.append(slow)
    assert True in found
    assert False in found


def test_an_empty_hand_covers_nothing() -> None:
    """Nor does a hand of the right size that has no partners."""
    cover = Cover([(pattern(2, 2, totals=(10,)), 2)])
    assert not cover.complete([])
    assert not cover.complete(kinds("6-6 6-5 5-5 6-4"))
    assert cover.complete(kinds("5-5 0-0 6-3 1-0"))


def test_an_eye_and_tens_of_chinese_tiles() -> None:
    """K9 to K12 of the rules: complete, complete, no eye, and not with a 4-2 of three."""
    pieces = chinese_dominoes(2)
    values = tuple(3 if kind.name == "4-2" else kind.pips for kind in pieces.kinds)
    eye = Pattern("eye", pieces, 2, 2, same="piece", values=values)
    tens = Pattern("tens", pieces, 2, 2, totals=(10, 20), values=values)
    cover = Cover([(eye, 1), (tens, 4)])
    hands = {"5-5 5-5 6-6 6-2 5-3 1-1 6-1 4-2 3-3 2-2": True, "5-5 5-5 5-5 5-5 6-6 4-4 4-1 3-2 5-1 3-1": True,
             "6-6 6-2 5-2 4-2 5-1 3-1 4-3 2-1 4-1 3-2": False, "3-3 3-3 4-2 2-2 6-6 4-4 5-2 2-1 6-2 1-1": False}
    for hand, out in hands.items():
        assert cover.complete([pieces.find(name) for name in hand.split()]) is out
