"""One page a game, made from its spec."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import tilegames
from tilegames.errors import Span
from tilegames.library import spec_text
from tilegames.spec.model import Option, Players
from tilegames.spec.schema import CountRange
from tilegames_docs.markdown import code, escape, fence, introduction, table, words

__all__ = ["game_pages"]

def game_pages() -> dict[str, str]:
    """The page of every bundled game, by its name."""
    return {name: "\n\n".join(_parts(name)) + "\n" for name in tilegames.names()}


def _parts(name: str) -> Iterator[str]:
    game = tilegames.load(name)
    spec = game.spec
    yield f"# {escape(spec.about.title)}"
    yield introduction(f"games/{name}")
    yield (f"{_players(spec.players)} Family: {spec.about.family}. "
           f"Load it with `tilegames.load(\"{name}\")`; its spec is `specs/{name}.yaml`.")
    yield "## Sources"
    yield "\n".join(f"- {escape(source)}" for source in spec.about.source)
    if spec.about.license:
        yield f"The spec may be used under these terms: {escape(spec.about.license)}."
    if spec.about.unclear:
        yield "## Readings"
        yield "Where the sources are silent or contradict one another, the spec chooses:"
        yield "\n".join(f"- {escape(unclear)}" for unclear in spec.about.unclear)
    if spec.options:
        yield "## Options"
        yield "Options are keyword arguments of `load`, and `--option NAME=VALUE` on the command line."
        yield table(("Option", "What it decides", "Values", "Default"),
                    [(code(option), escape(said.doc), _values(said), code(game.options[option]))
                     for option, said in spec.options.items()])
    if spec.variants:
        yield "## Variants"
        yield "Variants are named in `load(..., variants=[...])`, and with `--variant NAME` on the command line."
        for variant in spec.variants:
            yield f"### {escape(variant)}"
            yield fence(_lines(name, spec.variants.places[variant]), "yaml")
    yield "## Spec"
    yield "What the game's file says, without its examples. A variant or a game of your own can be a patch of it."
    yield fence(_spec_lines(name), "yaml")
    yield "## Rules"
    yield "This is the rulebook that `game.rules()` writes. Its sentences are made from what the engine obeys."
    yield _rulebook(game.rules())


#: What stands further up on the page.
_TOLD = ("Source", "Sources", "Options", "Variants", "Unclear points, and the reading chosen in the base game")


def _rulebook(text: str) -> str:
    """The sections of a rulebook that the page does not have yet, their headings one level down."""
    sections = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    return "\n".join(f"### {re.sub(r'^#', '##', section, flags=re.MULTILINE)}" for section in sections
                     if section.partition("\n")[0] not in _TOLD).strip()


def _players(players: Players) -> str:
    if players.count is not None:
        said = f"For {players.count} players"
    else:
        said = f"For {players.min} to {players.max} players"
    if players.best is not None:
        said += f", best with {players.best}".replace("..", " to ")
    if players.teams is not None:
        said += ", in two teams of partners who sit across"
    return f"{said}; play goes {players.turn}."


def _values(option: Option) -> str:
    if option.values:
        return words(list(option.values))
    if isinstance(option.allowed, CountRange):
        return str(option.allowed).replace("..", " to ")
    return words(option.allowed) if option.allowed else ""


def _spec_lines(name: str) -> str:
    """A spec as its author wrote it, up to the examples."""
    text, _ = spec_text(name)
    return re.split(r"^(?:examples|drop_examples):", str(text), maxsplit=1, flags=re.MULTILINE)[0].strip()


def _lines(name: str, key: Span) -> str:
    """The lines of a spec from a key to the end of its value, as their author wrote them."""
    text, shown = spec_text(name)
    if key.file != shown:
        text, _ = spec_text(Path(key.file).stem)
    lines = text.splitlines()[key.line - 1:]
    indents = [len(line) - len(line.lstrip()) if line.strip() else key.column for line in lines]
    end = next((at for at, indent in enumerate(indents) if at and indent < key.column), len(lines))
    return "\n".join(line[key.column - 1:] for line in lines[:end])
