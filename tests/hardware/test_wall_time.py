"""The time of day, and what is known of it."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from hardware.wall_time import synchronised, wall_time

NOW = datetime(2026, 12, 24, 20, 15)


@pytest.mark.parametrize("expected", [True, False, None])
def test_a_clock_of_its_own_or_none(expected: bool | None, tmp_path: Path) -> None:
    without = wall_time(NOW, tmp_path, lambda: expected)
    assert (without.now, without.synchronised, without.own_clock) == (NOW, expected, False)
    (tmp_path / "rtc0").mkdir()
    assert wall_time(NOW, tmp_path, lambda: expected) == replace(without, own_clock=True)
    assert wall_time(NOW, tmp_path / "none", lambda: expected) == without


def test_the_program_was_installed_when_its_files_were_written(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.touch()
    os.utime(program, (0, NOW.timestamp()))
    assert wall_time(NOW, program=program).installed == NOW
    assert wall_time(NOW).installed <= datetime.now()


def test_the_kernel_is_asked_and_nothing_is_set() -> None:
    before = datetime.now()
    assert synchronised() in (True, False, None)
    assert synchronised() == synchronised()
    assert abs((datetime.now() - before).total_seconds()) < 3600
