"""The kinds of bad inputs, in the order of the table, and how often each has its turn.

A kind is a function from what is good to a trial; a new one is a line here and its function in the
file of its subject. Where one process can take many inputs, they are tried together.
Tests: workshop/tests/test_fuzz.py.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from workshop.fuzzing import (
    brokers,
    films,
    games,
    journals,
    lists,
    names,
    onlookers,
    pictures,
    state_folders,
    surroundings,
    tables,
    zips,
)
from workshop.fuzzing.garden import Garden
from workshop.fuzzing.running import Box
from workshop.fuzzing.verdicts import Trial

Grow: TypeAlias = Callable[[Garden, random.Random, Box], Trial]
GrowTogether: TypeAlias = Callable[[Garden, Sequence[random.Random], Box], Trial]
"""Each input has a random source of its own, so that it grows alone as it does among others."""


@dataclass(frozen=True)
class Kind:
    """A row of the table. `share`: how many of a round's inputs are of this kind; those that take
    long have few."""

    name: str
    share: int
    grow: Grow
    inputs = 1

    def trial(self, garden: Garden, chances: Sequence[random.Random], box: Box) -> Trial:
        """The trial of this input."""
        (chance,) = chances
        return self.grow(garden, chance, box)


@dataclass(frozen=True)
class Together:
    """A row of the table whose inputs are given to one process, so many at once; `share`: how many
    such trials a round has."""

    name: str
    share: int
    grow: GrowTogether
    inputs: int

    def trial(self, garden: Garden, chances: Sequence[random.Random], box: Box) -> Trial:
        """The trial of these inputs."""
        return self.grow(garden, chances, box)


AnyKind: TypeAlias = Kind | Together

KINDS: tuple[AnyKind, ...] = (
    Kind("pictures, damaged", 24, pictures.damaged_pictures),
    Kind("pictures, odd", 8, pictures.odd_pictures),
    Kind("pictures that are none", 10, pictures.no_pictures),
    Kind("films", 3, films.films),
    Kind("folders of turns", 3, films.turns),
    Kind("GCG", 40, games.gcg),
    Kind("records", 36, games.records),
    Kind("lines for score", 40, games.score_lines),
    Kind("settings", 12, tables.settings),
    Kind("pins", 4, tables.pins),
    Kind("layouts", 12, tables.layouts),
    Kind("evenings", 16, tables.evenings),
    Kind("word lists", 14, lists.word_lists),
    Kind("zips", 14, lists.zips),
    Kind("reports", 12, zips.reports),
    Kind("backups", 16, zips.backups),
    Kind("journals", 12, journals.journals),
    Kind("rows of journals", 14, journals.kept_rows),
    Kind("names", 24, names.names),
    Kind("names that are kept", 6, names.names_kept),
    Kind("environments", 8, surroundings.environments),
    Kind("state folders", 5, surroundings.folders),
    Kind("restore plans", 160, state_folders.restore_plans),
    Kind("prepared state folders", 160, state_folders.prepared),
    Together("messages to a hall", 2, brokers.hall_lies, 100),
    Together("answers to a table", 2, brokers.table_lies, 100),
    Together("requests to the page", 2, onlookers.requests, 100),
    Together("streams of the page", 2, onlookers.streams, 100),
    Kind("ends of pipes", 6, surroundings.ends_of_pipes),
)


def one_round() -> tuple[AnyKind, ...]:
    """A round: every kind as often as its share says, spread over it."""
    places = sorted(
        ((number + 0.5) / kind.share, index)
        for index, kind in enumerate(KINDS)
        for number in range(kind.share)
    )
    return tuple(KINDS[index] for _, index in places)
