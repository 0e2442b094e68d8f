"""Positions: any situation of a match, built from the words of examples; and deals with wanted hands.

``words`` reads and checks the words, ``placer`` lays the table, ``deals`` makes deals.
"""

from tilegames.positions.deals import wanted_deal
from tilegames.positions.placer import place
from tilegames.positions.words import read_words

__all__ = ["place", "read_words", "wanted_deal"]
