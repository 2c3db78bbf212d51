"""The scoreboard: what it draws, that nothing is cut in either language, and at every size."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from drawn_pixels import colours, places_of
from PIL import Image
from standins import reading_of
from table_moments import MOMENTS, NOW, ONE

from device.language.texts import TEXT_LANGUAGES, Texts
from device.screen import drawing, question
from device.screen.drawing import HIDDEN_MARK, Canvas, draw_cross, draw_tick
from device.screen.question import draw_rows
from device.screen.scoreboard import Scoreboard
from device.simulator.named_texts import named_text
from device.themes import DARK
from device.views.crops import ShownPictures
from device.views.table import TableView, view
from hardware.picture_files import read_picture
from vision.reading import Picture

SIZES = ((800, 480), (480, 320), (1280, 720), (480, 800))
BLACK: tuple[int, ...] = (0, 0, 0)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", TEXT_LANGUAGES)
def test_nothing_is_cut_in_any_state(language: str, size: tuple[int, int], cut: list[str]) -> None:
    screen = Scoreboard(pygame.Surface(size))
    for state in MOMENTS.values():
        screen.draw(view(state, Texts(language), NOW))
    assert cut == []


def test_a_text_that_cannot_fit_is_noticed(cut: list[str]) -> None:
    shown = view(MOMENTS["start"], Texts("en"))
    shown = replace(shown, text=replace(shown.text, message="much too long " * 40))
    Scoreboard(pygame.Surface((800, 480))).draw(shown)
    assert len(cut) == 1


def draw(moment: str) -> pygame.Surface:
    surface = pygame.Surface((800, 480))
    Scoreboard(surface).draw(view(MOMENTS[moment], Texts("en"), NOW))
    return surface


def test_a_line_never_ends_before_a_mark_that_french_sets_apart() -> None:
    letters = drawing.font(20)
    text = "Qui commence\u00a0?  Ann"
    width = letters.size("Qui commence")[0]
    assert drawing.wrapped(text, letters, width) == ["Qui", "commence\u00a0?", "Ann"]
    assert drawing.wrapped("", letters, width) == []


def test_clocks_targets_and_the_seconds_of_a_turn_are_written(written: list[str]) -> None:
    draw("targets and clocks of four")
    assert {"−10:01", "119:57", "25:00", "/ 160", "0:57"} <= set(written)


def test_hidden_points_are_not_written(written: list[str]) -> None:
    draw("counted")
    assert "44" in written
    written.clear()
    draw("hidden")
    assert written.count(HIDDEN_MARK) == 2
    assert not {"44", "0"} & set(written)


def test_a_lobby_is_written_line_by_line_and_hides_no_board_behind_it(written: list[str]) -> None:
    surface = draw("lobby")
    assert f"› {named_text('begin-the-game')}" in written
    assert {"Game", "Classic", "Players", named_text("lobby-more")} <= set(written)
    assert DARK.squares["T"] not in colours(surface)


def test_the_chosen_line_is_seen_however_many_there_are(written: list[str]) -> None:
    canvas, rows = Canvas(pygame.Surface((800, 480))), [(f"row {n}", "") for n in range(40)]
    for chosen in range(40):
        written.clear()
        draw_rows(canvas, pygame.Rect(0, 0, 300, 100), rows, chosen)
        assert f"› row {chosen}" in written
        assert len(written) == 3


def test_good_and_bad_words_differ_in_shape() -> None:
    def shape(is_good: bool) -> set[tuple[int, int]]:
        surface = pygame.Surface((28, 28))
        (draw_tick if is_good else draw_cross)(Canvas(surface), surface.get_rect(), (255, 255, 255))
        return {
            (x, y)
            for x in range(28)
            for y in range(28)
            if tuple(surface.get_at((x, y)))[:3] != BLACK
        }

    good, bad = shape(True), shape(False)
    assert len(good) > 40
    assert len(good ^ bad) > 40


def test_a_challenge_shows_its_words_and_frames_what_is_to_be_taken_up(written: list[str]) -> None:
    surface = draw("judged bad, by the list")
    assert {"QUIZ", "QZ", named_text("the-play-doesnt-count")} <= set(written)
    assert DARK.asked in colours(surface)
    assert DARK.asked not in colours(draw("taken up again"))


def test_the_square_pointed_at_is_framed_and_named(written: list[str]) -> None:
    assert DARK.pointed in colours(draw("pointing"))
    assert DARK.pointed not in colours(draw("counted"))
    assert "J8" in written


def looked_at(path: Path | None) -> TableView:
    return view(MOMENTS["no picture kept"], Texts("en"), NOW, ShownPictures(kept=path))


@pytest.mark.parametrize("size", [(1600, 900), (300, 600), (40, 30)])
@pytest.mark.parametrize("palette", [True, False])
def test_a_kept_picture_fills_the_screen_above_its_caption(
    size: tuple[int, int], palette: bool, tmp_path: Path, written: list[str]
) -> None:
    picture = Image.new("RGB", size, (0, 128, 0))
    path = tmp_path / "picture.png"
    (picture.quantize(2) if palette else picture).save(path)
    surface = pygame.Surface((800, 480))
    Scoreboard(surface).draw(looked_at(path))
    green = [colour for colour in colours(surface) if colour[0] < 40 and colour[1] > 100]
    places = places_of(surface, *green)
    (left, right), (top, bottom) = ((min(of), max(of)) for of in zip(*places, strict=True))
    assert right - left > 780 or bottom - top > 380
    assert bottom < 480 - 80 + 1
    assert "Maximiliane: QUIZ +44: the picture" in written
    assert written[-3:] == ["› Back", named_text("the-play-before"), named_text("the-play-after")]


def test_a_picture_is_read_once_while_it_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "picture.png"
    reads: list[str] = []
    pygame.image.save(pygame.Surface((30, 30)), str(path))

    def counted(path: Path) -> Picture:
        reads.append(str(path))
        return read_picture(path)

    monkeypatch.setattr(question, "read_picture", counted)
    screen = Scoreboard(pygame.Surface((800, 480)))
    for _ in range(3):
        screen.draw(looked_at(path))
    assert reads == [str(path)]


def test_a_picture_that_cannot_be_shown_is_reported(tmp_path: Path, written: list[str]) -> None:
    broken = tmp_path / "broken.jpg"
    broken.write_bytes(b"no picture")
    screen = Scoreboard(pygame.Surface((800, 480)))
    for path in (broken, tmp_path / "missing.jpg"):
        screen.draw(looked_at(path))
        assert f"This picture can’t be shown: {path}" in written
    screen.draw(looked_at(None))
    assert named_text("no-picture-of-this-play") in written


def test_the_board_shows_premiums_and_the_last_tiles_lit() -> None:
    surface = pygame.Surface((800, 480))
    Scoreboard(surface).draw(view(MOMENTS["start"], Texts("en")))
    before = colours(surface)
    assert DARK.squares["T"] in before
    assert DARK.lit_edge not in before
    Scoreboard(surface).draw(view(MOMENTS["counted"], Texts("en")))
    assert DARK.lit_edge in colours(surface)


def test_drawing_twice_is_the_same_picture() -> None:
    surface = pygame.Surface((800, 480))
    shown = view(MOMENTS["doubt"], Texts("fr"))
    Scoreboard(surface).draw(shown)
    once = pygame.image.tostring(surface, "RGB")
    surface.fill((1, 2, 3))
    Scoreboard(surface).draw(shown)
    assert pygame.image.tostring(surface, "RGB") == once


def test_a_view_is_complete_and_says_what_is_only_seen() -> None:
    shown: TableView = view(MOMENTS["seen"], Texts("en"))
    assert shown.play is not None
    assert not shown.play.counted
    assert shown.play.lines == ("QUIZ (10+1+1+10)×2 = 44",)
    assert [side.total for side in shown.sides] == [0, 0]
    assert view(MOMENTS["seen"], Texts("en")) == shown
    assert reading_of(ONE).size == len(shown.board.rows)
