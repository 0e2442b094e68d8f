"""Restrictions on what may be played to a trick, and who takes it when several pieces are equally good."""

from __future__ import annotations

from collections.abc import Sequence

from tilegames.core.phases import MaskRule, Role
from tilegames.core.pieces import PieceSet
from tilegames.core.seats import Seats
from tilegames.core.table import Table
from tilegames.core.tricks import Staged, TieRule
from tilegames.errors import Span

__all__ = ["BEGUN", "BROKEN", "barred", "best_by_formula", "declarers_first", "follow_number", "follow_or_trump",
           "last_played", "must_head", "must_trump", "no_undertrump", "open_with"]


#: What a position says of tricks that it does not tell: that there were some, and that something has been broken.
BEGUN, BROKEN = 1, 2


def _first_trick_over(table: Table) -> bool:
    return any(table.tricks) or bool(table.begun)


def open_with(wanted: int, name: str, place: Span | None) -> Staged:
    """The first lead must be this piece.

    Args:
        wanted: its mask; it must be in the leader's hand.
        name: as players name it.
    """
    rule = MaskRule("must-open-with", f"the first lead must be {name}", place, lambda table: wanted)
    return Staged(rule, following=False, over=_first_trick_over)


def follow_or_trump(place: Span | None) -> MaskRule:
    """Who can follow must follow or trump."""
    def allowed(table: Table) -> int:
        hand = table.hands[table.turn]
        return table.follow | _trumps(table) if hand & table.follow else -1

    return MaskRule("must-follow-or-trump", "who has a piece of the suit led must follow or trump", place, allowed)


def _trumps(table: Table) -> int:
    return table.suits.trumps if table.suits is not None else 0


def follow_number(pieces: PieceSet, place: Span | None) -> MaskRule:
    """Who cannot follow a double led as one must play its number."""
    numbers = [kind.high if kind.double else -1 for kind in pieces.kinds]

    def allowed(table: Table) -> int:
        number = numbers[pieces.kind_of[table.trick[0]]]
        if number < 0 or table.suits is None or table.led == number or table.hands[table.turn] & table.follow:
            return -1
        return table.suits.follow[number]

    return MaskRule("must-follow-number", "who cannot follow a double must play its number", place, allowed)


def must_trump(place: Span | None) -> MaskRule:
    """Who cannot follow must trump."""
    return MaskRule("must-trump", "who cannot follow must play a trump", place,
                    lambda table: -1 if table.hands[table.turn] & table.follow else _trumps(table))


def must_head(place: Span | None) -> MaskRule:
    """Who can must play a piece that beats all played so far."""
    def allowed(table: Table) -> int:
        suits = table.suits
        assert suits is not None
        strength = suits.strength[table.led]
        return suits.above(table.led, max(strength[piece] for piece in table.trick))

    return MaskRule("must-head", "who can must beat what has been played", place, allowed)


def no_undertrump(place: Span | None) -> MaskRule:
    """A trump lower than one that has been played to a plain suit is barred."""
    def allowed(table: Table) -> int:
        suits = table.suits
        assert suits is not None
        if table.led == suits.trump or not any(suits.trumps >> piece & 1 for piece in table.trick):
            return -1
        strength = suits.strength[table.led]
        return ~suits.trumps | suits.above(table.led, max(strength[piece] for piece in table.trick))

    return MaskRule("no-undertrump", "a trump may not be lower than one already played", place, allowed)


def best_by_formula(pieces: PieceSet, worth: Sequence[int], place: Span | None) -> MaskRule:
    """One of the best pieces in hand must be played, lead or not.

    Args:
        pieces: the set.
        worth: what the formula gives for each kind.
    """
    classes = [sum(pieces.kind_masks[kind] for kind, own in enumerate(worth) if own == level)
               for level in sorted(set(worth), reverse=True)]

    def allowed(table: Table) -> int:
        hand = table.hands[table.turn]
        return next((mask for mask in classes if hand & mask), -1)

    return MaskRule("must-play-best", "one of the best pieces by the formula must be played", place, allowed)


def barred(mask: int, sentence: str, place: Span | None, *, when: str, until: str, breakers: int) -> Staged:
    """Some pieces may not be played for a while, unless nothing else is held.

    Args:
        mask: the pieces.
        sentence: the rule in words.
        when: ``leading``, ``following`` or ``any_time``.
        until: ``broken`` (one of ``breakers`` was played to an earlier trick), ``second_trick`` or ``end``.
        breakers: the pieces whose play ends it.
    """
    def broken(table: Table) -> bool:
        return any(won & breakers for won in table.won) or bool(table.begun & BROKEN)

    over = {"broken": broken, "second_trick": _first_trick_over, "end": None}[until]
    rule = MaskRule("barred", sentence, place, lambda table: ~mask)
    return Staged(rule, leading=when != "following", following=when != "leading", over=over)


def last_played(seats: Sequence[int], table: Table) -> int:
    """Of equally good pieces the last one takes the trick."""
    return seats[-1]


def declarers_first(seats: Seats, declarer: Role) -> TieRule:
    """Of equally good pieces the first one of the declarers takes the trick, else the first one."""
    def tie(playing: Sequence[int], table: Table) -> int:
        side = seats.side_of[declarer(table)]
        return next((seat for seat in playing if seats.side_of[seat] == side), playing[0])

    return tie

