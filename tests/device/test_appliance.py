"""`tilekeeper play --appliance` as systemd starts it: whatever can't be used, a table begins; it
goes on after a power cut, and ends when it is asked to."""

from __future__ import annotations

import json
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from shlex import quote
from typing import Any

import pytest
from forked_tables import started

from device.simulator.named_texts import named_text
from device.storage.journal import GAMES_FILE, Journal
from device.system.service import LOG_FILE, RESTART_STATUS
from hardware.panel.port import Button
from workshop.benchmarks.killed_tables import started as begun_afresh

PATIENCE = 40.0
"""Seconds after which a view, or an end, is waited for in vain."""

Shown = Mapping[str, Any]


class Service:
    """One start of the program, with folders and a socket as systemd gives them; `afresh`: from
    nothing, as systemd starts it, not forked."""

    def __init__(self, home: Path, *, afresh: bool = False, **more: str) -> None:
        self.shown: list[Shown] = []
        self._manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._manager.bind("")  # a name of its own in the abstract namespace
        name = self._manager.getsockname()
        folders = {
            f"{kind}_DIRECTORY": str(home / kind.lower())
            for kind in ("STATE", "CONFIGURATION", "RUNTIME", "LOGS")
        }
        for folder in folders.values():
            Path(folder).mkdir(mode=0o755, exist_ok=True)
        given = {"NOTIFY_SOCKET": "@" + name[1:].decode(), "WATCHDOG_USEC": "300000"}
        arguments = ["--appliance", "--headless"]
        environment = {**os.environ, **folders, **given, **more}
        self.process = (begun_afresh if afresh else started)(arguments, environment)
        self.output = ""
        self._listener = threading.Thread(target=self._listen)
        self._reader = threading.Thread(target=self._read)
        self._listener.start()
        self._reader.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("{"):
                self.shown.append(json.loads(line))

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.output += line

    def until(self, true: Callable[[Shown], bool]) -> Shown:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            if self.shown and true(self.shown[-1]):
                return self.shown[-1]
            time.sleep(0.02)
        raise AssertionError(f"in vain; the last views: {self.shown[-2:]}; {self.process.poll()}")

    def until_printed(self, what: str) -> None:
        end = time.monotonic() + PATIENCE
        while what not in self.output:
            assert time.monotonic() < end, self.output
            time.sleep(0.02)

    def press(self, button: Button) -> None:
        assert self.process.stdin is not None
        print(button, file=self.process.stdin, flush=True)

    def answer(self, label: str) -> None:
        asked = self.until(lambda shown: label in shown["options"])
        for _ in range(asked["options"].index(label) - asked["selected"]):
            self.press(Button.NEXT)
        self.press(Button.OK)

    def notifications(self) -> list[str]:
        """What the service manager has heard so far."""
        self._manager.setblocking(False)
        words = []
        while True:
            try:
                words.append(self._manager.recv(4096).decode())
            except BlockingIOError:
                return words

    def end(self, how: signal.Signals) -> int:
        """The exit status after that signal."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        return self.ended()

    def ended(self) -> int:
        status = self.process.wait(PATIENCE)
        self._listener.join()
        self._reader.join()
        return status

    def close(self) -> None:
        self.end(signal.SIGKILL)
        self._manager.close()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Service]]:
    services: list[Service] = []

    def begun(*, afresh: bool = False, **more: str) -> Service:
        services.append(Service(tmp_path, afresh=afresh, **more))
        return services[-1]

    yield begun
    for service in services:
        service.close()


def in_lobby(shown: Shown) -> bool:
    return bool(shown["lobby"]) and shown["question"] is None


def settings(home: Path, text: str) -> None:
    folder = home / "configuration"
    folder.mkdir(exist_ok=True)
    (folder / "tilekeeper.toml").write_text(text, encoding="utf-8")


def test_a_game_goes_on_after_a_power_cut_and_one_that_is_over_leads_to_the_lobby(
    start: Callable[..., Service], tmp_path: Path
) -> None:
    first = start()
    first.until(in_lobby)
    first.press(Button.OK)
    first.until(lambda shown: not shown["lobby"] and shown["state"] == "A’s turn")
    first.press(Button.SIDE_1)
    first.answer("Pass")
    first.until(lambda shown: shown["state"] == "B’s turn")
    assert first.end(signal.SIGKILL) == -signal.SIGKILL
    again = start()
    again.until(lambda shown: shown["state"] == "B’s turn" and not shown["lobby"])
    again.end(signal.SIGKILL)
    journal = Journal(tmp_path / "state" / GAMES_FILE, lambda: 0.0)
    journal.close_game(1)
    journal.close()
    last = start().until(in_lobby)
    assert [name for name, _ in last["sides"]] == ["A", "B"]


@pytest.mark.parametrize("extras", ["side_clock = 25", "turn_seconds = 60", "tournament = true"])
def test_switched_on_again_a_game_with_clocks_waits_for_somebody(
    start: Callable[..., Service], tmp_path: Path, extras: str
) -> None:
    settings(tmp_path, f"[extras]\n{extras}\n")
    first = start()
    first.until(in_lobby)
    first.press(Button.OK)
    first.until(lambda shown: not shown["lobby"] and shown["state"] == "A’s turn")
    first.press(Button.SIDE_1)
    first.answer("Pass")
    first.until(lambda shown: shown["state"] == "B’s turn")
    first.end(signal.SIGKILL)
    again = start()
    again.until(lambda shown: shown["state"] == "Paused")
    # That there is no camera is said a moment later.
    text = named_text("switched-on-again-the-clocks")
    assert again.shown[0]["message"] == text
    again.press(Button.OK)
    again.until(lambda shown: shown["state"] == "B’s turn")


def test_the_service_manager_hears_of_the_whole_run(start: Callable[..., Service]) -> None:
    service = start(afresh=True)
    service.until(in_lobby)
    deadline, reported = time.monotonic() + PATIENCE, list[str]()
    while reported.count("WATCHDOG=1") < 3 and time.monotonic() < deadline:
        reported += service.notifications()
        time.sleep(0.05)
    assert (
        reported.index("STATUS=In the lobby.")
        < reported.index("READY=1")
        < reported.index("WATCHDOG=1")
    )
    service.press(Button.OK)
    service.until(lambda shown: not shown["lobby"])
    assert service.end(signal.SIGTERM) == 0, service.output
    reported = service.notifications()
    assert "STATUS=A game is played: classic, 0 lines on its sheet." in reported
    assert [line for line in reported if line != "WATCHDOG=1"][-1] == "STOPPING=1"
    assert "Traceback" not in service.output


def test_settings_that_cannot_be_used_are_reported_until_somebody_has_read_it(
    start: Callable[..., Service], tmp_path: Path
) -> None:
    settings(tmp_path, "[screen]\nwidht = 800\n")
    service = start()
    shown = service.until(lambda shown: shown["question"] is not None)
    assert "no key screen.widht is known; did you mean screen.width?" in shown["question"]
    service.press(Button.OK)
    service.until(in_lobby)
    assert service.end(signal.SIGTERM) == 0
    assert "screen.widht" in service.output
    assert "Traceback" not in service.output


def test_of_settings_with_a_game_that_cannot_be_the_others_hold(
    start: Callable[..., Service], tmp_path: Path
) -> None:
    settings(tmp_path, '[game]\nvariant = "chess"\n[screen]\ntexts = "fr"\n')
    service = start()
    shown = service.until(lambda shown: shown["question"] is not None)
    assert "chess" in shown["question"]
    assert shown["state"] == "À quoi jouez-vous ?"


def test_a_game_that_cannot_be_taken_up_stays_in_the_journal(
    start: Callable[..., Service], tmp_path: Path
) -> None:
    (tmp_path / "state").mkdir(mode=0o755)
    journal = Journal(tmp_path / "state" / GAMES_FILE, lambda: 0.0)
    journal.begin("tilekeeper-record 1\nvariant: chess\n")
    journal.append(1, 0, "nonsense")
    journal.close()
    service = start()
    shown = service.until(lambda shown: shown["question"] is not None)
    assert "The last game can’t be resumed." in shown["question"]
    service.press(Button.OK)
    service.until(in_lobby)
    service.end(signal.SIGTERM)
    journal = Journal(tmp_path / "state" / GAMES_FILE, lambda: 0.0)
    kept = journal.game(1)
    journal.close()
    assert kept is not None
    assert (kept.events, kept.over) == (("nonsense",), False)


def test_folders_that_cannot_be_written_are_reported_and_the_table_begins(
    start: Callable[..., Service], tmp_path: Path
) -> None:
    (tmp_path / "state").mkdir(mode=0o755)
    (tmp_path / "state" / GAMES_FILE).write_text("no database, and longer than its header " * 9)
    (tmp_path / "logs" / LOG_FILE).mkdir(parents=True)
    service = start()
    shown = service.until(lambda shown: shown["question"] is not None)
    assert "Games can’t be saved." in shown["question"]
    assert "Can’t write a log." in shown["question"]
    service.press(Button.OK)
    service.until(in_lobby)


def test_a_damaged_journal_is_reported_and_the_table_begins_with_what_is_whole(
    start: Callable[..., Service], tmp_path: Path
) -> None:
    (tmp_path / "state").mkdir(mode=0o755)
    path = tmp_path / "state" / GAMES_FILE
    first = start()
    first.until(in_lobby)
    first.press(Button.OK)
    first.until(lambda shown: not shown["lobby"] and shown["state"] == "A’s turn")
    first.press(Button.SIDE_1)
    first.answer("Pass")
    first.until(lambda shown: shown["state"] == "B’s turn")
    assert first.end(signal.SIGTERM) == 0
    data = bytearray(path.read_bytes())
    data[18] ^= 4
    path.write_bytes(data)
    service = start()
    shown = service.until(lambda shown: shown["question"] is not None)
    assert "Not all saved data can be read." in shown["question"]
    assert "Saved: 1 complete game. The damaged copy is in" in shown["question"]
    service.press(Button.OK)
    service.until(lambda shown: shown["state"] == "B’s turn" and shown["question"] is None)
    assert service.end(signal.SIGTERM) == 0
    assert "Traceback" not in service.output
    assert len(list(path.parent.glob("games-damaged-*.sqlite"))) == 1


def test_what_was_asked_comes_back_behind_what_has_to_be_reported_first(
    start: Callable[..., Service], tmp_path: Path
) -> None:
    first = start()
    first.until(in_lobby)
    first.press(Button.OK)
    first.until(lambda shown: not shown["lobby"] and shown["state"] == "A’s turn")
    first.press(Button.SIDE_1)
    first.until(lambda shown: "Pass" in shown["options"])
    first.press(Button.NEXT)
    asked = first.until(lambda shown: shown["selected"] == 1)
    first.end(signal.SIGKILL)
    settings(tmp_path, "[screen]\nwidht = 800\n")
    again = start()
    again.until(lambda shown: "screen.width" in str(shown["question"]))
    again.press(Button.NEXT)
    again.press(Button.OK)
    back = again.until(lambda shown: "Pass" in shown["options"])
    assert (back["question"], back["selected"]) == (asked["question"], 1)
    again.end(signal.SIGKILL)
    settings(tmp_path, "")
    third = start()
    there = third.until(lambda shown: "Pass" in shown["options"])
    assert (there["question"], there["selected"]) == (asked["question"], 1)


def test_a_second_one_waits_for_the_first_and_goes_on_with_its_game(
    start: Callable[..., Service],
) -> None:
    first = start()
    first.until(in_lobby)
    second = start()
    second.until_printed("Waiting for it.")
    assert f"process {first.process.pid}, since" in second.output
    assert second.shown == []
    first.press(Button.NEXT)
    first.until(lambda shown: shown["line"] == 1)
    first.end(signal.SIGKILL)
    second.until(in_lobby)
    assert "Names and settings are as you left them" in second.shown[0]["message"]


def test_the_story_is_in_the_log(start: Callable[..., Service], tmp_path: Path) -> None:
    service = start()
    service.until(in_lobby)
    service.press(Button.OK)
    service.until(lambda shown: not shown["lobby"])
    assert service.end(signal.SIGTERM) == 0
    assert "pressed ok" in (tmp_path / "logs" / LOG_FILE).read_text()
    assert "pressed ok" not in service.output


# The machine is switched off


def systemctl(home: Path, does: str) -> str:
    """A PATH on which systemctl does this."""
    folder = home / "bin"
    folder.mkdir()
    (folder / "systemctl").write_text(f'#!/bin/sh\necho "$@" > {quote(str(home))}/asked\n{does}\n')
    (folder / "systemctl").chmod(0o755)
    return f"{folder}:{os.environ['PATH']}"


def switched_off(service: Service) -> int:
    """The exit status after a long press and OK in a game."""
    service.until(in_lobby)
    service.press(Button.OK)
    service.until(lambda shown: shown["state"] == "A’s turn" and not shown["lobby"])
    service.press(Button.SIDE_1)
    service.answer("Pass")
    service.until(lambda shown: shown["state"] == "B’s turn")
    service.press(Button.POWER)
    service.until(lambda shown: shown["power"] == "Switch off the device?")
    service.press(Button.OK)
    status = service.ended()
    assert service.shown[-1]["power"] == "Good night"
    assert "Traceback" not in service.output
    return status


def test_a_long_press_and_ok_switch_the_machine_off_and_the_game_goes_on_the_next_time(
    start: Callable[..., Service], tmp_path: Path
) -> None:
    service = start(PATH=systemctl(tmp_path, "kill -TERM $PPID"))
    assert switched_off(service) == 0
    assert (tmp_path / "asked").read_text() == "poweroff\n"
    # Notified of its end, the service manager would not end it any more, nor keep the last picture.
    assert "STOPPING=1" not in service.notifications()
    start().until(lambda shown: not shown["lobby"] and shown["state"] == "B’s turn")


def test_a_machine_that_refuses_is_reported_by_the_next_start(
    start: Callable[..., Service], tmp_path: Path
) -> None:
    service = start(PATH=systemctl(tmp_path, "echo Access denied >&2; exit 1"))
    assert switched_off(service) == 1
    assert (
        named_text("was-refused", command="systemctl poweroff", why="Access denied")
        in service.output
    )
    again = start()
    shown = again.until(lambda shown: shown["question"] is not None)
    assert "couldn’t be switched off. systemctl poweroff was refused" in shown["question"]
    again.press(Button.OK)
    again.until(lambda shown: ": continue this game" in (shown["question"] or ""))
    again.press(Button.OK)
    again.until(lambda shown: shown["state"] == "B’s turn" and shown["question"] is None)


# The camera hangs


def test_a_camera_that_hangs_is_begun_again_once(start: Callable[..., Service]) -> None:
    service = start(TEST_CAMERA="reported")
    assert service.ended() == RESTART_STATUS
    again = start(TEST_CAMERA="reported")
    again.until(lambda shown: "ribbon cable" in shown["message"])
    again.press(Button.OK)
    again.until(lambda shown: not shown["lobby"])
    assert again.end(signal.SIGTERM) == 0


@pytest.mark.parametrize("camera", ["silent", "works"])
def test_the_end_waits_for_nothing_that_comes_to_none(
    start: Callable[..., Service], camera: str
) -> None:
    """Reading, learning, a check of the device; and a camera that can't be closed."""
    service = start(afresh=True, TEST_CAMERA=camera, TEST_BUSY="yes")
    service.until(in_lobby)
    if camera == "works":
        service.until_printed("reading")
    assert service.end(signal.SIGTERM) == 0, service.output
    assert "Traceback" not in service.output
