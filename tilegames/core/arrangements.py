"""Arrangements: how a hand is best divided into melds and pieces that are in none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from tilegames.core.melds import Meld, MeldRules

__all__ = ["Arranger"]

#: How many answers are kept; when there are more, all are forgotten.
_KEPT = 1 << 15
#: A set with more melds than this, or in which covering is asked in more ways, has no table of all its melds.
_LISTED = 4000
#: Pieces that are weighed by one look-up.
_CHUNK = 13


class _Core(NamedTuple):
    """What is natural in a meld, and how many wild pieces go with it.

    Attributes:
        fields: how many it takes of each kind, packed as the hand is.
        need, room: the least and the greatest number of wild pieces in the meld, natural ones of a wild kind included.
        shape, row: where it comes from.
        spots: for a run the places in the row, for a group the kinds.
    """

    fields: int
    need: int
    room: int
    shape: int
    row: int
    spots: tuple[int, ...]


class Arranger:
    """The best arrangements of hands: a true optimum, found by search.

    No value may be negative. What is best is a matter of kinds: which copy of a kind is in a hand changes no number.

    Args:
        rules: what melds there are.

    Example:
        >>> from tilegames.core.melds import Shape
        >>> from tilegames.core.pieces import cards
        >>> pack = cards(ranks="A23456", suits="HS")
        >>> run = Shape("run", True, (tuple(range(6)), tuple(range(6, 12))), ("hearts", "spades"), 3, 6)
        >>> arranger = Arranger(MeldRules(pack, [run], (), [1, 2, 3, 4, 5, 6] * 2))
        >>> hand = pack.mask_of("2H 3H 4H 5H AS 2S 6S".split())
        >>> arranger.least(hand), arranger.covers(hand), arranger.within(hand, 8)
        (9, False, False)
        >>> pack.names_of(arranger.may_drop(hand, 7)), pack.names_of(arranger.may_drop(hand, 3))
        (('2S', '6S'), ('6S',))
    """

    def __init__(self, rules: MeldRules) -> None:
        self.rules = rules
        pieces = rules.pieces
        self._values = tuple(rules.values[kind] for kind in pieces.kind_of)
        self._greatest = max(self._values, default=0)
        self._weigh = _weigher(self._values)
        self._known: dict[int, int] = {}
        self._whole: dict[int, bool] = {}
        self._order = _order(rules)
        #: Each row with the number of its shape, its own, and the pieces of its kinds, wild ones among them.
        self._rows = [(number, row_number, row, sum(pieces.kind_masks[kind] for kind in set(row)))
                      for number, shape in enumerate(rules.shapes) for row_number, row in enumerate(shape.rows)]
        # How a hand is brought to the first copies of its kinds: by how much the others are shifted, and which.
        natural = [kind for kind in range(len(pieces.kinds)) if kind not in rules.wild]
        self._first = sum(pieces.kind_masks[kind] & -pieces.kind_masks[kind] for kind in natural)
        self._shifts = [
            (shift, sum(pieces.kind_masks[kind] & -pieces.kind_masks[kind] for kind in natural
                        if pieces.copies[kind] > shift))
            for shift in range(1, max([pieces.copies[kind] for kind in natural], default=1))]
        # Whether a second piece of a kind never helps the first into a meld.
        self._distinct = all(shape.run or shape.distinct for shape in rules.shapes)
        self._plain = _Plain.of(self)

    def least(self, hand: int) -> int:
        """The least that the pieces of a hand in no meld count together."""
        known = self._known.get(hand)
        if known is None:
            thin = self._thin(hand)
            if self._plain is not None and thin >= 0:
                known = self._plain.least(thin)
            else:
                known = _Search(self, hand, self.rules.values).least()
            if len(self._known) >= _KEPT:
                self._known.clear()
            self._known[hand] = known
        return known

    def best(self, hand: int) -> tuple[int, tuple[Meld, ...]]:
        """The least that the pieces in no meld count together, and melds that leave so little."""
        thin = self._thin(hand)
        if self._plain is None or thin < 0:
            return _Search(self, hand, self.rules.values).best()
        least, melds = self._plain.best(thin)
        if thin != hand:
            melds = tuple(meld._replace(cards=tuple(self._copy(hand, piece) for piece in meld.cards)) for meld in melds)
        return least, melds

    def within(self, hand: int, limit: int) -> bool:
        """Whether the pieces in no meld need not count more than a limit."""
        known = self._known.get(hand)
        if known is not None:
            return known <= limit
        if self._sure(hand) > limit:
            return False
        if self._weigh(hand) <= limit:
            return True
        if self._plain is not None and self._thin(hand) >= 0:
            return self.least(hand) <= limit
        return _Search(self, hand, self.rules.values).least(limit) <= limit

    def may_drop(self, hand: int, limit: int) -> int:
        """The pieces, one of each kind, without which a hand is within a limit."""
        plain = self._plain
        thin = self._thin(hand)
        if plain is None or thin < 0:
            return self._may_drop(hand, limit)
        # Nearly every hand is far from its limit: pieces in no possible meld alone count too much.
        loose = thin & ~plain.covered(thin)
        if self._weigh(loose) - self._greatest > limit:
            return 0
        values, found, rest = self._values, 0, thin
        least = self.least(thin)
        while rest:
            bit = rest & -rest
            rest ^= bit
            # A loose piece is out of every arrangement; for others, one more piece costs no more than its value.
            if least - values[bit.bit_length() - 1] <= limit and (loose & bit or self.least(thin ^ bit) <= limit):
                found |= bit
        if found and thin != hand:
            return sum(1 << self._copy(hand, piece) for piece in self.rules.pieces.pieces_of(found))
        return found

    def _may_drop(self, hand: int, limit: int) -> int:
        if self._sure(hand) - self._greatest > limit:
            return 0
        search = _Search(self, hand, self.rules.values)
        # Exact as far as it matters: no piece takes more from it than the greatest value.
        least = search.least(limit + self._greatest)
        if least - self._greatest > limit:
            return 0
        found, easy = 0, search.easy(least, limit)
        for kind, first in search.firsts:
            if kind in easy or (least - self.rules.values[kind] <= limit
                                and search.least_without(kind, limit) <= limit):
                found |= first
        return found

    def covers(self, hand: int) -> bool:
        """Whether every piece of a hand can be in a meld."""
        known = self._whole.get(hand)
        if known is None:
            thin = self._thin(hand)
            if self._plain is not None and thin >= 0:
                known = self._plain.covered(thin) == thin and self._plain.whole(thin)
            else:
                known = not self._sure(hand) and _Search(self, hand, (1,) * len(self.rules.values)).least(0) == 0
            if len(self._whole) >= _KEPT:
                self._whole.clear()
            self._whole[hand] = known
        return known

    def _thin(self, hand: int) -> int:
        """A hand by the first copies of its kinds; -1 if there are wild pieces, or two of a kind."""
        if hand & self.rules.wild_mask:
            return -1
        if not self._shifts:
            return hand
        thin = hand & self._first
        for shift, mask in self._shifts:
            more = hand >> shift & mask
            if more & thin:
                return -1
            thin |= more
        return thin

    def _sure(self, hand: int) -> int:
        """What pieces count together that are seen at once to be in no possible meld; 0 if nothing is seen at once."""
        if self._plain is None or not self._distinct or hand & self.rules.wild_mask:
            return 0
        thin = hand & self._first
        for shift, mask in self._shifts:
            thin |= hand >> shift & mask
        first = covered = self._plain.covered(thin)
        for shift, mask in self._shifts:
            covered |= (first & mask) << shift
        return self._weigh(hand & ~covered)

    def _copy(self, hand: int, piece: int) -> int:
        """The piece of a hand that is of the same kind as another."""
        return (hand & self.rules.pieces.kind_masks[self.rules.pieces.kind_of[piece]]).bit_length() - 1


class _Plain:
    """Arrangements of hands without wild pieces and with no kind twice: melds are masks of first copies then.

    Args:
        arranger: whose values and weights count.
        melds: every meld that cannot be divided into two, by its pieces.
        seeds: the smallest melds; every meld is made of some, which may overlap.
    """

    def __init__(self, arranger: Arranger, melds: dict[int, Meld], seeds: Sequence[int]) -> None:
        self.melds = melds
        weigh = arranger._weigh
        self._weigh = weigh
        size = len(arranger.rules.pieces)
        #: By the lowest piece: the masks and values of the melds that start with it.
        self.starting: list[list[tuple[int, int]]] = [[] for _ in range(size)]
        for mask in melds:
            self.starting[(mask & -mask).bit_length() - 1].append((mask, weigh(mask)))
        self._saved: dict[int, int] = {}
        self._wholes: dict[int, bool] = {}
        # Melds of one pattern of distances are found all at once, wherever they start.
        starts: dict[tuple[int, ...], int] = {}
        for mask in seeds:
            low, *others = arranger.rules.pieces.pieces_of(mask)
            steps = tuple(piece - low for piece in others)
            starts[steps] = starts.get(steps, 0) | 1 << low
        self.covered: Callable[[int], int] = _coverer(starts)

    @staticmethod
    def of(arranger: Arranger) -> _Plain | None:
        """The tables for some rules; None where they do not serve."""
        rules = arranger.rules
        pieces = rules.pieces
        melds: dict[int, Meld] = {}
        seeds: dict[int, None] = {}
        for number, shape in enumerate(rules.shapes):
            low = max(shape.low, shape.naturals, 1)
            for row_number, row in enumerate(shape.rows):
                if not shape.run:
                    kinds = sorted(set(row) - rules.wild)
                    most = min(shape.high, len(row)) if shape.distinct else shape.high
                    found: Iterator[tuple[int, tuple[int, ...]]] = (
                        (0, taken) for size in range(low, min(most, 2 * low - 1) + 1)
                        for taken in combinations(kinds, size))
                else:
                    found = ((start, row[start:start + size]) for size in range(low, min(shape.high, 2 * low - 1) + 1)
                             for start in range(len(row) - size + 1))
                for start, taken in found:
                    if rules.wild.intersection(taken) or len(set(taken)) < len(taken):
                        continue
                    cards = tuple(pieces.kind_of.index(kind) for kind in taken)
                    mask = sum(1 << card for card in cards)
                    melds.setdefault(mask, Meld(number, row_number, start, cards, -1))
                    if len(taken) == low:
                        seeds[mask] = None
                    if len(melds) > _LISTED:
                        return None
        return _Plain(arranger, melds, list(seeds))

    def least(self, hand: int) -> int:
        """As `Arranger.least`."""
        covered = self.covered(hand)
        return self._weigh(hand) - (self.saved(covered) if covered else 0)

    def saved(self, left: int) -> int:
        """The most that melds made of some pieces count together."""
        if not left:
            return 0
        known = self._saved.get(left)
        if known is None:
            low = left & -left
            known = self.saved(left ^ low)
            for mask, value in self.starting[low.bit_length() - 1]:
                if mask & left == mask:
                    known = max(known, value + self.saved(left ^ mask))
            if len(self._saved) >= _KEPT:
                self._saved.clear()
            self._saved[left] = known
        return known

    def best(self, hand: int) -> tuple[int, tuple[Meld, ...]]:
        """As `Arranger.best`."""
        left = self.covered(hand)
        saved = self.saved(left)
        least, found = self._weigh(hand) - saved, []
        while left:
            low = left & -left
            for mask, value in self.starting[low.bit_length() - 1]:
                if mask & left == mask and value + self.saved(left ^ mask) == saved:
                    found.append(self.melds[mask])
                    left ^= mask
                    saved -= value
                    break
            else:
                left ^= low
        return least, tuple(found)

    def whole(self, left: int) -> bool:
        """Whether some pieces can all be in melds."""
        if not left:
            return True
        known = self._wholes.get(left)
        if known is None:
            known = any(mask & left == mask and self.whole(left ^ mask)
                        for mask, _ in self.starting[(left & -left).bit_length() - 1])
            if len(self._wholes) >= _KEPT:
                self._wholes.clear()
            self._wholes[left] = known
        return known


class _Search:
    """The search for the best arrangement of one hand.

    A hand is packed into one number: for each kind a field that counts its pieces, with a guard bit above it by which
    a meld that takes too many shows. Kinds stand in the order of their places in runs, so that what is still undecided
    is always a few neighbouring ranks and different ways to decide the ranks before lead to the same question.

    A meld is seen as a *core* of natural pieces and a number of wild pieces, from so many to so many. Any wild piece
    does for any other, so that only their numbers matter: the cores together may not need more than there are, and
    what they have no room for is left over, the cheapest first. A wild kind can be natural in its own place in a run;
    such a piece is told apart only where a core would have too few naturals without it. A core that can be cut into
    two is no candidate: the two need no more wild pieces and have more room.

    Args:
        arranger: whose rules hold.
        hand: the pieces.
        values: what each kind counts when it is left over.
    """

    def __init__(self, arranger: Arranger, hand: int, values: Sequence[int]) -> None:
        rules = arranger.rules
        pieces = rules.pieces
        self.arranger = arranger
        self.rules = rules
        self.hand = hand
        self.values = values
        counts: dict[int, int] = {}
        #: The kinds of the hand and the lowest piece of each.
        self.firsts: list[tuple[int, int]] = []
        for piece in pieces.pieces_of(hand):
            kind = pieces.kind_of[piece]
            if kind not in counts:
                self.firsts.append((kind, 1 << piece))
            counts[kind] = counts.get(kind, 0) + 1
        self.counts = counts
        wild = [kind for kind in counts if kind in rules.wild]
        self.wilds = sum(counts[kind] for kind in wild)
        order = arranger._order
        natural = sorted((kind for kind in counts if kind not in rules.wild), key=lambda kind: order[kind])
        # The cheapest wild piece is the first to be left over.
        wild.sort(key=lambda kind: values[kind])
        self.kinds = natural + wild
        self.width = max(counts.values(), default=1).bit_length() + 1
        self.ones = {kind: 1 << at * self.width for at, kind in enumerate(self.kinds)}
        self.guards = sum(one << self.width - 1 for one in self.ones.values())
        self.naturals = (1 << len(natural) * self.width) - 1
        self.worth = [values[kind] for kind in self.kinds]
        self.starting: list[list[_Core]] = [[] for _ in self.kinds]
        covered = 0
        for core in self._candidates():
            self.starting[((core.fields & -core.fields).bit_length() - 1) // self.width].append(core)
            covered |= core.fields
        #: Cores of nothing but wild kinds, natural in their own places.
        self.wild_cores = [core for starting in self.starting[len(natural):] for core in starting]
        self.extra = self._extra()
        self.whole = 0
        #: What the pieces count that are in no possible meld.
        self.loose = 0
        field = (1 << self.width) - 1
        self.out = set()
        for kind in self.kinds:
            if kind in natural and not covered & self.ones[kind] * field:
                self.loose += values[kind] * counts[kind]
                self.out.add(kind)
            else:
                self.whole += self.ones[kind] * counts[kind]
        self.memo: dict[tuple[int, int, int], tuple[int, bool]] = {}
        self.ends: dict[tuple[int, int, int], int] = {}
        #: One piece of the kind that is dropped now, and its value; 0 if none is.
        self.dropped = self.saved = 0

    def least(self, limit: int | None = None) -> int:
        """The least that is left over, exact if it is within the limit; else something above the limit."""
        most = sum(self.values[kind] * count for kind, count in self.counts.items())
        limit = most if limit is None else min(limit, most)
        if self.loose > limit:
            return self.loose
        return self.loose + self._solve(self.whole, 0, 0, limit - self.loose)

    def easy(self, least: int, limit: int) -> set[int]:
        """Natural kinds of which a piece is dropped within a limit by changing little in a best arrangement."""
        cores, extra, *_ = self._chosen(least - self.loose)
        found = {kind for kind in self.out if least - self.values[kind] <= limit}
        field = (1 << self.width) - 1
        total = sum(core.need for core in cores) + sum(low for _, _, low, _ in extra)
        options = {(other.fields, other.need): other.room for starting in self.starting for other in starting}
        taken = sum(core.fields for core in cores)
        for kind, one in self.ones.items():
            if kind in self.out or kind in self.rules.wild:
                continue
            if self.counts[kind] > taken // one & field:
                # It is left over, and without it the rest is better by exactly its value.
                if least - self.values[kind] <= limit:
                    found.add(kind)
            elif least <= limit:
                for core in cores:
                    # The meld may stand without it, a wild piece more in it if there is one.
                    if core.fields // one & field and any(
                            options.get((core.fields - one, need), -1) >= core.room
                            for need in range(self.wilds - total + core.need + 1)):
                        found.add(kind)
                        break
        return found

    def least_without(self, kind: int, limit: int) -> int:
        """As `least`, for the hand without one piece of a kind that is in it."""
        if kind in self.out:
            return self.least(limit + self.values[kind]) - self.values[kind]
        if kind in self.rules.wild:
            first = dict(self.firsts)[kind]
            return _Search(self.arranger, self.hand ^ first, self.values).least(limit)
        if self.loose > limit:
            return self.loose
        self.dropped, self.saved = self.ones[kind], self.values[kind]
        value = self._solve(self.whole - self.dropped, 0, 0, limit - self.loose)
        self.dropped = 0
        return self.loose + value

    def _solve(self, left: int, need: int, room: int, limit: int) -> int:
        """The least that is left over of some fields; if it is above the limit, perhaps only something above it."""
        undecided = left & self.naturals
        if not undecided:
            return self._end(left, need, room)
        key = (left, need, room)
        known = self.memo.get(key)
        if known is not None and (known[1] or known[0] > limit):
            return known[0]
        # With one wild piece more to spend, or with the piece that was dropped, it was too much already.
        easier = self.memo.get((left, need - 1, room))
        if easier is not None and easier[0] > limit:
            return easier[0]
        if self.dropped:
            fuller = self.memo.get((left + self.dropped, need, room))
            if fuller is not None and fuller[0] - self.saved > limit:
                return fuller[0] - self.saved
        at = ((undecided & -undecided).bit_length() - 1) // self.width
        guards, wilds = self.guards, self.wilds
        guarded, spare = left | guards, wilds - need
        best, bound = limit + 1, 1 << 62
        for core in self.starting[at]:
            fields, more, rooms = core[:3]
            if more > spare:
                # All that follow need more still.
                break
            if (guarded - fields) & guards != guards:
                continue
            value = self._solve(left - fields, need + more, min(wilds, room + rooms), best - 1)
            if value < best:
                best = value
                if not best:
                    break
            bound = min(bound, value)
        if best:
            own = self.worth[at]
            value = own
            if own < best:
                value += self._solve(left - (1 << at * self.width), need, room, best - 1 - own)
                best = min(best, value)
            bound = min(bound, value)
        answer = (best, True) if best <= limit else (bound, False)
        self.memo[key] = answer
        return answer[0]

    def _end(self, left: int, need: int, room: int) -> int:
        """What is left over of the wild pieces when all others have their places."""
        if room >= self.wilds:
            return 0
        key = (left, need, room)
        known = self.ends.get(key)
        if known is None:
            known = self._left_over(left, min(self._too_many(need, room)))
            for core in self._wild_cores(left, need):
                known = min(known, self._end(left - core.fields, need + core.need, min(self.wilds, room + core.room)))
            self.ends[key] = known
        return known

    def _wild_cores(self, left: int, need: int) -> Iterator[_Core]:
        guarded = left | self.guards
        for core in self.wild_cores:
            if need + core.need <= self.wilds and (guarded - core.fields) & self.guards == self.guards:
                yield core

    def _too_many(self, need: int, room: int) -> list[int]:
        """For each choice of melds of wild pieces alone: how many wild pieces are left over; all if it is too many."""
        return [max(0, self.wilds - room - more) if need + least <= self.wilds else self.wilds
                for least, more, _ in self.extra]

    def _left_over(self, left: int, number: int) -> int:
        """What a number of wild pieces count, the cheapest first."""
        field, total = (1 << self.width) - 1, 0
        for kind in self.kinds:
            if number <= 0:
                break
            if kind in self.rules.wild:
                taken = min(number, left // self.ones[kind] & field)
                total += taken * self.values[kind]
                number -= taken
        return total

    def _extra(self) -> list[tuple[int, int, tuple[tuple[int, int, int, int], ...]]]:
        """Choices of melds of wild pieces alone: their least and greatest number, and shape, row, both numbers."""
        single = []
        for number, shape in enumerate(self.rules.shapes):
            if not shape.naturals:
                low = max(shape.low, 1)
                tops = [min(shape.high, len(row)) if shape.run or shape.distinct else shape.high for row in shape.rows]
                if tops and low <= min(max(tops), self.wilds):
                    single.append((number, tops.index(max(tops)), low, max(tops)))
        found: dict[int, tuple[int, int, tuple[tuple[int, int, int, int], ...]]] = {0: (0, 0, ())}
        for least in range(1, self.wilds + 1):
            for meld in single:
                before = found.get(least - meld[2])
                if before is not None and (least not in found or found[least][1] < before[1] + meld[3]):
                    found[least] = (least, before[1] + meld[3], (*before[2], meld))
        return list(found.values())

    def _candidates(self) -> list[_Core]:
        """Every core, of those that take the same pieces only such as no other is as good as."""
        found: dict[int, list[_Core]] = {}
        for number, row_number, row, mask in self.arranger._rows:
            shape = self.rules.shapes[number]
            if (self.hand & mask).bit_count() < max(1, shape.naturals, shape.low - self.wilds):
                continue
            for core in (self._runs if shape.run else self._groups)(number, row_number, row):
                others = found.get(core.fields)
                if others is None:
                    found[core.fields] = [core]
                elif not any(other.need <= core.need and other.room >= core.room for other in others):
                    others[:] = [other for other in others if other.need < core.need or other.room > core.room]
                    others.append(core)
        # Cores that need few wild pieces and take many others come first: what is found early cuts the search short.
        return sorted((core for same in found.values() for core in same),
                      key=lambda core: (core.need, -len(core.spots)))

    def _groups(self, number: int, row_number: int, row: Sequence[int]) -> Iterator[_Core]:
        shape = self.rules.shapes[number]
        low = max(shape.low, shape.naturals, 1)
        most = min(shape.high, len(row)) if shape.distinct else shape.high
        pool = [(kind, 1 if shape.distinct else self.counts[kind]) for kind in sorted(set(row))
                if kind in self.counts and kind not in self.rules.wild]
        if most < low or sum(count for _, count in pool) + self.wilds < low:
            return
        for taken in _multisets(pool, min(most, 2 * low - 1)):
            need = max(0, low - len(taken))
            if taken and len(taken) >= shape.naturals and need <= self.wilds:
                yield _Core(sum(self.ones[kind] for kind in taken), need, most - len(taken), number, row_number, taken)

    def _runs(self, number: int, row_number: int, row: Sequence[int]) -> Iterator[_Core]:
        shape = self.rules.shapes[number]
        low, most = max(shape.low, shape.naturals, 1), min(shape.high, len(row))
        wild = self.rules.wild
        places = [place for place, kind in enumerate(row)
                  if kind in self.counts and (shape.naturals or kind not in wild)]
        if most < low:
            return
        stack: list[tuple[int, tuple[int, ...], int, int]] = [
            (at + 1, (place,), self.ones[row[place]], int(row[place] in wild)) for at, place in enumerate(places)]
        while stack:
            at, taken, fields, own = stack.pop()
            size, span = len(taken), taken[-1] - taken[0] + 1
            if self._can_be_cut(taken, low, shape.naturals):
                continue
            need = max(low, span) - size
            # What is natural though of a wild kind is worth telling only to reach the least number of naturals.
            if (size == shape.naturals if own else size >= shape.naturals) and need + own <= self.wilds:
                yield _Core(fields, need + own, most - size + own, number, row_number, taken)
            if own and size >= shape.naturals:
                continue
            for next_at in range(at, len(places)):
                place = places[next_at]
                length = place - taken[0] + 1
                kind = row[place]
                now_own = own + (kind in wild)
                if length > most or length - size - 1 + now_own > self.wilds:
                    break
                if row[taken[0]] != kind or self.counts[kind] > 1:
                    stack.append((next_at + 1, (*taken, place), fields + self.ones[kind], now_own))

    @staticmethod
    def _can_be_cut(taken: tuple[int, ...], low: int, naturals: int) -> bool:
        """Whether a run is two runs, by the places of its natural pieces."""
        first, last, size = taken[0], taken[-1], len(taken)
        if last - first + 1 < 2 * low:
            return False
        return any(max(taken[at - 1] + 1, first + low) <= min(taken[at], last + 1 - low)
                   for at in range(max(1, naturals), size + 1 - max(1, naturals)))

    def best(self) -> tuple[int, tuple[Meld, ...]]:
        """As `Arranger.best`."""
        least = self.least()
        return least, tuple(self._laid(*self._chosen(least - self.loose)))

    def _chosen(self, least: int) -> tuple[list[_Core], tuple[tuple[int, int, int, int], ...], int, int]:
        """The cores of a best arrangement, its melds of wild pieces alone, the fields left, and wild ones left over."""
        chosen: list[_Core] = []
        left, need, room = self.whole, 0, 0
        while undecided := left & self.naturals:
            at = ((undecided & -undecided).bit_length() - 1) // self.width
            for core in self.starting[at]:
                after = (left - core.fields, need + core.need, min(self.wilds, room + core.room))
                if (after[1] <= self.wilds and ((left | self.guards) - core.fields) & self.guards == self.guards
                        and self._solve(*after, least) == least):
                    chosen.append(core)
                    left, need, room = after
                    break
            else:
                left -= 1 << at * self.width
                least -= self.worth[at]
        while True:
            choices = self._too_many(need, room)
            fewest = min(choices)
            if self._left_over(left, fewest) == least:
                return chosen, self.extra[choices.index(fewest)][2], left, fewest
            core = next(core for core in self._wild_cores(left, need) if self._end(
                left - core.fields, need + core.need, min(self.wilds, room + core.room)) == least)
            chosen.append(core)
            left, need, room = left - core.fields, need + core.need, min(self.wilds, room + core.room)

    def _laid(self, cores: Sequence[_Core], extra: Sequence[tuple[int, int, int, int]], left: int,
              over: int) -> Iterator[Meld]:
        """The melds, piece by piece; the copies of a kind are taken in order."""
        pieces, wild, shapes = self.rules.pieces, self.rules.wild, self.rules.shapes
        copies = {kind: pieces.pieces_of(self.hand & pieces.kind_masks[kind])[::-1] for kind in self.kinds}
        natural: list[list[int]] = []
        spare = []
        for core in cores:
            row = shapes[core.shape].rows[core.row]
            kinds = [row[spot] for spot in core.spots] if shapes[core.shape].run else core.spots
            natural.append([copies[kind].pop() for kind in kinds])
            spare.append([core.need, core.room, sum(kind in wild for kind in kinds)])
        free = [piece for kind in self.kinds if kind in wild for piece in reversed(copies[kind])][over:]
        numbers = [low - own for low, _, own in spare] + [low for _, _, low, _ in extra]
        tops = [high - own for _, high, own in spare] + [high for *_, high in extra]
        more = len(free) - sum(numbers)
        for at, top in enumerate(tops):
            taken = min(more, top - numbers[at])
            numbers[at] += taken
            more -= taken
        for core, cards, number in zip(cores, natural, numbers, strict=False):
            mine, free = free[:number], free[number:]
            if not shapes[core.shape].run:
                yield Meld(core.shape, core.row, 0, (*cards, *sorted(mine)), -1)
                continue
            row = shapes[core.shape].rows[core.row]
            length = len(cards) + number
            start = min(core.spots[0], len(row) - length)
            by_place = dict(zip(core.spots, cards, strict=True))
            yield Meld(core.shape, core.row, start, tuple(
                by_place[place] if place in by_place else mine.pop(0) for place in range(start, start + length)), -1)
        for (shape, row_number, _, _), number in zip(extra, numbers[len(cores):], strict=True):
            mine, free = free[:number], free[number:]
            yield Meld(shape, row_number, 0, tuple(sorted(mine)), -1)


def _order(rules: MeldRules) -> list[tuple[int, int]]:
    """For each kind where it stands in a hand that is searched: by its place in runs."""
    places: dict[int, int] = {}
    for shape in rules.shapes:
        if shape.run:
            for row in shape.rows:
                for place, kind in enumerate(row):
                    places.setdefault(kind, place)
    return [(places.get(kind, -1), kind) for kind in range(len(rules.pieces.kinds))]


def _multisets(pool: Sequence[tuple[int, int]], most: int) -> Iterator[tuple[int, ...]]:
    """Every way to take up to so many pieces of some kinds, of each no more than there are."""
    if not pool:
        yield ()
        return
    (kind, count), rest = pool[0], pool[1:]
    for number in range(min(count, most), -1, -1):
        for others in _multisets(rest, most - number):
            yield (kind,) * number + others


def _weigher(values: Sequence[int]) -> Callable[[int], int]:
    """From a mask to what its pieces count together."""
    tables = []
    for low in range(0, len(values), _CHUNK):
        table = [0]
        for value in values[low:low + _CHUNK]:
            table += [total + value for total in table]
        tables.append(table)
    chunk = (1 << _CHUNK) - 1

    def weigh(mask: int) -> int:
        total = 0
        for table in tables:
            total += table[mask & chunk]
            mask >>= _CHUNK
        return total

    return weigh


def _coverer(starts: dict[tuple[int, ...], int]) -> Callable[[int], int]:
    """From a mask to those of its pieces that are in a small meld.

    Args:
        starts: the melds by the distances of their pieces from the lowest, and by the lowest pieces.
    """
    patterns = list(starts.items())

    def covered(mask: int) -> int:
        found = 0
        for steps, first in patterns:
            hits = mask & first
            for step in steps:
                hits &= mask >> step
            if hits:
                found |= hits
                for step in steps:
                    found |= hits << step
        return found

    return covered
