"""The screen's looks for browsers: its themes as custom properties of a style sheet, its typefaces,
and how its tiles and squares are drawn (family.css).

The light theme, and the dark one for browsers that prefer it. Knows no page. Tests:
tests/device/test_theme_style.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from device.themes import DARK, LIGHT, Colour, Theme

# --- typefaces ---


class Typeface(NamedTuple):
    """A typeface: its family and weight, the names that a system knows it by, and where Debian's
    package puts its file."""

    family: str
    weight: int
    names: tuple[str, ...]
    file: Path


FONTS = Path("/usr/share/fonts/truetype")

TYPEFACES: Mapping[str, Typeface] = MappingProxyType(
    {
        "title.ttf": Typeface(
            "Roboto Condensed",
            700,
            ("Roboto Condensed Bold", "RobotoCondensed-Bold"),
            FONTS / "roboto/unhinted/RobotoCondensed-Bold.ttf",
        ),
        "text.ttf": Typeface(
            "PT Sans", 400, ("PT Sans", "PTSans-Regular"), FONTS / "paratype/PTS55F.ttf"
        ),
    }
)
"""The screen's typefaces, by the names under which they are served."""


def typeface_css(folder: str = "") -> str:
    """Where browsers find the typefaces that are installed here: those of the browser's own system
    first, else the files with these names in that folder."""
    return "".join(_font_face(name, folder) for name in installed_typefaces())


def installed_typefaces() -> Mapping[str, Path]:
    """The files of the typefaces that are installed here."""
    return {name: face.file for name, face in TYPEFACES.items() if face.file.is_file()}


def _font_face(name: str, folder: str) -> str:
    face = TYPEFACES[name]
    here = ",".join(f'local("{one}")' for one in face.names)
    return (
        f'@font-face{{font-family:"{face.family}";font-weight:{face.weight};font-display:swap;'
        f'src:{here},url("{folder}{name}") format("truetype")}}\n'
    )


# --- tiles, squares, names and points ---


@cache
def family_css() -> str:
    """How a board, tiles and points look, on every page."""
    return files("device.themes").joinpath("family.css").read_text(encoding="utf-8")


# --- colours ---

PLAIN = (
    *("ground", "panel", "line", "text", "quiet", "accent", "good", "trouble"),
    *("chosen", "on_chosen", "on_square", "tile", "letter", "blank", "under"),
    *("lit", "lit_edge"),
    *("asked", "lift", "put_back", "on_zone", "die", "die_tumbling", "pip"),
)
"""Colours with the same name in the style sheet as in a theme."""

SQUARES = {
    ".": "sq",
    "d": "sq-d",
    "t": "sq-t",
    "q": "sq-q",
    "c": "sq-c",
    "D": "sq-dw",
    "T": "sq-tw",
    "Q": "sq-qw",
}
"""The names of the squares' colours, by their codes in layouts."""

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "d": "letter2",
        "t": "letter3",
        "q": "letter4",
        "D": "word2",
        "T": "word3",
        "Q": "word4",
        "*": "start",
        "c": "chance",
    }
)
"""The classes of premium squares in family.css, by their codes in layouts."""


@cache
def theme_css() -> str:
    """The style sheet with all colours."""
    light = "".join(_properties(LIGHT))
    dark = "".join(_properties(DARK))
    return (
        f":root{{color-scheme:light dark;{light}}}\n"
        f"@media (prefers-color-scheme: dark){{:root{{{dark}}}}}\n"
    )


def _properties(theme: Theme) -> Iterator[str]:
    for name in PLAIN:
        yield _property(name.replace("_", "-"), getattr(theme, name))
    for code, name in SQUARES.items():
        yield _property(name, theme.squares[code])
    for name, colour in theme.zones.items():
        yield _property(f"zone-{name}", colour)
    for number, colour in enumerate(theme.lines):
        yield _property(f"line-{number}", colour)


def _property(name: str, colour: Colour) -> str:
    return f"--{name}:#{bytes(colour).hex()};"
