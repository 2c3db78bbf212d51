"""A household's board as a line for docs/known-boards.md: how well it has been read so far.

Counts what is kept with the games, and reads no picture again. It has no names, days or places.
Tests: tests/device/test_known_board.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import cache
from pathlib import Path

from device.storage.games import events_of_plays, game_of, pictures_of_plays, record_of
from device.storage.journal import Journal, KeptGame
from device.storage.pictures import LONGEST_SIDE, pictures_of_game
from engine.events import Played
from engine.squares import Square
from engine.tiles import UNKNOWN_BLANK, Tile
from hardware.picture_files import picture_size

NIGHT_ENDS = timedelta(hours=5)
"""A game begun before five in the morning belongs to the evening before."""

ASKED_ANYWAY = (
    "Which letter is the blank on {square}?",
    "Has the blank on {square} been swapped for a real {letter}?",
    "{side}’s last play is off the board. Take it back?",
    "{side} laid the last tile. Is the game over?",
    "{side} reached the target. Is the game over?",
    "Has anyone gone out, or does the game end here?",
    "Stop for tonight and keep the game, or end it?",
    "Everyone passed. Is the game over?",
    "No more words can be played. Is the game over?",
    "Who challenges?",
    "{side} challenges: which words?",
    "{side} challenges {words}. Others?",
    "{side} challenges {words}. All valid?",
    "{side} challenges {words}. Is the play valid?",
    "Too Many Men: who calls it?",
)
"""Noted questions that a reader without a mistake would leave to the players too."""

COLUMNS = (
    *("board and tiles", "game, language", "camera", "picture", "evenings (games)"),
    *("tiles read", "corrected later", "questions an evening", "version"),
)
"""Those of the page's table."""


@dataclass(frozen=True)
class Read:
    """What was read in one kind of game with one set of tiles. `tiles`: laid in plays whose picture
    is still kept, `corrected`: those of them that were corrected later; `questions`: about what the
    camera saw; `picture`: the newest one's width and height."""

    variant: str
    language: str
    evenings: int
    games: int
    tiles: int
    corrected: int
    questions: int
    picture: tuple[int, int]


def read_so_far(journal: Journal, folder: Path) -> Read | None:
    """What is kept of the newest game with pictures in `folder`, and of all others of its kind;
    None if there is none. JournalError if such a game can't be played again."""
    found: Read | None = None
    evenings = set[date]()
    for line in journal.games():
        pictures = pictures_of_game(folder, line.number)
        kept = journal.game(line.number) if pictures else None
        read = None if kept is None else _read(kept, pictures)
        if kept is None or read is None:
            continue
        if found is not None and (read.variant, read.language) != (found.variant, found.language):
            continue
        evenings.add((datetime.fromtimestamp(kept.wall) - NIGHT_ENDS).date())
        found = replace(read if found is None else _together(found, read), evenings=len(evenings))
    return found


def _read(kept: KeptGame, pictures: Iterable[tuple[int, Path]]) -> Read | None:
    """One game's; None without a picture of a play that counts."""
    game = game_of(kept)
    seen = pictures_of_plays(game, [(event, (event, file)) for event, file in pictures])
    size = next(
        (size for _, file in reversed(list(seen.values())) if (size := picture_size(file))), None
    )
    if size is None:
        return None
    tiles = corrected = 0
    for place, number in events_of_plays(game).items():
        scored, first = game.state.entries[place].scored, game.events[number]
        if place in seen and scored is not None:
            tiles += len(scored.play.tiles)
            read = first.tiles if isinstance(first, Played) else {}
            corrected += _apart(read, scored.play.tiles)
    asked = [answer.question for answer in record_of(kept).table.answers]
    return Read(
        variant=game.state.variant.name,
        language=game.state.variant.language,
        evenings=1,
        games=1,
        tiles=tiles,
        corrected=corrected,
        questions=sum(not is_asked_anyway(question) for question in asked),
        picture=size,
    )


def _together(newer: Read, older: Read) -> Read:
    return replace(
        newer,
        games=newer.games + older.games,
        tiles=newer.tiles + older.tiles,
        corrected=newer.corrected + older.corrected,
        questions=newer.questions + older.questions,
    )


def _apart(read: Mapping[Square, Tile], there: Mapping[Square, Tile]) -> int:
    """The squares whose tile was corrected. A blank that got its letter later wasn't misread."""
    return sum(
        read.get(square) != there.get(square)
        and not (read.get(square) == UNKNOWN_BLANK and there.get(square, "A").islower())
        for square in {*read, *there}
    )


def is_asked_anyway(question: str) -> bool:
    """Whether this noted question, in English, says nothing of how well the board is read."""
    return any(pattern.fullmatch(question) for pattern in _patterns())


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    parts = ([re.escape(part) for part in re.split(r"{\w+}", text)] for text in ASKED_ANYWAY)
    return tuple(re.compile(".+".join(part), re.DOTALL) for part in parts)


def line_of(read: Read, board: str, camera: str, release: str) -> str:
    """A row of the page's table, in its columns' order."""
    width, height = read.picture
    size = f"{width} × {height}"
    cells = (
        board,
        f"{read.variant}, {read.language}",
        camera,
        # Pictures are kept no larger; the camera's may be.
        f"{size} or more" if max(read.picture) >= LONGEST_SIDE else size,
        f"{read.evenings} ({read.games})",
        f"{read.tiles}",
        f"{read.corrected}",
        f"{read.questions / read.evenings:.1f}",
        release,
    )
    return (
        "| " + " | ".join(cell.replace("\\", "\\\\").replace("|", "\\|") for cell in cells) + " |"
    )
