"""Compiles what the pieces are and mean: the set, filters, values, suits, patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from tilegames.compile.context import Compiler
from tilegames.core import patterns, pieces
from tilegames.core.melds import MeldPattern
from tilegames.core.pieces import Kind, PieceSet
from tilegames.core.suits import RankInSuit, Suits, SuitTable
from tilegames.errors import Span, closest
from tilegames.spec.expressions import Context
from tilegames.spec.model import Cards, Equipment, Pattern, PieceFilter, SuitsPatch
from tilegames.spec.schema import Located, Table

__all__ = [
    "AnyPattern",
    "check_words",
    "compile_cover",
    "compile_formula",
    "compile_mask",
    "compile_pattern",
    "compile_patterns",
    "compile_set",
    "compile_suits",
    "compile_values",
    "plain_suits",
    "rank_order",
    "set_size",
    "suits_under",
]

#: Anything that can say whether some pieces have a shape.
AnyPattern = patterns.Pattern | patterns.Cover | MeldPattern

_TILE_FACTS = Context("a tile", {"pips": "int", "high": "int", "low": "int", "double": "bool", "rank": "int"})


#: Names stand in moves and in the lines of a playthrough, so they must be one word.
_PIECE_NAME = re.compile(r"""[^\s=:,"'\[\]{}#]{1,40}""")


#: So that no spec can make the search for a complete hand long.
_LARGEST_HAND, _MOST_EFFORT = 16, 2000


def _box(equipment: Equipment, players: int) -> tuple[Any, ...] | None:
    """What to build, as plain values; None if the spec says nothing for so many players."""
    removed = equipment.remove.at(players) if equipment.remove else None
    out = tuple(name.value for name in removed or ())
    if equipment.dominoes is not None:
        return "dominoes", equipment.dominoes.at(players), out
    if equipment.chinese_dominoes is not None:
        return "chinese_dominoes", equipment.chinese_dominoes.at(players), out
    if equipment.cards is not None:
        cards = equipment.cards
        return ("cards", cards.packs.at(players), out, cards.jokers.at(players), cards.ranks or pieces.RANKS,
                cards.suits or tuple(pieces.SUITS))
    return "pieces", equipment.pieces, out


@lru_cache(maxsize=64)
def _build(box: tuple[Any, ...]) -> PieceSet:
    made, amount, removed = box[:3]
    if made == "dominoes":
        return pieces.dominoes(amount, removed=removed)
    if made == "chinese_dominoes":
        return pieces.chinese_dominoes(amount, removed=removed)
    if made == "cards":
        return pieces.cards(amount, jokers=box[3] or 0, ranks=box[4], suits=box[5], removed=removed)
    return pieces.explicit(amount, removed=removed)


def compile_set(compiler: Compiler) -> PieceSet | None:
    """The set for the player count; None, with problems, if there is none."""
    equipment = compiler.spec.equipment
    written = [name for name in ("dominoes", "chinese_dominoes", "cards", "pieces") if name in equipment.places]
    if len(written) != 1:
        compiler.add("which-set", "a set is exactly one of dominoes, chinese_dominoes, cards and pieces",
                     equipment.span)
        return None
    for name in equipment.pieces:
        if not _PIECE_NAME.fullmatch(pieces.tidy(name)):
            compiler.add("bad-name", f'"{name}" cannot be the name of a piece', equipment.place("pieces"),
                         "a name is one word without = : , and quotes")
            return None
    if equipment.cards is not None and not _check_cards(compiler, equipment.cards):
        return None
    box = _box(equipment, compiler.players)
    if box is None or box[1] is None:
        compiler.add("no-row", f"nothing is said of the set for {compiler.players} players",
                     equipment.place(written[0]))
        return None
    whole = _build((box[0], box[1], (), *box[3:]))
    removed = equipment.remove.at(compiler.players) if equipment.remove else None
    for piece in removed or ():
        if whole.find(piece.value) is None:
            compiler.add("unknown-piece", f'"{piece.value}" is no piece of this set', piece.span,
                         closest(piece.value, whole.names))
    return _build(box)


def _check_cards(compiler: Compiler, cards: Cards) -> bool:
    """Whether ranks and suits make cards that can be told apart; reports what does not."""
    before = len(compiler.problems)
    for key, words in (("ranks", [pieces.usual_rank(rank) for rank in cards.ranks]), ("suits", list(cards.suits))):
        for word in words:
            if not _PIECE_NAME.fullmatch(word):
                compiler.add("bad-name", f'"{word}" cannot be part of the name of a card', cards.place(key),
                             "a name is one word without = : , and quotes")
        for twice in sorted({word for word in words if words.count(word) > 1}):
            compiler.add("named-twice", f'"{twice}" stands twice among the {key}', cards.place(key),
                         "for more copies use packs")
    return len(compiler.problems) == before


def set_size(equipment: Equipment, players: int) -> int | None:
    """How many pieces the set has for so many players; None if the spec does not say."""
    box = _box(equipment, players)
    return None if box is None or box[1] is None else len(_build(box))


def compile_mask(compiler: Compiler, wanted: Any) -> int:
    """The pieces that a list of names and filters means."""
    mask = 0
    for one in wanted if isinstance(wanted, tuple) else (wanted,):
        found = _one_mask(compiler, one)
        if isinstance(one, PieceFilter) and not _check_filter(compiler, one) and not found:
            compiler.add("no-pieces", "no piece of this set is like this", one.span)
        mask |= found
    return mask


def _check_filter(compiler: Compiler, wanted: PieceFilter) -> bool:
    """Reports words of a filter that no piece has; says whether there are any."""
    kinds = compiler.pieces.kinds
    before = len(compiler.problems)
    for key, words, there in (
            ("suit", wanted.suit, {kind.suit for kind in kinds}),
            ("rank", map(pieces.usual_rank, wanted.rank), {kind.rank for kind in kinds}),
            ("has_end", wanted.has_end, {end for kind in kinds for end in kind.ends or ()})):
        for word in words:
            if word not in there:
                known = sorted(str(one) for one in there if one is not None)
                compiler.add("no-pieces", f"no piece of this set has the {key} {word}", wanted.place(key),
                             closest(str(word), known))
    return len(compiler.problems) > before


def _one_mask(compiler: Compiler, wanted: Any) -> int:
    piece_set = compiler.pieces
    if isinstance(wanted, Located):
        kind = compiler.kind(wanted)
        return 0 if kind is None else piece_set.kind_masks[kind]
    assert isinstance(wanted, PieceFilter)
    return piece_set.select(lambda kind: _passes(kind, wanted))


def _passes(kind: Kind, wanted: PieceFilter) -> bool:
    return ((wanted.double is None or kind.double == wanted.double)
            and (not wanted.suit or kind.suit in wanted.suit)
            and (not wanted.rank or kind.rank in [pieces.usual_rank(rank) for rank in wanted.rank])
            and (not wanted.pips or any(kind.ends is not None and kind.pips in pips for pips in wanted.pips))
            and (not wanted.has_end or any(kind.has_end(number) for number in wanted.has_end)))


def rank_order(compiler: Compiler) -> Sequence[str]:
    """The card ranks from low to high, as the spec orders them, else as a pack has them."""
    order = tuple(map(pieces.usual_rank, compiler.spec.tiles.order))
    if order:
        return order
    cards = compiler.spec.equipment.cards
    return tuple(map(pieces.usual_rank, cards.ranks)) if cards is not None and cards.ranks else pieces.RANKS


def check_words(compiler: Compiler) -> None:
    """Reports words about pieces that this set gives no meaning to."""
    tiles = compiler.spec.tiles
    kinds = compiler.pieces.kinds
    ranks = list(dict.fromkeys(kind.rank for kind in kinds if kind.rank))
    for key, written in (("order", tiles.order), ("trump_order", tiles.trump_order)):
        if not written:
            continue
        order = tuple(map(pieces.usual_rank, written))
        place = tiles.place(key)
        for rank in dict.fromkeys(order):
            if rank not in ranks:
                compiler.add("unknown-rank", f'no card has the rank "{rank}"', place, closest(rank, ranks))
            if order.count(rank) > 1:
                compiler.add("named-twice", f'"{rank}" stands twice in the order', place)
        missing = [rank for rank in ranks if rank not in order]
        if missing and not any(rank not in ranks for rank in order):
            compiler.add("unknown-rank", f"the order leaves out {', '.join(missing)}", place)
    if "lead_suit" in tiles.places and tiles.suits != "ends":
        compiler.add("no-effect", "lead_suit means something only with suits: ends", tiles.place("lead_suit"))
    _check_ranking(compiler, tiles.rank_in_suit, tiles.place("rank_in_suit"))
    if tiles.trump_order and not ranks:
        compiler.add("no-effect", "trump_order is for cards", tiles.place("trump_order"))


def _check_ranking(compiler: Compiler, words: Sequence[str], place: Span) -> None:
    kinds = compiler.pieces.kinds
    for word in words:
        if word == "listed":
            if compiler.spec.tiles.suits in (None, "ends", "printed"):
                compiler.add("no-effect", "suits that are not lists have no order", place,
                             "let tiles.suits be a map from names to pieces, high to low")
        elif not any(kind.rank if word == "order" else kind.ends for kind in kinds):
            compiler.add("no-effect", f'the pieces of this set have no "{word}"', place)


def compile_values(compiler: Compiler) -> tuple[int, ...]:
    """The value of each kind, after the table, the default and the hook."""
    tiles = compiler.spec.tiles
    order = rank_order(compiler)
    ranks = {rank: place for place, rank in enumerate(order, 1)}
    kinds = compiler.pieces.kinds
    default = tiles.values.get("default")
    if isinstance(default, Located):
        made = compiler.expression(default, _TILE_FACTS, "int")
        values = [] if made is None else [int(made(_tile_facts(kind, ranks))) for kind in kinds]
        values = values or [0] * len(kinds)
    else:
        values = [kind.pips for kind in kinds]
    given: dict[int, str] = {}
    for worth, listed in tiles.values.items():
        place = tiles.values.places[worth]
        if worth == "default":
            if not isinstance(listed, Located):
                compiler.add("wrong-shape", "the default value is a number or an expression", place)
            continue
        if not re.fullmatch(r"-?(?:0|[1-9][0-9]{0,8})", worth):
            compiler.add("bad-number", f'a value is a whole number, not "{worth}"', place, 'or "default"')
            continue
        if isinstance(listed, Located):
            listed = (listed,)
        mask = compile_mask(compiler, listed)
        for kind in dict.fromkeys(compiler.pieces.kinds_of(mask)):
            if kind in given:
                compiler.add("two-values", f"{kinds[kind].name} is listed under {given[kind]} and {worth}", place)
            given[kind] = worth
            values[kind] = int(worth)
    hook = compiler.hook("tile_value")
    if hook is not None:
        values = [hook(kind, value) for kind, value in zip(kinds, values, strict=True)]
    return tuple(values)


def compile_suits(compiler: Compiler) -> Suits | None:
    """The suits of the set; None if the spec names none."""
    tiles = compiler.spec.tiles
    if tiles.suits is None:
        return None
    kinds = compiler.pieces.kinds
    members: dict[str, int] = {}
    if tiles.suits == "ends":
        for number, mask in enumerate(compiler.pieces.with_number):
            members[pieces.NUMBER_NAMES[number]] = mask
        lead = [-1 if kind.ends is None else kind.high if tiles.lead_suit == "high_end" else kind.low for kind in kinds]
    elif tiles.suits == "printed":
        for kind in kinds:
            if kind.suit is not None:
                members[kind.suit] = members.get(kind.suit, 0) | compiler.pieces.kind_masks[kind.index]
        names = list(members)
        lead = [names.index(kind.suit) if kind.suit else -1 for kind in kinds]
    else:
        for name, wanted in tiles.suits.items():
            members[name] = compile_mask(compiler, wanted)
        lead = [next((suit for suit, mask in enumerate(members.values()) if mask & masks), -1)
                for masks in compiler.pieces.kind_masks]
    if not members:
        compiler.add("no-suits", "the pieces of this set have no such suits", tiles.place("suits"))
        return None
    callables = {name: compile_mask(compiler, wanted) for name, wanted in tiles.callable_suits.items()}
    for name in callables:
        if name in members:
            compiler.add("two-suits", f'"{name}" is already a suit', tiles.callable_suits.places[name])
    return Suits(compiler.pieces, members, callables, lead=lead, exclusive=tiles.trump_leaves_other_suits,
                 rank=_ranker(compiler, len(members), tiles.suits == "ends", tiles.rank_in_suit))


def suits_under(compiler: Compiler, suits: Suits, *patches: SuitsPatch) -> Suits:
    """The suits under some changes, each laid over the one before."""
    tiles = compiler.spec.tiles
    own: tuple[int, ...] = suits.own
    by = tiles.rank_in_suit
    for patch in patches:
        if patch.own_suits is not None:
            own = ()
            for name in patch.own_suits:
                if name.value in suits.names[suits.natural:]:
                    own += (suits.names.index(name.value),)
                else:
                    compiler.add("unknown-suit", f'there is no callable suit "{name.value}"', name.span,
                                 closest(name.value, suits.names[suits.natural:]))
        if patch.rank_in_suit is not None:
            by = patch.rank_in_suit
            _check_ranking(compiler, by, patch.place("rank_in_suit"))
    if own == suits.own and by == tiles.rank_in_suit:
        return suits
    if (own, by) not in compiler.changed_suits:
        compiler.changed_suits[own, by] = _changed(compiler, suits, own, by)
    return compiler.changed_suits[own, by]


def _changed(compiler: Compiler, suits: Suits, own: tuple[int, ...], by: tuple[str, ...]) -> Suits:
    """The suits with others of their own, and ranked by other words."""
    natural, tiles = suits.natural, compiler.spec.tiles
    return Suits(suits.pieces, dict(zip(suits.names[:natural], suits.masks, strict=False)),
                 dict(zip(suits.names[natural:], suits.masks[natural:], strict=True)), lead=suits.natural_lead,
                 exclusive=suits.exclusive, own=own, rank=_ranker(compiler, natural, tiles.suits == "ends", by))


def plain_suits(compiler: Compiler, suits: Suits, *patches: SuitsPatch) -> SuitTable:
    """The suits when there is no trump."""
    return suits_under(compiler, suits, compiler.spec.tiles.without_trump, *patches).table()


def compile_formula(compiler: Compiler, formula: Located[str]) -> tuple[int, ...]:
    """What a formula over a tile gives for each kind."""
    made = compiler.expression(formula, _TILE_FACTS, "int")
    if made is None:
        return (0,) * len(compiler.pieces.kinds)
    ranks = {rank: place for place, rank in enumerate(rank_order(compiler), 1)}
    return tuple(int(made(_tile_facts(kind, ranks))) for kind in compiler.pieces.kinds)


def _tile_facts(kind: Kind, ranks: Mapping[str, int]) -> dict[str, int | bool]:
    return {"pips": kind.pips, "high": kind.high, "low": kind.low, "double": kind.double,
            "rank": ranks.get(kind.rank or "", 0)}


def _ranker(compiler: Compiler, natural: int, numbers: bool, words: Sequence[str]) -> RankInSuit:
    order = {rank: place for place, rank in enumerate(rank_order(compiler))}
    trumps = map(pieces.usual_rank, compiler.spec.tiles.trump_order)
    trump_order = {rank: place for place, rank in enumerate(trumps)} or order
    kinds = compiler.pieces.kinds
    by = words or (("double", "other_end") if numbers else ("order",))
    places = _places(compiler) if "listed" in by else []

    def rank(index: int, suit: int, trump: bool) -> tuple[int, ...]:
        kind = kinds[index]
        number = suit if numbers and suit < natural else kind.high
        facts = {
            "double": int(kind.double), "low_double": -int(kind.double),
            "smaller_double": -kind.high if kind.double else 0, "other_end": kind.pips - number, "pips": kind.pips,
            "listed": places[suit].get(index, 0) if suit < len(places) else 0,
            "order": (trump_order if trump else order).get(kind.rank or "", -1)}
        return tuple(facts[word] for word in by)

    return rank


def _places(compiler: Compiler) -> list[dict[int, int]]:
    """For each suit the place of each kind in the list that names the suit's pieces, the first the highest."""
    found: list[dict[int, int]] = []
    suits = compiler.spec.tiles.suits
    for wanted in suits.values() if isinstance(suits, Table) else ():
        row: dict[int, int] = {}
        for place, one in enumerate(wanted):
            for kind in compiler.pieces.kinds_of(_one_mask(compiler, one)):
                row.setdefault(kind, -place)
        found.append(row)
    return found


def compile_pattern(compiler: Compiler, name: str, spec: Pattern) -> patterns.Pattern:
    """A pattern of a group (not of a whole hand)."""
    parts = _parts(compiler, spec)
    if spec.size is None and not spec.only and not parts:
        compiler.add("missing-key", f'the pattern "{name}" does not say its size', spec.span)
    only = _groups(compiler, spec.only)
    sizes = [len(group) for group in only]
    low = min(sizes, default=1)
    high = max(sizes, default=1)
    if spec.size is not None:
        low, high = spec.size.low, spec.size.high or len(compiler.pieces)
    elif parts:
        low, high = max(1, sum(part[1] for part in parts)), sum(part[2] for part in parts)
    return patterns.Pattern(name, compiler.pieces, low, high, same=spec.same, totals=spec.total or None,
                            values=compiler.values, listed=frozenset(only) if only else None,
                            excepted=frozenset(_groups(compiler, spec.excluding)),
                            within=frozenset(compiler.pieces.kinds_of(compile_mask(compiler, spec.of))) if spec.of
                            else None, parts=parts, families=tuple(
                                frozenset(compiler.pieces.kinds_of(compile_mask(compiler, family)))
                                for family in spec.families))


def _parts(compiler: Compiler, spec: Pattern) -> tuple[tuple[frozenset[int], int, int], ...]:
    """How many pieces of each suit a pattern has."""
    names = compiler.suits.names if compiler.suits is not None else ()
    found = []
    for name, counts in spec.parts.items():
        if name not in names:
            compiler.add("unknown-suit", f'there is no suit "{name}"', spec.parts.places[name], closest(name, names))
            continue
        assert compiler.suits is not None
        mask = compiler.suits.masks[names.index(name)]
        high = counts.high if counts.high is not None else mask.bit_count()
        found.append((frozenset(compiler.pieces.kinds_of(mask)), counts.low, high))
    return tuple(found)


def _groups(compiler: Compiler, listed: Iterable[tuple[Located[str], ...]]) -> list[tuple[int, ...]]:
    found = []
    for group in listed:
        kinds = [compiler.kind(name) for name in group]
        if None not in kinds:
            found.append(tuple(sorted(kind for kind in kinds if kind is not None)))
    return found


def compile_cover(compiler: Compiler, name: str, place: Span) -> patterns.Cover | None:
    """The pattern of a whole hand that a spec names."""
    known = compiler.spec.patterns
    whole = known.get(name)
    if whole is None:
        compiler.add("unknown-pattern", f'there is no pattern "{name}"', place, closest(name, known))
        return None
    parts = []
    wanted = dict(whole.made_of) or {name: 1}
    for part, count in wanted.items():
        spec = known.get(part)
        where = whole.made_of.places.get(part, place)
        if spec is None:
            compiler.add("unknown-pattern", f'there is no pattern "{part}"', where, closest(part, known))
        elif spec.made_of:
            compiler.add("nested-pattern", f'"{part}" is itself made of patterns', where)
        else:
            parts.append((compile_pattern(compiler, part, spec), count))
    if not parts:
        return None
    cover = patterns.Cover(parts)
    if cover.high > _LARGEST_HAND or cover.effort > _MOST_EFFORT:
        compiler.add("too-many-ways", f"a hand of {cover.high} pieces can be parted in too many ways", whole.span,
                     f"a whole hand has {_LARGEST_HAND} pieces at the most, and its groups have few sizes")
        return None
    return cover


def compile_patterns(compiler: Compiler) -> dict[str, AnyPattern]:
    """Every pattern of the spec by name: shapes of groups, melds, and covers of whole hands."""
    found: dict[str, AnyPattern] = {}
    melds = [] if compiler.meld_rules is None else [shape.name for shape in compiler.meld_rules.shapes]
    for name, spec in compiler.spec.patterns.items():
        if name in melds and compiler.meld_rules is not None:
            found[name] = MeldPattern(compiler.meld_rules, melds.index(name))
            continue
        for key in ("consecutive", "distinct", "either_end", "naturals"):
            if key in spec.places and compiler.spec.melds is None:
                compiler.add("no-effect", f"{key} means something only for melds", spec.place(key),
                             f"name the pattern under melds: [{name}]")
        if spec.made_of:
            cover = compile_cover(compiler, name, spec.span)
            if cover is not None:
                found[name] = cover
        else:
            found[name] = compile_pattern(compiler, name, spec)
    return found
