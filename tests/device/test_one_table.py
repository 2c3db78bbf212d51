"""One table a journal: the second one sees who has it, and a killed one holds nothing."""

from __future__ import annotations

import errno
import fcntl
import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli.main import main
from device.storage.journal import Journal
from device.system.process import Holder, TakenError, hold, hold_patiently, lock_file

ME = Holder(os.getpid(), 0.0)
HOLDS = """
import sys, time
from pathlib import Path
from device.system.process import Holder, hold
held = hold(Path(sys.argv[1]), Holder({pid}, 86400.0 * 365, {service}))
print("held", flush=True)
time.sleep(600)
"""


def other_table(journal: Path, *, service: bool = False) -> subprocess.Popen[str]:
    """Another process that holds the journal."""
    code = HOLDS.format(pid="__import__('os').getpid()", service=service)
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(journal)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "held\n"
    return process


def killed(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert process.stdout is not None
    process.stdout.close()


def test_a_second_table_sees_who_has_the_games_and_since_when(tmp_path: Path) -> None:
    journal = tmp_path / "games.sqlite"
    with (
        closing(hold(journal, Holder(4711, 86400.0 * 370))),
        pytest.raises(TakenError) as caught,
    ):
        hold(journal, ME)
    sentence = str(caught.value)
    assert f"{journal} is in use by another tilekeeper (process 4711, since 1971-01-0" in sentence
    assert "stop that one first (kill 4711)" in sentence


def test_a_service_is_stopped_by_its_own_command(tmp_path: Path) -> None:
    journal = tmp_path / "games.sqlite"
    with (
        closing(hold(journal, Holder(4711, 0.0, service=True))),
        pytest.raises(TakenError, match="sudo systemctl stop tilekeeper"),
    ):
        hold(journal, ME)


def test_a_killed_process_holds_nothing(tmp_path: Path) -> None:
    journal = tmp_path / "games.sqlite"
    other = other_table(journal)
    with pytest.raises(TakenError, match=f"process {other.pid}, since"):
        hold(journal, ME)
    killed(other)
    hold(journal, ME).close()


def test_an_appliance_waits_for_the_one_before_it_and_says_so_once(tmp_path: Path) -> None:
    journal, shown = tmp_path / "games.sqlite", list[str]()
    first, naps = hold(journal, ME), list[float]()

    def sleep(seconds: float) -> None:
        naps.append(seconds)
        if len(naps) == 3:
            first.close()

    hold_patiently(journal, ME, 45.0, shown.append, sleep).close()
    assert len(naps) == 3
    assert len(shown) == 1
    assert shown[0].endswith("Waiting for it.")


def test_nobody_waits_for_ever(tmp_path: Path) -> None:
    journal, naps = tmp_path / "games.sqlite", list[float]()
    with closing(hold(journal, ME)), pytest.raises(TakenError):
        hold_patiently(journal, ME, 45.0, lambda _: None, naps.append)
    assert 40.0 <= sum(naps) <= 50.0


@pytest.mark.parametrize("says", [b"", b"{", b"\xff\x00", b'{"pid": "x"}', b"[]", b"[" * 990])
def test_a_lock_that_does_not_say_whose_it_is_holds_all_the_same(
    tmp_path: Path, says: bytes
) -> None:
    journal = tmp_path / "games.sqlite"
    with closing(hold(journal, ME)):
        lock_file(journal).write_bytes(says)
        with pytest.raises(TakenError, match="in use by another tilekeeper: stop that one first"):
            hold(journal, ME)


@pytest.mark.parametrize(
    ("number", "says"),
    [(errno.ENOLCK, "on a disk without locks"), (errno.EACCES, "Can’t lock")],
)
def test_a_disk_without_locks_is_reported_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, says: str
) -> None:
    def refuses(_: int, __: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(fcntl, "flock", refuses)
    held = hold(tmp_path / "games.sqlite", ME)
    assert says in held.trouble
    assert "don’t start a second tilekeeper there" in held.trouble
    held.close()


def test_a_second_play_is_refused_and_reading_goes_on_meanwhile(tmp_path: Path) -> None:
    journal = tmp_path / "games.sqlite"
    Journal(journal, lambda: 0.0).close()
    before = journal.read_bytes()
    other = other_table(journal)
    try:
        second = CliRunner().invoke(main, ["play", "--headless", "--journal", str(journal)])
        history = CliRunner().invoke(main, ["history", "--journal", str(journal)])
    finally:
        killed(other)
    assert second.exit_code == 1
    assert f"process {other.pid}" in second.stderr
    assert second.stderr.count("\n") == 1
    assert history.exit_code == 0
    assert journal.read_bytes() == before


def test_the_group_of_a_shared_folder_may_hold_it_too(tmp_path: Path) -> None:
    tmp_path.chmod(0o2770)
    journal = tmp_path / "games.sqlite"
    hold(journal, ME).close()
    assert lock_file(journal).stat().st_mode & 0o777 == 0o660
    (tmp_path / "own").mkdir(0o700)
    (tmp_path / "own").chmod(0o700)
    hold(tmp_path / "own" / "games.sqlite", ME).close()
    assert lock_file(tmp_path / "own" / "games.sqlite").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("how", ["link", "hard link", "pipe"])
def test_what_somebody_has_laid_in_the_place_of_the_lock_is_left_alone(
    tmp_path: Path, how: str
) -> None:
    journal, other = tmp_path / "games.sqlite", tmp_path / "other"
    other.write_text("all of it")
    other.chmod(0o644)
    if how == "link":
        lock_file(journal).symlink_to(other)
    elif how == "hard link":
        lock_file(journal).hardlink_to(other)
    else:
        os.mkfifo(lock_file(journal))
    held = hold(journal, ME)
    assert "Can’t lock" in held.trouble
    held.close()
    assert other.read_text() == "all of it"
    if how == "link":
        assert other.stat().st_mode & 0o777 == 0o644
