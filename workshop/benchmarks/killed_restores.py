"""Restores that are killed, or whose disk fails, at any call: is it the old state or the new one?

    python -m workshop.benchmarks.killed_restores [--kills N]    SIGKILL at every call, then at two
    … --errors [N]   a full, broken, read-only disk instead

`tilekeeper restore` runs in a fork of this process; what it would change at its n-th call
(failing_calls.py) is where it ends, or where the disk fails, once or for good. Then `tilekeeper
history` has its turn, as any command would; where more kills are wanted than there are calls, it is
killed as well, and has another. Every file of the household and every game is that of
before or that of the backup, and never some of both; an error is printed as a sentence.
Tests: workshop/tests/test_every_benchmark.py.
"""

from __future__ import annotations

import argparse
import ctypes
import errno
import hashlib
import os
import re
import shutil
import signal
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import numpy as np

from device.addons.backup import PLAN
from device.session.core.effects import CloseGame, Record
from device.storage.games import Keeper
from device.storage.journal import GAMES_FILE, Journal
from device.storage.pictures import encoded
from engine.events import Passed
from engine.variants import load_variant
from workshop.benchmarks.failing_calls import ERRORS, FOR_EVER, Failure, calls_made, loaded, meet

MOST_OF_A_FINISH = 60
"""Calls of a command that finishes a restore, at the most."""

FOLDERS = ("tables", "layouts", "words", "pictures")
SETTINGS = "tilekeeper.toml"
CLASSIC = load_variant("classic", "en")
WALL = 1_772_912_469.0

Seen = Mapping[str, object]


@dataclass(frozen=True)
class Household:
    """The folders of a household that somebody's program works in."""

    home: Path

    @property
    def state(self) -> Path:
        return self.home / "state"

    @property
    def settings(self) -> Path:
        return self.home / "etc" / SETTINGS

    def seen(self) -> Seen:
        """Every file that is the household's, and every game."""
        found: dict[str, object] = {}
        files = [self.settings, self.state / "screen-language"]
        for folder in FOLDERS:
            files += [file for file in sorted((self.state / folder).rglob("*")) if file.is_file()]
        for file in files:
            there = file.read_bytes() if file.exists() else b""
            found[str(file.relative_to(self.home))] = hashlib.blake2b(there).hexdigest()
        with closing(Journal.open_to_read(self.state / GAMES_FILE)) as journal:
            found["damage"] = journal.trouble
            found["games"] = [journal.game(line.number) for line in journal.games()]
        return found


def furnish(own: Household, *, otherwise: bool) -> None:
    """Something of everything that is put back, in one of two ways."""
    own.state.mkdir(parents=True)
    own.settings.parent.mkdir(parents=True)
    own.settings.write_text(f'[screen]\ntheme = "{"dark" if otherwise else "light"}"\n')
    (own.state / "screen-language").write_text("fr\n" if otherwise else "en\n")
    with closing(Journal(own.state / GAMES_FILE, lambda: WALL + otherwise)) as journal:
        for events in range(2, 5 + otherwise):
            keeper = Keeper.of(journal, CLASSIC, ("Ann", "Ben"), None)
            for number in range(events):
                keeper.keep(Record(number, Passed(("Ann", "Ben")[number % 2])))
            keeper.keep(CloseGame())
    words = own.state / "words"
    words.mkdir()
    (words / "en.txt").write_text("YYY\n" if otherwise else "ZZZ\n")
    (words / ("fr.txt" if otherwise else "de.txt")).write_text("OUI\n")
    for game in (1, 2 + otherwise):
        picture = own.state / "pictures" / f"{game:06}" / "0000.jpg"
        picture.parent.mkdir(parents=True)
        picture.write_bytes(encoded(np.full((60, 80, 3), 40 * game, np.uint8)))


# --- what is called ---


@dataclass(frozen=True)
class Called:
    """How a call ended, negative for a signal; what it printed on standard error; and how many
    calls there were that might have failed."""

    status: int
    stderr: str
    calls: int


class Program:
    """The program, loaded once; every call is a fork of this process."""

    def __init__(self, library: ctypes.CDLL, own: Household, folder: Path) -> None:
        self._library, self._own, self._folder = library, own, folder
        self._main = import_module("device.cli.main")
        import_module("device.cli.history")
        for name in ("backup_command", "restore_command", "restoring"):
            import_module(f"device.addons.backup.{name}")

    def call(self, *words: str, failure: Failure | None = None) -> Called:
        """Runs it with these words, and that failure of its disk."""
        sys.stdout.flush()
        stderr = self._folder / "said"
        child = os.fork()
        if child == 0:
            try:
                self._become(stderr, words, failure)
            except BaseException:  # noqa: BLE001  (a fork must not go on as its parent)
                os.write(2, traceback.format_exc().encode())
            os._exit(99)  # it comes to an end of its own
        _, status = os.waitpid(child, 0)
        calls = (self._folder / "calls").read_text() if failure else ""
        return Called(os.waitstatus_to_exitcode(status), stderr.read_text(), int(calls or 0))

    def _become(self, stderr: Path, words: tuple[str, ...], failure: Failure | None) -> None:
        signal.alarm(60)
        os.environ["STATE_DIRECTORY"] = str(self._own.state)
        os.environ["CONFIGURATION_DIRECTORY"] = str(self._own.settings.parent)
        os.environ["CACHE_DIRECTORY"] = str(self._folder / "cache")
        os.environ["LANGUAGE"] = "en"
        for number, path in ((1, "/dev/null"), (2, str(stderr))):
            file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            os.dup2(file, number)
        calls = self._folder / "calls"
        calls.write_text("")
        sys.argv = ["tilekeeper", *words]
        meet(self._library, failure)
        try:
            self._main.main()
        except SystemExit as end:
            calls.write_text(str(calls_made(self._library)))
            os._exit(int(end.code or 0))


class Restores:
    """Restores of one backup in a household that has something else; `old`, `new`: what there is
    before and after."""

    def __init__(self, library: ctypes.CDLL, folder: Path) -> None:
        self.own = Household(folder / "own")
        self._as_it_was, self._backup = folder / "as-it-was", folder / "kept.zip"
        self.program = Program(library, self.own, folder)
        furnish(self.own, otherwise=False)
        made = self.program.call("backup", str(self._backup), "--pictures")
        if made.status:
            raise RuntimeError(made.stderr)
        self.new = self.own.seen()
        shutil.rmtree(self.own.home)
        furnish(self.own, otherwise=True)
        self.old = self.own.seen()
        shutil.copytree(self.own.home, self._as_it_was)

    def calls(self, error: int) -> int:
        """How many calls of a restore may end in that error."""
        never = Failure(self.own.home, 1 << 40, error)
        return self._restored(never).calls

    def _restored(self, failure: Failure) -> Called:
        shutil.rmtree(self.own.home)
        shutil.copytree(self._as_it_was, self.own.home)
        return self.program.call("restore", str(self._backup), failure=failure)

    def ended_in(self, failure: Failure, then: Failure | None = None) -> tuple[str, list[str]]:
        """ "old" or "new", or "mixed"; and what is wrong with what was printed. `then`: what the
        next command meets."""
        done = self._restored(failure)
        planned = (self.own.state / PLAN).exists()
        wrong = _wrong_end(done, failure, planned=planned)
        if not planned and failure.error:
            there = self._name()
            if there != "new" and done.status == 0:
                wrong.append(f"done, and it is {there}")
            if there != "old" and re.search("nothing was (changed|restored)", done.stderr):
                wrong.append(f"as it was, and it is {there}")
        if then is not None:
            self.program.call("history", failure=then)
        after = self.program.call("history")
        if after.status or after.stderr:
            wrong.append(f"history ends with {after.status}: {after.stderr[-300:]}")
        return self._name(), wrong

    def _name(self) -> str:
        seen = self.own.seen()
        return "old" if seen == self.old else "new" if seen == self.new else "mixed"


def _wrong_end(done: Called, failure: Failure, *, planned: bool) -> list[str]:
    """What is wrong with how a restore ended."""
    if not failure.error:
        return [] if done.status in (-signal.SIGKILL, 0) else [f"exit status {done.status}"]
    wrong = []
    if done.status not in (0, 1):
        wrong.append(f"exit status {done.status}")
    if "Traceback" in done.stderr or (done.status and not done.stderr.startswith("tilekeeper: ")):
        wrong.append(f"no sentence: {done.stderr[-600:]}")
    if planned and (done.status != 1 or "was interrupted" not in done.stderr):
        wrong.append(f"not finished, and that isn't said: {done.stderr[-300:]}")
    return wrong


def kills(below: Path, calls: int, number: int) -> Iterator[tuple[Failure, Failure | None]]:
    """So many kills: at every call of a restore, and then at a call of what comes next, too."""
    for place in range(number):
        again = place // calls
        then = Failure(below, 1 + (place * 7 + again) % MOST_OF_A_FINISH, 0) if again else None
        yield Failure(below, 1 + place % calls, 0), then


def errors(
    below: Path, calls: Mapping[int, int], number: int
) -> Iterator[tuple[Failure, Failure | None]]:
    """So many errors: of each kind as many, at calls spread over all that a restore makes, once and
    for good in turn."""
    kinds = list(calls)
    many = -(-number // len(kinds))
    for place in range(number):
        error, of_it = kinds[place % len(kinds)], place // len(kinds)
        at = 1 + of_it * calls[error] // many
        yield Failure(below, at, error, FOR_EVER if of_it % 2 else 1), None


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--errors", type=int, nargs="?", const=500, default=0)
    given = parser.parse_args()
    library = loaded("workshop.benchmarks.killed_restores")
    kinds = tuple(ERRORS) if given.errors else (0,)
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as made:
        restores = Restores(library, Path(made))
        calls = {kind: restores.calls(kind) for kind in kinds}
        home = restores.own.home
        tried = (
            errors(home, calls, given.errors)
            if given.errors
            else kills(home, calls[0], given.kills)
        )
        ends, found = dict[int, Counter[str]](), list[str]()
        for failure, then in tried:
            end, wrong = restores.ended_in(failure, then)
            ends.setdefault(failure.error, Counter())[end] += 1
            ends[failure.error]["wrong"] += bool(wrong)
            both = ["some of both"] if end == "mixed" else []
            found += [f"{failure}, {then or 'nothing'} then: {one}" for one in (*wrong, *both)]
    print("| a restore ends by | calls | tried | old | new | some of both | said wrongly |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for error, counted in ends.items():
        name = errno.errorcode[error] if error else "SIGKILL"
        row = [calls[error], counted["old"] + counted["new"] + counted["mixed"]]
        row += [counted[end] for end in ("old", "new", "mixed", "wrong")]
        print(f"| {name} | {' | '.join(map(str, row))} |")
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
