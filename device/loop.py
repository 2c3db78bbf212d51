"""The loop: one queue, one thread, and the only place where something is done.

It takes inputs, lets the session say what they mean, and carries the effects out: lamps and what is
heard of a clock at once, then the journal, and only then the screen. It knows no rule and no state
by name. Tests: tests/device/test_loop.py, tests/device/test_clock_at_the_table.py.
"""

from __future__ import annotations

import logging
import math
import queue
from collections.abc import Callable
from random import Random
from typing import TypeAlias

from device.afterwards import Then
from device.camera_desk import CameraDesk
from device.check_up import CheckUp
from device.dice import FAIR, rolled_from_cup
from device.inputs import (
    DeviceChecked,
    DiceRolled,
    JournalFailed,
    Posted,
    ReadingDone,
    ReportAsked,
    Stop,
    ThreadFailed,
    Tick,
)
from device.journal import JournalError
from device.keeper import Keeper
from device.learning import TableLearner
from device.on_time import Lights, wait_for
from device.picture_source import PictureSource
from device.play_pictures import PlayPictures
from device.reading_desk import Context, ReadingDesk
from device.sd_notify import ServiceManager
from device.session.effects import (
    CheckDevice,
    CloseGame,
    Effect,
    Erase,
    Finish,
    FollowAgain,
    KeepClock,
    KeepPicture,
    Learn,
    LookCloser,
    LookNow,
    OpenGame,
    Play,
    Record,
    RollDice,
    SayAloud,
    SetUpBoard,
    SetVolume,
)
from device.session.lamps import lamps_at
from device.session.state import Lobby, TableState
from device.session.step import step
from device.session.turn_clock import due
from device.shown_table import ShownTable
from device.shown_views import OnShown, Screen, Showing
from device.status_line import status_line
from device.texts import Texts
from hardware.camera import Clock
from hardware.display import Display, KeyDown, WindowClosed
from hardware.panel import KeyboardPanel, OnPress, Panel, Press, Tone

log = logging.getLogger(__name__)

OpenGames: TypeAlias = Callable[[TableState], TableState]
"""Opens the game of a state: a place in the journal, a reader of its board."""
Wait: TypeAlias = Callable[["queue.SimpleQueue[Posted]", float, bool], Posted | None]
"""Gives the next input, or None when so many seconds have gone by without one. True: whoever waits
has to be on time."""

POLL_WINDOW = 0.02
"""Seconds between two looks at the window's keys while a clock runs ..."""

POLL_AT_REST = 0.04
"""... and while none does: half of what a table at rest costs is looking."""

TICK = 0.25
"""Seconds between two ticks; nothing that players notice is counted in ticks."""


class Loop:
    """Runs one table until it is told to finish."""

    def __init__(
        self,
        state: TableState,
        *,
        panel: Panel,
        display: Display,
        screen: Screen,
        texts: Texts,
        keeper: Keeper,
        say: Callable[[str], None],
        clock: Clock,
        on_shown: OnShown | None = None,
        end_when_over: bool = False,
        learner: TableLearner | None = None,
        pictures: PlayPictures | None = None,
        open_game: OpenGames | None = None,
        set_up_board: OpenGames | None = None,
        chance: Random = FAIR,
        wait: Wait = wait_for,
        check_up: CheckUp | None = None,
        manager: ServiceManager | None = None,
    ) -> None:
        self.state = state
        self._panel, self._display, self._texts = panel, display, texts
        self._keeper, self._say, self._clock = keeper, say, clock
        showing = Showing(screen, display, clock, on_shown)
        self._shown = ShownTable(showing, PictureSource(pictures), texts)
        self._end_when_over = end_when_over
        self._learner, self._pictures = learner, pictures
        self._open_game, self._set_up_board = open_game, set_up_board
        self._chance, self._wait = chance, wait
        self._check_up = check_up or CheckUp(None, clock)
        self._manager = manager or ServiceManager({}, clock)
        self._keyboard = panel if isinstance(panel, KeyboardPanel) else KeyboardPanel()
        self._queue: queue.SimpleQueue[Posted] = queue.SimpleQueue()
        self._desk: ReadingDesk | None = None
        self._camera: CameraDesk | None = None
        self._lights = Lights(panel)
        self._finished, self.then = False, Then.NOTHING
        self._next_tick = clock() + TICK
        self._missing = panel.missing

    def post(self, event: Posted) -> None:
        """Queues an input; from any thread, and from a signal's handler."""
        self._queue.put(event)

    def connect(self, desk: ReadingDesk, camera: CameraDesk) -> None:
        """Gives the loop eyes."""
        self._desk, self._camera = desk, camera
        self._hold_camera()
        self._shown.connect(desk, camera.live)

    def begin_game(self, keeper: Keeper, learner: TableLearner | None) -> None:
        """Another game is kept, and learned from, from now on."""
        self._keeper, self._learner = keeper, learner

    def begin(self) -> None:
        """Takes presses from now on, and shows the table."""
        self._panel.set_volume(self.state.volume)
        on_press: OnPress = self._felt
        self._panel.start(on_press)
        if self._keyboard is not self._panel:
            self._keyboard.start(on_press)
        if self.state.message is not None:
            self._say(self._texts.say(self.state.message))
        self._show()

    def _felt(self, press: Press) -> None:
        """A press, on the thread that it comes from: whatever it means, it was felt."""
        self._panel.sound(Tone.CLICK)
        self.post(press)

    def run(self) -> TableState:
        """Runs until finished; the state then. `then`: what is to follow."""
        self.begin()
        self._manager.status(status_line(self.state))
        self._manager.ready()
        while not self._finished:
            self._poll_window()
            self.work_off(self._wait(self._queue, *self._sleep()))
            self._manager.alive()
        if self.then is not Then.SWITCH_OFF:
            self._manager.stopping()  # else it ends this program by itself, a moment later
        self._shown.end()
        return self.state

    def _sleep(self) -> tuple[float, bool]:
        """How long the loop may sleep, if nothing comes in, and whether something is due then."""
        now, soon, frame = self._clock(), due(self.state), self._shown.next_frame
        seconds = TICK
        if self._display.visible:
            seconds = POLL_AT_REST if soon is None else POLL_WINDOW
        if frame is not None:
            seconds = min(seconds, max(0.0, frame - now))
        left = math.inf if soon is None else max(0.0, soon - now)
        return min(seconds, left), left <= seconds

    def work_off(self, event: Posted | None = None) -> None:
        """Handles an input and all that are queued, then ticks and shows."""
        event = event or self._next()
        while event is not None and not self._finished:
            self._handle(event)
            event = self._next()
        self._tick()
        self._show()

    def _next(self) -> Posted | None:
        return None if self._queue.empty() else self._queue.get()

    def _poll_window(self) -> None:
        for event in self._display.events():
            match event:
                case KeyDown(name, at):
                    self._keyboard.key(name, at)
                case WindowClosed():
                    self.post(Stop(self._clock()))

    def _tick(self) -> None:
        now = self._clock()
        if now >= self._next_tick:
            self._next_tick = now + TICK
            self._say_what_failed()
            if self._camera is not None:
                self._camera.listen()
            self._handle(Tick(now))
        elif (soon := due(self.state)) is not None and now >= soon:
            self._handle(Tick(now))

    def _say_what_failed(self) -> None:
        """What was missing at the start has been said; a lamp or the buzzer may fail later."""
        missing = self._panel.missing
        if missing != self._missing:
            self._missing = missing
            if missing is not None:
                self._say(missing)

    def _handle(self, event: Posted) -> None:
        if isinstance(event, ReportAsked):
            self._check(event.answer)
            return
        if isinstance(event, Press):
            log.info("pressed %s", event.button)
        before, turn = self.state, self.state.turn
        self.state, effects = step(self.state, event)
        if OpenGame() in effects and self._open_game is not None:
            # What comes before it still belongs to the game that was played so far.
            last, effects = _parted(effects)
            for effect in last:
                self._carry_out(effect)
            self.state = self._open_game(self.state)
        if SetUpBoard() in effects and self._set_up_board is not None:
            self.state = self._set_up_board(self.state)
        self._give_context()
        self._hold_camera()
        for effect in self._signalled(effects):
            self._carry_out(effect)
        dealt_with = isinstance(event, ReadingDone) and event.turn_over and event.turn == turn
        if dealt_with and self._camera is not None:
            self._show()
            self._camera.turn_is_done()
        if self.state is not before:
            self._manager.status(status_line(self.state))
        if self.state.finished and self._end_when_over:
            self._finished = True

    def _signalled(self, effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
        """Lights the lamps with the tones that come first; what is left to be done. None of it
        waits for the disk."""
        heard: list[Tone] = []
        for effect in effects:
            if not isinstance(effect, Play):
                break
            heard.append(effect.tone)
        self._lights.change(lamps_at(self.state, self._clock()), heard)
        return effects[len(heard) :]

    def _carry_out(self, effect: Effect) -> None:
        match effect:
            case Record() | Erase() | CloseGame():
                unkept = self._keeper.number is None
                try:
                    self._keeper.keep(effect)
                except JournalError as error:
                    self.post(JournalFailed(str(error), self._clock()))
                if isinstance(effect, Erase) or unkept:
                    # A new journal counts its games from 1 again, and old pictures may lie there.
                    self._forget_pictures(effect.number if isinstance(effect, Erase) else 0)
            case KeepPicture(number):
                self._keep_picture(number)
            case KeepClock(body):
                try:
                    self._keeper.keep_clock(body, beside=due(self.state) is not None)
                except JournalError as error:
                    self.post(JournalFailed(str(error), self._clock()))
            case Play(tone):
                self._panel.sound(tone)
            case SayAloud(message):
                self._say(self._texts.say(message))
            case FollowAgain():
                if self._desk is not None:
                    self._desk.follow_again()
            case LookNow():
                if self._camera is not None:
                    self._camera.look_now()
            case Learn(reading):
                if self._learner is not None:
                    self._learner.turn_ended(reading, self.state)
            case LookCloser():
                if self._camera is not None:
                    self._camera.look_closer()
            case RollDice():
                self._roll(effect)
            case CheckDevice():
                self._check(self.post)
            case SetVolume(level):
                self._panel.set_volume(level)
            case OpenGame():
                if self._camera is not None:
                    self._camera.look_closer()
            case Finish(then):
                self._finished, self.then = True, then

    def _check(self, answer: Callable[[DeviceChecked | ThreadFailed], None]) -> None:
        last = None if self._desk is None else self._desk.last_read
        parts = self._panel.missing, self._display.missing
        self._check_up.begin(self.state, last, *parts, answer)

    def _roll(self, wanted: RollDice) -> None:
        roll = rolled_from_cup(wanted.dice, wanted.count, self._chance, out=wanted.out)
        self.post(DiceRolled(wanted.what, roll, self._clock(), wanted.turn))

    def _keep_picture(self, number: int) -> None:
        picture = None if self._desk is None else self._desk.last_picture
        game = self._keeper.number
        if picture is not None and game is not None and self._pictures is not None:
            self._pictures.keep(game, number, picture)

    def _forget_pictures(self, number: int) -> None:
        game = self._keeper.number
        if game is not None and self._pictures is not None:
            self._pictures.drop(game, number)

    def _give_context(self) -> None:
        if self._desk is None or isinstance(self.state.where, Lobby):
            return
        state, context = self.state, self._desk.context
        seen = None if state.seen is None or state.seen.play is None else state.seen.after
        now = (state.turn, state.followed, seen)
        if now != (context.turn, context.before, context.seen):
            self._desk.context = Context(state.turn, state.followed, seen)

    def _hold_camera(self) -> None:
        """While a game is played its pictures are taken alike; in the lobby somebody may still put
        the lamp and the camera right."""
        if self._camera is not None:
            self._camera.hold(not isinstance(self.state.where, Lobby))

    def _show(self) -> None:
        self._shown.show(self.state, self._keeper, self._clock())


def _parted(effects: tuple[Effect, ...]) -> tuple[tuple[Effect, ...], tuple[Effect, ...]]:
    """What comes before a new game is opened, and the rest."""
    place = effects.index(OpenGame())
    return effects[:place], effects[place:]
