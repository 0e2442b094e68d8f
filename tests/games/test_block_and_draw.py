"""Block and Draw Dominoes: what the examples of their specs cannot say."""

import itertools
import random

import pytest

import tilegames
from tilegames.errors import DealError


def legal(state):
    return [str(move) for move in state.legal_moves]


def play_out(state, *moves):
    """The state after some moves."""
    for move in moves:
        state = state.play(move)
    return state


# The deal and the first lead.

@pytest.mark.parametrize(("name", "players", "each", "stock"), [
    ("block", 2, 7, 0), ("block", 3, 5, 0), ("block", 4, 5, 0), ("draw", 2, 7, 14), ("draw", 3, 5, 13),
    ("draw", 4, 5, 8)])
def test_the_deal(name, players, each, stock):
    """7, 5 or 5 tiles each (pagat.com); the rest sleeps in Block and is the stock in Draw."""
    view = tilegames.load(name, players=players).new_state(seed=1).view(0)
    assert (view.hand_sizes, view.stock) == ((each,) * players, stock)


@pytest.mark.parametrize(("each", "players", "stock"), [(6, 4, 4), (7, 4, 0), (9, 3, 1), (2, 2, 24)])
def test_another_number_of_tiles(each, players, stock):
    """tiles_each: six or seven for four (other tables), with seven nothing is left to draw."""
    view = tilegames.load("draw", players=players, tiles_each=each).new_state(seed=1).view(0)
    assert (view.hand_sizes, view.stock) == ((each,) * players, stock)


def test_too_many_tiles_are_refused():
    """Four players with eight tiles each need 32 of 28."""
    with pytest.raises(tilegames.TileGamesError, match="28"):
        tilegames.load("block", players=4, tiles_each=8)


@pytest.mark.parametrize("starter", [0, 1, 2])
def test_the_lot_decides_the_first_lead(starter):
    """lead=lot: whoever is drawn, with each of the five tiles."""
    game = tilegames.load("block", players=3)
    state = game.new_state(deal=game.deal(starter=starter), seed=0)
    assert (state.turn, len(state.legal_moves)) == (starter, 5)


def test_the_lot_falls_on_everybody():
    """lead=lot: of 300 matches of three each seat leads about a hundred."""
    game = tilegames.load("block", players=3)
    turns = [game.new_state(seed=seed).turn for seed in range(300)]
    assert all(70 < turns.count(seat) < 130 for seat in range(3))


@pytest.mark.parametrize(("hands", "turn", "piece"), [
    ([["5-5", "6-5"], ["6-6", "1-0"]], 1, "6-6"),
    ([["5-5", "6-4", "6-3", "6-2", "6-1", "6-0", "5-4"], ["4-4", "6-5", "3-3", "5-3", "5-2", "5-1", "5-0"]], 0, "5-5"),
    ([["0-0", "6-4", "6-3", "6-2", "6-1", "6-0", "5-4"], ["6-5", "4-3", "5-3", "5-2", "5-1", "5-0", "4-2"]], 0, "0-0"),
    ([["6-3", "6-2", "6-1", "6-0", "5-3", "5-2", "5-1"], ["6-4", "4-3", "4-2", "4-1", "4-0", "3-2", "5-0"]], 1, "6-4"),
    # Nine pips each: 6-3 has the higher end.
    ([["5-4", "5-2", "5-1", "5-0", "4-3", "4-2", "4-1"], ["6-3", "6-2", "6-1", "6-0", "3-2", "3-1", "3-0"]], 1, "6-3"),
])
def test_the_highest_double_or_the_heaviest_tile(hands, turn, piece):
    """lead=highest_double: the highest double that anybody holds; with none the tile with the most pips."""
    game = tilegames.load("block", lead="highest_double")
    state = game.new_state(deal=game.deal(hands=hands, starter=0), seed=0)
    assert (state.turn, legal(state)) == (turn, [piece])


# Later leads.

def rounds_of(game, *, seed):
    """Of the rounds of a match who leads them, who was drawn by lot, and who has won them (None for nobody)."""
    leads, winners = [], []
    played = game.playout(seed=seed)
    for state in played.states():
        if state.round == len(leads) and not state.is_over:
            leads.append(state.turn)
        winners += [event.seat for event in state.events if event.kind == "round"]
    return leads, [deal.draw("starter") for deal in played.deals], winners


@pytest.mark.parametrize("name", ["block", "draw"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_lead_goes_round(name, players):
    """next_lead=next: the player after the last leader, whoever won."""
    leads, lots, _ = rounds_of(tilegames.load(name, players=players, target=1000), seed=3)
    assert leads == [(lots[0] + step) % players for step in range(len(leads))]
    assert len(leads) > 20


@pytest.mark.parametrize("name", ["block", "draw"])
def test_the_winner_leads_and_after_a_tie_the_lot_decides(name):
    """next_lead=winner: the last winner; after a round that nobody won a new lot."""
    game = tilegames.load(name, players=3, next_lead="winner", target=1000)
    ties = 0
    for seed in range(20):
        leads, lots, winners = rounds_of(game, seed=seed)
        assert leads == [lot if won is None else won for lot, won in zip(lots, [None, *winners[:-1]], strict=True)]
        ties += winners.count(None)
    assert ties > 0


# Cases A02 and A03.

def test_an_empty_layout_has_seven_plays():
    """A02: with an empty layout each of seven tiles is one play, there is no left and no right."""
    game = tilegames.load("block")
    hand = ["6-6", "6-5", "5-4", "4-3", "3-2", "2-1", "1-0"]
    state = game.new_state(deal=game.deal(hands=[hand], starter=0), seed=0)
    assert sorted(legal(state)) == sorted(hand)
    assert all(move.where is None for move in state.legal_moves)


@pytest.mark.parametrize(("move", "ends"), [("3-5 left", [5, 5]), ("3-5 right", [3, 3])])
def test_a_tile_that_fits_both_ends(move, ends):
    """A02: with ends 3 and 5 the tile 3-5 is two plays, which leave two fives or two threes."""
    state = tilegames.load("block").position(layout=["3-4", "4-5"], hand=["3-5", "0-0"])
    assert legal(state) == ["5-3 left", "5-3 right"]
    assert [end.number for end in state.play(move).view(0).ends] == ends


def test_a_blocked_line():
    """A03: all seven sixes are used and both ends are sixes; both pass, and seat 0 wins 2 against 14."""
    line = ["6-1", "1-2", "2-6", "6-6", "6-3", "3-4", "4-6", "6-5", "5-0", "0-6"]
    state = tilegames.load("block").position(layout=line, hands=[["0-0", "1-1"], ["2-3", "4-5"]])
    assert (state.turn, legal(state), [end.number for end in state.view(0).ends]) == (0, ["pass"], [6, 6])
    state = state.play("pass")
    assert (state.turn, legal(state)) == (1, ["pass"])
    state = state.play("pass")
    ended = [event for event in state.events if event.kind == "round"]
    assert [(event.seat, "blocked" in event.text) for event in ended] == [(0, True)]
    assert [(event.side, event.amount) for event in state.score_events] == [(0, 14), (0, -2)]
    assert state.scores == (12, 0)


# Passing and drawing.

def test_a_play_ends_a_row_of_passes():
    """A round is blocked when all have passed in a row: two passes, a play and two passes of three do not."""
    game = tilegames.load("block", players=3)
    state = game.position(layout=["6-6"], hands=[["1-1", "3-3"], ["2-2", "4-4"], ["6-5", "5-0", "0-0"]])
    state = play_out(state, "pass", "pass", "6-5 right", "pass", "pass")
    assert (state.round, state.turn, legal(state)) == (0, 2, ["5-0 right"])
    state = play_out(state, "5-0 right", "pass", "pass")
    assert legal(state) == ["0-0 right"]


def test_block_knows_no_drawing():
    """Nobody draws in Block: the tiles left over sleep."""
    state = tilegames.load("block").position(layout=["6-6"], hand=["1-1", "3-3"])
    assert (legal(state), state.why_illegal("draw").code) == (["pass"], "no-drawing")


def nearly_out(game, stock, **words):
    """A position of two with ends 6 and 6, no six in seat 0's hand, and just these tiles in the stock.

    Seat 1 holds all that is nowhere else.
    """
    line, mine = ["6-1", "1-2", "2-6"], ["0-0", "1-1"]
    gone = {frozenset(tile.split("-")) for tile in [*line, *mine, *stock]}
    rest = [f"{high}-{low}" for high in range(7) for low in range(high + 1)
            if frozenset((str(high), str(low))) not in gone]
    return game.position(layout=line, hands=[mine, rest], stock=stock, **words)


def test_the_stock_is_drawn_empty():
    """reserve 0: who draws the last tile in vain has had the turn, and later passes."""
    state = nearly_out(tilegames.load("draw"), ["2-2", "3-3"])
    assert (legal(state), state.view(0).stock) == (["draw"], 2)
    state = state.play("draw")
    assert (state.turn, legal(state)) == (0, ["draw"])
    state = state.play("draw")
    assert (state.turn, state.view(0).stock, state.view(0).hand_sizes[0]) == (1, 0, 4)
    state = state.play("6-6 right")
    assert (state.turn, legal(state), state.why_illegal("draw").code) == (0, ["pass"], "nothing-to-draw")


@pytest.mark.parametrize(("reserve", "draws"), [(0, 3), (1, 2), (2, 1)])
def test_the_reserve(reserve, draws):
    """reserve: so many tiles are never drawn; with three in the stock the others are."""
    state = nearly_out(tilegames.load("draw", reserve=reserve), ["2-2", "3-3", "4-4"])
    for _ in range(draws):
        assert (state.turn, legal(state)) == (0, ["draw"])
        state = state.play("draw")
    assert (state.turn, state.view(0).stock) == (1, reserve)
    assert state.why_illegal("draw").code == "nothing-to-draw"


@pytest.mark.parametrize("reserve", [0, 1, 2])
def test_the_reserve_is_never_touched(reserve):
    """reserve: in no match are fewer tiles left."""
    game = tilegames.load("draw", reserve=reserve)
    least = min(state.view(0).stock for seed in range(10) for state in game.playout(seed=seed).states())
    assert least == reserve


def test_a_drawn_tile_that_fits_must_be_played():
    """It may be any tile that fits: with voluntary drawing an older one, too, but no pass."""
    state = tilegames.load("draw").position(layout=["3-6", "6-5"], hand=["4-1"], stock=["3-0"]).play("draw")
    assert legal(state) == ["3-0 left"]
    assert state.why_illegal("pass").code == "must-play-if-able"


def test_who_draws_freely_may_play_any_tile_or_draw_on():
    """voluntary: a player with a tile that fits draws two, and plays the first one; the turn then goes on."""
    game = tilegames.load("draw", voluntary="yes")
    state = game.position(layout=["3-6", "6-5"], hand=["5-0", "2-2"], stock=["4-4", "3-1"])
    assert legal(state) == ["5-0 right", "draw"]
    state = state.play("draw")
    assert (state.turn, legal(state)) == (0, ["5-0 right", "draw"])
    state = state.play("draw")
    assert (state.turn, sorted(legal(state))) == (0, ["3-1 left", "5-0 right", "draw"])
    state = state.play("5-0 right")
    assert (state.turn, state.view(0).hand_sizes[0]) == (1, 3)


def test_drawing_freely_ends_with_the_stock():
    """voluntary, with reserve 2: at the reserve a player who can play must."""
    game = tilegames.load("draw", voluntary="yes", reserve=2)
    state = nearly_out(game, ["6-5", "2-2", "3-3"]).play("draw")
    assert (state.turn, legal(state)) == (0, ["6-5 left", "6-5 right"])
    assert state.why_illegal("draw").code == "nothing-to-draw"


def test_one_draw_a_turn_also_for_who_draws_freely():
    """drawing=one with voluntary: one tile, then a play."""
    game = tilegames.load("draw", voluntary="yes", drawing="one")
    state = game.position(layout=["3-6", "6-5"], hand=["5-0", "2-2"], stock=["4-4", "3-1"]).play("draw")
    assert (state.turn, legal(state), state.why_illegal("draw").code) == (0, ["5-0 right"], "nothing-to-draw")


def test_what_a_player_draws_is_seen_by_nobody_else():
    """The stock lies face down."""
    state = tilegames.load("draw").position(layout=["3-6", "6-5"], hand=["4-1"], stock=["2-0"]).play("draw")
    drawn = {seat: [event.pieces for event in state.view(seat).events if event.kind == "draw"] for seat in (0, 1)}
    assert drawn == {0: [("2-0",)], 1: [()]}


# Scoring.

@pytest.mark.parametrize(("name", "option", "left", "scores"), [
    # Out: all pips of the others, with any option.
    ("block", "subtracted", [[], ["5-5", "3-1"]], (14, 0)),
    ("block", "kept", [[], ["5-5", "3-1"]], (14, 0)),
    ("draw", "added", [[], ["5-5", "3-1"]], (14, 0)),
    # Blocked, 3 against 14.
    ("block", "subtracted", [["5-5", "3-1"], ["2-1"]], (0, 11)),
    ("block", "kept", [["5-5", "3-1"], ["2-1"]], (0, 14)),
    ("draw", "added", [["5-5", "3-1"], ["2-1"]], (0, 17)),
    # Nothing in a hand but the blank: it is lightest, and there is nothing to take off.
    ("block", "subtracted", [["0-0"], ["1-0"]], (1, 0)),
    ("draw", "added", [["0-0"], ["1-0"]], (1, 0)),
    # Out against a lone blank: won, but worth nothing.
    ("block", "subtracted", [[], ["0-0"]], (0, 0)),
    # Level.
    ("block", "subtracted", [["5-5"], ["6-4"]], (0, 0)),
    ("block", "kept", [["5-5"], ["6-4"]], (0, 0)),
    ("draw", "added", [["5-5"], ["6-4"]], (0, 0)),
])
def test_a_round_of_two(name, option, left, scores):
    """Pips of the other hand, less the own ones, or not, or with them; level is nobody's."""
    assert tilegames.load(name, own_pips=option).position(hands_left=left).scores == scores


@pytest.mark.parametrize(("option", "scores"), [("subtracted", (0, 0, 21, 0)), ("kept", (0, 0, 23, 0)),
                                                ("added", (0, 0, 25, 0))])
def test_a_blocked_round_of_four(option, scores):
    """10 + 9 + 4 pips of the others and 2 of the winner."""
    game = tilegames.load("draw", players=4, own_pips=option)
    assert game.position(hands_left=[["5-5"], ["5-4"], ["1-1"], ["3-1"]]).scores == scores


def test_a_least_that_two_of_four_share():
    """A shared least is nobody's, also between others that are heavier."""
    state = tilegames.load("block", players=4).position(hands_left=[["5-5"], ["1-1"], ["2-0"], ["3-1"]])
    assert state.scores == (0, 0, 0, 0)


@pytest.mark.parametrize(("option", "scores"), [("subtracted", (0, 8)), ("kept", (0, 13)), ("added", (0, 18))])
def test_partners_after_a_block(option, scores):
    """partners: 13 pips of one side against 5 of the other, though the lightest hand is on the heavy side."""
    game = tilegames.load("draw", variants=["partners"], own_pips=option)
    assert game.position(hands_left=[["1-0"], ["2-1"], ["6-6", "0-0"], ["2-0"]]).scores == scores


def test_partners_take_no_pips_off_when_one_goes_out():
    """partners: out is out, what the partner still holds is not taken off."""
    game = tilegames.load("block", variants=["partners"])
    assert game.position(hands_left=[["6-6"], ["4-1"], [], ["2-0"]]).scores == (7, 0)


def test_the_stock_for_the_winner():
    """stock_pips: the winner scores the other hand and all that was not drawn."""
    game = tilegames.load("draw", stock_pips="yes", target=1000)
    state = game.position(layout=["6-5", "5-4", "4-3"], hands=[["3-0"], ["6-6"]]).play("3-0 right")
    # 168 - (11 + 9 + 7) - 3 - 12 = 126 in the stock, and 12 of the other hand.
    assert state.scores == (138, 0)


def test_the_stock_for_nobody():
    """stock_pips: a shared least stays nobody's."""
    game = tilegames.load("draw", stock_pips="yes")
    assert game.position(hands_left=[["5-5"], ["6-4"]]).scores == (0, 0)


# The match.

@pytest.mark.parametrize("name", ["block", "draw"])
def test_a_match_goes_to_a_hundred(name):
    """The first to a hundred wins alone: only one side scores in a round."""
    game = tilegames.load(name)
    for seed in range(30):
        outcome = game.playout(seed=seed).outcome
        assert outcome.termination == "reached"
        assert max(outcome.scores) >= 100 > min(outcome.scores)
        assert outcome.winners == (outcome.scores.index(max(outcome.scores)),)


def test_a_match_of_partners():
    """partners: both of a side win."""
    outcome = tilegames.load("draw", variants=["partners"]).playout(seed=1).outcome
    assert outcome.winners in ((0, 2), (1, 3))
    assert len(outcome.scores) == 2


# Everything beside a slow telling of the rules.

TILES = [(high, low) for high in range(7) for low in range(high + 1)]


def text(tile):
    return f"{tile[0]}-{tile[1]}"


def tile(name):
    high, low = name.split("-")
    return int(high), int(low)


class Telling:
    """Block and Draw as a person would keep them on paper."""

    def __init__(self, name, players, partners, options):
        self.draws, self.players, self.partners = name == "draw", players, partners
        self.options = options
        self.scores = [0] * (2 if partners else players)
        self.winner = self.leader = self.over = None
        self.round = -1

    def side(self, seat):
        return seat % 2 if self.partners else seat

    def deal(self, hands, stock, aside, drawn, leads):
        self.hands, self.stock, self.aside = [set(hand) for hand in hands], list(stock), set(aside)
        self.round += 1
        self.ends, self.lone, self.passes, self.taken = None, None, 0, 0
        way = self.options["lead"] if self.round == 0 else self.options["next_lead"]
        self.must = None
        if way == "highest_double":
            held = [(tile[0] == tile[1], sum(tile), tile[0], seat, tile)
                    for seat, hand in enumerate(self.hands) for tile in hand]
            *_, self.turn, self.must = max(held)
        elif way == "lot":
            self.turn = drawn
        elif way == "next":
            self.turn = (self.leader + 1) % self.players
        else:
            # Which partner has won a block for the side nobody says: whoever leads must be one of them.
            together = self.partners and self.over == "blocked"
            self.turn = drawn if self.winner is None else leads if together and self.side(leads) == self.side(
                self.winner) else self.winner
        self.leader = self.turn
        self.over = None

    def may_draw(self):
        if not self.draws or (self.options["drawing"] == "one" and self.taken):
            return False
        return len(self.stock) > int(self.options["reserve"])

    def plays(self, seat):
        if self.ends is None:
            return [text(tile) for tile in self.hands[seat] if self.must in (None, tile)]
        found = []
        for tile in self.hands[seat]:
            if not self.lone and self.ends[0] in tile:
                found.append(f"{text(tile)} left")
            if self.ends[1] in tile:
                found.append(f"{text(tile)} right")
        return found

    def legal(self):
        plays = self.plays(self.turn)
        if not plays:
            return ["draw"] if self.may_draw() else ["pass"]
        if self.ends is not None and self.draws and self.options["voluntary"] == "yes" and self.may_draw():
            plays.append("draw")
        return plays

    def make(self, move):
        seat = self.turn
        if move == "draw":
            self.hands[seat].add(self.stock.pop(0))
            self.taken += 1
            self.passes = 0
            if self.stuck():
                self.block()
            elif not self.plays(seat) and not self.may_draw():
                self.next()
            return
        if move == "pass":
            self.passes += 1
            if self.passes == self.players:
                self.block()
            else:
                self.next()
            return
        self.passes = 0
        name, _, where = move.partition(" ")
        piece = tile(name)
        self.hands[seat].remove(piece)
        if self.ends is None:
            # Which way round the first tile lies means nothing; here its lower number is on the left.
            self.ends, self.lone = [piece[1], piece[0]], piece[0] == piece[1]
        else:
            at = 0 if where == "left" else 1
            self.ends[at] = piece[1] if piece[0] == self.ends[at] else piece[0]
            self.lone = False
        if not self.hands[seat]:
            self.settle("out", seat)
        elif self.stuck():
            self.block()
        else:
            self.next()

    def next(self):
        self.turn = (self.turn + 1) % self.players
        self.taken = 0

    def stuck(self):
        test = self.options["block_test"]
        if test == "dead_ends":
            unplayed = set().union(*self.hands, self.stock, self.aside)
            if not any(set(self.ends) & set(tile) for tile in unplayed):
                return True
        if test == "all_pass":
            return False
        return not (self.draws and len(self.stock) > int(self.options["reserve"])) and not any(
            map(self.plays, range(self.players)))

    def block(self):
        weight = {}
        for seat, hand in enumerate(self.hands):
            key = self.side(seat)
            weight[key] = weight.get(key, 0) + sum(map(sum, hand))
        least = [key for key in weight if weight[key] == min(weight.values())]
        if len(least) > 1:
            self.settle("blocked", None)
            return
        self.settle("blocked", next(seat for seat in range(self.players) if self.side(seat) == least[0]))

    def settle(self, how, seat):
        self.over, self.winner = how, seat
        if seat is None:
            return
        mine = self.side(seat)
        own = sum(sum(map(sum, hand)) for other, hand in enumerate(self.hands) if self.side(other) == mine)
        gain = sum(sum(map(sum, hand)) for other, hand in enumerate(self.hands) if self.side(other) != mine)
        if self.options["own_pips"] == "added":
            gain += own
        elif self.options["own_pips"] == "subtracted" and how == "blocked":
            gain -= own
        if self.draws and self.options["stock_pips"] == "yes":
            gain += sum(map(sum, self.stock))
        self.scores[mine] += gain


def told(name, players, variants, options, seed):
    """Plays a match and tells it beside; returns how many moves were compared."""
    game = tilegames.load(name, players=players, variants=variants, **options)
    played = game.playout(seed=seed)
    telling = Telling(name, players, bool(variants), dict(game.options))
    states = list(played.states())
    each = options.get("tiles_each", {2: 7}.get(players, 5))
    rounds = 0
    for state, move in zip(states, played.moves, strict=False):
        if telling.round < state.round:
            assert telling.round < 0 or telling.over
            deal = played.deals[state.round]
            order = [tile(game.pieces.name(piece)) for piece in deal.order]
            hands = [[tile(name) for name in state.view(seat).hand] for seat in range(players)]
            assert sorted(itertools.chain(*hands)) == sorted(order[:each * players])
            rest = order[each * players:]
            telling.deal(hands, rest if name == "draw" else [], [] if name == "draw" else rest, deal.draw("starter"),
                         state.turn)
            rounds += 1
        assert telling.over is None
        assert (state.turn, sorted(legal(state))) == (telling.turn, sorted(telling.legal()))
        assert list(state.scores) == telling.scores
        telling.make(str(move))
    assert telling.over
    assert list(played.outcome.scores) == telling.scores
    limit = options.get("rounds")
    assert max(telling.scores) >= int(game.options["target"]) or rounds == limit
    return len(played)


CHOICES = {
    "lead": ["lot", "highest_double"], "next_lead": ["next", "winner", "highest_double"],
    "own_pips": ["subtracted", "kept"], "block_test": ["all_pass", "at_once"], "target": [30, 100], "rounds": [3, 100],
}
DRAW_CHOICES = {
    "own_pips": ["subtracted", "kept", "added"], "block_test": ["all_pass", "at_once", "dead_ends"],
    "drawing": ["until_playable", "one"], "reserve": [0, 1, 2], "voluntary": ["no", "yes"], "stock_pips": ["no", "yes"],
}


@pytest.mark.parametrize("name", ["block", "draw"])
@pytest.mark.parametrize(("players", "variants"), [(2, []), (3, []), (4, []), (4, ["partners"])])
def test_matches_beside_a_slow_telling(name, players, variants):
    """Every legal move, turn and score of 25 random matches, each with random values of all options."""
    rng = random.Random(f"{name} {players} {variants}")
    choices = CHOICES | (DRAW_CHOICES if name == "draw" else {})
    assert set(choices) | {"tiles_each"} == set(tilegames.load(name).options)
    count = 0
    for seed in range(25):
        options = {option: rng.choice(values) for option, values in choices.items()}
        if rng.random() < 0.3:
            options["tiles_each"] = rng.choice([4, 6])
        count += told(name, players, variants, options, seed)
    assert count > 1000


def test_a_deal_must_be_whole():
    """A hand of eight is refused."""
    game = tilegames.load("block")
    with pytest.raises(DealError):
        game.deal(hands=[[text(one) for one in TILES[:8]]])
