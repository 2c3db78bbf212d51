"""Themes: the colours of the screens, a TOML file each in this folder: one is for lamplight, one
for a bright room, and a new one is just another file.

Text has a contrast of at least 4.5 to 1 with every background it appears on; what differs in colour
also differs in brightness or shape. The hues are those that Okabe and Ito chose for colour-blind
readers as well (jfly.uni-koeln.de/color). Knows no screen. Tests: tests/device/test_theme.py.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, TypeAlias

import msgspec

_Part: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=255)]
Colour: TypeAlias = tuple[_Part, _Part, _Part]
"""Red, green and blue, 0 to 255."""


class Theme(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The colours, by purpose; `offer` is the menu's text for changing to them.

    `ground`: behind everything; `panel`: a box on it; `line`: thin lines. `text`, `quiet` (less
    important), `accent` (whose turn, what counts), `good`, `trouble` are used on both. `chosen`:
    the background of what OK takes, `on_chosen` the text on it. `squares`: the board's squares, by
    layout codes, `on_square` the marks on them. `tile`, `letter`, `blank` (a blank's letter), `lit`
    and `lit_edge` (the latest tiles), `under` (tiles below another). `asked`, `pointed`, `lift`,
    `put_back`: marks over squares, with `mark_edge` round them. `zones`: the backgrounds of a
    clock's zones by their colour (ZoneColour in device/clock_and_dice/views.py), and `on_zone` the
    text on them. `die`, `die_tumbling`, `pip`. `lines`: the sides' curves.
    """

    name: str
    offer: str
    ground: Colour
    panel: Colour
    line: Colour
    text: Colour
    quiet: Colour
    accent: Colour
    good: Colour
    trouble: Colour
    chosen: Colour
    on_chosen: Colour
    squares: Mapping[str, Colour]
    on_square: Colour
    tile: Colour
    letter: Colour
    blank: Colour
    lit: Colour
    lit_edge: Colour
    under: Colour
    asked: Colour
    pointed: Colour
    lift: Colour
    put_back: Colour
    mark_edge: Colour
    zones: Mapping[str, Colour]
    on_zone: Colour
    die: Colour
    die_tumbling: Colour
    pip: Colour
    lines: tuple[Colour, Colour, Colour, Colour]


def read_theme(name: str, text: str) -> Theme:
    """Parses a theme; ValueError with a sentence if something is missing or unknown."""
    try:
        return msgspec.convert({**tomllib.loads(text), "name": name}, Theme)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ValueError(f"device/themes/{name}.toml: {error}") from error


def _themes() -> Mapping[str, Theme]:
    found = {Path(source.name): source for source in files("device.themes").iterdir()}
    named = sorted((path.stem, source) for path, source in found.items() if path.suffix == ".toml")
    return MappingProxyType({n: read_theme(n, s.read_text(encoding="utf-8")) for n, s in named})


THEMES = _themes()
"""All themes by name, in the menu's order."""

DARK, LIGHT = THEMES["dark"], THEMES["light"]
