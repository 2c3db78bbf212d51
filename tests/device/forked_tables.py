"""Tables in processes of their own, forked from one that has loaded all that they need.

A table begun from nothing spends nine tenths of its start on imports. `started` stands in for
`subprocess.Popen` where it isn't the start itself that is tested; `serve` is the other end, in the
process that is forked, and nothing but what a table begins with may have happened there. Used by
test_appliance.py and test_killed_under_way.py.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import select
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

TABLE = Path(__file__).with_name("appliance_table.py")

SERVE = "--fork-tables"
"""The first argument of a process that is there to be forked; the second is its socket's number."""

MOST_BYTES = 1 << 17  # of arguments and environment


class ForkedTable:
    """A table that runs in a process of its own; as much of a `Popen` as tests need."""

    def __init__(self, server: socket.socket, arguments: Sequence[str], env: Mapping[str, str]):
        pipes = [os.pipe() for _ in range(4)]
        (stdin, given), (taken, stdout), (heard, stderr), (self._status, status) = pipes
        self.stdin = os.fdopen(given, "w", encoding="utf-8")
        self.stdout = os.fdopen(taken, encoding="utf-8")
        self.stderr = os.fdopen(heard, encoding="utf-8")
        theirs = [stdin, stdout, stderr, status]
        call = json.dumps([list(arguments), dict(env)]).encode()
        socket.send_fds(server, [call], theirs)
        for end in theirs:
            os.close(end)
        self._received = b""
        self.returncode: int | None = None
        while b"\n" not in self._received:
            self._hear()
        self.pid = int(self._received.split()[0])

    def poll(self) -> int | None:
        """The exit status, or minus the signal's number; None while it runs."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.wait(0.0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """The same once it has ended. TimeoutExpired where it still runs by then."""
        while self.returncode is None:
            if not select.select([self._status], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(str(TABLE), timeout or 0.0)
            self._hear()
            if self._received.count(b"\n") == 2:
                self.returncode = int(self._received.split()[1])
                os.close(self._status)
        return self.returncode

    def send_signal(self, how: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, how)

    def _hear(self) -> None:
        more = os.read(self._status, 100)
        if not more:
            raise ChildProcessError(
                f"a process that looks after a table has gone; it sent {self._received!r}"
            )
        self._received += more


def started(arguments: Sequence[str], env: Mapping[str, str]) -> ForkedTable:
    """appliance_table.py with these arguments, in this environment."""
    return ForkedTable(_server(), arguments, env)


@cache
def _server() -> socket.socket:
    """The socket of the process that is forked; it ends with this one."""
    ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with its:
        process = subprocess.Popen(
            [sys.executable, str(TABLE), SERVE, str(its.fileno())],
            pass_fds=[its.fileno()],
            stdin=subprocess.DEVNULL,
        )

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


def serve(number: int) -> None:
    """Forks for everything that is asked for, and returns in each of those processes only, as if it
    had been called like that."""
    with socket.socket(fileno=number) as asked:
        while True:
            reported, given, *_ = socket.recv_fds(asked, MOST_BYTES, 4)
            if not reported:
                os._exit(0)
            if os.fork() == 0:
                break  # it looks after one table
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass
            for end in given:
                os.close(end)
    *streams, status = given
    table = os.fork()
    if table:
        for end in streams:
            os.close(end)
        os.write(status, f"{table}\n".encode())
        _, how = os.waitpid(table, 0)
        os.write(status, f"{os.waitstatus_to_exitcode(how)}\n".encode())
        os._exit(0)
    os.close(status)
    for place, end in enumerate(streams):
        os.dup2(end, place)
        os.close(end)
    arguments, environment = json.loads(reported)
    os.environ.clear()
    os.environ.update(environment)
    sys.argv[1:] = arguments
