"""Who else has a pin of the header, on made-up device trees of a Pi 3, 4, 5 and Zero 2 W.

They have what the trees in raspberrypi/linux have there: bcm2710-rpi-*.dts, bcm2711-rpi-4-b.dts,
bcm2712-rpi.dtsi with rp1.dtsi, and the overlays piscreen, hifiberry-dac and w1-gpio laid over them.
"""

from __future__ import annotations

import struct
import tomllib
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.doctor.checks import CheckGrade, Subject
from device.doctor.panel import panel_checks
from device.language.texts import Texts
from hardware.panel.gpio import GpioPanel
from hardware.panel.owners import (
    I2S,
    ONE_WIRE,
    SPI,
    SPI_SCREEN,
    header_owners,
    pinmux,
    switched_on,
)
from hardware.panel.pins import load_pins, pins_from

BOARDS = {
    "3": ("soc/gpio@7e200000", "brcm,bcm2835-gpio", "soc/spi@7e204000", "soc/i2s@7e203000"),
    "4": ("soc/gpio@7e200000", "brcm,bcm2711-gpio", "soc/spi@7e204000", "soc/i2s@7e203000"),
    "zero 2": ("soc/gpio@7e200000", "brcm,bcm2835-gpio", "soc/spi@7e204000", "soc/i2s@7e203000"),
    "5": (
        "axi/pcie@120000/rp1/gpio@d0000",
        "raspberrypi,rp1-gpio",
        "axi/pcie@120000/rp1/spi@50000",
        "axi/pcie@120000/rp1/i2s@a0000",
    ),
}
GPIO, SPI_PINS, CS_PINS, I2S_PINS, SCREEN_PINS, OTHER = 7, 8, 9, 10, 11, 12
DATA, SCREEN = {7, 8, 9, 10, 11}, {17, 22, 24, 25}
SOUND = {18, 19, 20, 21}


class Tree:
    """A device tree as the kernel shows it, in a folder."""

    def __init__(self, root: Path, board: str) -> None:
        self.root, self.folder = root, root / "proc/device-tree"
        self.rp1 = board == "5"
        self.gpio, compatible, self.spi, self.i2s = BOARDS[board]
        self.numbers("", phandle=(1,))
        self.numbers(self.gpio, phandle=(GPIO,), **{"#gpio-cells": (2,)})
        self.texts(self.gpio, compatible=(compatible,))
        for name, phandle, pins in (
            ("spi0_pins", SPI_PINS, (9, 10, 11)),
            ("spi0_cs_pins", CS_PINS, (8, 7)),
            ("i2s_pins", I2S_PINS, tuple(SOUND)),
        ):
            self.group(name, phandle, pins)
        self.numbers(self.spi, **{"pinctrl-0": (SPI_PINS, CS_PINS)})
        self.numbers(self.spi, **{"cs-gpios": (GPIO, 8, 1, GPIO, 7, 1)})
        self.numbers(self.i2s, **{"pinctrl-0": (I2S_PINS,)})
        for bus in (self.spi, self.i2s):
            self.texts(bus, status=("disabled",))
        for number in (0, 1):
            self.texts(f"{self.spi}/spidev@{number}", compatible=("spidev",), status=("okay",))
        # What every board has as well: a lamp on another chip, and the console's pins.
        self.numbers("expander", phandle=(OTHER,), **{"#gpio-cells": (2,)})
        self.numbers("leds/led-act", gpios=(OTHER, 17, 0))
        self.texts("__symbols__", spi0=(f"/{self.spi}",))

    def _put(self, node: str, key: str, data: bytes) -> None:
        (self.folder / node).mkdir(parents=True, exist_ok=True)
        (self.folder / node / key).write_bytes(data)

    def numbers(self, node: str, **keys: tuple[int, ...]) -> None:
        for key, cells in keys.items():
            self._put(node, key, struct.pack(f">{len(cells)}I", *cells))

    def texts(self, node: str, **keys: tuple[str, ...]) -> None:
        for key, texts in keys.items():
            self._put(node, key, b"".join(text.encode() + b"\0" for text in texts))

    def group(self, name: str, phandle: int, pins: tuple[int, ...]) -> None:
        node = f"{self.gpio}/{name}"
        self.numbers(node, phandle=(phandle,))
        if self.rp1 and "screen" not in name:
            self.texts(node, pins=tuple(f"gpio{pin}" for pin in pins))
        else:
            self.numbers(node, **{"brcm,pins": pins})  # overlays say it so on every Pi

    def with_spi(self) -> Tree:
        self.texts(self.spi, status=("okay",))
        return self

    def with_screen(self) -> Tree:
        """dtoverlay=piscreen,drm"""
        self.with_spi()
        self.group("piscreen_pins", SCREEN_PINS, (17, 25, 24, 22))
        screen, touch = f"{self.spi}/piscreen@0", f"{self.spi}/piscreen-ts@1"
        self.texts(screen, compatible=("waveshare,rpi-lcd-35",))
        self.numbers(screen, **{"pinctrl-0": (SCREEN_PINS,)})
        for key, pin in (("reset-gpios", 25), ("dc-gpios", 24), ("led-gpios", 22)):
            self.numbers(screen, **{key: (GPIO, pin, 0)})
        self.texts(touch, compatible=("ti,ads7846",))
        self.numbers(touch, **{"pendown-gpio": (GPIO, 17, 0)})
        for number in (0, 1):
            self.texts(f"{self.spi}/spidev@{number}", status=("disabled",))
        return self

    def with_sound(self) -> Tree:
        """dtoverlay=hifiberry-dac"""
        self.texts(self.i2s, status=("okay",))
        return self


@pytest.mark.parametrize("board", BOARDS)
def test_a_screen_of_the_usual_kind_has_nine_pins(board: str, tmp_path: Path) -> None:
    owners = header_owners(Tree(tmp_path, board).with_screen().root)
    assert dict(owners) == dict.fromkeys(sorted(DATA | SCREEN), SPI_SCREEN)


@pytest.mark.parametrize("board", BOARDS)
def test_a_sound_card_has_four(board: str, tmp_path: Path) -> None:
    owners = header_owners(Tree(tmp_path, board).with_sound().root)
    assert dict(owners) == dict.fromkeys(sorted(SOUND), I2S)


@pytest.mark.parametrize("board", BOARDS)
def test_without_either_every_pin_is_free(board: str, tmp_path: Path) -> None:
    tree = Tree(tmp_path, board)
    assert dict(header_owners(tree.root)) == {}


@pytest.mark.parametrize("board", BOARDS)
def test_the_bus_alone_has_five(board: str, tmp_path: Path) -> None:
    owners = header_owners(Tree(tmp_path, board).with_spi().root)
    assert dict(owners) == dict.fromkeys(sorted(DATA), SPI)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("with_it", ["screen", "sound", "neither"])
def test_the_doctor_refuses_by_name(board: str, with_it: str, tmp_path: Path) -> None:
    """And the panel leaves those pins alone: the kernel would not have stopped it."""
    tree = Tree(tmp_path, board)
    if with_it != "neither":
        tree = tree.with_screen() if with_it == "screen" else tree.with_sound()
    factory = MockFactory(pin_class=MockPWMPin)
    panel = GpioPanel(load_pins(), factory=factory, owners=header_owners(tree.root))
    graded = {check.subject: check for check in panel_checks(panel.missing, panel.parts)}
    taken = {n for pin in factory.pins.values() if (n := _number(pin)) is not None}
    panel.close()
    check, say = graded[Subject.PINS], Texts("en")
    if with_it == "neither":
        assert check.verdict is CheckGrade.GOOD
        assert {7, 8, 9, 10, 11, 17, 18, 20, 21, 22, 24, 25} <= taken
        return
    assert check.verdict is CheckGrade.BAD
    assert check.advice is not None
    if with_it == "screen":
        pins = "7, GPIO 8, GPIO 9, GPIO 10, GPIO 11, GPIO 17, GPIO 22, GPIO 24, GPIO 25"
        assert say.say(check.value) == f"GPIO {pins}: needed by the screen on the SPI bus"
        assert "the button side-1 on GPIO 17 can’t be used" in say.say(
            graded[Subject.BUTTONS].value
        )
        assert not taken & (DATA | SCREEN)
    else:
        expected = "GPIO 18, GPIO 20, GPIO 21: needed by sound on the header (I2S)"
        assert say.say(check.value) == expected
        assert "GPIO 18 belongs to sound on the header" in say.say(graded[Subject.BUZZER].value)
        assert not taken & SOUND


def _number(pin: MockPWMPin) -> int | None:
    name = str(pin.info.name)
    return int(name.removeprefix("GPIO")) if name.startswith("GPIO") else None


def test_both_have_theirs(tmp_path: Path) -> None:
    owners = header_owners(Tree(tmp_path, "4").with_screen().with_sound().root)
    assert {pin for pin, owner in owners.items() if owner == I2S} == SOUND
    assert {pin for pin, owner in owners.items() if owner == SPI_SCREEN} == DATA | SCREEN


def test_a_flag_is_no_pin(tmp_path: Path) -> None:
    """The chip's own number in the tree may be that of a pin, too."""
    tree = Tree(tmp_path, "4")
    tree.numbers("button", gpios=(GPIO, 26, GPIO))
    assert dict(header_owners(tree.root)) == {26: "button (device tree)"}


def test_a_tree_that_cant_be_read_is_passed_over(tmp_path: Path) -> None:
    tree = Tree(tmp_path, "4").with_spi()
    (tree.folder / tree.spi / "cs-gpios").unlink()
    (tree.folder / tree.spi / "pinctrl-0").write_bytes(b"\0\0")
    assert dict(header_owners(tree.root)) == {}
    assert header_owners(tmp_path / "nowhere") == {}


# As printed by pinctrl/core.c and pinmux.c of kernels that are not strict and that are.
LOOSE = """Pinmux settings per pin
Format: pin (name): mux_owner gpio_owner hog?
pin 2 (gpio2): (MUX UNCLAIMED) (GPIO UNCLAIMED)
pin 7 (gpio7): (MUX UNCLAIMED) pinctrl-bcm2711:7
pin 9 (gpio9): fe204000.spi (GPIO UNCLAIMED) function alt0 group gpio9
pin 18 (gpio18): fe203000.i2s (GPIO UNCLAIMED) function alt0 group gpio18
pin 32 (gpio32): fe201000.serial (GPIO UNCLAIMED) function alt3 group gpio32
"""
STRICT = """pin 5 (gpio5): GPIO pinctrl-rp1:5
pin 6 (gpio6): UNCLAIMED
pin 9 (gpio9): device 1f00050000.spi function spi0 group gpio9
pin 13 (gpio13): device 1f00098000.pwm function pwm0 group gpio13
"""


def test_the_pin_controller_is_asked_where_it_may_be(tmp_path: Path) -> None:
    assert pinmux(LOOSE) == {9: SPI, 18: I2S}
    assert pinmux(STRICT) == {9: SPI, 13: "1f00098000.pwm"}
    folder = tmp_path / "sys/kernel/debug/pinctrl/1f000d0000.gpio-pinctrl-rp1"
    folder.mkdir(parents=True)
    (folder / "pinmux-pins").write_text(STRICT, encoding="ascii")
    assert header_owners(tmp_path)[13] == "1f00098000.pwm"


@pytest.mark.parametrize("where", ["boot/firmware", "boot"])
def test_without_a_device_tree_config_txt_decides(tmp_path: Path, where: str) -> None:
    (tmp_path / where).mkdir(parents=True)
    config = tmp_path / where / "config.txt"
    config.write_text("dtparam=spi=on\ndtoverlay=piscreen,drm\n", encoding="ascii")
    assert set(header_owners(tmp_path)) == DATA | SCREEN


@pytest.mark.parametrize(
    ("config", "owners"),
    [
        ("dtparam=i2c_arm=on,spi=on\n", dict.fromkeys(DATA, SPI)),
        ("dtparam=spi\n", dict.fromkeys(DATA, SPI)),
        ("dtparam=spi=on\ndtparam=spi=off\n", {}),
        ("#dtparam=spi=on\n# dtoverlay=hifiberry-dac\n", {}),
        ("dtoverlay=hifiberry-dacplus # sound\n", dict.fromkeys(SOUND, I2S)),
        ("dtoverlay=w1-gpio\ndtoverlay=vc4-kms-v3d\n", {4: ONE_WIRE}),
        ("dtoverlay=waveshare35a:rotate=90\n", dict.fromkeys(DATA | SCREEN, SPI_SCREEN)),
    ],
)
def test_what_config_txt_switches_on(config: str, owners: dict[int, str]) -> None:
    assert switched_on(config) == owners


def test_the_wiring_on_the_page_leaves_such_a_screens_pins_free() -> None:
    page = (Path(__file__).parents[2] / "docs/panel.md").read_text(encoding="utf-8")
    pins_table = (
        page.partition("<!-- wiring: 3.5 -->")[2].partition("```toml\n")[2].partition("```")[0]
    )
    pins = pins_from(tomllib.loads(pins_table), "docs/panel.md")
    wired = {one.pin for one in pins.buttons} | {pin for _, pin in pins.lamps} | {pins.buzzer}
    assert not wired & (DATA | SCREEN)
    assert "dtparam=spi=on\ndtoverlay=piscreen,drm\n" in page
