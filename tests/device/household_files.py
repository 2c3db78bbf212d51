"""A household with something of everything that a backup holds."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import cv2
from click.testing import CliRunner, Result
from test_history import QUIZ, ZED, keep
from test_table_files import a_crop, a_table

from device.cli.main import main
from device.storage.household import OwnWords, keep_layout, keep_own_words
from device.storage.journal import Journal
from device.storage.tables import keep_table
from engine.layouts import load_layout

WALL = 1_772_912_469.0


def furnish(state: Path, configuration: Path) -> None:
    """Two games (one goes on) with pictures, a table, a board, words, a language, settings."""
    with closing(Journal(state / "games.sqlite", lambda: WALL)) as journal:
        keep(journal, QUIZ, ZED, over=True)
        keep(journal, QUIZ)
    for name in ("000001/0000", "000001/0001", "000002/0000"):
        file = state / "pictures" / f"{name}.jpg"
        file.parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(file), a_crop(7))
    keep_table(state / "tables", a_table("kitchen"))
    keep_layout(state / "layouts", "garden", load_layout("classic"), "Taught.")
    keep_own_words(state / "words", "en", OwnWords(frozenset({"ZZZ"}), frozenset()))
    (state / "screen-language").write_text("fr\n")
    configuration.mkdir(exist_ok=True)
    (configuration / "tilekeeper.toml").write_text('[screen]\ntheme = "light"\n')


def change(state: Path, configuration: Path) -> None:
    """Everything is otherwise than it was: another game, other words, another table."""
    with closing(Journal(state / "games.sqlite", lambda: WALL + 9)) as journal:
        journal.drop(2, 0)
        keep(journal, QUIZ)
    (state / "tables/kitchen.table").rename(state / "tables/hall.table")
    (state / "layouts/garden.toml").unlink()
    keep_own_words(state / "words", "en", OwnWords(frozenset({"YYY"}), frozenset()))
    (state / "words/fr.txt").write_text("OUI\n")
    (state / "screen-language").write_text("en\n")
    (configuration / "tilekeeper.toml").write_text('[screen]\ntheme = "dark"\n')


def household_state(state: Path, configuration: Path) -> dict[str, object]:
    """All that a household would see again, by file; games by what is in the journal."""
    found: dict[str, object] = {}
    for folder in ("tables", "layouts", "words", "pictures"):
        for file in sorted((state / folder).rglob("*.*")):
            found[str(file.relative_to(state))] = file.read_bytes()
    found["language"] = (state / "screen-language").read_bytes()
    found["settings"] = (configuration / "tilekeeper.toml").read_bytes()
    if (state / "games.sqlite").exists():
        with closing(Journal.open_to_read(state / "games.sqlite")) as journal:
            assert not journal.trouble
            found["games"] = [journal.game(line.number) for line in journal.games()]
    return found


def journal_of(script: str, path: Path) -> None:
    """A journal of an older version, as a script makes it."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript(script)


def call(*words: object) -> Result:
    """A command, which never shows a traceback."""
    result = CliRunner().invoke(main, [str(word) for word in words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result
