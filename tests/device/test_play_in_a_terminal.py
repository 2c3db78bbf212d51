"""`tilekeeper play` in a real terminal without a screen: a whole game typed, and the terminal as it
was before, however the program ends."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from device.session.care.device import READ_FIRST

ROOT = Path(__file__).parents[2]

CALL = "from device.cli.main import main; main()"
CRASH = """
from device.table.loop import Loop
def crash(*_):
    raise ZeroDivisionError
Loop._key = crash
"""

PATIENCE = 300.0
"""Seconds without anything new after which a program is given up."""


class Terminal:
    """A terminal with the program in it: type, and wait for what it prints."""

    def __init__(self, folder: Path, *words: str, language: str = "en", before: str = "") -> None:
        self._typist, self._end = pty.openpty()
        self.before = termios.tcgetattr(self._end)
        self.printed = ""
        environment = os.environ | {
            "STATE_DIRECTORY": str(folder / "state"),
            "CONFIGURATION_DIRECTORY": str(folder),
            "PYTHONPATH": str(ROOT),
            "LANGUAGE": language,
            "LC_ALL": "C.UTF-8",
            "SDL_VIDEODRIVER": "dummy",
            "SDL_AUDIODRIVER": "dummy",
        }
        self.program = subprocess.Popen(
            [sys.executable, "-c", before + CALL, "play", *words],
            env=environment,
            preexec_fn=lambda: os.login_tty(self._end),
            pass_fds=(self._end,),
        )

    def wait(self, text: str) -> str:
        """What is printed until this text has been; it is looked for from there on next time."""
        while text not in self.printed:
            assert select.select([self._typist], [], [], PATIENCE)[0], (text, self.printed)
            self.printed += os.read(self._typist, 65536).decode()
        seen, found, self.printed = self.printed.partition(text)
        return seen + found

    def type(self, keys: str) -> None:
        os.write(self._typist, keys.encode())

    def end(self) -> int:
        """The exit status; all that was still printed is in `printed`."""
        status = self.program.wait(PATIENCE)
        while select.select([self._typist], [], [], 0.2)[0]:
            self.printed += os.read(self._typist, 65536).decode()
        return status

    @property
    def now(self) -> list[object]:
        return termios.tcgetattr(self._end)

    def close(self) -> None:
        self.program.kill()
        self.program.wait()
        os.close(self._typist)
        os.close(self._end)


@pytest.fixture
def opened() -> Iterator[list[Terminal]]:
    terminals: list[Terminal] = []
    yield terminals
    for one in terminals:
        one.close()


def test_a_whole_game_is_typed_and_its_score_printed(
    opened: list[Terminal], tmp_path: Path
) -> None:
    terminal = Terminal(tmp_path, "--variant", "classic", "--sides", "Ann,Ben")
    opened.append(terminal)
    terminal.wait("OK (Enter), the arrows")
    terminal.wait("› Play: Classic: Ann, Ben")
    terminal.wait("END (Esc): leave")
    terminal.type("\x1b[C")
    terminal.wait("› Another game")
    terminal.type("\x1b[D")
    terminal.wait("› Play: Classic: Ann, Ben")
    time.sleep(READ_FIRST)  # before that OK is taken for one that was meant for something else
    terminal.type("\n")
    terminal.wait("Ann starts.")
    terminal.wait("Ann’s turn")
    terminal.type("8h smile\n")
    terminal.wait("Ann: SMILE +16.")
    terminal.wait("Ann: 16  |  › Ben: 0")
    terminal.wait("Ben’s turn")
    terminal.type("h8 sat\n")
    terminal.wait("› Ann: 16  |  Ben: 3")
    terminal.wait("Ann’s turn")
    terminal.type("u")
    terminal.wait("SAT −3 undone.")
    terminal.type("h8 sat\n")
    terminal.wait("Ann’s turn")
    terminal.type("\x1b")
    terminal.wait("› No, play on")
    terminal.type("\x1b[B")
    terminal.wait("› Yes, end it")
    terminal.type("\n")
    terminal.wait("tiles left? So far: –")
    terminal.type("q\x1b")
    terminal.wait("END (Esc): leave the racks out")
    terminal.type("\x1b")
    terminal.wait("› No, count them")
    terminal.type("\x1b[B")
    terminal.wait("› Yes, leave them out")
    terminal.type("\n")
    terminal.wait("Leading: Ann")
    terminal.wait("OK (Enter): play again")
    terminal.type("\x03")
    assert terminal.end() == 0
    assert "SMILE (1+3+1+1+1×2)×2 = 16" in terminal.printed
    assert terminal.now == terminal.before


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT, "\x03"])
def test_the_terminal_is_as_it_was_however_the_game_is_stopped(
    by: signal.Signals | str, language: str, opened: list[Terminal], tmp_path: Path
) -> None:
    terminal = Terminal(tmp_path, "--texts", language, language=language)
    opened.append(terminal)
    terminal.wait("Ctrl+C")
    terminal.wait("› ")
    assert terminal.now != terminal.before
    if isinstance(by, str):
        terminal.type(by)
    else:
        terminal.program.send_signal(by)
    assert terminal.end() == 0
    assert terminal.now == terminal.before


def test_the_terminal_is_as_it_was_after_a_crash(opened: list[Terminal], tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, before=CRASH)
    opened.append(terminal)
    terminal.wait("› English")  # a first start
    terminal.type("x")
    assert terminal.end() == 1
    assert "ZeroDivisionError" in terminal.printed
    assert terminal.now == terminal.before


def test_where_nothing_can_be_typed_it_says_how_to_play_and_how_to_stop(tmp_path: Path) -> None:
    program = subprocess.Popen(
        [sys.executable, "-c", CALL, "play"],
        env=os.environ
        | {
            "STATE_DIRECTORY": str(tmp_path / "state"),
            "CONFIGURATION_DIRECTORY": str(tmp_path),
            "PYTHONPATH": str(ROOT),
            "SDL_VIDEODRIVER": "dummy",
            "SDL_AUDIODRIVER": "dummy",
            "LANGUAGE": "en",
            "PYTHONUNBUFFERED": "1",
        },
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stderr is not None
    try:
        said = next(line for line in program.stderr if "Nothing can be pressed here" in line)
        assert "in a terminal or on a desktop" in said
        assert "Ctrl+C stops it" in said
    finally:
        program.terminate()
        program.communicate(timeout=PATIENCE)
    assert program.returncode == 0
