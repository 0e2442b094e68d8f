"""The rulebook: the right numbers, a spec line for every sentence, a sentence for every key."""

from __future__ import annotations

import re
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

GAMES = ("jamaican-partner", "kap-tai-shap", "texas-42", "chicken-foot", "jamaican-cut-throat", "block", "draw",
         "all-fives", "mexican-train", "hearts", "whist", "spades", "oh-hell", "devils-bridge", "tien-gow", "gin-rummy",
         "cap-it", "rummy-500")
AFTER_THE_RULES = ("Options", "Variants", "Unclear points, and the reading chosen in the base game", "Examples")


@hook("points")
def doubled(result, default, options):
    return {side: 2 * amount for side, amount in default.items()}


@hook("must_fill")
def some_sides(tile, first, default, options):
    return {"6-6": 4, "5-5": 2, "1-0": 1}.get(tile.name, 0) if not first else 3 if tile.name == "6-6" else 1


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

TREE = HEAD + """\
players: {count: 3}
set: {dominoes: double-6}
deal: {each: 5}
phases:
  layout:
    opener:
      first:
        when: {first_round: yes, after_block: yes}
        seat: {holder_of: [6-6, highest_double]}
        piece: held
        if_nobody: all_draw
        first_drawer: last_winner
      later: {seat: after_last_opener, piece: any}
    round_doubles: down_and_up
    spinner: first_double
    must_fill: {start: 3, double: 2, order: newest_first, if_dead: dropped, may_wait: yes}
    again: [start, double]
    last_double: plays_on
    announce_last: yes
    cannot_play: {draw: 2, then: may_play, reserve: 1, voluntary: yes}
    blocked: {when: first_stuck, lowest: player, credit: side}
scoring:
  open_ends: {when: total % 5 == 0, scores: total, doubles: once, lone_double: once}
  hand_left: {to: winner, counts: everybody, stock: yes, round_to: 10, rounded: each_hand, scores: total // 10}
match:
  starter: random
  until: {reach: 50, rounds: every_double, checked: at_once}
  ties: [most_zero_rounds, lowest_round_above_zero, shared]
"""

TRAINS = HEAD + """\
players: {count: 4, teams: across}
set: {dominoes: double-9}
deal: {each: 7}
phases:
  layout:
    opener: {hub: {seat: after_last_opener, on_table: round_double}}
    must_fill: {double: 1, own_train: yes}
    trains: {public: [north, south], marked_when_stuck: no, first_turn: one}
    again: double
    last_double: ends_round
    announce_last: no
    cannot_play: {draw: 1, then: turn_ends, reserve: 0, voluntary: no}
    blocked: {when: nothing_fits, lowest: side}
scoring: {hand_left: {to: winner, counts: others_minus_own}, open_ends: {when: total > 9, scores: 1, doubles: twice}}
match: {starter: dice, until: {reach: 20, checked: after_round}, ties: [play_on, most_zero_rounds, nobody]}
"""


BIDS = HEAD + """\
players: {count: 4, teams: across}
set: {cards: {ranks: [9, 10, J, Q, K, A], jokers: 1}}
tiles: {suits: printed}
deal: {each: {schedule: down_up, from: 4, to: {4: 6}}, rest: aside}
phases:
  exchange: {give: 2, to: {4: [left, right, across, nobody]}}
  bidding:
    first: right_of_dealer
    from: 0
    to: 5
    last_bid: any
    at_once: yes
    say: {0: nil, 1: one}
    also: {zero: 0}
  tricks: {leader: left_of_dealer, follow: must_if_able, trump: last_dealt}
scoring:
  each_seat:
    nil: {when: bid == 0, scores: 50 if tricks == 0 else -50}
  each_side:
    made: {when: tricks - nil_tricks >= bid, scores: 10 * bid}
    all: tricks
  counters:
    bags: {adds: "max(0, tricks - bid)", at: 10, scores: -100}
    nils: {adds: nil_bids}
match: {first_dealer: random, next_dealer: left, until: {reach: 200, rounds: 20}, ties: [play_on, shared]}
"""

RULES = HEAD + """\
players: {count: 4, teams: across}
set: {cards: {ranks: [6, 7, 8, 9, 10, J, Q, K, A]}}
tiles:
  suits: printed
  order: [6, 7, 8, 9, J, Q, K, 10, A]
  trump_order: [6, 7, 8, 10, Q, K, A, 9, J]
  values: {default: 0, 10: [{rank: 10}]}
deal: {each: 9}
phases:
  auction:
    turns: one_each
    bids:
      game: {range: 1..4, then: x2, only: any_time}
      grand: {range: 5..5, level_of: game, only: before_any_bid, needs: hand.value >= 20}
      quiet: {range: 9..9}
    all_pass: redeal
  declare: {by: auction_winner, choose: {trump: [any_suit]}}
  tricks:
    leader: {holder_of: 6C}
    open_with: held
    follow: must_if_able
    cannot_follow: must_trump
    head: if_able
    undertrump: barred
    barred:
      tens: {pieces: {rank: 10}, when: following, until: second_trick}
      aces: {pieces: {rank: A}, when: any_time, until: end, say: no ace}
      clubs: {pieces: {suit: clubs}, when: leading, until: broken, broken_by: [JH, QS]}
    ties: first_played
    stop: when_decided
    won: {down_if: bid.amount > 4}
contracts:
  grand:
    bid: grand
    tricks: {follow: or_trump, won: face_up}
    made: {declarers: 3 * bid.stake}
    failed: {opponents: 5}
  quiet:
    bid: quiet
    declare: {by: partner_of_auction_winner, may_name: anything}
    made_if: declarers.tricks >= 5
  none:
    only: any_bidder
    say: nothing
    needs: bid.forced or bid.amount > 2
    tiles: {rank_in_suit: [order]}
    tricks: {won: face_down, follow: must_if_able, ties: last_played, wins: highest}
    stop_if: opponents.tricks > 3
scoring:
  points: {per_trick: 1, per_tile: value}
  contract: {made_if: declarers.points > 40, made: {declarers: bid.stake}, failed: {opponents: bid.stake}}
match: {first_dealer: random, until: {reach: 20}}
"""

NEAREST = HEAD + """\
players: {count: 4, teams: across}
set: {dominoes: double-6}
deal: {each: 7}
phases:
  auction: {turns: one_each, bids: {tricks: {range: 1..3, then: +1}}, all_pass: dealer_must_bid}
  tricks:
    leader: dealer
    follow: best_formula
    wins: formula
    formula: high - low
    ties: declarers
    sits_out: partner_of_auction_winner
    open_with: any
    stop: last_piece
scoring: {points: {per_trick: 1}, contract: {made_if: declarers.tricks >= bid.target, made: {declarers: 1}}}
match: {first_dealer: random, until: {reach: 10}}
"""

DOUBLES = HEAD + """\
players: {count: 4}
set: {dominoes: double-6}
tiles:
  suits: ends
  callable_suits: {doubles: {double: yes}}
  trump_leaves_other_suits: yes
  without_trump: {rank_in_suit: [pips], own_suits: [doubles]}
deal: {each: 7}
phases:
  declare: {by: left_of_dealer, choose: {trump: [any_suit, doubles, none]}}
  tricks:
    leader: declarer
    follow: or_trump
    cannot_follow: anything
    head: never
    undertrump: allowed
    other_end: never
    double_led: own_suit
    ties: last_played
    wins: highest
contracts:
  low: {tiles: {own_suits: [doubles], rank_in_suit: [pips]}, tricks: {double_led: then_number}}
  lower: {like: low, tricks: {double_led: own_suit}}
scoring:
  points: {per_trick: 1, per_tile: value}
  taken: yes
  all_taken: {pieces: [{double: yes}], taker: -5, others: 5, beside: nothing}
match: {first_dealer: random, until: {rounds: 5, fall_to: -30}}
"""

GROUPS = HEAD + """\
players: {count: 4}
set: {dominoes: double-6}
patterns: {single: {size: 1}, pair: {size: 2, same: pips}}
deal: {each: 7}
phases:
  group_tricks:
    leader: last_winner
    groups: {single: {}, pair: {}}
    columns: per_trick
    conceded: face_up
scoring:
  payments:
    all:
      at: trick_end
      each_other_pays: 1
      times: {double: {when: payer.dealer, by: 2, only: all}}
      redirect: {dealer: {when: trick.size == 2, only: all, to: dealer}}
match: {first_dealer: random, until: {rounds: 5}}
"""

MORE_GROUPS = HEAD + """\
players: {count: 4, teams: across}
set: {dominoes: double-6}
tiles:
  suits: {doubles: {double: yes}, light: [{double: no, pips: 0..6}], heavy: [6-5, {double: no, pips: 7..12}]}
  rank_in_suit: [listed, pips]
patterns:
  single: {size: 1}
  twins: {size: 2, of: [{double: no}], same: pips}
  mixed: {parts: {doubles: 1, light: 1..2}, families: [[{has_end: 6}], [{has_end: 5}, 4-4]]}
  top: {only: [[6-6, 5-5]]}
deal: {each: 7}
phases:
  group_tricks:
    leader: {holder_of: 6-6}
    groups: {single: {}, twins: {beaten_by: top}, mixed: {}}
    columns: per_trick
    conceded: face_up
    must_concede: player.dealer and not trick.last
    dealt_wins: {light: hand.light == hand.size, poor: {when: hand.value < 20}}
scoring:
  taken: yes
  payments:
    started: {at: trick_end_before_last, when: trick.led == '6-6' and trick.beaten, each_other_pays: 1}
    two: {at: trick_end, when: trick.pattern != 'single', each_other_pays: trick.size}
    last:
      at: round_end
      each_other_pays: 3 - payer.columns
      times:
        always: {by: 2, only: positive}
        dealer: {when: redirected and not payer.leader, by: dealer.streak, only: all}
      redirect:
        top: {when: trick.top == '6-6', only: positive, to: trick_leader}
        all: {only: all, to: dealer}
    dealt: {at: dealt_win, when: winner.hand == 'light', each_other_pays: 10}
match: {first_dealer: random, until: {rounds: 3}}
"""

KNOCKS = HEAD + """\
players: {count: 2}
set: {cards: {}}
tiles: {order: [A, 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K], values: {default: rank, 10: [{rank: [J, Q, K]}]}}
patterns:
  set: {size: 3..4, same: rank}
  run: {size: 3+, same: suit, consecutive: yes}
melds: [set, run]
deal: {each: 10, turn_up: 1}
phases:
  turns:
    turn_up_offered: yes
    steps:
      - must: [draw_stock, take_discard]
      - must: [discard, knock, go_out]
    takes: top
    knock: {deadwood: turned_up, gin_only: {rank: A}}
    go_out: {with: melds}
    reserve: 2
    last_discard: for_a_knock
    stalemate: {returned: 3, takes: 21}
  showdown: {lay_off: always, ties: nobody}
scoring:
  knock:
    gin: 20
    whole_hand: 30
    undercut: 10
    doubled_by: [{suit: spades}, AH]
    boxes: {gin: 3, whole_hand: 4, undercut: 1}
  final: {winner: 100, shutout: 50, each_round: 20}
  stakes: {ante: 6, round_share: 1}
match: {first_dealer: random, next_dealer: loser, until: {reach: 100}}
"""

CONTRACTS = HEAD + """\
players: {count: 4, teams: across}
set: {cards: {packs: 2, jokers: 4}}
tiles: {wild: [joker, {rank: 3}], values: {default: rank, 50: joker}}
patterns:
  alike: {size: 3+, same: rank, distinct: suit}
  row: {size: 3..13, same: suit, consecutive: yes, naturals: 2, either_end: A}
melds: {patterns: [alike, row], low_end: 0, wild_counts: as_stood_for}
deal: {each: 9, turn_up: 1, turn_up_not: joker}
phases:
  turns:
    steps:
      - must: [take_discard, push]
      - {may: [meld, lay_off, swap_wild], repeat: yes}
      - must: discard
    takes: within
    must_use: always
    use_in: any_meld
    melding: {contracts: [[row 4, alike 3, alike 3]], lay_off: own_melds, last_piece: discarded}
    at_most: 60
scoring: {melded: yes, hand_left: {to: holder, scores: 0 - total}}
match: {first_dealer: random, until: {rounds: 7}}
"""


def changed(text: str, *changes: tuple[str, str]) -> str:
    """A made-up spec with some of its words replaced; each is there once."""
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


MADE_UP = {
    "cards": (CARDS, 3), "line": (LINE, 3), "rummy": (RUMMY, 2), "forced": (FORCED, 4), "tree": (TREE, 3),
    "trains": (TRAINS, 4), "bids": (BIDS, 4), "rules": (RULES, 4), "nearest": (NEAREST, 4), "doubles": (DOUBLES, 4),
    "five": (changed(
        BIDS, ("{count: 4, teams: across}", "{count: 5}"), ("to: {4: 6}", "to: {5: 4}"),
        ("{give: 2, to: {4: [left, right, across, nobody]}}", "{give: 1, to: [second_left, second_right]}"),
        ("    to: 5\n", "    to: 4\n")), 5),
    "groups": (GROUPS, 4), "more-groups": (MORE_GROUPS, 4),
    "anybody": (changed(LINE, ("among: others", "among: all")), 3),
    "blind": (changed(
        BIDS, ("{schedule: down_up, from: 4, to: {4: 6}}", "{schedule: down, to: 6}, visible: {last_round: others}"),
        ("  exchange: {give: 2, to: {4: [left, right, across, nobody]}}\n", ""), ("    to: 5\n", "    to: hand_size\n"),
        ("last_bid: any\n    at_once: yes", "last_bid: must_not_balance\n    at_once: no"),
        ("trump: last_dealt", "trump: hearts"), ("rounds: 20", "rounds: schedule")), 4),
    "public": (changed(TRAINS, ("own_train: yes", "own_train: before_public"), ("dice", "random_once"),
                       ("{seat: after_last_opener,", "{seat: last_winner,"), ("nothing_fits", "all_pass"),
                       ("marked_when_stuck: no", "marked_when_stuck: yes")), 4),
    "five-up": (changed(
        TREE, ("spinner: first_double", "spinner: every_double"), ("down_and_up", "down"),
        ("    must_fill: {start: 3, double: 2, order: newest_first, if_dead: dropped, may_wait: yes}\n", ""),
        ("[6-6, highest_double]", "round_double"), ("if_nobody: all_draw", "if_nobody: draw_in_turn"),
        ("{first_round: yes, after_block: yes}", "{after_block: no}"), ("piece: any", "piece: highest_double"),
        ("again: [start, double]", "again: start"), ("last_double: plays_on", "joins: equal_ends"),
        ("{draw: 2, then: may_play, reserve: 1, voluntary: yes}", "{draw: 1, then: must_play, reserve: 2}"),
        ("first_stuck, lowest: player, credit: side", "nobody_can_play, lowest: nobody, credit: player"),
        ("doubles: once, lone_double: once", "doubles: twice, lone_double: twice"),
        ("counts: everybody, stock: yes, round_to: 10, rounded: each_hand", ("counts: others, stock: no, round_to: 5, "
                                                                            "rounded: sum")),
        ("reach: 50, rounds: every_double, checked: at_once", "rounds: every_double"),
        ("  starter: random", "  first_dealer: nobody\n  starter: random")), 3),
    "sums": (changed(
        TREE, ("    spinner: first_double", "    spinner: none\n    joins: {sum: 6}"),
        ("start: 3, double: 2, order: newest_first, if_dead: dropped, may_wait: yes",
         "start: 2, double: 1, order: oldest_first, if_dead: stays, may_wait: no, own_train: no"),
        ("[6-6, highest_double]", "6-6"), ("piece: held\n        if_nobody: all_draw", "piece: 6-6"),
        ("        first_drawer: last_winner\n", ""),
        ("later: {seat: after_last_opener, piece: any}", "later: {seat: {holder_of: [lower_double, heaviest]}}"),
        ("again: [start, double]", "again: double"), ("plays_on", "ends_round"),
        ("{draw: 2, then: may_play, reserve: 1, voluntary: yes}", "pass"), ("announce_last: yes", "announce_last: yes"),
        ("first_stuck", "all_pass"), ("to: winner, counts: everybody, stock: yes, round_to: 10, rounded: each_hand",
                                      "to: holder, round_to: 10"),
        ("until: {reach: 50, rounds: every_double, checked: at_once}", "until: {rounds: 13}")), 3),
    "hooked": (changed(
        TREE, ("start: 3, double: 2, order: newest_first, if_dead: dropped, may_wait: yes", "if_dead: stays"),
        ("spinner: first_double", "spinner: none"), ("if_nobody: all_draw", "if_nobody: next_row"),
        ("{first_round: yes, after_block: yes}", "{after_win: yes, after_block: no, after_tie: no}"),
        ("piece: any", "piece: heaviest"),
        ("{draw: 2, then: may_play, reserve: 1, voluntary: yes}",
         "{draw: until_playable, then: must_play, voluntary: yes}"),
        ("        first_drawer: last_winner\n", ""), ("down_and_up", "down"),
        ("match:", "  round_won: 1\n  love: {rule: strict}\nmatch:")) + """\
hooks: {must_fill: {use: test_rulebook.some_sides, with: {least: 1}}}
""", 3),
    "redealt": (changed(
        LINE, ("""\
      won: {when: {after_win: yes, after_redeal: no}, seat: last_winner}
      lowest: {when: {after_tie: yes}, seat: {holder_of: 1-1}, piece: [{double: no}, 1-1]}
      else: {seat: {chosen: poser}}
""", "      only: {seat: {holder_of: highest_double}, piece: held, if_nobody: deal_again}\n"),
        ("  choose: {role: poser, by: right_of_dealer, among: others}\n", ""), ("each: 9", "each: 2"),
        ("joins: {sum: 7}", ("cannot_play: {draw: 1, then: turn_ends, voluntary: yes, reserve: 1}\n    must_fill: "
                            "{start: 0}\n    spinner: none\n    announce_last: no\n    again: double\n    "
                            "round_doubles: down")),
        ("hand_left: {to: winner}", "hand_left: {to: holder, round_to: 1}\n  love: {rule: nil_someone}"),
        ("next_dealer: same, until: {rounds: 3}", "next_dealer: winner, until: {reach: 30}")), 3),
    "knocks": (KNOCKS, 2),
    "three-knock": (changed(
        KNOCKS, ("count: 2", "count: 3"), ("turn_up_offered: yes", "turn_up_offered: no"),
        ("{deadwood: turned_up, gin_only: {rank: A}}", "10"), ("    go_out: {with: melds}\n", ""),
        ("discard, knock, go_out", "discard, knock"), ("for_a_knock", "dead"),
        ("lay_off: always, ties: nobody", "lay_off: never, ties: knocker"),
        (("    gin: 20\n    whole_hand: 30\n    undercut: 10\n    doubled_by: [{suit: spades}, AH]\n"
          "    boxes: {gin: 3, whole_hand: 4, undercut: 1}\n"), "    gin: 0\n    undercut: 0\n"),
        ("winner: 100, shutout: 50, each_round: 20", "winner: 0, shutout: 0, each_round: 0"),
        ("ante: 6, round_share: 1", "ante: 2, round_share: 0"), ("next_dealer: loser, ", "")), 3),
    "gone-out": (changed(
        KNOCKS, ("    knock: {deadwood: turned_up, gin_only: {rank: A}}\n", ""), ("discard, knock, go_out",
                                                                                 "discard, go_out"),
        ("reserve: 2", "reserve: 0"), ("    last_discard: for_a_knock\n", ""), ("shutout: 50", "shutout: doubled"),
        ("until: {reach: 100}", "until: {reach: 100}, ties: [last_round_winner, shared]"),
        ("lay_off: always, ties: nobody", "lay_off: unless_gin, ties: undercut")), 2),
    "contracts": (CONTRACTS, 4),
    "more-contracts": (changed(
        CONTRACTS, ("[[row 4, alike 3, alike 3]]", "[[alike 3, alike 3], [row 4]]"), ("own_melds", "any_meld"),
        ("last_piece: discarded", "last_piece: melded_or_discarded"), ("takes: within", "takes: any"),
        ("    must_use: always\n    use_in: any_meld\n", "    must_use: never\n"),
        ("melded: yes", "melded: no"), (", naturals: 2", ""),
        ("{patterns: [alike, row], low_end: 0, wild_counts: as_stood_for}", "[alike, row]"),
        ("take_discard, push", "draw_stock, take_discard"), ("wild: [joker, {rank: 3}]", "wild: joker"),
        ("count: 4, teams: across", "count: 4")), 4),
    "lowest-used": (changed(
        CONTRACTS, ("must_use: always\n    use_in: any_meld", "must_use: several\n    use_in: new_meld"),
        ("wild_counts: as_stood_for", "wild_counts: own"),
        ("at_most: 60", "at_most: 60\n    empty_stock: ends_round"),
        ("contracts: [[row 4, alike 3, alike 3]], ", "")), 4),
}
MADE_UP = {name: (text.replace("game: demo", f"game: {name}"), players) for name, (text, players) in MADE_UP.items()}


def made_up(name: str, **options: Any) -> Game:
    text, players = MADE_UP[name]
    return tilegames.loads(text, players=options.pop("players", players), hooks=[doubled, careful, some_sides],
                           **options)


def lines(game: Game, *, examples: bool = False) -> list[Sentence]:
    """The sentences; examples only where they are asked for, since a spec's are read when somebody wants them."""
    return rulebook_lines(game.spec, game.players, variants=game.variants, options=game.options, flow=game.flow,
                          values=game.values, examples=game.examples if examples else ())


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
        "otherwise the stake of the bid; the other side scores the points taken by the opponents of the declarers if "
        "the bid is of the kind points, and otherwise 0.",
        "If everybody passes, the round is not played, nobody scores, and the next round is dealt.",
    )


def test_tien_gow() -> None:
    assert_says(
        tilegames.load("tien-gow"),
        "The dealer of the first round is drawn by lot.",
        "The next round is dealt by the winner of the round (or, if nobody won it, the same dealer).",
        "Within a suit a tile ranks by its place in the list of the suit (high to low), then by its pips.",
        "The tiles of the suit civil are, from high to low, 6-6, 1-1, 4-4, 3-1, 5-5, 3-3, 2-2, 6-5, 6-4, 6-1, 5-1.",
        "The tiles of the suit military are, from high to low, 5-4 = 6-3, 5-3 = 6-2, 4-3 = 5-2, 4-2, 3-2 = 4-1, 2-1.",
        "Civil pair: 2 tiles out of all tiles of the suit civil that are alike.",
        "Mixed: a group with 1 to 2 of the suit civil and 1 to 2 of the suit military and all of one family, from high "
        "to low (6-6, 6-3 and 5-4), (1-1, 6-2 and 5-3), (4-4, 5-2 and 4-3) or (3-1, 4-1 and 3-2).",
        "The dealer leads to the first trick: that player puts down a group of tiles face up, and each of the others "
        "in turn beats it or concedes.",
        "There are 84 groups that can be led, in 49 classes; of these kinds:",
        "Single: 32 groups.",
        "Mixed: 36 groups.",
        "Supreme: 1 group.",
        "A group beats another one only if it is of the same kind, with as many tiles of each suit, and ranks higher; "
        "equal groups do not beat one another.",
        "Who does not beat the highest group concedes: as many tiles as were led, whichever they are, face down, and "
        "nobody else sees them until the round is over; then they are turned up; this may also be done by who could "
        "beat.",
        "A player must concede if it is the last trick, the number of tiles led is 1 and the columns of the player are "
        "0.",
        "The highest group takes the trick; its owner counts a column for each tile of the group and leads to the next "
        "trick.",
        "The round ends when the hands are empty, and who takes the last trick wins it.",
        "Supreme: after each trick, if the highest group is a supreme, each other player pays the player who takes it "
        "2.",
        "Supreme, banker: times 2 if the payer is the dealer or the winner is the dealer.",
        "Settlement: at the end of the round each other player pays the winner of the round 5 if the columns of the "
        "payer are 0, and otherwise 4 minus the columns of the payer.",
        "Settlement, last three: times 2 if the highest group is 2-1.",
        "Settlement, sweep: times 2 if the columns of the winner are 8.",
        "Settlement, little three captured: if 2-1 was led and the highest group is 4-2, the leader of the trick pays "
        "what the others owe; what they would get is still theirs.",
        "An amount below nothing is paid by the winner.",
        "All factors that hold multiply one another, and only the payment that they are named with.",
    )


def test_tien_gow_otherwise() -> None:
    assert_says(
        tilegames.load("tien-gow", dealt_hands="on", supreme="top_pair", special_on_surplus="no",
                       immediate_on_final="no", banker_multiplier="streak_plus_1"),
        "Military pair: 4 groups; it is also beaten by supreme.",
        "No red: a hand wins the round as it is dealt if the worth of the whole hand is 0.",
        "Military: a hand wins the round as it is dealt if the number of tiles of the suit military in the hand is at "
        "least 7.",
        "Of several such hands the first from the leader wins.",
        "Supreme: after each trick but the last, if the highest group is a supreme, each other player pays the player "
        "who takes it 2.",
        "Settlement, banker: times the number of rounds in a row that the dealer has dealt plus 1 if the payer is the "
        "dealer or the winner is the dealer.",
        "Settlement, last four: times 2 if the number of tiles led is 4, but not what the winner pays.",
        "Dealt hand: when a hand wins as it is dealt each other player pays its owner 5.",
    )


def test_groups_of_dominoes() -> None:
    assert_says(
        made_up("more-groups"),
        "The player who holds 6-6 leads to the first trick: that player puts down a group of tiles face up, and each "
        "of the others in turn beats it or concedes.",
        "Twins: 13 groups; it is also beaten by top.",
        "Who does not beat the highest group concedes: as many tiles as were led, whichever they are, face up; this "
        "may also be done by who could beat.",
        "A player must concede if the player is the dealer and it is not the last trick.",
        "The highest group takes the trick; its owner counts one column and leads to the next trick.",
        "Each side scores the columns that it has taken in tricks.",
        "Started: after each trick but the last, if 6-6 was led and the group led was beaten, each other side pays the "
        "player who takes it 1.",
        "Two: after each trick, if the highest group is no single, each other side pays the player who takes it the "
        "number of tiles led.",
        "Last, always: times 2 always, but not what the winner pays.",
        "Last, all: always, the dealer pays what the others owe, and gets what they would get.",
        "Dealt: when a hand wins as it is dealt, if the hand is called light, each other side pays its owner 10.",
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
        "Every other card is worth the place (from 1) of its rank in the order of the ranks.",
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
        "If players are level with the lowest score when the match ends, all of them win.",
        "The function `test_rulebook.doubled` has the last word on what each side scores for a round.",
        "The function `test_rulebook.careful` has the last word on which bids may be made (with limit: 3).",
    )
    assert_says(made_up("cards", players=4), "Each player gets 6 cards.",
                "There are 28 cards: 1 pack with the ranks 7 8 9 10 J Q K A in clubs, hearts and spades, and 4 jokers.")


def test_restrictions_on_tricks() -> None:
    """Each in the order in which it is asked, and what makes it give way; contracts that a bid brings."""
    game = made_up("rules")
    assert_says(
        game,
        "Among trumps the ranks are, from low to high, 6 7 8 10 Q K A 9 J.",
        "Game: 1 to 4, said “1 game” to “32 game”; above 4 only twice as much as the bid just before (8 game may be "
        "bid only over 4 game); it may be bid also after other bids; its target is its amount and its stake is its "
        "amount.",
        "Grand: 5, said “5 grand”; it is as high as the bid of the kind game with the same amount; it may be bid only "
        "as long as nobody has bid; it may be bid only if the worth of the whole hand is at least 20; its target is "
        "its amount and its stake is its amount.",
        "The kinds stand here from low to high, but for grand: every bid of a kind is higher than all of the kinds "
        "before it.",
        "The player who holds 6C leads to the first trick: that player puts down that card, and the others follow in "
        "turn with one each.",
        "It also ends after a trick that makes it sure whether the contract is made or failed, whatever is still "
        "played.",
        "Tricks that have been taken lie face down, and nobody may look at them, if the amount of the bid is more than "
        "4; otherwise everybody may.",
        "Grand comes with a bid of the kind grand that wins the auction:",
        "Who has a piece of the suit led must follow or trump.",
        "If it is made, the declarers score 3 times the stake of the bid.",
        "If it fails, the other side scores 5.",
        "The partner of the winner of the auction names trumps, and is the declarer.",
        "Other contracts may be declared, too: then both hold, and where they differ the one declared counts.",
        "It is made if the tricks taken by the declarers are at least 5.",
        "Nothing is declared (“nothing”), however the bid came about, if the bidder had to bid because all others had "
        "passed or the amount of the bid is more than 2:",
        "A card ranks within a suit by its rank.",
        "The round ends after a trick if then the tricks taken by the opponents of the declarers are more than 3.")
    found = said(game)
    first = found.index("The first lead must be 6C.")
    assert found[first:first + 9] == [
        "The first lead must be 6C.",
        "A piece of the suit led must be played by who has one.",
        "Who cannot follow must play a trump, if they have one.",
        ("A trump may not be lower than one already played, when a plain suit was led, unless nothing else can be "
        "played."),
        "Who can must beat what has been played.",
        ("Tens: this piece may not be played yet by who has others (this bars all cards of the rank 10 from being "
        "played to a lead in the first trick), unless nothing else can be played."),
        "No ace (this bars all cards of the rank A), unless nothing else can be played.",
        ("Clubs: this piece may not be played yet by who has others (this bars all cards of the suit clubs from a lead "
        "until a trick with one of them (or with one of JH and QS) has been taken), unless nothing else can be "
        "played."),
        ("These rules are asked in this order, each about what the ones before leave; a rule that would leave nothing "
        "is passed over.")]


def test_tricks_by_a_formula() -> None:
    """No suits; who sits out, and who wins of equal tiles."""
    assert_says(
        made_up("nearest"),
        "There are no suits.",
        "The partner of the winner of the auction sits out: that hand is not played, and a trick has 3 tiles; if that "
        "player would lead, the next one does.",
        "One of the best pieces by the formula must be played, leading or not: one worth the most by its higher end "
        "minus its lower end.",
        "The tile worth the most by its higher end minus its lower end takes the trick, whatever was led; of equal "
        "ones it is the first of the side that won the auction, or if it has none of them the first that was played.",
        "From high to low these are 6-0, 5-0 = 6-1, 4-0 = 5-1 = 6-2, 3-0 = 4-1 = 5-2 = 6-3, 2-0 = 3-1 = 4-2 = 5-3 = "
        "6-4, 1-0 = 2-1 = 3-2 = 4-3 = 5-4 = 6-5, 0-0 = 1-1 = 2-2 = 3-3 = 4-4 = 5-5 = 6-6.",
        "It is played to the end even if the contract is already made or failed.",
        "Who wins the auction is the declarer.")


def test_doubles_as_a_suit() -> None:
    """Suits that change without a trump and under contracts that are like one another."""
    assert_says(
        made_up("doubles"),
        "When there is no trump, doubles are a suit of their own, and belong to no other suit.",
        "When there is no trump, a tile ranks within a suit by its pips.",
        "Who cannot follow need not play a trump.",
        "Nobody must beat what has been played.",
        "A trump may be lower than one already played.",
        "Who leads cannot call the other number of a tile.",
        "But if a player has taken all tiles that are doubles, that player scores -5 for them and each other player 5, "
        "and nothing else that was taken counts.",
        "The match ends when a player has a score of -30 or less at the end of a round or when 5 rounds have been "
        "played, whichever comes first.",
        "Or a special contract is declared in place of a trump: low or lower (see there).",
        "Low is declared (“low”):",
        "So the sixes are, from high to low, 6-5, 6-4, 6-3, 6-2, 6-1, 6-0 and the doubles are, from high to low, 6-6, "
        "5-5, 4-4, 3-3, 2-2, 1-1, 0-0.",
        "Who cannot follow a double must play its number, if they have it.",
        "Lower is declared (“lower”); it is like low but for this:",
        "Who cannot follow a double that was led need not play its number.")


def test_special_contracts_of_texas_42() -> None:
    """Plunge, Nel-O and Sevens, with doubles low by the declarer's choice."""
    assert_says(
        tilegames.load("texas-42", variants=["all-specials"], nello_doubles="own_inverted", sevens_tie="declaring_team",
                       declared_lead="first_trick", nello="forced_shaker_only", all_pass="at_least_30"),
        "Plunge: 4, said “plunge”; it is as high as the bid of the kind marks with the same amount; it may be bid only "
        "as long as nobody has bid; it may be bid only if the number of doubles in the hand is at least 4; its target "
        "is 42 and its stake is its amount.",
        "Or a special contract is declared in place of a trump: nel-o or sevens (see there).",
        "Who leads to the first trick may call the other number of a tile that is then of two suits (“6-4 as fours”): "
        "the lead asks for that suit.",
        "Nel-o is declared (“nel-o”), by who had to bid because all others had passed, if the bid is not of the kind "
        "points and the amount of the bid is at least 2:",
        "There is no trump.",
        "Doubles are a suit of their own, and belong to no other suit.",
        "A tile ranks within a suit by being the smaller of two doubles (which is higher), then by its other end.",
        "The partner of the declarer sits out: that hand is not played, and a trick has 3 tiles; if that player would "
        "lead, the next one does.",
        "It is made if the declarers have taken no trick.",
        "The round ends after a trick if then the declarers have taken a trick.",
        "It is made if the opponents of the declarers have taken no trick.",
        "Only trumps may be named, and no other contract.")


def test_hearts() -> None:
    """What is barred until when, and who takes all points."""
    assert_says(
        tilegames.load("hearts"),
        "The player who holds 2C leads to the first trick: that player puts down that card, and the others follow in "
        "turn with one each.",
        "Hearts may not be led before one has been played (this bars all cards of the suit hearts from a lead until a "
        "trick with one of them has been taken), unless nothing else can be played.",
        "No points in the first trick (this bars all cards of the suit hearts and QS in the first trick), unless "
        "nothing else can be played.",
        "But if a player has taken all cards of the suit hearts and QS, that player scores 0 for them and each other "
        "player 26; what other cards and the tricks count is scored, too.",
        "If players are level with the lowest score when the match ends, all of them win.")
    assert_says(
        tilegames.load("hearts", players=5),
        "The player who holds 3C leads to the first trick: that player puts down that card, and the others follow in "
        "turn with one each.")


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


def test_bids_that_all_stand() -> None:
    """Exchanges, hand sizes by round, bids at once, trumps shown, scores for seats and sides, counters."""
    assert_says(
        made_up("bids"),
        "Each player gets 6 cards in the first round, and one fewer in each round, down to 4; then one more in each "
        "round, up to 6 again: 5 rounds in all.",
        "After the last of them the sizes begin again.",
        "Everybody chooses 2 cards of the hand to give away, without seeing what others choose; when all have chosen, "
        "they are given at once.",
        "They go, round by round and then from the start again:",
        "To nobody, and this is left out.",
        "All bid at the same time: nobody sees another's bid before all have bid (they are asked in turn, first the "
        "player to the right of the dealer).",
        "A bid is a number of tricks, from 0 to 5.",
        "The bids may add up to the number of tricks.",
        "A bid of 0 is said “nil”.",
        "A bid of 0 may also be said “zero”.",
        "The last card dealt to the dealer is shown to all, and its suit is trump; it stays in the dealer's hand.",
        "If it is a card of no suit, there is no trump.",
        "Each player scores, for the side:",
        "Nil, if the bid is 0: 50 if the tricks taken are 0, and otherwise -50.",
        "Each side scores:",
        "All: the tricks taken.",
        "Bags: each round adds the greatest of 0 and the tricks taken minus the bid; whenever there are 10, 10 are "
        "taken off and -100 is scored.",
        "Nils: each round adds the number of bids of 0 on the side.")


def test_two_seats_away() -> None:
    """Five players can give to the left and to the right past one another."""
    assert_says(made_up("five"), "To the player two seats to the left.", "To the player two seats to the right.")


def test_a_blind_last_hand() -> None:
    """Six to one cards for four; the bids may not add up; hearts are trump."""
    assert_says(
        made_up("blind"),
        "The match ends when a side has a score of 200 or more at the end of a round or when all 6 rounds have been "
        "played, one for each hand size of the deal, whichever comes first.",
        "But in the last round, round 6, all see the hands of all others and nobody sees their own: its one card is "
        "played unseen.",
        "The player to the right of the dealer bids first, then everybody else in turn.",
        "A bid is a number of tricks, from 0 to the number of cards in the hand.",
        "The last bidder may not make the sum of all bids the number of tricks.",
        "Hearts are trump in every round.")


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


def test_knocks() -> None:
    """Two players; the card turned up says what may be left; stakes beside the score."""
    assert_says(
        made_up("knocks"),
        "The next round is dealt by the loser of the round (or, if nobody won it, the same dealer).",
        "From low to high the ranks are A 2 3 4 5 6 7 8 9 10 J Q K.",
        "Set: 3 to 4 cards of the same rank.",
        "Run: 3 or more cards of the same suit, with their ranks in a row.",
        "A meld is a combination “set” or “run”, laid face up on the table.",
        "Worth 10: all cards of the rank J, Q or K.",
        "But before that the card turned up is offered to each player in turn, beginning with that one: who takes it "
        "has the first turn, and goes on as after a draw; if all pass, the first player must draw a card from the "
        "stock, and goes on in the same way.",
        "The player must put a card from the hand face up on the discards, knock or go out.",
        "Only the newest discard may be taken.",
        "Who knocks discards a card and shows the hand; this may be done only if what is then left outside melds, as "
        "the hand is best laid out, is worth no more than the first card turned up is worth; then comes the showdown.",
        "Nothing may be left if the first card turned up is among these: all cards of the rank A.",
        "A player may go out only when the whole hand can be laid out in melds; no card is discarded then, who goes "
        "out shows the hand, and the showdown comes.",
        "Any card of the hand may be put down.",
        "After a turn that leaves no more than 2 cards in the stock, the round ends, and nobody wins it.",
        "But first the next player may take the discard of that turn, if it makes a knock or going out possible, and "
        "must then do so.",
        "When a player draws and the stock is empty, the round ends, and nobody wins it.",
        "After 3 turns in a row in which the player has taken a discard and put that card, or one like it, straight "
        "back, the round ends, and nobody wins it.",
        "The discards may be taken from 20 times in a round, by all players together, not counting the card turned up "
        "if it is taken when it is offered; when somebody takes from them once more, the round ends, and nobody wins "
        "it.",
        "Who has knocked or gone out, from here on the knocker, lays melds, at least until no more is left in the hand "
        "than a knocker may have.",
        "Then the other player may lay melds, and lay off cards on the melds of the knocker, even if the knocker has "
        "nothing left.",
        "The cards left in each hand are counted by what they are worth: the player with the least wins the round.",
        "If another has as little left as the knocker, nobody wins; but a knocker with nothing left wins in any case.",
        "A knocker who wins scores by how much more is left to the other.",
        "Another who wins scores by how much more is left to the knocker.",
        "A knocker with nothing left: 20 more.",
        "A knocker who has gone out with the whole hand, without a discard: 30 more (and not what is said just "
        "before).",
        "Another who wins: 10 more.",
        "All of this is doubled if the first card turned up is among these: all cards of the suit spades and AH.",
        "When it is settled who has won the match, this is scored, and changes nothing about that:",
        "The winner of the match: 100.",
        "The winner, if every other player has a score of 0: 50 more.",
        "Each player, for every round that it has won: 20.",
        "A round won by a knocker with nothing left counts for 3 rounds there.",
        "A round won by going out with the whole hand and no discard counts for 4 rounds there.",
        "A round won by another than the knocker counts for 1 round there.",
        "Beside the score, every player pays 6 into a pot at the start of the match, which makes 12.",
        "The winner of a round takes 1 from it, or what is left if that is less; if nobody wins a round, nothing is "
        "taken.",
        "What is left at the end goes to the winner of the match; if there are several, in equal parts, and what "
        "cannot be parted goes to nobody.",
    )


def test_knocks_of_three() -> None:
    """Nothing is laid off, nothing is scored beside the difference, and who is level has lost."""
    game = made_up("three-knock")
    assert_says(
        game,
        "The card turned up is not offered to anybody before that.",
        "Who knocks discards a card and shows the hand; this may be done only if what is then left outside melds, as "
        "the hand is best laid out, is worth no more than 10; then comes the showdown.",
        "Nobody may take the discard of that turn any more.",
        "The discards may be taken from 20 times in a round, by all players together; when somebody takes from them "
        "once more, the round ends, and nobody wins it.",
        "Who has knocked, from here on the knocker, lays melds, at least until no more is left in the hand than a "
        "knocker may have.",
        "Then each of the others in turn may lay melds; nothing is laid off.",
        "The cards left in each hand are counted by what they are worth: the player with the least wins the round; of "
        "several of the others who are level, the first one after the knocker.",
        "If another has as little left as the knocker, the knocker wins; but a knocker with nothing left wins in any "
        "case.",
        "A knocker who wins scores by how much more is left to each of the others.",
        "The winner of a round takes nothing from it.",
    )
    assert not any("go out" in sentence for sentence in said(game))


def test_turns_that_end_by_going_out_alone() -> None:
    game = made_up("gone-out")
    assert_says(
        game,
        "After a turn that leaves no card in the stock, the round ends, and nobody wins it.",
        "If players are level at the top when the match ends, the one that has won the last round wins; if that does "
        "not part them, all of them win.",
        "The winner, if every other player has a score of 0: as much again as the score is then.",
        "Who has gone out, from here on the knocker, lays the whole hand in melds.",
        "Then the other player may lay melds, and lay off cards on the melds of the knocker, but nothing is laid off "
        "if the knocker has nothing left.",
        "If another has as little left as the knocker, the other wins; but a knocker with nothing left wins in any "
        "case.",
    )
    assert not any(sentence.startswith("Who knocks") for sentence in said(game))


def test_contracts() -> None:
    """Partners, wild cards, one contract for all rounds, and a last card that must be discarded."""
    assert_says(
        made_up("contracts"),
        "These are not turned up: joker; such a card goes to the bottom of the stock, and the next is turned up in its "
        "place.",
        "Alike: 3 or more cards of the same rank, with no suit twice.",
        "Row: 3 to 13 cards of the same suit, with their ranks in a row, at least 2 of them natural; A may stand at "
        "either end, but not in the middle.",
        "From low to high the ranks are 2 3 4 5 6 7 8 9 10 J Q K A.",
        "These are wild: joker and all cards of the rank 3; in a meld a wild card stands for any other that fits "
        "there.",
        "A card is natural in a meld if it is what it shows; a wild one can be that in a row of ranks only, in its own "
        "place.",
        "There is no “alike” of the rank 3.",
        "In a meld a card of the rank A at the low end counts 0.",
        "The player must take a face-up card from the discards or push.",
        "The player may lay a meld, lay off a card or swap a card of the hand for a wild one, again and again, or "
        "leave this out.",
        "Who pushes gives the player to the left the newest discard and the next card of the stock, which only that "
        "player sees, and then draws a card from the stock.",
        "All discards stay face up, and any of them may be taken, but only with all that lie on it.",
        "Who takes a discard must use the lowest card of what was taken in a meld at once, in a new one or laid off, "
        "and may take it only if that can be done.",
        "The first melds of each player in a round must be the contract, all of it laid in one turn; before that the "
        "player lays no other meld, lays nothing off and swaps nothing.",
        "The contract is 2 x alike of at least 3 cards and 1 x row of at least 4 cards.",
        "Who lays off adds a card of the hand to a meld that stays a meld with it; this may be done on melds of the "
        "own side only.",
        "Who swaps puts a card of the hand into any meld in place of a wild one (in a row of ranks: in place of one "
        "that stands for just that card), and must use the wild card at once in another meld, in a new one or laid "
        "off; without such a use nothing is swapped.",
        "A wild card that stands for one of its own rank is not swapped.",
        "The last card of a hand may not be melded or laid off: it must be discarded.",
        "A player whose hand is empty wins the round at once.",
        "When a player draws or pushes and there are not enough cards in the stock, the round ends, and nobody wins "
        "it.",
        "After 60 rounds of turns, the round ends, and nobody wins it.",
        "Each player scores what the cards are worth that this player has melded and laid off, for the side; a wild "
        "card counts what it stands for.",
        "What is scored is 0 minus the total, with what was counted so far as the total.",
    )


def test_contracts_by_round() -> None:
    """Two contracts for seven rounds; jokers alone are wild, and what is melded scores nothing."""
    game = made_up("more-contracts")
    assert_says(
        game,
        "These are wild: joker; in a meld a wild card stands for any other that fits there.",
        "All discards stay face up, and any of them may be taken.",
        "What is taken may stay in the hand.",
        "The contract of each round is:",
        "Round 1: 2 x alike of at least 3 cards.",
        "Round 2: 1 x row of at least 4 cards.",
        "After round 2 they begin again.",
        "Who lays off adds a card of the hand to a meld that stays a meld with it; this may be done on any meld, "
        "whoever has laid it.",
        "The last card of a hand may be melded or laid off, or discarded.",
        "When a player draws and the stock is empty, the round ends, and nobody wins it.",
        "What has been melded is not itself scored.",
    )
    assert not any("natural" in sentence or "of its own rank" in sentence or "pushes" in sentence
                   for sentence in said(game))


def test_the_lowest_of_several_must_be_used() -> None:
    game = made_up("lowest-used")
    assert_says(
        game,
        "Who takes more than one discard must use the lowest of them in a new meld at once, not laid off, and may take "
        "them only if that can be done.",
        "Each player scores what the cards are worth that this player has melded and laid off, for the side; a wild "
        "card counts what it is worth itself.")
    assert not any("contract" in sentence for sentence in said(game))


def test_cap_it() -> None:
    """The five contracts of its five rounds; twos are wild and are not turned up."""
    game = tilegames.load("cap-it")
    assert_says(
        game,
        "These are not turned up: joker and all cards of the rank 2; such a card goes to the bottom of the stock, and "
        "the next is turned up in its place.",
        "Round 1: 2 x set of at least 3 cards.",
        "Round 2: 1 x set of at least 3 cards and 1 x run of at least 4 cards.",
        "Round 3: 2 x run of at least 4 cards.",
        "Round 4: 3 x set of at least 3 cards.",
        "Round 5: 1 x run of at least 3 cards and 1 x run of at least 7 cards.")
    assert not any("begin again" in sentence for sentence in said(game))


def test_a_tree_with_a_spinner_and_duties() -> None:
    """Six doubles and the blank: down 6-6 to 0-0 and up again are 13 rounds."""
    assert_says(
        made_up("tree"),
        "The match ends when a player has a score of 50 or more, even in the middle of a round or when 13 rounds have "
        "been played, with the doubles down and up again, whichever comes first.",
        "If players are level at the top when the match ends, the one with the most rounds without a point wins; if "
        "that does not part them, the one with the lowest score above nothing in a single round wins; if that does not "
        "part them, all of them win.",
        "In the first round or after a blocked round, the player who holds 6-6, or if nobody does the highest double "
        "that anybody holds, starts; the layout starts with that tile. If nobody holds any of these, all players draw "
        "one tile each, first the winner of the round before (or, if there is none, the starter), before anybody "
        "looks, and so on until somebody has it; they keep what they draw.",
        "Otherwise the player after the one who opened the round before (in the first round the starter) starts; the "
        "layout starts with any tile.",
        "The double of the round is 6-6 in the first round, and the next lower one in each later round, down to 0-0; "
        "then they go up again to 6-6.",
        "In turn each player joins one tile to an open end of the layout: it fits if the two numbers that touch are "
        "equal.",
        "The first double that is laid has two more sides, across, which may be joined only once its other sides are "
        "taken.",
        "The first tile has 3 sides (2 if it is no double), and all of them must be filled before anything else may be "
        "played, by whoever is to move.",
        "Every later double has 2 free sides, and all of them must be filled before anything else may be played, by "
        "whoever is to move.",
        "Of several tiles that must be filled, the one laid last comes first.",
        "What no unplayed tile fits need not be filled.",
        "But the player who plays again after a double may first play that one tile elsewhere.",
        "Who lays the first tile or a later double plays again at once.",
        "Who has one tile left after playing must announce it; who does not do so draws one tile, or with nothing to "
        "draw misses a turn.",
        "Who can play must play; who cannot play must draw one tile after another from the stock until one fits, but 2 "
        "at the most.",
        "A tile drawn that fits may be played at once, or kept with a pass; who can play nothing after drawing passes "
        "too, so that the others do not see which it is.",
        "Who cannot play and has nothing to draw passes.",
        "1 tile always stays in the stock.",
        "Who can play may draw all the same, up to 2 tiles, before playing.",
        "A player whose hand is empty wins the round at once, unless the last tile was a later double and there is "
        "something to draw: then the player draws and plays on.",
        "As soon as the player to move cannot play and can draw nothing, the round is blocked, and the player wins "
        "whose tiles in hand are worth least.",
        "If players share the least it is a tie that nobody wins.",
        "After each play the total is the sum of the numbers at all open ends: who has played scores the total at "
        "once, if the total is a multiple of 5.",
        "A double at an end counts its number once, until it is joined on both sides in line; its free sides across "
        "count nothing.",
        "A double that lies alone is one end and counts its number once.",
        "The player that wins a round scores what all tiles still held are worth, and those left in the stock.",
        "Each hand is rounded to the nearest multiple of 10, the middle up.",
        "What is scored is the total divided by 10 (rounded down), with what was counted so far as the total.",
    )


def test_trains() -> None:
    """Partners; the hub of the round is not dealt, so 55 - 28 - 1 = 26 are the stock."""
    assert_says(
        made_up("trains"),
        "The match ends when a side has a score of 20 or more at the end of a round.",
        "If sides are level at the top when a score of 20 is reached, another round is played.",
        "One tile is not dealt: it lies on the table (see the layout).",
        "The other 26 are the stock.",
        "The player after the one who opened the round before (in the first round the starter) plays first, to the "
        "double of the round, which is not dealt but lies on the table at the start.",
        "The double of the round is 9-9 in the first round, and the next lower one in each later round, down to 0-0; "
        "then from 9-9 again.",
        "In turn each player joins one tile to the end of a train: it fits if the two numbers that touch are equal.",
        "A train does not branch, at doubles neither.",
        "All trains begin at the first tile: each player has one, and they are called train 0 to train 3 after the "
        "seats; north and south are for everybody.",
        "A player may play on the own train and those for everybody.",
        "Nobody ever plays on the train of another player.",
        "In the first turn only one tile is played, too.",
        "Every later double must be covered, whosever train it lies on: one tile must be joined to it before anything "
        "else may be played, by whoever is to move.",
        "This never lapses: who has no tile for it draws or passes.",
        "A player whose own train is not begun yet may play nowhere else, not even to cover a double.",
        "Who lays a later double plays again at once.",
        "Nobody needs to announce the last tile.",
        "Who can play must play; who cannot play must draw one tile from the stock, which ends the turn.",
        "Who cannot play and has nothing to draw passes.",
        "The stock may be drawn empty.",
        "Who can play may not draw.",
        "A player whose hand is empty wins the round at once, even if the last tile was a double.",
        "As soon as nobody can play and nothing can be drawn, or no unplayed tile fits, wherever it is, the round is "
        "blocked, and the side wins whose tiles in hand are worth least together.",
        "If both sides share the least it is a tie that nobody wins.",
        "After each play the total is the sum of the numbers at all open ends: who has played scores 1 for the side at "
        "once, if the total is more than 9.",
        "A double at an end counts both its halves, until it is joined on both sides in line.",
        "The side that wins a round scores what the tiles still held by the other sides are worth, less what its own "
        "players still hold after a block.",
    )


def test_trains_for_everybody_are_closed_at_first() -> None:
    """``before_public``, and a starter that is drawn once."""
    assert_says(
        made_up("public"),
        "The starter of the first round is drawn by lot.",
        "What is everybody's is closed to a player whose own train is not begun yet.",
        "A player may play on the own train, those for everybody and those that are open to all.",
        "If all pass one after another and no train that was opened helps anybody, the layout is blocked, and the side "
        "wins whose tiles in hand are worth least together.",
    )


def test_every_double_a_spinner() -> None:
    """Seven doubles, seven rounds, and nothing that must be filled."""
    game = made_up("five-up")
    assert_says(
        game,
        "The match ends when 7 rounds have been played, one for every double.",
        "There is no dealer.",
        "Except after a blocked round, the player who holds the double of the round starts; the layout starts with "
        "that tile. If nobody holds it, the players draw one tile each in turn, first the winner of the "
        "round before (or, if there is none, the starter), until somebody has it, and keep what they draw.",
        "The double of the round is 6-6 in the first round, and the next lower one in each later round, down to 0-0.",
        "Otherwise the player after the one who opened the round before (in the first round the starter) starts; the "
        "layout starts with that player's highest double or, without one, any tile.",
        "Every double has four sides: the two across may be joined only once both in line are taken; at no other tile "
        "does the layout branch.",
        "Who lays the first tile plays again at once.",
        "Who can play must play; who cannot play must draw one tile from the stock.",
        "A tile drawn that fits must be played at once.",
        "2 tiles always stay in the stock.",
        "A player whose hand is empty wins the round at once.",
        "As soon as nobody can play and nothing can be drawn, the round is blocked, and nobody wins it.",
        "A double at an end counts both its halves, until it is joined on both sides in line; its free sides across "
        "count nothing.",
        "A double that lies alone is one end and counts both halves.",
        "The player that wins a round scores what the tiles still held by the other players are worth.",
        "The sum is rounded to the nearest multiple of 5.",
    )
    assert not any("must be filled" in sentence or "covered" in sentence for sentence in said(game))


def test_a_line_with_duties() -> None:
    """Two sides of the first tile and a cover on each double: with duties the order counts, so it is a tree."""
    assert_says(
        made_up("sums"),
        "The match ends when 13 rounds have been played.",
        "In the first round or after a blocked round, the player who holds 6-6 starts; the layout starts with 6-6. If "
        "nobody holds it, the next row that holds decides.",
        "Otherwise the player who holds the next lower double that anybody holds (below the lowest the highest comes "
        "again), or if nobody does the heaviest tile that anybody holds (by pips; of equals the one with the higher "
        "end), starts; the layout starts with any tile.",
        "In turn each player joins one tile to an open end of the layout: it fits if the two numbers that touch add up "
        "to 6.",
        "The first tile has 2 sides, and all of them must be filled before anything else may be played, by whoever is "
        "to move.",
        "Every later double must be covered: one tile must be joined to it before anything else may be played, by "
        "whoever is to move.",
        "Of several tiles that must be filled, the one laid first comes first.",
        "This never lapses: who has no tile for it passes.",
        "Who lays a later double plays again at once.",
        "Who has one tile left after playing must announce it; who does not do so draws one tile, or with nothing to "
        "draw misses a turn.",
        "Who can play must play; who cannot play passes, and draws nothing.",
        "If all pass one after another the layout is blocked, and the player wins whose tiles in hand are worth least.",
        "Each player scores what the tiles are worth that it still holds when a round ends.",
        "Each hand is rounded to the nearest multiple of 10, the middle up.",
    )


def test_sides_by_a_hook() -> None:
    """What a function gives single tiles is a list."""
    assert_says(
        made_up("hooked"),
        "After a round that somebody won, except after a blocked round, the player who holds 6-6, or if nobody does "
        "the highest double that anybody holds, starts; the layout starts with that tile. If nobody holds any of "
        "these, the next row that holds decides.",
        "Otherwise the player after the one who opened the round before (in the first round the starter) starts; the "
        "layout starts with that player's heaviest tile.",
        "So many sides of the first tile must be filled before anything else may be played, by whoever is to move:",
        "3 sides of 6-6.",
        "1 side of 0-0, 1-0, 1-1, 2-0, 2-1, 2-2, 3-0, 3-1, 3-2, 3-3, 4-0, 4-1, 4-2, 4-3, 4-4, 5-0, 5-1, 5-2, 5-3, 5-4, "
        "5-5, 6-0, 6-1, 6-2, 6-3, 6-4 and 6-5.",
        "So many free sides of every later tile must be filled before anything else may be played, by whoever is to "
        "move:",
        "4 sides of 6-6.",
        "2 sides of 5-5.",
        "1 side of 1-0.",
        "A player scores only while the others have nothing: when a player with nothing wins a round from a player "
        "that has points, all scores go back to nothing, and the winner of the round scores nothing either.",
        "Any other tile leaves one end open, with its other number.",
        "Who can play must play; who cannot play must draw one tile after another from the stock until one fits.",
        "Who can play may draw all the same, as many tiles as wished, before playing.",
        "The function `test_rulebook.some_sides` has the last word on how many sides of a piece must be filled (with "
        "least: 1).",
    )


def test_a_line_that_is_dealt_again() -> None:
    """A love ledger that only asks that somebody has nothing."""
    assert_says(
        made_up("redealt"),
        "The player who holds the highest double that anybody holds starts; the layout starts with that tile. If "
        "nobody holds a double, the tiles are shuffled and dealt again.",
        "Nothing must be filled before anything else may be played.",
        "Who can play must play; who cannot play must draw one tile from the stock, which ends the turn.",
        "Who can play may draw all the same, which ends the turn.",
        "Nothing is rounded.",
        "Every player collects what it wins, but as soon as all players have points all scores go back to nothing.",
        "The match ends when a player has a score of 30 or more at the end of a round.",
        "The next round is dealt by the winner of the round (or, if nobody won it, the same dealer).",
    )


@pytest.mark.parametrize(("name", "options", "sentences"), [
    ("chicken-foot", {}, [
        ("The first tile has 4 sides, and all of them must be filled before anything else may be played, by whoever is "
        "to move."),
        ("Every later double has 3 free sides, and all of them must be filled before anything else may be played, by "
        "whoever is to move."),
        "Any other tile leaves one end open, with its other number."]),
    ("chicken-foot", {"centre_arms": 6}, [
        ("The first tile has 6 sides, and all of them must be filled before anything else may be played, by whoever is "
        "to move.")]),
    ("chicken-foot", {"hands": "down_and_up"}, [
        "The match ends when 19 rounds have been played, with the doubles down and up again."]),
    ("mexican-train", {}, [
        "The train of a player who passes, or whose turn ends with a draw, is open to all until its owner plays on it.",
        ("In the first turn, who plays on the own train may go on there with as many tiles as fit, and stop at any "
        "time."),
        "Who lays the first tile or a later double plays again at once.",
        ("As soon as nobody could play even if all trains were open, and nothing can be drawn, the round is blocked, "
        "and nobody wins it.")]),
    ("mexican-train", {"find": "preplaced"}, ["Who lays a later double plays again at once."]),
    ("all-fives", {}, [
        ("The first double that is laid has four sides: the two across may be joined only once both in line are taken; "
        "at no other tile does the layout branch.")]),
    ("all-fives", {"doubles": "muggins"}, ["The line has two ends and does not branch, at doubles neither."]),
    ("block", {}, [
        ("The player that wins a round scores what the tiles still held by the other players are worth, less what the "
        "winner still holds after a block.")]),
    ("jamaican-cut-throat", {"love": "nil_someone"}, [
        "Every player collects what it wins, but as soon as all players have points all scores go back to nothing."]),
])
def test_the_games_of_connecting_tiles(name: str, options: dict[str, Any], sentences: list[str]) -> None:
    """What their rulebooks say of sides, trains and scores."""
    assert_says(tilegames.load(name, **options), *sentences)


# Every sentence has its lines, every key its sentence

def another(game: Game, option: str) -> Any:
    """A value of an option with ``sets`` that is not the one it has."""
    allowed = game.spec.options[option].allowed
    values = allowed if isinstance(allowed, tuple) else [
        number for number in (5, allowed.low, allowed.low + 1) if allowed.low <= number <= (allowed.high or number)]
    return next(value for value in values if str(value) != game.options[option])


def _games() -> Iterator[Any]:
    for name in GAMES:
        game = tilegames.load(name)
        yield pytest.param(game, id=name)
        for variant in game.spec.variants:
            varied = tilegames.load(name, variants=[variant])
            yield pytest.param(varied, id=f"{name}-{variant}")
            for option, row in varied.spec.options.items():
                if option not in game.spec.options:
                    for value in row.values:
                        if value != row.default:
                            yield pytest.param(tilegames.load(name, variants=[variant], **{option: value}),
                                               id=f"{name}-{variant}-{option}-{value}")
        for option, row in game.spec.options.items():
            for value in row.values or [another(game, option)]:
                if value != game.options[option]:
                    yield pytest.param(tilegames.load(name, **{option: value}), id=f"{name}-{option}-{value}")
    for name in MADE_UP:
        yield pytest.param(made_up(name), id=name)


ALL = list(_games())


def _file(game: Game, span: Span) -> list[str]:
    if span.file == "<spec>":
        return MADE_UP[game.name][0].splitlines()
    return Path(span.file).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", GAMES)
def test_every_example_is_named(name: str) -> None:
    """At the end of the book, each at its line."""
    game = tilegames.load(name)
    found = lines(game, examples=True)
    shown = [line.text.casefold().rstrip(".") for line in found[-len(game.examples):]]
    assert shown == [example.name.value.casefold().rstrip(".") for example in game.examples]
    for line in found[-len(game.examples):]:
        assert _file(game, line.span)[line.span.line - 1] == line.span.text


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


#: Blocks whose every word has a sentence of its own.
WORDY = {"Layout", "Opener", "MustFill", "Trains", "Draws", "Blocked", "HandLeft", "OpenEnds", "Love", "Until", "Match",
         "Auction", "Bid", "Tricks", "Barred", "TricksPatch", "ContractPatch", "DeclarePatch", "SuitsPatch", "AllTaken",
         "Bidding", "Exchange", "Schedule", "Visible", "GroupTricks", "Factor", "Redirect", "Payment", "Choose",
         "Turns", "Melding", "Melds", "Showdown", "Discarding"}
#: Keys that name a seat; see the words for seats.
SEATED = ("seat", "first_drawer", "first", "leader", "by", "sits_out")


def test_the_specs_here_use_every_word() -> None:
    """Every word on a closed list, yes and no, and every word for a held piece."""
    used: set[tuple[str, str, Any]] = set()
    held: set[str] = set()

    def visit(value: Any) -> None:
        if isinstance(value, model.HolderOf):
            held.update(name.value for name in value.holder_of)
        if isinstance(value, Block):
            for field in fields_of(type(value)):
                found = getattr(value, field.attribute)
                found = found.at(game.players) if isinstance(found, ByPlayers) else found
                words = found if isinstance(found, tuple) else tuple(found) if isinstance(found, Table) else (found,)
                if field.name in value.places:
                    used.update((type(value).__name__, field.name, word) for word in words
                                if isinstance(word, str | bool))
                visit(found)
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
        game = param.values[0]
        visit(game.spec)
    every: set[tuple[str, str, Any]] = set()
    for cls in walk(model.Spec):
        for field in fields_of(cls):
            if cls.__name__ in WORDY and field.name not in SEATED:
                for words in re.findall(r"\w+(?: \| \w+)+", field.reader.describe()):
                    both = words == "yes | no"
                    every |= {(cls.__name__, field.name, word == "yes" if both else word)
                              for word in words.split(" | ")}
    # A sign is no part of a word.
    every = (every | {("Bid", "then", "+1")}) - {
        ("Opener", "when", True), ("Opener", "when", False), ("Bid", "then", "1")}
    assert len(every) > 150
    assert sorted(map(str, every - used)) == []
    assert set(model.WANTED) <= held


def test_what_the_caller_sets_stands_at_its_option() -> None:
    game = tilegames.load("jamaican-partner", target=3)
    line = next(line for line in lines(game) if line.text.startswith("The match ends"))
    assert any("target:" in span.text for span in line.spans)


@pytest.mark.parametrize(("name", "option", "value"), [
    (name, option, value) for name in GAMES for option, row in tilegames.load(name).spec.options.items()
    for value in (row.values or [another(tilegames.load(name), option)]) if value != row.default])
def test_every_option_changes_the_rules(name: str, option: str, value: Any) -> None:
    """For the usual number of players, or for two, three or seven."""
    best = tilegames.load(name)
    counts = [players for players in (best.players, 7, 2, 3) if can_play(best, players)]
    assert any(said(tilegames.load(name, players=players, **{option: value})) != said(
        tilegames.load(name, players=players)) for players in counts)


def can_play(game: Game, players: int) -> bool:
    """Whether so many can play a game."""
    spec = game.spec.players
    return players == spec.count if spec.count else (spec.min or 0) <= players <= (spec.max or players)


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
    ("texas-42", {"doubles_led_fallback": "yes", "follow_me_doubles": "own_suit"},
     {"trump": "none", "trick": ["4-4"], "hand": ["6-4", "5-3"]}, ["5-3"], "must-follow-number"),
    ("hearts", {}, {"turn": 0, "hand": ["AH", "2S"]}, ["AH"], "barred"),
    ("hearts", {}, {"trick": ["2C"], "leader": 3, "tricks": [0, 0, 0, 0], "hand": [
        "AH", "2S", "3S", "4S", "5S", "6S", "7S", "2D", "3D", "4D", "5D", "6D", "7D"]}, ["AH"], "barred"),
    ("spades", {}, {"trick": ["2C"], "leader": 3, "hand": ["AC", "2S"]}, ["2S"], "must-follow"),
    ("jamaican-partner", {}, {"layout": ["6-6"], "hand": ["6-1"]}, ["pass"], "must-play-if-able"),
    ("jamaican-partner", {}, {"hands": [["6-6", "5-5"]]}, ["5-5"], "must-open-with"),
    ("draw", {}, {"layout": ["6-6"], "hand": ["5-1"], "turn": 0}, ["pass"], "must-draw"),
    ("all-fives", {}, {"layout": ["6-6"], "hand": ["6-1"], "turn": 0}, ["pass"], "must-play-if-able"),
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
    ("total % 5 == 0", "the total is a multiple of 5"),
    ("total % 5 != 0", "the total is no multiple of 5"),
    ("pips % 3 == 0", "its pips are a multiple of 3"),
    ("total % 5 == 1", "the remainder of the total divided by 5 is 1"),
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
