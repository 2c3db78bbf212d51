"""A machine's page for spectators, as anybody in its network reads it.

Tests: workshop/tests/test_machine_page.py.
"""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

from workshop.machine.hands import Ran
from workshop.machine.qemu import PAGE_PORT

Fields: TypeAlias = Mapping[str, str]
"""What the page says, by the names of docs/onlookers.md."""


Moment: TypeAlias = Mapping[str, Any]
"""All that the page shows, by the names of `/now`."""


def page_at(port: int, host: str = "127.0.0.1") -> Callable[[], Fields]:
    """Asks the page for all it says; an empty answer while it can't be reached."""
    return partial(_asked, f"http://{host}:{port}/obs/now")


def moment_at(port: int) -> Callable[[], Moment]:
    """The same for all it shows."""
    return partial(_asked, f"http://127.0.0.1:{port}/now")


def inside(run: Callable[[str], Ran], what: str) -> Callable[[], Moment]:
    """The same, asked by a command of the machine itself: `what` is "now" or "obs/now"."""
    url = f"http://127.0.0.1:{PAGE_PORT}/{what}"
    asks = f"import urllib.request as r; print(r.urlopen('{url}', timeout=20).read().decode())"

    def asked() -> Moment:
        try:
            moment: Moment = json.loads(run(f'python3 -c "{asks}" 2>/dev/null').output)
        except ValueError:
            return {}
        return moment

    return asked


def _asked(url: str) -> Moment:
    try:
        with urllib.request.urlopen(url, timeout=20) as said:
            moment: Moment = json.load(said)
    except (OSError, urllib.error.URLError, ValueError):
        return {}
    return moment


def begun(said: Fields) -> bool:
    """Whether the page shows the first side's turn, and not a lobby, or what comes before it."""
    return bool(said) and said["state"] == f"{said['p1_name']}’s turn"
