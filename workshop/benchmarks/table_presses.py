"""A table without devices: the session alone, shown boards as sure readings, and pressed.

For what is played by the hundred: a turn takes milliseconds. Answers are chosen as people choose
them, by the words on the screen, the shortest way round. Tests: workshop/tests/
test_recorded_evenings.py.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence

import numpy as np

from device.language.texts import Message, Texts
from device.session.core.effects import FollowAgain, LookCloser, LookNow
from device.session.core.inputs import Input, NothingMoves, PictureSettled, ReadingDone
from device.session.core.observation import judged_reading
from device.session.core.state import Asking, Question, TableState
from device.session.step import step
from device.simulator.answers import PAGES_BEHIND, page_towards
from engine.tiles import UNKNOWN_BLANK
from hardware.panel.port import Button, Press
from vision.reading import LABELS, Grid, Reading

SURE = 0.9995
"""How sure a reading is of every square: as the reader is of a tile in good light."""

_ENGLISH = Texts("en")
_PICTURE = np.zeros((1, 1, 3), dtype=np.uint8)  # the session hands pictures on and never looks


class TableStuckError(Exception):
    """The table doesn't do what was pressed for; the text says what it shows instead."""


def reading_of(rows: Sequence[str]) -> Reading:
    """A sure reading of board rows; a blank shows no letter."""
    size = len(rows)
    seen = np.full((size, size, len(LABELS)), (1 - SURE) / (len(LABELS) - 1), dtype=np.float32)
    for r, row in enumerate(rows):
        for c, tile in enumerate(row):
            label = UNKNOWN_BLANK if tile.islower() else tile
            seen[r, c, LABELS.index(label)] = SURE
    edge = 40.0 * size
    grid = Grid(((0.0, 0.0), (edge, 0.0), (edge, edge), (0.0, edge)), size)
    return Reading(grid, seen, np.zeros((size, size), dtype=np.float32))


class PressedTable:
    """A session that is shown boards and pressed, one second after the other.

    `presses`: how many there were; `asked`: the questions that came up, by their text.
    """

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.presses = 0
        self.asked: Counter[str] = Counter()
        self._now = 0.0
        self._reading: Reading | None = None

    def lay(self, rows: Sequence[str]) -> None:
        """The table lies like this from now on, and no hand is over it."""
        self._reading = reading_of(rows)
        self._put(*self._settled())

    def press(self, button: Button, times: int = 1) -> None:
        for _ in range(times):
            self.presses += 1
            self._put(Press(button, self._later()))

    def take(self, label: str) -> None:
        """Takes the answer with these words, in any case, on whichever page of the menu it is;
        TableStuckError where none has them."""
        for _ in range(PAGES_BEHIND + 1):  # else a page that doesn't come is looked for for ever
            if (page := page_towards(self.labels, label)) is None:
                break
            self._take(page)
        self._take(label)

    def _take(self, label: str) -> None:
        phase = self.state.phase
        labels = [offered.casefold() for offered in self.labels]
        if not isinstance(phase, Asking) or label.casefold() not in labels:
            raise TableStuckError(f"{label!r} is not offered: {self.shows}")
        forward = (labels.index(label.casefold()) - phase.selected) % len(labels)
        back = len(labels) - forward
        button, times = (Button.NEXT, forward) if forward <= back else (Button.BACK, back)
        self.press(button, times)
        self.press(Button.OK)

    @property
    def question(self) -> Question | None:
        phase = self.state.phase
        return phase.question if isinstance(phase, Asking) else None

    @property
    def labels(self) -> list[str]:
        """The answers to the question that is open."""
        question = self.question
        return [] if question is None else [in_english(o.label) for o in question.options]

    @property
    def shows(self) -> str:
        """What the screen shows, in a few words: for errors."""
        question, message = self.question, self.state.message
        if question is not None:
            return f"{in_english(question.text)} {self.labels}"
        text = "no message" if message is None else in_english(message)
        return f"{type(self.state.phase).__name__}, {self.state.side}, {text}"

    def _put(self, *events: Input | None) -> None:
        """Puts inputs in, and whatever comes of them, as loop and camera would."""
        coming = deque(events)
        while coming:
            event = coming.popleft()
            if event is None:  # judged only now, from what is believed by now
                event = self._read()
            before = self.question
            self.state, effects = step(self.state, event)
            question = self.question
            if question is not None and question is not before:
                self.asked[question.text.text] += 1
            for effect in effects:
                if isinstance(effect, FollowAgain) and self._reading is not None:
                    coming.append(None)
                elif isinstance(effect, LookCloser):
                    coming.extend(self._settled())
                elif isinstance(effect, LookNow):
                    coming.append(NothingMoves(self._later()))

    def _settled(self) -> tuple[Input | None, ...]:
        return PictureSettled(_PICTURE, self._later()), None

    def _read(self) -> ReadingDone:
        state = self.state
        if self._reading is None:
            raise TableStuckError("nothing has been shown yet")
        seen = None if state.seen is None or state.seen.play is None else state.seen.after
        sight = judged_reading(self._reading, state.board.followed, seen, state.game.state.variant)
        return ReadingDone(sight, state.frames.settled_at, state.board.turn)

    def _later(self) -> float:
        self._now += 1.0
        return self._now


def in_english(message: Message) -> str:
    """A message in English."""
    return _ENGLISH.say(message)
