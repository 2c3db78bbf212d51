"""A bare screen: what SDL has to be told before it draws on one without a desktop.

Several graphics cards may be there, in an order that changes, and only one has a screen plugged in.
Reads what the kernel says of them and knows no picture. Tests: tests/hardware/test_bare_screen.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

CONNECTORS = Path("/sys/class/drm")
"""Where the kernel lists them: card1-HDMI-A-1 and the like, each with a file `status`."""

DESKTOPS = ("DISPLAY", "WAYLAND_DISPLAY")
"""Settings that are there where a desktop is."""

DRIVER_OF_BARE_SCREENS = "kmsdrm"

DRIVER, CARD, BUFFERS = "SDL_VIDEODRIVER", "SDL_KMSDRM_DEVICE_INDEX", "SDL_VIDEO_DOUBLE_BUFFER"


def settings_for_sdl(
    settings: Mapping[str, str], connectors: Path = CONNECTORS
) -> Mapping[str, str]:
    """What is to be set besides, where there is no desktop: the card that has a screen, and two
    pictures in place of three, so that what is drawn is seen one picture sooner."""
    if settings.get(DRIVER, DRIVER_OF_BARE_SCREENS).lower() != DRIVER_OF_BARE_SCREENS:
        return {}
    if DRIVER not in settings and any(settings.get(desktop) for desktop in DESKTOPS):
        return {}
    wanted = {BUFFERS: "1"}
    if (card := card_with_screen(connectors)) is not None:
        wanted[CARD] = str(card)
    return {name: value for name, value in wanted.items() if name not in settings}


def card_with_screen(connectors: Path = CONNECTORS) -> int | None:
    """The number of the first card that something is plugged into; None if there is none."""
    return min((card for card, _ in _plugged_in(connectors)), default=None)


def plugged_in(connectors: Path = CONNECTORS) -> tuple[str, ...]:
    """The connectors that a screen is plugged into, as the kernel names them: HDMI-A-1, DSI-1."""
    return tuple(name for _, name in sorted(_plugged_in(connectors)))


def _plugged_in(connectors: Path) -> Iterator[tuple[int, str]]:
    """The card and the name of each connector with a screen."""
    for status in connectors.glob("card*-*/status"):
        card = re.fullmatch(r"card(\d+)-(.+)", status.parent.name)
        if card is not None and status.read_text(encoding="ascii").strip() == "connected":
            yield int(card[1]), card[2]
