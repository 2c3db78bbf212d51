"""Who plays: names that were played under here are found again, and begin the next evening."""

from __future__ import annotations

import time
from pathlib import Path

from device.session.core.setup import Extras, write_extras
from device.storage.games import last_setup, names_played
from device.storage.journal import Journal
from engine.events import Passed
from engine.records.record import GameRecord, write_event, write_record


def keep(kept: Journal, *sides: str) -> None:
    number = kept.begin(write_record(GameRecord("classic", "en", sides)), write_extras(Extras()))
    kept.append(number, 0, write_event(Passed(sides[0])))


def test_names_come_back_the_last_ones_first(tmp_path: Path) -> None:
    kept = Journal(tmp_path / "games.sqlite", time.time)
    keep(kept, "Ann", "Ben")
    keep(kept, "Léa", "Ann", "Tom")
    assert names_played(kept) == ("Léa", "Ann", "Tom", "Ben")
    kept.close()


def test_the_next_evening_begins_with_the_names_of_the_last(tmp_path: Path) -> None:
    kept = Journal(tmp_path / "games.sqlite", time.time)
    keep(kept, "Léa", "Jean-Luc")
    setup = last_setup(kept)
    assert setup is not None
    assert setup.sides == ("Léa", "Jean-Luc")
    kept.close()


def test_a_game_that_cannot_be_read_names_nobody(tmp_path: Path) -> None:
    kept = Journal(tmp_path / "games.sqlite", time.time)
    keep(kept, "Ann", "Ben")
    kept.append(kept.begin("no record"), 0, write_event(Passed("Eve")))
    assert names_played(kept) == ("Ann", "Ben")
    kept.close()


def test_a_new_household_knows_nobody(tmp_path: Path) -> None:
    kept = Journal(tmp_path / "games.sqlite", time.time)
    assert names_played(kept) == ()
    kept.close()
