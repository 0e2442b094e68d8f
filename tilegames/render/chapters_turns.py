"""The chapter of a rulebook on turns in steps: what a turn is, what may be taken and put down, and how turns end."""

from __future__ import annotations

from tilegames.core import turns
from tilegames.render.book import Book
from tilegames.render.chapters_melds import melding
from tilegames.render.words import counted, described, plain, step, who
from tilegames.spec import model

__all__ = ["turns_chapter"]

_VOID = "the round ends, and nobody wins it"


def turns_chapter(book: Book, spec: model.Turns, phase: turns.Turns) -> None:
    """Who begins, the steps of a turn, and every rule on them."""
    uses = {verb for one in phase.steps for verb in (*one.verbs, *one.then)}
    book.say(f"{who(spec.first, book.spec)} has the first turn", [*book.at(spec, "first"), *book.inside(spec.first)])
    _offer(book, spec)
    _steps(book, spec)
    if "push" in uses:
        book.say(f"who pushes gives the player to the left the newest discard and the next {book.noun.one} of the "
                 f"stock, which only that player sees, and then draws a {book.noun.one} from the stock",
                 book.at(spec, "steps"))
    _takes(book, spec, phase, uses)
    melding(book, spec, phase, uses)
    _laying_down(book, spec, phase)
    _discards(book, spec, phase)
    _ends(book, spec, phase, uses)


def _offer(book: Book, spec: model.Turns) -> None:
    one, spans = book.noun.one, book.at(spec, "turn_up_offered")
    if spec.turn_up_offered:
        book.say(f"but before that the {one} turned up is offered to each player in turn, beginning with that one: who "
                 "takes it has the first turn, and goes on as after a draw; if all pass, the first player must draw a "
                 f"{one} from the stock, and goes on in the same way", spans)
    elif "turn_up_offered" in spec.places:
        book.say(f"the {one} turned up is not offered to anybody before that", spans)


def _steps(book: Book, spec: model.Turns) -> None:
    for steps, title, key in ((spec.first_turn, "the very first turn is this:", "first_turn"),
                              (spec.steps, "a turn is this, in this order:", "steps")):
        if steps:
            book.say(title.replace("a turn", "every other turn") if spec.first_turn else title, book.at(spec, key))
        for one in steps:
            book.item(step(one, book.noun), book.at(one, "must", "may", "then", "repeat"))
    if any(part[-1].may for part in (spec.first_turn, spec.steps) if part):
        book.say("when nothing is left that must be done, the player may pass, which ends the turn",
                 book.at(spec, "steps"))


def _takes(book: Book, spec: model.Turns, phase: turns.Turns, uses: set[str]) -> None:
    one = book.noun.one
    if "take_discard" in uses or "takes" in spec.places:
        book.say({"top": "only the newest discard may be taken",
                  "any": "all discards stay face up, and any of them may be taken",
                  "within": "all discards stay face up, and any of them may be taken, but only with all that lie on "
                            "it"}[phase.pile.takes], book.at(spec, "takes"))
    laid = ", in a new one or laid off" if "lay_off" in uses else ""
    where = "in a new meld at once, not laid off" if spec.use_in == "new_meld" else f"in a meld at once{laid}"
    used = f"{where}, and may take {{}} only if that can be done"
    if phase.pile.must_use == "always":
        what = f"the lowest {one} of what was taken" if phase.pile.takes == "within" else "it"
        book.say(f"who takes a discard must use {what} {used.format('it')}", book.at(spec, "must_use", "use_in"))
    elif phase.pile.must_use == "several":
        book.say(f"who takes more than one discard must use the lowest of them {used.format('them')}",
                 book.at(spec, "must_use", "use_in"))
    elif "must_use" in spec.places:
        book.say("what is taken may stay in the hand", book.at(spec, "must_use"))


def _laying_down(book: Book, spec: model.Turns, phase: turns.Turns) -> None:
    """How a player ends the turns by showing the hand."""
    one = book.noun.one
    if spec.knock is not None:
        knock = spec.knock
        spans = [*book.at(spec, "knock"), *book.at(knock, "deadwood")]
        most = f"the first {one} turned up is worth" if knock.deadwood == "turned_up" else str(knock.deadwood)
        book.say(f"who knocks discards a {one} and shows the hand; this may be done only if what is then left outside "
                 f"melds, as the hand is best laid out, is worth no more than {most}; then comes the showdown", spans)
        if knock.gin_only:
            book.say(f"nothing may be left if the first {one} turned up is among these: "
                     f"{described(knock.gin_only, book.noun)}",
                     [*book.at(knock, "gin_only"), *book.inside(knock.gin_only)])
    if spec.go_out is not None:
        spans = [*book.at(spec, "go_out"), *book.at(spec.go_out, "with")]
        if phase.whole is not None:
            book.say(f"a player may go out only when the whole hand can be laid out in melds; no {one} is discarded "
                     "then, who goes out shows the hand, and the showdown comes", spans)
        else:
            whole = plain(spec.go_out.complete.value)
            book.say(f"a player may go out only when all that is held is the combination “{whole}”; who goes out shows "
                     "the hand and wins the round", spans)


def _discards(book: Book, spec: model.Turns, phase: turns.Turns) -> None:
    when = {"not-the-kind-taken": "after taking a discard: ",
            "only-the-kind-drawn": "after a draw: "}
    used = ", or it had to be used and was" if spec.must_use != "never" else ""
    unless = {"not-the-kind-taken": f", unless no other is held{used}", "only-the-kind-drawn": ""}
    for rule in phase.rules:
        book.rule(rule, when=when[rule.code], unless=unless[rule.code])
    free = {"kind_taken": spec.discard.kind_taken == "allowed", "drawn": spec.discard.drawn == "any"}
    spans = [span for key, is_free in free.items() if is_free and key in spec.discard.places
             for span in book.at(spec.discard, key)]
    if spans or all(free.values()):
        otherwise = "" if all(free.values()) else "otherwise "
        book.say(f"{otherwise}any {book.noun.one} of the hand may be put down", spans or [spec.span])


def _ends(book: Book, spec: model.Turns, phase: turns.Turns, uses: set[str]) -> None:
    """How turns end without a winner."""
    noun, pile = book.noun, phase.pile
    if spec.reserve is not None:
        left = f"no more than {noun.count(spec.reserve)}" if spec.reserve else f"no {noun.one}"
        book.say(f"after a turn that leaves {left} in the stock, {_VOID}", book.at(spec, "reserve"))
        if pile.last:
            book.say("but first the next player may take the discard of that turn, if it makes a knock or going out "
                     "possible, and must then do so", book.at(spec, "last_discard"))
        elif "last_discard" in spec.places:
            book.say("nobody may take the discard of that turn any more", book.at(spec, "last_discard"))
    if phase.play_on:
        book.say("when the stock is empty, play goes on without drawing, and a player may pass instead; when all pass "
                 f"one after another, or after {counted(phase.play_on, 'round')} of turns, {_VOID}",
                 [*book.at(spec, "empty_stock"), *book.inside(spec.empty_stock)])
    else:
        pushes = f" or pushes and there are not enough {noun.many} in the stock" if "push" in uses else (
            " and the stock is empty")
        book.say(f"when a player draws{pushes}, {_VOID}", book.at(spec, "empty_stock"))
    _stalemates(book, spec, phase)
    if spec.at_most is not None:
        book.say(f"after {counted(spec.at_most, 'round')} of turns, {_VOID}", book.at(spec, "at_most"))
    book.say(f"when a player can do nothing of what must be done, {_VOID}", [spec.span])


def _stalemates(book: Book, spec: model.Turns, phase: turns.Turns) -> None:
    one, stale = book.noun.one, spec.stalemate
    spans = book.at(spec, "stalemate")
    if phase.pile.returned:
        book.say(f"after {counted(phase.pile.returned, 'turn')} in a row in which the player has taken a discard and "
                 f"put that {one}, or one like it, straight back, {_VOID}", [*spans, *book.at(stale, "returned")])
    if phase.pile.most:
        offered = f", not counting the {one} turned up if it is taken when it is offered" if phase.pile.offered else ""
        book.say(f"the discards may be taken from {counted(phase.pile.most - 1, 'time')} in a round, by all players "
                 f"together{offered}; when somebody takes from them once more, {_VOID}",
                 [*spans, *book.at(stale, "takes")])
