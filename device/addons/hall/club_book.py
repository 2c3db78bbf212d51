"""What a club's book has about a finished game: who began, bingos, blanks, challenges, time.

Made from a game's record and the moments of its events; written as a table for spreadsheets.
Pure: knows no file and no message. Tests: tests/device/test_hall_director.py,
tests/device/test_hall_tournament_files.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from device.score.signed import SIGNED_COLUMNS, SignedCells, signed_cells
from device.system.spreadsheets import csv_text
from engine.course import many_tile_plays
from engine.events import Challenged, Side, Signed
from engine.game import Game
from engine.records.record import GameRecord
from engine.state import EntryKind
from engine.tiles import is_blank
from engine.turns.ending import winners


@dataclass(frozen=True)
class SideFigures:
    """A side's points, and how it came by them. `bingos`: plays of as many tiles as earn a bonus;
    `challenges_won`, `challenges_lost`: those it made; `seconds`: from the event before each of its
    own to its own; `signed`: whether it has signed the result, and when."""

    name: Side
    points: int
    won: bool
    bingos: int = 0
    blanks: int = 0
    challenges_won: int = 0
    challenges_lost: int = 0
    seconds: int = 0
    signed: SignedCells = ("", "")


@dataclass(frozen=True)
class PlayedGame:
    """A finished game. `table`, `number`: the table's id and the game's number there;
    `table_name`: what the table is called; `sides`: in the order of play, who began first; `file`:
    the name of its files, without ending."""

    table: str
    number: int
    table_name: str
    began: datetime
    sides: tuple[SideFigures, ...]
    file: str = ""


@dataclass(frozen=True)
class InTournament:
    """Which pairing a game was: the division's name, the round, and both players' names in the
    order of the game's sides."""

    division: str
    round: int
    names: tuple[str, ...]


def side_figures(
    record: GameRecord, game: Game, began: float, moments: Sequence[float]
) -> tuple[SideFigures, ...]:
    """Every side's figures, in the order of play. `began`, `moments`: when the game and each of its
    events happened, in seconds since 1970."""
    state = game.state
    at = state.sides.index(state.begins or state.sides[0])
    sides = state.sides[at:] + state.sides[:at]
    bingos, won = many_tile_plays(state), winners(state)
    blanks, seconds = Counter[Side](), Counter[Side]()
    for entry in state.entries:
        if entry.kind is EntryKind.PLAY and entry.scored is not None:
            blanks[entry.side] += sum(map(is_blank, entry.scored.tiles.values()))
    before = began
    for event, at_last in zip(record.events, moments, strict=True):
        side = getattr(event, "by", None)
        if isinstance(side, str) and not isinstance(event, Signed):
            seconds[side] += max(0, round(at_last - before))
        before = at_last
    signed = signatures(record, game, moments)
    challenges = [event for event in record.events if isinstance(event, Challenged)]
    good, bad = (
        Counter(event.by for event in challenges if event.good is valid) for valid in (True, False)
    )
    return tuple(
        SideFigures(
            side,
            state.totals[side],
            side in won,
            bingos.get(side, 0),
            blanks[side],
            bad[side],
            good[side],
            seconds[side],
            signed[side],
        )
        for side in sides
    )


def signatures(
    record: GameRecord, game: Game, moments: Sequence[float]
) -> Mapping[Side, SignedCells]:
    """Whether each side has signed the result, and when. `moments`: when each event happened, in
    seconds since 1970."""
    rated = bool(record.table.extras.get("tournament"))
    at = tuple(datetime.fromtimestamp(moment).astimezone() for moment in moments)
    return signed_cells(game, at, rated=rated)


HEAD = (
    "began",
    "division",
    "round",
    "table",
    "player",
    "first",
    "opponents",
    "points",
    "points_against",
    "won",
    "bingos",
    "blanks",
    "challenges_won",
    "challenges_lost",
    "seconds",
    "file",
    *SIGNED_COLUMNS,
)


def club_book_csv(
    games: Iterable[PlayedGame], pairings: Mapping[tuple[str, int], InTournament]
) -> str:
    """A row for each side of each game, oldest first. `pairings`: which pairing a game was, by its
    table and number."""
    listed = sorted(games, key=lambda game: (game.began, game.table, game.number))
    rows = (_rows(game, pairings.get((game.table, game.number))) for game in listed)
    return csv_text(chain([HEAD], *rows), line_end="\n")


def _rows(game: PlayedGame, pairing: InTournament | None) -> Iterable[tuple[str | int, ...]]:
    names = [side.name for side in game.sides] if pairing is None else pairing.names
    for place, (name, side) in enumerate(zip(names, game.sides, strict=True)):
        others = [n for n in range(len(names)) if n != place]
        against = max((game.sides[n].points for n in others), default=0)
        won, signed = "yes" if side.won else "", side.signed
        if pairing is not None and not any(signed):
            signed = "no", ""  # its table didn't say that it is at a tournament
        if pairing is not None:  # a tournament has ties, whatever the game's own rule
            won = "yes" if side.points > against else "tie" if side.points == against else ""
        yield (
            game.began.isoformat(timespec="seconds"),
            "" if pairing is None else pairing.division,
            "" if pairing is None else pairing.round,
            game.table_name,
            name,
            "yes" if place == 0 else "",
            ", ".join(names[n] for n in others),
            side.points,
            against,
            won,
            side.bingos,
            side.blanks,
            side.challenges_won,
            side.challenges_lost,
            side.seconds,
            game.file,
            *signed,
        )
