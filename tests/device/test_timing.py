"""Party's timer opened in a lobby: through the session, as a table runs it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from lobby_presses import opened, take
from timer_moments import TimerNight

from device.language.texts import Texts
from device.session.care.device import lamps_at
from device.session.core.effects import PlayTone, Record, RollDice
from device.session.core.setup import Setup
from device.session.core.state import Lobby, SwitchingOff, Timing
from device.session.core.turn_clock import due
from device.session.lobby.lobby import LineKind
from device.simulator.named_texts import named_text
from device.table.loop import status_line
from device.views.table import view
from hardware.panel.port import Button, Lamp, Tone

ENGLISH = Texts("en")


def tones(night: TimerNight) -> list[Tone]:
    return [effect.tone for effect in night.evening.effects if isinstance(effect, PlayTone)]


def test_the_lobby_opens_it_with_its_names_and_end_leads_back() -> None:
    night = TimerNight(("Ann", "Ben"))
    assert night.timer.sides == ("Ann", "Ben")
    assert status_line(night.evening.state) == "The timer is used without a game."
    night.roll(Button.OK, "M").press(Button.OK, Button.END)
    phase = night.evening.state.phase
    assert isinstance(phase, Lobby)
    assert phase.setup.sides == ("Ann", "Ben")


@pytest.mark.rule("PAR-CLK-12")
def test_a_turn_is_heard_and_lit_and_nothing_of_it_is_written_down() -> None:
    night = TimerNight().roll(Button.OK, "M").press(Button.SIDE_2)
    assert tones(night).count(Tone.PLAY) == 1
    for _ in range(5):
        after = due(night.evening.state)
        assert after is not None
        night.wait(after - night.evening.now)
    assert tones(night)[-5:] == [Tone.TICK] * 5
    lit, _ = lamps_at(night.evening.state, night.evening.now)
    assert lit == {Lamp.SIDE_1, Lamp.ZONE_1}
    night.wait(200.0)
    assert tones(night)[-1] is Tone.DING
    assert due(night.evening.state) is None
    assert not any(isinstance(effect, Record) for effect in night.evening.effects)


def test_the_die_of_another_game_is_partys_in_the_lobbys_language() -> None:
    for game, language, has in (("classic", "de", "V"), ("classic", "en", "W")):
        evening = take(opened(Setup(game, language, ("Ann", "Ben"))), LineKind.TIMER)
        evening.press(Button.OK)
        (roll,) = [effect for effect in evening.effects if isinstance(effect, RollDice)]
        assert has in roll.dice[0].faces


def test_the_zones_are_those_that_were_chosen_for_party() -> None:
    setup = Setup("party", "en", ("Ann", "Ben"), options={"clock_seconds": [9, 8, 7, 6, 5, 4]})
    phase = take(opened(setup), LineKind.TIMER).state.phase
    assert isinstance(phase, Timing)
    assert phase.timer.clock.seconds_left(0.0) == 39


def test_the_clock_stands_while_it_is_asked_whether_to_switch_off() -> None:
    night = TimerNight().press(Button.SIDE_2).wait(3.0)
    state = night.evening.state
    own = replace(state.device, may_switch_off=True)
    night.evening.state = replace(state, device=own)
    night.press(Button.POWER)
    assert isinstance(night.evening.state.phase, SwitchingOff)
    night.wait(500.0).press(Button.UNDO)
    assert night.timer.clock.seconds_left(night.evening.now) == pytest.approx(86.0)
    shown = view(night.evening.state, ENGLISH, night.evening.now).page.timer
    assert shown is not None
    assert shown.state == named_text("paused-ok-goes-on")
