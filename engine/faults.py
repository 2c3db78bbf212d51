"""Faults: what is wrong with something that players did, in words and as data.

A fault is an answer, not an exception: nothing that can happen at a table raises. It knows no
screen; `code` and the data are enough to say the same in another language.
Tests: tests/engine/test_plays.py, tests/engine/test_turns.py.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.squares import Square
from engine.tiles import Tile


class FaultCode(StrEnum):
    """Why something can't be; the first block are the faults of a play, stage by stage."""

    NO_TILES = "no-tiles"
    UNKNOWN_TILE = "unknown-tile"
    OFF_BOARD = "off-board"
    OCCUPIED = "occupied"
    TOO_MANY_TILES = "too-many-tiles"
    TOO_MANY_OF_A_TILE = "too-many-of-a-tile"
    STACK_TOO_HIGH = "stack-too-high"
    SAME_LETTER_STACKED = "same-letter-stacked"
    NOT_IN_LINE = "not-in-line"
    GAP_IN_LINE = "gap-in-line"
    MISSES_START = "misses-start"
    TOO_SHORT = "too-short"
    NOT_CONNECTED = "not-connected"
    ROLLED_LETTER_MISSING = "rolled-letter-missing"
    JOKER_IS_ROLLED_LETTER = "joker-is-rolled-letter"
    CHANCE_LETTER_NOT_NEW = "chance-letter-not-new"
    COVERS_WHOLE_WORD = "covers-whole-word"
    ONLY_PLURAL_S = "only-plural-s"
    NOT_A_WORD = "not-a-word"

    NOT_YOUR_TURN = "not-your-turn"
    GAME_OVER = "game-over"
    TOO_LATE = "too-late"
    OWN_PLAY = "own-play"
    NO_CHALLENGE = "no-challenge"
    NEVER_CHALLENGED = "never-challenged"
    BAG_TOO_SMALL = "bag-too-small"
    EMPTY_EXCHANGE = "empty-exchange"
    NOTHING_TO_WITHDRAW = "nothing-to-withdraw"
    NO_TILE_THERE = "no-tile-there"
    NO_SUCH_EVENT = "no-such-event"
    UNKNOWN_SIDE = "unknown-side"
    RACKS_DONT_FIT = "racks-dont-fit"
    NOT_ON_RACK = "not-on-rack"
    ONE_TILE_ONLY = "one-tile-only"
    NO_EXCHANGE = "no-exchange"
    NO_TRADES = "no-trades"
    TRADE_DEADLINE = "trade-deadline"
    NO_GOALIE = "no-goalie"
    NOT_A_BLANK = "not-a-blank"
    BLANK_UNNAMED = "blank-unnamed"
    NO_CALL = "no-call"
    ALREADY_DRAWN = "already-drawn"
    ALREADY_ROLLED = "already-rolled"
    WRONG_NUMBER_OF_DICE = "wrong-number-of-dice"
    RACK_NOT_DRAWN = "rack-not-drawn"
    RACK_DOESNT_COUNT = "rack-doesnt-count"
    NOT_ROLLED = "not-rolled"
    CLOCK_NOT_STARTED = "clock-not-started"
    CLOCK_NOT_RUNNING = "clock-not-running"
    CLOCK_RUNNING = "clock-running"
    NOT_YOURS = "not-yours"
    ZONE_MISSING = "zone-missing"
    ZONE_GONE_BY = "zone-gone-by"
    ALREADY_LAID = "already-laid"
    NO_CHANCE_SQUARE = "no-chance-square"
    CHANCE_DUE = "chance-due"
    NOT_IN_THIS_GAME = "not-in-this-game"
    NO_RESULT = "no-result"
    ALREADY_SIGNED = "already-signed"


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: its code, the data it is about, and a sentence in English."""

    code: FaultCode
    sentence: str
    squares: tuple[Square, ...] = ()
    tiles: tuple[Tile, ...] = ()
    words: tuple[str, ...] = ()
    number: int | None = None

    def __str__(self) -> str:
        return self.sentence
