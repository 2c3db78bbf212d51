"""Questions, pointing and kept pictures on the screen: nothing cut, nothing hidden, at every size,
and what is asked about and chosen is seen without its colour."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from drawn_pixels import places_of
from naming_moments import naming_moments
from question_moments import QuestionMoment, question_moments
from screen_texts import SIZES, TextsWritten, longer
from table_moments import MOMENTS as TABLES
from table_moments import NOW

from device.language.texts import TEXT_LANGUAGES, Texts
from device.screen.board import draw_board
from device.screen.drawing import Canvas, ScreenPlaces
from device.screen.question import (
    SMALL_SCREEN,
    LetterGrid,
    draw_letters,
    draw_pointed_board,
    draw_question,
    draw_seen,
)
from device.screen.scoreboard import Scoreboard, parts_of
from device.screen.sides import draw_slim
from device.screen.statistics import draw_standings
from device.simulator.named_texts import named_text
from device.themes import DARK, THEMES
from device.views.crops import NO_PICTURES
from device.views.table import TableView, view

MOMENTS = {moment.name: moment for moment in question_moments()}
PICTURES = (draw_board, draw_pointed_board, draw_seen, draw_standings)
LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def view_of(moment: QuestionMoment, language: str = "en") -> TableView:
    return view(moment.state, Texts(language), moment.now, moment.pictures)


def drawn(
    name: str, size: tuple[int, int] = (800, 480), theme: str = "dark", *, camera: bool = True
) -> pygame.Surface:
    surface = pygame.Surface(size)
    moment = MOMENTS[name]
    if not camera:
        moment = moment._replace(pictures=NO_PICTURES)
    Scoreboard(surface, THEMES[theme]).draw(view_of(moment))
    return surface


# A question has the whole screen


@pytest.mark.parametrize("language", TEXT_LANGUAGES)
@pytest.mark.parametrize("size", [(480, 320), (800, 480), (1280, 720), (1920, 1080)])
def test_a_question_uses_the_whole_screen(size: tuple[int, int], language: str) -> None:
    layout, canvas = ScreenPlaces.of(size), Canvas(pygame.Surface(size))
    shown = {name: view_of(moment, language) for name, moment in MOMENTS.items()}
    shown |= {
        name: view(state, Texts(language), NOW)
        for name, state in (*TABLES.items(), *((n, state) for n, state, _ in naming_moments()))
    }
    for name, asked in shown.items():
        question = asked.dialog.question
        if question is None or asked.page.lobby is not None or asked.dialog.picture is not None:
            continue
        if question.tips:
            continue  # its lines have the whole screen
        parts = [part for part in parts_of(asked, layout, canvas) if part.area != layout.foot]
        clocks = [part for part in parts if part.draw is draw_slim]
        (words,) = (part.area for part in parts if part.draw is draw_question)
        pictures = [part.area for part in parts if part.draw in PICTURES]
        assert len(parts) == len(clocks) + len(pictures) + 1, name
        assert bool(clocks) == (any(s.clock for s in asked.sides) and min(size) >= SMALL_SCREEN)
        assert words.bottom >= layout.whole.bottom - 1, name
        if not clocks:
            assert words.top == layout.whole.top, name
        if not pictures:
            assert (words.left, words.width) == (layout.whole.left, layout.whole.width), name
        about = question.crop is not None or question.on_board or asked.board.asked
        about = about or question.standings is not None
        assert bool(pictures) == bool(about), name


def test_where_clocks_go_on_they_are_seen_above_the_question(written: list[str]) -> None:
    Scoreboard(pygame.Surface((800, 480))).draw(
        view(TABLES["time and a question"], Texts("en"), NOW)
    )
    assert {"22:51", "0:59", "0:00"} <= set(written)


# Nothing is cut, nothing overlaps


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", TEXT_LANGUAGES)
def test_nothing_is_cut_in_any_question(
    language: str, size: tuple[int, int], cut: list[str]
) -> None:
    screen = Scoreboard(pygame.Surface(size))
    for moment in MOMENTS.values():
        screen.draw(view_of(moment, language))
        assert cut == [], moment.name


@pytest.mark.parametrize("size", SIZES)
def test_there_is_room_for_questions_a_third_longer(size: tuple[int, int], cut: list[str]) -> None:
    screen = Scoreboard(pygame.Surface(size))
    for moment in MOMENTS.values():
        shown = view_of(moment)
        if shown.dialog.question is None or shown.dialog.picture is not None:
            continue
        question = replace(shown.dialog.question, text=longer(shown.dialog.question.text))
        screen.draw(replace(shown, dialog=replace(shown.dialog, question=question)))
        assert cut == [], moment.name


@pytest.mark.parametrize("size", SIZES)
def test_no_text_lies_on_another_or_leaves_the_screen(
    size: tuple[int, int], texts_written: TextsWritten
) -> None:
    surface = pygame.Surface(size)
    screen = Scoreboard(surface)
    for moment in MOMENTS.values():
        texts_written.clear()
        screen.draw(view_of(moment))
        assert texts_written.misplaced(surface) == [], moment.name


@pytest.mark.parametrize("size", SIZES)
def test_parts_don_t_overlap(size: tuple[int, int]) -> None:
    canvas, layout = Canvas(pygame.Surface(size)), ScreenPlaces.of(size)
    for moment in MOMENTS.values():
        areas = [part.area for part in parts_of(view_of(moment), layout, canvas)]
        pairs = [
            (one, other) for n, one in enumerate(areas) for other in areas[n + 1 :] if one and other
        ]
        assert not [(one, other) for one, other in pairs if one.colliderect(other)], moment.name
        assert all(layout.screen.contains(area) for area in areas), moment.name


# What the camera sees


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("theme", THEMES)
def test_the_square_is_seen_large_and_framed(theme: str, size: tuple[int, int]) -> None:
    surface = drawn("one square", size, theme)
    frame = places_of(surface, THEMES[theme].asked)
    wide = max(x for x, _ in frame) - min(x for x, _ in frame)
    assert wide > min(size) // 4
    # The tile itself: wood, as no screen draws it.
    middle = (min(x for x, _ in frame) + wide // 3, min(y for _, y in frame) + wide // 3)
    colour = tuple(surface.get_at(middle))[:3]
    assert colour not in {THEMES[theme].ground, THEMES[theme].tile}


def test_without_a_camera_there_is_the_board() -> None:
    squares = places_of(drawn("one square", camera=False), DARK.squares["T"])
    assert len(squares) > 400
    assert len(places_of(drawn("one square"), DARK.squares["T"])) < len(squares) // 4


@pytest.mark.parametrize("name", ["what was laid, across", "what was laid, down", "which letter"])
def test_a_word_leaves_room_for_the_board(name: str) -> None:
    assert len(places_of(drawn(name), DARK.squares["T"])) > 100


@pytest.mark.parametrize("size", SIZES)
def test_a_map_shows_where_a_single_square_lies(size: tuple[int, int]) -> None:
    surface = drawn("one square", size)
    column = ScreenPlaces.of(size).column
    tiles = {
        (x, y)
        for x, y in places_of(surface, DARK.quiet)
        if not column.collidepoint(x, y) or size[0] < size[1]
    }
    # Three of the four tiles are seen next to the mark over the fourth.
    assert len(tiles) >= 2 * 2 * 2


# What can be chosen


def test_the_chosen_row_is_reported_by_its_mark_too(written: list[str]) -> None:
    drawn("one square")
    assert "› N" in written
    assert "Z" in written


def test_the_countdown_goes_on_next_to_a_question(written: list[str]) -> None:
    drawn("one square, a turn's clock")
    assert "0:05" in written


def test_all_letters_are_seen_at_once(written: list[str]) -> None:
    for size in SIZES:
        written.clear()
        drawn("which letter", size)
        options = view_of(MOMENTS["which letter"]).dialog.question
        assert options is not None
        assert set(options.options) <= set(written)


def test_the_chosen_letter_is_larger(texts_written: TextsWritten) -> None:
    drawn("which letter, far on")
    sizes = {text.text: text.size for text in texts_written.placed if len(text.text) == 1}
    shown = view_of(MOMENTS["which letter, far on"]).dialog.question
    assert shown is not None
    chosen = shown.options[shown.selected]
    assert all(sizes[chosen] > size for letter, size in sizes.items() if letter != chosen)


def test_what_isn_t_a_letter_stands_below_them(texts_written: TextsWritten) -> None:
    drawn("not now")
    tops = {text.text: text.place[1] for text in texts_written.placed}
    assert tops["› Not now"] > max(tops[letter] for letter in "NTDMPZABC")


def test_with_too_little_room_the_chosen_letter_is_seen_all_the_same(written: list[str]) -> None:
    canvas = Canvas(pygame.Surface((800, 480)))
    for selected, letter in enumerate(LETTERS):
        written.clear()
        grid = LetterGrid(LETTERS, len(LETTERS), 6, selected)
        draw_letters(canvas, pygame.Rect(0, 0, 120, 60), grid)
        assert letter in written


# Pointing


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["pointing", "pointing, no camera", "pointing at a blank"])
def test_the_square_is_named_with_what_is_thought_to_lie_there(
    name: str, size: tuple[int, int], written: list[str]
) -> None:
    surface = drawn(name, size)
    shown = view_of(MOMENTS[name]).dialog.pointing
    assert shown is not None
    assert {shown.square, f"{shown.place}/{shown.among}"} <= set(written)
    assert (named_text("a-blank") in written) == (name == "pointing at a blank")
    assert len(places_of(surface, DARK.squares["T"])) > 60
    pointed = places_of(surface, DARK.pointed)
    board = ScreenPlaces.of(size).board
    # Lines lead from the edges of the board to the square, along its row and its column.
    on_board = {(x, y) for x, y in pointed if board.collidepoint(x, y)}
    wide = max(x for x, _ in on_board) - min(x for x, _ in on_board)
    high = max(y for _, y in on_board) - min(y for _, y in on_board)
    assert min(wide, high) > board.height // 2


def test_pointing_elsewhere_only_draws_what_changes() -> None:
    canvas, layout = Canvas(pygame.Surface((800, 480))), ScreenPlaces.of((800, 480))
    first = view_of(MOMENTS["pointing"])
    assert first.dialog.pointing is not None
    other = replace(
        first,
        dialog=replace(first.dialog, pointing=replace(first.dialog.pointing, square="J9", place=2)),
    )
    parts = zip(parts_of(first, layout, canvas), parts_of(other, layout, canvas), strict=True)
    assert [one.same_as(two) for one, two in parts].count(False) == 1


def test_choosing_another_answer_doesn_t_draw_the_picture_again() -> None:
    canvas, layout = Canvas(pygame.Surface((800, 480))), ScreenPlaces.of((800, 480))
    first = view_of(MOMENTS["one square"])
    assert first.dialog.question is not None
    other = replace(
        first, dialog=replace(first.dialog, question=replace(first.dialog.question, selected=1))
    )
    parts = zip(parts_of(first, layout, canvas), parts_of(other, layout, canvas), strict=True)
    assert [one.same_as(two) for one, two in parts].count(False) == 1
