"""Hints for learners: who may ask, how the rack is shown or named, and which word is shown."""

from __future__ import annotations

from dataclasses import replace

import pytest
from answering import in_english, labels, take
from standins import CLASSIC, NHL, Evening, board

from device.language.texts import Texts
from device.session.core.inputs import KeyPressed
from device.session.core.setup import Extras
from device.session.core.state import Asking, Thinking
from device.session.step import begin
from device.session.turn.hints import words_to_lay
from device.simulator.named_texts import named_text
from device.views.table import view
from engine.events import Played
from engine.game import Game
from engine.position import Position
from engine.squares import Square
from engine.state import State
from engine.variants import Variant, load_variant
from engine.words.lexicon import Lexicon, shipped_lexicon, word_list
from hardware.panel.port import Button

QUIZ = (7, 6, "across", "QUIZ")
EMPTY, ONE = board(), board(QUIZ)
RACK = (12, 2, "across")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
ENGLISH = shipped_lexicon("en")
LIST = word_list(["CAT", "CATS", "ACT", "TA", "QUIZ", "ZOA", "ZAX", "IT", "IS"], LETTERS)
BEN_LEARNS = Extras(learners=("Ben",))
MENU, TEXTS = Button.NEXT, Texts("en")


def learner(
    *,
    words: Lexicon | None = LIST,
    camera: bool = True,
    variant: Variant = CLASSIC,
    extras: Extras = BEN_LEARNS,
) -> Evening:
    """Ann has laid QUIZ, and it is Ben's turn, who learns."""
    evening = Evening(camera=camera, variant=variant)
    evening.state = replace(
        evening.state, agreed=replace(evening.state.agreed, extras=extras, words=words)
    )
    laid = Played("Ann", dict(zip((Square(6 + n, 7) for n in range(4)), "QUIZ", strict=True)))
    game = evening.state.game.added(laid)
    assert isinstance(game, Game)
    agreed = evening.state.agreed
    evening.state = begin(game, camera=camera, words=words, extras=extras)
    evening.state = replace(evening.state, agreed=agreed)
    return evening.lay(ONE) if camera else evening


def asked(evening: Evening) -> str:
    phase = evening.state.phase
    assert isinstance(phase, Asking), f"no question is open, but {phase}"
    return in_english(phase.question.text)


def shows(evening: Evening, letters: str) -> Evening:
    """The learner lays its rack in a row, and presses its own button."""
    return evening.lay(board(QUIZ, (*RACK, letters))).press(Button.SIDE_2)


def hint(evening: Evening) -> Evening:
    return take(evening.press(MENU), named_text("a-hint-for", side="Ben"))


# Who may ask


def test_a_hint_is_offered_to_a_learner_in_its_own_turn_alone() -> None:
    assert labels(learner().press(MENU))[0] == named_text("a-hint-for", side="Ben")
    for extras in (Extras(), Extras(learners=("Ann",)), Extras(learners=("Lea",))):
        assert not [one for one in labels(learner(extras=extras).press(MENU)) if "hint" in one]


def test_against_a_clock_there_are_none() -> None:
    for game in ("party", "scramble"):
        evening = Evening(variant=load_variant(game, "en"))
        extras = Extras(learners=("Ann", "Ben"))
        evening.state = replace(
            evening.state, agreed=replace(evening.state.agreed, extras=extras, words=LIST)
        )
        evening.press(MENU)
        assert "hint" not in " ".join(labels(evening))


def test_without_a_list_there_is_no_hint() -> None:
    evening = hint(learner(words=None))
    assert evening.message == "Hints need a word list: there’s none."
    assert isinstance(evening.state.phase, Thinking)


# The rack is shown


def test_a_rack_that_is_not_known_is_shown_and_a_word_is_reported() -> None:
    evening = hint(learner())
    assert asked(evening) == (
        "Ben: lay your tiles in a row on empty squares, then press your button."
    )
    shows(evening, "CATXWSP")
    assert asked(evening) == "You could play IS at I8 for 3. Pick up your tiles first."
    assert evening.state.game.events == learner().state.game.events
    assert view(evening.state, TEXTS).text.trouble == ""


def test_the_squares_of_the_word_are_lit() -> None:
    evening = shows(hint(learner()), "OA")
    assert asked(evening).startswith("You could play ZOA at J8 for ")
    assert view(evening.state, TEXTS).board.asked == {Square(9, 8), Square(9, 9)}


def test_what_lies_there_meanwhile_is_no_play_and_no_offence() -> None:
    options = {"special_rules": {"too_many_men": True}}
    nhl = load_variant("nhl", "en", options)
    evening = shows(hint(learner(variant=nhl)), "OA")
    evening.lay(ONE).press(Button.OK)
    assert isinstance(evening.state.phase, Thinking)
    assert evening.state.game.state.taken_up is None
    assert not evening.state.board.begun
    evening.lay(board(QUIZ, (7, 9, "down", "ZOA"))).press(Button.SIDE_2)
    assert isinstance(evening.events[-1], Played)


def test_the_word_is_laid_while_it_is_still_reported() -> None:
    evening = shows(hint(learner()), "OA")
    evening.lay(board(QUIZ, (7, 9, "down", "ZOA"))).press(Button.SIDE_2)
    assert evening.totals["Ben"] > 0


def test_another_word_is_reported_and_then_the_first_again() -> None:
    evening = shows(hint(learner()), "OAX")
    first = asked(evening)
    assert "ZOA" in first or "ZAX" in first
    take(evening, named_text("another-word"))
    assert asked(evening) != first
    take(evening, named_text("another-word"))
    assert asked(evening) == first


def test_nothing_or_too_much_there_is_asked_for_again() -> None:
    evening = hint(learner()).press(Button.SIDE_2)
    assert asked(evening).startswith("No tiles seen there yet. Ben: lay your tiles")
    shows(evening, "CATXWSPE")
    assert asked(evening).startswith("That’s 8 tiles, not 7. Ben: lay your tiles")


def test_a_tile_that_is_not_sure_is_asked_about_also_where_tiles_cost_the_same() -> None:
    junior = load_variant("junior", "en")
    evening = hint(learner(variant=junior))
    evening.lay(board(QUIZ, (*RACK, "OA")), {(12, 2): {"O": 0.6, "C": 0.4}}).press(Button.SIDE_2)
    assert asked(evening) == named_text("what-lies-on", square="C13")
    take(evening, "O")
    assert asked(evening).startswith("You could play ZOA at J8")


def test_where_points_are_hidden_the_hint_has_none() -> None:
    extras = Extras(learners=("Ben",), hide_scores=True)
    assert asked(shows(hint(learner(extras=extras)), "OA")) == (
        "You could play ZOA at J8. Pick up your tiles first."
    )


def test_a_rack_without_a_word_is_reported() -> None:
    evening = shows(hint(learner()), "WVV")
    assert asked(evening) == "No word found with these tiles. Pick them up again."
    assert isinstance(evening.press(Button.OK).state.phase, Thinking)


# Named, or known


def test_without_a_camera_the_rack_is_named() -> None:
    evening = hint(learner(camera=False))
    assert asked(evening) == named_text("what-is-on-your-rack", side="Ben", tiles="–")
    take(evening, "O", "A", "X", named_text("take-the-last-one-back"))
    assert asked(evening) == named_text("what-is-on-your-rack", side="Ben", tiles="O A")
    take(evening, named_text("that-is-all"))
    assert asked(evening).startswith("You could play ZOA at J8 for ")


def test_a_blank_on_the_rack_is_typed_as_a_question_mark() -> None:
    evening = hint(learner(camera=False))
    for key in "O?X":
        evening.put(KeyPressed(None, 60.0, key))
    assert asked(evening) == "Ben: what’s on your rack? So far: O ? X"


def test_a_rack_that_is_known_needs_no_showing() -> None:
    position = Position(15).laid({Square(6 + n, 7): t for n, t in enumerate("QUIZ")})
    start = State.start(CLASSIC, ("Ben", "Ann"), position=position, racks={"Ben": "OA"})
    evening = Evening()
    evening.state = begin(Game.from_state(start), words=LIST, extras=BEN_LEARNS)
    assert asked(hint(evening.lay(ONE))).startswith("You could play ZOA at J8 for ")


# Which word


@pytest.mark.parametrize("letters", ["AECRTDO", "EIOUTNS", "BLAGKEN"])
def test_a_hint_is_a_short_word_that_people_know(letters: str) -> None:
    found = words_to_lay(learner(words=ENGLISH).state, letters)
    everyday = shipped_lexicon("en-everyday")
    assert all(map(everyday, found[0].words))
    assert 3 <= len(found[0].words[0]) <= 5
    assert len({play.words[0] for play in found}) == len(found)


def test_a_blank_is_kept_where_a_word_needs_none() -> None:
    state = learner(words=ENGLISH).state
    assert all(tile.isupper() for tile in words_to_lay(state, "CAT?")[0].tiles.values())
    (play, *_) = words_to_lay(state, "?")
    assert all(tile.islower() for tile in play.tiles.values())


def test_bonus_words_of_a_game_count_as_its_words() -> None:
    state = learner(words=word_list(["QUIZ"], LETTERS), variant=NHL).state
    variant = state.game.state.variant
    assert variant.extra_words
    assert all(
        set(play.words) <= variant.extra_words | {"QUIZ"}
        for play in words_to_lay(state, "GOALPUCK"[:7])
    )


def test_in_french_and_on_piles_there_are_hints_too() -> None:
    for game in ("classic", "topword"):
        variant = load_variant(game, "fr")
        evening = Evening(variant=variant)
        evening.state = begin(Game.begin(variant, ("Ann", "Ben")), words=shipped_lexicon("fr"))
        (play, *_) = words_to_lay(evening.state, "MAISONE")
        assert 2 <= len(play.words[0]) <= 5
