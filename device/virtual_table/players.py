"""The people at the virtual table: they lay, press, wait for the screen and answer its questions.

They know what they lay, and what the screen says; they share nothing else with the program. They
act before every frame, in the time they are told. Tests: tests/device/test_virtual.py.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass

import numpy as np

from device.evening import (
    Evening,
    Lay,
    Mishap,
    PassTurn,
    PressButton,
    PressTurn,
    Step,
    Swap,
    TakeBack,
    Wait,
)
from device.virtual_table.answers import CAUTIOUS, Screen, choose
from device.virtual_table.hands import Reach
from device.virtual_table.laying import Acting, Hands, Present
from device.virtual_table.mishaps import Setting, happen
from device.virtual_table.motion import HURRIED, Pace
from device.virtual_table.scene import Scene
from engine.events import Side
from hardware.panel import SIDE_BUTTONS, Button

LATE = 60.0
"""Seconds after which people hurry: the table is slow, and they want to get home."""

PRESS_AGAIN = 8.0
"""Seconds of the table's clock after which somebody puts the tiles straight and presses again."""

UNSURE_TWICE = 2
"""After so many questions that they couldn't answer, too."""

LOOK_AGAIN = 2.0
"""The same after they have told the table to look again."""

ASKED_AGAIN = 4.0
"""Seconds after which a question that still stands there after OK is taken for a new one."""

MOMENT = 0.05
"""Seconds: in steps no longer than this people act, however far apart the frames are."""

PATIENCE = 45.0
"""Seconds after which people give up on a table that doesn't do what they press for."""

GRACE = 10.0
"""Seconds for which the camera goes on after the last step, so that the end can be shown."""


class TableStuckError(Exception):
    """The screen never showed what had to come; the text says at which line, and what it shows."""


@dataclass(frozen=True)
class Asked:
    """A question that the table asked, at a line of the script, and the answer it got."""

    line: int
    question: str
    answer: str


class Players:
    """Plays an evening at a scene. `press` is called for every press; `saw` tells what the screen
    shows (from any thread); `asked` holds every question so far; `stuck` says why they gave up."""

    def __init__(
        self,
        evening: Evening,
        scene: Scene,
        press: Callable[[Button, float], None],
        *,
        seed: int,
        pace: Pace = Pace(),  # noqa: B008  (frozen)
        patience: float = PATIENCE,
    ) -> None:
        self._evening, self._scene, self._press = evening, scene, press
        self._patience = patience
        self._present = Present(pace)
        self._hands = Hands(scene, self._present, seed)
        self._table = Setting(scene, self._hands, self._present, np.random.default_rng([seed, 6]))
        self._screen: Screen | None = None
        self._laid: Lay | None = None
        self._earlier: Lay | None = None
        self._acting: Acting | None = None
        self._left_at: float | None = None
        self.asked: list[Asked] = []
        self.stuck: str | None = None

    @property
    def reaches(self) -> tuple[Reach, ...]:
        return self._hands.reaches

    def saw(self, screen: Screen) -> None:
        """The screen shows this now."""
        self._screen = screen

    def act(self, now: float) -> bool:
        """Goes on with the evening; False once all have left, or gave up."""
        if self.stuck is not None:
            return False
        if self._left_at is not None:
            over = self._screen is not None and self._screen.over
            return over and now - self._left_at < GRACE
        try:
            if self._acting is None:
                self._present.now = now
                self._acting = self._whole_evening()
                next(self._acting)
            # Hands don't slow down where frames are slow to draw.
            while self._present.now < now:
                self._acting.send(min(now, self._present.now + MOMENT))
        except StopIteration:
            self._left_at = now
        except TableStuckError as stuck:
            self.stuck = str(stuck)
            return False
        return True

    def _whole_evening(self) -> Acting:
        yield from self._until(lambda _: True, "shows nothing", self._evening.steps[0])
        yield from self._present.sit(self._present.pace.settle_in)
        begun = self._present.now
        for step in self._evening.steps:
            if self._present.now - begun > LATE:
                self._present.pace = HURRIED
            yield from self._do(step)

    def _do(self, step: Step) -> Acting:
        match step:
            case Lay(side=side, tiles=tiles):
                self._earlier, self._laid = self._laid, step
                yield from self._present.sit(self._present.pace.think)
                yield from self._hands.lay(self._seat(side), tiles)
            case PressTurn(side=side) | PassTurn(side=side) | Swap(side=side):
                if not isinstance(step, PressTurn):
                    self._laid = None
                    yield from self._present.sit(self._present.pace.think)
                yield from self._press_turn(step, side)
            case TakeBack():
                yield from self._present.sit(self._present.pace.think)
                yield from self._take_back(step)
            case PressButton(button=button):
                self._press(button, self._present.now)
                yield from self._answer_all(step)
            case Wait(seconds=seconds):
                yield from self._present.sit(seconds)
            case Mishap(what=what, words=words):
                yield from happen(self._table, what, words)

    def _take_back(self, step: TakeBack) -> Acting:
        yield from self._hands.take(self._seat(step.side), step.squares)
        self._laid = None
        if step.counted and self._screen is not None and self._screen.turn is not None:
            yield from self._press_turn(step, self._screen.turn)

    def _seat(self, side: Side) -> int:
        return self._evening.sides.index(side)

    def _press_turn(self, step: PressTurn | PassTurn | Swap | TakeBack, side: Side) -> Acting:
        """Presses a side's button until the screen shows that the step counts."""
        yield from self._present.sit(self._present.pace.press)
        button = SIDE_BUTTONS[self._seat(side)]
        before = self._screen
        if before is None:
            raise TableStuckError(f"line {step.line}: the screen is dark")
        begun = asked = self._present.now
        patience, unsure = PRESS_AGAIN, 0
        self._press(button, self._present.now)
        while True:
            yield from self._present.frame()
            screen = self._screen
            if screen is None or self._present.now - begun > self._patience:
                raise self._stuck_at(step, f"{side}'s press had no effect")
            if screen.question is not None:
                sure = yield from self._answer(step, screen)
                asked, patience = self._present.now, PRESS_AGAIN if sure else LOOK_AGAIN
                unsure += not sure
            elif _counts(before, screen, step):
                return
            elif self._present.now - asked > patience:
                if (
                    (patience == PRESS_AGAIN or unsure == UNSURE_TWICE)
                    and isinstance(step, PressTurn)
                    and self._laid
                ):
                    yield from self._hands.straighten(self._seat(self._laid.side), self._laid.tiles)
                self._press(button, self._present.now)
                asked, patience = self._present.now, PRESS_AGAIN

    def _answer_all(self, step: Step) -> Acting:
        """Answers whatever a press brought up, if anything comes within a second."""
        begun = self._present.now
        while self._present.now - begun < 1.0:
            screen = self._screen
            if screen is not None and screen.question is not None:
                yield from self._answer(step, screen)
                begun = self._present.now
            yield from self._present.frame()

    def _answer(self, step: Step, screen: Screen) -> Generator[None, float, bool]:
        """Chooses with the arrow buttons and takes the choice with OK; whether it said more than
        that the table should look again."""
        last = step is self._evening.steps[-1]
        wanted = choose(screen, step, self._laid, self._scene.tiles, last, self._earlier)
        question = screen.question or ""
        self.asked.append(Asked(step.line, question, screen.options[wanted]))
        yield from self._present.sit(self._present.pace.think)
        count = len(screen.options)
        forward = (wanted - screen.selected) % count
        back = count - forward
        button, times = (Button.NEXT, forward) if forward <= back else (Button.BACK, back)
        for _ in range(times):
            self._press(button, self._present.now)
        yield from self._until(
            lambda s: s.question != question or s.selected == wanted, "doesn't select", step
        )
        asking = self._screen
        sure = screen.options[wanted] not in CAUTIOUS
        if asking is None or asking.question != question:
            return sure
        self._press(Button.OK, self._present.now)
        # The same question may come back at once, and then the screen looks as before.
        answered = self._present.now
        while self._screen == asking and self._present.now - answered < ASKED_AGAIN:
            yield from self._present.frame()
        return sure

    def _until(self, shows: Callable[[Screen], bool], otherwise: str, step: Step) -> Acting:
        begun = self._present.now
        while self._screen is None or not shows(self._screen):
            if self._present.now - begun > self._patience:
                raise self._stuck_at(step, f"the screen {otherwise}")
            yield from self._present.frame()

    def _stuck_at(self, step: Step, what: str) -> TableStuckError:
        screen = self._screen
        shown = "nothing" if screen is None else screen.question or screen.message or "no message"
        return TableStuckError(f"line {step.line}: {what}; it shows: {shown}")


def _counts(before: Screen, now: Screen, step: Step) -> bool:
    """Whether the screen shows that a press did what it was for."""
    if isinstance(step, TakeBack):
        return now.turn == step.side
    return now.over or now.turn != before.turn or now.totals != before.totals
