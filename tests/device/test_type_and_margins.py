"""How texts are set on every screen: in sizes of one scale, away from the edges and from the frames
that they stand in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import pygame
import pytest
from gallery import GALLERY, SIZES, Shown

from device.language.texts import TEXT_LANGUAGES
from device.screen import drawing
from device.screen.drawing import LEAST, SCALE, Canvas, Letters, TypeSetting, Written, font

MARGIN = 3
"""For 800 x 480: the least between a text's ink and the screen's edge, or a frame's inside ..."""

FEWEST = 2
"""... and in pixels, on the smallest screens."""

EVERY = (*SIZES, (1280, 800), (1920, 1080))


@dataclass
class Drawn:
    """What a screen was drawn of: the ink of its texts, each with the boxes that were there before
    it, and the sizes of its letters."""

    inks: list[tuple[str, pygame.Rect, tuple[pygame.Rect, ...]]] = field(default_factory=list)
    boxes: list[pygame.Rect] = field(default_factory=list)
    sizes: set[int] = field(default_factory=set)

    def note(self, text: str, ink: pygame.Rect) -> None:
        if ink:
            self.inks.append((text, ink, tuple(self.boxes)))


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> Drawn:
    """Fills as a screen is drawn."""
    found = Drawn()
    write, write_large, box = Canvas.write, Canvas.write_large, Canvas.box
    fitted = drawing.fitted

    def set_as(*given: Any) -> TypeSetting:
        setting = fitted(*given)
        found.sizes.add(setting.size)
        return setting

    def written(canvas: Canvas, text: str, area: pygame.Rect, *given: Any, **named: Any) -> int:
        also: Callable[..., None] | None = named.pop("each_line", None)

        def each_line(line: str, place: pygame.Rect, letters: pygame.font.Font) -> None:
            ink = letters.render(line, True, (255, 255, 255)).get_bounding_rect()
            found.note(line, ink.move(place.topleft).clip(area))
            if also is not None:
                also(line, place, letters)

        return write(canvas, text, area, *given, each_line=each_line, **named)

    def written_large(canvas: Canvas, *given: Any, **named: Any) -> None:
        heard: list[Written] = []
        on_text, canvas._on_text = canvas._on_text, heard.append
        write_large(canvas, *given, **named)
        canvas._on_text = on_text
        found.note(heard[0].text, pygame.Rect(heard[0].place))

    def boxed(canvas: Canvas, area: pygame.Rect, *given: Any, **named: Any) -> None:
        edge = canvas.px(named["edge"]) if named.get("edge") else 0
        found.boxes.append(area.inflate(-2 * edge, -2 * edge))
        box(canvas, area, *given, **named)

    monkeypatch.setattr(drawing, "fitted", set_as)
    monkeypatch.setattr(Canvas, "write", written)
    monkeypatch.setattr(Canvas, "write_large", written_large)
    monkeypatch.setattr(Canvas, "box", boxed)
    return found


def near(found: Drawn, size: tuple[int, int]) -> Iterator[str]:
    """The texts that are too near to the edge of the screen, or of the innermost box round them."""
    screen = pygame.Rect((0, 0), size)
    least = max(FEWEST, int(MARGIN * Canvas(pygame.Surface(size)).unit))
    for text, ink, boxes in found.inks:
        round_it = [box for box in boxes if box.collidepoint(ink.center)]
        inside = min(round_it, key=lambda box: box.width * box.height, default=screen)
        free = inside.clip(screen).inflate(-2 * least, -2 * least)
        if not free.contains(ink):
            yield f"{text!r} {ink} in {inside}"


@pytest.mark.parametrize("language", TEXT_LANGUAGES)
@pytest.mark.parametrize("size", EVERY, ids=lambda size: f"{size[0]}x{size[1]}")
def test_texts_are_of_one_scale_and_away_from_edges_and_frames(
    size: tuple[int, int], language: str, drawn: Drawn
) -> None:
    surface = pygame.Surface(size, depth=24)
    surface.set_clip((0, 0, 0, 0))  # never looked at: only where texts stand
    unit = Canvas(surface).unit
    touching = {}
    for name, screen in GALLERY.items():
        drawn.inks.clear()
        drawn.boxes.clear()
        screen.draw(Shown(surface, language=language))
        if found := [*near(drawn, size)]:
            touching[name] = found
    assert touching == {}
    assert drawn.sizes <= {max(LEAST, round(step * unit)) for step in SCALE}


def test_each_size_is_a_quarter_larger_than_the_one_before() -> None:
    for one, other in pairwise(letters for letters in Letters if letters != Letters.POSTER):
        assert 1.2 <= other / one <= 1.3
    assert {*map(int, Letters)} <= {*SCALE}
    assert len(SCALE) == 2 * len(Letters) - 1
    assert [*SCALE] == sorted(SCALE, reverse=True)


def test_what_to_do_has_capitals_of_five_millimetres_on_seven_inches() -> None:
    """Whose pixels are 0.19 mm wide, at 800 x 480."""
    capital = font(Letters.CALL, drawing.Face.TITLE).metrics("H")[0][3]
    assert capital * 0.19 >= 4.9
