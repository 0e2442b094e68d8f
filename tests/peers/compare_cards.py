"""Follows random games of OpenSpiel's hearts and oh_hell step by step with ``hearts`` and ``oh-hell``.

    python tests/peers/compare_cards.py --peers VENV/bin/python [--games 5000] [--seed 0] [--quick] [hearts] [oh_hell]

VENV is an environment with ``open-spiel==2.0.2``; ``openspiel_cards.py`` runs there, deals and plays by seed, and tells
every step. Here the same deal is played move by move with our engine. Before each step must agree: the player to move,
the phase, and the legal moves; after the last one: that the game is over, and what everybody has won. 5,000 games of
each by default, 500 with ``--quick``. Exits 1 with the seeds if anything differs that is not told below.

How steps map:

- Cards have the same names, but for the ten, which is ``10`` here. Their deal is chance, one card at a time to player
  0, 1, 2 ... whoever deals; ours is made of the hands that come of it.
- Hearts, the passing. Their chance draws a direction: none, left, across, right. Ours goes by the number of the round:
  left, right, across, nobody; so the direction is the round that our position is in (:data:`ROUND_OF`). Their players
  give one card a step, all three of a player one after another, and none of them can be one that was received; ours
  say ``give QS`` three times, likewise. With them a card leaves the hand at once, with us when all have chosen; that
  cannot be told from the legal moves.
- Hearts, the play. The holder of the two of clubs leads, with both, so the dealer does not matter any more.
- They return 26 less what a player has scored. Ours are scores.
- Oh Hell. Their chance draws the dealer and the card that is turned up, once all have their cards; ours are placed
  likewise. Their bids are numbers, as ours are. They return our scores.

Their parameters are options of ours (:data:`PARAMETERS`). Two of hearts are not: avoid_all_tricks_bonus (five points
off for who takes no trick) and can_lead_hearts_instead_of_qs, both off by default. Of oh_hell's, the numbers of players
and of tricks vary here; points_per_trick and a smaller pack are left as they are by default.

What remains is rules in which both differ by default. :data:`RULES` names each with the option that makes our game
theirs; the comparison is made with all of them. Each is held twice: here some games are followed once more without it,
and must then differ in just the way told; and ``test_card_steps.py`` has a position for each.
"""

from __future__ import annotations

import argparse
import functools
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import tilegames

PEER = Path(__file__).with_name("openspiel_cards.py")
GAMES = ("hearts", "oh_hell")
#: How many games have one setting, and how many are followed once more without each rule.
BATCH = 25
CONTROLS = 1000

#: Their number of a direction of passing -> the round of ours with that direction.
ROUND_OF = {0: 4, 1: 1, 2: 3, 3: 2}
#: Whom the lot makes the dealer of hearts, so that player 0 passes first.
DEALER = 3
PHASES = {"pass": "exchange", "bid": "bidding", "play": "tricks"}

#: For each game their parameters, the value that is not their default, and our option and its value.
PARAMETERS: dict[str, dict[str, tuple[Any, str, str]]] = {
    "hearts": {
        "pass_cards": (False, "passing", "none"),
        "no_pts_on_first_trick": (False, "first_trick", "free"),
        "can_lead_any_club": (True, "opening_lead", "any_club"),
        "jd_bonus": (True, "jack", "minus_ten"),
        "must_break_hearts": (False, "hearts_lead", "free"),
        "qs_breaks_hearts": (False, "queen_breaks_hearts", "no"),
    },
    "oh_hell": {
        "off_bid_penalty": (True, "scoring", "minus_difference"),
    },
}


class Rule(NamedTuple):
    """A rule in which their game is not our default.

    Attributes:
        game: hearts or oh_hell.
        name: what they do.
        options: our options and the values that do the same; ``{size}`` stands for the number of tricks.
        differs: what does not agree without it.
        dealer: the seat that is drawn to deal without it; None for the same one.
    """

    game: str
    name: str
    options: Mapping[str, str]
    differs: frozenset[str]
    dealer: int | None = None


RULES = (
    Rule("hearts", "the queen of spades breaks hearts, too", {"queen_breaks_hearts": "yes"}, frozenset({"moves"})),
    Rule("hearts", "a game is one deal", {"target": "1"}, frozenset({"end"})),
    # Our dealer is drawn and the next seat passes first; it is an outcome of the deal, not an option.
    Rule("hearts", "player 0 passes first", {}, frozenset({"mover"}), dealer=0),
    Rule("oh_hell", "who misses the bid scores the tricks all the same", {"scoring": "tricks_plus_10"},
         frozenset({"returns"})),
    Rule("oh_hell", "a game is one deal, of one size", {"schedule": "up", "least": "{size}", "most": "{size}"},
         frozenset({"end"})),
)


class Setting(NamedTuple):
    """What some games are played with.

    Attributes:
        game: hearts or oh_hell.
        players, size: how many play, and how many tricks there are.
        changed: their parameters that are not as by default.
    """

    game: str
    players: int = 4
    size: int = 13
    changed: tuple[str, ...] = ()

    @property
    def params(self) -> dict[str, Any]:
        """Their parameters."""
        found = {name: PARAMETERS[self.game][name][0] for name in self.changed}
        return found if self.game == "hearts" else {**found, "players": self.players, "num_tricks_fixed": self.size}


@functools.cache
def load(setting: Setting, without: int | None = None) -> tilegames.Game:
    """Our game as they play it, or but for one of the rules, which is then as by our default."""
    options = {option: value.format(size=setting.size) for number, rule in enumerate(RULES)
               if rule.game == setting.game and number != without for option, value in rule.options.items()}
    for name in setting.changed:
        _, option, value = PARAMETERS[setting.game][name]
        options[option] = value
    if options.get("hearts_lead") == "free":
        # Where hearts can be led at any time nothing breaks them, with both; our options then exclude one another.
        options.pop("queen_breaks_hearts", None)
    return tilegames.load(setting.game.replace("_", "-"), players=setting.players, **options)


def settings(game: str, seed: int, count: int) -> list[Setting]:
    """The settings of some batches: every parameter alone, then by lot; every number of players and tricks."""
    rnd = random.Random(seed)
    # With the card turned up there must be one more than the hands have.
    sizes = [(players, size) for players in range(3, 8) for size in range(1, 51 // players + 1)]
    rnd.shuffle(sizes)
    names = list(PARAMETERS[game])
    alone = [(), *((name,) for name in names)]
    found = []
    for number in range(count):
        changed = alone[number % (2 * len(alone))] if number % (2 * len(alone)) < len(alone) else tuple(
            name for name in names if rnd.random() < 0.4)
        if game == "hearts":
            found.append(Setting(game, changed=changed))
        else:
            found.append(Setting(game, *sizes[number % len(sizes)], changed))
    return found


def begin(game: tilegames.Game, setting: Setting, theirs: Mapping[str, Any], without: int | None = None,
          ) -> tilegames.State:
    """Our state with their deal."""
    if setting.game == "hearts":
        dealer = DEALER if without is None or RULES[without].dealer is None else RULES[without].dealer
        return game.position(round=ROUND_OF[theirs["chance"][0]], dealer=dealer, hands=theirs["hands"])
    dealer, turned = theirs["chance"]
    # Where the number of cards goes up from one, the round tells it.
    number = setting.size if "least" not in game.options or game.options["least"] != str(setting.size) else 1
    return game.position(round=number, dealer=dealer, hands=theirs["hands"], turned=turned)


def payoff(game: str, scores: tuple[int, ...]) -> list[int]:
    """The scores of one round as they return them.

    Example:
        >>> payoff("hearts", (0, 5, 21, 0))
        [26, 21, 5, 26]
        >>> payoff("oh_hell", (12, 0, 1))
        [12, 0, 1]
    """
    return [26 - score for score in scores] if game == "hearts" else list(scores)


def our_move(phase: str, action: str) -> str:
    """An action of theirs as a move of ours.

    Example:
        >>> our_move("pass", "QS"), our_move("play", "QS"), our_move("bid", "0")
        ('give QS', 'QS', '0')
    """
    return f"give {action}" if phase == "pass" else action


def follow(setting: Setting, theirs: Mapping[str, Any], without: int | None = None) -> str:
    """Plays a game of theirs with ours, up to the first difference.

    Args:
        setting: what it was played with.
        theirs: the game as the peer tells it.
        without: the number of a rule that is left out.

    Returns:
        What differs, a word (``mover``, ``phase``, ``moves``, ``end``, ``returns``) and a sentence; "" if nothing does.
    """
    state = begin(load(setting, without), setting, theirs, without)
    for number, (mover, phase, legal, taken) in enumerate(theirs["steps"]):
        at = f"step {number}"
        if state.is_over:
            return f"end: {at}: over with us, player {mover} is to move with them"
        if state.turn != mover:
            return f"mover: {at}: seat {state.turn} is to move with us, player {mover} with them"
        if state.phase != PHASES[phase]:
            return f"phase: {at}: {state.phase} with us, {phase} with them"
        ours = sorted(map(str, state.legal_moves))
        wanted = sorted(our_move(phase, action) for action in legal)
        if ours != wanted:
            return f"moves: {at}: {ours} with us, {wanted} with them"
        state = state.play(our_move(phase, legal[taken]))
    if not state.is_over:
        return f"end: over with them, seat {state.turn} is to move with us"
    if payoff(setting.game, state.scores) != theirs["returns"]:
        return f"returns: {payoff(setting.game, state.scores)} with us, {theirs['returns']} with them"
    return ""


def applies(number: int, setting: Setting) -> bool:
    """Whether a rule can be left out of a setting: it is of that game, and no parameter decides it."""
    rule = RULES[number]
    decided = {PARAMETERS[setting.game][name][1] for name in setting.changed}
    if "hearts_lead" in decided:
        decided.add("queen_breaks_hearts")
    if rule.game != setting.game or decided & set(rule.options):
        return False
    # By our default no round has more cards than this.
    most = {6: 8, 7: 7}.get(setting.players, 10)
    return "least" not in rule.options or setting.size <= most


def batches(python: str, game: str, seed: int, count: int) -> Iterator[tuple[Setting, list[dict[str, Any]]]]:
    """Their games with their settings; the peer plays the next batch while one is followed."""
    with subprocess.Popen([python, str(PEER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as peer:
        assert peer.stdin is not None
        assert peer.stdout is not None
        starts = range(seed, seed + count, BATCH)
        wanted = settings(game, seed, len(starts))
        asked = 0
        for number, setting in enumerate(wanted):
            while asked < len(starts) and asked <= number + 1:
                print(json.dumps({"game": game, "params": wanted[asked].params, "seed": starts[asked],
                                  "games": min(BATCH, seed + count - starts[asked])}), file=peer.stdin, flush=True)
                asked += 1
            line = peer.stdout.readline()
            if not line:
                raise SystemExit(f"the peer has ended: {' '.join(map(str, peer.args))}")
            yield setting, json.loads(line)
        peer.stdin.close()


def rarities(setting: Setting, theirs: Mapping[str, Any]) -> list[str]:
    """What is rare in a game of theirs, in words; so that a run can say how much of it there was."""
    if setting.game == "oh_hell":
        bids = [step for step in theirs["steps"] if step[1] == "bid"]
        return ["the last bidder was bound"] if len(bids[-1][2]) <= setting.size else []
    found = []
    # All points are 26, with a moon 78; the jack takes ten off.
    if 26 * 4 - sum(theirs["returns"]) in (78, 68):
        found.append("moons")
    first = [step for step in theirs["steps"] if step[1] == "play"][1:4]
    if any(all(card == "QS" or card.endswith("H") for card in step[2]) for step in first):
        found.append("hands of points only in the first trick")
    return found


def compare(python: str, game: str, seed: int, count: int) -> bool:
    """Follows the games of one kind and says what differs; whether all is as told."""
    started = time.perf_counter()
    games = steps = 0
    wrong: list[str] = []
    seen: dict[int, list[str]] = {number: [] for number, rule in enumerate(RULES) if rule.game == game}
    rare: dict[str, int] = {}
    used = set()
    for setting, played in batches(python, game, seed, count):
        used.add(setting)
        for theirs in played:
            difference = follow(setting, theirs)
            if difference:
                wrong.append(f"seed {theirs['seed']}, {setting}: {difference}")
            for number, found in seen.items():
                if games < CONTROLS and applies(number, setting):
                    found.append(follow(setting, theirs, number).partition(":")[0])
            for word in rarities(setting, theirs):
                rare[word] = rare.get(word, 0) + 1
            games += 1
            steps += len(theirs["steps"])
    print(f"{game} beside OpenSpiel: {games} games with {len(used)} settings, {steps} steps, {len(wrong)} differ "
          f"({time.perf_counter() - started:.0f} s)")
    print("  " + (", ".join(f"{word}: {number}" for word, number in sorted(rare.items())) or "nothing rare"))
    for line in wrong[:20]:
        print(f"  {line}")
    for number, found in seen.items():
        rule, odd = RULES[number], [word for word in found if word]
        told = ", ".join(f"{option}={value.format(size='N')}" for option, value in rule.options.items())
        print(f"  {rule.name}: without {told or 'the lot'} {len(odd)} of {len(found)} differ "
              f"({', '.join(sorted(set(odd))) or 'in nothing'})")
        if set(odd) - rule.differs or not odd:
            wrong.append(rule.name)
    return not wrong


def main() -> int:
    """Follows the games; says what differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", help="hearts or oh_hell (default both)")
    parser.add_argument("--peers", required=True, help="the Python of an environment with OpenSpiel")
    parser.add_argument("--games", type=int, help="how many games of each (default 5000)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first game (default 0)")
    parser.add_argument("--quick", action="store_true", help="500 games of each")
    args = parser.parse_args()
    count = args.games if args.games is not None else 500 if args.quick else 5000
    if count < 1:
        parser.error("--games: at least 1")
    if unknown := set(args.game) - set(GAMES):
        parser.error(f"game: {', '.join(sorted(unknown))}; there are {', '.join(GAMES)}")
    fine = [compare(args.peers, game, args.seed, count) for game in args.game or GAMES]
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main())
