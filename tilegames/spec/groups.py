"""The words about tricks of groups, and about payments between players."""

from __future__ import annotations

from typing import Any

import attrs

from tilegames.spec.schema import (
    Block,
    Located,
    Table,
    block,
    expression,
    key,
    language,
    located,
    one_or_many,
    table,
    word,
)
from tilegames.spec.seats import who

__all__ = ["DealtWin", "Factor", "GroupTricks", "Payment", "Playable", "Redirect"]


@language
class DealtWin(Block):
    """A hand that wins the round as soon as it is dealt."""

    when: Located[str] = key(expression(), required=True, example="hand.military >= 7",
                             doc="The condition, by how many pieces of each suit the hand has (`hand.military`), how "
                                 "many in all (`hand.size`), and what they are worth together (`hand.value`).")


@language
class Playable(Block):
    """How groups of a pattern are played."""

    beaten_by: tuple[Located[str], ...] = key(
        one_or_many(located()), default=(), example="supreme",
        doc="Patterns whose groups beat it whatever their rank, if they have as many pieces; the later ones beat the "
            "earlier ones, too.")


@language
class GroupTricks(Block):
    """A group of pieces is led; each other player beats it with a higher group of the same kind, or concedes.

    Who beats plays face up; who concedes puts down any pieces, as many as were led. The highest group takes the trick
    and its owner leads the next, until the hands are empty. Who takes the last trick wins the round.
    """

    leader: Any = key(who(), default="left_of_dealer", doc="Who leads the first trick.")
    groups: Table[Playable] = key(
        table(block(Playable)), required=True, example="{single: {}, pair: {}}",
        doc="The patterns that may be led, by name. A group that fits several is of the first. It beats a group of the "
            "same pattern, with as many pieces of each suit, if it ranks higher: by its family if the pattern has "
            "`families`, else by its highest piece in its suit, then the next.")
    columns: str = key(word("per_piece", "per_trick"), default="per_piece",
                       doc="What the winner of a trick counts: a column for each piece of the winning group, or one.")
    conceded: str = key(word("face_down", "face_up"), default="face_down",
                        doc="Whether conceded pieces are seen by their owner only, until the round ends.")
    must_concede: Located[str] | None = key(
        expression(), default=None, example="trick.last and player.columns == 0",
        doc="When a player may beat nothing: by the trick and the `player.columns`.")
    dealt_wins: Table[DealtWin] = key(table(block(DealtWin, short="when")), default=attrs.Factory(Table),
                                      doc="Hands that win the round as they are dealt. The leader is asked first.",
                                      example="{all_military: hand.military == 8}")


@language
class Factor(Block):
    """What multiplies a payment."""

    when: Located[str] | None = key(expression(), default=None, doc="The condition; without it always.",
                                    example="payer.dealer or winner.dealer")
    by: Located[str] = key(expression(), required=True, doc="By how much.", example="2")
    only: str = key(word("positive", "all"), default="all",
                    doc="`positive`: only what the winner gets, not what the winner pays.")


@language
class Redirect(Block):
    """Somebody who pays what the others owe for a row."""

    when: Located[str] | None = key(expression(), default=None, doc="The condition; without it always.",
                                    example="trick.led == '2-1' and trick.top == '4-2'")
    only: str = key(word("positive", "all"), default="positive",
                    doc="`positive`: what a player would get is still that player's; `all`: that goes over, too.")
    to: str = key(word("trick_leader", "dealer"), default="trick_leader",
                  doc="Who pays in their place; nobody does if that is the winner.")


@language
class Payment(Block):
    """What each of the others pays to the winner; below nothing, the winner pays."""

    at: str = key(word("trick_end", "trick_end_before_last", "round_end", "dealt_win"), required=True,
                  doc="When it is paid: after each trick (or each but the last) to who takes it; at the end of the "
                      "round to its winner, with the last trick as the trick; or to who was dealt a hand that wins.")
    when: Located[str] | None = key(expression(), default=None, doc="Whether it is paid at all; without it always.",
                                    example="trick.size == 4")
    each_other_pays: Located[str] = key(expression(), required=True, example="4 - payer.columns", doc="How much.")
    times: Table[Factor] = key(table(block(Factor)), default=attrs.Factory(Table),
                               doc="Named factors. All that hold multiply the payment, and no other row; their "
                                   "conditions may name the `amount` before them, and whether it is `redirected`.")
    redirect: Table[Redirect] = key(table(block(Redirect)), default=attrs.Factory(Table),
                                    doc="Who pays in the place of the others, by named rows; the first that holds "
                                        "counts.")
