"""A section of the settings file that an add-on registers in its settings.py.

Knows no add-on; device/settings/config.py puts them into one type with all others.
Tests: tests/device/test_config.py, tests/device/test_addons.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec


@dataclass(frozen=True)
class Section:
    """[`name`], as the struct `kind` has it: keys with their defaults and bounds. `check` is given
    the whole of it, and raises ValueError with a sentence that names the key for what bounds can't
    tell. `page`: the page of docs/ that is about it; docs/config.md has every key."""

    name: str
    kind: type[msgspec.Struct]
    page: str
    check: Callable[[Any], None] | None = None
