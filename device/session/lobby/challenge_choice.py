"""What a challenge does, as a household chooses it: as on the sheet, as its club plays, otherwise.

Three short lists, most popular first, where a game's own sheet leaves the choice. The choice goes
back to the lobby's list of house rules. Tests: tests/device/test_challenge_choice.py.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import TypeAlias

from device.language.texts import Message
from device.session.core.commit import ask, option
from device.session.core.setup import Setup
from device.session.core.state import (
    Act,
    Do,
    Option,
    Question,
    Step,
    TableState,
    Then,
)
from engine.variants import CLUBS, ChallengeRule
from engine.variants.challenge_rules import Club

Changed: TypeAlias = Callable[[TableState, Setup], Step]
"""Goes on with the list of house rules, with these choices."""

Take: TypeAlias = Callable[[TableState, ChallengeRule], Step]
"""What to do with the chosen way."""

OTHERWISE = (ChallengeRule.JUDGED, ChallengeRule.VOID, ChallengeRule.SINGLE)
"""Ways that aren't named after a club."""

FOR_POINTS = (
    ChallengeRule.FIVE_A_PLAY,
    ChallengeRule.FIVE_A_WORD,
    ChallengeRule.TEN_A_PLAY,
    ChallengeRule.TEN_A_WORD,
)
"""Ways in which a wrong challenge gives the other side points."""


def ask_challenges(state: TableState, changed: Changed, setup: Setup) -> Step:
    """Asks how plays are challenged; `setup` holds the choices so far."""
    return _ask_first(state, setup, Then(_take, changed, setup), Do(changed, setup))


def _take(state: TableState, rule: ChallengeRule, changed: Changed, setup: Setup) -> Step:
    after, effects = changed(state, setup.with_option("challenge", str(rule)))
    if rule.then.at_once and after.agreed.words is None:
        text = Message("No word list: plays are challenged instead.")
        after = replace(after, message=text)
    return after, effects


def _ask_first(state: TableState, setup: Setup, take: Take, back: Act) -> Step:
    """As on the sheet, or as a club has it."""
    sheets = replace(setup, options=MappingProxyType({})).game().state.variant.challenge
    printed = Message("As in the rules: {value}", {"value": Message(sheets.text)})
    here = Do(_ask_another, take, Do(_ask_first, setup, take, back))
    options = (
        _way(printed, sheets, take),
        *(_of_club(club, take) for club in CLUBS),
        option("Another way…", here),
        option("Back", back),
    )
    return _ask(state, options)


def _ask_another(state: TableState, take: Take, back: Act) -> Step:
    here = Do(_ask_points, take, Do(_ask_another, take, back))
    options = (
        *(_way(Message(rule.text), rule, take) for rule in OTHERWISE),
        option("If wrong, points to opponent…", here),
        _way(Message(ChallengeRule.NONE.text), ChallengeRule.NONE, take),
        option("Back", back),
    )
    return _ask(state, options)


def _ask_points(state: TableState, take: Take, back: Act) -> Step:
    ways = (_way(Message(rule.text), rule, take) for rule in FOR_POINTS)
    return _ask(state, (*ways, option("Back", back)))


def _ask(state: TableState, options: tuple[Option, ...]) -> Step:
    now = Message(state.game.state.variant.challenge.text)
    return ask(
        state,
        Question(Message("Challenges now: {value}. How do you play?", {"value": now}), options),
    )


def _of_club(club: Club, take: Take) -> Option:
    values = {"what": Message(club.name), "value": Message(club.challenge.text)}
    return _way(Message("{what}: {value}", values), club.challenge, take)


def _way(label: Message, rule: ChallengeRule, take: Take) -> Option:
    return Option(label, Do(take, rule))
