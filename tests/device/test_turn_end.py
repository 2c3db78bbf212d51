"""The end of a turn: an answer counts only what it was asked about."""

from __future__ import annotations

from dataclasses import replace

from answering import labels, take
from standins import Evening, board

from device.simulator.named_texts import named_text
from engine.game import Game
from hardware.panel.port import Button

QUIZ, OZONE = (7, 6, "across", "QUIZ"), (6, 9, "down", "OZONE")
EMPTY, ONE, TWO = board(), board(QUIZ), board(QUIZ, OZONE)
CHANGED = "The board has changed: press again when all tiles are laid."


def test_two_plays_of_which_one_has_changed_are_not_counted_as_they_were() -> None:
    evening = Evening().lay(EMPTY).lay(TWO).press(Button.SIDE_1)
    evening.lay(board(QUIZ, (6, 9, "down", "OZON")))
    take(evening, named_text("plays-in-order", first="QUIZ", start="8G", second="OZONE", next="J7"))
    assert evening.events == ()
    assert evening.message == CHANGED


def test_the_last_tile_taken_up_again_ends_no_game() -> None:
    evening = Evening().lay(EMPTY)
    start = replace(evening.state.game.start, bag=0, racks={"Ann": 4, "Ben": 7})
    evening.state = replace(evening.state, game=Game.from_state(start))
    evening.lay(ONE).press(Button.SIDE_1).lay(board((7, 6, "across", "QUI")))
    take(evening, named_text("yes-game-over"))
    assert evening.events == ()
    assert evening.message == CHANGED


def test_what_can_no_longer_have_happened_is_not_counted() -> None:
    evening = Evening().lay(EMPTY).lay(ONE).press(Button.SIDE_1)
    faint = {(6, 9): {"O": 0.5, ".": 0.49}}
    evening.lay(board(QUIZ, (8, 9, "down", "ONE")), faint).press(Button.SIDE_2)
    assert "What did you lay?" in evening.asked
    answer = next(label for label in labels(evening) if " at " in label)
    question = evening.state.phase
    evening.lay(board(QUIZ, (7, 10, "across", "S")), {(7, 10): {"S": 0.5, ".": 0.49}})
    evening.state = replace(evening.state, phase=question)
    take(evening, answer)
    assert len(evening.events) == 1
    assert evening.message == CHANGED


def test_the_plays_of_two_turns_may_end_the_game_and_say_so() -> None:
    evening = Evening().lay(EMPTY)
    start = replace(evening.state.game.start, bag=0, racks={"Ann": 7, "Ben": 4})
    evening.state = replace(evening.state, game=Game.from_state(start))
    evening.lay(TWO).press(Button.SIDE_1)
    take(evening, named_text("plays-in-order", first="QUIZ", start="8G", second="OZONE", next="J7"))
    assert evening.totals["Ben"] == 16
    assert "lay your last tiles" in str(evening.state.message)
