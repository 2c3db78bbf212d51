"""What systemd is notified of, received on a socket of the test's own."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest

from device.system.service import ServiceManager

Started: TypeAlias = Callable[..., ServiceManager]


class Listener:
    """Stands where systemd would listen."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address)
        self._socket.setblocking(False)

    def heard(self) -> list[str]:
        words = []
        while True:
            try:
                words.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return words

    def close(self) -> None:
        self._socket.close()


class Seconds:
    """A clock that is set by hand."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)  # addresses of sockets are short, names of folders may not be
    return str(Path("notify").absolute()) if len(str(tmp_path)) < 90 else "/tmp/tilekeeper-notify"


@pytest.fixture
def listener(path: str) -> Iterator[Listener]:
    listener = Listener(path)
    yield listener
    listener.close()


@pytest.fixture
def started() -> Iterator[Started]:
    """Makes service managers that are closed afterwards."""
    made: list[ServiceManager] = []

    def start(settings: dict[str, str], clock: Seconds | None = None) -> ServiceManager:
        made.append(ServiceManager(settings, clock or Seconds()))
        return made[-1]

    yield start
    for manager in made:
        manager.close()


def test_ready_and_status_are_notified_and_a_status_once(
    listener: Listener, path: str, started: Started
) -> None:
    manager = started({"NOTIFY_SOCKET": path})
    manager.status("Ann's turn.\nStill.")
    manager.status("Ann's turn. Still.")
    manager.ready()
    manager.stopping()
    manager.close()
    assert listener.heard() == ["STATUS=Ann's turn. Still.", "READY=1", "STOPPING=1"]


def test_the_watchdog_is_fed_three_times_within_its_time_and_not_more_often(
    listener: Listener, path: str, started: Started
) -> None:
    seconds = Seconds()
    manager = started({"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "30000000"}, seconds)
    fed_at = []
    for turn in range(1200):
        seconds.now = 100.0 + turn / 20
        manager.alive()
        fed_at += [seconds.now] * len(listener.heard())
    assert fed_at == pytest.approx([100, 110, 120, 130, 140, 150], abs=0.3)


def test_a_loop_that_does_not_turn_feeds_no_watchdog(
    listener: Listener, path: str, started: Started
) -> None:
    manager = started({"NOTIFY_SOCKET": path, "WATCHDOG_USEC": "30000000"})
    manager.ready()
    assert listener.heard() == ["READY=1"]


@pytest.mark.parametrize(
    "settings", [{}, {"WATCHDOG_USEC": "0"}, {"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"}]
)
def test_no_watchdog_is_fed_that_watches_another_process_or_none(
    listener: Listener, path: str, settings: dict[str, str], started: Started
) -> None:
    manager = started({"NOTIFY_SOCKET": path, **settings})
    manager.alive()
    assert listener.heard() == []


def test_the_watchdog_that_names_this_process_is_fed(
    listener: Listener, path: str, started: Started
) -> None:
    own = {"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": str(os.getpid())}
    started({"NOTIFY_SOCKET": path, **own}).alive()
    assert listener.heard() == ["WATCHDOG=1"]


def test_an_abstract_socket_is_meant_by_an_at_sign(started: Started) -> None:
    listener = Listener(f"\0tilekeeper-test-{os.getpid()}")
    started({"NOTIFY_SOCKET": f"@tilekeeper-test-{os.getpid()}"}).ready()
    assert listener.heard() == ["READY=1"]
    listener.close()


def test_without_systemd_nothing_is_notified_and_nothing_fails(started: Started) -> None:
    manager = started({})
    manager.ready()
    manager.alive()
    manager.stopping()
    manager.close()
    assert not manager.there


def test_a_listener_that_has_gone_is_no_reason_to_end_a_game(
    path: str, started: Started, caplog: pytest.LogCaptureFixture
) -> None:
    manager = started({"NOTIFY_SOCKET": path})
    manager.ready()
    assert "systemd can't be notified of READY" in caplog.text
