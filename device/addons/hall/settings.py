"""[hall] of the settings. Tests: tests/device/test_config.py."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import msgspec

from device.settings.section import Section
from device.system.terminal import printable
from engine.sentences import Sentence, located


class HallSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[hall]: the MQTT broker a table publishes its games on, and its credentials; nothing is
    published without a broker. `table`: its name there, else its machine's; `discovery`: the prefix
    that Home Assistant looks for, "" for none. `woogles_keys`: the tables that a hall shows live on
    Woogles, with the file of each one's key; `woogles_lexicon`: what words are by there."""

    broker: str = ""
    table: Annotated[str, msgspec.Meta(max_length=40)] = ""
    user: str = ""
    password_file: str = ""
    ca_file: str = ""
    discovery: Annotated[str, msgspec.Meta(pattern=r"^[\w/-]{0,40}\Z")] = "homeassistant"
    woogles_keys: dict[str, str] = {}
    woogles_lexicon: str = ""
    woogles_server: str = "https://woogles.io/api"

    @property
    def live_keys(self) -> dict[str, Path]:
        """The file with each table's key at Woogles, by the table's name."""
        # Path.expanduser fails without a home.
        return {name: Path(os.path.expanduser(file)) for name, file in self.woogles_keys.items()}


def _check(hall: HallSettings) -> None:
    """ValueError with a sentence for an invalid broker or table name."""
    if hall.broker:
        from device.addons.hall.address import broker_address

        try:
            broker_address(hall.broker)
        except ValueError as error:
            raise ValueError(located("hall.broker", error)) from error
    if hall.woogles_keys:
        from device.addons.hall.woogles_client import check_server

        try:
            check_server(hall.woogles_server)
        except ValueError as error:
            raise ValueError(located("hall.woogles_server", error)) from error
        if not hall.woogles_lexicon:
            raise ValueError(
                located("hall.woogles_lexicon", Sentence("name the word list, such as CSW24"))
            )
    if printable(hall.table) != hall.table:
        raise ValueError(
            located("hall.table", Sentence("it contains characters that can’t be shown"))
        )


REGISTERS = Section("hall", HallSettings, "hall.md", _check)
