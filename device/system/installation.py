"""Who has installed this program, by where its environment lies.

Knows nothing of installing: script/install-pi and script/make-package do that.
Tests: tests/device/test_updates.py, tests/test_debian_package.py.
"""

from __future__ import annotations

import sys
from pathlib import Path

DEBIAN_PACKAGE = Path("/usr/lib/tilekeeper")
"""The environment of the Debian package (debian/rules)."""


def is_debian_package(prefix: Path = Path(sys.prefix)) -> bool:
    """Whether it's the Debian package, whose files only apt may change."""
    return prefix == DEBIAN_PACKAGE
