"""Sphinx configuration. Build with ``python -m sphinx -b html docs docs/_build/html``."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

import tilegames

project = "tilegames"
author = copyright = "The tilegames maintainers"  # noqa: A001  # the name that Sphinx looks for
release = version = tilegames.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "tilegames_docs"]
exclude_patterns = ["_build", "_ext"]
source_suffix = {".md": "markdown"}
html_theme = "furo"
html_title = f"tilegames {release}"

myst_enable_extensions = ["deflist", "fieldlist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_class_signature = "mixed"
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True

nitpicky = True
# Only our own public names can be resolved: there is no inventory of Python's, and the engine's insides have no page.
nitpick_ignore_regex = [
    ("py:.*", r"(?!tilegames\b).*"),
    ("py:.*", r"tilegames\.(compile|core|spec|render|positions|hooks\.registry|state\.Rules)\b.*"),
]
