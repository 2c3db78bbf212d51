"""What each game's box holds at the virtual table: its board, and its tiles or dice.

Well made and plain, as such games are sold; what a game's material is like is read from its rules,
never from its name. Tests: tests/device/test_other_boards.py.
"""

from __future__ import annotations

from dataclasses import replace

from engine.layouts import Premium
from engine.tiles import TileSet
from engine.variants import Variant
from vision.render.look import BoardLook, Look, TileLook, household_look

_DIE_EDGE = 0.78  # squares; as high as it is wide
_PILE_THICKNESS = 0.2  # squares: 4 mm of 20
_CHANCE_PRINT = "CHANCE|SQUARE"


def game_look(variant: Variant) -> Look:
    """A household's board with the tiles or dice of a game."""
    look = household_look(variant.layout, variant.tile_set)
    tiles = _lettered(look.tiles, variant.tile_set)
    if variant.letter_dice is not None:
        return replace(look, board=_mat(look.board), tiles=_dice(tiles))
    if variant.letter_clock is not None:
        return replace(look, board=_dark_board(look.board), tiles=tiles)
    if variant.highest_pile > 1:
        return replace(look, board=_tray(look.board), tiles=_plastic(tiles))
    return replace(look, tiles=tiles)


def _lettered(tiles: TileLook, tile_set: TileSet) -> TileLook:
    """Values are printed only where they differ; a tile that reads as two letters shows both."""
    if len(set(tile_set.values.values())) == 1:
        tiles = replace(tiles, value_corner="", letter_at=(0.0, 0.0))
    spelled = tuple((letter, text.capitalize()) for letter, text in tile_set.spellings.items())
    return replace(tiles, spelled=spelled)


def _dark_board(board: BoardLook) -> BoardLook:
    """Bright premium and chance squares on dark blue."""
    return replace(
        board,
        cell=(84, 52, 40),
        line=(150, 128, 118),
        frame=(38, 28, 24),
        print_ink=(245, 245, 245),
        printed=tuple({**dict(board.printed), Premium.CHANCE: _CHANCE_PRINT}.items()),
        premium=(
            (Premium.DOUBLE_LETTER, (205, 150, 70)),
            (Premium.TRIPLE_LETTER, (150, 90, 20)),
            (Premium.DOUBLE_WORD, (120, 90, 215)),
            (Premium.TRIPLE_WORD, (50, 40, 190)),
            (Premium.START, (120, 90, 215)),
            (Premium.CHANCE, (40, 150, 240)),
        ),
    )


def _mat(board: BoardLook) -> BoardLook:
    """Cloth with white lines; its centre counts a word twice."""
    return replace(board, cell=(132, 118, 84), frame=(92, 78, 52), border_width=0.06, pattern=0.3)


def _dice(tiles: TileLook) -> TileLook:
    return replace(
        tiles,
        colour=(222, 236, 242),
        grain=0.05,
        size=_DIE_EDGE,
        thickness=_DIE_EDGE,
        corner=0.14,
        bevel=0.2,
        die=True,
        turn=2.0,
    )


def _tray(board: BoardLook) -> BoardLook:
    """Grey plastic with ridges between the squares; the start squares are marked."""
    return replace(board, cell=(128, 112, 100), line=(176, 164, 156), frame=(92, 74, 60), ridge=0.3)


def _plastic(tiles: TileLook) -> TileLook:
    """Ivory tiles that fit into each other: hardly askew."""
    return replace(
        tiles, colour=(214, 234, 240), grain=0.0, thickness=_PILE_THICKNESS, shift=0.01, turn=0.8
    )
