"""State folders in which a pipe or a device lies where a file belongs: nobody waits for it, nobody
reads it to its end, and what can't be had is said. script/fuzz tries what else there is."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from household_files import call
from standins import CLASSIC

from device.addons.hall.publisher import IDENTITY, kept_identity
from device.addons.hall.store import HALL_FILE, HallError, HallStore
from device.session.core.effects import Record
from device.storage.games import Keeper
from device.storage.household import HouseholdWordsError, household_lexicon
from device.storage.journal import GAMES_FILE, Journal, JournalError
from device.storage.salvage import Witness
from device.storage.screen_language import FILE, kept_language
from device.storage.state_file import StateFile, state_file
from device.storage.tables import TableFileError, read_table, table_path
from engine.events import Passed

NO_FILES: dict[str, Callable[[Path], object]] = {
    "a pipe": os.mkfifo,
    "a device without an end": lambda path: path.symlink_to("/dev/zero"),
    "a full disk": lambda path: path.symlink_to("/dev/full"),
}


@pytest.fixture(params=NO_FILES)
def put(request: pytest.FixtureRequest) -> Callable[[Path], object]:
    return NO_FILES[request.param]


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A household with a game."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("LANGUAGE", "en")
    journal = Journal(tmp_path / GAMES_FILE, lambda: 1.0)
    Keeper.of(journal, CLASSIC, ("Ann", "Ben"), None).keep(Record(0, Passed("Ann")))
    journal.close()
    return tmp_path


@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal"])
def test_a_journal_is_not_opened_next_to_what_sqlite_would_wait_for(
    state: Path, put: Callable[[Path], object], ending: str
) -> None:
    put(state / f"{GAMES_FILE}{ending}")
    with pytest.raises(JournalError, match=f"{GAMES_FILE}{ending} isn’t a file"):
        Journal(state / GAMES_FILE, lambda: 1.0)
    done = call("history")
    assert (done.exit_code, done.stderr) == (
        1,
        f"tilekeeper: {state}/{GAMES_FILE} can’t be read ({GAMES_FILE}{ending} isn’t a file).\n",
    )


@pytest.mark.parametrize("ending", ["-wal", "-shm", "-journal"])
def test_what_sqlite_writes_next_to_a_journal_never_lands_in_another_file(
    state: Path, ending: str
) -> None:
    theirs = state / "theirs.txt"
    theirs.write_text("letters home")
    (state / f"{GAMES_FILE}{ending}").unlink(missing_ok=True)
    (state / f"{GAMES_FILE}{ending}").hardlink_to(theirs)
    with pytest.raises(JournalError, match=f"{GAMES_FILE}{ending} is a hard link to another file"):
        Journal(state / GAMES_FILE, lambda: 1.0)
    assert call("history").exit_code == 1
    assert theirs.read_text() == "letters home"


def test_what_is_no_file_is_no_journal(state: Path, put: Callable[[Path], object]) -> None:
    (state / GAMES_FILE).unlink()
    put(state / GAMES_FILE)
    with pytest.raises(JournalError, match="games can’t be saved there"):
        Journal(state / GAMES_FILE, lambda: 1.0)
    assert call("history").exit_code == 1


def test_what_else_is_looked_at_is_not_waited_for(
    state: Path, put: Callable[[Path], object]
) -> None:
    journal = state / GAMES_FILE
    for name in (FILE, f"{GAMES_FILE}.last", state_file(journal).name, IDENTITY):
        (state / name).unlink(missing_ok=True)
        put(state / name)
    assert kept_language(state) is None
    assert Witness(journal).read() is None
    assert kept_identity(state) is None
    words, tables = state / "words", state / "tables"
    for name in (words / "en.txt", words / "fr.dawg", table_path(tables, "own")):
        name.parent.mkdir(exist_ok=True)
        put(name)
    for language, why in (("en", "en.txt can’t be read"), ("fr", "fr.dawg can’t be used")):
        with pytest.raises(HouseholdWordsError, match=rf"{why} \(it isn’t a file"):
            household_lexicon(words, language)
    with pytest.raises(TableFileError, match="can’t be read \\(it isn’t a file"):
        read_table(tables, "own")
    assert StateFile(state_file(journal)).read() == []
    done = call("history")
    assert (done.exit_code, done.stderr, done.stdout.count("\n")) == (0, "", 1)


@pytest.mark.parametrize("ending", ["", "-wal", "-journal"])
def test_a_hall_does_not_keep_anything_there(
    tmp_path: Path, put: Callable[[Path], object], ending: str
) -> None:
    put(tmp_path / f"{HALL_FILE}{ending}")
    with pytest.raises(HallError, match=f"{HALL_FILE}{ending}.*isn’t a file"):
        HallStore(tmp_path)


def test_a_picture_that_is_none_is_left_out_and_reported(
    state: Path, put: Callable[[Path], object]
) -> None:
    folder = state / "pictures" / "000001"
    folder.mkdir(parents=True)
    put(folder / "0000.jpg")
    done = call("history", "1", "--to", "zip", "--output", state / "out.zip")
    assert done.exit_code == 0
    assert "0000.jpg can’t be read (it isn’t a file)." in done.stderr
