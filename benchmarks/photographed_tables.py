"""A photographed game as a table in time: its photographs as a live camera's, and its people.

Each photograph is shown for as long as its people need, a hand comes over the board before the
next; they press, answer by the truth alone, and every third time forget to press.
Tests: tests/benchmarks/test_photographed_evenings.py.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import numpy as np

from benchmarks.reading_sets.photographs import Photograph, load_source
from device.evening_lines import ByHand, Challenge, Lay, PressTurn, Step, Swap
from device.virtual_table.answers import Screen, choose
from device.virtual_table.hands import Reach, draw_reach
from device.virtual_table.light import Sensor, Spoiling
from device.virtual_table.panel import MockPins
from engine.events import Challenged, Event, Exchanged, Played
from engine.faults import Fault
from engine.game import Game
from engine.position import EMPTY
from engine.squares import Square
from engine.state import Entry, EntryKind
from engine.tiles import UNKNOWN_BLANK, Tile, letter_of
from hardware.camera import Frame
from hardware.panel import SIDE_BUTTONS, Button
from vision.reading import Picture

SIDES = ("Ann", "Ben")
FORGET_EVERY = 3
FRAMES_A_SECOND = 8.0
HAND_SECONDS = 1.5
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
SENSOR = Spoiling(drift=0.0, noise=2.0, tremble=0.7, blur=0.0)
"""A photograph has its own light and blur: only what changes from frame to frame is added."""

Moment: TypeAlias = tuple[Picture, tuple[Reach, ...]]
"""What lies there, and the hands over it."""

Acting: TypeAlias = Iterator[Moment]


@dataclass(frozen=True, eq=False)
class Shot:
    """A photograph, and what happened since the one before: a side's tiles or an exchange, or
    nothing. `fell`: the play before was challenged off first; `after`: the true game by then."""

    photograph: Photograph
    after: Game
    lay: Lay | None = None
    exchange: bool = False
    fell: Lay | None = None


def shots_of(truth: Path) -> list[Shot]:
    """A photographed game, turn by turn; ValueError where its truth is no game."""
    source, said = load_source(truth), json.loads(truth.read_text(encoding="utf-8"))
    game = Game.begin(source.game, SIDES)
    shots: list[Shot] = []
    last: Lay | None = None
    for photograph, about in zip(source.photographs, said["photos"], strict=True):
        before, fell = game.state.position.tiles, None
        now = _tiles(photograph.rows or ())
        if before.keys() - now.keys():
            game, fell = _added(game, Challenged(_turn(game), good=False)), last
            before = game.state.position.tiles
        new = {s: t for s, t in sorted(now.items()) if s not in before}
        exchange = "exchange" in about["note"]
        lay = None
        if new:
            side = _turn(game)
            game = _added(game, Played(side, new))
            lay = last = _lay(game, side, new)
        elif exchange:
            game = _added(game, Exchanged(_turn(game), 1))
        shots.append(Shot(photograph, game, lay, exchange, fell))
    return shots


def turns_of(game: Game) -> tuple[Entry, ...]:
    """The turns of a game so far."""
    kinds = (EntryKind.PLAY, EntryKind.CHALLENGED_OFF, EntryKind.EXCHANGE, EntryKind.PASS)
    return tuple(entry for entry in game.state.entries if entry.kind in kinds)


def same_turn(kept: Entry, true: Entry) -> bool:
    """Whether a turn was kept as it was: tiles and points, but for blanks without a name."""
    if (kept.side, kept.kind, kept.points) != (true.side, true.kind, true.points):
        return False
    if kept.scored is None or true.scored is None:
        return kept.scored is true.scored
    ours, theirs = kept.scored.tiles, true.scored.tiles
    return ours.keys() == theirs.keys() and all(_same(t, ours[s]) for s, t in theirs.items())


def _same(true: Tile, kept: Tile) -> bool:
    nameless = UNKNOWN_BLANK in (true, kept)
    blanks = all(t == UNKNOWN_BLANK or t.islower() for t in (true, kept))
    return true == kept or (nameless and blanks)


def _tiles(rows: Sequence[str]) -> dict[Square, Tile]:
    lines = enumerate(rows)
    return {Square(c, r): t for r, row in lines for c, t in enumerate(row) if t != EMPTY}


def _turn(game: Game) -> str:
    if game.state.turn is None:
        raise ValueError("the game is over, and there are photographs still")
    return game.state.turn


def _added(game: Game, event: Event) -> Game:
    after = game.added(event)
    if isinstance(after, Fault):
        raise ValueError(f"{event} is no event of this game: {after.sentence}")
    return after


def _lay(game: Game, side: str, tiles: dict[Square, Tile]) -> Lay:
    scored = next(e.scored for e in reversed(game.state.entries) if e.kind is EntryKind.PLAY)
    if scored is None:
        raise ValueError(f"a play without points: {tiles}")
    # Blanks small, as they are entered by hand.
    word = "".join(game.state.position.tiles[s] for s in scored.words[0].squares)
    return Lay(side, scored.play.start, word, tiles, 0)


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
    presses: int = 0
    questions: Counter[str] = field(default_factory=Counter)
    told: list[str] = field(default_factory=list)


class PhotographedTable:
    """A live camera over a photographed game, and the people at its panel.

    `kept` gives the game as the table keeps it: people read it off the score sheet. `screen` is
    what they see.
    """

    turn_by_turn = False

    def __init__(
        self,
        shots: Sequence[Shot],
        pins: MockPins,
        kept: Callable[[], Game],
        clock: Callable[[], float],
        sleep: Callable[[float], None],
        seed: int,
    ) -> None:
        """`seed`: the sensor's and the hands', and which of three plays is left without a press."""
        self.screen: Screen | None = None
        self.verdicts = Verdicts()
        self._shots, self._pins, self._kept = shots, pins, kept
        self._clock, self._sleep = clock, sleep
        self._picture = shots[0].photograph.load()
        height, width = self._picture.shape[:2]
        self._sensor = Sensor((width, height), SENSOR, seed)
        self._rng = np.random.default_rng([seed, 9])
        self._closed = False
        self._judged = 0
        self._questions = 0  # since the last turn was judged
        self._plays = seed % FORGET_EVERY
        self._lays: list[Lay] = []

    def frames(self) -> Iterator[Frame]:
        begun = self._clock()
        for picture, reaches in self._evening():
            if self._closed:
                return
            seen = picture
            if reaches:
                seen = picture.copy()
                for reach in reaches:
                    draw_reach(seen, reach)
            now = self._clock()
            yield Frame(self._sensor.expose(seen, now - begun, bool(reaches)), now)
            self._sleep(1 / FRAMES_A_SECOND)

    def close(self) -> None:
        self._closed = True

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

    def _hand_over(self, picture: Picture) -> Acting:
        """An arm over the board, under which what lies there changes."""
        height, width = picture.shape[:2]
        elbow = (width * float(self._rng.uniform(0.2, 0.8)), height * 1.3)
        frames = int(HAND_SECONDS * FRAMES_A_SECOND)
        whose = int(self._rng.integers(4))
        for frame in range(frames):
            if frame == frames // 2:
                self._picture = picture
            share = 1 - abs(2 * frame / (frames - 1) - 1)
            tip = (elbow[0] + 30 * np.sin(frame), height * (1.0 - 0.6 * share))
            yield self._picture, (Reach((float(tip[0]), float(tip[1])), elbow, whose),)

    def _still(self, seconds: float) -> Acting:
        for _ in range(round(seconds * FRAMES_A_SECOND)):
            yield self._picture, ()

    def _close(self, shot: Shot, step: Step) -> Acting:
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
            self.verdicts.told.append(f"{shot.photograph.path.name}: nor by hand: {self._shown()}")
        self._judged, self._questions = len(kept), 0

    def _enter_by_hand(self, shot: Shot, lay: Lay) -> Acting:
        self.verdicts.by_hand += 1
        self._press(Button.NEXT)
        yield from self._still(0.5)
        yield from self._take("Enter a play by hand …")
        yield from self._wait_and_answer(shot, ByHand(lay, 0))

    def _challenge(self, shot: Shot) -> Acting:
        """The play before is challenged off; its words are looked up in a book."""
        if shot.fell is None:
            return
        side = next(side for side in SIDES if side != shot.fell.side)
        self._press(Button.CHALLENGE)
        step = Challenge(side, shot.fell.side, False, tuple(shot.fell.tiles), 0)
        yield from self._wait_and_answer(shot, step)

    def _name_blanks(self, shot: Shot, step: Step) -> Acting:
        """OK asks for the letters of blanks that have none yet, where they have one."""
        for _ in range(2):
            kept, true = (g.state.position.tiles for g in (self._kept(), shot.after))
            if not any(t == UNKNOWN_BLANK and true.get(s, t) != t for s, t in kept.items()):
                return
            self._press(Button.OK)
            yield from self._wait_and_answer(shot, step)

    # Fingers

    def _wait_and_answer(self, shot: Shot, step: Step) -> Acting:
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
                self.verdicts.told.append(f"asked again and again: {self._shown()}")
                self._press(Button.UNDO)
                return
            waited = 0.0
            self.verdicts.questions[screen.question] += 1
            self._questions += not any(text in screen.question for text in LIFE)
            yield from self._take(self._answer(screen, shot, step))

    def _answer(self, screen: Screen, shot: Shot, step: Step) -> str:
        """What is true: of the side whose turn is asked about, which may not be this one's."""
        last = shot.after.state.over is not None
        lay = self._lays[-1] if self._lays else None
        earlier = self._lays[-2] if len(self._lays) > 1 else None
        if earlier is not None and "What was laid?" in (screen.question or ""):
            forgotten = f"{earlier.word.upper()} at {earlier.start}"
            if screen.turn == earlier.side and forgotten in screen.options:
                return forgotten
        lying = shot.after.state.position.tiles
        if "Which letter is the blank" in (screen.question or ""):
            asked = screen.question or ""
            letters = [letter_of(t) for s, t in lying.items() if f" {s.name}?" in asked]
            return next((one for one in letters if one in screen.options), screen.options[-1])
        return screen.options[choose(screen, step, lay, lying, last, earlier)]

    def _says_no(self, waited: float) -> bool:
        """Whether nothing more is to be waited for: the table has said why not."""
        screen = self.screen
        return waited >= 3.0 and screen is not None and "Looking" not in screen.text

    def _take(self, label: str) -> Acting:
        screen = self.screen
        if screen is None or label not in screen.options:
            self.verdicts.told.append(f"{label!r} is not offered: {self._shown()}")
            return
        forward = (screen.options.index(label) - screen.selected) % len(screen.options)
        back = len(screen.options) - forward
        button, times = (Button.NEXT, forward) if forward <= back else (Button.BACK, back)
        for _ in range(times):
            self._press(button)
        yield from self._still(0.25)
        self._press(Button.OK)
        yield from self._still(0.25)

    def _press(self, button: Button) -> None:
        self.verdicts.presses += 1
        self._pins.press(button, self._clock())

    # Verdicts

    def _judge(self, shot: Shot) -> bool:
        """Counts what has been kept since, and tells whether the last of it is wrong."""
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
                told = f"{name}: {_told(was)}, kept {_told(is_)}"
                self.verdicts.told.append(f"{shot.photograph.path.name}: {told}")
        if len(kept) > self._judged:
            self._judged, self._questions = len(kept), 0
        return wrong

    def _shown(self) -> str:
        screen = self.screen
        return "nothing" if screen is None else screen.question or screen.message


def _told(entry: Entry) -> str:
    what = str(entry.kind) if entry.scored is None else entry.scored.words[0].text
    return f"{entry.side} {what} {entry.points}"
