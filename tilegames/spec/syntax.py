"""The text of a spec before and around YAML: decoding, lines and places, and YAML's complaints in plain words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import yaml

from tilegames.errors import Problem, Span, SpecError

__all__ = [
    "BAD_CHARACTER", "ENTRY_LIKE", "ENTRY_WITHOUT_SPACE", "decode", "missing_space", "place", "shown", "split_lines",
    "translate",
]

# Control characters, separators that editors do not count as lines, invisible characters, and those that turn the
# direction of text around: with them a spec could look different from what it says.
BAD_CHARACTER: Final = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff"
    "\ud800-\udfff]")
# A line such as ``deal:7`` or ``2..4:7``; not a tile such as ``6:6``, and not an address such as ``https://...``.
ENTRY_LIKE: Final = re.compile(r"(?:[A-Za-z_][\w-]*|\d+\.\.\d+|\d+\+):(?!//)[^\s:]")
# The same inside braces, where a tile would have to be followed by a colon anyway.
ENTRY_WITHOUT_SPACE: Final = re.compile(r"[^\s:]+:[^\s:]")
_LINE_BREAK: Final = re.compile("\r\n|\r|\n")
_PROPER_LINE: Final = re.compile(r"\s*(?:- +)*[^\s:]+:(?:\s|$)")
_LONGEST_SHOWN_LINE: Final = 500
_MAX_BAD_CHARACTERS: Final = 20


def shown(text: str, most: int = 40) -> str:
    """Shorten a text of the user for a message, on one line and without characters that could disturb it.

    Example:
        >>> shown("a very long text", most=10)
        'a very ...'
    """
    flat = BAD_CHARACTER.sub("\N{REPLACEMENT CHARACTER}", " ".join(text.split()))
    return flat if len(flat) <= most else flat[:most - 3] + "..."


def split_lines(text: str) -> list[str]:
    """Split at the line breaks that YAML knows, so that line numbers agree."""
    return _LINE_BREAK.split(text)


def place(file: str, lines: Sequence[str], line: int, column: int) -> Span:
    """Make a span from a line and a column counted from 0; very long lines are not quoted in it."""
    text = lines[line] if line < len(lines) else ""
    if len(text) > _LONGEST_SHOWN_LINE:
        text = ""
    return Span(file, line + 1, column + 1, text.replace("\t", " "))


def decode(text: str | bytes, *, file: str, most: int) -> str:
    """Return the text without a byte order mark.

    Raises:
        SpecError: if it is longer than ``most`` bytes, not UTF-8, or holds characters that cannot be seen.
    """
    data = text if isinstance(text, bytes) or len(text) > most else text.encode("utf-8", "surrogatepass")
    if len(data) > most:
        raise SpecError([Problem("too-large", f"the spec is larger than {most // 1024} KiB", Span(file, 1, 1),
                                 "a spec is a page of text: use ranges and tables")])
    if isinstance(text, bytes):
        raw = text
        try:
            text = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            lines = split_lines(raw[:error.start].decode("utf-8"))
            raise SpecError([Problem("bad-text", f"the file is not UTF-8 text: byte 0x{raw[error.start]:02X}",
                                     Span(file, len(lines), len(lines[-1]) + 1), "save it as UTF-8")]) from None
    text = text.removeprefix("\ufeff")
    problems: list[Problem] = []
    if BAD_CHARACTER.search(text):
        for number, line in enumerate(split_lines(text)):
            bad = BAD_CHARACTER.search(line)
            if bad and len(problems) < _MAX_BAD_CHARACTERS:
                clean = [BAD_CHARACTER.sub("\N{REPLACEMENT CHARACTER}", line)]
                span = place(file, clean, 0, bad.start())
                problems.append(Problem("bad-text", f"there is an invisible character U+{ord(bad.group()):04X} here",
                                        Span(file, number + 1, span.column, span.text), "delete it"))
        raise SpecError(problems)
    return text


def missing_space(text: str, span: Span) -> Problem:
    """Report an entry whose colon has no space after it."""
    text = text.partition(" #")[0].rstrip()
    key, _, value = text.partition(":")
    return Problem("missing-space", f'"{shown(text)}" has no space after its colon', span,
                   f"write `{shown(key)}: {shown(value)}`; if it is no entry but a text, put it in quotes")


def translate(error: yaml.MarkedYAMLError, file: str, lines: Sequence[str]) -> Problem:
    """Say in plain words what the YAML parser found wrong, at the place where the author can mend it."""
    problem = error.problem or ""
    mark = error.problem_mark or error.context_mark
    start = error.context_mark or mark
    here = place(file, lines, mark.line, mark.column) if mark else Span(file, 1, 1)
    begin = place(file, lines, start.line, start.column) if start else here
    if problem.startswith(("mapping values are not allowed", "could not find expected ':'")):
        culprit = _entry_without_space(here if problem.startswith("mapping") else begin, lines)
        if culprit is not None:
            line, column, text = culprit
            return missing_space(text, place(file, lines, line, column))
    if problem.startswith("could not find expected ':'"):
        here = begin
    found = here.text[here.column - 1:here.column]
    if "\\t" in problem or found == "\t" or (mark and _at(lines, mark.line, mark.column) == "\t"):
        return Problem("yaml-syntax", "there is a tab where spaces belong", here, "indent with spaces only")
    if "found unexpected end of stream" in problem and "quoted" in (error.context or ""):
        return Problem("yaml-syntax", "this quote is never closed", begin, "close it on the same line")
    if problem.startswith("expected ',' or"):
        opener, closer = ("{", "}") if "'}'" in problem else ("[", "]")
        return Problem("yaml-syntax", f'a comma or "{closer}" is missing here; the "{opener}" stands on line '
                       f"{begin.line}", here, "close it, or put a text with commas, quotes or brackets in quotes")
    if found == ":" and not here.text[:here.column - 1].strip(" -"):
        return Problem("yaml-key", "there is no key before this colon", here, "write `key: value`")
    for sign, code, sentence in _CONTEXTS:
        if sign in (error.context or ""):
            return Problem(code, sentence, begin, "put the value in quotes")
    for known, code, sentence, hint in _COMPLAINTS:
        if known in problem:
            return Problem(code, sentence.replace("@", found or "the end"), here, hint)
    return Problem("yaml-syntax", f"this is not YAML: {shown(problem, 100) or 'no reason given'}", here)


# What PyYAML was reading, and what that must have been a slip for.
_CONTEXTS: Final = (
    ("ing a tag", "yaml-tag", "a value that begins with ! is a YAML tag"),
    ("scanning a directive", "yaml-syntax", "a line cannot begin with %"),
    ("scanning an a", "yaml-anchor", "a value cannot begin with & or *"),  # an anchor, an alias
    ("scanning a block scalar", "yaml-syntax", "a value cannot begin with | or > like this"),
)
# Parts of PyYAML's texts, with a code, a sentence and a hint; @ stands for what is found at the place.
_COMPLAINTS: Final = (
    ("mapping values are not allowed", "yaml-syntax",
     "there is a second colon on this line, or the line is indented too far",
     "line it up with its neighbours; put a text with a colon in it in quotes"),
    ("could not find expected ':'", "yaml-syntax", "this line has no colon", "write `key: value`"),
    ("expected <block end>", "yaml-syntax", "this does not line up with the lines above it, or follows a closing quote",
     "entries of one map begin in the same column; put the whole value in quotes"),
    ("expected '<document start>'", "yaml-syntax", "something follows the end of the spec",
     "check the indentation, and that brackets and quotes match"),
    ("that cannot start any token", "yaml-syntax", 'a value cannot begin with "@"', "put the value in quotes"),
    ("mapping keys are not allowed here", "yaml-syntax", "a value cannot begin with ? like this",
     "put the value in quotes"),
    ("sequence entries are not allowed here", "yaml-syntax", "a list item cannot stand here",
     "begin the list on the next line, or write `[a, b]`"),
    ("expected the node content", "yaml-syntax", 'a value is missing before "@"',
     "write the value, or delete the comma or colon before it"),
    ("found unknown escape character", "yaml-syntax", "a backslash in double quotes starts no known escape here",
     "use single quotes"),
    ("escape sequence", "yaml-syntax", "a backslash in double quotes starts no known escape here", "use single quotes"),
    ("undefined tag handle", "yaml-tag", "this is a YAML tag", "drop it, or put the text in quotes"),
    ("tag", "yaml-tag", "this is a YAML tag", "drop it, or put the text in quotes"),
    ("document separator", "yaml-syntax", "a quote is still open at this line", "close the quote"),
)


def _at(lines: Sequence[str], line: int, column: int) -> str:
    return lines[line][column:column + 1] if line < len(lines) else ""


def _entry_without_space(span: Span, lines: Sequence[str]) -> tuple[int, int, str] | None:
    """Look at the line and upwards, to the first proper entry, for a line such as ``deal:7``."""
    for number in range(min(span.line - 1, len(lines) - 1), -1, -1):
        line = lines[number]
        body = re.sub(r"^[ \t]*(?:- +)*", "", line)
        if ENTRY_LIKE.match(body):
            return number, len(line) - len(body), body
        if number < span.line - 1 and _PROPER_LINE.match(line):
            return None
    return None
