"""A forgotten press: closed by the next side's tiles or button, said, and never guessed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from standins import CLASSIC, NHL, Evening, board, picture_of, reading_of

from device.language.texts import Message, Texts
from device.session.core.effects import Announce, LookNow
from device.session.core.inputs import PictureSettled, ReadingDone
from device.session.core.observation import judged_reading
from device.session.core.setup import Extras
from device.session.core.state import Looking, Thinking
from device.session.step import step
from device.session.turn_buttons import next_side
from device.simulator.named_texts import named_text
from engine.events import Challenged, Played
from engine.game import Game
from engine.squares import Square
from engine.words.lexicon import word_list
from hardware.panel.port import Button, Press

QUIZ, OZONE = (7, 6, "across", "QUIZ"), (6, 9, "down", "OZONE")
EMPTY, ONE, TWO = board(), board(QUIZ), board(QUIZ, OZONE)
THREE = ("Ann", "Ben", "Cleo")


def in_english(message: Message | None) -> str:
    return "" if message is None else Texts("en").say(message)


def test_the_next_sides_button_closes_the_turn_and_says_who_forgot() -> None:
    evening = Evening().lay(EMPTY).lay(ONE).press(Button.SIDE_2)
    assert in_english(evening.state.message) == "Ann forgot to press. Ann: QUIZ +44."
    aloud = [in_english(e.message) for e in evening.effects if isinstance(e, Announce)]
    assert aloud == ["Ann forgot to press. Ann: QUIZ +44."]
    own = Evening().lay(EMPTY).lay(ONE).press(Button.SIDE_1)
    assert in_english(own.state.message) == "Ann: QUIZ +44."


@pytest.mark.parametrize(("by", "forgot"), [(Button.SIDE_1, False), (Button.SIDE_2, True)])
def test_whose_table_was_not_looked_at_before_the_next_tiles_came_forgot_nothing(
    by: Button, forgot: bool
) -> None:
    evening = Evening().lay(EMPTY).lay(ONE)
    # Ann presses while hands are over the board, and Ben has laid when nothing moves any more.
    evening.state = replace(evening.state, phase=Looking(evening.now, by is Button.SIDE_2))
    evening.lay(board(QUIZ, (8, 9, "down", "O")))
    assert in_english(evening.state.message) == "Ann forgot to press. " * forgot + "Ann: QUIZ +44."
    assert evening.state.side == "Ben"


@pytest.mark.parametrize("together", [False, True])
def test_who_pressed_while_a_tile_too_many_lay_there_forgot_nothing(together: bool) -> None:
    cat = (7, 6, "across", "CAT")
    evening = Evening().lay(EMPTY).lay(board(cat)).lay(board(cat, (8, 10, "across", "X")))
    evening.press(Button.SIDE_1)
    assert "isn’t in the play’s line: is it one too many" in evening.asked
    if not together:
        evening.lay(board(cat))
        assert evening.asked == ""
        assert in_english(evening.state.message).startswith("The board has changed: press again")
    evening.lay(board(cat, (8, 6, "down", "OD")))
    assert in_english(evening.state.message) == "Ann: CAT +10."
    assert evening.state.side == "Ben"


def test_whose_press_was_refused_forgot_nothing_when_the_next_side_presses() -> None:
    cat = (7, 6, "across", "CAT")
    evening = Evening().lay(EMPTY).lay(board(cat, (8, 10, "across", "X"))).press(Button.SIDE_1)
    evening.lay(board(cat)).press(Button.SIDE_2)
    assert in_english(evening.state.message) == "Ann: CAT +10."
    evening.lay(board(cat, (8, 6, "down", "OD"))).press(Button.SIDE_1)
    assert in_english(evening.state.message) == "Ben forgot to press. Ben: COD +7."


def test_at_a_table_of_three_only_the_next_side_may_close_a_turn() -> None:
    evening = Evening(sides=THREE).lay(EMPTY).lay(ONE).press(Button.SIDE_3)
    assert in_english(evening.state.message) == named_text("it-is-turn", side="Ann")
    assert evening.events == ()
    evening.press(Button.SIDE_2)
    assert "Ann forgot to press." in in_english(evening.state.message)
    assert len(evening.events) == 1


def test_a_side_that_owes_a_turn_is_not_the_next() -> None:
    game = Game.begin(CLASSIC, THREE)
    played = game.added(Played("Ann", {Square(7, 7): "A", Square(8, 7): "T"}))
    assert isinstance(played, Game)
    assert next_side(game.state) == "Ben"
    challenged = played.added(Challenged("Cleo", good=True))
    assert isinstance(challenged, Game)
    assert next_side(challenged.state) == "Ann"


def test_a_second_tile_of_the_next_side_closes_a_forgotten_turn_a_single_one_does_not() -> None:
    evening = Evening().lay(EMPTY).lay(ONE).lay(board(QUIZ, (8, 9, "down", "O")))
    assert evening.events == ()
    evening.lay(board(QUIZ, (8, 9, "down", "ON")))
    assert in_english(evening.state.message) == "Ann forgot to press. Ann: QUIZ +44."
    assert evening.state.board.begun
    assert evening.state.seen is not None
    evening.lay(TWO).press(Button.SIDE_2)
    assert evening.totals["Ben"] == 16


def test_a_tile_that_may_belong_to_the_earlier_play_closes_nothing() -> None:
    for more in ((7, 6, "across", "QUIZE"), (7, 6, "across", "QUIZES")):
        evening = Evening().lay(EMPTY).lay(ONE).lay(board(more))
        assert evening.events == ()
    # Nor one that hangs together with nothing: who laid it is anybody's guess.
    evening = Evening().lay(EMPTY).lay(ONE).lay(board(QUIZ, (2, 2, "across", "A")))
    assert evening.events == ()


def test_an_unfinished_word_of_the_next_side_is_enough_where_words_are_looked_up() -> None:
    agreed = word_list(["QUIZ", "OZONE"], CLASSIC.tile_set.letters)
    variant = replace(CLASSIC, judge_word=agreed)
    evening = Evening(variant=variant).lay(EMPTY).lay(ONE)
    evening.lay(board(QUIZ, (8, 9, "down", "ON")))
    assert [type(event) for event in evening.events] == [Played]
    assert "Ann forgot to press." in in_english(evening.state.message)
    # In the line of the word it may be the same side's: QUIZ, on the way to QUIZZES.
    waiting = Evening(variant=variant).lay(EMPTY).lay(ONE).lay(board((7, 6, "across", "QUIZZ")))
    assert waiting.events == ()


def test_what_the_referee_refuses_is_not_closed_by_the_next_sides_tiles() -> None:
    evening = Evening()
    agreed = word_list(["CAT"], CLASSIC.tile_set.letters)
    evening.state = replace(
        evening.state,
        agreed=replace(evening.state.agreed, words=agreed, extras=Extras(referee=True)),
    )
    evening.lay(EMPTY).lay(ONE).lay(TWO)
    assert evening.events == ()


def test_a_play_that_ends_the_game_is_closed_by_its_own_press_alone() -> None:
    evening = Evening().lay(EMPTY)
    start = replace(evening.state.game.start, bag=0, racks={"Ann": 4, "Ben": 7})
    evening.state = replace(evening.state, game=Game.from_state(start))
    evening.lay(ONE).lay(TWO)
    assert evening.events == ()


def test_a_question_on_the_way_does_not_count_in_silence() -> None:
    doubts = {(7, 9): {"Z": 0.9, "N": 0.09}}
    evening = Evening().lay(EMPTY).lay(ONE, doubts).press(Button.SIDE_2)
    assert "What’s on" in evening.asked
    assert evening.events == ()


def test_who_plays_after_a_delay_of_the_play_that_lies_there_may_close_it() -> None:

    evening = Evening(variant=NHL, sides=THREE).lay(EMPTY).lay(board((7, 6, "across", "TRIP")))
    evening.press(Button.SIDE_3)
    assert "Ann forgot to press." in in_english(evening.state.message)
    assert evening.state.side == "Cleo"


def test_the_next_side_may_press_before_the_last_tile_has_been_read() -> None:
    evening = Evening().lay(EMPTY)
    state, effects = step(evening.state, Press(Button.SIDE_2, 10.0))
    assert isinstance(state.phase, Looking)
    assert LookNow() in effects
    laid = judged_reading(reading_of(ONE), state.board.followed, None, CLASSIC)
    state, _ = step(state, PictureSettled(picture_of(0), 11.0))
    state, _ = step(state, ReadingDone(laid, 11.0, state.board.turn))
    assert state.game.state.totals["Ann"] == 44
    assert in_english(state.message) == "Ann forgot to press. Ann: QUIZ +44."


def test_where_nothing_lies_the_next_sides_press_is_no_pass() -> None:
    evening = Evening().lay(EMPTY).press(Button.SIDE_2)
    assert isinstance(evening.state.phase, Thinking)
    assert evening.events == ()
    assert in_english(evening.state.message) == named_text("it-is-turn", side="Ann")
