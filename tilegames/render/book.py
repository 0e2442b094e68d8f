"""Sentences that know their spec lines, and the book that collects them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias

import attrs

from tilegames.core.phases import MaskRule
from tilegames.core.pieces import NUMBER_NAMES
from tilegames.core.rounds import Flow
from tilegames.errors import Span
from tilegames.render.words import in_words, noun_of, sentence
from tilegames.spec.model import Spec
from tilegames.spec.schema import Block, ByPlayers, Located, Table

__all__ = ["Book", "Sentence", "Style"]

Style: TypeAlias = Literal["title", "heading", "text", "item"]
_MARKS: dict[Style, str] = {"title": "# ", "heading": "## ", "text": "", "item": "- "}


@attrs.frozen
class Sentence:
    """One sentence of a rulebook.

    Attributes:
        text: the sentence, without the marks of its style.
        span: the spec line that it says.
        also: further lines that it says.
        style: what it is on the page: ``title``, ``heading``, ``text`` or ``item`` (of a list).
    """

    text: str
    span: Span
    also: tuple[Span, ...] = ()
    style: Style = "text"

    @property
    def spans(self) -> tuple[Span, ...]:
        """All spec lines that it says."""
        return (self.span, *self.also)

    def __str__(self) -> str:
        return _MARKS[self.style] + self.text


class Book:
    """Collects the sentences of a rulebook.

    Attributes:
        spec, players, flow, values: what it is about; see :func:`tilegames.render.rulebook.rulebook`.
        noun: what the pieces are called.
        suit_names: the suits that can be led, in the order of the compiled tables.
        side: what keeps a score: a ``side`` or a ``player``.
        lines: the sentences so far.
    """

    def __init__(self, spec: Spec, players: int, flow: Flow, values: Sequence[int]) -> None:
        self.spec = spec
        self.players = players
        self.flow = flow
        self.values = tuple(values)
        self.noun = noun_of(flow.pieces)
        self.side = "side" if len(flow.seats.sides) < flow.seats.count else "player"
        self.suit_names = tuple(spec.tiles.suits) if isinstance(spec.tiles.suits, Table) else tuple(
            dict.fromkeys(kind.suit or "" for kind in flow.pieces.kinds if kind.suit)
            if spec.tiles.suits == "printed" else NUMBER_NAMES)
        self.lines: list[Sentence] = []
        self._here = spec.span

    # How sentences are made

    def at(self, block: Block | Table[Any], *keys: str) -> list[Span]:
        """Where the keys are written; the block's own place if none is."""
        found = [self._home(key, block.places[key]) for key in keys if key in block.places]
        return found or ([block.span] if isinstance(block, Block) else [])

    def _home(self, key: str, span: Span) -> Span:
        """The place of a key; what the caller of ``load`` has set stands at the option that sets it."""
        if span.file == "<option>":
            return next((option.sets.span for option in self.spec.options.values()
                         if option.sets and option.sets.value.rpartition(".")[2] == key), span)
        return span

    def row(self, value: ByPlayers[Any] | None) -> list[Span]:
        """The place of the row that speaks of this number of players."""
        span = value.place(self.players) if value is not None else None
        return [span] if span is not None else []

    def inside(self, value: Any) -> list[Span]:
        """The places of the keys of a block, or of blocks in a list, that stand where a word could; none for words."""
        if isinstance(value, tuple):
            return [span for item in value for span in self.inside(item)]
        return self.at(value, *value.places) if isinstance(value, Block) else []

    def add(self, style: Style, text: str, spans: Iterable[Span]) -> None:
        """Adds a sentence. A span that is in no file gives way to that of the section."""
        real = list(dict.fromkeys(span for span in spans if span.file not in ("<none>", "<option>")))
        first, *also = real or [self._here]
        self.lines.append(Sentence(text, first, tuple(also), style))

    def heading(self, text: str, span: Span) -> None:
        """Begins a section."""
        self._here = span if span.file not in ("<none>", "<option>") else self.spec.span
        self.add("heading", text[:1].upper() + text[1:], [self._here])

    def say(self, text: str, spans: Iterable[Span]) -> None:
        """Adds a sentence to the paragraph."""
        self.add("text", sentence(text), spans)

    def item(self, text: str, spans: Iterable[Span]) -> None:
        """Adds a sentence to the list."""
        self.add("item", sentence(text), spans)

    def rule(self, rule: MaskRule, when: str = "", unless: str = "") -> None:
        """Says a restriction in the engine's own words; ``unless`` says what makes it give way, if it does."""
        self.say(when + rule.sentence + (unless if rule.lapses else ""), [rule.place] if rule.place else [])

    def words(self, expression: Located[str]) -> str:
        """An expression of the spec in words."""
        return in_words(expression.value, self.noun)

    def phase_of(self, kind: type[Block]) -> Any:
        """The first phase of a kind in the spec; None if there is none."""
        return next((phase for phase in self.spec.phases.values() if isinstance(phase, kind)), None)
