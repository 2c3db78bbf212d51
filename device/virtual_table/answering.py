"""How players at the virtual table answer: truly, and by the words on the screen.

They know what lies there because they laid it; what an answer leads to is the table's business.
Tests: tests/device/test_virtual.py.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from device.evening_dice import Roll, Rolls, Start
from device.evening_lines import (
    ByHand,
    Evening,
    Goalie,
    Lay,
    PassTurn,
    PressTurn,
    Step,
    Swap,
    Trade,
)
from device.virtual_table.answers import CAUTIOUS, Screen, choose, holding
from device.virtual_table.fingers import REACTS, Fingers
from device.virtual_table.laying import Acting, Present
from device.virtual_table.scene import Scene
from engine.squares import Square
from hardware.panel import Button

_TURNS = (Lay, ByHand, PressTurn, PassTurn, Swap, Trade, Goalie, Roll, Rolls, Start)


@dataclass(frozen=True)
class Asked:
    """A question that the table asked, at a line of the script, and the answer it got."""

    line: int
    question: str
    answer: str


class Answering:
    """Answers what is asked. `laid` are the tiles laid last and `earlier` those before them, which
    others keep up to date; `waits` is a question that is left open for now; `asked` holds every
    question so far."""

    def __init__(self, evening: Evening, scene: Scene, fingers: Fingers, present: Present) -> None:
        self._evening, self._scene = evening, scene
        self._fingers, self._present = fingers, present
        self.laid: Lay | None = None
        self.earlier: Lay | None = None
        self.waits: str | None = None
        self.asked: list[Asked] = []

    def answer_open(self, step: Step) -> Acting:
        """Answers what still stands there, before something else is pressed."""
        screen = self._fingers.shown(step.line)
        if screen.question not in (None, self.waits):
            yield from self.answer(step, screen)

    def answer_all(self, step: Step) -> Acting:
        """Answers whatever a press brought up, if anything comes within a second."""
        begun = since = self._present.now
        while self._present.now - since < REACTS:
            if self._present.now - begun > self._fingers.patience:
                raise self._fingers.stuck(step.line, "it asks on and on")
            screen = self._fingers.screen
            if screen is not None and screen.question is not None:
                yield from self.answer(step, screen)
                since = self._present.now
            yield from self._present.frame()

    def answer(self, step: Step, screen: Screen) -> Generator[None, float, bool]:
        """Gives the answer that is true; whether it said more than that the table should look
        again."""
        later = self._evening.steps[self._evening.steps.index(step) + 1 :]
        last = not any(isinstance(other, _TURNS) for other in later)
        wanted = choose(screen, step, self.laid, self._scene.tiles, last, self.earlier)
        yield from self._take(screen, wanted, step.line)
        return screen.options[wanted] not in CAUTIOUS

    def find(self, text: str, line: int) -> Acting:
        """Takes the answer, or the line of a lobby, that holds a text."""
        yield from self._fingers.until(
            lambda s: holding(s.options or s.lines, text) is not None,
            f"offers nothing called {text!r}",
            line,
        )
        screen = self._fingers.shown(line)
        wanted = holding(screen.options or screen.lines, text) or 0
        if screen.options:
            yield from self._take(screen, wanted, line)
            return
        steps = (wanted - screen.line) % len(screen.lines)
        yield from self._fingers.press_often(Button.NEXT, steps)
        yield from self._fingers.press_and_see(Button.OK)

    def point(self, square: Square, line: int) -> Acting:
        """Points at a square with an arrow, and takes it."""
        yield from self._fingers.until(lambda s: s.pointed is not None, "lets nobody point", line)
        begun = self._present.now
        while self._fingers.shown(line).pointed != square:
            if self._present.now - begun > self._fingers.patience:
                raise self._fingers.stuck(line, f"it never points at {square.name}")
            yield from self._fingers.press_often(Button.NEXT, 1)
        yield from self._fingers.press_and_see(Button.OK)

    def _take(self, screen: Screen, wanted: int, line: int) -> Acting:
        self.asked.append(Asked(line, screen.question or "", screen.options[wanted]))
        yield from self._present.sit(self._present.pace.think)
        yield from self._fingers.take(screen, wanted, line)
