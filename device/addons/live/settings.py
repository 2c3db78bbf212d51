"""[live] of the settings. Tests: tests/device/test_config.py."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from device.settings.section import Section
from engine.sentences import Sentence


class LiveSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[live]: the file in which the current game is kept up to date as GCG; "" for none."""

    gcg: str = ""

    @property
    def file(self) -> Path | None:
        # Path.expanduser fails without a home.
        return Path(os.path.expanduser(self.gcg)) if self.gcg else None


def _check(live: LiveSettings) -> None:
    """ValueError with a sentence for a path that can't be a file of its own."""
    if live.file is not None and (not live.file.is_absolute() or not live.file.name):
        raise ValueError(
            Sentence(
                "live.gcg: {name} isn’t a file: give its whole path, from / on", name=repr(live.gcg)
            )
        )


REGISTERS = Section("live", LiveSettings, "history.md", _check)
