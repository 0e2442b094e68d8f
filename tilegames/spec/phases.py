"""The words about the phases of a round."""

from __future__ import annotations

import re
from typing import Any

import attrs

from tilegames.spec.pieces import piece_filter
from tilegames.spec.schema import (
    Block,
    CountRange,
    Located,
    Reader,
    Table,
    block,
    boolean,
    count_range,
    either,
    expression,
    integer,
    key,
    language,
    listing,
    located,
    name,
    one_or_many,
    scalar,
    table,
    text,
    word,
)

__all__ = ["PHASES", "Auction", "Bid", "Blocked", "Choose", "DealerBids", "Declarable", "Declare", "Discarding",
           "GoOut", "HolderOf", "Joins", "Layout", "NamedSeat", "Opener", "PlayOn", "Step", "Tricks", "Turns"]


def _step(written: str) -> int | tuple[str, str, str]:
    if not re.fullmatch(r"\+1", written):
        return "unknown-word", f'expected +1, found "{written}"', "write +1"
    return 1


_SEATS = ("dealer", "left_of_dealer", "right_of_dealer", "starter", "auction_winner", "partner_of_auction_winner",
          "last_winner")


@language
class HolderOf(Block):
    """The seat that holds a piece."""

    holder_of: Located[str] = key(located(), required=True, doc="The piece.", example="6-6")


@language
class NamedSeat(Block):
    """The seat that a choose phase has named."""

    chosen: Located[str] = key(located(), required=True, doc="The role it was chosen for.", example="poser")


def _seat() -> Reader[Any]:
    return either(word(*_SEATS), block(HolderOf), block(NamedSeat))


@language
class Bid(Block):
    """A kind of bid. The kinds stand from low to high in the order written."""

    range: CountRange = key(count_range(0, 1000), required=True, doc="The amounts that may be bid at any time.",
                            example="30..41")
    then: int | None = key(scalar("+1", _step), default=None,
                           doc="`+1`: above the range, only one more than the bid before.")
    target: Located[str] | None = key(expression(), default=None,
                                      doc="What the bid must take, by its `amount`.", example="amount")
    stake: Located[str] | None = key(expression(), default=None,
                                     doc="What the bid is worth, by its `amount`.", example="42 * amount")
    say: str | None = key(
        text(), default=None, example="'{amount} mark{s}'",
        doc="How it is said; `{amount}` stands for the number, `{s}` for an s unless the number is 1.")
    also: Table[int] = key(table(integer(0, 1000), scalar("a word", lambda t: t)), default=attrs.Factory(Table),
                           doc="Other words for single bids, with their amounts.", example="{42: 1, 84: 2}")


@language
class DealerBids(Block):
    """What the dealer must bid when all others have passed."""

    dealer_bids: Table[int] = key(table(integer(0, 1000)), required=True, doc="The kind of bid and its amount.",
                                  example="{points: 30}")


@language
class Auction(Block):
    """Players bid in turn; the highest bid wins."""

    first: Any = key(_seat(), default="left_of_dealer", doc="Who speaks first.")
    turns: str = key(word("one_each", "until_others_pass"), default="until_others_pass",
                     doc="One turn for everybody, or round and round until all others have passed.")
    bids: Table[Bid] = key(table(block(Bid)), required=True, doc="The kinds of bid, low to high.")
    all_pass: Any = key(either(word("redeal", "dealer_must_bid"), block(DealerBids)), default="redeal",
                        doc="If nobody bids: the next dealer deals, the dealer must bid something, or the dealer "
                            "must bid "
                            "just this.", example="{dealer_bids: {points: 30}}")


@language
class Declarable(Block):
    """What may be declared."""

    trump: tuple[Located[str], ...] = key(listing(located(), at_least=1), required=True,
                                          doc="Suits, `any_suit` for all that can be led, and `none`.",
                                          example="[any_suit, doubles, none]")


@language
class Declare(Block):
    """One seat names trumps."""

    by: Any = key(_seat(), default="auction_winner", doc="Who declares.")
    choose: Declarable = key(block(Declarable), required=True, doc="What may be named.")
    if_silent: str | None = key(word("suit_of_first_lead"),
                                default=None, doc="What holds if nothing is named; without it something must be.")


@language
class Choose(Block):
    """One seat names a seat for a role."""

    role: str = key(name(), required=True, doc="The role, as other keys name it.", example="poser")
    by: Any = key(_seat(), default="last_winner", doc="Who chooses.")
    among: str = key(word("own_side", "all", "others"), default="own_side", doc="Which seats may be named.")


@language
class Tricks(Block):
    """One piece from each seat in turn; the best takes them and leads the next, until the hands are empty."""

    leader: Any = key(_seat(), default="left_of_dealer", doc="Who leads the first trick.")
    follow: str = key(word("must_if_able", "free"), default="must_if_able",
                      doc="Whether the suit led must be followed by who can.")


@language
class Opener(Block):
    """Who starts the layout, and with what."""

    when: Table[bool] = key(
        table(boolean(), word("first_round", "after_win", "after_tie", "after_reset", "after_level", "after_redeal")),
        default=attrs.Factory(Table),
        doc="When this row holds; without it always. The first row that holds counts.", example="{first_round: yes}")
    seat: Any = key(_seat(), required=True, doc="Who starts.", example="{holder_of: 6-6}")
    piece: Any = key(either(word("any"), one_or_many(piece_filter())), default="any",
                     doc="What the first piece must be.")


@language
class Blocked(Block):
    """Who wins when nobody can play."""

    lowest: str = key(word("player"), default="player", doc="The player with the least in hand.")
    credit: str = key(word("side", "player"), default="side",
                      doc="`side`: partners who share the least still win; `player`: any shared least is a tie.")


@language
class Joins(Block):
    """Numbers that add up join."""

    sum: int = key(integer(0, 36), required=True, doc="What the two touching numbers add up to.")


@language
class Layout(Block):
    """A line of tiles with two ends. Who cannot play passes; who can play must."""

    opener: Table[Opener] = key(table(block(Opener)), required=True, doc="Who starts, by named rows.")
    joins: Any = key(either(word("equal_ends"), block(Joins)), default="equal_ends", doc="Which numbers touch.",
                     example="equal_ends")
    cannot_play: str = key(word("pass"), default="pass", doc="What happens to who cannot play.")
    blocked: Blocked = key(block(Blocked), default=Blocked(), doc="Who wins when all have passed in a row.")


_VERBS = word("draw_stock", "take_discard", "discard", "go_out")


@language
class Step(Block):
    """One step of a turn: `must` or `may`, and what follows at once."""

    must: tuple[str, ...] = key(one_or_many(_VERBS), default=(), doc="One of these has to be done.")
    may: tuple[str, ...] = key(one_or_many(_VERBS), default=(),
                               doc="One of these can be done, or the step passed over.")
    then: tuple[str, ...] = key(one_or_many(_VERBS), default=(), doc="One of these has to follow.")


@language
class GoOut(Block):
    """When a player may go out."""

    complete: Located[str] = key(located(), required=True, name="with", doc="The pattern that the whole hand must be.",
                                 example="complete_hand")


@language
class Discarding(Block):
    """What may be put down."""

    kind_taken: str = key(word("allowed", "refused"), default="allowed",
                          doc="`refused`: not a piece like the one just taken from the discards, unless nothing "
                              "else is "
                              "held.")
    drawn: str = key(word("any", "must_go"), default="any",
                     doc="`must_go`: after a draw, only the piece drawn may be put down.")


@language
class PlayOn(Block):
    """Play without a stock."""

    play_on_for: int = key(integer(1, 100), required=True,
                           doc="The most rounds of turns after the stock is gone; it ends before when all pass in a "
                               "row.")


@language
class Turns(Block):
    """Players take turns of several steps."""

    first: Any = key(_seat(), default="left_of_dealer", doc="Who has the first turn.")
    first_turn: tuple[Step, ...] = key(listing(block(Step)), default=(), doc="The steps of the very first turn.")
    steps: tuple[Step, ...] = key(listing(block(Step), at_least=1), required=True, doc="The steps of a turn.")
    takes: str = key(word("any", "top"), default="top", doc="Which of the face-up discards may be taken.")
    go_out: GoOut | None = key(block(GoOut), default=None, doc="When a player may go out.")
    discard: Discarding = key(block(Discarding), default=Discarding(), doc="What may be put down.")
    at_most: int | None = key(integer(1, 1000), default=None,
                              doc="The round ends after so many rounds of turns, if it has not ended before.")
    empty_stock: Any = key(either(word("ends_round"), block(PlayOn)), default="ends_round",
                           doc="A draw from an empty stock ends the round, or play goes on without drawing.",
                           example="ends_round")


#: The kinds of phases by the word for them.
PHASES: dict[str, type[Block]] = {
    "auction": Auction, "declare": Declare, "choose": Choose, "tricks": Tricks, "layout": Layout, "turns": Turns}
