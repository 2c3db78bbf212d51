"""One door for pictures and films: what isn't whole or isn't on the list is refused by name."""

from __future__ import annotations

import ast
import io
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from hardware.jpeg_damage import Coded, coded, has_seam
from hardware.picture_files import (
    DamagedPictureError,
    Picture,
    PictureFileError,
    decode_picture,
    open_film,
    picture_size,
    pictures_in,
    read_picture,
)

ROOT = Path(__file__).parents[2]


def table(width: int = 480, height: int = 320) -> Picture:
    """Something with edges, slopes and noise, as photographs have them."""
    rng = np.random.default_rng(3)
    across = np.linspace(60, 180, width)[None, :, None]
    picture = np.repeat(across, height, axis=0) + rng.normal(0, 3, (height, width, 1))
    picture = np.repeat(picture, 3, axis=2)
    for x, y in rng.integers(20, 280, (40, 2)):
        cv2.rectangle(picture, (int(x), int(y)), (int(x) + 22, int(y) + 22), (90, 160, 210), -1)
        cv2.putText(picture, "E", (int(x) + 3, int(y) + 18), 0, 0.6, (20, 20, 20), 2)
    return np.clip(picture, 0, 255).astype(np.uint8)


def encoded(picture: Picture, kind: str, **how: object) -> bytes:
    out = io.BytesIO()
    Image.fromarray(picture[:, :, ::-1]).save(out, kind, **how)
    return out.getvalue()


def refused(data: bytes) -> str:
    with pytest.raises(PictureFileError) as raised:
        decode_picture(data, "p.jpg")
    sentence = str(raised.value)
    assert "p.jpg" in sentence
    assert "\n" not in sentence
    return sentence


def test_what_is_stored_without_loss_comes_back_to_the_pixel() -> None:
    picture = table()
    assert (decode_picture(encoded(picture, "PNG"), "p") == picture).all()


def test_a_picture_is_blue_green_red_and_in_one_piece(tmp_path: Path) -> None:
    picture = np.zeros((40, 60, 3), np.uint8)
    picture[:, :30] = (0, 0, 250)
    (tmp_path / "a.png").write_bytes(encoded(picture, "PNG"))
    read = read_picture(tmp_path / "a.png")
    assert read[0, 0].tolist() == [0, 0, 250]
    assert read.flags.c_contiguous


@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_exif_orientation_comes_upright_as_pillow_has_it(orientation: int) -> None:
    from PIL import ImageOps

    exif = Image.Exif()
    exif[0x0112] = orientation
    data = encoded(table(96, 64), "JPEG", exif=exif, quality=95)
    expected = np.asarray(ImageOps.exif_transpose(Image.open(io.BytesIO(data))))[:, :, ::-1]
    assert (decode_picture(data, "p") == expected).all()


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGBA"])
def test_any_kind_of_colours_is_taken(mode: str) -> None:
    out = io.BytesIO()
    Image.fromarray(table(64, 48)).convert(mode).save(out, "PNG")
    assert decode_picture(out.getvalue(), "p").shape == (48, 64, 3)


def test_a_cmyk_jpeg_is_taken() -> None:
    out = io.BytesIO()
    Image.fromarray(table(64, 48)).convert("CMYK").save(out, "JPEG")
    assert decode_picture(out.getvalue(), "p").shape == (48, 64, 3)


def test_grey_of_sixteen_bits_reads_as_its_twin_of_eight_does() -> None:
    grey = table()[:, :, 0]
    twin, deep = io.BytesIO(), io.BytesIO()
    Image.fromarray(grey).save(twin, "PNG")
    Image.fromarray(grey.astype(np.uint16) * 257).save(deep, "PNG")
    assert (decode_picture(deep.getvalue(), "p") == decode_picture(twin.getvalue(), "p")).all()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty"),
        (b"no picture at all", "isn’t a picture"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n(x) deletefile", "PostScript"),
        (b"\xc5\xd0\xd3\xc6" + bytes(40), "PostScript"),
        (b"GIF89a" + bytes(40), "GIF"),
        (b"BM" + bytes(60), "BMP"),
        (b"II*\x00" + bytes(40), "TIFF"),
        (b"MM\x00*" + bytes(40), "TIFF"),
        (b"%PDF-1.7", "PDF"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "SVG"),
        (b"PK\x03\x04" + bytes(40), "zip"),
        (b"\x00\x00\x00\x18ftypheic" + bytes(40), "HEIC"),
        (b"\x00\x00\x00\x18ftypavif" + bytes(40), "AVIF"),
        (b"RIFF\x10\x00\x00\x00WEBPVP8 " + bytes(40), "WebP"),
    ],
)
def test_what_is_not_on_the_list_is_refused_by_name(data: bytes, says: str) -> None:
    sentence = refused(data)
    assert says in sentence
    assert ":" in sentence  # and what to do


@pytest.mark.parametrize("lossless", [False, True])
def test_a_webp_is_refused_for_none_shows_whether_it_is_whole(lossless: bool) -> None:
    assert "WebP" in refused(encoded(table(64, 48), "WEBP", quality=90, lossless=lossless))


def test_a_heic_says_what_to_do_on_the_phone() -> None:
    assert "Most Compatible" in refused(b"\x00\x00\x00\x18ftypheic" + bytes(40))


def test_no_program_is_started_for_a_postscript_file_called_jpg(tmp_path: Path) -> None:
    trap = tmp_path / "bin" / "gs"
    trap.parent.mkdir()
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/started\n")
    trap.chmod(0o755)
    picture = tmp_path / "p.jpg"
    picture.write_bytes(b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n{ } loop\n")
    path = f"{trap.parent}:{os.environ['PATH']}"
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "from device.cli.main import main; main()",
            "read",
            str(picture),
            "--json",
        ],
        env={**os.environ, "PATH": path},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert "PostScript" in done.stdout
    assert not (tmp_path / "started").exists()


def test_pipes_devices_and_folders_are_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "p.jpg")
    for path, says in (
        (tmp_path / "p.jpg", "pipe or a device"),
        (Path("/dev/zero"), "pipe or a device"),
        (tmp_path, "folder"),
        (tmp_path / "none.jpg", "doesn’t exist"),
        (tmp_path / ("x" * 300), "too long"),
    ):
        with pytest.raises(PictureFileError, match=says):
            read_picture(path)
        with pytest.raises(PictureFileError, match=says):
            open_film(path)


def test_size_is_known_before_anything_is_decoded(tmp_path: Path) -> None:
    bomb = bytearray(encoded(table(64, 48), "PNG"))
    head = bomb.index(b"IHDR")
    bomb[head + 4 : head + 12] = (13_000).to_bytes(4, "big") * 2
    import zlib

    bomb[head + 17 : head + 21] = zlib.crc32(bytes(bomb[head : head + 17])).to_bytes(4, "big")
    assert "13000 × 13000 pixels" in refused(bytes(bomb))
    bomb[head + 4 : head + 12] = (1_000_000).to_bytes(4, "big") * 2
    bomb[head + 17 : head + 21] = zlib.crc32(bytes(bomb[head : head + 17])).to_bytes(4, "big")
    assert "far too large" in refused(bytes(bomb))
    (tmp_path / "a.jpg").write_bytes(encoded(table(64, 48), "JPEG"))
    assert picture_size(tmp_path / "a.jpg") == (64, 48)
    assert picture_size(tmp_path / "none.jpg") is None


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_picture_that_is_cut_off_is_damaged(kind: str) -> None:
    whole = encoded(table(), kind)
    for share in (0.2, 0.5, 0.9):
        with pytest.raises(DamagedPictureError):
            decode_picture(whole[: int(share * len(whole))], "p")


def test_any_byte_changed_in_a_png_is_seen() -> None:
    whole = encoded(table(), "PNG")
    rng = random.Random(1)
    for _ in range(60):
        data = bytearray(whole)
        data[rng.randrange(8, len(data))] ^= 1 << rng.randrange(8)
        with pytest.raises(PictureFileError):
            decode_picture(bytes(data), "p")


def test_a_jpeg_that_is_compressed_beyond_its_letters_is_refused() -> None:
    assert "better quality" in refused(encoded(table(), "JPEG", quality=1))
    assert decode_picture(encoded(table(), "JPEG", quality=10), "p").shape == (320, 480, 3)


def code_of(data: bytes) -> int:
    """Where the coded picture begins."""
    start = data.index(b"\xff\xda")
    return start + 2 + int.from_bytes(data[start + 2 : start + 4], "big")


@pytest.mark.parametrize("progressive", [False, True])
@pytest.mark.parametrize("subsampling", [0, 2])
def test_damage_in_a_jpeg_is_seen_or_changes_next_to_nothing(
    progressive: bool, subsampling: int
) -> None:
    picture = table(640, 480)
    how = {"quality": 90, "progressive": progressive, "subsampling": subsampling}
    whole = encoded(picture, "JPEG", **how)
    first = decode_picture(whole, "p").astype(int)
    rng, seen, hidden = random.Random(2), 0, []
    for number in range(60):
        data = bytearray(whole)
        at = rng.randrange(code_of(whole), len(data) - 700)
        if number % 2:
            data[at : at + 512] = rng.randbytes(512)
        else:
            data[at] = rng.randrange(255)
        try:
            read = decode_picture(bytes(data), "p")
        except DamagedPictureError:
            seen += 1
        else:
            hidden.append(float((np.abs(read - first).max(axis=2) > 24).mean()))
    assert seen >= 30
    assert sum(share > 0.01 for share in hidden) <= 4, sorted(hidden)


def test_a_wrong_step_inside_a_jpeg_is_a_seam_and_a_straight_edge_is_none() -> None:
    picture = table(640, 480)
    unit = Coded(16, 16)
    assert not has_seam(picture, unit)
    for step in (-60, -24, 24, 200):
        lines = picture.astype(int)
        lines[160:176, 240:] += step
        lines[176:] += step
        assert has_seam(np.clip(lines, 0, 255).astype(np.uint8), unit), step
        edge = picture.astype(int)
        edge[160:] += step
        assert not has_seam(np.clip(edge, 0, 255).astype(np.uint8), unit), step


@pytest.mark.parametrize("lost", [7, 40 * 3 + 7, -(40 * 2 + 11)])
def test_a_picture_from_which_blocks_were_lost_is_torn(lost: int) -> None:
    rng, unit, across = np.random.default_rng(5), Coded(16, 16), 40
    squares = rng.integers(30, 220, (18, 18, 3)).astype(np.float32)
    board = cv2.GaussianBlur(cv2.resize(squares, (640, 640), interpolation=0), (0, 0), 1.0)
    board = np.clip(board + rng.normal(0, 1, board.shape), 0, 255).astype(np.uint8)
    units = board.reshape(40, 16, across, 16, 3).swapaxes(1, 2).reshape(-1, 16, 16, 3)
    assert not has_seam(board, unit)
    order = np.arange(len(units))
    order[12 * across + 18 :] = (order[12 * across + 18 :] + lost) % len(units)
    torn = units[order].reshape(40, across, 16, 16, 3).swapaxes(1, 2).reshape(board.shape)
    assert has_seam(torn, unit)


def test_the_units_of_a_jpeg_are_reported_by_its_head() -> None:
    picture = table(64, 48)
    assert coded(encoded(picture, "JPEG", subsampling=2)) == Coded(16, 16)
    assert coded(encoded(picture, "JPEG", subsampling=0)) == Coded(8, 8)
    grey = io.BytesIO()
    Image.fromarray(picture[:, :, 0]).save(grey, "JPEG")
    assert coded(grey.getvalue()) == Coded(8, 8)
    assert coded(b"\xff\xd8\xff\xc0") is None
    assert coded(b"") is None


def film(path: Path, pictures: int = 8) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 25.0, (64, 48))
    for number in range(pictures):
        writer.write(np.full((48, 64, 3), 20 * number, np.uint8))
    writer.release()
    return path


def test_a_film_is_opened_by_what_it_is(tmp_path: Path) -> None:
    opened = open_film(film(tmp_path / "a.avi"))
    assert opened.grab()
    opened.release()
    for name, data, says in (
        (
            "list.mp4",
            b"#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n",
            "isn’t a video that can be played: give an MP4, MKV or AVI file",
        ),
        (
            "concat.avi",
            b"ffconcat version 1.0\nfile /etc/passwd\n",
            "isn’t a video that can be played: give an MP4, MKV or AVI file",
        ),
        (
            "heic.mp4",
            b"\x00\x00\x00\x18ftypheic" + bytes(40),
            "isn’t a video that can be played: give an MP4, MKV or AVI file",
        ),
        ("head.avi", b"RIFF\x00\x00\x00\x00AVI " + bytes(100), "as a video"),
    ):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(PictureFileError, match=says):
            open_film(tmp_path / name)


def test_a_folder_names_also_the_pictures_that_cant_be_opened(tmp_path: Path) -> None:
    for name in ("b.HEIC", "a.jpg", "notes.txt"):
        (tmp_path / name).touch()
    assert [path.name for path in pictures_in(tmp_path)] == ["a.jpg", "b.HEIC"]


OPENS = re.compile(r"(cv2\.(imread|imreadmulti|imdecode|VideoCapture)|Image\.open|image\.load)$")
FROM_FILES = re.compile(r"cv2\.(imread|imreadmulti|VideoCapture)$")
DOORS = {
    "hardware/picture_files.py",
    "hardware/cameras/usb.py",  # a camera's node, no file
}


@pytest.mark.parametrize("opened", [read_picture, open_film])
def test_what_cant_be_read_where_it_begins_is_one_sentence(
    tmp_path: Path, opened: Callable[[Path], object]
) -> None:
    link = tmp_path / "film.mkv"
    link.symlink_to("/proc/self/mem")
    with pytest.raises(PictureFileError, match="can’t be read"):
        opened(link)


def test_no_other_file_opens_pictures_or_films() -> None:
    """In the rooms nothing is decoded but by the door; scripts and benchmarks may take apart what
    they have made themselves, and open files through the door alone."""
    found = []
    for folder in ("engine", "vision", "hardware", "device", "workshop"):
        opens = FROM_FILES if folder == "workshop" else OPENS
        for path in set((ROOT / folder).rglob("*.py")) - set(
            (ROOT / "workshop/tests").glob("*.py")
        ):
            name = path.relative_to(ROOT).as_posix()
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and opens.search(ast.unparse(node.func)):
                    found.append(name)
                if isinstance(node, ast.ImportFrom) and node.module == "simplejpeg":
                    found.append(name)
    assert set(found) == DOORS
