"""How plays are challenged: chosen in the lobby by the club's name or in a household's words, and
what each way does at the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from lobby_presses import ENGLISH, answer, opened, shown, take, value_of
from standins import Evening, board

from device.session.core.setup import NO_LIST, Setup
from device.session.core.state import Asking, Challenge, Lobby, Thinking
from device.session.lobby.lobby import LineKind
from device.session.turn.challenge import _which_words
from device.simulator.named_texts import named_text
from device.views.table import view
from engine.events import Challenged, Played
from engine.state import EntryKind
from engine.variants import CLUBS, ChallengeRule, load_variant
from engine.variants.challenge_rules import Club
from engine.words.lexicon import word_list
from hardware.panel.port import Button

QUIZ, OZONE = (7, 6, "across", "QUIZ"), (6, 9, "down", "OZONE")
EMPTY, ONE, TWO = board(), board(QUIZ), board(QUIZ, OZONE)

# --- in the lobby ---

PAGES: Mapping[str, list[str]] = {
    "": [
        named_text("as-on-the-sheet-value", value="if wrong, miss a turn"),
        "NASPA, North America: if wrong, miss a turn",
        "WESPA, Collins: if wrong, 5 per word to opponent",
        "Singapore: if wrong, 5 per word to opponent",
        "Another way…",
        "Back",
    ],
    "Another way": [
        "every play is checked at once",
        "no penalty, try again",
        "only an invalid play costs a turn",
        "If wrong, points to opponent…",
        "not allowed",
        "Back",
    ],
    "If wrong, points to opponent…": [
        "if wrong, 5 to opponent",
        "if wrong, 5 per word to opponent",
        "if wrong, 10 to opponent",
        "if wrong, 10 per word to opponent",
        "Back",
    ],
}


def asked(setup: Setup = Setup(sides=("Ann", "Ben"))) -> Evening:  # noqa: B008  (frozen)
    return answer(take(opened(setup), LineKind.RULES), "Challenges")


def rule_of(evening: Evening) -> ChallengeRule:
    return evening.state.game.state.variant.challenge


def page_with(evening: Evening, label: str) -> Evening:
    """Opens pages until one of them offers this."""
    for page in [*PAGES][1:]:
        if not any(one.startswith(label) for one in shown(evening)):
            answer(evening, page)
    return evening


def test_ways_are_offered_on_three_short_pages_and_go_back_one_by_one() -> None:
    evening = asked()
    for page, labels in PAGES.items():
        if page:
            answer(evening, page)
        assert shown(evening) == labels
        assert isinstance(evening.state.phase, Asking)
        question = ENGLISH.say(evening.state.phase.question.text)
        assert question == "Challenges now: if wrong, miss a turn. How do you play?"
        assert len(labels) <= 6
    for page in ("Another way", ""):
        answer(evening, "Back")
        assert shown(evening) == PAGES[page]
    answer(evening, "Back")
    assert shown(evening)[-1] == "Done"
    answer(evening, "Done")
    assert value_of(evening, LineKind.RULES) == named_text("rules-as-on-the-sheet")


@pytest.mark.parametrize("club", CLUBS, ids=lambda club: club.name)
def test_a_club_s_way_is_chosen_by_its_name(club: Club) -> None:
    evening = answer(asked(), club.name)
    assert rule_of(evening) is club.challenge
    assert f"Challenges: {club.challenge.text}" in shown(evening)
    answer(answer(evening, "Challenges"), "As in the rules")
    assert rule_of(evening) is ChallengeRule.CLASSIC


@pytest.mark.parametrize(
    "rule", [rule for rule in ChallengeRule if rule not in ("classic", "resume")]
)
def test_every_other_way_is_chosen_by_its_words_and_begins_so(rule: ChallengeRule) -> None:
    evening = page_with(asked(), rule.text)
    place = next(n for n, label in enumerate(shown(evening)) if label == rule.text)
    evening.press(*[Button.NEXT] * place, Button.OK)
    assert rule_of(evening) is rule
    assert isinstance(evening.state.phase, Asking)
    evening.press(Button.UNDO)
    assert isinstance(evening.state.phase, Lobby)
    assert value_of(evening, LineKind.RULES) == "changed: 1"
    evening.press(Button.UNDO, Button.OK)
    assert isinstance(evening.state.phase, Thinking)
    assert (rule_of(evening), evening.state.game.start.variant.options["challenge"]) == (rule, rule)


def test_what_no_list_can_judge_is_challenged_instead() -> None:
    evening = answer(asked(Setup(sides=("Ann", "Ben"), words=NO_LIST)), "Another way")
    answer(evening, "every play")
    assert rule_of(evening) is ChallengeRule.JUDGED
    assert evening.message == "No word list: plays are challenged instead."


@pytest.mark.rule("JUN-CHA-01", "TOP-CHA-01")
@pytest.mark.parametrize("name", ["junior", "topword"])
def test_games_whose_sheet_is_silent_have_the_same_choice(name: str) -> None:
    evening = asked(Setup(name))
    assert shown(evening)[0] == named_text("as-on-the-sheet-value", value="no penalty, try again")
    assert rule_of(answer(evening, "WESPA")) is ChallengeRule.FIVE_A_WORD


@pytest.mark.parametrize("name", ["nhl", "nhl-peewee", "scramble", "party"])
def test_games_that_print_their_own_are_asked_nothing(name: str) -> None:
    evening = asked(Setup(name))
    assert shown(evening)[-1] == "Done"


def test_another_game_drops_a_way_that_it_has_not_got() -> None:
    setup = Setup().with_option("challenge", "5-a-word")
    assert "challenge" not in setup.playing("scramble").options
    assert setup.playing("junior").options["challenge"] == "5-a-word"


# --- at the table ---


def table(rule: str, words: list[str] | None, *, tournament: bool = False) -> Evening:
    """Nothing lies there; these words are in the list that was agreed on."""
    variant = load_variant("classic", "en", {"challenge": rule})
    evening = Evening(variant=variant)
    agreed = None if words is None else word_list(words, variant.tile_set.letters, "our list")
    extras = replace(evening.state.agreed.extras, tournament=tournament)
    evening.state = replace(
        evening.state, agreed=replace(evening.state.agreed, words=agreed, extras=extras)
    )
    return evening.lay(EMPTY)


def message_of(evening: Evening) -> str:
    return "" if evening.state.message is None else ENGLISH.say(evening.state.message)


@pytest.mark.parametrize(
    ("rule", "words", "sentence", "side", "points"),
    [
        (
            "classic",
            ["QUIZ"],
            " ".join((named_text("play-stands"), named_text("own-turn-lost", side="Ben"))),
            "Ann",
            44,
        ),
        ("single", ["QUIZ"], named_text("play-stands"), "Ben", 44),
        ("void", ["QUIZ"], named_text("play-stands"), "Ben", 44),
        (
            "5-a-play",
            ["QUIZ"],
            " ".join((named_text("play-stands"), named_text("gains-points", side="Ann", n="5"))),
            "Ben",
            49,
        ),
        (
            "10-a-word",
            ["QUIZ"],
            " ".join((named_text("play-stands"), named_text("gains-points", side="Ann", n="10"))),
            "Ben",
            54,
        ),
        ("classic", [], "Not valid: QUIZ.", "Ben", 0),
        ("single", [], "Not valid: QUIZ.", "Ben", 0),
        ("void", [], "Not valid: QUIZ.", "Ann", 0),
        ("10-a-play", [], "Not valid: QUIZ.", "Ben", 0),
    ],
)
def test_one_press_does_what_was_chosen(
    rule: str, words: list[str], sentence: str, side: str, points: int
) -> None:
    evening = table(rule, words).lay(ONE).press(Button.SIDE_1)
    assert evening.state.may_challenge
    evening.press(Button.CHALLENGE)
    assert isinstance(evening.state.phase, Challenge)
    assert message_of(evening).startswith(sentence)
    assert evening.totals["Ann"] == points
    evening.lay(ONE if words else EMPTY)
    assert evening.state.side == side


@pytest.mark.rule("CLA-CHA-02", "OWN-01")
def test_points_for_each_word_are_a_line_of_the_sheet_and_go_when_they_are_undone() -> None:
    evening = table("5-a-word", ["QUIZ", "OZONE", "AT", "OZONEA"])
    evening.lay(ONE).press(Button.SIDE_1).lay(TWO).press(Button.SIDE_2)
    evening.lay(board(QUIZ, OZONE, (11, 9, "across", "AT"))).press(Button.SIDE_1)
    before = evening.totals
    evening.press(Button.CHALLENGE)
    answer(evening, named_text("all-words"))
    assert evening.events[-1] == Challenged("Ben", good=True)
    assert message_of(evening) == " ".join(
        (named_text("play-stands"), named_text("gains-points", side="Ann", n="10"))
    )
    entry = evening.state.game.state.entries[-1]
    assert (entry.side, entry.kind, entry.points) == ("Ann", EntryKind.CHALLENGE_BONUS, 10)
    assert evening.totals == {**before, "Ann": before["Ann"] + 10}
    evening.press(Button.UNDO)
    assert evening.totals == before
    assert evening.state.may_challenge


@pytest.mark.rule("OWN-01")
@pytest.mark.parametrize(
    ("word", "sentence", "good", "points"),
    [
        (
            "OZONEA",
            " ".join((named_text("play-stands"), named_text("gains-points", side="Ann", n="5"))),
            True,
            5,
        ),
        ("AT", "Not valid: AT.", False, None),
    ],
)
def test_only_the_words_that_are_challenged_are_judged_and_counted(
    word: str, sentence: str, good: bool, points: int | None
) -> None:
    evening = table("5-a-word", ["QUIZ", "OZONE", "OZONEA"])  # AT is no word
    evening.lay(ONE).press(Button.SIDE_1).lay(TWO).press(Button.SIDE_2)
    earlier = evening.totals["Ann"]
    evening.lay(board(QUIZ, OZONE, (11, 9, "across", "AT"))).press(Button.SIDE_1)
    before = evening.totals["Ann"]
    evening.press(Button.CHALLENGE)
    answer(evening, word)
    assert message_of(evening).startswith(sentence)
    assert evening.events[-1] == Challenged("Ben", good, (word,))
    assert evening.totals["Ann"] == (earlier if points is None else before + points)


def test_several_of_many_words_are_named_one_after_the_other() -> None:
    words = ("AT", "BE", "CAT", "DO")
    question = _which_words("Ben", words)
    labels = [ENGLISH.say(one.label) for one in question.options]
    assert labels == [named_text("all-words"), *words, named_text("no-challenge")]
    begun = table("5-a-word", list(words)).state
    asked, _ = question.options[3].act(begun)
    assert isinstance(asked.phase, Asking)
    assert ENGLISH.say(asked.phase.question.text) == named_text(
        "challenges-and-what", side="Ben", words="CAT"
    )
    further = asked.phase.question.options
    assert [ENGLISH.say(one.label) for one in further] == [
        named_text("no-other-word"),
        "AT",
        "BE",
        "DO",
        named_text("no-challenge"),
    ]
    last, _ = further[1].act(begun)
    assert isinstance(last.phase, Asking)
    assert ENGLISH.say(last.phase.question.text) == named_text(
        "challenges-and-what", side="Ben", words="AT, CAT"
    )


def test_at_a_tournament_points_are_given_and_no_word_is_named() -> None:
    evening = table("5-a-play", ["QUIZ"], tournament=True).lay(ONE).press(Button.SIDE_1)
    evening.press(Button.CHALLENGE)
    assert message_of(evening) == " ".join(
        (named_text("play-stands"), named_text("gains-points", side="Ann", n="5"))
    )
    shown_challenge = view(evening.state, ENGLISH).dialog.challenge
    assert shown_challenge is not None
    assert shown_challenge.words == ()


def test_where_every_play_is_judged_a_bad_one_comes_back_and_costs_nothing() -> None:
    evening = table("judged", ["QUIZ"]).lay(board((7, 6, "across", "QUIT"))).press(Button.SIDE_1)
    assert evening.events == ()
    assert "QUIT" in message_of(evening)
    assert evening.state.side == "Ann"
    evening.lay(EMPTY).lay(ONE).press(Button.SIDE_1)
    assert [type(event) for event in evening.events] == [Played]
    assert not evening.state.may_challenge
    evening.press(Button.CHALLENGE)
    assert message_of(evening) == "Words are checked as you play: no challenges needed."
    assert evening.state.side == "Ben"


def test_without_a_list_the_players_judge_and_the_same_side_tries_again() -> None:
    evening = table("judged", None).lay(ONE).press(Button.SIDE_1)
    assert evening.state.may_challenge
    evening.press(Button.CHALLENGE)
    answer(evening, named_text("is-not-good", word="QUIZ"))
    assert evening.events[-1] == Challenged("Ben", good=False)
    assert evening.state.side == "Ann"
