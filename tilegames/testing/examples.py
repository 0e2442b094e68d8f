"""Runs the examples that a spec carries."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tilegames.core.moves import Event
from tilegames.core.patterns import Cover
from tilegames.core.pieces import tidy
from tilegames.core.table import GROUPS
from tilegames.core.tricks import Tricks
from tilegames.errors import Span, TileGamesError
from tilegames.game import Game
from tilegames.positions import place
from tilegames.spec.examples import Example, Expect
from tilegames.spec.schema import Located
from tilegames.state import State
from tilegames.testing.faults import Fault

__all__ = ["run_example"]


def run_example(example: Example, load: Callable[..., Game]) -> list[Fault]:
    """Builds the position, makes the moves and compares the answers.

    Args:
        example: what to run.
        load: loads the game: called with ``players``, ``variants`` and options.

    Returns:
        What is not as expected; empty if all is.
    """
    if not example.expect.places:
        return [_fault(example, "it asks nothing: expect is empty", example.expect.span)]
    under = example.under
    try:
        game = load(players=under.players, variants=under.variants, **under.options)
        log: list[Event] = []
        state = State(game, place(game.flow, example.given, log), events=log)
        events = list(log)
        for move in example.play:
            try:
                state = state.play(move.value)
            except TileGamesError as error:
                return [_fault(example, f"the move cannot be made: {error}", move.span)]
            events += state.events
        differences = list(_compare(game, state, events, example.expect))
    except TileGamesError as error:
        return [_fault(example, f"it cannot be played: {error}", example.given.span
                       if example.given.places else example.span)]
    return [_fault(example, message, where) for message, where in differences]


def _fault(example: Example, message: str, where: Span) -> Fault:
    return Fault("example", f'the example "{example.name.value}" fails: {message}', where)


_Answers = Iterator[tuple[str, Span]]


def _compare(game: Game, state: State, events: Sequence[Event], expect: Expect) -> _Answers:
    for word, there in (("melds", game.flow.melding), ("down", game.flow.melding), ("deadwood", game.flow.arranger)):
        if getattr(expect, word) is not None and there is None:
            yield "this game has none", expect.place(word)
    for name, found in _facts(game, state, events):
        wanted = getattr(expect, name)
        if wanted is None:
            continue
        wanted = wanted.value if isinstance(wanted, Located) else wanted
        if name == "melds":
            wanted = tuple(meld.value for meld in wanted)
        if found != wanted:
            yield f"{name} is {_shown(found)}, expected {_shown(wanted)}", expect.place(name)
    yield from _compare_moves(state, expect)
    yield from _compare_pieces(game, state, expect)
    yield from _compare_patterns(game, expect)
    counters = dict(state.counters)
    for name, amounts in expect.counters.items():
        if counters.get(name) != amounts:
            yield f"the counter {name} is {_shown(counters.get(name))}", expect.counters.places[name]
    for rule, wanted in expect.payments.items():
        paid = tuple(sum(event.amount for event in state.score_events if (event.rule, event.side) == (rule, side))
                     for side in range(len(game.sides)))
        if rule not in game.spec.scoring.payments:
            yield f'there is no row of payments "{rule}"', expect.payments.places[rule]
        elif paid != wanted:
            yield f"{rule} has paid {_shown(paid)}, expected {_shown(wanted)}", expect.payments.places[rule]


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(map(str, value)) + "]"
    return "nothing" if value is None else str(value)


def _facts(game: Game, state: State, events: Sequence[Event]) -> Iterator[tuple[str, Any]]:
    """Every answer that is one value, by the word of ``expect``."""
    table = state._table
    last = {event.kind: event for event in events}
    trick, over = last.get("trick"), last.get("round")
    yield "turn", state.turn
    yield "phase", state.phase
    yield "round", state.round + 1
    yield "dealer", table.dealer if table.dealer >= 0 else None
    yield "winner", trick.seat if trick else None
    yield "points", trick.value if trick else None
    yield "round_winner", None if over is None else "nobody" if over.seat is None else str(over.seat)
    yield "ending", over.text.partition("(")[2].partition(")")[0] if over else None
    yield "scores", state.scores
    yield "columns", tuple(table.points)
    yield "conceded", tuple(mask.bit_count() for mask in table.conceded) if table.parts & GROUPS else ()
    yield "pot", state.pots[0]
    yield "over", state.is_over
    yield "winners", state.outcome.winners if state.outcome else ()
    yield "trump", table.suits.name if table.suits else None
    yield "contract", table.bid.text if table.bid else None
    yield "declared", table.contract.name if table.contract else "none"
    out = table.phase.out if isinstance(table.phase, Tricks) else -1
    yield "sits_out", str(out) if out >= 0 else "nobody"
    yield "declarer", table.bidder if table.bidder >= 0 else None
    yield "called", tuple(table.called) if -1 not in table.called else None
    yield "turned", game.pieces.name(table.turned) if table.turned >= 0 else None
    yield "hand_sizes", tuple(hand.bit_count() for hand in table.hands)
    melding = game.flow.melding
    if melding is not None:
        yield "melds", tuple(map(melding.describe, table.melds))
        yield "down", tuple(seat for seat in range(game.players) if table.down >> seat & 1)
    arranger = game.flow.arranger
    if arranger is not None:
        yield "deadwood", tuple(map(arranger.least, table.hands))
    yield "stock", len(table.stock) - table.drawn
    yield "pieces", len(game.pieces)


def _compare_moves(state: State, expect: Expect) -> _Answers:
    legal = [str(move) for move in state.legal_moves]
    if expect.legal is not None:
        wanted = [_text(state, move) for move in expect.legal]
        extra = [move for move in legal if move not in wanted]
        missing = [move for move in wanted if move not in legal]
        if extra or missing:
            parts = [f"also legal: {', '.join(extra)}"] if extra else []
            parts += [f"not legal: {', '.join(missing)}"] if missing else []
            yield "; ".join(parts), expect.place("legal")
    for move in expect.can:
        if _text(state, move) not in legal:
            yield f'"{move.value}" is not legal; legal are: {", ".join(legal)}', move.span
    for text, code in expect.illegal.items():
        reason = state.why_illegal(text)
        if reason is None:
            yield f'"{text}" is legal', expect.illegal.places[text]
        elif reason.code != code.value:
            yield f'"{text}" is refused by {reason.code}, expected {code.value}', code.span


def _text(state: State, move: Located[str]) -> str:
    """A move of an example as the engine writes it; as it stands if the engine cannot read it."""
    try:
        return str(state._table.phase.parse(state._table, move.value)) if not state.is_over else move.value
    except TileGamesError:
        return move.value


def _compare_pieces(game: Game, state: State, expect: Expect) -> _Answers:
    pieces = game.pieces
    yield from _compare_layout(game, state, expect)
    if expect.discards is not None:
        found = tuple(map(pieces.name, state._table.discards))
        wanted = tuple(pieces.names[kind] if (kind := pieces.find(name.value)) is not None else name.value
                       for name in expect.discards)
        if found != wanted:
            yield f"the discards are {_shown(found)}", expect.place("discards")
    for name, copies in expect.copies.items():
        kind = pieces.find(name)
        count = 0 if kind is None else pieces.copies[kind]
        if count != copies:
            yield f"the set has {count} of {name}, expected {copies}", expect.copies.places[name]
    for name, value in expect.values.items():
        kind = pieces.find(name)
        found_value = None if kind is None else game.values[kind]
        if found_value != value:
            yield f"{name} is worth {_shown(found_value)}, expected {value}", expect.values.places[name]


def _compare_layout(game: Game, state: State, expect: Expect) -> _Answers:
    table = state._table
    layout = game.flow.layout
    for word, wanted in (("ends", expect.ends), ("due", expect.due), ("marked", expect.marked)):
        if wanted is not None and layout is None:
            yield "this game has no layout", expect.place(word)
            return
    if layout is None:
        return
    ends = layout.tree.open_numbers(table)
    if expect.ends is not None and sorted(ends) != sorted(expect.ends):
        yield f"the ends are {_shown(tuple(ends))}", expect.place("ends")
    due = layout.due(table)
    if expect.due is not None and due != tuple(tidy(name.value) for name in expect.due):
        yield f"what must be filled is {_shown(due)}", expect.place("due")
    marked = tuple(seat for seat in range(game.players) if table.marked >> seat & 1)
    if expect.marked is not None and marked != tuple(sorted(expect.marked)):
        yield f"the marked trains are those of {_shown(marked)}", expect.place("marked")


def _compare_patterns(game: Game, expect: Expect) -> _Answers:
    for name, fits in expect.patterns.items():
        pattern = game.patterns.get(name)
        if pattern is None:
            yield f'there is no pattern "{name}"', expect.patterns.places[name]
            continue
        for groups, wanted in ((fits.yes_, True), (fits.no_, False)):
            for group in groups:
                kinds = [game.pieces.find(piece.value) for piece in group]
                if None in kinds or not group:
                    yield "a group names a piece that the set does not have", expect.patterns.places[name]
                    continue
                sure = [kind for kind in kinds if kind is not None]
                found = pattern.complete(sure) if isinstance(pattern, Cover) else pattern.matches(sure)
                if found != wanted:
                    shown = " ".join(piece.value for piece in group)
                    yield f"{shown} {'is' if found else 'is not'} a {name}", group[0].span
