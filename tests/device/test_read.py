"""`tilekeeper read` and `watch` as a user calls them: rendered boards, and input that is bad."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from device.cli import read
from device.cli.main import main
from device.cli.read import guess_percents
from device.simulator.named_texts import named_text
from engine.position import Position
from vision.reading import LABELS, Grid, Reading
from vision.render.board import render_board
from vision.render.look import household_look

ROWS = ["..............."] * 7 + ["......CAT......"] + ["..............."] * 7
LATER = ["..............."] * 7 + ["......CATS....."] + ["..............."] * 7


def save_board(path: Path, rows: list[str]) -> Path:
    board = render_board(Position.from_rows(rows), household_look(), 40, np.random.default_rng(2))
    table = np.full((800, 900, 3), (70, 105, 130), np.uint8)
    side = board.shape[0]
    table[60 : 60 + side, 100 : 100 + side] = board
    assert cv2.imwrite(str(path), table)
    return path


def lines_of(words: list[str]) -> tuple[int, list[dict[str, object]], str]:
    result = CliRunner().invoke(main, words)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, [json.loads(x) for x in result.stdout.splitlines()], result.stderr


def test_a_photo_becomes_a_line_with_rows_and_corners(tmp_path: Path) -> None:
    photo = save_board(tmp_path / "board.png", ROWS)
    drawn = tmp_path / "seen.png"
    status, (line,), _ = lines_of(["read", str(photo), "--json", "--draw", str(drawn)])
    assert status == 0
    assert line["found"] is True
    assert line["refused"] is None
    assert line["rows"] == ROWS
    corners = np.array(line["corners"])
    assert np.allclose(
        corners, [[139.5, 99.5], [739.5, 99.5], [739.5, 699.5], [139.5, 699.5]], atol=5
    )
    assert cv2.imread(str(drawn)).shape == (800, 900, 3)


def test_without_json_a_person_can_read_it(tmp_path: Path) -> None:
    photo = save_board(tmp_path / "board.png", ROWS)
    result = CliRunner().invoke(main, ["read", str(photo)])
    assert result.exit_code == 0
    assert "8 . . . . . . C A T" in result.output


def test_files_that_are_no_photos_cost_a_line_each_and_no_other(tmp_path: Path) -> None:
    text = tmp_path / "letter.jpg"
    text.write_text("Dear aunt, the photo is in the other envelope.")
    photo = save_board(tmp_path / "board.png", ROWS)
    missing = tmp_path / "missing.jpg"
    status, lines, error = lines_of(["read", str(missing), str(text), str(photo), "--json"])
    assert status == 1
    assert [line["photo"] for line in lines] == [str(missing), str(text), str(photo)]
    assert "doesn’t exist" in str(lines[0]["error"])
    assert "isn’t a picture" in str(lines[1]["error"])
    assert lines[2]["rows"] == ROWS
    assert "Traceback" not in error


def test_a_photo_of_something_else_is_refused_in_one_word(tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    blobs = cv2.GaussianBlur(rng.integers(0, 255, (700, 900, 3), np.uint8), (0, 0), 25)
    photo = tmp_path / "garden.png"
    assert cv2.imwrite(str(photo), cv2.normalize(blobs, None, 0, 255, cv2.NORM_MINMAX))
    status, (line,), _ = lines_of(["read", str(photo), "--json"])
    assert status == 1
    assert line["found"] is False
    assert line["rows"] is None
    assert line["refused"] in ("no-board", "blurred")


def test_a_damaged_photo_is_refused_as_damaged_and_the_next_is_read(tmp_path: Path) -> None:
    photo = save_board(tmp_path / "board.png", ROWS)
    damaged = tmp_path / "damaged.png"
    data = bytearray(photo.read_bytes())
    data[len(data) // 2] ^= 4
    damaged.write_bytes(data)
    status, lines, error = lines_of(["read", str(damaged), str(photo), "--json"])
    assert status == 1
    assert (lines[0]["found"], lines[0]["rows"], lines[0]["refused"]) == (False, None, "damaged")
    assert lines[1]["rows"] == ROWS
    assert "damaged.png is damaged" in error


def test_a_damaged_picture_of_a_game_is_refused_and_the_game_goes_on(tmp_path: Path) -> None:
    save_board(tmp_path / "01.png", ROWS)
    data = bytearray(save_board(tmp_path / "02.png", LATER).read_bytes())
    data[len(data) // 2] ^= 4
    (tmp_path / "02.png").write_bytes(data)
    save_board(tmp_path / "03.png", LATER)
    status, lines, _ = lines_of(["watch", str(tmp_path), "--json"])
    assert status == 1
    assert [line["refused"] for line in lines] == [None, "damaged", None]
    assert [line["score"] for line in lines] == [10, None, 6]


MANY = [
    "...............",
    "..JUDGE........",
    "....R...F......",
    "....A.ZEBRA....",
    "....S...N......",
    "....P...C......",
    "....QUICKEN....",
    "......E.S......",
    "......L........",
    "......P........",
    *["..............."] * 5,
]


def test_a_mirrored_photo_is_refused_as_mirrored_and_read_where_that_is_given(
    tmp_path: Path,
) -> None:
    photo = save_board(tmp_path / "board.png", MANY)
    mirrored = tmp_path / "mirrored.png"
    assert cv2.imwrite(str(mirrored), cv2.flip(cv2.imread(str(photo)), 1))
    _, (upright,), _ = lines_of(["read", str(photo), "--json"])
    assert upright["rows"] == MANY
    status, (line,), _ = lines_of(["read", str(mirrored), "--json"])
    assert (status, line["refused"]) == (1, "mirrored")
    status, (line,), _ = lines_of(["read", str(mirrored), "--json", "--mirror"])
    assert (status, line["rows"]) == (0, MANY)


@pytest.mark.parametrize("command", ["read", "calibrate", "teach", "enrol"])
def test_a_drawing_never_takes_the_place_of_the_photo(tmp_path: Path, command: str) -> None:
    photo = save_board(tmp_path / "board.png", ROWS)
    before = photo.read_bytes()
    other = tmp_path / "link.png"
    other.hardlink_to(photo)
    for out in (photo, tmp_path / ".." / tmp_path.name / "board.png", other):
        given = [command, str(photo), "--draw", str(out)]
        result = CliRunner().invoke(main, given if command != "teach" else [*given, "--name", "x"])
        assert result.exit_code == 2
        assert "would be overwritten" in result.output
        assert photo.read_bytes() == before


def test_a_drawing_of_the_second_photo_never_takes_the_place_of_the_first(tmp_path: Path) -> None:
    for name in ("a.png", "out-2.png"):
        save_board(tmp_path / name, ROWS)
    photos = [str(tmp_path / name) for name in ("out-2.png", "a.png")]
    result = CliRunner().invoke(main, ["read", *photos, "--draw", str(tmp_path / "out.png")])
    assert result.exit_code == 2
    assert "out-2.png would be overwritten" in result.output


@pytest.mark.parametrize(
    ("out", "status", "says"),
    [("seen", 2, "must end in .png or .jpg"), ("none/deep/seen.png", 1, "no such folder")],
)
@pytest.mark.parametrize("command", ["read", "calibrate", "teach", "enrol"])
def test_a_drawing_that_could_not_be_saved_is_reported_before_anything_is_read(
    tmp_path: Path, command: str, out: str, status: int, says: str
) -> None:
    photo = tmp_path / "board.png"
    photo.write_text(named_text("no-picture"))
    result = CliRunner().invoke(main, [command, str(photo), "--draw", str(tmp_path / out)])
    assert result.exit_code == status
    assert says in result.stderr
    assert "isn’t a picture" not in result.output
    assert list(tmp_path.iterdir()) == [photo]


def test_no_guess_is_reported_as_surer_than_it_is() -> None:
    assert guess_percents([("?", 0.764), (".", 0.236)]) == [("?", 76), (".", 24)]
    assert guess_percents([("N", 0.985), ("M", 0.015)]) == [("N", 98), ("M", 2)]
    assert guess_percents([(".", 0.995), ("?", 0.005)]) == [(".", 99), ("?", 1)]
    assert guess_percents([("Z", 0.9981), ("K", 0.0012)]) == [("Z", 99)]
    assert guess_percents([("Z", 1.0)]) == [("Z", 99)]


def test_an_only_guess_is_reported_with_why_it_is_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is seen is scripted here: from a picture it is as sure as this only now and then."""
    rows = [
        *["..............."] * 7,
        "......JAJ......",
        *["..............."] * 6,
        "..............Z",
    ]
    shares = np.full((15, 15, len(LABELS)), 1e-6, np.float32)
    for row, line in enumerate(rows):
        for column, tile in enumerate(line):
            shares[row, column, LABELS.index(tile)] = 0.9999
    shares[7, 8, LABELS.index("J")] = 0.997  # the set has one J
    # Too little of anything else to be named, and too much of it together to be sure.
    for row, column, label in ((7, 7, "A"), (7, 5, ".")):
        shares[row, column] = 0.0012
        shares[row, column, LABELS.index(label)] = 0.97
    # As seen, of which a hundredth counts where a tile lies alone.
    shares[14, 14, LABELS.index(".")] = 3e-5
    covered = np.zeros((15, 15), np.float32)
    covered[1, 1] = 0.9
    grid = Grid(((0.0, 0.0), (600.0, 0.0), (600.0, 600.0), (0.0, 600.0)), 15)
    monkeypatch.setattr(read, "read_board", lambda *_: Reading(grid, shares, covered))
    photo = save_board(tmp_path / "board.png", rows)
    result = CliRunner().invoke(main, ["read", str(photo), "--language", "de"])
    assert [line for line in result.stdout.splitlines() if "?" in line] == [
        "  B2? empty, but something may be over it",
        "  F8? empty 96%, not quite sure",
        "  H8? A 97%, not quite sure",
        "  I8? J, but the set has fewer of these: is it another language’s?",
        "  O15? Z, but it’s by itself",
    ]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--variant", "chess"], "chess"),
        (["--corners", "1,2,3"], "3 numbers"),
        (["--corners", "a,b,c,d,e,f,g,h"], "isn’t a number"),
    ],
)
def test_a_wrong_call_is_reported_in_a_sentence(
    tmp_path: Path, words: list[str], says: str
) -> None:
    photo = save_board(tmp_path / "board.png", ROWS)
    result = CliRunner().invoke(main, ["read", str(photo), *words])
    assert result.exit_code == 2
    assert says in result.output
    assert "Traceback" not in result.output


def test_a_folder_of_pictures_becomes_a_game(tmp_path: Path) -> None:
    save_board(tmp_path / "01.png", ROWS)
    save_board(tmp_path / "02.png", LATER)
    save_board(tmp_path / "03.png", LATER)
    (tmp_path / "04.jpg").write_text(named_text("no-picture"))
    status, lines, _ = lines_of(["watch", str(tmp_path), "--json"])
    assert status == 1
    assert [line.get("change") for line in lines] == ["play", "play", "none", None]
    assert lines[0]["tiles"] == {"G8": "C", "H8": "A", "I8": "T"}
    assert (lines[0]["score"], lines[1]["score"]) == (10, 6)
    assert lines[1]["words"] == [["CATS", 6]]
    assert lines[1]["doubts"] == []
    assert "error" in lines[3]


@pytest.mark.parametrize("kind", ["missing", "empty"])
def test_a_folder_without_pictures_is_reported_in_a_sentence(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / kind
    if kind == "empty":
        folder.mkdir()
    status, (line,), _ = lines_of(["watch", str(folder), "--json"])
    assert status == 1
    assert str(folder) in str(line["error"])
