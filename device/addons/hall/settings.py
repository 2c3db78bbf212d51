"""[hall] of the settings. Tests: tests/device/test_config.py."""

from __future__ import annotations

from typing import Annotated

import msgspec

from device.settings.section import Section
from device.system.terminal import printable
from engine.sentences import Sentence, located


class HallSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[hall]: the MQTT broker a table publishes its games on, and its credentials; nothing is
    published without a broker. `table`: its name there, else its machine's; `discovery`: the prefix
    that Home Assistant looks for, "" for none."""

    broker: str = ""
    table: Annotated[str, msgspec.Meta(max_length=40)] = ""
    user: str = ""
    password_file: str = ""
    ca_file: str = ""
    discovery: Annotated[str, msgspec.Meta(pattern=r"^[\w/-]{0,40}\Z")] = "homeassistant"


def _check(hall: HallSettings) -> None:
    """ValueError with a sentence for an invalid broker or table name."""
    if hall.broker:
        from device.addons.hall.address import broker_address

        try:
            broker_address(hall.broker)
        except ValueError as error:
            raise ValueError(located("hall.broker", error)) from error
    if printable(hall.table) != hall.table:
        raise ValueError(
            located("hall.table", Sentence("it contains characters that can’t be shown"))
        )


REGISTERS = Section("hall", HallSettings, "hall.md", _check)
