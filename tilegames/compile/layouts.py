"""Compiles a layout: its tree, its opener, what must be filled, trains, drawing and blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from tilegames.compile.context import Compiler
from tilegames.compile.pieces import compile_mask
from tilegames.compile.roles import place_of, role
from tilegames.compile.schedules import hand_sizes
from tilegames.core import layouts, openers, scoring
from tilegames.core.phases import Phase
from tilegames.core.pieces import weigher
from tilegames.core.suits import Suits
from tilegames.core.table import Table
from tilegames.core.trees import Spinner, Tree
from tilegames.errors import HookError, Span
from tilegames.spec import model
from tilegames.spec.expressions import Context
from tilegames.spec.schema import Located

__all__ = ["TOTAL_FACTS", "compile_layout", "doubles_of", "rounds_of_doubles", "wanted_pieces"]

_HOW = {"first_round": "first", "after_win": "won", "after_tie": "tied", "after_reset": "reset",
        "after_level": "level", "after_redeal": "void", "after_block": "blocked"}
TOTAL_FACTS = Context("a sum", {"total": "int"})
#: So that no hook can make a piece with more sides than a table has room for.
_MOST_SIDES = 12


def compile_layout(compiler: Compiler, name: str, spec: model.Layout, suits: Suits | None) -> Phase | None:
    """The layout of a game; None, with problems, if it cannot be made."""
    highest = compiler.pieces.highest_number
    if highest < 0:
        compiler.add("no-numbers", "a layout needs pieces with two ends", spec.span)
        return None
    if isinstance(spec.joins, model.Joins) and not any(0 <= spec.joins.sum - number <= highest
                                                       for number in range(highest + 1)):
        compiler.add("nothing-joins", f"no two numbers of this set add up to {spec.joins.sum}",
                     spec.joins.place("sum"), f"the highest number is {highest}")
    rows = [_opener(compiler, spec, row, opener) for row, opener in spec.opener.items()]
    _check_openers(compiler, spec, rows)
    if not rows:
        return None
    must = _must_fill(compiler, spec)
    trains = _trains(compiler, spec, rows)
    total = spec.joins.sum if isinstance(spec.joins, model.Joins) else None
    joins = [number if total is None else total - number for number in range(highest + 1)]
    kinds = compiler.pieces.kinds
    arms = [*(f"train {seat}" for seat in range(compiler.players)), *spec.trains.public] if spec.trains else []
    tree = Tree(compiler.pieces, [other if 0 <= other <= highest else -1 for other in joins],
                sides=[max(1, sides) for sides in must.later],
                first_sides=[max(1 + kind.double, sides) for kind, sides in zip(kinds, must.first, strict=True)],
                spinner=None if spec.spinner == "none" else Spinner(spec.spinner == "every_double"), arms=arms,
                line=not must.needed)
    return layouts.Layout(
        name, compiler.pieces, compiler.seats, place_of(compiler, name), tree=tree, openers=rows,
        weight=weigher([compiler.values[kind] for kind in compiler.pieces.kind_of]),
        drawing=_drawing(compiler, spec), must_fill=must, trains=trains,
        again=layouts.Again("start" in spec.again, "double" in spec.again, spec.last_double == "plays_on",
                            spec.place("again")),
        block=layouts.Block(spec.blocked.when, spec.blocked.lowest, spec.blocked.credit == "side",
                            spec.place("blocked")),
        announce=spec.place("announce_last") if spec.announce_last else None, open_ends=_open_ends(compiler),
        remembers="after_last_opener" in _seats_of(spec), tells_out=_asks_of_out(compiler),
        join_place=_place(compiler, name, spec, "joins"),
        pass_place=spec.cannot_play.place("draw") if isinstance(spec.cannot_play, model.Draws)
        else _place(compiler, name, spec, "cannot_play"))


def _asks_of_out(compiler: Compiler) -> bool:
    """Whether the scoring asks how the last piece fitted: nobody works it out for nothing."""
    won = compiler.spec.scoring.round_won
    asked = [] if won is None else [won.scores, *(part for bonus in won.bonus.values()
                                                  for part in (bonus.when, bonus.scores))]
    return compiler.hook("points") is not None or any("out." in text.value for text in asked)


def _place(compiler: Compiler, name: str, spec: model.Layout, key: str) -> Span:
    """Where a key stands; the phase, if it is not written."""
    return spec.place(key) if key in spec.places else place_of(compiler, name)


def _seats_of(spec: model.Layout) -> set[Any]:
    """The words for seats that the opener uses."""
    return {seat for opener in spec.opener.values()
            for seat in (opener.seat, opener.first_drawer if opener.if_nobody in ("draw_in_turn", "all_draw") else "")
            if isinstance(seat, str)}


# The opener

def doubles_of(compiler: Compiler) -> list[int]:
    """The masks of the doubles of the set, from the highest down."""
    kinds = [kind for kind in compiler.pieces.kinds if kind.double]
    return [compiler.pieces.kind_masks[kind.index] for kind in sorted(kinds, key=lambda kind: -kind.high)]


def rounds_of_doubles(doubles: int, spec: model.Layout) -> int:
    """How many rounds there are until every double has had its turn."""
    return 2 * doubles - 1 if spec.round_doubles == "down_and_up" else doubles


def _round_double(doubles: Sequence[int], spec: model.Layout) -> Callable[[int], int]:
    """From the number of a round to the place of its double, from the highest down."""
    count = len(doubles)
    period = max(1, 2 * count - 2) if spec.round_doubles == "down_and_up" else count

    def place(number: int) -> int:
        at = number % period
        return at if at < count else period - at

    return place


def wanted_pieces(compiler: Compiler, spec: model.Layout,
                  names: tuple[Located[str], ...]) -> Callable[[int], list[int]]:
    """From the number of a round to the masks of the pieces that are asked for, the most wanted first."""
    pieces = compiler.pieces
    doubles = doubles_of(compiler)
    at = _round_double(doubles, spec)
    heavy = sorted(pieces.kinds, key=lambda kind: (-kind.pips, -kind.high))
    parts: list[Callable[[int], Sequence[int]]] = []
    for name in names:
        if name.value in ("round_double", "lower_double", "highest_double") and not doubles:
            compiler.add("no-pieces", "this set has no doubles", name.span)
        elif name.value == "round_double":
            parts.append(lambda number: (doubles[at(number)],))
        elif name.value == "lower_double":
            parts.append(lambda number: (*doubles[at(number) + 1:], *doubles[:at(number)]))
        elif name.value == "highest_double":
            parts.append(lambda number: doubles)
        elif name.value == "heaviest":
            parts.append(lambda number: [pieces.kind_masks[kind.index] for kind in heavy])
        else:
            kind = compiler.kind(name)
            if kind is not None:
                parts.append(_always((pieces.kind_masks[kind],)))
    return lambda number: [mask for part in parts for mask in part(number)]


def _always(masks: Sequence[int]) -> Callable[[int], Sequence[int]]:
    return lambda number: masks


def _by_table(wanted: Callable[[int], list[int]]) -> openers.Wanted:
    return lambda table: wanted(table.round)


def _opener(compiler: Compiler, spec: model.Layout, name: str, opener: model.Opener) -> openers.Opener:
    place = spec.opener.places[name]
    holder = opener.seat if isinstance(opener.seat, model.HolderOf) else None
    wanted = _by_table(wanted_pieces(compiler, spec, holder.holder_of)) if holder is not None else None
    if opener.piece == "held" and holder is None:
        compiler.add("may-not-hold", "held is the piece of the holder that starts", opener.place("piece"),
                     "let seat be holder_of a piece; a seat named by a word can start with its highest_double")
    best = opener.piece in ("highest_double", "heaviest")
    if best and holder is not None:
        compiler.add("may-not-hold", f"{opener.piece} is what a seat named by a word starts with",
                     opener.place("piece"), "with holder_of write piece: held")
    if best:
        wanted = _by_table(wanted_pieces(compiler, spec, (Located(opener.piece, opener.place("piece")),)))
    mask = None if opener.piece == "held" else compiler.pieces.full if opener.piece == "any" or best \
        else compile_mask(compiler, opener.piece)
    if mask is not None and opener.piece != "any" and not best and not (holder is not None and all(
            mask & one for one in _all_wanted(compiler, holder.holder_of))):
        compiler.add("may-not-hold", "the starter may not hold such a piece", opener.place("piece"),
                     "let the holder_of that piece start; a seat named by a word starts with any piece, or with its "
                     "highest_double or heaviest")
    if holder is None and opener.if_nobody != "next_row":
        compiler.add("no-effect", "if_nobody means something only with holder_of", opener.place("if_nobody"))
    search = None
    if opener.if_nobody in ("draw_in_turn", "all_draw"):
        search = openers.Search(role(compiler, opener.first_drawer, opener.place("first_drawer")),
                                opener.if_nobody == "all_draw", _by_lot(compiler, opener.first_drawer))
    if opener.on_table is not None:
        if holder is not None or opener.when or len(spec.opener) > 1 or opener.piece != "any":
            compiler.add("opener-shape", "a piece on the table is for a single row with a seat, without when and piece",
                         opener.place("on_table"))
        on_table = _by_table(wanted_pieces(compiler, spec, (opener.on_table,)))
        seat = role(compiler, opener.seat, opener.place("seat")) if holder is None else None
        return openers.Opener(name, seat=seat, pieces=None, wanted=on_table, by_lot=_by_lot(compiler, opener.seat),
                              laid=True, place=place)
    seat = None if holder is not None else role(compiler, opener.seat, opener.place("seat"))
    return openers.Opener(name, seat, mask, when=_when(opener, True), unless=_when(opener, False), wanted=wanted,
                          search=search, own_best=best, by_lot=_by_lot(compiler, opener.seat),
                          needs_choice=isinstance(opener.seat, model.NamedSeat), place=place)


def _by_lot(compiler: Compiler, seat: Any) -> Callable[[Table], bool]:
    """From the table, whether a seat is the one that the lot has drawn."""
    if compiler.spec.match.starter is None or not isinstance(seat, str):
        return openers.never
    if seat == "starter":
        return lambda table: True
    if seat == "last_winner":
        return lambda table: table.previous.seat < 0
    if seat == "after_last_opener":
        return lambda table: table.opened < 0
    return openers.never


def _all_wanted(compiler: Compiler, names: tuple[Located[str], ...]) -> list[int]:
    """Every piece that may be meant; empty if a name is wrong."""
    found: list[int] = []
    for name in names:
        if name.value in model.WANTED:
            doubles = doubles_of(compiler)
            found += doubles if name.value != "heaviest" else compiler.pieces.kind_masks
        else:
            kind = compiler.pieces.find(name.value)
            if kind is not None:
                found.append(compiler.pieces.kind_masks[kind])
    return found


def _when(opener: model.Opener, wanted: bool) -> frozenset[str]:
    """The endings after which a row holds, or after which it does not."""
    return frozenset(_HOW[word] for word, holds in opener.when.items() if holds == wanted)


def _check_openers(compiler: Compiler, spec: model.Layout, rows: Sequence[openers.Opener]) -> None:
    """Reports an opener whose last row need not hold."""
    last = list(spec.opener.values())[-1] if spec.opener else None
    certain = False
    if last is not None and not last.when:
        holder = last.seat if isinstance(last.seat, model.HolderOf) else None
        deal = compiler.spec.deal
        dealt = min(hand_sizes(deal, compiler.players), default=0) * compiler.players
        whole = dealt >= len(compiler.pieces)
        certain = (holder is None or last.if_nobody == "deal_again" or whole
                   or any(name.value == "heaviest" for name in holder.holder_of)
                   or (last.if_nobody != "next_row" and deal.rest == "stock"))
    if not certain:
        compiler.add("no-opener", "the last row of the opener must hold always",
                     spec.place("opener"),
                     "give it no when, and a seat that is sure: a holder_of heaviest, or if_nobody")
    for opener in spec.opener.values():
        if opener.if_nobody in ("draw_in_turn", "all_draw") and compiler.spec.deal.rest != "stock":
            compiler.add("nothing-to-draw", "the deal leaves no stock to draw from", opener.place("if_nobody"),
                         "let deal.rest be stock")
        if opener.if_nobody == "deal_again" and (compiler.spec.deal.method == "wall" or len(spec.opener) > 1):
            compiler.add("opener-shape", "dealing again is for a single row, and not for a wall",
                         opener.place("if_nobody"))


# What must be filled, trains, drawing

def _must_fill(compiler: Compiler, spec: model.Layout) -> layouts.MustFill:
    must = spec.must_fill
    ask = compiler.hook("must_fill")
    kinds = compiler.pieces.kinds
    first = [must.start if kind.double else min(must.start, 2) for kind in kinds]
    later = [must.double if kind.double else 0 for kind in kinds]
    if ask is not None:
        first = [ask(kind, True, sides) for kind, sides in zip(kinds, first, strict=True)]
        later = [ask(kind, False, sides) for kind, sides in zip(kinds, later, strict=True)]
        wrong = [sides for sides in (*first, *later) if not 0 <= sides <= _MOST_SIDES]
        if wrong:
            raise HookError(f"the hook for must_fill must return 0 to {_MOST_SIDES}, it returned {wrong[0]}",
                            compiler.hook_place("must_fill"))
    # A first piece with two different numbers has one side for each.
    first = [sides if kind.double else min(sides, 2) for kind, sides in zip(kinds, first, strict=True)]
    if spec.last_double == "plays_on" and ("double" not in spec.again or not isinstance(spec.cannot_play, model.Draws)):
        compiler.add("no-effect", "last_double means something only with again: double, and where one can draw",
                     spec.place("last_double"))
    if must.may_wait and "double" not in spec.again:
        compiler.add("no-effect", "may_wait means something only with again: double", must.place("may_wait"))
    if must.own_train != "no" and spec.trains is None:
        compiler.add("no-trains", "nobody has a train of their own", must.place("own_train"), "add trains")
    place = compiler.hook_place("must_fill") if ask is not None and "must_fill" not in spec.places \
        else spec.place("must_fill")
    own_arm = {"no": "", "before_public": "public", "before_all": "all"}[must.own_train]
    return layouts.MustFill(tuple(first), tuple(later), own_arm, must.order == "newest_first",
                            must.if_dead == "dropped", must.may_wait, place)


def _trains(compiler: Compiler, spec: model.Layout, rows: Sequence[openers.Opener]) -> layouts.Trains | None:
    trains = spec.trains
    if trains is None:
        return None
    if spec.spinner != "none" or spec.must_fill.start or spec.must_fill.double > 1 or compiler.hook("must_fill"):
        compiler.add("trains-branch", "trains do not branch, and all begin at the first piece", spec.place("trains"),
                     "no spinner, must_fill.start or hook, and must_fill.double is 1 at the most")
    doubles = 0
    for mask in doubles_of(compiler):
        doubles |= mask
    for row, opener in zip(rows, spec.opener.values(), strict=True):
        holder = opener.seat if isinstance(opener.seat, model.HolderOf) else None
        begins = _all_wanted(compiler, (opener.on_table,)) if opener.on_table is not None else (
            _all_wanted(compiler, holder.holder_of) if holder is not None and row.pieces is None else None)
        if begins is None or any(one & ~doubles for one in begins):
            compiler.add("trains-branch", "trains begin at a double", opener.place("piece"),
                         "let the holder_of a double start, with piece: held")
    count = compiler.players
    called = [name.lower() for name in trains.public]
    for name in sorted({name for name in called if called.count(name) > 1}):
        compiler.add("named-twice", f'two trains are called "{name}"', trains.place("public"))
    if spec.must_fill.own_train == "before_public" and not called:
        compiler.add("no-effect", "no train is everybody's", spec.must_fill.place("own_train"))
    public = sum(1 << arm for arm in range(count, count + len(trains.public)))
    return layouts.Trains(public, trains.marked_when_stuck, trains.first_turn == "chain", spec.place("trains"))


def _drawing(compiler: Compiler, spec: model.Layout) -> layouts.Drawing | None:
    draws = spec.cannot_play
    if not isinstance(draws, model.Draws):
        return None
    if compiler.spec.deal.rest != "stock":
        compiler.add("nothing-to-draw", "the deal leaves no stock to draw from", spec.place("cannot_play"),
                     "let deal.rest be stock")
    if draws.then == "turn_ends" and draws.draw != 1:
        compiler.add("no-effect", "the turn ends with the first piece drawn", draws.place("draw"), "write draw: 1")
    return layouts.Drawing(draws.draw if isinstance(draws.draw, int) else 0, draws.reserve, draws.then == "may_play",
                           draws.then == "turn_ends", draws.voluntary, draws.place("draw"))


def _open_ends(compiler: Compiler) -> scoring.OpenEnds | None:
    spec = compiler.spec.scoring.open_ends
    if spec is None:
        return None
    when = compiler.expression(spec.when, TOTAL_FACTS, "bool")
    scores = compiler.expression(spec.scores, TOTAL_FACTS, "int")
    if when is None or scores is None:
        return None
    times = {"once": 1, "twice": 2}
    return scoring.OpenEnds(cast("scoring.Test", when), cast("scoring.Amount", scores), times[spec.doubles],
                            times[spec.lone_double], compiler.spec.scoring.place("open_ends"))

