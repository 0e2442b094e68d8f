"""Plain English for what a spec says: numbers, lists, seats, pieces, patterns and expressions in words."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from tilegames.core.pieces import PieceSet, tidy
from tilegames.spec.model import HolderOf, NamedSeat, Pattern, PieceFilter, Spec, Step
from tilegames.spec.schema import CountRange, Located

__all__ = ["HOOKS", "STARTS", "Noun", "counted", "described", "first_dealt", "held", "in_words", "listed", "noun_of",
           "pattern", "plain", "ranged", "sentence", "step", "who"]


@attrs.frozen
class Noun:
    """What the pieces of a set are called.

    Example:
        >>> Noun("tile").count(1), Noun("tile").count(28)
        ('1 tile', '28 tiles')
    """

    one: str

    @property
    def many(self) -> str:
        """The plural."""
        return self.one + "s"

    def count(self, number: int) -> str:
        """The number with the noun."""
        return counted(number, self.one)


def noun_of(pieces: PieceSet) -> Noun:
    """Tiles if every piece has two ends, cards if none has and some have a suit and a rank, else pieces.

    Example:
        >>> from tilegames.core.pieces import cards, dominoes
        >>> noun_of(dominoes(6)).many, noun_of(cards(jokers=2)).many
        ('tiles', 'cards')
    """
    if all(kind.ends for kind in pieces.kinds):
        return Noun("tile")
    if any(kind.rank for kind in pieces.kinds) and not any(kind.ends for kind in pieces.kinds):
        return Noun("card")
    return Noun("piece")


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    Example:
        >>> counted(1, "round"), counted(2, "round")
        ('1 round', '2 rounds')
    """
    return f"{number} {noun}" + ("" if number == 1 else "s")


def listed(items: Iterable[str], last: str = "and") -> str:
    """Items as one phrase.

    Example:
        >>> listed(["a"]), listed(["a", "b"]), listed("abc", "or")
        ('a', 'a and b', 'a, b or c')
    """
    *first, end = items
    return f"{', '.join(first)} {last} {end}" if first else end


def ranged(counts: CountRange) -> str:
    """A range in words.

    Example:
        >>> ranged(CountRange(3, 3)), ranged(CountRange(4, 8)), ranged(CountRange(3, None))
        ('3', '4 to 8', '3 or more')
    """
    if counts.high is None:
        return f"{counts.low} or more"
    return str(counts.low) if counts.low == counts.high else f"{counts.low} to {counts.high}"


def plain(name: str) -> str:
    """A name of the spec as words.

    Example:
        >>> plain("key_bone")
        'key bone'
    """
    return name.replace("_", " ").replace("-", " ")


def sentence(text: str) -> str:
    """A text with a capital letter and a full stop.

    Example:
        >>> sentence("who can play must play")
        'Who can play must play.'
    """
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", ":", "!", "?")) else text + "."


# Seats

def who(wanted: Any, spec: Spec, noun: Noun = Noun("piece")) -> str:
    """The seat that a spec names, in words."""
    if isinstance(wanted, HolderOf):
        pieces = ", or if nobody does ".join(held(name.value, noun) for name in wanted.holder_of)
        return f"the player who holds {pieces}"
    if isinstance(wanted, NamedSeat):
        return f"the player chosen as {plain(wanted.chosen.value)}"
    return {
        "dealer": "the dealer",
        "left_of_dealer": "the player to the left of the dealer",
        "right_of_dealer": "the player to the right of the dealer",
        "starter": "the starter",
        "auction_winner": "the winner of the auction",
        "partner_of_auction_winner": "the partner of the winner of the auction",
        "declarer": "the declarer",
        "partner_of_declarer": "the partner of the declarer",
        "last_winner": f"the winner of the round before (or, if there is none, {first_dealt(spec)})",
        "after_last_opener": "the player after the one who opened the round before (in the first round "
                             f"{first_dealt(spec)})",
    }[wanted]


def held(name: str, noun: Noun) -> str:
    """A piece that a holder is asked for, or a word for one.

    Example:
        >>> held("6-6", Noun("tile")), held("round_double", Noun("tile"))
        ('6-6', 'the double of the round')
    """
    return {
        "round_double": "the double of the round",
        "lower_double": "the next lower double that anybody holds (below the lowest the highest comes again)",
        "highest_double": "the highest double that anybody holds",
        "heaviest": f"the heaviest {noun.one} that anybody holds (by pips; of equals the one with the higher end)",
    }.get(name) or tidy(name)


def first_dealt(spec: Spec) -> str:
    """The seat that is dealt to first."""
    if spec.match.starter is not None:
        return "the starter"
    return "seat 0" if spec.match.first_dealer == "nobody" else "the player after the dealer"


#: When a row of a layout's opener holds, by how the round before ended.
STARTS = {
    "first": "in the first round",
    "won": "after a round that somebody won",
    "tied": "after a tied round",
    "reset": "after a round that set the scores back to nothing",
    "level": "after a round in which a side drew level",
    "void": "after a round that was not played because nobody bid",
    "blocked": "after a blocked round",
}

#: What a hook has the last word on, by its slot.
HOOKS = {
    "tile_value": "what a piece is worth",
    "hand_complete": "whether a hand is complete",
    "may_bid": "which bids may be made",
    "may_lead": "which pieces may be led to a trick",
    "may_follow": "which pieces may be played to a trick that another player has led",
    "must_fill": "how many sides of a piece must be filled",
    "may_take": "which of the face-up pieces may be taken",
    "points": "what each side scores for a round",
}


# Pieces

def described(wanted: Any, noun: Noun) -> str:
    """The pieces that a name, a filter or a list of both means.

    Example:
        >>> described(PieceFilter(double=True), Noun("tile"))
        'all tiles that are doubles'
        >>> described((PieceFilter(suit=("hearts",), rank=("J", "Q")),), Noun("card"))
        'all cards of the suit hearts and of the rank J or Q'
    """
    return listed(_one(item, noun) for item in (wanted if isinstance(wanted, tuple) else (wanted,)))


def _one(wanted: Any, noun: Noun) -> str:
    if isinstance(wanted, Located):
        return tidy(wanted.value)
    assert isinstance(wanted, PieceFilter)
    tests = []
    if wanted.double is not None:
        tests.append("that are doubles" if wanted.double else "that are no doubles")
    if wanted.suit:
        tests.append(f"of the suit {listed(wanted.suit, 'or')}")
    if wanted.rank:
        tests.append(f"of the rank {listed(wanted.rank, 'or')}")
    if wanted.pips:
        tests.append(f"with {listed(map(ranged, wanted.pips), 'or')} pips")
    if wanted.has_end:
        tests.append(f"with {listed((f'a {number}' for number in wanted.has_end), 'or')} on an end")
    return f"all {noun.many} {listed(tests)}" if tests else f"all {noun.many}"


def _groups(named: Sequence[Sequence[Located[str]]]) -> str:
    """Groups of pieces by name."""
    return listed((" with ".join(tidy(piece.value) for piece in group) for group in named), "or")


def pattern(spec: Pattern, known: Mapping[str, Pattern], noun: Noun) -> str:
    """The shape of a group, or of a whole hand made of ``known`` ones, as a phrase.

    Example:
        >>> pattern(Pattern(size=CountRange(2, 2), total=(10, 20)), {}, Noun("tile"))
        '2 tiles that are worth 10 or 20 together'
    """
    if spec.made_of:
        parts = listed(f"{count} x {plain(name)}" for name, count in spec.made_of.items())
        sizes = [(known[name].size, count) for name, count in spec.made_of.items() if name in known]
        size = ""
        if all(one is not None and one.low == one.high for one, _ in sizes):
            size = f"{noun.count(sum(one.low * count for one, count in sizes if one is not None))}: "
        return f"a whole hand of {size}{parts}, every {noun.one} in exactly one of these groups"
    size = f"{ranged(spec.size)} {noun.many if spec.size != CountRange(1, 1) else noun.one}" if spec.size else "a group"
    if spec.of:
        size += f" out of {described(spec.of, noun)}"
    tests = []
    if spec.same is not None:
        tests.append({"piece": "that are alike", "rank": "of the same rank", "suit": "of the same suit",
                      "pips": "with the same number of pips"}[spec.same]
                     + (f", with no {spec.distinct} twice" if spec.distinct is not None else "")
                     + (", with their ranks in a row" if spec.consecutive else ""))
    if spec.parts:
        tests.append("with " + listed(f"{ranged(count)} of the suit {plain(suit)}"
                                      for suit, count in spec.parts.items()))
    if spec.families:
        tests.append("all of one family, from high to low "
                     + listed((f"({described(family, noun)})" for family in spec.families), "or"))
    if spec.total:
        tests.append(f"that are worth {listed(map(str, spec.total), 'or')} together")
    text = f"{size} {listed(tests)}" if tests else size
    if spec.naturals is not None:
        text += f", at least {spec.naturals} of them natural"
    if spec.either_end is not None:
        text += f"; {spec.either_end} may stand at either end, but not in the middle"
    if spec.only:
        text += f", and only {_groups(spec.only)}"
    if spec.excluding:
        text += f", but not {_groups(spec.excluding)}"
    return text


_VERBS = {
    "draw_stock": "draw a {} from the stock",
    "take_discard": "take a face-up {} from the discards",
    "discard": "put a {} from the hand face up on the discards",
    "go_out": "go out",
    "push": "push",
    "meld": "lay a meld",
    "lay_off": "lay off a {}",
    "swap_wild": "swap a {} of the hand for a wild one",
    "knock": "knock",
}


def step(spec: Step, noun: Noun) -> str:
    """A step of a turn, as a sentence to the player."""
    def any_of(verbs: Sequence[str]) -> str:
        return listed((_VERBS[verb].format(noun.one) for verb in verbs), "or")

    again = ", again and again" if spec.repeat else ""
    text = f"must {any_of(spec.must)}" if spec.must else f"may {any_of(spec.may)}{again}, or leave this out"
    if spec.then:
        text += f"; who has done so must then {any_of(spec.then)}"
    return sentence(f"the player {text}")


# Expressions

#: Numbers that expressions may name, in words; those in the plural are marked.
_NUMBERS = {
    "amount": "its amount",
    "pips": "its pips",
    "total": "the total",
    "high": "its higher end",
    "low": "its lower end",
    "rank": "the place (from 1) of its rank in the order of the ranks",
    "round.number": "the number of the round",
    "round.ties": "the number of tied rounds in a row before it",
    "bid.amount": "the amount of the bid",
    "bid.target": "the target of the bid",
    "bid.stake": "the stake of the bid",
    "declarers.points": "the points taken by the declarers",
    "declarers.tricks": "the tricks taken by the declarers",
    "opponents.points": "the points taken by the opponents of the declarers",
    "opponents.tricks": "the tricks taken by the opponents of the declarers",
    "bid": "the bid",
    "tricks": "the tricks taken",
    "points": "the points taken",
    "score": "the score before the round",
    "nil_bids": "the number of bids of 0 on the side",
    "nil_tricks": "the tricks taken by who has bid 0",
    "out.fits": "the number of different ends that the last {} fitted",
    "trick.size": "the number of {}s led",
    "winner.columns": "the columns of the winner",
    "payer.columns": "the columns of the payer",
    "player.columns": "the columns of the player",
    "dealer.streak": "the number of rounds in a row that the dealer has dealt",
    "hand.size": "the number of {}s in the hand",
    "hand.value": "the worth of the whole hand",
    "hand.doubles": "the number of doubles in the hand",
}
_MANY = {"pips", "tricks", "points", "nil_tricks", "winner.columns", "payer.columns", "player.columns",
         "declarers.points", "declarers.tricks", "opponents.points", "opponents.tricks"}
#: Conditions that expressions may name, in words, and the opposite.
_CONDITIONS = {
    "double": ("it is a double", "it is no double"),
    "out.only_fit": ("the last {} was the only unplayed one that fitted",
                     "the last {} was not the only unplayed one that fitted"),
    "bid.forced": ("the bidder had to bid because all others had passed", "the bidder was not forced to bid"),
    "out.double": ("the last {} was a double", "the last {} was no double"),
    "trick.last": ("it is the last trick", "it is not the last trick"),
    "trick.beaten": ("the group led was beaten", "the group led was not beaten"),
    "payer.dealer": ("the payer is the dealer", "the payer is not the dealer"),
    "payer.leader": ("the payer has led", "the payer has not led"),
    "winner.dealer": ("the winner is the dealer", "the winner is not the dealer"),
    "player.dealer": ("the player is the dealer", "the player is not the dealer"),
    "redirected": ("somebody pays for the others", "nobody pays for the others"),
}
_COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "", ast.NotEq: "not ", ast.Gt: "more than ", ast.GtE: "at least ", ast.Lt: "less than ",
    ast.LtE: "at most "}
_SIGNS: dict[type[ast.operator], tuple[str, int]] = {
    ast.Add: ("{} plus {}", 1), ast.Sub: ("{} minus {}", 1), ast.Mult: ("{} times {}", 2),
    ast.FloorDiv: ("{} divided by {} (rounded down)", 2), ast.Mod: ("the remainder of {} divided by {}", 2)}


#: What is said of words in quotes, and the opposite.
_NAMED = {
    "trick.pattern": ("the highest group is a {}", "the highest group is no {}"),
    "trick.led": ("{} was led", "{} was not led"),
    "trick.top": ("the highest group is {}", "the highest group is not {}"),
    "winner.hand": ("the hand is called {}", "the hand is not called {}"),
}
#: Who has taken tricks.
_TAKEN = {"declarers.tricks": "the declarers have", "opponents.tricks": "the opponents of the declarers have"}
_PLAIN = ("trick.pattern", "winner.hand")


class _TooHardError(Exception):
    """An expression that words would only make harder to read."""


def in_words(source: str, noun: Noun) -> str:
    """An expression in words where that is simple; otherwise as it is written.

    Example:
        >>> tile = Noun("tile")
        >>> in_words("42 * amount", tile), in_words("declarers.points >= bid.target", tile)
        ('42 times its amount', 'the points taken by the declarers are at least the target of the bid')
        >>> in_words("(pips + 1) * 2", tile)
        '`(pips + 1) * 2`'
    """
    try:
        return _words(ast.parse(source.strip(), mode="eval").body).replace("{}", noun.one)
    except (_TooHardError, SyntaxError):
        return f"`{source.strip()}`"


def _words(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | str):
        return str(node.value)
    if isinstance(node, ast.Name | ast.Attribute):
        name = ast.unparse(node)
        return _CONDITIONS[name][0] if name in _CONDITIONS else _number(name)
    if isinstance(node, ast.UnaryOp):
        name = ast.unparse(node.operand)
        if isinstance(node.op, ast.Not) and name in _CONDITIONS:
            return _CONDITIONS[name][1]
        if isinstance(node.op, ast.USub):
            return f"-{name}" if isinstance(node.operand, ast.Constant) else f"minus {_number(name)}"
    if isinstance(node, ast.BinOp):
        return _sum(node)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return _compare(node.left, node.ops[0], node.comparators[0])
    if isinstance(node, ast.BoolOp) and not any(isinstance(part, ast.BoolOp | ast.IfExp) for part in node.values):
        return listed(map(_words, node.values), "and" if isinstance(node.op, ast.And) else "or")
    if isinstance(node, ast.IfExp) and not any(isinstance(part, ast.IfExp) for part in (node.body, node.test)):
        return f"{_words(node.body)} if {_words(node.test)}, and otherwise {_words(node.orelse)}"
    if isinstance(node, ast.Call) and ast.unparse(node.func) in ("max", "min") and len(node.args) > 1:
        which = {"max": "greatest", "min": "least"}[ast.unparse(node.func)]
        return f"the {which} of {listed(map(_words, node.args))}"
    raise _TooHardError


def _number(name: str) -> str:
    if name.startswith("hand.") and name not in _NUMBERS:
        return f"the number of {{}}s of the suit {plain(name.removeprefix('hand.'))} in the hand"
    if name not in _NUMBERS:
        raise _TooHardError
    return _NUMBERS[name]


def _sum(node: ast.BinOp) -> str:
    text, rank = _SIGNS[type(node.op)]
    for child, least in ((node.left, rank), (node.right, rank + 1)):
        if isinstance(child, ast.BinOp):
            if _SIGNS[type(child.op)][1] < least or isinstance(node.op, ast.Mod):
                raise _TooHardError
        elif isinstance(child, ast.UnaryOp):
            if not isinstance(child.operand, ast.Constant):
                raise _TooHardError
        elif not isinstance(child, ast.Constant | ast.Name | ast.Attribute):
            raise _TooHardError
    left, right = _words(node.left), _words(node.right)
    return text.replace("{}", "\0").replace("\0", left, 1).replace("\0", right, 1)


def _compare(left: ast.expr, sign: ast.cmpop, right: ast.expr) -> str:
    name = ast.unparse(left)
    if name == "bid.kind" and isinstance(right, ast.Constant):
        return f"the bid is {_COMPARE[type(sign)]}of the kind {_words(right)}"
    if name in _NAMED and isinstance(right, ast.Constant):
        no = isinstance(sign, ast.NotEq)
        return _NAMED[name][no].format(plain(str(right.value)) if name in _PLAIN else right.value)
    if name in _TAKEN and ast.unparse(right) == "0" and isinstance(sign, ast.Eq | ast.Gt):
        return f"{_TAKEN[name]} taken {'no' if isinstance(sign, ast.Eq) else 'a'} trick"
    if name == "out.fits" and isinstance(right, ast.Constant):
        return f"the last {{}} fitted {_COMPARE[type(sign)]}{_words(right)} different ends"
    if (isinstance(left, ast.BinOp) and isinstance(left.op, ast.Mod) and isinstance(left.left, ast.Name | ast.Attribute)
            and isinstance(sign, ast.Eq | ast.NotEq) and ast.unparse(right) == "0"):
        verb = "are" if ast.unparse(left.left) in _MANY else "is"
        which = "a" if isinstance(sign, ast.Eq) else "no"
        return f"{_words(left.left)} {verb} {which} multiple of {_words(left.right)}"
    simple = ast.Name | ast.Attribute | ast.BinOp | ast.Constant
    if name in _CONDITIONS or not (isinstance(left, simple) and isinstance(right, simple)):
        raise _TooHardError
    return f"{_words(left)} {'are' if name in _MANY else 'is'} {_COMPARE[type(sign)]}{_words(right)}"
