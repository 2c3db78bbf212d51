"""Real tables that are killed by SIGKILL in a lobby, while a name is given, a play is entered, a
question is open, a clock runs, racks are named: what was shown is there again.
workshop/benchmarks/killed_tables.py does it a hundred times, at random, and forks no tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from forked_tables import started

from hardware.panel.port import Button
from workshop.benchmarks import killed_tables
from workshop.benchmarks.killed_tables import (
    BACK,
    NEXT,
    OK,
    PLACES,
    UNDO,
    Place,
    Table,
    begun,
    killed,
    lost,
)

PRESSES = {
    "lobby": (NEXT, OK, OK, NEXT),
    "names": (NEXT, NEXT),
    "name by letters": (OK, NEXT, OK),
    "question": (NEXT,),
    "play by hand": (OK, OK, OK, NEXT, OK),
    "menu": (NEXT,),
    "clock": (Button.SIDE_1, OK, Button.PAUSE),
    "settlement": (OK, NEXT, OK),
}


@pytest.fixture(autouse=True)
def forked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(killed_tables, "started", started)


@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_nothing_that_was_shown_is_lost(tmp_path: Path, place: Place) -> None:
    kill = killed(tmp_path, place, PRESSES[place.name], 0.3)
    assert lost(kill) == ""
    assert (
        "Names and settings are as you left them" in kill.output
        or "The game continues where you left off" in kill.output
    )


def test_names_are_kept_when_the_players_leave(tmp_path: Path) -> None:
    table = begun(tmp_path, PLACES[2])
    for press in (OK, NEXT, OK, Button.SIDE_1, BACK):
        table.do(press)
    assert "Ab" in table.shown[-1]["all"]["dialog"]
    table.do("Done")
    lobby = table.shown[-1]["all"]["page"]
    assert "2: Ab, B" in lobby
    table.do(Button.END)
    table.do("Yes")
    assert table.process.wait(60) == 0
    table.kill()
    again = Table(tmp_path)
    assert again.view()
    first = again.shown[0]
    again.kill()
    assert first["all"]["page"] == lobby
    assert first["question"] is None


def test_a_game_without_a_turn_goes_on_too(tmp_path: Path) -> None:
    kill = killed(tmp_path, PLACES[2], (OK, Button.SIDE_1, UNDO, UNDO, OK), 0.3)
    assert "A" in kill.first["all"]["sides"]
    assert lost(kill) == ""
