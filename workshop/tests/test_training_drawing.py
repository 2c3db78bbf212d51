"""The drawn samples on the disk: whole, in order, and not drawn twice."""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np
import pytest
from rich.progress import Progress

from vision.reading import VALUES
from vision.render.glyphs import PILLOWS_OWN, plain_font
from workshop.training import drawing
from workshop.training.drawing import KINDS, WholeBoards, draw_boards, load
from workshop.training.samples import UNASKED, Samples, draw_samples, draw_whole_boards
from workshop.training.scenes import Conditions

FONTS = (plain_font(), PILLOWS_OWN)


def test_a_drawing_that_was_stopped_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing, "CHUNK", 2)

    def drawn() -> list[Path]:
        with Progress(disable=True) as progress:
            return draw_boards(progress, 1, tmp_path, "", 5, FONTS, 3, Conditions.MIXED)

    files = drawn()
    assert len(files) == 3
    stamps = [path.stat().st_mtime_ns for path in files]
    files[1].unlink()
    assert drawn() == files
    same = [path.stat().st_mtime_ns == stamp for path, stamp in zip(files, stamps, strict=True)]
    assert same == [True, False, True]
    whole = draw_samples(range(5), FONTS, 3)
    for kind in (each for each in KINDS if each.epochs):
        kept, again = load(files, kind), kind.of(whole)
        assert np.array_equal(kept.crops, again.crops)
        assert np.array_equal(kept.values, again.values)
        assert np.array_equal(kept.classes, again.classes)


def awaited(boards: WholeBoards) -> list[Samples]:
    while not (came := list(boards.newly_drawn())):
        time.sleep(0.05)
    return came


def test_whole_boards_are_handed_out_once_and_go_on_where_their_drawing_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing, "CHUNK", 2)

    def drawn(boards: WholeBoards) -> list[Samples]:
        came: list[Samples] = []
        while sum(len(some.classes) for some in came) < 5:
            came += awaited(boards)
        return came

    def taken_in_order(came: list[Samples]) -> list[bytes]:
        return sorted(board.tobytes() for some in came for board in some.crops)

    with WholeBoards(1, tmp_path, 5, FONTS, 3) as boards:
        first = drawn(boards)
        assert list(boards.newly_drawn()) == []
    (one, *others) = sorted(tmp_path.glob("*/*.npz"))
    stamps = [path.stat().st_mtime_ns for path in others]
    one.unlink()
    with WholeBoards(1, tmp_path, 5, FONTS, 3) as boards:
        again = drawn(boards)
    assert [path.stat().st_mtime_ns for path in others] == stamps
    whole = draw_whole_boards(range(5), FONTS, 3)
    assert taken_in_order(first) == taken_in_order(again) == taken_in_order([whole])


def test_what_goes_wrong_in_drawing_is_said(tmp_path: Path) -> None:
    with (
        WholeBoards(1, tmp_path, 1, (str(tmp_path / "no-font.ttf"),), 3) as boards,
        pytest.raises(OSError, match="resource"),
    ):
        awaited(boards)


def test_values_are_learnt_from_tiles_as_the_close_look_sees_them() -> None:
    looks = draw_samples(range(4), FONTS, 3)
    close, values = (
        next(kind for kind in KINDS if kind.look == look) for look in ("close", "values")
    )
    shown = values.of(looks)
    assert 0 < len(shown.crops) < len(looks.close.crops) == len(close.of(looks).crops)
    truth = values.truth(shown)
    assert truth.min() >= 0
    assert truth.max() < len(values.classes) == len(VALUES)
    asked = looks.close.values != UNASKED
    assert np.array_equal(shown.crops, looks.close.crops[asked])
    assert np.array_equal(truth, looks.close.values[asked])
