"""The public contract, by name and signature: what DESIGN promises is there, and nothing else by accident."""

import inspect
import types
from collections.abc import Callable
from typing import Any

import pytest

import tilegames
from tilegames import Game, Move, Outcome, Playthrough, State, View


def signature(function: Callable[..., Any]) -> list[tuple[str, str, object]]:
    """The parameters but self: name, kind, default (... for none)."""
    kinds = {inspect.Parameter.POSITIONAL_OR_KEYWORD: "positional", inspect.Parameter.KEYWORD_ONLY: "keyword",
             inspect.Parameter.VAR_KEYWORD: "**", inspect.Parameter.VAR_POSITIONAL: "*"}
    return [(name, kinds[parameter.kind], ... if parameter.default is inspect.Parameter.empty else parameter.default)
            for name, parameter in inspect.signature(function).parameters.items() if name not in ("self", "cls")]


# The package


def test_the_list_of_public_names_is_in_order() -> None:
    """Alphabetical, each once."""
    assert tilegames.__all__ == sorted(set(tilegames.__all__))


@pytest.mark.parametrize("name", tilegames.__all__)
def test_a_public_name_exists_and_is_documented(name: str) -> None:
    """Policy is an alias of a type and has its description in its module."""
    thing = getattr(tilegames, name)
    if name != "Policy":
        assert inspect.getdoc(thing)


def test_the_public_names() -> None:
    """What people import: loading, games and what they give, hooks, and the errors."""
    assert set(tilegames.__all__) == {
        "load", "loads", "names", "hook", "Game", "State", "Move", "Event", "ScoreEvent", "Outcome", "Reason", "View",
        "OpenEnd", "Arm", "LaidMeld", "Deal", "Playthrough", "Policy", "Problem", "Span", "TileGamesError", "SpecError",
        "OptionError", "HookError",
        "MoveError", "InvalidMoveError", "IllegalMoveError", "AmbiguousMoveError", "DealError", "PositionError",
        "SaveError"}


def test_nothing_else_is_public_by_accident() -> None:
    """Beside them a user sees submodules only."""
    others = {name for name in vars(tilegames) if not name.startswith("_")} - set(tilegames.__all__)
    assert all(isinstance(getattr(tilegames, name), types.ModuleType) for name in others)


def test_the_version_is_a_version() -> None:
    """Three numbers."""
    assert len(tilegames.__version__.split(".")) == 3
    assert all(part.isdigit() for part in tilegames.__version__.split("."))


# Loading


def test_how_load_is_called() -> None:
    """One argument by position; players, variants and hooks by name; every other name is an option."""
    assert signature(tilegames.load) == [
        ("name_or_path", "positional", ...), ("players", "keyword", None), ("variants", "keyword", ()),
        ("hooks", "keyword", ()), ("options", "**", ...)]


def test_how_loads_is_called() -> None:
    """The same, with the specs that may be extended."""
    assert signature(tilegames.loads) == [
        ("text", "positional", ...), ("specs", "keyword", None), ("players", "keyword", None),
        ("variants", "keyword", ()), ("hooks", "keyword", ()), ("options", "**", ...)]


def test_names_takes_nothing() -> None:
    """The bundled games, in order."""
    assert signature(tilegames.names) == []
    assert list(tilegames.names()) == sorted(tilegames.names())
    assert {"texas-42", "kap-tai-shap", "jamaican-partner"} <= set(tilegames.names())


# Games


@pytest.mark.parametrize("name", ["name", "title", "players", "variants", "options", "pieces", "spec", "sides"])
def test_the_facts_of_a_game(name: str) -> None:
    """Each is there, and is not a method."""
    assert not callable(getattr(tilegames.load("texas-42"), name))


def test_the_facts_of_a_game_with_variants_and_options() -> None:
    """Names of variants are kebab-case, of options snake_case; an option that is not given has its default."""
    game = tilegames.load("kap-tai-shap", players=2, variants=["kap-shap"], ante=5)
    assert (game.name, game.players, game.variants) == ("kap-tai-shap", 2, ("kap-shap",))
    assert (game.options["ante"], game.options["pairings"]) == ("5", "sum")
    assert (len(game.pieces), game.sides) == (32, ((0,), (1,)))
    assert game.spec.game == "kap-tai-shap"
    with pytest.raises(TypeError):
        game.options["ante"] = "6"  # type: ignore[index]  # that is the point


@pytest.mark.parametrize(("method", "parameters"), [
    ("new_state", [("seed", "keyword", None), ("deal", "keyword", None)]),
    ("position", [("words", "**", ...)]),
    ("playout", [("seed", "keyword", 0), ("policy", "keyword", None), ("deal", "keyword", None),
                 ("max_moves", "keyword", 1_000_000)]),
    ("rules", []),
])
def test_the_methods_of_a_game(method: str, parameters: list[tuple[str, str, object]] | None) -> None:
    """How a match is started, played out, placed and brought back; how the rulebook is had."""
    found = signature(getattr(Game, method))
    if parameters is not None:
        assert found == parameters


def test_the_rulebook_is_text() -> None:
    """Made from the spec, with the title in it."""
    game = tilegames.load("texas-42")
    assert game.title in game.rules()


# States


@pytest.mark.parametrize("name", ["turn", "phase", "round", "legal_moves", "events", "history", "scores",
                                  "score_events", "is_over", "outcome"])
def test_the_facts_of_a_state(name: str) -> None:
    """Each is a documented property."""
    found = inspect.getattr_static(State, name)
    assert isinstance(found, property)
    assert inspect.getdoc(found)


@pytest.mark.parametrize(("method", "parameters"), [
    ("is_legal", [("move", "positional", ...), ("by", "keyword", None)]),
    ("why_illegal", [("move", "positional", ...), ("by", "keyword", None)]),
    ("play", [("move", "positional", ...), ("by", "keyword", None)]),
    ("parse_move", [("text", "positional", ...), ("by", "keyword", None)]),
    ("view", [("seat", "positional", ...)]),
])
def test_the_methods_of_a_state(method: str, parameters: list[tuple[str, str, object]] | None) -> None:
    """Asking, playing, reading, looking, guessing and saving."""
    found = signature(getattr(State, method))
    if parameters is not None:
        assert found == parameters


@pytest.mark.parametrize("cls", [Game, State, Move, Outcome, Playthrough, View])
def test_every_public_attribute_is_documented(cls: type) -> None:
    """Methods and properties have docstrings; plain fields stand in the docstring of their class."""
    doc = inspect.getdoc(cls) or ""
    for name, thing in vars(cls).items():
        if name.startswith("_"):
            continue
        if isinstance(thing, property) or callable(thing) or isinstance(thing, classmethod | staticmethod):
            assert inspect.getdoc(thing), f"{cls.__name__}.{name}"
        else:
            # Some fields share a line: "scores, pots: as in the State".
            assert name in doc or name in ("number", "mask"), f"{cls.__name__}.{name}"


def test_a_state_s_types() -> None:
    """Tuples where order matters, a seat or None, a name or None, and a number of the round from nought."""
    state = tilegames.load("texas-42").new_state(seed=7)
    assert isinstance(state.legal_moves, tuple)
    assert all(type(move) is Move for move in state.legal_moves)
    assert (type(state.turn), type(state.phase), state.round, state.outcome) == (int, str, 0, None)
    assert (state.scores, state.score_events, state.history) == ((0, 0), (), ())
    assert state.is_legal("pass") is True
    assert state.is_legal(state.legal_moves[0]) is True
    assert state.why_illegal("pass") is None


# Playthroughs


@pytest.mark.parametrize(("method", "parameters"), [
    ("parse", [("text", "positional", ...), ("game", "keyword", None)]),
    ("replay", []),
    ("state_at", [("number", "positional", ...)]),
])
def test_the_methods_of_a_playthrough(method: str, parameters: list[tuple[str, str, object]]) -> None:
    """Reading back, playing again, and looking at any moment."""
    assert signature(getattr(Playthrough, method)) == parameters


def test_a_policy_is_a_function_of_view_and_chance() -> None:
    """Whatever takes a view and a generator and returns a legal move; it may change its mind, but not the match."""
    game = tilegames.load("jamaican-partner")
    seen = []

    def last(view: View, rng: Any) -> Move:
        seen.append(view.seat)
        assert 0 <= rng.random() < 1
        return view.legal_moves[-1]

    played = game.playout(seed=2, policy=last, max_moves=60)
    assert len(played) == len(seen) == 60
    assert played == game.playout(seed=2, policy=last, max_moves=60)


@pytest.mark.parametrize("policy", [None, lambda view, rng: view.legal_moves[0]])
@pytest.mark.parametrize("most", [0, 1, 7])
def test_a_playout_is_cut_off_after_so_many_moves(policy: Any, most: int) -> None:
    """Not one more, with a policy or without; what is cut off has no outcome and can be replayed."""
    played = tilegames.load("texas-42").playout(seed=1, policy=policy, max_moves=most)
    assert (len(played), played.outcome) == (most, None)
    assert played.replay().history == played.moves
