"""What follows when a table ends: nothing, the machine goes off, or the program is started anew.

Only values: whoever began the table sees to it. Tests: tests/device/test_loop.py,
tests/device/test_power_button.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.game import Game


class Then(StrEnum):
    """What is to be done once everything is closed."""

    NOTHING = "nothing"
    SWITCH_OFF = "switch-off"
    START_ANEW = "start-anew"


@dataclass(frozen=True, eq=False)
class Ended:
    """The game as it stands at the end of a table, and what follows."""

    game: Game
    then: Then
