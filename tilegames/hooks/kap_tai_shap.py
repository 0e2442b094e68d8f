"""The quirk of Kap Tai Shap: one tile lies about its pips."""

from tilegames.hooks.registry import hook


@hook("tile_value")
def counts_as(tile, default, options):  # type: ignore[no-untyped-def]  # the slot gives the types
    """Some tiles count as another number: ``with: {4-2: 3}``. (Source: pagat.com, K'ap Tai Shap.)"""
    return options.get(tile.name, default)
