"""The games on a stick, at a table that keeps them. Tests: tests/device/test_games_on_stick.py."""

from __future__ import annotations

from pathlib import Path

from device.addons.export.menu import SAVE_GAMES
from device.language.texts import Message
from device.table.addons import NO_PARTS, AddOnParts, AddOnTable, AtTable


def _parts(table: AddOnTable) -> AddOnParts:
    if table.journal is None:
        return NO_PARTS
    journal: Path = table.journal

    def save() -> Message:
        # Forms of games are slow to load, and a starting table doesn't need them.
        from device.addons.export.games_on_stick import games_to_stick

        return games_to_stick(journal, table.texts)

    return AddOnParts({SAVE_GAMES: save})


REGISTERS = AtTable(_parts)
