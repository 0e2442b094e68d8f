"""The Table: one situation as it is while it changes.

A Table is small, slotted, mutable and cheap to copy. Only phases and the match change it; everybody else sees it
through a frozen State or a View.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from tilegames.core.auctions import Bid
    from tilegames.core.deals import Deal, DealSource
    from tilegames.core.moves import Event, ScoreEvent
    from tilegames.core.phases import Phase
    from tilegames.core.pieces import PieceSet
    from tilegames.core.suits import SuitTable

__all__ = ["LEFT", "RIGHT", "START", "TURNED", "Chain", "Ending", "Finish", "Table", "unroll"]

#: Where a piece of the line was put: first, at the left end, at the right end; in a position that was set up: first,
#: with its higher number to the left.
START, LEFT, RIGHT, TURNED = 0, 1, 2, 3

#: A list that shares its beginning with older ones: (the list so far, the newest item), or None when empty.
Chain = tuple[Any, Any] | None


def unroll(chain: Chain) -> list[Any]:
    """The items of a chain, oldest first."""
    items = []
    while chain is not None:
        chain, item = chain
        items.append(item)
    items.reverse()
    return items


class Ending(NamedTuple):
    """How a round ended.

    Attributes:
        how: ``first`` (no round yet), ``won``, ``tied``, ``reset`` (won, and the scores went back to nothing),
            ``level`` (won, and a play-off follows), ``void`` (nobody bid) or ``none`` (nobody won).
        seat: who won it, or -1.
        ties: how many rounds in a row have been tied.
    """

    how: str = "first"
    seat: int = -1
    ties: int = 0


class Finish(NamedTuple):
    """How a match ended: ``reached`` a score, ``rounds`` all played, or ``stopped`` (no deal left); and who won."""

    termination: str
    ranking: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    ending: str


class Table:
    """Zones, turn, and the counters that the phases own. See the comments for who owns what."""

    __slots__ = (  # noqa: RUF023  grouped by who owns them
        # the match
        "phase", "turn", "round", "dealer", "first", "scores", "pots", "previous", "finish", "score_chain",
        "deal_chain", "source", "log", "entering", "ended",
        # the zones, as masks; the stock as a tuple with an index, the discards as a list in order
        "hands", "stock", "drawn", "discards", "won", "aside",
        # what seats have been named for a role, such as who poses
        "chosen",
        # auctions and declarations
        "bids", "bid", "bidder", "suits",
        # tricks
        "trick", "leader", "led", "follow", "tricks", "points",
        # layouts
        "line", "ends", "passes", "out_facts",
        # turns
        "step", "stage", "taken", "got", "idle", "turns",
    )

    phase: Phase
    turn: int
    round: int
    dealer: int
    first: int
    scores: list[int]
    pots: list[int]
    previous: Ending
    finish: Finish | None
    score_chain: Chain
    deal_chain: Chain
    source: DealSource
    log: list[Event] | None
    entering: bool
    ended: tuple[str, int] | None
    hands: list[int]
    stock: tuple[int, ...]
    drawn: int
    discards: list[int]
    won: list[int]
    aside: int
    chosen: dict[str, int]
    bids: list[tuple[int, int]]
    bid: Bid | None
    bidder: int
    suits: SuitTable | None
    trick: list[int]
    leader: int
    led: int
    follow: int
    tricks: list[int]
    points: list[int]
    line: list[tuple[int, int]]
    ends: tuple[int, int]
    passes: int
    out_facts: tuple[bool, int, bool]
    step: int
    stage: int
    taken: int
    got: int
    idle: int
    turns: int

    def __init__(self, source: DealSource, seats: int, sides: int) -> None:
        self.source = source
        self.turn = -1
        self.round = -1
        self.dealer = -1
        self.scores = [0] * sides
        self.pots = [0, 0]
        self.previous = Ending()
        self.finish = None
        self.score_chain = None
        self.deal_chain = None
        self.log = None
        self.entering = False
        self.ended = None
        self.clear(seats, sides)

    def clear(self, seats: int, sides: int) -> None:
        """Empties everything that belongs to one round."""
        self.first = -1
        self.hands = [0] * seats
        self.stock = ()
        self.drawn = 0
        self.discards = []
        self.won = [0] * sides
        self.aside = 0
        self.chosen = {}
        self.bids = []
        self.bid = None
        self.bidder = -1
        self.suits = None
        self.trick = []
        self.leader = -1
        self.led = -1
        self.follow = -1
        self.tricks = [0] * sides
        self.points = [0] * sides
        self.line = []
        self.ends = (-1, -1)
        self.passes = 0
        self.out_facts = (False, 0, False)
        self.step = 0
        self.stage = 0
        self.taken = -1
        self.got = -1
        self.idle = 0
        self.turns = 0

    def copy(self) -> Table:
        """An independent copy that no recorder listens to."""
        new = Table.__new__(Table)
        new.phase = self.phase
        new.turn = self.turn
        new.round = self.round
        new.dealer = self.dealer
        new.first = self.first
        new.scores = self.scores.copy()
        new.pots = self.pots.copy()
        new.previous = self.previous
        new.finish = self.finish
        new.score_chain = self.score_chain
        new.deal_chain = self.deal_chain
        new.source = self.source
        new.log = None
        new.entering = False
        new.ended = None
        new.hands = self.hands.copy()
        new.stock = self.stock
        new.drawn = self.drawn
        new.discards = self.discards.copy()
        new.won = self.won.copy()
        new.aside = self.aside
        new.chosen = self.chosen.copy()
        new.bids = self.bids.copy()
        new.bid = self.bid
        new.bidder = self.bidder
        new.suits = self.suits
        new.trick = self.trick.copy()
        new.leader = self.leader
        new.led = self.led
        new.follow = self.follow
        new.tricks = self.tricks.copy()
        new.points = self.points.copy()
        new.line = self.line.copy()
        new.ends = self.ends
        new.passes = self.passes
        new.out_facts = self.out_facts
        new.step = self.step
        new.stage = self.stage
        new.taken = self.taken
        new.got = self.got
        new.idle = self.idle
        new.turns = self.turns
        return new

    def key(self, pieces: PieceSet) -> tuple[Any, ...]:
        """What two tables must share to be the same situation: everything but history, seed and coming deals.

        Copies of a piece are not told apart.
        """
        kinds = pieces.kind_of

        def group(mask: int) -> object:
            return tuple(pieces.kinds_of(mask)) if pieces.has_copies else mask

        def row(listed: Sequence[int]) -> tuple[int, ...]:
            return tuple(kinds[piece] for piece in listed)

        return (
            self.phase.name, self.turn, self.round, self.dealer, self.first, tuple(self.scores), tuple(self.pots),
            self.previous, self.finish, tuple(map(group, self.hands)), row(self.stock[self.drawn:]),
            row(self.discards), tuple(map(group, self.won)), group(self.aside), tuple(self.chosen.items()),
            tuple(self.bids),
            self.bid and self.bid.text, self.bidder, self.suits and self.suits.name, row(self.trick), self.leader,
            self.led, tuple(self.tricks), tuple(self.points), row(self.row()),
            self.ends, self.passes, self.step, self.stage, self.taken, self.got, self.idle, self.turns,
        )

    def row(self) -> list[int]:
        """The pieces of the line from left to right, in whatever order they came to lie there."""
        lying: list[int] = []
        for piece, end in self.line:
            if end == LEFT:
                lying.insert(0, piece)
            else:
                lying.append(piece)
        return lying

    def score(self, event: ScoreEvent) -> None:
        """Enters one line of the account."""
        self.scores[event.side] += event.amount
        self.score_chain = (self.score_chain, event)

    def dealt(self, deal: Deal) -> None:
        """Records a deal."""
        self.deal_chain = (self.deal_chain, deal)

    def census(self) -> tuple[int, int]:
        """How many pieces all zones hold together, and the mask of the pieces seen: for counting that none is lost."""
        count = self.aside.bit_count()
        union = self.aside
        for mask in self.hands + self.won:
            count += mask.bit_count()
            union |= mask
        loose = [*self.stock[self.drawn:], *self.discards, *self.trick, *(piece for piece, _ in self.line)]
        for piece in loose:
            union |= 1 << piece
        return count + len(loose), union
