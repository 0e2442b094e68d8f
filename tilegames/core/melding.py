"""Melding: laying melds piece by piece, laying off, replacing wild pieces, and the contracts that come first.

A meld is begun by one move that says what it will be (``meld run 4S-7S``, ``meld set 7``); then its pieces are chosen
in a fixed order, one move each, but only where there is a choice. So the moves are few and finite however many wild
pieces a hand holds, every meld is reached in one way only, and no step is offered after which it, what must follow, or
the turn could not be finished.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from tilegames.core.contract_plans import Demand, Hand, Item, Plans
from tilegames.core.melds import Meld, MeldRules, Shape, gatherer
from tilegames.core.moves import Event, Move, Reason
from tilegames.core.pieces import tidy
from tilegames.core.seats import Seats
from tilegames.core.table import Building, Duty, Table, replaced
from tilegames.errors import Span

__all__ = ["DONE", "Melding"]

DONE = Move("done", "done")

_ON = re.compile(r"(.*\S) on ([1-9]\d{0,2})")
#: How many answers about spans, about what fits a meld, and about hands a game keeps at most.
_KEPT = 1 << 16
_FITTING, _HANDS = 1 << 13, 1 << 9


class Opening(NamedTuple):
    """The first move of a meld: for a run its whole place, for a group its row (``size`` is then 0)."""

    shape: int
    row: int
    start: int
    size: int


class Melding:
    """Offers and carries out everything that has to do with melds.

    Args:
        rules: the melds of the game.
        seats: the table.
        contracts: what a player must lay first, by round, over and over; empty if nothing in particular.
        lay_off: on whose melds pieces may be laid off: ``any``, ``own`` (those of one's side) or ``knocker`` (of who
            has knocked).
        keep: how many pieces must stay in hand: 1 where the last one must be discarded.
        place: the spec line.
        contract_place, lay_off_place: those of these rules.
    """

    def __init__(self, rules: MeldRules, seats: Seats, *, contracts: Sequence[Sequence[Item]] = (),
                 lay_off: str = "any", keep: int = 0, place: Span | None = None,
                 contract_place: Span | None = None, lay_off_place: Span | None = None) -> None:
        self.rules = rules
        self.pieces = rules.pieces
        self.seats = seats
        self.contracts = tuple(tuple(sorted(contract)) for contract in contracts)
        self.lay_off = lay_off
        self.keep = keep
        self.place = place
        self.contract_place = contract_place or place
        self.lay_off_place = lay_off_place or place
        self.plans = Plans(rules)
        self.wild = sorted(rules.wild)
        self._presence, self._offsets = _presence(rules)
        self._row_masks = [[sum(rules.pieces.kind_masks[kind] for kind in row) for row in shape.rows]
                           for shape in rules.shapes]
        self._fitting: dict[tuple[int, int, int, int, int, tuple[int, ...]], tuple[tuple[int, Move], ...]] = {}
        self._hands: dict[int, Hand] = {}
        self._known_spans: dict[tuple[int, int, int, int, int], tuple[tuple[int, int], ...]] = {}
        self._openings: dict[Move, Opening] = {}
        self._opening: dict[Opening, Move] = {}
        for opening, text in self._all_openings():
            move = Move("meld", text, value=opening.size or None, number=len(self._openings))
            self._openings[move] = opening
            self._opening[opening] = move
        self._adds = self._all_adds()
        #: The texts of what can be done to a meld, without its number: the kind laid, and what it stands for (-1 in a
        #: group) or which wild kind it replaces.
        self._lay_offs: dict[str, tuple[int, int]] = {}
        self._swaps: dict[str, tuple[int, int]] = {}
        self._name_targets()
        self._spelt = {text.lower(): text for text in (*self._lay_offs, *self._swaps)}
        self._on_meld: dict[tuple[str, int], Move] = {}
        self._is_wild = tuple(kind in rules.wild for kind in rules.pieces.kind_of)

    # The words

    def _slot(self, shape: Shape, row: int, at: int) -> str:
        """How a place of a run is called; of a kind that has two places, the low one is called so."""
        kinds = shape.rows[row]
        name = self.pieces.names[kinds[at]]
        return f"low {name}" if at == 0 and kinds[0] in kinds[1:] else name

    def _all_openings(self) -> Iterator[tuple[Opening, str]]:
        for number, shape in enumerate(self.rules.shapes):
            for row, kinds in enumerate(shape.rows):
                if not shape.run:
                    yield Opening(number, row, 0, 0), f"meld {shape.name} {shape.names[row]}"
                    continue
                for start in range(len(kinds)):
                    for size in range(shape.low, min(shape.high, len(kinds) - start) + 1):
                        ends = [self.pieces.names[kinds[at]] for at in (start, start + size - 1)]
                        yield Opening(number, row, start, size), f"meld {shape.name} {'-'.join(ends)}"

    def _all_adds(self) -> dict[tuple[int, int], Move]:
        """The moves that choose the next piece: by its kind and, in a run, what it stands for."""
        names, masks = self.pieces.names, self.pieces.kind_masks
        made: dict[tuple[int, int], Move] = {}
        for shape in self.rules.shapes:
            for kind in chain.from_iterable(shape.rows):
                made.setdefault((kind, kind if shape.run else -1),
                                Move("add", f"add {names[kind]}", names[kind], number=kind, mask=masks[kind]))
                for wild in self.wild if shape.run else ():
                    if wild != kind:
                        made.setdefault((wild, kind), Move(
                            "add", f"add {names[wild]}={names[kind]}", names[wild], names[kind], number=wild,
                            mask=masks[wild]))
            if not shape.run:
                for wild in self.wild:
                    made.setdefault((wild, -1), Move("add", f"add {names[wild]}", names[wild], number=wild,
                                                     mask=masks[wild]))
        return made

    def _name_targets(self) -> None:
        names = self.pieces.names
        for shape in self.rules.shapes:
            for row, kinds in enumerate(shape.rows):
                for at, kind in enumerate(kinds):
                    said = self._slot(shape, row, at) if shape.run else names[kind]
                    self._lay_offs.setdefault(f"lay {said}", (kind, kind if shape.run else -1))
                    for wild in self.wild:
                        if wild != kind:
                            self._swaps.setdefault(f"swap {names[kind]} for {names[wild]}", (kind, wild))
                            if shape.run:
                                self._lay_offs.setdefault(f"lay {names[wild]}={said}", (wild, kind))
            if not shape.run:
                for wild in self.wild:
                    self._lay_offs.setdefault(f"lay {names[wild]}", (wild, -1))

    def _target(self, text: str, number: int) -> Move:
        """The move with this text on the meld of this number (from 0); made when first asked for."""
        move = self._on_meld.get((text, number))
        if move is None:
            names, masks = self.pieces.names, self.pieces.kind_masks
            kind, where = self._swaps[text] if text in self._swaps else self._lay_offs[text]
            move = Move("swap" if text in self._swaps else "lay off", f"{text} on {number + 1}", names[kind],
                        names[where] if where >= 0 else None, value=number + 1, number=kind, mask=masks[kind])
            move = self._on_meld.setdefault((text, number), move)
        return move

    def words(self) -> Iterable[tuple[str, Move]]:
        """The moves that do not name a meld, with their texts."""
        for move in (*self._openings, *self._adds.values(), DONE):
            yield move.text, move
            if move.action == "add":
                yield move.text.removeprefix("add "), move

    def named(self, text: str) -> Move | None:
        """The move on a meld that a text names; None if it names none."""
        found = _ON.fullmatch(tidy(text))
        if found is None or int(found[2]) > len(self.pieces):
            return None
        known = self._spelt.get(found[1].lower())
        return None if known is None else self._target(known, int(found[2]) - 1)

    # What a meld may be

    def _spans(self, shape: int, row: int, bits: int, wild: int, own: int) -> tuple[tuple[int, int], ...]:
        """The runs (start, size) in a row for which the hand has the pieces.

        Args:
            bits: the places of the row for which it holds the natural piece, not counting wild ones.
            wild: how many wild pieces it holds.
            own: the places for which it holds a wild piece that would be natural there.
        """
        key = (shape, row, bits, wild, own)
        found = self._known_spans.get(key)
        if found is None:
            rule = self.rules.shapes[shape]
            length = len(rule.rows[row])
            spans = []
            for start in range(length - rule.low + 1):
                for size in range(rule.low, min(rule.high, length - start) + 1):
                    part = (1 << size) - 1
                    held = (bits >> start & part).bit_count()
                    if size - held <= wild and held + (own >> start & part != 0) >= rule.naturals:
                        spans.append((start, size))
            found = tuple(spans)
            if len(self._known_spans) < _KEPT:
                self._known_spans[key] = found
        return found

    def _own_places(self, shape: Shape, row: int, hand: int) -> int:
        masks = self.pieces.kind_masks
        return sum(1 << at for at, kind in enumerate(shape.rows[row])
                   if kind in self.rules.wild and hand & masks[kind])

    def _within_reach(self, hand: int) -> Iterator[Opening]:
        """Every meld for which a hand has the pieces, whatever else is asked."""
        wild = (hand & self.rules.wild_mask).bit_count()
        wide = self._presence(hand)
        for number, shape in enumerate(self.rules.shapes):
            offsets = self._offsets[number]
            for row, kinds in enumerate(shape.rows):
                bits = wide >> offsets[row] & (1 << len(kinds)) - 1
                count = bits.bit_count()
                if shape.run:
                    if count + wild < shape.low or (not wild and not _three(bits)):
                        continue
                    own = self._own_places(shape, row, hand) if wild else 0
                    for start, size in self._spans(number, row, bits, wild, own):
                        yield Opening(number, row, start, size)
                    continue
                if not shape.distinct:
                    count = (hand & self._row_masks[number][row]).bit_count()
                if count >= shape.naturals and count + wild >= shape.low:
                    yield Opening(number, row, 0, 0)

    def can_meld(self, hand: int) -> bool:
        """Whether a hand has the pieces of any meld."""
        return next(self._within_reach(hand), None) is not None

    # What a meld under way still needs

    def _hand(self, mask: int) -> Hand:
        """A hand as plans see it; the same hand is asked about again and again within a turn."""
        known = self._hands.get(mask)
        if known is None:
            if len(self._hands) >= _HANDS:
                self._hands.clear()
            known = self._hands[mask] = Hand(self.rules, mask)
        return known

    def _rest(self, building: Building, hand: int) -> tuple[Demand, int]:
        """What a meld under way still needs, and how many wild pieces may still go into it."""
        shape = self.rules.shapes[building.shape]
        row = shape.rows[building.row]
        laid = [self.pieces.kind_of[piece] for piece in building.cards]
        wild = self.rules.wild
        if shape.run:
            at = building.start + len(laid)
            rest = self.plans.demand(shape, building.row, at, building.start + building.size - at)
            natural = sum(kind == row[building.start + place] for place, kind in enumerate(laid))
            return rest._replace(naturals=max(0, min(rest.size, shape.naturals) - natural)), hand.bit_count()
        naturals = [kind for kind in laid if kind not in wild]
        kinds = 0
        if len(naturals) == len(laid):
            last = naturals[-1] if naturals else -1
            kinds = sum(1 << kind for kind in row if kind > last or (kind == last and not shape.distinct))
            usable = self.rules.wild_mask
        else:
            usable = sum(self.pieces.kind_masks[kind] for kind in self.wild if kind >= laid[-1])
        wanted = max(0, shape.naturals - len(naturals))
        return (Demand(kinds, max(wanted, building.least - len(laid)), wanted, shape.distinct),
                (hand & usable).bit_count())

    def _most(self, building: Building) -> int:
        """How many pieces a meld can have."""
        shape = self.rules.shapes[building.shape]
        if shape.run:
            return building.size
        return min(shape.high, len(shape.rows[building.row])) if shape.distinct else shape.high

    def _can_finish(self, building: Building, hand: int, items: Sequence[Item], duty: Duty | None) -> bool:
        """Whether a meld under way can be finished, with what must be laid after it and what it must hold.

        Args:
            building: the meld so far.
            hand: what is left in hand.
            items: what the contract asks for beside this meld.
            duty: what must go into it; None for nothing.
        """
        rest, usable = self._rest(building, hand)
        held = self._hand(hand)
        laid = len(building.cards)
        if hand.bit_count() < rest.size + sum(size for _, size in items) + self.keep:
            return False
        if duty is not None and all(self.pieces.kind_of[piece] != duty.kind for piece in building.cards):
            return self._with_duty(building, hand, rest, usable, duty, items)
        if rest.size and not rest.kinds and not self.rules.shapes[building.shape].run and rest.size > usable:
            return False
        return laid + rest.size <= self._most(building) and self.plans.possible(held, (rest,), items)

    def _with_duty(self, building: Building, hand: int, rest: Demand, usable: int, duty: Duty,
                   items: Sequence[Item]) -> bool:
        """The same where a piece must still go into the meld: it is put there first."""
        shape = self.rules.shapes[building.shape]
        row = shape.rows[building.row]
        piece = hand & self.pieces.kind_masks[duty.kind]
        if not piece:
            return False
        left = self._hand(hand & ~(piece & -piece))
        wild = duty.kind in self.rules.wild
        if not shape.run:
            laid = [self.pieces.kind_of[card] for card in building.cards]
            begun = bool(laid) and laid[-1] in self.rules.wild
            if (begun and not (wild and laid[-1] <= duty.kind)) or not (wild or rest.kinds >> duty.kind & 1):
                return False
            kinds = rest.kinds & ~(1 << duty.kind) if shape.distinct else rest.kinds
            wanted = max(0, rest.naturals - (not wild))
            after = Demand(kinds, max(wanted, rest.size - 1), wanted, rest.once)
            return (len(laid) + 1 + after.size <= self._most(building) and not (begun and after.size > usable - 1)
                    and self.plans.possible(left, (after,), items))
        at = building.start + len(building.cards)
        for place in range(at, building.start + building.size):
            if row[place] != duty.kind and not wild:
                continue
            natural = row[place] == duty.kind
            own = rest.own if rest.own != row[place] else -1
            after = Demand(rest.kinds & ~(1 << row[place]), rest.size - 1, max(0, rest.naturals - natural), True, own)
            if self.plans.possible(left, (after,), items):
                return True
        return False

    def _begun(self, opening: Opening, due: Sequence[Item]) -> Building:
        least = opening.size or self.rules.shapes[opening.shape].low
        if due and not opening.size:
            least = min((size for shape, size in due if shape == opening.shape), default=least)
        return Building(opening.shape, opening.row, opening.start, opening.size, (), least)

    def _continues(self, building: Building, hand: int, due: Sequence[Item], duty: Duty | None) -> bool:
        """Whether a meld under way may stand like this."""
        if not due:
            return self._can_finish(building, hand, (), duty)
        for item in dict.fromkeys(due):
            if item[0] != building.shape or 0 < building.size < item[1]:
                continue
            rest = list(due)
            rest.remove(item)
            if self._can_finish(building._replace(least=max(building.least, item[1])), hand, rest, duty):
                return True
        return False

    # What is on offer

    def openings(self, table: Table, duty: Duty | None = None) -> list[Move]:
        """The melds that may be begun.

        Args:
            table: the situation.
            duty: what must go into it, if not what the table says.
        """
        hand = table.hands[table.turn]
        due = self.due(table)
        duty = duty or table.duty
        if due and not table.due and not self.plans.possible(self._hand(hand), (), due):
            return []
        simple = not due and not self.keep and duty is None
        return [self._opening[opening] for opening in self._within_reach(hand)
                if simple or self._continues(self._begun(opening, due), hand, due, duty)]

    def due(self, table: Table) -> tuple[Item, ...]:
        """What the seat to move must lay first: the contract or the rest of it; empty if it may lay any meld."""
        if table.due or not self.contracts or table.down >> table.turn & 1:
            return table.due
        return self.contracts[table.round % len(self.contracts)]

    def is_down(self, table: Table) -> bool:
        """Whether the seat to move has met its contract, so that it may lay off and swap."""
        return not self.due(table)

    def adds(self, table: Table) -> list[Move]:
        """The pieces that may go next into the meld under way, and whether it may stay as it is."""
        building = table.building
        assert building is not None
        hand = table.hands[table.turn]
        shape = self.rules.shapes[building.shape]
        kinds, masks = self.pieces.kind_of, self.pieces.kind_masks
        offered = []
        stands = shape.rows[building.row][building.start + len(building.cards)] if shape.run else -1
        if shape.run:
            candidates = [stands, *(kind for kind in self.wild if kind != stands)]
        elif len(building.cards) == self._most(building):
            candidates = []
        else:
            laid = [kinds[piece] for piece in building.cards]
            last = laid[-1] if laid else -1
            wild = last in self.rules.wild
            candidates = [] if wild else [kind for kind in shape.rows[building.row]
                                          if kind > last or (kind == last and not shape.distinct)]
            candidates += [kind for kind in self.wild if not wild or kind >= last]
        for kind in candidates:
            held = hand & masks[kind]
            if held:
                held &= -held
                after = building._replace(cards=(*building.cards, held.bit_length() - 1))
                if self._continues(after, hand ^ held, table.due, table.duty):
                    offered.append(self._adds[kind, stands])
        if not shape.run and self._may_stop(table, building, hand):
            offered.append(DONE)
        return offered

    def _may_stop(self, table: Table, building: Building, hand: int) -> bool:
        shape = self.rules.shapes[building.shape]
        size = len(building.cards)
        naturals = sum(self.pieces.kind_of[piece] not in self.rules.wild for piece in building.cards)
        if size < building.least or naturals < shape.naturals or hand.bit_count() < self.keep:
            return False
        duty = table.duty
        if duty is not None and all(self.pieces.kind_of[piece] != duty.kind for piece in building.cards):
            return False
        if not table.due:
            return True
        rest = _without(table.due, building.shape, size)
        return rest is not None and hand.bit_count() >= sum(s for _, s in rest) + self.keep and (
            self.plans.possible(self._hand(hand), (), rest))

    def _laid_on(self, meld: Meld, number: int) -> tuple[tuple[int, Move], ...]:
        """What fits a meld: masks of pieces, and the moves that lay them off on it."""
        shape = self.rules.shapes[meld.shape]
        row = shape.rows[meld.row]
        size = len(meld.cards)
        laid = () if shape.run or not shape.distinct else tuple(
            kind for kind in map(self.pieces.kind_of.__getitem__, meld.cards) if kind not in self.rules.wild)
        key = (meld.shape, meld.row, meld.start, size, number, laid)
        known = self._fitting.get(key)
        if known is not None:
            return known
        masks, names = self.pieces.kind_masks, self.pieces.names
        found: list[tuple[int, Move]] = []
        full = size >= (min(shape.high, len(row)) if shape.run or shape.distinct else shape.high)
        if shape.run and not full:
            for at in (meld.start - 1, meld.start + size):
                if 0 <= at < len(row):
                    said = self._slot(shape, meld.row, at)
                    found.append((masks[row[at]], self._target(f"lay {said}", number)))
                    found += [(masks[wild], self._target(f"lay {names[wild]}={said}", number))
                              for wild in self.wild if wild != row[at]]
        elif not full:
            found += [(masks[kind], self._target(f"lay {names[kind]}", number))
                      for kind in (*row, *self.wild) if kind not in laid]
        if len(self._fitting) >= _FITTING:
            self._fitting.clear()
        self._fitting[key] = known = tuple(found)
        return known

    def _open_to(self, table: Table, meld: Meld) -> bool:
        """Whether the seat to move may lay off on a meld."""
        if self.lay_off == "own":
            return self.seats.side_of[meld.owner] == self.seats.side_of[table.turn]
        return self.lay_off == "any" or (table.knock is not None and table.knock.seat == meld.owner)

    def lay_offs(self, table: Table, duty: Duty | None = None) -> list[Move]:
        """What may be laid off.

        Args:
            table: the situation.
            duty: what must be laid off, if not what the table says.
        """
        hand = table.hands[table.turn]
        if hand.bit_count() <= self.keep:
            return []
        duty = duty or table.duty
        only, barred = (-1, -1) if duty is None else duty
        if only >= 0:
            hand &= self.pieces.kind_masks[only]
        return [move for number, meld in enumerate(table.melds) if barred != number and self._open_to(table, meld)
                for mask, move in self._laid_on(meld, number) if hand & mask]

    def swaps(self, table: Table) -> list[Move]:
        """The wild pieces on the table that may be replaced, because they can be used again at once."""
        if table.duty is not None:
            return []
        hand = table.hands[table.turn]
        names = self.pieces.names
        return [self._target(f"swap {names[natural]} for {names[wild]}", number)
                for number, meld in enumerate(table.melds)
                for natural, wild in dict.fromkeys(self._replaceable(meld, hand))
                if self._reusable(table, number, natural, wild)]

    def _replaceable(self, meld: Meld, hand: int) -> Iterator[tuple[int, int]]:
        """The natural kinds held that could replace a wild one in a meld, each with the wild kind."""
        if not any(self._is_wild[card] for card in meld.cards):
            return
        shape = self.rules.shapes[meld.shape]
        masks = self.pieces.kind_masks
        laid = {self.pieces.kind_of[piece] for piece in meld.cards}
        for place in self.rules.places(meld):
            if place.fixed:
                continue
            wild = self.pieces.kind_of[place.piece]
            if shape.run:
                if hand & masks[place.stands_for]:
                    yield place.stands_for, wild
                continue
            for natural in shape.rows[meld.row]:
                if hand & masks[natural] and not (shape.distinct and natural in laid):
                    yield natural, wild

    def _reusable(self, table: Table, number: int, natural: int, wild: int) -> bool:
        """Whether a wild piece that is replaced can go into another meld at once."""
        after = table.copy()
        self._exchange(after, number, natural, wild)
        return self.usable(after, Duty(wild, number))

    def usable(self, table: Table, duty: Duty) -> bool:
        """Whether the seat to move could use a piece in a meld now, as a duty would have it."""
        return (self.is_down(table) and bool(self.lay_offs(table, duty))) or bool(self.openings(table, duty))

    # What is done

    def begin(self, table: Table, move: Move) -> None:
        """Begins a meld, and goes on with it as long as there is no choice."""
        table.due = self.due(table)
        table.building = self._begun(self._openings[move], table.due)
        self._go_on(table)
        self._tell(table, "begin", f"begins {move.text.removeprefix('meld ')}")

    def add(self, table: Table, move: Move) -> None:
        """Puts the next piece into the meld under way, or leaves it as it is."""
        if move is DONE or move == DONE:
            self._finish(table)
        else:
            self._put(table, move)
            self._go_on(table)
            self._tell(table, "add", f"goes on with {move.text.removeprefix('add ')}")

    def _tell(self, table: Table, kind: str, what: str) -> None:
        """Tells of a meld that is still under way: what lies of it so far."""
        if table.log is not None and table.building is not None:
            table.log.append(Event(kind, f"seat {table.turn} {what}", table.turn,
                                   tuple(map(self.pieces.name, table.building.cards))))

    def _put(self, table: Table, move: Move) -> None:
        building = table.building
        assert building is not None
        held = table.hands[table.turn] & move.mask
        held &= -held
        table.hands[table.turn] ^= held
        table.building = building._replace(cards=(*building.cards, held.bit_length() - 1))

    def _go_on(self, table: Table) -> None:
        while True:
            building = table.building
            assert building is not None
            if building.size and len(building.cards) == building.size:
                self._finish(table)
                return
            choices = self.adds(table)
            if len(choices) > 1:
                return
            if choices[0] is DONE:
                self._finish(table)
                return
            self._put(table, choices[0])

    def _finish(self, table: Table) -> None:
        building = table.building
        assert building is not None
        seat = table.turn
        meld = Meld(building.shape, building.row, building.start, building.cards, seat)
        table.building = None
        table.melds = (*table.melds, meld)
        table.duty = None
        if table.due:
            table.due = _without(table.due, meld.shape, len(meld.cards)) or ()
            if not table.due:
                table.down |= 1 << seat
        self._credit(table, seat, sum(self.rules.value(meld, at) for at in range(len(meld.cards))))
        if table.log is not None:
            table.log.append(Event("meld", f"seat {seat} lays {self.describe(meld)}", seat,
                                   tuple(map(self.pieces.name, meld.cards)), value=len(table.melds)))

    def lay(self, table: Table, move: Move) -> None:
        """Lays a piece off on a meld."""
        seat = table.turn
        text, number = move.text.rpartition(" on ")[0], int(move.text.rpartition(" on ")[2]) - 1
        meld = table.melds[number]
        shape = self.rules.shapes[meld.shape]
        held = table.hands[seat] & move.mask
        held &= -held
        table.hands[seat] ^= held
        piece = held.bit_length() - 1
        if not shape.run:
            cards = tuple(sorted((*meld.cards, piece),
                                 key=lambda card: (self.pieces.kind_of[card] in self.rules.wild, card)))
            meld = meld._replace(cards=cards)
            at = 0
        elif meld.start > 0 and text.endswith((f" {self._slot(shape, meld.row, meld.start - 1)}",
                                               f"={self._slot(shape, meld.row, meld.start - 1)}")):
            meld = meld._replace(start=meld.start - 1, cards=(piece, *meld.cards))
            at = 0
        else:
            meld = meld._replace(cards=(*meld.cards, piece))
            at = len(meld.cards) - 1
        table.melds = (*table.melds[:number], meld, *table.melds[number + 1:])
        table.duty = None
        self._credit(table, seat, self.rules.value(meld, at))
        if table.log is not None:
            table.log.append(Event("lay off", f"seat {seat} lays off {text.removeprefix('lay ')} on meld {number + 1}",
                                   seat, (self.pieces.name(piece),), value=number + 1))

    def _exchange(self, table: Table, number: int, natural: int, wild: int) -> tuple[int, int]:
        """Puts a natural piece in the place of a wild one; returns both pieces."""
        seat = table.turn
        meld = table.melds[number]
        shape = self.rules.shapes[meld.shape]
        held = table.hands[seat] & self.pieces.kind_masks[natural]
        own = (held & -held).bit_length() - 1
        at, freed = next(
            (at, place.piece) for at, place in enumerate(self.rules.places(meld))
            if not place.fixed and self.pieces.kind_of[place.piece] == wild
            and (not shape.run or place.stands_for == natural))
        cards = (*meld.cards[:at], own, *meld.cards[at + 1:])
        if not shape.run:
            cards = tuple(sorted(cards, key=lambda card: (self.pieces.kind_of[card] in self.rules.wild, card)))
        table.melds = (*table.melds[:number], meld._replace(cards=cards), *table.melds[number + 1:])
        table.hands[seat] = table.hands[seat] ^ 1 << own | 1 << freed
        return own, freed

    def swap(self, table: Table, move: Move) -> None:
        """Replaces a wild piece, which must be used again at once."""
        seat = table.turn
        text, number = move.text.rpartition(" on ")[0], int(move.text.rpartition(" on ")[2]) - 1
        natural, wild = self._swaps[text]
        pieces = self._exchange(table, number, natural, wild)
        table.duty = Duty(wild, number)
        if table.log is not None:
            table.log.append(Event("swap", f"seat {seat} takes {self.pieces.names[wild]} for "
                                   f"{self.pieces.names[natural]} from meld {number + 1}", seat,
                                   tuple(map(self.pieces.name, pieces)), value=number + 1))

    @staticmethod
    def _credit(table: Table, seat: int, amount: int) -> None:
        table.credit = replaced(table.credit, seat, table.credit[seat] + amount)

    def describe(self, meld: Meld) -> str:
        """A meld in words: its shape and its pieces, wild ones with what they stand for."""
        names = self.pieces.names
        words = []
        for place in self.rules.places(meld):
            name = self.pieces.name(place.piece)
            words.append(f"{name}={names[place.stands_for]}" if place.wild and place.stands_for >= 0 else name)
        return f"{self.rules.shapes[meld.shape].name} {' '.join(words)}"

    # Why not

    def refuse(self, table: Table, move: Move) -> Reason | None:
        """Why a move with melds is not legal; None if it has nothing to do with them."""
        hand = table.hands[table.turn]
        if move.action == "meld":
            return self._refuse_meld(table, self._openings[move], hand, move)
        if move.action == "add" and table.building is not None:
            if not hand & move.mask:
                return Reason("not-in-hand", f"seat {table.turn} does not hold {move.piece}", self.place)
            return Reason("breaks-meld", f"with {move.text.removeprefix('add ')} next the meld, or what must follow "
                          "it, could not be finished", self.place)
        if move.action == "done" and table.building is not None:
            return Reason("meld-not-complete", "the meld is not complete, or what must follow could not be laid",
                          self.place)
        if move.action in ("lay off", "swap"):
            return self._refuse_target(table, move, hand)
        return None

    def _refuse_meld(self, table: Table, opening: Opening, hand: int, move: Move) -> Reason:
        what = move.text.removeprefix("meld ")
        if opening not in self._within_reach(hand):
            return Reason("no-such-meld", f"seat {table.turn} has not the pieces of {what}", self.place)
        if self.due(table):
            return Reason("contract-first", f"with {what} the contract ({self.contract_text(self.due(table))}) "
                          "could not be laid from this hand in this turn", self.contract_place)
        return self._refuse_duty(table, f"{what} would not use it") or Reason(
            "must-keep-one", "the last piece must be discarded", self.place)

    def _refuse_duty(self, table: Table, why: str) -> Reason | None:
        if table.duty is None:
            return None
        return Reason("must-use", f"{self.pieces.names[table.duty.kind]} must be used in a meld at once: {why}",
                      self.place)

    def _refuse_target(self, table: Table, move: Move, hand: int) -> Reason:
        number = (move.value or 1) - 1
        if number >= len(table.melds):
            return Reason("no-such-meld", f"there is no meld {number + 1} on the table", self.place)
        if not self.is_down(table):
            return Reason("contract-first", "nothing is laid off or swapped before the own contract "
                          f"({self.contract_text(self.due(table))}) lies on the table", self.contract_place)
        if not hand & move.mask:
            return Reason("not-in-hand", f"seat {table.turn} does not hold {move.piece}", self.place)
        if move.action == "swap":
            text = move.text.rpartition(" on ")[0]
            if self._swaps[text] in self._replaceable(table.melds[number], hand) and table.duty is None:
                return Reason("not-reusable", f"{move.where} could not be used in another meld at once", self.place)
            return self._refuse_duty(table, "nothing is swapped before") or Reason(
                "does-not-fit", f"{move.piece} cannot replace {move.where} in meld {number + 1}", self.place)
        if hand.bit_count() <= self.keep:
            return Reason("must-keep-one", "the last piece must be discarded", self.place)
        reason = None
        if table.duty is not None and (table.duty.kind != move.number or table.duty.barred == number):
            reason = self._refuse_duty(table, "not in the meld that it came from" if table.duty.kind == move.number
                                       else f"{move.piece} is another")
        if reason is None and not self._open_to(table, table.melds[number]):
            return Reason("no-lay-off", "nothing is laid off on the melds of others" if self.lay_off == "own" else
                          "pieces are laid off on the melds of who knocked", self.lay_off_place)
        return reason or Reason("does-not-fit", f"{move.text.removeprefix('lay ').rpartition(' on ')[0]} does not fit "
                                f"meld {number + 1}", self.place)

    def contract_text(self, items: Sequence[Item]) -> str:
        """A contract in words, such as ``set 3, run 4``."""
        return ", ".join(f"{self.rules.shapes[shape].name} {size}" for shape, size in items)


def _without(due: Sequence[Item], shape: int, size: int) -> tuple[Item, ...] | None:
    """A contract without the largest item that a meld serves; None if it serves none.

    What a larger meld could serve a smaller one cannot, so taking the largest leaves the easiest rest.
    """
    served = [item for item in due if item[0] == shape and item[1] <= size]
    if not served:
        return None
    rest = list(due)
    rest.remove(max(served))
    return tuple(rest)


def _three(bits: int) -> int:
    return bits & bits >> 1


def _presence(rules: MeldRules) -> tuple[Callable[[int], int], list[list[int]]]:
    """From a hand to one wide number with a bit for each place of each row whose natural piece is held.

    Wild kinds have no bits. Also tells where the bits of each row begin, by shape.
    """
    pieces = rules.pieces
    offsets: list[list[int]] = []
    at = 0
    bits = [0] * len(pieces)
    for shape in rules.shapes:
        row_offsets = []
        for row in shape.rows:
            row_offsets.append(at)
            for place, kind in enumerate(row):
                if kind not in rules.wild:
                    for piece in pieces.pieces_of(pieces.kind_masks[kind]):
                        bits[piece] |= 1 << at + place
            at += len(row)
        offsets.append(row_offsets)
    return gatherer(bits), offsets
