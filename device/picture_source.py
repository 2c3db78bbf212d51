"""Finds the pictures that belong to a table's state: a kept one, a crop of the squares asked about.

Between the loop and a view: what is wanted follows from the state, what there is from the reading
desk and from the pictures kept beside the games. A crop is cut out once for each question, of the
picture that led to it. Tests: tests/device/test_picture_source.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeAlias

from device.crops import cut_out
from device.keeper import Keeper
from device.live_sight import LiveEye
from device.play_pictures import PlayPictures
from device.reading_desk import LookedAt
from device.session.state import Aiming, Asking, Pointing, Question, TableState
from device.shown_pictures import Crop, LiveSight, ShownPictures
from engine.position import Position
from engine.squares import Direction, Square
from engine.tiles import UNKNOWN_BLANK
from vision.reading import Reading

About: TypeAlias = Question | Square
"""What a crop is shown for."""


class Looks(Protocol):
    """Whoever reads what the camera sees: a reading desk."""

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
        self._desk: Looks | None = None
        self._eye: LiveEye | None = None
        self._live: LiveSight | None = None
        self._cut: _Cut | None = None

    def connect(self, desk: Looks, eye: LiveEye | None) -> None:
        """From now on there are pictures that a camera has just taken."""
        self._desk, self._eye = desk, eye

    def live_has_changed(self, state: TableState) -> bool:
        """Whether the camera has seen something new where that is shown; says what is wanted."""
        if self._eye is None:
            return False
        aims = isinstance(state.phase, Aiming)
        self._eye.wants(state.game.state.variant.layout if aims else None)
        return self._eye.latest is not self._live

    def of(self, state: TableState, keeper: Keeper) -> ShownPictures:
        """The pictures to be shown with this state."""
        self._live = None if self._eye is None else self._eye.latest
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
        """The picture that the state was told of last; None where a newer one has been read, whose
        reading is still on its way: a crop has to show what the question came from."""
        looked_at = None if self._desk is None else self._desk.looked_at
        told = None if state.sight is None else state.sight.reading
        if looked_at is None or (isinstance(told, Reading) and told is not looked_at.reading):
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
    """The longest word that a nameless blank is in: alone it would show nothing."""
    position = _believed(state)
    if len(squares) > 1 or position.at(squares[0]) != UNKNOWN_BLANK:
        return ()
    return max((position.run(squares[0], direction) for direction in Direction), key=len)


def _believed(state: TableState) -> Position:
    """What lies there, with what has been seen in this turn."""
    seen = state.seen
    return state.followed.position if seen is None else seen.after.position


def _piled(state: TableState, squares: tuple[Square, ...]) -> int:
    """How many tiles lie on the highest of the squares, and one where something new may lie."""
    position = _believed(state)
    return max(1, *(position.height(square) for square in squares))
