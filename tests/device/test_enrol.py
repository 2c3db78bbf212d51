"""`tilekeeper enrol` as a household calls it, and what it is worth, on rendered boards."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from device.cli.main import main
from engine.position import Position
from vision.render.board import render_board
from vision.render.glyphs import LetterShape
from vision.render.look import Look, household_look

NOTHING = ["." * 15] * 15
ALPHABET = ["ABCDEFGHIJKLMNO", "PQRSTUVWXYZ....", *NOTHING[2:]]
GAME = [
    *NOTHING[:6],
    "....JACKDAWS...",
    ".......U.......",
    ".......M.......",
    ".......BOXY....",
    ".......L.......",
    ".......EQUINOX.",
    *NOTHING[:3],
]


def odd() -> Look:
    """Letters as no font has them: wide, fat and squarish, worn, on grey tiles."""
    plain = household_look()
    shape = LetterShape(stretch=1.5, squared=0.85, weight=7)
    tiles = replace(
        plain.tiles, colour=(120, 120, 125), ink=(60, 60, 66), shape=shape, engraved=0.9, turn=3.0
    )
    return replace(plain, tiles=tiles)


def photo(path: Path, rows: list[str], seed: int, *, blur: float = 0.0) -> Path:
    board = render_board(Position.from_rows(rows), odd(), 30, np.random.default_rng(seed))
    table = np.full((620, 700, 3), (70, 105, 130), np.uint8)
    side = board.shape[0]
    table[50 : 50 + side, 80 : 80 + side] = board
    if blur:
        table = cv2.GaussianBlur(table, (0, 0), blur).astype(np.uint8)
    assert cv2.imwrite(str(path), table)
    return path


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("photos")
    return {
        "empty": photo(folder / "empty.png", NOTHING, 1),
        "alphabet": photo(folder / "alphabet.png", ALPHABET, 2),
        "again": photo(folder / "again.png", [*NOTHING[:8], *ALPHABET[:2], *NOTHING[:5]], 5),
        "game": photo(folder / "game.png", GAME, 3, blur=1.0),
    }


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    return tmp_path / "state"


def call(*words: object) -> Result:
    result = CliRunner().invoke(main, [str(word) for word in words])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def answers(*words: object) -> list[dict[str, object]]:
    return [json.loads(line) for line in call(*words, "--json").stdout.splitlines()]


def wrong_or_doubted(line: dict[str, object]) -> int:
    rows, doubts = line["rows"], line["doubts"]
    assert isinstance(rows, list)
    assert isinstance(doubts, list)
    cells = zip("".join(rows), "".join(GAME), strict=True)
    return sum(shown != true for shown, true in cells) + len(doubts)


def test_three_photos_teach_the_tiles_and_the_board(photos: dict[str, Path], state: Path) -> None:
    drawn = state.parent / "drawn.png"
    taken = (photos["empty"], photos["alphabet"], photos["again"])
    result = call("enrol", *taken, "--draw", drawn)
    assert result.exit_code == 0
    assert "empty.png: the empty board" in result.stdout
    assert "alphabet.png: 26 tiles" in result.stdout
    assert "own: 26 of 26 letters known, 225 squares of the empty board" in result.stdout
    assert drawn.is_file()
    assert drawn.with_stem("drawn-2").is_file()
    (kept,) = (state / "tables").iterdir()
    assert kept.name == "own.table"
    before, after = (
        wrong_or_doubted(answers("read", photos["game"], *how)[0])
        for how in ((), ("--enrolled", "own"))
    )
    assert before >= 9
    assert after <= before * 0.85


def test_json_says_what_was_learned(photos: dict[str, Path], state: Path) -> None:
    empty, alphabet, table = answers(
        "enrol", photos["empty"], photos["alphabet"], "--name", "kitchen"
    )
    assert empty["learned"] == "empty-board"
    assert alphabet["learned"] == "tiles"
    tiles = alphabet["tiles"]
    assert isinstance(tiles, dict)
    assert (tiles["A1"], tiles["O1"], tiles["A2"], tiles["K2"]) == ("A", "O", "P", "Z")
    assert table["name"] == "kitchen"
    assert table["letters"] == dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 1)
    assert table["missing"] == []
    assert table["board"] == 225
    assert table["file"] == str(state / "tables" / "kitchen.table")


def test_more_photos_add_and_anew_forgets(photos: dict[str, Path]) -> None:
    for expected, more in ((1, ()), (2, ()), (1, ("--anew",))):
        *_, table = answers("enrol", photos["alphabet"], *more)
        letters = table["letters"]
        assert isinstance(letters, dict)
        assert set(letters.values()) == {expected}


def test_a_game_teaches_where_its_rows_are_given(photos: dict[str, Path], tmp_path: Path) -> None:
    (error,) = answers("enrol", photos["game"])
    assert error["trouble"] == "not-arranged"
    assert "--rows" in str(error["error"])
    rows = tmp_path / "rows.txt"
    rows.write_text("\n".join(GAME), encoding="utf-8")
    photo_line, table = answers("enrol", photos["game"], "--rows", rows)
    assert photo_line["learned"] == "tiles"
    letters = table["letters"]
    assert isinstance(letters, dict)
    assert letters["J"] == 1
    assert letters["U"] == 2


def test_what_read_printed_is_taken_as_rows(photos: dict[str, Path], tmp_path: Path) -> None:
    printed = tmp_path / "game.txt"
    printed.write_text(call("read", photos["game"]).stdout, encoding="utf-8")
    (read,) = answers("read", photos["game"])
    assert isinstance(read["rows"], list)
    learned, _ = answers("enrol", photos["game"], "--rows", printed)
    assert learned["learned"] == "tiles"
    assert learned["tiles"] == {
        f"{'ABCDEFGHIJKLMNO'[column]}{row}": "?" if letter.islower() else letter
        for row, line in enumerate(read["rows"], 1)
        for column, letter in enumerate(line)
        if letter != "."
    }


def test_a_row_that_is_missing_a_tile_is_refused(tmp_path: Path, state: Path) -> None:
    rows = [ALPHABET[0].replace("D", "") + "P", "QRSTUVWXYZ.....", *NOTHING[2:]]
    result = call("enrol", photo(tmp_path / "short.png", rows, 4))
    assert result.exit_code == 1
    assert "alphabetical order" in result.stderr
    assert "K2" in result.stderr
    assert not state.exists()


def test_what_is_no_photo_costs_a_line_and_no_other(
    photos: dict[str, Path], tmp_path: Path
) -> None:
    text = tmp_path / "letter.jpg"
    text.write_text("Dear tilekeeper")
    blank = tmp_path / "table.png"
    assert cv2.imwrite(str(blank), np.full((400, 500, 3), 90, np.uint8))
    result = call("enrol", text, blank, photos["alphabet"], "--json")
    first, second, third, table = (json.loads(line) for line in result.stdout.splitlines())
    assert result.exit_code == 1
    assert "isn’t a picture" in first["error"]
    assert second["refused"] == "no-board"
    assert third["learned"] == "tiles"
    assert table["missing"] == []


def test_tables_are_listed_and_forgotten(photos: dict[str, Path]) -> None:
    none = call("enrol", "--list")
    assert (none.exit_code, none.stdout) == (0, "")
    assert none.stderr == "No tables known yet.\n"
    assert call("enrol", "--list", "--json").output == ""
    call("enrol", photos["alphabet"], "--name", "kitchen")
    assert "kitchen: 26 of 26 letters known" in call("enrol", "--list").stdout
    assert "Forgotten." in call("enrol", "--forget", "kitchen").stdout
    assert "No table called 'kitchen'" in call("enrol", "--forget", "kitchen").stdout


def test_a_broken_table_is_named_and_set_aside(photos: dict[str, Path], state: Path) -> None:
    (state / "tables").mkdir(parents=True)
    (state / "tables" / "own.table").write_bytes(b"spilled tea")
    listed = call("enrol", "--list")
    assert listed.exit_code == 1
    assert "own.table.broken-1" in listed.stderr
    assert call("enrol", photos["alphabet"]).exit_code == 0


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), "name at least one photo"),
        (("x.jpg", "--rows", "nowhere.txt"), "doesn’t exist"),
        (("x.jpg", "--rows", "."), ". is a folder: name a file in it."),
        (
            ("x.jpg", "--name", "../x"),
            "can’t be a table’s name: use up to 40 letters, digits, spaces, - and _",
        ),
    ],
)
def test_a_call_that_cannot_be_is_one_sentence(words: tuple[str, ...], expected: str) -> None:
    result = call("enrol", *words)
    assert result.exit_code in (1, 2)
    assert expected in result.stderr


def test_reading_with_an_unknown_table_is_refused(photos: dict[str, Path]) -> None:
    for command, what in (("read", photos["game"]), ("watch", photos["game"].parent)):
        result = call(command, what, "--enrolled", "attic")
        assert result.exit_code == 2
        assert "no table 'attic' is known" in result.stderr
