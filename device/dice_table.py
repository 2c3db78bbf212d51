"""Dice by themselves: a roll is made, its dice tumble on the screen, and OK rolls again.

What comes up is settled before the first die tumbles. Knows no game and no turn.
Tests: tests/device/test_roll_command.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from device.dice import Dice, Roll, lies_still, next_face
from device.texts import Message, Texts
from device.zone_views import DiceView, dice_view
from hardware.panel import SIDE_BUTTONS, Button, Panel, Press, Tone

AGAIN = Message("OK: roll again – END: leave")

ROLLS_AGAIN = frozenset({Button.OK, *SIDE_BUTTONS})


TITLES: Mapping[Dice, Message] = MappingProxyType(
    {
        Dice.LETTER: Message("Letter die"),
        Dice.CHANCE: Message("Chance die"),
        Dice.SCRAMBLE: Message("Letter dice"),
    }
)


class DiceTable:
    """Dice with buttons: OK or a side's rolls again once they lie still, END leaves them.

    `roll` makes a roll; `tell` is given each as soon as it lies still.
    """

    def __init__(
        self,
        roll: Callable[[], Roll],
        title: Message,
        *,
        panel: Panel,
        draw: Callable[[DiceView], None],
        texts: Texts,
        tell: Callable[[Roll], None],
    ) -> None:
        self.finished = False
        self._make, self._title, self._tell = roll, title, tell
        self._panel, self._draw, self._texts = panel, draw, texts
        self._roll: Roll | None = None
        self._since = 0.0
        self._told = False
        self._shown: DiceView | None = None

    def press(self, press: Press) -> None:
        """Roll again, or leave; what has been rolled is told even if nobody saw it lie still."""
        if press.button is Button.END:
            self.finished = True
            self._tell_roll()
        elif press.button in ROLLS_AGAIN and self._told:
            self._begin(press.at)

    def look(self, now: float) -> bool:
        """Draw the dice as they are now; whether anything was drawn."""
        if self._roll is None:
            self._begin(now)
        if self._roll is None or self.finished:
            return False
        shown = dice_view(self._roll, self._since, now, self._texts, self._title, AGAIN)
        if shown == self._shown:
            return False
        still = lies_still(self._roll, self._since, now)
        self._panel.sound(Tone.PLAY if still else Tone.TICK)
        self._shown = shown
        self._draw(shown)
        if still:
            self._tell_roll()
        return True

    def due(self, now: float) -> float | None:
        """When the next face comes up."""
        return None if self._roll is None else next_face(self._roll, self._since, now)

    def _begin(self, now: float) -> None:
        self._roll, self._since, self._told = self._make(), now, False

    def _tell_roll(self) -> None:
        if self._roll is not None and not self._told:
            self._told = True
            self._tell(self._roll)
