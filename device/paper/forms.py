"""A game in every form in which it leaves this device: GCG, its record, a table, the score sheet as
text, as pages or as a picture, the final board, and most of them in a zip with the pictures of its
plays.

Makes bytes; whoever calls it has opened the game, and writes the file. Fonts and SDL are loaded by
the drawn forms alone. Tests: tests/device/test_forms.py, tests/device/test_export.py.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from device.language.texts import Texts
from device.score.sheet import score_sheet, score_table
from device.storage.pictures import LARGEST_PICTURE
from device.system.files import read_file, unreadable
from device.system.given_files import MADE_HERE
from device.system.terminal import printable_lines
from engine.game import Game
from engine.records.gcg_lines import GcgError
from engine.records.gcg_writing import write_gcg
from engine.records.record import GameRecord, write_record

PRINTED = ("gcg", "json", "csv", "sheet")
"""Forms that are text."""
DRAWN = ("pdf", "png", "board")
"""Forms that are pictures, and need a file."""
ZIP = "zip"
FORMS = (*PRINTED, *DRAWN, ZIP)

SUFFIXES = {"sheet": "txt", "board": "png"}
"""How a form's file ends, where that isn't the form's own name."""


def ending_of(form: str) -> str:
    return f".{SUFFIXES.get(form, form)}"


@dataclass(frozen=True, eq=False)
class LeavingGame:
    """A game on its way out. `title`: what it is called on paper; `name`: how its files begin;
    `pictures`: of its plays, with the numbers of their events; `when` it began. `trouble`: what is
    wrong with the journal that it is from; `closed`: nobody goes on with it."""

    record: GameRecord
    game: Game
    title: str
    name: str
    pictures: tuple[tuple[int, Path], ...] = ()
    when: datetime | None = None
    trouble: str = ""
    closed: bool = False


def in_form(leaving: LeavingGame, form: str, texts: Texts, tell: Callable[[str], None]) -> bytes:
    """The game in a form of FORMS; GcgError or RecordError with a sentence where it can't be
    written so. `tell` is given a sentence for each part that a zip has to do without."""
    if form in DRAWN:
        return _drawn(leaving, form, texts)
    if form == ZIP:
        return _zipped(leaving, texts, tell)
    return _text(leaving, form, texts).encode("utf-8", "replace")


def _text(leaving: LeavingGame, form: str, texts: Texts) -> str:
    record, game = leaving.record, leaving.game
    if form == "gcg":
        return printable_lines(write_gcg(record, game))
    if form == "csv":
        return score_table(game.state)
    if form == "sheet":
        sheet = score_sheet(game.state, texts, closed=leaving.closed)
        return printable_lines(f"{leaving.title}\n\n{sheet}")
    return printable_lines(write_record(replace(record, totals=game.state.totals)))


def _drawn(leaving: LeavingGame, form: str, texts: Texts) -> bytes:
    # What only writes text needs no fonts.
    from device.paper.pages import as_pdf, as_png, board_picture, sheet_pages

    if form == "board":
        return as_png([board_picture(leaving.game.state)])
    pages = sheet_pages(leaving.game.state, leaving.title, texts, closed=leaving.closed)
    return as_pdf(pages) if form == "pdf" else as_png(pages)


def _zipped(leaving: LeavingGame, texts: Texts, tell: Callable[[str], None]) -> bytes:
    """Every text that the game can be written as, and below pictures/ those of its plays, by the
    numbers of their events; dated from when the game began, so that the same game is the same
    file."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as zipped:
        zipped.comment = MADE_HERE.encode()
        for form in PRINTED:
            try:
                data = in_form(leaving, form, texts, tell)
            except GcgError as error:
                tell(str(error))
                continue
            member = f"{leaving.name}{ending_of(form)}"
            zipped.writestr(_member(leaving, member, zipfile.ZIP_DEFLATED), data)
        for event, path in leaving.pictures:
            try:
                picture = read_file(path, LARGEST_PICTURE)
            except OSError as error:  # the oldest make room for newer ones while a game is played
                tell(unreadable(path, error))
                continue
            member = f"pictures/{event:04}{path.suffix}"
            zipped.writestr(_member(leaving, member, zipfile.ZIP_STORED), picture)
    return written.getvalue()


def _member(leaving: LeavingGame, name: str, compression: int) -> zipfile.ZipInfo:
    when = leaving.when
    # No zip is older than 1980, which a machine without a clock may take it for.
    stamp = (1980, 1, 1, 0, 0, 0) if when is None or when.year < 1980 else when.timetuple()[:6]
    member = zipfile.ZipInfo(f"{name}", (*stamp,))
    member.compress_type = compression
    member.external_attr = 0o644 << 16
    return member
