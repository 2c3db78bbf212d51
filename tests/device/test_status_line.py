"""What `systemctl status` says of a table, and what it doesn't tell."""

from __future__ import annotations

from dataclasses import replace

from standins import Evening, board

from device.session.core.state import Over, Paused
from device.table.loop import status_line
from hardware.panel.port import Button

ONE = board((7, 6, "across", "QUIZ"))


def test_the_game_and_how_far_it_is() -> None:
    evening = Evening().lay(board())
    assert status_line(evening.state) == "A game is played: classic, 0 lines on its sheet."
    evening.lay(ONE).press(Button.SIDE_1)
    assert status_line(evening.state) == "A game is played: classic, 1 line on its sheet."
    assert status_line(replace(evening.state, phase=Paused())).startswith("A game rests:")
    assert status_line(replace(evening.state, phase=Over())).startswith("A game is over:")


def test_no_names_and_no_points() -> None:
    evening = Evening().lay(board()).lay(ONE).press(Button.SIDE_1)
    assert evening.totals["Ann"] == 44
    assert "Ann" not in status_line(evening.state)
    assert "44" not in status_line(evening.state)
