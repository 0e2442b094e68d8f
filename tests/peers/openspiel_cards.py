"""Plays OpenSpiel's hearts and oh_hell at random and tells every step: the peer's half of ``compare_cards.py``.

It runs in an environment with ``open-spiel`` and without tilegames. Each line of stdin asks for some games of one
setting, ``{"game": "hearts", "params": {"jd_bonus": true}, "seed": 7, "games": 100}``; the answer is one line, a list
of games. The game of seed s is dealt and played by ``random.Random(s)`` alone, so that any game can be seen again by
itself. Cards are rank and suit, ``QS``, ``10H``.

    hands    the hands as dealt, by player
    chance   hearts: the number of the direction of passing (0 none, 1 left, 2 across, 3 right); oh_hell: the dealer and
             the card turned up
    steps    for each decision: the player, the phase (pass, bid or play), the legal actions, and which of them was
             taken
    returns  what the game says that each player has won

Deals and play are of several kinds (:data:`KINDS`), because what is rare at random has to be seen, too: hands of one
suit, and a player who takes all the tricks.
"""

from __future__ import annotations

import json
import random
import sys

RANKS = "23456789TJQKA"
#: How a game is dealt: at random; with long suits; each player one suit, but for some exchanged cards; the best cards
#: of every suit to one player. In the last one that player plays the highest cards and the others their lowest.
KINDS = ("random", "random", "long", "suits", "strong")


def dealt(rnd: random.Random, kind: str, cards: tuple[str, ...], players: int, size: int) -> list[str]:
    """The cards in the order of the hands, player after player, then the rest."""
    deck = list(cards)
    rnd.shuffle(deck)
    if kind == "long":
        deck.sort(key=lambda card: "CDHS".index(card[1]) + 1.5 * rnd.random())
    elif kind == "suits":
        deck.sort(key=lambda card: card[1])
        for _ in range(rnd.randrange(3)):
            one, two = rnd.randrange(len(deck)), rnd.randrange(len(deck))
            deck[one], deck[two] = deck[two], deck[one]
    elif kind == "strong":
        deck.sort(key=lambda card: -RANKS.index(card[0]) + 2 * rnd.random())
        others = deck[size:]
        rnd.shuffle(others)
        deck = deck[:size] + others
    hands = [deck[player * size:player * size + size] for player in range(players)]
    first = rnd.randrange(players)
    hands = hands[first:] + hands[:first]
    return [card for hand in hands for card in hand] + deck[players * size:]


class Hearts:
    """How their hearts is dealt, and how it tells its actions."""

    players, size = 4, 13
    deck = tuple(rank + suit for rank in RANKS for suit in "CDHS")

    def __init__(self, params: dict) -> None:
        self.passes = params.get("pass_cards", True)

    def deal(self, state, rnd: random.Random, kind: str) -> tuple[list[str], list]:
        """Deals; returns the cards by hand and what else chance decided."""
        # Without passing their chance node has all four directions still, and does pass.
        direction = rnd.randrange(4) if self.passes else 0
        state.apply_action(direction)
        cards = dealt(rnd, kind, self.deck, 4, 13)
        for number in range(52):  # one card at a time, player 0 first
            state.apply_action(self.deck.index(cards[number % 4 * 13 + number // 4]))
        self.passing = 12 if direction else 0
        return cards, [direction]

    def phase(self, step: int, action: int) -> str:
        return "pass" if step < self.passing else "play"

    def name(self, action: int) -> str:
        return self.deck[action]


class OhHell:
    """How their oh_hell is dealt, and how it tells its actions."""

    deck = tuple(rank + suit for rank in RANKS for suit in "CDSH")

    def __init__(self, params: dict) -> None:
        self.players, self.size = params["players"], params["num_tricks_fixed"]

    def deal(self, state, rnd: random.Random, kind: str) -> tuple[list[str], list]:
        dealer = rnd.randrange(self.players)
        state.apply_action(self.size)
        state.apply_action(dealer)
        cards = dealt(rnd, kind, self.deck, self.players, self.size)
        for number in range(self.players * self.size):  # player 0 first, whoever deals
            player, at = number % self.players, number // self.players
            state.apply_action(self.deck.index(cards[player * self.size + at]))
        turned = cards[self.players * self.size]
        state.apply_action(self.deck.index(turned))
        return cards, [dealer, shown(turned)]

    def phase(self, step: int, action: int) -> str:
        return "bid" if action >= 52 else "play"

    def name(self, action: int) -> str:
        return self.deck[action] if action < 52 else str(action - 52)


GAMES = {"hearts": Hearts, "oh_hell": OhHell}


def shown(name: str) -> str:
    """A card with its ten in figures."""
    return name.replace("T", "10")


def chosen(rnd: random.Random, phase: str, legal: list[str], strong: bool | None) -> int:
    """Which action is taken; ``strong`` says whether the player wants tricks, None for one that plays at random."""
    if strong is None or phase == "bid":
        return rnd.randrange(len(legal))
    worth = [RANKS.index(name[0]) for name in legal]
    if phase == "pass" and strong:
        worth = [-amount for amount in worth]
    best = max(worth) if strong else min(worth)
    return rnd.choice([number for number, amount in enumerate(worth) if amount == best])


def played(game, asked: dict, seed: int) -> dict:
    """One game."""
    rnd = random.Random(seed)
    kind = KINDS[seed % len(KINDS)]
    kit = GAMES[asked["game"]](asked["params"])
    state = game.new_initial_state()
    cards, chance = kit.deal(state, rnd, kind)
    hands = [cards[player * kit.size:player * kit.size + kit.size] for player in range(kit.players)]
    best = max(range(kit.players), key=lambda player: sum(RANKS.index(card[0]) for card in hands[player]))
    steps = []
    while not state.is_terminal():
        player, actions = state.current_player(), state.legal_actions()
        legal = list(map(kit.name, actions))
        phase = kit.phase(len(steps), actions[0])
        taken = chosen(rnd, phase, legal, player == best if kind == "strong" else None)
        steps.append([player, phase, list(map(shown, legal)), taken])
        state.apply_action(actions[taken])
    return {"seed": seed, "hands": [list(map(shown, hand)) for hand in hands], "chance": chance, "steps": steps,
            "returns": [int(amount) for amount in state.returns()]}


def main() -> None:
    """Answers requests until stdin is closed."""
    # Here, so that whoever only reads this file needs no peer.
    import pyspiel

    for line in sys.stdin:
        asked = json.loads(line)
        game = pyspiel.load_game(asked["game"], asked["params"])
        seeds = range(asked["seed"], asked["seed"] + asked["games"])
        print(json.dumps([played(game, asked, seed) for seed in seeds], separators=(",", ":")), flush=True)


if __name__ == "__main__":
    main()
