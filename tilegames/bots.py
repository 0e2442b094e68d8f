"""Policies: who chooses moves from what a seat may know.

A policy is any function ``policy(view, rng) -> move``. It sees a :class:`tilegames.views.View` and so cannot cheat.
"""

from __future__ import annotations

import random

from tilegames.core.moves import Move
from tilegames.views import View

__all__ = ["random_policy"]


def random_policy(view: View, rng: random.Random) -> Move:
    """Any legal move, each as likely as the others.

    Example:
        >>> import random, tilegames
        >>> state = tilegames.load("texas-42").new_state(seed=1)
        >>> random_policy(state.view(state.turn), random.Random(4)) in state.legal_moves
        True
    """
    return rng.choice(view.legal_moves)
