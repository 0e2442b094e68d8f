"""Tien Gow beside a second reading of its rules: plain Python that shares no code, move by move at random.

A short run by default; ``HYPOTHESIS_PROFILE=deep`` plays many more deals.
"""

import itertools
import os
import random

import pytest

import tilegames

DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"
DEALS = 20_000 if DEEP else 200
SWAPS = 2_000 if DEEP else 40

CIVIL = ["6-6", "1-1", "4-4", "3-1", "5-5", "3-3", "2-2", "6-5", "6-4", "6-1", "5-1"]
MILITARY = ["6-3", "5-4", "6-2", "5-3", "5-2", "4-3", "4-2", "4-1", "3-2", "2-1"]
PACK = CIVIL + CIVIL + MILITARY
FAMILIES = [("6-6", 9), ("1-1", 8), ("4-4", 7), ("3-1", 5)]
OPTIONS = {
    "early_death": ["yes", "no"], "immediate_on_final": ["yes", "no"], "banker_multiplier": ["2", "streak_plus_1"],
    "banker_surplus": ["doubled", "plain"], "special_on_surplus": ["yes", "no"], "final_four_multiplier": ["2", "4"],
    "sweep": ["x2", "seven_eight"], "empty_base": ["5", "4"], "capture_multiplier": ["1", "2", "4"],
    "civil_supreme": ["off", "on", "capturable"], "civil_little_finish": ["off", "on"], "dealt_hands": ["off", "on"],
    "mixed_groups": ["on", "off"], "supreme": ["lead_only", "top_pair"], "direction": ["counterclockwise", "clockwise"],
}
DEFAULTS = {name: values[0] for name, values in OPTIONS.items()}


def pips(tile):
    return int(tile[0]) + int(tile[2])


def written(tiles):
    return " ".join(sorted(tiles, reverse=True))


def kind_of_group(tiles, options):
    """The type of a group and its rank in it; None if the tiles are none."""
    civil = [tile for tile in tiles if tile in CIVIL]
    military = [tile for tile in tiles if tile in MILITARY]
    if len(tiles) == 1:
        return ("c1", -CIVIL.index(civil[0])) if civil else ("m1", pips(military[0]))
    if len(civil) == 2 and not military:
        if civil[0] != civil[1]:
            return None
        if civil[0] == "5-1" and options["civil_supreme"] != "off":
            return "civil supreme", 0
        return "c2", -CIVIL.index(civil[0])
    if len(military) == 2 and not civil:
        if sorted(military) == ["2-1", "4-2"]:
            return "supreme", 0
        return ("m2", pips(military[0])) if pips(military[0]) == pips(military[1]) else None
    if options["mixed_groups"] == "on" and len(civil) in (1, 2) and len(military) in (1, 2):
        for place, (tile, total) in enumerate(FAMILIES):
            if set(civil) == {tile} and {pips(one) for one in military} == {total}:
                return f"x{len(civil)}{len(military)}", -place
    return None


class Table:
    """One deal as the rules tell it."""

    def __init__(self, hands, banker, streak, options):
        self.hands = [list(hand) for hand in hands]
        self.banker, self.streak, self.options = banker, streak, options
        self.columns = [0] * 4
        self.now, self.final = [0] * 4, [0] * 4
        self.conceded = [[] for _ in range(4)]
        self.turn = self.leader = banker
        self.plays = []
        self.over = self.dealt = False
        self.winner = None
        if options["dealt_hands"] == "on":
            self.look_for_dealt_wins()

    def look_for_dealt_wins(self):
        for step in range(4):
            seat = (self.banker + step) % 4
            hand = self.hands[seat]
            red = sum(int(half) for tile in hand for half in (tile[0], tile[2]) if half in "14")
            if red <= 1 or sum(tile in MILITARY for tile in hand) >= 7:
                for other in range(4):
                    if other != seat:
                        paid = 5 * (2 if self.banker in (seat, other) else 1)
                        self.final[other] -= paid
                        self.final[seat] += paid
                self.over = self.dealt = True
                self.winner = seat
                return

    def high(self):
        """The number of the play that is winning."""
        return max(number for number, (_, up) in enumerate(self.plays) if up)

    def beats(self, tiles):
        """Whether tiles of the right number beat what is winning."""
        made = kind_of_group(tiles, self.options)
        if made is None:
            return False
        led = kind_of_group(self.plays[0][0], self.options)
        top = kind_of_group(self.plays[self.high()][0], self.options)
        if top[0] == led[0]:
            if made[0] == led[0]:
                return made[1] > top[1]
            if led[0] == "civil supreme":
                return self.options["civil_supreme"] == "capturable" and list(tiles) == ["6-1", "6-1"]
            if led[0] == "m2":
                return self.options["supreme"] == "top_pair" and made[0] == "supreme"
        return False

    def legal(self):
        hand = self.hands[self.turn]
        if not self.plays:
            return {written(tiles) for size in (1, 2, 3, 4) for tiles in itertools.combinations(hand, size)
                    if kind_of_group(tiles, self.options)}
        size = len(self.plays[0][0])
        found = set()
        dead = (self.options["early_death"] == "yes" and size == 1 and len(hand) == 1
                and self.columns[self.turn] == 0)
        for tiles in itertools.combinations(hand, size):
            found.add(written(tiles) + " down")
            if not dead and self.beats(tiles):
                found.add(written(tiles))
        return found

    def play(self, text):
        tiles = text.removesuffix(" down").split()
        for tile in tiles:
            self.hands[self.turn].remove(tile)
        up = not text.endswith("down")
        if not up:
            self.conceded[self.turn] += tiles
        self.plays.append((tiles, up))
        if len(self.plays) < 4:
            self.turn = (self.turn + 1) % 4
            return
        number = self.high()
        tiles = self.plays[number][0]
        winner = (self.leader + number) % 4
        self.columns[winner] += len(tiles)
        last = not any(self.hands)
        self.pay_now(winner, tiles, last)
        if last:
            self.settle(winner, tiles)
            self.over, self.winner = True, winner
        else:
            self.plays = []
            self.turn = self.leader = winner

    def double(self):
        return 2 if self.options["banker_multiplier"] == "2" else self.streak + 1

    def pay_now(self, winner, tiles, last):
        amount = 4 if len(tiles) == 4 else 0
        if kind_of_group(tiles, self.options)[0] in ("supreme", "civil supreme"):
            amount = 2
        if last and self.options["immediate_on_final"] == "no":
            return
        for other in range(4):
            if other != winner:
                paid = amount * (self.double() if self.banker in (winner, other) else 1)
                self.now[other] -= paid
                self.now[winner] += paid

    def settle(self, winner, tiles):
        options = self.options
        led = self.plays[0][0]
        caught = (led == ["2-1"] and tiles == ["4-2"]) or (
            options["civil_little_finish"] == "on" and led == ["5-1"] and tiles == ["6-1"])
        for other in range(4):
            if other == winner:
                continue
            count = self.columns[other]
            paid = int(options["empty_base"]) if count == 0 else 4 - count
            if self.banker == winner or (self.banker == other
                                         and not (options["banker_surplus"] == "plain" and paid < 0)):
                special_banker = self.double()
            else:
                special_banker = 1
            special = 1
            if len(tiles) == 4:
                special = int(options["final_four_multiplier"])
            elif (kind_of_group(tiles, options)[0] in ("supreme", "civil supreme") or tiles == ["2-1"]
                  or (tiles == ["5-1"] and options["civil_little_finish"] == "on")):
                special = 2
            if options["special_on_surplus"] == "no" and paid < 0:
                special = 1
            sweep = 1
            if options["sweep"] == "x2" and self.columns[winner] == 8:
                sweep = 2
            if options["sweep"] == "seven_eight" and self.columns[winner] >= 7:
                sweep = 2 if len(tiles) == 1 else 4
            paid *= special_banker * special * sweep * (int(options["capture_multiplier"]) if caught else 1)
            payer = self.leader if caught and paid > 0 else other
            self.final[payer] -= paid
            self.final[winner] += paid


def test_every_group_of_the_pack():
    """TG-01: 84 sets of tiles in 49 classes."""
    found = {}
    for size in (1, 2, 3, 4):
        for places in itertools.combinations(range(32), size):
            made = kind_of_group([PACK[place] for place in places], DEFAULTS)
            if made:
                found.setdefault(made, []).append(places)
    by_type = {}
    for (name, _), sets in found.items():
        by_type[name] = by_type.get(name, 0) + len(sets)
    assert by_type == {"c1": 22, "m1": 10, "c2": 11, "m2": 4, "supreme": 1, "x11": 16, "x21": 8, "x12": 8, "x22": 4}
    assert (sum(by_type.values()), len(found)) == (84, 49)


#: Groups that somebody is often dealt, and keeps for the last trick.
SAVED = [["6-6", "6-6", "6-3", "5-4"], ["3-1", "3-1", "4-1", "3-2"], ["4-2", "2-1"], ["2-1"], ["5-1", "5-1"], ["5-1"]]


def a_pack(rng):
    """A pack, and what one hand of it keeps, often with strong tiles beside it."""
    saved = rng.choice([*SAVED, []])
    rest = PACK.copy()
    for tile in saved:
        rest.remove(tile)
    strong = [tile for tile in rest if tile in ("6-6", "1-1", "4-4")][:rng.choice([0, 4])]
    for tile in strong:
        rest.remove(tile)
    rng.shuffle(rest)
    at = 8 * rng.randrange(4)
    return [*rest[:at], *saved, *strong, *rest[at:]], saved


def a_choice(rng, legal, saved=()):
    """A legal text; groups face up, and larger ones, more often than their number would have it.

    What is saved is not touched while anything else can be done.
    """
    legal = {text for text in legal if not set(text.removesuffix(" down").split()) & set(saved)} or legal
    up = sorted(text for text in legal if not text.endswith("down"))
    if up and rng.random() < 0.7:
        if rng.random() < 0.4:
            longest = max(map(len, up))
            up = [text for text in up if len(text) == longest]
        return rng.choice(up)
    return rng.choice(sorted(legal))


def by_rule(state, rules, number):
    """What each seat has got by some rules up to a round; the next one may have been over as it was dealt."""
    sums = [0] * 4
    for event in state.score_events:
        if event.rule in rules and event.round <= number:
            sums[event.side] += event.amount
    return sums


def beside(seed, options, deals):
    """Plays a match beside the second reading; returns in which ways the deals ended."""
    rng = random.Random(seed)
    game = tilegames.load("tien-gow", deals=deals, **options)
    given, packs, kept = [], [], []
    banker = rng.randrange(4)
    for _ in range(deals):
        pack, saved = a_pack(rng)
        kept.append(saved)
        hands = [pack[seat * 8:seat * 8 + 8] for seat in range(4)]
        packs.append(hands)
        given.append(game.deal(hands=hands, dealer=banker))
    state = game.new_state(deal=given)
    streak, totals, ends = 1, ([0] * 4, [0] * 4), set()
    for number, hands in enumerate(packs):
        table = Table(hands, banker, streak, options)
        while not table.over:
            assert (state.round, state.turn, state._table.dealer) == (number, table.turn, banker)
            assert state._table.points == table.columns
            texts = [str(move) for move in state.legal_moves]
            assert len(set(texts)) == len(texts)
            assert set(texts) == table.legal()
            seat = table.turn
            text = a_choice(rng, table.legal(), kept[number])
            size, zero = len(text.removesuffix(" down").split()), table.columns[seat] == 0
            last = len(table.hands[seat]) == size
            wins_before = table.columns.copy()
            state = state.play(text)
            table.play(text)
            if table.over and last and size == 1 and options["early_death"] == "yes":
                assert wins_before[table.winner] > 0
            if not text.endswith("down") and last and size == 1 and zero and options["early_death"] == "yes":
                raise AssertionError("a player without a column contested a single last tile")
        for total, part in zip(totals, (table.now, table.final), strict=True):
            assert sum(part) == 0
            for seat, amount in enumerate(part):
                total[seat] += amount
        if not table.dealt:
            assert sum(table.columns) == 8
        assert by_rule(state, ("supreme", "four"), number) == totals[0]
        assert by_rule(state, ("settlement", "dealt_hand"), number) == totals[1]
        ends.add("dealt" if table.dealt else len(table.plays[0][0]))
        streak = streak + 1 if table.winner == banker else 1
        banker = table.winner
    assert state.is_over
    assert state.scores == tuple(now + final for now, final in zip(*totals, strict=True))
    return ends


@pytest.mark.parametrize("part", range(4))
def test_random_deals_under_random_options(part):
    """Legal moves, columns and both ledgers agree after every move."""
    ends = set()
    for number in range(DEALS // 16):
        rng = random.Random(1000 * part + number)
        options = {name: rng.choice(values) if rng.random() < 0.4 else values[0] for name, values in OPTIONS.items()}
        ends |= beside(part * 100_000 + number, options, 4)
    assert {1, 2} <= ends


def test_random_deals_under_the_rules_of_the_text():
    """The same without any option."""
    ends = set()
    for number in range(DEALS // 4):
        ends |= beside(900_000 + number, DEFAULTS, 1)
    assert {1, 2, 4} <= ends


def test_the_copies_of_a_civil_tile_cannot_be_told_apart():
    """The two copies of a tile change places in the pack: texts, payments, scores and situations are the same."""
    game = tilegames.load("tien-gow")
    kinds = game.pieces
    for seed in range(SWAPS):
        rng = random.Random(seed)
        order = list(range(32))
        rng.shuffle(order)
        swapped = order.copy()
        for name in rng.sample(CIVIL, 1 + seed % 11):
            one, other = kinds.pieces_of(kinds.kind_masks[kinds.find(name)])
            first, second = order.index(one), order.index(other)
            swapped[first], swapped[second] = other, one
        draws = (("dealer", seed % 4),)
        state = game.new_state(deal=tilegames.Deal(tuple(order), draws))
        twin = game.new_state(deal=tilegames.Deal(tuple(swapped), draws))
        while not state.is_over:
            assert [str(move) for move in state.legal_moves] == [str(move) for move in twin.legal_moves]
            assert state == twin
            assert hash(state) == hash(twin)
            for seat in (0, 1, 2, 3, None):
                assert state.view(seat).to_dict() == twin.view(seat).to_dict()
            text = a_choice(rng, {str(move) for move in state.legal_moves})
            state, twin = state.play(text), twin.play(text)
        assert state == twin
        assert state.score_events == twin.score_events
        assert state.events == twin.events
