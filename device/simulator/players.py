"""The people at the virtual table: they lay, press, wait for the screen and answer its questions.

They know what they lay and what the screen says; they share nothing else with the program. They act
before every frame, at the time passed in.
Tests: tests/device/test_virtual.py, tests/device/test_scripted_evenings.py.
"""

from __future__ import annotations

import numpy as np

from device.simulator.answers import (
    CAUTIOUS,
    NOT_SO,
    PATIENCE,
    REACTS,
    Answering,
    Buttons,
    Fingers,
    QuestionMet,
    ReadScreen,
    TableStuckError,
)
from device.simulator.dice_players import UNSURE_TWICE, DicePlayers
from device.simulator.hands import HURRIED, Acting, Hands, Pace, Present, Reach
from device.simulator.lines import (
    Call,
    CallChallenge,
    Correct,
    DiceStep,
    EnterByHand,
    Evening,
    Expect,
    Forget,
    GiveAnswer,
    GivePoints,
    Goalie,
    HoldDown,
    IsOut,
    Lay,
    Mishap,
    PassTurn,
    PressButton,
    PressTurn,
    ScriptStep,
    ShowRack,
    Sign,
    Swap,
    TakeBack,
    Trade,
    Try,
    WaitSeconds,
)
from device.simulator.mishaps import VirtualTable, happen
from device.simulator.named_texts import named_text, shows
from device.simulator.panel import Onlooker
from device.simulator.scene import Scene, SceneError
from engine.events import Side
from engine.sentences import Sentence
from engine.state import first_stage
from hardware.panel.port import SIDE_BUTTONS, Button

# --- challenges, and racks at the end ---

SEES_WITHIN = 6.0
"""Seconds for which they wait for the table to notice what they have done."""


class Judging:
    """Challenges, and racks at the end of a game."""

    def __init__(
        self,
        evening: Evening,
        fingers: Fingers,
        present: Present,
        answering: Answering,
        hands: Hands,
    ) -> None:
        self._evening, self._fingers, self._present = evening, fingers, present
        self._answering, self._hands = answering, hands

    def challenge(self, step: CallChallenge) -> Acting:
        """Presses challenge, takes a bad play's tiles up, and leaves the verdict."""
        yield from self._present.sit(self._present.pace.press)
        self._fingers.press(Button.CHALLENGE)
        yield from self._answering.answer_all(step)
        if not step.good:
            yield from self._hands.take(self._evening.sides.index(step.of), step.squares)
            self._answering.laid = None
            # The camera sees them go, and then the game goes on by itself.
            yield from self._wait_while_judged(step, SEES_WITHIN)
        begun = self._present.waited
        while self._fingers.shown(step.line).judged:
            if self._present.waited - begun > self._fingers.patience:
                raise self._fingers.stuck(step.line, Sentence("the verdict stays on the screen"))
            yield from self._fingers.press_and_see(Button.OK)

    def _wait_while_judged(self, step: CallChallenge, seconds: float) -> Acting:
        begun = self._present.waited
        while self._fingers.shown(step.line).judged and self._present.waited - begun < seconds:
            yield from self._present.frame()

    def show_rack(self, step: ShowRack) -> Acting:
        """Lays what is left on the board, presses, and takes it off again; without a camera, names
        it by the buttons."""
        seat = self._evening.sides.index(step.side)
        yield from self._present.sit(self._present.pace.think)
        yield from self._hands.lay(seat, step.tiles)
        begun, asked, taken = self._present.waited, self._answering.asked, False
        while not taken:
            if self._present.waited - begun > self._fingers.patience:
                raise self._fingers.stuck(
                    step.line, Sentence("{side}’s rack isn’t accepted", side=step.side)
                )
            yield from self._present.wait(REACTS)
            if self._fingers.shown(step.line).question is None:
                yield from self._fingers.press_and_see(SIDE_BUTTONS[seat])
            before = len(asked)
            yield from self._answering.answer_all(step)
            taken = any(met.answer not in (*CAUTIOUS, NOT_SO) for met in asked[before:])
        yield from self._hands.take(seat, step.tiles)


# --- the whole evening ---

LATE = 60.0
"""Seconds after which people hurry: the table is slow, and they want to go home."""

PRESS_AGAIN = 8.0
"""Seconds of the table's clock after which a player straightens the tiles and presses again."""

LOOK_AGAIN = 2.0
"""The same after they asked the table to look again."""

MOMENT = 0.05
"""The longest step in seconds in which people act, however far apart the frames are."""

CHATS = 1.5
"""Seconds of talk when a side forgets to press."""

LOOKS_FOR = 4.0
"""Seconds for which they wait for what the script expects."""

GRACE = 2.0
"""Seconds for which the camera runs on after the last step, so that the end can be shown."""


class Players:
    """Plays an evening at a scene. `buttons` are pressed, by `fingers`; `saw` is given what the
    screen shows (from any thread); `asked` holds every question so far; `stuck` says why they gave
    up; `onlooker` checks what the script expects."""

    def __init__(
        self,
        evening: Evening,
        scene: Scene,
        buttons: Buttons,
        *,
        seed: int,
        pace: Pace = Pace(),  # noqa: B008  (frozen)
        patience: float = PATIENCE,
        onlooker: Onlooker | None = None,
        fingers: type[Fingers] = Fingers,
    ) -> None:
        self._evening, self._scene, self._onlooker = evening, scene, onlooker
        in_stages = first_stage(evening.header.variant()) is not None
        self._entry = "enter-word" if in_stages else "enter-play"  # the menu's line
        self._present = Present(pace)
        self._hands = Hands(scene, self._present, seed)
        self._fingers = fingers(buttons, self._present, patience)
        self._table = VirtualTable(
            scene, self._hands, self._present, np.random.default_rng([seed, 6])
        )
        self._answering = Answering(evening, scene, self._fingers, self._present)
        crew = (evening, self._fingers, self._present, self._answering, self._hands)
        self._judging = Judging(*crew)
        self._dice = None if onlooker is None else DicePlayers(*crew, scene, onlooker)
        self._acting: Acting | None = None
        self._line = 0
        self._left_at: float | None = None
        self.stuck: str | None = None

    @property
    def asked(self) -> tuple[QuestionMet, ...]:
        return tuple(self._answering.asked)

    @property
    def reaches(self) -> tuple[Reach, ...]:
        return self._hands.reaches

    @property
    def _screen(self) -> ReadScreen | None:
        return self._fingers.screen

    def saw(self, screen: ReadScreen) -> None:
        """The screen shows this now."""
        self._fingers.screen = screen
        if self._onlooker is not None:
            self._onlooker.saw(screen)

    def wait_for_screen(self, behind: bool) -> None:
        """Whether the screen is known to be behind: nobody gives up on it or presses again
        meanwhile."""
        self._present.behind = behind

    def act(self, now: float) -> bool:
        """Goes on with the evening; False once all have left or given up."""
        if self.stuck is not None:
            return False
        if self._left_at is not None:
            over = self._screen is not None and self._screen.over
            return over and now - self._left_at < GRACE
        self._present.shown = now
        try:
            if self._acting is None:
                self._present.now = now
                self._acting = self._whole_evening()
                next(self._acting)
            # Hands don't slow down when frames are slow to draw.
            while self._present.now < now:
                self._acting.send(min(now, self._present.now + MOMENT))
        except StopIteration:
            self._left_at = now
        except TableStuckError as stuck:
            self.stuck = str(stuck)
            return False
        except SceneError as error:
            # The table has gone its own way: the rest of the script doesn't fit.
            self.stuck = Sentence("line {number}: {why}", number=self._line, why=error)
            return False
        return True

    def _whole_evening(self) -> Acting:
        yield from self._fingers.until(
            lambda _: True, Sentence("the screen shows nothing"), self._evening.steps[0].line
        )
        yield from self._present.sit(self._present.pace.settle_in)
        begun = self._present.now
        for step in self._evening.steps:
            self._line = step.line
            if self._present.now - begun > LATE:
                self._present.pace = HURRIED
            if self._onlooker is not None and not isinstance(step, Expect):
                self._onlooker.step_begins()
            yield from self._do(step)

    def _do(self, step: ScriptStep) -> Acting:
        match step:
            case Lay(side=side, tiles=tiles):
                answering = self._answering
                answering.earlier, answering.laid = answering.laid, step
                yield from self._present.sit(self._present.pace.think)
                if self._dice is not None:
                    yield from self._dice.pick_up(side, tiles.values())
                yield from self._hands.lay(self._seat(side), tiles)
            case EnterByHand(play=play, zone=zone):
                yield from self._do(play)
                if zone is not None and self._dice is not None:
                    yield from self._dice.wait_for(zone, step.line)
                yield from self._by_menu(step, self._entry)
            case PassTurn(clocked=True) if self._dice is not None:
                self._answering.laid = None
                yield from self._dice.pass_turn(step)
            case PressTurn(side=side) | PassTurn(side=side) | Swap(side=side):
                if not isinstance(step, PressTurn):
                    self._answering.laid = None
                    yield from self._present.sit(self._present.pace.think)
                yield from self._press_turn(step, side)
            case TakeBack():
                yield from self._present.sit(self._present.pace.think)
                yield from self._take_back(step)
            case CallChallenge():
                yield from self._judging.challenge(step)
            case Call():
                self._fingers.press(Button.CHALLENGE)
                yield from self._answering.answer_all(step)
            case Goalie(side=side, square=square, letter=letter):
                yield from self._present.sit(self._present.pace.think)
                yield from self._hands.take(self._seat(side), [square])
                yield from self._hands.lay(self._seat(side), {square: letter})
            case Correct():
                yield from self._by_menu(step, "correct-a-tile")
            case GivePoints():
                yield from self._by_menu(step, "change-points")
            case Trade():
                yield from self._by_menu(step, "trade-tiles")
            case IsOut(side=side, line=line):
                yield from self._answering.find(named_text("side-is-out", side=side), line)
            case ShowRack():
                yield from self._judging.show_rack(step)
            case _:
                yield from self._do_more(step)

    def _do_more(self, step: ScriptStep) -> Acting:
        """Lines that are neither turn nor play."""
        match step:
            case PressButton(button=button):
                self._answering.waits = None
                self._fingers.press(button)
                if not step.later:
                    yield from self._answering.answer_all(step)
            case HoldDown(button=button):
                self._fingers.hold(button)
                yield from self._answering.answer_all(step)
            case GiveAnswer(text=text, line=line):
                yield from self._answering.find(text, line)
            case Try(side=side) | Sign(side=side):
                yield from self._fingers.press_and_see(SIDE_BUTTONS[self._seat(side)])
                yield from self._present.wait(REACTS)
            case Forget():
                yield from self._present.sit(CHATS)
            case WaitSeconds(seconds=seconds):
                yield from self._present.sit(seconds)
            case Mishap(what=what, words=words):
                yield from happen(self._table, what, words)
            case Expect():
                yield from self._look(step)
            case _ if self._dice is not None and isinstance(step, DiceStep):
                yield from self._dice.do(step)

    def _take_back(self, step: TakeBack) -> Acting:
        yield from self._hands.take(self._seat(step.side), step.squares)
        self._answering.laid = None
        if step.counted and self._screen is not None and self._screen.turn is not None:
            yield from self._press_turn(step, self._screen.turn)

    def _seat(self, side: Side) -> int:
        return self._evening.sides.index(side)

    def _press_turn(self, step: PressTurn | PassTurn | Swap | TakeBack, side: Side) -> Acting:
        """Presses a side's button until the screen shows that the step counts."""
        yield from self._present.sit(self._present.pace.press)
        button = SIDE_BUTTONS[self._seat(side)]
        yield from self._answering.answer_open(step)
        before = self._fingers.shown(step.line)
        later = isinstance(step, PressTurn | PassTurn) and step.later
        begun = asked = self._present.waited
        patience, unsure, sure = PRESS_AGAIN, 0, False
        self._fingers.press(button)
        while True:
            yield from self._present.frame()
            screen = self._screen
            if screen is None or self._present.waited - begun > self._fingers.patience:
                raise self._fingers.stuck(
                    step.line, Sentence("{side}’s press had no effect", side=side)
                )
            if later and _counts(before, screen, step):
                self._answering.waits = screen.question
                return
            if sure and screen.question is None and _is_shown(screen, step):
                return  # the turn comes back at once if the next side's is lost
            if screen.question not in (None, self._answering.waits):
                sure = yield from self._answering.answer(step, screen)
                asked, patience = self._present.waited, PRESS_AGAIN if sure else LOOK_AGAIN
                unsure += not sure
            elif _counts(before, screen, step):
                return
            elif self._present.waited - asked > patience:
                laid, at_a_loss = self._answering.laid, patience == PRESS_AGAIN
                if laid and isinstance(step, PressTurn) and (at_a_loss or unsure == UNSURE_TWICE):
                    yield from self._hands.straighten(self._seat(laid.side), laid.tiles)
                self._fingers.press(button)
                asked, patience = self._present.waited, PRESS_AGAIN

    def _by_menu(self, step: Correct | GivePoints | Trade | EnterByHand, entry: str) -> Acting:
        """Opens the menu, takes the line of that name, points where it asks to, and answers."""
        yield from self._present.sit(self._present.pace.think)
        yield from self._answering.answer_open(step)
        self._fingers.press(Button.NEXT)
        yield from self._answering.find(named_text(entry), step.line)
        if isinstance(step, Correct):
            yield from self._answering.point(step.square, step.line)
        yield from self._answering.answer_all(step)

    def _look(self, step: Expect) -> Acting:
        """Checks the expectation for a while."""
        onlooker, begun = self._onlooker, self._present.waited
        if onlooker is None:
            return
        while not onlooker.sees(step):
            if self._present.waited - begun > LOOKS_FOR:
                onlooker.missed(step)
                return
            yield from self._present.frame()
        onlooker.seen(step)


def _is_shown(now: ReadScreen, step: ScriptStep) -> bool:
    """Whether the screen says that a side has passed or exchanged."""
    if isinstance(step, PassTurn):
        return shows(now.text, "side-passes", side=step.side)
    return isinstance(step, Swap) and shows(now.text, "side-exchanges", side=step.side)


def _counts(before: ReadScreen, now: ReadScreen, step: ScriptStep) -> bool:
    """Whether the screen shows that a press had its effect."""
    if isinstance(step, TakeBack):
        return now.turn == step.side
    return now.over or now.turn != before.turn or now.totals != before.totals
