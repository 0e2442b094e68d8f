"""Who is meant: seats named by their part in the game, by what they hold, or by a choice."""

from __future__ import annotations

from typing import Any

from tilegames.spec.schema import Block, Located, Reader, block, either, key, language, located, one_or_many, word

__all__ = ["SEATS", "WANTED", "HolderOf", "NamedSeat", "who"]

SEATS = ("dealer", "left_of_dealer", "right_of_dealer", "starter", "auction_winner", "partner_of_auction_winner",
         "declarer", "partner_of_declarer", "last_winner", "after_last_opener")
#: What a holder can be asked for beside a piece by name.
WANTED = ("round_double", "lower_double", "highest_double", "heaviest")


@language
class HolderOf(Block):
    """The seat that holds a piece."""

    holder_of: tuple[Located[str], ...] = key(
        one_or_many(located(), at_least=1), required=True, example="6-6",
        doc="The piece; for the leader of tricks also a list, of which the first counts that is in the set; in a "
            "layout's opener a list, of which the first that somebody holds counts, and the words "
            "`round_double` (the double whose turn it is, see `round_doubles`), `lower_double` (the next double below "
            "it that is held, after the blank from the top again), `highest_double` and `heaviest` (the most pips; of "
            "equals the one with the higher end).")


@language
class NamedSeat(Block):
    """The seat that a choose phase has named."""

    chosen: Located[str] = key(located(), required=True, doc="The role it was chosen for.", example="poser")


def who() -> Reader[Any]:
    """Read who is meant."""
    return either(word(*SEATS), block(HolderOf), block(NamedSeat))
