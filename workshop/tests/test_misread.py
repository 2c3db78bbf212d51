"""workshop/benchmarks/reading_sets/misread.py: what is read wrong is what the sheet shows."""

from __future__ import annotations

import numpy as np

from engine.squares import Square
from engine.tiles import load_tile_set
from vision.reading import LABELS, Grid, Reading
from workshop.benchmarks.reading_sets.misread import CAPTION, NAME, SIDE, misread, sheet

GRID = Grid(((0.0, 0.0), (149.0, 0.0), (149.0, 149.0), (0.0, 149.0)), 15)


def test_wrong_squares_in_question_are_shown_the_surest_first() -> None:
    seen = np.zeros((15, 15, len(LABELS)), np.float32)
    seen[..., 0] = 1
    rows = ["." * 15 for _ in range(15)]
    rows[8] = "..IIQ" + "." * 10
    for column, (read, sure) in enumerate((("L", 0.9), ("L", 0.99), ("Q", 0.99)), 2):
        seen[8, column] = 0
        seen[8, column, LABELS.index(read)] = sure
        seen[8, column, LABELS.index("E")] += 1 - sure
    picture = np.full((150, 150, 3), 200, np.uint8)
    reading = Reading(GRID, seen, np.zeros((15, 15), np.float32))
    asked = {Square(column, 8) for column in range(2, 5)}
    found = misread(picture, GRID, rows, asked, reading, load_tile_set("en"))
    assert [(each.true, each.read) for each in found] == [("I", "L"), ("I", "L")]
    assert found[0].sure > found[1].sure
    drawn = sheet({"I": found, "none": []}, 3)
    assert drawn.shape[0] == 2 * (SIDE + CAPTION + 6)
    shown = drawn[:SIDE, NAME : NAME + 2 * SIDE]
    assert (shown == 200).mean() > 0.9
