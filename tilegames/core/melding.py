"""Melding: laying melds piece by piece, laying off, replacing wild pieces, and the contracts that come first.

A meld is begun by one move that says what it will be (``meld run 4S-7S``, ``meld set 7``); then its pieces are chosen
in a fixed order, one move each, but only where there is a choice. So the moves are few and finite however many wild
pieces a hand holds, every meld is reached in one way only, and no step is offered after which it, what must follow, or
the turn could not be finished.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tilegames.core.contract_plans import Item
from tilegames.core.meld_progress import Progress, without
from tilegames.core.meld_reach import Reach
from tilegames.core.meld_refusals import refuse_melding
from tilegames.core.meld_words import DONE, MeldWords
from tilegames.core.melds import Meld, MeldRules
from tilegames.core.moves import Event, Move, Reason
from tilegames.core.seats import Seats
from tilegames.core.table import Duty, Table, replaced
from tilegames.errors import Span

__all__ = ["DONE", "Melding"]

#: How many answers about what fits a meld a game keeps at most.
_FITTING = 1 << 13


class Melding:
    """Offers and carries out everything that has to do with melds.

    Args:
        rules: the melds of the game.
        seats: the table.
        contracts: what a player must lay first, by round, over and over; empty if nothing in particular.
        lay_off: on whose melds pieces may be laid off: ``any``, ``own`` (those of one's side), ``knocker`` (of who
            has knocked) or ``none``.
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
        self.wild = sorted(rules.wild)
        self.words = MeldWords(rules)
        self.reach = Reach(rules)
        self.progress = Progress(rules, keep)
        self._fitting: dict[tuple[int, int, int, int, int, tuple[int, ...]], tuple[tuple[int, Move], ...]] = {}
        self._is_wild = tuple(kind in rules.wild for kind in rules.pieces.kind_of)

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
        if due and not table.due and not self.progress.contract(hand, due):
            return []
        simple = not due and not self.keep and duty is None
        progress, move_of = self.progress, self.words.opening
        return [move_of[opening] for opening in self.reach.of(hand)
                if simple or progress.continues(progress.begun(opening, due), hand, due, duty)]

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
        elif len(building.cards) == self.progress.most(building):
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
                if self.progress.continues(after, hand ^ held, table.due, table.duty):
                    offered.append(self.words.adds[kind, stands])
        if not shape.run and self.progress.may_stop(building, hand, table.due, table.duty):
            offered.append(DONE)
        return offered

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
                    said = self.words.slot(shape, meld.row, at)
                    found.append((masks[row[at]], self.words.target(f"lay {said}", number)))
                    found += [(masks[wild], self.words.target(f"lay {names[wild]}={said}", number))
                              for wild in self.wild if wild != row[at]]
        elif not full:
            found += [(masks[kind], self.words.target(f"lay {names[kind]}", number))
                      for kind in (*row, *self.wild) if kind not in laid]
        if len(self._fitting) >= _FITTING:
            self._fitting.clear()
        self._fitting[key] = known = tuple(found)
        return known

    def open_to(self, table: Table, meld: Meld) -> bool:
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
        if hand.bit_count() <= self.keep or self.lay_off == "none":
            return []
        duty = duty or table.duty
        only, barred = (-1, -1) if duty is None else duty[:2]
        if only >= 0:
            hand &= self.pieces.kind_masks[only]
        return [move for number, meld in enumerate(table.melds) if barred != number and self.open_to(table, meld)
                for mask, move in self._laid_on(meld, number) if hand & mask]

    def swaps(self, table: Table) -> list[Move]:
        """The wild pieces on the table that may be replaced, because they can be used again at once."""
        if table.duty is not None:
            return []
        hand = table.hands[table.turn]
        names = self.pieces.names
        return [self.words.target(f"swap {names[natural]} for {names[wild]}", number)
                for number, meld in enumerate(table.melds)
                for natural, wild in dict.fromkeys(self.replaceable(meld, hand))
                if self._reusable(table, number, natural, wild)]

    def replaceable(self, meld: Meld, hand: int) -> Iterator[tuple[int, int]]:
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
        return bool(self.uses(table, duty)) or bool(self.openings(table, duty))

    def uses(self, table: Table, duty: Duty) -> list[Move]:
        """How a duty can be met by laying off."""
        return [] if duty.new_meld or not self.is_down(table) else self.lay_offs(table, duty)

    # What is done

    def begin(self, table: Table, move: Move) -> None:
        """Begins a meld, and goes on with it as long as there is no choice."""
        table.due = self.due(table)
        table.building = self.progress.begun(self.words.openings[move], table.due)
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
            table.due = without(table.due, meld.shape, len(meld.cards)) or ()
            if not table.due:
                table.down |= 1 << seat
        self.credit(table, seat, sum(self.rules.value(meld, at) for at in range(len(meld.cards))))
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
        elif meld.start > 0 and text.endswith((f" {self.words.slot(shape, meld.row, meld.start - 1)}",
                                               f"={self.words.slot(shape, meld.row, meld.start - 1)}")):
            meld = meld._replace(start=meld.start - 1, cards=(piece, *meld.cards))
            at = 0
        else:
            meld = meld._replace(cards=(*meld.cards, piece))
            at = len(meld.cards) - 1
        table.melds = (*table.melds[:number], meld, *table.melds[number + 1:])
        table.duty = None
        self.credit(table, seat, self.rules.value(meld, at))
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
        natural, wild = self.words.swaps[text]
        pieces = self._exchange(table, number, natural, wild)
        table.duty = Duty(wild, number)
        if table.log is not None:
            table.log.append(Event("swap", f"seat {seat} takes {self.pieces.names[wild]} for "
                                   f"{self.pieces.names[natural]} from meld {number + 1}", seat,
                                   tuple(map(self.pieces.name, pieces)), value=number + 1))

    @staticmethod
    def credit(table: Table, seat: int, amount: int) -> None:
        """Enters what a seat has laid."""
        table.credit = replaced(table.credit, seat, table.credit[seat] + amount)

    def describe(self, meld: Meld) -> str:
        """A meld in words: its shape and its pieces, wild ones with what they stand for."""
        names = self.pieces.names
        words = []
        for place in self.rules.places(meld):
            name = self.pieces.name(place.piece)
            words.append(f"{name}={names[place.stands_for]}" if place.wild and place.stands_for >= 0 else name)
        return f"{self.rules.shapes[meld.shape].name} {' '.join(words)}"

    def contract_text(self, items: Sequence[Item]) -> str:
        """A contract in words, such as ``set 3, run 4``."""
        return ", ".join(f"{self.rules.shapes[shape].name} {size}" for shape, size in items)

    def refuse(self, table: Table, move: Move) -> Reason | None:
        """Why a move with melds is not legal; None if it has nothing to do with them."""
        return refuse_melding(self, table, move)

    def vocabulary(self) -> Iterable[tuple[str, Move]]:
        """The moves that do not name a meld, with their texts."""
        return self.words.words()

    def named(self, text: str) -> Move | None:
        """The move on a meld that a text names; None if it names none."""
        return self.words.named(text)
