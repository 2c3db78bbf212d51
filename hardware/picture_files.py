"""Pictures and films from files: the one door through which they come in.

A file is what its first bytes say, whatever its name says; only formats of the list are opened, no
other program is ever started for one, and a picture that isn't whole is refused. Knows no board.
Tests: tests/hardware/test_picture_files.py.
"""

from __future__ import annotations

import io
import os
import stat
import struct
import warnings
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.jpeg_damage import coded, has_seam
from hardware.sentences import Sentence

if TYPE_CHECKING:
    from PIL import Image

Picture: TypeAlias = NDArray[np.uint8]
"""uint8 [height, width, 3], BGR."""

PICTURE_SUFFIXES = frozenset(
    (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".heic", ".heif", ".avif")
)
"""Names of the pictures in a folder end so; what can't be opened of these is refused by name."""

LARGEST_MEGAPIXELS = 150
"""More than any camera at a table takes, less than fills the memory of a Pi with 1 GB."""

LARGEST_FILE = 512 * 1024 * 1024
"""Bytes; so many has a picture of that size without any compression."""

_SIGNS = {
    b"\xff\xd8\xff": "JPEG",
    b"\x89PNG\r\n\x1a\n": "PNG",
}
"""How files of the formats that are opened begin. Formats whose files can't be checked for being
whole aren't opened."""

_NO_PHOTOS = {
    b"BM": "BMP",
    b"II*\x00": "TIFF",
    b"MM\x00*": "TIFF",
    b"GIF8": "GIF",
    b"%PDF": "PDF",
    b"%!PS": "PostScript",
    b"\xc5\xd0\xd3\xc6": "PostScript",
    b"<svg": "SVG",
    b"<?xml": "XML",
    b"PK\x03\x04": "zip",
}
"""What people take for photos, or pass off as them, and how it begins."""

_HEIF_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})
_UPRIGHT: dict[int, Callable[[Picture], Picture]] = {
    2: lambda picture: picture[:, ::-1],
    3: lambda picture: picture[::-1, ::-1],
    4: lambda picture: picture[::-1],
    5: lambda picture: picture.swapaxes(0, 1),
    6: lambda picture: picture.swapaxes(0, 1)[:, ::-1],
    7: lambda picture: picture[::-1, ::-1].swapaxes(0, 1),
    8: lambda picture: picture.swapaxes(0, 1)[::-1],
}
"""How a picture comes upright from its EXIF orientation (Exif 2.3, 4.6.4 A)."""

_ORIENTATION = 0x0112  # a tag of EXIF

COARSEST = 230.0
"""The mean step, of 255 at most, in which a JPEG's brightness may be coded (its first quantization
table): above that there are blocks in the place of letters. The poorest quality that programs
offer, 1 of 100, has 255, a quality of 10 has 196."""

_FILMS = (b"\x1aE\xdf\xa3", b"\x00\x00\x01\xba", b"G")
"""How films begin in Matroska and WebM, in MPEG programme and in MPEG transport streams."""

_BAD_DATA = (OSError, SyntaxError, ValueError, TypeError, KeyError, IndexError, OverflowError)
"""What Pillow raises for damaged files, as well as struct.error, zlib.error and EOFError."""


# PictureFileError
# └── DamagedPictureError   it is a picture, but not whole


class PictureFileError(Exception):
    """A file can't be used as a picture or film; the text is one sentence that names it."""


class DamagedPictureError(PictureFileError):
    """A picture of which some is missing or wrong: what is left of it could be read wrongly."""


def read_picture(path: Path) -> Picture:
    """The picture of a file, upright as its EXIF data say; PictureFileError if it can't be had,
    DamagedPictureError if it isn't whole."""
    return decode_picture(_bytes_of(path), str(path))


def pictures_in(folder: Path) -> list[Path]:
    """The pictures of a folder in the order of their names; OSError if it can't be looked into."""
    return sorted(file for file in folder.iterdir() if file.suffix.lower() in PICTURE_SUFFIXES)


def picture_size(path: Path) -> tuple[int, int] | None:
    """Width and height of a picture in pixels before it is decoded; None if they can't be read:
    read_picture says why."""
    try:
        data = _bytes_of(path)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with _opened(io.BytesIO(data), _format(data, str(path)), str(path)) as image:
                return image.size
    except (PictureFileError, *_BAD_DATA, struct.error, zlib.error, EOFError):
        return None


def decode_picture(data: bytes, name: str) -> Picture:
    """The picture that these bytes are, under a name for sentences; as read_picture."""
    kind = _format(data, name)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about extra data, and the picture's size
            upright, picture = _decoded(data, kind, name)
    except PictureFileError:
        raise
    except (*_BAD_DATA, struct.error, zlib.error, EOFError) as error:
        raise _damaged(name, _in_short(error)) from error
    return np.ascontiguousarray(picture if upright is None else upright(picture))


def _decoded(
    data: bytes, kind: str, name: str
) -> tuple[Callable[[Picture], Picture] | None, Picture]:
    """How the picture comes upright, and the picture as it is stored."""
    with _opened(io.BytesIO(data), kind, name) as image:
        if image.width * image.height > LARGEST_MEGAPIXELS * 1_000_000:
            raise PictureFileError(
                Sentence(
                    "{name} has {width} × {height} pixels, more than {largest_megapixels}"
                    " million: save it smaller",
                    name=name,
                    width=image.width,
                    height=image.height,
                    largest_megapixels=LARGEST_MEGAPIXELS,
                )
            )
        upright = _UPRIGHT.get(image.getexif().get(_ORIENTATION, 1))
        steps = getattr(image, "quantization", {}).get(0)
        if steps and sum(steps) / len(steps) > COARSEST:
            raise PictureFileError(
                Sentence("{name} is compressed too much: save it in a better quality", name=name)
            )
        if kind == "JPEG" and image.mode in ("L", "RGB"):
            return upright, _whole_jpeg(data, name)
        return upright, _by_pillow(image, data, name)


def open_film(path: Path) -> cv2.VideoCapture:
    """A film, opened; PictureFileError if it is none of the formats that are taken, if it can't be
    decoded, or if its pictures are larger than any that are."""
    if not _is_film(_bytes_of(path, first=189)):
        raise PictureFileError(
            Sentence(
                "{path} isn’t a video that can be played: give an MP4, MKV or AVI file", path=path
            )
        )
    # By its full name, which no decoder takes for an address or a number of files; and by FFmpeg,
    # which starts no program.
    film = cv2.VideoCapture(str(path.resolve()), cv2.CAP_FFMPEG)
    if not film.isOpened():
        raise PictureFileError(
            Sentence("can’t open {path} as a video: record or copy it again", path=path)
        )
    width, height = film.get(cv2.CAP_PROP_FRAME_WIDTH), film.get(cv2.CAP_PROP_FRAME_HEIGHT)
    if width * height > LARGEST_MEGAPIXELS * 1_000_000:
        film.release()
        raise PictureFileError(
            Sentence(
                "{path} has {width} × {height} pixels: record it smaller",
                path=path,
                width=f"{width:.0f}",
                height=f"{height:.0f}",
            )
        )
    return film


def _bytes_of(path: Path, first: int | None = None) -> bytes:
    """The bytes of a regular file, or so many at its beginning. What isn't one isn't waited for."""
    try:
        number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(number, "rb") as file:
            about = os.fstat(number)
            if stat.S_ISDIR(about.st_mode):
                raise PictureFileError(
                    Sentence("{path} is a folder: name the photos in it", path=path)
                )
            if not stat.S_ISREG(about.st_mode):
                raise PictureFileError(
                    Sentence(
                        "{path} isn’t a file but a pipe or a device: save it to a file", path=path
                    )
                )
            if first is None and about.st_size > LARGEST_FILE:
                raise PictureFileError(
                    Sentence(
                        "{path} has more than {largest_file} MB: save it as JPEG",
                        path=path,
                        largest_file=LARGEST_FILE // 1024**2,
                    )
                )
            return file.read(LARGEST_FILE if first is None else first)
    except FileNotFoundError as error:
        raise PictureFileError(
            Sentence("{path} doesn’t exist: check the name", path=path)
        ) from error
    except IsADirectoryError as error:
        raise PictureFileError(
            Sentence("{path} is a folder: name the photos in it", path=path)
        ) from error
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        why = getattr(error, "strerror", None) or error
        raise PictureFileError(
            Sentence("{path} can’t be read ({why}): take or copy it again", path=path, why=why)
        ) from error


def _format(data: bytes, name: str) -> str:
    """Which format of the list it is, by how it begins."""
    for sign, kind in _SIGNS.items():
        if data.startswith(sign):
            return kind
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        raise PictureFileError(
            Sentence(
                "{name} is a WebP, which doesn’t show whether it is whole: save it as JPEG",
                name=name,
            )
        )
    if data[4:8] == b"ftyp" and data[8:12] in _HEIF_BRANDS:
        raise PictureFileError(
            Sentence(
                "{name} is in HEIC, an iPhone’s format: save it as JPEG, or set the "
                "phone’s camera to “Most Compatible” (Settings, Camera, Formats)",
                name=name,
            )
        )
    if data[4:8] == b"ftyp" and data[8:12] == b"avif":
        raise PictureFileError(Sentence("{name} is in AVIF: save it as JPEG or PNG", name=name))
    begin = data.lstrip()
    known = next((kind for sign, kind in _NO_PHOTOS.items() if begin.startswith(sign)), "")
    raise PictureFileError(_no_photo(known, bool(data), name))


def _no_photo(kind: str, has_bytes: bool, name: str) -> Sentence:
    """What such a file is, or that it is none that anybody knows."""
    match kind:
        case "PostScript":
            return Sentence("{name} is a PostScript program: give a JPEG or PNG file", name=name)
        case "SVG":
            return Sentence("{name} is an SVG drawing: give a JPEG or PNG file", name=name)
        case "XML":
            return Sentence("{name} is an XML file: give a JPEG or PNG file", name=name)
        case "":
            if has_bytes:
                return Sentence("{name} isn’t a picture: give a JPEG or PNG file", name=name)
            return Sentence("{name} is empty: give a JPEG or PNG file", name=name)
    return Sentence("{name} is a {format}: give a JPEG or PNG file", name=name, format=kind)


def _opened(file: BinaryIO, kind: str, name: str) -> Image.Image:
    """The picture, only its head read."""
    from PIL import Image, UnidentifiedImageError  # not before the first screen

    file.seek(0)
    try:
        return Image.open(file, formats=(kind,))
    except UnidentifiedImageError as error:
        raise _damaged(name, Sentence("it can’t be decoded")) from error
    except Image.DecompressionBombError as error:  # of twice as many pixels as Pillow warns of
        raise PictureFileError(
            Sentence("{name} is far too large a picture: save it smaller", name=name)
        ) from error


def _whole_jpeg(data: bytes, name: str) -> Picture:
    """ValueError also for what other decoders only warn of, and go on with a guess."""
    from simplejpeg import decode_jpeg

    picture: Picture = decode_jpeg(data, "BGR", strict=True)
    unit = coded(data)
    if unit is not None and has_seam(picture, unit):
        raise _damaged(name, Sentence("parts of it are lighter, darker or a different colour"))
    return picture


def _by_pillow(image: Image.Image, data: bytes, name: str) -> Picture:
    if image.format == "PNG":
        # What has been checked is used up; while it is read not all checksums are looked at.
        with _opened(io.BytesIO(data), "PNG", name) as again:
            again.verify()
    colours = np.asarray(_in_eight_bits(image).convert("RGB"), dtype=np.uint8)
    return colours[:, :, ::-1]


def _in_eight_bits(image: Image.Image) -> Image.Image:
    """Grey of sixteen bits as grey of eight; all else as it is. ValueError where it isn't known
    what is white."""
    if image.mode == "F":
        raise ValueError(Sentence("its brightness is given in fractions"))
    if not image.mode.startswith("I"):
        return image
    from PIL import Image

    return Image.fromarray((np.asarray(image) >> 8).clip(0, 255).astype(np.uint8))


def _is_film(start: bytes) -> bool:
    if start[4:8] == b"ftyp":
        return start[8:12] not in _HEIF_BRANDS and start[8:12] != b"avif"
    if start[:4] == b"RIFF":
        return start[8:12] == b"AVI "
    if start[:1] == b"G":
        return start[188:189] == b"G"  # packets of a transport stream
    return start[4:8] in (b"moov", b"mdat", b"wide", b"free") or start.startswith(_FILMS[:2])


def _damaged(name: str, why: str) -> DamagedPictureError:
    return DamagedPictureError(
        Sentence("{name} is damaged ({why}): take or copy it again", name=name, why=why)
    )


def _in_short(error: Exception) -> str:
    text = str(error).partition("\n")[0].strip().rstrip(".")
    return text[:1].lower() + text[1:] if text else type(error).__name__
