"""Hints that say what buttons do, in which each of these words can be touched as its button.

"OK: start – UNDO: wind up – END: leave" is three places: players with a mouse or a finger and no
buttons end by touching "END: leave". Knows no state. Tests: tests/device/test_touched_words.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

import pygame

from device.language.texts import HOLD, N_, TEXT_LANGUAGES, Texts
from device.screen.drawing import Canvas, Held, TextLine, height_of
from device.session.core.inputs import OWN_BUTTON
from hardware.panel.port import Button

Named: TypeAlias = Button | int
"""A button, or the one that OWN_BUTTON stands for."""

NAMED: Mapping[str, Button] = MappingProxyType(
    {
        "OK": Button.OK,
        "END": Button.END,
        "UNDO": Button.UNDO,
        "PAUSE": Button.PAUSE,
        "CHALLENGE": Button.CHALLENGE,
        "NEXT": Button.NEXT,
        "BACK": Button.BACK,
    }
)
"""The buttons that hints give their own names (`device.language.texts.KEYS_OF_BUTTONS`)."""

NAMED_KEYS: Mapping[str, Button] = MappingProxyType(
    {"Enter": Button.OK, N_("Backspace"): Button.UNDO, "Esc": Button.END}
)
"""The keys that stand before a colon in their place while somebody types."""

TURN_BUTTON = N_("button")
"""In "Your button: done" and "Player A’s button: save name" it is the one of who is to act."""

ARROWS = N_("arrows")
"""In a hint they are the one that goes on: it opens the menu, too."""

BETWEEN = re.compile(r"(?:^|\s+)[–·](?:\s+|$)|(?<=[.!?])\s+")
"""Separators of a hint's parts, possibly at the edge of a line: a dash, a dot, or the end of a
sentence."""

ROUND = 12
"""A finger is wider than a word: this margin belongs to the word too, for 800 x 480."""


@cache
def _every_language() -> tuple[Texts, ...]:
    """The screen's languages, each catalogue looked up once: the first screen waits for them."""
    return tuple(map(Texts, TEXT_LANGUAGES))


@cache
def button_words() -> Mapping[str, Button]:
    """The names of these buttons in every language of the screen."""
    return {texts(word): button for texts in _every_language() for word, button in NAMED.items()}


@cache
def key_words() -> Mapping[str, Button]:
    """The names of these keys in every language of the screen."""
    return {
        texts(word): button for texts in _every_language() for word, button in NAMED_KEYS.items()
    }


@cache
def hold_words() -> Mapping[str, Button]:
    """What texts call holding each of these buttons, in every language of the screen, in small
    letters."""
    return {
        texts(HOLD, button=texts(word)).lower(): button
        for texts in _every_language()
        for word, button in NAMED.items()
    }


@cache
def turn_button_words() -> frozenset[str]:
    """What a turn button is called in every language of the screen."""
    return frozenset(texts(TURN_BUTTON) for texts in _every_language())


@cache
def arrow_words() -> frozenset[str]:
    """What the arrows are called in every language of the screen."""
    return frozenset(texts(ARROWS) for texts in _every_language())


def _named(part: str, held: Held) -> Named | None:
    """The button that a part begins with: "END: leave", "Hold UNDO: leave", "The arrows open the
    menu"; or that it has in brackets: "Questions waiting: 2 (OK)"."""
    for what, by in held:
        if any(part.lower().startswith(one) for one, its in hold_words().items() if its is by):
            return what
    words = re.findall(r"\w+", part)[:2]
    if words and words[0] in button_words():
        return button_words()[words[0]]
    if arrow_words() & {word.lower() for word in words}:
        return Button.NEXT
    if (aside := re.search(r"\((\w+)", part)) and aside[1] in button_words():
        return button_words()[aside[1]]
    label, colon, _ = part.partition(":")
    if not colon:
        return None
    if turn_button_words() & {*re.findall(r"\w+", label.lower())}:
        return OWN_BUTTON
    return key_words().get(label.strip())


def spans(
    line: str, before: Named | None = None, held: Held = ()
) -> Iterator[tuple[int, int, Named | None]]:
    """The extents of a line's parts, with the button that each begins with; a first part without
    one belongs to the button `before` it."""
    start = 0
    for part in BETWEEN.split(line):
        start = line.index(part, start)
        named = _named(part, held)
        yield start, start + len(part), before if start == 0 and named is None else named
        start += len(part)


def write_hint(canvas: Canvas, area: pygame.Rect, line: TextLine, *, middle: bool = True) -> None:
    """Writes the line, from the top of the area or in the middle of its height, and makes each
    button's name touchable."""
    before: Named | None = None

    def offer(text: str, place: pygame.Rect, letters: pygame.font.Font) -> None:
        nonlocal before
        for start, end, button in spans(text, before, canvas.held):
            before = button
            if button is None:
                continue
            left, right = (letters.size(text[:where])[0] for where in (start, end))
            named = pygame.Rect(place.left + left, place.top, right - left, place.height)
            canvas.offer(named.inflate(canvas.px(ROUND), canvas.px(ROUND)).clip(area), button)

    colour = line.ink.of(canvas.theme)
    canvas.write(
        line.text,
        area,
        colour,
        line.largest,
        face=line.face,
        align=line.align,
        middle=middle,
        each_line=offer,
    )


def draw_hint(canvas: Canvas, area: pygame.Rect, line: TextLine) -> None:
    """The line, in the middle of its area's height."""
    write_hint(canvas, area, line)


def draw_hints(canvas: Canvas, area: pygame.Rect, lines: tuple[TextLine, ...]) -> None:
    """Several lines, one below the other, each as high as it has to be, the last at the bottom."""
    bottom = area.bottom
    for number, line in reversed([*enumerate(lines)]):
        high = height_of(canvas, line, area.width)
        top = area.top if number == 0 else max(area.top, bottom - high)
        draw_hint(canvas, pygame.Rect(area.left, top, area.width, bottom - top), line)
        bottom = top
