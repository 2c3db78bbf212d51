"""What several tests need: the folder of photographs, where there is one."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def photographs() -> Path:
    """The folder of photographed sources (each with its truth.json), or the test is skipped."""
    named = os.environ.get("TILEKEEPER_SAMPLES")
    if not named:
        pytest.skip("TILEKEEPER_SAMPLES names no folder of samples: not held against photographs")
    folder = Path(named) / "photos"
    assert folder.is_dir(), f"TILEKEEPER_SAMPLES is {named}, but there is no folder photos in it"
    return folder
