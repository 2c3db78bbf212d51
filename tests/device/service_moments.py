"""The screens that look after the device, at every moment that they can meet, for the tests that
draw them; their pictures are of a drawn table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from lobby_presses import opened
from question_moments import plain_look
from standins import board, picture_of, reading_of
from table_moments import evening

from device.crops import image_of
from device.doctor.board_look import BoardLook
from device.doctor.checks import Report, by_need
from device.doctor.keeping_checks import keeping_checks, word_checks
from device.doctor.machine_checks import Machine, machine_checks
from device.doctor.part_checks import part_checks
from device.doctor.sight_checks import Sees, sight_checks
from device.inputs import CameraLost, DeviceChecked
from device.live_sight import made_small, shown_grid
from device.session.service import aim, check
from device.session.state import CameraStatus, Checking, TableState
from device.shown_pictures import NO_PICTURES, Finding, LiveSight, ShownPictures
from device.virtual import household_table
from engine.lexicon import shipped_lexicon
from engine.position import Position
from vision.reading import Refusal

NO_PANEL = "No button panel (no chip drives the header's pins): the keyboard stands in for it."
FOLDER = Path("/var/lib/tilekeeper")
CUT = 120
"""Pixels: 1280 x 720 are left of 1280 x 960."""
MACHINE = Machine(
    {"Python": "3.11.2", "OpenCV": "4.11.0", "pygame": "2.1.2", "gpiozero": "2.0.1"},
    412_000_000,
    0.6,
    4,
)


NOW = 100.0


class ServiceMoment(NamedTuple):
    """A table, and the pictures that are shown with it."""

    state: TableState
    pictures: ShownPictures = NO_PICTURES


@cache
def live(
    finding: Finding, refusal: Refusal | None = None, *, turn: bool = True, wide: bool = False
) -> ShownPictures:
    """A drawn table as a camera sees it, with what is known of the board in it; cut off above and
    below if the camera's pictures are `wide`."""
    scene = household_table(3, plain_look())
    if turn:
        rows = board((7, 6, "across", "QUIZ"), (6, 9, "down", "OZONE"))
        for square, tile in sorted(Position.from_rows(rows).tiles.items()):
            scene.lay(square, tile)
    picture, grid, corners = scene.picture, None, scene.grid.corners
    if wide:
        picture = picture[CUT:-CUT]
        a, b, c, d = ((x, y - CUT) for x, y in corners)
        corners = a, b, c, d
    if finding is Finding.FOUND:
        seen = replace(scene.grid, corners=corners)
        grid = shown_grid(seen, picture.shape[1], picture.shape[0], turn)
    look = None if grid is None else BoardLook(180.0, 0.02, 43.0, 0.82 if turn else 0.4)
    sight = LiveSight(image_of(made_small(picture)), finding, refusal, grid, look)
    return ShownPictures(live=sight)


def report(*, well: bool) -> Report:
    """What a check finds at a table where all is well, or where much isn't."""
    letters = {(7, 6 + place): {"Q": 0.7, "O": 0.25} for place in range(4)}
    reading = reading_of(board((7, 6, "across", "QUIZ")), {} if well else letters)
    picture = np.kron(picture_of(0), np.ones((10, 10, 1), dtype=np.uint8))
    if not well:
        return by_need(
            [
                *sight_checks(Sees.SEES, picture, Refusal.CUT_OFF),
                *part_checks(NO_PANEL, "No screen: the game goes on without one.", 0),
                *keeping_checks(FOLDER, kept=False, free=lambda _: 31_000_000),
                *word_checks(lambda _: None, "en"),
                *machine_checks(Machine({**MACHINE.versions, "gpiozero": None}, 4_000_000, 9.0, 4)),
            ]
        )
    return by_need(
        [
            *sight_checks(Sees.SEES, picture, reading),
            *part_checks(None, None, 2),
            *keeping_checks(FOLDER, kept=True, free=lambda _: 21_000_000_000),
            *word_checks(lambda _: shipped_lexicon("en"), "en"),
            *machine_checks(MACHINE),
        ]
    )


def service_moments() -> Iterator[tuple[str, ServiceMoment]]:
    """Every moment of both screens."""
    aiming, _ = aim(opened().state)
    found = Finding.FOUND
    yield "aim, found", ServiceMoment(aiming, live(found, wide=True))
    yield "aim, found, high picture", ServiceMoment(aiming, live(found))
    yield "aim, empty board", ServiceMoment(aiming, live(found, turn=False, wide=True))
    yield "aim, moves", ServiceMoment(aiming, live(Finding.MOVES, wide=True))
    yield "aim, sought", ServiceMoment(aiming, live(Finding.SOUGHT))
    yield "aim, gone", ServiceMoment(aiming, live(Finding.GONE, wide=True))
    for refusal in Refusal:
        pictures = live(Finding.REFUSED, refusal, wide=True)
        yield f"aim, {refusal}", ServiceMoment(aiming, pictures)
    yield "aim, nothing yet", ServiceMoment(aiming)
    lost = evening().put(CameraLost("The camera was unplugged.", 1.0)).state
    yield "aim, camera lost", ServiceMoment(aim(lost)[0])
    none = replace(opened().state, camera=CameraStatus.NONE)
    yield "aim, no camera", ServiceMoment(aim(none)[0])
    yield "aim, in a game", ServiceMoment(aim(evening().state)[0], live(found))
    checking = opened()
    checking.state, _ = check(checking.state)
    yield "doctor, checks", ServiceMoment(checking.state)
    well = checking.put(DeviceChecked(report(well=True), NOW)).state
    yield "doctor, well", ServiceMoment(well)
    checking.state, _ = check(evening().state)
    ill = checking.put(DeviceChecked(report(well=False), NOW)).state
    for line in (0, 5, len(report(well=False)) - 1):
        phase = Checking(report=report(well=False), line=line)
        yield f"doctor, line {line}", ServiceMoment(replace(ill, phase=phase))


SERVICE_MOMENTS = dict(service_moments())
