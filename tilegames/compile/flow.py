"""Puts the parts together: seats, set, deal, phases, scoring, match."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

from tilegames.compile.biddings import blind_round, compile_trump
from tilegames.compile.context import Compiler
from tilegames.compile.contracts import compile_contracts
from tilegames.compile.layouts import wanted_pieces
from tilegames.compile.phases import compile_phases
from tilegames.compile.pieces import (
    AnyPattern,
    check_words,
    compile_mask,
    compile_patterns,
    compile_set,
    compile_suits,
    compile_values,
    set_size,
)
from tilegames.compile.schedules import hand_sizes
from tilegames.compile.scoring import compile_match, compile_scoring
from tilegames.core.deals import Draw, Packets
from tilegames.core.rounds import Flow
from tilegames.core.seats import Seats
from tilegames.core.table import Table
from tilegames.hooks import HookFunction
from tilegames.spec.model import Deal, HolderOf, Layout, Players, Schedule, Spec, Turns

__all__ = ["compile_flow", "player_counts"]


#: The engine, the value of each kind, the patterns by name.
Compiled = tuple[Flow, tuple[int, ...], dict[str, AnyPattern]]


def player_counts(players: Players) -> range:
    """The player counts that a spec allows; empty if it does not say."""
    if players.count is not None:
        return range(players.count, players.count + 1)
    if players.min is None or players.max is None:
        return range(0)
    return range(players.min, players.max + 1)


def compile_flow(spec: Spec, players: int, *, hooks: Sequence[ModuleType | HookFunction],
                 look: Callable[[Table, int], Any], all_counts: bool = True) -> Compiled:
    """Compiles a spec for a player count.

    Args:
        spec: what to compile.
        players: one of ``player_counts(spec.players)``.
        hooks: modules with hooks, or hooks, beside the bundled ones.
        look: makes the view that hooks are shown.
        all_counts: whether the deal must fit the set for every player count of the spec, or only for this one (an
            option may be meant for some counts only).

    Returns:
        The engine, the value of each kind, and the patterns by name.

    Raises:
        SpecError: with every problem of the stage.
        HookError: a hook cannot be found or does not fit its slot.
    """
    compiler = Compiler(spec, players, hooks, look)
    teams = [range(side, players, 2) for side in range(2)] if spec.players.teams else []
    compiler.seats = Seats(players, clockwise=spec.players.turn == "clockwise", teams=teams)
    piece_set = compile_set(compiler)
    if piece_set is None:
        compiler.problems.raise_if_any()
        raise AssertionError("compile_set reports why")
    compiler.pieces = piece_set
    _check_deals(compiler, player_counts(spec.players) if all_counts else range(players, players + 1))
    check_words(compiler)
    compiler.values = compile_values(compiler)
    suits = compiler.suits = compile_suits(compiler)
    draws = _draws(compiler)
    phases = compile_phases(compiler, suits)
    rules = compile_scoring(compiler)
    match = compile_match(compiler)
    patterns = compile_patterns(compiler)
    contracts = compile_contracts(compiler, phases, suits)
    trump = compile_trump(compiler, suits)
    blind = blind_round(compiler, match.rounds)
    turned = _turned_up(compiler)
    compiler.problems.raise_if_any()
    packets = [_packets(spec.deal, players, size) for size in hand_sizes(spec.deal, players)]
    flow = Flow(piece_set, compiler.seats, phases, packets[0], draws, rules, match, contracts=contracts, trump=trump,
                blind_round=blind, schedule=packets if len(packets) > 1 else (), **_round_pieces(compiler),
                **turned)
    return flow, compiler.values, patterns


def _round_pieces(compiler: Compiler) -> dict[str, Any]:
    """Which piece somebody must be dealt, or the pack is dealt again; which is left out of the deal."""
    layout = compiler.phase_of(Layout)
    found: dict[str, Any] = {}
    if layout is None:
        return found
    for opener in layout.opener.values():
        if opener.if_nobody == "deal_again" and isinstance(opener.seat, HolderOf):
            found["somebody_gets"] = _mask_by_round(wanted_pieces(compiler, layout, opener.seat.holder_of))
        if opener.on_table is not None:
            found["left_out"] = _piece_by_round(wanted_pieces(compiler, layout, (opener.on_table,)))
    return found


def _turned_up(compiler: Compiler) -> dict[str, Any]:
    """What is not turned up, and whether it matters later what was."""
    deal = compiler.spec.deal
    turns = compiler.phase_of(Turns)
    knock = compiler.spec.scoring.knock
    mask = compile_mask(compiler, deal.turn_up_not) if deal.turn_up_not else 0
    if mask and (compiler.pieces.full & ~mask).bit_count() < compiler.players * max(
            hand_sizes(deal, compiler.players), default=0) + deal.turn_up:
        compiler.add("nothing-to-draw", "it could be that no piece can be turned up", deal.place("turn_up_not"))
    wild = compiler.spec.tiles
    if compiler.spec.melds is None and wild.wild:
        compiler.add("no-effect", "pieces are wild in melds, and there are none", wild.place("wild"))
    if compiler.spec.melds is not None and compiler.meld_rules is None and not len(compiler.problems):
        compiler.add("no-effect", "nothing in the phases has to do with melds", compiler.spec.place("melds"))
    if deal.turn_up_not and not deal.turn_up:
        compiler.add("no-effect", "no piece is turned up", deal.place("turn_up_not"))
    return {"not_turned": mask, "notes_turned": (turns is not None and turns.knock is not None
                                                 and turns.knock.deadwood == "turned_up")
            or (knock is not None and bool(knock.doubled_by))}


def _mask_by_round(wanted: Callable[[int], Sequence[int]]) -> Callable[[int], int]:
    return lambda number: sum(set(wanted(number)))


def _piece_by_round(wanted: Callable[[int], Sequence[int]]) -> Callable[[int], int]:
    return lambda number: wanted(number)[0].bit_length() - 1


def _packets(deal: Deal, players: int, each: int) -> Packets:
    starter = deal.starter.at(players) if deal.starter else None
    return Packets(each, extra=(starter or each) - each, turn_up=deal.turn_up, rest=deal.rest == "stock",
                   height=deal.wall_height if deal.method == "wall" else 0)


def _draws(compiler: Compiler) -> list[Draw]:
    match = compiler.spec.match
    pips = [compiler.pieces.kinds[kind].pips for kind in compiler.pieces.kind_of]
    draws = []
    if "highest_draw" in (match.first_dealer, match.starter) and len(set(pips)) < 2:
        compiler.add("no-highest", "nobody can draw the highest piece: all have the same pips",
                     match.place("first_dealer" if match.first_dealer == "highest_draw" else "starter"),
                     "draw by lot: random")
    if match.first_dealer != "nobody":
        draws.append(Draw("dealer", match.first_dealer.removesuffix("_draw"), compiler.players, every_round=False,
                          worth=pips))
    if match.starter is not None:
        draws.append(Draw("starter", match.starter.removesuffix("_draw").removesuffix("_once"), compiler.players,
                          every_round=match.starter != "random_once", worth=pips))
    return draws


def _check_deals(compiler: Compiler, counts: range) -> None:
    """Compares the deal with the set, for some player counts."""
    spec = compiler.spec
    deal = spec.deal
    laid = int(any(opener.on_table is not None for phase in spec.phases.values() if isinstance(phase, Layout)
                   for opener in phase.opener.values()))
    if spec.players.teams and any(count % 2 for count in counts):
        compiler.add("odd-teams", "two sides need an even number of players", spec.players.place("teams"))
    if isinstance(deal.each, Schedule) and (deal.starter is not None or deal.method == "wall"):
        compiler.add("uneven-hands", "hands that change from round to round are all of one size, from a heap",
                     deal.place("starter" if deal.starter is not None else "method"))
        return
    for players in counts:
        size = set_size(spec.equipment, players)
        sizes = hand_sizes(deal, players)
        if isinstance(deal.each, Schedule) and not sizes and deal.each.to.at(players) is not None:
            compiler.add("bad-range", f"hands of {deal.each.from_} up to {deal.each.to.at(players)} pieces: the least "
                         "number is more than the greatest", deal.each.place("from"))
            continue
        if size is None or not sizes:
            what, place = ("set", spec.place("set")) if size is None else ("deal", deal.place("each"))
            compiler.add("no-row", f"nothing is said of the {what} for {players} players", place)
            continue
        each = max(sizes)
        packets = _packets(deal, players, each)
        needed = packets.needed(players) + laid
        sum_text = f"{players} x {each}" + (f" + {packets.extra}" if packets.extra else "") + (
            f" + {packets.turn_up} turned up" if packets.turn_up else "") + (" + 1 on the table" if laid else "")
        if needed > size:
            compiler.add("deal-too-large", f"{players} players need {needed} pieces ({sum_text}), the set has {size}",
                         deal.place("each"), f"{needed} > {size}")
        elif size - needed < deal.spare * players:
            compiler.add("deal-too-large", f"{players} players leave {size - needed} pieces, {deal.spare} for each "
                         f"player must be left", deal.place("spare"), "use more sets, or deal fewer")
        if packets.height and size // packets.height < 2 * players:
            compiler.add("wall-height", f"a wall {packets.height} high of {size} pieces has {size // packets.height} "
                         f"whole stacks, {players} players take two each", deal.place("wall_height"))
        if packets.height and (packets.each + packets.extra != 2 * packets.height or packets.extra != 1):
            compiler.add("wall-height", f"a wall {packets.height} high gives the first player {2 * packets.height} "
                         f"pieces and the others {2 * packets.height - 1}", deal.place("wall_height"))
    if spec.match.starter is None and deal.starter is not None and spec.match.first_dealer == "nobody":
        compiler.add("no-such-seat", "nobody is the starter", deal.place("starter"), "add match.starter")
