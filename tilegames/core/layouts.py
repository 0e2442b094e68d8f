"""Layouts: players in turn join pieces to those on the table, draw or pass, until a hand is empty or nobody can play.

Where pieces may lie is in ``trees``, who starts in ``openers``, what a game can choose in ``layout_rules``, why a move
is refused in ``layout_refusals``. Here is the turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from tilegames.core.auctions import PASS
from tilegames.core.layout_refusals import refuse
from tilegames.core.layout_rules import AGAIN, FRESH, RUNNING, TELLING, Again, Block, Drawing, MustFill, Trains
from tilegames.core.moves import Event, Move, MoveTable, Reason
from tilegames.core.openers import Opener
from tilegames.core.phases import Phase
from tilegames.core.pieces import PieceSet
from tilegames.core.scoring import OpenEnds
from tilegames.core.seats import Seats
from tilegames.core.table import FIRST_KEY, LAYOUT, LEFT, RIGHT, START, End, Table
from tilegames.core.trees import Tree
from tilegames.core.turn_parts import DRAW
from tilegames.core.zones import viewers
from tilegames.errors import Span

__all__ = ["ANNOUNCE", "SILENT", "STOP", "Again", "Block", "Drawing", "Layout", "MustFill", "Trains"]

STOP = Move("stop", "stop")
ANNOUNCE = Move("announce", "announce")
SILENT = Move("announce", "say nothing")
_PASS_ONLY = (PASS,)
_DRAW_ONLY = (DRAW,)
_ANNOUNCING = (ANNOUNCE, SILENT)


class Layout(Phase):
    """Pieces joined end to end; who cannot play draws or passes.

    The round ends when a hand is empty, or when it is blocked.

    Args:
        tree: where pieces may lie.
        openers: rows of which the first that holds decides the start.
        weight: from the mask of a hand to what it counts when the layout is blocked.
        drawing: None if who cannot play passes.
        must_fill, trains, again, block: see those classes; None for none of it.
        announce: whether who has one piece left must say so, or draw one (with nothing to draw: miss a turn).
        open_ends: the score for the open ends after each play.
        remembers: whether who opened a round matters in the next one.
        tells_out: whether the scoring asks how the last piece fitted.
        pass_place, join_place: the spec lines of those rules.
    """

    kind = "layout"
    parts = LAYOUT

    def __init__(self, name: str, pieces: PieceSet, seats: Seats, place: Span | None, *, tree: Tree,
                 openers: Sequence[Opener], weight: Callable[[int], int], drawing: Drawing | None = None,
                 must_fill: MustFill | None = None, trains: Trains | None = None, again: Again | None = None,
                 block: Block | None = None, announce: Span | None = None, open_ends: OpenEnds | None = None,
                 remembers: bool = False, tells_out: bool = True, join_place: Span | None = None,
                 pass_place: Span | None = None) -> None:
        super().__init__(name, pieces, seats, place)
        self.tree = tree
        self.openers = tuple(openers)
        self.weight = weight
        self.drawing = drawing
        self.must_fill = must_fill if must_fill is not None and must_fill.needed else None
        self.trains = trains
        self.again = again or Again()
        self.block = block or Block()
        self.announce = announce
        self.open_ends = open_ends
        self.remembers = remembers
        self.tells_out = tells_out
        self.join_place = join_place or place
        self.pass_place = pass_place or place
        self.first_of = MoveTable([tree.move(kind, START) for kind in range(len(pieces.kinds))], pieces.kind_of).of
        self.twins = pieces.has_copies and not tree.is_line
        #: Whether every open end is open to everybody at any time.
        self.roams = self.must_fill is None and trains is None and not self.twins
        #: Whether nothing follows from a play but the next seat's turn.
        self.plain = (self.roams and not (self.again.start or self.again.double) and announce is None
                      and open_ends is None and self.block.when == "all_pass"
                      and not (drawing is not None and drawing.freely))
        self.always_plays = drawing is None and trains is None and announce is None

    # The start

    def opener(self, table: Table) -> Opener:
        """The row that decides the start of this round: the first that holds, at the latest the last one."""
        for row in self.openers:
            if row.holds(table):
                return row
        return self.openers[-1]

    def enter(self, table: Table) -> None:
        table.placed = []
        table.ends = []
        table.passes = 0
        for row in self.openers:
            if row.holds(table) or row.look_for(self, table):
                break
        table.turn = row.starter(table)
        if row.by_lot(table):
            self.flow.tell_draw(table, "starter", table.turn)
        table.opening = row.allowed(table)
        if row.laid:
            table.opened = table.turn if self.remembers else -1
            piece = (table.aside & table.opening).bit_length() - 1
            table.aside ^= 1 << piece
            self.tree.start(table, piece)
            self._owe(table, piece)
            if table.log is not None:
                name = self.pieces.name(piece)
                self.say(table, Event("lay", f"{name} lies on the table", None, (name,)))
            self._blocked_at_once(table)

    # What is on offer

    def legal(self, table: Table) -> Sequence[Move]:
        ends = table.ends
        hand = table.hands[table.turn]
        if not ends:
            return self.first_of(hand & table.opening)
        tree = self.tree
        fits, of = tree.fits, tree.of
        moves: tuple[Move, ...] = ()
        for number, key, _, _ in ends if self.roams else self.reach(table):
            found = hand & fits[number]
            if found:
                moves += of[key][found]
        if self.always_plays:
            return moves or _PASS_ONLY
        return self._choices(table, moves)

    def _choices(self, table: Table, plays: tuple[Move, ...]) -> Sequence[Move]:
        """The plays that there are, and what else may be done."""
        stage = table.stage
        if stage == TELLING:
            return _ANNOUNCING
        if stage == RUNNING:
            return (*plays, STOP)
        if not plays:
            return _DRAW_ONLY if self.can_draw(table) else _PASS_ONLY
        drawing = self.drawing
        if drawing is not None:
            if drawing.freely and self.can_draw(table):
                plays = (*plays, DRAW)
            if drawing.may_play and table.draws and table.got < 0:
                plays = (*plays, PASS)
        return plays

    def due(self, table: Table) -> tuple[str, ...]:
        """The pieces on the table that must be filled, the next one first."""
        names = tuple(self.pieces.name(table.placed[node][0]) for node, _ in table.duties)
        return names[::-1] if self.must_fill is not None and self.must_fill.newest else names

    def due_ends(self, table: Table) -> list[End]:
        """The open ends, or only those of the piece that must be filled next, whoever is to move."""
        must = self.must_fill
        if must is None or not table.duties:
            return table.ends
        node = table.duties[-1 if must.newest else 0][0]
        return [end for end in table.ends if end[2] == node]

    def reach(self, table: Table, seat: int | None = None) -> list[End]:
        """The open ends that a seat may play to now: those that must be filled first, or those of open arms.

        Args:
            seat: the seat; the one to move if not given.
        """
        seat = table.turn if seat is None else seat
        stage = table.stage if seat == table.turn else FRESH
        ends, must, trains = table.ends, self.must_fill, self.trains
        begins = self.must_begin(table, seat)
        if begins == "all" or (trains is not None and stage == RUNNING):
            return [end for end in ends if end[1] == FIRST_KEY + seat]
        if must is not None and table.duties and not (must.may_wait and stage == AGAIN):
            ends = self.due_ends(table)
        elif trains is not None:
            free = table.marked | 1 << seat | (0 if begins else trains.public)
            ends = [end for end in ends if free >> (end[1] - FIRST_KEY) & 1]
        return self.tree.distinct(table, ends) if self.twins else ends

    def must_begin(self, table: Table, seat: int) -> str:
        """What is closed to a seat because its own arm has no piece yet."""
        must = self.must_fill
        if must is None or not must.own_arm or any(key == FIRST_KEY + seat for _, _, key in table.placed):
            return ""
        return must.own_arm

    def can_draw(self, table: Table) -> bool:
        """Whether the seat to move may draw one more piece in this turn."""
        drawing = self.drawing
        return (drawing is not None and len(table.stock) - table.drawn > drawing.reserve
                and (not drawing.limit or table.draws < drawing.limit))

    def _can_play(self, table: Table, seat: int) -> bool:
        return bool(table.hands[seat] & self.tree.fitting(self.reach(table, seat)))

    # What a move does

    def apply(self, table: Table, move: Move) -> None:
        if move.number < 0:
            self._do_other(table, move)
            return
        hands = table.hands
        seat = table.turn
        held = hands[seat] & move.mask
        held &= -held  # copies go lowest first
        hands[seat] = left = hands[seat] ^ held
        piece = held.bit_length() - 1
        if not left and self.tells_out:
            table.out_facts = self._out_facts(table, piece)
        if move.number == START:
            table.opened = seat if self.remembers else -1
            self.tree.start(table, piece)
        elif self.twins:
            ends = self.reach(table)
            self.tree.join(table, piece, move.number, next(end[2] for end in ends if end[1] == move.number))
        else:
            self.tree.join(table, piece, move.number)
        table.passes = 0
        if table.log is not None:
            self.say(table, Event("play", f"seat {seat} plays {self.tree.phrase(move)}", seat, (move.piece or "",)))
        if not self.plain:
            self._follow_up(table, move, seat, piece)
        elif left:
            table.stage = table.draws = 0
            table.turn = self.seats.next[seat]
        else:
            self.flow.end_round(table, "out", seat)

    def _do_other(self, table: Table, move: Move) -> None:
        """What is no play."""
        if move.action == "pass":
            self._pass(table)
        elif move.action == "draw":
            self._draw(table)
        elif move.action == "announce":
            self._tell(table, spoken=move is ANNOUNCE or move == ANNOUNCE)
        else:
            if table.log is not None:
                self.say(table, Event("stop", f"seat {table.turn} stops", table.turn))
            self._next_seat(table)

    def _follow_up(self, table: Table, move: Move, seat: int, piece: int) -> None:
        """What follows from a play beside the next seat's turn."""
        left = table.hands[seat]
        self._owe(table, piece)
        if self.trains is not None and move.number == FIRST_KEY + seat:
            self._mark(table, seat, marked=False)
        if self.open_ends is not None and self._score(table, seat):
            return
        if not left and not self._plays_on(table, piece):
            self.flow.end_round(table, "out", seat)
        elif self.announce is not None and left and not left & (left - 1):
            # Blocked or not is asked of the stage that comes after the announcement.
            table.stage = AGAIN if self._goes_again(table) else FRESH
            if self.block.when == "first_stuck" or not self._blocked_at_once(table):
                table.stage = TELLING
        else:
            self._after_play(table, seat)

    def lay(self, table: Table, piece: int, end: End | None) -> None:
        """Lays a piece at an end as if somebody had played it, whoever it was; None is for the first piece."""
        if end is None:
            self.tree.start(table, piece)
        else:
            self.tree.join(table, piece, end[1], end[2])
        self._owe(table, piece)

    def take_as_begun(self, table: Table) -> None:
        """In a position: whoever has a piece on the own arm, or a marked arm, has had a first turn."""
        if self.trains is not None:
            table.begun = table.marked
            for _, _, key in table.placed[1:]:
                table.begun |= 1 << (key - FIRST_KEY)
            table.begun &= (1 << self.seats.count) - 1

    def _plays_on(self, table: Table, piece: int) -> bool:
        """Whether an empty hand does not end the round: a double has to be filled, and there is something to draw."""
        table.draws = 0
        new = len(table.placed) - 1
        if not self.again.last or not self.tree.double[piece] or new == 0 or not self.can_draw(table):
            return False
        # Where doubles must be filled, one that need not be, since nothing fits it any more, asks for no other piece.
        must = self.must_fill
        if must is not None and must.later[self.pieces.kind_of[piece]] and all(node != new for node, _ in table.duties):
            return False
        return self.block.when != "nothing_fits" or not self._blocked(table, "nothing_fits")

    def _owe(self, table: Table, piece: int) -> None:
        """What must be filled now that a piece was laid."""
        must = self.must_fill
        if must is None:
            return
        new = len(table.placed) - 1
        joined = table.placed[new][1]
        duties = [(node, left - (node == joined)) for node, left in table.duties]
        kind = self.pieces.kind_of[piece]
        duties.append((new, must.later[kind] if new else must.first[kind]))
        table.duties = tuple(duty for duty in duties if duty[1] > 0)
        if must.released and table.duties:
            unplayed = self._unplayed(table)
            table.duties = tuple((node, left) for node, left in table.duties
                                 if unplayed & self.tree.fitting([end for end in table.ends if end[2] == node]))

    def _score(self, table: Table, seat: int) -> bool:
        """Scores the open ends; says whether that ended the match."""
        row = self.open_ends
        assert row is not None
        row.score(self.flow.scoring, table, seat, self.tree.total(table, doubles=row.doubles, lone=row.lone))
        return self.flow.stop_if_reached(table)

    def _after_play(self, table: Table, seat: int) -> None:
        """Who moves next after a piece was laid."""
        key = table.placed[-1][2]
        trains = self.trains
        table.draws = 0
        table.got = -1
        table.stage = FRESH
        if self._goes_again(table):
            table.stage = AGAIN
            self._blocked_at_once(table)
            return
        if trains is not None and trains.chain and key == FIRST_KEY + seat and not table.begun >> seat & 1:
            # Also with nothing left to lay: that the turn ended by itself would tell the others so.
            if not self._blocked_at_once(table):
                table.stage = RUNNING
            return
        self._next_seat(table)

    def _goes_again(self, table: Table) -> bool:
        """Whether the piece that was just laid gives another turn."""
        piece, node, _ = table.placed[-1]
        return self.again.start if node < 0 else self.again.double and self.tree.double[piece]

    def _next_seat(self, table: Table) -> None:
        table.stage = table.draws = 0
        table.got = -1
        mover = table.turn
        if self.trains is not None:
            table.begun |= 1 << mover
        seat = self.seats.next[mover]
        while table.missing >> seat & 1:
            table.missing ^= 1 << seat
            if table.log is not None:
                self.say(table, Event("miss", f"seat {seat} misses a turn", seat))
            seat = self.seats.next[seat]
        table.turn = seat
        self._blocked_at_once(table, mover)

    def _pass(self, table: Table) -> None:
        seat = table.turn
        # Who has drawn and could play is not stuck; any other turn without a play is over by itself.
        table.passes = 0 if table.draws else table.passes + 1
        if table.log is not None:
            self.say(table, Event("pass", f"seat {seat} passes", seat))
        if self.plain:
            if table.passes == self.seats.count:
                self._end_blocked(table)
                return
            table.stage = table.draws = 0
            table.turn = self.seats.next[seat]
            return
        self._mark(table, seat, marked=True)
        # A mark may have opened an arm to somebody, and who missed a turn was not asked.
        if table.passes >= self.seats.count and self._blocked(table, "nobody_can_play"):
            self._end_blocked(table)
        else:
            self._next_seat(table)

    def _draw(self, table: Table) -> None:
        seat = table.turn
        drawing = self.drawing
        assert drawing is not None
        if drawing.freely and self._can_play(table, seat):
            # Who draws by choice still has to play.
            table.got = 0
        self._take(table, seat)
        table.draws += 1
        table.passes = 0
        # Where a piece that fits may be kept, nobody else is to see from the turn whether it does.
        over = not (drawing.may_play or self._can_play(table, seat) or self.can_draw(table))
        if drawing.ends_turn or over:
            self._mark(table, seat, marked=True)
            self._next_seat(table)
        elif self.block.when != "first_stuck":
            self._blocked_at_once(table)

    def _take(self, table: Table, seat: int) -> None:
        piece = table.stock[table.drawn]
        table.drawn += 1
        table.hands[seat] |= 1 << piece
        if table.log is not None:
            self.say(table, Event("draw", f"seat {seat} draws", seat, (self.pieces.name(piece),),
                                  seen_by=viewers("hand", seat)))

    def _tell(self, table: Table, *, spoken: bool) -> None:
        """Says that one piece is left, or is caught saying nothing."""
        seat = table.turn
        if table.log is not None:
            said = "announces the last piece" if spoken else "does not announce the last piece"
            self.say(table, Event("announce", f"seat {seat} {said}", seat))
        if not spoken:
            reserve = self.drawing.reserve if self.drawing is not None else 0
            if len(table.stock) - table.drawn > reserve:
                self._take(table, seat)
            else:
                table.missing |= 1 << seat
        table.stage = FRESH
        self._after_play(table, seat)

    def _mark(self, table: Table, seat: int, *, marked: bool) -> None:
        """Marks an arm as open to everybody, or takes the mark away."""
        if self.trains is None or not self.trains.marked or bool(table.marked >> seat & 1) == marked:
            return
        table.marked ^= 1 << seat
        if table.log is not None:
            self.say(table, Event("mark", f"{self.tree.arms[seat]} is {'open to all' if marked else 'closed'}", seat))

    # The end

    def _blocked_at_once(self, table: Table, mover: int | None = None) -> bool:
        """Ends the round if it is blocked before anybody has to pass; says whether it is."""
        when = self.block.when
        if when == "all_pass" or not self._blocked(table, when):
            return False
        self._end_blocked(table, mover)
        return True

    def _blocked(self, table: Table, when: str) -> bool:
        seats = range(self.seats.count)
        if when == "first_stuck":
            return not self._can_play(table, table.turn) and not self.can_draw(table)
        if when == "nothing_fits" and not self._unplayed(table) & self.tree.fitting(
                [end for seat in seats for end in self._may_reach(table, seat)]):
            return True
        drawing = self.drawing
        if drawing is not None and len(table.stock) - table.drawn > drawing.reserve:
            return False
        return not any(table.hands[seat] & self.tree.fitting(self._may_reach(table, seat)) for seat in seats)

    def _may_reach(self, table: Table, seat: int) -> Sequence[End]:
        """The ends that a seat may play to in its next turn, or once arms are marked."""
        trains = self.trains
        begins = self.must_begin(table, seat)
        if trains is None or not trains.marked or table.duties or begins == "all":
            return self.reach(table, seat)
        return [end for end in table.ends if not (begins and trains.public >> (end[1] - FIRST_KEY) & 1)]

    def _end_blocked(self, table: Table, mover: int | None = None) -> None:
        """Ends a blocked round; of the seats that share the least the mover comes first: who played last."""
        self.flow.end_round(table, "blocked", self.lowest(table, mover))

    def _unplayed(self, table: Table) -> int:
        """The mask of all pieces that do not lie in the layout."""
        unplayed = self.pieces.full
        for piece, _, _ in table.placed:
            unplayed ^= 1 << piece
        return unplayed

    def _out_facts(self, table: Table, piece: int) -> tuple[bool, int, bool]:
        """Of the piece that empties a hand, before it is laid: is it the only unplayed one that fits, how many numbers
        does it fit, is it a double."""
        bit = 1 << piece
        double = self.tree.double[piece]
        if not table.ends:
            return False, 0, double
        unplayed = self._unplayed(table)
        fits = [self.tree.fits[number] for number in {end[0] for end in self.reach(table)}]
        fitting = 0
        for mask in fits:
            fitting |= unplayed & mask
        return fitting == bit, sum(mask >> piece & 1 for mask in fits), double

    def lowest(self, table: Table, first: int | None = None) -> int:
        """Who wins a blocked round: the seat, or a seat of the side, with the least in hand; -1 if nobody does.

        Args:
            first: of partners who share the least, the first in the order of play from this seat is taken; the seat to
                move if not given.
        """
        if self.block.lowest == "nobody":
            return -1
        side_of = self.seats.side_of
        weights = list(map(self.weight, table.hands))
        if self.block.lowest == "side":
            by_side = [sum(weights[member] for member in members) for members in self.seats.sides]
            weights = [by_side[side] for side in side_of]
        low = min(weights)
        least = [seat for seat, weight in enumerate(weights) if weight == low]
        if len(least) > 1:
            first = table.turn if first is None else first
            least.sort(key=lambda seat: (seat - first) % self.seats.count)
            together = self.block.credit_side or self.block.lowest == "side"
            if len({side_of[seat] for seat in least} if together else least) > 1:
                return -1
        return least[0]

    # Why not, and in what words

    def refuse(self, table: Table, move: Move) -> Reason:
        return refuse(self, table, move)

    def vocabulary(self) -> Iterable[tuple[str, Move]]:
        for move in self.others():
            yield move.text, move
        for move in self.tree.vocabulary():
            yield move.text, move
            yield move.piece or "", move
            if not self.tree.is_line and not self.tree.arms and move.where is not None:
                yield f"{move.piece}@{move.where}", move

    def others(self) -> Iterable[Move]:
        """What can be said beside playing; to draw where nobody draws has an answer, too."""
        yield PASS
        yield DRAW
        if self.trains is not None and self.trains.chain:
            yield STOP
        if self.announce is not None:
            yield from _ANNOUNCING

    def parse(self, table: Table, text: str) -> Move:
        move = super().parse(table, text)
        if self.tree.is_line and move.number == LEFT and len(table.ends) == 1:
            return self.tree.move(self.pieces.kind_of[move.mask.bit_length() - 1], RIGHT)
        return move
