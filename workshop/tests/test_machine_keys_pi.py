"""A keyboard that the kernel plugs in: what is typed on it."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from workshop.machine.keys_pi import CREATE, EVENT, KEY, SET_KEY, SYNC, Keyboard


def typed(file: Path) -> list[tuple[int, int, int]]:
    """Kind, number and whether it's down, of each event."""
    return [event[2:] for event in struct.iter_unpack(EVENT.format, file.read_bytes())]


def test_keys_go_down_and_up(tmp_path: Path) -> None:
    asked: list[tuple[int, object]] = []
    file = tmp_path / "uinput"
    with file.open("wb", buffering=0) as device:
        keyboard = Keyboard(device, lambda _, *request: asked.append(request), lambda _: None)
        keyboard.press(["down"])
        keyboard.press(["spc", "a"])
        with pytest.raises(KeyError):
            keyboard.press(["any"])
    sync = (SYNC, 0, 0)
    one = [(KEY, 108, 1), sync, (KEY, 108, 0), sync]
    two = [(KEY, 57, 1), (KEY, 30, 1), sync, (KEY, 57, 0), (KEY, 30, 0), sync]
    assert typed(file) == one + two
    assert asked[-1] == (CREATE, 0)
    keys = {given for request, given in asked if request == SET_KEY}
    assert keys >= {1, 16, 30, 57, 103, 108}
