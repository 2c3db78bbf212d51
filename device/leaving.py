"""The end of a program, which waits for no thread.

Whatever has to be waited for has been closed by then. A thread that still reads a picture or looks
for a camera is in OpenCV, and Python would abort the whole program if it came back from there while
everything is being taken down: "terminate called without an active exception", status 134.
Tests: tests/device/test_leaving.py, tests/device/test_appliance.py.
"""

from __future__ import annotations

import logging
import os
import sys
import threading
from typing import NoReturn

from device.standard_streams import OutputError


def leave(status: str | int | None) -> NoReturn:
    """Ends the program with that status: as usual if no thread is left, else at once."""
    if threading.active_count() == 1:
        sys.exit(status)
    if isinstance(status, str):
        print(status, file=sys.stderr)
        status = 1
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, OutputError):
            status = status or 1  # nobody reads it any more
    os._exit(status or 0)
