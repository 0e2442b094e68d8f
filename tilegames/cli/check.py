"""``tilegames check``: specs validated, their examples run, random matches played under all invariants."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import click

from tilegames import HookError, SpecError, names
from tilegames.cli.common import FAILED, GAME, SEED, as_json, hook_modules, hook_option, progress_bar
from tilegames.library import spec_text

if TYPE_CHECKING:
    from tilegames.testing import CheckReport

__all__ = ["check_command"]


@click.command("check")
@click.argument("games", metavar="[GAME]...", nargs=-1, type=GAME)
@hook_option
@click.option("--games", "matches", type=click.IntRange(0), default=2, show_default=True, metavar="N",
              help="How many matches with each number of players, variant and option.")
@click.option("--pairs", is_flag=True, help="Also play every two values of two options together.")
@click.option("--rounds", type=click.IntRange(1), default=None, metavar="N",
              help="Stop each match after N rounds, for games in which random players take long.")
@click.option("--seed", type=SEED, default=0, show_default=True, metavar="S", help="Decides the matches.")
@click.option("--json", "json_wanted", is_flag=True, help="Print one JSON object.")
@click.pass_context
def check_command(ctx: click.Context, games: Sequence[str], hooks: Sequence[str], matches: int, pairs: bool,
                  rounds: int | None, seed: int, json_wanted: bool) -> None:
    """Check specs: is everything in them right, do their examples hold, do random matches keep every invariant?

    Without GAME all bundled games are checked. The exit code is 1 if anything failed.
    """
    wanted = games or names()
    for game in wanted:
        spec_text(game)  # no such game: say so before anything is checked
    modules = hook_modules(hooks)
    results = []
    for game in wanted:
        with progress_bar("settings") as progress:
            result = _check(game, modules, progress, games=matches, seed=seed, pairs=pairs, rounds=rounds)
        results.append(result)
        if not json_wanted:
            click.echo(_text(result, max(map(len, wanted))))
    ok = all(result["ok"] for result in results)
    if json_wanted:
        click.echo(as_json({"ok": ok, "games": [{key: value for key, value in result.items() if key != "texts"}
                                                for result in results]}))
    if not ok:
        ctx.exit(FAILED)


def _check(game: str, hooks: tuple[ModuleType, ...], progress: Any, **how: Any) -> dict[str, Any]:
    # Not at the top: the checks pull in much that the other commands do not need.
    from tilegames.testing import check_spec
    try:
        report: CheckReport = check_spec(game, hooks=hooks, progress=progress, **how)
    except SpecError as error:
        faults = [_fault(problem.code, problem.message, problem.span) for problem in error.problems]
        return {"game": game, "ok": False, "usable": False, "faults": faults, "texts": list(map(str, error.problems))}
    except HookError as error:
        return {"game": game, "ok": False, "usable": False, "faults": [_fault("hook", error.message, error.place)],
                "texts": [f"error: {error}"]}
    return {"game": game, "ok": report.ok, "usable": True, "examples": report.examples, "matches": report.matches,
            "moves": report.moves, "configurations": report.configurations,
            "faults": [_fault(fault.code, fault.message, fault.place, fault.how) for fault in report.faults],
            "texts": list(map(str, report.faults))}


def _fault(code: str, message: str, place: object, how: str = "") -> dict[str, Any]:
    return {"code": code, "message": message, "place": None if place is None else str(place), "how": how}


def _text(result: dict[str, Any], width: int) -> str:
    name = result["game"].ljust(width)
    if not result["usable"]:
        head = f"{name}  failed  the spec cannot be used"
    else:
        counts = [(result["examples"], "example", "examples"), (result["matches"], "match", "matches"),
                  (result["configurations"], "configuration", "configurations")]
        said = ", ".join(f"{count} {one if count == 1 else many}" for count, one, many in counts)
        head = f"{name}  {'ok    ' if result['ok'] else 'failed'}  {said}"
    return "\n".join([head, *result["texts"], *_inherited(result)])


def _inherited(result: dict[str, Any]) -> list[str]:
    """A way out, where it is examples of another spec that fail."""
    own = Path(result["game"]).stem
    others = [fault for fault in result["faults"] if fault["code"] == "example" and fault["place"]
              and Path(fault["place"].rsplit(":", 2)[0]).stem != own]
    if not others:
        return []
    way_out = "name them under drop_examples, or write drop_examples: all"
    return [f"{len(others)} of these are about inherited examples: {way_out}"]
