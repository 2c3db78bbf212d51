"""Boards and plays as short texts, for the tests."""

from __future__ import annotations

from collections.abc import Mapping

from engine.circumstances import NOTHING_SPECIAL, Circumstances
from engine.faults import Fault
from engine.position import Position
from engine.scoring import PlayRules, ScoredPlay, judge_play
from engine.squares import Direction, Square
from engine.tiles import Tile


class Table:
    """Lays words on boards: `laid("H8", "CAT")` is down, `laid("8H", "CAT")` across.

    A full stop in a word is a square that is left as it is.
    """

    @staticmethod
    def laid(start: str, word: str) -> dict[Square, Tile]:
        across = start[0].isdigit()
        name = start[-1] + start[:-1] if across else start
        direction = Direction.ACROSS if across else Direction.DOWN
        first = Square.parse(name)
        return {first.step(direction, n): tile for n, tile in enumerate(word) if tile != "."}

    @classmethod
    def board(cls, *words: tuple[str, str], size: int = 15) -> Position:
        position = Position(size)
        for start, word in words:
            position = position.laid(cls.laid(start, word))
        return position

    @staticmethod
    def score(
        rules: PlayRules,
        position: Position,
        tiles: Mapping[Square, Tile],
        circumstances: Circumstances = NOTHING_SPECIAL,
    ) -> ScoredPlay:
        judged = judge_play(rules, position, tiles, circumstances)
        assert isinstance(judged, ScoredPlay), judged
        return judged

    @staticmethod
    def faults(
        rules: PlayRules,
        position: Position,
        tiles: Mapping[Square, Tile],
        circumstances: Circumstances = NOTHING_SPECIAL,
    ) -> tuple[Fault, ...]:
        judged = judge_play(rules, position, tiles, circumstances)
        assert not isinstance(judged, ScoredPlay), judged
        return judged

    @classmethod
    def codes(
        cls,
        rules: PlayRules,
        position: Position,
        tiles: Mapping[Square, Tile],
        circumstances: Circumstances = NOTHING_SPECIAL,
    ) -> list[str]:
        return [fault.code.value for fault in cls.faults(rules, position, tiles, circumstances)]
