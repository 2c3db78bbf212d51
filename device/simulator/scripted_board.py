"""The board as a script's lines leave it: what is laid, taken up, replaced and lifted.

A word that runs off the board or a tile too many is found here, before anything is played. Knows
nothing of the device. Tests: tests/device/test_evening.py, tests/device/test_evening_dice.py.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType

from device.simulator.lines import EveningError, Lay
from engine.events import Side
from engine.position import Position
from engine.scoring import ScoredPlay, judge_play
from engine.sentences import Plural, Sentence, located
from engine.squares import Direction, Square
from engine.tiles import Tile, TileSet, letter_of, piece_of
from engine.variants import Variant

_START = re.compile(r"(?P<row>[1-9][0-9]?)(?P<across>[A-Z])|(?P<down>[A-Z])(?P<line>[1-9][0-9]?)")


class ScriptedBoard:
    """Tracks the board. `last`: the play laid last, unless it was taken up; `counted`: a turn
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
        """A word's new tiles are laid: those that aren't there yet."""
        first, direction = self._start(start)
        tiles: dict[Square, Tile] = {}
        for number, tile in enumerate(self._tiles_of(word)):
            square = first.step(direction, number)
            if self._is_new(square, tile, word):
                tiles[square] = tile
        if not tiles:
            raise self._error(
                Sentence("{word} is already there; a play lays at least one tile", word=word)
            )
        self._check_dice(tiles)
        after = self.position.laid(tiles)
        self._check_counts(after, word)
        self._before, self.position = self.position, after
        self.last = Lay(side, start, word, MappingProxyType(tiles), line)
        self.counted = False
        return self.last

    def take_up(self) -> Lay:
        """The play laid last is taken up again, as far as it is still there, and anything lifted
        for it is put back."""
        if self.last is None:
            raise self._error(Sentence("there’s no play to take back; lay something first"))
        back, self.last = self.last, None
        still = {s: t for s, t in back.tiles.items() if s in self.position.tiles}
        self.position = self._before
        return replace(back, tiles=MappingProxyType(still))

    def lift(self) -> None:
        """The leftovers of the last play are taken off the board (SCR-CLR); those taken off for a
        play that fell are already back."""
        if self._variant is None or self._variant.letter_dice is None:
            raise self._error(Sentence("nothing is taken off the board in this game"))
        if self.last is None:
            return
        played = judge_play(self._variant, self._before, self.last.tiles)
        if isinstance(played, ScoredPlay):
            self.position = played.after

    def put(self, square: Square, tile: Tile) -> None:
        """One tile is replaced by another."""
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
            raise self._error(
                Sentence("{name} isn’t a square; write H8", name=repr(name))
            ) from error
        tile = self.position.at(square)
        if tile is None:
            raise self._error(Sentence("there’s nothing on {square} then", square=name))
        return square, tile

    def free_row(self, letters: str) -> dict[Square, Tile]:
        """A row, apart from everything else, for these tiles."""
        size = self.position.size
        for row in reversed(range(size)):
            for column in range(size - len(letters) + 1):
                there = [Square(column + number, row) for number in range(len(letters))]
                near = {s.step(d, n) for s in there for d in Direction for n in (-1, 0, 1)}
                if not near & self.position.tiles.keys():
                    return dict(zip(there, letters, strict=True))
        raise self._error(Sentence("there’s no free row for {letters}", letters=letters))

    def scattered(self, letters: str) -> Mapping[Square, Tile]:
        """The places of dice rolled there: apart from each other and everything else."""
        size, free = self.position.size, list[Square]()
        for column in range(0, size, 2):
            for row in range(0, size, 2):
                square = Square(column, row)
                if not {square, *square.neighbours()} & self.position.tiles.keys():
                    free.append(square)
        if len(free) < len(letters):
            raise self._error(Sentence("there’s no room to roll {letters}", letters=letters))
        self._rolled = MappingProxyType(dict(zip(free, letters, strict=False)))
        return self._rolled

    def _tiles_of(self, word: str) -> list[Tile]:
        """A word as tiles: a tile with several letters (Qu, CH) is written with all of them."""
        spelled = {text: letter for letter, text in self._tile_set.spellings.items()}
        spelled |= {text.lower(): one.lower() for text, one in self._tile_set.digraphs.items()}
        if not spelled:
            return list(word)
        either = "|".join([*map(re.escape, spelled), "."])
        return [spelled.get(part, part) for part in re.findall(either, word)]

    def _is_new(self, square: Square, tile: Tile, word: str) -> bool:
        if not (0 <= square.column < self.position.size and 0 <= square.row < self.position.size):
            raise self._error(
                Sentence("{word} runs off the board; check where it starts", word=word)
            )
        if tile == "?" or not self._tile_set.knows(tile):
            raise self._error(
                located(word, Sentence("there’s no tile {tile} in the box", tile=repr(tile)))
            )
        there = self.position.at(square)
        if there is None or letter_of(there) == letter_of(tile):
            return there is None
        highest = 1 if self._variant is None else self._variant.highest_pile
        if highest == 1:
            raise self._error(
                Sentence(
                    "{square} has {there}, but {word} needs {tile} there; check where it starts",
                    square=square.name,
                    there=there,
                    word=word,
                    tile=tile,
                )
            )
        if self.position.height(square) == highest:
            raise self._error(
                Sentence(
                    Plural(
                        "there’s {n} tile on {square}; no more can be laid there",
                        "there are {n} tiles on {square}; no more can be laid there",
                    ),
                    n=highest,
                    square=square.name,
                )
            )
        return True

    def _check_dice(self, tiles: Mapping[Square, Tile]) -> None:
        """Dice that aren't laid stay where they were rolled."""
        left, self._rolled = dict(self._rolled), {}
        for tile in tiles.values():
            at = next((s for s, face in left.items() if face == piece_of(tile)), None)
            if at is not None:
                del left[at]
        if under := sorted(left.keys() & tiles.keys()):
            raise self._error(
                Sentence(
                    "a die has been on {square} since it was rolled; lay it elsewhere",
                    square=under[0].name,
                )
            )

    def _check_counts(self, after: Position, word: str) -> None:
        if self._variant is not None and not self._variant.counted:
            return
        for piece, count in Counter(map(piece_of, after.known_tiles)).items():
            if count > self._tile_set.counts[piece]:
                has = self._tile_set.counts[piece]
                if piece == "?":
                    raise self._error(
                        Sentence(
                            Plural(
                                "{word} needs blank number {n}; the box has {m}",
                                "{word} needs blank number {n}; the box has {m}",
                            ),
                            word=word,
                            n=count,
                            m=has,
                        )
                    )
                raise self._error(
                    Sentence(
                        "{word} needs {tile} number {n}; the box has {m}",
                        word=word,
                        tile=piece,
                        n=count,
                        m=has,
                    )
                )

    def _start(self, text: str) -> tuple[Square, Direction]:
        match = _START.fullmatch(text)
        if match is None:
            raise self._error(
                Sentence("{text} isn’t a start; write 8H for across, H8 for down", text=repr(text))
            )
        if match["across"]:
            return Square.parse(match["across"] + match["row"]), Direction.ACROSS
        return Square.parse(match["down"] + match["line"]), Direction.DOWN
