"""Tiles of several letters drawn, and the small network that is fitted to them."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from engine.tiles import DIGRAPHS
from vision.render.glyphs import CANVAS, LetterShape, plain_font, several_letters
from vision.square.several_letters import CLASSES
from workshop.several_letters.__main__ import write
from workshop.several_letters.drawing import drawn_squares
from workshop.several_letters.fitting import Seen, figures_of, fit
from workshop.training.scenes import Conditions

MADE_FOR = ("a first look", "a close one")


def seen_of(classes: np.ndarray[tuple[int], np.dtype[np.int64]], seed: int) -> Seen:
    """What networks might see that tell each class by a feature of its own."""
    rng = np.random.default_rng(seed)
    first, close = (rng.uniform(0, 0.3, (len(classes), 24)).astype(np.float32) for _ in range(2))
    first[np.arange(len(classes)), classes] += 2
    return Seen(first, close, classes)


def test_letters_side_by_side_are_as_narrow_as_they_must_be() -> None:
    font, shape = plain_font(), LetterShape()
    for widest in (40, 90, 400):
        columns = np.flatnonzero(several_letters(font, "NG", shape, widest).max(axis=0))
        assert np.ptp(columns) < min(widest, CANVAS)
    narrow, wide = (several_letters(font, "NG", shape, widest) for widest in (40, 90))
    assert np.ptp(np.flatnonzero(narrow.max(axis=0))) < np.ptp(np.flatnonzero(wide.max(axis=0)))


def test_the_squares_of_a_board_follow_from_its_number() -> None:
    fonts = (plain_font(),)
    one, again = (drawn_squares(3, fonts, Conditions.ORDINARY) for _ in range(2))
    assert np.array_equal(one.first, again.first)
    assert len(one.first) == len(one.close) == len(one.classes) > 0
    assert 0 < one.classes.max() < len(CLASSES) == len(DIGRAPHS) + 1


def test_what_is_fitted_tells_the_tiles_apart_and_is_written_whole(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    classes = rng.integers(0, len(CLASSES), 4000)
    held_back = seen_of(rng.integers(0, len(CLASSES), 500), 2)
    net = fit(seen_of(classes, 3), held_back, MADE_FOR, epochs=30, seed=4)
    figures = figures_of(net, held_back)
    assert figures.right > 0.95
    assert figures.taken_for_several < 0.02
    write(net, tmp_path / "net.npz")
    with np.load(tmp_path / "net.npz") as data:
        assert tuple(data["made_for"].tolist()) == MADE_FOR
        assert np.allclose(data["inner"], net.layers[0][0], atol=1e-2)
