"""The views of dice and of the clock of zones: frozen, in one language.

Made from values and a given time; knows no screen and no turn, so that a game and the dice or the
clock alone show the same. Tests: tests/device/test_zone_views.py.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from device.clock_and_dice.dice import Roll, faces_shown, tumbling
from device.clock_and_dice.zone_clock import ZoneClock
from device.language.numbers import MINUS
from device.language.texts import Message, Texts
from engine.circumstances import ChanceFace, Zone
from hardware.panel.port import Button

CHANCE_TEXTS: Mapping[ChanceFace, Message] = MappingProxyType(
    {
        ChanceFace.LETTER_X3: Message("Letter ×3"),
        ChanceFace.LETTER_X2: Message("Letter ×2"),
        ChanceFace.NO_LETTER_DIE: Message("No letter die next turn"),
        ChanceFace.PLAY_AGAIN: Message("Play again"),
        ChanceFace.ADVERSARY_X1: Message("Opponents: clock from ×1"),
        ChanceFace.ADVERSARY_X2: Message("Opponents: clock from ×2"),
    }
)
"""The texts of the chance die (PAR-EQU-10)."""

ZONE_LABELS: Mapping[Zone, str] = MappingProxyType(
    {
        Zone.X4: "×4",
        Zone.X3: "×3",
        Zone.X2: "×2",
        Zone.X1: "×1",
        Zone.MINUS_1: "−1",
        Zone.MINUS_5: "−5",
    }
)
PARTY_LABELS = tuple(ZONE_LABELS[zone] for zone in Zone)
"""The labels of Party's zones, in their order (PAR-EQU-11)."""

STEP = 0.2
"""The fewest seconds between two heights of a zone on the screen."""

BLINK = 2 * STEP
"""Seconds for which an ending zone is lit, and is dark."""


class ZoneColour(StrEnum):
    """The zones' colours: ×4, ×3 and ×1 are blue and ×2 is red (PAR-EQU-11); those that deduct
    points have no printed colour."""

    BLUE = "blue"
    RED = "red"
    OFF = "off"


@dataclass(frozen=True)
class TapView:
    """A place to touch: its words, and the button, or the answer by its place, that it is. `lit`:
    as its lamp is."""

    label: str
    button: Button | int
    lit: bool = False


@dataclass(frozen=True)
class TapsView:
    """What is touched where there are no buttons. `next`: what comes next, large; None while there
    is nothing to do but wait. `others`: what else can be done."""

    next: TapView | None = None
    others: tuple[TapView, ...] = ()

    @classmethod
    def of(
        cls,
        texts: Texts,
        following: tuple[Message, Button] | None,
        others: Iterable[tuple[Message, Button]] = (),
    ) -> TapsView:
        """These buttons with these words, in the language of the texts."""
        label = "" if following is None else texts.say(following[0])
        large = None if following is None else TapView(label, following[1], lit=True)
        return cls(large, tuple(TapView(texts.say(label), button) for label, button in others))


@dataclass(frozen=True)
class DieView:
    """A die: its top face ("?" a blank), and whether it is still tumbling."""

    face: str
    tumbles: bool


@dataclass(frozen=True)
class DiceView:
    """One die or several, their name and what can be done with them; `taps`: by touch, None where
    nobody has touched the screen yet."""

    title: str
    dice: tuple[DieView, ...]
    hint: str = ""
    taps: TapsView | None = None


@dataclass(frozen=True)
class ZoneView:
    """A zone: its label, its colour, its length as text, and how much of it is left, from 0 to 1.
    `now`: the clock is in it; `ending`: it is running and in its last seconds. `lit`: False in the
    dark half of its blinking then. `seconds`: what is left of it as text, "" unless the clock is in
    it."""

    label: str
    colour: ZoneColour
    length: str
    left: float
    now: bool
    ending: bool
    lit: bool = True
    seconds: str = ""


@dataclass(frozen=True)
class ClockView:
    """The clock: its state, the total time left, its zones. `runs`: right now; `over`: it has run
    out. `taps`: what can be touched, None where nobody has touched the screen yet."""

    state: str
    left: str
    zones: tuple[ZoneView, ...]
    runs: bool
    over: bool
    hint: str = ""
    taps: TapsView | None = None


def dice_view(
    roll: Roll, since: float, now: float, texts: Texts, title: Message, hint: Message | None = None
) -> DiceView:
    """A roll whose dice began to tumble at `since`; the hint is shown once they lie still."""
    tumble = tumbling(roll, since, now)
    dice = tuple(
        DieView(face_text(face, texts), tumbles)
        for face, tumbles in zip(faces_shown(roll, since, now), tumble, strict=True)
    )
    return DiceView(texts.say(title), dice, texts.say(hint) if hint and not any(tumble) else "")


def face_text(face: str, texts: Texts) -> str:
    """A face for players: a letter as it is, a chance face in their language."""
    try:
        return texts.say(CHANCE_TEXTS[ChanceFace(face)])
    except ValueError:
        return face


def clock_view(
    clock: ZoneClock,
    now: float,
    texts: Texts,
    state: Message,
    hint: Message | None = None,
    labels: tuple[str, ...] = PARTY_LABELS,
) -> ClockView:
    """The clock as it is now; zones without a label have none."""
    number, over = clock.zone_at(now), clock.run_out(now)

    def zone(place: int) -> ZoneView:
        length = clock.zone_seconds(place)
        label = labels[place] if place < len(labels) else ""
        left = 0.0 if place < number else 1.0
        if place == number:
            left = _in_steps(clock.left_in_zone(now), length) / length
        here = place == number and not over
        ending = here and clock.runs and clock.ending(now)
        return ZoneView(
            label,
            _colour(label),
            time_text(length),
            left,
            now=here,
            ending=ending,
            lit=not ending or math.ceil(round(clock.left_in_zone(now) / BLINK, 6)) % 2 == 0,
            seconds=time_text(clock.left_in_zone(now)) if here else "",
        )

    return ClockView(
        texts.say(state),
        time_text(clock.seconds_left(now)),
        tuple(zone(place) for place in range(len(clock.zones))),
        runs=clock.runs and not over,
        over=over,
        hint=texts.say(hint) if hint else "",
    )


def time_text(seconds: float) -> str:
    """Minutes and seconds, each started one counted as a whole: "0:01" till the very end, then at
    once "-0:01", as overtime is counted."""
    whole = math.ceil(abs(seconds))
    return f"{MINUS if seconds < 0 else ''}{whole // 60}:{whole % 60:02}"


def _in_steps(left: float, length: float) -> float:
    """A zone's share left in the steps shown: a screen can't be redrawn all the time, and a
    sixtieth of a long one is too little to notice."""
    step = max(STEP, length // 60)
    return min(length, math.ceil(round(left / step, 6)) * step)


def _colour(label: str) -> ZoneColour:
    if label.startswith("−"):
        return ZoneColour.OFF
    return ZoneColour.RED if label == ZONE_LABELS[Zone.X2] else ZoneColour.BLUE
