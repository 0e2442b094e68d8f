"""The chapter of a rulebook on a layout: who starts, where pieces go, what must be filled, who draws, when it ends."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from tilegames.core import layouts, openers
from tilegames.render.book import Book
from tilegames.render.words import STARTS, counted, held, listed, who
from tilegames.spec import model

__all__ = ["layout"]

_FIRST = "before anything else may be played, by whoever is to move"


def layout(book: Book, spec: model.Layout, phase: layouts.Layout) -> None:
    """The chapter on a layout."""
    _openers(book, spec, phase)
    _joining(book, spec, phase)
    if phase.trains is not None and spec.trains is not None:
        _trains(book, spec.trains, phase)
    _duties(book, spec, phase)
    if phase.tree.spinner is None and phase.trains is None and not phase.tree.is_line:
        book.say(f"any other {book.noun.one} leaves one end open, with its other number", book.at(spec, "spinner"))
    _again(book, spec, phase)
    _drawing(book, spec, phase)
    _going_out(book, spec, phase)
    _blocked(book, spec, phase)


# Who starts

def _openers(book: Book, spec: model.Layout, phase: layouts.Layout) -> None:
    rows = list(zip(spec.opener.items(), phase.openers, strict=True))
    if len(rows) > 1:
        book.say("the first of these rows that holds says who starts:", book.at(spec, "opener"))
    for number, ((name, opener), made) in enumerate(rows):
        when = _when(made)
        otherwise = "otherwise " if len(rows) > 1 and not when else ""
        spans = [*book.at(spec.opener, name),
                 *book.at(opener, "when", "seat", "piece", "if_nobody", "first_drawer", "on_table"),
                 *book.at(opener.when, *opener.when), *book.inside(opener.seat), *book.inside(opener.piece),
                 *book.inside(opener.first_drawer)]
        seat = who(opener.seat, book.spec, book.noun)
        if opener.on_table is not None:
            laid = re.sub(r" that anybody holds.*", "", held(opener.on_table.value, book.noun))
            book.item(f"{seat} plays first, to {laid}, which is not dealt but lies on the table at the start", spans)
            continue
        if isinstance(opener.seat, model.HolderOf) and len(opener.seat.holder_of) > 1:
            seat += ","
        book.item(f"{when}{otherwise}{seat} starts; the layout starts with {_first_piece(book, opener, made)}"
                  + _if_nobody(book, opener, last=number == len(rows) - 1), spans)
    _round_double(book, spec)


def _when(made: openers.Opener) -> str:
    """The rounds that a row is for."""
    when = f"{listed((STARTS[how] for how in STARTS if how in made.when), 'or')}, " if made.when else ""
    # A round ends in one way, but for a blocked one, which may have been won or tied.
    unless = made.unless if not made.when or "blocked" in made.when else made.unless & {"blocked"}
    return f"{when}except {listed((STARTS[how] for how in STARTS if how in unless), 'or')}, " if unless else when


def _first_piece(book: Book, opener: model.Opener, made: openers.Opener) -> str:
    if opener.piece == "any":
        return f"any {book.noun.one}"
    if made.own_best:
        best = "highest double" if opener.piece == "highest_double" else f"heaviest {book.noun.one}"
        return f"that player's {best}" + (f" or, without one, any {book.noun.one}" if "double" in best else "")
    if made.pieces is None:
        return f"that {book.noun.one}"
    return ", ".join(book.flow.pieces.names_of(made.pieces))


def _if_nobody(book: Book, opener: model.Opener, *, last: bool) -> str:
    """What happens if nobody holds what the holder is asked for; nothing where somebody always does."""
    if not isinstance(opener.seat, model.HolderOf):
        return ""
    names = [name.value for name in opener.seat.holder_of]
    packets, noun = book.flow.packets, book.noun
    if packets.each * book.players + packets.extra >= len(book.flow.pieces) or "heaviest" in names:
        return ""
    nobody = f". If nobody holds {_pronoun(names)}, "
    drawer = who(opener.first_drawer, book.spec, noun)
    if opener.if_nobody == "draw_in_turn":
        return (f"{nobody}the players draw one {noun.one} each in turn, first {drawer}, until somebody has it, and "
                "keep what they draw")
    if opener.if_nobody == "all_draw":
        return (f"{nobody}all players draw one {noun.one} each, first {drawer}, before anybody looks, and so on until "
                "somebody has it; they keep what they draw")
    if opener.if_nobody == "deal_again":
        return f"{nobody}the {noun.many} are shuffled and dealt again"
    return "" if last else f"{nobody}the next row that holds decides"


def _pronoun(names: Sequence[str]) -> str:
    if len(names) > 1:
        return "any of these"
    return "a double" if names[0] in ("highest_double", "lower_double") else "it"


def _round_double(book: Book, spec: model.Layout) -> None:
    """Which double each round has, where that matters."""
    asked = {name.value for opener in spec.opener.values() if isinstance(opener.seat, model.HolderOf)
             for name in opener.seat.holder_of}
    asked |= {opener.on_table.value for opener in spec.opener.values() if opener.on_table is not None}
    kinds = sorted((kind for kind in book.flow.pieces.kinds if kind.double), key=lambda kind: kind.high)
    if not kinds or not (asked & {"round_double", "lower_double"} or "round_doubles" in spec.places):
        return
    low, high = kinds[0].name, kinds[-1].name
    text = f"the double of the round is {high} in the first round"
    rounds = book.flow.match.rounds
    if len(kinds) > 1 and spec.round_doubles == "down":
        text += f", and the next lower one in each later round, down to {low}"
        if rounds is None or rounds > len(kinds):
            text += f"; then from {high} again"
    elif len(kinds) > 1:
        text += f", and the next lower one in each later round, down to {low}; then they go up again to {high}"
        if rounds is None or rounds > 2 * len(kinds) - 1:
            text += ", and so on"
    else:
        text = f"the double of the round is always {high}"
    book.say(text, book.at(spec, "round_doubles"))


# Where pieces go

def _joining(book: Book, spec: model.Layout, phase: layouts.Layout) -> None:
    noun, tree = book.noun, phase.tree
    fits = "the two numbers that touch are equal" if spec.joins == "equal_ends" else (
        f"the two numbers that touch add up to {spec.joins.sum}")
    where = "the end of a train" if phase.trains is not None else (
        "either end of the line" if tree.is_line else "an open end of the layout")
    book.say(f"in turn each player joins one {noun.one} to {where}: it fits if {fits}",
             [*book.at(spec, "joins"), *book.inside(spec.joins)])
    if phase.trains is not None:
        book.say("a train does not branch, at doubles neither", book.at(spec, "spinner"))
    elif tree.is_line:
        book.say("the line has two ends and does not branch, at doubles neither", book.at(spec, "spinner"))
    elif tree.spinner is not None:
        _spinner(book, spec, phase)


def _spinner(book: Book, spec: model.Layout, phase: layouts.Layout) -> None:
    every = spec.spinner == "every_double"
    which = "every double" if every else "the first double that is laid"
    if phase.must_fill is None:
        text = (f"{which} has four sides: the two across may be joined only once both in line are taken; at no other "
                f"{book.noun.one} does the layout branch")
    else:
        text = f"{which} has two more sides, across, which may be joined only once its other sides are taken"
    book.say(text, book.at(spec, "spinner"))


def _trains(book: Book, spec: model.Trains, phase: layouts.Layout) -> None:
    noun, arms, count = book.noun, phase.tree.arms, book.players
    text = (f"all trains begin at the first {noun.one}: each player has one, and they are called {arms[0]} to "
            f"{arms[count - 1]} after the seats")
    if spec.public:
        text += f"; {listed(spec.public)} {'is' if len(spec.public) == 1 else 'are'} for everybody"
    book.say(text, [spec.span, *book.at(spec, "public")])
    reach = ["the own train", *(["those for everybody"] if spec.public else []),
             *(["those that are open to all"] if spec.marked_when_stuck else [])]
    book.say(f"a player may play on {listed(reach)}", [spec.span])
    book.say("the train of a player who passes, or whose turn ends with a draw, is open to all until its owner plays "
             "on it" if spec.marked_when_stuck else "nobody ever plays on the train of another player",
             book.at(spec, "marked_when_stuck"))
    if spec.first_turn == "chain":
        book.say(f"in the first turn, who plays on the own train may go on there with as many {noun.many} as fit, and "
                 "stop at any time", book.at(spec, "first_turn"))
    elif "first_turn" in spec.places:
        book.say(f"in the first turn only one {noun.one} is played, too", book.at(spec, "first_turn"))


# What must be filled

def _duties(book: Book, spec: model.Layout, phase: layouts.Layout) -> None:
    must, made, noun = spec.must_fill, phase.must_fill, book.noun
    if made is None:
        if must.places:
            book.say("nothing must be filled before anything else may be played",
                     [*book.at(spec, "must_fill"), *book.at(must, *must.places)])
        return
    hook = book.spec.hooks.get("must_fill")
    asked = [] if hook is None else [*book.at(book.spec.hooks, "must_fill"), *book.at(hook.given, *hook.given)]
    _first_sides(book, spec, made, [*book.at(must, "start"), *asked])
    _later_sides(book, phase, made, [*book.at(must, "double"), *asked])
    said = {"start", "double", *(["own_train"] if made.own_arm else []), *(["may_wait"] if made.may_wait else [])}
    if any(made.first) or any(made.later):
        several = phase.pieces.has_copies or spec.joins != "equal_ends" or made.may_wait or "order" in must.places
        if several:
            book.say(f"of several {noun.many} that must be filled, the one laid {'last' if made.newest else 'first'} "
                     "comes first", book.at(must, "order"))
        stuck = "draws or passes" if phase.drawing is not None else "passes"
        book.say(f"what no unplayed {noun.one} fits need not be filled" if made.released else
                 f"this never lapses: who has no {noun.one} for it {stuck}",
                 [*book.at(must, "if_dead"), *book.at(must, *(set(must.places) - said))])
        if made.may_wait:
            book.say(f"but the player who plays again after a double may first play that one {noun.one} elsewhere",
                     book.at(must, "may_wait"))
    if made.own_arm == "public":
        book.say("what is everybody's is closed to a player whose own train is not begun yet",
                 book.at(must, "own_train"))
    elif made.own_arm:
        covers = ", not even to cover a double" if any(made.later) else ""
        book.say(f"a player whose own train is not begun yet may play nowhere else{covers}", book.at(must, "own_train"))


def _first_sides(book: Book, spec: model.Layout, made: layouts.MustFill, spans: list[Any]) -> None:
    kinds, noun = book.flow.pieces.kinds, book.noun
    doubles = {sides for sides, kind in zip(made.first, kinds, strict=True) if kind.double}
    others = {sides for sides, kind in zip(made.first, kinds, strict=True) if not kind.double}
    if _only_doubles(book, spec):
        others = set()
    if not (doubles | others) - {0}:
        return
    if len(doubles) > 1 or len(others) > 1:
        _by_number(book, f"so many sides of the first {noun.one} must be filled {_FIRST}:", made.first, spans)
        return
    (sides,) = doubles or others
    other = (others or {sides}).pop()
    if sides > 1:
        text = f"the first {noun.one} has {sides} sides"
        text += f" ({other} if it is no double)" if other != sides else ""
        book.say(f"{text}, and all of them must be filled {_FIRST}", spans)
    else:
        which = "the first double" if other == 0 else f"the first {noun.one}" if sides else "what is no double"
        book.say(f"one side of {which} must be filled {_FIRST}", spans)


def _only_doubles(book: Book, spec: model.Layout) -> bool:
    """Whether the layout always starts with a double."""
    pieces = book.flow.pieces

    def double(name: str) -> bool:
        kind = pieces.find(name)
        return name.endswith("_double") if kind is None else pieces.kinds[kind].double

    for opener in spec.opener.values():
        names = [opener.on_table.value] if opener.on_table is not None else (
            [name.value for name in opener.seat.holder_of]
            if opener.piece == "held" and isinstance(opener.seat, model.HolderOf) else [])
        if not names or not all(map(double, names)):
            return False
    return True


def _later_sides(book: Book, phase: layouts.Layout, made: layouts.MustFill, spans: list[Any]) -> None:
    kinds, noun = book.flow.pieces.kinds, book.noun
    doubles = {sides for sides, kind in zip(made.later, kinds, strict=True) if kind.double}
    others = {sides for sides, kind in zip(made.later, kinds, strict=True) if not kind.double}
    if not (doubles | others) - {0}:
        return
    if len(doubles) > 1 or others - {0}:
        _by_number(book, f"so many free sides of every later {noun.one} must be filled {_FIRST}:", made.later, spans)
        return
    (sides,) = doubles
    where = ", whosever train it lies on" if phase.trains is not None else ""
    if sides == 1:
        book.say(f"every later double must be covered{where}: one {noun.one} must be joined to it {_FIRST}", spans)
    else:
        book.say(f"every later double has {sides} free sides, and all of them must be filled {_FIRST}", spans)


def _by_number(book: Book, title: str, sides: Sequence[int], spans: list[Any]) -> None:
    """Numbers that a hook gives single pieces, as a list."""
    book.say(title, spans)
    names = book.flow.pieces.names
    for number in sorted(set(sides), reverse=True):
        if number:
            some = [name for name, count in zip(names, sides, strict=True) if count == number]
            book.item(f"{counted(number, 'side')} of {listed(some)}", spans)


# Turns

def _again(book: Book, spec: model.Layout, phase: layouts.Layout) -> None:
    noun, again = book.noun, phase.again
    start = again.start and not all(made.laid for made in phase.openers)
    plays = [*([f"the first {noun.one}"] if start else []), *(["a later double"] if again.double else [])]
    if plays:
        book.say(f"who lays {listed(plays, 'or')} plays again at once", book.at(spec, "again"))
    if phase.announce is not None:
        missed = f"draws one {noun.one}, or with nothing to draw misses a turn" if book.flow.has_stock else (
            "misses a turn")
        book.say(f"who has one {noun.one} left after playing must announce it; who does not do so {missed}",
                 book.at(spec, "announce_last"))
    elif "announce_last" in spec.places:
        book.say(f"nobody needs to announce the last {noun.one}", book.at(spec, "announce_last"))


def _drawing(book: Book, spec: model.Layout, phase: layouts.Layout) -> None:
    noun, drawing, draws = book.noun, phase.drawing, spec.cannot_play
    place = book.at(spec, "cannot_play")
    if drawing is None or not isinstance(draws, model.Draws):
        book.say("who can play must play; who cannot play passes, and draws nothing", place)
        return
    spans = [*place, *book.at(draws, "draw", "then")]
    text = "who can play must play; who cannot play must draw "
    if drawing.ends_turn:
        text += f"one {noun.one} from the stock, which ends the turn"
    elif drawing.limit == 1:
        text += f"one {noun.one} from the stock"
    else:
        most = f", but {drawing.limit} at the most" if drawing.limit else ""
        text += f"one {noun.one} after another from the stock until one fits{most}"
    book.say(text, spans)
    if not drawing.ends_turn:
        kept = (f"a {noun.one} drawn that fits may be played at once, or kept with a pass; who can play nothing after "
                "drawing passes too, so that the others do not see which it is")
        if drawing.freely:
            played = f"after a draw a {noun.one} that fits, drawn or held, must be played before the turn ends"
        else:
            played = f"a {noun.one} drawn that fits must be played at once"
        book.say(kept if drawing.may_play else played, book.at(draws, "then"))
        over = "" if drawing.may_play else "when nothing that is drawn fits, the turn is over; "
        book.say(f"{over}who cannot play and has nothing to draw passes", spans)
    else:
        book.say("who cannot play and has nothing to draw passes", spans)
    if drawing.reserve:
        book.say(f"{noun.count(drawing.reserve)} always {'stays' if drawing.reserve == 1 else 'stay'} in the stock",
                 book.at(draws, "reserve"))
    elif "reserve" in draws.places:
        book.say("the stock may be drawn empty", book.at(draws, "reserve"))
    if drawing.freely:
        most = f"up to {noun.count(drawing.limit)}" if drawing.limit else f"as many {noun.many} as wished"
        book.say("who can play may draw all the same, " + ("which ends the turn" if drawing.ends_turn else
                                                           f"{most}, before playing"), book.at(draws, "voluntary"))
    elif "voluntary" in draws.places:
        book.say("who can play may not draw", book.at(draws, "voluntary"))


# The end

def _going_out(book: Book, spec: model.Layout, phase: layouts.Layout) -> None:
    noun = book.noun
    if phase.again.last:
        book.say(f"a player whose hand is empty wins the round at once, unless the last {noun.one} was a later double "
                 f"and there is something to draw: then the player draws and plays on", book.at(spec, "last_double"))
        return
    duties = phase.must_fill is not None and any(phase.must_fill.later)
    double = f", even if the last {noun.one} was a double" if phase.again.double or duties else ""
    book.say(f"a player whose hand is empty wins the round at once{double}", book.at(spec, "last_double"))


def _blocked(book: Book, spec: model.Layout, phase: layouts.Layout) -> None:
    blocked, noun, teams = spec.blocked, book.noun, book.side == "side"
    nothing = " and nothing can be drawn" if phase.drawing is not None else ""
    # Where trains can be opened, they count as open: a pass would open one.
    marks = phase.trains is not None and phase.trains.marked
    stuck = f"nobody could play even if all trains were open{',' if nothing else ''}" if marks else "nobody can play"
    passes = " and no train that was opened helps anybody," if marks else ""
    when = {
        "all_pass": f"if all pass one after another{passes} the {'line' if phase.tree.is_line else 'layout'} is "
                    "blocked",
        "nobody_can_play": f"as soon as {stuck}{nothing}, the round is blocked",
        "nothing_fits": f"as soon as {stuck}{nothing}, or no unplayed {noun.one} fits, wherever it is, the "
                        "round is blocked",
        "first_stuck": "as soon as the player to move cannot play"
                       f"{' and can draw nothing' if phase.drawing is not None else ''}, the round is blocked",
    }[blocked.when]
    wins = {
        "player": f"and the player wins whose {noun.many} in hand are worth least",
        "side": f"and the {book.side} wins whose {noun.many} in hand are worth least"
                + (" together" if teams else ""),
        "nobody": "and nobody wins it",
    }[blocked.lowest]
    spans = [*book.at(spec, "blocked"), *book.at(blocked, "when", "lowest")]
    if blocked.lowest == "nobody":
        book.say(f"{when}, {wins}", [*spans, *book.at(blocked, "credit")])
        return
    book.say(f"{when}, {wins}", spans)
    if teams and blocked.lowest == "side":
        tie = "if both sides share the least it is a tie that nobody wins"
    elif teams and blocked.credit == "side":
        tie = "if partners share the least their side wins; if players of both sides do, it is a tie that nobody wins"
    else:
        tie = "if players share the least it is a tie that nobody wins"
    book.say(tie, book.at(blocked, "credit"))
