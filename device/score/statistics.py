"""A household's statistics: games, wins, averages, best plays and seven tiles at once, by player.

Computed from finished games, by player and by kind of game; points are the engine's, and an
abandoned game doesn't count. Knows no file and no screen. Tests: tests/device/test_statistics.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.course import BestPlay, best_plays, leaders, many_tile_plays
from engine.events import Side
from engine.state import EntryKind, State


@dataclass(frozen=True)
class Outcome:
    """A player's result in one finished game. `best`: the player's highest-scoring play."""

    player: Side
    variant: str
    points: int
    won: bool
    best: BestPlay | None
    sevens: int


@dataclass(frozen=True)
class PlayerRecord:
    """A player's record in games of one kind, or in all of them (`variant` "")."""

    player: Side
    variant: str
    games: int = 0
    won: int = 0
    points: int = 0
    best: BestPlay | None = None
    sevens: int = 0

    @property
    def average(self) -> int:
        """Points a game, to the nearest whole one."""
        return round(self.points / self.games) if self.games else 0

    def with_game(self, outcome: Outcome) -> PlayerRecord:
        """The same with one more game."""
        plays = [play for play in (self.best, outcome.best) if play is not None]
        return replace(
            self,
            games=self.games + 1,
            won=self.won + outcome.won,
            points=self.points + outcome.points,
            best=max(plays, key=lambda play: play.points, default=None),
            sevens=self.sevens + outcome.sevens,
        )


def outcomes(state: State) -> tuple[Outcome, ...]:
    """Each side's result in a finished game. If its racks were left out of the score the leader has
    won; one without a play doesn't count."""
    if all(entry.kind is not EntryKind.PLAY for entry in state.entries):
        return ()
    won, sevens, best = leaders(state), many_tile_plays(state), best_plays(state)
    return tuple(
        Outcome(
            side,
            state.variant.name,
            total,
            side in won,
            best.get(side),
            sevens.get(side, 0),
        )
        for side, total in state.totals.items()
    )


def records(found: Iterable[Outcome]) -> tuple[PlayerRecord, ...]:
    """The records of all players, those with the most games first; for each first all games
    together, then kind by kind."""
    by_player: dict[tuple[Side, str], PlayerRecord] = {}
    for outcome in found:
        for variant in ("", outcome.variant):
            key = (outcome.player, variant)
            by_player[key] = by_player.get(key, PlayerRecord(*key)).with_game(outcome)
    games = {player: r.games for (player, variant), r in by_player.items() if not variant}
    order = sorted(by_player, key=lambda key: (-games[key[0]], key[0], key[1]))
    return tuple(by_player[key] for key in order)


LATELY = 10
"""At most so many of a player's last games are drawn as a curve."""


@dataclass(frozen=True)
class Standing:
    """A player's record in all games, and the points of its last games, the latest last."""

    record: PlayerRecord
    lately: tuple[int, ...]


def standings(found: Sequence[Outcome]) -> tuple[Standing, ...]:
    """All players, those with the most games first; the newest outcome comes first in `found`."""
    return tuple(
        Standing(
            record,
            tuple(one.points for one in found if one.player == record.player)[:LATELY][::-1],
        )
        for record in records(found)
        if not record.variant
    )
