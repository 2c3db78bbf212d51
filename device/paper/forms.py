"""A game in every export format: GCG, its record, a table, the score sheet as text, on paper or as
a picture, a card to send, the final board, and most of them in a zip with the pictures of its
plays.

Makes bytes; the caller has opened the game, and writes the file. Only the drawn formats load fonts
and SDL. Tests: tests/device/test_forms.py, tests/device/test_export.py.
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

TEXT_FORMS = ("gcg", "json", "csv", "sheet")
"""Forms that are text."""
DRAWN = ("pdf", "png", "card", "board")
"""Forms that are pictures, and need a file."""
ZIP = "zip"
FORMS = (*TEXT_FORMS, *DRAWN, ZIP)

SUFFIXES = {"sheet": "txt", "card": "png", "board": "png"}
"""The ending of a format's files, if it isn't the format's own name."""


def ending_of(form: str) -> str:
    return f".{SUFFIXES.get(form, form)}"


@dataclass(frozen=True, eq=False)
class LeavingGame:
    """A game to export. `title`: what it is called; `name`: the prefix of its files; `pictures`: of
    its plays, with the numbers of their events; `when` it began. `trouble`: what is wrong with its
    journal; `closed`: nobody is going on with it; `place`: where it was played, "" if not named."""

    record: GameRecord
    game: Game
    title: str
    name: str
    pictures: tuple[tuple[int, Path], ...] = ()
    when: datetime | None = None
    trouble: str = ""
    closed: bool = False
    place: str = ""

    @property
    def rated(self) -> bool:
        """Whether it was played at a tournament, where results are signed."""
        return bool(self.record.table.extras.get("tournament"))

    @property
    def heading(self) -> str:
        """Its title with the day that it began, if that is known."""
        return self.title if self.when is None else f"{self.title}, {self.when:%Y-%m-%d}"


def in_form(leaving: LeavingGame, form: str, texts: Texts, report: Callable[[str], None]) -> bytes:
    """The game in one of FORMS; GcgError or RecordError with a sentence if that can't represent it.
    `report` is called with a sentence for each part that a zip has to leave out."""
    if form in DRAWN:
        return _drawn(leaving, form, texts)
    if form == ZIP:
        return _zipped(leaving, texts, report)
    return _text(leaving, form, texts).encode("utf-8", "replace")


def _text(leaving: LeavingGame, form: str, texts: Texts) -> str:
    record, game = leaving.record, leaving.game
    if form == "gcg":
        return printable_lines(write_gcg(record, game))
    if form == "csv":
        return score_table(game.state)
    if form == "sheet":
        sheet = score_sheet(game.state, texts, closed=leaving.closed, rated=leaving.rated)
        return printable_lines(f"{leaving.heading}\n\n{sheet}")
    return printable_lines(write_record(replace(record, totals=game.state.totals)))


def _drawn(leaving: LeavingGame, form: str, texts: Texts) -> bytes:
    # Text formats need no fonts.
    from device.paper.card import card_picture
    from device.paper.pages import as_pdf, as_png, board_picture, sheet_pages, trimmed
    from device.paper.parts import Occasion

    state = leaving.game.state
    occasion = Occasion(leaving.title, leaving.when, leaving.place)
    if form == "board":
        return as_png([board_picture(state)])
    if form == "card":
        return as_png([card_picture(state, occasion, texts)])
    pages = sheet_pages(state, occasion, texts, closed=leaving.closed, rated=leaving.rated)
    return as_pdf(pages) if form == "pdf" else as_png([*map(trimmed, pages)])


def _zipped(leaving: LeavingGame, texts: Texts, report: Callable[[str], None]) -> bytes:
    """The game in every text format, and in pictures/ those of its plays, by the numbers of their
    events; dated from when the game began, so that the same game is the same file."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as zipped:
        zipped.comment = MADE_HERE.encode()
        for form in TEXT_FORMS:
            try:
                data = in_form(leaving, form, texts, report)
            except GcgError as error:
                report(str(error))
                continue
            member = f"{leaving.name}{ending_of(form)}"
            zipped.writestr(_member(leaving, member, zipfile.ZIP_DEFLATED), data)
        for event, path in leaving.pictures:
            try:
                picture = read_file(path, LARGEST_PICTURE)
            except OSError as error:  # the oldest make room for newer ones during a game
                report(unreadable(path, error))
                continue
            member = f"pictures/{event:04}{path.suffix}"
            zipped.writestr(_member(leaving, member, zipfile.ZIP_STORED), picture)
    return written.getvalue()


def _member(leaving: LeavingGame, name: str, compression: int) -> zipfile.ZipInfo:
    when = leaving.when
    # Zips begin in 1980, which a machine without a clock may be before.
    stamp = (1980, 1, 1, 0, 0, 0) if when is None or when.year < 1980 else when.timetuple()[:6]
    member = zipfile.ZipInfo(f"{name}", (*stamp,))
    member.compress_type = compression
    member.external_attr = 0o644 << 16
    return member
