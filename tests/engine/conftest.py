"""What the tests of the engine share; boards are written in boards.py."""

from __future__ import annotations

import pytest

from engine.variants import Variant, load_variant


@pytest.fixture
def classic() -> Variant:
    return load_variant("classic")
