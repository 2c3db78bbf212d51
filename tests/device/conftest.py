"""What several tests of the screens need."""

from __future__ import annotations

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
