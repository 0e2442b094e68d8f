"""The commands: what they print where, and with which exit code they end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import tilegames
from tilegames.cli import cli
from tilegames.cli.common import table
from tilegames.library import spec_text

ENDLESS = str(10 ** 9)


def run(*args: str, stdin: str | None = None) -> Result:
    result = CliRunner().invoke(cli, args, input=stdin, prog_name="tilegames")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def python(*args: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *args], capture_output=True, text=True, check=False, timeout=120)


@pytest.fixture
def bad_spec(tmp_path: Path) -> str:
    path = tmp_path / "bad.yaml"
    path.write_text("tilegames: 1\ngame: bad\nfolow: yes\n")
    return str(path)


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
    text, _ = spec_text("texas-42")
    path = tmp_path / "texas-42.yaml"
    path.write_text(text.partition("\nexamples:")[0] + "\nexamples:\n  - name: never\n"
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


# the whole command

def test_help_names_the_commands() -> None:
    result = run("--help")
    assert result.exit_code == 0
    for name in ("names", "check", "play", "simulate"):
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
    with subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          start_new_session=True) as process:
        time.sleep(3)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err.strip()) == (130, "", "")


def test_tables_are_aligned() -> None:
    assert table(("a", "b"), [("long", "1"), ("x", "22")], right=[1]) == ["a      b", "long   1", "x     22"]
