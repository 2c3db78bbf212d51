"""Parts of a screen: only what has changed is drawn, and the result is as if all had been."""

from __future__ import annotations

import pygame
from hypothesis import given
from hypothesis import strategies as st

from device.screen.drawing import AnyPart, Canvas, Part, draw_changed
from device.themes import DARK

PLACES = [pygame.Rect(x, y, 40, 30) for x in (0, 40, 80) for y in (0, 30)]
WIDE = pygame.Rect(0, 0, 120, 30)
DRAWN: list[int] = []


def shade(canvas: Canvas, area: pygame.Rect, shows: int) -> None:
    """Draws more than its part, as a mistake would."""
    DRAWN.append(shows)
    canvas.surface.fill((shows, 0, 0), area.inflate(-10, 20))


def other(canvas: Canvas, area: pygame.Rect, shows: int) -> None:
    DRAWN.append(shows)
    canvas.surface.fill((0, shows, 0), area.inflate(-4, -4))


def surface_of(parts: list[AnyPart]) -> Canvas:
    canvas = Canvas(pygame.Surface((120, 60)), DARK)
    canvas.surface.fill(DARK.ground)
    draw_changed(canvas, (), parts)
    return canvas


def pixels(canvas: Canvas) -> bytes:
    return bytes(pygame.image.tostring(canvas.surface, "RGB"))


@st.composite
def screens(draw: st.DrawFn) -> list[AnyPart]:
    """Parts that don't overlap."""
    wide = draw(st.booleans())
    places = [WIDE, *PLACES[1::2]] if wide else PLACES
    chosen = draw(st.lists(st.sampled_from(places), unique_by=tuple, max_size=len(places)))
    one = st.tuples(st.sampled_from([shade, other]), st.integers(1, 3))
    return [Part(place, *draw(one)) for place in chosen]


@given(st.lists(screens(), min_size=2, max_size=5))
def test_screens_one_after_the_other_look_as_if_each_were_drawn_alone(
    shown: list[list[AnyPart]],
) -> None:
    canvas, before = surface_of([]), list[AnyPart]()
    for parts in shown:
        then = pixels(canvas)
        changed = draw_changed(canvas, before, parts)
        assert pixels(canvas) == pixels(surface_of(parts))
        hidden = canvas.surface.copy()
        for area in changed:
            hidden.fill((9, 9, 9), area)
        earlier = pygame.image.fromstring(then, (120, 60), "RGB")
        for area in changed:
            earlier.fill((9, 9, 9), area)
        assert pygame.image.tostring(hidden, "RGB") == pygame.image.tostring(earlier, "RGB")
        before = parts


def test_what_shows_the_same_in_the_same_place_is_not_drawn_again() -> None:
    parts = [Part(place, shade, number) for number, place in enumerate(PLACES)]
    canvas = surface_of([*parts])
    DRAWN.clear()
    assert draw_changed(canvas, parts, [Part(p.area, p.draw, p.shows) for p in parts]) == []
    assert DRAWN == []
    changed = [*parts[:-1], Part(PLACES[-1], shade, 200)]
    assert PLACES[-1] in draw_changed(canvas, parts, changed)
    assert DRAWN == [200]


def test_a_place_whose_part_has_changed_is_reported_once() -> None:
    before = [Part(place, shade, 1) for place in PLACES]
    canvas = surface_of([*before])
    after = [Part(place, shade, 2) for place in PLACES]
    assert sorted(map(tuple, draw_changed(canvas, before, after))) == sorted(map(tuple, PLACES))


def test_nothing_is_drawn_outside_a_clip_and_that_is_as_it_was_afterwards() -> None:
    canvas, clip = surface_of([]), pygame.Rect(0, 0, 50, 20)
    canvas.surface.set_clip(clip)
    draw_changed(canvas, (), [Part(place, shade, 200) for place in PLACES])
    assert canvas.surface.get_clip() == clip
    assert canvas.surface.get_at((45, 10))[0] == 200
    assert canvas.surface.get_at((10, 50))[0] == DARK.ground[0]
