"""What is said of events beyond the points: bonus words, delays, lost turns, targets."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from answering import take
from standins import CLASSIC, NHL, Evening, board

from device.language.texts import Message, Texts
from device.session.core.commit import consequences
from device.session.core.effects import Announce
from device.simulator.named_texts import named_text
from engine.events import Challenged, Event, Passed, Played, TileCorrected
from engine.game import Game
from engine.squares import Square
from engine.variants import Variant, load_variant
from hardware.panel.port import Button

MESSAGE = Message("Said.")


def across(word: str, column: int = 4, row: int = 7) -> dict[Square, str]:
    return {Square(column + i, row): letter for i, letter in enumerate(word)}


def game(*events: Event, variant: Variant = NHL, sides: Sequence[str] = ("Ann", "Ben")) -> Game:
    begun = Game.begin(variant, sides)
    for event in events:
        after = begun.added(event)
        assert isinstance(after, Game)
        begun = after
    return begun


def say(begun: Game, *events: Event) -> str:
    return Texts("en").say(consequences(begun, events, MESSAGE))


def test_a_plain_play_is_reported_as_it_is() -> None:
    assert consequences(game(), [Played("Ann", across("QUIZ"))], MESSAGE) is MESSAGE


@pytest.mark.rule("NHL-OPT-04")
def test_delay_of_game_names_the_word_and_who_loses_a_turn() -> None:
    delay = say(game(), Played("Ann", across("HOLD")))
    assert delay == "Said. Delay in Game: HOLD costs Ben a turn."
    three = game(sides=("Ann", "Ben", "Cleo"))
    assert "costs Ben a turn" in say(three, Played("Ann", across("HOLD")))
    assert say(game(variant=CLASSIC), Played("Ann", across("HOLD"))) == "Said."


@pytest.mark.rule("NHL-BON-04")
def test_bonus_words_are_named_with_their_points() -> None:
    assert say(game(), Played("Ann", across("PUCK"))).startswith("Said. PUCK is a bonus word: +")


@pytest.mark.rule("CLA-CHA-04")
def test_a_turn_that_is_served_is_reported_when_it_is() -> None:
    three = game(Played("Ann", across("CATS")), sides=("Ann", "Ben", "Cleo"))
    late = Challenged("Cleo", good=True)
    assert say(three, late) == "Said. Cleo misses the next turn."
    challenged = three.added(late)
    assert isinstance(challenged, Game)
    assert say(challenged, Passed("Ben")) == "Said. Cleo misses this turn."
    two = game(Played("Ann", across("CATS")))
    assert say(two, Challenged("Ben", good=True)) == "Said. Ben misses this turn."


@pytest.mark.rule("NHL-PRO-01")
def test_a_target_that_is_reached_is_reported() -> None:
    levels = {"levels": {"Ann": "red", "Ben": "red"}}
    professional = load_variant("nhl-professional", "en", levels)
    won = say(game(variant=professional), Played("Ann", across("JUKEBOX", 3)))
    assert "Ann reached the target with" in won
    assert "costs" not in won
    assert "misses" not in won


def test_what_an_amendment_changes_is_not_reported_again() -> None:
    played = game(Played("Ann", across("HOLd")))
    assert say(played, TileCorrected(Square(7, 7), "D")) == "Said."


@pytest.mark.rule("NHL-OPT-04")
def test_the_table_says_it_with_the_play_and_goes_on_with_the_same_side() -> None:
    evening = Evening(variant=NHL).lay(board()).lay(board((7, 4, "across", "HOLD")))
    evening.press(Button.SIDE_1)
    message = evening.state.message
    assert message is not None
    text = Texts("en").say(message)
    assert text.startswith("Ann: HOLD +")
    assert text.endswith(named_text("delay-in-game", word="HOLD", side="Ben"))
    assert evening.state.side == "Ann"
    assert Announce(message) in evening.effects


def test_a_delay_that_is_learned_of_later_says_whose_turn_it_is_now() -> None:
    evening = Evening(variant=NHL, sides=("Ann", "Ben", "Cleo")).lay(board())
    evening.lay(board((7, 6, "across", "TRIp"))).press(Button.SIDE_1)
    assert evening.state.side == "Ben"
    take(evening, "P")
    assert evening.state.side == "Cleo"
    assert evening.state.message is not None
    assert Texts("en").say(evening.state.message) == (
        "J8 is P. Delay in Game: TRIP costs Ben a turn. It’s Cleo’s turn now."
    )
