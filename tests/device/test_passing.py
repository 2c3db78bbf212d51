"""Turns without a play: none while tiles lie there that the side to play has laid."""

from __future__ import annotations

import pytest
from answering import take
from standins import NHL, Evening, board

from engine.variants import load_variant
from hardware.panel import Button

ONE = board((7, 6, "across", "QUIZ"))


@pytest.mark.parametrize("answers", [("Pass",), ("Exchange tiles …", "7")])
def test_tiles_laid_while_it_is_asked_are_no_pass_and_stay_the_sides_own(
    answers: tuple[str, ...],
) -> None:
    evening = Evening().lay(board()).press(Button.SIDE_1)
    assert "no new tile" in evening.asked
    take(evening.lay(ONE), *answers)
    assert evening.events == ()
    assert "press your button to count them" in evening.said
    evening.press(Button.SIDE_1)
    assert evening.totals == {"Ann": 44, "Ben": 0}


def test_nor_are_they_traded_away() -> None:
    trades = load_variant("nhl", "en", {"special_rules": {"trades": True}})
    assert trades.layout == NHL.layout
    evening = Evening(variant=trades).lay(board()).press(Button.NEXT)
    take(evening, "Trade tiles …")
    take(evening.lay(ONE), "1")
    assert evening.events == ()
    assert evening.state.seen is not None
