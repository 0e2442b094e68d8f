"""The commands: what they print where, and with which exit code they end."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import tilegames
from tilegames.cli import cli
from tilegames.cli.common import table
from tilegames.core.layouts import Layout
from tilegames.core.scoring import Scoring
from tilegames.core.table import Table, replaced
from tilegames.library import spec_text

ENDLESS = str(10 ** 9)


def run(*args: str, stdin: str | None = None) -> Result:
    result = CliRunner().invoke(cli, args, input=stdin, prog_name="tilegames")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def python(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *args], capture_output=True, text=True, check=False, timeout=120)


def lines_of(name: str) -> list[str]:
    """The lines of a bundled spec."""
    return str(spec_text(name)[0]).splitlines()


@pytest.fixture
def bad_spec(tmp_path: Path) -> str:
    path = tmp_path / "bad.yaml"
    path.write_text("tilegames: 1\ngame: bad\nfolow: yes\n")
    return str(path)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty current folder; what is imported from it is forgotten afterwards."""
    known, path = set(sys.modules), list(sys.path)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    sys.path[:] = path
    for name in set(sys.modules) - known:
        if str(getattr(sys.modules[name], "__file__", None) or "").startswith(str(tmp_path)):
            del sys.modules[name]


HOOKS = """
from tilegames import hook

@hook("tile_value")
def heavy(tile, default, options):
    return 20 if tile.name == "6-6" else default

@hook("may_follow")
def nothing_at_all(tile, view, default, options):
    return False
"""
HOOKED = """\
tilegames: 1
game: hooked
extends: jamaican-partner
about: {title: Hooked}
hooks: {tile_value: yard_hooks.heavy}
examples:
  - name: the double six is heavy
    expect: {values: {6-6: 20, 5-5: 10}}
"""


@pytest.fixture
def hooked(folder: Path) -> str:
    """A spec that names a hook of a module in the current folder."""
    (folder / "yard_hooks.py").write_text(HOOKS)
    (folder / "hooked.yaml").write_text(HOOKED)
    return "./hooked.yaml"


# names

def test_names_lists_every_bundled_game() -> None:
    result = run("names")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["name", "title", "players", "family"]
    assert [line.split()[0] for line in lines[1:]] == list(tilegames.names())
    kap = next(line for line in lines if line.startswith("kap-tai-shap"))
    assert kap.split()[-2:] == ["2-20", "rummy"]


def test_names_as_json() -> None:
    games = json.loads(run("names", "--json").stdout)["games"]
    assert {"name": "texas-42", "title": "Texas 42", "min_players": 4, "max_players": 4,
            "family": "trick-taking"} in games


# simulate

def test_simulate_prints_a_table() -> None:
    result = run("simulate", "texas-42", "--games", "20", "--seed", "3", "--variant", "points-250", "--option",
                 "all_pass=reshake")
    assert result.exit_code == 0
    assert "Texas 42: 4 players, points-250, all_pass=reshake; seed 3" in result.stdout
    assert "seats 0 and 2" in result.stdout
    assert result.stderr == ""


def test_simulate_as_json_is_one_object() -> None:
    result = run("simulate", "kap-tai-shap", "--games", "5", "--players", "3", "--option", "ante=2", "--json")
    plain = json.loads(result.stdout)
    assert plain["game"] == "kap-tai-shap"
    assert (plain["players"], plain["games"], plain["options"]["ante"]) == (3, 5, "2")
    assert result.stderr == ""


def test_simulate_says_when_matches_were_cut_off() -> None:
    result = run("simulate", "texas-42", "--games", "2", "--max-moves", "3")
    assert result.exit_code == 0
    assert "2 matches were cut off" in result.stdout


def test_simulate_shows_matches_that_nobody_won() -> None:
    assert "nobody" in run("simulate", "kap-tai-shap", "--players", "8", "--games", "50").stdout


@pytest.mark.parametrize(("args", "said"), [
    (["texas-4"], 'did you mean "texas-42"?'),
    (["no/such/file.yaml"], "cannot be read"),
    (["texas-42", "--players", "3"], "for 4 players"),
    (["texas-42", "--variant", "points-25"], 'did you mean "points-250"?'),
    (["texas-42", "--option", "all_pas=reshake"], 'did you mean "all_pass"?'),
    (["texas-42", "--option", "all_pass=maybe"], "all_pass"),
    (["texas-42", "--option", "all_pass"], "NAME=VALUE"),
    (["texas-42", "--option", "players=4"], 'no option "players"'),
    (["texas-42", "--option", "all_pass=reshake", "--option", "all_pass=reshake"], "given twice"),
    (["texas-42", "--seed", "-1"], "--seed"),
    (["texas-42", "--games", "0"], "--games"),
    (["texas-42", "--workers", "none"], "--workers"),
    ([], "GAME"),
])
def test_wrong_requests_end_with_2_and_one_message(args: list[str], said: str) -> None:
    result = run("simulate", *args)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""


def test_a_spec_that_cannot_be_used_shows_its_problems(bad_spec: str) -> None:
    for command in ("simulate", "play"):
        result = run(command, bad_spec)
        assert result.exit_code == 1
        assert "[unknown-key]" in result.stderr
        assert "bad.yaml:3:1" in result.stderr


def test_a_game_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "long-42.yaml"
    path.write_text("tilegames: 1\ngame: long-42\nextends: texas-42\nabout: {title: Long 42}\n"
                    "match: {until: {reach: 11}}\n")
    plain = json.loads(run("simulate", str(path), "--games", "2", "--json").stdout)
    assert (plain["game"], plain["title"]) == ("long-42", "Long 42")


# check

def test_check_tells_what_it_did() -> None:
    result = run("check", "jamaican-partner", "texas-42", "--games", "0")
    assert result.exit_code == 0, result.output
    first, second = result.stdout.splitlines()
    assert first.split()[:2] == ["jamaican-partner", "ok"]
    assert second.startswith("texas-42          ok      ")
    assert ", 0 matches, " in second
    assert second.endswith("configurations")


def test_check_as_json() -> None:
    plain = json.loads(run("check", "texas-42", "--games", "1", "--json").stdout)
    assert plain["ok"] is True
    (game,) = plain["games"]
    assert (game["game"], game["ok"], game["faults"]) == ("texas-42", True, [])
    assert game["examples"] > 0
    assert game["matches"] == game["configurations"] > 0


def test_check_of_a_bad_spec_fails_and_goes_on(bad_spec: str) -> None:
    result = run("check", bad_spec, "texas-42", "--games", "0")
    assert result.exit_code == 1
    assert "failed  the spec cannot be used" in result.stdout
    assert "[unknown-key]" in result.stdout
    assert "texas-42" in result.stdout.splitlines()[-1]
    plain = json.loads(run("check", bad_spec, "--json").stdout)
    assert plain["ok"] is False
    fault = next(fault for fault in plain["games"][0]["faults"] if fault["code"] == "unknown-key")
    assert fault["place"].endswith("bad.yaml:3:1")


def test_check_of_a_false_example_fails(tmp_path: Path) -> None:
    path = tmp_path / "texas-42.yaml"
    path.write_text("\n".join(lines_of("texas-42")).partition("\nexamples:")[0] + "\nexamples:\n  - name: never\n"
                    "    given: {trump: fours, led: [6-5], hand: [6-4, 3-3]}\n    expect: {legal: [6-4]}\n")
    result = run("check", str(path), "--games", "0")
    assert result.exit_code == 1
    assert "failed  1 example, 0 matches" in result.stdout
    assert "never" in result.stdout


def test_check_of_no_such_game_checks_nothing() -> None:
    result = run("check", "texas-42", "texas-4")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert 'did you mean "texas-42"?' in result.stderr


# check: one fault of each kind that it is there for, planted; each is found and told with its place

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
DEAD_END = """\
tilegames: 1
game: dead-end
extends: texas-42
about: {title: Dead end}
hooks: {may_follow: yard_hooks.nothing_at_all}
"""


def test_check_tells_where_a_wrong_example_stands(folder: Path) -> None:
    (folder / "child.yaml").write_text(CHILD)
    result = run("check", "./child.yaml", "--games", "1")
    assert result.exit_code == 1
    assert result.stdout.splitlines()[0].startswith("./child.yaml  failed  ")
    assert """
error: the example "who cannot play passes" fails: also legal: pass; not legal: 5-4 left [example]
  --> ./child.yaml:8:14
     |     expect: {legal: [5-4 left], turn: 0}
     |              ^
""" in result.stdout
    assert result.stdout.count("error: ") == 1


def test_check_tells_which_hook_leads_to_a_dead_end(folder: Path) -> None:
    (folder / "yard_hooks.py").write_text(HOOKS)
    (folder / "dead-end.yaml").write_text(DEAD_END)
    result = run("check", "./dead-end.yaml", "--games", "1", "--hook", "yard_hooks")
    assert result.exit_code == 1
    assert re.search(r"error: the hook may_follow leaves seat \d without a legal move \[dead-end\]\n"
                     r"  --> \./dead-end\.yaml:5:9\n"
                     r"     \| hooks: \{may_follow: yard_hooks.nothing_at_all\}\n"
                     r"     \| {9}\^\n"
                     r"  see it again: dead-end .*seed 0, after \d+ moves", result.stdout)


def test_check_tells_where_a_piece_was_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fifth piece played falls off the table."""
    real = Layout.apply

    def lossy(self: Layout, table: Table, move: tilegames.Move) -> None:
        real(self, table, move)
        if len(table.placed) == 5:
            table.placed.pop()

    monkeypatch.setattr(Layout, "apply", lossy)
    result = run("check", "jamaican-partner", "--games", "1")
    assert result.exit_code == 1
    lines = lines_of("jamaican-partner")
    assert re.search(r"error: not every piece lies in exactly one place \(lost: \d-\d\) \[lost-piece\]\n"
                     rf"  --> specs/jamaican-partner\.yaml:{lines.index('  layout:') + 1}:3\n", result.stdout)


def test_check_tells_where_a_score_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """A score that no event accounts for."""
    real = Scoring.enter

    def generous(self: Scoring, table: Table, side: int, amount: int, rule: str, place: tilegames.Span | None) -> None:
        real(self, table, side, amount, rule, place)
        table.scores = replaced(table.scores, side, table.scores[side] + 1)

    monkeypatch.setattr(Scoring, "enter", generous)
    result = run("check", "texas-42", "--games", "1")
    assert result.exit_code == 1
    lines = lines_of("texas-42")
    assert re.search(r"error: the scores are \(.*\), but their events sum to \(.*\) \[wrong-score\]\n"
                     rf"  --> specs/texas-42\.yaml:{lines.index('scoring:') + 1}:1\n", result.stdout)


# rules

def test_rules_prints_the_rulebook() -> None:
    result = run("rules", "texas-42")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == tilegames.load("texas-42").rules().rstrip("\n") + "\n"


def test_rules_of_other_settings() -> None:
    result = run("rules", "kap-tai-shap", "--players", "2", "--variant", "kap-shap", "--option", "ante=3")
    game = tilegames.load("kap-tai-shap", players=2, variants=["kap-shap"], ante=3)
    assert result.stdout == game.rules().rstrip("\n") + "\n"
    assert result.stdout != run("rules", "kap-tai-shap", "--players", "2").stdout
    assert result.stdout != run("rules", "kap-tai-shap").stdout


def test_rules_of_no_such_game(bad_spec: str) -> None:
    result = run("rules", "texas-4")
    assert (result.exit_code, result.stdout) == (2, "")
    assert 'did you mean "texas-42"?' in result.stderr
    result = run("rules", bad_spec)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "bad.yaml:3:1" in result.stderr


# hooks

def test_without_the_module_a_hook_is_not_found(hooked: str) -> None:
    for command in ("check", "play", "rules", "simulate"):
        result = run(command, hooked)
        assert result.exit_code == 1
        assert 'there is no hook "yard_hooks.heavy"' in result.output
        assert "hooked.yaml:5:" in result.output


def test_check_with_a_hook(hooked: str) -> None:
    result = run("check", hooked, "--games", "1", "--hook", "yard_hooks")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("./hooked.yaml  ok ")


def test_rules_with_a_hook(hooked: str) -> None:
    result = run("rules", hooked, "--hook", "yard_hooks")
    assert (result.exit_code, result.stderr) == (0, "")
    assert "# Hooked\n" in result.stdout


def test_play_with_a_hook_is_played_again_with_it(hooked: str) -> None:
    result = run("play", hooked, "--seed", "4", "--hook", "yard_hooks", "--hook", "tilegames.hooks.kap_tai_shap",
                 stdin="q\n")
    assert result.exit_code == 0
    assert result.stdout.endswith("tilegames play ./hooked.yaml --players 4 --seat 0 --seed 4 --hook yard_hooks --hook "
                                  "tilegames.hooks.kap_tai_shap\n")


def test_simulate_with_a_hook_of_a_package(folder: Path) -> None:
    package = folder / "yard" / "rules"
    package.mkdir(parents=True)
    (package / "yard_hooks.py").write_text(HOOKS)
    (folder / "hooked.yaml").write_text(HOOKED)
    result = run("simulate", "./hooked.yaml", "--games", "2", "--json", "--hook", "yard.rules.yard_hooks")
    assert json.loads(result.stdout)["game"] == "hooked"


@pytest.mark.usefixtures("folder")
def test_workers_find_the_module_of_a_hook(hooked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the current folder in the path that Python starts with: it is the command that puts it there."""
    monkeypatch.setenv("PYTHONSAFEPATH", "1")
    monkeypatch.setenv("PYTHONPATH", str(Path(tilegames.__file__).parent.parent))
    reports = []
    for workers in ("1", "2"):
        done = python("-m", "tilegames", "simulate", hooked, "--games", "12", "--json", "--hook", "yard_hooks",
                      "--workers", workers)
        assert (done.returncode, done.stderr) == (0, "")
        report = json.loads(done.stdout)
        for key in ("seconds", "moves_per_second", "rounds_per_second"):
            del report[key]
        reports.append(report)
    assert reports[0] == reports[1]
    assert reports[0]["games"] == 12


NO_IMPORT = 'the module "broken" for --hook cannot be imported:'


@pytest.mark.parametrize("command", ["check", "play", "rules", "simulate"])
@pytest.mark.parametrize(("text", "module", "said"), [
    (None, "yard_hoks", 'there is no module "yard_hoks" for --hook, neither in the current folder nor among the '),
    (None, "yard_hooks.more", 'there is no module "yard_hooks.more" for --hook, '),
    (None, "yard_hooks.py", "--hook takes the name of a module, such as my_hooks for the file my_hooks.py, not "),
    (None, "./yard_hooks", "--hook takes the name of a module, "),
    (None, "", "--hook takes the name of a module, "),
    ("def f(:\n", "broken", f"{NO_IMPORT} SyntaxError: invalid syntax (broken.py, line 1)\n"),
    ("import no_such_thing\n", "broken",
     f"{NO_IMPORT} ModuleNotFoundError: No module named 'no_such_thing' (*, line 1)\n"),
    ("x = 1\nx.y\n", "broken", f"{NO_IMPORT} AttributeError: 'int' object has no attribute 'y' (*, line 2)\n"),
    ("raise ValueError('two\\nlines')\n", "broken", f"{NO_IMPORT} ValueError: two lines (*, line 1)\n"),
    ("import sys\nsys.exit()\n", "broken", f"{NO_IMPORT} SystemExit (*, line 2)\n"),
    ("from tilegames import hook\n\n@hook('may_folow')\ndef f(): ...\n", "broken",
     f'{NO_IMPORT} HookError: there is no slot "may_folow"; did you mean "may_follow"? (*, line 3)\n'),
])
def test_a_module_that_cannot_be_imported(hooked: str, folder: Path, command: str, text: str | None, module: str,
                                          said: str) -> None:
    if text is not None:
        (folder / f"{module}.py").write_text(text)
    result = run(command, hooked, "--hook", "yard_hooks", "--hook", module)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    shown = result.stderr.replace(str(folder / f"{module}.py"), "*")
    assert shown.startswith(f"error: {said}")


def test_the_path_stays_as_it_is_without_hooks(folder: Path) -> None:
    assert run("rules", "texas-42").exit_code == 0
    assert str(folder) not in sys.path


# the whole command

def test_help_names_the_commands() -> None:
    result = run("--help")
    assert result.exit_code == 0
    for name in ("names", "check", "play", "rules", "simulate"):
        assert f"\n  {name} " in result.stdout
    assert tilegames.__version__ in run("--version").stdout


def test_no_such_command() -> None:
    assert run("sing").exit_code == 2


def test_as_a_module() -> None:
    done = python("-m", "tilegames", "names")
    assert (done.returncode, done.stderr) == (0, "")
    assert "texas-42" in done.stdout


def test_workers_from_the_command_line() -> None:
    reports = [json.loads(python("-m", "tilegames", "simulate", "texas-42", "--games", "12", "--json", "--workers",
                                 workers).stdout) for workers in ("1", "2")]
    for report in reports:
        for key in ("seconds", "moves_per_second", "rounds_per_second"):
            del report[key]
    assert reports[0] == reports[1]


@pytest.mark.parametrize("missing", ["click", "rich"])
def test_without_its_packages_it_says_what_to_install(missing: str) -> None:
    done = python("-c", f"import sys; sys.modules[{missing!r}] = None; from tilegames.__main__ import main; main()")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "the command line needs more packages: pip install 'tilegames[cli]'\n"


def test_the_library_needs_no_command_line() -> None:
    done = python("-c", "import sys, tilegames, tilegames.simulate, tilegames.bots, tilegames.render.text; "
                  "print(sorted({'click', 'rich', 'hypothesis', 'pytest'} & set(sys.modules)))")
    assert done.stdout == "[]\n"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_stops_a_simulation(workers: str) -> None:
    args = [sys.executable, "-m", "tilegames", "simulate", "texas-42", "--games", ENDLESS[:7], "--workers", workers]
    # Whoever runs the tests may have been told to ignore Ctrl-C; then a child would, too, and never end.
    with subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as process:
        time.sleep(3)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err.strip()) == (130, "", "")


def test_tables_are_aligned() -> None:
    assert table(("a", "b"), [("long", "1"), ("x", "22")], right=[1]) == ["a      b", "long   1", "x     22"]


# Outputs and inputs that are not there

def test_an_output_that_cannot_be_written_is_one_sentence() -> None:
    # Where there is no device that is always full, an output that takes everything shows at least no traceback.
    full = Path("/dev/full")
    with open(full if full.exists() else os.devnull, "w", encoding="utf-8") as out:
        done = subprocess.run([sys.executable, "-m", "tilegames", "names"], stdout=out, stderr=subprocess.PIPE,
                              text=True, check=False)
    assert done.returncode == (1 if full.exists() else 0)
    assert "Traceback" not in done.stderr
    assert done.stderr.strip() == ("the output cannot be written: No space left on device" if full.exists() else "")


def test_play_without_an_input_ends_like_with_an_empty_one() -> None:
    done = subprocess.run(f'"{sys.executable}" -m tilegames play texas-42 --seed 1 <&-', shell=True,
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "the same match again" in done.stdout
    assert done.stderr == ""
