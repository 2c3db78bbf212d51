"""The lists behind the lobby's lines: house rules, extras, and what no sheet prints."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from lobby_presses import (
    ENGLISH,
    answer,
    more_sides,
    opened,
    shown,
    take,
    value_of,
)

from device.session.core.setup import NO_LIST, Extras, Setup
from device.session.core.state import Asking, Lobby, Thinking
from device.session.lobby.house_rules import AT_A_TIME, SENTENCES, gaps_of, sentences_of
from device.session.lobby.lobby import LineKind
from device.simulator.named_texts import named_text
from engine.variants import GAMES, ChallengeRule
from engine.variants.variant import Targets
from hardware.panel.port import Button


def test_house_rules_that_a_game_has_are_listed_and_changed() -> None:
    evening = take(opened(Setup("nhl", "en")), LineKind.RULES)
    labels = shown(evening)
    assert labels[-1] == "Done"
    assert "Trades between players: on" in labels
    assert "The star doubles the first word: on" in labels
    answer(evening, "Trades")
    assert "Trades between players: off" in shown(evening)
    assert not evening.state.game.state.variant.special.trades
    assert evening.state.game.state.variant.special.goalie
    evening.press(Button.UNDO)
    assert value_of(evening, LineKind.RULES) == "changed: 1"


@pytest.mark.rule("NHL-OPT-01", "NHL-OPT-03", "NHL-OPT-04", "NHL-OPT-07")
def test_each_special_rule_has_a_switch_of_its_own() -> None:
    evening = take(opened(Setup("nhl", "en")), LineKind.RULES)
    for place in range(1, 8):
        evening.press(*[Button.NEXT] * (place > 1), Button.OK)
        evening_rules = evening.state.game.state.variant.options["special_rules"]
        assert isinstance(evening_rules, Mapping)
        assert sum(not on for on in evening_rules.values()) == place
    variant = evening.state.game.state.variant
    assert (variant.special.trade_deadline, variant.delay_words) == (None, frozenset())
    assert variant.first_draw == 7
    evening.press(Button.OK)
    assert evening.state.game.state.variant.special.offsides


def test_what_a_challenge_does_is_chosen() -> None:
    evening = take(opened(Setup("nhl", "en")), LineKind.RULES)
    for rule in (ChallengeRule.VOID, ChallengeRule.NONE, ChallengeRule.CLASSIC):
        answer(evening, "Challenges")
        assert evening.state.game.state.variant.challenge is rule
    answer(evening, "Done")
    assert value_of(evening, LineKind.RULES) == named_text("rules-as-on-the-sheet")


@pytest.mark.rule("NHL-PRO-02", "NHL-PRO-03", "NHL-PRO-04")
def test_each_side_of_the_league_has_a_level_of_its_own() -> None:
    evening = opened(Setup("nhl-professional", "en", ("Ann", "Ben", "Cleo")))
    assert value_of(evening, LineKind.RULES) == "targets: Ann 60, Ben 60, Cleo 60"
    take(evening, LineKind.RULES)
    answer(evening, "Ben")
    answer(evening, "Ben: Blue Line, 100")
    targets = evening.state.game.state.variant.targets
    assert isinstance(targets, Targets)
    assert targets.of(("Ann", "Ben", "Cleo")) == {"Ann": 60, "Ben": 180, "Cleo": 60}
    evening.press(Button.UNDO)
    more_sides(evening)
    assert value_of(evening, LineKind.RULES) == "targets: Ann 50, Ben 160, Cleo 50, D 50"
    evening.press(Button.UNDO, Button.OK)
    assert isinstance(evening.state.phase, Thinking)


def test_games_without_house_rules_of_a_kind_do_not_list_them() -> None:
    labels = shown(take(opened(Setup("junior")), LineKind.RULES))
    assert labels == ["Challenges: no penalty, try again", "Done"]
    labels = shown(take(opened(Setup("topword")), LineKind.RULES))
    assert labels[:-1] == [
        "Challenges: no penalty, try again",
        "A whole word may be covered: off",
        "Squares per side: 10",
        "A letter shared by two words: counts once",
    ]


def test_extras_are_switched_on_one_by_one() -> None:
    evening = take(opened(), LineKind.EXTRAS)
    for label in ("Referee", "A clock", "A countdown", "Points hidden", "A clock"):
        answer(evening, label)
    extras = evening.state.agreed.extras
    assert (extras.referee, extras.hide_scores) == (True, True)
    assert (extras.side_clock, extras.turn_seconds) == (15, 30)
    assert "A clock for each player: 15 minutes" in shown(evening)
    evening.press(Button.UNDO)
    assert value_of(evening, LineKind.EXTRAS) == "4 on"
    evening.press(Button.UNDO, Button.OK)
    assert evening.state.agreed.extras == extras


def test_the_clocks_lengths_go_round() -> None:
    evening = take(opened(Setup(extras=Extras(side_clock=45, turn_seconds=45))), LineKind.EXTRAS)
    clocks, countdowns = [], []
    for _ in range(7):
        clocks.append(answer(evening, "A clock").state.agreed.extras.side_clock)
        countdowns.append(answer(evening, "A countdown").state.agreed.extras.turn_seconds)
    assert clocks == [0, 10, 15, 20, 25, 30, 0]
    assert countdowns == [0, 30, 60, 120, 180, 0, 30]


def test_a_referee_needs_a_list() -> None:
    evening = take(opened(Setup(words=NO_LIST)), LineKind.EXTRAS)
    answer(evening, "Referee")
    assert evening.message == "A referee needs a word list: choose one first."
    assert not evening.state.agreed.extras.referee


def test_a_referee_goes_with_the_list() -> None:
    evening = opened(Setup(extras=Extras(referee=True)))
    take(evening, LineKind.WORDS, 2)
    assert evening.message == "Without a word list there’s no referee."
    assert not evening.state.agreed.extras.referee
    assert not opened(Setup(words=NO_LIST, extras=Extras(referee=True))).state.agreed.extras.referee


# What no sheet prints


@pytest.mark.parametrize("name", GAMES)
def test_what_is_not_on_the_sheet_is_reported_in_words_of_our_own(name: str) -> None:
    evening = opened(Setup("classic").playing(name))
    variant = evening.state.game.state.variant
    gaps, reported = gaps_of(variant), ""
    assert value_of(evening, LineKind.GAPS) == f"our choice: {len(gaps)}"
    take(evening, LineKind.GAPS)
    for _ in range((len(gaps) + AT_A_TIME - 1) // AT_A_TIME):
        assert isinstance(evening.state.phase, Asking)
        reported += ENGLISH.say(evening.state.phase.question.text)
        evening.press(Button.OK)
    assert isinstance(evening.state.phase, Lobby)
    assert reported.count(".") == len(gaps) == len(sentences_of(variant))
    for sentence in sentences_of(variant):
        assert ENGLISH.say(sentence) in reported
        assert sentence.text in SENTENCES.values() or "on dice" in sentence.text
    assert answer(take(evening, LineKind.GAPS), named_text("house-rules")).asked.startswith(
        named_text("house-rules")
    )
