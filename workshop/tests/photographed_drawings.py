"""Drawn photographs of a game, with their truth, for tests of photographed tables."""

import json
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

EMPTY = ["." * 15] * 15
PLAYS: tuple[dict[str, str], ...] = (
    {"H8": "H", "I8": "U", "J8": "T"},
    {"I7": "D", "I9": "U"},
    {"H9": "n", "H10": "D"},
    {"J9": "M"},
)
SQUARE = 20


def rows_with(rows: list[str], tiles: dict[str, str]) -> list[str]:
    board = [list(row) for row in rows]
    for name, tile in tiles.items():
        board[int(name[1:]) - 1][ord(name[0]) - ord("A")] = tile
    return ["".join(row) for row in board]


def drawn(rows: list[str]) -> NDArray[np.uint8]:
    """Bright squares for tiles on a dark board; which, is known by the rows alone."""
    picture = np.full((15 * SQUARE, 15 * SQUARE, 3), 60, np.uint8)
    for r, row in enumerate(rows):
        for c, tile in enumerate(row):
            if tile != ".":
                bright = 130 + 4 * (ord(tile.upper()) % 30)
                left, top = c * SQUARE + 2, r * SQUARE + 2
                picture[top : top + SQUARE - 4, left : left + SQUARE - 4] = bright
    return picture


def written(folder: Path, boards: list[list[str]], notes: dict[int, str]) -> Path:
    photos, far = [], 15 * SQUARE
    corners = [[0, 0], [far, 0], [far, far], [0, far]]
    for number, rows in enumerate(boards):
        file = f"{number:02}.png"
        cv2.imwrite(str(folder / file), drawn(rows))
        note = notes.get(number, "")
        photo = {"file": file, "rows": rows, "corners": corners, "expect": "read", "note": note}
        photos.append(photo)
    truth = {"size": 15, "variant": "classic", "language": "de", "view": "top-down"}
    path = folder / "truth.json"
    path.write_text(json.dumps({**truth, "photos": photos}), encoding="utf-8")
    return path


def boards_of(plays: tuple[dict[str, str], ...]) -> list[list[str]]:
    boards = [EMPTY]
    for tiles in plays:
        boards.append(rows_with(boards[-1], tiles))
    return boards
