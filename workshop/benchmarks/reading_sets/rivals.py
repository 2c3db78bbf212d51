"""The reader against Tesseract alone and plain template matching, on the same crops.

The network alone reads here, without the board's colours, turn and rules. Tests:
workshop/tests/test_rivals.py.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.squares import Square
from vision.game.doubt import ASK_STILL_BELOW
from vision.reading import LABELS
from vision.render.glyphs import plain_font
from vision.square.classify import TileNet
from workshop.benchmarks.reading_sets.squares_sampled import Letter, Line, Sample
from workshop.benchmarks.reading_sets.templates import Templates
from workshop.benchmarks.reading_sets.tesseract_lines import SIDE, line_of, read_line
from workshop.rendered.fonts import find_fonts

ENLARGED = 4
"""Tesseract wants letters some 30 pixels and more high."""
MIDDLE = slice(8, 40)
"""The square itself within its crop (vision/square/warp.py)."""

HEAD = ("letters", "right %", "nothing %", "ms a letter", "sure", "wrong of those",
        "lines", "letters right %", "words right %")  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    """What a method made of a sample; `sure`: letters of which it is sure enough not to ask, None
    for methods that don't say; `nothing`: no letter at all."""

    letters: int
    right: int
    nothing: int
    seconds: float
    sure: int | None
    sure_wrong: int
    lines: int
    letters_in_lines: int
    letters_right: int
    words_right: int

    def cells(self) -> tuple[str, ...]:
        """The figures under HEAD."""
        return (
            str(self.letters),
            _percent(self.right, self.letters),
            _percent(self.nothing, self.letters),
            f"{1000 * self.seconds / self.letters:.1f}" if self.letters else "-",
            "-" if self.sure is None else str(self.sure),
            "-" if self.sure is None else str(self.sure_wrong),
            str(self.lines),
            _percent(self.letters_right, self.letters_in_lines),
            _percent(self.words_right, self.lines),
        )


Said = tuple[str, float | None]
"""A letter ("" for none) and how sure, where the method says so."""


def compared(
    sample: Sample, tesseract: int, fonts: Sequence[str] | None = None
) -> Iterator[tuple[str, Outcome]]:
    """Every method on a sample; Tesseract, which takes its time, on this many letters and lines.

    `fonts`: those of the templates, all that are installed if none are named.
    """
    letters, lines = sample
    net = TileNet()
    net.classify(np.zeros((1, 48, 48, 3), np.uint8))
    yield "reader (network alone)", _outcome(letters, lines, lambda crop, s: _by_net(net, crop, s))
    one, every = Templates([plain_font()]), Templates(fonts or find_fonts() or [plain_font()])
    yield "templates, one font", _outcome(letters, lines, lambda c, s: (one.letter(c, s), None))
    yield "templates, all fonts", _outcome(letters, lines, lambda c, s: (every.letter(c, s), None))
    if shutil.which("tesseract"):
        some = letters[:: max(1, len(letters) // max(1, tesseract))]
        few = lines[:: max(1, len(lines) // max(1, tesseract))]
        yield "Tesseract alone", _by_tesseract(some, few)


def _by_net(net: TileNet, crop: NDArray[np.uint8], allowed: str) -> Said:
    odds = net.classify(crop[None])[0][0]
    keep = np.array([label in allowed for label in LABELS])
    at = int(np.where(keep, odds, 0).argmax())
    return LABELS[at], float(odds[at])


def _outcome(
    letters: Sequence[Letter],
    lines: Sequence[Line],
    method: Callable[[NDArray[np.uint8], str], Said],
) -> Outcome:
    start = time.process_time()
    answers = [method(each.crop, each.allowed) for each in letters]
    seconds = time.process_time() - start
    right = [a[0] == each.letter for a, each in zip(answers, letters, strict=True)]
    knows = bool(answers) and answers[0][1] is not None
    sure = [p is not None and p >= ASK_STILL_BELOW for _, p in answers]
    words = ["".join(method(c, line.allowed)[0] or " " for c in line.crops) for line in lines]
    return Outcome(
        len(letters), sum(right), sum(not a for a, _ in answers), seconds,
        sum(sure) if knows else None,
        sum(s and not r for s, r in zip(sure, right, strict=True)),
        len(lines), *_in_lines(lines, words),
    )  # fmt: skip


def _by_tesseract(letters: Sequence[Letter], lines: Sequence[Line]) -> Outcome:
    start = time.perf_counter()
    answers = [letter_by_tesseract(each.crop[MIDDLE, MIDDLE], each.allowed) for each in letters]
    seconds = time.perf_counter() - start
    words = ["".join(sign or " " for sign in _line_by_tesseract(line)) for line in lines]
    right = sum(text == each.letter for text, each in zip(answers, letters, strict=True))
    return Outcome(
        len(letters), right, sum(not text for text in answers), seconds, None, 0,
        len(lines), *_in_lines(lines, words),
    )  # fmt: skip


def letter_by_tesseract(picture: NDArray[np.uint8], allowed: str) -> str:
    """What it reads as a single letter; where that is nothing, as it often is, as a word."""
    import pytesseract

    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    large = cv2.resize(grey, None, fx=ENLARGED, fy=ENLARGED, interpolation=cv2.INTER_CUBIC)
    framed = cv2.copyMakeBorder(large, 10, 10, 10, 10, cv2.BORDER_REPLICATE)
    for mode in (10, 8):
        options = f"--psm {mode} -c tessedit_char_whitelist={allowed}"
        text = "".join(str(pytesseract.image_to_string(framed, config=options)).split())
        if text:
            return text
    return ""


def _line_by_tesseract(line: Line) -> list[str]:
    """What it reads of a word whose letters were cut free of their tiles and set as in print: it
    makes nothing of a row of tiles."""
    tiles = [cv2.resize(crop[MIDDLE, MIDDLE], (SIDE, SIDE)) for crop in line.crops]
    flat = np.asarray(np.hstack(tiles), dtype=np.uint8)
    return read_line(line_of(flat, [Square(n, 0) for n in range(len(tiles))]), 7)


def _in_lines(lines: Sequence[Line], answers: Sequence[str]) -> tuple[int, int, int]:
    """All letters of the lines, those in their right place, and the words that are right."""
    every = sum(len(line.word) for line in lines)
    placed = sum(
        a == b
        for line, word in zip(lines, answers, strict=True)
        if len(word) == len(line.word)
        for a, b in zip(line.word, word, strict=True)
    )
    words = sum(line.word == word for line, word in zip(lines, answers, strict=True))
    return every, placed, words


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"
