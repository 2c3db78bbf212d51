"""The lobby on the screen: what is going to be played, line by line, and who plays.

Also giving a side its name: the name as large as fits, the letters to choose from below it, or the
name laid on the board in tiles. Draws what a view holds.
Tests: tests/device/test_phase_screens.py, tests/device/test_naming_screen.py.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from device.clock_and_dice.views import TapView
from device.screen.board import DrawnTile, draw_tile
from device.screen.button_hints import draw_hint, write_hint
from device.screen.drawing import (
    GAP,
    PAD,
    Align,
    AnyPart,
    Canvas,
    Face,
    Ink,
    Letters,
    Part,
    ScreenPlaces,
    TextLine,
    columns,
    draw_arrow,
    draw_line,
    draw_turning,
    rows,
    turn_wide,
)
from device.screen.game_pictures import draw_game
from device.screen.question import (
    CHOSEN,
    QuestionBox,
    draw_code,
    draw_question,
    question_places,
)
from device.screen.tap_bar import LEAST_HIGH, draw_next, draw_tap
from device.themes import Colour
from device.views.dialogs import LobbyView, NamingView, QuestionView
from hardware.panel.port import SIDE_BUTTONS, Button

# --- the lobby ---

TITLE, NAME, HINT = 44, 50, Letters.REMARK
"""Heights of the title and of a side, and the letters of the hint, for 800 x 480."""

PANEL = 210
"""The width of the panel of the sides, for 800 x 480."""

LOWEST, HIGHEST, LETTERS = 30, 62, Letters.HEAD
"""Least and greatest height of a line, and its largest letters, for 800 x 480."""

APART = 16
"""Between the longest label and the values, so that the two don't read as one."""

SMALL = 400
"""Pixels: screens with a shorter side below this have no room for the names of the sides."""


@dataclass(frozen=True)
class LobbyLines:
    """The lines, each with its value, and which of them is chosen."""

    rows: tuple[tuple[str, str], ...]
    chosen: int


@dataclass(frozen=True)
class PlayerList:
    """Who plays, and who begins; side by side or below each other."""

    names: tuple[str, ...]
    begins: str
    columns: int


def lobby_parts(
    lobby: LobbyView,
    title: str,
    question: QuestionView | None,
    layout: ScreenPlaces,
    canvas: Canvas,
) -> tuple[AnyPart, ...]:
    """The lines, or the question about one of them."""
    area, gap = layout.whole, layout.gap
    head = pygame.Rect(area.left, area.top, area.width, canvas.px(TITLE))
    body = pygame.Rect(area.left, head.bottom, area.width, area.bottom - head.bottom)
    if question is not None and question.pictures:
        return game_parts(area, question, canvas)
    if question is not None and question.code:
        column, place = question_places(layout, roomy=True)
        code = Part(place, draw_code, question.code)
        return code, Part(column, draw_question, QuestionBox.of(question))
    if question is not None:
        return (Part(area, draw_question, QuestionBox.of(question)),)
    if any(line.picture for line in lobby.lines):
        return _choice_parts(lobby, area, canvas)
    small = min(layout.screen.size) < SMALL or not lobby.sides
    if small:
        return _small(lobby, title, head, body, canvas)
    heading = TextLine(title, Letters.HEAD, face=Face.TITLE)
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
        Part(head, draw_line, heading),
        Part(body, draw_lobby_lines, _lines(lobby)),
        Part(names, draw_players, PlayerList(lobby.sides, lobby.begins, columns)),
        Part(hint, draw_hint_at_top, _hint(lobby)),
    )


# --- choices with pictures ---

CHOICE_LABEL, CHOICE_VALUE = Letters.HEAD, Letters.LINE
"""The letters of a choice and of the line below it, for 800 x 480."""

SMALL_CHOICE = 64
"""The height of the rarer choices, for 800 x 480."""


@dataclass(frozen=True)
class PictureChoice:
    """A choice: its picture, its name and a line on it, "" where there is no room for any;
    `picture_left`: its picture is to the left of its words, not above them; `number`: its place
    from the first; `letters`: the size of its name."""

    picture: str
    label: str
    value: str
    chosen: bool
    picture_left: bool
    number: int
    letters: int


def _choice_parts(lobby: LobbyView, area: pygame.Rect, canvas: Canvas) -> tuple[AnyPart, ...]:
    """The choices: the first ones large, side by side or below each other; the others small, below
    them."""
    gap, upright = canvas.px(GAP), area.height > area.width
    hint = _hint(lobby, Align.MIDDLE)
    foot = pygame.Rect(area.left, 0, area.width, canvas.height_of(hint.text, area.width, HINT))
    foot.bottom = area.bottom
    count = lobby.large
    few = len(lobby.lines) - count
    high = canvas.px(SMALL_CHOICE)
    below = pygame.Rect(area.left, 0, area.width, high * few + gap * (few - 1) if upright else high)
    below.bottom = foot.top - gap
    small = rows(below, [high] * (few - 1), gap) if upright else columns(below, few, gap)
    body = pygame.Rect(area.left, area.top, area.width, below.top - gap - area.top)
    if upright:
        places = rows(body, [(body.height - (count - 1) * gap) // count] * (count - 1), gap)
    else:
        places = columns(body, count, gap)
    rarer = lobby.lines[count:]
    _, name, value = _choice_places(canvas, small[0], picture_left=True)
    labels = tuple(f"{CHOSEN}{line.label}" for line in rarer)
    roomy = _fit(canvas, name, labels, Letters.LEAST) and all(
        canvas.height_of(line.value, value.width, Letters.LEAST) <= value.height for line in rarer
    )
    room = name if roomy else name.union(value)
    letters = canvas.size_for(CHOICE_LABEL, lambda size: _fit(canvas, room, labels, size))
    parts = tuple(
        Part(
            place,
            draw_choice_with_picture,
            PictureChoice(
                line.picture,
                line.label,
                line.value if number < count or roomy else "",
                line.chosen,
                upright or number >= count,
                number,
                CHOICE_LABEL if number < count else letters,
            ),
        )
        for number, (place, line) in enumerate(zip((*places, *small), lobby.lines, strict=True))
    )
    return *parts, Part(foot, draw_hint_at_top, hint)


def _fit(canvas: Canvas, room: pygame.Rect, labels: tuple[str, ...], size: int) -> bool:
    """Whether each of these names fits its room in letters of that size."""
    return all(
        canvas.height_of(label, room.width, size, Face.TITLE) <= room.height for label in labels
    )


def draw_choice_with_picture(canvas: Canvas, area: pygame.Rect, shown: PictureChoice) -> None:
    """The picture and the words; the choice that OK takes is framed."""
    theme = canvas.theme
    _frame(canvas, area, shown.number, chosen=shown.chosen)
    picture, top, below = _choice_places(canvas, area, picture_left=shown.picture_left)
    draw_game(canvas, picture, shown.picture)
    label = f"{CHOSEN}{shown.label}" if shown.chosen else shown.label
    align = Align.LEFT if shown.picture_left else Align.MIDDLE
    colour = theme.accent if shown.chosen else theme.text
    middle = shown.picture_left
    top = top if shown.value else top.union(below)
    canvas.write(label, top, colour, shown.letters, face=Face.TITLE, align=align, middle=middle)
    canvas.write(shown.value, below, theme.text, CHOICE_VALUE, align=align, middle=False)


def _choice_places(
    canvas: Canvas, area: pygame.Rect, *, picture_left: bool
) -> tuple[pygame.Rect, pygame.Rect, pygame.Rect]:
    """The places of a choice's picture, of its name, and of the line below that."""
    gap = canvas.px(GAP)
    inner = area.inflate(-3 * gap, -2 * gap)
    words = inner.copy()
    if picture_left:
        side = min(inner.height, inner.width // 3)
        picture = pygame.Rect(inner.left, inner.top, side, inner.height)
        words.left, words.width = picture.right + 2 * gap, inner.right - picture.right - 2 * gap
    else:
        picture = pygame.Rect(inner.left, inner.top, inner.width, inner.height * 11 // 20)
        words.top, words.height = picture.bottom + gap, inner.bottom - picture.bottom - gap
    half = words.height * (11 if words.height < canvas.px(80) else 10) // 20
    top = pygame.Rect(words.left, words.top, words.width, half)
    below = pygame.Rect(words.left, top.bottom, words.width, words.height - half)
    return picture, top, below


# --- which game? ---

GAME_TITLE, GAME_ABOUT = Letters.HEAD, Letters.LINE
"""The letters of the question and of the line on the chosen game, for 800 x 480."""


@dataclass(frozen=True)
class GameCard:
    """A game to choose: its picture, "" for an answer without one, and its name; `number`: its
    place from the first."""

    picture: str
    label: str
    chosen: bool
    number: int


def game_parts(area: pygame.Rect, question: QuestionView, canvas: Canvas) -> tuple[AnyPart, ...]:
    """The games as cards with pictures, and below them who the chosen one is for."""
    gap = canvas.px(GAP)
    title = TextLine(question.text, GAME_TITLE, face=Face.TITLE)
    head = pygame.Rect(area.left, area.top, area.width, canvas.line_height(GAME_TITLE, Face.TITLE))
    about = TextLine(question.about, GAME_ABOUT, align=Align.MIDDLE)
    foot = pygame.Rect(area.left, 0, area.width, 2 * canvas.line_height(GAME_ABOUT))
    foot.bottom = area.bottom
    count, across = len(question.options), 2 if area.height > area.width else 3
    down = -(-count // across)
    body = pygame.Rect(area.left, head.bottom + gap, area.width, 0)
    body.height = foot.top - gap - body.top
    cards = [
        cell
        for row in rows(body, [(body.height - (down - 1) * gap) // down] * (down - 1), gap)
        for cell in columns(row, across, gap)
    ]
    return (
        Part(head, draw_line, title),
        *(
            Part(
                card, draw_game_card, GameCard(picture, label, number == question.selected, number)
            )
            for number, (card, picture, label) in enumerate(
                zip(cards, question.pictures, question.options, strict=False)
            )
        ),
        Part(foot, draw_line, about),
    )


def _frame(canvas: Canvas, area: pygame.Rect, number: int, *, chosen: bool) -> None:
    """A card that can be touched; the one that OK takes has an edge."""
    canvas.offer(area, number)
    canvas.box(area, canvas.theme.panel)
    if chosen:
        canvas.box(area, canvas.theme.accent, edge=5)


def draw_game_card(canvas: Canvas, area: pygame.Rect, card: GameCard) -> None:
    """The picture at the left, the name next to it; the chosen one is framed."""
    theme, gap = canvas.theme, canvas.px(GAP)
    _frame(canvas, area, card.number, chosen=card.chosen)
    inner = area.inflate(-2 * gap, -2 * gap)
    words = inner.copy()
    if card.picture:
        picture = pygame.Rect(inner.left, inner.top, min(inner.height, inner.width * 2 // 5), 0)
        picture.height = inner.height
        draw_game(canvas, picture, card.picture)
        words.left, words.width = picture.right + gap, inner.right - picture.right - gap
    label = f"{CHOSEN}{card.label}" if card.chosen else card.label
    colour = theme.accent if card.chosen else theme.text
    canvas.write(label, words, colour, CHOICE_LABEL, face=Face.TITLE, middle=True)


# --- the lines ---


def _small(
    lobby: LobbyView, title: str, head: pygame.Rect, body: pygame.Rect, canvas: Canvas
) -> tuple[AnyPart, ...]:
    """The lines below the title, and the hint next to them."""
    wide = min(head.width // 2, canvas.width_of(title, Letters.HEAD, Face.TITLE) + canvas.px(12))
    name = pygame.Rect(head.left, head.top, wide, head.height)
    hint = pygame.Rect(name.right, head.top, head.right - name.right, head.height)
    return (
        Part(name, draw_line, TextLine(title, Letters.HEAD, face=Face.TITLE)),
        Part(hint, draw_hint, _hint(lobby, Align.RIGHT)),
        Part(body, draw_lobby_lines, _lines(lobby)),
    )


def _lines(lobby: LobbyView) -> LobbyLines:
    chosen = next((n for n, line in enumerate(lobby.lines) if line.chosen), 0)
    return LobbyLines(tuple((line.label, line.value) for line in lobby.lines), chosen)


def _labels_width(canvas: Canvas, shown: LobbyLines, size: float) -> int:
    """Pixels of the widest label, chosen or not."""
    faces = (Face.TITLE, Face.TEXT)
    wide = (canvas.width_of(label, size, face) for label, _ in shown.rows for face in faces)
    return max(wide, default=0) + 2


def draw_lobby_lines(canvas: Canvas, area: pygame.Rect, shown: LobbyLines) -> None:
    """As many lines as fit round the chosen one; their values are aligned."""
    count, gap = len(shown.rows), max(2, canvas.px(4))
    pad, apart, most = canvas.px(PAD), canvas.px(APART), area.width * 9 // 20
    # One size for all, unless a single long label would make all of them small.
    letters = max(
        Letters.LINE,
        canvas.size_for(LETTERS, lambda size: _labels_width(canvas, shown, size) <= most),
    )
    indent = canvas.width_of(CHOSEN, letters, Face.TITLE)
    labels = min(_labels_width(canvas, shown, letters), most)
    room = area.width - labels - indent - 2 * pad - apart - turn_wide(canvas)
    longest = max((canvas.width_of(value, Letters.LEAST) for _, value in shown.rows), default=0)
    low = canvas.line_height(Letters.LEAST) * (1 if longest <= room else 2) + gap + 2
    high = max(low, canvas.px(LOWEST), min(canvas.px(HIGHEST), area.height // max(1, count)))
    fits = max(1, area.height // high)
    first = min(max(0, shown.chosen - fits // 2), max(0, count - fits))
    width = area.width if fits >= count else area.width - turn_wide(canvas) - gap
    for place, number in enumerate(range(first, min(count, first + fits))):
        box = pygame.Rect(area.left, area.top + place * high, width, high - gap)
        chosen = number == shown.chosen
        canvas.offer(box, number)
        canvas.box(box, canvas.theme.chosen if chosen else canvas.theme.panel)
        colour = canvas.theme.on_chosen if chosen else canvas.theme.text
        label, value = shown.rows[number]
        face, shift = (Face.TITLE, 0) if chosen else (Face.TEXT, indent)
        text = f"{CHOSEN}{label}" if chosen else label
        name = pygame.Rect(box.left + pad + shift, box.top, labels + indent - shift, box.height)
        right = pygame.Rect(name.right + apart, box.top, 0, box.height)
        right.width = box.right - pad - right.left
        canvas.write(text, name, colour, letters, face=face, middle=True)
        canvas.write(value, right, colour, letters, face=face, middle=True)
    if fits < count:
        marks = pygame.Rect(area.left + width + gap, area.top, turn_wide(canvas), fits * high - gap)
        draw_turning(canvas, marks, range(first, first + fits), range(count))


def draw_players(canvas: Canvas, area: pygame.Rect, shown: PlayerList) -> None:
    """The names of the sides; an arrow before the one that begins, which has a frame: a touch on
    another name makes that one begin."""
    gap, theme = canvas.px(6), canvas.theme
    width, high = (area.width + gap) // shown.columns, canvas.px(NAME)
    for number, name in enumerate(shown.names):
        row, column = divmod(number, shown.columns)
        box = pygame.Rect(
            area.left + column * width, area.top + row * high, width - gap, high - gap
        )
        begins = name == shown.begins
        canvas.offer(box, SIDE_BUTTONS[number])
        canvas.box(box, theme.panel, corner=8)
        colour = theme.accent if begins else theme.text
        sign = pygame.Rect(box.left + gap, box.top, canvas.px(26), box.height)
        if begins:
            canvas.box(box, theme.accent, edge=3, corner=8)
            draw_arrow(canvas, sign, colour)
        left = sign.right + gap
        place = pygame.Rect(left, box.top, box.right - gap - left, box.height)
        canvas.write(name, place, colour, Letters.LINE, face=Face.TITLE, middle=True)


def _hint(lobby: LobbyView, align: Align = Align.LEFT) -> TextLine:
    return TextLine(lobby.hint, HINT, Ink.QUIET, align=align)


def draw_hint_at_top(canvas: Canvas, area: pygame.Rect, line: TextLine) -> None:
    """What the buttons do, from the top of its place."""
    write_hint(canvas, area, line, middle=False)


# --- giving a side its name ---

NAMING_TITLE, NAMING_NAME, OK, OTHERS = 34, 64, 48, 30
"""The heights of the title, the name, what OK does and a line on another button, for 800 x 480."""

HIGHEST_LETTER, WIDEST_LETTER = 64, 1.5
"""The greatest height of a letter's cell, for 800 x 480, and its width as a share of the height."""


@dataclass(frozen=True)
class LetterWheel:
    """The letters to choose from, and the chosen one; `laid`: a name in tiles instead."""

    wheel: tuple[str, ...]
    across: int
    chosen: int | None
    laid: str


@dataclass(frozen=True)
class ButtonHints:
    """What OK does, or what fingers touch in its place, and what other buttons do."""

    ok: str
    others: tuple[str, ...]
    taps: tuple[TapView, ...] = ()


def naming_parts(shown: NamingView, layout: ScreenPlaces, canvas: Canvas) -> tuple[AnyPart, ...]:
    """The parts of the screen, except for the foot, which has what can be done with tiles: the
    letters have the room."""
    area, gap = layout.whole, canvas.px(GAP)
    title = pygame.Rect(area.left, area.top, area.width, canvas.px(NAMING_TITLE))
    more = _ok_height(canvas, shown.taps) - canvas.px(OK)
    name = pygame.Rect(area.left, title.bottom, area.width, canvas.px(NAMING_NAME))
    lines = 2 if layout.upright else 1
    high = (
        canvas.px(OK)
        + more
        + lines * max(canvas.px(OTHERS), canvas.line_height(Letters.REMARK))
        + gap
    )
    presses = pygame.Rect(area.left, area.bottom - high, area.width, high)
    letters = pygame.Rect(
        area.left, name.bottom + gap, area.width, presses.top - name.bottom - 2 * gap
    )
    wheel = LetterWheel(shown.wheel, shown.across, shown.chosen, shown.laid)
    return (
        Part(title, draw_naming_title, shown.title),
        Part(name, draw_name, shown.letters),
        Part(letters, draw_choice, wheel),
        Part(presses, draw_presses, ButtonHints(shown.ok, shown.others, shown.taps)),
    )


def _ok_height(canvas: Canvas, taps: tuple[TapView, ...]) -> int:
    """The height of what OK does, or of what fingers touch in its place: no less than a bar's."""
    return max(LEAST_HIGH, canvas.px(OK)) if taps else canvas.px(OK)


def draw_naming_title(canvas: Canvas, area: pygame.Rect, title: str) -> None:
    """Which side is given a name."""
    canvas.write(title, area, canvas.theme.quiet, Letters.LINE, face=Face.TITLE, align=Align.MIDDLE)


def draw_name(canvas: Canvas, area: pygame.Rect, letters: str) -> None:
    """The letters so far in a field, with a cursor."""
    theme = canvas.theme
    canvas.box(area, theme.panel)
    canvas.box(area, theme.line, edge=2)
    inner = area.inflate(-2 * canvas.px(16), -2 * canvas.px(4))
    text = pygame.Rect(inner.left, inner.top, inner.width - canvas.px(12), inner.height)
    size = _size_in(canvas, letters, text)
    width = canvas.width_of(letters, size, Face.TITLE) if letters else 0
    canvas.write(letters, text, theme.text, size, face=Face.TITLE, align=Align.MIDDLE, middle=True)
    mark = pygame.Rect(0, 0, max(2, canvas.px(4)), min(inner.height, canvas.px(size * 0.8)))
    mark.midleft = (text.centerx + (width + 1) // 2 + canvas.px(4), inner.centery)
    pygame.draw.rect(canvas.surface, theme.accent, mark)


def _size_in(canvas: Canvas, letters: str, area: pygame.Rect) -> float:
    """The largest letters in which the name fits on one line."""
    size = area.height / canvas.unit
    while size > Letters.SMALL and canvas.width_of(letters, size, Face.TITLE) > area.width:
        size *= 0.94
    return size


def draw_choice(canvas: Canvas, area: pygame.Rect, shown: LetterWheel) -> None:
    """All letters in rows, the chosen one large; or the tiles that lie on the board."""
    if shown.laid:
        _draw_laid(canvas, area, shown.laid)
        return
    across, lines = shown.across, -(-len(shown.wheel) // shown.across)
    high = min(area.height // lines, canvas.px(HIGHEST_LETTER))
    wide = min(area.width // across, round(high * WIDEST_LETTER))
    high = min(high, round(wide * WIDEST_LETTER))
    left = area.left + (area.width - across * wide) // 2
    top = area.top + max(0, area.height - lines * high) // 2
    for number, letter in enumerate(shown.wheel):
        row, column = divmod(number, across)
        cell = pygame.Rect(left + column * wide, top + row * high, wide, high)
        canvas.offer(cell, number)
        _draw_letter(canvas, cell, letter, number == shown.chosen)


def _draw_letter(canvas: Canvas, cell: pygame.Rect, letter: str, chosen: bool) -> None:
    theme, gap = canvas.theme, max(2, canvas.px(4))
    colour: Colour = theme.on_chosen if chosen else theme.text
    place = cell.inflate(-gap, -gap)
    canvas.box(place, theme.chosen if chosen else theme.panel)
    if chosen:
        # An edge as well: it stands out without its colour.
        canvas.box(place, theme.text, edge=3)
    if letter == " ":
        _draw_space(canvas, place, colour)
        return
    size = place.height / canvas.unit * (0.96 if chosen else 0.84)
    canvas.write(letter, place, colour, size, face=Face.TITLE, align=Align.MIDDLE, middle=True)


def _draw_space(canvas: Canvas, place: pygame.Rect, colour: Colour) -> None:
    """A trough: the keyboard symbol for space, which has no shape of its own."""
    wide, high = place.width // 2, max(3, place.height // 6)
    left, bottom = place.centerx - wide // 2, place.bottom - place.height // 3
    corners = [
        (left, bottom - high),
        (left, bottom),
        (left + wide, bottom),
        (left + wide, bottom - high),
    ]
    pygame.draw.lines(canvas.surface, colour, False, corners, max(2, canvas.px(3)))


def _draw_laid(canvas: Canvas, area: pygame.Rect, name: str) -> None:
    """The name as it lies on the board, tile by tile."""
    gap = max(2, canvas.px(4))
    side = min(canvas.px(88), (area.width - gap) // len(name) - gap, area.height)
    left = area.centerx - (len(name) * (side + gap) - gap) // 2
    for number, letter in enumerate(name):
        place = pygame.Rect(left + number * (side + gap), 0, side, side)
        place.centery = area.centery
        face = letter.upper() if letter != "?" else "?"
        draw_tile(canvas, place, DrawnTile(face, blank=letter == "?", lit=True))


def draw_presses(canvas: Canvas, area: pygame.Rect, shown: ButtonHints) -> None:
    """What OK does in a row of its own, the other buttons below it; each is touchable."""
    ok = pygame.Rect(area.left, area.top, area.width, _ok_height(canvas, shown.taps))
    if shown.taps:
        _draw_name_taps(canvas, ok, shown.taps)
    else:
        _draw_ok(canvas, ok, shown.ok)
    rest = pygame.Rect(area.left, ok.bottom + canvas.px(4), area.width, 0)
    rest.height = area.bottom - rest.top
    others = "  ·  ".join(shown.others)
    draw_hint(canvas, rest, TextLine(others, Letters.REMARK, face=Face.STRONG, align=Align.MIDDLE))


def _draw_ok(canvas: Canvas, area: pygame.Rect, text: str) -> None:
    canvas.offer(area, Button.OK)
    canvas.box(area, canvas.theme.chosen)
    inner = area.inflate(-2 * canvas.px(12), -2)
    colour = canvas.theme.on_chosen
    canvas.write(
        text, inner, colour, Letters.HEAD, face=Face.TITLE, align=Align.MIDDLE, middle=True
    )


def _draw_name_taps(canvas: Canvas, area: pygame.Rect, taps: tuple[TapView, ...]) -> None:
    """What saves the name, wide, and what takes a letter back at its right; or the way out in the
    wide place, where no finger that takes back letters comes."""
    gap = canvas.px(GAP)
    narrow = (area.width - gap) // 3
    wide = pygame.Rect(area.left, area.top, area.width - gap - narrow, area.height)
    rest = pygame.Rect(wide.right + gap, area.top, narrow, area.height)
    for tap, place in zip(taps, (wide, rest), strict=False):
        (draw_next if tap.lit else draw_tap)(canvas, place, tap)
