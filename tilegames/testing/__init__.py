"""Testing rules: the examples of a spec, and matches played under invariants.

``check_spec`` does all of it for one spec, ``check_game`` plays one compiled game, ``run_example`` runs one example.
"""

from tilegames.testing.check import CheckReport, check_game, check_match, check_spec
from tilegames.testing.examples import run_example
from tilegames.testing.faults import Fault

__all__ = ["CheckReport", "Fault", "check_game", "check_match", "check_spec", "run_example"]
