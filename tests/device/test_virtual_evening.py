"""Short evenings from end to end: drawn pictures, the real reader, presses, the score kept.

The table's clock stands still while a picture is being read, so that nothing depends on how fast
this machine is.
"""

from __future__ import annotations

import queue
import threading
import time
from pathlib import Path

from device.session.core.inputs import Posted
from device.simulator.expected_game import game_laid
from device.simulator.run import EveningOutcome, VirtualEvening
from device.simulator.script import parse_evening
from device.storage.journal import Journal
from device.views.table import TableView
from engine.events import Exchanged, Played, TileCorrected, Withdrawn
from engine.game import Game
from engine.squares import Square
from engine.variants import load_variant
from hardware.display import Display
from vision.reader import BoardReader
from vision.reading import Grid, Picture, Reading, Refusal

CLASSIC = load_variant("classic", "en")

SHORT = """
lay A 8G CAt            # a blank
press A
lay B G7 ACE
press B
lay A I7 ETH            # B has never heard of it
press A
take-back
lay A I8 TOY
press A
exchange B 2
end
end                     # and nobody names what is left
"""


LOOP_AT_MOST = 20.0
"""Seconds that the loop may work on one thing; one that has ended rests no more."""


class TableClock:
    """Passes only while the camera waits for its next frame, and never while a picture is read or
    the loop has anything left to do."""

    def __init__(self) -> None:
        self._now = 50.0
        self._reading, self._waiting = threading.Lock(), threading.Lock()
        self._queue: queue.SimpleQueue[Posted] | None = None
        self._reader = BoardReader(CLASSIC.layout, CLASSIC.tile_set)
        self.read_pictures = 0

    def __call__(self) -> float:
        return self._now

    def wait(
        self, coming: queue.SimpleQueue[Posted], seconds: float, on_time: bool
    ) -> Posted | None:
        """The next of what comes in, or None after so many seconds of any clock."""
        until, at_last = self._now + seconds, time.monotonic() + seconds
        self._queue = coming
        while True:
            with self._waiting:
                late = self._now >= until or time.monotonic() >= at_last
                if late or not coming.empty():
                    self._queue = None
                    return None if coming.empty() else coming.get()
            time.sleep(0.0005)

    @property
    def _loop_rests(self) -> bool:
        return self._queue is not None and self._queue.empty()

    def sleep(self, seconds: float) -> None:
        time.sleep(0.001)  # lets the other threads take what the last frame brought
        at_last = time.monotonic() + LOOP_AT_MOST
        while True:
            with self._reading, self._waiting:
                if self._loop_rests or time.monotonic() >= at_last:
                    self._now += seconds
                    return
            time.sleep(0.0005)

    def read(self, picture: Picture, last: Grid | None) -> Reading | Refusal:
        with self._reading:
            self.read_pictures += 1
            return self._reader.read(picture, last=last)


def play(
    script: str, journal: Journal | None = None
) -> tuple[EveningOutcome, list[TableView], list[str]]:
    evening = parse_evening(script, "test", CLASSIC.layout.size, CLASSIC.tile_set)
    clock = TableClock()
    table = VirtualEvening(
        evening, CLASSIC, seed=7, clock=clock, sleep=clock.sleep, frames_a_second=6.0
    )
    views: list[TableView] = []
    messages: list[str] = []
    outcome = table.play(
        Display(headless=True),
        say=messages.append,
        journal=journal,
        on_shown=lambda view, _: views.append(view),
        read=clock.read,
        wait=clock.wait,
    )
    assert clock.read_pictures > 0
    return outcome, views, messages


def test_a_short_evening_with_a_blank_a_withdrawn_play_and_an_exchange(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    journal = Journal(path, lambda: 0.0)
    outcome, views, shown = play(SHORT, journal)
    assert outcome.stuck is None
    assert outcome.differences == ()
    kept = outcome.kept.state
    assert kept.totals == outcome.laid.state.totals
    # Which letter a blank stands for can't be seen: the players were asked.
    asked = [question.question for question in outcome.asked]
    assert any("I8" in question for question in asked)
    assert any("Take it back" in question for question in asked)
    assert kept.position.at(Square.parse("I8")) in ("t", "?")
    # The scoreboard grew as the game did.
    totals = [tuple(side.total for side in view.sides) for view in views]
    assert totals[0] == (0, 0)
    assert totals[-1] == tuple(kept.totals.values())
    assert len(shown) >= 5
    # It was all written down, and closed at its end.
    kinds = [type(event) for event in outcome.kept.events]
    assert kinds == [Played, TileCorrected, Played, Played, Withdrawn, Played, Exchanged]
    assert journal.unfinished() is None
    journal.close()


def test_what_was_kept_is_compared_with_what_was_laid() -> None:
    evening = parse_evening(SHORT, "test", 15, CLASSIC.tile_set)
    laid = game_laid(evening, CLASSIC)
    other = game_laid(
        parse_evening("lay A 8G CAT\npress A\npass B", "test", 15, CLASSIC.tile_set), CLASSIC
    )
    assert EveningOutcome(laid, laid, (), None).differences == ()
    differences = EveningOutcome(other, laid, (), None).differences
    assert differences[0] == "turn 1: A CAT 8 was played, A CAT 10 was saved"
    assert any("turns were played" in line for line in differences)
    assert any(line.startswith("A has") for line in differences)


def test_an_evening_that_got_stuck_in_the_lobby_may_have_other_sides() -> None:
    script = "sides Ann Ben Cleo\npass Ann\npass Ben\nlay Cleo 8G CAT\npress Cleo"
    laid = game_laid(parse_evening(script, "test", 15, CLASSIC.tile_set), CLASSIC)
    kept = Game.begin(CLASSIC, ("Ann", "Ben"))
    differences = EveningOutcome(kept, laid, (), "line 1").differences
    assert any(line.startswith("Cleo has") for line in differences)
