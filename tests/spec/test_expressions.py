"""One-line expressions: what they may say, what they answer, and that nothing else gets through."""

import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilegames.errors import Span
from tilegames.spec.expressions import Context, Expression, Wants, compile_expression
from tilegames.spec.schema import Problems

BID = Context("a bid", {
    "pips": "int", "double": "bool", "bid.kind": ("points", "marks", "plunge"), "bid.amount": "int",
    "other.kind": ("points", "marks"), "payer.columns": "int", "suit": ("hearts", "spades"), "min.of": "int",
    "class": "int",
})
FACTS: dict[str, int | bool | str] = {
    "pips": 10, "double": True, "bid.kind": "marks", "bid.amount": 2, "other.kind": "points", "payer.columns": 0,
    "suit": "hearts", "min.of": 5, "class": 1,
}
HERE = Span("t.yaml", 3, 10, "  value:  here")


def compiled(text: str, wants: Wants = "int") -> Expression:
    problems = Problems()
    found = compile_expression(text, BID, wants, HERE, problems)
    assert problems.items == ()
    assert found is not None
    return found


def fault(text: str, wants: Wants = "int") -> tuple[str, int, str]:
    problems = Problems()
    assert compile_expression(text, BID, wants, HERE, problems) is None
    (problem,) = problems.items
    assert problem.span is not None
    return problem.code, problem.span.column, problem.hint


@pytest.mark.parametrize(("text", "value"), [
    ("7", 7), ("-7", -7), ("1000000000", 10**9), ("pips", 10), ("-abs(pips - 7)", -3), ("pips // 3 * 3 + pips % 3", 10),
    ("-pips // 3", -4), ("min(pips, bid.amount, 4)", 2), ("max(pips)", 10), ("min.of", 5), ("abs(-3)", 3),
    ("5 if payer.columns == 0 else 4 - payer.columns", 5), ("(1 if double else 2) + 1", 2),
    ("1 if bid.kind == 'marks' and not double or pips > 9 else 0", 1), ("  pips  ", 10),
])
def test_numbers(text: str, value: int) -> None:
    """Arithmetic is Python's, on whole numbers."""
    assert compiled(text)(FACTS) == value


@pytest.mark.parametrize(("text", "value"), [
    ("double", True), ("not double", False), ("bid.kind == 'marks' and bid.amount >= 2", True),
    ("1 < bid.amount <= 2", True), ("pips % 5 == 0", True), ("bid.kind != other.kind", True),
    ('suit == "spades"', False), ("double == (pips > 3)", True), ("double if pips > 3 else not double", True),
    ("('points' if double else 'marks') == bid.kind", False), ("pips == -10 or pips == 10", True),
])
def test_conditions(text: str, value: bool) -> None:
    """The answer is a bool, never another true thing."""
    assert compiled(text, "bool")(FACTS) is value


def test_words() -> None:
    """A word comes from a name or from quotes."""
    assert compiled("bid.kind", "word")(FACTS) == "marks"
    assert compiled("'points' if double else bid.kind", "word")(FACTS) == "points"


def test_an_expression_knows_its_names() -> None:
    """Each once, in order of first use; without any it is constant."""
    found = compiled("bid.amount + pips + bid.amount")
    assert found.names == ("bid.amount", "pips")
    assert not found.constant
    assert compiled("2 + 3").constant
    with pytest.raises(KeyError):
        found({"pips": 3})


def test_expressions_pickle_and_compare_by_what_they_say() -> None:
    """The place does not count."""
    found = compiled("bid.kind == 'marks'", "bool")
    again = pickle.loads(pickle.dumps(found))
    assert again == found
    assert again(FACTS) is True
    assert again.span == HERE
    assert found != compiled("bid.kind == 'points'", "bool")
    assert hash(found) == hash(again)


@pytest.mark.parametrize(("text", "code", "offset"), [
    ("pips ** 2", "bad-expression", 5), ("pips / 2", "bad-expression", 5), ("pips << 2", "bad-expression", 5),
    ("pips | 2", "bad-expression", 5), ("~pips", "bad-expression", 0), ("+pips", "bad-expression", 0),
    ("pips // bid.amount", "bad-expression", 8), ("pips % 0", "bad-expression", 7), ("pips // -2", "bad-expression", 8),
    ("1.5", "bad-expression", 0), ("1e3", "bad-expression", 0), ("1j", "bad-expression", 0),
    ("0x10", "bad-expression", 0),
    ("1_000", "bad-expression", 0), ("1000000001", "bad-expression", 0), ("010", "bad-expression", 0),
    ("True", "bad-expression", 0), ("None", "bad-expression", 0), ("...", "bad-expression", 0),
    ("pips[0]", "bad-expression", 0), ("(pips, 2)", "bad-expression", 0), ("pips, 2", "bad-expression", 0),
    ("[pips]", "bad-expression", 0), ("{pips}", "bad-expression", 0), ("{}", "bad-expression", 0),
    ("lambda: 1", "bad-expression", 0), ("[x for x in y]", "bad-expression", 0), ("(x := 1)", "bad-expression", 1),
    ("f'{pips}'", "bad-expression", 0), ("'a' 'b'", "bad-expression", 0), ("b'a'", "bad-expression", 0),
    (r"'\x41'", "bad-expression", 0), ("'''a'''", "bad-expression", 0), ("await pips", "bad-expression", 0),
    ("len(pips)", "bad-expression", 0), ("pips()", "bad-expression", 0), ("abs(pips, 2)", "bad-expression", 0),
    ("min()", "bad-expression", 0), ("max(*pips)", "bad-expression", 4), ("max(pips, key=abs)", "bad-expression", 0),
    ("bid.kind.upper()", "bad-expression", 0), ("bid.kind.x", "bad-expression", 0), ("(1).real", "bad-expression", 0),
    ("'a'.upper", "bad-expression", 0), ("__import__('os')", "bad-expression", 0), ("", "bad-expression", 0),
    ("pips +", "bad-expression", 0), ("pips = 3", "bad-expression", 5), ("pips && 1", "bad-expression", 5),
    ("!double", "bad-expression", 0), ("pips; 1", "bad-expression", 4), ("pips\n+ 1", "bad-expression", 4),
    ("pips − 1", "bad-expression", 5), ("ｐips", "bad-expression", 0), ("pips # note", "bad-expression", 5),
    ("pips in (1, 2)", "bad-expression", 8), ("pips is 3", "bad-expression", 8),
    ("pip", "unknown-name", 0), ("bid.amout + 1", "unknown-name", 0), ("1 + hearts", "unknown-name", 4),
    ("abs", "unknown-name", 0), ("bid", "unknown-name", 0), ("pips.real", "unknown-name", 0),
    ("class", "bad-expression", 0),
    ("double + 1", "wrong-type", 0), ("pips and double", "wrong-type", 0), ("not pips", "wrong-type", 4),
    ("-double", "wrong-type", 1), ("abs(double)", "wrong-type", 4), ("suit + 1", "wrong-type", 0),
    ("1 if pips else 2", "wrong-type", 5), ("1 if double else double", "wrong-type", 17),
    ("pips == double", "wrong-type", 8),
    ("suit == 3", "wrong-type", 8), ("suit < 'spades'", "wrong-type", 7), ("double < double", "wrong-type", 9),
    ("double", "wrong-type", 0), ("'hearts'", "wrong-type", 0), ("1 < pips == double", "wrong-type", 12),
    ("1 if suit == 'harts' else 0", "unknown-word", 13), ("1 if 'harts' == suit else 0", "unknown-word", 5),
    ("1 if suit == bid.kind else 0", "unknown-word", 5), ("1 + " * 20 + "1", "too-long", 0),
])
def test_what_is_refused(text: str, code: str, offset: int) -> None:
    """Each fault has its code and the column of the offending part."""
    assert fault(text)[:2] == (code, 10 + offset)


def test_hints_say_what_to_write() -> None:
    """Near names and words, quotes that are missing, and what Python does not have."""
    assert fault("bid.amuont")[2] == 'did you mean "bid.amount"?'
    assert fault("1 if suit == 'harts' else 0")[2] == 'did you mean "hearts"?'
    assert fault("1 if suit == hearts else 0")[2] == "if it is a word, put it in quotes: suit == 'hearts'"
    assert fault("zzz")[2] == (
        "known here: pips, double, bid.kind, bid.amount, other.kind, payer.columns, suit, min.of, class")
    assert fault("pips / 2")[2] == "use `//`, which rounds down"
    assert fault("double && double")[2] == "use `and` and `or`"
    assert fault("1 if pips = 3 else 0")[2] == "use `==` to compare"


def test_columns_count_from_the_opening_quote_of_the_text() -> None:
    """A quoted expression begins one character later."""
    problems = Problems()
    span = Span("t.yaml", 1, 4, 'a: "min(pips, x)"')
    assert compile_expression("min(pips, x)", BID, "int", span, problems) is None
    assert [problem.span.column for problem in problems.items if problem.span] == [15]


def test_exactly_eighty_characters_are_allowed() -> None:
    """One more is too long."""
    text = "1 + " * 19 + "1000"
    assert len(text) == 80
    assert compiled(text)({}) == 1019
    assert fault(text + "0")[0] == "too-long"


def test_nothing_of_python_can_be_reached() -> None:
    """The compiled function has no builtins and no attribute access."""
    function: Any = compiled("max(pips, bid.amount)")._function
    assert set(function.__globals__) == {"__builtins__", "abs", "min", "max"}
    assert function.__globals__["__builtins__"] == {}
    assert function.__code__.co_names == ("max",)


SIGNS = st.sampled_from([
    "pips", "double", "bid.kind", "'marks'", "suit", "1", "0", "-", "+", "*", "//", "%", "**", "/", "(", ")", " and ",
    " or ", "not ", " if ", " else ", "==", "<", "!=", "abs(", "min(", ",", ".", "[", "]", "lambda", ":", "=", "\\",
    "'",
    '"', "\n", "\x00", "é", "f'", "{", "}", "in", "is", "~", "@", "#", ":=",
])


@settings(max_examples=200, deadline=None)
@given(st.lists(SIGNS, max_size=25).map("".join) | st.text(max_size=90), st.sampled_from(["int", "bool", "word"]))
def test_any_text_compiles_or_has_one_problem(text: str, wants: Wants) -> None:
    """And what compiles answers with the type that was asked for."""
    problems = Problems()
    found = compile_expression(text, BID, wants, HERE, problems)
    if found is None:
        assert len(problems) == 1
    else:
        assert len(problems) == 0
        assert type(found(FACTS)) is {"int": int, "bool": bool, "word": str}[wants]


NUMBERS = st.recursive(
    st.integers(0, 20).map(str) | st.sampled_from(["pips", "bid.amount"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*"]), inner).map(lambda parts: "({} {} {})".format(*parts)),
        st.tuples(inner, st.sampled_from(["//", "%"]), st.integers(1,
        9)).map(lambda parts: "({} {} {})".format(*parts)),
        st.tuples(inner, inner).map(lambda parts: "min({}, {})".format(*parts)),
        st.tuples(inner, inner, inner).map(lambda parts: "({0} if {1} > {2} else {2})".format(*parts)),
        inner.map("-{}".format)), max_leaves=6)


@settings(max_examples=200, deadline=None)
@given(NUMBERS, st.integers(-50, 50), st.integers(-50, 50))
def test_answers_are_those_of_python(text: str, pips: int, amount: int) -> None:
    """Compared with Python's own reading of the text."""
    if len(text) > 80:
        return
    problems = Problems()
    found = compile_expression(text, BID, "int", HERE, problems)
    assert found is not None
    expected = eval(text.replace("bid.amount", "amount"), {"pips": pips, "amount": amount, "min": min})
    assert found({"pips": pips, "bid.amount": amount}) == expected
