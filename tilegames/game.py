"""The Game: compiled rules, immutable, safe to share."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from tilegames.core.deals import SEEDS, Chance, Deal, check_deal
from tilegames.core.melds import MeldPattern
from tilegames.core.moves import Event, Move
from tilegames.core.patterns import Cover, Pattern
from tilegames.core.pieces import PieceSet
from tilegames.core.rounds import Flow
from tilegames.core.table import Table, unroll
from tilegames.errors import DealError, IllegalMoveError, OptionError
from tilegames.playthrough import Playthrough
from tilegames.positions import place, wanted_deal
from tilegames.render.rulebook import rulebook
from tilegames.spec.assemble import Assembled
from tilegames.spec.examples import Example
from tilegames.spec.model import Spec
from tilegames.state import Outcome, State
from tilegames.views import View, make_view

__all__ = ["Game", "Policy"]

#: Who chooses moves: from what a seat may know, and that seat's source of random numbers, to a legal move of the view.
Policy = Callable[[View, random.Random], Move]


class Game:
    """Compiled rules. Made by ``load`` and ``loads``; immutable, and safe to share between threads.

    Attributes:
        name: the game's id.
        title: its name as people write it.
        players: how many play.
        variants: the variants in use, in order.
        options: the value of every option.
        chosen_options: those options that the caller of ``load`` gave.
        pieces: the set (see :class:`tilegames.core.pieces.PieceSet`).
        sides: the seats of each side; scores are by side.
        spec: the parsed spec (see :class:`tilegames.spec.model.Spec`).
        rules_hash: equal for games with the same rules; two games of one name and hash are equal.
        values: what each kind of piece is worth, by ``Kind.index``.
        patterns: the spec's patterns by name, compiled: groups have ``matches``, whole hands ``complete``.

    Example:
        >>> import tilegames
        >>> game = tilegames.load("texas-42")
        >>> game.title, game.players, len(game.pieces), game.sides
        ('Texas 42', 4, 28, ((0, 2), (1, 3)))
    """

    __slots__ = ("__weakref__", "_examples", "_flow", "_frozen", "_rebuild", "chosen_options", "name", "options",
                 "patterns", "players", "rules_hash", "spec", "title", "values", "variants")

    name: str
    title: str
    players: int
    variants: tuple[str, ...]
    options: Mapping[str, str]
    chosen_options: Mapping[str, str]
    spec: Spec
    rules_hash: str
    values: tuple[int, ...]
    patterns: Mapping[str, Pattern | Cover | MeldPattern]

    def __init__(self, assembled: Assembled, players: int, flow: Flow, values: tuple[int, ...],
                 patterns: Mapping[str, Pattern | Cover | MeldPattern],
                 examples: Callable[[], tuple[Example, ...]],
                 rebuild: tuple[Callable[..., Game], tuple[Any, ...]]) -> None:
        self.name = assembled.spec.game
        self.title = assembled.spec.about.title
        self.players = players
        self.variants = assembled.variants
        self.options = MappingProxyType(dict(assembled.options))
        self.chosen_options = MappingProxyType(dict(assembled.chosen))
        self.spec = assembled.spec
        self.rules_hash = f"{assembled.rules_hash}-{players}"
        self.values = values
        self.patterns = MappingProxyType(dict(patterns))
        self._examples = examples
        self._flow = flow
        self._rebuild = rebuild
        self._frozen = True

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, "_frozen"):
            raise AttributeError(f"a Game is immutable; {name} cannot be set")
        object.__setattr__(self, name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a Game is immutable; {name} cannot be deleted")

    @property
    def flow(self) -> Flow:
        """The compiled engine: for tools and tests, not part of the public contract."""
        return self._flow

    @property
    def pieces(self) -> PieceSet:
        """The set of pieces."""
        return self._flow.pieces

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side; a game without teams has a side for each seat."""
        return self._flow.seats.sides

    @property
    def examples(self) -> tuple[Example, ...]:
        """The spec's examples, read when asked for (see :class:`tilegames.spec.examples.Example`).

        Raises:
            SpecError: they are not well formed.
        """
        return self._examples()

    def side_of(self, seat: int) -> int:
        """The side that a seat plays on.

        Raises:
            OptionError: there is no such seat.
        """
        if type(seat) is not int or not 0 <= seat < self.players:
            raise OptionError(f"there is no seat {seat!r}: seats are 0 to {self.players - 1}")
        return self._flow.seats.side_of[seat]

    def rules(self) -> str:
        """The rulebook as Markdown text, made from the spec: what it says is what the engine obeys.

        Example:
            >>> import tilegames
            >>> print(tilegames.load("texas-42").rules().splitlines()[0])
            # Texas 42
        """
        return rulebook(self.spec, self.players, variants=self.variants, options=self.options, flow=self._flow,
                        values=self.values, examples=self._fitting_examples())

    def _fitting_examples(self) -> list[Example]:
        """The examples that speak of the game as it is loaded."""
        return [example for example in self.examples
                if set(example.under.variants) == set(self.variants) and dict(example.under.options) == {
                    name: str(value) for name, value in self.chosen_options.items()}
                and example.under.players in (None, self.players)]

    def new_state(self, *, seed: int | None = None, deal: Deal | Sequence[Deal] | None = None) -> State:
        """The start of a match.

        Args:
            seed: a whole number from 0 to 2**64 - 1; the same seed gives the same deals on every machine.
            deal: one deal, or one for each round; past the last one the seed decides, or it is an error.

        Raises:
            DealError: neither or a wrong one is given.

        Example:
            >>> import tilegames
            >>> game = tilegames.load("texas-42")
            >>> game.new_state(seed=7) == game.new_state(seed=7)
            True
        """
        log: list[Event] = []
        return State(self, self._flow.start(self._source(seed, deal), log), events=log)

    def _source(self, seed: int | None, deal: Deal | Sequence[Deal] | None) -> Any:
        if seed is None and deal is None:
            raise DealError("new_state needs a seed or a deal: new_state(seed=7)")
        if seed is not None and (type(seed) is not int or not 0 <= seed < SEEDS):
            raise DealError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r}")
        if not isinstance(deal, Deal | Sequence | None):
            raise DealError(f"a deal is a Deal or a list of them, not {deal!r}")
        given = (deal,) if isinstance(deal, Deal) else tuple(deal or ())
        for number, one in enumerate(given):
            if not isinstance(one, Deal):
                raise DealError(f"deal {number} is no Deal; see game.deal(...)")
            wrong = check_deal(one, self.pieces, self._flow.draws, number, self._flow.accepts)
            if wrong:
                raise DealError(wrong)
        return self._flow.source(given=given, seed=seed)

    def deal(self, *, hands: Sequence[Sequence[str]] = (), stock: Sequence[str] = (), of_round: int = 0,
             **draws: int) -> Deal:
        """A deal that gives the seats the wanted pieces.

        Args:
            hands: the pieces of seat 0, 1, ... by name; missing seats, and seats with fewer pieces than the deal gives,
                are filled up from the rest of the set in its order.
            stock: the pieces that are drawn first, next first.
            of_round: the number of the round, from 0, where hands have another size in each.
            draws: the result of each named draw, such as ``dealer=2``; seat 0 if not given.

        Raises:
            DealError: a piece is unknown or named too often, a hand is too long, or a draw is unknown.
        """
        most = self._flow.match.rounds
        if type(of_round) is not int or of_round < 0 or (most is not None and of_round >= most):
            upto = f" to {most - 1}" if most is not None else ""
            raise DealError(f"of_round is the number of a round, from 0{upto}, not {of_round!r}")
        return wanted_deal(self._flow, hands, stock, draws, of_round)

    def position(self, **words: Any) -> State:
        """A mid-game situation, in the words of a spec's examples; see the reference of ``given``.

        Raises:
            PositionError: a word is unknown, or the position cannot arise.

        Example:
            >>> import tilegames
            >>> game = tilegames.load("texas-42")
            >>> game.position(trump="fours", trick=["6-5"], hand=["6-4", "3-3"]).legal_moves
            (Move('3-3'), Move('6-4'))
        """
        log: list[Event] = []
        return State(self, place(self._flow, words, log), events=log)

    def playout(self, *, seed: int | None = 0, policy: Policy | None = None, deal: Deal | Sequence[Deal] | None = None,
                max_moves: int = 1_000_000) -> Playthrough:
        """Plays a whole match.

        Args:
            seed: decides the deals, and the random numbers that each seat's policy gets.
            policy: who chooses; None plays uniformly at random, in place and fast.
            deal: as in :meth:`new_state`.
            max_moves: where to cut the match off, for rules under which it might never end; its playthrough then has
                no outcome.

        Raises:
            IllegalMoveError: the policy chose a move that is not legal.

        Example:
            >>> import tilegames
            >>> played = tilegames.load("kap-tai-shap", players=3).playout(seed=1)
            >>> played.outcome.termination
            'rounds'
        """
        if policy is not None and not callable(policy):
            raise OptionError(f"policy is a function of a view and a random generator, not {policy!r}")
        if type(max_moves) is not int or max_moves < 0:
            raise OptionError(f"max_moves is a whole number from 0, not {max_moves!r}")
        table = self._flow.start(self._source(seed, deal))
        # Not the seed itself: from its generator a policy could work out the deals.
        chance = Chance(seed or 0, 0)
        if policy is None:
            moves = self._play_random(table, random.Random(chance.bits("moves")).random, max_moves)
        else:
            rngs = [random.Random(chance.bits(f"policy {seat}")) for seat in range(self.players)]
            moves = self._play_policy(table, rngs, policy, max_moves)
        return Playthrough(self, tuple(unroll(table.deal_chain)), tuple(moves), self.outcome_of(table))

    @staticmethod
    def _play_random(table: Table, rnd: Callable[[], float], max_moves: int) -> list[Move]:
        moves: list[Move] = []
        add = moves.append
        for _ in range(max_moves):
            if table.turn < 0:
                break
            phase = table.phase
            legal = phase.legal(table)
            move = legal[int(rnd() * len(legal))]
            add(move)
            phase.apply(table, move)
        return moves

    def _play_policy(self, table: Table, rngs: Sequence[random.Random], policy: Policy,
                     max_moves: int) -> list[Move]:
        moves: list[Move] = []
        events: list[Event] = []
        while table.turn >= 0 and len(moves) < max_moves:
            seat = table.turn
            legal = tuple(table.phase.legal(table))
            seen = tuple(event.for_seat(seat) for event in events)
            move = policy(make_view(self._flow, self.name, table, seat, legal, seen), rngs[seat])
            if move not in legal:
                raise IllegalMoveError(str(move), "policy", f"the policy of seat {seat} chose a move that is not legal")
            move = legal[legal.index(move)]
            moves.append(move)
            table.log = events = []
            table.phase.apply(table, move)
        table.log = None
        return moves

    def outcome_of(self, table: Table) -> Outcome | None:
        """The outcome of a table; None while the match goes on."""
        return State(self, table).outcome

    def view_of(self, state: State, seat: int | None) -> View:
        """The view of a seat; ``state.view`` is the way to it."""
        legal = state.legal_moves if seat == state.turn else ()
        events = tuple(event.for_seat(seat) for event in state.events)
        return make_view(self._flow, self.name, state._table, seat, legal, events)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.name, self.rules_hash) == (other.name, other.rules_hash)

    def __hash__(self) -> int:
        return hash((self.name, self.rules_hash))

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return self._rebuild

    def __repr__(self) -> str:
        extra = "".join(f", {variant}" for variant in self.variants)
        extra += "".join(f", {name}={value}" for name, value in self.chosen_options.items())
        return f"<Game {self.name}, {self.players} players{extra}>"
