"""Photographs of real boards with the truth about them, where a folder of them is at hand.

A source is a folder with pictures and a truth.json: `size`, `variant`, `language`, `view`
("top-down" or "oblique"), and for each of `photos` its `file`, `rows`, `corners` and `expect`
("read" or "refuse"). Photographs measure; nothing is ever chosen by them.
Tests: workshop/tests/test_photographs.py.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from engine.tiles import load_tile_set
from engine.variants import Variant, load_variant
from hardware.picture_files import read_picture
from vision.reading import Grid, Picture

SETTING = "TILEKEEPER_SAMPLES"


@dataclass(frozen=True)
class Photograph:
    """One photograph: `rows` and `grid` are None where they aren't known."""

    path: Path
    rows: tuple[str, ...] | None
    grid: Grid | None
    to_be_read: bool

    def load(self) -> Picture:
        """The picture; PictureFileError if the file is none."""
        return read_picture(self.path)


@dataclass(frozen=True)
class Source:
    """Photographs of one board."""

    name: str
    view: str
    game: Variant
    photographs: tuple[Photograph, ...]


def samples_folder() -> Path | None:
    """The folder that the environment names, or None."""
    named = os.environ.get(SETTING)
    if not named:
        return None
    folder = Path(named)
    return folder / "photos" if (folder / "photos").is_dir() else folder


def sources(folder: Path) -> Iterator[Source]:
    """Every source of a folder, by name."""
    for path in sorted(folder.glob("*/truth.json")):
        yield load_source(path)


def load_source(path: Path) -> Source:
    """The source of a truth.json."""
    truth = json.loads(path.read_text(encoding="utf-8"))
    size = int(truth["size"])
    photographs = tuple(
        Photograph(
            path.parent / photo["file"],
            None if photo["rows"] is None else tuple(photo["rows"]),
            _grid(photo["corners"], size),
            photo["expect"] == "read",
        )
        for photo in truth["photos"]
    )
    game = _game(truth["variant"], truth["language"])
    return Source(path.parent.name, truth["view"], game, photographs)


def _game(name: str, language: str) -> Variant:
    """The game; where the language has no tile set with English letters, uncounted, as `tilekeeper
    read` has it."""
    try:
        load_tile_set(language)
    except KeyError:
        return replace(load_variant(name, "en"), counted=False)
    return load_variant(name, language)


def _grid(corners: list[list[float]] | None, size: int) -> Grid | None:
    if corners is None:
        return None
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return Grid((a, b, c, d), size)
