"""Compiles the scoring of a round and the rules of the match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, cast

from tilegames.compile.auctions import with_bid_kinds
from tilegames.compile.biddings import compile_tallies
from tilegames.compile.context import Compiler
from tilegames.compile.layouts import TOTAL_FACTS, doubles_of, rounds_of_doubles
from tilegames.compile.pieces import compile_mask
from tilegames.compile.schedules import hand_sizes
from tilegames.core import scoring
from tilegames.core.contracts import Pays
from tilegames.core.meld_scores import BOXES, STAKES, Final, KnockRow, MeldedRow, Stakes
from tilegames.core.pieces import weigher
from tilegames.core.rounds import MatchRules
from tilegames.errors import HookError, Span
from tilegames.spec import model
from tilegames.spec.expressions import Context
from tilegames.spec.schema import Located

__all__ = ["compile_match", "compile_scoring", "pays_of", "result_facts"]


def result_facts(compiler: Compiler) -> Context:
    """What may be said of a finished round."""
    return Context("the result of a round", with_bid_kinds(compiler, scoring.RESULT_FACTS))


def compile_scoring(compiler: Compiler) -> scoring.Scoring:
    """The rows of the scoring, in the order of the reference."""
    spec = compiler.spec.scoring
    facts = result_facts(compiler)
    rows: list[Any] = []
    tricks = compiler.phase_of(model.Tricks) is not None
    groups = compiler.phase_of(model.GroupTricks) is not None
    if groups and spec.hand_left is not None:
        compiler.add("no-effect", "tricks of groups leave nothing in hand", spec.place("hand_left"))
    if spec.payments and not groups:
        compiler.add("no-tricks", "payments are for tricks of groups", spec.place("payments"))
    for key, there in (("round_won", spec.round_won is not None), ("pot", spec.pot is not None),
                       ("hand_left", spec.hand_left is not None)):
        if tricks and there:
            compiler.add("no-round-winner", "a round of tricks is won by nobody, and leaves nothing in hand",
                         spec.place(key), "score what was taken, or a contract")
    for key, there in (("taken", spec.taken and not groups), ("points", spec.points is not None)):
        if not tricks and there:
            compiler.add("no-tricks", "without tricks nothing is taken", spec.place(key))
    if tricks and spec.taken and spec.points is None:
        compiler.add("no-points", "what is taken is worth nothing", spec.place("taken"), "add points")
    if spec.contract is not None:
        if compiler.phase_of(model.Auction) is None:
            compiler.add("no-auction", "a contract needs an auction", spec.place("contract"))
        rows.append(_contract(compiler, spec.contract, facts))
    if spec.all_taken is not None:
        rows += _all_taken(compiler, spec, spec.all_taken)
    elif spec.taken:
        rows.append(scoring.TakenRow(spec.place("taken")))
    rows += compiler.settlements
    rows += _melds(compiler, spec)
    if spec.hand_left is not None:
        rows.append(_hand_left(compiler, spec.hand_left))
    if spec.round_won is not None:
        rows.append(_round_won(compiler, spec, facts))
    elif spec.love is not None:
        compiler.add("missing-key", "a love ledger enters rounds won: add round_won", spec.place("love"))
    tallies = compile_tallies(compiler)
    if tallies is not None:
        rows.append(tallies)
    pot = None
    if spec.pot is not None:
        if compiler.seats.count != len(compiler.seats.sides):
            compiler.add("pot-and-teams", "a pot is for players who play alone", spec.place("pot"))
        pot = scoring.Pot(spec.pot.ante, spec.pot.rake, spec.pot.nobody_wins == "refund", spec.place("pot"))
    ask = compiler.hook("points")
    hook = None if ask is None else _points_hook(ask, compiler.hook_place("points"))
    layout = compiler.phase_of(model.Layout)
    if spec.open_ends is not None and layout is None:
        compiler.add("no-layout", "only a layout has open ends", spec.place("open_ends"))
    final, stakes = _at_end(compiler, spec)
    if not rows and pot is None and hook is None and spec.open_ends is None and not spec.payments:
        compiler.add("no-scoring", "nothing is scored", compiler.spec.place("scoring"))
    return scoring.Scoring(compiler.seats, rows, pot=pot, hook=hook, hook_place=compiler.hook_place("points"),
                           can_tie=layout is None or layout.blocked.lowest != "nobody",
                           counters=_counters(spec), final=final, stakes=stakes)


def _counts(knock: model.KnockScores) -> tuple[int, int, int]:
    boxes = knock.boxes
    return boxes.gin, boxes.gin if boxes.whole_hand is None else boxes.whole_hand, boxes.undercut


def _counters(spec: model.Scoring) -> tuple[str, ...]:
    """The names of the counters: those of the spec, rounds won where they count at the end, money."""
    boxes = (BOXES,) if spec.final is not None and spec.final.each_round else ()
    return (*spec.counters, *boxes, *((STAKES,) if spec.stakes is not None else ()))


def _place_of_counter(compiler: Compiler, name: str) -> int:
    """Where the numbers of a counter begin; -1 if there is none."""
    names = _counters(compiler.spec.scoring)
    return names.index(name) * len(compiler.seats.sides) if name in names else -1


def _melds(compiler: Compiler, spec: model.Scoring) -> list[Any]:
    """The rows about melds and knocks."""
    rows: list[Any] = []
    turns = compiler.phase_of(model.Turns)
    if spec.melded:
        if turns is None or not any("meld" in step.may for step in (*turns.first_turn, *turns.steps)):
            compiler.add("no-effect", "nothing is melded in turns", spec.place("melded"))
        rows.append(MeldedRow(spec.place("melded")))
    if spec.knock is not None:
        if compiler.phase_of(model.Showdown) is None:
            compiler.add("no-knock", "nobody knocks", spec.place("knock"), "add a phase showdown")
        knock = spec.knock
        rows.append(KnockRow(
            weigher([compiler.values[kind] for kind in compiler.pieces.kind_of]), knock.gin,
            knock.gin if knock.whole_hand is None else knock.whole_hand, knock.undercut,
            compile_mask(compiler, knock.doubled_by) if knock.doubled_by else 0, _counts(knock),
            _place_of_counter(compiler, BOXES), spec.place("knock")))
        if "boxes" in knock.places and _place_of_counter(compiler, BOXES) < 0:
            compiler.add("no-effect", "rounds won are not counted", knock.place("boxes"),
                         "add scoring.final: {each_round: ...}")
        out = turns is not None and turns.go_out is not None and turns.go_out.complete.value == "melds"
        if knock.whole_hand is not None and not out:
            compiler.add("no-effect", "nobody goes out with nothing but melds", knock.place("whole_hand"),
                         "give the turns go_out: {with: melds}")
        if knock.doubled_by and not compiler.spec.deal.turn_up:
            compiler.add("no-effect", "no piece is turned up", knock.place("doubled_by"), "add deal.turn_up: 1")
    return rows


def _at_end(compiler: Compiler, spec: model.Scoring) -> tuple[Final | None, Stakes | None]:
    """What the end of the match adds."""
    final = None
    if spec.final is not None:
        if spec.final.each_round and spec.knock is None:
            compiler.add("no-effect", "rounds are not won by knocks", spec.final.place("each_round"),
                         "add scoring.knock")
        shutout = -1 if spec.final.shutout == "doubled" else spec.final.shutout
        final = Final(spec.final.winner, shutout, spec.final.each_round,
                      _place_of_counter(compiler, BOXES), spec.place("final"))
    stakes = None
    if spec.stakes is not None:
        if compiler.seats.count != len(compiler.seats.sides) or spec.pot is not None:
            compiler.add("pot-and-teams", "stakes are for players who play alone, without another pot",
                         spec.place("stakes"))
        stakes = Stakes(spec.stakes.ante, spec.stakes.round_share, _place_of_counter(compiler, STAKES),
                        spec.place("stakes"))
    for name in _counters(spec)[len(spec.counters):]:
        if name in spec.counters:
            compiler.add("named-twice", f'the rules keep a counter "{name}" of their own', spec.counters.places[name])
    return final, stakes


def _all_taken(compiler: Compiler, spec: model.Scoring, row: model.AllTaken) -> list[scoring.AllTakenRow]:
    mask = compile_mask(compiler, row.pieces)
    if not spec.taken or spec.points is None:
        compiler.add("no-points", "all_taken stands in place of what is taken", spec.place("all_taken"),
                     "add taken: yes and points")
        return []
    values = [0 if mask >> piece & 1 or not spec.points.per_tile else compiler.values[kind]
              for piece, kind in enumerate(compiler.pieces.kind_of)]
    beside = weigher(values) if row.beside == "taken" else None
    return [scoring.AllTakenRow(mask, row.taker, row.others, beside, spec.points.per_trick, spec.place("all_taken"),
                                spec.place("taken"))]


def _hand_left(compiler: Compiler, spec: model.HandLeft) -> scoring.HandLeftRow:
    for key in ("counts", "stock", "rounded"):
        if key in spec.places and spec.to != "winner":
            compiler.add("no-effect", f"{key} means something only if the winner scores", spec.place(key),
                         "add to: winner")
    if spec.to == "winner" and len(compiler.seats.sides) == 1 and not spec.stock and spec.counts != "everybody":
        compiler.add("no-effect", "there is nobody whose hand the winner could score", spec.place("to"))
    by_side = any(isinstance(phase, model.Layout) and phase.blocked.lowest == "side"
                  for phase in compiler.spec.phases.values())
    return scoring.HandLeftRow(
        weigher([compiler.values[kind] for kind in compiler.pieces.kind_of]), spec.to == "winner",
        spec.counts == "others_minus_own",
        spec.counts == "everybody", spec.stock, by_side, spec.round_to, spec.rounded == "each_hand",
        _amount(compiler, spec.scores, TOTAL_FACTS), compiler.spec.scoring.place("hand_left"))


def _points_hook(ask: Callable[..., Any], place: Span | None) -> Callable[[scoring.Facts, Mapping[int, int]],
                                                                          Mapping[int, int]]:
    def points(result: scoring.Facts, given: Mapping[int, int]) -> Mapping[int, int]:
        answer: dict[int, int] = ask(MappingProxyType(dict(result)), MappingProxyType(dict(given)))
        strange = [side for side in answer if side not in given]
        if strange:
            raise HookError(f"the hook for points speaks of the side {strange[0]}; sides are 0 to {len(given) - 1}",
                            place)
        return answer

    return points


def _amount(compiler: Compiler, text: Located[str] | None, facts: Context) -> scoring.Amount | None:
    return cast("scoring.Amount | None", compiler.expression(text, facts, "int"))


def _nothing(facts: scoring.Facts) -> int:
    return 0


def _contract(compiler: Compiler, spec: model.Contract, facts: Context) -> scoring.ContractRow:
    made_if = compiler.expression(spec.made_if, facts, "bool")
    return scoring.ContractRow(cast("scoring.Test", made_if or _nothing), pays_of(compiler, spec.made, facts),
                               pays_of(compiler, spec.failed, facts), spec.place("made"), spec.place("failed"))


def pays_of(compiler: Compiler, pay: model.ContractPay, facts: Context) -> Pays:
    """What declarers and opponents score."""
    return _amount(compiler, pay.declarers, facts), _amount(compiler, pay.opponents, facts)


def _round_won(compiler: Compiler, spec: model.Scoring, facts: Context) -> scoring.WinRow:
    won = spec.round_won
    assert won is not None
    bonuses = []
    for name, bonus in won.bonus.items():
        when = compiler.expression(bonus.when, facts, "bool")
        amount = _amount(compiler, bonus.scores, facts)
        bonuses.append(scoring.Bonus(name, cast("scoring.Test", when or _nothing), amount or _nothing,
                                     won.bonus.places[name]))
    ledger = None
    if spec.love is not None:
        lenient = spec.love.rule == "nil_someone"
        if lenient and spec.love.one_all == "play_off":
            compiler.add("no-effect", "a play-off is for the strict ledger", spec.love.place("one_all"))
        ledger = scoring.Love(spec.love.one_all == "play_off", lenient, spec.place("love"))
    return scoring.WinRow(_amount(compiler, won.scores, facts) or _nothing, tuple(bonuses), ledger,
                          spec.place("round_won"))


def compile_match(compiler: Compiler) -> MatchRules:
    """When the match ends and who has won it."""
    spec = compiler.spec.match
    if spec.until.reach is None and spec.until.rounds is None:
        compiler.add("endless-match", "until needs reach or rounds", spec.place("until"))
    tricks = compiler.phase_of(model.Tricks) is not None
    if tricks and spec.next_dealer == "winner":
        compiler.add("no-round-winner", "a round of tricks is won by nobody", spec.place("next_dealer"),
                     "let the deal go left, right or stay")
    if spec.next_dealer == "loser" and compiler.seats.count != 2:
        compiler.add("no-such-seat", "only of two players one is the loser", spec.place("next_dealer"))
    _ties(compiler, spec.ties, spec.place("ties"), spec.until.reach is not None)
    if compiler.spec.scoring.love is not None and spec.until.reach is None:
        compiler.add("endless-match", "a love ledger needs a score to reach", spec.place("until"))
    seats = compiler.seats
    dealers: dict[str, Callable[[int, int], int]] = {
        "left": lambda dealer, winner: seats.left_of(dealer),
        "right": lambda dealer, winner: seats.right_of(dealer),
        "winner": lambda dealer, winner: winner if winner >= 0 else dealer,
        "loser": lambda dealer, winner: seats.next[winner] if winner >= 0 else dealer,
        "same": lambda dealer, winner: dealer,
    }
    return MatchRules(spec.until.reach, _rounds(compiler, spec.until), spec.winner != "lowest",
                      "play_on" in spec.ties, "nobody" not in spec.ties, dealers[spec.next_dealer],
                      spec.until.checked == "at_once", tuple(
                          word for word in spec.ties if word in scoring.TIE_BREAKS or word == scoring.LAST_WINNER),
                      spec.until.fall_to, spec.winner == "round_winner")


def _rounds(compiler: Compiler, until: model.Until) -> int | None:
    """The number of rounds that ends the match."""
    if until.rounds == "schedule":
        if not isinstance(compiler.spec.deal.each, model.Schedule):
            compiler.add("no-schedule", "all hands have one size", until.place("rounds"), "write a number")
        return len(hand_sizes(compiler.spec.deal, compiler.players))
    if until.rounds != "every_double":
        return cast("int | None", until.rounds)
    layout = compiler.phase_of(model.Layout)
    doubles = doubles_of(compiler)
    if layout is None or not doubles:
        compiler.add("no-layout", "no double has a round of its own", until.place("rounds"), "write a number")
        return None
    return rounds_of_doubles(len(doubles), layout)


def _ties(compiler: Compiler, words: tuple[str, ...], place: Span, reaches: bool) -> None:
    if "play_on" in words and not reaches:
        compiler.add("ties-unclear", "play_on needs a score to reach", place)
    if {"shared", "nobody"} <= set(words):
        compiler.add("ties-unclear", "a tie is either shared or nobody's", place)
