"""The rulebook of a game, made from its spec and its compiled rules: every sentence knows the spec lines that say so.

Nothing is written here about any one game. Each key of the language has its sentence, numbers come from what was
compiled, and where the engine refuses a move with a sentence of its own the rulebook has the same one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tilegames.core.pieces import CHINESE_CIVIL, CHINESE_MILITARY, RANKS, tidy
from tilegames.core.rounds import Flow
from tilegames.render import chapters, chapters_bids
from tilegames.render.book import Book, Sentence, Style
from tilegames.render.chapters_contracts import contract_scores, special_contracts
from tilegames.render.chapters_groups import payments
from tilegames.render.chapters_melds import final, meld_scores, stakes
from tilegames.render.chapters_tricks import trick_points
from tilegames.render.words import counted, described, first_dealt, listed, plain, ranged
from tilegames.spec import model
from tilegames.spec.examples import Example
from tilegames.spec.model import Spec
from tilegames.spec.schema import CountRange

__all__ = ["Sentence", "rulebook", "rulebook_lines"]


def rulebook(spec: Spec, players: int, *, variants: tuple[str, ...], options: Mapping[str, str], flow: Flow,
             values: Sequence[int], examples: Iterable[Example] = ()) -> str:
    """The whole rulebook as Markdown text, one sentence a line.

    Args:
        spec: the spec with variants and options laid on.
        players: for how many players.
        variants: the variants in use.
        options: the value of every option.
        flow: the compiled rules.
        values: what each kind of piece is worth.
        examples: the spec's examples; only their names are shown.

    Example:
        >>> import tilegames
        >>> game = tilegames.load("texas-42")
        >>> text = rulebook(game.spec, 4, variants=(), options=game.options, flow=game.flow, values=game.values)
        >>> text.splitlines()[2]
        'A trick-taking game for 4 players.'
    """
    text = ""
    before: Style = "text"
    for line in rulebook_lines(spec, players, variants=variants, options=options, flow=flow, values=values,
                               examples=examples):
        close = line.style == before and line.style in ("item", "text")
        text += ("\n" if close else "\n\n" if text else "") + str(line)
        before = line.style
    return text + "\n"


def rulebook_lines(spec: Spec, players: int, *, variants: tuple[str, ...], options: Mapping[str, str], flow: Flow,
                   values: Sequence[int], examples: Iterable[Example] = ()) -> list[Sentence]:
    """The sentences of the rulebook in order; the arguments are those of :func:`rulebook`."""
    book = Book(spec, players, flow, values)
    _front(book)
    _players(book)
    _equipment(book)
    _match(book)
    _deal(book)
    chapters.meaning(book)
    chapters.phases(book)
    _scoring(book)
    special_contracts(book)
    _love_and_pot(book)
    final(book)
    stakes(book)
    chapters.hooks(book)
    _back(book, variants, options, examples)
    return book.lines


def _front(book: Book) -> None:
    about = book.spec.about
    book.add("title", about.title, book.at(about, "title"))
    kind = {"trick-taking": "trick-taking game", "rummy": "game of the rummy family", "layout": "layout game"}
    book.say(f"a {kind[about.family]} for {counted(book.players, 'player')}", book.at(about, "family"))
    if about.status:
        book.say(f"how sure these rules are: {about.status}", book.at(about, "status"))
    book.heading("Source", about.place("source"))
    for source in about.source:
        book.item(source, book.at(about, "source"))
    if about.license:
        book.say(f"licence: {about.license}", book.at(about, "license"))


def _players(book: Book) -> None:
    players, seats = book.spec.players, book.flow.seats
    book.heading("Players", players.span)
    if players.count is None and players.min == players.max:
        book.say(f"{counted(players.min or 0, 'player')} can play, no more and no fewer",
                 book.at(players, "min", "max", "best"))
    elif players.count is None:
        best = f" (best: {ranged(players.best)})" if players.best and _can_play(players, players.best) else ""
        book.say(f"{players.min} to {players.max} can play{best}; these are the rules for {book.players}",
                 book.at(players, "min", "max", "best"))
    else:
        book.say(f"{counted(players.count, 'player')} can play, no more and no fewer",
                 book.at(players, "count", "min", "max", "best"))
    if players.teams:
        sides = listed((f"seats {listed(map(str, side))}" for side in seats.sides), "against")
        book.say(f"they play in two sides, {sides}; partners score together", book.at(players, "teams"))
    else:
        book.say("everybody plays alone", [players.span])
    book.say(f"play goes {players.turn}; the seats are numbered from 0 in this order", book.at(players, "turn"))


def _equipment(book: Book) -> None:
    spec, pieces, players = book.spec.equipment, book.flow.pieces, book.players
    book.heading(f"The {book.noun.many}", spec.span)
    total = f"there {'is' if len(pieces) == 1 else 'are'} {book.noun.count(len(pieces))}: "
    if spec.dominoes is not None:
        top = spec.dominoes.at(players)
        book.say(f"{total}a double-{top} set of dominoes, in which every pair of the numbers 0 to {top} stands once",
                 [*book.at(spec, "dominoes"), *book.row(spec.dominoes)])
    elif spec.chinese_dominoes is not None:
        sets = spec.chinese_dominoes.at(players) or 0
        book.say(f"{total}{counted(sets, 'set')} of Chinese dominoes, each with {len(CHINESE_CIVIL)} civil tiles twice "
                 f"and {len(CHINESE_MILITARY)} military tiles once",
                 [*book.at(spec, "chinese_dominoes"), *book.row(spec.chinese_dominoes)])
    elif spec.cards is not None:
        cards, jokers = spec.cards, spec.cards.jokers.at(players) or 0
        suits = listed(dict.fromkeys(kind.suit for kind in pieces.kinds if kind.suit))
        extra = counted(jokers, "joker") if jokers else "no jokers"
        book.say(f"{total}{counted(cards.packs.at(players) or 0, 'pack')} with the ranks "
                 f"{' '.join(cards.ranks or RANKS)} in {suits}, and {extra}",
                 [*book.at(spec, "cards"), *book.at(cards, "packs", "jokers", "ranks", "suits"),
                  *book.row(cards.packs), *book.row(cards.jokers)])
    else:
        names = listed(name if copies == 1 else f"{copies} x {name}"
                       for name, copies in zip(pieces.names, pieces.copies, strict=True))
        book.say(total + names, book.at(spec, "pieces"))
    removed = spec.remove.at(players) if spec.remove else None
    out = [tidy(piece.value) for piece in removed or () if pieces.find(piece.value) is None]
    if out:
        book.say(f"left out of the set, and not counted here: {listed(out)}",
                 [*book.at(spec, "remove"), *book.row(spec.remove)])
    elif removed == () or (spec.remove is not None and removed is None):
        book.say(f"no {book.noun.one} of the set is left out", book.at(spec, "remove"))


def _match(book: Book) -> None:
    match, side = book.spec.match, book.side
    reach, rounds = match.until.reach, match.until.rounds
    book.heading("Aim and end", match.span)
    ends = []
    if reach is not None:
        scores = book.spec.scoring
        in_the_middle = match.until.checked == "at_once" and (scores.open_ends is not None or any(
            row.at.startswith("trick_end") for row in scores.payments.values()))
        ends.append(f"a {side} has a score of {reach} or more"
                    + (", even in the middle of a round" if in_the_middle else " at the end of a round"))
    if match.until.fall_to is not None:
        ends.append(f"a {side} has a score of {match.until.fall_to} or less at the end of a round")
    if rounds == "every_double":
        ends.append(_every_double(book))
    elif rounds == "schedule":
        ends.append(f"all {book.flow.match.rounds} rounds have been played, one for each hand size of the deal")
    elif rounds is not None:
        ends.append(f"{counted(rounds, 'round')} {'has' if rounds == 1 else 'have'} been played")
    first = ", whichever comes first" if len(ends) > 1 else ""
    book.say(f"the match ends when {listed(ends, 'or when')}{first}",
             [*book.at(match, "until"), *book.at(match.until, "reach", "fall_to", "rounds", "checked")])
    if match.winner == "round_winner" and rounds == 1:
        book.say(f"the {side} that has won the round wins the match, whatever the scores; if nobody has won it, the "
                 f"{side} with the highest score wins", book.at(match, "winner"))
    else:
        best = "lowest" if match.winner == "lowest" else "highest"
        book.say(f"the {side} with the {best} score wins", book.at(match, "winner"))
    level = "level at the top" if match.winner != "lowest" else "level with the lowest score"
    if "play_on" in match.ties:
        book.say(f"if {side}s are {level} when a score of {reach} is reached, another round is played",
                 book.at(match, "ties"))
    if "play_on" not in match.ties or rounds is not None or match.until.fall_to is not None:
        win = "nobody wins" if "nobody" in match.ties else "all of them win"
        breaks = [_BREAKS[word] for word in match.ties if word in _BREAKS]
        text = f"if {side}s are {level} when the match ends, "
        for one in breaks:
            text += f"the one {one} wins; if that does not part them, "
        book.say(text + win, book.at(match, "ties"))


#: What parts sides that are level at the end.
_BREAKS = {"most_zero_rounds": "with the most rounds without a point",
           "lowest_round_above_zero": "with the lowest score above nothing in a single round",
           "last_round_winner": "that has won the last round"}


def _every_double(book: Book) -> str:
    """The number of rounds in which every double comes, with how often it does."""
    number = book.flow.match.rounds or 0
    spec = book.phase_of(model.Layout)
    up = spec is not None and spec.round_doubles == "down_and_up"
    return (f"{counted(number, 'round')} {'has' if number == 1 else 'have'} been played, "
            + ("with the doubles down and up again" if up else "one for every double"))


def _can_play(players: model.Players, best: CountRange) -> bool:
    """Whether the counts that play best can play at all: a patch may have left those of its parent."""
    return best.low in CountRange(players.min or 0, players.max) and (best.high is None or best.high in CountRange(
        players.min or 0, players.max))


def _deal(book: Book) -> None:
    deal, match, packets, noun = book.spec.deal, book.spec.match, book.flow.packets, book.noun
    book.heading("The deal", deal.span)
    drawn = {"random": "drawn by lot", "dice": "found with four dice, counted round the table from seat 0",
             "highest_draw": f"found by a draw: everybody draws a {noun.one}, most pips win, and who ties draws again"}
    if match.first_dealer != "nobody":
        book.say(f"the dealer of the first round is {drawn[match.first_dealer]}", book.at(match, "first_dealer"))
        following = {"left": "the player to the left of the dealer", "same": "the same dealer",
                     "right": "the player to the right of the dealer",
                     "winner": "the winner of the round (or, if nobody won it, the same dealer)",
                     "loser": "the loser of the round (or, if nobody won it, the same dealer)"}
        book.say(f"the next round is dealt by {following[match.next_dealer]}", book.at(match, "next_dealer"))
    elif {"first_dealer", "next_dealer"} & set(match.places):
        book.say("there is no dealer", book.at(match, "first_dealer", "next_dealer"))
    if match.starter is not None:
        rounds = "the first round" if match.starter == "random_once" else "each round"
        book.say(f"the starter of {rounds} is {drawn[match.starter.removesuffix('_once')]}", book.at(match, "starter"))
    spans = book.at(deal, "method", "wall_height")
    if packets.height:
        book.say(f"the {noun.many} are shuffled and built into a wall of stacks {packets.height} high; from the third, "
                 f"fifth, ... stack, {book.players - 1} in all, the top {noun.one} is moved to the far end; then the "
                 "wall is taken from its start, each stack from the bottom", spans)
    else:
        book.say(f"the {noun.many} are shuffled face down in a heap", spans)
    each = [*book.at(deal, "each", "starter"), *book.row(deal.starter)]
    if isinstance(deal.each, model.Schedule):
        chapters_bids.hand_sizes(book, deal.each, each)
    elif packets.extra:
        book.say(f"{first_dealt(book.spec)} gets {noun.count(packets.each + packets.extra)}, the others get "
                 f"{packets.each} each", [*each, *book.row(deal.each)])
    else:
        book.say(f"each player gets {noun.count(packets.each)}", [*each, *book.row(deal.each)])
    shown = book.flow.trump is not None and book.flow.trump.how == "turned_up"
    if packets.turn_up:
        fate = "it stays there and is not played" if shown else "the first discards"
        book.say(f"then {noun.count(packets.turn_up)} {'is' if packets.turn_up == 1 else 'are'} turned face up: {fate}",
                 book.at(deal, "turn_up"))
    if deal.turn_up_not:
        book.say(f"these are not turned up: {described(deal.turn_up_not, noun)}; such a {noun.one} goes to the bottom "
                 "of the stock, and the next is turned up in its place",
                 [*book.at(deal, "turn_up_not"), *book.inside(deal.turn_up_not)])
    left = len(book.flow.pieces) - packets.needed(book.players)
    if book.flow.left_out is not None:
        left -= 1
        book.say(f"one {noun.one} is not dealt: it lies on the table (see the layout)", [deal.span])
    fate = "the stock" if packets.rest else "set aside, out of play"
    some = f"the other {left} are {fate}" if left > 1 else f"the one left over is {fate}"
    if book.flow.schedule:
        some, left = f"what is left over is {fate}", 1
    book.say(some if left else f"no {noun.one} is left over", book.at(deal, "rest", "turn_up"))
    if "spare" in deal.places:
        book.say(f"at least {deal.spare} for each player must be left over, here {deal.spare * book.players} in all",
                 book.at(deal, "spare"))
    chapters_bids.visible(book)


def _scoring(book: Book) -> None:
    scoring, side = book.spec.scoring, book.side
    if set(scoring.places) - {"love", "pot", "final", "stakes"}:
        book.heading("Scoring a round", scoring.span)
    if scoring.points is not None:
        trick_points(book, scoring.points)
    contract_scores(book)
    if scoring.taken:
        what = "columns" if book.flow.groups is not None else "points"
        book.say(f"each {side} scores the {what} that it has taken in tricks", book.at(scoring, "taken"))
    elif "taken" in scoring.places:
        book.say("what is taken in tricks is not itself scored", book.at(scoring, "taken"))
    if scoring.all_taken is not None:
        _all_taken(book, scoring.all_taken)
    chapters_bids.tallies(book)
    payments(book)
    meld_scores(book)
    if scoring.open_ends is not None:
        _open_ends(book, scoring.open_ends)
    if scoring.hand_left is not None:
        _hand_left(book, scoring.hand_left)
    won = scoring.round_won
    if won is not None:
        book.say(f"the winner of a round scores {book.words(won.scores)}" + (" for the side" if side == "side" else ""),
                 [*book.at(scoring, "round_won"), *book.at(won, "scores")])
        for name, bonus in won.bonus.items():
            book.item(f"{plain(name)}: {book.words(bonus.scores)} more if {book.words(bonus.when)}",
                      [*book.at(won.bonus, name), *book.at(bonus, "when", "scores")])


def _all_taken(book: Book, row: model.AllTaken) -> None:
    side, what = book.side, described(row.pieces, book.noun)
    rest = (f"; what other {book.noun.many} and the tricks count is scored, too" if row.beside == "taken" else
            ", and nothing else that was taken counts")
    book.say(f"but if a {side} has taken {what}, that {side} scores {row.taker} for them and each other {side} "
             f"{row.others}{rest}",
             [*book.at(book.spec.scoring, "all_taken"), *book.at(row, "pieces", "taker", "others", "beside"),
              *book.inside(row.pieces)])


def _open_ends(book: Book, row: model.OpenEnds) -> None:
    spans = [*book.at(book.spec.scoring, "open_ends"), *book.at(row, "when", "scores")]
    whose = " for the side" if book.side == "side" else ""
    book.say("after each play the total is the sum of the numbers at all open ends: who has played scores "
             f"{book.words(row.scores)}{whose} at once, if {book.words(row.when)}", spans)
    double = "both its halves" if row.doubles == "twice" else "its number once"
    layout = book.phase_of(model.Layout)
    across = "; its free sides across count nothing" if layout is not None and layout.spinner != "none" else ""
    book.say(f"a double at an end counts {double}, until it is joined on both sides in line{across}",
             book.at(row, "doubles"))
    lone = "both halves" if row.lone_double == "twice" else "its number once"
    book.say(f"a double that lies alone is one end and counts {lone}", book.at(row, "lone_double"))


def _hand_left(book: Book, row: model.HandLeft) -> None:
    side, many = book.side, book.noun.many
    spans = [*book.at(book.spec.scoring, "hand_left"), *book.at(row, "to", "counts", "stock")]
    if row.to == "winner":
        whose = f"all {many} still held" if row.counts == "everybody" else f"the {many} still held by the other {side}s"
        text = f"the {side} that wins a round scores what {whose} are worth"
        text += ", and those left in the stock" if row.stock else ""
        text += _less_own(book) if row.counts == "others_minus_own" else ""
    else:
        text = f"each {side} scores what the {many} are worth that it still holds when a round ends"
    book.say(text, spans)
    rounding = book.at(row, "round_to", "rounded")
    if row.round_to > 1:
        what = "each hand is" if row.rounded == "each_hand" or row.to == "holder" else "the sum is"
        middle = ", the middle up" if row.round_to % 2 == 0 else ""
        book.say(f"{what} rounded to the nearest multiple of {row.round_to}{middle}", rounding)
    elif {"round_to", "rounded"} & set(row.places):
        book.say("nothing is rounded", rounding)
    if row.scores is not None:
        book.say(f"what is scored is {book.words(row.scores)}, with what was counted so far as the total",
                 book.at(row, "scores"))


def _less_own(book: Book) -> str:
    """What is taken off for what the winner of a blocked round still holds."""
    layout = book.phase_of(model.Layout)
    if layout is not None and layout.blocked.lowest == "side" and book.side == "side":
        return ", less what its own players still hold after a block"
    return ", less what the winner still holds after a block"


def _love_and_pot(book: Book) -> None:
    love, pot = book.spec.scoring.love, book.spec.scoring.pot
    if love is not None:
        place = book.at(book.spec.scoring, "love")
        book.heading("Love", place[0])
        if love.rule == "nil_someone":
            book.say(f"every {book.side} collects what it wins, but as soon as all {book.side}s have points all scores "
                     "go back to nothing", [*place, *book.at(love, "rule", "one_all")])
        else:
            book.say(f"a {book.side} scores only while the others have nothing: when a {book.side} with nothing wins a "
                     f"round from a {book.side} that has points, all scores go back to nothing, and the winner of the "
                     "round scores nothing either", [*place, *book.at(love, "rule", "one_all")])
        if love.one_all == "play_off":
            book.say(f"but at one to nothing the {book.side} with nothing draws level at one all; whoever wins the "
                     "next round that is not tied then stands at two to nothing", book.at(love, "one_all"))
    if pot is not None:
        place = book.at(book.spec.scoring, "pot")
        book.heading("The pot", place[0])
        book.say(f"before each round every player pays {pot.ante} into the pot, which makes {pot.ante * book.players}",
                 [*place, *book.at(pot, "ante")])
        kept = f"less {pot.rake} percent (rounded down) for the house" if pot.rake else "and the house keeps none of it"
        book.say(f"the winner of the round gets what is in the pot, {kept}", book.at(pot, "rake"))
        book.say("if nobody wins the round, " + ("everybody gets the ante back" if pot.nobody_wins == "refund" else
                                                 "the antes stay in the pot for the next round"),
                 book.at(pot, "nobody_wins"))


def _back(book: Book, variants: tuple[str, ...], options: Mapping[str, str], examples: Iterable[Example]) -> None:
    spec = book.spec
    if spec.options:
        book.heading("Options", spec.place("options"))
        for name, option in spec.options.items():
            allowed = option.allowed
            words = listed(option.values or allowed, "or") if option.values or isinstance(allowed, tuple) else (
                f"a number from {ranged(allowed)}" if allowed is not None else "any number")
            doc = f" ({option.doc})" if option.doc else ""
            value = options.get(name) or option.default
            if option.sets is not None and value == "by players":
                value = "left to the number of players"
            book.item(f"`{name}` is {value}{doc}; it can be {words}",
                      book.at(spec.options, name))
    if spec.variants:
        book.heading("Variants", spec.place("variants"))
        for name in spec.variants:
            book.item(f"`{name}`: {'in use here' if name in variants else 'not in use here'}",
                      book.at(spec.variants, name))
    if spec.about.unclear:
        book.heading("Unclear points, and the reading chosen in the base game", spec.about.place("unclear"))
        for point in spec.about.unclear:
            book.item(point, book.at(spec.about, "unclear"))
    shown = [example.name for example in examples]
    if shown:
        book.heading("Examples", shown[0].span)
    for example in shown:
        book.item(example.value, [example.span])
