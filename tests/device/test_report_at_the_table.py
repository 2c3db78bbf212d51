"""A table that runs as a service is asked how it is while a game is played, and plays on."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from lobby_presses import OFFERS, TWO

from device.language.texts import Texts
from device.system.service import FreshStarts, ServiceManager
from device.table.equipment import Equipment, Output
from device.table.opening import Opening
from device.table.report import SOCKET_NAME, SaidReport, ask_table
from device.table.run import Service, run_table
from hardware.cameras.port import Frame
from hardware.display import Display
from hardware.panel.port import ScriptedPanel


class Waiting:
    """A camera without a picture, until the asking thread has been answered."""

    turn_by_turn = False

    def __init__(self, answered: threading.Event) -> None:
        self._answered = answered

    def frames(self) -> Iterator[Frame]:
        self._answered.wait(30)
        return iter(())

    def close(self) -> None:
        self._answered.set()


def test_a_running_table_answers_in_the_language_of_who_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    reports: list[SaidReport | None] = []
    answered = threading.Event()

    def ask() -> None:
        try:
            until = time.monotonic() + 20
            while not reports or (None in reports and time.monotonic() < until):
                reports[:] = [
                    ask_table(tmp_path / SOCKET_NAME, language) for language in ("en", "fr")
                ]
        finally:
            answered.set()

    asking = threading.Thread(target=ask)
    asking.start()
    run_table(
        Opening(TWO.game(), offers=OFFERS),
        Equipment(ScriptedPanel(), Display(headless=True), Waiting(answered)),
        Output(Texts("en"), lambda _: None),
        service=Service(ServiceManager({}, time.monotonic), FreshStarts(None, time.monotonic)),
    )
    asking.join()
    english, french = reports
    assert english is not None
    assert french is not None
    assert english.summary.by == "table"
    assert {check.check for check in english.checks} >= {"camera", "board", "software", "memory"}
    assert [check.check for check in english.checks] == [check.check for check in french.checks]
    assert "Mémoire" in {check.name for check in french.checks}
    assert not (tmp_path / SOCKET_NAME).exists()
    assert "report socket" not in {thread.name for thread in threading.enumerate()}
