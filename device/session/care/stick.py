"""The page of a USB stick, with what add-ons put on one or take from one.

Tests: tests/device/test_care.py.
"""

from __future__ import annotations

from device.language.texts import Message
from device.session.core.commit import ask, option
from device.session.core.offered import Place, offered
from device.session.core.state import Act, Do, Question, Step, TableState


def ask_stick(state: TableState, back: Act, stay: Act) -> Step:
    """Asks what to put on a stick or take from one; `back` leads to the page before, `stay` to
    where the table was."""
    lines = offered(Place.STICK, state, Do(ask_stick, back, stay), stay)
    options = (*lines, option("Back", back))
    return ask(
        state, Question(Message("USB stick: games, backups and reports"), options, can_wait=True)
    )
