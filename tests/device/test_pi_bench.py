"""The figures for a Pi: each thing is measured once here, and the disk is left as it was."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import cv2
import pytest

from device.cli import doctor_trials
from device.cli.doctor_trials import figures, machine_line
from device.language.texts import Texts
from engine.variants import load_variant
from vision.reader import BoardReader
from vision.reading import Reading

photograph = cache(doctor_trials._photograph)


@pytest.fixture(autouse=True)
def drawn_once_and_threads_as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(doctor_trials, "_photograph", photograph)
    threads = cv2.getNumThreads()
    yield
    cv2.setNumThreads(threads)


def test_every_figure_is_measured(tmp_path: Path) -> None:
    found = list(figures(tmp_path, runs=1, commits=3))
    assert [figure.key for figure in found] == [
        "warp",
        "canny",
        "area-resize",
        "classify",
        "read-anew",
        "read-again",
        "commit",
    ]
    assert all(0 < figure.median <= figure.worst for figure in found)
    assert not list(tmp_path.iterdir())


def test_the_board_that_is_read_is_one() -> None:
    picture, grid = photograph(doctor_trials.READ)
    game = load_variant("classic", "en")
    reading = BoardReader(game.layout, game.tile_set).read(picture)
    assert isinstance(reading, Reading)
    for found, true in zip(reading.grid.corners, grid.corners, strict=True):
        assert found == pytest.approx(true, abs=5)


def test_a_disk_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="none"):
        list(figures(tmp_path / "none", runs=1, commits=1))


def test_the_machine_is_named() -> None:
    assert "OpenCV" in Texts("en").say(machine_line())
