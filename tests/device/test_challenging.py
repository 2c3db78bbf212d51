"""Challenges: who challenges, what the list says, and that a play that fell is taken up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from standins import CLASSIC, NHL, Evening, board

from device.language.texts import Message, Texts
from device.session.core.effects import PlayTone
from device.session.core.setup import Extras
from device.session.core.state import Asking, Challenge, Settling, Thinking
from device.session.turn.challenge import challenge
from device.simulator.named_texts import named_text
from engine.events import Challenged, Passed, Played
from engine.game import Game
from engine.squares import Square
from engine.state import EntryKind
from engine.variants import Variant, load_variant
from engine.words.lexicon import word_list
from hardware.cameras.port import CameraStatus
from hardware.panel.port import Button, Tone
from vision.reading import Refusal

QUIZ, OZONE = (7, 6, "across", "QUIZ"), (6, 9, "down", "OZONE")
EMPTY, ONE, TWO = board(), board(QUIZ), board(QUIZ, OZONE)
JUNIOR = load_variant("junior", "en")


def in_english(message: Message | None) -> str:
    return "" if message is None else Texts("en").say(message)


def laid(
    words: Sequence[str] | None = ("QUIZ",),
    *,
    variant: Variant = CLASSIC,
    sides: Sequence[str] = ("Ann", "Ben"),
    camera: bool = True,
) -> Evening:
    """Ann has laid QUIZ, and these words are in the list that was agreed on."""
    evening = Evening(variant=variant, sides=sides, camera=camera)
    if words is not None:
        agreed = word_list(words, variant.tile_set.letters, "our list")
        evening.state = replace(evening.state, agreed=replace(evening.state.agreed, words=agreed))
    evening.lay(EMPTY).lay(ONE).press(Button.SIDE_1)
    assert len(evening.events) == 1
    evening.effects.clear()
    return evening


def tones(evening: Evening) -> list[Tone]:
    return [effect.tone for effect in evening.effects if isinstance(effect, PlayTone)]


@pytest.mark.rule("CLA-CHA-01", "CLA-CHA-04", "CLA-CHA-06")
def test_one_press_judges_a_good_play_by_the_list_and_costs_the_challenger_a_turn() -> None:
    evening = laid().press(Button.CHALLENGE)
    assert evening.events[1:] == (Challenged("Ben", good=True),)
    phase = evening.state.phase
    assert isinstance(phase, Challenge)
    assert (phase.by, phase.of, phase.good, phase.lift) == ("Ben", "Ann", True, frozenset())
    assert [(v.word, v.good, v.list) for v in phase.verdicts] == [("QUIZ", True, "our list")]
    assert in_english(evening.state.message) == " ".join(
        (named_text("play-stands"), named_text("own-turn-lost", side="Ben"))
    )
    assert tones(evening) == [Tone.GOOD]
    assert evening.totals["Ann"] == 44
    evening.press(Button.NEXT)
    assert isinstance(evening.state.phase, Thinking)
    assert evening.state.side == "Ann"


@pytest.mark.rule("CLA-CHA-02", "CLA-CHA-03")
def test_one_bad_word_makes_the_play_fall_and_its_tiles_are_awaited() -> None:
    evening = laid(["CAT"]).press(Button.CHALLENGE)
    assert evening.events[1:] == (Challenged("Ben", good=False),)
    assert tones(evening) == [Tone.BAD]
    assert evening.totals["Ann"] == 0
    phase = evening.state.phase
    assert isinstance(phase, Challenge)
    assert len(phase.lift) == 4
    assert "Ann: put your new tiles back in the bag unseen" in in_english(evening.state.message)
    evening.lay(ONE)
    assert isinstance(evening.state.phase, Challenge)
    evening.lay(EMPTY)
    assert isinstance(evening.state.phase, Thinking)
    assert in_english(evening.state.message) == named_text("tiles-taken-up", side="Ben")
    evening.lay(board((7, 6, "across", "CAT"))).press(Button.SIDE_2)
    assert isinstance(evening.events[-1], Played)
    assert evening.events[-1].by == "Ben"


@pytest.mark.rule("CLA-CHA-02")
def test_all_words_of_a_play_are_judged_together() -> None:
    evening = laid(["QUIZ", "OZONE", "AT"]).lay(TWO).press(Button.SIDE_2)
    evening.lay(board(QUIZ, OZONE, (11, 9, "across", "AT"))).press(Button.SIDE_1, Button.CHALLENGE)
    phase = evening.state.phase
    assert isinstance(phase, Challenge)
    assert [(v.word, v.good) for v in phase.verdicts] == [("AT", True), ("OZONEA", False)]
    assert evening.events[-1] == Challenged("Ben", good=False)
    assert phase.lift == {Square(9, 11), Square(10, 11)}


def test_tiles_that_still_lie_are_reported_once_and_then_it_goes_on() -> None:
    evening = laid(["CAT"]).press(Button.CHALLENGE, Button.NEXT)
    assert evening.message.endswith(named_text("ok-go-on") + ".")
    evening.press(Button.OK)
    assert "Tiles are still on" in evening.message
    assert isinstance(evening.state.phase, Challenge)
    evening.press(Button.OK)
    assert isinstance(evening.state.phase, Thinking)
    # They aren't the next side's in silence: neither by its button, nor by tiles next to them.
    evening.press(Button.SIDE_2)
    assert "The play challenged off is still there. Is it being played again" in evening.asked
    evening.press(Button.OK).lay(TWO)
    assert len(evening.events) == 2
    assert evening.state.side == "Ben"
    evening.lay(EMPTY)
    assert len(evening.events) == 2


def test_a_play_that_fell_can_be_played_again_if_the_players_say_so() -> None:
    evening = laid(["CAT"]).press(Button.CHALLENGE, Button.SIDE_2, Button.SIDE_2, Button.SIDE_2)
    assert "The play challenged off is still there. Is it being played again" in evening.asked
    evening.press(Button.NEXT, Button.OK)
    assert isinstance(evening.events[-1], Played)
    assert evening.events[-1].by == "Ben"


def test_a_hand_over_the_tiles_that_fell_has_not_taken_them_up() -> None:
    evening = laid(["CAT"]).press(Button.CHALLENGE).lay(Refusal.COVERED)
    assert isinstance(evening.state.phase, Challenge)
    evening.lay(EMPTY, {(7, 8): {".": 0.6, "I": 0.4}})
    assert isinstance(evening.state.phase, Challenge)
    evening.lay(EMPTY)
    assert isinstance(evening.state.phase, Thinking)


def test_the_next_sides_first_tile_goes_on_after_a_good_play() -> None:
    evening = laid(sides=("Ann", "Ben", "Cleo"))
    evening.press(Button.CHALLENGE, Button.SIDE_2)
    assert isinstance(evening.state.phase, Challenge)
    assert in_english(evening.state.message) == " ".join(
        (named_text("play-stands"), named_text("own-turn-lost", side="Ben"))
    )
    evening.lay(ONE)
    assert isinstance(evening.state.phase, Challenge)
    evening.lay(TWO)
    assert isinstance(evening.state.phase, Thinking)
    assert evening.state.seen is not None
    assert Tone.CLICK in tones(evening)
    evening.press(Button.SIDE_3)
    assert isinstance(evening.events[-1], Played)


def test_with_several_sides_the_challenger_says_who_it_is() -> None:
    evening = laid(sides=("Ann", "Ben", "Cleo")).press(Button.CHALLENGE)
    assert evening.asked == named_text("who-challenges")
    evening.press(Button.SIDE_1)
    assert evening.asked == named_text("who-challenges")
    evening.press(Button.SIDE_3)
    assert evening.events[1:] == (Challenged("Cleo", good=True),)
    assert in_english(evening.state.message) == " ".join(
        (named_text("play-stands"), named_text("will-lose-the-next-turn", side="Cleo"))
    )
    assert evening.state.side == "Ben"


@pytest.mark.rule("CLA-CHA-01")
def test_once_the_next_side_has_begun_it_is_too_late() -> None:
    evening = laid().lay(TWO)
    assert not evening.state.may_challenge
    evening.press(Button.CHALLENGE)
    assert in_english(evening.state.message) == "Too late: Ben has started."
    assert len(evening.events) == 1
    # The turn button opens it again, for the play that it counts.
    evening.press(Button.SIDE_2)
    assert evening.state.may_challenge


@pytest.mark.rule("CLA-CHA-05")
def test_a_play_is_judged_once() -> None:
    evening = laid().press(Button.CHALLENGE, Button.CHALLENGE)
    assert "This play has been checked: no more challenges" in evening.message
    assert isinstance(evening.state.phase, Thinking)
    evening.press(Button.CHALLENGE)
    assert evening.message == named_text("there-is-no-play-that")
    assert len(evening.events) == 2


def test_undo_takes_the_whole_challenge_back() -> None:
    for words in (["QUIZ"], ["CAT"]):
        evening = laid(words).press(Button.CHALLENGE, Button.UNDO)
        assert isinstance(evening.state.phase, Thinking)
        assert len(evening.events) == 1
        assert evening.totals["Ann"] == 44
        assert evening.state.side == "Ben"
        assert evening.state.may_challenge


@pytest.mark.rule("NHL-OPT-07")
def test_a_challenge_is_called_offsides_and_whistled_where_the_game_says_so() -> None:
    evening = laid(["CAT"], variant=NHL).press(Button.CHALLENGE)
    assert tones(evening) == [Tone.WHISTLE, Tone.BAD]
    assert in_english(evening.state.message).startswith(
        named_text("not-good-offsides", words="QUIZ")
    )
    good = laid(variant=NHL).press(Button.CHALLENGE)
    assert in_english(good.state.message).startswith("No offsides: the play stands.")


@pytest.mark.rule("NHL-WRD-01")
def test_words_of_the_game_itself_are_good_whatever_the_list_says() -> None:
    evening = Evening(variant=NHL)
    agreed = word_list(["CAT"], NHL.tile_set.letters)
    evening.state = replace(evening.state, agreed=replace(evening.state.agreed, words=agreed))
    evening.lay(EMPTY).lay(board((7, 6, "across", "NHL"))).press(Button.SIDE_1)
    assert "NHL" in NHL.extra_words
    evening.press(Button.CHALLENGE)
    assert evening.events[1:] == (Challenged("Ben", good=True),)


@pytest.mark.rule("JUN-CHA-01")
def test_in_junior_a_bad_play_is_tried_again() -> None:
    evening = laid(["CAT"], variant=JUNIOR).press(Button.CHALLENGE).lay(EMPTY)
    assert evening.state.side == "Ann"
    assert in_english(evening.state.message) == named_text("tiles-taken-up", side="Ann")
    kinds = [entry.kind for entry in evening.state.game.state.entries]
    assert kinds == [EntryKind.CHALLENGED_OFF]
    good = laid(variant=JUNIOR).press(Button.CHALLENGE)
    assert in_english(good.state.message) == named_text("play-stands")
    assert good.state.side == "Ben"


def test_where_nothing_is_challenged_the_players_see_why() -> None:
    none = laid(variant=load_variant("junior", "en", {"challenge": "none"}))
    assert "This game has no challenges" in none.press(Button.CHALLENGE).message
    referee = laid()
    referee.state = replace(
        referee.state, agreed=replace(referee.state.agreed, extras=Extras(referee=True))
    )
    assert "Words are checked as you play" in referee.press(Button.CHALLENGE).message
    assert "no play" in Evening().press(Button.CHALLENGE).message


def test_without_a_camera_ok_goes_on_at_once() -> None:
    evening = laid(["CAT"])
    evening.state = evening.state.with_camera(CameraStatus.LOST)
    evening.press(Button.CHALLENGE, Button.OK)
    assert isinstance(evening.state.phase, Thinking)


def test_a_nameless_blank_is_any_letter_that_makes_a_word() -> None:
    evening = Evening()
    agreed = word_list(["QUIT"], CLASSIC.tile_set.letters)
    evening.state = replace(evening.state, agreed=replace(evening.state.agreed, words=agreed))
    evening.lay(EMPTY).lay(board((7, 6, "across", "QUIz"))).press(Button.SIDE_1)
    while isinstance(evening.state.phase, Asking):
        evening.press(Button.UNDO)
    assert evening.state.game.state.position.at(Square(9, 7)) == "?"
    evening.press(Button.CHALLENGE)
    assert evening.events[-1] == Challenged("Ben", good=True)


@pytest.mark.rule("CLA-CHA-06")
def test_without_a_list_the_players_look_the_words_up() -> None:
    evening = laid(None).press(Button.CHALLENGE)
    assert ". All valid?" in evening.asked
    evening.press(Button.NEXT, Button.OK)
    phase = evening.state.phase
    assert isinstance(phase, Challenge)
    assert [(v.word, v.good, v.list) for v in phase.verdicts] == [("QUIZ", False, "")]
    assert evening.events[-1] == Challenged("Ben", good=False)
    good = laid(None).press(Button.CHALLENGE, Button.OK)
    assert good.events[-1] == Challenged("Ben", good=True)
    none = laid(None).press(Button.CHALLENGE, Button.BACK, Button.OK)
    assert len(none.events) == 1


def test_nobody_who_has_nothing_to_draw_from_puts_tiles_back() -> None:
    evening = laid(["CAT"])
    last = Evening().lay(EMPTY)
    start = replace(last.state.game.start, bag=0, racks={"Ann": 7, "Ben": 7})
    last.state = replace(
        last.state,
        game=Game.from_state(start),
        agreed=replace(last.state.agreed, words=evening.state.agreed.words),
    )
    last.lay(ONE).press(Button.SIDE_1, Button.CHALLENGE)
    assert in_english(last.state.message) == "Not valid: QUIZ. Ann: pick up G8, H8, I8, J8."


def test_the_play_that_ended_the_game_can_be_challenged_too() -> None:
    evening = Evening().lay(EMPTY)
    start = replace(evening.state.game.start, bag=0, racks={"Ann": 4, "Ben": 7})
    agreed = word_list(["CAT"], CLASSIC.tile_set.letters)
    evening.state = replace(
        evening.state,
        game=Game.from_state(start),
        agreed=replace(evening.state.agreed, words=agreed),
    )
    evening.lay(ONE).press(Button.SIDE_1, Button.OK)
    assert isinstance(evening.state.phase, Settling)
    state, _ = challenge(evening.state)
    assert state.game.events[-1] == Challenged("Ben", good=False)
    assert state.game.state.over is None
    assert state.side == "Ben"


def test_a_pass_after_a_challenge_is_asked_about_as_ever() -> None:
    evening = laid(["CAT"]).press(Button.CHALLENGE).lay(EMPTY).press(Button.SIDE_2, Button.SIDE_2)
    assert evening.events[-1] == Passed("Ben")
