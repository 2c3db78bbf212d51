"""The log of a service: what goes where, what a killed program leaves, a disk that can't be
written."""

from __future__ import annotations

import errno
import logging
import subprocess
import sys
from pathlib import Path

import pytest

from device.system.service import CRASH_FILE, LOG_FILE, MOST_BYTES, OLDER_FILES, LogFiles, StoryFile

log = logging.getLogger("a game")

KILLED = """
import os, signal, sys
from pathlib import Path
from device.system.service import LogFiles
def hangs():
    os.kill(os.getpid(), signal.SIGABRT)
with LogFiles(Path(sys.argv[1])):
    hangs()
"""


def test_the_file_has_the_story_and_the_standard_error_no_more_than_before(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with LogFiles(tmp_path):
        log.info("pressed ok")
        log.warning("a lamp failed")
    log.warning("afterwards")
    written = (tmp_path / LOG_FILE).read_text()
    assert "INFO a game: pressed ok" in written
    assert "WARNING a game: a lamp failed" in written
    assert "afterwards" not in written
    assert "pressed ok" not in caplog.text


def test_the_files_never_grow_beyond_their_room(tmp_path: Path) -> None:
    with LogFiles(tmp_path):
        for _ in range(6 * MOST_BYTES // 10_000):
            log.info("x" * 10_000)
    files = sorted(path.name for path in tmp_path.glob(f"{LOG_FILE}*"))
    assert files == [LOG_FILE, *(f"{LOG_FILE}.{n + 1}" for n in range(OLDER_FILES))]
    assert all(path.stat().st_size <= MOST_BYTES for path in tmp_path.iterdir())


@pytest.mark.parametrize(("folder", "file"), [(0o755, 0o600), (0o2750, 0o640), (0o2770, 0o660)])
def test_the_files_are_their_users_alone_or_the_groups(
    tmp_path: Path, folder: int, file: int
) -> None:
    tmp_path.chmod(folder)
    with LogFiles(tmp_path):
        for _ in range(3 * MOST_BYTES // 10_000):
            log.info("x" * 10_000)
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {file}


def test_what_the_watchdog_kills_leaves_its_stacks_and_the_next_one_shows_them(
    tmp_path: Path,
) -> None:
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path)], capture_output=True, timeout=60, check=False
    )
    assert killed.returncode == -6
    assert "in hangs" in (tmp_path / CRASH_FILE).read_text()
    with LogFiles(tmp_path):
        pass
    assert "in hangs" in (tmp_path / LOG_FILE).read_text()
    assert (tmp_path / CRASH_FILE).read_text() == ""


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        LogFiles(tmp_path / "gone")


def test_a_full_disk_is_reported_once_and_ends_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(_self: StoryFile, _record: logging.LogRecord) -> bool:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(StoryFile, "shouldRollover", full)
    with LogFiles(tmp_path):
        log.info("pressed ok")
        log.info("pressed ok")
    assert caplog.text.count("No space left on device") == 1
