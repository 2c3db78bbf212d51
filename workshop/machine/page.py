"""A machine's page for spectators, as anybody in its network reads it.

Tests: workshop/tests/test_machine_page.py.
"""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from typing import TypeAlias

Fields: TypeAlias = Mapping[str, str]
"""What the page says, by the names of docs/onlookers.md."""


def page_at(port: int, host: str = "127.0.0.1") -> Callable[[], Fields]:
    """Asks the page for all it says; an empty answer while it can't be reached."""

    def ask() -> Fields:
        try:
            with urllib.request.urlopen(f"http://{host}:{port}/obs/now", timeout=20) as said:
                fields: Fields = json.load(said)
        except (OSError, urllib.error.URLError, ValueError):
            return {}
        return fields

    return ask


def begun(said: Fields) -> bool:
    """Whether the page shows the first side's turn, and not a lobby, or what comes before it."""
    return bool(said) and said["state"] == f"{said['p1_name']}’s turn"
