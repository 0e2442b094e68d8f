"""All Fives beside a second reading of its rules: plain Python that shares no code, move by move at random.

A short run by default; ``HYPOTHESIS_PROFILE=deep`` plays many more rounds.
"""

import os
import random

import pytest

import tilegames

DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"
ROUNDS = 300 if DEEP else 8

TILES = [(high, low) for high in range(7) for low in range(high + 1)]
DEALT = {2: 9, 3: 7, 4: 5}


def text(tile):
    return f"{tile[0]}-{tile[1]}"


def nearest_five(amount):
    return {0: 0, 1: -1, 2: -2, 3: 2, 4: 1}[amount % 5] + amount


class Fives:
    """A match as the rules tell it. Every tile on the table knows how many tiles touch which half of it."""

    def __init__(self, players, deals, *, partners=False, doubles="single_spinner", lone_double="both_halves",
                 leftovers="sum", unit="pips", stops="after_round", own_pips="kept", block_lead="as_first", lead="lot",
                 drawing="until_playable", reserve=0, voluntary="no", stock_pips="no", block_test="all_pass",
                 tiles_each=None, target=200, level="shared"):
        self.players, self.deals, self.partners, self.doubles, self.target = players, deals, partners, doubles, target
        self.leftovers, self.stops, self.own_pips, self.level = leftovers, stops, own_pips, level
        self.lone = 2 if lone_double == "both_halves" else 1
        self.per_point = 5 if unit == "fives" else 1
        self.block_lead, self.lead, self.block_test = block_lead, lead, block_test
        self.one_draw, self.reserve, self.voluntary = drawing == "one", reserve, voluntary == "yes"
        self.stock_pips, self.each = stock_pips == "yes", tiles_each or DEALT[players]
        self.scores = [0] * (2 if partners else players)
        self.round, self.over = 0, False
        self.deal(self.deals[0][1], forced=lead == "highest_double")

    def side(self, seat):
        return seat % 2 if self.partners else seat

    # The deal and the lead

    def deal(self, leader, *, forced):
        order = self.deals[self.round][0]
        self.hands = [set(order[seat * self.each:(seat + 1) * self.each]) for seat in range(self.players)]
        self.stock = list(order[self.players * self.each:])
        self.table = []  # [tile, {number: tiles that touch that half}], a double has one number
        self.line = []  # in muggins the numbers at the left and the right end,
        self.double_at = []  # and whether a double lies there
        self.spinner = None
        self.passes = self.drawn = 0
        self.turn, self.must_lead = leader, None
        if forced:
            held = [tile for hand in self.hands for tile in hand]
            best = max((tile for tile in held if tile[0] == tile[1]), default=max(held, key=lambda t: (sum(t), t[0])))
            self.turn, self.must_lead = next(seat for seat in range(self.players) if best in self.hands[seat]), best

    # What may be done

    def room(self, place):
        """How many tiles may now touch each number of a tile on the table."""
        tile, touched = place
        if tile[0] != tile[1]:
            return {number: 1 - touched[number] for number in tile}
        spins = self.doubles == "five_up" or (self.doubles == "single_spinner" and place is self.spinner)
        # The short sides of a spinner wait for both long ones.
        sides = 4 if spins and touched[tile[0]] >= 2 else 2
        return {tile[0]: sides - touched[tile[0]]}

    def ends(self):
        """(number, tile, free sides) of every half that can be joined."""
        return sorted((number, text(place[0]), free) for place in self.table
                      for number, free in self.room(place).items() if free)

    def plays(self, seat):
        hand = self.hands[seat]
        if not self.table:
            return [text(tile) for tile in hand if self.must_lead in (None, tile)]
        if self.doubles == "muggins":
            left, right = self.line
            lone = len(self.table) == 1 and left == right
            return [f"{text(tile)} {where}" for tile in hand for where, number in (("left", left), ("right", right))
                    if number in tile and not (lone and where == "left")]
        return [f"{text(tile)}@{on}" for tile in hand for number, on, _ in self.ends() if number in tile]

    def may_draw(self):
        return len(self.stock) > self.reserve and not (self.one_draw and self.drawn)

    def legal(self):
        plays = self.plays(self.turn)
        if not plays:
            return ["draw" if self.may_draw() else "pass"]
        return plays + (["draw"] if self.table and self.voluntary and self.may_draw() else [])

    # What it does

    def do(self, move):
        seat = self.turn
        if move == "pass":
            self.passes += 1
            if self.passes == self.players:
                self.blocked()
            else:
                self.next()
            return
        self.passes = 0
        if move == "draw":
            self.hands[seat].add(self.stock.pop(0))
            self.drawn += 1
            if self.stuck():
                self.blocked()
            elif not self.plays(seat) and not self.may_draw():
                self.next()
            return
        self.lay(move)
        total = self.total()
        if total > 0 and total % 5 == 0:
            self.scores[self.side(seat)] += total // self.per_point
            if self.stops == "at_once" and max(self.scores) >= self.target:
                self.over = True
                return
        if not self.hands[seat]:
            self.end(seat, out=True)
        elif self.stuck():
            self.blocked()
        else:
            self.next()

    def next(self):
        self.turn, self.drawn = (self.turn + 1) % self.players, 0

    def lay(self, move):
        name, _, where = move.replace("@", " ").partition(" ")
        tile = tuple(map(int, name.split("-")))
        self.hands[self.turn].remove(tile)
        place = [tile, dict.fromkeys(tile, 0)]
        if self.doubles == "muggins":
            if not self.table:
                self.line = [tile[1], tile[0]]
                self.double_at = [tile[0] == tile[1]] * 2
            else:
                at = 0 if where == "left" else 1
                self.line[at] = sum(tile) - self.line[at]
                self.double_at[at] = tile[0] == tile[1]
        elif self.table:
            on = next(other for other in self.table if text(other[0]) == where)
            shared = next(number for number, free in self.room(on).items() if free and number in tile)
            on[1][shared] += 1
            place[1][shared] += 1
        self.table.append(place)
        if tile[0] == tile[1] and self.spinner is None:
            self.spinner = place

    def total(self):
        if self.doubles == "muggins":
            return self.muggins_total()
        total = 0
        for tile, touched in self.table:
            if tile[0] != tile[1]:
                total += sum(number for number in tile if not touched[number])
            elif touched[tile[0]] == 0:
                total += tile[0] * self.lone
            elif touched[tile[0]] == 1:
                total += tile[0] * 2
        return total

    def muggins_total(self):
        if len(self.table) == 1 and self.double_at[0]:
            return self.line[0] * self.lone
        return sum(number * (2 if double else 1) for number, double in zip(self.line, self.double_at, strict=True))

    # The end

    def stuck(self):
        return (self.block_test == "at_once" and len(self.stock) <= self.reserve
                and not any(self.plays(seat) for seat in range(self.players)))

    def pips(self, seat):
        return sum(map(sum, self.hands[seat]))

    def blocked(self):
        weights = {}
        for seat in range(self.players):
            weights[self.side(seat)] = weights.get(self.side(seat), 0) + self.pips(seat)
        least = [side for side, weight in weights.items() if weight == min(weights.values())]
        # For a side the first in turn, from whoever passed last, is taken as the winner.
        order = [(self.turn + step) % self.players for step in range(self.players)]
        winners = [seat for seat in order if self.side(seat) in least]
        self.end(winners[0] if len(least) == 1 else None, out=False)

    def end(self, winner, *, out):
        """The end of a round, and the next deal or the end of the match."""
        if winner is not None:
            side = self.side(winner)
            parts = [self.pips(seat) for seat in range(self.players) if self.side(seat) != side]
            if self.stock_pips:
                parts.append(sum(map(sum, self.stock)))
            if self.own_pips == "subtracted" and not out:
                parts.append(-sum(self.pips(seat) for seat in range(self.players) if self.side(seat) == side))
            if self.leftovers == "each_hand":
                parts = list(map(nearest_five, parts))
            gain = sum(parts) if self.leftovers == "exact" else nearest_five(sum(parts))
            self.scores[side] += gain // self.per_point
        self.round += 1
        best = max(self.scores)
        if best >= self.target and not (self.level == "another_round" and self.scores.count(best) > 1):
            self.over = True
            return
        drawn = self.deals[self.round][1]
        as_first = not out and self.block_lead == "as_first"
        self.deal(drawn if as_first or winner is None else winner, forced=as_first and self.lead == "highest_double")


def play_beside(players, rounds, seed, variants=(), **options):
    """Plays matches until so many rounds are over; after every move both must say the same."""
    game = tilegames.load("all-fives", players=players, variants=variants, **options)
    names = [game.pieces.name(piece) for piece in range(28)]
    rnd = random.Random(seed)
    played = blocks = 0
    while played < rounds:
        deals = []
        for _ in range(60):
            order = rnd.sample(range(28), 28)
            deals.append((order, rnd.randrange(players)))
        state = game.new_state(seed=0, deal=[tilegames.Deal(tuple(order), (("starter", starter),))
                                             for order, starter in deals])
        model = Fives(players, [([tuple(map(int, names[piece].split("-"))) for piece in order], starter)
                                for order, starter in deals], partners=bool(variants), **options)
        while True:
            seen = state.view(None)
            where = (seed, played, model.round, [str(move) for move in state.history[-4:]])
            assert (state.is_over, state.scores) == (model.over, tuple(model.scores)), where
            if state.is_over:
                break
            assert (state.round, state.turn) == (model.round, model.turn), where
            legal = sorted(map(str, state.legal_moves))
            assert legal == sorted(model.legal()), where
            assert seen.hand_sizes == tuple(map(len, model.hands)), where
            assert seen.stock == len(model.stock), where
            if model.doubles != "muggins":
                assert sorted((end.number, end.piece, end.free) for end in seen.ends) == model.ends(), where
            move = rnd.choice(legal)
            state = state.play(move)
            model.do(move)
            blocks += any(event.kind == "round" and "blocked" in event.text for event in state.events)
        assert state.outcome.winners == tuple(
            seat for seat in range(players) if model.scores[model.side(seat)] == max(model.scores)), where
        played += model.round + 1
    return blocks


SETTINGS = [
    {}, {"doubles": "five_up", "unit": "fives", "target": 40}, {"doubles": "muggins"},
    {"lone_double": "one_half", "leftovers": "each_hand"}, {"leftovers": "exact", "own_pips": "subtracted"},
    {"stops": "at_once", "block_lead": "winner"}, {"lead": "highest_double", "own_pips": "subtracted"},
    {"drawing": "one", "block_test": "at_once", "level": "another_round", "target": 60},
    {"reserve": 2, "voluntary": "yes", "stock_pips": "yes", "leftovers": "each_hand"},
    {"doubles": "five_up", "reserve": 1, "block_test": "at_once", "tiles_each": 5},
    {"doubles": "muggins", "stops": "at_once", "block_lead": "winner", "lead": "highest_double",
     "lone_double": "one_half"},
]


@pytest.mark.parametrize("options", SETTINGS, ids=lambda options: "-".join(map(str, options.values())) or "default")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_move_is_as_the_rules_say(players, options):
    """All player counts: the same moves, turns, ends, scores and ends of rounds."""
    play_beside(players, ROUNDS, seed=players, **options)


@pytest.mark.parametrize("options", SETTINGS, ids=lambda options: "-".join(map(str, options.values())) or "default")
def test_partners(options):
    """Four in two sides: a block compares sides, and a partner's tiles do not count."""
    play_beside(4, ROUNDS, seed=9, variants=("partners",), **options)


def test_rounds_are_blocked_often_enough_to_be_compared():
    """Four players who play on two ends and leave two tiles in the stock block every fifth round or so."""
    assert play_beside(4, 40, seed=3, doubles="muggins", reserve=2) >= 4
