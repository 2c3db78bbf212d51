"""The time of day, and what is known of it."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest

from hardware.wall_time import WallTime, synchronised, wall_time

NOW = datetime(2026, 12, 24, 20, 15)


@pytest.mark.parametrize("told", [True, False, None])
def test_a_clock_of_its_own_or_none(told: bool | None, tmp_path: Path) -> None:
    assert wall_time(NOW, tmp_path, lambda: told) == WallTime(NOW, told, False)
    (tmp_path / "rtc0").mkdir()
    assert wall_time(NOW, tmp_path, lambda: told) == WallTime(NOW, told, True)
    assert wall_time(NOW, tmp_path / "none", lambda: told).own_clock is False


def test_the_kernel_is_asked_and_nothing_is_set() -> None:
    before = datetime.now()
    assert synchronised() in (True, False, None)
    assert synchronised() == synchronised()
    assert abs((datetime.now() - before).total_seconds()) < 3600
