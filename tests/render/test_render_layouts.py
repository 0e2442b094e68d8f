"""Text pictures of layouts: every tile once, every open end marked, nothing wider than asked."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tilegames
from tilegames.render.layouts import layout_lines, layout_row


def test_a_line_is_a_row_with_its_ends_marked() -> None:
    assert layout_row([]) == []
    assert layout_row([(6, 6)]) == ["left 6 < [6|6] > right 6"]
    assert layout_row([(1, 2), (2, 3), (3, 4), (4, 5)], 29) == [
        "left 1 < [1|2][2|3][3|4]", "         [4|5] > right 5"]


@given(st.lists(st.tuples(st.integers(0, 18), st.integers(0, 18)), min_size=1, max_size=60), st.integers(40, 200))
def test_a_line_keeps_to_its_width_and_order(row: list[tuple[int, int]], width: int) -> None:
    lines = layout_row(row, width)
    assert max(map(len, lines)) <= width
    whole = "".join(line.strip() for line in lines)
    assert "".join(f"[{left}|{right}]" for left, right in row) in whole


def test_a_tree_shows_which_tile_lies_on_which() -> None:
    """The centre with its four arms, one of them a double with a toe: two toes are missing."""
    game = tilegames.load("chicken-foot")
    state = game.position(layout=["9-9", "9-1", "9-4", "9-7", "9-0", "1-2", "4-4", "4-2@4-4"])
    assert layout_lines(state.view(0)) == [
        "[9|9]",
        "+-[9|1][1|2] > 2",
        "+-[9|4][4|4]",
        "| +-[4|2] > 2",
        "| +- > 4 (2 sides), must be filled first",
        "+-[9|7] > 7",
        "+-[9|0] > 0",
    ]


def test_a_spinner_shows_only_the_sides_that_can_be_joined() -> None:
    """Nothing lies across a spinner before both its sides in line are taken."""
    game = tilegames.load("all-fives", players=2)
    assert layout_lines(game.position(layout=["5-5"]).view(0)) == ["[5|5] > 5 (2 sides)"]
    assert layout_lines(game.position(layout=["5-5", "5-0"]).view(0)) == ["[5|5]", "+-[5|0] > 0", "+- > 5"]
    assert layout_lines(game.position(layout=["5-5", "5-0", "5-3@5-5"]).view(0)) == [
        "[5|5]", "+-[5|0] > 0", "+-[5|3] > 3", "+- > 5 (2 sides)"]


def test_trains_are_named_rows() -> None:
    """Whose train it is, whether it is open to all, and where it ends."""
    game = tilegames.load("mexican-train", players=2)
    state = game.position(layout=["12-12", "12-5 mexican", "12-3 train 0", "3-3 train 0"], marked=[1])
    assert layout_lines(state.view(1)) == [
        "[12|12] in the middle",
        "train 0                [12|3][3|3] > 3, must be filled first",
        "train 1 (yours), open  > 12",
        "mexican, open          [12|5] > 5",
    ]


@pytest.mark.parametrize(("name", "players"), [
    ("block", 2), ("all-fives", 2), ("chicken-foot", 5), ("mexican-train", 8), ("mexican-train", 2)])
@pytest.mark.parametrize("width", [60, 100])
def test_any_table_is_shown_whole(name: str, players: int, width: int) -> None:
    """Random play: each tile on the table once, each open end once, within the width."""
    game = tilegames.load(name, players=players)
    rng = random.Random(players + width)
    state = game.new_state(seed=players)
    for _ in range(120):
        if state.is_over:
            break
        state = state.play(rng.choice(state.legal_moves))
        view = state.view(0)
        lines = layout_lines(view, width)
        # A single long branch may stand deep in a tree; even then a line holds one tile more than it should at most.
        assert all(len(line) <= width + (20 if name == "chicken-foot" else 0) for line in lines)
        shown = re.findall(r"\[(\d+)\|(\d+)\]", "".join(lines))
        assert sorted(tuple(sorted(map(int, ends))) for ends in shown) == sorted(
            tuple(sorted(ends)) for ends in view.layout)
        if not view.joined:
            continue
        ends = [int(number) for number in re.findall(r"> (\d+)", "".join(lines))]
        assert sorted(ends) == sorted(end.number for end in view.ends)
