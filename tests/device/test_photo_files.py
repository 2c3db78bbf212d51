"""Photos that a command is given, turned over where they are mirrored; drawings of them."""

from __future__ import annotations

from pathlib import Path

import click
import numpy as np
import pytest

from device.system.photo_files import check_drawings, load_photo, save_picture
from hardware.picture_files import PictureFileError
from vision.reading import Picture


def gradient() -> Picture:
    picture = np.zeros((40, 60, 3), dtype=np.uint8)
    picture[:, :30] = (250, 0, 0)
    return picture


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    save_picture(tmp_path / "a.png", gradient())
    assert (load_photo(tmp_path / "a.png") == gradient()).all()


def test_a_mirrored_picture_is_turned_back(tmp_path: Path) -> None:
    save_picture(tmp_path / "a.png", gradient()[:, ::-1])
    back = load_photo(tmp_path / "a.png", mirror=True)
    assert (back == gradient()).all()
    assert back.flags.c_contiguous


@pytest.mark.parametrize(
    ("name", "error", "says"),
    [
        ("seen", click.UsageError, "must end in .png or .jpg"),
        ("seen.gif", click.UsageError, "must end in .png or .jpg"),
        ("none/seen.png", PictureFileError, "no such folder"),
        ("none/deep/seen.jpg", PictureFileError, "no such folder"),
        ("x" * 300 + "/seen.jpg", PictureFileError, "no such folder"),
    ],
)
def test_a_drawing_that_could_not_be_saved_is_known_beforehand(
    tmp_path: Path, name: str, error: type[Exception], says: str
) -> None:
    check_drawings([tmp_path / "seen.png", tmp_path / "SEEN.JPG"])
    with pytest.raises(error, match=says):
        check_drawings([tmp_path / "seen.png", tmp_path / name])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["seen.txt", "seen", "x" * 300 + ".png", "file/seen.png"])
def test_a_drawing_that_cant_be_saved_is_one_sentence(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(PictureFileError) as raised:
        save_picture(tmp_path / name, gradient())
    assert name in str(raised.value)
    assert "\n" not in str(raised.value)
