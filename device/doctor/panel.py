"""Checks of controls and outputs: buttons, lamps and buzzer, sound card, and screen.

Uses what the panel reports about itself (hardware/panel/port.py), and what is plugged in according
to the kernel; touches no pin. Tests: tests/device/test_panel_checks.py,
tests/device/test_part_checks.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from device.doctor.checks import Check, Subject, bad, doubtful, good
from device.language.texts import Message, TextValue
from hardware.panel.gpio import SHIPPED_WIRING
from hardware.panel.owners import I2S, ONE_WIRE, SPI, SPI_SCREEN
from hardware.panel.port import PanelParts, PartKind

# --- the panel ---

WIRES = Message("Check its cable, and its pin in the pins file.")
SEE_PINS = Message("See the line about pins.")

OWNERS: Mapping[str, Message] = MappingProxyType(
    {
        SPI_SCREEN: Message("the screen on the SPI bus"),
        SPI: Message("the SPI bus"),
        I2S: Message("sound on the header (I2S)"),
        ONE_WIRE: Message("the 1-Wire bus"),
    }
)
"""Other users of a pin, in players' words; the rest by the kernel's name."""


def panel_checks(
    missing: str | None, parts: PanelParts | None, *, pi: bool = True
) -> Iterator[Check]:
    """`missing`: what isn't there, in the panel's words; `parts`: None if it isn't on pins; `pi`:
    this is a Raspberry Pi, since any other machine only has a keyboard."""
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
        value = Message("always pressed: {names}", {"names": ", ".join(parts.down)})
        return bad(subject, value, Message("Let go of it; if not, it’s stuck or its wires touch."))
    names = ", ".join([*parts.buttons, *(["encoder"] if parts.encoder else [])])
    return _lost(parts, PartKind.BUTTON) or good(subject, Message("{names}", {"names": names}))


def _lamps(parts: PanelParts) -> Check:
    if not parts.lamps:
        value = Message("none wired, and none is needed")
    else:
        value = Message("{names}", {"names": ", ".join(parts.lamps)})
    return _lost(parts, PartKind.LAMP) or good(Subject.LAMPS, value)


def _buzzer(parts: PanelParts) -> Check:
    value = (
        Message("its pin is ready") if parts.buzzer else Message("none wired, and none is needed")
    )
    return _lost(parts, PartKind.BUZZER) or good(Subject.BUZZER, value)


def _lost(parts: PanelParts, kind: PartKind) -> Check | None:
    """The check of parts if some can't be used; None if all can."""
    sentence = lost_of(parts, kind)
    if sentence is None:
        return None
    owned = any(part.owner is not None for part in parts.lost if part.kind is kind)
    advice = SEE_PINS if owned else WIRES
    return doubtful(SUBJECTS[kind], Message("{sentence}", {"sentence": sentence}), advice)


def lost_of(parts: PanelParts, kind: PartKind) -> str | None:
    """Why parts of a kind can't be used; None if all can."""
    return "; ".join(part.why for part in parts.lost if part.kind is kind) or None


SUBJECTS = {
    PartKind.BUTTON: Subject.BUTTONS,
    PartKind.LAMP: Subject.LAMPS,
    PartKind.BUZZER: Subject.BUZZER,
}


def _pins(parts: PanelParts) -> Check:
    owned = [part for part in parts.lost if part.owner is not None]
    if owned:
        owner = owned[0].owner or ""
        theirs = sorted(pin for part in owned if part.owner == owner for pin in part.pins)
        names = ", ".join(f"GPIO {pin}" for pin in theirs)
        values: dict[str, TextValue] = {"names": names, "owner": OWNERS.get(owner, owner)}
        return bad(
            Subject.PINS,
            Message("{names}: needed by {owner}", values),
            Message(
                "Leave these parts out in a pins file of your own, or wire them "
                "elsewhere. If that screen or card isn’t there, delete its line in "
                "/boot/firmware/config.txt."
            ),
        )
    where = parts.factory
    if parts.chip is not None:
        where = f"{parts.chip.label}, {parts.chip.device}, {parts.factory}"
    ships = Message("the default wiring") if parts.wiring == SHIPPED_WIRING else None
    wired: dict[str, TextValue] = {"where": where, "path": ships or parts.wiring}
    return good(Subject.PINS, Message("{where}; {path}", wired))


# --- sound and screen ---


@dataclass(frozen=True)
class Plugged:
    """`cards`: sound cards by their ALSA names; `screens`: connectors with a screen by their kernel
    names (hardware/panel/speaker.py, hardware/display.py)."""

    cards: tuple[str, ...]
    screens: tuple[str, ...]


@dataclass(frozen=True)
class DrawnOn:
    """The screen in use: SDL's driver, and the size of its pictures in pixels."""

    driver: str
    width: int
    height: int


HDMI, HDMI_CARD = "HDMI", "vc4hdmi"
"""The prefixes of a Raspberry Pi's screen connectors, and their sound cards."""


def sound_checks(
    volume: int, plugged: Plugged | None, *, buzzer: bool, lost: str | None = None
) -> Iterator[Check]:
    """The volume, and a speaker's card if known. `buzzer`: it makes the tones; `lost`: why the
    speaker can't be heard, in its own words."""
    if volume:
        yield good(Subject.SOUND, Message("volume {n}", {"n": volume}))
    else:
        advice = Message("The volume is in the game’s menu.")
        yield doubtful(Subject.SOUND, Message("muted"), advice)
    if plugged is not None:
        yield _speaker(plugged, buzzer, lost)


def _speaker(plugged: Plugged, buzzer: bool, lost: str | None) -> Check:
    subject, advice = Subject.SPEAKER, Message("Plug in a USB speaker, or wire a buzzer.")
    if not plugged.cards:
        if buzzer:
            return good(subject, Message("no sound card; sounds go to the buzzer"))
        return doubtful(subject, Message("no sound card"), advice)
    named = {"names": ", ".join(plugged.cards)}
    if not buzzer and not _may_sound(plugged):
        return doubtful(
            subject, Message("{names}: only in an HDMI screen, and there’s none", named), advice
        )
    if lost is not None:
        return doubtful(subject, Message("{sentence}", {"sentence": lost}), advice)
    return good(subject, Message("sound cards: {names}", named))


def _may_sound(plugged: Plugged) -> bool:
    """Whether anything is plugged into one of the cards: HDMI's exist without it."""
    screen = any(name.startswith(HDMI) for name in plugged.screens)
    return screen or not all(name.startswith(HDMI_CARD) for name in plugged.cards)


def screen_check(
    missing: str | Message | None, drawn: DrawnOn | None, plugged: Plugged | None
) -> Check:
    """The screen. `missing`: what isn't there, in the display's words; `drawn`: None if no table
    draws now."""
    subject, screens = Subject.SCREEN, plugged.screens if plugged is not None else ()
    if missing is not None:
        advice = Message("Check the screen’s cable, and start again.")
        return doubtful(subject, Message("{sentence}", {"sentence": missing}), advice)
    names = ", ".join(screens)
    if drawn is not None:
        where = f"{drawn.driver}, {names}" if names else drawn.driver
        size: dict[str, TextValue] = {"n": drawn.width, "m": drawn.height}
        return good(subject, Message("{n} × {m} pixels, {where}", {**size, "where": where}))
    if names:
        return good(subject, Message("plugged in: {names}", {"names": names}))
    return good(subject, Message("all there"))
