"""The chapters of a rulebook on what the pieces mean and on what is done in each phase of a round, and on hooks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilegames.render.book import Book
from tilegames.render.chapters_bids import bidding, exchange
from tilegames.render.chapters_groups import group_tricks
from tilegames.render.chapters_layout import layout
from tilegames.render.chapters_melds import melds, showdown
from tilegames.render.chapters_suits import suits
from tilegames.render.chapters_tricks import auction, declare, tricks_chapter
from tilegames.render.chapters_turns import turns_chapter
from tilegames.render.words import (
    HOOKS,
    described,
    listed,
    pattern,
    plain,
    who,
)
from tilegames.spec import model
from tilegames.spec.schema import Block

__all__ = ["hooks", "meaning", "phases"]


# What the pieces mean

def meaning(book: Book) -> None:
    """What pieces are worth, their suits and ranks, and the shapes of groups."""
    phases = book.spec.phases.values()
    if (any(isinstance(phase, model.Tricks | model.GroupTricks) for phase in phases)
            or set(book.spec.tiles.places) - {"values", "wild"}):
        suits(book)
    for number, (name, spec) in enumerate(book.spec.patterns.items()):
        if not number:
            book.heading("Combinations", book.spec.place("patterns"))
        keys = book.at(spec, "size", "of", "same", "parts", "families", "total", "only", "not", "made_of",
                       "distinct", "consecutive", "either_end", "naturals")
        book.item(f"{plain(name)}: {pattern(spec, book.spec.patterns, book.noun)}",
                  [*book.at(book.spec.patterns, name), *keys, *book.at(spec.made_of, *spec.made_of),
                   *book.at(spec.parts, *spec.parts), *book.inside(spec.of), *book.inside(spec.families)])
    melds(book)
    scoring = book.spec.scoring
    if (book.spec.tiles.values or "tile_value" in book.spec.hooks or scoring.hand_left is not None
            or (scoring.points is not None and scoring.points.per_tile)
            or scoring.melded or scoring.knock is not None
            or any(isinstance(phase, model.Layout | model.Showdown) for phase in phases)
            or any(isinstance(phase, model.GroupTricks) and phase.dealt_wins for phase in phases)
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


# What is done in each phase

def phases(book: Book) -> None:
    """A section for each phase, in the order of play."""
    for name, spec in book.spec.phases.items():
        title, chapter = _CHAPTERS[type(spec)]
        if len([other for other in book.spec.phases.values() if type(other) is type(spec)]) > 1:
            title += f" ({plain(name)})"
        book.heading(title, book.at(book.spec.phases, name)[0])
        chapter(book, spec, book.flow.phase(name))


def _choose(book: Book, spec: model.Choose, phase: Any) -> None:
    among = {"own_side": "a player of the same side, or themselves", "all": "any player",
             "others": "any other player"}[spec.among]
    book.say(f"{who(spec.by, book.spec)} names {among} as the {plain(spec.role)}",
             [*book.at(spec, "role", "by", "among"), *book.inside(spec.by)])
    if phase.needed is not None:
        book.say("this is left out in rounds that somebody else starts by the rules of the layout", [spec.span])


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
    model.Auction: ("The auction", auction),
    model.Bidding: ("The bids", bidding),
    model.Exchange: ("The exchange", exchange),
    model.Declare: ("Trumps", declare),
    model.Choose: ("The choice", _choose),
    model.Tricks: ("The tricks", tricks_chapter),
    model.GroupTricks: ("The tricks", group_tricks),
    model.Layout: ("The layout", layout),
    model.Turns: ("The turns", turns_chapter),
    model.Showdown: ("The showdown", showdown),
}
