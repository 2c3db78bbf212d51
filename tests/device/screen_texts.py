"""What was written on a screen, for the tests that look for it: at all sizes that have to fit."""

from __future__ import annotations

from dataclasses import dataclass, field

import pygame

from device.screen.drawing import Canvas, Written

SIZES = ((800, 480), (480, 320), (1280, 720), (1024, 600), (480, 800), (720, 1280))
"""The screens that everything fits, in all languages."""

ROOMY = tuple(size for size in SIZES if size != (480, 320))

LEADING = 4
"""Pixels of a line's height that no letter takes: the lines of two texts may share them."""


def longer(text: str) -> str:
    """As long as a text may become in another language."""
    return f"{text} {text[: len(text) // 3]}".strip()


@dataclass(frozen=True)
class TextsWritten:
    """Every text that was written on any canvas: with its place, as it reads, and those that were
    cut off."""

    placed: list[Written] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)

    def add(self, _: Canvas, written: Written) -> None:
        self.placed.append(written)
        self.names.append(written.text)
        if not written.fits:
            self.cut.append(written.text)

    def misplaced(self, screen: pygame.Surface) -> list[tuple[str, ...]]:
        """The texts that leave the screen, and the pairs that lie one on the other."""
        # One may be written in two colours, on what is left of a zone and on what is not.
        places = [(text.text, pygame.Rect(text.place)) for text in dict.fromkeys(self.placed)]
        outside = [(text,) for text, place in places if not screen.get_rect().contains(place)]
        over = [
            (one, other)
            for number, (one, place) in enumerate(places)
            for other, below in places[number + 1 :]
            if place.inflate(0, -LEADING).colliderect(below.inflate(0, -LEADING))
        ]
        return [*outside, *over]

    def clear(self) -> None:
        self.placed.clear()
        self.names.clear()
        self.cut.clear()
