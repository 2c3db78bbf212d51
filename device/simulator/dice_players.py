"""What the people at the virtual table do with dice and clock: roll, start, stop, wait.

They see lamps, hear tones and read the screen; they don't know where the clock really stands. The
script's results reach the device only as faces of its dice. Tests:
tests/device/test_evening_dice.py.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, TypeVar

from device.clock_and_dice.dice import Die, letter_dice
from device.clock_and_dice.views import CHANCE_TEXTS
from device.simulator.answers import REACTS, Answering, Fingers, ReadScreen, Shows
from device.simulator.hands import Acting, Hands, Present
from device.simulator.lines import (
    Accept,
    Chance,
    DiceStep,
    Draws,
    Early,
    Evening,
    Lift,
    PassTurn,
    RollLetter,
    Rolls,
    ScriptStep,
    StartClock,
    StopClock,
    TimeUp,
    WaitForZone,
)
from device.simulator.named_texts import named_text, shows
from device.simulator.panel import Onlooker
from device.simulator.scene import Scene
from engine.circumstances import Zone
from engine.events import Side
from engine.sentences import Sentence
from engine.squares import Square
from engine.tiles import Tile, piece_of
from engine.variants import Variant
from hardware.panel.port import SIDE_BUTTONS, Button, Tone

if TYPE_CHECKING:
    from _typeshed import SupportsLenAndGetItem


# --- the people ---

STILL_ROLLING, GOES_ON = "still-rolling", "or-ok-goes-on"
WHICH_LETTER = ("letter-counts-twice", "letter-counts-three-times")
TOO_EARLY, NO_WORD_YET = "pressed-before-rolled", "stops-the-clock"
WITHOUT_WORD = "stopped-too-early"
"""The screen's words for presses, by name."""

UNSURE_TWICE = 2
"""After this many questions that they couldn't answer they put the tiles straight."""


class DicePlayers:
    """The people of a game with dice or a clock."""

    def __init__(
        self,
        evening: Evening,
        fingers: Fingers,
        present: Present,
        answering: Answering,
        hands: Hands,
        scene: Scene,
        onlooker: Onlooker,
    ) -> None:
        self._evening, self._fingers, self._present = evening, fingers, present
        self._answering, self._hands, self._scene = answering, hands, scene
        self._onlooker = onlooker
        rolls_all = evening.header.variant().letter_dice is not None
        self._pass = "give-this-turn-up" if rolls_all else "answer-pass"
        self._dings = self._rolled = 0
        self._held: Mapping[Square, Tile] = {}
        self._rolled_at: dict[Square, Tile] = {}

    def do(self, step: DiceStep) -> Acting:
        """Carries out a line of the script."""
        match step:
            case RollLetter():
                yield from self._roll(step)
            case Chance():
                yield from self._chance(step)
            case StartClock(side=side):
                self._dings = self._onlooker.heard(Tone.DING)
                yield from self._press_until(
                    step, self._button(side), lambda s: s.runs or shows(s.text, TOO_EARLY)
                )
            case StopClock(side=side, zone=zone):
                yield from self.wait_for(zone, step.line)
                yield from self._stop(step, side)
            case WaitForZone(zone=zone):
                yield from self.wait_for(zone, step.line)
            case TimeUp():
                yield from self._time_up(step)
            case Early():
                self._fingers.press(Button.CHALLENGE)
                yield from self._answering.find(named_text("yes-too-early"), step.line)
            case Accept():
                yield from self._accept(step)
            case Rolls():
                yield from self._rolls(step)
            case Lift():
                yield from self._lift(step)
            case Draws():
                yield from self._draw_rack(step)

    def _draw_rack(self, step: Draws) -> Acting:
        entered = named_text("enter-the-rack" if step.by_hand else "draw-the-rack")
        yield from self._answering.find(entered, step.line)
        for letter in step.letters if step.by_hand else ():
            yield from self._answering.find("A blank" if letter == "?" else letter, step.line)

    def pass_turn(self, step: PassTurn) -> Acting:
        """Passes by the menu, or by the button that stops the clock."""
        if step.zone is not None:
            yield from self.wait_for(step.zone, step.line)
        before = self._fingers.shown(step.line)
        self._fingers.press(self._button(step.side) if step.by_button else Button.NEXT)
        yield from self._answering.find(named_text(self._pass), step.line)
        yield from self._until(step, lambda s: s.over or s.turn != before.turn)

    def _roll(self, step: RollLetter) -> Acting:
        """One press rolls the die, at the end of a turn too; a die of their own is entered."""
        self._answering.laid = None
        if step.by_hand:
            yield from self._enter(step.letter, step.line)
            return
        yield from self._see_it_roll(step, self._button(step.side))
        dice = self._fingers.shown(step.line).dice
        if dice and step.letter not in dice:
            raise self._fingers.stuck(
                step.line, Sentence("the die shows {letter}", letter=" ".join(dice))
            )

    def _chance(self, step: Chance) -> Acting:
        if step.by_hand:
            yield from self._enter(CHANCE_TEXTS[step.face].text, step.line)
        else:
            yield from self._see_it_roll(step, self._button(step.side))
        screen = self._fingers.shown(step.line)
        if any(shows(screen.question or "", one) for one in WHICH_LETTER):
            if step.square is not None:
                name = step.square.name
                letters = (
                    one
                    for one in screen.options
                    if shows(one, "letter-on-square-worth", square=name)
                )
                yield from self._answering.find(next(letters, name), step.line)
            else:
                yield from self._fingers.press_and_see(Button.OK)

    def _rolls(self, step: Rolls) -> Acting:
        self._answering.laid = None
        self._dings = self._onlooker.heard(Tone.DING)
        self._rolled_at = dict(step.on_mat)
        if step.on_mat:
            yield from self._hands.lay(self._seat(step.side), step.on_mat)
            self._fingers.press(self._button(step.side))
            yield from self._until(step, lambda s: s.runs)
            return
        yield from self._see_it_roll(step, Button.OK)
        dice = self._fingers.shown(step.line).dice
        if dice and Counter(step.letters) - Counter(dice):
            raise self._fingers.stuck(
                step.line, Sentence("the dice show {letters}", letters=" ".join(dice))
            )

    def pick_up(self, side: Side, tiles: Iterable[Tile]) -> Acting:
        """Takes the dice about to be laid from where they were rolled."""
        wanted = []
        for tile in tiles:
            piece = piece_of(tile)
            at = next((s for s, face in self._rolled_at.items() if face == piece), None)
            if at is not None:
                wanted.append(at)
                del self._rolled_at[at]
        if wanted:
            yield from self._hands.take(self._seat(side), wanted)

    def _lift(self, step: Lift) -> Acting:
        """Takes up the dice that the screen asks for, or puts back those taken up before."""
        yield from self._fingers.until(
            lambda s: bool(s.lift or s.put_back),
            Sentence("the screen wants no dice picked up"),
            step.line,
        )
        screen = self._fingers.shown(step.line)
        yield from self._present.sit(self._present.pace.think)
        lying = self._scene.tiles
        held = {square: lying[square] for square in screen.lift if square in lying}
        yield from self._hands.take(0, held)
        back = {square: self._held[square] for square in screen.put_back if square in self._held}
        if back:
            yield from self._hands.lay(0, back)
        self._held = held
        yield from self._fingers.until(
            lambda s: not s.lift and not s.put_back,
            Sentence("the screen still wants dice picked up"),
            step.line,
        )

    def _see_it_roll(self, step: ScriptStep, button: Button) -> Acting:
        """Presses until dice roll, unless they are rolling already, and looks until they lie
        still."""
        yield from self._press_until(step, button, lambda _: self._onlooker.rolls > self._rolled)
        yield from self._fingers.until(
            lambda s: not s.rolling, Sentence("the screen keeps rolling"), step.line
        )
        self._rolled += 1

    def _enter(self, face: str, line: int) -> Acting:
        """Enters what a die of their own shows, by the arrows, once the game has gone on."""
        if shows(self._fingers.shown(line).text, GOES_ON):
            yield from self._fingers.press_and_see(Button.OK)
        self._fingers.press(Button.NEXT)
        yield from self._answering.find(face, line)

    def _accept(self, step: Accept) -> Acting:
        """Presses OK, and again if the screen then says that OK goes on: it was too soon."""
        yield from self._fingers.press_and_see(Button.OK)
        yield from self._present.wait(REACTS)
        too_soon = (GOES_ON, STILL_ROLLING)
        yield from self._press_until(
            step, Button.OK, lambda s: not any(shows(s.text, one) for one in too_soon)
        )

    def _stop(self, step: StopClock, side: Side) -> Acting:
        before = self._fingers.shown(step.line)

        def stopped(now: ReadScreen) -> bool:
            return now.totals != before.totals or shows(now.text, WITHOUT_WORD)

        self._fingers.press(self._button(side))
        if not shows(before.text, NO_WORD_YET):
            # This soon after the start it is taken for a press of the start, made by both at once.
            yield from self._until(step, lambda s: stopped(s) or shows(s.text, NO_WORD_YET))
            if shows(self._fingers.shown(step.line).text, NO_WORD_YET):
                yield from self._present.wait(REACTS)
                self._fingers.press(self._button(side))
        yield from self._until(step, stopped)

    def _time_up(self, step: TimeUp) -> Acting:
        before = self._fingers.shown(step.line)
        yield from self._while_it_runs(step.line, lambda: self._heard_ding)

        def ended(now: ReadScreen) -> bool:
            return now.over or now.totals != before.totals or now.turn != before.turn

        yield from self._until(step, ended)

    @property
    def _heard_ding(self) -> bool:
        return self._onlooker.heard(Tone.DING) > self._dings

    def wait_for(self, zone: Zone, line: int) -> Acting:
        """Watches the lamps until the clock is in that zone."""
        zones = tuple(Zone)

        def comes() -> bool:
            now = self._onlooker.zone
            return now is not None and zones.index(now) >= zones.index(zone)

        yield from self._while_it_runs(line, comes)
        yield from self._present.react()
        if (now := self._onlooker.zone) is not zone:
            there = (
                Sentence("the clock is in no zone, not in {zone}", zone=zone)
                if now is None
                else Sentence("the clock is in {zone}, not in {zone2}", zone=now, zone2=zone)
            )
            raise self._fingers.stuck(line, there)

    def _while_it_runs(self, line: int, comes: Callable[[], bool]) -> Acting:
        """Waits for what comes with the clock, but not for long if it stands."""
        since = self._present.waited
        while not comes() and not self._heard_ding:
            if self._fingers.shown(line).runs:
                since = self._present.waited
            if self._present.waited - since > self._fingers.patience:
                return
            yield from self._present.frame()

    def _press_until(self, step: ScriptStep, button: Button, effect: Shows) -> Acting:
        """Presses a button until the screen shows its effect, or OK where it says so."""
        yield from self._present.sit(self._present.pace.press)
        begun = self._present.waited
        while not effect(self._fingers.shown(step.line)):
            if self._present.waited - begun > self._fingers.patience:
                raise self._fingers.stuck(
                    step.line, Sentence("the press of {button} had no effect", button=button)
                )
            yield from self._fingers.press_and_see(button)
            screen = self._fingers.shown(step.line)
            if shows(screen.text, GOES_ON):
                button = Button.OK
            elif shows(screen.text, STILL_ROLLING):
                yield from self._present.wait(REACTS)

    def _until(self, step: ScriptStep, effect: Shows) -> Acting:
        """Answers questions until the screen shows this."""
        begun, unsure = self._present.waited, 0
        while True:
            yield from self._present.frame()
            screen = self._fingers.shown(step.line)
            if screen.question is not None:
                sure = yield from self._answering.answer(step, screen)
                unsure += not sure
                laid = self._answering.laid
                if unsure == UNSURE_TWICE and laid is not None:
                    yield from self._hands.straighten(self._seat(laid.side), laid.tiles)
            elif effect(screen):
                return
            elif self._present.waited - begun > self._fingers.patience:
                raise self._fingers.stuck(step.line, Sentence("nothing happens"))

    def _button(self, side: Side) -> Button:
        return SIDE_BUTTONS[self._seat(side)]

    def _seat(self, side: Side) -> int:
        return self._evening.sides.index(side)


# --- the device's dice, as scripted ---

_T = TypeVar("_T")


class ScriptedDice(Random):
    """A random source that knows what comes next. If the die being rolled doesn't have that face,
    or the script has ended, it shows any of its faces."""

    def __init__(self, steps: Iterable[ScriptStep], variant: Variant, seed: int = 0) -> None:
        super().__init__(seed)
        self._rolls = deque(_faces(steps))
        self._dice: tuple[Die, ...] = ()
        if variant.letter_dice is not None:
            self._dice = letter_dice(variant)

    def choice(self, seq: SupportsLenAndGetItem[_T]) -> _T:
        faces = [seq[number] for number in range(len(seq))]
        coming = self._coming()
        if coming and coming[0] in faces:
            face = coming.popleft()
            return next(one for one in faces if one == face)
        return super().choice(faces)

    def sample(
        self, population: Sequence[_T], k: int, *, counts: Iterable[int] | None = None
    ) -> list[_T]:
        """Dice out of a cup: those that have the faces that come next, in that order; or tiles out
        of a bag."""
        coming = self._coming()
        if counts is None and len(coming) == k:
            if not Counter(coming) - Counter(map(str, population)):
                letters = [coming.popleft() for _ in range(k)]
                return [next(one for one in population if one == letter) for letter in letters]
            numbers = [number for number in population if isinstance(number, int)]
            found = _matched(coming, self._dice, numbers)
            if found is not None:
                return [next(one for one in population if one == number) for number in found]
        return super().sample(population, k, counts=counts)

    def _coming(self) -> deque[str]:
        """The result of the next roll, or the rest of it."""
        while self._rolls and not self._rolls[0]:
            self._rolls.popleft()
        return self._rolls[0] if self._rolls else deque()


def _faces(steps: Iterable[ScriptStep]) -> Iterator[deque[str]]:
    """The result of each roll of the device's dice, in the order of the script."""
    for step in steps:
        match step:
            case RollLetter(letter=letter, by_hand=False):
                yield deque([letter])
            case Chance(face=face, by_hand=False):
                yield deque([str(face)])
            case Rolls(letters=letters, on_mat=on_mat) if not on_mat:
                yield deque(letters)
            case Draws(letters=letters, by_hand=False):
                yield deque(letters)
            case _:
                pass


def _matched(
    wanted: Sequence[str], dice: Sequence[Die], numbers: Sequence[int]
) -> list[int] | None:
    """A separate die for each face, out of those with these numbers; None if that is impossible."""
    taken: dict[int, int] = {}

    def find(place: int, seen: set[int]) -> bool:
        for number in numbers:
            if number in seen or number >= len(dice) or wanted[place] not in dice[number].faces:
                continue
            seen.add(number)
            if number not in taken or find(taken[number], seen):
                taken[number] = place
                return True
        return False

    if not all(find(place, set()) for place in range(len(wanted))):
        return None
    return sorted(taken, key=lambda number: taken[number])
