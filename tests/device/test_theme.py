"""The themes: texts stand out, and what has to be distinguished is, for every kind of eye."""

from __future__ import annotations

from importlib.resources import files
from itertools import combinations

import numpy as np
import pytest

from device.clock_and_dice.views import ZoneColour
from device.themes import DARK, THEMES, Colour, Theme, read_theme
from engine.layouts import Premium

READABLE = 4.5
"""The contrast that WCAG 2 asks of texts (1.4.3), and MARKED of what isn't text (1.4.11)."""
MARKED = 3.0
APART = 10.0
"""A distance in CIELAB (1976); 2 is just seen side by side. It is a second sign at most: what
differs in colour also has a shape or a word of its own."""

SEEN_BY = {
    "all cones": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "no red cones": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green cones": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue cones": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What eyes make of linear red, green and blue, of all cones, and without the long, middle or short
ones (protanopia, deuteranopia, tritanopia): the matrices for a severity of 1.0 of Machado, Oliveira
and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency" (2009)."""

themes = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
eyes = pytest.mark.parametrize("kind", SEEN_BY)


def linear(colour: Colour) -> list[float]:
    parts = [c / 255 for c in colour]
    return [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of WCAG 2."""

    def light(colour: Colour) -> float:
        red, green, blue = linear(colour)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def difference(one: Colour, other: Colour, kind: str) -> float:
    """How different two colours look to such eyes: the distance in CIELAB."""

    def lab(colour: Colour) -> np.ndarray:
        seen = np.clip(np.array(SEEN_BY[kind]) @ np.array(linear(colour)), 0.0, 1.0)
        to_xyz = [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
        xyz = np.array(to_xyz) @ seen / (0.9505, 1.0, 1.089)
        f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
        return np.array((116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])))

    return float(np.linalg.norm(lab(one) - lab(other)))


@themes
def test_every_text_stands_out_from_every_ground_it_is_written_on(theme: Theme) -> None:
    written = ("text", "quiet", "accent", "good", "trouble")
    pairs: dict[tuple[str, object], tuple[Colour, Colour]] = {
        **{(name, ground): (getattr(theme, name), getattr(theme, ground))
           for name in written for ground in ("ground", "panel")},
        ("on_chosen", "chosen"): (theme.on_chosen, theme.chosen),
        ("letter", "tile"): (theme.letter, theme.tile),
        ("blank", "tile"): (theme.blank, theme.tile),
        ("letter", "lit"): (theme.letter, theme.lit),
        ("blank", "lit"): (theme.blank, theme.lit),
        ("pip", "die"): (theme.pip, theme.die),
        ("pip", "die_tumbling"): (theme.pip, theme.die_tumbling),
        **{("on_zone", zone): (theme.on_zone, colour) for zone, colour in theme.zones.items()},
    }  # fmt: skip
    low = {names: round(contrast(*pair), 2) for names, pair in pairs.items()}
    assert {names: ratio for names, ratio in low.items() if ratio < READABLE} == {}


@themes
def test_marks_and_lines_stand_out_from_what_they_are_drawn_on(theme: Theme) -> None:
    pairs: dict[tuple[str, object], tuple[Colour, Colour]] = {
        **{("line of a side", n): (line, theme.panel) for n, line in enumerate(theme.lines)},
        ("tile or its letter", "square"): max(
            ((colour, theme.squares["."]) for colour in (theme.tile, theme.letter)),
            key=lambda pair: contrast(*pair),
        ),
        ("put back", "mark edge"): (theme.put_back, theme.mark_edge),
        ("asked", "mark edge"): (theme.asked, theme.mark_edge),
        ("pointed", "mark edge"): (theme.pointed, theme.mark_edge),
        ("lift", "mark edge"): (theme.lift, theme.mark_edge),
        **{("mark", code): (theme.on_square, theme.squares[code]) for code in "dtqcDTQ*"},
    }
    low = {names: round(contrast(*pair), 2) for names, pair in pairs.items()}
    assert {names: ratio for names, ratio in low.items() if ratio < MARKED} == {}


@themes
@eyes
def test_colours_that_are_distinguished_are_so_for_every_eye(theme: Theme, kind: str) -> None:
    groups: dict[str, list[tuple[object, Colour]]] = {
        "squares": [(code, theme.squares[code]) for code in ".dtqcDTQ"],
        "good or not": [("good", theme.good), ("trouble", theme.trouble)],
        "turn": [("text", theme.text), ("accent", theme.accent), ("quiet", theme.quiet)],
        "signs": [("accent", theme.accent), ("trouble", theme.trouble), ("good", theme.good)],
        "frames": [
            ("asked", theme.asked),
            ("pointed", theme.pointed),
            ("latest tile", theme.lit_edge),
        ],
        "edges of tiles": [("latest", theme.lit_edge), ("earlier", theme.under)],
        "letters": [("tile", theme.letter), ("blank", theme.blank)],
        "answers": [("chosen", theme.chosen), ("others", theme.panel)],
        "dice": [("lying", theme.die), ("tumbling", theme.die_tumbling)],
        "zones": [*theme.zones.items()],
        "marks": [("lift", theme.lift), ("put back", theme.put_back)],
        "curves": [*enumerate(theme.lines)],
    }
    same = [
        (group, one, other)
        for group, colours in groups.items()
        for (one, colour), (other, near) in combinations(colours, 2)
        if difference(colour, near, kind) < APART
    ]
    assert same == []


@themes
def test_every_square_and_every_zone_of_a_clock_has_its_colour(theme: Theme) -> None:
    assert set(theme.squares) == {premium.value for premium in Premium}
    assert set(theme.zones) == set(ZoneColour)


def test_the_menu_can_offer_each_theme_by_words_of_its_own() -> None:
    assert len({theme.offer for theme in THEMES.values()}) == len(THEMES)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (("ground = [15, 19, 25]\n", ""), "dim.toml: .*ground"),
        (("ground = [15,", "ground = [256,"), r"dim.toml: .*<= 255.*ground"),
        (("ground =", "grund = [1, 2, 3]\nground ="), "dim.toml: .*grund"),
        (("ground =", "ground"), "dim.toml: "),
    ],
)
def test_a_file_that_is_no_theme_is_refused_with_its_name(
    change: tuple[str, str], why: str
) -> None:
    text = (files("device.themes") / "dark.toml").read_text(encoding="utf-8")
    assert read_theme("dark", text) == DARK
    with pytest.raises(ValueError, match=why):
        read_theme("dim", text.replace(*change))


def test_each_theme_is_found_by_its_name() -> None:
    assert {"dark", "light"} <= set(THEMES)
    assert all(theme.name == name for name, theme in THEMES.items())


@themes
def test_a_zone_that_runs_down_is_written_in_one_ink_on_both_its_grounds(theme: Theme) -> None:
    """What stands across the level of its sand isn't half black and half white."""
    assert contrast(theme.text, theme.on_zone) < 1.2
