"""A device that is switched on while a clock would run: nobody sits at the table yet, so it stands
until somebody presses."""

from __future__ import annotations

from dataclasses import replace

import pytest
from standins import CLASSIC, Evening, board

from device.language.texts import Message, Texts
from device.session.core.commit import added
from device.session.core.effects import KeepClock
from device.session.core.inputs import Tick
from device.session.core.setup import NO_EXTRAS, Extras
from device.session.core.state import Asking, Over, Paused, TableState, Thinking
from device.simulator.named_texts import named_text
from device.table.opening import Opening
from device.views.table import view
from engine.events import Ended
from engine.game import Game
from hardware.panel.port import Button

SIDES = ("Ann", "Ben")
CLOCKS = [Extras(side_clock=25), Extras(turn_seconds=60), Extras(side_clock=25, turn_seconds=60)]
KEPT = '{"Ann": 700.0, "Ben": 800.0}'


def opened(extras: Extras, **more: object) -> TableState:
    game = Game.begin(CLASSIC, SIDES)
    text = KEPT if extras.side_clock else ""
    opening = Opening(game, extras, number=1, clock=text, attended=False)
    return replace(opening, **more).state(camera=True)  # type: ignore[arg-type]


def evening(state: TableState) -> Evening:
    evening = Evening()
    evening.state = state
    return evening


def left(state: TableState, at: float) -> list[float | None]:
    assert state.clocks.sides is not None
    read = (state.clocks.sides.left_of, state.clocks.sides.turn_left_of)
    return [each(side, at) for each in read for side in SIDES]


@pytest.mark.parametrize("extras", CLOCKS, ids=["game", "turn", "both"])
def test_the_clocks_stand_until_somebody_goes_on(extras: Extras) -> None:
    table = evening(opened(extras))
    assert isinstance(table.state.phase, Paused)
    shown = view(table.state, Texts("en"))
    assert shown.text.message == named_text("switched-on-again-the-clocks")
    assert shown.text.state == "Paused"
    table.put(Tick(2.0)).lay(board())
    first = left(table.state, 2.0)
    for at in (3.0, 600.0, 36_000.0):
        table.put(Tick(at))
    assert left(table.state, 36_000.0) == first
    table.now = 36_000.0
    table.press(Button.OK)
    assert isinstance(table.state.phase, Thinking)
    table.put(Tick(table.now + 10.0))
    assert left(table.state, table.now + 10.0) != first
    ran = [
        was - now
        for was, now in zip(first, left(table.state, 36_011.0), strict=True)
        if was is not None and now is not None
    ]
    assert set(ran) == {0.0, 10.0}


def test_what_cannot_be_used_is_read_first_and_the_clocks_go_on_standing() -> None:
    trouble = Message("can’t write a log. {why}", {"why": "It is full."})
    table = evening(opened(CLOCKS[0], troubles=(trouble,)))
    assert isinstance(table.state.phase, Asking)
    table.put(Tick(500.0)).press(Button.OK).put(Tick(900.0))
    assert isinstance(table.state.phase, Paused)
    assert left(table.state, 900.0)[:2] == [700.0, 800.0]
    assert table.message == named_text("switched-on-again-the-clocks")


def test_clocks_that_were_lost_are_reported_and_stand_too() -> None:
    state = opened(CLOCKS[0], clock="no clocks")
    assert isinstance(state.phase, Paused)
    assert state.message is not None
    assert "lost" in state.message.text


def test_a_plug_pulled_while_it_stands_takes_nothing_away() -> None:
    table = evening(opened(CLOCKS[0])).put(Tick(2.0)).put(Tick(900.0))
    assert not any(isinstance(effect, KeepClock) for effect in table.effects)


def test_without_such_clocks_and_where_somebody_sits_there_it_goes_on_at_once() -> None:
    assert isinstance(opened(NO_EXTRAS).phase, Thinking)
    assert isinstance(opened(CLOCKS[0], attended=True).phase, Thinking)


def test_a_game_that_is_over_is_not_paused() -> None:
    game = added(Game.begin(CLASSIC, SIDES), (Ended({"Ann": "A", "Ben": "B"}),))
    assert isinstance(game, Game), game
    assert isinstance(opened(CLOCKS[0], game=game).phase, Over)
