"""A plain judge of melds that shares nothing with the engine: cards are names, hands are lists, everything is tried.

A meld is written as ("set" or "run", tuple of (card, what it stands for)); in a set every wild card stands for "".
"""

from collections import Counter
from itertools import combinations, product


class Rules:
    """What melds there are: the order of ranks, which cards are wild, and the conditions of sets and runs."""

    def __init__(self, order, wild=(), low=3, set_high=4, distinct=True, naturals=0, either_end=False):
        self.order, self.wild, self.low, self.set_high = list(order), set(wild), low, set_high
        self.distinct, self.naturals, self.either_end = distinct, naturals, either_end

    def is_wild(self, card):
        return (card if card == "joker" else card[:-1]) in self.wild

    def sets(self, hand):
        """Every set that can be made of a hand."""
        held = Counter(hand)
        wilds = sorted(card for card in held.elements() if self.is_wild(card))
        found = set()
        for rank in self.order:
            if rank in self.wild:
                continue
            plain = sorted(card for card in held.elements() if card != "joker" and card[:-1] == rank)
            for number in range(len(plain) + 1):
                for some in set(combinations(plain, number)):
                    if number < self.naturals or (self.distinct and len({card[-1] for card in some}) < number):
                        continue
                    for more in range(len(wilds) + 1):
                        size = number + more
                        if size < self.low or size > self.set_high:
                            continue
                        for extra in set(combinations(wilds, more)):
                            cards = (*((card, card) for card in some), *((card, "") for card in extra))
                            found.add(("set", rank, cards))
        return found

    def runs(self, hand):
        """Every run that can be made of a hand."""
        held = Counter(hand)
        wilds = {card for card in held if self.is_wild(card)}
        line = [*self.order, self.order[0]] if self.either_end == "first" else (
            [self.order[-1], *self.order] if self.either_end else self.order)
        found = set()
        for suit in "CDHS":
            for start in range(len(line)):
                for size in range(self.low, min(len(line) - start, len(self.order)) + 1):
                    places = [rank + suit for rank in line[start:start + size]]
                    choices = [[card for card in {place, *wilds} if held[card]] for place in places]
                    need = sum(1 for place in places if not (held[place] and place not in wilds))
                    if need > sum(held[card] for card in wilds) or not all(choices):
                        continue
                    for cards in product(*choices):
                        natural = sum(card == place for card, place in zip(cards, places, strict=True))
                        if natural >= self.naturals and not Counter(cards) - held:
                            found.add(("run", (start, suit), tuple(zip(cards, places, strict=True))))
        return found

    def melds(self, hand):
        return self.sets(hand) | self.runs(hand)

    def contract(self, hand, items):
        """Whether all items (kind, least size) can be laid of one hand."""
        if not items:
            return True
        kind, size = items[0]
        made = self.sets(hand) if kind == "set" else self.runs(hand)
        # More cards than needed never help.
        return any(len(cards) == size and self.contract(list((Counter(hand) - Counter(c for c, _ in cards)).elements()),
                                                        items[1:])
                   for _, _, cards in sorted(made, key=str))
