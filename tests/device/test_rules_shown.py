"""The rules of a game on the screen: a few cards for each, read whole, true of the options played,
opened from the lobby and from the menu, and no hindrance to the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import product

import pygame
import pytest
from answering import in_english
from lobby_presses import opened, take
from standins import Evening

from device.language.button_names import BUTTON_NAMES, KEY_NAMES
from device.language.texts import TEXT_LANGUAGES, Texts
from device.screen.drawing import Written
from device.screen.scoreboard import Scoreboard
from device.session.core.setup import Setup
from device.session.core.state import Asking, Lobby, Page, TableState, Thinking
from device.session.lobby.lobby import LineKind
from device.session.lobby.rules import MOST_TIPS, open_rules, rules_of
from device.session.menu import open_menu
from device.session.step import begin
from device.views.table import view
from engine.game import Game
from engine.variants import GAMES, ChallengeRule, load_variant
from hardware.panel.port import Button

SIZES = [(480, 320), (800, 480), (1280, 800), (1920, 1080), (480, 800)]
SIDES = ("Ann", "Ben")
LEVELS = {"levels": {"Ann": "red", "Ben": "blue"}}
FEW = 6
"""Cards: a game's rules are read before the first turn, in a minute or two."""


def table(game: str, options: Mapping[str, object] | None = None, language: str = "") -> TableState:
    usual = LEVELS if game == "nhl-professional" else {}
    variant = load_variant(game, language or GAMES[game].languages[0], {**usual, **(options or {})})
    return begin(Game.begin(variant, SIDES))


def lines_of(game: str, **options: object) -> dict[str, str]:
    """What the cards say, by what it is about."""
    cards = rules_of(table(game, options).game.state.variant, SIDES)
    return {in_english(tip.about): in_english(tip.text) for card in cards for tip in card.tips}


# --- what they say ---


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_a_few_cards_of_a_few_lines_each_with_a_title_of_its_own(game: str) -> None:
    cards = rules_of(table(game).game.state.variant, SIDES)
    titles = [in_english(card.title) for card in cards]
    assert titles[0] == "A turn"
    assert titles[-1] == "The end"
    assert len(set(titles)) == len(cards) <= FEW
    assert all(0 < len(card.tips) <= MOST_TIPS for card in cards)


@pytest.mark.parametrize(
    ("game", "options", "about", "text"),
    [
        ("classic", {}, "Who starts", "nearest to A starts"),
        ("nhl", {}, "Who starts", "nearest to S starts"),
        ("classic", {}, "Tiles", "Draw 7."),
        ("nhl", {}, "Tiles", "Draw 8, put one back"),
        ("nhl", {"special_rules": {"pre_season": False}}, "Tiles", "Draw 7."),
        ("nhl-peewee", {}, "Tiles", "back to 9"),
        ("nhl-peewee", {}, "Many letters", "7 or more in one turn: +50"),
        ("nhl-professional", {}, "Aim", "Ann 70, Ben 120"),
        ("nhl", {"bonus_words": {"OK": 7}}, "Bonus words", "OK +7"),
        ("nhl", {}, "Trade", "until someone has 250 points"),
        ("nhl-professional", {}, "Trade", "instead of a play."),
        ("nhl", {"delay_words": ["ZAP"]}, "Delay in Game", "ZAP"),
        ("classic", {"challenge": "void"}, "Its cost", "try again"),
        ("classic", {"challenge": "5-a-word"}, "Its cost", "5 more per word"),
        ("junior", {}, "Words", "scores 1"),
        ("junior", {}, "Tiles left", "1 point less each"),
        ("party", {"chance_letter": "in-words"}, "Chance die", "in each of its words"),
        ("scramble", {"target": 300}, "Aim", "First to 300 points"),
        ("scramble", {"seven_bonus": 25}, "Many letters", "+25"),
        ("scramble", {"timer_seconds": 90}, "Timer", "90 seconds"),
        ("scramble", {"hand_on": True}, "Unused", "The next player gets"),
        ("scramble", {"dice": 14}, "Dice", "of the 14 dice"),
        ("topword", {"shared_letter": "each"}, "Several words", "counts twice"),
        ("topword", {"cover_whole_word": True}, "Not allowed", "may be covered"),
        ("topword", {}, "Exchange", "One of your tiles"),
    ],
)
def test_they_say_what_is_played(
    game: str, options: Mapping[str, object], about: str, text: str
) -> None:
    assert text in lines_of(game, **options)[about]


@pytest.mark.parametrize(
    ("game", "options", "about"),
    [
        ("nhl", {"special_rules": {"goalie": False}}, "Pulling the Goalie"),
        ("nhl", {"special_rules": {"too_many_men": False}}, "Too Many Men"),
        ("nhl", {"special_rules": {"trades": False}}, "Trade"),
        ("nhl", {"special_rules": {"delay": False}}, "Delay in Game"),
        ("classic", {"star_doubles": False}, "Middle square"),
        ("classic", {"challenge": "none"}, "Its cost"),
        ("scramble", {"seven_bonus": 0}, "Many letters"),
        ("scramble", {"extension": "stays"}, "Longer"),
    ],
)
def test_they_are_silent_on_what_is_switched_off(
    game: str, options: Mapping[str, object], about: str
) -> None:
    assert about not in lines_of(game, **options)


@pytest.mark.parametrize("rule", ChallengeRule)
def test_every_way_to_challenge_has_its_cost(rule: ChallengeRule) -> None:
    if rule.then.against_clock:
        return
    lines = lines_of("classic", challenge=str(rule))
    assert ("Its cost" in lines) is (rule is not ChallengeRule.NONE)


# --- where they are ---


def test_they_are_opened_from_the_lobby_and_lead_back_there() -> None:
    evening = take(opened(Setup("party", sides=SIDES)), LineKind.GAME_RULES)
    question = asked(evening)
    assert question.startswith("Party, 1 of ")
    cards = len(rules_of(evening.state.game.state.variant, SIDES))
    evening.press(*[Button.OK] * cards)
    phase = evening.state.phase
    assert isinstance(phase, Lobby)
    assert phase.page is Page.HELP


def asked(evening: Evening) -> str:
    assert isinstance(evening.state.phase, Asking)
    return in_english(evening.state.phase.question.text)


def playing() -> Evening:
    evening = Evening()
    evening.state = open_rules(evening.state)[0]
    return evening


def test_they_are_in_the_menu_of_a_game() -> None:
    evening = Evening(variant=load_variant("topword"))
    evening.state = open_menu(evening.state)[0]
    for label in ("More…", "The game…", "Rules of this game…"):
        phase = evening.state.phase
        assert isinstance(phase, Asking)
        labels = [in_english(one.label) for one in phase.question.options]
        evening.state = phase.question.options[labels.index(label)].act(evening.state)[0]
    assert asked(evening) == "TopWord, 1 of 6: A turn"


def test_ok_turns_the_page_undo_turns_back_and_end_leaves() -> None:
    evening = playing()
    assert asked(evening).endswith("A turn")
    assert asked(evening.press(Button.OK, Button.OK)).startswith("Classic, 3 of ")
    assert asked(evening.press(Button.UNDO)).startswith("Classic, 2 of ")
    assert isinstance(evening.press(Button.END).state.phase, Thinking)


def test_another_answer_turns_back_too_and_the_last_card_ends_them() -> None:
    evening = playing().press(Button.OK, Button.BACK, Button.OK)
    assert asked(evening).startswith("Classic, 1 of ")
    cards = len(rules_of(evening.state.game.state.variant, SIDES))
    assert isinstance(evening.press(*[Button.OK] * cards).state.phase, Thinking)


def test_play_goes_on_meanwhile() -> None:
    """A turn button is no answer: it leaves the cards, and does what it always does."""
    evening = playing().press(Button.SIDE_1)
    assert not isinstance(evening.state.phase, Asking) or not evening.state.phase.question.tips
    assert evening.events == ()


# --- how they look ---


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", TEXT_LANGUAGES)
def test_every_card_is_read_whole(language: str, size: tuple[int, int]) -> None:
    for game, keys in product(GAMES, (False, True)):
        state = table(game)
        device = replace(state.device, upright=size[1] > size[0], keyboard=keys)
        state = replace(state, device=device)
        for place in range(len(rules_of(state.game.state.variant, SIDES))):
            found: list[Written] = []
            texts = Texts(language, KEY_NAMES if keys else BUTTON_NAMES)
            shown = view(open_rules(state, place)[0], texts)
            Scoreboard(pygame.Surface(size), on_text=found.append, motion=False).draw(shown)
            assert [one.text for one in found if not one.fits] == [], (game, place)


def test_a_finger_turns_the_page_and_leaves() -> None:
    state = open_rules(table("classic"), 1)[0]
    screen = Scoreboard(pygame.Surface((480, 320)), motion=False)
    screen.draw(view(state, Texts("en")))
    reached = {screen.touched((x, y)) for x in range(0, 480, 8) for y in range(0, 320, 8)}
    assert {0, 1, 2} <= reached
