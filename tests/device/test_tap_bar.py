"""The bar for fingers and mice: from the first touch on, and each word does what it says."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from answering import in_english
from gallery import clocked, phases, plain, turns
from standins import Evening, board
from test_keys_and_touch import TouchedTable

from device.language.texts import TEXT_LANGUAGES, Texts
from device.screen.drawing import Canvas, ScreenPlaces, Written
from device.screen.scoreboard import Scoreboard, parts_of
from device.session.core.inputs import Touched
from device.session.core.state import Asking, Challenge, Paused, Pointing, Thinking
from device.session.turn.corrections import ask_which_square
from device.views.table import TableView, view
from engine.events import Passed, Played
from engine.squares import Square
from engine.words.lexicon import word_list
from hardware.display import TouchDown
from hardware.panel.port import Button

SIZES = [(480, 320), (800, 480), (1280, 800), (1920, 1080), (480, 800)]
QUIZ = board((7, 6, "across", "QUIZ"))


def played() -> Evening:
    """Ann's play can be challenged; nobody has touched the screen yet."""
    evening = Evening().lay(board())
    words = word_list(["QUIZ"], evening.state.game.state.variant.tile_set.letters)
    evening.state = replace(evening.state, agreed=replace(evening.state.agreed, words=words))
    return evening.lay(QUIZ).press(Button.SIDE_1)


def touched(evening: Evening) -> Evening:
    """The same with a screen that somebody has touched, on nothing."""
    return evening.put(Touched(None, evening.now))


def test_there_is_no_bar_before_the_first_touch_and_one_after_it() -> None:
    table = TouchedTable(played())
    assert not table.places(Button.PAUSE)
    table.display.done.append(TouchDown((1, 479), 50.0))  # where nothing is
    table.loop.poll_window()
    table.loop.drain()
    assert isinstance(table.loop.state.phase, Thinking)
    assert table.places(Button.PAUSE)


@pytest.mark.parametrize("size", SIZES)
def test_each_word_does_what_it_says(size: tuple[int, int]) -> None:
    for button, leads_to in (
        (Button.NEXT, Asking),
        (Button.CHALLENGE, Challenge),
        (Button.PAUSE, Paused),
    ):
        table = TouchedTable(touched(played()), size)
        table.touch(button)
        assert isinstance(table.loop.state.phase, leads_to)
    table = TouchedTable(touched(played()), size)
    table.touch(Button.UNDO)
    assert table.loop.state.game.events == ()


def test_the_sign_of_a_play_that_can_be_challenged_is_a_button_before_the_first_touch() -> None:
    table = TouchedTable(played())
    table.touch(Button.CHALLENGE)
    assert isinstance(table.loop.state.phase, Challenge)


def test_the_menu_opens_where_the_message_names_the_arrows() -> None:
    table = TouchedTable(played().press(Button.OK))
    table.touch(Button.NEXT)
    assert isinstance(table.loop.state.phase, Asking)


def test_pointing_is_left_by_touch_alone() -> None:
    evening = touched(played())
    evening.state, _ = ask_which_square(evening.state)
    table = TouchedTable(evening)
    assert isinstance(table.loop.state.phase, Pointing)
    table.touch(Button.UNDO)
    assert isinstance(table.loop.state.phase, Thinking)


@pytest.mark.parametrize("size", SIZES)
def test_a_play_a_pause_and_an_undo_by_touch_alone(size: tuple[int, int]) -> None:
    table = TouchedTable(Evening(camera=False), size)
    table.touch(Square.parse("G8"))
    table.touch(answer(table, "Across"))
    for letter in "CAT":
        table.touch(answer(table, letter))
    table.touch(answer(table, "Done"))
    assert isinstance(table.loop.state.game.events[-1], Played)
    table.touch(Button.PAUSE)
    assert isinstance(table.loop.state.phase, Paused)
    table.touch(Button.PAUSE)
    table.touch(Button.UNDO)
    assert table.loop.state.game.events == ()
    table.touch(Button.NEXT)
    table.touch(answer(table, "Pass"))
    assert table.loop.state.game.events == (Passed("Ann"),)


def answer(table: TouchedTable, label: str) -> int:
    """The place of the answer with these words."""
    phase = table.loop.state.phase
    assert isinstance(phase, Asking)
    return [in_english(option.label) for option in phase.question.options].index(label)


@pytest.mark.parametrize("language", TEXT_LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_with_the_bar_everything_fits_that_fits_without_it(
    size: tuple[int, int], language: str
) -> None:
    texts = Texts(language)
    for name, moment in {**clocked(), **turns(), **phases(), **plain()}.items():
        state = moment.state
        pressed = replace(state, device=replace(state.device, touched=True))
        without, barred = (view(one, texts, moment.now) for one in (state, pressed))
        if barred.taps:
            assert cut_off(barred, size) <= cut_off(without, size), name


@pytest.mark.parametrize("size", SIZES)
def test_the_bar_lies_over_nothing_else(size: tuple[int, int]) -> None:
    canvas, layout = Canvas(pygame.Surface(size)), ScreenPlaces.of(size)
    for name, moment in {**clocked(), **turns(), **phases(), **plain()}.items():
        state = moment.state
        pressed = replace(state, device=replace(state.device, touched=True))
        parts = parts_of(view(pressed, Texts("en"), moment.now), layout, canvas)
        for number, part in enumerate(parts):
            others = [other.area for other in parts[number + 1 :]]
            assert part.area.collidelist(others) < 0, name


def cut_off(shown: TableView, size: tuple[int, int]) -> set[str]:
    """The texts that have no room on a screen of that size."""
    written: list[Written] = []
    Scoreboard(pygame.Surface(size), on_text=written.append, motion=False).draw(shown)
    return {one.text for one in written if not one.fits}
