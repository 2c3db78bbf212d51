"""`tilekeeper backup`: all that a household has in one file, while a table runs."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path
from zipfile import ZipFile

import pytest
from household_files import WALL, call, furnish
from other_users import apart, as_other_user
from test_history import QUIZ, keep

from device.storage.journal import Journal, JournalError


@pytest.fixture
def tmp_path(open_tmp_path: Path) -> Path:
    return open_tmp_path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "etc"))
    monkeypatch.setenv("LANGUAGE", "en")
    (tmp_path / "state").mkdir()
    return tmp_path


@pytest.fixture
def state(home: Path) -> Path:
    furnish(home / "state", home / "etc")
    return home / "state"


def names(file: Path) -> set[str]:
    with ZipFile(file) as archive:
        assert archive.testzip() is None
        return set(archive.namelist())


WITHOUT_PICTURES = {
    "backup.json",
    "games.sqlite",
    "tables/kitchen.table",
    "layouts/garden.toml",
    "words/en.txt",
    "screen-language",
    "settings/tilekeeper.toml",
}


@pytest.mark.usefixtures("state")
def test_everything_is_in_one_file_and_pictures_where_they_are_wanted(home: Path) -> None:
    done = call("backup", home / "a.zip")
    size = round((home / "a.zip").stat().st_size / 1000)
    text = f"{home}/a.zip: games: 2, pictures: 0, {size} KB.\n"
    assert (done.exit_code, done.stdout) == (0, text)
    assert names(home / "a.zip") == WITHOUT_PICTURES
    assert (home / "a.zip").stat().st_mode & 0o077 == 0
    data = json.loads(call("backup", home / "b.zip", "--pictures", "--json").stdout)
    assert (data["games"], data["pictures"]) == (2, 3)
    assert set(data["files"]) | {"backup.json"} == names(home / "b.zip")


def test_a_table_that_runs_goes_on_and_what_it_has_kept_is_in_it(home: Path, state: Path) -> None:
    with closing(Journal(state / "games.sqlite", lambda: WALL)) as table:
        number = keep(table, QUIZ)  # it may be in SQLite's log alone
        assert call("backup", home / "a.zip").exit_code == 0
        table.append(number, 1, "later")
        ZipFile(home / "a.zip").extract("games.sqlite", home)
    assert not (home / "games.sqlite-wal").exists()
    with closing(Journal.open_to_read(home / "games.sqlite")) as copy:
        assert copy.trouble == ""
        assert [(line.number, line.events) for line in copy.games()] == [(3, 1), (2, 1), (1, 2)]


def test_what_cannot_be_put_back_is_left_out_and_reported(home: Path, state: Path) -> None:
    (state / "tables/kitchen.table").write_bytes(b"nothing")
    data = (state / "games.sqlite").read_bytes()
    (state / "games.sqlite").write_bytes(data.replace(b"QUIZ", b"QUIP").replace(b"Ann", b"Bob"))
    done = call("backup", home / "a.zip")
    assert done.exit_code == 1
    assert f"{state}/tables/kitchen.table isn’t in the backup: " in done.stderr
    assert f"{state}/games.sqlite is damaged" in done.stderr
    assert names(home / "a.zip") == WITHOUT_PICTURES - {"tables/kitchen.table"}
    with ZipFile(home / "a.zip") as archive:
        assert json.loads(archive.read("backup.json"))["left_out"] == [
            "games.sqlite",
            "tables/kitchen.table",
        ]
    assert (state / "tables/kitchen.table").exists(), "a backup sets nothing aside"


def test_a_backup_that_cannot_be_written_leaves_the_one_before(home: Path, state: Path) -> None:
    done = call("backup", home / "nowhere/a.zip")
    text = f"tilekeeper: Can’t write {home}/nowhere/a.zip (no such folder)"
    assert (done.exit_code, done.stderr.startswith(text)) == (1, True)
    done = call("backup", home)
    text = f"{re.escape(str(home))} is a folder: name a file in it, such as (.+-\\d{{4}}\\.zip)\\."
    assert done.exit_code == 2
    named = re.search(text, done.stderr)
    assert named is not None
    assert call("backup", named[1]).exit_code == 0, "the name that is proposed is a good one"
    assert Path(named[1]).parent == home
    before = sorted(home.iterdir())
    assert call("backup", home / "a.zip").exit_code == 0
    (state / "words/en.txt").chmod(0)
    call("backup", home / "a.zip")
    assert sorted(home.iterdir()) == [home / "a.zip", *before]


@pytest.mark.usefixtures("state")
def test_what_is_no_backup_is_never_replaced(home: Path) -> None:
    """Not even where its file is a zip: a report, or a photo that somebody wants to keep."""
    photo, other = home / "board.jpg", home / "other.zip"
    photo.write_bytes(b"\xff\xd8 as if")
    photo.chmod(0o444)
    with ZipFile(other, "w") as archive:
        archive.writestr("report.json", '{"format": "tilekeeper report", "made": "2026"}')
    pipe = home / "pipe"
    os.mkfifo(pipe)
    for file in (photo, other, pipe, home / "state/games.sqlite"):
        held = file.read_bytes() if file != pipe else None
        done = call("backup", file)
        text = f"{file} already exists, and is something else: name another file."
        assert (done.exit_code, text in done.stderr) == (2, True), done.stderr
        assert pipe.is_fifo() if held is None else file.read_bytes() == held


@pytest.mark.usefixtures("state")
def test_an_older_backup_is_replaced_and_that_is_reported(home: Path) -> None:
    assert json.loads(call("backup", home / "a.zip", "--json").stdout)["replaced"] is None
    with ZipFile(home / "a.zip") as archive:
        made = json.loads(archive.read("backup.json"))["made"]
    done = call("backup", home / "a.zip")
    assert done.exit_code == 0
    day = made[:16].replace("T", " ")
    assert done.stdout.splitlines()[1] == f"It replaces the backup of {day}."
    data = json.loads(call("backup", home / "a.zip", "--json").stdout)
    assert datetime.fromisoformat(data["replaced"]) >= datetime.fromisoformat(made)


@pytest.mark.usefixtures("state")
@pytest.mark.parametrize("folder", ["", "x" * 300])
def test_a_name_that_is_far_too_long_is_reported_in_a_sentence(home: Path, folder: str) -> None:
    before = sorted(home.iterdir())
    done = call("backup", home / folder / ("a" * 300))
    assert (done.exit_code, done.stderr.count("\n")) == (1, 1)
    assert re.search(r"Can’t write /.+ \(", done.stderr)
    assert done.stderr.endswith("); nothing was changed.\n"), "there was no file to stay as it was"
    assert sorted(home.iterdir()) == before


def test_a_backup_before_the_first_game_says_that_none_was_kept(home: Path) -> None:
    (home / "etc").mkdir()
    (home / "etc/tilekeeper.toml").write_text('[table]\nname = "kitchen"\n')
    done = call("backup", home / "a.zip")
    assert done.exit_code == 0
    first, second = done.stdout.splitlines()
    assert "games: 0" in first
    assert second == "No games saved yet."


def test_nothing_to_keep_makes_no_file(home: Path) -> None:
    done = call("backup", home / "a.zip")
    text = f"Nothing to back up in {home}/state: play a game first with `tilekeeper play`."
    assert (done.exit_code, done.stderr) == (1, f"tilekeeper: {text}\n")
    assert not (home / "a.zip").exists()


# --- what is blamed ---


@pytest.mark.parametrize("closed", ["", "tables"])
def test_a_folder_that_cannot_be_read_is_named_and_not_the_target(
    home: Path, state: Path, closed: str
) -> None:
    (home / "out").mkdir()
    (home / "out").chmod(0o777)
    assert call("backup", home / "out/before.zip").exit_code == 0
    (state / closed).chmod(0)

    def do() -> None:
        done = call("backup", home / "out/a.zip")
        text = f"tilekeeper: {state / closed} can’t be read (Permission denied); nothing was"
        assert (done.exit_code, done.stderr.startswith(text)) == (1, True), done.stderr

    as_other_user(do)
    (state / closed).chmod(0o700)
    assert [path.name for path in (home / "out").iterdir()] == ["before.zip"]


def test_where_there_is_no_room_for_a_copy_of_the_games_that_is_reported(
    home: Path, state: Path
) -> None:
    with closing(Journal(state / "games.sqlite", lambda: WALL)) as journal:
        journal.begin("a long head" * 10_000)
    assert call("backup", home / "before.zip").exit_code == 0

    def do() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))
        done = call("backup", home / "a.zip")
        assert done.exit_code == 1
        assert re.search(r"Can’t write .*games\.sqlite \(.+\); nothing was changed", done.stderr)
        assert str(home / "state") not in done.stderr

    apart(do)
    assert not (home / "a.zip").exists()


def test_a_journal_that_stops_being_readable_is_blamed_itself(state: Path, home: Path) -> None:
    class Failing:
        """A card that fails as the file is copied."""

        def backup(self, _: object) -> None:
            error = sqlite3.OperationalError("disk I/O error")
            error.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
            raise error

    with closing(Journal.open_to_read(state / "games.sqlite")) as journal:
        whole, journal._db = journal._db, Failing()  # type: ignore[assignment]
        with pytest.raises(JournalError, match=r"state/games.sqlite can’t be read \(disk I/O"):
            journal.copy_to(home / "copy.sqlite")
        journal._db = whole


LISTED = (
    "games.sqlite",
    "tables/kitchen.table",
    "layouts/garden.toml",
    "words/en.txt",
    "words/fr.dawg",
    "pictures/000001/0000.jpg",
)


@pytest.mark.parametrize("name", LISTED)
@pytest.mark.parametrize("put", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_what_is_no_file_is_left_out_and_not_waited_for(
    home: Path, state: Path, name: str, put: Callable[[Path], object]
) -> None:
    (state / name).unlink(missing_ok=True)
    put(state / name)
    done = call("backup", home / "a.zip", "--pictures")
    assert done.exit_code == 1
    assert name not in names(home / "a.zip")
    assert f"{state}/{name}" in done.stderr
    assert "isn’t a file" in done.stderr
    restored = call("restore", home / "a.zip")
    assert restored.exit_code == 0, restored.stderr
