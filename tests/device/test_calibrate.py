"""`tilekeeper calibrate`: its corners are those that --corners takes."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from device.cli.main import main
from device.settings.config import parse_corners
from engine.position import Position
from vision.render.board import render_board
from vision.render.look import household_look

TRUE = np.array([[139.5, 99.5], [739.5, 99.5], [739.5, 699.5], [139.5, 699.5]])


@pytest.fixture
def photo(tmp_path: Path) -> Path:
    board = render_board(
        Position.from_rows(["." * 15] * 15), household_look(), 40, np.random.default_rng(2)
    )
    table = np.full((800, 900, 3), (70, 105, 130), np.uint8)
    table[60 : 60 + board.shape[0], 100 : 100 + board.shape[0]] = board
    path = tmp_path / "board.png"
    assert cv2.imwrite(str(path), table)
    return path


def test_what_it_prints_is_what_corners_take(photo: Path) -> None:
    printed = CliRunner().invoke(main, ["calibrate", str(photo)])
    assert printed.exit_code == 0, printed.output
    corners = printed.stdout.strip()
    assert np.allclose(parse_corners(corners), TRUE, atol=5)
    read = CliRunner().invoke(main, ["read", str(photo), "--json", "--corners", corners])
    assert json.loads(read.stdout)["corners"] == [list(p) for p in parse_corners(corners)]


def test_corners_nearby_are_fitted_to_the_lines(photo: Path) -> None:
    near = ",".join(
        str(number) for number in (TRUE + np.array([[4, -3], [-3, 4], [4, 4], [-4, 3]])).flat
    )
    result = CliRunner().invoke(main, ["calibrate", str(photo), "--json", "--corners", near])
    assert np.allclose(json.loads(result.stdout)["corners"], TRUE, atol=5)


def test_a_photo_without_a_board_is_status_1_and_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "wall.png"
    assert cv2.imwrite(str(path), np.full((600, 800, 3), 190, np.uint8))
    result = CliRunner().invoke(main, ["calibrate", str(path), "--draw", str(tmp_path / "o.png")])
    assert result.exit_code == 1
    assert (
        "the board can’t be made out: all of it must be in the picture, flat and well lit"
        in result.stderr
    )
    assert (tmp_path / "o.png").is_file()


@pytest.mark.parametrize(
    ("out", "status"),
    [("seen.txt", 2), ("seen", 2), ("missing.jpg/seen.png", 1), ("none/seen.png", 1)],
)
def test_a_drawing_that_cannot_be_written_is_reported(photo: Path, out: str, status: int) -> None:
    (photo.parent / "missing.jpg").write_text("a file, no folder")
    draw = str(photo.parent / out)
    result = CliRunner().invoke(main, ["calibrate", str(photo), "--draw", draw])
    assert result.exit_code == status
    assert "Traceback" not in result.output
    assert out.split("/")[-1] in result.stderr
    assert not (photo.parent / "none").exists()
