"""tilegames: a rules engine for tile and card games that are written as YAML specs.

Example:
    >>> import random, tilegames
    >>> game = tilegames.load("texas-42")
    >>> state = game.new_state(seed=7)
    >>> while not state.is_over:
    ...     state = state.play(random.choice(state.legal_moves))
    >>> max(state.outcome.scores) >= 7
    True
"""

from tilegames.core.deals import Deal
from tilegames.errors import (
    AmbiguousMoveError,
    DealError,
    HookError,
    IllegalMoveError,
    InvalidMoveError,
    MoveError,
    OptionError,
    PositionError,
    Problem,
    SaveError,
    Span,
    SpecError,
    TileGamesError,
)
from tilegames.game import Game, Policy
from tilegames.hooks import hook
from tilegames.library import load, loads, names
from tilegames.playthrough import Playthrough
from tilegames.state import Event, Move, Outcome, Reason, ScoreEvent, State
from tilegames.views import Arm, LaidMeld, OpenEnd, View

__version__ = "0.1.0"

__all__ = [
    "AmbiguousMoveError",
    "Arm",
    "Deal",
    "DealError",
    "Event",
    "Game",
    "HookError",
    "IllegalMoveError",
    "InvalidMoveError",
    "LaidMeld",
    "Move",
    "MoveError",
    "OpenEnd",
    "OptionError",
    "Outcome",
    "Playthrough",
    "Policy",
    "PositionError",
    "Problem",
    "Reason",
    "SaveError",
    "ScoreEvent",
    "Span",
    "SpecError",
    "State",
    "TileGamesError",
    "View",
    "hook",
    "load",
    "loads",
    "names",
]
