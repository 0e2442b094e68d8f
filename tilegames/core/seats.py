"""Seats and sides: who sits where, who plays after whom, who plays with whom."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["Seats"]


class Seats:
    """The seats of a table, numbered from 0 in the order of play.

    Because seats are numbered in the order of play, the direction of play decides only who sits to whose *left*.

    Args:
        count: how many seats.
        clockwise: the direction of play.
        teams: the seats of each team, or empty when everybody plays alone.

    Example:
        >>> table = Seats(4, teams=[(0, 2), (1, 3)])
        >>> table.after(3), table.left_of(3), table.partner_of(1), table.side_of
        (0, 0, 3, (0, 1, 0, 1))
    """

    def __init__(self, count: int, *, clockwise: bool = True, teams: Sequence[Sequence[int]] = ()) -> None:
        self.count = count
        self.clockwise = clockwise
        self.sides: tuple[tuple[int, ...], ...] = tuple(map(tuple, teams)) or tuple((s,) for s in range(count))
        side_of = [0] * count
        for side, members in enumerate(self.sides):
            for seat in members:
                side_of[seat] = side
        self.side_of: tuple[int, ...] = tuple(side_of)
        self.next: tuple[int, ...] = tuple((seat + 1) % count for seat in range(count))

    def after(self, seat: int) -> int:
        """The next seat in the order of play."""
        return self.next[seat]

    def left_of(self, seat: int) -> int:
        """The seat to the left: the next one if play goes clockwise, the one before if not."""
        return (seat + (1 if self.clockwise else -1)) % self.count

    def right_of(self, seat: int) -> int:
        """The seat to the right."""
        return (seat - (1 if self.clockwise else -1)) % self.count

    def partner_of(self, seat: int) -> int:
        """The next member of the same side in the order of play; the seat itself if it plays alone."""
        members = self.sides[self.side_of[seat]]
        return members[(members.index(seat) + 1) % len(members)]
