"""Chicken Foot: vectors F1 to F21 and what the examples of the spec cannot say (rules reference, section 4)."""

import random

import pytest

import tilegames

EVERY = [f"{high}-{low}" for high in range(10) for low in range(high + 1)]
#: Four arms, then a foot on 4-4 with two toes; of the ten tiles with a four only 8-4 is not down yet.
BEFORE_LAST_TOE = ["9-9", "9-4", "9-1", "9-2", "9-3", "4-2@9-2", "4-1@9-1", "4-3@9-3", "4-0@4-2", "5-0@4-0", "5-4@5-0",
                   "6-4@5-4", "4-4@9-4", "7-4@4-4"]
#: The same with no toe yet: 7-4 lies elsewhere.
BEFORE_FIRST_TOE = [*BEFORE_LAST_TOE[:-2], "7-6@6-4", "7-4@7-6", "4-4@9-4"]
FOUR_ARMS = ["9-9", "9-4", "9-1", "9-7", "9-0"]
NO_FIT = ["8-8", "7-7", "6-6", "5-5", "4-4", "3-3", "2-2", "1-1", "0-0", "8-7", "8-6"]


@pytest.fixture(scope="module")
def game():
    return tilegames.load("chicken-foot")


def load(**how):
    return tilegames.load("chicken-foot", **how)


def legal(state):
    return [str(move) for move in state.legal_moves]


def without(laid):
    """The tiles of the set that do not lie in a layout."""
    return [tile for tile in EVERY if tile not in {text.partition("@")[0] for text in laid}]


def sizes(state):
    view = state.view(None)
    return [*view.hand_sizes, view.stock]


# The set and the deal


@pytest.mark.parametrize(("variants", "top", "tiles"), [([], 9, 55), (["double-12"], 12, 91), (["double-15"], 15, 136),
                                                        (["double-18"], 18, 190)])
def test_the_set(variants, top, tiles):
    """F1, and section 8 (a set was once built with two double blanks): every pair of numbers once."""
    kinds = load(variants=variants).pieces.kinds
    pairs = [kind.ends for kind in kinds]
    assert len(pairs) == len(set(pairs)) == len(load(variants=variants).pieces) == tiles
    assert pairs.count((0, 0)) == 1
    assert [sum(number in pair for pair in pairs) for number in range(top + 1)] == [top + 1] * (top + 1)


def test_the_pips_of_a_double_nine_set(game):
    """Section 4.2: 495 pips, nine tiles with a number beside its double."""
    assert sum(kind.pips for kind in game.pieces.kinds) == 495
    assert sum(4 in kind.ends and not kind.double for kind in game.pieces.kinds) == 9


HANDS = {2: (7, 41), 3: (7, 34), 4: (7, 27), 5: (7, 20), 6: (7, 13), 7: (7, 6), 8: (6, 7)}


@pytest.mark.parametrize("players", HANDS)
def test_the_hands_of_a_double_nine_set(players):
    """F2 and 4.2: seven tiles each, six for eight players; the rest is the yard."""
    each, yard = HANDS[players]
    game = load(players=players)
    assert sizes(game.new_state(deal=game.deal(hands=[["9-9"]]), seed=0)) == [each] * players + [yard]


@pytest.mark.parametrize(("variant", "top", "tiles", "most"), [("double-12", 12, 91, 12), ("double-15", 15, 136, 12),
                                                               ("double-18", 18, 190, 16)])
def test_the_hands_of_larger_sets(variant, top, tiles, most):
    """4.2: seven tiles each with any number of players."""
    for players in range(2, most + 1):
        game = load(players=players, variants=[variant])
        state = game.new_state(deal=game.deal(hands=[[f"{top}-{top}"]]), seed=0)
        assert sizes(state) == [7] * players + [tiles - 7 * players]
    with pytest.raises(tilegames.OptionError, match="players"):
        load(players=most + 1, variants=[variant])


PRINTED = {
    None: (9, 55, {2: 20, 3: 14, 4: 11, 5: 9, 6: 7}),
    "double-12": (12, 91, {4: 18, 5: 14, 6: 12, 7: 10, 8: 9}),
    "double-15": (15, 136, {6: 18, 7: 15, 8: 14, 9: 12, 10: 10, 11: 10, 12: 9}),
    "double-18": (18, 190, {8: 19, 9: 17, 10: 15, 11: 14, 12: 13, 13: 12, 14: 11, 15: 10, 16: 9}),
}


@pytest.mark.parametrize("variant", PRINTED)
def test_the_printed_hand_table(variant):
    """4.2, option hand_table=puremco: its rows, and no hand for a number of players that it does not have."""
    top, tiles, table = PRINTED[variant]
    variants = [variant] if variant else []
    counts = range(2, {9: 8, 12: 12, 15: 12, 18: 16}[top] + 1)
    for players in counts:
        if players not in table:
            with pytest.raises(tilegames.OptionError, match=r"deal for \d+ players .*specs/chicken-foot\.yaml:\d+"):
                load(players=players, variants=variants, hand_table="puremco")
            continue
        game = load(players=players, variants=variants, hand_table="puremco")
        state = game.new_state(deal=game.deal(hands=[[f"{top}-{top}"]]), seed=0)
        assert sizes(state) == [table[players]] * players + [tiles - table[players] * players]


@pytest.mark.parametrize(("how", "needed"), [
    ({"players": 8, "tiles_each": 7}, "56 pieces"),
    ({"players": 3, "tiles_each": 19}, "57 pieces"),
    ({"players": 12, "variants": ["double-12"], "tiles_each": 8}, "96 pieces"),
    ({"players": 12, "variants": ["double-15"], "tiles_each": 12}, "144 pieces"),
    ({"players": 16, "variants": ["double-18"], "tiles_each": 12}, "192 pieces")])
def test_more_tiles_than_the_set_has(how, needed):
    """F2: 8 x 7 = 56 > 55 is refused when the game is loaded, with the numbers and the line."""
    with pytest.raises(tilegames.OptionError, match=rf"{needed} .*specs/chicken-foot\.yaml:\d+:\d+"):
        load(**how)


def test_a_spec_that_deals_too_much():
    """F2: a spec that says so itself is wrong, at the line where it does."""
    text = "tilegames: 1\ngame: wide\nextends: chicken-foot\nabout: {title: Wide}\ndeal:\n  each: 7\n"
    with pytest.raises(tilegames.SpecError) as caught:
        tilegames.loads(text)
    (problem,) = caught.value.problems
    assert "56" in problem.message
    assert "55" in problem.message
    assert problem.span.line == 6


def test_the_centre_set_aside_counts_as_a_tile():
    """F2 with find=preplaced: 5 x 11 = 55 tiles are not there when the centre lies on the table."""
    with pytest.raises(tilegames.OptionError, match=r"specs/chicken-foot\.yaml:\d+:\d+"):
        load(players=5, tiles_each=11, find="preplaced")


def test_the_whole_set_in_hand():
    """4.2: 5 x 11 = 55 leaves no yard; somebody holds the double, and nobody draws."""
    game = load(players=5, tiles_each=11)
    for seed in range(5):
        state = game.new_state(seed=seed)
        assert sizes(state) == [11, 11, 11, 11, 11, 0]
        assert legal(state) == ["9-9"]
        assert game.playout(seed=seed).outcome is not None


# Rounds and what starts them


def centres(game, seed):
    """What each round of a random match started with."""
    found = {}
    for state in game.playout(seed=seed).states():
        if not state.is_over and not state.view(None).layout:
            found.setdefault(state.round, legal(state))
    return [found[number] for number in sorted(found)]


@pytest.mark.parametrize(("variants", "top"), [([], 9), (["double-12"], 12), (["double-15"], 15), (["double-18"], 18)])
def test_one_round_for_each_double(variants, top):
    """F3: 9-9 down to 0-0 in ten rounds; 13, 16 and 19 rounds with the larger sets."""
    assert centres(load(variants=variants), 3) == [[f"{number}-{number}"] for number in range(top, -1, -1)]


def test_the_doubles_down_and_up():
    """4.5, option hands: nineteen rounds with double-nine, the blank only once."""
    wanted = [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    game = load(hands="down_and_up")
    assert centres(game, 3) == [[f"{number}-{number}"] for number in wanted]
    assert game.playout(seed=3).outcome.termination == "rounds"


def test_ten_doubles_and_then_from_the_top():
    """4.5, option end: a match to a limit goes through the doubles again."""
    found = centres(load(players=8, end="limit_500"), 1)
    assert len(found) > 10
    assert found == [[f"{9 - number % 10}-{9 - number % 10}"] for number in range(len(found))]


@pytest.mark.parametrize("seat", range(4))
def test_the_holder_of_the_double_starts_wherever_he_sits(game, seat):
    """F4, and section 8 (seats were once dealt out anew when the first tile was found): the order stays."""
    hands = [[], [], [], []]
    hands[seat] = ["9-9", "9-8"]
    state = game.new_state(deal=game.deal(hands=hands, starter=(seat + 1) % 4), seed=0)
    assert (state.turn, legal(state)) == (seat, ["9-9"])
    assert state.why_illegal("9-8").code == "must-open-with"
    assert state.play("9-9").turn == (seat + 1) % 4


def test_players_draw_in_turn_for_the_double(game):
    """F5: A draws 3-1 and keeps it, B draws 8-8 and starts; C draws nothing."""
    state = game.position(round=2, last_opener=3, stock=["3-1", "8-8", "7-1"])
    assert (state.turn, legal(state), sizes(state)) == (1, ["8-8"], [8, 8, 7, 7, 25])
    assert "3-1" in state.view(0).hand
    after = state.play("8-8")
    assert (after.turn, sizes(after)) == (2, [8, 7, 7, 7, 25])


def test_what_is_drawn_on_the_way_is_seen_by_nobody_else(game):
    """F5: the tile that A keeps is in no view, event or reason of the others."""
    state = game.position(round=2, last_opener=3, stock=["3-1", "8-8", "7-1"])
    for seat in (1, 2, 3, None):
        view = state.view(seat)
        assert view.hands[0] is None
        assert [event.pieces for event in view.events if event.kind == "draw" and event.seat == 0] == [()]
        assert not any("3-1" in event.text for event in view.events)
        assert state.view(seat).hand_sizes == (8, 8, 7, 7)
    own = [event.pieces for event in state.view(0).events if event.kind == "draw"]
    assert own == [("3-1",), ()]


@pytest.mark.parametrize("lot", range(4))
def test_in_round_one_the_lot_says_who_draws_first(game, lot):
    """4.3: in round one a random player draws first."""
    state = game.new_state(deal=game.deal(stock=["0-0", "1-0", "9-9"], starter=lot), seed=0)
    wanted = [7, 7, 7, 7, 24]
    for step in range(3):
        wanted[(lot + step) % 4] += 1
    assert (state.turn, sizes(state)) == ((lot + 2) % 4, wanted)


@pytest.mark.parametrize("opener", range(4))
def test_later_the_player_left_of_the_last_starter_draws_first(game, opener):
    """4.3: whoever sits left of the one who started the round before; play goes clockwise."""
    state = game.position(round=5, last_opener=opener, stock=["0-0", "5-5"])
    assert (state.turn, legal(state)) == ((opener + 2) % 4, ["5-5"])
    assert [event.seat for event in state.events if event.kind == "draw"] == [(opener + 1) % 4, (opener + 2) % 4]


def test_the_starter_of_a_round_played_is_the_last_starter(game):
    """4.3: seat 2 opens round one, seat 0 ends it; then seat 3 draws first."""
    first = game.deal(hands=[["9-8"], [], ["9-9"]])
    second = game.deal(stock=["1-0", "2-0", "3-0", "4-0", "8-8"])
    state = game.new_state(deal=[first, second], seed=0)
    rng = random.Random(1)
    while state.round == 0:
        state = state.play(rng.choice(state.legal_moves))
    drawn = [event.seat for event in state.events if event.kind == "draw" and "looking" in event.text]
    assert drawn == [3, 0, 1, 2, 3]
    assert (state.turn, legal(state)) == (3, ["8-8"])


def test_no_lot_is_told_of_after_round_one(game):
    """4.3: a player is drawn by lot in round one only, for who draws first."""
    first = game.new_state(deal=game.deal(stock=["1-0", "9-9"], starter=2), seed=0)
    assert [event.seat for event in first.events if event.kind == "draw for starter"] == [2]
    for state in game.playout(seed=3).states():
        if state.history:
            assert not any(event.kind == "draw for starter" for event in state.events)


def test_all_draw_together():
    """4.3, find=all_draw_together: everybody has drawn before the finder starts, as far as the yard goes."""
    game = load(find="all_draw_together")
    state = game.position(round=2, last_opener=3, stock=["3-1", "8-8", "7-1", "6-1"])
    assert (state.turn, legal(state), sizes(state)) == (1, ["8-8"], [8, 8, 8, 8, 23])
    state = game.position(round=2, last_opener=3, stock=["3-1", "3-2", "7-1", "6-1", "5-1", "8-8"])
    assert (state.turn, sizes(state)) == (1, [9, 9, 9, 9, 19])
    # 6 x 9 = 54 leaves one tile, and the player who draws first gets it.
    game = load(find="all_draw_together", players=6, tiles_each=9)
    state = game.position(round=2, last_opener=3, stock=["8-8"])
    assert (state.turn, sizes(state)) == (4, [9, 9, 9, 9, 10, 9, 0])


def test_the_double_lies_there_already():
    """4.3, find=preplaced: nobody holds the centre, and the first turn rotates from the lot on."""
    game = load(find="preplaced")
    deals = [game.deal(starter=2)] * 10
    state = game.new_state(deal=deals)
    firsts = []
    rng = random.Random(5)
    seen = -1
    while not state.is_over:
        if state.round != seen:
            seen = state.round
            view = state.view(None)
            firsts.append(state.turn)
            assert view.layout == ((9 - seen, 9 - seen),)
            assert sizes(state) == [7, 7, 7, 7, 26]
            assert view.due == (f"{9 - seen}-{9 - seen}",)
        state = state.play(rng.choice(state.legal_moves))
    assert firsts == [2, 3, 0, 1, 2, 3, 0, 1, 2, 3]


def test_the_next_lower_double():
    """4.3, find=next_lower: the highest double below that somebody holds; a double above counts only after 0-0."""
    game = load(find="next_lower")
    low = game.position(round=3, hands=[["8-8", "9-9"], ["2-2"], ["5-5"]], stock=["7-7", "6-6", "4-4"])
    assert (low.turn, legal(low), sizes(low)) == (2, ["5-5"], [7, 7, 7, 7, 27])
    assert low.why_illegal("draw").code == "must-play-if-able"
    after = low.play("5-5")
    assert (after.turn, after.view(None).due) == (3, ("5-5",))
    plain = [tile for tile in EVERY if tile[0] != tile[2]]
    high = game.position(round=3, hands=[["8-8", *plain[:6]], plain[6:13], plain[13:20], ["9-9", *plain[20:26]]])
    assert (high.turn, legal(high)) == (3, ["9-9"])
    # Nobody holds any double: players draw until somebody has one, whichever.
    none = game.position(round=3, last_opener=0, stock=["9-8", "1-1"],
                         hands=[plain[:7], plain[7:14], plain[14:21], plain[21:28]])
    assert (none.turn, legal(none), sizes(none)) == (2, ["1-1"], [7, 8, 8, 7, 25])


def test_shuffled_again_until_somebody_holds_it():
    """4.3, find=reshuffle: nobody draws, and a deal in which nobody holds the double is refused."""
    game = load(find="reshuffle", players=2)
    for seed in range(20):
        state = game.new_state(seed=seed)
        assert (legal(state), sizes(state)) == (["9-9"], [7, 7, 41])
        assert "9-9" in state.view(state.turn).hand
    with pytest.raises(tilegames.DealError, match="shuffled again"):
        game.new_state(deal=game.deal(stock=["9-9"]), seed=0)


def test_whoever_opens_also_lays_the_first_arm():
    """4.5, starter_plays_again: one more turn, by the rules of any turn; then the next player."""
    game = load(starter_plays_again="yes")
    hand = ["9-9", "9-8", "1-1", "2-2", "3-3", "4-4", "5-5"]
    state = game.new_state(deal=game.deal(hands=[hand]), seed=0).play("9-9")
    assert (state.turn, legal(state)) == (0, ["9-8@9-9"])
    assert state.play("9-8@9-9").turn == 1
    hand[1] = "8-7"
    state = game.new_state(deal=game.deal(hands=[hand], stock=["8-0"]), seed=0).play("9-9")
    assert (state.turn, legal(state)) == (0, ["draw"])
    assert state.play("draw").play("pass").turn == 1


# The centre


def test_the_centre_comes_first(game):
    """F6: two arms, 4 and 1 outward; only 9-5 may be played, and the reasons name the rule's line."""
    state = game.position(layout=["9-9", "9-4", "9-1"], hand=["4-2", "9-5", "1-1", "8-7"])
    assert legal(state) == ["9-5@9-9"]
    reason = state.why_illegal("4-2@9-4")
    assert (reason.code, reason.sentence) == ("must-fill", "9-9 must be filled first: 2 more there")
    for move, code, line in (("1-1@9-1", "must-fill", "must_fill:"), ("8-7", "must-join-an-end", "joins: equal_ends"),
                             ("draw", "must-play-if-able", "cannot_play:"),
                             ("pass", "must-play-if-able", "cannot_play:"), ("9-8@9-9", "not-in-hand", "layout:"),
                             ("4-2@4-1", "no-such-end", "joins: equal_ends")):
        with pytest.raises(tilegames.IllegalMoveError) as caught:
            state.play(move)
        assert caught.value.code == code
        assert caught.value.place.file == "specs/chicken-foot.yaml"
        assert line in caught.value.place.text


def test_nonsense_is_no_move(game):
    """Section 4.4: texts that name no move, or another seat's turn, change nothing."""
    state = game.position(layout=["9-9", "9-4", "9-1"], hand=["4-2", "9-5", "1-1"])
    key = hash(state)
    for text in ("10-9", "9-5@9-10", "9-5 left", "stop", "announce", ""):
        with pytest.raises(tilegames.InvalidMoveError):
            state.play(text)
    with pytest.raises(tilegames.IllegalMoveError):
        state.play("9-5@9-9", by=1)
    assert hash(state) == key
    assert state.play("5-9@9-9") == state.play("9-5")


def test_who_cannot_play_draws_one(game):
    """F7: 9-0 may be played at once, 4-4 is kept and the turn is over.

    It is over with a pass, as if the tile had been kept by choice: the others are not to see which of the two it is.
    """
    position = {"layout": ["9-9", "9-4", "9-1"], "hand": ["4-2", "1-1"]}
    fits = game.position(**position, stock=["9-0"])
    assert legal(fits) == ["draw"]
    assert fits.why_illegal("pass").code == "must-draw"
    drawn = fits.play("draw")
    assert (drawn.turn, legal(drawn)) == (0, ["9-0@9-9", "pass"])
    assert drawn.play("9-0").turn == 1
    misfit = game.position(**position, stock=["4-4"]).play("draw")
    assert (misfit.turn, legal(misfit)) == (0, ["pass"])
    assert misfit.play("pass").turn == 1
    assert [event.text for event in misfit.view(1).events] == [event.text for event in drawn.view(1).events]
    assert set(misfit.view(0).hand) == {"4-4", "4-2", "1-1"}
    assert [event.pieces for event in misfit.view(1).events if event.kind == "draw"] == [()]


def test_a_drawn_tile_that_fits_may_be_kept(game):
    """F17: the player may decline, and the tile stays in hand; it may not draw a second one."""
    drawn = game.position(layout=["9-9", "9-4", "9-1"], hand=["4-2", "1-1"], stock=["9-0", "9-3"]).play("draw")
    assert drawn.why_illegal("draw").code in ("must-play-if-able", "nothing-to-draw")
    kept = drawn.play("pass")
    assert kept.turn == 1
    assert set(kept.view(0).hand) == {"9-0", "4-2", "1-1"}


def test_a_drawn_tile_must_be_played():
    """F17 under drawn_must_play: declining is illegal."""
    drawn = load(drawn_must_play="yes").position(layout=["9-9", "9-4", "9-1"], hand=["4-2", "1-1"],
                                                 stock=["9-0"]).play("draw")
    assert legal(drawn) == ["9-0@9-9"]
    assert drawn.why_illegal("pass").code == "must-play-if-able"


def test_a_tile_is_never_played_by_itself(game):
    """Section 8 (a drawn tile was once played automatically): after the draw the player is asked."""
    drawn = game.position(layout=["9-9", "9-4", "9-1"], hand=["4-2", "1-1"], stock=["9-0"]).play("draw")
    assert drawn.view(None).layout == ((9, 9), (9, 4), (9, 1))


def test_drawing_until_a_tile_fits():
    """4.4, draw_until_playable: on and on, with no way out; the turn ends with the yard."""
    game = load(draw_until_playable="yes")
    state = game.position(layout=["9-9", "9-4", "9-1"], hand=["4-2", "1-1"], stock=["4-4", "8-7", "9-0"])
    for _ in range(2):
        state = state.play("draw")
        assert (state.turn, legal(state)) == (0, ["draw"])
        assert state.why_illegal("pass").code == "must-draw"
    state = state.play("draw")
    assert "9-0@9-9" in legal(state)
    # The yard holds one tile, and it does not fit.
    rest = without(FOUR_ARMS)
    mine = ["8-8", "8-6"]
    others = [tile for tile in rest if tile not in [*mine, "6-6"]]
    state = game.position(layout=FOUR_ARMS, hands=[mine, others[:16], others[16:32], others[32:]], stock=["6-6"])
    assert state.view(None).stock == 1
    assert legal(state.play("draw")) == ["pass"]


@pytest.mark.parametrize("arms", [6, 8])
def test_a_centre_with_more_arms(arms):
    """4.5, centre_arms: so many tiles on the centre before anything else."""
    game = load(centre_arms=arms)
    outer = [0, 1, 2, 3, 4, 5, 6, 7][:arms]
    layout = ["9-9", *[f"9-{number}" for number in outer[:-1]]]
    last = outer[-1]
    state = game.position(layout=layout, hand=["1-1", f"9-{last}", "8-8"])
    assert (legal(state), state.view(0).due) == ([f"9-{last}@9-9"], ("9-9",))
    state = state.play(f"9-{last}")
    assert (state.view(0).due, sorted(end.number for end in state.view(0).ends)) == ((), outer)


# The open game, and feet


def test_four_arms_open_the_game(game):
    """F8: 4-4 on the 4, 7-2 on the 7; 3-3 fits nowhere."""
    state = game.position(layout=FOUR_ARMS, hand=["4-4", "7-2", "3-3"])
    assert sorted(legal(state)) == ["4-4@9-4", "7-2@9-7"]
    assert state.why_illegal("3-3").code == "must-join-an-end"
    assert state.view(0).due == ()


def test_only_toes_after_a_double(game):
    """F9: whoever is to move, only tiles with a 4, only on the 4-4."""
    state = game.position(layout=FOUR_ARMS, hands=[["4-4", "7-4"], ["8-4", "7-2", "4-1"], ["5-5"], ["6-6"]]).play("4-4")
    assert (state.turn, state.view(1).due, sorted(legal(state))) == (1, ("4-4",), ["4-1@4-4", "8-4@4-4"])
    reason = state.why_illegal("7-2@9-7")
    assert (reason.code, "4-4" in reason.sentence, "3 more" in reason.sentence) == ("must-fill", True, True)
    # 4-1 fits the 1 of an arm, too, but not now.
    assert state.why_illegal("4-1@9-1").code == "must-fill"


def test_three_toes_are_three_ends(game):
    """F10: six open ends, four and two for the foot; before the third toe it is closed."""
    foot = [*FOUR_ARMS, "4-4@9-4", "8-4@4-4", "6-4@4-4"]
    two = game.position(layout=foot, hand=["4-2", "8-8"])
    assert legal(two) == ["4-2@4-4"]
    three = two.play("4-2@4-4")
    assert sorted(end.number for end in three.view(0).ends) == [0, 1, 2, 6, 7, 8]
    assert three.view(0).due == ()


def test_a_toe_that_was_drawn(game):
    """F11: no four in hand; 4-0 is drawn and may be a toe."""
    state = game.position(layout=[*FOUR_ARMS, "4-4@9-4"], hand=["7-2", "3-3"], stock=["4-0"])
    assert legal(state) == ["draw"]
    drawn = state.play("draw")
    assert legal(drawn) == ["4-0@4-4", "pass"]
    after = drawn.play("4-0@4-4")
    assert (after.turn, after.view(1).due) == (1, ("4-4",))


def test_no_toe_and_an_empty_yard(game):
    """F12: the turn is skipped, and the next player must lay a toe."""
    state = game.position(layout=[*FOUR_ARMS, "4-4@9-4"], stock_empty=True,
                          hands=[["7-2", "3-3"], ["4-0", "5-5"], ["6-6"], ["2-2"]])
    assert legal(state) == ["pass"]
    assert state.why_illegal("draw").code == "nothing-to-draw"
    after = state.play("pass")
    assert (after.turn, after.round, legal(after)) == (1, 0, ["4-0@4-4"])


def test_a_foot_without_toes_blocks_the_round(game):
    """F13: all ten fours are on the table, the yard is empty: the round is over, all hands are scored."""
    state = game.position(layout=BEFORE_LAST_TOE, stock_empty=True,
                          hands=[["8-4", "1-0"], ["6-6"], ["3-3"], ["5-5", "0-0"]])
    after = state.play("8-4@4-4")
    assert (after.round, after.scores) == (1, (1, 12, 6, 60))
    assert "blocked" in next(event.text for event in after.events if event.kind == "round")
    assert {(event.side, event.amount, event.rule) for event in after.score_events} == {
        (0, 1, "hand_left"), (1, 12, "hand_left"), (2, 6, "hand_left"), (3, 60, "hand_left")}


def before_a_block(game, yard):
    """F13's position with so many tiles in the yard; all others are in hand."""
    rest = [tile for tile in without(BEFORE_LAST_TOE) if tile != "8-4"]
    drawn, rest = rest[:yard], rest[yard:]
    return game.position(layout=BEFORE_LAST_TOE, stock=drawn,
                         hands=[["8-4", *rest[:9]], rest[9:18], rest[18:27], rest[27:]])


def test_the_yard_must_be_empty_before_a_block(game):
    """F14: three tiles in the yard are drawn one by one before the round is blocked."""
    state = before_a_block(game, 3).play("8-4@4-4")
    for seat, left in ((1, 3), (2, 2), (3, 1)):
        assert (state.round, state.turn, legal(state), state.view(None).stock) == (0, seat, ["draw"], left)
        state = state.play("draw")
        state = state.play("pass") if left > 1 else state
    assert state.round == 1
    assert sum(state.scores) == sum(int(tile[0]) + int(tile[2]) for tile in without(BEFORE_LAST_TOE)) - 12 + 50


def test_an_early_block():
    """F14 under early_block: at once, with the yard as it is."""
    state = before_a_block(load(round_ends="early_block"), 3).play("8-4@4-4")
    assert state.round == 1
    assert "blocked" in next(event.text for event in state.events if event.kind == "round")


def test_a_kept_tile_that_fits_is_no_block():
    """4.5: the last tile of the yard is declined and all others are stuck; its holder must play it, no block."""
    game = load(players=2)
    rest = [tile for tile in without(BEFORE_FIRST_TOE) if tile != "8-4"]
    state = game.position(layout=BEFORE_FIRST_TOE, hands=[rest[:20], rest[20:]], stock=["8-4"])
    state = state.play("draw").play("pass").play("pass")
    assert (state.round, state.turn, legal(state)) == (0, 0, ["8-4@4-4"])
    assert state.play("8-4@4-4").round == 1


def test_stuck_without_a_draw_ends_the_round():
    """4.5, no_draw_end: the first player who can neither play nor draw; by default the round goes on."""
    position = {"layout": FOUR_ARMS[:-1], "hands": [["9-5", "5-5"], ["6-6"], ["9-6"], ["2-0"]], "stock_empty": True}
    assert load().position(**position).play("9-5@9-9").round == 0
    after = load(round_ends="no_draw_end").position(**position).play("9-5@9-9")
    assert (after.round, after.scores) == (1, (10, 12, 15, 2))


def test_a_starter_who_is_stuck_ends_the_round():
    """4.5, no_draw_end with starter_plays_again: the starter, too, may be the first who can neither play nor draw."""
    game = load(players=5, tiles_each=11, round_ends="no_draw_end", starter_plays_again="yes")
    state = game.new_state(deal=game.deal(hands=[["9-9", *NO_FIT[:10]]]), seed=0)
    assert state.play("9-9").round == 1


def test_a_first_player_who_is_stuck_ends_the_round():
    """4.5, no_draw_end with find=preplaced: no yard, and the first player has no nine."""
    game = load(players=6, tiles_each=9, round_ends="no_draw_end", find="preplaced")
    state = game.new_state(deal=game.deal(hands=[NO_FIT[:9]]), seed=0)
    assert state.round == 1


def test_a_last_tile_that_is_a_double(game):
    """F15: 7-7 on the 7 empties the hand, the round is over though the foot has no toe; the mover scores nothing."""
    state = game.position(layout=FOUR_ARMS, hands=[["7-7"], ["1-1", "8-0"], ["6-5"], ["2-2"]])
    after = state.play("7-7@9-7")
    assert (after.round, after.scores) == (1, (0, 10, 11, 4))


def test_a_last_tile_that_was_drawn_before(game):
    """4.4: a drawn tile may be the last one."""
    state = game.position(layout=FOUR_ARMS, hands=[["8-8"], ["1-1"], ["6-5"], ["2-2"]], stock=["8-7", "8-3"])
    state = state.play("draw").play("8-7@9-7")
    assert state.round == 0
    state = state.play("1-1@9-1")
    assert (state.round, state.scores[1]) == (1, 0)


@pytest.mark.parametrize(("left", "score"), [(["0-0"], 50), (["0-0", "5-3"], 58), (["9-9", "2-0"], 20), ([], 0)])
def test_what_is_left_in_hand(game, left, score):
    """F16: pips, and fifty for the double blank; an empty hand scores nothing and makes no line."""
    state = game.position(hands_left=[left, [] if left else ["7-1"], ["7-2"], ["7-3"]])
    assert state.scores == (score, 0 if left else 8, 9, 10)
    assert all(event.amount for event in state.score_events)


@pytest.mark.parametrize(("options", "score"), [
    ({"double_blank": "25"}, 26), ({"double_blank": "0"}, 1), ({"blanks": "25"}, 76), ({}, 51),
    ({"blanks": "25", "double_blank": "0"}, 26)])
def test_what_blanks_count(options, score):
    """F21 and 4.5: {0-0, 1-0} under the options on blanks."""
    state = load(**options).position(hands_left=[["0-0", "1-0"], [], ["7-2"], ["7-3"]])
    assert state.scores == (score, 0, 9, 10)


# Chicken little


def test_the_last_tile_is_announced():
    """4.5, chicken_little: said, nothing happens; not said, one tile is drawn; drawing has no part in it."""
    game = load(chicken_little="yes")
    state = game.position(layout=FOUR_ARMS, hand=["7-2", "5-5"], stock=["8-3"]).play("7-2@9-7")
    assert (state.turn, legal(state)) == (0, ["announce", "say nothing"])
    assert state.why_illegal("pass").code == "must-announce"
    said, silent = state.play("announce"), state.play("say nothing")
    assert (said.turn, said.view(0).hand) == (1, ("5-5",))
    assert (silent.turn, set(silent.view(0).hand)) == (1, {"8-3", "5-5"})
    assert silent.view(1).hands[0] is None
    assert [event.pieces for event in silent.view(1).events if event.kind == "draw"] == [()]


def test_silent_with_an_empty_yard():
    """4.5, chicken_little: the next turn is missed, that one only."""
    game = load(chicken_little="yes", players=3)
    state = game.position(layout=FOUR_ARMS, stock_empty=True,
                          hands=[["7-2", "2-1"], ["4-0", "8-1", "6-6", "8-8"], ["0-0", "8-5", "5-4", "6-2"]])
    state = state.play("7-2@9-7").play("say nothing")
    state = state.play("4-0@9-4")
    assert state.turn == 2
    state = state.play("6-2@7-2")
    assert (state.turn, sizes(state)[0]) == (1, 1)
    assert "seat 0 misses a turn" in [event.text for event in state.events]
    state = state.play("8-1@9-1")
    state = state.play("8-5@8-1")
    assert (state.round, state.turn, legal(state)) == (0, 0, ["pass"])


def test_a_missed_turn_does_not_block_the_round():
    """4.5, chicken_little: the others pass more than once in the meantime, and then the tile that fits is played."""
    game = load(chicken_little="yes", players=2)
    state = game.position(layout=FOUR_ARMS, hands=[["7-2", "2-1"], ["8-8", "6-6"]], stock_empty=True)
    for move in ("7-2@9-7", "say nothing", "pass", "pass"):
        state = state.play(move)
    assert (state.round, state.turn, sorted(legal(state))) == (0, 0, ["2-1@7-2", "2-1@9-1"])


def test_who_has_just_played_is_not_stuck():
    """4.5, no_draw_end with chicken_little: one tile left that does not fit is announced, and the round goes on."""
    game = load(round_ends="no_draw_end", chicken_little="yes")
    hands = [["7-2", "5-5"], ["4-0", "8-1"], ["6-6"], ["3-3"]]
    state = game.position(layout=FOUR_ARMS, hands=hands, stock_empty=True).play("7-2@9-7")
    assert (state.round, state.turn, legal(state)) == (0, 0, ["announce", "say nothing"])
    assert state.play("announce").turn == 1
    state = game.position(layout=FOUR_ARMS, hands=[["5-5"], ["4-0", "8-1"]], stock=["7-2"]).play("draw").play("7-2@9-7")
    assert (state.round, state.turn, legal(state)) == (0, 0, ["announce", "say nothing"])


def test_nothing_is_announced_in_a_round_that_is_over():
    """4.5: a blocked round ends at once, before the last tile is announced."""
    hands = [["8-4", "1-0"], ["6-6"], ["3-3"], ["5-5", "0-0"]]
    early = load(chicken_little="yes", round_ends="early_block").position(layout=BEFORE_LAST_TOE, hands=hands)
    plain = load(chicken_little="yes").position(layout=BEFORE_LAST_TOE, hands=hands, stock_empty=True)
    for state in (early, plain):
        after = state.play("8-4@4-4")
        assert (after.round, after.scores) == (1, (1, 12, 6, 60))


def test_without_the_option_nothing_is_announced(game):
    """4.5: chicken_little is an option."""
    state = game.position(layout=FOUR_ARMS, hand=["7-2", "5-5"]).play("7-2@9-7")
    assert state.turn == 1


# The match

A18 = [[0, 20, 20], [0, 20, 20], [0, 20, 20], [20, 0, 20], [20, 0, 20], [20, 0, 20], [20, 20, 0], [20, 15, 0],
       [20, 15, 0]]
A19 = [[0, 20, 30], [0, 20, 30], [0, 20, 30], [5, 0, 30], [25, 0, 30], [20, 0, 30], [25, 7, 0], [20, 20, 0],
       [20, 20, 0]]
A20 = [[0, 20, 30], [0, 20, 30], [0, 20, 30], [20, 0, 30], [20, 0, 30], [20, 0, 30], [20, 20, 0], [20, 20, 0],
       [10, 10, 0]]
TIES = [
    ("F18", A18, [[], ["5-5"], ["9-9", "2-0"]], (120, 120, 140), (0,), ((0,), (1,), (2,))),
    ("F19", A19, [["5-0"], ["9-4"], []], (120, 120, 180), (0,), ((0,), (1,), (2,))),
    ("F20", A20, [["5-5"], ["9-1"], []], (120, 120, 180), (0, 1), ((0, 1), (2,))),
]


@pytest.mark.parametrize("seats", [(0, 1, 2), (1, 0, 2), (2, 1, 0)])
@pytest.mark.parametrize("tie", TIES, ids=lambda tie: tie[0])
def test_ties(tie, seats):
    """F18 to F20, and section 8 (one of several winners was once returned): wherever the players sit."""
    _, rounds, left, scores, winners, ranking = tie

    def moved(row):
        return [row[seats.index(seat)] for seat in range(3)]

    state = load(players=3).position(round_scores=[moved(row) for row in rounds], hands_left=moved(left))
    assert state.is_over
    assert list(state.scores) == moved(scores)
    assert state.outcome.winners == tuple(sorted(seats[seat] for seat in winners))
    assert state.outcome.ranking == tuple(tuple(sorted(seats[seat] for seat in place)) for place in ranking)


def test_a_limit():
    """4.5, end=limit: the round in which a total gets there is the last; the lowest total wins."""
    game = load(end="limit_100")
    before = game.position(round=3, scores=[90, 40, 80, 12], hands_left=[["5-4"], ["9-9"], [], ["5-3"]])
    assert not before.is_over
    after = game.position(round=3, scores=[90, 40, 80, 12], hands_left=[["5-5"], ["9-9"], [], ["5-3"]])
    assert (after.outcome.termination, after.outcome.winners) == ("reached", (3,))
    for seed in range(5):
        outcome = game.playout(seed=seed).outcome
        assert max(outcome.scores) >= 100
        assert min(outcome.scores) == min(outcome.scores[seat] for seat in outcome.winners)


def test_a_match_of_ten_rounds_ends_whatever_the_scores(game):
    """4.5: after the double blank's round the lowest total wins."""
    for seed in range(5):
        played = game.playout(seed=seed)
        assert played.outcome.termination == "rounds"
        assert [state.round for state in played.states()][-1] == 9
        assert {played.outcome.scores[seat] for seat in played.outcome.winners} == {min(played.outcome.scores)}


# The hook, and the same said in the spec

TWIN = """
tilegames: 1
game: chicken-foot-twin
extends: chicken-foot
about: {title: Chicken Foot without a hook}
phases: {layout: {must_fill: {start: 4, double: 3}}}
hooks: {must_fill: ~}
"""


@pytest.mark.parametrize(("players", "variants"), [(2, ()), (4, ()), (8, ()), (8, ("double-12",)),
                                                   (9, ("double-15",)), (16, ("double-18",))])
def test_the_hook_is_the_same_as_the_spec(players, variants):
    """4.4: three toes by the hook are three sides by `must_fill.double`, in every state of whole matches."""
    hook = load(players=players, variants=variants)
    said = tilegames.loads(TWIN, players=players, variants=variants)
    assert "must_fill" in hook.spec.hooks
    assert not said.spec.hooks
    for seed in range(3):
        one, other = hook.new_state(seed=seed), said.new_state(seed=seed)
        rng = random.Random(seed)
        while not one.is_over:
            moves = legal(one)
            assert (moves, one.turn, one.scores) == (legal(other), other.turn, other.scores)
            assert one.view(None).ends == other.view(None).ends
            move = rng.choice(moves)
            one, other = one.play(move), other.play(move)
        assert one.outcome == other.outcome
        assert [(e.round, e.side, e.amount) for e in one.score_events] == [
            (e.round, e.side, e.amount) for e in other.score_events]
        assert one.history == other.history


def test_the_hook_names_its_line(game):
    """4.4: what the hook demands is refused with a line of the spec."""
    place = game.position(layout=[*FOUR_ARMS, "4-4@9-4"], hand=["7-2"]).why_illegal("7-2@9-7").place
    assert place.file == "specs/chicken-foot.yaml"
    assert "must_fill" in place.text
