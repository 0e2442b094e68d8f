"""The chapter of a rulebook on a layout: who starts, where pieces go, what must be filled, who draws, when it ends."""

from __future__ import annotations

from tilegames.core import layouts
from tilegames.render.book import Book
from tilegames.render.words import STARTS, listed, who
from tilegames.spec import model

__all__ = ["layout"]


def layout(book: Book, spec: model.Layout, phase: layouts.Layout) -> None:
    """The chapter on a layout."""
    noun = book.noun
    rows = list(zip(spec.opener.items(), phase.openers, strict=True))
    if len(rows) > 1:
        book.say("the first of these rows that holds says who starts:", book.at(spec, "opener"))
    for (name, opener), made in rows:
        when = f"{listed((STARTS[how] for how in STARTS if how in made.when), 'or')}, " if made.when else ""
        otherwise = "otherwise " if len(rows) > 1 and not made.when else ""
        wanted = f"any {noun.one}" if opener.piece == "any" else (
            "that piece" if made.pieces is None else ", ".join(book.flow.pieces.names_of(made.pieces)))
        book.item(f"{when}{otherwise}{who(opener.seat, book.spec)} starts; the layout starts with {wanted}",
                  [*book.at(spec.opener, name), *book.at(opener, "when", "seat", "piece"),
                   *book.at(opener.when, *opener.when), *book.inside(opener.seat), *book.inside(opener.piece)])
    fits = "the two numbers that touch are equal" if spec.joins == "equal_ends" else (
        f"the two numbers that touch add up to {spec.joins.sum}")
    book.say(f"in turn each player joins one {noun.one} to either end of the line: it fits if {fits}",
             [*book.at(spec, "joins"), *book.inside(spec.joins)])
    book.say("the line has two ends and does not branch, at doubles neither", [spec.span])
    book.say("who can play must play; who cannot play passes, and draws nothing", book.at(spec, "cannot_play"))
    book.say("a player whose hand is empty wins the round at once", [spec.span])
    book.say(f"if all pass one after another the line is blocked, and the player wins whose {noun.many} in hand are "
             "worth least", [*book.at(spec, "blocked"), *book.at(spec.blocked, "lowest")])
    if book.side == "side" and spec.blocked.credit == "side":
        tie = "if partners share the least their side wins; if players of both sides do, it is a tie that nobody wins"
    else:
        tie = "if players share the least it is a tie that nobody wins"
    book.say(tie, book.at(spec.blocked, "credit"))
