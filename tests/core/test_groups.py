"""Tricks of groups on made-up games: what can be led, what beats what, concession, and who sees what was conceded."""

import pickle
import random

import pytest

import tilegames
from tilegames.core.patterns import Pattern
from tilegames.core.pieces import chinese_dominoes, dominoes
from tilegames.errors import IllegalMoveError, InvalidMoveError, PositionError

GAME = """\
tilegames: 1
game: demo
about: {title: Demo, family: trick-taking, source: made up for a test}
players: {count: 3}
set: {cards: {ranks: [9, 10, J, Q, K, A], suits: [H, S]}}
tiles: {suits: printed, rank_in_suit: order}
patterns:
  single: {size: 1}
  pair: {size: 2, same: rank}
  run: {only: [[9H, 10H, JH], [10H, JH, QH], [JH, QH, KH], [QH, KH, AH]]}
  bomb: {only: [[AH, AS]]}
deal: {each: 4}
phases:
  group_tricks: {leader: starter, groups: {single: {}, pair: {}, run: {}}}
scoring: {taken: yes}
match: {starter: random, until: {rounds: 1}, winner: highest}
"""


def game(*changes):
    text = GAME
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return tilegames.loads(text)


def texts(state):
    return [str(move) for move in state.legal_moves]


# Patterns

def test_a_pattern_of_parts_and_families():
    """One double and one or two others, all with a six or all with a five."""
    tiles = dominoes(6)
    doubles = frozenset(kind.index for kind in tiles.kinds if kind.double)
    others = frozenset(range(28)) - doubles
    families = tuple(frozenset(kind.index for kind in tiles.kinds if kind.has_end(end)) for end in (6, 5))
    shape = Pattern("mixed", tiles, 2, 3, parts=((doubles, 1, 1), (others, 1, 2)), families=families)

    def fits(*names):
        return shape.matches(tiles.find(name) for name in names)

    assert fits("6-6", "6-1")
    assert fits("5-5", "5-1", "6-5")
    assert not fits("6-6", "5-1")
    assert not fits("6-6")
    assert not fits("6-5", "6-4")
    assert [shape.family_of([tiles.find(name)]) for name in ("6-5", "5-4", "4-4")] == [0, 1, -1]
    # 6-6 with one of six others, or two of them; the same for 5-5.
    assert len(shape.groups()) == 2 * (6 + 15)


def test_a_pattern_within_some_pieces():
    """Two alike, out of the civil tiles: what there is one of makes no pair."""
    tiles = chinese_dominoes()
    civil = frozenset(kind.index for kind in tiles.kinds if kind.suit == "civil")
    pairs = Pattern("pair", tiles, 2, 2, same="piece", within=civil)
    assert len(pairs.groups()) == 11
    assert not pairs.matches([tiles.find("6-3")] * 2)
    assert Pattern("pair", tiles, 2, 2, same="piece").groups() == pairs.groups()


# What can be led and what beats it

def test_leads_are_groups_each_once():
    """Singles, pairs, runs; nothing else of the hand."""
    state = game().position(turn=0, hand=["9H", "10H", "JH", "JS"])
    assert texts(state) == ["9H", "10H", "JH", "JS", "JS JH", "JH 10H 9H"]
    assert state.why_illegal("10H 9H").code == "not-a-group"
    assert state.why_illegal("JH down").code == "must-lead"


def test_a_group_needs_the_same_pattern_and_suits_and_a_higher_rank():
    """A spade does not beat a heart; equal or lower does not beat."""
    state = game().position(led=["10H"], hand=["JH", "9H", "AS", "KS"])
    assert texts(state) == ["JH", "AS down", "KS down", "JH down", "9H down"]
    assert [state.why_illegal(move).code for move in ("AS", "9H", "KH", "AS KS down")] == [
        "wrong-group", "too-low", "not-in-hand", "wrong-size"]


def test_runs_rank_by_their_highest_piece():
    """Runs have one shape: three hearts."""
    state = game().position(led=["JH 10H 9H"], hand=["QH", "KH", "AH", "9S"])
    assert texts(state)[0] == "AH KH QH"
    assert len(texts(state)) == 1 + 4


def test_a_pattern_that_beats_from_outside():
    """With ``beaten_by`` the two aces beat any pair, and then nothing beats them."""
    bombed = game(("pair: {}, run", "pair: {beaten_by: bomb}, run"), ("same: rank}", "same: rank, not: [[AH, AS]]}"))
    state = bombed.position(led=["KS KH"], hand=["AH", "AS", "9S", "9H"])
    assert texts(state)[0] == "AS AH"
    after = state.play("AS AH")
    assert not [text for text in texts(after) if not text.endswith("down")]
    # The bomb itself is no group that may be led.
    assert bombed.position(turn=0, hand=["AH", "AS", "9S", "9H"]).why_illegal("AS AH").code == "only-beats"


def test_later_patterns_beat_earlier_ones():
    """Of two patterns that beat a pair, the later one beats the earlier one, too."""
    two = game(("pair: {}, run", "pair: {beaten_by: [nines, bomb]}, run"),
               ("same: rank}", "same: rank, not: [[AH, AS], [9H, 9S]]}"),
               ("  bomb:", "  nines: {only: [[9H, 9S]]}\n  bomb:"))
    state = two.position(led=["KS KH"], hand=["9H", "9S", "10S", "10H"]).play("9S 9H")
    # Four ranks of pairs, and the nines above them.
    assert state._table.high[1] == 5
    aces = two.position(led=["KS KH", "9S 9H"], hand=["AH", "AS", "JS", "JH"])
    assert texts(aces)[0] == "AS AH"


def test_without_suits_everything_is_one_suit():
    """Ranked by the order of the set."""
    plain = game(("tiles: {suits: printed, rank_in_suit: order}\n", ""))
    assert texts(plain.position(led=["9H"], hand=["9S", "AH", "AS", "10H"]))[:4] == ["10H", "AH", "9S", "AS"]


def test_suits_listed_from_high_to_low():
    """``rank_in_suit: listed`` takes the order of the list; what one filter names is level."""
    listed = game(("{suits: printed, rank_in_suit: order}",
                   "{suits: {red: [9H, 10H, {suit: hearts}], black: {suit: spades}}, rank_in_suit: listed}"))
    state = listed.position(led=["10H"], hand=["9H", "AH", "AS", "KH"])
    assert texts(state)[0] == "9H"
    assert state.why_illegal("AH").code == "too-low"
    level = listed.position(led=["KH"], hand=["AH", "QH", "9H", "10H"])
    assert [text for text in texts(level) if not text.endswith("down")] == ["9H", "10H"]


# Texts

def test_pieces_are_read_in_any_order_and_either_way_round():
    """Canonical are the pieces from the end of the set to its beginning."""
    hand = ["6-6", "6-3", "5-4", "1-1", "1-1", "2-2", "3-3", "4-4"]
    state = tilegames.load("tien-gow").position(led=["4-4 5-2"], hand=hand)
    for text in ("6-6 6-3", "3-6 6-6", "6:3, 6:6", " 6-6  3/6 "):
        assert str(state.parse_move(text)) == "6-6 6-3"
    for text in ("1-1 6-3 down", "3-6 1-1 DOWN", "6-3,1-1 down"):
        assert str(state.parse_move(text)) == "6-3 1-1 down"
    for move in state.legal_moves:
        assert state.parse_move(str(move)) is move
    with pytest.raises(InvalidMoveError, match="no piece of this set"):
        state.parse_move("7-7 6-6")
    with pytest.raises(InvalidMoveError, match="write 6-6 1-1 down"):
        state.parse_move("6-6 1-1")
    for text in ("", "down", "6-6 6-6 6-6 down", "6-6 1-1 2-2 3-3 4-4 down", "6-3 6-3 down"):
        assert state.why_illegal(text) is not None


def test_twins_are_one_move():
    """Two copies in hand: one choice alone, one together, in leads and in concessions."""
    state = tilegames.load("tien-gow").position(turn=0, hand=["6-6", "6-6", "5-5"])
    assert texts(state) == ["5-5", "6-6", "6-6 6-6"]
    down = tilegames.load("tien-gow").position(led=["3-1 3-1"], hand=["2-2", "2-2", "1-1", "6-3"])
    assert texts(down) == ["6-3 2-2 down", "6-3 1-1 down", "2-2 2-2 down", "2-2 1-1 down"]
    assert down.play("2-2 2-2 down")._table.hands[1].bit_count() == 2


# What follows

def test_columns_and_the_winner_of_the_round():
    """A column for each piece of the winning group; the last trick wins the round."""
    state = game().new_state(deal=game().deal(
        hands=[["9H", "10H", "JH", "9S"], ["KS", "KH", "AH", "QS"], ["10S", "JS", "QH", "AS"]], starter=0))
    for text in ("JH 10H 9H", "AH KH QS down", "QH AS JS down", "9S"):
        state = state.play(text)
    assert state.view(0).points == (3, 0, 0)
    state = state.play("KS")
    assert state.why_illegal("10S").code == "too-low"
    state = state.play("10S down")
    assert state.is_over
    assert state.scores == (3, 1, 0)
    assert state._table.previous.seat == 1
    assert [event.kind for event in state.events] == [
        "concede", "trick", "show", "show", "round", "score", "score", "match"]


def test_one_column_for_each_trick():
    """``columns: per_trick``."""
    counted = game(("leader: starter,", "leader: starter, columns: per_trick,"))
    state = counted.position(turn=0, hand=["9H", "10H", "JH", "9S"]).play("JH 10H 9H")
    while state.view(0).points == (0, 0, 0):
        state = state.play(texts(state)[-1])
    assert state.view(0).points == (1, 0, 0)


def test_whoever_must_concede_has_no_other_move():
    """Any condition over trick and player; a group that would not beat is refused for what it is."""
    forced = game(("leader: starter,", "leader: starter, must_concede: trick.led == '9H' and player.columns == 0,"))
    state = forced.position(led=["9H"], hand=["JH", "9S", "AS", "KS"])
    assert all(text.endswith("down") for text in texts(state))
    assert (state.why_illegal("JH").code, state.why_illegal("AS").code) == ("must-concede", "wrong-group")
    assert state.why_illegal("JH").place.line == 14
    assert "JH" in texts(forced.position(led=["10H"], hand=["JH", "9S", "AS", "KS"]))


def test_dealt_wins():
    """The leader is asked first; the round is over before anybody plays."""
    early = game(("groups: {single", "dealt_wins: {hearts: hand.hearts == hand.size}, groups: {single"),
                 ("{rounds: 1}", "{rounds: 2}"), ("scoring: {taken: yes}", "scoring: {round_won: 5}"))
    first = early.deal(hands=[["9H", "10H", "JH", "QH"], ["9S", "10S", "JS", "QS"]], starter=2)
    second = early.deal(hands=[["9S", "10S", "JS", "QS"], ["KH", "KS", "AH", "9H"]], starter=2)
    state = early.new_state(deal=[first, second])
    assert (state.round, state.turn, state.scores) == (1, 2, (5, 0, 0))
    assert state._table.previous.by == "dealt"
    shown = [event for event in state.events if event.kind == "show"]
    assert [(event.seat, len(event.pieces), event.seen_by) for event in shown] == [(0, 4, None)]


# Who sees what

CONCEDED = {"turn": 1, "hands": [["9S", "KH", "KS", "9H"], ["AS", "10H", "JH", "QS"], ["QH", "JS", "10S", "AH"]]}


def test_conceded_pieces_are_their_owners():
    """Views, events and what others may do are the same whatever was conceded."""
    start = game().position(**CONCEDED).play("AS")
    one, other = start.play("QH down"), start.play("10S down")
    assert one != other
    for seat in (0, 1, None):
        assert one.view(seat).to_dict() == other.view(seat).to_dict()
        assert [event.for_seat(seat) for event in one.events] == [event.for_seat(seat) for event in other.events]
        assert one.view(seat).conceded == ((), None, None) if seat == 0 else True
    assert one.view(2).conceded == (None, None, ("QH",))
    assert one.view(None).conceded_sizes == (0, 0, 1)
    assert one.view(1).plays == (("AS",), ())
    assert one.legal_moves == other.legal_moves


def test_conceded_pieces_are_turned_up_at_the_end():
    """In the last events, and in every view when the match is over."""
    state = tilegames.load("tien-gow").position(
        turn=1, columns=[2, 2, 0, 3], hands=[["2-2"], ["6-3"], ["3-3"], ["5-5"]])
    for text in ("6-3", "3-3 down", "5-5 down", "2-2 down"):
        for seat in (0, 1, 2, 3, None):
            seen = state.view(seat).conceded
            assert [pieces is not None for pieces in seen] == [owner == seat for owner in range(4)]
        state = state.play(text)
    shown = {event.seat: event for event in state.events if event.kind == "show"}
    assert set(shown) == {0, 1, 2, 3}
    assert "3-3" in shown[2].for_seat(0).pieces
    assert all("5-5" in state.view(seat).conceded[3] for seat in (0, 3, None))


def test_conceded_face_up():
    """All see them at once, and nothing is turned up later."""
    shown = game(("leader: starter,", "leader: starter, conceded: face_up,"))
    state = shown.position(**CONCEDED).play("AS").play("QH down")
    assert state.view(0).conceded == ((), (), ("QH",))
    assert state.events[0].for_seat(None).pieces == ("QH",)


def test_no_text_names_a_hidden_piece():
    """Refusals speak of the mover's own pieces and of what lies face up."""
    state = game().position(**CONCEDED).play("AS").play("QH down")
    for text in ("QH", "QH down", "JS down", "KS KH", "KS", "KH down", "AH"):
        reason = state.why_illegal(text)
        assert reason is None or "QH" not in reason.sentence or "QH" in text


# Situations as values

@pytest.mark.parametrize("seed", range(5))
def test_states_pickle_and_compare_in_the_middle_of_a_trick(seed):
    """Packing loses nothing."""
    rng = random.Random(seed)
    state = tilegames.load("tien-gow").new_state(seed=seed)
    while not state.is_over:
        again = pickle.loads(pickle.dumps(state))
        assert again == state
        assert again.legal_moves == state.legal_moves
        assert again._table.dealt_win == state._table.dealt_win
        state = state.play(rng.choice(state.legal_moves))


# Positions

@pytest.mark.parametrize(("words", "said"), [
    ({"led": ["JH down"], "hand": ["9S"]}, "led with a group face up"),
    ({"led": ["10H", "9H"]}, "it is not higher"),
    ({"led": ["9H", "10H", "JH"]}, "whole trick"),
    ({"led": ["9H"], "hands": [["10H"], ["JH"]]}, "holds 2 pieces there, not 1"),
    ({"turn": 0, "hands": [["10H"], ["JH", "QH"]]}, "holds 1 pieces there, not 2"),
    ({"columns": [1, 1, 0], "hand": ["9H"], "turn": 0}, "3 columns, not 2"),
    ({"columns": [1, 1], "turn": 0}, "one number for each of the 3 sides"),
    ({"columns": [4, 0, 0], "turn": 0}, "nobody can hold 0"),
    ({"led": ["9H"], "columns": [1, 0, 0], "turn": 2}, "it is seat 1 that moves there"),
])
def test_positions_that_cannot_arise(words, said):
    """Each with its reason."""
    with pytest.raises(PositionError, match=said):
        game().position(**words)


def test_columns_of_a_position():
    """Without the word the leader has all; what is gone lies somewhere."""
    state = game().position(turn=2, hand=["9H"])
    assert state.view(0).points == (0, 0, 3)
    assert state._table.census() == (12, (1 << 12) - 1)
    named = game().position(turn=2, hand=["9H"], columns=[1, 2, 0])
    assert named.view(0).points == (1, 2, 0)
    assert named.view(0).conceded_sizes == (2, 1, 3)


def test_a_move_of_another_table():
    """A move that is not offered is refused, by itself and by its text."""
    state = game().position(led=["10H"], hand=["JH", "9H", "AS", "KS"])
    with pytest.raises(IllegalMoveError):
        state.play(game().flow.move("play", "AH KH QH"))
