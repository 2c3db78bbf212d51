"""Party's timer for people who read their own board: names, letter die, clock and chance die.

Turn by turn: the letter is rolled, the others start the clock, the side stops it, and the chance
die is rolled if a letter is on its square. A value and pure functions: rolls come in, and no game
is recorded. It gives no penalties: the players judge who was too early. Tests:
tests/device/test_party_timer.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from device.clock_and_dice.dice import Dice, Roll, faces_shown, lies_still, next_face, tumbling
from device.clock_and_dice.on_time import Lit, face_tones, zone_lamps, zone_tones
from device.clock_and_dice.views import (
    PARTY_LABELS,
    ClockView,
    DieView,
    TapsView,
    clock_view,
    face_text,
)
from device.clock_and_dice.zone_clock import PARTY_ZONES, Standing, ZoneClock
from device.language.texts import Message, Texts
from engine.circumstances import ChanceFace
from engine.turns.letter_and_clock import ADVERSARY
from engine.variants.party import ROLLS
from hardware.panel.port import SIDE_BUTTONS, SIDE_LAMPS, Button, Lamp, Tone

STARTS_IN = {face: PARTY_ZONES.index(zone) for face, zone in ADVERSARY.items()}
"""The zone in which the next clock starts (PAR-CHN-06, PAR-CHN-07)."""


class TimerStage(StrEnum):
    """How far a turn has come."""

    ROLL = "roll"
    """The letter die has to be rolled."""
    START = "start"
    """The others have to start the clock."""
    RUN = "run"
    """It is running, or paused."""
    STOP = "stop"
    """It was stopped, or has run out."""


class Thrown(NamedTuple):
    """A rolled die, and when it began to tumble."""

    roll: Roll
    since: float


@dataclass(frozen=True)
class PartyTimer:
    """A turn of Party in progress. `turn`: whose it is, among the sides; `rolls`: how often the
    letter die was rolled in it; `free`: the sides whose next turn needs no letter die; `before`:
    the state before the last step; `looked`: up to when everything due has been sounded."""

    sides: tuple[str, ...]
    clock: ZoneClock
    turn: int = 0
    stage: TimerStage = TimerStage.ROLL
    letter: Thrown | None = None
    chance: Thrown | None = None
    rolls: int = 0
    free: frozenset[int] = frozenset()
    looked: float = 0.0
    before: PartyTimer | None = field(default=None, compare=False, repr=False)

    @property
    def side(self) -> str:
        """Whose turn it is."""
        return self.sides[self.turn]

    @property
    def others(self) -> str:
        """All other sides, in the order in which they play."""
        return ", ".join((*self.sides[self.turn + 1 :], *self.sides[: self.turn]))

    def tumbles(self, now: float) -> bool:
        """Whether a die is still tumbling."""
        thrown = self._last_thrown
        return thrown is not None and not lies_still(thrown.roll, thrown.since, now)

    def due(self) -> float | None:
        """When the next sound or change is due; None while nothing moves."""
        thrown = self._last_thrown
        face = None if thrown is None else next_face(thrown.roll, thrown.since, self.looked)
        times = (self.clock.due(self.looked), face)
        return min((time for time in times if time is not None), default=None)

    def look(self, now: float) -> tuple[PartyTimer, tuple[Tone, ...]]:
        """The timer at this moment, and the sounds since the last look."""
        now = max(now, self.looked)
        thrown = self._last_thrown
        faces = () if thrown is None else face_tones(*thrown, self.looked, now)
        heard = (*faces, *zone_tones(self.clock.signals(self.looked, now), now))
        after = replace(self, looked=now)
        if self.stage is TimerStage.RUN and self.clock.run_out(now):
            after = replace(after, stage=TimerStage.STOP, clock=self.clock.stopped(now))
        return after, heard

    def rolled(self, what: Dice, roll: Roll, at: float) -> PartyTimer:
        """The requested die begins to tumble."""
        if self.tumbles(at):
            return self
        thrown = Thrown(roll, at)
        if what is Dice.LETTER and self.stage in (TimerStage.ROLL, TimerStage.START):
            rolls = self.rolls + 1
            return replace(self, stage=TimerStage.START, letter=thrown, rolls=rolls, before=self)
        if what is Dice.CHANCE and self.stage is TimerStage.STOP and self.chance is None:
            return replace(self, chance=thrown, before=self)
        return self

    def rests(self, at: float) -> PartyTimer:
        """The same with its clock paused: nobody is at it."""
        return replace(self, clock=self.clock.paused(at))

    @property
    def _last_thrown(self) -> Thrown | None:
        return self.chance or self.letter

    @property
    def up(self) -> str:
        """The rolled letter, "" if none was."""
        return "" if self.letter is None else self.letter.roll.up[0]


def party_timer(sides: tuple[str, ...], clock: ZoneClock) -> PartyTimer:
    """The timer before its first turn."""
    return PartyTimer(sides, clock.reset())


# --- what is pressed ---


class AfterPress(NamedTuple):
    """The timer after a press; `rolls`: the die to roll now; `said`: why nothing was done."""

    timer: PartyTimer
    rolls: Dice | None = None
    said: Message | None = None


def after_press(timer: PartyTimer, button: Button, at: float) -> AfterPress:
    """A press's meaning at that moment; END and POWER mean nothing here."""
    if button is Button.UNDO:
        return _undone(timer, at)
    if button is Button.PAUSE:
        return _paused(timer, at)
    if timer.tumbles(at):
        return AfterPress(timer, said=Message("The dice are still rolling."))
    if button is Button.CHALLENGE:
        return _challenged(timer)
    if button in (Button.BACK, Button.NEXT):
        return _arrow(timer, 1 if button is Button.NEXT else -1)
    if button is Button.OK:
        return _next_step(timer, at)
    if button in SIDE_BUTTONS:
        return _of_a_side(timer, SIDE_BUTTONS.index(button), at)
    return AfterPress(timer)


def _next_step(timer: PartyTimer, at: float) -> AfterPress:
    """The next step of a turn, for any button."""
    match timer.stage:
        case TimerStage.ROLL:
            return AfterPress(timer, Dice.LETTER)
        case TimerStage.START:
            return AfterPress(_started(timer, at))
        case TimerStage.RUN if not timer.clock.runs:
            return AfterPress(_started(timer, at))
        case TimerStage.RUN:
            return AfterPress(_stopped(timer, at))
        case TimerStage.STOP:
            return AfterPress(_next_turn(timer))


def _of_a_side(timer: PartyTimer, place: int, at: float) -> AfterPress:
    """A side's own button: it rolls and stops, the others start (PAR-CLK-08, PAR-CLK-09)."""
    own = place == timer.turn
    if place >= len(timer.sides):
        return AfterPress(timer, said=Message("No player has this button."))
    match timer.stage:
        case TimerStage.ROLL | TimerStage.START if own and timer.clock.standing is Standing.STOPPED:
            return AfterPress(timer, said=Message("{others}: start the clock.", _names(timer)))
        case TimerStage.ROLL | TimerStage.START if own and timer.rolls == ROLLS:
            return AfterPress(_next_turn(timer))
        case TimerStage.ROLL | TimerStage.START if own:
            return AfterPress(timer, Dice.LETTER)
        case TimerStage.ROLL | TimerStage.START:
            return AfterPress(_started(timer, at))  # their own die may have been rolled
        case TimerStage.RUN if own == timer.clock.runs:
            return _next_step(timer, at)
        case TimerStage.RUN if own:
            return AfterPress(timer, said=Message("{others}: start the clock.", _names(timer)))
        case TimerStage.RUN:
            return AfterPress(timer, said=Message("{side} stops the clock.", _names(timer)))
        case TimerStage.STOP if own and _next_turn(timer).turn != timer.turn:
            return AfterPress(timer, said=Message("{others} starts the next turn.", _names(timer)))
        case TimerStage.STOP:
            return AfterPress(_next_turn(timer))


def _arrow(timer: PartyTimer, step: int) -> AfterPress:
    """The zone that the clock starts in, and once it was stopped the chance die."""
    if timer.stage is TimerStage.STOP and timer.chance is not None:
        return AfterPress(timer, said=Message("The chance die is rolled once per turn."))
    if timer.stage is TimerStage.STOP:
        return AfterPress(timer, Dice.CHANCE)
    if timer.clock.standing is not Standing.RESET:
        return AfterPress(timer, said=Message("The clock has already been started."))
    first = (timer.clock.zone_at(timer.looked) + step) % len(timer.clock.zones)
    return AfterPress(replace(timer, clock=timer.clock.reset(first), before=timer))


def _challenged(timer: PartyTimer) -> AfterPress:
    """A bad word is taken back: the others start the clock where it stopped (PAR-CHA-04)."""
    if timer.stage is not TimerStage.STOP:
        text = Message("You can challenge a word once the clock has stopped.")
        return AfterPress(timer, said=text)
    if timer.chance is not None:
        # As at a table: rolling it accepts the word (PAR-CHA-01).
        return AfterPress(timer, said=Message("The chance die has been rolled: the word stands."))
    if timer.clock.run_out(timer.looked):
        return AfterPress(timer, said=Message("No time left for another word."))
    return AfterPress(replace(timer, stage=TimerStage.START, chance=None, before=timer))


def _paused(timer: PartyTimer, at: float) -> AfterPress:
    if timer.stage is not TimerStage.RUN:
        return AfterPress(timer, said=Message("Clock stopped."))
    return AfterPress(timer.rests(at) if timer.clock.runs else _started(timer, at))


def _undone(timer: PartyTimer, at: float) -> AfterPress:
    """One step back; a clock that was running then is paused at its time when the step was
    taken."""
    if timer.before is None:
        return AfterPress(timer, said=Message("There’s nothing to undo."))
    return AfterPress(replace(timer.before, looked=max(timer.looked, at)))


def _started(timer: PartyTimer, at: float) -> PartyTimer:
    before = timer.before if timer.stage is TimerStage.RUN else timer
    return replace(timer, stage=TimerStage.RUN, clock=timer.clock.started(at), before=before)


def _stopped(timer: PartyTimer, at: float) -> PartyTimer:
    return replace(
        timer, stage=TimerStage.STOP, clock=timer.clock.stopped(at), before=timer.rests(at)
    )


def _next_turn(timer: PartyTimer) -> PartyTimer:
    """The next turn, according to the chance die (PAR-CHN-04 … 07)."""
    face = None if timer.chance is None else ChanceFace(timer.chance.roll.up[0])
    again = face is ChanceFace.PLAY_AGAIN
    turn = timer.turn if again else (timer.turn + 1) % len(timer.sides)
    promised = timer.free | ({timer.turn} if face is ChanceFace.NO_LETTER_DIE else set())
    return PartyTimer(
        timer.sides,
        timer.clock.reset(STARTS_IN.get(face, 0) if face is not None else 0),
        turn,
        TimerStage.START if turn in promised else TimerStage.ROLL,
        free=promised - {turn},
        looked=timer.looked,
        before=timer,
    )


# --- what is shown ---


@dataclass(frozen=True)
class TimerView:
    """The timer: whose turn it is, what to do now and with which buttons, its dice ("" for a face:
    not rolled) and its clock. `taps`: what can be touched, None where nobody has touched the screen
    yet."""

    sides: tuple[str, ...]
    turn: int
    state: str
    hint: str
    letter: DieView
    chance: DieView | None
    clock: ClockView
    taps: TapsView | None = None


def timer_view(
    timer: PartyTimer,
    now: float,
    texts: Texts,
    said: Message | None = None,
    *,
    touched: bool = False,
) -> TimerView:
    """Its view at that moment; `said` replaces the hint. `touched`: it is used without buttons."""
    now = max(now, timer.looked)
    stage = timer_state(timer, now)
    if touched and timer.stage is TimerStage.RUN and not timer.clock.runs:
        stage = Message("Paused")  # what resumes it is to be touched
    chance, hint = timer.chance, said
    if hint is None and not touched:
        hint = _hint(timer, now)
    return TimerView(
        timer.sides,
        timer.turn,
        texts.say(stage),
        "" if hint is None else texts.say(hint),
        DieView("", tumbles=False) if timer.letter is None else _die(timer.letter, now, texts),
        None if chance is None else _die(chance, now, texts),
        clock_view(timer.clock, now, texts, stage),
        timer_taps(timer, now, texts) if touched else None,
    )


def timer_state(timer: PartyTimer, now: float) -> Message:
    """What to do now, and who does it."""
    values = _names(timer)
    if timer.tumbles(now):
        if timer.chance is not None:
            return Message("{side} rolls the chance die.", values)
        return Message("{side} rolls the letter die.", values)
    match timer.stage:
        case TimerStage.ROLL:
            return Message("{side}: roll the letter die.", values)
        case TimerStage.START if timer.clock.standing is Standing.STOPPED:
            return Message(
                "{others}: start the clock again. {side} looks for another word.", values
            )
        case TimerStage.START if not timer.up:
            return Message("{side} needs no letter. {others}: start the clock.", values)
        case TimerStage.START:
            found = {**values, "letter": timer.up}
            return Message("{others}: start the clock as soon as you have found {letter}.", found)
        case TimerStage.RUN if not timer.clock.runs:
            return Message("Paused. OK resumes.")
        case TimerStage.RUN:
            return Message("{side}: lay your word, then stop the clock.", values)
        case TimerStage.STOP if timer.clock.run_out(now):
            return Message("Time’s up! {side} loses 5 points.", values)
        case TimerStage.STOP:
            zone = PARTY_LABELS[timer.clock.zone_at(now)]
            return Message("{side} stopped in {zone}.", {**values, "zone": zone})


def _hint(timer: PartyTimer, now: float) -> Message:
    values = _names(timer)
    if timer.tumbles(now):
        return Message("The dice are rolling – END: leave")
    match timer.stage:
        case TimerStage.ROLL:
            return Message("OK: roll – NEXT: later zone – UNDO: step back – END: leave")
        case TimerStage.START if timer.clock.standing is Standing.STOPPED:
            return Message("OK: start – UNDO: step back – END: leave")
        case TimerStage.START if timer.rolls == ROLLS:
            return Message(
                "OK: start. No such letter, third time? {side} passes – END: leave", values
            )
        case TimerStage.START if not timer.up:
            return Message("OK: start – {side} may roll – END: leave", values)
        case TimerStage.START:
            return Message("OK: start. No such letter? {side} rolls again – END: leave", values)
        case TimerStage.RUN if timer.clock.runs:
            return Message("OK: stop – PAUSE: pause – UNDO: step back – END: leave")
        case TimerStage.RUN:
            return Message("OK: next – UNDO: step back – END: leave")
        case TimerStage.STOP if timer.chance is None:
            return Message(
                "OK: next turn – NEXT: chance die – CHALLENGE: invalid word, clock resumes"
            )
        case TimerStage.STOP:
            return Message("OK: next turn – UNDO: step back – END: leave")


def timer_taps(timer: PartyTimer, now: float, texts: Texts) -> TapsView:
    """What the buttons do now, to be touched; it can be left at any time."""
    others = [(Message("Undo"), Button.UNDO), *_other_taps(timer, now)]
    return TapsView.of(texts, _next_tap(timer, now), (*others, (Message("Leave"), Button.END)))


def _next_tap(timer: PartyTimer, now: float) -> tuple[Message, Button] | None:
    if timer.tumbles(now):
        return None
    match timer.stage:
        case TimerStage.ROLL:
            return Message("Roll the letter die"), Button.OK
        case TimerStage.START:
            return Message("Start the clock"), Button.OK
        case TimerStage.RUN if timer.clock.runs:
            return Message("Stop the clock"), Button.OK
        case TimerStage.RUN:
            return Message("Resume"), Button.OK
        case TimerStage.STOP:
            return Message("Next turn"), Button.OK


def _other_taps(timer: PartyTimer, now: float) -> Iterator[tuple[Message, Button]]:
    if timer.tumbles(now):
        return
    reset = timer.clock.standing is Standing.RESET
    match timer.stage:
        case TimerStage.ROLL if reset:
            yield Message("Later zone"), Button.NEXT
        case TimerStage.START if reset:
            # A side that may roll but needn't has no letter yet.
            label = Message("No such letter") if timer.up else Message("Roll the letter die")
            yield label, SIDE_BUTTONS[timer.turn]
        case TimerStage.RUN if timer.clock.runs:
            yield Message("Pause"), Button.PAUSE
        case TimerStage.STOP if timer.chance is None:
            yield Message("Chance die"), Button.NEXT
            if not timer.clock.run_out(now):
                yield Message("Invalid word"), Button.CHALLENGE


def timer_lamps(timer: PartyTimer, now: float) -> Lit:
    """The lamp of the side, and that of the clock's zone."""
    lit, blinking = zone_lamps(timer.clock, now)
    own: frozenset[Lamp] = frozenset({SIDE_LAMPS[timer.turn]})
    return lit | own, blinking


def _names(timer: PartyTimer) -> dict[str, str | int | Message]:
    return {"side": timer.side, "others": timer.others}


def _die(thrown: Thrown, now: float, texts: Texts) -> DieView:
    face, tumbles = faces_shown(*thrown, now)[0], tumbling(*thrown, now)[0]
    return DieView(face_text(face, texts), tumbles)
