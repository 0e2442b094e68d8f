"""Compiles payments: what each of the others pays the winner of a trick or of a round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from tilegames.compile.context import Compiler
from tilegames.core import payments, scoring
from tilegames.core.group_book import GroupBook
from tilegames.spec.expressions import Context, Kind
from tilegames.spec.schema import Located

__all__ = ["compile_payments", "word_facts"]

#: Facts that belong to one payment, not to all of a row.
_OF_ONE = ("payer.columns", "payer.dealer", "payer.leader", "amount", "redirected")
_TITLES = {"trick_end": "a payment after a trick", "trick_end_before_last": "a payment after a trick",
           "round_end": "a payment at the end of a round", "dealt_win": "a payment for a dealt hand"}


def word_facts(facts: Mapping[str, str], words: Mapping[str, Sequence[str]]) -> dict[str, Kind]:
    """The facts with their types; of words, which they can be."""
    return {name: tuple(words[name]) if kind == "word" else cast("Kind", kind) for name, kind in facts.items()}


def compile_payments(compiler: Compiler, book: GroupBook, hands: Sequence[str]) -> list[payments.Payment]:
    """The rows of payments in order.

    Args:
        compiler: the compilation.
        book: the groups that expressions may name.
        hands: the names of the hands that win as they are dealt.
    """
    texts = tuple(group.text for group in book.groups)
    words = {"trick.pattern": book.patterns, "trick.led": texts, "trick.top": texts, "winner.hand": tuple(hands)}
    rows = []
    for name, spec in compiler.spec.scoring.payments.items():
        place = compiler.spec.scoring.payments.places[name]
        if spec.at == payments.DEALT and not hands:
            compiler.add("no-effect", "no dealt hand wins", spec.place("at"), "add dealt_wins to the phase")
            continue
        facts = payments.DEALT_FACTS if spec.at == payments.DEALT else payments.PAYMENT_FACTS
        names = word_facts(facts, words)
        whole = Context(_TITLES[spec.at], {name: kind for name, kind in names.items() if name not in _OF_ONE})
        each = Context(whole.title, {name: kind for name, kind in names.items()
                                     if name not in ("amount", "redirected")})
        factor = Context("a factor of a payment", names)
        for row in spec.redirect.values():
            if spec.at == payments.DEALT and row.to == "trick_leader":
                compiler.add("no-effect", "nobody has led to a trick", row.place("to"))
            if row.to == "dealer" and compiler.spec.match.first_dealer == "nobody":
                compiler.add("no-such-seat", "there is no dealer who could pay", row.place("to"))
        rows.append(payments.Payment(
            name, spec.at, _amount(compiler, spec.each_other_pays, each), _test(compiler, spec.when, whole),
            tuple(payments.Factor(key, _test(compiler, times.when, factor), _amount(compiler, times.by, factor),
                                  times.only == "positive")
                  for key, times in spec.times.items()),
            tuple(payments.Redirect(key, _test(compiler, row.when, whole), row.only == "positive",
                                    row.to == "trick_leader", spec.redirect.places[key])
                  for key, row in spec.redirect.items()), place))
    return rows


def _test(compiler: Compiler, text: Located[str] | None, facts: Context) -> scoring.Test | None:
    return cast("scoring.Test | None", compiler.expression(text, facts, "bool"))


def _amount(compiler: Compiler, text: Located[str], facts: Context) -> scoring.Amount:
    return cast("scoring.Amount", compiler.expression(text, facts, "int") or (lambda known: 0))
