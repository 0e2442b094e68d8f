"""A second reading of Cap-It: plain lists of card names that share no code with the game.

It knows whole melds only. Whether a meld may be begun, what may go on with it and whether it may stay as it is follows
from looking at every way to complete it, and at every way to lay the rest of the contract after it.
"""

from collections import Counter
from functools import lru_cache
from itertools import combinations, permutations

JOKER = "joker"
SUITS = "CDHS"
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
CARDS = [rank + suit for suit in SUITS for rank in RANKS]
CONTRACTS = [("set 3", "set 3"), ("set 3", "run 4"), ("run 4", "run 4"), ("set 3", "set 3", "set 3")]
FIFTH = {"run3_run7": ("run 3", "run 7"), "set3_run7": ("set 3", "run 7"), "set3_set7": ("set 3", "set 7"),
         "run5_run5": ("run 5", "run 5")}
#: Whether a card is wild.
wild = frozenset([JOKER, *("2" + suit for suit in SUITS)]).__contains__


def in_set(card):
    """The order in which a set is laid: natural cards by suit, then twos by suit, then jokers."""
    return wild(card), card == JOKER, card[-1]


def without(hand, cards):
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return tuple(rest)


@lru_cache(1 << 12)
def choices(cards, number):
    """Every different choice of so many cards from a sorted tuple."""
    return sorted(set(combinations(cards, number)))


class Rules:
    """What the options make of the melds."""

    def __init__(self, options):
        self.line = [*(["A"] if options["ace"] == "high_or_low" else []), *RANKS]
        self.largest_set = 4 if options["sets"] == "one_of_a_suit" else 999
        self.once = options["sets"] == "one_of_a_suit"
        self.naturals = 1 if options["naturals"] == "one" else 0
        self.contracts = [tuple(tuple(item.split()) for item in contract)
                          for contract in [*CONTRACTS, FIFTH[options["r5"]]]]
        self.lines = {suit: [rank + suit for rank in self.line] for suit in SUITS}
        self.sets = [("set", rank) for rank in RANKS[1:]]
        self.runs = [("run", suit, low, size) for suit in SUITS for low in range(len(self.line))
                     for size in range(3, min(13, len(self.line) - low) + 1)]
        self.wanted = {run: frozenset(self.places(run)) for run in self.runs}
        self.can_lay = lru_cache(1 << 16)(self._can_lay)

    def text(self, begun):
        if begun[0] == "set":
            return f"meld set {begun[1]}"
        places = self.places(begun)
        return f"meld run {places[0]}-{places[-1]}"

    def places(self, run):
        _, suit, low, size = run
        return self.lines[suit][low:low + size]

    def begins(self, hand, shape=None, size=None):
        """The melds that a hand might have cards enough for; of a shape, and of a size if it is a run."""
        held, wilds = set(hand), sum(map(wild, hand))
        ranks = Counter(card[:-1] for card in hand)
        if shape != "run":
            yield from (one for one in self.sets if ranks[one[1]] + wilds >= (size or 3))
        for one in self.runs if shape != "set" else ():
            if size in (None, one[3]) and len(held & self.wanted[one]) + wilds >= one[3]:
                yield one

    def endings(self, begun, laid, hand, exactly=None):
        """Every way to complete a meld of which some cards are laid: the cards of the hand that it takes.

        Args:
            begun: the meld as it was begun.
            laid: the cards laid so far, in order.
            hand: the cards to complete it from.
            exactly: how many cards it shall have in the end; if not given, any number.
        """
        if begun[0] == "set":
            yield from self._sets(begun[1], laid, hand, exactly)
        elif exactly in (None, begun[3]):
            places = self.places(begun)
            natural = sum(card == place for card, place in zip(laid, places, strict=False))
            yield from self._runs(places[len(laid):], natural, hand)

    def _sets(self, rank, laid, hand, exactly):
        own = sorted((card for card in hand if card[:-1] == rank), key=in_set)
        wilds = sorted(filter(wild, hand), key=in_set)
        natural = sum(not wild(card) for card in laid)
        if laid and wild(laid[-1]):
            own = []
            wilds = [card for card in wilds if in_set(card) >= in_set(laid[-1])]
        elif laid:
            own = [card for card in own if in_set(card) > in_set(laid[-1]) or (card == laid[-1] and not self.once)]
        if self.once:
            own = list(dict.fromkeys(own))
        for number in range(len(own), -1, -1):
            if natural + number < self.naturals:
                continue
            for some in choices(tuple(own), number):
                for others in range(len(wilds) + 1):
                    size = len(laid) + number + others
                    if 3 <= size <= self.largest_set and exactly in (None, size):
                        for more in choices(tuple(wilds), others):
                            yield some + more

    def _runs(self, places, natural, hand):
        held = [place for place in places if place in hand]
        for number in range(len(held), -1, -1):
            if natural + number < self.naturals:
                continue
            for some in combinations(held, number):
                wilds = tuple(sorted(filter(wild, without(hand, some))))
                if len(places) - number <= len(wilds):
                    for more in choices(wilds, len(places) - number):
                        yield some + more

    def _can_lay(self, hand, items):
        """Whether a sorted hand has all the melds of a contract at once; larger ones would do, but need not."""
        if sum(int(size) for _, size in items) > len(hand):
            return False
        if not items:
            return True
        shape, size = items[0]
        return any(self.can_lay(without(hand, cards), items[1:])
                   for begun in self.begins(hand, shape, int(size))
                   for cards in self.endings(begun, (), hand, int(size)))


class Meld:
    """A meld on the table."""

    def __init__(self, rules, begun, cards, owner):
        self.rules, self.kind, self.name, self.cards, self.owner = rules, begun[0], begun[1], list(cards), owner
        self.low = begun[2] if self.kind == "run" else None

    def meant(self):
        """What each card counts as; a wild card of a set as itself."""
        if self.kind == "set":
            return list(self.cards)
        return self.rules.lines[self.name][self.low:self.low + len(self.cards)]

    def open_suits(self):
        """The natural cards that still go into a set."""
        return [self.name + suit for suit in SUITS if not self.rules.once or self.name + suit not in self.cards]

    def lay_offs(self, hand):
        """By text: the card, and the end that it goes to."""
        found = {}
        if self.kind == "set":
            if len(self.cards) < self.rules.largest_set:
                found = {f"lay {card}": (card, "set") for card in hand if wild(card) or card in self.open_suits()}
        elif len(self.cards) < 13:
            line = self.rules.lines[self.name]
            for at, end in ((self.low - 1, "low"), (self.low + len(self.cards), "high")):
                if 0 <= at < len(line):
                    place = f"low {line[at]}" if at == 0 and line[0] == line[-1] else line[at]
                    for card in hand:
                        if card == line[at]:
                            found[f"lay {place}"] = (card, end)
                        elif wild(card):
                            found[f"lay {card}={place}"] = (card, end)
        return found

    def add(self, card, end):
        if end == "low":
            self.cards.insert(0, card)
            self.low -= 1
        else:
            self.cards.append(card)
        if end == "set":
            self.cards.sort(key=in_set)

    def swaps(self, hand):
        """By text: the natural card, the wild one, and where that lies."""
        found = {}
        for at, (card, place) in enumerate(zip(self.cards, self.meant(), strict=True)):
            if not wild(card) or (self.kind == "run" and (card == place or (card != JOKER and place[:-1] == "2"))):
                continue
            for natural in {place} if self.kind == "run" else self.open_suits():
                if natural in hand:
                    found.setdefault(f"swap {natural} for {card}", (natural, card, at))
        return found

    def exchange(self, natural, at):
        self.cards[at] = natural
        if self.kind == "set":
            self.cards.sort(key=in_set)


class Round:
    """One round as the rules tell it."""

    def __init__(self, rules, options, number, hands, stock, dealer):
        self.rules, self.options = rules, options
        self.contract = rules.contracts[number]
        #: Every way to pick so many parts of the contract, in every order, with the parts left.
        self.partings = [sorted({(tuple(self.contract[at] for at in order), tuple(sorted(
            item for at, item in enumerate(self.contract) if at not in order)))
            for order in permutations(range(len(self.contract)), size)}) for size in range(len(self.contract) + 1)]
        self.hands = [list(hand) for hand in hands]
        self.players = len(hands)
        under = []
        while wild(stock[0]):
            under.append(stock.pop(0))
        self.discards, self.stock = [stock.pop(0)], stock + under
        self.melds, self.down, self.served = [], set(), []
        self.turn = (dealer + 1) % self.players
        self.drawn, self.taken, self.building, self.duty = False, None, None, None
        self.turns, self.ending, self.winner = 0, None, None
        self.seen = Counter({"wild card under the stock": len(under)})

    @property
    def hand(self):
        return self.hands[self.turn]

    # What is possible

    def serves(self, shape, size, rest):
        """Whether a meld, with those that lie of the contract, leaves a contract that can be laid from the rest."""
        melds = [*self.served, (shape, size)]
        return any(all(mine[0] == item[0] and mine[1] >= int(item[1])
                       for mine, item in zip(melds, some, strict=True)) and self.rules.can_lay(rest, others)
                   for some, others in self.partings[len(melds)])

    def can_finish(self, begun, laid, hand, duty):
        """Whether a meld can be completed with what is to be in it and what is to follow it."""
        hand = tuple(sorted(hand))
        for cards in self.rules.endings(begun, laid, hand):
            if duty is not None and duty not in laid and duty not in cards:
                continue
            if self.turn in self.down or self.serves(begun[0], len(laid) + len(cards), without(hand, cards)):
                return True
        return False

    def begins(self, hand, duty):
        if self.turn not in self.down and not self.served and not self.rules.can_lay(
                tuple(sorted(hand)), tuple(sorted(self.contract))):
            return {}
        return {self.rules.text(begun): begun for begun in self.rules.begins(hand)
                if self.can_finish(begun, (), hand, duty)}

    def lay_offs(self, hand, only=None, barred=None):
        """By text: the number of the meld, the card, and the end that it goes to."""
        if self.turn not in self.down:
            return {}
        return {f"{text} on {number + 1}": (number, card, end)
                for number, meld in enumerate(self.melds) if number != barred
                for text, (card, end) in meld.lay_offs(dict.fromkeys(hand)).items() if only in (None, card)}

    def swaps(self):
        """By text: the number of the meld, the natural card, the wild one, and where that lies."""
        found = {}
        for number, meld in enumerate(self.melds if self.turn in self.down else ()):
            for text, (natural, freed, at) in meld.swaps(set(self.hand)).items():
                hand = [*without(self.hand, [natural]), freed]
                if self.lay_offs(hand, freed, number) or self.begins(hand, freed):
                    found[f"{text} on {number + 1}"] = number, natural, freed, at
        return found

    def said(self, card):
        """How a card is called that goes on with the meld under way."""
        begun, laid = self.building
        place = card if begun[0] == "set" else self.rules.places(begun)[len(laid)]
        return f"add {card}" if card == place else f"add {card}={place}"

    def going_on(self):
        """By text: the card that may come next in the meld under way; None to leave it as it is."""
        begun, laid = self.building
        hand, duty = self.hand, self.duty[0] if self.duty else None
        found = {}
        for card in set(hand):
            if begun[0] == "set":
                after = bool(laid) and in_set(card) < in_set(laid[-1])
                twice = card in laid and not wild(card) and self.rules.once
                if after or twice or len(laid) == self.rules.largest_set or not (wild(card) or card[:-1] == begun[1]):
                    continue
            elif card != self.rules.places(begun)[len(laid)] and not wild(card):
                continue
            if self.can_finish(begun, (*laid, card), without(hand, [card]), duty):
                found[self.said(card)] = card
        natural = sum(not wild(card) for card in laid)
        if begun[0] == "set" and len(laid) >= 3 and natural >= self.rules.naturals and (
                duty is None or duty in laid) and (
                self.turn in self.down or self.serves("set", len(laid), tuple(sorted(hand)))):
            found["done"] = None
        return found

    def puts_down(self):
        hand = set(self.hand)
        if self.options["discard_taken"] == "refused":
            self.seen["not straight back"] += self.taken in hand
            hand = (hand - {self.taken}) or hand
        return {f"discard {card}" for card in hand}

    def legal(self):
        if self.building is not None:
            return set(self.going_on())
        if not self.drawn:
            return {f"take {self.discards[-1]}", "push"}
        if self.duty is not None:
            return set(self.begins(self.hand, self.duty[0])) | set(self.lay_offs(self.hand, *self.duty))
        if self.served:
            return set(self.begins(self.hand, None))
        return set(self.begins(self.hand, None)) | set(self.lay_offs(self.hand)) | set(self.swaps()) | self.puts_down()

    # What is done

    def play(self, text):
        verb = text.split()[0]
        self.seen[verb] += 1
        if verb == "push":
            self.push()
        elif verb == "take":
            self.taken = self.discards.pop()
            self.hand.append(self.taken)
            self.drawn = True
        elif verb == "meld":
            self.building = self.begins(self.hand, self.duty[0] if self.duty else None)[text], ()
            self.go_on()
        elif verb == "done":
            self.finish()
        elif verb == "add":
            self.put(self.going_on()[text])
            self.go_on()
        elif verb == "lay":
            self.lay(*self.lay_offs(self.hand, *(self.duty or ()))[text])
        elif verb == "swap":
            number, natural, freed, at = self.swaps()[text]
            self.seen[f"swap in a {self.melds[number].kind}"] += 1
            self.seen["swap a joker for a two"] += natural[:-1] == "2"
            self.hands[self.turn] = [*without(self.hand, [natural]), freed]
            self.melds[number].exchange(natural, at)
            self.duty = freed, number
        else:
            self.discard(text.removeprefix("discard "))
        if self.drawn and not self.hand and self.building is None and not self.ending:
            self.out(verb)

    def push(self):
        if len(self.stock) < 2:
            self.seen[f"push at stock {len(self.stock)}"] += 1
        if not self.stock:
            self.ending = "exhausted"
            return
        self.hands[(self.turn + 1) % self.players] += [self.discards.pop(), self.stock.pop(0)]
        if not self.stock:
            self.ending = "exhausted"
            return
        self.hand.append(self.stock.pop(0))
        self.drawn = True

    def put(self, card):
        begun, laid = self.building
        self.hand.remove(card)
        self.building = begun, (*laid, card)

    def go_on(self):
        """What can only be done in one way is done."""
        while True:
            begun, laid = self.building
            if begun[0] == "run" and len(laid) == begun[3]:
                self.finish()
                return
            ways = self.going_on()
            if len(ways) > 1:
                return
            assert ways, "a meld was begun that cannot be finished"
            if "done" in ways:
                self.finish()
                return
            self.put(next(iter(ways.values())))

    def finish(self):
        begun, laid = self.building
        meld = Meld(self.rules, begun, laid, self.turn)
        self.melds.append(meld)
        self.seen[f"new {meld.kind}"] += 1
        self.seen["new meld of a freed card"] += self.duty is not None
        self.seen["all wild"] += all(map(wild, laid)) and (meld.kind == "set" or laid != tuple(meld.meant()))
        self.seen["low ace"] += meld.low == 0 and len(self.rules.line) == 14
        self.seen["natural two"] += meld.kind == "run" and any(
            wild(card) and card == place for card, place in zip(laid, meld.meant(), strict=True))
        if self.turn not in self.down:
            self.served.append((begun[0], len(laid)))
            self.seen["larger than asked for"] += all(len(laid) > int(size) for shape, size in self.contract
                                                      if shape == begun[0])
            if len(self.served) == len(self.contract):
                self.served = []
                self.down.add(self.turn)
                self.seen["contract " + " ".join(map("".join, self.contract))] += 1
        self.building = self.duty = None

    def lay(self, number, card, end):
        meld = self.melds[number]
        self.hand.remove(card)
        meld.add(card, end)
        self.seen[f"lay {'wild ' if wild(card) else ''}{end}"] += 1
        self.seen["lay on another's"] += meld.owner != self.turn
        self.seen["lay a freed card"] += self.duty is not None
        self.seen["lay low ace"] += meld.low == 0 and len(self.rules.line) == 14 and end == "low"
        self.duty = None

    def out(self, verb):
        self.ending, self.winner = "out", self.turn
        self.seen[f"out by {'meld' if verb in ('add', 'done') else verb}"] += 1

    def discard(self, card):
        assert not self.discards
        self.seen["discard wild"] += wild(card)
        self.hand.remove(card)
        self.discards.append(card)
        if not self.hand:
            self.out("discard")
            return
        self.drawn, self.taken = False, None
        self.turns += 1
        if self.turns == self.options["round_limit"] * self.players:
            self.seen["round limit"] += 1
            self.ending = "exhausted"
            return
        self.turn = (self.turn + 1) % self.players

    def account(self):
        two = int(self.options["two"])
        worth = {"A": 15, "2": two, **dict.fromkeys(["K", "Q", "J", "10"], 10)}
        return [sum(20 if card == JOKER else worth.get(card[:-1], 5) for card in hand) for hand in self.hands]


class Money:
    """The stakes of a match."""

    def __init__(self, players, ante, share):
        self.players, self.share = players, share
        self.pot, self.won = ante * players, [-ante] * players

    def pay(self, seats, amount):
        for seat in seats:
            self.pot -= amount
            self.won[seat] += amount
