"""TopWord at the table: piles put right afterwards, points by hand, the exchange of one tile."""

from __future__ import annotations

from dataclasses import replace

import pytest
from answering import labels, point_at, take
from topword_evenings import ANN, BEN, F5, height, message_of, played, rows, topword

from device.simulator.named_texts import named_text
from engine.events import Exchanged, TileCorrected
from engine.game import Game
from engine.state import EntryKind
from hardware.panel.port import Button

# Put right


def test_the_top_tile_of_a_pile_is_corrected() -> None:
    evening = played("FAN", "FIN").press(Button.NEXT)
    point_at(take(evening, named_text("correct-a-tile")), "F5")
    take(evening, "O").lay(rows("FON"))
    assert evening.events[-1] == TileCorrected(F5, "O")
    assert height(evening) == (2, 2)
    assert evening.state.seen is None


def test_a_play_on_a_pile_that_was_a_pass_leaves_what_it_covered() -> None:
    evening = played("FAN", "FIN").press(Button.NEXT)
    take(evening, named_text("correct-earlier"), "Ben: FIN, +4", named_text("they-passed")).lay(
        rows("FAN")
    )
    assert evening.totals == {"Ann": 6, "Ben": 0}
    assert height(evening) == (1, 1)
    assert evening.state.seen is None
    assert "Questions waiting" not in message_of(evening)


def test_a_pass_that_was_a_play_on_a_pile_lies_there() -> None:
    evening = take(played("FAN").press(BEN), "Pass").press(Button.NEXT)
    take(evening, named_text("correct-earlier"), "Ben passed", named_text("another-play"))
    take(evening, "Row 5", "E5", "Across", named_text("nothing-on-this-one"), "I", "Done").lay(
        rows("FIN")
    )
    assert evening.totals == {"Ann": 6, "Ben": 4}
    assert height(evening) == (2, 2)
    assert evening.state.seen is None


def test_a_play_under_a_pile_that_never_was_leaves_what_lies_on_it() -> None:
    evening = played("FANE", "FINE").press(Button.NEXT)
    take(evening, named_text("correct-earlier"), "Ann: FANE, +8", named_text("they-passed"))
    assert evening.state.board.followed.position.rows()[4] == ".....I...."
    assert evening.state.board.followed.position.height(F5) == 1


def test_points_are_changed_by_hand() -> None:
    evening = played("FAN").press(Button.NEXT)
    take(
        evening,
        named_text("change-points"),
        "Ann",
        named_text("take-points-off"),
        "10",
        "Done",
        "Correction",
    )
    assert evening.totals == {"Ann": -4, "Ben": 0}
    assert "Ann has −4: the pegs can’t show it" in message_of(evening)


# An exchange


@pytest.mark.rule("TOP-EXC-02")
@pytest.mark.parametrize("camera", [True, False])
def test_one_tile_is_exchanged_without_asking_how_many(camera: bool) -> None:
    evening = topword(camera=camera).press(ANN)
    take(evening, named_text("exchange-one"))
    assert evening.events == (Exchanged("Ann", 1),)
    assert message_of(evening) == "Ann exchanges 1 tile."
    assert evening.state.side == "Ben"


@pytest.mark.rule("TOP-EXC-02")
def test_the_menu_offers_one_tile_too() -> None:
    evening = topword().press(Button.NEXT)
    take(evening, named_text("exchange-one"))
    assert evening.events == (Exchanged("Ann", 1),)


@pytest.mark.rule("TOP-EXC-02")
def test_with_an_empty_bag_nothing_is_exchanged() -> None:
    evening = topword()
    start = replace(evening.state.game.start, bag=0)
    evening.state = replace(evening.state, game=Game.from_state(start))
    evening.press(ANN)
    assert labels(evening) == [named_text("pressed-by-mistake"), "Pass"]


@pytest.mark.rule("TOP-EXC-02")
def test_a_pass_is_put_right_to_an_exchange_at_once() -> None:
    evening = take(topword().press(ANN), "Pass").press(Button.NEXT)
    take(evening, named_text("correct-earlier"), "Ann passed", "Exchanged a tile")
    assert evening.state.game.state.entries[0].kind is EntryKind.EXCHANGE
