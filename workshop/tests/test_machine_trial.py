"""What a trial of a table judges by: its screen, what is heard and what the doctor says."""

from __future__ import annotations

import socket
import subprocess
import threading
import wave as wav
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from hardware.panel.port import Button, Lamp, Tone
from hardware.panel.speaker import RATE, wave
from workshop.machine import trial
from workshop.machine.hands import Hands, Lamps, Ran
from workshop.machine.port import Part
from workshop.machine.qemu import SCREEN
from workshop.machine.qmp import QmpError
from workshop.machine.trial import (
    FINE,
    FailedError,
    Table,
    Trial,
    doctors_checks,
)


def screen(width: int = SCREEN[0], height: int = SCREEN[1], shade: int = 30) -> Any:
    return np.full((height, width, 3), shade, np.uint8)


def test_the_doctors_lines_are_read() -> None:
    camera = '{"check":"camera","name":"Camera","verdict":"bad","value":"lost"}'
    said = ["Looking through the camera…", camera, '{"by":"table","good":26}', ""]
    assert doctors_checks("\n".join(said)) == {"Camera": "bad"}


class StandIn:
    """A table whose screen changes with each press but of one button, and which makes that tone
    with each; nobody listens to it without a folder."""

    def __init__(
        self,
        dead: Button | None = None,
        state: str = "active",
        folder: Path | None = None,
        tone: Tone | None = Tone.CLICK,
    ) -> None:
        lamps = Lamps(frozenset({Lamp.SIDE_1}), frozenset())
        now = iter(range(1_000_000))
        self.hands = SimpleNamespace(
            press=self._press, run=self._run, lamps=lambda: lamps, time=lambda: next(now)
        )
        self.lacks: dict[Part, str] = {} if folder else {Part.SOUND: "nobody listens"}
        self.recording = folder and folder / "sound.wav"
        self._samples = np.zeros(0, np.int16)
        self._dead, self._state, self._shade, self._tone = dead, state, 30, tone
        self._pressed = list[Button]()
        self._record(None)

    def size(self) -> tuple[int, int]:
        return SCREEN

    def keys(self, _: Sequence[str]) -> None:
        self._next()

    def _record(self, tone: Tone | None) -> None:
        if self.recording is None:
            return
        heard = np.zeros(0) if tone is None else wave(tone) * 0.3
        still = np.zeros(RATE // 5)
        self._samples = np.concatenate([self._samples, still, heard, still]).astype(np.int16)
        with wav.open(str(self.recording), "wb") as opened:
            opened.setparams((1, 2, RATE, 0, "NONE", ""))
            opened.writeframes(self._samples.tobytes())

    def seen(self) -> Any:
        return screen(shade=self._shade)

    def _next(self) -> None:
        self._shade = 230 - self._shade

    def goes_off(self, _: float) -> bool:
        return self._pressed[-2:] == [Button.POWER, Button.OK]

    def _press(self, button: Button) -> None:
        if button is not self._dead:
            self._pressed.append(button)
            self._next()
            self._record(self._tone)

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

        def keys(self, _: Sequence[str]) -> None:
            pass

    table = Late()
    failed = [line for line in tried(table) if line.startswith("FAILED")]
    assert len(failed) == 2, "a dead keyboard is found, whatever else comes up"


def test_a_service_that_fails_ends_it() -> None:
    said = tried(StandIn(state="failed"))
    assert len(said) == 1
    assert "it didn't start" in said[0]


def listened(table: Any) -> list[str]:
    """What a trial says of a table's sound."""
    said: list[str] = []
    Trial(table, None, say=said.append, sleep=lambda _: None).sounds()
    return said


def test_a_press_that_clicks_is_heard(tmp_path: Path) -> None:
    (line,) = listened(StandIn(folder=tmp_path))
    assert line.startswith("ok")
    assert line.endswith("click)")


@pytest.mark.parametrize(
    ("tone", "why"), [(None, "nothing is heard"), (Tone.WARN, "warn"), (Tone.PLAY, "play")]
)
def test_silence_and_another_tone_are_no_click(tmp_path: Path, tone: Tone | None, why: str) -> None:
    (line,) = listened(StandIn(folder=tmp_path, tone=tone))
    assert line.startswith("FAILED")
    assert line.endswith(f"{why})")


def test_where_nobody_listens_sound_is_left_out() -> None:
    assert listened(StandIn()) == ["left out sound: nobody listens"]


def test_what_cant_be_tried_is_left_out_by_name() -> None:
    table = StandIn()
    table.lacks[Part.BUTTONS] = "nothing is wired to them"
    said = tried(table)
    assert "left out buttons and lamps: nothing is wired to them" in said
    assert not any("press" in line for line in said)
    assert sum(line.startswith("ok") for line in said) == 5


def switched_off(table: Any) -> list[str]:
    """What a trial says of it."""
    said: list[str] = []
    Trial(table, None, say=said.append, sleep=lambda _: None).switches_off()
    return said


@pytest.mark.parametrize(
    ("dead", "why"), [(None, ""), (Button.OK, "it stays on"), (Button.POWER, "stays as it was")]
)
def test_a_table_that_stays_on_is_found(dead: Button | None, why: str) -> None:
    (line,) = switched_off(StandIn(dead))
    assert line.startswith("FAILED" if why else "ok")
    assert why in line


def test_a_table_that_hangs_as_it_goes_off_is_asked_nothing_more() -> None:
    table = StandIn()

    def hangs(_: float) -> bool:
        table.hands.time = lambda: pytest.fail("it would never answer")
        return False

    table.goes_off = hangs  # type: ignore[method-assign]
    (line,) = switched_off(table)
    assert "it stays on" in line


def test_a_real_table_is_left_on() -> None:
    table = StandIn()
    table.lacks[Part.POWER] = "nothing here could switch it on again"
    said = switched_off(table)
    assert said == ["left out switching it off: nothing here could switch it on again"]


@contextmanager
def table_of(wires: Path) -> Iterator[tuple[Table, subprocess.Popen[bytes], socket.socket]]:
    """A table in a program that isn't QEMU but ends like it; with the other end of its board."""
    (wires / "qemu.txt").write_text("qemu: out of memory\n")
    (wires / "console.txt").write_text("\n".join(f"line {number}" for number in range(99)))
    ours, theirs = socket.socketpair()
    with theirs, subprocess.Popen(["sleep", "60"]) as process:
        running: Any = SimpleNamespace(wires=wires, process=process)
        monitor: Any = SimpleNamespace(close=lambda: None)
        try:
            yield Table(running, monitor, Hands(ours)), process, theirs
        finally:
            process.kill()


def test_a_machine_that_is_gone_says_its_last_words(tmp_path: Path) -> None:
    with table_of(tmp_path) as (table, process, board):
        process.kill()
        board.close()
        with pytest.raises(FailedError) as gone, table:
            table.hands.time()
        said = str(gone.value)
    assert said.startswith("the machine is gone: QEMU ended with -9. qemu: out of memory\n")
    assert said.endswith("line 97\nline 98")
    assert "line 88" not in said


def test_a_machine_that_ends_as_it_starts_says_why(tmp_path: Path) -> None:
    (tmp_path / "qemu.txt").write_text("qemu: no such disk\n")
    with socket.socket(socket.AF_UNIX) as monitor:
        monitor.bind(str(tmp_path / "qmp"))
        monitor.listen()
        running: Any = SimpleNamespace(wires=tmp_path)
        ends = threading.Thread(target=lambda: monitor.accept()[0].close())  # without a greeting
        ends.start()
        with pytest.raises(FailedError, match=r"^qemu: no such disk$"):
            Table.of(running)
        ends.join()


def test_what_a_machine_that_stays_on_refuses_is_raised_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "GONE_WITHIN", 0.01)
    with table_of(tmp_path) as (table, _, _), pytest.raises(QmpError, match="no screen"), table:
        raise QmpError("no screen")
