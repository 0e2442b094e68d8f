"""The words about the phases of a round."""

from __future__ import annotations

from typing import Any

import attrs

from tilegames.spec.biddings import Bidding, Exchange
from tilegames.spec.groups import GroupTricks
from tilegames.spec.melds import Knock, Melding, Showdown, Stalemate
from tilegames.spec.pieces import piece_filters
from tilegames.spec.schema import (
    Block,
    CountRange,
    Located,
    Table,
    block,
    boolean,
    count_range,
    either,
    expression,
    integer,
    integer_or,
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
from tilegames.spec.seats import who
from tilegames.spec.tricks import Tricks

__all__ = ["PHASES", "Auction", "Bid", "Bidding", "Blocked", "Choose", "DealerBids", "Declarable", "Declare",
           "Discarding", "Draws", "Exchange", "GoOut", "Joins", "Layout", "MustFill", "Opener", "PlayOn", "Step",
           "Trains", "Turns"]


def _step(written: str) -> str | tuple[str, str, str]:
    if written not in ("+1", "x2"):
        return "unknown-word", f'expected +1 or x2, found "{written}"', "write +1 or x2"
    return written


@language
class Bid(Block):
    """A kind of bid. The kinds stand from low to high in the order written."""

    range: CountRange = key(count_range(0, 1000), required=True, doc="The amounts that may be bid at any time.",
                            example="30..41")
    then: str | None = key(scalar("+1 | x2", _step), default=None,
                           doc="`+1`: above the range, only one more than the bid before; `x2`: only twice as much.")
    level_of: Located[str] | None = key(
        located(), default=None, example="marks",
        doc="The kind of bid that this one is level with, amount by amount; it then has its target and stake, too, if "
            "nothing else is said.")
    only: str = key(word("any_time", "before_any_bid"), default="any_time",
                    doc="`before_any_bid`: only as long as nobody has bid.")
    needs: Located[str] | None = key(expression(), default=None, example="hand.doubles >= 4",
                                     doc="Which hands may make the bid.")
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

    first: Any = key(who(), default="left_of_dealer", doc="Who speaks first.")
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
    """One seat names trumps, or a contract that can be declared."""

    by: Any = key(who(), default="auction_winner", doc="Who declares.")
    choose: Declarable = key(block(Declarable), required=True, doc="What may be named.")
    if_silent: str | None = key(word("suit_of_first_lead"),
                                default=None, doc="What holds if nothing is named; without it something must be.")


@language
class Choose(Block):
    """One seat names a seat for a role."""

    role: str = key(name(), required=True, doc="The role, as other keys name it.", example="poser")
    by: Any = key(who(), default="last_winner", doc="Who chooses.")
    among: str = key(word("own_side", "all", "others"), default="own_side", doc="Which seats may be named.")


@language
class Opener(Block):
    """Who starts the layout, and with what."""

    when: Table[bool] = key(
        table(boolean(), word("first_round", "after_win", "after_tie", "after_reset", "after_level", "after_redeal",
                              "after_block")),
        default=attrs.Factory(Table),
        doc="When this row holds; without it always. The first row that holds counts. `after_block`: after a blocked "
            "round, whoever won it.", example="{first_round: yes}")
    seat: Any = key(who(), required=True, example="{holder_of: 6-6}",
                    doc="Who starts. With `holder_of` the row holds only if somebody has such a piece.")
    piece: Any = key(either(word("any", "held", "highest_double", "heaviest"), piece_filters()),
                     default="any",
                     doc="What the first piece must be; `held`: the very piece that its holder was asked for. A seat "
                         "named by a word starts with any piece, or with its own `highest_double` or `heaviest`, if it "
                         "has one.")
    if_nobody: str = key(word("next_row", "draw_in_turn", "all_draw", "deal_again"), default="next_row",
                         doc="If nobody holds the piece: the next row decides; players draw one each in turn, and keep "
                             "what they draw, until somebody has it (`all_draw`: all draw before anybody looks); or "
                             "the pack is dealt again.", example="draw_in_turn")
    first_drawer: Any = key(who(), default="after_last_opener", doc="Who draws first then.")
    on_table: Located[str] | None = key(
        located(), default=None, example="round_double",
        doc="A piece that is not dealt: it lies on the table at the start, and the seat plays to it.")


@language
class Blocked(Block):
    """When nobody can play: the end of the round, and who wins it."""

    when: str = key(word("all_pass", "nobody_can_play", "nothing_fits", "first_stuck"), default="all_pass",
                    doc="When a round is blocked: when all have passed in a row; as soon as no hand has a piece that "
                        "fits and nothing can be drawn; also as soon as no unplayed piece fits, wherever it is; or as "
                        "soon as the seat to move can neither play nor draw.")
    lowest: str = key(word("player", "side", "nobody"), default="player",
                      doc="Whose hands are compared: the player with the least wins, or the side; or nobody wins.")
    credit: str = key(word("side", "player"), default="side",
                      doc="`side`: partners who share the least still win; `player`: any shared least is a tie.")


@language
class Joins(Block):
    """Numbers that add up join."""

    sum: int = key(integer(0, 36), required=True, doc="What the two touching numbers add up to.")


@language
class Draws(Block):
    """Who cannot play draws from the stock; with nothing to draw, passes."""

    draw: Any = key(integer_or("until_playable", 1, 20), required=True,
                    doc="How many pieces a player draws in a turn at the most.", example="until_playable")
    then: str = key(word("must_play", "may_play", "turn_ends"), default="must_play",
                    doc="What happens with a piece drawn that fits: it must be played; it may be kept (and who passes "
                        "does not show whether it fits); or the turn is over with one piece in any case.",
                    example="may_play")
    reserve: int = key(integer(0, 20), default=0, doc="How many pieces always stay in the stock.", example="2")
    voluntary: bool = key(boolean(), default=False,
                          doc="Whether who can play may draw all the same, again and again; but play that player must.")


@language
class MustFill(Block):
    """Sides that must be filled before anything else may be played, by whoever is to move. The piece has so many sides.

    Who cannot, draws or passes.
    """

    start: int = key(integer(0, 12), default=0, doc="How many sides of the first piece.", example="4")
    double: int = key(integer(0, 8), default=0, doc="How many free sides of every later double.", example="3")
    own_train: str = key(word("no", "before_public", "before_all", yes="before_all"), default="no",
                         doc="What is closed to a seat until its own train is begun: nothing, the trains that are "
                             "everybody's, or all others, so that it may not even fill a double there.")
    order: str = key(word("oldest_first", "newest_first"), default="oldest_first",
                     doc="Which of several comes first.")
    if_dead: str = key(word("stays", "dropped"), default="stays",
                       doc="`dropped`: it need not be filled when no unplayed piece fits it.")
    may_wait: bool = key(boolean(), default=False,
                         doc="Whether the player who plays again after a double may first play elsewhere.")


@language
class Trains(Block):
    """Arms that begin at the first piece: one for each player, and some for everybody."""

    public: tuple[str, ...] = key(listing(name()), default=(), doc="The names of those for everybody.",
                                  example="[mexican]")
    marked_when_stuck: bool = key(boolean(), default=True,
                                  doc="Whether the train of who ends a turn unable to play is open to all, until its "
                                      "owner plays on it.")
    first_turn: str = key(word("one", "chain"), default="one",
                          doc="`chain`: in the first turn any number of pieces may be laid on one's own train.")


@language
class Layout(Block):
    """Pieces joined end to end. Who can play must; who cannot draws or passes."""

    opener: Table[Opener] = key(table(block(Opener)), required=True, doc="Who starts, by named rows.")
    round_doubles: str = key(word("down", "down_and_up"), default="down",
                             doc="Which double each round's `round_double` is: from the highest down to the blank, and "
                                 "from the top again; or down and up again.")
    joins: Any = key(either(word("equal_ends"), block(Joins)), default="equal_ends", doc="Which numbers touch.",
                     example="equal_ends")
    spinner: str = key(word("none", "first_double", "every_double"), default="none",
                       doc="Which doubles can be joined across, too, once both sides in line are taken.",
                       example="first_double")
    must_fill: MustFill = key(block(MustFill), default=MustFill(), doc="What must be filled before anything else.")
    trains: Trains | None = key(block(Trains), default=None, doc="Arms with owners.")
    again: tuple[str, ...] = key(one_or_many(word("start", "double")), default=(),
                                 doc="After which play the same player goes on: the first piece, any later double.",
                                 example="double")
    last_double: str = key(word("ends_round", "plays_on"), default="ends_round",
                           doc="With `again: double`: whether a double as the last piece ends the round, or another "
                               "piece must be drawn to go on with, if there is one.")
    announce_last: bool = key(boolean(), default=False,
                              doc="Whether who has one piece left must say so; who does not draws one, or with nothing "
                                  "to draw misses a turn.")
    cannot_play: Any = key(either(word("pass"), block(Draws, short="draw")), default="pass",
                           doc="What happens to who cannot play.", example="{draw: 1, then: may_play}")
    blocked: Blocked = key(block(Blocked), default=Blocked(), doc="When nobody can play.")


_VERBS = word("draw_stock", "take_discard", "push", "meld", "lay_off", "swap_wild", "discard", "knock", "go_out")


@language
class Step(Block):
    """One step of a turn: `must` or `may`, and what follows at once."""

    must: tuple[str, ...] = key(one_or_many(_VERBS), default=(), doc="One of these has to be done.")
    may: tuple[str, ...] = key(one_or_many(_VERBS), default=(),
                               doc="One of these can be done, or the step passed over.")
    then: tuple[str, ...] = key(one_or_many(_VERBS), default=(), doc="One of these has to follow.")
    repeat: bool = key(boolean(), default=False, doc="With `may`: whether it can be done again and again.")


@language
class GoOut(Block):
    """When a player may go out."""

    complete: Located[str] = key(located(), required=True, name="with",
                                 doc="The pattern that the whole hand must be; `melds`: nothing but melds.",
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

    first: Any = key(who(), default="left_of_dealer", doc="Who has the first turn.")
    first_turn: tuple[Step, ...] = key(listing(block(Step)), default=(), doc="The steps of the very first turn.")
    steps: tuple[Step, ...] = key(listing(block(Step), at_least=1), required=True, doc="The steps of a turn.")
    takes: str = key(word("any", "top", "within"), default="top",
                     doc="Which of the face-up discards may be taken: any, the newest, or any with all that lie on it.")
    must_use: str = key(word("never", "several", "always"), default="never",
                        doc="Whether the piece taken (the lowest of several) must go into a meld at once: a new one, "
                            "or one where it is laid off.")
    use_in: str = key(word("any_meld", "new_meld"), default="any_meld",
                      doc="With `must_use`: whether it may also be laid off, or must go into a new meld.")
    turn_up_offered: bool = key(boolean(), default=False,
                                doc="Whether the piece turned up is offered to everybody before the first turn; who "
                                    "takes it has the first turn. If all pass, the first player must draw.")
    melding: Melding = key(block(Melding), default=Melding(), doc="What holds for melds.")
    knock: Knock | None = key(block(Knock, short="deadwood"), default=None, doc="When a player may knock.",
                              example="10")
    go_out: GoOut | None = key(block(GoOut), default=None, doc="When a player may go out.")
    discard: Discarding = key(block(Discarding), default=Discarding(), doc="What may be put down.")
    stalemate: Stalemate = key(block(Stalemate), default=Stalemate(),
                               doc="When a round without an end is over.", example="{returned: 2}")
    reserve: int | None = key(integer(0, 20), default=None,
                       doc="The round ends after a turn that leaves no more than so many pieces in the stock.",
                       example="2")
    last_discard: str = key(word("dead", "for_a_knock"), default="dead",
                            doc="With `reserve`: whether the next player may take the discard of that turn to knock "
                                "with it.")
    at_most: int | None = key(integer(1, 1000), default=None,
                              doc="The round ends after so many rounds of turns, if it has not ended before.")
    empty_stock: Any = key(either(word("ends_round"), block(PlayOn)), default="ends_round",
                           doc="A draw from an empty stock ends the round, or play goes on without drawing.",
                           example="ends_round")


#: The kinds of phases by the word for them.
PHASES: dict[str, type[Block]] = {
    "auction": Auction, "bidding": Bidding, "exchange": Exchange, "declare": Declare, "choose": Choose,
    "tricks": Tricks, "group_tricks": GroupTricks,
    "layout": Layout, "turns": Turns, "showdown": Showdown}
