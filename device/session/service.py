"""Two screens that look after the device: what its camera sees, and a check of all its parts.

They are opened in the lobby or from the menu. While one is shown nobody plays, as in a pause:
clocks stand, and what the camera sees belongs to no turn. What is seen comes from elsewhere.
Tests: tests/device/test_service.py.
"""

from __future__ import annotations

from dataclasses import replace

from device.inputs import DeviceChecked
from device.session.committing import ask, go_on, option, tell
from device.session.effects import CheckDevice, FollowAgain, LookCloser, LookNow, SetUpBoard
from device.session.phases import resting
from device.session.state import (
    Aiming,
    CameraStatus,
    Checking,
    Lobby,
    Over,
    Question,
    Step,
    TableState,
)
from device.session.what_next import say_next
from device.texts import Message
from hardware.panel import Press


def ask_which(state: TableState) -> Step:
    """Asks which of the two is wanted."""
    options = (
        option("What the camera sees", aim),
        option("Check the device", check),
        option("Back", _stay),
    )
    return ask(state, Question(Message("Camera and device"), options))


def aim(state: TableState) -> Step:
    """The camera's picture is shown, with the board that is found in it."""
    after = replace(state, phase=Aiming(_back(state)), message=None)
    if state.camera is CameraStatus.NONE:
        return after, ()
    # The camera's pictures were read as those of the board that was played on last.
    board = (SetUpBoard(),) if isinstance(state.phase, Lobby) else ()
    return after, (*board, LookCloser()) if state.camera is CameraStatus.SEES else board


def check(state: TableState) -> Step:
    """All parts of the device are checked."""
    return replace(state, phase=Checking(_back(state)), message=None), (CheckDevice(),)


def checked(state: TableState, done: DeviceChecked) -> Step:
    """Shows what the checks have found, the worst first, if it is still waited for."""
    if not isinstance(state.phase, Checking):
        return state, ()
    return replace(state, phase=replace(state.phase, report=done.report)), ()


# What is pressed


def leave(state: TableState, _: Press) -> Step:
    """Goes back to the lobby, or to the game."""
    phase = state.phase
    if isinstance(phase, Aiming | Checking) and phase.back is not None:
        return replace(state, phase=phase.back, message=None), ()
    after = replace(state, phase=resting(state), sight=None, message=Message("The game goes on."))
    return say_next((after, (FollowAgain(), LookNow())))


def look_again(state: TableState, _: Press) -> Step:
    """Looks for the board once more."""
    if state.camera is not CameraStatus.SEES:
        return tell(state, Message("There is no camera to look with. OK goes back."))
    return replace(state, message=Message("Looking once more …")), (LookCloser(),)


def say_aim(state: TableState, _: Press) -> Step:
    """Says what to do with the camera, and how to leave."""
    return tell(state, Message("Turn the camera until the whole board is seen. OK goes back."))


def next_check(state: TableState, press: Press) -> Step:
    """Goes to the next check."""
    return _move(state, press, 1)


def check_before(state: TableState, press: Press) -> Step:
    """Goes to the check before."""
    return _move(state, press, -1)


def say_check(state: TableState, _: Press) -> Step:
    """Says how to read the checks, and how to leave."""
    return tell(state, Message("The arrows go through the checks. OK goes back."))


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
