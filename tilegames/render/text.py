"""Text pictures of a View for the terminal: plain characters, no colour, wrapped to a width.

Every function here is pure: what it is given decides what it returns. A View holds only what its seat may know, so
nothing else can end up in a picture.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Sequence

from tilegames.core.moves import Event
from tilegames.render.layouts import layout_lines
from tilegames.views import View

__all__ = ["columns", "event_line", "face", "faces", "fill", "paragraphs", "picture", "round_summary",
           "seat_name", "side_name", "side_names", "to_you"]

_TILE = re.compile(r"(\d+)-(\d+)")
_PAYMENT = re.compile(r"side (\d+) (pays|gets) (\d+) (to|from) side (\d+) \(([\w-]+)\)")
#: How wide the names of a picture's rows are.
_LABEL = 11
_GAP = "   "
#: How a round came to its end, where it is not a seat that has ended it.
_ENDINGS = {"blocked": "nobody can play", "played": "no more tricks are played", "exhausted": "the stock is empty",
            "knock": "hands are laid down", "void": "nobody has made a bid", "dealt": "a hand wins as it was dealt"}
_VERBS = {"passes": "pass", "goes": "go", "is": "are", "has": "have", "does": "do", "may": "may", "must": "must"}


# Pieces

def face(name: str) -> str:
    """One piece.

    Example:
        >>> face("6-4"), face("10H")
        ('[6|4]', '[10H]')
    """
    tile = _TILE.fullmatch(name)
    return f"[{tile[1]}|{tile[2]}]" if tile else f"[{name}]"


def faces(names: Iterable[str]) -> str:
    """Pieces side by side.

    Example:
        >>> faces(["6-4", "5-5"])
        '[6|4] [5|5]'
    """
    return " ".join(map(face, names))


def _piece_order(name: str) -> tuple[int, int, int, str]:
    tile = _TILE.fullmatch(name)
    return (0, int(tile[1]), int(tile[2]), "") if tile else (1, 0, 0, name)


# Seats and sides

def seat_name(seat: int, me: int | None = None) -> str:
    """A seat as its owner and the others call it.

    Example:
        >>> seat_name(2), seat_name(2, me=2)
        ('seat 2', 'you')
    """
    return "you" if seat == me else f"seat {seat}"


def side_name(seats: Sequence[int], me: int | None = None) -> str:
    """A side by its seats.

    Example:
        >>> side_name((0, 2)), side_name((0, 2), me=2), side_name((3,))
        ('seats 0 and 2', 'you and seat 0', 'seat 3')
    """
    others = [str(seat) for seat in seats if seat != me]
    mine = ["you"] if me in seats else []
    if not others:
        return "you"
    last = others[-1:] if len(others) + len(mine) > 1 else []
    first = others[:-1] if last else others
    word = "seats" if len(others) > 1 else "seat"
    if mine and len(others) == 1:
        return f"you and seat {others[0]}"
    text = f"{word} {', '.join(first)}" + (f" and {last[0]}" if last else "")
    return f"you, {text}" if mine else text


def side_names(sides: Sequence[Sequence[int]], scores: Sequence[int], me: int | None = None) -> list[str]:
    """The names of all sides; without their seats known, sides as many as scores are seats that play alone."""
    known = sides if len(sides) == len(scores) else [(side,) for side in range(len(scores))]
    return [side_name(seats, me) for seats in known]


def to_you(text: str, me: int | None) -> str:
    """A sentence about a seat, as that seat is told it.

    Example:
        >>> to_you("seat 2 goes out", 2), to_you("seat 2 plays 6-4", 2), to_you("seat 1 passes", 2)
        ('you go out', 'you play 6-4', 'seat 1 passes')
        >>> to_you("it must be seat 0 or 2", 2)
        'it must be seat 0 or you'
        >>> to_you("seat 1 gives 3 to seat 2", 2)
        'seat 1 gives 3 to you'
    """
    if me is None:
        return text

    def told(match: re.Match[str]) -> str:
        verb = match[1]
        return f"you {_VERBS.get(verb) or verb.removesuffix('s')}"

    several = re.sub(r"\bseat (\d+(?: or \d+)+)\b",
                     lambda match: " or ".join(seat_name(int(seat), me) for seat in match[1].split(" or ")), text)
    given = re.sub(rf"\b(to|from) seat {me}\b", r"\1 you", several)
    return re.sub(rf"\bseat {me} (\w+)", told, given)


def event_line(event: Event, me: int | None = None, sides: Sequence[Sequence[int]] = ()) -> str:
    """An event in one line, with pieces as pictures. Redact it with ``event.for_seat`` first.

    Example:
        >>> event_line(Event("play", "seat 1 plays 6-4 left", 1, ("6-4",)))
        'seat 1 plays [6|4] left'
        >>> event_line(Event("play", "seat 1 plays 4-1 on 9-4", 1, ("4-1",)))
        'seat 1 plays [4|1] on [9|4]'
    """
    if event.kind == "round":
        return _round_over(event, me)
    text = to_you(event.text, me)
    if event.kind.startswith("draw for ") and event.pieces:
        return f"{text} ({_drawn(event.pieces, sum(map(len, sides)), me)})"
    unsaid = []
    for name in event.pieces:
        word = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
        if word.search(event.text):
            text = word.sub(face(name), text)
        else:
            unsaid.append(name)
    if event.kind == "play":
        text = re.sub(r" on (\d+-\d+)$", lambda match: f" on {face(match[1])}", text)
    if event.kind == "trick":
        # Where tricks count for themselves nothing is said of points.
        worth = f", {_count(event.value, 'point')}" if event.value and " column" not in event.text else ""
        return f"{text} ({faces(event.pieces)}{worth})"
    if event.kind == "score" and sides:
        payment = _PAYMENT.fullmatch(event.text)
        if payment is not None:
            return _payment(payment, me, sides)
        text = re.sub(r"^side (\d+) scores", lambda m: f"{side_name(sides[int(m[1])], me)}:", text)
    return f"{text}: {faces(unsaid)}" if unsaid else text


def _payment(said: re.Match[str], me: int | None, sides: Sequence[Sequence[int]]) -> str:
    """What one side pays to another or gets from it."""
    side, verb, amount, way, other, rule = said.groups()
    who, whom = (side_name(sides[int(number)], me) for number in (side, other))
    many = len(sides[int(side)]) > 1 or who == "you"
    return f"{who} {verb.removesuffix('s') if many else verb} {amount} {way} {whom} ({rule.replace('_', ' ')})"


def _round_over(event: Event, me: int | None) -> str:
    """The end of a round: what brought it about, and who wins it."""
    known = re.match(r"(round \d+ is over) \((\w+)\)", event.text)
    if known is None:
        return to_you(event.text, me)
    head, how = known.groups()
    why = _ENDINGS.get(how, how)
    if event.seat is None:
        return f"{head}: {why}" + ("; nobody wins it" if how == "blocked" else "")
    winner = seat_name(event.seat, me)
    goes, has, wins = ("go", "have", "win") if event.seat == me else ("goes", "has", "wins")
    if how == "out":
        return f"{head}: {winner} {goes} out and {wins} it"
    least = f" {has} the least in hand and" if how == "blocked" else ""
    return f"{head}: {why}; {winner}{least} {wins} it"


def _drawn(names: Sequence[str], seats: int, me: int | None) -> str:
    """What was drawn to find a seat: one piece for each seat, then the draws of those that were level."""
    if not 0 < seats <= len(names):
        return f"drawn: {faces(names)}"
    first = ", ".join(f"{seat_name(seat, me)} {face(name)}" for seat, name in enumerate(names[:seats]))
    again = faces(names[seats:])
    return f"drawn: {first}; level ones again: {again}" if again else f"drawn: {first}"


# Lines

def fill(items: Iterable[str], width: int, gap: str = _GAP) -> list[str]:
    """Items side by side in lines of at most a width; an item is never cut, so a longer one has a line of its own.

    Example:
        >>> fill(["one", "two", "three"], 9, " ")
        ['one two', 'three']
    """
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + len(gap) + len(item) <= width:
            lines[-1] += gap + item
        else:
            lines.append(item)
    return lines


def columns(items: Sequence[str], width: int) -> list[str]:
    """Items in as many columns as a width holds, read downwards.

    Example:
        >>> columns(["a", "bb", "c"], 7)
        ['a   c', 'bb']
    """
    if not items:
        return []
    for rows in range(1, len(items) + 1):
        parts = [items[at:at + rows] for at in range(0, len(items), rows)]
        wide = [max(map(len, part)) for part in parts]
        if sum(wide) + 2 * (len(parts) - 1) <= width or rows == len(items):
            break
    return ["  ".join(part[row].ljust(wide[at]) for at, part in enumerate(parts) if row < len(part)).rstrip()
            for row in range(rows)]


def paragraphs(text: str, width: int) -> list[str]:
    """A text in lines of at most a width, cut between words; what belongs to a list stays indented under its item.

    Example:
        >>> paragraphs("- one two three", 11)
        ['- one two', '  three']
    """
    lines: list[str] = []
    for line in text.splitlines():
        item = re.match(r" *(?:- |\S+(?: \S+)* {2,})?", line)
        indent = " " * (item.end() if item and item.end() < width // 2 else 0)
        lines += textwrap.wrap(line, width, subsequent_indent=indent, break_long_words=False,
                               break_on_hyphens=False) or [""]
    return lines


# The picture

def picture(view: View, *, sides: Sequence[Sequence[int]] = (), title: str = "", width: int = 80) -> str:
    """All that a view shows, one named row for each thing that there is.

    Args:
        view: what a seat knows.
        sides: the seats of each side (``game.sides``), for the names of sides.
        title: the game's title; its id if not given.
        width: the most characters in a line.

    Example:
        >>> import tilegames
        >>> game = tilegames.load("jamaican-partner")
        >>> state = game.position(layout=["6-6", "6-3"], hand=["3-1", "6-2"])
        >>> print(picture(state.view(state.turn), sides=game.sides))  # doctest: +ELLIPSIS
        jamaican-partner, round 1, layout: your turn
        ...
    """
    rows = [_headline(view, title)]
    room = max(width - _LABEL, 20)

    def add(label: str, items: Iterable[str], gap: str = _GAP) -> None:
        rows.extend(_row(label, fill(items, room, gap)))

    me = view.seat
    names = side_names(sides, view.scores, me)
    add("scores", (f"{name}: {score}" for name, score in zip(names, view.scores, strict=True)))
    add("pot", _pot(view))
    add("dealer", [] if view.dealer is None else [seat_name(view.dealer, me)])
    add("bids", (f"{seat_name(seat, me)}: {bid}" for seat, bid in view.bids))
    add("contract", _contract(view))
    add("taken", _taken(view, names))
    add("counters", (f"{counter}, {name}: {amount}" for counter, amounts in view.counters
                     for name, amount in zip(names, amounts, strict=True)))
    add("conceded", _conceded(view), "  ")
    add("hands", _hands(view))
    add("melds", _melds(view))
    add("stock", [str(view.stock)] if view.stock or view.discards else [])
    add("face up", _discards(view), "  ")
    rows += _row("layout", layout_lines(view, room))
    add("trick", _trick(view))
    if me is not None:
        add("your hand", map(face, view.hand), " ")
        add("you give", map(face, view.giving), " ")
    return "\n".join(rows)


def round_summary(view: View, *, sides: Sequence[Sequence[int]] = (), width: int = 80) -> list[str]:
    """What the sides have taken in a round, and for which bid, as rows of a picture; none in a game without tricks.

    Args:
        view: what a seat knows when the last trick is taken.
        sides, width: as for :func:`picture`.
    """
    taken = _taken(view, side_names(sides, view.scores, view.seat))
    room = max(width - _LABEL, 20)
    return [*_row("contract", fill(_contract(view), room)), *_row("taken", fill(taken, room))] if taken else []


def _row(label: str, lines: Sequence[str]) -> list[str]:
    """A named row of one or more lines."""
    return [(label.ljust(_LABEL) if number == 0 else " " * _LABEL) + line for number, line in enumerate(lines)]


def _headline(view: View, title: str) -> str:
    head = f"{title or view.game}, round {view.round + 1}"
    if view.turn is None:
        return f"{head}: the match is over"
    turn = "your turn" if view.turn == view.seat else f"seat {view.turn}'s turn"
    return f"{head}, {view.phase}: {turn}"


def _pot(view: View) -> list[str]:
    pot, house = view.pots
    return ([str(pot)] if pot or house else []) + ([f"the house keeps {house}"] if house else [])


def _contract(view: View) -> list[str]:
    items = []
    if view.contract is not None:
        seat, bid = view.contract
        items.append(f"{seat_name(seat, view.seat)}: {bid}")
    # What a bid has brought is often said by the bid itself.
    if view.declared is not None and (view.contract is None or view.declared != view.contract[1]):
        items.append(view.declared)
    if view.trump is not None and (view.trump != "none" or view.turned is not None
                                   or (view.contract is not None and view.declared is None)):
        items.append(f"trump: {view.trump}" + (f" ({face(view.turned)} is turned up)" if view.turned else ""))
    if view.sits_out is not None:
        items.append(to_you(f"seat {view.sits_out} sits out", view.seat))
    return items


def _melds(view: View) -> list[str]:
    """The melds by their numbers, with what wild pieces stand for; what is under way, and what must be used."""
    items = []
    for meld in view.melds:
        laid = " ".join(face(name) if name == meant else f"[{name}={meant}]"
                        for name, meant in zip(meld.pieces, meld.stands_for, strict=True))
        items.append(f"{meld.number}: {laid} ({seat_name(meld.owner, view.seat)})")
    if view.under_way:
        items.append(f"under way: {faces(view.under_way)}")
    if view.must_use is not None:
        items.append(f"must be used: {face(view.must_use)}")
    return items


def _hands(view: View) -> list[str]:
    """How many pieces the others hold, or which, where they can be seen."""
    shown = [str(size) if hand is None else " ".join(map(face, hand)) or "0"
             for hand, size in zip(view.hands, view.hand_sizes, strict=True)]
    return [f"{seat_name(seat, view.seat)}: {text}" for seat, text in enumerate(shown) if seat != view.seat]


def _taken(view: View, names: Sequence[str]) -> list[str]:
    if not any(view.tricks) and not any(view.points):
        return []
    if view.conceded:
        return [f"{name}: {_count(columns, 'column')}" for name, columns in zip(names, view.points, strict=True)]
    worth = any(view.points)
    return [f"{name}: {_count(tricks, 'trick')}" + (f", {_count(points, 'point')}" if worth else "")
            for name, tricks, points in zip(names, view.tricks, view.points, strict=True)]


def _count(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _trick(view: View) -> list[str]:
    if view.leader is None or view.turn is None:
        return []
    if view.plays:
        seats = [(view.leader + number) % len(view.hand_sizes) for number in range(len(view.plays))]
        return [f"{seat_name(seat, view.seat)}{'' if number else ' led'} {faces(names) or 'face down'}"
                for number, (seat, names) in enumerate(zip(seats, view.plays, strict=True))]
    if not view.trick:
        return ["you lead" if view.leader == view.seat else f"seat {view.leader} leads"]
    seats = [(view.leader + number) % len(view.hand_sizes) for number in range(len(view.trick))]
    return [f"{seat_name(seat, view.seat)}{'' if number else ' led'} {face(piece)}"
            for number, (seat, piece) in enumerate(zip(seats, view.trick, strict=True))]


def _conceded(view: View) -> list[str]:
    """What each seat has conceded, as far as this one may see it."""
    items = []
    for seat, (names, size) in enumerate(zip(view.conceded, view.conceded_sizes, strict=True)):
        if size:
            first, *rest = [str(size)] if names is None else map(face, names)
            items += [f"{seat_name(seat, view.seat)}: {first}", *rest]
    return items


def _discards(view: View) -> list[str]:
    if not view.discards:
        return []
    if view.takes == "within":
        # What lies on what matters.
        return [*map(face, view.discards), "(newest last)"] if len(view.discards) > 1 else [face(view.discards[0])]
    counts = Counter(view.discards)
    items = [face(name) + (f" x{counts[name]}" if counts[name] > 1 else "")
             for name in sorted(counts, key=_piece_order)]
    return [*items, f"(newest: {face(view.discards[-1])})"] if len(counts) > 1 else items
