"""The checks of the panel: what can be used, what is stuck, what can't be had, and on what pins."""

from __future__ import annotations

from dataclasses import replace

from said_checks import BAD, DOUBTFUL, GOOD, advised, found

from device.doctor.panel import panel_checks
from device.language.texts import Message
from device.simulator.named_texts import named_text
from hardware.panel.gpio import SHIPPED_WIRING
from hardware.panel.port import Chip, Lost, PanelParts, PartKind

PARTS = PanelParts(
    buttons=("side-1", "ok"),
    down=(),
    lamps=("side-1",),
    encoder=True,
    buzzer=True,
    lost=(),
    chip=Chip(4, "pinctrl-rp1"),
    factory="LGPIOFactory",
    wiring="/etc/tilekeeper/pins.toml",
)


def test_each_part_of_a_panel_has_its_line() -> None:
    assert found(panel_checks(None, PARTS)) == {
        "buttons": (GOOD, "side-1, ok, encoder"),
        "lamps": (GOOD, "side-1"),
        "buzzer": (GOOD, "its pin is ready"),
        "pins": (
            GOOD,
            "pinctrl-rp1, /dev/gpiochip4, LGPIOFactory; /etc/tilekeeper/pins.toml",
        ),
    }


def test_parts_that_are_not_wired_are_not_missed() -> None:
    bare = replace(PARTS, lamps=(), buzzer=False, encoder=False, chip=None)
    graded = found(panel_checks(None, bare))
    assert graded["buttons"] == (GOOD, "side-1, ok")
    assert graded["lamps"] == graded["buzzer"] == (GOOD, "none wired, and none is needed")
    assert graded["pins"] == (GOOD, "LGPIOFactory; /etc/tilekeeper/pins.toml")


def test_a_part_that_cannot_be_had_is_reported_in_its_own_line_alone() -> None:
    lost = (
        Lost(PartKind.LAMP, named_text("cant-be-used", name="the lamp side-3", why="GPIO busy")),
        Lost(PartKind.LAMP, "the lamp side-1 failed"),
        Lost(PartKind.BUZZER, "the buzzer failed"),
    )
    graded = found(panel_checks("A part is missing.", replace(PARTS, lost=lost)))
    assert graded["buttons"][0] is GOOD
    both = "the lamp side-3 can’t be used (GPIO busy); the lamp side-1 failed"
    assert graded["lamps"] == (DOUBTFUL, both)
    assert graded["buzzer"] == (DOUBTFUL, "the buzzer failed")


def test_a_stuck_button_is_worse_than_a_lost_one() -> None:
    lost = (Lost(PartKind.BUTTON, "the button ok can't be used"),)
    assert found(panel_checks(None, replace(PARTS, lost=lost)))["buttons"] == (
        DOUBTFUL,
        "the button ok can't be used",
    )
    checks = list(panel_checks(None, replace(PARTS, lost=lost, down=("side-1", "ok"))))
    assert found(checks)["buttons"] == (BAD, "always pressed: side-1, ok")
    assert "stuck" in advised(checks)["buttons"]


def test_a_panel_on_no_pins_is_one_line() -> None:
    assert found(panel_checks(None, None)) == {"panel": (GOOD, named_text("all-there"))}
    assert found(panel_checks("No chip.", None)) == {"panel": (DOUBTFUL, "No chip.")}


def test_a_machine_that_is_no_pi_has_no_cables_to_check() -> None:
    checks = list(panel_checks("No pins: the keyboard stands in.", None, pi=False))
    assert found(checks) == {"panel": (GOOD, "No pins: the keyboard stands in.")}
    assert advised(checks) == {}


def test_the_wiring_that_ships_is_reported_in_the_language_of_the_page() -> None:
    (pins,) = (
        c for c in panel_checks(None, replace(PARTS, wiring=SHIPPED_WIRING)) if c.key == "pins"
    )
    assert Message("the default wiring") in dict(pins.value.values).values()
