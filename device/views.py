"""Views: everything that a screen shows, worked out once, frozen and complete.

`view` turns a table's state into a TableView in one language; screens draw it and compute nothing,
so a phone page can show the same. Tests: tests/device/test_views.py.
"""

from __future__ import annotations

from dataclasses import dataclass

from device.faults import fault_message
from device.score_sheet import arithmetic
from device.session.open_doubts import open_doubts
from device.session.state import Asking, CameraStatus, Looking, Over, Paused, TableState
from device.texts import Message, Texts
from engine.ending import winners
from engine.scoring import ScoredPlay
from engine.squares import Square
from engine.state import Entry, EntryKind
from vision.reconstruct import Change


@dataclass(frozen=True)
class SideView:
    """A side's name and points; `turn`: it is its turn; `won`: it has won, maybe with others."""

    name: str
    total: int
    turn: bool
    won: bool = False


@dataclass(frozen=True)
class PlayView:
    """A play: who laid it, each word with its arithmetic, and the points; `counted` is whether it
    stands or is only seen so far."""

    side: str
    lines: tuple[str, ...]
    points: int
    counted: bool


@dataclass(frozen=True)
class QuestionView:
    """A question with its options; `selected` is the place of the one that OK would take."""

    text: str
    options: tuple[str, ...]
    selected: int


@dataclass(frozen=True)
class TableView:
    """What a table shows. `rows` and `premiums` are the board, top row first, in the codes of
    positions and layouts; `lit` are the squares laid last, `asked` those that a question is about;
    `state` is a line on what is going on, `open` one on questions that can wait, `trouble` one on
    what is missing, if anything is."""

    sides: tuple[SideView, ...]
    rows: tuple[str, ...]
    premiums: tuple[str, ...]
    values: tuple[tuple[str, int], ...]
    lit: frozenset[Square]
    asked: frozenset[Square]
    state: str
    bag: str
    open: str = ""
    message: str = ""
    trouble: str = ""
    play: PlayView | None = None
    question: QuestionView | None = None
    over: bool = False


def view(table: TableState, texts: Texts) -> TableView:
    """What this table shows, in the language of the texts."""
    state = table.game.state
    variant = state.variant
    play, lit = _last_play(table, texts)
    phase = table.phase
    won = winners(state)
    open_count = 0 if table.finished else len(open_doubts(table))
    asked = phase.question.squares if isinstance(phase, Asking) else ()
    seen = table.seen
    rows = state.position.rows() if seen is None else seen.observed.rows
    return TableView(
        sides=tuple(
            SideView(side, total, side == state.turn and not table.finished, side in won)
            for side, total in state.totals.items()
        ),
        rows=rows,
        premiums=tuple(variant.layout.rows),
        values=tuple(sorted(variant.tile_set.values.items())),
        lit=lit,
        asked=frozenset(asked),
        state=texts.say(_state(table)),
        bag="" if state.bag is None else texts("Tiles in the bag: {n}", n=state.bag),
        open=texts("Open questions: {n} (OK)", n=open_count) if open_count else "",
        message="" if table.message is None else texts.say(table.message),
        trouble=_trouble(table, texts),
        play=play,
        question=_question(table, texts),
        over=table.finished,
    )


def _last_play(table: TableState, texts: Texts) -> tuple[PlayView | None, frozenset[Square]]:
    """The play seen in this turn, else the last one that was counted; and its squares."""
    seen = table.seen
    if seen is not None and table.side is not None:
        lit = frozenset(seen.observed.tiles)
        if seen.play is not None:
            lines = _lines(seen.play, texts)
            return PlayView(table.side, lines, seen.play.points, counted=False), lit
        if seen.observed.faults:
            lines = (texts.say(fault_message(seen.observed.faults[0])),)
            return PlayView(table.side, lines, 0, counted=False), lit
    entry = _last_entry(table)
    if entry is None or entry.scored is None:
        return None, frozenset()
    lines = _lines(entry.scored, texts)
    return PlayView(entry.side, lines, entry.points, counted=True), frozenset(entry.scored.tiles)


def _last_entry(table: TableState) -> Entry | None:
    entries = table.game.state.entries
    return next((e for e in reversed(entries) if e.kind is EntryKind.PLAY), None)


def _lines(scored: ScoredPlay, texts: Texts) -> tuple[str, ...]:
    words = tuple(f"{word.text} {arithmetic(word)} = {word.points}" for word in scored.words)
    extras = tuple(
        texts("{n} tiles at once {points}", n=len(scored.tiles), points=f"{extra.points:+}")
        if extra.rule in ALL_TILES
        else f"{extra.what} {extra.points:+}"
        for extra in scored.extras
        if extra.points
    )
    return words + extras


ALL_TILES = frozenset({"CLA-SCO-13", "NHL-PEE-02"})
"""Rules that give points for laying many tiles at once."""


def _state(table: TableState) -> Message:
    state = table.game.state
    match table.phase:
        case Paused():
            return Message("Paused")
        case Over() if won := winners(state):
            return Message("{names} won", {"names": ", ".join(won)})
        case Over():
            return Message("The game is over")
        case Looking():
            return Message("Looking at the board …")
        case _:
            return Message("{side}'s turn", {"side": state.turn or ""})


def _trouble(table: TableState, texts: Texts) -> str:
    troubles = []
    if table.camera is CameraStatus.LOST:
        troubles.append(texts("The camera is gone: plays can't be seen."))
    elif table.camera is CameraStatus.NONE:
        troubles.append(texts("No camera: plays can't be seen."))
    if not table.kept:
        troubles.append(texts("This game is not being written down."))
    if table.sight is not None and table.sight.now.observed.change is Change.UNCLEAR:
        troubles.append(texts("It is not clear yet what lies on the board."))
    return " ".join(troubles)


def _question(table: TableState, texts: Texts) -> QuestionView | None:
    if not isinstance(table.phase, Asking):
        return None
    question = table.phase.question
    options = tuple(texts.say(option.label) for option in question.options)
    return QuestionView(texts.say(question.text), options, table.phase.selected)
