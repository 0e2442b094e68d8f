"""``check`` finds what is wrong: each planted fault is reported with its code and its place."""

import itertools

import pytest

import tilegames
from tilegames import hook
from tilegames.core.layouts import Layout
from tilegames.core.moves import ScoreEvent
from tilegames.core.scoring import Scoring
from tilegames.core.turns import Turns
from tilegames.testing import check_game, check_match, check_spec, run_example

CHILD = """\
tilegames: 1
game: child
extends: jamaican-partner
about: {title: A child}
examples:
  - name: who cannot play passes
    given: {layout: [6-4, 4-2], hand: [5-4, 3-3]}
    expect: {legal: [5-4 left], turn: 0}
"""


@pytest.fixture
def spec(tmp_path):
    def write(text, name="child"):
        path = tmp_path / f"{name}.yaml"
        path.write_text(text, encoding="utf-8")
        return path

    return write


def places(report):
    return {(fault.code, fault.place.file.rpartition("/")[2], fault.place.line) for fault in report.faults}


def test_a_sound_spec_has_no_faults(spec):
    """With the right answer the child is sound, and has the parent's examples too (33 of them, one replaced)."""
    report = check_spec(spec(CHILD.replace("[5-4 left]", "[pass]")), games=1)
    assert report.ok
    assert report.examples == len(tilegames.load("jamaican-partner").examples)


def test_a_wrong_example_is_found_where_it_stands(spec):
    """First planted fault: 5-4 does not fit ends six and two."""
    report = check_spec(spec(CHILD), games=0)
    assert places(report) == {("example", "child.yaml", 8)}
    assert "also legal: pass; not legal: 5-4 left" in report.faults[0].message


def test_pairs_of_option_values_are_played_when_asked_for():
    """Every value of a word beside every value of another one, and the ends of ranges where they go together."""
    plain = check_spec("block", games=0)
    paired = check_spec("block", games=0, pairs=True)
    assert paired.configurations > plain.configurations
    values = {name: [value for value in option.values if value != tilegames.load("block").options[name]]
              for name, option in tilegames.load("block").spec.options.items() if option.values}
    words = sum(len(values[one]) * len(values[two]) for one, two in itertools.combinations(values, 2))
    assert paired.configurations - plain.configurations >= words


def test_a_lost_piece_is_found(spec, monkeypatch):
    """Second planted fault: the fifth piece played falls off the table."""
    real = Layout.apply

    def lossy(self, table, move):
        real(self, table, move)
        if len(table.placed) == 5:
            table.placed.pop()

    monkeypatch.setattr(Layout, "apply", lossy)
    faults = check_game(tilegames.load("jamaican-partner"), games=1)
    assert [fault.code for fault in faults] == ["lost-piece"]
    assert str(faults[0].place).startswith("specs/jamaican-partner.yaml:")
    assert "seed 0" in faults[0].how


def test_a_doubled_piece_is_found(monkeypatch):
    """The same kind of fault the other way: a discard that stays in the hand."""
    def sticky(self, table, kind_mask):
        held = table.hands[table.turn] & kind_mask
        return (held & -held).bit_length() - 1

    monkeypatch.setattr(Turns, "take_from_hand", sticky)
    assert check_game(tilegames.load("kap-tai-shap", players=3), games=1)[0].code == "lost-piece"


def test_a_wrong_score_is_found(monkeypatch):
    """Third planted fault: a score that no event accounts for."""
    real = Scoring.enter

    def generous(self, table, side, amount, rule, place):
        real(self, table, side, amount, rule, place)
        table.scores = (*table.scores[:side], table.scores[side] + 1, *table.scores[side + 1:])

    monkeypatch.setattr(Scoring, "enter", generous)
    faults = check_game(tilegames.load("texas-42"), games=1)
    assert [fault.code for fault in faults] == ["wrong-score"]
    assert faults[0].place == tilegames.load("texas-42").spec.place("scoring")


def test_a_stake_that_vanishes_is_found(monkeypatch):
    """The same kind of fault in an account: a pot that is not what was paid in."""
    def cheap(self, scoring, table):
        for side in scoring.seats.side_of:
            table.score(ScoreEvent(table.round, side, -self.ante, "ante", self.place))
        table.pots = table.pots[0] + self.ante, table.pots[1]

    monkeypatch.setattr("tilegames.core.scoring.Pot.collect", cheap)
    faults = check_game(tilegames.load("kap-tai-shap", players=3), games=1)
    assert [fault.code for fault in faults] == ["wrong-score"]
    assert "do not sum to zero" in faults[0].message


@hook("may_follow")
def nothing_at_all(tile, view, default, options):
    return False


def test_a_dead_end_is_found(spec):
    """Fourth planted fault: a hook that forbids every piece leaves the second seat without a move."""
    path = spec("tilegames: 1\ngame: dead-end\nextends: texas-42\nabout: {title: Dead end}\n"
                "hooks: {may_follow: test_check.nothing_at_all}\n", "dead-end")
    report = check_spec(path, games=1, hooks=(nothing_at_all,))
    dead = [fault for fault in report.faults if fault.code == "dead-end"]
    assert dead
    assert "the hook may_follow leaves seat" in dead[0].message
    assert (dead[0].place.file, dead[0].place.line) == (str(path), 5)


def test_a_phase_without_moves_is_found(monkeypatch):
    """The same kind of fault without a hook: a phase that offers nothing."""
    monkeypatch.setattr(Layout, "legal", lambda self, table: ())
    faults = check_game(tilegames.load("jamaican-partner"), games=1)
    assert [fault.code for fault in faults] == ["dead-end"]
    assert faults[0].message == f"seat {starter_of(faults[0])} has no legal move in the phase layout"
    assert faults[0].place == tilegames.load("jamaican-partner").spec.phases.places["layout"]


def starter_of(fault):
    """Who holds the 6-6 in the match of seed 0."""
    state = tilegames.load("jamaican-partner").new_state(seed=0)
    return next(seat for seat in range(4) if "6-6" in state.view(seat).hand)


def test_a_move_that_changes_its_own_state_is_found(monkeypatch):
    """A Table whose copy shares a list lets a move reach back into the old state."""
    from tilegames.core.table import Table
    real = Table.copy

    def shallow(self):
        new = real(self)
        new.hands = self.hands
        return new

    monkeypatch.setattr(Table, "copy", shallow)
    assert check_match(tilegames.load("jamaican-partner"), seed=1)[1][0].code in ("state-changed", "lost-piece")


@pytest.mark.parametrize(("answer", "message"), [
    ("{turn: 1}", "turn is 0, expected 1"),
    ("{phase: tricks}", "phase is layout, expected tricks"),
    ("{ends: [6, 3]}", "the ends are [6, 2]"),
    ("{over: yes}", "over is False, expected True"),
    ("{scores: [1, 0]}", "scores is [0, 0], expected [1, 0]"),
    ("{can: [5-4 left]}", '"5-4 left" is not legal'),
    ("{illegal: {pass: must-play-if-able}}", '"pass" is legal'),
    ("{illegal: {5-4 left: not-in-hand}}", "is refused by must-join-an-end"),
    ("{pieces: 27}", "pieces is 28, expected 27"),
    ("{copies: {6-6: 2}}", "the set has 1 of 6-6, expected 2"),
    ("{values: {6-4: 11}}", "6-4 is worth 10, expected 11"),
    ("{patterns: {pair: {yes: [[6-6]]}}}", 'there is no pattern "pair"'),
    ("{winner: 2}", "winner is nothing, expected 2"),
    ("{discards: [6-6]}", "the discards are []"),
    ("{stock: 3}", "stock is 0, expected 3"),
    ("{round: 2}", "round is 1, expected 2"),
    ("{winners: [0]}", "winners is [], expected [0]"),
    ("{hand_sizes: [1, 1, 1, 1]}", "hand_sizes is [2, 7, 7, 7]"),
])
def test_every_answer_can_be_wrong(spec, answer, message):
    """Each word of expect is compared."""
    text = CHILD.replace("{legal: [5-4 left], turn: 0}", answer)
    game = tilegames.load(spec(text))
    example = next(e for e in game.examples if e.name.value == "who cannot play passes")
    faults = run_example(example, lambda **how: tilegames.load(spec(text), **how))
    assert len(faults) == 1
    assert message in faults[0].message
    assert faults[0].place.line == 8


def test_an_example_that_asks_nothing_is_a_fault(spec):
    """DESIGN 9: an example that asks nothing is an error."""
    report = check_spec(spec(CHILD.replace("{legal: [5-4 left], turn: 0}", "{}")), games=0)
    assert "asks nothing" in report.faults[0].message


def test_an_impossible_position_is_a_fault_with_its_place(spec):
    """A piece twice, a hand too many, an unknown piece: each says what is wrong."""
    for given, message in (("{hand: [6-6, 6-6]}", "more often than in the set"),
                           ("{layout: [6-4, 3-2], hand: [5-5]}", "does not join the end"),
                           ("{hand: [7-7]}", "is no piece of this set"),
                           ("{turn: 4, hand: [6-6]}", "there is no seat 4"),
                           ("{scores: [1, 2, 3]}", "one number for each of the 2 sides"),
                           ("{trump: sixes}", "this game has no phase that the word belongs to")):
        report = check_spec(spec(CHILD.replace("{layout: [6-4, 4-2], hand: [5-4, 3-3]}", given)), games=0)
        assert message in report.faults[0].message
        assert report.faults[0].place.line == 7


def test_two_examples_of_one_name_are_a_fault(spec):
    """A name must tell examples apart, because a child drops and replaces by name."""
    text = CHILD.replace("extends: jamaican-partner\n", "").replace("game: child", "game: child")
    body = tilegames.library.spec_text("jamaican-partner")[0]
    twice = body + '  - name: "and three after two ties"\n    expect: {pieces: 28}\n'
    report = check_spec(spec(twice.replace("game: jamaican-partner", "game: child")), games=0)
    assert any("two examples are called" in fault.message for fault in report.faults), text


def test_a_child_drops_an_example(spec):
    """An inherited example that a child makes false is dropped by name; an unknown name is an error."""
    drop = "drop_examples: [the holder of the double six starts with it]\n"
    report = check_spec(spec(CHILD.replace("[5-4 left]", "[pass]") + drop), games=0)
    assert report.ok
    assert report.examples == len(tilegames.load("jamaican-partner").examples) - 1
    with pytest.raises(tilegames.SpecError, match="nothing-to-drop"):
        _ = tilegames.load(spec(CHILD + "drop_examples: [no such example]\n")).examples


def test_a_variant_that_changes_nothing_is_a_fault(spec):
    """A patch that leaves its base as it is has no use; nor has an option's value, or a wrong default."""
    text = CHILD.replace("[5-4 left]", "[pass]") + (
        "variants:\n  same: {deal: {each: 7}}\n"
        "options:\n  size:\n    default: large\n    values:\n      large: {match: {until: {reach: 9}}}\n"
        "      small: {match: {until: {reach: 6}}}\n")
    report = check_spec(spec(text), games=0)
    found = {(fault.code, fault.place.line) for fault in report.faults}
    assert found == {("patch-changes-nothing", 10), ("option-default", 15), ("option-default", 16)}
