"""A table's loop in a time of its own: presses at their times, sleeps that end at once.

`python clock_loop.py JOURNAL SECONDS` runs Party's clock so far with the journal on disk and kills
its own process. Nothing is asserted here. Used by test_clock_at_the_table.py.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[2]))

from alone import Timed

from device.language.texts import Texts
from device.session.core.inputs import Input, Stop
from device.session.core.state import TableState
from device.storage.games import Keeper
from device.storage.journal import Journal
from device.table.display import NoScreen, Screen
from device.table.equipment import Equipment, Output
from device.table.games import OneGame
from device.table.loop import Loop
from device.table.opening import Opening
from device.views.table import TableView
from engine.variants import Variant, load_variant
from hardware.display import Area, Display
from hardware.panel.port import Button

SIDES = ("Ann", "Ben")
PARTY = load_variant("party", "en", {"clock_seconds": 15})
START = 10.0
ROLLED = (1.0, Button.OK)
STARTED = (START, Button.SIDE_2)
"""Ben, for Ann has rolled."""


class ScriptedLoop:
    """A table without a camera, under a script of presses, up to `end`; `last` is what comes then.

    `drawing`: seconds that every drawing takes.
    """

    def __init__(
        self,
        presses: Iterable[tuple[float, Button]],
        end: float,
        *,
        variant: Variant = PARTY,
        opening: Opening | None = None,
        journal: SlowJournal | None = None,
        drawing: float = 0.0,
        screen: Screen | None = None,
        last: Callable[[float], Input] = Stop,
    ) -> None:
        self.panel, self.drawn, self.messages = (
            Timed(),
            list[tuple[float, TableView]](),
            list[str](),
        )
        self.sleeps: list[tuple[float, float, bool]] = []
        self._script: list[tuple[float, Button | None]] = [*presses, (end, None)]
        self._drawing, self._journal, self._last = drawing, journal, last
        opening = opening or Opening.new(variant, SIDES)
        game = opening.game
        if journal is not None:
            journal.spend = self.spend
        self.loop = Loop(
            opening.state(camera=False),
            Equipment(
                self.panel,
                Display(headless=True),
                clock=lambda: self.panel.now,
                chance=Random(1),
            ),
            OneGame(Keeper.of(journal, game.state.variant, game.state.sides, opening.number)),
            Output(Texts("en"), self.messages.append),
            screen=screen or _Drawn(self),
            wait=self._wait,
        )

    def run(self) -> TableState:
        return self.loop.run()

    def spend(self, seconds: float) -> None:
        """Time goes by while the loop can do nothing else."""
        self.panel.now += seconds

    def draw(self, view: TableView) -> None:
        """A view is drawn."""
        self.drawn.append((self.panel.now, view))
        self.spend(self._drawing)

    def _wait(
        self, inputs: queue.SimpleQueue[Input], seconds: float, on_time: bool
    ) -> Input | None:
        if not inputs.empty():
            return inputs.get_nowait()
        if self._journal is not None:
            # A disk has as long as it needs in a time that jumps.
            self._journal.settle()
        self.sleeps.append((self.panel.now, seconds, on_time))
        at, button = self._script[0]
        if at > self.panel.now + seconds:
            self.panel.now += seconds
            return None
        del self._script[0]
        self.panel.now = max(at, self.panel.now)
        if button is None:
            return self._last(at)
        self.panel.press(button, at)
        return inputs.get_nowait()


class _Drawn(NoScreen):
    """A screen on which nothing moves."""

    def __init__(self, table: ScriptedLoop) -> None:
        self._table = table

    def draw(self, shown: TableView, _now: float) -> Sequence[Area]:
        self._table.draw(shown)
        return ()


class SlowJournal(Journal):
    """A journal that takes so many seconds to answer."""

    seconds = 0.0

    def __init__(self, path: Path, wall: object = None, *, known_whole: bool = False) -> None:
        super().__init__(path, lambda: 0.0, known_whole=known_whole)
        self.spend: Callable[[float], None] = self._nobody_waits

    @staticmethod
    def _nobody_waits(_seconds: float) -> None:
        """The one that a clock's own thread writes with."""

    @contextmanager
    def _changing(self) -> Iterator[None]:
        self.spend(self.seconds)
        with super()._changing():
            yield


def die(at: float) -> Input:
    """The plug is pulled."""
    os.kill(os.getpid(), signal.SIGKILL)
    return Stop(at)


def main() -> None:
    path, seconds = Path(sys.argv[1]), float(sys.argv[2])
    ScriptedLoop([ROLLED, STARTED], START + seconds, journal=SlowJournal(path), last=die).run()


if __name__ == "__main__":
    main()
