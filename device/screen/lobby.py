"""The lobby on the screen: what is going to be played, line by line, who plays, what is pressed.

Gives the parts of the whole screen above the foot. Tests: tests/device/test_phase_screens.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from device.phase_views import LobbyView, QuestionView
from device.screen.canvas import Align, Canvas
from device.screen.layout import Layout
from device.screen.lettering import Face
from device.screen.parts import AnyPart, Part
from device.screen.question import draw_question
from device.screen.rows import CHOSEN
from device.screen.symbols import arrow, more

TITLE, NAME, HINT = 44, 50, 25
"""Heights of the title and of a side, and the letters of the hint, for 800 x 480."""

PANEL, MORE = 210, 22
"""Widths of the panel of the sides and of the marks that there are more lines, for 800 x 480."""

LOWEST, HIGHEST, LETTERS = 30, 46, 25
"""Lines are no lower and no higher, and their letters no larger, for 800 x 480."""

SMALL = 400
"""Pixels: screens with a shorter side below this have no room for the names of the sides."""


@dataclass(frozen=True)
class Lines:
    """The lines, each with its value, and which of them is chosen."""

    rows: tuple[tuple[str, str], ...]
    chosen: int


@dataclass(frozen=True)
class Players:
    """Who plays, and who begins; side by side or below each other."""

    names: tuple[str, ...]
    begins: str
    columns: int


@dataclass(frozen=True)
class Hint:
    """What the buttons do, and where that stands in its place."""

    text: str
    align: Align


def lobby_parts(
    lobby: LobbyView, title: str, question: QuestionView | None, layout: Layout, canvas: Canvas
) -> tuple[AnyPart, ...]:
    """The lines, or what is asked about one of them."""
    area, gap = layout.whole, layout.gap
    head = pygame.Rect(area.left, area.top, area.width, canvas.px(TITLE))
    body = pygame.Rect(area.left, head.bottom, area.width, area.bottom - head.bottom)
    if question is not None:
        return (Part(area, draw_question, (question, None)),)
    small = min(layout.screen.size) < SMALL or not lobby.sides
    if small:
        return _small(lobby, title, head, body, canvas)
    hint, names = body.copy(), body.copy()
    columns = 1
    if layout.upright:
        columns = 2
        high = canvas.height_of(lobby.hint, body.width, HINT)
        hint = pygame.Rect(body.left, body.bottom - high, body.width, high)
        names.height = -(-len(lobby.sides) // columns) * canvas.px(NAME)
        body.top, body.height = names.bottom + gap, hint.top - names.bottom - 2 * gap
    else:
        names.width = canvas.px(PANEL)
        names.right = body.right
        body.width -= names.width + 2 * gap
        names.height = len(lobby.sides) * canvas.px(NAME)
        hint = pygame.Rect(names.left, names.bottom + gap, names.width, 0)
        hint.height = body.bottom - hint.top
    return (
        Part(head, draw_title, title),
        Part(body, draw_lines, _lines(lobby)),
        Part(names, draw_players, Players(lobby.sides, lobby.begins, columns)),
        Part(hint, draw_hint, Hint(lobby.hint, Align.LEFT)),
    )


def _small(
    lobby: LobbyView, title: str, head: pygame.Rect, body: pygame.Rect, canvas: Canvas
) -> tuple[AnyPart, ...]:
    """The lines below the title, and the hint beside it."""
    wide = min(head.width // 2, canvas.width_of(title, 34, Face.TITLE) + canvas.px(12))
    name = pygame.Rect(head.left, head.top, wide, head.height)
    hint = pygame.Rect(name.right, head.top, head.right - name.right, head.height)
    return (
        Part(name, draw_title, title),
        Part(hint, draw_hint, Hint(lobby.hint, Align.RIGHT)),
        Part(body, draw_lines, _lines(lobby)),
    )


def _lines(lobby: LobbyView) -> Lines:
    chosen = next((n for n, line in enumerate(lobby.lines) if line.chosen), 0)
    return Lines(tuple((line.label, line.value) for line in lobby.lines), chosen)


def draw_title(canvas: Canvas, area: pygame.Rect, title: str) -> None:
    """What the lobby asks."""
    canvas.write(title, area, canvas.theme.text, 34, face=Face.TITLE, middle=True)


def draw_lines(canvas: Canvas, area: pygame.Rect, shown: Lines) -> None:
    """As many lines as fit round the chosen one; all have their values at one edge."""
    count, gap = len(shown.rows), max(2, canvas.px(4))
    pad, indent = canvas.px(10), canvas.width_of(CHOSEN, LETTERS, Face.TITLE)
    labels = max(
        (canvas.width_of(label, LETTERS, Face.TITLE) for label, _ in shown.rows), default=0
    )
    labels = min(labels + 2, area.width * 9 // 20)
    room = area.width - labels - indent - 3 * pad - canvas.px(MORE)
    longest = max((canvas.width_of(value, 1) for _, value in shown.rows), default=0)
    low = canvas.line_height(1) * (1 if longest <= room else 2) + gap + 2
    high = max(low, canvas.px(LOWEST), min(canvas.px(HIGHEST), area.height // max(1, count)))
    fits = max(1, area.height // high)
    first = min(max(0, shown.chosen - fits // 2), max(0, count - fits))
    width = area.width if fits >= count else area.width - canvas.px(MORE) - gap
    for place, number in enumerate(range(first, min(count, first + fits))):
        box = pygame.Rect(area.left, area.top + place * high, width, high - gap)
        chosen = number == shown.chosen
        canvas.box(box, canvas.theme.chosen if chosen else canvas.theme.panel)
        colour = canvas.theme.on_chosen if chosen else canvas.theme.text
        label, value = shown.rows[number]
        face, shift = (Face.TITLE, 0) if chosen else (Face.TEXT, indent)
        text = f"{CHOSEN}{label}" if chosen else label
        name = pygame.Rect(box.left + pad + shift, box.top, labels + indent - shift, box.height)
        right = pygame.Rect(name.right + pad, box.top, 0, box.height)
        right.width = box.right - pad - right.left
        canvas.write(text, name, colour, LETTERS, face=face, middle=True)
        canvas.write(value, right, colour, LETTERS, face=face, middle=True)
    marks = pygame.Rect(area.right - canvas.px(MORE), area.top, canvas.px(MORE), high - gap)
    if first > 0:
        more(canvas, marks, canvas.theme.text, up=True)
    if first + fits < count:
        marks.top += (fits - 1) * high
        more(canvas, marks, canvas.theme.text, up=False)


def draw_players(canvas: Canvas, area: pygame.Rect, shown: Players) -> None:
    """The names of the sides; an arrow before the one that begins, which has a frame."""
    gap, theme = canvas.px(6), canvas.theme
    width, high = (area.width + gap) // shown.columns, canvas.px(NAME)
    for number, name in enumerate(shown.names):
        row, column = divmod(number, shown.columns)
        box = pygame.Rect(
            area.left + column * width, area.top + row * high, width - gap, high - gap
        )
        begins = name == shown.begins
        canvas.box(box, theme.panel, corner=8)
        colour = theme.accent if begins else theme.text
        sign = pygame.Rect(box.left + gap, box.top, canvas.px(26), box.height)
        if begins:
            canvas.box(box, theme.accent, edge=3, corner=8)
            arrow(canvas, sign, colour)
        left = sign.right + gap
        place = pygame.Rect(left, box.top, box.right - gap - left, box.height)
        canvas.write(name, place, colour, 28, face=Face.TITLE, middle=True)


def draw_hint(canvas: Canvas, area: pygame.Rect, shown: Hint) -> None:
    """What the buttons do."""
    middle = shown.align is Align.RIGHT
    canvas.write(shown.text, area, canvas.theme.quiet, HINT, align=shown.align, middle=middle)
