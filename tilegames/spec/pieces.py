"""The words about pieces: equipment, what tiles mean, patterns."""

from __future__ import annotations

import re
from typing import Any

import attrs

from tilegames.spec.schema import (
    Block,
    ByPlayers,
    CountRange,
    Located,
    Reader,
    Table,
    block,
    boolean,
    by_players,
    count_range,
    either,
    expression,
    integer,
    key,
    language,
    listing,
    located,
    one_or_many,
    scalar,
    table,
    text,
    word,
)

__all__ = ["Cards", "Equipment", "Pattern", "PieceFilter", "SuitsPatch", "Tiles", "piece_filter", "piece_filters"]


def _double(written: str) -> int | tuple[str, str, str]:
    found = re.fullmatch(r"double-([0-9]{1,2})", written)
    if found is None or int(found[1]) > 18:
        return "unknown-word", f'there is no set "{written}"', "write double-6, double-9, double-12, up to double-18"
    return int(found[1])


@language
class Cards(Block):
    """Playing cards."""

    packs: ByPlayers[int] = key(by_players(integer(1, 8)), default=ByPlayers.always(1), doc="How many packs.")
    jokers: ByPlayers[int] = key(by_players(integer(0, 32)), default=ByPlayers.always(0), doc="Jokers in all.")
    ranks: tuple[str, ...] = key(listing(text(), at_least=1), default=(),
                                 doc="The ranks of a pack, low to high; default 2 to A.", example="[9, 10, J, Q, K, A]")
    suits: tuple[str, ...] = key(listing(word("C", "D", "H", "S"), at_least=1), default=(),
                                 doc="The suits of a pack; default all four.")


@language
class Equipment(Block):
    """The pieces of the game: exactly one of the first four keys, and what stays in the box."""

    dominoes: ByPlayers[int] | None = key(
        by_players(scalar("double-N", _double)), default=None,
        doc="One set of dominoes up to double N.", example="double-6")
    chinese_dominoes: ByPlayers[int] | None = key(
        by_players(integer(1, 8)), default=None, doc="So many sets of Chinese dominoes, 32 tiles each.",
        example="{2: 1, 3..5: 2}")
    cards: Cards | None = key(block(Cards), default=None, doc="Playing cards.", example="{packs: 2, jokers: 4}")
    pieces: tuple[str, ...] = key(listing(text(), at_least=1), default=(),
                                  doc="Every piece by name; a repeated name is a copy.")
    remove: ByPlayers[tuple[Located[str], ...]] | None = key(
        by_players(listing(located())), default=None, doc="Pieces that stay in the box.", example="{3: [0-0]}")


@language
class PieceFilter(Block):
    """Pieces by what they show; all keys given must hold."""

    double: bool | None = key(boolean(), default=None, doc="Whether both ends are equal.")
    suit: tuple[str, ...] = key(one_or_many(text()), default=(), doc="Printed suits: hearts, civil, military ...")
    rank: tuple[str, ...] = key(one_or_many(text()), default=(), doc="Printed ranks.", example="[J, Q, K]")
    pips: tuple[CountRange, ...] = key(one_or_many(count_range()), default=(), doc="The sum of both ends.")
    has_end: tuple[int, ...] = key(one_or_many(integer(0, 18)), default=(), doc="A number on one of the ends.")


def piece_filter() -> Reader[Any]:
    return either(located(), block(PieceFilter))


def piece_filters() -> Reader[Any]:
    """One or several pieces, by name or by what they show; a list of none would say nothing."""
    return one_or_many(piece_filter(), at_least=1)


@language
class SuitsPatch(Block):
    """What is different about suits: the keys mean the same as among the tiles."""

    own_suits: tuple[Located[str], ...] | None = key(
        listing(located()), default=None, doc="Callable suits that are suits of their own.", example="[doubles]")
    rank_in_suit: tuple[str, ...] | None = key(
        one_or_many(word("double", "low_double", "smaller_double", "other_end", "pips", "order")), default=None,
        doc="What decides within a suit.", example="[low_double, other_end]")


@language
class Tiles(Block):
    """What the pieces mean in this game: suits, order, ranks, values."""

    suits: Any = key(either(word("ends", "printed"), table(piece_filters())),
                     default=None, doc="`ends`: a tile belongs to the suits of both its numbers; `printed`: cards "
                                       "as printed; or a map "
                         "from names to pieces.", example="ends")
    callable_suits: Table[Any] = key(table(piece_filters()), default=attrs.Factory(Table),
                                     doc="Suits that exist only when somebody names them trump.",
                                     example="{doubles: {double: yes}}")
    trump_leaves_other_suits: bool = key(boolean(), default=False, doc="Whether a trump belongs to no other suit.")
    lead_suit: str = key(word("high_end", "low_end"), default="high_end",
                         doc="Which of its two suits a tile asks for when it is led.")
    order: tuple[str, ...] = key(listing(text(), at_least=1), default=(), doc="Card ranks from low to high.")
    rank_in_suit: tuple[str, ...] = key(
        one_or_many(word("double", "low_double", "smaller_double", "other_end", "pips", "order", "listed")), default=(),
        doc="What decides within a suit, in this order: being its double, not being its double, of two doubles being "
            "the smaller, the other end, the pips, the card order, the place in the list of the suit's pieces (high "
            "to low).", example="[double, other_end]")
    trump_order: tuple[str, ...] = key(listing(text(), at_least=1), default=(),
                                       doc="The card ranks from low to high among trumps, if it is another order.",
                                       example="[6, 7, 8, 10, Q, K, A, 9, J]")
    without_trump: SuitsPatch = key(block(SuitsPatch), default=SuitsPatch(),
                                    doc="What is different about suits when there is no trump.",
                                    example="{own_suits: [doubles]}")
    wild: tuple[Any, ...] = key(piece_filters(), default=(), example="[joker, {rank: 2}]",
                                doc="The pieces that can stand for any other in a meld.")
    values: Table[Any] = key(
        table(either(expression(), listing(piece_filter(), at_least=1)),
              scalar("a whole number or default", lambda t: t)),
        default=attrs.Factory(Table),
        doc="What a piece is worth: `default` (a number or an expression over the tile, else its pips), and lists of "
            "pieces under the number they are worth.", example="{default: 0, 5: [5-0, 4-1, 3-2], 10: [5-5, 6-4]}")


@language
class Pattern(Block):
    """A shape of a group of pieces."""

    size: CountRange | None = key(count_range(1, 30), default=None, doc="How many pieces.", example="3+")
    same: str | None = key(word("piece", "rank", "suit", "pips"), default=None, doc="What all its pieces share.")
    total: tuple[int, ...] = key(one_or_many(integer(-999, 999)), default=(),
                                 doc="The sum of the values is one of these.", example="[10, 20]")
    only: tuple[tuple[Located[str], ...], ...] = key(listing(listing(located(), at_least=1)), default=(),
                                                     doc="These groups and no others.")
    excluding: tuple[tuple[Located[str], ...], ...] = key(
        listing(listing(located(), at_least=1)), default=(), name="not",
        doc="Groups that do not count although they fit.", example="[[6-5, 6-3]]")
    of: Any = key(piece_filters(), default=(), doc="The pieces that it is made of; any if not written.",
                  example="{suit: civil}")
    parts: Table[CountRange] = key(table(count_range(0, 30)), default=attrs.Factory(Table),
                                   doc="So many pieces of each of these suits (see `tiles.suits`), and no others.",
                                   example="{civil: 1..2, military: 1..2}")
    families: tuple[Any, ...] = key(listing(piece_filters()), default=(),
                                    doc="Sets of pieces from high to low; all pieces of the group are of one of them.",
                                    example="[[6-6, 6-3, 5-4], [1-1, 6-2, 5-3]]")
    distinct: str | None = key(word("suit"), default=None,
                               doc="With `same: rank`: no suit twice; a wild piece stands for a missing one.")
    consecutive: bool = key(boolean(), default=False,
                            doc="With `same: suit`: the ranks stand in a row, as `tiles.order` has them.")
    either_end: str | None = key(text(), default=None, example="A",
                                 doc="With `consecutive`: the first or last rank that counts at either end of a run, "
                                     "but never in the middle.")
    naturals: int | None = key(integer(1, 30), default=None,
                               doc="How many pieces at least must be what they show, where pieces are wild; a wild "
                                   "piece is that in a run, in its own place.")
    made_of: Table[int] = key(table(integer(1, 20)), default=attrs.Factory(Table),
                              doc="A whole hand, parted into so many groups of other patterns, every piece in exactly "
                                  "one.", example="{eye: 1, tens: 4}")
