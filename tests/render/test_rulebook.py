"""The rulebook: the right numbers, a spec line for every sentence, a sentence for every key."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tilegames
from tilegames.errors import Span
from tilegames.game import Game
from tilegames.hooks import hook
from tilegames.render.book import Sentence
from tilegames.render.rulebook import rulebook, rulebook_lines
from tilegames.render.words import Noun, in_words
from tilegames.spec import model
from tilegames.spec.schema import Block, ByPlayers, Table, fields_of, walk

GAMES = ("jamaican-partner", "kap-tai-shap", "texas-42")
AFTER_THE_RULES = ("Options", "Variants", "Unclear points, and the reading chosen in the base game", "Examples")


@hook("points")
def doubled(result, default, options):
    return {side: 2 * amount for side, amount in default.items()}


@hook("may_bid")
def careful(bid, view, default, options):
    return default


HEAD = """\
tilegames: 1
game: demo
about: {title: Demo, family: trick-taking, source: made up for a test, license: free}
"""

CARDS = HEAD + """\
players: {min: 3, max: 4, best: 4, turn: clockwise}
set: {cards: {packs: 1, jokers: {3: 1, 4: 4}, ranks: [7, 8, 9, 10, J, Q, K, A], suits: [C, H, S]}, remove: {3: [7C]}}
tiles:
  suits: printed
  trump_leaves_other_suits: no
  order: [A, 7, 8, 9, J, Q, K, 10]
  rank_in_suit: order
  values: {default: rank, 20: joker, 30: [{rank: [J, Q], suit: hearts}]}
deal: {each: {3: 8, 4: 6}, turn_up: 0, rest: aside, method: heap}
phases:
  auction:
    first: dealer
    turns: until_others_pass
    bids:
      low: {range: 1..3, say: "low {amount}"}
      high: {range: 4..6, target: amount + 1, stake: 10 if amount > 5 else amount}
    all_pass: redeal
  declare: {by: auction_winner, choose: {trump: [hearts, none]}}
  tricks: {leader: right_of_dealer, follow: free}
scoring:
  points: {per_trick: 2, per_tile: value}
  contract:
    made_if: declarers.tricks >= bid.target and bid.kind != 'low'
    made: {declarers: "max(bid.stake, 3)", opponents: opponents.tricks}
    failed: {declarers: -1 * bid.stake}
  taken: yes
match:
  first_dealer: random
  next_dealer: right
  until: {rounds: 5, reach: 500}
  winner: lowest
  ties: [play_on, shared]
hooks:
  points: test_rulebook.doubled
  may_bid: {use: test_rulebook.careful, with: {limit: 3}}
"""

LINE = HEAD + """\
players: {count: 3}
set: {dominoes: double-6, remove: [0-0]}
tiles: {values: {default: 10 if double else pips, 25: [6-6, {pips: 3, has_end: [0, 1]}]}}
deal: {each: 9, rest: stock}
phases:
  choose: {role: poser, by: right_of_dealer, among: others}
  layout:
    opener:
      won: {when: {after_win: yes, after_redeal: no}, seat: last_winner}
      lowest: {when: {after_tie: yes}, seat: {holder_of: 1-1}, piece: [{double: no}, 1-1]}
      else: {seat: {chosen: poser}}
    joins: {sum: 7}
    blocked: {credit: player}
scoring:
  hand_left: {to: winner}
  round_won: 5
match: {first_dealer: random, next_dealer: same, until: {rounds: 3}}
"""

RUMMY = HEAD + """\
players: {min: 2, max: 3, turn: clockwise}
set: {pieces: [1-1, 1-1, 2-2, 2-2, 3-3, 3-3, 1-0, 2-0, 3-0, 2-1, 3-1, 3-2, 4-0, 4-1, 4-2, 4-3]}
patterns:
  pair: {size: 2, same: piece}
  alike: {size: 2..3, same: pips, not: [[1-1, 2-0]]}
  special: {only: [[1-1, 4-0], [2-2, 4-1]]}
  whole: {made_of: {pair: 1, special: 1}}
deal: {each: 3, starter: 4, turn_up: 1, method: wall, wall_height: 2, spare: 1}
phases:
  turns:
    first: starter
    steps:
      - {must: [draw_stock, take_discard], then: discard}
      - {may: go_out}
    takes: top
    at_most: 50
    go_out: {with: whole}
    discard: {kind_taken: allowed, drawn: must_go}
    empty_stock: {play_on_for: 4}
scoring: {hand_left: {to: holder}, pot: {ante: 5, rake: 10, nobody_wins: refund}, taken: no}
match: {starter: highest_draw, until: {rounds: 2}, winner: lowest, ties: shared}
"""

FORCED = HEAD + """\
players: {count: 4, teams: across, turn: clockwise}
set: {cards: {}}
tiles:
  suits: {red: {suit: [hearts, diamonds]}, black: [{suit: clubs}, {suit: spades}]}
  callable_suits: {bowers: {rank: J}}
  rank_in_suit: [order]
deal: {each: 13}
phases:
  auction:
    first: right_of_dealer
    turns: one_each
    bids: {tricks: {range: 1..2, then: +1}}
    all_pass: dealer_must_bid
  declare: {by: partner_of_auction_winner, choose: {trump: [any_suit, bowers]}, if_silent: suit_of_first_lead}
  tricks: {}
scoring:
  points: {per_trick: 1}
  taken: no
  contract: {made_if: "declarers.tricks * (bid.amount + 1) > 9", made: {declarers: 1}}
match: {first_dealer: random, next_dealer: right, until: {reach: 10}, ties: [play_on, nobody]}
"""

MADE_UP = {"cards": (CARDS, 3), "line": (LINE, 3), "rummy": (RUMMY, 2), "forced": (FORCED, 4)}


def made_up(name: str, **options: Any) -> Game:
    text, players = MADE_UP[name]
    return tilegames.loads(text, players=options.pop("players", players), hooks=[doubled, careful], **options)


def lines(game: Game) -> list[Sentence]:
    return rulebook_lines(game.spec, game.players, variants=game.variants, options=game.options, flow=game.flow,
                          values=game.values, examples=game.examples)


def text_of(game: Game) -> str:
    return rulebook(game.spec, game.players, variants=game.variants, options=game.options, flow=game.flow,
                    values=game.values, examples=game.examples)


def said(game: Game) -> list[str]:
    """The sentences on the rules themselves."""
    found = lines(game)
    end = next((at for at, line in enumerate(found) if line.style == "heading" and line.text in AFTER_THE_RULES),
               len(found))
    return [line.text for line in found[:end]]


def assert_says(game: Game, *sentences: str) -> None:
    found = said(game)
    for sentence in sentences:
        assert sentence in found, "\n".join(found)


# Literal sentences

def test_texas_42() -> None:
    assert_says(
        tilegames.load("texas-42"),
        "There are 28 tiles: a double-6 set of dominoes, in which every pair of the numbers 0 to 6 stands once.",
        "They play in two sides, seats 0 and 2 against seats 1 and 3; partners score together.",
        "Each player gets 7 tiles.",
        "The player to the left of the dealer speaks first.",
        "Everybody has one turn, to pass or to bid.",
        "Points: 30 to 41, said “30” to “41”; its target is its amount and its stake is 1.",
        "Marks: 1 to 2, said “1 mark” to “5 marks”; above 2 only one more than the bid just before (3 marks may be bid "
        "only over 2 marks); it may also be said “42” for 1 or “84” for 2; its target is 42 and its stake is its "
        "amount.",
        "If all others passed: the dealer must bid 30, a bid of the kind points.",
        "What may be named: blanks, ones, twos, threes, fours, fives, sixes, doubles or no trump.",
        "Or it may be left open (“undeclared”): then the suit that the first lead asks for is trump.",
        "A tile belongs to the suits of both its numbers: the 6-5 is one of the sixes and one of the fives.",
        "So the sixes are, from high to low, 6-6, 6-5, 6-4, 6-3, 6-2, 6-1, 6-0.",
        "A trump belongs to no other suit.",
        "A piece of the suit led must be played by who has one; who has none may play any tile.",
        "Worth 5: 5-0, 4-1 and 3-2.",
        "Every other tile is worth 0.",
        "A trick counts 1 point and what each tile in it is worth for the side that takes it; all 7 tricks together "
        "count 42.",
        "The declarers are the side that won the auction; their contract is made if the points taken by the declarers "
        "are at least the target of the bid.",
        "If it is made, the declarers score the stake of the bid.",
        "If it fails, the other side scores the stake of the bid.",
        "The match ends when a side has a score of 7 or more at the end of a round.",
        "If sides are level at the top when a score of 7 is reached, another round is played.",
    )


def test_texas_42_in_points() -> None:
    assert_says(
        tilegames.load("texas-42", variants=["points-250"], all_pass="reshake", undeclared="illegal"),
        "The match ends when a side has a score of 250 or more at the end of a round.",
        "Marks: 1 to 2, said “1 mark” to “5 marks”; above 2 only one more than the bid just before (3 marks may be bid "
        "only over 2 marks); it may also be said “42” for 1 or “84” for 2; its target is 42 and its stake is 42 times "
        "its amount.",
        "If it is made, the declarers score the points taken by the declarers if the bid is of the kind points, and "
        "otherwise the stake of the bid; the other side scores the points taken by the opponents of the declarers.",
        "If everybody passes, the round is not played, nobody scores, and the next round is dealt.",
    )


def test_kap_tai_shap_for_five() -> None:
    assert_says(
        tilegames.load("kap-tai-shap", players=5),
        "2 to 20 can play (best: 4 to 8); these are the rules for 5.",
        "There are 64 tiles: 2 sets of Chinese dominoes, each with 11 civil tiles twice and 10 military tiles once.",
        "The starter gets 10 tiles, the others get 9 each.",
        "The other 18 are the stock.",
        "At least 2 for each player must be left over, here 10 in all.",
        "The 4-2 counts 3.",
        "Eye: 2 tiles that are alike.",
        "Tens: 2 tiles that are worth 10 or 20 together.",
        "Complete hand: a whole hand of 10 tiles: 1 x eye and 4 x tens, every tile in exactly one of these groups.",
        "The player may take a face-up tile from the discards, or leave this out; who has done so must then go out or "
        "put a tile from the hand face up on the discards.",
        "All discards stay face up, and any of them may be taken.",
        "After taking a discard: the piece just taken, or one like it, may not be put down "
        "again, unless no other is held.",
        "When a player draws and the stock is empty, the round ends, and nobody wins it.",
        "Before each round every player pays 1 into the pot, which makes 5.",
        "The winner of the round gets what is in the pot, and the house keeps none of it.",
        "If nobody wins the round, the antes stay in the pot for the next round.",
        "If players are level at the top when the match ends, nobody wins.",
    )


def test_kap_tai_shap_otherwise() -> None:
    game = tilegames.load("kap-tai-shap", players=4, deal="wall", exhaust="continue_faceup", pairings="celko", rake=5,
                          drawn_or_nothing=True, claim="last_only", first_player="dice4")
    assert_says(
        game,
        "The tiles are shuffled and built into a wall of stacks 5 high; from the third, fifth, ... stack, 3 in all, "
        "the top tile is moved to the far end; then the wall is taken from its start, each stack from the bottom.",
        "The starter of each round is found with four dice, counted round the table from seat 0.",
        "When the stock is empty, play goes on without drawing, and a player may pass instead; when all pass one after "
        "another, or after 10 rounds of turns, the round ends, and nobody wins it.",
        "After a draw: only the piece just drawn may be put down.",
        "Only the newest discard may be taken.",
        "The winner of the round gets what is in the pot, less 5 percent (rounded down) for the house.",
    )
    assert not any("counts 3" in sentence for sentence in said(game))


def test_kap_shap() -> None:
    assert_says(tilegames.load("kap-tai-shap", variants=["kap-shap", "listed"]),
                "The starter gets 8 tiles, the others get 7 each.",
                "Tens: 2 tiles that are worth 10 or 20 together, but not 6-5 with 6-3, 6-5 with 5-4 or 6-4 with 5-5.",
                "Complete hand: a whole hand of 8 tiles: 1 x eye and 3 x tens, every tile in exactly one of these "
                "groups.")


def test_partner() -> None:
    assert_says(
        tilegames.load("jamaican-partner"),
        "Play goes counterclockwise; the seats are numbered from 0 in this order.",
        "In the first round or after a tied round, the player who holds 6-6 starts; the layout starts with 6-6.",
        "Otherwise the player chosen as poser starts; the layout starts with any tile.",
        "In turn each player joins one tile to either end of the line: it fits if the two numbers that touch are "
        "equal.",
        "The line has two ends and does not branch, at doubles neither.",
        "Who can play must play; who cannot play passes, and draws nothing.",
        "If all pass one after another the line is blocked, and the player wins whose tiles in hand are worth least.",
        "If partners share the least their side wins; if players of both sides do, it is a tie that nobody wins.",
        "The winner of a round scores 1 for the side.",
        "Key bone: 1 more if the last tile was the only unplayed one that fitted, the last tile fitted 2 different "
        "ends and the last tile was no double.",
        "The match ends when a side has a score of 6 or more at the end of a round.",
        "A side scores only while the others have nothing: when a side with nothing wins a round from a side that has "
        "points, all scores go back to nothing, and the winner of the round scores nothing either.",
    )


def test_partner_otherwise() -> None:
    game = tilegames.load("jamaican-partner", one_all="playoff", tie="replay_stacking", key_bone=False, sporting=True,
                          target=3)
    assert_says(
        game,
        "In the first round, after a tied round or after a round in which a side drew level, the player who holds 6-6 "
        "starts; the layout starts with any tile.",
        "But at one to nothing the side with nothing draws level at one all; whoever wins the next round that is not "
        "tied then stands at two to nothing.",
        "The winner of a round scores 1 plus the number of tied rounds in a row before it for the side.",
        "The match ends when a side has a score of 3 or more at the end of a round.",
    )
    assert not any("Key bone" in sentence for sentence in said(game))


def test_cards_with_jokers() -> None:
    assert_says(
        made_up("cards"),
        "3 to 4 can play (best: 4); these are the rules for 3.",
        "There are 24 cards: 1 pack with the ranks 7 8 9 10 J Q K A in clubs, hearts and spades, and 1 joker.",
        "Left out of the set, and not counted here: 7C.",
        "The suits are as printed: clubs, hearts and spades.",
        "A card that is led asks for its printed suit.",
        "From low to high the ranks are A 7 8 9 J Q K 10.",
        "So the spades are, from high to low, 10S, KS, QS, JS, 9S, 8S, 7S, AS.",
        "Joker belongs to no suit.",
        "A trump still belongs to its other suits too.",
        "Worth 20: joker.",
        "Worth 30: all cards of the suit hearts and of the rank J or Q.",
        "Every other card is worth the place of its rank in the order of the ranks, counted from 1.",
        "The dealer speaks first.",
        "Players pass or bid in turn, round and round; who has passed is out, and it ends when all others have passed.",
        "Low: 1 to 3, said “low 1” to “low 3”; its target is its amount and its stake is its amount.",
        "High: 4 to 6, said “4 high” to “6 high”; its target is its amount plus 1 and its stake is 10 if its amount is "
        "more than 5, and otherwise its amount.",
        "What may be named: hearts or no trump.",
        "The player to the right of the dealer leads to the first trick: that player puts down any card, and the "
        "others follow in turn with one each.",
        "Any card may be played, whatever was led.",
        "The declarers are the player that won the auction; their contract is made if the tricks taken by the "
        "declarers are at least the target of the bid and the bid is not of the kind low.",
        "If it is made, the declarers score the greatest of the stake of the bid and 3; each other player scores the "
        "tricks taken by the opponents of the declarers.",
        "If it fails, the declarers score -1 times the stake of the bid.",
        "Each player scores the points that it has taken in tricks.",
        "The next round is dealt by the player to the right of the dealer.",
        "The match ends when a player has a score of 500 or more at the end of a round or when 5 rounds have been "
        "played, whichever comes first.",
        "The player with the lowest score wins.",
        "If players are level at the top when the match ends, all of them win.",
        "The function `test_rulebook.doubled` has the last word on what each side scores for a round.",
        "The function `test_rulebook.careful` has the last word on which bids may be made (with limit: 3).",
    )
    assert_says(made_up("cards", players=4), "Each player gets 6 cards.",
                "There are 28 cards: 1 pack with the ranks 7 8 9 10 J Q K A in clubs, hearts and spades, and 4 jokers.")


def test_a_line_of_sums() -> None:
    assert_says(
        made_up("line"),
        "There are 27 tiles: a double-6 set of dominoes, in which every pair of the numbers 0 to 6 stands once.",
        "Left out of the set, and not counted here: 0-0.",
        "Everybody plays alone.",
        "Worth 25: 6-6 and all tiles with 3 pips and with a 0 or a 1 on an end.",
        "Every other tile is worth 10 if it is a double, and otherwise its pips.",
        "The player to the right of the dealer names any other player as the poser.",
        "This is left out in rounds that somebody else starts by the rules of the layout.",
        "After a round that somebody won, the winner of the round before (or, if there is none, the player after the "
        "dealer) starts; the layout starts with any tile.",
        "In turn each player joins one tile to either end of the line: it fits if the two numbers that touch add up to "
        "7.",
        "If players share the least it is a tie that nobody wins.",
        "The player that wins a round scores what the tiles still held by the other players are worth.",
        "The winner of a round scores 5.",
        "The next round is dealt by the same dealer.",
    )


def test_rummy_with_a_wall() -> None:
    assert_says(
        made_up("rummy"),
        "There are 16 tiles: 2 x 1-1, 2 x 2-2, 2 x 3-3, 1-0, 2-0, 3-0, 2-1, 3-1, 3-2, 4-0, 4-1, 4-2 and 4-3.",
        "The starter of each round is found by a draw: everybody draws a tile, most pips win, and who ties draws "
        "again.",
        "The starter gets 4 tiles, the others get 3 each.",
        "Then 1 tile is turned face up: the first discards.",
        "The other 8 are the stock.",
        "Alike: 2 to 3 tiles with the same number of pips, but not 1-1 with 2-0.",
        "Special: a group, and only 1-1 with 4-0 or 2-2 with 4-1.",
        "The player must draw a tile from the stock or take a face-up tile from the discards; who has done so must "
        "then put a tile from the hand face up on the discards.",
        "When nothing is left that must be done, the player may pass, which ends the turn.",
        "A player may go out only when all that is held is the combination “whole”; who goes out shows the hand and "
        "wins the round.",
        "Otherwise any tile of the hand may be put down.",
        "Each player scores what the tiles are worth that it still holds when a round ends.",
        "Before each round every player pays 5 into the pot, which makes 10.",
        "If nobody wins the round, everybody gets the ante back.",
    )


def test_a_dealer_who_does_not_speak_last() -> None:
    assert_says(
        made_up("forced"),
        "There are 52 cards: 1 pack with the ranks 2 3 4 5 6 7 8 9 10 J Q K A in clubs, diamonds, hearts and spades, "
        "and no jokers.",
        "Red is the suit of all cards of the suit hearts or diamonds.",
        "Black is the suit of all cards of the suit clubs and all cards of the suit spades.",
        "A card that is led asks for the first of its suits.",
        "Bowers is a suit only when it is named trump: all cards of the rank J, from high to low JC = JD = JH = JS.",
        "If all others passed: the dealer must bid, whichever bid it is (a dealer who has passed already is asked "
        "again).",
        "The partner of the winner of the auction names trumps.",
        "What is taken in tricks is not itself scored.",
        "The declarers are the side that won the auction; their contract is made if `declarers.tricks * (bid.amount + "
        "1) > 9`.",
        "If it fails, nobody scores for it.",
    )


# Every sentence has its lines, every key its sentence

def _games() -> Iterator[Any]:
    for name in GAMES:
        game = tilegames.load(name)
        yield pytest.param(game, id=name)
        for variant in game.spec.variants:
            yield pytest.param(tilegames.load(name, variants=[variant]), id=f"{name}-{variant}")
        for option, row in game.spec.options.items():
            for value in row.values:
                if value != game.options[option]:
                    yield pytest.param(tilegames.load(name, **{option: value}), id=f"{name}-{option}-{value}")
            if row.sets:
                yield pytest.param(tilegames.load(name, **{option: 5}), id=f"{name}-{option}-5")
    for name in MADE_UP:
        yield pytest.param(made_up(name), id=name)


ALL = list(_games())


def _file(game: Game, span: Span) -> list[str]:
    if span.file == "<spec>":
        return next(found for found in (text.splitlines() for text, _ in MADE_UP.values())
                    if game.spec.equipment.span.text in found)
    return Path(span.file).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("game", ALL)
def test_every_sentence_has_spec_lines(game: Game) -> None:
    for line in lines(game):
        assert line.text.strip() == line.text
        assert line.style in ("title", "heading") or line.text[-1] in ".:"
        for span in line.spans:
            assert _file(game, span)[span.line - 1] == span.text


def written(block: Block, path: str) -> Iterator[tuple[str, Span]]:
    """Every key written in a block and below it, with its place."""
    for field in fields_of(type(block)):
        if field.name in block.places:
            yield from _within(getattr(block, field.attribute), f"{path}.{field.name}", block.places[field.name])


def _within(value: Any, path: str, place: Span) -> Iterator[tuple[str, Span]]:
    if isinstance(value, Block) and value.places:
        yield from written(value, path)
    elif isinstance(value, Table):
        for key, item in value.items():
            yield from _within(item, f"{path}.{key}", value.places[key])
    elif isinstance(value, tuple) and any(isinstance(item, Block) for item in value):
        for number, item in enumerate(value):
            yield from _within(item, f"{path}[{number}]", place)
    else:
        yield path, place


@pytest.mark.parametrize("game", ALL)
def test_every_written_key_has_its_sentence(game: Game) -> None:
    covered = {span for line in lines(game) if line.style not in ("title", "heading") for span in line.spans}
    missing = [f"{path} ({place})" for path, place in written(game.spec, "")
               if path.split(".")[1] not in ("tilegames", "game", "about", "options", "variants")
               and place.file != "<option>" and place not in covered and path != ".phases.tricks"]
    assert missing == []


def test_the_specs_here_use_every_key_of_the_language() -> None:
    used: set[tuple[str, str]] = set()

    def visit(value: Any) -> None:
        if isinstance(value, Block):
            used.update((type(value).__name__, key) for key in value.places)
            for field in fields_of(type(value)):
                visit(getattr(value, field.attribute))
        elif isinstance(value, Table):
            for item in value.values():
                visit(item)
        elif isinstance(value, tuple):
            for item in value:
                visit(item)
        elif isinstance(value, ByPlayers):
            for _, item in value.rows:
                visit(item)

    for param in ALL:
        visit(param.values[0].spec)
    every = {(cls.__name__, field.name) for cls in walk(model.Spec) for field in fields_of(cls)}
    assert sorted(every - used) == [("Spec", "extends")]


def test_what_the_caller_sets_stands_at_its_option() -> None:
    game = tilegames.load("jamaican-partner", target=3)
    line = next(line for line in lines(game) if line.text.startswith("The match ends"))
    assert any("target:" in span.text for span in line.spans)


@pytest.mark.parametrize(("name", "option", "value"), [
    (name, option, value) for name in GAMES for option, row in tilegames.load(name).spec.options.items()
    for value in (row.values or ["5"]) if value != row.default])
def test_every_option_changes_the_rules(name: str, option: str, value: str) -> None:
    assert said(tilegames.load(name, **{option: value})) != said(tilegames.load(name))


@pytest.mark.parametrize("name", GAMES)
def test_every_variant_changes_the_rules(name: str) -> None:
    for variant in tilegames.load(name).spec.variants:
        assert said(tilegames.load(name, variants=[variant])) != said(tilegames.load(name))


# The engine's own words

KAP = {"turn": 0, "hand": ["5-5", "5-5", "6-6", "6-2", "5-3", "1-1", "6-1", "4-3", "3-3"], "discards": ["6-6", "6-4"]}


@pytest.mark.parametrize(("game", "options", "given", "moves", "code"), [
    ("texas-42", {}, {"dealer": 3, "bids": ["pass", "pass", "pass"]}, ["pass"], "forced-bid"),
    ("texas-42", {"all_pass": "at_least_30"}, {"dealer": 3, "bids": ["pass", "pass", "pass"]}, ["pass"], "must-bid"),
    ("texas-42", {}, {"dealer": 3, "bids": ["pass"]}, ["3 marks"], "jump-too-high"),
    ("texas-42", {}, {"trump": "fours", "trick": ["6-5"], "hand": ["6-3", "3-3"]}, ["3-3"], "must-follow"),
    ("jamaican-partner", {}, {"layout": ["6-6"], "hand": ["6-1"]}, ["pass"], "must-play-if-able"),
    ("jamaican-partner", {}, {"hands": [["6-6", "5-5"]]}, ["5-5"], "must-open-with"),
    ("kap-tai-shap", {}, KAP, ["take 6-6", "discard 6-6"], "not-the-kind-taken"),
    ("kap-tai-shap", {"drawn_or_nothing": True}, KAP, ["draw", "discard 3-3"], "only-the-kind-drawn"),
    ("kap-tai-shap", {"claim": "last_only"}, KAP, ["take 6-6"], "may-not-take"),
])
def test_a_refusal_says_what_the_rulebook_says(game: str, options: dict[str, Any], given: dict[str, Any],
                                               moves: list[str], code: str) -> None:
    loaded = tilegames.load(game, **options)
    state = loaded.position(**given)
    for move in moves[:-1]:
        state = state.play(move)
    reason = state.why_illegal(moves[-1])
    assert reason is not None
    assert reason.code == code
    rule = reason.sentence.rpartition(": ")[2] if code == "may-not-take" else reason.sentence
    line = next(line for line in lines(loaded) if rule.lower() in line.text.lower())
    if code != "may-not-take":
        assert reason.place in line.spans


# The page, and words

def test_the_page_is_markdown() -> None:
    game = tilegames.load("texas-42", variants=["straight-42"])
    text = text_of(game)
    assert text.startswith("# Texas 42\n\nA trick-taking game for 4 players.\n\n## Source\n\n- A Thai version")
    assert text.endswith(".\n")
    assert "\n\n\n" not in text
    assert "- `straight-42`: in use here.\n" in text
    assert "- `points-250`: not in use here.\n" in text
    assert "- `all_pass` is reshake (what the shaker must do when all others have passed); it can be " in text
    assert "## Unclear points, and the reading chosen in the base game" in text
    assert "- The double is the highest trump." in text
    assert "licence: free".capitalize() in text_of(made_up("line"))


@pytest.mark.parametrize("game", ALL)
def test_nothing_of_the_machine_shows(game: Game) -> None:
    text = "\n".join(said(game))
    for word in ("None", "Located", "CountRange", "{", "}", "Span", "<"):
        assert word not in text


@pytest.mark.parametrize(("source", "words"), [
    ("3", "3"),
    ("-3", "-3"),
    ("pips + high - low", "its pips plus its higher end minus its lower end"),
    ("2 * pips + 1", "2 times its pips plus 1"),
    ("(pips + 1) * 2", "`(pips + 1) * 2`"),
    ("pips - (high - low)", "`pips - (high - low)`"),
    ("pips // 2", "its pips divided by 2 (rounded down)"),
    ("pips % 10", "the remainder of its pips divided by 10"),
    ("(pips + 1) % 10", "`(pips + 1) % 10`"),
    ("min(pips, 10)", "the least of its pips and 10"),
    ("abs(pips)", "`abs(pips)`"),
    ("-bid.stake", "minus the stake of the bid"),
    ("-2 * bid.stake", "-2 times the stake of the bid"),
    ("-bid.stake * 2", "`-bid.stake * 2`"),
    ("not double", "it is no double"),
    ("not (double or pips > 3)", "`not (double or pips > 3)`"),
    ("double or pips > 3", "it is a double or its pips are more than 3"),
    ("double and pips > 3 or low == 0", "`double and pips > 3 or low == 0`"),
    ("1 < pips < 5", "`1 < pips < 5`"),
    ("out.fits >= 1", "the last tile fitted at least 1 different ends"),
    ("bid.kind == 'marks'", "the bid is of the kind marks"),
    ("10 if high == 6 else 5 if low == 0 else pips",
     "10 if its higher end is 6, and otherwise 5 if its lower end is 0, and otherwise its pips"),
    ("pips > (1 if double else 2)", "`pips > (1 if double else 2)`"),
])
def test_expressions_in_words(source: str, words: str) -> None:
    assert in_words(source, Noun("tile")) == words
