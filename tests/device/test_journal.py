"""Games survive kill -9 at any event, a full disk and a new version; what is kept can be read
next to the service that keeps it."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from device.session.core.effects import CloseGame, Erase, Record
from device.session.core.setup import Extras, write_extras
from device.storage.games import Keeper, game_of, record_of, unfinished
from device.storage.journal import GameLine, Journal, JournalError, KeptGame
from device.storage.journal_tables import VERSION, GameRow, Sums
from device.storage.salvage import Last, Witness, salvaged
from engine.events import Passed, Played
from engine.layouts import Layout
from engine.records.record import StartingPosition, read_record, write_event
from engine.squares import Square
from engine.variants import load_variant

CLASSIC = load_variant("classic", "en")
SIDES = ("Ann", "Ben")
QUIZ = Played("Ann", {Square(6 + i, 7): letter for i, letter in enumerate("QUIZ")})

LINK = Sums.event(Sums.head(1, "first", ""), 0, "one")
ROW = Sums.game(GameRow(1, "first", 10.0, False, "", 1, LINK))

VERSION_1 = """
CREATE TABLE games (
    game INTEGER PRIMARY KEY, head TEXT NOT NULL, wall REAL NOT NULL,
    over INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE events (
    game INTEGER NOT NULL REFERENCES games (game), number INTEGER NOT NULL, body TEXT NOT NULL,
    wall REAL NOT NULL, PRIMARY KEY (game, number)
);
INSERT INTO games (head, wall, over) VALUES ('first', 10.0, 1), ('second', 20.0, 0);
INSERT INTO events VALUES (2, 0, 'one', 21.0), (2, 1, 'two', 22.0);
PRAGMA journal_mode = WAL;
PRAGMA user_version = 1;
"""
"""The tables as version 1 made them, with two games."""

VERSION_3 = f"""
CREATE TABLE games (
    game INTEGER PRIMARY KEY, head TEXT NOT NULL, wall REAL NOT NULL,
    over INTEGER NOT NULL DEFAULT 0, extras TEXT NOT NULL DEFAULT '',
    count INTEGER NOT NULL DEFAULT 0, last TEXT NOT NULL DEFAULT '', proof TEXT NOT NULL DEFAULT ''
);
CREATE TABLE events (
    game INTEGER NOT NULL REFERENCES games (game), number INTEGER NOT NULL, body TEXT NOT NULL,
    wall REAL NOT NULL, link TEXT NOT NULL DEFAULT '', PRIMARY KEY (game, number)
);
CREATE TABLE clocks (
    game INTEGER PRIMARY KEY REFERENCES games (game), body TEXT NOT NULL,
    proof TEXT NOT NULL DEFAULT ''
);
INSERT INTO games VALUES (1, 'first', 10.0, 0, '', 1, '{LINK}', '{ROW}');
INSERT INTO events VALUES (1, 0, 'one', 11.0, '{LINK}');
PRAGMA journal_mode = WAL;
PRAGMA user_version = 3;
PRAGMA application_id = {0x746B0003};
"""
"""The tables as version 3 made them, with a game that goes on."""

AS_KEPT_IN_VERSION_1 = KeptGame(2, "second", ("one", "two"), wall=20.0)

OTHER_USER = """
import os, sys, urllib.parse  # that user may not read what this Python would load later
from pathlib import Path
from device.storage.journal import Journal, JournalError
if os.getuid() == 0:
    os.setuid(65534)
try:
    print(len(Journal.open_to_read(Path(sys.argv[1])).games()))
except JournalError as error:
    print(error)
"""
"""Reads a journal as a user who may write nothing next to it."""

WRITER = """
import sys, time
from pathlib import Path
from device.storage.journal import Journal
from device.storage.games import Keeper
from device.session.core.effects import Record
from engine.events import Passed
from engine.variants import load_variant
variant = load_variant("classic", "en")
keeper = Keeper.of(Journal(Path(sys.argv[1]), time.time), variant, ("Ann", "Ben"), None)
for number in range(10_000):
    keeper.keep(Record(number, Passed("Ann" if number % 2 == 0 else "Ben")))
    print(number, flush=True)
"""


DATA = Path(__file__).parent.parent / "data"
JOURNALS = DATA / "journals"
RECORDS_OF = {1: 1, 2: 1, 3: 2, 4: 3}
"""The version of the records that a journal of each version holds."""


def journal_at(path: Path) -> Journal:
    return Journal(path, lambda: 1_000.0)


@pytest.fixture(params=range(1, VERSION + 1))
def kept_journal(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, int]:
    """A journal as the program of that version wrote it, and the version."""
    path = tmp_path / "games.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.executescript((JOURNALS / f"version-{request.param}.sql").read_text(encoding="utf-8"))
    return path, request.param


@pytest.fixture
def version_1(tmp_path: Path) -> Path:
    path = tmp_path / "games.sqlite"
    db = sqlite3.connect(path)
    db.executescript(VERSION_1)
    db.close()
    return path


def version_of(path: Path) -> int:
    db = sqlite3.connect(path)
    found = int(db.execute("PRAGMA user_version").fetchone()[0])
    db.close()
    return found


def test_house_rules_and_the_households_board_are_taken_up_again(tmp_path: Path) -> None:
    board = (*["." * 13] * 6, ".....t*......", *["." * 13] * 6)
    variant = load_variant("classic", "en", {"star_doubles": False}, Layout(board))
    journal = journal_at(tmp_path / "games.sqlite")
    keeper = Keeper.of(journal, variant, SIDES, None)
    keeper.keep(Record(0, Played("Ann", {Square(5, 6): "Q", Square(6, 6): "I"})))
    resumed = unfinished(journal)
    journal.close()
    assert resumed is not None
    assert resumed.game.state.variant.layout.size == 13
    assert resumed.game.state.totals["Ann"] == 31


def test_a_game_is_taken_up_again_where_it_was(tmp_path: Path) -> None:
    journal = journal_at(tmp_path / "games.sqlite")
    keeper = Keeper.of(journal, CLASSIC, SIDES, None)
    keeper.keep(Record(0, QUIZ))
    keeper.keep(Record(1, Passed("Ben")))
    journal.close()
    journal = journal_at(tmp_path / "games.sqlite")
    resumed = unfinished(journal)
    assert resumed is not None
    assert resumed.game.events == (QUIZ, Passed("Ben"))
    assert resumed.game.state.totals == {"Ann": 44, "Ben": 0}
    Keeper.of(journal, CLASSIC, SIDES, resumed.number).keep(Record(2, Passed("Ann")))
    again = unfinished(journal)
    assert again is not None
    assert (again.number, len(again.game.events)) == (resumed.number, 3)
    journal.close()


def test_undo_takes_events_out_and_reopens(tmp_path: Path) -> None:
    journal = journal_at(tmp_path / "games.sqlite")
    keeper = Keeper.of(journal, CLASSIC, SIDES, None)
    for event in (Record(0, QUIZ), Record(1, Passed("Ben")), CloseGame()):
        keeper.keep(event)
    assert unfinished(journal) is None
    keeper.keep(Erase(1))
    resumed = unfinished(journal)
    assert resumed is not None
    assert resumed.game.events == (QUIZ,)
    journal.close()


@pytest.mark.parametrize("after", [0, 1, 7])
def test_nothing_shown_is_lost_by_kill_9(tmp_path: Path, after: int) -> None:
    path = tmp_path / "games.sqlite"
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert writer.stdout is not None
    shown = -1
    for line in writer.stdout:
        shown = int(line)
        if shown >= after:
            os.kill(writer.pid, signal.SIGKILL)
            break
    shown = max([shown, *(int(line) for line in writer.stdout.read().split())])
    writer.stdout.close()
    writer.wait()
    journal = journal_at(path)
    resumed = unfinished(journal)
    assert resumed is not None
    kept = len(resumed.game.events)
    assert kept in (shown + 1, shown + 2)  # the next event may have been kept, but not yet shown
    assert not resumed.game.misfits
    journal.close()


def made_newer(db: sqlite3.Connection) -> None:
    """The file says so in both places, as one that the next version writes."""
    (reported,) = db.execute("PRAGMA application_id").fetchone()
    db.execute(f"PRAGMA application_id = {reported + 1}")
    db.execute(f"PRAGMA user_version = {VERSION + 1}")


def test_a_newer_journal_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    journal_at(path).close()
    with sqlite3.connect(path) as db:
        made_newer(db)
    db.close()
    with pytest.raises(JournalError, match="newer tilekeeper"):
        journal_at(path)


def test_a_newer_journal_is_not_read_either(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    journal_at(path).close()
    db = sqlite3.connect(path)
    made_newer(db)
    db.close()
    with pytest.raises(JournalError, match="newer tilekeeper"):
        Journal.open_to_read(path)


def test_journals_of_every_version_are_read_for_ever(kept_journal: tuple[Path, int]) -> None:
    """They hold the games of the records of their time: every kind of event is in them."""
    path, version = kept_journal
    games = {}
    for opened in (Journal.open_to_read, journal_at):  # the second makes it one of today
        with closing(opened(path)) as journal:
            assert journal.trouble == ""
            for line in journal.games():
                kept = journal.game(line.number)
                assert kept is not None
                record = record_of(kept)
                file = f"version-{RECORDS_OF[version]}-kinds-{record.variant}.json"
                expected = read_record((DATA / "records" / file).read_text(encoding="utf-8"))
                assert record.events == expected.events
                assert game_of(kept).state.totals == expected.totals
                assert tuple(map(write_event, record.events)) == kept.events
                assert bool(record.table.answers) == (version >= 4)
                games[record.variant] = record
    assert games["nhl"].table.extras == ({"referee": True} if version >= 2 else {})
    assert games.keys() == {"classic", "nhl", "party"}
    assert len({type(event) for record in games.values() for event in record.events}) >= 21
    assert version_of(path) == VERSION


def test_a_journal_of_version_1_goes_on_as_one_of_today(version_1: Path) -> None:
    journal = journal_at(version_1)
    assert journal.unfinished() == AS_KEPT_IN_VERSION_1
    journal.keep_clock(2, "25:00")
    third = journal.begin("third", "extras")
    assert journal.game(2) == KeptGame(2, "second", ("one", "two"), clock="25:00", wall=20.0)
    assert journal.game(third) == KeptGame(3, "third", (), "extras", wall=1_000.0)
    journal.close()
    assert version_of(version_1) == VERSION
    again = journal_at(version_1)
    assert [game.number for game in again.games()] == [3, 2, 1]
    again.close()


def test_a_journal_of_version_1_can_be_read_and_stays_one(version_1: Path) -> None:
    journal = Journal.open_to_read(version_1)
    assert journal.unfinished() == AS_KEPT_IN_VERSION_1
    assert journal.last_head() == ("second", "")
    assert journal.games() == (
        GameLine(2, "second", 20.0, False, 2),
        GameLine(1, "first", 10.0, True, 0),
    )
    # What a backup compares journals by is newer than it.
    assert journal.stamps() == {}
    assert journal.rows_from(1) == ()
    journal.close()
    assert version_of(version_1) == 1


def test_a_journal_that_is_closed_or_refused_leaves_no_file_open(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with closing(journal_at(path)) as journal:
        journal.append(journal.begin("head"), 0, "one")
        assert open_files_in(tmp_path)
    assert open_files_in(tmp_path) == []
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(JournalError, match="damaged") as refused:
        Journal.open_to_read(path, whole=True)
    # The traceback holds the journal that was not handed out.
    assert open_files_in(tmp_path) == [], refused


def open_files_in(folder: Path) -> list[str]:
    files = [os.path.realpath(each) for each in Path("/proc/self/fd").iterdir()]
    return [file for file in files if file.startswith(str(folder))]


@pytest.fixture
def version_3(tmp_path: Path) -> Path:
    path = tmp_path / "games.sqlite"
    db = sqlite3.connect(path)
    db.executescript(VERSION_3)
    db.close()
    return path


def test_a_journal_of_version_3_goes_on_with_what_is_noted(version_3: Path) -> None:
    reader = Journal.open_to_read(version_3)
    assert reader.game(1) == KeptGame(1, "first", ("one",), wall=10.0)
    journal = journal_at(version_3)
    assert version_of(version_3) == VERSION
    journal.append(1, 1, "two", "asked")
    journal.append(1, 2, "three")
    journal.close_game(1, "asked last")
    journal.close()
    again = journal_at(version_3)
    for opened in (again, reader):
        kept = opened.game(1)
        assert kept is not None
        assert (kept.events, kept.over) == (("one", "two", "three"), True)
        assert kept.notes == ("", "asked", "asked last")
        assert kept.walls == (11.0, 1_000.0, 1_000.0)
        opened.close()


def test_what_was_noted_is_salvaged_and_proved(version_3: Path) -> None:
    journal = journal_at(version_3)
    journal.append(1, 1, "two", "asked")
    journal.close_game(1, "asked last")
    journal.close()
    (saved,) = salvaged(version_3.read_bytes(), b"").games
    assert [event.note for event in saved.events] == ["", "asked\nasked last"]
    assert saved.lost == 0
    db = sqlite3.connect(version_3)
    db.execute("UPDATE events SET beside = 'somebody else asked' WHERE number = 1")
    db.commit()
    db.close()
    opened = Journal.open_to_read(version_3)
    assert "without its last event" in opened.trouble
    opened.close()


def test_undo_takes_back_what_was_noted_with_an_event(tmp_path: Path) -> None:
    journal = journal_at(tmp_path / "games.sqlite")
    game = journal.begin("first")
    journal.append(game, 0, "one", "asked")
    journal.drop(game, 0)
    journal.append(game, 0, "other")
    kept = journal.game(game)
    assert kept is not None
    assert (kept.events, kept.notes) == (("other",), ("",))
    journal.close()


def test_who_reads_version_1_goes_on_reading_when_it_becomes_todays(version_1: Path) -> None:
    reader = Journal.open_to_read(version_1)
    writer = journal_at(version_1)
    writer.begin("third")
    assert [game.head for game in reader.games()] == ["third", "second", "first"]
    assert reader.game(2) == AS_KEPT_IN_VERSION_1
    reader.close()
    writer.close()


def test_a_journal_whose_making_over_fails_stays_as_it_was(version_1: Path) -> None:
    db = sqlite3.connect(version_1)
    db.execute("CREATE TABLE clocks (game)")  # what the second step is going to stumble over
    db.commit()
    db.close()
    with pytest.raises(JournalError, match="games can’t be saved there"):
        journal_at(version_1)
    assert version_of(version_1) == 1
    reader = Journal.open_to_read(version_1)
    assert reader.unfinished() == AS_KEPT_IN_VERSION_1
    reader.close()


def test_a_journal_that_was_cut_off_while_it_was_made_is_finished(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    db = sqlite3.connect(path)
    db.executescript(VERSION_1 + "DELETE FROM events; DELETE FROM games; PRAGMA user_version = 0;")
    db.close()
    journal = journal_at(path)
    assert journal.begin("head", "extras") == 1
    assert journal.last_head() == ("head", "extras")
    journal.close()


def test_games_are_read_while_the_service_writes_them(tmp_path: Path) -> None:
    path = tmp_path / "games & more 100%?.sqlite"
    writer = journal_at(path)
    game = writer.begin("head", "extras")
    reader = Journal.open_to_read(path)
    assert reader.games() == (GameLine(game, "head", 1_000.0, False, 0),)
    writer.append(game, 0, "one")
    assert reader.game(game) == KeptGame(game, "head", ("one",), "extras", wall=1_000.0)
    writer._db.execute("BEGIN IMMEDIATE")
    assert reader.game(game + 1) is None
    writer._db.rollback()
    writer.close_game(game)
    assert reader.games() == (GameLine(game, "head", 1_000.0, True, 1),)
    reader.close()
    writer.close()


def write_one(writer: Journal) -> None:
    writer.append(1, 1, "two")


def write_another_game(writer: Journal) -> None:
    writer.close_game(1)
    writer.begin("next")


def take_back_and_go_on(writer: Journal) -> None:
    writer.drop(1, 0)
    for number in range(3):
        writer.append(1, number, "other")


@pytest.mark.parametrize("happens", [write_one, write_another_game, take_back_and_go_on])
def test_what_is_written_while_a_reader_opens_is_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, happens: Callable[[Journal], None]
) -> None:
    writer = journal_at(tmp_path / "games.sqlite")
    writer.begin("first")
    writer.append(1, 0, "one")
    read, left = Witness.read, [happens]

    def read_a_moment_later(witness: Witness) -> Last | None:
        if left:
            left.pop()(writer)
        return read(witness)

    monkeypatch.setattr(Witness, "read", read_a_moment_later)
    with closing(Journal.open_to_read(writer.path)) as reader:
        assert not left
        assert reader.trouble == ""
        writer.append(writer.rows_from(1)[-1].game, writer.rows_from(1)[-1].count, "later")
        assert reader.rows_from(1) == writer.rows_from(1)  # it looks at the file, not at a copy
    writer.close()


def test_who_reads_can_write_nothing(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    journal_at(path).close()
    reader = Journal.open_to_read(path)
    with pytest.raises(JournalError, match="Can’t write"):
        reader.begin("head")
    assert reader.games() == ()
    assert reader.last_head() is None
    reader.close()


def test_a_journal_that_is_not_there_is_not_made_by_reading(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with pytest.raises(JournalError, match="doesn’t exist: no games saved there yet"):
        Journal.open_to_read(path)
    assert not path.exists()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "or is an empty one"),
        (b"by hand" * 200, "can’t be read"),
    ],
)
def test_what_is_no_journal_cannot_be_read(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "games.sqlite"
    path.write_bytes(content)
    with pytest.raises(JournalError, match=says):
        Journal.open_to_read(path)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may enter, which pytest's own are not."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)
        Path(name).chmod(0o755)


def test_who_may_not_write_next_to_a_journal_is_reported(open_folder: Path) -> None:
    path = open_folder / "games.sqlite"
    journal_at(path).close()
    path.chmod(0o644)
    open_folder.chmod(0o555)
    call = [sys.executable, "-c", OTHER_USER, str(path)]
    output = subprocess.run(call, capture_output=True, text=True, check=True).stdout
    assert output.strip() == (
        f"{path} can’t be read by users who may not write next to it: read it as the user whose "
        "service keeps the games."
    )


def test_a_newer_game_in_it_is_refused_with_a_sentence(tmp_path: Path) -> None:
    journal = journal_at(tmp_path / "games.sqlite")
    journal.begin('{"variant":"classic","language":"en","sides":["Ann","Ben"],"version":99}')
    with pytest.raises(JournalError, match="newer tilekeeper"):
        unfinished(journal)
    journal.close()


@pytest.mark.parametrize("extras", ['{"dice": true}', "{"])
def test_extras_that_cannot_be_read_are_a_sentence(tmp_path: Path, extras: str) -> None:
    journal = journal_at(tmp_path / "games.sqlite")
    journal.begin('{"version":1,"variant":"classic","language":"en","sides":["A","B"]}', extras)
    with pytest.raises(JournalError, match="This game’s extras"):
        unfinished(journal)
    journal.close()


def test_extras_and_clocks_come_back_with_the_game(tmp_path: Path) -> None:
    journal = journal_at(tmp_path / "games.sqlite")
    extras = Extras(referee=True, side_clock=25)
    keeper = Keeper.of(journal, CLASSIC, SIDES, None, extras)
    assert keeper.number is None
    keeper.keep_clock("before anything was kept")
    assert journal.games() == ()
    keeper.keep(Record(0, QUIZ))
    assert keeper.number == 1
    keeper.keep_clock("1500.0 1499.2")
    keeper.keep_clock("1500.0 1498.9")
    resumed = unfinished(journal)
    assert resumed is not None
    assert (resumed.extras, resumed.clock) == (extras, "1500.0 1498.9")
    assert journal.last_head() == (keeper._head, write_extras(extras))
    journal.close()


def test_a_clock_that_cannot_be_kept_is_reported(tmp_path: Path) -> None:
    journal = journal_at(tmp_path / "games.sqlite")
    keeper = Keeper.of(journal, CLASSIC, SIDES, None)
    keeper.keep(Record(0, QUIZ))
    journal._db.execute("PRAGMA query_only = ON")
    with pytest.raises(JournalError, match="Can’t write"):
        keeper.keep_clock("1500.0")
    journal.close()


def test_without_a_journal_nothing_has_a_number() -> None:
    keeper = Keeper.of(None, CLASSIC, SIDES, None)
    keeper.keep(Record(0, QUIZ))
    keeper.keep_clock("1500.0")
    assert keeper.number is None


def test_a_game_that_began_from_a_position_does_so_again(tmp_path: Path) -> None:
    journal = journal_at(tmp_path / "games.sqlite")
    rows = (*["." * 15] * 7, "......QI.......", *["." * 15] * 7)
    start = StartingPosition(rows=rows, totals={"Ann": 22, "Ben": 10})
    keeper = Keeper.of(journal, CLASSIC, SIDES, None, start=start)
    keeper.keep(Record(0, Played("Ann", {Square(8, 7): "S"})))
    kept = journal.unfinished()
    journal.close()
    assert kept is not None
    assert read_record(kept.head).start == start
    game = game_of(kept)
    assert not game.misfits
    assert game.state.totals == {"Ann": 34, "Ben": 10}


def test_a_file_that_is_no_journal_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.write_text("Ann 44, Ben 0 and so on, written by hand in some text editor" * 100)
    with pytest.raises(JournalError, match="games can’t be saved there"):
        journal_at(path)


def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="games can’t be saved there"):
        journal_at(tmp_path / "file" / "games.sqlite")


def test_what_a_full_disk_refused_is_written_later(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    journal = journal_at(path)
    keeper = Keeper.of(journal, CLASSIC, SIDES, None)
    keeper.keep(Record(0, QUIZ))
    # SQLite's own limit answers as a full disk does: "database or disk is full".
    journal._db.execute("PRAGMA max_page_count = 1")
    number = 1
    with pytest.raises(JournalError, match="Can’t write"):  # noqa: PT012  (it depends which)
        while number < 2_000:
            keeper.keep(Record(number, Passed("Ben" if number % 2 else "Ann")))
            number += 1
    journal._db.execute("PRAGMA max_page_count = 100000")
    keeper.keep(Record(number + 1, Passed("Ann" if number % 2 else "Ben")))
    resumed = unfinished(journal)
    assert resumed is not None
    assert len(resumed.game.events) == number + 2
    assert not resumed.game.misfits
    journal.close()


def test_in_a_folder_that_a_group_shares_the_group_may_write_what_lies_next_to_the_journal(
    tmp_path: Path,
) -> None:
    tmp_path.chmod(0o2770)
    before = os.umask(0o027)
    try:
        with closing(Journal(tmp_path / "games.sqlite", lambda: 0.0)) as journal:
            journal.begin("head")
            rights = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert set(rights.values()) == {0o660}
    assert {"games.sqlite-wal", "games.sqlite-shm", "games.sqlite.last"} < rights.keys()


@pytest.mark.parametrize("there", [False, True])
def test_elsewhere_a_journal_is_its_users_alone(tmp_path: Path, there: bool) -> None:
    before = os.umask(0)
    path = tmp_path / "own" / "games.sqlite"
    try:
        if there:  # as an older tilekeeper has made it
            path.parent.mkdir(0o700)
            sqlite3.connect(path).close()
            path.touch(0o644)
        with closing(Journal(path, lambda: 0.0)) as journal:
            journal.begin("head")
            rights = {one.name: one.stat().st_mode & 0o777 for one in path.parent.iterdir()}
    finally:
        os.umask(before)
    assert set(rights.values()) == {0o600}
    assert len(rights) == 4
    assert path.parent.stat().st_mode & 0o777 == 0o700
