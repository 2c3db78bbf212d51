"""The people of a long run: those of a script, who think; and their host, who ends an evening and
puts right what wild presses spoiled.

The host looks at the screen and presses, as the others do. Knows no fault by name.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from device.simulator.answers import ReadScreen
from device.simulator.hands import Acting
from device.simulator.lines import (
    PassTurn,
    PressButton,
    PressTurn,
    ScriptStep,
    Swap,
    TakeBack,
    WaitSeconds,
)
from device.simulator.panel import MockPins
from device.simulator.players import Players
from engine.events import Side
from hardware.panel.port import SIDE_BUTTONS, Button
from workshop.benchmarks.soaked.evenings import THINKING
from workshop.benchmarks.soaked.table import Clock

ENDS = (
    "End the game",
    "Yes, end it",
    "Yes, leave them out",
    "Yes, the game is over",
    "No tiles",
    "Leave",
    "Yes",
)
"""Answers, by how they begin, of who wants a game to be over."""

AT_LAST = 80
"""Presses after which the host gives up."""

OWN_PRESSES, SEES_OWN = 3, 0.4
"""So often somebody presses again whose play doesn't count yet, after this many seconds."""

LOOKS = 0.8
"""Seconds that the host takes to see what a press did."""


class SoakPlayers(Players):
    """The same people; `step` is what they are doing."""

    step: ScriptStep | None = None

    @property
    def line(self) -> int:
        """Of the script, where they are."""
        return self._line

    @property
    def thinking(self) -> bool:
        """Whether somebody only thinks now."""
        return isinstance(self.step, WaitSeconds) and self.step.line == THINKING

    def _do(self, step: ScriptStep) -> Acting:
        self.step = step
        over = self._screen is not None and self._screen.over
        if over and isinstance(step, PressButton) and step.button is Button.END:
            return  # at a table with a lobby that leads there, and the end hasn't been seen yet
        yield from super()._do(step)

    def _press_turn(self, step: PressTurn | PassTurn | Swap | TakeBack, side: Side) -> Acting:
        """They look whether it was their own turn that the press closed, not a forgotten one."""
        seat = self._seat(side)
        before = self._fingers.shown(step.line).totals[seat]
        yield from super()._press_turn(step, side)
        laid = self._answering.laid
        own = laid is not None and laid.side == side
        if not own or not isinstance(step, PressTurn) or step.later:
            return
        for _ in range(OWN_PRESSES):
            yield from self._present.sit(SEES_OWN)
            screen = self._fingers.shown(step.line)
            if screen.turn != side or screen.totals[seat] != before or screen.over:
                return
            yield from super()._press_turn(step, side)


class BouncingPins(MockPins):
    """The panel on mock pins, whose contacts chatter while they are `worn`."""

    worn = False
    MOST = 6
    CHATTER = 0.0008
    """Seconds between two edges."""

    def __init__(self, chance: Random) -> None:
        super().__init__()
        self._chance = chance
        self.bounced = 0

    def forget(self) -> None:
        """Drops what has been heard and what pins did: mock pins record everything."""
        del self.heard[:]
        for pin in self._factory.pins.values():
            pin.clear_states()

    def _close(self, number: int, at: float, seconds: float) -> None:
        if self.worn:
            pin = self._factory.pin(number)
            self._now = max(at, self._free)
            for _ in range(self._chance.randint(1, self.MOST)):
                pin.drive_low()
                self._now += self._chance.uniform(0.1, 1.0) * self.CHATTER
                pin.drive_high()
                self._now += self._chance.uniform(0.1, 1.0) * self.CHATTER
                self.bounced += 1
            at = self._free = self._now
        super()._close(number, at, seconds)


class Fingers:
    """What presses of the people come to. An unplugged panel doesn't click: what is
    `waiting` is pressed again once it does, and people do nothing else until then."""

    def __init__(self, pins: MockPins, clock: Clock) -> None:
        self._pins, self._clock = pins, clock
        self.unplugged = False
        self.waiting: list[Button] = []
        self.presses = 0
        self.last = 0.0

    def press(self, button: Button, at: float) -> None:
        """A button is pressed at that time as people live through it."""
        self.last = at
        if self.unplugged:
            self.waiting.append(button)
            return
        self.presses += 1
        self._pins.press(button, at + self._clock.jumped)

    def hold(self, button: Button, at: float) -> None:
        """The same, for long."""
        self.last = at
        self.presses += 1
        self._pins.hold(button, at + self._clock.jumped)

    def plug(self, at: float) -> None:
        """The panel is there again; who waited presses."""
        self.unplugged = False
        waiting, self.waiting = self.waiting, []
        for button in waiting:
            self.press(button, at)


class Host:
    """Sees that an evening begins and ends. `sees`: what the screen shows; `passes`: lets this many
    seconds of the table go by."""

    def __init__(
        self,
        fingers: Fingers,
        sees: Callable[[], ReadScreen | None],
        passes: Callable[[float], None],
        now: Callable[[], float],
    ) -> None:
        self._fingers, self._sees, self._passes, self._now = fingers, sees, passes, now
        self.trail: list[str] = []

    def press(self, button: Button) -> None:
        """Presses, and looks what comes of it."""
        self._fingers.press(button, self._now())
        self._passes(LOOKS)

    def begin(self) -> bool:
        """OK on the first line of the lobby; whether the game has begun."""
        for _ in range(AT_LAST):
            screen = self._sees()
            if screen is not None and not screen.lines:
                return True
            if screen is not None and screen.question is not None:
                self._answer(screen, ("They are off", "Leave", "Yes", "No"))
            else:
                self.press(Button.OK)
        return False

    def end(self) -> bool:
        """Ends the game, without counting racks; whether it is over."""
        return self._until(lambda screen: screen.over and screen.question is None, Button.END)

    def leave(self) -> bool:
        """Goes on to the lobby; whether it is there."""
        return self._until(lambda screen: bool(screen.lines), Button.OK)

    def _until(self, there: Callable[[ReadScreen], bool], button: Button) -> bool:
        self.trail = []
        same = 0
        before: ReadScreen | None = None
        for _ in range(AT_LAST):
            screen = self._sees()
            if screen is None:
                self._passes(LOOKS)
                continue
            if there(screen):
                return True
            same = same + 1 if screen == before else 0
            before = screen
            self.trail.append(screen.question or screen.message)
            if screen.question is not None:
                self._answer(screen, ENDS if same < 2 else ())
            elif screen.judged or screen.over or same in (2, 5):
                self.press(Button.OK)
            elif same in (3, 6):
                self.press(Button.BACK)
            else:
                self.press(button)
        return False

    def _answer(self, screen: ReadScreen, wanted: tuple[str, ...]) -> None:
        """Takes the first answer that begins so, or leaves the question."""
        for begins in wanted:
            for number, option in enumerate(screen.options):
                if option.startswith(begins):
                    forward = (number - screen.selected) % len(screen.options)
                    for _ in range(forward):
                        self._fingers.press(Button.NEXT, self._now())
                        self._passes(0.2)
                    self.press(Button.OK)
                    return
        self.press(Button.UNDO)

    def put_right(self, events: Callable[[], int], wanted: int) -> bool:
        """Undoes what somebody's presses did to a game, until it has so many events; whether it
        has them, and nothing is asked."""
        for number in range(AT_LAST):
            screen = self._sees()
            if screen is None:
                return False
            if screen.question is not None:
                self.press(Button.UNDO if number % 4 < 3 else Button.BACK)
            elif screen.lines or screen.over or events() < wanted:
                return False
            elif events() > wanted:
                self.press(Button.UNDO)
            else:
                return True
        return False


WILD = (*SIDE_BUTTONS, Button.NEXT, Button.BACK, Button.OK)
"""What a child presses."""
