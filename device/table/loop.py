"""The loop: one queue, one thread, and the only place where anything is done.

It takes inputs, lets the session interpret them, and runs the effects: lamps and the clock's sounds
at once, then the rest (effects.py), and only then the screen. It knows no rule and no state by
name, except for the line that `systemctl status` shows.
Tests: tests/device/test_loop.py, tests/device/test_clock_at_the_table.py,
tests/device/test_status_line.py.
"""

from __future__ import annotations

import logging
import math
import queue
from collections.abc import Callable
from typing import TypeAlias

from device.clock_and_dice.on_time import Lights, Lit, wait_for
from device.language.sentences import as_message
from device.session.care.device import CHECK_UP, lamps_at
from device.session.core.effects import Effect, ExitAction, Job, OpenGame, PlayTone, SetUpBoard
from device.session.core.inputs import (
    KeyPressed,
    Posted,
    ReadingDone,
    ReportAsked,
    Stop,
    Tick,
    Touched,
)
from device.session.core.state import BEFORE_THE_GAME, Over, Paused, TableState, Timing
from device.session.core.turn_clock import due
from device.session.keys_and_touch import meant
from device.session.step import step
from device.system.service import ServiceManager
from device.table.camera_thread import CameraPort, CameraThread
from device.table.display import PictureSource, Screen, Showing, ShownTable
from device.table.effects import CheckUp, EffectRunner
from device.table.equipment import Equipment, Output
from device.table.games import PlayedGames
from device.table.reading_thread import ReadingThread
from device.table.snapshots import Snapshots
from hardware.display import KeyDown, ScreenPoint, TouchDown, WindowClosed
from hardware.panel.port import KEYS, ROW_KEYS, Button, OnPress, Press, Tone

log = logging.getLogger(__name__)

WaitForInput: TypeAlias = Callable[["queue.SimpleQueue[Posted]", float, bool], Posted | None]
"""Gives the next input, or None once this many seconds have gone by without one. True: it has to
return on time."""

POLL_WINDOW = 0.02
"""Seconds between two polls of the window's keys while a clock runs ..."""

POLL_AT_REST = 0.04
"""... and while none does: half of what an idle table costs is polling."""

TICK = 0.25
"""Seconds between two ticks; nothing that players notice is counted in ticks."""


class Loop:
    """Runs one table until it finishes; `stopped`: from outside, by a Stop."""

    def __init__(
        self,
        state: TableState,
        equipment: Equipment,
        games: PlayedGames,
        output: Output,
        *,
        screen: Screen,
        end_when_over: bool = False,
        wait: WaitForInput = wait_for,
        check_up: CheckUp | None = None,
        manager: ServiceManager | None = None,
        snapshots: Snapshots | None = None,
        first: tuple[Effect, ...] = (),
    ) -> None:
        self.state = state
        self._snapshots, self._first = snapshots or Snapshots(None), first
        self._panel, self._display, self._games = equipment.panel, equipment.display, games
        self._texts, self._say, self._followers = output.heard, output.say, output.addons.followers
        self._clock = clock = equipment.clock
        self._keys = equipment.keys
        self._wait = wait
        showing = Showing(screen, equipment.display, clock, output.on_shown)
        self._more_lamps, self._first_jobs = output.addons.lamps, output.addons.first
        self._shown = ShownTable(
            showing,
            PictureSource(games.pictures),
            output.texts,
            (*output.addons.onlookers, *output.onlookers),
        )
        self._end_when_over = end_when_over
        self._manager = manager or ServiceManager({}, clock)
        self._camera_port = CameraPort()
        self._effects = EffectRunner(
            equipment,
            self._camera_port,
            games,
            check_up or CheckUp(None),
            output,
            post=self.post,
            alive=self._manager.alive,
        )
        self._queue: queue.SimpleQueue[Posted] = queue.SimpleQueue()
        self._lights = Lights(equipment.panel)
        self._finished = self.stopped = False
        self._next_tick = clock() + TICK
        self._missing = equipment.panel.missing

    def post(self, event: Posted) -> None:
        """Queues an input; from any thread, and from a signal handler."""
        self._queue.put(event)

    def connect(self, reading_thread: ReadingThread, camera: CameraThread) -> None:
        """From now on a camera is watched and its pictures are read."""
        self._camera_port.connect(reading_thread, camera)
        self._camera_port.know(self.state)
        self._shown.connect(reading_thread, camera.live)

    @property
    def then(self) -> ExitAction:
        """What follows once it has ended."""
        return self._effects.then

    @property
    def last(self) -> Job | None:
        """The job that runs before that, once everything is closed."""
        return self._effects.last

    def begin(self) -> None:
        """Takes presses from now on, and shows the table."""
        self._panel.set_volume(self.state.device.volume)
        on_press: OnPress = self._pressed
        self._panel.start(on_press)
        if self.state.message is not None:
            self._say(self._texts.say(self.state.message))
        self._effects.run(self._first, self.state)
        for job in self._first_jobs:
            self._effects.begin_job(job, self.state, self.post)
        for follower in self._followers:
            follower.begin(self.state)
        self._show()

    def _pressed(self, press: Press) -> None:
        """A press, on the thread it came from: it clicks at once, whatever it means."""
        self._click()
        self.post(press)

    def _click(self) -> None:
        self._panel.sound(Tone.CLICK)
        for follower in self._followers:
            follower.pressed()

    def run(self) -> TableState:
        """Runs until finished; the state then."""
        self.begin()
        self._manager.status(status_line(self.state))
        self._manager.ready()
        while not self._finished:
            self.poll_window()
            self.drain(self._wait(self._queue, *self._sleep()))
            self._manager.alive()
        if self.then is not ExitAction.SWITCH_OFF:
            self._manager.stopping()  # or else it ends this program by itself, a moment later
        self._shown.end()
        return self.state

    def _sleep(self) -> tuple[float, bool]:
        """How long the loop may sleep if nothing comes in, and whether something is due then."""
        now, soon, frame = self._clock(), due(self.state), self._shown.next_frame
        seconds = TICK
        if self._display.visible or self._keys is not None:
            seconds = POLL_AT_REST if soon is None else POLL_WINDOW
        if frame is not None:
            seconds = min(seconds, max(0.0, frame - now))
        left = math.inf if soon is None else max(0.0, soon - now)
        return min(seconds, left), left <= seconds

    def drain(self, event: Posted | None = None) -> None:
        """Handles an input and all others in the queue, then ticks and shows."""
        event = event or self._next()
        while event is not None and not self._finished:
            self._handle(event)
            event = self._next()
        self._tick()
        self._show()

    def _next(self) -> Posted | None:
        return None if self._queue.empty() else self._queue.get()

    def poll_window(self) -> None:
        """Queues the events of the window, or of a terminal in its place; a key that stands for a
        button clicks at once, as buttons do. Touches are looked up now, on the screen that was
        visible."""
        typed = () if self._keys is None else self._keys.events()
        for event in (*self._display.events(), *typed):
            match event:
                case KeyDown(name, at, types, again):
                    rows = ROW_KEYS.get(name, 0)
                    self._key(KeyPressed(KEYS.get(name), at, types, rows, again))
                case TouchDown(place, at):
                    self._touch(place, at)
                case WindowClosed():
                    self.post(Stop(self._clock()))

    def _key(self, key: KeyPressed) -> None:
        if isinstance(meant(self.state, key)[1], Press):
            self._click()
        if key.button is not None or key.types:
            self.post(key)

    def _touch(self, place: ScreenPoint, at: float) -> None:
        """A touch means what was shown, and nothing if that has changed since."""
        target = self._shown.touched(place, self.state)
        if target is not None:
            self._click()
        self.post(Touched(target, at))

    def _tick(self) -> None:
        now = self._clock()
        if now >= self._next_tick:
            self._next_tick = now + TICK
            self._say_what_failed()
            self._display.look_again()
            self._camera_port.listen()
            self._effects.try_again(self.state)
            self._handle(Tick(now))
        elif (soon := due(self.state)) is not None and now >= soon:
            self._handle(Tick(now))

    def _say_what_failed(self) -> None:
        """What was missing at the start has been reported; a lamp or the buzzer may fail later."""
        missing = self._panel.missing
        if missing != self._missing:
            self._missing = missing
            if missing is not None:
                self._say(self._texts.say(as_message(missing)))

    def _handle(self, event: Posted) -> None:
        if isinstance(event, ReportAsked):
            self._effects.begin_job(CHECK_UP, self.state, event.answer)
            return
        if isinstance(event, Press):
            log.info("pressed %s", event.button)
        elif isinstance(event, KeyPressed) and event.button is not None:
            log.info("pressed %s on a keyboard", event.button)
        elif isinstance(event, Touched) and isinstance(event.what, Button):
            log.info("touched %s on the screen", event.what)
        elif isinstance(event, Stop):
            self.stopped = True
        before, turn = self.state, self.state.board.turn
        self.state, effects = step(self.state, event)
        all_effects = effects
        if OpenGame() in effects:
            # Earlier effects still belong to the game played so far.
            last, effects = _parted(effects)
            self._effects.run(last, self.state)
            self.state = self._games.open_next(self.state)
        if SetUpBoard() in effects:
            self.state = self._games.set_up_board(self.state)
        self._manager.alive()
        self._camera_port.know(self.state)
        self._effects.run(self._signalled(effects), self.state)
        self._snapshots.follow(before, event, self.state, effects, self._games.keeper.number)
        for follower in self._followers:
            follower.follow(before, event, self.state, all_effects)
        if isinstance(event, ReadingDone) and event.turn_over and event.turn == turn:
            self._show()
            self._camera_port.turn_is_done()
        if self.state is not before:
            self._manager.status(status_line(self.state))
        if self._effects.finished or (self.state.finished and self._end_when_over):
            self._finished = True

    def _signalled(self, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
        """Lights the lamps and plays the tones that come first; returns the remaining effects. None
        of it waits for the disk."""
        heard: list[Tone] = []
        for effect in effects:
            if not isinstance(effect, PlayTone):
                break
            heard.append(effect.tone)
        self._lights.change(self._lamps(), heard)
        return effects[len(heard) :]

    def _lamps(self) -> Lit:
        now = self._clock()
        lit, blinking = lamps_at(self.state, now)
        for more in self._more_lamps:
            own, own_blinking = more(self.state, now)
            lit, blinking = lit | own, blinking | own_blinking
        return lit - blinking, blinking

    def _show(self) -> None:
        self._shown.show(self.state, self._games.keeper, self._clock())


def _parted(effects: tuple[Effect, ...]) -> tuple[tuple[Effect, ...], tuple[Effect, ...]]:
    """The effects before a new game is opened, and the rest."""
    place = effects.index(OpenGame())
    return effects[:place], effects[place:]


def status_line(state: TableState) -> str:
    """What `systemctl status` shows: which phase a table is in, and of which game. In English,
    without names and points, which may be hidden."""
    where, game = state.where, state.game.state
    if isinstance(where, Timing):
        return "The timer is used without a game."
    if isinstance(where, BEFORE_THE_GAME):
        return "In the lobby."
    lines = len(game.entries)
    progress = f"{game.variant.name}, {lines} {'line' if lines == 1 else 'lines'} on its sheet"
    if isinstance(where, Over):
        return f"A game is over: {progress}."
    return f"A game {'rests' if isinstance(where, Paused) else 'is played'}: {progress}."
