"""The whole reader on rendered boards: what was laid is what is read, or it is refused."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from engine.layouts import load_layout
from engine.position import Position
from engine.tiles import load_tile_set
from vision.find.snap import farthest_corner
from vision.game.doubt import judge_still
from vision.orientation import Orientation, seek_turn
from vision.reader import BoardReader
from vision.reading import (
    LABELS,
    Crops,
    Grid,
    Picture,
    Probabilities,
    Reading,
    Refusal,
    WayUp,
)
from vision.render.board import flat_grid, render_board
from vision.render.look import household_look
from workshop.rendered.photograph import (
    Shot,
    Stance,
    lean_of,
    photograph,
    photographed_grid,
    shot_homography,
    spread_of,
)

ROWS = (
    "...............",
    "...............",
    "...............",
    "...C...........",
    "...R.......F...",
    "...O.......L...",
    "...W.......A...",
    ".QUIzED..JUMP..",
    "...N.......E...",
    "...............",
    "...............",
    "...............",
    "...............",
    "...............",
    "...............",
)
SHOWN = tuple("".join("?" if tile.islower() else tile for tile in row) for row in ROWS)
PIXELS = 44


@pytest.fixture(scope="module")
def reader() -> BoardReader:
    return BoardReader(load_layout("classic"), load_tile_set("en"))


@pytest.fixture(scope="module")
def board() -> Picture:
    return rendered(ROWS)


@cache
def rendered(rows: tuple[str, ...], colours: bool = True) -> Picture:
    position, look = Position.from_rows(rows), household_look()
    if not colours:
        plain = tuple((kind, look.board.cell) for kind, _ in look.board.premium)
        look = replace(look, board=replace(look.board, premium=plain))
    return render_board(position, look, PIXELS, np.random.default_rng(5))


def on_a_table(board: Picture, quad: list[tuple[float, float]]) -> tuple[Picture, Grid]:
    """The board in perspective on a plain table, and where its grid lies."""
    side = board.shape[0]
    flat = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    view = cv2.getPerspectiveTransform(flat, np.array(quad, np.float32))
    table = np.full((960, 1280, 3), (70, 105, 130), np.uint8)
    noise = np.random.default_rng(1).normal(0, 3, table.shape)
    table = np.clip(table + noise, 0, 255).astype(np.uint8)
    seen = cv2.warpPerspective(board, view, (1280, 960))
    inside = cv2.warpPerspective(np.full(board.shape[:2], 255, np.uint8), view, (1280, 960))
    table[inside > 128] = seen[inside > 128]
    corners = np.array([flat_grid(15, PIXELS).corners], np.float32)
    a, b, c, d = cv2.perspectiveTransform(corners, view)[0].tolist()
    return table, Grid((tuple(a), tuple(b), tuple(c), tuple(d)), 15)


STRAIGHT = [(240.0, 70.0), (1040.0, 80.0), (1050.0, 880.0), (230.0, 890.0)]


@pytest.mark.parametrize("turn", range(4))
def test_a_rendered_board_is_found_whichever_way_it_lies_and_read(
    reader: BoardReader, board: Picture, turn: int
) -> None:
    quad = STRAIGHT[turn:] + STRAIGHT[:turn]
    picture, grid = on_a_table(board, quad)
    reading = reader.read(picture)
    assert isinstance(reading, Reading)
    assert farthest_corner(reading.grid, grid) < 0.25
    assert len(judge_still(reading, load_tile_set("en")).doubts) <= 2
    assert wrong_promises(reading) == []


def test_a_board_is_read_whose_premium_squares_are_marked_by_print_alone(
    reader: BoardReader,
) -> None:
    picture, grid = on_a_table(rendered(ROWS, colours=False), STRAIGHT)
    reading = reader.read(picture)
    assert isinstance(reading, Reading)
    assert farthest_corner(reading.grid, grid) < 0.25
    assert wrong_promises(reading) == []
    again = reader.read(picture, last=reading.lasting_grid)
    assert isinstance(again, Reading)
    assert farthest_corner(again.grid, reading.grid) < 0.1


def test_known_corners_are_taken_as_they_are(reader: BoardReader, board: Picture) -> None:
    picture, grid = on_a_table(board, STRAIGHT)
    reading = reader.read(picture, corners=grid)
    assert isinstance(reading, Reading)
    assert reading.grid == grid


def test_the_last_grid_keeps_its_turn_on_an_empty_board(reader: BoardReader) -> None:
    picture, grid = on_a_table(rendered(("." * 15,) * 15), STRAIGHT[1:] + STRAIGHT[:1])
    reading = reader.read(picture, last=grid)
    assert isinstance(reading, Reading)
    assert farthest_corner(reading.grid, grid) < 0.25
    assert judge_still(reading, load_tile_set("en")).rows == ("." * 15,) * 15


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_the_first_word_settles_the_turn_of_a_board_that_was_seen_empty(
    reader: BoardReader, turn: int
) -> None:
    nothing = ("." * 15,)
    rows = nothing * 7 + (".....QUEEN.....",) + nothing * 7
    quad = STRAIGHT[turn:] + STRAIGHT[:turn]
    last: Grid | None = None
    for shown in (nothing * 15, rows):
        reading = reader.read(on_a_table(rendered(shown), quad)[0], last=last)
        assert isinstance(reading, Reading)
        last = reading.lasting_grid
    assert judge_still(reading, load_tile_set("en")).rows == rows
    assert last is not None
    assert last.way_up is WayUp.SEEN


def test_which_way_up_a_word_lies_is_looked_at_once_and_again_with_the_next_tile(
    reader: BoardReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    sought: list[int] = []

    def counting(crops: Crops, probabilities: Probabilities, *more: object) -> Orientation:
        sought.append(int((probabilities[:, 0] < 0.5).sum()))
        return seek_turn(crops, probabilities, *more)  # type: ignore[arg-type]

    monkeypatch.setattr("vision.reader.seek_turn", counting)
    nothing, last = ("." * 15,), None
    for word in ("SON...", "SON...", "SONIC.", "SONIC."):
        rows = nothing * 7 + ("......." + word + "..",) + nothing * 7
        reading = reader.read(on_a_table(rendered(rows), STRAIGHT)[0], last=last)
        assert isinstance(reading, Reading)
        last = reading.lasting_grid
        assert last.turns.decided
        assert not last.turns.settled
    assert sought == [3, 5]


def test_a_table_without_a_board_is_refused(reader: BoardReader) -> None:
    picture = np.full((960, 1280, 3), (70, 105, 130), np.uint8)
    cv2.rectangle(picture, (300, 200), (900, 700), (200, 210, 220), -1)
    assert reader.read(picture) is Refusal.NO_BOARD


def test_a_board_that_is_cut_off_is_refused(reader: BoardReader, board: Picture) -> None:
    quad = [(x - 500, y) for x, y in STRAIGHT]
    picture, _ = on_a_table(board, quad)
    assert reader.read(picture) in (Refusal.CUT_OFF, Refusal.NO_BOARD)


def test_under_a_strong_reflection_a_board_is_found_and_nothing_promised_of_what_is_hidden(
    reader: BoardReader, board: Picture
) -> None:
    picture, _ = on_a_table(board, STRAIGHT)
    y, x = np.mgrid[0:960, 0:1280].astype(np.float32)
    for left, top in ((480, 300), (480, 500), (800, 600)):
        away = ((x - left) / 420) ** 2 + ((y - top) / 420) ** 2
        white = 0.95 * np.exp(-(away**1.5))[..., None]
        reading = reader.read((picture * (1 - white) + 250 * white).astype(np.uint8))
        assert isinstance(reading, Reading)
        assert wrong_promises(reading) == []


def wrong_promises(reading: Reading, shown: tuple[str, ...] = SHOWN) -> list[tuple[int, int]]:
    """The squares (column, row) that are read wrong without a doubt."""
    still = judge_still(reading, load_tile_set("en"))
    doubted = {doubt.square for doubt in still.doubts}
    return [
        (column, row)
        for row, (answer, true) in enumerate(zip(still.rows, shown, strict=True))
        for column, (a, b) in enumerate(zip(answer, true, strict=True))
        if a != b and (column, row) not in doubted
    ]


def test_a_blurred_board_is_refused_or_doubted_never_misread(
    reader: BoardReader, board: Picture
) -> None:
    picture, grid = on_a_table(board, STRAIGHT)
    blurred = cv2.GaussianBlur(picture, (0, 0), 14)
    reading = reader.read(blurred, corners=grid)
    if isinstance(reading, Reading):
        assert wrong_promises(reading) == []
    else:
        assert reading in (Refusal.BLURRED, Refusal.NO_BOARD)


@pytest.mark.parametrize("azimuth", [70, 110])
def test_thick_tiles_seen_from_a_chair_are_read_where_their_tops_are(
    reader: BoardReader, monkeypatch: pytest.MonkeyPatch, azimuth: float
) -> None:
    look, stance = household_look(), Stance(tilt=50, azimuth=azimuth)
    thick = replace(look, tiles=replace(look.tiles, thickness=0.4))
    rng = np.random.default_rng(5)
    lean, spread = lean_of(stance), spread_of(stance, 17)
    board = render_board(Position.from_rows(ROWS), thick, PIXELS, rng, lean, spread)
    shot = Shot(1600, 1200, stance)
    picture = photograph(board, shot, rng)
    side = board.shape[0]
    grid = photographed_grid(flat_grid(15, PIXELS), shot_homography(shot, side, side))
    reading = reader.read(picture, corners=grid)
    assert isinstance(reading, Reading)
    still = judge_still(reading, load_tile_set("en"))
    assert still.rows == SHOWN
    assert len(still.doubts) <= 6
    monkeypatch.setattr("vision.reader.TOPS_LEAD", np.inf)
    flat = reader.read(picture, corners=grid)
    assert isinstance(flat, Reading)
    assert sure_letters(reading) > sure_letters(flat)


def sure_letters(reading: Reading) -> int:
    best = reading.probabilities.argmax(axis=-1)
    return sum(
        LABELS[int(best[row, column])] == letter and reading.probabilities[row, column].max() > 0.9
        for row, letters in enumerate(SHOWN)
        for column, letter in enumerate(letters)
        if letter.isalpha()
    )


CORNERS = np.array([(0.0, 0.0), (15.0, 0.0), (15.0, 15.0), (0.0, 15.0)])
FIRST_WORD = ("." * 15,) * 7 + (".....QUEEN.....",) + ("." * 15,) * 7


@pytest.mark.parametrize("dark", [0.6, 0.85])
def test_a_board_that_was_seen_is_known_when_a_shade_falls_over_half_of_it(
    reader: BoardReader, dark: float
) -> None:
    picture, _ = on_a_table(rendered(FIRST_WORD), STRAIGHT)
    before = reader.read(picture)
    assert isinstance(before, Reading)
    light = np.where(np.arange(picture.shape[1]) > picture.shape[1] // 2, 1 - dark, 1.0)
    shaded = np.asarray(picture * 0.5 * light[None, :, None], np.uint8)
    fresh = reader.read(shaded)
    assert isinstance(fresh, Refusal) or wrong_promises(fresh, FIRST_WORD) == []
    reading = reader.read(shaded, last=before.lasting_grid)
    assert isinstance(reading, Reading)
    assert wrong_promises(reading, FIRST_WORD) == []


def test_where_a_board_was_believed_to_lie_a_square_off_it_is_not_read(reader: BoardReader) -> None:
    picture, grid = on_a_table(rendered(FIRST_WORD), STRAIGHT)
    a, b, c, d = ((float(x), float(y)) for x, y in grid.pixels_of(np.add(CORNERS, (1, 0))))
    off = Grid((a, b, c, d), 15)
    reading = reader.read(picture, last=off)
    assert isinstance(reading, Refusal) or farthest_corner(reading.grid, grid) < 0.25


def test_letters_that_the_set_does_not_have_are_asked_about_and_named(reader: BoardReader) -> None:
    """Polish tiles, read as English ones: no Ł is an L for sure."""
    rows = tuple(text.ljust(15, ".") for text in ("", "", ".ŁÓDŹ", ".A", ".ŃATKA", ".Ą", *[""] * 9))
    look = household_look(tile_set=load_tile_set("pl"))
    drawn = render_board(Position.from_rows(rows), look, PIXELS, np.random.default_rng(5))
    picture, grid = on_a_table(drawn, STRAIGHT)
    reading = reader.read(picture, corners=grid)
    assert isinstance(reading, Reading)
    asked = {d.square.name: d for d in judge_still(reading, load_tile_set("en")).doubts}
    marked = {"B3": "Ł", "C3": "Ó", "E3": "Ź", "B5": "Ń", "B6": "Ą"}
    assert {name: asked[name].strange for name in marked} == marked
    assert len(asked) <= len(marked) + 2
