"""Ending in good order when the system asks for it.

Only turns signals into a call, or has them wait; what ends then is the caller's business.
Tests: tests/device/test_play.py, tests/device/test_clock_command.py, tests/device/test_demo.py.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def stopped_by_signals(stop: Callable[[], None]) -> Iterator[None]:
    """While it lasts, SIGTERM and SIGINT call `stop`; nothing on a thread that gets no signals."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def told(_number: int, _frame: FrameType | None) -> None:
        stop()

    before = {number: signal.signal(number, told) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def signals_held_back() -> Iterator[None]:
    """While it lasts, SIGTERM and SIGINT wait: for moments in which something is made that nobody
    could take away again yet."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
