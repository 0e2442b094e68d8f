"""Trees of tiles in made-up games: spinners, toes, toes on toes, sums, trains; positions, equality, records."""

import copy
import pickle
from collections.abc import Callable

import pytest

import tilegames
from tilegames import Arm, Game, OpenEnd, Playthrough, PositionError, State

HEAD = """
tilegames: 1
game: made-up-tree
about: {title: Made-up tree, family: layout, source: made up for this test}
players: {count: 2}
set: {dominoes: double-6}
deal: {each: 7}
"""
LAYOUT = """phases:
  layout:
    opener: {dealt: {seat: left_of_dealer}}
"""
TAIL = """scoring: {hand_left: {to: holder}}
match: {first_dealer: random, until: {rounds: 1}}
"""

TRAINS = HEAD.replace("count: 2", "count: 3").replace("each: 7", "each: 5") + """phases:
  layout:
    opener: {hub: {seat: {holder_of: 6-6}, piece: held, if_nobody: draw_in_turn}}
    must_fill: {double: 1}
    trains: {public: [mexican, local], first_turn: chain}
    again: double
    cannot_play: {draw: 1}
    blocked: {when: nobody_can_play, lowest: nobody}
""" + TAIL.replace("first_dealer", "starter")

#: Two of each double from one to three, so that a double can be a toe of its twin.
TWINS = HEAD.replace("{dominoes: double-6}", "{pieces: [3-3, 3-3, 2-2, 2-2, 1-1, 1-1, 3-2, 3-1, 3-0, 2-1, 2-0, 1-0]}"
                     ).replace("each: 7", "each: 3") + LAYOUT + "    must_fill: {double: 2}\n" + TAIL


def tree(*keys: str, head: str = HEAD) -> Game:
    """A game of this head whose layout has some more keys."""
    return tilegames.loads(head + LAYOUT + "".join(f"    {key}\n" for key in keys) + TAIL)


def texts(state: State) -> set[str]:
    """The legal moves as text; each stands there once."""
    found = [str(move) for move in state.legal_moves]
    assert len(set(found)) == len(found)
    return set(found)


def open_numbers(state: State) -> list[int]:
    """The numbers of the sides that can be joined now, sorted."""
    layout = state.game.flow.phases[-1]
    return sorted(layout.tree.open_numbers(state._table))


def lay(game: Game, *pieces: str) -> State:
    """A position of these pieces on the table."""
    return game.position(layout=pieces, turn=0)


# Spinners


@pytest.mark.parametrize(("pieces", "ends"), [
    (["6-6"], [6, 6]),
    (["6-6", "6-1"], [1, 6]),
    (["6-6", "6-1", "6-2"], [1, 2, 6, 6]),
    (["6-6", "6-1", "6-2", "6-3"], [1, 2, 3, 6]),
    (["6-6", "6-1", "6-2", "6-3", "6-4"], [1, 2, 3, 4]),
    # The first double is not the first tile: one side in line is joined already.
    (["6-5"], [5, 6]),
    (["6-5", "5-5"], [5, 6]),
    (["6-5", "5-5", "5-1"], [1, 5, 5, 6]),
    (["6-5", "5-5", "5-1", "5-2"], [1, 2, 5, 6]),
    (["6-5", "5-5", "5-1", "5-2", "5-3"], [1, 2, 3, 6]),
    # A later double has no sides across.
    (["6-5", "5-5", "5-1", "1-1"], [1, 5, 5, 6]),
    (["6-5", "5-5", "5-1", "1-1", "1-0"], [0, 5, 5, 6]),
])
def test_the_first_double_is_a_spinner(pieces: list[str], ends: list[int]) -> None:
    """The sides across are open only once both in line are taken."""
    assert open_numbers(lay(tree("spinner: first_double"), *pieces)) == ends


@pytest.mark.parametrize(("pieces", "ends"), [
    (["6-6"], [6, 6]),
    (["6-6", "6-1", "1-1"], [1, 6]),
    (["6-6", "6-1", "1-1", "1-0"], [0, 1, 1, 6]),
    (["6-6", "6-1", "1-1", "1-0", "2-1"], [0, 1, 2, 6]),
    (["6-6", "6-1", "1-1", "1-0", "2-1", "3-1"], [0, 2, 3, 6]),
    (["6-6", "6-1", "1-1", "1-0", "0-0", "6-2"], [0, 1, 1, 2, 6, 6]),
])
def test_every_double_may_be_a_spinner(pieces: list[str], ends: list[int]) -> None:
    """The same for each of them."""
    assert open_numbers(lay(tree("spinner: every_double"), *pieces)) == ends


def test_the_sides_of_a_spinner_are_one_place_to_play() -> None:
    """Which of its equal free sides a tile goes to is no choice: in line first, then across; four tiles fit."""
    game = tree("spinner: first_double")
    state = game.position(layout=["6-6"], turn=0, hands=[["6-1", "6-3", "6-5"], ["6-2", "6-4", "0-0"]])
    for move in ("6-1@6-6", "6-2@6-6", "6-3@6-6", "6-4@6-6"):
        assert move in texts(state)
        state = state.play(move)
    assert texts(state) == {"pass"}
    assert state.view(0).layout == ((6, 6), (6, 1), (6, 2), (6, 3), (6, 4))
    assert state.view(0).joined == (-1, 0, 0, 0, 0)


def test_a_line_stays_a_line_without_a_spinner() -> None:
    """Its ends are left and right."""
    state = tree("spinner: none").position(layout=["6-6"], turn=0, hand=["6-1"])
    assert texts(state) == {"6-1 right"}


# Sides that must be filled


@pytest.mark.parametrize("sides", [3, 4, 6])
def test_the_first_piece_may_have_many_sides(sides: int) -> None:
    """The double six with so many sides: it is due until the last is filled, then the ends are those of its toes."""
    game = tree(f"must_fill: {{start: {sides}}}", "cannot_play: {draw: 1}")
    toes = [f"6-{number}" for number in range(sides)]
    for filled in range(sides):
        state = lay(game, "6-6", *toes[:filled])
        assert state.view(0).due == ("6-6",)
        assert [end for end in state.view(0).ends if end.place == 0] == [OpenEnd(6, "6-6", 0, "6-6", sides - filled)]
        assert open_numbers(state) == sorted([*range(filled), *[6] * (sides - filled)])
    state = lay(game, "6-6", *toes)
    assert (state.view(0).due, open_numbers(state)) == ((), list(range(sides)))


def test_the_first_piece_has_two_sides_if_it_is_no_double() -> None:
    """Four are wanted of a double; of the 6-5 both, and then it is free."""
    game = tree("must_fill: {start: 4}")
    state = game.position(layout=["6-5"], turn=0, hands=[["6-1", "1-0"], ["5-2", "1-1"]])
    assert state.view(0).due == ("6-5",)
    state = state.play("6-1@6-5")
    assert (state.view(0).due, texts(state)) == (("6-5",), {"5-2@6-5"})
    state = state.play("5-2@6-5")
    assert (state.view(0).due, texts(state)) == ((), {"1-0@6-1"})


def test_a_double_gets_its_toes() -> None:
    """Three toes on the 5-5: everybody plays there, then its toes are three new ends in the place of one."""
    game = tree("must_fill: {double: 3}")
    state = game.position(layout=["6-5", "5-5"], turn=0, hands=[["5-1", "5-3", "6-1"], ["5-2", "6-2", "1-0"]])
    for move, others in (("5-1@5-5", {"5-3@5-5"}), ("5-2@5-5", set()), ("5-3@5-5", set())):
        assert texts(state) == {move, *others}
        state = state.play(move)
    assert (state.view(0).due, open_numbers(state)) == ((), [1, 2, 3, 6])
    assert texts(state) == {"6-2@6-5", "6-2@5-2", "1-0@5-1"}


def test_who_has_no_toe_passes_and_the_duty_stays() -> None:
    """Seat 0 has no five: it passes although the six is open; seat 1 must fill."""
    state = tree("must_fill: {double: 3}").position(layout=["6-5", "5-5"], turn=0,
                                                    hands=[["6-1", "6-2"], ["5-2", "6-3"]])
    assert texts(state) == {"pass"}
    assert texts(state.play("pass")) == {"5-2@5-5"}


FIVES = ["6-5", "5-5", "5-4", "5-3"]


@pytest.mark.parametrize(("dead", "due", "moves"), [("stays", ("5-5",), {"pass"}),
                                                    ("dropped", (), {"6-1@6-5", "6-2@6-5"})])
def test_a_duty_that_nothing_can_meet(dead: str, due: tuple[str, ...], moves: set[str]) -> None:
    """A set with four fives, all on the table: the third toe of the 5-5 stays due, or is dropped."""
    head = HEAD.replace("{dominoes: double-6}", "{pieces: [6-5, 5-5, 5-4, 5-3, 6-1, 6-2, 4-1, 4-2]}").replace(
        "each: 7", "each: 2, rest: aside")
    game = tree(f"must_fill: {{double: 3, if_dead: {dead}}}", head=head)
    state = game.position(layout=FIVES, turn=0, hands=[["6-1", "6-2"], ["4-1", "4-2"]])
    assert (state.view(0).due, texts(state)) == (due, moves)


# Toes on toes


@pytest.mark.parametrize(("order", "place", "left"), [("oldest_first", 1, ("3-3", "3-3")),
                                                      ("newest_first", 2, ("3-3", "3-3"))])
def test_a_double_as_a_toe_of_its_twin(order: str, place: int, left: tuple[str, ...]) -> None:
    """Both 3-3 are due; the next toe goes to the one that comes first, told by the place of the tile it lies on.

    The twin is one toe of the first 3-3, so that one still wants one and the twin two.
    """
    game = tilegames.loads(TWINS.replace("{double: 2}", f"{{double: 2, order: {order}}}"))
    state = game.position(layout=["3-1", "3-3"], turn=0, hands=[["3-3", "3-0", "1-0"], ["3-2", "2-1", "1-1"]])
    assert texts(state) == {"3-3@3-3", "3-0@3-3"}
    state = state.play("3-3@3-3")
    assert (state.turn, state.view(1).due, texts(state)) == (1, left, {"3-2@3-3"})
    state = state.play("3-2@3-3")
    assert state.view(1).joined == (-1, 0, 1, place)
    # Oldest first: the first 3-3 is done, and the twin wants two. Newest first: each wants one more.
    assert state.view(1).due == (("3-3",) if order == "oldest_first" else ("3-3", "3-3"))
    free = {(end.place, end.free) for end in state.view(1).ends if end.piece == "3-3"}
    assert free == ({(2, 2)} if order == "oldest_first" else {(1, 1), (2, 1)})


@pytest.mark.parametrize(("order", "due", "moves"), [("oldest_first", ("1-1", "2-2"), {"1-0@1-1"}),
                                                     ("newest_first", ("2-2", "1-1"), {"2-0@2-2"})])
def test_which_of_two_doubles_comes_first(order: str, due: tuple[str, ...], moves: set[str]) -> None:
    """With numbers that add up to three a double joins a double: the 2-2 is a toe of the 1-1, and both are due."""
    head = HEAD.replace("double-6", "double-3").replace("each: 7", "each: 3")
    game = tree("joins: {sum: 3}", f"must_fill: {{double: 2, order: {order}}}", head=head)
    state = game.position(layout=["2-0", "1-1", "2-2"], turn=0, hands=[["2-1", "1-0", "0-0"], ["3-3"]])
    assert state.view(0).due == due
    # A one wants a two and a two wants a one.
    assert texts(state) == {"2-1@1-1" if order == "oldest_first" else "2-1@2-2",
                            *({"1-0@2-2"} if order == "newest_first" else set())}


def test_copies_are_one_move() -> None:
    """Two 3-3 in hand, and two in the layout with a free side: one move."""
    game = tilegames.loads(TWINS.replace("    must_fill: {double: 2}\n", "    spinner: every_double\n"))
    state = game.position(layout=["3-1", "3-3", "3-3"], turn=0, hands=[["3-2", "3-0", "1-0"], ["2-1", "1-1", "2-2"]])
    assert texts(state) == {"3-2@3-3", "3-0@3-3", "1-0@3-1"}


# Numbers that add up


def sevens() -> Game:
    """Touching numbers add up to seven; every later double wants two toes."""
    return tree("joins: {sum: 7}", "must_fill: {double: 2}")


def test_a_piece_that_fits_both_numbers_of_another() -> None:
    """The six of the 6-4 wants a one and its four a three: the 3-1 has both, so its moves name the number."""
    state = sevens().position(layout=["6-4"], turn=0, hands=[["3-1", "1-0", "3-2"], ["5-5"]])
    assert texts(state) == {"3-1@6-4/6", "3-1@6-4/4", "1-0@6-4", "3-2@6-4"}
    six, four = state.play("3-1@6-4/6"), state.play("3-1@6-4/4")
    assert (six.view(0).layout, open_numbers(six)) == (((6, 4), (1, 3)), [3, 4])
    assert (four.view(0).layout, open_numbers(four)) == (((6, 4), (3, 1)), [1, 6])
    assert six != four
    with pytest.raises(tilegames.AmbiguousMoveError, match=r"3-1@6-4/[46] or 3-1@6-4/[46]"):
        state.play("3-1@6-4")
    assert str(state.parse_move("1-3 @ 4-6/6".replace(" ", ""))) == "3-1@6-4/6"


def test_a_number_that_nothing_joins() -> None:
    """To a nought a seven would have to be joined."""
    state = sevens().position(layout=["6-0"], turn=0, hands=[["6-1", "0-0"], ["5-5"]])
    assert texts(state) == {"6-1@6-0"}
    assert state.why_illegal("0-0").code == "must-join-an-end"


# Trains


def test_the_trains_of_a_view() -> None:
    """Each has a name, an owner or none, and is open to all or not."""
    state = tilegames.loads(TRAINS).position(layout=["6-6", "6-1 train 0", "6-2 mexican"], turn=1, marked=[2],
                                             hand=["6-3", "2-1"])
    view = state.view(1)
    assert view.arms == (Arm("train 0", 0, False), Arm("train 1", 1, False), Arm("train 2", 2, True),
                         Arm("mexican", None, True), Arm("local", None, True))
    assert [(end.number, end.where) for end in view.ends] == [
        (1, "train 0"), (6, "train 1"), (6, "train 2"), (2, "mexican"), (6, "local")]
    assert (view.layout, view.joined) == (((6, 6), (6, 1), (6, 2)), (-1, 0, 0))
    assert texts(state) == {"6-3 train 1", "6-3 train 2", "6-3 local", "2-1 mexican"}
    assert [view.to_dict()["arms"][3][key] for key in ("name", "owner", "open")] == ["mexican", None, True]


def test_a_train_goes_on_from_its_last_piece() -> None:
    """The 6-1, the 4-1 on it, the 4-4 on that: the end is four, and the double must be covered."""
    state = tilegames.loads(TRAINS).position(layout=["6-6", "6-1 train 0", "4-1 train 0", "4-4 train 0"], turn=2,
                                             hand=["4-2", "6-5", "2-2"])
    assert (state.view(2).due, texts(state)) == (("4-4",), {"4-2 train 0"})
    assert state.view(2).layout == ((6, 6), (6, 1), (1, 4), (4, 4))
    assert state.view(2).joined == (-1, 0, 1, 2)


def test_only_the_owner_s_play_closes_a_train() -> None:
    """Somebody else's tile on an open train leaves it open."""
    game = tilegames.loads(TRAINS)
    state = game.position(layout=["6-6"], turn=0, marked=[1], hands=[["6-3", "0-0"], ["5-3", "1-1"], ["2-2", "4-4"]])
    state = state.play("6-3 train 1")
    assert state.view(0).arms[1].open
    state = state.play("5-3 train 1")
    assert not state.view(0).arms[1].open


# Positions


@pytest.mark.parametrize(("pieces", "message"), [
    (["6-6", "5-1"], "5-1 does not fit any end that is open there"),
    (["6-6", "6-1", "2-1@6-6"], "2-1@6-6 does not fit any end that is open there"),
    (["6-6", "6-1@5-5"], "6-1@5-5 does not fit any end that is open there"),
    (["6-5", "6-1", "5-2"], None),
    (["6-6", "6-1", "6-2", "2-1"], "2-1 could lie at several ends; say which: 2-1@6-1 or 2-1@6-2"),
    (["6-6@6-5"], "the first piece lies at no end"),
    (["6-6", "6-6"], "6-6 is in the position more often than in the set"),
    (["6-6", "7-1"], '"7-1" is no piece of this set'),
    (["6-6", "6-1@"], '"6-1@" is not a piece and its end'),
])
def test_where_the_pieces_of_a_position_lie(pieces: list[str], message: str | None) -> None:
    """A piece lies at the one end that it fits, or says which; else the position is refused in a sentence."""
    game = tree("spinner: first_double")
    if message is None:
        assert game.position(layout=pieces, turn=0).view(0).joined == (-1, 0, 0)
        return
    with pytest.raises(PositionError) as caught:
        game.position(layout=pieces, turn=0)
    assert message in str(caught.value)


def test_the_pieces_of_a_position_keep_the_rules() -> None:
    """What must be filled comes first in a position, too."""
    game = tree("must_fill: {start: 3}")
    with pytest.raises(PositionError, match="2-1@6-1 does not fit any end that is open there"):
        game.position(layout=["6-6", "6-1", "2-1@6-1"], turn=0)
    assert game.position(layout=["6-6", "6-1", "6-2", "6-3", "4-1@6-1"], turn=0).view(0).due == ()


def test_the_number_of_an_end_in_a_position() -> None:
    """As in moves: ``3-1@6-4/6``; without the number it could lie at both."""
    assert sevens().position(layout=["6-4", "3-1@6-4/6"], turn=0).view(0).layout == ((6, 4), (1, 3))
    with pytest.raises(PositionError, match=r"say which: 3-1@6-4/[46] or 3-1@6-4/[46]"):
        sevens().position(layout=["6-4", "3-1@6-4"], turn=0)


@pytest.mark.parametrize("name", ["6-1 train 7", "6-1@train 0", "6-1 station"])
def test_a_train_that_is_not_there(name: str) -> None:
    """Trains are named as in moves; there are three, and two for all."""
    game = tilegames.loads(TRAINS)
    assert game.position(layout=["6-6", "6-1 Train 0"], turn=1).view(0).ends[0].number == 1
    with pytest.raises(PositionError):
        game.position(layout=["6-6", name], turn=1)


# States


@pytest.mark.parametrize(("one", "other"), [
    (["6-6", "6-1", "6-2", "1-0@6-1"], ["6-6", "6-2", "6-1", "1-0@6-1"]),
    (["6-6", "6-1", "6-2", "1-0@6-1"], ["6-6", "6-1", "1-0@6-1", "6-2"]),
    (["6-6", "6-1", "6-2", "6-3", "6-4"], ["6-6", "6-4", "6-3", "6-2", "6-1"]),
])
def test_the_order_in_which_pieces_were_laid_does_not_matter(one: list[str], other: list[str]) -> None:
    """The same tiles at the same ends are the same situation: equal, and of one hash."""
    game = tree("spinner: first_double")
    first, second = (game.position(layout=pieces, turn=0, hands=[["5-0"], ["5-5"]], stock_empty=True)
                     for pieces in (one, other))
    assert first == second
    assert hash(first) == hash(second)
    assert len({first, second}) == 1
    assert texts(first) == texts(second)


def test_what_makes_situations_different() -> None:
    """Another branch, another number, another double as the spinner, another train, another mark."""
    game = tree("spinner: first_double")
    hands = {"turn": 0, "hands": [["5-0"], ["5-4"]], "stock_empty": True}
    assert game.position(layout=["6-6", "6-1", "6-2", "2-1@6-1"], **hands) != game.position(
        layout=["6-6", "6-1", "6-2", "2-1@6-2"], **hands)
    # Of 6-6 and 1-1 the one laid first can be joined across.
    assert game.position(layout=["6-1", "6-6", "1-1"], **hands) != game.position(layout=["6-1", "1-1", "6-6"], **hands)
    trains = tilegames.loads(TRAINS)
    hands = {"turn": 0, "hands": [["5-0"], ["5-4"], ["4-4"]], "stock_empty": True}
    assert trains.position(layout=["6-6", "6-1 mexican"], **hands) != trains.position(
        layout=["6-6", "6-1 local"], **hands)
    assert trains.position(layout=["6-6", "6-1 mexican"], **hands) != trains.position(
        layout=["6-6", "6-1 mexican"], marked=[1], **hands)


def test_equal_situations_go_on_alike() -> None:
    """Two 6-1 with an open one, under the 6-6 and under a 6-5: whichever was laid first, a move leads to one state."""
    head = HEAD.replace("{dominoes: double-6}", "{pieces: [6-6, 6-5, 6-5, 6-1, 6-1, 1-0, 2-0, 3-0]}").replace(
        "each: 7", "each: 1")
    game = tree("spinner: every_double", head=head)
    hands = {"turn": 0, "hands": [["1-0", "3-0"], ["2-0"]], "stock_empty": True}
    one = game.position(layout=["6-6", "6-5", "6-5@6-5", "6-1@6-5", "6-1@6-6"], **hands)
    other = game.position(layout=["6-6", "6-1", "6-5@6-6", "6-5@6-5", "6-1@6-5"], **hands)
    assert one == other
    assert one.play("1-0@6-1") == other.play("1-0@6-1")


GAMES = {
    "spinner": tree("spinner: first_double", "cannot_play: {draw: until_playable}"),
    "spinners": tree("spinner: every_double", "cannot_play: {draw: 2, then: may_play, voluntary: yes}"),
    "toes": tree("must_fill: {start: 4, double: 3}", "cannot_play: {draw: 1}", "blocked: {when: nobody_can_play}"),
    "twins": tilegames.loads(TWINS),
    "newest": tilegames.loads(TWINS.replace("{double: 2}", "{double: 2, order: newest_first, if_dead: dropped}")),
    "sevens": sevens(),
    "trains": tilegames.loads(TRAINS),
    "announced": tree("must_fill: {double: 2}", "again: double", "last_double: plays_on", "announce_last: yes",
                      "cannot_play: {draw: 1}"),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_record_comes_back_from_its_text(name: str) -> None:
    """The text of a playthrough names every move; read again it is the same, and leads to the same end."""
    for seed in range(5):
        played = GAMES[name].playout(seed=seed)
        again = Playthrough.parse(str(played), game=GAMES[name])
        assert again == played
        assert again.outcome == played.outcome
        assert [str(move) for move in again.moves] == [str(move) for move in played.moves]


@pytest.mark.parametrize("name", GAMES)
def test_states_can_be_kept(name: str) -> None:
    """Pickled and copied: the same state with the same moves."""
    game = GAMES[name]
    for state in list(game.playout(seed=3).states())[::5]:
        for kept in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
            assert kept == state
            assert hash(kept) == hash(state)
            assert kept.legal_moves == state.legal_moves
            assert kept.view(0).layout == state.view(0).layout
            assert kept.view(0).due == state.view(0).due


@pytest.mark.parametrize("name", GAMES)
def test_random_matches(name: str, play_random: Callable[..., list[State]]) -> None:
    """Ten matches under the claims that hold for every state; every tile on the table touches a number that fits."""
    total = 7 if name == "sevens" else None
    for end in play_random(GAMES[name], matches=10):
        layout, joined = end.view(None).layout, end.view(None).joined
        for (inner, _), on in zip(layout[1:], joined[1:], strict=True):
            wanted = inner if total is None else total - inner
            assert wanted in layout[on]
