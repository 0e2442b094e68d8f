"""The chapters of a rulebook on melds: which there are, laying them in turns, the showdown, and what they score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from tilegames.core import showdowns, turns
from tilegames.core.contract_plans import Item
from tilegames.core.melds import MeldRules
from tilegames.core.pieces import RANKS
from tilegames.render.book import Book
from tilegames.render.words import counted, described, listed, plain
from tilegames.spec import model

__all__ = ["final", "meld_scores", "melding", "melds", "showdown", "stakes"]


# Which melds there are

def melds(book: Book) -> None:
    """Which combinations are melds, and what wild pieces do in them."""
    spec, tiles, noun = book.spec.melds, book.spec.tiles, book.noun
    if spec is None:
        if tiles.wild:
            _wild(book, "there are no melds in which they could stand for others")
        return
    book.heading("Melds", book.spec.place("melds"))
    names = listed((f"“{plain(name.value)}”" for name in spec.patterns), "or")
    book.say(f"a meld is a combination {names}, laid face up on the table", [
        *book.at(book.spec, "melds"), *book.at(spec, "patterns")])
    shapes = [book.spec.patterns[name.value] for name in spec.patterns]
    if not tiles.order and any(shape.consecutive for shape in shapes):
        ranks = book.spec.equipment.cards.ranks if book.spec.equipment.cards is not None else ()
        book.say(f"from low to high the ranks are {' '.join(ranks or RANKS)}", book.at(tiles, "order"))
    if tiles.wild:
        _wild(book, f"in a meld a wild {noun.one} stands for any other that fits there")
        _natural(book)
    if spec.low_end is not None:
        rank = next(shape.either_end for shape in shapes if shape.either_end is not None)
        book.say(f"in a meld a {noun.one} of the rank {rank} at the low end counts {spec.low_end}",
                 book.at(spec, "low_end"))


def _wild(book: Book, what: str) -> None:
    tiles = book.spec.tiles
    book.say(f"these are wild: {described(tiles.wild, book.noun)}; {what}",
             [*book.at(tiles, "wild"), *book.inside(tiles.wild)])


def _natural(book: Book) -> None:
    """What wild pieces are where they could be what they show."""
    rules, noun = _rules(book), book.noun
    if rules is None:
        return
    kinds, spans = book.flow.pieces.kinds, book.at(book.spec.tiles, "wild")
    runs = any(shape.run and not rules.wild.isdisjoint(chain.from_iterable(shape.rows)) for shape in rules.shapes)
    if any(shape.naturals for shape in rules.shapes):
        only = "; a wild one can be that in a row of ranks only, in its own place" if runs else ", and not wild"
        book.say(f"a {noun.one} is natural in a meld if it is what it shows{only}", spans)
    for shape in rules.shapes:
        ranks = dict.fromkeys(kind.rank for kind in kinds if kind.index in rules.wild and kind.rank is not None)
        gone = [rank for rank in ranks if rank not in shape.names]
        if gone and not shape.run and spans and shape.names[0] in {kind.rank for kind in kinds}:
            book.say(f"there is no “{plain(shape.name)}” of the rank {listed(gone, 'or')}", spans)


def _rules(book: Book) -> MeldRules | None:
    """The compiled melds; None if no phase lays any."""
    for phase in book.flow.phases:
        if isinstance(phase, turns.Turns | showdowns.Showdown) and phase.melding is not None:
            return phase.melding.rules
    return None


# Melds in turns

def melding(book: Book, spec: model.Turns, phase: turns.Turns, uses: set[str]) -> None:
    """What is laid first, and what holds for laying off, swapping and the last piece.

    Args:
        uses: the verbs of all steps.
    """
    rules, noun = spec.melding, book.noun
    if phase.melding is None:
        return
    if phase.melding.contracts:
        _contracts(book, spec, phase.melding.contracts, uses)
    if "lay_off" in uses or "lay_off" in rules.places:
        whose = "any meld, whoever has laid it" if rules.lay_off == "any_meld" else (
            "melds of the own side only" if book.side == "side" else "the own melds only")
        book.say(f"who lays off adds a {noun.one} of the hand to a meld that stays a meld with it; this may be done on "
                 f"{whose}", book.at(rules, "lay_off") if "lay_off" in rules.places else book.at(spec, "steps"))
    if "swap_wild" in uses:
        _swaps(book, spec, "in a new one or laid off" if "lay_off" in uses else "in a new one")
    if rules.last_piece == "discarded":
        book.say(f"the last {noun.one} of a hand may not be melded or laid off: it must be discarded",
                 [*book.at(spec, "melding"), *book.at(rules, "last_piece")])
    elif "last_piece" in rules.places:
        book.say(f"the last {noun.one} of a hand may be melded or laid off, or discarded",
                 [*book.at(spec, "melding"), *book.at(rules, "last_piece")])
    book.say("a player whose hand is empty wins the round at once", [*book.at(spec, "melding"), spec.span])


def _contracts(book: Book, spec: model.Turns, contracts: Sequence[Sequence[Item]], uses: set[str]) -> None:
    spans = [*book.at(spec, "melding"), *book.at(spec.melding, "contracts")]
    other = ["lays no other meld", *(["lays nothing off"] if "lay_off" in uses else ()),
             *(["swaps nothing"] if "swap_wild" in uses else ())]
    book.say("the first melds of each player in a round must be the contract, all of it laid in one turn; before that "
             f"the player {listed(other)}", spans)
    names = [plain(name.value) for name in book.spec.melds.patterns] if book.spec.melds is not None else []
    wanted = [listed(f"{count} x {names[shape]} of at least {book.noun.count(size)}"
                     for (shape, size), count in Counter(contract).items()) for contract in contracts]
    if len(wanted) == 1:
        book.say(f"the contract is {wanted[0]}", spans)
        return
    book.say("the contract of each round is:", spans)
    for number, text in enumerate(wanted, 1):
        book.item(f"round {number}: {text}", spans)
    if book.flow.match.rounds != len(wanted):
        book.say(f"after round {len(wanted)} they begin again", spans)


def _swaps(book: Book, spec: model.Turns, used: str) -> None:
    one, tiles = book.noun.one, book.spec.tiles
    runs = [shape.consecutive for shape in book.spec.patterns.values()]
    book.say(f"who swaps puts a {one} of the hand into any meld in place of a wild one"
             + (f" (in a row of ranks: in place of one that stands for just that {one})" if any(runs) else "")
             + f", and must use the wild {one} at once in another meld, {used}; without such a use nothing is swapped",
             book.at(spec, "steps"))
    kinds = book.flow.pieces.kinds
    rules = _rules(book)
    wild = rules.wild if rules is not None else ()
    if any(runs) and any(kinds[kind].rank for kind in wild):
        book.say(f"a wild {one} that stands for one of its own rank is not swapped", book.at(tiles, "wild"))


# The showdown

def showdown(book: Book, spec: model.Showdown, phase: showdowns.Showdown) -> None:
    """Who lays what after a knock, and who wins."""
    noun = book.noun
    rules = book.phase_of(model.Turns)
    knocks, goes_out = rules.knock is not None, rules.go_out is not None and rules.go_out.complete.value == "melds"
    who = "who has knocked or gone out" if knocks and goes_out else (
        "who has knocked" if knocks else "who has gone out")
    lays = ("lays melds, at least until no more is left in the hand than a knocker may have" if knocks else
            "lays the whole hand in melds")
    book.say(f"{who}, from here on the knocker, {lays}", [spec.span])
    others = "then the other player" if book.players == 2 else "then each of the others in turn"
    if spec.lay_off == "never":
        book.say(f"{others} may lay melds; nothing is laid off", book.at(spec, "lay_off"))
    else:
        but = (", but nothing is laid off if the knocker has nothing left" if spec.lay_off == "unless_gin" else
               ", even if the knocker has nothing left")
        book.say(f"{others} may lay melds, and lay off {noun.many} on the melds of the knocker{but}",
                 book.at(spec, "lay_off"))
    first = "; of several of the others who are level, the first one after the knocker" if book.players > 2 else ""
    book.say(f"the {noun.many} left in each hand are counted by what they are worth: the player with the least wins "
             f"the round{first}", [spec.span])
    level = {"undercut": "the other wins", "knocker": "the knocker wins", "nobody": "nobody wins"}[spec.ties]
    book.say(f"if another has as little left as the knocker, {level}; but a knocker with nothing left wins in any case",
             book.at(spec, "ties"))


# What melds and knocks score

def meld_scores(book: Book) -> None:
    """What was melded, and what a knock scores."""
    scoring, noun = book.spec.scoring, book.noun
    if scoring.melded:
        melds = book.spec.melds
        own = melds is not None and melds.wild_counts == "own"
        counts = "what it is worth itself" if own else "what it stands for"
        wild = f"; a wild {noun.one} counts {counts}" if book.spec.tiles.wild else ""
        whose = ", for the side" if book.side == "side" else ""
        spans = [*book.at(scoring, "melded"), *(book.at(melds, "wild_counts") if melds is not None else ())]
        book.say(f"each player scores what the {noun.many} are worth that this player has melded and laid off{whose}"
                 f"{wild}", spans)
    elif "melded" in scoring.places:
        book.say("what has been melded is not itself scored", book.at(scoring, "melded"))
    if scoring.knock is not None:
        _knock(book, scoring.knock)


def _knock(book: Book, row: model.KnockScores) -> None:
    scoring, noun = book.spec.scoring, book.noun
    whose = " for the side" if book.side == "side" else ""
    other = "the other" if book.players == 2 else "each of the others"
    book.say(f"a knocker who wins scores{whose} by how much more is left to {other}", book.at(scoring, "knock"))
    book.say(f"another who wins scores{whose} by how much more is left to the knocker", book.at(scoring, "knock"))
    if row.gin or "gin" in row.places:
        book.item(f"a knocker with nothing left: {row.gin} more", book.at(row, "gin"))
    if row.whole_hand is not None:
        book.item(f"a knocker who has gone out with the whole hand, without a discard: {row.whole_hand} more"
                  + (" (and not what is said just before)" if row.gin or "gin" in row.places else ""),
                  book.at(row, "whole_hand"))
    if row.undercut or "undercut" in row.places:
        book.item(f"another who wins: {row.undercut} more", book.at(row, "undercut"))
    if row.doubled_by:
        book.say(f"all of this is doubled if the first {noun.one} turned up is among these: "
                 f"{described(row.doubled_by, noun)}", [*book.at(row, "doubled_by"), *book.inside(row.doubled_by)])


def final(book: Book) -> None:
    """What is scored when the match is over."""
    row, side = book.spec.scoring.final, book.side
    if row is None:
        return
    spans = book.at(book.spec.scoring, "final")
    book.heading("At the end of the match", spans[0])
    book.say("when it is settled who has won the match, this is scored, and changes nothing about that:", spans)
    if row.winner or "winner" in row.places:
        book.item(f"the winner of the match: {row.winner}", book.at(row, "winner"))
    if row.shutout or "shutout" in row.places:
        more = "as much again as the score is then" if row.shutout == "doubled" else f"{row.shutout} more"
        book.item(f"the winner, if every other {side} has a score of 0: {more}", book.at(row, "shutout"))
    if row.each_round or "each_round" in row.places:
        book.item(f"each {side}, for every round that it has won: {row.each_round}",
                  book.at(row, "each_round"))
    if book.spec.scoring.knock is not None:
        _boxes(book, book.spec.scoring.knock)


def _boxes(book: Book, row: model.KnockScores) -> None:
    """How many rounds a round counts for."""
    won = {"gin": "by a knocker with nothing left", "whole_hand": "by going out with the whole hand and no discard",
           "undercut": "by another than the knocker"}
    for key, how in won.items():
        if key in row.boxes.places:
            rounds = counted(getattr(row.boxes, key), "round")
            book.item(f"a round won {how} counts for {rounds} there",
                      [*book.at(row, "boxes"), *book.at(row.boxes, key)])


def stakes(book: Book) -> None:
    """Money beside the score."""
    row = book.spec.scoring.stakes
    if row is None:
        return
    spans = book.at(book.spec.scoring, "stakes")
    book.heading("Stakes", spans[0])
    book.say(f"beside the score, every player pays {row.ante} into a pot at the start of the match, which makes "
             f"{row.ante * book.players}", [*spans, *book.at(row, "ante")])
    if row.round_share:
        book.say(f"the winner of a round takes {row.round_share} from it, or what is left if that is less; if nobody "
                 "wins a round, nothing is taken", book.at(row, "round_share"))
    elif "round_share" in row.places:
        book.say("the winner of a round takes nothing from it", book.at(row, "round_share"))
    book.say("what is left at the end goes to the winner of the match; if there are several, in equal parts, and what "
             "cannot be parted goes to nobody", [*spans, *book.at(row, "ante")])
