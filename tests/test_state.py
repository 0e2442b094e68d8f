"""States: frozen, equal by situation, safe to share, pickle and replay; and their records as text."""

import copy
import multiprocessing
import operator
import pickle
import random
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import attrs
import pytest

import tilegames
from tilegames import (
    AmbiguousMoveError,
    DealError,
    Game,
    HookError,
    IllegalMoveError,
    InvalidMoveError,
    MoveError,
    OptionError,
    Playthrough,
    PositionError,
    Problem,
    SaveError,
    Span,
    SpecError,
    State,
    TileGamesError,
)

#: Two players, eight cards; one may play as one likes, so the same tricks can fall in any order.
FREE = """
tilegames: 1
game: made-up-free
about: {title: Made-up free, family: trick-taking, source: made up for this test}
players: {count: 2}
set: {cards: {ranks: [J, Q, K, A], suits: [H, S]}}
tiles: {suits: printed}
deal: {each: 3, rest: stock}
phases: {tricks: {leader: left_of_dealer, follow: free}}
scoring: {points: {per_trick: 1}, taken: yes}
match: {first_dealer: random, until: {rounds: 2}}
"""

LINE = """
tilegames: 1
game: made-up-line
about: {title: Made-up line, family: layout, source: made up for this test}
players: {count: 2}
set: {dominoes: double-6}
deal: {each: 4, rest: aside}
phases: {layout: {opener: {dealt: {seat: left_of_dealer}}}}
scoring: {hand_left: {to: winner}}
match: {first_dealer: random, until: {rounds: 1}}
"""

#: The dealer is found by a draw in which every tile has a twin.
TWINS = """
tilegames: 1
game: made-up-twins
about: {title: Made-up twins, family: layout, source: made up for this test}
players: {count: 4}
set: {chinese_dominoes: 2}
deal: {each: 5, rest: aside}
phases: {layout: {opener: {dealt: {seat: left_of_dealer}}}}
scoring: {hand_left: {}}
match: {first_dealer: highest_draw, until: {rounds: 3}, winner: lowest}
"""


def free(**words: object) -> State:
    """Seat 0 leads, and takes every trick it leads with an ace."""
    game = tilegames.loads(FREE)
    deal = game.deal(hands=[["AH", "AS", "JH"], ["KH", "KS", "QS"]], dealer=1)
    return game.new_state(deal=[deal, game.deal()], **words)  # type: ignore[arg-type]  # a test's short way


def after(state: State, moves: str) -> State:
    """Makes moves in turn."""
    for move in moves.split(","):
        state = state.play(move.strip())
    return state


def bundled() -> list[Game]:
    """Every bundled game."""
    return [tilegames.load(name) for name in tilegames.names()]


GAMES = pytest.mark.parametrize("game", bundled(), ids=lambda game: game.name)


# Frozen


@pytest.mark.parametrize("name", ["turn", "scores", "legal_moves", "_table", "anything"])
def test_a_state_cannot_be_changed(name: str) -> None:
    """Neither its public facts nor its insides, nor can something be hung on it or taken off."""
    state = free()
    with pytest.raises(AttributeError, match="frozen"):
        setattr(state, name, 1)
    with pytest.raises(AttributeError):
        delattr(state, name)
    assert not hasattr(state, "__dict__")


@pytest.mark.parametrize("name", ["title", "players", "rules_hash", "anything", "_flow"])
def test_a_game_cannot_be_changed(name: str) -> None:
    """A game is shared by many states and threads."""
    game = tilegames.load("texas-42")
    with pytest.raises(AttributeError):
        setattr(game, name, 1)
    with pytest.raises(AttributeError):
        delattr(game, name)
    assert not hasattr(game, "__dict__")


def test_moves_events_and_outcomes_cannot_be_changed() -> None:
    """All that a state gives away is frozen."""
    end = tilegames.load("texas-42").playout(seed=1).replay()
    for thing in (end.history[0], end.events[0], end.score_events[0], end.outcome, end.view(0)):
        field = attrs.fields(type(thing))[0].name
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(thing, field, None)


@GAMES
def test_old_states_stay_as_they_were(game: Game) -> None:
    """Playing on, asking for events, views and illegal moves changes no earlier state."""
    states = list(game.playout(seed=5, max_moves=150).states())
    keys = [state._key() for state in states]
    hashes, legal = list(map(hash, states)), [state.legal_moves for state in states]
    for state in states:
        for move in state.legal_moves:
            state.play(move)
        state.events, state.view(0), state.why_illegal("nonsense")
    assert [state._key() for state in states] == keys
    assert list(map(hash, states)) == hashes
    again = list(game.playout(seed=5, max_moves=150).states())
    assert [state.legal_moves for state in again] == legal
    assert again == states


# Equality


def test_equal_by_situation_not_by_history() -> None:
    """The same two tricks in either order: seat 0 leads the ace of hearts, then the ace of spades, or the other way."""
    one = after(free(), "AH, KH, AS, KS")
    other = after(free(), "AS, KS, AH, KH")
    assert one.history != other.history
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1
    assert after(free(), "AH, KH, AS, QS") != one


def test_a_line_of_tiles_is_equal_however_it_was_built() -> None:
    """6-1 is joined on the left and 6-2 on the right, in either order, while the other seat can only pass."""
    game = tilegames.loads(LINE)
    start = game.position(layout=["6-0", "0-3", "3-6"], hands=[["6-1", "6-2", "0-0"], ["5-5", "4-4"]], turn=0)
    one = after(start, "6-1 left, pass, 6-2 right, pass")
    other = after(start, "6-2 right, pass, 6-1 left, pass")
    assert one.view(0).layout == other.view(0).layout == ((1, 6), (6, 0), (0, 3), (3, 6), (6, 2))
    assert one == other
    assert hash(one) == hash(other)


def test_different_situations_are_different() -> None:
    """After each move of a match the situation is another one."""
    for game in bundled():
        states = list(game.playout(seed=3, max_moves=120).states())
        assert len(set(states)) == len(states)


def test_seeds_and_coming_deals_are_no_part_of_a_situation() -> None:
    """The same cards lie on the table, whatever will be dealt later."""
    assert free() == free(seed=5) == free(seed=6)
    game = free().game
    deals = [game.deal(hands=[["AH", "AS", "JH"], ["KH", "KS", "QS"]], dealer=1), game.deal(hands=[["QH"]])]
    assert game.new_state(deal=deals) == free()


def test_the_stock_is_part_of_a_situation_and_copies_are_not_told_apart() -> None:
    """Another order of the hidden cards is another situation; another copy of a tile is the same."""
    game = tilegames.loads(FREE)
    hands = [["AH", "AS", "JH"], ["KH", "KS", "QS"]]
    one, other = (game.new_state(deal=game.deal(hands=hands, stock=stock, dealer=1)) for stock in (["QH"], ["JS"]))
    assert one != other
    twins = tilegames.loads(TWINS)
    deal = twins.deal(hands=[["6-6", "1-1"], ["6-6", "1-1"]], dealer=3)
    order = list(deal.order)
    low, high = (place for place, piece in enumerate(order) if twins.pieces.name(piece) == "6-6" and place < 10)
    order[low], order[high] = order[high], order[low]
    assert twins.new_state(deal=deal) == twins.new_state(deal=tilegames.Deal(tuple(order), deal.draws))


def test_states_of_different_rules_are_different() -> None:
    """The same cards under other rules; comments, examples and titles are no rules."""
    other = tilegames.loads(FREE.replace("follow: free", "follow: must_if_able"))
    same = tilegames.loads(FREE.replace("Made-up free", "Another title") + "# a comment\n")
    hands = [["AH", "AS", "JH"], ["KH", "KS", "QS"]]
    assert other.new_state(deal=other.deal(hands=hands, dealer=1)) != free()
    assert same.new_state(deal=same.deal(hands=hands, dealer=1)) == free()
    assert tilegames.load("kap-tai-shap", players=3).rules_hash != tilegames.load("kap-tai-shap", players=2).rules_hash
    assert (free() == 1, free() != 1) == (False, True)


def test_options_given_their_default_are_the_same_rules() -> None:
    """Whoever says what holds anyway plays the same game."""
    plain = tilegames.load("kap-tai-shap", players=2)
    said = tilegames.load("kap-tai-shap", players=2, ante=1, claim="any")
    assert plain.rules_hash == said.rules_hash
    assert plain.new_state(seed=1) == said.new_state(seed=1)


# Copying and pickling


@GAMES
def test_copies_are_the_thing_itself(game: Game) -> None:
    """Nothing can change, so nothing need be copied: games, states and moves, by themselves or inside of lists."""
    state = game.new_state(seed=4)
    for thing in (game, state, state.legal_moves[0]):
        assert copy.copy(thing) == thing
        assert copy.deepcopy(thing) is thing
    assert copy.copy(game) is game
    assert copy.deepcopy([state] * 1000)[999] is state


@GAMES
def test_everything_can_be_pickled(game: Game) -> None:
    """A game comes back with the same rules, a state with its history and events, a record with its end."""
    again = pickle.loads(pickle.dumps(game))
    assert (again.name, again.rules_hash, again.players, again.options) == (
        game.name, game.rules_hash, game.players, game.options)
    played = game.playout(seed=9)
    assert pickle.loads(pickle.dumps(played)) == played
    states = list(played.states())
    for state in (*states[:400:7], states[-1]):
        back = pickle.loads(pickle.dumps(state))
        assert back == state
        assert (back.legal_moves, back.history, back.events, back.score_events, back.outcome) == (
            state.legal_moves, state.history, state.events, state.score_events, state.outcome)
        if not state.is_over:
            assert back.play(state.legal_moves[-1]) == state.play(state.legal_moves[-1])


def test_a_pickled_state_is_dealt_the_same_later_rounds() -> None:
    """What was given and the seed go with it, and where they run out is the same too."""
    for start in (free(), free(seed=8)):
        back = pickle.loads(pickle.dumps(after(start, "AH, KH, AS, KS, JH")))
        assert back.play("QS") == after(start, "AH, KH, AS, KS, JH, QS")
    game = tilegames.loads(FREE)
    last = pickle.loads(pickle.dumps(after(game.new_state(deal=game.deal(
        hands=[["AH", "AS", "JH"], ["KH", "KS", "QS"]], dealer=1)), "AH, KH, AS, KS, JH")))
    with pytest.raises(DealError):
        last.play("QS")


def test_a_pickled_move_is_the_same_key() -> None:
    """Moves are compared by what they say."""
    state = tilegames.load("texas-42").new_state(seed=2)
    for move in state.legal_moves:
        back = pickle.loads(pickle.dumps(move))
        assert {back: 1}[move] == 1
        assert (back.action, back.text, back.value) == (move.action, move.text, move.value)
        assert state.play(back) == state.play(move)


@pytest.mark.parametrize("variants", [[], ["points-250"]])
def test_games_and_states_reach_a_spawned_process(variants: list[str]) -> None:
    """A worker that has imported nothing plays the same match as this process."""
    game = tilegames.load("texas-42", variants=variants, all_pass="reshake")
    state = game.new_state(seed=3).play("pass")
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        played = pool.apply(operator.methodcaller("playout", seed=6), (game,))
        legal = pool.apply(operator.attrgetter("legal_moves"), (state,))
        back = pool.apply(operator.methodcaller("play", state.legal_moves[1]), (state,))
    assert played == game.playout(seed=6)
    assert played.game.variants == game.variants
    assert legal == state.legal_moves
    assert back == state.play(state.legal_moves[1])


def test_a_game_of_a_spec_by_text_can_be_pickled() -> None:
    """Its text goes with it, and those of the specs that it extends."""
    child = "tilegames: 1\ngame: child\nextends: made-up-free\nmatch: {until: {rounds: 3}}\n"
    game = tilegames.loads(child, specs={"made-up-free": FREE})
    assert pickle.loads(pickle.dumps(game)).rules_hash == game.rules_hash


# Threads


@GAMES
def test_one_game_can_be_played_by_many_threads_at_once(game: Game) -> None:
    """Eight matches at a time give what they give one after the other, on a game of which nothing is warmed up."""
    def match(shared: Game, seed: int) -> tuple[object, ...]:
        rng = random.Random(seed)
        state = shared.new_state(seed=seed)
        while not state.is_over and len(state.history) < 200:
            state.view(state.turn)
            state = state.play(str(rng.choice(state.legal_moves)))
        return state.history, state.scores, state._key()

    fresh, shared = (tilegames.load(game.name) for _ in range(2))
    with ThreadPoolExecutor(8) as threads:
        together = list(threads.map(lambda seed: match(shared, seed), range(16)))
    assert together == [match(fresh, seed) for seed in range(16)]


# What has happened


@GAMES
def test_history_events_and_accounts_speak_for_every_state(game: Game) -> None:
    """The history grows by one move; the scores are the sum of their lines, and events tell of each new line."""
    for seed in range(4):
        before: State | None = None
        for number, state in enumerate(game.playout(seed=seed, max_moves=400).states()):
            assert len(state.history) == number
            totals = [0] * len(game.sides)
            for line in state.score_events:
                totals[line.side] += line.amount
            assert tuple(totals) == state.scores
            # A payment is two lines, one for each of the two.
            told = sorted(value for event in state.events if event.kind in ("score", "pay")
                          for value in ((event.value,) if event.kind == "score" else (-event.value, event.value)))
            if before is None:
                assert [event.kind for event in state.events if event.kind == "deal"] == ["deal"] * game.players
                new = state.score_events
            else:
                assert state.history[:-1] == before.history
                assert state.history[-1] in before.legal_moves
                assert state.score_events[:len(before.score_events)] == before.score_events
                new = state.score_events[len(before.score_events):]
            assert told == sorted(line.amount for line in new)
            assert state.events
            assert any(event.kind == "match" for event in state.events) == state.is_over
            before = state


def test_a_position_s_history_begins_with_it() -> None:
    """What came before a position was not played."""
    state = tilegames.load("texas-42").position(trump="fours", led=["6-2"], hand=["6-1", "2-2"])
    assert state.history == ()
    assert [str(move) for move in state.play("6-1").history] == ["6-1"]


def test_a_view_of_a_seat_that_there_is_not() -> None:
    """Seats are numbered from nought; None is an onlooker."""
    state = free()
    for seat in (2, -1, "0", 1.0):
        with pytest.raises(OptionError, match="no seat"):
            state.view(seat)  # type: ignore[arg-type]  # that is the point
    assert state.view(None).hand == ()
    assert state.view(1).legal_moves == ()


# Records


@pytest.mark.slow
@GAMES
def test_a_record_is_read_back_as_it_was_written(game: Game) -> None:
    """Text, and text again, are the same; so are deals, moves and end."""
    for seed in range(5):
        played = game.playout(seed=seed)
        again = Playthrough.parse(str(played))
        assert again == played
        assert hash(again) == hash(played)
        assert str(again) == str(played)
        assert again.outcome == played.outcome
        assert again.game.rules_hash == game.rules_hash


def test_a_record_of_an_unfinished_match() -> None:
    """It has no outcome and says so."""
    played = tilegames.load("texas-42").playout(seed=2, max_moves=10)
    assert str(played).splitlines()[-1] == "end: unfinished"
    again = Playthrough.parse(str(played))
    assert (again, again.outcome, len(again)) == (played, None, 10)


def test_a_record_knows_variants_and_options() -> None:
    """What the game was loaded with stands at the head."""
    game = tilegames.load("texas-42", variants=["points-250"], all_pass="reshake")
    text = str(game.playout(seed=1, max_moves=5))
    assert "variants: points-250\n" in text
    assert "options: all_pass=reshake\n" in text
    assert Playthrough.parse(text).game.variants == ("points-250",)


@pytest.mark.parametrize("method", ["highest_draw", "random"])
def test_a_draw_of_a_tile_that_has_a_twin_is_read_back(method: str) -> None:
    """Which copy was drawn makes no difference, so it does not keep a record from being the same."""
    game = tilegames.loads(TWINS.replace("highest_draw", method))
    for seed in range(30):
        played = game.playout(seed=seed)
        assert Playthrough.parse(str(played), game=game) == played


def record() -> list[str]:
    """The lines of a record of the made-up game, the first of them numbered 1."""
    game = tilegames.loads(FREE)
    text = str(game.playout(seed=1))
    assert Playthrough.parse(text, game=game).replay()
    return text.splitlines()


def test_what_a_record_looks_like() -> None:
    """A head, the deals where they were dealt, the moves with their seats, and the end."""
    lines = record()
    assert [re.sub(r"[0-9a-f]{16}", "HASH", line) for line in lines[:4]] == [
        "tilegames playthrough 1", "game: made-up-free", "players: 2", "rules: HASH-2"]
    assert re.fullmatch(r"deal: dealer=[01]( [JQKA][HS]){8}", lines[4])
    assert all(re.fullmatch(r"[01]: [JQKA][HS]", line) for line in lines[5:11])
    assert lines[11].startswith("deal: ")
    assert re.fullmatch(r"end: rounds scores \d \d winners \d( \d)?", lines[-1])
    assert len(lines) == 19


def changed(change: Callable[[list[str]], object]) -> str:
    """The record with a change."""
    lines = record()
    change(lines)
    return "\n".join(lines) + "\n"


def put(number: int, line: str) -> Callable[[list[str]], object]:
    """Writes another line at a number (from 1)."""
    return lambda lines: lines.__setitem__(number - 1, line)


TAMPERED = {
    "a first move that nobody may make": put(6, "0: 3-3"),
    "a card that the seat does not hold": lambda lines: lines.__setitem__(6, lines[6][:3] + lines[5][3:]),
    "the other seat's turn": lambda lines: lines.__setitem__(5, str(1 - int(lines[5][0])) + lines[5][1:]),
    "a seat that there is not": lambda lines: lines.__setitem__(5, "7" + lines[5][1:]),
    "no move": put(6, "0:"),
    "other rules": put(4, "rules: 0123456789abcdef-2"),
    "another number of players": put(3, "players: 3"),
    "another game": put(2, "game: texas-42"),
    "a card that there is not": lambda lines: lines.__setitem__(4, lines[4].replace("AH", "2H")),
    "a card twice": lambda lines: lines.__setitem__(4, lines[4].replace("AH", "AS")),
    "a card too few": lambda lines: lines.__setitem__(4, lines[4][:-3]),
    "an impossible draw": lambda lines: lines.__setitem__(4, re.sub("dealer=.", "dealer=5", lines[4])),
    "no draw": lambda lines: lines.__setitem__(4, re.sub("dealer=. ", "", lines[4])),
    "an unknown draw": lambda lines: lines.__setitem__(4, lines[4].replace("dealer=", "leader=")),
    "no first deal": lambda lines: lines.pop(4),
    "no second deal": lambda lines: lines.pop(11),
    "no deal at all": lambda lines: [lines.pop(11), lines.pop(4)],
    "another end": put(19, "end: rounds scores 9 9 winners 0 1"),
    "an end that says nothing": put(19, "end:"),
    "an unfinished end": put(19, "end: unfinished"),
    "a word that no record has": put(6, "move: AH"),
    "no colon": put(6, "garbage"),
    "a line of other text": put(12, "\x00\x01"),
    "moves after the end": lambda lines: lines.append("0: AH"),
    "a move too few": lambda lines: lines.pop(17),
    "another kind of record": put(1, "tilegames playthrough 2"),
    "an empty first line": put(1, ""),
}


@pytest.mark.parametrize("change", TAMPERED.values(), ids=TAMPERED.keys())
def test_a_record_that_was_changed_is_refused_with_the_line(change: Callable[[list[str]], object]) -> None:
    """A record is played through when it is read, and what cannot be is told with its line."""
    with pytest.raises(SaveError, match=r"line \d+"):
        Playthrough.parse(changed(change), game=tilegames.loads(FREE))


@pytest.mark.parametrize("text", ["", "\n\n", "hello", "tilegames playthrough 1", "tilegames playthrough 1\nend: x\n",
                                  "tilegames playthrough 1\ngame: texas-42\nplayers: many\n",
                                  "tilegames playthrough 1\ngame: no-such-game\nplayers: 4\n",
                                  "tilegames playthrough 1\ngame: texas-42\nplayers: 4\noptions: nonsense\n",
                                  "tilegames playthrough 1\ngame: ../texas-42\nplayers: 4\n",
                                  "tilegames playthrough 1\ngame: texas-42\nplayers: 4\nvariants: no such\n"])
def test_a_text_that_is_no_record(text: str) -> None:
    """It is refused as a record, whatever else is wrong with it."""
    with pytest.raises(SaveError):
        Playthrough.parse(text)


def test_a_record_cut_short_is_refused() -> None:
    """Every record ends with a line that says how; one without it has lost its end."""
    lines = record()
    for length in range(1, len(lines)):
        with pytest.raises(SaveError):
            Playthrough.parse("\n".join(lines[:length]) + "\n", game=tilegames.loads(FREE))


def test_comments_and_empty_lines_in_a_record() -> None:
    """A person may write notes into it."""
    lines = record()
    text = "\n\n".join([lines[0], "# a note", *lines[1:9], "   # another", *lines[9:]])
    assert Playthrough.parse(text, game=tilegames.loads(FREE)).replay().is_over


def test_replaying_needs_no_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """With every source of random numbers broken, a record is still read and played."""
    game = tilegames.load("kap-tai-shap", players=3)
    played = game.playout(seed=1)
    text = str(played)

    def broken(*args: object, **keywords: object) -> None:
        raise AssertionError("a replay asked for a random number")

    for name in ("Random", "random", "getrandbits", "choice", "shuffle", "randrange", "seed", "SystemRandom"):
        monkeypatch.setattr(random, name, broken)
    assert Playthrough.parse(text, game=game) == played
    assert played.replay().outcome == played.outcome
    assert played.state_at(3).history == played.moves[:3]


def test_any_moment_of_a_record() -> None:
    """From the start to the end, and counted from the end; not past either."""
    played = tilegames.load("texas-42").playout(seed=4, max_moves=20)
    assert played.state_at(0).history == ()
    assert played.state_at(20) == played.state_at(-1)
    assert played.state_at(-21) == played.state_at(0)
    assert played.state_at(13).history == played.moves[:13]
    for number in (21, -22):
        with pytest.raises(IndexError):
            played.state_at(number)


def test_a_record_with_a_wrong_end_does_not_replay() -> None:
    """An outcome that its moves do not lead to is told."""
    played = tilegames.loads(FREE).playout(seed=1)
    wrong = attrs.evolve(played, outcome=attrs.evolve(played.outcome, winners=(5,)))
    with pytest.raises(SaveError, match="ends differently"):
        wrong.replay()
    missing = attrs.evolve(played, deals=played.deals[:1])
    with pytest.raises(SaveError, match="move 5"):
        missing.replay()


# Deals that run out


def test_a_deal_that_is_missing_leaves_the_state_as_it_was() -> None:
    """The last card of the only given round cannot be played; the state is the same before and after, and goes on."""
    game = tilegames.loads(FREE)
    state = game.new_state(deal=game.deal(hands=[["AH", "AS", "JH"], ["KH", "KS", "QS"]], dealer=1))
    last = after(state, "AH, KH, AS, KS, JH")
    key, scores, legal = last._key(), last.scores, last.legal_moves
    for _ in range(2):
        with pytest.raises(DealError, match="round 1"):
            last.play("QS")
    assert (last._key(), last.scores, last.legal_moves, last.score_events) == (key, scores, legal, ())
    assert (last.turn, last.round, last.history[-1].text) == (1, 0, "JH")


@pytest.mark.parametrize("deal", [[], (), None])
def test_a_match_needs_a_first_deal(deal: object) -> None:
    """Neither a seed nor a deal is a mistake and says what to do."""
    with pytest.raises(DealError):
        tilegames.loads(FREE).new_state(deal=deal)  # type: ignore[arg-type]  # that is the point


@pytest.mark.parametrize("deal", [[1], ["AH"], "AH", 7, [None], [(0, 1)]])
def test_what_is_no_deal(deal: object) -> None:
    """Anything else than a Deal is refused as such."""
    with pytest.raises(DealError):
        tilegames.loads(FREE).new_state(deal=deal)  # type: ignore[arg-type]  # that is the point


# Errors


@pytest.mark.parametrize(("error", "value"), [
    (SpecError, True), (OptionError, True), (HookError, False), (MoveError, True), (InvalidMoveError, True),
    (IllegalMoveError, True), (AmbiguousMoveError, True), (DealError, True), (PositionError, True), (SaveError, True)])
def test_every_error_has_one_base(error: type[Exception], value: bool) -> None:
    """All are TileGamesErrors, and ValueErrors where a value was wrong; the three kinds of moves are MoveErrors."""
    assert issubclass(error, TileGamesError)
    assert issubclass(error, ValueError) is value
    assert issubclass(error, MoveError) is error.__name__.endswith("MoveError")


PLACE = Span("a.yaml", 3, 5, "  follow: free")


@pytest.mark.parametrize("error", [
    SpecError([Problem("some-code", "something", PLACE, "do this"), Problem("other", "else")]), OptionError("no"),
    HookError("no", PLACE), HookError("no"), InvalidMoveError("6-4", "some-code", "a sentence", PLACE),
    IllegalMoveError("6-4", "some-code", "a sentence"), DealError("no"), PositionError("no"), SaveError("line 3: no"),
    AmbiguousMoveError("6-4", "some-code", "say which", PLACE, ["6-4 left", "6-4 right"])])
def test_errors_survive_pickling_and_copying(error: TileGamesError) -> None:
    """Workers hand their errors back; nothing that an error carries is lost on the way."""
    for again in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error), copy.copy(error)):
        assert type(again) is type(error)
        assert str(again) == str(error)
        assert vars(again) == vars(error)


def test_what_an_illegal_move_s_error_carries() -> None:
    """The text, the code, the sentence and the line of the spec; the reason given beforehand is the same."""
    game = tilegames.loads(FREE.replace("follow: free", "follow: must_if_able"))
    state = game.position(led=["AH"], hand=["KH", "KS"])
    with pytest.raises(IllegalMoveError) as caught:
        state.play("ks")
    error, reason = caught.value, state.why_illegal("ks")
    assert (error.move, error.code, error.sentence, error.place) == ("ks", reason.code, reason.sentence, reason.place)
    assert (error.code, error.place.line, error.place.file) == ("must-follow", 9, "<spec>")
    assert str(error) == f'"ks": {reason.sentence} [must-follow, <spec>:9:43]'


def test_a_state_tells_what_it_is() -> None:
    """For debugging: the game, the round, the phase and the turn, or the end; no hidden card."""
    state = free()
    assert repr(state) == "<State of made-up-free: round 0, tricks, seat 0 to move>"
    end = tilegames.loads(FREE).playout(seed=1).replay()
    assert repr(end).startswith("<State of made-up-free: ")
    assert repr(tilegames.load("texas-42", variants=["points-250"])) == "<Game texas-42, 4 players, points-250>"


def test_who_asks_for_a_reason_out_of_turn_learns_nothing():
    """Whatever the text is: nonsense, a tile that the seat to move holds, or one that it does not hold."""
    state = tilegames.load("texas-42").position(trump="fours", turn=0, hand=["6-4", "2-2", "1-0"])
    assert "6-4" in state.why_illegal("nonsense").sentence, "the seat to move is told what it could do"
    reasons = {(reason.code, reason.sentence) for text in ("nonsense", "6-4", "5-5", "pass")
               for reason in [state.why_illegal(text, by=2)]}
    assert reasons == {("not-your-turn", "it is seat 0's turn, not seat 2's")}
    assert not state.is_legal("6-4", by=2) and state.is_legal("6-4", by=0)
    with pytest.raises(tilegames.IllegalMoveError, match="not seat 2"):
        state.parse_move("6-4", by=2)


def test_a_long_text_is_not_repeated():
    """A million letters come back as eighty at the most."""
    for name in ("tien-gow", "texas-42", "gin-rummy"):
        state = tilegames.load(name).new_state(seed=1)
        with pytest.raises(tilegames.MoveError) as refused:
            state.play("x" * 1_000_000)
        assert len(str(refused.value)) < 1000 and len(refused.value.sentence) < 1000
