"""What a trial of a machine judges by: how much of a screen is drawn on, whether it has changed,
and what the doctor says."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from hardware.panel.port import Button, Lamp
from workshop.machine.hands import Lamps, Ran
from workshop.machine.qemu import SCREEN
from workshop.machine.trial import (
    FINE,
    Trial,
    differs,
    doctors_checks,
    drawn_area,
)


def screen(width: int = SCREEN[0], height: int = SCREEN[1], shade: int = 30) -> Any:
    return np.full((height, width, 3), shade, np.uint8)


def test_black_bars_arent_drawn_on() -> None:
    picture = screen(800, 600)
    assert drawn_area(picture) == 1
    picture[:60] = picture[540:] = 0
    assert drawn_area(picture) == pytest.approx(0.8)
    assert drawn_area(screen(shade=0)) == 0


def test_a_choice_that_moved_is_a_change_and_a_flicker_isnt() -> None:
    before, after = screen(), screen()
    after[0, 0] = 255
    assert not differs(before, after)
    after[100:140, 20:600] = (60, 190, 255)
    assert differs(before, after)
    assert differs(before, screen(800, 600))


def test_the_doctors_lines_are_read() -> None:
    camera = '{"check":"camera","name":"Camera","verdict":"bad","value":"lost"}'
    said = ["Looking through the camera…", camera, '{"by":"table","good":26}', ""]
    assert doctors_checks("\n".join(said)) == {"Camera": "bad"}


class StandIn:
    """A table whose screen changes with each press but of one button."""

    def __init__(self, dead: Button | None = None, state: str = "active") -> None:
        self.running = SimpleNamespace(wires=Path())
        self.screen = SimpleNamespace(keys=lambda _: self._next())
        lamps = Lamps(frozenset({Lamp.SIDE_1}), frozenset())
        now = iter(range(1_000_000))
        self.hands = SimpleNamespace(
            press=self._press, run=self._run, lamps=lambda: lamps, time=lambda: next(now)
        )
        self._dead, self._state, self._shade = dead, state, 30

    def seen(self) -> Any:
        return screen(shade=self._shade)

    def _next(self) -> None:
        self._shade = 230 - self._shade

    def _press(self, button: Button) -> None:
        if button is not self._dead:
            self._next()

    def _run(self, command: str) -> Ran:
        checks = "".join(f'{{"name":"{name}","verdict":"good"}}\n' for name in FINE)
        said = {"tilekeeper": checks, "systemctl": self._state, "journalctl": "it didn't start"}
        return Ran(0, said.get(command.split()[0], "1"))


def tried(table: Any) -> list[str]:
    """What a trial says of it, up to the buttons."""
    said: list[str] = []
    trial = Trial(table, None, say=said.append, sleep=lambda _: None)
    if trial.starts():
        trial.shows_and_answers()
    return said


def test_a_table_that_answers_every_press_passes() -> None:
    said = tried(StandIn())
    presses = [line for line in said if "press of" in line or "key" in line]
    assert len(presses) == 6
    assert all(line.startswith("ok") for line in said)


def test_a_dead_button_is_found() -> None:
    said = tried(StandIn(dead=Button.SIDE_2))
    failed = [line for line in said if line.startswith("FAILED") and "press of" in line]
    assert len(failed) == 1
    assert "side-2" in failed[0]
    assert "the screen stays as it was" in failed[0]


def test_what_the_screen_shows_late_is_no_answer_to_the_next_press() -> None:
    class Late(StandIn):
        """One on which something else comes up by itself, some looks after the first screen."""

        looks = 0

        def seen(self) -> Any:
            self.looks += 1
            picture = super().seen()
            if self.looks > 2:
                picture[700:] = 250
            return picture

    table = Late()
    table.screen = SimpleNamespace(keys=lambda _: None)
    failed = [line for line in tried(table) if line.startswith("FAILED")]
    assert len(failed) == 2, "a dead keyboard is found, whatever else comes up"


def test_a_service_that_fails_ends_it() -> None:
    said = tried(StandIn(state="failed"))
    assert len(said) == 1
    assert "it didn't start" in said[0]
