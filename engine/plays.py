"""Plays: tiles laid in one turn, the line they lie in and the words they form.

`place` says whether a play can lie there at all (stages 1 to 3 of the faults: tiles and squares,
line, place); points and word lists are engine/scoring.py's business.
Tests: tests/engine/test_plays.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.circumstances import NOTHING_SPECIAL, Circumstances
from engine.faults import Fault, FaultCode
from engine.layouts import Layout
from engine.position import Position
from engine.sentences import AND, OR, Plural, Sentence, listed
from engine.squares import Direction, Square
from engine.tiles import Tile, TileSet, letter_of, piece_of, to_gcg

SHORTEST_WORD = 2


@dataclass(frozen=True, kw_only=True)
class PlacingRules:
    """What a game demands of the tiles of a play and of where they lie.

    `rack_size`: the most tiles of one play; 0 where there are no racks. `most_dice`: the same of
    dice, where they are rolled; 0 where there are none.
    `counted`: whether the pieces on the board may be no more than the set has.
    `highest_pile`: how many tiles may lie on a square.
    """

    tile_set: TileSet
    layout: Layout
    rack_size: int
    counted: bool = True
    highest_pile: int = 1
    most_dice: int = 0

    @property
    def most_tiles(self) -> int:
        """The most tiles or dice of one play; 0 where there is no limit."""
        return self.rack_size or self.most_dice


@dataclass(frozen=True)
class Play:
    """Tiles laid in one turn on a position, in one line.

    They lengthen a word, cross one or touch one (CLA-PLA-06 … 08): all of these are words formed.
    `lines`: the squares of every word formed or changed, the main word (that of the line the
    tiles lie in) first, and `words` what they read. `direction` is the main word's.
    """

    before: Position
    tiles: Mapping[Square, Tile]
    after: Position
    direction: Direction
    lines: tuple[tuple[Square, ...], ...]
    words: tuple[str, ...]
    circumstances: Circumstances = NOTHING_SPECIAL

    @property
    def start(self) -> str:
        """Where the main word begins, in GCG's way: "8H" across, "H8" down."""
        return self.lines[0][0].start_name(self.direction)


def place(
    rules: PlacingRules,
    before: Position,
    tiles: Mapping[Square, Tile],
    circumstances: Circumstances = NOTHING_SPECIAL,
) -> Play | tuple[Fault, ...]:
    """The play that these tiles make, or every fault of the first stage that has any."""
    stages: tuple[Callable[[], Iterable[Fault]], ...] = (
        lambda: _tile_faults(rules, before, tiles),
        lambda: _line_faults(before, tiles),
        lambda: _place_faults(rules, before, tiles),
    )
    for stage in stages:
        if faults := tuple(stage()):
            return faults
    play = _play(rules.tile_set, before, tiles, circumstances)
    if play.lines:
        return play
    squares = tuple(sorted(tiles))
    return (
        Fault(
            FaultCode.TOO_SHORT,
            Sentence("No word formed on {squares}.", squares=_names(squares)),
            squares,
        ),
    )


def _play(
    tile_set: TileSet,
    before: Position,
    tiles: Mapping[Square, Tile],
    circumstances: Circumstances,
) -> Play:
    after = before.laid(tiles)
    squares = sorted(tiles)
    direction = _direction(after, squares)
    # Whatever the tiles touch across their line is a word too (CLA-PLA-05).
    lines = [after.run(squares[0], direction)]
    lines += [after.run(square, direction.other) for square in squares]
    formed = tuple(line for line in lines if len(line) >= SHORTEST_WORD)
    words = tuple(tile_set.text(after.tiles[square] for square in line) for line in formed)
    laid = MappingProxyType(dict(tiles))
    return Play(before, laid, after, direction, formed, words, circumstances)


def words_to_look_up(play: Play, tile_set: TileSet) -> tuple[str, ...]:
    """The words of a play as a word list is asked for them."""
    if not tile_set.digraphs:
        return play.words
    tiles = play.after.tiles
    return tuple(tile_set.lookup_text(tiles[square] for square in line) for line in play.lines)


def _direction(after: Position, squares: list[Square]) -> Direction:
    """Which way the main word runs; a single tile's is its longer word, across if equal."""
    if len(squares) == 1:
        across, down = (len(after.run(squares[0], direction)) for direction in Direction)
        return Direction.DOWN if down > across else Direction.ACROSS
    return Direction.ACROSS if squares[0].row == squares[1].row else Direction.DOWN


# Stage 1: tiles and squares


def _tile_faults(
    rules: PlacingRules, before: Position, tiles: Mapping[Square, Tile]
) -> Iterable[Fault]:
    if not tiles:
        yield Fault(FaultCode.NO_TILES, Sentence("No tile was laid."))
    strange = {s: t for s, t in sorted(tiles.items()) if len(t) != 1 or not rules.tile_set.knows(t)}
    for square, tile in strange.items():
        yield Fault(
            FaultCode.UNKNOWN_TILE,
            Sentence(
                "{tile} on {square} isn’t a tile of this set ({tile_set}).",
                tile=repr(to_gcg(tile)),
                square=square.name,
                tile_set=rules.tile_set.name,
            ),
            (square,),
            (tile,),
        )
    for square in sorted(tiles):
        if not rules.layout.holds(square):
            yield Fault(
                FaultCode.OFF_BOARD,
                Sentence("{square} isn’t on the board.", square=square.name),
                (square,),
            )
        elif square in before.tiles:
            yield from _pile_faults(rules, before, square, tiles[square])
    if rules.rack_size and len(tiles) > rules.rack_size:
        yield Fault(
            FaultCode.TOO_MANY_TILES,
            Sentence(
                Plural(
                    "{tiles} tile was laid, but a rack holds {rack_size}.",
                    "{tiles} tiles were laid, but a rack holds {rack_size}.",
                    by="tiles",
                ),
                tiles=len(tiles),
                rack_size=rules.rack_size,
            ),
            tuple(sorted(tiles)),
            number=len(tiles),
        )
    if rules.most_dice and len(tiles) > rules.most_dice:
        yield Fault(
            FaultCode.TOO_MANY_TILES,
            Sentence(
                Plural(
                    "{tiles} die was laid, but {most_dice} are rolled at most.",
                    "{tiles} dice were laid, but {most_dice} are rolled at most.",
                    by="tiles",
                ),
                tiles=len(tiles),
                most_dice=rules.most_dice,
            ),
            tuple(sorted(tiles)),
            number=len(tiles),
        )
    if rules.counted:
        known = {square: tile for square, tile in tiles.items() if square not in strange}
        yield from _count_faults(rules.tile_set, before, known)


def _pile_faults(
    rules: PlacingRules, before: Position, square: Square, tile: Tile
) -> Iterable[Fault]:
    """One tile a square (CLA-PLA-11), or letters on others (TOP-PLA-04 … 06)."""
    there = before.tiles[square]
    if rules.highest_pile == 1:
        yield Fault(
            FaultCode.OCCUPIED,
            Sentence(
                "{square} is taken: {there} is already there.", square=square.name, there=there
            ),
            (square,),
            (there,),
        )
        return
    if before.height(square) >= rules.highest_pile:
        yield Fault(
            FaultCode.STACK_TOO_HIGH,
            Sentence(
                Plural(
                    "The stack on {square} already has {highest_pile} tile.",
                    "The stack on {square} already has {highest_pile} tiles.",
                    by="highest_pile",
                ),
                square=square.name,
                highest_pile=rules.highest_pile,
            ),
            (square,),
            number=rules.highest_pile,
        )
    if letter_of(there) == letter_of(tile):
        yield Fault(
            FaultCode.SAME_LETTER_STACKED,
            Sentence(
                "{tile} was laid on {there} on {square}.",
                tile=letter_of(tile),
                there=letter_of(there),
                square=square.name,
            ),
            (square,),
            (tile,),
        )


def _count_faults(
    tile_set: TileSet, before: Position, laid: Mapping[Square, Tile]
) -> Iterable[Fault]:
    """The set is exceeded by the board and the play together, regardless of who laid what
    (CLA-EQU-02)."""
    pieces = Counter(before.pieces)
    pieces.update(map(piece_of, laid.values()))
    for piece, number in sorted(pieces.items()):
        has = tile_set.counts.get(piece, 0)
        if number > has:
            name = "blanks" if piece == "?" else f"tiles {to_gcg(piece)}"
            yield Fault(
                FaultCode.TOO_MANY_OF_A_TILE,
                Sentence(
                    "That would be {number} {name} on the board, but the set has {has}.",
                    number=number,
                    name=name,
                    has=has,
                ),
                tuple(square for square, tile in sorted(laid.items()) if piece_of(tile) == piece),
                (piece,),
                number=number,
            )


# Stage 2: one line without a hole


def _line_faults(before: Position, tiles: Mapping[Square, Tile]) -> Iterable[Fault]:
    """Across or down, never diagonally (CLA-PLA-02), and without a hole (CLA-PLA-03)."""
    squares = sorted(tiles)
    first, last = squares[0], squares[-1]
    if len({s.column for s in squares}) > 1 and len({s.row for s in squares}) > 1:
        yield Fault(
            FaultCode.NOT_IN_LINE,
            Sentence("{squares} aren’t in one line: is a tile missing?", squares=_names(squares)),
            tuple(squares),
        )
        return
    direction = Direction.ACROSS if first.row == last.row else Direction.DOWN
    length = last.column - first.column + last.row - first.row
    between = (first.step(direction, by) for by in range(1, length))
    holes = tuple(s for s in between if s not in tiles and s not in before.tiles)
    if holes:
        yield Fault(
            FaultCode.GAP_IN_LINE,
            Sentence(
                "There’s a gap at {holes}, between {first} and {last}.",
                holes=_names(holes),
                first=first.name,
                last=last.name,
            ),
            holes,
        )


# Stage 3: where on the board


def _place_faults(
    rules: PlacingRules, before: Position, tiles: Mapping[Square, Tile]
) -> Iterable[Fault]:
    """The first word has two letters and covers a start square (CLA-PLA-01); what comes later
    joins the board (CLA-PLA-04)."""
    squares = tuple(sorted(tiles))
    if not before.tiles:
        starts = rules.layout.starts
        if starts and not set(starts) & set(tiles):
            yield Fault(
                FaultCode.MISSES_START,
                Sentence("The first word must cover {starts}.", starts=_names(starts, OR)),
                starts,
            )
        if len(tiles) < SHORTEST_WORD:
            yield Fault(FaultCode.TOO_SHORT, Sentence("The first word needs two letters."), squares)
    elif not any(
        square in before.tiles or any(near in before.tiles for near in square.neighbours())
        for square in tiles
    ):
        yield Fault(
            FaultCode.NOT_CONNECTED,
            Sentence("{squares} don’t touch any other tile.", squares=_names(squares)),
            squares,
        )


def _names(squares: Iterable[Square], link: Sentence = AND) -> str:
    return listed((square.name for square in squares), link)
