"""What readers return, where it is more than a number or a text: ranges, tables, values that depend on the players."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Generic, TypeVar

import attrs

from tilegames.errors import Span

__all__ = ["ByPlayers", "CountRange", "Located", "Table", "parse_range"]

T = TypeVar("T")


@attrs.frozen
class CountRange:
    """A range of counts: ``3`` is 3 to 3, ``2..4`` is 2 to 4, ``3+`` has no upper end.

    Example:
        >>> 4 in CountRange(3, None), str(CountRange(2, 4))
        (True, '2..4')
    """

    low: int
    high: int | None

    def __contains__(self, count: object) -> bool:
        return isinstance(count, int) and self.low <= count and (self.high is None or count <= self.high)

    def __str__(self) -> str:
        if self.high is None:
            return f"{self.low}+"
        return str(self.low) if self.low == self.high else f"{self.low}..{self.high}"

    def overlaps(self, other: CountRange) -> bool:
        """Tell whether some count is in both."""
        return (self.high is None or other.low <= self.high) and (other.high is None or self.low <= other.high)


def parse_range(text: str) -> CountRange | None:
    """Return the range that a text says; None if it says none.

    Example:
        >>> parse_range("3+")
        CountRange(low=3, high=None)
        >>> parse_range("some")
    """
    found = re.fullmatch(r"(0|[1-9][0-9]{0,8})(?:(\+)|\.\.(0|[1-9][0-9]{0,8}))?", text)
    if found is None:
        return None
    low = int(found[1])
    high = None if found[2] else low if found[3] is None else int(found[3])
    return None if high is not None and high < low else CountRange(low, high)


@attrs.frozen
class Located(Generic[T]):
    """A value and its place; two are equal if their values are."""

    value: T
    span: Span = attrs.field(eq=False)


class Table(dict[str, T]):
    """A map of a spec, in file order.

    Attributes:
        places: where each key is written.
    """

    def __init__(self, entries: Iterable[tuple[str, T]] = (), places: dict[str, Span] | None = None) -> None:
        super().__init__(entries)
        self.places: dict[str, Span] = places or {}

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (list(self.items()), self.places)


@attrs.frozen
class ByPlayers(Generic[T]):
    """A value that may depend on the number of players.

    Attributes:
        rows: ranges of player counts with their values.

    Example:
        >>> each = ByPlayers(((CountRange(2, 4), 7), (CountRange(5, None), 5)))
        >>> each.at(3), each.at(9), each.at(1)
        (7, 5, None)
    """

    rows: tuple[tuple[CountRange, T], ...]
    places: tuple[Span, ...] = attrs.field(default=(), eq=False, repr=False)

    @classmethod
    def always(cls, value: T) -> ByPlayers[T]:
        """Return one value for all counts."""
        return cls(((CountRange(0, None), value),))

    def at(self, players: int) -> T | None:
        """Return the value for so many players; None if no row speaks of them."""
        for counts, value in self.rows:
            if players in counts:
                return value
        return None

    def place(self, players: int) -> Span | None:
        """Return the place of the row for so many players; None if there is none."""
        for (counts, _), span in zip(self.rows, self.places, strict=False):
            if players in counts:
                return span
        return None

    def __str__(self) -> str:
        if len(self.rows) == 1 and self.rows[0][0] == CountRange(0, None):
            return str(self.rows[0][1])
        return "{" + ", ".join(f"{counts}: {value}" for counts, value in self.rows) + "}"
