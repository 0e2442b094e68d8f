"""What every phase of a round has in common: how it is entered, what may be done in it, why not, and in what words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import attrs

from tilegames.core.moves import Event, Move, MoveTable, Reason
from tilegames.core.pieces import PieceSet, tidy
from tilegames.core.seats import Seats
from tilegames.core.table import Table
from tilegames.errors import AmbiguousMoveError, InvalidMoveError, Span, closest

if TYPE_CHECKING:
    from tilegames.core.rounds import Flow

__all__ = ["MaskRule", "Phase", "Role", "kind_moves", "narrowing", "refusal"]

#: A seat named by its part in the game: the dealer, who won the auction, who holds a piece ...
Role = Callable[[Table], int]


@attrs.frozen(eq=False, repr=False)
class MaskRule:
    """A restriction over a mask of pieces: a named reason that takes moves away.

    Attributes:
        code, sentence, place: what a player is told, and the spec line that says so.
        allowed: from the table, the mask of the pieces that this rule leaves (others may be in it too).
        lapses: whether the rule gives way when it would leave nothing (follow suit *if able*).
    """

    code: str
    sentence: str
    place: Span | None
    allowed: Callable[[Table], int]
    lapses: bool = True


@lru_cache(maxsize=256)
def kind_moves(pieces: PieceSet, action: str, say: str = "{}") -> tuple[tuple[Move, ...],
                                                                     Callable[[int], tuple[Move, ...]]]:
    """A move for each kind of a set, and their look-up by the mask of some pieces.

    All games with the set share them: the tables of a pack of cards are large.

    Args:
        pieces: the set.
        action: the verb.
        say: the text of a move; ``{}`` stands for the piece.
    """
    moves = tuple(Move(action, say.replace("{}", kind.name), piece=kind.name, number=kind.index,
                       mask=pieces.kind_masks[kind.index]) for kind in pieces.kinds)
    return moves, MoveTable(moves, pieces.kind_of).of


def narrowing(rules: Iterable[MaskRule]) -> Callable[[Table, int], int]:
    """The restrictions as one function: from the table and a mask of candidates to the mask that they leave."""
    pairs = tuple((rule.allowed, rule.lapses) for rule in rules)

    if len(pairs) == 1 and pairs[0][1]:
        only = pairs[0][0]
        return lambda table, mask: mask & only(table) or mask  # the usual case, without the loop

    def narrow(table: Table, mask: int) -> int:
        for allowed, lapses in pairs:
            kept = mask & allowed(table)
            if kept or not lapses:
                mask = kept
        return mask

    return narrow


def refusal(rules: Iterable[MaskRule], table: Table, mask: int, wanted: int) -> Reason | None:
    """The first restriction that takes the wanted pieces out of a mask; None if none does."""
    for rule in rules:
        kept = mask & rule.allowed(table)
        if kept or not rule.lapses:
            if not kept & wanted:
                return Reason(rule.code, rule.sentence, rule.place)
            mask = kept
    return None


class Phase:
    """One phase of a round, compiled.

    A phase changes the table in :meth:`enter` and :meth:`apply` and decides itself when it is done; then it calls
    ``self.done(table)``, which leads into the next phase or ends the round.

    Args:
        name: its name in the spec.
        pieces, seats: the set and the table.
        place: the spec line of the phase.
    """

    kind = "phase"
    #: The parts of the table that it uses beside those of all games.
    parts = 0
    next: Phase | None = None
    flow: Flow

    def __init__(self, name: str, pieces: PieceSet, seats: Seats, place: Span | None = None) -> None:
        self.name = name
        #: Tells it from the phases that stand in for it under a contract or while a seat sits out.
        self.ident = name
        self.pieces = pieces
        self.seats = seats
        self.place = place
        self._words: dict[str, tuple[Move, ...]] | None = None

    def enter(self, table: Table) -> None:
        """Begins the phase: decides whose turn it is, or passes straight on."""
        raise NotImplementedError

    def legal(self, table: Table) -> Sequence[Move]:
        """All legal moves of the seat to move, each once, in a fixed order."""
        raise NotImplementedError

    def apply(self, table: Table, move: Move) -> None:
        """Makes a legal move. What the engine itself offered is not checked again."""
        raise NotImplementedError

    def refuse(self, table: Table, move: Move) -> Reason:
        """Why a move of this phase that is not legal now is not."""
        raise NotImplementedError

    def vocabulary(self) -> Iterable[tuple[str, Move]]:
        """Every text that can name a move in this phase, with the move; short forms may name several."""
        raise NotImplementedError

    def named(self, text: str) -> Move | None:
        """The move that a text names, of those that are made when they are asked for; None if it names none."""
        return None

    def done(self, table: Table) -> None:
        """Leads on: into the next phase (as the contract has it), or to the end of the round."""
        following = self.next
        if following is None:
            self.flow.end_round(table, "played", -1)
            return
        if table.contract is not None:
            following = table.contract.instead_of(following)
        table.phase = following
        following.enter(table)

    def say(self, table: Table, event: Event) -> None:
        """Tells a recorder, if one listens."""
        if table.log is not None:
            table.log.append(event)

    def take_from_hand(self, table: Table, kind_mask: int) -> int:
        """Takes one piece of a kind out of the mover's hand; copies go lowest first. Returns the piece."""
        held = table.hands[table.turn] & kind_mask
        held &= -held
        table.hands[table.turn] ^= held
        return held.bit_length() - 1

    @cached_property
    def known(self) -> Mapping[tuple[str, str], Move]:
        """The moves that this phase can offer by verb and text, but for those that are made when asked for."""
        return {(move.action, move.text): move for _, move in self.vocabulary()}

    def move(self, action: str, text: str) -> Move | None:
        """The move of this phase with this verb and text; None if it has none."""
        known = self.known.get((action, text))
        if known is None:
            made = self.named(text)
            known = made if made is not None and (made.action, made.text) == (action, text) else None
        return known

    def _offered(self, table: Table) -> Sequence[Move]:
        """The legal moves, if it is this phase that is on."""
        return self.legal(table) if table.phase.name == self.name else ()

    def parse(self, table: Table, text: str) -> Move:
        """The move that a text names here, legal or not.

        Raises:
            InvalidMoveError: it names none.
            AmbiguousMoveError: it is a short form of several legal moves.
        """
        if self._words is None:
            words: dict[str, tuple[Move, ...]] = {}
            for word, move in self.vocabulary():
                key = tidy(word).lower()
                words[key] = words.get(key, ()) + ((move,) if move not in words.get(key, ()) else ())
            self._words = words
        wanted = tidy(text).lower()
        found = self._words.get(wanted, ())
        if not found:
            made = self.named(text)
            found = () if made is None else (made,)
        if not found:
            raise InvalidMoveError(text, "no-such-move", f"no move of the phase {self.name} is written like this; "
                                   + (closest(text, [str(m) for m in self._offered(table)]) or "see the legal moves"),
                                   self.place)
        if len(found) == 1:
            return found[0]
        # A short form means what is legal; a text that is exactly one move's means that move if both are.
        exact = [move for move in found if tidy(move.text).lower() == wanted]
        offered = self._offered(table)
        legal = [move for move in found if move in offered]
        if len(legal) > 1 and not any(move in legal for move in exact):
            choices = [str(move) for move in legal]
            raise AmbiguousMoveError(text, "ambiguous-move", f"say which: {' or '.join(choices)}", self.place, choices)
        return ([move for move in exact if move in legal] or legal or exact or found)[0]
