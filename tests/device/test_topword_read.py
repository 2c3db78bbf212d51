"""TopWord through its pictures: drawn boards with piles, read as the table reads them."""

from __future__ import annotations

import numpy as np
import pytest
from answering import labels, question_of, take
from standins import Evening

from device.session.core.inputs import PictureSettled, ReadingDone
from device.session.core.observation import judged_reading
from device.simulator.named_texts import named_text
from device.table import games
from engine.position import Position
from engine.squares import Square
from engine.variants import load_variant
from hardware.panel.port import Button
from vision.reading import Grid, Picture, Reading, Refusal
from vision.render.board import MARGIN, flat_grid, render_board
from vision.render.glyphs import plain_font
from workshop.rendered.games import pile_look
from workshop.rendered.photograph import (
    Shot,
    Stance,
    lean_of,
    photograph,
    photographed_grid,
    shot_homography,
    spread_of,
)

TOPWORD = load_variant("topword", "fr")
PIXELS, SIZE = 48, (1100, 900)


def drawn(position: Position, stance: Stance) -> tuple[Picture, Grid]:
    """A picture of these piles, and where the board lies in it."""
    rng = np.random.default_rng(3)
    own = pile_look(rng, TOPWORD.layout, {}, [plain_font()])
    spread = spread_of(stance, 10 + 2 * MARGIN)
    flat = render_board(position, own, PIXELS, rng, lean_of(stance), spread)
    shot = Shot(*SIZE, stance)
    matrix = shot_homography(shot, flat.shape[1], flat.shape[0])
    return photograph(flat, shot, rng), photographed_grid(flat_grid(10, PIXELS), matrix)


def after(*words: tuple[str, str]) -> Position:
    """What lies there once these words lie across, each laid over what lay there before."""
    position = Position(10)
    for start, word in words:
        first = Square.parse(start)
        squares = [Square(first.column + i, first.row) for i in range(len(word))]
        new = {s: t for s, t in zip(squares, word, strict=True) if position.at(s) != t}
        position = position.laid(new)
    return position


STEPS = (("E5", "FAN"), ("E5", "FIN"), ("E5", "FINI"), ("E5", "FONI"), ("E5", "FUNI"))
MOST_QUESTIONS = 8
POINTS = {"Ann": 6 + 5 + 7, "Ben": 4 + 6}


def show(evening: Evening, reading: Reading | Refusal) -> Evening:
    """The table as this picture shows it has settled, and is read."""
    now = (
        2.0 * (1 + evening.state.frames.settled_at) if evening.state.frames.settled_at > 0 else 1.0
    )
    evening.reading, evening.now = reading, now
    evening.put(PictureSettled(np.zeros((60, 80, 3), np.uint8), now))
    seen = None if evening.state.seen is None else evening.state.seen.after
    sight = judged_reading(reading, evening.state.board.followed, seen, TOPWORD)
    return evening.put(ReadingDone(sight, now, evening.state.board.turn))


def answer(evening: Evening, lies: Position, word: str) -> int:
    """Answers what is asked, as somebody who sees the table; how many answers it took."""
    for asked in range(MOST_QUESTIONS):
        if not evening.asked:
            return asked
        offered, squares = labels(evening), question_of(evening).squares
        right = [label for label in offered if label.startswith(f"{word} at ")]
        if not right and len(squares) == 1:
            tile = lies.at(squares[0]) or "Nothing"
            right = [tile if tile in offered else named_text("another-letter")]
        assert right, f"{evening.asked} {offered}"
        take(evening, right[0])
    raise AssertionError(f"asked again and again: {evening.asked}")


@pytest.mark.rule("TOP-PLA-04", "TOP-SCO-02")
@pytest.mark.parametrize("tilt", [8, 30])
def test_piles_are_read_and_counted_turn_after_turn(tilt: float) -> None:
    stance = Stance(tilt=tilt, azimuth=30.0)
    read = games._reader(TOPWORD, drawn(Position(10), stance)[1], None)
    evening = Evening(variant=TOPWORD)
    show(evening, read(drawn(Position(10), stance)[0], None))
    asked = 0
    for number, (_, word) in enumerate(STEPS):
        lies = after(*STEPS[: number + 1])
        show(evening, read(drawn(lies, stance)[0], None))
        evening.press((Button.SIDE_1, Button.SIDE_2)[number % 2])
        asked += answer(evening, lies, word)
        assert evening.state.game.state.position == evening.state.board.followed.position == lies
    assert evening.totals == POINTS
    assert asked <= len(STEPS)  # one question a turn at most
