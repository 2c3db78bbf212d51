"""Threads that don't die unheard: whatever ends one is logged with its trace, and handed on.

For every thread and timer of ours, of hardware and of the device. What libraries start on their own
is logged by `log_dying_threads`. Tests: tests/device/test_dying_tasks.py.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

log = logging.getLogger(__name__)


def watched(
    run: Callable[[], object], on_death: Callable[[Exception], object] | None = None
) -> Callable[[], None]:
    """What a thread is to run in place of `run`: an exception that would end the thread is logged,
    once, and given to `on_death`, which is called on that thread."""

    def watch() -> None:
        try:
            run()
        except Exception as error:
            log.exception("the thread %r has died", threading.current_thread().name)
            if on_death is not None:
                on_death(error)

    return watch


def log_dying_threads() -> None:
    """From now on a thread that a library has started, and that dies, is logged as well."""
    threading.excepthook = _log_death


def _log_death(died: threading.ExceptHookArgs) -> None:
    name = "?" if died.thread is None else died.thread.name
    if died.exc_value is not None and not isinstance(died.exc_value, SystemExit):
        log.critical("the thread %r has died", name, exc_info=died.exc_value)
