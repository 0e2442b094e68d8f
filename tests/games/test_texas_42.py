"""Texas 42: what the examples of the spec cannot say (rules reference, section 2)."""

import itertools

import pytest

import tilegames
from tilegames import Deal

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
