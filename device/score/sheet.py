"""The score sheet: as text, a column for each side with the arithmetic of each turn; and as
comma-separated values, a row for each entry.

Formats the engine's results and computes nothing itself. Tests: tests/device/test_score_sheet.py,
tests/device/test_export.py.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from device.language.numbers import in_ascii, plain, signed
from device.language.sentences import in_language
from device.language.texts import N_, SOURCE, Texts
from device.system.spreadsheets import csv_text
from device.system.terminal import printable
from engine.course import leaders
from engine.events import EndReason, Side
from engine.scoring import CountedLetter, Reason, ScoredPlay, Word
from engine.sentences import InContext, Plural, Sentence
from engine.state import Entry, EntryKind, State
from engine.tiles import UNKNOWN_BLANK, Tile, TileSet, load_tile_set, to_gcg
from engine.turns.ending import winners

HIDDEN = Sentence("Points stay hidden until the game is over")
"""Shown instead of the sheet if the players have asked for that."""

ENGLISH = Texts(SOURCE)
"""The language of the comma-separated values, which programs read; people's sheets are in their
own."""
TEXTS = {
    EntryKind.PASS: N_("pass"),
    EntryKind.LOST_TURN: N_("missed turn"),
    EntryKind.CHALLENGE_BONUS: N_("challenged, and valid"),
    EntryKind.TIME_UP: N_("time’s up, no word"),
    EntryKind.NO_LETTER: N_("three rolls, no such letter left"),
    EntryKind.GOALIE: N_("puts the real letter in place of a blank"),
}
ENDS = {
    # NO_PLAYS is given by the players, also if they just want to end it: it doesn't give a reason.
    EndReason.OUT: N_("all tiles are laid"),
    EndReason.ALL_PASSED: N_("everyone passed"),
    EndReason.TARGET: N_("the target is reached"),
    EndReason.NO_LETTERS: N_("no letters left"),
    EndReason.THREE_ROLLS: N_("no player rolled a letter that is left"),
    EndReason.NO_SPACE: N_("there’s no room for a word"),
    EndReason.NO_RACK: N_("no more racks can be drawn"),
}
SWAPS = {
    EntryKind.EXCHANGE: Plural("exchanges {n} tile", "exchanges {n} tiles"),
    EntryKind.TRADE: Plural("trades {n} tile", "trades {n} tiles"),
}
RARE_LETTER = "TOP-SCO-04"
"""The rule whose points are for a tile of TopWord's set."""
EACH_TILE = frozenset({"JUN-END-02", "TOP-END-04"})
"""Rules by which every remaining tile costs the same, so that their number is enough."""
NARROWEST = 12
"""The least width of a side's column, in characters."""


def arithmetic(word: Word) -> str:
    """The arithmetic of a word's points: "(10×2+1+3+1+1)×2"; no brackets if nothing multiplies.

    A letter that another word counts is 0 (TOP-SCO-05).
    """
    added = "+".join(map(_letter, word.letters))
    return f"({added})×{word.times}" if word.times > 1 else added


def _letter(letter: CountedLetter) -> str:
    if letter.times > 1:
        return f"{letter.value}×{letter.times}"
    return str(letter.value * letter.times)


def word_line(word: Word) -> str:
    """A word and its arithmetic: "QUIZ (10+1+1+10)×2 = 44"."""
    return f"{word.text} {arithmetic(word)} = {word.points}"


def extra_line(reason: Reason, texts: Texts = ENGLISH) -> str:
    """Points beyond the words: "7 tiles +50"."""
    return f"{in_language(extra_name(reason), texts)} {signed(reason.points)}"


def extra_name(reason: Reason) -> str:
    """The reason for points beyond the words: "7 tiles"."""
    if reason.rule == RARE_LETTER:
        return tile_letters(load_tile_set("topword"), reason.what)
    return reason.what


def tile_letters(tile_set: TileSet, tile: Tile) -> str:
    """A tile's letters as it shows them: "Qu", "CH"."""
    text = tile_set.text(tile)
    return text.capitalize() if len(text) > 1 and text not in tile_set.digraphs else text


def play_line(scored: ScoredPlay, texts: Texts = ENGLISH) -> str:
    """A play on one line: "8H QUIZ (10+1+1+10)×2 = 44 · 7 tiles +50 · 94 points"."""
    parts = [*map(word_line, scored.words), *(extra_line(one, texts) for one in scored.extras)]
    points = texts(Plural("{n} point", "{n} points"), n=scored.points)
    return f"{scored.play.start} {' · '.join(parts)} · {points}"


def score_sheet(
    state: State, texts: Texts = ENGLISH, *, closed: bool = False, rated: bool = False
) -> str:
    """The whole sheet in a language: a row for each turn with points and running totals, then how
    it ended. `closed`, `rated`: as in `outcome_lines`."""
    width = max(NARROWEST, *(len(side) + 2 for side in state.sides))
    rows = [*_turn_rows(state, width, texts)]
    head = f"{'':4}" + "".join(f"{side:>{width}}" for side in state.sides)
    rule = "─" * max(map(len, (head, *rows)))
    totals = state.totals
    foot = f"{'':4}" + "".join(f"{plain(totals[side]):>{width}}" for side in state.sides)
    outcome = outcome_lines(state, texts, closed=closed, rated=rated)
    lines = [head, rule, *rows, rule, foot, *outcome]
    return "\n".join(map(printable, lines)) + "\n"


def _turn_rows(state: State, width: int, texts: Texts) -> Iterator[str]:
    """For each entry: its number, the points and total in its side's column, what happened."""
    running = dict.fromkeys(state.sides, 0)
    for number, entry in enumerate(state.entries, 1):
        running[entry.side] += entry.points
        total = plain(running[entry.side])
        gain = signed(entry.points) if entry.reasons else "0"
        cells = {entry.side: f"{gain} {total:>4}"}
        columns = "".join(f"{cells.get(side, ''):>{width}}" for side in state.sides)
        first, *more = story(entry, texts)
        yield f"{number:>3} {columns}   {first}".rstrip()
        for line in more:
            yield f"{'':4}{'':{width * len(state.sides)}}   {line}"


def story(entry: Entry, texts: Texts = ENGLISH) -> list[str]:
    """An entry as text, on one line or more."""
    scored = entry.scored
    if entry.kind is EntryKind.PLAY and scored is not None:
        lines = [*map(word_line, scored.words), *(extra_line(one, texts) for one in scored.extras)]
        start = f"{scored.play.start:<4}"
        return [f"{start if n == 0 else '    '}{line}" for n, line in enumerate(lines)]
    if entry.kind is EntryKind.CHALLENGED_OFF and scored is not None:
        off = texts("{word}, challenged: taken off", word=scored.words[0].text)
        return [f"{scored.play.start:<4}{off}"]
    if entry.kind in SWAPS:
        return [texts(SWAPS[entry.kind], n=entry.count or 0)]
    if entry.kind is EntryKind.MISFIT:
        return [texts("no longer works: {why}", why=in_language(str(entry.fault), texts))]
    if entry.kind is EntryKind.SETTLEMENT:
        return [texts("tiles left: {tiles}", tiles=_settled(entry, texts))]
    if entry.kind in TEXTS:
        return [texts(TEXTS[entry.kind])]
    return [", ".join(in_language(reason.what, texts) for reason in entry.reasons)]


def in_short(entry: Entry, texts: Texts = ENGLISH) -> str:
    """The same on one line, without the square where a play begins."""
    start = "" if entry.scored is None else entry.scored.play.start
    return " · ".join(line.removeprefix(start).strip() for line in story(entry, texts))


def one_line(entry: Entry) -> str:
    """The same for JSON and tables."""
    return in_ascii(in_short(entry))


def _settled(entry: Entry, texts: Texts) -> str:
    return ", ".join(_left(reason, texts) for reason in entry.reasons) or texts(
        InContext("settlement", "none")
    )


def _left(reason: Reason, texts: Texts) -> str:
    """A rack, or its number of tiles if some of them were never seen."""
    if reason.rule not in EACH_TILE or UNKNOWN_BLANK not in reason.what:
        return extra_line(replace(reason, what=to_gcg(reason.what)), texts)
    tiles = texts(Plural("{n} tile", "{n} tiles"), n=len(reason.what))
    return f"{tiles} {signed(reason.points)}"


def outcome_lines(
    state: State, texts: Texts = ENGLISH, *, closed: bool = False, rated: bool = False
) -> list[str]:
    """How it ended, and who has won; or whose turn it is. `closed`: nobody is going on with it, so
    it is over even if its racks were left out of the score, which no event records. `rated`: its
    result is to be signed."""
    lines = _outcome(state, texts, closed=closed)
    if state.signed:
        lines.append(texts("Signed: {names}.", names=", ".join(state.signed)))
    if rated and (closed or state.over is not None):
        missing = [side for side in state.sides if side not in state.signed]
        if missing:
            lines.append(texts("Not signed: {names}.", names=", ".join(missing)))
    return lines


def _outcome(state: State, texts: Texts, *, closed: bool) -> list[str]:
    best = winners(state)
    if closed and not best:
        ahead = leaders(state)
        over = N_("The game is over. Leading: {names}.")
        if len(ahead) > 1:
            over = N_("The game is over. A tie: {names}.")
        lines = [texts(over, names=", ".join(ahead))]
        if state.variant.settlement is not None:
            lines.insert(0, texts("Tiles left on racks aren’t deducted."))
        return lines
    if state.over is None:
        return [texts("To play: {side}.", side=state.turn or "")]
    if state.over not in ENDS:
        return [_said_to_be_over(best, texts)]
    why = texts(ENDS[state.over])
    if not best:
        return [texts("The game is over: {why}. Tiles left on the racks?", why=why)]
    text = N_("The game is over: {why}. Winner: {sides}.")
    if len(best) > 1:
        text = N_("The game is over: {why}. Winners: {sides}.")
    return [texts(text, why=why, sides=", ".join(best))]


def _said_to_be_over(best: Sequence[Side], texts: Texts) -> str:
    if not best:
        return texts("The game is over, but the racks aren’t deducted yet.")
    if len(best) == 1:
        return texts("The game is over. {side} won.", side=best[0])
    return texts("The game is over. {sides} share the win.", sides=", ".join(best))


# --- comma-separated values ---

COLUMNS = ("number", "side", "kind", "start", "words", "points", "total", "arithmetic")


def score_table(state: State) -> str:
    """The table with a head."""
    return csv_text(chain([COLUMNS], _csv_rows(state)))


def _csv_rows(state: State) -> Iterator[tuple[str | int, ...]]:
    totals = dict.fromkeys(state.sides, 0)
    for number, entry in enumerate(state.entries, 1):
        totals[entry.side] += entry.points
        play = entry.scored
        start = "" if play is None else play.play.start
        words = "" if play is None else " ".join(word.text for word in play.words)
        yield (
            number,
            printable(entry.side),
            entry.kind.value,
            start,
            words,
            entry.points,
            totals[entry.side],
            one_line(entry),
        )
