"""Whist beside a second reading of its rules: plain Python that shares no code, move by move at random.

A short run by default; ``HYPOTHESIS_PROFILE=deep`` plays many more deals.
"""

import os
import random

import pytest

import tilegames

DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"
ROUNDS = 20_000 if DEEP else 400
RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()  # noqa: SIM905  low to high, as one reads them
PACK = [rank + suit for suit in "CDHS" for rank in RANKS]
NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
OPTIONS = {"game": [5, 7, 10], "quitted": ["face_down", "face_up"]}


def beats(card, other, trump):
    """Whether a card played later beats one that is winning."""
    if card[-1] == other[-1]:
        return RANKS.index(card[:-1]) > RANKS.index(other[:-1])
    return card[-1] == trump


class Hand:
    """One deal as the rules tell it."""

    def __init__(self, hands, dealer):
        self.hands = [list(hand) for hand in hands]
        self.shown = hands[dealer][-1]
        self.trump = self.shown[-1]
        self.turn = self.leader = (dealer + 1) % 4
        self.trick = []
        self.taken = [[], [], [], []]

    def legal(self):
        hand = self.hands[self.turn]
        if self.trick:
            return {card for card in hand if card[-1] == self.trick[0][-1]} or set(hand)
        return set(hand)

    def play(self, card):
        """Plays a card; says who takes the trick, if that was the fourth."""
        self.hands[self.turn].remove(card)
        self.trick.append(card)
        if len(self.trick) < 4:
            self.turn = (self.turn + 1) % 4
            return None
        best = 0
        for place in (1, 2, 3):
            if beats(self.trick[place], self.trick[best], self.trump):
                best = place
        winner = (self.leader + best) % 4
        self.taken[winner].append(self.trick)
        self.trick = []
        self.turn = self.leader = winner
        return winner

    def tricks(self, side):
        return len(self.taken[side]) + len(self.taken[side + 2])

    def pile(self, side):
        return {card for seat in (side, side + 2) for trick in self.taken[seat] for card in trick}


def beside(seed, deals):
    """Plays a game beside the second reading; says how many hands that took and whether it came to its end."""
    rng = random.Random(seed)
    options = {name: rng.choice(values) for name, values in OPTIONS.items()}
    game = tilegames.load("whist", **options)
    dealer = rng.randrange(4)
    packs = []
    for _ in range(deals):
        pack = PACK.copy()
        rng.shuffle(pack)
        packs.append([pack[seat * 13:seat * 13 + 13] for seat in range(4)])
    state = game.new_state(deal=[game.deal(hands=hands, dealer=dealer) for hands in packs], seed=seed)
    totals = [0, 0]
    for number, dealt in enumerate(packs):
        hand = Hand(dealt, dealer)
        while any(hand.hands):
            assert (state.round, state.turn, state.phase) == (number, hand.turn, "tricks")
            texts = [str(move) for move in state.legal_moves]
            assert len(set(texts)) == len(texts)
            assert set(texts) == hand.legal()
            for card in set(hand.hands[hand.turn]) - hand.legal():
                assert state.why_illegal(card).code == "must-follow"
            if not hand.trick:
                for seat in (rng.randrange(4), None):
                    view = state.view(seat)
                    assert (view.dealer, view.turned, view.trump) == (dealer, hand.shown, NAMES[hand.trump])
                    assert view.tricks == (hand.tricks(0), hand.tricks(1))
                    assert [set(won) for won in view.won] == [
                        hand.pile(side) if options["quitted"] == "face_up" else set() for side in (0, 1)]
                    assert view.hand == () if seat is None else set(view.hand) == set(hand.hands[seat])
                    assert [other for other in range(4) if view.hands[other] is not None] == (
                        [] if seat is None else [seat])
            card = rng.choice(sorted(hand.legal()))
            state = state.play(card)
            winner = hand.play(card)
            assert [event.seat for event in state.events if event.kind == "trick"] == (
                [] if winner is None else [winner])
        assert hand.tricks(0) + hand.tricks(1) == 13
        gained = [max(0, hand.tricks(side) - 6) for side in (0, 1)]
        assert min(gained) == 0
        assert max(gained) > 0
        lines = [(event.side, event.amount, event.rule) for event in state.score_events if event.round == number]
        assert lines == [(side, gained[side], "odd_tricks") for side in (0, 1) if gained[side]]
        totals = [total + gain for total, gain in zip(totals, gained, strict=True)]
        assert state.scores == tuple(totals)
        assert state.is_over == (max(totals) >= options["game"])
        if state.is_over:
            side = totals.index(max(totals))
            assert state.outcome.winners == (side, side + 2)
            return number + 1, True
        dealer = (dealer + 1) % 4
    return deals, False


@pytest.mark.parametrize("part", range(4))
def test_random_games_under_random_options(part):
    """Legal cards, trumps, views and takers after every card; the account after every hand."""
    rounds = ended = number = 0
    while rounds < ROUNDS // 4:
        played, over = beside(part * 1_000_000 + number, 12)
        rounds, ended, number = rounds + played, ended + over, number + 1
    assert ended > number // 2
