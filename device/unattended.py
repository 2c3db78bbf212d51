"""A table at whose start nobody sits at a keyboard: what can't be used is told and replaced.

With somebody there, whatever is wrong with a call or a file ends it with a sentence; an appliance
begins all the same, and shows the sentences until they are answered. Knows no table.
Tests: tests/device/test_appliance.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from device.texts import Message, Texts

T = TypeVar("T")


def settings_unused(why: str) -> Message:
    """The household's settings, or the game that they name, can't be used."""
    return Message("The settings can't be used, so others take their place. {why}", {"why": why})


def last_game_lost(why: str) -> Message:
    """The unfinished game stays in the journal as it is."""
    return Message("The last game can't be taken up again. {why}", {"why": why})


def not_kept(why: str) -> Message:
    """There is no journal."""
    return Message("Games can't be written down. {why}", {"why": why})


def was_damaged(why: str) -> Message:
    """The journal was, and goes on as far as it is whole."""
    return Message("Not all that was kept can be read. {why}", {"why": why})


def not_switched_off(why: str) -> Message:
    """The program before was asked to."""
    return Message("The device could not be switched off. {why}", {"why": why})


def no_log(why: str) -> Message:
    """Nothing is written of what happens."""
    return Message("No log can be written. {why}", {"why": why})


class Start:
    """What is told at the start of a table. `attended`: somebody is there to put it right; what is
    told is said to `say` then, and nothing is shown."""

    def __init__(self, *, attended: bool, say: Callable[[str], None]) -> None:
        self.attended, self._say = attended, say
        self.troubles: tuple[Message, ...] = ()

    def tell(self, trouble: Message) -> None:
        """Something is the matter with the device, and the table begins all the same."""
        self._say(Texts("en").say(trouble))
        if not self.attended:
            self.troubles += (trouble,)

    def or_else(
        self, use: Callable[[], T], otherwise: Callable[[], T], told: Callable[[str], Message]
    ) -> T:
        """What `use` gives; where it can't be used, what `otherwise` gives, and why is told.
        A ClickException where somebody is there to read it."""
        try:
            return use()
        except click.ClickException as error:
            if self.attended:
                raise
            self.tell(told(error.message))
            return otherwise()
