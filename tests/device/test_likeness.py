"""What makes two pictures of a screen differ: a digit, a tick, a box, a colour; no edge's pixel."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pygame
import pytest
from table_moments import MOMENTS, NOW

from device.language.texts import Texts
from device.screen.drawing import Canvas, Face, draw_arrow, draw_cross, draw_tick, font
from device.screen.scoreboard import Scoreboard
from device.themes import DARK, Theme
from device.views.table import TableView, view
from workshop.screen_pictures.likeness import Difference, Picture, differences, explained
from workshop.screen_pictures.palettes import as_png, picture_of, read_png

SMALLEST = (480, 320)
SHADE = 10
"""Levels by which edges may be softer or harder elsewhere."""


def counted() -> TableView:
    return view(MOMENTS["counted"], Texts("en"), NOW)


def drawn(shown: TableView, theme: Theme = DARK) -> Picture:
    surface = pygame.Surface(SMALLEST, depth=24)
    Scoreboard(surface, theme).draw(shown)
    return picture_of(surface)


def kept(picture: Picture, folder: Path) -> Picture:
    """The picture as it comes back from a reference's file."""
    path = folder / "reference.png"
    path.write_bytes(as_png(picture))
    return read_png(path)


def sketch(draw: object = None, at: tuple[int, int] = (40, 20)) -> Picture:
    """A symbol or a box in the size that it has on a small screen."""
    surface = pygame.Surface((80, 60), depth=24)
    surface.fill(DARK.ground)
    canvas = Canvas(surface)
    canvas.unit = 0.6
    area = pygame.Rect(0, 0, 12, 12)
    area.center = at
    if draw is draw_tick or draw is draw_cross or draw is draw_arrow:
        draw(canvas, area, DARK.good)
    elif draw == "box":
        canvas.box(area.inflate(30, 16), DARK.panel)
    elif draw == "edge":
        canvas.box(area.inflate(30, 16), DARK.line, edge=1)
    return picture_of(surface)


def test_a_picture_and_its_reference_are_the_same(tmp_path: Path) -> None:
    new = drawn(counted())
    assert differences(new, new) == ()
    assert differences(new, kept(new, tmp_path)) == ()


@pytest.mark.parametrize(("total", "other"), [(44, 45), (143, 148), (6, 8), (0, 8)])
def test_a_changed_total_is_seen(total: int, other: int, tmp_path: Path) -> None:
    def with_total(points: int) -> TableView:
        first, *others = counted().sides
        return replace(counted(), sides=(replace(first, total=points), *others))

    assert differences(drawn(with_total(other)), kept(drawn(with_total(total)), tmp_path))


def test_a_changed_digit_in_the_arithmetic_is_seen(tmp_path: Path) -> None:
    shown = counted()
    assert shown.play is not None
    (word,) = shown.play.words
    first, *others = word.tiles
    reference = kept(drawn(shown), tmp_path)
    for changed in (
        replace(word, points=45),
        replace(word, times=3),
        replace(word, tiles=(replace(first, points=16), *others)),
    ):
        line = changed.line.replace("44", "45").replace("(10", "(16")
        play = replace(shown.play, words=(replace(changed, line=line),), lines=(line,))
        assert differences(drawn(replace(shown, play=play)), reference), changed


@pytest.mark.parametrize("face", Face)
def test_every_digit_differs_from_every_other_in_the_smallest_letters(
    face: Face, tmp_path: Path
) -> None:
    def number(digit: int) -> Picture:
        surface = pygame.Surface((40, 24), depth=24)
        surface.fill(DARK.ground)
        surface.blit(font(12, face).render(f"(1{digit}+", True, DARK.quiet), (4, 4))
        return picture_of(surface)

    for old in range(10):
        reference = kept(number(old), tmp_path)
        for new in set(range(10)) - {old}:
            assert differences(number(new), reference), (old, new)


def test_a_missing_tick_and_a_cross_in_its_place_are_seen() -> None:
    assert differences(sketch(), sketch(draw_tick))
    assert differences(sketch(draw_tick), sketch())
    assert differences(sketch(draw_cross), sketch(draw_tick))
    assert differences(sketch(), sketch(draw_arrow))


def test_a_box_that_has_moved_is_seen() -> None:
    assert differences(sketch("box", (42, 20)), sketch("box"))
    assert differences(sketch("edge", (40, 21)), sketch("edge"))
    assert differences(sketch(), sketch("edge"))


def test_of_another_build_a_pixel_aside_is_no_difference_and_another_sign_is() -> None:
    plain, aside = sketch(draw_tick), sketch(draw_tick, (41, 20))
    assert differences(plain, aside)
    assert differences(plain, aside, same_build=False) == ()
    assert differences(sketch(), plain, same_build=False)
    assert differences(sketch(draw_cross), plain, same_build=False)
    assert differences(sketch(draw_tick, (46, 20)), plain, same_build=False)


def test_a_changed_colour_is_seen(tmp_path: Path) -> None:
    reference = kept(drawn(counted()), tmp_path)
    for name in ("ground", "text", "accent", "lit", "letter"):
        colour = getattr(DARK, name)
        other = tuple(level + 32 if level < 128 else level - 32 for level in colour)
        assert differences(
            drawn(counted(), msgspec.structs.replace(DARK, **{name: other})), reference
        ), name


def test_shades_at_the_edges_of_letters_are_no_difference(tmp_path: Path) -> None:
    picture = drawn(counted())
    other = np.random.default_rng(1).integers(-SHADE // 2, SHADE // 2 + 1, picture.shape)
    softer = np.clip(picture + other, 0, 255).astype(np.uint8)
    assert differences(softer, kept(picture, tmp_path)) == ()


def test_an_edge_that_is_a_pixel_off_is_no_difference(tmp_path: Path) -> None:
    def pointed(by: int) -> Picture:
        surface = pygame.Surface((80, 60), depth=24)
        surface.fill(DARK.ground)
        corners = [(20, 15), (45 + by, 30), (20, 45)]
        pygame.draw.polygon(surface, DARK.accent, corners)
        return picture_of(surface)

    assert not np.array_equal(pointed(1), pointed(0))
    assert differences(pointed(1), kept(pointed(0), tmp_path)) == ()
    assert differences(pointed(5), kept(pointed(0), tmp_path))


def test_a_difference_says_where_and_is_framed() -> None:
    found = differences(sketch(draw_tick), sketch())
    (box,) = found
    assert box.left < 40 < box.left + box.width
    assert box.top < 20 < box.top + box.height
    picture = explained(sketch(draw_tick), sketch(), found)
    assert picture.shape == (3 * 64, 80, 3)
    assert (picture[128:192] == (255, 0, 255)).all(axis=2).any()


def test_another_size_is_all_different() -> None:
    small = sketch()[:30]
    assert differences(small, sketch()) == (Difference(0, 0, 80, 30),)
    assert explained(small, sketch(), differences(small, sketch())).shape[1] == 80


def test_the_same_picture_makes_the_same_small_file(tmp_path: Path) -> None:
    picture = drawn(counted())
    assert as_png(picture) == as_png(picture.copy())
    assert len(as_png(picture)) < 15_000
    back = kept(picture, tmp_path).astype(int)
    assert np.abs(back - picture).max() <= 10


def test_a_picture_of_very_many_colours_is_kept_as_well_as_may_be(tmp_path: Path) -> None:
    noise = np.random.default_rng(2).integers(0, 256, (40, 60, 3), dtype=np.uint8)
    assert np.abs(kept(noise, tmp_path).astype(int) - noise).mean() < 30
