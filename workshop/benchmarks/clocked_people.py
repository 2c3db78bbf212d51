"""Two teams that play photographed words against the clock, and what becomes of every turn.

They roll a die of their own, the others start the clock, a hand comes over the board, the button is
pressed in the planned zone, now and then too early; they answer by the truth alone.
Tests: workshop/tests/test_photographed_clocks.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import cv2
import numpy as np

from device.simulator.answers import ReadScreen, true_answer
from device.simulator.hands import Reach
from device.simulator.lines import EnterByHand, PressTurn, ScriptStep, StopClock
from engine.squares import Square
from engine.state import LetterTurn
from engine.tiles import UNKNOWN_BLANK, Tile
from hardware.panel.port import SIDE_BUTTONS, Button
from vision.reading import Picture
from workshop.benchmarks.clocked_photographs import AHEAD, ZONE_SECONDS, ZONES, Course, Turn
from workshop.benchmarks.clocked_verdicts import Verdicts, described
from workshop.benchmarks.photographed_games import SIDES
from workshop.benchmarks.photographed_hands import (
    HAND_SECONDS,
    Acting,
    Seat,
    TableInTime,
    letter_of_blank,
)
from workshop.benchmarks.reading_sets.photographs import Photograph

ASSURED = 1.0
"""Seconds without a question after which nothing more is asked."""
LINGER = (-0.5, 0.0, 0.25, 1.0)
"""Seconds between the hand that leaves and the press, one of them is drawn; below 0 the hand is
still over the board."""
REST_SECONDS = 8.0
"""So long an arm lies over the board after the press: longer than the table waits for it."""
WAIT_SECONDS = 12.0
"""So long people wait for what a press brings about."""
ATTEMPTS = 3
"""So often they look again, and press again; then the word is entered by hand."""
MOST_QUESTIONS = 20
DIMMED, SHIFTED, BLURRED = 0.9, 0.7, 0.6
"""How a board is seen once more where it was photographed but once: light, pixels, sigma."""
BY_HAND = "Enter the word by hand…"
LIFE = ("Which letter is the blank", "which letter does your die show", "No word can be laid")
"""Questions that no picture can answer; all others are asked because of what was seen."""


class ClockedTable(TableInTime):
    """The people at a photographed game of Party."""

    def __init__(
        self,
        turns: Sequence[Turn],
        seat: Seat,
        seed: int,
        light: float = 1.0,
        resting: float = 0.0,
    ) -> None:
        """`light`: how much of the photographs' light there is; `resting`: the share of the stops
        at which an arm goes on lying where the word lies, or is about to."""
        self._light, self._resting = light, resting
        first = (*turns[0].lying, turns[0].photograph)[0]
        super().__init__(self._seen(first), seat, seed)
        self.verdicts = Verdicts()
        self._turns = turns
        self._questions = 0  # about what lies there, in this turn
        self._again = 0  # so often it was looked again in this turn
        self._started = 0.0

    # The evening

    def _evening(self) -> Acting:
        yield from self._still(1.0)
        for turn in self._turns:
            self._questions = self._again = 0
            yield from self._roll(turn)
            yield from self._start(turn)
            match turn.course:
                case Course.STOPPED:
                    yield from self._reach(turn, self._seen(turn.photograph), turn.at, press=True)
                case Course.EARLY:
                    yield from self._too_early(turn)
                case Course.DINGED:
                    yield from self._reach(turn, self._seen(turn.photograph), turn.at, press=False)
                case Course.NO_WORD:
                    yield from self._reach(turn, self._once_more(turn), turn.at, press=False)
            if turn.course in (Course.DINGED, Course.NO_WORD):
                yield from self._until(ZONE_SECONDS * len(ZONES) - 0.5)
            yield from self._see_to_it(turn, word=turn.lay is not None)
            yield from self._accept(turn)
            self._judge(turn)
        yield from self._still(1.0)

    def _roll(self, turn: Turn) -> Acting:
        """A die of their own, and what it shows is entered."""
        self._press(Button.NEXT)
        yield from self._still(0.5)
        yield from self._take(turn.letter)
        yield from self._still(0.5)

    def _start(self, turn: Turn) -> Acting:
        self._press_of(turn.others)
        self._started = self._clock()
        yield from self._still(0.25)

    def _reach(self, turn: Turn, picture: Picture, at: float, *, press: bool) -> Acting:
        """A hand over the board, under which what lies there changes; the button is pressed when
        the clock has run for so long."""
        linger = LINGER[int(self._rng.integers(len(LINGER)))]
        yield from self._until(at - HAND_SECONDS - linger)
        rests = press and self._rng.uniform() < self._resting
        after = self._rest(turn, at + REST_SECONDS) if rests else self._until(at)
        for seen in chain(self._hand_over(picture), after):
            if press and self._clock() >= self._started + at:
                self._press_of(turn.side)
                press = False
            yield seen
        if press:
            self._press_of(turn.side)

    def _rest(self, turn: Turn, until: float) -> Acting:
        """An arm lies still over the squares of the turn's word."""
        grid, lay = turn.photograph.grid, turn.lay
        if grid is None or lay is None:
            raise ValueError(f"{turn.photograph.path}: where its squares are isn't known")
        middle = np.mean([(s.column + 0.5, s.row + 0.5) for s in lay.tiles], axis=0)
        x, y = grid.pixels_of(middle)
        elbow = (float(x) + 60.0, self._picture.shape[0] * 1.3)
        reach = Reach((float(x), float(y)), elbow, int(self._rng.integers(4)))
        while self._clock() < self._started + until:
            yield self._picture, (reach,)

    def _until(self, at: float) -> Acting:
        yield from self._still(max(0.0, self._started + at - self._clock()))

    def _seen(self, photograph: Photograph) -> Picture:
        return np.asarray(photograph.load() * self._light, np.uint8)

    def _once_more(self, turn: Turn) -> Picture:
        """The board as it lay before: another photograph of it, or the same a little otherwise."""
        picture = self._seen(turn.lying[-1])
        if len(turn.lying) > 1:
            return picture
        height, width = picture.shape[:2]
        right, down = self._rng.uniform(-SHIFTED, SHIFTED, 2)
        move = np.array([[1, 0, right], [0, 1, down]], np.float64)
        moved = cv2.warpAffine(picture, move, (width, height), borderMode=cv2.BORDER_REPLICATE)
        soft = cv2.GaussianBlur(moved, (3, 3), BLURRED)
        return np.asarray(soft * float(self._rng.uniform(DIMMED, 1.0)), np.uint8)

    def _too_early(self, turn: Turn) -> Acting:
        """Pressed without a word; and once that is shown and the clock runs on, the word is laid
        and pressed for again."""
        entries = len(self._kept().state.entries)
        yield from self._reach(turn, self._once_more(turn), turn.at - AHEAD, press=True)
        yield from self._answer_until(turn, entries + 1, word=False)
        kept = self._kept().state.entries[entries:]
        if not self.verdicts.judge_early(kept, asked=self._questions > 0):
            self._note(turn, f"stopped too early, kept {described(kept)}: {self._shown()}")
        self._questions = 0
        # It ran again while they saw that nothing more was asked.
        later = self._clock() - self._started + AHEAD - ASSURED
        yield from self._reach(turn, self._seen(turn.photograph), later, press=True)

    def _see_to_it(self, turn: Turn, *, word: bool) -> Acting:
        """Waits until the turn is what it is; presses again where nothing has come of it."""
        entries = len(turn.before.state.entries) + 1 + (turn.course is Course.EARLY)
        for _ in range(ATTEMPTS):
            yield from self._answer_until(turn, entries, word=word)
            if len(self._kept().state.entries) >= entries:
                break
            self._press_of(turn.side)
        if turn.lay is None:
            return
        for _ in range(2):
            kept, true = (game.state.position.tiles for game in (self._kept(), turn.after))
            if not any(t == UNKNOWN_BLANK and true.get(s, t) != t for s, t in kept.items()):
                return
            self._press(Button.OK)
            yield from self._answer_until(turn, entries + 1, word=True)

    def _accept(self, turn: Turn) -> Acting:
        """All are content with a word that counts."""
        stage = self._kept().state.stage
        if isinstance(stage, LetterTurn) and stage.counted:
            self._press(Button.OK)
            yield from self._still(0.5)
            screen = self.screen
            if screen is not None and screen.question is not None:
                yield from self._take("No, play on")

    # Answers

    def _answer_until(self, turn: Turn, entries: int, *, word: bool) -> Acting:
        """Waits until the score sheet has so many entries, and answers whatever is asked."""
        waited, asked = 0.0, 0
        while waited < WAIT_SECONDS and asked < MOST_QUESTIONS:
            yield from self._still(0.5)
            waited += 0.5
            screen = self.screen
            if screen is None or screen.question is None:
                if len(self._kept().state.entries) >= entries and waited >= ASSURED:
                    return
                continue
            waited, asked = 0.0, asked + 1
            self.verdicts.questions[screen.question] += 1
            self._questions += not any(text in screen.question for text in LIFE)
            label = self._true_answer(screen, turn, word=word)
            self._note(turn, f"asked {screen.question!r}: {label}")
            yield from self._take(label)

    def _true_answer(self, screen: ReadScreen, turn: Turn, *, word: bool) -> str:
        lying = self._lying(turn, word=word)
        if (letter := letter_of_blank(screen, lying)) is not None:
            return letter
        given = ["Yes, count them"] if word else ["Stopped too early", "Nothing new"]
        for label in given:
            if label in screen.options:
                return label
        if not word or turn.lay is None:
            step: ScriptStep = StopClock(turn.side, turn.zone, 0)
            return screen.options[true_answer(screen, step, None, lying, False)]
        step = EnterByHand(turn.lay, 0) if self._again >= ATTEMPTS else PressTurn(turn.side, 0)
        if self._again >= ATTEMPTS and BY_HAND in screen.options:
            self.verdicts.by_hand += 1
            return BY_HAND
        label = screen.options[true_answer(screen, step, turn.lay, lying, False)]
        self._again += label == "Look again"
        return label

    def _lying(self, turn: Turn, *, word: bool) -> dict[Square, Tile]:
        """What really lies there."""
        lying = dict(turn.before.state.position.tiles)
        if word and turn.lay is not None:
            lying.update(turn.lay.tiles)
        return lying

    def _press_of(self, side: str) -> None:
        self._press(SIDE_BUTTONS[SIDES.index(side)])

    # Verdicts

    def _judge(self, turn: Turn) -> None:
        """Compares what was kept of a turn with the truth; where it differs the table is put right,
        so that the next turn is judged by itself."""
        since = len(turn.before.state.entries)
        kept = self._kept().state.entries[since:]
        if not self.verdicts.judge(turn, kept, asked=self._questions > 0):
            true = turn.after.state.entries[since:]
            self._note(turn, f"kept {described(kept)}, true {described(true)}; {self._shown()}")
            self._seat.put_right(turn.after)

    def _note(self, turn: Turn, what: str) -> None:
        self.notes.append(f"{turn.photograph.path.name} {turn.side} {turn.course}: {what}")
