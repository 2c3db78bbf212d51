"""Screens: each draws a view and computes nothing. Tests: tests/device/test_screen.py."""

import sys

# pygame asks setuptools where its own files lie, which takes 80 ms to load, and finds them as well
# without it.
sys.modules.setdefault("pkg_resources", None)  # type: ignore[arg-type]  # so an import of it fails
