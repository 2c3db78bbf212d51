"""A check of the device at a table: what is looked at, and what comes back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lobby_presses import opened
from standins import board, picture_of, reading_of

from device.doctor.checks import CheckGrade, Report
from device.doctor.panel import DrawnOn
from device.language.texts import Texts
from device.session.core.inputs import PictureSettled
from device.session.core.state import TableState
from device.simulator.named_texts import named_text
from device.table.effects import CheckUp
from hardware.cameras.port import CameraStatus
from hardware.panel.port import PanelParts, ScriptedPanel

ENGLISH = Texts("en")
LAST = (PictureSettled(picture_of(0), 1.0), reading_of(board()))


class PanelOfPins(ScriptedPanel):
    """A panel that says what it is made of."""

    parts = PanelParts(("ok",), (), (), False, False, (), None, "MockFactory", "pins.toml")


def report_of(state: TableState, folder: Path | None = None, **of_the_table: Any) -> Report:
    """What a check of this table finds."""
    table = CheckUp(folder, **of_the_table)
    return table.check(table.examined(state, None, "No lamps here.", None))


def test_the_report_of_a_table_names_its_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("device.doctor.disk.IN_MEMORY", ())  # as /tmp is on Debian 13
    report = report_of(opened().state, tmp_path)
    names = {ENGLISH.say(check.name): ENGLISH.say(check.value) for check in report}
    assert names["Camera"] == "sees the table"
    assert names[named_text("buttons-and-lamps")] == "No lamps here."
    assert names["Games"] == f"saved in {tmp_path}"
    assert names[named_text("words-english")] == "the en list"


def test_a_table_shows_what_its_panel_is_made_of_and_what_it_draws_on() -> None:
    drawn = DrawnOn("KMSDRM", 800, 480)
    report = report_of(opened().state, panel=PanelOfPins(), drawn=drawn)
    graded = {check.key: ENGLISH.say(check.value) for check in report}
    assert graded["buttons"] == "ok"
    assert graded["pins"] == "MockFactory; pins.toml"
    assert graded["screen"].startswith("800 × 480 pixels, KMSDRM")
    assert "panel" not in graded


def test_every_camera_has_its_word() -> None:
    shown = {}
    for status in CameraStatus:
        report = report_of(opened().state.with_camera(status))
        (shown[status],) = [check for check in report if check.key == "camera"]
    assert shown[CameraStatus.NONE].verdict is CheckGrade.BAD
    lost, cable = shown[CameraStatus.LOST], shown[CameraStatus.CABLE]
    assert lost.value == cable.value
    assert lost.advice != cable.advice
    assert len({ENGLISH.say(check.value) for check in shown.values()}) == len(CameraStatus) - 1


def test_a_camera_that_may_hang_on_a_ribbon_cable_is_not_to_be_plugged_in() -> None:
    gone = opened().state.with_camera(CameraStatus.CABLE)
    (camera,) = [check for check in report_of(gone) if check.key == "camera"]
    assert camera.verdict is CheckGrade.BAD
    assert camera.advice is not None
    assert "Is it on a ribbon cable? Switch off the device before you push that in" in ENGLISH.say(
        camera.advice
    )
