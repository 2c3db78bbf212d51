"""Points as they are written on every screen: hidden ones, and a minus that can be seen.

Tests: tests/device/test_points_text.py.
"""

from __future__ import annotations

HIDDEN = "•••"
"""In place of points that are hidden until the end."""

MINUS = "−"
"""As wide as a plus; a hyphen is lost beside large figures."""


def points_text(points: int | None) -> str:
    """A total; None is one that is hidden."""
    return HIDDEN if points is None else f"{points}".replace("-", MINUS)


def gain_text(points: int) -> str:
    """Points that are added or taken off: "+12", "−5", "+0"."""
    return f"{points:+}".replace("-", MINUS)
