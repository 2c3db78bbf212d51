"""The screen's looks for browsers: the same letters, colours for everything, marks on every premium
square."""

from __future__ import annotations

import re
from pathlib import Path

import device
from device.screen.drawing import FONTS, Face
from device.themes import style
from engine.layouts import Premium

FILES = Path(device.__file__).parent / "addons" / "page" / "files"
SHEETS = {"family.css": style.family_css(), "page.css": (FILES / "page.css").read_text()}


def test_browsers_get_the_letters_of_the_screen() -> None:
    drawn = {FONTS / face.value for face in (Face.TITLE, Face.TEXT)}
    assert {face.file for face in style.TYPEFACES.values()} == drawn


def test_every_colour_that_a_style_sheet_names_is_a_themes() -> None:
    given = set(re.findall(r"(--[a-z0-9-]+):", style.theme_css()))
    for name, sheet in SHEETS.items():
        assert set(re.findall(r"var\((--[a-z0-9-]+)\)", sheet)) <= given, name


def test_every_premium_square_has_a_colour_and_a_mark() -> None:
    assert set(style.KINDS) == {premium.value for premium in Premium} - {"."}
    for kind in style.KINDS.values():
        rules = "".join(
            re.findall(rf"[^{{}}]*\.{kind}\b[^{{}}]*{{([^}}]*)}}", SHEETS["family.css"])
        )
        assert "background-color: var(--sq-" in rules, kind
        assert "gradient" in rules or "border:" in rules, kind
