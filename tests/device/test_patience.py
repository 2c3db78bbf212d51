"""What the end of a table waits for: threads that end, and those that don't, with and without a
hurry."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from device.system.process import IN_A_HURRY, Patience


class World:
    """A clock, and a thread that ends at a time of it; `at` is called whenever it is joined."""

    def __init__(self, ends: float, at: Callable[[], None] = lambda: None) -> None:
        self.now, self.ends, self.at = 100.0, 100.0 + ends, at
        self.feeds: list[float] = []
        self.patience = Patience(lambda: self.now, lambda: self.feeds.append(self.now))

    @property
    def spent(self) -> float:
        return round(self.now - 100.0, 6)

    def is_alive(self) -> bool:
        return self.now < self.ends

    def join(self, timeout: float | None = None) -> None:
        assert timeout is not None
        self.now = min(self.now + timeout, self.ends)
        self.at()


def test_a_thread_that_ends_is_waited_for_and_no_longer() -> None:
    world = World(0.72)
    world.patience.join(world, 5.0)
    assert world.spent == 0.72
    world.patience.spare(world, 5.0)
    assert world.spent == 0.72


def test_one_that_does_not_is_given_its_time() -> None:
    world = World(1e6)
    world.patience.join(world, 5.0)
    assert world.spent == 5.0
    world.patience.spare(world, 2.0)
    assert world.spent == 7.0
    gaps = [after - before for before, after in pairwise([100.0, *world.feeds])]
    assert max(gaps) < 0.1  # the watchdog is fed all the time


def test_in_a_hurry_a_second_is_all_that_they_have_together() -> None:
    world = World(1e6)
    world.patience.hurry()
    for _ in range(4):
        world.patience.spare(world, 5.0)
    assert world.spent == 0.0
    for _ in range(4):
        world.patience.join(world, 5.0)
    assert world.spent == IN_A_HURRY
    world.patience.hurry()  # who asks again gets no other second
    world.patience.join(world, 5.0)
    assert world.spent == IN_A_HURRY


def test_the_hurry_may_come_while_a_thread_is_waited_for() -> None:
    def asked() -> None:
        if world.spent == 0.5:
            world.patience.hurry()

    world = World(1e6, asked)
    world.patience.join(world, 10.0)
    assert world.spent == 0.5 + IN_A_HURRY
    world = World(1e6, asked)
    world.patience.spare(world, 10.0)
    assert world.spent == 0.5
