"""The ``tilegames`` command, also as ``python -m tilegames``."""

from __future__ import annotations

import importlib.util
import sys

__all__ = ["main"]


def main() -> None:
    """Runs the command line; says in one sentence what to install if it is not there."""
    if any(importlib.util.find_spec(name) is None for name in ("click", "rich")):
        print("the command line needs more packages: pip install 'tilegames[cli]'", file=sys.stderr)
        sys.exit(2)
    from tilegames.cli import cli
    cli(prog_name="tilegames")


if __name__ == "__main__":
    main()
