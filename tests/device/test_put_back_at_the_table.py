"""A backup put back from the table's own menu: the program ends for it, and the one that is started
anew says what came of it. The program runs as systemd starts it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from household_files import call, change, furnish, said
from test_appliance import Service, in_lobby, start

from device.storage.journal import Journal
from device.system.service import START_ANEW
from hardware.panel.port import Button

__all__ = ["start"]  # the fixture

DEVICES = 3
"""Lines down to the device on the first page of the lobby, and on that to its camera."""


def all_over(state: Path) -> None:
    """No game goes on: the table begins in its lobby."""
    with closing(Journal(state / "games.sqlite", lambda: 1.0)) as journal:
        for line in journal.games():
            journal.close_game(line.number)


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A stick with a backup of a household, which has changed since; nobody plays there now."""
    state, etc, stick = tmp_path / "state", tmp_path / "configuration", tmp_path / "stick"
    stick.mkdir()
    furnish(state, etc)
    all_over(state)
    monkeypatch.setenv("STATE_DIRECTORY", str(state))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(etc))
    assert call("backup", stick / "evening.zip").exit_code == 0
    change(state, etc)
    all_over(state)
    return stick


def put_back(service: Service) -> int:
    """The exit status, once the newest backup was put back from the menu."""
    service.until(in_lobby)
    for _ in range(2):
        for _ in range(DEVICES):
            service.press(Button.NEXT)
        service.press(Button.OK)
    service.answer("USB stick …")
    service.answer("Put a backup back …")
    service.until(lambda shown: shown["question"] == "Which backup is put back?")
    service.press(Button.OK)
    service.answer("Yes, put it back")
    return service.ended()


def test_it_is_put_back_and_said_by_the_table_that_begins_then(
    start: Callable[..., Service], tmp_path: Path, stick: Path
) -> None:
    state, etc = tmp_path / "state", tmp_path / "configuration"
    settings = (etc / "tilekeeper.toml").read_bytes()
    service = start(TEST_STICK=str(stick))
    assert put_back(service) == START_ANEW
    service = start()
    # In the language that was put back.
    service.until(lambda shown: "est remise. Ce qui était là avant" in str(shown["question"]))
    there = said(state, etc)
    assert "tables/kitchen.table" in there
    assert "tables/hall.table" not in there
    assert b"ZZZ" in bytes(there["words/en.txt"])  # type: ignore[call-overload]
    assert (etc / "tilekeeper.toml").read_bytes() == settings, "settings stay"
    assert len([*state.glob("before-restore-*.zip")]) == 1


def test_one_that_is_damaged_changes_nothing_and_that_is_said(
    start: Callable[..., Service], tmp_path: Path, stick: Path
) -> None:
    state, etc = tmp_path / "state", tmp_path / "configuration"
    (file,) = stick.iterdir()
    data = bytearray(file.read_bytes())
    data[200] ^= 0xFF  # within the first file, not in the list
    file.write_bytes(data)
    before = said(state, etc)
    assert put_back(start(TEST_STICK=str(stick))) == START_ANEW
    service = start()
    service.until(lambda shown: "is damaged (" in str(shown["question"]))
    assert said(state, etc) == before
    assert not [*state.glob("before-restore-*")]
