"""One-line expressions: a small subset of Python, checked when a spec is loaded and compiled to one code object.

An expression is a value about finished facts: it never acts. Facts are integers, yes-or-no values and words, and
each place of a spec has a closed list of them (a :class:`Context`). Everything that could go wrong is found when the
spec is loaded: names, types, words, and division by what might be zero. A dotted name such as ``bid.amount`` is one
fact with a dot in its name; there is no attribute access, hence nothing to reach through.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias, cast

import attrs

from tilegames.errors import Problem, Span, closest
from tilegames.spec.blocks import Problems

__all__ = ["MAX_LENGTH", "Context", "Expression", "Fact", "Kind", "Wants", "compile_expression"]

MAX_LENGTH: Final = 80
_MAX_INTEGER: Final = 10**9

Fact: TypeAlias = int | bool | str
Kind: TypeAlias = Literal["int", "bool"] | tuple[str, ...]
Wants: TypeAlias = Literal["int", "bool", "word"]


def _copy(names: Mapping[str, Kind]) -> dict[str, Kind]:
    return dict(names)


@attrs.frozen
class Context:
    """What an expression may speak about at one place of a spec.

    Attributes:
        title: the place in words, for messages ("a tile").
        names: the facts, each "int", "bool" or a tuple of the words that it can be.

    Example:
        >>> Context("a bid", {"bid.amount": "int", "bid.kind": ("points", "marks")}).title
        'a bid'
    """

    title: str
    names: Mapping[str, Kind] = attrs.field(converter=_copy, hash=False)


@attrs.frozen
class Expression:
    """A compiled expression. Call it with facts; equal sources in equal contexts are equal, and it pickles.

    Attributes:
        source: the text as written.
        context: what it may speak about.
        wants: the type of its answer: "int", "bool" or "word".
        span: its place.
        names: the facts that it uses, in order of first use.
        constant: whether it uses none.
    """

    source: str
    context: Context
    wants: Wants
    span: Span = attrs.field(eq=False)
    names: tuple[str, ...] = attrs.field(eq=False)
    _function: Callable[..., Fact] = attrs.field(eq=False, repr=False)

    @property
    def constant(self) -> bool:
        """Whether the answer depends on no fact."""
        return not self.names

    def __call__(self, facts: Mapping[str, Fact]) -> Fact:
        """Return the answer.

        Args:
            facts: at least the facts named in ``names``.

        Raises:
            KeyError: if one of them is missing.
        """
        return self._function(*[facts[name] for name in self.names])

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self.source, self.context, self.wants, self.span)


def compile_expression(text: str, context: Context, wants: Wants, span: Span, problems: Problems) -> Expression | None:
    """Check and compile an expression.

    Args:
        text: the source, at most 80 characters on one line.
        context: the facts it may use.
        wants: the type its answer must have.
        span: its place; columns of problems count from here.
        problems: takes what is wrong: ``bad-expression``, ``unknown-name``, ``unknown-word``, ``wrong-type`` or
            ``too-long``.

    Returns:
        The expression; None if there was a problem.

    Example:
        >>> bid = Context("a bid", {"bid.amount": "int", "bid.kind": ("points", "marks")})
        >>> needs = compile_expression("bid.kind == 'marks' and bid.amount >= 2", bid, "bool", Span("a", 1, 1),
        ...                            Problems())
        >>> needs.names
        ('bid.kind', 'bid.amount')
        >>> needs({"bid.kind": "marks", "bid.amount": 3})
        True
        >>> problems = Problems()
        >>> compile_expression("bid.amout", bid, "int", Span("a", 1, 1), problems)
        >>> print(problems.items[0])
        error: unknown name "bid.amout" in an expression about a bid [unknown-name]
          --> a:1:1
          did you mean "bid.amount"?
    """
    source = text.strip()
    checker = _Checker(source, context, span)
    try:
        tree, names = checker.check(wants)
    except _WrongError as wrong:
        problems.add(wrong.code, wrong.message, wrong.span, wrong.hint)
        return None
    return Expression(source, context, wants, span, names, _function(tree, names))


def _rebuild(source: str, context: Context, wants: Wants, span: Span) -> Expression:
    problems = Problems()
    expression = compile_expression(source, context, wants, span, problems)
    problems.raise_if_any()
    assert expression is not None
    return expression


def _function(tree: ast.expr, names: tuple[str, ...]) -> Callable[..., Fact]:
    """Make the function of the facts. Only nodes that the checker has built come here."""
    arguments = ast.arguments(posonlyargs=[], args=[ast.arg(_mangle(name)) for name in names], kwonlyargs=[],
                              kw_defaults=[], defaults=[])
    module = ast.fix_missing_locations(ast.Expression(ast.Lambda(arguments, tree)))
    tools = {"__builtins__": {}, "abs": abs, "min": min, "max": max}
    return cast("Callable[..., Fact]", eval(compile(module, "<expression>", "eval"), tools))


def _mangle(name: str) -> str:
    # The trailing underscore keeps facts apart from Python's keywords and from abs, min and max.
    return name.replace(".", "__") + "_"


class _WrongError(Exception):
    """The first thing that is wrong."""

    def __init__(self, code: str, message: str, span: Span, hint: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.span, self.hint = code, message, span, hint


# The type of a word is the set of words that it can be; a word in quotes is a set of one.
_Type: TypeAlias = Literal["int", "bool"] | frozenset[str]

_ARITHMETIC: Final = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%"}
_ORDER: Final = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_EQUALITY: Final = {ast.Eq: "==", ast.NotEq: "!="}
_FUNCTIONS: Final = ("abs", "min", "max")
_GRAMMAR: Final = ("allowed: numbers, quoted words, names, + - * // %, comparisons, and or not, `a if c else b`, "
                   "abs min max")
_REFUSED: Final[dict[type[ast.AST], str]] = {
    ast.Subscript: "square brackets", ast.Lambda: "lambda", ast.NamedExpr: "`:=`", ast.JoinedStr: "a formatted text",
    ast.ListComp: "a comprehension", ast.SetComp: "a comprehension", ast.DictComp: "a comprehension",
    ast.GeneratorExp: "a comprehension", ast.List: "a list", ast.Tuple: "a comma", ast.Set: "a set", ast.Dict: "a map",
    ast.Starred: "a star", ast.Await: "await", ast.Yield: "yield", ast.YieldFrom: "yield",
}
_TOKENS_REFUSED: Final = (
    (re.compile(r"&&|\|\|"), "use `and` and `or`"),
    (re.compile(r"(?<![=!<>])=(?!=)"), "use `==` to compare"),
    (re.compile(r"!(?!=)"), "use `not`"),
    (re.compile(r"<>"), "use `!=`"),
    (re.compile(r"[?]"), "write `a if condition else b`"),
)


class _Checker:
    """Checks one expression and rebuilds it from checked nodes only."""

    def __init__(self, source: str, context: Context, span: Span) -> None:
        self.source = source
        self.context = context
        self.span = span
        self.used: dict[str, None] = {}

    def wrong(self, code: str, message: str, node: ast.AST | int | None = None, hint: str = "") -> _WrongError:
        column = node if isinstance(node, int) else self.column(node)
        return _WrongError(code, message, attrs.evolve(self.span, column=self.start() + column), hint)

    def start(self) -> int:
        """Return the column of the first character; a quoted text begins after its quote."""
        text, column = self.span.text, self.span.column
        quoted = text[column - 1:column] in ("'", '"') and text[column:].startswith(self.source[:1] or "\0")
        return column + quoted

    def column(self, node: ast.AST | None) -> int:
        """Return how many characters stand before the node; Python counts bytes."""
        offset: int = getattr(node, "col_offset", 0)
        return len(self.source.encode()[:offset].decode(errors="replace"))

    def check(self, wants: Wants) -> tuple[ast.expr, tuple[str, ...]]:
        if len(self.source) > MAX_LENGTH:
            raise self.wrong("too-long", f"this expression has {len(self.source)} characters; at most {MAX_LENGTH} are "
                             "allowed", hint="what needs more than a line is a hook")
        odd = re.search(r"[^\x20-\x7e]|[#;\\`$@]", self.bare())
        if odd:
            raise self.wrong("bad-expression", "there is a character that no expression has", odd.start(), _GRAMMAR)
        if not self.source:
            raise self.wrong("bad-expression", "the expression is empty", hint=_GRAMMAR)
        tree, kind = self.visit(self.parse())
        if self.kind_name(kind) != wants:
            said = {"int": "a number", "bool": "yes or no", "word": "a word"}
            raise self.wrong("wrong-type", f"{said[wants]} is wanted here, and this is {said[self.kind_name(kind)]}")
        return tree, tuple(self.used)

    def bare(self) -> str:
        """Return the source with blanks in place of quoted words."""
        return re.sub(r"'[^']*'|\"[^\"]*\"", lambda quoted: " " * len(quoted.group()), self.source)

    def parse(self) -> ast.expr:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # "1 is 1" and the like are refused below
                return ast.parse(self.source, mode="eval").body
        except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
            for pattern, hint in _TOKENS_REFUSED:
                found = pattern.search(self.bare())
                if found:
                    raise self.wrong("bad-expression", f'"{found.group()}" is not part of an expression',
                                     found.start(), hint) from None
            offset = min(max((getattr(error, "offset", None) or 1) - 1, 0), len(self.source))
            raise self.wrong("bad-expression", "this cannot be read as an expression", offset, _GRAMMAR) from None

    @staticmethod
    def kind_name(kind: _Type) -> Wants:
        return kind if isinstance(kind, str) else "word"

    # Nodes. Each method returns a fresh node and its type.

    def visit(self, node: ast.expr) -> tuple[ast.expr, _Type]:
        if isinstance(node, ast.Constant):
            return self.constant(node)
        if isinstance(node, (ast.Name, ast.Attribute)):
            return self.name(node)
        if isinstance(node, ast.UnaryOp):
            return self.unary(node)
        if isinstance(node, ast.BinOp):
            return self.binary(node)
        if isinstance(node, ast.Compare):
            return self.compare(node)
        if isinstance(node, ast.BoolOp):
            return ast.BoolOp(node.op, [self.expect(value, "bool", "`and` and `or` join conditions")
                                        for value in node.values]), "bool"
        if isinstance(node, ast.IfExp):
            return self.choice(node)
        if isinstance(node, ast.Call):
            return self.call(node)
        what = _REFUSED.get(type(node), "this")
        raise self.wrong("bad-expression", f"{what} is not part of an expression", node, _GRAMMAR)

    def expect(self, node: ast.expr, kind: Literal["int", "bool"], why: str) -> ast.expr:
        tree, found = self.visit(node)
        if found != kind:
            said = {"int": "a number", "bool": "a condition", "word": "a word"}
            message = f"{said[self.kind_name(found)]} stands where {said[kind]} belongs"
            raise self.wrong("wrong-type", message, node, why)
        return tree

    def constant(self, node: ast.Constant) -> tuple[ast.expr, _Type]:
        value = node.value
        segment = ast.get_source_segment(self.source, node) or ""
        if isinstance(value, bool):
            raise self.wrong("bad-expression", f"{value} is not part of an expression", node, "name a fact, or compare")
        if isinstance(value, int):
            if not re.fullmatch(r"[0-9]+", segment):
                raise self.wrong("bad-expression", f'"{segment}" is not a decimal number', node, "use digits only")
            if value > _MAX_INTEGER:
                raise self.wrong("bad-expression", f"{segment[:12]} is too large", node, f"at most {_MAX_INTEGER}")
            return ast.Constant(value), "int"
        if isinstance(value, str):
            if not re.fullmatch(r"'[^'\\]*'|\"[^\"\\]*\"", segment):
                raise self.wrong("bad-expression", "a word stands in plain quotes, without backslashes", node)
            return ast.Constant(value), frozenset([value])
        if isinstance(value, float):
            raise self.wrong("bad-expression", f'"{segment}" is not a whole number', node, "amounts are whole numbers")
        raise self.wrong("bad-expression", f'"{segment}" is not part of an expression', node, _GRAMMAR)

    def name(self, node: ast.Name | ast.Attribute) -> tuple[ast.expr, _Type]:
        base: ast.expr = node
        parts: list[str] = []
        while isinstance(base, ast.Attribute):
            parts.insert(0, base.attr)
            base = base.value
        if not isinstance(base, ast.Name) or len(parts) > 1:
            raise self.wrong("bad-expression", "a name has at most one dot, between two words", node, _GRAMMAR)
        full = ".".join([base.id, *parts])
        kind = self.context.names.get(full)
        if kind is None:
            hint = "it is called as in `max(a, b)`" if full in _FUNCTIONS else self.suggest(full)
            raise self.wrong("unknown-name", f'unknown name "{full}" in an expression about {self.context.title}', node,
                             hint)
        self.used.setdefault(full)
        return ast.Name(_mangle(full), ast.Load()), kind if isinstance(kind, str) else frozenset(kind)

    def suggest(self, name: str) -> str:
        for known, kind in self.context.names.items():
            if isinstance(kind, tuple) and name in kind:
                return f"if it is a word, put it in quotes: {known} == '{name}'"
        return closest(name, self.context.names)

    def unary(self, node: ast.UnaryOp) -> tuple[ast.expr, _Type]:
        if isinstance(node.op, ast.USub):
            return ast.UnaryOp(ast.USub(), self.expect(node.operand, "int", "a minus stands before a number")), "int"
        if isinstance(node.op, ast.Not):
            return ast.UnaryOp(ast.Not(), self.expect(node.operand, "bool", "`not` turns a condition around")), "bool"
        sign = "~" if isinstance(node.op, ast.Invert) else "+"
        raise self.wrong("bad-expression", f'"{sign}" cannot stand before a value', node, _GRAMMAR)

    def binary(self, node: ast.BinOp) -> tuple[ast.expr, _Type]:
        sign = _ARITHMETIC.get(type(node.op))
        if sign is None:
            hint = "use `//`, which rounds down" if isinstance(node.op, ast.Div) else _GRAMMAR
            raise self.wrong("bad-expression", "this sign is not part of an expression", self.operator(node), hint)
        why = f'"{sign}" works on numbers'
        if sign in ("//", "%") and not (isinstance(node.right, ast.Constant) and type(node.right.value) is int
                                        and node.right.value != 0):
            raise self.wrong("bad-expression", f'what stands after "{sign}" must be a whole number from 1, written out',
                             node.right)
        return ast.BinOp(self.expect(node.left, "int", why), node.op, self.expect(node.right, "int", why)), "int"

    def operator(self, node: ast.BinOp) -> int:
        """Return the column of the sign between two operands."""
        end = node.left.end_col_offset or 0
        found = re.search(r"[^\s)]", self.source[end:])
        return end + (found.start() if found else 0)

    def compare(self, node: ast.Compare) -> tuple[ast.expr, _Type]:
        operands = [node.left, *node.comparators]
        seen = [self.visit(operand) for operand in operands]
        for place, sign in enumerate(node.ops):
            (_, left), (_, right) = seen[place], seen[place + 1]
            if type(sign) not in _ORDER and type(sign) not in _EQUALITY:
                raise self.wrong("bad-expression", "`in` and `is` are not part of an expression", operands[place + 1],
                                 "compare with == and join with `or`")
            if self.kind_name(left) != self.kind_name(right):
                raise self.wrong("wrong-type", "a number, a word and a condition cannot be compared with one another",
                                 operands[place + 1])
            if isinstance(left, str) or isinstance(right, str):
                if type(sign) in _ORDER and left == "bool":
                    raise self.wrong("wrong-type", "conditions have no order", operands[place + 1])
                continue
            if type(sign) in _ORDER:
                raise self.wrong("wrong-type", "words have no order", operands[place + 1], "use == or !=")
            if not left & right:
                # The one that is written out is the one to correct.
                swap = not isinstance(operands[place + 1], ast.Constant)
                written, other = (left, right) if swap else (right, left)
                word = min(written, default="")
                raise self.wrong("unknown-word", f'it can never be "{word}"', operands[place + (not swap)],
                                 closest(word, sorted(other)))
        return ast.Compare(seen[0][0], node.ops, [tree for tree, _ in seen[1:]]), "bool"

    def choice(self, node: ast.IfExp) -> tuple[ast.expr, _Type]:
        test = self.expect(node.test, "bool", "a condition stands between `if` and `else`")
        body, left = self.visit(node.body)
        other, right = self.visit(node.orelse)
        if self.kind_name(left) != self.kind_name(right):
            raise self.wrong("wrong-type", "both sides of `if ... else` must be of one type", node.orelse)
        kind: _Type = left if isinstance(left, str) or isinstance(right, str) else left | right
        return ast.IfExp(test, body, other), kind

    def call(self, node: ast.Call) -> tuple[ast.expr, _Type]:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name not in _FUNCTIONS:
            raise self.wrong("bad-expression", "only abs, min and max can be called", node)
        if node.keywords or (name == "abs" and len(node.args) != 1) or not node.args:
            how = "abs takes one number" if name == "abs" else f"{name} takes one or more numbers"
            raise self.wrong("bad-expression", how, node)
        values = [self.expect(value, "int", f"{name} works on numbers") for value in node.args]
        if len(values) == 1 and name != "abs":
            return values[0], "int"  # min(3) would be an error in Python
        return ast.Call(ast.Name(name, ast.Load()), values, []), "int"


def problems_of(text: str, context: Context, wants: Wants) -> tuple[Problem, ...]:
    """Return what is wrong with an expression that stands in no file; () if nothing is.

    Example:
        >>> [problem.code for problem in problems_of("pips ** 2", Context("a tile", {"pips": "int"}), "int")]
        ['bad-expression']
    """
    problems = Problems()
    compile_expression(text, context, wants, Span("<expression>", 1, 1), problems)
    return problems.items
