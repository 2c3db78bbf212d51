"""A hand comes from the edge and covers squares that hang together; stains and shadows don't."""

import numpy as np

from vision.quality import FEWEST_SQUARES, covered_from_the_edge, hand_over


def covered(*squares: tuple[int, int]) -> np.ndarray:
    board = np.zeros((15, 15), np.float32)
    for column, row in squares:
        board[row, column] = 0.8
    return board


ARM = [(c, r) for c in range(4) for r in (9, 10, 11)]


def test_an_arm_from_the_left_is_a_hand() -> None:
    assert hand_over(covered(*ARM))
    assert covered_from_the_edge(covered(*ARM)) == len(ARM)


def test_as_many_squares_in_the_middle_are_none() -> None:
    assert not hand_over(covered(*((c + 5, r - 4) for c, r in ARM)))


def test_nor_are_stains_here_and_there() -> None:
    stains = [(c, r) for c in range(0, 15, 2) for r in range(0, 15, 2)]
    assert covered_from_the_edge(covered(*stains)) == 1


def test_a_finger_tip_is_asked_about_not_refused() -> None:
    tip = covered(*[(0, r) for r in range(FEWEST_SQUARES - 1)])
    assert not hand_over(tip)
    assert not hand_over(np.zeros((15, 15), np.float32))
