"""Imports run one way, and the core knows no game: the house stays as it was planned."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "tilegames"
MODULES = {".".join(("tilegames", *path.relative_to(PACKAGE).with_suffix("").parts)).removesuffix(".__init__"): path
           for path in sorted(PACKAGE.rglob("*.py"))}

#: The rooms of the house, from the ground up; rooms of one row do not know one another.
ROWS = (("errors",), ("core",), ("hooks",), ("spec",), ("views",), ("state",), ("render",), ("playthrough",),
        ("positions",), ("compile", "game"), ("library",), ("bots", "simulate", "testing", "rl", "fast"), ("cli",),
        ("__main__",))
RANKS = {room: rank for rank, row in enumerate(ROWS) for room in row}
#: Who uses the package as its users do.
ABOVE = ("bots", "simulate", "testing", "rl", "fast", "cli", "__main__")
#: Where an import may stand inside a function: the command line starts faster, and hooks are looked up by name.
LATE = ("tilegames.__main__", "tilegames.cli", "tilegames.hooks.registry")


def tree(module: str) -> ast.Module:
    """The module's syntax tree."""
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def imports(module: str) -> Iterator[tuple[int, str]]:
    """Every module of the package that a module imports, with the line; wherever the import stands."""
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.partition(".")[0] == "tilegames":
                    yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno}: imports are absolute here"
            if node.module == "tilegames":
                for alias in node.names:
                    below = f"tilegames.{alias.name}"
                    yield node.lineno, below if below in MODULES else "tilegames"
            elif (node.module or "").startswith("tilegames."):
                for alias in node.names:
                    below = f"{node.module}.{alias.name}"
                    yield node.lineno, below if below in MODULES else str(node.module)


def room(module: str) -> str:
    """The room that a module stands in: the second part of its name."""
    return module.split(".")[1] if "." in module else "tilegames"


def test_every_module_has_a_room() -> None:
    """A new module or package needs its place in the order before anything else."""
    assert {room(module) for module in MODULES} <= {*RANKS, "tilegames"}


@pytest.mark.parametrize("module", [module for module in MODULES if module != "tilegames"])
def test_a_module_imports_only_from_below(module: str) -> None:
    """errors, core, hooks, spec, views, state, render, playthrough, positions, compile and game, library, and above."""
    mine = room(module)
    wrong = []
    for line, target in imports(module):
        theirs = room(target)
        # The package itself is for those who use it as its users do.
        allowed = mine in ABOVE if theirs == "tilegames" else theirs == mine or RANKS[theirs] < RANKS[mine]
        if not allowed:
            wrong.append(f"{MODULES[module].relative_to(ROOT)}:{line}: {mine} must not import {target}")
    assert not wrong, "\n".join(wrong)


def test_the_core_imports_nothing_but_errors() -> None:
    """The generic core stands on its own: no YAML, no specs, no hooks, no attrs of others."""
    outside = {(module, target) for module in MODULES if room(module) == "core"
               for _, target in imports(module) if room(target) not in ("core", "errors")}
    assert not outside


def test_errors_imports_nothing_of_ours() -> None:
    """It is the ground floor."""
    assert list(imports("tilegames.errors")) == []


@pytest.mark.parametrize("module", [module for module in MODULES if not module.startswith(LATE)])
def test_no_import_hides_in_a_function(module: str) -> None:
    """A late import is a back door past the order of the rooms."""
    late = [f"{MODULES[module].relative_to(ROOT)}:{inner.lineno}: {ast.unparse(inner)}"
            for outer in ast.walk(tree(module)) if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef)
            for inner in ast.walk(outer) if isinstance(inner, ast.Import | ast.ImportFrom)]
    assert not late, "\n".join(late)


def test_no_circle_of_imports() -> None:
    """Not within a room either: every module can be imported first."""
    def at_run_time(module: str) -> set[str]:
        typing_only = {inner for node in ast.walk(tree(module))
                       if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
                       for inner in range(node.lineno, (node.end_lineno or 0) + 1)}
        return {target for line, target in imports(module) if line not in typing_only and target in MODULES}

    waiting = {module: at_run_time(module) - {module} for module in MODULES}
    while ready := [module for module, needs in waiting.items() if not needs & waiting.keys()]:
        for module in ready:
            del waiting[module]
    assert not waiting, f"these import one another: {sorted(waiting)}"


def words(module: str) -> Iterator[tuple[int, str]]:
    """All texts and names of a module's code, docstrings and comments aside."""
    whole = tree(module)
    docs = {id(node.body[0].value) for node in ast.walk(whole)
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and node.body
            and isinstance(node.body[0], ast.Expr)}
    for node in ast.walk(whole):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.lineno, node.value
        for field in ("id", "attr", "name", "arg"):
            value = getattr(node, field, None)
            if isinstance(value, str):
                yield getattr(node, "lineno", 0), value


@pytest.mark.parametrize("module", [module for module in MODULES if room(module) in ("core", "compile")])
def test_no_game_is_known_to_the_core_or_the_compiler(module: str) -> None:
    """A bundled game's name in their code would be a rule that no spec says.

    Two games are called by words that every layout needs, to draw and to block: those are looked for by their titles.
    Two are called like suits of cards, whose names stand where the cards are made.
    """
    games = [path.stem for path in (ROOT / "specs").glob("*.yaml")]
    assert {"block", "draw", "chicken-foot", "mexican-train"} <= set(games)
    games = [{"block": "block-dominoes", "draw": "draw-dominoes"}.get(game, game) for game in games]
    spellings = {spelling for game in games for spelling in (game, game.replace("-", "_"), game.replace("-", " "),
                                                             game.replace("-", ""))}
    found = [f"{MODULES[module].relative_to(ROOT)}:{line}: {text}" for line, text in words(module)
             if any(spelling in text.lower() for spelling in spellings)
             and not (module == "tilegames.core.pieces" and text in ("hearts", "spades"))]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("module", ["core", "compile"])
def test_no_source_game_is_named_by_a_word_of_its_own(module: str) -> None:
    """Words that only one game uses, such as shake and pose, belong into specs."""
    found = [f"{MODULES[name].relative_to(ROOT)}:{line}: {text}" for name in MODULES if room(name) == module
             for line, text in words(name)
             if {"shaker", "reshake", "poser", "jamaica", "texas", "kap"} & set(text.lower().split("_"))]
    assert not found, "\n".join(found)


def test_importing_the_package_imports_no_extras() -> None:
    """``import tilegames`` needs attrs and PyYAML alone; the command line and the test tools come when asked for."""
    code = "import sys, tilegames; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert {"tilegames", "attrs", "yaml"} <= loaded
    assert not loaded & {"click", "rich", "hypothesis", "pytest", "_pytest", "numpy", "multiprocessing", "unittest"}


def test_importing_the_package_imports_neither_the_command_line_nor_the_test_tools() -> None:
    """What stands above the library is loaded by whoever uses it."""
    code = "import sys, tilegames; print(*sorted(name for name in sys.modules if name.startswith('tilegames.')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {name.split(".")[1] for name in done.stdout.split()} & set(ABOVE)
