"""Teaching a board: rendered empty boards of several layouts, looked at under their true grid."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from engine.layouts import Layout, Premium, load_layout
from engine.position import Position
from engine.squares import Square
from engine.variants import load_variant
from vision.reading import Grid, Picture
from vision.render.board import flat_grid, render_board
from vision.render.look import BoardLook, household_look
from vision.teach import Taught, WhyAsked, place_board, teach_board, tesseract
from vision.teach.words import Printed, understand
from workshop.rendered.photograph import (
    LensFaults,
    Light,
    Shot,
    Stance,
    photograph,
    photographed_grid,
    shot_homography,
)

CLASSIC = load_layout("classic")
OTHER = Layout(
    (
        "T..d.t.d..T",
        ".D.......D.",
        "..t.....t..",
        "d..D...D..d",
        "....d.d....",
        "t....*....t",
        "....d.d....",
        "d..D...D..d",
        "..t.....t..",
        ".D.......D.",
        "T..d.t.d..T",
    )
)


def photo(
    layout: Layout, light: Light | None = None, board: BoardLook | None = None
) -> tuple[Picture, Grid]:
    look = household_look(layout)
    look = replace(look, board=board or look.board)
    rng = np.random.default_rng(5)
    n = layout.size
    drawn = render_board(Position(n), look, 48, rng)
    side = 60 * (n + 2)
    stance = Stance(tilt=20, azimuth=70, roll=4)
    shot = Shot(side, side, stance, light or Light(), LensFaults(noise=2.0))
    view = shot_homography(shot, drawn.shape[1], drawn.shape[0])
    return photograph(drawn, shot, rng), photographed_grid(flat_grid(n, 48), view)


def wrong_in_silence(taught: Taught, true: Layout) -> list[str]:
    asked = {square for question in taught.questions for square in question.squares}
    every = (Square(c, r) for r in range(true.size) for c in range(true.size))
    return [
        square.name
        for square in every
        if square not in asked and taught.layout.premium(square) is not true.premium(square)
    ]


@pytest.mark.parametrize("variant", ["classic", "party", "junior", "scramble", "topword"])
def test_the_board_of_a_game_is_known_without_a_question(variant: str) -> None:
    layout = load_variant(variant).layout
    dim = Light(0.4, gradient=0.4, direction=30, warmth=0.1)
    taught = teach_board(*photo(layout, dim), layout)
    assert taught.as_variant
    assert taught.layout == layout
    assert not taught.questions


def test_a_board_of_another_size_is_asked_about_kind_by_kind() -> None:
    taught = teach_board(*photo(OTHER), CLASSIC)
    assert not wrong_in_silence(taught, OTHER)
    unknown = [q for q in taught.questions if q.why is WhyAsked.UNKNOWN]
    assert {q.guess for q in unknown} == {
        Premium.DOUBLE_LETTER,
        Premium.TRIPLE_LETTER,
        Premium.DOUBLE_WORD,
        Premium.TRIPLE_WORD,
    }
    for question in unknown:
        assert {OTHER.premium(square) for square in question.squares} == {question.guess}


def test_squares_that_were_pasted_over_are_asked_about() -> None:
    pasted = CLASSIC.marked(Premium.TRIPLE_WORD, [Square.parse("D4"), Square.parse("K13")])
    taught = teach_board(*photo(pasted), CLASSIC)
    assert not wrong_in_silence(taught, pasted)
    asked = {square.name for question in taught.questions for square in question.squares}
    assert asked == {"D4", "K13"}


def test_kinds_in_one_colour_are_asked_about() -> None:
    look = household_look(CLASSIC).board
    colours = dict(look.premium) | {Premium.TRIPLE_LETTER: dict(look.premium)[Premium.DOUBLE_WORD]}
    look = replace(look, premium=tuple(colours.items()), printed=())
    taught = teach_board(*photo(CLASSIC, board=look), CLASSIC)
    assert [q.why for q in taught.questions] == [WhyAsked.ALIKE]
    kinds = {CLASSIC.premium(square) for square in taught.questions[0].squares}
    assert kinds == {Premium.TRIPLE_LETTER, Premium.DOUBLE_WORD}


def test_a_board_on_which_nothing_is_to_be_seen_is_asked_about_as_a_whole() -> None:
    look = household_look(CLASSIC).board
    look = replace(look, premium=(), printed=())
    taught = teach_board(*photo(CLASSIC, board=look), CLASSIC)
    assert [q.why for q in taught.questions] == [WhyAsked.UNSEEN]
    assert not wrong_in_silence(taught, Layout.centred(15))


def test_printed_words_against_the_variant_are_asked_about() -> None:
    picture, grid = photo(CLASSIC)

    def liar(_: NDArray[np.uint8], parts: int) -> list[str]:
        return ["TRIPLE WORD", "MOT COMPTE DOUBLE", *[""] * (parts - 2)]

    taught = teach_board(picture, grid, CLASSIC, liar)
    assert {q.why for q in taught.questions} == {WhyAsked.WORDS}
    assert {q.guess for q in taught.questions} <= {Premium.TRIPLE_WORD, Premium.DOUBLE_WORD}


def test_tesseract_reads_what_is_printed() -> None:
    lines = ("LETTRE|DOUBLE", "LETTRE|TRIPLE", "MOT|DOUBLE", "MOT|TRIPLE")
    kinds = (
        Premium.DOUBLE_LETTER,
        Premium.TRIPLE_LETTER,
        Premium.DOUBLE_WORD,
        Premium.TRIPLE_WORD,
    )
    look = household_look(OTHER).board
    look = replace(
        look,
        printed=tuple(zip(kinds, lines, strict=True)),
        print_ink=(0, 0, 0),
        print_height=0.85,
        turn=1,
    )
    taught = teach_board(*photo(OTHER, board=look), CLASSIC, tesseract())
    assert not wrong_in_silence(taught, OTHER)
    named = [part for part in taught.parts if understand(part.text).kind is part.kind]
    assert len(named) >= 2, [part.text for part in taught.parts]


def test_the_grid_is_found_though_the_layout_is_not_the_variants() -> None:
    picture, true = photo(OTHER)
    found = place_board(picture, CLASSIC, OTHER.size)
    assert isinstance(found, Grid)
    apart = np.abs(np.array(found.corners) - np.array(true.corners)).max()
    assert apart < 0.3 * true.pixels_per_square


def test_under_a_hard_shadow_nothing_is_wrong_in_silence() -> None:
    for variant in ("topword", "party"):
        layout = load_variant(variant).layout
        assert not wrong_in_silence(teach_board(*photo(layout, Light(shadow=0.5)), layout), layout)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("DOUBLE\nLETTER\nSCORE", Premium.DOUBLE_LETTER),
        ("DOUSLE LETTEP", Premium.DOUBLE_LETTER),
        ("Lettre compte triple", Premium.TRIPLE_LETTER),
        ("MOT COMPTE DOUBLE", Premium.DOUBLE_WORD),
        ("DREIFACHER WORT WERT", Premium.TRIPLE_WORD),
        ("3W", Premium.TRIPLE_WORD),
        ("LD", Premium.DOUBLE_LETTER),
        ("CHANCE", Premium.CHANCE),
        ("SCORE", None),
        ("DOUBLE", None),
        ("", None),
    ],
)
def test_what_a_print_means(text: str, kind: Premium | None) -> None:
    assert understand(text).kind is kind


def test_half_a_print_rules_out_what_it_does_not_say() -> None:
    double = understand("DOUBLE")
    assert double.allows(Premium.DOUBLE_WORD)
    assert double.allows(Premium.DOUBLE_LETTER)
    assert not double.allows(Premium.TRIPLE_WORD)
    assert not double.allows(Premium.NONE)
    assert Printed().allows(Premium.NONE)


def test_a_kind_in_two_looks_is_asked_about_on_both_sides() -> None:
    party = load_variant("party").layout
    taught = teach_board(*photo(party), CLASSIC)
    assert [q.why for q in taught.questions] == [WhyAsked.UNLIKE] * 2
    assert not wrong_in_silence(taught, party)
