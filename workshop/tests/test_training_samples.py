"""The training samples: from a seed alone, with the right shapes, and worth learning from."""

from __future__ import annotations

import numpy as np
import pytest

from engine.position import Position
from engine.squares import Square
from vision.reading import USUAL_LETTERS, VALUES, Grid
from vision.render.glyphs import PILLOWS_OWN, plain_font
from vision.square.classify import PRINTED_VALUES, shipped_description
from workshop.training.samples import (
    ASTRAY,
    BOARD,
    CLASSES,
    CLOSE_CROP,
    CROP,
    NO_VALUE,
    OTHER,
    UNASKED,
    VALUE_CROP,
    VALUE_MIDDLE,
    Looks,
    Samples,
    _class_of,
    _hidden,
    _raised,
    draw_samples,
    draw_whole_boards,
    joined,
)
from workshop.training.scenes import DRAWN, LETTERS, Conditions, Scene

FONTS = (plain_font(), PILLOWS_OWN)


@pytest.fixture(scope="module")
def looks() -> Looks:
    return draw_samples(range(48), FONTS, seed=5)


@pytest.fixture(scope="module")
def samples(looks: Looks) -> Samples:
    return looks.first


def test_shapes_and_classes(samples: Samples) -> None:
    count = len(samples.classes)
    assert samples.crops.shape == (count, CROP, CROP, 3)
    assert samples.crops.dtype == np.uint8
    assert 1000 < count <= 1200
    assert samples.classes.min() >= 0
    assert samples.classes.max() <= OTHER == len(CLASSES) - 1


def test_every_kind_of_square_is_there(samples: Samples) -> None:
    counts = np.bincount(samples.classes, minlength=OTHER + 1)
    assert counts[CLASSES.index(".")] > 100
    assert counts[CLASSES.index("?")] > 5
    assert counts[OTHER] > 5
    alphabet = counts[2 : 2 + len(USUAL_LETTERS)]
    assert (alphabet > 0).all()
    further = counts[2 + len(USUAL_LETTERS) : OTHER]
    assert 0 < further.mean() < alphabet.mean() / 2
    assert (counts[OTHER] > 0).all()


def test_the_close_look_sees_every_tile_and_thing_and_a_few_bare_squares(looks: Looks) -> None:
    first, close = looks.first, looks.close
    assert close.crops.shape == (len(close.classes), CLOSE_CROP, CLOSE_CROP, 3)
    empty = CLASSES.index(".")
    assert np.array_equal(
        first.classes[first.classes != empty], close.classes[close.classes != empty]
    )
    assert np.array_equal(
        first.values[first.classes != empty], close.values[close.classes != empty]
    )
    share = (close.classes == empty).sum() / (first.classes == empty).sum()
    assert 0.2 < share < 0.4


def test_what_is_printed_next_to_the_letter_is_given_where_there_is_a_tile(
    samples: Samples,
) -> None:
    asked = samples.values != UNASKED
    assert not asked[np.isin(samples.classes, (CLASSES.index("."), OTHER))].any()
    assert (np.bincount(samples.values[asked], minlength=len(VALUES)) > 0).all()
    blank = samples.classes == CLASSES.index("?")
    assert set(samples.values[blank & asked]) <= {VALUES.index(0), VALUES.index(None)}


def test_values_are_read_in_the_middle_of_what_the_close_look_sees(looks: Looks) -> None:
    assert looks.close.crops[:1, VALUE_MIDDLE, VALUE_MIDDLE].shape[1:3] == (VALUE_CROP, VALUE_CROP)
    assert shipped_description(PRINTED_VALUES).side == VALUE_CROP
    assert VALUES[NO_VALUE] is None


def test_each_board_is_there_as_a_whole_with_what_lies_on_it(looks: Looks) -> None:
    board = looks.board
    assert board.crops.shape == (48, BOARD, BOARD, 3)
    assert board.classes.shape == board.values.shape == (48, DRAWN, DRAWN)
    known = board.classes != UNASKED
    assert 0.8 < known.mean() < 1.0
    assert (board.values[~known] == UNASKED).all()
    counts = np.bincount(board.classes[known], minlength=OTHER + 1)
    assert min(counts[CLASSES.index(label)] for label in (".", "?", "E")) > 0
    # The same boards as the crops', so that as much of them is bare.
    bare, first = counts[0] / counts.sum(), (looks.first.classes == 0).mean()
    assert bare == pytest.approx(first, abs=0.06)


def test_a_whole_board_is_straightened_on_the_plane_on_which_it_is_cut() -> None:
    rows = ["......", ".A....", "......", "......", "....B.", "......"]
    scene = _scene(rows, [row.translate({ord("."): "0", 65: "1", 66: "1"}) for row in rows])
    corners = np.array(scene.grid.corners)
    assert np.allclose(_raised(scene, corners, 0.0), corners, atol=1e-3)
    above = _raised(scene, corners, 0.25)  # seen from below: tops lie farther up
    assert np.allclose(above, corners + np.array((0, -0.25)), atol=1e-3)


def test_the_same_seed_gives_the_same_samples_in_any_portion() -> None:
    whole = draw_samples(range(4), FONTS, seed=9)
    parts = joined(
        [draw_samples(range(1), FONTS, seed=9), draw_samples(range(1, 4), FONTS, seed=9)]
    )
    pairs = (whole.first, parts.first), (whole.close, parts.close), (whole.board, parts.board)
    for one, other in pairs:
        assert np.array_equal(one.crops, other.crops)
        assert np.array_equal(one.classes, other.classes)
    other = draw_samples(range(4), FONTS, seed=10).first
    assert not np.array_equal(whole.first.classes, other.classes)


def test_crops_are_not_all_alike(samples: Samples) -> None:
    brightness = samples.crops.mean(axis=(1, 2, 3))
    assert brightness.min() < 60
    assert brightness.max() > 190


def _scene(rows: list[str], heights: list[str], turned: dict[Square, int] | None = None) -> Scene:
    """Seen from below the board at 45 degrees; tiles a quarter of a square thick."""
    side = float(DRAWN)
    grid = Grid(((0.0, 0.0), (side, 0.0), (side, side), (0.0, side)), DRAWN)
    position = Position.from_rows(rows, heights)
    picture = np.zeros((8, 8, 3), np.uint8)
    return Scene(picture, grid, position, turned or {}, None, (0.0, -1.0), 0.0, 0.25, True, {})


def test_what_a_pile_hides_is_left_out() -> None:
    scene = _scene(["......", "......", "......", "..A...", ".....B", "......"],
                   ["000000", "000000", "000000", "005000", "000001", "000000"])  # fmt: skip
    pile, behind, flat = Square(2, 3), Square(2, 2), Square(5, 4)
    on_the_board = _hidden(scene, 0.0)
    assert {pile, behind} <= on_the_board  # the letter is seen above, over the empty square
    assert flat not in on_the_board
    assert Square(2, 5) not in on_the_board
    among_tops = _hidden(scene, 5 * 0.25)
    assert pile not in among_tops
    assert flat in among_tops


def test_a_letter_that_lies_wrongly_is_as_often_any_other() -> None:
    square = Square(0, 0)
    rows, heights = ["E....."] + 5 * ["......"], ["100000"] + 5 * ["000000"]
    rng = np.random.default_rng(1)

    def read_as(turned: dict[Square, int]) -> list[str]:
        scene = _scene(rows, heights, turned)
        return [CLASSES[_class_of(square, scene, rng) or 0] for _ in range(300)]

    assert set(read_as({})) == {"E"}
    turned = read_as({square: 2})
    assert 0.3 < turned.count("E") / 300 < 0.55
    assert len(set(turned)) > 20


def test_ordinary_pictures_are_brighter_and_sharper_than_hard_ones() -> None:
    sharp = []
    for conditions in (Conditions.ORDINARY, Conditions.HARD):
        crops = draw_samples(range(24), FONTS, 2, conditions).first.crops.astype(float)
        sharp.append(np.abs(np.diff(crops, axis=2)).mean())
    assert sharp[0] > 1.15 * sharp[1]


def test_a_whole_board_leaves_open_what_letters_that_lie_wrongly_are_called() -> None:
    drawn = draw_whole_boards(range(40), FONTS, seed=5)
    named = draw_samples(range(40), FONTS, seed=5).board
    astray = drawn.classes >= ASTRAY
    assert 0 < astray.mean() < 0.05
    own = drawn.classes - ASTRAY * astray
    assert drawn.crops.shape == named.crops.shape == (40, BOARD, BOARD, 3)
    assert own.max() <= OTHER
    assert own.min() == UNASKED
    letters = [CLASSES.index(letter) for letter in LETTERS]
    assert np.isin(own[astray], letters).all()
