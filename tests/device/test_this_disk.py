"""What the system says of a disk: how it is mounted, and how long commits take that go again."""

from __future__ import annotations

import itertools
import sqlite3
from pathlib import Path

import pytest

from device.doctor import disk as asked
from device.doctor.disk import (
    FEW,
    Disk,
    Mount,
    commit_times,
    disk_at_leisure,
    disk_during_game,
    mount_of,
    this_disk,
)

ROOT = "25 1 179:2 / / rw,noatime shared:1 - ext4 /dev/mmcblk0p2 rw\n"


def written(path: Path) -> str:
    """As the kernel writes it: blanks by their numbers."""
    return str(path).replace(" ", "\\040")


def mounts(folder: Path, *lines: str) -> Path:
    file = folder / "mountinfo"
    file.write_text(ROOT + "".join(f"{line}\n" for line in lines), encoding="utf-8")
    return file


def test_the_deepest_mount_above_a_folder_is_its_disk(tmp_path: Path) -> None:
    games = tmp_path / "games"
    games.mkdir()
    sibling = f"60 25 0:5 / {written(tmp_path)}/gam rw - tmpfs tmpfs rw"
    assert mount_of(games, mounts(tmp_path, sibling)) == Mount("ext4", read_only=False)
    above = f"61 25 0:6 / {written(tmp_path)} rw - overlay overlay rw,lowerdir=/lower"
    assert mount_of(games, mounts(tmp_path, sibling, above)) == Mount("overlay", read_only=False)


def test_of_two_mounts_on_one_place_the_later_one_is_seen(tmp_path: Path) -> None:
    first = f"60 25 0:5 / {written(tmp_path)} rw - ext4 /dev/sda1 rw"
    second = f"61 25 0:6 / {written(tmp_path)} rw shared:3 master:4 - tmpfs tmpfs rw"
    assert mount_of(tmp_path, mounts(tmp_path, first, second)) == Mount("tmpfs", read_only=False)


@pytest.mark.parametrize(("place", "disk"), [("ro,noatime", "rw"), ("rw", "ro,errors=remount-ro")])
def test_read_only_is_the_place_or_the_whole_disk(place: str, disk: str, tmp_path: Path) -> None:
    line = f"60 25 0:5 / {written(tmp_path)} {place} - ext4 /dev/sda1 {disk}"
    assert mount_of(tmp_path, mounts(tmp_path, line)) == Mount("ext4", read_only=True)


def test_a_link_is_followed_and_blanks_in_a_name_are_read(tmp_path: Path) -> None:
    real = tmp_path / "a card"
    real.mkdir()
    (tmp_path / "games").symlink_to(real)
    line = f"60 25 0:5 / {written(tmp_path)}/a\\040card rw - vfat /dev/sda1 rw"
    assert mount_of(tmp_path / "games", mounts(tmp_path, line)) == Mount("vfat", read_only=False)


def test_a_system_that_lists_no_mounts(tmp_path: Path) -> None:
    assert mount_of(tmp_path, tmp_path / "none") is None


def test_commits_are_timed_and_leave_nothing(tmp_path: Path) -> None:
    ticks = itertools.count()
    assert commit_times(tmp_path, 5, 100.0, lambda: float(next(ticks))) == (1.0,) * 5
    assert list(tmp_path.iterdir()) == []


def test_a_slow_disk_is_tried_no_longer_than_it_may(tmp_path: Path) -> None:
    times = itertools.accumulate(itertools.repeat(0.4), initial=0.0)
    assert len(commit_times(tmp_path, 200, 1.0, lambda: next(times))) == 3


def test_a_folder_of_this_machine(tmp_path: Path) -> None:
    disk = disk_during_game(tmp_path)
    assert disk.free > 0
    assert 1 <= len(disk.commits) <= FEW
    assert disk.refusal is None
    assert disk.mount is not None
    assert len(disk_at_leisure(tmp_path).commits) >= 1
    with pytest.raises(OSError, match="gone"):
        disk_during_game(tmp_path / "gone")


@pytest.mark.parametrize(
    "error", [sqlite3.OperationalError("disk I/O error"), OSError("Read-only file system")]
)
def test_a_disk_that_takes_nothing_says_why(
    error: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> tuple[float, ...]:
        raise error

    monkeypatch.setattr(asked, "commit_times", refuse)
    disk = this_disk(tmp_path, 5, 1.0, mounts(tmp_path))
    assert disk == Disk(disk.free, Mount("ext4", read_only=False), (), str(error))
