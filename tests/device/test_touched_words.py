"""A side's box is touched as its button is pressed, and so is each word that names a button."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

import pygame
import pytest
from alone import Timed
from gallery import (
    ScreenMoment,
    cares,
    clocked,
    names,
    phases,
    plain,
    questions,
    services,
    timers,
    turns,
)
from lobby_presses import TWO, opened
from standins import Evening, board
from test_keys_and_touch import TouchedDisplay, TouchedTable
from timer_moments import TimerNight

from device.clock_and_dice.alone import ClockAlone, run_alone
from device.clock_and_dice.zone_clock import clock_of
from device.language.texts import KEYS_OF_BUTTONS, TEXT_LANGUAGES, Texts
from device.screen.button_hints import BETWEEN, NAMED, draw_hint, spans
from device.screen.dice_and_clock import AloneScreen, clock_parts
from device.screen.drawing import Canvas, TextLine, Written
from device.screen.scoreboard import Scoreboard
from device.session.core.inputs import OWN_BUTTON, Touched
from device.session.core.state import (
    Aiming,
    Asking,
    Challenge,
    Checking,
    Lobby,
    Naming,
    Over,
    Paused,
    SwitchingOff,
    TableState,
)
from device.session.step import step
from device.themes import Colour
from device.views.table import view
from engine.events import Passed
from hardware.display import TouchDown
from hardware.panel.port import SIDE_BUTTONS, Button

SIZES = [(800, 480), (480, 320), (1280, 720), (480, 800)]
SIDE_1, SIDE_2 = SIDE_BUTTONS[:2]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("side", [SIDE_1, SIDE_2])
def test_touching_a_sides_box_ends_its_turn_as_its_button_does(
    size: tuple[int, int], side: Button
) -> None:
    evening = Evening().lay(board())
    evening.lay(board((7, 7, "across", "QUIZ")))
    touched, pressed = TouchedTable(evening, size), TouchedTable(evening, size)
    before = touched.loop.state
    touched.touch(side)
    pressed.panel.press(side, 50.0)
    pressed.loop.drain()
    assert touched.loop.state.phase == pressed.loop.state.phase != before.phase
    assert touched.loop.state.clocks == pressed.loop.state.clocks


@pytest.mark.parametrize("sides", [("Ann", "Ben"), ("Ann", "Ben", "Cleo", "Dan")])
def test_slim_boxes_are_touched_too(sides: tuple[str, ...]) -> None:
    evening = Evening(sides=sides, camera=False).press(Button.SIDE_1, Button.SIDE_1)
    assert evening.events == (Passed("Ann"),)
    evening.press(Button.CHALLENGE)
    table = TouchedTable(evening, (480, 800))
    for button in SIDE_BUTTONS[: len(sides)]:
        assert table.places(button)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", TEXT_LANGUAGES)
def test_partys_timer_is_wound_back_and_left_by_touching_the_words(
    size: tuple[int, int], language: str
) -> None:
    night = TimerNight()
    night.press(Button.OK)
    screen = Scoreboard(pygame.Surface(size), motion=False)
    for _ in range(2):
        screen.draw(view(night.evening.state, Texts(language), night.evening.now))
        found = {screen.touched(place) for place in places(size)}
        assert {Button.OK, Button.END, SIDE_1, SIDE_2} <= found
        night.wait(9.0)
    assert Button.UNDO in found


def test_a_touched_end_leaves_partys_timer() -> None:
    table = TouchedTable(TimerNight().evening)
    table.touch(Button.END)
    assert isinstance(table.loop.state.phase, Lobby | SwitchingOff)


def places(size: tuple[int, int]) -> Iterator[tuple[int, int]]:
    return ((x, y) for y in range(0, size[1], 8) for x in range(0, size[0], 8))


@pytest.mark.parametrize("size", SIZES)
def test_a_sand_timer_alone_is_touched_to_start_to_wind_up_and_to_leave(
    size: tuple[int, int],
) -> None:
    display, panel = TouchedDisplay(size), Timed()
    screen = AloneScreen(display.surface, clock_parts)
    alone = ClockAlone(clock_of((30,)), panel=panel, draw=screen.draw, texts=Texts("en"))
    wanted = [Button.OK, Button.UNDO, Button.END]
    seen: list[Button] = []

    class Shown(TouchedDisplay):
        visible = True

        def show(self, _areas: object = None) -> None:
            return None

        def events(self) -> list:  # type: ignore[type-arg]
            if not wanted:
                return []
            button = wanted.pop(0)
            seen.append(button)
            found = [one for one in places(size) if screen.touched(one) is button]
            return [TouchDown(found[len(found) // 2], panel.now)]

    run_alone(
        alone,
        panel=panel,
        display=Shown(size),
        clock=lambda: panel.now,
        say=lambda _: None,
        wait=lambda presses, _seconds, _on_time: None if presses.empty() else presses.get(),
        touched=screen.touched,
    )
    assert seen == [Button.OK, Button.UNDO, Button.END]
    assert alone.finished
    assert not alone.clock.runs


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("OK: start – UNDO: wind up – END: leave", [Button.OK, Button.UNDO, Button.END]),
        ("OK : démarrer – FIN : quitter", [Button.OK, Button.END]),
        ("OK or END: leave – arrows: another choice", [Button.OK, Button.NEXT]),
        ("Ann: lay tiles. The arrows open the menu.", [None, Button.NEXT]),
        ("Les flèches ouvrent le menu.", [Button.NEXT]),
        ("CHALLENGE (C): next row", [Button.CHALLENGE]),
        ("END (Esc): leave", [Button.END]),
        ("Ann: pick up H8. OK: next.", [None, Button.OK]),
        ("ENDLESS is no word.", [None]),
        ("Your button: done – CHALLENGE: next row", [OWN_BUTTON, Button.CHALLENGE]),
        ("Encore votre bouton : passer", [OWN_BUTTON]),
        ("Player A’s button: save name", [OWN_BUTTON]),
        ("OK: next turn – NEXT: chance die", [Button.OK, Button.NEXT]),
        ("Enter: done – Backspace: step back", [Button.OK, Button.UNDO]),
        ("Entrée : terminé – Retour arrière : étape précédente", [Button.OK, Button.UNDO]),
        ("Ann: lay tiles, then press your button.", [None]),
        ("Enter letters", [None]),
        ("Questions waiting: 2 (OK)", [Button.OK]),
    ],
)
def test_each_part_of_a_line_is_the_button_that_it_begins_with(
    line: str, named: list[Button | None]
) -> None:
    found = [*spans(line)]
    assert [button for *_, button in found] == named
    assert [line[start:end] for start, end, _ in found] == BETWEEN.split(line)


def test_words_that_are_touched_are_those_that_hints_say() -> None:
    assert set(NAMED) == {*KEYS_OF_BUTTONS}


def everything() -> dict[str, ScreenMoment]:
    sources = (plain, clocked, turns, phases, questions, names, services, cares, timers)
    return {f"{source.__name__}: {name}": m for source in sources for name, m in source().items()}


EVERYTHING = everything()


@dataclass
class Drawn:
    """What a screen has on it: its texts, and the boxes that could be taken for buttons."""

    texts: list[Written]
    boxes: list[pygame.Rect]
    screen: Scoreboard


def drawn(
    moment: ScreenMoment, size: tuple[int, int], language: str, monkeypatch: pytest.MonkeyPatch
) -> Drawn:
    texts: list[Written] = []
    boxes: list[pygame.Rect] = []
    box = Canvas.box

    def noted(canvas: Canvas, area: pygame.Rect, colour: Colour, **how: float) -> None:
        boxes.append(pygame.Rect(area))
        box(canvas, area, colour, **how)

    monkeypatch.setattr(Canvas, "box", noted)
    screen = Scoreboard(pygame.Surface(size), on_text=texts.append, motion=False)
    state = replace(moment.state, device=replace(moment.state.device, touched=True))
    screen.draw(view(state, Texts(language), moment.now, moment.pictures))
    monkeypatch.undo()
    return Drawn(texts, boxes, screen)


def asked(state: TableState, language: str) -> str:
    phase = state.phase
    return Texts(language).say(phase.question.text) if isinstance(phase, Asking) else ""


@pytest.mark.parametrize("language", TEXT_LANGUAGES)
@pytest.mark.parametrize("size", [(800, 480), (480, 320), (480, 800)])
def test_whatever_names_a_button_is_touched_as_it_on_every_screen(
    size: tuple[int, int], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, moment in EVERYTHING.items():
        shown = drawn(moment, size, language, monkeypatch)
        for text in shown.texts:
            named = {button for *_, button in spans(text.text)} - {None}
            if ":" not in text.text or text.text == asked(moment.state, language):
                continue  # a sentence that only speaks of buttons; a question, next to its answers
            place = pygame.Rect(text.place)
            found = {
                shown.screen.touched((x, y))
                for x in range(place.left, place.right, 4)
                for y in range(place.top, place.bottom, 4)
            }
            assert named <= found, (name, text.text)


SIGN = re.compile(r"[−\d:]+|[A-O]\d+|×\d|!\?")
"""A time, the name of a square, a factor: they tell something, and nobody presses them."""


def only_tells(state: TableState, inside: list[str]) -> bool:
    """Whether a box with these texts is no button: a sign, a clock that stands, a verdict, a row of
    the result, the field that a name is typed in."""
    if isinstance(state.where, Challenge | Over | Aiming) or all(map(SIGN.fullmatch, inside)):
        return True
    if isinstance(state.phase, Naming):
        return len(inside) == 1
    return isinstance(state.where, Paused) and any(map(SIGN.fullmatch, inside))


@pytest.mark.parametrize("size", [(800, 480), (480, 320), (480, 800)])
def test_whatever_looks_like_a_button_can_be_touched(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, moment in EVERYTHING.items():
        shown = drawn(moment, size, "en", monkeypatch)
        for box in shown.boxes:
            inside = [one.text for one in shown.texts if box.contains(one.place) and one.text]
            if not inside or box.height > size[1] // 4 or only_tells(moment.state, inside):
                continue
            assert shown.screen.touched(box.center) is not None, (name, inside)


def test_your_button_is_the_one_that_the_question_waits_for() -> None:
    table = TouchedTable(Evening(camera=False).press(SIDE_1))  # "Your button again: pass"
    assert isinstance(table.loop.state.phase, Asking)
    table.touch(OWN_BUTTON)
    assert table.loop.state.game.events == (Passed("Ann"),)


def test_a_name_in_the_lobby_is_touched_to_begin() -> None:
    table = TouchedTable(opened())
    table.touch(SIDE_2)
    assert table.loop.state.game.state.turn == TWO.sides[1]


def test_a_check_is_touched_to_be_read() -> None:
    moment = services()["doctor, line 0"]
    touched, _ = step(moment.state, Touched(3, moment.now))
    assert isinstance(touched.phase, Checking)
    assert touched.phase.line == 3
    beyond, _ = step(moment.state, Touched(999, moment.now))
    assert beyond.phase == moment.state.phase


def test_a_part_that_goes_on_in_the_next_line_is_touched_there_too() -> None:
    canvas = Canvas(pygame.Surface((240, 200)))
    area = pygame.Rect(0, 0, 240, 200)
    draw_hint(canvas, area, TextLine("END: leave, and everything is kept as it lies here", 150))
    found = [place for place in places((240, 200)) if canvas.touched(place) is Button.END]
    assert max(y for _, y in found) - min(y for _, y in found) > 60
