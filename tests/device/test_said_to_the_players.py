"""Tests of sentences that lead players astray: hidden points, piles, a table taken up again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from answering import in_english, labels, take
from party_nights import EAT, NEXT, A, B, PartyNight
from standins import TOPWORD, Evening, board

from device.language.texts import Texts
from device.session.core.setup import Extras
from device.simulator.named_texts import named_text
from device.table.opening import Opening
from device.views.table import view
from engine.words.lexicon import shipped_lexicon
from hardware.panel.port import Button

WORDS = shipped_lexicon("en")


def test_hidden_scores_stay_hidden_where_a_word_falls_after_the_ding() -> None:
    night = PartyNight(words=WORDS)
    night.state = replace(
        night.state, agreed=replace(night.state.agreed, extras=Extras(hide_scores=True))
    )
    night.roll("E").press(B)
    night.laid((7, 7, "across", "EAX")).wait(62)
    night.press(Button.CHALLENGE)
    assert night.totals["Ann"] == -5
    assert night.message == "Not valid: EAX. Ann: pick up H8, I8, J8. Ann ran out of time."


@pytest.mark.parametrize("question", [named_text("correct-earlier"), named_text("look-at-picture")])
@pytest.mark.parametrize("hidden", [False, True])
def test_hidden_scores_stay_hidden_where_turns_are_named(question: str, hidden: bool) -> None:
    night = PartyNight()
    night.state = replace(
        night.state, agreed=replace(night.state.agreed, extras=Extras(hide_scores=hidden))
    )
    night.turn("E", EAT)
    take(night.press(NEXT), question)
    assert labels(night)[0] == ("Ann: EAT" if hidden else "Ann: EAT, +24")


def test_only_the_top_tile_of_a_pile_is_taken_off() -> None:
    evening = Evening(variant=TOPWORD)
    evening.lay(board(size=10))
    evening.state = replace(evening.state, agreed=replace(evening.state.agreed, words=WORDS))
    evening.lay(board((4, 4, "across", "FAN"), size=10)).press(A)
    evening.lay(board((4, 4, "across", "FXN"), size=10)).press(B, Button.CHALLENGE)
    message = evening.state.message
    assert message is not None
    assert in_english(message) == (
        "Not valid: FXN. Ben: put your new tiles back in the bag unseen, then "
        "take the top tiles off F5; leave those below."
    )
    shown = view(evening.state, Texts("en")).dialog.challenge
    assert shown is not None
    assert shown.lift == named_text("take-top-tiles-off", side="Ben", squares="F5")
    evening.press(NEXT)
    message = evening.state.message
    assert message is not None
    assert in_english(message) == "Ben: take the top tiles off F5. OK: next."


def test_a_table_taken_up_again_says_who_does_what_next() -> None:
    nights = {
        named_text("roll-the-letter-die", side="Ann"): PartyNight(),
        named_text("find-letter-then-start", others="Ben", letter="E"): PartyNight().roll("E"),
        named_text("or-ok-goes-on", others="Ben"): PartyNight().turn("E", EAT),
    }
    stopped = PartyNight().roll("E")
    stopped.press(B, A)
    nights[named_text("left-on-the-clock-starts", side="Ann", left="1:00", others="Ben")] = stopped
    for reported, night in nights.items():
        night.state = Opening(night.state.game).state(camera=True)
        assert night.message == reported
