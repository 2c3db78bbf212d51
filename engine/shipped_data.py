"""The data that ships with the engine: TOML files by folder and name, and no others; among them
what a rule sheet leaves open and the games fill in (data/games), each value with its source.

Players may read and change these values; whatever is not printed is shown to them once. Knows no
game's rules. Tests: tests/engine/test_shipped_data.py, tests/engine/test_game_data.py.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import Any


def shipped_toml(folder: str, name: str) -> dict[str, Any]:
    """What the file of that name in a folder of the engine's data says; KeyError if none ships. A
    name may come from anybody: it is looked up, never made a path."""
    for source in (files("engine") / "data" / folder).iterdir():
        if source.name == f"{name}.toml":
            return tomllib.loads(source.read_text(encoding="utf-8"))
    raise KeyError(name)


def shipped_names(folder: str) -> tuple[str, ...]:
    """The names of all files in a folder of the engine's data, in the order of the alphabet."""
    found = (Path(source.name) for source in (files("engine") / "data" / folder).iterdir())
    return tuple(sorted(path.stem for path in found if path.suffix == ".toml"))


# --- what a sheet leaves open ---


class Status(StrEnum):
    """Where a value comes from."""

    PRINTED = "printed"
    """It stands on the sheet."""
    DERIVED = "derived"
    """It follows from the sheet's examples."""
    STANDARD = "standard"
    """Such games usually have it."""
    OUTSIDE = "outside"
    """Another print of the sheet has it."""
    HOUSEHOLD = "household's"
    """Printed nowhere: ours until the players say otherwise."""


@dataclass(frozen=True)
class Filled:
    """One thing that a game needs and its sheet doesn't give: its value, status and why."""

    name: str
    value: object
    status: Status
    why: str


@dataclass(frozen=True)
class GameData:
    """All that fills in one game; reading an entry as what it isn't raises ValueError."""

    game: str
    entries: Mapping[str, Filled]

    @property
    def all(self) -> tuple[Filled, ...]:
        return tuple(self.entries.values())

    def number(self, name: str) -> int:
        value = self.entries[name].value
        if not isinstance(value, int) or isinstance(value, bool):
            raise self._wrong(name, "a whole number")
        return value

    def flag(self, name: str) -> bool:
        value = self.entries[name].value
        if not isinstance(value, bool):
            raise self._wrong(name, "true or false")
        return value

    def text(self, name: str) -> str:
        value = self.entries[name].value
        if not isinstance(value, str):
            raise self._wrong(name, "a text")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        value = self.entries[name].value
        if not isinstance(value, Sequence) or not all(isinstance(text, str) for text in value):
            raise self._wrong(name, "a list of texts")
        return tuple(value)

    def numbers(self, name: str) -> tuple[int, ...]:
        value = self.entries[name].value
        if not isinstance(value, Sequence) or not all(isinstance(n, int) for n in value):
            raise self._wrong(name, "a list of whole numbers")
        return tuple(value)

    def table(self, name: str) -> Mapping[str, str]:
        value = self.entries[name].value
        if not isinstance(value, Mapping) or not all(isinstance(v, str) for v in value.values()):
            raise self._wrong(name, "a table of texts")
        return value

    def _wrong(self, name: str, wanted: str) -> ValueError:
        return ValueError(f"data/games/{self.game}.toml: {name} should be {wanted}")


@cache
def load_game_data(game: str) -> GameData:
    """What fills in a game; KeyError if there is no file for it."""
    tables = shipped_toml("games", game)
    entries = {
        name: Filled(name, entry["value"], Status(entry["status"]), entry["why"])
        for name, entry in tables.items()
    }
    return GameData(game, MappingProxyType(entries))
