"""Views: what a screen is given, complete, in both languages."""

from __future__ import annotations

from standins import Evening, board

from device.texts import Texts
from device.views import view
from engine.squares import Square
from hardware.panel import Button
from vision.reading import Refusal

ENGLISH, FRENCH = Texts("en"), Texts("fr")
EMPTY, ONE = board(), board((7, 6, "across", "QUIZ"))
SQUARES = frozenset(Square(6 + i, 7) for i in range(4))


def test_before_the_first_play() -> None:
    shown = view(Evening().lay(EMPTY).state, ENGLISH)
    assert [(s.name, s.total, s.turn) for s in shown.sides] == [("Ann", 0, True), ("Ben", 0, False)]
    assert shown.state == "Ann's turn"
    assert shown.bag == "Tiles in the bag: 86"
    assert shown.rows == EMPTY
    assert shown.play is None
    assert not shown.lit


def test_a_play_is_shown_as_soon_as_it_is_seen_but_not_counted() -> None:
    shown = view(Evening().lay(EMPTY).lay(ONE).state, ENGLISH)
    assert shown.play is not None
    assert (shown.play.side, shown.play.points, shown.play.counted) == ("Ann", 44, False)
    assert shown.play.lines == ("QUIZ (10+1+1+10)×2 = 44",)
    assert shown.lit == SQUARES
    assert shown.rows == ONE
    assert [side.total for side in shown.sides] == [0, 0]


def test_a_counted_play_stays_lit_for_the_next_side() -> None:
    shown = view(Evening().lay(EMPTY).lay(ONE).press(Button.SIDE_1).state, FRENCH)
    assert shown.play is not None
    assert shown.play.counted
    assert shown.lit == SQUARES
    assert shown.state == "À Ben de jouer"
    assert shown.message == "Ann : QUIZ +44."


def test_all_tiles_at_once_are_a_line_of_their_own() -> None:
    seven = view(Evening().lay(EMPTY).lay(board((7, 7, "across", "STRANGE"))).state, FRENCH)
    assert seven.play is not None
    assert seven.play.lines[-1] == "7 jetons d'un coup +50"


def test_a_question_shows_its_options_and_frames_its_squares() -> None:
    odds = {(7, 9): {"Z": 0.9, "N": 0.09}}  # of six N left and one Z
    evening = Evening().lay(EMPTY).lay(ONE, odds).press(Button.SIDE_1, Button.NEXT)
    shown = view(evening.state, ENGLISH)
    assert shown.question is not None
    assert shown.question.text == "What lies on J8?"
    assert shown.question.options == ("Z", "N", "Look again")
    assert shown.question.selected == 1
    assert shown.asked == {Square(9, 7)}


def test_questions_that_can_wait_are_counted() -> None:
    evening = Evening().lay(EMPTY).lay(board((7, 6, "across", "QUIz")))
    evening.press(Button.SIDE_1, Button.UNDO)
    assert view(evening.state, ENGLISH).open == "Open questions: 1 (OK)"


def test_what_cannot_be_seen_is_said() -> None:
    assert "dark" in view(Evening().lay(Refusal.TOO_DARK).state, ENGLISH).message
    assert "No camera" in view(Evening(camera=False).state, ENGLISH).trouble
