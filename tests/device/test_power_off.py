"""Switching the machine off: the command, what it may answer, and what the next start says."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from pathlib import Path

import pytest

from device.simulator.named_texts import named_text
from device.system.service import (
    POWER_OFF,
    CommandError,
    PowerOffError,
    leave_behind,
    left_behind,
    power_off,
    run_command,
)


def test_it_returns_when_the_system_stops_the_program() -> None:
    ran: list[Sequence[str]] = []

    def run(command: Sequence[str]) -> None:
        ran.append(command)
        os.kill(os.getpid(), signal.SIGTERM)

    before = signal.getsignal(signal.SIGTERM)
    power_off(run, stopped_within=30.0, read_for=0.0)
    assert ran == [POWER_OFF]
    assert signal.getsignal(signal.SIGTERM) is before


def test_a_machine_that_goes_on_is_an_error() -> None:
    with pytest.raises(PowerOffError, match="still running"):
        power_off(lambda _: None, stopped_within=0.0)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (("false",), "false was refused .status 1."),
        (("sh", "-c", "echo Access denied >&2; exit 1"), "Access denied"),
        (("sh", "-c", "printf 'No\\nbus.\\nNo\\n' >&2; exit 1"), r"refused .No bus\.\)"),
        (("/nowhere/systemctl", "poweroff"), "can’t be run"),
    ],
)
def test_a_refusal_is_a_sentence(command: tuple[str, ...], why: str) -> None:
    with pytest.raises(CommandError, match=why):
        run_command(command)
    run_command(("true",))


def test_what_is_left_is_reported_once(tmp_path: Path) -> None:
    leave_behind(
        tmp_path, named_text("was-refused", command="systemctl poweroff", why="Access denied")
    )
    assert left_behind(tmp_path) == named_text(
        "was-refused", command="systemctl poweroff", why="Access denied"
    )
    assert left_behind(tmp_path) is None


def test_without_a_folder_nothing_is_left(tmp_path: Path) -> None:
    leave_behind(None, "refused")
    assert left_behind(None) is None
    leave_behind(tmp_path / "gone", "refused")
    assert left_behind(tmp_path / "gone") is None
