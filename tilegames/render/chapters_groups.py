"""The chapters of a rulebook on tricks of groups and on what players pay one another."""

from __future__ import annotations

from tilegames.core import groups
from tilegames.render.book import Book
from tilegames.render.words import counted, listed, plain, who
from tilegames.spec import model

__all__ = ["group_tricks", "payments", "ranks_of_groups"]

#: To whom and when a row is paid.
_WHEN = {"trick_end": ("after each trick", "the player who takes it"),
         "trick_end_before_last": ("after each trick but the last", "the player who takes it"),
         "round_end": ("at the end of the round", "the winner of the round"),
         "dealt_win": ("when a hand wins as it is dealt", "its owner")}


def ranks_of_groups(book: Book) -> None:
    """The pieces of each suit from high to low, as far as they can be led alone."""
    phase = book.flow.groups
    if phase is None:
        return
    rank_of, suit_of = phase.book.rank_of, phase.book.suit_of
    for suit in sorted(set(suit_of)):
        places: dict[tuple[int, ...], list[str]] = {}
        for kind, name in enumerate(book.flow.pieces.names):
            if suit_of[kind] == suit:
                places.setdefault(rank_of[kind], []).append(name)
        ranked = ", ".join(" = ".join(places[rank]) for rank in sorted(places, reverse=True))
        name = plain(book.suit_names[suit]) if book.spec.tiles.suits is not None and suit < len(book.suit_names) else ""
        whose = f"the {book.noun.many} of the suit {name}" if name else f"the {book.noun.many}"
        book.say(f"{whose} are, from high to low, {ranked}", book.at(book.spec.tiles, "suits", "rank_in_suit"))


def group_tricks(book: Book, spec: model.GroupTricks, phase: groups.GroupTricks) -> None:
    """How tricks of groups are played."""
    noun = book.noun
    book.say(f"{who(spec.leader, book.spec)} leads to the first trick: that player puts down a group of {noun.many} "
             "face up, and each of the others in turn beats it or concedes",
             [*book.at(spec, "leader"), *book.inside(spec.leader)])
    book.say(f"there are {counted(len(phase.book.leads), 'group')} that can be led, in {_classes(phase)} classes; of "
             "these kinds:", book.at(spec, "groups"))
    for number, (name, playable) in enumerate(spec.groups.items()):
        count = len({mask for mask, group in phase.book.leads if phase.book.groups[group].pattern == number})
        text = f"{plain(name)}: {counted(count, 'group')}"
        if playable.beaten_by:
            text += f"; it is also beaten by {listed((plain(other.value) for other in playable.beaten_by), 'or')}"
        book.item(text, [*book.at(spec.groups, name), *book.at(playable, "beaten_by")])
    book.say(f"a group beats another one only if it is of the same kind, with as many {noun.many} of each suit, and "
             "ranks higher; equal groups do not beat one another", book.at(spec, "groups"))
    shown = ("face down, and nobody else sees them until the round is over; then they are turned up"
             if phase.hidden else "face up")
    book.say(f"who does not beat the highest group concedes: as many {noun.many} as were led, whichever they are, "
             f"{shown}; this may also be done by who could beat", book.at(spec, "conceded"))
    if spec.must_concede is not None:
        book.say(f"a player must concede if {book.words(spec.must_concede)}", book.at(spec, "must_concede"))
    what = (f"a column for each {noun.one} of the group" if phase.per_piece else "one column")
    book.say(f"the highest group takes the trick; its owner counts {what} and leads to the next trick",
             book.at(spec, "columns"))
    book.say("the round ends when the hands are empty, and who takes the last trick wins it", [spec.span])
    for name, win in spec.dealt_wins.items():
        book.item(f"{plain(name)}: a hand wins the round as it is dealt if {book.words(win.when)}",
                  [*book.at(spec, "dealt_wins"), *book.at(spec.dealt_wins, name), *book.at(win, "when")])
    if spec.dealt_wins:
        book.say("of several such hands the first from the leader wins", book.at(spec, "dealt_wins"))


def _classes(phase: groups.GroupTricks) -> int:
    groups_of = phase.book.groups
    return len({(groups_of[number].shape, groups_of[number].rank) for _, number in phase.book.leads})


def payments(book: Book) -> None:
    """What players pay one another, row by row."""
    rows = book.spec.scoring.payments
    if not rows:
        return
    other = "each other side" if book.side == "side" else "each other player"
    for name, row in rows.items():
        when, to = _WHEN[row.at]
        test = f", if {book.words(row.when)}," if row.when is not None else ""
        book.item(f"{plain(name)}: {when}{test} {other} pays {to} {book.words(row.each_other_pays)}",
                  [*book.at(rows, name), *book.at(row, "at", "when", "each_other_pays")])
        for key, factor in row.times.items():
            test = f"if {book.words(factor.when)}" if factor.when is not None else "always"
            spared = ", but not what the winner pays" if factor.only == "positive" else ""
            book.item(f"{plain(name)}, {plain(key)}: times {book.words(factor.by)} {test}{spared}",
                      [*book.at(row, "times"), *book.at(row.times, key), *book.at(factor, "when", "by", "only")])
        for key, moved in row.redirect.items():
            test = f"if {book.words(moved.when)}" if moved.when is not None else "always"
            stand_in = "the leader of the trick" if moved.to == "trick_leader" else "the dealer"
            rest = ("; what they would get is still theirs" if moved.only == "positive" else
                    ", and gets what they would get")
            book.item(f"{plain(name)}, {plain(key)}: {test}, {stand_in} pays what the others owe{rest}",
                      [*book.at(row, "redirect"), *book.at(row.redirect, key), *book.at(moved, "when", "only", "to")])
    spans = book.at(book.spec.scoring, "payments")
    book.say("an amount below nothing is paid by the winner", spans)
    if any(row.times for row in rows.values()):
        book.say("all factors that hold multiply one another, and only the payment that they are named with", spans)


