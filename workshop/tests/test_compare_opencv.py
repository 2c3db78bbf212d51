"""workshop/compare_opencv.py: which differences between two environments count."""

import cv2
import numpy as np
import pytest

from workshop.compare_opencv import STAGES, Answers, _answers, _compare, _rendered


def answers(shift: float = 0.0, refused: bool = False) -> Answers:
    answers: Answers = {f"{stage} 0": np.full((4, 32), 0.5 + shift) for stage in STAGES}
    answers |= {f"{stage} corners 0": np.zeros((4, 2)) for stage in STAGES}
    answers["crops 0"] = np.zeros((4, 48, 48, 3))
    if refused:
        answers["find 0"] = np.zeros(0)
    return answers


@pytest.mark.parametrize(
    ("other", "status"),
    [(answers(0.0005), 0), (answers(0.002), 1), (answers(refused=True), 1)],
)
def test_more_than_a_thousandth_is_too_far(
    other: Answers, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _compare([("4.11.0", answers()), ("4.6.0", other)], ["plain/0"]) == status
    assert ("beyond 0.001" in capsys.readouterr().out) == bool(status)


def test_two_environments_of_the_same_versions_are_both_compared(
    capsys: pytest.CaptureFixture[str],
) -> None:
    three = [("4.11.0", answers()), ("4.11.0", answers(0.002)), ("4.11.0", answers())]
    assert _compare(three, ["plain/0"]) == 1
    assert capsys.readouterr().out.count("plain/0; the reader, given nothing") == 2


def test_a_rendered_board_is_answered_in_every_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("workshop.compare_opencv.SETS", ("plain",))
    answers = _answers([*_rendered(1, 2_000_005)])
    assert str(answers["versions"]).endswith(f"OpenCV {cv2.__version__}, numpy {np.__version__}")
    for stage in STAGES:
        assert answers[f"{stage} 0"].shape[0] == 15 * 15
        assert answers[f"{stage} 0"].min() >= 0.0
