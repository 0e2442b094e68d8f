"""Finding and loading games."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs

from tilegames import playthrough
from tilegames.compile import compile_flow, player_counts
from tilegames.core.rounds import Flow
from tilegames.core.table import Table
from tilegames.errors import HookError, OptionError, Problem, SpecError, TileGamesError, closest
from tilegames.game import Game
from tilegames.hooks import HookFunction
from tilegames.spec.assemble import Assembled, Find, assemble, audit, read_base, read_examples
from tilegames.spec.examples import Example
from tilegames.views import View, make_view

__all__ = ["audit_spec", "load", "loads", "names", "spec_text"]

Hooks = Sequence["ModuleType | HookFunction"]

_PACKAGE = Path(__file__).parent
#: In a wheel the specs lie in the package; in a checkout beside it.
_SPEC_FOLDERS = (_PACKAGE / "specs", _PACKAGE.parent / "specs")
_BIGGEST = 64 * 1024


def _bundled() -> dict[str, Path]:
    for folder in _SPEC_FOLDERS:
        found = {path.stem: path for path in sorted(folder.glob("*.yaml"))}
        if found:
            return found
    return {}


def names() -> tuple[str, ...]:
    """The bundled games, in alphabetical order.

    Example:
        >>> import tilegames
        >>> "texas-42" in tilegames.names()
        True
    """
    return tuple(_bundled())


def spec_text(name_or_path: str | Path) -> tuple[str | bytes, str]:
    """The text of a spec, and how to name its file in messages.

    Args:
        name_or_path: a bundled game's name, or a path (with a slash, or ending in ``.yaml``).

    Raises:
        OptionError: there is no such game, or the file cannot be read.
    """
    written = str(name_or_path)
    bundled = _bundled()
    if written in bundled:
        return _read(bundled[written], f"specs/{written}.yaml")
    if isinstance(name_or_path, Path) or "/" in written or written.endswith((".yaml", ".yml")):
        return _read(Path(name_or_path), written)
    raise OptionError(f'there is no game "{written}"; {closest(written, bundled)}; a file is named by its path')


def _read(path: Path, shown: str) -> tuple[str | bytes, str]:
    try:
        if path.exists() and not path.is_file():
            raise OptionError(f"{shown} is no file")
        with path.open("rb") as file:
            data = file.read(_BIGGEST + 1)
    except OSError as error:
        raise OptionError(f"{shown} cannot be read: {error.strerror or error}") from None
    except ValueError as error:
        if isinstance(error, OptionError):
            raise
        raise OptionError(f"{shown!r} is no path: {error}") from None
    try:
        return data.decode(), shown
    except UnicodeDecodeError:
        return data, shown  # the parser says where


def _finder(folder: Path | None, specs: Mapping[str, str] | None) -> Find:
    """Where parents are looked for: what the caller passed, beside the file, then among the bundled games."""
    def find(name: str, beside: str) -> tuple[str | bytes, str]:
        if specs is not None and name in specs:
            return specs[name], f"<{name}>"
        near = folder / f"{name}.yaml" if folder is not None else None
        if near is not None and near.is_file():
            return _read(near, str(near))
        bundled = _bundled()
        if name in bundled:
            return _read(bundled[name], f"specs/{name}.yaml")
        raise KeyError(closest(name, [*bundled, *(specs or ())]))

    return find


def load(name_or_path: str | Path, *, players: int | None = None, variants: Sequence[str] = (),
         hooks: Hooks = (), **options: object) -> Game:
    """Loads a game.

    Args:
        name_or_path: a bundled game's name (see :func:`names`), or the path of a spec.
        players: how many play; by default the count that plays best, else the fewest.
        variants: names of variants, laid on in this order.
        hooks: modules with hooks, or hooks, for specs that name some of yours.
        **options: the spec's options by name; words, whole numbers, or True and False for yes and no.

    Raises:
        SpecError: the spec is wrong; with every problem of the stage that failed, each with its place.
        OptionError: there is no such game, player count, variant, option or value.
        HookError: a hook cannot be found or does not fit its slot.

    Example:
        >>> import tilegames
        >>> tilegames.load("texas-42", variants=["points-250"], all_pass="reshake")
        <Game texas-42, 4 players, points-250, all_pass=reshake>
    """
    text, shown = spec_text(name_or_path)
    folder = None if str(name_or_path) in _bundled() else Path(name_or_path).parent
    _check_arguments(text, None, variants, hooks)
    return _load(text, shown, folder, None, players, tuple(variants), tuple(hooks), options)


def loads(text: str, *, specs: Mapping[str, str] | None = None, players: int | None = None,
          variants: Sequence[str] = (), hooks: Hooks = (), **options: object) -> Game:
    """Loads a game from the text of its spec.

    Args:
        text: the spec.
        specs: the texts of specs that it may extend, by id; the bundled games are there too.
        players, variants, hooks, options: as for :func:`load`.

    Raises:
        SpecError, OptionError, HookError: as for :func:`load`.

    Example:
        >>> import tilegames
        >>> mine = '''
        ... tilegames: 1
        ... game: long-42
        ... extends: texas-42
        ... about: {title: Long 42}
        ... match: {until: {reach: 11}}
        ... '''
        >>> tilegames.loads(mine).title
        'Long 42'
    """
    _check_arguments(text, specs, variants, hooks)
    return _load(text, "<spec>", None, dict(specs or {}), players, tuple(variants), tuple(hooks), options)


def _check_arguments(text: Any, specs: Any, variants: Any, hooks: Any) -> None:
    if not isinstance(text, str | bytes):
        raise OptionError(f"a spec is a text, not {text!r}")
    if specs is not None and not (isinstance(specs, Mapping) and all(
            isinstance(item, str) for pair in specs.items() for item in pair)):
        raise OptionError("specs maps ids to the texts of specs")
    for name, value in (("variants", variants), ("hooks", hooks)):
        if isinstance(value, str) or not isinstance(value, Iterable):
            raise OptionError(f"{name} is a list: write {name}=[{value if name == 'hooks' else repr(value)}]")
    for variant in variants:
        if not isinstance(variant, str):
            raise OptionError(f"a variant is named by a text, not by {variant!r}")
    for item in hooks:
        if not isinstance(item, ModuleType) and not hasattr(item, "slot"):
            raise HookError(f"{item!r} is no hook: mark the function with @tilegames.hook(SLOT), or pass its module")


def _load(text: str | bytes, shown: str, folder: Path | None, specs: dict[str, str] | None, players: int | None,
          variants: Any, hooks: Any, options: Mapping[str, object]) -> Game:
    find = _finder(folder, specs)
    assembled = assemble(text, shown, find, variants=variants, options=options)
    if folder is not None and assembled.spec.game != Path(shown).stem:
        name = Path(shown).name
        raise SpecError([Problem("file-name", f'the game is called "{assembled.spec.game}", its file "{name}"',
                                 assembled.spec.place("game"), f"call the file {assembled.spec.game}.yaml")])
    counts = player_counts(assembled.spec.players)
    if players is None:
        best = assembled.spec.players.best
        players = best.low if best is not None and best.low in counts else counts.start
    if not counts:
        raise _no_counts(assembled)
    if type(players) is not int or players not in counts:
        said = str(counts.start) if len(counts) == 1 else f"{counts.start} to {counts.stop - 1}"
        raise OptionError(f"{assembled.spec.game} is for {said} players, not {players!r}")
    # Modules do not pickle; their names do.
    named = tuple(_Module(item.__name__) if isinstance(item, ModuleType) else item for item in hooks)
    again = (_load_again, (text, shown, folder, specs, players, variants, named, dict(options)))
    return _compiled(assembled, players, hooks, lambda: read_examples(text, shown, find), again)


@attrs.frozen
class _Module:
    """A module with hooks, by name."""

    name: str


def _load_again(text: str | bytes, shown: str, folder: Path | None, specs: dict[str, str] | None, players: int,
                variants: Any, named: Sequence[Any], options: Mapping[str, object]) -> Game:
    """Loads a pickled game."""
    hooks = tuple(importlib.import_module(item.name) if isinstance(item, _Module) else item for item in named)
    return _load(text, shown, folder, specs, players, variants, hooks, options)


def _no_counts(assembled: Assembled) -> TileGamesError:
    place = assembled.spec.players.span
    return SpecError([Problem("no-players", "players needs a count, or min and max with min not above max", place)])


def _compiled(assembled: Assembled, players: int, hooks: Hooks, examples: Callable[[], tuple[Example, ...]],
              rebuild: Any) -> Game:
    cell: list[Flow] = []

    def look(table: Table, seat: int) -> View:
        return make_view(cell[0], assembled.spec.game, table, seat, (), ())

    try:
        flow, values, patterns = compile_flow(assembled.spec, players, hooks=hooks, look=look,
                                              all_counts=not assembled.chosen)
    except SpecError as error:
        if not assembled.chosen:
            raise
        # The spec may be sound: then it is the request that does not fit.
        said = ", ".join(f"{name}={value}" for name, value in assembled.chosen.items())
        raise OptionError(f"{said} does not go with {players} players here: {error.problems[0].message} "
                          f"({error.problems[0].span})") from error
    cell.append(flow)
    return Game(assembled, players, flow, values, patterns, examples, rebuild)


def audit_spec(name_or_path: str | Path) -> None:
    """Checks all variants and options of a spec, not only those that one load would use.

    Raises:
        SpecError: with every problem.
    """
    text, shown = spec_text(name_or_path)
    folder = None if str(name_or_path) in _bundled() else Path(name_or_path).parent
    audit(read_base(text, shown, _finder(folder, None)))


playthrough.loader = load
