"""Compiles bids that all stand, exchanges, trumps that nobody names, the blind last hand, and scores for bids."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, cast

from tilegames.compile.context import Compiler
from tilegames.compile.pieces import plain_suits
from tilegames.compile.roles import place_of, role
from tilegames.compile.schedules import hand_sizes, size_in
from tilegames.core import tallies
from tilegames.core.biddings import Bidding
from tilegames.core.exchanges import Exchange
from tilegames.core.phases import Phase
from tilegames.core.scoring import Test
from tilegames.core.suits import Suits
from tilegames.core.trumps import Trump
from tilegames.errors import closest
from tilegames.spec import model
from tilegames.spec.expressions import Context, Kind
from tilegames.spec.schema import Located, Table

__all__ = ["blind_round", "compile_bidding", "compile_exchange", "compile_tallies", "compile_trump"]


def compile_bidding(compiler: Compiler, name: str, spec: model.Bidding, suits: Suits | None) -> Phase | None:
    """A bidding in which all bids stand."""
    sizes = hand_sizes(compiler.spec.deal, compiler.players) or (spec.from_ + 1,)
    high = None if spec.to == "hand_size" else cast("int", spec.to)
    least, most = (min(sizes), max(sizes)) if high is None else (high, high)
    unbalanced = spec.last_bid == "must_not_balance"
    if any(isinstance(phase, model.Auction | model.Bidding) for phase in compiler.before):
        compiler.add("two-auctions", "a round has one auction or bidding", place_of(compiler, name))
    if compiler.phase_of(model.Tricks) is None:
        compiler.add("no-tricks", "bids are for tricks, and there are none", place_of(compiler, name))
    if spec.from_ > least:
        compiler.add("bad-range", f"the least bid is {spec.from_}, but in some round the greatest is {least}",
                     spec.place("from"))
    elif unbalanced and spec.from_ == least:
        compiler.add("no-bid-left", f"the last bidder could be left without a bid: {least} may be the only one",
                     spec.place("last_bid"), "let bids begin lower")
    if unbalanced and spec.at_once:
        compiler.add("no-last-bidder", "nobody bids last when all bid at once", spec.place("last_bid"))
    say = _said(compiler, spec, most)
    for word, amount in spec.also.items():
        if not spec.from_ <= amount <= most:
            compiler.add("unknown-bid", f"there is no bid of {amount}", spec.also.places[word])
        if word in say.values() or re.fullmatch("0|[1-9][0-9]*", word):
            compiler.add("same-words", f'"{word}" is how another bid is said', spec.also.places[word])
    return Bidding(name, compiler.pieces, compiler.seats, place_of(compiler, name),
                   first=role(compiler, spec.first, spec.place("first")), low=spec.from_, high=high, most=most,
                   unbalanced=unbalanced, at_once=spec.at_once, say=say, also=spec.also,
                   places={key: spec.places.get(key) for key in ("from", "to", "last_bid")})


def _said(compiler: Compiler, spec: model.Bidding, most: int) -> dict[int, str]:
    """How bids are said; reports amounts that cannot be bid, and words said twice."""
    say: dict[int, str] = {}
    for amount, text in spec.say.items():
        place = spec.say.places[amount]
        if not re.fullmatch("0|[1-9][0-9]{0,3}", amount) or not spec.from_ <= int(amount) <= most:
            compiler.add("unknown-bid", f'there is no bid of "{amount}"', place)
        elif text in say.values() or re.fullmatch("[0-9]+", text):
            compiler.add("same-words", f'"{text}" is how another bid is said', place)
        else:
            say[int(amount)] = text
    return say


def compile_exchange(compiler: Compiler, name: str, spec: model.Exchange, suits: Suits | None) -> Phase | None:
    """Pieces given away at once."""
    players = compiler.players
    to = spec.to.at(players)
    if to is None:
        compiler.add("no-row", f"nothing is said of who gets the pieces for {players} players", spec.place("to"))
        return None
    place = spec.to.place(players) or spec.place("to")
    if set(to) == {"nobody"} or players == 1:
        compiler.add("no-effect", "nobody would ever get a piece", place)
    if {"second_left", "second_right"} & set(to) and players < 5:
        compiler.add("nobody-across", f"with {players} players nobody sits two seats away but across or beside", place,
                     "say left, right or across")
    if "across" in to and players % 2:
        compiler.add("nobody-across", f"with {players} players nobody sits across", place, "give to the left or right")
    sizes = hand_sizes(compiler.spec.deal, players)
    if sizes and spec.give > min(sizes):
        compiler.add("give-too-many", f"a hand of {min(sizes)} cannot give {spec.give}", spec.place("give"))
    return Exchange(name, compiler.pieces, compiler.seats, place_of(compiler, name), give=spec.give, to=to)


def compile_trump(compiler: Compiler, suits: Suits | None) -> Trump | None:
    """What is trump where nobody names it; None if nothing is."""
    spec = compiler.phase_of(model.Tricks)
    if spec is None or spec.trump is None:
        return None
    word, place = spec.trump.value, spec.trump.span
    if suits is None:
        compiler.add("no-suits", "trumps need tiles.suits", place)
        return None
    if compiler.phase_of(model.Declare) is not None:
        compiler.add("two-trumps", "trumps are declared already", place, "drop trump, or the phase that declares it")
    kind_of = compiler.pieces.kind_of
    plain = plain_suits(compiler, suits)
    if word == "none" or word in suits.names:
        return Trump("fixed", (plain if word == "none" else suits.table(suits.names.index(word)),) * len(kind_of))
    tables = [*map(suits.table, range(suits.natural)), plain]
    by_piece = tuple(tables[min(suits.natural_lead[kind], suits.natural)] for kind in kind_of)
    deal = compiler.spec.deal
    if word == "turned_up":
        if deal.turn_up != 1:
            compiler.add("nothing-turned-up", "one piece must be turned up to make trumps", place,
                         "add deal.turn_up: 1")
    elif word == "last_dealt":
        if compiler.spec.match.first_dealer == "nobody":
            compiler.add("no-such-seat", "there is no dealer whose last piece could be shown", place,
                         "it needs match.first_dealer")
        if deal.visible is not None and deal.visible.last_round == "others":
            compiler.add("seen-and-unseen", "the dealer would see the one piece that the dealer may not see", place)
    else:
        compiler.add("unknown-suit", f'there is no suit "{word}"', place,
                     closest(word, [*suits.names, "turned_up", "last_dealt", "none"]))
    return Trump(word, by_piece)


def blind_round(compiler: Compiler, rounds: int | None) -> int:
    """The number of the round in which nobody sees their own hand; -1 for none."""
    visible = compiler.spec.deal.visible
    if visible is None or visible.last_round == "owner":
        return -1
    place = visible.place("last_round")
    last = list(compiler.spec.phases.values())[-1:]
    if not last or not isinstance(last[0], model.Tricks):
        compiler.add("no-tricks", "only a hand for tricks can be played unseen", place)
    if any(not isinstance(phase, model.Tricks | model.Bidding) for phase in compiler.spec.phases.values()):
        compiler.add("unseen-choice", "who does not see the hand can bid and play it, and nothing else", place)
    if rounds is None:
        compiler.add("no-last-round", "nobody knows which round is the last", place, "add match.until.rounds")
        return -1
    sizes = hand_sizes(compiler.spec.deal, compiler.players)
    if size_in(sizes)(rounds - 1) != 1:
        compiler.add("unseen-hand-size", "a hand that its owner does not see has one piece, in the last round here "
                     f"{size_in(sizes)(rounds - 1)}", place)
    return rounds - 1


def compile_tallies(compiler: Compiler) -> tallies.TallyRow | None:
    """What each seat and each side scores by its bid and tricks, and the counters; None if nothing."""
    spec = compiler.spec.scoring
    if not (spec.each_seat or spec.each_side or spec.counters):
        return None
    key = next(key for key in ("each_seat", "each_side", "counters") if getattr(spec, key))
    if compiler.phase_of(model.Tricks) is None:
        compiler.add("no-tricks", "without tricks nothing is taken", spec.place(key))
    bids = compiler.phase_of(model.Bidding) is not None
    seat_facts = _facts("a seat's round", tallies.SEAT_FACTS, bids)
    side_facts = _facts("a side's round", tallies.SIDE_FACTS, bids)
    counters = []
    for name, counter in spec.counters.items():
        if (counter.at is None) != (counter.scores is None):
            compiler.add("missing-key", "at and scores go together", spec.counters.places[name])
        counters.append(tallies.Counter(name, _amount(compiler, counter.adds, side_facts), counter.at or 0,
                                        counter.scores or 0, spec.counters.places[name]))
    return tallies.TallyRow(_rows(compiler, spec.each_seat, seat_facts), _rows(compiler, spec.each_side, side_facts),
                            tuple(counters), size_in(hand_sizes(compiler.spec.deal, compiler.players)))


def _facts(title: str, names: Mapping[str, str], bids: bool) -> Context:
    """The facts of an expression; without a bidding nothing can be said of bids."""
    return Context(title, {name: cast("Kind", kind) for name, kind in names.items()
                           if bids or name not in ("bid", "nil_bids", "nil_tricks")})


def _amount(compiler: Compiler, text: Located[str], facts: Context) -> Any:
    return compiler.expression(text, facts, "int") or (lambda own: 0)


def _rows(compiler: Compiler, rows: Table[model.Tally], facts: Context) -> tuple[tallies.Tally, ...]:
    return tuple(tallies.Tally(name, cast("Test | None", compiler.expression(row.when, facts, "bool")),
                               _amount(compiler, row.scores, facts), rows.places[name]) for name, row in rows.items())
