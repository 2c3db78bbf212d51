"""What is left on a running clock, written outside the loop: the newest text, and in its order."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest
from clock_loop import PARTY, SIDES

from device.storage.clock_writer import ClockWriter
from device.storage.games import Keeper
from device.storage.journal import Journal, JournalError

GUARD = 30.0
"""Seconds after which a thread that hangs is given up."""


class Gate:
    """A file on a disk that lets nothing through before it is released."""

    def __init__(self) -> None:
        self.begun, self.open = threading.Event(), threading.Event()
        self.written: list[tuple[int, str]] = []
        self.closed = False

    def keep_clock(self, game: int, body: str) -> None:
        self.begun.set()
        assert self.open.wait(GUARD)
        self.written.append((game, body))

    def close(self) -> None:
        self.closed = True


def test_the_newest_text_counts_and_nobody_waits_for_an_older_one() -> None:
    gate = Gate()
    writer = ClockWriter(lambda: gate)
    writer.write(1, "90")
    assert gate.begun.wait(GUARD)
    for text in ("85", "80", "75"):
        writer.write(1, text)
    assert gate.written == []
    gate.open.set()
    writer.wait()
    assert gate.written == [(1, "90"), (1, "75")]
    writer.close()
    assert gate.closed


def test_what_waits_is_written_before_it_is_closed() -> None:
    gate = Gate()
    writer = ClockWriter(lambda: gate)
    writer.write(1, "90")
    assert gate.begun.wait(GUARD)
    writer.write(2, "60")
    gate.open.set()
    writer.close()
    assert gate.written == [(1, "90"), (2, "60")]
    writer.wait()


def test_a_file_that_cant_be_opened_is_reported_the_next_time_and_tried_again() -> None:
    gate, tries = Gate(), iter([JournalError("No room."), None])
    gate.open.set()

    def open_file() -> Gate:
        if (error := next(tries)) is not None:
            raise error
        return gate

    writer = ClockWriter(open_file)
    writer.write(1, "90")
    writer.wait()
    with pytest.raises(JournalError, match="No room"):
        writer.write(1, "85")
    writer.write(1, "80")
    writer.close()
    assert gate.written[-1] == (1, "80")


def begun(folder: Path) -> tuple[Journal, Keeper]:
    journal = Journal(folder / "games.sqlite", lambda: 0.0)
    return journal, Keeper.of(journal, PARTY, SIDES, journal.begin("head"))


def test_what_is_written_after_a_clock_is_on_the_disk_after_it(tmp_path: Path) -> None:
    journal, keeper = begun(tmp_path)
    for number in range(50):
        keeper.keep_clock(str(number), in_background=True)
        journal.append(1, number, "event")
        other = Journal.open_to_read(tmp_path / "games.sqlite")
        kept = other.game(1)
        other.close()
        assert kept is not None
        assert (kept.clock, len(kept.events)) == (str(number), number + 1)
    journal.close()


def test_a_clock_that_couldnt_be_written_is_reported_with_the_next_one(tmp_path: Path) -> None:
    journal, keeper = begun(tmp_path)
    other = sqlite3.connect(tmp_path / "games.sqlite")
    other.execute("DROP TABLE clocks")
    other.close()
    keeper.keep_clock("90", in_background=True)
    journal.settle()
    with pytest.raises(JournalError, match="Can’t write"):
        keeper.keep_clock("85", in_background=True)
    journal.close()


def test_a_game_that_hasnt_begun_in_the_journal_has_no_clock_there(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "games.sqlite", lambda: 0.0)
    Keeper.of(journal, PARTY, SIDES, None).keep_clock("90", in_background=True)
    assert journal.games() == ()
    journal.close()
