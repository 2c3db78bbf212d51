"""What was written on a screen, for the tests that look for it."""

from __future__ import annotations

from dataclasses import dataclass, field

from device.screen.canvas import Canvas, Written


@dataclass(frozen=True)
class TextsWritten:
    """Every text that was written on any canvas: with its place, as it reads, and those that were
    cut off."""

    placed: list[Written] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)

    def add(self, _: Canvas, written: Written) -> None:
        self.placed.append(written)
        self.names.append(written.text)
        if not written.fits:
            self.cut.append(written.text)

    def clear(self) -> None:
        self.placed.clear()
        self.names.clear()
        self.cut.clear()
