"""Zones: where pieces lie, and who may see them there.

Visibility belongs to the place a piece lies in and to whose place it is, never to the phase; views and events ask here.
"""

from __future__ import annotations

__all__ = ["ALL", "NOBODY", "OTHERS", "OWNER", "UNSEEN", "VISIBILITY", "sees", "viewers"]

ALL, OWNER, OTHERS, NOBODY = "all", "owner", "others", "nobody"

#: How the one piece of a hand is named to an owner who may not see it: by its place.
UNSEEN = "card 1"

#: Who sees the pieces of each zone.
VISIBILITY = {
    "hand": OWNER,
    "stock": NOBODY,
    "discards": ALL,
    "trick": ALL,
    "won": ALL,
    "won face down": NOBODY,
    "conceded": OWNER,
    "layout": ALL,
    "aside": NOBODY,
}


def _who(zone: str, blind: bool) -> str:
    """Who sees a zone; a blind hand is seen by all other seats."""
    return OTHERS if blind and zone == "hand" else VISIBILITY[zone]


def sees(zone: str, owner: int, seat: int | None, *, blind: bool = False) -> bool:
    """Whether a seat sees the pieces of a zone; None stands for an onlooker, who sees what everybody sees.

    Args:
        zone: its name.
        owner: whose it is, for zones that each seat has.
        seat: who looks.
        blind: whether hands are turned away from their owners.

    Example:
        >>> sees("hand", 2, 2), sees("hand", 2, 0), sees("trick", 2, None), sees("stock", 2, 2)
        (True, False, True, False)
        >>> sees("hand", 2, 2, blind=True), sees("hand", 2, 0, blind=True), sees("hand", 2, None, blind=True)
        (False, True, False)
    """
    who = _who(zone, blind)
    return who == ALL or (who == OWNER and seat == owner) or (who == OTHERS and seat not in (None, owner))


def viewers(zone: str, owner: int, *, blind: bool = False, seats: int = 0) -> tuple[int, ...] | None:
    """The seats that see the pieces of a zone; None for all, onlookers too.

    Args:
        zone: its name.
        owner: whose it is, for zones that each seat has.
        blind: whether hands are turned away from their owners.
        seats: how many seats there are; asked for only if they are.

    Example:
        >>> viewers("hand", 2), viewers("trick", 2), viewers("stock", 2)
        ((2,), None, ())
        >>> viewers("hand", 2, blind=True, seats=4)
        (0, 1, 3)
    """
    who = _who(zone, blind)
    if who == ALL:
        return None
    if who == OTHERS:
        return tuple(seat for seat in range(seats) if seat != owner)
    return (owner,) if who == OWNER else ()
