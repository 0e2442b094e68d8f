"""Compiles how many pieces a hand has, round by round."""

from __future__ import annotations

from collections.abc import Callable

from tilegames.spec.biddings import Schedule
from tilegames.spec.model import Deal

__all__ = ["hand_sizes", "size_in"]


def hand_sizes(deal: Deal, players: int) -> tuple[int, ...]:
    """The size of a hand in each round of the schedule; a single one where it never changes, none if nothing is said.

    A schedule whose least number is more than its greatest says nothing either.
    """
    each = deal.each
    if not isinstance(each, Schedule):
        size = each.at(players)
        return () if size is None else (size,)
    top = each.to.at(players)
    if top is None:
        return ()
    up = list(range(each.from_, top + 1))
    down = up[::-1]
    return tuple({"up": up, "down": down, "up_down": up + down[1:], "down_up": down + up[1:]}[each.schedule])


def size_in(sizes: tuple[int, ...]) -> Callable[[int], int]:
    """From the number of a round (from 0) to the size of a hand."""
    return lambda number: sizes[number % len(sizes)] if sizes else 0
