"""Checks of the panel: which buttons and lamps can be used, whether one is stuck, the buzzer, and
the pins behind them.

Takes what the panel says of itself (hardware/panel_parts.py); touches no pin.
Tests: tests/device/test_panel_checks.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from device.doctor.checks import Check, bad, doubtful, good
from device.doctor.subjects import Subject
from device.texts import Message, Value
from hardware.gpio_panel import SHIPPED
from hardware.panel_parts import Kind, PanelParts

WIRES = Message("Check its cable, and its pin in the pins file.")


def panel_checks(
    missing: str | None, parts: PanelParts | None, *, pi: bool = True
) -> Iterator[Check]:
    """`missing`: what isn't there, as the panel says it; `parts`: None if it is on no pins; `pi`:
    whether this is a Raspberry Pi, since a keyboard is all that another machine has."""
    if parts is not None:
        yield _buttons(parts)
        yield _lamps(parts)
        yield _buzzer(parts)
        yield _pins(parts)
    elif missing is None:
        yield good(Subject.PANEL, Message("all there"))
    elif not pi:
        yield good(Subject.PANEL, Message("{sentence}", {"sentence": missing}))
    else:
        advice = Message("Check the cables, and which pins are named in the settings.")
        yield doubtful(Subject.PANEL, Message("{sentence}", {"sentence": missing}), advice)


def _buttons(parts: PanelParts) -> Check:
    subject = Subject.BUTTONS
    if parts.down:
        value = Message("down all the time: {names}", {"names": ", ".join(parts.down)})
        return bad(subject, value, Message("Let go of it; else it is stuck, or its wires touch."))
    names = ", ".join([*parts.buttons, *(["encoder"] if parts.encoder else [])])
    return _lost(parts, Kind.BUTTON) or good(subject, Message("{names}", {"names": names}))


def _lamps(parts: PanelParts) -> Check:
    if not parts.lamps:
        value = Message("none wired, and none is needed")
    else:
        value = Message("{names}", {"names": ", ".join(parts.lamps)})
    return _lost(parts, Kind.LAMP) or good(Subject.LAMPS, value)


def _buzzer(parts: PanelParts) -> Check:
    value = (
        Message("its pin is ready") if parts.buzzer else Message("none wired, and none is needed")
    )
    return _lost(parts, Kind.BUZZER) or good(Subject.BUZZER, value)


def _lost(parts: PanelParts, kind: Kind) -> Check | None:
    """The check of parts of which some can't be used; None if all can."""
    sentence = lost_of(parts, kind)
    if sentence is None:
        return None
    return doubtful(SUBJECTS[kind], Message("{sentence}", {"sentence": sentence}), WIRES)


def lost_of(parts: PanelParts, kind: Kind) -> str | None:
    """Why parts of a kind can't be used; None if all can."""
    return "; ".join(part.why for part in parts.lost if part.kind is kind) or None


SUBJECTS = {
    Kind.BUTTON: Subject.BUTTONS,
    Kind.LAMP: Subject.LAMPS,
    Kind.BUZZER: Subject.BUZZER,
}


def _pins(parts: PanelParts) -> Check:
    where = parts.factory
    if parts.chip is not None:
        where = f"{parts.chip.label}, {parts.chip.device}, {parts.factory}"
    ships = Message("the wiring that ships") if parts.wiring == SHIPPED else None
    values: dict[str, Value] = {"where": where, "path": ships or parts.wiring}
    return good(Subject.PINS, Message("{where}; {path}", values))
