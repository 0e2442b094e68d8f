"""The words of a position: reading them from Python, and refusing those that do not belong together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilegames.core.auctions import Auction
from tilegames.core.biddings import Bidding
from tilegames.core.declarations import Declare
from tilegames.core.exchanges import Exchange
from tilegames.core.groups import GroupTricks
from tilegames.core.layouts import Layout
from tilegames.core.phases import Phase
from tilegames.core.rounds import Flow
from tilegames.core.tricks import Tricks
from tilegames.core.turns import Turns
from tilegames.errors import PositionError
from tilegames.spec.examples import Given
from tilegames.spec.nodes import from_plain
from tilegames.spec.schema import Problems, block

__all__ = ["check_words", "find_phase", "read_words"]

#: Words of the match, which go with all others.
_MATCH = {"round", "dealer", "starter", "scores", "pot", "after", "ties", "last_winner", "last_opener", "round_scores",
          "hands", "turned", "counters", "streak"}
#: What may be said beside them: at the start of a round, in the middle of each phase, and of a round that is over.
_WORDS: dict[type[Phase] | None, set[str]] = {
    None: {"stock"},
    Auction: {"bids", "hand", "turn"},
    Bidding: {"bids", "hand", "turn", "trump"},
    Exchange: {"giving", "hand", "turn", "trump"},
    Declare: {"bid", "declarer", "hand", "turn"},
    Tricks: {"called", "bid", "declarer", "declared", "trump", "leader", "trick", "led", "tricks", "broken", "hand",
             "turn"},
    GroupTricks: {"columns", "leader", "trick", "led", "hand", "turn"},
    Layout: {"layout", "marked", "stock", "stock_empty", "hand", "turn"},
    Turns: {"discards", "stock", "stock_empty", "melds", "meld_owners", "melded", "down", "drawn", "hand", "turn"},
}
#: Without one of these words a position is not in the middle of such a phase.
_NEEDED: dict[type[Phase], set[str]] = {Auction: {"bids"}, Bidding: {"bids"}, Exchange: {"giving"}}
_OVER = {"taken": {"taken", "tricks", "called", "bid", "declarer", "declared", "trump"},
         "hands_left": {"hands_left", "turn"}}


def read_words(words: Mapping[str, Any]) -> Given:
    """The words of a position given in Python, checked like those of a spec.

    Raises:
        PositionError: a word is unknown or has the wrong shape.
    """
    problems = Problems()
    try:
        given = block(Given).read(from_plain(words, file="<position>"), problems)
    except (TypeError, ValueError, RecursionError) as error:
        raise PositionError(f"a position is made of words, whole numbers, names and lists: {error}") from None
    if len(problems) or not isinstance(given, Given):
        raise PositionError("; ".join(f"{p.message} [{p.code}]" + (f" ({p.hint})" if p.hint else "")
                                      for p in problems.items))
    return given


def find_phase(flow: Flow, given: Given) -> Phase | None:
    """The phase that the words belong to; None for the start of a round.

    Raises:
        PositionError: the game has no such phase.
    """
    said = set(given.places) - _MATCH - {"stock"}
    if not said:
        return None
    for phase in flow.phases:
        if said <= _words_of(phase, said) and said & _NEEDED.get(type(phase), said):
            return phase
    known = {word for kind, words in _WORDS.items() for word in words
             if kind is None or any(isinstance(phase, kind) for phase in flow.phases)} | set(_OVER)
    strange = sorted(said - known)
    if strange:
        raise PositionError(f"{strange[0]}: this game has no phase that the word belongs to")
    raise PositionError(f"these words do not belong together: {', '.join(sorted(said))}")


def _words_of(phase: Phase, said: set[str]) -> set[str]:
    for word, words in _OVER.items():
        if word in said:
            ends = Tricks if word == "taken" else Layout | Turns
            return words if isinstance(phase, ends) else set()
    return next(words for kind, words in _WORDS.items() if kind is not None and isinstance(phase, kind)) \
        if type(phase) in _WORDS else set()


def check_words(flow: Flow, given: Given) -> None:
    """Refuses words that mean nothing in this game, seats that there are not, and lists of the wrong length.

    Raises:
        PositionError: with the word.
    """
    has = {"dealer": "dealer" in flow.draw_of, "streak": "dealer" in flow.draw_of, "starter": "starter" in flow.draw_of,
           "pot": flow.scoring.pot is not None or flow.scoring.stakes is not None,
           "bid": bool(flow.ladder), "declarer": bool(flow.ladder),
           "declared": bool(flow.contracts),
           "broken": any(staged.rule.code == "barred" for phase in flow.phases if isinstance(phase, Tricks)
                         for staged in phase.expiring),
           "turned": flow.notes_turned or (flow.trump is not None and flow.trump.how != "fixed"),
           "counters": bool(flow.counters),
           "called": flow.bidding is not None, "stock": flow.has_stock, "stock_empty": flow.has_stock,
           "marked": flow.layout is not None and flow.layout.trains is not None}
    for word, there in has.items():
        if word in given.places and not there:
            raise PositionError(f"{word}: this game has none")
    for word in ("dealer", "starter", "turn", "last_winner", "last_opener", "declarer", "leader"):
        seat = getattr(given, word)
        if seat is not None and seat >= flow.seats.count:
            raise PositionError(f"{word}: there is no seat {seat}, seats are 0 to {flow.seats.count - 1}")
    for word in ("hands", "hands_left"):
        if len(getattr(given, word)) > flow.seats.count:
            raise PositionError(f"{word}: there are {len(getattr(given, word))} hands for {flow.seats.count} seats")
    sides = len(flow.seats.sides)
    for word in ("scores", "taken", "columns"):
        if getattr(given, word) and len(getattr(given, word)) != sides:
            raise PositionError(f"{word}: one number for each of the {sides} sides")
    if given.tricks and len(given.tricks) not in (sides, flow.seats.count):
        raise PositionError(f"tricks: one number for each of the {sides} sides")
    if given.called and len(given.called) != flow.seats.count:
        raise PositionError(f"called: one bid for each of the {flow.seats.count} seats")
    for numbers in given.round_scores:
        if len(numbers) != sides:
            raise PositionError(f"round_scores: one number for each of the {sides} sides in every round")
    if given.round_scores and given.scores:
        raise PositionError("scores and round_scores say the same: give one")
    if given.trick and given.led:
        raise PositionError("trick and led say the same: give one")
    if given.stock and given.stock_empty:
        raise PositionError("stock and stock_empty contradict one another")
    if "hand" in given.places and not given.hand:
        raise PositionError("hand: name the pieces of the seat to move; one without a piece has no turn")
    most = flow.match.rounds
    if most is not None and given.round is not None and given.round > most:
        raise PositionError(f"round: the match has {most} round{'s' if most > 1 else ''}, so there is no round "
                            f"{given.round}")
    if given.round is not None and given.after is not None and (given.round == 1) != (given.after == "first_round"):
        raise PositionError(f"after: round {given.round} does not come after this")
