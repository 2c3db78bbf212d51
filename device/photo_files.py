"""Photos from files: a picture, or one sentence that says what is wrong with the file.

Knows no board; whole files alone are taken, because half a photo would read as half a game.
Tests: tests/device/test_photo_files.py.
"""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps, UnidentifiedImageError

from vision.reading import Picture

LARGEST_MEGAPIXELS = 150
"""More than any camera at a table takes, less than fills the memory of a Pi with 1 GB."""


class PhotoError(Exception):
    """A file can't be used as a photo; the message is one sentence that names the file."""


def load_photo(path: Path) -> Picture:
    """The photo of a file, turned as its EXIF data say; PhotoError if it can't be had."""
    if path.is_dir():
        raise PhotoError(f"{path} is a folder: name the photos in it")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(path) as image:
                if image.width * image.height > LARGEST_MEGAPIXELS * 1_000_000:
                    raise PhotoError(
                        f"{path} has {image.width} × {image.height} pixels, more than "
                        f"{LARGEST_MEGAPIXELS} million: save it smaller"
                    )
                upright = ImageOps.exif_transpose(image).convert("RGB")
    except FileNotFoundError as error:
        raise PhotoError(f"{path} does not exist: check the name") from error
    except UnidentifiedImageError as error:
        raise PhotoError(f"{path} is no picture: give a JPEG or PNG file") from error
    except Image.DecompressionBombError as error:
        raise PhotoError(f"{path} is far too large a picture: save it smaller") from error
    except (OSError, SyntaxError, ValueError) as error:  # what Pillow raises for damaged files
        raise PhotoError(f"{path} can't be read ({error}): take or copy it again") from error
    return np.ascontiguousarray(np.asarray(upright, dtype=np.uint8)[:, :, ::-1])


def save_picture(path: Path, picture: Picture) -> None:
    """Write a picture whole or not at all; PhotoError says why it couldn't be."""
    if path.suffix.lower() not in (".png", ".jpg", ".jpeg"):
        raise PhotoError(f"{path} must end in .png or .jpg")
    half = path.with_name(f".{path.stem}.part{path.suffix}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        Image.fromarray(np.ascontiguousarray(picture[:, :, ::-1])).save(half)
        half.replace(path)
    except OSError as error:
        if half.is_file():
            half.unlink()
        raise PhotoError(f"{path} can't be written ({error.strerror or error})") from error
