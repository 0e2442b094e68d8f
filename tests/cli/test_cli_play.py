"""A person at the table: what is asked, taken, refused, taken back, and never shown."""

from __future__ import annotations

import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

import tilegames
from tilegames.cli import cli
from tilegames.cli.play import Sitting
from tilegames.render.text import face

FACE = re.compile(r"\[\d+\|\d+\]")


@pytest.fixture(autouse=True)
def width(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines are as wide as the terminal, whatever that is here."""
    monkeypatch.setenv("COLUMNS", "80")


def play(*args: str, stdin: str) -> Result:
    result = CliRunner().invoke(cli, ["play", *args], input=stdin, prog_name="tilegames")
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


class Desk:
    """A sitting with lines typed from a list; keeps what was printed.

    The line ``last`` is the last legal move. With ``start`` the match begins there, and the person is who is to move.
    """

    def __init__(self, name: str, lines: list[str], *, seed: int = 5, seat: int | None = None,
                 start: tilegames.State | None = None, **how: Any) -> None:
        self.printed: list[str] = []
        self.lines: Iterator[str] = iter(lines)
        if seat is None:
            seat = 0 if start is None or start.turn is None else start.turn
        self.sitting = Sitting(tilegames.load(name, **how), seat, seed, self.say, self.read)
        if start is not None:
            self.sitting.states[:] = [start]

    def say(self, text: str) -> None:
        self.printed.append(click.unstyle(text))

    def read(self, prompt: str) -> str | None:
        self.printed.append(prompt)
        line = next(self.lines, None)
        return str(self.sitting.state.legal_moves[-1]) if line == "last" else line

    def run(self) -> str:
        self.sitting.run()
        return "\n".join(self.printed)


def position(name: str, **words: object) -> tilegames.State:
    """A situation of a bundled game: what a test is about, whatever is dealt."""
    return tilegames.load(name).position(**words)


def seed_where(name: str, wanted: Callable[[tilegames.State], bool]) -> int:
    """The first seed that brings seat 0 into a wanted situation at its first decision: for what takes a seed only."""
    for seed in range(5000):
        desk = Desk(name, [], seed=seed)
        desk.run()
        if wanted(desk.sitting.state):
            return seed
    pytest.fail("no seed leads there")


#: Seat 0 can go out at both ends, with the only piece that fits them.
KEY_BONE = {"layout": ["6-0", "0-5", "5-1", "1-6", "6-6", "6-2", "2-5", "5-5", "5-3", "3-6", "6-4", "4-5"],
            "hand": ["6-5"]}


def test_the_table_is_shown_and_a_move_is_made() -> None:
    seed = seed_where("texas-42", lambda state: state.view(0).bids == ((2, "41"), (3, "pass")))
    result = play("texas-42", "--seed", str(seed), stdin="pass\n")
    assert result.exit_code == 0
    assert f"Texas 42: 4 players, you are seat 0 with seat 2. Seed {seed}; ? for help." in result.stdout
    assert "seat 2 bids 41\nseat 3 passes\n" in result.stdout
    assert "1) pass  2) 1 mark  3) 2 marks" in result.stdout
    assert "you pass\n" in result.stdout
    assert result.stdout.endswith(f"the same match again: tilegames play texas-42 --players 4 --seat 0 --seed {seed}\n")


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
    start = position("texas-42", bids=["41"])
    assert "you bid 1 mark" in Desk("texas-42", ["2"], start=start).run()
    assert "you bid 1 mark" in Desk("texas-42", ["1 mark"], start=start).run()


def test_tiles_may_be_written_either_way_round() -> None:
    desk = Desk("jamaican-partner", ["1-2 left"], start=position("jamaican-partner", layout=["1-6", "6-6"],
                                                                 hand=["2-1", "5-5"]))
    assert "you play [2|1] left" in desk.run()


def test_at_a_lone_double_left_is_right() -> None:
    start = position("jamaican-partner", layout=["6-6"], hand=["6-1", "6-2"])
    for typed in ("6-1 left", "1", "6-1"):
        text = Desk("jamaican-partner", [typed], start=start).run()
        assert "1) 6-1 right  2) 6-2 right" in text
        assert "you play [6|1] right" in text


def test_enter_takes_the_only_move() -> None:
    start = position("texas-42", trump="fours", led=["6-2"], hand=["6-1", "3-3"])
    text = Desk("texas-42", [""], start=start).run()
    assert "your move (Enter: 6-1): " in text
    assert "you play [6|1]" in text


def test_enter_alone_chooses_nothing_among_several() -> None:
    desk = Desk("texas-42", [""], start=position("texas-42", bids=["41"]))
    assert "type a move, or ? for help" in desk.run()
    assert len(desk.sitting.states) == 1


def test_an_illegal_move_is_refused_with_its_rule() -> None:
    desk = Desk("texas-42", ["30"], start=position("texas-42", bids=["41"]))
    text = desk.run()
    assert '"30" is not possible: a bid must be higher than 41 [must-raise]' in text
    assert re.search(r"specs/texas-42.yaml:\d+:\d+\n +points: \{range: 30..41", text)
    assert len(desk.sitting.states) == 1


def test_a_refusal_speaks_to_the_person() -> None:
    start = position("jamaican-partner", round=2, after="win", last_winner=2)
    text = Desk("jamaican-partner", ["seat 1"], start=start).run()
    assert '"seat 1" is not possible: the poser must be seat 0 or you [not-to-choose]' in text


def test_no_such_move_and_no_such_number() -> None:
    text = Desk("texas-42", ["sing", "99"], start=position("texas-42", bids=["41"])).run()
    assert '"sing" is not possible: no move of the phase auction is written like this' in text
    assert "the list has no 99" in text


@pytest.mark.parametrize("asked", ["? 4-0", "?4-0"])
def test_a_question_says_why_not_and_makes_no_move(asked: str) -> None:
    start = position("texas-42", trump="fours", led=["6-2"], hand=["6-1", "4-0"])
    desk = Desk("texas-42", [asked], start=start)
    assert "[must-follow]" in desk.run()
    assert desk.sitting.states == [start]


def test_a_question_about_a_legal_move() -> None:
    desk = Desk("texas-42", ["? 1 mark", "?2"], start=position("texas-42", bids=["41"]))
    assert desk.run().count("1 mark is possible") == 2
    assert len(desk.sitting.states) == 1


def test_a_forbidden_bid_is_no_place_in_the_list() -> None:
    """The dealer may bid 0, 2 or 3: typing 1 is refused, and does not mean the first of them."""
    start = position("oh-hell", round=3, dealer=2, bids=["1", "1"])
    desk = Desk("oh-hell", ["1"], start=start)
    text = desk.run()
    assert "bids-balance" in text
    assert "you bid" not in text


@pytest.mark.parametrize(("start", "asked", "told"), [
    (position("jamaican-partner", round=2, after="win", last_winner=2), "who will be the poser? ",
     "seat 0 will be the poser"),
    (position("texas-42", bid="31", declarer=2), "name the trump: ", "you declare blanks"),
])
def test_the_question_says_what_is_asked_for(start: tilegames.State, asked: str, told: str) -> None:
    desk = Desk(start.game.name, ["1"], start=start)
    text = desk.run()
    assert asked in desk.printed
    assert told in text


def test_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    desk = Desk("texas-42", ["?"], start=position("texas-42", bids=["41"]))
    desk.run()
    (text,) = (text for text in desk.printed if "take back" in text)
    assert max(map(len, text.splitlines())) < 60
    assert re.search(r"\n  \? MOVE      why a move .*\n {14}\S", text)


def test_the_rules_can_be_read_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    desk = Desk("texas-42", ["r"], start=position("texas-42", bids=["41"]))
    long: list[str] = []
    desk.run()
    rules = next(text for text in desk.printed if text.startswith("# Texas 42"))
    assert max(map(len, rules.splitlines())) < 70
    assert rules.split() == tilegames.load("texas-42").rules().split()
    assert desk.printed[-2].startswith("\nTexas 42, round 1, auction: your turn")
    desk = Desk("texas-42", ["r"], start=position("texas-42", bids=["41"]))
    desk.sitting.show_long = long.append
    assert rules not in desk.run()
    assert long == [rules]


def test_taking_back_leads_to_the_decision_before() -> None:
    start = position("texas-42", bids=["41"])
    desk = Desk("texas-42", ["u", "pass", "1", "1", "u", "u", "u"], start=start)
    text = desk.run()
    assert text.count("there is nothing to take back") == 1
    assert text.count("taken back") == 3
    assert desk.sitting.states == [start]
    assert desk.sitting.decisions == []


def test_bots_answer_the_same_moves_the_same_way_after_a_take_back() -> None:
    straight = Desk("jamaican-partner", ["1"] * 6)
    straight.run()
    winding = Desk("jamaican-partner", ["1", "1", "u", "1", "1", "last", "u", "1", "1", "1"])
    winding.run()
    assert len(straight.sitting.decisions) == 6
    assert winding.sitting.state == straight.sitting.state
    assert winding.sitting.state.history == straight.sitting.state.history


def test_the_log_tells_this_round_only_and_shows_the_table_again() -> None:
    desk = Desk("jamaican-partner", ["6-5 left", "seat 0", "1", "h"], start=position("jamaican-partner", **KEY_BONE))
    desk.run()
    log = desk.printed[desk.printed.index("round 2 so far:"):]
    assert log[1].startswith("  you get 7 pieces: [")
    assert log[2] == "  you will be the poser"
    assert log[3].startswith("  you play [")
    assert all(re.match(rf"  seat {seat} (passes|plays)", line) for seat, line in enumerate(log[4:7], 1))
    assert ", round 2, layout: your turn\n" in log[7]
    assert log[8:] == [desk.printed[-1]]


def test_the_end_of_a_round_tells_what_was_scored_and_why() -> None:
    desk = Desk("jamaican-partner", ["1"], start=position("jamaican-partner", scores=[4, 0], **KEY_BONE))
    text = desk.run()
    won, bonus = (str(event.place) for event in desk.sitting.state.score_events[-2:])
    assert re.fullmatch(r"specs/jamaican-partner.yaml:\d+:\d+", won)
    assert f"""
round 1 is over: you go out and win it
  you and seat 2  +1  round won  {won}
  you and seat 2  +1  key bone   {bonus}

The match is over: a side has the score that ends it. Won by: you and seat 2.
  you and seat 2  6
  seats 1 and 3   0""" in text


def test_the_end_is_told_to_who_has_lost_as_well() -> None:
    start = position("jamaican-partner", scores=[0, 4], turn=1, **KEY_BONE)
    text = Desk("jamaican-partner", [], start=start, seat=0).run()
    assert "\nround 1 is over: seat 1 goes out and wins it\n  seats 1 and 3  +1  round won" in text
    assert "Won by: seats 1 and 3.\n  you and seat 2  0\n  seats 1 and 3   6" in text


def test_the_end_of_a_round_of_tricks_tells_what_was_taken() -> None:
    start = position("texas-42", bid="31", declarer=0, trump="fours", leader=1, trick=["5-5", "5-0", "5-4"],
                     hands=[["6-4", "3-3"], ["1-0"], ["1-1"], ["2-1"]], tricks=[4, 1])
    text = Desk("texas-42", ["3-3", ""], start=start).run()
    assert """
round 1 is over: no more tricks are played
  contract   you: 31   trump: fours
  taken      you and seat 2: 5 tricks, 25 points
             seats 1 and 3: 2 tricks, 17 points
  seats 1 and 3  +1  failed  specs/texas-42.yaml:""" in text


def test_what_others_choose_to_give_is_not_told() -> None:
    """Only that it has changed hands, and to the two who know it also what."""
    start = position("hearts", giving=[["KC", "KD"], [], [], []], turn=0, dealer=3,
                     hand=["KC", "KD", "KS", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "10C", "JC"])
    text = Desk("hearts", ["give KS"], start=start).run()
    assert "\nyou choose a piece to give: [KS]\n" in text
    assert "chooses a piece" not in text
    assert "\nyou give 3 to seat 1: [KC] [KD] [KS]\n" in text
    assert re.search(r"\nseat 3 gives 3 to you: \[\w+\] \[\w+\] \[\w+\]\n", text)
    assert "\nseat 1 gives 3 to seat 2\n" in text


def test_one_trick_stands_apart_from_the_next() -> None:
    start = position("texas-42", trump="fours", leader=1, trick=["6-2", "6-6", "6-5"], hand=["6-1", "3-3"])
    text = Desk("texas-42", [""], start=start).run()
    assert re.search(r"\nseat 2 takes the trick with \[6\|6\].*\n\nseat 2 plays \[\d\|\d\]\nseat 3 plays", text)


def test_what_lies_in_the_pot_at_the_end_is_told() -> None:
    start = position("kap-tai-shap", turn=0, stock_empty=True, pot=4, scores=[-1, -1, -1, -1], discards=["6-4"],
                     hand=["5-5", "5-5", "6-6", "6-2", "5-3", "1-1", "6-1", "4-3", "3-3"])
    text = Desk("kap-tai-shap", ["draw"], start=start, players=4).run()
    assert "round 1 is over: the stock is empty\n" in text
    assert "Won by: nobody.\n  you              -1\n" in text
    assert text.endswith("\n  left in the pot   4")


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
    game = tilegames.loads(spec, all_pass="reshake")
    typed = iter(["3", "u", "9"])
    printed: list[str] = []
    sitting = Sitting(game, 2, 5, printed.append, lambda _: next(typed, None))
    sitting.states[:] = [game.position(dealer=1)]
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


@pytest.mark.slow
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
    # Whoever runs the tests may have been told to ignore Ctrl-C; then a child would, too.
    with subprocess.Popen(args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)) as process:
        assert process.stdout is not None
        text = ""
        while "your move" not in text:
            text += process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (130, "")
    assert "stopped" in out


def test_from_a_pipe_it_reads_like_a_terminal() -> None:
    seed = seed_where("jamaican-partner", lambda state: len(state.legal_moves) > 1)
    desk = Desk("jamaican-partner", [], seed=seed)
    desk.run()
    move = desk.sitting.state.legal_moves[0]
    assert move.piece is not None
    done = subprocess.run([sys.executable, "-m", "tilegames", "play", "jamaican-partner", "--seed", str(seed)],
                          input="1\n", capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"your move: 1\nyou play {face(move.piece)} {move.where}\n" in done.stdout
    assert "\x1b" not in done.stdout
