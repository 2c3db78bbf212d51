"""Photos given to a command, and pictures that it draws over them.

A large one is announced, since it takes a while. What may be opened is decided in
hardware/picture_files.py.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from pathlib import Path

import click
import numpy as np

from device.system.files import is_folder
from device.system.given_files import MADE_HERE, refuse_foreign, write_output
from device.system.terminal import terminal_behind, terminal_texts
from engine.sentences import Sentence, without_stop
from hardware.picture_files import PictureFileError, picture_size, read_picture
from vision.reading import Picture

NOTABLE_MEGAPIXELS = 24
"""Megapixels from which decoding takes seconds."""

JPEG_QUALITY = 90
PNG_COMPRESSION = 1
"""Of 9: more takes seconds, and saves little on a photo."""

DRAWINGS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG"}
"""The possible endings of a drawing's name, and their formats."""


def load_photo(path: Path, mirror: bool = False) -> Picture:
    """The photo of a file, as hardware.picture_files gives it, or its mirror image; at a terminal,
    a notice if it takes a while."""
    picture = _loaded(path)
    return np.ascontiguousarray(picture[:, ::-1]) if mirror else picture


def _loaded(path: Path) -> Picture:
    size = picture_size(path) if sys.stderr.isatty() else None
    if size is None or size[0] * size[1] < NOTABLE_MEGAPIXELS * 1_000_000:
        return read_picture(path)
    from rich.console import Console

    texts = terminal_texts()
    console = Console(file=terminal_behind(sys.stderr))
    with console.status(
        texts("Decoding {width} × {height} pixels…", width=size[0], height=size[1])
    ):
        return read_picture(path)


def check_drawings(paths: Iterable[Path]) -> None:
    """Checks before any photo is read: a UsageError for a drawing whose name has another ending, or
    if something else is in its place, and a PictureFileError if its folder doesn't exist."""
    for path in paths:
        if path.suffix.lower() not in DRAWINGS:
            raise click.UsageError(Sentence("{path} must end in .png or .jpg", path=path))
        if not is_folder(path.parent):
            raise PictureFileError(
                Sentence("Can’t write {path} (no such folder); nothing was changed.", path=path)
            )
        refuse_foreign(path, path.suffix.lower())


def _kind(path: Path) -> str:
    kind = DRAWINGS.get(path.suffix.lower())
    if kind is None:
        raise PictureFileError(Sentence("{path} must end in .png or .jpg", path=path))
    return kind


def _encoded(kind: str, picture: Picture) -> bytes:
    """The picture as PNG or JPEG, with MADE_HERE in it."""
    from PIL import Image, PngImagePlugin

    written, info = io.BytesIO(), PngImagePlugin.PngInfo()
    info.add_text("Software", MADE_HERE)
    image = Image.fromarray(np.ascontiguousarray(picture[..., ::-1]))
    if kind == "PNG":
        image.save(written, kind, pnginfo=info, compress_level=PNG_COMPRESSION)
    else:
        image.save(written, kind, comment=MADE_HERE, quality=JPEG_QUALITY)
    return written.getvalue()


def save_picture(path: Path, picture: Picture) -> None:
    """Writes a picture whole or not at all; PictureFileError says why it couldn't be."""
    encoded = _encoded(_kind(path), picture)
    try:
        write_output(path, encoded)
    except (OSError, ValueError) as error:  # ValueError: an impossible name
        why = getattr(error, "strerror", None) or error
        raise PictureFileError(
            without_stop(Sentence("Can’t write {path} ({why}).", path=path, why=why))
        ) from error
