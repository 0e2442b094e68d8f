"""Compiles the phases of a round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tilegames.compile.auctions import compile_auction, compile_declare
from tilegames.compile.biddings import compile_bidding, compile_exchange
from tilegames.compile.context import Compiler
from tilegames.compile.groups import compile_groups
from tilegames.compile.layouts import compile_layout
from tilegames.compile.melds import (
    arranger_of,
    check_melds,
    compile_knock,
    compile_melding,
    compile_melds,
    compile_showdown,
)
from tilegames.compile.pieces import compile_cover
from tilegames.compile.roles import place_of, role
from tilegames.compile.schedules import hand_sizes
from tilegames.compile.scoring import result_facts
from tilegames.compile.tricks import compile_tricks
from tilegames.core.declarations import Choose
from tilegames.core.layouts import Layout
from tilegames.core.phases import Phase
from tilegames.core.suits import Suits
from tilegames.core.turn_parts import Pile, Step, not_the_kind_taken, only_the_kind_drawn
from tilegames.core.turns import Turns
from tilegames.spec import model
from tilegames.spec.schema import Block

__all__ = ["compile_phases"]

#: The phases that play a round to its end.
_PLAYING = (model.Tricks, model.GroupTricks, model.Layout, model.Turns)


def compile_phases(compiler: Compiler, suits: Suits | None) -> list[Phase]:
    """The phases in order; reports what cannot be made."""
    made: list[Phase] = []
    for name, spec in compiler.spec.phases.items():
        before = compiler.before[-1] if compiler.before else None
        if isinstance(spec, model.Showdown) and not isinstance(before, model.Turns):
            compiler.add("no-knock", "a showdown comes straight after turns", compiler.spec.phases.places[name])
        elif isinstance(before, (*_PLAYING, model.Showdown)) and not isinstance(spec, model.Showdown):
            compiler.add("after-the-end", f'nothing can come before "{name}" that plays the round to its end',
                         compiler.spec.phases.places[name],
                         "only the last phase is tricks, group_tricks, layout or turns; a showdown may follow turns")
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
        if not isinstance(compiler.spec.phases[last], (*_PLAYING, model.Showdown)):
            compiler.add("no-end", f'the round would go nowhere after "{last}": the last phase must be tricks, '
                         "group_tricks, layout, turns or a showdown", compiler.spec.phases.places[last])
    _link_choices(made)
    return made


def _link_choices(made: Sequence[Phase]) -> None:
    """A choice that only a layout's opener asks for is skipped in rounds whose opener does not."""
    for choose, layout in ((c, ly) for c in made if isinstance(c, Choose) for ly in made if isinstance(ly, Layout)):
        if any(row.needs_choice for row in layout.openers):
            choose.needed = lambda table, layout=layout: layout.opener(table).needs_choice


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
    contract = compiler.spec.scoring.contract
    made_if = compiler.expression(contract.made_if, result_facts(compiler), "bool") if contract is not None else None
    return compile_tricks(compiler, name, spec, suits, made_if=made_if)


def _turns(compiler: Compiler, name: str, spec: model.Turns, suits: Suits | None) -> Phase | None:
    cover = None
    steps = [*spec.first_turn, *spec.steps]
    uses = {verb for step in steps for verb in (*step.must, *step.may, *step.then)}
    check_melds(compiler, spec)
    melding = compile_melding(compiler, spec) if "meld" in uses else None
    whole = None
    if spec.go_out is not None and spec.go_out.complete.value == "melds":
        rules_of_melds = compile_melds(compiler)
        if rules_of_melds is None:
            compiler.add("missing-key", "there are no melds", spec.go_out.place("with"), "add melds: [set, run]")
        else:
            whole = arranger_of(compiler, rules_of_melds)
    elif spec.go_out is not None:
        cover = compile_cover(compiler, spec.go_out.complete.value, spec.go_out.complete.span)
    elif "go_out" in uses:
        compiler.add("missing-key", "the steps go out, but go_out does not say when", spec.span)
    for step in steps:
        if bool(step.must) == bool(step.may):
            compiler.add("step-shape", "a step has either must or may", step.span)
        if step.then and ("discard" not in step.then or set(step.then) - {"discard", "go_out"}):
            compiler.add("step-shape", "what follows is a discard, or going out if one can", step.place("then"),
                         "write then: discard, or then: [go_out, discard]")
        if step.then and not {"draw_stock", "take_discard", "push"}.issuperset((*step.must, *step.may)):
            compiler.add("step-shape", "then follows a draw, a take or a push", step.place("then"))
    endless = spec.at_most is None and spec.stalemate.takes is None
    if endless and not any(step.must == ("draw_stock",) for step in spec.steps):
        compiler.add("endless-turns", "nobody need ever draw from the stock, so the round might never end",
                     spec.place("steps"), "let a step be must: draw_stock, or say at_most so many rounds of turns, or "
                     "stalemate.takes")
    if spec.first_turn and not {"discard", "draw_stock"} & {v for step in spec.first_turn for v in step.must}:
        compiler.add("step-shape", "the first turn must be able to end: let a step end with must discard",
                     spec.place("first_turn"))
    deal = compiler.spec.deal
    needed = max(hand_sizes(deal, compiler.players), default=0) * compiler.players + deal.turn_up
    no_stock = deal.rest != "stock" or needed >= len(compiler.pieces)
    # Whoever begins must be able to do something: to draw, or to take what was turned up.
    stuck = not spec.first_turn and not deal.turn_up and not {"discard", "go_out"} & {*spec.steps[0].must}
    if not deal.turn_up and not spec.first_turn and spec.steps[0].must and {"take_discard", "push"}.issuperset(
            spec.steps[0].must):
        compiler.add("nothing-to-draw", "nothing lies on the discards when the first player begins",
                     spec.steps[0].place("must"), "add deal.turn_up: 1")
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
        complete=complete, discard_rules=rules, at_most=spec.at_most or 0, melding=melding, whole=whole,
        knocking=compile_knock(compiler, spec),
        pile=Pile(spec.takes, spec.must_use, spec.turn_up_offered, spec.stalemate.returned or 0,
                  spec.stalemate.takes or 0, -1 if spec.reserve is None else spec.reserve,
                  spec.last_discard == "for_a_knock", spec.use_in == "new_meld"),
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
    return Step(bool(spec.must), spec.must or spec.may, spec.then, spec.span, spec.repeat)


_Maker = Callable[[Compiler, str, Any, Suits | None], Phase | None]
_MAKERS: dict[type[Block], _Maker] = {
    model.Auction: compile_auction, model.Bidding: compile_bidding, model.Exchange: compile_exchange,
    model.Declare: compile_declare, model.Choose: _choose, model.Tricks: _tricks, model.GroupTricks: compile_groups,
    model.Layout: compile_layout, model.Turns: _turns, model.Showdown: compile_showdown,
}
