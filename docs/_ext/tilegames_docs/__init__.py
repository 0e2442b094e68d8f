"""Makes reference pages from the library itself, so that they cannot drift from it.

``pages`` returns them as text; as a Sphinx extension this package writes them into ``docs/generated`` before a build.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tilegames_docs.blocks import keys_page, positions_page, slots_page
from tilegames_docs.codes import move_problems_page, problems_page
from tilegames_docs.games import game_pages

__all__ = ["pages", "setup"]


def pages(root: Path) -> dict[str, str]:
    """Every generated page by its path below ``docs/generated``.

    Args:
        root: the checkout.
    """
    return {
        "spec.md": keys_page(),
        "positions.md": positions_page(),
        "slots.md": slots_page(),
        "problems.md": problems_page(root),
        "move-errors.md": move_problems_page(root),
        **{f"games/{name}.md": text for name, text in game_pages().items()},
    }


def _write(app: Any) -> None:
    folder = Path(app.srcdir) / "generated"
    made = pages(Path(app.srcdir).parent)
    for path in folder.rglob("*.md"):
        if path.relative_to(folder).as_posix() not in made:
            path.unlink()
    for name, text in made.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        # An unchanged file keeps its time, so that Sphinx reads it only once.
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


#: The classes that users make themselves; how the others are made is nobody's business.
_MADE_BY_USERS = ("Deal", "Problem", "Span")


def _signature(app: Any, what: str, name: str, thing: Any, options: Any, signature: str, returns: str) -> Any:
    if signature and what in ("class", "exception") and name.rpartition(".")[2] not in _MADE_BY_USERS:
        return "", None
    return signature, returns


def setup(app: Any) -> dict[str, Any]:
    """Called by Sphinx."""
    app.connect("builder-inited", _write)
    app.connect("autodoc-process-signature", _signature)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
