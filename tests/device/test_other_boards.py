"""The virtual table with the boards of Party, Scramble and TopWord: chance squares, letter dice and
piles, as they are drawn and as the real reader reads them through the virtual camera."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from device.simulator.camera import Sensor, Spoiling, game_look, household_table
from device.simulator.scene import SIZE, Scene
from engine.layouts import Premium
from engine.squares import Direction, Square
from engine.tiles import is_blank
from engine.variants import Variant, load_variant
from vision.game.doubt import judge_still
from vision.reader import BoardReader
from vision.reading import Reading
from vision.render.look import household_look
from vision.square.warp import cut_squares

ACROSS, DOWN = Direction.ACROSS, Direction.DOWN
PARTY, SCRAMBLE = load_variant("party", "fr"), load_variant("scramble", "en")
TOPWORD = load_variant("topword", "fr")
E5, F5 = Square.parse("E5"), Square.parse("F5")

Make: TypeAlias = Callable[[], Scene]


def lay(scene: Scene, start: str, word: str, direction: Direction) -> None:
    """Lays a word; "." stands for a square that is left as it is."""
    square = Square.parse(start)
    for tile in word:
        if tile != ".":
            scene.lay(square, tile)
        square = square.step(direction)


def crop(scene: Scene, square: Square) -> NDArray[np.int64]:
    """A square as it is seen now, [48, 48, 3]."""
    crops = cut_squares(scene.picture, scene.grid, squares=[square])
    return np.asarray(crops[0], dtype=np.int64)


def promised(scene: Scene, rules: Variant) -> dict[Square, str]:
    """What the reader says of every square that it doesn't ask about ("?": a blank)."""
    picture = Sensor(SIZE, Spoiling(), seed=2).expose(scene.picture, 1.0, False)
    reader = BoardReader(rules.layout, rules.tile_set, highest_pile=rules.highest_pile)
    reading = reader.read(picture)
    assert isinstance(reading, Reading)
    still = judge_still(reading, rules.tile_set, counted=rules.counted)
    asked = {doubt.square for doubt in still.doubts}
    size = rules.layout.size
    squares = [Square(column, row) for row in range(size) for column in range(size)]
    return {s: still.rows[s.row][s.column] for s in squares if s not in asked}


def truth(scene: Scene, square: Square) -> str:
    tile = scene.tiles.get(square, ".")
    return "?" if tile != "." and is_blank(tile) else tile


def party() -> Scene:
    scene = household_table(1, variant=PARTY)
    lay(scene, "F8", "MAISONs", ACROSS)
    lay(scene, "J4", "TRES.R", DOWN)
    lay(scene, "C12", "VOYAGE", ACROSS)  # over the chance square H12
    return scene


def scramble() -> Scene:
    scene = household_table(1, variant=SCRAMBLE)
    lay(scene, "C5", "HOUSE", ACROSS)
    lay(scene, "G5", ".ARLY", DOWN)
    lay(scene, "A9", "KNZQB", ACROSS)  # rolled, in a row to be read
    return scene


def topword() -> Scene:
    """Piles of one to five tiles, and a Qu."""
    scene = household_table(1, variant=TOPWORD)
    lay(scene, "D5", "TABLE", ACROSS)
    lay(scene, "E5", ".MENDE", DOWN)
    lay(scene, "B7", "QIR.F", ACROSS)
    for word in ("F....", "..U..", "S.P..", ".Y...", "GRL..", "V...H"):
        lay(scene, "D5", word, ACROSS)
    return scene


@pytest.mark.parametrize(
    ("game", "language", "size"),
    [("party", "fr", 15), ("scramble", "en", 9), ("topword", "fr", 10), ("junior", "fr", 15)],
)
def test_a_game_lies_on_its_own_board(game: str, language: str, size: int) -> None:
    rules = load_variant(game, language)
    scene = household_table(1, variant=rules)
    assert scene.grid.size == size
    read_as = promised(scene, rules)
    assert set(read_as.values()) == {"."}
    assert len(read_as) == size * size


def test_the_classic_game_in_english_looks_as_without_a_game() -> None:
    rules = load_variant("classic", "en")
    assert game_look(rules) == household_look()
    reported, plain = household_table(3, variant=rules), household_table(3)
    assert np.array_equal(reported.picture, plain.picture)


def test_a_chance_square_has_a_colour_of_its_own() -> None:
    scene = household_table(1, variant=PARTY)
    colours = {}
    for name in ("H12", "H8", "A1", "B2", "F2", "C7", "B4"):
        square = Square.parse(name)
        colours[PARTY.layout.premium(square)] = np.median(
            crop(scene, square)[34:38, 14:34],  # under the print
            axis=(0, 1),
        )
    chance = colours.pop(Premium.CHANCE)
    assert min(np.abs(chance - other).max() for other in colours.values()) > 60


@pytest.mark.parametrize(("make", "rules"), [(party, PARTY), (scramble, SCRAMBLE)])
def test_the_reader_reads_words_on_other_boards(make: Make, rules: Variant) -> None:
    scene = make()
    read_as = promised(scene, rules)
    assert read_as == {square: truth(scene, square) for square in read_as}
    assert sum(tile != "." for tile in read_as.values()) >= len(scene.tiles) - 1


def test_the_reader_reads_the_tops_of_piles() -> None:
    scene = topword()
    assert set(scene.position.heights.values()) == {2, 3, 4, 5}
    read_as = promised(scene, TOPWORD)
    assert read_as == {square: truth(scene, square) for square in read_as}
    assert sum(tile != "." for tile in read_as.values()) >= len(scene.tiles) - 1


def test_a_tile_taken_off_a_pile_gives_back_the_one_below() -> None:
    scene = household_table(1, variant=TOPWORD)
    lay(scene, "D5", "TAB", ACROSS)
    flat = scene.picture.copy()
    scene.lay(E5, "I")
    assert scene.tiles[E5] == "I"
    assert scene.position.height(E5) == 2
    assert scene.position.covered == {E5: ("A",)}
    assert not np.array_equal(scene.picture, flat)
    scene.take([E5])
    assert scene.tiles[E5] == "A"
    assert scene.position.heights == {}
    assert np.array_equal(scene.picture, flat)
    scene.take([E5])
    assert E5 not in scene.tiles


def test_a_pile_grows_to_five_and_no_higher() -> None:
    scene = household_table(1, variant=TOPWORD)
    for tile in "ABCDE":
        scene.lay(E5, tile)
    with pytest.raises(ValueError, match="'F' can't be laid on E5"):
        scene.lay(E5, "F")
    assert scene.position.height(E5) == 5


def test_a_pile_rises_away_from_the_camera() -> None:
    scene = household_table(1, variant=TOPWORD)
    bare = scene.picture.copy()
    reached = []
    for tile in "HHHHH":
        scene.lay(E5, tile)
        changed = np.abs(scene.picture.astype(int) - bare).max(axis=2) > 40
        reached.append(int(np.flatnonzero(changed.any(axis=1))[0]))
    assert np.diff(reached).max() < 0  # each top lies farther up in the picture
    assert 8 < reached[0] - reached[4] < 30


@pytest.mark.parametrize("make", [scramble, topword])
def test_what_is_drawn_bit_by_bit_is_what_is_drawn_at_once(make: Make) -> None:
    scene = make()
    for quarters in (0, 1):
        scene.turn(quarters)
        scene.take([F5])
        scene.lay(F5, "W")
        scene.upset(F5, turn=12.0, shift=(0.2, 0.1))
        scene.straighten(F5)
        drawn = scene.picture.copy()
        scene.turn(0)
        assert np.array_equal(scene.picture, drawn)


def test_only_the_top_of_a_pile_is_upset() -> None:
    scene = household_table(1, variant=TOPWORD)
    for tile in "OOT":
        scene.lay(E5, tile)
    aligned = scene.picture.copy()
    scene.upset(E5, turn=45.0)
    upset = scene.picture.copy()
    scene.take([E5])
    low = scene.picture.copy()
    assert scene.tiles == {E5: "O"}
    other = household_table(1, variant=TOPWORD)
    for tile in "OO":
        other.lay(E5, tile)
    assert np.array_equal(low, other.picture)
    assert not np.array_equal(upset, aligned)


def test_a_die_shows_other_letters_on_its_sides_and_keeps_them() -> None:
    scene = household_table(1, variant=SCRAMBLE)
    scene.lay(E5, "O")
    alone = crop(scene, E5)
    assert alone[36:44, 14:34].min() < 90  # ink in front of the top
    scene.lay(F5, "N")
    scene.take([F5])
    assert np.array_equal(crop(scene, E5), alone)


def test_values_are_printed_where_letters_differ_in_value() -> None:
    assert game_look(PARTY).tiles.value_corner
    assert game_look(SCRAMBLE).tiles.value_corner
    assert not game_look(TOPWORD).tiles.value_corner
    assert not game_look(load_variant("junior", "fr")).tiles.value_corner


def test_the_qu_tile_shows_both_its_letters() -> None:
    def inked_columns(scene: Scene) -> int:
        dark = scene.face("Q", 60).max(axis=2) < 110
        return int(dark[8:-8].any(axis=0).sum())

    look = game_look(TOPWORD)
    alone = replace(look, tiles=replace(look.tiles, spelled=()))
    assert inked_columns(household_table(1, look)) > inked_columns(household_table(1, alone)) + 8


def test_racks_stand_only_where_tiles_are_held() -> None:
    def racks(rules: Variant) -> bool:
        """Whether a dark ledge stands between the board and the picture's upper edge."""
        strip = household_table(1, variant=rules).picture[5:60, 450:830].astype(int)
        return bool((strip.max(axis=2) < 95).mean() > 0.2)

    assert racks(TOPWORD)
    assert not racks(PARTY)
    assert not racks(SCRAMBLE)
