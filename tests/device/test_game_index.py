"""The list of games out of an index: the same lines, and none of a game that is otherwise."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from household_files import call
from test_history import QUIZ, ZED, keep

from device.cli import history
from device.storage import game_index
from device.storage.journal import Journal, KeptGame
from engine.events import Passed
from engine.game import Game
from engine.records.record import write_event

GAMES = 5


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("CACHE_DIRECTORY", str(tmp_path / "cache"))
    with closing(Journal(tmp_path / "state/games.sqlite", lambda: 9.0)) as journal:
        for number in range(GAMES):
            keep(journal, QUIZ, ZED, over=number != 2)
    return tmp_path / "state"


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The games that were played again, in order."""
    numbers, play = list[int](), history.game_of

    def counted(kept: KeptGame) -> Game:
        numbers.append(kept.number)
        return play(kept)

    monkeypatch.setattr(history, "game_of", counted)
    return numbers


def index_of(tmp_path: Path) -> Path:
    (index,) = (tmp_path / "cache").glob("games-*.index")
    return index


@pytest.mark.parametrize("as_json", [(), ("--json",)])
def test_only_the_newest_game_is_played_again(played: list[int], as_json: tuple[str, ...]) -> None:
    first = call("history", *as_json)
    assert sorted(set(played)) == [1, 2, 3, 4, 5]
    played.clear()
    again = call("history", *as_json)
    assert (again.exit_code, again.stdout) == (0, first.stdout)
    assert set(played) == {5}


def test_a_record_is_made_once_it_is_wanted(played: list[int]) -> None:
    call("history")
    played.clear()
    lines = [json.loads(line) for line in call("history", "--json").stdout.splitlines()]
    assert [line["record"] is None for line in lines] == [False, False, True, False, False]
    assert {1, 2, 4} <= set(played)
    assert 3 not in played, "it isn't over and has no record"


def test_a_game_that_is_otherwise_is_played_again(state: Path, played: list[int]) -> None:
    call("history", "--json")
    with closing(Journal(state / "games.sqlite", lambda: 99.0)) as journal:
        journal.drop(2, 1)
        journal.append(2, 1, write_event(Passed("Ben")))
        journal.append(4, 2, write_event(Passed("Ann")))
        journal.drop(4, 2)
    played.clear()
    lines = {line["game"]: line for line in map(json.loads, _lines())}
    assert {2, 4, 5} == set(played)
    assert lines[2]["totals"] == {"Ann": 44, "Ben": 0}
    assert lines[4]["over"] is False


def _lines() -> list[str]:
    done = call("history", "--json")
    assert done.exit_code == 0, done.stderr
    return done.stdout.splitlines()


def test_the_time_of_an_event_is_part_of_what_is_known(state: Path) -> None:
    """The same turn taken back and laid again has the same sum, and another time."""
    before = {line["game"]: line for line in map(json.loads, _lines())}
    with closing(Journal(state / "games.sqlite", lambda: 99.0)) as journal:
        kept = journal.game(1)
        assert kept is not None
        journal.drop(1, 1)
        journal.append(1, 1, kept.events[1])
        journal.close_game(1)
    after = {line["game"]: line for line in map(json.loads, _lines())}
    assert before[1]["record"]["table"] != after[1]["record"]["table"]
    assert before[2] == after[2]


def test_names_in_it_are_its_users_alone(tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir(0o755)
    call("history", "--json")
    assert index_of(tmp_path).stat().st_mode & 0o777 == 0o600


def test_another_program_believes_none_of_it(
    played: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    call("history")
    played.clear()
    monkeypatch.setattr(game_index, "_program", lambda: "another one")
    call("history")
    assert set(played) == {1, 2, 3, 4, 5}


def test_what_is_gone_from_the_journal_is_forgotten(tmp_path: Path, state: Path) -> None:
    call("history")
    with closing(sqlite3.connect(index_of(tmp_path))) as index:
        assert index.execute("SELECT count(*) FROM games").fetchone() == (GAMES - 1,)
    with closing(Journal(state / "games.sqlite", lambda: 99.0)) as journal:
        journal.drop(1, 0)
    call("history")
    with closing(sqlite3.connect(index_of(tmp_path))) as index:
        assert index.execute("SELECT count(*) FROM games").fetchone() == (GAMES - 1,)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda index: index.write_bytes(b"no database at all" * 100),
        lambda index: index.write_bytes(index.read_bytes()[:5000]),
        lambda index: (index.unlink(), index.mkdir()),
        lambda index: _change(index, "UPDATE games SET line = 'x'"),
        lambda index: _change(index, "UPDATE games SET record = 'x'"),
        lambda index: _change(index, "UPDATE games SET record = NULL"),
        lambda index: _change(index, "DROP TABLE games"),
    ],
)
def test_an_index_that_is_damaged_changes_no_line(tmp_path: Path, spoil: object) -> None:
    assert callable(spoil)
    first = _lines()
    spoil(index_of(tmp_path))
    assert _lines() == first
    assert _lines() == first


def _change(index: Path, statement: str) -> None:
    with closing(sqlite3.connect(index)) as db:
        db.execute(statement)
        db.commit()


def test_where_nothing_can_be_kept_every_game_is_played_again(
    tmp_path: Path, played: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("CACHE_DIRECTORY", str(tmp_path / "file" / "below"))
    for _ in range(2):
        assert call("history").exit_code == 0
    assert sorted(played) == sorted([1, 2, 3, 4, 5, 5] * 2)


def test_a_page_has_a_hundred_games_and_the_last_one_the_rest(
    monkeypatch: pytest.MonkeyPatch, played: list[int]
) -> None:
    monkeypatch.setattr(history, "A_PAGE", 2)
    whole = call("history").stdout.splitlines()
    assert call("history", "--page", "1").stdout.splitlines() == whole[:2]
    played.clear()
    assert call("history", "--page", "3").stdout.splitlines() == whole[4:]
    assert played == []
    numbers = [
        json.loads(line)["game"]
        for line in call("history", "--page", 2, "--json").stdout.splitlines()
    ]
    assert numbers == [3, 2]
    none = call("history", "--page", "4")
    assert (none.exit_code, none.stderr) == (
        1,
        "tilekeeper: There’s no page 4: the last one is 3.\n",
    )
    assert call("history", "--page", "1", "2").exit_code == 2
    assert call("history", "--page", "1", "--statistics").exit_code == 2
    assert call("history", "--page", "0").exit_code == 2
