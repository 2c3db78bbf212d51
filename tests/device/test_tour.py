"""The tour and the help: offered once, left by one press, read whole on every screen."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from pathlib import Path

import pygame
import pytest
from answering import in_english
from lobby_presses import OFFERS, TWO, opened, take
from standins import Evening
from test_keys_and_touch import TouchedTable, touch, typing
from test_touched_choices import touchable

from device.addons.voice.saying import said_of
from device.language.button_names import BUTTON_NAMES, KEY_NAMES, ButtonNames
from device.language.texts import TEXT_LANGUAGES, Texts
from device.screen.drawing import Written
from device.screen.scoreboard import ALL_ARRIVE, COUNTS_UP, Scoreboard
from device.session.core.inputs import CameraLost
from device.session.core.setup import Setup
from device.session.core.state import Explaining, Guide, Lobby, Page, TableState, Thinking
from device.session.lobby.lobby import LineKind
from device.session.lobby.tour import Card, HelpPage, card_shown, cards_of, explain
from device.session.lobby.welcome import welcome
from device.session.step import step
from device.table.opening import Opening
from device.views.payload import payload
from device.views.sheet import sheet_view
from device.views.table import view
from engine.game import Game
from engine.variants import load_variant
from hardware.cameras.port import CameraStatus
from hardware.panel.port import SIDE_BUTTONS, Button, Press

SIZES = [(480, 320), (800, 480), (1280, 800), (1920, 1080), (480, 800)]
ENGLISH = Texts("en")
CARDS, PAGES = 5, 3
"""So much can be read in five minutes."""

BUTTON_WORDS = ("OK", "UNDO", "NEXT", "BACK", "END", "CHALLENGE", "PAUSE", "arrows", "key")


def on_tour(
    guide: Guide = Guide.TOUR, place: int = 0, *, camera: bool = True, touched: bool = False
) -> Evening:
    """A table that is being explained, from its lobby."""
    evening = opened()
    if not camera:
        evening.state = without_camera(evening.state)
    device = replace(evening.state.device, touched=touched)
    evening.state = replace(evening.state, device=device)
    evening.state = explain(evening.state, guide, place)[0]
    return evening


def without_camera(state: TableState) -> TableState:
    device = replace(state.device, camera=CameraStatus.NONE, keyboard=True)
    return replace(state, device=device)


def place(state: TableState) -> int:
    """The place of the card that is shown."""
    assert isinstance(state.phase, Explaining)
    return state.phase.place


# --- offered once ---


def first_start() -> Evening:
    """A new household, at the end of what is asked there."""
    evening = opened().press(Button.UNDO)
    evening.state = welcome(evening.state)
    return evening.press(*[Button.OK] * 4)


def test_the_tour_follows_the_first_start_and_no_other() -> None:
    evening = first_start()
    phase = evening.state.phase
    assert isinstance(phase, Explaining)
    assert (phase.guide, phase.place, phase.lobby.page) == (Guide.TOUR, 0, Page.START)
    game = Game.begin(load_variant("classic", "en"), ("A", "B"))
    later = Opening(game, offers=OFFERS, setup=Setup(), first_start=False)
    assert isinstance(later.state(camera=True).phase, Lobby)


@pytest.mark.parametrize("button", [Button.END, Button.PAUSE, Button.UNDO])
def test_one_press_skips_all_of_it_and_a_hasty_ok_begins_no_game(button: Button) -> None:
    evening = first_start().press(button)
    assert isinstance(evening.state.phase, Lobby)
    evening.put(Press(Button.OK, evening.now + 0.3))
    assert isinstance(evening.state.phase, Lobby)
    assert isinstance(evening.press(Button.OK).state.phase, Thinking)


def test_it_can_be_taken_again_from_the_lobby_and_leads_back_there() -> None:
    evening = take(opened(), LineKind.TOUR)
    assert place(evening.state) == 0
    evening.press(*[Button.OK] * CARDS)
    phase = evening.state.phase
    assert isinstance(phase, Lobby)
    assert (phase.page, phase.line) == (Page.HELP, 0)


@pytest.mark.parametrize(
    ("kind", "title"),
    [
        (LineKind.PARTS, "What’s on the screen"),
        (LineKind.TURN, "A turn"),
        (LineKind.QUESTIONS, "When it asks"),
    ],
)
def test_each_page_of_help_has_a_line_and_undo_leads_back_to_it(kind: LineKind, title: str) -> None:
    evening = take(opened(), kind)
    page = card_shown(evening.state)
    assert isinstance(page, HelpPage)
    assert in_english(page.title) == title
    line = evening.state.phase
    assert isinstance(line, Explaining)
    for _ in range(line.place + 1):
        evening.press(Button.UNDO)
    assert evening.state.phase == replace(line.lobby, since=evening.now)


def test_what_was_chosen_in_the_lobby_is_not_lost() -> None:
    evening = opened(replace(TWO, sides=("Zoé", "Max", "Ann")))
    before = evening.state
    evening = take(evening, LineKind.TOUR).press(*[Button.OK] * CARDS)
    after = evening.state
    assert isinstance(before.phase, Lobby)
    assert isinstance(after.phase, Lobby)
    assert after.phase.setup == before.phase.setup
    assert after.game is before.game
    assert evening.events == ()


# --- on, back and out ---

ONWARDS = (Button.OK, Button.NEXT, Button.CHALLENGE, *SIDE_BUTTONS)


@pytest.mark.parametrize(("guide", "count"), [(Guide.TOUR, CARDS), (Guide.HELP, PAGES)])
def test_every_other_button_goes_on_and_an_arrow_and_undo_go_back(guide: Guide, count: int) -> None:
    for button in ONWARDS:
        evening = on_tour(guide)
        for number in range(1, count):
            assert place(evening.press(button).state) == number
        for number in range(count - 2, -1, -1):
            back = (Button.UNDO, Button.BACK)[number % 2]
            assert place(evening.press(back).state) == number
        evening.press(*[button] * count)
        assert isinstance(evening.state.phase, Lobby), button


def test_keys_do_as_the_screen_names_them() -> None:
    evening = on_tour(camera=False)
    shown = view(evening.state, Texts("en", KEY_NAMES)).page.card
    assert shown is not None
    assert [tap.label for tap in shown.steps.taps] == ["END (Esc): skip", "OK (Enter): next"]
    assert place(typing(evening, "\n_").state) == 2  # Down goes on as well
    assert place(typing(evening, "u").state) == 1
    assert place(typing(evening, "^").state) == 0
    assert isinstance(typing(evening, "!").state.phase, Lobby)


@pytest.mark.parametrize("size", SIZES)
def test_a_finger_goes_on_back_and_out_and_nothing_pictured_can_be_touched(
    size: tuple[int, int],
) -> None:
    for guide, count in ((Guide.TOUR, CARDS), (Guide.HELP, PAGES)):
        for number, camera in product(range(count), (True, False)):
            state = on_tour(guide, number, camera=camera).state
            state = replace(state, device=replace(state.device, touched=True))
            ways = {Button.OK}
            ways |= {Button.UNDO} if number else set()
            ways |= {Button.END} if number + 1 < count else set()
            assert touchable(state, size) == ways
    table = TouchedTable(on_tour(), size)
    table.touch(Button.OK)
    table.touch(Button.OK)
    table.touch(Button.UNDO)
    assert place(table.loop.state) == 1
    table.touch(Button.END)
    assert isinstance(table.loop.state.phase, Lobby)


def test_a_touch_beside_everything_does_nothing() -> None:
    evening = on_tour()
    before = evening.state.phase
    assert touch(evening, 3).state.phase == before


# --- what is shown ---


def drawn(
    state: TableState, language: str, size: tuple[int, int], names: ButtonNames
) -> list[Written]:
    found: list[Written] = []
    texts = Texts(language, names)
    device = replace(state.device, upright=size[1] > size[0])
    screen = Scoreboard(pygame.Surface(size), on_text=found.append)
    screen.draw(view(replace(state, device=device), texts))
    return found


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", TEXT_LANGUAGES)
def test_every_card_and_page_is_read_whole(language: str, size: tuple[int, int]) -> None:
    for guide, (camera, touched, said_below) in product(Guide, product((True, False), repeat=3)):
        for number in range(len(cards_of(guide, on_tour(camera=camera).state.device))):
            state = on_tour(guide, number, camera=camera, touched=touched).state
            if said_below:
                state = step(state, CameraLost("It was unplugged.", 9.0))[0]
            texts = drawn(state, language, size, BUTTON_NAMES if camera else KEY_NAMES)
            assert [one.text for one in texts if not one.fits] == []


@pytest.mark.parametrize("language", TEXT_LANGUAGES)
def test_a_card_s_sentences_are_large(language: str) -> None:
    """Their capitals are as high as a question's: about 5 mm at 7 inches."""
    for number, camera, touched in product(range(CARDS), (True, False), (True, False)):
        state = on_tour(place=number, camera=camera, touched=touched).state
        card = card_shown(state)
        assert isinstance(card, Card)
        text = Texts(language, BUTTON_NAMES if camera else KEY_NAMES).say(card.text)
        texts = drawn(state, language, (800, 480), BUTTON_NAMES if camera else KEY_NAMES)
        (written,) = (one for one in texts if one.text == text)
        assert written.size >= 36


def test_there_are_five_cards_and_three_pages_of_at_most_five_lines() -> None:
    for camera in (True, False):
        device = on_tour(camera=camera).state.device
        assert len(cards_of(Guide.TOUR, device)) == CARDS
        pages = cards_of(Guide.HELP, device)
        assert len(pages) == PAGES
        assert all(isinstance(page, HelpPage) and len(page.tips) <= 5 for page in pages)


def test_the_example_is_a_table_of_its_own_in_the_screen_s_language() -> None:
    for language, totals, words in (("en", (14, 8), "SMILE"), ("fr", (12, 6), "SALUT")):
        example = view(on_tour(place=1).state, Texts(language)).example
        assert example is not None
        assert tuple(side.total for side in example.sides) == totals
        assert words in "".join(example.board.rows[7])


def test_without_a_camera_the_play_is_typed_before_the_players_eyes() -> None:
    evening = on_tour(place=1, camera=False)
    card = card_shown(evening.state)
    assert isinstance(card, Card)
    assert "8H SMILE" in in_english(card.text)
    example = view(evening.state, ENGLISH).example
    assert example is not None
    assert example.dialog.question is not None
    assert example.dialog.question.on_board
    assert len(example.board.lit) == len("MILE")  # the S lies there already
    seeing = card_shown(on_tour(place=1).state)
    assert isinstance(seeing, Card)
    assert "8H" not in in_english(seeing.text)


@pytest.mark.parametrize("language", TEXT_LANGUAGES)
def test_players_who_touch_the_screen_read_of_no_button_and_no_key(language: str) -> None:
    others = Texts(language)
    names = {others(name) for name in BUTTON_WORDS}
    for guide, camera in product(Guide, (True, False)):
        device = on_tour(camera=camera, touched=True).state.device
        for number in range(len(cards_of(guide, device))):
            state = on_tour(guide, number, camera=camera, touched=True).state
            texts = drawn(state, language, (800, 480), BUTTON_NAMES)
            named = {word for one in texts for word in re.findall(r"\w+", one.text)} & names
            assert named == set()


def test_a_touched_screen_names_the_places_that_it_has() -> None:
    for camera, place in ((True, "score my play"), (False, "Done")):
        card = card_shown(on_tour(place=1, camera=camera, touched=True).state)
        assert isinstance(card, Card)
        assert f"“{place}”" in in_english(card.text)
        assert "press" not in in_english(card.text).lower()


@pytest.mark.parametrize("camera", [True, False])
def test_the_play_arrives_on_the_board_as_at_a_table(camera: bool) -> None:
    screen = Scoreboard(pygame.Surface((800, 480)))
    evening = on_tour(camera=camera)
    screen.draw(view(evening.state, ENGLISH, 10.0), 10.0)
    assert screen.due(10.0) is None
    screen.draw(view(evening.press(Button.OK).state, ENGLISH, 11.0), 11.0)
    assert screen.due(11.0) is not None
    later = 11.0 + max(ALL_ARRIVE, COUNTS_UP) + 0.1
    screen.draw(view(evening.state, ENGLISH, later), later)
    assert screen.due(later) is None


# --- for others ---


def test_onlookers_are_shown_the_lobby_and_no_example() -> None:
    evening = on_tour(place=1)
    seen = view(evening.state, ENGLISH)
    sent = payload(seen, sheet_view(evening.state, ENGLISH))
    assert sent["where"] == "lobby"
    assert all(f"'name': '{side}'" in str(sent) for side in TWO.sides)
    assert "SMILE" not in str(sent)


def test_a_card_is_read_aloud_when_it_comes() -> None:
    evening = on_tour()
    before, press = evening.state, Press(Button.OK, 9.0)
    after, effects = step(before, press)
    texts = said_of(before, after, press, effects, ENGLISH, 0.0)
    assert texts[0] == "A turn"
    assert texts[1].startswith("Lay your word")


def test_the_page_for_a_first_evening_promises_what_there_is() -> None:
    page = (Path(__file__).parents[2] / "docs/table.md").read_text(encoding="utf-8")
    assert "a tour of five cards" in page
    assert "three pages of help" in page
    assert len(page.split()) < 700  # five minutes, with time to lay a word
