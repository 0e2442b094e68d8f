"""The words about tricks, and about contracts, which change them for a round."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from tilegames.errors import closest
from tilegames.spec.pieces import SuitsPatch, piece_filters
from tilegames.spec.schema import (
    Block,
    Located,
    Problems,
    Table,
    block,
    either,
    expression,
    key,
    laid_over,
    language,
    located,
    table,
    text,
    word,
)
from tilegames.spec.seats import who

__all__ = ["Barred", "ContractPatch", "ContractPay", "DeclarePatch", "FaceDown", "Tricks", "TricksPatch",
           "resolved_contracts"]


@language
class Barred(Block):
    """Pieces that may not be played for a while, unless a player has nothing else."""

    pieces: Any = key(piece_filters(), required=True, doc="The pieces.", example="{suit: hearts}")
    when: str = key(word("leading", "following", "any_time"), default="any_time",
                    doc="Whether they may not be led, not be played to a lead, or neither.", example="leading")
    until: str = key(word("end", "broken", "second_trick"), default="end",
                     doc="`broken`: until one of them, or of `broken_by`, has been played to an earlier trick; "
                         "`second_trick`: in the first trick only.", example="broken")
    broken_by: Any = key(piece_filters(), default=(), doc="Other pieces that end it when played.",
                         example="QS")
    say: str | None = key(text(), default=None, doc="The rule as players say it.",
                          example="hearts may not be led before one has been played")


@language
class FaceDown(Block):
    """Tricks taken lie face down under some bids."""

    down_if: Located[str] = key(expression(), required=True, doc="The condition, by the bid.",
                                example="bid.kind == 'marks'")


_FOLLOW = ("must_if_able", "or_trump", "free", "best_formula")


@language
class Tricks(Block):
    """One piece from each seat in turn; the best takes them and leads the next, until the hands are empty."""

    leader: Any = key(who(), default="left_of_dealer", doc="Who leads the first trick.")
    open_with: str = key(word("any", "held"), default="any",
                         doc="`held` (with a leader named by what it holds): the first lead must be that piece.")
    follow: str = key(word(*_FOLLOW), default="must_if_able",
                      doc="Whether the suit led must be followed by who can; `or_trump`: who can follow may also "
                          "play a trump; `best_formula`: no suits, but always one of the best pieces in hand by the "
                          "formula.")
    trump: Located[str] | None = key(
        located(), default=None, example="turned_up",
        doc="What is trump where nobody names it: a suit, or `none`; `turned_up`, that of the piece turned up after "
            "the deal, which stays out of play; or `last_dealt`, that of the last piece dealt to the dealer, which is "
            "shown. A piece of no suit makes nothing trump.")
    cannot_follow: str = key(word("anything", "must_trump"), default="anything",
                             doc="What who cannot follow plays.")
    double_led: str = key(word("own_suit", "then_number"), default="own_suit",
                          doc="Where doubles are a suit: who cannot follow a double plays anything; or must play its "
                              "number.")
    head: str = key(word("never", "if_able"), default="never",
                    doc="`if_able`: who can must beat the pieces played so far.")
    undertrump: str = key(word("allowed", "barred"), default="allowed",
                          doc="Whether a trump played to a plain suit may be lower than one already played, by who has "
                              "other pieces.")
    barred: Table[Barred] = key(table(block(Barred)), default=attrs.Factory(Table),
                                doc="Pieces that may not be played for a while, by named rows.",
                                example="{hearts: {pieces: {suit: hearts}, when: leading, until: broken}}")
    wins: str = key(word("highest", "formula"), default="highest",
                    doc="The highest trump, else the highest piece of the suit led; or the best by the formula.")
    formula: Located[str] | None = key(expression(), default=None, example="-abs(pips - 7)",
                                       doc="A number for each piece, by what it shows; the highest is best.")
    ties: str = key(word("first_played", "last_played", "declarers"), default="first_played",
                    doc="Which of several best pieces takes the trick; `declarers`: the first one of their side.")
    other_end: str = key(word("never", "first_trick", "always"), default="never",
                         doc="Whether who leads may call the other number of a tile, where it is of two suits.")
    sits_out: Any = key(who(), default=None, doc="Who does not play.", example="partner_of_declarer")
    stop: str = key(word("last_piece", "when_decided"), default="last_piece",
                    doc="`when_decided`: the round ends as soon as the contract is made or failed whatever comes. "
                        "It is refused where that would change a score.")
    won: Any = key(either(word("face_up", "face_down"), block(FaceDown)), default="face_up",
                   doc="Whether tricks taken can be looked at.")


@language
class TricksPatch(Block):
    """What a contract changes in the tricks; the keys mean the same there."""

    leader: Any = key(who(), default=None, doc="Who leads the first trick.")
    follow: str | None = key(word(*_FOLLOW), default=None, doc="What must be played.")
    double_led: str | None = key(word("own_suit", "then_number"), default=None,
                                 doc="What who cannot follow a double plays.")
    wins: str | None = key(word("highest", "formula"), default=None, doc="What takes a trick.")
    formula: Located[str] | None = key(expression(), default=None, doc="A number for each piece.",
                                       example="-abs(pips - 7)")
    ties: str | None = key(word("first_played", "last_played", "declarers"), default=None,
                           doc="Which of several best pieces takes the trick.")
    sits_out: Any = key(who(), default=None, doc="Who does not play.", example="partner_of_declarer")
    won: Any = key(either(word("face_up", "face_down"), block(FaceDown)), default=None,
                   doc="Whether tricks taken can be looked at.")


@language
class DeclarePatch(Block):
    """What a contract that a bid brings changes in the declaration."""

    by: Any = key(who(), default=None, doc="Who declares.", example="partner_of_auction_winner")
    may_name: str = key(word("trump_only", "anything"), default="anything",
                        doc="Whether other contracts may be declared, too.")


@language
class ContractPay(Block):
    """What each side scores; nothing if not written."""

    declarers: Located[str] | None = key(expression(), default=None,
                                         doc="The side that won the auction.", example="bid.stake")
    opponents: Located[str] | None = key(expression(), default=None, doc="The other sides.", example="bid.stake")


@language
class ContractPatch(Block):
    """A contract that changes the rules for the rest of the round: brought by a kind of bid, or else declared."""

    like: Located[str] | None = key(located(), default=None, example="nel-o",
                                    doc="Another contract: what is not said here is as it is there.")
    bid: Located[str] | None = key(located(), default=None, example="plunge",
                                   doc="The kind of bid that brings it; without it, it is declared in place of a "
                                       "trump.")
    say: str | None = key(text(), default=None, doc="How it is declared; else its name.", example="nel-o high")
    needs: Located[str] | None = key(expression(), default=None, example="bid.kind == 'marks' and bid.amount >= 2",
                                     doc="Which bids allow it to be declared.")
    only: str = key(word("any_bidder", "forced_bidder"), default="any_bidder",
                    doc="`forced_bidder`: only who had to bid because all others had passed may declare it.")
    tiles: SuitsPatch = key(block(SuitsPatch), default=SuitsPatch(), doc="What it changes about suits.")
    declare: DeclarePatch = key(block(DeclarePatch), default=DeclarePatch(), doc="What it changes in the declaration.")
    tricks: TricksPatch = key(block(TricksPatch), default=TricksPatch(), doc="What it changes in the tricks.")
    made_if: Located[str] | None = key(expression(), default=None, doc="When it is made, in place of the usual rule.",
                                       example="declarers.tricks == 0")
    stop_if: Located[str] | None = key(expression(), default=None, example="declarers.tricks > 0",
                                       doc="Asked after each trick: whether the round ends there.")
    made: ContractPay | None = key(block(ContractPay), default=None, doc="What is scored when it is made, if not as "
                                                                         "usual.")
    failed: ContractPay | None = key(block(ContractPay), default=None, doc="What is scored when it is not.")


def resolved_contracts(contracts: Mapping[str, ContractPatch], problems: Problems) -> dict[str, ContractPatch]:
    """The contracts, each with what it has from the one that it is like.

    Problems: ``unknown-contract``, ``extends-itself``.
    """
    found: dict[str, ContractPatch] = {}
    for name, patch in contracts.items():
        chain = [patch]
        while (like := chain[-1].like) is not None:
            if like.value not in contracts:
                problems.add("unknown-contract", f'there is no contract "{like.value}"', like.span,
                             closest(like.value, [other for other in contracts if other != name]))
                break
            if contracts[like.value] in chain:
                problems.add("extends-itself", f'"{name}" comes to be like itself', like.span)
                break
            chain.append(contracts[like.value])
        whole = chain.pop()
        while chain:
            whole = laid_over(whole, chain.pop())
        found[name] = whole
    return found
