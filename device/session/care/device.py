"""Looking after the device: what its camera sees, a check of its parts, switching it off.

Opened from the lobby, from the menu or by a long press. Play stops meanwhile, as in a pause: clocks
stop, and what the camera sees belongs to no turn. The checks themselves are run elsewhere. Tests:
tests/device/test_service.py, tests/device/test_power_button.py.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from device.clock_and_dice.on_time import zone_lamps
from device.clock_and_dice.party_timer import timer_lamps
from device.doctor.checks import Report
from device.language.texts import Message
from device.session.care.network import ask_network
from device.session.care.stick import ask_stick
from device.session.core.commit import ask, go_on, going_on_text, notify, option
from device.session.core.effects import (
    Effect,
    ExitAction,
    Finish,
    FollowAgain,
    FromTable,
    Job,
    LookCloser,
    LookNow,
    PlayTone,
    SetUpBoard,
    SetVolume,
    UseSoundCard,
)
from device.session.core.inputs import JobDone, JobFailed
from device.session.core.offered import Place, heard_by_addons, offered
from device.session.core.prompts import resting, resumed
from device.session.core.signatures import missing_signatures
from device.session.core.state import (
    AWAY,
    Act,
    Aiming,
    Asking,
    Challenge,
    Checking,
    Counted,
    DeviceState,
    Do,
    Explaining,
    Lobby,
    Looking,
    Naming,
    Option,
    Over,
    Paused,
    Phase,
    Question,
    Ready,
    Running,
    Settling,
    Shaking,
    Step,
    Stopping,
    SwitchingOff,
    TableState,
    Timing,
    Trying,
    in_phase,
)
from device.session.core.turn_clock import say_rolling, tumbles
from engine.events import Side
from hardware.cameras.port import CameraStatus
from hardware.panel.port import SIDE_LAMPS, Lamp, Press, Tone

CHECK_DEVICE = "check device"
"""A job: checks every part of the device and gives the Report."""

CHECK_UP = Job(CHECK_DEVICE, (FromTable.EXAMINED,), repeatable=True)

# --- camera and check ---


def ask_camera_or_check(state: TableState, back: Act | None = None) -> Step:
    """Asks what to look at; `back` leads back where the table isn't in the lobby."""
    leave, again = back or _stay, Do(ask_camera_or_check, back)
    network = Message("Network…")
    if any(offered(Place.NETWORK, state, again, _stay)):
        network = Message("Network and spectators…")
    options = (
        option("What the camera sees", aim_camera),
        option("Check the device", check_device),
        Option(network, Do(ask_network, again)),
        option("USB stick…", Do(ask_stick, again, _stay)),
        *offered(Place.DEVICE, state, again, _stay),
        option("Back", leave),
    )
    return ask(state, Question(Message("Camera and device"), options))


def aim_camera(state: TableState) -> Step:
    """Shows the camera's picture with the board found in it."""
    after = replace(state, phase=Aiming(_back(state)), message=None)
    if state.device.camera is CameraStatus.NONE:
        return after, ()
    # The camera's pictures were read as those of the board played on last.
    board = (SetUpBoard(),) if isinstance(state.phase, Lobby) else ()
    return after, (*board, LookCloser()) if state.device.sees else board


def check_device(state: TableState) -> Step:
    """Checks all parts of the device."""
    return replace(state, phase=Checking(_back(state)), message=None), (CHECK_UP,)


@in_phase(Checking)
def show_report(state: TableState, phase: Checking, found: Report) -> Step:
    """Shows the results of the checks, worst first, if a player still waits for them."""
    return replace(state, phase=replace(phase, report=found)), ()


# --- results of background jobs ---

JOB_FAILED = Message("That failed: the log says why.")


def job_done(state: TableState, done: JobDone) -> Step:
    """A result that the open question awaits takes the question's place; an add-on acts on its own
    results (it says how a backup went) whatever is open; a result that is no longer awaited changes
    nothing. A failed job announces its failure in place of its result."""
    phase, heard = state.phase, heard_by_addons().get(done.name)
    if isinstance(done.result, JobFailed) and heard is not None and heard.failed is not None:
        done = replace(done, result=heard.failed)
    if (
        isinstance(phase, Asking)
        and phase.question.awaits is not None
        and phase.question.awaits.job == done.name
    ):
        back = replace(state, phase=phase.back, message=None)
        if isinstance(done.result, JobFailed):
            after, effects = _stay(back)
            return replace(after, message=JOB_FAILED), effects
        return _in_its_place(phase, done.name, phase.question.awaits.then(back, done.result))
    if done.name == CHECK_DEVICE:
        return _checked(state, done.result)
    if heard is None:
        return state, ()
    if isinstance(done.result, JobFailed):
        return notify(state, JOB_FAILED)
    return heard.then(state, done.result)


def _in_its_place(awaiting: Asking, job: str, step: Step) -> Step:
    """What is asked with a job's result has the way back of the question that awaited it, without
    the one that began the job."""
    after, effects = step
    if not isinstance(after.phase, Asking):
        return step
    before = tuple(
        one
        for one in awaiting.before
        if one.question.awaits is None or one.question.awaits.job != job
    )
    return replace(after, phase=replace(after.phase, before=before)), effects


def _checked(state: TableState, result: Any) -> Step:
    return _check_failed(state) if isinstance(result, JobFailed) else show_report(state, result)


@in_phase(Checking)
def _check_failed(state: TableState, phase: Checking) -> Step:
    if phase.report is not None:
        return state, ()
    after, effects = _leave(state)
    return replace(after, message=JOB_FAILED), effects


# What is pressed


def leave_service(state: TableState, _: Press) -> Step:
    """Goes back to the page of the menu that led here."""
    return _leave(state)


def leave_menu(state: TableState, _: Press) -> Step:
    """Goes back to the lobby, or to the game."""
    phase = state.phase
    if isinstance(phase, Aiming | Checking):
        state = replace(state, phase=replace(phase, menu=None))
    return _leave(state)


def _leave(state: TableState) -> Step:
    phase = state.phase
    if not isinstance(phase, Aiming | Checking):
        return resumed(state)
    after, effects = resumed(state)
    if phase.back is not None:
        after, effects = replace(state, phase=phase.back, message=None), ()
    if phase.menu is not None:
        menu = replace(phase.menu, back=after.phase)
        after = replace(after, phase=menu, message=None)
    return after, effects


def look_for_board(state: TableState, press: Press) -> Step:
    """Looks for the board once more; at the first start, goes on once it is found."""
    if isinstance(state.phase, Aiming) and state.phase.found:
        return leave_service(state, press)
    if not state.device.sees:
        return notify(state, Message("No camera found. OK: back."))
    return replace(state, message=Message("Looking again…")), (LookCloser(),)


def say_aim(state: TableState, press: Press) -> Step:
    """Says how to aim the camera, and how to leave; at the first start, goes on."""
    if isinstance(state.phase, Aiming) and isinstance(state.phase.back, Trying):
        return leave_service(state, press)
    return notify(state, Message("Turn the camera until the whole board is in view. OK: back."))


def next_check(state: TableState, press: Press) -> Step:
    """Goes to the next check."""
    return _move(state, press, 1)


def check_before(state: TableState, press: Press) -> Step:
    """Goes to the previous check."""
    return _move(state, press, -1)


def show_check(state: TableState, line: int) -> Step:
    """Goes to the check on that line."""
    phase = state.phase
    if not isinstance(phase, Checking) or not 0 <= line < len(phase.report or ()):
        return state, ()
    return replace(state, phase=replace(phase, line=line)), ()


def say_check(state: TableState, _: Press) -> Step:
    """Says how to read the checks, and how to leave."""
    return notify(state, Message("Arrows: next check. OK: back."))


def _move(state: TableState, press: Press, by: int) -> Step:
    phase = state.phase
    if not isinstance(phase, Checking) or phase.report is None or len(phase.report) < 2:
        return say_check(state, press)
    line = (phase.line + by) % len(phase.report)
    return replace(state, phase=replace(phase, line=line), message=None), ()


def _back(state: TableState) -> Lobby | Over | None:
    return state.phase if isinstance(state.phase, Lobby | Over) else None


def _stay(state: TableState) -> Step:
    return (state, ()) if isinstance(state.phase, Lobby) else go_on(state)


# --- volume ---


def set_volume(state: TableState, level: int) -> Step:
    """Sets the volume of tones and plays one at once."""
    message = Message("Volume: {n}.", {"n": level}) if level else Message("Sound is off.")
    return replace(state, device=replace(state.device, volume=level), message=message), (
        SetVolume(level),
        PlayTone(Tone.CLICK),
    )


HDMI_CARD, HEADPHONES = "vc4hdmi", "Headphones"
"""ALSA's names for a Raspberry Pi's own cards; vc4hdmi0 is the first HDMI socket."""


def card_name(card: str) -> Message:
    """A sound card's name as the table shows it."""
    if not card:
        return Message("the usual one")
    number = card.removeprefix(HDMI_CARD)
    if card.startswith(HDMI_CARD) and number in ("", "0", "1"):
        return Message("HDMI socket {n}", {"n": int(number or 0) + 1})
    if card == HEADPHONES:
        return Message("headphone socket")
    return Message("{name}", {"name": card})


def sound_from(device: DeviceState) -> Message:
    """What makes the tones: the card that was chosen, or the buzzer where none was."""
    return Message("the buzzer") if device.buzzer and not device.card else card_name(device.card)


def use_card(state: TableState, card: str) -> Step:
    """Plays tones on that card from now on, and one at once."""
    device = replace(state.device, card=card)
    message = Message("Sound comes from: {card}.", {"card": sound_from(device)})
    return replace(state, device=device, message=message), (
        UseSoundCard(card),
        PlayTone(Tone.PLAY),
    )


# --- switching off ---

READ_FIRST = 1.0
"""Seconds in which the button that asked a question doesn't answer it: a child who steps back in a
name by holding the button goes on pressing, and hasty players press twice."""


def ask_off(state: TableState, at: float = -math.inf) -> Step:
    """Asks whether to switch the device off; `at`: when a long press asked for it."""
    phase = state.phase
    if isinstance(phase, SwitchingOff):
        return state, ()
    if isinstance(phase, Asking) and phase.question.rolled is not None:
        return say_rolling(state)
    if isinstance(phase, Timing):
        phase = replace(phase, timer=phase.timer.rests(at))
    ran = None if state.clocks.sides is None else state.clocks.sides.runs
    return replace(state, phase=SwitchingOff(phase, state.message, ran, at), message=None), ()


@in_phase(SwitchingOff)
def switch_off(state: TableState, phase: SwitchingOff, press: Press) -> Step:
    """Switches the device off."""
    if press.at - phase.since < READ_FIRST:
        return say_how_to_switch_off(state, press)
    sure = replace(state, phase=replace(phase, sure=True), message=None)
    return sure, (Finish(ExitAction.SWITCH_OFF),)


@in_phase(SwitchingOff)
def stay_on(state: TableState, phase: SwitchingOff, press: Press) -> Step:
    """Goes back to where the table was; a turn's clock stands, and has to be started again."""
    back, said = phase.back, phase.said
    in_question = back.back if isinstance(back, Asking) else back
    if isinstance(in_question, Running) or (isinstance(back, Looking) and not state.device.sees):
        after = replace(state, phase=resting(state))
        return replace(after, message=going_on_text(after)), (FollowAgain(), LookNow())
    effects: tuple[Effect, ...] = (FollowAgain(), LookNow())
    if isinstance(back, Looking | Stopping):
        effects = (FollowAgain(), LookNow(), LookCloser())
    if isinstance(back, Checking) and back.report is None:
        effects = (CHECK_UP,)
    return replace(state, phase=_from_now_on(back, press.at), message=said), effects


def say_how_to_switch_off(state: TableState, _: Press) -> Step:
    """Says how to switch the device off."""
    return notify(state, Message("OK: switch off. Any other button: back."))


def _from_now_on(phase: Phase, at: float) -> Phase:
    """The same; a wait for the table to come to rest starts again."""
    match phase:
        case Looking():
            return replace(phase, since=at)
        case Stopping() | Shaking():
            return replace(phase, until=None)
        case _:
            return phase


# --- lamps ---

UNLIT: frozenset[Lamp] = frozenset()

ZONES_SHOWN = (Ready, Running, Stopping, Counted, Challenge)
"""The states in which the clock's zone matters."""


def lamps(state: TableState) -> tuple[frozenset[Lamp], frozenset[Lamp]]:
    """The lamps that are lit, and those that blink.

    The side to move is lit, in a lobby the one that begins. It blinks in a pause, while the device
    is being looked after, and while a question is open; in the settlement the side whose rack is
    wanted blinks, and so do the sides whose signatures are missing.
    """
    phase = state.phase
    if isinstance(phase, SwitchingOff) and phase.sure:
        return UNLIT, UNLIT
    side, blinks = _whose(state, state.where)
    if isinstance(phase, Asking) and not phase.question.can_wait:
        blinks = True
    whose = UNLIT if side is None else frozenset({_lamp(state, side)})
    challenge = frozenset({Lamp.CHALLENGE}) if _challengeable(state, state.where) else UNLIT
    if missing := missing_signatures(state):
        return challenge, frozenset(_lamp(state, one) for one in missing)
    return (challenge, whose) if blinks else (challenge | whose, UNLIT)


def _starting(state: TableState) -> frozenset[Lamp]:
    """The lamps of those who start the clock of somebody else's turn (PAR-CLK-08)."""
    game, side = state.game.state, state.side
    waits = isinstance(state.phase, Ready) and game.variant.letter_clock is not None
    if not waits or side is None:
        return UNLIT
    return frozenset(_lamp(state, other) for other in game.sides if other != side)


def lamps_at(state: TableState, now: float) -> tuple[frozenset[Lamp], frozenset[Lamp]]:
    """The same with the lamps of the turn clock's zones at that moment; in Party the opponents
    blink while they are to start it, once the dice lie still."""
    if isinstance(state.phase, Timing):
        return timer_lamps(state.phase.timer, now)
    lit, blinking = lamps(state)
    throw = state.dice.throw
    if throw is not None and throw.by and tumbles(state, now):
        # Whose turn it is after the roll would say what was rolled.
        own = frozenset({_lamp(state, throw.by)})
        lit -= frozenset(SIDE_LAMPS)
        return (lit, own) if isinstance(state.where, AWAY) else (lit | own, UNLIT)
    if state.clocks.turn is None or not isinstance(state.where, ZONES_SHOWN):
        return lit, blinking
    zone, ending = zone_lamps(state.clocks.turn, now)
    starting = UNLIT if tumbles(state, now) else _starting(state)
    return lit | zone, blinking | ending | starting


def _whose(state: TableState, phase: Phase) -> tuple[Side | None, bool]:
    """The side whose lamp is lit, and whether it blinks."""
    match phase:
        case Over():
            return None, False
        case Settling():
            return phase.side, True
        case Naming():
            return phase.lobby.setup.sides[phase.place], True
        case Paused() | Aiming() | Checking() | SwitchingOff():
            return state.side, True
        case _:
            return state.side, False


def _challengeable(state: TableState, phase: Phase) -> bool:
    """Whether the challenge button does what its lamp promises."""
    match phase:
        case Lobby() | Naming() | Timing() | Trying() | Explaining() | Paused() | Aiming():
            return False
        case Checking() | SwitchingOff() | Asking():
            return False
        case Settling() | Over():  # the play that ended it
            return state.may_challenge and state.game.state.over is not None
        case _:
            return state.may_challenge


def _lamp(state: TableState, side: Side) -> Lamp:
    return SIDE_LAMPS[state.game.state.sides.index(side)]
