"""The table that playing changes: copies are independent, keys tell situations apart, packing loses nothing."""

import random

import pytest

import tilegames
from tilegames.core.table import Ending, Table, unroll


def tables(name: str, seed: int = 2, moves: int = 120) -> list[Table]:
    """The tables of a match."""
    return [state._table for state in tilegames.load(name).playout(seed=seed, max_moves=moves).states()]


@pytest.mark.parametrize("name", ["texas-42", "kap-tai-shap", "jamaican-partner", "tien-gow"])
def test_a_copy_has_everything_and_shares_nothing_that_changes(name: str) -> None:
    """Every slot is copied but the recorder; lists are new ones, and nothing else of it can be changed."""
    for table in tables(name):
        copied = table.copy()
        assert copied.log is None
        for slot in set(Table.__slots__) - {"log"}:
            assert hasattr(copied, slot) == hasattr(table, slot), slot
            value = getattr(table, slot, None)
            assert getattr(copied, slot, None) == value, slot
            assert not isinstance(value, dict | set), slot
            # What a trick changes is replaced as a whole, see `Table.take`.
            if isinstance(value, list) and slot not in ("points", "tricks", "seat_tricks", "won"):
                assert getattr(copied, slot) is not value, slot


@pytest.mark.parametrize("name", ["texas-42", "kap-tai-shap", "jamaican-partner", "tien-gow"])
def test_playing_a_copy_leaves_the_original(name: str) -> None:
    """Any move may be tried out on a copy."""
    rng = random.Random(7)
    for table in tables(name):
        if table.turn < 0:
            continue
        pieces = table.phase.pieces
        key = table.key(pieces)
        copied = table.copy()
        copied.phase.apply(copied, rng.choice(table.phase.legal(table)))
        assert table.key(pieces) == key
        assert copied.key(pieces) != key


@pytest.mark.parametrize("name", ["texas-42", "kap-tai-shap", "jamaican-partner", "tien-gow"])
def test_packing_loses_nothing(name: str) -> None:
    """A packed table is plain values; unpacked it is the same situation, with its accounts and deals."""
    flow = tilegames.load(name).flow
    for table in tables(name):
        again = flow.unpack(flow.pack(table))
        assert again.key(flow.pieces) == table.key(flow.pieces)
        assert unroll(again.score_chain) == unroll(table.score_chain)
        assert unroll(again.deal_chain) == unroll(table.deal_chain)
        assert (again.follow, getattr(again, "out_facts", None)) == (table.follow, getattr(table, "out_facts", None))
        if table.turn >= 0:
            assert list(again.phase.legal(again)) == list(table.phase.legal(table))


def test_a_chain_shares_its_beginning() -> None:
    """Oldest first; nothing for an empty one."""
    start = (None, "a")
    one, other = (start, "b"), (start, "c")
    assert (unroll(None), unroll(start), unroll(one), unroll(other)) == ([], ["a"], ["a", "b"], ["a", "c"])


def test_before_the_first_round_nothing_has_ended() -> None:
    """The default ending is that of a match that has just begun."""
    assert Ending() == ("first", -1, 0, "")


@pytest.mark.parametrize("name", ["texas-42", "kap-tai-shap", "jamaican-partner", "tien-gow"])
def test_a_census_finds_a_lost_piece_and_one_that_is_there_twice(name: str) -> None:
    """The check that all others lean on can fail: a tile taken away, and a tile put into a second hand."""
    table = tables(name, moves=3)[-1]
    pieces = table.phase.pieces
    assert table.census() == (len(pieces), pieces.full)
    lost, twice = table.copy(), table.copy()
    lost.hands[0] &= lost.hands[0] - 1
    assert lost.census()[0] == len(pieces) - 1
    twice.hands[1] |= twice.hands[0] & -twice.hands[0]
    assert twice.census()[0] == len(pieces) + 1
    moved = table.copy()
    moved.hands[0] &= moved.hands[0] - 1
    moved.hands[1] |= moved.hands[2 % len(moved.hands)] & -moved.hands[2 % len(moved.hands)]
    assert moved.census() != (len(pieces), pieces.full)
