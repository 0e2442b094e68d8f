"""Compiles the phases of a round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tilegames.compile.context import Compiler
from tilegames.compile.groups import compile_groups
from tilegames.compile.layouts import compile_layout
from tilegames.compile.pieces import compile_cover, no_suits
from tilegames.compile.roles import place_of, role
from tilegames.core.auctions import Auction, Bid
from tilegames.core.declarations import Choose, Declare
from tilegames.core.layouts import Layout
from tilegames.core.phases import MaskRule, Phase, Role, narrowing
from tilegames.core.suits import Suits, SuitTable
from tilegames.core.table import Table
from tilegames.core.tricks import Tricks, follow_suit
from tilegames.core.turns import Step, Turns, not_the_kind_taken, only_the_kind_drawn
from tilegames.errors import HookError, closest
from tilegames.spec import model
from tilegames.spec.expressions import Context
from tilegames.spec.schema import Block

__all__ = ["compile_phases"]

_BID_FACTS = Context("a bid", {"amount": "int"})

#: The phases that play a round to its end.
_PLAYING = (model.Tricks, model.GroupTricks, model.Layout, model.Turns)


def compile_phases(compiler: Compiler, suits: Suits | None) -> list[Phase]:
    """The phases in order; reports what cannot be made."""
    made: list[Phase] = []
    for name, spec in compiler.spec.phases.items():
        if compiler.before and isinstance(compiler.before[-1], _PLAYING):
            compiler.add("after-the-end", f'nothing can come before "{name}" that plays the round to its end',
                         compiler.spec.phases.places[name],
                         "only the last phase is tricks, group_tricks, layout or turns")
        if isinstance(spec, model.Auction) and any(isinstance(phase, model.Auction) for phase in compiler.before):
            compiler.add("two-auctions", "a round has one auction", compiler.spec.phases.places[name])
        maker = _MAKERS[type(spec)]
        phase = maker(compiler, name, spec, suits)
        if phase is not None:
            made.append(phase)
        compiler.before.append(spec)
    if not compiler.spec.phases:
        compiler.add("no-phases", "a game has at least one phase", compiler.spec.place("phases"))
    else:
        last = list(compiler.spec.phases)[-1]
        if not isinstance(compiler.spec.phases[last], _PLAYING):
            compiler.add("no-end", f'the round would go nowhere after "{last}": the last phase must be tricks, '
                         "group_tricks, layout or turns", compiler.spec.phases.places[last])
    _link_choices(made)
    return made


def _link_choices(made: Sequence[Phase]) -> None:
    """A choice that only a layout's opener asks for is skipped in rounds whose opener does not."""
    for choose, layout in ((c, ly) for c in made if isinstance(c, Choose) for ly in made if isinstance(ly, Layout)):
        if any(row.needs_choice for row in layout.openers):
            choose.needed = lambda table, layout=layout: layout.opener(table).needs_choice


def _auction(compiler: Compiler, name: str, spec: model.Auction, suits: Suits | None) -> Phase | None:
    once = spec.turns == "one_each"
    ladder: list[Bid] = []
    for kind, bids in spec.bids.items():
        place = spec.bids.places[kind]
        if bids.range.high is None:
            compiler.add("bad-range", "a range of bids needs an upper end; see then", bids.place("range"))
            continue
        top = bids.range.high
        if bids.then:
            if not once:
                compiler.add("endless-auction", "then +1 needs turns: one_each, or the auction might never end",
                             bids.place("then"))
            top += compiler.players - 1
        target = compiler.expression(bids.target, _BID_FACTS, "int")
        stake = compiler.expression(bids.stake, _BID_FACTS, "int")
        say = bids.say or "{amount} " + kind
        if "{amount}" not in say and bids.range.low != top:
            compiler.add("same-words", f'every bid of "{kind}" would be said alike', bids.place("say"),
                         "put {amount} into it")
        for amount in range(bids.range.low, top + 1):
            words = (f"{amount} {kind}", f"{amount}{kind[0]}", f"{amount} {kind.rstrip('s')}",
                     *(word for word, meant in bids.also.items() if meant == amount))
            ladder.append(Bid(
                say.replace("{amount}", str(amount)).replace("{s}", "" if amount == 1 else "s"), kind, amount,
                target=int(target({"amount": amount})) if target else amount,
                stake=int(stake({"amount": amount})) if stake else amount,
                free=amount <= bids.range.high, words=words, place=place))
    said = [bid.text for bid in ladder] + ["pass"]
    for twice in sorted({text for text in said if said.count(text) > 1}):
        compiler.add("same-words", f'two bids are said "{twice}"', spec.place("bids"), "give their kinds a say")
    all_pass: str | int = "redeal"
    if isinstance(spec.all_pass, model.DealerBids):
        wanted = [(kind, amount) for kind, amount in spec.all_pass.dealer_bids.items()]
        rungs = [rung for rung, bid in enumerate(ladder) if [(bid.kind, bid.amount)] == wanted]
        if not rungs:
            compiler.add("unknown-bid", "the auction has no such bid", spec.all_pass.place("dealer_bids"),
                         "name one kind of bid and an amount in its range")
        all_pass = rungs[0] if rungs else 0
    elif spec.all_pass == "dealer_must_bid":
        all_pass = "must_bid"
    first = role(compiler, spec.first, spec.place("first"))
    dealer: Role = lambda table: table.dealer  # noqa: E731
    if all_pass != "redeal" and compiler.spec.match.first_dealer == "nobody":
        compiler.add("no-such-seat", "there is no dealer who could be made to bid", spec.place("all_pass"))
    ask = compiler.hook("may_bid")
    return Auction(name, compiler.pieces, compiler.seats, place_of(compiler, name), ladder=ladder, first=first,
                   once=once, dealer=dealer, all_pass=all_pass, all_pass_place=spec.place("all_pass"),
                   hook_place=compiler.hook_place("may_bid"),
                   may_bid=None if ask is None else lambda bid, table, default: bool(
                       ask(bid, compiler.look(table, table.turn), default)))


def _declare(compiler: Compiler, name: str, spec: model.Declare, suits: Suits | None) -> Phase | None:
    by = role(compiler, spec.by, spec.place("by"))
    if suits is None:
        compiler.add("no-suits", "trumps need tiles.suits", spec.place("choose"))
        return None
    choices: list[tuple[str, SuitTable]] = []
    for word in spec.choose.trump:
        had = len(choices)
        if word.value == "any_suit":
            choices += [(suit, suits.table(number)) for number, suit in enumerate(suits.names[:suits.natural])]
        elif word.value == "none":
            choices.append(("no trump", suits.table()))
        elif word.value in suits.names:
            choices.append((word.value, suits.table(suits.names.index(word.value))))
        else:
            compiler.add("unknown-suit", f'there is no suit "{word.value}"', word.span,
                         closest(word.value, [*suits.names, "any_suit", "none"]))
        if {text for text, _ in choices[:had]} & {text for text, _ in choices[had:]}:
            compiler.add("named-twice", f'"{word.value}" can be declared already', word.span, "name each choice once")
    if not any(isinstance(phase, model.Tricks) for phase in compiler.spec.phases.values()):
        compiler.add("no-tricks", "trumps are of no use without tricks", spec.span)
    return Declare(name, compiler.pieces, compiler.seats, place_of(compiler, name), by=by, choices=choices,
                   may_be_silent=spec.if_silent is not None)


def _choose(compiler: Compiler, name: str, spec: model.Choose, suits: Suits | None) -> Phase | None:
    seats = compiler.seats
    everybody = range(seats.count)
    among: dict[str, Callable[[int], Sequence[int]]] = {
        "own_side": lambda seat: seats.sides[seats.side_of[seat]],
        "all": lambda seat: everybody,
        "others": lambda seat: [other for other in everybody if other != seat],
    }
    if any(not among[spec.among](seat) for seat in everybody):
        compiler.add("nobody-to-choose", "there is nobody who could be named", spec.place("among"))
    return Choose(name, compiler.pieces, seats, place_of(compiler, name), role=spec.role,
                  by=role(compiler, spec.by, spec.place("by")), among=among[spec.among])


def _tricks(compiler: Compiler, name: str, spec: model.Tricks, suits: Suits | None) -> Phase | None:
    rules: list[MaskRule] = []
    if spec.follow == "must_if_able":
        rules.append(follow_suit(spec.place("follow")))
    for slot, leading in (("may_lead", True), ("may_follow", False)):
        ask = compiler.hook(slot)
        if ask is not None:
            rules.append(_asked(compiler, slot, ask, leading, narrowing(rules)))
    declare = next((phase for phase in compiler.spec.phases.values() if isinstance(phase, model.Declare)), None)
    undeclared = []
    if declare is not None and declare.if_silent and suits is not None:
        # A lead of no suit (the last one) makes nothing trump.
        undeclared = [suits.table(suit if suit < suits.natural else -1) for suit in range(len(suits.masks) + 1)]
    deal = compiler.spec.deal
    if deal.starter is not None:
        compiler.add("uneven-hands", "tricks need hands of one size", deal.place("starter"))
    points = compiler.spec.scoring.points
    kind_of = compiler.pieces.kind_of
    return Tricks(
        name, compiler.pieces, compiler.seats, place_of(compiler, name),
        leader=role(compiler, spec.leader, spec.place("leader")),
        rules=rules, suits=suits.table() if suits else no_suits(compiler.pieces), undeclared=undeclared,
        trick_points=points.per_trick if points else 0,
        values=tuple(compiler.values[kind] for kind in kind_of) if points and points.per_tile else ())


def _asked(compiler: Compiler, slot: str, ask: Callable[..., Any], leading: bool,
           before: Callable[[Table, int], int]) -> MaskRule:
    """A hook as a restriction, asked for what the restrictions before it leave. It does not lapse."""
    piece_set, place = compiler.pieces, compiler.hook_place(slot)

    def allowed(table: Table) -> int:
        if bool(table.trick) == leading:
            return -1
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


def _turns(compiler: Compiler, name: str, spec: model.Turns, suits: Suits | None) -> Phase | None:
    cover = None
    steps = [*spec.first_turn, *spec.steps]
    uses = {verb for step in steps for verb in (*step.must, *step.may, *step.then)}
    if spec.go_out is not None:
        cover = compile_cover(compiler, spec.go_out.complete.value, spec.go_out.complete.span)
    elif "go_out" in uses:
        compiler.add("missing-key", "the steps go out, but go_out does not say when", spec.span)
    for step in steps:
        if bool(step.must) == bool(step.may):
            compiler.add("step-shape", "a step has either must or may", step.span)
        if step.then and ("discard" not in step.then or set(step.then) - {"discard", "go_out"}):
            compiler.add("step-shape", "what follows is a discard, or going out if one can", step.place("then"),
                         "write then: discard, or then: [go_out, discard]")
        if step.then and {"discard", "go_out"} & {*step.must, *step.may}:
            compiler.add("step-shape", "then follows a draw or a take", step.place("then"))
    if spec.at_most is None and not any(step.must == ("draw_stock",) for step in spec.steps):
        compiler.add("endless-turns", "nobody need ever draw from the stock, so the round might never end",
                     spec.place("steps"), "let a step be must: draw_stock, or say at_most so many rounds of turns")
    if spec.first_turn and not {"discard", "draw_stock"} & {v for step in spec.first_turn for v in step.must}:
        compiler.add("step-shape", "the first turn must be able to end: let a step end with must discard",
                     spec.place("first_turn"))
    deal = compiler.spec.deal
    needed = (deal.each.at(compiler.players) or 0) * compiler.players + deal.turn_up
    no_stock = deal.rest != "stock" or needed >= len(compiler.pieces)
    # Whoever begins must be able to do something: to draw, or to take what was turned up.
    stuck = not spec.first_turn and not deal.turn_up and not {"discard", "go_out"} & {*spec.steps[0].must}
    if no_stock and spec.empty_stock == "ends_round" and (
            stuck or any(step.must == ("draw_stock",) for step in steps)):
        compiler.add("nothing-to-draw", "the deal leaves no stock to draw from", deal.place("rest"),
                     "deal fewer pieces, or drop draw_stock")
    rules = []
    if spec.discard.kind_taken == "refused":
        rules.append(not_the_kind_taken(compiler.pieces, spec.discard.place("kind_taken")))
    if spec.discard.drawn == "must_go":
        rules.append(only_the_kind_drawn(compiler.pieces, spec.discard.place("drawn")))
    complete: Callable[[Sequence[int]], bool] | None = cover.complete if cover else None
    ask = compiler.hook("hand_complete")
    if ask is not None:
        complete = _complete(compiler, complete, ask)
    take = compiler.hook("may_take")
    return Turns(
        name, compiler.pieces, compiler.seats, place_of(compiler, name),
        first=role(compiler, spec.first, spec.place("first")),
        steps=[_step(step) for step in spec.steps], first_turn=[_step(step) for step in spec.first_turn],
        complete=complete, discard_rules=rules, take_top=spec.takes == "top", at_most=spec.at_most or 0,
        play_on=spec.empty_stock.play_on_for if isinstance(spec.empty_stock, model.PlayOn) else 0,
        hook_place=compiler.hook_place("may_take"),
        may_take=None if take is None else lambda kind, table, default: bool(
            take(compiler.pieces.kinds[kind], compiler.look(table, table.turn), default)),
        go_out_place=spec.place("go_out"))


def _complete(compiler: Compiler, default: Callable[[Sequence[int]], bool] | None,
              ask: Callable[..., Any]) -> Callable[[Sequence[int]], bool]:
    kinds = compiler.pieces.kinds
    return lambda hand: bool(ask(tuple(kinds[kind] for kind in hand), default(hand) if default else False))


def _step(spec: model.Step) -> Step:
    return Step(bool(spec.must), spec.must or spec.may, spec.then, spec.span)


_Maker = Callable[[Compiler, str, Any, Suits | None], Phase | None]
_MAKERS: dict[type[Block], _Maker] = {
    model.Auction: _auction, model.Declare: _declare, model.Choose: _choose, model.Tricks: _tricks,
    model.GroupTricks: compile_groups, model.Layout: compile_layout, model.Turns: _turns,
}
