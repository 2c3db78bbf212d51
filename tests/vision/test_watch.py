"""The watcher on drawn tables: it settles once for every change, and for nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from vision.reading import Picture
from vision.watch import (
    ARM_SECONDS,
    CLOSER_SECONDS,
    FURNITURE_SECONDS,
    LIGHT_SECONDS,
    MOST_FRAME_BYTES,
    MOST_FRAMES,
    STILL_SECONDS,
    STUCK_SECONDS,
    Settled,
    Watcher,
    sharpness,
    small_grey,
)

WIDTH, HEIGHT, SQUARE = 320, 240, 14
FRAME = 0.1  # seconds between frames
GRAIN = np.random.default_rng(5).standard_normal((HEIGHT, WIDTH, 3), dtype=np.float32)


@dataclass
class Table:
    """A drawn table: a board with tiles, an arm that may reach in, light, noise and blur."""

    tiles: set[tuple[int, int]] = field(default_factory=set)
    tile_colour: tuple[int, int, int] = (190, 220, 235)
    arm: float = 0.0
    light: float = 1.0
    noise: float = 1.5
    blur: int = 0
    shift: tuple[float, float] = (0.0, 0.0)
    frames: int = 0

    def picture(self) -> Picture:
        scene = np.full((HEIGHT, WIDTH, 3), (60, 80, 110), np.uint8)
        left, top = (WIDTH - 15 * SQUARE) // 2, (HEIGHT - 15 * SQUARE) // 2
        for column in range(15):
            for row in range(15):
                at = (left + column * SQUARE, top + row * SQUARE)
                to = (at[0] + SQUARE - 2, at[1] + SQUARE - 2)
                cv2.rectangle(scene, at, to, (150, 170, 150), -1)
                if (column, row) in self.tiles:
                    cv2.rectangle(scene, at, to, self.tile_colour, -1)
                    cv2.putText(scene, "E", (at[0] + 3, to[1] - 2), 0, 0.35, (20, 20, 20), 1)
        if self.arm:
            tip = (int(160 + 20 * self.arm), int(HEIGHT - 150 * self.arm))
            cv2.line(scene, (160, HEIGHT + 20), tip, (80, 105, 150), 35)
        if self.shift != (0.0, 0.0):
            by = np.array([[1, 0, self.shift[0]], [0, 1, self.shift[1]]], np.float32)
            scene = np.asarray(
                cv2.warpAffine(scene, by, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
            )
        if self.blur:
            scene = np.asarray(cv2.blur(scene, (self.blur, self.blur)))
        self.frames += 1
        grain = np.roll(GRAIN, 977 * self.frames) * np.float32(self.noise)
        return np.clip(scene * np.float32(self.light) + grain, 0, 255).astype(np.uint8)


class Eye:
    """Shows a table to a watcher frame by frame and keeps what settled."""

    def __init__(self, table: Table) -> None:
        self.table, self.watcher, self.time = table, Watcher(), 0.0
        self.settled: list[Settled] = []

    def look(self, seconds: float) -> int:
        """How many pictures settled in the meantime."""
        before = len(self.settled)
        for _ in range(round(seconds / FRAME)):
            self.time += FRAME
            self.watcher, settled = self.watcher.see(self.table.picture(), self.time)
            if settled is not None:
                self.settled.append(settled)
        return len(self.settled) - before

    def wave(self, steps: int = 8) -> int:
        """An arm comes and goes; how many pictures settled in the meantime."""
        before = len(self.settled)
        for step in [*range(1, steps + 1), *range(steps - 1, 0, -1)]:
            self.table.arm = step / steps
            self.look(FRAME)
        self.table.arm = 0.0
        return len(self.settled) - before


@pytest.fixture
def eye() -> Eye:
    eye = Eye(Table())
    assert eye.look(1.0) == 1  # the first picture
    return eye


def test_nothing_happens_nothing_settles(eye: Eye) -> None:
    assert eye.look(20) == 0
    assert eye.watcher.current


def test_a_tile_that_appears_settles_once(eye: Eye) -> None:
    eye.table.tiles.add((7, 7))
    assert eye.look(0.3) == 0  # not yet
    assert not eye.watcher.current
    assert eye.look(1.0) == 1
    assert eye.look(5) == 0
    assert eye.settled[-1].time >= 1.0


def test_a_blank_tile_of_nearly_the_boards_colour_is_seen_after_a_hand_was_there(eye: Eye) -> None:
    eye.table.tile_colour = (160, 182, 160)
    eye.wave()
    eye.table.tiles.add((3, 11))
    assert eye.look(1.5) == 1


def test_a_hand_passes_and_leaves_nothing_behind(eye: Eye) -> None:
    assert eye.wave() == 0
    assert eye.look(3) == 0
    assert eye.watcher.current


def test_tiles_laid_by_a_hand_settle_when_it_has_gone(eye: Eye) -> None:
    for tile in ((7, 7), (8, 7), (9, 7)):
        eye.wave(4)
        eye.table.tiles.add(tile)
    left = eye.time
    assert eye.look(2) == 1
    assert eye.settled[-1].time > left


def test_a_hand_that_rests_on_the_board_is_waited_for(eye: Eye) -> None:
    eye.table.tiles.add((2, 2))
    eye.table.arm = 0.8
    assert eye.look(ARM_SECONDS - 0.5) == 0
    eye.table.arm = 0.0
    assert eye.look(1.5) == 1


def test_a_hand_that_stays_is_let_through_and_its_going_is_seen(eye: Eye) -> None:
    eye.table.arm = 0.8
    assert eye.look(ARM_SECONDS + 1) == 1  # the reader will say "covered"
    eye.table.arm = 0.0
    assert eye.look(STILL_SECONDS + 0.5) == 1  # at once: the table is as it was before the arm


def test_an_arm_that_rests_is_waited_for_once(eye: Eye) -> None:
    eye.table.arm = 0.3
    assert eye.look(ARM_SECONDS + 1) == 1
    eye.table.tiles.add((1, 1))
    assert eye.look(STILL_SECONDS + 0.5) == 1


def test_what_stays_at_the_edge_becomes_furniture(eye: Eye) -> None:
    eye.table.arm = 0.2
    assert eye.look(FURNITURE_SECONDS + 10) == 1
    eye.table.tiles.add((1, 1))
    assert eye.look(STILL_SECONDS + 0.5) == 1  # a tile, not an arm


def test_a_slow_hand_is_motion(eye: Eye) -> None:
    eye.table.arm = 0.3
    for _ in range(40):
        eye.table.arm += 0.01
        assert eye.look(FRAME) == 0
        assert not eye.watcher.current


def test_drifting_exposure_and_noise_are_no_motion(eye: Eye) -> None:
    eye.table.noise = 4.0
    for step in range(200):
        eye.table.light = 1.0 + 0.25 * np.sin(step / 30)
        assert eye.look(FRAME) == 0


def test_a_lamp_switched_on_is_read_again_once_it_is_steady(eye: Eye) -> None:
    eye.table.light = 1.6
    assert eye.look(2 * LIGHT_SECONDS + STILL_SECONDS) == 1
    assert eye.look(5) == 0


def test_in_the_dark_noise_alone_is_no_motion() -> None:
    eye = Eye(Table(light=0.12, noise=2.5))
    eye.look(1.0)
    assert eye.look(10) == 0


def test_a_trembling_camera_sees_no_motion(eye: Eye) -> None:
    for step in range(60):
        eye.table.shift = (0.5 * np.sin(step * 2.1), 0.5 * np.cos(step * 1.7))
        assert eye.look(FRAME) == 0
    assert eye.watcher.current


def test_the_sharpest_of_the_still_frames_is_taken() -> None:
    table, watcher, settled = Table(), Watcher(), None
    for number, blur in enumerate((5, 3, 5, 0, 3, 5, 5, 5, 5, 5)):
        # Four times as large: what a small frame shows is as sharp in all of them.
        fine = np.asarray(cv2.resize(table.picture(), (4 * WIDTH, 4 * HEIGHT)))
        picture = np.asarray(cv2.blur(fine, (blur, blur))) if blur else fine
        watcher, found = watcher.see(picture, number * FRAME)
        settled = settled or found
    assert settled is not None
    assert settled.time == pytest.approx(3 * FRAME)


def test_blur_is_waited_for_but_not_for_ever(eye: Eye) -> None:
    eye.table.tiles.update({(5, 5), (6, 5)})
    eye.table.blur = 9
    assert eye.look(1.2) == 0
    assert eye.look(3) == 1


def test_all_that_was_seen_of_a_stillness_settles_with_it(eye: Eye) -> None:
    eye.table.tiles.add((7, 7))
    eye.look(1.0)
    (settled,) = eye.settled[1:]
    assert 3 <= len(settled.frames) <= MOST_FRAMES
    assert any(frame is settled.picture for frame in settled.frames)
    assert eye.watcher.still is None  # and is kept no longer


def test_frames_of_a_large_sensor_are_fewer() -> None:
    large = np.zeros((1296, 2304, 3), np.uint8)
    watcher = Watcher()
    for number in range(4):
        watcher, _ = watcher.see(large, number * FRAME)
    assert watcher.still is not None
    assert sum(frame.nbytes for frame in watcher.still.frames) <= MOST_FRAME_BYTES


def test_a_table_at_rest_is_looked_at_once_more_when_asked(eye: Eye) -> None:
    eye.watcher = eye.watcher.look_closer()
    assert eye.look(2.0) == 1
    closer = eye.settled[-1]
    assert closer.closer
    assert len(closer.frames) == MOST_FRAMES
    assert eye.look(10.0) == 0


def test_a_closer_look_waits_for_a_hand_to_go(eye: Eye) -> None:
    eye.watcher = eye.watcher.look_closer()
    assert eye.wave() == 0
    assert eye.look(CLOSER_SECONDS - 0.2) == 0
    assert eye.look(1.0) == 1
    assert eye.settled[-1].closer


def test_something_new_comes_in_place_of_a_closer_look(eye: Eye) -> None:
    eye.watcher = eye.watcher.look_closer()
    eye.wave(4)
    eye.table.tiles.add((7, 7))
    assert eye.look(5.0) == 1
    assert not eye.settled[-1].closer


def test_a_tile_laid_in_the_dark_is_seen_through_the_noise() -> None:
    eye = Eye(Table(light=0.1, noise=3.0, tile_colour=(170, 205, 190)))
    eye.look(2.0)
    eye.wave(6)
    eye.table.tiles.update({(7, 7), (8, 7), (9, 7)})
    assert eye.look(3.0) == 1


def test_a_camera_that_gives_one_frame_for_ever_is_stuck(eye: Eye) -> None:
    frame = eye.table.picture()
    watcher = eye.watcher
    for _ in range(round((STUCK_SECONDS + 1) / FRAME)):
        eye.time += FRAME
        watcher, _ = watcher.see(frame, eye.time)
    assert watcher.stuck(eye.time)
    watcher, _ = watcher.see(eye.table.picture(), eye.time + FRAME)
    assert not watcher.stuck(eye.time + FRAME)


def test_a_table_at_rest_is_no_stuck_camera(eye: Eye) -> None:
    eye.look(STUCK_SECONDS + 5)
    assert not eye.watcher.stuck(eye.time)


def test_a_knock_that_shifts_the_board_is_seen(eye: Eye) -> None:
    eye.table.shift = (7.0, 5.0)
    assert eye.look(LIGHT_SECONDS + 1) == 1
    assert eye.look(4) == 0


def test_a_picture_of_another_size_begins_again(eye: Eye) -> None:
    larger = np.zeros((300, 320, 3), np.uint8)
    watcher, settled = eye.watcher.see(larger, eye.time + 0.1)
    assert settled is None
    assert not watcher.current


def test_seeing_changes_no_earlier_watcher(eye: Eye) -> None:
    before = eye.watcher
    eye.table.arm = 0.5
    after, _ = before.see(eye.table.picture(), eye.time + FRAME)
    assert before.current
    assert not after.current


def test_where_a_glance_is_given_only_what_may_be_read_is_decoded(eye: Eye) -> None:
    """The camera sees the same; its pictures are decoded while the table comes to rest alone."""
    lazy, decoded = Watcher(), 0

    def decode() -> Picture:
        nonlocal decoded
        decoded += 1
        return eye.table.picture()

    def look(seconds: float) -> list[Settled]:
        nonlocal lazy
        came = []
        for _ in range(round(seconds / FRAME)):
            eye.time += FRAME
            lazy, settled = lazy.see(decode, eye.time, small_grey(eye.table.picture()))
            came += [] if settled is None else [settled]
        return came

    assert len(look(3.0)) == 1
    at_rest = decoded
    assert 0 < at_rest <= 2 * MOST_FRAMES
    look(10.0)
    assert decoded == at_rest
    for arm in (0.2, 0.3, 0.4, 0.5, 0.6):  # moves: no frame of these is like the one before
        eye.table.arm = arm
        look(FRAME)
    assert decoded == at_rest
    eye.table.arm = 0.0
    eye.table.tiles = {(3, 3), (4, 3)}
    (settled,) = look(3.0)
    assert settled.picture.shape == eye.table.picture().shape
    assert at_rest < decoded <= at_rest + 2 * MOST_FRAMES


def test_sharpness_ignores_the_light() -> None:
    sharp = Table(noise=0.0).picture()
    dim = Table(noise=0.0, light=0.5).picture()
    soft = Table(noise=0.0, blur=5).picture()
    assert sharpness(dim) == pytest.approx(sharpness(sharp), rel=0.1)
    assert sharpness(soft) < 0.5 * sharpness(sharp)
