"""What the commands share: their errors and exit codes, the options that name a game, tables, progress."""

from __future__ import annotations

import importlib
import json
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from types import ModuleType
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

import tilegames
from tilegames import DealError, Game, OptionError, TileGamesError, load, names
from tilegames.core.deals import SEEDS

__all__ = ["FAILED", "GAME", "INTERRUPTED", "SEED", "WRONG_REQUEST", "Commands", "as_json", "game_options",
           "hook_modules", "hook_option", "load_game", "progress_bar", "table"]

#: Exit codes: something failed a check; the request was wrong; stopped by Ctrl-C.
FAILED, WRONG_REQUEST, INTERRUPTED = 1, 2, 130

Command = TypeVar("Command", bound=Callable[..., Any])


class Commands(click.Group):
    """A group of commands that tells the library's errors in one message, and ends with the right exit code."""

    def invoke(self, ctx: click.Context) -> Any:
        """Runs a command."""
        try:
            return super().invoke(ctx)
        except (OptionError, DealError) as error:
            click.echo(f"error: {error}", err=True)
            ctx.exit(WRONG_REQUEST)
        except TileGamesError as error:
            text = str(error)
            click.echo(text if text.startswith("error: ") else f"error: {text}", err=True)
            ctx.exit(FAILED)
        except BrokenProcessPool:
            click.echo("error: a worker process died; --workers 1 does without them", err=True)
            ctx.exit(FAILED)
        except KeyboardInterrupt:
            click.echo("", err=True)
            ctx.exit(INTERRUPTED)


class _GameName(click.ParamType):  # type: ignore[type-arg]  # generic only in newer versions of click
    """The name of a bundled game, or a path; the shell can complete both."""

    name = "game"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        found = [CompletionItem(name) for name in names() if name.startswith(incomplete)]
        return found or [CompletionItem(incomplete, type="file")]


class _Setting(click.ParamType):  # type: ignore[type-arg]  # the same
    """``K=V``."""

    name = "K=V"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        name, equals, word = str(value).partition("=")
        if not (name and equals and word):
            self.fail(f'"{value}" is no option of a game: write NAME=VALUE', param, ctx)
        if name in ("name_or_path", "players", "variants", "hooks"):
            self.fail(f'there is no option "{name}" of a game; see --help', param, ctx)
        return name, word


GAME = _GameName()
SEED = click.IntRange(0, SEEDS - 1)


#: Adds ``--hook``; :func:`hook_modules` imports what it names.
hook_option = click.option("--hook", "hooks", multiple=True, metavar="MODULE",
                           help="A Python module with hooks that the spec names, found in the current folder or among "
                                "the installed ones; repeatable.")


def game_options(command: Command) -> Command:
    """Adds GAME and the options that say how to load it; :func:`load_game` reads them."""
    for add in (
        hook_option,
        click.option("--option", "options", type=_Setting(), multiple=True, metavar="K=V",
                     help="Set an option of the game; repeatable."),
        click.option("--variant", "variants", multiple=True, metavar="V", help="Play a variant; repeatable."),
        click.option("--players", type=int, metavar="P", help="How many play; the best number if not given."),
        click.argument("game", type=GAME),
    ):
        command = add(command)
    return command


def hook_modules(names: Sequence[str]) -> tuple[ModuleType, ...]:
    """Imports modules with hooks. From then on the current folder is a place to import from, in workers too.

    Raises:
        OptionError: one of them cannot be imported.
    """
    if names and os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
        importlib.invalidate_caches()
    return tuple(map(_hook_module, names))


def _hook_module(name: str) -> ModuleType:
    if not all(part.isidentifier() for part in name.split(".")) or name.endswith(".py"):
        raise OptionError(f'--hook takes the name of a module, such as my_hooks for the file my_hooks.py, not "{name}"')
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and f"{name}.".startswith(f"{error.name}."):
            raise OptionError(f'there is no module "{name}" for --hook, neither in the current folder nor among the '
                              "installed ones") from None
        raise _no_import(name, error) from error
    except (Exception, SystemExit) as error:  # a module may do anything when it is imported
        raise _no_import(name, error) from error


def _no_import(name: str, error: BaseException) -> OptionError:
    """One sentence about a module that is there, but fails."""
    what = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
    ours = (os.path.dirname(tilegames.__file__), os.path.dirname(importlib.__file__), "<frozen ")
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith(ours)]
    where = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    return OptionError(f'the module "{name}" for --hook cannot be imported: {what}{where}')


def load_game(name: str, players: int | None, variants: Sequence[str], options: Sequence[tuple[str, str]],
              hooks: Sequence[str]) -> Game:
    """Loads the game that the options of :func:`game_options` name.

    Raises:
        OptionError, SpecError, HookError: as for ``tilegames.load``; OptionError for a module that cannot be imported
            too.
    """
    given: dict[str, Any] = {}
    for key, value in options:
        if key in given:
            raise OptionError(f"the option {key} is given twice")
        given[key] = value
    return load(name, players=players, variants=variants, hooks=hook_modules(hooks), **given)


def as_json(value: Any) -> str:
    """One JSON object as text; ASCII, so that any terminal, pipe or file takes it."""
    return json.dumps(value, indent=2)


def table(head: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> list[str]:
    """Lines of an aligned table.

    Args:
        head: the names of the columns.
        rows: the cells.
        right: the columns that are aligned to the right.

    Example:
        >>> table(("seat", "wins"), [("0", "7"), ("1", "12")], right=[1])
        ['seat  wins', '0        7', '1       12']
    """
    every = [head, *rows]
    wide = [max(len(row[at]) for row in every) for at in range(len(head))]
    return ["  ".join(cell.rjust(wide[at]) if at in right else cell.ljust(wide[at])
                      for at, cell in enumerate(row)).rstrip() for row in every]


@contextmanager
def progress_bar(unit: str) -> Iterator[Callable[[int, int, str], None] | None]:
    """A progress bar on the terminal behind stderr, as a function ``(done, total, text)``; None if there is none.

    Args:
        unit: what is counted.
    """
    if not sys.stderr.isatty():
        yield None
        return
    bar = Progress(TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(),
                   TextColumn(unit), TimeRemainingColumn(), console=Console(stderr=True), transient=True,
                   redirect_stdout=False)
    with bar:
        task = bar.add_task("", total=None)

        def tell(done: int, total: int, text: str) -> None:
            bar.update(task, completed=done, total=total, description=text)

        yield tell
