"""The chapter of a rulebook on suits, ranks and trumps, and what contracts change about them."""

from __future__ import annotations

from tilegames.core import tricks
from tilegames.core.pieces import NUMBER_NAMES, RANKS
from tilegames.core.suits import SuitTable
from tilegames.errors import Span
from tilegames.render.book import Book
from tilegames.render.chapters_groups import ranks_of_groups
from tilegames.render.words import described, listed, plain
from tilegames.spec import model

__all__ = ["changed_suits", "compiled_tricks", "has_trumps", "ranked", "suits"]


def suits(book: Book) -> None:
    """Which suits there are, what ranks within them, and what a trump changes."""
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
        keys = {"callable_suits", "trump_leaves_other_suits", "lead_suit", "rank_in_suit", "trump_order",
                "without_trump"} & set(tiles.places)
        if keys or book.phase_of(model.Tricks) is not None:
            spans = [*book.at(tiles, *sorted(keys)), *book.at(tiles.callable_suits, *tiles.callable_suits)]
            phase = compiled_tricks(book)
            order = "" if phase is not None and len(set(phase.suits.strength[0])) < len(pieces.kinds) else (
                f": {pieces.names[0]} is the lowest {noun.one}, {pieces.names[-1]} the highest")
            book.say(f"there are no suits{order}", spans)
        if tiles.order:
            book.say(f"from low to high the ranks are {' '.join(tiles.order)}", book.at(tiles, "order"))
        ranks_of_groups(book)
        return
    if book.flow.groups is not None:
        _ranks(book)
        ranks_of_groups(book)
        _trumps(book)
        return
    book.say(f"a {noun.one} that is led asks for the suit of {asks}" if tiles.suits == "ends" else
             f"a {noun.one} that is led asks for {asks}", book.at(tiles, "lead_suit"))
    _ranks(book)
    _trumps(book)


def _by(book: Book, words: tuple[str, ...]) -> str:
    """What decides within a suit, word by word."""
    ends = book.spec.tiles.suits == "ends"
    how = {"double": "being a double (which is higher)", "low_double": "being a double (which is lower)",
           "smaller_double": "being the smaller of two doubles (which is higher)",
           "other_end": f"its {'other' if ends else 'lower'} end",
           "pips": "its pips", "order": "its rank", "listed": "its place in the list of the suit (high to low)"}
    return ", then by ".join(how[word] for word in words)


def _ranks(book: Book) -> None:
    tiles, noun = book.spec.tiles, book.noun
    ends = tiles.suits == "ends"
    by = tiles.rank_in_suit or (("double", "other_end") if ends else ("order",))
    book.say(f"within a suit a {noun.one} ranks by {_by(book, by)}", book.at(tiles, "rank_in_suit"))
    if tiles.order or "order" in by:
        book.say(f"from low to high the ranks are {' '.join(tiles.order or RANKS)}", book.at(tiles, "order"))
    if tiles.trump_order:
        book.say(f"among trumps the ranks are, from low to high, {' '.join(tiles.trump_order)}",
                 book.at(tiles, "trump_order"))
    phase = compiled_tricks(book)
    if phase is None:
        return
    plain_table = phase.suits
    numbers = [suit for suit, mask in enumerate(plain_table.follow[:_natural(book, plain_table)]) if mask]
    if numbers:
        without = " without a trump" if "rank_in_suit" in tiles.without_trump.places else ""
        book.say(f"so the {plain(book.suit_names[numbers[-1]])} are{without}, from high to low, "
                 f"{ranked(book, plain_table, numbers[-1])}", book.at(tiles, "rank_in_suit"))
    loose = [kind.name for kind, mask in zip(book.flow.pieces.kinds, book.flow.pieces.kind_masks, strict=True)
             if not any(mask & suit for suit in plain_table.follow)]
    if loose:
        book.say(f"{listed(loose)} {'belongs' if len(loose) == 1 else 'belong'} to no suit", book.at(tiles, "suits"))


def _trumps(book: Book) -> None:
    tiles = book.spec.tiles
    if has_trumps(book):
        book.say("a trump beats every other suit, and asks for trumps when it is led", [tiles.span])
        if tiles.trump_leaves_other_suits or "trump_leaves_other_suits" in tiles.places or _two_suits(book):
            book.say("a trump belongs to no other suit" if tiles.trump_leaves_other_suits else
                     "a trump still belongs to its other suits too", book.at(tiles, "trump_leaves_other_suits"))
    elif {"trump_leaves_other_suits", "callable_suits"} & set(tiles.places):
        book.say("nobody names trumps in this game", book.at(tiles, "trump_leaves_other_suits", "callable_suits"))
    own = {name.value for patch in (tiles.without_trump, *(one.tiles for one in book.spec.contracts.values()))
           for name in patch.own_suits or ()}
    for name, wanted in tiles.callable_suits.items():
        table = book.flow.suit_tables.get(name)
        rank = f", from high to low {ranked(book, table, table.trump)}" if table is not None else ""
        only = "when it is named trump, or where it is said to be a suit of its own" if name in own else (
            "when it is named trump")
        book.item(f"{plain(name)} is a suit only {only}: {described(wanted, book.noun)}{rank}",
                  [*book.at(tiles.callable_suits, name), *book.inside(wanted)])
    if tiles.without_trump.places:
        for text, spans in _changes(book, tiles.without_trump):
            book.say(f"when there is no trump, {text}", [*book.at(tiles, "without_trump"), *spans])


def changed_suits(book: Book, patch: model.SuitsPatch, table: SuitTable | None) -> None:
    """What a contract changes about suits, as items.

    Args:
        table: the suits under the contract, to show one of them; None to show none.
    """
    for text, spans in _changes(book, patch):
        book.item(text, spans)
    if table is None or not patch.places:
        return
    own, natural = book.spec.tiles.callable_suits, _natural(book, table)
    shown = [f"the {plain(name)} are, from high to low, {ranked(book, table, suit)}"
             for suit, name in enumerate((*book.suit_names[:natural], *own))
             if suit >= natural - 1 and table.follow[suit]]
    if shown:
        book.item(f"so {listed(shown)}", book.at(patch, "own_suits", "rank_in_suit"))


def _changes(book: Book, patch: model.SuitsPatch) -> list[tuple[str, list[Span]]]:
    """Each key of a patch as a phrase with its place."""
    found = []
    if patch.own_suits is not None:
        names = [plain(name.value) for name in patch.own_suits]
        text = (f"{listed(names)} are a suit of their own, and belong to no other suit" if names else
                f"no {book.noun.one} leaves its suit for one of its own")
        found.append((text, book.at(patch, "own_suits")))
    if patch.rank_in_suit is not None:
        found.append((f"a {book.noun.one} ranks within a suit by {_by(book, patch.rank_in_suit)}",
                      book.at(patch, "rank_in_suit")))
    return found


def _natural(book: Book, table: SuitTable) -> int:
    """How many suits there are beside those that must be called, and beside that of what has none."""
    return len(table.follow) - 1 - len(book.spec.tiles.callable_suits)


def _two_suits(book: Book) -> bool:
    """Whether some piece can be of two suits: by its own, or by one that has to be called."""
    phase = compiled_tricks(book)
    natural = phase.suits.follow[:_natural(book, phase.suits)] if phase is not None else ()
    all_of_them = 0
    for mask in natural:
        all_of_them |= mask
    return bool(book.spec.tiles.callable_suits) or sum(map(int.bit_count, natural)) > all_of_them.bit_count()


def has_trumps(book: Book) -> bool:
    """Whether there can be trumps at all."""
    rule = book.flow.trump
    fixed = rule is not None and any(table.trump >= 0 for table in rule.tables)
    return fixed or book.phase_of(model.Declare) is not None


def compiled_tricks(book: Book) -> tricks.Tricks | None:
    """The compiled tricks of the game; None if it has none."""
    return next((phase for phase in book.flow.phases if isinstance(phase, tricks.Tricks)), None)


def ranked(book: Book, table: SuitTable, suit: int) -> str:
    """The pieces of a suit from high to low; equals stand with a sign between them."""
    pieces = book.flow.pieces
    places: dict[int, list[str]] = {}
    for piece in pieces.pieces_of(table.follow[suit]):
        names = places.setdefault(table.strength[suit][piece], [])
        if pieces.name(piece) not in names:
            names.append(pieces.name(piece))
    return ", ".join(" = ".join(places[place]) for place in sorted(places, reverse=True))
