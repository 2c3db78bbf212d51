"""Themes: the colours of the screens, a TOML file each beside this one: one is for lamplight, one
for a bright room, and another needs nothing but its file.

Texts stand out from every ground they are written on by 4.5 to 1; what differs in colour differs in
brightness or in shape as well. The hues are those that Okabe and Ito chose for everybody's eyes
(jfly.uni-koeln.de/color). Knows no screen. Tests: tests/device/test_theme.py.
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
    """The colours, by what they are for; `offer` is what the menu says to change to them.

    `ground`: behind everything; `panel`: a box on it; `line`: thin lines. `text`, `quiet` (less
    important), `accent` (whose turn, what counts), `good`, `trouble` are written on both. `chosen`:
    the ground of what OK takes, `on_chosen` what is written there. `squares`: the board's squares,
    by the codes of layouts, `on_square` the marks on them. `tile`, `letter`, `blank` (a blank's
    letter), `lit` and `lit_edge` (the tiles laid last), `under` (tiles below another). `asked`,
    `pointed`, `lift`, `put_back`: marks over squares, with `mark_edge` round them. `zones`: the
    grounds of a clock's zones by their colour (ZoneColour in device/clock_and_dice/views.py), and
    `on_zone` what is written there. `die`, `die_tumbling`, `pip`. `lines`: the curves of the sides.
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
    """The theme that a file says; ValueError with a sentence if it lacks something or says what
    nobody knows."""
    try:
        return msgspec.convert({**tomllib.loads(text), "name": name}, Theme)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ValueError(f"device/themes/{name}.toml: {error}") from error


def _themes() -> Mapping[str, Theme]:
    found = {Path(source.name): source for source in files("device.themes").iterdir()}
    named = sorted((path.stem, source) for path, source in found.items() if path.suffix == ".toml")
    return MappingProxyType({n: read_theme(n, s.read_text(encoding="utf-8")) for n, s in named})


THEMES = _themes()
"""All themes by their names, in the order in which the menu goes through them."""

DARK, LIGHT = THEMES["dark"], THEMES["light"]
