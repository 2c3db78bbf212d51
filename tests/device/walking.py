"""Random walks through the session: presses, keys and touches at random among readings, stillness
and mishaps, as a loop would put them in; what must hold after every step is checked here.

A walk is a beginning and a list of `Did`, so that one that fails can be walked again and made
shorter.
Used by test_random_presses.py and workshop/benchmarks/random_walks.py.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import partial

from beginnings import BEGINNINGS, Beginning, Did, boards_of
from standins import picture_of
from touching import SIZES, TouchScreen
from untold import betrayals
from ways_home import BrokenError, Homes, kind_of

from device.addons.backup.menu import BACK_UP, FIND_BACKUPS, FoundBackup
from device.addons.report.menu import PACK_REPORT, WRITE_REPORT, PackedReport
from device.addons.updates.menu import BEGIN_UPDATE, GO_BACK, LOOK_FOR_UPDATE, Updatable
from device.clock_and_dice.dice import lies_still, rolled_from_cup
from device.doctor.checks import by_need
from device.doctor.panel import panel_checks, sound_checks
from device.language.texts import Message, Texts
from device.screen.drawing import Target
from device.session.care.device import CHECK_DEVICE, lamps_at
from device.session.care.network import SEE_NETWORK
from device.session.core.effects import (
    Announce,
    CloseGame,
    Effect,
    Erase,
    Finish,
    FollowAgain,
    Job,
    LookCloser,
    LookNow,
    OpenGame,
    Record,
    RollDice,
    SetUpBoard,
)
from device.session.core.inputs import (
    BoardInView,
    CameraFound,
    CameraLost,
    CameraStuck,
    DiceRolled,
    Input,
    JobDone,
    JobFailed,
    JournalFailed,
    KeyPressed,
    NothingMoves,
    PictureSettled,
    ReadingDone,
    RecordingEnded,
    Tick,
    Touched,
    TurnedTo,
)
from device.session.core.observation import JudgedReading, judged_reading
from device.session.core.state import (
    AGAINST_CLOCK,
    Aiming,
    Asking,
    Challenge,
    Checking,
    Clearing,
    Counted,
    Explaining,
    Lobby,
    Naming,
    Phase,
    Ready,
    Rolling,
    Running,
    Settling,
    Shaking,
    Stopping,
    SwitchingOff,
    TableState,
    Thinking,
    Timing,
    Trying,
)
from device.session.menu import NEVER_LIT_FIRST
from device.session.step import step
from device.system.network import Network
from device.views.table import TableView, view
from engine.game import Game
from engine.squares import Square
from hardware.cameras.port import CameraStatus
from hardware.panel.port import KEYS, ROW_KEYS, SIDE_BUTTONS, SIDE_LAMPS, Button, Press
from vision.game.follow import Followed
from vision.reading import Reading, Refusal

STEPS = 15
REPORT = by_need([*panel_checks("No lamps here.", None), *sound_checks(0, None, buzzer=False)])
ENGLISH, FRENCH = Texts("en"), Texts("fr")
MOST_LOOKS = 4000
TYPES = {"space": " "} | {letter: letter for letter in "abcdefghijklmnopqrstuvwxyz0123456789?-é"}
RESULTS: Mapping[str, object] = {
    CHECK_DEVICE: REPORT,
    BACK_UP: Message("Backed up."),
    FIND_BACKUPS: (FoundBackup("/media/a/1.zip", "2026-03-07 23:12"),),
    PACK_REPORT: PackedReport(tiles=True),
    WRITE_REPORT: Message("Written."),
    SEE_NETWORK: Network("192.168.1.20"),
    LOOK_FOR_UPDATE: "2.0.0",
    BEGIN_UPDATE: "2.0.0",
    GO_BACK: "0.9.0",
}
"""What jobs give; any other comes to None, as where a table hasn't got it."""

SCREENS = tuple(map(TouchScreen, SIZES))

WAYS_OUT = frozenset({"Cancel", "Back", "Keep as it is", "No change", "Not yet"})
"""Answers that change nothing: in every list the last one, a step back from the first."""

TYPED = (*TYPES, *(name for name in KEYS if name not in TYPES), *KEYS)
"""The keys of a keyboard by their names, and what those type that do."""


class Walk:
    """A table from a beginning on; `do` puts things into it, and raises what doesn't hold."""

    def __init__(self, beginning: Beginning, looks: Looks) -> None:
        self.beginning, self._looks = beginning, looks
        self.state = replace(
            beginning.state,
            device=replace(
                beginning.state.device.having(Updatable(before="0.9.0")), may_switch_off=True
            ),
        )
        self.now = 100.0
        self.done: list[Did] = []
        self.over = False
        self.kept = list(beginning.state.game.events)
        self.closed = beginning.state.finished
        self.visited: Counter[str] = Counter()
        self._reading: Reading | Refusal | None = None
        self._size = beginning.state.game.state.position.size
        self._waiting: list[Input] = []
        self._viewed: tuple[TableState, float, TableView] | None = None
        self._folded: Game | None = None

    @classmethod
    def begun(cls, beginning: Beginning, looks: Looks) -> Walk:
        """A walk at whose beginning all has happened that comes before it."""
        if beginning not in looks.begun:
            walk = cls(beginning, looks)
            for did in beginning.before:
                walk.do(did)
            looks.begun[beginning] = walk
        walk = copy(looks.begun[beginning])
        walk.kept, walk.done, walk.visited = list(walk.kept), [], Counter()
        walk._waiting = list(walk._waiting)
        return walk

    def do(self, did: Did) -> None:
        """One more thing happens; BrokenError, or whatever the session raises."""
        self.done.append(did)
        self.now += 0.5
        match did.what, did.which:
            case "press", Button() as button:
                self._press(button)
            case "lay", int(number):
                self._reading = self._lies(number)
                settled = PictureSettled(picture_of(0), self.now)
                self._put(settled)
                self._waiting.append(self._judged(settled.at))
            case "arrive", int(most):
                for _ in range(most):
                    if self._waiting and not self.over:
                        self.now += 0.1
                        self._put(self._waiting.pop(0))
            case "key", str(name):
                key = KeyPressed(
                    KEYS.get(name), self.now, TYPES.get(name, ""), ROW_KEYS.get(name, 0)
                )
                self._put(key)
            case "touch", (int() | Square() | TurnedTo() | Button() | None) as what:
                self._put(Touched(what, self.now))
            case "later", float(seconds):
                self.now += seconds
                self._put(Tick(self.now))
            case what, _:
                self._put(MISHAPS[what](self.now))

    def _lies(self, number: int) -> Reading | Refusal:
        """This reading of the beginning's; on the board that is looked at now."""
        readings = self.beginning.readings
        if self._size != self.beginning.state.game.state.position.size:
            readings = boards_of(self._size)[0]
        return readings[number % len(readings)]

    def _press(self, button: Button) -> None:
        before = self.state
        effects = self._put(Press(button, self.now))
        text = self.state.message is not None and self.state.message is not before.message
        shown_later = any(isinstance(effect, OpenGame | Finish | RollDice) for effect in effects)
        if text or shown_later or self._looks_different(before):
            return
        raise BrokenError(f"{button} in {kind_of(before.phase)} changes nothing and says nothing")

    def _looks_different(self, before: TableState) -> bool:
        return view(before, ENGLISH, self.now) != self._view()

    def _view(self) -> TableView:
        """What is shown now."""
        viewed = self._viewed
        if viewed is None or viewed[0] is not self.state or viewed[1] != self.now:
            viewed = self._viewed = self.state, self.now, view(self.state, ENGLISH, self.now)
        return viewed[2]

    def _put(self, event: Input) -> tuple[Effect, ...]:
        before = self.state
        self.state, effects = step(self.state, event)
        self._check_lit(before)
        if isinstance(event, DiceRolled) and self.state.dice.throw is not before.dice.throw:
            self._check_roll(before, effects)
        if OpenGame() in effects:
            self.kept, self.closed = [], False
        if OpenGame() in effects or SetUpBoard() in effects:
            self._look_at_board()
        for effect in effects:
            self._carry_out(effect)
        self.visited[kind_of(self.state.phase)] += 1
        self._check()
        return effects

    def _look_at_board(self) -> None:
        """The board of the game is read from now on."""
        size = self.state.game.state.position.size
        if size == self._size:
            return
        self._size, self._reading = size, None
        if size != self.state.board.followed.position.size:
            followed, turn = Followed.start(size), self.state.board.turn + 1
            self.state = replace(
                self.state,
                board=replace(self.state.board, followed=followed, turn=turn, sight=None),
            )

    def _check_lit(self, before: TableState) -> None:
        """A question that has just been asked: OK pressed in haste must cost nothing."""
        phase, was = self.state.phase, before.phase
        was = was.back if isinstance(was, SwitchingOff) else was  # it comes back as it was left
        if not isinstance(phase, Asking):
            return
        if isinstance(was, Asking) and was.question.text == phase.question.text:
            return
        answers = [one.label.text for one in phase.question.options]
        if WAYS_OUT & {*answers[:-1]}:
            raise BrokenError(f"a way out before the last answer: {answers}")
        lit = answers[phase.selected]
        if lit in NEVER_LIT_FIRST:
            raise BrokenError(f"{lit!r} is lit first in {phase.question.text.text!r}")

    def _check_roll(self, before: TableState, effects: Sequence[Effect]) -> None:
        """Dice begin to tumble: nothing that is said or lit may tell what they will show."""
        throw, looked = self.state.dice.throw, self.state.clocks.looked_at
        if throw is None or lies_still(throw.roll, throw.since, max(throw.since, looked)):
            return  # they came to be known late
        aloud = [effect.message.text for effect in effects if isinstance(effect, Announce)]
        if aloud not in ([], ["{side} rolls the dice."]):
            raise BrokenError(f"said before the dice lie still: {aloud}")
        if lies_still(throw.roll, throw.since, self.now):
            return  # they lie still by the time the lamps are lit
        sides = frozenset(SIDE_LAMPS)
        was, now = (frozenset().union(*lamps_at(s, self.now)) & sides for s in (before, self.state))
        if was and was != now:
            raise BrokenError(f"lamps before the dice lie still: {now}, not {was}")

    def _carry_out(self, effect: Effect) -> None:
        match effect:
            case Record(number, event):
                if number != len(self.kept):
                    raise BrokenError(f"event {number} is written down after {len(self.kept)}")
                self.kept.append(event)
            case Erase(number):
                del self.kept[number:]
                self.closed = False
            case CloseGame():
                self.closed = True
            case FollowAgain() | LookCloser():
                if self._reading is not None and self._sees:
                    self._waiting.append(self._judged(self.state.frames.settled_at))
            case LookNow():
                if self._sees:
                    self._waiting.append(NothingMoves(self.now))
            case RollDice():
                self._waiting.append(self._rolled(effect))
            case Job(name):
                self._waiting.append(JobDone(name, self._result(name), self.now))
            case Finish():
                self.over = True

    def _result(self, name: str) -> object:
        """What comes of a job at this point of this walk: mostly what is wanted, now and then that
        it has failed or that this table can't."""
        chance = random.Random(f"{self.beginning.name} {name} {len(self.done)}").random()
        if chance < 0.1:
            return JobFailed("a bug")
        return None if chance < 0.2 and name != CHECK_DEVICE else RESULTS.get(name)

    def _rolled(self, wanted: RollDice) -> DiceRolled:
        """The dice as they come up at this point of this walk, whenever it is walked again."""
        chance = random.Random(f"{self.beginning.name} {wanted.turn} {len(self.done)}")
        roll = rolled_from_cup(wanted.dice, wanted.count, chance, out=wanted.out)
        return DiceRolled(wanted.what, roll, self.now, wanted.turn)

    @property
    def _sees(self) -> bool:
        return self.state.device.camera is CameraStatus.SEES

    def _judged(self, at: float) -> ReadingDone:
        """The last reading, judged from the turn as it is now; it may arrive in a later one."""
        if self._reading is None:
            raise ValueError("nothing has been read yet")
        return ReadingDone(self._looks.at(self._reading, self.state), at, self.state.board.turn)

    def _check(self) -> None:
        state, game = self.state, self.state.game
        if self._viewed is None or state is not self._viewed[0]:
            # Nothing else is drawn again by the loop.
            for shown in (self._view(), view(state, FRENCH, self.now)):
                for betrayed in betrayals(state, shown):
                    raise BrokenError(betrayed)
        if game is not self._folded:
            fold = Game.fold(game.start, game.events)
            if fold.state != game.state or fold.misfits != game.misfits:
                raise BrokenError(f"the game is not the fold of its events {game.events}")
            self._folded = game
        if in_lobby(state.phase):
            return
        if tuple(self.kept) != game.events:
            raise BrokenError(f"written down is {self.kept}, and shown {game.events}")
        if self.closed != state.finished and not self.over:
            raise BrokenError(f"the journal's game is closed: {self.closed}, on the screen not")
        if isinstance(state.phase, (Thinking, *AGAINST_CLOCK)) and game.state.over is not None:
            raise BrokenError(f"a game that is over is in {kind_of(state.phase)}")
        runs = state.clocks.turn is not None and state.clocks.turn.runs
        where = state.where
        asked = isinstance(state.phase, Asking) and isinstance(where, Stopping) and where.runs_on
        if runs != (isinstance(where, Running) or asked):
            raise BrokenError(f"the turn's clock runs: {runs}, in {kind_of(state.phase)}")


class Looks:
    """What readings show, and beginnings, remembered: walks go the same ways again and again."""

    def __init__(self) -> None:
        self.begun: dict[Beginning, Walk] = {}
        self._known: dict[tuple[int, ...], tuple[JudgedReading, tuple[object, ...]]] = {}

    def at(self, reading: Reading | Refusal, state: TableState) -> JudgedReading:
        play = state.whole_play
        seen: Followed | None = None if play is None else play.after
        of = (reading, state.board.followed, seen, state.game.state.variant)
        key = tuple(map(id, of))
        if key not in self._known:
            if len(self._known) >= MOST_LOOKS:
                self._known.clear()
            # What they are of is kept with them, so that no id is given away again.
            self._known[key] = (
                judged_reading(reading, state.board.followed, seen, state.game.state.variant),
                of,
            )
        return self._known[key][0]


MISHAPS: Mapping[str, Callable[[float], Input]] = {
    "still": NothingMoves,
    "lost": lambda at: CameraLost("unplugged", at),
    "found": CameraFound,
    "stuck": CameraStuck,
    "in view": partial(BoardInView, True),
    "out of view": partial(BoardInView, False),
    "unwritten": lambda at: JournalFailed("full", at),
    "ended": RecordingEnded,
}


def in_lobby(phase: Phase) -> bool:
    phase = phase.back if isinstance(phase, SwitchingOff) else phase
    phase = phase.back if isinstance(phase, Asking) else phase
    if isinstance(phase, Aiming | Checking):
        phase = phase.back or phase
    return isinstance(phase, Lobby | Naming | Timing | Trying | Explaining)


def anything(walk: Walk, chance: random.Random) -> Did:
    """What happens next, at random: mostly presses and tiles."""
    draw = chance.random()
    often = 0.12 if isinstance(walk.state.where, AGAINST_CLOCK) else 0.03
    if chance.random() < often:
        return Did("later", chance.choice((0.3, 3.0, 7.0, 61.0, 2000.0)))
    if draw < 0.06:
        if isinstance(walk.state.phase, Aiming):
            return Did(chance.choice(("in view", "in view", "in view", "out of view")))
        mishaps = ("still", "lost", "found", "stuck", "unwritten")
        return Did("ended") if chance.random() < 0.05 else Did(chance.choice(mishaps))
    if draw < 0.36 and walk.state.device.camera is not CameraStatus.NONE:
        return Did("lay", chance.choice(walk.beginning.likely(walk.state, chance.random() < 0.7)))
    hand = chance.random()
    if hand < 0.15:
        return Did("key", chance.choice(TYPED))
    if hand < 0.3:
        return Did("touch", _anything_touched(walk, chance))
    return Did("press", _any_button(walk.state, chance))


def _anything_touched(walk: Walk, chance: random.Random) -> Target | None:
    """Mostly what the screen shows, by a finger or a mouse; else what was there before, or
    nothing."""
    shown = SCREENS[chance.randrange(len(SCREENS))].targets(walk.state, walk.now)
    others = [target for target in shown if not isinstance(target, Square)]
    if shown and chance.random() < 0.8:
        return chance.choice(others if others and chance.random() < 0.7 else shown)
    size = walk.state.game.state.position.size
    square = Square(chance.randrange(size), chance.randrange(size))
    button = chance.choice(tuple(Button))
    return chance.choice((None, chance.randrange(40), chance.randrange(8), square, button))


def _any_button(state: TableState, chance: random.Random) -> Button:
    """Any button; those that lead on from where the table is come more often."""
    phase, sides, turn = state.phase, state.game.state.sides, state.game.state.turn
    if chance.random() < 0.3:
        return chance.choice(tuple(Button))
    match phase:
        case Thinking() | Challenge():
            own = SIDE_BUTTONS[sides.index(turn)] if turn in sides else Button.OK
            others = (Button.CHALLENGE, Button.NEXT, Button.OK, Button.END, Button.UNDO)
            return own if chance.random() < 0.4 else chance.choice(others)
        case Settling():
            return chance.choice((*SIDE_BUTTONS[:2], Button.NEXT, Button.OK, Button.END))
        case Rolling() | Shaking() | Ready() | Running() | Counted() | Clearing():
            return chance.choice((*SIDE_BUTTONS[:2], *SIDE_BUTTONS[:2], Button.OK, Button.NEXT))
        case SwitchingOff():
            return chance.choice((Button.UNDO, Button.NEXT, Button.SIDE_1, Button.POWER))
        case Stopping():
            return chance.choice((Button.UNDO, Button.PAUSE, Button.END, Button.SIDE_1))
    return chance.choice((Button.OK, Button.OK, Button.NEXT, Button.NEXT, Button.BACK))


def walked(seed: int, looks: Looks, homes: Homes, steps: int = STEPS) -> Walk:
    """The walk of a seed, with ways home sought from some of its states; AssertionError with all
    that happened in it if something doesn't hold."""
    chance = random.Random(seed)
    walk = Walk.begun(BEGINNINGS[seed % len(BEGINNINGS)], looks)
    try:
        for number in range(steps):
            if walk.over:
                break
            walk.do(anything(walk, chance))
            if chance.random() < 0.75:
                walk.do(Did("arrive", chance.randint(1, 4)))
            if not walk.over and (chance.random() < 0.2 or number == steps - 1):
                homes.seek(walk, chance.random)
    except Exception as error:
        raise AssertionError(failure(walk, seed, error, looks)) from error
    return walk


def failure(walk: Walk, seed: int, error: Exception, looks: Looks) -> str:
    """What went wrong in which walk, and a short way there, found by leaving things out."""
    short = shortened(walk.beginning, walk.done, error, looks)
    return (
        f"{type(error).__name__}: {error}\n"
        f"walk {seed} ({walk.beginning.name}): {', '.join(map(str, short))}"
    )


def shortened(
    beginning: Beginning, done: Sequence[Did], error: Exception, looks: Looks
) -> list[Did]:
    """The same without whatever isn't needed for it to fail in the same way."""
    left, place = list(done), 0
    while place < len(left):
        without = [*left[:place], *left[place + 1 :]]
        again = _fails(beginning, without, looks)
        if again is not None and type(again) is type(error):
            left = without
        else:
            place += 1
    return left


def _fails(beginning: Beginning, done: Sequence[Did], looks: Looks) -> Exception | None:
    walk = Walk.begun(beginning, looks)
    try:
        for did in done:
            if walk.over:
                return None
            walk.do(did)
        if not walk.over:
            Homes().seek(walk)
    except Exception as error:  # noqa: BLE001  (what it is, is for the caller to say)
        return error
    return None
