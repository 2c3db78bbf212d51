"""Points given or taken by hand: whose, how many, and what for."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from answering import labels, take
from standins import Evening, board
from touching import targets_on

from device.language.texts import TEXT_LANGUAGES, Texts
from device.score.sheet import story
from device.screen.scoreboard import Scoreboard
from device.session.core.effects import PlayTone
from device.session.core.inputs import KeyPressed
from device.session.core.setup import Extras
from device.session.core.state import Asking, Over, Thinking
from device.session.turn.points_by_hand import ask_points, ask_sign
from device.simulator.named_texts import named_text
from device.views.table import view
from engine.events import Adjusted, EndReason
from engine.turns.ending import winners
from engine.variants import load_variant
from hardware.panel.port import KEYS, Button, Tone

NEXT, OK = Button.NEXT, Button.OK


def asked() -> Evening:
    evening = Evening().lay(board())
    evening.state, _ = ask_points(evening.state)
    return evening


def shown(evening: Evening) -> str:
    phase = evening.state.phase
    assert isinstance(phase, Asking)
    return Texts("en").say(phase.question.text)


@pytest.mark.rule("OWN-01")
@pytest.mark.parametrize(
    ("label", "points", "why"),
    [
        ("+5", 5, "own rule"),
        ("+10", 10, "own rule"),
        ("−5", -5, "penalty"),
    ],
)
def test_the_usual_points_count_at_once(label: str, points: int, why: str) -> None:
    evening = take(asked().press(Button.SIDE_2), label)
    assert evening.events == (Adjusted("Ben", points, why),)
    assert evening.totals == {"Ann": 0, "Ben": points}
    assert evening.state.side == "Ann"


@pytest.mark.rule("OWN-01")
def test_other_points_are_added_up_from_steps_by_two_arrows_and_ok_alone() -> None:
    evening = take(asked().press(NEXT, OK), named_text("add-points"))
    assert shown(evening) == named_text("how-many-more-points", side="Ben", points="0")
    evening.press(NEXT, NEXT, NEXT, OK)
    assert shown(evening) == named_text("how-many-more-points", side="Ben", points="+10")
    evening.press(OK, Button.BACK, OK)
    assert shown(evening) == named_text("how-many-more-points", side="Ben", points="+25")
    evening.press(*[NEXT] * 4, OK)
    assert shown(evening) == "Ben: +25. What for?"
    evening.press(OK)
    assert evening.events == (Adjusted("Ben", 25, "own rule"),)
    assert evening.totals == {"Ann": 0, "Ben": 25}
    assert evening.state.side == "Ann"
    message = evening.state.message
    assert message is not None
    assert Texts("en").say(message) == "Ben: +25, house rule."
    evening.press(Button.UNDO)
    assert evening.totals["Ben"] == 0


def test_the_sheet_words_it_as_the_screen_does() -> None:
    evening = take(asked().press(Button.SIDE_2), "+5")
    (entry,) = evening.state.game.state.entries
    assert story(entry, Texts("en")) == ["house rule"]
    assert story(entry, Texts("fr")) == ["règle maison"]


@pytest.mark.rule("OWN-01")
def test_a_side_button_chooses_its_side_and_points_can_be_taken_off() -> None:
    evening = take(asked().press(Button.SIDE_1), named_text("take-points-off"), "5")
    assert shown(evening) == named_text("how-many-more-points", side="Ann", points="−5")
    take(evening, "Done", "Penalty")
    assert evening.events == (Adjusted("Ann", -5, "penalty"),)
    assert evening.totals["Ann"] == -5


def typed(evening: Evening, keys: str) -> Evening:
    for key in keys:
        evening.put(KeyPressed(KEYS.get(key), evening.now, key))
    return evening


@pytest.mark.rule("OWN-01")
def test_digits_typed_on_a_keyboard_are_the_points() -> None:
    evening = typed(take(asked(), "Ann", named_text("take-points-off")), "125")
    assert shown(evening) == named_text("how-many-more-points", side="Ann", points="−125")
    evening.press(Button.UNDO)
    assert shown(evening) == named_text("how-many-more-points", side="Ann", points="−12")
    typed(evening, "34")
    assert PlayTone(Tone.WARN) in evening.effects, "more than any play scores"
    assert shown(evening) == named_text("how-many-more-points", side="Ann", points="−123")
    evening.press(OK)
    assert shown(evening) == "Ann: −123. What for?"


def test_a_digit_typed_after_steps_begins_the_number() -> None:
    evening = typed(take(asked(), "Ann", named_text("add-points"), "50"), "07")
    assert shown(evening) == named_text("how-many-more-points", side="Ann", points="+7")
    take(evening, "10")
    assert shown(evening) == named_text("how-many-more-points", side="Ann", points="+17")


@pytest.mark.parametrize("language", TEXT_LANGUAGES)
@pytest.mark.parametrize("size", [(480, 320), (320, 480), (800, 480)])
def test_the_answer_that_ends_the_number_is_in_view(size: tuple[int, int], language: str) -> None:
    evening = take(asked(), "Ann", named_text("add-points"), "5")
    screen = Scoreboard(pygame.Surface(size), motion=False)
    screen.draw(view(evening.state, Texts(language), evening.now))
    assert set(range(len(labels(evening)))) <= targets_on(screen, size).keys()


def test_it_can_be_begun_again_or_left_at_every_question() -> None:
    add = named_text("add-points")
    evening = take(asked(), "Ann", add, "1", "Start again")
    assert shown(evening) == named_text("how-many-more-points", side="Ann", points="0")
    ways: tuple[tuple[str, ...], ...] = ((), ("Ann",), ("Ann", add), ("Ann", add, "1", "Done"))
    for way in ways:
        left = take(asked(), *way).press(Button.BACK, OK)
        while isinstance(left.state.phase, Asking):
            left.press(Button.UNDO)
        assert left.events == ()
        assert isinstance(left.state.phase, Thinking)


def test_the_turn_in_progress_goes_on_as_it_was() -> None:
    evening = Evening().lay(board()).lay(board((7, 6, "across", "QUIZ")))
    assert evening.state.board.begun
    evening.state = replace(evening.state, message=None)
    evening.state, _ = ask_points(evening.state)
    take(evening, "Ann", "+5")
    assert evening.events == (Adjusted("Ann", 5, "own rule"),)
    assert evening.state.board.begun
    evening.press(Button.SIDE_1)
    assert evening.totals["Ann"] == 49


def test_points_that_are_hidden_until_the_end_are_not_shown_here_either() -> None:
    evening = Evening()
    evening.state = replace(
        evening.state, agreed=replace(evening.state.agreed, extras=Extras(hide_scores=True))
    )
    evening.state, _ = ask_sign(evening.state, "Ann")
    assert evening.asked == "{side}: more points, or fewer?"


@pytest.mark.rule("OWN-01", "NHL-PRO-01")
def test_a_target_reached_by_points_given_by_hand_ends_the_game() -> None:
    levels = {"levels": {"Ann": "red", "Ben": "blue"}}
    evening = Evening(variant=load_variant("nhl-professional", "en", levels)).lay(board())
    evening.state, _ = ask_points(evening.state)
    take(evening, "Ann", named_text("add-points"), "50", "20", "Done", named_text("own-rule"))
    assert evening.state.game.state.over is EndReason.TARGET
    assert isinstance(evening.state.phase, Over)
    assert evening.state.message is not None
    text = Texts("en").say(evening.state.message)
    assert text.startswith("Ann: +70, house rule. Ann reached the target with 70 points and won.")
    assert winners(evening.state.game.state) == ("Ann",)
    evening.press(Button.UNDO)
    assert evening.state.side == "Ann"
