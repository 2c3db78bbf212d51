"""Checks of what only a Raspberry Pi can tell: whether its power suffices, and how hot it is.

Takes what the Pi said (hardware/pi.py). Tests: tests/device/test_power_checks.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from device.doctor.checks import Check, bad, doubtful, good
from device.doctor.subjects import Subject
from device.texts import Message
from hardware.pi import Pi, Throttled

TOO_HOT = 80.0
"""Degrees Celsius from which every Pi slows itself down (Raspberry Pi's documentation)."""

SUPPLY = Message("Use the power supply made for this Pi, and a short cable.")


def power_checks(pi: Pi) -> Iterator[Check]:
    """Power and, where it is told, heat."""
    if not pi.is_one:
        yield good(Subject.POWER, Message("no Raspberry Pi: nothing to measure"))
        return
    yield _power(pi)
    if pi.celsius is not None or pi.throttled is not None:
        yield _heat(pi)


def _power(pi: Pi) -> Check:
    subject, flags = Subject.POWER, pi.throttled
    if pi.under_voltage or (flags is not None and Throttled.UNDER_VOLTAGE in flags):
        return bad(subject, Message("the voltage is too low now"), SUPPLY)
    if flags is not None and Throttled.WAS_UNDER_VOLTAGE in flags:
        value = Message("the voltage was too low since the start")
        return doubtful(subject, value, SUPPLY)
    if flags is None and pi.under_voltage is None:
        advice = Message("See what `vcgencmd get_throttled` says.")
        return doubtful(subject, Message("the Pi doesn't tell"), advice)
    return good(subject, Message("enough"))


def _heat(pi: Pi) -> Check:
    subject, flags = Subject.HEAT, pi.throttled or Throttled(0)
    advice = Message("Give it air, or a heat sink.")
    value = Message("{n} °C", {"n": round(pi.celsius)}) if pi.celsius is not None else None
    if (pi.celsius or 0.0) >= TOO_HOT or flags & (Throttled.SLOWED | Throttled.HOT):
        return doubtful(subject, value or Message("so hot that it slows down"), advice)
    if flags & (Throttled.WAS_SLOWED | Throttled.WAS_HOT):
        return doubtful(subject, Message("was so hot since the start that it slowed down"), advice)
    return good(subject, value or Message("not too hot"))
