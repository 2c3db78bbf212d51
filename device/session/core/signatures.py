"""Whose signature is missing under a tournament's result, and how a table says so.

Follows from the state alone, so that undo and a restart come to the same. Knows no button.
Tests: tests/device/test_signing.py.
"""

from __future__ import annotations

from device.language.texts import Message
from device.session.core.state import Over, TableState
from engine.events import Side
from engine.turns.ending import unsigned


def is_signed_here(table: TableState) -> bool:
    """Whether results are signed at this table: only at a tournament, by more than one side."""
    return table.agreed.extras.tournament and len(table.game.state.sides) > 1


def missing_signatures(table: TableState) -> tuple[Side, ...]:
    """The sides that haven't signed the result yet; none where nobody signs, and before there is a
    result."""
    if not isinstance(table.where, Over) or not is_signed_here(table):
        return ()
    return unsigned(table.game.state)


def signatures_text(table: TableState) -> Message | None:
    """Whose signature is missing, or that all have signed; None where nobody signs, and before
    there is a result."""
    state, missing = table.game.state, missing_signatures(table)
    if missing and isinstance(table.where, Over) and table.where.disputed:
        return Message("Call the director. Not signed: {names}.", {"names": ", ".join(missing)})
    if missing:
        return Message("Still to sign: {names}.", {"names": ", ".join(missing)})
    if not isinstance(table.where, Over) or not is_signed_here(table) or not state.signed:
        return None
    return Message("Signed: {names}.", {"names": ", ".join(state.signed)})
