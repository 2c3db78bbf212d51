"""`tilekeeper clock`: its buttons, lamps and tones under a script, and its calls."""

from __future__ import annotations

import os
import queue
import signal
import time
from itertools import pairwise
from pathlib import Path

import pytest
from alone import LeavingPanel, Script, Timed
from click.testing import CliRunner, Result

import device.cli.clock as clock_command
from device.cli.main import main
from device.clock_and_dice.alone import ClockAlone, PartyTimerAlone, PressQueue
from device.clock_and_dice.dice import CHANCE_DIE, Dice, Die, Roll
from device.clock_and_dice.on_time import ZONE_LAMPS, wait_for
from device.clock_and_dice.party_timer import TimerView, party_timer
from device.clock_and_dice.views import ClockView
from device.clock_and_dice.zone_clock import ZoneClock, clock_of
from device.language.texts import Texts
from device.simulator.named_texts import named_text
from engine.circumstances import ChanceFace
from hardware.panel.port import Button, KeyboardPanel, Lamp, Press, Tone

START = 10.0
EXPECTED_TICKS = [float(n) for n in range(1, 13)] + [12.5, 13, 13.5, 14, 14.5]
"""Of a zone of 15 seconds, from its beginning."""
LAST_TICKS = [float(n) for n in range(1, 13)] + [12 + n / 4 for n in range(1, 12)]
OWN = {Lamp.SIDE_1}
"""The lamp of the side whose turn it is."""


class Table:
    """Party's timer on a scripted panel, and every view it drew with its time. Each letter rolled
    is an M, and the chance die says that the side plays again."""

    def __init__(self, *presses: tuple[float, Button], sides: int = 2) -> None:
        self.panel = Timed()
        self.script = Script(self.panel, [*presses, (1000.0, Button.END)])
        self.drawn: list[tuple[float, TimerView]] = []
        table = PartyTimerAlone(
            party_timer(("Ann", "Ben", "Cleo", "Dan")[:sides], clock_of((15,) * 6)),
            lambda what: Roll((DICE[what],), (UP[what],), (0,)),
            panel=self.panel,
            draw=lambda view: self.drawn.append((self.panel.now, view)),
            texts=Texts("en"),
        )
        self.printed = self.script.run(table)

    def at(self, now: float) -> TimerView:
        """What the screen showed then."""
        return [view for at, view in self.drawn if at <= now][-1]

    def lit(self, now: float) -> tuple[set[Lamp], set[Lamp]]:
        lit, blinking = [lamps for at, lamps in self.panel.lamps if at <= now][-1]
        return set(lit), set(blinking)

    @property
    def ticks(self) -> list[float]:
        return self.panel.times(Tone.TICK)


DICE = {Dice.LETTER: Die(("M", "A")), Dice.CHANCE: CHANCE_DIE}
UP = {Dice.LETTER: "M", Dice.CHANCE: str(ChanceFace.PLAY_AGAIN)}


# Party's timer


@pytest.mark.rule("PAR-CLK-08", "PAR-CLK-12")
@pytest.mark.parametrize("button", [Button.SIDE_2, Button.SIDE_3, Button.SIDE_4])
def test_the_others_start_it_and_it_runs_through_its_zones_to_the_ding(button: Button) -> None:
    table = Table((START, button), sides=4)
    zones = [15.0 * n for n in range(6)]
    expected = [START + zone + tick for zone in zones[:5] for tick in EXPECTED_TICKS]
    expected += [START + zone for zone in zones[1:]]
    expected += [START + zones[5] + tick for tick in LAST_TICKS]
    assert table.ticks == sorted(expected)
    assert table.panel.times(Tone.DING) == [START + 90]
    assert table.panel.times(Tone.CLICK) == [START, 1000]
    for number, zone in enumerate(zones):
        lamp = {ZONE_LAMPS[number]}
        assert table.lit(START + zone) == (lamp | OWN, set())
        assert table.lit(START + zone + 12) == (OWN, lamp)
    assert table.lit(START + 90) == (OWN, set())
    assert table.at(START + 90).state == "Time’s up! Ann loses 5 points."


def test_it_sleeps_until_something_is_due() -> None:
    table = Table((START, Button.SIDE_2))
    marks = len(table.ticks) + 1
    assert table.script.looks == marks + 2


@pytest.mark.rule("PAR-DIE-01", "PAR-CLK-09")
def test_ok_goes_through_a_whole_turn() -> None:
    table = Table((1, Button.OK), (START, Button.OK), (START + 36.25, Button.OK), (60, Button.OK))
    assert table.at(0.5).state == named_text("roll-the-letter-die", side="Ann")
    assert table.at(1.1).state == "Ann rolls the letter die."
    assert table.at(9).letter.face == "M"
    assert table.at(9).state == "Ben: start the clock as soon as you have found M."
    assert table.at(59).state == named_text("stopped-in", side="Ann", zone="×2")
    assert table.at(59).clock.left == "0:54"
    assert table.lit(59) == ({Lamp.ZONE_3} | OWN, set())
    assert table.at(70).state == named_text("roll-the-letter-die", side="Ben")
    assert table.at(70).clock.left == "1:30"
    assert table.panel.times(Tone.DING) == []


def test_a_pause_is_ended_by_pause_or_ok_and_loses_no_time() -> None:
    for button in (Button.PAUSE, Button.OK):
        table = Table((START, Button.SIDE_2), (START + 14.75, Button.PAUSE), (500, button))
        assert table.at(400).state == named_text("paused-ok-goes-on")
        assert table.lit(400) == ({Lamp.ZONE_1} | OWN, set())
        assert table.lit(500) == (OWN, {Lamp.ZONE_1})
        assert table.lit(500.25) == ({Lamp.ZONE_2} | OWN, set())
        assert table.panel.times(Tone.DING) == [500 + 75.25]


@pytest.mark.rule("PAR-CHN-06", "PAR-CHN-07")
def test_it_can_be_started_in_a_later_zone() -> None:
    presses = [(1.0 + n, Button.NEXT) for n in range(3)]
    table = Table(*presses, (START, Button.SIDE_2))
    assert table.at(9).clock.left == "0:45"
    assert table.lit(9) == ({Lamp.ZONE_4} | OWN, set())
    assert table.panel.times(Tone.DING) == [START + 45]
    back = Table((1, Button.BACK))
    assert back.lit(9) == ({Lamp.ZONE_6} | OWN, set())
    running = Table((START, Button.SIDE_2), (START + 1, Button.NEXT), (START + 2, Button.CHALLENGE))
    assert running.panel.times(Tone.DING) == [START + 90]


@pytest.mark.rule("PAR-CHN-01", "PAR-CHN-05")
def test_the_chance_die_is_rolled_after_the_word_and_does_what_it_says() -> None:
    table = Table((START, Button.SIDE_2), (15, Button.SIDE_1), (20, Button.NEXT), (30, Button.OK))
    assert table.at(19).chance is None
    shown = table.at(29).chance
    assert shown is not None
    assert shown.face == named_text("play-again")
    assert table.at(31).state == named_text("roll-the-letter-die", side="Ann")


def table_of_one() -> tuple[PartyTimerAlone, Timed]:
    panel = Timed()
    timer = party_timer(("Ann", "Ben"), clock_of((15,) * 6))
    roll = Roll((DICE[Dice.LETTER],), ("M",), (0,))
    return PartyTimerAlone(
        timer, lambda _: roll, panel=panel, draw=lambda _: None, texts=Texts("en")
    ), panel


def test_ticks_that_would_come_late_are_left_out_but_never_the_ding() -> None:
    table, panel = table_of_one()
    table.look(0.0)
    table.press(Press(Button.SIDE_2, 10.0))
    table.look(14.5)
    assert panel.heard == []
    table.look(15.05)
    assert panel.heard == [Tone.TICK]
    table.look(400.0)
    assert panel.heard == [Tone.TICK, Tone.DING]
    table.look(401.0)
    assert panel.heard == [Tone.TICK, Tone.DING]


def test_a_press_that_is_older_than_the_last_look_repeats_no_tick() -> None:
    table, panel = table_of_one()
    table.press(Press(Button.SIDE_2, 10.0))
    table.look(11.0)
    table.press(Press(Button.CHALLENGE, 10.999))
    table.look(11.01)
    assert panel.heard == [Tone.TICK]


def test_nothing_is_drawn_twice() -> None:
    table = Table((START, Button.SIDE_2), (START + 1.0, Button.CHALLENGE))
    views = [view for _, view in table.drawn]
    assert all(a != b for a, b in pairwise(views))


# The sand timer


class Sand:
    """A sand timer of a minute under a script: what it showed in the end, and its panel."""

    def __init__(self, *presses: tuple[float, Button]) -> None:
        self.panel = Timed()
        self.drawn: list[ClockView] = []
        table = ClockAlone(
            clock_of((60,)), panel=self.panel, draw=self.drawn.append, texts=Texts("en")
        )
        Script(self.panel, [*presses, (1000.0, Button.END)]).run(table)

    @property
    def dings(self) -> list[float]:
        return self.panel.times(Tone.DING)


@pytest.mark.rule("SCR-TUR-03")
@pytest.mark.parametrize("button", [Button.OK, Button.SIDE_1, Button.SIDE_4])
def test_a_sand_timer_runs_through_its_one_zone(button: Button) -> None:
    sand = Sand((START, button))
    assert sand.dings == [START + 60]
    assert (frozenset({Lamp.ZONE_1}), frozenset()) in [lamps for _, lamps in sand.panel.lamps]
    assert sand.drawn[-1].over


def test_a_sand_timer_is_stopped_paused_and_wound_up() -> None:
    stopped = Sand((START, Button.OK), (START + 5, Button.OK))
    assert (stopped.drawn[-1].state, stopped.drawn[-1].left) == ("Stopped.", "0:55")
    paused = Sand((START, Button.OK), (START + 5, Button.PAUSE), (300, Button.PAUSE))
    assert paused.dings == [300 + 55]
    undone = Sand((START, Button.OK), (START + 5, Button.UNDO))
    assert (undone.dings, undone.drawn[-1].left) == ([], "1:00")
    again = Sand((START, Button.OK), (200, Button.OK), (210, Button.OK))
    assert again.dings == [START + 60, 270]


@pytest.mark.parametrize("on_time", [True, False])
@pytest.mark.parametrize("seconds", [0.0, 0.001, 0.01])
def test_the_real_wait_ends_with_the_time_or_with_a_press(seconds: float, on_time: bool) -> None:
    presses: PressQueue = queue.SimpleQueue()
    before = time.monotonic()
    assert wait_for(presses, seconds, on_time) is None
    assert time.monotonic() - before >= 0.9 * seconds
    for wait in (seconds, None):
        presses.put(Press(Button.OK, 1.0))
        assert wait_for(presses, wait, on_time) == Press(Button.OK, 1.0)


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A state directory of the test's own, and a machine without a screen."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    return tmp_path


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["clock", *arguments])


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> list[list[float]]:
    """The zones of every clock that was run; somebody presses END at once."""
    seen: list[list[float]] = []

    def keep(clock: ZoneClock) -> None:
        seen.append([clock.zone_seconds(n) for n in range(len(clock.zones))])

    class WatchedSand(ClockAlone):
        def look(self, now: float) -> bool:
            keep(self.clock)
            return super().look(now)

    class WatchedTimer(PartyTimerAlone):
        def look(self, now: float) -> bool:
            keep(self.timer.clock)
            return super().look(now)

    monkeypatch.setattr(clock_command, "own_panel", lambda _: LeavingPanel())
    monkeypatch.setattr(clock_command, "ClockAlone", WatchedSand)
    monkeypatch.setattr(clock_command, "PartyTimerAlone", WatchedTimer)
    return seen


@pytest.mark.rule("PAR-EQU-11")
def test_the_zones_come_from_the_call_or_from_the_household(
    clocks: list[list[float]], state: Path
) -> None:
    assert call("--headless").exit_code == 0
    assert clocks[-1] == [15] * 6
    assert call("--headless", "--seconds", "1, 2,3,4,5,6").exit_code == 0
    assert clocks[-1] == [1, 2, 3, 4, 5, 6]
    assert call("--headless", "--seconds", "20").exit_code == 0
    assert clocks[-1] == [20] * 6
    assert call("--headless", "--timer", "60").exit_code == 0
    assert clocks[-1] == [60]
    own = '[game]\nvariant = "party"\noptions = { clock_seconds = [9, 8, 7, 6, 5, 4] }\n'
    (state / "tilekeeper.toml").write_text(own, encoding="utf-8")
    assert call("--headless").exit_code == 0
    assert clocks[-1] == [9, 8, 7, 6, 5, 4]


def test_it_says_once_what_is_missing(clocks: list[list[float]]) -> None:
    result = call()
    assert result.exit_code == 0
    assert clocks
    assert result.stderr.count("No screen") == 1


@pytest.mark.parametrize(
    "words",
    [
        ["--seconds", "15,15"],
        ["--seconds", "15,15,15,15,15,x"],
        ["--seconds", "15,15,15,15,15,15,x"],
        ["--seconds", "0"],
        ["--seconds", "9" * 5000],
        ["--seconds", ""],
        ["--timer", "0"],
        ["--timer", "3601"],
        ["--timer", "60", "--seconds", "15"],
        ["--timer", "60", "--sides", "Ann,Ben"],
        ["--sides", "Ann"],
        ["--sides", "Ann,Ann"],
        ["--sides", "Ann,,Ben"],
        ["--sides", "Ann,Ben,Cleo,Dan,Eve"],
        ["--config", "/nowhere.toml"],
    ],
)
def test_a_bad_call_is_one_sentence_and_status_2(words: list[str]) -> None:
    result = call("--headless", *words)
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    assert result.stderr.strip().splitlines()[-1].startswith("Error: ")


def test_a_household_clock_that_cannot_be_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    own = '[game]\nvariant = "party"\noptions = { clock_seconds = 4000 }\n'
    path.write_text(own, encoding="utf-8")
    result = call("--headless", "--config", str(path))
    assert result.exit_code == 2
    assert "clock_seconds is 4000; it should be 6 whole numbers from 1 to 3600" in result.stderr


def test_without_buttons_and_screen_it_says_that_nothing_could_start_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(clock_command, "own_panel", lambda _: KeyboardPanel())
    result = call("--headless")
    assert result.exit_code == 1
    assert "nothing could start the clock" in result.stderr


def test_a_signal_ends_it_in_good_order() -> None:
    class Ended(Script):
        def wait(self, presses: PressQueue, seconds: float | None, on_time: bool) -> Press | None:
            os.kill(os.getpid(), signal.SIGTERM)
            return wait_for(presses, 5.0, on_time)

    before = signal.getsignal(signal.SIGTERM)
    panel = Timed()
    table = ClockAlone(clock_of((60,)), panel=panel, draw=lambda _: None, texts=Texts("en"))
    Ended(panel, []).run(table)
    assert table.finished
    assert signal.getsignal(signal.SIGTERM) is before
