"""What can go wrong, each with a code, a sentence and a place.

Every error of the library is a :class:`TileGamesError`. Errors carry data (codes, places, suggestions) and build
their text from it, so that a host can show them in its own words.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import Any

import attrs

__all__ = [
    "AmbiguousMoveError",
    "DealError",
    "HookError",
    "IllegalMoveError",
    "InvalidMoveError",
    "MoveError",
    "OptionError",
    "PositionError",
    "Problem",
    "SaveError",
    "Span",
    "SpecError",
    "TileGamesError",
    "closest",
]


@attrs.frozen
class Span:
    """A place in a spec: a file, a line and a column (both from 1), and the line as its author wrote it.

    Example:
        >>> str(Span("specs/demo.yaml", 4, 9))
        'specs/demo.yaml:4:9'
    """

    file: str
    line: int
    column: int
    text: str = attrs.field(default="", eq=False, repr=False)

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@attrs.frozen
class Problem:
    """One thing that is wrong with a spec.

    Args:
        code: a permanent kebab-case name, listed in the reference of errors.
        message: one sentence.
        span: where; None if the problem has no one place.
        hint: what to do about it, as a half sentence, or "".

    Example:
        >>> print(Problem("unknown-key", 'unknown key "folow"', Span("a.yaml", 2, 3, "  folow: yes"), "drop it"))
        error: unknown key "folow" [unknown-key]
          --> a.yaml:2:3
             |   folow: yes
             |   ^
          drop it
    """

    code: str
    message: str
    span: Span | None = None
    hint: str = ""

    def __str__(self) -> str:
        lines = [f"error: {self.message} [{self.code}]"]
        if self.span is not None:
            lines.append(f"  --> {self.span}")
            if self.span.text.strip():
                lines.append(f"     | {self.span.text}")
                lines.append("     | " + " " * (self.span.column - 1) + "^")
        if self.hint:
            lines.append(f"  {self.hint}")
        return "\n".join(lines)


def closest(word: str, known: Iterable[str]) -> str:
    """A hint for a word that is not among the known ones: the nearest of them, else the whole list.

    Example:
        >>> closest("folow", ["follow", "leader"])
        'did you mean "follow"?'
        >>> closest("xyz", ["follow", "leader"])
        'known here: follow, leader'
    """
    names = list(dict.fromkeys(known))
    near = difflib.get_close_matches(word.lower(), names, n=1, cutoff=0.6)
    if near:
        return f'did you mean "{near[0]}"?'
    if not names:
        return ""
    shown = ", ".join(names[:20]) + (", ..." if len(names) > 20 else "")
    return f"known here: {shown}"


def clipped(text: str, most: int = 80) -> str:
    """A text that somebody else wrote, cut short where it is too long to be repeated.

    Example:
        >>> clipped("6-4"), clipped("x" * 1000, 5)
        ('6-4', 'xxxxx...')
    """
    return text if len(text) <= most else text[:most] + "..."


class TileGamesError(Exception):
    """The base of every error that this library raises on purpose."""


class SpecError(TileGamesError, ValueError):
    """A spec that cannot be used. ``problems`` holds everything found in the stage that failed, in file order."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


class OptionError(TileGamesError, ValueError):
    """Wrong arguments to ``load``: a player count, a variant, an option or its value."""


class HookError(TileGamesError):
    """A hook that cannot be used, or that failed: unknown, of the wrong signature, raising, or of the wrong type.

    Attributes:
        place: the line of the spec that names the hook.
        code: ``hook``, or ``dead-end`` for a hook that leaves a seat without a legal move.
    """

    def __init__(self, message: str, place: Span | None = None, code: str = "hook") -> None:
        self.message = message
        self.place = place
        self.code = code
        super().__init__(message, place, code)

    def __str__(self) -> str:
        return self.message if self.place is None else f"{self.message} ({self.place})"


class MoveError(TileGamesError, ValueError):
    """A move that was not made; the state is as it was.

    Attributes:
        move: the offending text.
        code: the name of the rule that forbids it.
        sentence: that rule in words.
        place: the spec line that says so, if there is one.
    """

    def __init__(self, move: str, code: str, sentence: str, place: Span | None = None) -> None:
        self.move = move
        self.code = code
        self.sentence = sentence
        self.place = place
        super().__init__(move, code, sentence, place)

    def __str__(self) -> str:
        where = "" if self.place is None else f", {self.place}"
        return f'"{clipped(self.move)}": {self.sentence} [{self.code}{where}]'


class InvalidMoveError(MoveError):
    """The text names no move of this game."""


class IllegalMoveError(MoveError):
    """A move of this game that may not be made here and now, or not by this seat."""


class AmbiguousMoveError(MoveError):
    """The text fits several legal moves; ``choices`` lists them."""

    def __init__(self, move: str, code: str, sentence: str, place: Span | None = None,
                 choices: Sequence[str] = ()) -> None:
        super().__init__(move, code, sentence, place)
        self.choices = tuple(choices)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.move, self.code, self.sentence, self.place, self.choices)


class DealError(TileGamesError, ValueError):
    """A deal that does not fit the game, or a match that needs a deal past the last one given."""


class PositionError(TileGamesError, ValueError):
    """A position that cannot arise, or words that describe none."""


class SaveError(TileGamesError, ValueError):
    """A saved state or playthrough that cannot be read, or that belongs to other rules."""
