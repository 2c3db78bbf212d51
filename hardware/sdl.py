"""pygame as this program wants it: quick to import, silent, and signals left to us.

Import this before pygame wherever a screen or a sound may be needed first; all of it is read as
pygame is imported. Knows no screen. Tests: tests/hardware/test_display.py.
"""

from __future__ import annotations

import os
import sys
import warnings

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
# SDL would take SIGTERM and SIGINT over, and the process would not end on them.
os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")

PKG_RESOURCES = "pkg_resources"
"""pygame looks for its own files through this if it is there, and otherwise does without: it reads
what is installed on the whole system, and takes as long as all of pygame."""

with warnings.catch_warnings():
    # Debian's is built for every PC, and says so on those that could do more.
    warnings.filterwarnings("ignore", r"Your system is \w+ capable", RuntimeWarning)
    if PKG_RESOURCES in sys.modules:
        import pygame as pygame
    else:
        sys.modules[PKG_RESOURCES] = None  # type: ignore[assignment]  # as good as not installed
        try:
            import pygame as pygame
        finally:
            del sys.modules[PKG_RESOURCES]
