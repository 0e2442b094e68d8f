"""YAML text to nodes: nothing is typed, everything has a place, and nothing but SpecError comes out."""

import pickle
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilegames.errors import Span, SpecError
from tilegames.spec.source import Mapping, Node, Scalar, Sequence, from_plain, is_null, parse, to_plain

SAMPLE = """\
# A small spec.
tilegames: 1
game: demo
about:
  title: "A: demo"
  unclear: [one, 'two, three']
set: {dominoes: double-6}
tiles: [0:0, 1:2, 6:6, 12:12, 6-6, 5/3]
deal:
  each: {2..4: 7, 5+: 5}
  rest: stock
phases:
  turns:
    steps:
      - must: [draw_stock, push]
      - {may: [meld], repeat: yes}
scoring:
  made_if: bid.kind == 'marks' and min(a, b) >= 2
hooks: ~
"""


def plain(text: str | bytes) -> object:
    return to_plain(parse(text, file="t.yaml"))


def codes(text: str | bytes) -> list[str]:
    with pytest.raises(SpecError) as caught:
        parse(text, file="t.yaml")
    return [problem.code for problem in caught.value.problems]


def test_the_sample_reads_as_written() -> None:
    """Maps, lists and texts come out as they stand."""
    assert plain(SAMPLE) == {
        "tilegames": "1",
        "game": "demo",
        "about": {"title": "A: demo", "unclear": ["one", "two, three"]},
        "set": {"dominoes": "double-6"},
        "tiles": ["0:0", "1:2", "6:6", "12:12", "6-6", "5/3"],
        "deal": {"each": {"2..4": "7", "5+": "5"}, "rest": "stock"},
        "phases": {"turns": {"steps": [{"must": ["draw_stock", "push"]}, {"may": ["meld"], "repeat": "yes"}]}},
        "scoring": {"made_if": "bid.kind == 'marks' and min(a, b) >= 2"},
        "hooks": None,
    }


def test_no_scalar_changes_its_type() -> None:
    """A21: what YAML 1.1 turns into numbers, dates and booleans stays text."""
    words = ["6:6", "1:30", "0:0", "12:12", "010", "10", "1_000", "0x1F", "1e3", "6-4", "5/3", "no", "off", "true",
    "~x",
             "2024-01-01", ".5", "10H", "30..41", "1+", "="]
    assert plain("tiles: [" + ", ".join(words) + "]") == {"tiles": words}
    assert plain("on: no\n1:30: yes\n010: 8") == {"on": "no", "1:30": "yes", "010": "8"}


def test_a_tile_stands_alone_as_a_value_and_as_a_list_item() -> None:
    """``6:6`` is no entry with a missing space."""
    assert plain("a: 6:6\nb:\n  6:6\nc:\n  - 6:6\n  - joker:x\nd: {e: 6:6}") == {
        "a": "6:6", "b": "6:6", "c": ["6:6", "joker:x"], "d": {"e": "6:6"}}


def test_null_is_the_unquoted_tilde_null_or_nothing() -> None:
    """Quoted, they are texts."""
    spec = parse("a: ~\nb: null\nc:\nd: '~'\ne: \"\"\nf: none", file="t.yaml")
    assert [is_null(value) for _, value in spec.entries] == [True, True, True, False, False, False]


def test_every_node_has_the_place_where_it_begins() -> None:
    """Lines and columns count from 1, in characters, and carry the line."""
    spec = parse("\ufeffgame: demo\ndeal: {each: 7}\ntitle: é 😀\nnames: {ñ: [a, b]}", file="t.yaml")
    assert spec.span == Span("t.yaml", 1, 1)
    assert spec.key_span("deal") == Span("t.yaml", 2, 1)
    deal = spec.get("deal")
    assert isinstance(deal, Mapping)
    assert deal.span == Span("t.yaml", 2, 7)
    each = deal.get("each")
    assert each == Scalar("7", False, Span("t.yaml", 2, 14))
    assert each is not None and each.span.text == "deal: {each: 7}"
    names = spec.get("names")
    assert isinstance(names, Mapping)
    inner = names.get("ñ")
    assert isinstance(inner, Sequence)
    assert inner.items[1].span == Span("t.yaml", 4, 16)
    assert spec.get("absent") is None and spec.key_span("absent") == spec.span


def test_all_line_breaks_of_yaml_count() -> None:
    """Windows and old Mac files have the same line numbers."""
    assert parse("a: 1\r\nb: 2\rc: 3\n", file="t.yaml").key_span("c").line == 3


def test_a_duplicate_key_names_both_lines() -> None:
    """A22: the message says where both are."""
    with pytest.raises(SpecError) as caught:
        parse("game: demo\n\n\ndeal: 7\n\n\n\n\ndeal: 5\n", file="t.yaml")
    (problem,) = caught.value.problems
    assert problem.message == 'the key "deal" is written twice, on line 4 and on line 9'
    assert problem.span == Span("t.yaml", 9, 1)


def test_an_error_shows_the_line_with_a_caret() -> None:
    """The text of an error is stable."""
    with pytest.raises(SpecError) as caught:
        parse("game: demo\ndeal: {each:7}\n", file="demo.yaml")
    assert str(caught.value) == (
        'error: "each:7" has no space after its colon [missing-space]\n'
        "  --> demo.yaml:2:8\n"
        "     | deal: {each:7}\n"
        "     |        ^\n"
        "  write `each: 7`; if it is no entry but a text, put it in quotes")


def test_a_split_expression_is_explained_at_its_beginning() -> None:
    """The comma is named, not the odd key that YAML made of the rest."""
    with pytest.raises(SpecError) as caught:
        parse("x: {made: min(a, b)}", file="t.yaml")
    (problem,) = caught.value.problems
    assert (problem.code, problem.span) == ("split-by-comma", Span("t.yaml", 1, 11))
    assert problem.message == 'the comma after "min(a" splits this text in two'


def test_problems_of_all_kinds_come_at_once_in_file_order() -> None:
    """One pass reports them all."""
    text = "b: !!int 3\na: 1\na: 2\nc: &x 4\nd: {e:5}\n<<: f"
    assert codes(text) == ["yaml-tag", "duplicate-key", "yaml-anchor", "missing-space", "yaml-merge-key"]


def test_an_empty_file_is_no_map() -> None:
    """Nothing, comments and a lone ``~`` are refused alike."""
    assert [codes(text) for text in ("", "# nothing", "~", "---")] == [["not-a-map"]] * 4


def test_sizes_are_bounded() -> None:
    """One more than the limit is refused; the limit itself is not."""
    assert codes("a: " + "x" * 65534) == ["too-large"]
    assert plain("a: " + "x" * 65533) == {"a": "x" * 65533}
    assert codes("a: " + "é" * 40000) == ["too-large"]
    assert codes(b"a" * 65537) == ["too-large"]
    assert codes("a: [" + "x," * 9998 + "]") == ["too-many-nodes"]
    assert len(str(plain("a: [" + "x," * 9997 + "]"))) > 9997
    assert codes("a: " + "[" * 16 + "]" * 16) == ["too-deep"]
    assert plain("a: " + "[" * 15 + "]" * 15) is not None


@pytest.mark.parametrize("text", ["[" * 65000, "{" * 65000, "- " * 32000, "? " * 32000, "a: " * 20000, "'" * 65001,
                                  "[a, " * 16000, "!" * 65000, "&a " * 20000, "\n" * 65000, "x\n" * 32000,
                                  "a:1\n" * 16000, "{a: 1, " * 9000, "a: b\n" * 13000, "[{" * 30000, "\\" * 65000,
                                  "\u202e\n" * 16000, "a: |\n" + " x\n" * 21000, '"' + "\\x00" * 16000 + '"'],
                         ids=lambda text: ascii(text[:6]))
def test_hostile_texts_are_refused_in_bounded_time(text: str) -> None:
    """No text of the allowed size takes longer than a few seconds, or makes an endless report."""
    began = time.perf_counter()
    try:
        parse(text, file="t.yaml")
    except SpecError as error:
        assert 1 <= len(error.problems) <= 101
        assert len(str(error)) < 100_000
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize("text", [
    'a: "\\UFFFFFFFF"', 'a: "\\ud800"', 'a: "\\x0', "\ud800: x", "a: \x00", "\ufeff\ufeffa: b", "%", "%YAML", "%TAG !",
    "!<", "!<a", "a: !!", "*", "&", "? ", "|", ">", "a: |9", "- : -", "{", "}", "[", "]", ",", "? [", "'", '"',
    "a: b: c",
    "--- a\n...\nb", "...", "\t", "@",
], ids=ascii)
def test_odd_texts_raise_a_spec_error_and_nothing_else(text: str) -> None:
    """PyYAML's own failures never come through."""
    with pytest.raises(SpecError):
        parse(text, file="t.yaml")


FRAGMENTS = st.sampled_from([
    ": ", ":", "- ", "-", "{", "}", "[", "]", ",", "'", '"', "\n", "\n  ", "\n    ", "#", " #", "|", ">", "&a", "*a",
    "!",
    "!!int ", "%", "@", "?", "? ", "\t", "\\", "a", "6:6", "~", "<<", "---\n", "...\n", "(", ")", "\ufeff", "\u2028",
    "\x00", "😀", "min(a, b)", "\\u12", "\r",
])


@settings(max_examples=200, deadline=None)
@given(st.lists(FRAGMENTS | st.text(max_size=3), max_size=30).map("".join))
def test_any_text_gives_a_map_or_a_spec_error(text: str) -> None:
    """Random texts out of YAML's own signs."""
    check(text)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_any_damage_to_a_spec_gives_a_map_or_a_spec_error(data: st.DataObject) -> None:
    """A good spec with a few cuts and insertions."""
    text = SAMPLE
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(text)))
        text = text[:place] + data.draw(FRAGMENTS) + text[place + data.draw(st.integers(0, 3)):]
    check(text)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=60))
def test_any_bytes_give_a_map_or_a_spec_error(data: bytes) -> None:
    """Bytes that may not be text at all."""
    check(data)


def check(text: str | bytes) -> None:
    """Whatever comes out, its places lie within the text."""
    try:
        spec = parse(text, file="t.yaml")
    except SpecError as error:
        assert error.problems
        assert str(error)
        places = [problem.span for problem in error.problems if problem.span]
        assert places == sorted(places, key=lambda span: (span.line, span.column))
        assert all(span.line >= 1 and span.column >= 1 for span in places)
    else:
        assert isinstance(spec, Mapping)
        assert pickle.loads(pickle.dumps(spec)) == spec


LEAVES = st.none() | st.booleans() | st.integers(-999, 999) | st.text("abc 6:-~'\"#{", max_size=8)


@settings(max_examples=100, deadline=None)
@given(st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3)
                    | st.dictionaries(st.text("abc", min_size=1, max_size=3), inner, max_size=3)))
def test_data_from_python_become_nodes_and_come_back_as_text(data: object) -> None:
    """Numbers become digits, booleans yes and no; the rest is unchanged."""
    def as_text(value: object) -> object:
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int):
            return str(value)
        if isinstance(value, list):
            return [as_text(item) for item in value]
        return {key: as_text(item) for key, item in value.items()} if isinstance(value, dict) else value

    node: Node = from_plain(data)
    assert to_plain(node) == as_text(data)


def test_data_that_no_spec_can_hold_are_refused() -> None:
    """A float is no part of a spec."""
    with pytest.raises(TypeError, match="a spec cannot hold a float"):
        from_plain({"a": 1.5})
