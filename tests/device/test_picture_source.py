"""Which pictures belong to a state: the crop of what is asked, of the picture that it came from."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from question_moments import camera_picture
from standins import CLASSIC, Evening, board, reading_of
from table_moments import PICTURE

from device.language.texts import Texts
from device.session.core.commit import ask
from device.session.core.setup import NO_EXTRAS
from device.session.core.state import TableState, Thinking
from device.session.turn.corrections import ask_which_square, take_square
from device.simulator.named_texts import named_text
from device.storage.games import Keeper
from device.storage.pictures import PlayPictures
from device.table.display import PictureSource
from device.table.equipment import Equipment, Output
from device.table.opening import Opening
from device.table.reading_thread import LookedAt
from device.table.run import run_table
from device.views.crops import Crop
from device.views.table import TableView
from hardware.cameras.port import Frame
from hardware.display import Display
from hardware.panel.port import Button, Press, ScriptedPanel
from vision.reading import Grid, Picture, Reading

ONE = board((7, 6, "across", "QUIZ"))
BLANK = board((7, 6, "across", "QUIz"))
DOUBT = {(7, 9): {"Z": 0.6, "N": 0.39}}
KEEPER = Keeper(None, None, "", NO_EXTRAS)


@dataclass
class Desk:
    """Reads what it is given to have read, and counts how often it is asked."""

    looked_at: LookedAt | None = None


def looked_at(rows: Sequence[str] = ONE) -> LookedAt:
    picture, grid = camera_picture(tuple(rows))
    return LookedAt(picture, replace(reading_of(rows), grid=grid))


def in_doubt() -> TableState:
    return Evening().lay(board()).lay(ONE, DOUBT).press(Button.SIDE_1).state


def with_reading(state: TableState, read: LookedAt) -> TableState:
    """The state with that reading as the last one that it got."""
    assert state.board.sight is not None
    return state.with_sight(replace(state.board.sight, reading=read.reading))


def source(read: LookedAt | None) -> PictureSource:
    found = PictureSource(None)
    found.connect(Desk(read), None)
    return found


def crop(found: PictureSource, state: TableState) -> Crop | None:
    return found.of(state, KEEPER).crop


def test_a_question_has_the_crop_of_its_squares() -> None:
    read = looked_at()
    shown = crop(source(read), with_reading(in_doubt(), read))
    assert shown is not None
    assert shown.names == ("J8",)


def test_it_is_cut_out_once_for_each_question(monkeypatch: pytest.MonkeyPatch) -> None:
    read = looked_at()
    state, found = with_reading(in_doubt(), read), source(read)
    first = crop(found, state)
    monkeypatch.setattr("device.table.display.cut_out", lambda *_, **__: pytest.fail("again"))
    assert crop(found, state) is first
    chosen = Evening()
    chosen.state = state
    assert crop(found, chosen.press(Button.NEXT).state) is first


def test_another_question_has_another_crop() -> None:
    read = looked_at()
    state, found = with_reading(in_doubt(), read), source(read)
    first = crop(found, state)
    assert crop(found, replace(state, phase=Thinking())) is None
    pointing, _ = ask_which_square(Evening().lay(board()).lay(ONE).press(Button.SIDE_1).state)
    pointed = crop(found, pointing.with_sight(None))
    assert pointed is not None
    assert pointed != first
    assert pointed.names == ("G8",)
    asking, _ = take_square(pointing.with_sight(None), Press(Button.OK, 0.0))
    assert crop(found, asking) == pointed


def test_a_newer_picture_isn_t_shown_before_its_reading_came() -> None:
    read, newer = looked_at(), looked_at()
    found = source(newer)
    state = with_reading(in_doubt(), read)
    assert crop(found, state) is None
    assert crop(found, with_reading(state, newer)) is not None


def test_without_a_picture_there_is_no_crop() -> None:
    assert crop(source(None), in_doubt()) is None
    assert crop(PictureSource(None), in_doubt()) is None


def test_a_blank_is_shown_in_its_word() -> None:
    state = Evening().lay(board()).lay(BLANK).press(Button.SIDE_1).state
    shown = crop(source(looked_at(BLANK)), state.with_sight(None))
    assert shown is not None
    assert shown.names == ("J8",)
    assert shown.image.width > 2 * shown.image.height


def test_a_kept_picture_is_shown_without_a_crop(tmp_path: Path) -> None:
    pictures = PlayPictures(tmp_path, 1 << 20, print)
    pictures.keep(1, 0, np.zeros((30, 40, 3), np.uint8))
    pictures.close()
    found = PictureSource(pictures)
    found.connect(Desk(looked_at()), None)
    state, _ = ask(replace(in_doubt().with_sight(None), picture=0, phase=Thinking()), PICTURE)
    shown = found.of(state, Keeper(None, 1, "", NO_EXTRAS))
    assert shown.kept == pictures.picture(1, 0)
    assert shown.kept is not None
    assert shown.crop is None


class LiveTable:
    """A camera at 10 frames a second of its own time: a hand lays a word, then its button is
    pressed."""

    turn_by_turn = False

    def __init__(self, panel: ScriptedPanel) -> None:
        self._panel, self._now = panel, 100.0

    def clock(self) -> float:
        return self._now

    def frames(self) -> Iterator[Frame]:
        for shade in (40, 90, 40, *[120] * 15):
            yield self._frame(shade)
        self._panel.press(Button.SIDE_1, self._now)
        for _ in range(30):
            yield self._frame(120)

    def read(self, _picture: Picture, _last: Grid | None) -> Reading:
        return reading_of(ONE, DOUBT)

    def close(self) -> None:
        """Its frames come to an end by themselves."""

    def _frame(self, shade: int) -> Frame:
        self._now += 0.1
        time.sleep(0.004)  # so that the reading thread comes in between, as at a real table
        picture = np.full((240, 320, 3), 120, dtype=np.uint8)
        picture[60:180, 80:200] = 200 if shade == 120 else shade
        return Frame(picture, self._now)


def test_a_table_shows_the_crop_with_its_question() -> None:
    shown: list[TableView] = []
    panel = ScriptedPanel()
    camera = LiveTable(panel)
    run_table(
        Opening.new(CLASSIC, ("Ann", "Ben")),
        Equipment(panel, Display(headless=True), camera, read=camera.read, clock=camera.clock),
        Output(Texts("en"), lambda _: None, lambda view, _: shown.append(view)),
    )
    asked = [view.dialog.question for view in shown if view.dialog.question is not None]
    assert named_text("what-lies-on", square="J8") in {question.text for question in asked}
    crops = {question.crop.names for question in asked if question.crop is not None}
    assert crops == {("J8",)}
