"""The words about bids that all stand, exchanges, hand sizes by round, and what each seat or side scores by its bid."""

from __future__ import annotations

from typing import Any

import attrs

from tilegames.spec.nodes import Mapping, Node
from tilegames.spec.schema import (
    Block,
    ByPlayers,
    Located,
    Missing,
    Problems,
    Reader,
    Table,
    block,
    boolean,
    by_players,
    expression,
    integer,
    integer_or,
    key,
    language,
    one_or_many,
    scalar,
    table,
    text,
    word,
)
from tilegames.spec.seats import who

__all__ = ["Bidding", "Counter", "Exchange", "Schedule", "Tally", "Visible", "hand_size"]


@language
class Bidding(Block):
    """Everybody bids once, in turn. Nobody raises: all bids stand."""

    first: Any = key(who(), default="left_of_dealer", doc="Who speaks first.")
    from_: int = key(integer(0, 1000), default=0, name="from", doc="The least bid.", example="1")
    to: Any = key(integer_or("hand_size", 0, 1000), default="hand_size",
                  doc="The greatest bid; `hand_size`: as many as the hand has pieces.", example="hand_size")
    last_bid: str = key(word("any", "must_not_balance"), default="any",
                        doc="`must_not_balance`: the last bidder may not make the sum of all bids the number of "
                            "tricks.")
    at_once: bool = key(boolean(), default=False,
                        doc="Whether all bid at the same time: nobody sees another's bid before all are made.")
    say: Table[str] = key(table(text(), scalar("an amount", lambda written: written)), default=attrs.Factory(Table),
                          doc="How some bids are said, in place of the number.", example="{0: nil}")
    also: Table[int] = key(table(integer(0, 1000), scalar("a word", lambda written: written)),
                           default=attrs.Factory(Table), doc="Other words for some bids, with their amounts.",
                           example="{zero: 0}")


@language
class Exchange(Block):
    """Everybody gives pieces away: all choose, hidden from one another, and then all change hands at once."""

    give: int = key(integer(1, 60), required=True, doc="How many pieces each player gives.", example="3")
    to: ByPlayers[tuple[str, ...]] = key(
        by_players(one_or_many(word("left", "right", "across", "second_left", "second_right", "nobody"), at_least=1)),
        required=True, example="{4: [left, right, across, nobody], 5: [left, right, nobody]}",
        doc="To whom: one word, or one for each round, and from the start again; `second_left` is the player two "
            "seats to the left. In a round of `nobody` nothing is given.")


@language
class Schedule(Block):
    """Hand sizes that change from round to round, one step at a time; past the last one they begin again."""

    schedule: str = key(word("up_down", "down_up", "up", "down"), required=True,
                        doc="`up_down`: from the least to the most and back; `down_up`: the other way round; `up`, "
                            "`down`: one way only. The turning point comes once.", example="up_down")
    from_: int = key(integer(1, 60), default=1, name="from", doc="The least number of pieces.", example="1")
    to: ByPlayers[int] = key(by_players(integer(1, 60)), required=True, doc="The greatest.",
                             example="{3..5: 10, 6: 8, 7: 7}")


class _HandSize(Reader[Any]):
    """Reads one hand size, one by player counts, or a schedule: a map with the key ``schedule``."""

    def __init__(self) -> None:
        self.sizes = by_players(integer(1, 60))
        self.schedule = block(Schedule)

    def describe(self) -> str:
        return f"{self.sizes.describe()}, or {self.schedule.describe()}"

    def children(self) -> tuple[type[Block], ...]:
        return self.schedule.children()

    def fits(self, node: Node) -> bool:
        return self.sizes.fits(node)

    def read(self, node: Node, problems: Problems) -> Any | Missing:
        scheduled = isinstance(node, Mapping) and node.get("schedule") is not None
        return (self.schedule if scheduled else self.sizes).read(node, problems)


def hand_size() -> Reader[Any]:
    """Read how many pieces a hand has."""
    return _HandSize()


@language
class Visible(Block):
    """Who sees hands, where that is not their owner alone."""

    last_round: str = key(word("owner", "others"), required=True,
                          doc="`others`: in the last round of the match all see the hands of all others and nobody "
                              "sees their own; the hands have one piece then.", example="others")


@language
class Tally(Block):
    """What is scored for one's own bid and tricks."""

    when: Located[str] | None = key(expression(), default=None, doc="The condition; without it always.",
                                    example="tricks == bid")
    scores: Located[str] = key(expression(), required=True, doc="How much.", example="10 + tricks")


@language
class Counter(Block):
    """A number that each side keeps for the whole match."""

    adds: Located[str] = key(expression(), required=True, doc="What a round adds to it.",
                             example="max(0, tricks - bid)")
    at: int | None = key(integer(1, 1_000_000), default=None,
                         doc="Where it turns over: whenever it has so much, it drops by so much.", example="10")
    scores: int | None = key(integer(-1_000_000, 1_000_000), default=None, doc="What is scored each time.",
                             example="-100")
