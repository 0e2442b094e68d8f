"""Playthroughs: a recorded match, its text form, and its replay without a generator."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from tilegames.core.deals import Deal, check_deal
from tilegames.core.moves import Move
from tilegames.core.pieces import PieceSet
from tilegames.core.table import unroll
from tilegames.errors import DealError, MoveError, SaveError
from tilegames.state import Outcome, State

__all__ = ["Playthrough", "deal_text", "read_deal"]

_MAGIC = "tilegames playthrough 1"


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
        if not isinstance(text, str):
            raise SaveError(f"a playthrough is a text, not {text!r}")
        lines = text.splitlines()
        if not lines or lines[0].strip() != _MAGIC:
            raise SaveError(f'line 1: a playthrough starts with "{_MAGIC}"')
        head: dict[str, tuple[int, str]] = {}
        body: list[tuple[int, str, str]] = []
        for number, line in enumerate(lines[1:], 2):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            name, colon, rest = (part.strip() for part in line.partition(":"))
            if not colon:
                raise SaveError(f'line {number}: expected "name: value", found {line.strip()!r}')
            if name in ("game", "players", "variants", "options", "rules"):
                head[name] = number, rest
            else:
                body.append((number, name, rest))
        if game is None:
            game = _find_game(head)
        _check_head(game, head)
        return _play_body(cls, game, body)


_Head = Mapping[str, tuple[int, str]]


def _find_game(head: _Head) -> Any:
    if loader is None or "game" not in head:
        raise SaveError('line 2: this playthrough names no game; write "game: NAME"')
    number, name = head["game"]
    if "/" in name or name.endswith((".yaml", ".yml")):
        raise SaveError(f"line {number}: a record names a bundled game; give parse the game of another spec")
    options = dict(part.partition("=")[::2] for part in head.get("options", (0, ""))[1].split())
    line, players = head.get("players", (number, ""))
    if not (players.isascii() and players.isdigit()):
        raise SaveError(f'line {line}: "players: {players}" is not a number of players')
    try:
        return loader(name, players=int(players), variants=tuple(head.get("variants", (0, ""))[1].split()), **options)
    except (ValueError, TypeError) as error:
        raise SaveError(f"line {number}: the game cannot be loaded: {error}") from error


def _check_head(game: Any, head: _Head) -> None:
    for name, own, what in (("game", game.name, "belongs to the game"), ("players", str(game.players), "has players"),
                            ("rules", game.rules_hash, "was made under the rules")):
        number, said = head.get(name, (0, own))
        if said != own:
            raise SaveError(f'line {number}: this playthrough {what} "{said}", here it is "{own}": load the spec, '
                            "players, variants and options that it was played with")


def _play_body(cls: type[Playthrough], game: Any, body: Sequence[tuple[int, str, str]]) -> Playthrough:
    deals = _read_deals(game, body)
    state: State | None = None
    ended = 0
    for number, name, rest in body:
        try:
            if state is None:
                # A round that is over at once brings the next deal into the start too.
                state = game.new_state(deal=deals)
            if ended:
                raise SaveError(f"line {number}: something follows the end of the record")
            if name == "end":
                ended = number
                if rest != _end_text(state.outcome):
                    raise SaveError(f'line {number}: the record says "end: {rest}", but its moves lead to '
                                    f'"end: {_end_text(state.outcome)}"')
            elif name.isascii() and name.isdigit() and len(name) < 10:
                state = state.play(rest, by=int(name))
            elif name != "deal":
                raise SaveError(f"line {number}: unknown line {name[:60]!r}")
        except (MoveError, DealError) as error:
            raise SaveError(f"line {number}: {error}") from error
    if state is None or not ended:
        last = body[-1][0] if body else 1
        raise SaveError(f'line {last}: the record breaks off: its last line must be "end: ..."')
    used = len(unroll(state._table.deal_chain))
    if used < len(deals):
        number = [number for number, name, _ in body if name == "deal"][used]
        raise SaveError(f"line {number}: this deal was never dealt")
    return cls(game, tuple(deals), state.history, state.outcome)


def _read_deals(game: Any, body: Sequence[tuple[int, str, str]]) -> list[Deal]:
    deals: list[Deal] = []
    for number, name, rest in body:
        if name == "deal":
            try:
                deal = read_deal(rest, game.flow.pieces)
            except ValueError as error:
                raise SaveError(f"line {number}: {error}") from None
            wrong = check_deal(deal, game.flow.pieces, game.flow.draws, len(deals), game.flow.accepts)
            if wrong:
                raise SaveError(f"line {number}: {wrong}")
            deals.append(deal)
    return deals


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
