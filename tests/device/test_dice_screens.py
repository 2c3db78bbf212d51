"""The screens of dice and clock by themselves: nothing is cut, nothing is shown by colour alone."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pygame
import pytest
from dice_moments import PARTY_CLOCK, alone_clock, alone_clocks, alone_dice
from drawn_pixels import colours, places_of
from screen_texts import SIZES, TextsWritten, longer

from device.clock_and_dice.alone import DICE_HINT, TITLES
from device.clock_and_dice.dice import CHANCE_DIE, Roll, letter_die, rolled_die
from device.clock_and_dice.views import ClockView, DieView, ZoneColour, ZoneView, dice_view
from device.clock_and_dice.zone_clock import ZoneClock, clock_of
from device.language.texts import TEXT_LANGUAGES, Message, Texts
from device.screen.dice_and_clock import (
    PAST,
    TO_COME,
    AloneScreen,
    DieShown,
    TimeLeft,
    clock_parts,
    dice_parts,
    die_places,
    draw_die,
    draw_time,
    draw_zone,
)
from device.screen.drawing import AnyPart, Canvas, Face, draw_changed, font
from device.themes import DARK, LIGHT, Theme
from engine.circumstances import ChanceFace

THEMES = (DARK, LIGHT)
ENGLISH = Texts("en")
RUNNING = clock_of((15,) * 6).started(0.0)


def alone_on(surface: pygame.Surface, clock: ClockView, theme: Theme = DARK) -> None:
    AloneScreen(surface, clock_parts, theme).draw(clock)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", TEXT_LANGUAGES)
def test_nothing_is_cut_on_either_screen(
    language: str, size: tuple[int, int], cut: list[str]
) -> None:
    surface = pygame.Surface(size)
    dice, clock = AloneScreen(surface, dice_parts), AloneScreen(surface, clock_parts)
    for _, one in alone_dice(Texts(language)):
        dice.draw(one)
        dice.draw(replace(one, title=longer(one.title), hint=longer(one.hint)))
    for _, view in alone_clocks(Texts(language)):
        clock.draw(view)
        clock.draw(replace(view, state=longer(view.state), hint=longer(view.hint)))
    assert cut == []


@pytest.mark.parametrize("size", SIZES)
def test_no_text_lies_on_another(size: tuple[int, int], texts_written: TextsWritten) -> None:
    surface = pygame.Surface(size)
    looks: list[tuple[str, tuple[AnyPart, ...]]] = []
    canvas, area = Canvas(surface), surface.get_rect().inflate(-16, -16)
    looks += [(name, dice_parts(area, one, canvas)) for name, one in alone_dice(Texts("fr"))]
    looks += [(name, clock_parts(area, one, canvas)) for name, one in alone_clocks(Texts("fr"))]
    for name, parts in looks:
        texts_written.clear()
        draw_changed(canvas, (), parts)
        assert texts_written.misplaced(surface) == [], name


@pytest.mark.parametrize("size", SIZES)
def test_the_time_is_read_across_a_room(size: tuple[int, int], texts_written: TextsWritten) -> None:
    for name, view in alone_clocks(ENGLISH):
        texts_written.clear()
        alone_on(pygame.Surface(size), view)
        time = next(text for text in texts_written.placed if text.text == view.left)
        assert time.size == max(text.size for text in texts_written.placed), name
        wide, high = time.place[2:]
        assert high > size[1] // 5 or wide > size[0] * 3 // 5, name


# Zones


def zone(**changes: object) -> ZoneView:
    usual = ZoneView("×3", ZoneColour.BLUE, "0:15", 1.0, now=False, ending=False)
    return replace(usual, **changes)  # type: ignore[arg-type]  # of the fields' own kinds


def drawn_zone(shown: ZoneView, theme: Theme = DARK) -> pygame.Surface:
    surface = pygame.Surface((80, 120))
    surface.fill(theme.ground)
    draw_zone(Canvas(surface, theme), surface.get_rect(), shown)
    return surface


def high(surface: pygame.Surface, ground: tuple[int, int, int]) -> int:
    """How many rows of pixels differ from the ground."""
    width, height = surface.get_size()
    return sum(
        any(tuple(surface.get_at((x, y)))[:3] != ground for x in range(width))
        for y in range(height)
    )


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_a_zone_shows_by_its_height_whether_it_is_past(theme: Theme) -> None:
    past, own, coming = zone(left=0.0), zone(left=0.5, now=True), zone()
    heights = [high(drawn_zone(one, theme), theme.ground) for one in (past, own, coming)]
    assert heights == [round(120 * PAST), 120, round(120 * TO_COME)]


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_a_zone_runs_empty_from_its_top(theme: Theme) -> None:
    blue = theme.zones[ZoneColour.BLUE]

    def levels(left: float) -> list[bool]:
        surface = drawn_zone(zone(left=left, now=True), theme)
        return [tuple(surface.get_at((12, y)))[:3] == blue for y in (20, 50, 80, 110)]

    assert levels(1.0) == [True, True, True, True]
    assert levels(0.5) == [False, False, True, True]
    assert levels(0.2) == [False, False, False, True]


def test_what_is_written_on_a_zone_stands_out_from_what_is_left_of_it() -> None:
    half = drawn_zone(zone(left=0.5, now=True), LIGHT)
    assert {LIGHT.text, LIGHT.on_zone} <= colours(half)


def test_a_zone_that_ends_flashes_as_a_whole() -> None:
    def area(shown: ZoneView) -> int:
        return len(places_of(drawn_zone(shown), DARK.trouble))

    dark = area(zone(left=0.1, now=True, ending=True, lit=False))
    lit = area(zone(left=0.1, now=True, ending=True, lit=True))
    assert 0 < dark < 80 * 120 // 4 < 80 * 120 // 2 < lit


def test_what_is_left_of_the_zone_is_written_in_it(texts_written: TextsWritten) -> None:
    alone_on(pygame.Surface((800, 480)), alone_clock(RUNNING, 20.0, ENGLISH))
    assert {"1:10", "0:10"} <= set(texts_written.names)


def test_a_timer_runs_out_from_its_right() -> None:
    timer = clock_of((60,)).started(0.0)

    def blue(now: float) -> int:
        surface = pygame.Surface((800, 480))
        alone_on(surface, alone_clock(timer, now, ENGLISH, ()))
        colour = DARK.zones[ZoneColour.BLUE]
        return max((x for x, _ in places_of(surface, colour)), default=0)

    assert 790 > blue(0.0) > 700
    assert 400 < blue(20.0) < 560
    assert blue(59.0) < 60


# Time


def test_figures_stand_still_while_they_change(texts_written: TextsWritten) -> None:
    surface = pygame.Surface((800, 480))
    places = set()
    for now in (1.0, 5.0, 11.0, 20.0, 29.5):
        texts_written.clear()
        view = alone_clock(RUNNING, now, ENGLISH)
        alone_on(surface, view)
        places |= {text.place for text in texts_written.placed if text.text == view.left}
    assert len(places) == 1


@pytest.mark.parametrize("figure", "0123456789")
def test_no_figure_is_cut_at_its_edge(figure: str, texts_written: TextsWritten) -> None:
    surface, text = pygame.Surface((344, 150)), f"{figure}:0{figure}"
    canvas = Canvas(surface)
    draw_time(canvas, surface.get_rect(), TimeLeft(text, low=False))
    (written,) = texts_written.placed
    whole = font(written.size, Face.TITLE).render(text, True, (255, 255, 255)).get_bounding_rect()
    surface.set_colorkey((0, 0, 0))
    drawn = surface.get_bounding_rect()
    assert abs(drawn.width - whole.width) <= 1
    assert abs(drawn.height - whole.height) <= 1


def changed(parts: tuple[AnyPart, ...], before: tuple[AnyPart, ...]) -> int:
    return sum(not any(one.same_as(other) for other in before) for one in parts)


def test_a_second_draws_the_time_and_the_zone_and_nothing_else() -> None:
    canvas = Canvas(pygame.Surface((800, 480)))
    area = canvas.surface.get_rect()

    def parts(now: float) -> tuple[AnyPart, ...]:
        return clock_parts(area, alone_clock(RUNNING, now, ENGLISH), canvas)

    assert changed(parts(5.0), parts(5.0)) == 0
    assert changed(parts(6.0), parts(5.0)) == 2
    assert changed(parts(5.2), parts(5.1)) <= 1


# Dice


def lying(face: str = "E", *, tumbles: bool = False, number: int = 0) -> pygame.Surface:
    surface = pygame.Surface((120, 120))
    draw_die(Canvas(surface), surface.get_rect(), DieShown(face, tumbles, number))
    return surface


def test_a_die_that_lies_still_is_framed_and_straight() -> None:
    assert DARK.accent in colours(lying())
    assert DARK.accent not in colours(lying(tumbles=True))
    top = [tuple(lying().get_at((x, 0)))[:3] for x in range(20, 100)]
    assert set(top) == {DARK.accent}
    turned = lying(tumbles=True)
    outer = [y for y in range(120) if tuple(turned.get_at((60, y)))[:3] != (0, 0, 0)]
    corner = [y for y in range(120) if tuple(turned.get_at((40, y)))[:3] != (0, 0, 0)]
    assert outer[0] != corner[0]


def test_how_a_die_is_turned_shows_nothing_but_its_face() -> None:
    assert PARTY_CLOCK is not None
    die = letter_die(PARTY_CLOCK)
    seen: dict[str, set[bytes]] = {}
    for face in sorted(set(die.faces)):
        for now in (0.2, 0.5, 0.8, 1.1, 1.3):
            shown = dice_view(Roll((die,), (face,), (0,)), 0.0, now, ENGLISH, Message("Die"))
            (one,) = shown.dice
            assert one.tumbles
            drawn = pygame.image.tostring(lying(one.face, tumbles=True), "RGB")
            seen.setdefault(one.face, set()).add(drawn)
    assert {len(looks) for looks in seen.values()} == {1}


def test_dice_side_by_side_are_turned_differently() -> None:
    looks = {
        pygame.image.tostring(lying(tumbles=True, number=number), "RGB") for number in range(7)
    }
    assert len(looks) >= 5


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("number", range(1, 8))
def test_dice_lie_in_even_rows_and_within_their_area(number: int, size: tuple[int, int]) -> None:
    canvas = Canvas(pygame.Surface(size))
    area = canvas.surface.get_rect()
    dice = tuple(DieView("E", False) for _ in range(number))
    places = die_places(area, dice, canvas)
    assert all(area.contains(place) and place.width == place.height for place in places)
    assert all(place.collidelist(places[n + 1 :]) < 0 for n, place in enumerate(places))
    rows = [sum(place.top == top for place in places) for top in {p.top for p in places}]
    assert max(rows) - min(rows) <= 1


def test_what_the_chance_die_says_can_be_read(texts_written: TextsWritten) -> None:
    for language in TEXT_LANGUAGES:
        texts = Texts(language)
        for face in ChanceFace:
            roll = Roll((CHANCE_DIE,), (face,), (0,))
            view = dice_view(roll, 0.0, 9.0, texts, Message("Chance die"), DICE_HINT)
            texts_written.clear()
            AloneScreen(pygame.Surface((800, 480)), dice_parts).draw(view)
            on_die = next(t for t in texts_written.placed if t.text == view.dice[0].face)
            assert on_die.size >= 36, on_die


def test_seven_dice_are_named(texts_written: TextsWritten) -> None:
    seven = next(view for name, view in alone_dice(ENGLISH) if name == "seven lies")
    AloneScreen(pygame.Surface((800, 480)), dice_parts).draw(seven)
    assert [die.face for die in seven.dice] == texts_written.names[-7:]
    assert len(set(texts_written.names)) >= 5


def test_a_die_changes_alone_among_seven() -> None:
    canvas = Canvas(pygame.Surface((800, 480)))
    seven = next(view for name, view in alone_dice(ENGLISH) if name == "seven lies")
    dice = (replace(seven.dice[0], face="É"), *seven.dice[1:])
    before = dice_parts(canvas.surface.get_rect(), seven, canvas)
    after = dice_parts(canvas.surface.get_rect(), replace(seven, dice=dice), canvas)
    assert changed(after, before) == 1


def test_dice_stay_where_they_are_when_their_hint_comes() -> None:
    assert PARTY_CLOCK is not None
    roll, canvas = (
        rolled_die(letter_die(PARTY_CLOCK), Random(1)),
        Canvas(pygame.Surface((800, 480))),
    )

    def place(now: float) -> pygame.Rect:
        view = dice_view(roll, 0.0, now, ENGLISH, next(iter(TITLES.values())), DICE_HINT)
        return dice_parts(canvas.surface.get_rect(), view, canvas)[-1].area

    assert place(0.5) == place(9.0)


def stopped(clock: ZoneClock, now: float) -> ClockView:
    return alone_clock(clock.stopped(now), now, ENGLISH)


def test_a_clock_that_has_run_out_has_no_zone_of_its_own() -> None:
    over = alone_clock(RUNNING, 1e6, ENGLISH)
    surface = pygame.Surface((800, 480))
    alone_on(surface, over)
    assert not set(DARK.zones.values()) & colours(surface)
    assert DARK.trouble in colours(surface)
    alone_on(surface, stopped(RUNNING, 50.0))
    assert DARK.zones[ZoneColour.OFF] in colours(surface)
    assert DARK.zones[ZoneColour.RED] not in colours(surface)
