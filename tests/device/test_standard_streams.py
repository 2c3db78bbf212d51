"""Whatever the ends of the pipe are, a command ends with a sentence and a status, never a trace."""

from __future__ import annotations

import os
import pty
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

PYTHON = shlex.quote(sys.executable)
TILEKEEPER = f"{PYTHON} -c 'from device.cli.main import main; main()'"
ROOT = Path(__file__).parents[2]

SAYING = [
    "--help",
    "--version",
    "score --help",
    "demo --list",
    "words list --licences",
    "words list --print en",
    "words list",
    "words list --json",
    "roll letter",
    "roll letter --json",
    "judge QUIZ",
    "judge QUIZ --json",
    "score play.jsonl",
    "score play.jsonl --json",
    "replay game.gcg",
    "replay game.gcg --json",
    "export game.gcg --to csv",
]
"""Calls that succeed and have something to say."""

PLAY = '{"id": 1, "variant": "classic", "tiles": {"H8": "Q", "I8": "I"}}\n'
GAME = ">Ann: QI 8H QI +22 22\n"


def call(words: str, ends: str, home: Path) -> subprocess.CompletedProcess[str]:
    (home / "play.jsonl").write_text(PLAY)
    (home / "game.gcg").write_text(GAME)
    environment = os.environ | {
        "XDG_STATE_HOME": str(home),
        "PYTHONPATH": str(ROOT),
        "SDL_VIDEODRIVER": "dummy",
    }
    return subprocess.run(
        ["bash", "-c", f"{TILEKEEPER} {words} {ends}"],
        capture_output=True,
        text=True,
        check=False,
        cwd=home,
        env=environment,
        timeout=120,
    )


@pytest.mark.parametrize("words", SAYING)
def test_a_full_disk_is_one_sentence(words: str, tmp_path: Path) -> None:
    done = call(words, ">/dev/full", tmp_path)
    assert done.returncode == 1
    assert done.stderr == (
        "tilekeeper: can’t write to standard output (No space left on device): the output is lost\n"
    )


@pytest.mark.parametrize("words", ["--version", "judge QUIZ --json", "score play.jsonl --json"])
def test_an_output_that_is_closed_is_one_sentence(words: str, tmp_path: Path) -> None:
    done = call(words, ">&-", tmp_path)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "standard output (it is closed)" in done.stderr


@pytest.mark.parametrize("ends", ["2>&-", "2>/dev/full"])
@pytest.mark.parametrize(("words", "status"), [("judge QUIZ", 0), ("judge ' '", 1), ("no", 2)])
def test_an_error_that_cant_be_written_changes_no_status(
    words: str, status: int, ends: str, tmp_path: Path
) -> None:
    done = call(words, ends, tmp_path)
    assert (done.returncode, done.stderr) == (status, "")


def test_a_reader_that_went_away_gets_nothing(tmp_path: Path) -> None:
    done = call("words list --print en", "| head -1; exit ${PIPESTATUS[0]}", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (1, "AA\n", "")


@pytest.mark.parametrize("ends", ["<&-", ">&- <&-", "<&- 2>&-", ">&- <&- 2>&-"])
def test_an_input_that_is_closed_is_one_sentence(ends: str, tmp_path: Path) -> None:
    done = call("score", ends, tmp_path)
    assert done.returncode == 1
    expected = (
        [] if "2>" in ends else ["tilekeeper: standard input is closed: name a file, or write"]
    )
    assert [line.partition(" to it")[0] for line in done.stderr.splitlines()] == expected
    answered = call("score --json", "<&-", tmp_path)
    assert (answered.returncode, answered.stderr) == (1, "")
    assert answered.stdout.startswith('{"id":null,"error":"standard input is closed')


def test_a_question_to_an_input_that_is_closed_is_one_sentence() -> None:
    code = (
        "import click; from device.cli.main import main\n"
        "main.main = lambda *_: click.confirm('Well')\nmain()"
    )
    done = subprocess.run(
        ["bash", "-c", f'{PYTHON} -c "{code}" <&-'],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 1
    assert done.stderr == "tilekeeper: standard input is closed: name a file, or write to it\n"


def test_a_file_that_is_opened_never_takes_the_place_of_a_closed_end(tmp_path: Path) -> None:
    code = (
        "import os; from device.system.terminal import open_standard_streams\n"
        "open_standard_streams()\n"
        f"os._exit(os.open({str(tmp_path)!r}, os.O_RDONLY))"
    )
    ends = ">&- <&- 2>&-"
    done = subprocess.run(["bash", "-c", f'{PYTHON} -c "{code}" {ends}'], cwd=ROOT)
    assert done.returncode == 3


STEERING = "\x1b]0;t\x07\x9b31m\x7f\u202e\u2028\U000e0041"


def written(code: str, *, on_terminal: bool) -> bytes:
    """What a program that says something really writes."""
    head = "from device.system.terminal import open_standard_streams, terminal_behind\n"
    head += f"open_standard_streams()\nimport sys, click\nname = {STEERING!r}\n"
    ours, theirs = pty.openpty() if on_terminal else os.pipe()
    subprocess.run([sys.executable, "-c", head + code], stdout=theirs, cwd=ROOT, check=True)
    os.close(theirs)
    try:
        return os.read(ours, 10_000)
    finally:
        os.close(ours)


@pytest.mark.parametrize("on_terminal", [False, True])
@pytest.mark.parametrize(
    "code", ["print(name)", "click.echo(name, color=True)", "sys.stdout.write(name)"]
)
def test_no_text_steers_a_terminal(code: str, on_terminal: bool) -> None:
    text = written(code, on_terminal=on_terminal).decode().rstrip()
    assert text == "\\u001b]0;t\\u0007\\u009b31m\\u007f\\u202e\\u2028\\udb40\\udc41"


def test_bytes_are_as_they_are_unless_they_go_to_a_terminal() -> None:
    code = "sys.stdout.buffer.write(name.encode()); sys.stdout.flush()"
    assert written(code, on_terminal=False).decode() == STEERING
    assert b"\x1b" not in written(code, on_terminal=True)


def test_a_page_with_colours_of_its_own_keeps_them() -> None:
    code = "terminal_behind(sys.stdout).write(click.style('x', fg='red'))"
    code += "; terminal_behind(sys.stdout).flush()"
    assert written(code, on_terminal=True) == b"\x1b[31mx\x1b[0m"


def test_progress_is_drawn_on_the_terminal_itself() -> None:
    code = "from rich.console import Console; Console(force_terminal=True).print('[red]x[/]')"
    assert written(code, on_terminal=True).startswith(b"\x1b[31mx")
