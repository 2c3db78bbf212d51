"""Plug-ins in real processes: whatever they do, they are found, fed, cut off and named, and the
table's own thread waits for none of them."""

from __future__ import annotations

import io
import json
import logging
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from standins import Evening, board

from device.addons.plugins import process
from device.addons.plugins.chosen import ChosenPlugIns, keep_choice, kept_choice
from device.addons.plugins.installed import (
    GROUP,
    InstalledPlugIn,
    installed_plug_ins,
    of_another_python,
    own_environment,
    plug_in_folder,
)
from device.addons.plugins.menu import SWITCH_PLUG_IN, PlugIn, PlugIns
from device.addons.plugins.plug_ins import RunningPlugIns, line_of, public_moment
from device.addons.plugins.process import Limits
from device.addons.plugins.settings import PlugInSettings
from device.language.texts import Texts
from device.session.core.inputs import Input, JobDone
from device.views.payload import ShownMoment, payload
from device.views.sheet import sheet_view
from device.views.table import view
from engine.variants import load_variant
from hardware.panel.port import Button
from workshop.plug_in_folders import environment, install, packages

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples/tilekeeper-lamp"
ENGLISH = Texts("en")

PATIENCE = 90.0
"""Seconds after which something is waited for in vain."""

TWICE = (0.0, 0.0)

PATIENT = Limits(starts_within=PATIENCE, asks_within=PATIENCE, restarts_after=TWICE)
"""On a busy machine a good one may be slow."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table's folder with plug-ins of all kinds."""
    folder = tmp_path_factory.mktemp("opt")
    environment(folder)
    return folder


class Table:
    """What a table is to its plug-ins: it shows moments, and hears of them."""

    def __init__(
        self,
        home: Path,
        on: Sequence[str],
        limits: Limits = PATIENT,
    ) -> None:
        for name in on:
            install(home, name)
        settings = PlugInSettings(tuple(on))
        prefix = home / "releases/1.0.0-test"
        self.plug_ins = RunningPlugIns(settings, home / "state", own_environment(prefix), limits)
        self.heard: list[PlugIns] = []
        self.evening = Evening()
        self.plug_ins.begin(self._post)

    def _post(self, event: Input) -> None:
        assert isinstance(event, JobDone)
        assert event.name == SWITCH_PLUG_IN
        self.heard.append(event.result)  # type: ignore[arg-type]

    def show(self) -> None:
        state = self.evening.state
        now = self.evening.now
        self.plug_ins.see(state, view(state, ENGLISH, now), "en", now, None)

    def play_until(self, true: Callable[[], bool]) -> None:
        """Shows something else again and again."""
        boards = [board(), board((7, 6, "across", "QUIZ"))]
        end = time.monotonic() + PATIENCE
        number = 0
        while not true():
            assert time.monotonic() < end, self.heard
            number += 1
            self.evening.lay(boards[number % 2])
            self.show()
            time.sleep(0.02)

    def named(self, name: str) -> PlugIn | None:
        every = self.heard[-1].all if self.heard else ()
        return next((one for one in every if one.name == name), None)

    def why(self, name: str) -> str:
        one = self.named(name)
        return "" if one is None or one.why is None else ENGLISH.say(one.why)


@pytest.fixture
def table(home: Path) -> Iterator[Callable[..., Table]]:
    tables: list[Table] = []

    def begun(*on: str, limits: Limits = PATIENT) -> Table:
        tables.append(Table(home, on, limits))
        return tables[-1]

    yield begun
    for one in tables:
        one.plug_ins.close()
    (home / "state/plug-ins.json").unlink(missing_ok=True)


def logged(caplog: pytest.LogCaptureFixture, of: str) -> list[str]:
    """What that plug-in has printed."""
    start = f"the plug-in {of}: "
    said = [one.getMessage() for one in caplog.records]
    return [one.removeprefix(start) for one in said if one.startswith(start)]


# --- which are installed ---


def test_they_are_found_by_their_metadata_alone(tmp_path: Path) -> None:
    prefix = environment(tmp_path)
    install(tmp_path, "lamp", "raise SystemExit('it was imported')", version="2.1")
    install(tmp_path, "Not A Name", "")
    install(tmp_path, "good")
    (packages(tmp_path) / "broken-1.0.dist-info").mkdir()
    (packages(tmp_path) / "broken-1.0.dist-info/entry_points.txt").write_bytes(b"\xff[[\n=\n")
    python = tmp_path / "plug-ins/bin/python"
    assert installed_plug_ins(own_environment(prefix)) == {
        "good": InstalledPlugIn("good", "tilekeeper-good 1.0", "good:plug_in", python),
        "lamp": InstalledPlugIn("lamp", "tilekeeper-lamp 2.1", "lamp:plug_in", python),
    }


def test_where_nobody_has_installed_any_there_are_none(tmp_path: Path) -> None:
    prefix = tmp_path / "releases/1"
    prefix.mkdir(parents=True)
    assert installed_plug_ins(own_environment(prefix)) == {}
    assert of_another_python(prefix) is None
    assert plug_in_folder(Path(sys.prefix)) is None


def test_with_the_debian_package_they_are_where_the_installer_has_them() -> None:
    assert plug_in_folder(Path("/usr/lib/tilekeeper")) == Path("/opt/tilekeeper/plug-ins")


def test_a_folder_that_was_made_for_another_python_is_named(tmp_path: Path) -> None:
    prefix = environment(tmp_path)
    assert of_another_python(prefix) is None
    packages(tmp_path).parent.rename(tmp_path / "plug-ins/lib/python3.9")
    assert installed_plug_ins(own_environment(prefix)) == {}
    assert of_another_python(prefix) == "python3.9"


def test_the_settings_count_until_somebody_has_switched_one(tmp_path: Path) -> None:
    found = {name: InstalledPlugIn(name, "p 1", "p:p", Path("python")) for name in "abcde"}
    settings = PlugInSettings(("a", "b", "z"))
    assert ChosenPlugIns(settings, found, kept_choice(tmp_path)).run() == ("a", "b")
    keep_choice(tmp_path, {"a": False, "c": True, "d": True, "e": True})
    chosen = ChosenPlugIns(settings, found, kept_choice(tmp_path))
    assert chosen.run() == ("b", "c", "d")
    said = {
        one.name: (one.on, "" if one.why is None else ENGLISH.say(one.why))
        for one in chosen.listed().all
    }
    assert said == {
        "a": (False, ""),
        "b": (True, ""),
        "c": (True, ""),
        "d": (True, ""),
        "e": (True, "no more than 3 run at once"),
        "z": (True, "it isn’t installed"),
    }


@pytest.mark.parametrize("kept", [b"", b"{", b'{"a": 1}', b"[" * 20_000, b"\xff"])
def test_a_damaged_choice_is_none(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / "plug-ins.json").write_bytes(kept)
    assert kept_choice(tmp_path) == {}


# --- what they are sent ---


def test_they_are_sent_what_spectators_see_and_nothing_else() -> None:
    evening = Evening().lay(board()).press(Button.SIDE_1)
    texts, now = ENGLISH, evening.now
    seen = view(evening.state, texts, now)
    public = public_moment(ShownMoment(evening.state, seen, "en", now))
    sent = json.loads(line_of(public, {"pins": [17]}))
    page = json.loads(json.dumps(payload(seen, sheet_view(evening.state, texts, now))))
    assert sent == {"protocol": 1, "language": "en", **page, "options": {"pins": [17]}}


def test_the_evening_of_the_example_has_what_is_sent_today() -> None:
    state = Evening(variant=load_variant("classic", "en")).state
    moment = public_moment(ShownMoment(state, view(state, ENGLISH), "en", 0.0))
    names = [*moment, "options"]
    lines = (EXAMPLE / "evening.jsonl").read_text(encoding="utf-8").splitlines()
    # `python -m workshop.example_moments` writes it again.
    assert {tuple(json.loads(line)) for line in lines} == {tuple(names)}


# --- the example ---


def test_the_example_is_tried_without_a_table() -> None:
    with (EXAMPLE / "evening.jsonl").open() as evening:
        done = subprocess.run(
            [sys.executable, "-I", EXAMPLE / "tilekeeper_lamp.py"],
            stdin=evening,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
    said = done.stdout.splitlines()
    assert said[:3] == ["lamp 1 is on", "lamp 1 is off", "lamp 2 is on"]
    assert said[-1].endswith("is off")  # the table has ended


def test_the_plug_in_that_its_page_writes_can_be_run_and_installed() -> None:
    page = (ROOT / "docs/plug-ins.md").read_text(encoding="utf-8")
    (source,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    (project,) = (
        tomllib.loads(one)
        for one in re.findall(r"^```toml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
        if "[project]" in one
    )
    assert project["project"]["entry-points"][GROUP] == {"bell": "tilekeeper_bell:bell"}
    lines = (EXAMPLE / "evening.jsonl").read_text(encoding="utf-8").splitlines()
    names: dict[str, Any] = {}
    said = io.StringIO()
    with redirect_stdout(said):
        exec(compile(source, "bell", "exec"), names)
        names["bell"](map(json.loads, lines))
        sides = [{"name": "Ann", "total": total} for total in (None, 0, 10, 60, 70)]
        names["bell"]([{"sides": [side]} for side in sides])
    assert said.getvalue().splitlines()[-1] == "ding! Ann"
    for name in json.loads(lines[0]):
        assert f"`{name}`" in page, name


def test_the_example_is_built_installed_and_run(
    home: Path, table: Callable[..., Table], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    sources = copytree(EXAMPLE, tmp_path / "sources")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation"]  # as offline as this is
    subprocess.run([*build, "--outdir", tmp_path, sources], check=True, timeout=PATIENCE)
    (wheel,) = tmp_path.glob("tilekeeper_lamp-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages(home))
    caplog.set_level(logging.INFO)
    running = table()
    running.plug_ins.switch("lamp", True)
    running.play_until(lambda: "lamp 1 is on" in logged(caplog, "lamp"))
    assert running.why("lamp") == ""


# --- bad ones ---


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("crashing", "it stopped: RuntimeError: the lamp is broken"),
        ("leaving", "it stopped by itself"),
        ("killed", "it was ended by signal 11"),
        ("hungry", "it needs more than 64 MB of memory"),
        ("not-there", "it stopped: AttributeError"),
    ],
)
def test_a_bad_one_is_cut_off_and_named_and_a_good_one_goes_on(
    table: Callable[..., Table],
    name: str,
    why: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    caplog.set_level(logging.INFO)
    monkeypatch.setattr(process, "LINES_LOGGED", 100_000)  # a slow machine's good one says more
    running = table("good", name)
    running.play_until(lambda: bool(running.why(name)))
    assert running.why(name).startswith(why)
    assert caplog.messages.count(f"the plug-in {name} is started") == 1 + len(TWICE)
    caplog.clear()
    running.play_until(lambda: len(logged(caplog, "good")) > 2)
    assert running.why("good") == ""
    assert f"the plug-in {name} is started" not in caplog.messages


@pytest.mark.parametrize("name", ["hung", "hung-in-c", "chatty"])
def test_one_that_asks_no_more_is_cut_off(
    table: Callable[..., Table], name: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    running = table(name, limits=Limits(asks_within=0.4, restarts_after=(0.0,)))
    running.play_until(lambda: bool(running.why(name)))
    assert running.why(name).startswith("it hasn’t responded for")
    assert caplog.messages.count(f"the plug-in {name} is started") == 2


def test_one_that_never_starts_is_cut_off(table: Callable[..., Table]) -> None:
    running = table("never-starts", limits=Limits(starts_within=0.3, restarts_after=()))
    running.play_until(lambda: bool(running.why("never-starts")))
    assert running.why("never-starts") == "it hasn’t responded for 0 s"


def test_what_its_children_take_counts(table: Callable[..., Table]) -> None:
    running = table("children")
    running.play_until(lambda: bool(running.why("children")))
    assert running.why("children") == "it needs more than 64 MB of memory"


def test_one_that_cannot_be_started_at_all_is_named(
    home: Path, table: Callable[..., Table]
) -> None:
    python = home / "plug-ins/bin/python"
    aside = python.rename(python.with_name("aside"))
    try:
        running = table("good")
        running.play_until(lambda: bool(running.why("good")))
    finally:
        aside.rename(python)
    assert running.why("good") == "it can’t be started (No such file or directory)"


def test_a_slow_one_gets_the_newest_moment_and_is_left_alone(
    table: Callable[..., Table], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    running = table("slow")
    running.play_until(lambda: len(logged(caplog, "slow")) > 2)
    running.evening.press(Button.PAUSE)
    running.show()
    end = time.monotonic() + PATIENCE
    while "Paused" not in logged(caplog, "slow"):
        assert time.monotonic() < end
        time.sleep(0.02)
    # At most the moment that was under way stood between.
    number = logged(caplog, "slow").index("Paused")
    assert len(logged(caplog, "slow")) == number + 1
    assert running.why("slow") == ""


# --- switching, and the end ---


def test_one_is_switched_and_a_cut_off_one_starts_from_the_beginning(
    home: Path, table: Callable[..., Table], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    running = table("crashing", "good")
    running.play_until(lambda: bool(running.why("crashing")))
    off = running.plug_ins.switch("good", False)
    assert [(one.name, one.on) for one in off.all if one.name == "good"] == [("good", False)]
    caplog.clear()
    running.heard.clear()
    on = running.plug_ins.switch("crashing", True)
    assert all(one.why is None for one in on.all)
    running.play_until(lambda: bool(running.why("crashing")))
    assert caplog.messages.count("the plug-in crashing is started") == 3
    assert kept_choice(home / "state") == {"good": False, "crashing": True}


def processes_of(module: str) -> list[int]:
    """The processes that run this plug-in."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            call = (folder / "cmdline").read_bytes().split(b"\0")
            state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            continue
        if f"{module}:plug_in".encode() in call and state != "Z":
            found.append(int(folder.name))
    return found


def test_with_the_table_they_end(
    home: Path, table: Callable[..., Table], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    source = (
        "def plug_in(moments):\n    for moment in moments:\n        print('on')\n    print('out')"
    )
    install(home, "ends", source)
    running = table("hung")
    running.plug_ins.switch("ends", True)
    running.play_until(lambda: "on" in logged(caplog, "ends") and bool(processes_of("hung")))
    running.plug_ins.close()
    assert logged(caplog, "ends")[-1] == "out"
    assert processes_of("ends") == processes_of("hung") == []


KILLED = """
import os, signal, sys, time
from pathlib import Path
import test_plugins
running = test_plugins.Table(Path(sys.argv[1]), ["hung-in-c"])
running.play_until(lambda: bool(test_plugins.processes_of("hung_in_c")))
print("begun", flush=True)
time.sleep(3600)
"""


def test_a_table_that_is_killed_leaves_none_behind(tmp_path: Path) -> None:
    environment(tmp_path)
    path = os.pathsep.join([str(Path(__file__).parent), str(ROOT)])
    killed = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path)],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert killed.stdout is not None
    assert killed.stdout.readline() == b"begun\n"
    (left,) = [one for one in processes_of("hung_in_c") if _parent(one) == killed.pid]
    killed.send_signal(signal.SIGKILL)
    killed.wait(PATIENCE)
    killed.stdout.close()
    end = time.monotonic() + PATIENCE
    while left in processes_of("hung_in_c"):
        assert time.monotonic() < end
        time.sleep(0.02)


def _parent(process: int) -> int:
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def test_it_gets_little_of_the_table(
    home: Path,
    table: Callable[..., Table],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No secrets of the environment, no open files, the last place in every queue."""
    monkeypatch.setenv("A_PASSWORD", "1234")
    caplog.set_level(logging.INFO)
    source = (
        "import json, os\n"
        "def plug_in(moments):\n"
        "    for moment in moments:\n"
        "        files = [os.readlink(f'/proc/self/fd/{n}') for n in (0, 1, 2)]\n"
        "        print(json.dumps({'env': 'A_PASSWORD' in os.environ, 'stdin': files[0],\n"
        "            'sockets': [n for n in os.listdir('/proc/self/fd') if int(n) > 2 and\n"
        "                os.path.exists(f'/proc/self/fd/{n}') and\n"
        "                os.readlink(f'/proc/self/fd/{n}').startswith('socket')],\n"
        "            'nice': os.nice(0), 'oom': open('/proc/self/oom_score_adj').read()}))\n"
        "        break\n"
        "    for moment in moments:\n"
        "        pass\n"
    )
    install(home, "looks", source)
    running = table()
    running.plug_ins.switch("looks", True)
    running.play_until(lambda: bool(logged(caplog, "looks")))
    found = json.loads(logged(caplog, "looks")[0])
    assert found == {
        "env": False,
        "stdin": "/dev/null",
        "sockets": [],
        "nice": 19,
        "oom": "1000\n",
    }
