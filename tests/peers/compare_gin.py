"""Follows random games of OpenSpiel's gin_rummy step by step with ``gin-rummy``.

    python tests/peers/compare_gin.py --peers VENV/bin/python [--games 2000] [--seed 0] [--quick]

VENV is an environment with ``open-spiel==2.0.2``; ``openspiel_gin.py`` runs there, deals and plays by seed, and tells
every step. Here the same deal is played move by move with our engine. Before each step must agree: the player to move,
the phase, and the legal moves; after the last one: that the game is over, and what both have won. 2,000 games by
default, 200 with ``--quick``. Exits 1 with the seeds if anything differs that is not told below.

How steps map:

- Their chance deals card by card. The same pack is ours: ten cards to player 0, ten to player 1, the first card that is
  turned up, then the stock in the order drawn. Player 0 always begins with them; with us the seat left of the dealer,
  so that seat 1 deals.
- To take the upcard is ``take QS`` with us, to draw ``draw``. When both have refused the first upcard, player 0 has
  nothing but the stock, with both.
- A knock is two steps with them, the knock and the discard; one move with us, ``knock QS``. The peer tells at every
  knock on offer which discards could follow.
- At the end of the stock they knock or pass, and the knock takes the upcard by itself. With us that card is taken first
  (``take QS``), and a knock must follow.
- A meld is one step with them, of five cards at most; longer runs are two. With us it is begun (``meld run 4S-7S``,
  ``meld set 7``) and cards are added where there is a choice; here all ways are gone to their end, and the melds that
  come of it are compared. A run may have any length with us: the longer ones must be just those that can be laid, by a
  plain search, and each a sum of melds of theirs.
- After a knock the other player first lays off, then lays melds, and says twice that that is all. With us the order is
  free: the lay-offs are compared in their first stage, the melds in their second, and ``done`` is said once. No meld
  is named for a lay-off with them; where a card fits a set and a run it goes to the run, as only that can take more.
- Who can do nothing but pass is asked with them, and passed over with us.
- They return the difference for both. Ours are scores, of the winner alone.

Their parameters knock_card, gin_bonus and undercut_bonus are options of ours, and oklahoma is a variant in which an ace
means gin only (:data:`PARAMETERS`). num_ranks, num_suits and hand_size are left as they are by default.

What remains is rules in which both differ by default. :data:`RULES` names each with the options that make our game
theirs; the comparison is made with all of them. Each is held twice: here some games are followed once more without the
options, and must then differ in just the way told (:data:`CONTROLS`); and ``test_gin_steps.py`` has a position for
each. The last one has no option, because it is no rule: in two places they offer less than their own rules say.

- Whether somebody with eleven cards may knock they tell from one arrangement that leaves the least of all eleven,
  without its highest card (:func:`their_measure`). Another arrangement may leave less without one. Then they offer no
  knock, and we do (:func:`least` of ten cards tells).
- They see two cards laid off one after the other at the same end of a run, but no third one (:func:`out_of_sight`).

Each such case must be one by these functions, which use nothing of either engine, and is counted.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import json
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import tilegames

PEER = Path(__file__).with_name("openspiel_gin.py")
#: How many games have one setting, and how many are followed once more with each control.
BATCH = 25
CONTROLLED = 1000

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "SCDH"
#: The numbers of cards with them, in the order of which their arrangements are tried.
NUMBER = {rank + suit: at for at, (suit, rank) in enumerate(itertools.product(SUITS, RANKS))}


class Rule(NamedTuple):
    """A rule in which their game is not our default.

    Attributes:
        name: what they do.
        options: our options and the values that do the same; none where they do not follow their rule.
    """

    name: str
    options: Mapping[str, str]


RULES = (
    Rule("the card just taken may be put back, and the second such turn in a row ends the game",
         {"put_back": "allowed", "returned": "2"}),
    Rule("who can knock with the last discard may", {"wall": "knock"}),
    Rule("with equal deadwood nobody wins", {"ties": "nobody"}),
    Rule("a game is one deal, with no bonus but for gin and undercut",
         {"length": "one_deal", "final": "none", "big_gin": "off"}),
    Rule("some knocks and some third lay-offs on one end are not offered", {}),
)
OPTIONS = {option: value for rule in RULES for option, value in rule.options.items()}


class Control(NamedTuple):
    """Options that are left out, and what does not agree without them."""

    options: frozenset[str]
    differs: frozenset[str]


CONTROLS = tuple(Control(frozenset(options), frozenset(differs)) for options, differs in (
    # Where nothing can be put back nothing says when that ends a game.
    (("put_back", "returned"), ("moves",)),
    (("returned",), ("end",)),
    (("wall",), ("end",)),
    (("ties",), ("returns",)),
    (("length", "final"), ("end",)),
    (("final",), ("returns",)),
    (("big_gin",), ("moves",)),
))

#: For each of their parameters values that are not its default, and for each of them our option and its value.
PARAMETERS: dict[str, dict[Any, tuple[str, str]]] = {
    "knock_card": {number: ("knock", str(number)) for number in (5, 1, 0, 7)},
    "gin_bonus": {number: ("gin", str(number)) for number in (20, 0)},
    "undercut_bonus": {number: ("undercut", str(number)) for number in (10, 0)},
    "oklahoma": {True: ("ace", "nothing")},
}
#: Those that are a variant of ours, too.
VARIANTS = {"oklahoma": "oklahoma"}


class Setting(NamedTuple):
    """What some games are played with: their parameters that are not as by default, with the values."""

    changed: tuple[tuple[str, Any], ...] = ()

    @property
    def params(self) -> dict[str, Any]:
        """Their parameters."""
        return dict(self.changed)

    @property
    def options(self) -> dict[str, str]:
        """The same as options of ours."""
        return dict(PARAMETERS[name][value] for name, value in self.changed)

    @property
    def variants(self) -> list[str]:
        """Those of ours."""
        return [VARIANTS[name] for name, _ in self.changed if name in VARIANTS]

    def limit(self, turned: str) -> int:
        """How much a knocker may have left, by the first card turned up.

        Example:
            >>> Setting().limit("AS"), Setting((("oklahoma", True),)).limit("AS")
            (10, 0)
            >>> Setting((("oklahoma", True),)).limit("QS"), Setting((("knock_card", 5),)).limit("QS")
            (10, 5)
        """
        if "oklahoma" in self.params:
            return 0 if turned.startswith("A") else worth([turned])
        return int(self.params.get("knock_card", 10))


@functools.cache
def load(setting: Setting, without: frozenset[str] = frozenset()) -> tilegames.Game:
    """Our game as they play it, but for some options, which are then as by our default."""
    options = {option: value for option, value in OPTIONS.items() if option not in without}
    return tilegames.load("gin-rummy", variants=setting.variants, **options, **setting.options)


def settings(seed: int, count: int) -> list[Setting]:
    """The settings of some batches: every value of a parameter alone, and between them some by lot."""
    rnd = random.Random(seed)
    alone = [Setting(), *(Setting(((name, value),)) for name, values in PARAMETERS.items() for value in values)]
    found = []
    for number in range(count):
        if number % 2 == 0:
            found.append(alone[number // 2 % len(alone)])
            continue
        changed = {name: rnd.choice(list(values)) for name, values in PARAMETERS.items() if rnd.random() < 0.4}
        if "oklahoma" in changed:
            # The card turned up decides instead.
            changed.pop("knock_card", None)
        found.append(Setting(tuple(changed.items())))
    return found


# What is left of a hand, by plain search


def worth(cards: Collection[str]) -> int:
    """What some cards count.

    Example:
        >>> worth(["AS", "10D", "KC"])
        21
    """
    return sum(min(10, RANKS.index(card[:-1]) + 1) for card in cards)


def all_melds(cards: Collection[str], longest: int = 13) -> list[tuple[str, ...]]:
    """All melds that can be made of some cards, runs of a length at most, in the order in which they try them.

    Example:
        >>> all_melds(["4S", "3S", "5S", "6S", "6D", "6H"], 3)
        [('6S', '6D', '6H'), ('3S', '4S', '5S'), ('4S', '5S', '6S')]
        >>> len(all_melds(["3S", "4S", "5S", "6S"])), len(all_melds(["6S", "6C", "6D", "6H"]))
        (3, 5)
    """
    found = []
    threes = []
    for rank in RANKS:
        same = [rank + suit for suit in SUITS if rank + suit in cards]
        if len(same) == 4:
            found += [tuple(same), (same[0], same[1], same[3]), (same[0], same[2], same[3])]
            threes += [tuple(same[:3]), tuple(same[1:])]
        elif len(same) == 3:
            threes.append(tuple(same))
    found += threes
    for size in range(min(longest, 13), 2, -1):
        for suit in SUITS:
            for low in range(14 - size):
                run = tuple(rank + suit for rank in RANKS[low:low + size])
                if all(card in cards for card in run):
                    found.append(run)
    return found


def least(cards: Collection[str]) -> int:
    """What is left of a hand at the least.

    Example:
        >>> least(["7S", "8S", "9S", "9D", "9H", "KC"])
        25
        >>> least(["7S", "8S", "9S", "9D", "9H", "9C", "KC"])
        10
    """
    def most(melds: Sequence[tuple[str, ...]]) -> int:
        best = 0
        for at, meld in enumerate(melds):
            others = [other for other in melds[at + 1:] if not set(meld) & set(other)]
            best = max(best, worth(meld) + most(others))
        return best

    # A run of six is two of three.
    return worth(cards) - most(all_melds(cards, 5))


def their_measure(cards: Collection[str]) -> int:
    """What they take as the least that eleven cards leave after a discard: their first best arrangement counts.

    Example:
        >>> their_measure(["7S", "8S", "9S", "9D", "9H", "KC"])
        15
    """
    best: list[tuple[int, tuple[tuple[str, ...], ...]]] = [(0, ())]

    def go(path: tuple[tuple[str, ...], ...], melds: list[tuple[str, ...]]) -> None:
        rest = [meld for meld in melds if not set(meld) & set(path[-1])]
        if not rest:
            total = sum(map(worth, path))
            if total > best[0][0]:
                best[0] = (total, path)
        for meld in rest:
            go((*path, meld), rest)

    melds = all_melds(cards, 5)
    for meld in melds:
        go((meld,), melds)
    left = set(cards).difference(*best[0][1])
    highest = max(left, key=lambda card: (RANKS.index(card[:-1]), NUMBER[card]), default=None)
    return worth(left - {highest})


def out_of_sight(melds: Collection[Sequence[str]], laid: Collection[str]) -> set[str]:
    """The cards that fit runs which two cards were already laid off on, at that end.

    Args:
        melds: the knocker's melds as first laid.
        laid: what was laid off since.

    Example:
        >>> out_of_sight([("4S", "5S", "6S"), ("9D", "9H", "9C")], ["7S", "8S", "3S"])
        {'9S'}
    """
    found = set()
    for meld in melds:
        suit = meld[0][-1]
        if len({card[-1] for card in meld}) > 1:
            continue
        at = sorted(RANKS.index(card[:-1]) for card in meld)
        for end, step in ((at[0], -1), (at[-1], 1)):
            number = 1
            while 0 <= end + step * number < 13 and RANKS[end + step * number] + suit in laid:
                number += 1
            if number > 2 and 0 <= end + step * number < 13:
                found.add(RANKS[end + step * number] + suit)
    return found


# Following a game


def begin(game: tilegames.Game, theirs: Mapping[str, Any]) -> tilegames.State:
    """Our state with their deal; seat 1 deals."""
    return game.position(dealer=1, hands=theirs["hands"], stock=theirs["stock"])


def payoff(scores: Sequence[int]) -> list[int]:
    """The scores of a deal as they return them.

    Example:
        >>> payoff((31, 0))
        [31, -31]
    """
    return [scores[0] - scores[1], scores[1] - scores[0]]


def melds_of(state: tilegames.State) -> dict[frozenset[str], tuple[tilegames.Move, ...]]:
    """Every meld that the player to move can lay, with the moves to it."""
    found = {}
    open_ways: list[tuple[tilegames.State, tuple[tilegames.Move, ...]]] = [(state, ())]
    while open_ways:
        at, way = open_ways.pop()
        for move in at.legal_moves:
            if way or move.action == "meld":
                after = at.play(move)
                laid = [event for event in after.events if event.kind == "meld"]
                if laid:
                    found[frozenset(laid[0].pieces)] = (*way, move)
                else:
                    open_ways.append((after, (*way, move)))
    return found


def is_sum(run: Sequence[str], melds: Collection[frozenset[str]]) -> bool:
    """Whether a run can be parted into melds.

    Example:
        >>> is_sum(["2S", "3S", "4S", "5S"], [frozenset(["2S", "3S", "4S", "5S"])])
        True
        >>> is_sum(["2S", "3S", "4S", "5S"], [frozenset(["2S", "3S", "4S"])])
        False
    """
    return not run or any(frozenset(run[:size]) in melds and is_sum(run[size:], melds) for size in (3, 4, 5))


#: Their stages after a knock.
LAST_STAGES = frozenset({"lay", "off", "meld"})


class Follower:
    """Plays a game of theirs with ours.

    Args:
        setting: what it was played with.
        theirs: the game as the peer tells it.
        without: the options that are left out.
        notes: where what was told of them and is no rule is counted.
    """

    def __init__(self, setting: Setting, theirs: Mapping[str, Any], without: frozenset[str] = frozenset(),
                 notes: Counter[str] | None = None) -> None:
        self.theirs = theirs
        self.limit = setting.limit(theirs["stock"][0])
        self.notes = Counter() if notes is None else notes
        self.state = begin(load(setting, without), theirs)
        self.up = theirs["stock"][0]
        self.knocker = -1
        self.melds: list[list[str]] = []
        self.laid: list[str] | None = None

    def follow(self) -> str:
        """What differs, as :func:`follow` has it."""
        for number, (mover, stage, legal, taken, knocks) in enumerate(self.theirs["steps"]):
            at = f"step {number}"
            if legal == ["pass"] and stage in LAST_STAGES and self.gone_on(mover):
                # Nothing can be laid by a seat that was passed over.
                continue
            if self.state.is_over:
                return f"end: {at}: over with us, player {mover} is to move with them"
            if self.state.turn != mover:
                return f"mover: {at}: seat {self.state.turn} is to move with us, player {mover} with them"
            if self.state.phase != ("showdown" if stage in LAST_STAGES else "turns"):
                return f"phase: {at}: {self.state.phase} with us, {stage} with them"
            difference = getattr(self, stage)(mover, legal, legal[taken], knocks)
            if difference:
                return f"moves: {at}, {stage}: {difference}"
        if not self.state.is_over:
            return f"end: over with them, seat {self.state.turn} is to move with us"
        if payoff(self.state.scores) != self.theirs["returns"]:
            return f"returns: {payoff(self.state.scores)} with us, {self.theirs['returns']} with them"
        return ""

    def gone_on(self, mover: int) -> bool:
        """Whether a seat has nothing more to say after a knock."""
        return self.state.is_over or self.state.phase != "showdown" or self.state.turn != mover

    def ours(self, *actions: str) -> set[str]:
        """Our legal moves, those of some actions if any are named."""
        return {str(move) for move in self.state.legal_moves if not actions or move.action in actions}

    def agree(self, wanted: Collection[str], ours: Collection[str]) -> str:
        """A sentence if two lists of moves are not the same."""
        more, less = sorted(set(ours) - set(wanted)), sorted(set(wanted) - set(ours))
        return f"only with us: {more}, only with them: {less}" if more or less else ""

    # Their stages: each compares the legal moves, and makes the move

    def offer(self, mover: int, legal: list[str], taken: str, knocks: list[str]) -> str:
        names = {"upcard": f"take {self.up}", "stock": "draw", "pass": "pass"}
        difference = self.agree([names[action] for action in legal], self.ours())
        if not difference:
            self.state = self.state.play(names[taken])
        return difference

    draw = offer

    def discard(self, mover: int, legal: list[str], taken: str, knocks: list[str]) -> str:
        ours = self.ours()
        refused = set() if knocks else self.refused(self.state.view(mover).hand, self.ours("knock"))
        wanted = [f"discard {card}" for card in legal if card != "knock"] + [f"knock {card}" for card in knocks]
        difference = self.agree(wanted, ours - refused)
        if not difference and taken != "knock":
            self.state = self.state.play(f"discard {taken}")
            self.up = taken
        return difference

    def refused(self, hand: Collection[str], ours: set[str]) -> set[str]:
        """The knocks that they do not offer although they are legal."""
        if not ours or len(hand) != 11 or their_measure(hand) <= self.limit:
            return set()
        self.notes["knocks that they do not offer"] += 1
        return {f"knock {card}" for card in hand if least(set(hand) - {card}) <= self.limit}

    def wall(self, mover: int, legal: list[str], taken: str, knocks: list[str]) -> str:
        take = f"take {self.up}"
        refused = set()
        if take in self.ours() and "knock" not in legal:
            after = self.state.play(take)
            ours = {str(move) for move in after.legal_moves}
            refused = self.refused(after.view(mover).hand, ours)
            if refused != ours:
                return f"knocks of ours after {take}: {sorted(ours)}"
        names = {"pass": "pass", "knock": take}
        difference = self.agree([names[action] for action in legal], self.ours() - ({take} if refused else set()))
        if not difference:
            self.state = self.state.play(names[taken])
        if not difference and taken == "knock":
            difference = self.agree([f"knock {card}" for card in knocks], self.ours())
        return difference

    def knock(self, mover: int, legal: list[str], taken: str, knocks: list[str]) -> str:
        difference = self.agree([f"knock {card}" for card in legal], self.ours("knock"))
        if not difference:
            self.state = self.state.play(f"knock {taken}")
            self.knocker = mover
        return difference

    def lay(self, mover: int, legal: list[str], taken: str, knocks: list[str]) -> str:
        if difference := self.agree(["done"] * ("pass" in legal), self.ours("done")):
            return difference
        return self.lay_or_pass(mover, legal, taken, self.limit)

    def lay_or_pass(self, mover: int, legal: list[str], taken: str, limit: int) -> str:
        """Compares the melds, and makes the move."""
        ways = melds_of(self.state)
        wanted = {frozenset(action.split()) for action in legal if action != "pass"}
        short = {meld for meld in ways if len(meld) <= 5}
        if short != wanted:
            return self.agree([" ".join(sorted(meld)) for meld in wanted], [" ".join(sorted(meld)) for meld in short])
        hand = set(self.state.view(mover).hand)
        runs = [meld for meld in all_melds(hand) if len(meld) > 5 and least(hand - set(meld)) <= limit]
        if {frozenset(run) for run in runs} != set(ways) - short or not all(is_sum(run, wanted) for run in runs):
            return f"long runs: {[sorted(meld) for meld in set(ways) - short]} with us, {runs} by search"
        self.notes["runs of more than five cards"] += bool(runs)
        for move in ("done",) if taken == "pass" else ways[frozenset(taken.split())]:
            self.state = self.state.play(move)
        if taken != "pass" and mover == self.knocker:
            self.melds.append(taken.split())
        return ""

    def off(self, mover: int, legal: list[str], taken: str, knocks: list[str]) -> str:
        self.laid = self.laid or []
        moves = [move for move in self.state.legal_moves if move.action == "lay off"]
        ours = {move.piece for move in moves}
        unseen = (out_of_sight(self.melds, self.laid) & ours) - set(legal)
        self.notes["lay-offs that they do not offer"] += bool(unseen)
        difference = self.agree([action for action in legal if action != "pass"], ours - unseen)
        if difference or taken == "pass":
            return difference
        shapes = {meld.number: meld.shape for meld in self.state.view(None).melds}
        self.state = self.state.play(min((move for move in moves if move.piece == taken),
                                         key=lambda move: shapes[move.value] != "run"))
        self.laid.append(taken)
        return ""

    def meld(self, mover: int, legal: list[str], taken: str, knocks: list[str]) -> str:
        if self.laid is None and self.ours("lay off"):
            return "lay-offs only with us"
        return self.lay_or_pass(mover, legal, taken, 1000)


def follow(setting: Setting, theirs: Mapping[str, Any], without: Collection[str] = (),
           notes: Counter[str] | None = None) -> str:
    """Plays a game of theirs with ours, up to the first difference.

    Args:
        setting: what it was played with.
        theirs: the game as the peer tells it.
        without: the options that are left out.
        notes: where what was told of them and is no rule is counted.

    Returns:
        What differs, a word (``mover``, ``phase``, ``moves``, ``end``, ``returns``) and a sentence; "" if nothing does.
    """
    return Follower(setting, theirs, frozenset(without), notes).follow()


def ending(theirs: Mapping[str, Any]) -> str:
    """How a game of theirs ended, in words; so that a run can say how many ended so."""
    knocker = next((mover for mover, stage, *_ in theirs["steps"] if stage == "knock"), None)
    if knocker is None:
        return {"wall": "ended at the wall", "draw": "ended by takes", "discard": "ended by returns"}[
            theirs["steps"][-1][1]]
    left, other = theirs["deadwood"][knocker], theirs["deadwood"][1 - knocker]
    if left == 0:
        return "gins"
    return "ties" if left == other else "won knocks" if left < other else "undercuts"


def batches(python: str, seed: int, count: int) -> Iterator[tuple[Setting, list[dict[str, Any]]]]:
    """Their games with their settings; the peer plays the next batch while one is followed."""
    with subprocess.Popen([python, str(PEER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as peer:
        assert peer.stdin is not None
        assert peer.stdout is not None
        starts = range(seed, seed + count, BATCH)
        wanted = settings(seed, len(starts))
        asked = 0
        for number, setting in enumerate(wanted):
            while asked < len(starts) and asked <= number + 1:
                print(json.dumps({"params": wanted[asked].params, "seed": starts[asked],
                                  "games": min(BATCH, seed + count - starts[asked])}), file=peer.stdin, flush=True)
                asked += 1
            line = peer.stdout.readline()
            if not line:
                raise SystemExit(f"the peer has ended: {' '.join(map(str, peer.args))}")
            yield setting, json.loads(line)
        peer.stdin.close()


def compare(python: str, seed: int, count: int) -> bool:
    """Follows the games and says what differs; whether all is as told."""
    started = time.perf_counter()
    games = steps = 0
    wrong: list[str] = []
    seen: dict[Control, list[str]] = {control: [] for control in CONTROLS}
    notes: Counter[str] = Counter()
    used = set()
    for setting, played in batches(python, seed, count):
        used.add(setting)
        for theirs in played:
            difference = follow(setting, theirs, notes=notes)
            if difference:
                wrong.append(f"seed {theirs['seed']}, {setting.params}: {difference}")
            for control, found in seen.items():
                if games < CONTROLLED:
                    found.append(follow(setting, theirs, control.options).partition(":")[0])
            notes[ending(theirs)] += 1
            games += 1
            steps += len(theirs["steps"])
    print(f"gin_rummy beside OpenSpiel: {games} games with {len(used)} settings, {steps} steps, {len(wrong)} differ "
          f"({time.perf_counter() - started:.0f} s)")
    print("  " + ", ".join(f"{word}: {number}" for word, number in sorted(notes.items())))
    for line in wrong[:20]:
        print(f"  {line}")
    for control, found in seen.items():
        odd = [word for word in found if word]
        told = ", ".join(f"{option}={value}" for option, value in OPTIONS.items() if option in control.options)
        print(f"  without {told} {len(odd)} of {len(found)} differ ({', '.join(sorted(set(odd))) or 'in nothing'})")
        # In few games there may be no tie.
        if set(odd) - control.differs or (not odd and len(found) == CONTROLLED):
            wrong.append(told)
    return not wrong


def main() -> int:
    """Follows the games; says what differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", required=True, help="the Python of an environment with OpenSpiel")
    parser.add_argument("--games", type=int, help="how many games (default 2000)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first game (default 0)")
    parser.add_argument("--quick", action="store_true", help="200 games")
    args = parser.parse_args()
    count = args.games if args.games is not None else 200 if args.quick else 2000
    if count < 1:
        parser.error("--games: at least 1")
    return 0 if compare(args.peers, args.seed, count) else 1


if __name__ == "__main__":
    sys.exit(main())
