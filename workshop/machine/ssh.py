"""Programs of ours on another computer, over ssh: nothing has to be installed there but Python 3,
and nothing stays there when they end.

It knows no table. Tests: workshop/tests/test_machine_ssh.py.
"""

from __future__ import annotations

import io
import shlex
import socket
import subprocess
import zipfile
from pathlib import Path
from typing import Self

CARRIED = ("board", "pipe", "hands_pi", "table_pi", "screen_pi", "keys_pi")
"""The modules that run there; they import one another alone, and Python's own library."""

STARTER = """
import runpy, sys, tempfile
carried = tempfile.NamedTemporaryFile(suffix=".zip")
carried.write(sys.stdin.buffer.read(int(sys.argv.pop(1))))
carried.flush()
sys.path.insert(0, carried.name)
runpy.run_module(sys.argv.pop(1), run_name="__main__")
""".strip()
"""Reads the modules from its standard input, so many bytes, and runs one of them; what comes then
is for that one."""

ENDS_WITHIN = 10.0
"""Seconds after which a connection that doesn't end is ended."""


def carried() -> bytes:
    """The modules, as a zip that Python can import from."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as written:
        for package in ("workshop", "workshop/machine"):
            written.writestr(f"{package}/__init__.py", "")
        for name in CARRIED:
            file = Path(__file__).with_name(f"{name}.py")
            written.write(file, f"workshop/machine/{name}.py")
    return packed.getvalue()


def command(host: str, module: str, size: int, *arguments: str, root: bool) -> list[str]:
    """How ssh is called: for a module that is sent with others in so many bytes. It may ask for a
    password where it is typed; sudo there can't."""
    there = [*(("sudo", "-n") if root else ()), "python3", "-c", STARTER, str(size)]
    there += [f"workshop.machine.{module}", *arguments]
    alive = ("-o", "ServerAliveInterval=5", "-o", "ServerAliveCountMax=6")
    return ["ssh", "-T", *alive, "--", host, shlex.join(there)]


class Ssh:
    """A module that runs on a host; `port` is its standard input and output."""

    def __init__(self, host: str, module: str, *arguments: str, root: bool = False) -> None:
        sent = carried()
        self.port, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                command(host, module, len(sent), *arguments, root=root),
                stdin=theirs.fileno(),
                stdout=theirs.fileno(),
            )
        self.port.sendall(sent)

    def close(self) -> None:
        """The program there ends, and leaves nothing behind."""
        self.port.close()
        try:
            self._process.wait(ENDS_WITHIN)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
