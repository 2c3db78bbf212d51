"""A part that runs alone under a script: presses at their times, a clock that jumps, no waiting."""

from __future__ import annotations

from collections.abc import Iterable

from device.clock_and_dice.alone import PressQueue, StandAlone, run_alone
from hardware.display import Display
from hardware.panel.port import Button, Lamp, OnPress, Press, ScriptedPanel, Tone

Lamps = tuple[frozenset[Lamp], frozenset[Lamp]]


class Timed(ScriptedPanel):
    """A panel that also keeps what it shows and sounds, and when."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self.tones: list[tuple[float, Tone]] = []
        self.lamps: list[tuple[float, Lamps]] = []
        self.closed = False

    def sound(self, tone: Tone) -> None:
        super().sound(tone)
        self.tones.append((self.now, tone))

    def light(self, lit: frozenset[Lamp], blinking: frozenset[Lamp] = frozenset()) -> None:
        super().light(lit, blinking)
        self.lamps.append((self.now, (lit, blinking)))

    def close(self) -> None:
        super().close()
        self.closed = True

    def times(self, tone: Tone) -> list[float]:
        """When a tone was heard."""
        return [at for at, heard in self.tones if heard is tone]


class LeavingPanel(Timed):
    """A panel on which somebody presses END at once."""

    def start(self, on_press: OnPress) -> None:
        super().start(on_press)
        self.press(Button.END, 0.0)


class Script:
    """Presses buttons at their times, and lets time jump to whatever comes next."""

    def __init__(self, panel: Timed, presses: Iterable[tuple[float, Button]]) -> None:
        self._panel = panel
        self._presses = list(presses)
        self.looks = 0

    def clock(self) -> float:
        return self._panel.now

    def wait(self, presses: PressQueue, seconds: float | None, on_time: bool) -> Press | None:
        """The next press of the script, or None once the time has passed."""
        self.looks += 1
        assert on_time == (seconds is not None)
        at, button = self._presses[0]
        if seconds is not None and at > self._panel.now + seconds:
            self._panel.now += seconds
            return None
        del self._presses[0]
        self._panel.now = at
        self._panel.press(button, at)
        return presses.get_nowait()

    def run(self, part: StandAlone) -> list[str]:
        """Runs the part to the end of the script; what was said."""
        messages: list[str] = []
        display = Display(headless=True)
        run_alone(
            part,
            panel=self._panel,
            display=display,
            clock=self.clock,
            say=messages.append,
            wait=self.wait,
        )
        assert not self._presses
        assert self._panel.closed
        return messages
