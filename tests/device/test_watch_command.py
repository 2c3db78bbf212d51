"""`tilekeeper watch` on a folder of a game: a board turned a quarter between all pictures, a play
taken back, a picture of nothing. Bad input and the plain text: tests/device/test_read.py."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
from click.testing import CliRunner

from device.cli.main import main
from engine.position import Position
from vision.render.board import render_board
from vision.render.look import household_look

EMPTY = ["..............."] * 15
FIRST = [*EMPTY[:7], "......HOUSE....", *EMPTY[:7]]
SECOND = [*EMPTY[:6], ".......F.......", FIRST[7], ".......R.......", *EMPTY[:6]]
GAME = [EMPTY, FIRST, SECOND, FIRST, SECOND]


def save(path: Path, rows: list[str], quarters: int) -> None:
    """The board on a table, turned so many quarters clockwise."""
    look = household_look()
    board = render_board(Position.from_rows(rows), look, 36, np.random.default_rng(2))
    table = np.full((760, 860, 3), (70, 105, 130), np.uint8)
    side = board.shape[0]
    table[60 : 60 + side, 100 : 100 + side] = np.rot90(board, -quarters)
    assert cv2.imwrite(str(path), table)


def watched(folder: Path) -> list[dict[str, object]]:
    result = CliRunner().invoke(main, ["watch", str(folder), "--json"])
    assert result.exit_code == 0, result.output
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_game_on_a_board_that_is_turned_after_every_turn(tmp_path: Path) -> None:
    for number, rows in enumerate(GAME):
        save(tmp_path / f"{number}.png", rows, number)
    lines = watched(tmp_path)
    assert [line["change"] for line in lines] == ["none", "play", "play", "withdrawn", "play"]
    assert [line["rows"] for line in lines] == GAME
    assert lines[2]["tiles"] == {"H7": "F", "H9": "R"}
    assert lines[3]["withdrawn"] == {"H7": "F", "H9": "R"}


def test_a_picture_without_a_board_changes_nothing(tmp_path: Path) -> None:
    save(tmp_path / "0.png", FIRST, 0)
    assert cv2.imwrite(str(tmp_path / "1.png"), np.full((760, 860, 3), 90, np.uint8))
    save(tmp_path / "2.png", SECOND, 0)
    lines = watched(tmp_path)
    assert lines[1]["refused"] is not None
    assert lines[1]["rows"] == FIRST
    assert lines[2]["change"] == "play"
