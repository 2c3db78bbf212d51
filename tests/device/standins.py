"""Stand-ins for the device's tests: readings made from rows, a camera that shows them, and an
evening that plays inputs into a session.

Whole implementations of the ports they stand in for; nothing here asserts anything.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import ParamSpec, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from device.session.core.effects import Effect, FollowAgain, LookCloser, LookNow, TurnBoard
from device.session.core.inputs import Input, NothingMoves, PictureSettled, ReadingDone
from device.session.core.observation import judged_reading
from device.session.core.state import Asking, TableState
from device.session.step import begin, step
from engine.game import Game
from engine.squares import Square
from engine.variants import Variant, load_variant
from hardware.cameras.port import CameraStatus, Frame
from hardware.panel.port import Button, Press
from vision.reading import LABELS, NETWORK_LABELS, Grid, Picture, Reading, Refusal
from vision.way_up import OPEN, Turns

CLASSIC = load_variant("classic", "en")
TOPWORD = load_variant("topword", "en")
NHL = load_variant("nhl", "en")
GRID = Grid(((0.0, 0.0), (600.0, 0.0), (600.0, 600.0), (0.0, 600.0)), 15)

Given = ParamSpec("Given")
Moment = TypeVar("Moment")


def played_once(
    moments: Callable[Given, Iterator[Moment]],
) -> Callable[Given, tuple[Moment, ...]]:
    """The moments of tables, played the first time that somebody asks: nothing changes them."""

    @cache
    def played(*given: Given.args, **named: Given.kwargs) -> tuple[Moment, ...]:
        return tuple(moments(*given, **named))

    return cast(Callable[Given, tuple[Moment, ...]], played)


def as_a_sensor_sees(picture: Picture, at: float) -> Picture:
    """The picture with a spot of noise: no two frames of a sensor, ten a second, are the same."""
    noisy = picture.copy()
    noisy[-4:, -4:] += np.uint8(8 * (round(10 * at) % 3))
    return noisy


def reading_of(
    rows: Sequence[str], doubts: Mapping[tuple[int, int], Mapping[str, float]] | None = None
) -> Reading:
    """A sure reading of board rows; `doubts` gives other odds for squares (row, column)."""
    size = len(rows)
    known = len(NETWORK_LABELS)  # a tile of several letters is seen in sets that have it alone
    unseen = np.zeros(len(LABELS), np.float32)
    unseen[:known] = 0.0005 / known
    seen = np.tile(unseen, (size, size, 1))
    for r, row in enumerate(rows):
        for c, tile in enumerate(row):
            label = "?" if tile.islower() else tile
            seen[r, c, LABELS.index(label)] = 0.9995
    for (r, c), odds in (doubts or {}).items():
        seen[r, c] = unseen
        for label, share in odds.items():
            seen[r, c, LABELS.index(label)] = share
    seen /= seen.sum(axis=-1, keepdims=True)
    lies = any(tile != "." for row in rows for tile in row)
    grid = replace(GRID, size=size, turns=Turns.given() if lies else OPEN)
    return Reading(grid, seen, np.zeros((size, size), dtype=np.float32))


def board(*words: tuple[int, int, str, str], size: int = 15) -> tuple[str, ...]:
    """Rows of a board with words on it: (row, column, "across" or "down", letters), from 0."""
    rows = [["."] * size for _ in range(size)]
    for row, column, direction, letters in words:
        for i, letter in enumerate(letters):
            r, c = (row, column + i) if direction == "across" else (row + i, column)
            rows[r][c] = letter
    return tuple("".join(row) for row in rows)


def taken_for_read(tiles: Mapping[Square, str], size: int) -> Reading:
    """A sure reading of what lies there, for evenings whose pictures aren't what they are about:
    test_scripted_evenings.py reads those of every game."""
    rows = [["."] * size for _ in range(size)]
    for square, tile in tiles.items():
        rows[square.row][square.column] = tile
    return reading_of(["".join(row) for row in rows])


def picture_of(number: int) -> NDArray[np.uint8]:
    """A picture that says which one it is: all of one grey, and its number in the first pixel."""
    picture = np.full((60, 80, 3), 120, dtype=np.uint8)
    picture[0, 0] = number
    return picture


class ShownBoards:
    """A camera and the reader of its pictures: shows boards one after the other.

    With `turn_by_turn` each is one turn's picture; else `show` changes what lies there, and frames
    come as fast as they are taken, with a hand over the board in between.
    """

    def __init__(self, boards: Sequence[Reading | Refusal], *, turn_by_turn: bool = True) -> None:
        self.turn_by_turn = turn_by_turn
        self.boards = list(boards)
        self.reads = 0
        self._closed = threading.Event()

    def frames(self) -> Iterator[Frame]:
        for number in range(len(self.boards)):
            if self._closed.is_set():
                return
            yield Frame(picture_of(number), float(number), f"{number:02}.png")

    def read(self, picture: Picture, _last: Grid | None) -> Reading | Refusal:
        self.reads += 1
        return self.boards[int(picture[0, 0, 0])]

    def close(self) -> None:
        self._closed.set()


class Evening:
    """Plays inputs into a session, one second apart, as the loop would."""

    def __init__(
        self,
        *,
        camera: bool = True,
        sides: Sequence[str] = ("Ann", "Ben"),
        variant: Variant = CLASSIC,
    ) -> None:
        self.state = begin(Game.begin(variant, sides), camera=camera)
        self.now = 0.0
        self.effects: list[Effect] = []
        self.steps: list[tuple[TableState, TableState, Input, Sequence[Effect]]] = []
        self.reading: Reading | Refusal | None = None

    def put(self, event: Input) -> Evening:
        before = self.state
        self.state, effects = step(before, event)
        self.effects += effects
        self.steps.append((before, self.state, event, effects))
        for effect in effects:
            if isinstance(effect, TurnBoard):
                self.reading = effect.reading
        if FollowAgain() in effects and self.reading is not None:
            self.put(self._done(self.reading))
        if LookCloser() in effects and self.reading is not None:
            self.put(self._done(self.reading))
        if LookNow() in effects and self.state.device.camera is CameraStatus.SEES:
            self.put(NothingMoves(self._later()))
        return self

    def lay(
        self,
        rows: Sequence[str] | Reading | Refusal,
        doubts: dict[tuple[int, int], dict[str, float]] | None = None,
        *,
        turn_over: bool = False,
    ) -> Evening:
        """The table as it lies now settles, and is read."""
        reading = rows if isinstance(rows, Reading | Refusal) else reading_of(rows, doubts)
        self.reading = reading
        self.put(PictureSettled(picture_of(0), self._later(), turn_over=turn_over))
        return self.put(self._done(reading, turn_over))

    def press(self, *buttons: Button) -> Evening:
        for button in buttons:
            self.put(Press(button, self._later()))
        return self

    def _later(self) -> float:
        self.now += 1.0
        return self.now

    def _done(self, reading: Reading | Refusal, turn_over: bool = False) -> ReadingDone:
        seen = None if self.state.whole_play is None else self.state.whole_play.after
        sight = judged_reading(
            reading, self.state.board.followed, seen, self.state.game.state.variant
        )
        return ReadingDone(
            sight, self.state.frames.settled_at, self.state.board.turn, turn_over=turn_over
        )

    @property
    def events(self) -> tuple[object, ...]:
        return self.state.game.events

    @property
    def totals(self) -> dict[str, int]:
        return self.state.game.state.totals

    @property
    def message(self) -> str:
        message = self.state.message
        return "" if message is None else message.text

    @property
    def asked(self) -> str:
        return self.state.phase.question.text.text if isinstance(self.state.phase, Asking) else ""
