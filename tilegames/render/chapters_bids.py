"""The chapters of a rulebook on bids that all stand, exchanges, hand sizes by round, and what is scored by bids."""

from __future__ import annotations

from tilegames.core import biddings, exchanges
from tilegames.errors import Span
from tilegames.render.book import Book
from tilegames.render.words import counted, plain, who
from tilegames.spec import model
from tilegames.spec.schema import Table

__all__ = ["bidding", "exchange", "hand_sizes", "tallies", "trump", "visible"]


def hand_sizes(book: Book, spec: model.Schedule, spans: list[Span]) -> None:
    """How many pieces each gets, round by round."""
    sizes = [packets.each for packets in book.flow.schedule] or [book.flow.packets.each]
    low, high, noun = min(sizes), max(sizes), book.noun
    steps = {"up": f"{noun.count(low)} in the first round, and one more in each round, up to {high}",
             "down": f"{noun.count(high)} in the first round, and one fewer in each round, down to {low}",
             "up_down": f"{noun.count(low)} in the first round, and one more in each round, up to {high}; then one "
                        f"fewer in each round, down to {low} again",
             "down_up": f"{noun.count(high)} in the first round, and one fewer in each round, down to {low}; then one "
                        f"more in each round, up to {high} again"}
    book.say(f"each player gets {steps[spec.schedule]}: {counted(len(sizes), 'round')} in all",
             [*spans, *book.at(spec, "schedule", "from", "to"), *book.row(spec.to)])
    if book.flow.match.rounds != len(sizes):
        book.say("after the last of them the sizes begin again", book.at(spec, "schedule"))


def trump(book: Book, spec: model.Tricks) -> None:
    """What is trump where nobody names it."""
    if spec.trump is None:
        return
    rule, spans, noun = book.flow.trump, book.at(spec, "trump"), book.noun
    assert rule is not None
    fixed = rule.by_piece[0]
    texts = {"fixed": f"{fixed.name} are trump in every round" if fixed.trump >= 0 else "there are no trumps",
             "turned_up": f"the suit of the {noun.one} turned up after the deal is trump",
             "last_dealt": f"the last {noun.one} dealt to the dealer is shown to all, and its suit is trump; it stays "
                           "in the dealer's hand"}
    book.say(texts[rule.how], spans)
    if rule.how != "fixed" and any(table.trump < 0 for table in rule.tables):
        book.say(f"if it is a {noun.one} of no suit, there is no trump", spans)


def visible(book: Book) -> None:
    """Who sees hands."""
    deal = book.spec.deal
    spans = [deal.span] if deal.visible is None else [
        *book.at(deal, "visible"), *book.at(deal.visible, "last_round")]
    book.say("players see their own hands only", spans)
    if book.flow.blind_round >= 0:
        book.say(f"but in the last round, round {book.flow.blind_round + 1}, all see the hands of all others and "
                 f"nobody sees their own: its one {book.noun.one} is played unseen", spans)


def bidding(book: Book, spec: model.Bidding, phase: biddings.Bidding) -> None:
    """Who bids when, what may be bid, and how it is said."""
    noun = book.noun
    if spec.at_once:
        book.say("all bid at the same time: nobody sees another's bid before all have bid (they are asked in turn, "
                 f"first {who(spec.first, book.spec)})",
                 [*book.at(spec, "at_once", "first"), *book.inside(spec.first)])
    else:
        book.say(f"{who(spec.first, book.spec)} bids first, then everybody else in turn",
                 [*book.at(spec, "at_once", "first"), *book.inside(spec.first)])
    book.say("everybody bids once, without passing; all bids stand, and none need be higher than another", [spec.span])
    top = f"the number of {noun.many} in the hand" if phase.high is None else str(phase.high)
    book.say(f"a bid is a number of tricks, from {phase.low} to {top}", book.at(spec, "from", "to"))
    if phase.unbalanced:
        book.say("the last bidder may not make the sum of all bids the number of tricks", book.at(spec, "last_bid"))
    elif "last_bid" in spec.places:
        book.say("the bids may add up to the number of tricks", book.at(spec, "last_bid"))
    for amount, text in spec.say.items():
        book.item(f"a bid of {amount} is said “{text}”", [*book.at(spec, "say"), *book.at(spec.say, amount)])
    for word, number in spec.also.items():
        book.item(f"a bid of {number} may also be said “{word}”", [*book.at(spec, "also"), *book.at(spec.also, word)])


def exchange(book: Book, spec: model.Exchange, phase: exchanges.Exchange) -> None:
    """What is given to whom."""
    spans = [*book.at(spec, "give", "to"), *book.row(spec.to)]
    book.say(f"everybody chooses {book.noun.count(spec.give)} of the hand to give away, without seeing what others "
             "choose; when all have chosen, they are given at once", spans)
    seats = {"left": "the player to the left", "right": "the player to the right", "across": "the player across",
             "second_left": "the player two seats to the left", "second_right": "the player two seats to the right",
             "nobody": "nobody, and this is left out"}
    if len(phase.to) == 1:
        book.say(f"they go to {seats[phase.to[0]]}", spans)
        return
    book.say("they go, round by round and then from the start again:", spans)
    for word in phase.to:
        book.item(f"to {seats[word]}", spans)


def tallies(book: Book) -> None:
    """What each player and each side scores by its own bid and tricks, and what is counted for the match."""
    scoring = book.spec.scoring
    for key, title, rows in (("each_seat", "each player scores", scoring.each_seat),
                             ("each_side", f"each {book.side} scores", scoring.each_side)):
        if rows:
            own = ", for the side" if key == "each_seat" and book.side == "side" else ""
            book.say(f"{title}{own}:", book.at(scoring, key))
        for name, row in rows.items():
            when = f", if {book.words(row.when)}" if row.when is not None else ""
            book.item(f"{plain(name)}{when}: {book.words(row.scores)}",
                      [*book.at(rows, name), *book.at(row, "when", "scores")])
    _counters(book, scoring.counters)


def _counters(book: Book, counters: Table[model.Counter]) -> None:
    if counters:
        book.say(f"each {book.side} keeps, for the whole match:", book.at(book.spec.scoring, "counters"))
    for name, counter in counters.items():
        text = f"{plain(name)}: each round adds {book.words(counter.adds)}"
        if counter.at is not None:
            text += f"; whenever there are {counter.at}, {counter.at} are taken off and {counter.scores} is scored"
        book.item(text, [*book.at(counters, name), *book.at(counter, "adds", "at", "scores")])

