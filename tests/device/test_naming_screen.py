"""A side's name on the screen: all of it is seen, at every size, and marked without colour."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from drawn_pixels import places_of
from naming_moments import laid, naming, naming_moments, spell
from screen_texts import SIZES, TextsWritten, longer
from touching import SIZES as TOUCHED_SIZES
from touching import TouchScreen

from device.language.texts import TEXT_LANGUAGES, Texts
from device.screen.drawing import Canvas, ScreenPlaces, Target
from device.screen.lobby import LetterWheel, draw_choice, naming_parts
from device.screen.scoreboard import Scoreboard
from device.session.core.inputs import Touched
from device.session.core.state import Naming
from device.session.lobby.names import WHEEL
from device.simulator.named_texts import named_text
from device.themes import THEMES, Theme
from device.views.dialogs import NamingView
from device.views.table import PageView, TableView, view
from hardware.panel.port import Button

MOMENTS = {name: (state, now) for name, state, now in naming_moments()}
NAMES = tuple(name for name in MOMENTS if name.startswith("naming"))


def shown(moment: str, language: str = "en") -> TableView:
    state, now = MOMENTS[moment]
    return view(state, Texts(language), now)


def named(moment: str, language: str = "en") -> NamingView:
    seen = shown(moment, language).page.naming
    assert seen is not None
    return seen


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", TEXT_LANGUAGES)
def test_nothing_is_cut(language: str, size: tuple[int, int], cut: list[str]) -> None:
    screen = Scoreboard(pygame.Surface(size))
    for moment in MOMENTS:
        screen.draw(shown(moment, language))
    assert cut == []


@pytest.mark.parametrize("size", SIZES)
def test_there_is_room_for_texts_a_third_longer(size: tuple[int, int], cut: list[str]) -> None:
    screen = Scoreboard(pygame.Surface(size))
    for moment in NAMES:
        looked = named(moment)
        others = tuple(map(longer, looked.others))
        looked = replace(
            looked,
            title=longer(looked.title),
            ok=longer(looked.ok),
            others=others,
            board=longer(looked.board),
        )
        screen.draw(replace(shown(moment), page=PageView(naming=looked)))
    assert cut == []


@pytest.mark.parametrize("size", SIZES)
def test_no_text_lies_on_another_or_leaves_the_screen(
    size: tuple[int, int], texts_written: TextsWritten
) -> None:
    surface = pygame.Surface(size)
    for moment in NAMES:
        texts_written.clear()
        Scoreboard(surface).draw(shown(moment))
        assert texts_written.misplaced(surface) == [], moment


@pytest.mark.parametrize("size", SIZES)
def test_the_name_is_the_largest_text_and_on_one_line(
    size: tuple[int, int], texts_written: TextsWritten
) -> None:
    for moment in ("naming, letters", "naming, longest", "naming, wide", "naming, blank"):
        texts_written.clear()
        Scoreboard(pygame.Surface(size)).draw(shown(moment))
        name = next(t for t in texts_written.placed if t.text == named(moment).letters)
        rest = [t for t in texts_written.placed if len(t.text) > 1 and t.text != name.text]
        assert name.size > max(text.size for text in rest)
        assert name.place[3] <= name.size


@pytest.mark.parametrize("size", SIZES)
def test_all_letters_can_be_seen_at_once(size: tuple[int, int], written: list[str]) -> None:
    Scoreboard(pygame.Surface(size)).draw(shown("naming, nothing yet"))
    assert set(WHEEL) - {" "} <= set(written)  # the space is drawn


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
@pytest.mark.parametrize("size", SIZES)
def test_the_chosen_letter_has_an_edge_as_well(size: tuple[int, int], theme: Theme) -> None:
    """The letter itself is written in another colour: what has the text's is the edge."""
    canvas = Canvas(_blank(size), theme)
    draw_choice(canvas, canvas.surface.get_rect(), LetterWheel(("A",), 1, 0, ""))
    found = [x for x, _ in places_of(canvas.surface, theme.text) if x % 2 == 0]
    assert len(found) > canvas.px(20)


def _blank(size: tuple[int, int]) -> pygame.Surface:
    return pygame.Surface(size)


def test_a_name_in_tiles_is_drawn_as_tiles_with_its_blank_round() -> None:
    pictures = []
    for moment in ("naming, laid", "naming, laid blank"):
        surface = pygame.Surface((800, 480))
        Scoreboard(surface).draw(shown(moment))
        pictures.append(pygame.image.tostring(surface, "RGB"))
    assert pictures[0] != pictures[1]
    assert named("naming, laid").ok == named_text("ok-takes-it", name="Lea")
    assert named("naming, laid blank").ok == named_text("ok-takes-it", name="L?a")


# What the view says


@pytest.mark.parametrize(
    ("moment", "ok"),
    [
        ("naming, nothing yet", "OK: add A"),
        ("naming, space", "OK: add the space"),
        ("naming, blank", "OK: blank is A"),
        ("naming, taken", "OK: save Lea"),
        ("naming, longest", "That’s the limit: player A’s button saves it"),
    ],
)
def test_what_ok_does_is_reported(moment: str, ok: str) -> None:
    assert named(moment).ok == ok


@pytest.mark.parametrize(
    ("moment", "says"),
    [
        ("naming, nothing yet", "Or spell the name in tiles, in a row on the empty board"),
        ("naming, no row", "That isn’t a name: lay one row of 2 to 12 tiles"),
        ("naming, laid twice", "Lea is on the board, but it’s already taken"),
        ("naming, dark", "The board is hard to see"),
        ("naming, taken", "Lea is on the board."),
        ("naming, laid", "Misread? Accept it, then fix it with UNDO and the arrows."),
    ],
)
def test_what_the_board_has_to_do_with_it_is_reported(moment: str, says: str) -> None:
    assert named(moment).board.startswith(says)


def test_without_a_camera_nothing_is_reported_of_tiles() -> None:
    assert named("naming, no camera").board == ""


def test_letters_that_ok_does_not_take_are_not_lit() -> None:
    assert named("naming, taken").chosen is None
    assert named("naming, longest").chosen is None
    assert named("naming, letters").chosen == 0


def test_the_name_so_far_is_reported_where_there_is_one() -> None:
    assert named("naming, nothing yet").title == "Name for player A"
    evening = naming(1, ("Ann", "Ben"))
    seen = view(evening.state, Texts("en")).page.naming
    assert seen is not None
    assert seen.title == "New name for player B (now Ben)"


def test_only_what_changes_is_drawn_again() -> None:
    screen = Scoreboard(pygame.Surface((800, 480)))
    evening = spell(naming(), "LE")
    screen.draw(view(evening.state, Texts("en"), 0.0))
    assert screen.draw(view(evening.state, Texts("en"), 1.0)) == []
    changed = screen.draw(view(evening.press(Button.NEXT).state, Texts("en"), 2.0))
    name = naming_parts(
        named("naming, letters"), ScreenPlaces.of((800, 480)), Canvas(_blank((800, 480)))
    )[1].area
    assert changed
    assert not any(area.colliderect(name) for area in changed)


def test_other_tables_name_nobody() -> None:
    assert shown("who plays").page.naming is None


def test_a_hyphen_is_not_taken_for_a_blank() -> None:
    evening = naming().lay(laid("LeA")).press(Button.OK)
    evening.press(*[Button.NEXT] * WHEEL.index("-"))
    seen = view(evening.state, Texts("en")).page.naming
    assert seen is not None
    assert seen.ok == "OK: add the hyphen"
    evening.press(Button.OK, Button.NEXT, Button.OK)
    seen = view(evening.state, Texts("en")).page.naming
    assert seen is not None
    assert seen.letters == "Lba-"


# By touch


@pytest.mark.parametrize("size", TOUCHED_SIZES)
def test_a_finger_types_a_name_takes_a_letter_back_and_saves_it(size: tuple[int, int]) -> None:
    evening = naming()
    evening.put(Touched(None, evening.now))
    screen = TouchScreen(size)

    def touch(target: Target) -> None:
        assert target in screen.targets(evening.state, evening.now)
        evening.now += 1.0
        evening.put(Touched(target, evening.now))

    for letter in "LEAN":
        touch(WHEEL.index(letter))
    touch(Button.UNDO)
    looked = view(evening.state, Texts("en"), evening.now).page.naming
    assert looked is not None
    assert [tap.label for tap in looked.taps] == ["Save Lea", "Delete a letter"]
    assert looked.others == ("OK: add A", "Player A’s button: save name")
    touch(looked.taps[0].button)
    assert evening.state.game.state.sides[0] == "Lea"


def test_before_its_first_letter_a_name_is_left_as_it_is_by_touch() -> None:
    looked = named("naming, nothing yet, touched")
    assert [tap.label for tap in looked.taps] == ["Keep as it is"]
    evening = naming()
    evening.put(Touched(looked.taps[0].button, evening.now))
    assert evening.state.game.state.sides[0] == "A"
    assert not isinstance(evening.state.phase, Naming)


def test_who_has_touched_nothing_sees_what_ok_does() -> None:
    looked = named("naming, letters")
    assert looked.taps == ()
    assert looked.ok == "OK: add A"


@pytest.mark.parametrize("moment", ["naming, letters", "naming, letters, touched"])
def test_letters_are_as_large_as_a_small_screen_allows(
    moment: str, texts_written: TextsWritten
) -> None:
    Scoreboard(pygame.Surface((480, 320))).draw(shown(moment))
    sizes = {one.text: one.size for one in texts_written.placed}
    assert sizes["K"] >= 26
    assert sizes["A"] >= 30  # the chosen one
