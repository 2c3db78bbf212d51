"""Bad surroundings: environments, folders that may not be written, full disks, broken pipes.

The installed program itself is called here, for Python too looks at its surroundings as it begins.
Tests: workshop/tests/test_fuzz.py.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from workshop.fuzzing.damage import HOSTILE_TEXTS
from workshop.fuzzing.garden import DATA, Garden
from workshop.fuzzing.lists import STATE
from workshop.fuzzing.pictures import KEPT_BY_PLAY, STARTED_BY_DOCTOR, STARTED_BY_TEACH
from workshop.fuzzing.running import Box, Call
from workshop.fuzzing.verdicts import Trial

NAMES = (
    "HOME", "LANG", "LC_ALL", "TERM", "COLUMNS", "LINES", "TMPDIR", "TZ", "PATH", "USER",
    "STATE_DIRECTORY", "CONFIGURATION_DIRECTORY", "RUNTIME_DIRECTORY", "LOGS_DIRECTORY",
    "XDG_STATE_HOME", "XDG_CONFIG_HOME", "NOTIFY_SOCKET", "WATCHDOG_USEC", "INVOCATION_ID",
    "DISPLAY", "SDL_VIDEODRIVER", "GPIOZERO_PIN_FACTORY", "NO_COLOR", "FORCE_COLOR",
    "OMP_THREAD_LIMIT", "TILEKEEPER_SAMPLES", "TILEKEEPER_CAMERA", "PAGER", "PYTHONIOENCODING",
)  # fmt: skip

VALUES = (
    None, "", "/", "/nonexistent", "/dev/null", "/dev/full", "/dev/zero", ".", "relative/folder",
    "C", "POSIX", "fr_FR.UTF-8", "tlh", "dumb", "xterm-256color", "0", "1", "-1", "99999999",
    "a:b:c", ":", "%s", "@abstract", "/proc/self/mem",
    *(text for text in HOSTILE_TEXTS if "\x00" not in text),
)  # fmt: skip

NO_HOMES = ("/dev/null", "/dev/full", "/dev/zero", "/proc/self/mem", "/dev/null/a b")
"""Homes that can't be written to. Without one, or with one that is no whole path, programs ask the
list of users, and what they write then is in the real home of the user who runs this."""


def environments(garden: Garden, rng: random.Random, box: Box) -> Trial:
    """Names of the environment with unforeseen values."""
    changed: dict[str, str | None] = {}
    for _ in range(rng.choice([1, 1, 2, 4])):
        name = rng.choice(NAMES)
        value = rng.choice(VALUES)
        if name in ("PYTHONIOENCODING", "SDL_VIDEODRIVER") and value is not None:
            # With these there is no answer: Python and SDL refuse them themselves.
            value = rng.choice(["ascii", "latin-1"]) if name.startswith("PY") else "dummy"
        if name == "HOME":
            value = rng.choice(NO_HOMES)
        if name in WHERE and value is not None:
            value = value.replace("../", "")  # the program writes where it is sent
        if name == "GPIOZERO_PIN_FACTORY" and value is not None:
            value = rng.choice(["mock", "native", "lgpio"])
        changed[name] = value
    call, may, starts = _usual_call(garden, rng, box)
    # State and temporary files go where these say, as far as that is in the box.
    may = (*may, "home", "tmp", "inputs") if changed.keys() & WHERE else may
    about = " ".join(f"{name}={value!r:.40}" for name, value in changed.items())
    return Trial(
        about,
        (_surrounded(call, changed),),
        may_write=may,
        may_start=starts,
        may_touch=tuple(_named_outside(changed)),
    )


def _named_outside(changed: Mapping[str, str | None]) -> Iterator[str]:
    """Folders outside the box that somebody names here, with those that the program keeps there,
    and those that Python takes where TMPDIR names none that can be written (gettempdir)."""
    for name in sorted(changed.keys() & WHERE):
        if (value := changed[name]) is not None and value.startswith("/"):
            for own in (value, os.path.join(value, "tilekeeper")):  # the second below XDG's
                yield from (own, *(os.path.join(own, folder) for folder in KEPT_IN))
    if "TMPDIR" in changed:
        yield from ("/tmp", "/var/tmp", "/usr/tmp")


KEPT_IN = ("tables", "layouts", "words", "pictures")
"""The folders that the program keeps in its own."""

WHERE = {
    "HOME", "TMPDIR", "STATE_DIRECTORY", "CONFIGURATION_DIRECTORY", "RUNTIME_DIRECTORY",
    "LOGS_DIRECTORY", "XDG_STATE_HOME", "XDG_CONFIG_HOME",
}  # fmt: skip


def folders(garden: Garden, rng: random.Random, box: Box) -> Trial:
    """A state folder that is a file, a link, another's, or on a disk that is full."""
    name = rng.choice(sorted(STATES))
    STATES[name](box)
    call, may, starts = _usual_call(garden, rng, box)
    return Trial(
        f"{name}, {call.words[0]}", (_surrounded(call, {}),), may_write=may, may_start=starts
    )


def ends_of_pipes(garden: Garden, rng: random.Random, box: Box) -> Trial:
    """An answer that isn't taken, and questions that aren't asked."""
    call, may, starts = _usual_call(garden, rng, box)
    out = rng.choice(["full", "full", "broken", "closed", "file"])
    call = Call(
        call.words,
        stdin=call.stdin,
        out=out,
        stop_after=call.stop_after,
        fresh=True,
        closed_in=out == "file" or rng.random() < 0.2,
    )
    about = f"{call.words[0]}, {out}{', nothing to read' if call.closed_in else ''}"
    return Trial(about, (call,), may_write=may, may_start=starts)


def _surrounded(call: Call, changed: Mapping[str, str | None]) -> Call:
    return Call(
        call.words,
        stdin=call.stdin,
        environment=MappingProxyType(changed),
        stop_after=call.stop_after,
        fresh=True,
    )


def _usual_call(
    garden: Garden, rng: random.Random, box: Box
) -> tuple[Call, tuple[str, ...], tuple[str, ...]]:
    """A good call, what it may write and what it may start."""
    (box.inputs / "game.gcg").write_bytes((DATA / "gcg" / "odd.gcg").read_bytes())
    (box.inputs / "words.txt").write_text("QUIX\nZAX\n")
    (box.inputs / "photo.png").write_bytes(garden.frames[-1])
    (box.inputs / "empty.png").write_bytes(garden.empty)
    (box.inputs / "j.sqlite").write_bytes(garden.journal)
    line = b'{"id": 1, "variant": "classic", "tiles": {"G8": "C", "H8": "A", "I8": "T"}}\n'
    own = ("--language", "en", "--name", "Own")
    looked_into = tuple(f"inputs/j.sqlite{end}" for end in ("-wal", "-shm"))
    choices: list[tuple[Call, tuple[str, ...], tuple[str, ...]]] = [
        (Call(("score", "--json"), stdin=line), (), ()),
        (Call(("score",), stdin=line), (), ()),
        (Call(("replay", "game.gcg")), (), ()),
        (Call(("replay", "game.gcg", "--json")), (), ()),
        (Call(("export", "game.gcg", "--to", "csv")), (), ()),
        (Call(("judge", "QUIZ", "ZZZ", "--json")), (), ()),
        (Call(("judge", "QUIZ")), (), ()),
        (Call(("words", "import", "words.txt", *own)), (STATE,), ()),
        (Call(("words", "add", "QUIX")), (STATE,), ()),
        (Call(("words", "list")), (), ()),
        (Call(("words", "list", "--print", "fr")), (), ()),
        (Call(("words", "list", "--licences")), (), ()),
        (Call(("history",)), (), ()),
        (Call(("history", "--journal", "j.sqlite")), looked_into, ()),
        (Call(("history", "1", "--json", "--journal", "j.sqlite")), looked_into, ()),
        (Call(("roll", "letter", "--times", "3")), (), ()),
        (Call(("roll", "scramble", "--times", "3000", "--json")), (), ()),
        (Call(("clock", "--headless", "--seconds", "5"), stop_after=1.5), (), ()),
        (Call(("--help",)), (), ()),
        (Call(("play", "--help")), (), ()),
        (Call(("--version",)), (), ()),
        (Call(("demo", "--list")), (), ()),
        (Call(("read", "photo.png", "--json")), (), ()),
        (Call(("read", "photo.png")), (), ()),
        (Call(("calibrate", "photo.png")), (), ()),
        (Call(("teach", "empty.png", "--yes")), (STATE,), STARTED_BY_TEACH),
        (Call(("teach", "empty.png"), stdin=b"y\n"), (STATE,), STARTED_BY_TEACH),
        (Call(("enrol", "empty.png")), (STATE,), ()),
        (Call(("enrol", "--list")), (), ()),
        (Call(("doctor",)), (STATE,), STARTED_BY_DOCTOR),
        (Call(("doctor", "--json")), (STATE,), STARTED_BY_DOCTOR),
        (Call(("play", "--headless"), stop_after=2.0), (STATE,), ()),
        (Call(("play", "--headless", "--appliance"), stop_after=2.0), (STATE, *KEPT_BY_PLAY), ()),
    ]
    return rng.choice(choices)


def _is_a_file(path: Path) -> None:
    path.parent.mkdir(parents=True)
    path.write_text("here was something else\n")


def _leads_to(target: str) -> Callable[[Path], None]:
    def put(path: Path) -> None:
        path.parent.mkdir(parents=True)
        path.symlink_to(target)

    return put


def _may_not_be_written(path: Path) -> None:
    """For users other than root, whom nothing stops."""
    path.mkdir(parents=True)
    path.chmod(0o500)


def _holds(name: str) -> Callable[[Path], None]:
    """A folder is in the place of a file that is kept there."""

    def put(path: Path) -> None:
        (path / name).mkdir(parents=True)

    return put


def _holds_noise(name: str) -> Callable[[Path], None]:
    def put(path: Path) -> None:
        (path / name).parent.mkdir(parents=True)
        (path / name).write_bytes(bytes(range(256)))

    return put


def _full(name: str) -> Callable[[Path], None]:
    def put(path: Path) -> None:
        (path / name).parent.mkdir(parents=True)
        (path / name).symlink_to("/dev/full")

    return put


def _fifo(name: str) -> Callable[[Path], None]:
    def put(path: Path) -> None:
        (path / name).parent.mkdir(parents=True)
        os.mkfifo(path / name)

    return put


_PLACES: dict[str, Callable[[Path], None]] = {
    "a file": _is_a_file,
    "a link to nowhere": _leads_to("/nonexistent/there"),
    "a link to itself": _leads_to("tilekeeper"),
    "a device": _leads_to("/dev/null"),
    "in /proc": _leads_to("/proc/1"),
    "not to be written": _may_not_be_written,
    "a folder for the journal": _holds("games.sqlite"),
    "noise for the journal": _holds_noise("games.sqlite"),
    "a full disk for the journal": _full("games.sqlite"),
    "noise for the words": _holds_noise("words/en.txt"),
    "a FIFO for the settings": _fifo("tilekeeper.toml"),
    "noise for the settings": _holds_noise("tilekeeper.toml"),
    "noise for a table": _holds_noise("tables/own.npz"),
    "noise for a layout": _holds_noise("layouts/own.toml"),
}

STATES: dict[str, Callable[[Box], None]] = {
    f"state is {name}" if name.startswith(("a file", "a link", "a dev", "in", "not")) else name: (
        lambda box, put=put: put(box.state)  # type: ignore[misc]
    )
    for name, put in _PLACES.items()
}
