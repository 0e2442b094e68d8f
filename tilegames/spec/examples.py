"""The words of examples: positions (``given``, also those of ``game.position``) and answers (``expect``)."""

from __future__ import annotations

import attrs

from tilegames.spec.schema import (
    Block,
    Located,
    Table,
    block,
    boolean,
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

__all__ = ["Example", "Expect", "Fits", "Given", "Under"]

_PIECE_NAME = scalar("the name of a piece", lambda written: written)


@language
class Under(Block):
    """What an example runs with."""

    players: int | None = key(integer(1, 20), default=None, doc="The number of players.")
    variants: tuple[str, ...] = key(one_or_many(text()), default=(), doc="Variants.")
    options: Table[str] = key(table(text()), default=attrs.Factory(Table), doc="Options.")


@language
class Given(Block):
    """A position. What is not said is as the rules leave it: hands are filled up from the unseen pieces.

    Without a word that belongs to the middle of a round, the round is at its start: the deal gives each seat the pieces
    named in ``hands`` and fills up. Seats are numbered from 0 in the order of play.
    """

    round: int | None = key(integer(1, 10_000), default=None, doc="Which round it is, from 1.")
    dealer: int | None = key(integer(0, 19), default=None, doc="Who deals.")
    streak: int = key(integer(1, 10_000), default=1,
                      doc="How many rounds in a row the dealer has dealt, with this one.")
    starter: int | None = key(integer(0, 19), default=None, doc="Who was drawn to start.")
    turn: int | None = key(integer(0, 19), default=None, doc="Whose turn it is, in the middle of a round.")
    scores: tuple[int, ...] = key(listing(integer(-10**9, 10**9)), default=(), doc="The score of each side so far.")
    pot: int | None = key(integer(0, 10**9), default=None, doc="What lies in the pot from earlier rounds.")
    after: str | None = key(word("first_round", "win", "tie", "reset", "level", "redeal", "block"), default=None,
                            doc="How the round before ended; `first_round` for none, `block` for a blocked one that "
                                "somebody has won.")
    ties: int = key(integer(0, 1000), default=0, doc="How many rounds in a row before this one were tied.")
    last_winner: int | None = key(integer(0, 19), default=None, doc="Who won the round before.")
    last_opener: int | None = key(integer(0, 19), default=None, doc="Who opened the layout of the round before.")
    round_scores: tuple[tuple[int, ...], ...] = key(
        listing(listing(integer(-10**6, 10**6))), default=(), example="[[0, 12], [7, 0]]",
        doc="What each side has scored in each round before this one, oldest first; in place of `scores`.")
    hands: tuple[tuple[Located[str], ...], ...] = key(
        listing(listing(located())), default=(), doc="The pieces of each seat, from seat 0; an empty list is filled "
                                                     "up.",
        example="[[6-6, 5-1], []]")
    hand: tuple[Located[str], ...] = key(listing(located()), default=(), doc="The pieces of the seat to move.",
                                         example="[6-4, 3-3]")
    stock: tuple[Located[str], ...] = key(listing(located()), default=(), doc="What will be drawn first, in order.")
    stock_empty: bool = key(boolean(), default=False, doc="Whether the stock is empty.")
    discards: tuple[Located[str], ...] = key(listing(located()), default=(), doc="The face-up pieces, oldest first.")
    bids: tuple[Located[str], ...] = key(listing(located()), default=(),
                                         doc="What was said in the auction or bidding so far, from the first bidder.")
    called: tuple[int, ...] = key(listing(integer(0, 1000)), default=(), example="[2, 0, 1]",
                                  doc="What each seat has bid, where all bids stand.")
    giving: tuple[tuple[Located[str], ...], ...] = key(
        listing(listing(located())), default=(), example="[[QS, KS, AS], [2D]]",
        doc="What each seat has chosen so far to give away, by seat.")
    turned: Located[str] | None = key(located(), default=None, doc="The piece turned up or shown for trumps.",
                                      example="9S")
    counters: Table[tuple[int, ...]] = key(
        table(listing(integer(-10**6, 10**6))), default=attrs.Factory(Table), example="{bags: [3, 8]}",
        doc="What each side has in the counters kept for the match.")
    bid: Located[str] | None = key(located(), default=None, doc="The bid that won the auction.", example="2 marks")
    declarer: int | None = key(integer(0, 19), default=None, doc="Who won the auction; seat 0 if not given.")
    declared: Located[str] | None = key(located(), default=None, example="nel-o",
                                        doc="The contract that was declared, beside the one that the bid brings.")
    trump: Located[str] | None = key(located(), default=None, doc="The trump, or `none`.", example="fours")
    leader: int = key(integer(0, 19), default=0, doc="Who led the trick.")
    trick: tuple[Located[str], ...] = key(listing(located()), default=(),
                                          doc="The pieces played to the trick, in order; in tricks of groups the "
                                              "moves, such as `6-6 6-3` or `6-2 5-1 down`.",
                                          example="[6-5, 6-6]")
    led: tuple[Located[str], ...] = key(one_or_many(located()), default=(), doc="The same as `trick`.")
    columns: tuple[int, ...] = key(
        listing(integer(0, 60)), default=(), example="[2, 3, 0, 2]",
        doc="What each side has counted in tricks of groups before this one; without it the leader has all.")
    layout: tuple[Located[str], ...] = key(
        listing(located()), default=(), example="[6-0, 0-1]",
        doc="The pieces on the table. A line is read from left to right; any other layout in the order the pieces were "
            "laid, each with the end it lies at where that is not plain: `4-1@9-9`, `5-2 train 0`.")
    marked: tuple[int, ...] = key(listing(integer(0, 19)), default=(),
                                  doc="The seats whose trains are open to all.", example="[1]")
    taken: tuple[int, ...] = key(listing(integer(-10**6, 10**6)), default=(),
                                 doc="What each side has taken; the round is over and is settled.")
    broken: bool = key(boolean(), default=False,
                       doc="Whether pieces that were barred until broken have been: in tricks that nobody speaks of.")
    tricks: tuple[int, ...] = key(
        listing(integer(0, 60)), default=(),
        doc="How many tricks each side has taken, or each seat. If they are all there are, the round is over and is "
            "settled.")
    melds: tuple[tuple[Located[str], ...], ...] = key(
        listing(listing(located(), at_least=1)), default=(), example="[[5S, 2D=6S, 7S], [9C, 9H, joker]]",
        doc="The melds on the table in the order laid; runs from low to high. A wild piece may say what it stands for.")
    meld_owners: tuple[int, ...] = key(listing(integer(0, 19)), default=(),
                                       doc="Whose melds they are, one by one; all of seat 0 if not given.")
    melded: tuple[int, ...] = key(
        listing(integer(0, 9999)), default=(), example="[24, 0]",
        doc="What each seat has melded and laid off, where that counts; else what the melds of each count.")
    down: tuple[int, ...] = key(listing(integer(0, 19)), default=(),
                                doc="The seats that have laid their contract; else all that own a meld.")
    drawn: bool = key(boolean(), default=False,
                      doc="Whether the seat to move has drawn, or taken a discard, already.")
    hands_left: tuple[tuple[Located[str], ...], ...] = key(
        listing(listing(located())), default=(),
        doc="What each seat holds at the end; the round is over, by an empty hand or blocked, and is settled.")


@language
class Fits(Block):
    """Groups that a pattern fits, and groups that it does not fit."""

    yes_: tuple[tuple[Located[str], ...], ...] = key(listing(listing(located())), default=(), name="yes",
                                                     doc="Groups that have this shape.")
    no_: tuple[tuple[Located[str], ...], ...] = key(listing(listing(located())), default=(), name="no",
                                                    doc="Groups that have not.")


@language
class Expect(Block):
    """Answers. An example asks for at least one."""

    legal: tuple[Located[str], ...] | None = key(listing(located()), default=None,
                                                 doc="All legal moves, in any order.")
    can: tuple[Located[str], ...] = key(listing(located()), default=(), doc="Some legal moves.")
    illegal: Table[Located[str]] = key(table(located(), scalar("a move", lambda written: written)),
                                       default=attrs.Factory(Table), doc="Moves that are not legal, with the code.",
                                       example="{pass: must-play-if-able}")
    turn: int | None = key(integer(0, 19), default=None, doc="Whose turn it is.")
    phase: Located[str] | None = key(located(), default=None, doc="The phase.")
    round: int | None = key(integer(1, 10_000), default=None, doc="Which round it is, from 1.")
    dealer: int | None = key(integer(0, 19), default=None, doc="Who deals.")
    winner: int | None = key(integer(0, 19), default=None, doc="Who took the last trick.")
    points: int | None = key(integer(-10**6, 10**6), default=None, doc="What the last trick was worth.")
    round_winner: Located[str] | None = key(located(), default=None,
                                            doc="Who won the round that has just ended: a seat, or `nobody`.")
    ending: str | None = key(word("out", "blocked", "played", "exhausted", "knock", "dealt", "void", "stopped"),
                             default=None,
                             doc="How the round that has just ended came to its end.")
    scores: tuple[int, ...] | None = key(listing(integer(-10**9, 10**9)), default=None, doc="The score of each side.")
    columns: tuple[int, ...] | None = key(listing(integer(0, 60)), default=None,
                                          doc="What each side has counted in tricks of groups in this round.")
    conceded: tuple[int, ...] | None = key(listing(integer(0, 60)), default=None,
                                           doc="How many pieces each seat has conceded in this round.")
    payments: Table[tuple[int, ...]] = key(
        table(listing(integer(-10**6, 10**6))), default=attrs.Factory(Table), example="{settlement: [-4, 10, -5, -1]}",
        doc="What each row of payments has brought each side since the position; nothing for a row that has not paid.")
    pot: int | None = key(integer(0, 10**9), default=None, doc="What lies in the pot.")
    over: bool | None = key(boolean(), default=None, doc="Whether the match is over.")
    winners: tuple[int, ...] | None = key(listing(integer(0, 19)), default=None, doc="The seats that have won.")
    trump: Located[str] | None = key(located(), default=None, doc="The trump, or `none`.")
    contract: Located[str] | None = key(located(), default=None, doc="The bid that won the auction.")
    declarer: int | None = key(integer(0, 19), default=None, doc="Who won the auction.")
    declared: Located[str] | None = key(located(), default=None,
                                        doc="The contract that the bid or the declaration has brought, or `none`.")
    sits_out: Located[str] | None = key(located(), default=None, doc="Who does not play: a seat, or `nobody`.")
    called: tuple[int, ...] | None = key(listing(integer(0, 1000)), default=None,
                                         doc="What each seat has bid, when all have.")
    turned: Located[str] | None = key(located(), default=None, doc="The piece turned up or shown for trumps.")
    counters: Table[tuple[int, ...]] = key(
        table(listing(integer(-10**6, 10**6))), default=attrs.Factory(Table), example="{bags: [3, 8]}",
        doc="What each side has in the counters kept for the match.")
    ends: tuple[int, ...] | None = key(listing(integer(0, 18)), default=None,
                                       doc="The numbers of all open ends, in any order.")
    due: tuple[Located[str], ...] | None = key(listing(located()), default=None,
                                               doc="The pieces on the table that must be filled, the next one first.")
    marked: tuple[int, ...] | None = key(listing(integer(0, 19)), default=None,
                                         doc="The seats whose trains are open to all.")
    hand_sizes: tuple[int, ...] | None = key(listing(integer(0, 60)), default=None,
                                             doc="How many pieces each seat has.")
    stock: int | None = key(integer(0, 999), default=None, doc="How many pieces the stock has.")
    discards: tuple[Located[str], ...] | None = key(listing(located()), default=None,
                                                    doc="The face-up pieces, oldest first.")
    melds: tuple[Located[str], ...] | None = key(
        listing(located()), default=None, example="[run 5S 2D=6S 7S, set 9C 9H joker]",
        doc="The melds on the table in the order laid: the pattern and the pieces, wild ones with what they stand for.")
    down: tuple[int, ...] | None = key(listing(integer(0, 19)), default=None,
                                       doc="The seats that have laid their contract.")
    deadwood: tuple[int, ...] | None = key(
        listing(integer(0, 9999)), default=None, example="[12, 40]",
        doc="For each seat what could be left outside melds at the least, where players can knock.")
    pieces: int | None = key(integer(0, 999), default=None, doc="How many pieces the set has.")
    copies: Table[int] = key(table(integer(0, 99), _PIECE_NAME), default=attrs.Factory(Table),
                             doc="How many copies of a piece the set has.", example="{6-5: 2}")
    values: Table[int] = key(table(integer(-999, 999), _PIECE_NAME), default=attrs.Factory(Table),
                             doc="What a piece is worth.", example="{4-2: 3}")
    patterns: Table[Fits] = key(table(block(Fits)), default=attrs.Factory(Table),
                                doc="What a pattern fits and what not.")


@language
class Example(Block):
    """A small position with the expected answers; run as a test."""

    name: Located[str] = key(located(), required=True, doc="What it shows, in a few words.")
    under: Under = key(block(Under), default=Under(), doc="Players, variants and options; else the base game.")
    given: Given = key(block(Given), default=Given(), doc="The position.")
    play: tuple[Located[str], ...] = key(listing(located()), default=(), doc="Moves to make first.")
    expect: Expect = key(block(Expect), required=True, doc="The answers.")
