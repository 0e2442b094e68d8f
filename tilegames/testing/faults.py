"""What a check has found."""

from __future__ import annotations

import attrs

from tilegames.errors import Problem, Span

__all__ = ["Fault"]


@attrs.frozen
class Fault:
    """One thing that a check has found.

    Attributes:
        code: ``example``, ``lost-piece``, ``wrong-score``, ``dead-end``, ``move-text``, ``state-changed`` ...
        message: a sentence.
        place: the spec line it belongs to.
        how: how to see it again: the game, the seed, the move.
    """

    code: str
    message: str
    place: Span | None = None
    how: str = ""

    def __str__(self) -> str:
        return str(Problem(self.code, self.message, self.place, self.how and f"see it again: {self.how}"))
