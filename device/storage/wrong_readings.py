"""A report of a wrong reading for the reader's developers: one zip with the picture, what was read,
and what was really there.

No names, no folders, nothing of the picture's file but its pixels. Not to be confused with the
doctor's report on the device (device/table/report.py).
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Literal
from zipfile import ZIP_STORED, ZipFile

import cv2
import msgspec
import numpy as np

from device.storage.tables import LearnedTable, TableFileError, table_bytes, table_of
from device.system.files import is_file, is_there
from device.system.given_rows import UNKNOWN_SQUARE
from device.system.zips import UNPACKING_FAILS, contents_of, is_cut_off, made_at, open_zip
from engine.records.json_texts import DEEPEST, check_depth
from engine.sentences import Sentence
from engine.tiles import UNKNOWN_BLANK
from hardware.picture_files import decode_picture
from vision.reading import Corners, Picture, Refusal

VERSION = 1
HEAD, TABLE = "report.json", "tiles.table"
FORMAT = "tilekeeper report"
PICTURES = ("picture.jpg", "picture.png")

LARGEST = 64 * 1024 * 1024
"""Bytes of anything in it, unpacked ..."""

LARGEST_HEAD = 1024 * 1024
"""... and of the reading, which has some 20 000."""

LARGEST_DIRECTORY = 64 * 1024
"""Bytes of the zip's directory: there are three files."""

Meta = msgspec.Meta
Number = Annotated[float, Meta(ge=-1e6, le=1e6)]
BoundedText = Annotated[str, Meta(max_length=1000)]
Rows = Annotated[tuple[Annotated[str, Meta(max_length=26)], ...], Meta(max_length=26)]
CornersRead = Annotated[list[Annotated[list[Number], Meta(max_length=2)]], Meta(max_length=4)]

QUALITY = 95
"""JPEG quality; if the JPEG reads differently from the picture, a PNG goes in."""


class WrongReadingError(Exception):
    """A file that isn't such a report, or can't be written; one sentence."""


class ReadBoard(msgspec.Struct, frozen=True):
    """The reading, in the words of `read --json`."""

    corners: CornersRead | None
    rows: Annotated[list[Annotated[str, Meta(max_length=26)]], Meta(max_length=26)] | None
    doubts: Annotated[list[dict[str, object]], Meta(max_length=1000)]
    refused: BoundedText | None


class CheckLine(msgspec.Struct, frozen=True):
    """A line of the doctor's."""

    check: BoundedText
    verdict: BoundedText
    value: BoundedText


class WrongReading(msgspec.Struct, frozen=True, kw_only=True):
    """The report. `layout`: rows of the premium squares; `given`: corners that were given, not
    found; `truth`: rows of the real position, as the players had it in the end (`game`) or as
    somebody has `written` it."""

    format: Literal["tilekeeper report"] = "tilekeeper report"
    version: Annotated[int, Meta(ge=1, le=VERSION)] = VERSION
    release: BoundedText
    made: BoundedText
    variant: BoundedText
    language: BoundedText
    layout: Rows
    given: CornersRead | None
    read: ReadBoard
    truth: Rows | None
    truth_by: Literal["game", "written"] | None
    checks: Annotated[tuple[CheckLine, ...], Meta(max_length=200)]

    @property
    def corners(self) -> Corners | None:
        """The given corners, if any."""
        if self.given is None:
            return None
        a, b, c, d = ((x, y) for x, y in self.given)
        return a, b, c, d


class _Version(msgspec.Struct, frozen=True):
    format: Literal["tilekeeper report"]
    version: Annotated[int, Meta(ge=1)]


def squares_apart(rows: Sequence[str], truth: Sequence[str]) -> tuple[str, ...]:
    """The squares where the reading differs from the truth, such as H8; a blank counts as a blank
    whatever its letter, and squares marked as unknown never count."""
    apart = []
    for row, (read, was) in enumerate(zip(rows, truth, strict=True), 1):
        for column, (one, other) in enumerate(zip(read, was, strict=True)):
            if other not in (UNKNOWN_SQUARE, one) and not (_is_blank(one) and _is_blank(other)):
                apart.append(f"{chr(ord('A') + column)}{row}")
    return tuple(apart)


def _is_blank(tile: str) -> bool:
    return tile == UNKNOWN_BLANK or tile.islower()


def encoded_as_jpeg(picture: Picture) -> bytes:
    """The picture, compressed."""
    return bytes(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes())


def encoded_as_png(picture: Picture) -> bytes:
    """The picture, lossless."""
    return bytes(cv2.imencode(".png", np.ascontiguousarray(picture))[1].tobytes())


def report_zip(
    report: WrongReading, picture: tuple[str, bytes], tiles: LearnedTable | None
) -> bytes:
    """Makes the zip; `picture`: its name in it, and its bytes; `tiles`: those it was read with."""
    out = io.BytesIO()
    files: dict[str, bytes] = {picture[0]: picture[1]}
    if tiles is not None:
        files[TABLE] = table_bytes(tiles)
    with ZipFile(out, "w", ZIP_STORED) as archive:
        archive.writestr(HEAD, msgspec.json.format(msgspec.json.encode(report)))
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def report_made_at(path: Path) -> str | None:
    """When the report at this path was made; None if there is none."""
    return made_at(path, HEAD, FORMAT)


def unpacked(path: Path) -> tuple[WrongReading, Picture, LearnedTable | None]:
    """A zip's report, its picture, and the tiles it was read with; WrongReadingError if it isn't a
    report, or a newer tilekeeper's. A PictureFileError if its picture can't be used."""
    try:
        if is_there(path) and not is_file(path):
            raise WrongReadingError(_no_report(path))  # not a file: any ending
        with open_zip(path, LARGEST_DIRECTORY) as archive:
            names = {name for name in archive.namelist() if _belongs(name)}
            files = {name: _held(archive, name) for name in sorted(names)}
        if HEAD not in files:
            raise WrongReadingError(_no_report(path))
        check_depth(files[HEAD], DEEPEST)
        version = msgspec.json.decode(files[HEAD], type=_Version).version
        if version > VERSION:
            raise WrongReadingError(
                Sentence(
                    "{path} was made by a newer tilekeeper (version {version}, this one reads"
                    " {version2}): update tilekeeper.",
                    path=path,
                    version=version,
                    version2=VERSION,
                )
            )
        report = msgspec.json.decode(files[HEAD], type=WrongReading)
        _check(report)
        tiles = table_of(files[TABLE], path) if TABLE in files else None
    except FileNotFoundError as error:
        raise WrongReadingError(
            Sentence("{path} doesn’t exist: check the name.", path=path)
        ) from error
    except UNPACKING_FAILS as error:
        if is_cut_off(path):
            raise WrongReadingError(
                Sentence("{path} is cut off: copy it again from where it came from.", path=path)
            ) from error
        raise WrongReadingError(_no_report(path)) from error
    except (msgspec.MsgspecError, TableFileError) as error:
        raise WrongReadingError(_no_report(path)) from error
    name = next((name for name in PICTURES if name in files), None)
    if name is None:
        raise WrongReadingError(_no_report(path))
    return report, decode_picture(files[name], f"{path}: {name}"), tiles


def _check(report: WrongReading) -> None:
    """ValueError if its fields don't agree: rows of another board, invalid corners."""
    size = len(report.layout)
    for rows in (report.layout, report.read.rows, report.truth):
        if rows is not None and {len(rows), *map(len, rows)} != {size}:
            raise ValueError("rows of another board")
    if report.given is not None and [len(corner) for corner in report.given] != [2, 2, 2, 2]:
        raise ValueError("corners that are none")
    if report.read.refused is not None:
        Refusal(report.read.refused)


def _belongs(name: str) -> bool:
    return name in (HEAD, TABLE, *PICTURES)


def _held(archive: ZipFile, name: str) -> bytes:
    """A file's contents; ValueError if that is far too much, whatever the zip claims."""
    if name == HEAD:
        return contents_of(archive, name, LARGEST_HEAD)
    with archive.open(name) as opened:
        data = opened.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise ValueError(f"{name} is far too large")
    return data


def _no_report(path: Path) -> str:
    return Sentence(
        "{path} isn’t a misread report: give a zip made by `tilekeeper report`.", path=path
    )
