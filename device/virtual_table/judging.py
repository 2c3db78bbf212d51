"""What the people at the virtual table do beside their turns: challenge, and show what is left.

They press, answer truly and take up what the screen says; whether a word is good was said by the
script. Tests: tests/device/test_scripted_evenings.py.
"""

from __future__ import annotations

from device.evening_lines import Challenge, Evening, Rack
from device.virtual_table.answering import Answering
from device.virtual_table.fingers import REACTS, Fingers
from device.virtual_table.laying import Acting, Hands, Present
from hardware.panel import SIDE_BUTTONS, Button

SEES_WITHIN = 6.0
"""Seconds for which they wait for the table to see by itself what they have done."""


class Judging:
    """Challenges, and racks at the end of a game."""

    def __init__(
        self,
        evening: Evening,
        fingers: Fingers,
        present: Present,
        answering: Answering,
        hands: Hands,
    ) -> None:
        self._evening, self._fingers, self._present = evening, fingers, present
        self._answering, self._hands = answering, hands

    def challenge(self, step: Challenge) -> Acting:
        """Presses challenge, takes a bad play's tiles up, and leaves the verdict."""
        yield from self._present.sit(self._present.pace.press)
        self._fingers.press(Button.CHALLENGE)
        yield from self._answering.answer_all(step)
        if not step.good:
            yield from self._hands.take(self._evening.sides.index(step.of), step.squares)
            self._answering.laid = None
            # The camera sees them go, and then the game goes on by itself.
            yield from self._wait_while_judged(step, SEES_WITHIN)
        begun = self._present.now
        while self._fingers.shown(step.line).judged:
            if self._present.now - begun > self._fingers.patience:
                raise self._fingers.stuck(step.line, "the verdict stays on the screen")
            yield from self._fingers.press_and_see(Button.OK)

    def _wait_while_judged(self, step: Challenge, seconds: float) -> Acting:
        begun = self._present.now
        while self._fingers.shown(step.line).judged and self._present.now - begun < seconds:
            yield from self._present.frame()

    def show_rack(self, step: Rack) -> Acting:
        """Lays what is left on the board, presses, and takes it off again."""
        seat = self._evening.sides.index(step.side)
        yield from self._present.sit(self._present.pace.think)
        yield from self._hands.lay(seat, step.tiles)
        begun = self._present.now
        while self._fingers.shown(step.line).question is None:
            if self._present.now - begun > self._fingers.patience:
                raise self._fingers.stuck(step.line, f"{step.side}'s rack isn't taken")
            yield from self._present.sit(REACTS)
            yield from self._fingers.press_and_see(SIDE_BUTTONS[seat])
        yield from self._answering.answer_all(step)
        yield from self._hands.take(seat, step.tiles)
