"""Tables that are killed at any moment: is what their screen had shown there again?

`python -m workshop.benchmarks.killed_tables [--kills N] [--seed S]` plays in real processes without
a camera, by presses at random from some place of an evening on, kills each by SIGKILL, starts it
again and prints a row a place. What the first view then shows is what the last one showed, or what
the press in the air had led to.

`--errors [N]`: the disk of its folders fails instead, once or from some call on: it is full, broken
or has turned read-only, or the process has too many files open (failing_calls.py). A table that
goes on is killed after the presses; what it showed is there again, or a message had shown that
something isn't kept. One that ends has printed why. Tests: tests/device/test_killed_under_way.py.
"""

from __future__ import annotations

import argparse
import json
import os
import queue
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.panel.port import Button
from workshop.benchmarks.failing_calls import ERRORS, FOR_EVER, Failure

ROOT = Path(__file__).parents[2]
TABLE = ROOT / "tests/device/appliance_table.py"

PATIENCE = 60.0
"""Seconds until a table that shows nothing is given up."""

ANSWER = 0.4
"""Seconds after which a press is taken to have changed nothing that is shown."""

CLOCK = re.compile(r"clock='(-?)(\d+):(\d+)'")

NEXT, BACK, OK, UNDO = Button.NEXT, Button.BACK, Button.OK, Button.UNDO
BEGUN = (OK,)
CLOCKS = "[extras]\nside_clock = 25\n"


@dataclass(frozen=True)
class Place:
    """Somewhere in an evening: what is pressed until it is there, and then at random."""

    name: str
    presses: tuple[Button | str, ...]
    more: tuple[Button, ...]
    settings: str = ""


TURN = "whose turn it is"
SIDES = (NEXT, OK, OK, NEXT, NEXT, OK)
BY_HAND = (*BEGUN, TURN, "Enter a play by hand…")

PLACES = (
    Place("lobby", (), (NEXT, NEXT, BACK, OK, Button.SIDE_1, Button.SIDE_2)),
    Place("names", SIDES, (NEXT, OK, OK, BACK, Button.SIDE_1, Button.SIDE_2)),
    Place("name by letters", (*SIDES, Button.SIDE_1), (NEXT, NEXT, OK, OK, OK, UNDO)),
    Place("question", (*BEGUN, TURN), (NEXT, BACK, OK)),
    Place("play by hand", BY_HAND, (NEXT, OK, OK, OK)),
    Place("menu", (*BEGUN, NEXT), (NEXT, OK, BACK)),
    Place("clock", (*BEGUN,), (Button.SIDE_1, OK, Button.SIDE_2, Button.PAUSE), CLOCKS),
    Place("settlement", (*BEGUN, TURN, "Pass", Button.END, "End the game"), (NEXT, OK, OK, BACK)),
)


MESSAGE = re.compile(r"""message=('[^']*'|\\"[^"]*\\")""")
"""Of a view: the message about the press before."""


def started(arguments: Sequence[str], env: Mapping[str, str]) -> subprocess.Popen[str]:
    """The program in a process of its own, with pipes to it."""
    return subprocess.Popen(
        [sys.executable, str(TABLE), *arguments],
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


class Table:
    """One start of the program over a household's folders. `failure`: what it meets there."""

    def __init__(self, home: Path, failure: Failure | None = None) -> None:
        folders = {}
        for kind in ("STATE", "CONFIGURATION", "RUNTIME", "LOGS"):
            (home / kind.lower()).mkdir(0o755, parents=True, exist_ok=True)
            folders[f"{kind}_DIRECTORY"] = str(home / kind.lower())
        more = {"TEST_SENDS_ALL": "yes", "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        if failure is not None:
            more |= failure.environment
        self.process = started(["--headless"], {**os.environ, **folders, **more})
        self.shown: list[dict[str, Any]] = []
        self._views: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self.output = ""
        self._threads = [
            threading.Thread(target=self._listen, daemon=True),
            threading.Thread(target=self._hear, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith("{") and line.endswith("\n"):
                self._views.put(json.loads(line))

    def _hear(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.output += line

    def view(self, seconds: float = PATIENCE) -> bool:
        """Whether another view comes within this many seconds; those that follow it at once too."""
        try:
            self.shown.append(self._views.get(timeout=seconds))
        except queue.Empty:
            return False
        while True:
            try:
                self.shown.append(self._views.get(timeout=0.03))
            except queue.Empty:
                return True

    def press(self, button: Button) -> None:
        assert self.process.stdin is not None
        print(button, file=self.process.stdin, flush=True)

    def do(self, what: Button | str) -> None:
        """A press, or all that lead to an answer by its words; then what is shown of it."""
        if what == TURN:
            turns = re.findall(r"turn=(True|False)", self.shown[-1]["all"]["sides"])
            what = (Button.SIDE_1, Button.SIDE_2)[turns.index("True")]
        if isinstance(what, Button):
            self.press(what)
            self.view(ANSWER)
            return
        # On a busy machine what was pressed before may be shown later.
        while what not in self.shown[-1]["options"] and self.view():
            pass
        last = self.shown[-1]
        if what not in last["options"]:
            raise ValueError(f"{what!r} is no answer to {last['question']!r}: {last['options']}")
        for _ in range(last["options"].index(what) - last["selected"]):
            self.do(NEXT)
        self.do(OK)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        for thread in self._threads:
            thread.join()
        while not self._views.empty():
            self.shown.append(self._views.get())
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()


def begun(home: Path, place: Place) -> Table:
    """A table at that place."""
    table = set_up(home, place)
    if not table.view():
        table.kill()
        raise TimeoutError(f"nothing is shown: {table.output}")
    for what in place.presses:
        table.do(what)
    return table


def set_up(home: Path, place: Place, failure: Failure | None = None) -> Table:
    """A table that begins with the settings of that place."""
    (home / "configuration").mkdir(parents=True, exist_ok=True)
    (home / "configuration/tilekeeper.toml").write_text(place.settings)
    return Table(home, failure)


@dataclass(frozen=True)
class Kill:
    """What was shown last, and first again; `presses`: after those that lead to the place."""

    place: Place
    presses: tuple[Button, ...]
    last: dict[str, Any]
    first: dict[str, Any]
    output: str


def killed(home: Path, place: Place, presses: Sequence[Button], delay: float) -> Kill:
    """A table at that place after these presses, this many seconds after the last one."""
    table = begun(home, place)
    for button in presses[:-1]:
        table.do(button)
    if presses:
        table.press(presses[-1])
    time.sleep(delay)
    table.kill()
    again = Table(home)
    if not again.view():
        again.kill()
        raise TimeoutError(f"nothing is shown again: {again.output}")
    first = again.shown[0]
    again.kill()
    return Kill(place, tuple(presses), table.shown[-1], first, again.output)


# --- a disk that fails ---

NOT_SAID = "shown, not there again, and no message said so"


@dataclass(frozen=True)
class Ending:
    """How it came out with a failing disk: in one of ENDS, and what is wrong, "" for nothing."""

    how: str
    wrong: str = ""


ENDS = ("as if nothing were", "there again", "said that it isn't kept", "ended and said why")
"""The second to the fourth of tables whose disk failed."""


def failed(home: Path, place: Place, presses: Sequence[Button], failure: Failure) -> Ending:
    """A table whose disk fails on the way to that place, or after these presses."""
    table = set_up(home, place, failure)
    try:
        if table.view():
            _press_all(table, (*place.presses, *presses))
        elif table.process.poll() is None:
            return Ending("", f"nothing is shown: {table.output[-1000:]}")
        ended = table.process.poll()
    finally:
        table.kill()
    if "Traceback" in table.output:
        return Ending("", f"a traceback: {table.output[-1500:]}")
    if ended is not None and (ended != 1 or not table.output.strip()):
        return Ending("", f"ended with {ended}: {table.output[-1000:]}")
    again = Table(home)
    if not again.view():
        again.kill()
        return Ending("", f"nothing is shown again: {again.output[-1000:]}")
    first = again.shown[0]
    again.kill()
    met = failure.report is not None and failure.report.exists()
    if "Traceback" in again.output:
        return Ending("", f"a traceback afterwards: {again.output[-1500:]}")
    if ended is not None:
        return Ending("ended and said why")
    kill = Kill(place, tuple(presses), table.shown[-1], first, again.output)
    what = "" if same(kill.last, first) else lost(kill)
    if not what:
        return Ending("there again" if met else "as if nothing were")
    if _said(table):
        return Ending("said that it isn't kept")
    return Ending("", f"{NOT_SAID} ({table.output[-300:]}): {what}")


def _press_all(table: Table, presses: Sequence[Button | str]) -> None:
    """Presses as far as that can be done: a table whose disk fails may ask something else."""
    for what in presses:
        if table.process.poll() is not None:
            return
        try:
            table.do(what)
        except (ValueError, BrokenPipeError):
            return


def _said(table: Table) -> bool:
    """Whether a message, on the screen or off it, says that something isn't kept."""
    shown = (f"{one['trouble']} {one['message']}" for one in table.shown)
    return any(map(KEPT_NOT.search, (*shown, table.output)))


KEPT_NOT = re.compile(r"isn’t (?:kept|saved|being saved)|can’t be (?:saved|written)|[Cc]an’t write")


def errors(count: int, chance: random.Random) -> int:
    """So many failing disks, place by place; the exit status."""
    ends, found = Counter[tuple[str, str]](), list[str]()
    for number in range(count):
        place = PLACES[number % len(PLACES)]
        presses = [chance.choice(place.more) for _ in range(chance.randrange(1, 9))]
        error = list(ERRORS)[number // len(PLACES) % len(ERRORS)]
        with tempfile.TemporaryDirectory() as made:
            home, met = Path(made) / "home", Path(made) / "met"
            home.mkdir()
            at, times = chance.randrange(1, MOST_CALLS), chance.choice([1, 1, FOR_EVER])
            failure = Failure(home, at, error, times, met)
            ending = failed(home, place, presses, failure)
            where = met.read_text().strip() if met.exists() else "nowhere"
        ends[place.name, ending.how] += 1
        if ending.wrong:
            found.append(f"{place.name}, {' '.join(presses)}, {failure} ({where}): {ending.wrong}")
            print(found[-1], file=sys.stderr, flush=True)
    print(f"| a disk fails in | tables | {' | '.join(ENDS)} | lost or unsaid |")
    print(f"|---|{'--:|' * (len(ENDS) + 2)}")
    for place in PLACES:
        row = [ends[place.name, how] for how in (*ENDS, "")]
        print(f"| {place.name} | {sum(row)} | {' | '.join(map(str, row))} |")
    return 1 if found else 0


MOST_CALLS = 160
"""Of those that may fail, a table makes so many until it is at its place; some are never met."""


# --- what was lost ---


def lost(kill: Kill) -> str:
    """What was lost by it, "" for nothing. A game that is over is in the history, and what is
    shown first is a lobby. A timer that is used alone isn't kept (device/session/snapshot.py): then
    it is the lobby that it was opened from."""
    if same(kill.last, kill.first):
        return ""
    if kill.last["all"]["over"] == repr(True) and kill.first["lobby"]:
        return ""
    with tempfile.TemporaryDirectory() as home:
        table = begun(Path(home), kill.place)
        for button in kill.presses:
            table.do(button)
        table.kill()
        if any(same(shown, kill.first, MESSAGE) for shown in table.shown[-3:]):
            return ""  # the last press had been kept, but neither it nor its message had been seen
        lobbies = [shown for shown in table.shown if shown["lobby"]]
        of_a_timer = "timer=TimerView(" in kill.last["all"].get("page", "")
        if of_a_timer and lobbies and same(lobbies[-1], kill.first, MESSAGE):
            return ""
    return "; ".join(
        f"{name}: {value[:200]} became {kill.first['all'].get(name, '')[:200]}"
        for name, value in kill.last["all"].items()
        if value != kill.first["all"].get(name)
    )


def same(one: dict[str, Any], other: dict[str, Any], but: re.Pattern[str] | None = None) -> bool:
    """Whether two views show the same, clocks within two seconds; `but` what matches this."""
    texts = [json.dumps(shown["all"], sort_keys=True) for shown in (one, other)]
    if but is not None:
        texts = [but.sub("", text) for text in texts]
    if len({CLOCK.sub("", text) for text in texts}) > 1:
        return False
    left = [[60 * int(m) + int(s) for _, m, s in CLOCK.findall(text)] for text in texts]
    return len(left[0]) == len(left[1]) and all(
        abs(before - after) <= 2 for before, after in zip(*left, strict=True)
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--errors", type=int, nargs="?", const=100, default=0)
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    if arguments.errors:
        return errors(arguments.errors, chance)
    kills, losses, found = Counter[str](), Counter[str](), list[str]()
    for number in range(arguments.kills):
        place = PLACES[number % len(PLACES)]
        presses = [chance.choice(place.more) for _ in range(chance.randrange(1, 9))]
        with tempfile.TemporaryDirectory() as home:
            try:
                kill = killed(Path(home), place, presses, chance.uniform(0.0, 0.2))
                what = lost(kill)
            except (TimeoutError, ValueError) as error:
                what = str(error)
        kills[place.name] += 1
        if what:
            losses[place.name] += 1
            found.append(f"{place.name}, {' '.join(presses)}: {what}")
    print("| killed in | kills | something lost |")
    print("|---|--:|--:|")
    for name, count in kills.items():
        print(f"| {name} | {count} | {losses[name]} |")
    print(f"| all | {kills.total()} | {losses.total()} |")
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
