"""Random looks: the boards and tiles that a reader should have seen before it meets a real one.

Families of colours, prints and letters that exist, and everything in between; taken from the
trade, not from any photograph. Tests: tests/vision/test_render.py.
"""

from __future__ import annotations

import colorsys
from collections.abc import Mapping, Sequence
from typing import TypeVar

import numpy as np

from engine.layouts import Layout, Premium
from engine.tiles import Letter
from vision.render.glyphs import LetterShape
from vision.render.look import AT_THE_FOOT, CORNERS, BoardLook, Colour, Look, PremiumPrint, TileLook
from vision.render.tiles import BLANK_MARKS

_T = TypeVar("_T")
_WRITTEN = "abdefghnqrt"
"""Small letters that players write on blanks; the others look like capitals."""
_BLANK_WORDS = ("JOKER", "BLANK", "JOLLY", "WORD|GAME", "FREE")

_PREMIUMS = (
    Premium.DOUBLE_LETTER,
    Premium.TRIPLE_LETTER,
    Premium.DOUBLE_WORD,
    Premium.TRIPLE_WORD,
)
_PRINTS: tuple[tuple[str, str, str, str], ...] = (
    ("DOUBLE|LETTER|SCORE", "TRIPLE|LETTER|SCORE", "DOUBLE|WORD|SCORE", "TRIPLE|WORD|SCORE"),
    ("DOUBLE LETTER|SCORE", "TRIPLE LETTER|SCORE", "DOUBLE WORD|SCORE", "TRIPLE WORD|SCORE"),
    ("LETTRE|COMPTE|DOUBLE", "LETTRE|COMPTE|TRIPLE", "MOT|COMPTE|DOUBLE", "MOT|COMPTE|TRIPLE"),
    ("LETTRE|DOUBLE", "LETTRE|TRIPLE", "MOT|DOUBLE", "MOT|TRIPLE"),
    ("DOPPELTER|BUCHSTABEN|WERT", "DREIFACHER|BUCHSTABEN|WERT", "DOPPELTER|WORT|WERT",
     "DREIFACHER|WORT|WERT"),
    ("PODWÓJNA|PREMIA|LITEROWA", "POTRÓJNA|PREMIA|LITEROWA", "PODWÓJNA|PREMIA|SŁOWNA",
     "POTRÓJNA|PREMIA|SŁOWNA"),
    ("DOBLE|LETRA", "TRIPLE|LETRA", "DOBLE|PALABRA", "TRIPLE|PALABRA"),
    ("2xLS", "3xLS", "2xWS", "3xWS"),
    ("DL", "TL", "DW", "TW"),
    ("2L", "3L", "2W", "3W"),
    ("LD", "LT", "MD", "MT"),
    ("x2", "x3", "X2", "X3"),
    ("", "", "", ""),
)  # fmt: skip
_USUAL_PREMIUM: tuple[Colour, ...] = (
    (225, 195, 150), (190, 120, 40), (170, 165, 235), (60, 60, 205),
)  # fmt: skip
_WOOD = ((168, 205, 230), (140, 185, 222), (120, 170, 210), (150, 200, 235), (95, 140, 185))
_PALE = ((245, 248, 248), (225, 236, 240), (205, 225, 235), (235, 235, 225))


def random_look(
    rng: np.random.Generator,
    layout: Layout,
    values: Mapping[Letter, int],
    fonts: Sequence[str],
) -> Look:
    """A look by chance: any board with any tiles, letters in any of these fonts.

    Two boards in ten have squares in nearly the colour of the tiles: the hardest there are.
    """
    tiles = random_tiles(rng, fonts)
    board = random_board(rng, fonts, tiles.colour)
    return Look(layout, tuple(values.items()), board, tiles)


def random_tiles(rng: np.random.Generator, fonts: Sequence[str]) -> TileLook:
    """Wooden, ivory, dark or coloured tiles with letters that stand out from them."""
    kind = rng.random()
    grain = 0.0
    if kind < 0.38:
        colour = jittered(rng, _pick(rng, _WOOD), 22)
        grain = float(rng.uniform(0.1, 1.0))
    elif kind < 0.58:
        colour = jittered(rng, _pick(rng, _PALE), 12)
        grain = float(rng.choice([0.0, 0.1, 0.3]))
    elif kind < 0.76:
        colour = _hsv(rng.random(), rng.uniform(0.1, 0.9), rng.uniform(0.08, 0.4))
    else:
        colour = _hsv(rng.random(), rng.uniform(0.2, 1.0), rng.uniform(0.35, 1.0))
    engraved = float(rng.uniform(0.2, 1.0)) if rng.random() < 0.3 else 0.0
    font = _pick(rng, fonts)
    thin = rng.random() < 0.2
    return TileLook(
        colour=colour,
        ink=_ink_on(rng, colour, engraved),
        grain=grain,
        size=float(rng.uniform(0.8, 1.0)),
        corner=float(rng.choice([0.02, 0.06, 0.1, 0.16, 0.22])),
        thickness=float(rng.uniform(0.08, 0.28)),
        bevel=float(rng.choice([0.0, 0.2, 0.5, 1.0])),
        shadow=float(rng.uniform(0, 0.7)),
        font=font,
        value_font=font if rng.random() < 0.6 else _pick(rng, fonts),
        shape=LetterShape(
            stretch=round(float(np.exp(rng.uniform(np.log(0.82), np.log(1.4)))), 2),
            squared=float(rng.choice([0.0, 0.0, 0.3, 0.6, 0.85])),
            weight=round(float(rng.uniform(-6, -2) if thin else rng.uniform(-2, 5))),
            umlaut=_pick(rng, ("above", "squeezed", "squeezed", "low")),
        ),
        letter_height=float(rng.uniform(0.38, 0.76)),
        letter_at=(float(rng.uniform(-0.1, 0.06)), float(rng.uniform(-0.08, 0.05))),
        value_corner="" if rng.random() < 0.12 else _corner(rng),
        value_height=float(rng.uniform(0.13, 0.28)),
        value_dots=bool(rng.random() < 0.03),
        value_at=_value_at(rng),
        value_weight=float(rng.integers(-3, 7)) if rng.random() < 0.6 else 0.0,
        engraved=engraved,
        relief=_pick(rng, ((1, 1), (1, 1), (-1, 1), (1, -1), (-1, -1), (0, 1))),
        gloss=float(rng.uniform(0.2, 1.2)) if rng.random() < 0.3 else 0.0,
        veins=float(rng.uniform(0.1, 1.0)) if grain > 0 and rng.random() < 0.4 else 0.0,
        stains=float(rng.uniform(0.1, 1.0)) if rng.random() < 0.15 else 0.0,
        blank_mark=_blank_mark(rng),
        marker=_hsv(rng.random(), rng.uniform(0.0, 1.0), rng.uniform(0.05, 0.6)),
        blank_value=bool(rng.random() < 0.12),
        rim=float(rng.uniform(0.02, 0.06)) if rng.random() < 0.1 else 0.0,
        shift=float(rng.choice([0.01, 0.02, 0.04, 0.08, 0.15], p=[0.2, 0.3, 0.22, 0.18, 0.1])),
        turn=float(rng.choice([0.5, 1.5, 3.0, 6.0, 9.0], p=[0.2, 0.25, 0.25, 0.2, 0.1])),
    )


def random_board(rng: np.random.Generator, fonts: Sequence[str], tile_colour: Colour) -> BoardLook:
    """Any board; in two of ten its squares are nearly of the tiles' own colour."""
    near_tiles = rng.random() < 0.2
    cell = jittered(rng, tile_colour, 18) if near_tiles else _board_colour(rng)
    framed = rng.random() < (0.6 if near_tiles else 0.25)
    line = _line_colour(rng, cell)
    printed, star = _print(rng)
    frame = _pick(rng, (_board_colour(rng), cell, line, (30, 30, 180), (40, 50, 60)))
    return BoardLook(
        cell=cell,
        line=line,
        line_width=float(rng.uniform(0.015, 0.12)),
        inset=float(rng.uniform(0.03, 0.12)) if framed else 0.0,
        rounded=float(rng.choice([0.0, 0.08, 0.15])),
        ridge=float(rng.uniform(0.3, 1.0)) if rng.random() < 0.3 else 0.0,
        frame=frame,
        border=_pick(rng, (line, (240, 240, 240), frame, _board_colour(rng))),
        border_width=float(rng.choice([0.0, 0.06, 0.2, 0.5])),
        premium=_premium_colours(rng, cell),
        ears=bool(rng.random() < 0.35),
        printed=printed,
        print_ink=_pick(rng, ((40, 40, 40), (240, 240, 240), (90, 90, 90), (40, 40, 160))),
        print_font=_pick(rng, fonts),
        print_height=float(rng.uniform(0.35, 0.85)),
        star=star,
        turn=_turn_of(rng, printed),
        coordinates=bool(rng.random() < 0.3),
        pattern=float(rng.choice([0.0, 0.15, 0.4, 0.9])),
    )


def jittered(rng: np.random.Generator, colour: Colour, by: float) -> Colour:
    """A colour somewhere near another; `by` is a standard deviation in steps of 255."""
    return _colour(np.array(colour) + rng.normal(0, by / 2) + rng.normal(0, by / 2, 3))


def brightness(colour: Colour) -> float:
    """How bright a colour looks, 0 to 255 (Rec. 601)."""
    return 0.114 * colour[0] + 0.587 * colour[1] + 0.299 * colour[2]


def _board_colour(rng: np.random.Generator) -> Colour:
    kind = rng.random()
    if kind < 0.25:  # beige, cream, light wood
        return jittered(rng, (185, 212, 225), 30)
    if kind < 0.4:  # greens and teals
        return _hsv(rng.uniform(0.28, 0.52), rng.uniform(0.15, 0.8), rng.uniform(0.2, 0.8))
    if kind < 0.5:  # reds and browns
        return _hsv(rng.uniform(-0.04, 0.09), rng.uniform(0.3, 0.9), rng.uniform(0.2, 0.8))
    if kind < 0.62:  # greys, black, white
        return _hsv(rng.random(), rng.uniform(0.0, 0.12), rng.uniform(0.08, 1.0))
    return _hsv(rng.random(), rng.uniform(0.1, 0.95), rng.uniform(0.15, 1.0))


def _line_colour(rng: np.random.Generator, cell: Colour) -> Colour:
    kind = rng.random()
    if kind < 0.4:
        return jittered(rng, (240, 242, 242), 8)
    if kind < 0.6:
        return jittered(rng, (30, 30, 30), 15)
    if kind < 0.75:  # gold
        return jittered(rng, (90, 175, 205), 20)
    return _colour(np.array(cell) * rng.uniform(0.5, 1.3))


def _premium_colours(rng: np.random.Generator, cell: Colour) -> tuple[tuple[Premium, Colour], ...]:
    kind = rng.random()
    if kind < 0.6:
        colours = [jittered(rng, colour, 40) for colour in _USUAL_PREMIUM]
    elif kind < 0.9:
        colours = [_hsv(rng.random(), rng.uniform(0.2, 1), rng.uniform(0.2, 1)) for _ in range(4)]
    else:  # print alone
        colours = [cell] * 4
    start = (Premium.START, colours[2])
    return (*zip(_PREMIUMS, colours, strict=True), start)


def _print(rng: np.random.Generator) -> tuple[PremiumPrint, str]:
    words = _PRINTS[int(rng.integers(len(_PRINTS)))]
    printed: PremiumPrint = tuple(
        (kind, text) for kind, text in zip(_PREMIUMS, words, strict=True) if text
    )
    star = _pick(rng, ("star", "star", "sun", ""))
    return printed, star


def _turn_of(rng: np.random.Generator, printed: PremiumPrint) -> int:
    """Words may be printed in any turn; signs may not: a 3 upside down is an E."""
    words = any("|" in text for _, text in printed)
    return int(rng.choice([0, 0, 1, 1, 2, 3, 3])) if words else 0


def _ink_on(rng: np.random.Generator, colour: Colour, engraved: float) -> Colour:
    """Ink that stands out from a tile: dark on light and light on dark, now and then coloured."""
    bright = brightness(colour)
    deep = engraved > 0.6
    if (bright > 175 and rng.random() < 0.96) or (bright > 95 and rng.random() < 0.55):
        ink = _colour(rng.uniform(5, 60) + rng.normal(0, 10, 3))
        if rng.random() < 0.12:
            ink = _hsv(rng.random(), rng.uniform(0.6, 1), rng.uniform(0.2, 0.55))
    else:
        ink = _colour(rng.uniform(195, 255) + rng.normal(0, 10, 3))
        if rng.random() < 0.15:  # gold
            ink = jittered(rng, (110, 195, 225), 20)
    if engraved > 0:
        # Down to strokes that are cut in and hardly inked: their edges alone show.
        share = rng.uniform(0.4, 0.7) if deep and rng.random() < 0.5 else rng.uniform(0, 0.4)
        ink = _colour(np.array(ink) * (1 - share) + np.array(colour) * share)
    if abs(brightness(ink) - bright) < (30 if deep else 55):
        ink = (15, 15, 15) if bright > 110 else (250, 250, 250)
    return ink


def _corner(rng: np.random.Generator) -> str:
    """Mostly at the lower right; one set in eight has it right at the letter's foot."""
    if rng.random() < 0.125:
        return AT_THE_FOOT
    return str(rng.choice(CORNERS, p=[0.54, 0.12, 0.13, 0.1, 0.07, 0.04]))


def _value_at(rng: np.random.Generator) -> tuple[float, float]:
    """Values stand a little off their usual place; one set in five has them well inside, where
    they touch a narrow letter's foot."""
    inside = float(rng.uniform(0.04, 0.14)) if rng.random() < 0.2 else 0.0
    x, y = rng.normal(0, 0.02, 2)
    return float(np.clip(x, -0.05, 0.05)) - inside, float(np.clip(y, -0.05, 0.05))


def _blank_mark(rng: np.random.Generator) -> str:
    """Half of the sets leave their blanks bare; the others have a sign, a word, or a letter that
    somebody wrote on them."""
    kind = rng.random()
    if kind < 0.55:
        return ""
    if kind < 0.67:
        return _pick(rng, _WRITTEN)
    return _pick(rng, BLANK_MARKS if kind < 0.92 else _BLANK_WORDS)


def _hsv(hue: float, saturation: float, value: float) -> Colour:
    red, green, blue = colorsys.hsv_to_rgb(hue % 1.0, saturation, value)
    return _colour(np.array((blue, green, red)) * 255)


def _colour(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> Colour:
    blue, green, red = (int(v) for v in np.clip(np.broadcast_to(values, 3), 0, 255))
    return blue, green, red


def _pick(rng: np.random.Generator, choices: Sequence[_T]) -> _T:
    return choices[int(rng.integers(len(choices)))]
