"""From a Spec to what the core plays: texts, names and expressions become tables and masks, once for each game.

``pieces`` compiles what pieces are and mean, ``phases`` the phases of a round, ``scoring`` its settlement, and ``flow``
puts them together. All of them collect problems, so that a spec shows everything that is wrong with it at once.
"""

from tilegames.compile.flow import compile_flow, player_counts

__all__ = ["compile_flow", "player_counts"]
