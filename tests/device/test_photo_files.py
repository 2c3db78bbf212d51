import numpy as np
import pytest
from PIL import Image

from device.photo_files import PhotoError, load_photo


def gradient() -> Image.Image:
    picture = np.zeros((40, 60, 3), dtype=np.uint8)
    picture[:, :30] = (250, 0, 0)
    return Image.fromarray(picture)


def test_a_photo_is_blue_green_red_from_the_top_left(tmp_path):
    gradient().save(tmp_path / "a.png")
    picture = load_photo(tmp_path / "a.png")
    assert picture.shape == (40, 60, 3)
    assert picture[0, 0].tolist() == [0, 0, 250]
    assert picture.flags.c_contiguous


def test_exif_turn_is_honoured(tmp_path):
    image = gradient()
    exif = image.getexif()
    exif[0x0112] = 6  # to be turned a quarter clockwise
    image.save(tmp_path / "a.jpg", exif=exif)
    picture = load_photo(tmp_path / "a.jpg")
    assert picture.shape == (60, 40, 3)
    assert picture[5, 20, 2] > 200
    assert picture[55, 20, 2] < 50


@pytest.mark.parametrize("mode", ["L", "RGBA", "P", "I;16"])
def test_any_kind_of_colours_is_taken(tmp_path, mode):
    image = Image.new(mode, (8, 8)) if mode == "I;16" else gradient().convert(mode)
    image.save(tmp_path / "a.png")
    assert load_photo(tmp_path / "a.png").shape[2] == 3


def test_bad_files_are_named_in_one_sentence(tmp_path):
    (tmp_path / "text.jpg").write_text("no picture at all")
    (tmp_path / "empty.jpg").write_bytes(b"")
    gradient().resize((600, 400)).save(tmp_path / "whole.jpg")
    whole = (tmp_path / "whole.jpg").read_bytes()
    (tmp_path / "half.jpg").write_bytes(whole[: len(whole) // 2])
    for name in ("text.jpg", "empty.jpg", "half.jpg", "missing.jpg", "."):
        with pytest.raises(PhotoError) as raised:
            load_photo(tmp_path / name)
        message = str(raised.value)
        assert str(tmp_path / name) in message
        assert "\n" not in message
