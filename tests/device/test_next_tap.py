"""Turns by touch alone: what comes next is one large place that says what it
does, in every state, and no sentence names a button that isn't there."""

from __future__ import annotations

import re
from dataclasses import replace

import pygame
import pytest
from alone import Timed
from answering import in_english, take
from clocked_moments import SCRAMBLE, party_moments, scramble_moments
from clocked_moments import PartyNight as DiceNight
from party_nights import EAT, PartyNight
from scramble_table import DiceEvening
from standins import Evening, board
from timer_moments import TimerNight, timer_moments

from device.clock_and_dice.alone import ClockAlone, DiceAlone
from device.clock_and_dice.dice import CHANCE_DIE, Roll
from device.clock_and_dice.views import ClockView, DiceView, TapView
from device.clock_and_dice.zone_clock import clock_of
from device.language.texts import KEYS_OF_BUTTONS, TEXT_LANGUAGES, Message, Texts
from device.screen.scoreboard import Scoreboard
from device.session.core.effects import RollDice
from device.session.core.inputs import MENU, Touched
from device.session.core.state import (
    Asking,
    Clearing,
    Counted,
    Lobby,
    Looking,
    Ready,
    Rolling,
    Running,
    Shaking,
    Stopping,
    TableState,
)
from device.session.step import step
from device.views.table import TableView, view
from engine.events import ClockStarted, Rolled
from hardware.panel.port import Button, Press

SIZES = [(480, 320), (800, 480), (1280, 800), (1920, 1080), (480, 800)]
MOMENTS = {
    name: (replace(state, device=replace(state.device, touched=True)), now)
    for moments in (party_moments(), scramble_moments(), timer_moments())
    for name, state, now in moments
}
WAITING = {
    "tumbling",
    "chance tumbles",
    "dice tumble",
    "timer, letter tumbles",
    "timer, chance tumbles",
}
"""Moments in which dice roll: there is nothing to do but wait."""


def large(shown: TableView) -> TapView | None:
    """What comes next, wherever the view has it."""
    timer = shown.page.timer
    return shown.next_tap if timer is None or timer.taps is None else timer.taps.next


def is_asked(state: TableState) -> bool:
    return isinstance(state.phase, Asking | Stopping) or state.game.state.over is not None


@pytest.mark.parametrize("name", MOMENTS)
def test_what_comes_next_is_named_and_does_something_in_every_state(name: str) -> None:
    state, now = MOMENTS[name]
    tap = large(view(state, Texts("en"), now))
    if name in WAITING or is_asked(state):
        assert tap is None
        return
    assert tap is not None
    after, effects = step(state, Touched(tap.button, now + 2))  # no press of both teams at once
    rolls = any(isinstance(effect, RollDice) for effect in effects)
    still_there = isinstance(state.phase, Clearing) and after.message is not state.message
    assert rolls or still_there or after.phase != state.phase


@pytest.mark.parametrize("language", TEXT_LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
def test_it_is_large_on_every_screen(size: tuple[int, int], language: str) -> None:
    screen = Scoreboard(pygame.Surface(size), motion=False)
    for name, (state, now) in MOMENTS.items():
        shown = view(state, Texts(language), now)
        tap = large(shown)
        if tap is None:
            continue
        screen.draw(shown)
        places = [
            area
            for area, target in screen._canvas._targets
            if target is tap.button and screen.touched(area.center) is tap.button
        ]
        assert any(
            area.height >= max(44, size[1] // 14) and area.width >= size[0] // 3 for area in places
        ), (name, places)


NAMED = re.compile(rf"\b({'|'.join((*KEYS_OF_BUTTONS, 'NEXT', 'BACK'))})\b|your button|turn button")


def said(shown: TableView) -> str:
    text, page = shown.text, shown.page
    lines = [text.state, text.announced, text.hint, text.open, *text.notes]
    if page.timer is not None:
        lines += [page.timer.state, page.timer.hint]
    if page.paused is not None and shown.next_tap is None:
        lines.append(page.paused.how)
    return " ".join(lines)


def test_a_turn_of_party_is_played_by_touching_what_comes_next() -> None:
    night = PartyNight()
    labels = []

    def touch(shown: TableView) -> None:
        tap = large(shown)
        assert tap is not None
        assert not NAMED.search(said(shown)), said(shown)
        labels.append(tap.label)
        night.put(Touched(tap.button, night.now))

    def shown() -> TableView:
        return view(night.state, Texts("en"), night.now)

    night.put(Touched(None, night.now))
    touch(shown())
    night.comes_up("E")
    touch(shown())
    night.wait(2).laid(EAT)
    touch(shown())
    assert isinstance(night.state.phase, Counted)
    touch(shown())
    night.comes_up("S")
    assert night.state.side == "Ben"
    night.press(Button.PAUSE)
    touch(shown())
    assert isinstance(night.state.phase, Ready)
    assert labels == [
        "Roll the letter die",
        "Start the clock",
        "Stop the clock",
        "Next turn",
        "Resume",
    ]


def test_a_turn_of_scramble_is_played_by_touching_what_comes_next() -> None:
    night = DiceNight(("Ann", "Ben"), SCRAMBLE)
    night.put(Touched(None, night.now))

    def touch() -> str:
        shown = view(night.state, Texts("en"), night.now)
        tap = large(shown)
        assert tap is not None
        assert not NAMED.search(said(shown)), said(shown)
        night.put(Touched(tap.button, night.now))
        return tap.label

    assert touch() == "Roll on the screen"
    night.roll("TAEKDLU", 4.0)
    assert isinstance(night.state.phase, Running)
    night.lay(board((4, 2, "across", "TAKED"), size=SCRAMBLE.layout.size))
    assert touch() == "Done"
    assert night.state.game.state.totals["Ann"] > 0


@pytest.mark.parametrize("size", SIZES)
def test_a_classic_turn_is_scored_by_touching_what_comes_next(size: tuple[int, int]) -> None:
    evening = Evening().lay(board())
    evening.put(Touched(None, evening.now))
    evening.lay(board((7, 6, "across", "QUIZ")))
    screen = Scoreboard(pygame.Surface(size), motion=False)

    def next_words() -> str:
        shown = view(evening.state, Texts("en"), evening.now)
        assert shown.next_tap is not None
        assert not NAMED.search(said(shown)), said(shown)
        screen.draw(shown)
        boxes = [
            area for area, target in screen._canvas._targets if target is shown.next_tap.button
        ]
        assert max(area.width for area in boxes) >= size[0] // 3
        return shown.next_tap.label

    assert next_words() == "Ann: score my play"
    evening.put(Touched(Button.SIDE_1, evening.now))
    assert evening.totals["Ann"] == 44
    assert next_words() == "Ben: score my play"


def test_while_the_board_is_looked_at_the_box_says_so_and_stays_in_its_place() -> None:
    evening = Evening().lay(board())
    evening.put(Touched(None, evening.now))
    evening.state = replace(evening.state, phase=Looking(evening.now))
    tap = large(view(evening.state, Texts("en"), evening.now))
    assert tap == TapView("Looking at the board…", Button.OK)


def test_where_nothing_sees_the_board_the_box_begins_the_play_by_hand() -> None:
    evening = Evening(camera=False)
    evening.put(Touched(None, evening.now))
    shown = view(evening.state, Texts("en"), evening.now)
    assert shown.next_tap == TapView("Ann: enter my play", Button.OK, lit=True)
    assert not NAMED.search(said(shown))
    evening.put(Touched(Button.OK, evening.now))
    assert isinstance(evening.state.phase, Asking)
    assert evening.state.phase.question.entry is not None


def touched_menu(name: str) -> list[str]:
    """The lines of the menu that one touch opens at this moment."""
    state, now = MOMENTS[name]
    (menu,) = [tap for tap in view(state, Texts("en"), now).taps if tap.label == "Menu"]
    after, _ = step(state, Touched(menu.button, now))
    assert isinstance(after.phase, Asking)
    return [in_english(one.label) for one in after.phase.question.options]


def test_the_menu_is_one_touch_away_while_dice_have_to_be_rolled() -> None:
    assert touched_menu("rolling")[0] == "Maximiliane’s own die shows…"
    assert touched_menu("chance due")[0] == "Bartholomew’s own chance die shows…"
    assert touched_menu("shaking")[:3] == [
        "Read the dice on the mat",
        "Enter your dice…",
        "Start without entering the dice",
    ]


def test_players_with_a_die_of_their_own_are_asked_what_it_shows_from_then_on() -> None:
    night = PartyNight()
    night.put(Touched(MENU, night.now))
    take(night, "Ann’s own die shows…", "E")
    night.press(Button.SIDE_2).wait(2).laid(EAT).press(Button.SIDE_1, Button.OK)
    assert isinstance(night.state.phase, Rolling)
    tap = large(view(night.state, Texts("en"), night.now))
    assert tap is not None
    assert tap.label == "Enter your letter die"
    night.put(Touched(tap.button, night.now))
    take(night, "S")
    assert isinstance(night.state.phase, Ready)


def test_partys_timer_is_left_by_touch_while_a_die_rolls() -> None:
    night = TimerNight()
    night.evening.put(Touched(Button.OK, night.evening.now))
    night.roll(Button.SIDE_1, "M", 0.5)
    shown = view(night.evening.state, Texts("en"), night.evening.now)
    assert shown.page.timer is not None
    assert shown.page.timer.taps is not None
    assert shown.page.timer.taps.next is None
    assert TapView("Leave", Button.END) in shown.page.timer.taps.others
    night.evening.put(Touched(Button.END, night.evening.now))
    assert isinstance(night.evening.state.phase, Lobby)


def test_before_the_first_touch_the_lines_name_the_buttons() -> None:
    night = PartyNight()
    shown = view(night.state, Texts("en"), night.now)
    assert shown.next_tap is None
    assert shown.text.hint == "OK: roll – arrows: your own die"


# Without a table


def test_a_sand_timer_alone_says_what_comes_next() -> None:
    drawn: list[ClockView] = []
    panel = Timed()
    alone = ClockAlone(clock_of((30,)), panel=panel, draw=drawn.append, texts=Texts("en"))
    alone.look(1.0)
    assert drawn[-1].taps is None
    assert drawn[-1].hint
    alone.touched = True

    def following(at: float) -> str:
        alone.look(at)
        taps = drawn[-1].taps
        assert taps is not None
        assert not NAMED.search(drawn[-1].state + drawn[-1].hint)
        assert "Leave" in [tap.label for tap in taps.others]
        return "" if taps.next is None else taps.next.label

    found = [following(1.0)]
    for at, button in ((2.0, Button.OK), (3.0, Button.PAUSE), (4.0, Button.OK), (5.0, Button.OK)):
        alone.press(Press(button, at))
        found.append(following(at))
    alone.press(Press(Button.OK, 6.0))
    found.append(following(60.0))
    assert found == ["Start", "Stop", "Resume", "Stop", "Resume", "Reset"]


def test_a_die_alone_is_rolled_again_once_it_lies() -> None:
    drawn: list[DiceView] = []
    alone = DiceAlone(
        lambda: Roll((CHANCE_DIE,), (CHANCE_DIE.faces[0],), (0,)),
        Message("Chance die"),
        panel=Timed(),
        draw=drawn.append,
        texts=Texts("en"),
        report=lambda _: None,
    )
    alone.touched = True
    alone.look(1.0)
    rolls = drawn[-1].taps
    assert rolls is not None
    assert rolls.next is None
    alone.look(9.0)
    lies = drawn[-1].taps
    assert lies is not None
    assert lies.next == TapView("Roll again", Button.OK, lit=True)


ROLLED = board(
    (0, 0, "across", "P"),
    (0, 4, "across", "L"),
    (1, 7, "across", "A"),
    (8, 1, "across", "T"),
    (8, 8, "across", "E"),
    (6, 6, "across", "?"),
    (2, 2, "across", "X"),
    size=9,
)


def dice_box(evening: DiceEvening) -> TapView:
    """What comes next at a table that has been touched."""
    evening.put(Touched(None, evening.now))
    tap = large(view(evening.state, Texts("en"), evening.now))
    assert tap is not None
    return tap


def test_players_with_dice_of_their_own_have_them_read_by_touch_from_then_on() -> None:
    evening = DiceEvening(sides=("Ann", "Ben", "Cleo"))
    evening.lay(ROLLED)
    assert dice_box(evening).label == "Roll on the screen"
    evening.put(Touched(MENU, evening.now))
    take(evening, "Read the dice on the mat")
    assert evening.events[0] == Rolled("Ann", "PLAX?TE")
    evening.pass_time(0.2).lay(board((4, 2, "across", "PLATE"), size=9)).press(Button.SIDE_1)
    assert isinstance(evening.phase, Shaking)
    tap = dice_box(evening)
    assert tap.label == "Read the dice on the mat"
    evening.put(Touched(tap.button, evening.now))
    assert isinstance(evening.state.where, Shaking)
    assert "no dice seen on the mat" in evening.asked


def test_where_nothing_sees_the_mat_the_box_enters_their_dice() -> None:
    evening = DiceEvening(camera=False)
    evening.press(Button.NEXT, Button.NEXT, Button.OK)
    assert evening.events == (ClockStarted("Ann"),)
    evening.pass_time(70.0)
    take(evening, "No word in time")
    assert evening.state.side == "Ben"
    tap = dice_box(evening)
    assert tap.label == "Enter your dice"
    evening.put(Touched(tap.button, evening.now))
    assert evening.options[0] == "Enter the letters…"


def test_dice_rolled_on_the_screen_are_rolled_there_again() -> None:
    evening = DiceEvening().roll("PLATEXY")
    evening.lay(board((4, 2, "across", "PLATE"), size=9)).press(Button.SIDE_1)
    assert dice_box(evening).label == "Roll on the screen"
