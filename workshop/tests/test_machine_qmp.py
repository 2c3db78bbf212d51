"""QEMU's monitor: commands, refusals, and events that come in between."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from workshop.machine.qmp import Qmp, QmpError


def monitor(place: Path, answers: Callable[[dict[str, Any]], list[Any]]) -> list[dict[str, Any]]:
    """Listens where QEMU would; what was asked of it."""
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(place))
    listening.listen()
    asked: list[dict[str, Any]] = []

    def serve() -> None:
        connection, _ = listening.accept()
        with listening, connection, connection.makefile("r") as lines:
            connection.sendall(b'{"QMP": {}}\n')
            for line in lines:
                asked.append(request := json.loads(line))
                for answer in answers(request):
                    connection.sendall(json.dumps(answer).encode() + b"\n")

    threading.Thread(target=serve, daemon=True).start()
    return asked


def test_screen_and_keys_past_events(tmp_path: Path) -> None:
    asked = monitor(tmp_path / "qmp", lambda _: [{"event": "RESUME"}, {"return": {}}])
    with Qmp.at(tmp_path / "qmp") as qmp:
        qmp.screen(tmp_path / "a.png")
        qmp.keys(["ret"])
    assert [request["execute"] for request in asked] == [
        *("qmp_capabilities", "screendump", "send-key")
    ]
    assert asked[1]["arguments"] == {"filename": str(tmp_path / "a.png"), "format": "png"}


def test_a_refusal_is_raised_with_its_reason(tmp_path: Path) -> None:
    refusal = {"error": {"class": "GenericError", "desc": "no screen"}}

    def answers(request: dict[str, Any]) -> list[Any]:
        return [{"return": {}} if request["execute"] == "qmp_capabilities" else refusal]

    monitor(tmp_path / "qmp", answers)
    with Qmp.at(tmp_path / "qmp") as qmp, pytest.raises(QmpError, match="screendump: no screen"):
        qmp.screen(tmp_path / "a.png")


def test_where_qemu_doesnt_listen_it_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        Qmp.at(tmp_path / "nowhere", seconds=0)
