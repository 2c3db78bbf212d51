"""The referee: a word that the agreed list doesn't have keeps a play from counting, no more."""

from __future__ import annotations

from dataclasses import replace

from answering import in_english, take
from standins import CLASSIC, Evening, board

from device.session.core.setup import Extras
from device.session.core.state import Thinking
from device.session.turn.referee import bad_words
from device.simulator.named_texts import named_text
from engine.events import Played
from engine.plays import Play, place
from engine.position import Position
from engine.words.lexicon import word_list
from hardware.panel.port import Button

EMPTY = board()
WORDS = word_list(["QUIZ", "OZONE", "QUITS", "AT", "ET", "TA", "TE"], CLASSIC.tile_set.letters)


def refereed(*, words: bool = True, referee: bool = True) -> Evening:
    evening = Evening().lay(EMPTY)
    extras = Extras(referee=referee)
    evening.state = replace(
        evening.state,
        agreed=replace(evening.state.agreed, extras=extras, words=WORDS if words else None),
    )
    return evening


def spoken(evening: Evening) -> str:
    assert evening.state.message is not None
    return in_english(evening.state.message)


def test_a_word_that_is_not_in_the_list_is_refused_and_its_side_tries_again() -> None:
    evening = refereed().lay(board((7, 6, "across", "QUIT"))).press(Button.SIDE_1)
    assert spoken(evening) == named_text("not-in-the-word-list", words="QUIT")
    assert not evening.events
    assert evening.state.side == "Ann"
    assert isinstance(evening.state.phase, Thinking)
    evening.lay(EMPTY).lay(board((7, 6, "across", "QUIZ"))).press(Button.SIDE_1)
    assert evening.totals["Ann"] == 44


def test_good_words_count_at_once() -> None:
    evening = refereed().lay(board((7, 6, "across", "QUIZ"))).press(Button.SIDE_1)
    evening.lay(board((7, 6, "across", "QUIZ"), (6, 9, "down", "OZONE"))).press(Button.SIDE_2)
    assert [type(event) for event in evening.events] == [Played, Played]


def test_without_a_list_or_without_a_referee_nothing_is_looked_up() -> None:
    for evening in (refereed(words=False), refereed(referee=False)):
        evening.lay(board((7, 6, "across", "QUIT"))).press(Button.SIDE_1)
        assert len(evening.events) == 1


def test_a_nameless_blank_is_good_if_any_letter_makes_it_so() -> None:
    evening = refereed().lay(board((7, 6, "across", "QUIz"))).press(Button.SIDE_1)
    assert len(evening.events) == 1
    take(evening, "Z")
    evening = refereed().lay(board((7, 6, "across", "QUxT"))).press(Button.SIDE_1)
    assert spoken(evening) == named_text("not-in-the-word-list", words="QU?T")


def test_a_nameless_blank_is_the_same_letter_in_every_word() -> None:
    before = Position.from_rows(board((7, 7, "across", "T"), (8, 8, "across", "T")))
    rules = replace(CLASSIC, counted=False)
    (corner,) = Position.from_rows(board((8, 7, "across", "a"))).tiles
    play = place(rules, before, {corner: "?"})
    assert isinstance(play, Play)
    assert set(play.words) == {"?T", "T?"}
    assert bad_words(play, WORDS, CLASSIC.tile_set) == ()
    apart = word_list(["AT", "TE"], CLASSIC.tile_set.letters)
    assert all(map(apart, play.words))
    assert set(bad_words(play, apart, CLASSIC.tile_set)) == {"?T", "T?"}


def test_two_turns_that_went_by_together_are_looked_up_as_well() -> None:
    evening = refereed().lay(board((7, 6, "across", "QUIZ"))).press(Button.SIDE_1)
    both = board((7, 6, "across", "QUIZ"), (6, 9, "down", "OZONE"), (10, 9, "across", "EIGHT"))
    evening.lay(both).press(Button.SIDE_1, Button.OK)
    assert "Not in the word list" in spoken(evening)
    assert len(evening.events) == 1
