"""Rummy 500: what the examples of the spec cannot say."""

import json
import pickle

import pytest

import tilegames
from tilegames import MoveError, OptionError
from tilegames.testing import check_match

#: Seat 1 has sevens for a discarded one; what it must use lies under two others.
HANDS = [["2C", "4D", "6H", "8C", "10S", "QD", "KS"], ["7S", "7H", "KC", "KD", "2H", "9C", "5S"],
         ["AS", "3D", "5H", "6C", "9S", "JD", "QC"]]
STOCK = ["7D", "AC", "3H", "4S", "10H"]


def played(state, texts):
    for text in texts.split(", "):
        state = state.play(text)
    return state


def lines(state):
    return [(event.side, event.amount, event.rule) for event in state.score_events if event.rule != "carried"]


def words(plain):
    """Every text anywhere in a JSON-ready value, and every key."""
    if isinstance(plain, dict):
        return {word for key, value in plain.items() for word in {key} | words(value)}
    if isinstance(plain, list):
        return {word for value in plain for word in words(value)}
    return {plain} if isinstance(plain, str) else set()


def every_card(state, players):
    """All cards that lie somewhere or are held."""
    view = state.view(None)
    return [*view.discards, *view.under_way, *(card for meld in view.melds for card in meld.pieces),
            *(card for seat in range(players) for card in state.view(seat).hand)], view.stock


@pytest.fixture(scope="module")
def game():
    return tilegames.load("rummy-500")


@pytest.fixture
def begun(game):
    """Seat 2 has dealt; the seven of diamonds was turned up."""
    return game.new_state(deal=game.deal(hands=HANDS, stock=STOCK, dealer=2), seed=1)


@pytest.fixture
def deep(begun):
    """Two turns later seat 2 could take the seven, but has no use for it."""
    return played(begun, "draw, discard 4D, draw, discard 9C")


# A round


def test_a_round_from_the_deal_to_its_end():
    """Seat 0 takes the seven with two others and uses it; seat 1 lays off the last seven; seat 0 goes out.

    Seat 0 has laid three sevens, three twos and 8-9-10, 21 + 6 + 27; seat 1 a seven, and holds 4 + 10 + 15 + 3 + 9 + 5.
    """
    game = tilegames.load("rummy-500", players=2, hand_of_two=7)
    hands = [["7S", "7H", "2C", "2D", "2H", "9S", "JD"], ["7C", "4D", "KS", "AC", "3H", "9D", "QC"]]
    stock = ["7D", "6H", "QH", "5C", "8S", "10D", "10S"]
    state = game.new_state(deal=game.deal(hands=hands, stock=stock, dealer=1), seed=1)
    state = played(state, "draw, discard 6H, draw, discard QC, take 7D")
    assert (state.view(1).must_use, state.view(None).hand_sizes, state.view(None).discards) == ("7D", (10, 7), ())
    assert [str(move) for move in state.legal_moves] == ["meld set 7"]
    state = played(state, "meld set 7, meld set 2, discard JD")
    assert [(meld.owner, meld.pieces) for meld in state.view(None).melds] == [
        (0, ("7D", "7H", "7S")), (0, ("2C", "2D", "2H"))]
    assert set(state.view(0).hand) == {"6H", "9S", "QC"}
    state = played(state, "draw, lay 7C on 1, discard QH, draw, discard QC, draw, discard 10D, draw")
    assert state.view(None).melds[0].pieces == ("7C", "7D", "7H", "7S")
    assert state.view(None).discards == ("JD", "QH", "QC", "10D")
    state = played(state, "meld run 8S-10S, discard 6H")
    assert lines(state) == [(0, 54, "melded"), (1, 7, "melded"), (1, -46, "hand_left")]
    assert (state.scores, state.round, state.turn, state.view(None).melds) == ((54, -39), 1, 1, ())


def test_cards_laid_off_stay_with_the_meld_and_count_for_who_lays_them(game):
    """On a meld of seat 1: seat 0 lays two cards, then seat 1 one, then seat 0 goes out on it.

    Seat 0: 10 + 6 and 10 = 26; seat 1: 7 + 8 + 9 laid, 5 laid off, 10 and 4 held; seat 2 holds an ace.
    """
    state = game.position(turn=0, drawn=True, hands=[["10S", "6S", "JS", "2D"], ["5S", "KH", "4C"], ["AD"]],
                          stock=["3C", "3H", "3D"], melds=[["7S", "8S", "9S"]], meld_owners=[1])
    state = played(state, "lay 10S on 1, lay 6S on 1, discard 2D, draw, lay 5S on 1, discard 3C, draw, discard 3H")
    assert [(meld.owner, meld.pieces) for meld in state.view(None).melds] == [
        (1, ("5S", "6S", "7S", "8S", "9S", "10S"))]
    state = played(state, "draw, lay JS on 1, discard 3D")
    assert lines(state) == [(0, 26, "melded"), (1, 29, "melded"), (1, -14, "hand_left"), (2, -15, "hand_left")]
    assert (state.scores, state.round, state.is_over) == ((26, 15, -15), 1, False)


def test_an_ace_counts_by_its_place_however_it_got_there(game):
    """Laid off below 2-3-4 and above J-Q-K, 1 + 15, and out with the jack."""
    state = game.position(turn=0, stock_empty=True, discards=["AS"], hands=[["AD", "JC"], ["QC"], ["9C"]],
                          melds=[["2S", "3S", "4S"], ["JD", "QD", "KD"]], melded=[0, 0, 0])
    state = played(state, "take AS, lay low AS on 1, lay AD on 2, discard JC")
    assert lines(state) == [(0, 16, "melded"), (1, -10, "hand_left"), (2, -9, "hand_left")]


def test_the_deal_goes_round(game):
    """The next dealer is the left neighbor, and the next first player the one after."""
    state = game.position(dealer=1, turn=2, drawn=True, hands=[["2C"], ["3C"], ["KC"]])
    state = state.play("discard KC")
    assert (state.round, state.view(None).dealer, state.turn, state.view(None).hand_sizes) == (1, 2, 0, (7, 7, 7))


# What cannot be done


def test_a_joker_is_laid_once():
    """Twice after one another, and two moves made from the same state: each card is somewhere exactly once."""
    game = tilegames.load("rummy-500", variants=["jokers"])
    state = game.position(turn=0, drawn=True, hands=[["joker", "2H", "KC"], ["3C"], ["4C"]],
                          melds=[["7S", "8S", "9S"], ["5C", "5D", "5H"]])
    first, second = state.play("lay joker=10S on 1"), state.play("lay joker on 2")
    for after in (first, second):
        assert after.why_illegal("lay joker=6S on 1").code == "not-in-hand"
        with pytest.raises(MoveError):
            after.play("lay joker=6S on 1")
        held, stock = every_card(after, 3)
        assert len(held) + stock == 54
        assert held.count("joker") <= 2
    assert first.view(None).melds[0].stands_for == ("7S", "8S", "9S", "10S")
    assert second.view(None).melds[0].pieces == ("7S", "8S", "9S")
    assert second.view(None).melds[1].pieces == ("5C", "5D", "5H", "joker")


def test_a_refused_move_changes_nothing(deep):
    """Also one of another seat."""
    before = hash(deep), deep.view(2).to_dict()
    for text, code in (("take 7D", "cannot-use"), ("take KS", "not-face-up"), ("discard AS", "not-this-step"),
                       ("meld set 7", "not-this-step"), ("lay 7D on 1", "not-this-step")):
        with pytest.raises(MoveError) as refused:
            deep.play(text)
        assert refused.value.code == code
    with pytest.raises(MoveError):
        deep.play("draw", by=0)
    assert (hash(deep), deep.view(2).to_dict()) == before


def test_a_copy_deeper_in_the_discards_is_named_by_what_lies_on_it():
    """With two packs: sevens at two depths; a number that is not there is refused."""
    game = tilegames.load("rummy-500", players=5)
    state = game.position(turn=0, discards=["7D", "2C", "7D", "9H"], hand=["7S", "7H", "KC"])
    assert [str(move) for move in state.legal_moves] == ["draw", "take 9H", "take 7D", "take 7D with 3"]
    assert state.parse_move("TAKE 7d with 3") == state.legal_moves[3]
    for text in ("take 7D with 2", "take 7D with 9", "take 9H with 1"):
        assert not state.is_legal(text)
        with pytest.raises(MoveError):
            state.play(text)
    after = state.play("take 7D")
    assert (after.view(None).discards, after.view(None).hand_sizes[0]) == (("7D", "2C"), 5)
    after = state.play("take 7D with 3")
    assert (after.view(None).discards, after.view(None).hand_sizes[0]) == ((), 7)


@pytest.mark.parametrize("options", [{"low_ace": 2}, {"hand_of_two": 12}, {"target": 0}, {"top_card": "free"},
                                     {"swap": "yes"}])
def test_options_out_of_their_range(options):
    """Also one that belongs to a variant."""
    with pytest.raises(OptionError):
        tilegames.load("rummy-500", **options)


@pytest.mark.parametrize("players", [1, 9])
def test_too_few_and_too_many_players(players):
    """Two to eight play."""
    with pytest.raises(OptionError):
        tilegames.load("rummy-500", players=players)


# What is seen


def test_what_is_drawn_is_seen_by_one_and_what_is_taken_by_all(begun):
    """The draw of a card is told without its name; of the discards every card is named."""
    drawn = begun.play("draw")
    assert [event.pieces for event in drawn.view(0).events if event.kind == "draw"] == [("AC",)]
    assert [event.pieces for event in drawn.view(1).events if event.kind == "draw"] == [()]
    state = played(drawn, "discard 10S, take 7D")
    for seat in (0, 1, 2, None):
        view = state.view(seat)
        assert [event.pieces for event in view.events if event.kind == "take"] == [("7D", "10S")]
        assert (view.must_use, view.hand_sizes, view.discards, view.takes) == ("7D", (7, 9, 7), (), "within")
    assert state.view(1).legal_moves == (state.parse_move("meld set 7"),)
    assert state.view(0).legal_moves == state.view(None).legal_moves == ()


def test_a_view_names_no_card_that_is_hidden(begun):
    """Through some turns: no hand of another, no card of the stock, in any field."""
    state = begun
    for text in ("draw", "discard 10S", "take 7D", "meld set 7", "discard KD", "draw", "discard 3D", "draw"):
        state = state.play(text)
        open_cards = {card for meld in state.view(None).melds for card in meld.pieces} | {
            *state.view(None).discards, "10S", "7D", "KD", "3D"}
        for seat in range(3):
            hidden = set(every_card(state, 3)[0]) - set(state.view(seat).hand) - open_cards
            said = words(state.view(seat).to_dict())
            assert not {card for card in hidden if any(card in word.split() for word in said)}


def test_cards_that_a_seat_cannot_see_may_change_places(game):
    """Two cards of seats 1 and 2, and two of seat 2 and the stock: what seat 0 knows stays byte for byte the same."""
    other = [HANDS[0], ["AS", *HANDS[1][1:]], ["7S", *HANDS[2][1:]]]
    third = [HANDS[0], HANDS[1], ["AC", *HANDS[2][1:]]]
    states = [game.new_state(deal=game.deal(hands=hands, stock=stock, dealer=2), seed=1) for hands, stock in (
        (HANDS, ["7D", "JH", *STOCK[1:]]), (other, ["7D", "JH", *STOCK[1:]]),
        (third, ["7D", "JH", "AS", *STOCK[2:]]))]
    for text in (None, "draw", "discard 10S", "draw", "discard KD", "draw", "discard QC", "draw"):
        states = [state if text is None else state.play(text) for state in states]
        seen = [json.dumps([state.view(0).to_dict(), state.view(None).to_dict()]) for state in states]
        assert seen[0] == seen[1] == seen[2]
    assert states[0] != states[1]


# Saved and played


def test_a_duty_and_a_meld_under_way_survive_saving():
    """Between taking and laying, and between the cards of a set of which there is a choice.

    Of 7C and 7D either may be the first; after 7C comes 7D, which must be used; then there is a choice again.
    """
    game = tilegames.load("rummy-500", variants=["jokers"])
    state = game.position(turn=0, discards=["7D", "2C"], hand=["7S", "7H", "7C", "joker", "KC"])
    for text, duty, under_way, offered in (
            ("take 7D", "7D", (), {"meld set 7"}),
            ("meld set 7", "7D", (), {"add 7C", "add 7D"}),
            ("add 7C", "7D", ("7C", "7D"), {"add 7H", "add 7S", "add joker"}),
            ("add 7H", "7D", ("7C", "7D", "7H"), {"add 7S", "add joker", "done"}),
            ("done", None, (), {"lay 7S on 1", "lay joker on 1", "discard 7S", "discard joker", "discard 2C",
                                "discard KC"})):
        state = state.play(text)
        view = state.view(1)
        assert (view.must_use, view.under_way, set(map(str, state.legal_moves))) == (duty, under_way, offered)
        again = pickle.loads(pickle.dumps(state))
        assert (again, hash(again)) == (state, hash(state))
        assert again.legal_moves == state.legal_moves
        assert again.view(0) == state.view(0)


def test_the_account_is_what_was_laid_less_what_was_held(game):
    """A whole match at random: every line of the account, added up, is the score."""
    played_out = game.playout(seed=5)
    last = played_out.state_at(len(played_out))
    totals = [0, 0, 0]
    for event in last.score_events:
        assert event.rule in ("melded", "hand_left")
        assert (event.amount > 0) == (event.rule == "melded")
        totals[event.side] += event.amount
    assert tuple(totals) == last.scores
    assert max(last.scores) >= 500
    assert last.outcome.winners == tuple(seat for seat in range(3) if last.scores[seat] == max(last.scores))


@pytest.mark.parametrize("players", [2, 4, 5, 8])
def test_random_rounds_under_the_invariants(players):
    """With everything that brings more choice."""
    game = tilegames.load("rummy-500", players=players, variants=["jokers"], swap="yes", last_card="discarded")
    count, faults = check_match(game, seed=players, rounds=2)
    assert not faults, faults[0]
    assert count > 0
