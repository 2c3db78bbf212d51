"""What this process holds of the machine's memory: unused, it goes back. Tests:
tests/device/test_memory_given_back.py.
"""

from __future__ import annotations

import ctypes
import sys


def give_memory_back() -> None:
    """Hands back what is free. The GNU C library keeps what pictures took, in holes between what
    is still used: 100 MB and more after thirty games (malloc_trim(3)). Others have no such call.

    Takes some ms, in which no other thread gets memory of it: for moments in which nobody waits.
    """
    if not sys.platform.startswith("linux"):
        return
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
