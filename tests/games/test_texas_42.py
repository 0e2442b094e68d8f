"""Texas 42: what the examples of the spec cannot say (rules reference, section 2)."""

import itertools
import pickle
import random

import pytest

import tilegames
from tilegames import Deal, State

TRUMPS = ["blanks", "ones", "twos", "threes", "fours", "fives", "sixes", "doubles"]


@pytest.fixture(scope="module")
def game():
    return tilegames.load("texas-42")


def suit_table(game, trump):
    return game.flow.suit_tables[trump]


@pytest.mark.parametrize("trump", TRUMPS)
def test_every_trump_has_seven_tiles(game, trump):
    """T42-01: any trump but none is a suit of seven tiles."""
    table = suit_table(game, trump)
    assert table.follow[table.trump].bit_count() == 7


def test_a_trump_number_leaves_six_tiles_to_every_other_suit(game):
    """T42-01: with threes as trumps every other number has six tiles; without trumps seven."""
    assert [suit_table(game, "threes").follow[n].bit_count() for n in range(7)] == [6, 6, 6, 7, 6, 6, 6]
    assert [suit_table(game, "none").follow[n].bit_count() for n in range(7)] == [7] * 7
    assert [suit_table(game, "doubles").follow[n].bit_count() for n in range(7)] == [6] * 7


@pytest.mark.parametrize("trump", [*TRUMPS, "none"])
def test_every_tile_is_in_just_the_suits_that_the_rules_give_it(game, trump):
    """Section 2.6: a trump is in the trump suit alone, any other tile in the suits of both its numbers."""
    table = suit_table(game, trump)
    number = TRUMPS.index(trump) if trump in TRUMPS[:7] else None
    for high, low in ((h, w) for h in range(7) for w in range(h + 1)):
        piece = game.pieces.find(f"{high}-{low}")
        suits = {suit for suit, mask in enumerate(table.follow) if mask >> piece & 1}
        is_trump = number in (high, low) if number is not None else trump == "doubles" and high == low
        expected = {7 if trump == "doubles" else number} if is_trump else {high, low}
        assert suits == expected, f"{high}-{low} with {trump}"
        assert table.lead[piece] == (next(iter(expected)) if is_trump else high)


def test_the_order_of_the_fours(game):
    """Case A05: 4-4 6-4 5-4 4-3 4-2 4-1 4-0, from high to low."""
    table = suit_table(game, "fours")
    order = ["4-4", "6-4", "5-4", "4-3", "4-2", "4-1", "4-0"]
    strengths = [table.strength[4][game.pieces.find(name)] for name in order]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == 7


def test_the_order_of_doubles_as_trumps(game):
    """Section 2.6: 6-6 down to 0-0."""
    table = suit_table(game, "doubles")
    strengths = [table.strength[7][game.pieces.find(f"{n}-{n}")] for n in (6, 5, 4, 3, 2, 1, 0)]
    assert strengths == sorted(strengths, reverse=True)
    assert strengths[-1] > 0


@pytest.mark.parametrize("trump", [*TRUMPS, "none"])
def test_no_trick_is_a_tie(game, trump):
    """Section 6: ranks within a suit are strict, so every trick has one winner."""
    table = suit_table(game, trump)
    for row, followers in zip(table.strength, table.follow, strict=True):
        if followers:
            able = [strength for strength in row if strength]
            assert len(set(able)) == len(able)


def draw_for_shaker(game, *tiles):
    pieces = game.pieces
    return Deal(tuple(range(28)), (("dealer", tuple(pieces.find(tile) for tile in tiles)),))


def test_the_highest_draw_is_the_first_shaker(game):
    """Section 2.2: most pips win; the left neighbour of the shaker bids first."""
    state = game.new_state(deal=draw_for_shaker(game, "3-1", "6-5", "5-5", "0-0"), seed=1)
    assert state.view(0).dealer == 1
    assert state.turn == 2


def test_tied_drawers_draw_again(game):
    """Section 2.2: 6-4 and 5-5 tie at ten; seats 0 and 2 draw again, and again, until one has more."""
    tied = draw_for_shaker(game, "6-4", "1-0", "5-5", "2-0", "6-0", "5-1", "0-0", "3-0")
    assert game.new_state(deal=tied, seed=1).view(0).dealer == 2


def test_an_undecided_draw_is_no_deal(game):
    """A deal whose draw ends in a tie is refused."""
    with pytest.raises(tilegames.DealError, match='decide the draw "dealer"'):
        game.new_state(deal=draw_for_shaker(game, "6-4", "1-0", "5-5", "2-0"))


def play_text(state, text):
    for move in text.split(","):
        state = state.play(move.strip())
    return state


def test_a_whole_round_by_hand(game):
    """A round worked out by hand: seat 1 bids 31 with sixes, takes 26 with its partner and fails."""
    hands = [
        ["5-5", "5-3", "5-2", "4-4", "4-3", "2-2", "0-0"],
        ["6-6", "6-5", "6-4", "6-3", "1-1", "1-0", "2-0"],
        ["5-4", "5-1", "4-2", "3-3", "3-1", "2-1", "4-0"],
        ["6-2", "6-1", "6-0", "5-0", "4-1", "3-2", "3-0"],
    ]
    state = game.new_state(deal=game.deal(hands=hands, dealer=0), seed=3)
    state = play_text(state, "31, pass, pass, pass, sixes")
    # Seat 1 leads the 6-6: 0 points for tiles, and no other seat but 3 holds sixes.
    state = play_text(state, "6-6, 5-4, 6-0, 0-0")          # 1 point for seats 1 and 3
    assert state.turn == 1
    state = play_text(state, "6-5, 4-0, 6-1, 2-2")          # 1
    state = play_text(state, "6-4, 2-1, 6-2, 4-3")          # 11
    state = play_text(state, "1-1, 5-1, 4-1, 4-4")          # 1-1 is the highest one: 6
    assert state.view(0).points == (0, 19)
    state = play_text(state, "2-0, 4-2, 3-2, 5-2")          # led as a two: the 5-2 is highest, and has the 3-2: 6 for 0
    assert (state.turn, state.view(0).points) == (0, (6, 19))
    state = play_text(state, "5-5, 6-3")                    # seat 1 has no five and trumps
    state = play_text(state, "3-3, 5-0")                    # 1 + 10 + 5 = 16 for seat 1
    assert (state.turn, state.view(0).points) == (1, (6, 35))
    state = play_text(state, "1-0, 3-1, 3-0, 5-3")          # led as a one: seat 2's 3-1 is higher: 1 point
    assert state.scores == (0, 1)                           # 35 is enough for 31
    assert [event.rule for event in state.score_events] == ["made"]


def test_points_of_a_round_sum_to_forty_two(game):
    """Section 6: seven tricks and thirty-five count, in every round of 40 matches."""
    for seed in range(40):
        total = 0
        for state in game.playout(seed=seed).states():
            for event in state.events:
                if event.kind == "trick":
                    total += event.value
                elif event.kind == "round" and "played" in event.text:
                    assert total == 42
                    total = 0


def test_a_point_bid_is_made_or_set_exactly(game):
    """Section 6: with n bid, the declarers score at n points, the opponents if they have 43 - n."""
    for bid, points in itertools.product(range(30, 42), range(43)):
        state = game.position(bid=bid, declarer=0, taken=[points, 42 - points])
        opponents = 42 - points >= 43 - bid
        assert state.scores == ((0, 1) if opponents else (1, 0))


# Suits under every contract, by a definition of their own


def suits_by_the_book(tile, trump, doubles):
    """Section 2.6 and 2.8: the suits of a tile; numbers are themselves, doubles are 7.

    ``doubles`` says what they are where they are no trump: ``number`` (a member of their number) or ``own``.
    """
    high, low = tile
    if trump in tile:
        return {trump}
    if high == low and (trump == 7 or doubles == "own"):
        return {7}
    return {high, low}


def tiles():
    return [(high, low) for high in range(7) for low in range(high + 1)]


def check_table(game, table, trump, doubles):
    """Each tile is in exactly the suits that the book gives it, and asks for its high end or its only suit."""
    for tile in tiles():
        piece = game.pieces.find(f"{tile[0]}-{tile[1]}")
        expected = suits_by_the_book(tile, trump, doubles)
        assert {suit for suit, mask in enumerate(table.follow) if mask >> piece & 1} == expected, tile
        assert table.lead[piece] == (tile[0] if tile[0] in expected else min(expected)), tile
        assert table.other_lead[piece] == (tile[1] if len(expected) == 2 else -1), tile


def order_in(game, table, suit):
    """The tiles of a suit from high to low."""
    able = [game.pieces.find(f"{high}-{low}") for high, low in tiles()]
    able = [piece for piece in able if table.follow[suit] >> piece & 1]
    return [game.pieces.names[piece] for piece in sorted(able, key=lambda piece: -table.strength[suit][piece])]


@pytest.mark.parametrize("doubles", ["high", "low", "own_suit"])
@pytest.mark.parametrize("trump", range(8))
def test_a_trump_makes_doubles_what_they_always_are(trump, doubles):
    """Section 2.6: follow_me_doubles is about hands without a trump."""
    game = tilegames.load("texas-42", follow_me_doubles=doubles)
    table = suit_table(game, TRUMPS[trump])
    check_table(game, table, trump, "number")
    for suit in range(7):
        if suit != trump:
            names = [f"{max(suit, other)}-{min(suit, other)}" for other in (suit, *range(6, -1, -1))
                     if other != trump and not (trump == 7 and other == suit)]
            assert order_in(game, table, suit) == list(dict.fromkeys(names))


#: What doubles are: the order of fives, and of doubles as a suit.
ORDERS = {
    "high": (["5-5", "6-5", "5-4", "5-3", "5-2", "5-1", "5-0"], []),
    "low": (["6-5", "5-4", "5-3", "5-2", "5-1", "5-0", "5-5"], []),
    "own": (["6-5", "5-4", "5-3", "5-2", "5-1", "5-0"], ["6-6", "5-5", "4-4", "3-3", "2-2", "1-1", "0-0"]),
    "own_inverted": (["6-5", "5-4", "5-3", "5-2", "5-1", "5-0"], ["0-0", "1-1", "2-2", "3-3", "4-4", "5-5", "6-6"]),
}


@pytest.mark.parametrize(("value", "doubles"), [("high", "high"), ("low", "low"), ("own_suit", "own")])
def test_what_doubles_are_without_trumps(value, doubles):
    """Section 2.6, follow_me_doubles: each tile in exactly its suits, fives and doubles in their order."""
    game = tilegames.load("texas-42", follow_me_doubles=value)
    table = suit_table(game, "none")
    check_table(game, table, None, "own" if doubles == "own" else "number")
    assert (order_in(game, table, 5), order_in(game, table, 7)) == ORDERS[doubles]


@pytest.mark.parametrize("doubles", ["high", "low", "own_suit"])
@pytest.mark.parametrize("value", ["own", "high", "low", "own_inverted"])
def test_what_doubles_are_in_a_nel_o(value, doubles):
    """Section 2.8, nello_doubles: the same, and what they are in other hands is nothing to it."""
    game = tilegames.load("texas-42", variants=["nel-o"], nello_doubles=value, follow_me_doubles=doubles)
    table = game.position(bid="2 marks", declared="nel-o", turn=0)._table.suits
    check_table(game, table, None, "own" if value.startswith("own") else "number")
    assert (order_in(game, table, 5), order_in(game, table, 7)) == ORDERS[value]
    assert table.trumps == 0


def test_the_declarer_picks_what_doubles_are_in_a_nel_o():
    """Section 2.8: the three to choose from are own, high and low."""
    game = tilegames.load("texas-42", variants=["nel-o"], nello_doubles="declarer_picks")
    for said, value in (("nel-o", "own"), ("nel-o with doubles high", "high"), ("nel-o with doubles low", "low")):
        state = game.position(bid="2 marks").play(said)
        table = state._table.suits
        check_table(game, table, None, "own" if value == "own" else "number")
        assert (order_in(game, table, 5), order_in(game, table, 7)) == ORDERS[value]
        assert state.view(None).sits_out == 2


def test_sevens_ranks_all_tiles_by_their_distance_from_seven():
    """Section 2.8: three tiles have seven pips, and 6-6 and 0-0 are farthest in their directions."""
    game = tilegames.load("texas-42", variants=["sevens"])
    suits = game.position(bid="1 mark").play("sevens")._table.suits
    groups = {}
    for high, low in tiles():
        strength = suits.strength[0][game.pieces.find(f"{high}-{low}")]
        groups.setdefault(strength, set()).add(abs(high + low - 7))
    assert [groups[strength] for strength in sorted(groups, reverse=True)] == [{n} for n in range(8)]


# Hands with special contracts, worked out by hand

#: Seat 1 has four doubles, seat 3 the fives.
PLUNGE = [
    ["0-0", "1-0", "2-0", "3-0", "4-0", "5-0", "6-0"],
    ["6-6", "4-4", "3-3", "2-2", "2-1", "3-1", "4-1"],
    ["1-1", "6-1", "6-2", "6-3", "6-4", "3-2", "4-2"],
    ["5-5", "6-5", "5-4", "5-3", "5-2", "5-1", "4-3"],
]


def dealt(hands, *, dealer=0, variants=(), **options):
    game = tilegames.load("texas-42", variants=list(variants), **options)
    return game.new_state(deal=game.deal(hands=hands, dealer=dealer), seed=5)


def test_a_plunge_by_hand():
    """Section 2.8: seat 1 plunges, seat 3 names fives, leads and takes all with seat 1: four marks."""
    state = dealt(PLUNGE, variants=["plunge"])
    assert "plunge" in map(str, state.legal_moves)
    state = play_text(state, "plunge, pass, pass, pass")
    assert (state.turn, state.phase, state.view(0).contract) == (3, "declare", (1, "plunge"))
    state = play_text(state, "fives")
    assert state.turn == 3
    state = play_text(state, "5-5, 5-0, 2-1, 6-1")          # 1 + 10 + 5
    assert state.view(None).points == (0, 16)
    for number, tile in enumerate(("6-5", "5-4", "5-3", "5-2", "5-1")):
        state = play_text(state, tile)
        while state.turn != 3:
            hand = [str(move) for move in state.legal_moves if str(move) != "4-4"]
            state = state.play(hand[0])
        assert state.view(None).tricks == (0, number + 2)
    state = state.play("4-3")                               # asks for fours: the 4-4 of seat 1 is highest
    while state.round == 0:
        state = state.play(state.legal_moves[0])
    assert state.scores == (0, 4)
    assert [(event.side, event.amount, event.rule) for event in state.score_events] == [(1, 4, "made")]


def test_a_decided_hand_stops():
    """Section 2.7, stop_when_decided: in the hand worked out above 31 are reached with the sixth trick."""
    hands = [
        ["5-5", "5-3", "5-2", "4-4", "4-3", "2-2", "0-0"],
        ["6-6", "6-5", "6-4", "6-3", "1-1", "1-0", "2-0"],
        ["5-4", "5-1", "4-2", "3-3", "3-1", "2-1", "4-0"],
        ["6-2", "6-1", "6-0", "5-0", "4-1", "3-2", "3-0"],
    ]
    state = dealt(hands, stop_when_decided="yes")
    state = play_text(state, "31, pass, pass, pass, sixes, 6-6, 5-4, 6-0, 0-0, 6-5, 4-0, 6-1, 2-2, 6-4, 2-1, 6-2, 4-3")
    state = play_text(state, "1-1, 5-1, 4-1, 4-4, 2-0, 4-2, 3-2, 5-2, 5-5, 6-3, 3-3")
    assert state.round == 0
    state = state.play("5-0")
    assert (state.round, state.scores) == (1, (0, 1))
    kinds = [event.kind for event in state.events if event.kind in ("trick", "stop", "round")]
    assert kinds == ["trick", "stop", "round"]


def test_stopping_is_refused_where_points_count():
    """Section 2.7: it changes nothing in mark scoring; in points it would, so the two do not go together."""
    with pytest.raises(tilegames.OptionError, match="stop_when_decided"):
        tilegames.load("texas-42", variants=["points-250"], stop_when_decided="yes")


@pytest.mark.parametrize(("variants", "options"), [
    ([], {}), (["nel-o"], {"nello_min": "1"}), (["sevens"], {}), (["plunge"], {"plunge_entry": "jump_any"}),
    (["all-specials", "splash"], {"plunge_partner_may": "any_contract", "splash_entry": "jump_any"})])
def test_a_hand_that_stops_scores_as_if_played_out(variants, options):
    """Section 2.7: the same cards and moves, once to the end and once until decided: the same scores."""
    long = tilegames.load("texas-42", variants=variants, **options)
    short = tilegames.load("texas-42", variants=variants, stop_when_decided="yes", **options)
    stopped = 0
    for seed in range(40):
        rng = random.Random(seed)
        whole, brief = long.new_state(seed=seed), short.new_state(seed=seed)
        assert whole.view(0).hand == brief.view(0).hand
        while whole.round == 0 and not whole.is_over:
            assert brief.round or brief.turn == whole.turn
            move = rng.choice([str(move) for move in whole.legal_moves])
            whole = whole.play(move)
            if brief.round == 0 and not brief.is_over:
                brief = brief.play(move)
                stopped += brief.round == 1 and whole.round == 0
        assert (brief.scores, brief.round) == (whole.scores, whole.round)
    assert stopped > 5


# What is refused, and in which words


def refused(state, move):
    reason = state.why_illegal(move)
    return None if reason is None else (reason.code, reason.sentence)


def test_what_the_auction_says_when_it_refuses():
    """Section 2.4 and 2.8: the codes and sentences of bids; each names its line of the spec."""
    game = tilegames.load("texas-42", variants=["plunge", "splash"])
    start = game.position(hands=[["4-4", "3-3", "2-2", "1-1"], ["6-6", "5-5", "0-0"]])
    assert refused(start, "plunge") == ("hand-too-weak", "this hand may not bid plunge")
    assert refused(start, "splash 3") is None
    assert refused(start, "3 marks") == ("jump-too-high", "3 marks may be bid only over 2 marks")
    later = game.position(bids=["31"], hands=[[], [], ["6-6", "5-5", "4-4", "3-3"]])
    assert refused(later, "plunge") == ("opening-only", "plunge may be bid only before anybody has bid")
    assert refused(later, "30") == ("must-raise", "a bid must be higher than 31")
    last = game.position(bids=["pass", "pass", "pass"])
    assert refused(last, "pass") == ("forced-bid", "all others passed: the dealer must bid 30")
    for state, move in ((start, "plunge"), (later, "30"), (last, "pass")):
        assert state.why_illegal(move).place.file.endswith("texas-42.yaml")


def test_a_refused_bid_does_not_tell_the_hands_of_others():
    """The answer to a bid depends on the hand of who asks alone."""
    game = tilegames.load("texas-42", variants=["plunge"])
    rest = ["2-1", "2-0", "1-0"]
    one = game.position(hands=[["6-6", "5-5", "4-4"], ["3-3", *rest]])
    two = game.position(hands=[["6-0", "5-0", "4-0"], ["3-3", *rest]])
    assert str(one.why_illegal("plunge")) == str(two.why_illegal("plunge"))


def test_what_the_declaration_says_when_it_refuses():
    """Section 2.8: the bid must allow the contract."""
    game = tilegames.load("texas-42", variants=["all-specials"], nello="forced_shaker_only", all_pass="at_least_30")
    low = game.position(bid="41")
    assert refused(low, "sevens") == ("bid-too-low", "the bid of 41 does not allow sevens")
    assert refused(low, "nel-o")[0] == "bid-too-low"
    free = game.position(bids=["pass", "2 marks", "pass"]).play("pass")
    assert refused(free, "nel-o") == ("not-forced", "nel-o may be declared only by who was forced to bid")


def test_what_tricks_say_when_they_refuse():
    """Sections 2.6 to 2.8: following, doubles led, Sevens, calls."""
    game = tilegames.load("texas-42", variants=["sevens"], doubles_led_fallback="yes", declared_lead="always")
    state = game.position(trump="fours", led=["6-2"], hand=["6-1", "6-4"])
    assert refused(state, "6-4") == ("must-follow", "a piece of the suit led must be played by who has one")
    assert refused(state, "5-5") == ("not-in-hand", "seat 1 does not hold 5-5")
    state = game.position(trump="doubles", led=["3-3"], hand=["6-3", "6-5"])
    assert refused(state, "6-5") == ("must-follow-number", "who cannot follow a double must play its number")
    state = game.position(bid="1 mark").play("sevens")
    far = max(state.view(0).hand, key=lambda name: abs(int(name[0]) + int(name[2]) - 7))
    assert refused(state, far) == ("must-play-best", "one of the best pieces by the formula must be played")
    state = game.position(trump="none", turn=0, hand=["6-4", "6-6"])
    assert refused(state, "6-6 as sixes") is not None
    assert refused(state, "6-4 as fives")[0] in ("no-call", "no-such-move")


# What is seen


def test_who_sits_out_sees_the_own_hand_and_nothing_more():
    """Section 2.8: the partner keeps its seven tiles; nobody else sees them, and it never moves."""
    state = dealt(PLUNGE, dealer=2, variants=["nel-o"])     # seat 3 speaks first
    state = play_text(state, "2 marks, pass, pass, pass, nel-o")
    assert (state.turn, state.view(1).sits_out) == (3, 1)
    for _ in range(9):
        assert set(state.view(1).hand) == set(PLUNGE[1])
        assert state.view(1).legal_moves == ()
        for seat in (0, 2, 3, None):
            view = state.view(seat)
            assert view.hands[1] is None
            assert view.hand_sizes[1] == 7
            assert view.sits_out == 1
        state = state.play(state.legal_moves[0])
        if state.round:
            break
        assert state.turn != 1


@pytest.mark.parametrize(("bid", "hidden"), [("31", False), ("1 mark", True), ("2 marks", True)])
def test_tricks_lie_face_down_under_bids_of_marks(bid, hidden):
    """Section 2.7: with mark_bid_tricks=face_down nobody sees the tricks taken once marks were bid."""
    state = dealt(PLUNGE, mark_bid_tricks="face_down")
    state = play_text(state, f"{bid}, pass, pass, pass, sixes, 6-6, 6-1, 6-5, 6-0")
    for seat in (0, 1, 2, 3, None):
        won = [set(names) for names in state.view(seat).won]
        assert won == [set(), set() if hidden else {"6-6", "6-1", "6-5", "6-0"}]
        assert state.view(seat).tricks == (0, 1)
        assert state.view(seat).points == (0, 1)


def test_tricks_lie_face_down_under_a_plunge_and_in_other_contracts():
    """A Plunge is a bid of marks; in a Nel-O that marks brought the tricks lie face down, too."""
    state = dealt(PLUNGE, variants=["all-specials"], mark_bid_tricks="face_down")
    state = play_text(state, "plunge, pass, pass, pass, fives, 5-5, 5-0, 2-1, 6-1")
    assert [state.view(seat).won for seat in range(4)] == [((), ())] * 4
    state = dealt(PLUNGE, variants=["all-specials"], mark_bid_tricks="face_down")
    state = play_text(state, "pass, pass, pass, 30, sixes, 6-0, 6-6, 6-1, 6-5")
    assert set(state.view(2).won[1]) == {"6-0", "6-6", "6-1", "6-5"}


def test_hidden_hands_do_not_show_in_a_view():
    """Two deals that differ only in the hands of the others look alike, through auction, declaring and play."""
    swapped = [PLUNGE[0], PLUNGE[1], list(PLUNGE[2]), list(PLUNGE[3])]
    swapped[2][3], swapped[3][6] = swapped[3][6], swapped[2][3]     # the 6-3 for the 4-3
    one, two = (dealt(hands, variants=["all-specials", "splash"]) for hands in (PLUNGE, swapped))
    for move in ("plunge", "pass", "pass", "pass", "fives", "5-5", "5-0"):
        one, two = one.play(move), two.play(move)
        assert one.view(0) == two.view(0)
        assert one.view(1) == two.view(1)
        assert one.view(None) == two.view(None)


# Copies


@pytest.mark.parametrize(("moves", "options"), [
    ("plunge, pass, pass, pass", {}),
    ("plunge, pass, pass, pass, nel-o", {"plunge_partner_may": "any_contract"}),
    ("plunge, pass, pass, pass, nel-o, 5-5, 0-0", {"plunge_partner_may": "any_contract"}),
    ("plunge, pass, pass, pass, sevens, 4-3", {"plunge_partner_may": "any_contract"}),
    ("2 marks, pass, pass, pass, sevens, 4-4", {"declared_lead": "first_trick"}),
    ("2 marks, pass, pass, pass, nel-o, 3-1 as ones, 6-1", {"declared_lead": "first_trick"}),
    ("2 marks, pass, pass, pass, undeclared", {"declared_lead": "first_trick"}),
    ("31, pass, pass, pass, undeclared, 6-6, 6-1, 6-5, 6-0", {"declared_lead": "first_trick"}),
])
def test_a_copy_goes_on_as_the_original(moves, options):
    """A state that was pickled in the middle of a contract plays on to the same end."""
    state = dealt(PLUNGE, variants=["all-specials"], **options)
    for move in moves.split(","):
        wanted = move.strip()
        state = state.play(wanted)
    copy = pickle.loads(pickle.dumps(state))
    assert isinstance(copy, State)
    assert copy == state
    assert [copy.view(seat) for seat in range(4)] == [state.view(seat) for seat in range(4)]
    rng = random.Random(7)
    while not state.is_over and state.round == 0:
        assert [str(move) for move in copy.legal_moves] == [str(move) for move in state.legal_moves]
        move = rng.choice(state.legal_moves)
        state, copy = state.play(move), copy.play(str(move))
    assert copy.scores == state.scores
    assert copy == state


# Positions


@pytest.mark.parametrize(("words", "message"), [
    ({"bid": "2 marks", "declared": "nel-0"}, "no contract"),
    ({"bid": "2 marks", "declared": "nel-o", "leader": 2, "trick": ["6-6"]}, "sits out"),
    ({"bid": "2 marks", "declared": "nel-o", "turn": 2}, "sits out"),
    ({"bid": "2 marks", "declared": "nel-o", "trick": ["6-6", "6-5", "6-4", "6-3"]}, "3 seats"),
    ({"bids": ["plunge"], "hands": [[], ["6-6", "5-5", "4-4", "2-1", "3-1", "4-1", "5-1"]]}, "does not allow plunge"),
    ({"bids": ["3 marks"]}, "cannot be said"),
    ({"bids": ["30", "plunge"]}, "cannot be said"),
    ({"bid": "plunge", "declared": "nel-o"}, "no contract"),
    ({"bid": "pass"}, "wins no auction"),
])
def test_positions_that_cannot_be(words, message):
    """Words that contradict the contract are refused with the word."""
    game = tilegames.load("texas-42", variants=["all-specials"])
    with pytest.raises(tilegames.PositionError, match=message):
        game.position(**words)


def test_the_base_game_knows_no_contracts():
    """Without a variant there is nothing to be declared but trumps."""
    game = tilegames.load("texas-42")
    with pytest.raises(tilegames.PositionError, match="declared"):
        game.position(bid="2 marks", declared="nel-o")
    for word in ("nel-o", "sevens"):
        assert game.position(bid="2 marks").why_illegal(word).code == "no-such-move"
    assert game.new_state(seed=1).why_illegal("plunge").code == "no-such-move"
