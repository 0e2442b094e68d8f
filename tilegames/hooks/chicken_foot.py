"""The quirk of Chicken Foot: a double that was laid must get its toes before anything else may be played."""

from tilegames.hooks.registry import hook


@hook("must_fill")
def toes(tile, first, default, options):  # type: ignore[no-untyped-def]  # the slot gives the types
    """So many toes on every double but the one in the centre: ``with: {toes: 3}``. (Source: pagat.com.)"""
    return options["toes"] if tile.double and not first else default
