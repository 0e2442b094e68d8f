"""Chicken Foot, played a second time by a slow telling of its rules, side by side with the engine.

``Farmyard`` below is written from the rules reference alone (sections 4.3 to 4.5), with lists and sets of tiles, and
takes nothing from the package. Every move of a match is made in both; what may be done, whose turn it is, the open
ends, the hands, the yard, blocks, scores and winners must be the same. About 150 rounds by default, 60 with random
options; ``HYPOTHESIS_PROFILE=deep`` plays twenty thousand.
"""

import collections
import functools
import os
import random

import pytest

import tilegames

DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"
ROUNDS = 20_000 if DEEP else 60
#: A round with more moves than this is stuck.
LONGEST = 3000

Rules = collections.namedtuple("Rules", [
    "top", "players", "each", "find", "drawn_must_play", "draw_until_playable", "round_ends", "centre_arms",
    "starter_plays_again", "chicken_little", "double_blank", "blanks", "hands", "limit"])


# The rules, told a second time


def the_set(top):
    return [(high, low) for high in range(top + 1) for low in range(high + 1)]


def said(tile):
    return f"{tile[0]}-{tile[1]}"


def numbers_of_the_rounds(rules):
    """The number of the centre double of each round of a match; with a limit, for as long as it may take."""
    down = list(range(rules.top, -1, -1))
    if rules.hands == "down_and_up":
        return down + down[::-1][1:]
    return down * 40 if rules.limit else down


class Node:
    """A tile in the farmyard: the number that shows, how many tiles fit there still, how many must come first."""

    def __init__(self, tile, number, room, owed):
        self.tile, self.number, self.room, self.owed = tile, number, room, owed


class Farmyard:
    """One round.

    Args:
        rules: the options.
        number: the number of the round's double.
        hands: a list of tiles for each seat.
        yard: the boneyard, next tile first.
        first: who looks for the double first, or has the first turn if it lies there already.
    """

    def __init__(self, rules, number, hands, yard, first):
        self.rules = rules
        self.hands = [set(hand) for hand in hands]
        self.yard = list(yard)
        self.nodes = []
        self.turn = first
        self.what = "turn"  # turn, drawn, tell
        self.drawn = None
        self.idle = set()  # who misses a turn
        self.ended = None  # out, blocked
        self.feet = 0
        self.centre = (number, number)
        if rules.find == "preplaced":
            self.nodes.append(Node(self.centre, number, rules.centre_arms, rules.centre_arms))
            self.starter = first
            self._end_if_stuck()
        else:
            self.starter = self.turn = self._setup(number, first)

    # SETUP: who has the double

    def _setup(self, number, first):
        holder = self._holder(self.centre)
        if holder is not None:
            return holder
        looked_for = {self.centre}
        if self.rules.find == "next_lower":
            doubles = [(other, other) for other in [*range(number - 1, -1, -1), *range(self.rules.top, number, -1)]]
            for double in doubles:
                if self._holder(double) is not None:
                    self.centre = double
                    return self._holder(double)
            looked_for |= set(doubles)
        together = self.rules.find == "all_draw_together"
        finder, seat, count = None, first, 0
        while finder is None or (together and count % self.rules.players and self.yard):
            tile = self.yard.pop(0)
            self.hands[seat].add(tile)
            if tile in looked_for:
                finder, self.centre = seat, tile
            count += 1
            seat = (seat + 1) % self.rules.players
        return finder

    def _holder(self, tile):
        for seat, hand in enumerate(self.hands):
            if tile in hand:
                return seat
        return None

    # What may be done

    def spots(self):
        """Where a tile may be laid now: only on what is owed tiles, else wherever there is room."""
        owed = [node for node in self.nodes if node.owed > 0]
        assert len(owed) <= 1
        return owed or [node for node in self.nodes if node.room > 0]

    def plays(self, tiles):
        return {f"{said(tile)}@{said(node.tile)}" for node in self.spots() for tile in tiles if node.number in tile}

    def choices(self):
        if not self.nodes:
            return {said(self.centre)}
        if self.what == "tell":
            return {"announce", "say nothing"}
        if self.what == "drawn":
            fits = self.plays([self.drawn])
            if not fits:
                # Who may keep a tile that fits also says so of one that does not: the others are not to know.
                return {"draw"} if self.rules.draw_until_playable == "yes" and self.yard else {"pass"}
            return fits if self.rules.drawn_must_play == "yes" else fits | {"pass"}
        plays = self.plays(self.hands[self.turn])
        return plays or ({"draw"} if self.yard else {"pass"})

    def open_ends(self):
        return sorted((node.number, said(node.tile), node.room) for node in self.nodes if node.room > 0)

    # Doing it

    def do(self, move):
        assert self.ended is None
        if move == "pass":
            self._over_to_next()
        elif move == "draw":
            self._draw_in_turn()
        elif move in ("announce", "say nothing"):
            self._told(move)
        else:
            self._lay(move)

    def _draw_in_turn(self):
        self.drawn = self.yard.pop(0)
        self.hands[self.turn].add(self.drawn)
        if self._blocked():
            return
        fits = self.plays([self.drawn])
        if fits or self.rules.drawn_must_play == "no" or (self.rules.draw_until_playable == "yes" and self.yard):
            self.what = "drawn"
        else:
            self._over_to_next()

    def _lay(self, move):
        name, _, target = move.partition("@")
        tile = next(tile for tile in self.hands[self.turn] if said(tile) == name)
        self.hands[self.turn].remove(tile)
        starts = not self.nodes
        if starts:
            self.nodes.append(Node(tile, tile[0], self.rules.centre_arms, self.rules.centre_arms))
        else:
            node = next(node for node in self.spots() if said(node.tile) == target and node.number in tile)
            node.room -= 1
            if node.owed:
                node.owed -= 1
                if not node.owed and node is not self.nodes[0]:
                    self.feet += 1
            double = tile[0] == tile[1]
            outward = tile[0] if tile[1] == node.number else tile[1]
            self.nodes.append(Node(tile, outward, 3 if double else 1, 3 if double else 0))
        if not self.hands[self.turn]:
            self.ended = "out"
            return
        if self._blocked():
            return
        self.goes_on = starts and self.rules.starter_plays_again == "yes"
        if self.rules.chicken_little == "yes" and len(self.hands[self.turn]) == 1:
            self.what = "tell"
        else:
            self._after_laying()

    def _told(self, move):
        if move == "say nothing":
            if self.yard:
                self.hands[self.turn].add(self.yard.pop(0))
            else:
                self.idle.add(self.turn)
        if not self._blocked():
            self._after_laying()

    def _after_laying(self):
        if self.goes_on:
            self.what = "turn"
            self._end_if_stuck()
        else:
            self._over_to_next()

    def _over_to_next(self):
        self.what = "turn"
        self.turn = (self.turn + 1) % self.rules.players
        while self.turn in self.idle:
            self.idle.remove(self.turn)
            self.turn = (self.turn + 1) % self.rules.players
        self._end_if_stuck()

    # The end

    def _blocked(self):
        """Whether the round is blocked: by an empty yard and hands that do not fit, or by tiles none of which fits."""
        in_hand = [tile for hand in self.hands for tile in hand]
        if self.rules.round_ends == "early_block":
            stuck = not self.plays(in_hand + self.yard)
        elif self.rules.round_ends == "nobody_can_play":
            stuck = not self.yard and not self.plays(in_hand)
        else:
            stuck = False
        if stuck:
            self.ended = "blocked"
        return stuck

    def _end_if_stuck(self):
        """With no_draw_end the first player who can neither play nor draw ends the round."""
        if self.rules.round_ends == "no_draw_end" and not self.yard and not self.plays(self.hands[self.turn]):
            self.ended = "blocked"

    def scores(self):
        return [sum(self._worth(tile) for tile in hand) for hand in self.hands]

    def _worth(self, tile):
        if tile == (0, 0):
            return int(self.rules.double_blank)
        return sum(tile) + (25 * tile.count(0) if self.rules.blanks == "25" else 0)


def winners_of(rounds):
    """Who has the lowest total; of those level the most rounds of nothing; then the lowest round above nothing."""
    best = list(range(len(rounds[0])))
    zeros = [sum(scores[seat] == 0 for scores in rounds) for seat in best]
    lowest = [min([scores[seat] for scores in rounds if scores[seat]], default=0) for seat in best]
    totals = [sum(scores[seat] for scores in rounds) for seat in best]
    best = [seat for seat in best if totals[seat] == min(totals)]
    best = [seat for seat in best if zeros[seat] == max(zeros[other] for other in best)]
    return tuple(seat for seat in best if lowest[seat] == min(lowest[other] for other in best))


# Side by side

DEFAULTS = {"find": "draw_in_turn", "drawn_must_play": "no", "draw_until_playable": "no",
            "round_ends": "nobody_can_play", "centre_arms": "4", "starter_plays_again": "no", "chicken_little": "no",
            "double_blank": "50", "blanks": "plain", "hands": "down", "end": "rounds"}
CHOICES = {"find": ["draw_in_turn", "all_draw_together", "preplaced", "next_lower", "reshuffle"],
           "drawn_must_play": ["no", "yes"], "draw_until_playable": ["no", "yes"],
           "round_ends": ["nobody_can_play", "early_block", "no_draw_end"], "centre_arms": ["4", "6", "8"],
           "starter_plays_again": ["no", "yes"], "chicken_little": ["no", "yes"], "double_blank": ["50", "25", "0"],
           "blanks": ["plain", "25"], "hands": ["down", "down_and_up"],
           "end": ["rounds", "limit_100", "limit_200", "limit_500"]}
TOPS = {9: (), 12: ("double-12",), 15: ("double-15",), 18: ("double-18",)}


@functools.lru_cache(maxsize=200)
def loaded(top, players, each, chosen):
    return tilegames.load("chicken-foot", players=players, variants=TOPS[top], tiles_each=each, **dict(chosen))


class Match:
    """A match in both tellings.

    Args:
        top: the highest double of the set.
        players: how many play.
        each: how many tiles each gets.
        seed: decides the deals and the moves.
        drawn: what becomes of a drawn tile that fits: it is always ``laid``, always ``kept``, or ``any`` legal move.
        chosen: the options.
    """

    def __init__(self, top, players, each, seed, *, drawn="any", **chosen):
        options = DEFAULTS | chosen
        limit = 0 if options["end"] == "rounds" else int(options["end"].removeprefix("limit_"))
        words = {name: options[name] for name in Rules._fields if name in options}
        self.rules = Rules(top=top, players=players, each=each, limit=limit,
                           **(words | {"centre_arms": int(options["centre_arms"])}))
        self.game = loaded(top, players, each, tuple(sorted(chosen.items())))
        self.rng = random.Random(f"{seed} {top} {players} {each} {sorted(chosen.items())}")
        self.drawn = drawn
        self.where = (top, players, each, seed, drawn, chosen)
        self.rounds = []
        self.endings = []
        self.feet = 0

    def _dealt(self, number):
        """The tiles of a round: hands and yard."""
        tiles = the_set(self.rules.top)
        centre = (number, number)
        if self.rules.find == "preplaced":
            tiles.remove(centre)
        each, players = self.rules.each, self.rules.players
        self.rng.shuffle(tiles)
        while self.rules.find == "reshuffle" and centre not in tiles[:each * players]:
            self.rng.shuffle(tiles)
        return [tiles[seat * each:seat * each + each] for seat in range(players)], tiles[each * players:]

    def play(self, most=None):
        """Plays it, or so many rounds of it at the most; returns how many rounds were played."""
        numbers = numbers_of_the_rounds(self.rules)[:most]
        dealt = [self._dealt(number) for number in numbers]
        lot = self.rng.randrange(self.rules.players)
        deals = [self.game.deal(hands=[[said(tile) for tile in hand] for hand in hands],
                                stock=[said(tile) for tile in yard], starter=lot) for hands, yard in dealt]
        state = self.game.new_state(deal=deals, seed=0)
        first = lot
        for number, (hands, yard) in zip(numbers, dealt, strict=True):
            yard_of_round = Farmyard(self.rules, number, hands, yard, first)
            state = self._play_round(state, yard_of_round)
            first = (yard_of_round.starter + 1) % self.rules.players
            totals = [sum(scores) for scores in zip(*self.rounds, strict=True)]
            assert list(state.scores) == totals, self.where
            over = (len(self.rounds) == len(numbers_of_the_rounds(self.rules)) if not self.rules.limit
                    else max(totals) >= self.rules.limit)
            assert state.is_over == over, self.where
            if over:
                assert state.outcome.winners == winners_of(self.rounds), (self.where, self.rounds)
                break
        return len(self.rounds)

    def _play_round(self, state, yard):
        begun = state.round
        moves = 0
        while yard.ended is None:
            self._compare(state, yard, begun, moves)
            choices = sorted(yard.choices())
            if self.drawn != "any" and yard.what == "drawn" and "pass" in choices:
                choices = [choice for choice in choices if (choice == "pass") == (self.drawn == "kept")] or choices
            move = self.rng.choice(choices)
            yard.do(move)
            state = state.play(move)
            moves += 1
            assert moves < LONGEST, ("a stuck round", self.where)
        assert state.is_over or state.round == begun + 1, (self.where, begun, moves, "should be over", yard.ended)
        if moves:
            over = [event for event in state.events if event.kind == "round"]
            assert over[0].seat == (yard.turn if yard.ended == "out" else None), self.where
            assert f"({yard.ended})" in over[0].text, (self.where, over)
        self.rounds.append(yard.scores())
        self.endings.append(yard.ended)
        self.feet += yard.feet
        return state

    def _compare(self, state, yard, begun, moves):
        where = (self.where, begun, moves)
        assert not state.is_over, where
        assert state.round == begun, (where, "should go on")
        assert state.turn == yard.turn, where
        assert {str(move) for move in state.legal_moves} == yard.choices(), where
        assert len(state.legal_moves) == len(yard.choices()), where
        if self.rng.random() < 0.1:
            view = state.view(yard.turn)
            assert set(view.hand) == {said(tile) for tile in yard.hands[yard.turn]}, where
            assert list(view.hand_sizes) == [len(hand) for hand in yard.hands], where
            assert view.stock == len(yard.yard), where
            assert sorted((end.number, end.piece, end.free) for end in view.ends) == yard.open_ends(), where
            assert list(view.due) == [said(node.tile) for node in yard.nodes if node.owed], where
            if yard.nodes and not view.due:
                assert sum(end.free for end in view.ends) == self.rules.centre_arms + 2 * yard.feet, where


#: Set, players, tiles for each, how many rounds at the most, options. Every value of every option is there.
SETTINGS = [
    (9, 2, 7, None, {}),
    (9, 3, 7, None, {}),
    (9, 4, 7, None, {}),
    (9, 5, 7, 5, {}),
    (9, 6, 7, 5, {}),
    (9, 7, 7, 5, {}),
    (9, 8, 6, 5, {}),
    (9, 2, 20, 4, {}),
    (9, 5, 11, 4, {}),
    (9, 4, 7, 4, {"drawn_must_play": "yes"}),
    (9, 3, 9, 4, {"draw_until_playable": "yes"}),
    (9, 3, 7, 4, {"draw_until_playable": "yes", "drawn_must_play": "yes"}),
    (9, 4, 11, 5, {"round_ends": "early_block"}),
    (9, 6, 7, 5, {"round_ends": "no_draw_end"}),
    (9, 5, 7, 4, {"centre_arms": "6"}),
    (9, 2, 7, 4, {"centre_arms": "8"}),
    (9, 4, 7, 4, {"starter_plays_again": "yes"}),
    (9, 4, 3, 6, {"chicken_little": "yes"}),
    (9, 7, 7, 6, {"chicken_little": "yes"}),
    (9, 4, 5, 5, {"find": "all_draw_together"}),
    (9, 4, 7, 5, {"find": "preplaced"}),
    (9, 2, 4, 5, {"find": "next_lower", "double_blank": "25"}),
    (9, 3, 7, 5, {"find": "reshuffle", "double_blank": "0"}),
    (9, 5, 7, None, {"end": "limit_100", "blanks": "25"}),
    (9, 4, 7, None, {"end": "limit_200"}),
    (9, 4, 7, None, {"end": "limit_500"}),
    (9, 6, 7, None, {"hands": "down_and_up"}),
    (12, 8, 7, 4, {}),
    (12, 12, 7, 3, {"find": "all_draw_together", "drawn_must_play": "yes"}),
    (15, 5, 7, 3, {"starter_plays_again": "yes"}),
    (15, 9, 12, 3, {"round_ends": "early_block", "centre_arms": "6"}),
    (18, 4, 7, 2, {"find": "next_lower"}),
    (18, 16, 9, 3, {"round_ends": "no_draw_end", "centre_arms": "8"}),
]


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: " ".join(map(str, [*s[:3], *s[4].values()])))
def test_rounds_are_those_of_the_slow_telling(setting):
    """Sections 4.3 to 4.5: every set, two to sixteen players, every option."""
    top, players, each, most, options = setting
    match = Match(top, players, each, 1, **options)
    played = match.play(most)
    assert played == most if most else match.rules.limit or played == len(numbers_of_the_rounds(match.rules))


def test_every_option_value_is_in_the_settings():
    """Sections 4.3 to 4.5: no option of the spec is left out, but for those about the number of tiles and the limit."""
    used = {(name, value) for *_, options in SETTINGS for name, value in (DEFAULTS | options).items()}
    used |= set(DEFAULTS.items())
    assert used == {(name, value) for name, values in CHOICES.items() for value in values}
    spec = tilegames.load("chicken-foot").spec
    assert set(spec.options) == set(CHOICES) | {"hand_table", "tiles_each", "limit"}
    for name, values in CHOICES.items():
        assert set(spec.options[name].values) in (set(values), set()), name


def any_setting(rng):
    """A random match of a random set, with random options."""
    top = rng.choices([9, 12, 15, 18], [6, 2, 1, 1])[0]
    players = rng.randint(2, {9: 8, 12: 12, 15: 12, 18: 16}[top])
    most = min(20, (len(the_set(top)) - 1) // players)
    each = min(7, most) if rng.random() < 0.5 else rng.randint(1, most)
    options = {name: rng.choice(values) for name, values in CHOICES.items() if rng.random() < 0.35}
    if options.get("end", "rounds") != "rounds":
        options.pop("hands", None)
    return top, players, each, options


def test_rounds_with_random_options():
    """Options together: whole random matches, sixty rounds of them or twenty thousand."""
    rounds = seed = 0
    while rounds < ROUNDS:
        rng = random.Random(seed)
        top, players, each, options = any_setting(rng)
        rounds += Match(top, players, each, seed, drawn=rng.choice(["any", "laid", "kept"]), **options).play()
        seed += 1


def endings_of(players, each, rounds, drawn):
    """How so many rounds with double-nine ended, in both tellings."""
    endings = collections.Counter()
    seed = 0
    while endings.total() < rounds:
        match = Match(9, players, each, seed, drawn=drawn)
        match.play()
        endings.update(match.endings)
        seed += 1
    return endings


@pytest.mark.parametrize("drawn", ["any", "laid"])
@pytest.mark.parametrize("players", [4, 5, 6, 7])
def test_how_often_rounds_are_blocked(players, drawn):
    """Section 4.5: with seven tiles a third or more of random rounds are blocked (loose bounds)."""
    endings = endings_of(players, 7, 2000 if DEEP else 100, drawn)
    assert set(endings) == {"out", "blocked"}
    assert 0.25 < endings["blocked"] / endings.total() < 0.60
