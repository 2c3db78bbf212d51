"""What is said while a camera is aimed and while the device is checked, in every moment of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from service_moments import NOW, SERVICE_MOMENTS, live, report
from table_moments import evening

from device.doctor.checks import CheckGrade
from device.language.texts import Texts
from device.session.core.state import Checking
from device.simulator.named_texts import named_text
from device.views.crops import Finding
from device.views.device import AimView, DoctorView, aim_view, doctor_view
from device.views.table import view
from vision.reading import Refusal

ENGLISH = Texts("en")


def aimed(moment: str) -> AimView:
    state, pictures = SERVICE_MOMENTS[moment]
    shown = aim_view(state, pictures.live, ENGLISH)
    assert shown is not None
    return shown


def checked(moment: str) -> DoctorView:
    shown = doctor_view(SERVICE_MOMENTS[moment].state, ENGLISH)
    assert shown is not None
    return shown


@pytest.mark.parametrize("moment", [name for name in SERVICE_MOMENTS if name.startswith("aim")])
def test_a_grid_is_shown_only_where_the_board_is_found(moment: str) -> None:
    shown = aimed(moment)
    assert (shown.grid is not None) == (shown.verdict is CheckGrade.GOOD)
    assert shown.said != ""


@pytest.mark.parametrize("refusal", Refusal)
def test_what_is_wrong_is_reported_with_what_to_do(refusal: Refusal) -> None:
    shown = aimed(f"aim, {refusal}")
    assert shown.verdict is CheckGrade.BAD
    assert shown.advice != ""
    assert shown.image is not None, "what the camera sees helps to put it right"


def test_where_no_board_is_found_another_games_may_lie_there() -> None:
    assert "Game chosen: Classic" in aimed("aim, no-board").advice
    assert "Game chosen" not in aimed("aim, cut-off").advice, "its edges were found"


def test_at_the_first_start_the_game_is_chosen_later() -> None:
    shown = aimed("aim, no-board, first start")
    assert "Another game’s board? Just continue: you choose the game later." in shown.advice
    assert "Game chosen" not in shown.advice, "nobody has chosen one yet"
    grid_of_another = aimed("aim, gone, first start")
    assert "Another game’s board?" in grid_of_another.advice
    assert "Another game’s board?" not in aimed("aim, gone").advice


def test_the_board_of_a_game_that_goes_on_is_no_other_games() -> None:
    assert "another game" not in aimed("aim, no-board, in a game").advice


def test_a_good_picture_leaves_nothing_to_be_done() -> None:
    shown = aimed("aim, found")
    assert (shown.said, shown.advice) == (named_text("the-board-is-found"), "")
    assert [note.verdict for note in shown.notes] == [CheckGrade.GOOD] * 3


def test_a_found_board_in_poor_light_has_its_advice() -> None:
    shown = aimed("aim, empty board")
    assert shown.verdict is CheckGrade.GOOD
    assert "move the lamp" in shown.advice


def test_which_way_up_an_empty_board_lies_is_reported_to_be_unknown() -> None:
    state, _ = SERVICE_MOMENTS["aim, found"]
    sight = live(Finding.FOUND).live
    assert sight is not None
    assert sight.grid is not None
    unknown = replace(sight, grid=replace(sight.grid, turn_known=False))
    shown = aim_view(state, unknown, ENGLISH)
    assert shown is not None
    assert shown.advice.startswith("The first words show which way up")


def test_a_camera_that_is_gone_says_more_than_a_picture_that_is_late() -> None:
    assert aimed("aim, camera lost").verdict is CheckGrade.BAD
    assert aimed("aim, no camera").verdict is CheckGrade.BAD
    late = aimed("aim, nothing yet")
    assert (late.verdict, late.waits) == (None, True)


def test_other_states_have_neither_view() -> None:
    shown = view(evening().state, ENGLISH, NOW)
    assert shown.page.aim is None
    assert shown.page.doctor is None


def test_before_the_report_the_device_is_still_looked_at() -> None:
    shown = checked("doctor, checks")
    assert (shown.lines, shown.verdict) == ((), None)
    assert shown.summary == "Checking everything…"


def test_a_sound_device_is_reported_to_be_so() -> None:
    shown = checked("doctor, well")
    assert (shown.summary, shown.verdict) == ("All is well.", CheckGrade.GOOD)
    assert not any(line.advice for line in shown.lines)


def test_what_is_to_be_looked_at_is_counted_and_comes_first() -> None:
    shown = checked("doctor, line 5")
    wanting = [line for line in shown.lines if line.verdict is not CheckGrade.GOOD]
    assert shown.summary == f"To check: {len(wanting)}"
    assert shown.verdict is CheckGrade.BAD
    assert shown.lines[: len(wanting)] == tuple(wanting)
    assert all(line.advice for line in wanting)
    assert shown.chosen == 5


def test_a_line_that_a_shorter_report_does_not_have_is_its_last() -> None:
    state = SERVICE_MOMENTS["doctor, well"].state
    far = replace(state, phase=Checking(report=report(well=True)[:3], line=9))
    shown = doctor_view(far, ENGLISH)
    assert shown is not None
    assert shown.chosen == 2
