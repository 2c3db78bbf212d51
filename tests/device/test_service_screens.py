"""The screens that look after the device: nothing is cut or overlaps, and nothing is shown by
colour alone."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pygame
import pytest
from screen_texts import SIZES, TextsWritten, longer
from service_moments import NOW, SERVICE_MOMENTS
from touching import targets_on

from device.doctor.checks import CheckGrade
from device.language.texts import TEXT_LANGUAGES, Texts
from device.screen.device import LivePicture, draw_live, draw_verdict
from device.screen.drawing import Canvas
from device.screen.scoreboard import Scoreboard
from device.session.core.inputs import TurnedTo
from device.themes import DARK, LIGHT, THEMES, Theme
from device.views.device import AimView, DoctorView
from device.views.table import TableView, view

AIMS = [name for name in SERVICE_MOMENTS if name.startswith("aim")]
CHECKS = [name for name in SERVICE_MOMENTS if name.startswith("doctor")]


def shown(moment: str, language: str = "en") -> TableView:
    state, pictures = SERVICE_MOMENTS[moment]
    return view(state, Texts(language), NOW, pictures)


def drawn(looked: TableView, size: tuple[int, int], theme: Theme = DARK) -> pygame.Surface:
    surface = pygame.Surface(size)
    Scoreboard(surface, theme).draw(looked)
    return surface


def aim_longer(aim: AimView) -> AimView:
    notes = tuple(replace(n, name=longer(n.name), value=longer(n.value)) for n in aim.notes)
    return replace(
        aim, title=longer(aim.title), said=longer(aim.said), advice=longer(aim.advice), notes=notes
    )


def doctor_longer(doctor: DoctorView) -> DoctorView:
    lines = tuple(
        replace(x, name=longer(x.name), value=longer(x.value), advice=longer(x.advice))
        for x in doctor.lines
    )
    title, summary = longer(doctor.title), longer(doctor.summary)
    return replace(doctor, title=title, summary=summary, lines=lines)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", TEXT_LANGUAGES)
def test_nothing_is_cut_in_any_moment(language: str, size: tuple[int, int], cut: list[str]) -> None:
    for moment in SERVICE_MOMENTS:
        drawn(shown(moment, language), size)
        assert cut == [], moment


@pytest.mark.parametrize("size", SIZES)
def test_there_is_room_for_texts_a_third_longer(size: tuple[int, int], cut: list[str]) -> None:
    for moment in SERVICE_MOMENTS:
        looked = shown(moment)
        if looked.page.aim is not None:
            looked = replace(looked, page=replace(looked.page, aim=aim_longer(looked.page.aim)))
        if looked.page.doctor is not None:
            looked = replace(
                looked, page=replace(looked.page, doctor=doctor_longer(looked.page.doctor))
            )
        drawn(looked, size)
        assert cut == [], moment


@pytest.mark.parametrize("size", SIZES)
def test_no_text_lies_on_another_or_leaves_the_screen(
    size: tuple[int, int], texts_written: TextsWritten
) -> None:
    screen = pygame.Rect((0, 0), size)
    for moment in SERVICE_MOMENTS:
        texts_written.clear()
        drawn(shown(moment), size)
        places = [(text.text, pygame.Rect(text.place)) for text in texts_written.placed]
        assert places
        for number, (text, place) in enumerate(places):
            assert screen.contains(place), (moment, text)
            for other, over in places[:number]:
                assert not place.colliderect(over), (moment, text, other)


@pytest.mark.parametrize("size", SIZES)
def test_the_chosen_check_is_on_the_screen_with_its_advice(
    size: tuple[int, int], written: list[str]
) -> None:
    looked = shown("doctor, line 0")
    assert looked.page.doctor is not None
    for number, line in enumerate(looked.page.doctor.lines):
        written.clear()
        drawn(
            replace(
                looked, page=replace(looked.page, doctor=replace(looked.page.doctor, chosen=number))
            ),
            size,
        )
        assert {line.name, line.value} <= set(written)
        assert not line.advice or line.advice in written


def test_a_long_list_of_checks_has_marks_that_turn_it_and_a_short_one_has_none() -> None:
    looked = shown("doctor, well")
    assert looked.page.doctor is not None
    last = len(looked.page.doctor.lines) - 1

    def marks(doctor: DoctorView) -> set[int]:
        """The checks that the marks lead to."""
        screen = Scoreboard(pygame.Surface((800, 480)), motion=False)
        screen.draw(replace(looked, page=replace(looked.page, doctor=doctor)))
        found = targets_on(screen, (800, 480))
        return {one.place for one in found if isinstance(one, TurnedTo)}

    assert [place > 0 for place in marks(replace(looked.page.doctor, chosen=0))] == [True]
    middle = marks(replace(looked.page.doctor, chosen=last // 2))
    assert min(middle) < last // 2 < max(middle)
    assert all(place < last for place in marks(replace(looked.page.doctor, chosen=last)))
    few = replace(looked.page.doctor, lines=looked.page.doctor.lines[:3], chosen=0)
    assert marks(few) == set()


@pytest.mark.parametrize("moment", ["aim, found", "doctor, well"])
def test_a_sentence_stands_next_to_the_way_out(moment: str, written: list[str]) -> None:
    drawn(shown(moment), (800, 480))
    assert any(one.startswith("OK: back") for one in written)
    written.clear()
    looked = shown(moment)
    drawn(replace(looked, text=replace(looked.text, message="A sentence.")), (800, 480))
    assert "A sentence. – OK: back" in written


# The picture


def test_the_corners_names_are_written_where_the_way_up_is_known(written: list[str]) -> None:
    drawn(shown("aim, found"), (800, 480))
    assert {"A1", "O1", "O15", "A15"} <= set(written)
    written.clear()
    drawn(shown("aim, empty board"), (800, 480))
    assert "A1" not in written


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=lambda theme: theme.name)
def test_the_grid_lies_on_the_board_and_nowhere_else(theme: Theme) -> None:
    aim = shown("aim, empty board").page.aim
    assert aim is not None
    assert aim.image is not None
    assert aim.grid is not None
    size = (aim.image.width, aim.image.height)
    with_grid, without = pygame.Surface(size), pygame.Surface(size)
    draw_live(Canvas(with_grid, theme), with_grid.get_rect(), LivePicture(aim.image, aim.grid))
    draw_live(Canvas(without, theme), without.get_rect(), LivePicture(aim.image, None))
    differ = pygame.mask.from_threshold(with_grid, (0, 0, 0), (1, 1, 1, 255), othersurface=without)
    differ.invert()
    (found,) = [rect for rect in differ.get_bounding_rects() if rect.width > 50]
    xs, ys = (
        [share * side for share in shares]
        for shares, side in zip(zip(*aim.grid.corners, strict=True), size, strict=True)
    )
    box = (min(xs), min(ys), max(xs), max(ys))
    assert (found.left, found.top, found.right, found.bottom) == pytest.approx(box, abs=5)


def test_a_live_picture_alone_draws_nothing_else_again() -> None:
    looked = shown("aim, found")
    assert looked.page.aim is not None
    assert looked.page.aim.image is not None
    screen = Scoreboard(pygame.Surface((800, 480)))
    screen.draw(looked)
    other = replace(looked.page.aim.image, rgb=bytes(len(looked.page.aim.image.rgb)))
    changed = screen.draw(
        replace(looked, page=replace(looked.page, aim=replace(looked.page.aim, image=other)))
    )
    assert len({tuple(area) for area in changed}) == 1


# Marked without colour


def test_every_verdict_has_a_shape_of_its_own() -> None:
    grey = msgspec.structs.replace(
        DARK,
        good=DARK.text,
        trouble=DARK.text,
        accent=DARK.text,
        quiet=DARK.text,
        panel=DARK.ground,
    )
    shapes = set()
    for verdict in (*CheckGrade, None):
        surface = pygame.Surface((44, 44))
        surface.fill(grey.ground)
        draw_verdict(Canvas(surface, grey), surface.get_rect(), verdict, grey.ground)
        shapes.add(pygame.image.tostring(surface, "RGB"))
    assert len(shapes) == 4


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_every_moment_can_be_drawn_in_both_themes(theme: Theme) -> None:
    for moment in (*AIMS, *CHECKS):
        assert drawn(shown(moment), (480, 320), theme).get_at((0, 0))[:3] == theme.ground
