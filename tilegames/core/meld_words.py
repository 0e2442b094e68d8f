"""The moves with melds and their texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from tilegames.core.melds import MeldRules, Shape
from tilegames.core.moves import Move
from tilegames.core.pieces import tidy

__all__ = ["DONE", "MeldWords", "Opening"]

DONE = Move("done", "done")

_ON = re.compile(r"(.*\S) on ([1-9]\d{0,2})", re.IGNORECASE)


class Opening(NamedTuple):
    """The first move of a meld: for a run its whole place, for a group its row (``size`` is then 0)."""

    shape: int
    row: int
    start: int
    size: int


class MeldWords:
    """Every move with melds, made once: those on a numbered meld when they are first asked for.

    Args:
        rules: the melds of the game.

    Attributes:
        openings, opening: from the move that begins a meld to what it begins, and the other way round.
        adds: the moves that choose the next piece, by its kind and what it stands for in a run (-1 in a group).
        lay_offs, swaps: what can be done to a meld, by the text without the meld's number: the kind laid, and what it
            stands for in a run (-1 in a group) or which wild kind it replaces.
    """

    def __init__(self, rules: MeldRules) -> None:
        self.rules = rules
        self.pieces = rules.pieces
        self.wild = sorted(rules.wild)
        self.openings: dict[Move, Opening] = {}
        self.opening: dict[Opening, Move] = {}
        for opening, text in self._all_openings():
            move = Move("meld", text, value=opening.size or None, number=len(self.openings))
            self.openings[move] = opening
            self.opening[opening] = move
        self.adds = self._all_adds()
        self.lay_offs: dict[str, tuple[int, int]] = {}
        self.swaps: dict[str, tuple[int, int]] = {}
        self._name_targets()
        self._spelt = {text.lower(): text for text in (*self.lay_offs, *self.swaps)}
        self._on_meld: dict[tuple[str, int], Move] = {}

    def slot(self, shape: Shape, row: int, at: int) -> str:
        """How a place of a run is called; of a kind that has two places, the low one is called so."""
        kinds = shape.rows[row]
        name = self.pieces.names[kinds[at]]
        return f"low {name}" if at == 0 and kinds[0] in kinds[1:] else name

    def _all_openings(self) -> Iterator[tuple[Opening, str]]:
        for number, shape in enumerate(self.rules.shapes):
            for row, kinds in enumerate(shape.rows):
                if not shape.run:
                    yield Opening(number, row, 0, 0), f"meld {shape.name} {shape.names[row]}"
                    continue
                for start in range(len(kinds)):
                    for size in range(shape.low, min(shape.high, len(kinds) - start) + 1):
                        ends = [self.pieces.names[kinds[at]] for at in (start, start + size - 1)]
                        yield Opening(number, row, start, size), f"meld {shape.name} {'-'.join(ends)}"

    def _all_adds(self) -> dict[tuple[int, int], Move]:
        """The moves that choose the next piece: by its kind and, in a run, what it stands for."""
        names, masks = self.pieces.names, self.pieces.kind_masks
        # One move a text: what a piece of a group is called may be what it is called in a run, too.
        by_text: dict[str, Move] = {}

        def move(kind: int, meant: int) -> Move:
            where = names[meant] if meant not in (-1, kind) else None
            text = f"add {names[kind]}" + (f"={where}" if where else "")
            return by_text.setdefault(text, Move("add", text, names[kind], where, number=kind, mask=masks[kind]))

        made: dict[tuple[int, int], Move] = {}
        for shape in self.rules.shapes:
            for kind in dict.fromkeys(chain.from_iterable(shape.rows)):
                for other in (kind, *self.wild):
                    place = kind if shape.run else -1
                    made.setdefault((other, place), move(other, place))
        return made

    def _name_targets(self) -> None:
        names = self.pieces.names
        for shape in self.rules.shapes:
            for row, kinds in enumerate(shape.rows):
                for at, kind in enumerate(kinds):
                    said = self.slot(shape, row, at) if shape.run else names[kind]
                    self.lay_offs.setdefault(f"lay {said}", (kind, kind if shape.run else -1))
                    for wild in self.wild:
                        if wild != kind:
                            self.swaps.setdefault(f"swap {names[kind]} for {names[wild]}", (kind, wild))
                            if shape.run:
                                self.lay_offs.setdefault(f"lay {names[wild]}={said}", (wild, kind))
            if not shape.run:
                for wild in self.wild:
                    self.lay_offs.setdefault(f"lay {names[wild]}", (wild, -1))

    def target(self, text: str, number: int) -> Move:
        """The move with this text on the meld of this number (from 0); made when first asked for."""
        move = self._on_meld.get((text, number))
        if move is None:
            names, masks = self.pieces.names, self.pieces.kind_masks
            kind, where = self.swaps[text] if text in self.swaps else self.lay_offs[text]
            move = Move("swap" if text in self.swaps else "lay off", f"{text} on {number + 1}", names[kind],
                        names[where] if where >= 0 else None, value=number + 1, number=kind, mask=masks[kind])
            move = self._on_meld.setdefault((text, number), move)
        return move

    def words(self) -> Iterable[tuple[str, Move]]:
        """The moves that do not name a meld, with their texts."""
        for move in (*self.openings, *self.adds.values(), DONE):
            yield move.text, move
            if move.action == "add":
                yield move.text.removeprefix("add "), move

    def named(self, text: str) -> Move | None:
        """The move on a meld that a text names; None if it names none."""
        found = _ON.fullmatch(tidy(text))
        if found is None or int(found[2]) > len(self.pieces):
            return None
        known = self._spelt.get(found[1].lower())
        return None if known is None else self.target(known, int(found[2]) - 1)
