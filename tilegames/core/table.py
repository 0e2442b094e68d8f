"""The Table: one situation as it is while it changes.

A Table is small, slotted, mutable and cheap to copy. Only phases and the match change it; everybody else sees it
through a frozen State or a View.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from tilegames.core.auctions import Bid
    from tilegames.core.contracts import Contract
    from tilegames.core.deals import Deal, DealSource
    from tilegames.core.melds import Meld
    from tilegames.core.moves import Event, ScoreEvent
    from tilegames.core.phases import Phase
    from tilegames.core.pieces import PieceSet
    from tilegames.core.suits import SuitTable

__all__ = ["FIRST_KEY", "GROUPS", "LAYOUT", "LEFT", "MELDS", "RIGHT", "START", "TURNED", "TURNS", "Building", "Chain",
           "Duty", "End", "Ending", "Finish", "Knock", "Table", "replaced", "unroll"]

#: Where a piece of the layout was put: first, at the left end of a line, at its right end; in a position that was set
#: up: first, with its higher number to the left. Ends of other layouts have keys from FIRST_KEY.
START, LEFT, RIGHT, TURNED = 0, 1, 2, 3
FIRST_KEY = 4

#: An open end of the layout: the number that shows, the key it is named by, the place of its piece in the order laid,
#: and how many sides of that piece are free.
End = tuple[int, int, int, int]

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


def replaced(row: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    """A row with another value at one place.

    What changes seldom is kept in rows that are replaced, so that a copy of a table can share them.
    """
    return (*row[:at], value, *row[at + 1:])


class Ending(NamedTuple):
    """How a round ended.

    Attributes:
        how: ``first`` (no round yet), ``won``, ``tied``, ``reset`` (won, and the scores went back to nothing),
            ``level`` (won, and a play-off follows), ``void`` (nobody bid) or ``none`` (nobody won).
        seat: who won it, or -1.
        ties: how many rounds in a row have been tied.
        by: what ended it: ``out``, ``blocked``, ``played``, ``exhausted`` or ``void``; empty if there was no round yet.
    """

    how: str = "first"
    seat: int = -1
    ties: int = 0
    by: str = ""


class Finish(NamedTuple):
    """How a match ended: ``reached`` a score, ``rounds`` all played, or ``stopped`` (no deal left); and who won."""

    termination: str
    ranking: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    ending: str


class Building(NamedTuple):
    """A meld under way: the number of its shape and of its row; for a run its place in the row and its size (0 for a
    group); its pieces so far; how many it must have at least."""

    shape: int
    row: int
    start: int
    size: int
    cards: tuple[int, ...]
    least: int


class Duty(NamedTuple):
    """A piece that must go into a meld at once: its kind, the number of the meld where it may not go (or -1), and
    whether it must be a new one."""

    kind: int
    barred: int
    new_meld: bool = False


class Knock(NamedTuple):
    """Who has ended the turns by a knock, how much may be left in that hand, and whether the whole hand was melded
    without a discard."""

    seat: int
    limit: int
    whole: bool


#: The parts of a table that only some kinds of games use.
GROUPS, LAYOUT, TURNS, MELDS = 1, 2, 4, 8


class Table:
    """Zones, turn, and the counters that the phases own. See the comments for who owns what."""

    __slots__ = (  # noqa: RUF023  grouped by who owns them
        # the match
        "phase", "turn", "round", "dealer", "streak", "opened", "first", "scores", "pots", "previous", "finish",
        "score_chain", "deal_chain", "source", "log", "entering", "ended",
        # the zones, as masks; the stock as a tuple with an index, the discards as a list in order
        "hands", "stock", "drawn", "discards", "won", "aside",
        # what seats have been named for a role, such as who poses
        "chosen",
        # auctions and declarations: the high bid, who made it and whether it had to, who declares, the contract chosen
        "bids", "bid", "bidder", "forced", "declarer", "contract", "suits",
        # bids that all stand, one for each seat; what each seat is about to give away; counters of the match by side
        "called", "given", "counters",
        # the piece turned up for trumps; whether hands are seen by all but their owners
        "turned", "blind",
        # tricks; `begun` also tells in a layout who has begun a train, `passes` who has passed in auctions and layouts
        "trick", "leader", "led", "follow", "tricks", "points", "seat_tricks", "begun", "passes",
        # which of the following groups of slots the game uses; the others are not set at all
        "parts",
        # tricks of groups: the plays of this trick as numbers of groups (-1 for a concession); the shape led, and the
        # strength, number and seat of the winning group; what each seat has conceded; the hand that won as it was dealt
        "plays", "high", "conceded", "dealt_win",
        # layouts
        "opening", "placed", "ends", "out_facts", "duties", "spinner", "marked", "draws", "missing",
        # turns
        "step", "taken", "idle", "turns",
        # turns and layouts; `got` tells in a layout that a piece was drawn by choice
        "stage", "got",
        # melds: those on the table, the one under way, what is left of a contract that is being laid, who has met it,
        # a piece that must be used, what each seat has laid; the knock; whose hands lie open; how often the discards
        # have been taken from, and how many turns in a row have put back what they took
        "melds", "building", "due", "down", "duty", "credit", "knock", "shown", "takes", "returned",
    )

    phase: Phase
    parts: int
    turn: int
    round: int
    dealer: int
    streak: int
    opened: int
    first: int
    scores: tuple[int, ...]
    pots: tuple[int, int]
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
    chosen: tuple[tuple[str, int], ...]
    bids: tuple[tuple[int, int], ...]
    bid: Bid | None
    bidder: int
    forced: bool
    declarer: int
    contract: Contract | None
    suits: SuitTable | None
    called: tuple[int, ...]
    given: tuple[int, ...]
    counters: tuple[int, ...]
    turned: int
    blind: bool
    trick: list[int]
    leader: int
    led: int
    follow: int
    tricks: list[int]
    points: list[int]
    seat_tricks: list[int]
    plays: tuple[int, ...]
    high: tuple[int, int, int, int] | None
    conceded: tuple[int, ...]
    dealt_win: str
    opening: int
    placed: list[tuple[int, int, int]]
    ends: list[End]
    passes: int
    out_facts: tuple[bool, int, bool]
    duties: tuple[tuple[int, int], ...]
    spinner: int
    marked: int
    begun: int
    draws: int
    missing: int
    step: int
    stage: int
    taken: int
    got: int
    idle: int
    turns: int
    melds: tuple[Meld, ...]
    building: Building | None
    due: tuple[tuple[int, int], ...]
    down: int
    duty: Duty | None
    credit: tuple[int, ...]
    knock: Knock | None
    shown: int
    takes: int
    returned: int

    def __init__(self, source: DealSource, sides: int, parts: int) -> None:
        self.parts = parts
        # What belongs to a round comes with `clear`, which begins one.
        self.source = source
        self.turn = -1
        self.round = -1
        self.dealer = -1
        self.streak = 1
        self.opened = -1
        self.scores = (0,) * sides
        self.pots = (0, 0)
        self.previous = Ending()
        self.counters = ()
        self.finish = None
        self.score_chain = None
        self.deal_chain = None
        self.log = None
        self.entering = False
        self.ended = None

    def clear(self, seats: int, sides: int) -> None:
        """Empties everything that belongs to one round."""
        self.first = -1
        self.hands = [0] * seats
        self.stock = ()
        self.drawn = 0
        self.discards = []
        self.won = [0] * sides
        self.aside = 0
        self.chosen = ()
        self.bids = ()
        self.bid = None
        self.bidder = -1
        self.forced = False
        self.declarer = -1
        self.contract = None
        self.suits = None
        self.called = (-1,) * seats
        self.given = (0,) * seats
        self.turned = -1
        self.blind = False
        self.trick = []
        self.leader = -1
        self.led = -1
        self.follow = -1
        self.tricks = [0] * sides
        self.points = [0] * sides
        self.seat_tricks = [0] * seats
        self.passes = 0
        self.begun = 0
        parts = self.parts
        if parts & GROUPS:
            self.plays = ()
            self.high = None
            self.conceded = (0,) * seats
            self.dealt_win = ""
        if parts & LAYOUT:
            self.opening = 0
            self.placed = []
            self.ends = []
            self.out_facts = (False, 0, False)
            self.duties = ()
            self.spinner = -1
            self.marked = 0
            self.draws = 0
            self.missing = 0
        if parts & TURNS:
            self.step = 0
            self.taken = -1
            self.idle = 0
            self.turns = 0
        if parts & (LAYOUT | TURNS):
            self.stage = 0
            self.got = -1
        if parts & MELDS:
            self.melds = ()
            self.building = None
            self.due = ()
            self.down = 0
            self.duty = None
            self.credit = (0,) * seats
            self.knock = None
            self.shown = 0
            self.takes = 0
            self.returned = 0

    def copy(self) -> Table:
        """An independent copy that no recorder listens to."""
        new = Table.__new__(Table)
        new.phase = self.phase
        new.turn = self.turn
        new.round = self.round
        new.dealer = self.dealer
        new.streak = self.streak
        new.opened = self.opened
        new.first = self.first
        new.scores = self.scores
        new.pots = self.pots
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
        new.won = self.won
        new.aside = self.aside
        new.chosen = self.chosen
        new.bids = self.bids
        new.bid = self.bid
        new.bidder = self.bidder
        new.forced = self.forced
        new.declarer = self.declarer
        new.contract = self.contract
        new.suits = self.suits
        new.called = self.called
        new.given = self.given
        new.counters = self.counters
        new.turned = self.turned
        new.blind = self.blind
        new.trick = self.trick.copy()
        new.leader = self.leader
        new.led = self.led
        new.follow = self.follow
        new.tricks = self.tricks
        new.points = self.points
        new.seat_tricks = self.seat_tricks
        new.passes = self.passes
        new.begun = self.begun
        new.parts = parts = self.parts
        if parts:
            if parts & GROUPS:
                new.plays = self.plays
                new.high = self.high
                new.conceded = self.conceded
                new.dealt_win = self.dealt_win
            if parts & LAYOUT:
                new.opening = self.opening
                new.placed = self.placed.copy()
                new.ends = self.ends.copy()
                new.out_facts = self.out_facts
                new.duties = self.duties
                new.spinner = self.spinner
                new.marked = self.marked
                new.draws = self.draws
                new.missing = self.missing
            if parts & TURNS:
                new.step = self.step
                new.taken = self.taken
                new.idle = self.idle
                new.turns = self.turns
            if parts & (LAYOUT | TURNS):
                new.stage = self.stage
                new.got = self.got
            if parts & MELDS:
                new.melds = self.melds
                new.building = self.building
                new.due = self.due
                new.down = self.down
                new.duty = self.duty
                new.credit = self.credit
                new.knock = self.knock
                new.shown = self.shown
                new.takes = self.takes
                new.returned = self.returned
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
            self.phase.name, self.turn, self.round, self.dealer, self.streak, self.opened, self.first,
            self.scores, self.pots, self.previous, self.finish, tuple(map(group, self.hands)),
            row(self.stock[self.drawn:]), row(self.discards), tuple(map(group, self.won)), group(self.aside),
            self.chosen,
            self.bids,
            self.bid and self.bid.text, self.bidder, self.forced, self.declarer, self.contract and self.contract.name,
            self.suits and self.suits.name, self.called, tuple(map(group, self.given)), self.counters,
            row([self.turned]) if self.turned >= 0 else (), self.blind, row(self.trick), self.leader,
            self.led, tuple(self.tricks), tuple(self.points), tuple(self.seat_tricks), self.passes, self.begun,
            (self.plays, self.high, tuple(map(group, self.conceded)), self.dealt_win) if self.parts & GROUPS else (),
            (self._laid(kinds), self.marked, self.draws, self.missing) if self.parts & LAYOUT else (),
            (self.step, self.taken, self.idle, self.turns) if self.parts & TURNS else (),
            (self.stage, self.got) if self.parts & (LAYOUT | TURNS) else (),
            self._melded(kinds) if self.parts & MELDS else (),
        )

    def _melded(self, kinds: Sequence[int]) -> tuple[Any, ...]:
        """What lies in melds, and the duties with them."""
        melds = tuple((meld.shape, meld.row, meld.start, tuple(kinds[piece] for piece in meld.cards), meld.owner)
                      for meld in self.melds)
        under_way = self.building and (self.building[:4], tuple(kinds[piece] for piece in self.building.cards))
        return (melds, under_way, self.due, self.down, self.duty, self.credit, self.knock, self.shown, self.takes,
                self.returned)

    def _laid(self, kinds: Sequence[int]) -> tuple[Any, ...]:
        """The layout, in whatever order it came to lie there: a line from left to right, a tree from its first piece.

        Of equal branches it does not matter which is which; what must be filled is told by its pieces.
        """
        placed = self.placed
        duties = tuple((kinds[placed[node][0]], left) for node, left in self.duties)
        if all(key < FIRST_KEY for _, _, key in placed):
            row: list[int] = []
            for piece, _, key in placed:
                row.insert(0 if key == LEFT else len(row), kinds[piece])
            return tuple(row), tuple(sorted((end[1], end[0], end[3]) for end in self.ends)), duties
        branches: list[list[Any]] = [[] for _ in placed]
        for node in range(len(placed) - 1, 0, -1):
            piece, under, key = placed[node]
            branches[under].append((kinds[piece], key, tuple(sorted(branches[node]))))
        spinner = kinds[placed[self.spinner][0]] if self.spinner >= 0 else -1
        return kinds[placed[0][0]], tuple(sorted(branches[0])), duties, spinner

    def take(self, side: int, seat: int, points: int, won: int) -> None:
        """Gives a trick to a seat: its pieces, and what it counts for the side.

        The lists are new ones, so that the tables of the plays within a trick can share them.
        """
        self.points = row = self.points.copy()
        row[side] += points
        self.tricks = row = self.tricks.copy()
        row[side] += 1
        self.seat_tricks = row = self.seat_tricks.copy()
        row[seat] += 1
        self.won = row = self.won.copy()
        row[side] |= won

    def score(self, event: ScoreEvent) -> None:
        """Enters one line of the account."""
        self.scores = replaced(self.scores, event.side, self.scores[event.side] + event.amount)
        self.score_chain = (self.score_chain, event)

    def dealt(self, deal: Deal) -> None:
        """Records a deal."""
        self.deal_chain = (self.deal_chain, deal)

    def census(self) -> tuple[int, int]:
        """How many pieces all zones hold together, and the mask of the pieces seen: for counting that none is lost."""
        count = self.aside.bit_count()
        union = self.aside
        for mask in (*self.hands, *self.won, *(self.conceded if self.parts & GROUPS else ())):
            count += mask.bit_count()
            union |= mask
        placed = self.placed if self.parts & LAYOUT else []
        loose = [*self.stock[self.drawn:], *self.discards, *self.trick, *(piece for piece, _, _ in placed)]
        if self.parts & MELDS:
            loose += [piece for meld in self.melds for piece in meld.cards]
            loose += self.building.cards if self.building is not None else ()
        for piece in loose:
            union |= 1 << piece
        return count + len(loose), union
