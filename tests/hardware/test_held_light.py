"""When a camera is held, and when it is let go for a second because the light has changed."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from hardware.cameras.held_light import DARK_SECONDS, FOCUS_SECONDS, HeldLight, Order, stops


@dataclass
class Camera:
    """A camera with ten frames a second: its orders, and when."""

    held: HeldLight = field(default_factory=HeldLight)
    now: float = 100.0
    calls: list[tuple[Order, float]] = field(default_factory=list)

    def sees(
        self, light: float, seconds: float, *, wanted: bool = True, hunts: bool = False
    ) -> list[Order]:
        """Its orders while it sees so much light (stops) for so long."""
        before = len(self.calls)
        for _ in range(round(seconds * 10)):
            self.now += 0.1
            self.held, order = self.held.see(wanted, light, self.now, hunts=hunts)
            if order is not None:
                self.calls.append((order, self.now))
        return [order for order, _ in self.calls[before:]]


@pytest.fixture
def camera() -> Camera:
    """One that is held, and has settled before."""
    camera = Camera()
    assert camera.sees(-2.0, 5.0, wanted=False) == [Order.CHOOSE]
    assert camera.sees(-2.0, 0.9) == []
    assert camera.sees(-2.0, 5.0) == [Order.HOLD]
    return camera


def test_it_stays_held_while_the_light_stays(camera: Camera) -> None:
    assert camera.sees(-2.4, 600.0) == []
    assert camera.sees(-1.6, 600.0) == []


@pytest.mark.parametrize("light", [-2.6, -1.4])
def test_it_settles_again_when_the_light_has_changed_for_ten_seconds(
    camera: Camera, light: float
) -> None:
    assert camera.sees(light, DARK_SECONDS - 0.2) == []
    assert camera.sees(light, 0.5) == [Order.CHOOSE_LIGHT]
    assert camera.sees(-2.0, 5.0) == [Order.HOLD]
    (_, let_go), (_, again) = camera.calls[-2:]
    assert again - let_go == pytest.approx(1.0, abs=0.11)


def test_an_arm_is_gone_before_that(camera: Camera) -> None:
    for _ in range(20):
        assert camera.sees(-3.0, DARK_SECONDS - 1.0) == []
        assert camera.sees(-2.0, 0.1) == []


def test_dusk_is_followed_step_by_step(camera: Camera) -> None:
    outside, opening = -2.0, 0.0
    seen = []
    for _ in range(3600):
        # Six stops in an hour: from a bright window to a lamp.
        outside -= 6.0 / 3600
        chooses = camera.calls[-1][0] is Order.CHOOSE_LIGHT
        opening = -2.0 - outside if chooses else opening
        seen.append(outside + opening)
        camera.sees(seen[-1], 1.0)
    assert min(seen) > -2.0 - 0.6
    orders = [order for order, _ in camera.calls[2:]]
    assert orders == [Order.CHOOSE_LIGHT, Order.HOLD] * (len(orders) // 2)
    assert 10 <= len(orders) // 2 <= 12


def test_it_is_let_go_at_once_when_it_need_not_be_held(camera: Camera) -> None:
    assert camera.sees(-2.0, 0.1, wanted=False) == [Order.CHOOSE]
    assert camera.sees(-5.0, 60.0, wanted=False) == []


def test_a_lens_that_hunts_is_waited_for_but_not_for_ever() -> None:
    waits = Camera()
    waits.sees(-2.0, 1.0, wanted=False)
    assert waits.sees(-2.0, 2.0, hunts=True) == []
    assert waits.sees(-2.0, 0.1, hunts=False) == [Order.HOLD]
    in_vain = Camera()
    in_vain.sees(-2.0, 1.0, wanted=False)
    assert in_vain.sees(-2.0, FOCUS_SECONDS, hunts=True) == []
    assert in_vain.sees(-2.0, 0.2, hunts=True) == [Order.HOLD]


def test_an_exposure_that_jumps_whenever_it_is_held_is_left_alone_for_that_game() -> None:
    camera = Camera()
    camera.sees(-2.0, 1.0, wanted=False)
    for _ in range(2):
        assert camera.sees(-2.0, 1.2) == [Order.HOLD]
        camera.sees(-4.0, 2.7)
    assert [order for order, _ in camera.calls] == [
        Order.CHOOSE,
        Order.HOLD,
        Order.CHOOSE_LIGHT,
        Order.HOLD,
        Order.HOLD_BUT_EXPOSURE,
    ]
    assert camera.sees(-4.0, 600.0) == []
    assert camera.sees(-2.0, 0.1, wanted=False) == [Order.CHOOSE]
    assert camera.sees(-2.0, 1.2) == [Order.HOLD]


def test_stops_are_factors_of_two_in_light() -> None:
    white = np.full((64, 64, 3), 255, dtype=np.uint8)
    half = np.full((64, 64, 3), round(255 * 0.5 ** (1 / 2.2)), dtype=np.uint8)
    assert stops(white) == 0.0
    assert stops(half) == pytest.approx(-1.0, abs=0.01)
    assert stops(np.zeros_like(white)) < -17.0
