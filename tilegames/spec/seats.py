"""The words for seats: by their part in the game, by what they hold, by what they were chosen for."""

from __future__ import annotations

from typing import Any

from tilegames.spec.schema import Block, Located, Reader, block, either, key, language, located, one_or_many, word

__all__ = ["WANTED", "HolderOf", "NamedSeat", "seat"]

_SEATS = ("dealer", "left_of_dealer", "right_of_dealer", "starter", "auction_winner", "partner_of_auction_winner",
          "last_winner", "after_last_opener")
#: What a holder can be asked for beside a piece by name.
WANTED = ("round_double", "lower_double", "highest_double", "heaviest")


@language
class HolderOf(Block):
    """The seat that holds a piece."""

    holder_of: tuple[Located[str], ...] = key(
        one_or_many(located(), at_least=1), required=True, example="6-6",
        doc="The piece; in a layout's opener also a list, of which the first that somebody holds counts, and the words "
            "`round_double` (the double whose turn it is, see `round_doubles`), `lower_double` (the next double below "
            "it that is held, after the blank from the top again), `highest_double` and `heaviest` (the most pips; of "
            "equals the one with the higher end).")


@language
class NamedSeat(Block):
    """The seat that a choose phase has named."""

    chosen: Located[str] = key(located(), required=True, doc="The role it was chosen for.", example="poser")


def seat() -> Reader[Any]:
    """Read who is meant: a word, who holds a piece, or who was chosen."""
    return either(word(*_SEATS), block(HolderOf), block(NamedSeat))
