"""What spectators may know at a moment: plain values for JSON, made from the screen's view. It's
all that the page for onlookers and plug-ins are sent.

Only a view and a sheet go in, so that nothing the screen hides is sent to anyone; pictures from the
camera, the device's own screens and racks stay at the table. Knows no network.
Tests: tests/device/test_page_payload.py, tests/device/test_hidden_points.py.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from device.clock_and_dice.views import ClockView, DiceView
from device.language.numbers import in_ascii
from device.language.texts import Texts
from device.session.core.state import TableState
from device.views.dialogs import ChallengeView
from device.views.sheet import SheetView, sheet_view
from device.views.table import BoardView, PageView, TableView, view
from device.views.turn import ExtraView, PlayView, SideView, WordView
from engine.squares import Square

Payload: TypeAlias = dict[str, object]
"""Values by name, always complete; only what JSON can hold."""


@dataclass(frozen=True, eq=False)
class ShownMoment:
    """A table as its screen shows it. `view`: in the language of the `shown` texts; `now`:
    monotonic seconds; `game`: the number its pictures are kept under, None if it has none."""

    state: TableState
    view: TableView
    shown: str
    now: float
    game: int | None = None


def payload_of(moment: ShownMoment, texts: Texts) -> Payload:
    """What spectators may know, in a language. In the screen's it is made from the very view that
    was drawn; in another from one of the same state."""
    seen = moment.view
    if texts.language != moment.shown:
        seen = view(moment.state, texts, moment.now)
    return payload(seen, sheet_view(moment.state, texts, moment.now))


def payload(seen: TableView, sheet: SheetView) -> Payload:
    """What spectators may know, from this view and the game's sheet."""
    text, page, asked = seen.text, seen.page, seen.dialog.question
    lost = seen.board.lost
    curve = page.curve
    clock = seen.clock if page.timer is None else page.timer.clock
    return {
        "game": sheet.game,
        "where": _where(page, over=seen.over),
        "state": text.state if page.paused is None else page.paused.title,
        "whose": "" if page.paused is None else page.paused.whose,
        "message": text.message,
        "trouble": _trouble(text.trouble, "" if lost is None else lost.title),
        "question": asked.text if asked is not None and asked.noted else "",
        "bag": text.bag,
        "unseen": text.unseen,
        "notes": list(text.notes),
        "sides": [_side(side) for side in _sides(seen)],
        "board": None if _without_board(page) else _board(seen.board),
        "play": None if seen.play is None else _play(seen.play),
        "may_challenge": seen.may_challenge,
        "challenge": None if seen.dialog.challenge is None else _challenge(seen.dialog.challenge),
        "countdown": None
        if seen.countdown is None
        else {"left": seen.countdown.left, "low": seen.countdown.low},
        "clock": None if clock is None else _clock(clock),
        "dice": None if seen.dice is None else _dice(seen.dice),
        "turns": [
            {
                "side": turn.side,
                "start": turn.start,
                "lines": list(turn.lines),
                "points": turn.points,
                "total": turn.total,
                "event": turn.event,
            }
            for turn in sheet.turns
        ],
        "courses": [list(course) for course in sheet.courses],
        "over": seen.over,
        "told": [] if curve is None else [*curve.remarks, *([curve.time] if curve.time else [])],
    }


def _trouble(text: str, lost: str) -> str:
    """All that is missing: on the screen a lost camera has a place of its own. Its title is no
    sentence, so that the rest comes first."""
    return f"{text} {lost}".strip()


def _where(page: PageView, *, over: bool) -> str:
    """The current phase: "lobby", "timer", "device", "paused", "over" or "game"."""
    if page.lobby is not None or page.naming is not None or page.trying:
        return "lobby"
    if page.timer is not None:
        return "timer"
    if page.aim or page.doctor or page.power:
        return "device"
    if page.paused is not None:
        return "paused"
    return "over" if over else "game"


def _without_board(page: PageView) -> bool:
    """Whether no game is being played yet, so that there is no board to show."""
    before = page.lobby is not None or page.naming is not None or bool(page.trying)
    return before or page.timer is not None


def _sides(seen: TableView) -> tuple[SideView, ...]:
    """Who plays; in the lobby those named there."""
    lobby, timer = seen.page.lobby, seen.page.timer
    if lobby is not None:
        return tuple(SideView(name, None, turn=name == lobby.begins) for name in lobby.sides)
    if timer is not None:
        return tuple(SideView(s, None, turn=n == timer.turn) for n, s in enumerate(timer.sides))
    return seen.sides


def _side(side: SideView) -> Payload:
    return {
        "name": side.name,
        "total": side.total,
        "turn": side.turn,
        "won": side.won,
        "target": side.target,
        "clock": in_ascii(side.clock),
        "clock_runs": side.clock_runs,
        "overtime": side.overtime,
    }


def _board(board: BoardView) -> Payload:
    clearing = board.clearing
    return {
        "rows": list(board.rows),
        "premiums": list(board.premiums),
        "values": dict(board.values),
        "faces": dict(board.faces),
        "piles": {square.name: height for square, height in board.piles},
        "lit": _names(board.lit),
        "asked": _names(board.asked),
        "lift": [] if clearing is None else _names(clearing.lift),
        "put_back": {} if clearing is None else {s.name: tile for s, tile in clearing.put_back},
    }


def _names(squares: Iterable[Square]) -> list[str]:
    return [square.name for square in sorted(squares)]


def _play(play: PlayView) -> Payload:
    return {
        "side": play.side,
        "lines": list(play.lines),
        "points": play.points,
        "counted": play.counted,
        "note": play.note,
        "words": [_word(word) for word in play.words],
        "extras": [_extra(extra) for extra in play.extras],
    }


def _word(word: WordView) -> Payload:
    return {
        "tiles": [
            {
                "face": tile.face,
                "points": tile.points,
                "times": tile.times,
                "new": tile.new,
                "blank": tile.blank,
            }
            for tile in word.tiles
        ],
        "times": word.times,
        "points": word.points,
    }


def _extra(extra: ExtraView) -> Payload:
    return {"what": extra.what, "points": extra.points}


def _challenge(challenge: ChallengeView) -> Payload:
    return {
        "words": [
            {"word": word.word, "good": word.good, "source": word.source}
            for word in challenge.words
        ],
        "source": challenge.source,
        "outcome": challenge.outcome,
        "lift": "" if challenge.gone else challenge.lift,
        "good": challenge.good,
    }


def _clock(clock: ClockView) -> Payload:
    return {
        "state": clock.state,
        "left": clock.left,
        "runs": clock.runs,
        "over": clock.over,
        "zones": [
            {
                "label": zone.label,
                "colour": zone.colour.value,
                "length": zone.length,
                # In twentieths: browsers are updated less often than a screen is drawn.
                "left": math.ceil(20 * zone.left) / 20,
                "now": zone.now,
                "ending": zone.ending,
            }
            for zone in clock.zones
        ],
    }


def _dice(dice: DiceView) -> Payload:
    """Tumbling dice show nothing yet."""
    return {
        "title": dice.title,
        "dice": ["" if die.tumbles else die.face for die in dice.dice],
        "hint": dice.hint,
    }
