"""How good a picture of the board is: what is measured, and what is said of it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from device.doctor.checks import CheckGrade
from device.doctor.sight import BoardQuality, checks_of
from device.language.texts import Texts
from device.simulator.camera import household_table
from engine.position import Position
from vision.reading import Picture
from vision.render.board import flat_grid, render_board
from vision.render.look import household_look
from workshop.rendered.photograph import (
    LensFaults,
    Light,
    Shot,
    Stance,
    photograph,
    photographed_grid,
    shot_homography,
)

GOOD = BoardQuality(brightness=180.0, blur=0.02, pixels=40.0, evenness=0.8)
ENGLISH = Texts("en")
TABLE = household_table(3)
FLAT = render_board(
    Position.from_rows([*["." * 15] * 7, "....WATERS.....", *["." * 15] * 7]),
    household_look(),
    40,
    np.random.default_rng(7),
)


def looked(picture: Picture) -> BoardQuality:
    return BoardQuality.of(picture, TABLE.grid)


def verdicts(quality: BoardQuality) -> dict[str, str]:
    """What isn't good, by name, with how it is."""
    wanting = [check for check in checks_of(quality) if check.verdict is not CheckGrade.GOOD]
    assert all(check.advice is not None for check in wanting)
    return {ENGLISH.say(check.name): ENGLISH.say(check.value) for check in wanting}


def test_of_a_good_picture_nothing_is_wanted() -> None:
    assert verdicts(GOOD) == {}
    assert all(check.advice is None for check in checks_of(GOOD))


@pytest.mark.parametrize(
    ("changed", "wanted"),
    [
        ({"blur": 0.06}, {"Sharpness": "soft"}),
        ({"brightness": 40.0}, {"Light": "dim"}),
        ({"evenness": 0.3}, {"Light": "uneven"}),
        ({"pixels": 14.4}, {"Size": "small: 14 pixels per square"}),
    ],
)
def test_what_could_be_better_is_named(changed: dict[str, float], wanted: dict[str, str]) -> None:
    assert verdicts(replace(GOOD, **changed)) == wanted


def test_a_drawn_table_in_good_light_is_good() -> None:
    assert verdicts(looked(TABLE.picture)) == {}


@pytest.mark.parametrize("size", [(330, 300), (560, 480), (800, 600), (1600, 1200)])
@pytest.mark.parametrize("tilt", [0, 35])
def test_half_of_the_blur_that_is_refused_is_soft_in_a_picture_of_any_size(
    size: tuple[int, int], tilt: float
) -> None:
    def blurred(squares: float) -> BoardQuality:
        lens = LensFaults(noise=3.0, blur=squares * sharp_pixels)
        shot = Shot(*size, Stance(tilt=tilt), Light(), lens)
        table = np.full((*size[::-1], 3), 90, np.uint8)
        picture = photograph(FLAT, shot, np.random.default_rng(7), table)
        view = shot_homography(shot, FLAT.shape[1], FLAT.shape[0])
        return BoardQuality.of(picture, photographed_grid(flat_grid(15, 40), view))

    sharp_pixels = 0.0
    sharp = blurred(0.0)
    sharp_pixels = sharp.pixels
    assert "Sharpness" not in verdicts(sharp)
    assert "Sharpness" not in verdicts(blurred(0.02))
    assert verdicts(blurred(0.055))["Sharpness"] == "soft"


def test_a_blurred_a_dark_and_a_shaded_table_each_differ_from_it() -> None:
    picture = TABLE.picture
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 3.0), dtype=np.uint8)
    assert verdicts(looked(soft)) == {"Sharpness": "soft"}
    dark = (picture * 0.22).astype(np.uint8)
    assert verdicts(looked(dark)) == {"Light": "dim"}
    fall = np.interp(np.arange(picture.shape[1]), (300, 1000), (1.0, 0.25))
    shaded = (picture * fall[np.newaxis, :, np.newaxis]).astype(np.uint8)
    assert verdicts(looked(shaded)) == {"Light": "uneven"}
