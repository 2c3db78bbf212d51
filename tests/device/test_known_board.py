"""`tilekeeper report --board`: a board's line for docs/known-boards.md, from what was kept."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from household_files import call
from PIL import Image
from test_history import laid

from device.addons.report import report_command
from device.addons.report.known_board import ASKED_ANYWAY, COLUMNS, is_asked_anyway
from device.language.catalogues import catalogues, read_catalogue
from device.storage.journal import Journal
from engine.events import Event, Passed, Played, Replaced, TileCorrected
from engine.records.record import GameRecord, write_event, write_record
from engine.squares import Square

CAT = laid("Zoé", "G8", "CAT")
DOG = laid("Opa", "G9", "DOG")
QUIZ = laid("Zoé", "H8", "QUIZ")
PAGE = Path(__file__).parents[2] / "docs/known-boards.md"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.setenv("CONFIGURATION_DIRECTORY", str(tmp_path / "etc"))
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setattr(report_command, "plugged_cameras", lambda: ("Camera Module 3",))
    (tmp_path / "state").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def asked(question: str) -> str:
    return json.dumps({"wall": 1.0, "question": question, "answer": "A"})


def kept(
    home: Path,
    when: str,
    events: Iterable[tuple[Event, str]],
    *,
    seen: Iterable[int],
    variant: str = "classic",
    language: str = "en",
    size: tuple[int, int] = (1280, 720),
) -> int:
    """A game of that day with its notes, and pictures of the events in `seen`."""
    began = datetime.fromisoformat(when).timestamp()
    with closing(Journal(home / "state/games.sqlite", lambda: began)) as journal:
        number = journal.begin(write_record(GameRecord(variant, language, ("Zoé", "Opa"))))
        for n, (event, note) in enumerate(events):
            journal.append(number, n, write_event(event), note)
    for place in seen:
        path = home / f"state/pictures/{number:06}/{place:04}.jpg"
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.new("RGB", size).save(path)
    return number


def read(*options: str) -> dict[str, object]:
    done = call("report", "--board", "Deluxe, 1999", "--json", *options)
    assert (done.exit_code, done.stderr) == (0, "")
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_the_line_says_what_was_read_and_asked_in_the_evenings_kept(home: Path) -> None:
    what = "What is on H8?"
    events = [(CAT, asked(what)), (DOG, "\n".join([asked(what), asked("Who challenges?")]))]
    kept(home, "2026-03-07T20:41", events, seen=(0, 1))
    kept(home, "2026-03-08T00:30", [(QUIZ, "")], seen=(0,))  # the same evening still
    kept(home, "2026-03-14T19:00", [(QUIZ, asked(what))], seen=(0,))
    done = call("report", "--board", "Deluxe, 1999")
    assert done.exit_code == 0, done.stderr
    cells = [cell.strip() for cell in done.stdout.strip().strip("|").split("|")]
    assert len(cells) == len(COLUMNS)
    assert cells[:-1] == [
        *("Deluxe, 1999", "classic, en", "Camera Module 3", "1280 × 720"),
        *("2 (3)", "14", "0", "1.5"),
    ]


def test_nothing_private_is_in_it(home: Path) -> None:
    kept(home, "2026-03-07T20:41", [(CAT, asked("Zoé challenges CAT. All valid?"))], seen=(0,))
    done = call("report", "--board", "Deluxe", "--json")
    for secret in ("Zoé", "Opa", "CAT", "2026", str(home), "20:41"):
        assert secret not in done.output


def test_tiles_that_were_put_right_are_counted(home: Path) -> None:
    corrected = TileCorrected(Square.parse("H8"), "O")
    kept(home, "2026-03-07T20:41", [(CAT, ""), (DOG, ""), (corrected, "")], seen=(0, 1))
    assert (read()["tiles"], read()["corrected"]) == (6, 1)
    # A play that had been taken for a pass was missed whole; one of another shape by what differs.
    missed = Replaced(1, laid("Opa", "G9", "DOGS"))
    kept(home, "2026-03-08T20:41", [(CAT, ""), (Passed("Opa"), ""), (missed, "")], seen=(0, 1))
    assert (read()["tiles"], read()["corrected"]) == (13, 5)


def test_a_blank_that_gets_its_letter_was_not_misread(home: Path) -> None:
    squares = [Square.parse(name) for name in ("G8", "H8", "I8")]
    blank = Played("Zoé", dict(zip(squares, "C?T", strict=True)))
    named = TileCorrected(squares[1], "a")
    kept(home, "2026-03-07T20:41", [(blank, ""), (named, "")], seen=(0,))
    assert (read()["tiles"], read()["corrected"]) == (3, 0)
    taken_for = TileCorrected(squares[1], "A")
    kept(home, "2026-03-08T20:41", [(blank, ""), (taken_for, "")], seen=(0,))
    assert read()["corrected"] == 1


def test_only_plays_with_a_picture_and_games_of_one_kind_count(home: Path) -> None:
    kept(home, "2026-03-06T20:00", [(QUIZ, "")], seen=(0,), variant="nhl")
    kept(home, "2026-03-07T20:00", [(CAT, ""), (DOG, "")], seen=(0,))
    kept(home, "2026-03-08T20:00", [(QUIZ, asked("What is on H8?"))], seen=())  # typed
    found = read()
    assert (found["variant"], found["games"], found["evenings"]) == ("classic", 1, 1)
    assert (found["tiles"], found["questions"]) == (3, 0)


def test_pictures_are_kept_smaller_than_a_large_camera_gives_them(home: Path) -> None:
    kept(home, "2026-03-07T20:00", [(CAT, "")], seen=(0,), size=(1600, 900))
    assert "| 1600 × 900 or more |" in str(read()["line"])


def test_names_stay_in_their_column(home: Path) -> None:
    kept(home, "2026-03-07T20:00", [(CAT, "")], seen=(0,))
    line = str(read("--board", " a|b\\ \n c ", "--camera", "c|d")["line"])
    assert line.startswith("| a\\|b\\\\ c | classic, en | c\\|d | 1280 × 720 |")


def test_a_damaged_picture_is_passed_over(home: Path) -> None:
    number = kept(home, "2026-03-07T20:00", [(CAT, ""), (DOG, "")], seen=(0, 1))
    newest = home / f"state/pictures/{number:06}/0001.jpg"
    newest.write_bytes(b"as if")
    assert read()["picture"] == [1280, 720]
    newest.with_name("0000.jpg").write_bytes(b"as if")
    assert call("report", "--board", "Deluxe").exit_code == 1


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (["--board", "Deluxe"], 1, "No picture of a play is saved next to"),
        (
            ["--board", "Deluxe", "--game", "1"],
            2,
            "--board is about all saved games: leave out --g",
        ),
        (["--board", "Deluxe", "board.jpg"], 2, "leave out PHOTO"),
        (["--board", "Deluxe", "--variant", "nhl"], 2, "leave out --variant"),
        (["--board", " \n"], 2, "--board: a name of at most 60 letters"),
        (["--board", "x" * 61], 2, "--board: a name of at most 60 letters"),
        (["--board", "x", "--camera", "\x1b"], 2, "--camera: a name of at most 60 letters"),
        (["--camera", "C920"], 2, "--camera needs a board: add --board."),
    ],
)
def test_what_can_not_be_is_said(home: Path, words: list[str], status: int, says: str) -> None:
    kept(home, "2026-03-07T20:00", [(CAT, "")], seen=())
    done = call("report", *words)
    assert (done.exit_code, done.stdout) == (status, "")
    assert says in done.stderr.replace("\n", " ")


def test_without_games_or_a_camera_it_says_so(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "no games saved there yet" in call("report", "--board", "x").stderr
    kept(home, "2026-03-07T20:00", [(CAT, "")], seen=(0,))
    monkeypatch.setattr(report_command, "plugged_cameras", tuple)
    done = call("report", "--board", "x")
    assert (done.exit_code, "name it with --camera" in done.stderr) == (1, True)
    assert call("report", "--board", "x", "--camera", "C920").exit_code == 0


def test_questions_that_come_anyway_are_the_tables_own() -> None:
    """Under the same text: otherwise they would be counted again."""
    shown = {str(message.id) for message in read_catalogue(catalogues()[0]) if message.id}
    assert [text for text in ASKED_ANYWAY if text not in shown] == []
    assert is_asked_anyway("Ann, Ben challenges QI, SO. All valid?")
    assert not is_asked_anyway(
        "The board is hard to see. Is Who challenges?’s turn right as shown?"
    )


def test_the_page_has_the_lines_columns() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:2] == "| "]
    assert f"| {' | '.join(COLUMNS)} |" in rows
