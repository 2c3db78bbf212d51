"""How well the grid is found in photographs of real boards whose corners are known.

    workshop/benchmarks/find_grids.py --samples FOLDER [--only SOURCE ...] [--json OUT]

FOLDER (or the environment's TILEKEEPER_SAMPLES) holds one folder a source, with its pictures and a
truth.json: `size`, and for each of `photos` its `file`, `corners`, `expect` ("read" or "refuse").
Any of the four turns counts as found, for the letters settle it later; a picture to be refused may
be found all the same, for a hand or a blur is seen only after reading. Nothing is tuned here.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path

import cv2
import numpy as np

from engine.layouts import Layout, load_layout
from hardware.picture_files import read_picture
from vision.find import find_grid, verify_grid
from vision.reading import Grid, Picture, Refusal

NEAR, NEARLY = 0.25, 0.5
"""Squares that the farthest corner may lie off."""


@dataclass
class Tally:
    """Counts of one source. `off`: the farthest corner of each found grid, in squares; `strayed`:
    pictures to be refused in which a grid was found that isn't the board's (or there is none)."""

    whole: int = 0
    near: int = 0
    nearly: int = 0
    wrong: int = 0
    missed: int = 0
    to_refuse: int = 0
    refused: int = 0
    strayed: int = 0
    kept: int = 0
    off: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    verify_seconds: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def find_in_source(folder: Path, most: int | None = None) -> Tally:
    """Looks for the grid in every picture of a source, or in so many of a whole board at most,
    spread evenly."""
    truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
    layout = load_layout("classic")
    tally = Tally()
    photos = truth["photos"]
    if most is not None:
        photos = [photo for photo in photos if photo["expect"] == "read"]
        if most < len(photos):
            photos = [photos[round(at)] for at in np.linspace(0, len(photos) - 1, most)]
    for photo in photos:
        picture = read_picture(folder / photo["file"])
        corners = photo["corners"]
        grid = _grid(corners, truth["size"]) if corners is not None else None
        read = photo["expect"] == "read"
        _look(tally, picture, layout, grid, read, photo["file"])
    return tally


def _look(
    tally: Tally, picture: Picture, layout: Layout, true: Grid | None, read: bool, name: str
) -> None:
    start = time.process_time()
    found = find_grid(picture, layout)
    tally.seconds.append(time.process_time() - start)
    tally.whole += read
    tally.to_refuse += not read
    if isinstance(found, Refusal):
        tally.refused += not read
        tally.missed += read
        if read:
            tally.notes.append(f"{name}: {found.value}")
        return
    off = corners_off(true, found.grid) if true is not None else float("inf")
    if read:
        tally.off.append(off)
        tally.near += off <= NEAR
        tally.nearly += off <= NEARLY
        tally.wrong += off > NEARLY
        start = time.process_time()
        tally.kept += verify_grid(picture, found.grid, layout) == found.grid
        tally.verify_seconds.append(time.process_time() - start)
    elif true is None or off > NEARLY:
        tally.strayed += true is None
    if off > NEAR and read:
        tally.notes.append(f"{name}: {off:.2f} squares off")


def corners_off(true: Grid, found: Grid) -> float:
    """How far the farthest corner lies off, in squares, in the turn that fits best."""
    to_board = np.linalg.inv(true.to_picture())
    n = true.size
    wanted = np.array([[0, 0], [n, 0], [n, n], [0, n]], dtype=np.float64)
    worst = []
    for quarters in range(4):
        seen = np.c_[np.array(found.turned(quarters).corners), np.ones(4)] @ to_board.T
        worst.append(np.linalg.norm(seen[:, :2] / seen[:, 2:] - wanted, axis=1).max())
    return float(min(worst))


def _grid(corners: list[list[float]], size: int) -> Grid:
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return Grid((a, b, c, d), size)


HEAD = ("source", "whole", "1/4", "1/2", "wrong", "missed", "refused", "strayed", "steady", "off")
HEAD += ("ms", "worst", "verify")


def _row(name: str, tally: Tally) -> tuple[str, ...]:
    def milliseconds(seconds: list[float], at: float) -> str:
        return f"{1000 * float(np.quantile(seconds, at)):.0f}" if seconds else "-"

    return (
        name,
        *map(str, (tally.whole, tally.near, tally.nearly, tally.wrong, tally.missed)),
        f"{tally.refused}/{tally.to_refuse}",
        str(tally.strayed),
        f"{tally.kept}/{len(tally.off)}",
        f"{np.median(tally.off):.2f}" if tally.off else "-",
        milliseconds(tally.seconds, 0.5),
        milliseconds(tally.seconds, 1.0),
        milliseconds(tally.verify_seconds, 0.5),
    )


def _together(tallies: list[Tally]) -> Tally:
    whole = Tally()
    for tally in tallies:
        for key, value in vars(tally).items():
            setattr(whole, key, getattr(whole, key) + value)
    return whole


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=_Raw)
    parser.add_argument("--samples", type=Path, default=os.environ.get("TILEKEEPER_SAMPLES"))
    parser.add_argument("--only", nargs="*", help="names of sources, or their beginnings")
    parser.add_argument("--json", type=Path, help="save the tallies too")
    options = parser.parse_args()
    if options.samples is None:
        parser.error("--samples FOLDER, or TILEKEEPER_SAMPLES in the environment, is needed")
    root = Path(options.samples)
    root = root / "photos" if (root / "photos").is_dir() else root
    cv2.setNumThreads(1)
    tallies: dict[str, Tally] = {}
    for path in sorted(root.glob("*/truth.json")):
        name = path.parent.name
        if options.only and not any(name.startswith(start) for start in options.only):
            continue
        print(f"{name} …", end="\r", file=sys.stderr)
        tallies[name] = find_in_source(path.parent)
    rows = [HEAD, *(_row(name, tally) for name, tally in tallies.items())]
    rows.append(_row("together", _together(list(tallies.values()))))
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEAD))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)))
    for name, tally in tallies.items():
        for note in tally.notes:
            print(f"  {name}/{note}")
    if options.json:
        found = {name: asdict(tally) for name, tally in tallies.items()}
        options.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


class _Raw(argparse.RawDescriptionHelpFormatter):
    """Keeps the lines of the module's docstring."""


if __name__ == "__main__":
    main()
