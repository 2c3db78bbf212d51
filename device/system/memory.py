"""Returns unused memory of this process to the system.

Tests: tests/device/test_memory_given_back.py.
"""

from __future__ import annotations

import ctypes
import sys


def give_memory_back() -> None:
    """Returns free memory. The GNU C library keeps what pictures took, in holes between blocks
    still in use: 100 MB and more after thirty games (malloc_trim(3)). Other libraries have no such
    call.

    Takes some ms, during which no other thread can allocate: call it when nothing is urgent.
    """
    if not sys.platform.startswith("linux"):
        return
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
