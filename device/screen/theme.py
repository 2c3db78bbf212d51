"""Themes: the colours of the screens, one set for lamplight and one for a bright room.

Only values. Texts stand out from every ground they are written on by 4.5 to 1; what differs in
colour differs in brightness or in shape as well. The hues are those that Okabe and Ito chose for
everybody's eyes (jfly.uni-koeln.de/color). Tests: tests/device/test_theme.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from device.clock_and_dice.views import ZoneColour

Colour: TypeAlias = tuple[int, int, int]


@dataclass(frozen=True)
class Theme:
    """The colours, by what they are for.

    `ground`: behind everything; `panel`: a box on it; `line`: thin lines. `text`, `quiet` (less
    important), `accent` (whose turn, what counts), `good`, `trouble` are written on both. `chosen`:
    the ground of what OK takes, `on_chosen` what is written there. `squares`: the board's squares,
    by the codes of layouts, `on_square` the marks on them. `tile`, `letter`, `blank` (a blank's
    letter), `lit` and `lit_edge` (the tiles laid last), `under` (tiles below another). `asked`,
    `pointed`, `lift`, `put_back`: marks over squares, with `mark_edge` round them. `zones`: the
    grounds of a clock's zones, and `on_zone` what is written there. `die`, `die_tumbling`, `pip`.
    `lines`: the curves of the sides.
    """

    name: str
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
    zones: Mapping[ZoneColour, Colour]
    on_zone: Colour
    die: Colour
    die_tumbling: Colour
    pip: Colour
    lines: tuple[Colour, Colour, Colour, Colour]


DARK = Theme(
    name="dark",
    ground=(15, 19, 25),
    panel=(32, 39, 50),
    line=(70, 80, 94),
    text=(244, 244, 238),
    quiet=(182, 191, 200),
    accent=(255, 190, 60),
    good=(96, 214, 170),
    trouble=(255, 138, 102),
    chosen=(255, 190, 60),
    on_chosen=(15, 19, 25),
    squares=MappingProxyType(
        {
            ".": (42, 54, 64),
            "d": (62, 104, 140),
            "t": (36, 72, 130),
            "D": (176, 104, 104),
            "*": (176, 104, 104),
            "T": (140, 48, 44),
            "c": (92, 116, 62),
        }
    ),
    on_square=(236, 240, 244),
    tile=(232, 218, 182),
    letter=(20, 20, 20),
    blank=(140, 24, 24),
    lit=(255, 246, 208),
    lit_edge=(255, 168, 0),
    under=(150, 132, 92),
    asked=(255, 92, 180),
    pointed=(110, 226, 255),
    lift=(255, 112, 92),
    put_back=(120, 230, 170),
    mark_edge=(12, 14, 18),
    zones=MappingProxyType(
        {
            ZoneColour.BLUE: (30, 84, 168),
            ZoneColour.RED: (168, 40, 44),
            ZoneColour.OFF: (92, 74, 30),
        }
    ),
    on_zone=(255, 255, 255),
    die=(240, 236, 222),
    die_tumbling=(196, 192, 180),
    pip=(24, 24, 28),
    lines=((255, 190, 60), (110, 200, 255), (120, 224, 170), (240, 160, 210)),
)

LIGHT = Theme(
    name="light",
    ground=(247, 245, 240),
    panel=(255, 255, 255),
    line=(186, 186, 180),
    text=(22, 24, 28),
    quiet=(82, 88, 96),
    accent=(142, 76, 0),
    good=(0, 104, 74),
    trouble=(178, 40, 10),
    chosen=(20, 62, 112),
    on_chosen=(255, 255, 255),
    squares=MappingProxyType(
        {
            ".": (222, 222, 214),
            "d": (170, 206, 234),
            "t": (96, 152, 210),
            "D": (238, 172, 164),
            "*": (238, 172, 164),
            "T": (222, 112, 96),
            "c": (186, 208, 150),
        }
    ),
    on_square=(30, 34, 40),
    tile=(250, 236, 200),
    letter=(20, 20, 20),
    blank=(150, 20, 20),
    lit=(255, 252, 232),
    lit_edge=(196, 92, 0),
    under=(170, 150, 108),
    asked=(190, 0, 110),
    pointed=(0, 96, 150),
    lift=(196, 24, 8),
    put_back=(0, 110, 70),
    mark_edge=(255, 255, 255),
    zones=MappingProxyType(
        {
            ZoneColour.BLUE: (30, 84, 168),
            ZoneColour.RED: (168, 40, 44),
            ZoneColour.OFF: (92, 74, 30),
        }
    ),
    on_zone=(255, 255, 255),
    die=(255, 255, 255),
    die_tumbling=(224, 222, 214),
    pip=(24, 24, 28),
    lines=((158, 84, 0), (0, 92, 160), (0, 110, 78), (160, 30, 110)),
)

THEMES: Mapping[str, Theme] = MappingProxyType({theme.name: theme for theme in (DARK, LIGHT)})
"""All themes, by their names."""
