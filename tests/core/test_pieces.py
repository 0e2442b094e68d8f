"""Sets of pieces: how many there are of what, how they are written, and groups of them as bit masks."""

import copy
import pickle
from collections import Counter
from itertools import combinations_with_replacement

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilegames.core.pieces import PieceSet, cards, chinese_dominoes, dominoes, explicit, tidy


def names(pieces: PieceSet) -> list[str]:
    """The name of each piece, copies included."""
    return [pieces.name(piece) for piece in range(len(pieces))]


# Case A01


@pytest.mark.parametrize(("highest", "tiles"), [
    (0, 1), (1, 3), (3, 10), (6, 28), (9, 55), (12, 91), (15, 136), (18, 190)])
def test_a_double_n_set_has_so_many_tiles(highest: int, tiles: int) -> None:
    """A01: double-6, -9, -12, -15 and -18 sets have 28, 55, 91, 136 and 190 tiles."""
    assert len(dominoes(highest)) == tiles


@pytest.mark.parametrize("highest", [6, 9, 12, 15, 18])
def test_each_unordered_pair_of_numbers_is_there_once(highest: int) -> None:
    """A01: every unordered pair of 0..n is exactly one tile."""
    pieces = dominoes(highest)
    pairs = Counter(tuple(sorted(kind.ends)) for kind in pieces.kinds)
    assert pairs == Counter(combinations_with_replacement(range(highest + 1), 2))
    assert pieces.copies == (1,) * len(pieces)


@pytest.mark.parametrize("highest", [6, 9, 12, 15, 18])
def test_there_is_exactly_one_double_blank(highest: int) -> None:
    """A01, and kgames #9, where a double-nine set had two 0-0."""
    assert names(dominoes(highest)).count("0-0") == 1


def test_a_tile_is_the_same_whichever_way_round_it_is_written() -> None:
    """A01: ``3-5`` and ``5-3`` are one tile, whose name has the higher end first."""
    pieces = dominoes(6)
    assert pieces.find("3-5") == pieces.find("5-3") is not None
    assert pieces.names[pieces.find("3-5")] == "5-3"


def test_the_pips_and_ends_of_a_double_six_set() -> None:
    """168 pips in all; every number stands on 7 tiles, and 8 times, since its double has it twice."""
    pieces = dominoes(6)
    assert sum(kind.pips for kind in pieces.kinds) == 168
    assert [mask.bit_count() for mask in pieces.with_number] == [7] * 7
    assert [sum(kind.ends.count(number) for kind in pieces.kinds) for number in range(7)] == [8] * 7
    assert pieces.names_of(pieces.with_number[4]) == ("4-0", "4-1", "4-2", "4-3", "4-4", "5-4", "6-4")


def test_what_a_kind_says_of_a_tile() -> None:
    """Ends, pips and doubles, of a plain tile, of a double and of a blank."""
    pieces = dominoes(6)
    six_four, double, blank = (pieces.kinds[pieces.find(name)] for name in ("6-4", "5-5", "0-0"))
    assert (six_four.ends, six_four.high, six_four.low, six_four.pips, six_four.double) == ((6, 4), 6, 4, 10, False)
    assert (double.ends, double.pips, double.double) == ((5, 5), 10, True)
    assert (blank.high, blank.low, blank.pips, blank.double) == (0, 0, 0, True)
    assert [six_four.has_end(number) for number in (6, 4, 5)] == [True, True, False]
    assert (six_four.suit, six_four.rank) == (None, None)


# Chinese dominoes


def test_a_chinese_set_has_32_tiles_and_227_pips() -> None:
    """22 civil tiles (11 kinds twice) and 10 military ones (once each), none with a blank."""
    pieces = chinese_dominoes()
    assert len(pieces) == 32
    assert sum(pieces.kinds[kind].pips for kind in pieces.kind_of) == 227
    assert pieces.select(lambda kind: kind.suit == "civil").bit_count() == 22
    assert pieces.select(lambda kind: kind.suit == "military").bit_count() == 10
    assert not any(kind.has_end(0) for kind in pieces.kinds)


def test_which_chinese_tiles_are_civil_and_which_military() -> None:
    """Culin's two suits: eleven civil kinds of two copies, ten military kinds of one."""
    pieces = chinese_dominoes()
    civil = {"6-6", "1-1", "4-4", "3-1", "5-5", "3-3", "2-2", "6-5", "6-4", "6-1", "5-1"}
    military = {"6-3", "5-4", "6-2", "5-3", "5-2", "4-3", "4-2", "4-1", "3-2", "2-1"}
    assert {kind.name: (kind.suit, pieces.copies[kind.index]) for kind in pieces.kinds} == {
        **dict.fromkeys(civil, ("civil", 2)), **dict.fromkeys(military, ("military", 1))}


@pytest.mark.parametrize(("sets", "tiles"), [(1, 32), (2, 64), (3, 96), (8, 256)])
def test_more_chinese_sets_are_more_copies(sets: int, tiles: int) -> None:
    """With s sets a civil face exists 2s times and a military face s times (K1 for one set)."""
    pieces = chinese_dominoes(sets)
    assert len(pieces) == tiles
    assert pieces.copies[pieces.find("6-5")] == 2 * sets
    assert pieces.copies[pieces.find("4-2")] == sets


# Cards


def test_a_pack_of_cards() -> None:
    """13 ranks in 4 suits; a card has a printed suit and rank, and no ends."""
    pieces = cards()
    assert len(pieces) == len(set(names(pieces))) == 52
    queen = pieces.kinds[pieces.find("QS")]
    assert (queen.name, queen.suit, queen.rank, queen.ends, queen.pips) == ("QS", "spades", "Q", None, 0)
    assert pieces.select(lambda kind: kind.suit == "hearts").bit_count() == 13
    assert pieces.select(lambda kind: kind.rank == "10").bit_count() == 4
    assert pieces.highest_number == -1
    assert pieces.with_number == ()


@pytest.mark.parametrize(("packs", "jokers", "count"), [(2, 4, 108), (3, 6, 162), (1, 2, 54), (2, 0, 104)])
def test_packs_and_jokers(packs: int, jokers: int, count: int) -> None:
    """C1: 2 packs with 4 jokers are 108 cards, 3 packs with 6 jokers 162; jokers are counted in all."""
    pieces = cards(packs, jokers=jokers)
    assert len(pieces) == count
    assert pieces.copies[pieces.find("AS")] == packs
    if jokers:
        joker = pieces.kinds[pieces.find("joker")]
        assert (pieces.copies[joker.index], joker.suit, joker.rank) == (jokers, None, None)


def test_a_short_pack() -> None:
    """Ranks and suits can be chosen; nothing else is in the pack."""
    pieces = cards(ranks=["9", "10", "J"], suits=["H", "S"])
    assert sorted(names(pieces)) == ["10H", "10S", "9H", "9S", "JH", "JS"]


# Sets by a list, and what stays in the box


def test_an_explicit_list_counts_copies() -> None:
    """A repeated name is a copy, however it is written."""
    pieces = explicit(["6-4", "4-6", "QS", "qs", "wild", "4:6"])
    assert pieces.names == ("6-4", "QS", "wild")
    assert pieces.copies == (3, 2, 1)
    assert [pieces.kinds[index].ends for index in range(3)] == [(6, 4), None, None]
    assert (pieces.kinds[1].suit, pieces.kinds[1].rank) == ("spades", "Q")


def test_names_that_differ_only_in_case_do_not_hide_one_another() -> None:
    """Pieces are looked up without regard to case: two names that differ in nothing else must not be two kinds."""
    pieces = explicit(["sun", "Sun", "moon"])
    assert [pieces.find(name) for name in pieces.names] == list(range(len(pieces.kinds)))


@pytest.mark.parametrize("written", ["0-0", " 0:0 ", "0/0"])
def test_a_removed_tile_is_not_in_the_set(written: str) -> None:
    """Three players of Cut Throat play without the 0-0: 27 tiles."""
    pieces = dominoes(6, removed=[written])
    assert len(pieces) == 27
    assert pieces.find("0-0") is None


def test_removal_takes_all_copies_and_closes_the_gap() -> None:
    """Kinds and pieces are numbered without gaps after a removal."""
    pieces = cards(2, jokers=3, removed=["2C", "joker", "AS"])
    assert len(pieces) == 100
    assert [kind.index for kind in pieces.kinds] == list(range(50))
    assert (pieces.find("2C"), pieces.find("joker"), pieces.find("AS")) == (None, None, None)


# Notation


@pytest.mark.parametrize(("written", "name"), [
    ("6-4", "6-4"), ("4-6", "6-4"), ("4:6", "6-4"), ("6/4", "6-4"), (" 4 - 6 ", "6-4"), ("12-3", "12-3"),
    ("3-12", "12-3"), ("0-0", "0-0")])
def test_the_usual_ways_to_write_a_tile(written: str, name: str) -> None:
    """Hyphen, colon and stroke, either way round, with spaces; two-digit numbers too."""
    pieces = dominoes(12)
    assert pieces.names[pieces.find(written)] == name


@pytest.mark.parametrize(("written", "name"), [
    ("10H", "10H"), ("TH", "10H"), ("th", "10H"), ("10h", "10H"), ("Q♠", "QS"), ("qs", "QS"), ("2♦", "2D"),
    (" AC ", "AC"), ("JOKER", "joker")])
def test_the_usual_ways_to_write_a_card(written: str, name: str) -> None:
    """T for ten, signs for suits, small letters."""
    pieces = cards(jokers=1)
    assert pieces.names[pieces.find(written)] == name


@pytest.mark.parametrize("written", ["7-0", "6-", "6", "", "66", "6-4-2", "6--4", "QS", "-6-4", "six-four", "106-4"])
def test_what_names_no_tile(written: str) -> None:
    """A text that names no piece of the set finds nothing, and nothing near it."""
    assert dominoes(6).find(written) is None


@pytest.mark.parametrize("written", ["1H", "11H", "QX", "Q", "S", "0H", "10", "joker"])
def test_what_names_no_card(written: str) -> None:
    """The same for cards; a joker only where there is one."""
    assert cards().find(written) is None


def test_tidy_writes_every_piece_of_a_text() -> None:
    """Pieces inside a longer text are put in canonical notation, and white space is folded."""
    assert tidy("  4:6   left ") == "6-4 left"
    assert tidy("take t♥") == "take 10H"
    assert tidy("go  out") == "go out"


@pytest.mark.parametrize("pieces", [dominoes(18), cards(2, jokers=1), chinese_dominoes(3)])
def test_every_name_finds_its_own_kind(pieces: PieceSet) -> None:
    """Both directions agree."""
    assert [pieces.find(name) for name in pieces.names] == list(range(len(pieces.kinds)))


# Masks


def test_copies_stand_together_and_a_mask_takes_them_in_order() -> None:
    """Each name takes one more copy, the lowest first; one name too many is an error."""
    pieces = explicit(["b", "a", "b", "c", "b"])
    assert names(pieces) == ["b", "b", "b", "a", "c"]
    assert pieces.kind_masks == (0b00111, 0b01000, 0b10000)
    assert pieces.full == 0b11111
    assert pieces.has_copies
    assert pieces.mask_of(["b"]) == 0b00001
    assert pieces.mask_of(["b", "c", "b"]) == 0b10011
    with pytest.raises(KeyError):
        pieces.mask_of(["b", "b", "b", "b"])
    with pytest.raises(KeyError):
        pieces.mask_of(["d"])


def test_what_a_mask_holds() -> None:
    """Pieces, kinds and names of a mask: one entry a piece, in the order of the set."""
    pieces = explicit(["b", "a", "b", "c"])
    mask = 0b1011
    assert pieces.pieces_of(mask) == [0, 1, 3]
    assert pieces.kinds_of(mask) == [0, 0, 2]
    assert pieces.names_of(mask) == ("b", "b", "c")
    assert pieces.names_of(0) == ()
    assert not dominoes(6).has_copies


@given(st.sets(st.integers(0, 107)))
def test_a_mask_is_a_set_of_pieces(wanted: set[int]) -> None:
    """Whatever pieces a mask is made of, it gives them back, also past 64 of them."""
    pieces = cards(2, jokers=4)
    mask = sum(pieces.bit[piece] for piece in wanted)
    assert pieces.pieces_of(mask) == sorted(wanted)
    assert pieces.mask_of(pieces.names_of(mask)).bit_count() == len(wanted)
    assert Counter(pieces.names_of(pieces.mask_of(pieces.names_of(mask)))) == Counter(map(pieces.name, wanted))


def test_a_set_can_be_pickled_and_copied() -> None:
    """A set is plain data."""
    pieces = cards(2, jokers=1)
    for again in (pickle.loads(pickle.dumps(pieces)), copy.deepcopy(pieces)):
        assert again.names == pieces.names
        assert again.kind_of == pieces.kind_of
        assert again.full == pieces.full
