"""What several pictures together say about one tile."""

import math

import numpy as np
import pytest
from shown import EMPTY, INDEX, row_of, shown

from engine.squares import Square
from engine.tiles import load_tile_set
from vision.game import doubt
from vision.reading import LABELS

H8 = Square.parse("H8")


def logs(**chances: float) -> np.ndarray:
    seen = np.full((15, 15, len(LABELS)), 1e-3, np.float32)
    seen[7, 7] = row_of(chances)
    return np.log(np.maximum(seen, 2e-4))


def after(*pictures: np.ndarray) -> doubt.Evidence:
    known = doubt.with_evidence(doubt.nothing(15), pictures[0], [], [H8])
    for picture in pictures[1:]:
        known = doubt.with_evidence(known, picture, [H8], [])
    return known


def test_nothing_known_speaks_for_what_is_believed() -> None:
    assert doubt.evidence_margin(doubt.nothing(15), H8, "A") == math.inf
    assert doubt.correction(doubt.nothing(15), H8, "A") is None


def test_one_contrary_picture_doesnt_correct_a_sure_tile_but_two_do() -> None:
    sure, contrary = logs(M=0.999), logs(H=0.999)
    assert doubt.correction(after(sure, contrary), H8, "M") is None
    assert doubt.correction(after(sure, contrary, contrary), H8, "M") == "H"


def test_an_unsure_tile_is_corrected_by_one_clear_picture() -> None:
    assert doubt.correction(after(logs(C=0.6, G=0.4), logs(G=0.999)), H8, "C") == "G"


def test_empty_is_no_correction() -> None:
    gone = logs(**{".": 0.999})
    assert doubt.correction(after(logs(M=0.999), gone, gone, gone), H8, "M") is None


def test_a_named_blank_is_a_blank_to_the_camera() -> None:
    known = after(logs(**{"?": 0.999}))
    assert doubt.evidence_margin(known, H8, "e") > 5
    assert doubt.correction(known, H8, "e") is None


def test_seeing_an_unsure_tile_again_and_again_makes_it_no_surer() -> None:
    unsure = logs(M=0.7, H=0.29)
    once, often = (doubt.probabilities(after(*[unsure] * n))[7, 7].max() for n in (1, 50))
    assert often == pytest.approx(once, abs=0.01)


def test_probabilities_sum_to_one_and_squares_without_tiles_are_forgotten() -> None:
    known = after(logs(M=0.9))
    assert np.allclose(doubt.probabilities(known).sum(axis=-1), 1)
    assert not doubt.with_evidence(known, logs(M=0.9), [], []).any()


def test_a_faint_idea_of_a_hand_says_little_of_the_squares_next_to_it() -> None:
    def blank_against_empty(covered: float) -> float:
        reading = shown(EMPTY, covered={"H8": covered})
        logs = doubt.log_likelihoods(reading, load_tile_set("en"))
        return float(logs[7, 8, INDEX["?"]] - logs[7, 8, INDEX["."]])

    assert blank_against_empty(0.03) < -6.0  # what is hardly ever a hand hides hardly anything
    assert blank_against_empty(0.6) > -2.0
