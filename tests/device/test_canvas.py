"""The canvas: lengths and letters scale with the screen, texts stay in their places."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.screen.drawing import LEAST, Align, Canvas, Face, Written
from device.themes import DARK

SIZES = ((800, 480), (480, 320), (1280, 720), (480, 800), (320, 240))
INK = (255, 255, 255)
LENGTHS = st.integers(1, 300)


def canvas_of(size: tuple[int, int]) -> tuple[Canvas, list[Written]]:
    received: list[Written] = []
    surface = pygame.Surface(size)
    return Canvas(surface, DARK, received.append), received


def inked(surface: pygame.Surface) -> pygame.Rect:
    """Where anything was drawn on black."""
    mask = pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1))
    mask.invert()
    rects = mask.get_bounding_rects()
    return rects[0].unionall(rects[1:]) if rects else pygame.Rect(0, 0, 0, 0)


@pytest.mark.parametrize(
    ("size", "pixels"),
    [((800, 480), 100), ((480, 320), 60), ((1280, 720), 150), ((480, 800), 100)],
)
def test_lengths_scale_with_the_screen_upright_or_not(size: tuple[int, int], pixels: int) -> None:
    canvas, _ = canvas_of(size)
    assert canvas.px(100) == pixels
    assert canvas.px(0.1) == 1


@pytest.mark.parametrize("size", SIZES)
def test_letters_never_become_too_small_to_be_read(size: tuple[int, int]) -> None:
    canvas, reported = canvas_of(size)
    canvas.write("word " * 60, pygame.Rect(0, 0, 100, 40), INK, 30)
    assert canvas.smallest >= LEAST
    assert reported[0].size >= LEAST
    assert not reported[0].fits


@given(width=LENGTHS, height=LENGTHS, align=st.sampled_from(Align), middle=st.booleans())
def test_whatever_is_written_stays_in_its_place(
    width: int, height: int, align: Align, middle: bool
) -> None:
    canvas, reported = canvas_of((400, 400))
    area = pygame.Rect(40, 30, width, height)
    canvas.write("Qui conteste ? ÇÉ", area, INK, 40, align=align, middle=middle)
    canvas.write_large("188", area, INK, align=align)
    drawn = inked(canvas.surface)
    assert drawn.width == 0 or area.contains(drawn)
    assert all(area.contains(pygame.Rect(text.place)) for text in reported)


@pytest.mark.parametrize("text", ["8", "188", "-1234", "QU"])
@pytest.mark.parametrize("area", [(200, 80), (60, 200), (30, 30)])
def test_large_letters_fill_their_place_with_ink(text: str, area: tuple[int, int]) -> None:
    canvas, reported = canvas_of((400, 400))
    place = pygame.Rect(20, 20, *area)
    canvas.write_large(text, place, INK)
    drawn = inked(canvas.surface)
    assert reported[0].fits
    assert drawn.width > 0.8 * place.width or drawn.height > 0.8 * place.height
    assert abs(drawn.centerx - place.centerx) <= 2
    assert abs(drawn.centery - place.centery) <= 2


def test_a_text_is_set_as_large_as_fits_and_no_larger_than_it_may() -> None:
    canvas, reported = canvas_of((800, 480))
    for width in (700, 130, 80):
        canvas.write("Bartholomew", pygame.Rect(0, 0, width, 60), INK, 40, face=Face.TITLE)
    sizes = [text.size for text in reported]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] <= 44
    assert len(set(sizes)) == 3


def test_a_clip_that_was_set_holds_afterwards() -> None:
    canvas, _ = canvas_of((400, 400))
    clip = pygame.Rect(10, 10, 50, 50)
    canvas.surface.set_clip(clip)
    canvas.write("word", pygame.Rect(0, 0, 200, 100), INK, 40)
    canvas.write_large("188", pygame.Rect(0, 0, 200, 100), INK)
    assert canvas.surface.get_clip() == clip
    canvas.surface.set_clip(None)
    assert clip.contains(inked(canvas.surface))


def test_the_height_that_is_predicted_is_the_height_that_is_taken() -> None:
    canvas, _ = canvas_of((800, 480))
    text = "Maximiliane: lay your tiles, then press your button."
    for width in (600, 200, 120):
        high = canvas.height_of(text, width, 20)
        assert canvas.write(text, pygame.Rect(0, 0, width, 400), INK, 20) == high
    assert canvas.write("", pygame.Rect(0, 0, 100, 100), INK, 20) == 0
