"""What is shown of dice and clock, and which lamps are lit: values, no screen."""

from __future__ import annotations

from random import Random

import pytest

from device.clock_and_dice.dice import CHANCE_DIE, Roll, letter_dice, rolled_from_cup
from device.clock_and_dice.on_time import ZONE_LAMPS, zone_lamps
from device.clock_and_dice.views import PARTY_LABELS, ZoneColour, clock_view, dice_view, face_text
from device.clock_and_dice.zone_clock import clock_of
from device.language.texts import Message, Texts
from device.simulator.named_texts import named_text
from engine.circumstances import ChanceFace
from engine.variants import load_variant
from hardware.panel.port import Lamp

EN = Texts("en")
STATE, HINT = Message("The state."), Message("The hint.")
PARTY = clock_of((15,) * 6)
DARK: frozenset[Lamp] = frozenset()


def test_the_hint_waits_until_all_dice_lie_still() -> None:
    roll = rolled_from_cup(letter_dice(load_variant("scramble", "en")), 7, Random(1))
    tumbling = dice_view(roll, 10.0, 10.5, EN, STATE, HINT)
    assert tumbling.hint == ""
    assert all(die.tumbles for die in tumbling.dice)
    some = dice_view(roll, 10.0, 11.6, EN, STATE, HINT)
    assert [die.tumbles for die in some.dice] == [False, False, *[True] * 5]
    still = dice_view(roll, 10.0, 13.0, EN, STATE, HINT)
    assert (still.title, still.hint) == ("The state.", "The hint.")
    assert tuple(die.face for die in still.dice) == roll.up
    assert not any(die.tumbles for die in still.dice)


def test_a_die_that_happens_to_show_its_face_tumbles_all_the_same() -> None:
    cup = letter_dice(load_variant("scramble", "en"))
    looks = [
        dice_view(rolled_from_cup(cup, 7, Random(seed)), 0.0, 0.3, EN, STATE) for seed in range(20)
    ]
    assert all(die.tumbles for look in looks for die in look.dice)


@pytest.mark.rule("PAR-EQU-10")
def test_every_face_of_the_chance_die_is_reported_in_words() -> None:
    reported = [face_text(face, EN) for face in CHANCE_DIE.faces]
    assert len(set(reported)) == 6
    assert face_text(ChanceFace.LETTER_X3, EN) == "Letter ×3"
    assert face_text("Q", EN) == "Q"
    assert face_text("?", EN) == "?"
    shown = dice_view(Roll((CHANCE_DIE,), ("play-again",), (0,)), 0, 9, EN, STATE)
    assert shown.dice[0].face == named_text("play-again")


@pytest.mark.rule("PAR-EQU-11")
def test_the_zones_have_the_printed_names_and_colours() -> None:
    zones = clock_view(PARTY, 0.0, EN, STATE).zones
    assert [zone.label for zone in zones] == ["×4", "×3", "×2", "×1", "−1", "−5"]
    blue, red, off = ZoneColour.BLUE, ZoneColour.RED, ZoneColour.OFF
    assert [zone.colour for zone in zones] == [blue, blue, red, blue, off, off]
    assert {zone.length for zone in zones} == {"0:15"}


def test_a_running_clock_shows_its_zone_and_what_is_left_of_it() -> None:
    shown = clock_view(PARTY.started(0), 21.0, EN, STATE, HINT)
    assert (shown.left, shown.state, shown.hint) == ("1:09", "The state.", "The hint.")
    assert [zone.left for zone in shown.zones] == [0, 0.6, 1, 1, 1, 1]
    assert [zone.now for zone in shown.zones] == [False, True, *[False] * 4]
    assert [zone.seconds for zone in shown.zones] == ["", "0:09", *[""] * 4]
    assert shown.runs
    assert not any(zone.ending for zone in shown.zones)
    ending = clock_view(PARTY.started(0), 27.0, EN, STATE)
    assert [zone.ending for zone in ending.zones] == [zone.now for zone in ending.zones]
    paused = clock_view(PARTY.started(0).paused(27.0), 99.0, EN, STATE)
    assert not any(zone.ending for zone in paused.zones)
    assert not paused.runs


def test_a_zone_has_its_whole_length_left_before_the_clock_runs() -> None:
    shown = clock_view(PARTY, 5.0, EN, STATE)
    assert [zone.seconds for zone in shown.zones] == ["0:15", *[""] * 5]
    over = clock_view(PARTY.started(0), 91.0, EN, STATE)
    assert {zone.seconds for zone in over.zones} == {""}


def test_a_clock_that_has_run_out_is_in_no_zone() -> None:
    shown = clock_view(PARTY.started(0), 90.0, EN, STATE)
    assert shown.over
    assert not shown.runs
    assert shown.left == "0:00"
    assert [(zone.now, zone.left) for zone in shown.zones] == [(False, 0.0)] * 6


def test_a_sand_timer_is_one_zone_without_a_label() -> None:
    shown = clock_view(clock_of((60,)).started(0), 15.0, EN, STATE, labels=())
    (zone,) = shown.zones
    assert (zone.label, zone.left, zone.length) == ("", 0.75, "1:00")


def test_the_lamp_of_the_zone_is_lit_and_blinks_while_it_ends() -> None:
    running = PARTY.started(0)
    for number, lamp in enumerate(ZONE_LAMPS):
        began = 15.0 * number
        assert zone_lamps(running, began) == (frozenset({lamp}), DARK)
        assert zone_lamps(running, began + 11.9) == (frozenset({lamp}), DARK)
        assert zone_lamps(running, began + 12) == (DARK, frozenset({lamp}))
        assert zone_lamps(running.stopped(began + 13), 500) == (frozenset({lamp}), DARK)
    assert zone_lamps(running, 90) == (DARK, DARK)
    assert zone_lamps(PARTY.reset(3), 0) == (frozenset({Lamp.ZONE_4}), DARK)
    assert len(ZONE_LAMPS) == len(PARTY_LABELS)
