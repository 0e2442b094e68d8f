"""The ``tilegames`` command. Needs click and rich: ``pip install 'tilegames[cli]'``."""

from __future__ import annotations

import click

from tilegames import __version__, load, names
from tilegames.cli.check import check_command
from tilegames.cli.common import Commands, as_json, table
from tilegames.cli.play import play_command
from tilegames.cli.rules import rules_command
from tilegames.cli.simulate import simulate_command
from tilegames.compile import player_counts

__all__ = ["cli"]


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="tilegames")
def cli() -> None:
    """Tile and card games from YAML specs: read their rules, play them, simulate them, check them.

    GAME is the name of a bundled game or the path of a spec.
    """


@cli.command("names")
@click.option("--json", "json_wanted", is_flag=True, help="Print one JSON object.")
def names_command(json_wanted: bool) -> None:
    """List the bundled games."""
    found = []
    for name in names():
        spec = load(name).spec
        counts = player_counts(spec.players)
        found.append((name, spec.about.title, counts.start, counts.stop - 1, spec.about.family))
    if json_wanted:
        keys = ("name", "title", "min_players", "max_players", "family")
        click.echo(as_json({"games": [dict(zip(keys, row, strict=True)) for row in found]}))
        return
    rows = [(name, title, str(low) if low == high else f"{low}-{high}", family)
            for name, title, low, high, family in found]
    click.echo("\n".join(table(("name", "title", "players", "family"), rows)))


for command in (check_command, play_command, rules_command, simulate_command):
    cli.add_command(command)
