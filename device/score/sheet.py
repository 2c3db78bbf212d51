"""The score sheet: as text, a column a side with the arithmetic of each turn; and as a table of
comma-separated values, a row an entry.

Draws what the engine says and counts nothing itself. Tests: tests/device/test_score_sheet.py,
tests/device/test_export.py.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from device.system.terminal import printable
from engine.events import EndReason, Side
from engine.scoring import CountedLetter, Reason, ScoredPlay, Word
from engine.state import Entry, EntryKind, State
from engine.tiles import UNKNOWN_BLANK, Tile, TileSet, load_tile_set
from engine.turns.ending import winners

TEXTS = {
    EntryKind.PASS: "pass",
    EntryKind.LOST_TURN: "turn lost",
    EntryKind.TIME_UP: "time is up, no word",
    EntryKind.NO_LETTER: "three rolls, no such letter left",
    EntryKind.GOALIE: "puts the real letter in place of a blank",
}
ENDS = {
    EndReason.OUT: "all tiles are laid",
    EndReason.NO_PLAYS: "no plays are left",
    EndReason.ALL_PASSED: "all have passed",
    EndReason.TARGET: "the target is reached",
    EndReason.NO_LETTERS: "no letters are left",
    EndReason.THREE_ROLLS: "no side has rolled a letter that is left",
    EndReason.NO_SPACE: "there is no room for a word",
}
SWAPS = {EntryKind.EXCHANGE: "exchanges", EntryKind.TRADE: "trades"}
RARE_LETTER = "TOP-SCO-04"
"""The rule whose points are for a tile of TopWord's set."""
EACH_TILE = frozenset({"JUN-END-02", "TOP-END-04"})
"""Rules by which every tile left costs the same, so that their number says it all."""
NARROWEST = 12
"""The least width of a side's column, in characters."""


def arithmetic(word: Word) -> str:
    """How a word's points come about: "(10×2+1+3+1+1)×2"; no brackets where nothing multiplies.

    A letter that another word counts is left out (TOP-SCO-05).
    """
    added = "+".join(_letter(letter) for letter in word.letters if letter.times) or "0"
    return f"({added})×{word.times}" if word.times > 1 else added


def _letter(letter: CountedLetter) -> str:
    return f"{letter.value}×{letter.times}" if letter.times > 1 else str(letter.value)


def word_line(word: Word) -> str:
    """A word and its arithmetic: "QUIZ (10+1+1+10)×2 = 44"."""
    return f"{word.text} {arithmetic(word)} = {word.points}"


def extra_line(reason: Reason) -> str:
    """Points beyond the words: "7 tiles +50"."""
    return f"{extra_name(reason)} {reason.points:+}"


def extra_name(reason: Reason) -> str:
    """What points beyond the words are for: "7 tiles"."""
    if reason.rule == RARE_LETTER:
        return tile_face(load_tile_set("topword"), reason.what)
    return reason.what


def tile_face(tile_set: TileSet, tile: Tile) -> str:
    """What a tile shows: "Qu" where it stands for two letters."""
    text = tile_set.text(tile)
    return text.capitalize() if len(text) > 1 else text


def play_line(scored: ScoredPlay) -> str:
    """A play on one line: "8H QUIZ (10+1+1+10)×2 = 44 · 7 tiles +50 · 94 points"."""
    parts = [*map(word_line, scored.words), *map(extra_line, scored.extras)]
    return f"{scored.play.start} {' · '.join(parts)} · {scored.points} points"


def score_sheet(state: State) -> str:
    """The whole sheet: a row a turn with points and running totals, then how it ended."""
    width = max(NARROWEST, *(len(side) + 2 for side in state.sides))
    rows = [*_turn_rows(state, width)]
    head = f"{'':4}" + "".join(f"{side:>{width}}" for side in state.sides)
    rule = "─" * max(map(len, (head, *rows)))
    totals = state.totals
    foot = f"{'':4}" + "".join(f"{totals[side]:>{width}}" for side in state.sides)
    lines = [head, rule, *rows, rule, foot, *outcome_lines(state)]
    return "\n".join(map(printable, lines)) + "\n"


def _turn_rows(state: State, width: int) -> Iterator[str]:
    """For each entry: its number, the points and total in its side's column, what happened."""
    running = dict.fromkeys(state.sides, 0)
    for number, entry in enumerate(state.entries, 1):
        running[entry.side] += entry.points
        total = running[entry.side]
        cells = {entry.side: f"{entry.points:+} {total:>4}" if entry.reasons else f"– {total:>4}"}
        columns = "".join(f"{cells.get(side, ''):>{width}}" for side in state.sides)
        first, *more = story(entry)
        yield f"{number:>3} {columns}   {first}".rstrip()
        for line in more:
            yield f"{'':4}{'':{width * len(state.sides)}}   {line}"


def story(entry: Entry) -> list[str]:
    """What an entry says, in one line or more."""
    scored = entry.scored
    if entry.kind is EntryKind.PLAY and scored is not None:
        lines = [*map(word_line, scored.words), *map(extra_line, scored.extras)]
        start = f"{scored.play.start:<4}"
        return [f"{start if n == 0 else '    '}{line}" for n, line in enumerate(lines)]
    if entry.kind is EntryKind.CHALLENGED_OFF and scored is not None:
        return [f"{scored.play.start:<4}{scored.words[0].text}, challenged: taken back"]
    if entry.kind in SWAPS:
        tiles = "tile" if entry.count == 1 else "tiles"
        return [f"{SWAPS[entry.kind]} {entry.count} {tiles}"]
    if entry.kind is EntryKind.MISFIT:
        return [f"no longer fits: {entry.fault}"]
    if entry.kind is EntryKind.SETTLEMENT:
        return [f"tiles left: {_settled(entry)}"]
    if entry.kind in TEXTS:
        return [TEXTS[entry.kind]]
    return [", ".join(reason.what for reason in entry.reasons)]


def one_line(entry: Entry) -> str:
    """The same on one line, without the square where a play begins."""
    start = "" if entry.scored is None else entry.scored.play.start
    return " · ".join(line.removeprefix(start).strip() for line in story(entry))


def _settled(entry: Entry) -> str:
    return ", ".join(map(_left, entry.reasons)) or "none"


def _left(reason: Reason) -> str:
    """A rack, or how many tiles it held where some of them were never seen."""
    if reason.rule not in EACH_TILE or UNKNOWN_BLANK not in reason.what:
        return extra_line(reason)
    count = len(reason.what)
    return f"{count} {'tile' if count == 1 else 'tiles'} {reason.points:+}"


def outcome_lines(state: State) -> list[str]:
    """How it ended, and who has won; or who is to play."""
    if state.over is None:
        return [f"{state.turn} is to play."]
    best = winners(state)
    if not best:
        return [f"The game is over: {ENDS[state.over]}. What is left on the racks?"]
    verb = "wins" if len(best) == 1 else "share the win"
    return [f"The game is over: {ENDS[state.over]}. {_names(best)} {verb}."]


def _names(sides: tuple[Side, ...]) -> str:
    return " and ".join(filter(None, [", ".join(sides[:-1]), sides[-1]]))


# --- comma-separated values ---

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
                one_line(entry),
            )
        )
    return written.getvalue()
