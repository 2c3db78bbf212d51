"""Other users, in a process of their own, which ends with what they do."""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable

NOBODY = 65534


def apart(do: Callable[[], None]) -> None:
    """Runs it in a process whose rights are gone with it; what goes wrong there is told here."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        wrong = b""
        try:
            do()
        except BaseException:  # noqa: BLE001  (told by the parent)
            wrong = traceback.format_exc().encode()[-4000:]
        os.write(writing, wrong)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        wrong = pipe.read()
    os.waitpid(child, 0)
    assert not wrong, wrong.decode()


def as_nobody(do: Callable[[], None]) -> None:
    """Runs it as somebody for whom rights count, as they don't for root: the folder that is closed
    to its owner is closed to nobody, too."""

    def as_another() -> None:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setresgid(NOBODY, NOBODY, NOBODY)
            os.setresuid(NOBODY, NOBODY, NOBODY)
        do()

    apart(as_another)
