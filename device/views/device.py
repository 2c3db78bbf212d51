"""What a screen shows of the device itself: the camera that is being aimed, and a check of it all.

Worked out from a table's state and the live picture that is handed in; knows no camera and no
screen. Tests: tests/device/test_aim_views.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.doctor.checks import Check, CheckGrade
from device.doctor.sight import ADVICE, CABLE, advice_on, checks_of
from device.language.texts import Message, Texts, and_then
from device.language.wording import refusal_message
from device.session.core.state import Aiming, Checking, TableState, Trying
from device.views.crops import Finding, Image, PreviewFrame, ShownGrid
from hardware.cameras.port import CameraStatus
from hardware.panel.port import SIDE_BUTTONS, Button
from vision.reading import Refusal

# --- aiming the camera ---


@dataclass(frozen=True)
class NoteView:
    """A property of the picture: its name, its value, and its verdict."""

    name: str
    value: str
    verdict: CheckGrade


@dataclass(frozen=True)
class AimView:
    """What the camera sees. `image`: None where there is none; `grid`: where the board lies in it;
    `said`: whether it is found, or what is wrong, and `verdict` how good that is, None while it is
    being looked for; `advice`: what to do, "" for nothing; `notes`: how good the picture is;
    `leave`: how to leave; `waits`: a picture is about to come."""

    title: str
    image: Image | None
    grid: ShownGrid | None
    said: str
    verdict: CheckGrade | None
    advice: str
    notes: tuple[NoteView, ...]
    leave: str
    waits: bool = False


def aim_view(table: TableState, live: PreviewFrame | None, texts: Texts) -> AimView | None:
    """The view while a camera is being aimed; None in other states."""
    if not isinstance(table.phase, Aiming):
        return None
    verdict, said, advice = _said(table, live)
    checks = checks_of(live.quality) if live is not None and live.quality is not None else ()
    worst = next((check for check in checks if check.advice is not None), None)
    if worst is not None and verdict is CheckGrade.GOOD:
        advice = worst.advice
    notes = tuple(NoteView(texts.say(c.name), texts.say(c.value), c.verdict) for c in checks)
    return AimView(
        texts("What the camera sees"),
        None if live is None else live.image,
        None if live is None else live.grid,
        texts.say(said),
        verdict,
        "" if advice is None else texts.say(advice),
        notes,
        texts("OK: next") if isinstance(table.phase.back, Trying) else texts("OK: back"),
        waits=table.device.sees,
    )


CHOSEN_LATER = Message("Another game’s board? Just continue: you choose the game later.")
"""At the first start no game has been chosen: it is the settings' whose board is looked for."""


def _said(
    table: TableState, live: PreviewFrame | None
) -> tuple[CheckGrade | None, Message, Message | None]:
    """The verdict, its message, and what to do."""
    if table.device.camera is CameraStatus.LOST:
        advice = Message("Plug the camera back in; it will be detected.")
        return CheckGrade.BAD, Message("Camera lost."), advice
    if table.device.camera is CameraStatus.CABLE:
        return CheckGrade.BAD, Message("Camera lost."), CABLE
    if not table.device.sees:
        advice = Message("Plug in a camera, name it in the settings, and start again.")
        return CheckGrade.BAD, Message("No camera found."), advice
    if live is None:
        return None, Message("Waiting for a picture…"), None
    at_first_start = isinstance(table.phase, Aiming) and isinstance(table.phase.back, Trying)
    match live.finding:
        case Finding.MOVES:
            return None, Message("Something moved…"), Message("Keep the table still.")
        case Finding.SOUGHT:
            return None, Message("Looking for the board…"), None
        case Finding.GONE:
            advice = Message("Looking for it again: keep the table still.")
            if at_first_start:
                advice = and_then(advice, CHOSEN_LATER)
            return CheckGrade.DOUBTFUL, Message("The grid doesn’t match this picture."), advice
        case Finding.REFUSED if live.refusal is not None:
            advice = advice_on(live.refusal, table.game_sought)
            if at_first_start and live.refusal is Refusal.NO_BOARD:
                advice = and_then(ADVICE[live.refusal], CHOSEN_LATER)
            return CheckGrade.BAD, refusal_message(live.refusal), advice
        case _ if at_first_start:
            on = Message("Press OK to continue.")
            if table.device.touched:
                on = Message("Touch “OK” to continue.")
            return CheckGrade.GOOD, Message("Board found."), and_then(_turn(live), on)
        case _:
            return CheckGrade.GOOD, Message("Board found."), _turn(live)


def _turn(live: PreviewFrame) -> Message | None:
    """What is known about which way up the board lies."""
    if live.grid is None or live.grid.turn_known:
        return None
    return Message("The first words show which way up it is.")


# --- trying the buttons ---

NAMES = {
    Button.OK: Message("OK"),
    Button.BACK: Message("BACK"),
    Button.NEXT: Message("NEXT"),
    Button.UNDO: Message("UNDO"),
    Button.CHALLENGE: Message("CHALLENGE"),
    Button.PAUSE: Message("PAUSE"),
    Button.END: Message("END"),
}
"""The label of a button; a turn button has its number."""


@dataclass(frozen=True)
class TriedButton:
    """A button, its label, and whether it has answered; `place`: among those that are tried."""

    place: int
    name: str
    answered: bool


@dataclass(frozen=True)
class TryingView:
    """The buttons being tried; what to do, and how to go on; `leave`: the same for a finger, whose
    touches try nothing, "" where nobody has touched the screen."""

    title: str
    hint: str
    buttons: tuple[TriedButton, ...]
    leave: str = ""


def trying_view(table: TableState, texts: Texts) -> TryingView | None:
    """The buttons while they are being tried; None in other states."""
    phase = table.phase
    if not isinstance(phase, Trying):
        return None
    there = table.device.buttons
    shown = tuple(
        TriedButton(place, _button_name(button, texts), button in phase.answered)
        for place, button in enumerate(there)
    )
    if set(there) - phase.answered:
        hint = texts("Press OK twice to continue.")
        if Button.OK in phase.answered:
            hint = texts("Press OK once more to continue.")
    else:
        hint = texts("All buttons work. Press OK.")
    leave = texts("Continue") if table.device.touched else ""
    return TryingView(texts("Press each button once."), hint, shown, leave)


def _button_name(button: Button, texts: Texts) -> str:
    if button in SIDE_BUTTONS:
        return str(SIDE_BUTTONS.index(button) + 1)
    return texts.say(NAMES[button]) if button in NAMES else button.value


# --- the check of the device ---


@dataclass(frozen=True)
class CheckLine:
    """A check: its name, how it went, what was found, and what to do, "" for nothing."""

    name: str
    verdict: CheckGrade
    value: str
    advice: str


@dataclass(frozen=True)
class DoctorView:
    """All checks, worst first; `chosen`: the selected line. `summary`: how it went, or that it is
    still going on; `verdict`: that of the worst, None before anything is known. `hint`: what the
    buttons do; `leave`: the way out alone, for next to a message."""

    title: str
    summary: str
    verdict: CheckGrade | None
    lines: tuple[CheckLine, ...]
    chosen: int
    hint: str
    leave: str


def doctor_view(table: TableState, texts: Texts) -> DoctorView | None:
    """The view while the device is being checked; None in other states."""
    phase = table.phase
    if not isinstance(phase, Checking):
        return None
    report = phase.report or ()
    return DoctorView(
        texts("Device check"),
        texts("Checking everything…") if phase.report is None else _summary(report, texts),
        min((check.verdict for check in report), default=None),
        tuple(_line(check, texts) for check in report),
        min(phase.line, max(0, len(report) - 1)),
        texts("OK: back – arrows: another check"),
        texts("OK: back"),
    )


def _line(check: Check, texts: Texts) -> CheckLine:
    advice = "" if check.advice is None else texts.say(check.advice)
    return CheckLine(texts.say(check.name), check.verdict, texts.say(check.value), advice)


def _summary(report: tuple[Check, ...], texts: Texts) -> str:
    wanting = sum(check.verdict is not CheckGrade.GOOD for check in report)
    if not wanting:
        return texts("All is well.")
    return texts("To check: {n}", n=wanting)
