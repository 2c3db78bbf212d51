"""What a table shows about its radio: that it is off for a tournament, or that it isn't and why.

Switches nothing: what became of the radio comes in as an event. Tests:
tests/device/test_radio_at_tournaments.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType

from device.language.texts import Message
from device.session.core.effects import Announce
from device.session.core.offered import Heard, Menu
from device.session.core.state import Step, TableState

RADIO_SWITCHED = "radio switched"
"""An input that comes unasked: how the radio is now."""

KINDS = MappingProxyType({"wlan": "Wi-Fi", "bluetooth": "Bluetooth", "wwan": "WWAN"})
"""The kernel's names of radios, and everybody's."""


@dataclass(frozen=True)
class TableRadio:
    """The radio of this table: whether there is one, whether it should be off, which kinds are
    `on`, and why it couldn't be switched, "" if it could."""

    there: bool = False
    wanted_off: bool = False
    on: tuple[str, ...] = ()
    why: Message | str = ""

    @property
    def names(self) -> str:
        """The kinds that are on, as everybody calls them."""
        return ", ".join(KINDS.get(kind, kind) for kind in self.on)

    @property
    def is_off(self) -> bool:
        """Whether it is off for a tournament."""
        return self.there and self.wanted_off and not self.on

    @property
    def stays_on(self) -> bool:
        """Whether it is on at a tournament."""
        return self.wanted_off and bool(self.on)


def _switched(state: TableState, now: TableRadio | None) -> Step:
    """Something about the radio has changed."""
    if now is None:
        return state, ()
    before = state.device.of(TableRadio) or TableRadio()
    after = replace(state, device=state.device.having(now))
    said = _news(before, now)
    if said is None:
        return after, ()
    # What the players are to do next stays on the screen.
    return replace(after, message=state.message or said), (Announce(said),)


def _news(before: TableRadio, now: TableRadio) -> Message | None:
    if now.is_off and not before.is_off:
        return Message("The radio is off: no Wi-Fi, no Bluetooth.")
    if now.stays_on and now.why and not (before.stays_on and before.why):
        return Message("The radio can’t be switched off: {why}", {"why": now.why})
    if before.is_off and not now.wanted_off:
        if now.why:
            return Message("The radio can’t be switched on again: {why}", {"why": now.why})
        return Message("The radio is on again.") if now.on else None
    return None


def _notes(state: TableState) -> Iterator[Message]:
    radio = state.device.of(TableRadio)
    if radio is not None and radio.is_off:
        yield Message("Radio: off")


def _troubles(state: TableState) -> Iterator[Message]:
    radio = state.device.of(TableRadio)
    if radio is not None and radio.stays_on and radio.why:
        yield Message("The radio is on: {names}.", {"names": radio.names})


REGISTERS = Menu(
    heard=MappingProxyType({RADIO_SWITCHED: Heard(_switched)}), notes=_notes, troubles=_troubles
)
