"""Zones: where pieces lie, and who may see them there.

Visibility belongs to the place a piece lies in and to whose place it is, never to the phase; views and events ask here.
"""

from __future__ import annotations

__all__ = ["ALL", "NOBODY", "OWNER", "VISIBILITY", "sees", "viewers"]

ALL, OWNER, NOBODY = "all", "owner", "nobody"

#: Who sees the pieces of each zone.
VISIBILITY = {
    "hand": OWNER,
    "stock": NOBODY,
    "discards": ALL,
    "trick": ALL,
    "won": ALL,
    "conceded": OWNER,
    "layout": ALL,
    "aside": NOBODY,
}


def sees(zone: str, owner: int, seat: int | None) -> bool:
    """Whether a seat sees the pieces of a zone; None stands for an onlooker.

    Example:
        >>> sees("hand", 2, 2), sees("hand", 2, 0), sees("trick", 2, None), sees("stock", 2, 2)
        (True, False, True, False)
    """
    who = VISIBILITY[zone]
    return who == ALL or (who == OWNER and seat == owner)


def viewers(zone: str, owner: int) -> tuple[int, ...] | None:
    """The seats that see the pieces of a zone; None for all, onlookers too.

    Args:
        zone: its name.
        owner: whose it is, for zones that each seat has.

    Example:
        >>> viewers("hand", 2), viewers("trick", 2), viewers("stock", 2)
        ((2,), None, ())
    """
    who = VISIBILITY[zone]
    if who == ALL:
        return None
    return (owner,) if who == OWNER else ()
