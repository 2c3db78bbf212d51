"""The data that ships with the engine: TOML files by folder and name, and no others.

Knows nothing of what is in them. Tests: tests/engine/test_shipped_data.py.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any


def shipped_toml(folder: str, name: str) -> dict[str, Any]:
    """What the file of that name in a folder of the engine's data says; KeyError if none ships. A
    name may come from anybody: it is looked up, never made a path."""
    for source in (files("engine") / "data" / folder).iterdir():
        if source.name == f"{name}.toml":
            return tomllib.loads(source.read_text(encoding="utf-8"))
    raise KeyError(name)
