"""The scoreboard: shows table views on a surface, one after the other, drawing what has changed.

Chooses the screen for a view: an open question comes first. Between two views scores count up and
the tiles of a play arrive one by one; it always ends on the true state, and soon. Knows no clock:
the time is passed in. Tests: tests/device/test_screen.py, tests/device/test_motion.py.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import pygame

from device.screen.board import Arriving, BoardShown, draw_board
from device.screen.celebration import celebration_parts
from device.screen.challenge import challenge_parts
from device.screen.clocked import clocked_parts, needs_room
from device.screen.device import aim_parts, doctor_parts
from device.screen.dice_and_clock import dice_parts, timer_parts
from device.screen.drawing import AnyPart, Canvas, OnText, Part, ScreenPlaces, Target, draw_changed
from device.screen.flight import Flight, Overlay, way_of
from device.screen.lobby import lobby_parts, naming_parts
from device.screen.pause import in_place_of_board, pause_parts, power_parts
from device.screen.question import draw_picture, pointing_parts, question_parts
from device.screen.result import winner_parts
from device.screen.settling import settling_parts
from device.screen.sides import side_parts, slim_parts
from device.screen.tap_bar import bar_parts, bar_places, draw_next
from device.screen.tour import card_parts, help_parts, tips_parts
from device.screen.turn import Foot, draw_foot, turn_parts
from device.screen.welcome import trying_parts
from device.themes import DARK, THEMES, Theme
from device.views.table import TableView
from engine.squares import Square

# --- motion ---

FRAME = 0.05
"""Seconds between two frames: twenty a second are enough for readable numbers."""

COUNTS_UP = 0.7
"""Seconds in which a total counts up to its new value ..."""

COUNTS_DOWN = 0.3
"""... and down again, where a play was taken back."""

ARRIVES = 0.25
"""Seconds in which one tile arrives ..."""

ALL_ARRIVE = 0.6
"""... and all tiles of a play."""

STAGGER = 0.07
"""The greatest number of seconds between two tiles."""

COMES = 0.9
"""Seconds in which all of a celebration has come."""

FLIES = 0.6
"""Seconds in which a tile of a counted play flies to its points."""


@dataclass(frozen=True)
class CountingTotal:
    """A total on its way from one number to another."""

    start: int
    end: int
    began: float

    @property
    def ends(self) -> float:
        return self.began + (COUNTS_UP if self.end > self.start else COUNTS_DOWN)

    def at(self, now: float) -> int:
        """The number shown at a moment; it slows down towards the last one."""
        if now >= self.ends:
            return self.end
        left = min(1.0, (self.ends - now) / (self.ends - self.began))
        return self.end - round((self.end - self.start) * left**2)


@dataclass(frozen=True)
class Motion:
    """What moves: `counts`, by side name, `tiles` with the moment at which each begins to arrive,
    the moment at which `celebration` begins, and the `flight` of a tile. `began`: the moment from
    which frames are counted."""

    counts: tuple[tuple[str, CountingTotal], ...] = ()
    tiles: tuple[tuple[Square, float], ...] = ()
    celebration: float = -math.inf
    flight: Flight | None = None
    began: float = -math.inf

    @property
    def ends(self) -> float:
        """The moment when all of it stands still."""
        counted = [count.ends for _, count in self.counts]
        flown = [] if self.flight is None else [self.flight.began + FLIES]
        arrived = (start + ARRIVES for _, start in self.tiles)
        return max([self.celebration + COMES, *counted, *arrived, *flown])

    def shown(self, view: TableView, now: float) -> TableView:
        """The view with the totals and the celebration at this moment."""
        if now >= self.ends:
            return view
        if view.celebration is not None:
            come = replace(view.celebration, come=self.come(now))
            view = replace(view, celebration=come)
        if not self.counts:
            return view
        counts = dict(self.counts)
        sides = tuple(
            replace(side, total=counts[side.name].at(now)) if side.name in counts else side
            for side in view.sides
        )
        return replace(view, sides=sides)

    def come(self, now: float) -> int:
        """How much of a celebration has come at this moment, in percent."""
        return min(100, max(0, round(100 * min(1.0, (now - self.celebration) / COMES))))

    def flown(self, now: float) -> float | None:
        """The share of its time that the flying tile has flown at this moment; None without one."""
        if self.flight is None or not self.flight.began <= now < self.flight.began + FLIES:
            return None
        return (now - self.flight.began) / FLIES

    def arriving(self, now: float) -> Arriving:
        """The tiles on their way at this moment."""
        ways = (
            (square, max(0, round(100 * (now - start) / ARRIVES))) for square, start in self.tiles
        )
        return tuple((square, percent) for square, percent in ways if percent < 100)

    def due(self, now: float) -> float | None:
        """When something looks different next; None once everything stands still."""
        if now >= self.ends:
            return None
        frame = math.floor((now - self.began) / FRAME + 1e-6) + 1
        looks = self._looks(now)
        while (then := self.began + frame * FRAME) < self.ends and self._looks(then) == looks:
            frame += 1
        return min(then, self.ends)

    def _looks(self, now: float) -> object:
        totals = [count.at(now) for _, count in self.counts]
        return totals, self.arriving(now), self.come(now), self.flown(now)


STILL = Motion()


def moving(shown: TableView) -> TableView:
    """The table that moves in this view: the one that is pictured, where there is one."""
    return shown if shown.example is None else shown.example


def moved(before: TableView | None, shown: TableView, now: float, motion: Motion) -> Motion:
    """What moves once this view replaces that one, whose motion is passed in.

    Nothing moves when a table is shown for the first time or another game is opened, and no score
    that was or is hidden does.
    """
    if before is None or not _same_game(before, shown):
        return STILL
    if now >= motion.ends:
        motion = STILL
    counts = tuple(_counts(before, shown, now, motion))
    tiles = tuple(_tiles(before, shown, now, motion))
    celebration = motion.celebration
    if shown.celebration is None:
        celebration = -math.inf
    elif before.celebration is None:
        celebration = now
    flight = _flight(before, shown, now, motion, tiles)
    found = replace(motion, counts=counts, tiles=tiles, celebration=celebration, flight=flight)
    return motion if found == motion else replace(found, began=now)


def _same_game(before: TableView, shown: TableView) -> bool:
    names = [[side.name for side in view.sides] for view in (before, shown)]
    return before.page.lobby is None and shown.page.lobby is None and names[0] == names[1]


def _counts(
    before: TableView, shown: TableView, now: float, motion: Motion
) -> list[tuple[str, CountingTotal]]:
    found, going = [], dict(motion.counts)
    for was, side in zip(before.sides, shown.sides, strict=True):
        if was.total is None or side.total is None:
            continue
        count = going.get(side.name)
        if count is None or count.end != side.total:
            count = CountingTotal(was.total if count is None else count.at(now), side.total, now)
        if count.start != count.end:
            found.append((side.name, count))
    return found


def _tiles(
    before: TableView, shown: TableView, now: float, motion: Motion
) -> list[tuple[Square, float]]:
    """Tiles still on their way, and those that were not there before."""
    going = [(square, start) for square, start in motion.tiles if square in shown.board.lit]
    was, is_ = dict(before.board.piles), dict(shown.board.piles)
    new = sorted(
        square
        for square in shown.board.lit - before.board.lit
        if (_at(before, square), was.get(square)) != (_at(shown, square), is_.get(square))
    )
    apart = min(STAGGER, (ALL_ARRIVE - ARRIVES) / max(1, len(new) - 1))
    return [*going, *((square, now + number * apart) for number, square in enumerate(new))]


def _flight(
    before: TableView,
    shown: TableView,
    now: float,
    motion: Motion,
    tiles: tuple[tuple[Square, float], ...],
) -> Flight | None:
    """The flight of a tile that is still on its way, or of the play that was counted just now: from
    the middle of it, once that tile lies there."""
    play, lit = shown.play, sorted(shown.board.lit)
    if not shown.flies or shown.celebration is not None or play is None or not lit:
        return None
    if play == before.play:
        return motion.flight
    totals = [
        next((side.total or 0 for side in one.sides if side.name == play.side), 0)
        for one in (before, shown)
    ]
    if not play.counted or totals[1] <= totals[0]:
        return None
    middle = lit[len(lit) // 2]
    return Flight(middle, play.side, dict(tiles).get(middle, now - ARRIVES) + ARRIVES)


def _at(view: TableView, square: Square) -> str:
    return view.board.rows[square.row][square.column]


# --- the screen for a view ---


def parts_of(
    shown: TableView, layout: ScreenPlaces, canvas: Canvas, arriving: Arriving = ()
) -> tuple[AnyPart, ...]:
    """The parts of the screen for this view; `arriving`: tiles on their way to the board."""
    dialog, page, text = shown.dialog, shown.page, shown.text
    if dialog.picture is not None:
        return (Part(layout.screen, draw_picture, (dialog.picture, dialog.question)),)
    if page.aim is not None:
        said = _with_way_out(text.message, page.aim.leave) if text.message else page.aim.leave
        foot = Part(layout.foot, draw_foot, Foot(said, ""))
        return *aim_parts(page.aim, layout, canvas), foot
    if page.doctor is not None:
        way_out, hint = page.doctor.leave, page.doctor.hint
        said = _with_way_out(text.message, way_out) if text.message else hint
        foot = Part(layout.foot, draw_foot, Foot(said, ""))
        return *doctor_parts(page.doctor, layout, canvas), foot
    asking = dialog.question or dialog.pointing or dialog.challenge
    asks = "" if asking is None else asking.hint
    foot = Part(layout.foot, draw_foot, Foot(text.message or asks, text.trouble))
    if shown.celebration is not None:
        return *celebration_parts(shown, shown.celebration, layout, canvas), foot
    if page.power is not None:
        return *power_parts(page.power, layout, canvas), foot
    if page.naming is not None:
        foot = Part(layout.foot, draw_foot, Foot(text.message or page.naming.board, text.trouble))
        return *naming_parts(page.naming, layout, canvas), foot
    if page.trying is not None:
        return *trying_parts(layout.whole, page.trying, canvas), foot
    if page.card is not None and shown.example is not None:
        remark = foot if text.message or text.trouble else None
        return card_parts(page.card, shown.example, layout, canvas, remark, arriving)
    if page.help is not None:
        remark = foot if text.message or text.trouble else None
        return help_parts(page.help, layout, canvas, remark)
    if page.timer is not None:
        return *timer_parts(layout.whole, page.timer, canvas), foot
    if page.lobby is not None and shown.dice is not None:
        return *dice_parts(layout.whole, shown.dice, canvas), foot
    if dialog.question is not None and dialog.question.tips:
        return *tips_parts(shown, dialog.question, layout, canvas, foot), foot
    if page.lobby is not None:
        return *lobby_parts(page.lobby, text.state, dialog.question, layout, canvas), foot
    if page.curve is not None and dialog.question is None and shown.board.pointed is None:
        return *winner_parts(shown, layout, canvas), foot
    if page.paused is not None:
        return *pause_parts(shown, page.paused, layout, canvas), foot
    if dialog.question is not None:
        return *question_parts(shown, dialog.question, layout, canvas), foot
    bar: list[AnyPart] = []
    if shown.taps:
        # Its place is kept while dice tumble and while the board is looked at.
        next_too = shown.next_tap is not None or not _asked(shown)
        places = bar_places(layout, canvas, next_too=next_too)
        layout = places.layout
        bar = bar_parts(places.bar, shown.taps, layout.gap)
        if shown.next_tap is not None:
            bar.append(Part(places.next, draw_next, shown.next_tap))
    if dialog.pointing is not None:
        return *pointing_parts(shown, dialog.pointing, layout, canvas), *bar, foot
    judged = dialog.challenge
    if judged is not None and not judged.lift:
        whole = layout.whole.copy()
        if bar:
            whole.height = bar[0].area.top - layout.gap - whole.top
        sides, below = slim_parts(whole, shown.sides, canvas)
        return *sides, *challenge_parts(below, judged, text.state, canvas), *bar, foot
    sides, below = _sides(shown, layout, canvas)
    seen: AnyPart = Part(layout.board, draw_board, BoardShown(shown.board, arriving))
    board = in_place_of_board((seen,), shown.board.lost, canvas)
    if _clocked(shown):
        # A sentence on what comes next stands in the foot, unless another needs the place.
        foot = Part(layout.foot, draw_foot, Foot(text.message or text.hint, text.trouble))
        return *board, *sides, *clocked_parts(below, shown, canvas), *bar, foot
    return *board, *sides, *_below(below, shown, canvas), *bar, foot


def _with_way_out(said: str, leave: str) -> str:
    """What is said, and the way out unless it names that: nothing else there may be touched."""
    return said if leave in said else f"{said} – {leave}"


def _clocked(shown: TableView) -> bool:
    """Whether a turn with dice or clock is on the screen, with no question over it."""
    return not _asked(shown) and (shown.clock is not None or shown.dice is not None)


def _asked(shown: TableView) -> bool:
    """Whether something is wanted that is no turn: an answer, a square, tiles to take up."""
    dialog = shown.dialog
    asked = dialog.question or dialog.challenge or dialog.settling or shown.board.pointed
    return bool(asked)


def _sides(
    shown: TableView, layout: ScreenPlaces, canvas: Canvas
) -> tuple[tuple[AnyPart, ...], pygame.Rect]:
    """The sides, smaller where a clock needs the room; and the area left below them."""
    column = layout.column
    if shown.dialog.challenge or shown.dialog.settling:
        return slim_parts(column, shown.sides, canvas)
    if _clocked(shown) and (layout.upright or needs_room(shown)):
        return slim_parts(column, shown.sides, canvas)
    if shown.clock is None or shown.dialog.question is not None:
        return side_parts(column, shown.sides, canvas)
    room = pygame.Rect(column.left, column.top, column.width, column.height * 2 // 3)
    parts, below = side_parts(room, shown.sides, canvas)
    return parts, pygame.Rect(below.left, below.top, below.width, column.bottom - below.top)


def _below(area: pygame.Rect, shown: TableView, canvas: Canvas) -> tuple[AnyPart, ...]:
    """The screen's main parts: an open question first of all."""
    if shown.dialog.challenge is not None:
        return challenge_parts(area, shown.dialog.challenge, shown.text.state, canvas)
    if shown.dialog.settling is not None:
        return settling_parts(area, shown.dialog.settling, shown.text.state, canvas)
    return turn_parts(area, shown, canvas)


# --- the scoreboard ---


class Scoreboard:
    """Draws on one surface, in this theme unless a view asks for another. `motion`: scores count up
    and tiles arrive, as long as the time is passed in. `on_text` is called with each text
    written."""

    def __init__(
        self,
        surface: pygame.Surface,
        theme: Theme = DARK,
        on_text: OnText | None = None,
        *,
        motion: bool = True,
    ) -> None:
        self._surface, self._theme, self._on_text, self._moves = surface, theme, on_text, motion
        self._layout = ScreenPlaces.of(surface.get_size())
        self._parts: tuple[AnyPart, ...] = ()
        self._shown: TableView | None = None
        self._motion = STILL
        self._overlay = Overlay()
        self._dress(theme)

    def draw(self, shown: TableView, now: float | None = None) -> list[pygame.Rect]:
        """Draws what differs from the last drawing; returns the changed places.

        `now`: monotonic seconds; without them the view is drawn as it is, and nothing moves.
        """
        theme = THEMES.get(shown.theme, self._theme)
        changed = self._overlay.lift(self._surface)
        changed += [] if theme is self._canvas.theme else self._dress(theme)
        self._canvas.held = shown.held
        motion = STILL
        if self._moves and now is not None:
            before = None if self._shown is None else moving(self._shown)
            motion = moved(before, moving(shown), now, self._motion)
        self._shown = shown
        arriving: Arriving = ()
        if now is not None:
            table, arriving = motion.shown(moving(shown), now), motion.arriving(now)
            shown = table if shown.example is None else replace(shown, example=table)
        parts = parts_of(shown, self._layout, self._canvas, arriving)
        changed += draw_changed(self._canvas, self._parts, parts)
        self._parts = parts
        if motion.flight is not None and now is not None:
            way = way_of(motion.flight, parts, self._canvas)
            if way is None:
                motion = replace(motion, flight=None)
            elif (share := motion.flown(now)) is not None:
                changed += self._overlay.put(self._canvas, way, share)
        self._motion = motion
        return changed

    def touched(self, place: tuple[int, int]) -> Target | None:
        """The target of a touch at this place of the last drawing."""
        return self._canvas.touched(place)

    def due(self, now: float) -> float | None:
        """When the last drawing changes by itself; None while it stands still."""
        return self._motion.due(now)

    def _dress(self, theme: Theme) -> list[pygame.Rect]:
        """Starts again in these colours; returns the changed place."""
        self._canvas = Canvas(self._surface, theme, self._on_text)
        self._parts = ()
        self._surface.fill(theme.ground)
        return [self._surface.get_rect()]
