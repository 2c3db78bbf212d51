"""[page] of the settings. Tests: tests/device/test_config.py."""

from __future__ import annotations

import ipaddress
from typing import Annotated

import msgspec

from device.settings.section import Section
from device.system.terminal import printable
from engine.sentences import Sentence, located

IPAddress = Annotated[
    str, msgspec.Meta(pattern=r"^([0-9]{1,3}(\.[0-9]{1,3}){3}|[0-9a-f:]{2,39})\Z")
]
HostName = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?\Z")]

StreamColour = Annotated[str, msgspec.Meta(pattern=r"^#([0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})\Z")]
"""A colour as browsers write it, perhaps with its opacity: "#0f1319e0"."""


class PageSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[page]: the page for onlookers: whether it is on from the start, the device's address ("" for
    all) and port it is served on, further host `names` it answers to, whether it shows the pictures
    of plays, and the addresses of `proxies` that connect for others. A stream's own colours:
    `overlay_text` of its overlay and fields, `overlay_ground` behind the overlay, `overlay_accent`
    of the side whose turn it is."""

    enabled: bool = False
    address: str = ""
    port: Annotated[int, msgspec.Meta(ge=1024, le=65535)] = 8080
    names: Annotated[tuple[HostName, ...], msgspec.Meta(max_length=8)] = ()
    pictures: bool = False
    proxies: Annotated[tuple[IPAddress, ...], msgspec.Meta(max_length=8)] = ()
    overlay_text: StreamColour = "#f4f4ee"
    overlay_ground: StreamColour = "#0f1319e0"
    overlay_accent: StreamColour = "#ffbe3c"


def stream_css(page: PageSettings) -> str:
    """A stream's own colours, as custom properties of a style sheet."""
    colours = (
        ("text", page.overlay_text),
        ("ground", page.overlay_ground),
        ("accent", page.overlay_accent),
    )
    return f":root{{{''.join(f'--stream-{name}:{colour};' for name, colour in colours)}}}\n"


def _check(page: PageSettings) -> None:
    """ValueError with a sentence for an invalid address."""
    if page.address:
        try:
            ipaddress.ip_address(page.address)
        except ValueError as error:
            why = Sentence(
                "{address} isn’t an address: write it like 192.168.1.20, or leave it empty for all "
                "networks",
                address=repr(printable(page.address)),
            )
            raise ValueError(located("page.address", why)) from error


REGISTERS = Section("page", PageSettings, "onlookers.md", _check)
