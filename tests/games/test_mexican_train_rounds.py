"""Mexican Train beside a second reading of its rules: plain Python that shares no code, move by move at random.

A short run by default; ``HYPOTHESIS_PROFILE=deep`` plays many more rounds.
"""

import os
import random

import pytest

import tilegames

DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"
ROUNDS = 130 if DEEP else 2

DEALT = {2: 15, 3: 15, 4: 15, 5: 12, 6: 12, 7: 10, 8: 10}
MEXICAN = "mexican"


def text(tile):
    return f"{tile[0]}-{tile[1]}"


def numbers(name):
    high, low = name.split("-")
    return int(high), int(low)


class Trains:
    """A match as the rules tell it: each train is the list of its tiles, the engine belongs to none.

    ``phase`` is where a turn stands: ``open`` (nothing played yet), ``more`` (after the engine or a double another tile
    follows), ``chain`` (the own train may go on in a first turn) or ``tell`` (is the last tile announced?).
    """

    def __init__(self, players, deals, *, find="draw_in_turn", drawn_must_play="yes", draw_until_playable="no",
                 double_blank=0, blanks="plain", large_tables="ten", engine_is_turn="no", first_turn="chain",
                 own_train_first="no", extra_tile="on_the_double", cover_order="oldest", last_double="ends_round",
                 announce="no", tiles_each=None, rounds=13):
        self.players, self.deals, self.rounds, self.find = players, deals, rounds, find
        self.must_play, self.one_draw = drawn_must_play == "yes", draw_until_playable == "no"
        self.blank, self.half_blank = int(double_blank), 25 if blanks == "25" else 0
        self.engine_is_turn, self.chain = engine_is_turn == "yes", first_turn == "chain"
        self.own_first, self.anywhere = own_train_first == "yes", extra_tile == "anywhere"
        self.newest, self.plays_on = cover_order == "newest", last_double == "plays_on"
        self.announce = announce == "yes"
        self.each = tiles_each or (11 if large_tables == "eleven" and players > 6 else DEALT[players])
        self.scores = [0] * players
        self.round, self.over, self.opened = 0, False, None
        self.blocks = self.covers = 0
        self.deal()

    def deal(self):
        pack, drawn = self.deals[self.round]
        wanted = (12 - self.round, 12 - self.round)
        if self.find == "preplaced":
            pack = [tile for tile in pack if tile != wanted]
        self.hands = [set(pack[seat * self.each:(seat + 1) * self.each]) for seat in range(self.players)]
        self.stock = list(pack[self.players * self.each:])
        self.trains = {name: [] for name in [*range(self.players), MEXICAN]}
        self.marked, self.turns, self.missing = set(), [0] * self.players, set()
        self.uncovered = []  # the trains that end in a double to be covered, in the order laid
        self.phase, self.draws, self.engine = "open", 0, None
        first = drawn if self.opened is None else (self.opened + 1) % self.players
        if self.find == "preplaced":
            self.engine, self.turn = wanted[0], first
        else:
            self.turn, self.opening = self.search(wanted, first)
        self.opened = self.turn

    def search(self, wanted, first):
        """Who has the engine; it is drawn for if nobody has it."""
        choice = [wanted]
        if self.find == "highest_held":
            choice = [(number, number) for number in range(12, -1, -1)]
        elif self.find == "next_lower":
            choice += [(number % 13, number % 13) for number in range(wanted[0] + 12, wanted[0], -1)]
        seat = first
        while True:
            # All draw: nobody looks before everybody has drawn.
            if self.find != "all_draw_together" or seat == first or not self.stock:
                for tile in choice:
                    for holder in range(self.players):
                        if tile in self.hands[holder]:
                            return holder, tile
            self.hands[seat].add(self.stock.pop(0))
            seat = (seat + 1) % self.players

    # What may be done

    def end(self, train):
        """The number that shows at the end of a train."""
        number = self.engine
        for tile in self.trains[train]:
            number = sum(tile) - number
        return number

    def must_begin(self, seat):
        return self.own_first and not self.trains[seat]

    def due(self):
        return self.uncovered[-1 if self.newest else 0]

    def where(self, seat):
        """The trains that the seat to move may play on."""
        if self.must_begin(seat) or self.phase == "chain":
            return [seat]
        if self.uncovered and not (self.anywhere and self.phase == "more"):
            return [self.due()]
        return [train for train in self.trains if train in (seat, MEXICAN) or train in self.marked]

    def plays(self, seat):
        return [(tile, train) for train in self.where(seat) for tile in self.hands[seat] if self.end(train) in tile]

    def may_draw(self):
        return bool(self.stock) and not (self.one_draw and self.draws)

    def legal(self):
        if self.engine is None:
            return [text(self.opening)]
        if self.phase == "tell":
            return ["announce", "say nothing"]
        plays = [f"{text(tile)} {train if train == MEXICAN else f'train {train}'}"
                 for tile, train in self.plays(self.turn)]
        if self.phase == "chain":
            return [*plays, "stop"]
        if not plays:
            return ["draw" if self.may_draw() else "pass"]
        return plays + (["pass"] if self.draws and not self.must_play else [])

    # What it does

    def do(self, move):
        seat = self.turn
        if move == "pass":
            self.marked.add(seat)
            self.next()
        elif move == "stop":
            self.next()
        elif move == "draw":
            self.hands[seat].add(self.stock.pop(0))
            self.draws += 1
            # Who may keep a tile that fits also passes with one that does not: the others are not to know.
            if self.must_play and not self.plays(seat) and not self.may_draw():
                self.marked.add(seat)
                self.next()
            else:
                self.end_if_blocked()
        elif self.phase == "tell":
            if move == "say nothing" and self.stock:
                self.hands[seat].add(self.stock.pop(0))
            elif move == "say nothing":
                self.missing.add(seat)
            self.go_on()
        else:
            self.play(move)

    def play(self, move):
        seat = self.turn
        name, _, where = move.partition(" ")
        tile = numbers(name)
        self.hands[seat].remove(tile)
        double = tile[0] == tile[1]
        if self.engine is None:
            self.engine, self.last = tile[0], (None, True)
        else:
            train = MEXICAN if where == MEXICAN else int(where.removeprefix("train "))
            if train in self.uncovered:
                self.uncovered.remove(train)
                self.covers += 1
            self.trains[train].append(tile)
            self.last = (train, double)
            if train == seat:
                self.marked.discard(seat)
            if double:
                self.uncovered.append(train)
            left = [other for hand in [*self.hands, self.stock] for other in hand]
            self.uncovered = [train for train in self.uncovered if any(self.end(train) in other for other in left)]
        to_cover = double and self.last[0] in self.uncovered
        if not self.hands[seat] and not (self.plays_on and to_cover and self.stock):
            self.finish()
        elif self.announce and len(self.hands[seat]) == 1:
            self.phase, before = "tell", (self.phase, self.draws)
            self.draws = 0
            if self.nobody_can(after=self.after_play()):
                self.phase, self.draws = before
                self.finish(blocked=True)
        else:
            self.go_on()

    def after_play(self):
        """What the player does next: another tile, the own train again, or nothing."""
        train, double = self.last
        if train is None:
            return None if self.engine_is_turn else "more"
        if double:
            return "more"
        return "chain" if self.chain and train == self.turn and not self.turns[self.turn] else None

    def go_on(self):
        self.draws, self.phase = 0, self.after_play() or "open"
        if self.phase == "open":
            self.next()
        else:
            self.end_if_blocked()

    def next(self):
        self.turns[self.turn] += 1
        self.phase, self.draws = "open", 0
        self.turn = (self.turn + 1) % self.players
        while self.turn in self.missing:
            self.missing.remove(self.turn)
            self.turn = (self.turn + 1) % self.players
        self.end_if_blocked()

    # The end

    def end_if_blocked(self):
        if self.nobody_can(self.phase):
            self.finish(blocked=True)

    def nobody_can(self, after):
        """Whether the stock is empty and no hand fits, even where all trains are open to everybody."""
        if self.stock:
            return False
        for seat in range(self.players):
            trains = list(self.trains)
            if self.must_begin(seat):
                trains = [seat]
            elif self.uncovered and not (seat == self.turn and after == "more" and self.anywhere):
                trains = [self.due()]
            elif self.uncovered:
                trains = [train for train in trains if train in (seat, MEXICAN) or train in self.marked]
            if any(self.end(train) in tile for train in trains for tile in self.hands[seat]):
                return False
        return True

    def pips(self, tile):
        if tile == (0, 0) and self.blank:
            return self.blank
        return sum(tile) + sum(self.half_blank for number in tile if number == 0)

    def finish(self, *, blocked=False):
        self.blocks += blocked
        for seat, hand in enumerate(self.hands):
            self.scores[seat] += sum(map(self.pips, hand))
        self.round += 1
        if self.round == self.rounds:
            self.over = True
        else:
            self.deal()


def play_beside(players, rounds, seed, **options):
    """Plays a match of so many rounds; after every move both must say the same."""
    rounds = min(13, rounds)
    game = tilegames.load("mexican-train", players=players, rounds=rounds, **options)
    names = [game.pieces.name(piece) for piece in range(91)]
    rnd = random.Random(seed)
    deals = [(rnd.sample(range(91), 91), rnd.randrange(players)) for _ in range(rounds)]
    state = game.new_state(deal=[tilegames.Deal(tuple(order), (("starter", starter),)) for order, starter in deals])
    model = Trains(players, [([numbers(names[piece]) for piece in order], starter) for order, starter in deals],
                   rounds=rounds, **options)
    while True:
        where = (seed, model.round, [str(move) for move in state.history[-4:]])
        assert (state.is_over, state.scores) == (model.over, tuple(model.scores)), where
        if state.is_over:
            return model
        assert (state.round, state.turn) == (model.round, model.turn), where
        legal = sorted(map(str, state.legal_moves))
        assert legal == sorted(model.legal()), where
        seen = state.view(None)
        assert seen.hand_sizes == tuple(map(len, model.hands)), where
        assert seen.stock == len(model.stock), where
        if model.engine is not None:
            assert [end.number for end in seen.ends] == [model.end(train) for train in model.trains], where
            assert sorted(seen.due) == sorted(text(model.trains[train][-1]) for train in model.uncovered), where
            assert {arm.owner for arm in seen.arms if arm.open} == model.marked | {None}, where
        # Stopping at random would make chains too short to be worth much.
        others = [move for move in legal if move != "stop"] or legal
        move = rnd.choice(legal if rnd.random() < 0.3 else others)
        state = state.play(move)
        model.do(move)


SETTINGS = [
    {}, {"find": "all_draw_together", "first_turn": "one"}, {"find": "preplaced", "drawn_must_play": "no"},
    {"find": "next_lower", "engine_is_turn": "yes", "double_blank": "50"},
    {"find": "highest_held", "own_train_first": "yes", "blanks": "25"},
    {"extra_tile": "anywhere", "cover_order": "newest"}, {"extra_tile": "anywhere", "drawn_must_play": "no"},
    {"last_double": "plays_on", "draw_until_playable": "yes", "double_blank": "25"},
    {"last_double": "plays_on", "extra_tile": "anywhere", "own_train_first": "yes", "large_tables": "eleven"},
    {"announce": "yes", "first_turn": "one", "extra_tile": "anywhere"}, {"announce": "yes", "last_double": "plays_on"},
]


@pytest.mark.parametrize("options", SETTINGS, ids=lambda options: "-".join(map(str, options.values())) or "default")
@pytest.mark.parametrize("players", range(2, 9))
def test_every_move_is_as_the_rules_say(players, options):
    """All player counts: the same moves, turns, ends, duties, marks, scores and ends of rounds."""
    for match in range(-(-ROUNDS // 13)):
        play_beside(players, ROUNDS if match == 0 else 13, seed=players + 100 * match, **options)


@pytest.mark.parametrize("options", SETTINGS, ids=lambda options: "-".join(map(str, options.values())) or "default")
def test_two_players_block_now_and_then(options):
    """A whole match for two, who draw the stock empty more often than others."""
    assert play_beside(2, 13, seed=1, **options).blocks >= 2


def test_doubles_are_covered_often_enough_to_be_compared():
    """There are twelve doubles in every round."""
    assert play_beside(4, 13, seed=1).covers >= 50


def test_eight_players_with_eleven_tiles_each():
    """The stock has three tiles, or two if the engine is set aside."""
    for find in ("draw_in_turn", "preplaced"):
        play_beside(8, 13, seed=5, find=find, large_tables="eleven")
