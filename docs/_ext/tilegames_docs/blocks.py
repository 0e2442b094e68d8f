"""Pages made from the classes of the spec language and from the table of slots."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

from tilegames.hooks import SLOTS
from tilegames.spec.blocks import Block, Field, fields_of, walk
from tilegames.spec.examples import Example
from tilegames.spec.model import Document, Spec
from tilegames_docs.markdown import code, escape, introduction, table

__all__ = ["anchor", "example_blocks", "keys_page", "positions_page", "slots_page", "spec_blocks", "title"]


def title(cls: type[Block]) -> str:
    """A block's name in words: ``PieceFilter`` is a piece filter."""
    return re.sub(r"(?<=[a-z])([A-Z])", lambda letter: " " + letter[1].lower(), cls.__name__)


def anchor(cls: type[Block]) -> str:
    """The label of a block's section."""
    return "block-" + title(cls).lower().replace(" ", "-")


def example_blocks() -> tuple[type[Block], ...]:
    """The blocks of positions and answers."""
    return tuple(walk(Example))


def spec_blocks() -> tuple[type[Block], ...]:
    """All other blocks of a spec, each after the one that mentions it first."""
    apart = set(example_blocks())
    found: dict[type[Block], None] = {}

    def visit(cls: type[Block]) -> None:
        if cls in found or cls in apart:
            return
        found[cls] = None
        for field in fields_of(cls):
            for child in field.blocks:
                visit(child)

    visit(Spec)
    return tuple(found)


def _inside(reader: Any, path: str) -> Iterator[tuple[type[Block], str]]:
    """The blocks in a value, each with its path."""
    inner = getattr(reader, "readers", None)
    if hasattr(reader, "cls"):
        yield reader.cls, path
    elif isinstance(inner, dict):
        for kind, one in inner.items():
            yield one.cls, f"{path}.NAME, of the kind {kind}"
    elif inner is not None:
        for one in inner:
            yield from _inside(one, path)
    elif hasattr(reader, "inner"):
        kinds = isinstance(getattr(reader.inner, "readers", None), dict)
        yield from _inside(reader.inner, path + (".NAME" if hasattr(reader, "key") and not kinds else ""))


def _paths() -> dict[type[Block], list[str]]:
    """Where each block can stand."""
    found: dict[type[Block], list[str]] = {Document: [""]}
    waiting: list[type[Block]] = [Document]
    while waiting:
        here = waiting.pop(0)
        start = found[here][0].partition(",")[0]
        for field in fields_of(here):
            for cls, path in _inside(field.reader, f"{start}.{field.name}".lstrip(".")):
                if cls not in found:
                    waiting.append(cls)
                if path not in found.setdefault(cls, []):
                    found[cls].append(path)
    return found


def _takes(field: Field) -> str:
    """What a key takes, as Markdown."""
    said = field.expects
    marks: list[str] = []

    def mark(markdown: str) -> str:
        marks.append(markdown)
        return f"\0{len(marks) - 1}\0"

    for child in field.blocks:
        name = title(child).lower()
        said = re.sub(rf"\ban? {name} block\b", mark(f"[{name}](#{anchor(child)})"), said)
    start, kinds, names = said.partition("one of the kinds ")
    if kinds:
        sections = {title(child).lower(): anchor(child) for child in field.blocks}
        said = start + kinds + mark(", ".join(f"[{name}](#{sections[name]})" if name in sections else name
                                              for name in names.split(", ")))
    said = re.sub(r"[\w.+-]+(?: \| [\w.+-]+)+",
                  lambda found: mark(" / ".join(code(word) for word in found[0].split(" | "))), said)
    said = said.replace("a count or range", mark("a count or range"))
    # A single word where a phrase could stand is a word of the language.
    parts = re.split(r"(, or | or |, )", said)
    said = escape("".join(mark(code(part)) if re.fullmatch(r"[a-z]\w*", part) else part for part in parts))
    return re.sub("\0(\\d+)\0", lambda found: marks[int(found[1])], said)


def _section(cls: type[Block], paths: list[str]) -> str:
    about = inspect.cleandoc(cls.__doc__ or "").replace("``", "`")
    rows = [(code(field.name) + (" (needed)" if field.required else ""), _takes(field),
             "" if field.default in ("[]", "{}") else code(field.default),
             escape(field.doc), code(field.example)) for field in fields_of(cls)]
    where = [f"{code(path)}{note and ',' + escape(note)}"
             for path, _, note in (path.partition(",") for path in paths if path)]
    stands = f"\n\nStands at: {'; '.join(where)}." if where else ""
    return (f"({anchor(cls)})=\n## {title(cls)}\n\n{escape(about)}{stands}\n\n"
            + table(("Key", "Takes", "Default", "Meaning", "Example"), rows))


def _page(name: str, blocks: tuple[type[Block], ...]) -> str:
    paths = _paths()
    return "\n\n".join([introduction(name), *(_section(cls, paths.get(cls, [])) for cls in blocks)]) + "\n"


def keys_page() -> str:
    """The reference of a spec's keys."""
    return _page("spec", spec_blocks())


def positions_page() -> str:
    """The reference of positions and answers."""
    return _page("positions", example_blocks())


def slots_page() -> str:
    """The reference of slots."""
    parts = [introduction("slots")]
    for slot in SLOTS.values():
        parts += [f"(slot-{slot.name.replace('_', '-')})=\n## `{slot.signature}`", escape(slot.doc)]
    return "\n\n".join(parts) + "\n"
