"""A camera that may rest: fewer frames while nothing moves, as many as ever once something does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np
import pytest
from standins import as_a_sensor_sees

from device.session.core.inputs import BoardInView, Input, NothingMoves, PictureSettled
from device.table.camera_thread import LULL_SECONDS, REST_SECONDS, CameraThread
from device.table.reading_thread import Context, ReadingThread
from engine.variants import load_variant
from hardware.cameras.port import (
    FRAMES_EVERY,
    FRAMES_EVERY_AT_REST,
    FRAMES_EVERY_IN_A_LULL,
    Frame,
)
from vision.game.follow import Followed
from vision.reading import Picture, Refusal

CLASSIC = load_variant("classic", "en")


class Pacing:
    """A camera that keeps its calls."""

    turn_by_turn = False
    every = 0.1

    @property
    def resting(self) -> bool:
        return self.every > 0.1

    def frames(self) -> Iterator[Frame]:
        return iter(())

    def give_every(self, seconds: float) -> None:
        self.every = seconds

    def close(self) -> None:
        pass


@dataclass
class Table:
    """A camera thread that is given frames here, ten a second."""

    camera: Pacing = field(default_factory=Pacing)
    posted: list[Input] = field(default_factory=list)
    now: float = 100.0
    works: bool = True

    def __post_init__(self) -> None:
        read = Refusal("no-board")
        context = Context(0, Followed.start(15), None)
        reading_thread = ReadingThread(
            lambda _picture, _last: read, CLASSIC, context, self.posted.append
        )
        self.camera_thread = CameraThread(
            self.camera, reading_thread, self.posted.append, lambda: self.now
        )

    def sees(self, shade: int, seconds: float) -> None:
        picture: Picture = np.full((240, 320, 3), 120, dtype=np.uint8)
        picture[60:180, 80:200] = shade
        for _ in range(round(seconds / 0.1)):
            self.now += 0.1
            seen = as_a_sensor_sees(picture, self.now) if self.works else picture
            self.camera_thread.take_frame(Frame(seen, self.now))


@pytest.fixture
def table() -> Table:
    return Table()


def test_it_rests_once_nothing_has_moved_for_a_while(table: Table) -> None:
    table.sees(200, REST_SECONDS - 1.0)
    assert not table.camera.resting
    table.sees(200, 3.0)
    assert table.camera.resting


def test_the_first_frame_in_which_something_moves_wakes_it(table: Table) -> None:
    table.sees(200, REST_SECONDS + 3.0)
    table.sees(40, 0.1)
    assert not table.camera.resting


def test_a_request_wakes_it_before_the_next_frame(table: Table) -> None:
    table.sees(200, REST_SECONDS + 3.0)
    table.camera_thread.look_now()
    assert not table.camera.resting
    table.sees(200, 0.1)
    assert isinstance(table.posted[-1], NothingMoves)
    table.sees(200, REST_SECONDS + 0.1)
    table.camera_thread.look_closer()
    assert not table.camera.resting


def test_a_camera_that_froze_is_no_witness_that_nothing_moves(table: Table) -> None:
    def reported() -> int:
        return sum(isinstance(event, NothingMoves) for event in table.posted)

    table.sees(200, 2.0)
    table.works = False
    table.sees(200, 1.0)
    table.camera_thread.look_now()
    table.sees(200, 5.0)
    assert reported() == 0  # what it shows may be older than the question
    table.works = True
    table.sees(200, 0.2)
    assert reported() == 1


def test_it_does_not_rest_while_a_screen_shows_what_it_sees(table: Table) -> None:
    table.camera_thread.live.wants(CLASSIC.layout)
    table.sees(200, REST_SECONDS + 3.0)
    assert not table.camera.resting
    table.camera_thread.live.wants(None)
    table.sees(200, REST_SECONDS + 0.1)
    assert table.camera.resting


def test_whether_the_board_is_in_view_is_reported_while_a_screen_shows_what_it_sees(
    table: Table,
) -> None:
    def reported() -> list[BoardInView]:
        return [event for event in table.posted if isinstance(event, BoardInView)]

    table.sees(200, 2.0)
    assert reported() == []
    table.camera_thread.live.wants(CLASSIC.layout)
    table.sees(200, 2.0)
    assert {event.found for event in reported()} == {False}  # no picture here can be read
    assert reported()[-1].at - reported()[0].at > 1.0
    table.camera_thread.live.wants(None)
    before = len(reported())
    table.sees(200, 2.0)
    assert len(reported()) == before


# --- a lull: a minute without movement ---

SEEN: Picture = np.full((240, 320, 3), 120, dtype=np.uint8)
SEEN[60:180, 80:200] = 200


def with_a_tile() -> Picture:
    picture = SEEN.copy()
    picture[100:112, 120:132] = (178, 184, 188)  # nearly the board's colour
    return picture


def with_a_hand() -> Picture:
    picture = SEEN.copy()
    picture[150:, 140:180] = (150, 170, 215)
    return picture


def with_the_lamp_on() -> Picture:
    return np.minimum(SEEN.astype(np.uint16) * 8 // 5, 255).astype(np.uint8)


def look(table: Table, picture: Picture, seconds: float) -> list[float]:
    """The times of the frames that the camera gives of this, as far apart as it is asked for."""
    until, times = table.now + seconds, []
    while table.now + table.camera.every <= until + 0.001:
        table.now += table.camera.every
        times.append(table.now)
        seen = as_a_sensor_sees(picture, table.now)
        table.camera_thread.take_frame(Frame(seen, table.now))
    return times


@pytest.fixture
def lull(table: Table) -> Table:
    look(table, SEEN, LULL_SECONDS + 2.0)
    assert table.camera.every == FRAMES_EVERY_IN_A_LULL
    table.posted.clear()
    return table


def test_it_slows_down_in_steps(table: Table) -> None:
    look(table, SEEN, LULL_SECONDS - 5.0)
    assert table.camera.every == FRAMES_EVERY_AT_REST
    times = look(table, SEEN, 30.0)
    assert table.camera.every == FRAMES_EVERY_IN_A_LULL
    assert times[-1] - times[-2] == pytest.approx(FRAMES_EVERY_IN_A_LULL)


@pytest.mark.parametrize("changed", [with_a_tile, with_a_hand, with_the_lamp_on])
def test_what_happens_in_a_lull_is_seen_in_the_first_frame_and_read(
    lull: Table, changed: Callable[[], Picture]
) -> None:
    (first,) = look(lull, changed(), FRAMES_EVERY_IN_A_LULL)
    assert lull.camera.every == FRAMES_EVERY
    look(lull, changed(), 4.0)
    (settled,) = (event for event in lull.posted if isinstance(event, PictureSettled))
    assert settled.at - first < 3.5  # an arm that rests is waited for; a tile isn't


def test_a_press_in_a_lull_is_answered_with_the_next_frame(lull: Table) -> None:
    lull.camera_thread.look_now()
    assert lull.camera.every == FRAMES_EVERY
    look(lull, SEEN, FRAMES_EVERY)
    assert isinstance(lull.posted[-1], NothingMoves)


def test_a_screen_that_shows_what_the_camera_sees_ends_a_lull_at_once(lull: Table) -> None:
    lull.camera_thread.live.wants(CLASSIC.layout)
    assert lull.camera.every == FRAMES_EVERY


def test_a_request_while_a_frame_is_looked_at_is_not_slept_through(lull: Table) -> None:
    give_every = lull.camera.give_every

    def asked_just_before(seconds: float) -> None:
        lull.camera.give_every = give_every  # type: ignore[method-assign]  # this once
        lull.camera_thread.look_now()
        give_every(seconds)

    lull.camera.give_every = asked_just_before  # type: ignore[method-assign]
    lull.camera_thread.take_frame(Frame(as_a_sensor_sees(SEEN, lull.now + 1.0), lull.now + 1.0))
    assert lull.camera.every == FRAMES_EVERY
