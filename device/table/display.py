"""A table on its screen: when its state is redrawn, with which pictures, and what takes precedence.

Anything due - a mark of a clock, an awaited press - never waits for a screen being drawn: the
screen waits. Knows no input and no effect.
Tests: tests/device/test_picture_source.py, tests/device/test_clock_at_the_table.py,
tests/device/test_motion_at_the_table.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

from device.language.texts import Texts
from device.screen.drawing import Target
from device.session.core.state import Aiming, Asking, Pointing, Question, TableState
from device.session.core.turn_clock import due
from device.storage.games import Keeper
from device.storage.pictures import PlayPictures
from device.table.camera_thread import LivePreview
from device.table.reading_thread import LookedAt
from device.views.crops import Crop, PreviewFrame, ShownPictures, cut_out
from device.views.table import TableView, view
from engine.position import Position
from engine.squares import Direction, Square
from engine.tiles import UNKNOWN_BLANK
from hardware.cameras.port import MonotonicClock
from hardware.display import Area, Display, ScreenPoint
from vision.reading import Reading

# --- views on a display ---

OnShown: TypeAlias = Callable[[TableView, Display], None]
"""Called with each view once it is shown in full and nothing on it moves any more."""

FORGET = 0.98
"""The longest drawing time remembered is multiplied by this at each drawing, so that it fades."""

SLOW_DRAWING = 0.04
"""Seconds: if a frame takes longer, the animation skips to its last one."""


class Screen(Protocol):
    """Draws views; times are monotonic seconds."""

    def draw(self, shown: TableView, now: float) -> Sequence[Area]:
        """Draws a view as it looks now, in its final form if now is infinite; returns the places
        that changed."""

    def due(self, now: float) -> float | None:
        """When what was drawn last will look different, None if it won't."""

    def touched(self, place: ScreenPoint) -> Target | None:
        """What touching this place chooses, None for nothing."""


class LookedOn(Protocol):
    """Watches the table without its screen: a page for onlookers."""

    def see(
        self, state: TableState, view: TableView, language: str, now: float, game: int | None
    ) -> None:
        """The table shows this from now on, in that language; `game`: the number its pictures are
        kept under. Returns at once."""


class NoScreen:
    """A screen that isn't there."""

    def draw(self, _shown: TableView, _now: float) -> Sequence[Area]:
        return ()

    def due(self, _now: float) -> float | None:
        return None

    def touched(self, _place: ScreenPoint) -> Target | None:
        return None


class Showing:
    """Draws views on a screen and puts them on a display. `shown`: the last of them; `takes`: the
    most seconds a drawing takes; `next_frame`: when it will look different by itself."""

    def __init__(
        self, screen: Screen, display: Display, clock: MonotonicClock, on_shown: OnShown | None
    ) -> None:
        self._screen, self._display, self._clock = screen, display, clock
        self._on_shown = on_shown
        self.shown: TableView | None = None
        self.takes = 0.0
        self.next_frame: float | None = None
        self._slow = False

    def show(self, view: TableView, now: float) -> None:
        """Shows this view from now on; showing the same one again costs nothing."""
        if view == self.shown:
            self.frame(now)
        else:
            self.shown, self._slow = view, False
            self._draw(view, now, now)

    def frame(self, now: float) -> None:
        """Shows the same view as it looks now, if that is due."""
        if self.shown is None or self.next_frame is None or now < self.next_frame:
            return
        took = self._draw(self.shown, math.inf if self._slow else now, now)
        self._slow = took > SLOW_DRAWING

    def touched(self, place: ScreenPoint) -> Target | None:
        """What touching this place of the screen chooses."""
        return self._screen.touched(place)

    def end(self) -> None:
        """Shows the last view in its final form, skipping animations."""
        if self.shown is not None and self.next_frame is not None:
            self._draw(self.shown, math.inf, self._clock())

    def _draw(self, view: TableView, now: float, began: float) -> float:
        """The seconds it took."""
        self._display.show(self._screen.draw(view, now))
        self.next_frame = self._screen.due(now)
        took = self._clock() - began
        self.takes = max(took, FORGET * self.takes)
        if self.next_frame is None and self._on_shown is not None:
            self._on_shown(view, self._display)
        return took


# --- the pictures of a state ---

About: TypeAlias = Question | Square
"""What a crop is shown for."""


class Looks(Protocol):
    """Something that reads what the camera sees: a reading thread."""

    @property
    def looked_at(self) -> LookedAt | None:
        """The last picture in which something could be read, and its reading."""


@dataclass(frozen=True, eq=False)
class _Cut:
    about: About
    crop: Crop | None


class PictureSource:
    """Finds the pictures that belong to a state."""

    def __init__(self, pictures: PlayPictures | None) -> None:
        self._pictures = pictures
        self._reading_thread: Looks | None = None
        self._preview: LivePreview | None = None
        self._live: PreviewFrame | None = None
        self._cut: _Cut | None = None

    def connect(self, reading_thread: Looks, preview: LivePreview | None) -> None:
        """A camera has connected: it may provide pictures from now on."""
        self._reading_thread, self._preview = reading_thread, preview

    def live_has_changed(self, state: TableState) -> bool:
        """Whether the camera has seen something new that is being shown; passes on what is
        wanted."""
        if self._preview is None:
            return False
        aims = isinstance(state.phase, Aiming)
        self._preview.wants(state.game.state.variant.layout if aims else None)
        return self._preview.latest is not self._live

    def of(self, state: TableState, keeper: Keeper) -> ShownPictures:
        """The pictures to show with this state."""
        self._live = None if self._preview is None else self._preview.latest
        return ShownPictures(self._kept(state, keeper), self._crop(state), self._live)

    def _kept(self, state: TableState, keeper: Keeper) -> Path | None:
        game, number = keeper.number, state.picture
        if game is None or number is None or self._pictures is None:
            return None
        return self._pictures.picture(game, number)

    def _crop(self, state: TableState) -> Crop | None:
        about, squares = _wanted(state)
        if about is None or not squares:
            self._cut = None
            return None
        if self._cut is None or self._cut.about != about:
            looked_at = self._looked_at(state)
            if looked_at is None:
                return None
            picture, reading = looked_at.picture, looked_at.reading
            word, piled = _word(state, squares), _piled(state, squares)
            crop = cut_out(picture, reading, squares, within=word, piled=piled)
            self._cut = _Cut(about, crop)
        return self._cut.crop

    def _looked_at(self, state: TableState) -> LookedAt | None:
        """The picture behind the state's last reading; None if a newer one has been read whose
        reading is still queued: a crop has to show what the question came from."""
        looked_at = None if self._reading_thread is None else self._reading_thread.looked_at
        judged = None if state.board.sight is None else state.board.sight.reading
        if looked_at is None or (isinstance(judged, Reading) and judged is not looked_at.reading):
            return None
        return looked_at


def _wanted(state: TableState) -> tuple[About | None, tuple[Square, ...]]:
    """What a crop is wanted for, and of which squares."""
    match state.phase:
        case Asking(question) if state.picture is None:
            return question, question.squares or question.shown
        case Pointing() as pointing:
            return pointing.square, (pointing.square,)
        case _:
            return None, ()


def _word(state: TableState, squares: tuple[Square, ...]) -> tuple[Square, ...]:
    """The longest word that an undesignated blank is in: on its own it would show nothing."""
    position = _believed(state)
    if len(squares) > 1 or position.at(squares[0]) != UNKNOWN_BLANK:
        return ()
    return max((position.run(squares[0], direction) for direction in Direction), key=len)


def _believed(state: TableState) -> Position:
    """The tiles on the board, with those seen during this turn."""
    seen = state.seen
    return state.board.followed.position if seen is None else seen.after.position


def _piled(state: TableState, squares: tuple[Square, ...]) -> int:
    """How many tiles lie on the highest of the squares, plus one if something new may lie there."""
    position = _believed(state)
    return max(1, *(position.height(square) for square in squares))


# --- states, one after the other ---

LOOK_AT_CLOCKS = 0.1
"""Seconds between two looks at the sides' clocks, which show whole seconds."""


class ShownTable:
    """Shows the states of one table as they follow each other."""

    def __init__(
        self,
        showing: Showing,
        pictures: PictureSource,
        texts: Texts,
        onlookers: Sequence[LookedOn] = (),
    ) -> None:
        self._showing, self._pictures, self._texts = showing, pictures, texts
        self._onlookers = onlookers
        self._viewed: TableState | None = None
        self._looked_at = -math.inf
        self._held_up_by: float | None = None

    @property
    def next_frame(self) -> float | None:
        """When the screen will look different by itself; None if it won't, or if it has to wait."""
        return self._showing.next_frame if self._held_up_by is None else None

    def connect(self, reading_thread: Looks, preview: LivePreview) -> None:
        """A camera has connected: it may provide pictures from now on."""
        self._pictures.connect(reading_thread, preview)

    def show(self, state: TableState, keeper: Keeper, now: float) -> None:
        """Draws this state if it looks different, or the next frame of it if that is due."""
        frame = self._showing.next_frame
        looks = state.clocks.sides is not None and now >= self._looked_at + LOOK_AT_CLOCKS
        live = self._pictures.live_has_changed(state)
        new = looks or live or state is not self._viewed
        if not new and (frame is None or now < frame):
            return
        if self._held_up(state, now):
            return
        if new:
            self._viewed, self._looked_at = state, now
            pictures = self._pictures.of(state, keeper)
            texts = state.device.speaks(self._texts)
            seen = view(state, texts, now, pictures)
            for one in self._onlookers:
                one.see(state, seen, texts.language, now, keeper.number)
            self._showing.show(seen, now)
        else:
            self._showing.frame(now)

    def touched(self, place: ScreenPoint, state: TableState) -> Target | None:
        """What touching this place chooses, if the screen shows the table's current state."""
        if self._viewed is None or self._viewed.phase is not state.phase:
            return None
        return self._showing.touched(place)

    def end(self) -> None:
        """Shows the last state in its final form, skipping animations."""
        self._showing.end()

    def _held_up(self, state: TableState, now: float) -> bool:
        """Whether the screen has to wait because something is due before it could be drawn. It
        waits for one thing at most: a slow screen lags, but isn't starved."""
        if self._held_up_by is not None and now >= self._held_up_by:
            self._held_up_by = None
            return False
        soon = due(state)
        self._held_up_by = soon if soon is not None and soon - now < self._showing.takes else None
        return self._held_up_by is not None
