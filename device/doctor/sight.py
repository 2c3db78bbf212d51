"""Checks of what the camera sees: is it there, does the grid fit the board, how good is the
picture, and how certain are the letters?

`vision.quality.picture_quality` decides what can't be read at all; these say what could be better.
Takes pictures and readings as they are; knows no camera. Tests: tests/device/test_doctor.py,
tests/device/test_board_look.py, tests/device/test_grid_fit.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from device.doctor.checks import Check, Report, Subject, bad, doubtful, good
from device.language.texts import Message, and_then
from device.language.wording import refusal_message
from engine.sentences import InContext, Plural
from engine.variants import GAMES
from hardware.cameras.port import CameraStatus
from vision.quality import evenness, picture_quality
from vision.reading import Grid, Picture, Reading, Refusal

# --- the picture ---

SOFT = 0.0425
"""Blur, in squares: the value measured on rendered boards of 13 to 64 pixels a square for a true
sigma of a twentieth of a square, half of what is refused; sharp pictures measure less."""

DIM = 60.0
"""Brightness of the board, 0 to 255: photographs of evenings at home have 150 and more."""

UNEVEN = 0.5
"""Brightness of its darkest part relative to its brightest (vision/quality.py)."""

SMALL = 20.0
"""Pixels a square: it can be read from 12 on, but tilted letters are easily mistaken."""


@dataclass(frozen=True)
class BoardQuality:
    """`brightness`: 0 to 255; `blur`: in squares; `pixels`: a square; `evenness`: 0 to 1."""

    brightness: float
    blur: float
    pixels: float
    evenness: float

    @classmethod
    def of(cls, picture: Picture, grid: Grid) -> BoardQuality:
        """How the board looks within the grid in the picture (BGR)."""
        quality = picture_quality(picture, grid)
        return cls(quality.brightness, quality.blur, quality.pixels, evenness(picture, grid))


def checks_of(quality: BoardQuality) -> Report:
    """The checks of a picture in which the board was found."""
    return _sharpness(quality), _light(quality), _size(quality)


def _sharpness(quality: BoardQuality) -> Check:
    subject = Subject.SHARPNESS
    if quality.blur > SOFT:
        advice = Message("Focus the camera on the board, and wipe its lens.")
        return doubtful(subject, Message("soft"), advice)
    return good(subject, Message("sharp"))


def _light(quality: BoardQuality) -> Check:
    subject = Subject.LIGHT
    if quality.brightness < DIM:
        return doubtful(subject, Message("dim"), Message("More light on the board, please."))
    if quality.evenness < UNEVEN:
        advice = Message("One side of the board is dark: move the lamp, or add one.")
        return doubtful(subject, Message("uneven"), advice)
    return good(subject, Message("even"))


def _size(quality: BoardQuality) -> Check:
    subject = Subject.SIZE
    values = {"n": round(quality.pixels)}
    if quality.pixels < SMALL:
        advice = Message("Move the camera nearer, so that the board fills the picture.")
        return doubtful(
            subject,
            Message(Plural("small: {n} pixel per square", "small: {n} pixels per square"), values),
            advice,
        )
    return good(subject, Message(Plural("{n} pixel per square", "{n} pixels per square"), values))


# --- the grid ---

FEW_LINES = 0.4
"""Share of the lines between squares that stand out where they should. In 17 sets of readable
photographs the grids found have 0.44 to 0.99, and the same ones moved by a fifth of a square 0.14
to 0.65; a full board seen obliquely may have a third."""


def lines_found(picture: Picture, grid: Grid) -> float:
    """The share of the lines between squares that are visible along the grid, 0 to 1 (BGR
    picture)."""
    # Slow to load, and every table loads this file before its first screen.
    from vision.find.judge import lines_and_ends
    from vision.find.snap import MARGIN, PIXELS, line_edges
    from vision.square.warp import flatten

    flat = flatten(picture, grid, PIXELS, MARGIN)
    lines, _ = lines_and_ends(line_edges(flat), grid.size)
    return lines


def grid_check(picture: Picture, grid: Grid) -> Check:
    """How well the grid fits the board in the picture it was read from."""
    lines = lines_found(picture, grid)
    seen = {"percent": round(100 * lines)}
    if lines < FEW_LINES:
        value = Message("{percent}% of its lines are seen", seen)
        advice = Message("Move the camera higher up, and don’t touch it afterwards.")
        return doubtful(Subject.GRID, value, advice)
    return good(Subject.GRID, Message("it fits: {percent}% of its lines are seen", seen))


# --- the camera and its reading ---

UNSURE = 0.9
"""Mean certainty of the letters below which players are asked more often than they like."""

ADVICE = {
    Refusal.NO_BOARD: Message("Clear its edge, press a folding board flat, and try more light."),
    Refusal.CUT_OFF: Message("Turn the camera, or move it farther away."),
    Refusal.BLURRED: Message("Focus the camera on the board, and keep it still."),
    Refusal.TOO_DARK: Message("A lamp above the table is best."),
    Refusal.TOO_SMALL: Message("The board can fill the picture from edge to edge."),
    Refusal.COVERED: Message("Get all of it into the picture."),
    Refusal.MIRRORED: Message("If the camera can’t: mirror = true under [camera]."),
    Refusal.DAMAGED: Message("Take or copy it again."),
}
"""What to do about a picture that can't be read."""


OTHER_BOARD = Message("Game chosen: {game}. For another game’s board, choose that game first.")
"""What else may be wrong where the board isn't found: only the chosen game's is looked for."""


def advice_on(refusal: Refusal, game: str | None) -> Message:
    """What to do about a picture that can't be read; `game`: the one whose board is looked for, by
    its name in GAMES, None where it is known to be that one."""
    advice = ADVICE[refusal]
    if refusal is not Refusal.NO_BOARD or game is None:
        return advice
    return and_then(advice, Message(OTHER_BOARD.text, {"game": Message(GAMES[game].title)}))


CABLE = Message("Is it on a ribbon cable? Switch off the device before you push that in.")
"""What to do about a camera that doesn't respond, if that may be its cable."""


def sight_checks(
    camera: CameraStatus,
    picture: Picture | None,
    reading: Reading | Refusal | None,
    game: str | None = None,
) -> Iterator[Check]:
    """The camera, and the reading of its last picture, None for none yet; `game`: as in
    advice_on."""
    yield _camera(camera)
    if camera is not CameraStatus.SEES:
        return  # the last picture says nothing about the present
    subject = Subject.BOARD
    if picture is None or reading is None:
        value, advice = (
            Message("not looked at yet"),
            Message("Keep the table still, then check again."),
        )
        yield doubtful(subject, value, advice)
    elif isinstance(reading, Refusal):
        yield bad(subject, refusal_message(reading), advice_on(reading, game))
    else:
        yield good(subject, Message("found"))
        yield grid_check(picture, reading.grid)
        yield from checks_of(BoardQuality.of(picture, reading.grid))
        yield _letters(reading)


def _camera(camera: CameraStatus) -> Check:
    subject = Subject.CAMERA
    match camera:
        case CameraStatus.SEES:
            return good(subject, Message("sees the table"))
        case CameraStatus.LOST:
            advice = Message("Plug the camera back in; it will be detected.")
            return bad(subject, Message("lost"), advice)
        case CameraStatus.CABLE:
            return bad(subject, Message("lost"), CABLE)
        case CameraStatus.NONE:
            advice = Message("Plug in a camera, name it in the settings, and start again.")
            return bad(subject, Message(InContext("camera", "none")), advice)
        case CameraStatus.ENDED:
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
    value = Message("{percent}% sure, tiles: {n}", {"percent": int(100 * sure), "n": number})
    if sure < UNSURE:
        advice = Message("More light and a nearer camera help; so does `tilekeeper enrol`.")
        return doubtful(subject, value, advice)
    return good(subject, value)
