"""Points as they are written."""

from __future__ import annotations

from device.screen.drawing import HIDDEN_MARK, gain_text, points_text


def test_points_have_a_minus_that_is_as_wide_as_a_plus() -> None:
    assert [points_text(points) for points in (-145, 0, 12, None)] == [
        "−145",
        "0",
        "12",
        HIDDEN_MARK,
    ]
    assert [gain_text(points) for points in (-5, 0, 12)] == ["−5", "+0", "+12"]
