"""The board as an evening's script leaves it, line by line while it is read: what lies where.

Names slips (a word that runs off the board, a tile too many) before anything is played; knows only
so much of the rules as where tiles can lie. Tests: tests/device/test_evening.py.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from device.evening_lines import EveningError, Lay
from engine.events import Side
from engine.position import Position
from engine.scoring import ScoredPlay, judge_play
from engine.squares import Direction, Square
from engine.tiles import Tile, TileSet, letter_of, piece_of
from engine.variants import Variant

_START = re.compile(r"(?P<row>[1-9][0-9]?)(?P<across>[A-Z])|(?P<down>[A-Z])(?P<line>[1-9][0-9]?)")


class ScriptedBoard:
    """Keeps what lies there. `last`: the play laid last, unless it was taken up; `counted`: a turn
    button was pressed for it. `error` makes an error of a sentence."""

    def __init__(
        self,
        size: int,
        tile_set: TileSet,
        variant: Variant | None,
        error: Callable[[str], EveningError],
    ) -> None:
        self.position = self._before = Position(size)
        self.last: Lay | None = None
        self.counted = False
        self._rolled: Mapping[Square, Tile] = {}
        self._tile_set, self._variant, self._error = tile_set, variant, error

    def lay(self, side: Side, start: str, word: str, line: int) -> Lay:
        """A word's new tiles are laid: those that don't show there yet."""
        first, direction = self._start(start)
        tiles: dict[Square, Tile] = {}
        for number, tile in enumerate(self._tiles_of(word)):
            square = first.step(direction, number)
            if self._is_new(square, tile, word):
                tiles[square] = tile
        if not tiles:
            raise self._error(f"{word} lies there already; a play lays at least one tile")
        self._check_dice(tiles)
        after = self.position.laid(tiles)
        self._check_counts(after, word)
        self._before, self.position = self.position, after
        self.last = Lay(side, start, word, MappingProxyType(tiles), line)
        self.counted = False
        return self.last

    def take_up(self) -> Lay:
        """The play laid last is taken up again, as far as it lies there still, and what was lifted
        for it put back."""
        if self.last is None:
            raise self._error("nothing was laid that could be taken back; lay something first")
        back, self.last = self.last, None
        still = {s: t for s, t in back.tiles.items() if s in self.position.tiles}
        self.position = self._before
        return replace(back, tiles=MappingProxyType(still))

    def lift(self) -> None:
        """What the play laid last leaves over is taken off the board (SCR-CLR); what was taken off
        for one that fell is back already."""
        if self._variant is None or self._variant.letter_dice is None:
            raise self._error("nothing is taken off the board in this game")
        if self.last is None:
            return
        played = judge_play(self._variant, self._before, self.last.tiles)
        if isinstance(played, ScoredPlay):
            self.position = played.after

    def put(self, square: Square, tile: Tile) -> None:
        """Another tile in the place of one."""
        after = self.position.replaced({square: tile})
        self._check_counts(after, tile)
        self.position = after
        if square in self._before.tiles:
            self._before = self._before.replaced({square: tile})

    def square(self, name: str) -> tuple[Square, Tile]:
        """A square by its name, and the tile that lies there."""
        try:
            square = Square.parse(name)
        except ValueError as error:
            raise self._error(f"{name!r} is no square; write H8") from error
        tile = self.position.at(square)
        if tile is None:
            raise self._error(f"nothing lies on {name} then")
        return square, tile

    def free_row(self, letters: str) -> dict[Square, Tile]:
        """A row apart from everything else in which these tiles can lie."""
        size = self.position.size
        for row in reversed(range(size)):
            for column in range(size - len(letters) + 1):
                there = [Square(column + number, row) for number in range(len(letters))]
                near = {s.step(d, n) for s in there for d in Direction for n in (-1, 0, 1)}
                if not near & self.position.tiles.keys():
                    return dict(zip(there, letters, strict=True))
        raise self._error(f"there is no free row for {letters}")

    def scattered(self, letters: str) -> Mapping[Square, Tile]:
        """Where dice come to lie that are rolled there: apart from each other and all else."""
        size, free = self.position.size, list[Square]()
        for column in range(0, size, 2):
            for row in range(0, size, 2):
                square = Square(column, row)
                if not {square, *square.neighbours()} & self.position.tiles.keys():
                    free.append(square)
        if len(free) < len(letters):
            raise self._error(f"there is no room to roll {letters}")
        self._rolled = MappingProxyType(dict(zip(free, letters, strict=False)))
        return self._rolled

    def _tiles_of(self, word: str) -> list[Tile]:
        """A word as tiles: one that reads as two letters (Qu) is written with both."""
        spelled = {text: letter for letter, text in self._tile_set.spellings.items()}
        if not spelled:
            return list(word)
        either = "|".join([*map(re.escape, spelled), "."])
        return [spelled.get(part, part) for part in re.findall(either, word)]

    def _is_new(self, square: Square, tile: Tile, word: str) -> bool:
        if not (0 <= square.column < self.position.size and 0 <= square.row < self.position.size):
            raise self._error(f"{word} runs off the board; check where it starts")
        if tile == "?" or not self._tile_set.knows(tile):
            raise self._error(f"{word}: there is no tile {tile!r} in the box")
        there = self.position.at(square)
        if there is None or letter_of(there) == letter_of(tile):
            return there is None
        highest = 1 if self._variant is None else self._variant.highest_pile
        if highest == 1:
            raise self._error(
                f"{square.name} holds {there}, but {word} wants {tile} there; check where it starts"
            )
        if self.position.height(square) == highest:
            raise self._error(f"{highest} tiles lie on {square.name}; no more can be laid there")
        return True

    def _check_dice(self, tiles: Mapping[Square, Tile]) -> None:
        """Dice that are not laid lie where they were rolled."""
        left, self._rolled = dict(self._rolled), {}
        for tile in tiles.values():
            at = next((s for s, face in left.items() if face == piece_of(tile)), None)
            if at is not None:
                del left[at]
        if under := sorted(left.keys() & tiles.keys()):
            raise self._error(
                f"a die lies on {under[0].name} since it was rolled; lay it elsewhere"
            )

    def _check_counts(self, after: Position, word: str) -> None:
        if self._variant is not None and not self._variant.counted:
            return
        for piece, count in Counter(map(piece_of, after.known_tiles)).items():
            if count > self._tile_set.counts[piece]:
                what = "blank" if piece == "?" else piece
                raise self._error(
                    f"{word} needs {what} number {count}; the box has "
                    f"{self._tile_set.counts[piece]}"
                )

    def _start(self, text: str) -> tuple[Square, Direction]:
        match = _START.fullmatch(text)
        if match is None:
            raise self._error(f"{text!r} is no start; write 8H for across, H8 for down")
        if match["across"]:
            return Square.parse(match["across"] + match["row"]), Direction.ACROSS
        return Square.parse(match["down"] + match["line"]), Direction.DOWN
