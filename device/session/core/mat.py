"""What a picture shows of a mat square by square, and the words for what has to be lifted there.

No rule of play says where dice lie before they are laid, so each square is judged by itself. Knows
no button and no turn. Tests: tests/device/test_clearing.py, test_scramble_table.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from device.language.texts import Message, TextValue
from device.language.wording import square_names
from device.session.core.observation import JudgedReading
from device.session.core.state import Clearing, TableState
from engine.position import EMPTY
from engine.squares import Square
from engine.state import State
from engine.tiles import Tile, piece_of, shown_letters
from engine.variants import Variant
from vision.game.changes import Bare, weigh_changes
from vision.game.contradictions import SURELY_SEEN
from vision.game.doubt import INDEX, possible
from vision.game.follow import SEEN
from vision.reading import Reading, Refusal


@dataclass(frozen=True, eq=False)
class Mat:
    """A mat as a reading shows it; `reading` is weighed against what it looked like when bare."""

    reading: Reading
    variant: Variant

    def empty(self, square: Square) -> bool:
        """Whether certainly nothing lies there."""
        return not self._hidden(square) and self._odds(square, EMPTY) >= SURELY_SEEN

    def taken(self, square: Square) -> bool:
        """Whether certainly something lies there."""
        return not self._hidden(square) and self._odds(square, EMPTY) <= 1 - SURELY_SEEN

    def shows(self, square: Square, tile: Tile) -> bool:
        """Whether this certainly lies there."""
        return not self._hidden(square) and self._odds(square, piece_of(tile)) >= SURELY_SEEN

    def seems(self, square: Square, tile: Tile) -> bool:
        """Whether this may well be there."""
        return not self._hidden(square) and self._odds(square, piece_of(tile)) >= SEEN

    def _hidden(self, square: Square) -> bool:
        return bool(self.reading.covered[square.row, square.column] >= SEEN)

    def _odds(self, square: Square, label: str) -> float:
        seen = possible(self.reading.probabilities, self.variant.tile_set)
        return float(seen[square.row, square.column, INDEX[label]])


def mat_of(sight: JudgedReading | None, variant: Variant) -> Mat | None:
    """What a sight shows of the mat; None where it shows nothing."""
    if sight is None or isinstance(sight.reading, Refusal):
        return None
    before = sight.before
    bare = before.bare or Bare.unknown(before.position.size)
    reading, _ = weigh_changes(sight.reading, bare, before.position, variant.layout)
    return Mat(reading, variant)


def still_to_do(state: TableState, sight: JudgedReading, wanted: Clearing) -> Clearing | None:
    """What is still to be lifted and put back, as this sight shows it; `seen` once everything is
    certainly as it should be. None where nothing can be seen."""
    mat = mat_of(sight, state.game.state.variant)
    if mat is None:
        return None
    there, rolled = state.game.state.position.tiles, state.dice.rolled_at
    lift = {square for square in wanted.lift - there.keys() if not mat.empty(square)}
    # Of a roll's dice only those are left over that lie where they were read.
    own = wanted.lift - rolled.keys()
    lift = {s for s in lift if s in own or mat.seems(s, rolled[s])}
    missing = {
        square: tile
        for square, tile in there.items()
        if mat.empty(square) or (square in wanted.put_back and not mat.taken(square))
    }
    seen = not lift and not missing and all(map(mat.taken, there))
    return Clearing(frozenset(lift), missing, seen)


def clear_text(game: State, todo: Clearing) -> Message | None:
    """The instruction for what has to be done about the mat; None where nothing is."""
    back = tiles_text(todo.put_back) if todo.put_back else ""
    if todo.lift and todo.put_back:
        values: dict[str, TextValue] = {"squares": square_names(todo.lift), "tiles": back}
        return Message("Pick up {squares}, then put back: {tiles}.", values)
    if todo.put_back:
        return Message("Put back: {tiles}.", {"tiles": back})
    if not todo.lift:
        return None
    if not game.position.tiles:
        if game.provisional is None:
            return Message("Take all dice off the mat.")
        return Message("Take all dice off the mat: the next word starts fresh.")
    values = {"squares": square_names(todo.lift), "word": _staying(game)}
    return Message("Pick up {squares}; only {word} stays.", values)


def tiles_text(tiles: Mapping[Square, Tile]) -> str:
    """Tiles and where they belong, as read out."""
    return ", ".join(f"{shown_letters(tiles[square])} {square.name}" for square in sorted(tiles))


def spaced(variant: Variant, letters: Iterable[Tile]) -> str:
    """The letters of dice one by one, "?" for a blank."""
    return " ".join(variant.tile_set.text(letter) for letter in letters)


def _staying(game: State) -> str:
    """The one word that stays on the mat (SCR-CLR-02)."""
    last = game.last_play
    if last is not None and set(last.play.lines[0]) == game.position.tiles.keys():
        return last.play.words[0]
    tiles = game.position.tiles
    return game.variant.tile_set.text(tiles[square] for square in sorted(tiles))
