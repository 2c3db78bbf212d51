"""What players do everything with at the virtual table: a panel's nine buttons, a keyboard, or a
touch screen, and nothing else.

Used by test_one_means_alone.py. Another means is another way to make `Means`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from touching import Place, targets_on

from device.screen.drawing import Target
from device.screen.scoreboard import Scoreboard
from device.session.core.inputs import MENU, TurnedTo
from device.simulator.answers import Fingers, ReadScreen, TableStuckError
from device.simulator.hands import Acting
from device.simulator.run import Means
from engine.squares import Square
from hardware.display import Display, DisplayEvent, KeyDown, TouchDown
from hardware.panel.port import KEYS, Button

TAKES = 5.0
"""Seconds after which a touch that changed nothing is made again."""

OFTEN = 40
"""The most touches on the marks of a long list."""


class DoneDisplay(Display):
    """An invisible display, and what is done to it."""

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__(size, headless=True)
        self.done: list[DisplayEvent] = []

    def events(self) -> list[DisplayEvent]:
        found, self.done = self.done, []
        return found


# --- a keyboard ---


class Keyboard:
    """Keys that stand in for buttons, and letters where those are wanted."""

    def __init__(self, display: DoneDisplay) -> None:
        self._display = display

    def press(self, button: Button, at: float) -> None:
        name = next(key for key, means in KEYS.items() if means is button)
        self.type(name, at)

    def hold(self, button: Button, at: float) -> None:
        raise TableStuckError(f"no key is held down for {button} at {at}")

    def type(self, name: str, at: float) -> None:
        self._display.done.append(KeyDown(name, at, name if len(name) == 1 else ""))


class Typing(Fingers):
    """Fingers on a keyboard: they type a letter or a number that is asked for."""

    def take(self, screen: ReadScreen, wanted: int, line: int) -> Acting:
        answer = screen.options[wanted]
        if len(answer) > 1 or not isinstance(self._buttons, Keyboard):
            yield from super().take(screen, wanted, line)
            return
        self._buttons.type(answer.lower(), self._present.now)
        yield from self.unlike(screen, TAKES)


# --- a touch screen ---


class Glass:
    """A screen that is touched where it shows something."""

    def __init__(self, display: DoneDisplay, screen: Scoreboard) -> None:
        self._display, self._screen = display, screen

    def press(self, button: Button, at: float) -> None:
        menu = button is Button.NEXT and button not in self.shown and MENU in self.shown
        self.touch(MENU if menu else button, at)

    def hold(self, button: Button, at: float) -> None:
        raise TableStuckError(f"nothing on a screen is held down for {button} at {at}")

    def touch(self, target: Target, at: float) -> None:
        """TableStuckError where it isn't to be seen."""
        found = self.shown.get(target)
        if not found:
            there = ", ".join(sorted(map(str, self.shown)))
            raise TableStuckError(f"{target} can’t be touched; there are {there}")
        self._display.done.append(TouchDown(found[len(found) // 2], at))

    def turn_on(self, at: float) -> None:
        """Turns a long list on by a page."""
        pages = [one for one in self.shown if isinstance(one, TurnedTo)]
        self.touch(max(pages, key=lambda one: one.place, default=Button.NEXT), at)

    @property
    def shown(self) -> Mapping[Target, list[Place]]:
        return targets_on(self._screen, self._display.surface.get_size())


class Touching(Fingers):
    """Fingers on a screen: they touch what they want, and nothing is chosen before."""

    def take(self, screen: ReadScreen, wanted: int, line: int) -> Acting:
        yield from self._touch(wanted, lambda now: now.question == screen.question, line)

    def take_line(self, _: ReadScreen, wanted: int) -> Acting:
        yield from self._touch(wanted, lambda now: bool(now.lines), 0)

    def point(self, square: Square, line: int) -> Acting:
        yield from self._touch(square, lambda now: now.pointed is not None, line)
        yield from self._touch(square, lambda now: now.pointed is not None, line)

    def _touch(self, target: Target, still: Callable[[ReadScreen], bool], line: int) -> Acting:
        """Touches that, further down a long list if it is there."""
        assert isinstance(self._buttons, Glass)
        for _ in range(OFTEN):
            before = self.shown(line)
            if not still(before):
                return
            if target in self._buttons.shown:
                self._buttons.touch(target, self._present.now)
                yield from self.unlike(before, TAKES)
                return
            self._buttons.turn_on(self._present.now)
            yield from self.unlike(before, TAKES)
        raise self.stuck(line, f"{target} never comes into view")


# --- the means ---


def _by_keys() -> Means:
    display = DoneDisplay((800, 480))
    return Means(Keyboard(display), Typing, display)


def _by_touch() -> Means:
    display = DoneDisplay((480, 320))
    screen = Scoreboard(display.surface, motion=False)
    return Means(Glass(display, screen), Touching, display, screen)


MEANS: Mapping[str, Callable[[], Means | None]] = MappingProxyType(
    {"nine buttons": lambda: None, "keyboard": _by_keys, "touch": _by_touch}
)
"""None: the table's own panel."""
