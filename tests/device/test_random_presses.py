"""Whatever is pressed whenever: no dead end, no press without an answer, nothing lost or made up.

Random walks from tables of every kind (beginnings.py); what must hold after every step of them is
in walking.py. `python -m workshop.benchmarks.random_walks` walks twenty thousand.
"""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest
import walking
import ways_home
from beginnings import BEGINNINGS, Did
from untold import betrayals
from walking import ENGLISH, Looks, Walk, walked
from ways_home import Homes, by_touch, kind_of, presses_home

from device.session.core.effects import Record
from device.session.core.inputs import Input
from device.session.core.setup import Extras
from device.session.core.state import Phase, Step, TableState, Thinking
from device.session.presses import PRESSES
from device.session.step import step
from device.views.table import view
from hardware.panel.port import Button, Press

WALKS = 4
"""From each beginning; `python -m workshop.benchmarks.random_walks` walks further."""

LOOKS, HOMES = Looks(), Homes()


@pytest.mark.parametrize("place", range(len(BEGINNINGS)), ids=[b.name for b in BEGINNINGS])
def test_every_walk_is_answered_and_leads_home(place: int) -> None:
    for number in range(WALKS):
        walked(place + number * len(BEGINNINGS), LOOKS, HOMES)


def test_walks_come_through_every_state() -> None:
    rare = "Pointing"  # two questions away
    missing = {phase.__name__ for phase in get_args(Phase)} - {rare}
    for number in range(WALKS * len(BEGINNINGS)):
        missing -= {kind.partition(" ")[0] for kind in walked(number, LOOKS, HOMES).visited}
        if not missing:
            return
    pytest.fail(f"no walk comes through {sorted(missing)}")


def test_what_the_camera_sees_is_left_by_touch_while_it_looks_again() -> None:
    beginning = next(one for one in BEGINNINGS if one.name.endswith("the camera aimed"))
    walk = Walk.begun(beginning, LOOKS)
    walk.do(Did("press", Button.NEXT))
    assert walk.state.message is not None
    assert presses_home(walk.state, walk.now, by_touch) is not None


# That a walk finds what is wrong


def _walk_of_a_play() -> Walk:
    walk = Walk(BEGINNINGS[3], LOOKS)
    for did in (Did("lay", 0), Did("arrive", 1), Did("lay", 1), Did("arrive", 1)):
        walk.do(did)
    return walk


def test_a_play_that_is_not_written_down_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(state: TableState, event: Input) -> Step:
        after, effects = step(state, event)
        return after, tuple(effect for effect in effects if not isinstance(effect, Record))

    monkeypatch.setattr(walking, "step", forgetful)
    walk = _walk_of_a_play()
    walk.do(Did("press", Button.SIDE_1))
    with pytest.raises(ways_home.BrokenError, match="written down is"):
        walk.do(Did("arrive", 4))


def test_a_press_that_nothing_answers_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def deaf(state: TableState, event: Input) -> Step:
        return (state, ()) if isinstance(event, Press) else step(state, event)

    monkeypatch.setattr(walking, "step", deaf)
    with pytest.raises(ways_home.BrokenError, match="pause in Thinking changes nothing"):
        _walk_of_a_play().do(Did("press", Button.PAUSE))


def test_points_that_are_shown_though_they_are_hidden_are_found() -> None:
    hidden = Extras(hide_scores=True, tournament=True)
    state = _walk_of_a_play().state
    state = replace(state, agreed=replace(state.agreed, extras=hidden))
    assert list(betrayals(state, view(state, ENGLISH))) == []
    open_ = replace(state, agreed=replace(state.agreed, extras=Extras()))
    assert len(list(betrayals(state, view(open_, ENGLISH)))) == 3


def test_a_dead_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    walk = _walk_of_a_play()
    walk.do(Did("press", Button.PAUSE))
    assert presses_home(walk.state, walk.now) == 1

    def stuck(state: TableState, _: Input) -> Step:
        return state, ()

    monkeypatch.setattr(ways_home, "step", stuck)
    assert presses_home(walk.state, walk.now) is None
    with pytest.raises(ways_home.DeadEndError, match="no 8 presses lead home from Paused"):
        Homes().seek(walk)


def test_a_failure_is_reported_by_a_short_way_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(state: TableState, event: Input) -> Step:
        if isinstance(event, Press) and event.button is Button.PAUSE:
            raise ZeroDivisionError("a bug")
        return step(state, event)

    monkeypatch.setattr(walking, "step", broken)
    walk = _walk_of_a_play()
    error = ZeroDivisionError("a bug")
    walk.done += [Did("later", 7.0), Did("press", Button.PAUSE)]
    reported = walking.failure(walk, 17, error, LOOKS)
    assert reported == f"ZeroDivisionError: a bug\nwalk 17 ({BEGINNINGS[3].name}): pause"


def test_every_state_has_a_row_of_its_own() -> None:
    assert set(PRESSES) == set(get_args(Phase))
    assert kind_of(Thinking()) == "Thinking"
