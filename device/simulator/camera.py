"""The virtual camera: its pictures are drawn from the scene and what people do under it.

It replaces a real camera behind the same port, with drift, trembling and noise. The contents of
each game's box are read from its rules, never from its name.
Tests: tests/device/test_virtual.py, tests/device/test_other_boards.py.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol

import cv2
import numpy as np

from device.simulator.hands import Reach, draw_reach
from device.simulator.scene import SIZE, Around, Scene, light_and_lens, stand_things
from engine.layouts import Premium
from engine.sentences import Sentence
from engine.tiles import SHOWN, TileSet
from engine.variants import Variant
from hardware.cameras.port import CameraError, Frame, MonotonicClock
from vision.reading import Picture
from vision.render.look import BoardLook, Look, TileLook, household_look

# --- the contents of a game's box ---

_DIE_EDGE = 0.78  # squares; as high as it is wide
_PILE_THICKNESS = 0.2  # squares: 4 mm of 20
_CHANCE_PRINT = "CHANCE|SQUARE"


def game_look(variant: Variant) -> Look:
    """A household's board with the tiles or dice of a game."""
    look = household_look(variant.layout, variant.tile_set)
    tiles = _lettered(look.tiles, variant.tile_set)
    if variant.letter_dice is not None:
        return replace(look, board=_mat(look.board), tiles=_dice(tiles))
    if variant.letter_clock is not None:
        return replace(look, board=_dark_board(look.board), tiles=tiles)
    if variant.highest_pile > 1:
        return replace(look, board=_tray(look.board), tiles=_plastic(tiles))
    return replace(look, tiles=tiles)


def _lettered(tiles: TileLook, tile_set: TileSet) -> TileLook:
    """Values are printed only where they differ; a tile that reads as two letters shows both."""
    if len(set(tile_set.values.values())) == 1:
        tiles = replace(tiles, value_corner="", letter_at=(0.0, 0.0))
    spelled = tuple(
        (letter, text.capitalize())
        for letter, text in tile_set.spellings.items()
        if letter not in SHOWN
    )
    return replace(tiles, spelled=spelled)


def _dark_board(board: BoardLook) -> BoardLook:
    """Bright premium and chance squares on dark blue."""
    return replace(
        board,
        cell=(84, 52, 40),
        line=(150, 128, 118),
        frame=(38, 28, 24),
        print_ink=(245, 245, 245),
        printed=tuple({**dict(board.printed), Premium.CHANCE: _CHANCE_PRINT}.items()),
        premium=(
            (Premium.DOUBLE_LETTER, (205, 150, 70)),
            (Premium.TRIPLE_LETTER, (150, 90, 20)),
            (Premium.DOUBLE_WORD, (120, 90, 215)),
            (Premium.TRIPLE_WORD, (50, 40, 190)),
            (Premium.START, (120, 90, 215)),
            (Premium.CHANCE, (40, 150, 240)),
        ),
    )


def _mat(board: BoardLook) -> BoardLook:
    """Cloth with white lines; its centre counts a word twice."""
    return replace(board, cell=(132, 118, 84), frame=(92, 78, 52), border_width=0.06, pattern=0.3)


def _dice(tiles: TileLook) -> TileLook:
    return replace(
        tiles,
        colour=(222, 236, 242),
        grain=0.05,
        size=_DIE_EDGE,
        thickness=_DIE_EDGE,
        corner=0.14,
        bevel=0.2,
        die=True,
        turn=2.0,
    )


def _tray(board: BoardLook) -> BoardLook:
    """Grey plastic with ridges between the squares; the start squares are marked."""
    return replace(board, cell=(128, 112, 100), line=(176, 164, 156), frame=(92, 74, 60), ridge=0.3)


def _plastic(tiles: TileLook) -> TileLook:
    """Ivory tiles that interlock: hardly askew."""
    return replace(
        tiles, colour=(214, 234, 240), grain=0.0, thickness=_PILE_THICKNESS, shift=0.01, turn=0.8
    )


# --- light and sensor ---


@dataclass(frozen=True)
class Spoiling:
    """`drift`: how far the room's light drifts (share); `noise`: sigma in steps of 255 at medium
    brightness; `tremble`: pixels by which a touched table shakes the picture; `blur`: sigma of the
    lens in pixels."""

    drift: float = 0.07
    noise: float = 3.5
    tremble: float = 0.7
    blur: float = 0.6


_LIGHT_LASTS = 1.0
"""Seconds for which the room's light counts as constant: it drifts by less than a fiftieth in
one."""

_LENS_REACH = 1
"""Pixels: the reach over which a slightly soft lens mixes a pixel with others."""


@dataclass(frozen=True, eq=False)
class _Developed:
    """A scene as the lens shows it, and in the light since a moment; both pictures are reused for
    the scenes that follow."""

    scene: Picture
    focused: Picture
    lit: Picture
    at: float


class Sensor:
    """Turns scenes of one size into camera pictures; the same seed and calls give the same ones."""

    def __init__(self, size: tuple[int, int], spoiling: Spoiling, seed: int) -> None:
        self._spoiling = spoiling
        self._rng = np.random.default_rng([seed, 3])
        width, height = size
        # One sheet of noise, larger than the picture: every frame sees another part of it.
        sheet = self._rng.standard_normal((height + 64, width + 64, 3), dtype=np.float32)
        sheet *= spoiling.noise
        # Separate, as bytes: adding one and subtracting the other is twice as quick as adding both.
        self._brighter = np.clip(sheet, 0, 127).astype(np.uint8)
        self._darker = np.clip(-sheet, 0, 127).astype(np.uint8)
        self._phases = self._rng.uniform(0, 2 * math.pi, 4)
        self._last: _Developed | None = None

    def expose(self, scene: Picture, at: float, touched: bool) -> Picture:
        """The camera's picture of a scene at a time in seconds; `touched`: a hand shakes the table.

        The scene isn't changed, and must not be changed later; the picture is a new array.
        """
        spoiling = self._spoiling
        picture = self._developed(scene, at // _LIGHT_LASTS * _LIGHT_LASTS)
        if touched and spoiling.tremble > 0:
            right, down = self._rng.normal(0, spoiling.tremble / 2, 2)
            picture = _shifted(picture, right, down)
        if spoiling.noise > 0:
            x, y = self._rng.integers(0, 64, 2)
            here = (slice(y, y + picture.shape[0]), slice(x, x + picture.shape[1]))
            picture = np.asarray(cv2.add(picture, self._brighter[here]), np.uint8)
            return np.asarray(cv2.subtract(picture, self._darker[here], dst=picture), np.uint8)
        return picture.copy()

    def _developed(self, scene: Picture, at: float) -> Picture:
        """A scene before the noise: only changes since the last one are drawn."""
        last = self._last
        if last is None or last.scene.shape != scene.shape:
            focused = self._through_lens(scene)
            last = _Developed(scene, focused, self._lit(focused, at), at)
        elif last.scene is not scene and (part := _differing(last.scene, scene)) is not None:
            last.focused[part] = self._part_through_lens(scene, *part)
            last.lit[part] = self._lit(last.focused[part], last.at)
        if last.at != at:
            last = replace(last, lit=self._lit(last.focused, at), at=at)
        self._last = replace(last, scene=scene)
        return self._last.lit

    def _part_through_lens(self, scene: Picture, rows: slice, columns: slice) -> Picture:
        """A part with the margin of its neighbours that the lens mixes into it."""
        top, left = max(0, rows.start - _LENS_REACH), max(0, columns.start - _LENS_REACH)
        wide = scene[top : rows.stop + _LENS_REACH, left : columns.stop + _LENS_REACH]
        seen = self._through_lens(np.ascontiguousarray(wide))
        return seen[rows.start - top : rows.stop - top, columns.start - left : columns.stop - left]

    def _through_lens(self, scene: Picture) -> Picture:
        if self._spoiling.blur <= 0:
            return scene.copy()
        side = 2 * _LENS_REACH + 1
        return np.asarray(cv2.GaussianBlur(scene, (side, side), self._spoiling.blur), np.uint8)

    def _lit(self, picture: Picture, at: float) -> Picture:
        if self._spoiling.drift <= 0:
            return picture.copy()
        # Twice as quick as a lookup table of the levels.
        colours = zip(cv2.split(picture), self._gains(at), strict=True)
        lit = cv2.merge([cv2.convertScaleAbs(colour, alpha=gain) for colour, gain in colours])
        return np.asarray(lit, np.uint8)

    def brightness(self, at: float) -> float:
        """The brightness of the room at a time: 1 on average; clouds pass in half a minute."""
        a, b = self._phases[:2]
        wave = 0.7 * math.sin(2 * math.pi * at / 41 + a) + 0.3 * math.sin(2 * math.pi * at / 17 + b)
        return 1 + self._spoiling.drift * wave

    def _gains(self, at: float) -> tuple[float, float, float]:
        """The gain of blue, green and red: brightness and a little warmth."""
        warmth = 0.25 * self._spoiling.drift * math.sin(2 * math.pi * at / 63 + self._phases[2])
        bright = self.brightness(at)
        return (bright * (1 - warmth), bright, bright * (1 + warmth))


def _differing(one: Picture, other: Picture) -> tuple[slice, slice] | None:
    """The rows and columns in which two pictures of one size differ; None where they don't."""
    differs = (one != other).reshape(one.shape[0], -1)
    rows = np.flatnonzero(differs.any(axis=1))
    if not len(rows):
        return None
    high = slice(int(rows[0]), int(rows[-1]) + 1)
    columns = np.flatnonzero(differs[high].any(axis=0)) // one.shape[2]
    across = slice(int(columns[0]), int(columns[-1]) + 1)
    return _wider(high, one.shape[0]), _wider(across, one.shape[1])


def _wider(part: slice, length: int) -> slice:
    """A part with its neighbours that the lens mixes with it."""
    return slice(max(0, part.start - _LENS_REACH), min(length, part.stop + _LENS_REACH))


def _shifted(picture: Picture, right: float, down: float) -> Picture:
    """A picture moved by fractions of a pixel; its border is replicated.

    Two weighted means: three times as quick as warpAffine.
    """
    height, width = picture.shape[:2]
    left, up = math.floor(-right), math.floor(-down)
    share_x, share_y = -right - left, -down - up
    rim = max(abs(left), abs(up)) + 1
    wide = cv2.copyMakeBorder(picture, rim, rim, rim, rim, cv2.BORDER_REPLICATE)
    rows = slice(rim + up, rim + up + height + 1)
    x = rim + left
    here, at_right = wide[rows, x : x + width], wide[rows, x + 1 : x + 1 + width]
    across = cv2.addWeighted(here, 1 - share_x, at_right, share_x, 0)
    return np.asarray(cv2.addWeighted(across[:-1], 1 - share_y, across[1:], share_y, 0), np.uint8)


# --- the camera ---

FRAMES_A_SECOND = 12.0


class People(Protocol):
    """The people at the table; `act` is called before every frame."""

    @property
    def reaches(self) -> tuple[Reach, ...]: ...

    def act(self, now: float) -> bool:
        """Does everything due by now; False once they have left the table for good."""


class VirtualCamera:
    """Yields drawn frames, at most this many a second, until the people leave or it is closed.

    The same seed and the same times give the same pictures. `last` is the latest of them.
    CameraError when it is unplugged; when `frames` is called again it waits until it is plugged in.
    """

    turn_by_turn = False

    def __init__(
        self,
        scene: Scene,
        people: People,
        *,
        seed: int,
        spoiling: Spoiling = Spoiling(),
        clock: MonotonicClock = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
        frames_a_second: float = FRAMES_A_SECOND,
    ) -> None:
        self._scene, self._people = scene, people
        self._sensor = Sensor(SIZE, spoiling, seed)
        self._clock, self._sleep = clock, sleep
        self._step = 1.0 / frames_a_second
        self._closed = False
        self._still: tuple[Picture, Around, Picture] | None = None
        self.last: Picture | None = None

    def frames(self) -> Iterator[Frame]:
        begun = due = self._clock()
        sees = False
        while not self._closed:
            now = self._clock()
            if not self._people.act(now):
                return
            if self._scene.around.unplugged:
                if sees:
                    raise CameraError(Sentence("The virtual camera was unplugged."))
                self._sleep(self._step)
                continue
            sees = True
            if self.last is None or not self._scene.around.stuck:
                self.last = self._picture(now - begun)
            yield Frame(self.last, now)
            # A late frame delays the next ones: like a sensor, none is made up for.
            due = max(due + self._step, self._clock())
            self._sleep(max(0.0, due - self._clock()))

    def close(self) -> None:
        self._closed = True

    def _picture(self, at: float) -> Picture:
        reaches = self._people.reaches
        return self._sensor.expose(self._seen(reaches), at, touched=bool(reaches))

    def _seen(self, reaches: tuple[Reach, ...]) -> Picture:
        """What reaches the sensor: the same picture while nothing changes."""
        scene, around = self._scene.picture, self._scene.around
        if reaches:
            picture = stand_things(scene, around).copy()
            for reach in reaches:
                draw_reach(picture, reach)
            return light_and_lens(picture, around)
        if self._still is None or self._still[0] is not scene or self._still[1] is not around:
            self._still = scene, around, light_and_lens(stand_things(scene, around), around)
        return self._still[2]


def household_table(
    seed: int, look: Look | None = None, *, variant: Variant | None = None
) -> Scene:
    """A typical household's table; `seed` varies its wood and how tiles lie.

    With the board and the tiles or dice of `variant`, as high as they may be piled there, by
    default the classic English game's; `look`: another look for them.
    """
    wood = int(np.random.default_rng(seed).integers(2**31))
    if variant is None:
        return Scene(look or household_look(), wood)
    return Scene(
        look or game_look(variant),
        wood,
        highest_pile=variant.highest_pile,
        rack=variant.rack_size,
    )
