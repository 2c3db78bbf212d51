"""`tilekeeper play` in a process of its own, with a scripted panel in the place of buttons.

Takes play's own arguments; every line on its standard input is a button that is pressed, every view
that it shows a line on its standard output. Nothing is asserted here. Used by test_appliance.py.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from device.afterwards import Ended
from device.commands import play
from device.opening import Opening
from device.power_off import power_off
from device.table import run_table
from device.views import TableView
from hardware.camera import CameraHungError, Frame
from hardware.display import Display
from hardware.panel import Button, ScriptedPanel

PANEL = ScriptedPanel()

HANGS = os.environ.get("TEST_CAMERA", "")
"""How the camera hangs: "told", "untold"; "" for one that isn't there."""


def tell(shown: TableView, _: Display) -> None:
    """A view as the other process is told of it."""
    told = {
        "lobby": shown.lobby is not None,
        "question": None if shown.question is None else shown.question.text,
        "options": [] if shown.question is None else shown.question.options,
        "selected": 0 if shown.question is None else shown.question.selected,
        "state": shown.state,
        "message": shown.message,
        "trouble": shown.trouble,
        "sides": [[side.name, side.total] for side in shown.sides],
        "power": None if shown.power is None else shown.power.title,
    }
    os.write(1, json.dumps(told).encode() + b"\n")


def told_table(opening: Opening, **more: object) -> Ended:
    return run_table(opening, on_shown=tell, **more)  # type: ignore[arg-type]


class Hangs:
    """A camera whose driver answers no more, and that can't be closed."""

    turn_by_turn = False

    def frames(self) -> Iterator[Frame]:
        yield Frame(np.full((240, 320, 3), 120, np.uint8), time.monotonic())
        if HANGS == "told":
            raise CameraHungError("It hangs.")
        time.sleep(3600)

    def close(self) -> None:
        time.sleep(3600)


def press() -> None:
    for line in sys.stdin:
        PANEL.press(Button(line.strip()), time.monotonic())


if __name__ == "__main__":
    play.run_table = told_table  # type: ignore[attr-defined]
    play._panel = lambda *_: PANEL  # type: ignore[attr-defined]
    play.power_off = partial(power_off, stopped_within=3.0, read_for=0.0)  # type: ignore[attr-defined]
    if HANGS:
        play._camera = lambda _: Hangs()  # type: ignore[attr-defined]
    threading.Thread(target=press, daemon=True).start()
    play.command()
