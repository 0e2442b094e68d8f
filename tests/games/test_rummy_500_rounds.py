"""Rummy 500 beside a second reading of its rules: plain lists and brute force that share no code, move by move.

The second reading lists whole melds, not steps: what may begin a meld, what may go on with it and when it is done is
worked out from all complete melds of the hand. A short run by default; ``HYPOTHESIS_PROFILE=deep`` plays many more.
"""

import os
import random
from collections import Counter
from functools import lru_cache
from itertools import combinations

import pytest

import tilegames

DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"
MOVES = 400_000 if DEEP else 16_000
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
LINE = ["A", *RANKS]  # an ace at either end
SUITS = "CDHS"
LINES = {suit: [rank + suit for rank in LINE] for suit in SUITS}
JOKER = "joker"
OPTIONS = {
    "hand_of_two": [13, 10, 7], "top_card": ["kept", "used"], "put_back": ["refused", "allowed"],
    "low_ace": [1, 5, 15], "low_cards": ["pips", "five"], "lay_off": ["any_meld", "own_melds"],
    "last_card": ["melded_or_discarded", "discarded"], "going_out": ["0", "25"],
    "ties": ["play_on", "shared", "out_last"],
    "use_in": ["any_meld", "new_meld"], "stock": ["plays_on", "ends_round"], "joker": ["fifteen", "the_card"],
    "target": [500, 60, 150, 1000], "round_limit": [100, 100, 3, 8], "match_limit": [100, 3], "swap": ["no", "yes"],
}
DEFAULTS = {name: values[0] for name, values in OPTIONS.items()}


def pack_of(players, jokers):
    packs = 2 if players > 4 else 1
    return packs * ([rank + suit for suit in SUITS for rank in RANKS] + [JOKER] * (2 if jokers else 0))


def kept_apart(hand, card):
    """A hand without one card."""
    rest = list(hand)
    rest.remove(card)
    return rest


@lru_cache(1 << 14)
def all_melds(hand):
    """Every meld of a hand, a sorted tuple: the move that begins it, and its cards with what they stand for."""
    found = []
    jokers = hand.count(JOKER)
    held = set(hand)
    for rank in RANKS:
        suits = [suit for suit in SUITS if rank + suit in held]
        for size in (3, 4):
            for number in range(max(1, size - jokers), min(size, len(suits)) + 1):
                found += [(f"meld set {rank}", tuple((rank + suit, rank + suit) for suit in some)
                           + ((JOKER, None),) * (size - number)) for some in combinations(suits, number)]
    for suit in SUITS:
        for low in range(len(LINE)):
            for size in range(3, min(13, len(LINE) - low) + 1):
                wanted = LINES[suit][low:low + size]
                there = [at for at, card in enumerate(wanted) if card in held]
                if size - len(there) > jokers:
                    break
                for number in range(max(1, size - jokers), len(there) + 1):
                    found += [(f"meld run {wanted[0]}-{wanted[-1]}", tuple(
                        (card if at in some else JOKER, card) for at, card in enumerate(wanted)))
                        for some in combinations(there, number)]
    return tuple(found)


class Meld:
    """A meld on the table: for a run its place in the line, too."""

    def __init__(self, begun, cards, owner):
        self.kind, self.name = begun.split()[1:]
        self.cards, self.owner = list(cards), owner
        self.low = None
        if self.kind == "run":
            self.low = LINE.index(cards[0][1][:-1])
            if self.low == 0 and LINE[1] != cards[1][1][:-1]:  # no ace stands before a two but at the low end
                raise AssertionError(cards)

    def fits(self, card):
        """The ways to lay a card on it: the text, and what the card stands for with the end it goes to."""
        if self.kind == "set":
            shown = [natural for natural, _ in self.cards]
            if len(shown) < 4 and (card == JOKER or (card[:-1] == self.name and card not in shown)):
                yield f"lay {card}", (None if card == JOKER else card, "set")
            return
        suit = self.cards[0][1][-1]
        if len(self.cards) == 13:
            return
        for at, end in ((self.low - 1, "low"), (self.low + len(self.cards), "high")):
            if 0 <= at < len(LINE):
                place = LINE[at] + suit
                said = f"low {place}" if at == 0 else place
                if card == place:
                    yield f"lay {said}", (place, end)
                elif card == JOKER:
                    yield f"lay {JOKER}={said}", (place, end)

    def add(self, card, stands_for, end):
        if end == "set":
            self.cards.append((card, stands_for))
            self.cards.sort(key=lambda pair: (pair[0] == JOKER, SUITS.find(pair[0][-1])))
        elif end == "low":
            self.cards.insert(0, (card, stands_for))
            self.low -= 1
        else:
            self.cards.append((card, stands_for))

    def jokers_for(self, hand):
        """The cards of a hand that could replace a joker."""
        shown = [natural for natural, _ in self.cards]
        if JOKER not in shown:
            return set()
        if self.kind == "set":
            return {card for card in hand if card[:-1] == self.name and card not in shown}
        return {meant for card, meant in self.cards if card == JOKER and meant in hand}


class Round:
    """One round as the rules tell it."""

    def __init__(self, hands, up, stock, dealer, options, jokers):
        self.hands = [list(hand) for hand in hands]
        self.players = len(hands)
        self.discards, self.stock = [up], list(stock)
        self.options, self.swapping = options, jokers and options["swap"] == "yes"
        self.keep = 1 if options["last_card"] == "discarded" else 0
        self.melds, self.laid = [], [0] * self.players
        self.turn = (dealer + 1) % self.players
        self.drawn, self.kept, self.duty, self.building = False, None, None, None
        self.turns, self.ending, self.winner = 0, None, None
        self.seen = Counter()

    # What is worth what

    def worth(self, card):
        if card == JOKER:
            return 15
        rank = card[:-1]
        if rank == "A":
            return 15
        if rank in ("10", "J", "Q", "K"):
            return 10
        return 5 if self.options["low_cards"] == "five" else int(rank)

    def worth_in(self, meld, at):
        """What a card of a meld counts: a joker fifteen, or what it stands for."""
        if meld.cards[at][0] == JOKER and self.options["joker"] == "fifteen":
            return 15
        if meld.kind == "set":
            return self.worth(f"{meld.name}S")
        if meld.low + at == 0:
            return self.options["low_ace"]
        return self.worth(meld.cards[at][1])

    # What is possible

    def new_melds(self, hand, duty):
        return [meld for meld in all_melds(tuple(sorted(hand)))
                if len(meld[1]) + self.keep <= len(hand)
                and (duty is None or any(card == duty for card, _ in meld[1]))]

    def lay_offs(self, hand, duty=None, barred=None):
        """By text: the number of the meld, the card, and how it goes there."""
        if len(hand) <= self.keep:
            return {}
        return {f"{text} on {number + 1}": (number, card, how)
                for number, meld in enumerate(self.melds)
                if number != barred and (self.options["lay_off"] == "any_meld" or meld.owner == self.turn)
                for card in set(hand) if duty in (None, card)
                for text, how in meld.fits(card)}

    def uses(self, hand, card, barred):
        """The ways to lay off a card that must be used: one just taken, or a joker that may not go back."""
        if self.options["use_in"] == "new_meld" and barred is None:
            return {}
        return self.lay_offs(hand, card, barred)

    def usable(self, hand, card, barred=None):
        return bool(self.uses(hand, card, barred) or self.new_melds(hand, card))

    def takes(self):
        """By text: how many discards are taken."""
        found, shown = {}, set()
        for depth in range(1, len(self.discards) + 1):
            card = self.discards[-depth]
            text = f"take {card} with {depth - 1}" if card in shown else f"take {card}"
            shown.add(card)
            if (depth == 1 and self.options["top_card"] == "kept") or self.usable(
                    self.hands[self.turn] + self.discards[-depth:], card):
                found[text] = depth
        return found

    def swaps(self):
        """By text: the number of the meld and the card that goes there."""
        hand = self.hands[self.turn]
        if not self.swapping:
            return {}
        return {f"swap {card} for joker on {number + 1}": (number, card)
                for number, meld in enumerate(self.melds) for card in meld.jokers_for(hand)
                if self.swap_is_of_use(number, card)}

    def swap_is_of_use(self, number, card):
        meld, at = self.melds[number], self.joker_of(number, card)
        before = list(meld.cards)
        meld.cards[at] = (card, card)
        useful = self.usable([*kept_apart(self.hands[self.turn], card), JOKER], JOKER, number)
        meld.cards = before
        return useful

    def joker_of(self, number, card):
        return next(at for at, (shown, meant) in enumerate(self.melds[number].cards)
                    if shown == JOKER and meant in (None, card))

    def puts_down(self):
        hand = set(self.hands[self.turn])
        if self.options["put_back"] == "refused":
            hand = (hand - {self.kept}) or hand
        return {f"discard {card}" for card in hand}

    def going_on(self):
        """What the meld under way may go on with: each card said as it stands there, or done."""
        begun, laid = self.building
        words = set()
        for text, cards in self.new_melds(self.hands[self.turn] + [card for card, _ in laid], self.only()):
            if text == begun and cards[:len(laid)] == laid:
                words.add(self.said(cards[len(laid)]) if len(cards) > len(laid) else "done")
        return words

    @staticmethod
    def said(pair):
        card, meant = pair
        return f"add {card}" if meant in (None, card) else f"add {card}={meant}"

    def only(self):
        return None if self.duty is None else self.duty[0]

    def legal(self):
        hand = self.hands[self.turn]
        if self.building is not None:
            return self.going_on()
        if not self.drawn:
            return {"draw"} | set(self.takes())
        begun = {text for text, _ in self.new_melds(hand, self.only())}
        if self.duty is not None:
            return begun | set(self.uses(hand, *self.duty))
        return begun | set(self.lay_offs(hand)) | set(self.swaps()) | self.puts_down()

    # What is done

    def play(self, text):
        verb = text.split()[0]
        hand = self.hands[self.turn]
        self.seen[verb] += 1
        if verb == "draw":
            if not self.stock:
                self.seen["nothing to draw"] += 1
                self.ending = "exhausted"
                return
            hand.append(self.stock.pop(0))
            self.drawn = True
        elif verb == "take":
            self.take(self.takes()[text])
        elif verb == "meld":
            self.building = (text, ())
            self.go_on()
        elif verb == "done":
            self.finish()
        elif verb == "add":
            card, _, meant = text.removeprefix("add ").partition("=")
            self.put((card, meant or (None if card == JOKER and " set " in self.building[0] else card)))
            self.go_on()
        elif verb == "lay":
            number, card, (meant, end) = self.lay_offs(hand, *(self.duty or ()))[text]
            self.lay(number, card, meant, end)
        elif verb == "swap":
            number, card = self.swaps()[text]
            hand.remove(card)
            hand.append(JOKER)
            meld = self.melds[number]
            meld.cards[self.joker_of(number, card)] = (card, card)
            if meld.kind == "set":
                meld.cards.sort(key=lambda pair: (pair[0] == JOKER, SUITS.find(pair[0][-1])))
            self.duty = (JOKER, number)
        else:
            self.discard(text.removeprefix("discard "))
            return
        if self.drawn and not hand and self.building is None:
            self.out(verb)

    def take(self, depth):
        cards = self.discards[-depth:]
        del self.discards[-depth:]
        self.hands[self.turn] += cards
        self.drawn = True
        if depth > 1 or self.options["top_card"] == "used":
            self.duty = (cards[0], None)
            self.seen["deep"] += depth > 1
            self.seen["top with a duty"] += depth == 1
        else:
            self.kept = cards[0]

    def put(self, pair):
        begun, laid = self.building
        self.hands[self.turn].remove(pair[0])
        self.building = (begun, (*laid, pair))

    def go_on(self):
        """What can only be done in one way is done."""
        while len(words := self.going_on()) == 1:
            if words == {"done"}:
                self.finish()
                return
            card, _, meant = words.pop().removeprefix("add ").partition("=")
            self.put((card, meant or (None if card == JOKER and " set " in self.building[0] else card)))

    def finish(self):
        begun, laid = self.building
        meld = Meld(begun, laid, self.turn)
        self.melds.append(meld)
        self.laid[self.turn] += sum(self.worth_in(meld, at) for at in range(len(laid)))
        self.seen["low ace"] += meld.low == 0
        self.seen["high ace"] += meld.kind == "run" and meld.low + len(laid) == len(LINE)
        self.seen["set"] += meld.kind == "set"
        self.seen["joker"] += any(card == JOKER for card, _ in laid)
        self.seen["meld of duty"] += self.duty is not None
        self.building = self.duty = None

    def lay(self, number, card, meant, end):
        meld = self.melds[number]
        self.hands[self.turn].remove(card)
        meld.add(card, meant, end)
        self.laid[self.turn] += self.worth_in(meld, 0 if end in ("low", "set") else len(meld.cards) - 1)
        self.seen["lay on another's"] += meld.owner != self.turn
        self.seen["lay of duty"] += self.duty is not None
        self.seen["lay joker"] += card == JOKER
        self.seen["lay low ace"] += meld.low == 0 and end == "low"
        self.duty = None

    def out(self, verb):
        self.ending, self.winner = "out", self.turn
        self.seen[f"out by {verb}"] += 1

    def discard(self, card):
        self.hands[self.turn].remove(card)
        self.discards.append(card)
        if not self.hands[self.turn]:
            self.out("discard")
            return
        self.drawn, self.kept = False, None
        self.turns += 1
        if self.turns == self.options["round_limit"] * self.players:
            self.seen["round limit"] += 1
            self.ending = "exhausted"
            return
        self.turn = (self.turn + 1) % self.players
        if not self.stock and self.options["stock"] == "ends_round":
            self.seen["last of the stock"] += 1
            self.ending = "exhausted"
        elif not self.stock and not self.takes():
            self.seen["nothing to take"] += 1
            self.ending = "exhausted"

    def account(self):
        """What each seat scores, by rule."""
        return [{"melded": self.laid[seat], "hand_left": -sum(map(self.worth, hand)),
                 "round_won": int(self.options["going_out"]) * (seat == self.winner)}
                for seat, hand in enumerate(self.hands)]


def a_choice(rng, told, texts):
    """Whatever lays most; sometimes anything."""
    if rng.random() < 0.1:
        return rng.choice(texts)
    weights = {"meld": 8, "lay": 8, "swap": 12, "add": 3, "done": 6, "discard": 1, "draw": 4, "take": 2}
    dear = []
    for text in texts:
        verb = text.split()[0]
        weight = weights[verb]
        if verb == "take" and told.options["top_card"] == "kept" and text == f"take {told.discards[-1]}":
            weight = 1
        elif verb == "take":
            weight = 6
        elif verb == "draw" and not told.stock:
            weight = 1
        dear.append(weight)
    return rng.choices(texts, dear)[0]


def same(state, told, number):
    """Asserts that everything that can be seen is as told."""
    assert (state.round, state.turn, state.phase) == (number, told.turn, "turns")
    view = state.view(told.turn)
    assert sorted(view.hand) == sorted(told.hands[told.turn])
    assert view.hand_sizes == tuple(map(len, told.hands))
    assert (view.discards, view.stock) == (tuple(told.discards), len(told.stock))
    assert view.must_use == told.only()
    assert view.under_way == (() if told.building is None else tuple(card for card, _ in told.building[1]))
    assert [(meld.shape, meld.owner, meld.pieces, meld.stands_for) for meld in view.melds] == [
        (meld.kind, meld.owner, tuple(card for card, _ in meld.cards),
         tuple(meant or card for card, meant in meld.cards))
        for meld in told.melds]
    other = (told.turn + 1) % told.players
    blind = state.view(other)
    assert blind.legal_moves == ()
    assert [hand is None for hand in blind.hands] == [seat != other for seat in range(told.players)]


def refused(rng, state, told, pack):
    """Asserts of some moves that are not legal why they are not."""
    legal = told.legal()
    hand = told.hands[told.turn]
    if told.building is not None:
        return
    if not told.drawn:
        for card in set(told.discards):
            if f"take {card}" not in legal:
                assert state.why_illegal(f"take {card}").code == "cannot-use"
        assert state.why_illegal(f"take {rng.choice([card for card in pack if card not in told.discards])}").code == (
            "not-face-up")
    elif told.duty is not None:
        assert state.why_illegal(f"discard {hand[0]}").code == "not-this-step"
        for text, _ in told.new_melds(hand, None):
            if text not in legal:
                assert state.why_illegal(text).code == "must-use"
    else:
        assert state.why_illegal(f"discard {rng.choice([card for card in pack if card not in hand])}").code == (
            "not-in-hand")
        if f"discard {told.kept}" not in legal and told.kept in hand:
            assert state.why_illegal(f"discard {told.kept}").code == "not-the-kind-taken"
        if told.keep:
            for text in {text for text, cards in all_melds(tuple(sorted(hand))) if len(cards) == len(hand)} - legal:
                assert state.why_illegal(text).code == "must-keep-one"
        for number in range(len(told.melds)):
            card = rng.choice(hand)
            text = f"lay {card} on {number + 1}"
            if text not in legal and len(hand) > told.keep and card != JOKER:
                assert state.why_illegal(text).code == (
                    "no-lay-off" if told.options["lay_off"] == "own_melds" and told.melds[number].owner != told.turn
                    else "does-not-fit")


def beside(seed, players, jokers, options, moves):
    """Plays a match beside the second reading; says what was seen, how often, and how many moves that took."""
    rng = random.Random(seed)
    given = {name: value for name, value in options.items() if jokers or name not in ("swap", "joker")}
    game = tilegames.load("rummy-500", players=players, variants=["jokers"] if jokers else [], **given)
    dealer, pack = rng.randrange(players), pack_of(players, jokers)
    each = 7 if players > 2 else options["hand_of_two"]
    deals = []
    for _ in range(min(options["match_limit"], 30)):
        order = pack.copy()
        rng.shuffle(order)
        deals.append(([order[seat * each:seat * each + each] for seat in range(players)], order[players * each:]))
    state = game.new_state(deal=[game.deal(hands=hands, stock=stock, dealer=dealer) for hands, stock in deals], seed=1)
    totals, seen, count = [0] * players, Counter(), 0
    for number, (hands, stock) in enumerate(deals):
        told = Round(hands, stock[0], stock[1:], dealer, options, jokers)
        while told.ending is None:
            same(state, told, number)
            texts = [str(move) for move in state.legal_moves]
            assert len(set(texts)) == len(texts)
            assert set(texts) == told.legal()
            if rng.random() < 0.25:
                refused(rng, state, told, pack)
            text = a_choice(rng, told, sorted(texts))
            state = state.play(text)
            told.play(text)
            count += 1
        seen += told.seen + Counter({told.ending: 1, f"{players} players": 1})
        account = told.account()
        for seat, lines in enumerate(account):
            entered = Counter()
            for event in state.score_events:
                if (event.round, event.side) == (number, seat):
                    entered[event.rule] += event.amount
            assert {rule: amount for rule, amount in entered.items() if amount} == {
                rule: amount for rule, amount in lines.items() if amount}
            totals[seat] += sum(lines.values())
        assert state.scores == tuple(totals)
        assert next(event.seat for event in reversed(state.events) if event.kind == "round") == told.winner
        best = [seat for seat, total in enumerate(totals) if total == max(totals)]
        seen["level"] += len(best) > 1
        reached = max(totals) >= options["target"] and (len(best) == 1 or options["ties"] != "play_on")
        last = number + 1 == options["match_limit"]
        assert state.is_over == (reached or last)
        if state.is_over:
            seen["reached" if reached else "rounds"] += 1
            assert state.outcome.termination == ("reached" if reached else "rounds")
            if options["ties"] == "out_last" and told.winner in best:
                best = [told.winner]
            assert state.outcome.winners == tuple(best)
            break
        dealer = (dealer + 1) % players
        if count > moves:
            break
    return seen, count


#: Everything that must have come up in a run.
WANTED = {"draw", "take", "deep", "top with a duty", "meld", "add", "done", "lay", "swap", "discard", "set", "low ace",
          "high ace", "joker", "meld of duty", "lay of duty", "lay joker", "lay low ace", "lay on another's", "out",
          "exhausted", "out by meld", "out by lay", "out by discard", "nothing to draw", "round limit",
          "last of the stock", "reached", "rounds"}


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
def test_random_games(part):
    """Legal moves, hands, table, lines of the account and endings, for all player counts and options at random."""
    seen, number, count = Counter(), 0, 0
    wanted = WANTED | {f"{players} players" for players in range(2, 9)}
    # What is rare may take a little longer.
    while count < MOVES // 2 or (count < MOVES and not all(seen[name] for name in wanted)):
        rng = random.Random(part * 1_000_000 + number)
        options = {name: rng.choice(values) for name, values in OPTIONS.items()}
        if number % 3 == 0:
            options = DEFAULTS
        found, played = beside(rng.random(), 2 + number % 7, (number + number // 7) % 3 > 0, options, 600)
        seen, number, count = seen + found, number + 1, count + played
    assert {name for name in wanted if not seen[name]} == set()


@pytest.mark.parametrize("cards", [("AS", "2S", "3S"), ("JS", "QS", "KS", "AS"), ("7C", "7D", "7H")])
def test_the_second_reading_knows_a_meld(cards):
    """What it lists first of all is what the cards are."""
    assert [tuple(card for card, _ in meld) for _, meld in all_melds(tuple(sorted(cards)))
            if len(meld) == len(cards)] == [cards]
