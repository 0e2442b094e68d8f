"""The chapters of a rulebook on what the pieces mean and on what is done in each phase of a round."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilegames.core import auctions, tricks, turns
from tilegames.core.pieces import NUMBER_NAMES, RANKS
from tilegames.core.suits import SuitTable
from tilegames.render.book import Book
from tilegames.render.chapters_bids import bidding, exchange, trump
from tilegames.render.chapters_layout import layout
from tilegames.render.words import (
    HOOKS,
    counted,
    described,
    listed,
    pattern,
    plain,
    ranged,
    step,
    who,
)
from tilegames.spec import model
from tilegames.spec.schema import Block

__all__ = ["hooks", "meaning", "phases", "trick_points"]


# What the pieces mean

def meaning(book: Book) -> None:
    """What pieces are worth, their suits and ranks, and the shapes of groups."""
    phases = book.spec.phases.values()
    if any(isinstance(phase, model.Tricks) for phase in phases) or set(book.spec.tiles.places) - {"values"}:
        _suits(book)
    for number, (name, spec) in enumerate(book.spec.patterns.items()):
        if not number:
            book.heading("Combinations", book.spec.place("patterns"))
        keys = book.at(spec, "size", "same", "total", "only", "not", "made_of")
        book.item(f"{plain(name)}: {pattern(spec, book.spec.patterns, book.noun)}",
                  [*book.at(book.spec.patterns, name), *keys, *book.at(spec.made_of, *spec.made_of)])
    scoring = book.spec.scoring
    if (book.spec.tiles.values or "tile_value" in book.spec.hooks or scoring.hand_left is not None
            or (scoring.points is not None and scoring.points.per_tile)
            or any(isinstance(phase, model.Layout) for phase in phases)
            or any(shape.total for shape in book.spec.patterns.values())):
        _values(book)


def _values(book: Book) -> None:
    tiles, noun = book.spec.tiles, book.noun
    book.heading(f"What the {noun.many} are worth", tiles.place("values"))
    rows = [(worth, wanted) for worth, wanted in tiles.values.items() if worth != "default"]
    for worth, wanted in rows:
        book.item(f"worth {worth}: {described(wanted, noun)}", [*book.at(tiles.values, worth), *book.inside(wanted)])
    default = tiles.values.get("default")
    amount = "its pips" if default is None else book.words(default)
    if amount == "its pips" and noun.one == "card":
        amount = "0"
    book.say(f"{'every other' if rows else 'a'} {noun.one} is worth {amount}", book.at(tiles.values, "default"))
    hook = book.spec.hooks.get("tile_value")
    if hook is not None:
        _hook(book, "tile_value", hook)
        for name in hook.given:
            kind = book.flow.pieces.find(name)
            if kind is not None:
                book.say(f"the {book.flow.pieces.names[kind]} counts {book.values[kind]}", book.at(hook.given, name))


def _suits(book: Book) -> None:
    tiles, noun, pieces = book.spec.tiles, book.noun, book.flow.pieces
    book.heading("Suits and ranks", tiles.place("suits"))
    asks = "the first of its suits"
    if tiles.suits == "ends":
        asks = f"its {tiles.lead_suit.split('_')[0]}er end"
        two = next((kind for kind in reversed(pieces.kinds) if kind.high != kind.low), None)
        both = "" if two is None else (
            f": the {two.name} is one of the {NUMBER_NAMES[two.high]} and one of the {NUMBER_NAMES[two.low]}")
        book.say(f"a {noun.one} belongs to the suits of both its numbers{both}", book.at(tiles, "suits"))
    elif tiles.suits == "printed":
        asks = "its printed suit"
        names = dict.fromkeys(kind.suit for kind in pieces.kinds if kind.suit)
        book.say(f"the suits are as printed: {listed(names)}", book.at(tiles, "suits"))
    elif tiles.suits is not None:
        for name, wanted in tiles.suits.items():
            book.item(f"{plain(name)} is the suit of {described(wanted, noun)}",
                      [*book.at(tiles, "suits"), *book.at(tiles.suits, name), *book.inside(wanted)])
    else:
        keys = {"callable_suits", "trump_leaves_other_suits", "lead_suit", "rank_in_suit"} & set(tiles.places)
        if keys or book.phase_of(model.Tricks) is not None:
            book.say(f"there are no suits: {pieces.names[0]} is the lowest {noun.one}, {pieces.names[-1]} the highest",
                     [*book.at(tiles, *sorted(keys)), *book.at(tiles.callable_suits, *tiles.callable_suits)])
        if tiles.order:
            book.say(f"from low to high the ranks are {' '.join(tiles.order)}", book.at(tiles, "order"))
        return
    book.say(f"a {noun.one} that is led asks for the suit of {asks}" if tiles.suits == "ends" else
             f"a {noun.one} that is led asks for {asks}", book.at(tiles, "lead_suit"))
    _ranks(book)
    _trumps(book)


def _ranks(book: Book) -> None:
    tiles, noun = book.spec.tiles, book.noun
    ends = tiles.suits == "ends"
    by = tiles.rank_in_suit or (("double", "other_end") if ends else ("order",))
    how = {"double": "being a double (which is higher)", "other_end": f"its {'other' if ends else 'lower'} end",
           "pips": "its pips", "order": "its rank"}
    book.say(f"within a suit a {noun.one} ranks by {', then by '.join(how[word] for word in by)}",
             book.at(tiles, "rank_in_suit"))
    if tiles.order or "order" in by:
        book.say(f"from low to high the ranks are {' '.join(tiles.order or RANKS)}", book.at(tiles, "order"))
    phase = _compiled(book, tricks.Tricks)
    if phase is None:
        return
    suits = [suit for suit, mask in enumerate(phase.suits.follow) if mask]
    if suits:
        book.say(f"so the {plain(book.suit_names[suits[-1]])} are, from high to low, "
                 f"{_ranked(book, phase.suits, suits[-1])}", book.at(tiles, "rank_in_suit"))
    loose = [kind.name for kind, mask in zip(book.flow.pieces.kinds, book.flow.pieces.kind_masks, strict=True)
             if not any(mask & suit for suit in phase.suits.follow)]
    if loose:
        book.say(f"{listed(loose)} {'belongs' if len(loose) == 1 else 'belong'} to no suit", book.at(tiles, "suits"))


def _trumps(book: Book) -> None:
    tiles = book.spec.tiles
    if _has_trumps(book):
        book.say("a trump beats every other suit, and asks for trumps when it is led", [tiles.span])
        book.say("a trump belongs to no other suit" if tiles.trump_leaves_other_suits else
                 "a trump still belongs to its other suits too", book.at(tiles, "trump_leaves_other_suits"))
    elif {"trump_leaves_other_suits", "callable_suits"} & set(tiles.places):
        book.say("nobody names trumps in this game", book.at(tiles, "trump_leaves_other_suits", "callable_suits"))
    for name, wanted in tiles.callable_suits.items():
        table = book.flow.suit_tables.get(name)
        rank = f", from high to low {_ranked(book, table, table.trump)}" if table is not None else ""
        book.item(f"{plain(name)} is a suit only when it is named trump: {described(wanted, book.noun)}{rank}",
                  [*book.at(tiles.callable_suits, name), *book.inside(wanted)])


def _has_trumps(book: Book) -> bool:
    rule = book.flow.trump
    named = rule is not None and any(table.trump >= 0 for table in rule.tables)
    return named or book.phase_of(model.Declare) is not None


def _ranked(book: Book, table: SuitTable, suit: int) -> str:
    """The pieces of a suit from high to low; equals stand with a sign between them."""
    pieces = book.flow.pieces
    places: dict[int, list[str]] = {}
    for piece in pieces.pieces_of(table.follow[suit]):
        names = places.setdefault(table.strength[suit][piece], [])
        if pieces.name(piece) not in names:
            names.append(pieces.name(piece))
    return ", ".join(" = ".join(places[place]) for place in sorted(places, reverse=True))


# What is done in each phase

def phases(book: Book) -> None:
    """A section for each phase, in the order of play."""
    for name, spec in book.spec.phases.items():
        title, chapter = _CHAPTERS[type(spec)]
        if len([other for other in book.spec.phases.values() if type(other) is type(spec)]) > 1:
            title += f" ({plain(name)})"
        book.heading(title, book.at(book.spec.phases, name)[0])
        chapter(book, spec, book.flow.phase(name))


def _compiled(book: Book, kind: type[tricks.Tricks]) -> tricks.Tricks | None:
    return next((phase for phase in book.flow.phases if isinstance(phase, kind)), None)


def _auction(book: Book, spec: model.Auction, phase: auctions.Auction) -> None:
    book.say(f"{who(spec.first, book.spec)} speaks first", [*book.at(spec, "first"), *book.inside(spec.first)])
    book.say("everybody has one turn, to pass or to bid" if phase.once else
             "players pass or bid in turn, round and round; who has passed is out, and it ends when all others have "
             "passed", book.at(spec, "turns"))
    book.say("a bid must be higher than the one before; the highest bid wins the auction", book.at(spec, "bids"))
    for kind, bids in spec.bids.items():
        rungs = [bid for bid in phase.ladder if bid.kind == kind]
        first, last = rungs[0], rungs[-1]
        text = f"{plain(kind)}: {ranged(bids.range)}, said “{first.text}”"
        if first is not last:
            text += f" to “{last.text}”"
        closed = next((bid for bid in rungs if not bid.free), None)
        if closed is not None:
            text += f"; above {bids.range.high} only one more than the bid just before"
            if closed.rung:
                text += f" ({closed.text} may be bid only over {phase.ladder[closed.rung - 1].text})"
        if bids.also:
            others = (f"“{word}” for {amount}" for word, amount in bids.also.items())
            text += f"; it may also be said {listed(others, 'or')}"
        text += f"; its target is {book.words(bids.target) if bids.target else 'its amount'}"
        text += f" and its stake is {book.words(bids.stake) if bids.stake else 'its amount'}"
        book.item(text, [*book.at(spec.bids, kind), *book.at(bids, "range", "then", "target", "stake", "say", "also"),
                         *book.at(bids.also, *bids.also)])
    if len(spec.bids) > 1:
        book.say("the kinds stand here from low to high: every bid of a kind is higher than all of the kinds before it",
                 book.at(spec, "bids"))
    _all_pass(book, spec, phase)


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


def _declare(book: Book, spec: model.Declare, phase: Any) -> None:
    names = [move.text for move in phase.moves if move.number >= 0]
    book.say(f"{who(spec.by, book.spec)} names trumps", [*book.at(spec, "by"), *book.inside(spec.by)])
    book.say(f"what may be named: {listed(names, 'or')}", [*book.at(spec, "choose"), *book.at(spec.choose, "trump")])
    if spec.if_silent:
        book.say("or it may be left open (“undeclared”): then the suit that the first lead asks for is trump",
                 book.at(spec, "if_silent"))


def _choose(book: Book, spec: model.Choose, phase: Any) -> None:
    among = {"own_side": "a player of the same side, or themselves", "all": "any player",
             "others": "any other player"}[spec.among]
    book.say(f"{who(spec.by, book.spec)} names {among} as the {plain(spec.role)}",
             [*book.at(spec, "role", "by", "among"), *book.inside(spec.by)])
    if phase.needed is not None:
        book.say("this is left out in rounds that somebody else starts by the rules of the layout", [spec.span])


def _tricks(book: Book, spec: model.Tricks, phase: tricks.Tricks) -> None:
    noun = book.noun
    book.say(f"{who(spec.leader, book.spec)} leads to the first trick: that player puts down any {noun.one}, and the "
             "others follow in turn with one each", [*book.at(spec, "leader"), *book.inside(spec.leader)])
    if spec.follow == "free":
        book.say(f"any {noun.one} may be played, whatever was led", book.at(spec, "follow"))
    for rule in phase.rules:
        if not rule.code.startswith("hook-"):
            book.rule(rule, unless=f"; who has none may play any {noun.one}")
    trump(book, spec)
    trumps = "the highest trump or, without trumps, " if _has_trumps(book) else ""
    book.say(f"{trumps}the highest {noun.one} of the suit led takes the trick; of equal ones it is the first that was "
             "played", [spec.span])
    book.say("who takes a trick leads to the next; the round ends when the hands are empty", [spec.span])


def trick_points(book: Book, points: model.Points) -> None:
    """What tricks are worth, and all of them together if all pieces come into them."""
    phase = _compiled(book, tricks.Tricks)
    worth = [f"{counted(points.per_trick, 'point')}"] if points.per_trick or not points.per_tile else []
    if points.per_tile:
        worth.append(f"what each {book.noun.one} in it is worth")
    text = f"a trick counts {listed(worth)} for the {book.side} that takes it"
    packets = book.flow.packets
    if (phase is not None and not book.flow.schedule
            and packets.needed(book.players) - packets.turn_up == len(book.flow.pieces)):
        text += f"; all {packets.each} tricks together count {points.per_trick * packets.each + sum(phase.values)}"
    book.say(text, [*book.at(book.spec.scoring, "points"), *book.at(points, "per_trick", "per_tile")])


def _turns(book: Book, spec: model.Turns, phase: turns.Turns) -> None:
    noun = book.noun
    book.say(f"{who(spec.first, book.spec)} has the first turn", [*book.at(spec, "first"), *book.inside(spec.first)])
    for steps, title, key in ((spec.first_turn, "the very first turn is this:", "first_turn"),
                              (spec.steps, "a turn is this, in this order:", "steps")):
        if steps:
            book.say(title.replace("a turn", "every other turn") if spec.first_turn else title, book.at(spec, key))
        for one in steps:
            book.item(step(one, noun), book.at(one, "must", "may", "then"))
    if any(part[-1].may for part in (spec.first_turn, spec.steps) if part):
        book.say("when nothing is left that must be done, the player may pass, which ends the turn",
                 book.at(spec, "steps"))
    if "take_discard" in {verb for one in phase.steps for verb in (*one.verbs, *one.then)} or "takes" in spec.places:
        book.say("only the newest discard may be taken" if phase.take_top else
                 "all discards stay face up, and any of them may be taken", book.at(spec, "takes"))
    if spec.go_out is not None:
        whole = plain(spec.go_out.complete.value)
        book.say(f"a player may go out only when all that is held is the combination “{whole}”; who goes out shows the "
                 "hand and wins the round", [*book.at(spec, "go_out"), *book.at(spec.go_out, "with")])
    _discards(book, spec, phase)
    void = "the round ends, and nobody wins it"
    if phase.play_on:
        book.say("when the stock is empty, play goes on without drawing, and a player may pass instead; when all pass "
                 f"one after another, or after {counted(phase.play_on, 'round')} of turns, {void}",
                 [*book.at(spec, "empty_stock"), *book.inside(spec.empty_stock)])
    else:
        book.say(f"when a player draws and the stock is empty, {void}", book.at(spec, "empty_stock"))
    if spec.at_most is not None:
        book.say(f"after {counted(spec.at_most, 'round')} of turns, {void}", book.at(spec, "at_most"))
    book.say(f"when a player can do nothing of what must be done, {void}", [spec.span])


def _discards(book: Book, spec: model.Turns, phase: turns.Turns) -> None:
    when = {"not-the-kind-taken": "after taking a discard: ",
            "only-the-kind-drawn": "after a draw: "}
    unless = {"not-the-kind-taken": ", unless no other is held", "only-the-kind-drawn": ""}
    for rule in phase.rules:
        book.rule(rule, when=when[rule.code], unless=unless[rule.code])
    free = {"kind_taken": spec.discard.kind_taken == "allowed", "drawn": spec.discard.drawn == "any"}
    spans = [span for key, is_free in free.items() if is_free and key in spec.discard.places
             for span in book.at(spec.discard, key)]
    if spans or all(free.values()):
        otherwise = "" if all(free.values()) else "otherwise "
        book.say(f"{otherwise}any {book.noun.one} of the hand may be put down", spans or [spec.span])


# Hooks

def hooks(book: Book) -> None:
    """What functions decide, apart from the values of pieces."""
    rest = {slot: hook for slot, hook in book.spec.hooks.items() if slot != "tile_value"}
    if rest:
        book.heading("Further rules", book.spec.place("hooks"))
    for slot, hook in rest.items():
        _hook(book, slot, hook)


def _hook(book: Book, slot: str, hook: model.Hook) -> None:
    given = f" (with {listed(f'{name}: {value.value}' for name, value in hook.given.items())})" if hook.given else ""
    book.say(f"the function `{hook.use.value}` has the last word on {HOOKS[slot]}{given}",
             [*book.at(book.spec.hooks, slot), *book.at(hook, "use", "with"), *book.at(hook.given, *hook.given)])


_Chapter = Callable[[Book, Any, Any], None]
_CHAPTERS: dict[type[Block], tuple[str, _Chapter]] = {
    model.Auction: ("The auction", _auction),
    model.Bidding: ("The bids", bidding),
    model.Exchange: ("The exchange", exchange),
    model.Declare: ("Trumps", _declare),
    model.Choose: ("The choice", _choose),
    model.Tricks: ("The tricks", _tricks),
    model.Layout: ("The layout", layout),
    model.Turns: ("The turns", _turns),
}
