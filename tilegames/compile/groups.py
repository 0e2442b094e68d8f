"""Compiles tricks of groups: which groups there are, how they rank, and what may be asked of them."""

from __future__ import annotations

from collections.abc import Callable
from math import comb, prod
from typing import cast

from tilegames.compile.context import Compiler
from tilegames.compile.payments import compile_payments, word_facts
from tilegames.compile.pieces import compile_pattern
from tilegames.compile.roles import place_of, role
from tilegames.core import groups, scoring
from tilegames.core.group_book import GroupBook, concessions
from tilegames.core.patterns import Pattern
from tilegames.core.payments import PAYMENT_FACTS, Settlement
from tilegames.core.phases import Phase
from tilegames.core.pieces import weigher
from tilegames.core.suits import Suits
from tilegames.errors import closest
from tilegames.spec import model
from tilegames.spec.expressions import Context, Kind
from tilegames.spec.schema import Located

__all__ = ["compile_groups"]

#: What may be asked of the player who might beat a group, beside the facts of the trick ...
_PLAYER_FACTS: dict[str, Kind] = {"player.columns": "int", "player.dealer": "bool"}
#: ... and of a dealt hand, beside how many pieces of each suit it has.
_HAND_FACTS: dict[str, Kind] = {"hand.size": "int", "hand.value": "int"}

#: So that no spec can make the tables of groups long: groups to look at, choices to lead, ways to concede.
_MOST_GROUPS, _MOST_LEADS, _MOST_CONCESSIONS = 10_000, 2_000, 20_000


def compile_groups(compiler: Compiler, name: str, spec: model.GroupTricks, suits: Suits | None) -> Phase | None:
    """A phase of tricks of groups."""
    if compiler.spec.deal.starter is not None:
        compiler.add("uneven-hands", "tricks need hands of one size", compiler.spec.deal.place("starter"))
    book = _book(compiler, spec, suits)
    if book is None:
        return None
    leads = {group.kinds[0] for group in book.groups if len(group.kinds) == 1}
    stuck = [kind.name for kind in compiler.pieces.kinds if kind.index not in leads]
    if stuck:
        compiler.add("nothing-to-lead", f"who holds only {stuck[0]} could not lead", spec.place("groups"),
                     "let every piece be led alone: a pattern with size: 1")
    rows = compile_payments(compiler, book, list(spec.dealt_wins))
    facts = _hand_facts(compiler, suits)
    context = Context("a dealt hand", {**_HAND_FACTS,
                                       **{f"hand.{suit}": "int" for suit in (suits.names if suits else ())}})
    wins = []
    for key, win in spec.dealt_wins.items():
        when = compiler.expression(win.when, context, "bool")
        wins.append(groups.DealtWin(key, cast("scoring.Test", when), spec.dealt_wins.places[key]))
    phase = groups.GroupTricks(
        name, compiler.pieces, compiler.seats, place_of(compiler, name),
        leader=role(compiler, spec.leader, spec.place("leader")), book=book,
        per_piece=spec.columns == "per_piece", must_concede=_must_concede(compiler, spec, book),
        concede_place=spec.place("must_concede"), hidden=spec.conceded == "face_down", dealt_wins=wins,
        hand_facts=facts, payments=rows)
    if phase.at_round_end or phase.at_deal:
        compiler.settlements.append(Settlement(phase))
    return phase


def _book(compiler: Compiler, spec: model.GroupTricks, suits: Suits | None) -> GroupBook | None:
    """The groups; None, with problems, if they cannot be worked out."""
    before = len(compiler.problems)
    patterns: list[Pattern] = []
    beaten_by: list[list[Pattern]] = []
    for name, playable in spec.groups.items():
        pattern = _pattern(compiler, Located(name, spec.groups.places[name]))
        if pattern is not None:
            patterns.append(pattern)
            above = [_pattern(compiler, other) for other in playable.beaten_by]
            beaten_by.append([other for other in above if other is not None])
    if len(compiler.problems) > before:
        return None
    every = [*patterns, *(other for above in beaten_by for other in above)]
    if sum(pattern.effort for pattern in every) > _MOST_GROUPS:
        compiler.add("too-many-ways", "there are too many groups to look at", spec.place("groups"),
                     "say of which pieces they are made, and their size")
        return None
    found = [pattern.groups() for pattern in every]
    for pattern, kinds_of_all in zip(every, found, strict=True):
        if not kinds_of_all:
            compiler.add("no-pieces", f'no pieces of this set make "{pattern.name}"',
                         compiler.spec.patterns[pattern.name].span)
            return None
    for pattern, playable, others in zip(patterns, spec.groups.values(), beaten_by, strict=True):
        sizes = set(map(len, pattern.groups()))
        for other, wanted in zip(others, playable.beaten_by, strict=True):
            if not sizes & set(map(len, other.groups())):
                compiler.add("no-effect", f'no "{other.name}" has as many pieces as a "{pattern.name}"', wanted.span)
    whole = [group for kinds_of_all in found for group in kinds_of_all]
    copies = compiler.pieces.copies
    leads = sum(prod(comb(copies[kind], group.count(kind)) for kind in set(group)) for group in whole)
    if leads > _MOST_LEADS or concessions(len(copies), set(map(len, whole))) > _MOST_CONCESSIONS:
        compiler.add("too-many-ways", "there are too many groups to lead or to concede", spec.place("groups"),
                     "fewer or smaller groups")
        return None
    kinds = range(len(compiler.pieces.kinds))
    if suits is None:
        return GroupBook(compiler.pieces, patterns, beaten_by, [0] * len(kinds), [(kind,) for kind in kinds])
    suit_of = [suits.natural_lead[kind] for kind in kinds]
    rank_of = [suits.rank(kind, suit, False) if suit < len(suits.masks) else (-1,)
               for kind, suit in zip(kinds, suit_of, strict=True)]
    return GroupBook(compiler.pieces, patterns, beaten_by, suit_of, rank_of)


def _pattern(compiler: Compiler, wanted: Located[str]) -> Pattern | None:
    """The pattern of a group that the spec names; reports what is none."""
    spec = compiler.spec.patterns.get(wanted.value)
    if spec is None:
        compiler.add("unknown-pattern", f'there is no pattern "{wanted.value}"', wanted.span,
                     closest(wanted.value, compiler.spec.patterns))
        return None
    if spec.made_of:
        compiler.add("nested-pattern", f'"{wanted.value}" is a whole hand, not a group', wanted.span)
        return None
    return compile_pattern(compiler, wanted.value, spec)


def _must_concede(compiler: Compiler, spec: model.GroupTricks, book: GroupBook) -> scoring.Test | None:
    texts = tuple(group.text for group in book.groups)
    names: dict[str, Kind] = word_facts(
        {name: kind for name, kind in PAYMENT_FACTS.items() if name.startswith("trick.")},
        {"trick.pattern": book.patterns, "trick.led": texts, "trick.top": texts})
    context = Context("who may not beat anything", {**names, **_PLAYER_FACTS})
    return cast("scoring.Test | None", compiler.expression(spec.must_concede, context, "bool"))


def _hand_facts(compiler: Compiler, suits: Suits | None) -> Callable[[int], scoring.Facts]:
    worth = weigher([compiler.values[kind] for kind in compiler.pieces.kind_of])
    members = dict(zip(suits.names, suits.masks, strict=True)) if suits is not None else {}

    def facts(hand: int) -> scoring.Facts:
        return {"hand.size": hand.bit_count(), "hand.value": worth(hand),
                **{f"hand.{suit}": (hand & mask).bit_count() for suit, mask in members.items()}}

    return facts
