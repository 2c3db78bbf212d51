"""The kinds of bad inputs, in the order of the table, and how often each has its turn.

A kind is a function from what is good to a trial; a new one is a line here and its function in the
file of its subject. Tests: tests/test_fuzz.py.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from fuzzing import (
    brokers,
    films,
    games,
    journals,
    lists,
    names,
    pictures,
    surroundings,
    tables,
    zips,
)
from fuzzing.garden import Garden
from fuzzing.running import Box
from fuzzing.verdicts import Trial

Grow: TypeAlias = Callable[[Garden, random.Random, Box], Trial]


@dataclass(frozen=True)
class Kind:
    """A row of the table. `share`: how many of a round's inputs are of this kind; those that take
    long have few."""

    name: str
    share: int
    grow: Grow


KINDS: tuple[Kind, ...] = (
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
    Kind("messages to a hall", 16, brokers.hall_lies),
    Kind("answers to a table", 8, brokers.table_lies),
    Kind("ends of pipes", 6, surroundings.ends_of_pipes),
)


def one_round() -> tuple[Kind, ...]:
    """A round: every kind as often as its share says, spread over it."""
    places = sorted(
        ((number + 0.5) / kind.share, index)
        for index, kind in enumerate(KINDS)
        for number in range(kind.share)
    )
    return tuple(KINDS[index] for _, index in places)
