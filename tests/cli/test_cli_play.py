"""A person at the table: what is asked, taken, refused, taken back, and never shown."""

from __future__ import annotations

import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from click.testing import CliRunner, Result

import tilegames
from tilegames.cli import cli
from tilegames.cli.play import Sitting
from tilegames.render.text import face

FACE = re.compile(r"\[\d+\|\d+\]")


def play(*args: str, stdin: str) -> Result:
    result = CliRunner().invoke(cli, ["play", *args], input=stdin, prog_name="tilegames")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


class Desk:
    """A sitting with lines typed from a list; keeps what was printed."""

    def __init__(self, name: str, lines: list[str], *, seed: int = 5, seat: int = 0, **how: object) -> None:
        self.printed: list[str] = []
        self.lines: Iterator[str] = iter(lines)
        self.sitting = Sitting(tilegames.load(name, **how), seat, seed, self.printed.append, self.read)

    def read(self, prompt: str) -> str | None:
        self.printed.append(prompt)
        return next(self.lines, None)

    def run(self) -> str:
        self.sitting.run()
        return "\n".join(self.printed)


def test_the_table_is_shown_and_a_move_is_made() -> None:
    result = play("texas-42", "--seed", "5", stdin="pass\n")
    assert result.exit_code == 0
    assert "Texas 42: 4 players, you are seat 0 with seat 2. Seed 5; ? for help." in result.stdout
    assert "seat 2 bids 41\nseat 3 passes\n" in result.stdout
    assert "1) pass  2) 1 mark  3) 2 mark" in result.stdout
    assert "you pass\n" in result.stdout
    assert result.stdout.endswith("the same match again: tilegames play texas-42 --players 4 --seat 0 --seed 5\n")


def test_a_seed_is_chosen_and_told() -> None:
    seeds = {re.search(r"--seed (\d+)\n$", play("texas-42", stdin="q\n").stdout)[1] for _ in range(3)}  # type: ignore[index]
    assert len(seeds) == 3


def test_the_same_seed_and_moves_are_the_same_match() -> None:
    typed = "1\n" * 40
    again = ["kap-tai-shap", "--players", "3", "--seed", "8"]
    assert play(*again, stdin=typed).stdout == play(*again, stdin=typed).stdout


def test_the_line_to_play_again_repeats_the_game() -> None:
    result = play("kap-tai-shap", "--players", "2", "--variant", "kap-shap", "--option", "ante=3", "--seed", "1",
                  "--seat", "1", stdin="q\n")
    assert result.stdout.splitlines()[-1] == (
        "the same match again: tilegames play kap-tai-shap --players 2 --seat 1 --seed 1 --variant kap-shap "
        "--option ante=3")


def test_a_number_or_a_text_picks_a_move() -> None:
    by_number = Desk("texas-42", ["2"]).run()
    by_text = Desk("texas-42", ["1 mark"]).run()
    assert "you bid 1 mark" in by_number
    assert "you bid 1 mark" in by_text


def test_tiles_may_be_written_either_way_round() -> None:
    desk = Desk("jamaican-partner", ["1-2 left"])
    assert "you play [2|1] left" in desk.run()


def test_enter_takes_the_only_move() -> None:
    desk = Desk("texas-42", ["pass", ""])
    text = desk.run()
    assert "your move (Enter: 6-6): " in text
    assert "you play [6|6]" in text


def test_enter_alone_chooses_nothing_among_several() -> None:
    desk = Desk("texas-42", ["", "pass"])
    assert "type a move, or ? for help" in desk.run()


def test_an_illegal_move_is_refused_with_its_rule() -> None:
    desk = Desk("texas-42", ["30"])
    text = desk.run()
    assert '"30" is not possible: a bid must be higher than 41 [must-raise]' in text
    assert re.search(r"specs/texas-42.yaml:\d+:\d+\n +points: \{range: 30..41", text)
    assert len(desk.sitting.states) == 3


def test_no_such_move_and_no_such_number() -> None:
    text = Desk("texas-42", ["sing", "99"]).run()
    assert '"sing" is not possible: no move of the phase auction is written like this' in text
    assert "the list has no 99" in text


@pytest.mark.parametrize("asked", ["? 4-0", "?4-0"])
def test_a_question_says_why_not_and_makes_no_move(asked: str) -> None:
    desk = Desk("texas-42", ["pass", asked])
    text = desk.run()
    assert "[must-follow]" in text
    assert desk.sitting.state.turn == 0


def test_a_question_about_a_legal_move() -> None:
    assert "1 mark is possible" in Desk("texas-42", ["? 1 mark"]).run()


def test_help() -> None:
    text = Desk("texas-42", ["?"]).run()
    assert "take back" in text


def test_taking_back_leads_to_the_decision_before() -> None:
    desk = Desk("texas-42", ["u", "pass", "", "1", "u", "u", "u"])
    text = desk.run()
    assert "there is nothing to take back" in text
    assert desk.sitting.state.phase == "auction"
    assert desk.sitting.decisions == []


def test_bots_answer_the_same_moves_the_same_way_after_a_take_back() -> None:
    straight = Desk("jamaican-partner", ["1"] * 6)
    straight.run()
    winding = Desk("jamaican-partner", ["1", "1", "u", "1", "1", "2", "u", "1", "1", "1"])
    winding.run()
    assert winding.sitting.state == straight.sitting.state


def test_the_log_tells_this_round_only() -> None:
    desk = Desk("jamaican-partner", [*["1"] * 200, "h"], seed=2)
    rounds: list[int] = []

    def read(prompt: str) -> str | None:
        state = desk.sitting.state
        if state.round == 1 and len(state.view(0).hand) == 5:
            if rounds:
                return None
            rounds.append(len(desk.printed))
            return "h"
        return "1"

    desk.sitting.read = read
    desk.run()
    log = desk.printed[rounds[0]:]
    assert log[0] == "round 2 so far:"
    assert log[1].startswith("  you get 7 pieces: [")
    assert not any("is over" in line or "+" in line for line in log)
    assert len([line for line in log if " play" in line or " pass" in line]) == len(
        [move for move in desk.sitting.state.history if move]) - _moves_of_first_round(desk) - _choices(log)


def _moves_of_first_round(desk: Desk) -> int:
    return sum(1 for state in desk.sitting.states[:-1] if state.round == 0)


def _choices(log: list[str]) -> int:
    return sum("will be" in line for line in log)


def test_the_end_of_a_round_tells_what_was_scored_and_why() -> None:
    text = Desk("jamaican-partner", ["1"] * 1000, seed=2).run()
    assert re.search(r"round 1 is over \(\w+\)", text)
    assert re.search(r"\+1  round won +specs/jamaican-partner.yaml:\d+:\d+", text)
    assert "The match is over: a side has the score that ends it. Won by: you and seat 2." in text


def test_equal_lines_of_the_account_become_one() -> None:
    text = Desk("kap-tai-shap", [], players=3).run()
    assert re.search(r"  everybody  -1  ante  specs/kap-tai-shap.yaml:\d+:\d+", text)


def test_numbers_are_not_offered_where_they_are_moves() -> None:
    spec = """
tilegames: 1
game: low-42
extends: texas-42
about: {title: Low 42}
phases: {auction: {bids: {points: {range: 1..9}}}}
"""
    typed = iter(["3", "u", "9"])
    printed: list[str] = []
    sitting = Sitting(tilegames.loads(spec, all_pass="reshake"), 2, 5, printed.append, lambda _: next(typed, None))
    assert sitting.state.turn == 2
    sitting.run()
    text = "\n".join(printed)
    assert "you bid 3" in text
    assert "you bid 9" in text
    assert ") " not in next(line for line in printed if "pass" in line and "mark" in line)


@pytest.mark.parametrize("name", ["texas-42", "jamaican-partner"])
@pytest.mark.parametrize("seed", range(4))
def test_no_hidden_piece_is_ever_printed(name: str, seed: int) -> None:
    """Each tile is there once in these games, so a hidden one cannot look like a seen one."""
    desk = Desk(name, [], seed=seed, seat=seed % 4)
    rng = random.Random(seed)
    sitting = desk.sitting

    def read(prompt: str) -> str | None:
        if len(sitting.states) > 60:
            return None
        return rng.choice(["h", "? 6-4", "6-4", "?", "u", *["move"] * 8]).replace(
            "move", str(rng.choice(sitting.state.legal_moves)))

    seen: list[tuple[str, frozenset[str]]] = []

    def say(text: str) -> None:
        hidden = {piece for seat in range(4) if seat != sitting.seat for piece in sitting.state.view(seat).hand}
        drawn = {piece for state in sitting.states for event in state.events if event.kind.startswith("draw for")
                 for piece in event.pieces}
        # The last move of a round is told when the next round is dealt already.
        seen.append((text, frozenset(hidden - drawn - _public(sitting.state))))

    sitting.say = say
    sitting.read = read
    sitting.run()
    assert seen
    for text, hidden in seen:
        assert not set(FACE.findall(text)) & set(map(face, hidden)), text


def _public(state: tilegames.State) -> set[str]:
    return {piece for event in state.events if event.seen_by is None for piece in event.pieces}


def test_what_other_seats_draw_is_not_told() -> None:
    text = Desk("kap-tai-shap", ["1"] * 60, players=4, seed=3).run()
    told = re.findall(r"^seat \d draws.*$", text, re.MULTILINE)
    assert told
    assert all(line.endswith("draws") for line in told)


@pytest.mark.parametrize("name", tilegames.names())
def test_every_game_can_be_played_to_its_end(name: str) -> None:
    rng = random.Random(1)
    desk = Desk(name, [], seed=4)
    desk.sitting.read = lambda prompt: str(rng.choice(desk.sitting.state.legal_moves))
    assert "The match is over" in desk.run()
    assert desk.sitting.state.is_over


def test_stopping() -> None:
    for stdin in ("q\n", "quit\n", ""):
        result = play("texas-42", "--seed", "5", stdin=stdin)
        assert result.exit_code == 0
        assert "the same match again" in result.stdout


def test_no_such_seat() -> None:
    result = play("texas-42", "--seat", "4", stdin="")
    assert result.exit_code == 2
    assert result.stderr == "error: there is no seat 4: seats are 0 to 3\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_ctrl_c_leaves_cleanly() -> None:
    args = [sys.executable, "-u", "-m", "tilegames", "play", "texas-42", "--seed", "5"]
    with subprocess.Popen(args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as process:
        assert process.stdout is not None
        text = ""
        while "your move" not in text:
            text += process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "")
    assert "stopped" in out


def test_from_a_pipe_it_reads_like_a_terminal() -> None:
    done = subprocess.run([sys.executable, "-m", "tilegames", "play", "jamaican-partner", "--seed", "5"], input="1\n",
                          capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert "your move: 1\nyou play [2|1] left\n" in done.stdout
    assert "\x1b" not in done.stdout
