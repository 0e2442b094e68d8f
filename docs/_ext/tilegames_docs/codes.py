"""Pages about the codes of problems and of illegal moves, checked against what the sources really raise."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import yaml

import tilegames
from tilegames.hooks import SLOTS
from tilegames.library import audit_spec
from tilegames_docs.markdown import escape, fence, introduction

__all__ = ["bad_specs", "move_codes", "move_problems_page", "move_sentences", "problem_codes", "problem_sentences",
           "problems_page"]

_CODE = re.compile(r"[a-z]+(?:-[a-z0-9]+)+")
#: Calls whose first argument looks like a code and is none.
_NO_CODES = ("decode", "encode", "word")


def _trees(root: Path, *places: str) -> Iterator[ast.AST]:
    for place in places:
        path = root / "tilegames" / place
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            yield ast.parse(file.read_text(encoding="utf-8"))


def _text(node: ast.AST | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _callee(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def problem_codes(root: Path) -> set[str]:
    """Every code that the sources give a problem: a first argument, or a tuple of a code and a sentence."""
    found = set()
    for tree in _trees(root, "spec", "compile", "library.py"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and len(node.args) > 1 and _callee(node) not in _NO_CODES:
                found.add(_text(node.args[0]))
            elif isinstance(node, ast.Tuple) and len(node.elts) > 1:
                for code, sentence in zip(node.elts, node.elts[1:], strict=False):
                    if isinstance(sentence, ast.JoinedStr) or " " in _text(sentence):
                        found.add(_text(code))
    return {code for code in found if _CODE.fullmatch(code)}


def move_codes(root: Path) -> set[str]:
    """Every code that the sources give an illegal move."""
    found = set()
    for tree in _trees(root, "core", "compile", "state.py", "game.py"):
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            name = _callee(node)
            if name in ("Reason", "MaskRule") and node.args:
                found.add(_text(node.args[0]))
            elif name.endswith("MoveError") and len(node.args) > 1:
                found.add(_text(node.args[1]))
    found |= {f"hook-{slot.replace('_', '-')}" for slot in SLOTS if slot.startswith("may_")}
    return found - {""}


def _sentences(name: str) -> dict[str, str]:
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    said: dict[str, str] = yaml.safe_load(text)
    return said


def problem_sentences() -> dict[str, str]:
    """What each code of a problem means."""
    return _sentences("problem_codes.yaml")


def move_sentences() -> dict[str, str]:
    """What each code of an illegal move means."""
    return _sentences("move_codes.yaml")


def bad_specs(root: Path) -> dict[str, tuple[str, str, str]]:
    """For each code that a bad spec of the tests shows: the file's name, its text, and the messages it really gives.

    The shortest bad spec of a code is taken, and of those the one with the fewest other codes.
    """
    found: dict[str, list[tuple[int, int, str, str, str]]] = {}
    for path in sorted((root / "tests" / "bad_specs").glob("*.yaml")):
        text = path.read_bytes().decode("utf-8", "surrogateescape")
        said = set(re.findall(r"# E: ((?:[a-z0-9-]+ ?)+)$", text, re.MULTILINE))
        codes = {code for line in said for code in line.split()}
        messages = _messages(path, text)
        for code in codes:
            if f"[{code}]" in messages:
                found.setdefault(code, []).append((len(codes), len(text), path.name, text, messages))
    return {code: min(rows)[2:] for code, rows in found.items()}


def _is_text(text: str) -> bool:
    return not re.search("[\ud800-\udfff]", text)


def _messages(path: Path, text: str) -> str:
    """What a bad spec is refused with; its first line may say what else than loading it must be done."""
    first = text.partition("\n")[0]
    variants = first.removeprefix("# variants: ").split() if first.startswith("# variants: ") else []
    try:
        if first == "# audit":
            audit_spec(path)
        else:
            # A text that is not UTF-8 exists only as a file.
            game = tilegames.loads(text, variants=variants) if _is_text(text) else tilegames.load(path)
            if first == "# examples":
                game.examples  # noqa: B018  # they are read when they are asked for
    except tilegames.SpecError as error:
        return str(error).replace("<spec>", path.name).replace(str(path), path.name)
    except tilegames.TileGamesError:
        pass
    return ""


def _shown(text: str) -> str:
    """A text whose odd characters cannot spoil a page."""
    return re.sub(r"[\x00-\x08\x0b-\x1f\ud800-\udfff]", "\N{REPLACEMENT CHARACTER}", text)


def problems_page(root: Path) -> str:
    """Every code of a problem, with an example where the tests have one."""
    sentences, shown = problem_sentences(), bad_specs(root)
    parts = [introduction("problems")]
    for code in sorted(problem_codes(root) | set(sentences)):
        parts += [f"(problem-{code})=\n## {code}", escape(sentences.get(code, "Not described yet."))]
        if code in shown:
            name, text, messages = shown[code]
            parts += [f"`tests/bad_specs/{name}`:", fence(_shown(text)), "gives", fence(_shown(messages))]
    return "\n\n".join(parts) + "\n"


def move_problems_page(root: Path) -> str:
    """Every code of an illegal move."""
    sentences = move_sentences()
    parts = [introduction("move-errors")]
    for code in sorted(move_codes(root) | set(sentences)):
        parts += [f"(move-{code})=\n## {code}", escape(sentences.get(code, "Not described yet."))]
    return "\n\n".join(parts) + "\n"
