"""The State: one situation of a match, frozen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, cast

import attrs

from tilegames.core.moves import Event, Move, Reason, ScoreEvent
from tilegames.core.rounds import Flow
from tilegames.core.table import Chain, Table, unroll
from tilegames.errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError, MoveError, OptionError

if TYPE_CHECKING:
    from tilegames.views import View

__all__ = ["Event", "Move", "Outcome", "Reason", "Rules", "ScoreEvent", "State"]


class Rules(Protocol):
    """What a State needs of its game."""

    @property
    def name(self) -> str: ...

    @property
    def rules_hash(self) -> str: ...

    @property
    def flow(self) -> Flow: ...

    def view_of(self, state: State, seat: int | None) -> View: ...


@attrs.frozen
class Outcome:
    """How a match ended.

    Attributes:
        termination: ``reached`` (a side reached the target), ``fallen`` (a side has fallen to the score that ends the
            match) or ``rounds`` (all rounds were played).
        scores: the score of each side (see ``game.sides``).
        ranking: the seats from best to worst; seats that share a place stand together.
        winners: the seats that have won; empty for a draw.
        ending: how the last round ended: ``out``, ``blocked``, ``played``, ``exhausted``; ``stopped`` if the match
            ended in the middle of it.
        pots: what lies in the pot, and what the house has kept.
    """

    termination: str
    scores: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    ending: str
    pots: tuple[int, int] = (0, 0)

    def __str__(self) -> str:
        who = " and ".join(f"seat {seat}" for seat in self.winners) if self.winners else "nobody"
        return f"{who} won ({self.termination}), scores {' to '.join(map(str, self.scores))}"

    def to_dict(self) -> dict[str, Any]:
        """A JSON-ready map."""
        return {"termination": self.termination, "scores": list(self.scores),
                "ranking": [list(place) for place in self.ranking], "winners": list(self.winners),
                "ending": self.ending, "pots": list(self.pots)}


class _Draft:
    """What a State is while it is made: it can still be written to. Setting the class freezes it.

    A frozen class could only be filled by a call for each slot, which takes as long as copying half a table.
    """

    __slots__ = ("__weakref__", "_before", "_events", "_game", "_legal", "_moves", "_table")

    _game: Rules
    _table: Table
    _before: Table | None
    _moves: Chain
    _legal: tuple[Move, ...] | None
    _events: tuple[Event, ...] | None


class State(_Draft):
    """One situation of a match. Immutable: :meth:`play` returns a new State and leaves this one as it is.

    States are made by ``game.new_state`` and ``game.position``, not by calling the class. Two states are equal when
    they are the same situation under the same rules, however they came about.

    Example:
        >>> import tilegames
        >>> state = tilegames.load("texas-42").new_state(seed=7)
        >>> after = state.play(state.legal_moves[0])
        >>> after.history, state.history
        ((Move('pass'),), ())
    """

    __slots__ = ()

    def __init__(self, game: Rules, table: Table, before: Table | None = None, moves: Chain = None,
                 events: Sequence[Event] | None = None) -> None:
        put = object.__setattr__
        put(self, "_game", game)
        put(self, "_table", table)
        put(self, "_before", before)
        put(self, "_moves", moves)
        put(self, "_legal", None)
        put(self, "_events", None if events is None else tuple(events))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a State is frozen; {name} cannot be set (play returns a new State)")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a State is frozen; {name} cannot be deleted")

    # Where we are

    @property
    def game(self) -> Rules:
        """The game this is a state of."""
        return self._game

    @property
    def turn(self) -> int | None:
        """The seat to move; None when the match is over."""
        turn = self._table.turn
        return None if turn < 0 else turn

    @property
    def phase(self) -> str | None:
        """The name of the phase; None when the match is over."""
        return None if self._table.turn < 0 else self._table.phase.name

    @property
    def round(self) -> int:
        """The number of the round, from 0."""
        return self._table.round

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each side (see ``game.sides``), in the spec's smallest unit."""
        return tuple(self._table.scores)

    @property
    def pots(self) -> tuple[int, int]:
        """What lies in the pot, and what the house has kept."""
        pot, house = self._table.pots
        return pot, house

    @property
    def counters(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """The counters kept for the match: the name of each, and what every side has in it."""
        return self._game.flow.counted(self._table)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self._table.turn < 0

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it goes on."""
        finish = self._table.finish
        if finish is None:
            return None
        return Outcome(finish.termination, self.scores, finish.ranking, finish.winners, finish.ending, self.pots)

    # What can be done

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves of the seat to move, each once, in a stable order; empty when the match is over."""
        legal = self._legal
        if legal is None:
            table = self._table
            found = () if table.turn < 0 else table.phase.legal(table)
            legal = found if type(found) is tuple else tuple(found)
            _keep_legal(self, legal)
        return legal

    def is_legal(self, move: Move | str, *, by: int | None = None) -> bool:
        """Whether a move, or its text, may be made now (by this seat, if one is given)."""
        return self.why_illegal(move, by=by) is None

    def why_illegal(self, move: Move | str, *, by: int | None = None) -> Reason | None:
        """Why a move, or its text, may not be made now; None if it may.

        Args:
            move: a Move or its text.
            by: the seat that asks. A reason can name what the seat to move holds, so whoever hands reasons to players
                gives the seat that asks: the others are told that it is not their turn, and nothing else.

        Example:
            >>> import tilegames
            >>> game = tilegames.load("texas-42")
            >>> state = game.position(trump="fours", trick=["6-2"], hand=["6-1", "2-2"])
            >>> state.why_illegal("2-2").code
            'must-follow'
        """
        try:
            self._check_seat(move, by)
            self._checked(move)
        except MoveError as error:
            return Reason(error.code, error.sentence, error.place)
        return None

    def parse_move(self, text: str, *, by: int | None = None) -> Move:
        """The legal move that a text names.

        Args:
            text: a move as ``str(move)`` writes it; tiles may be written either way round, and a piece alone is
                enough where only one legal move uses it.
            by: the seat that asks, as in :meth:`why_illegal`.

        Raises:
            InvalidMoveError: the text names no move.
            AmbiguousMoveError: it fits several legal moves.
            IllegalMoveError: it names a move that may not be made now.
        """
        self._check_seat(text, by)
        return self._checked(text)

    def play(self, move: Move | str, *, by: int | None = None) -> State:
        """Makes a move and returns the State after it.

        Args:
            move: a Move or its text.
            by: the seat that makes it; checked against the turn if given.

        Raises:
            MoveError: one of its kinds; this State is unchanged in any case.
            DealError: the move ends a round and the deals given to ``new_state`` are used up.
        """
        if by is not None:
            self._check_seat(move, by)
        # The usual case first: one of the very moves that this state has offered.
        for own in self._legal or ():
            if own is move:
                break
        else:
            own = self._checked(move)
        before = self._table
        table = before.copy()
        table.phase.apply(table, own)
        new = _Draft()
        new._game = self._game
        new._table = table
        new._before = before
        new._moves = self._moves, own
        new._legal = new._events = None
        new.__class__ = State
        return cast("State", new)

    def _check_seat(self, move: Move | str, by: int | None) -> None:
        if by is not None and (type(by) is not int or by != self._table.turn) and not self.is_over:
            raise IllegalMoveError(str(move), "not-your-turn",
                                   f"it is seat {self._table.turn}'s turn, not seat {by!r}'s")

    def _checked(self, move: Move | str) -> Move:
        """The legal move meant, or the error that says why not."""
        legal = self.legal_moves
        if isinstance(move, Move) and move in legal:
            return legal[legal.index(move)]
        text = str(move)
        table = self._table
        if table.turn < 0:
            raise IllegalMoveError(text, "match-over", "the match is over")
        try:
            # A Move means itself; only a text can be a short form of another.
            known = table.phase.move(move.action, text) if isinstance(move, Move) else None
            found = known or table.phase.parse(table, text)
        except AmbiguousMoveError:
            raise
        except InvalidMoveError:
            for phase in self._game.flow.phases:
                if phase.name != table.phase.name and _knows(phase, table, text):
                    raise IllegalMoveError(text, "wrong-phase", f"this is a move of the phase {phase.name}, "
                                           f"now it is {table.phase.name}", phase.place) from None
            raise
        if found not in legal:
            reason = table.phase.refuse(table, found)
            raise IllegalMoveError(text, reason.code, reason.sentence, reason.place)
        return found

    # What has happened

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves made since the start (or since the position that this began from), oldest first."""
        return tuple(unroll(self._moves))

    @property
    def events(self) -> tuple[Event, ...]:
        """What the last move caused (at the start: the deal), with hidden pieces named; see ``Event.for_seat``."""
        events = self._events
        if events is None:
            assert self._before is not None
            assert self._moves is not None
            table = self._before.copy()
            table.log = []
            table.phase.apply(table, self._moves[1])
            events = tuple(table.log)
            object.__setattr__(self, "_events", events)
        return events

    @property
    def score_events(self) -> tuple[ScoreEvent, ...]:
        """Every line of the account so far; the scores are their sum."""
        return tuple(unroll(self._table.score_chain))

    def view(self, seat: int | None) -> View:
        """What one seat may know; None stands for an onlooker.

        Raises:
            OptionError: there is no such seat.
        """
        seats = self._game.flow.seats.count
        if seat is not None and not (type(seat) is int and 0 <= seat < seats):
            raise OptionError(f"there is no seat {seat!r}: seats are 0 to {seats - 1}")
        return self._game.view_of(self, seat)

    # Values

    def _key(self) -> tuple[Any, ...]:
        return self._table.key(self._game.flow.pieces)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._game.rules_hash == other._game.rules_hash and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((self._game.rules_hash, self._key()))

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, memo: object) -> State:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        flow = self._game.flow
        before = None if self._before is None else flow.pack(self._before)
        moves = [(move.action, move.text) for move in self.history]
        return _restore, (self._game, flow.pack(self._table), before, moves, self._events)

    def __repr__(self) -> str:
        if self.is_over:
            return f"<State of {self._game.name}: {self.outcome}>"
        return f"<State of {self._game.name}: round {self.round}, {self.phase}, seat {self.turn} to move>"


#: Fills the one slot of a frozen state that is worked out later and asked for most.
_keep_legal = _Draft.__dict__["_legal"].__set__


def _knows(phase: Any, table: Table, text: str) -> bool:
    try:
        phase.parse(table, text)
    except AmbiguousMoveError:
        return True
    except InvalidMoveError:
        return False
    return True


def _restore(game: Rules, packed: dict[str, Any], before: dict[str, Any] | None, moves: list[tuple[str, str]],
             events: tuple[Event, ...] | None) -> State:
    flow = game.flow
    chain: Chain = None
    for action, text in moves:
        chain = (chain, flow.move(action, text))
    return State(game, flow.unpack(packed), None if before is None else flow.unpack(before), chain, events)
