"""Checks of what is plugged in besides the camera: buttons, lamps, sound and screen.

Takes the sentences in which they say what is missing. Tests: tests/device/test_doctor.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from device.doctor.checks import Check, doubtful, good
from device.doctor.subjects import Subject
from device.texts import Message


def part_checks(panel: str | None, screen: str | None, volume: int) -> Iterator[Check]:
    """`panel`, `screen`: what is missing there, as they say it themselves, None for nothing."""
    subject = Subject.PANEL
    if panel is None:
        yield good(subject, Message("all there"))
    else:
        advice = Message("Check the cables, and which pins are named in the settings.")
        yield doubtful(subject, Message("{sentence}", {"sentence": panel}), advice)
    if volume:
        yield good(Subject.SOUND, Message("volume {n}", {"n": volume}))
    else:
        advice = Message("The menu of a game has the volume.")
        yield doubtful(Subject.SOUND, Message("muted"), advice)
    if screen is None:
        yield good(Subject.SCREEN, Message("all there"))
    else:
        advice = Message("Check the screen's cable, and start again.")
        yield doubtful(Subject.SCREEN, Message("{sentence}", {"sentence": screen}), advice)
