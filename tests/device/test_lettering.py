"""Lettering: both typefaces are there and have every letter that the texts need."""

from __future__ import annotations

import os

import pygame
import pytest
from babel.messages.pofile import read_po

from device.language.catalogues import po_path
from device.language.texts import KEYS_OF_BUTTONS
from device.screen import drawing
from device.screen.drawing import FONTS, OPEN_FONTS, Face, fitted, font, wrapped

FRENCH = po_path("fr")
PARTS_OF_TEXTS = "×−–…·’«»ÀÂÆÇÉÈÊËÎÏÔŒÙÛÜàâæçéèêëîïôœùûüäöÄÖ\u00a0•±"


@pytest.mark.parametrize("face", Face)
def test_the_typefaces_are_installed(face: Face) -> None:
    assert (FONTS / face.value).is_file(), "script/set-up installs the typefaces"


def all_texts() -> str:
    """Every text of both languages."""
    with FRENCH.open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    return "".join(f"{message.id}{message.string}" for message in messages)


NO_LETTER = "\ue000"
"""A sign that no typeface has: drawn as the box that stands for one."""


def drawn(sign: str, face: Face) -> bytes:
    return pygame.image.tostring(font(30, face).render(sign, True, "white"), "RGBA")


@pytest.mark.parametrize("face", Face)
def test_every_letter_of_the_texts_is_in_each_typeface(face: Face) -> None:
    keys = {*"".join(KEYS_OF_BUTTONS.values())}
    used = {*PARTS_OF_TEXTS, *map(chr, range(32, 127)), *all_texts(), *keys}
    box = drawn(NO_LETTER, face)
    assert [one for one in sorted(used) if one >= " " and drawn(one, face) == box] == []


def test_figures_have_one_width_so_that_a_score_that_counts_up_stands_still() -> None:
    widths = {font(60, Face.TITLE).size(figure)[0] for figure in "0123456789"}
    assert len(widths) == 1


def test_a_line_never_ends_before_a_mark_that_french_sets_apart() -> None:
    letters = font(20)
    text = "Qui commence\u00a0?  Ann"
    width = letters.size("Qui commence")[0]
    assert wrapped(text, letters, width) == ["Qui", "commence\u00a0?", "Ann"]
    assert wrapped("", letters, width) == []


def test_without_the_typefaces_there_are_letters_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(drawing, "FONTS", FONTS / "none")
    font.cache_clear()
    fitted.cache_clear()
    try:
        setting = fitted("Le minuteur tourne", (200, 40), (30, 24, 12), Face.TITLE)
        assert setting.fits
        assert setting.letters.size("Le chrono")[0] > 40
    finally:
        font.cache_clear()
        fitted.cache_clear()


def test_however_many_sizes_are_written_few_files_stay_open() -> None:
    font.cache_clear()
    before = len(os.listdir("/proc/self/fd"))
    for size in range(12, 12 + OPEN_FONTS):
        for face in Face:
            fitted("Maximiliane", (size, size), (size,), face)
    assert len(os.listdir("/proc/self/fd")) <= before + OPEN_FONTS
