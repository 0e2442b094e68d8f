"""Plays OpenSpiel's gin_rummy at random and tells every step: the peer's half of ``compare_gin.py``.

It runs in an environment with ``open-spiel`` and without tilegames. Each line of stdin asks for some games of one
setting, ``{"params": {"knock_card": 5}, "seed": 7, "games": 100}``; the answer is one line, a list of games. The game
of seed s is dealt and played by ``random.Random(s)`` alone, so that any game can be seen again by itself. Cards are
rank and suit, ``QS``, ``10H``.

    hands     the hands as dealt, by player
    stock     the rest of the pack in the order in which it is turned up and drawn
    steps     for each decision: the player, the stage, the legal actions, which of them was taken, and with a knock on
              offer the cards that might be discarded with it
    deadwood  what is left to each player at the end
    returns   what the game says that each player has won

The stages: ``offer`` of the first upcard, ``draw``, ``discard``, ``wall`` (may the last discard be knocked with?),
``knock`` (the discard after it), ``lay`` (the knocker's melds), ``off`` (the other's lay-offs), ``meld`` (the other's
melds). The actions: a card to discard or to lay off, the cards of a meld with spaces between them, and the words
``upcard``, ``stock``, ``pass`` and ``knock``.

Deals and play are of several kinds (:data:`KINDS`), because at random hardly anybody gets melds, and nobody gin, goes
to the end of the stock, or takes discards all the time.
"""

from __future__ import annotations

import json
import random
import sys
from typing import NamedTuple

RANKS, SUITS = "A23456789TJQK", "SCDH"
DECK = tuple(rank + suit for suit in SUITS for rank in RANKS)
#: The actions that are no cards and no melds.
UPCARD, STOCK, PASS, KNOCK, MELDS = 52, 53, 54, 55, 56
WORDS = {UPCARD: "upcard", STOCK: "stock", PASS: "pass", KNOCK: "knock"}


class Kind(NamedTuple):
    """How both players play.

    Attributes:
        knock: how often they knock when they may; None for as often as anything else.
        gin: whether only with nothing left over.
        rash: whether only where the other has no more left over.
        keen: how often a card is kept for a meld, and taken for one.
        take: how often they take the upcard else; None for as often as anything else.
        back: how often they put the card back that they took.
        lay: how often a meld or a card is laid rather than none; with ``gin`` and ``rash`` only such
            as leave the least.
    """

    knock: float | None = None
    gin: bool = False
    rash: bool = False
    keen: float = 0.0
    take: float | None = None
    back: float | None = None
    lay: float | None = None


KINDS = (
    Kind(),
    Kind(knock=0.7, keen=0.9, lay=0.9),
    Kind(knock=0.15, keen=1.0, back=0.0, lay=0.8),
    Kind(knock=0.6, gin=True, keen=1.0, back=0.0, lay=1.0),
    # None but at the wall.
    Kind(knock=0.0, keen=0.9, back=0.1, lay=0.9),
    # The upcard goes to and fro.
    Kind(knock=0.5, keen=0.5, take=0.8, back=0.4, lay=0.9),
    Kind(knock=0.0, take=1.0, back=0.0),
    Kind(knock=0.9, rash=True, keen=1.0, back=0.0, lay=1.0),
)


def shown(name: str) -> str:
    """A card with its ten in figures."""
    return name.replace("T", "10")


def dealt(rnd: random.Random, suits: bool) -> list[int]:
    """A shuffled pack; where suits are wanted, with much of the same suit together."""
    deck = list(range(52))
    rnd.shuffle(deck)
    if suits:
        deck.sort(key=lambda card: card // 13 + 2 * rnd.random())
        at = rnd.randrange(52)
        deck = deck[at:] + deck[:at]
    return deck


def mates(card: int, others: list[int]) -> int:
    """How many of some cards could be in a meld with a card."""
    return sum(card != other and (card % 13 == other % 13 or (card // 13 == other // 13 and abs(card - other) <= 2))
               for other in others)


class Player:
    """Both players of one game: they choose by lot, as their kind has it."""

    def __init__(self, rnd: random.Random, kind: Kind, utils) -> None:
        self.rnd = rnd
        self.kind = kind
        self.utils = utils
        #: The upcard that was just taken, or -1.
        self.taken = -1

    def does(self, chance: float | None) -> bool | None:
        return None if chance is None else self.rnd.random() < chance

    def choose(self, state, stage: str, legal: list[int]) -> int:
        """The action that is taken."""
        found = getattr(self, stage, self.down)(state, legal)
        return self.rnd.choice(legal) if found is None else found

    def offer(self, state, legal: list[int]) -> int | None:
        return self.draw(state, legal)

    def draw(self, state, legal: list[int]) -> int | None:
        if UPCARD not in legal:
            return None
        up = state.upcard()
        other = legal[legal.index(UPCARD) - 1]
        keen = self.rnd.random() < self.kind.keen
        takes = (keen and mates(up, state.hands()[state.current_player()]) > 1) or self.does(self.kind.take)
        self.taken = up if takes else -1
        return None if takes is None and not keen else UPCARD if takes else other

    def wall(self, state, legal: list[int]) -> int | None:
        return KNOCK if KNOCK in legal and self.rnd.random() < 0.8 else None

    def discard(self, state, legal: list[int]) -> int | None:
        mover = state.current_player()
        hand = state.hands()[mover]
        left, other = state.deadwood()[mover], state.deadwood()[1 - mover]
        wanted = (left == 0 or not self.kind.gin) and (left >= other or not self.kind.rash)
        if KNOCK in legal and wanted and self.does(self.kind.knock):
            return KNOCK
        if self.taken in hand:
            back = self.does(self.kind.back)
            if back:
                return self.taken
            if back is False:
                hand = [card for card in hand if card != self.taken]
        if self.rnd.random() < self.kind.keen:
            return min(hand, key=lambda card: (mates(card, state.hands()[mover]), -min(card % 13, 9), card))
        return None if self.kind.knock is None else self.rnd.choice(hand)

    def knock(self, state, legal: list[int]) -> int | None:
        if self.rnd.random() >= self.kind.keen:
            return None
        hand = state.hands()[state.current_player()]
        return min(legal, key=lambda card: self.utils.min_deadwood([other for other in hand if other != card]))

    def down(self, state, legal: list[int]) -> int | None:
        if len(legal) == 1 or PASS not in legal:
            return None
        lays = self.does(self.kind.lay)
        if lays is None:
            return None
        laid = [action for action in legal if action != PASS]
        if (self.kind.gin or self.kind.rash) and laid[-1] >= MELDS:
            best = self.utils.best_meld_group(state.hands()[state.current_player()])
            laid = [MELDS + self.utils.meld_to_int(meld) for meld in best]
        return self.rnd.choice(laid) if lays else PASS


def stage_of(state, phase) -> str:
    """What kind of decision it is."""
    if state.current_phase() == phase.KNOCK:
        return "knock" if len(state.hands()[state.current_player()]) == 11 else "lay"
    if state.current_phase() == phase.LAYOFF:
        return "meld" if state.finished_layoffs() else "off"
    return {phase.FIRST_UPCARD: "offer", phase.DRAW: "draw", phase.DISCARD: "discard",
            phase.WALL: "wall"}[state.current_phase()]


def played(game, gin, utils, seed: int) -> dict:
    """One game."""
    rnd = random.Random(seed)
    deck = dealt(rnd, suits=seed // len(KINDS) % 2 == 1)
    player = Player(rnd, KINDS[seed % len(KINDS)], utils)
    state = game.new_initial_state()
    left = iter(deck)
    steps: list[list] = []

    def name(action: int) -> str:
        cards = [action] if action < 52 else utils.int_to_meld[action - MELDS] if action >= MELDS else []
        return " ".join(shown(DECK[card]) for card in cards) or WORDS[action]

    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(next(left))
            continue
        legal, stage = state.legal_actions(), stage_of(state, gin.Phase)
        taken = player.choose(state, stage, legal)
        knocks = state.child(KNOCK).legal_actions() if KNOCK in legal else []
        steps.append([state.current_player(), stage, list(map(name, legal)), legal.index(taken),
                      list(map(name, knocks))])
        state.apply_action(taken)
    cards = [shown(DECK[card]) for card in deck]
    return {"seed": seed, "hands": [cards[:10], cards[10:20]], "stock": cards[20:], "steps": steps,
            "deadwood": list(state.deadwood()), "returns": [int(amount) for amount in state.returns()]}


def main() -> None:
    """Answers requests until stdin is closed."""
    # Here, so that whoever only reads this file needs no peer.
    import pyspiel

    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    for line in sys.stdin:
        asked = json.loads(line)
        game = pyspiel.load_game("gin_rummy", asked["params"])
        seeds = range(asked["seed"], asked["seed"] + asked["games"])
        print(json.dumps([played(game, pyspiel.gin_rummy, utils, seed) for seed in seeds],
                         separators=(",", ":")), flush=True)


if __name__ == "__main__":
    main()
