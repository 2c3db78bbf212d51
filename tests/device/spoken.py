"""Who writes down what is said at a table, and where that is kept for whole evenings."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from device.addons.voice.saying import said_of
from device.language.texts import Texts
from device.session.core.effects import Effect
from device.session.core.inputs import Input, Tick
from device.session.core.state import TableState

TRANSCRIPTS = Path(__file__).parent.parent / "data" / "said"
"""What is said in whole evenings. Read a change aloud before it is kept: it may only be better."""


class Listener:
    """Follows a table and writes down what is said of each step, in one language."""

    def __init__(self, texts: Texts) -> None:
        self._texts, self._looked = texts, float("-inf")
        self.messages: list[str] = []

    def pressed(self) -> None:
        pass

    def begin(self, state: TableState) -> None:
        pass

    def follow(
        self, before: TableState, event: Input, after: TableState, effects: Sequence[Effect]
    ) -> None:
        self.messages += said_of(before, after, event, effects, self._texts, self._looked)
        if isinstance(event, Tick):
            self._looked = max(self._looked, event.at)
