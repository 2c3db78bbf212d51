"""`tilekeeper play` in a real terminal without a screen: an evening of each of the five games, from
the lobby and back to it, and the terminal as it was before, however the program ends."""

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
from device.session.clocked.timed_turn import BOTH_AT_ONCE

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
            self.more(text)
        seen, found, self.printed = self.printed.partition(text)
        return seen + found

    def more(self, awaited: str = "") -> None:
        """Reads on."""
        assert select.select([self._typist], [], [], PATIENCE)[0], (awaited, self.printed)
        self.printed += os.read(self._typist, 65536).decode()

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
    terminal.wait("Undone: SAT counts no longer.")
    terminal.type("h8 sat\n")
    terminal.wait("Ann’s turn")
    terminal.type("\x1b")
    terminal.wait("› Stop for tonight…")
    terminal.type("\x1b[B")
    terminal.wait("› End the game")
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
    terminal.wait("OK (Enter): next game")
    terminal.type("\x03")
    assert terminal.end() == 0
    assert "SMILE (1+3+1+1+1×2)×2 = 16" in terminal.printed
    assert terminal.now == terminal.before


LONG_CLOCKS = """
[game]
variant = "{game}"
options = {{ {option} }}
"""
"""A busy machine must not let the time run out."""


def started(opened: list[Terminal], folder: Path, game: str, option: str = "") -> Terminal:
    """A terminal in which this game has been begun from the lobby; `option`: a house rule."""
    settings = folder / "settings.toml"
    settings.write_text(LONG_CLOCKS.format(game=game, option=option), "utf-8")
    words = "--config", str(settings), "--language", "en", "--sides", "Ann,Ben"
    terminal = Terminal(folder, "--variant", game, *words)
    opened.append(terminal)
    terminal.wait("› Play: ")
    terminal.wait("END (Esc): leave")
    time.sleep(READ_FIRST)
    terminal.type("\n")
    return terminal


LONGEST = 30
"""Presses of an arrow after which a line isn't there."""


def choose(terminal: Terminal, line: str) -> None:
    """Chooses this line of what is asked, by the arrow, and takes it."""
    for _ in range(LONGEST):
        terminal.wait("› ")
        while "\n" not in terminal.printed:
            terminal.more()
        if terminal.printed.partition("\n")[0].strip().startswith(line):
            terminal.type("\n")
            return
        terminal.type("\x1b[C")
    raise AssertionError(f"{line!r} can’t be chosen")


def ended(terminal: Terminal) -> None:
    """Ends the game by its key, and what is asked then."""
    terminal.type("\x1b")
    terminal.wait("Stop for tonight")
    choose(terminal, "End the game")


def back_in_the_lobby(terminal: Terminal) -> None:
    """After the winner, the next game is offered; then the program ends."""
    terminal.wait("OK (Enter): next game")
    time.sleep(READ_FIRST)
    terminal.type("\n")
    terminal.wait("› Play again: ")
    terminal.type("\x03")
    assert terminal.end() == 0
    assert terminal.now == terminal.before


def test_an_evening_of_junior(opened: list[Terminal], tmp_path: Path) -> None:
    terminal = started(opened, tmp_path, "junior")
    terminal.wait("Ann’s turn")
    terminal.type("8h tree\n")
    terminal.wait("Ann: TREE +4.")
    terminal.wait("Ben’s turn")
    terminal.type("h8 tqx\n")
    terminal.wait("Which word was played?")
    choose(terminal, "TQX at H8")
    terminal.wait("Ben: TQX +3.")
    terminal.wait("Ann’s turn")
    terminal.type("c")
    terminal.wait("✗ TQX")
    terminal.wait("OK (Enter): continue – UNDO (U)")
    terminal.type("\n")
    terminal.wait("Ben’s turn")
    terminal.type("\x1b[C")
    terminal.wait("What next?")
    choose(terminal, "Pass")
    terminal.wait("Ann’s turn")
    ended(terminal)
    terminal.wait("Ann: how many tiles are left?")
    choose(terminal, "2")
    terminal.wait("Ben: how many tiles are left?")
    choose(terminal, "0")
    terminal.wait("★ Ann: 2")
    back_in_the_lobby(terminal)


def test_an_evening_of_topword(opened: list[Terminal], tmp_path: Path) -> None:
    terminal = started(opened, tmp_path, "topword")
    terminal.wait("Turn the board to Ann.")
    terminal.wait("Ann’s turn")
    terminal.type("5e fan\n")
    terminal.wait("Ann: FAN +6.")
    terminal.wait("Ben’s turn")
    terminal.type("5e fin\n")
    terminal.wait("Ben: FIN +4.")
    terminal.wait("F  I2 N")
    terminal.wait("Ann’s turn")
    terminal.type("u")
    terminal.wait("Undone: FIN counts no longer.")
    terminal.wait("Ben’s turn")
    terminal.type("p")
    terminal.wait("Press OK (Enter) to resume.")
    terminal.type("\n")
    terminal.wait("The game continues.")
    ended(terminal)
    for side in ("Ann", "Ben"):
        terminal.wait(f"{side}: how many tiles are left?")
        choose(terminal, "0")
    terminal.wait("★ Ann: 6")
    back_in_the_lobby(terminal)


def test_an_evening_of_scramble(opened: list[Terminal], tmp_path: Path) -> None:
    terminal = started(opened, tmp_path, "scramble", "timer_seconds = 3600")
    terminal.wait("OK (Enter): roll here")
    terminal.type("\n")
    rolled = terminal.wait("timer running.").rpartition("Ann rolled ")[2]
    letters = [one for one in rolled.partition(":")[0].split() if len(one) == 1 and one.isalpha()]
    terminal.wait("Ann (1): press when done")
    terminal.type("1")
    terminal.wait("is your word on the board?")
    choose(terminal, "Enter the word by hand")
    terminal.wait("which row")
    terminal.type(f"5e {letters[0]}{letters[1]}\n".lower())
    terminal.wait(f"Ann: {letters[0]}{letters[1]} +")
    terminal.wait("Ben")
    ended(terminal)
    terminal.wait("★ ")
    back_in_the_lobby(terminal)


def test_an_evening_of_party(opened: list[Terminal], tmp_path: Path) -> None:
    terminal = started(opened, tmp_path, "party", "clock_seconds = [600, 600, 600, 600, 600, 600]")
    terminal.wait("OK (Enter): roll")
    terminal.type("\n")
    letter = terminal.wait("find the ").rpartition("Ann rolled ")[2][0]
    terminal.wait("start the clock")
    terminal.type("2")
    terminal.wait("Clock running.")
    time.sleep(BOTH_AT_ONCE)  # before that both buttons were pressed at once
    terminal.type("1")
    terminal.wait("is your word on the board?")
    choose(terminal, "Enter the word by hand")
    terminal.wait("which row")
    terminal.type(f"8h {letter}e\n".lower())
    terminal.wait(f"Ann: {letter}E +")
    terminal.wait("Ben (2) or OK (Enter)")
    terminal.type("2")
    terminal.wait("Ben rolled ")
    ended(terminal)
    terminal.wait("★ ")
    back_in_the_lobby(terminal)


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
