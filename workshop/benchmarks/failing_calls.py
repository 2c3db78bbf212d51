"""A disk that fails: the n-th call that changes something below a folder ends in an error, once or
from then on, or ends the process by SIGKILL.

What makes calls fail is a small library in front of the system's (failing_calls.c), which is built
here when it is needed, by the system's own compiler. Tests: workshop/tests/test_failing_calls.py.
"""

from __future__ import annotations

import atexit
import ctypes
import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from types import MappingProxyType

SOURCE = Path(__file__).with_suffix(".c")

COMPILERS = ("gcc", "cc")
NO_COMPILER = (
    "calls are made to fail by a library that has to be built: apt-get install gcc libc6-dev"
)

OPEN, CREATE, WRITE, SYNC, RENAME, UNLINK, TRUNCATE, MKDIR, CHMOD = (1 << n for n in range(9))
CHANGES = CREATE | WRITE | SYNC | RENAME | UNLINK | TRUNCATE | MKDIR | CHMOD
"""As in failing_calls.c; CREATE also for what is opened to be written."""

ERRORS: Mapping[int, int] = MappingProxyType(
    {
        errno.ENOSPC: CREATE | WRITE | RENAME | TRUNCATE | MKDIR,
        errno.EIO: OPEN | CHANGES,
        errno.EROFS: CHANGES,
        errno.EMFILE: OPEN,
    }
)
"""The errors of a disk that is full, broken or has turned read-only, and of a process with too many
open files; with the calls that may end in each."""

FOR_EVER = -1


@dataclass(frozen=True)
class Failure:
    """The `at`-th call below `below`, of those that may end in `error`, ends in it, and `times` - 1
    after it (FOR_EVER: all); error 0: the process is killed there. `report`: where a line says
    which call that was."""

    below: Path
    at: int
    error: int
    times: int = 1
    report: Path | None = None

    @property
    def kinds(self) -> int:
        return ERRORS[self.error] if self.error else CHANGES

    @property
    def environment(self) -> dict[str, str]:
        """With which a program is begun that meets it."""
        reported = {} if self.report is None else {"FAILING_REPORT": str(self.report)}
        return {
            "LD_PRELOAD": str(library()),
            "FAILING_BELOW": os.path.realpath(self.below),
            "FAILING_AT": str(self.at),
            "FAILING_ERROR": str(self.error),
            "FAILING_TIMES": str(self.times),
            "FAILING_KINDS": str(self.kinds),
            **reported,
        }

    def __str__(self) -> str:
        name = errno.errorcode[self.error] if self.error else "SIGKILL"
        return f"{name} at call {self.at}{'' if self.times == 1 else ' and after'}"


@cache
def library() -> Path:
    """The library, built in a folder of its own; SystemExit with a sentence where nothing builds
    it."""
    compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
    if compiler is None:
        raise SystemExit(NO_COMPILER)
    # A blank would part LD_PRELOAD in two.
    folder = "/tmp" if " " in gettempdir() else None
    built = Path(mkdtemp(prefix="tilekeeper-failing-", dir=folder)) / "failing_calls.so"
    _removed_in_the_end(built.parent)
    call = [compiler, "-shared", "-fPIC", "-O1", "-o", str(built), str(SOURCE), "-ldl"]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{NO_COMPILER} ({done.stderr.strip()[-300:]})")
    return built


def _removed_in_the_end(folder: Path) -> None:
    """By this process, and by none of its forks."""
    mine = os.getpid()
    atexit.register(lambda: os.getpid() == mine and shutil.rmtree(folder, ignore_errors=True))


LOADED = "FAILING_CALLS_LOADED"


def loaded(module: str) -> ctypes.CDLL:
    """The library in this process, which begins again with it where it hasn't got it yet: as
    `python -m module`, with the same arguments."""
    if LOADED not in os.environ:
        built = str(library())
        environment = {**os.environ, "LD_PRELOAD": built, LOADED: built}
        os.execve(sys.executable, [sys.executable, "-m", module, *sys.argv[1:]], environment)
    _removed_in_the_end(Path(os.environ[LOADED]).parent)
    return ctypes.CDLL(os.environ[LOADED])


def meet(loaded_library: ctypes.CDLL, failure: Failure | None) -> None:
    """From now on this process meets that failure; with None, none."""
    if failure is None:
        loaded_library.failing_calls(None, 0, 0, 0, 0)
        return
    below = os.path.realpath(failure.below).encode()
    loaded_library.failing_calls(
        below,
        ctypes.c_long(failure.at),
        ctypes.c_int(failure.error),
        ctypes.c_long(failure.times),
        ctypes.c_uint(failure.kinds),
    )


def calls_made(loaded_library: ctypes.CDLL) -> int:
    """How many calls there were that might have failed, since `meet`."""
    made = loaded_library.failing_calls_made
    made.restype = ctypes.c_long
    return int(made())
