"""The doctor's check of the keys with which a hall shows games on Woogles: whether each can be
read, by its owner alone.

Tests: tests/device/test_live_games.py.
"""

from __future__ import annotations

from collections.abc import Iterator

from device.addons.hall.settings import HallSettings
from device.addons.hall.woogles_client import KeyFileError, read_key
from device.doctor.checks import Check, OwnSubject, bad, good
from device.doctor.examination import MoreChecks
from device.language.texts import Message

LIVE = OwnSubject("live", Message("Live games"))


def key_checks(wanted: HallSettings) -> MoreChecks:
    """The check of these settings; it sends nothing."""

    def checks(*_: object) -> Iterator[Check]:
        for file in wanted.live_keys.values():
            try:
                read_key(file)
            except KeyFileError as error:
                text = Message("{sentence}", {"sentence": error.args[0]})
                advice = Message("Check woogles_keys under [hall] in the settings.")
                yield bad(LIVE, text, advice)
                return
        tables = ", ".join(wanted.woogles_keys)
        yield good(LIVE, Message("keys for {tables}", {"tables": tables}))

    return checks
