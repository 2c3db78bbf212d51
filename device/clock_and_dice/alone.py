"""The device's dice, its sand timer or Party's timer without a table: presses in, lamps, tones and
a screen out.

It sleeps until something is due or pressed, so a part is on time and idling costs nothing; only a
window has to be polled for its keys. Knows no game and no turn. Tests:
tests/device/test_clock_command.py, tests/device/test_roll_command.py,
tests/device/test_party_timer.py.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Protocol, TypeAlias

from device.clock_and_dice.dice import Dice, Roll, lies_still, next_face
from device.clock_and_dice.on_time import Lights, wait_for, zone_lamps, zone_tones
from device.clock_and_dice.party_timer import (
    PartyTimer,
    TimerView,
    after_press,
    timer_lamps,
    timer_view,
)
from device.clock_and_dice.views import ClockView, DiceView, TapsView, clock_view, dice_view
from device.clock_and_dice.zone_clock import Standing, ZoneClock
from device.language.texts import Message, Texts
from device.system.process import stopped_by_signals
from hardware.cameras.port import MonotonicClock
from hardware.display import Display, KeyDown, ScreenPoint, TouchDown, WindowClosed
from hardware.panel.port import SIDE_BUTTONS, Button, KeyboardPanel, Panel, Press, Tone

# --- dice ---

DICE_HINT = Message("OK: roll again – END: leave")

LEAVE = Message("Leave"), Button.END

ROLLS_AGAIN = frozenset({Button.OK, *SIDE_BUTTONS})

TITLES: Mapping[Dice, Message] = MappingProxyType(
    {
        Dice.LETTER: Message("Letter die"),
        Dice.CHANCE: Message("Chance die"),
        Dice.SCRAMBLE: Message("Letter dice"),
    }
)


class DiceAlone:
    """Dice with buttons: OK or a side's rolls again once they lie still, END leaves them.

    `roll` makes a roll; `report` is called with each as soon as its dice lie still.
    """

    def __init__(
        self,
        roll: Callable[[], Roll],
        title: Message,
        *,
        panel: Panel,
        draw: Callable[[DiceView], None],
        texts: Texts,
        report: Callable[[Roll], None],
    ) -> None:
        self.finished = self.touched = False
        self._make, self._title, self._report = roll, title, report
        self._panel, self._draw, self._texts = panel, draw, texts
        self._roll: Roll | None = None
        self._since = 0.0
        self._reported = False
        self._shown: DiceView | None = None

    def press(self, press: Press) -> None:
        """Roll again, or leave; a roll is reported even if it was cut short."""
        if press.button is Button.END:
            self.finished = True
            self._report_roll()
        elif press.button in ROLLS_AGAIN and self._reported:
            self._begin(press.at)

    def look(self, now: float) -> bool:
        """Draw the dice as they are now; whether anything was drawn."""
        if self._roll is None:
            self._begin(now)
        if self._roll is None or self.finished:
            return False
        hint = None if self.touched else DICE_HINT
        shown = dice_view(self._roll, self._since, now, self._texts, self._title, hint)
        still = lies_still(self._roll, self._since, now)
        if self.touched:
            again = (Message("Roll again"), Button.OK) if still else None
            shown = replace(shown, taps=TapsView.of(self._texts, again, (LEAVE,)))
        if shown == self._shown:
            return False
        self._panel.sound(Tone.PLAY if still else Tone.TICK)
        self._shown = shown
        self._draw(shown)
        if still:
            self._report_roll()
        return True

    def due(self, now: float) -> float | None:
        """When the next face comes up."""
        return None if self._roll is None else next_face(self._roll, self._since, now)

    def _begin(self, now: float) -> None:
        self._roll, self._since, self._reported = self._make(), now, False

    def _report_roll(self) -> None:
        if self._roll is not None and not self._reported:
            self._reported = True
            self._report(self._roll)


# --- the sand timer ---

TIMER_HINT = Message("OK: start, stop – UNDO: reset – PAUSE: pause – END: leave")


def clock_state(clock: ZoneClock, now: float) -> Message:
    """The timer's presses, as the players read them."""
    if clock.run_out(now):
        return Message("Time’s up! OK resets the clock.")
    match clock.standing:
        case Standing.RESET:
            return Message("OK or a turn button starts the clock.")
        case Standing.RUNNING:
            return Message("Clock running.")
        case Standing.PAUSED:
            return Message("Paused. OK resumes.")
        case Standing.STOPPED:
            return Message("Stopped.")


def clock_taps(clock: ZoneClock, now: float, texts: Texts) -> TapsView:
    """The timer's presses, to be touched."""
    ok = Button.OK
    others = [(Message("Reset"), Button.UNDO), LEAVE]
    if clock.run_out(now):
        return TapsView.of(texts, (Message("Reset"), ok), (LEAVE,))
    match clock.standing:
        case Standing.RESET:
            return TapsView.of(texts, (Message("Start"), ok), (LEAVE,))
        case Standing.RUNNING:
            pause = Message("Pause"), Button.PAUSE
            return TapsView.of(texts, (Message("Stop"), ok), (others[0], pause, LEAVE))
        case Standing.PAUSED | Standing.STOPPED:
            return TapsView.of(texts, (Message("Resume"), ok), others)


def touched_state(clock: ZoneClock, now: float) -> Message:
    """What the timer does, where its presses stand on what is touched."""
    if clock.run_out(now):
        return Message("Time’s up!")
    return STANDS[clock.standing]


STANDS: Mapping[Standing, Message] = MappingProxyType(
    {
        Standing.RESET: Message("Ready."),
        Standing.RUNNING: Message("Clock running."),
        Standing.PAUSED: Message("Paused"),
        Standing.STOPPED: Message("Stopped."),
    }
)


class ClockAlone:
    """A sand timer with buttons: a side's or OK starts and stops it, UNDO resets it, PAUSE pauses,
    END leaves it."""

    def __init__(
        self,
        clock: ZoneClock,
        *,
        panel: Panel,
        draw: Callable[[ClockView], None],
        texts: Texts,
    ) -> None:
        self.clock = clock
        self.finished = self.touched = False
        self._panel, self._draw, self._texts = panel, draw, texts
        self._looked = 0.0
        self._shown: ClockView | None = None
        self._lights = Lights(panel)

    def press(self, press: Press) -> None:
        """Do what the button means, as of the moment it was pressed."""
        at = press.at
        for tone in self._tones(at):
            self._panel.sound(tone)
        clock = self._pressed(press.button, at)
        # A press may be older than the last look: don't repeat the sounds made since.
        self._looked = at if clock is not self.clock else max(self._looked, at)
        self.clock = clock
        self.finished = press.button is Button.END

    def look(self, now: float) -> bool:
        """Play and light what is due, and draw it; returns whether anything was drawn."""
        self._lights.change(zone_lamps(self.clock, now), self._tones(now))
        self._looked = now
        if self.touched:
            state = touched_state(self.clock, now)
            shown = clock_view(self.clock, now, self._texts, state, labels=())
            shown = replace(shown, taps=clock_taps(self.clock, now, self._texts))
        else:
            state = clock_state(self.clock, now)
            shown = clock_view(self.clock, now, self._texts, state, TIMER_HINT, labels=())
        if shown == self._shown:
            return False
        self._shown = shown
        self._draw(shown)
        return True

    def due(self, now: float) -> float | None:
        """When the clock's next mark is due."""
        return self.clock.due(now)

    def _pressed(self, button: Button, at: float) -> ZoneClock:
        clock = self.clock
        match button:
            case Button.UNDO:
                return clock.reset()
            case Button.PAUSE if clock.standing is Standing.PAUSED:
                return clock.started(at)
            case Button.PAUSE:
                return clock.paused(at)
            case _ if button in ROLLS_AGAIN:
                return self._started_or_stopped(at)
            case _:
                return clock

    def _started_or_stopped(self, at: float) -> ZoneClock:
        if self.clock.run_out(at):
            return self.clock.reset()
        return self.clock.stopped(at) if self.clock.runs else self.clock.started(at)

    def _tones(self, now: float) -> tuple[Tone, ...]:
        """The sounds due since the last look."""
        return zone_tones(self.clock.signals(self._looked, now), now)


# --- Party's timer ---


class PartyTimerAlone:
    """Party's timer with buttons (party_timer.py); END leaves it. `roll` rolls one of its dice."""

    def __init__(
        self,
        timer: PartyTimer,
        roll: Callable[[Dice], Roll],
        *,
        panel: Panel,
        draw: Callable[[TimerView], None],
        texts: Texts,
    ) -> None:
        self.timer = timer
        self.finished = self.touched = False
        self._roll, self._panel, self._draw, self._texts = roll, panel, draw, texts
        self._said: Message | None = None
        self._shown: TimerView | None = None
        self._lights = Lights(panel)

    def press(self, press: Press) -> None:
        """Do what the button means, as of the moment it was pressed."""
        timer, heard = self.timer.look(press.at)
        for tone in heard:
            self._panel.sound(tone)
        self.timer, rolls, self._said = after_press(timer, press.button, press.at)
        if rolls is not None:
            self.timer = self.timer.rolled(rolls, self._roll(rolls), press.at)
        self.finished = press.button is Button.END

    def look(self, now: float) -> bool:
        """Play and light what is due, and draw it; returns whether anything was drawn."""
        self.timer, heard = self.timer.look(now)
        self._lights.change(timer_lamps(self.timer, now), heard)
        shown = timer_view(self.timer, now, self._texts, self._said, touched=self.touched)
        if shown == self._shown:
            return False
        self._shown = shown
        self._draw(shown)
        return True

    def due(self, now: float) -> float | None:
        """When the next face or the clock's next mark is due."""
        return self.timer.due()


# --- running any of them ---

POLL_WINDOW = 0.02
"""Seconds between two polls of the window's keys."""

PressQueue: TypeAlias = "queue.SimpleQueue[Press]"
Touching: TypeAlias = Callable[[ScreenPoint], Button | None]
"""Gives the button that is touched at this place of the screen, None for nothing."""
WaitForPress: TypeAlias = Callable[[PressQueue, float | None, bool], Press | None]
"""Gives the next press, or None once this many seconds have gone by without one; None waits as long
as it takes. True: it has to return on time."""


class StandAlone(Protocol):
    """A part that runs without a table. `finished`: it is to be left; `touched`: it is used with a
    finger or a mouse."""

    touched: bool

    @property
    def finished(self) -> bool: ...

    def press(self, press: Press) -> None:
        """Do what the press means."""

    def look(self, now: float) -> bool:
        """Play and light what is due, and draw it; returns whether anything was drawn."""

    def due(self, now: float) -> float | None:
        """When to look again if nothing is pressed."""


def run_alone(
    part: StandAlone,
    *,
    panel: Panel,
    display: Display,
    clock: MonotonicClock,
    say: Callable[[str], None],
    wait: WaitForPress = wait_for,
    touched: Touching | None = None,
) -> None:
    """Runs the part until it is finished; a closed window or SIGTERM counts as END. `touched`: the
    button touched at a place of the screen.

    Call it on the main thread: SDL and signals need it. Missing parts are reported once.
    """
    presses: PressQueue = queue.SimpleQueue()
    keyboard = panel if isinstance(panel, KeyboardPanel) else KeyboardPanel()
    for missing in (panel.missing, display.missing):
        if missing is not None:
            say(missing)
    with stopped_by_signals(lambda: presses.put(Press(Button.END, clock()))):
        panel.start(presses.put)
        if keyboard is not panel:
            keyboard.start(presses.put)
        try:
            _run(part, presses, panel, keyboard, display, clock, wait, touched)
        finally:
            panel.close()


def _run(
    part: StandAlone,
    presses: PressQueue,
    panel: Panel,
    keyboard: KeyboardPanel,
    display: Display,
    clock: MonotonicClock,
    wait: WaitForPress,
    touched: Touching | None,
) -> None:
    while True:
        if part.look(clock()):
            display.show()
        if part.finished:
            return
        now = clock()
        due = part.due(now)
        seconds = None if due is None else max(0.0, due - now)
        on_time = seconds is not None
        if display.visible:
            _hand_over_keys(display, part, keyboard, presses, clock, touched)
            if seconds is None or seconds > POLL_WINDOW:
                seconds, on_time = POLL_WINDOW, False
        press = wait(presses, seconds, on_time)
        if press is not None:
            # It clicks at once, whatever the press means.
            panel.sound(Tone.CLICK)
            part.press(press)


def _hand_over_keys(
    display: Display,
    part: StandAlone,
    keyboard: KeyboardPanel,
    presses: PressQueue,
    clock: MonotonicClock,
    touched: Touching | None,
) -> None:
    """Turns keys and touches into presses; a touch means what was shown then."""
    for event in display.events():
        match event:
            case KeyDown(name, at, again=False):
                keyboard.key(name, at)
            case TouchDown(place, at):
                part.touched = True
                button = None if touched is None else touched(place)
                if button is not None:
                    presses.put(Press(button, at))
            case WindowClosed():
                presses.put(Press(Button.END, clock()))
