"""A journal that was cut off or changed: it opens as far as it is whole, the rest is set aside, and
that is said. workshop/benchmarks/damaged_journals.py tries thousands."""

from __future__ import annotations

import json
import random
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from device.cli.main import main
from device.session.core.effects import Record
from device.storage.games import Keeper
from device.storage.journal import Journal, JournalError
from device.storage.journal_tables import VERSION
from engine.events import Passed
from engine.variants import load_variant
from workshop.benchmarks.damaged_journals import GAMES, PAGE, cuts, flips, judged, kept, made, tried

LOG = f"{GAMES}-wal"


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("closed")
    made(folder, killed=False, games=3, events=8)
    return folder


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("killed")
    made(folder, killed=True, games=3, events=8)
    return folder


@pytest.fixture
def damaged(closed: Path, tmp_path: Path) -> Path:
    """A journal with a byte of its last event changed, where nothing but its sum can tell."""
    shutil.copytree(closed, tmp_path / "state")
    path = tmp_path / "state" / GAMES
    data = path.read_bytes()
    body = kept(closed)[3].events[-1].encode()
    assert data.count(body) == 1
    path.write_bytes(data.replace(body, body.replace(b"Ann", b"Ben")))
    return path


def test_cut_at_any_page_nothing_wrong_is_shown(closed: Path, killed: Path) -> None:
    for folder, name, of in (
        (closed, GAMES, cuts(closed, GAMES)),
        (killed, GAMES, cuts(killed, GAMES)),
        (killed, LOG, iter([*cuts(killed, LOG)][::6])),
    ):
        counts = tried(folder, name, of)
        assert counts["wrong"] == 0, name
        assert counts["whole"] < counts.total(), name
        assert counts["refused"] <= 1, name  # cut to nothing, it says nothing to who reads it


def test_with_bits_flipped_nothing_wrong_is_shown(closed: Path, killed: Path) -> None:
    chance = random.Random(24)
    for folder, name in ((closed, GAMES), (killed, GAMES), (killed, LOG)):
        counts = tried(folder, name, flips(folder, name, 24, chance))
        assert counts["wrong"] == counts["refused"] == 0, name
        assert counts["said"] > 0, name


def test_what_was_changed_is_set_aside_and_the_rest_goes_on(damaged: Path, closed: Path) -> None:
    before, whole = damaged.read_bytes(), kept(closed)
    with closing(Journal(damaged, lambda: 0.0)) as journal:
        games = {line.number: journal.game(line.number) for line in journal.games()}
        assert {number: games[number] for number in (1, 2)} == {n: whole[n] for n in (1, 2)}
        third = games[3]
        assert third is not None
        assert third.events == whole[3].events[:-1]
        assert "game 3 without its last event" in journal.trouble
        aside = next(damaged.parent.glob("games-damaged-*.sqlite"))
        assert str(aside) in journal.trouble
        assert journal.trouble.count("\n") == 0
    assert aside.read_bytes() == before
    assert aside.stat().st_mode & 0o777 == 0o600
    with closing(Journal(damaged, lambda: 0.0)) as journal:
        assert journal.trouble == ""
        assert len(list(damaged.parent.glob("games-damaged-*"))) == 1


def test_who_only_reads_changes_nothing(damaged: Path) -> None:
    before = {path: path.read_bytes() for path in damaged.parent.iterdir()}
    with closing(Journal.open_to_read(damaged)) as journal:
        assert [line.number for line in journal.games()] == [3, 2, 1]
        assert "is damaged" in journal.trouble
    assert {path: path.read_bytes() for path in damaged.parent.iterdir()} == before


def test_history_says_it_in_a_sentence_and_shows_the_rest(tmp_path: Path) -> None:
    path = tmp_path / GAMES
    with closing(Journal(path, lambda: 0.0)) as journal:
        for passes in (2, 4):
            keeper = Keeper.of(journal, load_variant("classic", "en"), ("Ann", "Ben"), None)
            for number in range(passes):
                keeper.keep(Record(number, Passed(("Ann", "Ben")[number % 2])))
    change(path)
    shown = CliRunner().invoke(main, ["history", "--journal", str(path)])
    assert shown.exit_code == 1
    assert len(shown.stdout.splitlines()) == 2
    said = f"tilekeeper: {path} is damaged. Still whole: 1 complete game, game 2 "
    assert shown.stderr.startswith(said)
    assert shown.stderr.count("\n") == 1
    as_json = CliRunner().invoke(main, ["history", "--journal", str(path), "--json"])
    answered = [json.loads(line) for line in as_json.stdout.splitlines()]
    assert [line.get("events") for line in answered] == [None, 3, 2]
    assert "is damaged" in answered[0]["error"]
    whole = CliRunner().invoke(main, ["history", "1", "--journal", str(path)])
    assert whole.exit_code == 1
    assert "classic" in whole.stdout


def change(path: Path) -> None:
    """The last pass of game 2 becomes somebody else's."""
    with closing(sqlite3.connect(path)) as db:
        wanted = "SELECT body, link FROM events WHERE game = 2 AND number = 3"
        body, link = db.execute(wanted).fetchone()
    data = path.read_bytes()
    at = data.rindex(body.encode(), 0, data.rindex(link.encode()))
    path.write_bytes(data[:at] + data[at:].replace(b"Ben", b"Ann", 1))


@pytest.mark.parametrize(
    "spoil",
    [
        lambda db: db.execute(f"PRAGMA user_version = {VERSION - 1}"),
        lambda db: db.execute(f"PRAGMA user_version = {VERSION + 4}"),
        lambda db: db.execute("DELETE FROM events WHERE game = 3 AND number = 2"),
        lambda db: db.execute("DELETE FROM games WHERE game = 2"),
        lambda db: db.execute("UPDATE games SET over = 1 - over WHERE game = 3"),
        lambda db: db.execute("UPDATE clocks SET body = '{}' WHERE game = 1"),
        lambda db: db.execute("ALTER TABLE events RENAME TO evenus"),
        lambda db: db.execute("ALTER TABLE events RENAME COLUMN wall TO well"),
        lambda db: db.execute("DROP TABLE games"),
    ],
)
def test_whatever_else_was_changed_is_noticed(
    closed: Path, tmp_path: Path, spoil: Callable[[sqlite3.Connection], object]
) -> None:
    shutil.copytree(closed, tmp_path / "state")
    db = sqlite3.connect(tmp_path / "state" / GAMES)
    db.execute("PRAGMA secure_delete = OFF")
    spoil(db)
    db.commit()
    db.close()
    (tmp_path / "state" / LOG).unlink(missing_ok=True)
    with closing(Journal.open_to_read(tmp_path / "state" / GAMES)) as journal:
        assert "is damaged" in journal.trouble
    assert judged(tmp_path / "state", kept(closed)) == "said"


def test_a_journal_that_is_empty_all_at_once_is_reported(closed: Path, tmp_path: Path) -> None:
    shutil.copytree(closed, tmp_path / "state")
    (tmp_path / "state" / GAMES).write_bytes(b"")
    with closing(Journal(tmp_path / "state" / GAMES, lambda: 0.0)) as journal:
        assert "lost: games 1, 2 and 3" in journal.trouble
        assert journal.games() == ()


def test_a_journal_that_somebody_took_away_is_begun_again_and_nothing_is_reported(
    closed: Path, tmp_path: Path
) -> None:
    shutil.copytree(closed, tmp_path / "state")
    (tmp_path / "state" / GAMES).unlink()
    with closing(Journal(tmp_path / "state" / GAMES, lambda: 0.0)) as journal:
        assert journal.trouble == ""
        assert journal.begin("head") == 1


def test_what_was_never_a_journal_stays_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(b"Dear Ann, " * 2000)
    with pytest.raises(JournalError, match="no database"):
        Journal(path, lambda: 0.0)
    assert path.read_bytes() == b"Dear Ann, " * 2000
    assert not list(tmp_path.glob("*damaged*"))


def test_heads_longer_than_a_page_are_salvaged_too(tmp_path: Path) -> None:
    path, head = tmp_path / GAMES, "layout: " + "." * 3 * PAGE
    with closing(Journal(path, lambda: 0.0)) as journal:
        for _ in range(2):
            journal.append(journal.begin(head, "{}"), 0, "one" * PAGE)
    data = bytearray(path.read_bytes())
    data[18] ^= 4
    path.write_bytes(data)
    with closing(Journal(path, lambda: 0.0)) as journal:
        assert journal.trouble.startswith(f"{path} was damaged. Saved: 2 complete games.")
        game = journal.game(2)
        assert game is not None
        assert (game.head, game.events) == (head, ("one" * PAGE,))


def test_of_an_older_file_what_can_be_read_is_taken(tmp_path: Path) -> None:
    path = tmp_path / GAMES
    db = sqlite3.connect(path)
    db.executescript(
        "CREATE TABLE games (game INTEGER PRIMARY KEY, head TEXT NOT NULL, wall REAL NOT NULL,"
        " over INTEGER NOT NULL DEFAULT 0, extras TEXT NOT NULL DEFAULT '');"
        "CREATE TABLE events (game INTEGER NOT NULL REFERENCES games (game), number INTEGER NOT"
        " NULL, body TEXT NOT NULL, wall REAL NOT NULL, PRIMARY KEY (game, number));"
        "CREATE TABLE clocks (game INTEGER PRIMARY KEY REFERENCES games (game),"
        " body TEXT NOT NULL);"
        "INSERT INTO games VALUES (1, 'head', 1.5, 0, '{}');"
        "INSERT INTO events VALUES (1, 0, 'one', 2.5), (1, 1, 'two', 3.5);"
        "PRAGMA user_version = 2;"
    )
    db.close()
    data = bytearray(path.read_bytes())
    data[19] ^= 8
    path.write_bytes(data)
    with closing(Journal(path, lambda: 0.0)) as journal:
        assert "was damaged" in journal.trouble
        game = journal.game(1)
        assert game is not None
        assert (game.head, game.events, game.extras) == ("head", ("one", "two"), "{}")


def test_what_cannot_be_set_aside_is_a_sentence(
    damaged: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: Path, __: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("device.storage.journal_damage.replace_file", full)
    before = damaged.read_bytes()
    with pytest.raises(JournalError, match=r"is damaged, and can’t be set aside \("):
        Journal(damaged, lambda: 0.0)
    assert damaged.read_bytes() == before


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    with caplog.at_level("CRITICAL"):
        yield
