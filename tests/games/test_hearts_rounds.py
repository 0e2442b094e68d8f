"""Hearts, played a second time by a slow telling of its rules, side by side with the engine.

``Hand`` below is written from the rules alone, with lists of cards, and takes nothing from the package. Every move of a
match is made in both; whose turn it is, what may be done, what is seen, the scores and the winners must be the same.
About 200 hands by default, with every value of every option and with options by lot; ``HYPOTHESIS_PROFILE=deep`` plays
twenty thousand.
"""

import functools
import os
import random

import pytest

import tilegames

DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"
#: Matches with options by lot, and matches of each of the settings.
BY_LOT = 3600 if DEEP else 20
OF_EACH = 60 if DEEP else 1
#: A match is followed for so many hands at the most.
HANDS = 6

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
CHOICES = {
    "stripped": ["two_of_diamonds", "two_of_clubs", "three_of_clubs"],
    "passing": ["usual", "no_hold", "always_left", "always_right", "none"],
    "opening_lead": ["lowest_club", "any_club", "left_of_dealer"],
    "first_trick": ["no_points", "no_hearts", "free"],
    "hearts_lead": ["broken", "free"],
    "queen_breaks_hearts": ["no", "yes"],
    "moon": ["others_26", "taker_minus_26", "not_played"],
    "jack": ["nothing", "minus_ten", "ten_minus_ten"],
    "ties": ["shared", "play_on"],
}
DEFAULTS = {option: values[0] for option, values in CHOICES.items()}


# The rules, told a second time


def rank_of(card):
    return RANKS.index(card[:-1])


def suit_of(card):
    return card[-1]


def is_point(card):
    return suit_of(card) == "H" or card == "QS"


def pack(players, options):
    out = {3: {"two_of_diamonds": ["2D"], "two_of_clubs": ["2C"], "three_of_clubs": ["3C"]}[options["stripped"]],
           4: [], 5: ["2D", "2C"]}[players]
    return [rank + suit for suit in "CDHS" for rank in RANKS if rank + suit not in out]


def pass_distance(players, options, number):
    """How many seats further on the cards go in a hand (the first is 0); None for no passing."""
    way = options["passing"]
    if way == "none":
        return None
    if way == "always_left":
        return 1
    if way == "always_right":
        return players - 1
    cycle = {3: [1, 2, None], 4: [1, 3, 2, None], 5: [1, 4, 2, 3, None]}[players]
    if way == "no_hold":
        cycle = cycle[:-1]
    return cycle[number % len(cycle)]


class Hand:
    """One hand.

    Args:
        options: the options.
        hands: a list of cards for each seat.
        dealer: who deals.
        distance: how far the three cards go; None for nowhere.
    """

    def __init__(self, options, hands, dealer, distance):
        self.options = options
        self.players = len(hands)
        self.hands = [list(hand) for hand in hands]
        self.dealer = dealer
        self.distance = distance
        self.chosen = [[] for _ in hands]
        self.tricks = []  # each a list of (seat, card)
        self.trick = []
        self.takers = []
        self.passing = distance is not None
        self.turn = (dealer + 1) % self.players
        if not self.passing:
            self._find_leader()

    def _find_leader(self):
        if self.options["opening_lead"] == "left_of_dealer":
            self.turn = (self.dealer + 1) % self.players
        else:
            self.turn = next(seat for seat in range(self.players) if self.lowest_club() in self.hands[seat])

    def lowest_club(self):
        clubs = [card for hand in self.hands for card in hand if suit_of(card) == "C"]
        return min(clubs, key=rank_of)

    @property
    def over(self):
        return not self.passing and not any(self.hands)

    def choices(self):
        hand = self.hands[self.turn]
        if self.passing:
            return {f"give {card}" for card in hand if card not in self.chosen[self.turn]}
        return set(self._follow(hand) if self.trick else self._lead(hand))

    def _lead(self, hand):
        if not self.tricks and self.options["opening_lead"] == "lowest_club":
            return [self.lowest_club()]
        if not self.tricks and self.options["opening_lead"] == "any_club":
            return [card for card in hand if suit_of(card) == "C"]
        if self.options["hearts_lead"] == "broken" and not self._broken():
            hand = [card for card in hand if suit_of(card) != "H"] or hand
        return self._first(hand)

    def _first(self, cards):
        """Of the cards that could be played, those that may be played to the first trick."""
        if self.tricks or self.options["first_trick"] == "free":
            return cards
        if self.options["first_trick"] == "no_hearts":
            return [card for card in cards if suit_of(card) != "H"] or cards
        return [card for card in cards if not is_point(card)] or cards

    def _broken(self):
        played = [card for trick in self.tricks for _, card in trick]
        return any(suit_of(card) == "H" for card in played) or (
            self.options["queen_breaks_hearts"] == "yes" and "QS" in played)

    def _follow(self, hand):
        led = suit_of(self.trick[0][1])
        return self._first([card for card in hand if suit_of(card) == led] or hand)

    def do(self, move):
        if self.passing:
            self._give(move.removeprefix("give "))
            return
        self.hands[self.turn].remove(move)
        self.trick.append((self.turn, move))
        if len(self.trick) < self.players:
            self.turn = (self.turn + 1) % self.players
            return
        led = suit_of(self.trick[0][1])
        self.turn, _ = max((play for play in self.trick if suit_of(play[1]) == led), key=lambda play: rank_of(play[1]))
        self.tricks.append(self.trick)
        self.takers.append(self.turn)
        self.trick = []

    def _give(self, card):
        self.chosen[self.turn].append(card)
        if len(self.chosen[self.turn]) == 3:
            self.turn = (self.turn + 1) % self.players
            if len(self.chosen[self.turn]) == 3:
                for seat, cards in enumerate(self.chosen):
                    for given in cards:
                        self.hands[seat].remove(given)
                        self.hands[(seat + self.distance) % self.players].append(given)
                self.passing = False
                self._find_leader()

    def taken_by(self, seat):
        return [card for trick, taker in zip(self.tricks, self.takers, strict=True) if taker == seat
                for _, card in trick]

    def bonus(self, cards):
        """What the diamond that takes ten off brings."""
        card = {"nothing": None, "minus_ten": "JD", "ten_minus_ten": "10D"}[self.options["jack"]]
        return -10 if card in cards else 0

    def points(self):
        """What lies in the tricks of each seat."""
        found = []
        for seat in range(self.players):
            cards = self.taken_by(seat)
            found.append(sum(suit_of(card) == "H" for card in cards) + 13 * ("QS" in cards) + self.bonus(cards))
        return found

    def shooter(self):
        """Who has all hearts and the queen; None for nobody."""
        for seat in range(self.players):
            if sum(map(is_point, self.taken_by(seat))) == 14:
                return seat
        return None

    def scores(self):
        moon, way = self.shooter(), self.options["moon"]
        if moon is None or way == "not_played":
            return self.points()
        mine, others = (0, 26) if way == "others_26" else (-26, 0)
        return [(mine if seat == moon else others) + self.bonus(self.taken_by(seat)) for seat in range(self.players)]


def winners_of(options, target, scores):
    """Who has won; None if the match goes on."""
    if max(scores) < target:
        return None
    lowest = [seat for seat, score in enumerate(scores) if score == min(scores)]
    return None if options["ties"] == "play_on" and len(lowest) > 1 else tuple(lowest)


# Both side by side


@functools.lru_cache(maxsize=400)
def loaded(players, target, chosen):
    return tilegames.load("hearts", players=players, target=target, **dict(chosen))


class Match:
    """A match in both tellings.

    Args:
        players: how many play.
        target: the score that ends it.
        seed: decides the deals and the moves.
        chosen: the options that are not as by default.
    """

    def __init__(self, players, target, seed, **chosen):
        self.players, self.target = players, target
        self.options = DEFAULTS | chosen
        self.game = loaded(players, target, tuple(sorted(chosen.items())))
        self.rng = random.Random(f"{seed} {players} {target} {sorted(chosen.items())}")
        self.where = (players, target, seed, chosen)
        self.moons = self.fallbacks = 0

    def _dealt(self):
        """Hands at random, or with long suits, or with all that is best in one."""
        cards = pack(self.players, self.options)
        size = len(cards) // self.players
        self.rng.shuffle(cards)
        self.strong = None
        kind = self.rng.randrange(4)
        if kind == 1:
            mixed = self.rng.choice([0, 1.2, 2])
            cards.sort(key=lambda card: "CDHS".index(suit_of(card)) + mixed * self.rng.random())
        elif kind == 2:
            cards.sort(key=lambda card: -rank_of(card) + 2 * self.rng.random())
            rest = cards[size:]
            self.rng.shuffle(rest)
            cards = cards[:size] + rest
        hands = [cards[seat * size:seat * size + size] for seat in range(self.players)]
        first = self.rng.randrange(self.players)
        if kind == 2:
            self.strong = (self.players - first) % self.players
        return hands[first:] + hands[:first]

    def play(self):
        """Plays it, or so many hands of it; returns how many."""
        lot = self.rng.randrange(self.players)
        dealt, strong = [], []
        for _ in range(HANDS):
            dealt.append(self._dealt())
            strong.append(self.strong)
        deals = [self.game.deal(hands=hands, dealer=(lot + number) % self.players)
                 for number, hands in enumerate(dealt)]
        state = self.game.new_state(deal=deals, seed=0)
        totals = [0] * self.players
        for number, hands in enumerate(dealt):
            hand = Hand(self.options, hands, (lot + number) % self.players,
                        pass_distance(self.players, self.options, number))
            self.strong = strong[number]
            state = self._play_hand(state, hand, number)
            self.moons += hand.shooter() is not None
            totals = [old + new for old, new in zip(totals, hand.scores(), strict=True)]
            assert list(state.scores) == totals, (self.where, number)
            winners = winners_of(self.options, self.target, totals)
            assert state.is_over == (winners is not None), (self.where, number, totals)
            if winners is not None:
                assert state.outcome.winners == winners, (self.where, totals)
                return number + 1
        return HANDS

    def _play_hand(self, state, hand, number):
        while not hand.over:
            self._compare(state, hand, number)
            choices = sorted(hand.choices())
            self.fallbacks += bool(hand.trick) and not hand.tricks and all(map(is_point, choices))
            move = self._picked(hand, choices)
            hand.do(move)
            state = state.play(move)
        assert state.is_over or state.round == number + 1, (self.where, number)
        return state

    def _picked(self, hand, choices):
        """A move at random; the strong hand takes what it can, and the others let it."""
        if self.strong is None or hand.passing:
            return self.rng.choice(choices)
        return (max if hand.turn == self.strong else min)(choices, key=rank_of)

    def _compare(self, state, hand, number):
        where = (self.where, number, len(hand.tricks), hand.trick)
        assert not state.is_over, where
        assert (state.round, state.turn) == (number, hand.turn), where
        assert state.phase == ("exchange" if hand.passing else "tricks"), where
        legal = [str(move) for move in state.legal_moves]
        assert set(legal) == hand.choices(), where
        assert len(set(legal)) == len(legal), where
        if self.rng.random() < 0.05:
            seat = self.rng.randrange(self.players)
            view = state.view(seat)
            assert set(view.hand) == set(hand.hands[seat]), where
            assert list(view.hand_sizes) == [len(cards) for cards in hand.hands], where
            assert view.dealer == hand.dealer, where
            if hand.passing:
                assert set(view.giving) == set(hand.chosen[seat]), where
            else:
                assert list(view.points) == hand.points(), where
                assert list(view.tricks) == [hand.takers.count(other) for other in range(self.players)], where
                assert [set(cards) for cards in view.won] == [set(hand.taken_by(s)) for s in range(self.players)], where


#: Players, target, options. Every value of every option is there.
SETTINGS = [
    (4, 100, {}),
    (4, 60, {"queen_breaks_hearts": "yes"}),
    (3, 100, {}),
    (5, 100, {}),
    (3, 70, {"stripped": "two_of_clubs"}),
    (3, 70, {"stripped": "three_of_clubs", "opening_lead": "any_club"}),
    (4, 100, {"passing": "no_hold"}),
    (3, 100, {"passing": "no_hold"}),
    (5, 100, {"passing": "no_hold", "moon": "taker_minus_26"}),
    (4, 50, {"passing": "always_left"}),
    (5, 50, {"passing": "always_right"}),
    (4, 100, {"passing": "none"}),
    (4, 100, {"opening_lead": "any_club"}),
    (5, 100, {"opening_lead": "any_club", "passing": "none"}),
    (4, 100, {"opening_lead": "left_of_dealer", "queen_breaks_hearts": "yes"}),
    (4, 100, {"opening_lead": "left_of_dealer", "hearts_lead": "free", "first_trick": "free"}),
    (3, 100, {"first_trick": "no_hearts"}),
    (4, 100, {"first_trick": "no_hearts", "passing": "none"}),
    (4, 100, {"first_trick": "free"}),
    (5, 100, {"hearts_lead": "free"}),
    (4, 100, {"moon": "taker_minus_26"}),
    (4, 100, {"moon": "not_played"}),
    (4, 60, {"jack": "minus_ten"}),
    (3, 60, {"jack": "minus_ten", "moon": "taker_minus_26"}),
    (4, 60, {"jack": "ten_minus_ten", "moon": "not_played"}),
    (5, 30, {"jack": "ten_minus_ten"}),
    (4, 26, {"ties": "play_on"}),
    (3, 10, {"ties": "play_on"}),
    (5, 1, {}),
]


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: " ".join(map(str, [*s[:2], *s[2].values()])))
def test_hands_are_those_of_the_slow_telling(setting):
    players, target, options = setting
    for seed in range(OF_EACH):
        assert Match(players, target, seed, **options).play() > 0


def test_every_value_of_every_option_is_played():
    """In the list above, without the lot; and each number of players with and without an end by the score."""
    for option, values in CHOICES.items():
        for value in values:
            assert any((DEFAULTS | options)[option] == value for _, _, options in SETTINGS), (option, value)
    spec = tilegames.load("hearts").spec
    assert set(spec.options) == {*CHOICES, "target"}
    for option, values in CHOICES.items():
        assert list(spec.options[option].values) == values


def test_hands_with_options_by_lot():
    """Enough of them have a moon, and a hand of points only in the first trick."""
    rng = random.Random(1)
    hands = moons = fallbacks = 0
    for seed in range(BY_LOT):
        players = rng.choice([3, 4, 4, 5])
        options = {option: rng.choice(values) for option, values in CHOICES.items() if rng.random() < 0.35}
        if options.get("hearts_lead") == "free":
            options.pop("queen_breaks_hearts", None)  # what need not be broken cannot be broken
        if players != 3:
            options.pop("stripped", None)
        match = Match(players, rng.choice([1, 26, 40, 70, 100]), seed, **options)
        hands += match.play()
        moons += match.moons
        fallbacks += match.fallbacks
    assert hands >= 2 * BY_LOT
    assert moons > BY_LOT // 5
    assert fallbacks >= BY_LOT // 40


# The telling itself, by hand


def test_the_telling_of_a_moon():
    """Seat 0 has all clubs and takes everything; nobody passes."""
    hand = Hand(DEFAULTS, [[rank + suit for rank in RANKS] for suit in "CDSH"], 3, None)
    assert (hand.turn, hand.choices()) == (0, {"2C"})
    while not hand.over:
        hand.do(min(hand.choices(), key=rank_of))
    assert (hand.points(), hand.scores()) == ([26, 0, 0, 0], [0, 26, 26, 26])


def test_the_telling_of_the_passing():
    assert [pass_distance(4, DEFAULTS, number) for number in range(5)] == [1, 3, 2, None, 1]
    assert [pass_distance(3, DEFAULTS, number) for number in range(4)] == [1, 2, None, 1]
    assert [pass_distance(5, DEFAULTS, number) for number in range(6)] == [1, 4, 2, 3, None, 1]


def test_the_telling_of_the_end():
    play_on = {"ties": "play_on"}
    assert winners_of(DEFAULTS, 100, [99, 0, 0, 0]) is None
    assert winners_of(DEFAULTS, 100, [100, 4, 4, 9]) == (1, 2)
    assert winners_of(play_on, 100, [100, 4, 4, 9]) is None
    assert winners_of(play_on, 100, [100, 4, 5, 9]) == (1,)
