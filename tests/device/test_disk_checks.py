"""The checks of the disk: room, memory that passes for a disk, a card that can only be read, and
how long it takes to keep something."""

from __future__ import annotations

from pathlib import Path

import pytest
from said_checks import BAD, DOUBTFUL, GOOD, found

from device.doctor.checks import CheckGrade
from device.doctor.disk import SLOW_DISK, STALLED, Disk, Mount, disk_checks
from device.simulator.named_texts import named_text

FOLDER = Path("/var/lib/tilekeeper")
LARGE = 9_000_000_000
CARD = Mount("ext4", read_only=False)


def checked(disk: Disk) -> dict[str, tuple[CheckGrade, str]]:
    return found(disk_checks(FOLDER, lambda _: disk))


@pytest.mark.parametrize(
    ("free", "verdict"),
    [(LARGE, GOOD), (500_000_000, GOOD), (90_000_000, DOUBTFUL), (900_000, BAD)],
)
def test_room_on_the_disk(free: int, verdict: CheckGrade) -> None:
    assert checked(Disk(free, CARD)) == {"disk": (verdict, f"free: {free // 1_000_000} MB")}
    assert checked(Disk(free)) == checked(Disk(free, CARD))


@pytest.mark.parametrize("kind", ["overlay", "tmpfs"])
def test_memory_is_no_disk_however_much_room_it_has(kind: str) -> None:
    sentence = f"games won’t be saved: it’s memory ({kind})"
    assert checked(Disk(LARGE, Mount(kind, read_only=False)))["disk"] == (BAD, sentence)


def test_a_card_that_can_only_be_read() -> None:
    disk = Disk(LARGE, Mount("ext4", read_only=True), refusal="unable to open database file")
    assert checked(disk) == {
        "disk": (BAD, "can only be read"),
        "writing": (BAD, "unable to open database file"),
    }


@pytest.mark.parametrize(
    ("commits", "verdict", "value"),
    [
        ((0.004, 0.002, 0.003), GOOD, named_text("ms-a-turn", n="3", m="4")),
        ((0.0001,), GOOD, named_text("ms-a-turn", n="1", m="1")),
        ((SLOW_DISK, SLOW_DISK, STALLED), GOOD, named_text("ms-a-turn", n="100", m="1000")),
        ((0.12, 0.11, 0.11), DOUBTFUL, named_text("ms-a-turn", n="110", m="120")),
        ((0.01, 0.01, 1.2), DOUBTFUL, named_text("ms-a-turn", n="10", m="1200")),
    ],
)
def test_how_long_keeping_takes(
    commits: tuple[float, ...], verdict: CheckGrade, value: str
) -> None:
    assert checked(Disk(LARGE, CARD, commits))["writing"] == (verdict, value)


def test_a_disk_that_says_nothing() -> None:
    def gone(folder: Path) -> Disk:
        raise FileNotFoundError(2, "No such file or directory", str(folder))

    checks = found(disk_checks(FOLDER, gone))
    assert list(checks) == ["disk"]
    assert checks["disk"][0] is BAD
    assert str(FOLDER) in checks["disk"][1]
