"""Would Tesseract help as an independent witness of a doubted letter?

    python -m benchmarks.tesseract_witness [--boards N] [--most N] [--seconds S] [--modes 7]

For every letter on the board that the reader leaves below ASK, the words through it are flattened,
enlarged, cleaned of score digits, and given to Tesseract as one line. Where Tesseract reads the
reader's own best letter there, the doubt could be settled: rightly, or as a silent mistake. Boards
are rendered (any look, light and lens); photographs are measured too where TILEKEEPER_SAMPLES names
a folder. Nothing is chosen by them.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.reading_sets.looks import look_of
from benchmarks.reading_sets.photographs import Source, samples_folder, sources
from benchmarks.reading_sets.placements import game, placement
from benchmarks.rendered.photograph import (
    Shot,
    Stance,
    lean_of,
    photograph,
    photographed_grid,
    random_lens,
    random_light,
    shot_homography,
)
from engine.position import EMPTY
from engine.squares import Direction, Square
from engine.variants import Variant
from vision.reader import BoardReader
from vision.reading import LABELS, Grid, Picture, Refusal
from vision.render.board import flat_grid, render_board
from vision.square.warp import flatten

ASK = 0.97
"""Letters below are taken for doubted: about where a single picture is asked about."""
SIDE = 72
"""Pixels a tile in the line that Tesseract reads: capitals are some 40 high."""
BORDER = 24
GAP = 10
"""Between letters, as in print: left as far apart as tiles lie, whole words are not read at all."""
LEAST_PART = 0.3
"""Of a tile's largest stroke: what is smaller and off the middle is a score digit."""
MODES = (7, 8, 13)
"""Tesseract's page modes: a line, a word, a raw line."""
WHITELIST = "-c tessedit_char_whitelist=ABCDEFGHIJKLMNOPQRSTUVWXYZ"

Grey: TypeAlias = NDArray[np.uint8]


@dataclass(frozen=True)
class Line:
    """A word as Tesseract gets it, and from where to where each of its letters lies, in pixels."""

    grey: Grey
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Doubt:
    """A doubted letter: the truth, the reader's best guess, and the words through it: their lines
    as Tesseract gets them, with its place in each."""

    truth: str
    best: str
    sure: float
    lines: tuple[tuple[Line, int], ...]


@dataclass
class Count:
    """What a mode read at the doubted letters; `settles`: where it reads the reader's best."""

    doubts: int = 0
    best_right: int = 0
    right: int = 0
    wrong: int = 0
    nothing: int = 0
    settled_rightly: int = 0
    settled_wrongly: int = 0
    mended: int = 0
    calls: int = 0
    seconds: float = 0.0


def doubts_in(picture: Picture, grid: Grid, rows: tuple[str, ...], rules: Variant) -> list[Doubt]:
    """The doubted letters of a picture whose grid and truth are known."""
    reading = BoardReader(rules.layout, rules.tile_set).read(picture, corners=grid)
    if isinstance(reading, Refusal):
        return []
    found = []
    flat: Picture | None = None
    for square, true in letters_of(rows):
        odds = reading.probabilities[square.row, square.column]
        if true not in LABELS or float(odds.max()) >= ASK:
            continue
        if flat is None:
            flat = flatten(picture, reading.grid, SIDE, 0.0)
        lines = tuple(
            (line_of(flat, word), word.index(square))
            for direction in Direction
            if len(word := word_through(rows, square, direction)) > 1
        )
        if lines:
            found.append(Doubt(true, LABELS[int(odds.argmax())], float(odds.max()), lines))
    return found


def letters_of(rows: tuple[str, ...]) -> Iterator[tuple[Square, str]]:
    for row, text in enumerate(rows):
        for column, tile in enumerate(text):
            if tile.isalpha() and tile.isupper():
                yield Square(column, row), tile


def word_through(rows: tuple[str, ...], square: Square, direction: Direction) -> list[Square]:
    """The squares of the word that runs through a square in a direction."""

    def lies(at: Square) -> bool:
        inside = 0 <= at.row < len(rows) and 0 <= at.column < len(rows)
        return inside and rows[at.row][at.column] != EMPTY

    first = square
    while lies(first.step(direction, -1)):
        first = first.step(direction, -1)
    word = [first]
    while lies(word[-1].step(direction)):
        word.append(word[-1].step(direction))
    return word


def line_of(flat: Picture, word: list[Square]) -> Line:
    """The letters of a word as close as in print, dark on light, without score digits."""
    white = np.full((SIDE, GAP), 255, np.uint8)
    parts, spans, at = [], [], BORDER
    for s in word:
        tile = clean(
            flat[s.row * SIDE : (s.row + 1) * SIDE, s.column * SIDE : (s.column + 1) * SIDE]
        )
        inked = np.flatnonzero(tile.min(axis=0) < 200)
        letter = tile[:, inked[0] : inked[-1] + 1] if len(inked) else tile
        parts += [letter, white]
        spans.append((at, at + letter.shape[1]))
        at += letter.shape[1] + GAP
    line = cv2.copyMakeBorder(
        np.hstack(parts), BORDER, BORDER, BORDER, BORDER, cv2.BORDER_CONSTANT, value=(255,)
    )
    return Line(np.asarray(line, dtype=np.uint8), tuple(spans))


def clean(tile: Picture) -> Grey:
    """A tile's letter alone, dark on white: what touches the edge and what is small goes."""
    grey = cv2.cvtColor(tile, cv2.COLOR_BGR2GRAY)
    rim = SIDE // 8
    inner = grey[rim:-rim, rim:-rim]
    level, _ = cv2.threshold(inner, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    dark = inner <= level
    if dark.mean() > 0.5:  # light letters on a dark tile
        dark, grey = ~dark, 255 - grey
        inner, level = grey[rim:-rim, rim:-rim], 255 - level
    count, pieces, stats, middles = cv2.connectedComponentsWithStats(dark.astype(np.uint8))
    kept = np.zeros(inner.shape, np.uint8)
    if count > 1:
        most = int(stats[1:, cv2.CC_STAT_AREA].max())
        for piece in range(1, count):
            off = np.abs(middles[piece] / len(inner) - 0.5).max()
            if stats[piece, cv2.CC_STAT_AREA] >= LEAST_PART * most and off < 0.35:
                kept[pieces == piece] = 1
    shown = np.full((SIDE, SIDE), 255, np.uint8)
    near = cv2.dilate(kept, np.ones((5, 5), np.uint8)) > 0
    span = max(float(level) - float(np.percentile(inner, 1)), 1.0)
    soft = np.clip(128 + 127 * (inner.astype(np.float32) - level) / span, 0, 255)
    shown[rim:-rim, rim:-rim][near] = soft[near].astype(np.uint8)
    return shown


def read_line(line: Line, mode: int) -> list[str]:
    """What Tesseract reads as each letter of a line; "" for nothing."""
    import pytesseract

    found = [""] * len(line.spans)
    try:
        boxes = str(
            pytesseract.image_to_boxes(line.grey, "eng", f"--psm {mode} {WHITELIST}", timeout=20)
        )
    except (pytesseract.TesseractError, RuntimeError):
        return found
    for box in boxes.splitlines():
        sign, left, _, right, *_ = box.split(" ")
        middle = (int(left) + int(right)) / 2
        for at, (first, last) in enumerate(line.spans):
            if first - GAP / 2 <= middle < last + GAP / 2:
                found[at] = sign if not found[at] else "#"  # two letters on a tile: neither
    return ["" if sign == "#" else sign for sign in found]


def weigh(doubts: list[Doubt], mode: int) -> Count:
    """What Tesseract says of the doubts in a mode; two words that disagree say nothing."""
    count = Count()
    for doubt in doubts:
        start = time.perf_counter()
        said = {read_line(line, mode)[at] for line, at in doubt.lines} - {""}
        count.seconds += time.perf_counter() - start
        count.calls += len(doubt.lines)
        count.doubts += 1
        count.best_right += doubt.best == doubt.truth
        letter = said.pop() if len(said) == 1 else ""
        count.nothing += not letter
        count.right += letter == doubt.truth
        count.wrong += bool(letter) and letter != doubt.truth
        if letter and letter == doubt.best:
            count.settled_rightly += doubt.best == doubt.truth
            count.settled_wrongly += doubt.best != doubt.truth
        elif letter == doubt.truth:
            count.mended += 1
    return count


def rendered(boards: int) -> Iterator[list[Doubt]]:
    """Doubts on rendered boards of any look in any light."""
    rules = game("classic", "en")
    for number in range(boards):
        rng = np.random.default_rng([12, number])
        position = placement("classic", "en", rng)
        look = look_of(rules, False, rng)
        stance = Stance(
            tilt=float(rng.uniform(0, 40)), azimuth=float(rng.uniform(0, 360)), fill=0.95
        )
        drawn = render_board(position, look, 40, rng, lean_of(stance))
        side = int(rng.integers(360, 900))
        shot = Shot(side, side, stance, random_light(rng), random_lens(rng, side / 17))
        picture = photograph(drawn, shot, rng)
        view = shot_homography(shot, drawn.shape[1], drawn.shape[0])
        grid = photographed_grid(flat_grid(rules.layout.size, 40), view)
        yield doubts_in(picture, grid, position.rows(), rules)


def photographed(source: Source) -> Iterator[list[Doubt]]:
    """Doubts on a source's photographs, with the corners that the truth gives."""
    for photo in source.photographs:
        if photo.rows is not None and photo.grid is not None and photo.to_be_read:
            yield doubts_in(photo.load(), photo.grid, photo.rows, source.game)


def print_counts(name: str, doubts: list[Doubt], modes: list[int]) -> None:
    for mode in modes:
        c = weigh(doubts, mode)
        print(
            f"{name:12} psm {mode:2}: {c.doubts} doubts (best guess right {c.best_right}); it reads"
            f" right {c.right}, wrong {c.wrong}, nothing {c.nothing}; agrees with the best guess:"
            f" {c.settled_rightly} rightly, {c.settled_wrongly} wrongly; right where that is wrong:"
            f" {c.mended}; {c.seconds / max(c.calls, 1):.2f} s a call",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--boards", type=int, default=40, help="rendered boards")
    parser.add_argument("--most", type=int, default=150, help="doubts of a kind")
    parser.add_argument("--seconds", type=float, default=240.0, help="for finding a kind's doubts")
    parser.add_argument("--modes", type=int, nargs="+", default=MODES, help="Tesseract's psm")
    wanted = parser.parse_args()
    os.environ.setdefault("OMP_THREAD_LIMIT", "1")  # Tesseract's own threads only cost time
    cv2.setNumThreads(1)
    kinds = [("rendered", rendered(wanted.boards))]
    folder = samples_folder()
    if folder is None:
        print("no photographs: TILEKEEPER_SAMPLES names no folder", file=sys.stderr)
    else:
        every = [source for source in sources(folder) if source.view == "oblique"]
        kinds.append(("photographs", (found for source in every for found in photographed(source))))
    for name, pictures in kinds:
        until = time.monotonic() + wanted.seconds
        doubts: list[Doubt] = []
        for found in pictures:
            doubts += found
            if len(doubts) >= wanted.most or time.monotonic() > until:
                break
        print_counts(name, doubts[: wanted.most], wanted.modes)


if __name__ == "__main__":
    main()
