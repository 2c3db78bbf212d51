"""The picture that a reading thread read last, together with the reading that was made of it."""

from __future__ import annotations

import pytest
from standins import CLASSIC, Evening, board, picture_of, reading_of

from device.session.core.inputs import Input, PictureSettled, ReadingDone
from device.table.reading_thread import Context, ReadingThread
from vision.reading import Grid, Picture, Reading, Refusal

QUIZ = board((7, 6, "across", "QUIZ"))
UNSURE = {(7, 9): {"Z": 0.6, "N": 0.39}}


class Reads:
    """A reading thread whose pictures are read as it is set to, with all that it has posted."""

    def __init__(self, *readings: Reading | Refusal) -> None:
        self.posted: list[Input] = []
        self._readings = list(readings)
        context = Context(0, Evening().state.board.followed, None)
        self.reading_thread = ReadingThread(self._read, CLASSIC, context, self.posted.append)

    def show(self, number: int, *, closer: bool = False) -> Picture:
        picture = picture_of(number)
        self.reading_thread.submit(PictureSettled(picture, float(number), closer=closer))
        self.reading_thread.drain()
        return picture

    def _read(self, _picture: Picture, _grid: Grid | None) -> Reading | Refusal:
        return self._readings.pop(0)


def test_the_picture_stands_with_its_reading() -> None:
    reading = reading_of(QUIZ)
    table = Reads(reading)
    picture = table.show(0)
    looked_at = table.reading_thread.looked_at
    assert looked_at is not None
    assert looked_at.picture is picture
    assert looked_at.reading is reading


@pytest.mark.parametrize("closer", [False, True])
def test_a_picture_that_can_t_be_read_takes_no_reading_from_another(closer: bool) -> None:
    table = Reads(reading_of(QUIZ, UNSURE), Refusal.COVERED)
    table.reading_thread.ask_for_closer_looks(lambda: None)
    picture = table.show(0)
    looked_at = table.reading_thread.looked_at
    refused = table.show(1, closer=closer)
    assert table.reading_thread.last_picture is refused
    assert looked_at is not None
    assert table.reading_thread.looked_at is looked_at
    assert looked_at.picture is picture


def test_a_second_look_stands_with_what_both_have_seen() -> None:
    table = Reads(reading_of(QUIZ, UNSURE), second := reading_of(QUIZ, UNSURE))
    table.reading_thread.ask_for_closer_looks(lambda: None)
    table.show(0)
    picture = table.show(1, closer=True)
    looked_at = table.reading_thread.looked_at
    assert looked_at is not None
    assert looked_at.picture is picture
    assert looked_at.reading.grid == second.grid
    posted = table.posted[-1]
    assert isinstance(posted, ReadingDone)
    assert posted.sight.reading is looked_at.reading


def test_another_game_begins_without_a_picture() -> None:
    table = Reads(reading_of(QUIZ))
    assert Reads().reading_thread.looked_at is None
    table.show(0)
    table.reading_thread.begin_game(
        lambda *_: Refusal.NO_BOARD, CLASSIC, table.reading_thread.context
    )
    assert table.reading_thread.looked_at is None
