"""Follows random games of OpenSpiel's Python block dominoes step by step with ``specs/block.yaml``.

    python tests/peers/compare_block.py --peers VENV/bin/python [--games 5000] [--seed 0]

VENV is an environment with ``open-spiel==2.0.2``; ``openspiel_block.py`` runs there, deals and plays by seed, and tells
every step. Here the same deal is played move by move with our engine. Before each step must agree: the player to move,
the numbers of the open ends, and the legal moves; after the last one: that the game is over, how it ended, what is left
in both hands, and what both have won. Exits 1 with the seeds if anything differs that is not told below.

How steps map:

- Their deal gives player 0 seven tiles, then player 1; the other fourteen stay unknown. Ours is made of those hands.
- Their action is a tile and the number of the edge it goes to, on an empty table a tile alone. Ours names the end,
  ``5-3 left``. If both ends show one number that is two moves of ours and one action of theirs; either may then be
  made, they lead to the same ends, and which one is decided by the seed.
- A lone tile has two edges for them, a lone double two equal ones; for us a lone double has one place to play to, so
  that there is one move for one action.
- A pass is a move of ours, the only one then. They pass over who cannot play, so it is made here without a step of
  theirs.
- They return what the winner has won, and the same below nothing for the other; ours are scores of one round. Theirs
  are the difference of ours.

What remains is rules. :data:`RULES` names each with the option that makes our game theirs; the comparison is made with
all of them. Each is held twice: here some games are followed once more without it, and must then differ in just the
way told; and ``test_block_steps.py`` has a position for each.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import tilegames

PEER = Path(__file__).with_name("openspiel_block.py")
BATCH = 250
#: How many games are followed once more without each rule.
CONTROLS = 500

#: [tile, edge]: their action, as a pair of numbers with the lower one first, and a number or None.
Action = tuple[tuple[int, int], "int | None"]


class Rule(NamedTuple):
    """A rule in which their game is not our default.

    Attributes:
        name: what they do.
        option, value: the option of ``specs/block.yaml`` and the value that does the same.
        differs: what does not agree without it.
        starter: which seat is drawn to lead without it.
    """

    name: str
    option: str
    value: str
    differs: frozenset[str]
    starter: int = 0


RULES = (
    Rule("after a block the winner's own pips are not taken off", "own_pips", "kept", frozenset({"returns"})),
    Rule("nobody has to pass before a block ends the game", "block_test", "at_once", frozenset({"end"})),
    Rule("a game is one round", "rounds", "1", frozenset({"end"})),
    # Our lot draws one of both; it is an outcome of the deal, not an option.
    Rule("player 0 always leads", "lead", "lot", frozenset({"mover"}), starter=1),
)


def load(without: Rule | None = None) -> tilegames.Game:
    """Block Dominoes as they play it, or but for one rule."""
    options = {rule.option: rule.value for rule in RULES if rule is not without}
    return tilegames.load("block", players=2, **options)


def tile(name: str) -> tuple[int, int]:
    """A tile of ours as theirs.

    Example:
        >>> tile("5-3")
        (3, 5)
    """
    high, low = name.split("-")
    return int(low), int(high)


def name(pair: Sequence[int]) -> str:
    """A tile of theirs as ours.

    Example:
        >>> name([3, 5])
        '5-3'
    """
    return f"{pair[1]}-{pair[0]}"


def actions(moves: Sequence[tilegames.Move], ends: Mapping[str, int]) -> dict[Action, list[tilegames.Move]]:
    """Our plays by the action of theirs that they are.

    Args:
        moves: our legal moves; passes are left out.
        ends: the number of each of our ends, by the word for it; empty on an empty table.
    """
    found: dict[Action, list[tilegames.Move]] = {}
    for move in moves:
        if move.piece is not None:
            found.setdefault((tile(move.piece), None if move.where is None else ends[move.where]), []).append(move)
    return found


def payoff(scores: Sequence[int]) -> list[int]:
    """The scores of one round as they return them.

    Example:
        >>> payoff([0, 14])
        [-14, 14]
    """
    return [scores[0] - scores[1], scores[1] - scores[0]]


def follow(game: tilegames.Game, theirs: Mapping[str, Any], starter: int = 0) -> str:
    """Plays a game of theirs with ours, up to the first difference.

    Returns:
        What differs, a word (``mover``, ``ends``, ``moves``, ``end``, ``hands``, ``returns``) and a sentence; "" if
        nothing does.
    """
    rnd = random.Random(theirs["seed"]).random
    deal = game.deal(hands=[[name(pair) for pair in hand] for hand in theirs["hands"]], starter=starter)
    state = game.new_state(deal=deal, seed=0)
    for number, (mover, edges, legal, taken) in enumerate(theirs["steps"]):
        at = f"step {number}"
        while not state.is_over and [move.action for move in state.legal_moves] == ["pass"] and state.turn != mover:
            state = state.play(state.legal_moves[0])
        if state.turn != mover:
            return f"mover: {at}: seat {state.turn} is to move with us, player {mover} with them"
        ends = state.view(None).ends
        numbers = sorted(end.number for end in ends for _ in range(end.free))
        if numbers != edges:
            return f"ends: {at}: {numbers} with us, {edges} with them"
        places = {end.where: end.number for end in ends}
        if len(ends) == 1:
            places["right"] = ends[0].number
        ours = actions(state.legal_moves, places)
        wanted = {((low, high), edge) for (low, high), edge in legal}
        if set(ours) != wanted or sum(map(len, ours.values())) != len(state.legal_moves):
            return f"moves: {at}: {sorted(map(str, state.legal_moves))} with us, {sorted(wanted, key=str)} with them"
        ways = 2 if len(ends) == 2 and numbers[0] == numbers[1] else 1
        if any(len(moves) != ways for moves in ours.values()):
            return f"moves: {at}: an action is not {ways} of {sorted(map(str, state.legal_moves))}"
        (low, high), edge = legal[taken]
        moves = ours[(low, high), edge]
        state = state.play(moves[int(rnd() * len(moves))])
    return _ends_differ(state, theirs)


def _ends_differ(state: tilegames.State, theirs: Mapping[str, Any]) -> str:
    """What differs when their game is over; "" if nothing does."""
    if not state.is_over:
        return f"end: over with them, seat {state.turn} is to move with us"
    left = [sorted(map(tile, state.view(seat).hand)) for seat in range(2)]
    if left != [sorted(map(tuple, hand)) for hand in theirs["left"]]:
        return f"hands: {left} are left with us, {theirs['left']} with them"
    how = next(event.text for event in state.events if event.kind == "round")
    if ("(out)" in how) != (not all(left)):
        return f"end: with us {how}, with them {theirs['left']} are left"
    if payoff(state.scores) != theirs["returns"]:
        return f"returns: {payoff(state.scores)} with us, {theirs['returns']} with them"
    return ""


def batches(python: str, seed: int, games: int) -> Iterator[list[dict[str, Any]]]:
    """Their games, in batches; the peer plays the next batch while this one is followed."""
    with subprocess.Popen([python, str(PEER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as peer:
        assert peer.stdin is not None
        assert peer.stdout is not None
        # Requests are a few bytes, so all of them fit into the pipe at once.
        starts = range(seed, seed + games, BATCH)
        asked = 0
        for number in range(len(starts)):
            while asked < len(starts) and asked <= number + 1:
                count = min(BATCH, seed + games - starts[asked])
                print(json.dumps({"seed": starts[asked], "games": count}), file=peer.stdin, flush=True)
                asked += 1
            line = peer.stdout.readline()
            if not line:
                raise SystemExit(f"the peer has ended: {' '.join(map(str, peer.args))}")
            yield json.loads(line)
        peer.stdin.close()


def main() -> int:
    """Follows the games; says what differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peers", required=True, help="the Python of an environment with OpenSpiel")
    parser.add_argument("--games", type=int, default=5000, help="how many games (default 5000)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first game (default 0)")
    args = parser.parse_args()
    if args.games < 1:
        parser.error("--games: at least 1")
    started = time.perf_counter()
    game, controls = load(), [(rule, load(rule)) for rule in RULES]
    seen: dict[Rule, list[str]] = {rule: [] for rule in RULES}
    games = steps = blocked = 0
    wrong: list[str] = []
    for batch in batches(args.peers, args.seed, args.games):
        for theirs in batch:
            difference = follow(game, theirs)
            if difference:
                wrong.append(f"seed {theirs['seed']}: {difference}")
            if games < CONTROLS:
                for rule, control in controls:
                    seen[rule].append(follow(control, theirs, rule.starter).partition(":")[0])
            games += 1
            steps += len(theirs["steps"])
            blocked += all(theirs["left"])
    print(f"block dominoes beside OpenSpiel: {games} games, {steps} steps, {blocked} of the games blocked, "
          f"{len(wrong)} differ ({time.perf_counter() - started:.0f} s)")
    for line in wrong[:20]:
        print(f"  {line}")
    for rule, found in seen.items():
        odd = [word for word in found if word]
        how = "with the other seat drawn" if rule.starter else f"without {rule.option}={rule.value}"
        print(f"  {rule.name}: {how} {len(odd)} of {len(found)} differ ({', '.join(sorted(set(odd))) or 'in nothing'})")
        if set(odd) - rule.differs or (not odd and games >= CONTROLS):
            wrong.append(rule.name)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
