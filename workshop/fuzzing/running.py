"""One run of a real command under limits, and what it did: status, output, what it touched.

Knows nothing of inputs: what is right or wrong about a run is judged in verdicts.py. The program
runs in a fork of a process that has loaded it already (fork_server.py), or as .venv/bin/tilekeeper
itself where the environment is what is tried. Tests: workshop/tests/test_fuzz.py.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import MappingProxyType, TracebackType

HERE = Path(__file__).absolute().parent
REPOSITORY = HERE.parents[1]

PROGRAMS = ("gs", "tesseract", "ffmpeg", "convert", "magick", "libreoffice", "xdg-open", "sh", "rm")
"""Other programs that a picture's or a film's library might start: wires are laid for them."""

MEGABYTE = 1 << 20
LARGEST_SUMMED = 512 * MEGABYTE


@dataclass(frozen=True)
class Limits:
    """What a run may take. `wall`, `cpu`: seconds; `memory`: bytes of address space, far more than
    is used, for OpenCV's threads reserve much of it; `file`: bytes of any file written."""

    wall: float = 30.0
    cpu: int = 25
    memory: int = 6144 * MEGABYTE
    file: int = 256 * MEGABYTE


@dataclass(frozen=True)
class Call:
    """A call of the program. `stdin`: what it reads, None for nothing at all. `out`: where its
    answer goes: "file", "full" (a disk that is full), "broken" (a pipe that isn't read) or
    "closed". `stop_after`: seconds after which it is interrupted as by Ctrl-C, 0 for never; it is
    sooner once there is the file `Box.stops`.
    `fresh`: it is the installed program, not a fork. `closed_in`: it has no standard input."""

    words: tuple[str, ...]
    stdin: bytes | None = None
    out: str = "file"
    environment: Mapping[str, str | None] = field(default_factory=lambda: MappingProxyType({}))
    stop_after: float = 0.0
    fresh: bool = False
    closed_in: bool = False


@dataclass(frozen=True)
class Ran:
    """What became of a call. `status`: its exit status, negative for the signal that ended it;
    `hung`: it had to be killed; `watched`: what was seen from inside, a line an event; `grew`:
    bytes of memory that it held at most beyond those with which it began."""

    status: int
    hung: bool
    seconds: float
    out: bytes
    error: bytes
    watched: tuple[tuple[str, str], ...]
    grew: int = 0

    @property
    def error_text(self) -> str:
        return self.error.decode("utf-8", "backslashreplace")

    @property
    def lines(self) -> list[object]:
        """The JSON Lines that it answered; ValueError if they are none."""
        return [json.loads(line) for line in self.out.decode("utf-8").splitlines()]


class Box:
    """A folder of its own for one trial: the inputs, a home, neighbours, and wires instead of
    programs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.inputs, self.home = folder / "inputs", folder / "home"
        self.state = self.home / ".local" / "state" / "tilekeeper"
        self.temporary, self.report = folder / "tmp", folder / "report"
        self._wires = folder / "bin"
        for each in (self.inputs, self.home, self.temporary, self.report, self._wires):
            each.mkdir(parents=True)
        neighbours = folder / "neighbours"
        neighbours.mkdir()
        for number in range(3):
            (neighbours / f"{number}.txt").write_text("Not to be touched.\n")
        for name in PROGRAMS:
            wire = self._wires / name
            wire.write_text(f"#!/bin/bash\nprintf '%s\\n' {name} >>'{self.tripped}'\nexit 1\n")
            wire.chmod(0o755)

    @property
    def tripped(self) -> Path:
        """Where a wire writes that it was tripped."""
        return self.report / "tripped"

    @property
    def stops(self) -> Path:
        """A file here ends a command that runs until it is stopped."""
        return self.report / "stops"

    def environment(self, changed: Mapping[str, str | None]) -> dict[str, str]:
        """What a program finds round it here; None takes a name away."""
        given: dict[str, str | None] = {
            "HOME": str(self.home),
            "TMPDIR": str(self.temporary),
            "PATH": f"{self._wires}:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "SDL_VIDEODRIVER": "dummy",
            "SDL_AUDIODRIVER": "dummy",
            "PYGAME_HIDE_SUPPORT_PROMPT": "1",
            "PYTHONDONTWRITEBYTECODE": "1",
            **changed,
        }
        return {name: value for name, value in given.items() if value is not None}

    def seen(self) -> dict[str, tuple[int, int, bytes]]:
        """Every file, folder and link here but the report: kind, time and contents."""
        found: dict[str, tuple[int, int, bytes]] = {}
        for folder, folders, files in os.walk(self.folder):
            if folder == str(self.folder):
                folders.remove(self.report.name)
            for name in [*folders, *files]:
                path = os.path.join(folder, name)
                about = os.lstat(path)
                regular = (about.st_mode & 0o170000) == 0o100000
                inside = sum_of(path) if regular else b""
                changed = about.st_mtime_ns if regular else 0
                found[os.path.relpath(path, self.folder)] = (about.st_mode, changed, inside)
        return found


class Runner:
    """Runs calls, one at a time. Use it as a context: the fork server ends with it. `program`: the
    module whose `main` is called; `also_from`: a folder in which it is found too."""

    def __init__(
        self,
        limits: Limits = Limits(),
        program: str = "device.cli.main",
        also_from: Path | None = None,
    ) -> None:
        self._limits, self._program = limits, program
        self._path = [REPOSITORY, *([] if also_from is None else [also_from])]
        self._server: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Runner:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._server is not None:
            self._server.communicate()
            self._server = None

    def run(self, call: Call, box: Box, limits: Limits | None = None) -> Ran:
        """What becomes of this call in this box."""
        files = {name: str(box.report / name) for name in ("stdin", "out", "error", "watched")}
        Path(files["stdin"]).write_bytes(call.stdin or b"")
        for name in ("out", "error", "watched"):
            Path(files[name]).write_bytes(b"")
        box.stops.unlink(missing_ok=True)
        asked = {
            "words": call.words,
            "folder": str(box.folder),
            "environment": box.environment(call.environment),
            "out": call.out,
            "stop_after": call.stop_after,
            "fresh": call.fresh,
            "closed_in": call.closed_in,
            "files": files,
            "stops": str(box.stops),
            "limits": asdict(limits or self._limits),
        }
        ended = self._ask(asked)
        watched = Path(files["watched"]).read_bytes().decode("utf-8", "backslashreplace")
        return Ran(
            status=int(ended["status"]),
            hung=bool(ended["hung"]),
            seconds=float(ended["seconds"]),
            out=Path(files["out"]).read_bytes(),
            error=Path(files["error"]).read_bytes(),
            watched=tuple(
                (event, about.encode("ascii", "ignore").decode("unicode_escape", "replace"))
                for event, _, about in (line.partition("\t") for line in watched.splitlines())
            ),
            grew=int(ended["grew"]),
        )

    def _ask(self, asked: object) -> dict[str, float]:
        if self._server is None:
            self._server = subprocess.Popen(
                [sys.executable, "-m", "workshop.fuzzing.fork_server", self._program],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=REPOSITORY,
                env={**os.environ, "PYTHONPATH": ":".join(map(str, self._path))},
            )
        server = self._server
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(json.dumps(asked).encode() + b"\n")
        server.stdin.flush()
        answer = server.stdout.readline()
        if not answer:
            raise RuntimeError("the fork server has ended: see what it says above")
        ended: dict[str, float] = json.loads(answer)
        return ended


def sum_of(path: str) -> bytes:
    """A sum of what is in a file; of a very large one, of its size and its beginning."""
    try:
        with open(path, "rb") as file:
            size = os.fstat(file.fileno()).st_size
            data = file.read(size if size < LARGEST_SUMMED else MEGABYTE)
            return hashlib.blake2b(data + str(size).encode(), digest_size=16).digest()
    except OSError:
        return b"unreadable"
