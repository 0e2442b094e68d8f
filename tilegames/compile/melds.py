"""Compiles melds: shapes from patterns, contracts, knocks, the showdown, and what all of them score."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from math import comb

from tilegames.compile.context import Compiler
from tilegames.compile.pieces import compile_mask, rank_order
from tilegames.compile.roles import place_of
from tilegames.core.arrangements import Arranger
from tilegames.core.contract_plans import Item
from tilegames.core.melding import Melding
from tilegames.core.melds import MeldRules, Shape
from tilegames.core.phases import Phase
from tilegames.core.pieces import weigher
from tilegames.core.showdowns import Showdown
from tilegames.core.suits import Suits
from tilegames.core.table import Table
from tilegames.core.turn_parts import Knocking
from tilegames.errors import closest
from tilegames.spec import model
from tilegames.spec.schema import Located

__all__ = ["arranger_of", "check_melds", "compile_knock", "compile_melding", "compile_melds", "compile_showdown"]

_ITEM = re.compile(r"(\S+) ([1-9]\d?)")
#: In so many ways contracts can be laid that are looked through in good time.
_MOST_WAYS = 20_000


def compile_melds(compiler: Compiler) -> MeldRules | None:
    """The melds of the game, made once; None if it has none."""
    spec = compiler.spec.melds
    if spec is None or compiler.meld_rules is not None:
        return compiler.meld_rules
    wild_mask = compile_mask(compiler, compiler.spec.tiles.wild) if compiler.spec.tiles.wild else 0
    wild = frozenset(compiler.pieces.kinds_of(wild_mask))
    shapes = [_shape(compiler, name, wild) for name in spec.patterns]
    if any(shape is None for shape in shapes):
        return None
    made = [shape for shape in shapes if shape is not None]
    for number, shape in enumerate(made):
        if any(other.name == shape.name for other in made[:number]):
            compiler.add("named-twice", f'"{shape.name}" is named twice', spec.place("patterns"))
    both_ways = any(row[0] in row[1:] for shape in made if shape.run for row in shape.rows)
    if spec.low_end is not None and not both_ways:
        compiler.add("no-effect", "no rank counts at both ends of a run", spec.place("low_end"),
                     "give a run either_end")
    compiler.meld_rules = MeldRules(compiler.pieces, made, wild, compiler.values, spec.low_end,
                                    wild_own=spec.wild_counts == "own")
    return compiler.meld_rules


def _shape(compiler: Compiler, name: Located[str], wild: frozenset[int]) -> Shape | None:
    """The shape of melds that a pattern describes."""
    known = compiler.spec.patterns
    spec = known.get(name.value)
    if spec is None:
        compiler.add("unknown-pattern", f'there is no pattern "{name.value}"', name.span, closest(name.value, known))
        return None
    odd = next((key for key in ("total", "only", "not", "of", "parts", "families", "made_of") if key in spec.places),
               None)
    fits = spec.same == "suit" if spec.consecutive else spec.same in ("rank", "piece")
    if odd is not None or not fits or spec.size is None or spec.size.low < 2:
        compiler.add("not-a-meld", f'"{name.value}" is no shape of melds', spec.place(odd) if odd else spec.span,
                     "a meld has a size from 2 and is same: rank, same: piece, or same: suit with consecutive: yes")
        return None
    if spec.naturals and not wild:
        compiler.add("no-effect", "no piece is wild", spec.place("naturals"), "say what is wild under tiles")
    low, high = spec.size.low, spec.size.high or len(compiler.pieces)
    if spec.distinct is not None and spec.same != "rank":
        compiler.add("not-a-meld", "distinct: suit goes with same: rank", spec.place("distinct"))
    if spec.consecutive:
        rows, names, most = _run_rows(compiler, spec)
    else:
        rows, names = _group_rows(compiler, spec, wild)
        copies = compiler.pieces.copies
        all_wild = sum(copies[kind] for kind in wild)
        sizes = [len(row) if spec.distinct else sum(copies[kind] for kind in row) + all_wild for row in rows]
        most = max(sizes, default=0)
    most = min(high, most)
    naturals = spec.naturals or 0
    if rows and max(low, naturals) > most:
        compiler.add("not-a-meld", f'no "{name.value}" of {max(low, naturals)} pieces can be made: {most} are the most',
                     spec.place("naturals" if naturals > most else "size"))
        return None
    return Shape(name.value, spec.consecutive, rows, names, low, most, naturals, spec.distinct is not None)


def _run_rows(compiler: Compiler, spec: model.Pattern) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...], int]:
    kinds = compiler.pieces.kinds
    order = [rank for rank in rank_order(compiler) if any(kind.rank == rank for kind in kinds)]
    longest = len(order)
    if spec.either_end is not None:
        end = spec.either_end
        if not order or end not in (order[0], order[-1]):
            compiler.add("unknown-rank", f'"{end}" is neither the first nor the last rank', spec.place("either_end"),
                         f"they are {order[0]} and {order[-1]}" if order else "there are no ranks")
        else:
            order = [end, *order] if end == order[-1] else [*order, end]
    rows, names = [], []
    for suit in dict.fromkeys(kind.suit for kind in kinds if kind.rank and kind.suit):
        by_rank = {kind.rank: kind.index for kind in kinds if kind.suit == suit}
        # A pack from which pieces are missing has shorter rows between the gaps.
        part: list[int] = []
        for rank in [*order, None]:
            if rank in by_rank:
                part.append(by_rank[rank])
            else:
                if len(part) >= 2:
                    rows.append(tuple(part))
                    names.append(suit)
                part = []
    if not rows:
        compiler.add("not-a-meld", "this set has no ranks that could stand in a row", spec.span)
    return tuple(rows), tuple(names), longest


def _group_rows(compiler: Compiler, spec: model.Pattern,
                wild: frozenset[int]) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...]]:
    found: dict[str, list[int]] = {}
    for kind in compiler.pieces.kinds:
        shared = kind.name if spec.same == "piece" else kind.rank
        if kind.index not in wild and shared is not None:
            found.setdefault(shared, []).append(kind.index)
    if spec.distinct is not None and spec.size is not None:
        # Of a rank of which too many suits are wild no group can be made.
        found = {shared: row for shared, row in found.items() if len(row) >= spec.size.low} or found
    if not found:
        compiler.add("not-a-meld", f"no pieces of this set share their {spec.same}", spec.span)
    return tuple(map(tuple, found.values())), tuple(found)


def compile_melding(compiler: Compiler, spec: model.Turns) -> Melding | None:
    """What has to do with melds in turns; None without melds."""
    rules = compile_melds(compiler)
    if rules is None:
        return None
    melding = spec.melding
    lays_off = any("lay_off" in step.may for step in (*spec.first_turn, *spec.steps))
    contracts = [_contract(compiler, rules, items) for items in melding.contracts]
    return Melding(rules, compiler.seats, contracts=contracts,
                   lay_off={"any_meld": "any", "own_melds": "own"}[melding.lay_off] if lays_off else "none",
                   keep=int(melding.last_piece == "discarded"), place=spec.place("melding"),
                   contract_place=melding.place("contracts"), lay_off_place=melding.place("lay_off"))


def _contract(compiler: Compiler, rules: MeldRules, items: Sequence[Located[str]]) -> list[Item]:
    names = [shape.name for shape in rules.shapes]
    found = []
    for item in items:
        read = _ITEM.fullmatch(item.value)
        if read is None or read[1] not in names:
            compiler.add("bad-contract", f'"{item.value}" is no part of a contract', item.span,
                         f"write a pattern and the least number of its pieces, such as {names[0]} 3")
            continue
        shape = rules.shapes[names.index(read[1])]
        size = int(read[2])
        if not shape.low <= size <= shape.high:
            compiler.add("bad-contract", f"a {shape.name} has {shape.low} to {shape.high} pieces, not {size}",
                         item.span)
        found.append((names.index(read[1]), size))
    ways = 1
    for (shape_number, size), number in Counter(found).items():
        ways *= comb(_ways(rules.shapes[shape_number], size) + number - 1, number)
    if ways > _MOST_WAYS:
        compiler.add("bad-contract", f"this contract can be laid in {ways:,} ways, too many to look through",
                     items[0].span, "let it have fewer melds")
    return found


def _ways(shape: Shape, size: int) -> int:
    """In how many places of the rows a meld of a size can be."""
    return sum(max(0, len(row) - size + 1) if shape.run else 1 for row in shape.rows)


def compile_knock(compiler: Compiler, spec: model.Turns) -> Knocking | None:
    """When a player may knock."""
    if spec.knock is None:
        return None
    rules = compile_melds(compiler)
    if rules is None:
        return None
    return Knocking(arranger_of(compiler, rules), _limit(compiler, spec.knock), spec.place("knock"))


def arranger_of(compiler: Compiler, rules: MeldRules) -> Arranger:
    """The arranger of the game, made once."""
    if compiler.arranger is None:
        if min(compiler.values) < 0:
            compiler.add("bad-number", "what is left outside melds cannot count less than nothing",
                         compiler.spec.tiles.place("values"))
        compiler.arranger = Arranger(rules)
    return compiler.arranger


def _limit(compiler: Compiler, spec: model.Knock) -> Callable[[Table], int]:
    if spec.deadwood != "turned_up":
        limit = int(spec.deadwood)
        if spec.gin_only:
            compiler.add("no-effect", "gin_only goes with deadwood: turned_up", spec.place("gin_only"))
        return lambda table: limit
    if not compiler.spec.deal.turn_up:
        compiler.add("missing-key", "no piece is turned up", spec.place("deadwood"), "add deal.turn_up: 1")
    gin = compile_mask(compiler, spec.gin_only) if spec.gin_only else 0
    worth = [0 if gin >> piece & 1 else compiler.values[kind] for piece, kind in enumerate(compiler.pieces.kind_of)]
    return lambda table: worth[table.turned]


def compile_showdown(compiler: Compiler, name: str, spec: model.Showdown, suits: Suits | None) -> Phase | None:
    """The showdown after a knock."""
    turns = compiler.phase_of(model.Turns)
    place = place_of(compiler, name)
    if turns is None or not _may_knock(turns):
        compiler.add("no-knock", "a showdown follows turns in which somebody may knock", place,
                     "give the turns knock, or go_out: {with: melds}")
    rules = compile_melds(compiler)
    if rules is None:
        if compiler.spec.melds is None:
            compiler.add("missing-key", "a showdown needs melds", place, "add melds: [set, run]")
        return None
    return Showdown(name, compiler.pieces, compiler.seats, place,
                    melding=Melding(rules, compiler.seats, lay_off="knocker", place=place,
                                    lay_off_place=spec.place("lay_off")),
                    arranger=arranger_of(compiler, rules),
                    worth=weigher([compiler.values[kind] for kind in compiler.pieces.kind_of]),
                    lay_off=spec.lay_off, ties=spec.ties)


def _may_knock(turns: model.Turns) -> bool:
    return turns.knock is not None or (turns.go_out is not None and turns.go_out.complete.value == "melds")


def check_melds(compiler: Compiler, spec: model.Turns) -> None:
    """Reports words about melds in turns that do not go together."""
    uses = {verb for step in (*spec.first_turn, *spec.steps) for verb in (*step.must, *step.may, *step.then)}
    verbs = {"meld": (compiler.spec.melds is not None, "melds"), "lay_off": ("meld" in uses, "a step with meld"),
             "swap_wild": ("meld" in uses and bool(compiler.spec.tiles.wild), "a step with meld, or tiles.wild,"),
             "knock": (spec.knock is not None, "knock")}
    for verb, (there, what) in verbs.items():
        if verb in uses and not there:
            compiler.add("missing-key", f"a step has {verb}, but {what} is missing", spec.place("steps"))
    followed = any(isinstance(phase, model.Showdown) for phase in compiler.spec.phases.values())
    if _may_knock(spec) and not followed:
        compiler.add("missing-key", "after a knock hands are laid down: add a phase showdown", spec.span)
    unused: dict[str, tuple[bool, str]] = {
        "melding": ("meld" in uses, "no step has meld"),
        "knock": ("knock" in uses, "no step has knock"),
        "last_discard": (spec.reserve is not None and spec.knock is not None, "it goes with reserve and knock"),
        "use_in": (spec.must_use != "never" and "lay_off" in uses, "it goes with must_use and lay_off"),
        "must_use": ("meld" in uses and "take_discard" in uses and (
            spec.must_use != "several" or spec.takes == "within"),
            "it goes with take_discard and meld, several also with takes: within"),
        "first_turn": (not spec.turn_up_offered, "with turn_up_offered the first turn is like all others"),
        "turn_up_offered": (compiler.spec.deal.turn_up > 0 and "take_discard" in uses,
                            "it goes with deal.turn_up and take_discard"),
        "stalemate": ("take_discard" in uses, "nothing is taken from the discards"),
    }
    if "lay_off" in spec.melding.places and "lay_off" not in uses:
        compiler.add("no-effect", "no step has lay_off", spec.melding.place("lay_off"))
    melds = compiler.spec.melds
    if melds is not None and melds.low_end is not None and not compiler.spec.scoring.melded:
        compiler.add("no-effect", "what is melded does not count", melds.place("low_end"), "add scoring.melded: yes")
    if melds is not None and "wild_counts" in melds.places and not (compiler.spec.scoring.melded
                                                                    and compiler.spec.tiles.wild):
        compiler.add("no-effect", "no wild piece counts in a meld", melds.place("wild_counts"),
                     "it goes with tiles.wild and scoring.melded")
    for key, (there, why) in unused.items():
        if key in spec.places and not there:
            compiler.add("no-effect", why, spec.place(key))
    drawing = {"draw_stock", "take_discard", "push"}
    for steps in (spec.first_turn, spec.steps):
        melds_at = next((at for at, step in enumerate(steps) if "meld" in step.may), len(steps))
        for step in steps[melds_at:]:
            if drawing & {*step.must, *step.may}:
                compiler.add("step-shape", "melding comes after the draw", step.span, "let the draw be the first step")
    for step in (*spec.first_turn, *spec.steps):
        laying = {"meld", "lay_off", "swap_wild"}
        if laying & {*step.must, *step.then} or (laying & {*step.may} and not laying.issuperset(step.may)):
            compiler.add("step-shape", "melding, laying off and swapping stand together in a step with may", step.span)
        if step.then and spec.must_use != "never" and "take_discard" in (*step.must, *step.may):
            compiler.add("step-shape", "with must_use what is taken is used in a later step, so nothing can have to "
                         "follow at once", step.place("then"), "let the discard be a step of its own")
        if step.repeat and not laying.issuperset(step.may):
            compiler.add("step-shape", "only melding, laying off and swapping can be repeated", step.place("repeat"))
