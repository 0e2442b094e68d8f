"""Gin Rummy beside a second, slow telling of its rules: plain Python that shares no code, move by move at random.

What is left of a hand is found by trying every choice of melds. Players like melds, more or less, so that rounds end in
every way there is. A short run by default; ``HYPOTHESIS_PROFILE=deep`` plays many more rounds.
"""

import collections
import functools
import itertools
import os
import random

import pytest

import tilegames

DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"
ROUNDS = 12_000 if DEEP else 1200
RANKS = "A 2 3 4 5 6 7 8 9 10 J Q K".split()  # noqa: SIM905
#: In the order in which the cards of a set are named.
SUITS = "CDHS"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
WORTH = {rank + suit: min(place, 10) for suit in SUITS for place, rank in enumerate(RANKS, 1)}
RUNS = [tuple(rank + suit for rank in RANKS[low:high]) for suit in SUITS
        for low in range(11) for high in range(low + 3, 14)]
SETS = [tuple(rank + suit for suit in suits) for rank in RANKS for size in (3, 4)
        for suits in itertools.combinations(SUITS, size)]
WHOLE = {meld: frozenset(meld) for meld in (*RUNS, *SETS)}
#: Options and their values; the first is the default.
OPTIONS = {
    "gin": [25, 20], "big_gin": ["on", "off"], "whole_hand": ["31", "50", "as_gin"], "undercut": [25, 10, 20],
    "ties": ["undercut", "nobody", "knocker"], "lay_off": ["unless_gin", "always", "never"],
    "first_card": ["offered", "no_offer"], "put_back": ["refused", "allowed"], "returned": ["none", "2"],
    "takes": [50, 15, 6, 1], "wall": ["draw", "knock"], "next_dealer": ["loser", "winner", "in_turn"],
    "boxes": [25, 20, 0], "game": [100, 0], "shutout": ["100", "none", "doubled"],
    "extra_boxes": ["no", "yes"], "final": ["bonuses", "none"],
    "length": ["match", "one_deal"],
}
#: Values that contradict one another are not chosen together.
APART = [("big_gin", "off", "whole_hand"), ("boxes", 0, "extra_boxes"),
         *(("final", "none", other) for other in ("boxes", "game", "shutout", "extra_boxes"))]
#: Of four games one is played by the defaults, in one nobody is in a hurry to knock, in one both hands are alike.
PATIENT, ALIKE = 1, 2


def melds_in(cards):
    return [meld for meld, whole in WHOLE.items() if whole <= cards]


def worth(cards):
    return sum(WORTH[card] for card in cards)


@functools.lru_cache(maxsize=20_000)
def least(cards):
    """The least that can be left outside melds, by trying all sets of melds."""
    best = worth(cards)

    def choose(rest, melds):
        nonlocal best
        best = min(best, worth(rest))
        for number, meld in enumerate(melds):
            after = rest.difference(meld)
            choose(after, [other for other in melds[number + 1:] if after.issuperset(other)])

    choose(cards, melds_in(cards))
    return best


def all_melded(cards):
    """Whether a hand can be parted into melds; there is no card that counts nothing."""
    return least(cards) == 0


class Round:
    """One deal as the rules tell it.

    Attributes:
        end: how it came to its end, and who has won: a seat, or -1.
        facts: what has happened, for the count.
    """

    def __init__(self, hands, stock, dealer, options, rules):
        self.hands = [set(hand) for hand in hands]
        self.discards, self.stock = [stock[0]], list(stock[1:])
        self.options, self.rules = options, rules
        self.turn = 1 - dealer
        self.stage = "offer" if options["first_card"] == "offered" else "choose"
        self.passes = self.takes = self.returned = 0
        self.taken = None
        self.knocker = self.limit = None
        self.whole = False
        self.melds = []                     # owners and cards in order
        self.under_way = None               # the rank of a set, and its cards so far
        self.laid = []                      # cards laid off
        self.end = None
        self.facts = collections.Counter()
        self.turned = stock[0]

    # What may be done

    def most(self):
        """How much a knocker may have left."""
        if self.rules["variant"] == "straight":
            return 0
        if self.rules["variant"] != "oklahoma":
            return self.rules["knock"]
        return 0 if self.turned[:-1] == "A" and self.rules["ace"] == "nothing" else WORTH[self.turned]

    def may_discard(self, hand):
        refused = self.taken if self.options["put_back"] == "refused" else None
        return sorted(hand - {refused})

    def knocks(self, hand):
        return {f"knock {card}" for card in self.may_discard(hand) if least(frozenset(hand - {card})) <= self.most()}

    def goes_out(self, hand):
        return {"go out"} if self.options["big_gin"] == "on" and all_melded(frozenset(hand)) else set()

    def layable(self):
        """The complete melds that the seat to move may lay next."""
        hand = self.hands[self.turn]
        found = melds_in(hand)
        if self.turn == self.knocker:
            found = [meld for meld in found if least(frozenset(hand.difference(meld))) <= self.limit]
        return found

    def next_of_set(self):
        """What may follow in the set under way, of all sets that may be laid: a card, or nothing more."""
        rank, begun = self.under_way
        hand = self.hands[self.turn] | set(begun)
        follow = set()
        for meld in SETS:
            if meld[0][:-1] != rank or not hand.issuperset(meld) or meld[:len(begun)] != begun:
                continue
            if self.turn == self.knocker and least(frozenset(hand.difference(meld))) > self.limit:
                continue
            follow.add("done" if meld == begun else f"add {meld[len(begun)]}")
        return follow

    def lay_offs(self):
        left = worth(self.hands[self.knocker])
        if self.options["lay_off"] == "never" or (self.options["lay_off"] == "unless_gin" and left == 0):
            return set()
        found = set()
        for number, (owner, cards) in enumerate(self.melds, 1):
            if owner == self.knocker:
                found |= {f"lay {card} on {number}" for card in self.hands[self.turn]
                          if {*cards, card} in WHOLE.values()}
        return found

    def legal(self):
        hand = self.hands[self.turn]
        if self.stage == "offer":
            return {f"take {self.discards[-1]}", "pass"}
        if self.stage == "must draw":
            return {"draw"}
        if self.stage == "choose":
            return {"draw", f"take {self.discards[-1]}"}
        if self.stage == "discard":
            return {f"discard {card}" for card in self.may_discard(hand)} | self.knocks(hand) | self.goes_out(hand)
        if self.stage == "last":
            with_it = hand | {self.discards[-1]}
            self.taken = self.discards[-1]
            able = self.knocks(with_it) | self.goes_out(with_it)
            self.taken = None
            return {"pass"} | ({f"take {self.discards[-1]}"} if able else set())
        if self.stage == "must knock":
            return self.knocks(hand) | self.goes_out(hand)
        if self.under_way is not None:
            return self.next_of_set()
        moves = {f"meld run {meld[0]}-{meld[-1]}" if meld in RUNS else f"meld set {meld[0][:-1]}"
                 for meld in self.layable()}
        if self.turn != self.knocker:
            return moves | self.lay_offs() | {"done"}
        return moves | ({"done"} if worth(hand) <= self.limit else set())

    # What it does

    def play(self, text):
        word, _, card = text.partition(" ")
        hand = self.hands[self.turn]
        if word == "pass":
            self.pass_by()
        elif word == "draw":
            hand.add(self.stock.pop(0))
            self.stage = "discard"
        elif word == "take":
            if self.stage == "choose":
                self.takes += 1
                if self.takes == self.options["takes"]:
                    self.finish("exhausted", -1, "void: takes")
                    return
            self.facts[f"take: {self.stage}"] += 1
            hand.add(self.discards.pop())
            self.taken = card
            self.stage = "must knock" if self.stage == "last" else "discard"
        elif word == "discard":
            self.discard(card)
        elif word in ("knock", "go"):
            self.limit = 0 if word == "go" else self.most()
            self.whole = word == "go"
            if word == "knock":
                hand.remove(card)
                self.discards.append(card)
            self.facts["knock on the last discard"] += self.stage == "must knock"
            self.knocker, self.stage = self.turn, "showdown"
            self.go_on()
        else:
            self.lay_down(word, card)

    def pass_by(self):
        if self.stage == "last":
            self.finish("exhausted", -1, "void: last discard")
            return
        self.turn, self.passes = 1 - self.turn, self.passes + 1
        if self.passes == 2:
            self.stage = "must draw"

    def discard(self, card):
        self.hands[self.turn].remove(card)
        self.discards.append(card)
        self.returned = self.returned + 1 if card == self.taken else 0
        self.facts["put back"] += card == self.taken
        self.taken = None
        self.turn, self.stage = 1 - self.turn, "choose"
        if self.options["returned"] != "none" and self.returned == int(self.options["returned"]):
            self.finish("exhausted", -1, "void: put back")
        elif len(self.stock) <= 2:
            if self.options["wall"] == "knock":
                self.stage = "last"
            else:
                self.finish("exhausted", -1, "void: wall")

    def lay_down(self, word, what):
        hand = self.hands[self.turn]
        if word == "meld" and what.startswith("run"):
            low, high = what.removeprefix("run ").split("-")
            self.lay_meld(next(run for run in RUNS if (run[0], run[-1]) == (low, high)))
        elif word == "meld":
            self.under_way = (what.removeprefix("set "), ())
            self.facts["a set to be chosen"] += len(self.next_of_set()) > 1
            self.finish_forced()
        elif word == "add":
            rank, begun = self.under_way
            self.under_way = (rank, (*begun, what))
            self.finish_forced()
        elif word == "lay":
            card, _, number = what.partition(" on ")
            owner, cards = self.melds[int(number) - 1]
            hand.remove(card)
            self.facts["lay off"] += 1
            self.facts["lay off where one was laid off"] += any(before in cards for before in self.laid)
            self.facts["lay off: gin"] += worth(self.hands[self.knocker]) == 0
            self.melds[int(number) - 1] = owner, next(
                meld for meld, whole in WHOLE.items() if whole == {*cards, card})
            self.laid.append(card)
        elif self.under_way is not None:
            self.lay_meld(self.under_way[1])
        else:
            self.facts["said done"] += 1
            self.next_seat()
            return
        if self.under_way is None:
            self.go_on()

    def finish_forced(self):
        """Goes on with a set as long as there is no choice."""
        while self.under_way is not None:
            follow = self.next_of_set()
            if len(follow) > 1:
                return
            rank, begun = self.under_way
            only = follow.pop()
            if only == "done":
                self.lay_meld(begun)
            else:
                self.under_way = (rank, (*begun, only.removeprefix("add ")))

    def lay_meld(self, meld):
        self.hands[self.turn] -= set(meld)
        self.melds.append((self.turn, meld))
        self.under_way = None
        self.facts["meld"] += 1

    def next_seat(self):
        self.turn = 1 - self.turn
        if self.turn == self.knocker:
            self.settle()
        else:
            self.go_on()

    def go_on(self):
        """Passes over who can do nothing more."""
        if self.legal() == {"done"}:
            self.next_seat()

    # What it comes to

    def finish(self, ending, winner, fact):
        self.end = ending, winner
        self.facts[fact] += 1

    def settle(self):
        knocker, other = self.knocker, 1 - self.knocker
        own, others = worth(self.hands[knocker]), worth(self.hands[other])
        if own == 0:
            self.finish("knock", knocker, "big gin" if self.whole else "gin")
            self.facts["gin although the other had nothing left"] += others == 0
        elif own < others:
            self.finish("knock", knocker, "knock")
        elif others < own:
            self.finish("knock", other, "undercut")
        else:
            winner = {"undercut": other, "knocker": knocker, "nobody": -1}[self.options["ties"]]
            self.finish("knock", winner, f"tie: {self.options['ties']}")

    def account(self):
        """What the winner scores by each rule."""
        knocker, winner = self.knocker, self.end[1]
        if winner < 0:
            return {}
        times = 2 if self.rules["spades"] == "double" and self.turned[-1] == "S" else 1
        self.facts["doubled"] += times == 2
        lines = {"knock": abs(worth(self.hands[0]) - worth(self.hands[1]))}
        if winner != knocker:
            lines["undercut"] = self.options["undercut"]
        elif worth(self.hands[knocker]) == 0:
            big = self.options["whole_hand"]
            lines["whole hand" if self.whole else "gin"] = (
                int(big) if self.whole and big != "as_gin" else self.options["gin"])
        return {rule: times * amount for rule, amount in lines.items() if amount}


class Player:
    """Who likes melds, knocks more or less readily, and does odd things at times."""

    def __init__(self, rng, kind):
        self.rng = rng
        self.knocks = {PATIENT: 0, ALIKE: 0.9}.get(kind, rng.choice([0, 0.05, 0.3, 0.9]))
        self.lays = 1 if kind == ALIKE else rng.choice([0.6, 0.9, 1])
        self.best_melds = kind == ALIKE or rng.random() < 0.6
        self.careful = rng.choice([0.8, 0.95, 1])
        self.puts_back = rng.choice([0, 0, 0.3])
        self.likes_discards = 0 if kind == ALIKE else rng.choice([0.05, 0.3])

    def choose(self, play):
        texts = sorted(play.legal())
        if play.stage == "showdown":
            return self.lay(play, texts)
        rng, hand = self.rng, play.hands[play.turn]
        ends = [text for text in texts if text.startswith(("knock", "go"))]
        if "go out" in ends and rng.random() < 0.7:
            return "go out"
        if ends and (play.stage == "must knock" or rng.random() < self.knocks):
            return self.lowest(ends, hand) if rng.random() < 0.8 else rng.choice(ends)
        if play.stage == "discard":
            discards = [text for text in texts if text.startswith("discard")]
            if f"discard {play.taken}" in discards and rng.random() < self.puts_back:
                return f"discard {play.taken}"
            return self.lowest(discards, hand) if rng.random() < self.careful else rng.choice(discards)
        takes = [text for text in texts if text.startswith("take")]
        others = [text for text in texts if text not in takes]
        if takes and play.stage == "last":
            return takes[0] if rng.random() < 0.8 else "pass"
        if takes and (not others or rng.random() < self.likes_discards or self.helps(hand, play.discards[-1])):
            return takes[0]
        return rng.choice(others)

    def lay(self, play, texts):
        rng, hand = self.rng, play.hands[play.turn]
        laying = [text for text in texts if text != "done"]
        if not laying or ("done" in texts and rng.random() > self.lays):
            return "done"
        offs = [text for text in laying if text.startswith("lay")]
        if offs and rng.random() < 0.5:
            return rng.choice(offs)
        if self.best_melds and play.under_way is None and not offs:
            good = [meld for meld in play.layable() if worth(meld) + least(frozenset(hand - set(meld)))
                    and least(frozenset(hand - set(meld))) == least(frozenset(hand))]
            names = {f"meld run {meld[0]}-{meld[-1]}" if meld in RUNS else f"meld set {meld[0][:-1]}" for meld in good}
            laying = [text for text in laying if text in names] or laying
        return rng.choice(laying)

    @staticmethod
    def lowest(texts, hand):
        """Which leaves least, and of those the dearest card."""
        cards = [text.rpartition(" ")[2] for text in texts if text != "go out"]
        if not cards:
            return texts[0]
        best = min(cards, key=lambda card: (least(frozenset(hand - {card})), -WORTH[card], card))
        return next(text for text in texts if text.endswith(f" {best}"))

    @staticmethod
    def helps(hand, card):
        return any(card in meld for meld in melds_in(hand | {card}))


def a_deal(rng, mirrored):
    """Hands and the stock; every second time hands that are half melded, or two that are alike but for their suits."""
    pack = PACK.copy()
    rng.shuffle(pack)
    hands = [[], []]
    if mirrored:
        melds = rng.sample([run for run in RUNS if run[0][-1] in "CH" and len(run) <= 4], 40)
        lows = [card for card in PACK if card[-1] in "CH" and WORTH[card] < 5]
        rng.shuffle(lows)
        for cards in (*melds[:rng.choice([20, 40])], *((card,) for card in lows)):
            if len(hands[0]) + len(cards) <= 10 and not set(cards) & set(hands[0]):
                hands[0] += cards
        hands[1] = [card[:-1] + {"C": "D", "H": "S"}[card[-1]] for card in hands[0]]
    elif rng.random() < 0.7:
        for hand in hands:
            for _ in range(rng.choice([1, 2, 2, 3])):
                meld = rng.choice(rng.choice([RUNS, SETS]))
                if len(meld) <= 5 and len(hand) + len(meld) <= 10 and not {*hands[0], *hands[1]} & set(meld):
                    hand += meld
    pack = [card for card in pack if card not in {*hands[0], *hands[1]}]
    for hand in hands:
        while len(hand) < 10:
            hand.append(pack.pop())
    return hands, pack


def refused(state, play, rng, facts):
    """Some moves that the second telling does not have are refused, each for its reason."""
    legal = play.legal()
    hand = play.hands[play.turn]
    if play.stage == "discard":
        card = rng.choice(PACK)
        for word in ("discard", "knock"):
            if f"{word} {card}" in legal:
                continue
            code = "not-in-hand" if card not in hand else (
                "not-the-kind-taken" if card not in play.may_discard(hand) else "deadwood-too-high")
            assert state.why_illegal(f"{word} {card}").code == code
            facts[f"refused: {code}"] += 1
        if "go out" not in legal:
            assert state.why_illegal("go out").code in ("hand-not-complete", "not-this-step", "no-such-move")
    elif play.stage == "last" and legal == {"pass"}:
        assert state.why_illegal(f"take {play.discards[-1]}").code == "cannot-knock"
    elif play.stage == "showdown" and play.under_way is None and "done" not in legal:
        assert state.why_illegal("done").code == "deadwood-too-high"
        facts["refused: done"] += 1


def settings(rng, number):
    """The defaults, or random options and variants; what a game goes to."""
    variant = rng.choice([None, None, "oklahoma", "straight"]) if number % 4 != ALIKE else None
    options, rules = {}, {"variant": variant, "knock": 10, "ace": "one", "spades": "single"}
    if number % 4:
        options = {name: rng.choice([values[0], *values]) for name, values in OPTIONS.items()}
        options["length"] = "one_deal" if rng.random() < 0.1 else "match"
        options["takes"] = rng.choice([50, 50, 50, 15, 6, 1])
        options["wall"] = "knock" if number % 4 == PATIENT else options["wall"]
        options["ties"] = OPTIONS["ties"][number // 4 % 3] if number % 4 == ALIKE else options["ties"]
        for name, value, other in APART:
            if options[name] == value:
                options[other] = OPTIONS[other][0]
        if variant == "oklahoma":
            rules |= {"ace": rng.choice(["one", "nothing"]), "spades": rng.choice(["single", "double"])}
        elif variant is None:
            rules["knock"] = rng.choice([10, 25, 5, 0]) if number % 4 != ALIKE else 25
    chosen = {name: value for name, value in options.items() if value != OPTIONS[name][0]}
    if variant == "oklahoma":
        chosen |= {name: rules[name] for name in ("ace", "spades")}
    if rules["knock"] != 10:
        chosen["knock"] = rules["knock"]
    target = rng.choice([40, 100, 150])
    if options.get("length") != "one_deal":
        chosen["target"] = target
    full = {name: values[0] for name, values in OPTIONS.items()} | options | {"target": target}
    return variant, chosen, full, rules


def final(totals, boxes, winners, options):
    """What is added at the end."""
    lines = collections.Counter()
    if options["final"] == "bonuses":
        for side in winners:
            lines[side, "game"] += options["game"]
            if totals[1 - side] == 0:
                lines[side, "shutout"] += {"100": 100, "none": 0, "doubled": totals[side] + options["game"]}[
                    options["shutout"]]
        for side in (0, 1):
            lines[side, "boxes"] += options["boxes"] * boxes[side]
    return lines


def beside(seed, number, facts):
    """Plays a game beside the second telling; says how many rounds that took."""
    rng = random.Random(seed)
    variant, chosen, options, rules = settings(rng, number)
    game = tilegames.load("gin-rummy", variants=[variant] if variant else [], **chosen)
    dealer, most = rng.randrange(2), 8
    dealt = [a_deal(rng, number % 4 == ALIKE) for _ in range(most)]
    state = game.new_state(deal=[game.deal(hands=hands, stock=stock, dealer=dealer) for hands, stock in dealt],
                           seed=seed)
    totals, boxes = [0, 0], [0, 0]
    for at, (hands, stock) in enumerate(dealt):
        play = Round(hands, stock, dealer, options, rules)
        players = [Player(rng, number % 4) for _ in hands]
        while play.end is None:
            phase = "showdown" if play.stage == "showdown" else "turns"
            assert (state.round, state.turn, state.phase) == (at, play.turn, phase)
            texts = [str(move) for move in state.legal_moves]
            assert len(set(texts)) == len(texts)
            assert set(texts) == play.legal()
            if rng.random() < 0.1:
                refused(state, play, rng, facts)
            text = players[play.turn].choose(play)
            state = state.play(text)
            play.play(text)
        ended = state.view(None)
        rules_of = play.account()
        ending, winner = play.end
        if winner >= 0:
            totals[winner] += sum(rules_of.values())
            more = options["extra_boxes"] == "yes"
            boxes[winner] += 1 + more * (2 * (play.facts["gin"] + play.facts["big gin"]) + (winner != play.knocker))
        scored = collections.Counter()
        for event in state.score_events:
            if event.round == at:
                scored[event.side, event.rule] += event.amount
        lines = collections.Counter({(winner, rule): amount for rule, amount in rules_of.items()})
        reached = options["length"] == "match" and max(totals) >= options["target"]
        over = reached or options["length"] == "one_deal"
        if over:
            winners = [side for side in (0, 1) if totals[side] > totals[1 - side]]
            added = final(totals, boxes, winners, options)
            lines += added
            for (side, _), amount in added.items():
                totals[side] += amount
            facts["shutout"] += any(amount and rule == "shutout" for (_, rule), amount in added.items())
            assert state.outcome.winners == tuple(winners)
            assert (state.outcome.termination, state.outcome.ending) == ("reached" if reached else "rounds", ending)
            facts["won by an undercut"] += play.facts["undercut"] and reached
        assert +scored == +lines
        assert state.scores == tuple(totals)
        assert state.is_over == over
        if options["final"] == "bonuses" and options["boxes"]:
            assert ended.counters == (("boxes", tuple(boxes)),)
        facts += play.facts
        if over:
            return at + 1
        if options["next_dealer"] == "in_turn":
            dealer = 1 - dealer
        elif winner >= 0:
            dealer = 1 - winner if options["next_dealer"] == "loser" else winner
        assert (state.view(None).dealer, state.round) == (dealer, at + 1)
    return most


#: What has to happen in every part of the test.
FACTS = [
    "knock", "gin", "big gin", "undercut", "won by an undercut", "tie: undercut", "tie: nobody", "tie: knocker",
    "gin although the other had nothing left", "doubled", "shutout", "knock on the last discard", "void: last discard",
    "void: wall", "void: takes", "void: put back", "take: offer", "take: choose", "put back", "meld",
    "a set to be chosen", "lay off", "lay off where one was laid off", "lay off: gin", "said done", "refused: done",
    "refused: deadwood-too-high", "refused: not-the-kind-taken",
]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
def test_random_games(part):
    """Legal moves, endings, every line of the account, boxes, dealers and winners; mostly under random options."""
    facts, rounds, number = collections.Counter(), 0, 0
    while rounds < ROUNDS // 2:
        rounds += beside(part * 1_000_000 + number, number, facts)
        number += 1
    assert not [fact for fact in FACTS if not facts[fact]]
