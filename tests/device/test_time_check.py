"""The check of the time of day: never worse than doubtful, since it only dates games."""

from __future__ import annotations

from datetime import datetime

import pytest
from said_checks import DOUBTFUL, GOOD, advised, found

from device.doctor.checks import CheckGrade
from device.doctor.machine import time_check
from hardware.wall_time import WallTime

CHRISTMAS = datetime(2027, 12, 24, 20, 15)
INSTALLED = datetime(2027, 11, 22, 9, 0)


@pytest.mark.parametrize(
    ("synchronised", "own_clock", "verdict", "why"),
    [
        (True, False, GOOD, "set by the network"),
        (True, True, GOOD, "set by the network"),
        (False, True, GOOD, "by its own clock"),
        (None, True, GOOD, "by its own clock"),
        (False, False, DOUBTFUL, "which may be wrong"),
        (None, False, DOUBTFUL, "which may be wrong"),
    ],
)
def test_who_set_it(
    synchronised: bool | None, own_clock: bool, verdict: CheckGrade, why: str
) -> None:
    check = time_check(WallTime(CHRISTMAS, synchronised, own_clock, INSTALLED))
    assert found([check]) == {"time": (verdict, f"2027-12-24 20:15, {why}")}


def test_before_the_day_on_which_the_program_was_installed_it_cannot_be() -> None:
    that_day = datetime(2027, 11, 22, 0, 0)
    assert time_check(WallTime(that_day, True, False, INSTALLED)).verdict is GOOD
    check = time_check(WallTime(datetime(2027, 11, 21, 23, 59), True, True, INSTALLED))
    assert check.verdict is DOUBTFUL
    assert found([check])["time"][1].endswith("23:59: can’t be right")
    assert advised([check])["time"].endswith(
        "Connect it to the network once. That only dates your games; timers work without it."
    )
