"""Who else has a pin of the header: the SPI bus and the screen on it, sound on I2S, the 1-Wire bus.

A line that is claimed as a GPIO takes such a pin away from its owner without a word on every kernel
before August 2026 (raspberrypi/linux#7522 for the Pi 5, #7530 for older ones), so they are looked
up first: in the device tree that the kernel runs on, in what the pin controller says where this
user may read it, and only where neither is there in the firmware's config.txt. Opens no pin. Tests:
tests/hardware/test_owners.py.
"""

from __future__ import annotations

import logging
import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

log = logging.getLogger(__name__)

Owners: TypeAlias = Mapping[int, str]
"""GPIO number → who has it, as a noun: "the SPI bus"."""

NO_OWNERS: Owners = MappingProxyType({})

HEADER_PINS = range(28)

SPI_SCREEN, SPI, I2S = "the screen on the SPI bus", "the SPI bus", "sound on the header (I2S)"
ONE_WIRE = "the 1-Wire bus"

CONTROLLERS = ("brcm,bcm2711-gpio", "brcm,bcm2835-gpio", "raspberrypi,rp1-gpio")
"""What the header's pin controller is compatible with on a Pi 4, older ones, and a Pi 5 (device
trees bcm2711.dtsi, bcm283x.dtsi, rp1.dtsi in raspberrypi/linux)."""


def header_owners(root: Path = Path("/")) -> Owners:
    """Who has which pins of the header, as this machine says; empty where it doesn't."""
    tree = root / "proc/device-tree"
    if not tree.is_dir():
        tree = root / "sys/firmware/devicetree/base"
    try:
        found = in_device_tree(tree) if tree.is_dir() else in_config(root)
    except (OSError, ValueError) as error:
        log.warning("the device tree can't be read: %s", error)
        found = in_config(root)
    for pin, name in in_pin_controller(root / "sys/kernel/debug/pinctrl").items():
        found.setdefault(pin, name)
    return MappingProxyType(dict(sorted(found.items())))


# --- the device tree, as the kernel shows it: one folder per node, one file per property ---


@dataclass(frozen=True)
class _Node:
    """`parents`: the nodes above it, the root first."""

    path: Path
    parents: tuple[Path, ...]

    @property
    def name(self) -> str:
        return self.path.name

    def cells(self, key: str) -> tuple[int, ...]:
        """A property's numbers, which are big-endian and of 32 bits; none where there is none."""
        data = _bytes(self.path / key)
        return struct.unpack(f">{len(data) // 4}I", data[: len(data) // 4 * 4])

    def strings(self, key: str) -> tuple[str, ...]:
        data = _bytes(self.path / key)
        return tuple(part.decode("utf-8", "replace") for part in data.split(b"\0") if part)

    @property
    def works(self) -> bool:
        """Whether neither it nor a node above it is switched off."""
        return all(
            (_bytes(path / "status").strip(b"\0") or b"okay") in (b"okay", b"ok")
            for path in (*self.parents, self.path)
        )


def in_device_tree(tree: Path) -> dict[int, str]:
    """The pins of the header that a working node of the tree has."""
    nodes = list(_nodes(_Node(tree, ())))
    by_phandle = {node.cells("phandle"): node for node in nodes if node.cells("phandle")}
    controllers = [n for n in nodes if set(n.strings("compatible")) & set(CONTROLLERS)]
    headers = {cells for node in controllers if (cells := node.cells("phandle"))}
    screens = {node.path.parent for node in nodes if node.works and _is_spi_screen(node)}
    found: dict[int, str] = {}
    for node in nodes:
        if not node.works or node in controllers:
            continue
        owner = _called(node, screens)
        for pin in (*_muxed(node, by_phandle, controllers), *_lines(node, by_phandle, headers)):
            if pin in HEADER_PINS and (pin not in found or owner == SPI_SCREEN):
                found[pin] = owner
    return found


def _nodes(node: _Node) -> Iterator[_Node]:
    yield node
    for child in sorted(node.path.iterdir()):
        # What an overlay changed follows from its targets; symbols and aliases are no devices.
        if child.is_dir() and not child.name.startswith("__"):
            yield from _nodes(_Node(child, (*node.parents, node.path)))


def _muxed(
    node: _Node, by_phandle: Mapping[tuple[int, ...], _Node], controllers: Iterable[_Node]
) -> Iterator[int]:
    """The pins of a node's default state (pinctrl-0), named by number or as gpio17."""
    for phandle in node.cells("pinctrl-0"):
        group = by_phandle.get((phandle,))
        if group is None or not any(one.path in group.parents for one in controllers):
            continue
        for part in _nodes(group):
            yield from part.cells("brcm,pins")
            for name in part.strings("pins"):
                if (number := re.fullmatch(r"gpio(\d+)", name)) is not None:
                    yield int(number[1])


def _lines(
    node: _Node, by_phandle: Mapping[tuple[int, ...], _Node], headers: set[tuple[int, ...]]
) -> Iterator[int]:
    """The lines that a node uses by itself: cs-gpios, reset-gpios, pendown-gpio."""
    for file in sorted(node.path.iterdir()):
        if not file.is_file() or re.fullmatch(r"([\w,-]+-)?gpios?", file.name) is None:
            continue
        cells = list(node.cells(file.name))
        while cells:  # for each line its controller, then as many numbers as that asks for
            controller = (cells.pop(0),)
            if controller not in by_phandle:
                continue  # 0 stands for no line
            count = (by_phandle[controller].cells("#gpio-cells") or (2,))[0]
            if controller in headers and cells:
                yield cells[0]
            del cells[:count]


def _is_spi_screen(node: _Node) -> bool:
    """Whether a device on an SPI bus is a screen, or the touch panel on one."""
    if not re.match(r"spi@", node.path.parent.name):
        return False
    names = " ".join(node.strings("compatible")).lower()
    known = r"ili9\d|st77|hx83|waveshare|mipi-dbi|rpi-lcd|ads7846|xpt2046|lcd|tft|display|panel"
    return re.search(known, names) is not None


def _called(node: _Node, screens: set[Path]) -> str:
    """What the owner is called in a sentence."""
    for path in (node.path, *reversed(node.parents)):
        if re.match(r"spi@", path.name):
            return SPI_SCREEN if path in screens else SPI
        if re.match(r"i2s@", path.name):
            return I2S
    if node.name.startswith(("onewire", "w1")):
        return ONE_WIRE
    return f"{node.name} (device tree)"


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError):
        return b""


# --- what the pin controller says, where this user may read it (on Pi OS: the group sudo) ---


def in_pin_controller(folder: Path) -> dict[int, str]:
    """The pins that a driver has been given for another function; none where that isn't known."""
    found: dict[int, str] = {}
    try:
        files = sorted(folder.glob("*/pinmux-pins"))
        for file in files:
            if re.search(r"bcm2835|bcm2711|rp1|gpio", file.parent.name):
                found |= pinmux(file.read_text("ascii", "replace"))
    except OSError as error:
        log.debug("the pin controller can't be read: %s", error)
    return found


def pinmux(text: str) -> dict[int, str]:
    """The owners in a pinmux-pins file: `pin 9 (gpio9): fe204000.spi (GPIO UNCLAIMED) function
    alt0 group gpio9`; from a strict controller `pin 9 (gpio9): device fe204000.spi function …`."""
    found: dict[int, str] = {}
    for line in text.splitlines():
        claim = re.match(r"pin (\d+) \(\S+\): (?:device )?(\S+)(.*)", line)
        if claim is None or int(claim[1]) not in HEADER_PINS or "function" not in claim[3]:
            continue
        if claim[2] in ("UNCLAIMED", "(MUX", "GPIO"):
            continue
        name = claim[2].rsplit(".", 1)[-1]
        found[int(claim[1])] = {"spi": SPI, "i2s": I2S}.get(name, claim[2])
    return found


# --- the firmware's config.txt, where there is no device tree to read ---

DATA = dict.fromkeys((7, 8, 9, 10, 11), SPI)
SCREEN = dict.fromkeys((7, 8, 9, 10, 11, 17, 22, 24, 25), SPI_SCREEN)
SOUND = dict.fromkeys((18, 19, 20, 21), I2S)

SCREENS = re.compile(r"piscreen|tft35|waveshare35|mhs35|pitft|rpi-display|mipi-dbi-spi|fbtft")
SOUNDS = re.compile(r"hifiberry|iqaudio|allo-|justboom|googlevoicehat|i2s-|audioinjector|max98357a")
"""Overlays of raspberrypi/linux (overlays/README) and of sellers, by their names."""


def in_config(root: Path) -> dict[int, str]:
    """What config.txt switches on, for whichever Pi."""
    for name in ("boot/firmware/config.txt", "boot/config.txt"):
        try:
            return switched_on((root / name).read_text("utf-8", "replace"))
        except OSError:
            continue
    return {}


def switched_on(config: str) -> dict[int, str]:
    """The owners that lines of a config.txt make; a later dtparam counts."""
    parameters: dict[str, bool] = {}
    overlays: list[str] = []
    for line in config.splitlines():
        key, _, value = line.split("#")[0].strip().partition("=")
        if key == "dtparam":
            for part in value.split(","):
                name, _, wanted = part.partition("=")
                parameters[name.strip()] = (wanted.strip() or "on") in ("on", "true", "yes", "1")
        elif key == "dtoverlay":
            overlays.append(value.split(",")[0].strip())
    found: dict[int, str] = {}
    if parameters.get("spi"):
        found |= DATA
    if parameters.get("i2s") or any(SOUNDS.match(name) for name in overlays):
        found |= SOUND
    if any(SCREENS.match(name) for name in overlays):
        found |= SCREEN
    if "w1-gpio" in overlays:
        found.setdefault(4, ONE_WIRE)
    return found
