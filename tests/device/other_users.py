"""Other users, in a process of their own, which ends with what they do."""

from __future__ import annotations

import codecs
import os
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

OTHER_USER = 65534

CHECKOUT = Path(__file__).parents[2]

for codec in ("utf-8-sig", "cp1252", "idna"):
    codecs.lookup(codec)  # Python loads them at need, perhaps from where another user can't come


def apart(do: Callable[[], None]) -> None:
    """Runs it in a process whose rights are gone with it; what goes wrong there is reported here.
    Not where the program itself lies in a folder that is closed to others, as /root is."""
    closed = [one for one in (CHECKOUT, *CHECKOUT.parents) if not one.stat().st_mode & 0o001]
    if closed and os.geteuid() == 0:
        pytest.skip(f"another user can't come to the program: {closed[-1]} is closed to others")
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        wrong = b""
        try:
            do()
        except BaseException:  # noqa: BLE001  (reported by the parent)
            wrong = traceback.format_exc().encode()[-4000:]
        os.write(writing, wrong)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        wrong = pipe.read()
    os.waitpid(child, 0)
    assert not wrong, wrong.decode()


def as_other_user(do: Callable[[], None]) -> None:
    """Runs it as somebody for whom rights count, as they don't for root: the folder that is closed
    to its owner is closed to nobody, too."""

    def as_another() -> None:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setresgid(OTHER_USER, OTHER_USER, OTHER_USER)
            os.setresuid(OTHER_USER, OTHER_USER, OTHER_USER)
        do()

    apart(as_another)
