"""What is shown of a pause and of a camera that is gone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from lobby_presses import OFFERS
from phase_moments import phase_moments
from table_moments import MOMENTS, NOW

from device.language.texts import Texts
from device.session.core.setup import Setup
from device.session.core.state import Page, TableState
from device.session.lobby.lobby import enter
from device.simulator.named_texts import named_text
from device.views.standing import CAMERA_LOST, PausedView
from device.views.table import TableView, view
from hardware.cameras.port import CameraStatus

ENGLISH = Texts("en")
TABLES = {name: (state, now) for name, state, now in phase_moments()}


def shown(moment: str) -> TableView:
    state, now = TABLES[moment]
    return view(state, ENGLISH, now)


def test_a_pause_says_what_stands() -> None:
    assert shown("pause").page.paused == PausedView(
        "Paused", "Bartholomew’s turn", named_text("ok-resumes")
    )
    clocks = shown("pause, clocks").page.paused
    assert clocks is not None
    assert (clocks.time, clocks.clock) == ("0:48", "Turn time left")
    party = shown("pause, party").page.paused
    assert party is not None
    assert (party.time, party.clock, party.zone) == ("1:12", "Clock stopped", "×3")


@pytest.mark.parametrize("moment", ["pause, end?", "lost", "over, odd"])
def test_there_is_no_pause_while_something_is_asked_and_elsewhere(moment: str) -> None:
    assert shown(moment).page.paused is None


def gone(state: TableState) -> TableView:
    return view(state.with_camera(CameraStatus.LOST), ENGLISH, NOW)


@pytest.mark.parametrize("moment", ["start", "counted", "judged good", "settling"])
def test_a_camera_that_is_gone_is_reported_once(moment: str) -> None:
    lost = gone(MOMENTS[moment])
    assert lost.board.lost is not None
    assert ENGLISH.say(CAMERA_LOST) not in lost.text.trouble


def test_a_ribbon_cable_is_not_to_be_plugged_in_as_if_it_were_usb() -> None:
    by_usb, ribbon = shown("lost").board.lost, shown("lost, ribbon cable").board.lost
    assert by_usb is not None
    assert ribbon is not None
    assert by_usb.what_to_do == "Plug it back in; it will be detected."
    assert (
        "Is it on a ribbon cable? Switch off the device before you push that in"
        in ribbon.what_to_do
    )


@pytest.mark.parametrize(
    "moment", ["pointing", "lobby", "judged bad", "blank", "menu", "end?", "won"]
)
def test_where_the_board_is_needed_or_not_shown_it_is_reported_in_a_line(moment: str) -> None:
    lost = gone(MOMENTS[moment])
    if lost.dialog.settling is not None:
        assert lost.board.lost is not None
        return
    assert lost.board.lost is None
    assert ENGLISH.say(CAMERA_LOST) in lost.text.trouble


def test_a_table_that_never_had_a_camera_says_so_in_its_settings_alone() -> None:
    quiet = view(MOMENTS["no camera"], ENGLISH, NOW)
    assert quiet.board.lost is None
    assert quiet.text.trouble == ""
    settings = enter(replace(MOMENTS["no camera"], offers=OFFERS), Setup(), Page.DEVICE)
    lobby = view(settings, ENGLISH, NOW).page.lobby
    assert lobby is not None
    assert "no camera: you enter the plays" in [line.value for line in lobby.lines]


def test_it_is_gone_from_the_screen_once_the_camera_is_back() -> None:
    assert view(MOMENTS["counted"], ENGLISH, NOW).board.lost is None
