"""The screens of dice and clock: nothing is cut in any state, at every size, in any language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pygame
import pytest
from device.screen.colours import GROUND, TROUBLE, TURN

from device.clock_table import HINT, clock_state
from device.dice import CHANCE_DIE, Roll, letter_dice, letter_die, rolled, rolled_from_cup
from device.dice_table import AGAIN, TITLES
from device.screen.dice import draw_dice
from device.screen.zones import COLOURS, draw_zones
from device.texts import LANGUAGES, Message, Texts
from device.zone_clock import ZoneClock, clock_of
from device.zone_views import (
    PARTY_LABELS,
    ClockView,
    DiceView,
    ZoneColour,
    clock_view,
    dice_view,
)
from engine.variants import load_variant

SIZES = ((800, 480), (1280, 720), (1024, 600), (480, 320))
PARTY = load_variant("party", "fr").letter_clock
LONG = {
    "No letter die next turn": "Pas de dé de lettre au prochain tour",
    "Opponents: clock from ×1": "Les adversaires partent de ×1 à leur prochain tour",
}


def dice_views(texts: Texts) -> Iterator[DiceView]:
    assert PARTY is not None
    cup = letter_dice(load_variant("scramble", "fr", {"dice": 12}))
    rolls = [rolled(letter_die(PARTY), Random(1)), rolled_from_cup(cup, 7, Random(1))]
    rolls += [Roll((CHANCE_DIE,), (face,), (0,)) for face in CHANCE_DIE.faces]
    for roll in rolls:
        for title in TITLES.values():
            for now in (0.0, 1.0, 9.0):
                yield dice_view(roll, 0.0, now, texts, title, AGAIN)


def clock_views(texts: Texts) -> Iterator[ClockView]:
    for seconds, labels in (((3600,) * 6, PARTY_LABELS), ((15, 5), PARTY_LABELS), ((60,), ())):
        clock = clock_of(seconds)
        running = clock.started(0.0)
        at = sum(seconds) - 2.0
        for one in (clock, running, running.paused(at), running.stopped(at)):
            for now in (1.0, at, 1e6):
                yield view_of(one, now, texts, labels)


def view_of(clock: ZoneClock, now: float, texts: Texts, labels: tuple[str, ...]) -> ClockView:
    return clock_view(clock, now, texts, clock_state(clock, now, labels), HINT, labels)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_on_either_screen(
    language: str, size: tuple[int, int], cut: list[str]
) -> None:
    surface = pygame.Surface(size)
    area = surface.get_rect().inflate(-16, -16)
    for dice in dice_views(Texts(language)):
        draw_dice(surface, area, dice)
        faces = tuple(replace(die, face=LONG.get(die.face, die.face)) for die in dice.dice)
        longer = replace(dice, title=dice.title * 2, dice=faces, hint=f"{dice.hint} {dice.hint}")
        draw_dice(surface, area, longer)
    for clock in clock_views(Texts(language)):
        draw_zones(surface, area, clock)
        state = clock.state + clock.state[: len(clock.state) // 2]
        draw_zones(surface, area, replace(clock, state=state))
    assert cut == []


def colours_in(surface: pygame.Surface) -> set[tuple[int, ...]]:
    width, height = surface.get_size()
    step = 2
    return {
        tuple(surface.get_at((x, y)))[:3]
        for x in range(0, width, step)
        for y in range(0, height, step)
    }


def drawn_clock(clock: ZoneClock, now: float) -> set[tuple[int, ...]]:
    surface = pygame.Surface((800, 480))
    surface.fill(GROUND)
    shown = view_of(clock, now, Texts("en"), PARTY_LABELS)
    draw_zones(surface, surface.get_rect(), shown)
    return colours_in(surface)


def test_a_zone_that_ends_is_framed_otherwise_than_one_that_goes_on() -> None:
    running = clock_of((15,) * 6).started(0.0)
    assert TURN in drawn_clock(running, 5)
    assert TROUBLE not in drawn_clock(running, 5)
    assert TROUBLE in drawn_clock(running, 13)
    assert TURN not in drawn_clock(running, 13)


def test_zones_that_are_over_lose_their_colour() -> None:
    running = clock_of((15,) * 6).started(0.0)
    assert COLOURS[ZoneColour.RED] in drawn_clock(running, 44)
    assert COLOURS[ZoneColour.RED] not in drawn_clock(running, 46)
    assert COLOURS[ZoneColour.OFF] in drawn_clock(running, 46)
    assert not set(COLOURS.values()) & drawn_clock(running, 90)


def test_white_letters_can_be_read_on_every_zone() -> None:
    def light(colour: tuple[int, int, int]) -> float:
        parts = [c / 255 for c in colour]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for ground in COLOURS.values():
        assert (light((244, 244, 238)) + 0.05) / (light(ground) + 0.05) >= 4.5


def test_a_die_that_lies_still_is_framed() -> None:
    assert PARTY is not None
    roll = rolled(letter_die(PARTY), Random(1))

    def drawn(now: float) -> set[tuple[int, ...]]:
        surface = pygame.Surface((800, 480))
        title = Message("Letter die")
        draw_dice(surface, surface.get_rect(), dice_view(roll, 0.0, now, Texts("en"), title))
        return colours_in(surface)

    assert TURN not in drawn(0.5)
    assert TURN in drawn(5.0)
