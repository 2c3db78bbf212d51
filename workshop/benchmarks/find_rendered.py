"""How well the grid is found on rendered tables as busy as the board:

    python -m workshop.benchmarks.find_rendered [--only CONDITION ...] [--each N] [--show FOLDER]
    … --read    each is read too, as a still: tiles right, sure, asked, silent

Several hundred placements from fixed seeds, by condition: found (every crossing of lines within a
quarter of a square), near (within half), wrong (further: never allowed), or refused, with the
reasons; and the curves over tilt and over size. Any of the four turns counts as found, for the
letters settle it later. A tile on a picture that is refused counts as asked about.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from engine.layouts import Layout, load_layout
from engine.squares import Square
from engine.tiles import load_tile_set
from engine.variants import load_variant
from vision.find import find_grid
from vision.game.doubt import ASK_STILL_BELOW
from vision.reader import BoardReader
from vision.reading import Grid, Reading, Refusal
from vision.render.look import Colour
from workshop.benchmarks.busy_tables import (
    Nodes,
    Scene,
    Seen,
    random_board_look,
    random_position,
    see,
)
from workshop.benchmarks.reading_sets import tables
from workshop.benchmarks.reading_sets.sureness import HEAD as SURENESS
from workshop.benchmarks.reading_sets.sureness import Outcome, judged
from workshop.benchmarks.table_things import CLOTHS, Things
from workshop.rendered.photograph import LensFaults, Light, Stance, random_lens, random_light

NEAR, NEARLY = 0.25, 0.5
"""Squares that the farthest crossing of lines may lie off."""

CLASSIC, TILE_SET = load_layout("classic"), load_tile_set("en")
Rng = np.random.Generator


def _usual(seed: int, rng: Rng, layout: Layout = CLASSIC) -> Scene:
    """A household's evening: any board, seen from a camera on an arm or from a hand."""
    return Scene(
        seed,
        random_board_look(seed, layout),
        Stance(
            tilt=float(rng.uniform(0, 35)),
            azimuth=float(rng.uniform(0, 360)),
            roll=float(rng.uniform(0, 360)),
            distance=float(rng.uniform(1.3, 2.6)),
            fill=float(rng.uniform(0.55, 0.95)),
        ),
        full=float(rng.choice([0.0, 0.05, 0.15, 0.25])),
        lens=LensFaults(blur=0.5, noise=float(rng.uniform(0, 4)), jpeg=int(rng.integers(60, 97))),
        light=Light(brightness=float(rng.uniform(0.7, 1.15)), gradient=float(rng.uniform(0, 0.2))),
        things=Things(str(rng.choice(["plain", "planks", "marble"]))),
        frame=float(rng.choice([0.0, 0.0, 0.7, 2.0])),
        round_=bool(rng.random() < 0.15),
    )


def _busy(scene: Scene, rng: Rng) -> Scene:
    things = Things(
        cloth=str(rng.choice(CLOTHS)),
        check=float(rng.uniform(0.5, 2.5)),
        loose=int(rng.integers(0, 25)),
        racks=int(rng.integers(0, 4)),
        papers=int(rng.integers(0, 3)),
        keyboards=int(rng.integers(0, 2)),
    )
    return replace(scene, things=things)


def _standing(scene: Scene, **changes: float) -> Scene:
    return replace(scene, stance=replace(scene.stance, **changes))


def _without_colours(scene: Scene) -> Scene:
    board = scene.look.board
    plain = tuple((kind, board.cell) for kind, _ in board.premium)
    return replace(scene, look=replace(scene.look, board=replace(board, premium=plain)))


def _low_contrast(scene: Scene, rng: Rng) -> Scene:
    board = scene.look.board
    cell = np.array((185, 212, 225)) + rng.normal(0, 8, 3)

    def tone(by: float) -> Colour:
        blue, green, red = np.clip(cell + rng.normal(0, by, 3) - by * 0.7, 0, 255)
        return int(blue), int(green), int(red)

    premium = tuple((kind, tone(14)) for kind, _ in board.premium)
    board = replace(
        board,
        cell=tone(0),
        line=tone(10),
        premium=premium,
        frame=tone(6),
        border=tone(6),
        ridge=0.0,
    )
    return replace(scene, look=replace(scene.look, board=board))


def _dim(scene: Scene, rng: Rng) -> Scene:
    """One warm lamp, far off."""
    light = Light(
        brightness=float(rng.uniform(0.12, 0.35)),
        gradient=float(rng.uniform(0.1, 0.4)),
        direction=float(rng.uniform(0, 360)),
        warmth=float(rng.uniform(0.05, 0.25)),
    )
    noise = float(rng.uniform(1, 5))
    return replace(scene, light=light, lens=LensFaults(blur=0.8, noise=noise, jpeg=85))


def _with_ridges(scene: Scene, rng: Rng) -> Scene:
    board = replace(scene.look.board, ridge=float(rng.uniform(0.6, 1.0)))
    return replace(scene, look=replace(scene.look, board=board))


def _layout(rng: Rng) -> Layout:
    party = load_variant("party").layout
    sizes = [Layout.centred(k) for k in (8, 9, 10, 11, 13, 15)]
    return [party, party, *sizes, Layout.plain(15)][int(rng.integers(9))]


def _aside(scene: Scene, rng: Rng, by: float) -> Scene:
    angle = rng.uniform(0, 2 * np.pi)
    return replace(scene, aside=(by * float(np.cos(angle)), by * float(np.sin(angle))))


CONDITIONS: dict[str, Callable[[int, Rng], Scene]] = {
    "plain table": _usual,
    "busy table": lambda s, r: _busy(_usual(s, r), r),
    "oblique 40-50": lambda s, r: _busy(
        _standing(_usual(s, r), tilt=r.uniform(40, 50), fill=r.uniform(0.7, 0.97)), r
    ),
    "oblique 50-60": lambda s, r: _busy(
        _standing(_usual(s, r), tilt=r.uniform(50, 60), fill=r.uniform(0.7, 0.97)), r
    ),
    "small 290-400 px": lambda s, r: _aside(
        _standing(_busy(_usual(s, r), r), fill=r.uniform(0.35, 0.47), tilt=r.uniform(0, 25)),
        r,
        0.18,
    ),
    "12 megapixels": lambda s, r: replace(_busy(_usual(s, r), r), size=(4056, 3040)),
    "wide lens": lambda s, r: replace(
        _standing(_busy(_usual(s, r), r), fill=r.uniform(0.75, 0.97)), bend=-r.uniform(0.04, 0.2)
    ),
    "bad light": lambda s, r: replace(
        _busy(_usual(s, r), r), light=random_light(r), lens=random_lens(r, 40.0)
    ),
    "low contrast": lambda s, r: _low_contrast(_usual(s, r), r),
    "half full": lambda s, r: replace(_busy(_usual(s, r), r), full=r.uniform(0.3, 0.55)),
    "full": lambda s, r: replace(_busy(_usual(s, r), r), full=r.uniform(0.6, 0.98)),
    "no colours": lambda s, r: _without_colours(_busy(_usual(s, r), r)),
    "other layouts": lambda s, r: _busy(_usual(s, r, _layout(r)), r),
    "second board": lambda s, r: replace(
        _aside(_usual(s, r), r, 0.08),
        things=Things("planks", 1.0, 5, 2, second=str(r.choice(["same", "plain", "chess"]))),
    ),
    "cut off": lambda s, r: _aside(_busy(_usual(s, r), r), r, r.uniform(0.33, 0.5)),
    "no board": lambda s, r: replace(_busy(_usual(s, r), r), board=False),
    "folding": lambda s, r: replace(
        _usual(s, r),
        fold=float(r.choice([-1, 1]) * r.uniform(3, 12)),
        hinge=float(r.choice([7.0, 7.5, 8.0])),
    ),
    "folding, oblique 35-50": lambda s, r: replace(
        _standing(_usual(s, r), tilt=r.uniform(35, 50), fill=r.uniform(0.7, 0.97)),
        fold=float(r.choice([-1, 1]) * r.uniform(3, 12)),
        hinge=float(r.choice([7.0, 7.5, 8.0])),
    ),
    "dim and warm": lambda s, r: _dim(_usual(s, r), r),
    "raised grid, dim": lambda s, r: _dim(_with_ridges(_usual(s, r), r), r),
}


@dataclass
class Tally:
    """Counts of one condition. `to_refuse`: pictures that don't show the whole board."""

    pictures: int = 0
    found: int = 0
    near: int = 0
    wrong: int = 0
    to_refuse: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    off: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    read: Outcome = field(default_factory=Outcome)


def scene_of(condition: str, number: int) -> Scene:
    """One placement of a condition: the same for ever."""
    seed = 1000 * (1 + list(CONDITIONS).index(condition)) + number
    return CONDITIONS[condition](seed, np.random.default_rng([seed, 0]))


def crossings_off(nodes: Nodes, found: Grid, turns: int = 4) -> float:
    """How far the farthest crossing lies off, in true squares there, in the turn that fits best of
    so many, the first the grid's own."""
    across = np.linalg.norm(np.diff(nodes, axis=1), axis=-1).mean()
    down = np.linalg.norm(np.diff(nodes, axis=0), axis=-1).mean()
    square = float(np.sqrt(across * down))
    line = np.arange(found.size + 1.0)
    places = np.stack(np.meshgrid(line, line), axis=-1)
    seen = (found.turned(k).pixels_of(places) for k in range(turns))
    return float(min(np.linalg.norm(nodes - turn, axis=-1).max() for turn in seen) / square)


def whole_in(nodes: Nodes | None, size: tuple[int, int]) -> bool:
    return nodes is not None and bool(((nodes > -0.5) & (nodes < np.array(size) - 0.5)).all())


def _kept(scene: Scene, path: Path) -> Seen:
    if path.is_file():
        with np.load(path) as file:
            picture = cv2.imdecode(file["picture"], cv2.IMREAD_COLOR)
            nodes = file["nodes"] if scene.board else None
        return Seen(np.asarray(picture, dtype=np.uint8), nodes)
    seen = see(scene)
    packed = cv2.imencode(".png", seen.picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])[1]
    np.savez(path, picture=packed, nodes=seen.nodes if seen.nodes is not None else np.empty(0))
    return seen


def look(
    tally: Tally,
    scene: Scene,
    name: str,
    show: Path | None,
    kept: Path | None = None,
    read: bool = False,
) -> None:
    """One picture made, looked at and counted, and perhaps read."""
    seen = see(scene) if kept is None else _kept(scene, kept / f"{name.replace(' ', '-')}.npz")
    start = time.process_time()
    found = find_grid(seen.picture, scene.look.layout)
    tally.seconds.append(time.process_time() - start)
    if read and seen.nodes is not None:
        read_too(tally, scene, seen)
    tally.pictures += 1
    whole = whole_in(seen.nodes, scene.size)
    tally.to_refuse += not whole
    if isinstance(found, Refusal):
        tally.refused[found.value] += 1
        verdict = found.value if whole else ""
    else:
        off = float("inf") if seen.nodes is None else crossings_off(seen.nodes, found.grid)
        tally.off.append(off)
        tally.found += off <= NEAR
        tally.near += NEAR < off <= NEARLY
        tally.wrong += off > NEARLY
        verdict = "" if off <= NEAR else f"{off:.2f} off, certainty {found.certainty:.2f}"
    if verdict:
        tally.notes.append(f"{name}: {verdict}")
        if show is not None:
            cv2.imwrite(str(show / f"{name.replace(' ', '-')}.png"), seen.picture)


def _row(name: str, tally: Tally) -> tuple[str, ...]:
    off = [value for value in tally.off if np.isfinite(value)]
    return (
        name,
        str(tally.pictures),
        str(tally.to_refuse),
        *map(str, (tally.found, tally.near, tally.wrong)),
        f"{np.median(off):.3f}" if off else "-",
        f"{1000 * np.median(tally.seconds):.0f}" if tally.seconds else "-",
        f"{1000 * max(tally.seconds):.0f}" if tally.seconds else "-",
        " ".join(f"{why} {count}" for why, count in tally.refused.most_common()),
    )


HEAD = (
    "condition",
    "shown",
    "not whole",
    "found",
    "near",
    "wrong",
    "off",
    "ms",
    "worst",
    "refused",
)


def read_too(tally: Tally, scene: Scene, seen: Seen) -> None:
    """The picture read, and its tiles counted."""
    assert seen.nodes is not None
    layout = scene.look.layout
    reading = BoardReader(layout, TILE_SET).read(seen.picture)
    rows = np.array(
        [list(row) for row in random_position(scene.seed, layout.size, scene.full).rows()]
    )
    if isinstance(reading, Reading):
        off = [crossings_off(seen.nodes, reading.grid.turned(k), turns=1) for k in range(4)]
        rows = np.rot90(rows, -int(np.argmin(off)))
    n = range(layout.size)
    tiles = {Square(column, row) for row in n for column in n if rows[row, column] != "."}
    lines = ["".join(row) for row in rows]
    tally.read.add(judged(lines, tiles, reading, TILE_SET))


def print_reading(tallies: dict[str, Tally]) -> None:
    head = ("condition", "refused", *SURENESS, "asked elsewhere", "silent elsewhere")
    rows = []
    for name, tally in tallies.items():
        tiles, bare = tally.read.question, tally.read.elsewhere
        counts = (
            tiles.counts(ASK_STILL_BELOW),
            bare.asked(ASK_STILL_BELOW),
            bare.silent(ASK_STILL_BELOW),
        )
        rows.append(
            (name, str(tally.read.refused), *map(str, counts[0]), str(counts[1]), str(counts[2]))
        )
    tables.print_table("Tiles, read as stills", head, rows)


def print_table(tallies: dict[str, Tally]) -> None:
    rows = [HEAD, *(_row(name, tally) for name, tally in tallies.items())]
    widths = [max(len(row[i]) for row in rows) for i in range(len(HEAD))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)))


def curves(each: int, kept: Path | None) -> dict[str, Tally]:
    """Busy tables by tilt, and by size of a square."""
    tallies: dict[str, Tally] = {}
    for tilt in (0, 15, 30, 40, 50, 55, 60, 65):
        tallies[f"tilt {tilt}"] = tally = Tally()
        for number in range(each):
            scene = scene_of("busy table", 500 + number)
            look(tally, _standing(scene, tilt=tilt, fill=0.95), f"tilt {tilt} {number}", None, kept)
    for pixels in (14, 16, 18, 20, 24, 32):
        tallies[f"{pixels} px a square"] = tally = Tally()
        for number in range(each):
            scene = scene_of("busy table", 600 + number)
            upright = _standing(scene, tilt=10.0, roll=scene.stance.roll, fill=17 * pixels / 960)
            look(tally, upright, f"{pixels} px {number}", None, kept)
    return tallies


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=_Raw)
    parser.add_argument("--only", nargs="*", help="conditions, or their beginnings")
    parser.add_argument("--each", type=int, default=30, help="placements a condition")
    parser.add_argument("--first", type=int, default=0, help="number of the first placement")
    parser.add_argument("--curves", type=int, default=0, help="placements a point of the curves")
    parser.add_argument("--show", type=Path, help="save the pictures that weren't found")
    parser.add_argument("--read", action="store_true", help="read them, too")
    parser.add_argument("--keep", type=Path, help="keep the drawn pictures there, and use them")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    for folder in (options.show, options.keep):
        if folder:
            folder.mkdir(parents=True, exist_ok=True)
    tallies: dict[str, Tally] = {}
    for condition in CONDITIONS:
        if options.only and not any(condition.startswith(start) for start in options.only):
            continue
        tallies[condition] = tally = Tally()
        for number in range(options.first, options.first + options.each):
            print(f"{condition} {number} ", end="\r", file=sys.stderr)
            look(
                tally,
                scene_of(condition, number),
                f"{condition} {number}",
                options.show,
                options.keep,
                options.read,
            )
    if options.curves:
        tallies.update(curves(options.curves, options.keep))
    print_table(tallies)
    if options.read:
        print_reading(tallies)
    for tally in tallies.values():
        for note in tally.notes:
            print(f"  {note}")


class _Raw(argparse.RawDescriptionHelpFormatter):
    """Keeps the lines of the module's docstring."""


if __name__ == "__main__":
    main()
