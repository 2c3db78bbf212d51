"""workshop/benchmarks/reading_sets: other methods of reading a crop, and what is counted."""

import shutil

import cv2
import numpy as np
import pytest

from vision.render.glyphs import letter_mask, plain_font
from workshop.benchmarks.reading_sets.rivals import Outcome, compared, letter_by_tesseract
from workshop.benchmarks.reading_sets.squares_sampled import Letter, Line
from workshop.benchmarks.reading_sets.templates import Templates

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def crop(letter: str, dark: bool = True) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A plain tile, as large as the crops of the reader."""
    ink, tile = (30, 200) if dark else (230, 60)
    small = cv2.resize(letter_mask(plain_font(), letter), (40, 40), interpolation=cv2.INTER_AREA)
    grey = np.full((48, 48), float(tile))
    grey[4:44, 4:44] += float(ink - tile) * small / 255
    return np.repeat(grey.astype(np.uint8)[..., None], 3, axis=2)


@pytest.mark.parametrize("dark", [True, False])
def test_templates_know_letters_of_their_own_font(dark: bool) -> None:
    templates = Templates([plain_font()])
    answers = [templates.letter(crop(letter, dark), ALPHABET) for letter in ALPHABET]
    assert sum(a == b for a, b in zip(answers, ALPHABET, strict=True)) >= 25


def test_templates_say_nothing_of_a_bare_tile_and_keep_to_the_set() -> None:
    templates = Templates([plain_font()])
    assert templates.letter(np.full((48, 48, 3), 180, np.uint8), ALPHABET) == ""
    assert templates.letter(crop("Q"), "OX") in "OX"


def test_every_method_reads_the_same_letters_and_lines() -> None:
    letters = [Letter(crop(letter), letter, ALPHABET) for letter in "HAT"]
    lines = [Line(np.stack([each.crop for each in letters]), "HAT", ALPHABET)]
    outcomes = dict(compared((letters, lines), 1, [plain_font()]))
    assert {"reader (network alone)", "templates, one font"} <= outcomes.keys()
    one = outcomes["templates, one font"]
    assert (one.letters, one.right, one.letters_right, one.words_right, one.sure) == (
        3,
        3,
        3,
        1,
        None,
    )
    assert outcomes["reader (network alone)"].sure is not None


def test_shares_are_of_what_there_was() -> None:
    cells = Outcome(4, 3, 1, 0.02, None, 0, 2, 10, 5, 1).cells()
    assert cells == ("4", "75.0", "25.0", "5.0", "-", "-", "2", "50.0", "50.0")
    assert Outcome(0, 0, 0, 0.0, 0, 0, 0, 0, 0, 0).cells()[1] == "-"


@pytest.mark.skipif(not shutil.which("tesseract"), reason="Tesseract isn't installed")
def test_letter_by_tesseract_a_plain_letter() -> None:
    assert letter_by_tesseract(crop("R")[8:40, 8:40], ALPHABET) == "R"
