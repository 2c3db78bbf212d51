"""Keys of a terminal: their names, the letters they type, and the terminal as it was before."""

from __future__ import annotations

import contextlib
import os
import pty
import termios
from collections.abc import Iterator

import pytest

from hardware.display import KeyDown, WindowClosed
from hardware.terminal_keys import TerminalKeys, keys_in, takes_keys


@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        ("a", [("a", "a")]),
        ("É", [("é", "É")]),
        ("8?", [("8", "8"), ("?", "?")]),
        ("\r\n", [("return", ""), ("return", "")]),
        (" ", [("space", " ")]),
        ("\x7f\b", [("backspace", ""), ("backspace", "")]),
        ("\x1b", [("escape", "")]),
        ("\x1b[A\x1bOB", [("up", ""), ("down", "")]),
        ("\x1b[C\x1b[D", [("right", ""), ("left", "")]),
        ("\x1b[21~", [("f10", "")]),
        ("\x1b[3~\x1b[1;5Ax", [("x", "x")]),  # Delete, Ctrl+Up: no keys of ours
        ("\x1bu", [("escape", ""), ("u", "u")]),
        ("\t\x01", []),
    ],
)
def test_what_a_terminal_sends_are_keys_by_the_names_of_a_window(
    sent: str, keys: list[tuple[str, str]]
) -> None:
    assert list(keys_in(sent)) == keys


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """Both ends of a terminal: who types, and the program's."""
    ends = pty.openpty()
    yield ends
    for end in ends:
        with contextlib.suppress(OSError):
            os.close(end)


def test_keys_come_as_they_are_pressed_and_unseen(terminal: tuple[int, int]) -> None:
    typist, program = terminal
    before = termios.tcgetattr(program)
    with TerminalKeys(program, clock=lambda: 7.0) as keys:
        assert keys.events() == []
        os.write(typist, b"q\x1b" + "é".encode()[:1])
        assert keys.events() == [KeyDown("q", 7.0, "q"), KeyDown("escape", 7.0)]
        os.write(typist, "é".encode()[1:])  # a letter that came in two halves
        assert keys.events() == [KeyDown("é", 7.0, "é")]
        assert not termios.tcgetattr(program)[3] & (termios.ECHO | termios.ICANON)
    assert termios.tcgetattr(program) == before


def test_the_terminal_is_as_it_was_after_an_error(terminal: tuple[int, int]) -> None:
    before = termios.tcgetattr(terminal[1])
    with pytest.raises(ZeroDivisionError), TerminalKeys(terminal[1]):
        raise ZeroDivisionError
    assert termios.tcgetattr(terminal[1]) == before


def test_a_held_backspace_counts_again_and_two_presses_are_two(terminal: tuple[int, int]) -> None:
    typist, program = terminal
    now = 7.0
    with TerminalKeys(program, clock=lambda: now) as keys:
        found = []
        for later in (0.0, 0.5, 0.03, 0.03, 0.7):
            now += later
            os.write(typist, b"\x7f")
            found += keys.events()
    assert [one.again for one in found if isinstance(one, KeyDown)] == [
        *(False, True, True, True, False)
    ]


def test_a_terminal_that_is_gone_is_a_window_that_was_closed(terminal: tuple[int, int]) -> None:
    typist, program = terminal
    with TerminalKeys(program) as keys:
        os.close(typist)
        assert keys.events() == [WindowClosed()]
        assert keys.events() == []


def test_a_pipe_takes_no_keys() -> None:
    ends = os.pipe()
    assert not takes_keys(ends[0])
    for end in ends:
        os.close(end)
    assert not takes_keys(ends[0])
