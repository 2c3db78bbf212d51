"""Motion at the table: frames when there is time, nothing that counts ever waits for one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import pytest
from clock_loop import ROLLED, START, STARTED, ScriptedLoop
from standins import CLASSIC
from test_clock_at_the_table import TICKS

from device.table.display import SLOW_DRAWING, Showing
from device.table.loop import TICK
from device.views.table import TableView
from hardware.display import Area, Display
from hardware.panel.port import Button, Tone

FRAME, MOVES = 0.05, 0.7


class Moving:
    """A screen on which every new view moves for a while; `took`: seconds that a frame takes."""

    def __init__(self, took: float = 0.0) -> None:
        self.drawn: list[tuple[float, TableView]] = []
        self.table: ScriptedLoop | None = None
        self._took, self._began = took, 0.0

    def draw(self, shown: TableView, now: float) -> Sequence[Area]:
        if not self.drawn or shown != self.drawn[-1][1]:
            self._began = now
        self.drawn.append((now, shown))
        if self.table is not None:
            self.table.spend(self._took)
        return ()

    def due(self, now: float) -> float | None:
        if now >= self._began + MOVES:
            return None
        frame = math.floor((now - self._began) / FRAME + 1e-6) + 1
        return min(self._began + FRAME * frame, self._began + MOVES)


def run(
    screen: Moving, presses: Sequence[tuple[float, Button]], end: float, classic: bool = False
) -> ScriptedLoop:
    table = (
        ScriptedLoop(presses, end, screen=screen, variant=CLASSIC)
        if classic
        else ScriptedLoop(presses, end, screen=screen)
    )
    screen.table = table
    table.run()
    return table


@pytest.mark.parametrize("took", [0.0, 0.01, 0.03, 0.06, 0.2])
@pytest.mark.rule("PAR-CLK-08", "PAR-CLK-12")
def test_no_tick_waits_for_a_frame(took: float) -> None:
    table = run(Moving(took), [ROLLED, STARTED], START + 95)
    ticks = [at for at in table.panel.times(Tone.TICK) if at > START]
    assert ticks == pytest.approx(TICKS, abs=1e-6)
    assert table.panel.times(Tone.DING) == pytest.approx([START + 90], abs=1e-6)


def test_frames_come_while_something_moves_and_then_the_loop_sleeps_as_ever() -> None:
    screen = Moving()
    table = run(screen, [(3.0, Button.NEXT)], 8.0, classic=True)
    times = [at for at, _ in screen.drawn if at >= 3.0]
    assert times[0] == 3.0
    assert times[-1] == pytest.approx(3.0 + MOVES)
    assert all(b - a == pytest.approx(FRAME) for a, b in pairwise(times))
    still = [seconds for at, seconds, _ in table.sleeps if at > 3.0 + MOVES]
    assert set(still) == {TICK}
    assert not any(on_time for _, _, on_time in table.sleeps)


def test_a_press_meanwhile_is_shown_at_once() -> None:
    screen = Moving()
    run(screen, [(3.0, Button.NEXT), (3.12, Button.NEXT)], 8.0, classic=True)
    views: dict[TableView, float] = {}
    for at, view in screen.drawn:
        views.setdefault(view, at)
    assert list(views.values())[-2:] == [3.0, 3.12]


def test_where_frames_are_slow_the_first_one_is_the_last() -> None:
    screen = Moving(SLOW_DRAWING + 0.01)
    run(screen, [(3.0, Button.NEXT)], 8.0, classic=True)
    times = [at for at, _ in screen.drawn]
    assert times[times.index(3.0) :] == [3.0, 3.05, math.inf]


def test_each_view_is_reported_once_it_stands_still() -> None:
    received: list[TableView] = []
    screen, now = Moving(), [0.0]
    display = Display(headless=True)
    showing = Showing(screen, display, lambda: now[0], lambda view, _: received.append(view))
    table = ScriptedLoop([], 1.0, variant=CLASSIC)
    table.run()
    view = table.drawn[0][1]
    showing.show(view, 0.0)
    showing.frame(0.02)
    assert len(screen.drawn) == 1
    showing.frame(0.05)
    assert (len(screen.drawn), received) == (2, [])
    showing.end()
    assert received == [view]
    showing.show(view, 1.0)
    showing.frame(2.0)
    showing.end()
    assert received == [view]


def test_a_table_that_ends_shows_what_is_true() -> None:
    screen = Moving()
    run(screen, [(3.0, Button.NEXT)], 3.1, classic=True)
    assert screen.drawn[-1][0] == math.inf
