"""Empty squares by what they looked like before: reflections, lamps, shades, print."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from shown import EMPTY, INDEX, board, named, shown

from engine.layouts import Premium, load_layout
from engine.position import Position
from engine.squares import Square
from engine.variants import load_variant
from vision.game.changes import Bare, only_print, remember, turned_like, weigh_changes
from vision.game.doubt import DoubtKind
from vision.game.follow import Followed, follow
from vision.reading import Crops, Reading
from vision.square.warp import CROP_SIDE

LAYOUT = load_layout("classic")
GREEN, PINK, CREAM, INK = (0.35, 0.5, 0.4), (0.6, 0.55, 0.85), (0.65, 0.8, 0.9), (0.1, 0.1, 0.1)
WORD = board(across_F8="HOUSE")
J8, K8, K9, N3 = (Square.parse(name) for name in ("J8", "K8", "K9", "N3"))


def pictured(
    rows: tuple[str, ...],
    light: tuple[float, float, float] = (1.0, 1.0, 1.0),
    washed: Mapping[Square, float] | None = None,
    shade: Mapping[Square, float] | None = None,
    unsure: Mapping[str, Mapping[str, float]] | None = None,
    seed: int = 1,
) -> Reading:
    """A reading with the colours of a green board with pink premium squares and cream tiles;
    `washed` and `shade`: how much a reflection takes, and a shade leaves, of single squares."""
    rng = np.random.default_rng(seed)
    colours = np.zeros((15, 15, 2, 3))
    for row, text in enumerate(rows):
        for column, tile in enumerate(text):
            square = Square(column, row)
            ground = GREEN if LAYOUT.premium(square) is Premium.NONE else PINK
            middle = ground if tile == "." else CREAM if tile == "?" else INK
            rim = ground if tile == "." else CREAM
            for part, colour in enumerate((middle, rim)):
                seen = np.array(colour) * light * (shade or {}).get(square, 1.0)
                share = (washed or {}).get(square, 0.0)
                colours[row, column, part] = seen * (1 - share) + share
    colours = np.clip(colours * np.exp(rng.normal(0, 0.01, colours.shape)), 0, 1)
    return replace(shown(rows, unsure), colours=colours.astype(np.float32))


def chance(reading: Reading, square: Square, label: str) -> float:
    return float(reading.probabilities[square.row, square.column, INDEX[label]])


def at_start(**how: object) -> Bare:
    start = pictured(EMPTY, seed=2, **how)  # type: ignore[arg-type]
    return remember(Bare.unknown(15), start, Position(15))


def weighed(reading: Reading, bare: Bare) -> tuple[Reading, frozenset[Square]]:
    return weigh_changes(reading, bare, Position(15), LAYOUT)


GLARE = {Square(c, r): 0.85 - 0.2 * (abs(c - 10) + abs(r - 7)) for c in range(8, 13)
         for r in range(5, 10) if abs(c - 10) + abs(r - 7) < 4}  # fmt: skip
LIKE_A_BLANK = {"K8": {"?": 0.95, ".": 0.05}}


def test_a_reflection_that_was_there_before_is_no_blank() -> None:
    bare = at_start(washed=GLARE, unsure={"K8": {"?": 0.6, ".": 0.4}})
    seen, _ = weighed(pictured(WORD, washed=GLARE, unsure=LIKE_A_BLANK), bare)
    assert chance(seen, K8, ".") > 0.97


def test_a_blank_laid_within_a_reflection_is_still_one() -> None:
    bare = at_start(washed=GLARE)
    longer = board(across_F8="HOUSE?")
    seen, _ = weighed(pictured(longer, washed=GLARE, unsure=LIKE_A_BLANK), bare)
    assert chance(seen, K8, "?") > 0.5


def test_in_a_reflection_that_is_new_the_picture_cant_decide_and_that_is_reported() -> None:
    seen, unseen = weighed(pictured(WORD, washed=GLARE, unsure=LIKE_A_BLANK), at_start())
    assert chance(seen, K8, ".") > 0.5
    assert unseen == {K8}


@pytest.mark.parametrize("light", [(0.4, 0.4, 0.4), (0.6, 0.9, 1.1), (1.1, 0.9, 0.6)])
def test_a_lamp_changes_no_empty_square_and_hides_no_blank(
    light: tuple[float, float, float],
) -> None:
    unsure = {"K8": {"?": 0.5, ".": 0.5}, "K9": {"?": 0.5, ".": 0.5}}
    reading = pictured(board(across_F8="HOUSE?"), light, unsure=unsure)
    seen, _ = weighed(reading, at_start())
    assert chance(seen, K8, "?") > 0.9
    assert chance(seen, K9, ".") > 0.97


def test_a_shade_over_an_empty_square_is_no_tile() -> None:
    reading = pictured(WORD, shade={K9: 0.5, N3: 0.6}, unsure={"K9": {"?": 0.5, ".": 0.5}})
    seen, _ = weighed(reading, at_start())
    assert chance(seen, K9, ".") > 0.9
    assert chance(seen, N3, ".") > 0.9


def test_print_that_reads_like_a_letter_stays_print() -> None:
    unsure = {"N3": {"D": 0.6, ".": 0.4}, "J8": {"E": 0.8, ".": 0.2}}
    seen, _ = weighed(pictured(WORD, unsure=unsure), at_start())
    assert chance(seen, N3, ".") > 0.9
    assert chance(seen, J8, "E") > 0.75


def test_under_a_hand_nothing_is_remembered() -> None:
    reading = replace(pictured(EMPTY), covered=shown(EMPTY, covered={"K8": 0.9}).covered)
    known = remember(Bare.unknown(15), reading, Position(15)).known
    assert not known[7, 10]
    assert not known[8, 11]
    assert known[7, 13]


def test_an_open_end_of_a_word_is_remembered_only_when_surely_empty() -> None:
    reading = pictured(WORD, unsure={"K8": {".": 0.9, "?": 0.1}, "N3": {".": 0.9, "?": 0.1}})
    known = remember(Bare.unknown(15), reading, Position.from_rows(WORD)).known
    assert not known[K8.row, K8.column]
    assert known[N3.row, N3.column]
    assert not known[J8.row, J8.column]


def as_blank(reading: Reading, square: Square, chance: float) -> Reading:
    """The same reading, the network alone having seen a blank there this surely."""
    alone = np.zeros((15, 15), np.float32)
    alone[square.row, square.column] = chance
    return replace(reading, as_blank=alone)


@pytest.mark.parametrize(("before", "now", "asked"), [(0.01, 0.99, True), (0.99, 0.99, False)])
def test_what_the_network_alone_takes_for_a_blank_now_and_did_not_before_is_open(
    before: float, now: float, asked: bool
) -> None:
    bare = remember(Bare.unknown(15), as_blank(pictured(EMPTY, seed=2), K8, before), Position(15))
    seen, unseen = weighed(as_blank(pictured(WORD), K8, now), bare)
    assert chance(seen, K8, ".") > 0.97
    assert (K8 in unseen) == asked


def squares_of(rows: tuple[str, ...], seed: int, marked: Square = N3) -> Crops:
    """Crops of a board with a line of print on one of its squares, and a rim on blanks."""
    rng = np.random.default_rng(seed)
    crops = np.full((15, 15, CROP_SIDE, CROP_SIDE, 3), 120.0)
    crops[marked.row, marked.column, 14:17, 8:32] = 60.0
    for row, text in enumerate(rows):
        for column, tile in enumerate(text):
            if tile == "?":
                crops[row, column, 6:34, 6:34] = 150.0
                crops[row, column, 8:32, 8:32] = 121.0
    noisy = crops + rng.normal(0, 1.5, crops.shape)
    return noisy.clip(0, 255).astype(np.uint8).reshape(225, CROP_SIDE, CROP_SIDE, 3)


@pytest.mark.parametrize(("rows", "asked"), [(WORD, False), (board(across_F8="HOUSE?"), True)])
def test_a_square_that_shows_what_it_showed_when_bare_is_no_blank(
    rows: tuple[str, ...], asked: bool
) -> None:
    empty = replace(as_blank(pictured(EMPTY, seed=2), K8, 0.01), crops=squares_of(EMPTY, 3))
    now = replace(as_blank(pictured(WORD), K8, 0.99), crops=squares_of(rows, 4))
    _, unseen = weighed(now, remember(Bare.unknown(15), empty, Position(15)))
    assert (K8 in unseen) == asked


@pytest.mark.parametrize("quarters", range(4))
def test_the_first_letters_turn_what_is_remembered_of_the_empty_board(quarters: int) -> None:
    empty = replace(as_blank(pictured(EMPTY, seed=2), N3, 0.01), crops=squares_of(EMPTY, 3))
    before = empty.turned(quarters)
    bare = remember(Bare.unknown(15), before, Position(15))
    now = replace(pictured(WORD), crops=squares_of(WORD, 4))
    turned = turned_like(bare, now)
    assert empty.colours is not None
    assert turned.as_blank[N3.row, N3.column] == pytest.approx(0.01)
    assert np.allclose(turned.colours, empty.colours)


def test_the_empty_board_stays_as_it_was_numbered_where_no_mark_shows_its_turn() -> None:
    bare = at_start()
    assert turned_like(bare, pictured(WORD)) is bare


def test_without_colours_nothing_is_changed_or_remembered() -> None:
    reading = shown(WORD)
    assert weighed(reading, at_start()) == (reading, frozenset())
    assert not remember(Bare.unknown(15), reading, Position(15)).known.any()


def test_print_that_reads_surely_as_a_letter_among_tiles_stays_print_where_nothing_changed() -> (
    None
):
    unsure = {"N3": {"K": 0.99, ".": 0.01}}
    seen, _ = weighed(pictured(WORD, unsure=unsure), at_start())
    assert chance(seen, N3, ".") > 0.97
    laid = [list(row) for row in WORD]
    laid[N3.row][N3.column] = "K"
    seen, _ = weighed(pictured(tuple("".join(row) for row in laid), unsure=unsure), at_start())
    assert chance(seen, N3, "K") > 0.97
    # Never seen bare, the square has nothing but the picture to say for it.
    seen, _ = weighed(pictured(WORD, unsure=unsure), Bare.unknown(15))
    assert chance(seen, N3, "K") > 0.97


def test_on_an_empty_board_print_differs_from_a_first_tile() -> None:
    prints = only_print(LAYOUT, Position(15))
    assert {"H8", "B2", "G7"} <= {square.name for square in prints}
    # A first word may begin on these, or has no print to look like a letter.
    assert not {"D8", "H1", "C4"} & {square.name for square in prints}
    assert not only_print(LAYOUT, Position.from_rows(WORD))


def test_a_blank_that_nobody_can_see_is_asked_about_beyond_the_old_tiles_of_a_line_too() -> None:
    rules, state = load_variant("classic", "en"), Followed.start(15)
    for rows in (EMPTY, WORD):
        state, _ = follow(state, pictured(rows), rules)
    longer = pictured(board(across_C8="BATHOUSE"), washed=GLARE, unsure=LIKE_A_BLANK)
    _, seen = follow(state, longer, rules)
    assert named(seen.tiles) == {"C8": "B", "D8": "A", "E8": "T"}
    assert [(doubt.square, doubt.kind) for doubt in seen.doubts] == [(K8, DoubtKind.COVERED)]
    elsewhere = pictured(board(across_F8="HOUSE", G7="BOY"), washed=GLARE, unsure=LIKE_A_BLANK)
    _, seen = follow(state, elsewhere, rules)
    assert seen.sure
    assert not seen.doubts
