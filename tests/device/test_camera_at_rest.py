"""A camera that may rest: fewer frames while nothing moves, as many as ever once something does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import pytest
from standins import as_a_sensor_sees

from device.session.core.inputs import BoardInView, Input, NothingMoves
from device.table.camera_thread import REST_SECONDS, CameraThread
from device.table.reading_thread import Context, ReadingThread
from engine.variants import load_variant
from hardware.cameras.port import Frame
from vision.game.follow import Followed
from vision.reading import Picture, Refusal

CLASSIC = load_variant("classic", "en")


class Pacing:
    """A camera that keeps its calls."""

    turn_by_turn = False
    resting = False

    def frames(self) -> Iterator[Frame]:
        return iter(())

    def rest(self, resting: bool) -> None:
        self.resting = resting

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
