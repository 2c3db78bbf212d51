"""A process that has loaded the program once and forks for every call: the fork is the program.

It reads a call a line on standard input and answers how it ended. A fork has standard streams of
its own, made as Python makes them, runs the command as the installed program does and ends as
Python ends; so nothing that the server does stands between. Tests: workshop/tests/test_fuzz.py.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import Any

from workshop.fuzzing.watching import watch

CHECKS_EVERY = 0.002
"""Seconds between two looks at whether a fork has ended."""


def serve() -> dict[str, Any] | None:
    """Forks for every line; gives a fork its call, and the server None in the end."""
    for line in sys.stdin.buffer:
        asked: dict[str, Any] = json.loads(line)
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            return asked
        sys.stdout.write(json.dumps(_ended(child, asked)) + "\n")
        sys.stdout.flush()
    return None


def _ended(child: int, asked: dict[str, Any]) -> dict[str, object]:
    """Waits for a fork as long as it may take; what it left behind is ended with it."""
    begun, stopped, held = time.monotonic(), False, _held()
    wall, stop_after = float(asked["limits"]["wall"]), float(asked["stop_after"])
    hung = False
    while True:
        ended, status, used = os.wait4(child, os.WNOHANG)
        if ended:
            break
        spent = time.monotonic() - begun
        if spent > wall:
            hung = True
            _end(child)
            _, status, used = os.wait4(child, 0)
            break
        if stop_after and not stopped and (spent > stop_after or os.path.exists(asked["stops"])):
            stopped = True
            os.kill(child, signal.SIGINT)
        time.sleep(CHECKS_EVERY if spent < 1 else 10 * CHECKS_EVERY)
    _end(child)
    code = os.waitstatus_to_exitcode(status)
    if code == -signal.SIGXCPU:
        hung = True
    grew = max(0, 1024 * used.ru_maxrss - held)
    return {"status": code, "hung": hung, "seconds": time.monotonic() - begun, "grew": grew}


def _held() -> int:
    """Bytes of memory that this process holds, and a fork begins with."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * resource.getpagesize()


def _end(child: int) -> None:
    """Ends a fork and whatever it started: it is the leader of a group of its own."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)


def become(asked: dict[str, Any], program: str) -> None:
    """This process is the program from now on."""
    os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(os.path.join(asked["folder"], "inputs"))
    os.environ.clear()
    os.environ.update(asked["environment"])
    time.tzset()
    _limit(asked["limits"])
    _open_streams(asked)
    if asked["fresh"]:
        os.environ["FUZZING_WATCHED"] = asked["files"]["watched"]
        os.environ["FUZZING_FOLDER"] = asked["folder"]
        os.environ["PYTHONPATH"] = str(Path(__file__).with_name("installed"))
        path = str(Path(sys.prefix) / "bin" / "tilekeeper")
        os.execve(path, [path, *asked["words"]], os.environ)
    watch(asked["files"]["watched"], asked["folder"])
    sys.modules["__main__"].__package__ = None  # as in the installed program: click names it so
    sys.argv = ["tilekeeper", *asked["words"]]
    sys.exit(import_module(program).main())


def _limit(limits: dict[str, Any]) -> None:
    for what, most in (
        (resource.RLIMIT_AS, int(limits["memory"])),
        (resource.RLIMIT_FSIZE, int(limits["file"])),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(what, (most, most))
    cpu = int(limits["cpu"])
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 5))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)


def _open_streams(asked: dict[str, Any]) -> None:
    """Descriptors 0, 1 and 2 as the call wants them, and Python's streams over them."""
    files = asked["files"]
    _set_down(0, os.open(files["stdin"], os.O_RDONLY))
    match asked["out"]:
        case "full":
            _set_down(1, os.open("/dev/full", os.O_WRONLY))
        case "broken":
            reader, writer = os.pipe()
            os.close(reader)
            _set_down(1, writer)
        case _:
            _set_down(1, os.open(files["out"], os.O_WRONLY))
    _set_down(2, os.open(files["error"], os.O_WRONLY | os.O_APPEND))
    if asked["closed_in"]:
        os.close(0)
    if asked["out"] == "closed":
        os.close(1)
    if not asked["fresh"]:
        _stream("stdin", None if asked["closed_in"] else (0, "r", "strict"))
        _stream("stdout", None if asked["out"] == "closed" else (1, "w", "strict"))
        _stream("stderr", (2, "w", "backslashreplace"))


def _stream(name: str, of: tuple[int, str, str] | None) -> None:
    """Python's own stream over a descriptor, or None as Python has it where that is closed."""
    if of is None:
        stream = None
    else:
        descriptor, mode, errors = of
        stream = open(descriptor, mode, encoding="utf-8", errors=errors, closefd=False)  # noqa: SIM115
    setattr(sys, name, stream)
    setattr(sys, f"__{name}__", stream)


def _set_down(at: int, descriptor: int) -> None:
    if descriptor != at:
        os.dup2(descriptor, at)
        os.close(descriptor)
    os.set_inheritable(at, True)


def load(program: str) -> None:
    """Loads the program with all that its commands load when they are called."""
    commands = getattr(import_module(program), "all_commands", dict)()
    for one in commands.values():
        import_module(one.module)


if __name__ == "__main__":
    PROGRAM = sys.argv[1]
    load(PROGRAM)
    CALL = serve()
    if CALL is not None:
        become(CALL, PROGRAM)
