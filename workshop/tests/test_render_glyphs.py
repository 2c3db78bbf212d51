"""Letters as masks: the same everywhere, bent as they should be."""

from __future__ import annotations

import numpy as np
import pytest

from vision.render.glyphs import (
    CANVAS,
    CAPITAL,
    PILLOWS_OWN,
    LetterShape,
    letter_mask,
    shaped_letter,
    star_mask,
    text_mask,
)
from workshop.rendered.fonts import find_fonts, fonts_by_family, holds_the_letters


def _size(mask: np.ndarray) -> tuple[int, int]:
    """Width and height of what is inked."""
    inked = mask > 127
    columns, rows = np.flatnonzero(inked.any(axis=0)), np.flatnonzero(inked.any(axis=1))
    return int(columns[-1] - columns[0] + 1), int(rows[-1] - rows[0] + 1)


@pytest.mark.parametrize("letter", ["H", "E", "X"])
def test_capitals_have_one_height(letter: str) -> None:
    mask = letter_mask(PILLOWS_OWN, letter)
    assert mask.shape == (CANVAS, CANVAS)
    assert abs(_size(mask)[1] - CAPITAL) <= 2


def test_pillows_own_font_gets_its_umlauts() -> None:
    for dotted, bare in ("ÄA", "ÖO", "ÜU"):
        with_dots = letter_mask(PILLOWS_OWN, dotted)
        assert _size(with_dots)[1] > _size(letter_mask(PILLOWS_OWN, bare))[1] + 8


def test_stretch_widens_and_weight_thickens() -> None:
    plain = shaped_letter(PILLOWS_OWN, "E", LetterShape())
    wide = shaped_letter(PILLOWS_OWN, "E", LetterShape(stretch=1.4))
    bold = shaped_letter(PILLOWS_OWN, "E", LetterShape(weight=5))
    assert _size(wide)[0] > 1.3 * _size(plain)[0]
    assert abs(_size(wide)[1] - _size(plain)[1]) <= 1
    assert bold.sum() > 1.2 * plain.sum()


def test_lying_strokes_fade_and_stems_stay() -> None:
    plain = shaped_letter(PILLOWS_OWN, "T", LetterShape())
    faded = shaped_letter(PILLOWS_OWN, "T", LetterShape(hairlines=0.8))
    assert _size(faded)[1] == _size(plain)[1]
    stem = slice(CANVAS // 2 - 2, CANVAS // 2 + 2)
    base = (CANVAS + CAPITAL) // 2 - 4
    assert faded[base, stem].max() == plain[base, stem].max() == 255
    bar = (CANVAS - CAPITAL) // 2 + 4
    left = CANVAS // 2 - CAPITAL // 3
    assert 0 < faded[bar, left] < 0.3 * plain[bar, left]


def test_a_letter_of_lying_strokes_alone_stays() -> None:
    dash = LetterShape(hairlines=0.8)
    assert (shaped_letter(PILLOWS_OWN, "-", dash) == letter_mask(PILLOWS_OWN, "-")).all()


def test_hollow_strokes_keep_their_edges() -> None:
    plain = shaped_letter(PILLOWS_OWN, "I", LetterShape())
    hollow = shaped_letter(PILLOWS_OWN, "I", LetterShape(hollow=1.0))
    worn = shaped_letter(PILLOWS_OWN, "I", LetterShape(hollow=0.5))
    assert _size(hollow) == _size(plain)
    row = CANVAS // 2
    inked = np.flatnonzero(plain[row] == 255)
    middle = (inked[0] + inked[-1]) // 2
    assert hollow[row, middle] == 0
    assert 100 < worn[row, middle] < 155
    assert hollow[row, inked[0]] == hollow[row, inked[-1]] == 255
    assert ((hollow <= worn) & (worn <= plain)).all()
    gone = np.flatnonzero(hollow[row, inked] < 128)
    assert gone[0] < len(inked) - 1 - gone[-1]  # of the edges the right one is the heavier


def test_squared_letters_reach_into_the_corners() -> None:
    round_o = shaped_letter(PILLOWS_OWN, "O", LetterShape())
    squared = shaped_letter(PILLOWS_OWN, "O", LetterShape(squared=0.85))
    width, height = _size(squared)
    left, top = (CANVAS - width) // 2, (CANVAS - height) // 2
    corner = (slice(top, top + height // 4), slice(left, left + width // 4))
    assert squared[corner].sum() > round_o[corner].sum()


def test_a_squeezed_umlaut_is_no_higher_than_a_capital() -> None:
    squeezed = shaped_letter(PILLOWS_OWN, "Ü", LetterShape(umlaut="squeezed"))
    above = shaped_letter(PILLOWS_OWN, "Ü", LetterShape(umlaut="above"))
    assert _size(squeezed)[1] <= CAPITAL + 2 < _size(above)[1]


def test_text_fits_its_square() -> None:
    mask = text_mask(PILLOWS_OWN, "DOUBLE|WORD|SCORE", 64)
    assert mask.shape == (64, 64)
    assert max(_size(mask)) > 50


def test_a_star_is_a_star() -> None:
    star = star_mask(5, 64)
    assert star[32, 32] == 255
    assert star[2, 2] == 0


def test_fonts_that_lack_letters_are_left_out() -> None:
    assert not holds_the_letters("no such font")
    fonts = find_fonts()
    assert all(holds_the_letters(font) for font in fonts[:3])
    families = fonts_by_family(["/a/Lato-Bold.ttf", "/a/Lato-Light.ttf", "/b/Karla[wght].ttf"])
    assert sorted(families) == ["Karla", "Lato"]
