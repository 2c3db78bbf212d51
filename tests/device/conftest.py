"""What several tests of the screens need."""

from __future__ import annotations

import pygame
import pytest

from device.screen import lettering


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that didn't fit its place."""
    texts: list[str] = []
    fitted = lettering.fitted

    def watched(
        text: str, area: pygame.Rect, largest: int, bold: bool = False
    ) -> tuple[pygame.font.Font, list[str], bool]:
        letters, lines, fits = fitted(text, area, largest, bold)
        if not fits:
            texts.append(text)
        return letters, lines, fits

    monkeypatch.setattr(lettering, "fitted", watched)
    return texts
