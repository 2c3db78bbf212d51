"""Bad pictures: damaged inside, lying heads, other things under a picture's name, odd but whole.

However a picture was spoilt, the board on it is the same one; so a square that is promised and
holds something else is a lie, whatever became of the file. Tests: workshop/tests/test_fuzz.py.
"""

from __future__ import annotations

import functools
import io
import json
import os
import random
import struct
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from PIL import Image, ImageFile, ImageOps

from workshop.fuzzing.damage import IN_PLACE, TOKENS, damaged
from workshop.fuzzing.garden import Garden, GoodPicture, Rows, wrong_squares
from workshop.fuzzing.running import Box, Call, Ran
from workshop.fuzzing.verdicts import Trial

FORMATS = ("JPEG", "JPEG", "JPEG", "PNG", "PNG", "WEBP", "TIFF", "BMP", "GIF")

SUFFIXES = (".jpg", ".jpg", ".jpg", ".png", ".JPEG", ".webp", ".tif", ".bmp", ".gif", "", ".heic")

ImageFile.MAXBLOCK = 1 << 24  # what progressive JPEGs are written through


def damaged_pictures(garden: Garden, rng: random.Random, box: Box) -> Trial:
    """A picture whose bytes have gone wrong."""
    good = rng.choice(garden.pictures)
    kind, whole = _saved(good, rng)
    how = rng.randrange(10)
    if how == 0 and kind == "PNG":
        about, data = "chunk", _png_chunk_damaged(whole, rng)
    elif how == 0 and kind == "JPEG":
        about, data = "segment", _jpeg_segment_damaged(whole, rng)
    elif how == 1 and kind == "JPEG":
        about, data = "scan", _jpeg_scan_damaged(whole, rng)
    else:
        about, data = "bytes", damaged(whole, rng, IN_PLACE)
    return _asked(rng, box, good, data, f"{good.name} as {kind}, {about}")


def odd_pictures(garden: Garden, rng: random.Random, box: Box) -> Trial:
    """A picture that is whole, and of an unforeseen form."""
    good = rng.choice(garden.pictures)
    name = rng.choice(sorted(ODD))
    return _asked(rng, box, good, ODD[name](_opened(good), rng), f"{good.name}, {name}")


def no_pictures(garden: Garden, rng: random.Random, box: Box) -> Trial:
    """Something else under a picture's name."""
    good = rng.choice(garden.pictures)
    suffix = rng.choice(SUFFIXES)
    path = box.inputs / f"photo{suffix}"
    if rng.random() < 0.35:
        name = rng.choice(sorted(SPECIAL))
        SPECIAL[name](path, good, box)
    else:
        name = rng.choice(sorted(FOREIGN))
        path.write_bytes(FOREIGN[name](good, rng))
    return _asked_of(rng, box, good, path.name, f"{name} as {path.name}", good.truth)


def _asked(rng: random.Random, box: Box, good: GoodPicture, data: bytes, about: str) -> Trial:
    path = box.inputs / f"photo{rng.choice(SUFFIXES)}"
    path.write_bytes(data)
    return _asked_of(rng, box, good, path.name, about, good.truth)


def _asked_of(
    rng: random.Random, box: Box, good: GoodPicture, name: str, about: str, truth: Rows
) -> Trial:
    """A command that takes a picture: mostly `read`, now and then each other."""
    language = ("--language", good.language)
    reading = functools.partial(_promised_wrongly, truth)
    state = str(box.state.relative_to(box.folder))
    match rng.randrange(14):
        case 0:
            call = Call(("calibrate", name, "--json"))
            return Trial(about, (call,))
        case 1:
            call = Call(("teach", name, "--json"))
            return Trial(about, (call,), may_start=STARTED_BY_TEACH)
        case 2:
            call = Call(("doctor", "--photo", name, "--json", *language))
            return Trial(about, (call,), may_start=STARTED_BY_DOCTOR)
        case 3:
            call = Call(("enrol", name, "--json"))
            return Trial(about, (call,), may_write=(state,))
        case 4:
            call = Call(("read", name, "--draw", "drawn.png", *language))
            return Trial(about, (call,), may_write=("inputs/drawn.png",))
        case 5:
            (box.inputs / "turns").mkdir()
            (box.inputs / name).rename(box.inputs / "turns" / name)
            call = Call(("watch", "turns", "--json", *language))
            return Trial(about, (call,))
        case 6:
            (box.inputs / "turns").mkdir()
            (box.inputs / name).rename(box.inputs / "turns" / name)
            call = Call(
                (
                    "play",
                    "--headless",
                    "--camera",
                    "folder:turns",
                    "--journal",
                    "j.sqlite",
                    *language,
                )
            )
            return Trial(about, (call,), may_write=KEPT_BY_PLAY)
        case _:
            call = Call(("read", name, "--json", *language))
            return Trial(about, (call,), judge=reading)


STARTED_BY_TEACH = ("tesseract",)
"""It reads the print of premium squares."""

STARTED_BY_DOCTOR = (
    "systemctl", "timedatectl", "vcgencmd", "tesseract", "espeak-ng", "ldconfig", "uname",
)  # fmt: skip

KEPT_BY_PLAY = (
    "inputs/j.sqlite*",
    "inputs/j-pictures",
    "home/.local/state/tilekeeper",
)


def _promised_wrongly(truth: Rows, runs: Sequence[Ran]) -> str | None:
    for line in runs[0].lines:
        if wrong := wrong_squares(line, truth):
            return f"promised, without a doubt: {', '.join(wrong[:8])}" + (
                f" and {len(wrong) - 8} more" if len(wrong) > 8 else ""
            )
        if isinstance(line, dict) and not line.get("found") and runs[0].status == 0:
            return "a picture that isn't read, and exit status 0"
    return None


@functools.lru_cache(maxsize=32)
def _opened(good: GoodPicture) -> Image.Image:
    image = Image.open(io.BytesIO(good.data))
    image.load()
    return image.convert("RGB")


@functools.lru_cache(maxsize=200)
def _written(good: GoodPicture, kind: str, variety: int) -> bytes:
    """A good picture in another format, in one of a few varieties."""
    image = _opened(good)
    if kind == "PNG" and variety == 1:
        image = image.quantize(64)
    if kind in ("PNG", "TIFF", "WEBP") and variety == 2:
        image = image.convert("RGBA")
    if kind in ("PNG", "JPEG", "TIFF") and variety == 3:
        image = image.convert("L")
    ways: dict[str, dict[str, object]] = {
        "JPEG": {
            "quality": (85, 70, 92, 80)[variety],
            "progressive": variety == 1,
            "restart_marker_rows": 4 if variety == 2 else 0,
        },
        "TIFF": {"compression": ("tiff_lzw", None, "tiff_deflate", "packbits")[variety]},
        "WEBP": {"lossless": variety == 1, "quality": 80, "method": 0},
        "PNG": {"compress_level": 1},
    }
    return _as(image, kind, **{k: v for k, v in ways.get(kind, {}).items() if v is not None})


def _saved(good: GoodPicture, rng: random.Random) -> tuple[str, bytes]:
    kind, variety = rng.choice(FORMATS), rng.randrange(4)
    if kind == "JPEG" and good.data[:2] == b"\xff\xd8" and variety == 0:
        return kind, good.data
    return kind, _written(good, kind, variety)


def _as(image: Image.Image, kind: str, **options: object) -> bytes:
    stream = io.BytesIO()
    image.save(stream, kind, **options)
    return stream.getvalue()


# --- damage that knows the format ---


def _png_chunk_damaged(whole: bytes, rng: random.Random) -> bytes:
    """A chunk's inside changed, and its check sum made to agree: the head too may lie."""
    chunks, at = [], 8
    while at + 8 <= len(whole):
        (length,) = struct.unpack(">I", whole[at : at + 4])
        chunks.append((whole[at + 4 : at + 8], whole[at + 8 : at + 8 + length]))
        at += 12 + length
    which = rng.randrange(len(chunks))
    name, inside = chunks[which]
    match rng.randrange(5):
        case 0:
            chunks.insert(which, chunks[which])
        case 1:
            del chunks[which]
        case 2:
            odd = rng.choice([b"iCCP", b"tEXt", b"zTXt", b"eXIf", b"gAMA", b"tRNS", b"acTL"])
            chunks.insert(1, (odd, rng.randbytes(rng.choice([0, 4, 40, 2000]))))
        case 3 if name == b"IHDR":
            size = rng.choice([0, 1, 65535, 2**31 - 1, 2**32 - 1])
            place = rng.choice([0, 4])
            chunks[which] = name, inside[:place] + struct.pack(">I", size) + inside[place + 4 :]
        case _:
            chunks[which] = name, damaged(inside, rng, IN_PLACE)
    return whole[:8] + b"".join(
        struct.pack(">I", len(part)) + kind + part + struct.pack(">I", zlib.crc32(kind + part))
        for kind, part in chunks
    )


def _jpeg_scan_start(whole: bytes) -> int:
    at = 2
    while at + 4 <= len(whole) and whole[at] == 0xFF and whole[at + 1] != 0xDA:
        at += 2 + int.from_bytes(whole[at + 2 : at + 4], "big")
    return at


def _jpeg_segment_damaged(whole: bytes, rng: random.Random) -> bytes:
    """Something in the tables and sizes before the data."""
    start = max(_jpeg_scan_start(whole), 4)
    if rng.random() < 0.4 and (frame := whole.find(b"\xff\xc0")) > 0:
        place = frame + rng.choice([5, 7])
        return (
            whole[:place] + rng.choice([b"\x00\x00", b"\xff\xff", b"\x00\x01"]) + whole[place + 2 :]
        )
    return damaged(whole[:start], rng, IN_PLACE) + whole[start:]


def _jpeg_scan_damaged(whole: bytes, rng: random.Random) -> bytes:
    """A few bits of the data themselves."""
    start = min(_jpeg_scan_start(whole) + 14, len(whole) - 1)
    return whole[:start] + damaged(whole[start:], rng, IN_PLACE)


# --- whole, and odd ---


def _sixteen_bit(image: Image.Image, rng: random.Random) -> bytes:
    wide = np.asarray(image.convert("L"), np.uint16) * rng.choice([257, 256, 16])
    return _as(Image.fromarray(wide), rng.choice(["PNG", "TIFF"]))


def _turned(image: Image.Image, rng: random.Random) -> bytes:
    """Lying in the file as a camera held otherwise would put it, with what says so."""
    orientation = rng.randint(1, 8)
    undo = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_90,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_270,
    }
    if orientation in undo:
        image = image.transpose(undo[orientation])
    exif = Image.Exif()
    exif[0x0112] = orientation
    return _as(image, "JPEG", quality=90, exif=exif)


def _exif_nonsense(image: Image.Image, rng: random.Random) -> bytes:
    exif = Image.Exif()
    exif[0x0112] = rng.choice([0, 9, 255, 65535])
    data = exif.tobytes()
    if rng.random() < 0.6:
        data = data[:6] + damaged(data[6:], rng)
    return _as(image, "JPEG", quality=90, exif=data[:60000])


def _alpha(image: Image.Image, rng: random.Random) -> bytes:
    seen = image.convert("RGBA")
    seen.putalpha(rng.choice([0, 1, 128, 254]))
    return _as(seen, rng.choice(["PNG", "TIFF", "WEBP"]))


def _scaled(image: Image.Image, rng: random.Random) -> bytes:
    by = rng.choice([0.02, 0.1, 0.25, 0.5, 0.7, 2.0])
    size = max(1, round(image.width * by)), max(1, round(image.height * by))
    return _as(image.resize(size), "JPEG", quality=90)


def _stretched(image: Image.Image, rng: random.Random) -> bytes:
    wide, high = rng.choice([(0.5, 1.0), (1.0, 0.5), (1.6, 1.0), (0.05, 1.0), (0.8, 1.0)])
    size = max(1, round(image.width * wide)), max(1, round(image.height * high))
    return _as(image.resize(size), "JPEG", quality=90)


def _cropped(image: Image.Image, rng: random.Random) -> bytes:
    """Only a part: no board can be whole in it, or it is much as before."""
    left, top = (rng.randrange(1, side // 2) for side in image.size)
    return _as(image.crop((left, top, image.width, image.height)), "JPEG", quality=90)


def _several(image: Image.Image, rng: random.Random) -> bytes:
    other = ImageOps.invert(image)
    kind = rng.choice(["GIF", "TIFF", "WEBP", "PNG"])
    return _as(image, kind, save_all=True, append_images=[other])


def _noise_over(image: Image.Image, rng: random.Random) -> bytes:
    """A band of noise, as from a broken sensor."""
    pixels = np.asarray(image).copy()
    top = rng.randrange(pixels.shape[0])
    band = pixels[top : top + rng.choice([4, 30, 120])]
    band[:] = np.random.default_rng(rng.randrange(1 << 30)).integers(0, 256, band.shape, np.uint8)
    return _as(Image.fromarray(pixels), "PNG")


def _simply(
    kind: str, mode: str, **options: object
) -> Callable[[Image.Image, random.Random], bytes]:
    return lambda image, _: _as(image.convert(mode), kind, **options)


ODD: dict[str, Callable[[Image.Image, random.Random], bytes]] = {
    "16 bits of grey": _sixteen_bit,
    "turned by its EXIF": _turned,
    "EXIF that is none": _exif_nonsense,
    "transparent": _alpha,
    "scaled": _scaled,
    "stretched": _stretched,
    "cropped": _cropped,
    "several pictures in one": _several,
    "a band of noise": _noise_over,
    "mirrored": lambda image, _: _as(ImageOps.mirror(image), "JPEG", quality=92),
    "upside down and mirrored": lambda image, _: _as(ImageOps.flip(image), "JPEG", quality=92),
    "negative": lambda image, _: _as(ImageOps.invert(image), "JPEG", quality=92),
    "CMYK": _simply("JPEG", "CMYK", quality=92),
    "CMYK in TIFF": _simply("TIFF", "CMYK"),
    "Lab": _simply("TIFF", "LAB"),
    "grey": _simply("JPEG", "L", quality=92),
    "one bit": _simply("PNG", "1"),
    "palette": lambda image, rng: _as(image.quantize(rng.choice([2, 8, 64, 256])), "PNG"),
    "palette, see-through": lambda image, _: _as(image.quantize(64), "PNG", transparency=3),
    "grey and alpha": _simply("PNG", "LA"),
    "32 bits of whole numbers": lambda image, _: _as(image.convert("L").convert("I"), "TIFF"),
    "32 bits of fractions": lambda image, _: _as(image.convert("L").convert("F"), "TIFF"),
    "the poorest JPEG": _simply("JPEG", "RGB", quality=1),
    "JPEG 2000": _simply("JPEG2000", "RGB"),
    "TGA": _simply("TGA", "RGB"),
    "PPM": _simply("PPM", "RGB"),
    "PCX": _simply("PCX", "RGB"),
    "DDS": _simply("DDS", "RGB"),
    "SGI": _simply("SGI", "RGB"),
}
"""Whole pictures of unforeseen forms."""


# --- no pictures ---

EPS = b"""%%!PS-Adobe-3.0 EPSF-3.0
%%%%BoundingBox: 0 0 100 100
%%%%EndComments
%s
showpage
%%%%EOF
"""


def _heic(_: GoodPicture, rng: random.Random) -> bytes:
    brand = rng.choice([b"heic", b"heix", b"mif1", b"avif", b"hevc"])
    return struct.pack(">I", 24) + b"ftyp" + brand + b"\0\0\0\0mif1" + brand + rng.randbytes(400)


def _huge_png(_: GoodPicture, rng: random.Random) -> bytes:
    """Far more pixels than bytes: a bomb."""
    side = rng.choice([20_000, 60_000, 2**31 - 1])
    head = struct.pack(">IIBBBBB", side, side, 8, rng.choice([0, 2, 3, 6]), 0, 0, 0)
    data = zlib.compress(bytes(1_000_000), 9) * 3
    parts = [(b"IHDR", head), (b"IDAT", data), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(part)) + kind + part + struct.pack(">I", zlib.crc32(kind + part))
        for kind, part in parts
    )


def _small(width: int, height: int) -> Callable[[GoodPicture, random.Random], bytes]:
    return lambda _, rng: _as(
        Image.new("RGB", (width, height), (rng.randrange(256),) * 3), rng.choice(["PNG", "JPEG"])
    )


def _icon(good: GoodPicture, rng: random.Random) -> bytes:
    return _as(_opened(good).resize((64, 64)), rng.choice(["ICO", "ICNS"]))


def _head_alone(_: GoodPicture, rng: random.Random) -> bytes:
    heads = [b"\xff\xd8\xff\xe0", b"\x89PNG\r\n\x1a\n", b"GIF89a", b"BM", b"II*\0", b"MM\0*"]
    heads += [
        b"RIFF\xff\xff\xff\xffWEBPVP8 ",
        b"\0\0\1\0",
        b"P6 1 1 255\n",
        b"P5 99999 99999 255\n",
    ]
    heads += [b"\x8aMNG", b"8BPS\0\1", b"SIMPLE  =                    T", b"\x89HDF\r\n\x1a\n"]
    heads += [b"\xd7\xcd\xc6\x9a", b"\x01\0\0\0" + b"\0" * 36 + b" EMF", b"DDS ", b"/* XPM */\n"]
    heads += [
        b"\xc5\xd0\xd3\xc6",
        b"%!PS",
        b"#define x_width 9\n#define x_height 9\n",
        b"\0\0\2\xb0",
    ]
    return rng.choice(heads) + rng.randbytes(rng.choice([0, 10, 1000]))


FOREIGN: dict[str, Callable[[GoodPicture, random.Random], bytes]] = {
    "EPS that loops": lambda *_: EPS % b"{ } loop",
    "EPS that deletes": lambda *_: EPS % b"(../neighbours/0.txt) deletefile",
    "EPS that starts": lambda *_: EPS % b"(%pipe%touch tripped) (w) file",
    "PDF": lambda *_: (
        b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\ntrailer<</Root 1 0 R>>"
    ),
    "SVG": lambda *_: b'<svg xmlns="http://www.w3.org/2000/svg"><image href="/etc/passwd"/></svg>',
    "HEIC": _heic,
    "a bomb": _huge_png,
    "an icon": _icon,
    "one pixel": _small(1, 1),
    "a line": _small(3000, 1),
    "a column": _small(1, 3000),
    "a grey sheet": _small(900, 900),
    "nothing": lambda *_: b"",
    "text": lambda *_: b"Dear aunt, the photo is in the other envelope.\n",
    "noise": lambda _, rng: rng.randbytes(rng.choice([1, 100, 50_000])),
    "a head alone": _head_alone,
    "a sign": lambda _, rng: rng.choice(TOKENS),
    "JSON": lambda *_: json.dumps({"photo": "a.jpg"}).encode(),
    "a zip": lambda *_: b"PK\x05\x06" + bytes(18),
    "a film": lambda *_: b"RIFF\0\0\1\0AVI LIST" + bytes(400),
}


def _to(target: str) -> Callable[[Path, GoodPicture, Box], None]:
    return lambda path, *_: path.symlink_to(target)


def _kept_from_reading(path: Path, good: GoodPicture, _: Box) -> None:
    path.write_bytes(good.data)
    path.chmod(0)


def _sparse(path: Path, good: GoodPicture, _: Box) -> None:
    with path.open("wb") as file:
        file.write(good.data)
        file.truncate(1 << 26)


def _round_about(path: Path, _: GoodPicture, box: Box) -> None:
    other = box.inputs / "other"
    other.symlink_to(path.name)
    path.symlink_to(other.name)


SPECIAL: dict[str, Callable[[Path, GoodPicture, Box], None]] = {
    "a FIFO": lambda path, *_: os.mkfifo(path),
    "a folder": lambda path, *_: path.mkdir(),
    "a link to noughts": _to("/dev/zero"),
    "a link to noise": _to("/dev/urandom"),
    "a link to nothing": _to("/dev/null"),
    "a link to a full disk": _to("/dev/full"),
    "a link to a terminal": _to("/dev/tty"),
    "a link to standard input": _to("/dev/stdin"),
    "a link to nowhere": _to("nowhere"),
    "links in a round": _round_about,
    "a file that may not be read": _kept_from_reading,
    "a file that is mostly holes": _sparse,
    "a link to a process's memory": _to("/proc/self/mem"),
    "a link to a directory": _to("."),
}
