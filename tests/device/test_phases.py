"""The state in which a table rests follows from game and clock: undo and a restart agree."""

from __future__ import annotations

import pytest
from party_nights import EAT, EMPTY, PARTY, A, B, PartyNight
from standins import CLASSIC

from device.clock_and_dice.zone_clock import clock_of
from device.session.core.prompts import phase_of, resting
from device.session.core.state import Counted, Over, Ready, Rolling, Running, Thinking
from device.session.step import begin
from engine.circumstances import ChanceFace, Zone
from engine.events import (
    Accepted,
    ChanceRolled,
    ClockStarted,
    ClockStopped,
    Ended,
    Event,
    Played,
    Rolled,
)
from engine.game import Game
from engine.squares import Square
from engine.variants import load_variant

LEAVE = {Square(3 + i, 7): letter for i, letter in enumerate("LEAVE")}
ROLLED, STARTED = Rolled("Ann", "E"), ClockStarted("Ben")
STOPPED, PLAYED = ClockStopped("Ann", Zone.X4), Played("Ann", LEAVE)
AGAIN = ChanceRolled("Ann", ChanceFace.PLAY_AGAIN)


@pytest.mark.parametrize(
    ("events", "phase"),
    [
        ((), Rolling()),
        ((ROLLED,), Ready()),
        ((ROLLED, STARTED), Ready()),
        ((ROLLED, STARTED, STOPPED), Ready()),
        ((ROLLED, STARTED, STOPPED, PLAYED, STOPPED), Rolling()),
        ((ROLLED, STARTED, PLAYED, STOPPED), Rolling()),
        ((ROLLED, STARTED, PLAYED, STOPPED, AGAIN), Counted()),
        ((ROLLED, STARTED, PLAYED, STOPPED, AGAIN, Accepted()), Rolling()),
        ((Ended(),), Over()),
    ],
)
def test_a_party_game_taken_up_again_rests_where_it_stood(
    events: tuple[Event, ...], phase: object
) -> None:
    game = Game.fold(Game.begin(PARTY, ("Ann", "Ben")).start, events)
    assert game.misfits == ()
    assert phase_of(game) == phase
    assert begin(game).phase == phase


def test_only_a_clock_that_runs_makes_a_turn_run() -> None:
    game = Game.fold(Game.begin(PARTY, ("Ann", "Ben")).start, (ROLLED, STARTED))
    clock = clock_of([10] * 6)
    assert phase_of(game, clock) == Ready()
    assert phase_of(game, clock.started(5.0)) == Running()
    assert phase_of(game, clock.started(5.0).stopped(9.0)) == Ready()


def test_other_games_rest_as_before() -> None:
    assert phase_of(Game.begin(CLASSIC, ("Ann", "Ben"))) == Thinking()
    assert phase_of(Game.begin(load_variant("topword", "en"), ("Ann", "Ben"))) == Thinking()


def test_every_step_of_an_evening_rests_where_it_is() -> None:
    night = PartyNight()
    assert resting(night.state) == night.state.phase
    night.roll("E")
    assert resting(night.state) == night.state.phase
    night.press(B)
    assert resting(night.state) == night.state.phase
    night.laid(EAT).press(A)
    assert resting(night.state) == night.state.phase
    night.lay(EMPTY)
    assert resting(night.state) == night.state.phase
