"""Oh Hell: played a second time by a slow telling of its rules, side by side with the engine, under all options.

``Evening`` below is written from the rules reference alone (section 3), with lists of card names, and takes nothing
from the package. Every move of a match is made in both; what may be done, whose turn it is, the bids, the tricks, the
scores and the winners must be the same. ``HYPOTHESIS_PROFILE=deep`` plays twenty thousand rounds.
"""

import itertools
import os
import random
from pathlib import Path

import pytest

import tilegames

DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"
ROUNDS = 20_000 if DEEP else 400

RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()  # noqa: SIM905  # easier to read
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
OPTIONS = {
    "schedule": ["up_down", "down_up", "up", "down"], "least": [1, 1, 1, 2, 3], "most": [None, None, 3, 5],
    "hook": ["dealer_cannot_balance", "off"], "bidding": ["in_turn", "at_once"],
    "trump": ["turned_up", "turned_up", "spades", "none"],
    "scoring": ["exact", "tricks_plus_10", "bonus_penalty", "minus_difference"],
    "target": ["none", "50", "100"], "last_hand": ["seen", "unseen"],
}


# The rules, told a second time


def number_of_cards(options, players):
    """How many cards each gets, round by round."""
    most = options["most"] or {6: 8, 7: 7}.get(players, 10)
    up = list(range(options["least"], most + 1))
    down = list(reversed(up))
    return {"up": up, "down": down, "up_down": up + down[1:], "down_up": down + up[1:]}[options["schedule"]]


def wins(trick, trump):
    """Which card of a trick takes it: the highest trump, else the highest of the suit led."""
    suit = trump if any(card[-1] == trump for card in trick) else trick[0][-1]
    return max((card for card in trick if card[-1] == suit), key=lambda card: RANKS.index(card[:-1]))


def points(way, bid, tricks):
    """What a player gets for a round."""
    if way == "tricks_plus_10":
        return tricks + 10 * (bid == tricks)
    if bid == tricks:
        return 10 + tricks
    return {"exact": 0, "bonus_penalty": -5, "minus_difference": -abs(bid - tricks)}[way]


class Evening:
    """A whole match.

    Args:
        players: how many.
        options: the value of every option.
    """

    def __init__(self, players, options):
        self.players, self.options = players, options
        self.sizes = number_of_cards(options, players)
        self.round = -1
        self.scores = [0] * players
        self.missed = []

    def deal(self, order, dealer):
        """Deals the next round: packets to seat 0, 1, ... in turn; then a card may be turned up."""
        self.round += 1
        self.dealer = dealer
        size = self.size = self.sizes[self.round]
        self.hands = [order[seat * size:(seat + 1) * size] for seat in range(self.players)]
        self.turned = order[self.players * size] if self.options["trump"] == "turned_up" else None
        self.trump = self.turned[-1] if self.turned else {"spades": "S", "none": ""}[self.options["trump"]]
        self.bids, self.tricks, self.trick = {}, [0] * self.players, []
        self.turn = self.leader = (dealer + 1) % self.players

    @property
    def unseen(self):
        return self.options["last_hand"] == "unseen" and self.round == len(self.sizes) - 1

    def may(self):
        """What the player whose turn it is may do."""
        if len(self.bids) < self.players:
            bids = list(range(self.size + 1))
            last = len(self.bids) == self.players - 1
            if last and self.options["hook"] == "dealer_cannot_balance" and self.options["bidding"] == "in_turn":
                bids = [bid for bid in bids if sum(self.bids.values()) + bid != self.size]
            return {str(bid) for bid in bids}
        if self.unseen:
            return {"card 1"}
        hand = self.hands[self.turn]
        same = [card for card in hand if self.trick and card[-1] == self.trick[0][-1]]
        return set(same or hand)

    def do(self, move):
        """Makes a move; says whether the round is over."""
        if len(self.bids) < self.players:
            self.bids[self.turn] = int(move)
            self.turn = (self.turn + 1) % self.players
            return False
        card = self.hands[self.turn][0] if self.unseen else move
        self.hands[self.turn].remove(card)
        self.trick.append(card)
        if len(self.trick) < self.players:
            self.turn = (self.turn + 1) % self.players
            return False
        self.turn = self.leader = (self.leader + self.trick.index(wins(self.trick, self.trump))) % self.players
        self.tricks[self.turn] += 1
        self.trick = []
        if any(self.hands):
            return False
        for seat in range(self.players):
            self.scores[seat] += points(self.options["scoring"], self.bids[seat], self.tricks[seat])
        self.missed = [seat for seat in range(self.players) if self.bids[seat] != self.tricks[seat]]
        return True

    def winners(self):
        """Who has won the match; nobody as long as it goes on."""
        best = max(self.scores)
        first = [seat for seat in range(self.players) if self.scores[seat] == best]
        target = self.options["target"]
        reached = target != "none" and best >= int(target) and len(first) == 1
        return first if reached or self.round == len(self.sizes) - 1 else []


# Side by side


def compare(state, model, where):
    assert state.turn == model.turn, where
    assert {str(move) for move in state.legal_moves} == model.may(), where
    view = state.view(None)
    assert view.trump == SUITS.get(model.trump, "none"), where
    assert view.turned == model.turned, where
    assert view.trick == tuple(model.trick), where
    assert view.tricks == tuple(model.tricks), where
    assert view.hand_sizes == tuple(map(len, model.hands)), where
    if model.options["bidding"] == "in_turn" or len(model.bids) == model.players:
        assert {seat: int(bid) for seat, bid in view.bids} == model.bids, where
    else:
        assert view.bids == (), where
    for seat in range(model.players):
        seen = [None if (seat == other) == model.unseen else set(hand) for other, hand in enumerate(model.hands)]
        assert [hand if hand is None else set(hand) for hand in state.view(seat).hands] == seen, where
        if model.unseen:
            assert state.view(seat).hand == ("card 1",) * len(model.hands[seat]), where


def possible(options):
    """Whether the options go together: nobody is last when all bid at once, and an unseen last hand has one card."""
    sizes = number_of_cards(options, 3)
    balance = options["bidding"] == "at_once" and options["hook"] == "dealer_cannot_balance"
    return not balance and (options["last_hand"] == "seen" or sizes[-1] == 1)


def play_beside(name, rnd, options):
    """Plays a match in both; says how many rounds it had."""
    players = rnd.randint(3, 7)
    chosen = {key: value for key, value in options.items()
              if value is not None and (key, name) != ("least", "devils-bridge")}
    game = tilegames.load(name, players=players, **chosen)
    seed = rnd.randrange(2**32)
    where = f"{name}, {players} players, seed {seed}, {chosen}"
    model = Evening(players, options)
    state = game.new_state(seed=seed)
    dealer = state.view(None).dealer
    rounds = 0
    while not state.is_over:
        deal = game.flow.source(seed=seed).deal(rounds)
        model.deal([game.pieces.name(piece) for piece in deal.order], (dealer + rounds) % players)
        rounds += 1
        over = False
        while not over:
            assert (state.round, state.view(None).dealer) == (model.round, model.dealer), where
            if rnd.random() < 0.25 or model.unseen:
                compare(state, model, where)
            legal = sorted(model.may())
            move = rnd.choice(legal)
            assert {str(move) for move in state.legal_moves} == set(legal), where
            state = state.play(move)
            over = model.do(move)
        assert sum(model.tricks) == model.size, where
        if options["hook"] == "dealer_cannot_balance":
            assert model.missed, where
        assert state.scores == tuple(model.scores), where
        assert state.is_over == bool(model.winners()), where
    assert list(state.outcome.winners) == model.winners(), where
    assert state.outcome.termination == ("rounds" if rounds == len(model.sizes) and not (
        options["target"] != "none" and max(model.scores) >= int(options["target"])
        and len(model.winners()) == 1) else "reached"), where
    return rounds


@pytest.mark.parametrize("name", ["oh-hell", "devils-bridge"])
def test_every_move_is_as_the_rules_say(name):
    """All options at random, three to seven players: the same moves, turns, tricks, scores and ends."""
    rnd = random.Random(name)
    played = 0
    while played < ROUNDS / 2:
        options = {key: rnd.choice(values) for key, values in OPTIONS.items()}
        if name == "devils-bridge":
            options["least"] = 1
        if possible(options):
            played += play_beside(name, rnd, options)


# One by one


def test_a_bid_of_the_last_of_four_case_a10():
    """Five tricks: after 1, 2, 0 all but 2; after 3, 2, 1 anything; without the hook anything."""
    def offers(bids, **options):
        state = tilegames.load("oh-hell", players=4, **options).position(round=5, dealer=3, bids=bids)
        return {int(str(move)) for move in state.legal_moves}

    assert offers(["1", "2", "0"]) == {0, 1, 3, 4, 5}
    assert offers(["3", "2", "1"]) == {0, 1, 2, 3, 4, 5}
    assert offers(["1", "2", "0"], hook="off") == {0, 1, 2, 3, 4, 5}


@pytest.mark.parametrize(("tricks", "players"), [(1, 3), (5, 4), (7, 7), (17, 3), (12, 4)])
def test_a_single_round_of_any_size(tricks, players):
    """So that a program which deals one round of so many tricks can be followed."""
    game = tilegames.load("oh-hell", players=players, schedule="up", least=tricks, most=tricks)
    state = game.new_state(seed=tricks)
    assert state.view(None).hand_sizes == (tricks,) * players
    while not state.is_over:
        state = state.play(state.legal_moves[0])
    assert (state.outcome.termination, state.round) == ("rounds", 0)


def test_more_cards_than_the_pack_has_are_refused():
    """Seven times eight and one more are 57."""
    with pytest.raises(tilegames.OptionError, match="7 players need 57 pieces"):
        tilegames.load("oh-hell", players=7, most=8)


def test_all_pairs_of_options_that_contradict_are_refused():
    """No last bidder when all bid at once; no unseen hand of more than one card."""
    for options in ({"bidding": "at_once", "hook": "dealer_cannot_balance"},
                    {"schedule": "up", "last_hand": "unseen"}, {"least": 2, "last_hand": "unseen"}):
        with pytest.raises(tilegames.OptionError):
            tilegames.load("oh-hell", **options)


def test_the_golden_match_is_played_again():
    golden = Path(__file__).parent / "golden" / "oh-hell.txt"
    assert str(tilegames.load("oh-hell").playout(seed=42)) == golden.read_text(encoding="utf-8")


def test_bids_are_shown_in_the_order_of_speaking():
    state = tilegames.load("oh-hell", players=4, bidding="at_once").position(round=3, dealer=1, bids=["1", "0", "3"])
    assert state.view(2).bids == ((2, "1"),)
    assert state.view(1).bids == ()
    assert state.play("0").view(1).bids == ((2, "1"), (3, "0"), (0, "3"), (1, "0"))


def test_every_value_of_every_option_is_in_the_second_telling():
    """What this file plays is all that the spec offers."""
    spec = tilegames.load("oh-hell").spec
    assert set(OPTIONS) == set(spec.options)
    for name, option in spec.options.items():
        if name == "target":
            assert set(OPTIONS[name]) <= set(option.values)
        elif option.values:
            assert set(OPTIONS[name]) == set(option.values)
    assert list(itertools.chain(spec.options["target"].values)) == [
        "none", "30", "50", "75", "100", "150", "200", "250", "300", "400", "500"]
