"""Screens: each draws a view and computes nothing. Tests: tests/device/test_screen.py."""

import hardware.sdl  # noqa: F401  (before any file here imports pygame, which else greets aloud)
