"""`tilekeeper play` in a process of its own, with a scripted panel in the place of buttons.

Takes play's own arguments; every line on its standard input is a button that is pressed, every view
that it shows a line on its standard output. Nothing is asserted here. Used by test_appliance.py,
which has most of them forked (forked_tables.py), and by workshop/benchmarks/killed_tables.py.
"""

from __future__ import annotations

import atexit
import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import partial
from pathlib import Path
from typing import ClassVar, NoReturn

import cv2
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from forked_tables import SERVE, serve

from device.addons.plugins import table as plug_ins
from device.addons.plugins.installed import own_environment
from device.addons.plugins.process import Limits
from device.addons.updates import table as updates
from device.cli import play
from device.cli.main import main
from device.session.care import device
from device.session.core.effects import TableEnd
from device.storage import sticks
from device.system.service import power_off
from device.table import games, learning
from device.table.equipment import Equipment, Output, Storage
from device.table.opening import Opening
from device.table.reading_thread import ReadsBoard
from device.table.run import Service, run_table
from device.views.table import TableView
from hardware.cameras.port import CameraHungError, Frame
from hardware.display import Display
from hardware.panel.port import Button, ScriptedPanel

PANEL = ScriptedPanel()


def hangs() -> str:
    """How the camera hangs: "reported", "silent"; "works" for one that doesn't; "" for one that
    isn't there."""
    return os.environ.get("TEST_CAMERA", "")


def sends_all() -> bool:
    """Whether all that a view shows is sent, but for passing messages."""
    return bool(os.environ.get("TEST_SENDS_ALL", ""))


def busy() -> bool:
    """Whether all that works outside the loop never ends: reading, learning, a check of the
    device."""
    return bool(os.environ.get("TEST_BUSY", ""))


def _chosen(shown: TableView) -> int | None:
    lines = () if shown.page.lobby is None else shown.page.lobby.lines
    return next((number for number, line in enumerate(lines) if line.chosen), None)


def send(shown: TableView, _: Display) -> None:
    """A view as it is sent to the other process."""
    sentence = {
        "lobby": shown.page.lobby is not None,
        "line": _chosen(shown),
        "question": None if shown.dialog.question is None else shown.dialog.question.text,
        "options": [] if shown.dialog.question is None else shown.dialog.question.options,
        "selected": 0 if shown.dialog.question is None else shown.dialog.question.selected,
        "state": shown.text.state,
        "message": shown.text.message,
        "trouble": shown.text.trouble,
        "sides": [[side.name, side.total] for side in shown.sides],
        "power": None if shown.page.power is None else shown.page.power.title,
    }
    if sends_all():
        quiet = replace(shown, text=replace(shown.text, message="", trouble=""))
        sentence["all"] = {field.name: repr(getattr(quiet, field.name)) for field in fields(quiet)}
    os.write(1, json.dumps(sentence).encode() + b"\n")


def reported_table(
    opening: Opening, equipment: Equipment, output: Output, storage: Storage, service: Service
) -> TableEnd:
    return run_table(opening, equipment, replace(output, on_shown=send), storage, service=service)


def hang() -> None:
    time.sleep(3600)


class Hangs:
    """A camera whose driver answers no more, and that can't be closed. As libraries of cameras do,
    it leaves a thread, a call at Python's end and a destructor behind, and those hang as well."""

    turn_by_turn = False
    left: ClassVar[list[Hangs]] = []

    def __init__(self) -> None:
        self.left.append(self)
        threading.Thread(target=hang).start()
        atexit.register(hang)

    def __del__(self) -> None:
        hang()

    def frames(self) -> Iterator[Frame]:
        yield Frame(np.full((240, 320, 3), 120, np.uint8), time.monotonic())
        if hangs() == "reported":
            raise CameraHungError("It hangs.")
        while hangs() == "works":
            time.sleep(0.05)
            yield Frame(np.full((240, 320, 3), 120, np.uint8), time.monotonic())
        hang()

    def close(self) -> None:
        hang()


def compute(*_: object, **__: object) -> NoReturn:
    """Goes on for ever, most of the time outside Python."""
    picture = np.zeros((2000, 3000, 3), np.uint8)
    while True:
        cv2.Canny(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), 50, 150)


def read_for_ever(variant: object, corners: object, knowledge: object) -> ReadsBoard:  # noqa: ARG001
    """A reader that says that it has begun, and comes to no end."""

    def read(*_: object) -> NoReturn:
        print("reading", file=sys.stderr, flush=True)
        compute()

    return read


def press() -> None:
    for line in sys.stdin:
        PANEL.press(Button(line.strip()), time.monotonic())


if __name__ == "__main__":
    if sys.argv[1] == SERVE:
        serve(int(sys.argv[2]))
    play.run_table = reported_table  # type: ignore[attr-defined]
    play.own_panel = lambda *_: PANEL  # type: ignore[attr-defined]
    play.power_off = partial(power_off, stopped_within=3.0, read_for=0.0)  # type: ignore[attr-defined]
    device.READ_FIRST = 0.0
    play.ok_is_held = lambda *_: bool(os.environ.get("TEST_OK_HELD"))  # type: ignore[attr-defined]
    if hangs():
        play.camera_named = lambda *_: Hangs()
    if stick := os.environ.get("TEST_STICK"):
        sticks.sticks = lambda *_: iter([Path(stick)])
    if os.environ.get("TEST_SCREEN_SEEN"):
        Display.visible = True  # type: ignore[assignment,method-assign]
    if os.environ.get("TEST_APT"):
        updates.is_debian_package = lambda: True  # type: ignore[attr-defined]
    if newer := os.environ.get("TEST_NEWER"):
        updates.installed_from = lambda: "elsewhere"
        watch = updates.UpdateWatch
        updates.UpdateWatch = lambda folder, state, **_: watch(  # type: ignore[assignment,misc]
            folder, state, look=True, newer=lambda: newer, first_after=0.0, every=0.1
        )
    if prefix := os.environ.get("TEST_PLUG_INS"):
        plug_ins.own_environment = partial(own_environment, Path(prefix))  # type: ignore[attr-defined]
        patience = float(os.environ["TEST_PATIENCE"])
        plug_ins.LIMITS = Limits(asks_within=patience, restarts_after=(0.0, 0.0))
    if busy():
        games._reader = read_for_ever
        learning.TableLearner._run = compute  # type: ignore[method-assign]
        threading.Thread(target=compute, daemon=True).start()
    threading.Thread(target=press, daemon=True).start()
    sys.argv.insert(1, "play")
    main()
