"""Screens: each draws a view and computes nothing. Tests: tests/device/test_screen.py."""

import hardware.sdl  # noqa: F401  (before pygame, which would print a greeting)
