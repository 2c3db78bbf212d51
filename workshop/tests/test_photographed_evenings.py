"""Photographed games at a table in time, with drawn photographs and a reader that knows them."""

from pathlib import Path

import numpy as np
import pytest
from photographed_drawings import EMPTY, PLAYS, boards_of, rows_with, written

from engine.events import Challenged, Exchanged, Played
from vision.reading import Grid, Picture, Reading
from workshop.benchmarks.photographed_evenings import Outcome, main, play
from workshop.benchmarks.photographed_games import Shot, same_turn, shots_of, turns_of
from workshop.benchmarks.table_presses import reading_of


def played(shots: list[Shot], seed: int, misread: str = "") -> Outcome:
    """Played with a reader that knows every photograph, but reads `misread` as an O."""
    pictures = [np.asarray(shot.photograph.load(), np.int16) for shot in shots]

    def read(picture: Picture, _last: Grid | None) -> Reading:
        off = [float(np.abs(picture - known).mean()) for known in pictures]
        rows = shots[int(np.argmin(off))].photograph.rows or ()
        return reading_of([row.replace(misread, "O") if misread else row for row in rows])

    return play(shots, read, seed)


@pytest.mark.parametrize("seed", [6, 7, 8])
def test_a_game_is_kept_whichever_presses_are_forgotten(tmp_path: Path, seed: int) -> None:
    boards = boards_of(PLAYS)
    shots = shots_of(written(tmp_path, [*boards, boards[-1]], {5: "exchange"}))
    outcome = played(shots, seed)
    assert not outcome.differs
    verdicts = outcome.verdicts  # a single tile that comes before a press is asked about
    assert verdicts.right + verdicts.asked + verdicts.by_hand == len(PLAYS)
    assert outcome.verdicts.silent == outcome.verdicts.wrong == 0
    assert outcome.verdicts.forgotten == 1
    assert outcome.kept.state.position.rows() == outcome.true.state.position.rows()


def test_a_play_that_was_challenged_off_is_found_in_the_photographs(tmp_path: Path) -> None:
    boards = boards_of(PLAYS[:2])
    boards.append(rows_with(boards[1], PLAYS[2]))
    shots = shots_of(written(tmp_path, boards, {}))
    events = [type(event) for event in shots[-1].after.events]
    assert events == [Played, Played, Challenged, Played]
    assert shots[-1].fell is not None
    assert shots[-1].fell.word == "DUU"
    outcome = played(shots, 6)
    assert not outcome.differs
    assert outcome.verdicts.questions["Ann challenges DUU. All valid?"] == 1


def test_what_is_read_wrong_is_silent_and_put_right_by_hand(tmp_path: Path) -> None:
    outcome = played(shots_of(written(tmp_path, boards_of(PLAYS[:1]), {})), 6, misread="U")
    assert outcome.verdicts.silent == 1
    assert outcome.verdicts.by_hand == 1
    assert not outcome.differs
    assert outcome.notes[0].endswith("Ann HUT 8, kept Ann HOT 10")


def test_turns_are_the_same_but_for_a_name_that_a_blank_lacks(tmp_path: Path) -> None:
    boards = boards_of(PLAYS[:3])
    nameless = [[row.replace("n", "?") for row in rows] for rows in boards]
    (tmp_path / "other").mkdir()
    one = turns_of(shots_of(written(tmp_path, boards, {}))[-1].after)
    other = turns_of(shots_of(written(tmp_path / "other", nameless, {}))[-1].after)
    assert same_turn(other[2], one[2])
    assert not same_turn(other[1], one[2])
    exchange = shots_of(written(tmp_path, [EMPTY, EMPTY], {1: "exchange"}))[-1]
    assert exchange.exchange
    assert exchange.after.events == (Exchanged("Ann", 1),)


def test_a_folder_without_photographs_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["photographed_evenings", str(tmp_path)])
    assert main() == 2
    assert capsys.readouterr().out.count("is not there") == 3
