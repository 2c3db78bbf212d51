"""What a trial needs on the Pi of a table: commands, a keyboard, and pictures of its screen.

Runs there as root, by Python's own library alone; it is asked as board.py is, and for
{"do": "screen"} and {"do": "keys", "names": ["ret"]} as well. Tests:
workshop/tests/test_machine_ssh.py.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from workshop.machine.board import run
from workshop.machine.keys_pi import plug_in
from workshop.machine.pipe import serve_pipe
from workshop.machine.screen_pi import grab

keyboard = cache(plug_in)


def answer(request: Mapping[str, Any]) -> object:
    """Does what is asked."""
    doing: dict[str, Callable[[], object]] = {
        "time": time.monotonic,
        "run": lambda: run(request["command"]),
        "screen": grab,
        "keys": lambda: keyboard().press(request["names"]),
    }
    if request["do"] not in doing:
        raise ValueError(f"{request['do']!r} is unknown to a table")
    return doing[request["do"]]()


if __name__ == "__main__":
    serve_pipe(answer)
    sys.exit(0)
