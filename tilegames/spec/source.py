"""YAML text to nodes with places: a strict subset of YAML in which every scalar stays the text that was written.

YAML guesses types (``no``, ``1:30``, ``010``), keeps the last of two equal keys and lets a page of text grow without
bound. A spec is written by people who know games, sometimes by strangers, so nothing here is guessed: tags, anchors,
merge keys and second documents are refused, each with a place and a way out, and size, depth and count are bounded.

The pure Python parser of PyYAML is used on purpose. The C parser accepts other texts (tabs, ``?`` and ``!`` in flow
collections), and whether a spec loads must not depend on how PyYAML was built.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Sequence as SequenceABC
from typing import Any, Final

import attrs
import yaml

from tilegames.errors import Problem, Span, SpecError
from tilegames.spec import syntax
from tilegames.spec.nodes import Mapping, Node, Plain, Scalar, Sequence, from_plain, in_order, is_null, to_plain

__all__ = [
    "MAX_BYTES", "MAX_DEPTH", "MAX_NODES", "Mapping", "Node", "Plain", "Scalar", "Sequence", "from_plain", "in_order",
    "is_null", "parse", "to_plain",
]

MAX_BYTES: Final = 64 * 1024
MAX_DEPTH: Final = 16
MAX_NODES: Final = 10_000
_MAX_PROBLEMS: Final = 100

def parse(text: str | bytes, *, file: str) -> Mapping:
    """Read the text of a spec.

    Args:
        text: the text, or its UTF-8 bytes.
        file: the name that errors show.

    Returns:
        The top-level map. Every scalar is text, just as it is written.

    Raises:
        SpecError: with every problem that could be found, in file order. No other error is raised, for any text.

    Example:
        >>> spec = parse("game: demo\\ndeal: {each: 010}", file="demo.yaml")
        >>> spec.keys()
        ('game', 'deal')
        >>> str(spec.key_span("deal"))
        'demo.yaml:2:1'
        >>> parse("deal: 7\\ndeal: 5", file="demo.yaml")
        Traceback (most recent call last):
        ...
        tilegames.errors.SpecError: error: the key "deal" is written twice, on line 1 and on line 2 [duplicate-key]
          --> demo.yaml:2:1
             | deal: 5
             | ^
          keep one of the two
    """
    clean = syntax.decode(text, file=file, most=MAX_BYTES)
    builder = _Builder(file, syntax.split_lines(clean))
    root = builder.run(clean)
    if builder.problems:
        raise SpecError(in_order(builder.problems))
    assert isinstance(root, Mapping)  # the builder reports anything else
    return root


class _StopError(Exception):
    """Reading cannot go on; the reason is among the problems."""


@attrs.define(eq=False)
class _Frame:
    """A map or a list that is still open."""

    span: Span
    is_map: bool
    flow: bool
    items: list[Node] = attrs.field(factory=list)
    entries: list[tuple[Scalar, Node]] = attrs.field(factory=list)
    seen: dict[str, Span] = attrs.field(factory=dict)
    key: Scalar | None = None
    key_end: tuple[int, int] = (0, 0)
    wants_value: bool = False
    parentheses: int = 0  # how many are open in the plain text read so far; a comma must not come now
    opener: Scalar | None = None  # the text that opened them; None once that has been reported
    torn: bool = False  # whether the key is a piece of a text that a comma has split


class _Builder:
    """Turns parser events into nodes with an explicit stack, so that depth is a number and not Python's own stack."""

    def __init__(self, file: str, lines: SequenceABC[str]) -> None:
        self.file = file
        self.lines = lines
        self.problems: list[Problem] = []
        self.stack: list[_Frame] = []
        self.root: Node | None = None
        self.nodes = 0
        self.documents = 0

    def run(self, text: str) -> Node | None:
        try:
            for event in self.events(text):
                self.take(event)
        except _StopError:
            return None
        except yaml.MarkedYAMLError as error:
            problem = syntax.translate(error, self.file, self.lines)
            if problem not in self.problems:
                self.problems.append(problem)
            return None
        except (yaml.YAMLError, ValueError, IndexError, OverflowError) as error:
            # Escapes such as "\UFFFFFFFF" make PyYAML fail in its own ways.
            last = self.stack[-1].span if self.stack else Span(self.file, 1, 1)
            self.problems.append(Problem("yaml-syntax", f"this is not YAML ({type(error).__name__})", last,
                                         "look for odd backslash sequences in double quotes from here on"))
            return None
        if self.root is None and not self.problems:
            self.add("not-a-map", "the spec is empty", self.span(0, 0), "start with `tilegames: 1`")
        return self.root

    def events(self, text: str) -> Iterator[Any]:
        for number, line in enumerate(self.lines):
            if line.startswith("%"):
                self.add("yaml-syntax", "this is a YAML directive", self.span(number, 0), "drop the line")
                raise _StopError
            if line.strip() and not line.lstrip().startswith("#"):
                break
        yield from yaml.parse(text, Loader=yaml.SafeLoader)

    def span(self, line: int, column: int) -> Span:
        return syntax.place(self.file, self.lines, line, column)

    def add(self, code: str, message: str, span: Span, hint: str = "") -> None:
        self.problems.append(Problem(code, message, span, hint))
        if len(self.problems) >= _MAX_PROBLEMS:
            raise _StopError

    # Events, one by one.

    def take(self, event: Any) -> None:
        kind = type(event)
        if kind is yaml.ScalarEvent:
            self.scalar(event)
        elif kind is yaml.MappingStartEvent or kind is yaml.SequenceStartEvent:
            self.start(event, is_map=kind is yaml.MappingStartEvent)
        elif kind is yaml.MappingEndEvent or kind is yaml.SequenceEndEvent:
            self.end()
        elif kind is yaml.AliasEvent:
            span = self.span(event.start_mark.line, event.start_mark.column)
            self.add("yaml-anchor", f'"*{syntax.shown(event.anchor)}" refers to another place of the file', span,
                     "write the value out, or put the text in quotes")
            self.attach(Scalar("", True, span), event)
        elif kind is yaml.DocumentStartEvent:
            self.documents += 1
            if self.documents > 1:
                self.add("yaml-documents", "a second document starts here",
                         self.span(event.start_mark.line, event.start_mark.column),
                         "one file holds one spec: drop the `---` line")
                raise _StopError

    def count(self, span: Span) -> None:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self.add("too-many-nodes", f"the spec holds more than {MAX_NODES:,} keys and values", span,
                     "a spec is a page of text: use ranges and tables")
            raise _StopError

    def dress(self, event: Any, span: Span) -> None:
        """Refuse anchors and tags of a node."""
        if event.anchor is not None:
            self.add("yaml-anchor", f'"&{syntax.shown(event.anchor)}" names a place of the file', span,
                     "drop the name, or put the text in quotes; to share rules, use `extends` or `variants`")
        if event.tag is not None:
            self.add("yaml-tag", f'"{syntax.shown(event.tag)}" is a YAML tag', span,
                     "drop it, or put the text in quotes: the spec's own keys say what type a value has")

    def scalar(self, event: Any) -> None:
        mark = event.start_mark
        span = self.span(mark.line, mark.column)
        self.count(span)
        self.dress(event, span)
        text: str = event.value
        if event.style is not None:
            bad = syntax.BAD_CHARACTER.search(text)
            if bad:
                self.add("bad-text", f"an escape makes the character U+{ord(bad.group()):04X}", span,
                         "leave it out: specs hold visible text only")
            elif event.style in ("|", ">") and not text.strip():
                self.add("yaml-syntax", f"nothing follows the {event.style} that starts a block of text", span,
                         f"put a text that begins with {event.style} in quotes")
        self.attach(Scalar(text, event.style is not None, span), event)

    def start(self, event: Any, *, is_map: bool) -> None:
        mark = event.start_mark
        span = self.span(mark.line, mark.column)
        self.count(span)
        self.dress(event, span)
        if len(self.stack) >= MAX_DEPTH:
            self.add("too-deep", f"maps and lists are nested more than {MAX_DEPTH} levels deep", span)
            raise _StopError
        self.stack.append(_Frame(span, is_map, bool(event.flow_style)))

    def end(self) -> None:
        frame = self.stack.pop()
        node: Node
        node = Mapping(tuple(frame.entries), frame.span) if frame.is_map else Sequence(tuple(frame.items), frame.span)
        self.attach(node, None)

    # Nodes into the map or list that is open.

    def attach(self, node: Node, event: Any) -> None:
        """Put a finished node in its place; the event is None for maps and lists."""
        if not self.stack:
            self.top(node, event)
            return
        frame = self.stack[-1]
        if not frame.is_map:
            self.item(frame, node, event)
        elif not frame.wants_value:
            self.take_key(frame, node, event)
        else:
            self.take_value(frame, node, event)

    def top(self, node: Node, event: Any) -> None:
        self.root = node
        if isinstance(node, Mapping):
            return
        if isinstance(node, Scalar) and event is not None and self.missing_space(node, event, own_line=True):
            return
        what = "a list" if isinstance(node, Sequence) else "empty" if is_null(node) else "a single text"
        self.add("not-a-map", f"the spec is {what}, not a map of keys", node.span,
                 "write `key: value` lines, beginning with `tilegames: 1`")

    def item(self, frame: _Frame, node: Node, event: Any) -> None:
        self.comma(frame)
        if isinstance(node, Scalar) and not node.quoted:
            self.parentheses(frame, node)
            if not frame.flow and re.match(r"[A-Za-z_][\w-]*:[\[{]", node.text):
                self.say_missing_space(node.text, node.span)
            else:
                self.missing_space(node, event, own_line=False)
        frame.items.append(node)

    def take_key(self, frame: _Frame, node: Node, event: Any) -> None:
        frame.wants_value = True
        frame.key = None
        frame.torn = self.comma(frame)
        if not isinstance(node, Scalar):
            self.add("yaml-key", "a key is a list or a map", node.span, "a key is one word")
            return
        if not isinstance(event, yaml.ScalarEvent):
            return  # an alias, refused already
        assert event.end_mark is not None
        frame.key_end = (event.end_mark.line, event.end_mark.column)
        if event.style in ("|", ">") or is_null(node) or "\n" in node.text:
            what = "empty" if is_null(node) else "a block of text"
            self.add("yaml-key", f"a key is {what}", node.span, "a key is one word, followed by a colon and a space")
            return
        self.parentheses(frame, node)
        if node.text == "<<" and not node.quoted:
            self.add("yaml-merge-key", '"<<" would copy another map in here', node.span,
                     "write the keys out, or use `extends` or `variants`")
            return
        if not node.quoted and syntax.ENTRY_LIKE.match(node.text) and self.has_colon(frame):
            self.say_missing_space(node.text, node.span)
            return
        earlier = frame.seen.setdefault(node.text, node.span)
        if earlier is not node.span and not frame.torn:
            where = (f"twice on line {earlier.line}" if earlier.line == node.span.line else
                     f"twice, on line {earlier.line} and on line {node.span.line}")
            self.add("duplicate-key", f'the key "{syntax.shown(node.text)}" is written {where}', node.span,
                     "keep one of the two")
        frame.key = node

    def take_value(self, frame: _Frame, node: Node, event: Any) -> None:
        frame.wants_value = False
        key = frame.key
        if key is None:
            return
        if isinstance(node, Scalar) and not node.quoted:
            if node.text == "" and not self.has_colon(frame):
                if not frame.torn:
                    self.no_value(key)
                return
            self.parentheses(frame, node)
            self.missing_space(node, event, own_line=node.span.line > key.span.line)
        frame.entries.append((key, node))

    def has_colon(self, frame: _Frame) -> bool:
        """Tell whether a colon follows the key just read; ``{a, b}`` and ``? a`` have none."""
        line, column = frame.key_end
        return self.lines[line][column:].lstrip().startswith(":") if line < len(self.lines) else False

    def no_value(self, key: Scalar) -> None:
        """Report a key without a colon of its own: ``{each:7}``, ``{each}`` or ``? each``."""
        if not key.quoted and syntax.ENTRY_WITHOUT_SPACE.match(key.text):
            self.say_missing_space(key.text, key.span)
        else:
            self.add("missing-value", f'"{syntax.shown(key.text)}" has no value', key.span,
                     f"write `{syntax.shown(key.text)}: ...`, or use a list: `[...]`")

    def parentheses(self, frame: _Frame, node: Scalar) -> None:
        """Keep count of the parentheses that are open inside ``{...}`` or ``[...]``."""
        if frame.flow and not node.quoted:
            opened = node.text.count("(") - node.text.count(")")
            if not frame.parentheses:
                frame.opener = node
            frame.parentheses = max(0, frame.parentheses + opened)

    def comma(self, frame: _Frame) -> bool:
        """Tell whether the comma just passed has split a text inside its parentheses, and report it once."""
        if frame.parentheses and frame.opener is not None:
            self.add("split-by-comma", f'the comma after "{syntax.shown(frame.opener.text)}" splits this text in two',
                     frame.opener.span, "put the whole text in quotes, or on a line of its own outside the brackets")
            frame.opener = None
        return frame.parentheses > 0

    def missing_space(self, node: Scalar, event: Any, *, own_line: bool) -> bool:
        """Report ``deal:7`` where a ``key: value`` line was meant; a tile such as ``6:6`` is none."""
        if node.quoted:
            return False
        first = event.start_mark.line + (not own_line)
        for number in range(first, min(event.end_mark.line + 1, len(self.lines))):
            line = self.lines[number]
            start = event.start_mark.column if number == event.start_mark.line else len(line) - len(line.lstrip(" "))
            if syntax.ENTRY_LIKE.match(line, start):
                self.say_missing_space(line[start:], self.span(number, start))
                return True
        return False

    def say_missing_space(self, text: str, span: Span) -> None:
        problem = syntax.missing_space(text, span)
        self.add(problem.code, problem.message, span, problem.hint)
