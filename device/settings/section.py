"""A section of the settings file that an add-on registers in its settings.py.

Knows no add-on; device/settings/config.py combines them with all others in one type.
Tests: tests/device/test_config.py, tests/device/test_addons.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import msgspec


@dataclass(frozen=True)
class Section:
    """[`name`], which is that of the add-on's folder, defined by the struct `kind`: keys with their
    defaults and bounds. `check` gets the whole section, and raises ValueError with a sentence that
    names the key for what bounds can't express. `page`: its page in docs/; docs/config.md has every
    key."""

    name: str
    kind: type[msgspec.Struct]
    page: str
    check: Callable[[Any], None] | None = None
