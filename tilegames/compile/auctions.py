"""Compiles auctions and declarations: the ladder of bids, what may be declared."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import cast

import attrs

from tilegames.compile.context import Compiler
from tilegames.compile.pieces import plain_suits, suits_under
from tilegames.compile.roles import place_of, role
from tilegames.core.auctions import Auction, Bid
from tilegames.core.contracts import BID_FACTS, Facts
from tilegames.core.declarations import Choice, Declare
from tilegames.core.phases import Phase, Role
from tilegames.core.scoring import Test
from tilegames.core.suits import Suits
from tilegames.core.table import Table
from tilegames.errors import closest
from tilegames.spec import model
from tilegames.spec.expressions import Context, Expression, Kind

__all__ = ["BIDDER_FACTS", "compile_auction", "compile_declare", "trump_choices", "with_bid_kinds", "won_bid_facts"]

_BID_FACTS = Context("a bid", {"amount": "int"})
#: What may be said of a bidder's hand.
BIDDER_FACTS = Context("the bidder's hand", {"hand.size": "int", "hand.doubles": "int", "hand.value": "int"})


def with_bid_kinds(compiler: Compiler, types: Mapping[str, str]) -> dict[str, Kind]:
    """Facts by their types, in which a word is a kind of bid."""
    auction = compiler.phase_of(model.Auction)
    kinds = ("none", *(auction.bids if auction is not None else ()))
    return {name: kinds if kind == "word" else cast("Kind", kind) for name, kind in types.items()}


def won_bid_facts(compiler: Compiler) -> Context:
    """What may be said of the bid that has won the auction."""
    return Context("the bid that won", with_bid_kinds(compiler, BID_FACTS))


def _hand_facts(compiler: Compiler) -> Callable[[Table], Facts]:
    pieces, values = compiler.pieces, compiler.values
    doubles = pieces.select(lambda kind: kind.double)

    def facts(table: Table) -> Facts:
        hand = table.hands[table.turn]
        return {"hand.size": hand.bit_count(), "hand.doubles": (hand & doubles).bit_count(),
                "hand.value": sum(values[kind] for kind in pieces.kinds_of(hand))}

    return facts


def _amounts(compiler: Compiler, spec: model.Auction, kind: str, once: bool) -> Iterator[tuple[int, int | None]]:
    """The amounts of a kind of bid, each with the one below that opens it (None if it may be bid at any time)."""
    bids = spec.bids[kind]
    high = bids.range.high
    assert high is not None
    yield from ((amount, None) for amount in range(bids.range.low, high + 1))
    if not bids.then:
        return
    if not once:
        compiler.add("endless-auction", f"then {bids.then} needs turns: one_each, or the auction might never end",
                     bids.place("then"))
    # Bids of other kinds can be level with this one, and then be raised from there.
    row = kind if bids.level_of is None else bids.level_of.value
    level = max(other.range.high or 0 for name, other in spec.bids.items()
                if row in (name, other.level_of.value if other.level_of is not None else ""))
    # Whoever bids highest at once, each of the others can raise it once.
    amount, raises = high, 0
    while amount > 0 and raises < compiler.players - 1:
        above = amount + 1 if bids.then == "+1" else 2 * amount
        yield above, amount
        amount = above
        raises += above > level


def compile_auction(compiler: Compiler, name: str, spec: model.Auction, suits: Suits | None) -> Phase | None:
    """The auction; reports what cannot be bid."""
    once = spec.turns == "one_each"
    ladder = _ladder(compiler, spec, once)
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
        elif ladder[rungs[0]].needs is not None:
            compiler.add("unknown-bid", "a dealer whose hand does not allow this bid could not make it",
                         spec.all_pass.place("dealer_bids"), "name a bid that needs nothing")
        all_pass = rungs[0] if rungs else 0
    elif spec.all_pass == "dealer_must_bid":
        all_pass = "must_bid"
        if ladder and all(bid.needs is not None or not bid.free for bid in ladder):
            compiler.add("unknown-bid", "a dealer with another hand would have nothing to bid", spec.place("all_pass"),
                         "let some kind of bid need nothing")
    first = role(compiler, spec.first, spec.place("first"))
    dealer: Role = lambda table: table.dealer  # noqa: E731
    if all_pass != "redeal" and compiler.spec.match.first_dealer == "nobody":
        compiler.add("no-such-seat", "there is no dealer who could be made to bid", spec.place("all_pass"))
    ask = compiler.hook("may_bid")
    return Auction(name, compiler.pieces, compiler.seats, place_of(compiler, name), ladder=ladder, first=first,
                   once=once, dealer=dealer, all_pass=all_pass, all_pass_place=spec.place("all_pass"),
                   hand_facts=_hand_facts(compiler), hook_place=compiler.hook_place("may_bid"),
                   may_bid=None if ask is None else lambda bid, table, default: bool(
                       ask(bid, compiler.look(table, table.turn), default)))


def _ladder(compiler: Compiler, spec: model.Auction, once: bool) -> list[Bid]:
    order = list(spec.bids)
    ladder: list[Bid] = []
    places: dict[int, tuple[tuple[int, int], tuple[int, int] | None]] = {}
    for kind, bids in spec.bids.items():
        place = spec.bids.places[kind]
        if bids.range.high is None:
            compiler.add("bad-range", "a range of bids needs an upper end; see then", bids.place("range"))
            continue
        level = bids
        if bids.level_of is not None:
            level = spec.bids.get(bids.level_of.value, bids)
            if level is bids or level.level_of is not None:
                compiler.add("unknown-bid", f'"{bids.level_of.value}" is no other kind of bid with a ladder of its own',
                             bids.level_of.span, closest(bids.level_of.value, [one for one in order if one != kind]))
        row = order.index(bids.level_of.value) if bids.level_of is not None and level is not bids else order.index(kind)
        target = compiler.expression(bids.target or level.target, _BID_FACTS, "int")
        stake = compiler.expression(bids.stake or level.stake, _BID_FACTS, "int")
        needs = compiler.expression(bids.needs, BIDDER_FACTS, "bool")
        amounts = list(_amounts(compiler, spec, kind, once))
        say = bids.say or "{amount} " + kind
        if "{amount}" not in say and len(amounts) > 1:
            compiler.add("same-words", f'every bid of "{kind}" would be said alike', bids.place("say"),
                         "put {amount} into it")
        for amount, below in amounts:
            words = (f"{amount} {kind}", f"{amount}{kind[0]}", f"{amount} {kind.rstrip('s')}",
                     *(word for word, meant in bids.also.items() if meant == amount))
            places[len(ladder)] = (row, amount), None if below is None else (row, below)
            ladder.append(Bid(
                say.replace("{amount}", str(amount)).replace("{s}", "" if amount == 1 else "s"), kind, amount,
                target=_worth(target, amount), stake=_worth(stake, amount), free=below is None, words=words,
                place=place, opening=bids.only == "before_any_bid", needs=cast("Test | None", needs)))
    levels = {pair: level for level, pair in enumerate(sorted({pair for pair, _ in places.values()}))}
    return [attrs.evolve(bid, level=levels[pair], below=-1 if below is None else _level(levels, below))
            for bid, (pair, below) in zip(ladder, places.values(), strict=True)]


def _level(levels: dict[tuple[int, int], int], pair: tuple[int, int]) -> int:
    """The level of a bid, or of the next higher one if nobody can make it."""
    return next(level for known, level in levels.items() if known >= pair)


def _worth(expression: Expression | None, amount: int) -> int:
    return int(expression({"amount": amount})) if expression else amount


def compile_declare(compiler: Compiler, name: str, spec: model.Declare, suits: Suits | None) -> Phase | None:
    """The declaration in a round without a contract from the bid; see also :mod:`tilegames.compile.contracts`."""
    if suits is None:
        compiler.add("no-suits", "trumps need tiles.suits", spec.place("choose"))
        return None
    if compiler.phase_of(model.Tricks) is None:
        compiler.add("no-tricks", "trumps are of no use without tricks", spec.span)
    return Declare(name, compiler.pieces, compiler.seats, place_of(compiler, name),
                   by=role(compiler, spec.by, spec.place("by")), may_be_silent=spec.if_silent is not None,
                   choices=trump_choices(compiler, spec, suits, ()))


def trump_choices(compiler: Compiler, spec: model.Declare, suits: Suits,
                  patches: tuple[model.SuitsPatch, ...]) -> list[Choice]:
    """The trumps that may be declared, under some changes about suits."""
    choices: list[Choice] = []
    changed = suits_under(compiler, suits, *patches)
    place = spec.place("choose")
    for word in spec.choose.trump:
        had = len(choices)
        if word.value == "any_suit":
            choices += [Choice(suit, changed.table(number), place=place)
                        for number, suit in enumerate(suits.names[:suits.natural])]
        elif word.value == "none":
            choices.append(Choice("no trump", plain_suits(compiler, suits, *patches), place=place))
        elif word.value in suits.names:
            choices.append(Choice(word.value, changed.table(suits.names.index(word.value)), place=place))
        else:
            compiler.add("unknown-suit", f'there is no suit "{word.value}"', word.span,
                         closest(word.value, [*suits.names, "any_suit", "none"]))
        if {one.text for one in choices[:had]} & {one.text for one in choices[had:]}:
            compiler.add("named-twice", f'"{word.value}" can be declared already', word.span, "name each choice once")
    return choices
