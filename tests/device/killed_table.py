"""A real table in a process of its own, which dies by SIGKILL as soon as something has happened.

`python killed_table.py` is the server: everything is imported once, and every line on its standard
input forks a process that plays some chapters of an evening with the journal on disk, prints every
view, and kills itself. Nothing is asserted here. Used by test_killed.py.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pygame

sys.path.insert(0, str(Path(__file__).parents[2]))

from standins import Evening as PlayedEvening
from standins import as_a_sensor_sees, board, reading_of

from device.language.texts import Texts
from device.screen.scoreboard import Scoreboard
from device.session.core.setup import Extras
from device.simulator.named_texts import named_text
from device.storage.games import unfinished
from device.storage.journal import Journal
from device.table.equipment import Equipment, Output, Storage
from device.table.opening import Opening
from device.table.run import run_table
from device.views.table import TableView, view
from engine.variants import load_variant
from engine.words.lexicon import shipped_lexicon
from hardware.cameras.port import Frame
from hardware.display import Display
from hardware.panel.port import SIDE_BUTTONS, Button, ScriptedPanel
from vision.reading import Grid, Picture, Reading

SIDES = ("Ann", "Ben")
SECONDS_A_FRAME = 0.1
REAL_SECONDS_A_FRAME = 0.003
PATIENCE = 1500
"""Frames after which a table that doesn't do what is waited for is given up."""

Rows: TypeAlias = tuple[str, ...]
Condition: TypeAlias = Callable[[], bool]


class Death(StrEnum):
    """When the process kills itself: after the screen has shown what happened; as soon as the
    journal has it; or never."""

    SHOWN = "shown"
    WRITTEN = "written"
    NEVER = "never"


@dataclass(frozen=True)
class Turn:
    """A press of the button of the side whose turn it is."""


@dataclass(frozen=True)
class Opened:
    """OK, where the question that can wait isn't open any more: the process that asked it died."""


Action: TypeAlias = Rows | Button | Turn | Opened | str


@dataclass(frozen=True)
class Chapter:
    """One thing that is written down, and what leads to it: boards laid, buttons, answers by the
    words on the screen."""

    name: str
    actions: tuple[Action, ...]


TURN = Turn()
QUIZ, OZONE = (7, 6, "across", "QUIZ"), (6, 9, "down", "OZONE")
EIGHT, TEA = (10, 9, "across", "EIGHT"), (10, 13, "down", "TEA")
BAD, OX = (5, 9, "down", "XOZONE"), (6, 9, "across", "OX")
ONE, TWO, THREE = board(QUIZ), board(QUIZ, OZONE), board(QUIZ, OZONE, EIGHT)
FELL = board(QUIZ, OZONE, EIGHT, BAD)
FOUR = board(QUIZ, OZONE, EIGHT, (10, 13, "down", "TeA"))
CORRECTIONS = (Button.NEXT, named_text("lobby-more"), named_text("all-corrections"))
RACKS = {"Ann": (14, 0, "across", "AEIRSTL"), "Ben": (14, 0, "across", "DNOUTEA")}
FIVE = (QUIZ, OZONE, EIGHT, (10, 13, "down", "TeA"))

EVENING = (
    Chapter("a play", (board(), ONE, TURN)),
    Chapter("another play", (TWO, TURN)),
    Chapter("a challenge of a good play", (Button.CHALLENGE,)),
    Chapter("a pass", (Button.OK, TURN, "Pass")),
    Chapter("an exchange", (TURN, named_text("exchange-tiles"), "3")),
    Chapter("a third play", (THREE, TURN)),
    Chapter("it is undone", (Button.UNDO,)),
    Chapter("it counts after all", (THREE, TURN)),
    Chapter(
        "points by hand",
        (
            Button.NEXT,
            named_text("change-points"),
            "Ben",
            named_text("take-points-off"),
            "5",
            "Done",
            "Penalty",
        ),
    ),
    Chapter("a tile is corrected", (*CORRECTIONS, named_text("correct-a-tile"), Button.OK, "L")),
    Chapter("and back", (*CORRECTIONS, named_text("correct-a-tile"), Button.OK, "I")),
    Chapter("a bad play", (FELL, TURN)),
    Chapter("a challenge of a bad play", (Button.CHALLENGE,)),
    Chapter("a play with a blank", (THREE, FOUR, TURN)),
    Chapter("the blank is named", (Opened(), "E")),
    Chapter("another pass", (TURN, "Pass")),
    Chapter("a play in a hurry", (board(*FIVE, (6, 10, "across", "X")), TURN)),
    Chapter("that is undone", (Button.UNDO,)),
    Chapter(
        "the end",
        (
            *(FOUR, Button.END, named_text("end-the-game")),
            *(board(*FIVE, RACKS["Ann"]), TURN, named_text("yes-right")),
            *(board(*FIVE, RACKS["Ben"]), TURN, named_text("yes-right")),
        ),
    ),
)

TIMED = (EVENING[0], EVENING[1], EVENING[3], EVENING[4])
CLOCKS = Extras(side_clock=25, turn_seconds=60)
STORIES = {"evening": EVENING, "timed": TIMED}


class ReportedTable:
    """A camera over a table whose players go through chapters: they lay, wait until it is seen,
    press, and answer what they read on the screen."""

    turn_by_turn = False

    def __init__(self, panel: ScriptedPanel, lies: Rows, chapters: Sequence[Chapter]) -> None:
        self._panel, self._lies, self._chapters = panel, lies, chapters
        self._now, self._number = 100.0, 0
        self._boards: dict[int, Reading] = {0: reading_of(lies)}
        self._read = 0
        self._closed = threading.Event()
        self.shown: TableView | None = None
        self.happened = 0

    def clock(self) -> float:
        return self._now

    def frames(self) -> Iterator[Frame]:
        yield from self._until(lambda: self.shown is not None, "the first view")
        yield from self._rest(12)
        for number, chapter in enumerate(self._chapters):
            for action in chapter.actions:
                yield from self._do(action)
            yield from self._until(partial(self._more_than, number), chapter.name)

    def _more_than(self, number: int) -> bool:
        return self.happened > number

    def _do(self, action: Action) -> Iterator[Frame]:
        match action:
            case Button():
                self._panel.press(action, self._now)
            case Turn():
                yield from self._until(lambda: True in self._turns(), "whose turn it is")
                self._panel.press(SIDE_BUTTONS[self._turns().index(True)], self._now)
            case Opened():
                if not self._answers():
                    self._panel.press(Button.OK, self._now)
            case str():
                yield from self._until(lambda: action in self._answers(), action)
                self._answer(action)
            case _ if action != self._lies:
                yield from self._lay(action)
        yield from self._rest(6)

    def _lay(self, rows: Rows) -> Iterator[Frame]:
        self._lies, self._number = rows, self._number + 1
        self._boards[self._number] = reading_of(rows)
        for shade in (40, 90, 40):
            yield self._frame(shade)
        yield from self._until(lambda: self._read == self._number, "a reading of what was laid")
        yield from self._rest(20)

    def _turns(self) -> list[bool]:
        return [] if self.shown is None else [side.turn for side in self.shown.sides]

    def _answers(self) -> tuple[str, ...]:
        question = None if self.shown is None else self.shown.dialog.question
        return () if question is None else question.options

    def _answer(self, label: str) -> None:
        if self.shown is None or self.shown.dialog.question is None:
            raise ValueError(f"nobody is asked, and {label} is no answer")
        steps = self._answers().index(label) - self.shown.dialog.question.selected
        for _ in range(abs(steps)):
            self._panel.press(Button.NEXT if steps > 0 else Button.BACK, self._now)
        self._panel.press(Button.OK, self._now)

    def _rest(self, frames: int) -> Iterator[Frame]:
        for _ in range(frames):
            if not self._closed.is_set():
                yield self._frame(120)

    def _until(self, true: Condition, what: str) -> Iterator[Frame]:
        for _ in range(PATIENCE):
            if true() or self._closed.is_set():
                return
            yield self._frame(120)
        raise TimeoutError(f"waited in vain for: {what}; on the screen is {self.shown}")

    def _frame(self, shade: int) -> Frame:
        self._now += SECONDS_A_FRAME
        time.sleep(REAL_SECONDS_A_FRAME)  # the reading thread comes in between
        picture = np.full((240, 320, 3), 120, dtype=np.uint8)
        picture[60:180, 80 : 100 + 20 * (self._number % 8)] = 200 if shade == 120 else shade
        picture[0, 0] = self._number
        return Frame(as_a_sensor_sees(picture, self._now), self._now)

    def read(self, picture: Picture, _last: Grid | None) -> Reading:
        self._read = int(picture[0, 0, 0])
        return self._boards[self._read]

    def close(self) -> None:
        self._closed.set()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class DeadlyJournal(Journal):
    """A journal after whose first change the process dies."""

    def append(
        self, game: int, number: int, body: str, note: str = "", *, reopens: bool = True
    ) -> None:
        super().append(game, number, body, note, reopens=reopens)
        die()

    def drop(self, game: int, number: int) -> None:
        super().drop(game, number)
        die()


def snapshot_line(shown: TableView, kept: tuple[str, ...]) -> str:
    """A view as it is sent to the other process: all that must not be lost, on a line."""
    play = shown.play
    return json.dumps(
        {
            "sides": [[s.name, s.total, s.turn, s.won, s.clock] for s in shown.sides],
            "rows": shown.board.rows,
            "bag": shown.text.bag,
            "over": shown.over,
            "open": shown.text.open,
            "play": None if play is None or not play.counted else [play.lines, play.points],
            "events": len(kept),
        }
    )


def send(line: str) -> None:
    os.write(1, line.encode() + b"\n")


def run(path: Path, story: str, begin: int, death: Death) -> None:
    """Plays from a chapter on, until it dies or the evening is over."""
    chapters, timed = STORIES[story], story == "timed"
    journal = (DeadlyJournal if death is Death.WRITTEN else Journal)(path, time.time)
    resumed = unfinished(journal)
    opening = Opening.new(load_variant("classic", "en"), SIDES)
    if timed:
        opening = replace(opening, extras=CLOCKS)
    if resumed is not None:
        opening = Opening.again(resumed)
    opening = replace(opening, words=shipped_lexicon("en"))
    laid = [a for chapter in chapters[:begin] for a in chapter.actions if isinstance(a, tuple)]
    panel = ScriptedPanel()
    table = ReportedTable(panel, laid[-1] if laid else board(), chapters[begin:])

    def kept() -> tuple[str, ...]:
        games = journal.games()
        game = journal.game(games[0].number) if games else None
        return () if game is None else game.events

    last = kept()

    def on_shown(shown: TableView, _: Display) -> None:
        nonlocal last
        now = kept()
        send(snapshot_line(shown, now))
        if now != last and death is Death.SHOWN:
            die()
        table.happened += now != last
        table.shown, last = shown, now

    run_table(
        opening,
        Equipment(panel, Display(headless=True), table, read=table.read, clock=table.clock),
        Output(Texts("en"), lambda _: None, on_shown),
        Storage(journal),
    )
    journal.close()


def warm() -> None:
    """What every table reads and draws first is known before it is forked: words and letters."""
    shipped_lexicon("en")
    surface = pygame.Surface((800, 480))
    for rows in (ONE, FOUR):
        shown = view(PlayedEvening().lay(rows).state, Texts("en"))
        Scoreboard(surface).draw(shown)


def serve() -> None:
    """Forks a table for every line, and says how it died once it has."""
    warm()
    for line in sys.stdin:
        path, story, begin, death = json.loads(line)
        child = os.fork()
        if child == 0:
            code = 1
            try:
                run(Path(path), story, begin, Death(death))
                code = 0
            except Exception:  # noqa: BLE001  (nothing above it would print it)
                traceback.print_exc()
            finally:
                sys.stderr.flush()
                os._exit(code)
        _, status = os.waitpid(child, 0)
        send(json.dumps({"ended": os.waitstatus_to_exitcode(status)}))


if __name__ == "__main__":
    serve()
