"""The pictures of README.md: a film that moves, is short and small, and shows both sides of it."""

from __future__ import annotations

import io
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from workshop.screen_pictures import front_page

SHORT = """
game classic
sides Ann Ben
lay Ann 8G CAT
press Ann
wait 0.5
"""


def test_an_evening_becomes_a_film(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moments, outcome = front_page.played(SHORT)
    assert outcome.stuck is None
    assert outcome.differences == ()
    first, last = moments[0], moments[-1]
    assert [side.total for side in first.shown.sides] == [0, 0]
    assert [side.total for side in last.shown.sides] == [10, 0]
    assert not np.array_equal(first.seen, last.seen)
    frames = front_page.film([first, last])
    width, height = front_page.SCREEN_SIZE
    assert {frame.shape for frame in frames} == {(height, height + width, 3)}
    with Image.open(io.BytesIO(front_page.as_webp(frames))) as film:
        assert film.n_frames == 2
    front_page.read_as_a_household_does(last.seen, tmp_path / "read.jpg")
    assert "C A T" in capsys.readouterr().out
    assert cv2.imread(str(tmp_path / "read.jpg")) is not None


def test_the_film_of_the_page_is_short_and_small() -> None:
    path = front_page.FOLDER / front_page.FILM
    assert path.stat().st_size < 2_000_000
    seconds = 0.0
    with Image.open(path) as film:
        for number in range(film.n_frames):
            film.seek(number)
            film.load()
            seconds += film.info["duration"] / 1000
    assert 15 < seconds < 25
