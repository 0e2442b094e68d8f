"""The chapters of a rulebook on auctions, declarations and tricks."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tilegames.core import auctions, declarations, tricks
from tilegames.errors import Span
from tilegames.render.book import Book
from tilegames.render.chapters_bids import trump
from tilegames.render.chapters_suits import compiled_tricks, has_trumps, ranked
from tilegames.render.words import counted, described, listed, plain, ranged, who
from tilegames.spec import model

__all__ = ["auction", "declare", "leader", "restrictions", "sits_out", "takes", "trick_points", "tricks_chapter", "won"]


#: What is asked of who cannot follow a suit; where a formula decides there are none.
_OF_SUITS = ("must-follow-number", "must-trump", "no-undertrump")
#: Which key of the tricks is behind a restriction that a contract can change.
_KEYS = {"must-follow": "follow", "must-follow-or-trump": "follow", "must-play-best": "follow",
         "must-follow-number": "double_led"}
#: Words that leave something free; they are said only where they are written.
_FREE = {"double_led": ("own_suit", "who cannot follow a double that was led need not play its number"),
         "cannot_follow": ("anything", "who cannot follow need not play a trump"),
         "head": ("never", "nobody must beat what has been played"),
         "undertrump": ("allowed", "a trump may be lower than one already played"),
         "other_end": ("never", "who leads cannot call the other number of a {}")}


def auction(book: Book, spec: model.Auction, phase: auctions.Auction) -> None:
    """Who speaks when, and what may be bid."""
    book.say(f"{who(spec.first, book.spec)} speaks first", [*book.at(spec, "first"), *book.inside(spec.first)])
    book.say("everybody has one turn, to pass or to bid" if phase.once else
             "players pass or bid in turn, round and round; who has passed is out, and it ends when all others have "
             "passed", book.at(spec, "turns"))
    book.say("a bid must be higher than the one before; the highest bid wins the auction", book.at(spec, "bids"))
    for kind in spec.bids:
        _kind(book, spec, phase, kind)
    level = [plain(kind) for kind, bids in spec.bids.items() if bids.level_of is not None]
    if len(spec.bids) - len(level) > 1:
        but = f", but for {listed(level)}" if level else ""
        book.say(f"the kinds stand here from low to high{but}: every bid of a kind is higher than all of the kinds "
                 "before it", book.at(spec, "bids"))
    if book.phase_of(model.Declare) is None:
        book.say("who wins the auction is the declarer", [spec.span])
    _all_pass(book, spec, phase)


def _kind(book: Book, spec: model.Auction, phase: auctions.Auction, kind: str) -> None:
    """One kind of bid."""
    bids = spec.bids[kind]
    rungs = [bid for bid in phase.ladder if bid.kind == kind]
    first, last = rungs[0], rungs[-1]
    text = f"{plain(kind)}: {ranged(bids.range)}, said “{first.text}”"
    if first is not last:
        text += f" to “{last.text}”"
    closed = next((bid for bid in rungs if not bid.free), None)
    if closed is not None:
        step = "twice as much as" if bids.then == "x2" else "one more than"
        below = next((bid.text for bid in phase.ladder if bid.level == closed.below), None)
        text += f"; above {bids.range.high} only {step} the bid just before"
        text += f" ({closed.text} may be bid only over {below})" if below is not None else ""
    spans = book.at(bids, "range", "then", "target", "stake", "say", "also", "level_of", "only", "needs")
    level = bids
    if bids.level_of is not None:
        level = spec.bids[bids.level_of.value]
        text += f"; it is as high as the bid of the kind {plain(bids.level_of.value)} with the same amount"
    if bids.only == "before_any_bid":
        text += "; it may be bid only as long as nobody has bid"
    elif "only" in bids.places:
        text += "; it may be bid also after other bids"
    if bids.needs is not None:
        text += f"; it may be bid only if {book.words(bids.needs)}"
    if bids.also:
        others = (f"“{word}” for {amount}" for word, amount in bids.also.items())
        text += f"; it may also be said {listed(others, 'or')}"
    target, stake = bids.target or level.target, bids.stake or level.stake
    text += f"; its target is {book.words(target) if target else 'its amount'}"
    text += f" and its stake is {book.words(stake) if stake else 'its amount'}"
    book.item(text, [*book.at(spec.bids, kind), *spans, *book.at(bids.also, *bids.also)])


def _all_pass(book: Book, spec: model.Auction, phase: auctions.Auction) -> None:
    spans = book.at(spec, "all_pass")
    if spec.all_pass == "redeal":
        book.say("if everybody passes, the round is not played, nobody scores, and the next round is dealt", spans)
        return
    seats = book.flow.seats
    second = {"left_of_dealer": seats.left_of(0), "right_of_dealer": seats.right_of(0)}.get(str(spec.first), 0)
    last = "" if second == seats.after(0) else " (a dealer who has passed already is asked again)"
    if isinstance(spec.all_pass, model.DealerBids):
        assert isinstance(phase.all_pass, int)
        spans += book.at(spec.all_pass, "dealer_bids") + book.at(spec.all_pass.dealer_bids, *spec.all_pass.dealer_bids)
        bid = phase.ladder[phase.all_pass]
        kind = f", a bid of the kind {plain(bid.kind)}" if len(spec.bids) > 1 else ""
        book.say(f"if all others passed: the dealer must bid {bid.text}{kind}{last}", spans)
    else:
        book.say(f"if all others passed: the dealer must bid, whichever bid it is{last}", spans)


def declare(book: Book, spec: model.Declare, phase: declarations.Declare) -> None:
    """Who names trumps, and what may be named."""
    trumps = [choice.text for choice in phase.choices if choice.contract is None]
    contracts = [choice.text for choice in phase.choices if choice.contract is not None]
    book.say(f"{who(spec.by, book.spec)} names trumps", [*book.at(spec, "by"), *book.inside(spec.by)])
    book.say(f"what may be named: {listed(trumps, 'or')}", [*book.at(spec, "choose"), *book.at(spec.choose, "trump")])
    if contracts:
        book.say(f"or a special contract is declared in place of a trump: {listed(contracts, 'or')} (see there)",
                 [book.spec.place("contracts")])
    if spec.if_silent:
        book.say("or it may be left open (“undeclared”): then the suit that the first lead asks for is trump",
                 book.at(spec, "if_silent"))
    book.say("who names them is the declarer", book.at(spec, "by"))


def tricks_chapter(book: Book, spec: model.Tricks, phase: tricks.Tricks) -> None:
    """How tricks are played."""
    noun = book.noun
    text, spans = leader(book, spec.leader)
    lead = f"that player puts down {'that' if spec.open_with == 'held' else 'a' if phase.lead_rules else 'any'}"
    book.say(f"{text} leads to the first trick: {lead} {noun.one}, and the others follow in turn with one each",
             [*book.at(spec, "leader", *(["open_with"] if spec.open_with == "any" else [])), *spans])
    if spec.sits_out is not None:
        book.say(*sits_out(book, spec.sits_out, book.at(spec, "sits_out")))
    trump(book, spec)
    for text, spans in restrictions(book, spec, phase):
        book.say(text, spans)
    _calls(book, spec)
    for text, spans in takes(book, spec, phase):
        book.say(text, spans)
    book.say("who takes a trick leads to the next; the round ends when the hands are empty", [spec.span])
    if phase.stop is not None and spec.stop == "when_decided":
        book.say("it also ends after a trick that makes it sure whether the contract is made or failed, whatever is "
                 "still played", book.at(spec, "stop"))
    elif "stop" in spec.places:
        book.say("it is played to the end even if the contract is already made or failed", book.at(spec, "stop"))
    book.say(*won(book, spec.won, book.at(spec, "won")))


def leader(book: Book, wanted: Any) -> tuple[str, list[Span]]:
    """Who leads to the first trick; of several pieces the one that is in the set."""
    if isinstance(wanted, model.HolderOf):
        names = [name.value for name in wanted.holder_of if book.flow.pieces.find(name.value) is not None]
        if names:
            return f"the player who holds {names[0]}", book.inside(wanted)
    return who(wanted, book.spec, book.noun), book.inside(wanted)


def sits_out(book: Book, wanted: Any, spans: list[Span]) -> tuple[str, list[Span]]:
    """Who does not play, and what a trick then is."""
    text = (f"{who(wanted, book.spec, book.noun)} sits out: that hand is not played, and a trick has "
            f"{book.noun.count(book.players - 1)}; if that player would lead, the next one does")
    return text, [*spans, *book.inside(wanted)]


def restrictions(book: Book, spec: model.Tricks, phase: tricks.Tricks,
                 keys: Collection[str] = ()) -> list[tuple[str, list[Span]]]:
    """What may be played, in the order in which it is asked.

    Args:
        keys: only what these keys say; all if there are none.
    """
    noun = book.noun
    free = f"any {noun.one} may be played"
    found: list[tuple[str, list[Span]]] = []
    staged = [one for one in phase.all_rules if not one.rule.code.startswith("hook-")
              and not (spec.wins == "formula" and one.rule.code in _OF_SUITS)]
    following = [one for one in staged if one.following]
    if spec.follow == "free":
        but = ", but for the other rules" if following else ""
        found.append((f"{free}, whatever was led{but}", book.at(spec, "follow")))
    rows = iter(spec.barred.items())
    others = f"; who has none may play any {noun.one}" if len(following) == 1 else ""
    after = {"must-open-with": "", "must-follow": others, "must-follow-or-trump": others,
             "must-follow-number": ", if they have it", "must-trump": ", if they have one",
             "no-undertrump": ", when a plain suit was led, unless nothing else can be played", "must-head": "",
             "must-play-best": _best(book, spec)}
    for one in staged:
        rule = one.rule
        if keys and _KEYS.get(rule.code) not in keys:
            continue
        spans = [rule.place] if rule.place is not None else []
        if rule.code == "barred":
            name, row = next(rows)
            found.append((_barred(book, row, rule.sentence),
                          [*spans, *book.at(spec.barred, name), *book.at(row, *row.places), *book.inside(row.pieces),
                           *book.inside(row.broken_by)]))
        elif rule.code == "must-follow" and spec.wins == "formula":
            found.append((f"there are no suits: {free}", spans))
        else:
            if rule.code == "must-play-best":
                spans += book.at(spec, "formula")
            found.append((rule.sentence + after[rule.code], spans))
    found += _freedoms(book, spec, keys or _FREE)
    if len(following) > 1 and not keys:
        found.append((("these rules are asked in this order, each about what the ones before leave; a rule that would "
                      "leave nothing is passed over"), [spec.span]))
    return found


def _best(book: Book, spec: model.Tricks) -> str:
    """What the formula says, for a sentence."""
    return "" if spec.formula is None else f", leading or not: one worth the most by {book.words(spec.formula)}"


def _barred(book: Book, row: model.Barred, sentence: str) -> str:
    where = {"leading": " from a lead", "following": " from being played to a lead", "any_time": ""}[row.when]
    # What ends it are these pieces themselves, and others.
    more = f" (or with one of {described(row.broken_by, book.noun)})" if row.broken_by else ""
    until = {"end": "", "second_trick": " in the first trick",
             "broken": f" until a trick with one of them{more} has been taken"}[row.until]
    return (f"{sentence} (this bars {described(row.pieces, book.noun)}{where}{until}), unless nothing else can be "
            "played")


def _freedoms(book: Book, spec: model.Tricks, keys: Collection[str]) -> list[tuple[str, list[Span]]]:
    return [(text.format(book.noun.one), book.at(spec, key)) for key, (word, text) in _FREE.items()
            if key in keys and key in spec.places and getattr(spec, key) == word]


def _calls(book: Book, spec: model.Tricks) -> None:
    if spec.other_end == "never":
        return
    when = " to the first trick" if spec.other_end == "first_trick" else ""
    noun = book.noun.one
    book.say(f"who leads{when} may call the other number of a {noun} that is then of two suits (“6-4 as fours”): the "
             "lead asks for that suit", book.at(spec, "other_end"))


def takes(book: Book, spec: model.Tricks, phase: tricks.Tricks) -> list[tuple[str, list[Span]]]:
    """Which piece takes a trick."""
    noun = book.noun
    equal = {"first_played": "of equal ones it is the first that was played",
             "last_played": "of equal ones it is the last that was played",
             "declarers": "of equal ones it is the first of the side that won the auction, or if it has none of them "
                          "the first that was played"}[spec.ties]
    spans = book.at(spec, "ties")
    if spec.wins == "formula" and spec.formula is not None:
        return [((f"the {noun.one} worth the most by {book.words(spec.formula)} takes the trick, whatever was led; "
                 f"{equal}"), [*book.at(spec, "wins", "formula"), *spans]),
                (f"from high to low these are {ranked(book, phase.suits, 0)}", book.at(spec, "formula"))]
    trumps = "the highest trump or, without trumps, " if has_trumps(book) else ""
    suit = " of the suit led" if book.spec.tiles.suits is not None else ""
    return [(f"{trumps}the highest {noun.one}{suit} takes the trick; {equal}", [*book.at(spec, "wins"), *spans])]


def won(book: Book, how: Any, spans: list[Span]) -> tuple[str, list[Span]]:
    """Whether the tricks taken can be looked at."""
    if isinstance(how, model.FaceDown):
        return ((f"tricks that have been taken lie face down, and nobody may look at them, if "
                 f"{book.words(how.down_if)}; "
                "otherwise everybody may"), [*spans, *book.inside(how)])
    if how == "face_down":
        return "tricks that have been taken lie face down, and nobody may look at them", spans
    return "tricks that have been taken lie face up, and everybody may look at them", spans


def trick_points(book: Book, points: model.Points) -> None:
    """What tricks are worth, and all of them together if all pieces come into them."""
    phase = compiled_tricks(book)
    worth = [f"{counted(points.per_trick, 'point')}"] if points.per_trick or not points.per_tile else []
    if points.per_tile:
        worth.append(f"what each {book.noun.one} in it is worth")
    text = f"a trick counts {listed(worth)} for the {book.side} that takes it"
    packets = book.flow.packets
    if (phase is not None and not book.flow.schedule and phase.sits_out is None
            and packets.needed(book.players) - packets.turn_up == len(book.flow.pieces)):
        text += f"; all {packets.each} tricks together count {points.per_trick * packets.each + sum(phase.values)}"
    book.say(text, [*book.at(book.spec.scoring, "points"), *book.at(points, "per_trick", "per_tile")])
