"""Slips of duplicate: what every player wrote down, turn by turn, counted against the top.

A slip is a number of points, counted by hand, or a play ("8D MAMAN", a blank in brackets or small),
which is judged with the rack and the board of its turn. Pure: texts and a game in, a table out.
Tests: tests/device/test_slips.py.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from device.system.spreadsheets import csv_text
from engine.events import Passed, Played
from engine.game import Game
from engine.plays import Play
from engine.scoring import JudgeWord, ScoredPlay, judge_play
from engine.sentences import Sentence
from engine.squares import Direction, Square
from engine.state import EntryKind, State
from engine.tiles import Tile, TileSet, letter_of, piece_of

MOST_PLAYERS, MOST_TURNS = 1000, 200
"""Far more than a hall has, or a game."""

_START = re.compile(r"(?:(?P<row>[0-9]{1,2})(?P<across>[A-Z])|(?P<down>[A-Z])(?P<line>[0-9]{1,2}))")
_BLANK = re.compile(r"\(([^()]{1,2})\)")
_POINTS = re.compile(r"[0-9]{1,4}")


Row: TypeAlias = tuple[str | int, ...]
"""A line of the ranking."""


class SlipsError(Exception):
    """Slips that can't be read; the text is half a sentence."""


@dataclass(frozen=True)
class Slips:
    """What a player wrote down, turn by turn; "" for no slip."""

    player: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class TopOfTurn:
    """A turn: how the game stood, with its rack, and the points of the play that was laid."""

    number: int
    state: State
    points: int


@dataclass(frozen=True)
class Counted:
    """A player's points turn by turn, and their sum; `refused`: why slips count nothing, by the
    number of the turn."""

    player: str
    points: tuple[int, ...]
    refused: tuple[tuple[int, str], ...] = ()

    @property
    def total(self) -> int:
        return sum(self.points)


def turns_of(game: Game) -> tuple[TopOfTurn, ...]:
    """The turns of a game of duplicate; none of another game."""
    if not game.start.variant.common_rack:
        return ()
    found, before = list[TopOfTurn](), game.start
    for _, event, state in game.states():
        if isinstance(event, Played | Passed) and len(state.entries) > len(before.entries):
            entry = state.entries[-1]
            points = entry.points if entry.kind is EntryKind.PLAY else 0
            found.append(TopOfTurn(len(found) + 1, before, points))
        before = state
    return tuple(found)


def read_slips(text: str) -> tuple[Slips, ...]:
    """Parses a table with a line for each player: the name, then a cell for each turn. Commas,
    semicolons and tabs all separate. SlipsError if it is none."""
    lines = text.splitlines()
    if not lines:
        raise SlipsError(Sentence("it’s empty: the first line is “player,1,2,3”"))
    separator = max(",;\t", key=lines[0].count)
    try:
        head, *rows = [*csv.reader(io.StringIO(text), delimiter=separator)]
    except csv.Error as error:
        raise SlipsError(Sentence("it isn’t a table: {why}", why=error)) from error
    numbers = [cell.strip() for cell in head[1:]]
    if numbers != [str(n) for n in range(1, len(numbers) + 1)] or len(numbers) > MOST_TURNS:
        raise SlipsError(Sentence("the first line isn’t “player,1,2,3”, with each turn’s number"))
    found: dict[str, Slips] = {}
    for line, row in enumerate(rows, 2):
        name, *cells = (cell.strip() for cell in row) if row else [""]
        if not name:
            continue
        if name in found:
            raise SlipsError(Sentence("line {line}: {name} is there twice", line=line, name=name))
        if len(cells) > len(numbers):
            raise SlipsError(
                Sentence("line {line}: {name} has more slips than turns", line=line, name=name)
            )
        found[name] = Slips(name, (*cells, *[""] * (len(numbers) - len(cells))))
    if not 0 < len(found) <= MOST_PLAYERS:
        raise SlipsError(Sentence("it has no players, or more than a thousand"))
    return tuple(found.values())


def counted(
    slips: Sequence[Slips],
    turns: Sequence[TopOfTurn],
    words: JudgeWord | None,
    *,
    letters_are_rows: bool = False,
) -> tuple[Counted, ...]:
    """All players, the most points first. `words`: the list agreed on, None for none;
    `letters_are_rows`: plays are written as in France, H4 across."""
    players = [_counted(one, turns, words, letters_are_rows) for one in slips]
    return tuple(sorted(players, key=lambda one: (-one.total, one.player)))


def _counted(
    slips: Slips, turns: Sequence[TopOfTurn], words: JudgeWord | None, letters_are_rows: bool
) -> Counted:
    points, refused = list[int](), list[tuple[int, str]]()
    for turn, cell in zip(turns, slips.cells, strict=False):
        worth = 0
        if _POINTS.fullmatch(cell):
            worth = int(cell)
        elif cell:
            scored = _scored(cell, turn.state, words, letters_are_rows)
            if isinstance(scored, str):
                refused.append((turn.number, scored))
            else:
                worth = scored
        points.append(worth)
    return Counted(slips.player, (*points, *[0] * (len(turns) - len(points))), tuple(refused))


def _scored(cell: str, state: State, words: JudgeWord | None, letters_are_rows: bool) -> int | str:
    """The points of a play as it is written, or why it has none."""
    tile_set = state.variant.tile_set
    start, _, word = cell.partition(" ")
    place = _START.fullmatch(start.upper())
    tiles = _tiles_of(word.strip(), tile_set)
    if place is None or not tiles:
        return Sentence("{cell} isn’t a play: write it like 8D MAMAN", cell=cell)
    first_is_row = (place["row"] is not None) is not letters_are_rows
    direction = Direction.ACROSS if first_is_row else Direction.DOWN
    laid = _laid(_square(place, letters_are_rows), direction, tiles, state)
    if isinstance(laid, str):
        return laid
    rack = state.held.get(state.sides[0], "")
    if missing := Counter(map(piece_of, laid.values())) - Counter(rack):
        return Sentence("there’s no {tile} on the rack", tile=min(missing))
    judged = judge_play(state.variant, state.position, laid)
    if not isinstance(judged, ScoredPlay):
        return judged[0].sentence
    if bad := _bad_words(judged.play, words):
        return Sentence("{word} isn’t in the word list", word=bad)
    return judged.points


def _bad_words(play: Play, words: JudgeWord | None) -> str:
    return "" if words is None else next((word for word in play.words if not words(word)), "")


def _tiles_of(word: str, tile_set: TileSet) -> tuple[Tile, ...]:
    """A word as tiles, blanks small; none if it has something else in it."""
    # In one case all letters are tiles: only brackets tell a blank then.
    whole = word.upper() if word == word.lower() else word
    written = _BLANK.sub(lambda blank: blank[1].lower(), whole)
    tiles = tuple(written)
    return tiles if all(letter_of(tile) in tile_set.values for tile in tiles) else ()


def _square(place: re.Match[str], letters_are_rows: bool) -> Square:
    """With the row first a play goes across: in France that is its letter, elsewhere its number."""
    letter = ord(place["across"] or place["down"]) - ord("A")
    number = int(place["row"] or place["line"]) - 1
    return Square(number, letter) if letters_are_rows else Square(letter, number)


def _laid(
    start: Square, direction: Direction, tiles: Sequence[Tile], state: State
) -> dict[Square, Tile] | str:
    """The tiles that are new; why the word can't be there."""
    laid: dict[Square, Tile] = {}
    for number, tile in enumerate(tiles):
        square = start.step(direction, number)
        there = state.position.at(square)
        if there is None:
            laid[square] = tile
        elif letter_of(there) != letter_of(tile):
            return Sentence(
                "{there} is on {square}, not {tile}",
                there=letter_of(there),
                square=square.name,
                tile=letter_of(tile),
            )
    return laid


# --- the ranking ---


def ranking(players: Sequence[Counted], turns: Sequence[TopOfTurn]) -> str:
    """The ranking as a table: place, player, points, per cent of the top, what is missing to it,
    and the points of each turn; the top itself first."""
    top = sum(turn.points for turn in turns)
    head: Row = ("place", "player", "points", "percent", "behind", *(turn.number for turn in turns))
    first: Row = ("", "TOP", top, _percent(top, top), 0, *(turn.points for turn in turns))
    return csv_text([head, first, *_rows(players, top)], line_end="\n")


def _rows(players: Sequence[Counted], top: int) -> Iterator[Row]:
    for one in players:
        place = 1 + sum(other.total > one.total for other in players)
        percent = _percent(one.total, top)
        yield place, one.player, one.total, percent, one.total - top, *one.points


def _percent(points: int, top: int) -> str:
    return f"{100 * points / top:.2f}" if top else ""
