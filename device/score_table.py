"""The score sheet as a table of comma-separated values, a row an entry, for spreadsheets.

Counts nothing itself; the words are those of device/score_sheet.py. Tests:
tests/device/test_export.py.
"""

from __future__ import annotations

import csv
import io

from device.command_errors import printable
from device.score_sheet import story
from engine.state import State

COLUMNS = ("number", "side", "kind", "start", "words", "points", "total", "arithmetic")


def score_table(state: State) -> str:
    """The table with a head; lines end in CRLF, as RFC 4180 has it."""
    written = io.StringIO()
    rows = csv.writer(written)
    rows.writerow(COLUMNS)
    totals = dict.fromkeys(state.sides, 0)
    for number, entry in enumerate(state.entries, 1):
        totals[entry.side] += entry.points
        play = entry.scored
        start = "" if play is None else play.play.start
        rows.writerow(
            (
                number,
                printable(entry.side),
                entry.kind.value,
                start,
                "" if play is None else " ".join(word.text for word in play.words),
                entry.points,
                totals[entry.side],
                " · ".join(line.removeprefix(start).strip() for line in story(entry)),
            )
        )
    return written.getvalue()
