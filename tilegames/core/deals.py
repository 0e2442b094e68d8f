"""Chance: the order of the pack and the named draws, recorded as a Deal; and how a pack is handed out.

Nothing here keeps a generator. The deal of a round is a pure function of a seed and the round's number, so a state
needs no random state, and a recorded deal needs no seed. The random bits are SHAKE-256 of seed, round and purpose: the
same on every machine and Python version, unrelated for neighbouring seeds, and ready without seeding a generator, which
would take longer than the whole deal.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from hashlib import shake_256

import attrs

from tilegames.core.pieces import PieceSet
from tilegames.errors import DealError

__all__ = ["Chance", "Deal", "DealSource", "Draw", "Packets", "shuffled", "wall"]

#: Seeds are whole numbers from 0 up to this, not including it.
SEEDS = 1 << 64
#: By the size of a pack: takes its random numbers out of bytes.
_UNPACK: dict[int, Callable[[bytes], tuple[int, ...]]] = {}
#: How often a pack is shuffled again at the most.
_SHUFFLES = 100_000

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

class Chance:
    """Random bits for one round.

    Args:
        seed: a whole number from 0 to 2**64 - 1.
        number: the round, from 0.

    Example:
        >>> Chance(7, 0).order("pack", 5) == Chance(7, 0).order("pack", 5)
        True
    """

    __slots__ = ("key",)

    def __init__(self, seed: int, number: int) -> None:
        self.key = struct.pack("<QQ", seed, number)

    def order(self, purpose: str, count: int) -> list[int]:
        """The numbers 0..count-1 in random order."""
        return shuffled(count, shake_256(self.key + purpose.encode()).digest(8 * count))

    def bits(self, purpose: str) -> int:
        """A random number of 256 bits: from it nobody can tell the seed."""
        return int.from_bytes(shake_256(self.key + purpose.encode()).digest(32), "little")

    def below(self, purpose: str, limit: int) -> int:
        """A random number from 0 to limit - 1 (of 128 bits, so that what is left over does not matter)."""
        return int.from_bytes(shake_256(self.key + purpose.encode()).digest(16), "little") % limit


def shuffled(count: int, bits: bytes) -> list[int]:
    """The numbers 0..count-1 in the order of 64 random bits each.

    Example:
        >>> shuffled(2, bytes([9, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0]))
        [1, 0]
    """
    unpack = _UNPACK.get(count)
    if unpack is None:
        _UNPACK[count] = unpack = struct.Struct(f"<{count}Q").unpack
    return sorted(range(count), key=unpack(bits).__getitem__)


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

    def make(self, chance: Chance) -> int | tuple[int, ...]:
        """Draws."""
        if self.method == "random":
            return chance.below(self.name, self.seats)
        if self.method == "dice":
            return (sum(1 + chance.below(f"{self.name} {die}", 6) for die in range(4)) - 1) % self.seats
        drawn: list[int] = []
        while self._decide(drawn) is None:
            drawn += chance.order(f"{self.name} {len(drawn)}", len(self.worth))
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
        accepts: whether an order of the pack will do in a round; else it is shuffled again. None if any will.
    """

    __slots__ = ("accepts", "draws", "given", "kind_of", "seed", "start")

    def __init__(self, kind_of: Sequence[int], draws: Sequence[Draw], *, given: Sequence[Deal] = (),
                 seed: int | None = None, start: int = 0,
                 accepts: Callable[[Sequence[int], int], bool] | None = None) -> None:
        self.kind_of = kind_of
        self.start = start
        self.accepts = accepts
        self.draws = tuple(draws)
        self.given = tuple(given)
        self.seed = seed

    def deal(self, number: int) -> Deal | None:
        """The deal of a round (from 0); None past the given ones if there is no seed."""
        if 0 <= number - self.start < len(self.given):
            return self.given[number - self.start]
        if self.seed is None:
            return None
        chance = Chance(self.seed, number)
        draws = tuple([(draw.name, draw.make(chance)) for draw in self.draws if draw.every_round or number == 0])
        order = chance.order("pack", len(self.kind_of))
        shuffles = 1
        while self.accepts is not None and not self.accepts(order, number):
            if shuffles == _SHUFFLES:
                raise DealError(f"the pack was shuffled {shuffles} times for round {number}, and no deal would do")
            order = chance.order(f"pack {shuffles}", len(self.kind_of))
            shuffles += 1
        if self.kind_of[-1] + 1 < len(order):
            order = in_copy_order(order, self.kind_of)
            draws = tuple((name, result if isinstance(result, int) else tuple(
                self.kind_of.index(self.kind_of[piece]) for piece in result)) for name, result in draws)
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
        each = self.each
        if not self.height and not self.extra:
            dealt = each * seats
            return [order[at:at + each] for at in range(0, dealt, each)], order[dealt:]
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
    two are one short. (Source: S. Culin, Korean Games, 1895; pagat.com.)

    Example:
        >>> wall(range(20), 2, 4)
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15, 16, 17, 18, 19, 11]
    """
    stacks = [list(order[at:at + height]) for at in range(0, len(order), height)]
    moved = [stack.pop() for stack in stacks[2:2 * seats:2]]
    return [piece for stack in stacks for piece in stack] + moved

def check_deal(deal: Deal, pieces: PieceSet, draws: Sequence[Draw], number: int,
               accepts: Callable[[Sequence[int], int], bool] | None = None) -> str:
    """What is wrong with a given deal of round ``number``, in a sentence; "" if nothing is."""
    if sorted(deal.order) != list(range(len(pieces))):
        return f"deal {number} must hold each of the {len(pieces)} pieces once"
    if accepts is not None and not accepts(deal.order, number):
        return f"deal {number} would be shuffled again: nobody gets the piece that has to start"
    for draw in draws:
        if draw.every_round or number == 0:
            result = deal.draw(draw.name)
            if result is None or draw.seat(result) is None:
                return f'deal {number} must decide the draw "{draw.name}"'
    return ""

