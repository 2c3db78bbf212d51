"""Keeps C libraries from writing on standard error while something is opened.

For what says itself what is wrong: ALSA writes lines for every card that isn't there.
Tests: tests/device/test_noise_of_libraries.py.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def silent_libraries() -> Iterator[None]:
    """While it lasts nothing that any thread writes on standard error is seen."""
    sys.stderr.flush()
    kept = os.dup(2)
    try:
        with open(os.devnull, "wb") as nowhere:
            os.dup2(nowhere.fileno(), 2)
        yield
    finally:
        sys.stderr.flush()
        os.dup2(kept, 2)
        os.close(kept)
