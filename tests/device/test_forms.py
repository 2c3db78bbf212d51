"""Every kept game leaves in every form: by its number, while it is played, with its pictures."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from test_history import QUIZ, ZED, keep, picture

from device.cli.main import main
from device.paper.forms import DRAWN, TEXT_FORMS
from device.session.core.setup import Extras, write_extras
from device.storage.journal import Journal
from engine.events import Ended, Passed
from engine.records.gcg import replay_gcg
from engine.records.record import GameRecord, read_record, write_event, write_record


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    return tmp_path


@pytest.fixture
def journal(state: Path) -> Iterator[Journal]:
    opened = Journal(state / "games.sqlite", lambda: 1_772_912_469.0)
    yield opened
    opened.close()


def call(*arguments: object) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)])


def given(*arguments: object) -> bytes:
    result = call(*arguments)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout_bytes


@pytest.mark.parametrize("form", TEXT_FORMS)
def test_history_and_export_give_the_same_game(journal: Journal, form: str) -> None:
    keep(journal, QUIZ, ZED, over=True)
    text = given("history", 1, "--to", form)
    assert text == given("export", "--game", 1, "--to", form)
    assert b"QUIZ" in text or b'"H8":"Q"' in text


@pytest.mark.parametrize("form", DRAWN)
def test_history_draws_into_a_file(journal: Journal, state: Path, form: str) -> None:
    keep(journal, QUIZ, ZED, over=True)
    there, here = state / "one", state / "other"
    given("history", 1, "--to", form, "--output", there)
    given("export", "--game", 1, "--to", form, "--output", here)
    assert there.read_bytes() == here.read_bytes() != b""


def test_a_zip_has_the_texts_and_the_pictures_of_the_plays(journal: Journal, state: Path) -> None:
    number = keep(journal, QUIZ, Passed("Ben"), over=True)
    picture(state, number, 0)
    picture(state, number + 1, 0)
    file = state / "game.zip"
    given("history", number, "--to", "zip", "--output", file)
    with zipfile.ZipFile(file) as zipped:
        assert zipped.namelist() == [
            "game-1.gcg",
            "game-1.json",
            "game-1.csv",
            "game-1.txt",
            "pictures/0000.jpg",
        ]
        assert zipped.read("pictures/0000.jpg") == b"as if"
        assert read_record(zipped.read("game-1.json")).play_again().state.totals["Ann"] == 44
    again = state / "again.zip"
    given("export", state / "games.sqlite", "--game", number, "--to", "zip", "--output", again)
    assert again.read_bytes() == file.read_bytes()


def test_a_zip_of_a_copied_journal_has_the_pictures_next_to_it(state: Path) -> None:
    for name in ("club.sqlite", "games.sqlite"):
        folder = state / "copy" / ("club-pictures" if name[0] == "c" else "pictures") / "000001"
        folder.mkdir(parents=True)
        (folder / "0000.jpg").write_bytes(name.encode())
        with_one_game = Journal(state / "copy" / name, lambda: 0.0)
        keep(with_one_game, QUIZ, over=True)
        with_one_game.close()
        file = state / "out.zip"
        given("export", state / "copy" / name, "--to", "zip", "--output", file)
        with zipfile.ZipFile(file) as zipped:
            assert zipped.read("pictures/0000.jpg") == name.encode()


def test_a_zip_does_without_gcg_where_that_cant_be_and_says_so(
    journal: Journal, state: Path
) -> None:
    keep(journal, Passed("Ann"), variant="topword", over=True)
    file = state / "game.zip"
    result = call("history", 1, "--to", "zip", "--output", file)
    assert result.exit_code == 0
    assert "GCG is for the classic game" in result.stderr
    assert [name[-4:] for name in zipfile.ZipFile(file).namelist()] == ["json", ".csv", ".txt"]


# While it is played


def test_the_running_game_is_given_as_it_stands(journal: Journal) -> None:
    keep(journal, QUIZ, over=True)
    number = keep(journal, QUIZ, ZED)
    text = given("history", "--running", "--to", "gcg")
    assert text == given("export", "--running", "--to", "gcg")
    assert replay_gcg(text).game.state.totals == {"Ann": 44, "Ben": 13}
    assert b"Ben 13" in given("history", "--running") or b"13" in given("history", "--running")
    journal.append(number, 2, write_event(Passed("Ann")))
    assert given("history", "--running", "--to", "gcg").count(b"\n>") == 3


def test_where_no_game_is_played_that_is_reported(journal: Journal, state: Path) -> None:
    keep(journal, QUIZ, over=True)
    for command in (("history", "--running"), ("export", "--running", "--to", "gcg")):
        result = call(*command)
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr == f"tilekeeper: No game is being played in {state}/games.sqlite.\n"


@pytest.mark.parametrize("form", ["gcg", "json", "csv", "sheet"])
def test_points_that_are_hidden_leave_in_no_form(journal: Journal, form: str) -> None:
    head = write_record(GameRecord("classic", "en", ("Ann", "Ben")))
    number = journal.begin(head, write_extras(Extras(hide_scores=True)))
    journal.append(number, 0, write_event(QUIZ))
    for call_of in (("history", number), ("export", "--game", number), ("history", "--running")):
        result = call(*call_of, "--to", form)
        assert (result.exit_code, result.stdout) == (1, "")
        assert "its points stay hidden until it’s over" in result.stderr
    journal.append(number, 1, write_event(Ended({"Ann": "AAEEIIO", "Ben": "RRSSTTO"})))
    journal.close_game(number)
    assert call("history", number, "--to", form).exit_code == 0


def test_what_was_switched_on_stands_in_the_record(journal: Journal) -> None:
    head = write_record(GameRecord("classic", "en", ("Ann", "Ben")))
    extras = Extras(tournament=True, side_clock=25, overtime_points=10)
    number = journal.begin(head, write_extras(extras))
    journal.append(number, 0, write_event(QUIZ))
    notes = json.loads(given("history", number, "--to", "json"))["table"]
    assert notes["extras"] == {"side_clock": 25, "tournament": True}
    assert notes["times"] == [0.0]


def test_what_is_whole_of_a_damaged_journal_leaves_and_the_damage_is_reported(state: Path) -> None:
    path = state / "games.sqlite"
    spoiled = Journal(path, lambda: 0.0)
    keep(spoiled, QUIZ, ZED, over=True)
    spoiled._rows("UPDATE events SET body = ? WHERE number = 1", write_event(Passed("Ben")))
    spoiled.close()
    for command in ("history", 1), ("export", "--game", 1):
        result = call(*command, "--to", "gcg")
        assert (result.exit_code, result.stdout.count("\n>")) == (1, 1)
        assert "without its last event" in result.stderr


@pytest.mark.parametrize(
    "wrong",
    [
        ("history", "--to", "gcg"),
        ("history", 1, "--running"),
        ("history", 1, "--output", "x"),
        ("history", 1, "--to", "zip"),
        ("history", 1, "--to", "gcg", "--json"),
        ("history", 1, "--to", "pdf"),
        ("export", "--game", 1, "--running", "--to", "gcg"),
    ],
)
def test_wrong_calls(journal: Journal, wrong: tuple[object, ...]) -> None:
    keep(journal, QUIZ)
    assert call(*wrong).exit_code == 2
