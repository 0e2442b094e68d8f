"""What players choose and what follows from it: moves, events, and the reasons that forbid a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import attrs

from tilegames.errors import Span

__all__ = ["Event", "Move", "MoveTable", "Reason", "ScoreEvent"]


@attrs.frozen(eq=False, repr=False)
class Move:
    """A player's choice.

    Moves are made once for each game and compared by what they say, so they can be kept, sent and used as keys.

    Attributes:
        action: the verb: ``play``, ``pass``, ``bid``, ``declare``, ``choose``, ``take``, ``draw``, ``discard``,
            ``go out``, ``stop``, ``announce``, ``give``, ``push``, ``meld``, ``add``, ``done``, ``lay off``, ``swap``,
            ``knock``.
        text: what ``str`` gives and ``state.parse_move`` reads, such as ``6-4 left``.
        piece: the name of the piece it is about, or None.
        where: the end of the layout that a piece goes to, or None: a side of a line, the piece that has the end, or a
            train.
        value: the amount of a bid or the seat chosen, or None.

    Example:
        >>> Move("bid", "30", value=30), str(Move("play", "6-4 left", piece="6-4", where="left"))
        (Move('30'), '6-4 left')
    """

    action: str
    text: str
    piece: str | None = None
    where: str | None = None
    value: int | None = None
    #: For the engine: the number of the kind, end, bid, trump or seat meant, and the mask of the pieces of that kind.
    number: int = attrs.field(default=-1)
    mask: int = attrs.field(default=0)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Move({self.text!r})"

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Move):
            return NotImplemented
        return self.text == other.text and self.action == other.action

    def __hash__(self) -> int:
        return hash(self.text)

    def __deepcopy__(self, memo: object) -> Move:
        return self

    def to_dict(self) -> dict[str, Any]:
        """A JSON-ready map of the public fields."""
        return {"action": self.action, "text": self.text, "piece": self.piece, "where": self.where,
                "value": self.value}


@attrs.frozen
class Reason:
    """Why a move is illegal: the rule's code, the rule in a sentence, and the spec line that says so."""

    code: str
    sentence: str
    place: Span | None = None

    def __str__(self) -> str:
        return f"{self.sentence} [{self.code}{'' if self.place is None else f', {self.place}'}]"


@attrs.frozen
class Event:
    """A fact that a move caused.

    Attributes:
        kind: ``deal``, ``draw for dealer``, ``bid``, ``pass``, ``declare``, ``trump``, ``choose``, ``play``, ``trick``,
            ``draw``, ``take``, ``discard``, ``concede``, ``show``, ``lay``, ``miss``, ``announce``, ``mark``, ``stop``,
            ``sit out``, ``give``, ``exchange``, ``push``, ``begin`` and ``add`` (of a meld), ``meld``, ``lay off``,
            ``swap``, ``knock``, ``done``, ``round``, ``score``, ``counter`` or ``match``.
        seat: whose fact it is, or None.
        pieces: the names of the pieces concerned; empty in the eyes of a seat that may not see them.
        text: the fact in words that names no hidden piece.
        value: an amount, if there is one.
        seen_by: the seats that may see ``pieces``; None for all.
    """

    kind: str
    text: str
    seat: int | None = None
    pieces: tuple[str, ...] = ()
    value: int | None = None
    seen_by: tuple[int, ...] | None = None

    def for_seat(self, seat: int | None) -> Event:
        """The event as a seat may see it; None stands for an onlooker who sees what all see."""
        if self.seen_by is None or seat in self.seen_by:
            return self
        return attrs.evolve(self, pieces=())

    def to_dict(self) -> dict[str, Any]:
        """A JSON-ready map; redact with :meth:`for_seat` first where that matters."""
        return {"kind": self.kind, "text": self.text, "seat": self.seat, "pieces": list(self.pieces),
                "value": self.value}


@attrs.frozen
class ScoreEvent:
    """One line of the account: so much to one side, by one rule.

    Attributes:
        round: the round it belongs to, from 0.
        side: the index of the side (see ``game.sides``).
        amount: in the spec's smallest unit; negative for what is paid or lost.
        rule: the name of the scoring row.
        place: the spec line of that row.
    """

    round: int
    side: int
    amount: int
    rule: str
    place: Span | None = None

    def to_dict(self) -> dict[str, Any]:
        """A JSON-ready map."""
        return {"round": self.round, "side": self.side, "amount": self.amount, "rule": self.rule,
                "place": None if self.place is None else str(self.place)}


#: How many masks a large chunk keeps.
_KEPT = 1 << 14


class MoveTable:
    """From a mask of pieces to the tuple of moves with them, one for each kind, by table look-up.

    The pieces are cut into chunks at the borders of kinds, and each chunk has a table from its part of the mask to a
    tuple. Up to four small chunks are tables made at once; more pieces have larger chunks whose tuples are made when
    first asked for, at most ``2 ** width`` of them, so the memory is bounded.

    Args:
        moves: one move for each kind.
        kind_of: the kind of each piece.
        width: the most pieces in a large chunk (a kind with more copies gets a chunk of its own).
    """

    __slots__ = ("of",)

    #: The look-up: a mask in, a tuple of moves out, in the order of the set.
    of: Callable[[int], tuple[Move, ...]]

    def __init__(self, moves: Sequence[Move], kind_of: Sequence[int], *, width: int = 13) -> None:
        for small in (7, 8):
            bounds = _cut(kind_of, small)
            if len(bounds) <= 5 and all(high - low <= small for low, high in pairwise(bounds)):
                self.of = _small(moves, kind_of, bounds)
                return
        bounds = _cut(kind_of, width)
        few = len(bounds) <= 5 and all(high - low <= width for low, high in pairwise(bounds))
        self.of = _four(moves, kind_of, bounds) if few else _large(moves, kind_of, bounds)


def _cut(kind_of: Sequence[int], width: int) -> list[int]:
    """Where the chunks begin, and the end."""
    bounds = [0]
    for piece, kind in enumerate(kind_of):
        starts_kind = piece == 0 or kind_of[piece - 1] != kind
        end_of_kind = next((p for p in range(piece, len(kind_of)) if kind_of[p] != kind), len(kind_of))
        if starts_kind and piece > bounds[-1] and end_of_kind - bounds[-1] > width:
            bounds.append(piece)
    return [*bounds, len(kind_of)]


def _small(moves: Sequence[Move], kind_of: Sequence[int], bounds: Sequence[int]) -> Callable[[int], tuple[Move, ...]]:
    """Four tables, some of them perhaps of nothing."""
    chunks = [_Chunk(moves, kind_of[low:high]) for low, high in pairwise(bounds)]
    rows = [[chunk[mask] for mask in range(1 << (high - low))]
            for chunk, (low, high) in zip(chunks, pairwise(bounds), strict=True)]
    rows += [[()]] * (4 - len(rows))
    lows = [*bounds[:-1], *[bounds[-1]] * (5 - len(bounds))]
    first, second, third, fourth = rows
    _, low2, low3, low4 = lows
    mask1, mask2, mask3, mask4 = (len(row) - 1 for row in rows)

    def of(mask: int) -> tuple[Move, ...]:
        return (first[mask & mask1] + second[mask >> low2 & mask2] + third[mask >> low3 & mask3]
                + fourth[mask >> low4 & mask4])

    return of


def _four(moves: Sequence[Move], kind_of: Sequence[int], bounds: Sequence[int]) -> Callable[[int], tuple[Move, ...]]:
    """Up to four large chunks, asked in one line: a pack of cards has a chunk for each suit.

    Their tables are made whole when the first move is asked for: a suit of 13 cards has 8,192 masks.
    """
    parts = [kind_of[low:high] for low, high in pairwise(bounds)]
    parts += [()] * (4 - len(parts))
    lows = [*bounds[:-1], *[bounds[-1]] * (5 - len(bounds))]
    first: list[tuple[Move, ...]] = []
    second: list[tuple[Move, ...]] = []
    third: list[tuple[Move, ...]] = []
    fourth: list[tuple[Move, ...]] = []
    _, low2, low3, low4 = lows
    mask1, mask2, mask3, mask4 = ((1 << len(part)) - 1 for part in parts)

    def fill() -> None:
        for part, table in zip(parts, (first, second, third, fourth), strict=True):
            rows: list[tuple[Move, ...]] = [()]
            for kind in part:
                more = (moves[kind],)
                # Of a kind with copies the move stands once.
                rows += [row if row and row[-1] is more[0] else row + more for row in rows]
            # At one blow, and to the same end if another thread has done it too.
            table[:] = rows

    def of(mask: int) -> tuple[Move, ...]:
        try:
            return (first[mask & mask1] + second[mask >> low2 & mask2] + third[mask >> low3 & mask3]
                    + fourth[mask >> low4 & mask4])
        except IndexError:
            fill()
            return of(mask)

    return of


def _large(moves: Sequence[Move], kind_of: Sequence[int], bounds: Sequence[int]) -> Callable[[int], tuple[Move, ...]]:
    chunks = [(low, (1 << (high - low)) - 1, _Chunk(moves, kind_of[low:high])) for low, high in pairwise(bounds)]

    def of(mask: int) -> tuple[Move, ...]:
        found: tuple[Move, ...] = ()
        for shift, low_mask, chunk in chunks:
            part = (mask >> shift) & low_mask
            if part:
                found += chunk[part]
        return found

    return of


class _Chunk(dict[int, tuple[Move, ...]]):
    """The moves of one run of pieces by their mask, made when first asked for."""

    __slots__ = ("kinds", "moves")

    def __init__(self, moves: Sequence[Move], kinds: Sequence[int]) -> None:
        self.moves = moves
        self.kinds = kinds

    def __missing__(self, mask: int) -> tuple[Move, ...]:
        kinds = dict.fromkeys(kind for place, kind in enumerate(self.kinds) if mask >> place & 1)
        found = tuple(self.moves[kind] for kind in kinds)
        if len(self) < _KEPT:
            self[mask] = found
        return found
