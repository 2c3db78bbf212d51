"""Looks over a program's shoulder from inside: what it starts, what it writes outside its folder.

Writes a line an event as it happens, so that nothing is lost where the program is killed; what of
it was allowed is judged elsewhere. Tests: workshop/tests/test_fuzz.py.
"""

from __future__ import annotations

import codecs
import fcntl
import os
import sys

STARTS = {
    "subprocess.Popen",
    "os.exec",
    "os.posix_spawn",
    "os.spawn",
    "os.startfile",
    "os.system",
    "os.fork",
    "os.forkpty",
    "pty.spawn",
}
"""Events of Python's own audit by which another program is started."""

CHANGES = {
    "os.remove",
    "os.rename",
    "os.mkdir",
    "os.rmdir",
    "os.link",
    "os.symlink",
    "os.truncate",
    "os.chmod",
    "os.chown",
    "os.utime",
    "shutil.rmtree",
    "shutil.move",
    "shutil.copyfile",
}
"""Events by which something changes on the disk."""

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

DEVICES = ("/dev/", "/proc/self/")
"""What may be opened for writing anywhere: it keeps nothing."""


def watch(into: str, folder: str) -> None:
    """From now on events are written to the file `into`: programs started, and changes outside
    `folder`."""
    opened = os.open(into, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    log = fcntl.fcntl(opened, fcntl.F_DUPFD_CLOEXEC, 200)  # 0 to 2 may be free, and be missed
    os.close(opened)
    inside = os.path.realpath(folder) + os.sep
    # Both are Python's own, and none of the program's: what it compiles, and a codec's first use.
    sys.dont_write_bytecode = True
    codecs.lookup("unicode_escape")

    def record(event: str, about: object) -> None:
        text = str(about).encode("unicode_escape").decode("ascii")[:500]
        os.write(log, f"{event}\t{text}\n".encode())

    def outside(path: object) -> bool:
        if not isinstance(path, str | bytes | os.PathLike):
            return False
        whole = os.path.abspath(os.fsdecode(path))
        return not (whole + os.sep).startswith(inside) and not whole.startswith(DEVICES)

    def hook(event: str, about: tuple[object, ...]) -> None:
        if event in STARTS:
            record(event, about[0] if about else "")
        elif event == "open":
            path, _, flags = about
            if isinstance(flags, int) and flags & WRITING and outside(path):
                record(event, path)
        elif event in CHANGES:
            for path in about[:2]:
                if outside(path):
                    record(event, path)

    sys.addaudithook(hook)
