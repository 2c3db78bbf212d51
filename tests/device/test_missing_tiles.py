"""A kept game goes on, and its board was cleared: it says what to lay, and how to do without."""

from __future__ import annotations

from answering import labels, take
from standins import Evening, board

from device.language.texts import Texts
from device.session.core.state import Asking, Thinking
from device.session.step import begin
from device.session.turn.doubts import open_doubts
from device.simulator.named_texts import named_text
from device.views.table import TableView, view
from engine.events import Played
from engine.squares import Square
from hardware.panel.port import Button

WORDS = (
    (7, 6, "across", "QUIZ"),
    (6, 9, "down", "OZONE"),
    (10, 9, "across", "EATEN"),
)
LAY = "Lay the tiles as shown, then continue."


def next_evening(*lying: tuple[int, int, str, str], plays: int = 3) -> Evening:
    """Three plays were made last time; now these words lie there."""
    evening = Evening().lay(board())
    for number in range(plays):
        own = (Button.SIDE_1, Button.SIDE_2)[number % 2]
        evening.lay(board(*WORDS[: number + 1])).press(own)
    evening.state = begin(evening.state.game, camera=True)
    return evening.lay(board(*lying))


def shown(evening: Evening) -> TableView:
    return view(evening.state, Texts("en"), evening.now)


def test_a_cleared_board_asks_no_question_a_tile_but_says_what_to_do() -> None:
    evening = next_evening()
    assert open_doubts(evening.state) == ()
    text = shown(evening).text
    assert (text.to_do, text.open, text.trouble) == (LAY, "Missing tiles: 12 (OK)", "")
    assert shown(evening).board.rows == board(*WORDS), "the kept board is the picture to lay by"


def test_ok_and_the_turn_button_show_which_tiles_and_how_to_go_on_without() -> None:
    for button in (Button.OK, Button.SIDE_2):
        evening = next_evening().press(button)
        phase = evening.state.phase
        assert isinstance(phase, Asking)
        assert len(phase.question.squares) == 12
        assert shown(evening).dialog.question is not None
        assert evening.asked == "Missing tiles: {n}. Lay them as shown, then continue."
        assert labels(evening) == [
            named_text("look-again"),
            named_text("enter-play"),
            "Back to the game",
        ]
    take(evening, named_text("enter-play"), "Row 12", "H12", "Across", *"HOT", "Done")
    assert isinstance(evening.events[-1], Played)
    assert evening.state.side == "Ann"
    evening.lay(board())
    assert isinstance(evening.state.phase, Thinking)


def test_it_goes_on_once_the_tiles_lie_there_again() -> None:
    evening = next_evening().press(Button.OK)
    evening.lay(board(WORDS[0]))
    assert isinstance(evening.state.phase, Thinking), "the first tile answers it"
    assert shown(evening).text.open == "Missing tiles: 8 (OK)"
    evening.lay(board(*WORDS))
    assert (shown(evening).text.to_do, shown(evening).text.open) == ("", "")
    evening.lay(board(*WORDS, (10, 9, "across", "EATENS"))).press(Button.SIDE_2)
    assert evening.state.game.state.position.at(Square(14, 10)) == "S"


def test_a_single_missing_tile_is_asked_about_and_the_last_play_is_taken_back() -> None:
    lost = next_evening(*WORDS[:2], (10, 9, "across", "EATE"))
    assert LAY not in shown(lost).text.to_do
    taken = next_evening(*WORDS[:2])
    assert LAY not in shown(taken).text.to_do
    taken.press(Button.SIDE_2)
    assert not taken.asked.startswith("Missing tiles")


def test_after_the_first_play_an_empty_board_means_that_it_was_taken_back() -> None:
    assert LAY not in shown(next_evening(plays=1)).text.to_do
