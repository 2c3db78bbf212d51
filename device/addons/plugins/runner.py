"""Runs one plug-in in this process, with less memory, threads and priority than the table has.

Started by its path with the interpreter that the plug-in is installed for: it imports nothing of
tilekeeper. The function gets an iterator of moments; each time it wants the next, a byte on `asks`
says so. Tests: tests/device/test_plugins.py.

Usage: runner.py MODULE:FUNCTION ASKS MEGABYTES THREADS PARENT
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import signal
import sys
import threading
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, BinaryIO

OUT_OF_MEMORY = 71
"""The exit status of a plug-in that wanted more memory than it may have."""

NICENESS = 19
FIRST_TO_GO = "1000"
"""Of all processes, when the system's memory is used up (proc(5), oom_score_adj)."""

STACK = 1 << 20
"""Bytes of a thread's: Linux counts all of them as used."""

PR_SET_PDEATHSIG = 1


def main() -> None:
    function, asks, megabytes, threads, parent = sys.argv[1:]
    _limit(int(megabytes), int(threads), int(parent))
    asking = int(asks)
    os.set_inheritable(asking, False)
    given = os.fdopen(os.dup(0), "rb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)  # a program that the plug-in starts takes none of its moments
    try:
        EntryPoint("plug-in", function, "").load()(_moments(given, asking))
    except MemoryError as error:
        sys.stderr.write(f"MemoryError: {error}\n")
        sys.stderr.flush()
        os._exit(OUT_OF_MEMORY)


def _moments(given: BinaryIO, asking: int) -> Iterator[dict[str, Any]]:
    """The moments, each when it is wanted; ends with the table."""
    while True:
        try:
            os.write(asking, b"?")
        except BrokenPipeError:
            return
        line = given.readline()
        if not line.endswith(b"\n"):
            return
        yield json.loads(line)


def _limit(megabytes: int, threads: int, parent: int) -> None:
    os.setpriority(os.PRIO_PROCESS, 0, NICENESS)
    try:
        Path("/proc/self/oom_score_adj").write_text(FIRST_TO_GO)
    except OSError as error:
        sys.stderr.write(f"not the first to go when memory is short: {error}\n")
    threading.stack_size(STACK)
    most = megabytes << 20
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if threads:
        most = _of_this_user() + threads
        resource.setrlimit(resource.RLIMIT_NPROC, (most, most))
    # A table that is killed leaves no plug-in behind, not even one that hangs.
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit("the table has ended")


def _of_this_user() -> int:
    """How many threads this user has now: the limit counts all of them."""
    count, user = 0, os.getuid()
    for process in Path("/proc").glob("[0-9]*/task"):
        try:
            if process.stat().st_uid == user:
                count += sum(1 for _ in process.iterdir())
        except OSError:
            continue  # it has ended
    return count


if __name__ == "__main__":
    main()
