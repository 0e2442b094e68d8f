"""Cut Throat Dominoes: what the examples of the spec cannot say (rules reference, sections 2 and 3)."""

import itertools

import pytest

import tilegames
from tilegames.errors import PositionError


def legal(state):
    return [str(move) for move in state.legal_moves]


def tile(name):
    high, low = name.split("-")
    return int(high), int(low)


# The set and the deal.

@pytest.mark.parametrize(("players", "tiles", "pips", "numbers", "each"), [
    (2, 28, 168, [8, 8, 8, 8, 8, 8, 8], 14),
    (3, 27, 168, [6, 8, 8, 8, 8, 8, 8], 9),
    (4, 28, 168, [8, 8, 8, 8, 8, 8, 8], 7),
])
def test_the_set_and_the_deal(players, tiles, pips, numbers, each):
    """T1: three players leave out 0-0, so that the blank is on six tiles only; everything is dealt."""
    game = tilegames.load("jamaican-cut-throat", players=players)
    ends = [end for kind in game.pieces.kinds for end in kind.ends]
    assert (len(game.pieces), sum(ends)) == (tiles, pips)
    assert [ends.count(number) for number in range(7)] == numbers
    state = game.new_state(seed=1)
    hands = [state.view(seat).hand for seat in range(players)]
    assert [len(hand) for hand in hands] == [each] * players
    held = set(itertools.chain(*hands))
    assert held == {f"{high}-{low}" for high in range(7) for low in range(high + 1)} - (
        {"0-0"} if players == 3 else set())


def test_nobody_has_a_partner():
    """Section 3: each alone."""
    assert tilegames.load("jamaican-cut-throat").sides == ((0,), (1,), (2,), (3,))


# Starting.

@pytest.mark.parametrize(("players", "seat"), [(2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (4, 0), (4, 3)])
def test_the_double_six_starts_the_match(players, seat):
    """Section 3: 6-6 by its holder, nothing else."""
    game = tilegames.load("jamaican-cut-throat", players=players)
    hands = [[] for _ in range(players)]
    hands[seat] = ["6-6", "6-5"]
    state = game.new_state(deal=game.deal(hands=hands), seed=0)
    assert (state.turn, legal(state), state.why_illegal("6-5").code) == (seat, ["6-6"], "must-open-with")


@pytest.mark.parametrize(("hands", "turn", "piece"), [
    ([["6-6", "5-5"], ["4-4"]], 0, "6-6"),
    ([["5-5", "4-4"], ["6-6", "0-0"]], 1, "6-6"),
    # T13
    ([["4-4", "6-5", "6-4", "6-3", "6-2", "6-1", "6-0"], ["5-5", "3-3", "5-4", "5-3", "5-2", "5-1", "5-0"]], 1, "5-5"),
    ([["0-0", "6-5", "6-4", "6-3", "6-2", "6-1", "6-0"], ["5-4", "3-1", "5-3", "5-2", "5-1", "5-0", "4-3"]], 0, "0-0"),
    ([["6-4", "6-3", "6-2", "6-1", "6-0", "5-4", "5-3"], ["6-5", "4-3", "4-2", "4-1", "4-0", "3-2", "3-1"]], 1, "6-5"),
    ([["5-4", "4-3", "4-2", "4-1", "4-0", "3-2", "3-1"], ["2-1", "2-0", "1-0", "3-0", "5-2", "5-1", "5-0"]], 0, "5-4"),
])
def test_who_starts_with_a_stock(hands, turn, piece):
    """T13: with two_player_draw the 6-6, else the highest double held, else the heaviest tile."""
    game = tilegames.load("jamaican-cut-throat", players=2, two_player_draw="yes")
    state = game.new_state(deal=game.deal(hands=hands), seed=0)
    assert (state.turn, legal(state)) == (turn, [piece])


@pytest.mark.parametrize("players", [3, 4])
def test_more_than_two_players_never_have_a_stock(players):
    """two_player_draw is about two players; three and four are dealt everything all the same."""
    view = tilegames.load("jamaican-cut-throat", players=players, two_player_draw="yes").new_state(seed=1).view(0)
    assert (sum(view.hand_sizes), view.stock) == ({3: 27, 4: 28}[players], 0)


# Hard ends.

def test_a_blank_is_a_hard_end_with_one_tile_of_six_left():
    """T2: with three players and 0-1 to 0-5 on the table only 0-6 fits a blank."""
    game = tilegames.load("jamaican-cut-throat", players=3)
    line = ["5-1", "1-0", "0-2", "2-3", "3-0", "0-4", "4-5", "5-0"]
    fitting = set()
    for hand in (["6-0"], ["6-1", "6-2", "6-3", "6-4", "6-6"], ["1-1", "2-2", "3-3", "4-4", "2-1", "3-1", "4-2"]):
        fitting |= {move for move in legal(game.position(layout=line, hand=hand)) if move.endswith("right")}
    assert fitting == {"6-0 right"}


@pytest.mark.parametrize(("players", "key_bone", "scores"), [
    (3, "on", (2, 0, 0)), (3, "off", (1, 0, 0)), (4, "on", (1, 0, 0, 0)), (2, "on", (1, 0))])
def test_a_key_bone_by_what_is_unplayed(players, key_bone, scores):
    """Section 3: six and blank are hard with three players; with two or four 0-0 is unplayed and fits, too."""
    game = tilegames.load("jamaican-cut-throat", players=players, key_bone=key_bone)
    line = ["6-1", "1-0", "0-2", "2-6", "6-6", "6-3", "3-0", "0-4", "4-6", "6-5", "5-0"]
    assert game.position(layout=line, hand=["6-0"]).play("6-0 left").scores == scores


def test_a_tile_in_the_stock_is_unplayed():
    """Section 2.1: the key bone is the only unplayed tile that fits; one in the stock that fits undoes it."""
    line = ["6-0", "0-5", "5-1", "1-6", "6-6", "6-2", "2-5", "5-5", "5-3", "3-6", "6-4", "4-5"]
    game = tilegames.load("jamaican-cut-throat", players=2, two_player_draw="yes")
    assert game.position(layout=line, hand=["6-5"]).play("6-5 left").scores == (2, 0)
    line = ["6-0", "0-5", "5-1", "1-6", "6-6", "6-2", "2-5", "5-3", "3-6", "6-4", "4-5"]
    assert game.position(layout=line, hand=["6-5"], stock=["5-5"]).play("6-5 left").scores == (1, 0)


# Two players with a stock.

def test_drawing_until_a_tile_fits():
    """T12: with ends 3 and 3 first 5-5, then 3-1, which has to be played."""
    game = tilegames.load("jamaican-cut-throat", players=2, two_player_draw="yes")
    state = game.position(layout=["3-2", "2-6", "6-3"], hand=["5-4", "1-0"], stock=["5-5", "3-1"])
    assert (legal(state), state.why_illegal("pass").code) == (["draw"], "must-draw")
    state = state.play("draw")
    assert (state.turn, state.view(0).hand, legal(state)) == (0, ("1-0", "5-4", "5-5"), ["draw"])
    state = state.play("draw")
    assert (state.turn, legal(state)) == (0, ["3-1 left", "3-1 right"])
    assert [state.why_illegal(move).code for move in ("pass", "draw")] == ["must-play-if-able"] * 2
    state = state.play("3-1 left")
    assert (state.turn, state.view(0).hand_sizes[0]) == (1, 3)


# The ledgers.

def test_who_set_all_back_leads_with_any_tile():
    """T3: strict, 3-0-0-0 and player 1 wins: nobody has anything, and player 1 has seven tiles to choose from."""
    game = tilegames.load("jamaican-cut-throat")
    for left in ([["5-5"], [], ["4-4"], ["3-3"]], [["5-5"], ["1-0"], ["4-4"], ["3-3"]]):
        state = game.position(scores=[3, 0, 0, 0], hands_left=left)
        assert (state.scores, state.turn, len(state.legal_moves)) == ((0, 0, 0, 0), 1, 7)
    game = tilegames.load("jamaican-cut-throat", reset_lead="double_six")
    assert legal(game.position(scores=[3, 0, 0, 0], hands_left=left)) == ["6-6"]


@pytest.mark.parametrize("scores", [[5, 3, 2], [1, 1, 1]])
def test_not_everybody_can_have_points(scores):
    """T9: nil_someone, nobody at nothing cannot be, and the message is about that."""
    game = tilegames.load("jamaican-cut-throat", players=3, love="nil_someone")
    with pytest.raises(PositionError, match="scores") as caught:
        game.position(scores=scores)
    assert "not more than one" not in str(caught.value)


@pytest.mark.parametrize("scores", [[3, 1, 0, 0], [1, 1, 1, 1]])
def test_only_one_can_have_points(scores):
    """strict: two with points cannot be."""
    with pytest.raises(PositionError, match="scores"):
        tilegames.load("jamaican-cut-throat").position(scores=scores)


@pytest.mark.parametrize(("before", "winner", "after", "over"), [
    # T6, T7, T8
    ((3, 0, 0, 0), 1, (3, 1, 0, 0), False),
    ((5, 2, 1, 0), 0, (6, 2, 1, 0), True),
    ((5, 2, 1, 0), 3, (0, 0, 0, 0), False),
    # Two with nothing: one of them scores, and it is no reset yet.
    ((5, 2, 0, 0), 3, (5, 2, 0, 1), False),
    ((5, 5, 0, 0), 1, (5, 6, 0, 0), True),
])
def test_points_stand_as_long_as_somebody_has_none(before, winner, after, over):
    """nil_someone: the win is looked for before the reset."""
    game = tilegames.load("jamaican-cut-throat", love="nil_someone")
    left = [["5-5"], ["4-4"], ["3-3"], ["2-2"]]
    left[winner] = []
    state = game.position(scores=before, hands_left=left)
    assert (state.scores, state.is_over) == (after, over)
    if over:
        assert state.outcome.winners == (winner,)
    elif after == (0, 0, 0, 0):
        assert legal(state) == ["6-6"]
    else:
        assert (state.turn, len(state.legal_moves)) == (winner, 7)


@pytest.mark.parametrize("love", ["strict", "nil_someone"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_how_a_match_ends(players, love):
    """Six or seven for one; strict: all others at nothing; nil_someone: at least one of them."""
    game = tilegames.load("jamaican-cut-throat", players=players, love=love)
    for seed in range(8):
        outcome = game.playout(seed=seed).outcome
        best = outcome.scores.index(max(outcome.scores))
        others = [score for side, score in enumerate(outcome.scores) if side != best]
        assert max(outcome.scores) in (6, 7)
        assert outcome.winners == (best,)
        assert max(others) == 0 if love == "strict" else 0 in others


@pytest.mark.parametrize(("players", "love", "low", "high"), [
    (2, "strict", 25, 45), (3, "strict", 90, 165), (2, "nil_someone", 25, 42), (3, "nil_someone", 25, 42),
    (4, "nil_someone", 25, 42)])
def test_how_long_random_matches_are(players, love, low, high):
    """Section 3: strict about 127 rounds with three and 36 with two players; nil_someone about 33 (loose bounds)."""
    game = tilegames.load("jamaican-cut-throat", players=players, love=love)
    rounds = [len(game.playout(seed=seed).deals) for seed in range(100)]
    assert low < sum(rounds) / len(rounds) < high


# Everything beside a slow telling of the rules.

def holder(hands, wanted):
    return next((seat for seat, hand in enumerate(hands) if wanted in hand), None)


def opener(hands, after, winner, options):
    """Who starts a round, and the only tile that may be led (None for any)."""
    double_six = {"first", "tie"} | ({"reset"} if options["reset_lead"] == "double_six"
                                     or options["love"] == "nil_someone" else set())
    if after not in double_six:
        return winner, None
    doubles = [(number, number) for number in range(6, -1, -1)]
    heavy = sorted(((a, b) for a in range(7) for b in range(a)), key=lambda t: (-sum(t), -t[0]))
    found = next(one for one in doubles + heavy if holder(hands, one) is not None)
    return holder(hands, found), found if options["sporting"] == "no" else None


def credit(scores, winner, points, options):
    """The scores after a round that somebody has won, and how it ended for the next one."""
    others = [side for side in range(len(scores)) if side != winner and scores[side]]
    if options["love"] == "strict":
        if others:
            return [0] * len(scores), "reset"
        scores[winner] += points
        return scores, "win"
    scores[winner] += points
    return (scores, "win") if 0 in scores else ([0] * len(scores), "reset")


def told(game, seed):
    """Plays a match and tells it beside: who starts, every legal move, every turn, every score."""
    players, options = game.players, game.options
    played = game.playout(seed=seed)
    scores, after, winner, ties, number = [0] * players, "first", None, 0, -1
    over, key_bones = True, 0
    for state, move in zip(played.states(), played.moves, strict=False):
        if state.round > number:
            assert over
            number, over, line, passes = state.round, False, None, 0
            hands = [{tile(name) for name in state.view(seat).hand} for seat in range(players)]
            order = [tile(game.pieces.name(piece)) for piece in played.deals[number].order]
            stock = [one for one in order if holder(hands, one) is None]
            turn, only = opener(hands, after, winner, options)
        assert not over
        assert (state.turn, list(state.scores)) == (turn, scores)
        # What may be done.
        if line is None:
            may = {f"{a}-{b}" for a, b in hands[turn] if only in (None, (a, b))}
        else:
            ends = {"right": line[1]} if len(line) == 3 else {"left": line[0], "right": line[1]}
            may = {f"{a}-{b} {where}" for a, b in hands[turn] for where, end in ends.items() if end in (a, b)}
            may = may or ({"draw"} if stock else {"pass"})
        assert set(legal(state)) == may
        assert len(state.legal_moves) == len(may)
        # What it does.
        name, _, where = str(move).partition(" ")
        if name == "draw":
            hands[turn].add(stock.pop(0))
            passes = 0
            if not stock and not any(end in one for one in hands[turn] for end in line[:2]):
                turn = (turn + 1) % players
            continue
        if name == "pass":
            passes += 1
            if passes < players:
                turn = (turn + 1) % players
                continue
            pips = [sum(map(sum, hand)) for hand in hands]
            least = [seat for seat in range(players) if pips[seat] == min(pips)]
            over = True
            if len(least) > 1:
                after, ties, winner = "tie", ties + 1, None
                continue
            winner, points = least[0], 1
        else:
            passes, piece = 0, tile(name)
            hands[turn].remove(piece)
            fits = [] if line is None else [end for end in set(line[:2]) if end in piece]
            unplayed = set().union(*hands, stock)
            alone = line is not None and not any(end in one for one in unplayed for end in line[:2])
            if line is None:
                # Which way round the first tile lies means nothing; a lone double has one place to play to.
                line = [piece[1], piece[0]] + ["lone"] * (piece[0] == piece[1])
            else:
                at = where == "right"
                far = piece[1] if piece[0] == line[at] else piece[0]
                line = [far, line[1]] if where == "left" else [line[0], far]
            if hands[turn]:
                turn = (turn + 1) % players
                continue
            over, winner = True, turn
            key = options["key_bone"] == "on" and alone and len(fits) == 2 and piece[0] != piece[1]
            key_bones += key
            points = 1 + key
        points += ties if options["tie"] == "replay_stacking" else 0
        ties = 0
        scores, after = credit(scores, winner, points, options)
    assert over
    assert list(played.outcome.scores) == scores
    assert max(scores) >= int(options["target"])
    return key_bones


@pytest.mark.parametrize("love", ["strict", "nil_someone"])
@pytest.mark.parametrize(("players", "draw"), [(2, "no"), (2, "yes"), (3, "no"), (4, "no")])
def test_matches_beside_a_slow_telling(players, draw, love):
    """Sections 2.1 and 3: starts, legal moves, key bones, ties and both ledgers, under all other options, too."""
    key_bones = 0
    others = itertools.product(["on", "off"], ["no", "yes"], ["replay", "replay_stacking"], ["winner", "double_six"])
    for seed, (key_bone, sporting, tie, reset_lead) in enumerate(others):
        game = tilegames.load("jamaican-cut-throat", players=players, love=love, two_player_draw=draw,
                              key_bone=key_bone, sporting=sporting, tie=tie, reset_lead=reset_lead, target=3)
        key_bones += told(game, seed)
    assert key_bones > 0


def test_a_whole_match_beside_a_slow_telling():
    """Section 3: to six, four players in the ledger that ends soon, three in the strict one."""
    told(tilegames.load("jamaican-cut-throat", love="nil_someone"), 1)
    told(tilegames.load("jamaican-cut-throat", players=3), 1)
