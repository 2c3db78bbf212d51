"""Which way up the board lies: asked once where no letter tells, and put right where it was taken
for another."""

from __future__ import annotations

from dataclasses import replace

import pytest
from standins import CLASSIC, Evening, board, reading_of

from device.language.texts import Texts
from device.session.core.effects import TurnBoard
from device.session.core.observation import judged_reading
from device.session.core.state import Asking
from device.simulator.named_texts import named_text
from device.views.table import view
from engine.events import Played
from engine.squares import Square
from hardware.panel.port import Button
from vision.reading import Reading, Way

SON = (7, 7, "across", "SON")
NOS = (7, 5, "across", "NOS")


def either_way(rows: tuple[str, ...], *others: tuple[int, tuple[str, ...]]) -> Reading:
    """A reading of these rows that may also be those, the board turned by so many quarters."""
    ways = (Way(quarters, reading_of(other).probabilities) for quarters, other in others)
    seen = reading_of(rows)
    return replace(seen, ways=(Way(0, seen.probabilities), *ways))


def table(reading: Reading) -> Evening:
    evening = Evening().lay(board())
    evening.reading = reading
    return evening.put(evening._done(reading)).press(Button.SIDE_1)


def options(evening: Evening) -> list[str]:
    assert isinstance(evening.state.phase, Asking)
    labels = (option.label for option in evening.state.phase.question.options)
    return [str(label.values.get("word", label.text)) for label in labels]


def test_a_first_word_that_reads_both_ways_up_is_asked_about_and_never_promised() -> None:
    seen = either_way(board(NOS), (2, board(SON)))
    evening = table(seen)
    assert evening.asked == named_text("which-way-up")
    assert options(evening)[:2] == ["NOS", "SON"]
    assert not evening.events
    sight = judged_reading(seen, evening.state.board.followed, None, CLASSIC)
    assert not sight.now.observed.sure


def test_one_press_takes_the_word_as_it_lies_and_the_reader_knows() -> None:
    evening = table(either_way(board(NOS), (2, board(SON)))).press(Button.NEXT, Button.OK)
    (played,) = evening.events
    assert isinstance(played, Played)
    assert "".join(played.tiles.values()) == "SON"
    announced = [effect for effect in evening.effects if isinstance(effect, TurnBoard)]
    assert announced[-1].reading.grid.turns.settled
    assert announced[-1].reading.grid.corners == reading_of(board()).grid.turned(2).corners


def test_the_word_is_drawn_as_the_lit_answer_has_it() -> None:
    evening = table(either_way(board(NOS), (2, board(SON))))
    assert view(evening.state, Texts("en")).board.rows == board(NOS)
    evening.press(Button.NEXT)
    shown = view(evening.state, Texts("en"))
    assert shown.board.rows == board(SON)
    assert shown.dialog.question is not None
    assert shown.dialog.question.on_board


def test_a_word_that_lies_the_same_both_ways_up_needs_no_question() -> None:
    oxo = board((7, 6, "across", "OXO"))
    evening = table(either_way(oxo, (2, oxo)))
    assert evening.asked == ""
    assert len(evening.events) == 1


def test_a_word_that_may_be_seen_in_a_mirror_is_asked_about() -> None:
    evening = table(either_way(board((7, 7, "across", "AH"))))
    assert evening.asked == "The picture may be mirrored. Is {word} at {start} right?"
    assert options(evening) == ["AH", "No: it’s mirrored", "Look again"]
    evening.press(Button.OK)
    assert len(evening.events) == 1


def test_an_answer_never_counts_what_was_laid_while_it_was_asked_for() -> None:
    evening = table(either_way(board((7, 7, "across", "AH"))))
    evening.lay(board((7, 7, "across", "AHEM"))).press(Button.OK)
    assert not evening.events
    assert evening.state.message is not None
    assert "board has changed" in Texts("en").say(evening.state.message)
    evening.press(Button.SIDE_1)
    (played,) = evening.events
    assert isinstance(played, Played)
    assert "".join(played.tiles.values()) == "AHEM"


@pytest.mark.parametrize(("quarters", "expected"), [(2, "upside down"), (1, "from the side")])
def test_a_game_that_was_read_another_way_up_is_counted_again_and_that_is_reported(
    quarters: int, expected: str
) -> None:
    lies = board((7, 6, "across", "QUIZ"))
    wrong = {
        s.turned(-quarters, 15): "OUIO"[n] for n, s in enumerate(Square(c, 7) for c in range(6, 10))
    }
    rows = [["."] * 15 for _ in range(15)]
    for square, tile in wrong.items():
        rows[square.row][square.column] = tile
    evening = Evening().lay(board()).lay(tuple("".join(row) for row in rows))
    evening.press(Button.SIDE_1)
    assert evening.totals["Ann"] < 20
    evening.reading = replace(reading_of(lies), overturns=quarters)
    evening.put(evening._done(evening.reading))
    assert evening.totals["Ann"] == 44
    assert evening.state.message is not None
    assert expected in Texts("en").say(evening.state.message)
    (turned,) = (effect for effect in evening.effects if isinstance(effect, TurnBoard))
    assert turned.reading.overturns == 0
    assert evening.state.board.followed.position.rows() == lies
    assert evening.state.side == "Ben"
