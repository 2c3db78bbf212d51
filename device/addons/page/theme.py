"""The screen's colours for browsers: the themes as custom properties of a style sheet.

The light theme, and the dark one for browsers that prefer it. Knows no page. Tests:
tests/device/test_page.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from device.themes import DARK, THEMES, Colour, Theme

LIGHT = "light"

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


@cache
def theme_css() -> str:
    """The style sheet with all colours."""
    light = "".join(_properties(THEMES[LIGHT]))
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
