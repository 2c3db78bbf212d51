"""A turn on the screen: whose it is, what is to be done, the last play with its arithmetic, what
happened since and before, the notes, the foot.

Each is a part of its own, so that running seconds redraw only themselves. A play's words are rows
of tiles with their multipliers, or text if there is no room for that. Adds nothing up. Tests:
tests/device/test_turn_drawn.py, tests/device/test_last_play.py, tests/device/test_foot.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pygame

from device.screen.board import POINTS, DrawnTile, draw_tile
from device.screen.button_hints import draw_hint, write_hint
from device.screen.drawing import (
    GAP,
    Align,
    AnyPart,
    Canvas,
    Face,
    Ink,
    Letters,
    Part,
    TextLine,
    draw_arrow,
    draw_warning,
    gain_text,
)
from device.screen.sides import next_to_countdown, seconds_high
from device.session.core.inputs import TURNS
from device.views.table import TableView
from device.views.turn import CountdownView, ExtraView, PlayView, TileView, TurnView, WordView
from hardware.panel.port import Button

# --- a play's words and extra points ---

LINE, SUM = Letters.REMARK, Letters.LINE
"""The size of letters in lines, and of what a word comes to."""

TIMES_WIDE, TIMES_INSET = 46, 5
"""The width of a word's multiplier, at its end; and what is above and below its figures, its frame
included."""


def least_tile(canvas: Canvas) -> int:
    """The smallest tiles with room for their points."""
    return round(canvas.smallest * POINTS)


def tile_size(canvas: Canvas, width: int, word: WordView, size: int) -> int:
    """The size at which a word's tiles fit that width; 0 if they would be illegible."""
    least = least_tile(canvas)
    fits = (width - _ends_width(canvas, word)) // len(word.tiles)
    if fits < least:
        fits = width // len(word.tiles)
    limited = min(max(size, least), fits)
    return limited if limited >= least else 0


def row_height(canvas: Canvas, width: int, word: WordView, size: int) -> int:
    """Pixels that a word takes with tiles of that size, or as a line of text if that is 0."""
    if not size:
        return canvas.height_of(word.line, width, LINE)
    over = _strip(canvas, size) if any(tile.times > 1 for tile in word.tiles) else 0
    under = 0 if _ends_fit(canvas, width, word, size) else extra_height(canvas)
    return over + size + under


def extra_height(canvas: Canvas) -> int:
    """Pixels that a line takes."""
    return canvas.line_height(LINE)


def _ends_fit(canvas: Canvas, width: int, word: WordView, size: int) -> bool:
    """Whether a word's points stand next to its tiles, or else below them."""
    return len(word.tiles) * size + _ends_width(canvas, word) <= width


def _ends_width(canvas: Canvas, word: WordView) -> int:
    """Pixels for the word's multiplier, and for its points."""
    times = canvas.px(TIMES_WIDE) if word.times > 1 else 0
    return times + canvas.width_of(_points(word), SUM, Face.TITLE) + canvas.px(GAP)


def _points(word: WordView) -> str:
    return f"= {word.points}"


def _strip(canvas: Canvas, size: int) -> int:
    """The height of the letters' multipliers, over tiles of that size."""
    ink = canvas.smallest * 2 // 3 + 2 * canvas.px(TIMES_INSET)
    return max(canvas.line_height(Letters.LEAST, Face.TITLE), ink, size // 2) + 1


def draw_word(canvas: Canvas, row: pygame.Rect, word: WordView, size: int) -> None:
    """A word as tiles with its points, or as text."""
    if not size:
        canvas.write(word.line, row, canvas.theme.text, LINE)
        return
    over = row.height - size
    ends = pygame.Rect(row.left, row.top, row.width, size)
    if _ends_fit(canvas, row.width, word, size):
        ends.top += over
    else:
        low = extra_height(canvas)
        over -= low
        ends = pygame.Rect(row.left, row.bottom - low, row.width, low)
    for place, tile in _tiles(row, word, size, over):
        face = DrawnTile(tile.face, _shown(tile), tile.blank, tile.new)
        draw_tile(canvas, place, face)
        if tile.times > 1:
            chip = pygame.Rect(place.left, row.top, place.width, over - 1)
            _draw_times(canvas, chip, tile.times, "d" if tile.times == 2 else "t")
    _draw_ends(canvas, ends, word)


def draw_extra(canvas: Canvas, row: pygame.Rect, extra: ExtraView) -> None:
    """The extra points, and what for; a remark on the arithmetic takes the whole row."""
    if not extra.points:
        canvas.write(extra.what, row, canvas.theme.text, LINE, middle=True)
        return
    points = _draw_points(canvas, row, gain_text(extra.points))
    what = pygame.Rect(row.left, row.top, points.left - canvas.px(GAP) - row.left, row.height)
    canvas.write(extra.what, what, canvas.theme.text, LINE, middle=True)


def _tiles(
    row: pygame.Rect, word: WordView, size: int, over: int
) -> Iterator[tuple[pygame.Rect, TileView]]:
    for number, tile in enumerate(word.tiles):
        left = row.left + number * size
        yield pygame.Rect(left, row.top + over, size - 1, size - 1), tile


def _shown(tile: TileView) -> int:
    """The points on a tile: 0 if another word counts them."""
    return tile.points if tile.times else 0


def _draw_ends(canvas: Canvas, area: pygame.Rect, word: WordView) -> None:
    """The word's multiplier and its points, at the right."""
    points = _draw_points(canvas, area, _points(word))
    if word.times > 1:
        high = min(area.height, canvas.line_height(SUM, Face.TITLE))
        chip = pygame.Rect(0, 0, canvas.px(TIMES_WIDE - GAP), high)
        chip.midright = (points.left - canvas.px(GAP), area.centery)
        _draw_times(canvas, chip, word.times, "D" if word.times == 2 else "T")


def _draw_points(canvas: Canvas, area: pygame.Rect, text: str) -> pygame.Rect:
    """Points at the right of the area; returns their place."""
    wide = canvas.width_of(text, SUM, Face.TITLE) + 1
    place = pygame.Rect(area.right - wide, area.top, wide, area.height)
    colour = canvas.theme.text
    canvas.write(text, place, colour, SUM, face=Face.TITLE, align=Align.RIGHT, middle=True)
    return place


def _draw_times(canvas: Canvas, area: pygame.Rect, times: int, code: str) -> None:
    """A multiplier, framed in the colour of its square on the board."""
    canvas.box(area, canvas.theme.panel, corner=4)
    canvas.box(area, canvas.theme.squares[code], edge=2, corner=4)
    inside = area.inflate(-2 * canvas.px(3), -2 * canvas.px(TIMES_INSET))
    canvas.write_large(f"×{times}", inside, canvas.theme.text, largest=SUM)


# --- the last play ---

HEADS = ((52, 0.45), (40, 0.34))
"""The heights of the line with the side and its points, and its greatest share of the height: the
first that leaves the words room as tiles ..."""

ROOMY_TILE = 44
"""... of this size, or as large as they can be in that width."""

NAME, GAIN = Letters.HEAD, Letters.NAME
"""The largest letters of the side's name and of its points ..."""

DONE_LETTERS = Letters.CALL
"""... and of a turn without arithmetic: a pass, a word of hidden points."""

LARGEST_TILE = 60
"""The size of a tile of the main word ..."""

FAIR_TILE = 30
"""... of the main word above smaller letters, if there is little room ..."""

OTHER_TILES = 0.8
"""... and of the others, in proportion."""


@dataclass(frozen=True)
class LastPlay:
    """The last play, and whether it can still be challenged."""

    play: PlayView
    may_challenge: bool


def draw_play(canvas: Canvas, area: pygame.Rect, shown: LastPlay) -> None:
    """Who laid it, its points and how they come about; a play only seen so far has a question
    mark. A touch lists all plays."""
    play = shown.play
    canvas.offer(area, TURNS)
    head, rest, sizes = _laid_out(canvas, area, play)
    _draw_who(canvas, head, play, shown.may_challenge)
    if sizes is None:
        _draw_briefly(canvas, rest, play)
        return
    for word, size in zip(play.words, sizes, strict=True):
        row = pygame.Rect(
            rest.left, rest.top, rest.width, row_height(canvas, rest.width, word, size)
        )
        draw_word(canvas, row, word, size)
        rest = _below(rest, row.bottom + _between(canvas))
    for extra in play.extras:
        row = pygame.Rect(rest.left, rest.top, rest.width, extra_height(canvas))
        draw_extra(canvas, row, extra)
        rest = _below(rest, row.bottom)


def play_height(canvas: Canvas, area: pygame.Rect, play: PlayView) -> int:
    """Pixels that a play takes of this area; all of it if it is drawn as text."""
    _, rest, sizes = _laid_out(canvas, area, play)
    if sizes is None:
        return area.height
    return rest.top + _all_high(canvas, area.width, play, sizes) - area.top


def _laid_out(
    canvas: Canvas, area: pygame.Rect, play: PlayView
) -> tuple[pygame.Rect, pygame.Rect, list[int] | None]:
    """The line of the side and its points, the room below it, and the size of each word's tiles
    there; None if there is no room for tiles."""
    for most, share in HEADS:
        least = canvas.line_height(LINE, Face.TITLE)
        high = max(least, min(canvas.px(most), int(area.height * share)))
        head = pygame.Rect(area.left, area.top, area.width, min(high, area.height))
        rest = _below(area, min(head.bottom + canvas.px(GAP) // 2, area.bottom))
        sizes = _plan(canvas, rest, play)
        if sizes is not None and _is_roomy(canvas, area.width, play, sizes):
            break
    return head, rest, sizes


def _below(area: pygame.Rect, top: int) -> pygame.Rect:
    return pygame.Rect(area.left, top, area.width, area.bottom - top)


# Head


def _draw_who(canvas: Canvas, line: pygame.Rect, play: PlayView, may_challenge: bool) -> None:
    """The name at the left, the points at the right, and before them whether it can be challenged:
    while the play before can be, a doubtful new one can't."""
    theme, gap = canvas.theme, canvas.px(GAP)
    colour = theme.text if play.counted else theme.accent
    points = "" if play.points is None else gain_text(play.points)
    mark = "" if play.counted else play.note or "?"
    said = "  ".join(part for part in (points, mark) if part)
    room = line.copy()
    if said:
        size = min(GAIN, line.height / canvas.unit)
        wide = min(canvas.width_of(said, size, Face.TITLE) + 2, line.width // 2)
        place = pygame.Rect(line.right - wide, line.top, wide, line.height)
        canvas.write(said, place, colour, size, face=Face.TITLE, align=Align.RIGHT, middle=True)
        room.width = place.left - gap - room.left
    if may_challenge and play.counted:
        badge = pygame.Rect(0, 0, min(canvas.px(56), room.width // 4), line.height)
        badge = badge.inflate(0, -min(canvas.px(6), line.height // 8))
        badge.midright = room.midright
        canvas.box(badge, theme.accent)
        inside = badge.inflate(-2 * canvas.px(4), -2 * canvas.px(4))
        canvas.write_large("!?", inside, theme.ground, largest=32)
        canvas.offer(badge, Button.CHALLENGE)
        room.width = badge.left - gap - room.left
    canvas.write(play.side, room, colour, NAME, face=Face.TITLE, middle=True)


# Which words are rows of tiles, and their sizes


def _plan(canvas: Canvas, area: pygame.Rect, play: PlayView) -> list[int] | None:
    """The size of each word's tiles in this room, 0 for a line of text; None if there is no
    room."""
    if not play.words:
        return None
    for others in (True, False):
        for size in _sizes(canvas):
            sizes = [
                tile_size(canvas, area.width, word, round(size * OTHER_TILES) if number else size)
                for number, word in enumerate(play.words)
            ]
            if not others:
                sizes[1:] = [0] * (len(sizes) - 1)
            if _all_high(canvas, area.width, play, sizes) <= area.height:
                return sizes
    return None


def _is_roomy(canvas: Canvas, width: int, play: PlayView, sizes: list[int]) -> bool:
    """Whether all words are tiles, and those of the main one as large as they need to be."""
    return all(sizes) and sizes[0] >= tile_size(canvas, width, play.words[0], canvas.px(ROOMY_TILE))


def _sizes(canvas: Canvas) -> Iterator[int]:
    """The sizes of tiles that are tried, largest first."""
    yield from range(canvas.px(LARGEST_TILE), least_tile(canvas), -canvas.px(3))
    yield least_tile(canvas)


def _all_high(canvas: Canvas, width: int, play: PlayView, sizes: list[int]) -> int:
    words = sum(
        row_height(canvas, width, word, size) + _between(canvas)
        for word, size in zip(play.words, sizes, strict=True)
    )
    return (
        words + len(play.extras) * extra_height(canvas) - (0 if play.extras else _between(canvas))
    )


def _between(canvas: Canvas) -> int:
    return canvas.px(5)


# With little room


def _fits_briefly(canvas: Canvas, area: pygame.Rect, play: PlayView) -> bool:
    """Whether a play is legible in this area at all."""
    head = canvas.line_height(LINE, Face.TITLE) + canvas.px(GAP) // 2
    words = canvas.height_of(" · ".join(play.lines), area.width, Letters.LEAST)
    return head + words <= area.height


def _draw_briefly(canvas: Canvas, area: pygame.Rect, play: PlayView) -> None:
    """The main word as tiles if there is room for the rest below it as text, else all as text: a
    line each, or running on."""
    more = " · ".join(play.lines[1:])
    # Smaller text is better than small tiles, and these are better than illegible text.
    every = [*_sizes(canvas)]
    fair = [size for size in every if size >= canvas.px(FAIR_TILE)]
    tried = [(size, letters) for letters in (LINE, Letters.SMALL) for size in fair]
    tried += [(size, letters) for letters in (LINE, Letters.LEAST) for size in every]
    for size, letters in tried:
        if not play.words or not tile_size(canvas, area.width, play.words[0], size):
            break
        size = tile_size(canvas, area.width, play.words[0], size)
        high = row_height(canvas, area.width, play.words[0], size) + _between(canvas)
        if high + canvas.height_of(more, area.width, letters) <= area.height:
            row = pygame.Rect(area.left, area.top, area.width, high - _between(canvas))
            draw_word(canvas, row, play.words[0], size)
            canvas.write(more, _below(area, area.top + high), canvas.theme.text, LINE)
            return
    lines = play.lines
    if area.height < len(lines) * canvas.line_height(Letters.LEAST):
        lines = (" · ".join(lines),)
    for number, text in enumerate(lines):
        share = area.height // (len(lines) - number)
        part = pygame.Rect(area.left, area.top, area.width, share)
        if play.words:
            used = canvas.write(text, part, canvas.theme.text, LINE)
        else:
            used = canvas.write(text, part, canvas.theme.text, DONE_LETTERS, face=Face.TITLE)
        area = _below(area, area.top + used)


# --- what is to be done, and other turns ---

TO_DO = Letters.CALL
"""The largest letters of what is to be done: capitals of 5 mm on a landscape 7-inch panel ..."""

SINCE, BEFORE = Letters.CALL, Letters.LINE
"""... of what has happened since the last play, and of the turns before it."""

TO_DO_SHARE = 0.55
"""The greatest share of the room that these take from a play."""

NAMES_SHARE = 0.42
"""The share of a line that its name may take."""


@dataclass(frozen=True)
class TurnLines:
    """Turns, one below the other, in letters no larger than `largest`."""

    turns: tuple[TurnView, ...]
    largest: float
    ink: Ink = Ink.TEXT


def draw_to_do(canvas: Canvas, area: pygame.Rect, text: str) -> None:
    """What is to be done now, behind an arrow."""
    side = _arrow(canvas)
    sign = pygame.Rect(area.left, area.top, side, min(area.height, canvas.line_height(TO_DO)))
    draw_arrow(canvas, sign, canvas.theme.accent)
    place = pygame.Rect(area.left + side, area.top, area.width - side, area.height)
    write_hint(canvas, place, TextLine(text, TO_DO, Ink.ACCENT, Face.TITLE), middle=False)


def _arrow(canvas: Canvas) -> int:
    return canvas.px(26)


def draw_turns(canvas: Canvas, area: pygame.Rect, shown: TurnLines) -> None:
    """Turns in lines of one height: whose, what happened, the points at the right. A touch lists
    them all."""
    canvas.offer(area, TURNS)
    high, gap = area.height // max(1, len(shown.turns)), canvas.px(GAP)
    size = min(shown.largest, high / canvas.unit)
    colour, title = shown.ink.of(canvas.theme), Face.TITLE
    names = max(canvas.width_of(turn.side, size, title) for turn in shown.turns)
    names = min(names + 1, round(area.width * NAMES_SHARE))
    gains = max(canvas.width_of(turn.points, size, title) for turn in shown.turns)
    for number, turn in enumerate(shown.turns):
        row = pygame.Rect(area.left, area.top + number * high, area.width, high)
        name = pygame.Rect(row.left, row.top, names, high)
        points = pygame.Rect(row.right - gains - 1, row.top, gains + 1, high)
        left, right = name.right + gap, points.left - gap if gains else row.right
        what = pygame.Rect(left, row.top, right - left, high)
        canvas.write(turn.side, name, canvas.theme.quiet, size, face=title, middle=True)
        canvas.write(turn.what, what, colour, size, face=title, middle=True)
        canvas.write(turn.points, points, colour, size, face=title, align=Align.RIGHT, middle=True)


# --- notes ---

NOTE_LETTERS = Letters.REMARK
"""The largest letters."""


@dataclass(frozen=True)
class NotesShown:
    """The lines, "" for none."""

    open: str
    notes: tuple[str, ...]
    unseen: str
    bag: str
    hint: str

    @classmethod
    def of(cls, shown: TableView) -> NotesShown:
        """The notes of this view."""
        return cls(
            shown.text.open, shown.text.notes, shown.text.unseen, shown.text.bag, shown.text.hint
        )

    @property
    def lines(self) -> tuple[str, ...]:
        """The existing notes, from top to bottom."""
        return tuple(
            text for text in (self.open, *self.notes, self.unseen, self.bag, self.hint) if text
        )


def notes_height(canvas: Canvas, width: int, shown: NotesShown) -> int:
    """Pixels that the notes take in that width."""
    return sum(_height(canvas, width, shown, text) for text in shown.lines)


def draw_notes(canvas: Canvas, area: pygame.Rect, shown: NotesShown) -> None:
    """Draws the notes into the area, at their own height."""
    theme, top = canvas.theme, area.top
    for text in shown.lines:
        row = pygame.Rect(area.left, top, area.width, _height(canvas, area.width, shown, text))
        top = row.bottom
        if text == shown.open:
            row = _draw_sign(canvas, row)
            canvas.write(text, row, theme.accent, NOTE_LETTERS, face=Face.TITLE, middle=True)
        else:
            ink = Ink.TEXT if text == shown.hint else Ink.QUIET
            draw_hint(canvas, row, TextLine(text, NOTE_LETTERS, ink))


def _draw_sign(canvas: Canvas, row: pygame.Rect) -> pygame.Rect:
    """A question mark in a box; returns the area next to it."""
    side = _sign(canvas)
    box = pygame.Rect(row.left, 0, side, side)
    box.centery = row.centery
    canvas.box(box, canvas.theme.accent, corner=4)
    inside = box.inflate(-canvas.px(4), -canvas.px(4))
    canvas.write_large("?", inside, canvas.theme.ground)
    left = box.right + canvas.px(6)
    return pygame.Rect(left, row.top, row.right - left, row.height)


def _sign(canvas: Canvas) -> int:
    return canvas.line_height(NOTE_LETTERS)


def _height(canvas: Canvas, width: int, shown: NotesShown, text: str) -> int:
    """The height of a note: one line of large letters, or several of the smallest."""
    face = Face.TITLE if text == shown.open else Face.TEXT
    if text == shown.open:
        width -= _sign(canvas) + canvas.px(6)
    if canvas.width_of(text, Letters.LEAST, face) <= width:
        return canvas.line_height(NOTE_LETTERS)
    return canvas.height_of(text, width, Letters.LEAST, face) + 2


# --- the whole turn ---

STATE_LETTERS, HEAD_HIGH = Letters.HEAD, 40
"""The largest letters of the state, and the least height of its line."""


@dataclass(frozen=True)
class TurnHead:
    """The state; `over`: the game is over; and the seconds left of the turn."""

    state: str
    over: bool
    countdown: CountdownView | None


def turn_parts(area: pygame.Rect, shown: TableView, canvas: Canvas) -> tuple[AnyPart, ...]:
    """The parts of the area below the sides: the state, unless the next thing to touch says it,
    what is to be done and what has happened since the last play, that play, the turns before it if
    they leave it all its room, and the notes."""
    gap = canvas.px(GAP) // 2
    head, notes = TurnHead(shown.text.state, shown.over, shown.countdown), NotesShown.of(shown)
    low = min(notes_height(canvas, area.width, notes), area.height // 2)
    bottom = pygame.Rect(area.left, area.bottom - low, area.width, low)
    top = pygame.Rect(area.left, area.top, area.width, _head_height(canvas, area.width, head))
    parts: list[AnyPart] = [Part(top, draw_head, head)]
    if shown.next_tap is not None and head.countdown is None:
        parts.clear()
        top.height = 0
    middle = pygame.Rect(area.left, top.bottom + gap, area.width, 0)
    middle.height = max(0, bottom.top - gap - middle.top)
    news = _news(canvas, middle, shown)
    parts += news
    if news:
        middle = _below(middle, min(news[-1].area.bottom + gap, middle.bottom))
    room, before = middle.copy(), shown.before
    if shown.play is not None and (not news or _fits_briefly(canvas, middle, shown.play)):
        room = _below(middle, middle.top + play_height(canvas, middle, shown.play))
        middle.height -= room.height
        may_challenge = shown.may_challenge and not shown.taps
        parts.append(Part(middle, draw_play, LastPlay(shown.play, may_challenge)))
    elif shown.play is not None and shown.play.counted:
        before = (shown.play.in_short, *before)
    parts += _before(canvas, room, before)
    if notes.lines:
        parts.append(Part(bottom, draw_notes, notes))
    return tuple(parts)


def _news(canvas: Canvas, area: pygame.Rect, shown: TableView) -> list[AnyPart]:
    """What is to be done, and as many of the turns since the last play as there is room for."""
    room = int(area.height * TO_DO_SHARE) if shown.play is not None else area.height
    parts: list[AnyPart] = []
    if shown.text.to_do:
        text, wide = shown.text.to_do, area.width - _arrow(canvas)
        least = canvas.height_of(text, wide, Letters.LEAST, Face.TITLE)
        high = min(canvas.height_of(text, wide, TO_DO, Face.TITLE), max(room, least), area.height)
        parts.append(Part(pygame.Rect(area.topleft, (area.width, high)), draw_to_do, text))
        room -= high
    line = canvas.line_height(SINCE, Face.TITLE)
    if shown.since and (fits := max(0 if parts else 1, room // line)):
        turns = TurnLines(shown.since[-fits:], SINCE, Ink.ACCENT)
        top = parts[-1].area.bottom if parts else area.top
        high = min(len(turns.turns) * line, area.bottom - top)
        parts.append(Part(pygame.Rect(area.left, top, area.width, high), draw_turns, turns))
    return parts


def _before(canvas: Canvas, area: pygame.Rect, turns: tuple[TurnView, ...]) -> tuple[AnyPart, ...]:
    """As many of these turns as have room at the bottom of the area, away from the play."""
    line = canvas.line_height(BEFORE, Face.TITLE)
    shown = turns[: max(0, area.height - canvas.px(GAP)) // line]
    if not shown:
        return ()
    high = len(shown) * line
    place = pygame.Rect(area.left, area.bottom - high, area.width, high)
    return (Part(place, draw_turns, TurnLines(shown, BEFORE)),)


def _head_height(canvas: Canvas, width: int, head: TurnHead) -> int:
    """A line, or two if the state is too long for one in letters of half the size."""
    line = max(canvas.px(HEAD_HIGH), canvas.line_height(Letters.LEAST, Face.TITLE))
    if head.countdown is not None:
        line, width = max(line, seconds_high(canvas)), width * 5 // 8
    if canvas.width_of(head.state, STATE_LETTERS * 2 / 3, Face.TITLE) <= width:
        return line
    return max(
        line, canvas.height_of(head.state, width - canvas.px(GAP), Letters.LEAST, Face.TITLE)
    )


def draw_head(canvas: Canvas, area: pygame.Rect, shown: TurnHead) -> None:
    """The line with the state, next to the seconds of this turn."""
    line = next_to_countdown(canvas, area, shown.countdown)
    colour = canvas.theme.accent if shown.over else canvas.theme.text
    canvas.write(shown.state, line, colour, STATE_LETTERS, face=Face.TITLE, middle=True)


# --- the foot of every screen ---

FOOT_LETTERS = Letters.LINE
"""The largest letters, for 800 x 480."""


@dataclass(frozen=True)
class Foot:
    """A sentence, and one on any trouble, "" for none."""

    message: str
    trouble: str


def draw_foot(canvas: Canvas, area: pygame.Rect, shown: Foot) -> None:
    """The sentences: one below the other, or side by side if they need more lines."""
    if not shown.trouble:
        draw_hint(canvas, area, TextLine(shown.message, FOOT_LETTERS))
        return
    if not shown.message:
        _draw_trouble(canvas, area, shown.trouble)
        return
    upper = pygame.Rect(area.left, area.top, area.width, area.height // 2)
    lower = pygame.Rect(area.left, upper.bottom, area.width, area.bottom - upper.bottom)
    sign = upper.height + canvas.px(6)
    one = canvas.width_of(shown.message, Letters.LEAST)
    other = canvas.width_of(shown.trouble, Letters.LEAST) + sign
    if max(one, other) > area.width:
        upper.height = lower.height = area.height
        upper.width = (area.width - canvas.px(GAP)) * one // (one + other)
        lower = pygame.Rect(upper.right + canvas.px(GAP), area.top, 0, area.height)
        lower.width = area.right - lower.left
    draw_hint(canvas, upper, TextLine(shown.message, FOOT_LETTERS))
    _draw_trouble(canvas, lower, shown.trouble)


def _draw_trouble(canvas: Canvas, area: pygame.Rect, text: str) -> None:
    """The trouble, behind a warning sign: it may last all evening, so the play's message comes
    first."""
    side = min(area.height, canvas.px(24))
    sign = pygame.Rect(area.left, area.centery - side // 2, side, side)
    draw_warning(canvas, sign, canvas.theme.trouble, canvas.theme.ground)
    left = sign.right + canvas.px(6)
    place = pygame.Rect(left, area.top, area.right - left, area.height)
    canvas.write(text, place, canvas.theme.quiet, FOOT_LETTERS, middle=True)
