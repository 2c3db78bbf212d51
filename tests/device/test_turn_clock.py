"""The clock of a turn in the session: what is heard of it, what is kept, and what of it goes on
after a restart."""

from __future__ import annotations

from dataclasses import replace

import pytest
from standins import CLASSIC, Evening, board

from device.clock_and_dice.dice import Dice, Roll
from device.clock_and_dice.zone_clock import (
    SECOND,
    Standing,
    ZoneClock,
    clock_of,
    marks,
    read_clock,
)
from device.language.texts import Texts
from device.session.care.device import lamps_at
from device.session.core.effects import Effect, Finish, KeepClock, PlayTone, Record, RollDice
from device.session.core.inputs import DiceRolled, Stop, Tick
from device.session.core.setup import NO_EXTRAS, Extras
from device.session.core.state import Asking, Paused, Ready, Running, Stopping, TableState
from device.session.core.turn_clock import KEPT_EVERY, clock_at_start, due, restored_turn_clock
from device.session.step import begin
from device.simulator.named_texts import named_text
from engine.circumstances import Zone
from engine.events import ClockStarted, Rolled
from engine.game import Game
from engine.state import LetterTurn
from engine.variants import Variant, load_variant
from hardware.panel.port import Button, Lamp, Press, Tone

ZONES = (15,) * 6
PARTY = load_variant("party", "en", {"clock_seconds": 15})
SCRAMBLE = load_variant("scramble", "en")
SIDES = ("Ann", "Ben")
START = 20.0


def rolled(face: str = "E", variant: Variant = PARTY, extras: Extras = NO_EXTRAS) -> Evening:
    """A table where Ann has rolled, and the die lies still."""
    table = Evening(variant=variant)
    table.state = replace(table.state, agreed=replace(table.state.agreed, extras=extras))
    table.press(Button.OK)
    wanted = [effect for effect in table.effects if isinstance(effect, RollDice)][-1]
    roll = Roll(wanted.dice, (face,), (0,))
    table.put(DiceRolled(Dice.LETTER, roll, table.now, wanted.turn)).put(Tick(START - 5))
    table.now = START - 1
    return table


def started(extras: Extras = NO_EXTRAS) -> Evening:
    """The same, and Ben starts the clock at START."""
    table = rolled(extras=extras)
    table.effects.clear()
    return table.press(Button.SIDE_2)


def clock(table: Evening) -> ZoneClock:
    assert table.state.clocks.turn is not None
    return table.state.clocks.turn


def heard(effects: list[Effect]) -> list[Tone]:
    return [e.tone for e in effects if isinstance(e, PlayTone) and e.tone in (Tone.TICK, Tone.DING)]


def kept(table: Evening) -> list[str]:
    return [effect.body for effect in table.effects if isinstance(effect, KeepClock)]


def lefts(table: Evening) -> list[float]:
    """What was written down of it, in seconds."""
    return [read_clock(text).seconds_left(0.0) for text in kept(table)]


def run_down(table: Evening, until: float = 200.0) -> list[tuple[float, Tone]]:
    """Ticks when something is due, as the loop does; when what was heard."""
    times: list[tuple[float, Tone]] = []
    while isinstance(table.state.where, Running) and table.now < until:
        table.now = at = due(table.state) or table.now + 0.25
        before = len(table.effects)
        table.put(Tick(at))
        times += [(at, tone) for tone in heard(table.effects[before:])]
    return times


# What it is


def test_only_games_with_a_clock_have_one() -> None:
    assert clock_at_start(Game.begin(CLASSIC, SIDES).state) is None
    assert clock_at_start(Game.begin(PARTY, SIDES).state) == clock_of(ZONES)
    timer = clock_at_start(Game.begin(SCRAMBLE, SIDES).state)
    assert timer is not None
    assert len(timer.zones) == 1


@pytest.mark.rule("PAR-CHN-06", "PAR-CHN-07")
def test_it_is_wound_up_to_the_zone_that_the_chance_die_left() -> None:
    state = Game.begin(PARTY, SIDES).state
    assert isinstance(state.stage, LetterTurn)
    state = replace(state, stage=replace(state.stage, clock_from=Zone.X2))
    assert clock_at_start(state) == clock_of(ZONES, 2)


@pytest.mark.parametrize("variant", [PARTY, SCRAMBLE])
def test_a_game_with_a_clock_of_its_own_has_no_others(variant: Variant) -> None:
    """Side clocks and countdowns are agreed on for games that have none."""
    table = Evening(variant=variant)
    table.state = replace(
        table.state,
        agreed=replace(table.state.agreed, extras=Extras(side_clock=25, turn_seconds=60)),
    )
    table.lay(board(size=table.state.game.state.position.size)).put(Tick(3.0)).put(Tick(500.0))
    assert table.state.clocks.sides is None
    assert heard(table.effects) == []


def test_countdown_and_side_clocks_stay_away_while_the_clock_runs() -> None:
    table = started(Extras(side_clock=1, turn_seconds=5, turn_warning=3))
    for second in range(1, 40):
        table.put(Tick(START + second))
    assert table.state.clocks.sides is None
    assert isinstance(table.state.phase, Running)
    assert Tone.WARN not in [e.tone for e in table.effects if isinstance(e, PlayTone)]


# What is heard and lit


@pytest.mark.rule("PAR-CLK-08", "PAR-CLK-12")
def test_every_mark_is_heard_at_its_time_up_to_the_ding() -> None:
    table = started()
    times = run_down(table)
    expected = [START + 90 - mark.left / SECOND for mark in marks(clock_of(ZONES).zones)]
    assert [at for at, _ in times] == pytest.approx(expected, abs=1e-6)
    assert [tone for _, tone in times] == [Tone.TICK] * (len(expected) - 1) + [Tone.DING]
    assert due(table.state) is None


@pytest.mark.rule("PAR-CLK-12")
def test_the_zones_lamp_shines_and_blinks_in_its_last_seconds() -> None:
    state = started().state
    zones = (Lamp.ZONE_1, Lamp.ZONE_2, Lamp.ZONE_3, Lamp.ZONE_4, Lamp.ZONE_5, Lamp.ZONE_6)
    for number, lamp in enumerate(zones):
        for second, place in ((0.0, 0), (11.999, 0), (12.0, 1), (14.999, 1)):
            at = START + 15 * number + second
            lit = [lamps & set(zones) for lamps in lamps_at(state, at)]
            assert lit[place] == {lamp}, at
            assert lit[1 - place] == set(), at
    assert not lamps_at(state, START + 90)[0] & set(zones)


def test_ticks_that_come_late_are_left_out_but_never_the_ding() -> None:
    table = started()
    table.effects.clear()
    table.put(Tick(START + 3.6))
    assert heard(table.effects) == []
    table.put(Tick(START + 5.05))
    assert heard(table.effects) == [Tone.TICK]
    table.put(Tick(START + 400.0))
    assert heard(table.effects) == [Tone.TICK, Tone.DING]
    assert isinstance(table.state.phase, Stopping | Asking)


def test_a_press_older_than_the_last_look_repeats_no_tick_and_stops_at_its_own_time() -> None:
    table = started()
    table.put(Tick(START + 15.001))
    table.effects.clear()
    table.put(Press(Button.SIDE_1, START + 14.999))
    assert heard(table.effects) == []
    assert isinstance(table.state.phase, Stopping)
    assert table.state.phase.zone is Zone.X4


def test_a_question_that_is_asked_while_it_runs_doesnt_stop_it() -> None:
    table = started().press(Button.CHALLENGE)
    assert isinstance(table.state.phase, Asking)
    at, tone = run_down(table)[-1]
    assert at == pytest.approx(START + 90)
    assert tone is Tone.DING


def test_a_pause_stops_it_at_the_time_of_its_press() -> None:
    table = started()
    table.put(Press(Button.PAUSE, START + 7.25))
    assert isinstance(table.state.phase, Paused)
    assert not clock(table).runs
    assert clock(table).seconds_left(1000.0) == 82.75
    assert due(table.state) is None


# What is kept


def test_it_is_kept_before_what_starts_it() -> None:
    """A kept one is that of the turn that has begun, whenever the plug is pulled."""
    table = started()
    kinds = [type(effect) for effect in table.effects]
    assert kinds.index(KeepClock) < kinds.index(Record)
    record = next(effect for effect in table.effects if isinstance(effect, Record))
    assert isinstance(record.event, ClockStarted)
    assert lefts(table) == [90.0]


def test_while_it_runs_it_is_kept_every_second_and_after_the_tick() -> None:
    table = started()
    table.effects.clear()
    run_down(table, START + 80)
    assert lefts(table) == [90.0 - KEPT_EVERY * n for n in range(1, 81)]
    places = [n for n, effect in enumerate(table.effects) if isinstance(effect, KeepClock)]
    assert all(table.effects[n - 1] == PlayTone(Tone.TICK) for n in places)


def test_at_ticks_that_meet_no_mark_no_more_than_a_second_is_missing_either() -> None:
    table = started()
    now = START
    while (now := now + 0.37) < START + 89:
        table.put(Tick(now))
        assert lefts(table)[-1] - clock(table).seconds_left(now) <= KEPT_EVERY + 0.37


def test_it_is_kept_when_it_is_stopped_or_paused_or_the_program_ends() -> None:
    for event in (
        Press(Button.PAUSE, START + 7.25),
        Press(Button.SIDE_1, START + 7.25),
        Stop(START + 7.25),
    ):
        table = started()
        table.effects.clear()
        table.put(event)
        assert lefts(table) == [82.75], event
        if isinstance(event, Stop):
            assert isinstance(table.effects[-1], Finish)


def test_while_it_stands_nothing_is_written() -> None:
    table = rolled()
    table.effects.clear()
    for second in range(60):
        table.put(Tick(START + second))
    assert kept(table) == []
    table = started().put(Press(Button.PAUSE, START + 7.25))
    table.effects.clear()
    for second in range(8, 60):
        table.put(Tick(START + second))
    assert kept(table) == []


# Taken up again


def again(table: Evening, text: str) -> TableState:
    """The table as it begins after a restart, with that text in the journal."""
    state = table.state.game.state
    game = Game.fold(Game.begin(state.variant, SIDES).start, table.state.game.events)
    return restored_turn_clock(begin(game), text)


def message_of(state: TableState) -> str:
    return "" if state.message is None else Texts("en").say(state.message)


def test_it_stands_with_what_was_left_and_who_starts_it_is_reported() -> None:
    table = started()
    run_down(table, START + 32)
    state = again(table, kept(table)[-1])
    assert isinstance(state.phase, Ready)
    assert state.clocks.turn is not None
    assert (state.clocks.turn.standing, state.clocks.turn.seconds_left(7.0)) == (
        Standing.PAUSED,
        58.0,
    )
    assert message_of(state) == named_text(
        "left-on-the-clock-starts", side="Ann", left="0:58", others="Ben"
    )


@pytest.mark.rule("PAR-CHA-04")
def test_the_others_start_it_again_where_it_stood() -> None:
    table = started()
    run_down(table, START + 32)
    text = kept(table)[-1]
    table.state, table.now = again(table, text), 500.0
    table.effects.clear()
    table.press(Button.SIDE_1)
    assert isinstance(table.state.phase, Ready)
    table.press(Button.SIDE_2)
    assert isinstance(table.state.phase, Running)
    assert not [effect for effect in table.effects if isinstance(effect, Record)]
    at, tone = run_down(table, 1000.0)[-1]
    assert at == pytest.approx(502.0 + 58.0)
    assert tone is Tone.DING


@pytest.mark.parametrize(
    "text",
    [
        "what?",
        '{"Ann": 12.5, "Ben": 1500.0}',  # side clocks
        '{"left": 12, "zones": [20, 20, 20, 20, 20, 20], "standing": "running"}',
        '{"left": 60, "zones": [60], "standing": "running"}',
        '{"left": 91, "zones": [15, 15, 15, 15, 15, 15], "standing": "running"}',
        '{"left": 12, "zones": [4000], "standing": "running"}',
    ],
)
def test_a_text_that_is_no_clock_of_this_game_is_reported_and_it_is_wound_up(text: str) -> None:
    state = again(started(), text)
    assert state.clocks.turn == clock_of(ZONES)
    assert isinstance(state.phase, Ready)
    assert message_of(state) == "Ann: the clock was lost and has been reset. Ben starts it."


def test_killed_before_anything_was_kept_it_is_full() -> None:
    state = again(started(), "")
    assert state.clocks.turn == clock_of(ZONES)
    assert message_of(state) == named_text(
        "left-on-the-clock-starts", side="Ann", left="1:30", others="Ben"
    )


def test_what_was_kept_of_an_earlier_turn_means_nothing_for_one_that_wasnt_started() -> None:
    text = '{"left": 12.5, "zones": [15, 15, 15, 15, 15, 15], "standing": "stopped"}'
    state = again(rolled(), text)
    assert state.clocks.turn == clock_of(ZONES)
    assert message_of(state) == named_text("find-letter-then-start", others="Ben", letter="E")


def test_a_clock_that_stood_while_it_was_asked_what_a_stop_means_stands_there_still() -> None:
    table = started().lay(board())
    table.put(Tick(START + 3.0))
    table.now = START + 5
    table.press(Button.SIDE_1)
    text = kept(table)[-1]
    state = again(table, text)
    assert isinstance(table.state.phase, Asking)
    assert state.clocks.turn is not None
    assert state.clocks.turn.seconds_left(0.0) == read_clock(text).seconds_left(0.0)
    assert message_of(state).endswith("left on the clock. Ben starts it.")


def test_a_timer_of_dice_is_started_by_anybody() -> None:
    game = Game.begin(SCRAMBLE, SIDES)
    for event in (Rolled("Ann", "AEIRSTL"), ClockStarted("Ann")):
        after = game.added(event)
        assert isinstance(after, Game), after
        game = after
    state = restored_turn_clock(begin(game), '{"left": 33.2, "zones": [60], "standing": "running"}')
    assert isinstance(state.phase, Ready)
    assert message_of(state) == "Ann: 0:34 left on the timer."
    lost = restored_turn_clock(begin(game), "?")
    assert message_of(lost) == "The timer was lost and has been reset."
