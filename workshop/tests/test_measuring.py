"""workshop/benchmarks/reading_sets: pictures through the reader, counted; the tables of that."""

import pytest

from workshop.benchmarks.reading_sets.conditions import PLAIN
from workshop.benchmarks.reading_sets.drawing import draw
from workshop.benchmarks.reading_sets.measuring import Result, Task, carry_out, together
from workshop.benchmarks.reading_sets.placements import game
from workshop.benchmarks.reading_sets.stages import BUDGETS, Taken, rows_of, timed
from workshop.benchmarks.reading_sets.tables import as_data, print_results


def test_a_board_is_drawn_read_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    results = carry_out(Task({"plain": PLAIN}, range(3, 4), seed=1))
    assert results.keys() == {"plain"}
    tally = results["plain"].tally
    assert (tally.pictures, tally.fit_of) == (1, 1)
    assert tally.fit + tally.refused + tally.wrong_fit == 1
    assert tally.seconds > 0
    total = together([results["plain"], Result()])
    print_results("Sets", "set", [("plain", total)])
    assert "plain" in capsys.readouterr().out
    assert as_data(total)["pictures"] == 1


def test_every_stage_is_timed_once_a_picture() -> None:
    drawn = draw("plain", PLAIN, 3, 1)
    times = timed([Taken(drawn.picture, drawn.grid, game(*drawn.game))])
    assert times.keys() == BUDGETS.keys()
    assert all(len(taken) == 1 and taken[0] > 0 for taken in times.values())
    assert [row[0] for row in rows_of(times)] == list(BUDGETS)
