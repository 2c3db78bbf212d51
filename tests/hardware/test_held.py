"""OK held down as a program starts."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.panel.gpio import GpioPanel
from hardware.panel.held import ENTER, EVIOCGKEY, KEY_BYTES, enter_is_down, ok_is_held
from hardware.panel.pins import load_pins
from hardware.panel.port import Button, KeyboardPanel

PINS = load_pins()
SPACE = 57


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    made = MockFactory(pin_class=MockPWMPin)
    yield made
    made.reset()


def test_ok_on_the_panel_is_held_if_it_was_down_as_that_was_opened(
    factory: MockFactory, tmp_path: Path
) -> None:
    where = {wired.button: wired.pin for wired in PINS.buttons}
    for held in (None, Button.UNDO, Button.OK):
        if held is not None:
            pin = factory.pin(where[held])
            pin.drive_low()
            pin._set_pull = lambda _: None  # the contact is stronger than the resistor
        panel = GpioPanel(PINS, factory=factory)
        try:
            assert ok_is_held(panel, tmp_path) == (held is Button.OK)
        finally:
            panel.close()


@pytest.mark.parametrize("key", [*ENTER, SPACE])
def test_enter_is_held_if_the_kernel_says_so_of_any_keyboard(tmp_path: Path, key: int) -> None:
    for name in ("event0", "event1", "mouse0"):
        (tmp_path / name).touch()
    asked = 0

    def kernel(_: int, request: int, down: bytearray) -> None:
        nonlocal asked
        asked += 1
        assert (request, len(down)) == (EVIOCGKEY, KEY_BYTES)
        if asked == 1:
            raise OSError(errno.ENOTTY, "not a keyboard")
        down[key // 8] |= 1 << key % 8

    assert enter_is_down(tmp_path, kernel) == (key in ENTER)
    assert asked == 2


def test_without_keyboards_nothing_is_held(tmp_path: Path) -> None:
    assert not ok_is_held(KeyboardPanel(None, None), tmp_path)
