"""Hooks: small Python functions in typed joints of the engine, for quirks that no spec can say in a line.

A hook fills one slot, has that slot's exact parameters, gets the answer of the spec as ``default`` and returns the
slot's type. It sees finished facts or the asking player's view, and changes nothing.

Example:
    >>> @hook("tile_value")
    ... def double_counts_double(tile, default, options):
    ...     return 2 * default if tile.double else default
    >>> double_counts_double.slot
    'tile_value'
"""

from tilegames.hooks.registry import SLOTS, HookFunction, Slot, find_hook, hook, run_hook

__all__ = ["SLOTS", "HookFunction", "Slot", "find_hook", "hook", "run_hook"]
