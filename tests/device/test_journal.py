"""Games survive kill -9 at any event, newer files are refused, and a full disk is no end."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from device.journal import VERSION, Journal, JournalError, state_directory
from device.keeper import Keeper, unfinished
from device.states import CloseGame, Erase, Record
from engine.events import Passed, Played
from engine.layouts import Layout
from engine.squares import Square
from engine.variants import load_variant

CLASSIC = load_variant("classic", "en")
SIDES = ("Ann", "Ben")
QUIZ = Played("Ann", {Square(6 + i, 7): letter for i, letter in enumerate("QUIZ")})

WRITER = """
import sys, time
from pathlib import Path
from device.journal import Journal
from device.keeper import Keeper
from device.states import Record
from engine.events import Passed
from engine.variants import load_variant
variant = load_variant("classic", "en")
keeper = Keeper.of(Journal(Path(sys.argv[1]), time.time), variant, ("Ann", "Ben"), None)
for number in range(10_000):
    keeper.keep(Record(number, Passed("Ann" if number % 2 == 0 else "Ben")))
    print(number, flush=True)
"""


def journal_at(path: Path) -> Journal:
    return Journal(path, lambda: 1_000.0)


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


def test_a_newer_journal_is_refused_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    journal_at(path).close()
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    db.close()
    with pytest.raises(JournalError, match="newer tilekeeper"):
        journal_at(path)


def test_a_newer_game_in_it_is_refused_with_a_sentence(tmp_path: Path) -> None:
    journal = journal_at(tmp_path / "games.sqlite")
    journal.begin('{"variant":"classic","language":"en","sides":["Ann","Ben"],"version":99}')
    with pytest.raises(JournalError, match="newer tilekeeper"):
        unfinished(journal)
    journal.close()


def test_a_file_that_is_no_journal_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.write_text("Ann 44, Ben 0 and so on, written by hand in some text editor" * 100)
    with pytest.raises(JournalError, match="can't be kept there"):
        journal_at(path)


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(JournalError, match="can't be kept there"):
        journal_at(tmp_path / "file" / "games.sqlite")


def test_what_a_full_disk_refused_is_written_later(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    journal = journal_at(path)
    keeper = Keeper.of(journal, CLASSIC, SIDES, None)
    keeper.keep(Record(0, QUIZ))
    # SQLite's own limit answers as a full disk does: "database or disk is full".
    journal._db.execute("PRAGMA max_page_count = 1")
    number = 1
    with pytest.raises(JournalError, match="can't be written"):  # noqa: PT012  (it depends which)
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


def test_the_state_directory_is_the_services_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/tilekeeper")
    assert state_directory() == Path("/var/lib/tilekeeper")
    monkeypatch.delenv("STATE_DIRECTORY")
    assert state_directory().name == "tilekeeper"
