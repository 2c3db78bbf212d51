"""A look through a camera that no table has: what it shows, and that it is given back."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np
import pytest

from device.cli.doctor_alone import CameraLook, look
from device.simulator.named_texts import named_text
from hardware.cameras.port import CameraError, CameraHungError, Frame


class Shown:
    """A camera of so many frames, ten a second of the clock that it drives; something may move."""

    def __init__(
        self,
        number: int,
        *,
        moving: bool = False,
        turns: bool = False,
        fails: Exception | None = None,
    ) -> None:
        self.turn_by_turn = turns
        self.now, self.closed, self.given_back = 0.0, False, False
        self._number, self._moving, self._fails = number, moving, fails

    def clock(self) -> float:
        return self.now

    def frames(self) -> Iterator[Frame]:
        try:
            for number in range(self._number):
                if self.closed:
                    return
                self.now += 0.1
                still = np.full((240, 320, 3), 90, np.uint8)
                still[:, :160] = 180
                if self._moving:
                    left = 40 * (number % 6)
                    still[60:180, left : left + 80] = 10
                yield Frame(still, self.now, str(number))
            if self._fails is not None:
                raise self._fails
        finally:
            self.given_back = True

    def close(self) -> None:
        self.closed = True


def looked(camera: Shown, seconds: float = 10.0) -> CameraLook:
    return look(lambda: camera, seconds, camera.clock, hangs_after=20)


def test_a_table_that_lies_still_is_seen_once_the_camera_has_warmed_up() -> None:
    camera = Shown(1000)
    seen = looked(camera)
    assert seen.still
    assert seen.picture is not None
    assert 2.0 <= camera.now <= 3.0
    assert seen.rate == pytest.approx(10.0, rel=0.2)
    assert camera.closed
    assert camera.given_back


def test_where_nothing_lies_still_the_last_picture_is_given() -> None:
    camera = Shown(1000, moving=True)
    seen = looked(camera, seconds=3.0)
    assert not seen.still
    assert seen.picture is not None
    assert camera.now == pytest.approx(3.0)
    assert camera.given_back


def test_a_recording_shows_its_first_turn() -> None:
    camera = Shown(3, turns=True)
    assert looked(camera).still
    assert camera.now == pytest.approx(0.1)
    assert camera.given_back


def test_a_short_recording_will_do() -> None:
    assert looked(Shown(9)).still
    assert looked(Shown(2)).picture is not None


def test_a_camera_that_gives_nothing_or_goes_is_reported() -> None:
    assert looked(Shown(0)).trouble == named_text("the-camera-gives-no-picture")
    gone = Shown(3, fails=CameraError("It is unplugged."))
    seen = looked(gone)
    assert (seen.picture, seen.trouble) == (None, "It is unplugged.")
    assert gone.closed


def test_a_camera_that_hangs_is_not_closed() -> None:
    camera = Shown(3, fails=CameraHungError("It hangs."))
    assert looked(camera).trouble == "It hangs."
    assert not camera.closed


def test_a_camera_that_never_opens_is_given_up() -> None:
    ended = threading.Event()

    def opened() -> Shown:
        ended.wait(20)
        return Shown(0)

    seen = look(opened, 0.01, lambda: 0.0, hangs_after=0.01)
    ended.set()
    assert seen.trouble == "The camera has frozen: no picture, and it won’t close."


def test_a_bug_in_a_camera_is_no_trouble_of_the_household() -> None:
    with pytest.raises(ZeroDivisionError):
        looked(Shown(3, fails=ZeroDivisionError()))


def test_a_camera_that_mirrors_is_turned_back() -> None:
    picture = np.zeros((48, 64, 3), np.uint8)
    picture[:, :20] = 200

    class Mirroring:
        turn_by_turn = True

        def frames(self) -> Iterator[Frame]:
            yield Frame(picture[:, ::-1], 0.0)

        def close(self) -> None:
            """Nothing is open."""

    seen = look(Mirroring, mirrored=True)
    assert seen.picture is not None
    assert (seen.picture == picture).all()
