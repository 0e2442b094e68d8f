"""Every bundled game, player count and variant under the invariants; options singly and in pairs; records."""

import itertools
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tilegames
from tilegames.compile import player_counts
from tilegames.testing import check_match, check_spec, run_example

#: Games in which random players need hundreds of rounds for a match: so many of them are played, or so many moves.
ROUNDS = {"gin-rummy": 8, "rummy-500": 3, "cap-it": 2, "chicken-foot": 3}
MOVES = {"gin-rummy": 800, "rummy-500": 400, "cap-it": 300}
GOLDEN = Path(__file__).parent / "golden"


def configurations():
    for name in tilegames.names():
        spec = tilegames.load(name).spec
        for variant in (None, *spec.variants):
            variants = () if variant is None else (variant,)
            for players in player_counts(tilegames.load(name, variants=variants).spec.players):
                yield name, players, variants


CONFIGURATIONS = list(configurations())


def test_there_is_something_to_test():
    """Eighteen games; of their configurations 1 x 8, 19 + 19 + 1 and, over four sets, 7 + 11 + 11 + 15 are counted."""
    assert set(tilegames.names()) == {
        "all-fives", "block", "cap-it", "chicken-foot", "devils-bridge", "draw", "gin-rummy", "hearts",
        "jamaican-cut-throat", "jamaican-partner", "kap-tai-shap", "mexican-train", "oh-hell", "rummy-500", "spades",
        "texas-42", "tien-gow", "whist"}
    counts = {name: sum(one == name for one, _, _ in CONFIGURATIONS) for name in tilegames.names()}
    assert (counts["texas-42"], counts["kap-tai-shap"], counts["chicken-foot"]) == (8, 39, 44)
    assert (counts["block"], counts["mexican-train"], counts["jamaican-cut-throat"]) == (4, 7, 3)
    assert (counts["oh-hell"], counts["devils-bridge"], counts["hearts"]) == (5, 5, 3)
    assert (counts["tien-gow"], counts["whist"], counts["spades"]) == (1, 1, 1)


@pytest.mark.parametrize("name", tilegames.names())
def test_the_examples_of_the_spec_hold(name):
    """Each example that a spec carries is true."""
    faults = [fault for example in tilegames.load(name).examples
              for fault in run_example(example, lambda **how: tilegames.load(name, **how))]
    assert not faults, "\n".join(map(str, faults))


@pytest.mark.slow
@pytest.mark.parametrize("name", tilegames.names())
def test_check_finds_nothing(name):
    """All examples, variants and option values of the bundled games are sound."""
    report = check_spec(name, games=1, rounds=ROUNDS.get(name))
    assert not report.faults, "\n".join(map(str, report.faults))
    assert report.examples > 20


def plays(game, seed):
    """Whether a random match comes to its end, or at least as far as is played of it."""
    most = MOVES.get(game.name, 1_000_000)
    played = game.playout(seed=seed, max_moves=most)
    return played.outcome is not None or (most < 1_000_000 and len(played) == most)


def drawn_seat(draw, data):
    return data.draw(st.integers(0, draw.seats - 1), label=draw.name)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "variants"), CONFIGURATIONS)
@settings(max_examples=max(3, settings.default.max_examples // 20))
@given(data=st.data())
def test_any_deal_plays_to_an_end_under_the_invariants(name, players, variants, data):
    """Whatever the deal and the moves: pieces are conserved, scores are their events, only the mover has moves.

    Two rounds: the deal is that of the first one. Whole matches are played by ``test_check_finds_nothing``.
    """
    game = tilegames.load(name, players=players, variants=variants)
    order = tuple(data.draw(st.permutations(range(len(game.pieces))), label="order of the pack"))
    draws = tuple((draw.name, drawn_seat(draw, data)) for draw in game.flow.draws)
    seed = data.draw(st.integers(0, 2**32 - 1), label="seed of the moves")
    count, faults = check_match(game, seed=seed, deal=tilegames.Deal(order, draws), rounds=2)
    assert not faults, faults[0]
    assert count > 0


def option_pairs():
    for name in tilegames.names():
        game = tilegames.load(name)
        values = [(option, value) for option, spec in game.spec.options.items() for value in spec.values
                  if value != game.options[option]]
        for (one, first), (two, second) in itertools.combinations(values, 2):
            if one != two:
                yield name, {one: first, two: second}


#: What cannot go together, and is refused: two words of one key, a hand of several pieces that its owner does not see.
APART = [
    ("devils-bridge", {"hook": "dealer_cannot_balance", "bidding": "at_once"}),
    ("gin-rummy", {"big_gin": "off", "whole_hand": "50"}), ("gin-rummy", {"shutout": "none", "final": "none"}),
    ("gin-rummy", {"shutout": "doubled", "final": "none"}), ("gin-rummy", {"extra_boxes": "yes", "final": "none"}),
    ("hearts", {"hearts_lead": "free", "queen_breaks_hearts": "yes"}),
    ("oh-hell", {"schedule": "down_up", "last_hand": "unseen"}),
    ("oh-hell", {"schedule": "up", "last_hand": "unseen"}),
]


@pytest.mark.slow
def test_all_pairs_of_option_values_play():
    """Options combine: every pair of values that are not the defaults loads and plays a match, but for a few."""
    count, apart = 0, []
    for name, options in option_pairs():
        count += 1
        try:
            game = tilegames.load(name, **options)
        except tilegames.OptionError:
            apart.append((name, options))
            continue
        assert plays(game, count), (name, options)
    assert apart == APART
    assert count > 1000


@pytest.mark.slow
@pytest.mark.parametrize("name", tilegames.names())
def test_every_variant_plays_with_every_option_value(name):
    """Variants and options combine."""
    spec = tilegames.load(name).spec
    for variant in spec.variants:
        # A variant may bring options of its own, and take away values that it does not allow.
        for option, values in tilegames.load(name, variants=[variant]).spec.options.items():
            for value in values.values:
                if (variant, option, value) == ("points-250", "stop_when_decided", "yes"):
                    continue  # there every trick counts; see the test of texas-42
                game = tilegames.load(name, variants=[variant], **{option: value})
                assert plays(game, 1), (variant, option, value)


@pytest.mark.parametrize("name", tilegames.names())
def test_the_golden_playthrough_replays(name):
    """A recorded match still replays to its end, move by move, and is written the same way."""
    text = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    played = tilegames.Playthrough.parse(text)
    assert str(played) == text
    assert played.replay().outcome == played.outcome


@pytest.mark.parametrize("name", tilegames.names())
def test_the_same_seed_gives_the_golden_match(name):
    """The seed of the golden match still gives the same deals and the same random moves."""
    text = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
    played = tilegames.Playthrough.parse(text)
    assert str(played.game.playout(seed=42)) == text
