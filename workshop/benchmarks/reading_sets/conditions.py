"""Under what the boards are photographed: each set one thing that is hard, all else plain.

Only values: what is drawn with them is drawing.py's business. Ranges are what a camera over a
table meets, wide enough that the reader is seen to break. Tests: workshop/tests/test_drawing.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeAlias

Range: TypeAlias = tuple[float, float]
Game: TypeAlias = tuple[str, str]
"""A game and the language it is played in."""

CLASSIC: tuple[Game, ...] = (
    ("classic", "en"), ("classic", "fr"), ("classic", "en"), ("classic", "de"),
)  # fmt: skip


@dataclass(frozen=True)
class Condition:
    """How pictures are taken; each figure is drawn evenly from its range.

    `bare`: no tile lies there; `tilt`, `roll` in degrees from straight above and from upright;
    `square`: pixels a square; `light`: brightness; `gradient`: how uneven; `shadow`, `glare`: as
    in rendered photographs; `veil`: whether a lamp is mirrored in it; `blur`: sigma and
    `motion`: length, both in hundredths of a square; `noise`: sigma in steps of 255; `hand`:
    whether one lies over some squares; `well_made`: boards and tiles as they are sold, not all
    that training draws; `still`: read as a picture by itself, of which a hand makes a refusal.
    """

    games: tuple[Game, ...] = CLASSIC
    bare: bool = False
    tilt: Range = (0, 8)
    roll: Range = (-4, 4)
    square: Range = (33, 40)
    light: Range = (0.8, 1.1)
    gradient: Range = (0, 0.15)
    shadow: Range = (0, 0)
    glare: Range = (0, 0)
    blur: Range = (0.5, 2)
    motion: Range = (0, 0)
    noise: Range = (0.5, 2.5)
    veil: bool = False
    hand: bool = False
    well_made: bool = True
    still: bool = True


PLAIN = Condition()
PILES = replace(PLAIN, games=(("topword", "fr"), ("topword", "en")), square=(45, 56))
"""TopWord's board has 10 squares a side: the same camera sees them larger."""

SETS: Mapping[str, Condition] = MappingProxyType(
    {
        "plain": PLAIN,
        "light x0.25": replace(PLAIN, light=(0.25, 0.25)),
        "hard shadow": replace(PLAIN, shadow=(0.3, 0.6)),
        "blur": replace(PLAIN, blur=(2, 7)),
        "motion": replace(PLAIN, motion=(4, 16)),
        "noise": replace(PLAIN, noise=(8, 20)),
        "hand": replace(PLAIN, hand=True),
        "hand watched": replace(PLAIN, hand=True, still=False),
        "glare": replace(PLAIN, glare=(0, 80), veil=True),
        "empty": replace(PLAIN, bare=True),
        "any look": replace(PLAIN, well_made=False),
        "turn": replace(PLAIN, roll=(-180, 180)),
        "perspective": replace(PLAIN, tilt=(20, 50), roll=(-15, 15)),
        "12-90 px": replace(PLAIN, square=(12, 90)),
        "party": replace(PLAIN, games=(("party", "fr"), ("party", "en"))),
        "junior": replace(PLAIN, games=(("junior", "fr"), ("junior", "en"))),
        "scramble dice": replace(
            PLAIN,
            games=(("scramble", "en"), ("scramble", "fr")),
            square=(45, 56),
            tilt=(0, 35),
        ),
        "topword above": PILES,
        "topword middle": replace(PILES, tilt=(18, 30)),
        "topword low": replace(PILES, tilt=(38, 50)),
    }
)  # fmt: skip
"""The acceptance sets by name. Camera heights over TopWord's piles: straight above, about 65 and
about 45 degrees over the table."""

CURVES: Mapping[str, tuple[str, tuple[float, ...]]] = MappingProxyType(
    {
        "blur (sigma, 1/100 square)": ("blur", (1, 3, 4, 5, 6, 8, 10)),
        "motion (1/100 square)": ("motion", (5, 10, 15, 20)),
        "pixels a square": ("square", (10, 12, 14, 16, 20, 28, 44, 64, 90)),
        "light": ("light", (0.08, 0.12, 0.18, 0.25, 0.5, 1.3, 1.6)),
        "tilt (degrees)": ("tilt", (10, 20, 30, 40, 45, 50, 55, 60)),
        "noise (sigma)": ("noise", (5, 10, 15, 20, 28)),
    }
)
"""The figures that are looked at one by one: the field of a plain Condition and its steps."""


def step_of_curve(field: str, value: float) -> Condition:
    """The plain condition with one figure fixed."""
    ranges: dict[str, Range] = {field: (value, value)}
    return replace(PLAIN, **ranges)  # type: ignore[arg-type]
