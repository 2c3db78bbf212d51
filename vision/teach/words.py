"""The words printed on premium squares, and what they say: DOUBLE LETTER, MOT COMPTE TRIPLE, 3W.

All squares of a group carry the same print, so their mean is read: sharper and quieter than any
of them. What reads text (Tesseract, see `tesseract`) is passed in; without it a board is
taught by its colours alone. Tests: tests/vision/test_teach.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from types import MappingProxyType
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.layouts import Premium
from engine.sentences import Sentence
from vision.reading import Grid, Picture
from vision.square.warp import flatten

WordReader: TypeAlias = Callable[[NDArray[np.uint8], int], list[str]]
"""Reads a grey picture of words, dark on light (uint8 [height, width]), that is so many equal parts
high: a text for each part, from the top."""

OCR_LANGUAGES = ("eng", "fra")
"""Tesseract's names of the languages that boards are read in, as far as they are installed. With
the second one French capitals are read twice as often, at twice the time."""

ENOUGH = 2
"""Kinds of square that must be named before any is believed."""

PRINT_PIXELS = (32, 128)
"""A side of a square when its print is averaged: as the picture has it, within these."""

SIDE = 288
"""Of the picture that is read: capitals of three lines are some 40 pixels high then, which is
what Tesseract was trained on (its manual: at least 20)."""

WHITE_FRAME = 32
"""White round it: Tesseract wants some."""

PRINT_RIM = 0.08
"""Left out on each side of a square: lines."""

EDGE = 0.05
"""What lies nearer to the edge than this on average, as a share of the side, is no print."""

MOST_SQUARES = 12
"""Averaging more of a group's squares makes noise hardly less."""

ALIKE = 0.75
"""Of two words (difflib's ratio): from here on one is the other misread. DOUBLE against TRIPLE is
0.5, LETTER against WORD 0.2."""

TESSERACT_SECONDS = 20.0
"""After so long Tesseract is given up on."""

_TIMES: Mapping[int, tuple[str, ...]] = MappingProxyType(
    {
        2: ("DOUBLE", "DOPPELT", "DOPPELTER", "DOBLE", "PODWÓJNA", "DOPPIA"),
        3: ("TRIPLE", "DREIFACH", "DREIFACHER", "POTRÓJNA", "TRIPLA"),
    }
)
_LETTER = ("LETTER", "LETTRE", "BUCHSTABE", "BUCHSTABEN", "BUCHSTABENWERT", "LETRA", "LITEROWA")
_WORD = ("WORD", "MOT", "WORT", "WORTWERT", "PALABRA", "SŁOWNA", "PAROLA")
_SIGNS: Mapping[str, tuple[int, bool]] = MappingProxyType(
    {
        **dict.fromkeys(("DL", "2L", "L2", "2LS", "2XL", "2XLS", "LD", "DLS"), (2, True)),
        **dict.fromkeys(("TL", "3L", "L3", "3LS", "3XL", "3XLS", "LT", "TLS"), (3, True)),
        **dict.fromkeys(("DW", "2W", "W2", "2WS", "2XW", "2XWS", "MD", "DWS", "2M"), (2, False)),
        **dict.fromkeys(("TW", "3W", "W3", "3WS", "3XW", "3XWS", "MT", "TWS", "3M"), (3, False)),
    }
)
"""What short prints mean: how many times, and whether the letter (else the word)."""

KINDS: Mapping[tuple[int, bool], Premium] = MappingProxyType(
    {
        (2, True): Premium.DOUBLE_LETTER,
        (3, True): Premium.TRIPLE_LETTER,
        (2, False): Premium.DOUBLE_WORD,
        (3, False): Premium.TRIPLE_WORD,
    }
)


class NoWordReaderError(Exception):
    """Printed words can't be read on this machine; the message is one sentence."""


@dataclass(frozen=True)
class Printed:
    """What a print says: the letter or the word (None: neither was read), how many times (None:
    not read), and the text as read. `chance`: that it is a chance square."""

    text: str = ""
    letter: bool | None = None
    times: int | None = None
    chance: bool = False

    @property
    def kind(self) -> Premium | None:
        """The kind of square, if all of it was read."""
        if self.chance:
            return Premium.CHANCE
        if self.letter is None or self.times is None:
            return None
        return KINDS[self.times, self.letter]

    def allows(self, kind: Premium) -> bool:
        """Whether nothing that was read speaks against a kind."""
        if kind is Premium.CHANCE or self.chance:
            return self.kind in (None, kind) and (self.chance or self.letter is None)
        if kind not in KINDS.values():
            return self.letter is None and self.times is None
        return any(
            kind is one
            for (times, letter), one in KINDS.items()
            if self.letter in (None, letter) and self.times in (None, times)
        )


def understand(text: str) -> Printed:
    """What a text as Tesseract gives it means, with a letter or two misread."""
    tokens = re.findall(r"[^\W_]+", text.upper())
    shown = " ".join(tokens)
    for sign in ("".join(tokens), *tokens):
        if sign in _SIGNS:
            times, letter = _SIGNS[sign]
            return Printed(shown, letter, times)
    if "CHANCE" in tokens:
        return Printed(shown, chance=True)
    doubles, triples = (_named(tokens, _TIMES[number]) for number in (2, 3))
    letters, words = _named(tokens, _LETTER), _named(tokens, _WORD)
    return Printed(
        shown,
        letter=None if letters == words else letters,
        times=None if doubles == triples else 2 if doubles else 3,
    )


def read_prints(
    picture: Picture, grid: Grid, groups: Sequence[Sequence[int]], reader: WordReader
) -> list[Printed]:
    """What is printed on each group of squares (by their numbers, row by row) that look alike.

    All prints stand below each other in one picture, for Tesseract takes longer to start than to
    read; it is turned until something is understood, for boards are printed any way up. One print
    understood alone may be chance, so such a reading is kept as text only.
    """
    shown = [mean_print(picture, grid, squares) for squares in groups]
    best = [Printed()] * len(groups)
    for quarters in (0, 1, 3, 2) if groups else ():
        sheet = np.vstack([np.rot90(one, quarters) for one in shown])
        texts = reader(np.ascontiguousarray(sheet), len(groups))
        printed = [understand(text) for text in texts]
        if _understood(printed) > _understood(best):
            best = printed
        if _understood(best) >= ENOUGH:
            return best
    return [Printed(one.text) for one in best]


def _understood(printed: Sequence[Printed]) -> int:
    """How many kinds of square the prints name."""
    return len({one.kind for one in printed} - {None})


def mean_print(picture: Picture, grid: Grid, squares: Sequence[int]) -> NDArray[np.uint8]:
    """The mean of the squares, dark print on light ground: uint8 [SIDE + 2 * FRAME] each way."""
    n = grid.size
    pixels = int(np.clip(grid.pixels_per_square, *PRINT_PIXELS))
    flat = flatten(picture, grid, pixels, 0.0)
    every = flat.reshape(n, pixels, n, pixels, 3).swapaxes(1, 2).reshape(n * n, pixels, pixels, 3)
    rim = round(PRINT_RIM * pixels)
    step = max(1, len(squares) // MOST_SQUARES)
    chosen = every[list(squares[::step][:MOST_SQUARES]), rim:-rim, rim:-rim].astype(np.float32)
    ground = np.maximum(np.median(chosen, axis=(1, 2), keepdims=True), 1.0)
    inks = [_ink(one) for one in chosen / ground.astype(np.float32)]
    moved = [_moved(one if float((one * inks[0]).sum()) >= 0 else -one, inks[0]) for one in inks]
    together = np.asarray(np.mean(np.stack(moved), axis=0), dtype=np.float64)
    large = cv2.resize(together, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
    return cv2.copyMakeBorder(
        _dark_on_light(large.astype(np.float32)),
        WHITE_FRAME,
        WHITE_FRAME,
        WHITE_FRAME,
        WHITE_FRAME,
        cv2.BORDER_CONSTANT,
        value=(255,),
    ).astype(np.uint8)


def _dark_on_light(mean: NDArray[np.float32]) -> NDArray[np.uint8]:
    """The print as a grey picture without what comes in from the edges (lines, frames)."""
    part = SIDE // 5
    middle = mean[part:-part, part:-part] - np.median(mean)
    # Print covers less than half of a square, so it is the longer tail.
    if abs(np.percentile(middle, 98)) > abs(np.percentile(middle, 2)):
        mean, middle = -mean, -middle
    ground = float(np.median(mean))
    low = min(float(np.percentile(middle, 2)), -1e-3)
    grey: NDArray[np.uint8] = (np.clip(1 - (mean - ground) / low, 0, 1) * 255).astype(np.uint8)
    _, dark = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)
    _, pieces = cv2.connectedComponents(dark)
    # Words may reach the edge too, but what lies along it is a line.
    line = np.linspace(0, 1, SIDE)
    near = np.minimum.outer(np.minimum(line, 1 - line), np.minimum(line, 1 - line))
    for piece in np.unique(pieces[pieces > 0]):
        here = pieces == piece
        if float(near[here].mean()) < EDGE:
            grey[cv2.dilate(here.astype(np.uint8), np.ones((9, 9), np.uint8)) > 0] = 255
    return grey


def tesseract() -> WordReader:
    """Tesseract as a reader of printed words; NoWordReaderError where it isn't there."""
    import pytesseract

    try:
        installed = set(pytesseract.get_languages())
    except (pytesseract.TesseractNotFoundError, OSError) as error:
        raise NoWordReaderError(
            Sentence(
                "Tesseract isn’t installed, so printed words can’t be read and "
                "colours alone decide: apt-get install tesseract-ocr "
                "tesseract-ocr-fra"
            )
        ) from error
    languages = "+".join(name for name in OCR_LANGUAGES if name in installed)
    if not languages:
        raise NoWordReaderError(
            Sentence(
                "Tesseract has none of the languages that boards are printed in, so colours"
                " alone decide: apt-get install tesseract-ocr-eng tesseract-ocr-fra"
            )
        )

    def read(sheet: NDArray[np.uint8], parts: int) -> list[str]:
        texts = [""] * parts
        try:
            found = pytesseract.image_to_data(
                sheet,
                languages,
                "--psm 6",
                output_type=pytesseract.Output.DICT,
                timeout=TESSERACT_SECONDS,
            )
        except (pytesseract.TesseractError, RuntimeError):
            return texts  # nothing legible; pytesseract raises the second when time is up
        for text, top, height in zip(found["text"], found["top"], found["height"], strict=True):
            part = int((top + height / 2) * parts / sheet.shape[0])
            if str(text).strip():
                texts[min(max(part, 0), parts - 1)] += f"{text} "
        return texts

    return read


def _named(tokens: list[str], names: tuple[str, ...]) -> bool:
    return any(_alike(token, name) for token in tokens for name in names)


def _alike(token: str, name: str) -> bool:
    if len(name) <= 4:
        return token == name
    return SequenceMatcher(None, token, name).ratio() >= ALIKE


def _ink(square: NDArray[np.float32]) -> NDArray[np.float32]:
    """How far every pixel lies from the square's colour along the way in which most lie off."""
    apart = square - 1.0
    _, ways = np.linalg.eigh(apart.reshape(-1, 3).T @ apart.reshape(-1, 3))
    return np.asarray(apart @ ways[:, -1], dtype=np.float32)


def _moved(one: NDArray[np.float32], onto: NDArray[np.float32]) -> NDArray[np.float32]:
    """The picture moved by the few pixels by which its print lies off another's."""
    (x, y), _ = cv2.phaseCorrelate(one, onto)
    if max(abs(x), abs(y)) > len(one) / 8:
        return one
    move = np.array([[1, 0, x], [0, 1, y]], dtype=np.float64)
    moved = cv2.warpAffine(one, move, one.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, dtype=np.float32)
