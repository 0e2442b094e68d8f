"""Every bad spec is refused for the reasons and at the lines that it names itself, and every reason has a bad spec."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tilegames
from tilegames import SpecError
from tilegames.library import audit_spec

ROOT = Path(__file__).parent.parent.parent
BAD_SPECS = ROOT / "tests" / "bad_specs"
FILES = sorted(BAD_SPECS.glob("spec-*.yaml"))

#: Codes of what no small file can show, and where they are tested.
ELSEWHERE = {
    "too-large": "tests/spec/test_source.py",
    "too-many-nodes": "tests/spec/test_source.py",
    "extends-too-deep": "below",
    "file-name": "tests/test_library.py",
}


def expected(path: Path) -> list[tuple[int, str]]:
    """The codes after ``# E:`` with their lines."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        said = re.search(r"# E: (.+)$", line)
        found += [(number, code) for code in said[1].split()] if said else []
    return found


def use(path: Path) -> Callable[[], Any]:
    """What to do with the spec: its first line may say so, and else it is loaded."""
    text = path.read_text(encoding="utf-8")
    first = text.splitlines()[0]
    if first == "# audit":
        return lambda: audit_spec(path)
    if first == "# examples":
        return lambda: tilegames.loads(text).examples
    if first.startswith("# variants: "):
        return lambda: tilegames.loads(text, variants=first.removeprefix("# variants: ").split())
    return lambda: tilegames.loads(text)


def problems(act: Callable[[], Any]) -> list[tuple[int, str]]:
    """The lines and codes that an act is refused for."""
    with pytest.raises(SpecError) as caught:
        act()
    return [(problem.span.line if problem.span else 0, problem.code) for problem in caught.value.problems]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_bad_spec_is_refused_line_by_line(path: Path) -> None:
    """The lines and codes are exactly those that the file's comments say; on one line in any order."""
    found = problems(use(path))
    assert sorted(found) == sorted(expected(path))
    assert [line for line, _ in found] == sorted(line for line, _ in found)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_problem_is_a_sentence_and_shows_its_line(path: Path) -> None:
    """One sentence without a full stop, the line as its author wrote it, and a caret inside it; no Python in it."""
    text = path.read_text(encoding="utf-8").splitlines()
    with pytest.raises(SpecError) as caught:
        use(path)()
    for problem in caught.value.problems:
        assert problem.message
        assert not problem.message.endswith(".")
        assert problem.span.text == text[problem.span.line - 1]
        assert 1 <= problem.span.column <= len(problem.span.text)
        for said in (problem.message, problem.hint):
            assert not re.search(r"Located|Span\(|None|object at|class '|Traceback|\bTrue\b|\bFalse\b", said), said
        assert f"[{problem.code}]" in str(caught.value)


# Every code has a bad spec


def codes_of_the_source() -> set[str]:
    """All codes that the language's code can report, read out of it."""
    found: set[str] = set()
    for path in [*(ROOT / "tilegames" / "spec").glob("*.py"), *(ROOT / "tilegames" / "compile").glob("*.py"),
                 ROOT / "tilegames" / "library.py"]:
        text = re.sub(r'^ *(>>>|\.\.\.) .*$', "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
        found |= set(re.findall(r'(?:\badd|Problem|\bwrong|_problem)\(\s*"([a-z]+(?:-[a-z]+)+)"', text))
        found |= set(re.findall(r'(?:return|else) \(?"([a-z]+(?:-[a-z]+)+)", f?["\']', text))
    return found


def test_the_codes_are_found() -> None:
    """The search sees the codes of every way to report one."""
    assert {"unknown-word", "bad-name", "unknown-key", "yaml-tag", "too-large", "bad-expression", "no-players",
            "deal-too-large", "unknown-slot", "option-default", "unknown-version", "out-of-range", "missing-space",
            "split-by-comma"} <= codes_of_the_source()


def test_every_code_has_a_bad_spec() -> None:
    """Codes are permanent: each is shown once at least, in a file or where a file would be too large."""
    shown = {code for path in BAD_SPECS.glob("*.yaml") for code in re.findall(
        r"# E: ((?:[a-z-]+ ?)+)$", path.read_text(encoding="utf-8", errors="replace"), flags=re.MULTILINE)}
    shown = {code for codes in shown for code in codes.split()}
    assert codes_of_the_source() - shown - set(ELSEWHERE) == set()
    for code, where in ELSEWHERE.items():
        assert where == "below" or f'"{code}"' in (ROOT / where).read_text(encoding="utf-8")


def test_every_bad_spec_is_named_by_its_code() -> None:
    """A file's name begins with one of its codes, so that it can be found."""
    for path in FILES:
        codes = {code for _, code in expected(path)}
        assert codes, path.name
        name = path.stem.removeprefix("spec-")
        assert name.startswith(("two-problems", "extends-what", *codes)), (path.name, codes)


# All problems of a stage at once, in file order


BASE = """\
tilegames: 1
game: bad
about: {title: Bad, family: trick-taking, source: made up for this test}
players: {count: 3}
set: {cards: {ranks: [J, Q, K, A]}}
tiles: {suits: printed}
deal: {each: 4}
phases:
  tricks: {leader: left_of_dealer}
scoring: {points: {per_trick: 1}, taken: yes}
match: {first_dealer: random, until: {rounds: 2}}
"""


def test_the_base_is_good() -> None:
    """What the bad specs are made from loads."""
    assert tilegames.loads(BASE).playout(seed=1).outcome


@pytest.mark.parametrize(("stages", "found"), [
    # The text comes first, then the keys and values, then what they mean together.
    ({"game: bad": "game: bad\ngame: twice", "each: 4": "each: four", "left_of_dealer": "starter"},
     [(3, "duplicate-key")]),
    ({"each: 4": "each: four", "left_of_dealer": "starter", "per_trick: 1": "per_trik: 1"},
     [(7, "bad-number"), (10, "unknown-key")]),
    ({"left_of_dealer": "starter", "{rounds: 2}": "{}", "each: 4": "each: 9"},
     [(7, "deal-too-large"), (9, "no-such-seat"), (11, "endless-match")]),
    ({"{rounds: 2}": "{}", "count: 3": "count: 3, teams: across"}, [(4, "odd-teams"), (11, "endless-match")]),
])
def test_all_problems_of_a_stage_at_once(stages: dict[str, str], found: list[tuple[int, str]]) -> None:
    """A stage that finds problems tells all of them, and the next one is not begun."""
    text = BASE
    for old, new in stages.items():
        assert old in text
        text = text.replace(old, new)
    assert problems(lambda: tilegames.loads(text)) == found


def test_two_files_of_one_spec() -> None:
    """What a child breaks is told at the child's line, what a parent has wrong at the parent's."""
    parent = BASE.replace("game: bad", "game: parent").replace("per_trick: 1", "per_trik: 1")
    child = "tilegames: 1\ngame: bad\nextends: parent\ndeal: {eech: 4}\n"
    with pytest.raises(SpecError) as caught:
        tilegames.loads(child, specs={"parent": parent})
    assert {(problem.span.file, problem.span.line, problem.code) for problem in caught.value.problems} == {
        ("<spec>", 4, "unknown-key"), ("<parent>", 10, "unknown-key")}


# Parents


def test_specs_may_extend_one_another_three_times() -> None:
    """Three are fine, four are too deep; the place is that of the link too many."""
    texts = {"a0": BASE.replace("game: bad", "game: a0")}
    for number in range(1, 6):
        head = f"tilegames: 1\ngame: a{number}\nextends: a{number - 1}\n"
        texts[f"a{number}"] = head + f"deal: {{each: {1 + number % 3}}}\n"
    assert tilegames.loads(texts["a3"], specs=texts).name == "a3"
    with pytest.raises(SpecError) as caught:
        tilegames.loads(texts["a4"], specs=texts)
    (problem,) = caught.value.problems
    assert (problem.code, problem.span.file, problem.span.line) == ("extends-too-deep", "<a1>", 3)


def test_specs_may_not_extend_one_another_in_a_circle() -> None:
    """a extends b, b extends c, c extends a."""
    texts = {one: f"tilegames: 1\ngame: {one}\nextends: {other}\n" for one, other in ("ab", "bc", "ca")}
    with pytest.raises(SpecError) as caught:
        tilegames.loads(texts["a"], specs=texts)
    assert [(problem.code, problem.span.file) for problem in caught.value.problems] == [("extends-itself", "<c>")]


@pytest.mark.parametrize("name", ["../texas-42", "/etc/passwd", "specs/texas-42", "texas-42.yaml", "~", "a b", "'  '"])
def test_a_parent_is_a_name_and_no_path(name: str) -> None:
    """A spec from a stranger reaches no file."""
    with pytest.raises(SpecError):
        tilegames.loads(f"tilegames: 1\ngame: bad\nextends: {name}\n")


# Options that are wrong in themselves


@pytest.mark.parametrize(("option", "value"), [
    ("{doc: nothing}", "x"), ("{default: a}", "a"), ("{sets: deal.eech, allowed: 1..4}", 3),
    ("{sets: deal.each}", "7.5"), ("{sets: deal.each}", "{}"), ("{sets: deal.each, allowed: 1..9}", 9),
    ("{values: {a: {deal: ~}}}", "a"), ("{default: a, values: {a: {}, b: {deal: {eech: 3}}}}", "b"),
    ("{sets: deal..each, allowed: 1..4}", 3), ("{sets: '', allowed: 1..4}", 3)])
def test_an_option_that_is_wrong_is_a_problem_of_the_spec(option: str, value: object) -> None:
    """Whoever gives it learns what is wrong with the spec, and sees no traceback of ours."""
    with pytest.raises(tilegames.TileGamesError):
        tilegames.loads(BASE + f"options:\n  odd: {option}\n", odd=value)


# A spec from a stranger loads or is refused


@pytest.mark.parametrize("change", [
    ("tiles: {suits: printed}", "tiles: {suits: printed, values: {--5: [QS]}}"),
    ("tiles: {suits: printed}", "tiles: {suits: printed, values: {²: [QS]}}"),
    ("tiles: {suits: printed}", "tiles: {suits: printed, values: {٣: [QS]}}"),
    ("tiles: {suits: printed}", f"tiles: {{suits: printed, values: {{{'9' * 5000}: [QS]}}}}"),
    ("tiles: {suits: printed}", f"tiles: {{suits: printed, values: {{{'9' * 30}: [QS]}}}}"),
    ("{cards: {ranks: [J, Q, K, A]}}", "{cards: {ranks: [J, J, J, J]}}"),
    ("{cards: {ranks: [J, Q, K, A]}}", "{cards: {ranks: [J, Q, K, A], suits: [S, S, S]}}"),
    ("{cards: {ranks: [J, Q, K, A]}}", "{cards: {ranks: [T, 10, J, j, Q, K]}}"),
    ("{cards: {ranks: [J, Q, K, A]}}", "{cards: {ranks: [a b, 'c=d', 'e:f', '', ' ', '#', '-']}}"),
    ("{cards: {ranks: [J, Q, K, A]}}", "{cards: {ranks: [10, T, t, 9], suits: [S, H]}}"),
    ("{cards: {ranks: [J, Q, K, A]}}", "{pieces: [10S, TS, ts, 9S, AH, ah, pass, draw, 7, '0', 3-4, 4-3]}"),
    ("tiles: {suits: printed}", "tiles: {suits: {'a b': [JS], b: [{rank: Q}], none: [KS], any_suit: [AS]}}"),
    ("match:", "hooks: {tile_value: {use: kap_tai_shap.counts_as, with: {JS: --5, QS: '²', KS: 7}}}\nmatch:"),
    ("game: bad", f"game: {'a' * 61}"),
    ("title: Bad", "title: ''"),
])
def test_odd_specs_load_and_play_or_are_refused(change: tuple[str, str]) -> None:
    """Nothing but a TileGamesError comes out of loading, and what loads has moves that can be written and read."""
    assert change[0] in BASE
    try:
        game = tilegames.loads(BASE.replace(*change))
    except tilegames.TileGamesError:
        return
    for seed in range(3):
        played = game.playout(seed=seed)
        for state in played.states():
            assert [state.parse_move(str(move)) for move in state.legal_moves] == list(state.legal_moves)
        assert tilegames.Playthrough.parse(str(played), game=game) == played


@pytest.mark.parametrize("change", [
    ("ranks: [J, Q, K, A]", "ranks: [J, Q, K, A, Q]"), ("ranks: [J, Q, K, A]", "suits: [S, H, S]"),
    ("suits: printed", "suits: printed, order: [J, Q, K, Ace]"), ("suits: printed", "suits: printed, order: [J, Q, K]"),
    ("suits: printed", "suits: printed, order: [J, Q, K, A, J]"),
    ("suits: printed", "suits: printed, values: {5: [{suit: hartz}]}"),
    ("suits: printed", "suits: printed, values: {5: [{rank: [J, X]}]}"),
    ("suits: printed", "suits: {red: [{suit: hearts}], blue: [{has_end: 3}]}"),
    ("suits: printed", "suits: printed, lead_suit: low_end"),
    ("suits: printed", "suits: printed, rank_in_suit: [double]"),
])
def test_words_that_mean_nothing_here_are_refused(change: tuple[str, str]) -> None:
    """A rank twice or that no card has, a filter that no piece passes, an order of ends among cards: at its line."""
    assert change[0] in BASE
    found = problems(lambda: tilegames.loads(BASE.replace(*change)))
    assert [line for line, _ in found] == [5 if "ranks: [J, Q, K, A]" in change[0] else 6]


def test_the_ten_may_be_written_t() -> None:
    """T is a usual sign for the ten: as a rank of the pack it is one piece with one name, found by both."""
    game = tilegames.loads(BASE.replace("[J, Q, K, A]", "[9, T, J, Q]"))
    assert game.pieces.find("TS") == game.pieces.find("10S") is not None
    assert len(game.pieces) == 16
