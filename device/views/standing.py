"""What a screen shows while play stands still: a pause, a lost camera, the device about to be
switched off.

Worked out from a table's state, in one language; knows no screen and reads no clock.
Tests: tests/device/test_standing_views.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.clock_and_dice.views import ClockView, TapView
from device.doctor.sight import CABLE
from device.language.texts import Message, Texts
from device.session.core.state import (
    BEFORE_THE_GAME,
    Asking,
    Challenge,
    Clearing,
    Lobby,
    Over,
    Paused,
    Pointing,
    SwitchingOff,
    TableState,
)
from device.views.turn import CountdownView
from hardware.cameras.port import CameraStatus
from hardware.panel.port import Button

WITHOUT_BOARD = (Lobby, Paused, SwitchingOff, Over)
"""States whose screens show no board."""


@dataclass(frozen=True)
class PausedView:
    """A pause: its name, whose turn it is, and how it goes on. `time`: the time left on the turn's
    clock, "" without one, and `clock` the words for it; `zone`: where that clock stands, "" for
    nowhere."""

    title: str
    whose: str
    how: str
    time: str = ""
    clock: str = ""
    zone: str = ""


@dataclass(frozen=True)
class CameraLostView:
    """A lost camera: what is wrong, what to do about it, what goes on without it."""

    title: str
    what_to_do: str
    meanwhile: str


@dataclass(frozen=True)
class PowerView:
    """The device about to be switched off: the question, what becomes of the game ("" without one),
    what the buttons do; or, once it is `sure`, what to wait for. `taps`: what fingers touch in
    place of `how`, where somebody has touched the screen."""

    title: str
    game: str
    how: str
    sure: bool = False
    taps: tuple[TapView, ...] = ()


def power_view(table: TableState, texts: Texts) -> PowerView | None:
    """The device about to be switched off; None in other states."""
    phase = table.phase
    if not isinstance(phase, SwitchingOff):
        return None
    game = texts("You can continue the game next time.")
    if isinstance(table.where, (*BEFORE_THE_GAME, Over)) or not table.game.events:
        game = ""  # a game is recorded from its first turn on
    elif not table.device.kept:
        game = texts("This game isn’t being saved: it will be lost.")
    if phase.sure:
        how = texts("Wait until the green light goes out, then unplug.")
        return PowerView(texts("Good night"), game, how, sure=True)
    how = texts("OK: switch off. Any other button: back.")
    taps = (TapView(texts("Switch off"), Button.OK), TapView(texts("Back"), Button.BACK))
    return PowerView(
        texts("Switch off the device?"), game, how, taps=taps if table.device.touched else ()
    )


def paused_view(
    table: TableState, texts: Texts, clock: ClockView | None, countdown: CountdownView | None
) -> PausedView | None:
    """The pause; None while something is asked in it, and in other states."""
    if not isinstance(table.phase, Paused):
        return None
    whose = "" if table.side is None else texts("{side}’s turn", side=table.side)
    title, how = texts("Paused"), texts("Press OK to resume.")
    if clock is not None:
        zone = next((zone.label for zone in clock.zones if zone.now), "")
        return PausedView(title, whose, how, clock.left, texts("Clock stopped"), zone)
    if countdown is not None:
        return PausedView(title, whose, how, countdown.left, texts("Turn time left"))
    return PausedView(title, whose, how)


def camera_lost_view(table: TableState, texts: Texts) -> CameraLostView | None:
    """The lost camera; None if there never was one, while something is asked, or if the board is
    needed or isn't shown."""
    if not table.device.camera.gone or isinstance(table.where, WITHOUT_BOARD):
        return None
    match table.phase:
        case Asking() | Pointing() | Clearing():
            return None
        case Challenge() as challenge if challenge.lift:
            return None
    what_to_do = texts("Plug it back in; it will be detected.")
    if table.device.camera is CameraStatus.CABLE:
        what_to_do = texts.say(CABLE)
    return CameraLostView(
        texts("Camera lost"),
        what_to_do,
        texts("Until then, enter plays by hand: the arrows open the menu."),
    )


CAMERA_LOST = Message("Camera lost: plays can’t be seen.")
"""The same in one line, where there is no board to replace."""
