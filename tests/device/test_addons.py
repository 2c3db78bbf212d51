"""Add-ons: one folder is enough for a section of the settings, a line of the menu, a lamp and a
command, and where settings don't want one, nothing heavy is loaded."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from lobby_presses import answer, shown
from standins import CLASSIC, Evening, board

import device.addons
from device import registry
from device.addons.hall import HALL_IDENTITY
from device.addons.hall import table as table_of_the_hall
from device.addons.hall.settings import HallSettings
from device.addons.page.settings import PageSettings
from device.cli.commands import Commands
from device.clock_and_dice.on_time import Lit
from device.doctor.checks import CheckGrade
from device.doctor.software import addon_checks
from device.language.texts import SOURCE, Texts
from device.registry import LeftOut, left_out, registered
from device.session.core.inputs import Tick
from device.session.core.offered import Menu
from device.session.core.state import TableState
from device.session.step import begin
from device.settings.config import SECTIONS, Settings, load_settings
from device.settings.section import Section
from device.simulator.named_texts import named_text
from device.storage.games import Keeper
from device.storage.journal import Journal
from device.system.unfinished import Unfinished
from device.table.addons import (
    NO_PARTS,
    AddOnParts,
    AddOnTable,
    AtTable,
    ChecksAlone,
    checks_of_addons,
    parts_of_addons,
)
from device.table.display import NoScreen
from device.table.equipment import Equipment, Output
from device.table.games import OneGame
from device.table.loop import Loop
from engine.game import Game
from hardware.display import Display
from hardware.panel.port import Button, Lamp, ScriptedPanel

ROOT = Path(__file__).parents[2]
FOLDERS = sorted(path.parent.name for path in (ROOT / "device/addons").glob("*/__init__.py"))


KINDS: Mapping[str, type] = {
    "settings": Section,
    "menu": Menu,
    "table": AtTable,
    "checks": ChecksAlone,
    "commands": Commands,
    "unfinished": Unfinished,
}


def test_every_folder_registers_something() -> None:
    assert {"backup", "hall", "live", "page", "report", "updates", "voice"} <= {*FOLDERS}
    files = {
        folder: {path.stem for path in (ROOT / "device/addons" / folder).glob("*.py")}
        for folder in FOLDERS
    }
    assert [folder for folder in FOLDERS if not files[folder] & KINDS.keys()] == []
    for file, kind in KINDS.items():
        having = [folder for folder in FOLDERS if file in files[folder]]
        assert len(registered(file, kind)) == len(having) > 0, file


def test_a_safe_start_loads_only_the_ways_back() -> None:
    """In a program of its own: it is for good."""
    code = (
        "import sys\n"
        "from device.addons import WAYS_BACK\n"
        "from device.registry import registered, use_ways_back_alone\n"
        "use_ways_back_alone()\n"
        "from device.session.core.offered import Menu\n"
        "from device.table.addons import AtTable\n"
        "print([*registered('menu', Menu)], [*registered('table', AtTable)])\n"
        "print([m for m in sys.modules if m.startswith('device.addons.')"
        " and m.split('.')[2] not in WAYS_BACK])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-2:] == [
        "['backup', 'updates'] ['backup', 'updates']",
        "[]",
    ]


def test_every_section_has_its_page() -> None:
    for section in SECTIONS:
        text = (ROOT / "docs" / section.page).read_text(encoding="utf-8")
        assert f"[{section.name}]" in text, section.page


def test_a_section_is_read_by_its_type() -> None:
    settings = Settings()
    assert settings.of(HallSettings) == HallSettings()
    assert settings.of(PageSettings).port == 8080
    with pytest.raises(LookupError, match="no add-on registers Section"):
        settings.of(Section)  # type: ignore[type-var]


def a_table(at_the_end: ExitStack, journal: Path | None = None) -> AddOnTable:
    return AddOnTable(Settings(), journal, True, None, None, Texts(SOURCE), print, at_the_end)


def test_where_no_settings_want_it_nothing_heavy_is_loaded(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from contextlib import ExitStack\n"
        "from pathlib import Path\n"
        "import test_addons\n"
        "from device.table.addons import parts_of_addons\n"
        "with ExitStack() as at_the_end:\n"
        f"    parts_of_addons(test_addons.a_table(at_the_end, Path({str(tmp_path)!r}) / 'g'))\n"
        "heavy = ('aiohttp', 'paho', 'segno', 'ssl', 'hardware.speech',"
        " 'device.addons.hall.publisher', 'device.addons.voice.voice',"
        " 'device.addons.live.live_file')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": f"{ROOT}:{ROOT / 'tests/device'}", "PATH": "/usr/bin:/bin"},
    )
    assert done.stdout.strip() == "[]"


def test_a_lamp_that_an_add_on_has_blink_stays_so_whatever_else_shines() -> None:
    def blinks(state: TableState, _now: float) -> Lit:
        return frozenset({Lamp.ZONE_1}), frozenset({Lamp.SIDE_1} if state.side == "Ann" else ())

    panel, said = ScriptedPanel(), list[str]()
    game = Game.begin(CLASSIC, ("Ann", "Ben"))
    loop = Loop(
        begin(game, camera=False),
        Equipment(panel, Display(headless=True), clock=lambda: 5.0),
        OneGame(Keeper.of(None, CLASSIC, ("Ann", "Ben"), None)),
        Output(Texts(SOURCE), said.append, addons=AddOnParts(lamps=(blinks,))),
        screen=NoScreen(),
    )
    loop.begin()
    loop.drain(Tick(5.0))
    lit, blinking = panel.lit[-1], panel.blinking[-1]
    assert Lamp.SIDE_1 in blinking
    assert Lamp.SIDE_1 not in lit
    assert Lamp.ZONE_1 in lit


# --- one that is thrown away again ---

SAMPLE = {
    "settings": """
from typing import Annotated
import msgspec
from device.settings.section import Section

class SampleSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    points: Annotated[int, msgspec.Meta(ge=10, le=200)] = 50

REGISTERS = Section("sample", SampleSettings, "config.md")
""",
    "menu": """
from types import MappingProxyType
from device.session.core.commit import go_on, option
from device.cli.commands import Commands
from device.system.unfinished import Unfinished
from device.session.core.offered import Menu, Place

def _offer(state, back, stay):
    yield option("Sample …", go_on)

REGISTERS = Menu(MappingProxyType({Place.DEVICE: _offer}))
""",
    "commands": """
from device.cli.commands import Commands

REGISTERS = Commands("device.addons.sample", {"sample": "Say sample."})
""",
    "sample_command": """
import click

@click.command()
def command():
    click.echo("sample")
""",
}


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder next to those of the add-ons that ship."""
    folder = tmp_path / "addons/sample"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    for name, code in SAMPLE.items():
        (folder / f"{name}.py").write_text(code)
    monkeypatch.setattr(device.addons, "__path__", [*device.addons.__path__, str(folder.parent)])
    _forget()
    yield folder
    for name in [one for one in sys.modules if one.startswith("device.addons.sample")]:
        del sys.modules[name]
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    registry.registered.cache_clear()
    registry._folders.cache_clear()
    registry._left_out.clear()


@pytest.mark.usefixtures("sample")
def test_a_folder_is_enough_for_a_section_and_a_line_of_the_menu() -> None:
    sections = registered("settings", Section)
    assert "sample" in sections
    assert list(sections) == sorted(sections) == [section.name for section in sections.values()]
    evening = Evening().lay(board()).press(Button.NEXT)
    assert "Sample …" in shown(answer(evening, named_text("camera-and-device")))


def test_a_folder_is_enough_for_settings_that_are_bounded_and_for_a_command(
    sample: Path, tmp_path: Path
) -> None:
    code = (
        "import device.addons, sys\n"
        f"device.addons.__path__.append({str(sample.parent)!r})\n"
        "from device.cli.main import main\n"
        "main()"
    )
    call = [sys.executable, "-c", code]

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*call, *words], capture_output=True, text=True, check=False, cwd=ROOT
        )

    assert run("sample").stdout == "sample\n"
    assert "sample" in run("--help").stdout
    settings = tmp_path / "settings.toml"
    settings.write_text("[sample]\npoints = 7\n")
    refused = run("hall", "--folder", str(tmp_path), "--config", str(settings))
    assert "sample.points: Expected `int` >= 10" in refused.stderr


# --- one that is broken ---


def test_what_registers_something_else_is_left_out_and_named(
    sample: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (sample / "table.py").write_text("REGISTERS = 50\n")
    others = [folder for folder in FOLDERS if (ROOT / f"device/addons/{folder}/table.py").exists()]
    assert list(registered("table", AtTable)) == others
    why = "TypeError: device.addons.sample.table registers no AtTable"
    assert left_out() == (LeftOut("sample", "table", why),)
    assert caplog.messages == [f"the add-on sample is left out (table.py): {why}"]


BREAKS = {
    "at import": "import no_such_module\n",
    "not Python": "REGISTERS = (\n",
    "as it joins": (
        "from device.table.addons import AtTable\n"
        "def parts(table):\n"
        "    raise OSError('no such lamp')\n"
        "REGISTERS = AtTable(parts)\n"
    ),
}


@pytest.mark.parametrize("how", BREAKS)
def test_a_table_goes_on_without_an_add_on_that_is_broken(sample: Path, how: str) -> None:
    (sample / "table.py").write_text(BREAKS[how])
    with ExitStack() as at_the_end:
        parts = parts_of_addons(a_table(at_the_end))
    assert parts.jobs
    assert [(one.addon, one.file) for one in left_out()] == [("sample", "table")]
    [check] = addon_checks(left_out())
    assert (check.key, check.verdict) == ("add-on-sample", CheckGrade.BAD)
    assert Texts(SOURCE).say(check.name) == "Add-on sample"
    assert left_out()[0].why in Texts(SOURCE).say(check.value)


def test_what_an_add_on_has_for_the_doctor_alone_may_fail(sample: Path) -> None:
    (sample / "checks.py").write_text(
        "from device.table.addons import ChecksAlone\n"
        "REGISTERS = ChecksAlone(lambda settings, table_runs: 1 / 0)\n"
    )
    said = checks_of_addons(Settings(), table_runs=False)
    assert len(said) == len(registered("checks", ChecksAlone)) - 1
    assert left_out() == (LeftOut("sample", "checks", "ZeroDivisionError: division by zero"),)


def test_an_evening_goes_on_and_the_doctor_names_an_add_on_that_is_broken(
    sample: Path, tmp_path: Path
) -> None:
    """Every file of it fails, its own settings too, of which the household's file has a section."""
    for file in KINDS:
        (sample / f"{file}.py").write_text("raise RuntimeError('nothing works')\n")
    settings = tmp_path / "settings.toml"
    settings.write_text("[sample]\npoints = 7\n")
    photo = tmp_path / "1.png"
    cv2.imwrite(str(photo), np.zeros((480, 640, 3), np.uint8))
    code = (
        "import device.addons, sys\n"
        f"device.addons.__path__.append({str(sample.parent)!r})\n"
        "from device.cli.main import main\n"
        "main()"
    )

    state = tmp_path / "state"
    state.mkdir(mode=0o755)

    def run(*words: str, code: str = code) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", code, *words],
            capture_output=True,
            text=True,
            check=False,
            cwd=ROOT,
            env={**os.environ, "STATE_DIRECTORY": str(state), "SDL_VIDEODRIVER": "dummy"},
            timeout=120,
        )

    table = ("play", "--camera", f"folder:{tmp_path}", "--headless")
    whole = run(*table, code="from device.cli.main import main\nmain()")
    played = run(*table, "--config", str(settings))
    assert (played.returncode, played.stdout) == (whole.returncode, whole.stdout)
    said = "The add-on sample is left out: it can’t be used (RuntimeError: nothing works)."
    assert said in played.stderr
    assert whole.stderr in played.stderr
    examined = run("doctor", "--json", "--photo", str(photo), "--config", str(settings))
    checks = map(json.loads, examined.stdout.splitlines())
    [check] = [line for line in checks if line.get("check") == "add-on-sample"]
    for file in ("settings", "menu", "table", "checks"):
        assert f"{file}.py: RuntimeError: nothing works" in check["value"]


def test_a_hall_is_joined_where_settings_name_its_broker_and_left_where_they_no_longer_do(
    tmp_path: Path,
) -> None:
    from test_hall import wait_for  # here alone: it loads what a test above looks for

    file, journal = tmp_path / "tilekeeper.toml", tmp_path / "games.sqlite"
    file.write_text('[hall]\nbroker = "127.0.0.1:9"\ntable = "One"\n')
    settings = load_settings(file)
    Journal(journal, lambda: 1.0).close()
    join = table_of_the_hall.REGISTERS.parts
    with ExitStack() as at_the_end:
        nothing_kept = join(replace(a_table(at_the_end), settings=settings))
        assert (len(nothing_kept.checks), nothing_kept.followers) == (1, ())
        joined = join(replace(a_table(at_the_end, journal), settings=settings))
        assert (len(joined.checks), len(joined.followers), len(joined.running)) == (1, 2, 1)
        wait_for((tmp_path / HALL_IDENTITY).exists)
    with ExitStack() as at_the_end:
        assert join(a_table(at_the_end, journal)) is NO_PARTS
        assert "hall" in {thread.name for thread in threading.enumerate()}  # takes it back
