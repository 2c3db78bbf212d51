"""The check of the time of day: is it plausible, and why should one believe it?

It only dates games: no clock of a game and no order of events hangs on it, so it is doubtful at
worst. Takes what the system said (hardware/wall_time.py). Tests: tests/device/test_time_check.py.
"""

from __future__ import annotations

from device.doctor.checks import Check, doubtful, good
from device.doctor.subjects import Subject
from device.texts import Message
from hardware.wall_time import WallTime

NETWORK = Message("Connect it to the network once. It only dates your games; clocks are right.")


def time_check(time: WallTime) -> Check:
    """The time of day, and who set it."""
    now = f"{time.now:%Y-%m-%d %H:%M}"
    subject = Subject.TIME
    if time.now.date() < time.installed.date():  # by day: an hour is given back in autumn
        return doubtful(subject, Message("{now}: that can't be", {"now": now}), NETWORK)
    if time.synchronised:
        return good(subject, Message("{now}, set by the network", {"now": now}))
    if time.own_clock:
        return good(subject, Message("{now}, by its own clock", {"now": now}))
    return doubtful(subject, Message("{now}, set by nobody", {"now": now}), NETWORK)
