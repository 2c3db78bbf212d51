"""The library that makes calls fail: exactly those that were asked for, below the folder alone."""

from __future__ import annotations

import errno
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from workshop.benchmarks import failing_calls
from workshop.benchmarks.failing_calls import ERRORS, FOR_EVER, Failure

PROGRAM = """
import os, sqlite3, sys
from pathlib import Path
def say(what, do):
    try:
        do()
    except OSError as error:
        print(what, error.errno)
    except sqlite3.Error as error:
        print(what, "sqlite")
here = Path(sys.argv[1])
say("write", lambda: (here / "a").write_bytes(b"one"))
say("rename", lambda: (here / "a").rename(here / "b"))
say("folder", lambda: (here / "c").mkdir())
say("dir_fd", lambda: os.mkdir("d", dir_fd=os.open(here, os.O_RDONLY)))
say("unlink", lambda: (here / "b").unlink(missing_ok=True))
say("sqlite", lambda: sqlite3.connect(here / "e.sqlite").execute("CREATE TABLE t (x)"))
"""


def outcome(failure: Failure, folder: Path) -> tuple[int, list[str]]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(folder)],
        env={**os.environ, **failure.environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "here").mkdir()
    return tmp_path / "here"


@pytest.mark.parametrize("error", ERRORS)
def test_every_call_fails_from_the_first_on(folder: Path, error: int) -> None:
    status, lines = outcome(Failure(folder, 1, error, FOR_EVER), folder)
    assert status == 0
    assert lines[0] == f"write {error}"
    assert "sqlite sqlite" in lines
    assert list(folder.glob("*.sqlite")) == []
    if error == errno.EROFS:
        assert [line.split()[0] for line in lines[:4]] == ["write", "rename", "folder", "dir_fd"]


def test_one_call_fails_and_is_named_and_the_next_is_done(folder: Path, tmp_path: Path) -> None:
    report = tmp_path / "report"
    at_rename = Failure(folder, 3, errno.ENOSPC, report=report)
    assert outcome(at_rename, folder) == (0, [f"rename {errno.ENOSPC}"])
    assert report.read_text() == f"rename {folder}/b\n"
    assert (folder / "a").read_bytes() == b"one"


def test_nothing_fails_elsewhere(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "here too").mkdir()
    failure = Failure(folder, 1, errno.EIO, FOR_EVER)
    assert outcome(failure, tmp_path / "here too") == (0, [])


def test_a_process_is_killed_before_the_call(folder: Path) -> None:
    status, _ = outcome(Failure(folder, 3, 0), folder)
    assert status == -signal.SIGKILL
    assert (folder / "a").exists()


def test_without_a_compiler_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    failing_calls.library.cache_clear()
    with pytest.raises(SystemExit, match="apt-get install gcc libc6-dev"):
        failing_calls.library()
