"""Checks of what is heard and seen: the volume, the sound card, and the screen.

Takes the sentences in which they say what is missing, and what the kernel says is plugged in.
Tests: tests/device/test_part_checks.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from device.doctor.checks import Check, doubtful, good
from device.doctor.subjects import Subject
from device.texts import Message, Value


@dataclass(frozen=True)
class Plugged:
    """`cards`: sound cards, as ALSA names them; `screens`: connectors with a screen, as the kernel
    names them (hardware/sound_cards.py, hardware/bare_screen.py)."""

    cards: tuple[str, ...]
    screens: tuple[str, ...]


@dataclass(frozen=True)
class Drawn:
    """What the table draws on: SDL's driver, and the size of its pictures in pixels."""

    driver: str
    width: int
    height: int


def sound_checks(volume: int, plugged: Plugged | None, *, buzzer: bool) -> Iterator[Check]:
    """The volume, and a speaker's card where it is known; `buzzer`: tones come from one."""
    if volume:
        yield good(Subject.SOUND, Message("volume {n}", {"n": volume}))
    else:
        advice = Message("The menu of a game has the volume.")
        yield doubtful(Subject.SOUND, Message("muted"), advice)
    if plugged is None:
        return
    if plugged.cards:
        names = ", ".join(plugged.cards)
        yield good(Subject.SPEAKER, Message("sound cards: {names}", {"names": names}))
    elif buzzer:
        yield good(Subject.SPEAKER, Message("no sound card; the buzzer sounds"))
    else:
        advice = Message("Plug a USB speaker in, or wire a buzzer.")
        yield doubtful(Subject.SPEAKER, Message("no sound card"), advice)


def screen_check(missing: str | None, drawn: Drawn | None, plugged: Plugged | None) -> Check:
    """The screen. `missing`: what isn't there, as the display says it; `drawn`: None where no table
    draws now."""
    subject, screens = Subject.SCREEN, plugged.screens if plugged is not None else ()
    if missing is not None:
        advice = Message("Check the screen's cable, and start again.")
        return doubtful(subject, Message("{sentence}", {"sentence": missing}), advice)
    names = ", ".join(screens)
    if drawn is not None:
        where = f"{drawn.driver}, {names}" if names else drawn.driver
        size: dict[str, Value] = {"n": drawn.width, "m": drawn.height}
        return good(subject, Message("{n} × {m} pixels, {where}", {**size, "where": where}))
    if names:
        return good(subject, Message("plugged in: {names}", {"names": names}))
    return good(subject, Message("all there"))
