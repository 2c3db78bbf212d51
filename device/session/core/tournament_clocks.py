"""The time that each player has at tournaments, by the language of the tiles.

The figures and their sources are in device/data/tournament-clocks.toml.
Tests: tests/device/test_tournament.py.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import msgspec

USUAL = "en"
"""Whose time is used in languages without their own."""


class TournamentClock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Each player's `minutes` for a game, at which `events`, and the addresses of the `sources`."""

    minutes: int
    events: str
    sources: tuple[str, ...]


@cache
def tournament_clocks() -> Mapping[str, TournamentClock]:
    """What is known, by language."""
    text = (files("device") / "data" / "tournament-clocks.toml").read_text(encoding="utf-8")
    return MappingProxyType(msgspec.convert(tomllib.loads(text), dict[str, TournamentClock]))


def tournament_minutes(language: str) -> int:
    """Each player's minutes for a game with tiles of this language."""
    clocks = tournament_clocks()
    return clocks.get(language, clocks[USUAL]).minutes
