"""Zips whose packed parts are spoiled: every packing has errors of its own."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from device.addons.backup.contents import BackupError, BackupFile, BackupHead
from device.addons.backup.restoring import check_backup
from device.addons.backup.sticks import backups_on_sticks
from device.storage.household import NoWordListError, read_words
from device.storage.wrong_readings import WrongReadingError, unpacked
from engine.tiles import load_tile_set

METHODS = {
    "deflated": zipfile.ZIP_DEFLATED,
    "bzip2": zipfile.ZIP_BZIP2,
    "lzma": zipfile.ZIP_LZMA,
}
SPOILED = 40
"""Zips of each packing: where they are spoiled decides on the error."""


def spoiled(name: str, packing: int, chance: random.Random) -> bytes:
    """A zip of one file, with other bytes where that is packed."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", packing) as archive:
        archive.writestr(name, "".join(chance.choices("ABCDEF\n", k=4000)))
    data = bytearray(stream.getvalue())
    begins, ends = 30 + len(name), data.rfind(b"PK\x01\x02")
    for _ in range(chance.randrange(1, 9)):
        data[chance.randrange(begins, min(ends, begins + 60))] ^= chance.randrange(1, 256)
    return bytes(data)


def as_report(path: Path) -> None:
    with pytest.raises(WrongReadingError):
        unpacked(path)


def as_backup(path: Path) -> None:
    with pytest.raises(BackupError):
        check_backup(path, path.parent / "unpacked")


def on_a_stick(path: Path) -> None:
    mounts = path.parent / "mountinfo"
    place = str(path.parent).replace(" ", "\\040")  # as the kernel writes it
    mounts.write_text(f"90 22 8:1 / {place} rw shared:2 - vfat /dev/sda1 rw\n")
    words = BackupFile("words/en.txt", 0, "0" * 64)
    head = BackupHead(release="1", made="2026-03-07T23:12", pictures=False, files=(words,))
    with zipfile.ZipFile(path.parent / "whole.zip", "w") as archive:
        archive.writestr("words/en.txt", b"")
        archive.writestr("backup.json", msgspec.json.encode(head))
    found = backups_on_sticks(mounts, (path.parent.parent,))
    assert [one.path.name for one in found] == ["whole.zip"]


def as_words(path: Path) -> None:
    with pytest.raises(NoWordListError):
        read_words(path, load_tile_set("en"))


@pytest.mark.parametrize("packing", METHODS)
@pytest.mark.parametrize(
    ("name", "take"),
    [
        ("report.json", as_report),
        ("backup.json", as_backup),
        ("backup.json", on_a_stick),
        ("words.txt", as_words),
    ],
)
def test_what_cannot_be_unpacked_is_refused(
    tmp_path: Path, packing: str, name: str, take: Callable[[Path], None]
) -> None:
    chance = random.Random(packing)
    for _ in range(SPOILED):
        path = tmp_path / "spoiled.zip"
        path.write_bytes(spoiled(name, METHODS[packing], chance))
        take(path)
