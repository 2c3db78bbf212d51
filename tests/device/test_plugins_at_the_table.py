"""Plug-ins at the table: listed and switched in the menu, named where one is cut off, and without
any influence on the game."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from pathlib import Path

import pytest
from lobby_presses import ENGLISH, answer, shown
from standins import Evening, board
from test_appliance import PATIENCE, Service, in_lobby, settings

from device.addons.plugins.checks import plug_in_checks
from device.addons.plugins.menu import SWITCH_PLUG_IN, PlugIn, PlugIns
from device.doctor.checks import CheckGrade
from device.doctor.examination import Examined
from device.language.texts import Message
from device.session.core.effects import Announce, Job
from device.session.core.inputs import JobDone
from device.session.core.state import Asking
from device.storage.journal import GAMES_FILE, Journal
from hardware.cameras.port import CameraStatus
from hardware.panel.port import Button
from workshop.plug_in_folders import environment, install

LAMP = PlugIn("lamp", "tilekeeper-lamp 1.0", False)
BROKEN = replace(LAMP, on=True, why=Message("it hasn’t responded for {n} s", {"n": 10}))
SENTENCE = "Plug-in lamp is off: it hasn’t responded for 10 s. The game continues without it."


def at_the_device(*plug_ins: PlugIn) -> Evening:
    """A game, in which somebody looks after the device."""
    evening = Evening()
    device = evening.state.device.having(PlugIns(plug_ins))
    evening.state = replace(evening.state, device=device)
    evening.lay(board()).press(Button.NEXT)
    return answer(evening, "Camera and device…")


def asked(evening: Evening) -> str:
    assert isinstance(evening.state.phase, Asking)
    return ENGLISH.say(evening.state.phase.question.text)


def hear(evening: Evening, *plug_ins: PlugIn) -> Evening:
    return evening.put(JobDone(SWITCH_PLUG_IN, PlugIns(plug_ins), evening.now))


# --- the menu ---


def test_a_table_without_any_offers_none() -> None:
    assert "Plug-ins…" not in shown(at_the_device())


def test_one_is_switched_on_and_off_in_the_menu() -> None:
    evening = answer(at_the_device(LAMP), "Plug-ins…")
    assert asked(evening) == "Plug-ins know what spectators see, and can’t change a game."
    answer(evening, "lamp: off")
    assert asked(evening) == "lamp (tilekeeper-lamp 1.0) is off."
    answer(evening, "Switch it on")
    assert evening.effects[-1] == Job(SWITCH_PLUG_IN, ("lamp", True))
    assert asked(evening) == "One moment…"
    hear(evening, replace(LAMP, on=True))
    assert asked(evening) == "lamp (tilekeeper-lamp 1.0) is on."
    answer(evening, "Switch it off")
    assert evening.effects[-1] == Job(SWITCH_PLUG_IN, ("lamp", False))
    hear(evening, LAMP)
    answer(evening, "Back")
    assert "lamp: off" in shown(evening)


def test_one_that_is_cut_off_is_named_once_and_can_be_switched_on_again() -> None:
    evening = Evening().lay(board())
    hear(evening, replace(LAMP, on=True))
    assert evening.state.message is None
    for _ in range(2):
        hear(evening, BROKEN)
    assert evening.state.message is not None
    assert ENGLISH.say(evening.state.message) == SENTENCE
    said = [one.message for one in evening.effects if isinstance(one, Announce)]
    assert [ENGLISH.say(one) for one in said] == [SENTENCE]
    evening.press(Button.NEXT)
    answer(answer(answer(evening, "Camera and device…"), "Plug-ins…"), "lamp: cut off")
    assert asked(evening) == SENTENCE
    answer(evening, "Switch it on")
    assert evening.effects[-1] == Job(SWITCH_PLUG_IN, ("lamp", True))


def test_what_comes_of_one_changes_no_game_and_asks_nothing() -> None:
    evening = Evening().lay(board((7, 6, "across", "QUIZ"))).press(Button.SIDE_1)
    before = evening.state
    hear(evening, BROKEN)
    after = evening.state
    changed = {
        field.name
        for field in fields(after)
        if getattr(after, field.name) is not getattr(before, field.name)
    }
    assert changed == {"device"}  # a message that was on the screen stays


def test_the_doctor_names_each() -> None:
    missing = PlugIn("gone", "", True, Message("it isn’t installed"))
    on = PlugIn("good", "tilekeeper-good 2", True)
    own = PlugIns((BROKEN, missing, on, replace(LAMP, name="other")), "python3.9")
    examined = Examined(
        CameraStatus.NONE, None, None, None, None, 2, None, True, None, "en", addons=(own,)
    )
    found = {
        check.key: (check.verdict, ENGLISH.say(check.value)) for check in plug_in_checks(examined)
    }
    assert found == {
        "plug-ins": (CheckGrade.DOUBTFUL, "installed for python3.9, which is no longer here"),
        "plug-in-lamp": (CheckGrade.DOUBTFUL, "off: it hasn’t responded for 10 s"),
        "plug-in-gone": (CheckGrade.DOUBTFUL, "off: it isn’t installed"),
        "plug-in-good": (CheckGrade.GOOD, "on (tilekeeper-good 2)"),
        "plug-in-other": (CheckGrade.GOOD, "off (tilekeeper-lamp 1.0)"),
    }


# --- the whole program ---


@pytest.fixture
def opt(tmp_path: Path) -> Path:
    """Where plug-ins of a table are installed."""
    folder = tmp_path / "opt"
    environment(folder)
    return folder


@pytest.fixture
def service() -> Iterator[list[Service]]:
    begun: list[Service] = []
    yield begun
    for one in begun:
        one.close()


def play_a_little(service: Service) -> None:
    """A turn."""
    service.until(in_lobby)
    service.press(Button.OK)
    service.until(lambda shown: shown["state"] == "A’s turn")
    service.press(Button.SIDE_1)
    service.answer("Pass")
    service.until(lambda shown: shown["state"] == "B’s turn")


def events_in(folder: Path) -> list[object]:
    journal = Journal(folder / GAMES_FILE, lambda: 0.0)
    kept = journal.unfinished()
    journal.close()
    assert kept is not None
    return list(kept.events)


def begin(begun: list[Service], home: Path, opt: Path, patience: float = PATIENCE) -> Service:
    """A table; `patience`: seconds until a plug-in counts as hung."""
    home.mkdir(exist_ok=True)
    prefix = str(opt / "releases/1.0.0-test")
    begun.append(Service(home, TEST_PLUG_INS=prefix, TEST_PATIENCE=str(patience)))
    return begun[-1]


@pytest.mark.parametrize(
    ("named", "patience"),
    [
        (
            {
                "crashing": "it stopped: RuntimeError: the lamp is broken",
                "hungry": "it needs more than 64 MB of memory",
            },
            PATIENCE,
        ),
        ({"hung": "it hasn’t responded for 0 s", "hung-in-c": "it hasn’t responded for 0 s"}, 0.4),
    ],
)
def test_bad_ones_are_cut_off_and_named_and_the_game_is_the_same(
    service: list[Service],
    opt: Path,
    tmp_path: Path,
    named: Mapping[str, str],
    patience: float,
) -> None:
    plain = begin(service, tmp_path / "plain", opt)
    play_a_little(plain)
    assert plain.end(signal.SIGTERM) == 0
    for name in named:
        install(opt, name)
    home = tmp_path / "with"
    home.mkdir()
    settings(home, f"[plugins]\nenabled = {json.dumps([*named])}\n")
    running = begin(service, home, opt, patience)
    play_a_little(running)
    for name, why in named.items():
        running.until_printed(f"Plug-in {name} is off: {why}. The game continues without it.")
    assert running.end(signal.SIGTERM) == 0
    assert "Traceback" not in running.output
    assert events_in(home / "state") == events_in(tmp_path / "plain/state") != []


def test_one_is_switched_on_at_the_table_and_stays_on(
    service: list[Service], opt: Path, tmp_path: Path
) -> None:
    install(opt, "good")
    home = tmp_path / "home"
    first = begin(service, home, opt)
    play_a_little(first)
    first.press(Button.NEXT)
    for line in ("More…", "Camera and device…", "Plug-ins…", "good: off", "Switch it on"):
        first.answer(line)
    first.until(lambda shown: shown["question"] == "good (tilekeeper-good 1.0) is on.")
    assert first.end(signal.SIGTERM) == 0
    again = begin(service, home, opt)
    log = home / "logs/tilekeeper.log"
    said = "the plug-in good: it is B’s turn"
    again.until(lambda _: said in log.read_text(encoding="utf-8"))
    done = subprocess.run(
        [sys.executable, "-c", "from device.cli.main import main; main()", "doctor", "--json"],
        env={**os.environ, "RUNTIME_DIRECTORY": str(home / "runtime")},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert lines[-1]["by"] == "table", done.stdout + done.stderr
    (own,) = (line for line in lines if line.get("check") == "plug-in-good")
    assert (own["verdict"], own["value"]) == ("good", "on (tilekeeper-good 1.0)")
