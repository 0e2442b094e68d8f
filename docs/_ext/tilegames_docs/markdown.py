"""Small helpers for writing Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

__all__ = ["INTRODUCTIONS", "code", "escape", "fence", "introduction", "table", "words"]

#: What a page says before the part that is made.
INTRODUCTIONS = Path(__file__).parent / "introductions"


def introduction(name: str) -> str:
    """The written part of a page; "" if it has none."""
    path = INTRODUCTIONS / f"{name}.md"
    return path.read_text(encoding="utf-8").strip() if path.exists() else ""


def escape(text: str) -> str:
    """Plain text as Markdown; what stands in backquotes stays code.

    Example:
        >>> escape("a_b and `c_d`")
        'a\\\\_b and `c_d`'
    """
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if at % 2 else re.sub(r"([\\*_\[\]<>$~#|{}])", r"\\\1", part) for at, part in enumerate(parts))


def code(text: str) -> str:
    """A text as inline code, also with backquotes in it; "" for nothing."""
    if not text:
        return ""
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def words(listed: Sequence[str], last: str = "or") -> str:
    """Words of code in a row: ``a``, ``b`` or ``c``."""
    shown = [code(word) for word in listed]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} {last} {shown[-1]}"


def fence(text: str, language: str = "text") -> str:
    """A block of code, with a fence longer than any in the text."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    ticks = "`" * max(3, longest + 1)
    return f"{ticks}{language}\n{text.rstrip()}\n{ticks}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; the cells are Markdown."""
    def line(cells: Sequence[str]) -> str:
        # A bar inside code would end its cell.
        safe = (re.sub(r"(?<!\\)\|", r"\\|", " ".join(cell.split())) for cell in cells)
        return "| " + " | ".join(safe) + " |"

    return "\n".join([line(head), line(["---"] * len(head)), *map(line, rows)])
