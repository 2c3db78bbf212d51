"""The value printed next to a letter as a second witness."""

from __future__ import annotations

import cv2
import numpy as np

from engine.tiles import load_tile_set
from vision.reading import LABELS, VALUES, Probabilities
from vision.render.glyphs import plain_font
from vision.render.look import TileLook
from vision.render.tiles import tile_face
from vision.square.printed_values import ENOUGH_TO_LEARN, PrintedValues, ValueNet

SHARES = np.full(len(VALUES), 1 / len(VALUES))
ENGLISH = load_tile_set("en")


def witness() -> PrintedValues:
    return PrintedValues(ENGLISH, SHARES)


def seen(*squares: dict[str, float]) -> Probabilities:
    rows = np.full((len(squares), len(LABELS)), 1e-6, np.float32)
    for row, chances in zip(rows, squares, strict=True):
        for label, chance in chances.items():
            row[LABELS.index(label)] = chance
    return np.asarray(rows / rows.sum(axis=1, keepdims=True), np.float32)


def printed(*values: int | None, sure: float = 0.97) -> Probabilities:
    rows = np.full((len(values), len(VALUES)), (1 - sure) / (len(VALUES) - 1), np.float32)
    rows[np.arange(len(values)), [VALUES.index(value) for value in values]] = sure
    return rows


def of(weighed: Probabilities, label: str) -> float:
    return float(weighed[-1, LABELS.index(label)])


WORD = [{letter: 0.99} for letter in "HOUSED"]
ITS_VALUES = [4, 1, 1, 1, 1, 2]


def test_a_ten_was_never_printed_on_an_o() -> None:
    unsure = seen(*WORD, {"O": 0.7, "Q": 0.3})
    assert of(witness().weighed(unsure, printed(*ITS_VALUES, 10)), "Q") > 0.95
    assert of(witness().weighed(unsure, printed(*ITS_VALUES, 1)), "O") > 0.95


def test_where_both_are_sure_of_different_things_nothing_is_promised() -> None:
    wrong = witness().weighed(seen(*WORD, {"E": 0.998}), printed(*ITS_VALUES, 3))
    assert of(wrong, "E") < 0.985
    right = witness().weighed(seen(*WORD, {"E": 0.998}), printed(*ITS_VALUES, 1))
    assert of(right, "E") > 0.998


def test_grain_that_runs_like_a_z_has_no_value_next_to_it() -> None:
    grain = witness().weighed(seen(*WORD, {"Z": 0.9, "?": 0.08}), printed(*ITS_VALUES, None))
    assert of(grain, "?") > 0.5


def test_trust_is_learnt_from_sure_letters_of_every_value_there_is() -> None:
    letters = seen(
        *[{"E": 0.999}] * 30, {"Q": 0.99}, {"K": 0.98}, {"J": 0.5, "I": 0.5}, {"?": 0.999}
    )
    chosen = witness().telling(letters)
    assert len(chosen) == ENOUGH_TO_LEARN
    assert {30, 31} <= set(chosen.tolist())
    assert not {32, 33} & set(chosen.tolist())


def test_sixteen_that_fit_say_more_than_two() -> None:
    unsure = {"R": 0.5, "B": 0.5}
    few = witness().weighed(seen({"E": 0.999}, {"A": 0.999}, unsure), printed(1, 1, 1))
    many = witness().weighed(seen(*[{"E": 0.999}] * 16, unsure), printed(*[1] * 17))
    assert of(few, "R") < of(many, "R")
    assert of(many, "R") > 0.985


def test_a_value_speaks_for_its_letter_and_against_a_blank() -> None:
    own = witness()
    own.weighed(seen(*[{"E": 0.999}] * 16), printed(*[1] * 16))
    labels = np.array([LABELS.index("S"), LABELS.index("S"), LABELS.index("S")])
    values, blanks = printed(1, 8, None), np.full(3, LABELS.index("?"))
    matching, another, none = own.for_labels(labels, values) - own.for_labels(blanks, values)
    assert matching > 3
    assert none < -2
    assert abs(another) < 1


def test_the_network_reads_a_value_as_it_is_drawn() -> None:
    net, letters = ValueNet(), (("Q", 10), ("E", 1), ("F", 4), ("J", 8))
    for letter, value in letters:
        look = TileLook(
            value_height=0.24, value_corner="bottom-right", font=plain_font(), grain=0.0
        )
        face = tile_face(letter, value, look, 40, 0)
        crop = cv2.copyMakeBorder(face, 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=(70, 110, 60))
        said = net.read(np.asarray(crop[None], np.uint8))[0]
        assert VALUES[int(said.argmax())] == value
    assert net.read(np.zeros((0, 56, 56, 3), np.uint8)).shape == (0, len(VALUES))


def test_sets_without_values_and_with_others_are_not_doubted() -> None:
    letters = seen(*WORD, {"E": 0.99})
    for values in ([None] * 7, [8, 3, 5, 9, 2, 7, 6]):
        own = witness()
        own.weighed(letters, printed(*values))
        assert own.trust < 0.35
        assert of(own.weighed(letters, printed(*values)), "E") > 0.98


def test_what_can_not_be_made_out_changes_nothing() -> None:
    letters = seen(*WORD, {"E": 0.97, "B": 0.03})
    blurred = np.full((7, len(VALUES)), 1 / len(VALUES), np.float32)
    assert abs(of(witness().weighed(letters, blurred), "E") - 0.97) < 0.005


def test_where_all_tiles_are_worth_the_same_the_witness_is_not_heard() -> None:
    plain = load_tile_set("topword")
    letters = seen({"E": 0.9, "B": 0.1})
    if len(set(plain.values.values())) == 1:
        assert PrintedValues(plain, SHARES).weighed(letters, printed(3)) is letters


def test_an_empty_square_stays_as_empty_as_a_blank_is_likely() -> None:
    bare = witness().weighed(seen(*WORD, {".": 0.9, "?": 0.1}), printed(*ITS_VALUES, None))
    assert abs(of(bare, ".") - 0.9) < 0.01
