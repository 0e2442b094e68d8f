"""``tilegames simulate``: many matches of random players, counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from tilegames.cli.common import SEED, as_json, game_options, load_game, progress_bar, table
from tilegames.render.text import side_name
from tilegames.simulate import MAX_MOVES, Report, simulate

__all__ = ["report_text", "simulate_command"]


@click.command("simulate")
@game_options
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, metavar="N",
              help="How many matches.")
@click.option("--seed", type=SEED, default=0, show_default=True, metavar="S",
              help="Decides every match; the same seed gives the same counts.")
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, metavar="W",
              help="How many processes share the work.")
@click.option("--max-moves", type=click.IntRange(1), default=MAX_MOVES, show_default=True, metavar="M",
              help="Where a match is cut off.")
@click.option("--json", "json_wanted", is_flag=True, help="Print one JSON object.")
def simulate_command(game: str, players: int | None, variants: Sequence[str], options: Sequence[tuple[str, str]],
                     hooks: Sequence[str], games: int, seed: int, workers: int, max_moves: int,
                     json_wanted: bool) -> None:
    """Play many matches of GAME at random and count what comes of them.

    A game here is a whole match: rounds until the end that the spec gives. The counts depend on the seed alone, not on
    the number of workers.
    """
    loaded = load_game(game, players, variants, options, hooks)
    with progress_bar("matches") as progress:
        report = simulate(loaded, games=games, seed=seed, workers=workers, progress=progress, max_moves=max_moves)
    click.echo(as_json(report.to_dict()) if json_wanted else report_text(report, loaded.chosen_options))


def report_text(report: Report, chosen: Mapping[str, str] | None = None) -> str:
    """A report for people.

    Args:
        report: what to tell.
        chosen: the options that were given; the others are left out.
    """
    given = [*report.variants, *(f"{name}={value}" for name, value in (chosen or {}).items())]
    lines = [f"{report.title}: {', '.join([f'{report.players} players', *given])}; seed {report.seed}"]
    lines.append(f"{report.games:,} matches, {report.rounds:,} rounds, {report.moves:,} moves in "
                 f"{report.seconds:.1f} s: {report.moves_per_second:,.0f} moves/s, "
                 f"{report.rounds_per_second:,.0f} rounds/s")
    lines.append(f"a match has {report.rounds_per_game:,.1f} rounds and {report.moves_per_game:,.1f} moves "
                 f"({report.shortest:,} to {report.longest:,})")
    if report.truncated:
        lines.append(f"{report.truncated:,} matches were cut off; what follows counts the other {report.finished:,}")
    if not report.finished:
        return "\n".join(lines)

    def share(count: int) -> str:
        return f"{100 * count / report.finished:.1f} %"

    wins = [(f"seat {seat}", f"{won:,}", share(won)) for seat, won in enumerate(report.wins)]
    if report.draws:
        wins.append(("nobody", f"{report.draws:,}", share(report.draws)))
    lines += ["", *table(("winner", "matches", "share"), wins, right=(1, 2))]
    if len(report.sides) != report.players:
        lines.append("partners win together")
    means = [(side_name(seats), f"{mean:,.2f}") for seats, mean in zip(report.sides, report.mean_scores, strict=True)]
    lines += ["", *table(("side", "mean score"), means, right=(1,))]
    for head, counts in (("ending", report.endings), ("last round", report.round_endings)):
        rows = [(word, f"{count:,}", share(count)) for word, count in counts.items()]
        lines += ["", *table((head, "matches", "share"), rows, right=(1, 2))]
    return "\n".join(lines)
