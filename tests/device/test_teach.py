"""`tilekeeper teach`: a rendered empty board becomes a layout, and what is unclear a question."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from device.cli import main
from device.household_layouts import find_layout, layouts_folder
from engine.layouts import Layout, load_layout
from engine.position import Position
from engine.squares import Square
from vision.render.board import render_board
from vision.render.look import household_look

CLASSIC = load_layout("classic")


@pytest.fixture
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    return tmp_path / "state"


def photo_of(layout: Layout, path: Path) -> Path:
    """A photo of an empty board on a table, from straight above."""
    n = layout.size
    board = render_board(
        Position.from_rows(["." * n] * n), household_look(layout), 44, np.random.default_rng(2)
    )
    side = board.shape[0] + 120
    table = np.full((side, side + 80, 3), (70, 105, 130), np.uint8)
    table[60 : 60 + board.shape[0], 100 : 100 + board.shape[0]] = board
    assert cv2.imwrite(str(path), table)
    return path


def test_the_variants_own_board_is_known_and_nothing_is_kept(tmp_path: Path, state: Path) -> None:
    photo = photo_of(CLASSIC, tmp_path / "board.png")
    result = CliRunner().invoke(main, ["teach", str(photo)])
    assert result.exit_code == 0, result.output
    assert "No difference from the board of classic" in result.stdout
    assert not layouts_folder(state).exists()


def test_other_squares_are_asked_about_and_the_answer_is_kept(tmp_path: Path, state: Path) -> None:
    corners = [Square.parse(name) for name in ("D1", "L1", "D15", "L15", "A4", "O4", "A12", "O12")]
    changed = CLASSIC.marked(CLASSIC.premium(Square.parse("F2")), corners)
    photo = photo_of(changed, tmp_path / "board.png")
    asked = json.loads(CliRunner().invoke(main, ["teach", str(photo), "--json"]).stdout)
    assert [set(q["squares"]) for q in asked["questions"]] == [{s.name for s in corners}]
    result = CliRunner().invoke(main, ["teach", str(photo), "--name", "ours"], input="\ny\n")
    assert result.exit_code == 0, result.output
    assert find_layout(layouts_folder(state), "ours") == changed
