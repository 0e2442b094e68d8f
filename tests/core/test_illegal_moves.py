"""Case A20: what is refused is refused with a reason, and leaves the state as it was."""

import pytest

import tilegames
from tilegames import IllegalMoveError, InvalidMoveError, MoveError, State

TRICKS = """
tilegames: 1
game: made-up-tricks
about: {title: Made-up tricks, family: trick-taking, source: made up for this test}
players: {count: 3}
set: {cards: {ranks: [J, Q, K, A], suits: [D, H, S]}}
tiles: {suits: printed}
deal: {each: 4}
phases: {tricks: {leader: left_of_dealer}}
scoring: {points: {per_trick: 1}, taken: yes}
match: {first_dealer: random, until: {rounds: 2}}
"""


def start() -> State:
    """Seat 0 leads."""
    game = tilegames.loads(TRICKS)
    hands = [["AH", "KH", "JS", "QD"], ["QH", "JH", "AS", "KD"], ["KS", "QS", "AD", "JD"]]
    return game.new_state(deal=[game.deal(hands=hands, dealer=2), game.deal(hands=hands)])


def test_a_move_cannot_be_made_twice() -> None:
    """A20: the king of hearts is played; played again it is not in anybody's hand."""
    state = start()
    move = state.parse_move("KH")
    after = state.play(move)
    before = hash(after)
    with pytest.raises(IllegalMoveError) as caught:
        after.play(move)
    assert caught.value.code == "not-in-hand"
    assert "does not hold KH" in caught.value.sentence
    assert hash(after) == before
    assert after.view(1) == state.play("KH").view(1)
    assert after == state.play("KH")


def test_another_seat_s_card_cannot_be_played() -> None:
    """A20: the ace of spades is with seat 1, and it is seat 0's turn."""
    state = start()
    before = hash(state)
    with pytest.raises(IllegalMoveError, match="not-in-hand") as caught:
        state.play("AS")
    assert str(caught.value.move) == "AS"
    assert hash(state) == before
    assert state == start()


def test_the_wrong_seat_cannot_play() -> None:
    """Its own card or not: it is not its turn, and a seat that there is not has no turn either."""
    state = start()
    for seat in (1, 2, 3, -1):
        with pytest.raises(IllegalMoveError, match="not-your-turn"):
            state.play("QH", by=seat)
    assert state.play("KH", by=0).turn == 1


def test_what_is_no_move_of_the_game() -> None:
    """Nonsense is told from what is only illegal now; the nearest legal move is suggested."""
    state = start()
    for text in ("", "KHH", "1H", "pass", "play KH"):
        with pytest.raises(InvalidMoveError, match="no-such-move"):
            state.play(text)
    assert "no-such-move" in str(state.why_illegal("KX"))


@pytest.mark.parametrize("move", [None, 3, 3.5, ["KH"], object()])
def test_what_is_no_move_at_all(move: object) -> None:
    """Anything else than a move or a text is refused as one that names nothing."""
    state = start()
    with pytest.raises(MoveError):
        state.play(move)  # type: ignore[arg-type]  # that is the point
    assert not state.is_legal(move)  # type: ignore[arg-type]  # the same


def test_every_refusal_leaves_the_state_as_it_was() -> None:
    """In each state of a match: every move of the game that is not legal is refused with a code and a sentence."""
    state = start()
    game = state.game
    words = [move for phase in game.flow.phases for _, move in phase.vocabulary()]
    while not state.is_over:
        before, key = hash(state), state._key()
        for move in words:
            if move in state.legal_moves:
                continue
            with pytest.raises(IllegalMoveError) as caught:
                state.play(move)
            assert caught.value.code
            assert caught.value.sentence
            reason = state.why_illegal(move)
            assert (reason.code, reason.sentence, reason.place) == (
                caught.value.code, caught.value.sentence, caught.value.place)
        assert (hash(state), state._key()) == (before, key)
        state = state.play(state.legal_moves[-1])


def test_a_move_of_another_game_is_no_move_here() -> None:
    """A tile of a game of dominoes names no card."""
    tile = tilegames.load("texas-42").new_state(seed=1).game.flow.phases[2].moves[5]
    with pytest.raises(InvalidMoveError):
        start().play(tile)
