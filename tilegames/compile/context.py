"""What all parts of the compiler share: the spec, the player count, the problems found, the hooks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType, ModuleType
from typing import Any, TypeVar

from tilegames.core.arrangements import Arranger
from tilegames.core.melds import MeldRules
from tilegames.core.pieces import PieceSet
from tilegames.core.seats import Seats
from tilegames.core.suits import Suits
from tilegames.core.table import Table
from tilegames.errors import Span, closest
from tilegames.hooks import SLOTS, HookFunction, find_hook, run_hook
from tilegames.spec.expressions import Context as Facts
from tilegames.spec.expressions import Expression, Wants, compile_expression
from tilegames.spec.model import Spec
from tilegames.spec.schema import Block, Located, Problems

__all__ = ["Compiler"]

P = TypeVar("P", bound=Block)


class Compiler:
    """One compilation.

    Attributes:
        spec, players: what is compiled, for how many players.
        problems: what was found wrong.
        pieces, seats, values: set by the first stages for the later ones.
        suits: the suits of the set; None if the spec names none.
        changed_suits: the suits as contracts change them, by what is changed.
        meld_rules, arranger: the melds of the game, made when first asked for.
        settlements: rows of the scoring that a phase brings with it.
        look: makes the view that a hook is shown: (table, seat) -> View.
    """

    pieces: PieceSet
    seats: Seats
    values: tuple[int, ...]

    def __init__(self, spec: Spec, players: int, hooks: Sequence[ModuleType | HookFunction],
                 look: Callable[[Table, int], Any]) -> None:
        self.spec = spec
        self.players = players
        self.problems = Problems()
        self.look = look
        self.suits: Suits | None = None
        self.meld_rules: MeldRules | None = None
        self.arranger: Arranger | None = None
        self.settlements: list[Any] = []
        self.changed_suits: dict[tuple[tuple[int, ...], tuple[str, ...]], Suits] = {}
        #: The phases that stand before the one that is being compiled.
        self.before: list[Block] = []
        self._hooks: dict[str, tuple[HookFunction, Span, Mapping[str, int | str]]] = {}
        for slot, entry in spec.hooks.items():
            place = spec.hooks.places[slot]
            if slot not in SLOTS:
                self.problems.add("unknown-slot", f'there is no slot "{slot}"', place, closest(slot, SLOTS))
                continue
            function = find_hook(entry.use.value, slot, entry.use.span, hooks)
            given = MappingProxyType({name: _scalar(value.value) for name, value in entry.given.items()})
            self._hooks[slot] = (function, place, given)

    def add(self, code: str, message: str, span: Span, hint: str = "") -> None:
        """Reports a problem."""
        self.problems.add(code, message, span, hint)

    def hook(self, slot: str) -> Callable[..., Any] | None:
        """The hook in a slot as a function of the slot's arguments but the last; None if the slot is empty."""
        if slot not in self._hooks:
            return None
        function, place, given = self._hooks[slot]
        return lambda *args: run_hook(function, place, *args, given)

    def hook_place(self, slot: str) -> Span | None:
        """The spec line of the hook in a slot."""
        return self._hooks[slot][1] if slot in self._hooks else None

    def phase_of(self, kind: type[P]) -> P | None:
        """The first phase of a kind that the spec has; None if it has none."""
        return next((phase for phase in self.spec.phases.values() if isinstance(phase, kind)), None)

    def expression(self, text: Located[str] | None, facts: Facts, wants: Wants) -> Expression | None:
        """Compiles an expression; None if there is none or it is wrong."""
        if text is None:
            return None
        return compile_expression(text.value, facts, wants, text.span, self.problems)

    def kind(self, name: Located[str]) -> int | None:
        """The kind of a piece that the spec names; reports an unknown one."""
        found = self.pieces.find(name.value)
        if found is None:
            self.add("unknown-piece", f'"{name.value}" is no piece of this set', name.span,
                     closest(name.value, self.pieces.names))
        return found


def _scalar(text: str) -> int | str:
    return int(text) if re.fullmatch(r"-?(?:0|[1-9][0-9]{0,8})", text) else text
