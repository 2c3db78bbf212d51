"""TopWord at the table: piles laid, refused, taken back, challenged, and a press forgotten."""

from __future__ import annotations

import pytest
from answering import in_english, labels, take
from standins import Evening, board
from topword_evenings import ANN, BEN, height, message_of, played, rows, topword

from device.language.texts import Message
from device.session.core.state import Asking, Challenge, Thinking
from device.simulator.named_texts import named_text
from engine.events import Challenged, Passed
from hardware.panel.port import Button

PLUS = (1, 7, "down", "PLUS")


# A turn


@pytest.mark.rule("TOP-SCO-01", "TOP-SCO-02", "TOP-PLA-03", "TOP-PLA-04")
def test_flat_words_and_words_with_piles_are_closed_by_a_press() -> None:
    evening = played("FAN", "FIN")
    assert evening.totals == {"Ann": 6, "Ben": 4}
    evening.lay(rows("FINS", PLUS)).press(ANN)
    assert message_of(evening) == "Ann: PLUS +11."
    assert height(evening) == (2, 2)


@pytest.mark.rule("TOP-PLA-07")
def test_an_s_alone_behind_a_word_is_refused_and_the_turn_stays_open() -> None:
    evening = played("FAN").lay(rows("FANS")).press(BEN)
    assert message_of(evening) == named_text("only-plural-s")
    assert (evening.state.side, len(evening.events)) == ("Ben", 1)
    assert isinstance(evening.state.phase, Thinking)
    evening.lay(rows("FANS", PLUS)).press(BEN)
    assert evening.totals["Ben"] == 14


@pytest.mark.rule("TOP-PLA-08")
def test_a_whole_word_is_not_covered() -> None:
    evening = played("FAN").lay(rows("TOI")).press(BEN)
    assert message_of(evening) == named_text("covers-whole-word", words="FAN")
    assert evening.state.side == "Ben"
    evening.lay(rows("FOI")).press(BEN)
    assert evening.totals["Ben"] == 5


@pytest.mark.rule("TOP-SCO-04", "TOP-SCO-06")
def test_rare_letters_and_seven_at_once_are_counted() -> None:
    evening = topword().lay(board((4, 2, "across", "VEXERAS"), size=10)).press(ANN)
    assert message_of(evening) == "Ann: VEXERAS +28."
    reasons = evening.state.game.state.entries[0].reasons
    assert [reason.points for reason in reasons] == [14, 2, 2, 10]


@pytest.mark.rule("TOP-SCO-04", "TOP-EQU-02")
def test_the_qu_tile_is_one_tile_and_written_out() -> None:
    evening = played("QI")
    assert message_of(evening) == "Ann: QUI +6."
    assert evening.state.game.state.unseen.get("Q", 0) == 0


@pytest.mark.rule("TOP-EQU-03")
def test_a_spare_tile_may_show_any_letter() -> None:
    evening = topword().lay(rows("FaN")).press(ANN)
    assert in_english(question(evening)) == named_text("what-lies-on", square="F5")
    take(evening, named_text("another-letter"), "O")
    assert message_of(evening) == "Ann: FON +6."


@pytest.mark.rule("TOP-PLA-06")
@pytest.mark.parametrize("answer", ["F", "Nothing"])
def test_a_tile_that_reads_badly_is_named_as_what_lay_there_before(answer: str) -> None:
    unsure = {(4, 4): {"F": 0.8, "E": 0.15, ".": 0.05}}
    evening = played("FAN").lay(rows("FIN"), unsure).press(BEN)
    assert in_english(question(evening)) == named_text("what-lies-on", square="E5")
    take(evening, answer)
    assert evening.totals == {"Ann": 6, "Ben": 4}
    assert height(evening) == (2, 2)
    assert evening.state.board.followed.position == evening.state.game.state.position


def test_nothing_but_what_lay_there_before_is_nothing_new() -> None:
    evening = played("FAN").lay(rows("FIN"), {(4, 5): {"I": 0.7, "T": 0.3}}).press(BEN)
    take(evening, named_text("another-letter"), "A")
    assert "no new tile" in evening.asked


def question(evening: Evening) -> Message:
    assert isinstance(evening.state.phase, Asking)
    return evening.state.phase.question.text


# Five on a square


FIVE = ("FAN", "FIN", "FON", "FUN", "FEN")


@pytest.mark.rule("TOP-PLA-05")
@pytest.mark.parametrize("word", ["FAN", "FANE"])
def test_a_pile_of_five_stands_and_a_sixth_is_taken_off_again(word: str) -> None:
    evening = played(*FIVE).lay(rows(word)).press(BEN)
    assert height(evening) == (5, 5)
    assert in_english(question(evening)) == "F5: the stack of 5 is full. Was one more added?"
    take(evening, "Yes, we’ll take it off")
    assert len(evening.events) == 5
    assert message_of(evening) == named_text("the-turn-goes-on")
    evening.lay(rows("FENE")).press(BEN)
    assert message_of(evening) == "Ben: FENE +8."


@pytest.mark.rule("TOP-PLA-05")
def test_a_full_pile_that_was_misread_does_not_hold_the_turn_up() -> None:
    evening = played(*FIVE).lay(rows("FANE")).press(BEN)
    take(evening, named_text("no-letter-is-on-top", letter="E"))
    assert message_of(evening) == "Ben: FENE +8."
    take(
        evening.lay(rows("FANE")).press(ANN), named_text("no-letter-is-on-top", letter="E"), "Pass"
    )
    assert evening.events[-1] == Passed("Ann")


@pytest.mark.rule("TOP-PLA-06")
def test_the_same_letter_on_itself_shows_nothing_new_and_is_refused_by_hand() -> None:
    evening = played("FAN").lay(rows("FAN")).press(BEN)
    assert "no new tile" in evening.asked
    take(evening, named_text("pressed-by-mistake"))
    evening.press(Button.NEXT)
    take(evening, named_text("enter-play"), "Row 5", "E5", "Across", "F", "Done")
    assert message_of(evening) == "E5: the same letter is already there."


@pytest.mark.rule("TOP-PLA-04")
def test_a_play_by_hand_makes_piles_without_a_camera() -> None:
    evening = topword(camera=False).press(ANN)
    take(evening, named_text("enter-play"), "Row 5", "E5", "Across", "F", "A", "N", "Done")
    take(evening.press(BEN), named_text("enter-play"), "Row 5", "E5", "Across")
    take(evening, named_text("nothing-on-this-one"), "I", "Done")
    assert evening.totals == {"Ann": 6, "Ben": 4}
    assert height(evening) == (2, 2)


# Taken back, challenged, forgotten


def test_undo_takes_the_top_tile_of_a_pile() -> None:
    evening = played("FAN", "FIN").press(Button.UNDO)
    assert message_of(evening) == " ".join(
        (
            named_text("taken-back", what="FIN counts no longer"),
            named_text("it-is-turn", side="Ben"),
        )
    )
    assert height(evening) == (1, 1)
    evening.lay(rows("FAN")).lay(rows("FON")).press(BEN)
    assert evening.totals == {"Ann": 6, "Ben": 4}
    assert height(evening) == (2, 2)


@pytest.mark.rule("TOP-CHA-01")
def test_a_challenged_pile_is_awaited_as_it_lay_below() -> None:
    evening = played("FAN", "FIN").press(Button.CHALLENGE)
    take(evening, named_text("is-not-good", word="FIN"))
    assert evening.events[-1] == Challenged("Ann", good=False)
    assert (evening.state.side, evening.totals["Ben"]) == ("Ben", 0)
    evening.lay(rows("FIN"))
    assert isinstance(evening.state.phase, Challenge)
    evening.lay(rows("F.N"))  # the whole pile was taken up
    assert isinstance(evening.state.phase, Challenge)
    evening.lay(rows("FAN"))
    assert message_of(evening) == named_text("tiles-taken-up", side="Ben")
    evening.lay(rows("FON")).press(BEN)
    assert (evening.state.side, evening.totals["Ben"]) == ("Ann", 4)
    assert height(evening) == (2, 2)


@pytest.mark.rule("TOP-CHA-01")
def test_a_good_play_that_was_challenged_costs_nobody_a_turn() -> None:
    evening = played("FAN", "FIN").press(Button.CHALLENGE)
    take(evening, named_text("all-are-good"))
    evening.press(Button.OK)
    assert (evening.state.side, evening.totals) == ("Ann", {"Ann": 6, "Ben": 4})


def test_a_pile_whose_top_was_taken_up_is_a_play_taken_back() -> None:
    evening = played("FAN", "FIN").lay(rows("FAN")).press(ANN)
    take(evening, named_text("yes-taken-back"))
    assert (evening.state.side, evening.totals["Ben"]) == ("Ben", 0)


def test_a_forgotten_press_is_asked_about_where_the_next_side_laid_on_top() -> None:
    evening = played("FAN").lay(rows("FIN")).lay(rows("FON")).press(ANN)
    assert labels(evening) == [
        named_text("plays-in-order", first="FIN", start="5E", second="FON", next="5E"),
        named_text("all-of-it-is", side="Ben"),
        named_text("look-again"),
    ]
    take(evening, named_text("plays-in-order", first="FIN", start="5E", second="FON", next="5E"))
    assert evening.totals == {"Ann": 11, "Ben": 4}
    assert height(evening) == (3, 3)


def test_who_lays_another_letter_instead_has_laid_one_tile() -> None:
    evening = played("FAN").lay(rows("FIN")).lay(rows("FON")).press(BEN)
    assert evening.totals == {"Ann": 6, "Ben": 4}
    assert height(evening) == (2, 2)


def test_the_next_sides_word_across_a_new_pile_closes_the_turn_before() -> None:
    evening = played("FANE").lay(rows("FIRE"))
    evening.lay(rows("FORE", (3, 5, "down", "TON")))
    assert message_of(evening) == "Ben forgot to press. Ben: FIRE +6."
    evening.press(ANN)
    assert evening.totals == {"Ann": 17, "Ben": 6}
    assert height(evening) == (3, 3)
