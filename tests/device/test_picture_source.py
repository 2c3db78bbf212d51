"""Which pictures belong to a state: the crop of what is asked, of the picture that it came from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from question_moments import camera_picture
from standins import Evening, board, reading_of
from table_moments import PICTURE

from device.extras import NO_EXTRAS
from device.keeper import Keeper
from device.picture_source import PictureSource
from device.play_pictures import PlayPictures
from device.reading_desk import LookedAt
from device.session.committing import ask
from device.session.correcting import ask_which_square
from device.session.pointing import take
from device.session.state import TableState, Thinking
from device.shown_pictures import Crop
from hardware.panel import Button, Press

ONE = board((7, 6, "across", "QUIZ"))
BLANK = board((7, 6, "across", "QUIz"))
DOUBT = {(7, 9): {"Z": 0.6, "N": 0.39}}
KEEPER = Keeper(None, None, "", NO_EXTRAS)


@dataclass
class Desk:
    """Reads what it is told to have read, and counts how often it is asked."""

    looked_at: LookedAt | None = None


def looked_at(rows: Sequence[str] = ONE) -> LookedAt:
    picture, grid = camera_picture(tuple(rows))
    return LookedAt(picture, replace(reading_of(rows), grid=grid))


def in_doubt() -> TableState:
    return Evening().lay(board()).lay(ONE, DOUBT).press(Button.SIDE_1).state


def told(state: TableState, read: LookedAt) -> TableState:
    """The state with that reading as the last one that it was told of."""
    assert state.sight is not None
    return replace(state, sight=replace(state.sight, reading=read.reading))


def source(read: LookedAt | None) -> PictureSource:
    found = PictureSource(None)
    found.connect(Desk(read), None)
    return found


def crop(found: PictureSource, state: TableState) -> Crop | None:
    return found.of(state, KEEPER).crop


def test_a_question_has_the_crop_of_its_squares() -> None:
    read = looked_at()
    shown = crop(source(read), told(in_doubt(), read))
    assert shown is not None
    assert shown.names == ("J8",)


def test_it_is_cut_out_once_for_each_question(monkeypatch: pytest.MonkeyPatch) -> None:
    read = looked_at()
    state, found = told(in_doubt(), read), source(read)
    first = crop(found, state)
    monkeypatch.setattr("device.picture_source.cut_out", lambda *_, **__: pytest.fail("again"))
    assert crop(found, state) is first
    chosen = Evening()
    chosen.state = state
    assert crop(found, chosen.press(Button.NEXT).state) is first


def test_another_question_has_another_crop() -> None:
    read = looked_at()
    state, found = told(in_doubt(), read), source(read)
    first = crop(found, state)
    assert crop(found, replace(state, phase=Thinking())) is None
    pointing, _ = ask_which_square(Evening().lay(board()).lay(ONE).press(Button.SIDE_1).state)
    pointed = crop(found, replace(pointing, sight=None))
    assert pointed is not None
    assert pointed != first
    assert pointed.names == ("G8",)
    asking, _ = take(replace(pointing, sight=None), Press(Button.OK, 0.0))
    assert crop(found, asking) == pointed


def test_a_newer_picture_isn_t_shown_before_its_reading_came() -> None:
    read, newer = looked_at(), looked_at()
    found = source(newer)
    state = told(in_doubt(), read)
    assert crop(found, state) is None
    assert crop(found, told(state, newer)) is not None


def test_without_a_picture_there_is_no_crop() -> None:
    assert crop(source(None), in_doubt()) is None
    assert crop(PictureSource(None), in_doubt()) is None


def test_a_blank_is_shown_in_its_word() -> None:
    state = Evening().lay(board()).lay(BLANK).press(Button.SIDE_1).state
    shown = crop(source(looked_at(BLANK)), replace(state, sight=None))
    assert shown is not None
    assert shown.names == ("J8",)
    assert shown.image.width > 2 * shown.image.height


def test_a_kept_picture_is_shown_without_a_crop(tmp_path: Path) -> None:
    pictures = PlayPictures(tmp_path, 1 << 20, print)
    pictures.keep(1, 0, np.zeros((30, 40, 3), np.uint8))
    pictures.close()
    found = PictureSource(pictures)
    found.connect(Desk(looked_at()), None)
    state, _ = ask(replace(in_doubt(), picture=0, phase=Thinking(), sight=None), PICTURE)
    shown = found.of(state, Keeper(None, 1, "", NO_EXTRAS))
    assert shown.kept == pictures.picture(1, 0)
    assert shown.kept is not None
    assert shown.crop is None
