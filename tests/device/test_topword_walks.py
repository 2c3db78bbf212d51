"""Random walks at TopWord tables: no dead end, nothing unanswered, nothing lost, with piles too."""

from __future__ import annotations

from dataclasses import replace

import pytest
import walking
from beginnings import ALL_EXTRAS, FOUR_SIDES, Beginning
from standins import board, reading_of
from walking import Looks, walked
from ways_home import Homes

from device.session.core.setup import NO_EXTRAS, Extras
from device.session.step import begin
from engine.game import Game
from engine.variants import load_variant
from engine.words.lexicon import shipped_lexicon
from vision.reading import Reading, Refusal

WALKS = 12
"""From each table: all together they take some 10 s."""

PLUS, TON, TIR = (1, 7, "down", "PLUS"), (3, 5, "down", "TON"), (3, 5, "down", "TIR")
ONE_WORD = ("FAN", "FIN", "FON", "FUN", "FEN", "FANS", "TOI", "FaN", "FA")
OTHERS = (
    ("FINS", (PLUS,)),
    ("FONE", (TON,)),
    ("FIN", (TIR,)),
    ("FIL", (TIR,)),
    ("FIL", (TIR, (4, 6, "down", "LA"))),
    ("FAN", ((0, 0, "across", "KWZ"),)),
)
"""Words with piles, faults, and racks at the edge."""


def _rows() -> tuple[tuple[str, ...], ...]:
    words = (*((word, ()) for word in ONE_WORD), *OTHERS)
    laid = [board((4, 4, "across", first), *more, size=10) for first, more in words]
    return (board(size=10), *laid)


ROWS = _rows()
FIN = ROWS[2]
READINGS: tuple[Reading | Refusal, ...] = (
    *map(reading_of, ROWS),
    reading_of(FIN, {(4, 4): {"F": 0.8, "E": 0.15, ".": 0.05}}),
    reading_of(FIN, {(4, 5): {"I": 0.7, "A": 0.3}}),
    Refusal.COVERED,
)


def _table(
    name: str,
    language: str = "fr",
    sides: tuple[str, ...] = ("Ann", "Ben"),
    *,
    camera: bool = True,
    extras: Extras = NO_EXTRAS,
    last: bool = False,
) -> Beginning:
    game = Game.begin(load_variant("topword", language), sides)
    if last:
        game = Game.from_state(replace(game.start, bag=0, racks=dict.fromkeys(sides, 4)))
    words = shipped_lexicon("fr") if extras.referee else None
    state = begin(game, camera=camera, words=words, extras=extras)
    return Beginning(name, state, READINGS, (*ROWS, FIN, FIN, ()))


TABLES = (
    _table("two sides"),
    _table("four sides", sides=FOUR_SIDES),
    _table("letters not counted", "en"),
    _table("all extras", extras=ALL_EXTRAS),
    _table("no camera", camera=False),
    _table("the last tiles", last=True),
)


@pytest.mark.parametrize("place", range(len(TABLES)), ids=[table.name for table in TABLES])
def test_every_walk_is_answered_and_leads_home(place: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walking, "BEGINNINGS", TABLES)
    looks, homes = Looks(), Homes()
    for number in range(WALKS):
        walked(place + number * len(TABLES), looks, homes)
