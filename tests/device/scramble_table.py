"""A Scramble evening for tests: dice that come up as wanted, time that passes, words on a mat.

Used by test_cup.py, test_clearing.py and test_scramble_table.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from answering import pages_to
from standins import Evening, board

from device.clock_and_dice.dice import Die, Roll
from device.language.texts import Texts
from device.session.core.effects import Announce, RollDice
from device.session.core.inputs import DiceRolled, Tick
from device.session.core.state import Asking, Phase
from engine.variants import load_variant
from hardware.panel.port import Button

ENGLISH = Texts("en")
ANN, BEN = Button.SIDE_1, Button.SIDE_2
PLATE = (4, 2, "across", "PLATE")
EMPTY_MAT = board(size=9)


def mat(*words: tuple[int, int, str, str]) -> tuple[str, ...]:
    """Rows of a mat with words on it."""
    return board(*words, size=9)


class DiceEvening(Evening):
    """An evening with letter dice."""

    def __init__(
        self, *, camera: bool = True, sides: Sequence[str] = ("Ann", "Ben"), **options: object
    ) -> None:
        super().__init__(
            camera=camera, sides=sides, variant=load_variant("scramble", "en", options)
        )
        if camera:
            self.lay(EMPTY_MAT)

    @property
    def wanted(self) -> RollDice:
        """The last roll that was asked for."""
        return [effect for effect in self.effects if isinstance(effect, RollDice)][-1]

    def comes_up(self, letters: str) -> DiceEvening:
        """The dice that are rolled show these letters, and begin to tumble."""
        dice = tuple(Die((letter, "1")) for letter in letters)
        roll = Roll(dice, tuple(letters), tuple(range(len(letters))))
        self.put(DiceRolled(self.wanted.what, roll, self.now, self.wanted.turn))
        return self

    def pass_time(self, seconds: float, every: float = 0.1) -> DiceEvening:
        """So much time passes, tick by tick."""
        for _ in range(round(seconds / every)):
            self.now += every
            self.put(Tick(self.now))
        return self

    def roll(self, letters: str) -> DiceEvening:
        """Rolled on the screen, and the timer runs."""
        self.press(Button.OK)
        return self.comes_up(letters).pass_time(3.0)

    def choose(self, label: str) -> DiceEvening:
        """Takes the option with this label, on whichever page of the menu it is."""
        for page in pages_to(label, lambda: self.options):
            self._choose(page)
        return self._choose(label)

    def _choose(self, label: str) -> DiceEvening:
        for _ in range(40):
            phase = self.state.phase
            if not isinstance(phase, Asking):
                raise ValueError(f"nothing is asked: {self.message}")
            if ENGLISH.say(phase.question.options[phase.selected].label) == label:
                self.press(Button.OK)
                return self
            self.press(Button.NEXT)
        raise ValueError(f"no {label!r} among {self.options}")

    @property
    def phase(self) -> Phase:
        return self.state.phase

    @property
    def message(self) -> str:
        """What is said, in full."""
        message = self.state.message
        return "" if message is None else ENGLISH.say(message)

    @property
    def question(self) -> str:
        phase = self.state.phase
        return ENGLISH.say(phase.question.text) if isinstance(phase, Asking) else ""

    @property
    def options(self) -> list[str]:
        phase = self.state.phase
        if not isinstance(phase, Asking):
            return []
        return [ENGLISH.say(option.label) for option in phase.question.options]

    @property
    def aloud(self) -> list[str]:
        """All that was said aloud."""
        return [ENGLISH.say(e.message) for e in self.effects if isinstance(e, Announce)]
