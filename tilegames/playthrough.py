"""Playthroughs: a recorded match, its text form, and its replay without a generator."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import attrs

from tilegames.core.deals import Deal
from tilegames.core.moves import Move
from tilegames.core.pieces import PieceSet
from tilegames.errors import DealError, MoveError, SaveError
from tilegames.state import Outcome, Rules, State

__all__ = ["Playthrough", "deal_text", "read_deal"]

_MAGIC = "tilegames playthrough 1"


class Playable(Rules, Protocol):
    """What a playthrough needs of its game."""

    @property
    def players(self) -> int: ...

    @property
    def variants(self) -> tuple[str, ...]: ...

    @property
    def chosen_options(self) -> Mapping[str, Any]: ...

    def new_state(self, *, seed: int | None = None, deal: Deal | Sequence[Deal] | None = None) -> State: ...


#: How a playthrough without a game finds one: set by the library, which stands above this module.
loader: Callable[..., Any] | None = None


@attrs.frozen(eq=False)
class Playthrough:
    """A recorded match: its game, its deals, its moves.

    ``str`` writes it as text that :meth:`parse` reads back; :meth:`replay` plays it again, move by move, with every
    move checked and no random generator.

    Attributes:
        game: the game that was played.
        deals: the deals of the rounds, in order.
        moves: the moves, in order.
        outcome: how it ended; None if it was cut short.

    Example:
        >>> import tilegames
        >>> played = tilegames.load("jamaican-partner").playout(seed=3)
        >>> again = tilegames.Playthrough.parse(str(played))
        >>> again.replay().outcome == played.outcome
        True
    """

    game: Any
    deals: tuple[Deal, ...]
    moves: tuple[Move, ...]
    outcome: Outcome | None

    def __len__(self) -> int:
        return len(self.moves)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Playthrough):
            return NotImplemented
        return (self.game.rules_hash, self.deals, self.moves, self.outcome) == (
            other.game.rules_hash, other.deals, other.moves, other.outcome)

    def __hash__(self) -> int:
        return hash((self.game.rules_hash, self.deals, self.moves))

    def states(self) -> Iterator[State]:
        """All states in order, the first before any move.

        Raises:
            SaveError: a move or a deal is not possible; the message says which.
        """
        try:
            state: State = self.game.new_state(deal=self.deals)
        except DealError as error:
            raise SaveError(f"this playthrough does not fit its game: {error}") from error
        yield state
        for number, move in enumerate(self.moves):
            try:
                state = state.play(move)
            except (MoveError, DealError) as error:
                raise SaveError(f"move {number} of this playthrough cannot be made: {error}") from error
            yield state

    def replay(self) -> State:
        """Plays the whole record again and returns the last state.

        Raises:
            SaveError: a move or a deal is not possible, or the end differs from the recorded one.
        """
        state = self.state_at(-1)
        if state.outcome != self.outcome:
            raise SaveError(f"the replay ends differently: {state.outcome}, recorded: {self.outcome}")
        return state

    def state_at(self, number: int) -> State:
        """The state after so many moves.

        Args:
            number: 0 for the start, up to ``len(self)``; negative numbers count from the end, -1 being the end.

        Raises:
            IndexError: there are not so many moves.
        """
        wanted = number if number >= 0 else len(self) + 1 + number
        if not 0 <= wanted <= len(self):
            raise IndexError(f"there is no move {number}: the playthrough has {len(self)} moves")
        for at, state in enumerate(self.states()):
            if at == wanted:
                return state
        raise AssertionError("unreachable")

    def __str__(self) -> str:
        game = self.game
        lines = [_MAGIC, f"game: {game.name}", f"players: {game.players}"]
        if game.variants:
            lines.append(f"variants: {' '.join(game.variants)}")
        if game.chosen_options:
            lines.append("options: " + " ".join(f"{name}={value}" for name, value in game.chosen_options.items()))
        lines.append(f"rules: {game.rules_hash}")
        shown = 0
        pieces = game.flow.pieces
        for state, move in zip(self.states(), self.moves, strict=False):
            while shown <= state.round and shown < len(self.deals):
                lines.append(f"deal: {deal_text(self.deals[shown], pieces)}")
                shown += 1
            lines.append(f"{state.turn}: {move}")
        lines += [f"deal: {deal_text(deal, pieces)}" for deal in self.deals[shown:]]
        lines.append(f"end: {_end_text(self.outcome)}")
        return "\n".join(lines) + "\n"

    @classmethod
    def parse(cls, text: str, *, game: Any = None) -> Playthrough:
        """Reads the text form and plays it through, so that what comes back is possible.

        Args:
            text: what ``str`` gave.
            game: the game it belongs to; None to load the bundled game it names.

        Raises:
            SaveError: the text cannot be read, belongs to other rules, or holds an impossible move; with the line.
        """
        lines = text.splitlines()
        if not lines or lines[0].strip() != _MAGIC:
            raise SaveError(f'line 1: a playthrough starts with "{_MAGIC}"')
        head: dict[str, str] = {}
        body: list[tuple[int, str, str]] = []
        for number, line in enumerate(lines[1:], 2):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            name, colon, rest = line.partition(":")
            if not colon:
                raise SaveError(f'line {number}: expected "name: value", found "{line.strip()}"')
            if name.strip() in ("game", "players", "variants", "options", "rules"):
                head[name.strip()] = rest.strip()
            else:
                body.append((number, name.strip(), rest.strip()))
        if game is None:
            game = _find_game(head)
        _check_head(game, head)
        return _play_body(cls, game, body)


def _find_game(head: Mapping[str, str]) -> Any:
    if loader is None or "game" not in head:
        raise SaveError('this playthrough names no game: its second line should be "game: NAME"')
    options = dict(part.partition("=")[::2] for part in head.get("options", "").split())
    players = head.get("players", "")
    if not players.isdigit():
        raise SaveError(f'"players: {players}" is not a number of players')
    try:
        return loader(head["game"], players=int(players), variants=tuple(head.get("variants", "").split()), **options)
    except (ValueError, TypeError) as error:
        raise SaveError(f"the game of this playthrough cannot be loaded: {error}") from error


def _check_head(game: Any, head: Mapping[str, str]) -> None:
    if head.get("game", game.name) != game.name:
        raise SaveError(f'this playthrough belongs to the game "{head["game"]}", not to "{game.name}"')
    if head.get("players", str(game.players)) != str(game.players):
        raise SaveError(f"this playthrough was made by {head['players']} players, the game is for {game.players}")
    if head.get("rules", game.rules_hash) != game.rules_hash:
        raise SaveError(f'this playthrough was made under other rules of "{game.name}" ({head["rules"]}, '
                        f"now {game.rules_hash}): load the spec, variants and options it was played with")


def _play_body(cls: type[Playthrough], game: Any, body: Sequence[tuple[int, str, str]]) -> Playthrough:
    pieces = game.flow.pieces
    deals: list[Deal] = []
    for number, name, rest in body:
        if name == "deal":
            try:
                deals.append(read_deal(rest, pieces))
            except ValueError as error:
                raise SaveError(f"line {number}: {error}") from None
    try:
        state = game.new_state(deal=deals)
    except DealError as error:
        raise SaveError(f"the deals of this playthrough do not fit: {error}") from error
    ended: str | None = None
    for number, name, rest in body:
        if name == "deal":
            continue
        if name == "end":
            ended = rest
        elif not name.isdigit():
            raise SaveError(f'line {number}: unknown line "{name}: {rest}"')
        else:
            try:
                state = state.play(rest, by=int(name))
            except (MoveError, DealError) as error:
                raise SaveError(f"line {number}: {error}") from error
    if ended is not None and ended != _end_text(state.outcome):
        raise SaveError(f'the record says "end: {ended}", but its moves lead to "end: {_end_text(state.outcome)}"')
    return cls(game, tuple(deals), state.history, state.outcome)


def _end_text(outcome: Outcome | None) -> str:
    if outcome is None:
        return "unfinished"
    winners = " ".join(map(str, outcome.winners)) or "nobody"
    return f"{outcome.termination} scores {' '.join(map(str, outcome.scores))} winners {winners}"


def deal_text(deal: Deal, pieces: PieceSet) -> str:
    """A deal in one line: its draws, then the pack in order."""
    draws = [f"{name}={result}" if isinstance(result, int) else f"{name}={','.join(map(pieces.name, result))}"
             for name, result in deal.draws]
    return " ".join([*draws, *map(pieces.name, deal.order)])


def read_deal(text: str, pieces: PieceSet) -> Deal:
    """Reads :func:`deal_text` back.

    Raises:
        ValueError: it names a piece that the set does not have (so often).
    """
    order: list[int] = []
    draws: list[tuple[str, int | tuple[int, ...]]] = []
    used = 0
    for word in text.split():
        name, equals, value = word.partition("=")
        if equals and value.isdigit():
            draws.append((name, int(value)))
        elif equals:
            draws.append((name, tuple(_one(piece, pieces, 0) for piece in value.split(","))))
        else:
            piece = _one(word, pieces, used)
            used |= 1 << piece
            order.append(piece)
    return Deal(tuple(order), tuple(draws))


def _one(text: str, pieces: PieceSet, used: int) -> int:
    kind = pieces.find(text)
    if kind is None:
        raise ValueError(f'"{text}" is no piece of this set')
    free = pieces.kind_masks[kind] & ~used
    if not free:
        raise ValueError(f'"{text}" stands in the deal more often than in the set')
    return (free & -free).bit_length() - 1
