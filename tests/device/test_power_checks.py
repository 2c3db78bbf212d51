"""The checks of a Pi's power and heat: what each of its flags means."""

from __future__ import annotations

from dataclasses import replace

import pytest
from said_checks import BAD, DOUBTFUL, GOOD, found

from device.doctor.checks import CheckGrade
from device.doctor.machine import TOO_HOT, power_checks
from hardware.machine import Pi, Throttled

PI = Pi("Raspberry Pi 4 Model B", False, Throttled(0), 48.2)


@pytest.mark.parametrize("model", [None, "Orange Pi 5"])
def test_elsewhere_there_is_nothing_to_measure(model: str | None) -> None:
    assert found(power_checks(Pi(model))) == {
        "power": (GOOD, "not a Raspberry Pi: nothing to measure")
    }


def test_a_pi_that_is_well() -> None:
    assert found(power_checks(PI)) == {"power": (GOOD, "enough"), "heat": (GOOD, "48 °C")}


@pytest.mark.parametrize(
    ("under_voltage", "flags", "verdict"),
    [
        (True, Throttled(0), BAD),
        (False, Throttled.UNDER_VOLTAGE, BAD),
        (None, Throttled.UNDER_VOLTAGE | Throttled.WAS_UNDER_VOLTAGE, BAD),
        (True, None, BAD),
        (False, Throttled.WAS_UNDER_VOLTAGE, DOUBTFUL),
        (False, None, GOOD),
        (None, Throttled(0), GOOD),
        (None, None, DOUBTFUL),
    ],
)
def test_too_little_power(
    under_voltage: bool | None, flags: Throttled | None, verdict: CheckGrade
) -> None:
    pi = replace(PI, under_voltage=under_voltage, throttled=flags)
    assert found(power_checks(pi))["power"][0] is verdict


@pytest.mark.parametrize(
    ("celsius", "flags", "expected"),
    [
        (TOO_HOT, None, (DOUBTFUL, "80 °C")),
        (71.0, Throttled.HOT, (DOUBTFUL, "71 °C")),
        (71.0, Throttled.SLOWED, (DOUBTFUL, "71 °C")),
        (None, Throttled.SLOWED, (DOUBTFUL, "too hot: slowing down")),
        (
            50.0,
            Throttled.WAS_HOT,
            (DOUBTFUL, "has overheated and slowed down since start-up"),
        ),
        (50.0, Throttled.CAPPED | Throttled.WAS_CAPPED, (GOOD, "50 °C")),
        (None, Throttled(0), (GOOD, "not too hot")),
    ],
)
def test_too_much_heat(
    celsius: float | None, flags: Throttled | None, expected: tuple[CheckGrade, str]
) -> None:
    pi = replace(PI, throttled=flags, celsius=celsius)
    assert found(power_checks(pi))["heat"] == expected


def test_an_unknown_heat_has_no_line() -> None:
    assert "heat" not in found(power_checks(Pi("Raspberry Pi 5", under_voltage=False)))
