"""What several tests of the screens need."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from screen_texts import TextsWritten

from device.screen.drawing import Canvas


@pytest.fixture
def texts_written(monkeypatch: pytest.MonkeyPatch) -> TextsWritten:
    """Every text that is written from now on."""
    texts = TextsWritten()
    monkeypatch.setattr(Canvas, "_note_text", lambda canvas, text: texts.add(canvas, text))
    return texts


@pytest.fixture
def written(texts_written: TextsWritten) -> list[str]:
    """Every text that was written."""
    return texts_written.names


@pytest.fixture
def cut(texts_written: TextsWritten) -> list[str]:
    """Every text that didn't fit its place."""
    return texts_written.cut


@pytest.fixture
def open_tmp_path() -> Iterator[Path]:
    """A folder that other users may come to. pytest closes those of its own to them, also in the
    middle of a test: whenever another pytest of the same user starts."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)
