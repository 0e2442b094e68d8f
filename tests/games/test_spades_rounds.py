"""Spades beside a second reading of its rules: plain Python that shares no code, move by move at random.

A short run by default; ``HYPOTHESIS_PROFILE=deep`` plays many more deals.
"""

import os
import random

import pytest

import tilegames

DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"
ROUNDS = 20_000 if DEEP else 400
RANKS = {rank: place for place, rank in enumerate("2 3 4 5 6 7 8 9 10 J Q K A".split())}  # noqa: SIM905
PACK = [rank + suit for suit in "CDHS" for rank in RANKS]
OPTIONS = {
    "first_bid": ["left_of_dealer", "dealer"], "all_bids": ["any", "not_thirteen"], "spades_lead": ["broken", "free"],
    "first_lead": ["left_of_dealer", "two_of_clubs"], "failed_nil": ["bags", "helps", "nothing"],
    "nil": ["100", "50", "none"], "set_costs": ["bid", "nothing"], "bags": ["ten_cost_100", "five_cost_50", "free"],
    "lost_at": [200, 500, 1000], "target": [500, 100, 200, 1000],
}
DEFAULTS = {name: values[0] for name, values in OPTIONS.items()}


class Hand:
    """One deal as the rules tell it."""

    def __init__(self, hands, dealer, options):
        self.hands = [list(hand) for hand in hands]
        self.dealer, self.options = dealer, options
        self.bids = {}
        self.turn = dealer if options["first_bid"] == "dealer" else (dealer + 1) % 4
        self.trick, self.taken, self.broken, self.count = [], [0] * 4, False, 0
        self.leader = None

    @property
    def bidding(self):
        return len(self.bids) < 4

    def legal(self):
        hand = self.hands[self.turn]
        if self.bidding:
            bids = set(range(0 if self.options["nil"] != "none" else 1, 14))
            if self.options["all_bids"] == "not_thirteen" and len(self.bids) == 3:
                bids.discard(13 - sum(self.bids.values()))
            return {"nil" if bid == 0 else str(bid) for bid in bids}
        if self.trick:
            return {card for card in hand if card[-1] == self.trick[0][-1]} or set(hand)
        if self.options["first_lead"] == "two_of_clubs" and self.count == 0:
            return {"2C"}
        if self.options["spades_lead"] == "broken" and not self.broken:
            return {card for card in hand if card[-1] != "S"} or set(hand)
        return set(hand)

    def play(self, text):
        """A bid or a card; says who takes the trick, if that was the fourth card."""
        if self.bidding:
            self.bids[self.turn] = 0 if text == "nil" else int(text)
            self.turn = (self.turn + 1) % 4
            if not self.bidding:
                self.leader = (self.dealer + 1) % 4
                if self.options["first_lead"] == "two_of_clubs":
                    self.leader = next(seat for seat in range(4) if "2C" in self.hands[seat])
                self.turn = self.leader
            return None
        self.hands[self.turn].remove(text)
        self.trick.append(text)
        if len(self.trick) < 4:
            self.turn = (self.turn + 1) % 4
            return None
        spades = [card for card in self.trick if card[-1] == "S"]
        self.broken = self.broken or bool(spades)
        suited = spades or [card for card in self.trick if card[-1] == self.trick[0][-1]]
        best = max(suited, key=lambda card: RANKS[card[:-1]])
        winner = (self.leader + self.trick.index(best)) % 4
        self.taken[winner] += 1
        self.count += 1
        self.trick = []
        self.turn = self.leader = winner
        return winner


def account(hand, side, bags):
    """What a side scores for a hand by each rule, and its bags after it."""
    options, members = hand.options, (side, side + 2)
    rules = {"nil": 0, "made": 0, "set": 0, "overtricks": 0, "bags": 0}
    for seat in members:
        if hand.bids[seat] == 0:
            worth = int(options["nil"])
            rules["nil"] += worth if hand.taken[seat] == 0 else -worth
    bid = sum(hand.bids[seat] for seat in members)
    lost = sum(hand.taken[seat] for seat in members if hand.bids[seat] == 0)
    own = sum(hand.taken[seat] for seat in members) - lost
    if options["failed_nil"] == "helps":
        own, lost = own + lost, 0
    elif options["failed_nil"] == "nothing":
        lost = 0
    if own >= bid:
        rules["made"] = 10 * bid
        rules["overtricks"] = own - bid + lost
    elif options["set_costs"] == "bid":
        rules["set"] = -10 * bid
    bags += max(0, own - bid) + lost
    if options["bags"] != "free":
        full, cost = (10, 100) if options["bags"] == "ten_cost_100" else (5, 50)
        while bags >= full:
            bags -= full
            rules["bags"] -= cost
    return rules, bags


def a_choice(rng, hand, boldness):
    """A bid near what a side can take, more or less bold, or any card."""
    texts = sorted(hand.legal())
    if hand.bidding and rng.random() < 0.97:
        wanted = str(rng.randint(1, boldness)) if rng.random() < 0.93 else "nil"
        if wanted in texts:
            return wanted
    return rng.choice(texts)


def beside(seed, options, deals):
    """Plays a game beside the second reading; says how many hands that took, and how the game ended."""
    rng = random.Random(seed)
    game = tilegames.load("spades", **options)
    dealer, boldness = rng.randrange(4), rng.choice([2, 3, 4, 5, 6])
    packs = []
    for _ in range(deals):
        pack = PACK.copy()
        rng.shuffle(pack)
        packs.append([pack[seat * 13:seat * 13 + 13] for seat in range(4)])
    state = game.new_state(deal=[game.deal(hands=hands, dealer=dealer) for hands in packs], seed=seed)
    totals, bags = [0, 0], [0, 0]
    for number, dealt in enumerate(packs):
        hand = Hand(dealt, dealer, options)
        while hand.bidding or any(hand.hands):
            phase = "bidding" if hand.bidding else "tricks"
            assert (state.round, state.turn, state.phase) == (number, hand.turn, phase)
            texts = [str(move) for move in state.legal_moves]
            assert len(set(texts)) == len(texts)
            assert set(texts) == hand.legal()
            if phase == "tricks":
                for card in set(hand.hands[hand.turn]) - hand.legal():
                    opening = hand.count == 0 and options["first_lead"] == "two_of_clubs"
                    assert state.why_illegal(card).code == (
                        "must-follow" if hand.trick else "must-open-with" if opening else "barred")
            text = a_choice(rng, hand, boldness)
            state = state.play(text)
            winner = hand.play(text)
            assert [event.seat for event in state.events if event.kind == "trick"] == (
                [] if winner is None else [winner])
        assert sum(hand.taken) == 13
        for side in (0, 1):
            rules, bags[side] = account(hand, side, bags[side])
            lines = {rule: sum(event.amount for event in state.score_events
                               if (event.round, event.side, event.rule) == (number, side, rule)) for rule in rules}
            assert lines == rules
            totals[side] += sum(rules.values())
        assert state.scores == tuple(totals)
        assert state.view(None).counters == (("bags", tuple(bags)),)
        if options["bags"] != "free":
            assert max(bags) < (10 if options["bags"] == "ten_cost_100" else 5)
        reached = max(totals) >= options["target"] and totals[0] != totals[1]
        fallen = min(totals) <= -options["lost_at"]
        assert state.is_over == (reached or fallen)
        if state.is_over:
            best = [side for side in (0, 1) if totals[side] == max(totals)]
            assert state.outcome.winners == tuple(sorted(seat for side in best for seat in (side, side + 2)))
            assert state.outcome.termination == ("reached" if reached else "fallen")
            return number + 1, state.outcome.termination
        dealer = (dealer + 1) % 4
    return deals, "open"


@pytest.mark.parametrize("part", range(4))
def test_random_games(part):
    """Legal bids and cards, takers, every line of the account and the bags; half of it under random options."""
    ends, rounds, number = set(), 0, 0
    while rounds < ROUNDS // 4:
        seed = part * 1_000_000 + number
        rng = random.Random(seed)
        options = {name: rng.choice(values) for name, values in OPTIONS.items()}
        if number % 2 == 0:
            options = DEFAULTS | ({"target": 100} if number % 4 else {})
        played, end = beside(seed, options, 24)
        ends, rounds, number = ends | {end}, rounds + played, number + 1
    assert {"reached", "fallen"} <= ends
