"""How the buttons of a table are named, by the panel that is there: by themselves, by what has to
be held down for them, or with the key that stands in for them.

The one place that decides it; what becomes of a sentence is in texts.py. Tests:
tests/device/test_buttons_named.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.panel.port import SIDE_BUTTONS, Button, KeyboardPanel, Panel


@dataclass(frozen=True)
class ButtonNames:
    """`held`: buttons that are a long press of another one, each with that one; `keyed`: those
    named with their keys. All others go by their own names."""

    held: tuple[tuple[Button, Button], ...] = ()
    keyed: frozenset[Button] = frozenset()


BUTTON_NAMES = ButtonNames()
"""Every button is there."""

KEY_NAMES = ButtonNames(keyed=frozenset(Button))
"""A keyboard, or a terminal's, is the panel."""


def names_on(panel: Panel) -> ButtonNames:
    """The names on this panel; buttons that it lacks are left to a keyboard next to it."""
    if isinstance(panel, KeyboardPanel):
        return KEY_NAMES
    if panel.parts is None:
        return BUTTON_NAMES
    there = {Button(name) for name in panel.parts.buttons}
    if panel.parts.encoder:
        there |= {Button.BACK, Button.NEXT}
    held = {Button(what): Button(by) for what, by in panel.parts.held if Button(what) not in there}
    missing = frozenset(Button) - there - set(held)
    if there & {*SIDE_BUTTONS}:
        missing -= {*SIDE_BUTTONS}  # a table for two has two
    return ButtonNames(tuple(held.items()), missing)
