"""All turns and the courses of points, as onlookers see them; and as they do where points hide."""

from __future__ import annotations

from dataclasses import replace

from lobby_presses import opened
from standins import Evening, board

from device.language.texts import Texts
from device.session.core.setup import Extras
from device.views.sheet import NO_SHEET, SheetView, TurnLine, sheet_view
from hardware.panel.port import Button

ENGLISH, FRENCH = Texts("en"), Texts("fr")
QUIZ = board((7, 6, "across", "QUIZ"))
BOTH = board((7, 6, "across", "QUIZ"), (6, 9, "down", "OZONE"))


def two_plays(extras: Extras | None = None) -> Evening:
    evening = Evening()
    if extras is not None:
        agreed = replace(evening.state.agreed, extras=extras)
        evening.state = replace(evening.state, agreed=agreed)
    evening.lay(board()).lay(QUIZ).press(Button.SIDE_1)
    return evening.lay(BOTH).press(Button.SIDE_2)


def test_every_turn_has_its_arithmetic_and_the_total_after_it() -> None:
    sheet = sheet_view(two_plays().state, ENGLISH)
    first, second = sheet.turns
    assert first == TurnLine("Ann", "8G", ("QUIZ (10+1+1+10)×2 = 44",), 44, 44, first.event)
    assert (second.side, second.start, second.total) == ("Ben", "J7", second.points)
    assert sheet.courses == ((0, 44), (0, second.total))
    assert sheet.game == "Classic"
    assert first.event != second.event


def test_a_pass_is_reported_in_both_languages() -> None:
    evening = two_plays().press(Button.SIDE_1, Button.SIDE_1)
    passed = sheet_view(evening.state, ENGLISH).turns[-1]
    assert (passed.lines, passed.start, passed.event) == (("pass",), "", None)
    assert sheet_view(evening.state, FRENCH).turns[-1].lines == (FRENCH("pass"),)


def test_hidden_points_are_on_no_line() -> None:
    sheet = sheet_view(two_plays(Extras(hide_scores=True)).state, ENGLISH)
    assert [turn.lines[0] for turn in sheet.turns] == ["QUIZ", "OZONE"]
    assert {(turn.points, turn.total) for turn in sheet.turns} == {(None, None)}
    assert sheet.courses == ()


def test_before_a_game_there_is_no_sheet() -> None:
    assert sheet_view(opened().state, ENGLISH) == NO_SHEET == SheetView()
