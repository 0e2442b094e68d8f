"""The words about melds: which there are, what is laid first, knocks, and what they score."""

from __future__ import annotations

from typing import Any

from tilegames.spec.pieces import piece_filters
from tilegames.spec.schema import (
    Block,
    Located,
    block,
    integer,
    integer_or,
    key,
    language,
    listing,
    located,
    word,
)

__all__ = ["Boxes", "Final", "Knock", "KnockScores", "Melding", "Melds", "Showdown", "Stakes", "Stalemate"]


@language
class Melds(Block):
    """Which groups of pieces are melds."""

    patterns: tuple[Located[str], ...] = key(
        listing(located(), at_least=1), required=True, example="[set, run]",
        doc="The patterns: groups (`same: rank` or `same: piece`) and runs (`consecutive: yes`).")
    low_end: int | None = key(
        integer(-1000, 1000), default=None, example="1",
        doc="What a rank that counts at both ends of a run (`either_end`) is worth at the low end.")
    wild_counts: str = key(word("as_stood_for", "own"), default="as_stood_for",
                           doc="What a wild piece in a meld is worth: what it stands for, or what it is.")


@language
class Melding(Block):
    """What holds for melds laid in turns."""

    contracts: tuple[tuple[Located[str], ...], ...] = key(
        listing(listing(located(), at_least=1)), default=(), example="[[set 3, set 3], [set 3, run 4]]",
        doc="What a player must lay first, all in one turn, round by round and then from the beginning again: the "
            "patterns with the least sizes. Before it nothing else is melded, laid off or swapped.")
    lay_off: str = key(word("any_meld", "own_melds"), default="any_meld", doc="On whose melds pieces are laid off.")
    last_piece: str = key(word("melded_or_discarded", "discarded"), default="melded_or_discarded",
                          doc="`discarded`: nobody may meld the last piece; it goes to the discards.")


@language
class Knock(Block):
    """Who has little left outside melds may end the turns: discard one piece and lay the hand down."""

    deadwood: Any = key(integer_or("turned_up", 0, 1000), required=True, example="10",
                        doc="What may be left outside melds after the discard; `turned_up`: the value of the first "
                            "piece turned up.")
    gin_only: tuple[Any, ...] = key(piece_filters(), default=(), example="{rank: A}",
                                    doc="With `turned_up`: the pieces at which nothing may be left.")


@language
class Showdown(Block):
    """After a knock, or after going out with nothing but melds: who knocked lays melds; then the others lay melds, and
    lay off on the knocker's."""

    lay_off: str = key(word("unless_gin", "always", "never"), default="unless_gin",
                       doc="Whether the others lay off; `unless_gin`: not if the knocker has nothing left.")
    ties: str = key(word("undercut", "knocker", "nobody"), default="undercut",
                    doc="Who wins when another has as little left as the knocker: the other, the knocker or nobody. A "
                        "knocker with nothing left wins in any case.")


@language
class Stalemate(Block):
    """When a round in which nobody need draw from the stock ends without a winner."""

    returned: int | None = key(integer(1, 100), default=None,
                               doc="After so many turns in a row that put back the very piece they took.")
    takes: int | None = key(integer(1, 10_000), default=None,
                            doc="When somebody is about to take from the discards for this time (50: for the "
                                "fiftieth); what is offered before the first turn does not count.")


@language
class Boxes(Block):
    """How many rounds a round counts for, where rounds won are counted at the end of the match."""

    gin: int = key(integer(1, 100), default=1, doc="One won by a knocker with nothing left.", example="3")
    whole_hand: int | None = key(integer(1, 100), default=None, example="4",
                                 doc="One won by going out with nothing but melds; else as `gin`.")
    undercut: int = key(integer(1, 100), default=1, doc="One won by another than the knocker.", example="2")


@language
class KnockScores(Block):
    """What a knock scores for who wins it: the difference of what is left, and these."""

    gin: int = key(integer(0, 1000), default=0, doc="For a knocker with nothing left.", example="25")
    whole_hand: int | None = key(integer(0, 1000), default=None, example="31",
                                 doc="The same for who has gone out with nothing but melds, without a discard; else as "
                                     "`gin`.")
    undercut: int = key(integer(0, 1000), default=0, doc="For another who has no more left than the knocker.",
                        example="25")
    boxes: Boxes = key(block(Boxes), default=Boxes(), example="{gin: 3, undercut: 2}",
                       doc="With `final.each_round`: how many rounds a round counts for.")
    doubled_by: tuple[Any, ...] = key(piece_filters(), default=(), example="{suit: spades}",
                                      doc="Pieces that double all of it when they are the first turned up.")


@language
class Final(Block):
    """What is scored when the match is over."""

    winner: int = key(integer(0, 100_000), default=0, doc="For its winner.", example="100")
    shutout: Any = key(integer_or("doubled", 0, 100_000), default=0, example="100",
                       doc="For its winner besides, if the others have scored nothing; `doubled`: as much again as the "
                           "score with what is for the winner.")
    each_round: int = key(integer(0, 100_000), default=0, example="25",
                          doc="For every round that a side has won; the counter `boxes` keeps their number.")


@language
class Stakes(Block):
    """Money beside the score: antes for the match, shares for the rounds, the rest for the match."""

    ante: int = key(integer(1, 1_000_000), required=True, doc="What everybody pays at the start.")
    round_share: int = key(integer(0, 1_000_000), default=0,
                           doc="What the winner of a round takes from the pot, or what is left in it if that is less; "
                               "for a round that nobody wins it stays there.")
