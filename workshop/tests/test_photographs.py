"""workshop/benchmarks/reading_sets/photographs.py: sources and their truth."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.picture_files import PictureFileError
from workshop.benchmarks.reading_sets.photographs import SETTING, samples_folder, sources

TRUTH = {
    "size": 2, "view": "oblique", "variant": "classic", "language": "tlh",
    "photos": [
        {"file": "a.png", "rows": ["A.", ".#"], "corners": [[0, 0], [9, 0], [9, 9], [0, 9]],
         "expect": "read"},
        {"file": "b.png", "rows": None, "corners": None, "expect": "refuse"},
    ],
}  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    source = tmp_path / "somebody"
    source.mkdir()
    (source / "truth.json").write_text(json.dumps(TRUTH), encoding="utf-8")
    cv2.imwrite(str(source / "a.png"), np.full((4, 5, 3), 7, np.uint8))
    return tmp_path


def test_a_source_has_its_truth_and_english_letters_where_its_own_are_unknown(folder: Path) -> None:
    (source,) = sources(folder)
    assert (source.name, source.view, source.game.tile_set.name) == ("somebody", "oblique", "en")
    one, other = source.photographs
    assert one.rows == ("A.", ".#")
    assert one.grid is not None
    assert one.grid.size == 2
    assert one.to_be_read
    assert (other.rows, other.grid, other.to_be_read) == (None, None, False)


def test_pictures_are_loaded_when_they_are_needed(folder: Path) -> None:
    (source,) = sources(folder)
    assert source.photographs[0].load().shape == (4, 5, 3)
    with pytest.raises(PictureFileError, match=r"b\.png"):
        source.photographs[1].load()


def test_the_setting_may_name_the_folder_above(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SETTING, str(folder))
    assert samples_folder() == folder
    (folder / "photos").mkdir()
    assert samples_folder() == folder / "photos"
    monkeypatch.delenv(SETTING)
    assert samples_folder() is None
