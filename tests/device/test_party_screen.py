"""The scoreboard in turns with dice and clock: nothing is cut, nothing overlaps, at every size."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from clocked_moments import LONG, party_moments, scramble_moments
from dice_moments import roll_for_the_beginning, seldom_moments
from drawn_pixels import colours, places_of
from lobby_presses import answer, opened, take
from screen_texts import ROOMY, SIZES, TextsWritten, longer

from device.clock_and_dice.views import ZoneColour
from device.language.texts import TEXT_LANGUAGES, Texts
from device.screen.drawing import Canvas
from device.screen.scoreboard import Scoreboard
from device.screen.sides import SlimShown, draw_slim
from device.session.core.inputs import Tick
from device.session.core.setup import Setup
from device.session.lobby.lobby import LineKind
from device.simulator.named_texts import named_text
from device.themes import DARK
from device.views.dialogs import LobbyLine, LobbyView
from device.views.table import PageView, TableView, view
from device.views.turn import SideView

MOMENTS = {
    name: (state, now)
    for name, state, now in (
        *party_moments(),
        *scramble_moments(),
        *seldom_moments(),
    )
}
BEGUN = (
    "four and a timer",
    "an hour",
    "no letter die",
    "rolled",
    "running",
    "ending",
    "last zone",
    "dice lie",
    "timer runs",
)


def shown(moment: str, language: str = "en") -> TableView:
    state, now = MOMENTS[moment]
    return view(state, Texts(language), now)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", TEXT_LANGUAGES)
def test_nothing_is_cut_in_any_state(language: str, size: tuple[int, int], cut: list[str]) -> None:
    screen = Scoreboard(pygame.Surface(size))
    for moment in MOMENTS:
        screen.draw(shown(moment, language))
    assert cut == []


@pytest.mark.parametrize("size", ROOMY)
def test_there_is_room_for_texts_a_third_longer(size: tuple[int, int], cut: list[str]) -> None:
    screen = Scoreboard(pygame.Surface(size))
    for moment in MOMENTS:
        looked = shown(moment)
        notes = tuple(map(longer, looked.text.notes))
        looked = replace(
            looked,
            text=replace(
                looked.text,
                state=longer(looked.text.state),
                hint=longer(looked.text.hint),
                notes=notes,
            ),
        )
        if looked.dice is not None:
            title, hint = longer(looked.dice.title), longer(looked.dice.hint)
            looked = replace(looked, dice=replace(looked.dice, title=title, hint=hint))
        screen.draw(looked)
    assert cut == []


# Overlaps


@pytest.mark.parametrize("size", SIZES)
def test_no_text_lies_on_another_or_leaves_the_screen(
    size: tuple[int, int], texts_written: TextsWritten
) -> None:
    surface = pygame.Surface(size)
    screen = Scoreboard(surface)
    for moment in MOMENTS:
        texts_written.clear()
        screen.draw(shown(moment))
        assert texts_written.misplaced(surface) == [], moment


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("moment", BEGUN)
def test_the_time_is_the_largest_text(
    moment: str, size: tuple[int, int], texts_written: TextsWritten
) -> None:
    Scoreboard(pygame.Surface(size)).draw(shown(moment))
    looked = shown(moment)
    assert looked.clock is not None
    largest = max(texts_written.placed, key=lambda text: text.size)
    assert largest.text == looked.clock.left
    assert largest.size >= min(size) // 6


# What is drawn


def drawn(moment: str, size: tuple[int, int] = (800, 480)) -> pygame.Surface:
    surface = pygame.Surface(size)
    Scoreboard(surface).draw(shown(moment))
    return surface


def test_the_zones_are_drawn_in_their_colours() -> None:
    assert {DARK.zones[ZoneColour.RED], DARK.zones[ZoneColour.OFF]} <= colours(drawn("running"))
    assert DARK.zones[ZoneColour.RED] not in colours(drawn("last zone"))
    assert DARK.trouble in colours(drawn("ending"))
    assert DARK.trouble not in colours(drawn("running"))


def test_dice_to_lift_and_to_put_back_are_marked_differently() -> None:
    assert DARK.lift in colours(drawn("clearing"))
    assert DARK.put_back not in colours(drawn("clearing"))
    assert {DARK.lift, DARK.put_back} <= colours(drawn("putting back"))
    assert not {DARK.lift, DARK.put_back} & colours(drawn("cleared"))


def test_a_mark_differs_by_its_shape_too() -> None:
    def shape(moment: str) -> set[tuple[int, int]]:
        """Where something is drawn in the colour of marks, within their square."""
        marks = places_of(drawn(moment), DARK.lift, DARK.put_back)
        return {(x % 44, y % 44) for x, y in marks if x >= 376 and y < 432}

    assert len(shape("clearing") ^ shape("putting back")) > 40


def test_what_a_word_is_worth_stands_in_the_line_of_the_clock(texts_written: TextsWritten) -> None:
    Scoreboard(pygame.Surface((800, 480))).draw(shown("counted"))
    texts = texts_written.names
    assert {"clock: 6 × 3 = 18", "+12", "Maximiliane", "+18", "1:08"} <= set(texts)


def test_a_word_that_is_only_seen_has_no_points(texts_written: TextsWritten) -> None:
    Scoreboard(pygame.Surface((800, 480))).draw(shown("seen"))
    texts = texts_written.names
    assert {"seen", "EAT"} <= set(texts)
    assert not [text for text in texts if "+" in text]


def test_dice_that_decide_who_begins_fill_the_lobby(texts_written: TextsWritten) -> None:
    lobby = LobbyView((LobbyLine(named_text("begin-the-game"), "Ann starts", chosen=True),))
    Scoreboard(pygame.Surface((800, 480))).draw(replace(shown("tumbling"), page=PageView(lobby)))
    texts = texts_written.names
    assert "Letter die" in texts
    assert not [text for text in texts if named_text("begin-the-game") in text]
    texts_written.clear()
    Scoreboard(pygame.Surface((800, 480))).draw(replace(shown("rolling"), page=PageView(lobby)))
    assert [text for text in texts_written.names if named_text("begin-the-game") in text]


def test_the_die_that_decides_who_begins_says_who_rolls_it() -> None:
    ann, ben = LONG
    evening = answer(take(opened(Setup("party", "en", LONG)), LineKind.BEGINS), "Roll")
    titles = []
    for letter in "EB":
        roll_for_the_beginning(evening, letter)
        assert evening.state.dice.throw is not None
        tumbling = view(evening.state, Texts("en"), evening.state.dice.throw.since + 0.5)
        assert tumbling.dice is not None
        titles.append(tumbling.dice.title)
        evening.now += 3.0
        evening.put(Tick(evening.now))
    assert titles == [f"{ann} is rolling…", f"{ben} is rolling…"]


# Who plays, next to the clock


def test_who_plays_is_reported_by_frame_and_arrow_in_little_room_too() -> None:
    def box(side: SideView) -> pygame.Surface:
        surface = pygame.Surface((800, 480))
        draw_slim(Canvas(surface), pygame.Rect(0, 0, 168, 40), SlimShown(side, str(side.total)))
        return surface

    plays, waits = box(SideView("Ann", 12, turn=True)), box(SideView("Ann", 12, turn=False))
    lit = [tuple(one.get_at((84, 0)))[:3] == DARK.accent for one in (plays, waits)]
    assert lit == [True, False]
    arrow = [tuple(one.get_at((13, 20)))[:3] == DARK.accent for one in (plays, waits)]
    assert arrow == [True, False]


@pytest.mark.parametrize("size", SIZES)
def test_names_and_points_of_all_sides_are_seen_next_to_a_running_clock(
    size: tuple[int, int], texts_written: TextsWritten
) -> None:
    Scoreboard(pygame.Surface(size)).draw(shown("four and a timer"))
    texts = texts_written.names
    assert {"Maximiliane", "Bartholomew", "Clementine", "Dorothea"} <= set(texts)
    assert texts.count("0") == 4


def test_hidden_points_stay_hidden_next_to_a_running_clock(texts_written: TextsWritten) -> None:
    looked = shown("running")
    sides = tuple(replace(side, total=None) for side in looked.sides)
    Scoreboard(pygame.Surface((800, 480))).draw(replace(looked, sides=sides))
    assert "•••" in texts_written.names
    assert "0" not in texts_written.names


def test_points_to_play_to_are_left_out_where_there_is_no_room_for_the_name(
    texts_written: TextsWritten,
) -> None:
    side = SideView("Maximiliane", 120, turn=True, target=200)
    for wide, seen in ((260, True), (150, False)):
        texts_written.clear()
        canvas = Canvas(pygame.Surface((800, 480)))
        draw_slim(canvas, pygame.Rect(0, 0, wide, 40), SlimShown(side, str(side.total)))
        assert ("/ 200" in texts_written.names) == seen
        assert {"Maximiliane", "120"} <= set(texts_written.names)


def test_which_button_comes_next_stands_in_the_foot(texts_written: TextsWritten) -> None:
    hint, looked = named_text("side-stops-the-clock", side="Maximiliane"), shown("seen")
    assert (looked.text.hint, looked.text.message) == (hint, "")
    texts_written.clear()
    Scoreboard(pygame.Surface((800, 480))).draw(looked)
    (written,) = (text for text in texts_written.placed if text.text == hint)
    assert written.place[1] > 430


# How little is drawn


def test_a_second_is_drawn_without_the_board_and_the_sides() -> None:
    surface = pygame.Surface((800, 480))
    screen, (state, now) = Scoreboard(surface), MOMENTS["running"]
    screen.draw(view(state, Texts("en"), now))
    changed = screen.draw(view(state, Texts("en"), now + 1.0))
    area = sum(place.width * place.height for place in map(pygame.Rect, changed))
    assert 0 < area < 800 * 480 // 3
    assert not any(pygame.Rect(place).right > 380 for place in changed)
    assert screen.draw(view(state, Texts("en"), now + 1.0)) == []


def test_dice_that_tumble_are_large_and_their_sides_small() -> None:
    die = {x for x, _ in places_of(drawn("tumbling"), DARK.die_tumbling) if x < 360}
    assert len(die) > 180
