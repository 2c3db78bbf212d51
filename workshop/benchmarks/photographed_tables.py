"""A photographed game as a table in time: its photographs as a live camera's, and its people.

Each photograph is shown for as long as its people need, a hand comes over the board before the
next; they press, answer by the truth alone, and every third time forget to press.
Tests: workshop/tests/test_photographed_evenings.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from device.simulator.answers import ReadScreen, true_answer
from device.simulator.lines import CallChallenge, EnterByHand, Lay, PressTurn, ScriptStep, Swap
from engine.state import Entry, EntryKind
from engine.tiles import UNKNOWN_BLANK
from hardware.panel.port import SIDE_BUTTONS, Button
from workshop.benchmarks.photographed_games import SIDES, Shot, same_turn, turns_of
from workshop.benchmarks.photographed_hands import Acting, Seat, TableInTime, letter_of_blank

FORGET_EVERY = 3
LOOK_SECONDS = 2.5
"""So long a photograph lies still before anybody presses."""
WAIT_SECONDS = 9.0
"""So long people wait for what a press brings about."""
ATTEMPTS = 3
"""So often people press for a turn; then they enter it by hand."""
MOST_QUESTIONS = 40
"""So many one after the other, and people leave them."""
MOST_UNDONE = 12
LIFE = ("Which letter is the blank", "What is it?", "how many tiles", "last tile", "all words good")
"""Questions that no picture can answer; all others are asked because of what was seen."""


@dataclass
class Verdicts:
    """What became of the plays: `right` without a question about what lies there, right once
    `asked`, `silent` wrong, `wrong` in spite of questions, `by_hand`: entered by buttons because
    nothing else helped. `forgotten`: presses that were."""

    right: int = 0
    asked: int = 0
    silent: int = 0
    wrong: int = 0
    by_hand: int = 0
    forgotten: int = 0
    questions: Counter[str] = field(default_factory=Counter)


class PhotographedTable(TableInTime):
    """The people at a photographed game: they press, forget, are asked and put right."""

    def __init__(self, shots: Sequence[Shot], seat: Seat, seed: int) -> None:
        """`seed`: the sensor's and the hands', and which of three plays is left without a press."""
        super().__init__(shots[0].photograph.load(), seat, seed)
        self.verdicts = Verdicts()
        self._shots = shots
        self._judged = 0
        self._questions = 0  # since the last turn was judged
        self._plays = seed % FORGET_EVERY
        self._lays: list[Lay] = []

    # The evening

    def _evening(self) -> Acting:
        for number, shot in enumerate(self._shots):
            if shot.fell is not None:
                yield from self._challenge(shot)
            yield from self._hand_over(shot.photograph.load())
            yield from self._still(LOOK_SECONDS)
            if shot.lay is not None:
                self._lays.append(shot.lay)
                self._plays += 1
                if self._plays % FORGET_EVERY == 0 and self._may_forget(number):
                    self.verdicts.forgotten += 1
                    continue
                yield from self._close(shot, PressTurn(shot.lay.side, 0))
            elif shot.exchange:
                yield from self._close(shot, Swap(turns_of(shot.after)[-1].side, 1, 0))
        yield from self._still(LOOK_SECONDS)
        self._judge(self._shots[-1])

    def _may_forget(self, number: int) -> bool:
        following = self._shots[number + 1 : number + 2]
        return any(shot.lay is not None and shot.fell is None for shot in following)

    def _close(self, shot: Shot, step: ScriptStep) -> Acting:
        """The side presses until its turn counts; in the end it enters it by hand."""
        turns, side = len(turns_of(shot.after)), turns_of(shot.after)[-1].side
        for _ in range(ATTEMPTS + 1):
            if len(turns_of(self._kept())) >= turns:
                break
            self._press(SIDE_BUTTONS[SIDES.index(side)])
            yield from self._wait_and_answer(shot, step)
        yield from self._name_blanks(shot, step)
        wrong = self._judge(shot)
        if wrong or len(turns_of(self._kept())) < turns:
            yield from self._mend(shot)

    def _mend(self, shot: Shot) -> Acting:
        """What was kept wrong is undone, and all plays since are entered by hand."""
        true = turns_of(shot.after)
        for _ in range(MOST_UNDONE):
            kept = turns_of(self._kept())
            if all(same_turn(k, t) for k, t in zip(kept, true, strict=False)):
                break
            self._press(Button.UNDO)
            yield from self._still(0.5)
        for entry in true[len(turns_of(self._kept())) :]:
            squares = set() if entry.scored is None else entry.scored.tiles.keys()
            for lay in self._lays:
                if lay.tiles.keys() == squares:
                    yield from self._enter_by_hand(shot, lay)
        kept = turns_of(self._kept())
        if len(kept) != len(true) or not same_turn(kept[-1], true[-1]):
            self.notes.append(f"{shot.photograph.path.name}: nor by hand: {self._shown()}")
        self._judged, self._questions = len(kept), 0

    def _enter_by_hand(self, shot: Shot, lay: Lay) -> Acting:
        self.verdicts.by_hand += 1
        self._press(Button.NEXT)
        yield from self._still(0.5)
        yield from self._take("Enter a play by hand…")
        yield from self._wait_and_answer(shot, EnterByHand(lay, 0))

    def _challenge(self, shot: Shot) -> Acting:
        """The play before is challenged off; its words are looked up in a book."""
        if shot.fell is None:
            return
        side = next(side for side in SIDES if side != shot.fell.side)
        self._press(Button.CHALLENGE)
        step = CallChallenge(side, shot.fell.side, False, tuple(shot.fell.tiles), 0)
        yield from self._wait_and_answer(shot, step)

    def _name_blanks(self, shot: Shot, step: ScriptStep) -> Acting:
        """OK asks for the letters of blanks that have none yet, where they have one."""
        for _ in range(2):
            kept, true = (g.state.position.tiles for g in (self._kept(), shot.after))
            if not any(t == UNKNOWN_BLANK and true.get(s, t) != t for s, t in kept.items()):
                return
            self._press(Button.OK)
            yield from self._wait_and_answer(shot, step)

    # Fingers

    def _wait_and_answer(self, shot: Shot, step: ScriptStep) -> Acting:
        """Waits for what a press brings about, and answers whatever is asked."""
        turns, waited = len(turns_of(self._kept())), 0.0
        begun = self.verdicts.questions.total()
        while waited < WAIT_SECONDS:
            yield from self._still(0.5)
            waited += 0.5
            screen = self.screen
            if screen is None or screen.question is None:
                if len(turns_of(self._kept())) > turns and waited >= 1.0:
                    return
                if self._says_no(waited):
                    return
                continue
            if self.verdicts.questions.total() - begun >= MOST_QUESTIONS:
                self.notes.append(f"asked again and again: {self._shown()}")
                self._press(Button.UNDO)
                return
            waited = 0.0
            self.verdicts.questions[screen.question] += 1
            self._questions += not any(text in screen.question for text in LIFE)
            yield from self._take(self._answer(screen, shot, step))

    def _answer(self, screen: ReadScreen, shot: Shot, step: ScriptStep) -> str:
        """What is true: of the side whose turn is asked about, which may not be this one's."""
        last = shot.after.state.over is not None
        lay = self._lays[-1] if self._lays else None
        earlier = self._lays[-2] if len(self._lays) > 1 else None
        if earlier is not None and "What was laid?" in (screen.question or ""):
            forgotten = f"{earlier.word.upper()} at {earlier.start}"
            if screen.turn == earlier.side and forgotten in screen.options:
                return forgotten
        lying = shot.after.state.position.tiles
        if (letter := letter_of_blank(screen, lying)) is not None:
            return letter
        return screen.options[true_answer(screen, step, lay, lying, last, earlier)]

    def _says_no(self, waited: float) -> bool:
        """Whether nothing more is to be waited for: the table has shown why not."""
        screen = self.screen
        return waited >= 3.0 and screen is not None and "Looking" not in screen.text

    # Verdicts

    def _judge(self, shot: Shot) -> bool:
        """Counts what has been kept since; whether the last of it is wrong."""
        kept, true = turns_of(self._kept()), turns_of(shot.after)
        wrong = False
        for is_, was in zip(kept[self._judged :], true[self._judged :], strict=False):
            wrong = not same_turn(is_, was)
            if was.kind is EntryKind.PLAY and was.scored is not None:
                verdict = ("silent", "right") if not self._questions else ("wrong", "asked")
                name = verdict[not wrong]
                setattr(self.verdicts, name, getattr(self.verdicts, name) + 1)
            if wrong or self._questions:
                name = "wrong" if wrong else "asked"
                kept_as = f"{name}: {_described(was)}, kept {_described(is_)}"
                self.notes.append(f"{shot.photograph.path.name}: {kept_as}")
        if len(kept) > self._judged:
            self._judged, self._questions = len(kept), 0
        return wrong


def _described(entry: Entry) -> str:
    what = str(entry.kind) if entry.scored is None else entry.scored.words[0].text
    return f"{entry.side} {what} {entry.points}"
