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
    try:
        cli(prog_name="tilegames")
        sys.stdout.flush()
    except OSError as error:
        # A full disk, or a pipe that nobody reads any more: nothing that a traceback could help with.
        sys.stdout = None
        print(f"the output cannot be written: {error.strerror or error}", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
