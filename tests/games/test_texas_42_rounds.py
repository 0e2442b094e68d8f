"""Texas 42, played a second time by a slow telling of its rules, side by side with the engine.

``Hand`` below is written from the rules reference alone (section 2), with tiles as pairs of numbers, and takes nothing
from the package. Every move of a match is made in both; what may be done, whose turn it is, who sits out, tricks,
points, scores, the next shaker and the winners must be the same. About three hundred matches by default, with random
variants and options; ``HYPOTHESIS_PROFILE=deep`` plays twenty thousand deals.
"""

import collections
import functools
import os
import random

import pytest

import tilegames

DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"
#: So many matches are played under each random setting.
TOGETHER = 6
MATCHES = 240
DEALS = 20_000

TILES = [(high, low) for high in range(7) for low in range(high + 1)]
NUMBERS = ["blanks", "ones", "twos", "threes", "fours", "fives", "sixes"]
COUNT = {(5, 5): 10, (6, 4): 10, (5, 0): 5, (4, 1): 5, (3, 2): 5}

#: Each option with its values, the default first: those of the game, then those that a variant brings.
CHOICES = {
    "": {
        "all_pass": ["exactly_30", "at_least_30", "reshake", "forced_31"],
        "undeclared": ["first_lead", "illegal"],
        "follow_me_doubles": ["high", "low", "own_suit"],
        "doubles_led_fallback": ["no", "yes"],
        "declared_lead": ["never", "first_trick", "always"],
        "stop_when_decided": ["no", "yes"],
        "raise_step": ["1", "doubling"],
        "mark_bid_tricks": ["face_up", "face_down"],
    },
    "nel-o": {
        "nello_doubles": ["own", "high", "low", "own_inverted", "declarer_picks"],
        "nello_min": ["2", "1"],
        "nello": ["open", "forced_shaker_only"],
    },
    "sevens": {
        "sevens_tie": ["first_played", "declaring_team"],
        "sevens_forced": ["yes", "no"],
    },
    "plunge": {
        "plunge_entry": ["no_prior_bid", "jump_any"],
        "plunge_marks": ["4", "3", "2"],
        "plunge_leader": ["partner", "bidder"],
        "plunge_partner_may": ["trump_only", "any_contract"],
    },
    "splash": {"splash_entry": ["no_prior_bid", "jump_any"]},
}
VARIANTS = ["nel-o", "sevens", "plunge", "splash", "points-250", "straight-42"]
DEFAULTS = {name: values[0] for options in CHOICES.values() for name, values in options.items()}


def said(tile):
    return f"{tile[0]}-{tile[1]}"


# The rules, told a second time


class Suits:
    """What a tile belongs to, asks for and is worth in a trick.

    Args:
        trump: a number, "doubles" or None.
        doubles: what doubles are where they are no trump: "high", "low", "own" or "own_inverted".
    """

    def __init__(self, trump, doubles):
        self.trump, self.doubles = trump, doubles

    def of(self, tile):
        """All suits of a tile."""
        if self.trump in tile:
            return {self.trump}
        if tile[0] == tile[1] and (self.trump == "doubles" or self.doubles in ("own", "own_inverted")):
            return {"doubles"}
        return set(tile)

    def led(self, tile):
        """The suit that a tile asks for when its leader calls nothing."""
        suits = self.of(tile)
        return tile[0] if tile[0] in suits else next(iter(suits))

    def rank(self, tile, suit):
        if suit == "doubles":
            return -tile[0] if self.doubles == "own_inverted" else tile[0]
        if tile[0] == tile[1]:
            return -1 if self.doubles == "low" else 7
        return tile[1] if tile[0] == suit else tile[0]

    def winner(self, trick, led):
        """The place in the trick of the tile that takes it."""
        wanted = self.trump if any(self.trump in self.of(tile) for tile in trick) else led
        able = [place for place, tile in enumerate(trick) if wanted in self.of(tile)]
        return max(able, key=lambda place: self.rank(trick[place], wanted))


class Hand:
    """One hand, from the shake to the score.

    Args:
        variants, rules: the variants, and the value of every option.
        shaker: who shakes.
        hands: a set of tiles for each seat.
    """

    def __init__(self, variants, rules, shaker, hands):
        self.variants, self.rules, self.shaker = variants, rules, shaker
        self.hands = [set(hand) for hand in hands]
        self.bids = []
        self.high = None             # kind and amount
        self.bidder = self.declarer = self.out = None
        self.contract = None         # "trump", "nel-o" or "sevens"
        self.suits = None
        self.silent = False
        self.trick, self.taken = [], [[], []]
        self.tricks, self.points = [0, 0], [0, 0]
        self.forced = False
        self.over = self.void = self.made = False
        self.played = 0
        self.turn = (shaker + 1) % 4
        self.phase = "auction"

    # The auction

    @staticmethod
    def height(bid):
        kind, amount = bid
        return amount if kind == "points" else 42 * amount

    def words(self, bid):
        kind, amount = bid
        if kind == "points":
            return str(amount)
        if kind == "marks":
            return f"{amount} mark" if amount == 1 else f"{amount} marks"
        return "plunge" if kind == "plunge" and self.rules["plunge_entry"] == "no_prior_bid" else f"{kind} {amount}"

    def open_bids(self):
        """What may be bid with the tiles of the seat to move, with or without a bid before."""
        floor = 0 if self.high is None else self.height(self.high)
        bids = [("points", amount) for amount in range(30, 42) if amount > floor]
        bids += [("marks", amount) for amount in (1, 2) if 42 * amount > floor]
        if floor >= 84:
            rung = 2
            while 42 * rung <= floor:
                rung = 2 * rung if self.rules["raise_step"] == "doubling" else rung + 1
            bids.append(("marks", rung))
        doubles = sum(high == low for high, low in self.hands[self.turn])
        if "plunge" in self.variants and doubles >= 4:
            usual = int(self.rules["plunge_marks"])
            if self.rules["plunge_entry"] == "jump_any":
                bids.append(("plunge", usual if floor < 42 * usual else floor // 42 + 1))
            elif self.high is None:
                bids.append(("plunge", usual))
        if "splash" in self.variants and doubles >= 3:
            bids += [("splash", amount) for amount in (2, 3)
                     if (self.high is None if self.rules["splash_entry"] == "no_prior_bid" else 42 * amount > floor)]
        return bids

    def bidding(self):
        what = self.rules["all_pass"]
        if len(self.bids) == 3 and self.high is None and what != "reshake":
            if what == "exactly_30":
                return {"30": ("points", 30)}
            if what == "forced_31":
                return {"31": ("points", 31)}
            return {self.words(bid): bid for bid in self.open_bids()}
        return {"pass": None} | {self.words(bid): bid for bid in self.open_bids()}

    def bid(self, text):
        bid = self.bidding()[text]
        if bid is not None:
            self.forced = self.bids == [None] * 3 and self.rules["all_pass"] != "reshake"
            self.high, self.bidder = bid, self.turn
        self.bids.append(bid)
        self.turn = (self.turn + 1) % 4
        if len(self.bids) < 4:
            return
        if self.high is None:
            self.over = self.void = True
            return
        partner = (self.bidder + 2) % 4
        self.declarer = partner if self.high[0] in ("plunge", "splash") else self.bidder
        self.turn = self.declarer
        self.phase = "declare"

    # Declaring

    def marks(self):
        return 0 if self.high[0] == "points" else self.high[1]

    def declarations(self):
        found = {name: ("trump", number, None) for number, name in enumerate(NUMBERS)}
        found["doubles"] = ("trump", "doubles", None)
        found["no trump"] = ("trump", None, None)
        if self.rules["undeclared"] == "first_lead":
            found["undeclared"] = None
        limited = self.high[0] == "splash" or (
            self.high[0] == "plunge" and self.rules["plunge_partner_may"] == "trump_only")
        if limited:
            return found
        if "sevens" in self.variants and self.marks() >= 1:
            found["sevens"] = ("sevens", None, None)
        if "nel-o" in self.variants and self.marks() >= int(self.rules["nello_min"]) and (
                self.rules["nello"] == "open" or self.forced):
            picks = self.rules["nello_doubles"] == "declarer_picks"
            found["nel-o"] = ("nel-o", None, "own" if picks else self.rules["nello_doubles"])
            if picks:
                found["nel-o with doubles high"] = ("nel-o", None, "high")
                found["nel-o with doubles low"] = ("nel-o", None, "low")
        return found

    def declare(self, text):
        what = self.declarations()[text]
        self.named = text
        self.contract = what[0] if what else "trump"
        self.silent = what is None
        if what and what[0] == "trump":
            plain = {"high": "high", "low": "low", "own_suit": "own"}[self.rules["follow_me_doubles"]]
            self.suits = Suits(what[1], plain if what[1] is None else "high")
        elif what and what[0] == "nel-o":
            self.suits = Suits(None, what[2])
            self.out = (self.declarer + 2) % 4
        self.turn = self.declarer
        if self.high[0] == "plunge" and self.rules["plunge_leader"] == "bidder" and self.contract == "trump":
            self.turn = self.bidder
        self.leader = self.turn
        self.phase = "tricks"

    def special(self):
        """The special contracts in force; None in the auction and in a plain hand."""
        if self.phase == "auction":
            return None
        names = [self.high[0]] if self.high[0] in ("plunge", "splash") else []
        if self.contract in ("nel-o", "sevens"):
            name = {"nel-o with doubles high": "nel-o-high", "nel-o with doubles low": "nel-o-low"}
            names.append(name.get(self.named, self.contract))
        return ", ".join(names) or None

    # Tricks

    def plays(self):
        hand = self.hands[self.turn]
        if self.contract == "sevens":
            if self.rules["sevens_forced"] == "yes":
                nearest = min(abs(sum(tile) - 7) for tile in hand)
                hand = {tile for tile in hand if abs(sum(tile) - 7) == nearest}
            return {said(tile): (tile, None) for tile in hand}
        if not self.trick:
            moves = {said(tile): (tile, None) for tile in hand}
            when = self.rules["declared_lead"]
            if when == "always" or (when == "first_trick" and not self.played):
                two = [tile for tile in hand if tile[0] != tile[1]
                       and (self.suits is None or len(self.suits.of(tile)) == 2)]
                moves |= {f"{said(tile)} as {NUMBERS[tile[1]]}": (tile, tile[1]) for tile in two}
            return moves
        able = {tile for tile in hand if self.led in self.suits.of(tile)}
        if not able and self.led == "doubles" and self.rules["doubles_led_fallback"] == "yes":
            able = {tile for tile in hand if self.trick[0][0] in tile}
        return {said(tile): (tile, None) for tile in able or hand}

    def play(self, text):
        tile, called = self.plays()[text]
        if not self.trick and self.contract != "sevens":
            if self.suits is None:
                self.suits = Suits(tile[0] if called is None else called, "high")
            self.led = self.suits.led(tile) if called is None or (self.silent and not self.played) else called
        self.hands[self.turn].remove(tile)
        self.trick.append(tile)
        order = [seat for step in range(4) if (seat := (self.leader + step) % 4) != self.out]
        if len(self.trick) < len(order):
            self.turn = order[len(self.trick)]
            return
        winner = order[self._sevens(order) if self.contract == "sevens" else self.suits.winner(self.trick, self.led)]
        side = winner % 2
        self.taken[side] += self.trick
        self.tricks[side] += 1
        self.points[side] += 1 + sum(COUNT.get(tile, 0) for tile in self.trick)
        self.leader = self.turn = winner
        self.trick = []
        self.played += 1
        self.over = self.played == 7 or self._ends()
        if self.over:
            self._judge()

    def _sevens(self, order):
        away = [abs(sum(tile) - 7) for tile in self.trick]
        best = [place for place, own in enumerate(away) if own == min(away)]
        if self.rules["sevens_tie"] == "declaring_team":
            best = [place for place in best if order[place] % 2 == self.bidder % 2] or best
        return best[0]

    def _ends(self):
        mine, others = self.bidder % 2, 1 - self.bidder % 2
        if self.contract == "nel-o":
            return self.tricks[mine] > 0
        if self.contract == "sevens":
            return self.tricks[others] > 0
        if self.rules["stop_when_decided"] == "no":
            return False
        wanted = min(self.height(self.high), 42)
        return self.points[mine] >= wanted or self.points[others] > 42 - wanted

    def _judge(self):
        mine = self.bidder % 2
        if self.contract == "nel-o":
            self.made = self.tricks[mine] == 0
        elif self.contract == "sevens":
            self.made = self.tricks[1 - mine] == 0
        else:
            self.made = self.points[mine] >= min(self.height(self.high), 42)

    def pays(self):
        """What both sides score."""
        mine = self.bidder % 2
        winner = mine if self.made else 1 - mine
        scores = [0, 0]
        if "points-250" not in self.variants:
            scores[winner] = self.marks() or 1
        elif self.marks():
            scores[winner] = 42 * self.marks()
        elif self.made:
            scores = list(self.points)
        else:
            scores[winner] = self.points[winner] + self.high[1]
        return scores

    # What the driver needs

    def choices(self):
        return {"auction": self.bidding, "declare": self.declarations, "tricks": self.plays}[self.phase]()

    def make(self, text):
        {"auction": self.bid, "declare": self.declare, "tricks": self.play}[self.phase](text)


# Side by side


@functools.lru_cache(maxsize=64)
def loaded(variants, options):
    return tilegames.load("texas-42", variants=list(variants), **dict(options))


class Match:
    """A match in both tellings.

    Args:
        variants, chosen: the variants and the options that are not as usual.
        seed: decides the deals and the moves.
        eager: whether special contracts are sought: bids of marks that allow them, and they themselves.
    """

    def __init__(self, variants, chosen, seed, *, eager=False):
        self.eager = eager
        self.game = loaded(tuple(sorted(variants)), tuple(sorted(chosen.items())))
        everything = set(variants) | ({"nel-o", "sevens", "plunge"} if "all-specials" in variants else set())
        tournament = {"all_pass": "reshake", "mark_bid_tricks": "face_down"}
        usual = DEFAULTS | (tournament if "straight-42" in variants else {})
        if chosen.get("nello") == "forced_shaker_only":
            # Only a shaker who must find a bid can be forced to one that is high enough.
            usual["all_pass"] = "at_least_30"
        self.variants, self.rules = everything, usual | chosen
        self.rng = random.Random(f"{seed} {sorted(variants)} {sorted(chosen.items())}")
        self.seed = seed
        self.where = (sorted(variants), chosen, seed)
        self.seen = collections.Counter()

    def play(self):
        """Plays it to its end; returns how many deals it had."""
        state = self.game.new_state(seed=self.seed)
        shaker = state.view(None).dealer
        scores, target = [0, 0], 250 if "points-250" in self.variants else 7
        deals = 0
        while True:
            where = (*self.where, deals)
            assert state.view(None).dealer == shaker, where
            hands = [[tuple(map(int, name.split("-"))) for name in state.view(seat).hand] for seat in range(4)]
            assert sorted(tile for hand in hands for tile in hand) == TILES, where
            hand = Hand(self.variants, self.rules, shaker, hands)
            state = self._play_hand(state, hand, deals)
            deals += 1
            shaker = (shaker + 1) % 4
            if not hand.void:
                scores = [old + new for old, new in zip(scores, hand.pays(), strict=True)]
            assert list(state.scores) == scores, where
            over = max(scores) >= target and scores[0] != scores[1]
            assert state.is_over == over, where
            if over:
                winner = scores.index(max(scores))
                assert state.outcome.winners == (winner, winner + 2), where
                return deals

    def _play_hand(self, state, hand, number):
        tricks = []
        while not hand.over:
            self._compare(state, hand, number)
            text = self._choice(hand)
            hand.make(text)
            state = state.play(text)
            tricks += [event.value for event in state.events if event.kind == "trick"]
        assert len(tricks) == hand.played, self.where
        assert sum(tricks) == sum(hand.points), self.where
        self.seen[hand.contract, hand.suits.trump if hand.suits else None, hand.high and hand.high[0]] += 1
        if hand.contract == "trump":
            bid, points = hand.high, hand.points
            if hand.played == 7:
                assert sum(tricks) == 42, self.where
            if bid[0] == "points":
                mine = hand.bidder % 2
                # Section 6: just one side gets what it needs.
                assert hand.made == (points[mine] >= bid[1]) == (points[1 - mine] < 43 - bid[1]), self.where
        return state

    def _choice(self, hand):
        choices = sorted(hand.choices())
        if self.eager and hand.phase != "tricks" and self.rng.random() < 0.7:
            wanted = [text for text in choices if text.startswith(("plunge", "splash", "nel-o", "sevens", "2 marks"))]
            choices = wanted or choices
        if hand.phase == "auction" and "pass" in choices and self.rng.random() < 0.55:
            special = [text for text in choices if text.startswith(("plunge", "splash"))]
            return self.rng.choice(special) if special and self.rng.random() < 0.7 else "pass"
        if hand.phase == "declare":
            special = [text for text in choices if text.startswith(("nel-o", "sevens", "undeclared"))]
            if special and self.rng.random() < 0.5:
                return self.rng.choice(special)
        return self.rng.choice(choices)

    def _compare(self, state, hand, number):
        where = (*self.where, number, hand.phase, [*map(str, state.history[-8:])])
        assert not state.is_over, where
        assert (state.round, state.phase, state.turn) == (number, hand.phase, hand.turn), where
        legal = [str(move) for move in state.legal_moves]
        assert set(legal) == set(hand.choices()), where
        assert len(legal) == len(set(legal)), where
        if self.rng.random() < 0.03:
            self._look(state, hand, where)

    def _look(self, state, hand, where):
        for seat in (0, 1, 2, 3, None):
            view = state.view(seat)
            assert set(view.hand) == (set(map(said, hand.hands[seat])) if seat is not None else set()), where
            shown = [None if names is None else set(names) for names in view.hands]
            assert shown == [set(view.hand) if owner == seat else None for owner in range(4)], where
            assert list(view.hand_sizes) == [len(tiles) for tiles in hand.hands], where
            assert list(view.trick) == [said(tile) for tile in hand.trick], where
            assert (list(view.tricks), list(view.points)) == (hand.tricks, hand.points), where
            hidden = self.rules["mark_bid_tricks"] == "face_down" and hand.high and hand.high[0] != "points"
            won = [set() if hidden else set(map(said, tiles)) for tiles in hand.taken]
            assert [set(names) for names in view.won] == won, where
            assert (view.sits_out, view.declared) == (hand.out, hand.special()), where
            if hand.phase != "auction":
                assert view.contract == (hand.bidder, hand.words(hand.high)), where
            if hand.contract == "trump":
                trump = hand.suits.trump if hand.suits else "none yet"
                names = {None: "none", "doubles": "doubles", "none yet": None} | dict(enumerate(NUMBERS))
                assert view.trump == names[trump], where
            assert view.legal_moves == (state.legal_moves if seat == hand.turn else ()), where


def options_of(variants):
    everything = set(variants) | ({"nel-o", "sevens", "plunge"} if "all-specials" in variants else set())
    found = {name: values for variant in ["", *sorted(everything)] for name, values in CHOICES.get(variant, {}).items()}
    if "straight-42" in everything:
        found["follow_me_doubles"] = ["high", "low"]
    return found


def any_setting(rng):
    """Random variants and options; what contradicts one another is left out."""
    variants = [name for name in VARIANTS if rng.random() < (0.2 if name in ("points-250", "straight-42") else 0.5)]
    if {"nel-o", "sevens", "plunge"} <= set(variants) and rng.random() < 0.5:
        variants = ["all-specials", *(name for name in variants if name not in ("nel-o", "sevens", "plunge"))]
    options = {name: rng.choice(values) for name, values in options_of(variants).items() if rng.random() < 0.35}
    if "points-250" in variants and options.get("stop_when_decided") == "yes":
        del options["stop_when_decided"]
    if options.get("nello") == "forced_shaker_only":
        options.pop("all_pass", None)
        if rng.random() < 0.5:
            options["all_pass"] = "at_least_30"
    return variants, options


#: Each option alone, with the variant that brings it, and what goes together in a special way.
SETTINGS = [([variant] if variant else [], {name: value}) for variant, options in CHOICES.items()
            for name, values in options.items() for value in values] + [
    ([], {}), (["points-250"], {}), (["straight-42"], {}), (["all-specials"], {}),
    (["all-specials", "splash", "points-250"], {}),
    (["straight-42", "points-250"], {"all_pass": "exactly_30"}),
    (["nel-o"], {"nello": "forced_shaker_only", "all_pass": "at_least_30"}),
    (["nel-o"], {"nello_doubles": "declarer_picks", "nello_min": "1"}),
    (["nel-o"], {"nello_doubles": "own_inverted", "doubles_led_fallback": "yes", "declared_lead": "always"}),
    (["nel-o"], {"nello_doubles": "low", "follow_me_doubles": "own_suit"}),
    (["all-specials"], {"plunge_partner_may": "any_contract", "plunge_marks": "2"}),
    (["all-specials"], {"plunge_partner_may": "any_contract", "plunge_leader": "bidder"}),
    (["plunge", "splash"], {"plunge_entry": "jump_any", "splash_entry": "jump_any", "raise_step": "doubling"}),
    (["plunge", "splash"], {"plunge_entry": "jump_any", "plunge_marks": "2", "undeclared": "illegal"}),
    ([], {"follow_me_doubles": "own_suit", "doubles_led_fallback": "yes", "declared_lead": "first_trick"}),
    (["sevens"], {"sevens_forced": "no", "sevens_tie": "declaring_team", "stop_when_decided": "yes"}),
]


def test_every_option_value_is_in_the_settings():
    """Section 2.8: no variant or option of the spec is left out of what is played here."""
    spec = tilegames.load("texas-42").spec
    assert set(spec.variants) == {*VARIANTS, "all-specials"}
    for variant, options in CHOICES.items():
        under = tilegames.load("texas-42", variants=[variant] if variant else []).spec.options
        fresh = {name: set(row.values) for name, row in under.items() if not variant or name not in spec.options}
        assert fresh == {name: set(values) for name, values in options.items()}, variant


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: " ".join([*setting[0], *setting[1].values()]))
def test_matches_are_those_of_the_slow_telling(setting):
    """Section 2: each value of each option by itself, and what goes together in a special way."""
    for seed in range(20 if DEEP else 4 if setting[0] else 1):
        assert Match(*setting, seed, eager=bool(seed % 2)).play() > 0


def test_matches_with_random_options():
    """Section 2: whole random matches under random variants and options."""
    deals = seed = 0
    seen = collections.Counter()
    while deals < DEALS if DEEP else seed < MATCHES:
        match = Match(*any_setting(random.Random(seed // TOGETHER)), seed)
        deals += match.play()
        seen += match.seen
        seed += 1
    contracts = {contract for contract, _, _ in seen}
    assert contracts == {"trump", "nel-o", "sevens", None}
    assert {trump for contract, trump, _ in seen if contract == "trump"} == {*range(7), "doubles", None}
    assert {(contract, kind) for contract, _, kind in seen if kind in ("plunge", "splash")} >= {
        ("trump", "plunge"), ("trump", "splash")}
    print(f"{seed} matches, {deals} deals")
