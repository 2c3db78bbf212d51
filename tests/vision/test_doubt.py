"""What is asked about a single picture, and what is promised."""

import numpy as np
import pytest
from shown import EMPTY, board, row_of, shown

from engine.squares import Square
from engine.tiles import load_tile_set
from engine.words.lexicon import shipped_lexicon
from vision.game.doubt import (
    ASK_STILL_BELOW,
    INDEX,
    DoubtKind,
    Still,
    blank_letters,
    candidates_of,
    judge_still,
    overdrawn,
    possible,
    weighed_by_counts,
)
from vision.reading import LABELS

EN = load_tile_set("en")


def test_a_sure_picture_leaves_nothing_to_ask() -> None:
    rows = board(across_F8="QUIZ", H8="IdOL".upper())
    still = judge_still(shown(rows), EN)
    assert still.rows == rows
    assert still.doubts == ()


def test_an_unsure_letter_is_asked_about_with_its_runner_up_and_guessed_meanwhile() -> None:
    still = judge_still(shown(board(across_G8="ON"), unsure={"G8": {"O": 0.7, "Q": 0.28}}), EN)
    (doubt,) = still.doubts
    assert doubt.square == Square.parse("G8")
    assert [label for label, _ in doubt.candidates] == ["O", "Q"]
    assert doubt.kind is DoubtKind.LETTER
    assert still.rows[7][6] == "O"


def test_whether_a_tile_lies_there_is_another_question() -> None:
    rows = board(across_G8="AT")
    still = judge_still(shown(rows, unsure={"I8": {".": 0.6, "?": 0.4}}), EN)
    assert [(d.square.name, d.kind) for d in still.doubts] == [("I8", DoubtKind.OCCUPIED)]
    assert still.rows == rows


@pytest.mark.parametrize(("sure", "asked"), [(ASK_STILL_BELOW - 0.02, 1), (0.995, 0)])
def test_the_threshold_parts_questions_from_promises(sure: float, asked: int) -> None:
    reading = shown(board(across_G8="AT"), unsure={"G8": {"A": sure, "R": 1 - sure}})
    assert len(judge_still(reading, EN).doubts) == asked


def test_a_faint_letter_is_asked_about_next_to_a_word_but_not_in_the_middle_of_nowhere() -> None:
    faint = {".": 0.94, "W": 0.05}
    still = judge_still(shown(board(across_G8="AT"), unsure={"I8": faint, "C3": faint}), EN)
    assert [d.square.name for d in still.doubts] == ["I8"]
    lone = judge_still(shown(board(across_G8="A"), sure=0.9999), EN)
    assert lone.rows[7][6] == "A"


def test_a_covered_square_is_no_promise() -> None:
    still = judge_still(shown(EMPTY, covered={"A1": 0.9}), EN)
    assert [(d.square.name, d.kind) for d in still.doubts] == [("A1", DoubtKind.COVERED)]


def test_a_second_q_is_asked_about_and_stays_what_it_looks_like() -> None:
    rows = board(across_D8="QUA", across_D10="QUA")
    still = judge_still(shown(rows, unsure={"D10": {"Q": 0.98, "O": 0.015}}), EN)
    assert [(d.square.name, d.kind) for d in still.doubts] == [("D10", DoubtKind.COUNT)]
    assert [label for label, _ in still.doubts[0].candidates[:2]] == ["Q", "O"]
    assert still.rows == rows


def test_two_sure_qs_are_asked_about_but_left() -> None:
    rows = board(across_D8="QUA", across_D10="QUA")
    still = judge_still(shown(rows, sure=0.9999), EN)
    assert [d.kind for d in still.doubts] == [DoubtKind.COUNT]
    assert still.rows == rows


def test_as_many_are_asked_about_as_are_too_many() -> None:
    rows = board(across_A1="JJJ", across_A3="EEEE")
    squares = {Square(c, 0): "J" for c in range(3)} | {Square(c, 2): "E" for c in range(4)}
    assert len(overdrawn(squares, shown(rows).probabilities, EN)) == 2


def test_letters_outside_the_set_are_ruled_out() -> None:
    seen = possible(np.array([[row_of({"Ö": 0.6, "O": 0.4})]]), EN)
    assert seen.sum() == pytest.approx(1)
    assert candidates_of(seen[0, 0])[0][0] == "O"
    unknown = np.zeros((1, 1, len(LABELS)), np.float32)
    unknown[..., -1] = 1
    assert possible(unknown, EN).max() < 0.1


def test_a_nameless_blank_is_a_question_of_its_own_kind() -> None:
    tiles = {Square(3, 3): "?", Square(4, 3): "e", Square(5, 3): "E"}
    assert [(d.square.name, d.kind) for d in blank_letters(tiles)] == [
        ("D4", DoubtKind.BLANK_LETTER)
    ]


def test_the_counts_settle_what_the_picture_leaves_open() -> None:
    rows = board(across_D8="QUA", across_D10="OUT")
    still = judge_still(shown(rows, unsure={"D10": {"O": 0.9, "Q": 0.1}}), EN)
    assert still.doubts == ()  # the only Q lies there already
    assert still.rows == rows
    uncounted = judge_still(shown(rows, unsure={"D10": {"O": 0.9, "Q": 0.1}}), EN, counted=False)
    assert [d.square.name for d in uncounted.doubts] == ["D10"]


def test_where_tiles_are_not_counted_three_qs_are_no_question() -> None:
    rows = board(across_D8="QUA", across_D10="QUA", across_D12="QUA")
    assert judge_still(shown(rows), EN, counted=False).doubts == ()


def test_the_counts_leave_alone_whether_a_letter_lies_there() -> None:
    seen = shown(board(across_D8="QUA"), unsure={"G8": {".": 0.5, "Q": 0.3, "O": 0.1}})
    weighed = weighed_by_counts(seen.probabilities, EN)
    assert weighed[..., 0] == pytest.approx(seen.probabilities[..., 0])
    assert weighed.sum(axis=-1) == pytest.approx(1, abs=1e-5)
    assert weighed[7, 6, INDEX["O"]] > weighed[7, 6, INDEX["Q"]]


def test_a_hand_covers_its_neighbours_but_a_faint_shadow_elsewhere_is_no_question() -> None:
    covered = {"A1": 0.9, "B1": 0.1, "B2": 0.05, "C1": 0.1, "H8": 0.1, "O15": 0.6}
    still = judge_still(shown(EMPTY, covered=covered), EN)
    assert {d.square.name for d in still.doubts} == {"A1", "B1", "B2", "O15"}
    assert {d.kind for d in still.doubts} == {DoubtKind.COVERED}


def test_a_letter_alone_in_the_middle_of_nowhere_is_asked_about_unless_it_is_plain() -> None:
    lone = judge_still(shown(board(across_G8="A"), sure=0.995), EN)
    assert [d.square.name for d in lone.doubts] == ["G8"]
    assert judge_still(shown(board(across_G8="AT"), sure=0.995), EN).doubts == ()


def test_a_faint_blank_is_asked_about_next_to_a_letter_and_nowhere_else() -> None:
    rows = board(across_F8="HOUSE")
    faint = {".": 0.99, "?": 0.008}
    asked = {d.square.name: d for d in judge_still(shown(rows, {"K8": faint}), EN).doubts}
    assert [label for label, _ in asked["K8"].candidates] == [".", "?"]
    assert asked["K8"].kind is DoubtKind.OCCUPIED
    assert not judge_still(shown(rows, {"M8": faint, "K8": {".": 0.998, "?": 0.001}}), EN).doubts


def by_words(rows: tuple[str, ...], unsure: dict[str, dict[str, float]]) -> Still:
    return judge_still(shown(rows, unsure=unsure), EN, good_word=shipped_lexicon("en"))


def test_the_words_settle_which_letter_a_square_shows() -> None:
    nearly = {"D": 0.96, "O": 0.038}
    assert by_words(board(across_F8="LAND"), {"I8": nearly}).doubts == ()
    assert by_words(board(across_F8="LAXD"), {"I8": nearly}).doubts  # neither is a word
    assert judge_still(shown(board(across_F8="LAND"), {"I8": nearly}), EN).doubts


def test_the_words_make_nothing_sure_of_which_the_picture_is_not_nearly_sure() -> None:
    (doubt,) = by_words(board(across_F8="LAND"), {"I8": {"D": 0.7, "O": 0.29}}).doubts
    assert [label for label, _ in doubt.candidates] == ["D", "O"]


def test_the_words_on_both_sides_say_whether_a_tile_lies_there() -> None:
    rows = board(across_F8="SMILE")
    assert by_words(rows, {"K8": {".": 0.98, "K": 0.018}}).doubts == ()
    assert [d.square.name for d in by_words(rows, {"K8": {".": 0.98, "S": 0.018}}).doubts] == ["K8"]


def test_an_open_square_says_nothing_about_its_neighbours() -> None:
    unsure = {"H8": {"N": 0.95, "M": 0.04}, "I8": {"D": 0.95, "O": 0.04}}
    asked = by_words(board(across_F8="LAND"), unsure).doubts
    assert [d.square.name for d in asked] == ["H8", "I8"]


def test_a_blank_that_is_not_named_may_be_any_letter_of_a_word() -> None:
    rows = board(across_F8="?UICK")
    assert by_words(rows, {"H8": {"I": 0.96, "L": 0.038}}).doubts == ()
