"""Everything that describes the spec language, in one import: blocks and keys, readers, and what they return.

``blocks`` holds blocks, keys and the problem collector, ``readers`` the readers of values, ``values`` what they return.
"""

from tilegames.spec.blocks import (
    MISSING,
    Block,
    Field,
    Missing,
    Problems,
    Reader,
    block,
    fields_of,
    key,
    kinds,
    laid_over,
    language,
    read_document,
    walk,
    what_is,
)
from tilegames.spec.readers import (
    boolean,
    by_players,
    count_range,
    either,
    expression,
    integer,
    integer_or,
    listing,
    located,
    name,
    one_or_many,
    scalar,
    table,
    text,
    word,
)
from tilegames.spec.values import ByPlayers, CountRange, Located, Table, parse_range

__all__ = [
    "MISSING", "Block", "ByPlayers", "CountRange", "Field", "Located", "Missing", "Problems", "Reader", "Table",
    "block", "boolean", "by_players", "count_range", "either", "expression", "fields_of", "integer", "integer_or",
    "key", "kinds", "laid_over", "language", "listing", "located", "name", "one_or_many", "parse_range",
    "read_document", "scalar", "table", "text", "walk", "what_is", "word",
]
