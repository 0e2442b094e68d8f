"""The readers for the values of a spec: words, numbers, ranges, lists, tables and what depends on the player count.

Each is made by a function; ``integer(1, 9)`` is a reader, and ``listing(integer(1, 9))`` is one too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, TypeVar

import attrs

from tilegames.errors import Span, closest
from tilegames.spec.blocks import MISSING, Block, Missing, Problems, Reader, what_is
from tilegames.spec.nodes import Mapping, Node, Scalar, Sequence, is_null
from tilegames.spec.syntax import shown
from tilegames.spec.values import ByPlayers, CountRange, Located, Table, parse_range

__all__ = [
    "boolean", "by_players", "count_range", "either", "expression", "integer", "integer_or", "listing", "located",
    "name", "one_or_many", "scalar", "table", "text", "word",
]

T = TypeVar("T")
_LARGEST: Final = 10**9


class _ScalarReader(Reader[T]):
    """Reads a text with a function that returns a value, or a code, a message and a hint."""

    def __init__(self, phrase: str, take: Callable[[str], T | tuple[str, str, str]]) -> None:
        self.phrase = phrase
        self.take = take

    def describe(self) -> str:
        return self.phrase

    def read(self, node: Node, problems: Problems) -> T | Missing:
        if not isinstance(node, Scalar) or is_null(node):
            return self.wrong_shape(node, problems)
        found = self.take(node.text)
        if isinstance(found, tuple):
            problems.add(found[0], found[1], node.span, found[2])
            return MISSING
        return found


def text() -> Reader[str]:
    """Read any text on one or more lines."""
    return _ScalarReader("a text", lambda written: written)


def scalar(phrase: str, take: Callable[[str], T | tuple[str, str, str]]) -> Reader[T]:
    """Read a text with a function of one's own.

    Args:
        phrase: what is expected, such as "a tile".
        take: returns the value (no tuple), or a code, a message and a hint as a tuple.
    """
    return _ScalarReader(phrase, take)


def name(*, or_number: bool = False) -> Reader[str]:
    """Read a name: letters, digits, ``-`` and ``_``, beginning with a letter.

    Args:
        or_number: whether digits alone will do as well.

    Problems: ``bad-name``.
    """
    def take(written: str) -> str | tuple[str, str, str]:
        if or_number and re.fullmatch(r"0|[1-9][0-9]{0,8}", written):
            return written
        if re.fullmatch(r"[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*", written) and len(written) <= 60:
            return written
        return "bad-name", f'"{shown(written)}" is not a name', "a name is letters, digits, - and _, such as nel-o"

    return _ScalarReader("a name", take)


def word(*words: str, **same: str) -> Reader[str]:
    """Read one word of a closed list.

    Args:
        words: the words.
        same: other spellings of some of them: ``word("stock", pile="stock")``.

    Problems: ``unknown-word``.
    """
    known = {**{one: one for one in words}, **same}

    def take(written: str) -> str | tuple[str, str, str]:
        found = known.get(written)
        return ("unknown-word", f'unknown word "{shown(written)}"', closest(written, words)) if found is None else found

    return _ScalarReader(" | ".join(words), take)


def integer(low: int | None = None, high: int | None = None) -> Reader[int]:
    """Read a whole number in decimal digits.

    Problems: ``bad-number`` (also for ``010``, which could be meant as 8 or 10), ``out-of-range``.
    """
    ends = {(False, False): "", (True, False): f" of at least {low}", (False, True): f" of at most {high}",
            (True, True): f" from {low} to {high}"}[(low is not None, high is not None)]
    phrase = "a number" + ends

    def take(written: str) -> int | tuple[str, str, str]:
        if re.fullmatch(r"-?0[0-9]+", written):
            plain = written.replace("0", "", 1)
            return "bad-number", f'"{shown(written)}" begins with a zero', f"write {shown(plain)}"
        if not re.fullmatch(r"-?[0-9]+", written):
            return "bad-number", f'expected {phrase}, found "{shown(written)}"', "a number is digits only"
        if len(written) > 11 or abs(int(written)) > _LARGEST:
            return "out-of-range", f"{shown(written)} is too large", f"numbers go up to {_LARGEST}"
        value = int(written)
        if (low is not None and value < low) or (high is not None and value > high):
            return "out-of-range", f"expected {phrase}, found {value}", ""
        return value

    return _ScalarReader(phrase, take)


def integer_or(word: str | tuple[str, ...], low: int, high: int) -> Reader[int | str]:
    """Read a whole number, or a word.

    Problems: those of :func:`integer`.
    """
    number = integer(low, high)
    assert isinstance(number, _ScalarReader)
    take = number.take
    words = (word,) if isinstance(word, str) else word
    return _ScalarReader(f"{' | '.join(words)} or {number.phrase}",
                         lambda written: written if written in words else take(written))


def boolean() -> Reader[bool]:
    """Read yes or no; ``true`` and ``false`` are accepted too.

    Problems: ``unknown-word``.
    """
    known = {"yes": True, "true": True, "no": False, "false": False}

    def take(written: str) -> bool | tuple[str, str, str]:
        found = known.get(written)
        return ("unknown-word", f'expected yes or no, found "{shown(written)}"', "") if found is None else found

    return _ScalarReader("yes | no", take)


def count_range(low: int = 0, high: int | None = None) -> Reader[CountRange]:
    """Read ``3``, ``2..4`` or ``3+``.

    Args:
        low: the least number that may be in it.
        high: the greatest; None for no limit.

    Problems: ``bad-range``, ``out-of-range``.
    """
    limits = CountRange(low, high)

    def take(written: str) -> CountRange | tuple[str, str, str]:
        found = parse_range(written)
        if found is None:
            return "bad-range", f'expected a range, found "{shown(written)}"', "write 3, 2..4 (low to high) or 3+"
        if found.low < low or (high is not None and (found.low > high or (found.high or 0) > high)):
            return "out-of-range", f"{found} is not within {limits}", ""
        return found

    return _ScalarReader("a count or range", take)


def expression() -> Reader[Located[str]]:
    """Read the source of an expression; a number is one too. It is compiled later, where its facts are known."""
    return _LocatedReader(_ScalarReader("an expression", lambda written: written))


class _Wrapper(Reader[T]):
    """A reader around another one."""

    def __init__(self, inner: Reader[Any]) -> None:
        self.inner = inner

    def children(self) -> tuple[type[Block], ...]:
        return self.inner.children()

    def fits(self, node: Node) -> bool:
        return self.inner.fits(node)

    def describe(self) -> str:
        return self.inner.describe()


def located(reader: Reader[T] | None = None) -> Reader[Located[T]]:
    """Read a value and keep its place."""
    return _LocatedReader(text() if reader is None else reader)


class _LocatedReader(_Wrapper[Located[Any]]):
    def read(self, node: Node, problems: Problems) -> Located[Any] | Missing:
        found = self.inner.read(node, problems)
        return MISSING if isinstance(found, Missing) else Located(found, node.span)


def listing(reader: Reader[T], *, at_least: int = 0, at_most: int | None = None) -> Reader[tuple[T, ...]]:
    """Read a list.

    Args:
        reader: how each item is read.
        at_least: the least number of items.
        at_most: the greatest; None for no limit.

    Problems: ``wrong-shape``, ``wrong-count``.
    """
    return _ListReader(reader, at_least, at_most, single=False)


def one_or_many(reader: Reader[T], *, at_least: int = 0) -> Reader[tuple[T, ...]]:
    """Read one value or a list of them; one value is a list of one."""
    return _ListReader(reader, at_least, None, single=True)


class _ListReader(_Wrapper[tuple[Any, ...]]):
    def __init__(self, inner: Reader[Any], at_least: int, at_most: int | None, single: bool) -> None:
        super().__init__(inner)
        self.at_least, self.at_most, self.single = at_least, at_most, single

    def describe(self) -> str:
        item = self.inner.describe()
        return f"{item}, or a list" if self.single else f"a list ({item})"

    def fits(self, node: Node) -> bool:
        return isinstance(node, Sequence) or (self.single and self.inner.fits(node))

    def read(self, node: Node, problems: Problems) -> tuple[Any, ...] | Missing:
        if self.single and (not isinstance(node, Sequence)):
            one = self.inner.read(node, problems)
            return MISSING if one is MISSING else (one,)
        if not isinstance(node, Sequence):
            return self.wrong_shape(node, problems)
        items = [self.inner.read(item, problems) for item in node.items]
        if len(items) < self.at_least or (self.at_most is not None and len(items) > self.at_most):
            wanted = CountRange(self.at_least, self.at_most)
            problems.add("wrong-count", f"expected {wanted} items, found {len(items)}", node.span)
            return MISSING
        return MISSING if any(item is MISSING for item in items) else tuple(items)


def table(value: Reader[T], key: Reader[Any] | None = None) -> Reader[Table[T]]:
    """Read a map whose keys the author chooses.

    Args:
        value: how each value is read; it is told the key.
        key: how the keys are checked, names if not given. The table's keys stay text.

    Problems: ``wrong-shape``, ``missing-value``. An entry that says ``~`` counts as not written.
    """
    return _TableReader(value, name() if key is None else key)


class _TableReader(_Wrapper[Table[Any]]):
    def __init__(self, inner: Reader[Any], key: Reader[Any]) -> None:
        super().__init__(inner)
        self.key = key

    def describe(self) -> str:
        return f"a map from {self.key.describe()} to {self.inner.describe()}"

    def fits(self, node: Node) -> bool:
        return isinstance(node, Mapping)

    def read(self, node: Node, problems: Problems) -> Table[Any] | Missing:
        if not isinstance(node, Mapping):
            return self.wrong_shape(node, problems)
        found: dict[str, Any] = {}
        whole = True
        for written, value in node.entries:
            if self.key.read(written, problems) is MISSING:
                whole = False
            if is_null(value):
                if isinstance(value, Scalar) and value.text == "":
                    problems.add("missing-value", f'"{shown(written.text)}" has no value', written.span,
                                 f"expected {self.inner.describe()}")
                    whole = False
                continue
            found[written.text] = self.inner.read_entry(written, value, problems)
        if not whole or any(value is MISSING for value in found.values()):
            return MISSING
        places = {written.text: written.span for written, _ in node.entries if written.text in found}
        return Table(found.items(), places)


def by_players(reader: Reader[T]) -> Reader[ByPlayers[T]]:
    """Read one value for every player count, or a map from counts (``2``, ``3..5``, ``6+``) to values.

    A map is taken as such a table if all its keys are counts. Problems: ``overlapping-rows``, ``bad-range``.
    """
    return _PlayersReader(reader)


class _PlayersReader(_Wrapper[ByPlayers[Any]]):
    def describe(self) -> str:
        return f"{self.inner.describe()}, or a map from player counts to it"

    def fits(self, node: Node) -> bool:
        return isinstance(node, Mapping) or self.inner.fits(node)

    def read(self, node: Node, problems: Problems) -> ByPlayers[Any] | Missing:
        if not isinstance(node, Mapping) or not node.entries or not self.is_table(node):
            one = self.inner.read(node, problems)
            return MISSING if one is MISSING else attrs.evolve(ByPlayers.always(one), places=(node.span,))
        rows: list[tuple[CountRange, Any]] = []
        places: list[Span] = []
        whole = True
        for written, value in node.entries:
            counts = parse_range(written.text)
            if counts is None:
                problems.add("bad-range", f'expected a player count, found "{shown(written.text)}"', written.span,
                             "write 2, 3..5 or 6+")
                whole = False
                continue
            if is_null(value) and isinstance(value, Scalar) and value.text:
                continue
            for (other, _), place in zip(rows, places, strict=True):
                if counts.overlaps(other):
                    problems.add("overlapping-rows", f"the rows {other} (line {place.line}) and {counts} speak of the "
                                 "same player counts", written.span)
                    whole = False
            found = self.inner.read(value, problems)
            whole = whole and found is not MISSING
            rows.append((counts, found))
            places.append(written.span)
        return ByPlayers(tuple(rows), tuple(places)) if whole else MISSING

    def is_table(self, node: Mapping) -> bool:
        counts = [re.fullmatch(r"[0-9]+(?:\+|\.\.[0-9]+)?", written.text) is not None
                  for written, _ in node.entries]
        # A value that is no map leaves no doubt: then one bad key is reported as a bad key.
        return all(counts) or (any(counts) and not self.inner.fits(node))


def either(*readers: Reader[Any]) -> Reader[Any]:
    """Read a value in one of several ways: the first that has nothing to complain about.

    If all complain, the problems of the first whose shape (text, list, map) fits are shown when it is the only one;
    otherwise one ``wrong-shape`` names what is possible.
    """
    return _EitherReader(readers)


class _EitherReader(Reader[Any]):
    def __init__(self, readers: tuple[Reader[Any], ...]) -> None:
        self.readers = readers

    def describe(self) -> str:
        return " or ".join(reader.describe() for reader in self.readers)

    def children(self) -> tuple[type[Block], ...]:
        return tuple(dict.fromkeys(child for reader in self.readers for child in reader.children()))

    def fits(self, node: Node) -> bool:
        return any(reader.fits(node) for reader in self.readers)

    def read(self, node: Node, problems: Problems) -> Any:
        return self.read_with(node, problems, lambda reader, into: reader.read(node, into))

    def read_entry(self, key: Scalar, node: Node, problems: Problems) -> Any:
        return self.read_with(node, problems, lambda reader, into: reader.read_entry(key, node, into))

    def read_with(self, node: Node, problems: Problems, read: Callable[[Reader[Any], Problems], Any]) -> Any:
        fitting: list[Problems] = []
        for reader in self.readers:
            trial = Problems()
            found = read(reader, trial)
            if not trial:
                return found
            if reader.fits(node):
                fitting.append(trial)
        near = [trial for trial in fitting if any(item.hint.startswith("did you mean") for item in trial.items)]
        if len(near) == 1:
            problems.take(*near[0].items)
        elif len(fitting) == 1 or (fitting and not isinstance(node, Scalar)):
            problems.take(*min(fitting, key=len).items)
        else:
            problems.add("wrong-shape", f"expected {self.describe()}, found {what_is(node)}", node.span)
        return MISSING
