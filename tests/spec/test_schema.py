"""Nodes to blocks: every fault has a code, a place and a suggestion, and all are found in one pass."""

import copy
import pickle
from typing import Any

import attrs
import pytest

from tilegames.errors import Span, SpecError
from tilegames.spec.schema import (
    MISSING,
    Block,
    ByPlayers,
    CountRange,
    Located,
    Problems,
    Reader,
    Table,
    block,
    boolean,
    by_players,
    count_range,
    either,
    expression,
    fields_of,
    integer,
    key,
    kinds,
    language,
    listing,
    located,
    name,
    one_or_many,
    read_document,
    scalar,
    table,
    text,
    walk,
    word,
)
from tilegames.spec.source import Mapping, Node, parse


@language
class Deal(Block):
    """How the pack is dealt."""

    each: ByPlayers[int] = key(by_players(integer(1, 99)), required=True, doc="pieces for each player", example="7")
    rest: str = key(word("stock", "boneyard", "wall"), default="stock", doc="what becomes of the others")
    from_: str | None = key(name(), default=None, name="from", doc="who deals")


@language
class Tricks(Block):
    """Players play one piece each, and one of them takes all."""

    follow: str = key(word("must_if_able", "free"), default="must_if_able", doc="whether suit must be followed")
    wins: tuple[str, ...] = key(one_or_many(name()), default=(), doc="what wins, best first")


@language
class Turns(Block):
    """Players take turns."""

    first: str | None = key(name(), default=None, doc="who begins")
    then: "Tricks | None" = key(lambda: block(Tricks), default=None, doc="what follows")


@language
class Game(Block):
    """A whole spec."""

    title: Located[str] = key(located(), required=True, doc="its name")
    deal: Deal = key(block(Deal), required=True, doc="how it is dealt")
    phases: Table[Block] = key(table(kinds({"tricks": Tricks, "turns": Turns})), default=attrs.Factory(Table),
                               doc="what is done, in order")
    values: Table[int] = key(table(integer(), text()), default=attrs.Factory(Table), doc="what pieces count")
    open: bool = key(boolean(), default=False, doc="whether hands are seen")


GOOD = """\
title: Demo
deal:
  each: {2..4: 7, 5+: 5}
  from: dealer
phases:
  tricks: {wins: trump}
  last: {kind: tricks, follow: free, wins: [trump, led_suit]}
  turns: {then: {follow: free}}
values: {6:6: 10, 0-0: 50}
open: yes
"""


def node(text_: str) -> Node:
    found = parse("value: " + text_, file="t.yaml").get("value")
    assert found is not None
    return found


def read(reader: Reader[Any], text_: str) -> Any:
    return read_document(reader, node(text_))


def faults(reader: Reader[Any], text_: str) -> list[tuple[str, str]]:
    problems = Problems()
    found = reader.read(node(text_), problems)
    assert found is MISSING
    return [(problem.code, problem.hint) for problem in problems.items]


def codes(reader: Reader[Any], text_: str) -> list[str]:
    return [code for code, _ in faults(reader, text_)]


def game(text_: str) -> Game:
    return read_document(block(Game), parse(text_, file="t.yaml"))


def problems_of(text_: str) -> list[tuple[int, int, str]]:
    with pytest.raises(SpecError) as caught:
        game(text_)
    return [(p.span.line, p.span.column, p.code) for p in caught.value.problems if p.span]


def test_a_whole_spec_becomes_blocks() -> None:
    """Values are typed, defaults filled in, names of keys may differ from attributes."""
    found = game(GOOD)
    assert found.title.value == "Demo"
    assert found.deal == Deal(each=ByPlayers(((CountRange(2, 4), 7), (CountRange(5, None), 5))), rest="stock",
                              from_="dealer")
    assert list(found.phases.items()) == [
        ("tricks", Tricks(wins=("trump",))),
        ("last", Tricks(follow="free", wins=("trump", "led_suit"))),
        ("turns", Turns(then=Tricks(follow="free"))),
    ]
    assert found.values == {"6:6": 10, "0-0": 50}
    assert found.open is True


def test_a_block_knows_where_each_key_is_written() -> None:
    """A key that is not written stands at the block."""
    found = game(GOOD)
    assert found.span == Span("t.yaml", 1, 1)
    assert found.place("deal") == Span("t.yaml", 2, 1)
    assert found.deal.place("from") == Span("t.yaml", 4, 3)
    assert found.deal.place("rest") == found.deal.span == Span("t.yaml", 3, 3)
    assert found.phases.places["last"] == Span("t.yaml", 7, 3)
    assert found.deal.each.place(6) == Span("t.yaml", 3, 19)
    assert found.title.span == Span("t.yaml", 1, 8)


def test_places_take_no_part_in_equality() -> None:
    """Two files that say the same give equal blocks."""
    assert game(GOOD) == game("# moved\n\n" + GOOD)


def test_blocks_pickle_and_copy() -> None:
    """Under spawn too: nothing in them is bound to this process."""
    found = game(GOOD)
    assert pickle.loads(pickle.dumps(found)) == found == copy.deepcopy(found)
    assert pickle.loads(pickle.dumps(found)).phases.places == found.phases.places


def test_blocks_are_frozen() -> None:
    """A spec does not change once it is read."""
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        game(GOOD).open = False  # type: ignore[misc]


def test_all_problems_come_in_one_pass_in_file_order() -> None:
    """A23: unknown keys, bad words and missing keys, each at its place."""
    text_ = """\
deal:
  rest: bonyard
  folow: yes
phases:
  tricks: {folow: free, wins: 7}
  other: {first: dealer}
  turns: [a]
  extra: {kind: trikcs}
scorng: 3
open: maybe
"""
    assert problems_of(text_) == [
        (1, 1, "missing-key"),     # title
        (2, 3, "missing-key"),     # deal.each
        (2, 9, "unknown-word"),
        (3, 3, "unknown-key"),
        (5, 12, "unknown-key"),
        (5, 31, "bad-name"),
        (6, 3, "missing-key"),     # its kind
        (7, 10, "wrong-shape"),
        (8, 17, "unknown-word"),
        (9, 1, "unknown-key"),
        (10, 7, "unknown-word"),
    ]


def test_an_unknown_key_gets_the_nearest_known_one() -> None:
    """The hint is one half sentence."""
    with pytest.raises(SpecError) as caught:
        game("title: x\ndeal: {each: 7, rets: stock}")
    assert str(caught.value) == (
        'error: unknown key "rets" [unknown-key]\n'
        "  --> t.yaml:2:17\n"
        "     | deal: {each: 7, rets: stock}\n"
        "     |                 ^\n"
        '  did you mean "rest"?')


def test_null_means_not_given() -> None:
    """The default holds; a required key is missing."""
    assert read(block(Deal), "{each: 7, rest: ~}").rest == "stock"
    assert faults(block(Deal), "{each: ~}") == [
        ("missing-key", "it is a number from 1 to 99, or a map from player counts to it: pieces for each player")]


def test_a_block_may_have_a_short_form() -> None:
    """One key stands for the whole."""
    reader = block(Deal, short="each")
    assert read(reader, "7") == read(reader, "{each: 7}")
    assert codes(reader, "seven") == ["bad-number"]
    assert codes(block(Deal), "7") == ["wrong-shape"]


@pytest.mark.parametrize(("written", "value"), [("7", 7), ("0", 0), ("-3", -3), ("'12'", 12), ("1000000000", 10**9)])
def test_numbers_are_decimal(written: str, value: int) -> None:
    """Digits and a minus."""
    assert read(integer(), written) == value


@pytest.mark.parametrize(("written", "code", "hint"), [
    ("010", "bad-number", "write 10"), ("-05", "bad-number", "write -5"),
    ("1.5", "bad-number", "a number is digits only"),
    ("1e3", "bad-number", "a number is digits only"), ("0x1F", "bad-number", "a number is digits only"),
    ("1_0", "bad-number", "a number is digits only"), ("+1", "bad-number", "a number is digits only"),
    ("٣", "bad-number", "a number is digits only"), ("9999999999999999", "out-of-range", "numbers go up to 1000000000"),
    ("[1]", "wrong-shape", ""), ("~", "wrong-shape", ""),
])
def test_what_is_no_number_is_refused(written: str, code: str, hint: str) -> None:
    """The hint says how to write it."""
    assert faults(integer(), written) == [(code, hint)]


def test_numbers_have_limits() -> None:
    """Both ends belong to the range."""
    assert [read(integer(1, 9), written) for written in ("1", "9")] == [1, 9]
    assert [codes(integer(1, 9), written) for written in ("0", "10")] == [["out-of-range"]] * 2
    assert integer(1, 9).describe() == "a number from 1 to 9"


def test_only_four_words_are_yes_or_no() -> None:
    """In lower case."""
    assert [read(boolean(), written) for written in ("yes", "true", "no", "false")] == [True, True, False, False]
    assert [codes(boolean(), written) for written in ("Yes", "on", "1", "y")] == [["unknown-word"]] * 4


def test_words_are_a_closed_list_with_other_spellings() -> None:
    """A near miss gets a suggestion."""
    reader = word("stock", "boneyard", pile="stock")
    assert [read(reader, written) for written in ("stock", "pile", "boneyard")] == ["stock", "stock", "boneyard"]
    assert faults(reader, "boneyrad") == [("unknown-word", 'did you mean "boneyard"?')]
    assert faults(reader, "xyz") == [("unknown-word", "known here: stock, boneyard")]


@pytest.mark.parametrize(("written", "low", "high"), [("3", 3, 3), ("2..4", 2, 4), ("3+", 3, None), ("0", 0, 0)])
def test_ranges_of_counts(written: str, low: int, high: int | None) -> None:
    """One count, two ends, or no upper end."""
    assert read(count_range(), written) == CountRange(low, high)
    assert str(CountRange(low, high)) == written


@pytest.mark.parametrize("written", ["4..2", "2-4", "2...4", "+3", "two", "2..", "-1", "02", "2..4+"])
def test_what_is_no_range_is_refused(written: str) -> None:
    """With the three ways to write one."""
    assert faults(count_range(), written) == [("bad-range", "write 3, 2..4 (low to high) or 3+")]


def test_ranges_have_limits() -> None:
    """Neither end may lie outside."""
    assert codes(count_range(2, 9), "1..3") == ["out-of-range"]
    assert codes(count_range(2, 9), "3..10") == ["out-of-range"]
    assert read(count_range(2, 9), "3+") == CountRange(3, None)


def test_lists_report_every_bad_item() -> None:
    """And their length."""
    assert read(listing(integer()), "[1, 2]") == (1, 2)
    assert codes(listing(integer()), "[1, x, 2, y]") == ["bad-number", "bad-number"]
    assert codes(listing(integer(), at_least=2), "[1]") == ["wrong-count"]
    assert codes(listing(integer(), at_most=1), "[1, 2]") == ["wrong-count"]
    assert codes(listing(integer()), "1") == ["wrong-shape"]
    assert read(one_or_many(integer()), "1") == (1,)
    assert read(one_or_many(integer()), "[]") == ()


def test_tables_keep_the_order_and_skip_null() -> None:
    """An entry without a value is a mistake, ``~`` is not."""
    assert list(read(table(integer()), "{b: 1, a: ~, c: 2}").items()) == [("b", 1), ("c", 2)]
    assert codes(table(integer()), "{b: , 7: x}") == ["missing-value", "bad-name", "bad-number"]
    assert codes(table(integer()), "[a]") == ["wrong-shape"]


def test_one_value_holds_for_all_player_counts() -> None:
    """Or each row for its own."""
    every = read(by_players(integer()), "7")
    assert [every.at(players) for players in (2, 20)] == [7, 7]
    rows = read(by_players(integer()), "{2: 9, 3..5: 7, 6+: 5}")
    assert [rows.at(players) for players in (1, 2, 3, 5, 6, 20)] == [None, 9, 7, 7, 5, 5]
    assert (str(every), str(rows)) == ("7", "{2: 9, 3..5: 7, 6+: 5}")


def test_rows_of_player_counts_may_not_overlap() -> None:
    """Nor be anything but counts."""
    assert codes(by_players(integer()), "{2..4: 7, 4..6: 5}") == ["overlapping-rows"]
    assert codes(by_players(integer()), "{2+: 7, 9: 5}") == ["overlapping-rows"]
    assert codes(by_players(integer()), "{2: 7, few: 5}") == ["bad-range"]
    assert codes(by_players(integer()), "{5..2: 7}") == ["bad-range"]
    assert codes(by_players(integer()), "{few: 5}") == ["wrong-shape"]
    assert codes(by_players(integer()), "{2: x, 3: y}") == ["bad-number", "bad-number"]


def test_a_map_value_is_told_from_a_map_of_player_counts() -> None:
    """By its keys: all are counts, or it is the value."""
    reader = by_players(table(integer()))
    assert read(reader, "{a: 1}").at(3) == {"a": 1}
    assert read(reader, "{2: {a: 1}, 3+: {a: 2}}").at(3) == {"a": 2}
    assert read(by_players(listing(name())), "{3: [left], 4: [left, right]}").at(4) == ("left", "right")


def test_the_first_fitting_reader_wins() -> None:
    """If none does, the nearest one explains."""
    reader = either(word("all", "none"), integer(), block(Deal))
    assert [read(reader, written) for written in ("all", "3")] == ["all", 3]
    assert read(reader, "{each: 7}").each.at(2) == 7
    assert faults(reader, "x") == [("wrong-shape", "")]
    assert faults(reader, "non") == [("unknown-word", 'did you mean "none"?')]
    assert faults(reader, "{each: 7, rets: x}") == [("unknown-key", 'did you mean "rest"?')]
    assert codes(reader, "[1]") == ["wrong-shape"]
    assert reader.describe() == "all | none or a number or a deal block"


def test_expressions_stay_text() -> None:
    """Numbers too."""
    assert read(expression(), "min(a, b) >= 2") == Located("min(a, b) >= 2", Span("x", 1, 1))
    assert read(expression(), "3").value == "3"


def test_names_are_words_with_hyphens_or_underscores() -> None:
    """No spaces, no digits first."""
    assert [read(name(), written) for written in ("nel-o", "last_trick", "A1")] == ["nel-o", "last_trick", "A1"]
    assert [codes(name(), written) for written in ("1a", "a b", "a-", "-a", "a.b", "x" * 61)] == [["bad-name"]] * 6


def test_own_readers_are_functions() -> None:
    """They return a value, or code, message and hint."""
    def even(written: str) -> int | tuple[str, str, str]:
        return int(written) if written in ("2", "4") else ("odd", f"{written} is odd", "take 2")

    assert read(scalar("an even number", even), "4") == 4
    assert faults(scalar("an even number", even), "3") == [("odd", "take 2")]


def test_kinds_outside_a_table_say_their_kind() -> None:
    """There is no name to fall back on."""
    reader = kinds({"tricks": Tricks, "turns": Turns})
    assert read(reader, "{kind: turns, first: dealer}") == Turns(first="dealer")
    assert faults(reader, "{first: dealer}") == [("missing-key", "one of tricks, turns")]
    assert codes(reader, "{kind: [turns]}") == ["wrong-shape"]


def test_the_language_describes_itself() -> None:
    """Names, types, defaults and the blocks below."""
    rows = {field.name: (field.expects, field.default, field.required, field.blocks) for field in fields_of(Game)}
    assert rows == {
        "title": ("a text", "", True, ()),
        "deal": ("a deal block", "", True, (Deal,)),
        "phases": ("a map from a name to a block of one of the kinds tricks, turns", "{}", False, (Tricks, Turns)),
        "values": ("a map from a text to a number", "{}", False, ()),
        "open": ("yes | no", "no", False, ()),
    }
    assert [(field.name, field.attribute, field.example) for field in fields_of(Deal)] == [
        ("each", "each", "7"), ("rest", "rest", ""), ("from", "from_", "")]
    assert list(walk(Game)) == [Game, Deal, Tricks, Turns]


def test_the_same_problem_counts_once() -> None:
    """And those without a place come first."""
    problems = Problems()
    problems.add("b", "second", Span("a", 2, 1))
    problems.add("a", "first", Span("a", 1, 1))
    problems.add("b", "second", Span("a", 2, 1))
    problems.add("c", "nowhere", None)
    assert [problem.code for problem in problems.items] == ["c", "a", "b"]
    with pytest.raises(SpecError):
        problems.raise_if_any()
    Problems().raise_if_any()


def test_a_language_class_is_a_block() -> None:
    """And a required key has no default."""
    with pytest.raises(TypeError, match="must be a subclass of Block"):
        language(int)
    with pytest.raises(TypeError, match="a required key has no default"):
        key(text(), doc="", required=True, default="x")
    assert isinstance(parse("a: 1", file="x"), Mapping)
