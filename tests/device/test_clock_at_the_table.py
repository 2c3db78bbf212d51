"""A turn's clock at the table: on time though screen and disk are slow, kept, taken up again."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from signal import SIGKILL

import clock_loop
import pytest
from alone import Timed
from clock_loop import ROLLED, SIDES, START, STARTED, ScriptedLoop, SlowJournal
from standins import CLASSIC

from device.clock_and_dice.on_time import ZONE_LAMPS, Lights
from device.clock_and_dice.zone_clock import SECOND, clock_of, marks
from device.session.core.inputs import Stop
from device.session.core.setup import Extras
from device.session.core.state import Ready
from device.simulator.named_texts import named_text
from device.storage.games import unfinished
from device.table.loop import TICK
from device.table.opening import Opening
from engine.events import ClockStarted, Rolled
from engine.game import Game
from engine.variants import load_variant
from hardware.panel.port import Button, Lamp, Tone

MARKS = marks(clock_of((15,) * 6).zones)
TICKS = [START + 90 - mark.left / SECOND for mark in MARKS[:-1]]


def journal_in(folder: Path, seconds: float = 0.0) -> SlowJournal:
    journal = SlowJournal(folder / "games.sqlite")
    journal.seconds = seconds
    return journal


def lit_at(panel: Timed, lamp: Lamp) -> float:
    """When a lamp was first lit after the clock was started."""
    return next(at for at, (lit, _) in panel.lamps if at > START and lamp in lit)


# On time


@pytest.mark.rule("PAR-CLK-08", "PAR-CLK-12")
def test_lamps_and_tones_come_at_their_time_in_all_six_zones() -> None:
    table = ScriptedLoop([ROLLED, STARTED], START + 95)
    table.run()
    ticks = [at for at in table.panel.times(Tone.TICK) if at > START]
    assert ticks == pytest.approx(TICKS, abs=1e-6)
    assert table.panel.times(Tone.DING) == pytest.approx([START + 90], abs=1e-6)
    for number, lamp in enumerate(ZONE_LAMPS[1:], start=1):
        assert lit_at(table.panel, lamp) == pytest.approx(START + 15 * number, abs=1e-6)
    after = next(lit | blinking for at, (lit, blinking) in reversed(table.panel.lamps))
    assert not after & set(ZONE_LAMPS)


def test_the_loop_wakes_early_only_for_what_is_due() -> None:
    table = ScriptedLoop([ROLLED, STARTED], START + 95)
    table.run()
    running = [(at, seconds) for at, seconds, on_time in table.sleeps if on_time and at >= START]
    assert [at + seconds for at, seconds in running] == pytest.approx(
        [*TICKS, START + 90], abs=1e-6
    )


def test_where_no_clock_runs_it_sleeps_as_long_as_ever() -> None:
    for presses, after in (((), 0.0), ((ROLLED,), 8.0)):
        table = ScriptedLoop(presses, 20.0)
        table.run()
        idle = [(seconds, on_time) for at, seconds, on_time in table.sleeps if at > after]
        assert set(idle) == {(TICK, False)}
    table = ScriptedLoop([(1.0, Button.SIDE_1)], 20.0, variant=CLASSIC)
    table.run()
    assert {(seconds, on_time) for _, seconds, on_time in table.sleeps} == {(TICK, False)}


@pytest.mark.parametrize("drawing", [0.02, 0.1, 0.2])
def test_a_slow_screen_is_drawn_between_the_ticks(drawing: float) -> None:
    table = ScriptedLoop([ROLLED, STARTED], START + 95, drawing=drawing)
    table.run()
    ticks = [at for at in table.panel.times(Tone.TICK) if at > START]
    assert ticks == pytest.approx(TICKS, abs=1e-6)
    assert table.panel.times(Tone.DING) == pytest.approx([START + 90], abs=1e-6)


def test_a_screen_slower_than_the_last_ticks_falls_behind_and_is_drawn_all_the_same() -> None:
    table = ScriptedLoop([ROLLED, STARTED], START + 95, drawing=0.4)
    table.run()
    marks_late = [at for at in table.panel.times(Tone.TICK) if at > START]
    before_last = [at for at in TICKS if at < START + 75]
    assert marks_late[: len(before_last)] == pytest.approx(before_last, abs=1e-6)
    for lamp, number in zip(ZONE_LAMPS[1:], range(1, 6), strict=True):
        assert lit_at(table.panel, lamp) == pytest.approx(START + 15 * number, abs=1e-6)
    [ding] = table.panel.times(Tone.DING)
    assert ding - (START + 90) < 0.4
    drawn = [at for at, _ in table.drawn]
    assert any(at >= START + 90 for at in drawn)


def test_it_is_not_drawn_more_often_than_it_changes() -> None:
    table = ScriptedLoop([ROLLED, STARTED], START + 95)
    table.run()
    views = [view for _, view in table.drawn]
    assert all(a != b for a, b in pairwise(views))
    assert len(views) < 95 / TICK + len(TICKS)


class WaitingJournal(SlowJournal):
    """One that has the loop wait for what is left of the clock, too."""

    def keep_clock_in_background(self, game: int, body: str) -> None:
        self.keep_clock(game, body)


@pytest.mark.parametrize(("kind", "on_time"), [(SlowJournal, True), (WaitingJournal, False)])
def test_a_slow_disk_holds_up_no_tick_and_no_lamp(
    tmp_path: Path, kind: type[SlowJournal], on_time: bool
) -> None:
    """Zones of eight seconds, so that some of the five are over where a zone ends and ticks come
    twice a second. The second journal shows what the thread next to the loop is for."""
    journal = kind(tmp_path / "games.sqlite")
    journal.seconds = 0.6
    zones = (8,) * 6
    party = load_variant("party", "en", {"clock_seconds": list(zones)})
    table = ScriptedLoop([ROLLED, STARTED], START + 50, variant=party, journal=journal)
    table.run()
    journal.close()
    due = [START + 48 - mark.left / SECOND for mark in marks(clock_of(zones).zones)[:-1]]
    # What starts the clock is written before it counts, and that is waited for.
    heard = [at for at in table.panel.times(Tone.TICK) if at > START + 2]
    exact = heard == pytest.approx([at for at in due if at > START + 2], abs=1e-6)
    assert exact == on_time
    if on_time:
        for number, lamp in enumerate(ZONE_LAMPS[1:], start=1):
            assert lit_at(table.panel, lamp) == pytest.approx(START + 8 * number, abs=1e-6)
        assert table.panel.times(Tone.DING) == pytest.approx([START + 48], abs=1e-6)


def test_the_lamps_of_a_press_come_before_the_disk(tmp_path: Path) -> None:
    journal = journal_in(tmp_path, 0.2)
    presses = [ROLLED, STARTED, (START + 20.5, Button.PAUSE)]
    table = ScriptedLoop(presses, START + 30, journal=journal)
    table.run()
    journal.close()
    paused = [at for at, (lit, _) in table.panel.lamps if at > START + 16 and not lit]
    assert paused[0] == START + 20.5
    assert next(at for at, _ in table.drawn if at > START + 20.5) == START + 20.7


# What shines, and what is heard meanwhile


class Order(Timed):
    """A panel that notes lamps and tones in one list."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[object] = []

    def sound(self, tone: Tone) -> None:
        self.calls.append(tone)

    def light(self, lit: frozenset[Lamp], blinking: frozenset[Lamp] = frozenset()) -> None:
        self.calls.append((set(lit), set(blinking)))


def test_the_next_lamp_shines_before_the_tone_and_a_blinking_one_is_stopped_after_it() -> None:
    panel = Order()
    lights = Lights(panel)
    first, second = frozenset({Lamp.ZONE_1}), frozenset({Lamp.ZONE_2})
    none: frozenset[Lamp] = frozenset()
    lights.change((first, none))
    lights.change((none, first), [Tone.TICK])
    lights.change((second, none), [Tone.TICK])
    lights.change((second, none), [Tone.TICK])
    lights.change((none, none))
    assert panel.calls == [
        ({Lamp.ZONE_1}, set()),
        (set(), {Lamp.ZONE_1}),
        Tone.TICK,
        ({Lamp.ZONE_2}, {Lamp.ZONE_1}),
        Tone.TICK,
        ({Lamp.ZONE_2}, set()),
        Tone.TICK,
        (set(), set()),
    ]


# Taken up again


class PulledError(Exception):
    """The plug was."""


def pull(_at: float) -> Stop:
    raise PulledError


LEFT_OPEN: list[SlowJournal] = []
"""Journals that weren't closed. They are closed after the test: Python 3.13 warns of others."""


@pytest.fixture(autouse=True)
def closed_in_the_end() -> Iterator[None]:
    yield
    while LEFT_OPEN:
        LEFT_OPEN.pop().close()


def played(path: Path, seconds: float) -> None:
    """Party's clock runs for so long; then the plug is pulled: nothing is closed."""
    LEFT_OPEN.append(SlowJournal(path))
    table = ScriptedLoop([ROLLED, STARTED], START + seconds, journal=LEFT_OPEN[-1], last=pull)
    with pytest.raises(PulledError):
        table.run()


def taken_up(path: Path) -> tuple[SlowJournal, Opening]:
    """The unfinished game of a journal."""
    journal = SlowJournal(path)
    resumed = unfinished(journal)
    assert resumed is not None
    return journal, Opening.again(resumed)


def left(opening: Opening) -> float:
    """What is left of the clock that stands, to be started again."""
    state = opening.state(camera=False)
    assert isinstance(state.phase, Ready)
    assert state.clocks.turn is not None
    assert not state.clocks.turn.runs
    return state.clocks.turn.seconds_left(0.0)


@pytest.mark.parametrize("seconds", [0.1, 4.9, 23.4, 29.99, 88.2])
def test_a_pulled_plug_gives_back_no_more_than_a_second(tmp_path: Path, seconds: float) -> None:
    path = tmp_path / "games.sqlite"
    played(path, seconds)
    journal, opening = taken_up(path)
    assert 0.0 <= left(opening) - (90.0 - seconds) <= 1.5
    journal.close()


def test_a_killed_process_gives_back_no_more_than_a_second(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    call = [sys.executable, clock_loop.__file__, str(path), "63.7"]
    assert subprocess.run(call, timeout=120, check=False).returncode == -SIGKILL
    journal, opening = taken_up(path)
    assert 0.0 <= left(opening) - (90.0 - 63.7) <= 1.5
    assert [type(event) for event in opening.game.events] == [Rolled, ClockStarted]
    journal.close()


def test_a_program_that_is_stopped_gives_nothing_back(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    first = SlowJournal(path)
    ScriptedLoop([ROLLED, STARTED], START + 23.25, journal=first).run()
    first.close()
    journal, opening = taken_up(path)
    assert left(opening) == pytest.approx(90.0 - 23.25)
    journal.close()


@pytest.mark.rule("PAR-CHA-04")
def test_it_says_what_is_left_and_the_others_start_it_again(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    played(path, 52.0)
    journal, opening = taken_up(path)
    presses = [(2.0, Button.SIDE_1), (3.0, Button.SIDE_2)]
    table = ScriptedLoop(presses, 100.0, opening=opening, journal=journal)
    table.run()
    assert table.messages[0] == named_text(
        "left-on-the-clock-starts", side="Ann", left="0:39", others="Ben"
    )
    assert table.drawn[0][1].text.message == table.messages[0]
    assert table.panel.times(Tone.DING) == pytest.approx([3.0 + 39.0], abs=1e-6)
    journal.close()


def test_a_plug_pulled_twice_in_a_turn_gives_back_a_second_each_time(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    played(path, 33.0)
    journal, opening = taken_up(path)
    LEFT_OPEN.append(journal)
    again = ScriptedLoop([(3.0, Button.SIDE_2)], 15.0, opening=opening, journal=journal, last=pull)
    with pytest.raises(PulledError):
        again.run()
    other, opening = taken_up(path)
    assert 0.0 <= left(opening) - (90.0 - 33.0 - 12.0) <= 3.0
    other.close()


@pytest.mark.parametrize("text", ["", "no clock", '{"Ann": 60.5, "Ben": 1500.0}', '{"left": []}'])
def test_a_clock_that_cant_be_read_is_reported_and_wound_up(tmp_path: Path, text: str) -> None:
    path = tmp_path / "games.sqlite"
    played(path, 33.0)
    journal, _ = taken_up(path)
    journal.keep_clock(1, text)
    journal.close()
    journal, opening = taken_up(path)
    assert left(opening) == 90.0
    table = ScriptedLoop([(3.0, Button.SIDE_2)], 100.0, opening=opening, journal=journal)
    table.run()
    lost = "the clock was lost and has been reset." if text else "1:30 left on the clock."
    assert table.messages[0] == f"Ann: {lost} Ben starts it."
    assert table.panel.times(Tone.DING) == pytest.approx([3.0 + 90.0], abs=1e-6)
    journal.close()


@pytest.mark.parametrize("text", ["no clock", '{"left": 12, "zones": [15], "standing": "running"}'])
def test_side_clocks_that_cant_be_read_are_reported_and_wound_up(text: str) -> None:
    game = Game.begin(CLASSIC, SIDES)
    opening = Opening(game, Extras(side_clock=25), number=1, clock=text)
    table = ScriptedLoop([], 5.0, opening=opening)
    state = table.run()
    assert table.messages == ["The clock times were lost: all clocks have been reset."]
    assert state.clocks.sides is not None
    assert state.clocks.sides.left_of("Ben", 5.0) == 1500.0
