"""Chance: the order of the pack and the named draws, recorded as a Deal; and how a pack is handed out.

Nothing here keeps a generator. The deal of a round is a pure function of a seed and the round's number, so a state
needs no random state, and a recorded deal needs no seed.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Sequence

import attrs

from tilegames.core.pieces import PieceSet

__all__ = ["Deal", "DealSource", "Draw", "Packets", "below", "shuffled", "wall"]

#: Seeds are whole numbers from 0 up to this, not including it.
SEEDS = 1 << 64

@attrs.frozen
class Deal:
    """The chance of one round: the order of the pack and what was drawn by lot.

    Attributes:
        order: the pieces in the order they are handed out.
        draws: for each named draw its result: a seat, or the pieces drawn (in the order drawn).
    """

    order: tuple[int, ...]
    draws: tuple[tuple[str, int | tuple[int, ...]], ...] = ()

    def draw(self, name: str) -> int | tuple[int, ...] | None:
        """The result of a named draw; None if this deal has no such draw."""
        for known, result in self.draws:
            if known == name:
                return result
        return None

def shuffled(count: int, rng: random.Random) -> list[int]:
    """The numbers 0..count-1 in random order.

    Our own shuffle (sorting by 64 random bits each), because the order must be the same on every Python version, and
    only the bits of ``random.Random`` are promised to be.

    Example:
        >>> sorted(shuffled(5, random.Random(1)))
        [0, 1, 2, 3, 4]
    """
    keys = struct.unpack(f"<{count}Q", rng.getrandbits(64 * count).to_bytes(8 * count, "little")) if count else ()
    return sorted(range(count), key=keys.__getitem__)

def below(limit: int, rng: random.Random) -> int:
    """A random number from 0 to limit - 1, by drawing bits until they fit."""
    while True:
        number = rng.getrandbits(limit.bit_length())
        if number < limit:
            return number

def in_copy_order(order: Sequence[int], kind_of: Sequence[int]) -> list[int]:
    """The same order of kinds, in which the copies of a kind come lowest first: copies cannot be told apart.

    Example:
        >>> in_copy_order([2, 1, 0], [0, 0, 1])
        [2, 0, 1]
    """
    following: dict[int, int] = {}
    for piece in range(len(kind_of) - 1, -1, -1):
        following[kind_of[piece]] = piece
    renumbered = []
    for piece in order:
        kind = kind_of[piece]
        renumbered.append(following[kind])
        following[kind] += 1
    return renumbered


class Draw:
    """A named draw of a seat.

    Args:
        name: what is drawn, such as ``dealer``.
        method: ``random`` (a seat by lot), ``highest`` (everybody draws a piece, the most pips win, who ties draws
            again) or ``dice`` (four dice, counted round the table from seat 0, which has one).
        seats: how many seats.
        every_round: False if it is drawn for the first round only.
        worth: the pips of each piece, for ``highest``.
    """

    def __init__(self, name: str, method: str, seats: int, *, every_round: bool, worth: Sequence[int] = ()) -> None:
        self.name = name
        self.method = method
        self.seats = seats
        self.every_round = every_round
        self.worth = tuple(worth)

    def make(self, rng: random.Random) -> int | tuple[int, ...]:
        """Draws, by a generator."""
        if self.method == "random":
            return below(self.seats, rng)
        if self.method == "dice":
            return (sum(1 + below(6, rng) for _ in range(4)) - 1) % self.seats
        drawn: list[int] = []
        while self._decide(drawn) is None:
            drawn += shuffled(len(self.worth), rng)
        return tuple(drawn[:self._needed(drawn)])

    def seat(self, result: int | tuple[int, ...]) -> int | None:
        """The seat that a result names; None if the result does not decide it."""
        if isinstance(result, int):
            return result if 0 <= result < self.seats else None
        return self._decide(result) if all(0 <= piece < len(self.worth) for piece in result) else None

    def _rounds(self, drawn: Sequence[int]) -> tuple[int, list[int]]:
        """Plays the draws off: how many pieces were needed, and the seats still level after them."""
        at, level = 0, list(range(self.seats))
        while len(level) > 1 and at + len(level) <= len(drawn):
            got = [self.worth[piece] for piece in drawn[at:at + len(level)]]
            at += len(level)
            level = [seat for seat, pips in zip(level, got, strict=True) if pips == max(got)]
        return at, level

    def _needed(self, drawn: Sequence[int]) -> int:
        return self._rounds(drawn)[0]

    def _decide(self, drawn: Sequence[int]) -> int | None:
        level = self._rounds(drawn)[1]
        return level[0] if len(level) == 1 else None

class DealSource:
    """Where deals come from: the given ones first, then the seed.

    Args:
        kind_of: the kind of each piece of the pack.
        draws: the named draws.
        given: recorded deals, used in turn, one a round.
        seed: decides the rounds past the given ones; None if there must be none.
        start: the number of the round that the first given deal is for.
    """

    __slots__ = ("draws", "given", "kind_of", "seed", "start")

    def __init__(self, kind_of: Sequence[int], draws: Sequence[Draw], *, given: Sequence[Deal] = (),
                 seed: int | None = None, start: int = 0) -> None:
        self.kind_of = kind_of
        self.start = start
        self.draws = tuple(draws)
        self.given = tuple(given)
        self.seed = seed

    def deal(self, number: int) -> Deal | None:
        """The deal of a round (from 0); None past the given ones if there is no seed."""
        if 0 <= number - self.start < len(self.given):
            return self.given[number - self.start]
        if self.seed is None:
            return None
        rng = random.Random((self.seed << 32) | number)
        draws = tuple((draw.name, draw.make(rng)) for draw in self.draws if draw.every_round or number == 0)
        order = shuffled(len(self.kind_of), rng)
        if self.kind_of[-1] + 1 < len(order):
            order = in_copy_order(order, self.kind_of)
        return Deal(tuple(order), draws)

@attrs.frozen
class Packets:
    """How a pack is handed out: a packet of pieces to each seat in turn, then the rest.

    Attributes:
        each: pieces for each seat.
        extra: how many more the first seat gets.
        turn_up: pieces turned face up after the packets.
        rest: whether what is left is a stock to draw from (else it is set aside).
        height: the height of the stacks if the pack is built into a wall; 0 for a shuffled heap.
    """

    each: int
    extra: int = 0
    turn_up: int = 0
    rest: bool = True
    height: int = 0

    def needed(self, seats: int) -> int:
        """How many pieces the deal takes."""
        return self.each * seats + self.extra + self.turn_up

    def sizes(self, seats: int, first: int) -> list[tuple[int, int]]:
        """The seats in the order in which they get their packets, each with its number of pieces."""
        start = first if self.height else 0
        order = [(start + turn) % seats for turn in range(seats)]
        return [(seat, self.each + (self.extra if seat == first else 0)) for seat in order]

    def hand_out(self, order: Sequence[int], seats: int, first: int) -> tuple[list[Sequence[int]], Sequence[int]]:
        """Deals an order of the pack.

        From a heap the packets go to seat 0, 1, ... whoever deals, so that a recorded deal says by itself what each
        seat gets; from a wall the first player takes the first stacks.

        Args:
            order: the pack.
            seats: how many seats.
            first: the first player, who gets the extra pieces.

        Returns:
            The packet of each seat by seat number, and the pieces left over, next first.
        """
        if self.height:
            order = wall(order, seats, self.height)
        packets: list[Sequence[int]] = [()] * seats
        at = 0
        for seat, size in self.sizes(seats, first):
            packets[seat] = order[at:at + size]
            at += size
        return packets, order[at:]

def wall(order: Sequence[int], seats: int, height: int) -> list[int]:
    """The order in which a wall is taken down.

    The pack stands in stacks of ``height`` (the last may be short), each listed from the bottom. From the third, fifth,
    seventh ... stack, ``seats - 1`` in all, the top piece is moved to the far end, one after another; then the wall is
    taken from its start, each stack from the bottom. So the first player's two stacks are whole and everybody else's
    two are one short. (Source: Culin 1895; pagat.com, K'ap Tai Shap.)

    Example:
        >>> wall(range(20), 2, 4)
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19, 11]
    """
    stacks = [list(order[at:at + height]) for at in range(0, len(order), height)]
    moved = [stack.pop() for stack in stacks[2:2 * seats:2]]
    return [piece for stack in stacks for piece in stack] + moved

def check_deal(deal: Deal, pieces: PieceSet, draws: Sequence[Draw], number: int) -> str:
    """What is wrong with a given deal of round ``number``, in a sentence; "" if nothing is."""
    if sorted(deal.order) != list(range(len(pieces))):
        return f"deal {number} must hold each of the {len(pieces)} pieces once"
    for draw in draws:
        if draw.every_round or number == 0:
            result = deal.draw(draw.name)
            if result is None or draw.seat(result) is None:
                return f'deal {number} must decide the draw "{draw.name}"'
    return ""

