"""The fonts of a machine that boards can be drawn with: upright, Latin, with every letter.

Tests: workshop/tests/test_render_glyphs.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from PIL import ImageFont

from vision.render.glyphs import FONT_FOLDERS, typeface

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ"
_NOT_UPRIGHT_LATIN = re.compile(
    r"(?i)italic|oblique|ital\b|it\.|slanted|math|symbol|emoji|dingbat|initials"
    r"|icon|ornament|awesome|keyboard|hairline|-?thin|extralight|ultralight|d050000l|standardsymb"
    r"|chancery|z003|i\.otf|biolinum_?k|smallcap|outline"
)


@cache
def find_fonts(folders: tuple[Path, ...] = FONT_FOLDERS) -> tuple[str, ...]:
    """The upright Latin fonts of a machine, sorted by file name; only those that hold every
    letter and digit."""
    files = sorted(
        {
            path
            for folder in folders
            for path in folder.rglob("*")
            if path.suffix.lower() in (".ttf", ".otf") and not _NOT_UPRIGHT_LATIN.search(path.name)
        },
        key=lambda path: (path.name, str(path)),
    )
    return tuple(str(path) for path in files if holds_the_letters(str(path)))


def holds_the_letters(font: str) -> bool:
    """Whether a font draws A to Z, Ä Ö Ü and the digits, each in its own way."""
    try:
        face = ImageFont.truetype(font, 32)
        missing = _bits(face, "\U0010fffd")
        shapes = [_bits(face, sign) for sign in _LETTERS + "0123456789"]
    except (OSError, ValueError):
        return False
    return all(len(shape) > 2 and shape != missing for shape in shapes) and (
        len(set(shapes[:29])) == 29
    )


@cache
def holds(font: str, letter: str) -> bool:
    """Whether a font has this letter."""
    face = typeface(font, 32)
    bits = _bits(face, letter)
    return len(bits) > 2 and bits != _bits(face, "\U0010fffd")


def _bits(face: ImageFont.FreeTypeFont, sign: str) -> bytes:
    return bytes(face.getmask(sign))


def fonts_by_family(fonts: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Fonts grouped by the first word of their file name (Lato, DejaVuSans, ...)."""
    families: dict[str, list[str]] = {}
    for font in fonts:
        family = re.split(r"[-_.\[]", Path(font).name)[0]
        families.setdefault(family, []).append(font)
    return {family: tuple(members) for family, members in families.items()}
