"""The last games of a journal as files on a stick: each as a record, as GCG and as a score sheet,
and the results of all of them as a table.

Games that go on stay here, since their points may be hidden. Knows no screen: results are messages.
Tests: tests/device/test_games_on_stick.py.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

from device.doctor.disk import MOUNTS
from device.language.texts import Message, Texts
from device.paper.forms import LeavingGame, ending_of, in_form
from device.score.signed import SIGNED_COLUMNS, signed_cells
from device.storage.games import game_of, is_hidden, is_over, record_of
from device.storage.journal import Journal, JournalError
from device.storage.sticks import MOUNT_FOLDERS, not_written, sticks_plugged_in
from device.system.files import replace_file, sync_folder
from device.system.spreadsheets import csv_text
from engine.records.gcg_lines import GcgError
from engine.sentences import Plural
from engine.turns.ending import winners

log = logging.getLogger(__name__)

MOST_GAMES = 30
"""How many games are written, the newest: more than a tournament has rounds. Not those of today: a
machine without a network may not know the date."""

FORMS = ("json", "gcg", "sheet")
"""The forms of each game; GCG only where it can hold the game."""

RESULTS = "results.csv"


def last_games(journal: Path, texts: Texts, most: int = MOST_GAMES) -> list[LeavingGame]:
    """The last games that are over, newest first. JournalError if the journal can't be read; games
    in it that can't are left out."""
    found = list[LeavingGame]()
    with closing(Journal.open_to_read(journal)) as kept_games:
        if kept_games.trouble:
            log.warning("%s", kept_games.trouble)
        for line in kept_games.games():
            if len(found) == most:
                break
            try:
                leaving = _leaving(kept_games, line.number, texts)
            except JournalError as error:
                log.warning("game %d: %s", line.number, error)
                continue
            if leaving is not None:
                found.append(leaving)
    return found


def _leaving(journal: Journal, number: int, texts: Texts) -> LeavingGame | None:
    kept = journal.game(number)
    if kept is None or not kept.events:
        return None
    game = game_of(kept)
    if not is_over(kept, game) or is_hidden(kept, game):
        return None
    title, when = texts("Game {number}", number=number), datetime.fromtimestamp(kept.wall)
    return LeavingGame(
        record_of(kept), game, title, f"game-{number}", when=when.astimezone(), closed=kept.over
    )


def results_table(games: Sequence[LeavingGame]) -> str:
    """The results: a row for each side of each game, the earliest game first."""
    head = ("began", "game", "side", "points", "won", "file", *SIGNED_COLUMNS)
    return csv_text([head, *(row for one in reversed(games) for row in _rows(one))])


def _rows(leaving: LeavingGame) -> Iterator[tuple[str | int, ...]]:
    state = leaving.game.state
    won = winners(state)
    began = "" if leaving.when is None else leaving.when.isoformat(timespec="seconds")
    file = f"{leaving.name}{ending_of(FORMS[0])}"
    moments = () if leaving.when is None else _moments(leaving.when, leaving.record.table.times)
    signed = signed_cells(leaving.game, moments, rated=leaving.rated)
    for side, points in state.totals.items():
        won_it = "yes" if side in won else ""
        yield began, state.variant.name, side, points, won_it, file, *signed[side]


def _moments(began: datetime, times: Sequence[float]) -> tuple[datetime, ...]:
    return tuple(began + timedelta(seconds=seconds) for seconds in times)


def games_to_stick(
    journal: Path,
    texts: Texts,
    mounts: Path = MOUNTS,
    folders: tuple[Path, ...] = MOUNT_FOLDERS,
) -> Message:
    """Writes the last games into a new folder of the first writable stick; returns the message
    about it."""
    try:
        games = last_games(journal, texts)
    except JournalError as error:
        log.warning("%s", error)
        return Message("The games can’t be read: check the device.")
    if not games:
        return Message("No game is over yet: there’s nothing to save.")
    found = sticks_plugged_in(mounts, folders)
    if not found:
        return Message("No USB stick found. Insert one and try again.")
    stick = next((one for one in found if os.access(one, os.W_OK)), None)
    if stick is None:
        return Message("Can’t write to the USB stick: it’s write-protected.")
    name = f"games-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    try:
        for leaving in games:
            _write(stick / name, leaving, texts)
        replace_file(stick / name / RESULTS, results_table(games).encode())
        sync_folder(stick / name)
        sync_folder(stick)
    except OSError as error:
        log.warning("%s can't be written: %s", stick / name, error)
        return not_written(stick)
    text = Plural(
        "Saved {n} game: {folder}. You can remove the stick.",
        "Saved {n} games: {folder}. You can remove the stick.",
    )
    return Message(text, {"n": len(games), "folder": name})


def _write(folder: Path, leaving: LeavingGame, texts: Texts) -> None:
    for form in FORMS:
        try:
            data = in_form(leaving, form, texts, log.warning)
        except GcgError as error:
            log.info("%s isn't written as GCG: %s", leaving.name, error)
            continue
        replace_file(folder / f"{leaving.name}{ending_of(form)}", data)
