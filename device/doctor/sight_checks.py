"""Checks of what the camera sees: is it there, is the board found, how good is the picture, and how
sure are the letters?

Takes pictures and readings as they are; knows no camera. Tests: tests/device/test_doctor.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto

from device.doctor.board_look import BoardLook, checks_of
from device.doctor.checks import Check, bad, doubtful, good
from device.doctor.grid_fit import grid_check
from device.doctor.subjects import Subject
from device.faults import refusal_message
from device.texts import Message
from vision.reading import Picture, Reading, Refusal

UNSURE = 0.9
"""Mean certainty of the letters below which players are asked more often than they like."""

ADVICE = {
    Refusal.NO_BOARD: Message("Point the camera at it, from above if you can."),
    Refusal.CUT_OFF: Message("Turn the camera, or move it farther away."),
    Refusal.BLURRED: Message("Focus the camera on the board, and let it rest."),
    Refusal.TOO_DARK: Message("A lamp above the table is best."),
    Refusal.TOO_SMALL: Message("The board may fill the picture from edge to edge."),
    Refusal.COVERED: Message("Let the camera see all of it."),
    Refusal.MIRRORED: Message("Where the camera can't: mirror = true under [camera]."),
    Refusal.DAMAGED: Message("Take or copy it again."),
}
"""What to do about a picture that can't be read."""


CABLE = Message("Is it on a ribbon cable? Switch the device off before you push that in.")
"""What to do about a camera that doesn't answer, where that may be its cable."""


class Sees(Enum):
    """How the camera is; CABLE: gone, and its ribbon cable may be the reason."""

    SEES = auto()
    LOST = auto()
    CABLE = auto()
    NONE = auto()
    ENDED = auto()


def sight_checks(
    sees: Sees, picture: Picture | None, reading: Reading | Refusal | None
) -> Iterator[Check]:
    """The camera, and what was read in its last picture, None for nothing yet."""
    yield _camera(sees)
    if sees is not Sees.SEES:
        return  # what was seen last tells nothing of now
    subject = Subject.BOARD
    if picture is None or reading is None:
        value, advice = (
            Message("not looked at yet"),
            Message("Let the table lie still, check again."),
        )
        yield doubtful(subject, value, advice)
    elif isinstance(reading, Refusal):
        yield bad(subject, refusal_message(reading), ADVICE[reading])
    else:
        yield good(subject, Message("found"))
        yield grid_check(picture, reading.grid)
        yield from checks_of(BoardLook.of(picture, reading.grid))
        yield _letters(reading)


def _camera(sees: Sees) -> Check:
    subject = Subject.CAMERA
    match sees:
        case Sees.SEES:
            return good(subject, Message("sees the table"))
        case Sees.LOST:
            advice = Message("Plug the camera in again; it is found by itself.")
            return bad(subject, Message("gone"), advice)
        case Sees.CABLE:
            return bad(subject, Message("gone"), CABLE)
        case Sees.NONE:
            advice = Message("Plug a camera in, name it in the settings, and start again.")
            return bad(subject, Message("none"), advice)
        case Sees.ENDED:
            advice = Message("Start again to play on.")
            return doubtful(subject, Message("its recording has ended"), advice)


def _letters(reading: Reading) -> Check:
    subject = Subject.LETTERS
    surest = reading.probabilities.max(axis=-1)
    tiles = reading.probabilities[..., 0] < 0.5
    number = int(tiles.sum())
    if not number:
        return good(subject, Message("no tiles on the board yet"))
    sure = float(surest[tiles].mean())
    value = Message("{percent} % sure, tiles: {n}", {"percent": int(100 * sure), "n": number})
    if sure < UNSURE:
        advice = Message("More light and a nearer camera help; so does `tilekeeper enrol`.")
        return doubtful(subject, value, advice)
    return good(subject, value)
