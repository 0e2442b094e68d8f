"""``tilegames rules``: the rulebook of a game."""

from __future__ import annotations

from collections.abc import Sequence

import click

from tilegames.cli.common import game_options, load_game

__all__ = ["rules_command"]


@click.command("rules")
@game_options
def rules_command(game: str, players: int | None, variants: Sequence[str], options: Sequence[tuple[str, str]],
                  hooks: Sequence[str]) -> None:
    """Print the rules of GAME as Markdown text.

    They are made from the spec: what they say is what the engine obeys.
    """
    click.echo(load_game(game, players, variants, options, hooks).rules().rstrip("\n"))
