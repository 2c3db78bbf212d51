"""A table's radio follows the tournament switch, and the table says no more than it has seen."""

from __future__ import annotations

import queue
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from lobby_presses import ENGLISH, answer, opened, take
from radio_standin import Radios
from standins import Evening

from device.addons.radio.checks import radio_check
from device.addons.radio.menu import RADIO_SWITCHED, TableRadio
from device.addons.radio.settings import RadioSettings
from device.addons.radio.switch import RadioSwitch, TournamentFollower
from device.addons.radio.table import REGISTERS
from device.doctor.checks import CheckGrade
from device.doctor.examination import Examined
from device.language.texts import Message
from device.session.core.inputs import Input, JobDone, Tick
from device.session.core.setup import Extras, Setup
from device.session.core.state import TableState
from device.session.lobby.lobby import LineKind
from device.settings.config import Settings, settings_from
from device.system.radio import Way, radios_seen
from device.system.service import CommandError
from device.table.addons import AddOnParts, AddOnTable
from device.views.table import TableView, view
from hardware.cameras.port import CameraStatus

PATIENCE = 10.0


@pytest.fixture
def radios(tmp_path: Path) -> Radios:
    machine = Radios(tmp_path / "machine")
    machine.plug(0, "wlan", "soc")
    machine.plug(1, "bluetooth", "soc")
    return machine


class Table:
    """An evening whose radio is switched in the background, as at a table."""

    def __init__(self, radios: Radios, tournament: bool = False) -> None:
        self.radios = radios
        self.evening = opened(Setup(sides=("Ann", "Ben"), extras=Extras(tournament=tournament)))
        self.refuses = ""
        self.asked: list[Way] = []
        self.posted: queue.Queue[Input] = queue.Queue()
        self.switch = RadioSwitch(
            self._asked, lambda: radios_seen(radios.files), clock=lambda: 0.0, every=0.05
        )
        self.follower = TournamentFollower(self.switch)
        self.follower.begin(self.evening.state)
        self.switch.begin(self.posted.put)

    def _asked(self, way: Way) -> None:
        self.asked.append(way)
        if self.refuses:
            raise CommandError(self.refuses)
        self.radios.switched_off() if way is Way.OFF else self.radios.switched_on()

    def follow(self) -> None:
        state = self.evening.state
        self.follower.follow(state, Tick(0.0), state, ())

    def hears(self) -> TableView:
        """What it shows after the next event."""
        event = self.posted.get(timeout=PATIENCE)
        assert isinstance(event, JobDone)
        assert event.name == RADIO_SWITCHED
        self.evening.put(event)
        return self.shown

    @property
    def shown(self) -> TableView:
        return view(self.evening.state, ENGLISH)


@contextmanager
def at(radios: Radios, *, tournament: bool = False) -> Iterator[Table]:
    table = Table(radios, tournament)
    try:
        yield table
    finally:
        table.switch.close()


def test_it_is_off_while_the_tournament_is_switched_on(radios: Radios) -> None:
    with at(radios) as table:
        assert table.hears().text.message == ""
        take(table.evening, LineKind.EXTRAS)
        answer(table.evening, "Tournament")
        table.follow()
        shown = table.hears()
        assert shown.text.message == "The radio is off: no Wi-Fi, no Bluetooth."
        assert "Radio: off" in shown.text.notes
        assert radios.off == {0, 1}
        answer(table.evening, "Tournament")
        table.evening.state = replace(table.evening.state, message=None)
        table.follow()
        shown = table.hears()
        assert shown.text.message == "The radio is on again."
        assert "Radio: off" not in shown.text.notes
        assert radios.off == set()
        assert table.asked == [Way.OFF, Way.ON]


def test_after_a_power_cut_it_is_as_the_switch_is(radios: Radios) -> None:
    with at(radios, tournament=True) as table:
        table.hears()
    radios.change(0, "soft", 0)  # the system starts with it on
    with at(radios, tournament=True) as table:
        assert table.hears().text.notes == ("Radio: off",)
        assert radios.off == {0, 1}
    with at(radios, tournament=False) as table:
        table.hears()
        assert radios.off == set()


def test_one_that_is_switched_on_meanwhile_is_off_again(radios: Radios) -> None:
    with at(radios, tournament=True) as table:
        table.hears()
        radios.change(0, "soft", 0)
        end = time.monotonic() + PATIENCE
        while radios.off != {0, 1}:
            assert time.monotonic() < end
            time.sleep(0.01)
    assert table.asked == [Way.OFF, Way.OFF]


def test_a_refusal_is_said_and_nothing_is_claimed(radios: Radios) -> None:
    with at(radios) as table:
        table.hears()
        table.refuses = "Access denied"
        table.evening.state = with_tournament(table.evening.state)
        table.follow()
        shown = table.hears()
        assert shown.text.message == "The radio can’t be switched off: Access denied"
        assert shown.text.trouble == "The radio is on: Wi-Fi, Bluetooth."
        assert shown.text.notes == ()


def test_a_radio_that_stays_on_all_the_same_is_said_to_be_on(radios: Radios) -> None:
    radios.obeys = False
    with at(radios, tournament=True) as table:
        shown = table.hears()
        assert shown.text.message == ("The radio can’t be switched off: the system still has it on")
        assert shown.text.trouble == "The radio is on: Wi-Fi, Bluetooth."


def test_a_refusal_is_not_tried_again_at_once(radios: Radios) -> None:
    asked = []

    def refuse(way: Way) -> None:
        asked.append(way)
        raise CommandError("no")

    times = [100.0]
    switch = RadioSwitch(refuse, lambda: radios_seen(radios.files), clock=lambda: times[-1])
    for moment, tried in ((100.0, 1), (130.0, 1), (161.0, 2)):
        times.append(moment)
        assert switch.kept(off=True).why == "no"
        assert len(asked) == tried


def test_radios_that_a_household_had_off_are_not_said_to_be_on(radios: Radios) -> None:
    for number in (0, 1):
        radios.change(number, "soft", 1)
    with at(radios, tournament=True) as table:
        assert table.hears().text.message == "The radio is off: no Wi-Fi, no Bluetooth."
        table.evening.state = replace(with_tournament(table.evening.state, on=False), message=None)
        table.follow()
        assert table.hears().text.message == ""
        assert table.asked == []


def test_what_is_to_be_done_stays_on_the_screen() -> None:
    evening = Evening()
    before = Message("Ann: pick up H8.")
    evening.state = replace(evening.state, message=before)
    evening.put(JobDone(RADIO_SWITCHED, TableRadio(True, wanted_off=True), 0.0))
    assert evening.state.message == before


def with_tournament(state: TableState, *, on: bool = True) -> TableState:
    extras = replace(state.agreed.extras, tournament=on)
    return replace(state, agreed=replace(state.agreed, extras=extras))


# --- the doctor ---


def examined(*addons: object) -> Examined:
    return Examined(
        CameraStatus.NONE, None, None, None, None, 2, None, True, None, "en", addons=addons
    )


def test_the_doctor_says_how_the_radio_is(radios: Radios) -> None:
    wanted = TableRadio(True, wanted_off=True)
    seen = radios_seen(radios.files)
    (check,) = radio_check(examined(), seen)
    assert (check.verdict, ENGLISH.say(check.value)) == (CheckGrade.GOOD, "on: Wi-Fi, Bluetooth")
    (check,) = radio_check(examined(wanted), seen)
    assert check.verdict is CheckGrade.BAD, "whatever the table believes"
    assert ENGLISH.say(check.value) == "on at a tournament: Wi-Fi, Bluetooth"
    radios.switched_off()
    for addons in ((), (wanted,)):
        (check,) = radio_check(examined(*addons), radios_seen(radios.files))
        assert ENGLISH.say(check.value) == "switched off"
    radios.unplug(0)
    radios.unplug(1)
    assert not list(radio_check(examined(wanted), radios_seen(radios.files)))


# --- which tables ---


def parts(settings: Settings, service_folder: Path | None) -> AddOnParts:
    with ExitStack() as at_the_end:
        table = AddOnTable(
            settings, None, True, None, service_folder, ENGLISH, lambda _: None, at_the_end
        )
        return REGISTERS.parts(table)


def test_only_an_installed_table_switches_it_unless_the_settings_keep_it_on(tmp_path: Path) -> None:
    usual = settings_from({}, "here")
    kept_on = settings_from({"radio": {"off_at_tournaments": False}}, "here")
    assert usual.of(RadioSettings).off_at_tournaments
    assert parts(usual, tmp_path).running
    assert not parts(usual, None).running
    assert not parts(kept_on, tmp_path).running
    assert all(parts(one, None).checks for one in (usual, kept_on))
