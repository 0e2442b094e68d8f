"""Compiles tricks: restrictions, who wins, when the round ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from tilegames.compile.auctions import won_bid_facts
from tilegames.compile.context import Compiler
from tilegames.compile.pieces import compile_formula, compile_mask, plain_suits, suits_under
from tilegames.compile.roles import place_of, role
from tilegames.compile.schedules import hand_sizes
from tilegames.core import trick_rules
from tilegames.core.contracts import Decided, bid_facts
from tilegames.core.phases import MaskRule, narrowing
from tilegames.core.scoring import facts_of
from tilegames.core.suits import Suits, SuitTable, ranked
from tilegames.core.table import Table
from tilegames.core.tricks import Staged, Tricks, follow_suit
from tilegames.errors import HookError
from tilegames.spec import model
from tilegames.spec.expressions import Expression
from tilegames.spec.schema import laid_over

__all__ = ["compile_tricks", "patched"]


def patched(spec: model.Tricks, *patches: model.TricksPatch) -> model.Tricks:
    """The tricks as contracts change them."""
    for patch in patches:
        spec = laid_over(spec, patch)
    return spec


def _suits(compiler: Compiler, spec: model.Tricks, suits: Suits | None,
                    patches: tuple[model.SuitsPatch, ...] = ()) -> SuitTable:
    """The suits of tricks without a trump."""
    if spec.wins == "formula" and spec.formula is not None:
        return ranked(compiler.pieces, compile_formula(compiler, spec.formula))
    if suits is None:
        return ranked(compiler.pieces, range(len(compiler.pieces.kinds)))
    return plain_suits(compiler, suits, *patches)


def compile_tricks(compiler: Compiler, name: str, spec: model.Tricks, suits: Suits | None, *,
                   patches: tuple[model.SuitsPatch, ...] = (), made_if: Expression | None = None,
                   stop_if: Expression | None = None, contract: bool = False) -> Tricks:
    """The tricks of a game, or of one of its contracts.

    Args:
        spec: the words, with the contract's changes laid on.
        patches: what the contract changes about suits.
        made_if: when the contract is made.
        stop_if: when the contract ends the round.
        contract: whether it is for a contract.
    """
    _check(compiler, spec, suits, contract)
    declare = compiler.phase_of(model.Declare)
    undeclared = []
    if declare is not None and declare.if_silent and suits is not None and spec.wins == "highest":
        # A lead of no suit (the last one) makes nothing trump.
        changed, plain = suits_under(compiler, suits, *patches), plain_suits(compiler, suits, *patches)
        undeclared = [changed.table(suit) if suit < suits.natural else plain for suit in range(len(suits.masks) + 1)]
    deal = compiler.spec.deal
    if deal.starter is not None:
        compiler.add("uneven-hands", "tricks need hands of one size", deal.place("starter"))
    points = compiler.spec.scoring.points
    kind_of = compiler.pieces.kind_of
    return Tricks(
        name, compiler.pieces, compiler.seats, place_of(compiler, name),
        leader=role(compiler, spec.leader, spec.place("leader")), rules=_rules(compiler, spec, suits),
        suits=_suits(compiler, spec, suits, patches), undeclared=undeclared,
        silent=suits_under(compiler, suits, *patches).table() if suits is not None and undeclared else None,
        fixed=spec.wins == "formula",
        trick_points=points.per_trick if points else 0,
        values=tuple(compiler.values[kind] for kind in kind_of) if points and points.per_tile else (),
        sits_out=None if spec.sits_out is None else role(compiler, spec.sits_out, spec.place("sits_out")),
        tie=_ties(compiler, spec), other_end=spec.other_end, other_end_place=spec.place("other_end"),
        suit_names=suits.names if suits is not None else (), stop=_stop(compiler, spec, made_if, stop_if),
        won_down=_won_down(compiler, spec), blind=deal.visible is not None and deal.visible.last_round == "others")


def _check(compiler: Compiler, spec: model.Tricks, suits: Suits | None, contract: bool) -> None:
    """Reports words that mean nothing beside the others."""
    formula = spec.wins == "formula" or spec.follow == "best_formula"
    if formula and spec.formula is None:
        compiler.add("missing-key", "there is no formula", spec.place("wins" if spec.wins == "formula" else "follow"),
                     "say formula: with a number for each piece")
    if spec.formula is not None and not formula:
        compiler.add("no-effect", "nothing asks for the formula", spec.place("formula"), "see wins and follow")
    numbers = compiler.spec.tiles.suits == "ends"
    for key, means in (("double_led", numbers and suits is not None and len(suits.names) > suits.natural),
                       ("other_end", numbers),
                       ("cannot_follow", suits is not None), ("undertrump", suits is not None),
                       ("ties", spec.ties != "declarers" or compiler.phase_of(model.Auction) is not None)):
        if key in spec.places and not means:
            compiler.add("no-effect", f"{key} means nothing in this game", spec.place(key))
    if spec.wins == "formula":
        # A contract may well leave keys of the game without meaning; written beside the formula they mean nothing.
        for key in () if contract else ("trump", "cannot_follow", "undertrump", "double_led"):
            if key in spec.places:
                compiler.add("no-effect", f"{key} speaks of suits, and the formula knows none", spec.place(key))
        if spec.follow in ("must_if_able", "or_trump"):
            compiler.add("no-effect", "there is no suit to follow where the formula decides",
                         spec.place("follow" if "follow" in spec.places else "wins"),
                         "say follow: free, or follow: best_formula")
    if spec.follow == "or_trump" and suits is None:
        compiler.add("no-suits", "there are no trumps without suits", spec.place("follow"))
    if spec.sits_out is not None and compiler.seats.count < 3:
        compiler.add("no-such-seat", "of two players nobody can sit out", spec.place("sits_out"))


def _rules(compiler: Compiler, spec: model.Tricks, suits: Suits | None) -> list[Staged]:
    """The restrictions in the order in which they are asked."""
    pieces = compiler.pieces
    rules: list[Staged] = []

    def following(rule: MaskRule) -> None:
        rules.append(Staged(rule, leading=False))

    if spec.open_with == "held":
        rules += _open_with(compiler, spec)
    if spec.follow == "best_formula":
        if spec.formula is not None:
            worth = compile_formula(compiler, spec.formula)
            rules.append(Staged(trick_rules.best_by_formula(pieces, worth, spec.place("follow"))))
    elif spec.follow == "or_trump":
        following(trick_rules.follow_or_trump(spec.place("follow")))
    elif spec.follow == "must_if_able":
        following(follow_suit(spec.place("follow")))
    if spec.double_led == "then_number":
        following(trick_rules.follow_number(pieces, spec.place("double_led")))
    if spec.cannot_follow == "must_trump":
        following(trick_rules.must_trump(spec.place("cannot_follow")))
    if spec.undertrump == "barred":
        following(trick_rules.no_undertrump(spec.place("undertrump")))
    if spec.head == "if_able":
        following(trick_rules.must_head(spec.place("head")))
    rules += [_barred(compiler, row, spec.barred[row], spec.barred.places[row]) for row in spec.barred]
    for slot, leading in (("may_lead", True), ("may_follow", False)):
        ask = compiler.hook(slot)
        if ask is not None:
            before = narrowing([staged.rule for staged in rules if (staged.leading if leading else staged.following)])
            rules.append(Staged(_asked(compiler, slot, ask, before), leading=leading, following=not leading))
    return rules


def _open_with(compiler: Compiler, spec: model.Tricks) -> list[Staged]:
    place = spec.place("open_with")
    if not isinstance(spec.leader, model.HolderOf):
        compiler.add("no-effect", "open_with: held needs a leader who is named by what he holds", place,
                     "leader: {holder_of: 2C}")
        return []
    names = [name.value for name in spec.leader.holder_of]
    kind = next((kind for name in names if (kind := compiler.pieces.find(name)) is not None), None)
    if kind is None:
        return []
    return [trick_rules.open_with(compiler.pieces.kind_masks[kind], compiler.pieces.names[kind], place)]


def _barred(compiler: Compiler, name: str, row: model.Barred, place: Any) -> Staged:
    mask = compile_mask(compiler, row.pieces)
    breakers = mask | (compile_mask(compiler, row.broken_by) if row.broken_by else 0)
    if row.broken_by and row.until != "broken":
        compiler.add("no-effect", "broken_by means something only with until: broken", row.place("broken_by"))
    if mask == compiler.pieces.full:
        compiler.add("no-effect", "all pieces would be barred, and so none", row.place("pieces"))
    sentence = row.say or f"{name.replace('_', ' ')}: this piece may not be played yet by who has others"
    return trick_rules.barred(mask, sentence, place, when=row.when, until=row.until, breakers=breakers)


def _asked(compiler: Compiler, slot: str, ask: Callable[..., Any], before: Callable[[Table, int], int]) -> MaskRule:
    """A hook as a restriction, asked for what the restrictions before it leave. It does not lapse."""
    piece_set, place = compiler.pieces, compiler.hook_place(slot)

    def allowed(table: Table) -> int:
        hand = before(table, table.hands[table.turn])
        view = compiler.look(table, table.turn)
        kept = 0
        for kind in dict.fromkeys(piece_set.kinds_of(hand)):
            if ask(piece_set.kinds[kind], view, True):
                kept |= piece_set.kind_masks[kind]
        if not kept:
            raise HookError(f"the hook {slot} leaves seat {table.turn} without a legal move", place, "dead-end")
        return kept

    return MaskRule(f"hook-{slot.replace('_', '-')}", f"the hook {slot} forbids this piece", place,
                    allowed, lapses=False)


def _ties(compiler: Compiler, spec: model.Tricks) -> Any:
    if spec.ties == "declarers":
        return trick_rules.declarers_first(compiler.seats, lambda table: table.bidder)
    return trick_rules.last_played if spec.ties == "last_played" else None


#: The facts of the round that depend on who takes the tricks.
_TAKEN = ("declarers.points", "declarers.tricks", "opponents.points", "opponents.tricks")


def _stop(compiler: Compiler, spec: model.Tricks, made_if: Expression | None,
          stop_if: Expression | None) -> Callable[[Table], bool] | None:
    seats = compiler.seats
    tests: list[Callable[[Table], bool]] = []
    if stop_if is not None:
        tests.append(lambda table: bool(stop_if(facts_of(table, seats))))
    if spec.stop == "when_decided":
        if made_if is not None and _stop_is_harmless(compiler, spec):
            points = compiler.spec.scoring.points
            worth = sum(max(compiler.values[kind], 0) for kind in compiler.pieces.kind_of)
            total = (worth if points and points.per_tile else 0) + (points.per_trick if points else 0) * max(
                hand_sizes(compiler.spec.deal, compiler.players), default=0)
            tests.append(Decided(cast("Any", made_if), made_if.names, lambda table: facts_of(table, seats), total,
                                 lambda table: sum(table.tricks) + table.hands[table.turn].bit_count()))
        elif made_if is None:
            compiler.add("no-effect", "nothing can be decided without a contract", spec.place("stop"))
    if not tests:
        return None
    return tests[0] if len(tests) == 1 else lambda table: any(test(table) for test in tests)


def _stop_is_harmless(compiler: Compiler, spec: model.Tricks) -> bool:
    """Whether ending a decided round changes no score; reports if it would."""
    scoring = compiler.spec.scoring
    rows = [key for key in scoring.places if key not in ("points", "contract")]
    pays: list[Any] = [*([scoring.contract] if scoring.contract is not None else []), *compiler.spec.contracts.values()]
    texts = [text for pay in pays for end in (pay.made, pay.failed) if end is not None
             for text in (end.declarers, end.opponents) if text is not None]
    worths = [text.span for text in texts if any(name in text.value for name in _TAKEN)]
    negative = any(compiler.values[kind] < 0 for kind in compiler.pieces.kind_of)
    if rows or worths or negative or compiler.hook("points") is not None:
        compiler.add("stop-changes-score", "the tricks that would be left out count for the score", spec.place("stop"),
                     "let the round be played to its last piece")
        return False
    return True


def _won_down(compiler: Compiler, spec: model.Tricks) -> Callable[[Table], bool] | None:
    """Whether tricks taken lie face down; None if they never do."""
    if isinstance(spec.won, model.FaceDown):
        made = compiler.expression(spec.won.down_if, won_bid_facts(compiler), "bool")
        return None if made is None else lambda table: bool(made(bid_facts(table)))
    return (lambda table: True) if spec.won == "face_down" else None
