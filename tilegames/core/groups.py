"""Tricks of groups: a group of pieces is led, a higher one of the same shape beats it, all others concede face down.

A group is known by its kinds, so copies give one move. What can be led and what beats what is worked out once, as masks
of pieces; which pieces may be conceded depends on the hand alone and is looked up by its kinds.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, combinations_with_replacement

import attrs

from tilegames.core.group_book import GroupBook, GroupMove
from tilegames.core.moves import Event, Move, Reason
from tilegames.core.payments import BEFORE_LAST, DEALT, ROUND_END, TRICK_END, Payment
from tilegames.core.phases import Phase, Role
from tilegames.core.pieces import PieceSet, tidy
from tilegames.core.scoring import Facts, Test
from tilegames.core.seats import Seats
from tilegames.core.table import GROUPS, Table, replaced
from tilegames.core.zones import viewers
from tilegames.errors import InvalidMoveError, Span, clipped, closest

__all__ = ["DOWN", "DealtWin", "GroupTricks"]

#: The word behind pieces that are conceded face down.
DOWN = "down"
#: So many hands have their concessions remembered.
_REMEMBERED = 1 << 13


class _Downs(dict[tuple[int, ...], GroupMove]):
    """The concessions by their kinds, highest first; made when first asked for."""

    def __init__(self, book: GroupBook) -> None:
        self.book = book

    def __missing__(self, kinds: tuple[int, ...]) -> GroupMove:
        self[kinds] = move = GroupMove("concede", f"{self.book.text(kinds)} {DOWN}", takes=self.book.takes(kinds))
        return move


@attrs.frozen(eq=False, repr=False)
class DealtWin:
    """A hand that wins the round as soon as it is dealt.

    Attributes:
        name: what it is called.
        when: from the facts of a hand to whether it is one.
        place: the spec line.
    """

    name: str
    when: Test
    place: Span | None = None


class GroupTricks(Phase):
    """Tricks of groups until all hands are empty; who takes the last one wins the round.

    Args:
        leader: who leads the first trick.
        book: the groups.
        per_piece: whether a trick counts a column for each piece of the group that wins it; else one.
        must_concede: whether the mover may not beat anything; None if everybody always may.
        concede_place: the spec line that says so.
        hidden: whether conceded pieces are seen by their owner only, until the round ends.
        dealt_wins: hands that win at once, in order.
        hand_facts: from a mask to what is asked of a dealt hand.
        payments: the rows that pay; those at the end of the round are settled with the scoring.
    """

    kind = "group tricks"
    parts = GROUPS

    def __init__(self, name: str, pieces: PieceSet, seats: Seats, place: Span | None, *, leader: Role,
                 book: GroupBook, per_piece: bool = True, must_concede: Test | None = None,
                 concede_place: Span | None = None, hidden: bool = True, dealt_wins: Sequence[DealtWin] = (),
                 hand_facts: Callable[[int], Facts] | None = None, payments: Sequence[Payment] = ()) -> None:
        super().__init__(name, pieces, seats, place)
        self.leader = leader
        self.book = book
        self.per_piece = per_piece
        self.must_concede = must_concede
        self.forced = Reason("must-concede", "the pieces must be conceded face down", concede_place or place)
        self.hidden = hidden
        self.dealt_wins = tuple(dealt_wins)
        self.hand_facts = hand_facts
        self.at_trick_end = tuple(row for row in payments if row.at in (TRICK_END, BEFORE_LAST))
        self.at_round_end = tuple(row for row in payments if row.at == ROUND_END)
        self.at_deal = tuple(row for row in payments if row.at == DEALT)
        self.count = seats.count
        self.downs = _Downs(book)
        self._conceding: dict[tuple[tuple[int, ...], int], tuple[GroupMove, ...]] = {}
        self._runs = _kind_tables(pieces)

    # What is on offer

    def enter(self, table: Table) -> None:
        table.trick = []
        table.plays = ()
        table.high = None
        table.leader = table.turn = self.leader(table)
        if self.dealt_wins:
            self._ask_hands(table)

    def legal(self, table: Table) -> Sequence[Move]:
        hand = table.hands[table.turn]
        book = self.book
        moves = book.moves
        high = table.high
        if high is None:
            numbers = [number for mask, number in book.leads if hand & mask == mask]
            return [moves[number] for number in dict.fromkeys(numbers)]
        downs = self.conceding(hand, book.sizes[high[0]])
        numbers = [number for mask, number in book.answers[high[0], high[1]] if hand & mask == mask]
        if not numbers or self._is_forced(table):
            return downs
        return (*[moves[number] for number in dict.fromkeys(numbers)], *downs)

    def kinds_in(self, hand: int) -> tuple[int, ...]:
        """The kinds of a hand, one a piece, highest first."""
        found: tuple[int, ...] = ()
        for run in self._runs:
            if not hand:
                break
            found = run[hand & 255] + found
            hand >>= 8
        return found

    def conceding(self, hand: int, size: int) -> tuple[GroupMove, ...]:
        """All ways to concede so many pieces of a hand; copies give one."""
        key = self.kinds_in(hand), size
        found = self._conceding.get(key)
        if found is None:
            downs = self.downs
            found = tuple([downs[kinds] for kinds in dict.fromkeys(combinations(*key))])
            if len(self._conceding) < _REMEMBERED:
                self._conceding[key] = found
        return found

    def _is_forced(self, table: Table) -> bool:
        """Whether the mover may not beat what was led."""
        if self.must_concede is None:
            return False
        assert table.high is not None
        seat = table.turn
        return self.must_concede({**self.trick_facts(table, table.hands[seat]), "player.dealer": seat == table.dealer,
                                  "player.columns": table.points[self.seats.side_of[seat]]})

    # What a move does

    def apply(self, table: Table, move: Move) -> None:
        seat = table.turn
        hand = table.hands[seat]
        taken = 0
        for kind_mask in move.takes:  # type: ignore[attr-defined]  # all moves of this phase are of groups
            low = hand & kind_mask
            low &= -low
            hand ^= low
            taken |= low
        table.hands[seat] = hand
        number = move.number
        table.plays = (*table.plays, number)
        if number < 0:
            table.conceded = replaced(table.conceded, seat, table.conceded[seat] | taken)
        else:
            group = self.book.groups[number]
            high = table.high
            shape = group.shape if high is None else high[0]
            table.high = shape, self.book.strengths[shape][number], number, seat
            table.trick += self.pieces.pieces_of(taken)
        if table.log is not None:
            self._tell_play(table, seat, move, taken)
        if len(table.plays) < self.count:
            table.turn = self.seats.next[seat]
        else:
            self._end_trick(table)

    def _tell_play(self, table: Table, seat: int, move: Move, taken: int) -> None:
        names = self.pieces.names_of(taken)[::-1]
        if move.number >= 0:
            self.say(table, Event("play", f"seat {seat} plays {move.text}", seat, names))
        else:
            self.say(table, Event("concede", f"seat {seat} concedes {len(names)} face down", seat, names,
                                  seen_by=viewers("conceded", seat) if self.hidden else None))

    def _end_trick(self, table: Table) -> None:
        high = table.high
        assert high is not None
        shape, _, number, winner = high
        side = self.seats.side_of[winner]
        columns = self.book.sizes[shape] if self.per_piece else 1
        table.take(side, winner, columns, sum(map(self.pieces.bit.__getitem__, table.trick)))
        if table.log is not None:
            text = (f"seat {winner} takes the trick with {self.book.groups[number].text} for {columns} "
                    f"column{'s' if columns > 1 else ''}")
            self.say(table, Event("trick", text, winner, tuple(map(self.pieces.name, table.trick)), columns))
        table.trick = []
        last = not table.hands[winner]
        if self.at_trick_end:
            facts = self.trick_facts(table, table.hands[winner])
            paid = False
            for row in self.at_trick_end:
                if not (last and row.at == BEFORE_LAST):
                    paid |= row.pay(self.seats, table, winner, facts)
            if paid and not last and self.flow.stop_if_reached(table):
                return
        if last:
            # The plays and the high group of the last trick stay for the settlement.
            if table.log is not None and self.hidden:
                self._reveal(table)
            self.flow.end_round(table, "played", winner)
            return
        table.plays = ()
        table.high = None
        table.leader = table.turn = winner

    def _reveal(self, table: Table) -> None:
        for seat, mask in enumerate(table.conceded):
            if mask:
                self.say(table, Event("show", f"seat {seat} turns up the pieces conceded", seat,
                                      self.pieces.names_of(mask)[::-1]))

    def _ask_hands(self, table: Table) -> None:
        """Ends the round at once if somebody was dealt a hand that wins; the leader is asked first."""
        assert self.hand_facts is not None
        for step in range(self.count):
            seat = (table.leader + step) % self.count
            facts = self.hand_facts(table.hands[seat])
            found = next((win for win in self.dealt_wins if win.when(facts)), None)
            if found is None:
                continue
            if table.log is not None:
                self.say(table, Event("show", f"seat {seat} was dealt {found.name.replace('_', ' ')}", seat,
                                      self.pieces.names_of(table.hands[seat])[::-1]))
            table.dealt_win = found.name
            self.flow.end_round(table, "dealt", seat)
            return

    def plays_of(self, table: Table) -> tuple[tuple[str, ...], ...]:
        """The pieces of each play of the trick; none for a concession, nothing at all when the round is over."""
        names = self.pieces.names.__getitem__
        return tuple(tuple(map(names, self.book.groups[number].kinds)) if number >= 0 else ()
                     for number in (table.plays if table.turn >= 0 else ()))

    def trick_facts(self, table: Table, left: int) -> dict[str, int | bool | str]:
        """What expressions may ask of a trick.

        Args:
            table: the situation; somebody has led.
            left: the hand of somebody: of the mover, or of the winner when the trick is over.
        """
        assert table.high is not None
        shape, _, number, winner = table.high
        groups = self.book.groups
        led, top = groups[table.plays[0]], groups[number]
        size = self.book.sizes[shape]
        over = len(table.plays) == self.count
        return {"trick.size": size, "trick.pattern": self.book.patterns[top.pattern], "trick.led": led.text,
                "trick.top": top.text, "trick.last": left.bit_count() == (0 if over else size),
                "trick.beaten": winner != table.leader}

    # Why not, and in what words

    def refuse(self, table: Table, move: Move) -> Reason:
        hand = table.hands[table.turn]
        book = self.book
        takes = move.takes  # type: ignore[attr-defined]
        for kind_mask, count in Counter(takes).items():
            if (hand & kind_mask).bit_count() < count:
                name = self.pieces.name((kind_mask & -kind_mask).bit_length() - 1)
                twice = f" {count} times" if count > 1 else ""
                return Reason("not-in-hand", f"seat {table.turn} does not hold {name}{twice}", self.place)
        if table.high is None and move.number >= 0:
            return Reason("only-beats", f"{move.text} can only beat other groups, it cannot be led", self.place)
        if table.high is None:
            return Reason("must-lead", "who leads a trick plays a group face up", self.place)
        shape, strength, number, _ = table.high
        size = book.sizes[shape]
        if len(takes) != size:
            return Reason("wrong-size", f"just as many pieces as were led must be played, here {size}", self.place)
        wins = book.strengths[shape].get(move.number)
        if wins is None:
            return Reason("wrong-group", "only a group of the same kind as the one that was led can beat it",
                          self.place)
        if wins <= strength:
            return Reason("too-low", f"it is not higher than {book.groups[number].text}", self.place)
        return self.forced

    def parse(self, table: Table, text: str) -> Move:
        words = re.split(r"[\s,]+", tidy(text).strip())
        down = len(words) > 1 and words[-1].lower() == DOWN
        kinds = []
        for word in words[:-1] if down else words:
            kind = self.pieces.find(word)
            if kind is None:
                raise InvalidMoveError(text, "no-such-move", f'"{clipped(word)}" is no piece of this set; '
                                       + (closest(word, self.pieces.names) or "see the legal moves"), self.place)
            kinds.append(kind)
        key = tuple(sorted(kinds, reverse=True))
        too_many = any(count > self.pieces.copies[kind] for kind, count in Counter(key).items())
        if down and len(key) in self.book.sizes and not too_many:
            return self.downs[key]
        group = self.book.by_kinds.get(key)
        if down or group is None:
            what = "these pieces cannot be conceded" if down else "these pieces are no group that can be played"
            raise InvalidMoveError(text, "not-a-group", what + (f"; to concede them write {self.book.text(key)} {DOWN}"
                                   if not down and len(key) in self.book.sizes else ""), self.place)
        return self.book.moves[group.number]

    def vocabulary(self) -> Iterable[tuple[str, Move]]:
        for move in self.book.moves:
            yield move.text, move
        kinds = range(len(self.pieces.kinds) - 1, -1, -1)
        copies = self.pieces.copies
        for size in sorted(set(self.book.sizes)):
            for group in combinations_with_replacement(kinds, size):
                if size == 1 or all(group.count(kind) <= copies[kind] for kind in group):
                    yield self.downs[group].text, self.downs[group]


def _kind_tables(pieces: PieceSet) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each run of eight pieces: from its part of a mask to the kinds in it, highest first."""
    tables = []
    for low in range(0, len(pieces), 8):
        row: list[tuple[int, ...]] = [()]
        for kind in pieces.kind_of[low:low + 8]:
            row += [(kind, *kinds) for kinds in row]
        tables.append(tuple(row))
    return tuple(tables)
